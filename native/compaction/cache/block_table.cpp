#include "block_table.h"

#include <algorithm>

namespace compaction {

std::vector<block_group> block_groups(const std::vector<block> & blocks) {
    std::vector<block_group> res;
    const block * last = nullptr; // block that tells who carries the group; nullptr: all dead so far
    for (size_t i = 0; i < blocks.size(); ++i) {
        const bool dead = blocks[i].seqs.none();
        if (!res.empty() && (dead || !last || last->seqs == blocks[i].seqs)) {
            res.back().second = i + 1;
        } else {
            res.emplace_back(i, i + 1);
            last = nullptr;
        }
        if (!dead) {
            last = &blocks[i];
        }
    }
    return res;
}

std::vector<size_t> by_carriers(const std::vector<block> & blocks) {
    std::vector<size_t> res;
    std::vector<bool>   taken(blocks.size(), false);
    for (size_t i = 0; i < blocks.size(); ++i) {
        for (size_t j = i; j < blocks.size() && !taken[i]; ++j) {
            if (blocks[j].seqs == blocks[i].seqs) {
                res.push_back(j);
            }
        }
        for (const size_t j : res) {
            taken[j] = true;
        }
    }
    return res;
}

size_t n_carriers(const std::vector<block> & blocks) {
    std::vector<seq_set_t> seen;
    for (const auto & b : blocks) {
        if (b.seqs.any() && std::find(seen.begin(), seen.end(), b.seqs) == seen.end()) {
            seen.push_back(b.seqs);
        }
    }
    return seen.size();
}

bool block_table::any_carried() const {
    return std::any_of(blocks.begin(), blocks.end(), [](const block & b) { return b.seqs.any(); });
}

llama_pos block_table::pos_min(llama_seq_id seq) const {
    llama_pos res = -1;
    for (const auto & b : blocks) {
        if (b.seqs.test(seq)) {
            res = res < 0 ? b.p0 : std::min(res, b.p0);
        }
    }
    return res;
}

llama_pos block_table::pos_max(llama_seq_id seq) const {
    llama_pos res = -1;
    for (const auto & b : blocks) {
        if (b.seqs.test(seq)) {
            res = std::max(res, b.p1 - 1);
        }
    }
    return res;
}

bool block_table::cut_by(llama_seq_id seq, llama_pos p0, llama_pos p1) const {
    return std::any_of(blocks.begin(), blocks.end(), [&](const block & b) {
        const bool carried = seq < 0 ? b.seqs.any() : b.seqs.test(seq);
        return carried && p0 < b.p1 && p1 > b.p0 && !(p0 <= b.p0 && p1 >= b.p1);
    });
}

seq_set_t block_table::carriers(const block_group & group) const {
    seq_set_t res;
    for (size_t i = group.first; i < group.second; ++i) {
        res |= blocks[i].seqs;
    }
    return res;
}

bool block_table::remove(llama_seq_id seq, llama_pos p0, llama_pos p1) {
    bool changed = false;
    for (auto & b : blocks) {
        if (p0 <= b.p0 && p1 >= b.p1 && b.seqs.any()) {
            if (seq < 0) {
                b.seqs.reset();
            } else {
                b.seqs.reset(seq);
            }
            changed = true;
        }
    }
    return changed;
}

bool block_table::copy(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) {
    bool changed = false;
    for (auto & b : blocks) {
        if (b.seqs.test(src) && p0 <= b.p0 && p1 >= b.p1) {
            b.seqs.set(dst);
            changed = true;
        }
    }
    return changed;
}

bool block_table::keep(llama_seq_id seq) {
    for (auto & b : blocks) {
        const bool has = b.seqs.test(seq);
        b.seqs.reset();
        b.seqs.set(seq, has);
    }
    return !blocks.empty();
}

bool block_table::remove_all() {
    for (auto & b : blocks) {
        b.seqs.reset();
    }
    return !blocks.empty();
}

std::vector<size_t> block_table::bury() {
    std::vector<size_t> res;
    for (size_t i = 0; i < blocks.size(); ++i) {
        if (blocks[i].seqs.none() && blocks[i].n_tokens > 0) {
            blocks[i].n_tokens = 0;
            res.push_back(i);
        }
    }
    return res;
}

} // namespace compaction
