// Which pairs of row types attention is fast for, by the device that holds a layer.
#pragma once

#include "stock_cache.h"

namespace compaction {

// true where its flash attention has kernels of its own for the pair; others convert all rows at every token
bool is_fast_pair(const layer_info & l, ggml_type type_k, ggml_type type_v);

} // namespace compaction
