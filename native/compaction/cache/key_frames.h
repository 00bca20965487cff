// The frames under which heads' quantized keys are stored: a center that is taken off them, and a factor for each dimension.
#pragma once

#include "pool_layout.h"
#include "reservoir.h"

#include "../compute/runner.h"

namespace compaction {

// Centers for the heads that are to have one and have none yet, and balances for those whose keys are to be quantized; live: cells
// that stay; joining: rows that come in, whose own are taken where they suit the rows there are. false: the backend failed
bool find_frames(runner & run, const pool_layout & layout, const reservoir & queries, std::vector<head_plan> & plans,
        const std::vector<uint32_t> & live, const arrivals * joining);

} // namespace compaction
