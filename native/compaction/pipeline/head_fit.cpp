#include "head_fit.h"

#include "../compute/solve.h"

#include <algorithm>
#include <cmath>

namespace compaction {

namespace {

// rows that are fitted jointly
constexpr size_t MAX_GROUP = 384;

// Held-out error from which a fit may have gone wrong; outputs of zero have an error of 1.
constexpr float DOUBTFUL = 4.0f;

// Of a query that attended to nothing that stays: it fits nothing, but what it divides has to stay finite.
constexpr float LEAST_MASS = 1e-30f;

// a row that many compactions have made heavier stays below this log-weight
constexpr float MAX_BETA = 10.0f;

// Up to MAX_GROUP rows are fitted jointly. More are cut into groups of neighbours, each fitted to what the others leave
// over (one round of block Gauss-Seidel): the cost then grows with the number of rows, not with its cube.
class head_fit : public fit_steps {
public:
    head_fit(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
            const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res)
        : layout(layout), run(run), sc(sc), ikv(ikv), h(h), rows(rows), params(params), res(res),
          l(layout.stock.layers()[ikv]),
          n_queries((int64_t) qs.slots.size()*l.n_asking()),
          n_fit((int64_t) qs.n_fit*l.n_asking()),
          w(res.sel.size(), 1.0f) {
        const size_t t = res.sel.size();
        const size_t n = std::max<size_t>(1, (t + MAX_GROUP - 1)/MAX_GROUP);
        for (size_t g = 0; g < n; ++g) {
            groups.push_back({ t*g/n, t*(g + 1)/n });
        }
        reset_weights();
        if (params.fit != LLAMA_COMPACT_FIT_NONE) {
            go(groups.size() > 1 ? stage::masses : stage::weights);
        } else {
            after_weights();
        }
    }

    bool done() const override { return at == stage::done; }

    bool step() override {
        switch (at) {
            case stage::masses:  return masses();
            case stage::weights: return fit_weights(groups[i_group]);
            case stage::rest:    return residual();
            case stage::values:  return fit_values(groups[i_group]);
            case stage::error:   return measure();
            case stage::done:    return true;
        }
        return true;
    }

private:
    struct range { size_t first, last; };

    enum class stage { masses, weights, rest, values, error, done };

    void go(stage to, int64_t from = 0) {
        at      = to;
        i_group = 0;
        q_next  = from;
    }

    bool fits_values() const { return params.fit == LLAMA_COMPACT_FIT_VALUES && !res.fallback && fitted.empty() && (!l.v_in_k || params.own_values); }

    // Weights without fitted values may do harm. Where values cannot be fitted, they stay if they do better than none on
    // the held-out queries.
    bool weighs_weights() const { return params.fit == LLAMA_COMPACT_FIT_VALUES && !res.fallback && l.v_in_k && !params.own_values; }

    void after_weights() {
        if (weighs_weights() && n_queries == n_fit) {
            reset_weights();
        }
        if (!fits_values() && n_queries == n_fit) {
            go(stage::done);
        } else {
            go(stage::rest, fits_values() ? 0 : n_fit);
        }
    }

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
        ggml_tensor * p = ggml_view_2d(run.ctx(), sc.prob_t, n, sc.prob_t->ne[1], sc.prob_t->nb[1], q0*sizeof(float));
        return ggml_get_rows(run.ctx(), p, run.input(GGML_TYPE_I32, indices(g, pad, [&](size_t i) { return sc.row_of(i); })));
    }
    ggml_tensor * probabilities(range g, bool pad = false) { return probabilities(g, pad, 0, n_queries); }

    // original values of rows of the selection, [d_v, n]
    ggml_tensor * values_of(range g, bool pad = false) {
        return gather_v(run, layout, ikv, h, indices(g, pad, [&](size_t i) { return rows.idx[res.sel[i]]; }));
    }

    // one number per row of the range, [padded]
    ggml_tensor * per_row(range g, const float * x) {
        std::vector<float> data(x, x + (g.last - g.first));
        data.resize(padded(g), 0.0f);
        return run.input(GGML_TYPE_F32, data);
    }

    // of a square matrix over the padded rows of a range, that over its rows
    static std::vector<float> unpadded(const std::vector<float> & x, range g) {
        const size_t n = g.last - g.first, n_pad = padded(g);
        std::vector<float> res(n*n);
        for (size_t i = 0; i < n; ++i) {
            std::copy_n(&x[i*n_pad], n, &res[i*n]);
        }
        return res;
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

    // as ggml_mul_mat, of matrices
    ggml_tensor * product(ggml_tensor * a, ggml_tensor * b) {
        const auto * fns = host_functions_of(l);
        if (!fns || !fns->multiply) {
            return ggml_mul_mat(run.ctx(), a, b);
        }
        ggml_tensor * args[] = { a, b };
        return ggml_custom_4d(run.ctx(), GGML_TYPE_F32, a->ne[1], b->ne[1], 1, 1, args, 2, fns->multiply, GGML_N_TASKS_MAX, nullptr);
    }

    // sum over rows of weight times probability, [n]
    ggml_tensor * mass_of(range g, const float * weights, int64_t q0, int64_t n) {
        return ggml_mul_mat(run.ctx(), transposed(probabilities(g, true, q0, n)), per_row(g, weights));
    }
    ggml_tensor * mass_of(range g, const float * weights) { return mass_of(g, weights, 0, n_queries); }

    // queries of one slice of a graph over all rows of the selection
    int64_t slice() const { return std::max<int64_t>(16, MAX_SLICE/padded({ 0, w.size() })/16*16); }

    // the slices of one step: calls f(q0, n), goes on behind them
    template <typename F>
    void slices(F f) {
        for (int i = 0; i < 8 && q_next < n_queries; ++i, q_next += slice()) {
            f(q_next, std::min(slice(), n_queries - q_next));
        }
    }

    // mass of the whole selection under the present weights, for groups that are fitted one after another
    bool masses() {
        std::vector<ggml_tensor *> parts;
        run.begin();
        slices([&](int64_t q0, int64_t n) { parts.push_back(run.output(mass_of({ 0, w.size() }, w.data(), q0, n))); });
        if (!run.compute()) {
            return false;
        }
        for (const auto * t : parts) {
            const auto part = run.read<float>(t);
            sum.insert(sum.end(), part.begin(), part.end());
        }
        if (q_next >= n_queries) {
            go(stage::weights);
        }
        return true;
    }

    bool fit_weights(range g) {
        run.begin();
        ggml_context * ctx = run.ctx();

        ggml_tensor * e = probabilities(g, true);
        ggml_tensor * r = ggml_reshape_2d(ctx, sc.mass, n_queries, 1);
        if (groups.size() > 1) {
            r = ggml_add(ctx, ggml_sub(ctx, r, run.input(GGML_TYPE_F32, n_queries, 1, sum.data())), mass_of(g, &w[g.first]));
        }
        ggml_tensor * e_fit = fit_rows(e);
        ggml_tensor * gram  = run.output(product(e_fit, e_fit));
        ggml_tensor * rhs   = run.output(ggml_mul_mat(ctx, e_fit, fit_rows(r)));
        if (!run.compute()) {
            return false;
        }
        auto of_rows = run.read<float>(rhs);
        of_rows.resize(g.last - g.first);
        const auto solved = solve_weights(unpadded(run.read<float>(gram), g), of_rows, params.n_iter,
                exp(-(double) params.beta_max), exp((double) params.beta_max));

        std::vector<float> change(g.last - g.first);
        for (size_t i = g.first; i < g.last; ++i) {
            const double x = solved[i - g.first];
            if (!std::isfinite(x) || x <= 0.0) {
                bad_weight = true;
                continue;
            }
            // the values are fitted to the weights as they are stored: on top of those that the rows had
            const float had = rows.bias[res.sel[i]];
            res.beta[i] = ggml_fp32_to_fp16(std::min(had + (float) log(x), MAX_BETA));
            change[i - g.first] = expf(ggml_fp16_to_fp32(res.beta[i]) - had) - w[i];
            w[i] += change[i - g.first];
        }
        if (groups.size() > 1) {
            run.begin();
            ggml_tensor * s = run.output(mass_of(g, change.data()));
            if (!run.compute()) {
                return false;
            }
            const auto more = run.read<float>(s);
            for (size_t q = 0; q < sum.size(); ++q) {
                sum[q] += more[q];
            }
        }
        if (++i_group == groups.size()) {
            if (bad_weight) {
                res.fallback = true;
                reset_weights();
            }
            after_weights();
        }
        return true;
    }

    // the rows weigh what they did
    void reset_weights() {
        std::fill(w.begin(), w.end(), 1.0f);
        res.beta.clear();
        for (const uint32_t i : res.sel) {
            res.beta.push_back(ggml_fp32_to_fp16(rows.bias[i]));
        }
    }

    // what the selection, with its weights and original values, leaves of the output: norm and rest in scratch
    bool residual() {
        run.begin();
        ggml_context * ctx = run.ctx();

        const range all { 0, w.size() };
        ggml_tensor * wt  = per_row(all, w.data());
        ggml_tensor * v_t = ggml_mul(ctx, transposed(values_of(all, true)), wt); // [rows, d_v]

        slices([&](int64_t q0, int64_t n) {
            const auto cols = [&](ggml_tensor * x) { return ggml_view_2d(ctx, x, x->ne[0], n, x->nb[1], q0*x->nb[1]); };
            const auto row  = [&](ggml_tensor * x) { return ggml_view_2d(ctx, x, 1, n, sizeof(float), q0*sizeof(float)); };

            ggml_tensor * e_t  = transposed(probabilities(all, true, q0, n)); // [rows, n]
            ggml_tensor * have = ggml_reshape_2d(ctx, ggml_mul_mat(ctx, e_t, wt), 1, n);
            ggml_tensor * z    = ggml_add(ctx, have, ggml_scale_bias(ctx, ggml_cont(ctx, row(sc.beside)), 1.0f, LEAST_MASS));

            ggml_tensor * kept = ggml_add(ctx, product(v_t, e_t), cols(sc.out_fixed));
            ggml_tensor * full = ggml_add(ctx, cols(sc.out_block), cols(sc.out_fixed));

            run.expand(ggml_cpy(ctx, z, row(sc.norm)));
            run.expand(ggml_cpy(ctx, ggml_sub(ctx, full, ggml_div(ctx, kept, z)), cols(sc.rest)));
        });
        if (!run.compute()) {
            return false;
        }
        if (q_next >= n_queries) {
            go(fits_values() ? stage::values : stage::error);
        }
        return true;
    }

    bool fit_values(range g) {
        run.begin();
        ggml_context * ctx = run.ctx();

        const size_t n = g.last - g.first;

        // the weights enter afterwards, on the host: scaling rows is slow in a graph
        ggml_tensor * x_fit  = fit_rows(ggml_div(ctx, probabilities(g, true), sc.norm));
        ggml_tensor * t_gram = run.output(product(x_fit, x_fit));                            // [n_pad, n_pad]
        ggml_tensor * t_rhs  = run.output(product(even(transposed(fit_cols(sc.rest))), x_fit));    // [d_v, n_pad]
        ggml_tensor * v      = run.output(values_of(g));
        if (!run.compute()) {
            return false;
        }

        auto gram = unpadded(run.read<float>(t_gram), g);
        auto rhs  = run.read<float>(t_rhs);
        rhs.resize(n*l.d_v);
        for (size_t i = 0; i < n; ++i) {
            const float wi = w[g.first + i];
            for (size_t j = 0; j < n; ++j) {
                gram[i*n + j] *= wi*w[g.first + j];
            }
            for (uint32_t c = 0; c < l.d_v; ++c) {
                rhs[i*l.d_v + c] *= wi;
            }
        }

        std::vector<double> d; // [n, d_v]
        if (!solve_ridge(gram, rhs, l.d_v, params.ridge, d) ||
                !std::all_of(d.begin(), d.end(), [](double y) { return std::isfinite(y) && std::fabs(y) < 6e4; })) {
            // weights without fitted values do harm (measured): keep the rows as they are
            res.fallback = true;
            reset_weights();
            res.values.clear();
            after_weights();
            return true;
        }
        auto values = run.read<float>(v);
        const int64_t n_pad = padded(g);
        std::vector<float> d_t(n_pad*l.d_v, 0.0f); // [d_v, n_pad], weighted
        for (size_t i = 0; i < n; ++i) {
            for (uint32_t c = 0; c < l.d_v; ++c) {
                values[i*l.d_v + c] += (float) d[i*l.d_v + c];
                d_t[c*n_pad + i] = w[g.first + i]*(float) d[i*l.d_v + c];
            }
        }
        res.values.insert(res.values.end(), values.begin(), values.end());

        run.begin();
        ggml_tensor * x    = transposed(probabilities(g, true)); // [n_pad, n_queries]
        ggml_tensor * z    = ggml_reshape_2d(run.ctx(), sc.norm, 1, n_queries);
        ggml_tensor * gain = product(run.input(GGML_TYPE_F32, n_pad, l.d_v, d_t.data()), x);
        run.expand(ggml_cpy(run.ctx(), ggml_sub(run.ctx(), sc.rest, ggml_div(run.ctx(), gain, z)), sc.rest));
        if (!run.compute()) {
            return false;
        }
        if (++i_group == groups.size()) {
            go(stage::error);
        }
        return true;
    }

    // relative error of the output on the queries that were held out
    bool measure() {
        const int64_t n_out = n_queries - n_fit;
        if (n_out == 0) {
            go(stage::done);
            return true;
        }
        run.begin();
        ggml_context * ctx = run.ctx();

        const auto held_out = [&](ggml_tensor * x) {
            return run.output(ggml_cont(ctx, ggml_view_2d(ctx, x, l.d_v, n_out, x->nb[1], n_fit*x->nb[1])));
        };
        ggml_tensor * rest = held_out(sc.rest);
        ggml_tensor * full = held_out(ggml_add(ctx, sc.out_block, sc.out_fixed));
        if (!run.compute()) {
            return false;
        }
        double num = 0.0, den = 0.0;
        for (const float x : run.read<float>(rest)) { num += (double) x*x; }
        for (const float x : run.read<float>(full)) { den += (double) x*x; }
        const double error = num == 0.0 && den >= 0.0 ? 0.0 : sqrt(num/den);
        res.error = std::isnan(error) ? INFINITY : (float) error; // also where the head itself says no numbers

        // as they were, do the rows do better?
        if (fitted.empty() && (weighs_weights() || (!res.values.empty() && !(res.error < DOUBTFUL)))) {
            fitted        = res.beta;
            fitted_values = std::move(res.values);
            fitted_error  = res.error;
            res.values.clear();
            reset_weights();
            go(stage::rest, n_fit);
            return true;
        }
        if (!fitted.empty()) {
            if (fitted_error < res.error) {
                res.beta   = fitted;
                res.values = std::move(fitted_values);
                res.error  = fitted_error;
            } else if (!fitted_values.empty()) {
                res.fallback = true;
            }
        }
        go(stage::done);
        return true;
    }

    const pool_layout          & layout;
    runner                     & run;
    const head_scores          & sc;
    const uint32_t               ikv;
    const uint32_t               h;
    const head_rows            & rows;
    const llama_compact_params & params;
    head_result                & res;
    const layer_info           & l;

    const int64_t n_queries;
    const int64_t n_fit;

    std::vector<float> w;
    std::vector<range> groups;

    stage              at = stage::done;
    size_t             i_group = 0;
    int64_t            q_next  = 0;
    std::vector<float> sum; // [n_queries], see masses()
    bool               bad_weight = false;

    std::vector<ggml_fp16_t> fitted; // what was fitted, while the rows are judged as they were; see weighs_weights(), measure()
    std::vector<float>       fitted_values;
    float                    fitted_error = 0.0f;
};

} // namespace

std::unique_ptr<fit_steps> fit_head(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res) {
    return std::make_unique<head_fit>(layout, run, sc, ikv, h, rows, qs, params, res);
}

} // namespace compaction
