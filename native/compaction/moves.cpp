// Rows on their way from one layout of the pool to the next: in host memory by functions of the CPU backend, which take
// over what is stored in the same way and share the rest evenly between threads; elsewhere as graphs.
#include "rope.h"

#include "llama-impl.h"

#include <algorithm>
#include <cmath>

using namespace compaction;

host_rows llama_compact_store::rows_k(uint32_t ikv, uint32_t h) const {
    const auto & l = layers[ikv];
    if (has_pool()) {
        return rows_k(l, pool[ikv], h);
    }
    const ggml_tensor * k = kv.layers[ikv].k;
    return { (char *) k->data + h*ggml_row_size(k->type, l.d_k), k->nb[1], k->type, 0, nullptr, l.d_k };
}

host_rows llama_compact_store::rows_v(uint32_t ikv, uint32_t h) const {
    const auto & l = layers[ikv];
    if (has_pool()) {
        return rows_v(l, pool[ikv], h);
    }
    const ggml_tensor * v = kv.layers[ikv].v;
    return { (char *) v->data + h*ggml_row_size(v->type, l.d_v), v->nb[1], v->type, 0, nullptr, l.d_v };
}

host_rows llama_compact_store::rows_k(const layer_info & l, const layer_pool & lp, uint32_t h) {
    const auto & r = lp.heads[h];
    return { (char *) r.k->data, r.k->nb[1], r.type_k, r.rot_k ? (int32_t) lp.had_k->ne[0] : 0,
        r.t_center ? (const float *) r.t_center->data : nullptr, l.d_k };
}

host_rows llama_compact_store::rows_v(const layer_info & l, const layer_pool & lp, uint32_t h) {
    const auto & r = lp.heads[h];
    return { (char *) r.v->data, r.v->nb[1], r.type_v, r.rot_v ? (int32_t) lp.had_v->ne[0] : 0, nullptr, l.d_v };
}

bool llama_compact_store::find_centers(runner & run, std::vector<head_plan> & plans, const std::vector<uint32_t> & live) const {
    constexpr size_t MAX_ROWS = 1024; // any constant will do, so a sample does

    if (hparams.attn_soft_cap) {
        return true; // logits that are capped do not only shift
    }

    struct sample {
        uint32_t ikv, h;
        head_plan * plan;
        std::vector<int32_t> idx;
    };
    std::vector<sample> samples;
    size_t at = 0;
    for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h, ++at) {
            auto & plan = plans[at];

            region r;
            set_types(layers[ikv], plan.type_k, plan.type_v, r);
            const uint32_t n_old = has_pool() ? pool[ikv].heads[h].n_block() : 0;
            const size_t   n_all = plan.src.size() + live.size();
            if (!r.rot_k || !plan.center.empty() || n_all == 0) {
                continue;
            }
            const size_t n = std::min(MAX_ROWS, n_all);
            samples.push_back({ ikv, h, &plan, {} });
            for (size_t i = 0; i < n; ++i) {
                const size_t j = i*n_all/n;
                samples.back().idx.push_back(j < plan.src.size() ? plan.src[j] : (int32_t) (n_old + live[j - plan.src.size()]));
            }
        }
    }

    const host_functions * fns = nullptr;
    std::vector<host_mean> means; // in host memory all at once
    for (auto & s : samples) {
        if (const auto * f = host_functions_of(s.ikv)) {
            fns = f;
            s.plan->center.resize(layers[s.ikv].d_k);
            means.push_back({ rows_k(s.ikv, s.h), s.idx.data(), (int64_t) s.idx.size(), s.plan->center.data() });
            continue;
        }
        run.begin();
        ggml_context * ctx = run.ctx();
        ggml_tensor  * k   = gather_k(ctx, s.ikv, s.h, run.input(GGML_TYPE_I32, s.idx));
        ggml_tensor  * sum = run.output(ggml_mean(ctx, ggml_cont(ctx, ggml_transpose(ctx, k))));
        if (!run.compute()) {
            return false;
        }
        s.plan->center = run.read<float>(sum);
    }
    host_work work = { nullptr, 0, means.data(), (int64_t) means.size() };
    if (fns && !run.call(fns->mean_rows, &work)) {
        return false;
    }
    for (const auto & s : samples) {
        if (!std::all_of(s.plan->center.begin(), s.plan->center.end(), [](float x) { return std::isfinite(x); })) {
            s.plan->center.clear();
        }
    }
    return true;
}

bool llama_compact_store::move_on_host(runner & run, const host_functions * fns, uint32_t ikv, const head_plan * plans,
        const std::vector<uint32_t> & live, const layer_pool & next) {
    static_assert(sizeof(live[0]) == sizeof(int32_t), "cells are indices too");

    const auto & l = layers[ikv];

    std::vector<host_move> moves;
    const auto add = [&](const host_rows & from, host_rows to, const int32_t * idx, size_t n, size_t first, int64_t base) {
        to.data += first*to.stride;
        moves.push_back({ from, to, idx, (int64_t) n, base });
    };
    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        const auto & plan  = plans[h];
        const auto   n_src = plan.src.size();
        const auto   n_old = has_pool() ? pool[ikv].heads[h].n_block() : 0;
        const auto   cells = (const int32_t *) live.data();

        const host_rows k = rows_k(ikv, h), next_k = rows_k(l, next, h);
        const host_rows v = rows_v(ikv, h), next_v = rows_v(l, next, h);

        add(k, next_k, plan.src.data(), n_src, 0, 0);
        add(k, next_k, cells, live.size(), n_src, n_old);
        add(v, next_v, plan.src.data(), plan.fit.empty() ? n_src : plan.fit_at, 0, 0); // fitted ones follow
        add(v, next_v, cells, live.size(), n_src, n_old);
    }
    host_work work = { moves.data(), (int64_t) moves.size(), nullptr, 0 };
    return run.call(fns->move_rows, &work);
}

// rows in use of a layer from where they are now to a new layout, converted; or only the memory for the graphs
bool llama_compact_store::gather_rows(runner & run, uint32_t ikv, const head_plan * plans, const std::vector<uint32_t> & live,
        const layer_pool & next, bool reserve) {
    constexpr size_t MAX_ROWS = 2048; // of one graph

    const auto put_fitted = [&] {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            const ggml_tensor * v = next.heads[h].v;
            if (!plans[h].fit.empty()) {
                ggml_backend_tensor_set(next.heads[h].v, plans[h].fit.data(), plans[h].fit_at*v->nb[1], plans[h].fit.size());
            }
        }
    };
    const auto * fns    = host_functions_of(ikv);
    const bool   turned = std::any_of(plans, plans + layers[ikv].n_head_kv, [](const head_plan & p) { return !p.turn.empty(); });
    if (fns && !turned) {
        if (reserve) {
            host_work nothing = {};
            return run.call(fns->move_rows, &nothing);
        }
        if (!move_on_host(run, fns, ikv, plans, live, next)) {
            return false;
        }
        put_fitted();
        return true;
    }

    for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
        const auto & plan = plans[h];
        const auto & r    = next.heads[h];

        std::vector<int32_t> idx = plan.src;
        const uint32_t n_old = has_pool() ? pool[ikv].heads[h].n_block() : 0;
        for (const uint32_t c : live) {
            idx.push_back((int32_t) (n_old + c));
        }

        for (size_t at = 0; at < idx.size(); at += MAX_ROWS) {
            run.begin();

            ggml_context * ctx   = run.ctx();
            const size_t   n     = std::min(MAX_ROWS, idx.size() - at);
            ggml_tensor  * t_idx = run.input(GGML_TYPE_I32, n, 1, idx.data() + at);

            const auto put = [&](ggml_tensor * cur, ggml_tensor * rows, ggml_tensor * center, ggml_tensor * had) {
                if (center) {
                    cur = ggml_sub(ctx, cur, center);
                }
                if (had) {
                    cur = llama_mul_mat_hadamard(ctx, cur, had);
                }
                run.expand(ggml_cpy(ctx, cur, ggml_view_2d(ctx, rows, rows->ne[0], n, rows->nb[1], at*rows->nb[1])));
            };
            ggml_tensor * k = gather_k(ctx, ikv, h, t_idx);
            if (!plan.turn.empty()) {
                const std::vector<int32_t> delta(plan.turn.begin() + at, plan.turn.begin() + at + n);
                k = ggml_reshape_2d(ctx, turn(*this, run, ikv, ggml_reshape_3d(ctx, k, k->ne[0], 1, n), delta), k->ne[0], n);
            }
            put(k, r.k, r.t_center, r.rot_k ? next.had_k : nullptr);
            put(gather_v(ctx, ikv, h, t_idx), r.v, nullptr, r.rot_v ? next.had_v : nullptr);

            if (reserve) {
                if (!run.reserve()) {
                    return false;
                }
                break; // the first one is the largest
            }
            if (!run.compute()) {
                return false;
            }
        }
    }
    if (!reserve) {
        put_fitted();
    }
    return true;
}
