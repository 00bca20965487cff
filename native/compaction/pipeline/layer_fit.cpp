#include "layer_fit.h"

#include <algorithm>
#include <cmath>

namespace compaction {

namespace {

// steps: of the power method, of FISTA at most, and of conjugate gradients; docs/EXPERIMENTS.md has what others come to
constexpr int N_POWER   = 6;
constexpr int N_WEIGHTS = 24;
constexpr int N_VALUES  = 32;

// heads of a graph whose nodes are for one of them each, some seventy
constexpr int64_t HEADS_OF_GRAPH = 16;

constexpr float TINY = 1e-30f; // added to what divides

} // namespace

size_t layer_fit::bytes_for(const layer_info & l, int64_t n_rows, int64_t n_fit, int64_t n_queries) {
    const int64_t n = std::min(n_rows, n_fit);
    return (size_t) (2*n_rows*n_queries + n_rows*l.d_v + 3*n_queries*l.d_v + n*n + 3*n*l.d_v)*sizeof(float);
}

bool layer_fit::begin(uint32_t ikv, size_t n_heads, uint32_t n_most_rows, const query_set & qs) {
    this->ikv = ikv;
    const auto & l = info();

    n_most    = n_heads;
    n_rows    = GGML_PAD((int64_t) n_most_rows, 32);
    n_fit     = (int64_t) qs.n_fit*l.n_asking();
    n_queries = (int64_t) qs.slots.size()*l.n_asking();
    heads.clear();
    at     = stage::start_weights;
    n_done = 0;

    const int64_t n = by_rows() ? n_rows : n_fit, k = (int64_t) n_heads;

    held.begin();
    const auto own = [&](scratch & in, int64_t ne0, int64_t ne1) { return ggml_new_tensor_3d(in.ctx.get(), GGML_TYPE_F32, ne0, ne1, k); };
    e      = own(held, n_queries, n_rows);
    e_t    = own(held, n_rows, n_queries);
    v_t    = own(held, n_rows, l.d_v);
    mass   = own(held, n_queries, 1);
    beside = own(held, 1, n_queries);
    fixed  = own(held, l.d_v, n_queries);
    full   = own(held, l.d_v, n_queries);

    solved.begin();
    w     = own(solved, n_rows, 1);
    ahead = own(solved, n_rows, 1);
    rhs   = own(solved, n_rows, 1);
    size  = own(solved, 1, 1);
    norm  = own(solved, 1, n_queries);
    rest  = own(solved, l.d_v, n_queries);
    m     = own(solved, n, n);
    x     = own(solved, n, l.d_v);
    r     = own(solved, n, l.d_v);
    p     = own(solved, n, l.d_v);
    rz    = own(solved, 1, l.d_v);
    by    = own(solved, n, 1);
    ridge = own(solved, 1, 1);
    sums  = own(solved, N_SUMS, 1);
    if (held.alloc(l.buft) && solved.alloc(l.buft)) {
        return true;
    }
    held.buf.reset(); // what was large enough before
    solved.buf.reset();
    return false;
}

bool layer_fit::takes(uint32_t ikv, uint32_t n) const {
    // those with few rows would be padded to many
    return at == stage::start_weights && ikv == this->ikv && heads.size() < n_most && n <= n_rows && 2*(int64_t) n >= n_rows - 64;
}

ggml_tensor * layer_fit::of(ggml_tensor * t, size_t i) {
    return ggml_view_2d(run.ctx(), t, t->ne[0], t->ne[1], t->nb[1], i*t->nb[2]);
}

// of all heads that were added, the first rows and columns
ggml_tensor * layer_fit::all(ggml_tensor * t, int64_t ne0, int64_t ne1) {
    return ggml_view_3d(run.ctx(), t, ne0, ne1, (int64_t) heads.size(), t->nb[1], t->nb[2], 0);
}

ggml_tensor * layer_fit::columns(ggml_tensor * t, int64_t first, int64_t n) {
    return ggml_view_2d(run.ctx(), t, t->ne[0], n, t->nb[1], first*t->nb[1]);
}

ggml_tensor * layer_fit::put(ggml_tensor * t, ggml_tensor * dst) {
    ggml_tensor * res = ggml_cpy(run.ctx(), t, dst);
    run.expand(res);
    return res;
}

ggml_tensor * layer_fit::sum_of_squares(ggml_tensor * t) {
    t = ggml_sqr(run.ctx(), t);
    return ggml_sum_rows(run.ctx(), ggml_reshape_1d(run.ctx(), t, ggml_nelements(t)));
}

bool layer_fit::add(const head_scores & sc, uint32_t h, const head_rows & rows, ggml_type type_k, ggml_type type_v, head_result & res) {
    const size_t  i = heads.size();
    const int64_t n = (int64_t) res.sel.size();

    member one;
    one.rows   = &rows;
    one.type_k = type_k;
    one.type_v = type_v;
    one.res    = &res;
    one.w.assign(n, 1.0f);
    heads.push_back(std::move(one));

    std::vector<int32_t> of_scores, of_cache;
    for (int64_t j = 0; j < n; ++j) {
        of_scores.push_back(sc.row_of(j));
        of_cache .push_back(rows.idx[res.sel[j]]);
    }
    run.begin(home_of(info()));
    ggml_context * ctx = run.ctx();

    const auto padded = [&](ggml_tensor * t, int64_t rows, int64_t cols) {
        return rows + cols > 0 ? ggml_pad(ctx, t, (int) cols, (int) rows, 0, 0) : t;
    };
    const auto transposed = [&](ggml_tensor * t) { return ggml_cont(ctx, ggml_transpose(ctx, t)); };

    ggml_tensor * own = padded(ggml_get_rows(ctx, sc.prob_t, run.input(GGML_TYPE_I32, of_scores)), n_rows - n, 0);
    own = put(own, of(e, i));
    put(ggml_transpose(ctx, own), of(e_t, i));
    put(padded(transposed(gather_v(run, layout, ikv, h, of_cache)), 0, n_rows - n), of(v_t, i));
    put(ggml_reshape_2d(ctx, sc.mass, n_queries, 1), of(mass, i));
    put(ggml_reshape_2d(ctx, sc.beside, 1, n_queries), of(beside, i));
    put(sc.out_fixed, of(fixed, i));
    put(ggml_add(ctx, sc.out_block, sc.out_fixed), of(full, i));
    return run.compute();
}

int layer_fit::n_weights() const { return std::min(params.n_iter, N_WEIGHTS); }

// steps of a graph, by the products of one
int64_t layer_fit::fitting_at_once(int64_t work) const {
    return std::max<int64_t>(1, run.pace()*slices_of(info())*MAX_WORK/std::max<int64_t>(work, 1));
}

bool layer_fit::step() {
    const auto & l = info();
    const bool weighs = params.fit != LLAMA_COMPACT_FIT_NONE;

    if (at == stage::start_weights && !weighs) {
        read_weights();
    }
    first = next;
    run.begin(home_of(l));
    const int64_t n = m->ne[0];
    switch (at) {
        case stage::start_weights: start_weights(); break;
        case stage::weights:
            more_weights(all(rhs, n_rows, 1), all(size, 1, 1), all(w, n_rows, 1), all(ahead, n_rows, 1));
            break;
        case stage::start_values:
            for (int64_t i = std::min(HEADS_OF_GRAPH, fitting_at_once(n_rows*n_queries*l.d_v + n*n*std::max(n_rows, n_fit))); i > 0 && next < heads.size(); --i) {
                start_values(next++);
            }
            break;
        case stage::values: more_values(); break;
        case stage::results:
            for (int64_t i = std::min(HEADS_OF_GRAPH, fitting_at_once(2*n_rows*n_queries*l.d_v)); i > 0 && next < heads.size(); --i) {
                results(next++);
            }
            break;
        default: break;
    }
    if (ggml_graph_n_nodes(run.gf()) > 0 && !run.compute()) {
        return false;
    }
    switch (at) {
        case stage::start_weights:
            at = stage::weights;
            [[fallthrough]];
        case stage::weights:
            if (n_done >= n_weights()) {
                read_weights();
            }
            break;
        case stage::start_values:
            if (next == heads.size()) {
                at     = fits_values() ? stage::values : stage::results;
                next   = 0;
                n_done = 0;
            }
            break;
        case stage::values:
            if (n_done >= N_VALUES) {
                at = stage::results;
            }
            break;
        case stage::results:
            read_results();
            at = next == heads.size() ? stage::done : at;
            break;
        default: break;
    }
    return true;
}

// of all heads, what their queries see of rows of so much weight [n_rows, 1, heads]: [n_fit, 1, heads]
ggml_tensor * layer_fit::seen_by_queries(ggml_tensor * weights) { return ggml_mul_mat(run.ctx(), all(e_t, n_rows, n_fit), weights); }

// ... and the product with the rows' probabilities: [n_rows, 1, heads]
ggml_tensor * layer_fit::seen_by_rows(ggml_tensor * of_queries) { return ggml_mul_mat(run.ctx(), all(e, n_fit, n_rows), of_queries); }

// the right side, and by the largest eigenvalue how far a step may go; products have no negative entries, so ones are never orthogonal to its vector
void layer_fit::start_weights() {
    ggml_context * ctx = run.ctx();

    const int64_t k = (int64_t) heads.size();
    const std::vector<float> ones(n_rows*k, 1.0f);
    ggml_tensor * one   = run.input(GGML_TYPE_F32, ones);
    ggml_tensor * start = ggml_reshape_3d(ctx, one, n_rows, 1, k);
    ggml_tensor * right = put(seen_by_rows(all(mass, n_fit, 1)), all(rhs, n_rows, 1));

    // sums keep it to size, and the quotient is of what is of that size: squares of products of small probabilities are zeros in single precision
    const auto total = [&](ggml_tensor * x) { return ggml_scale_bias(ctx, ggml_sum_rows(ctx, x), 1.0f, TINY); }; // [1, 1, heads]
    ggml_tensor * v = start;
    for (int i = 1; i < N_POWER; ++i) {
        v = seen_by_rows(seen_by_queries(v));
        v = ggml_div(ctx, v, total(v));
    }
    ggml_tensor * length = ggml_div(ctx, total(ggml_mul(ctx, v, seen_by_rows(seen_by_queries(v)))), total(ggml_sqr(ctx, v)));
    // a tenth shorter, as few steps come to too little; no number where the right side is none, which the bounds would hide
    ggml_tensor * far = ggml_div(ctx, ggml_view_3d(ctx, one, 1, 1, k, sizeof(float), sizeof(float), 0), ggml_scale(ctx, length, 1.1f));
    far = ggml_add(ctx, far, ggml_scale(ctx, ggml_cont(ctx, ggml_view_3d(ctx, right, 1, 1, k, right->nb[1], right->nb[2], 0)), 0.0f));
    n_done = 0;
    theta  = 1.0;
    more_weights(right, put(far, all(size, 1, 1)), start, start);
}

// from weights `now`, looking at `z`
void layer_fit::more_weights(ggml_tensor * right, ggml_tensor * far, ggml_tensor * now, ggml_tensor * z) {
    ggml_context * ctx = run.ctx();

    const int64_t n_steps = fitting_at_once(2*n_rows*n_fit*(int64_t) heads.size());
    for (int64_t i = 0; i < n_steps && n_done < n_weights(); ++i, ++n_done) {
        ggml_tensor * slope = ggml_sub(ctx, seen_by_rows(seen_by_queries(z)), right);
        ggml_tensor * to    = ggml_clamp(ctx, ggml_sub(ctx, z, ggml_mul(ctx, slope, far)), expf(-params.beta_max), expf(params.beta_max));

        const double after = 0.5*(1.0 + sqrt(1.0 + 4.0*theta*theta));
        z     = ggml_add(ctx, to, ggml_scale(ctx, ggml_sub(ctx, to, now), (float) ((theta - 1.0)/after)));
        now   = to;
        theta = after;
    }
    put(z, all(ahead, n_rows, 1)); // first, as it may be computed from the weights that were there
    put(now, all(w, n_rows, 1));
}

// values are fitted to the weights as they are stored: on top of those that the rows had
void layer_fit::read_weights() {
    const bool weighs = params.fit != LLAMA_COMPACT_FIT_NONE;

    std::vector<float> far(heads.size(), 1.0f);
    if (weighs) {
        ggml_backend_tensor_get(size, far.data(), 0, far.size()*sizeof(float));
    }
    for (size_t i = 0; i < heads.size(); ++i) {
        auto & one = heads[i];
        if (weighs) {
            ggml_backend_tensor_get(w, one.w.data(), i*w->nb[2], one.w.size()*sizeof(float));
        }
        one.bad = !std::isfinite(far[i]);
        for (size_t j = 0; j < one.w.size(); ++j) {
            const float had = one.rows->bias[one.res->sel[j]];
            one.bad = one.bad || !std::isfinite(one.w[j]) || !(one.w[j] > 0.0f);
            one.beta.push_back(stored_beta(had, one.w[j]));
            one.w[j] = weight_of(one.beta[j], had);
        }
    }
    at   = stage::start_values;
    next = 0;
}

ggml_tensor * layer_fit::asked_rows(size_t i) {
    ggml_context * ctx = run.ctx();
    ggml_tensor * own = ggml_view_2d(ctx, e, n_fit, n_rows, e->nb[1], i*e->nb[2]);
    ggml_tensor * z   = ggml_view_2d(ctx, norm, n_fit, 1, norm->nb[2], i*norm->nb[2]);
    return ggml_div(ctx, ggml_mul(ctx, own, ggml_reshape_2d(ctx, of(w, i), 1, n_rows)), z);
}

// what the rows leave of the outputs, and the equations of their values
void layer_fit::start_values(size_t i) {
    ggml_context * ctx = run.ctx();

    const auto & one = heads[i];
    std::vector<float> weights = one.w;
    weights.resize(n_rows, 0.0f);
    ggml_tensor * wt = put(run.input(GGML_TYPE_F32, n_rows, 1, weights.data()), of(w, i));

    ggml_tensor * heavy = ggml_mul(ctx, of(e_t, i), wt); // [n_rows, n_queries]
    ggml_tensor * z     = ggml_scale_bias(ctx, ggml_add(ctx, ggml_sum_rows(ctx, heavy), of(beside, i)), 1.0f, LEAST_MASS);
    z = put(z, of(norm, i));
    ggml_tensor * kept  = ggml_add(ctx, ggml_mul_mat(ctx, of(v_t, i), heavy), of(fixed, i));
    ggml_tensor * left  = put(ggml_sub(ctx, of(full, i), ggml_div(ctx, kept, z)), of(rest, i));
    if (!fits_values()) {
        return;
    }

    ggml_tensor * own    = asked_rows(i);                                                              // [n_fit, n_rows]
    ggml_tensor * target = ggml_cont(ctx, ggml_transpose(ctx, columns(left, 0, n_fit)));               // [n_fit, d_v]
    ggml_tensor * a      = by_rows() ? own : ggml_div(ctx, columns(heavy, 0, n_fit), columns(z, 0, n_fit)); // columns make the matrix
    ggml_tensor * b      = by_rows() ? ggml_mul_mat(ctx, own, target) : target;                        // [n, d_v]

    put(ggml_mul_mat(ctx, a, a), of(m, i));
    const int64_t n    = m->ne[0];
    ggml_tensor * diag = ggml_reshape_2d(ctx, ggml_sum_rows(ctx, ggml_sqr(ctx, a)), n, 1);
    ggml_tensor * more = put(ggml_scale_bias(ctx, ggml_sum_rows(ctx, diag), params.ridge/(float) one.w.size(), TINY), of(ridge, i));
    const std::vector<float> ones(n, 1.0f);
    ggml_tensor * inv  = put(ggml_div(ctx, run.input(GGML_TYPE_F32, n, 1, ones.data()), ggml_add(ctx, diag, more)), of(by, i));

    ggml_tensor * dir = ggml_mul(ctx, b, inv);
    put(ggml_scale(ctx, b, 0.0f), of(x, i));
    put(b, of(r, i));
    put(dir, of(p, i));
    put(ggml_sum_rows(ctx, ggml_mul(ctx, b, dir)), of(rz, i));
}

// conjugate gradients, preconditioned by the diagonal
void layer_fit::more_values() {
    ggml_context * ctx = run.ctx();

    const int64_t n = m->ne[0], d = x->ne[1];
    ggml_tensor * mat  = all(m, n, n);
    ggml_tensor * more = all(ridge, 1, 1);
    ggml_tensor * inv  = all(by, n, 1);
    ggml_tensor * sol  = all(x, n, d);
    ggml_tensor * res  = all(r, n, d);
    ggml_tensor * dir  = all(p, n, d);
    ggml_tensor * now  = all(rz, 1, d);

    const int64_t n_steps = fitting_at_once(n*n*d*(int64_t) heads.size());
    for (int64_t i = 0; i < n_steps && n_done < N_VALUES; ++i, ++n_done) {
        ggml_tensor * to   = ggml_add(ctx, ggml_mul_mat(ctx, mat, dir), ggml_mul(ctx, dir, more));
        ggml_tensor * far  = ggml_div(ctx, now, ggml_scale_bias(ctx, ggml_sum_rows(ctx, ggml_mul(ctx, dir, to)), 1.0f, TINY));
        sol = ggml_add(ctx, sol, ggml_mul(ctx, dir, far));
        res = ggml_sub(ctx, res, ggml_mul(ctx, to, far));
        ggml_tensor * z     = ggml_mul(ctx, res, inv);
        ggml_tensor * after = ggml_sum_rows(ctx, ggml_mul(ctx, res, z));
        dir = ggml_add(ctx, z, ggml_mul(ctx, dir, ggml_div(ctx, after, ggml_scale_bias(ctx, now, 1.0f, TINY))));
        now = after;
    }
    put(sol, all(x, n, d));
    put(res, all(r, n, d));
    put(dir, all(p, n, d));
    put(now, all(rz, 1, d));
}

void layer_fit::results(size_t i) {
    ggml_context * ctx = run.ctx();

    const int64_t n_out = n_queries - n_fit;
    auto &        one   = heads[i];

    ggml_tensor * none = ggml_scale(ctx, of(ridge, i), 0.0f);
    ggml_tensor * of_head[N_SUMS];
    std::fill(of_head, of_head + N_SUMS, none);

    ggml_tensor * gain = nullptr; // of the values, [n_rows, d_v]
    if (fits_values()) {
        gain = by_rows() ? of(x, i) : ggml_mul_mat(ctx, asked_rows(i), of(x, i));
        ggml_tensor * values = ggml_cont(ctx, ggml_transpose(ctx, ggml_add(ctx, of(v_t, i), gain))); // [d_v, n_rows]
        values     = columns(values, 0, (int64_t) one.w.size());
        one.values = run.output(pack_values(run, layout, info(), one.type_k, one.type_v, values));

        ggml_tensor * of_rows = ggml_sum_rows(ctx, ggml_sqr(ctx, values)); // [1, n]: the square of its square is below one wherever all are
        of_rows = ggml_sqr(ctx, ggml_sqr(ctx, ggml_scale(ctx, of_rows, 1.0f/(STORABLE*STORABLE))));
        of_head[SIZES] = ggml_sum_rows(ctx, ggml_reshape_2d(ctx, of_rows, ggml_nelements(of_rows), 1));
    }
    if (n_out > 0) {
        const auto held_out = [&](ggml_tensor * t) { return columns(t, n_fit, n_out); };

        ggml_tensor * seen  = held_out(of(e_t, i));
        ggml_tensor * whole = held_out(of(full, i));
        ggml_tensor * z     = ggml_scale_bias(ctx, ggml_add(ctx, ggml_sum_rows(ctx, seen), held_out(of(beside, i))), 1.0f, LEAST_MASS);
        ggml_tensor * kept  = ggml_add(ctx, ggml_mul_mat(ctx, of(v_t, i), seen), held_out(of(fixed, i)));
        ggml_tensor * left  = ggml_cont(ctx, held_out(of(rest, i)));
        of_head[FULL]     = sum_of_squares(ggml_cont(ctx, whole));
        of_head[LEFT]     = sum_of_squares(ggml_sub(ctx, whole, ggml_div(ctx, kept, z)));
        of_head[WEIGHTED] = sum_of_squares(left);
        if (gain) {
            ggml_tensor * shares = ggml_div(ctx, ggml_mul(ctx, seen, of(w, i)), held_out(of(norm, i))); // [n_rows, n_out]
            of_head[FITTED] = sum_of_squares(ggml_sub(ctx, left, ggml_mul_mat(ctx, gain, shares)));
        }
    }
    ggml_tensor * joined = of_head[0];
    for (int j = 1; j < N_SUMS; ++j) {
        joined = ggml_concat(ctx, joined, of_head[j], 0);
    }
    put(joined, of(sums, i));
}

void layer_fit::read_results() {
    std::vector<float> read((next - first)*N_SUMS);
    ggml_backend_tensor_get(sums, read.data(), first*sums->nb[2], read.size()*sizeof(float));
    for (size_t i = first; i < next; ++i) {
        take_result(heads[i], &read[(i - first)*N_SUMS]);
    }
}

void layer_fit::take_result(member & one, const float * sums) {
    auto & res = *one.res;

    const bool judged = n_queries > n_fit;
    const auto error  = [&](sum of) { return judged ? held_out_error(sums[of], sums[FULL]) : 0.0f; };

    const auto as_they_were = [&] {
        res.beta  = betas_of(*one.rows, res.sel);
        res.error = error(LEFT);
    };
    const auto weighted = [&](float with) {
        res.beta  = one.beta;
        res.error = with;
    };

    if (params.fit == LLAMA_COMPACT_FIT_NONE) {
        return as_they_were();
    }
    if (one.bad) {
        res.fallback = true;
        return as_they_were();
    }
    if (fits_values()) {
        // weights without fitted values do harm (measured): then the rows stay as they are
        if (!(sums[SIZES] < 1.0f) || (judged && !(error(FITTED) < DOUBTFUL) && !(error(FITTED) < error(LEFT)))) {
            res.fallback = true;
            return as_they_were();
        }
        run.read(one.values, res.packed);
        return weighted(error(FITTED));
    }
    // where values cannot be fitted, weights stay if they do better than none
    if (params.fit == LLAMA_COMPACT_FIT_VALUES && !(judged && error(WEIGHTED) < error(LEFT))) {
        return as_they_were();
    }
    weighted(error(WEIGHTED));
}

} // namespace compaction
