#include "host_functions.h"

#include "rows.h"

#include "simd-gemm.h"

#include <algorithm>

namespace compaction {

namespace {

constexpr int64_t WIDTH  = MULTIPLY_WIDTH;
constexpr int64_t HEIGHT = MULTIPLY_HEIGHT;
constexpr int64_t DEPTH  = MULTIPLY_DEPTH;

// rows [n0, n1) of the result, numbers [m0, m0 + width): sums over k of b[n, k] a[m, k]
void product(const float * a, const float * b, float * c, int64_t n_k, int64_t n_m, int64_t m0, int64_t width, int64_t n0, int64_t n1, float * scratch) {
    float * packed_a = scratch;
    float * packed_b = packed_a + DEPTH*WIDTH;
    float * sums     = packed_b + DEPTH*HEIGHT;

    std::fill_n(sums, (n1 - n0)*width, 0.0f);
    for (int64_t k0 = 0; k0 < n_k; k0 += DEPTH) {
        const int64_t depth = std::min(DEPTH, n_k - k0);
        for (int64_t m = 0; m < width; ++m) {
            const float * from = a + (m0 + m)*n_k + k0;
            for (int64_t k = 0; k < depth; ++k) {
                packed_a[k*width + m] = from[k];
            }
        }
        for (int64_t n = n0; n < n1; n += HEIGHT) {
            const int64_t height = std::min(HEIGHT, n1 - n);
            for (int64_t i = 0; i < height; ++i) {
                std::copy_n(b + (n + i)*n_k + k0, depth, packed_b + i*depth);
            }
            simd_gemm(sums + (n - n0)*width, packed_b, packed_a, (int) height, (int) depth, (int) width);
        }
    }
    for (int64_t n = n0; n < n1; ++n) {
        std::copy_n(sums + (n - n0)*width, width, c + n*n_m + m0);
    }
}

} // namespace

void multiply(ggml_tensor * dst, int ith, int nth, void * data) {
    const ggml_tensor * a = dst->src[0];
    const ggml_tensor * b = dst->src[1];
    GGML_ASSERT(ggml_is_contiguous(a) && ggml_is_contiguous(b) && a->ne[0] == b->ne[0]);

    const int64_t n_k = a->ne[0], n_m = a->ne[1], n_n = b->ne[1];
    const bool    symmetric = a == b;
    float       * c = (float *) dst->data;

    // some tasks for each thread
    const int64_t n_tiles = (n_m + WIDTH - 1)/WIDTH;
    const int64_t n_parts = std::max<int64_t>(1, 4*nth/n_tiles);
    const int64_t height  = nth == 1 ? n_n : GGML_PAD((n_n + n_parts - 1)/n_parts, HEIGHT);

    float * scratch = scratch_of(static_cast<const host_scratch *>(data), ith, multiply_floats(std::min(height, n_n)));

    int64_t task = 0;
    for (int64_t m0 = 0; m0 < n_m; m0 += WIDTH) {
        const int64_t width = std::min(WIDTH, n_m - m0);
        for (int64_t n = symmetric ? m0 : 0; n < n_n; n += height, ++task) {
            const int64_t end = std::min(n + height, n_n);
            if ((task/nth % 2 == 0 ? task % nth : nth - 1 - task % nth) != ith) { // back and forth, as tasks get smaller
                continue;
            }
            product((const float *) a->data, (const float *) b->data, c, n_k, n_m, m0, width, n, end, scratch);
            for (int64_t i = n; symmetric && i < end; ++i) {
                for (int64_t m = 0; m < width && m0 + m < i; ++m) {
                    c[(m0 + m)*n_m + i] = c[i*n_m + m0 + m];
                }
            }
        }
    }
}

} // namespace compaction
