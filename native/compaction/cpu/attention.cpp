#include "host_functions.h"

#include "rows.h"
#include "shares.h"

#include "simd-gemm.h"
#include "vec.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

namespace compaction {

namespace {

constexpr int64_t TILE_KV = ATTEND_KV;
constexpr int64_t TILE_Q  = ATTEND_Q;
constexpr int64_t AHEAD   = 32; // rows
constexpr int64_t FEW     = 8; // queries up to which keys are not transposed for a matrix product

static_assert(MAX_PART_QUERIES <= TILE_Q);

// buffers of a thread, in floats
struct scratch {
    float * q;    // [TILE_Q, d_k]
    float * k;    // [TILE_KV, d_k] or transposed, and a row
    float * v;    // [TILE_KV, d_v]
    float * kq;   // [TILE_Q, TILE_KV]
    float * mask; // [TILE_Q, TILE_KV], a row per token
    float * out;  // [TILE_Q, d_v]

    scratch(const host_layer & l, int thread) {
        const size_t sizes[] = {
            (size_t) (TILE_Q*l.d_k), (size_t) ((TILE_KV + 1)*l.d_k), (size_t) (TILE_KV*l.d_v),
            (size_t) (TILE_Q*TILE_KV), (size_t) (TILE_Q*TILE_KV), (size_t) (TILE_Q*l.d_v),
        };
        const size_t total = attend_floats(l.d_k, l.d_v);
        float * at = (float *) GGML_PAD((uintptr_t) (thread < l.n_scratch ? l.scratch + thread*total : own(total)), 64);
        float ** parts[] = { &q, &k, &v, &kq, &mask, &out };
        for (size_t i = 0; i < 6; ++i) {
            *parts[i] = at;
            at += GGML_PAD(sizes[i], 16);
        }
    }

    static float * own(size_t n) {
        static thread_local std::vector<float> data;
        data.resize(std::max(data.size(), n));
        return data.data();
    }
};

// Products of n_q queries with one key; s: distance between the results. D: size of a head known to the compiler, or 0.
template <int D>
void dots_of(const float * GGML_RESTRICT k, const float * GGML_RESTRICT q, int64_t n_q, int64_t size, float * GGML_RESTRICT res, int64_t s) {
    const int64_t d = D > 0 ? D : size;
#if defined(GGML_SIMD) && !defined(__ARM_FEATURE_SVE) && !defined(__riscv_v_intrinsic)
    if (d % GGML_F32_STEP == 0) {
        for (int64_t i = 0; i < n_q; ++i, q += d) {
            GGML_F32_VEC acc[GGML_F32_ARR];
            for (int j = 0; j < GGML_F32_ARR; ++j) {
                acc[j] = GGML_F32_VEC_ZERO;
            }
            for (int64_t c = 0; c < d; c += GGML_F32_STEP) {
                for (int j = 0; j < GGML_F32_ARR; ++j) {
                    const int64_t at = c + j*GGML_F32_EPR;
                    acc[j] = GGML_F32_VEC_FMA(acc[j], GGML_F32_VEC_LOAD(k + at), GGML_F32_VEC_LOAD(q + at));
                }
            }
            float sum;
            GGML_F32_VEC_REDUCE(sum, acc);
            res[i*s] = sum;
        }
        return;
    }
#endif
    for (int64_t i = 0; i < n_q; ++i) {
        ggml_vec_dot_f32((int) d, &res[i*s], 0, k, 0, q + i*d, 0, 1);
    }
}

void dots(const float * k, const float * q, int64_t n_q, int64_t d, float * res, int64_t s) {
    switch (d) {
        case 64:  dots_of< 64>(k, q, n_q, d, res, s); break;
        case 128: dots_of<128>(k, q, n_q, d, res, s); break;
        case 256: dots_of<256>(k, q, n_q, d, res, s); break;
        default:  dots_of<  0>(k, q, n_q, d, res, s);
    }
}

// rows that are converted soon
void prefetch(const char * row, size_t size) {
#if defined(__GNUC__)
    for (size_t at = 0; at < size; at += 64) {
        __builtin_prefetch(row + at);
    }
#else
    GGML_UNUSED(row);
    GGML_UNUSED(size);
#endif
}

// what a task reads: everything of one KV head
struct view {
    const host_layer  & l;
    const host_region & r;
    const ggml_tensor * q;
    const ggml_tensor * mask;
    const ggml_tensor * block_mask;
    int64_t h;
};

// queries [first, first + n) of the head, a token's after another, rotated and scaled
void load_queries(const view & w, int64_t first, int64_t n, float * dst) {
    const float scale = w.l.softcap != 0.0f ? w.l.scale/w.l.softcap : w.l.scale;
    for (int64_t i = first; i < first + n; ++i, dst += w.l.d_k) {
        const int64_t head = w.h*w.l.n_group + i % w.l.n_group;
        memcpy(dst, (const char *) w.q->data + head*w.q->nb[1] + (i/w.l.n_group)*w.q->nb[2], w.l.d_k*sizeof(float));
        for (int64_t c = 0; w.r.k.balance && c < w.l.d_k; ++c) {
            dst[c] /= w.r.k.balance[c];
        }
        hadamard_rotate(dst, w.l.d_k, w.r.k.had);
        ggml_vec_scale_f32((int) w.l.d_k, dst, scale);
    }
}

// log-weights and masks of rows [r0, r0 + n) for a token; how many of them it sees
int64_t load_mask(const view & w, int64_t r0, int64_t n, int64_t token, float * dst) {
    const int64_t n_block = std::clamp<int64_t>(w.r.n_block - r0, 0, n);
    if (n_block > 0) {
        ggml_cpu_fp16_to_fp32(w.r.beta + r0, dst, n_block);
    }
    if (w.block_mask && n_block > 0) {
        const auto * allowed = (const ggml_fp16_t *) ((const char *) w.block_mask->data + token*w.block_mask->nb[1]);
        int64_t at = 0;
        for (int32_t g = 0; g < w.r.n_ranges && at < n_block; ++g) {
            const int64_t end = std::min<int64_t>((int64_t) w.r.ends[g] - r0, n_block);
            const float   x   = GGML_CPU_FP16_TO_FP32(allowed[g]);
            for (; at < end; ++at) {
                dst[at] += x;
            }
        }
    }
    if (n_block < n) {
        const auto * live = (const ggml_fp16_t *) ((const char *) w.mask->data + token*w.mask->nb[1]);
        ggml_cpu_fp16_to_fp32(live + (r0 + n_block - w.r.n_block), dst + n_block, n - n_block);
    }
    int32_t seen = 0;
    for (int64_t i = 0; i < n; ++i) {
        seen += dst[i] != -INFINITY;
    }
    return seen;
}

// Values of rows [at, at + n) for n_q queries of n_tokens. One sequence's may be no numbers, as some are more than 16 bits hold: products with
// them are none without a weight, either. So rows that nobody sees are zeros, and such a row goes to those alone that see it.
void load_seen_values(const view & w, scratch & s, int64_t at, int64_t n, int64_t n_q, int64_t n_tokens) {
    const auto &  v   = w.r.v;
    const int64_t d_v = w.l.d_v;

    int32_t n_see[TILE_KV] = {}; // tokens
    for (int64_t t = 0; t < n_tokens; ++t) {
        for (int64_t j = 0; j < TILE_KV; ++j) {
            n_see[j] += s.mask[t*TILE_KV + j] != -INFINITY;
        }
    }
    for (int64_t j = 0; j < n; ++j) {
        float * row = s.v + j*d_v;
        prefetch(row_at(v, at + j + AHEAD), v.stride);
        if (n_see[j] == 0) {
            std::fill_n(row, d_v, 0.0f);
            continue;
        }
        row_to_float(type_at(v, at + j), row_at(v, at + j), row, d_v);
        if (n_see[j] == n_tokens || std::all_of(row, row + d_v, [](float x) { return std::isfinite(x); })) {
            continue;
        }
        for (int64_t i = 0; i < n_q; ++i) {
            if (s.kq[i*TILE_KV + j] != 0.0f) {
                ggml_vec_mad_f32((int) d_v, s.out + i*d_v, row, s.kq[i*TILE_KV + j]);
            }
        }
        std::fill_n(row, d_v, 0.0f);
    }
    std::fill(s.v + n*d_v, s.v + TILE_KV*d_v, 0.0f);
}

// Online softmax of queries [first, first + n_q) over rows [r0, r1). maxima and sums [n_q]; outputs stay unscaled in s.out.
// few: whether all of a head's queries are few, which the last tile's alone must not say: products of both ways are rounded
// differently, and how queries are cut into tiles depends on the number of threads.
void attend_rows(const view & w, scratch & s, bool few, int64_t first, int64_t n_q, int64_t r0, int64_t r1, float * maxima, float * sums) {
    const auto & l = w.l;
    const auto & r = w.r;

    const size_t nb_k = r.k.stride;

    const int64_t token0 = first/l.n_group;
    const int64_t token1 = (first + n_q - 1)/l.n_group;

    std::fill_n(maxima, n_q, -INFINITY);
    std::fill_n(sums,   n_q, 0.0f);
    std::fill_n(s.out,  n_q*l.d_v, 0.0f);

    for (int64_t at = r0; at < r1; at += TILE_KV) {
        const int64_t n = std::min(TILE_KV, r1 - at);

        int64_t seen = 0;
        for (int64_t t = token0; t <= token1; ++t) {
            float * m = s.mask + (t - token0)*TILE_KV;
            seen += load_mask(w, at, n, t, m);
            std::fill(m + n, m + TILE_KV, -INFINITY);
        }
        if (seen == 0) {
            continue;
        }
        const bool whole = seen == (token1 - token0 + 1)*TILE_KV; // all of it is seen by all, as most of it is

        if (few) {
            // a row that was just written would be read with wider loads than it was stored with, and wait
            for (int64_t j = 0; j < n; ++j) {
                prefetch(row_at(r.k, at + j + AHEAD), nb_k);
                row_to_float(type_at(r.k, at + j), row_at(r.k, at + j), s.k + j*l.d_k, l.d_k);
            }
            for (int64_t j = 0; j < n; ++j) {
                dots(s.k + j*l.d_k, s.q, n_q, l.d_k, s.kq + j, TILE_KV);
            }
            for (int64_t i = 0; i < n_q; ++i) {
                std::fill(s.kq + i*TILE_KV + n, s.kq + (i + 1)*TILE_KV, 0.0f);
            }
        } else {
            float * row = s.k + TILE_KV*l.d_k;
            for (int64_t j = 0; j < n; ++j) {
                row_to_float(type_at(r.k, at + j), row_at(r.k, at + j), row, l.d_k);
                for (int64_t c = 0; c < l.d_k; ++c) {
                    s.k[c*TILE_KV + j] = row[c];
                }
            }
            if (n < TILE_KV) {
                for (int64_t c = 0; c < l.d_k; ++c) {
                    std::fill(s.k + c*TILE_KV + n, s.k + (c + 1)*TILE_KV, 0.0f);
                }
            }
            std::fill_n(s.kq, n_q*TILE_KV, 0.0f);
            simd_gemm(s.kq, s.q, s.k, (int) n_q, (int) l.d_k, (int) TILE_KV);
        }
        if (l.softcap != 0.0f) {
            ggml_vec_tanh_f32 ((int) (n_q*TILE_KV), s.kq, s.kq);
            ggml_vec_scale_f32((int) (n_q*TILE_KV), s.kq, l.softcap);
        }

        for (int64_t i = 0; i < n_q; ++i) {
            float       * x = s.kq + i*TILE_KV;
            const float * m = s.mask + ((first + i)/l.n_group - token0)*TILE_KV;
            if (whole) {
                ggml_vec_add_f32((int) TILE_KV, x, x, m);
            } else {
                for (int64_t j = 0; j < TILE_KV; ++j) { // no sum: keys that are not seen may be no numbers
                    x[j] = m[j] == -INFINITY ? -INFINITY : x[j] + m[j];
                }
            }

            float top;
            ggml_vec_max_f32((int) TILE_KV, &top, x);
            if (top == -INFINITY) {
                std::fill_n(x, TILE_KV, 0.0f);
                continue;
            }
            if (top > maxima[i]) {
                const float keep = expf(maxima[i] - top);
                ggml_vec_scale_f32((int) l.d_v, s.out + i*l.d_v, keep);
                sums[i]  *= keep;
                maxima[i] = top;
            }
            sums[i] += (float) ggml_vec_soft_max_f32((int) TILE_KV, x, x, maxima[i]);
        }

        if (whole) {
            for (int64_t j = 0; j < TILE_KV; ++j) {
                prefetch(row_at(r.v, at + j + AHEAD), r.v.stride);
                row_to_float(type_at(r.v, at + j), row_at(r.v, at + j), s.v + j*l.d_v, l.d_v);
            }
        } else {
            load_seen_values(w, s, at, n, n_q, token1 - token0 + 1);
        }
        simd_gemm(s.out, s.kq, s.v, (int) n_q, (int) TILE_KV, (int) l.d_v);
    }
}

void store(ggml_tensor * dst, int ith, int nth, void * data) {
    const auto & l = *static_cast<const host_layer *>(data);

    const ggml_tensor * idx = dst->src[2];

    scratch s(l, ith);

    for (int64_t i = ith; i < idx->ne[0]*l.n_head_kv; i += nth) {
        const int64_t t = i/l.n_head_kv;
        const int64_t h = i%l.n_head_kv;
        const auto  & r = l.heads[h];

        const int64_t row = r.n_block + *(const int64_t *) ((const char *) idx->data + t*idx->nb[0]);

        const auto put = [&](const ggml_tensor * src, const host_rows & rows, float * tmp) {
            memcpy(tmp, (const char *) src->data + h*src->nb[1] + t*src->nb[2], rows.d*sizeof(float));
            save_row(rows, row, tmp);
        };
        put(dst->src[0], r.k, s.k);
        if (r.v.data != r.k.data) { // values may be part of keys
            put(dst->src[1], r.v, s.v);
        }
    }
}

void attend(ggml_tensor * dst, int ith, int nth, void * data) {
    const auto & l = *static_cast<const host_layer *>(data);

    const int64_t n_q = dst->src[0]->ne[2]*l.n_group; // per KV head

    const shared_heads heads = { l.rows, l.order, (size_t) l.n_head_kv };

    scratch s(l, ith);

    share_tasks(heads, n_q, share_size(heads, n_q, TILE_Q, nth), nth, [&](int64_t h, int64_t first, int64_t n, int thread) {
        if (thread != ith) {
            return;
        }
        const view w = { l, l.heads[h], dst->src[0], dst->src[1], dst->src[3], h };

        float maxima[TILE_Q];
        float sums  [TILE_Q];

        load_queries(w, first, n, s.q);
        attend_rows(w, s, n_q <= FEW, first, n, 0, w.r.n_rows, maxima, sums);

        for (int64_t j = 0; j < n; ++j) {
            const int64_t head = h*l.n_group + (first + j)%l.n_group;
            float       * out  = s.out + j*l.d_v;

            float scale = sums[j] > 0.0f ? 1.0f/sums[j] : 0.0f;
            if (l.sinks) {
                const float top = std::max(maxima[j], l.sinks[head]);
                const float x   = expf(maxima[j] - top);
                scale = x/(x*sums[j] + expf(l.sinks[head] - top));
            }
            ggml_vec_scale_f32((int) l.d_v, out, scale);
            hadamard_rotate(out, l.d_v, w.r.v.had);
            memcpy((char *) dst->data + head*l.d_v*sizeof(float) + (first + j)/l.n_group*dst->nb[1], out, l.d_v*sizeof(float));
        }
    });
}

void attend_parts(ggml_tensor * dst, int ith, int nth, void * data) {
    const auto & l = *static_cast<const host_layer *>(data);

    const int64_t n_q = dst->ne[1];

    scratch s(l, ith);

    const int64_t c0 = l.n_chunks*ith/nth;
    const int64_t c1 = l.n_chunks*(ith + 1)/nth;

    int64_t base = 0; // number of the head's first chunk
    for (int64_t h = 0; h < l.n_head_kv; ++h) {
        const view    w = { l, l.heads[h], dst->src[0], dst->src[1], dst->src[3], h };
        const int64_t n = (w.r.n_rows + l.chunk - 1)/l.chunk;

        bool loaded = false;
        for (int64_t c = std::max(c0, base); c < std::min(c1, base + n); ++c) {
            if (!loaded) {
                load_queries(w, 0, n_q, s.q);
                loaded = true;
            }
            const int64_t r0 = (c - base)*l.chunk;

            float maxima[MAX_PART_QUERIES];
            float sums  [MAX_PART_QUERIES];
            attend_rows(w, s, n_q <= FEW, 0, n_q, r0, std::min(r0 + l.chunk, w.r.n_rows), maxima, sums);

            for (int64_t j = 0; j < n_q; ++j) {
                float * part = (float *) ((char *) dst->data + j*dst->nb[1] + c*dst->nb[2]);
                part[0] = maxima[j];
                part[1] = sums[j];
                memcpy(part + 2, s.out + j*l.d_v, l.d_v*sizeof(float));
            }
        }
        base += n;
    }
}

void merge_parts(ggml_tensor * dst, int ith, int nth, void * data) {
    const auto & l = *static_cast<const host_layer *>(data);

    const ggml_tensor * parts = dst->src[0];
    const int64_t       n_q   = parts->ne[1];

    int64_t base = 0;
    for (int64_t h = 0; h < l.n_head_kv; ++h) {
        const auto  & r = l.heads[h];
        const int64_t n = (r.n_rows + l.chunk - 1)/l.chunk;

        for (int64_t j = 0; j < n_q; ++j) {
            if ((h*n_q + j) % nth != ith) {
                continue;
            }
            const auto part = [&](int64_t c) {
                return (const float *) ((const char *) parts->data + j*parts->nb[1] + (base + c)*parts->nb[2]);
            };
            const int64_t head = h*l.n_group + j%l.n_group;

            float top = l.sinks ? l.sinks[head] : -INFINITY;
            for (int64_t c = 0; c < n; ++c) {
                top = std::max(top, part(c)[0]);
            }
            float * out = (float *) ((char *) dst->data + j/l.n_group*dst->nb[1]) + head*l.d_v;
            std::fill_n(out, l.d_v, 0.0f);

            float sum = l.sinks ? expf(l.sinks[head] - top) : 0.0f;
            for (int64_t c = 0; c < n; ++c) {
                if (part(c)[1] > 0.0f) {
                    const float x = expf(part(c)[0] - top);
                    sum += x*part(c)[1];
                    ggml_vec_mad_f32((int) l.d_v, out, part(c) + 2, x);
                }
            }
            ggml_vec_scale_f32((int) l.d_v, out, sum > 0.0f ? 1.0f/sum : 0.0f);
            hadamard_rotate(out, l.d_v, r.v.had);
        }
        base += n;
    }
}

} // namespace

} // namespace compaction

extern "C" const compaction::host_functions * ggml_backend_cpu_compaction_functions(void) {
    static const compaction::host_functions res = {
        compaction::store, compaction::attend, compaction::attend_parts, compaction::merge_parts,
        compaction::move_rows, compaction::mean_rows,
        compaction::load_scores, compaction::score, compaction::score_rows,
#if defined(GGML_SIMD) && !defined(__ARM_FEATURE_SVE) && !defined(__riscv_v_intrinsic)
        compaction::multiply,
#else
        nullptr, // simd_gemm is a plain loop
#endif
    };
    return &res;
}
