// The last stage of layer_fit: values as they are stored, and by the sums of each head what is taken of them.
#include "layer_fit.h"

#include <algorithm>

namespace compaction {

void layer_fit::results(size_t i, size_t k) {
    ggml_context * ctx = run.ctx();

    const int64_t n_out = n_queries - n_fit;

    ggml_tensor * none = ggml_scale(ctx, some(ridge, i, k), 0.0f);
    ggml_tensor * of_heads[N_SUMS];
    std::fill(of_heads, of_heads + N_SUMS, none);

    ggml_tensor * gain = nullptr; // of the values, [n_rows, d_v, k]
    if (fits_values()) {
        gain = by_rows() ? some(x, i, k) : ggml_mul_mat(ctx, asked_rows(i, k), some(x, i, k));
        gain = looked_up() ? ggml_mul(ctx, gain, some(holds, i, k)) : gain;
        ggml_tensor * values = ggml_cont(ctx, ggml_transpose(ctx, ggml_add(ctx, some(v_t, i, k), gain))); // [d_v, n_rows, k]
        for (size_t j = i; j < i + k; ++j) {
            auto & one = heads[j];
            ggml_tensor * own = ggml_view_2d(ctx, values, values->ne[0], (int64_t) one.w.size(), values->nb[1], (j - i)*values->nb[2]);
            one.values = run.output(pack_values(run, layout, info(), one.type_k, one.type_v, own));
        }
        // [1, n_rows, k]: the square of its square is below one wherever all are; rows that a head has not have values of zero
        ggml_tensor * of_rows = ggml_sum_rows(ctx, ggml_sqr(ctx, values));
        of_rows = ggml_sqr(ctx, ggml_sqr(ctx, ggml_scale(ctx, of_rows, 1.0f/(STORABLE*STORABLE))));
        of_heads[SIZES] = ggml_sum_rows(ctx, ggml_reshape_3d(ctx, of_rows, n_rows, 1, (int64_t) k));
    }
    if (n_out > 0) {
        const auto held_out = [&](ggml_tensor * t) { return columns(some(t, i, k), n_fit, n_out); };

        ggml_tensor * seen  = held_out(e_t);
        ggml_tensor * whole = held_out(full);
        ggml_tensor * z     = ggml_scale_bias(ctx, ggml_add(ctx, ggml_sum_rows(ctx, seen), held_out(beside)), 1.0f, LEAST_MASS);
        ggml_tensor * kept  = ggml_add(ctx, ggml_mul_mat(ctx, some(v_t, i, k), seen), held_out(fixed));
        ggml_tensor * left  = ggml_cont(ctx, held_out(rest));
        of_heads[FULL]     = sum_of_squares(ggml_cont(ctx, whole));
        of_heads[LEFT]     = sum_of_squares(ggml_sub(ctx, whole, ggml_div(ctx, kept, z)));
        of_heads[WEIGHTED] = sum_of_squares(left);
        if (gain) {
            ggml_tensor * shares = ggml_div(ctx, ggml_mul(ctx, seen, some(w, i, k)), held_out(norm)); // [n_rows, n_out, k]
            of_heads[FITTED] = sum_of_squares(ggml_sub(ctx, left, ggml_mul_mat(ctx, gain, shares)));
        }
    }
    ggml_tensor * joined = of_heads[0];
    for (int j = 1; j < N_SUMS; ++j) {
        joined = ggml_concat(ctx, joined, of_heads[j], 0);
    }
    put(joined, some(sums, i, k));
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
        if (one.place.valid()) {
            res.packed = one.place.get();
            one.bytes  = 0; // it is the head's now
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
