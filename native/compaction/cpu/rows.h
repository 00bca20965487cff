// Rows of heads in the CPU backend: conversions and the rotation under which quantized rows are stored.
#pragma once

#include "host_functions.h"

#include "../compute/few_bits.h"
#include "../compute/hadamard.h"

#include "ggml-cpu.h"
#include "ggml-cpu-impl.h"
#include "quants.h"
#include "simd-mappings.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace compaction {

#if defined(__AVX2__)
// 32 numbers of eight bits, scaled; compilers unpack smaller ones into them at a third of the speed
inline void scaled(__m256i x, float d, float * y) {
    const __m256  by = _mm256_set1_ps(d);
    const __m128i halves[] = { _mm256_castsi256_si128(x), _mm256_extracti128_si256(x, 1) };
    for (int i = 0; i < 2; ++i) {
        _mm256_storeu_ps(y + 16*i,     _mm256_mul_ps(by, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(halves[i]))));
        _mm256_storeu_ps(y + 16*i + 8, _mm256_mul_ps(by, _mm256_cvtepi32_ps(_mm256_cvtepi8_epi32(_mm_srli_si128(halves[i], 8)))));
    }
}

// low nibbles of 16 bytes, then their high ones
inline __m256i nibbles(const uint8_t * qs) {
    const __m128i x = _mm_loadu_si128((const __m128i *) qs);
    return _mm256_and_si256(_mm256_set_m128i(_mm_srli_epi16(x, 4), x), _mm256_set1_epi8(0x0f));
}

// the first or second 32 of 64 numbers of two bits
inline __m256i two_bits_of(const uint8_t * qs, int half) {
    const __m128i x = _mm_srli_epi16(_mm_loadu_si128((const __m128i *) qs), 4*half);
    return _mm256_and_si256(_mm256_set_m128i(_mm_srli_epi16(x, 2), x), _mm256_set1_epi8(3));
}

// a table for _mm256_shuffle_epi8
inline __m256i levels_of(const int8_t * levels, size_t n) {
    int8_t table[16] = { 0 };
    memcpy(table, levels, n);
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *) table));
}

// bytes of ones where a bit is set
inline __m256i spread_bits(uint32_t bits) {
    const __m256i place = _mm256_set_epi64x(0x0303030303030303, 0x0202020202020202, 0x0101010101010101, 0);
    const __m256i every = _mm256_shuffle_epi8(_mm256_set1_epi32((int) bits), place);
    const __m256i bit   = _mm256_set1_epi64x((long long) 0x8040201008040201);
    return _mm256_cmpeq_epi8(_mm256_and_si256(every, bit), bit);
}
#endif

// the backend's own conversions are compiled for the machine; the library's are not
inline void row_to_float(ggml_type type, const char * x, float * GGML_RESTRICT y, int64_t n) {
    switch (type) {
        case GGML_TYPE_F32:
            memcpy(y, x, n*sizeof(float));
            break;
        case GGML_TYPE_F16:
            ggml_cpu_fp16_to_fp32((const ggml_fp16_t *) x, y, n);
            break;
        case GGML_TYPE_Q8_0: {
            const block_q8_0 * b = (const block_q8_0 *) x;
            for (int64_t i = 0; i < n/QK8_0; ++i) {
                const float d = GGML_CPU_FP16_TO_FP32(b[i].d);
                for (int j = 0; j < QK8_0; ++j) {
                    y[i*QK8_0 + j] = d*(float) b[i].qs[j];
                }
            }
        } break;
        case GGML_TYPE_Q5_0: {
            const block_q5_0 * b = (const block_q5_0 *) x;
            for (int64_t i = 0; i < n/QK5_0; ++i) {
                const float d = GGML_CPU_FP16_TO_FP32(b[i].d);
                uint32_t high; // the fifth bits
                memcpy(&high, b[i].qh, sizeof(high));
#if defined(__AVX2__)
                // without the fifth bit a number is 16 less: those bits of a negative one
                const __m256i minus = _mm256_andnot_si256(spread_bits(high), _mm256_set1_epi8((char) 0xf0));
                scaled(_mm256_or_si256(nibbles(b[i].qs), minus), d, y + i*QK5_0);
#else
                for (int j = 0; j < QK5_0/2; ++j) {
                    const int lo = (b[i].qs[j] & 0x0f) | (int) (((high >> j)               & 1) << 4);
                    const int hi = (b[i].qs[j] >> 4)   | (int) (((high >> (j + QK5_0/2)) & 1) << 4);
                    y[i*QK5_0 + j]           = d*(float) (lo - 16);
                    y[i*QK5_0 + j + QK5_0/2] = d*(float) (hi - 16);
                }
#endif
            }
        } break;
        case GGML_TYPE_Q4_0: {
            const block_q4_0 * b = (const block_q4_0 *) x;
            for (int64_t i = 0; i < n/QK4_0; ++i) {
                const float d = GGML_CPU_FP16_TO_FP32(b[i].d);
#if defined(__AVX2__)
                scaled(_mm256_sub_epi8(nibbles(b[i].qs), _mm256_set1_epi8(8)), d, y + i*QK4_0);
#else
                for (int j = 0; j < QK4_0/2; ++j) {
                    y[i*QK4_0 + j]           = d*(float) ((b[i].qs[j] & 0x0f) - 8);
                    y[i*QK4_0 + j + QK4_0/2] = d*(float) ((b[i].qs[j] >> 4)   - 8);
                }
#endif
            }
        } break;
#if defined(__AVX2__)
        case GGML_TYPE_N3_0: {
            const block_n3_0 * b = (const block_n3_0 *) x;
            const __m256i levels = levels_of(levels_n3, 8);
            for (int64_t i = 0; i < n/QK_N; ++i) {
                const float d = GGML_CPU_FP16_TO_FP32(b[i].d);
                for (int half = 0; half < 2; ++half) {
                    uint32_t high; // the third bits
                    memcpy(&high, b[i].qh + 4*half, sizeof(high));
                    const __m256i idx = _mm256_or_si256(two_bits_of(b[i].qs, half), _mm256_and_si256(spread_bits(high), _mm256_set1_epi8(4)));
                    scaled(_mm256_shuffle_epi8(levels, idx), d, y + i*QK_N + 32*half);
                }
            }
        } break;
        case GGML_TYPE_N2_0: {
            const block_n2_0 * b = (const block_n2_0 *) x;
            const __m256i levels = levels_of(levels_n2, 4);
            for (int64_t i = 0; i < n/QK_N; ++i) {
                const float d = GGML_CPU_FP16_TO_FP32(b[i].d);
                for (int half = 0; half < 2; ++half) {
                    scaled(_mm256_shuffle_epi8(levels, two_bits_of(b[i].qs, half)), d, y + i*QK_N + 32*half);
                }
            }
        } break;
#endif
        default:
            ggml_get_type_traits(type)->to_float(x, y, n);
    }
}

inline void row_from_float(ggml_type type, const float * x, char * y, int64_t n) {
    if (type == GGML_TYPE_F32) {
        memcpy(y, x, n*sizeof(float));
    } else {
        ggml_get_type_traits_cpu(type)->from_float(x, y, n);
    }
}

// where a thread computes, n numbers
inline float * scratch_of(const host_scratch * given, int thread, size_t n) {
    if (given && thread < given->n && n <= given->each) {
        return given->data + thread*given->each;
    }
    static thread_local std::vector<float> own;
    own.resize(std::max(own.size(), n + 16));
    return (float *) GGML_PAD((uintptr_t) own.data(), 64);
}

inline char    * row_at (const host_rows & r, int64_t i) { return i < r.n_own ? r.own + i*r.own_stride : r.data + (i - r.first)*r.stride; }
inline ggml_type type_at(const host_rows & r, int64_t i) { return i < r.n_own ? r.own_type : r.type; }

// a row as it is stored, in the cache's own space
inline void from_stored(const host_rows & r, float * dst) {
    hadamard_rotate(dst, r.d, r.had);
    for (int64_t c = 0; r.balance && c < r.d; ++c) {
        dst[c] /= r.balance[c];
    }
    for (int64_t c = 0; r.center && c < r.d; ++c) {
        dst[c] += r.center[c];
    }
}

// row i in the cache's own space
inline void load_row(const host_rows & r, int64_t i, float * dst) {
    row_to_float(type_at(r, i), row_at(r, i), dst, r.d);
    from_stored(r, dst);
}

// ... and back, as it is stored; the numbers in x are spent
inline void save_row(const host_rows & r, int64_t i, float * x) {
    for (int64_t c = 0; r.center && c < r.d; ++c) {
        x[c] -= r.center[c];
    }
    for (int64_t c = 0; r.balance && c < r.d; ++c) {
        x[c] *= r.balance[c];
    }
    hadamard_rotate(x, r.d, r.had);
    row_from_float(type_at(r, i), x, row_at(r, i), r.d);
}

// see host_functions
void move_rows(ggml_tensor * dst, int ith, int nth, void * data);
void mean_rows(ggml_tensor * dst, int ith, int nth, void * data);
void load_scores(ggml_tensor * dst, int ith, int nth, void * data);
void score(ggml_tensor * dst, int ith, int nth, void * data);
void score_rows(ggml_tensor * dst, int ith, int nth, void * data);
void multiply(ggml_tensor * dst, int ith, int nth, void * data);

} // namespace compaction
