// Pieces of graphs over the rows of one head that stay, by their place in the selection.
#pragma once

#include "scores.h"

#include <algorithm>
#include <vector>

namespace compaction {

class kept_rows {
public:
    struct range { size_t first, last; };

    // all arguments have to stay
    kept_rows(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
            const head_rows & rows, const std::vector<uint32_t> & sel, int64_t n_fit, int64_t n_queries)
        : layout(layout), run(run), sc(sc), ikv(ikv), h(h), rows(rows), sel(sel), n_fit(n_fit), n_queries(n_queries) {}

    ggml_tensor * moved_prob = nullptr; // probabilities of the rows since their keys moved; nullptr: those of the scores

    // Rows of a range are padded to a multiple of 16 with copies of its first one, which then get no weight: products
    // that sum over them, or give a row for each of them, are several times faster on the CPU.
    static int64_t padded(range g) { return GGML_PAD((int64_t) (g.last - g.first), 16); }

    // one index per row of the range, by its place in the selection
    template <typename F>
    std::vector<int32_t> indices(range g, bool pad, F of) {
        std::vector<int32_t> idx;
        for (size_t i = g.first; i < g.last; ++i) {
            idx.push_back(of(i));
        }
        if (pad) {
            idx.resize(padded(g), idx[0]);
        }
        return idx;
    }

    // probabilities of the queries [q0, q0 + n) for rows of the selection, [n, rows]
    ggml_tensor * probabilities(range g, bool pad, int64_t q0, int64_t n) {
        ggml_tensor * all = moved_prob ? moved_prob : sc.prob_t;
        ggml_tensor * p = ggml_view_2d(run.ctx(), all, n, all->ne[1], all->nb[1], q0*sizeof(float));
        return ggml_get_rows(run.ctx(), p, run.input(GGML_TYPE_I32, indices(g, pad, [&](size_t i) { return moved_prob ? (int32_t) i : sc.row_of(i); })));
    }
    ggml_tensor * probabilities(range g, bool pad = false) { return probabilities(g, pad, 0, n_queries); }

    // original values of rows of the selection, [d_v, n]
    ggml_tensor * values_of(range g, bool pad = false) {
        return gather_v(run, layout, ikv, h, indices(g, pad, [&](size_t i) { return rows.idx[sel[i]]; }));
    }

    // one number per row of the range, [padded]
    ggml_tensor * per_row(range g, const float * x) {
        std::vector<float> data(x, x + (g.last - g.first));
        data.resize(padded(g), 0.0f);
        return run.input(GGML_TYPE_F32, data);
    }

    // of a square matrix over the padded rows of a range, that over its rows
    static void unpad(std::vector<float> & x, range g) {
        const size_t n = g.last - g.first, n_pad = padded(g);
        for (size_t i = 1; i < n && n < n_pad; ++i) {
            std::copy_n(&x[i*n_pad], n, &x[i*n]);
        }
        x.resize(n*n);
    }

    // with zeros up to a multiple of 16, for products that sum over the queries: see padded()
    ggml_tensor * even(ggml_tensor * x) {
        const int more = (int) (GGML_PAD(x->ne[0], 16) - x->ne[0]);
        return more > 0 ? ggml_pad(run.ctx(), x, more, 0, 0, 0) : x;
    }

    // the queries to fit on, of a tensor whose first or second dimension runs over the queries
    ggml_tensor * fit_rows(ggml_tensor * x) {
        return even(ggml_cont(run.ctx(), ggml_view_2d(run.ctx(), x, n_fit, x->ne[1], x->nb[1], 0)));
    }
    ggml_tensor * fit_cols(ggml_tensor * x) {
        return ggml_view_2d(run.ctx(), x, x->ne[0], n_fit, x->nb[1], 0);
    }

    ggml_tensor * transposed(ggml_tensor * x) {
        return ggml_cont(run.ctx(), ggml_transpose(run.ctx(), x));
    }

    ggml_tensor * product(ggml_tensor * a, ggml_tensor * b) { return compaction::product(run, layout.stock.layers()[ikv], a, b); }

    // sum over rows of weight times probability, [n]
    ggml_tensor * mass_of(range g, const float * weights, int64_t q0, int64_t n) {
        return ggml_mul_mat(run.ctx(), transposed(probabilities(g, true, q0, n)), per_row(g, weights));
    }
    ggml_tensor * mass_of(range g, const float * weights) { return mass_of(g, weights, 0, n_queries); }

protected:
    const pool_layout           & layout;
    runner                      & run;
    const head_scores           & sc;
    const uint32_t                ikv;
    const uint32_t                h;
    const head_rows             & rows;
    const std::vector<uint32_t> & sel;
    const int64_t                 n_fit; // queries to fit on, the first of all
    const int64_t                 n_queries;
};

} // namespace compaction
