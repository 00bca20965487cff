// Attention over classes of heads: what region_graphs builds for short batches outside host memory. Launches cost more than
// work there, so heads are put in the order of their classes all at once, with what is turned and stored of them.
#include "region_graphs.h"

#include "llama-impl.h"

#include <algorithm>
#include <array>

namespace compaction {

namespace {

// A view whose strides repeat or overlap what it shows, which ggml's own functions refuse by the size it would have otherwise
ggml_tensor * view_of(ggml_context * ctx, ggml_tensor * t, std::array<int64_t, 4> ne, std::array<size_t, 3> nb, size_t offset) {
    ggml_tensor * res = ggml_view_4d(ctx, t, ne[0], 1, 1, 1, nb[0], nb[1], nb[2], offset);
    std::copy(ne.begin(), ne.end(), res->ne);
    GGML_ASSERT(offset + ggml_nbytes(res) <= ggml_nbytes(t));
    return res;
}

// rows of x [d, n, n_tokens] in another order; the order [n] is the same for every token
ggml_tensor * in_order(ggml_context * ctx, ggml_tensor * x, ggml_tensor * order, int64_t first, int64_t n) {
    if (!order) {
        return x;
    }
    return ggml_get_rows(ctx, x, view_of(ctx, order, { n, x->ne[2], 1, 1 }, { 0, 0, 0 }, first*order->nb[0]));
}

// heads [first, first + n) of x [d, heads, n_tokens] as [d, n_tokens, n]
ggml_tensor * heads_of(ggml_context * ctx, ggml_tensor * x, int64_t first, int64_t n) {
    return ggml_view_3d(ctx, x, x->ne[0], x->ne[2], n, x->nb[2], x->nb[1], first*x->nb[1]);
}

// the same for keys and for values: one turn for both
bool all_alike(const layer_pool & lp, bool row_format::* rotated) {
    return std::all_of(lp.classes.begin(), lp.classes.end(), [&](const region_class & c) {
        return c.format.*rotated == lp.classes[0].format.*rotated;
    });
}

} // namespace

// longer batches need attention of two parts: else each KV head has a mask of its own, at 32K rows and 8 heads half a megabyte per token
static constexpr int64_t MAX_TOKENS = 32;

bool region_graphs::takes_classes(uint32_t ikv, const graph_input * inp, int64_t n_tokens, const ggml_tensor * sinks) const {
    const auto & lp = layout.layer(ikv);

    // a sink belongs to a head, and attention knows sinks of dimension 2 alone; values beside keys take another way
    if (lp.classes.empty() || sinks || lp.heads[0].t_own || !all_alike(lp, &row_format::rot_k) || !all_alike(lp, &row_format::rot_v)) {
        return false;
    }
    if (n_tokens <= MAX_TOKENS) {
        return true;
    }
    // rows of the cache's own types go through the sums that the stock cache's would; types that heads were given in another build may
    // have no kernels here
    const auto all = [&](auto of_class) { return std::all_of(lp.classes.begin(), lp.classes.end(), of_class); };
    return !inp->block_seen &&
            all([](const region_class & c) { return ggml_is_quantized(c.format.type_k) && ggml_is_quantized(c.format.type_v); }) &&
            layout.support.takes_parts(ikv, true) &&
            all([&](const region_class & c) { return layout.support.is_fast(ikv, c.format.type_k, c.format.type_v); });
}

// the causal mask of the live cells for n_heads heads, F16 [n_live, n_tokens, n_heads]
ggml_tensor * region_graphs::live_mask(ggml_context * ctx, graph_input * inp, ggml_tensor * kq_mask, int64_t n_heads) const {
    auto & res = inp->live_masks[n_heads];
    if (!res) {
        const int64_t n_live = layout.n_live_view();
        res = kq_mask;
        if (n_live < kq_mask->ne[0]) {
            res = ggml_cont(ctx, ggml_view_2d(ctx, kq_mask, n_live, kq_mask->ne[1], kq_mask->nb[1], 0));
        }
        if (n_heads > 1) {
            res = ggml_repeat_4d(ctx, res, n_live, kq_mask->ne[1], n_heads, 1);
        }
    }
    return res;
}

// log-weights of a class's block rows, F16 [rows, n_tokens, heads]
static ggml_tensor * class_beta(ggml_context * ctx, const graph_input * inp, const region_class & c, int64_t n_tokens) {
    const int64_t n_rows  = c.t_beta->ne[0];
    const int64_t n_heads = c.t_beta->ne[1];

    ggml_tensor * beta = view_of(ctx, c.t_beta, { n_rows, n_tokens, n_heads, 1 }, { 0, c.t_beta->nb[1], c.t_beta->nb[2] }, 0);
    if (!inp->block_seen) {
        return beta;
    }
    ggml_tensor * seen = ggml_get_rows(ctx, inp->block_seen, ggml_reshape_1d(ctx, c.t_block, n_rows*n_heads)); // [n_tokens, rows of all heads]
    seen = ggml_permute(ctx, ggml_reshape_3d(ctx, seen, n_tokens, n_rows, n_heads), 1, 0, 2, 3);
    seen = ggml_cast(ctx, ggml_cont(ctx, seen), GGML_TYPE_F16);
    return ggml_add(ctx, seen, ggml_view_3d(ctx, c.t_beta, n_rows, 1, n_heads, c.t_beta->nb[1], c.t_beta->nb[1], 0));
}

// flash attention, over copies of the rows in f16 where the device has none for their types
ggml_tensor * region_graphs::attend(ggml_context * ctx, const layer_info & info, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * mask,
        float kq_scale, ggml_tensor * sinks) const {
    const auto attention = [&] {
        ggml_tensor * res = ggml_flash_attn_ext(ctx, q, k, v, mask, kq_scale, 0.0f, stock.softcap());
        ggml_flash_attn_ext_add_sinks(res, sinks);
        return res;
    };
    ggml_tensor * res = attention();
    if (needs_f16(ggml_backend_buft_get_device(info.buft), res)) {
        k   = to_f16(ctx, k);
        v   = info.v_in_k ? ggml_view_4d(ctx, k, info.d_v, k->ne[1], k->ne[2], k->ne[3], k->nb[1], k->nb[2], k->nb[3], 0) : to_f16(ctx, v);
        res = attention();
    }
    return res;
}

// The same over block rows (k, v) and live rows that lie apart from them. What the device's attention does not take in two parts is
// put together in f16: long batches, whose rows backends convert anyway, and a cache so small that views are no multiple of VIEW_ROWS.
ggml_tensor * region_graphs::attend_in_parts(ggml_context * ctx, const layer_info & info, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * beta,
        ggml_tensor * live_k, ggml_tensor * live_v, ggml_tensor * live_mask, float kq_scale) const {
    // heads in dimension 3, as those of the rows
    const int64_t n_rows = k->ne[1], n_tokens = q->ne[1], n = q->ne[3];
    const bool    alike  = n_tokens > 1 && beta->nb[1] == 0; // for all tokens

    const auto attention = [&](ggml_tensor * mask) {
        ggml_tensor * res = ggml_flash_attn_ext(ctx, q, k, v, mask, kq_scale, 0.0f, stock.softcap());
        ggml_flash_attn_ext_add_rows(res, live_k, live_v, live_mask);
        return res;
    };
    const auto dev = ggml_backend_buft_get_device(info.buft);
    if (alike && n_tokens > MAX_TOKENS) {
        ggml_tensor * res = attention(ggml_view_4d(ctx, beta, n_rows, 1, 1, n, beta->nb[2], beta->nb[2], beta->nb[2], 0));
        if (!needs_f16(dev, res)) {
            return res;
        }
    }
    beta = ggml_reshape_4d(ctx, alike ? ggml_repeat_4d(ctx, beta, n_rows, n_tokens, n, 1) : beta, n_rows, n_tokens, 1, n);

    ggml_tensor * res = attention(beta);
    if (!needs_f16(dev, res)) {
        return res;
    }
    const auto joined = [&](ggml_tensor * block, ggml_tensor * live) {
        return ggml_concat(ctx, to_f16(ctx, block), to_f16(ctx, live), 1);
    };
    if (n > 1) {
        live_mask = ggml_repeat_4d(ctx, live_mask, live_mask->ne[0], n_tokens, 1, n);
    }
    return attend(ctx, info, q, joined(k, live_k), joined(v, live_v), ggml_concat(ctx, beta, live_mask, 0), kq_scale);
}

ggml_tensor * region_graphs::build_attention_classes(ggml_context * ctx, ggml_cgraph * gf, graph_input * inp,
        ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * k_idxs, ggml_tensor * kq_mask, float kq_scale, int32_t il) const {
    const uint32_t ikv = stock.index_of(il);

    const auto & info = stock.layers()[ikv];
    const auto & lp   = layout.layer(ikv);

    const int64_t n_tokens  = q->ne[2];
    const int64_t n_group   = info.n_group();
    const int64_t n_head    = info.n_head;
    const int64_t n_head_kv = info.n_head_kv;
    const int64_t n_live    = layout.n_live_view();

    const bool rot_k = lp.classes[0].format.rot_k;
    const bool rot_v = lp.classes[0].format.rot_v;

    if (k && lp.centers) {
        k = ggml_sub(ctx, k, lp.centers);
    }

    const auto balanced = [&](ggml_tensor * x, int64_t first) { // `first`: of its heads among [ q | k | v ]
        return lp.factors ? ggml_mul(ctx, x, ggml_view_2d(ctx, lp.factors, info.d_k, x->ne[1], lp.factors->nb[1], first*lp.factors->nb[1])) : x;
    };

    // queries class by class, and what is stored of each class
    const bool one = k && v && std::all_of(lp.classes.begin(), lp.classes.end(), [](const region_class & c) { return c.live_k.t == c.live_v.t; });
    ggml_tensor * all = nullptr; // [ queries | keys and values of each class ]
    if (one) {
        all = balanced(ggml_concat(ctx, q, ggml_concat(ctx, k, v, 1), 1), 0);
        all = rot_k ? llama_mul_mat_hadamard(ctx, all, lp.had_k) : all;
        all = in_order(ctx, all, lp.order, 0, n_head + 2*n_head_kv);
        q   = all;
    } else {
        q = balanced(q, 0);
        q = rot_k ? llama_mul_mat_hadamard(ctx, q, lp.had_k) : q;
        q = lp.order_k ? in_order(ctx, q, lp.order, 0, n_head) : q;
        if (k) {
            k = balanced(k, n_head);
            k = rot_k ? llama_mul_mat_hadamard(ctx, k, lp.had_k) : k;
            k = in_order(ctx, k, lp.order_k, 0, n_head_kv);
        }
        if (v) {
            v = rot_v ? llama_mul_mat_hadamard(ctx, v, lp.had_v) : v;
            v = in_order(ctx, v, lp.order_k, 0, n_head_kv);
        }
    }

    // all stores first, so that the graph is cut into as few splits as stock; heads whose live rows follow each other at once
    const auto store = [&](ggml_tensor * from, int64_t first, int64_t n, const region_class::run & to) {
        ggml_tensor * dst = ggml_view_3d(ctx, to.t, to.t->ne[0], stock.n_cells(), n, to.t->nb[1], to.stride*to.t->nb[1], to.first*to.t->nb[1]);
        ggml_build_forward_expand(gf, ggml_set_rows(ctx, dst, heads_of(ctx, from, first, n), k_idxs));
    };
    int64_t first = 0; // of the class, among the KV heads
    for (size_t i = 0; i < lp.classes.size();) {
        const auto & c = lp.classes[i];
        int64_t      n = (int64_t) c.heads.size();
        for (++i; c.apart && i < lp.classes.size() && lp.classes[i].live_k.t == c.live_k.t && (one || c.live_k.t != c.live_v.t); ++i) {
            n += (int64_t) lp.classes[i].heads.size();
        }
        if (one) {
            store(all, n_head + 2*first, 2*n, c.live_k);
        } else if (k) {
            store(k, first, n, c.live_k);
            if (v) {
                store(v, first, n, c.live_v);
            }
        }
        first += n;
    }

    ggml_tensor * res = nullptr; // [d_v, n_group, n_tokens, KV heads class by class]
    first = 0;
    for (const auto & c : lp.classes) {
        const int64_t n       = (int64_t) c.heads.size();
        const int64_t n_block = c.n_front() + c.n_block;

        ggml_tensor * qc = ggml_view_4d(ctx, q, q->ne[0], n_tokens, n_group, n, q->nb[2], q->nb[1], n_group*q->nb[1], first*n_group*q->nb[1]);

        // n_front rows before those of the run
        const auto rows_of = [&](const region_class::run & run, int64_t n_front, int64_t n_rows) {
            return view_of(ctx, run.t, { run.t->ne[0], n_rows, 1, n }, { run.t->nb[1], n_rows*run.t->nb[1], run.stride*run.t->nb[1] },
                    (run.first - n_front)*run.t->nb[1]);
        };
        ggml_tensor * cur = nullptr;
        if ((c.apart || n_tokens > MAX_TOKENS) && n_block > 0) {
            cur = attend_in_parts(ctx, info, qc, rows_of(c.k, c.n_front(), n_block), rows_of(c.v, c.n_front(), n_block), class_beta(ctx, inp, c, n_tokens),
                    rows_of(c.live_k, 0, n_live), rows_of(c.live_v, 0, n_live), live_mask(ctx, inp, kq_mask, 1), kq_scale);
        } else {
            ggml_tensor * mask = live_mask(ctx, inp, kq_mask, c.t_beta ? n : 1);
            if (c.t_beta) {
                mask = ggml_concat(ctx, class_beta(ctx, inp, c, n_tokens), mask, 0);
                mask = ggml_reshape_4d(ctx, mask, n_block + n_live, n_tokens, 1, n);
            }
            const auto rows = [&](const region_class::run & run) { return rows_of(run, c.apart ? 0 : n_block, n_live + (c.apart ? 0 : n_block)); };
            cur = attend(ctx, info, qc, rows(c.live_k), rows(c.live_v), mask, kq_scale);
        }
        ggml_prec_set_acc(cur, GGML_PREC_F32);
        res = res ? ggml_concat(ctx, res, cur, 3) : cur;
        first += n;
    }

    if (rot_v) {
        res = llama_mul_mat_hadamard(ctx, res, lp.had_v);
    }
    if (lp.back || n_tokens > 1) {
        res = ggml_view_3d(ctx, res, info.d_v*n_group, n_head_kv, n_tokens, res->nb[3], res->nb[2], 0);
        res = lp.back ? in_order(ctx, res, lp.back, 0, n_head_kv) : ggml_cont(ctx, res);
    }
    res = ggml_reshape_2d(ctx, res, info.d_v*n_head, n_tokens);
    ggml_build_forward_expand(gf, res);

    return res;
}

} // namespace compaction
