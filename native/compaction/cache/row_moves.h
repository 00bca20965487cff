// Rows on their way from one layout of the pool to the next: in host memory by functions of the CPU backend, which take
// over what is stored in the same way and share the rest evenly between threads; elsewhere as graphs.
#pragma once

#include "pool_layout.h"

#include "../compute/runner.h"
#include "../cpu/host_functions.h"

namespace compaction {

// Moves the rows in use, a layer at a time, from where they are now to their places in a layer of the next layout, converted.
class row_mover {
public:
    // joining: rows that come in beside those of the layout; nullptr: none
    row_mover(runner & run, const pool_layout & layout, const std::vector<uint32_t> & live, const arrivals * joining)
        : run(run), layout(layout), live(live), joining(joining) {}

    // Once it was rehearsed the layer's move cannot fail: it needs neither memory nor a graph. Not so where graphs move
    bool is_certain(uint32_t ikv, const head_plan * plans) const; // plans [n_head_kv]

    // Takes the memory that the move will take, and computes one graph of it; what is in `next` afterwards has no meaning.
    // LLAMA_COMPACT_ERR_*: there is none, or the backend failed
    int32_t rehearse(uint32_t ikv, const head_plan * plans, const layer_pool & next);

    // false: the backend failed
    bool move(uint32_t ikv, const head_plan * plans, const layer_pool & next);

private:
    void collect(uint32_t ikv, const head_plan * plans, const layer_pool & next);

    const host_scratch * scratch(uint32_t ikv) const; // to convert a row in

    std::vector<int32_t> sources(uint32_t ikv, uint32_t h, const head_plan & plan) const;
    int32_t move_by_graphs(uint32_t ikv, const head_plan * plans, const layer_pool & next, bool rehearsal);

    runner & run;
    const pool_layout & layout;
    const std::vector<uint32_t> & live; // cells that stay, in their new order
    const arrivals * joining;

    std::vector<host_move> moves;     // of the layer at hand
    std::vector<int32_t>   ascending; // 0, 1, ...: indices of rows that arrive or were fitted
};

} // namespace compaction
