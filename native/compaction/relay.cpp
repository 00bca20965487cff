// Laying the pool out anew, a layer at a time: the new layer's buffer is allocated, its rows are gathered from the old
// one, and only then is the old one released. So at most one layer more than the cache is held.
//
// After the first layer has moved there is no way back, so all that could fail is done before: graphs are reserved in
// their largest shape, and a spare buffer is set aside that can take any layer's rows in use. Should the memory for
// free rows not be there, a layer gets room for its rows in use only, if need be in the spare buffer, whose place the
// layer's old buffer then takes: a full cache, but nothing is lost.
#include "runner.h"
#include "store.h"

#include "llama-impl.h"

#include <algorithm>
#include <cmath>
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

layer_pool llama_compact_store::pool_tensors(uint32_t ikv, const head_plan * plans, uint32_t capacity) const {
    const auto & l = layers[ikv];

    layer_pool res;
    res.heads.resize(l.n_head_kv);

    ggml_init_params params = { (4*l.n_head_kv + 4)*ggml_tensor_overhead(), nullptr, true };
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
        if (!plan.center.empty()) {
            r.center   = plan.center;
            r.t_center = ggml_new_tensor_1d(res.ctx.get(), GGML_TYPE_F32, l.d_k);
            ggml_format_name(r.t_center, "pool_c_l%d_h%u", l.il, h);
        }
        if (r.rot_k && !res.had_k) {
            res.had_k = ggml_new_tensor_2d(res.ctx.get(), GGML_TYPE_F32, hadamard_size(l.d_k), hadamard_size(l.d_k));
        }
        if (r.rot_v && !res.had_v) {
            res.had_v = ggml_new_tensor_2d(res.ctx.get(), GGML_TYPE_F32, hadamard_size(l.d_v), hadamard_size(l.d_v));
        }
    }
    return res;
}

bool llama_compact_store::fill_pool(uint32_t ikv, layer_pool & lp, ggml_backend_buffer_ptr * in) {
    if (!in) {
        lp.buf.reset(ggml_backend_alloc_ctx_tensors_from_buft(lp.ctx.get(), layers[ikv].buft));
        if (!lp.buf) {
            return false;
        }
    } else {
        lp.buf = std::move(*in);
        ggml_tallocr at = ggml_tallocr_new(lp.buf.get());
        for (ggml_tensor * t = ggml_get_first_tensor(lp.ctx.get()); t; t = ggml_get_next_tensor(lp.ctx.get(), t)) {
            if (ggml_tallocr_alloc(&at, t) != GGML_STATUS_SUCCESS) {
                return false;
            }
        }
    }
    // rows beyond those in use are read under a mask of -inf: they must be finite
    ggml_backend_buffer_clear(lp.buf.get(), 0);

    for (auto & r : lp.heads) {
        if (r.t_beta) {
            ggml_backend_tensor_set(r.t_beta, r.beta.data(), 0, ggml_nbytes(r.t_beta));
        }
        if (r.t_center) {
            ggml_backend_tensor_set(r.t_center, r.center.data(), 0, ggml_nbytes(r.t_center));
        }
    }
    for (ggml_tensor * had : { lp.had_k, lp.had_v }) {
        if (had) {
            ggml_backend_tensor_set(had, hadamard((int) had->ne[0]), 0, ggml_nbytes(had));
        }
    }
    return true;
}

std::vector<uint8_t> llama_compact_store::pack_values(uint32_t ikv, const head_plan & plan, const std::vector<float> & values) const {
    const auto & l = layers[ikv];

    region r;
    set_types(l, plan.type_k, plan.type_v, r);

    std::vector<float> rows = values;
    if (r.rot_v) {
        const int   n    = hadamard_size(l.d_v);
        const float norm = 1.0f/sqrtf((float) n);
        for (size_t at = 0; at < rows.size(); at += n) {
            float * x = rows.data() + at;
            for (int s = 1; s < n; s *= 2) {
                for (int i = 0; i < n; ++i) {
                    if (!(i & s)) {
                        const float a = x[i];
                        const float b = x[i + s];
                        x[i]     = a + b;
                        x[i + s] = a - b;
                    }
                }
            }
            for (int i = 0; i < n; ++i) {
                x[i] *= norm;
            }
        }
    }
    const int64_t n_rows = (int64_t) (rows.size()/l.d_v);
    std::vector<uint8_t> res(n_rows*ggml_row_size(r.type_v, l.d_v));
    if (n_rows > 0) {
        ggml_quantize_chunk(r.type_v, rows.data(), res.data(), 0, n_rows, l.d_v, nullptr);
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
                plan.center = r.center;

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

// gives a layer's memory back, or hands it to `keep`; returns its bytes
size_t llama_compact_store::release_layer(uint32_t ikv, ggml_backend_buffer_ptr * keep) {
    auto & buf = has_pool() ? pool[ikv].buf : kv.ctxs_bufs[ctx_of_layer[ikv]].second;

    const size_t res = ggml_backend_buffer_get_size(buf.get());
    if (keep) {
        *keep = std::move(buf);
    }
    if (has_pool()) {
        pool[ikv] = {};
    } else {
        release_stock(ikv);
    }
    return res;
}

// a backend that failed half way through has left nothing to go back to
void llama_compact_store::abandon() {
    cells().reset();
    pool.clear();
    blocks.clear();
    queries.clear();
    settle();
    epoch++;
    disturb_all("the backend failed, and the cache is empty");
}

namespace {

// what is held beyond the cache
struct extra_bytes {
    int64_t now = 0;
    int64_t top = 0;

    void add(int64_t n) {
        now += n;
        top = std::max(top, now);
    }
};

} // namespace

int32_t llama_compact_store::relay(llama_context * lctx, std::vector<head_plan> & plans, std::vector<block> new_blocks,
        const std::vector<uint32_t> & live, size_t & peak) {
    const uint32_t n_live = (uint32_t) live.size();
    const uint32_t least  = std::max(n_live, 1u);

    uint32_t cap = plan_capacity(plans, budget());
    if (cap < least) {
        last_error = "the rows to keep do not fit the memory of the cache";
        return LLAMA_COMPACT_ERR_INVALID;
    }
    cap = size_for(n_live, cap);
    const uint32_t wanted = cap;

    std::vector<const head_plan *> of_layer;
    for (size_t ikv = 0, at = 0; ikv < layers.size(); at += layers[ikv++].n_head_kv) {
        of_layer.push_back(&plans[at]);
    }

    // layers that shrink go first, so that the others find room
    std::vector<uint64_t> rows(layers.size(), 0);
    std::vector<uint32_t> order(layers.size());
    std::iota(order.begin(), order.end(), 0);
    for (const uint32_t ikv : order) {
        for (uint32_t h = 0; h < layers[ikv].n_head_kv; ++h) {
            rows[ikv] += of_layer[ikv][h].beta.size();
        }
    }
    std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return rows[a] < rows[b]; });

    runner run(lctx, 64, false);

    if (!find_centers(run, plans, live)) {
        last_error = "the backend failed to read keys";
        return LLAMA_COMPACT_ERR_COMPUTE;
    }

    extra_bytes extra;
    for (const auto & plan : plans) {
        extra.add(plan.bytes());
    }

    // the cells that stay, in their new places
    const auto cells_for = [&](uint32_t n) {
        llama_kv_cells res;
        res.resize(n);
        res.set(0, cells().cp(live));
        return res;
    };
    llama_kv_cells roomy = cells_for(cap);
    llama_kv_cells tight = cells_for(least);

    // what can fail: memory for the graphs and, per kind of memory, for the rows in use of its largest layer
    std::map<ggml_backend_buffer_type_t, ggml_backend_buffer_ptr> spare;
    std::map<ggml_backend_buffer_type_t, size_t>                  largest;
    std::vector<layer_pool>                                       fallback(layers.size()); // of layers that grow
    for (const uint32_t ikv : order) {
        layer_pool lp = pool_tensors(ikv, of_layer[ikv], least);
        const size_t size = ggml_backend_alloc_ctx_tensors_from_buft_size(lp.ctx.get(), layers[ikv].buft);
        largest[layers[ikv].buft] = std::max(largest[layers[ikv].buft], size);
    }
    const auto old_size = [&](uint32_t ikv) {
        return ggml_backend_buffer_get_size(has_pool() ? pool[ikv].buf.get() : kv.ctxs_bufs[ctx_of_layer[ikv]].second.get());
    };
    for (const auto & [buft, size] : largest) {
        // every released layer could take the place of the spare buffer, or each layer gets one in advance
        bool replaceable = true;
        for (const uint32_t ikv : order) {
            replaceable = replaceable && (layers[ikv].buft != buft || old_size(ikv) >= size);
        }
        for (const uint32_t ikv : order) {
            if (layers[ikv].buft != buft) {
                continue;
            }
            auto & buf = replaceable ? spare[buft] : fallback[ikv].buf;
            if (!buf) {
                buf.reset(ggml_backend_buft_alloc_buffer(buft, size));
                extra.add(size);
            }
            if (!buf) {
                last_error = "no memory for the compacted rows";
                return LLAMA_COMPACT_ERR_MEMORY;
            }
        }
    }
    const auto take_spare = [&](uint32_t ikv) -> ggml_backend_buffer_ptr & {
        return fallback[ikv].buf ? fallback[ikv].buf : spare[layers[ikv].buft];
    };
    for (const uint32_t ikv : order) {
        layer_pool lp = pool_tensors(ikv, of_layer[ikv], least);
        auto & buf = take_spare(ikv);
        if (!fill_pool(ikv, lp, &buf) || !gather_rows(run, ikv, of_layer[ikv], live, lp, true)) {
            last_error = "no memory to move the compacted rows";
            return LLAMA_COMPACT_ERR_MEMORY;
        }
        buf = std::move(lp.buf);
    }

    // what cannot
    std::vector<layer_pool> next(layers.size());
    for (size_t i = 0; i < order.size(); ++i) {
        const uint32_t ikv = order[i];

        bool own = false;
        for (const uint32_t c : { cap, least }) {
            next[ikv] = pool_tensors(ikv, of_layer[ikv], c);
            own = fill_pool(ikv, next[ikv]);
            if (own) {
                extra.add(ggml_backend_buffer_get_size(next[ikv].buf.get()));
                break;
            }
            cap = least;
        }
        if (!own) {
            fill_pool(ikv, next[ikv], &take_spare(ikv));
        }
        bool moved = false;
        try {
            moved = gather_rows(run, ikv, of_layer[ikv], live, next[ikv], false);
        } catch (const std::bad_alloc &) {
            // not even the few indices of a graph
        }
        if (!moved) {
            last_error = "the backend failed to move rows";
            if (i > 0) {
                abandon();
            }
            return LLAMA_COMPACT_ERR_COMPUTE;
        }
        extra.add(-(int64_t) release_layer(ikv, own ? nullptr : &take_spare(ikv)));
    }
    peak = std::max<size_t>(peak, extra.top + run.peak());

    pool = std::move(next);

    cells() = std::move(cap == least ? tight : roomy);
    kv.v_heads[0] = n_live;
    stuck = cap < wanted;
    trim();

    blocks = std::move(new_blocks);
    epoch++;
    disturb_all("the cache was laid out anew");
    return LLAMA_COMPACT_OK;
}

bool llama_compact_store::layout_empty(const std::vector<head_plan> & plans, std::vector<block> new_blocks, uint32_t n_live) {
    uint32_t cap = plan_capacity(plans, std::max(stock_bytes(n_stock), budget()));
    if (cap < std::max(n_live, 1u)) {
        last_error = "the saved memory is larger than this cache";
        return false;
    }
    cap = size_for(n_live, cap);

    disturb_all("another memory was loaded");

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
        next.push_back(pool_tensors(ikv, &plans[at], cap));
        at += layers[ikv].n_head_kv;
        if (!fill_pool(ikv, next.back())) {
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
    stuck = false;
    epoch++;
    trim();
    return true;
}
