// Rows of heads in the CPU backend: conversions and the rotation under which quantized rows are stored.
#pragma once

#include "host_functions.h"

#include "../compute/hadamard.h"

#include "ggml-cpu.h"
#include "ggml-cpu-impl.h"
#include "quants.h"
#include "simd-mappings.h"

#include <cmath>
#include <cstring>

namespace compaction {

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
                for (int j = 0; j < QK5_0/2; ++j) {
                    const int lo = (b[i].qs[j] & 0x0f) | (int) (((high >> j)               & 1) << 4);
                    const int hi = (b[i].qs[j] >> 4)   | (int) (((high >> (j + QK5_0/2)) & 1) << 4);
                    y[i*QK5_0 + j]           = d*(float) (lo - 16);
                    y[i*QK5_0 + j + QK5_0/2] = d*(float) (hi - 16);
                }
            }
        } break;
        case GGML_TYPE_Q4_0: {
            const block_q4_0 * b = (const block_q4_0 *) x;
            for (int64_t i = 0; i < n/QK4_0; ++i) {
                const float d = GGML_CPU_FP16_TO_FP32(b[i].d);
                for (int j = 0; j < QK4_0/2; ++j) {
                    y[i*QK4_0 + j]           = d*(float) ((b[i].qs[j] & 0x0f) - 8);
                    y[i*QK4_0 + j + QK4_0/2] = d*(float) ((b[i].qs[j] >> 4)   - 8);
                }
            }
        } break;
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

inline char    * row_at (const host_rows & r, int64_t i) { return i < r.n_own ? r.own + i*r.own_stride : r.data + (i - r.first)*r.stride; }
inline ggml_type type_at(const host_rows & r, int64_t i) { return i < r.n_own ? r.own_type : r.type; }

// row i in the cache's own space
inline void load_row(const host_rows & r, int64_t i, float * dst) {
    row_to_float(type_at(r, i), row_at(r, i), dst, r.d);
    hadamard_rotate(dst, r.d, r.had);
    for (int64_t c = 0; r.center && c < r.d; ++c) {
        dst[c] += r.center[c];
    }
}

// ... and back, as it is stored; the numbers in x are spent
inline void save_row(const host_rows & r, int64_t i, float * x) {
    for (int64_t c = 0; r.center && c < r.d; ++c) {
        x[c] -= r.center[c];
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
