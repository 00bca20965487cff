#include "region_graphs.h"

#include "llama-impl.h"

#include <algorithm>
#include <cstring>

namespace compaction {

uint32_t region_graphs::n_extra_nodes() const {
    return (120 + 6*MAX_GROUPS)*layout.n_entries() + 16*(uint32_t) stock.layers().size() + 16;
}

bool region_graphs::needs_block_mask(const llama_ubatch & ubatch) const {
    for (const auto & b : blocks) {
        if (b.seqs.none()) {
            continue; // has no weight for anybody
        }
        for (uint32_t i = 0; i < ubatch.n_tokens; ++i) {
            if (!b.seqs.test(ubatch.seq_id[i][0])) {
                return true;
            }
        }
    }
    return false;
}

graph_input * region_graphs::build_input(llm_graph_result * res, ggml_context * ctx, const llama_ubatch & ubatch) {
    auto inp = std::make_unique<graph_input>(*this);

    const auto slots = [&](const char * name) {
        ggml_tensor * t = ggml_new_tensor_1d(ctx, GGML_TYPE_I64, ubatch.n_tokens);
        ggml_set_input(t);
        ggml_set_name(t, name);
        return t;
    };

    if (queries.n_uniform() > 0) {
        inp->slots_uniform = slots("compact_slots_uniform");
    }
    if (queries.n_recent() > 0) {
        inp->slots_recent = slots("compact_slots_recent");
    }
    if (layout.exists() && needs_block_mask(ubatch)) {
        inp->block_mask = ggml_new_tensor_2d(ctx, GGML_TYPE_F16, blocks.groups().size(), ubatch.n_tokens);
        ggml_set_input(inp->block_mask);
        ggml_set_name(inp->block_mask, "compact_block_mask");

        inp->block_seen = ggml_new_tensor_2d(ctx, GGML_TYPE_F32, ubatch.n_tokens, blocks.size());
        ggml_set_input(inp->block_seen);
        ggml_set_name(inp->block_seen, "compact_block_seen");
    }

    return static_cast<graph_input *>(res->add_input(std::move(inp)));
}

void region_graphs::build_capture(ggml_context * ctx, ggml_cgraph * gf, const graph_input * inp, ggml_tensor * q, const ggml_tensor * sinks,
        float kq_scale, int il) {
    stock.note_attention(il, q, kq_scale, sinks);

    if (!inp || !queries.enabled()) {
        return;
    }

    const uint32_t ikv  = stock.index_of(il);
    ggml_tensor  * rows = queries.rows()[ikv];

    if (q->nb[1] != q->ne[0]*ggml_element_size(q)) {
        q = ggml_cont(ctx, q);
    }
    q = ggml_view_2d(ctx, q, q->ne[0]*q->ne[1], q->ne[2], q->nb[2], 0);
    if (stock.layers()[ikv].readers.size() > 1) {
        rows = ggml_view_2d(ctx, rows, q->ne[0], rows->ne[1], rows->nb[1], stock.reader_of(il)*ggml_row_size(rows->type, q->ne[0]));
    }

    for (ggml_tensor * slots : { inp->slots_uniform, inp->slots_recent }) {
        if (slots) {
            ggml_tensor * sampled = ggml_set_rows(ctx, rows, q, slots);
            const int32_t nowhere = (int32_t) queries.extra() + 1; // see patch 0008
            memcpy(sampled->op_params, &nowhere, sizeof(nowhere));
            ggml_build_forward_expand(gf, sampled);
        }
    }
}

std::vector<uint32_t> group_ends(const region & r, const std::vector<block_group> & groups) {
    std::vector<uint32_t> res;
    uint32_t end = 0;
    for (const auto & [first, last] : groups) {
        for (size_t b = first; b < last; ++b) {
            end += r.spans[b];
        }
        res.push_back(end);
    }
    return res;
}

bool needs_f16(ggml_backend_dev_t dev, const ggml_tensor * attention) {
    if (graphs_only() && strcmp(graphs_only(), "f16") == 0) {
        return true;
    }
    return dev && ggml_backend_dev_type(dev) != GGML_BACKEND_DEVICE_TYPE_CPU && !ggml_backend_dev_supports_op(dev, attention);
}

ggml_tensor * to_f16(ggml_context * ctx, ggml_tensor * rows) {
    // the step over f32 is what backends have kernels for
    rows = ggml_is_quantized(rows->type) ? ggml_cast(ctx, rows, GGML_TYPE_F32) : rows;
    return rows->type == GGML_TYPE_F16 ? rows : ggml_cast(ctx, rows, GGML_TYPE_F16);
}

ggml_tensor * region_graphs::build_beta(ggml_context * ctx, const graph_input * inp, const layer_pool & lp, uint32_t h, int64_t n_tokens) const {
    const auto & r = lp.heads[h];

    // in a class, a column of the class's tensor; the rows in front of the region's own have no weight there
    ggml_tensor * column = r.t_beta;
    int64_t       front  = 0;
    for (const auto & c : lp.classes) {
        const auto at = std::find(c.heads.begin(), c.heads.end(), h);
        if (at != c.heads.end()) {
            column = ggml_view_1d(ctx, c.t_beta, c.t_beta->ne[0], (at - c.heads.begin())*c.t_beta->nb[1]);
            front  = column->ne[0] - r.n_block();
        }
    }
    if (!inp->block_mask) {
        return n_tokens == 1 ? column : ggml_repeat_4d(ctx, column, column->ne[0], n_tokens, 1, 1);
    }
    ggml_tensor * beta = nullptr;
    if (front > 0) {
        beta = ggml_repeat_4d(ctx, ggml_view_1d(ctx, column, front, 0), front, n_tokens, 1, 1);
    }
    const auto ends = group_ends(r, blocks.groups());
    int64_t    at   = 0;
    for (size_t g = 0; g < ends.size(); ++g) {
        const int64_t n = ends[g] - at;
        if (n == 0) {
            continue;
        }
        ggml_tensor * part = ggml_view_1d(ctx, column, n, (front + at)*sizeof(ggml_fp16_t));
        ggml_tensor * bm   = ggml_view_2d(ctx, inp->block_mask, 1, n_tokens, inp->block_mask->nb[1], g*sizeof(ggml_fp16_t));
        part = ggml_add(ctx, ggml_repeat_4d(ctx, part, n, n_tokens, 1, 1), bm);
        beta = beta ? ggml_concat(ctx, beta, part, 0) : part;
        at   = ends[g];
    }
    return beta;
}

// Attention of q [d_k, n_tokens, n_head] over rows k [d_k, n_rows], of which those from row `front` on have values of their own, `own`
// [d_v, n]; those of the others are part of their keys. Not every backend's flash attention reads such values from anywhere else, so products
// and softmax do it, some heads at a time: F32 [d_v, n_head, n_tokens].
static ggml_tensor * attend_own(ggml_context * ctx, ggml_tensor * q, ggml_tensor * k, ggml_tensor * own, int64_t front,
        ggml_tensor * mask, ggml_tensor * sinks, float scale, float softcap) {
    constexpr int64_t MAX_SCORES = 16*1024*1024;
    constexpr int64_t MAX_PARTS  = 8;

    const int64_t n_rows = k->ne[1];
    const int64_t n_head = q->ne[2];

    // values one dimension after another
    ggml_tensor * all = ggml_is_quantized(k->type) ? ggml_cast(ctx, k, GGML_TYPE_F32) : k;
    const auto of_keys = [&](int64_t first, int64_t n) {
        return ggml_cast(ctx, ggml_view_2d(ctx, all, own->ne[0], n, all->nb[1], first*all->nb[1]), GGML_TYPE_F32);
    };
    ggml_tensor * v = ggml_cast(ctx, own, GGML_TYPE_F32);
    v = front > 0 ? ggml_concat(ctx, of_keys(0, front), v, 1) : v;
    v = ggml_concat(ctx, v, of_keys(v->ne[1], n_rows - v->ne[1]), 1);
    v = ggml_cont(ctx, ggml_transpose(ctx, v));

    const int64_t n_part = std::max((n_head + MAX_PARTS - 1)/MAX_PARTS, std::max<int64_t>(1, MAX_SCORES/(n_rows*q->ne[1])));
    ggml_tensor * res = nullptr;
    for (int64_t h = 0; h < n_head; h += n_part) {
        const int64_t n = std::min(n_part, n_head - h);
        ggml_tensor * p = ggml_mul_mat(ctx, k, ggml_view_3d(ctx, q, q->ne[0], q->ne[1], n, q->nb[1], q->nb[2], h*q->nb[2]));
        ggml_prec_set_acc(p, GGML_PREC_F32);
        if (softcap != 0.0f) {
            p = ggml_scale(ctx, ggml_tanh(ctx, ggml_scale(ctx, p, scale/softcap)), softcap);
        }
        p = ggml_soft_max_ext(ctx, p, mask, softcap != 0.0f ? 1.0f : scale, 0.0f);
        if (sinks) {
            ggml_soft_max_add_sinks(p, ggml_cont(ctx, ggml_view_1d(ctx, sinks, n, h*sinks->nb[0])));
        }
        ggml_tensor * cur = ggml_mul_mat(ctx, v, p);
        ggml_prec_set_acc(cur, GGML_PREC_F32);
        cur = ggml_cont(ctx, ggml_permute(ctx, cur, 0, 2, 1, 3));
        res = res ? ggml_concat(ctx, res, cur, 1) : cur;
    }
    return res;
}

ggml_tensor * region_graphs::build_attention(ggml_context * ctx, ggml_cgraph * gf, graph_input * inp,
        ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * k_idxs, ggml_tensor * kq_mask,
        ggml_tensor * sinks, float kq_scale, int il) const {
    const uint32_t ikv = stock.index_of(il);

    const auto & info = stock.layers()[ikv];
    const auto & lp   = layout.layer(ikv);

    if (const auto * fns = host_functions_of(info)) {
        return build_attention_host(ctx, gf, inp, fns, q, k, v, k_idxs, kq_mask, kq_scale, il);
    }

    const int64_t n_tokens = q->ne[2];
    const int64_t n_group  = info.n_group();

    if (takes_classes(ikv, inp, n_tokens, sinks)) {
        return build_attention_classes(ctx, gf, inp, q, k, v, k_idxs, kq_mask, kq_scale, il);
    }

    // where all heads of the layer are rotated, they are rotated at once
    const bool all_rot_k = std::all_of(lp.heads.begin(), lp.heads.end(), [](const region & r) { return r.rot_k; });
    const bool all_rot_v = std::all_of(lp.heads.begin(), lp.heads.end(), [](const region & r) { return r.rot_v; });
    const bool framed    = std::any_of(lp.heads.begin(), lp.heads.end(), [](const region & r) { return r.t_center || r.t_balance; });
    if (lp.factors) {
        q = ggml_mul(ctx, q, ggml_view_2d(ctx, lp.factors, info.d_k, info.n_head, lp.factors->nb[1], 0));
    }
    if (all_rot_k) {
        q = llama_mul_mat_hadamard(ctx, q, lp.had_k);
    }
    if (k && all_rot_k && !framed) {
        k = llama_mul_mat_hadamard(ctx, k, lp.had_k);
    }
    if (v && all_rot_v) {
        v = llama_mul_mat_hadamard(ctx, v, lp.had_v);
    }

    // all stores first, so that the graph is cut into as few splits as stock
    for (uint32_t h = 0; k && h < info.n_head_kv; ++h) {
        const auto & r = lp.heads[h];

        const auto store = [&](ggml_tensor * cur, const stored_rows & rows, const key_frame & frame) {
            cur = ggml_view_2d(ctx, cur, cur->ne[0], n_tokens, cur->nb[2], h*cur->nb[1]);
            cur = to_stored(ctx, cur, frame);
            ggml_tensor * dst = ggml_view_2d(ctx, rows.live, rows.live->ne[0], stock.n_cells(), rows.live->nb[1], rows.first_live*rows.live->nb[1]);
            ggml_build_forward_expand(gf, ggml_set_rows(ctx, dst, cur, k_idxs));
        };

        store(k, r.stored_k(), { r.t_center, r.t_balance, r.rot_k && (!all_rot_k || framed) ? lp.had_k : nullptr });
        if (v) {
            store(v, r.stored_v(), { nullptr, nullptr, r.rot_v && !all_rot_v ? lp.had_v : nullptr });
        }
    }

    ggml_tensor * res = nullptr;

    for (uint32_t h = 0; h < info.n_head_kv; ++h) {
        const auto & r = lp.heads[h];

        // in a class, rows of others stand in front
        int64_t front = 0;
        const region_class * of = nullptr;
        int64_t in_class = 0; // its index there
        for (const auto & c : lp.classes) {
            const auto at = std::find(c.heads.begin(), c.heads.end(), h);
            if (at != c.heads.end()) {
                front    = c.n_front() + c.n_block - r.n_block();
                of       = &c;
                in_class = at - c.heads.begin();
            }
        }
        const int64_t p      = r.n_block() + front;
        const int64_t n_live = lp.classes.empty() ? layout.n_view(r) - p : layout.n_live_view();
        const int64_t n_rows = p + n_live;

        ggml_tensor * qh = ggml_view_3d(ctx, q, q->ne[0], n_group, n_tokens, q->nb[1], q->nb[2], h*n_group*q->nb[1]);
        if (r.rot_k && !all_rot_k) {
            qh = llama_mul_mat_hadamard(ctx, qh, lp.had_k);
        }
        qh = ggml_permute(ctx, qh, 0, 2, 1, 3);

        ggml_tensor * live = ggml_view_2d(ctx, kq_mask, n_live, n_tokens, kq_mask->nb[1], 0);

        // rows from `first` on of those that lie one after another in t
        const auto rows_at = [&](ggml_tensor * t, int64_t first, int64_t n) {
            return ggml_view_3d(ctx, t, t->ne[0], n, 1, t->nb[1], t->nb[1]*n, first*t->nb[1]);
        };
        ggml_tensor * cur = nullptr;
        if (p > 0 && (of ? of->apart : r.block_k != nullptr)) {
            const auto block = [&](region_class::run region_class::* run, const stored_rows & at) {
                return of ? rows_at((of->*run).t, (of->*run).first + in_class*(of->*run).stride - of->n_front(), p) : rows_at(at.block, 0, p);
            };
            const auto k_at = r.stored_k(), v_at = r.stored_v();
            cur = attend_in_parts(ctx, info, qh, block(&region_class::k, k_at), block(&region_class::v, v_at), build_beta(ctx, inp, lp, h, n_tokens),
                    rows_at(k_at.live, k_at.first_live, n_live), rows_at(v_at.live, v_at.first_live, n_live),
                    ggml_is_contiguous(live) ? live : ggml_cont(ctx, live), kq_scale);
        } else {
            const auto rows_of = [&](ggml_tensor * t) {
                ggml_tensor * of     = front > 0 ? t->view_src : t;
                const size_t  offset = front > 0 ? t->view_offs - front*t->nb[1] : 0;
                return ggml_view_3d(ctx, of, t->ne[0], n_rows, 1, t->nb[1], t->nb[1]*n_rows, offset);
            };
            ggml_tensor * kh = rows_of(r.k);
            ggml_tensor * vh = rows_of(r.v); // where values are part of keys, as stock, a view of K

            ggml_tensor * mask = live;
            if (p > 0) {
                mask = ggml_concat(ctx, build_beta(ctx, inp, lp, h, n_tokens), mask, 0);
            } else if (!ggml_is_contiguous(mask)) {
                mask = ggml_cont(ctx, mask);
            }

            // a copy: some backends bind no view that begins anywhere
            ggml_tensor * sinks_h = sinks ? ggml_cont(ctx, ggml_view_1d(ctx, sinks, n_group, h*n_group*sinks->nb[0])) : nullptr;

            cur = r.t_own ? attend_own(ctx, qh, kh, r.t_own, front, mask, sinks_h, kq_scale, stock.softcap())
                          : attend(ctx, info, qh, kh, vh, mask, kq_scale, sinks_h);
        }
        if (!r.t_own) {
            ggml_prec_set_acc(cur, GGML_PREC_F32);
        }

        if (r.rot_v && !all_rot_v) {
            cur = llama_mul_mat_hadamard(ctx, cur, lp.had_v);
        }

        res = res ? ggml_concat(ctx, res, cur, 1) : cur;
    }

    if (all_rot_v) {
        res = llama_mul_mat_hadamard(ctx, res, lp.had_v);
    }
    res = ggml_reshape_2d(ctx, res, res->ne[0]*res->ne[1], n_tokens);
    ggml_build_forward_expand(gf, res);

    return res;
}

} // namespace compaction
