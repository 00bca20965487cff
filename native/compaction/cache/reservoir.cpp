#include "reservoir.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace compaction {

namespace {

constexpr uint32_t MAX_STRIDE   = 1u << 30;
constexpr uint32_t THINNED_PART = 16; // of the slots are freed at a time: enough to make looking for them cheap

// a number drawn once and for all for a range of 2^level tokens: the same in every run and after a saved state
uint64_t draw(uint32_t level, llama_pos range) {
    uint64_t x = ((uint64_t) level << 32 | (uint32_t) range) + 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30))*0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27))*0x94d049bb133111eb;
    return x ^ (x >> 31);
}

// whether the half of its range of 2^level tokens that an index lies in is the one that the range's sample comes from
bool wins(llama_pos index, uint32_t level) {
    return (draw(level, index >> level) & 1) == (uint64_t) ((index >> (level - 1)) & 1);
}

uint32_t level_of(uint32_t stride) {
    uint32_t res = 0;
    while ((1u << res) < stride) {
        ++res;
    }
    return res;
}

} // namespace

bool reservoir::allocate(const std::vector<layer_info> & layers, uint32_t n_uniform, uint32_t n_recent) {
    reservoir res;
    res.uniform = n_uniform;
    res.recent  = n_recent;
    res.table.resize(n_uniform + n_recent);

    for (const auto & l : layers) {
        ggml_init_params params = { 2*ggml_tensor_overhead(), nullptr, true };
        ggml_context_ptr ctx { ggml_init(params) };

        // q8_0 halves the sample's memory; its rounding is far below the spread of the queries themselves
        const int64_t   n_embd = (int64_t) l.readers.size()*l.n_head*l.d_k;
        const ggml_type type   = l.d_k % ggml_blck_size(GGML_TYPE_Q8_0) == 0 ? GGML_TYPE_Q8_0 : GGML_TYPE_F16;

        ggml_tensor * t = ggml_new_tensor_2d(ctx.get(), type, n_embd, res.extra() + 1);
        ggml_format_name(t, "compact_queries_l%d", l.il);

        ggml_backend_buffer_ptr buf { ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), l.buft) };
        if (!buf) {
            return false;
        }
        ggml_backend_buffer_clear(buf.get(), 0);

        res.tensors.push_back(t);
        res.bufs.emplace_back(std::move(ctx), std::move(buf));
    }
    *this = std::move(res);
    return true;
}

size_t reservoir::bytes() const {
    size_t res = 0;
    for (const auto * t : tensors) {
        res += ggml_nbytes(t);
    }
    return res;
}

void reservoir::add_memory(std::map<ggml_backend_buffer_type_t, size_t> & sizes) const {
    for (const auto & [_, buf] : bufs) {
        sizes[ggml_backend_buffer_get_type(buf.get())] += ggml_backend_buffer_get_size(buf.get());
    }
}

llama_pos reservoir::moved_by(llama_seq_id seq) const {
    const auto it = moves.find(seq);
    return it == moves.end() ? 0 : it->second;
}

llama_pos reservoir::index_of(llama_seq_id seq, llama_pos pos) const {
    return (llama_pos) std::min<int64_t>((int64_t) pos + moved_by(seq), std::numeric_limits<llama_pos>::max());
}

void reservoir::put(uint32_t i, llama_seq_id seq, llama_pos pos) {
    auto & s = table[i];
    s.seqs.reset();
    s.seqs.set(seq);
    s.pos      = pos;
    s.rope_pos = pos;
    s.index    = index_of(seq, pos);
}

uint32_t reservoir::take(const llama_seq_id * seqs, int32_t n_seqs, llama_pos pos) {
    const uint32_t i = place(seqs[0], index_of(seqs[0], pos));
    if (i < extra()) {
        put(i, seqs[0], pos);
        for (int32_t s = 1; s < n_seqs; ++s) {
            table[i].seqs.set(seqs[s]);
            strides.emplace(seqs[s], strides[seqs[0]]);
        }
    }
    return i;
}

uint32_t reservoir::take_recent(llama_seq_id seq, llama_pos pos) {
    const uint32_t i = ring(index_of(seq, pos));
    put(i, seq, pos);
    return i;
}

bool reservoir::drawn(llama_pos index, uint32_t above, uint32_t stride) {
    for (uint32_t level = 1; (1u << level) <= stride; ++level) {
        if ((1u << level) > above && !wins(index, level)) {
            return false;
        }
    }
    return true;
}

uint32_t reservoir::place(llama_seq_id seq, llama_pos index) {
    const uint32_t stride = strides.emplace(seq, 1).first->second;
    return drawn(index, 1, stride) ? put_back(seq, index) : extra();
}

uint32_t reservoir::put_back(llama_seq_id seq, llama_pos index) {
    if (uniform == 0) {
        return extra();
    }

    const uint32_t & stride = strides.emplace(seq, 1).first->second;
    const uint32_t   before = stride;

    while (drawn(index, before, stride)) {
        uint32_t free = uniform;
        for (uint32_t i = 0; i < uniform; ++i) {
            if (table[i].index == index && table[i].seqs.test(seq) && table[i].seqs.count() == 1) {
                return i; // decoded again
            }
            if (free == uniform && table[i].seqs.none()) {
                free = i;
            }
        }
        if (free < uniform) {
            return free;
        }
        if (!thin()) {
            break;
        }
    }

    return extra();
}

reservoir reservoir::draft() const {
    reservoir res;
    res.uniform = uniform;
    res.recent  = recent;
    res.table   = table;
    res.strides = strides;
    res.moves   = moves;
    return res;
}

void reservoir::adopt(reservoir && draft) {
    table   = std::move(draft.table);
    strides = std::move(draft.strides);
    moves   = std::move(draft.moves);
}

bool reservoir::thin() {
    std::map<llama_seq_id, uint32_t> n;
    for (uint32_t i = 0; i < uniform; ++i) {
        for (const auto & [s, _] : strides) {
            n[s] += table[i].seqs.test(s);
        }
    }
    const llama_seq_id most = std::max_element(n.begin(), n.end(),
            [](const auto & a, const auto & b) { return a.second < b.second; })->first;

    uint32_t & stride = strides[most];
    if (stride >= MAX_STRIDE) {
        return false;
    }
    const uint32_t level = level_of(stride) + 1;

    // pairs of samples whose two ranges become one
    std::map<llama_pos, std::vector<uint32_t>> ranges;
    for (uint32_t i = 0; i < uniform; ++i) {
        if (table[i].seqs.test(most)) {
            ranges[table[i].index >> level].push_back(i);
        }
    }
    std::vector<std::pair<uint64_t, llama_pos>> pairs;
    for (const auto & [range, samples] : ranges) {
        if (samples.size() > 1) {
            pairs.emplace_back(draw(level, range), range);
        }
    }
    if (pairs.empty()) {
        stride *= 2; // what is left of a pair whose other one is still to come
        for (uint32_t i = 0; i < uniform; ++i) {
            if (table[i].seqs.test(most) && !wins(table[i].index, level)) {
                table[i].seqs.reset(most);
            }
        }
        return true;
    }
    std::sort(pairs.begin(), pairs.end());
    pairs.resize(std::min<size_t>(pairs.size(), std::max(1u, uniform/THINNED_PART)));
    for (const auto & [_, range] : pairs) {
        const auto & samples = ranges[range];
        const auto   stays   = std::find_if(samples.begin(), samples.end(), [&](uint32_t i) { return wins(table[i].index, level); });
        for (const uint32_t i : samples) {
            if (i != (stays == samples.end() ? samples.front() : *stays)) {
                table[i].seqs.reset(most);
            }
        }
    }
    return true;
}

void reservoir::drop(llama_seq_id seq, llama_pos p0, llama_pos p1) {
    for (auto & s : table) {
        if (s.seqs.any() && s.pos >= p0 && s.pos < p1) {
            if (seq < 0) {
                s.seqs.reset();
            } else {
                s.seqs.reset(seq);
            }
        }
    }
    forget_idle();
}

void reservoir::forget_idle() {
    const auto forget = [&](auto & of_sequence) {
        for (auto it = of_sequence.begin(); it != of_sequence.end();) {
            const bool any = std::any_of(table.begin(), table.end(), [&](const slot & s) { return s.seqs.test(it->first); });
            it = any ? std::next(it) : of_sequence.erase(it);
        }
    };
    forget(strides);
    forget(moves);
}

void reservoir::share(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) {
    for (uint32_t i = 0; i < table.size(); ++i) {
        auto & s = table[i];
        if (s.seqs.test(src) && s.pos >= p0 && s.pos < p1) {
            s.seqs.set(dst);
        }
    }
    const auto it = strides.find(src);
    if (it != strides.end()) {
        strides[dst] = it->second;
        moves  [dst] = moved_by(src);
    }
}

void reservoir::clear() {
    for (auto & s : table) {
        s = {};
    }
    strides.clear();
    moves.clear();
}

void reservoir::keep(llama_seq_id seq) {
    for (auto & s : table) {
        const bool has = s.seqs.test(seq);
        s.seqs.reset();
        s.seqs.set(seq, has);
    }
    forget_idle();
}

void reservoir::move(llama_seq_id seq, const std::function<llama_pos(llama_pos)> & map, llama_pos by) {
    for (auto & s : table) {
        if (!s.seqs.test(seq) || map(s.pos) == s.pos) {
            continue;
        }
        if (s.seqs.count() > 1 || map(s.pos) < 0) {
            s.seqs.reset(seq); // stays the others' sample, or goes with its token
        } else {
            s.pos = map(s.pos);
        }
    }
    moves[seq] = (llama_pos) std::clamp<int64_t>((int64_t) moved_by(seq) + by, 0, MAX_MOVED);
}

std::vector<std::pair<llama_seq_id, reservoir::sequence>> reservoir::sequences() const {
    std::vector<std::pair<llama_seq_id, sequence>> res;
    for (const auto & [seq, stride] : strides) {
        res.push_back({ seq, { stride, moved_by(seq) } });
    }
    return res;
}

std::vector<std::pair<llama_pos, uint32_t>> reservoir::rows_of(llama_seq_id seq, bool of_ring) const {
    std::vector<std::pair<llama_pos, uint32_t>> res;
    const uint32_t i0 = of_ring ? uniform : 0;
    const uint32_t i1 = of_ring ? uniform + recent : uniform;
    for (uint32_t i = i0; i < i1; ++i) {
        if (table[i].seqs.test(seq)) {
            res.emplace_back(table[i].pos, i);
        }
    }
    // tokens of a squeezed past may share a position
    std::sort(res.begin(), res.end(), [&](const auto & a, const auto & b) { return table[a.second].index < table[b.second].index; });
    return res;
}

} // namespace compaction
