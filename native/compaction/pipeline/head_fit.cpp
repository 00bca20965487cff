#include "head_fit.h"

#include "kept_rows.h"
#include "key_moves.h"

#include "../compute/solve.h"
#include "../compute/tiny.h"

#include <algorithm>
#include <cmath>

namespace compaction {

namespace {

// rows that are fitted jointly
constexpr size_t MAX_GROUP = 384;

// keys are moved to values that are fitted to where they were: better to fit these anew halfway
constexpr int ROUNDS = 2;

// Up to MAX_GROUP rows are fitted jointly. More are cut into groups of neighbours, each fitted to what the others leave
// over (one round of block Gauss-Seidel): the cost then grows with the number of rows, not with its cube.
class head_fit : public fit_steps, kept_rows {
public:
    head_fit(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
            const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res)
        : kept_rows(layout, run, sc, ikv, h, rows, res.sel, (int64_t) qs.n_fit*layout.stock.layers()[ikv].n_query_heads(),
                  (int64_t) qs.slots.size()*layout.stock.layers()[ikv].n_query_heads()),
          params(params), res(res), l(layout.stock.layers()[ikv]), w(res.sel.size(), 1.0f) {
        const size_t t = res.sel.size();
        const size_t n = std::max<size_t>(1, (t + MAX_GROUP - 1)/MAX_GROUP);
        for (size_t g = 0; g < n; ++g) {
            groups.push_back({ t*g/n, t*(g + 1)/n });
        }
        fit();
    }

    bool   lacks_memory() const override { return no_memory; }
    size_t bytes()        const override {
        return moves ? moves->bytes() + (res.added.size() + before.added.size() + before.values.size())*sizeof(float) : 0;
    }

    bool done()   const override { return at == stage::done; }
    bool solves() const override { return at == stage::solve_weights || at == stage::solve_values; }

    void build() override {
        moved_prob = moved() ? moves->prob : nullptr;
        switch (at) {
            case stage::masses:  return masses();
            case stage::weights: return weights_of(groups[i_group]);
            case stage::rest:    return residual();
            case stage::values:  return values_of_group(groups[i_group]);
            case stage::error:   return held_out();
            case stage::start:   return start_moves();
            case stage::move:    return moves->steps();
            case stage::apply:   return apply_moves();
            default:             return;
        }
    }

    void take() override {
        switch (at) {
            case stage::masses:  return go_behind_last(stage::weights);
            case stage::rest:    return go_behind_last(fits_values() ? stage::values : stage::error);
            case stage::weights: return read_systems(stage::solve_weights);
            case stage::values:  return read_systems(stage::solve_values);
            case stage::error:   return measure();
            case stage::start:   return take_start();
            case stage::move:    return moves->round_over() ? go(stage::apply) : void();
            case stage::apply:   return take_moves();
            default:             return;
        }
    }

    void solve() override {
        const tiny_is_zero here;
        if (at == stage::solve_weights) {
            fit_weights(groups[i_group]);
        } else if (at == stage::solve_values) {
            fit_values(groups[i_group]);
        }
    }

private:
    enum class stage { masses, weights, solve_weights, rest, values, solve_values, error, start, move, apply, done };

    // from the rows as they are, moved or not
    void fit() {
        reset_weights();
        if (params.fit != LLAMA_COMPACT_FIT_NONE) {
            go(groups.size() > 1 ? stage::masses : stage::weights);
        } else {
            after_weights();
        }
    }

    void go(stage to, int64_t from = 0) {
        at      = to;
        i_group = 0;
        q_next  = from;
        changed = nullptr;
        fresh   = nullptr;
    }

    // after a graph over some of the queries
    void go_behind_last(stage to) {
        if (q_next >= n_queries) {
            go(to);
        }
    }

    bool fits_values() const { return compaction::fits_values(params, l) && !res.fallback && fitted.empty(); }

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

    // queries of one slice of a graph over all rows of the selection
    int64_t slice() const { return std::max<int64_t>(16, slices_of(l)*MAX_SLICE/padded({ 0, w.size() })/16*16); }

    // the slices of one step: calls f(q0, n), goes on behind them
    template <typename F>
    void slices(F f) {
        for (int64_t i = slices_at_once(l, run); i > 0 && q_next < n_queries; --i, q_next += slice()) {
            f(q_next, std::min(slice(), n_queries - q_next));
        }
    }

    // mass of the whole selection under the present weights, for groups that are fitted one after another
    void masses() {
        slices([&](int64_t q0, int64_t n) {
            run.expand(ggml_cpy(run.ctx(), mass_of({ 0, w.size() }, w.data(), q0, n),
                    ggml_view_2d(run.ctx(), sc.have, n, 1, sc.have->nb[1], q0*sizeof(float))));
        });
    }

    // the systems of a group: of its weights
    void weights_of(range g) {
        ggml_context * ctx = run.ctx();

        ggml_tensor * e = probabilities(g, true);
        ggml_tensor * r = ggml_reshape_2d(ctx, sc.mass, n_queries, 1);
        if (groups.size() > 1) {
            ggml_tensor * have = ggml_reshape_2d(ctx, sc.have, n_queries, 1);
            if (changed) { // by the group before
                have = ggml_cpy(ctx, ggml_add(ctx, have, mass_of(*changed, change.data())), have);
                run.expand(have);
            }
            r = ggml_add(ctx, ggml_sub(ctx, r, have), mass_of(g, &w[g.first]));
        }
        ggml_tensor * e_fit = fit_rows(e);
        t_gram = run.output(product(e_fit, e_fit));
        t_rhs  = run.output(ggml_mul_mat(ctx, e_fit, fit_rows(r)));
    }

    void read_systems(stage to) {
        const range g = groups[i_group];

        run.read(t_gram, gram);
        run.read(t_rhs,  rhs);
        rhs.resize((g.last - g.first)*(to == stage::solve_values ? l.d_v : 1));
        if (to == stage::solve_values) {
            run.read(t_values, values);
        }
        at = to;
    }

    void fit_weights(range g) {
        unpad(gram, g);
        const size_t n = g.last - g.first;
        for (size_t i = 0; i < n && !res.lookups.empty(); ++i) { // queries that see one row, as it was
            gram[i*n + i] += res.lookups[g.first + i];
            rhs[i]        += res.lookups[g.first + i];
        }
        const auto solved = solve_weights(gram, rhs, params.n_iter, exp(-(double) params.beta_max), exp((double) params.beta_max));

        change.assign(g.last - g.first, 0.0f);
        for (size_t i = g.first; i < g.last; ++i) {
            const double x = solved[i - g.first];
            if (!std::isfinite(x) || x <= 0.0) {
                bad_weight = true;
                continue;
            }
            // the values are fitted to the weights as they are stored: on top of those that the rows had
            const float had = rows.bias[res.sel[i]];
            res.beta[i] = stored_beta(had, x);
            change[i - g.first] = weight_of(res.beta[i], had) - w[i];
            w[i] += change[i - g.first];
        }
        changed = &groups[i_group];
        at      = stage::weights;
        if (++i_group == groups.size()) {
            if (bad_weight) {
                res.fallback = true;
                reset_weights();
            }
            after_weights();
        }
    }

    // the rows weigh what they did
    void reset_weights() {
        std::fill(w.begin(), w.end(), 1.0f);
        res.beta = betas_of(rows, res.sel);
    }

    // what the selection, with its weights and original values, leaves of the output: norm and rest in scratch
    void residual() {
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
    }

    // what is left of the output, once the values of the group before are counted in
    ggml_tensor * rest_now() {
        if (!fresh) {
            return sc.rest;
        }
        ggml_context * ctx = run.ctx();

        ggml_tensor * x    = transposed(probabilities(*fresh, true)); // [n_pad, n_queries]
        ggml_tensor * z    = ggml_reshape_2d(ctx, sc.norm, 1, n_queries);
        ggml_tensor * gain = product(run.input(GGML_TYPE_F32, padded(*fresh), l.d_v, gained.data()), x);
        ggml_tensor * res  = ggml_cpy(ctx, ggml_sub(ctx, sc.rest, ggml_div(ctx, gain, z)), sc.rest);
        run.expand(res);
        return res;
    }

    // the systems of a group: of its values
    void values_of_group(range g) {
        ggml_context * ctx = run.ctx();

        ggml_tensor * rest = rest_now();

        // the weights enter afterwards, on the host: scaling rows is slow in a graph
        ggml_tensor * x_fit = fit_rows(ggml_div(ctx, probabilities(g, true), sc.norm));
        t_gram   = run.output(product(x_fit, x_fit));                            // [n_pad, n_pad]
        t_rhs    = run.output(product(even(transposed(fit_cols(rest))), x_fit)); // [d_v, n_pad]
        t_values = run.output(values_of(g));
    }

    void fit_values(range g) {
        unpad(gram, g);

        const size_t n = g.last - g.first;
        for (size_t i = 0; i < n; ++i) {
            const float wi = w[g.first + i];
            for (size_t j = 0; j < n; ++j) {
                gram[i*n + j] *= wi*w[g.first + j];
            }
            for (uint32_t c = 0; c < l.d_v; ++c) {
                rhs[i*l.d_v + c] *= wi;
            }
            gram[i*n + i] += res.lookups.empty() ? 0.0f : res.lookups[g.first + i];
        }

        bool fits = ridge.solve(gram, rhs, l.d_v, params.ridge);
        for (size_t i = 0; i < n && fits; ++i) {
            fits = std::all_of(ridge.row(i), ridge.row(i) + l.d_v, storable);
        }
        if (!fits) {
            // weights without fitted values do harm (measured): keep the rows as they are
            res.fallback = true;
            reset_weights();
            res.values.clear();
            after_weights();
            return;
        }
        const int64_t n_pad = padded(g);
        gained.assign(n_pad*l.d_v, 0.0f); // [d_v, n_pad], weighted
        for (size_t i = 0; i < n; ++i) {
            for (uint32_t c = 0; c < l.d_v; ++c) {
                values[i*l.d_v + c] += ridge.row(i)[c];
                gained[c*n_pad + i] = w[g.first + i]*ridge.row(i)[c];
            }
        }
        res.values.insert(res.values.end(), values.begin(), values.end());

        const range * last = &groups[i_group];
        at = stage::values;
        if (++i_group == groups.size()) {
            go(stage::error);
        }
        fresh = last;
    }

    // relative error of the output on the queries that were held out
    void held_out() {
        ggml_context * ctx = run.ctx();

        const int64_t n_out = n_queries - n_fit;
        if (n_out == 0) {
            return;
        }
        const auto part = [&](ggml_tensor * x) {
            return run.output(ggml_cont(ctx, ggml_view_2d(ctx, x, l.d_v, n_out, x->nb[1], n_fit*x->nb[1])));
        };
        t_rest = part(rest_now());
        t_full = part(ggml_add(ctx, sc.out_block, sc.out_fixed));
    }

    void measure() {
        if (n_queries == n_fit) {
            go(stage::done);
            return;
        }
        double num = 0.0, den = 0.0;
        for (const float x : run.read<float>(t_rest)) { num += (double) x*x; }
        for (const float x : run.read<float>(t_full)) { den += (double) x*x; }
        res.error = held_out_error(num, den);

        // as they were, do the rows do better?
        if (fitted.empty() && (weighs_weights() || (!res.values.empty() && !(res.error < DOUBTFUL)))) {
            fitted        = res.beta;
            fitted_values = std::move(res.values);
            fitted_error  = res.error;
            res.values.clear();
            reset_weights();
            go(stage::rest, n_fit);
            return;
        }
        if (!fitted.empty()) {
            if (fitted_error < res.error) {
                res.beta   = fitted;
                for (size_t i = 0; i < w.size(); ++i) {
                    w[i] = weight_of(res.beta[i], rows.bias[res.sel[i]]);
                }
                res.values = std::move(fitted_values);
                res.error  = fitted_error;
            } else if (!fitted_values.empty()) {
                res.fallback = true;
            }
        }
        judged();
    }

    // A fit whose error is known: better with keys that move?
    void judged() {
        if (moved() && (res.fallback || !(res.error < before.error) || !keys_storable())) {
            std::swap(res, before);
            go(stage::done);
            return;
        }
        if (n_rounds == ROUNDS || params.n_moves == 0 || res.values.empty()) {
            go(stage::done);
            return;
        }
        ++n_rounds;
        if (!moves) {
            moves = std::make_unique<key_moves>(run, sc, l, padded({ 0, w.size() }), n_fit, n_queries, params.n_moves);
            no_memory = !moves->begin();
        }
        go(stage::start);
    }

    bool moved() const { return !before.sel.empty(); }

    bool keys_storable() const {
        for (size_t i = 0; i < res.added.size(); ++i) {
            if (!storable(res.added[i]*res.times[i % l.d_k])) {
                return false;
            }
        }
        return true;
    }

    void start_moves() {
        const range all { 0, w.size() };
        if (q_next == 0) {
            auto weights = w;
            auto values  = res.values;
            weights.resize(padded(all), 0.0f);
            values .resize(padded(all)*l.d_v, 0.0f);
            auto lookups = res.lookups;
            lookups.resize(lookups.empty() ? 0 : padded(all), 0.0f);
            moves->start(weights, values, lookups);
        }
        slices([&](int64_t q0, int64_t n) { moves->weigh(probabilities(all, true, q0, n), q0, n); });
    }

    void take_start() {
        if (q_next >= n_queries) {
            moves->started();
            go(stage::move);
        }
    }

    void apply_moves() {
        slices([&](int64_t q0, int64_t n) { moves->move(q0, n); });
        if (q_next >= n_queries) {
            t_added = moves->added();
            t_times = moves->times();
        }
    }

    void take_moves() {
        if (q_next < n_queries) {
            return;
        }
        before = res;
        run.read(t_times, res.times);
        const auto added = run.read<float>(t_added);
        res.added.resize(w.size()*l.d_k, 0.0f);
        for (size_t i = 0; i < res.added.size(); ++i) {
            res.added[i] += added[i];
        }
        res.values.clear();
        fitted.clear();
        fit();
    }

    const llama_compact_params & params;
    head_result                & res;
    const layer_info           & l;

    std::vector<float> w;
    std::vector<range> groups;

    stage              at = stage::done;
    size_t             i_group = 0;
    int64_t            q_next  = 0;
    bool               bad_weight = false;

    // of the group that is fitted
    ggml_tensor      * t_gram   = nullptr;
    ggml_tensor      * t_rhs    = nullptr;
    ggml_tensor      * t_values = nullptr;
    std::vector<float> gram, rhs, values;
    ridge_solver       ridge;

    // of the group before, for the next graph: nullptr: none
    const range      * changed = nullptr;
    std::vector<float> change; // of its weights
    const range      * fresh   = nullptr;
    std::vector<float> gained; // by its values, see fit_values()

    // outputs for the queries that were held out
    ggml_tensor * t_rest = nullptr;
    ggml_tensor * t_full = nullptr;

    std::vector<ggml_fp16_t> fitted; // what was fitted, while the rows are judged as they were; see weighs_weights(), measure()
    std::vector<float>       fitted_values;
    float                    fitted_error = 0.0f;

    std::unique_ptr<key_moves> moves; // nullptr: none yet
    bool                       no_memory = false;
    int                        n_rounds  = 0;
    ggml_tensor              * t_added = nullptr;
    ggml_tensor              * t_times = nullptr;
    head_result                before; // what was fitted before keys moved last; without rows: none did
};

} // namespace

size_t fit_bytes(size_t n_rows, size_t d_v) {
    const size_t n = std::min(n_rows, MAX_GROUP);
    return (3*n*n + 4*n*d_v + n_rows*(d_v + 2))*sizeof(float);
}

std::unique_ptr<fit_steps> fit_head(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res) {
    return std::make_unique<head_fit>(layout, run, sc, ikv, h, rows, qs, params, res);
}

} // namespace compaction
