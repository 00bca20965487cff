// Products of rows of three and two bits with rows of q8_0, for attention by ggml's own nodes: as devices compute it, which are
// compared with the processor (cache/parts_check.h). Rows in RAM are read by the functions beside this file. In C as ggml is.
#ifndef LLAMA_COMPACT_FEW_BITS_PRODUCTS_H
#define LLAMA_COMPACT_FEW_BITS_PRODUCTS_H

#include "../compute/few_bits.h"

// of 64 levels with as many numbers of eight bits in two blocks
static inline float product_of_64(const int8_t * levels, const block_q8_0 * y) {
    float res = 0.0f;
    for (int half = 0; half < QK_N/QK8_0; ++half) {
        int32_t sum = 0;
        for (int j = 0; j < QK8_0; ++j) {
            sum += levels[half*QK8_0 + j]*y[half].qs[j];
        }
        res += ggml_fp16_to_fp32(y[half].d)*(float) sum;
    }
    return res;
}

static inline void ggml_vec_dot_n3_0_q8_0(int n, float * s, size_t bs, const void * vx, size_t bx, const void * vy, size_t by, int nrc) {
    assert(n % QK_N == 0 && nrc == 1);
    (void) bs; (void) bx; (void) by; (void) nrc;
    const block_n3_0 * x   = (const block_n3_0 *) vx;
    const block_q8_0 * y   = (const block_q8_0 *) vy;
    float              sum = 0.0f;
    for (int i = 0; i < n/QK_N; ++i) {
        int8_t levels[QK_N];
        for (int j = 0; j < QK_N; ++j) {
            levels[j] = levels_n3[three_bits(x[i].qs, x[i].qh, j)];
        }
        sum += ggml_fp16_to_fp32(x[i].d)*product_of_64(levels, y + i*(QK_N/QK8_0));
    }
    *s = sum;
}

static inline void ggml_vec_dot_n2_0_q8_0(int n, float * s, size_t bs, const void * vx, size_t bx, const void * vy, size_t by, int nrc) {
    assert(n % QK_N == 0 && nrc == 1);
    (void) bs; (void) bx; (void) by; (void) nrc;
    const block_n2_0 * x   = (const block_n2_0 *) vx;
    const block_q8_0 * y   = (const block_q8_0 *) vy;
    float              sum = 0.0f;
    for (int i = 0; i < n/QK_N; ++i) {
        int8_t levels[QK_N];
        for (int j = 0; j < QK_N; ++j) {
            levels[j] = levels_n2[two_bits(x[i].qs, j)];
        }
        sum += ggml_fp16_to_fp32(x[i].d)*product_of_64(levels, y + i*(QK_N/QK8_0));
    }
    *s = sum;
}

#endif
