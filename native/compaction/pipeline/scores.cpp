// ... as a backend-neutral graph; scores_host.cpp has what differs in host memory.
#include "scores.h"

#include "../compute/rope.h"

#include <algorithm>
#include <cmath>

namespace compaction {

void head_rows::reserve(size_t n) {
    n += 32; // of padding
    idx .reserve(n);
    bias.reserve(n);
    pos .reserve(n);
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

ggml_tensor * product(runner & run, const layer_info & l, ggml_tensor * a, ggml_tensor * b) {
    const auto * fns = host_functions_of(l);
    if (!fns || !fns->multiply) {
        return ggml_mul_mat(run.ctx(), a, b);
    }
    ggml_tensor * args[] = { a, b };
    const host_scratch * scratch = run.scratch(multiply_floats(b->ne[1]));
    return ggml_custom_4d(run.ctx(), GGML_TYPE_F32, a->ne[1], b->ne[1], 1, 1, args, 2, fns->multiply, GGML_N_TASKS_MAX, const_cast<host_scratch *>(scratch));
}

// the sampled queries, turned back to where they were rotated from and on to where they will be asked; a node
ggml_tensor * head_scores::queries() {
    const auto & l = info();

    ggml_context * ctx = run.ctx();

    const int64_t n_group = l.n_group();
    const int64_t n       = (int64_t) qs->slots.size();

    ggml_tensor * all = sample.rows()[ikv];
    ggml_tensor * idx = run.input(GGML_TYPE_I32, qs->slots);
    ggml_tensor * res = nullptr;

    for (size_t r = 0; r < l.readers.size(); ++r) {
        const size_t first = (r*l.n_head + h*n_group)*l.d_k;

        ggml_tensor * x = ggml_view_2d(ctx, all, n_group*l.d_k, all->ne[1], all->nb[1], ggml_row_size(all->type, first));
        x = ggml_reshape_3d(ctx, ggml_get_rows(ctx, x, idx), l.d_k, n_group, n);
        x = rope_shift(run, layout.stock.rope(l.readers[r]), x, qs->delta);
        if (l.readers[r].tempered) {
            std::vector<float> change;
            for (int64_t i = 0; i < n; ++i) {
                const auto & stock = layout.stock;
                change.push_back(stock.temperature_at(qs->pos[i])/stock.temperature_at(qs->pos[i] - qs->delta[i]));
            }
            x = ggml_mul(ctx, x, ggml_reshape_3d(ctx, run.input(GGML_TYPE_F32, change), 1, 1, n));
        }
        if (l.readers[r].kq_scale != l.kq_scale()) {
            x = ggml_scale(ctx, x, l.readers[r].kq_scale/l.kq_scale()); // logits are all scaled alike
        }
        res = res ? ggml_concat(ctx, res, x, 1) : x;
    }
    return ggml_reshape_2d(ctx, res, l.d_k, n_all);
}

bool head_scores::begin(uint32_t ikv, uint32_t h, const head_rows & rows, const query_set & qs, bool squares, bool fitted, bool whole) {
    this->ikv     = ikv;
    this->h       = h;
    this->rows    = &rows;
    this->qs      = &qs;
    this->squares = squares;
    this->fitted  = fitted;

    const auto & l = info();

    next  = 0;
    n_all = (int64_t) qs.slots.size()*n_query_heads();
    host  = whole ? nullptr : host_functions_of(l);
    sliced = false;

    const int64_t n_rows  = (int64_t) rows.idx.size();
    const int64_t n_block = rows.n_block_pad;

    head.begin();
    passing.begin();
    host_bytes = 0;
    ggml_context * own  = head.ctx.get();
    ggml_context * here = passing.ctx.get();

    q         = ggml_new_tensor_2d(keeps_queries ? own : here, GGML_TYPE_F32, l.d_k, n_all);
    mass      = ggml_new_tensor_1d(own, GGML_TYPE_F32, n_all);
    beside    = ggml_new_tensor_1d(own, GGML_TYPE_F32, n_all);
    out_block = ggml_new_tensor_2d(own, GGML_TYPE_F32, l.d_v, n_all);
    out_fixed = ggml_new_tensor_2d(own, GGML_TYPE_F32, l.d_v, n_all);
    have      = ggml_new_tensor_1d(own, GGML_TYPE_F32, n_all);
    norm      = ggml_new_tensor_1d(own, GGML_TYPE_F32, n_all);
    rest      = ggml_new_tensor_2d(own, GGML_TYPE_F32, l.d_v, n_all);
    if (host) {
        return begin_host();
    }
    k         = ggml_new_tensor_2d(here, GGML_TYPE_F32, l.d_k, n_rows);
    v_block   = ggml_new_tensor_2d(here, GGML_TYPE_F32, n_block, l.d_v);
    v_fixed   = n_rows > n_block ? ggml_new_tensor_2d(here, GGML_TYPE_F32, n_rows - n_block, l.d_v) : nullptr;
    sum       = ggml_new_tensor_1d(here, GGML_TYPE_F32, n_block);
    sliced    = !whole && n_all*n_rows > std::max(MAX_SCORES, most_scores);
    prob_t    = sliced ? nullptr : ggml_new_tensor_2d(own, GGML_TYPE_F32, n_all, n_rows);
    if (!head.alloc(l.buft) || !passing.alloc(l.buft)) {
        if (sliced || whole || most_scores <= MAX_SCORES) {
            return false;
        }
        most_scores = MAX_SCORES; // there is no memory for all of them
        head   .buf.reset();
        passing.buf.reset();
        return begin(ikv, h, rows, qs, squares, fitted, whole);
    }

    run.begin(home_of(info()));
    ggml_context * ctx = run.ctx();

    ggml_tensor * v_t = ggml_cont(ctx, ggml_transpose(ctx, gather_v(run, layout, ikv, h, rows.idx))); // [n_rows, d_v]

    const auto values = [&](ggml_tensor * dst, int64_t j0) {
        run.expand(ggml_cpy(ctx, ggml_view_2d(ctx, v_t, dst->ne[0], dst->ne[1], v_t->nb[1], j0*sizeof(float)), dst));
    };
    run.expand(ggml_cpy(ctx, gather_k(run, layout, ikv, h, rows.idx), k));
    run.expand(ggml_cpy(ctx, queries(), q));
    values(v_block, 0);
    if (v_fixed) {
        values(v_fixed, rows.n_block_pad);
    } else {
        const std::vector<float> none(ggml_nelements(out_fixed), 0.0f);
        run.expand(ggml_cpy(ctx, run.input(GGML_TYPE_F32, out_fixed->ne[0], out_fixed->ne[1], none.data()), out_fixed));
    }
    return run.compute();
}

// softmax of the queries [q0, q0 + n) over the rows, [n_rows, n]
ggml_tensor * head_scores::probabilities(int64_t q0, int64_t n) {
    const auto & l = info();

    const int64_t n_rows = (int64_t) rows->idx.size();

    ggml_context * ctx = run.ctx();

    ggml_tensor * s = ggml_mul_mat(ctx, k, ggml_view_2d(ctx, q, l.d_k, n, q->nb[1], q0*q->nb[1])); // [n_rows, n]
    ggml_prec_set_acc(s, GGML_PREC_F32);
    if (layout.stock.hparams.attn_soft_cap) {
        const float cap = layout.stock.softcap();
        s = ggml_scale(ctx, ggml_tanh(ctx, ggml_scale(ctx, s, l.kq_scale()/cap)), cap);
    }
    const bool  biased = qs->causal || std::any_of(rows->bias.begin(), rows->bias.end(), [](float b) { return b != 0.0f; });
    float       scale  = layout.stock.hparams.attn_soft_cap ? 1.0f : l.kq_scale(); // of the softmax
    if (biased && scale != 1.0f) { // what is added to logits is not scaled
        s     = ggml_scale(ctx, s, scale);
        scale = 1.0f;
    }

    // queries before all rows see none: they have no share of any, where the softmax of nothing would be no number
    std::vector<float> sees;
    if (qs->causal) {
        std::vector<float> mask((size_t) n_rows*n);
        for (int64_t i = 0; i < n; ++i) {
            float * to  = &mask[i*n_rows];
            bool    any = false;
            for (int64_t j = 0; j < n_rows; ++j) {
                to[j] = rows->pos[j] > qs->pos[(q0 + i)/n_query_heads()] ? -INFINITY : rows->bias[j];
                any   = any || to[j] > -INFINITY;
            }
            if (!any) {
                std::copy_n(rows->bias.begin(), n_rows, to);
                sees.resize(n, 1.0f);
                sees[i] = 0.0f;
            }
        }
        s = ggml_add(ctx, s, run.input(GGML_TYPE_F32, n_rows, n, mask.data()));
    } else if (biased) {
        s = ggml_add(ctx, s, run.input(GGML_TYPE_F32, rows->bias));
    }

    const auto seen = [&](ggml_tensor * p) { return sees.empty() ? p : ggml_mul(ctx, p, run.input(GGML_TYPE_F32, 1, n, sees.data())); };
    const auto sinks = l.sinks_of(h);
    if (sinks.empty()) {
        return seen(ggml_soft_max_ext(ctx, s, nullptr, scale, 0.0f));
    }
    // ggml takes one sink per head: each query is one
    std::vector<float> of_queries(n);
    for (int64_t i = 0; i < n; ++i) {
        of_queries[i] = sinks[(q0 + i)%n_query_heads()];
    }
    ggml_tensor * p = ggml_soft_max_ext(ctx, ggml_reshape_3d(ctx, s, n_rows, 1, n), nullptr, scale, 0.0f);
    ggml_soft_max_add_sinks(p, run.input(GGML_TYPE_F32, of_queries));
    return seen(ggml_reshape_2d(ctx, p, n_rows, n));
}

// Queries of one slice, which bounds the memory of a graph; multiples of 16, as for the rows. Where all probabilities stay, no sums depend on it:
// as many as a device computes at once.
int64_t head_scores::slice() const {
    const auto &  l      = info();
    const int64_t n_rows = (int64_t) rows->idx.size();
    if (!sliced && !qs->causal) {
        const int64_t n = slices_of(l)*run.pace()*MAX_WORK/(n_rows*(l.d_k + l.d_v));
        return std::min(n_all, std::max<int64_t>(16, n/n_query_heads()/16*16)*n_query_heads());
    }
    return std::max<int64_t>(16, (qs->causal ? 1 : slices_of(l))*MAX_SLICE/(n_rows*n_query_heads())/16*16)*n_query_heads();
}

bool head_scores::step() {
    if (host) {
        return step_host();
    }
    const auto & l = info();

    const int64_t n_fit   = this->n_fit();
    const int64_t n_rows  = (int64_t) rows->idx.size();
    const int64_t n_block = rows->n_block_pad;

    run.begin(home_of(info()));
    ggml_context * ctx = run.ctx();

    const int64_t n_slice = slice();
    const int64_t n_part  = std::max<int64_t>(1, run.pace()*MAX_WORK/(n_slice*n_rows*(l.d_k + l.d_v)));

    // what the head before left there is written over, not scaled away: it may be no number
    ggml_tensor * acc = next > 0 ? sum : nullptr;
    for (int64_t i = 0; i < n_part && !done(); ++i) {
        const int64_t q0 = next;
        const int64_t n  = std::min(n_slice, n_all - q0);
        next += n;

        ggml_tensor * p = probabilities(q0, n); // [n_rows, n]

        if (fitted || q0 + n > n_fit) {
            const auto outputs = [&](ggml_tensor * a, int64_t j0, ggml_tensor * dst) {
                ggml_tensor * b = ggml_view_2d(ctx, p, a->ne[0], n, p->nb[1], j0*sizeof(float));
                run.expand(ggml_cpy(ctx, ggml_mul_mat(ctx, a, b), ggml_view_2d(ctx, dst, l.d_v, n, dst->nb[1], q0*dst->nb[1])));
            };
            ggml_tensor * p_block = ggml_view_2d(ctx, p, n_block, n, p->nb[1], 0);
            const auto put = [&](ggml_tensor * x, ggml_tensor * dst) {
                run.expand(ggml_cpy(ctx, x, ggml_view_2d(ctx, dst, 1, n, sizeof(float), q0*sizeof(float))));
            };
            ggml_tensor * of_block = ggml_sum_rows(ctx, p_block); // [1, n]
            ggml_tensor * of_other = v_fixed ? ggml_sum_rows(ctx, ggml_view_2d(ctx, p, n_rows - n_block, n, p->nb[1], n_block*sizeof(float))) : nullptr;
            put(of_block, mass);
            if (l.has_sinks()) { // theirs is what is left, which rounding may take below nothing
                ggml_tensor * sum  = of_other ? ggml_add(ctx, of_block, of_other) : of_block;
                ggml_tensor * sink = ggml_relu(ctx, ggml_scale_bias(ctx, sum, -1.0f, 1.0f));
                of_other = of_other ? ggml_add(ctx, of_other, sink) : sink;
            }
            put(of_other ? of_other : ggml_scale(ctx, of_block, 0.0f), beside);
            outputs(v_block, 0, out_block);
            if (v_fixed) {
                outputs(v_fixed, n_block, out_fixed);
            }
        }

        ggml_tensor * p_t = ggml_transpose(ctx, p);
        if (!sliced) { // summed when all are there
            // CUDA turns matrices to where rows lie one after another, whatever the copy's strides are
            p_t = n < n_all ? ggml_cont(ctx, p_t) : p_t;
            run.expand(ggml_cpy(ctx, p_t, ggml_view_2d(ctx, prob_t, n, n_rows, prob_t->nb[1], q0*sizeof(float))));
        } else if (q0 < n_fit) {
            ggml_tensor * more = sum_of(ggml_cont(ctx, p_t), 0, n_block, std::min(n, n_fit - q0));
            acc = acc ? ggml_add(ctx, acc, more) : more;
            run.expand(acc);
        }
    }
    if (sliced && acc != sum) {
        run.expand(ggml_cpy(ctx, acc, sum));
    }
    if (!sliced && done()) {
        const int64_t part = std::max<int64_t>(16, slices_of(l)*MAX_SLICE/n_all/16*16);
        for (int64_t j0 = 0; j0 < n_block; j0 += part) {
            const int64_t n = std::min(part, n_block - j0);
            run.expand(ggml_cpy(ctx, sum_of(prob_t, j0, n, n_fit), ggml_view_1d(ctx, sum, n, j0*sizeof(float))));
        }
    }
    return run.compute();
}

// Of the rows [j0, j0 + n) of probabilities [queries, rows], sums over the first n_sum queries, or of their squares: [n]. Functions of single
// numbers take whole rows alone on CUDA
ggml_tensor * head_scores::sum_of(ggml_tensor * p_t, int64_t j0, int64_t n, int64_t n_sum) {
    ggml_context * ctx = run.ctx();
    ggml_tensor * x = ggml_view_2d(ctx, p_t, p_t->ne[0], n, p_t->nb[1], j0*p_t->nb[1]);
    x = squares ? ggml_sqr(ctx, x) : x;
    return ggml_reshape_1d(ctx, ggml_sum_rows(ctx, ggml_view_2d(ctx, x, n_sum, n, x->nb[1], 0)), n);
}

std::vector<float> head_scores::summed() {
    auto res = host ? sums : run.read<float>(sum);
    res.resize(rows->n_block);
    return res;
}

std::vector<float> head_scores::scores() {
    auto res = summed();
    for (float & x : res) {
        x = squares ? sqrtf(x/(float) n_fit()) : x/(float) n_fit();
    }
    return res;
}

bool head_scores::keep(const std::vector<uint32_t> & sel) {
    kept = sel;
    const bool res = host ? keep_host() : !sliced || keep_again();
    host_bytes = 0;
    return res;
}

// probabilities of the rows that stay, from a second pass over all of them
bool head_scores::keep_again() {
    const int64_t n_kept = (int64_t) kept.size();

    selection.begin();
    prob_t = ggml_new_tensor_2d(selection.ctx.get(), GGML_TYPE_F32, n_all, GGML_PAD(n_kept, 16));
    if (!selection.alloc(info().buft)) {
        return false;
    }

    const std::vector<int32_t> idx(kept.begin(), kept.end());
    const int64_t n_slice = slice();
    for (int64_t q0 = 0; q0 < n_all;) {
        const int64_t n_slices = slices_at_once(info(), run);
        run.begin(home_of(info()));
        ggml_context * ctx = run.ctx();
        for (int64_t i = 0; i < n_slices && q0 < n_all; ++i) {
            const int64_t n   = std::min(n_slice, n_all - q0);
            ggml_tensor * p_t = ggml_cont(ctx, ggml_transpose(ctx, probabilities(q0, n))); // [n, n_rows]
            ggml_tensor * own = ggml_get_rows(ctx, p_t, run.input(GGML_TYPE_I32, idx));
            run.expand(ggml_cpy(ctx, own, ggml_view_2d(ctx, prob_t, n, n_kept, prob_t->nb[1], q0*sizeof(float))));
            q0 += n;
        }
        if (!run.compute()) {
            return false;
        }
    }
    return true;
}

} // namespace compaction
