#include "key_moves.h"

#include <algorithm>
#include <cmath>

namespace compaction {

namespace {

// of the queries to fit on, those that a step goes by
constexpr int64_t PARTS = 8;

// Adam's; the first step moves a key so far in each dimension, where queries have a root mean square of one and logits are not
// scaled any more, the last ones hardly at all
constexpr float LEARNING    = 0.01f;
constexpr float KEEP_FIRST  = 0.9f;
constexpr float KEEP_SECOND = 0.99f;
constexpr float TINY        = 1e-12f;

// what the block's mass counts beside outputs, both relative to what they are
constexpr float MASS = 0.1f;

// a dimension in which queries are next to nothing is no reason to move keys far
constexpr float LEAST_SIZE = 1e-2f;

constexpr int64_t MAX_STEPS = 6; // of a graph: 39 nodes each

} // namespace

bool key_moves::possible(const layer_info & l) {
    if (ggml_backend_buft_is_host(l.buft)) {
        return true;
    }
    ggml_backend_dev_t dev = ggml_backend_buft_get_device(l.buft);
    const ggml_init_params params = { 8*ggml_tensor_overhead(), nullptr, true };
    const ggml_context_ptr ctx { ggml_init(params) };
    const auto matrix = [&] { return ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, l.d_k, 16); };
    ggml_tensor * keys = matrix();
    ggml_set_param(keys);
    return dev && ggml_backend_dev_supports_op(dev, ggml_opt_step_adamw(ctx.get(), keys, matrix(), matrix(), matrix(),
            ggml_new_tensor_1d(ctx.get(), GGML_TYPE_F32, 7)));
}

size_t key_moves::bytes_for(const layer_info & l, int64_t n_rows, int64_t n_queries, bool own) {
    n_rows = GGML_PAD(n_rows, 16);
    return ((own ? n_queries*n_rows : 0) + n_rows*(3*l.d_k + 2*l.d_v + 1) + l.d_k)*sizeof(float) +
            n_rows*(2*l.d_k + l.d_v)*sizeof(float); // and what is kept of the fit before, on the host
}

bool key_moves::begin() {
    held.begin();
    ggml_context * ctx = held.ctx.get();
    const auto matrix = [&](int64_t ne0, int64_t ne1) { return ggml_new_tensor_2d(ctx, GGML_TYPE_F32, ne0, ne1); };
    size   = matrix(l.d_k, 1);
    prob   = sc.kept_alone() ? sc.prob_t : matrix(n_queries, n_rows);
    v      = matrix(l.d_v, n_rows);
    v_t    = matrix(n_rows, l.d_v);
    delta  = matrix(l.d_k, n_rows);
    free   = matrix(1, n_rows);
    first  = matrix(l.d_k, n_rows);
    second = matrix(l.d_k, n_rows);
    ggml_set_param(delta);
    return held.alloc(l.buft);
}

ggml_tensor * key_moves::part_of_prob(int64_t q0, int64_t n) { return ggml_view_2d(run.ctx(), prob, n, n_rows, prob->nb[1], q0*sizeof(float)); }

void key_moves::start(const std::vector<float> & weights, const std::vector<float> & values, const std::vector<float> & lookups) {
    ggml_context * ctx = run.ctx();

    this->weights = weights;
    this->lookups = lookups;
    n_steps = 0;
    const std::vector<float> none(l.d_k*n_rows, 0.0f);
    for (auto * t : { delta, first, second }) {
        ggml_backend_tensor_set(t, none.data(), 0, ggml_nbytes(t));
    }

    if (!scaled) {
        // mean squares by products with ones, as sums of rows are slow on the CPU
        ggml_tensor * q_t  = ggml_cont(ctx, ggml_transpose(ctx, ggml_view_2d(ctx, sc.q, l.d_k, n_fit, sc.q->nb[1], 0))); // [n_fit, d_k]
        const std::vector<float> part(n_fit, 1.0f/(float) n_fit);
        ggml_tensor * square = ggml_mul_mat(ctx, ggml_sqr(ctx, q_t), run.input(GGML_TYPE_F32, part)); // [d_k]
        const std::vector<float> even(l.d_k, LEAST_SIZE*LEAST_SIZE/(float) l.d_k);
        ggml_tensor * mean = ggml_mul_mat(ctx, square, run.input(GGML_TYPE_F32, even)); // [1]
        ggml_tensor * root = ggml_sqrt(ctx, ggml_add(ctx, square, mean));
        run.expand(ggml_cpy(ctx, root, size));
        run.expand(ggml_cpy(ctx, ggml_div(ctx, sc.q, root), sc.q));
        scaled = true;
    }

    ggml_tensor * own = run.input(GGML_TYPE_F32, l.d_v, n_rows, values.data());
    run.expand(ggml_cpy(ctx, own, v));
    run.expand(ggml_cpy(ctx, ggml_cont(ctx, ggml_transpose(ctx, own)), v_t));
}

void key_moves::weigh(ggml_tensor * prob_t, int64_t q0, int64_t n) {
    ggml_context * ctx = run.ctx();

    ggml_tensor * had = ggml_mul(ctx, prob_t, run.input(GGML_TYPE_F32, 1, n_rows, weights.data()));
    run.expand(ggml_cpy(ctx, had, part_of_prob(q0, n)));

    const int64_t n_seen = std::min(n, n_fit - q0);
    if (!lookups.empty() && n_seen > 0) {
        ggml_tensor * seen = ggml_sqr(ctx, ggml_cont(ctx, ggml_view_2d(ctx, had, n_seen, n_rows, had->nb[1], 0)));
        seen = ggml_mul_mat(ctx, run.input(GGML_TYPE_F32, std::vector<float>(n_seen, 1.0f)), seen); // [1, n_rows]
        run.expand(ggml_cpy(ctx, q0 > 0 ? ggml_add(ctx, free, seen) : seen, free));
    }
    if (q0 + n < n_queries) {
        return;
    }
    if (!lookups.empty()) { // steps of Adam are as long however little a row is seen
        ggml_tensor * all = ggml_add(ctx, free, run.input(GGML_TYPE_F32, 1, n_rows, lookups.data()));
        run.expand(ggml_cpy(ctx, ggml_div(ctx, free, ggml_scale_bias(ctx, all, 1.0f, TINY)), free));
    }

    // how much there is of outputs and of mass
    const auto total = [&](ggml_tensor * x) {
        x = ggml_sqr(ctx, ggml_cont(ctx, x));
        return run.output(ggml_sum_rows(ctx, ggml_reshape_1d(ctx, x, ggml_nelements(x))));
    };
    const auto fitted = [&](ggml_tensor * x) { return ggml_view_2d(ctx, x, x->ne[0], n_fit, x->nb[1], 0); };
    t_outputs = total(ggml_add(ctx, fitted(sc.out_block), fitted(sc.out_fixed)));
    t_masses  = total(ggml_view_1d(ctx, sc.mass, n_fit, 0));
}

void key_moves::started() {
    const float outputs = run.read<float>(t_outputs)[0];
    const float masses  = run.read<float>(t_masses)[0];
    mass_counts = masses > 0.0f ? MASS*outputs/masses : 0.0f;
}

ggml_tensor * key_moves::left(ggml_tensor * keys) { return lookups.empty() ? keys : ggml_mul(run.ctx(), keys, free); }

ggml_tensor * key_moves::product(ggml_tensor * a, ggml_tensor * b) { return compaction::product(run, l, a, b); }

void key_moves::steps() {
    const int64_t n_parts = std::min(n_fit, PARTS);
    const int64_t n_part  = n_fit/n_parts;
    const int64_t work    = 4*n_part*n_rows*(l.d_k + l.d_v)/2;
    const int n = (int) std::clamp<int64_t>(run.pace()*MAX_WORK/std::max<int64_t>(work, 1), 1, std::min<int64_t>(n_moves - n_steps, MAX_STEPS));

    ggml_tensor * keys = delta;
    for (int i = 0; i < n; ++i, ++n_steps) {
        keys = step(keys, n_steps % n_parts*n_part, n_part);
    }
    run.expand(keys);
}

ggml_tensor * key_moves::step(ggml_tensor * keys, int64_t q0, int64_t n) {
    ggml_context * ctx = run.ctx();

    const auto cols = [&](ggml_tensor * x) { return ggml_view_2d(ctx, x, x->ne[0], n, x->nb[1], q0*x->nb[1]); };
    const auto of   = [&](ggml_tensor * x) { return ggml_view_1d(ctx, x, n, q0*sizeof(float)); };
    const auto row  = [&](ggml_tensor * x) { return ggml_view_2d(ctx, x, 1, n, sizeof(float), q0*sizeof(float)); };
    const auto turn = [&](ggml_tensor * x) { return ggml_cont(ctx, ggml_transpose(ctx, x)); };

    ggml_tensor * asked = cols(sc.q);                                                                 // [d_k, n]
    ggml_tensor * had   = ggml_cont(ctx, part_of_prob(q0, n));                                        // [n, rows]
    ggml_tensor * e_t   = ggml_mul(ctx, ggml_exp(ctx, product(asked, left(keys))), had);              // [n, rows]
    ggml_tensor * e     = turn(e_t);                                                                  // [rows, n]

    const std::vector<float> ones(n_rows, 1.0f);
    ggml_tensor * mass = ggml_mul_mat(ctx, e, run.input(GGML_TYPE_F32, ones));                        // [n]
    ggml_tensor * z    = ggml_add(ctx, ggml_reshape_2d(ctx, mass, 1, n), ggml_scale_bias(ctx, ggml_cont(ctx, row(sc.beside)), 1.0f, LEAST_MASS));
    ggml_tensor * out  = ggml_div(ctx, ggml_add(ctx, product(v_t, e), cols(sc.out_fixed)), z);        // [d_v, n]
    ggml_tensor * full = ggml_add(ctx, cols(sc.out_block), cols(sc.out_fixed));

    // by the probabilities: of |out - full|^2/2, and of the mass
    ggml_tensor * off  = ggml_div(ctx, ggml_sub(ctx, out, full), z);                                  // [d_v, n]
    ggml_tensor * less = ggml_reshape_1d(ctx, ggml_sum_rows(ctx, ggml_mul(ctx, out, off)), n);
    ggml_tensor * more = ggml_scale(ctx, ggml_sub(ctx, ggml_reshape_1d(ctx, mass, n), of(sc.mass)), mass_counts);
    ggml_tensor * by   = ggml_add(ctx, product(off, v), ggml_sub(ctx, more, less));                   // [n, rows]

    ggml_tensor * gradient = product(turn(asked), ggml_mul(ctx, by, e_t));                            // [d_k, rows]

    const float t = (float) n_steps + 1.0f;
    const std::vector<float> how = { LEARNING*(1.0f - (float) n_steps/(float) n_moves), KEEP_FIRST, KEEP_SECOND, TINY, 0.0f,
        1.0f/(1.0f - powf(KEEP_FIRST, t)), 1.0f/(1.0f - powf(KEEP_SECOND, t)) };
    keys->flags |= GGML_TENSOR_FLAG_PARAM; // of the node before, too
    return ggml_opt_step_adamw(ctx, keys, gradient, first, second, run.input(GGML_TYPE_F32, how));
}

void key_moves::move(int64_t q0, int64_t n) {
    ggml_context * ctx = run.ctx();
    std::vector<float> no_weights(weights); // of padding: none
    for (float & w : no_weights) {
        w = w > 0.0f ? 1.0f/w : 0.0f;
    }
    ggml_tensor * asked = ggml_view_2d(ctx, sc.q, l.d_k, n, sc.q->nb[1], q0*sc.q->nb[1]);
    ggml_tensor * times = ggml_mul(ctx, ggml_exp(ctx, product(asked, left(delta))), run.input(GGML_TYPE_F32, 1, n_rows, no_weights.data()));
    run.expand(ggml_cpy(ctx, ggml_mul(ctx, times, ggml_cont(ctx, part_of_prob(q0, n))), part_of_prob(q0, n)));
}

ggml_tensor * key_moves::added() {
    return run.output(ggml_cont(run.ctx(), left(delta)));
}

ggml_tensor * key_moves::times() {
    const std::vector<float> ones(l.d_k, 1.0f/l.kq_scale());
    return run.output(ggml_div(run.ctx(), run.input(GGML_TYPE_F32, ones), size));
}

} // namespace compaction
