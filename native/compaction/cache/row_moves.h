// Rows on their way from one layout of the pool to the next: in host memory by functions of the CPU backend, which take
// over what is stored in the same way and share the rest evenly between threads; elsewhere as graphs.
#pragma once

#include "pool_layout.h"

#include "../compute/runner.h"

namespace compaction {

// centers for the heads that are to have one and have none yet; live: cells that stay. false: the backend failed
bool find_centers(runner & run, const pool_layout & layout, std::vector<head_plan> & plans, const std::vector<uint32_t> & live);

// Rows in use of a layer from where they are now to their places in `next`, converted; plans [n_head_kv]. false: the backend
// failed
bool move_rows(runner & run, const pool_layout & layout, uint32_t ikv, const head_plan * plans, const std::vector<uint32_t> & live,
        const layer_pool & next);

// only the memory that this would take; false: there is none
bool reserve_move(runner & run, const pool_layout & layout, uint32_t ikv, const head_plan * plans, const std::vector<uint32_t> & live,
        const layer_pool & next);

} // namespace compaction
