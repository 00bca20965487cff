// The size of a cache that follows the chat: more cells when a batch would not fit, fewer when they are not needed.
//
// A layer at a time gets new buffers, into which its rows are copied as they are; then the old ones are released. So at
// most two layers more than the cache are held. Cells keep their index, and all layers have at least as many rows as there
// are cells: where the memory ends half way through, the number of cells stays what it was, and the layers go back.
#include "store.h"

#include "llama-impl.h"

#include <algorithm>

#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace compaction;

namespace {

constexpr uint32_t STEP = 512; // fewest cells to grow by, and the least margin that is kept

// how many cells the cache made next starts with; 0: as many as it is to have
thread_local uint32_t first_cells  = 0;
thread_local bool     first_smaller = false; // there was one

uint32_t margin(uint32_t n) {
    return std::max(STEP, n/4);
}

// a matrix's first n rows
ggml_tensor rows_of(const ggml_tensor & t, uint32_t n) {
    ggml_tensor res = t;
    res.ne[1] = n;
    res.nb[2] = res.nb[3] = res.nb[1]*n;
    return res;
}

void copy_rows(const ggml_tensor & from, const ggml_tensor & to, uint32_t n) {
    if (n > 0) {
        ggml_tensor src = rows_of(from, n);
        ggml_tensor dst = rows_of(to, n);
        ggml_backend_tensor_copy(&src, &dst);
    }
}

} // namespace

uint32_t llama_compact_first_size(uint32_t n_cells, uint32_t n_pad) {
    if (first_cells == 0 || first_cells >= n_cells) {
        return n_cells;
    }
    first_smaller = true;
    return std::min<uint32_t>(n_cells, GGML_PAD(GGML_PAD(first_cells, 256), n_pad));
}

llama_context * llama_kv_compact_init_from_model(llama_model * model, llama_context_params params, uint32_t n_cells) {
    first_cells   = std::max(n_cells, 256u);
    first_smaller = false;
    llama_context * ctx = llama_init_from_model(model, params);
    first_cells = 0;

    if (ctx && first_smaller && llama_kv_compact_unsupported_reason(ctx)) {
        llama_free(ctx); // nobody would let it grow
        ctx = llama_init_from_model(model, params);
    }
    return ctx;
}

int32_t llama_kv_compact_resize(llama_context * ctx, uint32_t n_cells) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    if (!store->grows()) {
        store->last_error = "this cache has one size";
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    store->last_error.clear();
    llama_synchronize(ctx);
    return store->resize(n_cells) ? LLAMA_COMPACT_OK : LLAMA_COMPACT_ERR_MEMORY;
}

uint64_t llama_compact_store::stock_bytes(uint32_t n) const {
    uint64_t res = 0;
    for (const auto & layer : kv.layers) {
        res += (layer.k->nb[1] + layer.v->nb[1])*n;
    }
    return res;
}

uint64_t llama_compact_store::region_bytes(uint32_t n_live) const {
    uint64_t res = 0;
    for (const auto & p : pool) {
        for (const auto & r : p.heads) {
            res += (r.k->nb[1] + r.v->nb[1])*(r.n_block() + n_live) + r.n_block()*sizeof(ggml_fp16_t);
        }
    }
    return res;
}

uint64_t llama_compact_store::budget() const {
    return grows() ? stock_bytes(n_stock) : bytes_total();
}

uint32_t llama_compact_store::capacity() const {
    if (!grows() || stuck) {
        return n_cells();
    }
    if (!has_pool()) {
        return n_stock;
    }
    const uint64_t fixed = region_bytes(0);
    const uint64_t row   = region_bytes(1) - fixed;
    const uint64_t room  = budget() > fixed ? (budget() - fixed)/row : 0;
    return std::max(n_cells(), (uint32_t) std::min<uint64_t>(room, UINT32_MAX/2));
}

uint64_t llama_compact_store::bytes_total() const {
    return has_pool() ? region_bytes(capacity()) : stock_bytes(capacity());
}

uint64_t llama_compact_store::bytes_held() const {
    uint64_t res = 0;
    for (const auto & p : pool) {
        res += p.buf ? ggml_backend_buffer_get_size(p.buf.get()) : 0;
    }
    for (const auto & [ctx, buf] : kv.ctxs_bufs) {
        res += buf ? ggml_backend_buffer_get_size(buf.get()) : 0;
    }
    return res;
}

uint32_t llama_compact_store::size_for(uint32_t n_live, uint32_t most) const {
    return grows() ? std::min(most, std::max(n_first, (uint32_t) GGML_PAD(n_live + margin(n_live), 256))) : most;
}

void llama_compact_store::trim() const {
#ifdef __GLIBC__
    if (grows()) {
        malloc_trim(0); // freed buffers may lie within the heap
    }
#endif
}

void llama_compact_store::reshape_stock(uint32_t ikv, uint32_t n) {
    const auto & layer = kv.layers[ikv];
    for (ggml_tensor * t : { layer.k, layer.v, layer.k_stream[0], layer.v_stream[0] }) {
        *t = rows_of(*t, n);
    }
}

void llama_compact_store::show_full(bool full) {
    if (full) {
        for (uint32_t ikv = 0; ikv < kv.layers.size(); ++ikv) {
            const auto & layer = kv.layers[ikv];
            for (ggml_tensor * t : { layer.k, layer.v, layer.k_stream[0], layer.v_stream[0] }) {
                shape_was.emplace_back(t, *t);
            }
            reshape_stock(ikv, n_stock);
        }
        return;
    }
    for (const auto & [t, was] : shape_was) {
        *t = was;
    }
    shape_was.clear();
}

bool llama_compact_store::resize_stock(uint32_t ikv, uint32_t n) {
    const auto & layer = kv.layers[ikv];
    auto & [ctx, buf] = kv.ctxs_bufs[ctx_of_layer[ikv]];

    std::vector<std::pair<ggml_tensor *, ggml_tensor>> was;
    for (ggml_tensor * t : { layer.k, layer.v, layer.k_stream[0], layer.v_stream[0] }) {
        was.emplace_back(t, *t);
    }
    reshape_stock(ikv, n);
    for (const auto & [t, _] : was) {
        t->data   = nullptr;
        t->buffer = nullptr;
    }
    ggml_backend_buffer_ptr next { ggml_backend_alloc_ctx_tensors_from_buft(ctx.get(), layers[ikv].buft) };
    if (!next) {
        for (const auto & [t, old] : was) {
            *t = old;
        }
        return false;
    }
    ggml_backend_buffer_clear(next.get(), 0);
    const uint32_t n_rows = cells().used_max_p1();
    copy_rows(was[0].second, *layer.k, n_rows);
    copy_rows(was[1].second, *layer.v, n_rows);
    buf = std::move(next);
    return true;
}

bool llama_compact_store::resize_pool(uint32_t ikv, uint32_t n) {
    std::vector<head_plan> plans;
    for (const auto & r : pool[ikv].heads) {
        head_plan plan;
        plan.type_k = r.type_k;
        plan.type_v = r.type_v;
        plan.center = r.center;
        plan.spans  = r.spans;
        plan.beta   = r.beta;
        plan.pos    = r.pos;
        plans.push_back(std::move(plan));
    }
    layer_pool next = pool_tensors(ikv, plans.data(), n);
    if (!fill_pool(ikv, next)) {
        return false;
    }
    for (size_t h = 0; h < plans.size(); ++h) {
        const auto   & r      = pool[ikv].heads[h];
        const uint32_t n_rows = r.n_block() + cells().used_max_p1();
        copy_rows(*r.k, *next.heads[h].k, n_rows);
        copy_rows(*r.v, *next.heads[h].v, n_rows);
    }
    pool[ikv] = std::move(next);
    return true;
}

bool llama_compact_store::resize(uint32_t n) {
    if (!grows()) {
        last_error = "this cache has one size";
        return false;
    }
    stuck = false;

    const uint32_t before = n_cells();
    const uint32_t least  = cells().used_max_p1();
    n = std::max(n > 0 ? n : std::min(before, size_for(least, capacity())), least);
    n = std::max(std::min<uint32_t>(GGML_PAD(n, 256), capacity()), least);
    if (n == before) {
        return true;
    }
    epoch++; // buffers move

    const auto layer_to = [&](uint32_t ikv, uint32_t size) {
        try {
            return has_pool() ? resize_pool(ikv, size) : resize_stock(ikv, size);
        } catch (const std::bad_alloc &) {
            return false;
        }
    };
    // held back for the way back: the room of one layer as it is
    std::map<ggml_backend_buffer_type_t, ggml_backend_buffer_ptr> spare;
    bool possible = true;
    for (uint32_t ikv = 0; n > before && ikv < layers.size(); ++ikv) {
        const auto & was = has_pool() ? pool[ikv].buf : kv.ctxs_bufs[ctx_of_layer[ikv]].second;
        auto       & buf = spare[layers[ikv].buft];
        if (!buf || ggml_backend_buffer_get_size(buf.get()) < ggml_backend_buffer_get_size(was.get())) {
            buf.reset(ggml_backend_buft_alloc_buffer(layers[ikv].buft, ggml_backend_buffer_get_size(was.get())));
            possible = possible && buf;
        }
    }
    for (uint32_t ikv = 0; ikv < layers.size(); ++ikv) {
        if ((possible && layer_to(ikv, n)) || n < before) {
            continue; // a layer that could not be made smaller does no harm
        }
        spare.clear();
        for (uint32_t i = 0; i < ikv; ++i) {
            layer_to(i, before);
        }
        trim();
        stuck      = true;
        last_error = "no memory for the KV cache";
        return false;
    }
    if (kv.v_heads[0] >= n) {
        kv.v_heads[0] = 0;
    }
    cells().resize_kept(n);
    trim();
    return true;
}

uint32_t llama_compact_store::size_with(uint32_t n, llama_seq_id instead) const {
    if (!grows() || stuck) {
        return n_cells();
    }
    uint64_t used = cells().get_used();
    if (instead == -1) {
        used = 0;
    } else if (instead >= 0) {
        for (uint32_t i = 0; i < cells().size(); ++i) {
            used -= !cells().is_empty(i) && cells().seq_has(i, instead) && cells().seq_count(i) == 1;
        }
    }
    // with room for the padding, views are as long as those of a cache of full size
    const uint64_t want = used + n + (has_pool() ? 255 : 0);
    return used + n > capacity() ? n_cells() : std::max(n_cells(), (uint32_t) std::min<uint64_t>(want, capacity()));
}

void llama_compact_store::make_room(uint32_t n, llama_seq_id instead) {
    const uint32_t least = size_with(n, instead);
    if (least > n_cells()) {
        const uint32_t roomy = n_cells() + margin(n_cells());
        resize(std::max(least, roomy)) || (least < roomy && resize(least));
    }
}
