// What attention is fast for, by the device that holds a layer: pairs of row types, and rows of two parts.
#pragma once

#include "stock_cache.h"

namespace compaction {

// true where its flash attention has kernels of its own for the pair; others convert all rows at every token
bool is_fast_pair(const layer_info & l, ggml_type type_k, ggml_type type_v);

// ... but for block rows that live rows lie apart from alone
bool attends_in_parts_alone(const layer_info & l, ggml_type type_k, ggml_type type_v);

// Does its flash attention take block rows and live rows as two parts of types of their own (patch 0024), for so many queries? Of the
// types that live rows have then, and each of the fast pairs: those of four bits and more, or the others. Where queries are many, one row
// of a mask stands for all of them.
bool attends_in_parts(const layer_info & l, int64_t n_queries, float softcap, bool few_bits);

} // namespace compaction
