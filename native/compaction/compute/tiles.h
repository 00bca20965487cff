// A matrix product in tiles that stay in registers, for what is solved on the host.
#pragma once

#include <cstddef>

namespace compaction {

constexpr size_t TILE_ROWS = 6;
constexpr size_t TILE_COLS = 16;

// c [TILE_ROWS, TILE_COLS] -= a [TILE_ROWS, k] b [k, TILE_COLS]; rows lie ldc, lda and ldb numbers apart
void subtract_product(float * c, size_t ldc, const float * a, size_t lda, const float * b, size_t ldb, size_t k);

} // namespace compaction
