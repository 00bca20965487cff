#include "layer_fit.h"

#include <algorithm>
#include <cmath>

namespace compaction {

namespace {

// steps: of the power method, of FISTA at most, and of conjugate gradients; docs/EXPERIMENTS.md has what others come to
constexpr int N_POWER   = 6;
constexpr int N_WEIGHTS = 24;
constexpr int N_VALUES  = 32;

// heads of a graph, some seventy nodes of which are for one of them each where memory lets no two share them
constexpr int64_t HEADS_OF_GRAPH = 16;

constexpr int64_t BYTES_AT_ONCE = 128 << 20; // of what is worked out of probabilities, where it is more than one head's

constexpr size_t ROOM_OF_WEIGHTS = 1, ROOM_OF_VALUES = 2; // of graphs with the steps of solvers

constexpr float TINY = 1e-30f; // added to what divides

} // namespace

size_t layer_fit::bytes_for(const layer_info & l, int64_t n_rows, int64_t n_fit, int64_t n_queries) {
    const int64_t n = std::min(n_rows, n_fit);
    return (size_t) (2*n_rows*n_queries + 5*n_rows + n_rows*l.d_v + 3*n_queries*l.d_v + n*n + 3*n*l.d_v)*sizeof(float);
}

bool layer_fit::begin(uint32_t ikv, size_t n_heads, uint32_t n_most_rows, const query_set & qs) {
    this->ikv = ikv;
    const auto & l = info();

    n_most    = n_heads;
    n_rows    = GGML_PAD((int64_t) n_most_rows, 32);
    n_fit     = (int64_t) qs.n_fit*l.n_query_heads();
    n_queries = (int64_t) qs.slots.size()*l.n_query_heads();
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

    solved.begin(); // first what goes by n alone, which most layers have alike: a device that keeps graphs then has the same ones
    m     = own(solved, n, n);
    x     = own(solved, n, l.d_v);
    r     = own(solved, n, l.d_v);
    p     = own(solved, n, l.d_v);
    rz    = own(solved, 1, l.d_v);
    by    = own(solved, n, 1);
    ridge = own(solved, 1, 1);
    sums  = own(solved, N_SUMS, 1);
    w     = own(solved, n_rows, 1);
    ahead = own(solved, n_rows, 1);
    rhs   = own(solved, n_rows, 1);
    looks = own(solved, n_rows, 1);
    holds = own(solved, n_rows, 1);
    size  = own(solved, 1, 1);
    norm  = own(solved, 1, n_queries);
    rest  = own(solved, l.d_v, n_queries);
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

ggml_tensor * layer_fit::some(ggml_tensor * t, size_t i, size_t k) {
    return ggml_view_3d(run.ctx(), t, t->ne[0], t->ne[1], (int64_t) k, t->nb[1], t->nb[2], i*t->nb[2]);
}

ggml_tensor * layer_fit::columns(ggml_tensor * t, int64_t first, int64_t n) {
    return ggml_view_3d(run.ctx(), t, t->ne[0], n, t->ne[2], t->nb[1], t->nb[2], first*t->nb[1]);
}

ggml_tensor * layer_fit::above_zero(ggml_tensor * t) { return ggml_scale_bias(run.ctx(), t, 1.0f, TINY); }

ggml_tensor * layer_fit::put(ggml_tensor * t, ggml_tensor * dst) {
    ggml_tensor * res = ggml_cpy(run.ctx(), t, dst);
    run.expand(res);
    return res;
}

ggml_tensor * layer_fit::sum_of_squares(ggml_tensor * t) {
    t = ggml_sqr(run.ctx(), t);
    return ggml_sum_rows(run.ctx(), ggml_reshape_3d(run.ctx(), t, t->ne[0]*t->ne[1], 1, t->ne[2]));
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
    one.bytes = fits_values() ? n*ggml_row_size(type_v, info().d_v) : 0;
    if (one.bytes > 0) {
        try { // by a thread of its own, if there may be one: the system clears each of its pages when it is first touched
            one.place = std::async(std::launch::async, [bytes = one.bytes] { return std::vector<uint8_t>(bytes); });
        } catch (const std::system_error &) {
        }
    }
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

bool layer_fit::looked_up() const {
    return std::any_of(heads.begin(), heads.end(), [](const member & one) { return !one.res->lookups.empty(); });
}

int layer_fit::n_weights() const { return std::min(params.n_iter, N_WEIGHTS); }

// steps of a graph, by the products of one
int64_t layer_fit::fitting_at_once(int64_t work) const {
    return std::max<int64_t>(1, run.pace()*slices_of(info())*MAX_WORK/std::max<int64_t>(work, 1));
}

// the next ones, at most n of them in the present graph, as many in the same nodes as there is memory for
void layer_fit::some_heads(int64_t n, const std::function<void(size_t)> & build) {
    const int64_t each = 2*std::max<int64_t>(n_rows*n_queries, 1)*(int64_t) sizeof(float); // what nodes make of a head's probabilities
    for (int64_t left = std::min(n, HEADS_OF_GRAPH); left > 0 && next < heads.size();) {
        const size_t k = (size_t) std::clamp<int64_t>(BYTES_AT_ONCE/each, 1, std::min<int64_t>(left, (int64_t) (heads.size() - next)));
        build(k);
        next += k;
        left -= (int64_t) k;
    }
}

bool layer_fit::step() {
    const auto & l = info();
    const bool weighs = params.fit != LLAMA_COMPACT_FIT_NONE;

    if (at == stage::start_weights && !weighs) {
        read_weights();
    }
    first = next;
    run.begin(home_of(l), at == stage::weights ? ROOM_OF_WEIGHTS : at == stage::values ? ROOM_OF_VALUES : 0);
    const int64_t n = m->ne[0];
    switch (at) {
        case stage::start_weights: start_weights(); break;
        case stage::weights:
            more_weights(all(rhs, n_rows, 1), all(size, 1, 1), all(w, n_rows, 1), all(ahead, n_rows, 1));
            break;
        case stage::start_values:
            some_heads(fitting_at_once(n_rows*n_queries*l.d_v + n*n*std::max(n_rows, n_fit)), [&](size_t k) { start_values(next, k); });
            break;
        case stage::values: more_values(); break;
        case stage::results:
            some_heads(fitting_at_once(2*n_rows*n_queries*l.d_v), [&](size_t k) { results(next, k); });
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
            if (next == heads.size()) {
                at = stage::done;
                heads.clear(); // and the memory of values that are not taken
            }
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
    ggml_tensor * to    = all(rhs, n_rows, 1); // first: the graph then begins with another tensor than that of results, see runner::begin
    ggml_tensor * right = seen_by_rows(all(mass, n_fit, 1));
    std::vector<float> most(k, 0.0f); // of look-ups, each of which sees one row, as it was
    if (looked_up()) {
        std::vector<float> lookups;
        for (int64_t i = 0; i < k; ++i) {
            const auto & own = heads[i].res->lookups;
            lookups.insert(lookups.end(), own.begin(), own.end());
            lookups.resize((i + 1)*n_rows, 0.0f);
            most[i] = own.empty() ? 0.0f : *std::max_element(own.begin(), own.end());
        }
        right = ggml_add(ctx, right, put(ggml_reshape_3d(ctx, run.input(GGML_TYPE_F32, lookups), n_rows, 1, k), all(looks, n_rows, 1)));
    }
    right = put(right, to);

    // sums keep it to size, and the quotient is of what is of that size: squares of products of small probabilities are zeros in single precision
    const auto total = [&](ggml_tensor * x) { return above_zero(ggml_sum_rows(ctx, x)); }; // [1, 1, heads]
    ggml_tensor * v = start;
    for (int i = 1; i < N_POWER; ++i) {
        v = seen_by_rows(seen_by_queries(v));
        v = ggml_div(ctx, v, total(v));
    }
    ggml_tensor * length = ggml_div(ctx, total(ggml_mul(ctx, v, seen_by_rows(seen_by_queries(v)))), total(ggml_sqr(ctx, v)));
    length = ggml_scale(ctx, length, 1.1f);
    if (looked_up()) {
        length = ggml_add(ctx, length, ggml_reshape_3d(ctx, run.input(GGML_TYPE_F32, most), 1, 1, k));
    }
    // a tenth shorter, as few steps come to too little; no number where the right side is none, which the bounds would hide
    ggml_tensor * far = ggml_div(ctx, ggml_view_3d(ctx, one, 1, 1, k, sizeof(float), sizeof(float), 0), length);
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
        if (looked_up()) {
            slope = ggml_add(ctx, slope, ggml_mul(ctx, z, all(looks, n_rows, 1)));
        }
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

ggml_tensor * layer_fit::asked_rows(size_t i, size_t k) {
    ggml_tensor * res = seen_rows(i, k);
    return looked_up() ? ggml_mul(run.ctx(), res, ggml_reshape_3d(run.ctx(), some(holds, i, k), 1, n_rows, (int64_t) k)) : res;
}

ggml_tensor * layer_fit::seen_rows(size_t i, size_t k) {
    ggml_context * ctx = run.ctx();
    ggml_tensor * own = ggml_view_3d(ctx, e, n_fit, n_rows, (int64_t) k, e->nb[1], e->nb[2], i*e->nb[2]);
    ggml_tensor * z   = ggml_view_3d(ctx, norm, n_fit, 1, (int64_t) k, norm->nb[2], norm->nb[2], i*norm->nb[2]);
    return ggml_div(ctx, ggml_mul(ctx, own, ggml_reshape_3d(ctx, some(w, i, k), 1, n_rows, (int64_t) k)), z);
}

// what the rows leave of the outputs, and the equations of their values
void layer_fit::start_values(size_t i, size_t k) {
    ggml_context * ctx = run.ctx();

    std::vector<float> weights, ridges;
    for (size_t j = i; j < i + k; ++j) {
        const auto & one = heads[j];
        weights.insert(weights.end(), one.w.begin(), one.w.end());
        weights.resize((j - i + 1)*n_rows, 0.0f);
        ridges.push_back(params.ridge/(float) one.w.size());
    }
    const auto given = [&](const std::vector<float> & data, int64_t ne0) {
        return ggml_reshape_3d(ctx, run.input(GGML_TYPE_F32, data), ne0, 1, (int64_t) k);
    };
    ggml_tensor * wt = put(given(weights, n_rows), some(w, i, k));

    ggml_tensor * heavy = ggml_mul(ctx, some(e_t, i, k), wt); // [n_rows, n_queries, k]
    ggml_tensor * z     = ggml_scale_bias(ctx, ggml_add(ctx, ggml_sum_rows(ctx, heavy), some(beside, i, k)), 1.0f, LEAST_MASS);
    z = put(z, some(norm, i, k));
    ggml_tensor * kept  = ggml_add(ctx, ggml_mul_mat(ctx, some(v_t, i, k), heavy), some(fixed, i, k));
    ggml_tensor * left  = put(ggml_sub(ctx, some(full, i, k), ggml_div(ctx, kept, z)), some(rest, i, k));
    if (!fits_values()) {
        return;
    }

    ggml_tensor * even = nullptr; // the ridge [1, 1, k], where it is not of the equations that follow
    if (looked_up()) { // look-ups hold values where they are, as a ridge of its own for each row does: what others see of it is scaled
        ggml_tensor * own = ggml_reshape_3d(ctx, ggml_sum_rows(ctx, ggml_sqr(ctx, seen_rows(i, k))), n_rows, 1, (int64_t) k);
        own  = ggml_add(ctx, own, some(looks, i, k)); // the diagonal
        even = above_zero(ggml_mul(ctx, ggml_sum_rows(ctx, own), given(ridges, 1)));
        ggml_tensor * more = ggml_add(ctx, some(looks, i, k), even);
        put(ggml_sqrt(ctx, ggml_div(ctx, ggml_add(ctx, ggml_scale(ctx, more, 0.0f), even), more)), some(holds, i, k));
    }
    ggml_tensor * own    = asked_rows(i, k);                                                           // [n_fit, n_rows, k]
    ggml_tensor * target = ggml_cont(ctx, ggml_transpose(ctx, columns(left, 0, n_fit)));               // [n_fit, d_v, k]
    ggml_tensor * seen   = looked_up() ? ggml_mul(ctx, columns(heavy, 0, n_fit), some(holds, i, k)) : columns(heavy, 0, n_fit);
    ggml_tensor * a      = by_rows() ? own : ggml_div(ctx, seen, columns(z, 0, n_fit)); // columns make the matrix
    ggml_tensor * b      = by_rows() ? ggml_mul_mat(ctx, own, target) : target;                        // [n, d_v, k]

    put(ggml_mul_mat(ctx, a, a), some(m, i, k));
    ggml_tensor * diag = ggml_reshape_3d(ctx, ggml_sum_rows(ctx, ggml_sqr(ctx, a)), m->ne[0], 1, (int64_t) k);
    ggml_tensor * more = put(even ? even : ggml_scale_bias(ctx, ggml_mul(ctx, ggml_sum_rows(ctx, diag), given(ridges, 1)), 1.0f, TINY), some(ridge, i, k));
    ggml_tensor * inv  = put(ggml_div(ctx, ggml_scale_bias(ctx, diag, 0.0f, 1.0f), ggml_add(ctx, diag, more)), some(by, i, k));

    ggml_tensor * dir = ggml_mul(ctx, b, inv);
    put(ggml_scale(ctx, b, 0.0f), some(x, i, k));
    put(b, some(r, i, k));
    put(dir, some(p, i, k));
    put(above_zero(ggml_sum_rows(ctx, ggml_mul(ctx, b, dir))), some(rz, i, k));
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
        ggml_tensor * far  = ggml_div(ctx, now, above_zero(ggml_sum_rows(ctx, ggml_mul(ctx, dir, to))));
        sol = ggml_add(ctx, sol, ggml_mul(ctx, dir, far));
        res = ggml_sub(ctx, res, ggml_mul(ctx, to, far));
        ggml_tensor * z     = ggml_mul(ctx, res, inv);
        ggml_tensor * after = above_zero(ggml_sum_rows(ctx, ggml_mul(ctx, res, z)));
        dir = ggml_add(ctx, z, ggml_mul(ctx, dir, ggml_div(ctx, after, now)));
        now = after;
    }
    put(sol, all(x, n, d));
    put(res, all(r, n, d));
    put(dir, all(p, n, d));
    put(now, all(rz, 1, d));
}

} // namespace compaction
