// Rows of two and three bits, for block rows: ggml types of our own (native/patches), in C as ggml is.
//
// Rotated rows are close to normally distributed, so numbers are stored as the nearest of the levels that lose least of such
// numbers (Max 1960, Lloyd 1982), times a scale per 64 of them: a mean square error of 0.12 and 0.03 of the numbers' own, where
// q4_0 has 0.007 in twice and half again the bytes. Levels are integers of eight bits, as vector units look them up. The nearest
// levels are shorter than what they stand for, and sums over many rows would be; so the scale keeps the length of the 64 numbers.
#ifndef LLAMA_COMPACT_FEW_BITS_H
#define LLAMA_COMPACT_FEW_BITS_H

#include "ggml.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define QK_N 64

typedef struct {
    ggml_fp16_t d;         // scale of the levels
    uint8_t     qs[QK_N/4]; // number j: bits 2*(j/16) and the one above of byte j%16
} block_n2_0;

typedef struct {
    ggml_fp16_t d;
    uint8_t     qs[QK_N/4]; // the lower two bits, the same
    uint8_t     qh[QK_N/8]; // the third: bit j%8 of byte j/8
} block_n3_0;

static const int8_t levels_n2[4] = { -127, -38, 38, 127 };
static const int8_t levels_n3[8] = { -127, -79, -45, -14, 14, 45, 79, 127 };

// The loops below are for compilers to make vectors of, which takes numbers of levels that are constants where they are used
#if defined(FEW_BITS_DEVICE) // what a device's compiler calls functions
#define FEW_BITS_INLINE static FEW_BITS_DEVICE
#elif defined(__GNUC__) || defined(__clang__)
#define FEW_BITS_INLINE static inline __attribute__((always_inline))
#else
#define FEW_BITS_INLINE static inline
#endif

// Of `half` positive levels times d, the index [64] of the one nearest to each of 64 numbers without their signs; the levels' products
// with the numbers and their squares, summed
FEW_BITS_INLINE void few_bits_nearest(
        const float * x, const int8_t * levels, int half, float d, int32_t * nearest, float * with_x, float * own) {
    float products[16] = { 0 }, squares[16] = { 0 }; // in lanes, as compilers leave the order of sums alone
    for (int j = 0; j < QK_N; j += 16) {
        for (int k = 0; k < 16; ++k) {
            float   level = (float) levels[0];
            int32_t count = 0;
            for (int i = 1; i < half; ++i) {
                const bool above = x[j + k] > 0.5f*d*(float) (levels[i - 1] + levels[i]);
                level += above ? (float) (levels[i] - levels[i - 1]) : 0.0f;
                count += above;
            }
            nearest [j + k]  = count;
            products[k]     += level*x[j + k];
            squares [k]     += level*level;
        }
    }
    *with_x = *own = 0.0f;
    for (int k = 0; k < 16; ++k) {
        *with_x += products[k];
        *own    += squares[k];
    }
}

// The indices of the n levels nearest to 64 numbers by the scale that loses least, as far as two steps find it; the scale to store
FEW_BITS_INLINE float few_bits_encode(const float * x, const int8_t * levels, int n, uint8_t * idx) {
    const float top = n == 4 ? 1.510f : 2.152f; // normal numbers' largest level, by their root mean square

    float size[QK_N], squares[16] = { 0 }, square = 0.0f;
    for (int j = 0; j < QK_N; j += 16) {
        for (int k = 0; k < 16; ++k) {
            size[j + k]  = fabsf(x[j + k]);
            squares[k]  += x[j + k]*x[j + k];
        }
    }
    for (int k = 0; k < 16; ++k) {
        square += squares[k];
    }
    const float scale = sqrtf(square/QK_N)*top/127.0f;
    if (!(scale > 0.0f) || !isfinite(scale)) {
        memset(idx, 0, QK_N);
        return 0.0f;
    }
    int32_t nearest[QK_N];
    float with_x, own;
    few_bits_nearest(size, levels + n/2, n/2, scale,      nearest, &with_x, &own);
    few_bits_nearest(size, levels + n/2, n/2, with_x/own, nearest, &with_x, &own);
    for (int j = 0; j < QK_N; ++j) {
        idx[j] = (uint8_t) (x[j] < 0.0f ? n/2 - 1 - nearest[j] : n/2 + nearest[j]);
    }
    return sqrtf(square/own);
}

FEW_BITS_INLINE void pack_two_bits(const uint8_t * idx, uint8_t * qs) {
    for (int j = 0; j < QK_N/4; ++j) {
        qs[j] = (uint8_t) ((idx[j] & 3) | (idx[j + 16] & 3) << 2 | (idx[j + 32] & 3) << 4 | (idx[j + 48] & 3) << 6);
    }
}

// the third bits of 64 indices
FEW_BITS_INLINE void pack_third_bits(const uint8_t * idx, uint8_t * qh) {
    for (int j = 0; j < QK_N/8; ++j) { // of eight bytes, moved next to each other
        uint64_t eight;
        memcpy(&eight, idx + 8*j, sizeof(eight));
        qh[j] = (uint8_t) ((eight >> 2 & 0x0101010101010101u)*0x0102040810204080u >> 56);
    }
}

FEW_BITS_INLINE int two_bits(const uint8_t * qs, int j) {
    return qs[j%16] >> 2*(j/16) & 3;
}

FEW_BITS_INLINE int three_bits(const uint8_t * qs, const uint8_t * qh, int j) {
    return two_bits(qs, j) | (qh[j/8] >> j%8 & 1) << 2;
}

#ifndef FEW_BITS_DEVICE

static inline void quantize_row_n2_0(const float * x, block_n2_0 * y, int64_t k) {
    assert(k % QK_N == 0);
    for (int64_t i = 0; i < k/QK_N; ++i) {
        uint8_t idx[QK_N];
        y[i].d = ggml_fp32_to_fp16(few_bits_encode(x + i*QK_N, levels_n2, 4, idx));
        pack_two_bits(idx, y[i].qs);
    }
}

static inline void dequantize_row_n2_0(const block_n2_0 * x, float * y, int64_t k) {
    for (int64_t i = 0; i < k/QK_N; ++i) {
        const float d = ggml_fp16_to_fp32(x[i].d);
        for (int j = 0; j < QK_N; ++j) {
            y[i*QK_N + j] = d*(float) levels_n2[two_bits(x[i].qs, j)];
        }
    }
}

static inline void quantize_row_n3_0(const float * x, block_n3_0 * y, int64_t k) {
    assert(k % QK_N == 0);
    for (int64_t i = 0; i < k/QK_N; ++i) {
        uint8_t idx[QK_N];
        y[i].d = ggml_fp32_to_fp16(few_bits_encode(x + i*QK_N, levels_n3, 8, idx));
        pack_two_bits(idx, y[i].qs);
        pack_third_bits(idx, y[i].qh);
    }
}

static inline void dequantize_row_n3_0(const block_n3_0 * x, float * y, int64_t k) {
    for (int64_t i = 0; i < k/QK_N; ++i) {
        const float d = ggml_fp16_to_fp32(x[i].d);
        for (int j = 0; j < QK_N; ++j) {
            y[i*QK_N + j] = d*(float) levels_n3[three_bits(x[i].qs, x[i].qh, j)];
        }
    }
}

#endif

#endif
