// Checks of what the caller asks for.
#pragma once

#include "../cache/pool_layout.h"

#include "../llama-compact.h"

namespace compaction {

// nullptr, or what is wrong with the parameters
const char * invalid(const pool_layout & layout, const llama_compact_params & params);

} // namespace compaction
