// Laying the pool out anew.
//
// In two phases, so that a failure changes nothing: first every layer's rows in use are gathered, converted, into a
// staging pool of exactly their size; only when all of them stand there is each layer's old buffer released and the
// new one, with its free rows, allocated. Should that allocation fail, the staging pool itself stays: a full cache,
// but nothing is lost.
#include "rope.h"

#include "llama-impl.h"

#include <algorithm>
#include <numeric>

using namespace compaction;

static int hadamard_size(uint32_t d) {
    int n = 1;
    while (d % (2*n) == 0) {
        n *= 2;
    }
    return n >= 16 ? n : 0;
}

void llama_compact_store::set_types(const layer_info & l, ggml_type type_k, ggml_type type_v, region & r) const {
    r.type_k = type_k;
    r.type_v = type_v;
    // a quantized cache is rotated by the cache itself, where its types allow it
    r.rot_k  = ggml_is_quantized(type_k) && !ggml_is_quantized(cache_type_k()) && hadamard_size(l.d_k) > 0;
    r.rot_v  = ggml_is_quantized(type_v) && !ggml_is_quantized(cache_type_v()) && hadamard_size(l.d_v) > 0;
}

layer_pool llama_compact_store::make_pool(uint32_t ikv, const head_plan * plans, uint32_t capacity, size_t * bytes) {
    const auto & l = layers[ikv];

    layer_pool res;
    res.heads.resize(l.n_head_kv);

    ggml_init_params params = { (3*l.n_head_kv + 4)*ggml_tensor_overhead(), nullptr, true };
    res.ctx.reset(ggml_init(params));

    for (uint32_t h = 0; h < l.n_head_kv; ++h) {
        const auto & plan = plans[h];
        auto       & r    = res.heads[h];

        set_types(l, plan.type_k, plan.type_v, r);
        r.spans  = plan.spans;
        r.beta   = plan.beta;
        r.pos    = plan.pos;

        const int64_t n_rows = r.n_block() + capacity;

        r.k = ggml_new_tensor_2d(res.ctx.get(), r.type_k, l.d_k, n_rows);
        r.v = ggml_new_tensor_2d(res.ctx.get(), r.type_v, l.d_v, n_rows);
        ggml_format_name(r.k, "pool_k_l%d_h%u", l.il, h);
        ggml_format_name(r.v, "pool_v_l%d_h%u", l.il, h);
        if (r.n_block() > 0) {
            r.t_beta = ggml_new_tensor_1d(res.ctx.get(), GGML_TYPE_F16, r.n_block());
            ggml_format_name(r.t_beta, "pool_b_l%d_h%u", l.il, h);
        }
        if (r.rot_k && !res.had_k) {
            res.had_k = ggml_new_tensor_2d(res.ctx.get(), GGML_TYPE_F32, hadamard_size(l.d_k), hadamard_size(l.d_k));
        }
        if (r.rot_v && !res.had_v) {
            res.had_v = ggml_new_tensor_2d(res.ctx.get(), GGML_TYPE_F32, hadamard_size(l.d_v), hadamard_size(l.d_v));
        }
    }

    res.buf.reset(ggml_backend_alloc_ctx_tensors_from_buft(res.ctx.get(), l.buft));
    if (!res.buf) {
        return res;
    }
    if (bytes) {
        *bytes += ggml_backend_buffer_get_size(res.buf.get());
    }
    // rows beyond those in use are read under a mask of -inf: they must be finite
    ggml_backend_buffer_clear(res.buf.get(), 0);

    for (auto & r : res.heads) {
        if (r.t_beta) {
            ggml_backend_tensor_set(r.t_beta, r.beta.data(), 0, ggml_nbytes(r.t_beta));
        }
    }
    for (ggml_tensor * had : { res.had_k, res.had_v }) {
        if (had) {
            ggml_backend_tensor_set(had, hadamard((int) had->ne[0]), 0, ggml_nbytes(had));
        }
    }
    return res;
}

uint32_t llama_compact_store::plan_capacity(const std::vector<head_plan> & plans, uint64_t total) const {
    uint64_t fixed = 0;
    uint64_t row   = 0;
    size_t   at    = 0;
    for (const auto & l : layers) {
        for (uint32_t h = 0; h < l.n_head_kv; ++h, ++at) {
            const uint64_t rb = ggml_row_size(plans[at].type_k, l.d_k) + ggml_row_size(plans[at].type_v, l.d_v);
            fixed += plans[at].beta.size()*(rb + sizeof(ggml_fp16_t));
            row   += rb;
        }
    }
    return total > fixed ? (uint32_t) std::min<uint64_t>((total - fixed)/row, UINT32_MAX/2) : 0;
}

std::vector<head_plan> llama_compact_store::plan_current(const std::vector<block> & table) const {
    std::vector<head_plan> res;
    for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            head_plan plan;
            if (!has_pool()) {
                plan.type_k = kv.layers[ikv].k->type;
                plan.type_v = kv.layers[ikv].v->type;
            } else {
                const auto & r = pool[ikv].heads[h];
                plan.type_k = r.type_k;
                plan.type_v = r.type_v;

                uint32_t at = 0;
                for (size_t b = 0; b < blocks.size(); ++b) {
                    if (table[b].seqs.any()) {
                        plan.spans.push_back(r.spans[b]);
                        for (uint32_t i = 0; i < r.spans[b]; ++i) {
                            plan.src.push_back(at + i);
                            plan.beta.push_back(r.beta[at + i]);
                            plan.pos .push_back(r.pos [at + i]);
                        }
                    }
                    at += r.spans[b];
                }
            }
            res.push_back(std::move(plan));
        }
    }
    return res;
}

// copies rows between two pools of the same types
static void copy_rows(const ggml_tensor * src, ggml_tensor * dst, size_t n_rows) {
    if (n_rows == 0) {
        return;
    }
    ggml_init_params params = { 2*ggml_tensor_overhead(), nullptr, true };
    ggml_context_ptr ctx { ggml_init(params) };

    ggml_tensor * a = ggml_view_2d(ctx.get(), const_cast<ggml_tensor *>(src), src->ne[0], n_rows, src->nb[1], 0);
    ggml_tensor * b = ggml_view_2d(ctx.get(), dst, dst->ne[0], n_rows, dst->nb[1], 0);
    ggml_backend_view_init(a);
    ggml_backend_view_init(b);
    ggml_backend_tensor_copy(a, b);
}

int32_t llama_compact_store::relay(llama_context * lctx, std::vector<head_plan> & plans, std::vector<block> new_blocks,
        const std::vector<uint32_t> & live, size_t & peak, const std::vector<std::vector<int32_t>> * turns) {
    const uint64_t total  = bytes_total();
    const uint32_t n_live = (uint32_t) live.size();

    uint32_t cap = plan_capacity(plans, total);
    if (cap < n_live || cap == 0) {
        last_error = "the rows to keep do not fit the memory of the cache";
        return LLAMA_COMPACT_ERR_INVALID;
    }

    // phase 1: everything that stays, gathered and converted
    std::vector<layer_pool> staged;
    size_t bytes = 0;
    {
        runner run(lctx, 1024);

        size_t at = 0;
        for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
            const auto & l = layers[ikv];

            staged.push_back(make_pool(ikv, &plans[at], std::max(n_live, 1u), &bytes));
            auto & lp = staged.back();
            if (!lp.buf) {
                last_error = "no memory for the compacted rows";
                return LLAMA_COMPACT_ERR_MEMORY;
            }

            for (uint32_t h = 0; h < l.n_head_kv; ++h) {
                auto       & plan = plans[at + h];
                const auto & r    = lp.heads[h];

                std::vector<int32_t> idx = plan.src;
                const uint32_t n_old = has_pool() ? pool[ikv].heads[h].n_block() : 0;
                for (const uint32_t c : live) {
                    idx.push_back((int32_t) (n_old + c));
                }
                if (idx.empty()) {
                    continue;
                }
                run.begin();

                ggml_context * ctx = run.ctx();
                ggml_tensor  * t_idx = run.input(GGML_TYPE_I32, idx);

                const auto put = [&](ggml_tensor * cur, ggml_tensor * rows, uint32_t row0, ggml_tensor * had) {
                    if (had) {
                        cur = llama_mul_mat_hadamard(ctx, cur, had);
                    }
                    run.expand(ggml_cpy(ctx, cur, ggml_view_2d(ctx, rows, rows->ne[0], cur->ne[1], rows->nb[1], row0*rows->nb[1])));
                };

                ggml_tensor * k = gather_k(ctx, ikv, h, t_idx);
                if (turns) {
                    k = turn(*this, run, ikv, ggml_reshape_3d(ctx, k, l.d_k, 1, k->ne[1]), (*turns)[at + h]);
                    k = ggml_reshape_2d(ctx, k, l.d_k, k->ne[2]);
                }
                put(k, r.k, 0, r.rot_k ? lp.had_k : nullptr);
                put(gather_v(ctx, ikv, h, t_idx), r.v, 0, r.rot_v ? lp.had_v : nullptr);
                if (!plan.fit.empty()) {
                    ggml_tensor * fit = run.input(GGML_TYPE_F32, l.d_v, plan.fit.size()/l.d_v, plan.fit.data());
                    put(fit, r.v, plan.fit_at, r.rot_v ? lp.had_v : nullptr);
                }

                if (!run.compute()) {
                    last_error = "the backend failed to move rows";
                    return LLAMA_COMPACT_ERR_COMPUTE;
                }
            }
            at += l.n_head_kv;
        }
        peak = std::max(peak, bytes + run.peak());
    }

    // phase 2: cannot fail; layers that shrink go first, so that the others find room
    std::vector<size_t> first(layers.size(), 0);
    for (size_t i = 1; i < layers.size(); ++i) {
        first[i] = first[i - 1] + layers[i - 1].n_head_kv;
    }
    const auto growth = [&](uint32_t ikv) {
        int64_t rows = 0;
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            rows += plans[first[ikv] + h].beta.size();
        }
        return rows;
    };
    std::vector<uint32_t> order(layers.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return growth(a) < growth(b); });

    const bool was_pool = has_pool();
    if (!was_pool) {
        pool.resize(layers.size());
    }
    for (const uint32_t ikv : order) {
        if (was_pool) {
            pool[ikv] = {};
        } else {
            release_stock(ikv);
        }
        layer_pool next = make_pool(ikv, &plans[first[ikv]], cap, nullptr);
        if (next.buf) {
            for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
                const size_t n = next.heads[h].n_block() + n_live;
                copy_rows(staged[ikv].heads[h].k, next.heads[h].k, n);
                copy_rows(staged[ikv].heads[h].v, next.heads[h].v, n);
            }
            pool[ikv]   = std::move(next);
            staged[ikv] = {};
        } else {
            pool[ikv] = std::move(staged[ikv]);
            cap       = std::max(n_live, 1u);
        }
    }

    // the cells that stay, in their new places
    auto & cs = cells();
    const llama_kv_cells kept = cs.cp(live);
    cs.resize(cap);
    cs.set(0, kept);
    kv.v_heads[0] = n_live;

    blocks = std::move(new_blocks);
    epoch++;
    return LLAMA_COMPACT_OK;
}

bool llama_compact_store::layout_empty(const std::vector<head_plan> & plans, std::vector<block> new_blocks, uint32_t n_live) {
    const uint64_t total = std::max(stock_bytes(), bytes_total());
    const uint32_t cap   = plan_capacity(plans, total);
    if (cap < std::max(n_live, 1u)) {
        last_error = "the saved memory is larger than this cache";
        return false;
    }

    for (auto & p : pool) {
        p = {};
    }
    pool.clear();
    blocks.clear();
    if (!stock_released) {
        for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
            release_stock(ikv);
        }
    }

    std::vector<layer_pool> next;
    size_t at = 0;
    for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
        next.push_back(make_pool(ikv, &plans[at], cap, nullptr));
        at += layers[ikv].n_head_kv;
        if (!next.back().buf) {
            last_error = "no memory for the KV cache";
            next.clear();
            settle();
            return false;
        }
    }

    pool   = std::move(next);
    blocks = std::move(new_blocks);
    cells().resize(cap);
    kv.v_heads[0] = 0;
    epoch++;
    return true;
}
