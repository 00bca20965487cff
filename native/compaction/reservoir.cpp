// Reference queries, sampled while decoding: every stride-th position of each sequence, the stride doubling whenever
// the slots run out, so that the sample stays even over the whole history at a bounded size.
#include "store.h"

#include <algorithm>

namespace compaction {

size_t reservoir::bytes() const {
    size_t res = 0;
    for (const auto * t : rows) {
        res += ggml_nbytes(t);
    }
    return res;
}

static llama_pos moved_by(const std::map<llama_seq_id, llama_pos> & moved, llama_seq_id seq) {
    const auto it = moved.find(seq);
    return it == moved.end() ? 0 : it->second;
}

void reservoir::put(uint32_t slot, llama_seq_id seq, llama_pos pos) {
    auto & s = slots[slot];
    s.seqs.reset();
    s.seqs.set(seq);
    s.pos    = pos;
    s.turned = pos;
    s.index  = pos + moved_by(moved, seq);
}

uint32_t reservoir::take(llama_seq_id seq, llama_pos pos) {
    const uint32_t slot = place(seq, pos + moved_by(moved, seq));
    if (slot < extra()) {
        put(slot, seq, pos);
    }
    return slot;
}

uint32_t reservoir::take_recent(llama_seq_id seq, llama_pos pos) {
    const uint32_t slot = ring(pos + moved_by(moved, seq));
    put(slot, seq, pos);
    return slot;
}

uint32_t reservoir::place(llama_seq_id seq, llama_pos index) {
    if (n_uniform == 0) {
        return extra();
    }

    uint32_t & step = stride.emplace(seq, 1).first->second;

    while (index % step == 0) {
        uint32_t free = n_uniform;
        for (uint32_t i = 0; i < n_uniform; ++i) {
            if (slots[i].index == index && slots[i].seqs.test(seq) && slots[i].seqs.count() == 1) {
                return i; // decoded again
            }
            if (free == n_uniform && slots[i].seqs.none()) {
                free = i;
            }
        }
        if (free < n_uniform) {
            return free;
        }

        // thin out the sequence that has the most samples
        std::map<llama_seq_id, uint32_t> n;
        for (uint32_t i = 0; i < n_uniform; ++i) {
            for (const auto & [s, _] : stride) {
                n[s] += slots[i].seqs.test(s);
            }
        }
        const llama_seq_id most = std::max_element(n.begin(), n.end(),
                [](const auto & a, const auto & b) { return a.second < b.second; })->first;

        uint32_t & thinned = stride[most];
        if (thinned >= (1u << 30)) {
            return extra();
        }
        thinned *= 2;
        for (uint32_t i = 0; i < n_uniform; ++i) {
            if (slots[i].seqs.test(most) && slots[i].index % thinned != 0) {
                slots[i].seqs.reset(most);
            }
        }
    }

    return extra();
}

void reservoir::drop(llama_seq_id seq, llama_pos p0, llama_pos p1) {
    for (auto & s : slots) {
        if (s.seqs.any() && s.pos >= p0 && s.pos < p1) {
            if (seq < 0) {
                s.seqs.reset();
            } else {
                s.seqs.reset(seq);
            }
        }
    }
    const auto forget_idle = [&](auto & table) {
        for (auto it = table.begin(); it != table.end();) {
            const bool any = std::any_of(slots.begin(), slots.end(), [&](const slot & s) { return s.seqs.test(it->first); });
            it = any ? std::next(it) : table.erase(it);
        }
    };
    forget_idle(stride);
    forget_idle(moved);
}

void reservoir::share(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) {
    for (uint32_t i = 0; i < slots.size(); ++i) {
        auto & s = slots[i];
        if (s.seqs.test(src) && s.pos >= p0 && s.pos < p1) {
            s.seqs.set(dst);
        }
    }
    const auto it = stride.find(src);
    if (it != stride.end()) {
        stride[dst] = it->second;
        moved [dst] = moved_by(moved, src);
    }
}

void reservoir::clear() {
    for (auto & s : slots) {
        s = {};
    }
    stride.clear();
    moved.clear();
}

std::vector<std::pair<llama_pos, uint32_t>> reservoir::rows_of(llama_seq_id seq, bool recent) const {
    std::vector<std::pair<llama_pos, uint32_t>> res;
    const uint32_t i0 = recent ? n_uniform : 0;
    const uint32_t i1 = recent ? n_uniform + n_recent : n_uniform;
    for (uint32_t i = i0; i < i1; ++i) {
        if (slots[i].seqs.test(seq)) {
            res.emplace_back(slots[i].pos, i);
        }
    }
    // tokens of a squeezed past may share a position
    std::sort(res.begin(), res.end(), [&](const auto & a, const auto & b) { return slots[a.second].index < slots[b.second].index; });
    return res;
}

} // namespace compaction
