// Attention of reference queries over one head's rows, as a backend-neutral graph.
#include "pipeline.h"

#include "rope.h"

#include "llama-impl.h"
#include "llama-model.h"

#include <algorithm>
#include <cmath>

namespace compaction {

void head_rows::add(int32_t i, float b, llama_pos p) {
    idx .push_back(i);
    bias.push_back(b);
    pos .push_back(p);
}

void head_rows::pad() {
    while (idx.size() % 16 != 0) {
        add(idx[0], -INFINITY, -1);
    }
}

void head_rows::end_block() {
    n_block = (uint32_t) idx.size();
    pad();
    n_block_pad = (uint32_t) idx.size();
}

bool head_scores::reserve(ggml_backend_buffer_type_t buft, int64_t n_queries, int64_t n_rows, int64_t d_v) {
    if (prob_t && prob_t->ne[0] == n_queries && prob_t->ne[1] == n_rows && out_block->ne[0] == d_v &&
            ggml_backend_buffer_get_type(buf.get()) == buft) {
        return true;
    }
    buf.reset();
    ggml_init_params params = { 6*ggml_tensor_overhead(), nullptr, true };
    ctx.reset(ggml_init(params));

    prob_t    = ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, n_queries, n_rows);
    mass      = ggml_new_tensor_1d(ctx.get(), GGML_TYPE_F32, n_queries);
    out_block = ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, d_v, n_queries);
    out_fixed = ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, d_v, n_queries);

    norm      = ggml_new_tensor_1d(ctx.get(), GGML_TYPE_F32, n_queries);
    rest      = ggml_new_tensor_2d(ctx.get(), GGML_TYPE_F32, d_v, n_queries);

    buf.reset(ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), buft));
    if (!buf) {
        prob_t = nullptr;
        return false;
    }
    ggml_backend_buffer_clear(buf.get(), 0);
    scratch_bytes = std::max(scratch_bytes, ggml_backend_buffer_get_size(buf.get()));
    return true;
}

// back to where they were rotated from, on to where they will be asked
ggml_tensor * head_scores::queries(uint32_t ikv, uint32_t h, const query_set & qs, int64_t t0, int64_t t1) {
    const auto & l = store.layers[ikv];
    const int64_t n_group  = l.n_group();
    const int64_t n_tokens = t1 - t0;

    const std::vector<int32_t> slots(qs.slots.begin() + t0, qs.slots.begin() + t1);
    const std::vector<int32_t> delta(qs.delta.begin() + t0, qs.delta.begin() + t1);

    ggml_context * ctx = run.ctx();

    ggml_tensor * sample = store.queries.rows[ikv];
    sample = ggml_view_2d(ctx, sample, n_group*l.d_k, sample->ne[1], sample->nb[1], h*ggml_row_size(sample->type, n_group*l.d_k));

    ggml_tensor * q = ggml_get_rows(ctx, sample, run.input(GGML_TYPE_I32, slots));
    q = ggml_reshape_3d(ctx, q, l.d_k, n_group, n_tokens);

    q = turn(store, run, ikv, q, delta);
    return ggml_reshape_2d(ctx, q, l.d_k, n_group*n_tokens);
}

// softmax of the queries of tokens [t0, t1) over the rows, [n_rows, n_queries]
ggml_tensor * head_scores::probabilities(uint32_t ikv, uint32_t h, ggml_tensor * k, const head_rows & rows, const query_set & qs,
        int64_t t0, int64_t t1) {
    const auto & l       = store.layers[ikv];
    const auto & hparams = store.hparams;

    const int64_t n_group   = l.n_group();
    const int64_t n_tokens  = t1 - t0;
    const int64_t n_queries = n_tokens*n_group;
    const int64_t n_rows    = (int64_t) rows.idx.size();

    ggml_context * ctx = run.ctx();

    ggml_tensor * q = queries(ikv, h, qs, t0, t1);
    ggml_tensor * s = ggml_mul_mat(ctx, k, q); // [n_rows, n_queries]
    ggml_prec_set_acc(s, GGML_PREC_F32);
    if (hparams.attn_soft_cap) {
        const float cap = hparams.f_attn_logit_softcapping;
        s = ggml_scale(ctx, ggml_tanh(ctx, ggml_scale(ctx, s, l.kq_scale/cap)), cap);
    } else {
        s = ggml_scale(ctx, s, l.kq_scale);
    }

    if (qs.causal) {
        std::vector<float> mask((size_t) n_rows*n_queries);
        for (int64_t i = 0; i < n_queries; ++i) {
            for (int64_t j = 0; j < n_rows; ++j) {
                mask[i*n_rows + j] = rows.pos[j] > qs.pos[t0 + i/n_group] ? -INFINITY : rows.bias[j];
            }
        }
        s = ggml_add(ctx, s, run.input(GGML_TYPE_F32, n_rows, n_queries, mask.data()));
    } else if (std::any_of(rows.bias.begin(), rows.bias.end(), [](float b) { return b != 0.0f; })) {
        s = ggml_add(ctx, s, run.input(GGML_TYPE_F32, rows.bias));
    }

    return ggml_soft_max(ctx, s);
}

bool head_scores::compute(uint32_t ikv, uint32_t h, const head_rows & rows, const query_set & qs, bool squares, bool fitted,
        std::vector<float> & scores) {
    const auto & l = store.layers[ikv];

    const int64_t n_group   = l.n_group();
    const int64_t n_tokens  = (int64_t) qs.slots.size();
    const int64_t n_queries = n_tokens*n_group;
    const int64_t n_fit     = (int64_t) qs.n_fit*n_group;
    const int64_t n_rows    = (int64_t) rows.idx.size();
    const int64_t n_block   = rows.n_block_pad;

    if (!reserve(l.buft, n_queries, n_rows, l.d_v)) {
        return false;
    }

    run.begin();
    ggml_context * ctx = run.ctx();

    ggml_tensor * idx = run.input(GGML_TYPE_I32, rows.idx);
    ggml_tensor * k   = store.gather_k(ctx, ikv, h, idx); // [d_k, n_rows]
    ggml_tensor * v   = store.gather_v(ctx, ikv, h, idx); // [d_v, n_rows]

    ggml_tensor * v_t = ggml_cont(ctx, ggml_transpose(ctx, v)); // [n_rows, d_v]

    // sums as products with ones: on the CPU these are several times faster than ggml_sum_rows
    const std::vector<float> ones(std::max(n_block, n_fit), 1.0f);
    const auto sum_rows = [&](ggml_tensor * x) {
        return ggml_mul_mat(ctx, x, run.input(GGML_TYPE_F32, x->ne[0], 1, ones.data())); // [x->ne[1]]
    };

    const auto values = [&](int64_t j0, int64_t n) {
        return ggml_cont(ctx, ggml_view_2d(ctx, v_t, n, l.d_v, v_t->nb[1], j0*sizeof(float)));
    };
    ggml_tensor * v_block = values(0, n_block);
    ggml_tensor * v_fixed = n_rows > n_block ? values(n_block, n_rows - n_block) : nullptr;
    if (!v_fixed) {
        run.expand(ggml_scale_inplace(ctx, out_fixed, 0.0f));
    }

    // in slices of the queries, which bounds the memory of the graph; multiples of 16, as for the rows
    const int64_t n_slice = std::max<int64_t>(16, MAX_SLICE/(n_rows*n_group)/16*16);

    ggml_tensor * sum = nullptr;
    for (int64_t t0 = 0; t0 < n_tokens; t0 += n_slice) {
        const int64_t t1 = std::min(t0 + n_slice, n_tokens);
        const int64_t q0 = t0*n_group;
        const int64_t n  = (t1 - t0)*n_group;

        ggml_tensor * p = probabilities(ikv, h, k, rows, qs, t0, t1); // [n_rows, n]

        if (fitted || q0 + n > n_fit) {
            const auto outputs = [&](ggml_tensor * a, int64_t j0, ggml_tensor * dst) {
                ggml_tensor * b = ggml_view_2d(ctx, p, a->ne[0], n, p->nb[1], j0*sizeof(float));
                run.expand(ggml_cpy(ctx, ggml_mul_mat(ctx, a, b), ggml_view_2d(ctx, dst, l.d_v, n, dst->nb[1], q0*dst->nb[1])));
            };
            ggml_tensor * p_block = ggml_view_2d(ctx, p, n_block, n, p->nb[1], 0);
            run.expand(ggml_cpy(ctx, sum_rows(p_block), ggml_view_2d(ctx, mass, n, 1, mass->nb[1], q0*sizeof(float))));
            outputs(v_block, 0, out_block);
            if (v_fixed) {
                outputs(v_fixed, n_block, out_fixed);
            }
        }

        ggml_tensor * p_t = ggml_cpy(ctx, ggml_transpose(ctx, p), ggml_view_2d(ctx, prob_t, n, n_rows, prob_t->nb[1], q0*sizeof(float)));
        run.expand(p_t);
        if (q0 < n_fit) {
            ggml_tensor * fit  = ggml_view_2d(ctx, p_t, std::min(n, n_fit - q0), n_block, p_t->nb[1], 0);
            ggml_tensor * part = sum_rows(squares ? ggml_sqr(ctx, fit) : ggml_cont(ctx, fit));
            sum = sum ? ggml_add(ctx, sum, part) : part;
            run.expand(sum);
        }
    }
    run.output(sum);

    if (!run.compute()) {
        return false;
    }

    scores = run.read<float>(sum);
    scores.resize(rows.n_block);
    for (float & x : scores) {
        x = squares ? sqrtf(x/(float) n_fit) : x/(float) n_fit;
    }
    return true;
}

} // namespace compaction
