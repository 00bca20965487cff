// The C functions of llama-compact.h for a cache that grows.
#include "guarded.h"

#include "../store.h"

#include "llama-impl.h"

#include <algorithm>

// how many cells the cache made next starts with; 0: as many as it is to have
static thread_local uint32_t first_cells   = 0;
static thread_local bool     first_smaller = false; // there was one

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
    if (!store->size.grows()) {
        return store->events.fail(LLAMA_COMPACT_ERR_UNSUPPORTED, "this cache has one size");
    }
    store->events.clear_error();
    llama_synchronize(ctx);
    return guarded_by(*store, [&] {
        // an empty cache may have found no memory to leave the pool: it has no rows whose number could change
        return llama_compact_restore_stock(ctx) && store->size.resize(n_cells) ? LLAMA_COMPACT_OK : LLAMA_COMPACT_ERR_MEMORY;
    });
}
