// Rows of two and three bits, for block rows in host memory: ggml types of our own (native/patches), in C as ggml is.
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

// What a scale d makes of 64 numbers: the levels [64] nearest to them, their products with the numbers and their squares, summed
static inline void few_bits_nearest(const float * x, const int8_t * levels, int n, float d, float * level, float * with_x, float * own) {
    for (int j = 0; j < QK_N; ++j) {
        level[j] = (float) levels[0];
    }
    for (int i = 1; i < n; ++i) {
        const float edge = 0.5f*d*(float) (levels[i - 1] + levels[i]);
        const float step = (float) (levels[i] - levels[i - 1]);
        for (int j = 0; j < QK_N; ++j) {
            level[j] += x[j] > edge ? step : 0.0f;
        }
    }
    float products[16] = { 0 }, squares[16] = { 0 }; // in lanes, as compilers leave the order of sums alone
    for (int j = 0; j < QK_N; j += 16) {
        for (int k = 0; k < 16; ++k) {
            products[k] += level[j + k]*x[j + k];
            squares [k] += level[j + k]*level[j + k];
        }
    }
    *with_x = *own = 0.0f;
    for (int k = 0; k < 16; ++k) {
        *with_x += products[k];
        *own    += squares[k];
    }
}

// The indices of the n levels nearest to 64 numbers by the scale that loses least, as far as two steps find it; the scale to store
static inline float few_bits_encode(const float * x, const int8_t * levels, int n, uint8_t * idx) {
    const float top = n == 4 ? 1.510f : 2.152f; // normal numbers' largest level, by their root mean square

    float squares[16] = { 0 }, square = 0.0f;
    for (int j = 0; j < QK_N; ++j) {
        squares[j % 16] += x[j]*x[j];
    }
    for (int k = 0; k < 16; ++k) {
        square += squares[k];
    }
    float scale = sqrtf(square/QK_N)*top/127.0f;
    memset(idx, 0, QK_N);
    if (!(scale > 0.0f) || !isfinite(scale)) {
        return 0.0f;
    }
    float level[QK_N], with_x, own;
    few_bits_nearest(x, levels, n, scale, level, &with_x, &own);
    few_bits_nearest(x, levels, n, with_x/own, level, &with_x, &own);
    for (int i = 1; i < n; ++i) {
        for (int j = 0; j < QK_N; ++j) {
            idx[j] += level[j] >= (float) levels[i];
        }
    }
    return sqrtf(square/own);
}

static inline void pack_two_bits(const uint8_t * idx, uint8_t * qs) {
    for (int j = 0; j < QK_N/4; ++j) {
        qs[j] = (uint8_t) ((idx[j] & 3) | (idx[j + 16] & 3) << 2 | (idx[j + 32] & 3) << 4 | (idx[j + 48] & 3) << 6);
    }
}

static inline int two_bits(const uint8_t * qs, int j) {
    return qs[j%16] >> 2*(j/16) & 3;
}

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
        memset(y[i].qh, 0, sizeof(y[i].qh));
        for (int j = 0; j < QK_N; ++j) {
            y[i].qh[j/8] |= (uint8_t) ((idx[j] >> 2) << j%8);
        }
    }
}

static inline void dequantize_row_n3_0(const block_n3_0 * x, float * y, int64_t k) {
    for (int64_t i = 0; i < k/QK_N; ++i) {
        const float d = ggml_fp16_to_fp32(x[i].d);
        for (int j = 0; j < QK_N; ++j) {
            y[i*QK_N + j] = d*(float) levels_n3[two_bits(x[i].qs, j) | (x[i].qh[j/8] >> j%8 & 1) << 2];
        }
    }
}

#endif
