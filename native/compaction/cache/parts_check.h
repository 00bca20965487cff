// Whether a device computes attention over rows of two parts as the processor does. What a driver says it can do, it need not do right,
// and a wrong sum would be seen in replies alone.
#pragma once

#include "stock_cache.h"

namespace compaction {

constexpr int64_t MANY_TOKENS = 64; // of a long batch, whose log-weights are one row

// Computes a small case once for each device, size of heads and kind of batch, and compares it. True without a look where the processor
// itself computes.
bool computes_parts(const layer_info & l, bool many);

// ... and with block rows of three and two bits, which it has to round, too; `many`: long batches as well
bool computes_few_bits(const layer_info & l, bool many);

// ... and with block rows of one pair of types, for a token or two
bool computes_pair(const layer_info & l, ggml_type type_k, ggml_type type_v);

} // namespace compaction
