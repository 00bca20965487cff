#include "host_functions.h"

#include "rows.h"

#include "simd-gemm.h"
#include "vec.h"

#include <algorithm>

namespace compaction {

namespace {

constexpr int64_t TILE = SCORE_TILE;

static_assert(SCORE_TILE % 64 == 0, "products of whole vectors");

// keys of a tile one dimension after another, as the product wants them
void pack_keys(const host_scores & w, int64_t tile, float * row) {
    float * dst = w.k + tile*TILE*w.d_k;
    for (int64_t j = 0; j < TILE; ++j) {
        const int32_t i = w.idx[tile*TILE + j];
        if (i < 0) {
            std::fill_n(row, w.d_k, 0.0f);
        } else {
            load_row(w.rows_k, i, row);
        }
        for (int64_t c = 0; c < w.d_k; ++c) {
            dst[c*TILE + j] = w.scale*row[c];
        }
    }
}

void pack_values(const host_scores & w, int64_t tile) {
    for (int64_t j = 0; j < TILE; ++j) {
        const int32_t i = w.idx[tile*TILE + j];
        float * dst = w.v + (tile*TILE + j)*w.d_v;
        if (i < 0) {
            std::fill_n(dst, w.d_v, 0.0f);
        } else {
            load_row(w.rows_v, i, dst);
        }
    }
}

void cap(const host_scores & w, float * x, int64_t n) {
    if (w.softcap != 0.0f) {
        ggml_vec_scale_f32((int) n, x, 1.0f/w.softcap);
        ggml_vec_tanh_f32 ((int) n, x, x);
        ggml_vec_scale_f32((int) n, x, w.softcap);
    }
}

// softmax of the queries [q0, q0 + n) over all rows; part: sums over them per row of the block
void score_queries(const host_scores & w, int64_t q0, int64_t n, float * x, float * part) {
    const int64_t n_tiles = w.n_rows/TILE;
    const int64_t size    = n*TILE; // of the logits of a tile: a row per query

    float top[SCORE_QUERIES], block[SCORE_QUERIES] = {}, other[SCORE_QUERIES] = {};
    const auto sink = [&](int64_t i) { return w.sinks ? w.sinks[(q0 + i)%w.n_group] : -INFINITY; };
    for (int64_t i = 0; i < n; ++i) {
        top[i] = sink(i);
    }

    for (int64_t t = 0; t < n_tiles; ++t) {
        float * s = x + t*size;
        std::fill_n(s, size, 0.0f);
        simd_gemm(s, w.q + q0*w.d_k, w.k + t*TILE*w.d_k, (int) n, (int) w.d_k, (int) TILE);
        cap(w, s, size);

        const float * bias = w.bias + t*TILE;
        for (int64_t i = 0; i < n; ++i) {
            float * y = s + i*TILE;
            for (int64_t j = 0; j < TILE; ++j) {
                y[j] += bias[j];
            }
            if (w.pos) {
                const int32_t at = w.query_pos[(q0 + i)/w.n_group];
                for (int64_t j = 0; j < TILE; ++j) {
                    y[j] = w.pos[t*TILE + j] > at ? -INFINITY : y[j];
                }
            }
            float m;
            ggml_vec_max_f32((int) TILE, &m, y);
            top[i] = std::max(top[i], m);
        }
    }

    const bool outputs = w.outputs || q0 + n > w.n_fit;
    if (outputs) {
        std::fill_n(w.out_block + q0*w.d_v, n*w.d_v, 0.0f);
        std::fill_n(w.out_fixed + q0*w.d_v, n*w.d_v, 0.0f);
    }
    for (int64_t t = 0; t < n_tiles; ++t) {
        float * s = x + t*size;
        for (int64_t i = 0; i < n; ++i) {
            // a query that sees nothing has no weights
            const float m = top[i] == -INFINITY ? 0.0f : top[i];
            (t*TILE < w.n_block ? block : other)[i] += (float) ggml_vec_soft_max_f32((int) TILE, s + i*TILE, s + i*TILE, m);
        }
        if (outputs) {
            float * out = (t*TILE < w.n_block ? w.out_block : w.out_fixed) + q0*w.d_v;
            simd_gemm(out, s, w.v + t*TILE*w.d_v, (int) n, (int) TILE, (int) w.d_v);
        }
    }

    float scales[SCORE_QUERIES];
    for (int64_t i = 0; i < n; ++i) {
        if (w.sinks) {
            other[i] += expf(sink(i) - top[i]);
        }
        const float sum   = block[i] + other[i];
        const float scale = sum > 0.0f ? 1.0f/sum : 0.0f;
        w.lse   [q0 + i] = sum > 0.0f ? top[i] + logf(sum) : 0.0f;
        w.mass  [q0 + i] = block[i]*scale;
        w.beside[q0 + i] = other[i]*scale;
        if (outputs) {
            ggml_vec_scale_f32((int) w.d_v, w.out_block + (q0 + i)*w.d_v, scale);
            ggml_vec_scale_f32((int) w.d_v, w.out_fixed + (q0 + i)*w.d_v, scale);
        }
        scales[i] = scale;
    }
    const int64_t n_fit = std::clamp<int64_t>(w.n_fit - q0, 0, n);
    for (int64_t t = 0; t < w.n_block/TILE; ++t) {
        float acc[TILE] = {};
        for (int64_t i = 0; i < n_fit; ++i) {
            const float * y = x + t*size + i*TILE;
            for (int64_t j = 0; j < TILE; ++j) {
                const float p = y[j]*scales[i];
                acc[j] += w.squares ? p*p : p;
            }
        }
        std::copy_n(acc, TILE, part + t*TILE);
    }
}

} // namespace

void load_scores(ggml_tensor * dst, int ith, int nth, void * data) {
    auto & w = *static_cast<host_scores *>(data);

    float * row = scratch_of(w.scratch, ith, w.d_k);

    for (int64_t t = ith; t < w.n_rows/TILE; t += nth) {
        pack_keys  (w, t, row);
        pack_values(w, t);
    }
    GGML_UNUSED(dst);
}

void score(ggml_tensor * dst, int ith, int nth, void * data) {
    auto & w = *static_cast<host_scores *>(data);

    float * x = scratch_of(w.scratch, ith, w.part*w.n_rows);

    const int64_t n_parts = (w.q1 - w.q0 + w.part - 1)/w.part;

    // whichever thread is free: other programs may have the cores of the others
    while (true) {
        const int64_t i = w.next_part.fetch_add(1, std::memory_order_relaxed);
        if (i >= n_parts) {
            break;
        }
        const int64_t q0 = w.q0 + i*w.part;
        score_queries(w, q0, std::min(w.part, w.q1 - q0), x, w.parts + i*w.n_block);
    }
    GGML_UNUSED(dst);
    GGML_UNUSED(nth);
}

void score_rows(ggml_tensor * dst, int ith, int nth, void * data) {
    const auto & w = *static_cast<const host_probabilities *>(data);
    const auto & s = *w.scores;

    float * q = scratch_of(s.scratch, ith, TILE*s.d_k + TILE*TILE);
    float * c = q + TILE*s.d_k;

    const int64_t n_q = (w.q1 - w.q0 + TILE - 1)/TILE;

    for (int64_t at = ith; at < n_q; at += nth) {
        const int64_t q0 = w.q0 + at*TILE;
        const int64_t n  = std::min(TILE, w.q1 - q0);
        for (int64_t d = 0; d < s.d_k; ++d) {
            for (int64_t i = 0; i < TILE; ++i) {
                q[d*TILE + i] = i < n ? s.q[(q0 + i)*s.d_k + d] : 0.0f;
            }
        }
        for (int64_t r0 = 0; r0 < w.n; r0 += TILE) {
            const int64_t m = std::min(TILE, w.n - r0);
            std::fill_n(c, m*TILE, 0.0f);
            simd_gemm(c, w.k + r0*s.d_k, q, (int) m, (int) s.d_k, (int) TILE);
            ggml_vec_scale_f32((int) (m*TILE), c, s.scale);
            cap(s, c, m*TILE);
            for (int64_t r = 0; r < m; ++r) {
                const int32_t j = w.idx[r0 + r];
                float * x = c + r*TILE;
                for (int64_t i = 0; i < n; ++i) {
                    x[i] += s.bias[j] - s.lse[q0 + i];
                }
                if (s.pos) {
                    for (int64_t i = 0; i < n; ++i) {
                        x[i] = s.pos[j] > s.query_pos[(q0 + i)/s.n_group] ? -INFINITY : x[i];
                    }
                }
                ggml_vec_soft_max_f32((int) n, w.p + (r0 + r)*w.stride + q0, x, 0.0f);
            }
        }
    }
    GGML_UNUSED(dst);
}

} // namespace compaction
