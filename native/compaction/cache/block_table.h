// The compacted blocks of a cache: which tokens each stands for, and which sequences carry it. Its rows lie in the regions
// of the pool (pool_layout), in the order of this table.
//
// Nobody carries a dead block: its rows have no weight and are given back when the pool is laid out next.
#pragma once

#include "llama-kv-cells.h"

#include <utility>
#include <vector>

namespace compaction {

using seq_set_t = llama_kv_cells::seq_set_t;

// f(sequence) for each of them; goes no further than the last, as there may be hundreds and most sets have one
template <typename F>
void for_each_seq(const seq_set_t & seqs, F f) {
    size_t n = seqs.count();
    for (llama_seq_id s = 0; n > 0; ++s) {
        if (seqs.test(s)) {
            f(s);
            --n;
        }
    }
}

struct block {
    seq_set_t seqs;
    llama_pos p0;
    llama_pos p1;
    uint32_t  n_tokens; // may be more than positions, once they were squeezed; 0: dead, and its rows are silenced
};

// ranges [first, last) of adjacent blocks that the same sequences carry; dead blocks join any
using block_group = std::pair<size_t, size_t>;
std::vector<block_group> block_groups(const std::vector<block> & blocks);

// The order [n] in which the blocks of the same sequences are adjacent: as few groups as there are kinds of carriers. Blocks
// that are so already stay where they are.
std::vector<size_t> by_carriers(const std::vector<block> & blocks);

// how many different sets of sequences carry blocks
size_t n_carriers(const std::vector<block> & blocks);

constexpr llama_pos LAST_POSITION = 1 << 30; // no sequence is as long, and sums of positions stay numbers

// groups that a new layout has at most, and that sequences may make of them later, one after another: graphs have room for these
constexpr size_t MAX_GROUPS       = 8;
constexpr size_t MAX_GROUPS_LATER = 16;

class block_table {
public:
    const std::vector<block> & all() const { return blocks; }

    size_t        size() const { return blocks.size(); }
    const block & operator[](size_t i) const { return blocks[i]; }
    auto begin() const { return blocks.begin(); }
    auto end()   const { return blocks.end(); }

    bool      any_carried() const;
    llama_pos pos_min(llama_seq_id seq) const; // of the blocks a sequence carries; -1: none
    llama_pos pos_max(llama_seq_id seq) const;

    // positions [p0, p1) of a sequence (< 0: of any) would cut a block
    bool cut_by(llama_seq_id seq, llama_pos p0, llama_pos p1) const;

    std::vector<block_group> groups() const { return block_groups(blocks); }
    seq_set_t                carriers(const block_group & group) const;

    // -- true: somebody's blocks changed

    bool remove(llama_seq_id seq, llama_pos p0, llama_pos p1); // seq < 0: of everybody
    bool copy  (llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1); // the range may not cut a block
    bool keep  (llama_seq_id seq);
    bool remove_all();

    // marks the blocks that nobody carries any more as dead; which those are
    std::vector<size_t> bury();

    void replace(std::vector<block> by) { blocks = std::move(by); }

private:
    std::vector<block> blocks;
};

} // namespace compaction
