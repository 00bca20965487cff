// How far after the context the reference queries are asked from.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace compaction {

// Distance of the i-th query, in [0, span): spread evenly in logarithm, since what comes soon is asked most and what is
// near differs most in what it attends to. The golden ratio's multiples keep that spread even over any stretch of the
// queries, so that distance does not go with a query's own place in the context.
inline int32_t future_offset(size_t i, int32_t span) {
    const double part = std::fmod((double) i*0.61803398874989485, 1.0);
    const double most = (double) std::max(span, 1);
    return (int32_t) std::min(std::pow(most + 1.0, part) - 1.0, most - 1.0);
}

} // namespace compaction
