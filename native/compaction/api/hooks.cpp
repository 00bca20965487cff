// What llama_context and the graphs call (declared in store.h): they find the store behind a context's memory.
#include "../cache/memory_parts.h"
#include "../store.h"

#include "llama-context.h"

#include "llama-impl.h"
#include "llama-memory-recurrent.h"
#include "llama-model.h"

#include <algorithm>

using namespace compaction;

// nullptr: this memory has none
static llama_compact_store * store_in(llama_memory_i * mem) {
    auto * kv = compactable_cache(mem);
    return kv ? kv->get_compact() : nullptr;
}

static llama_compact_store * find_store(llama_memory_i * mem, const char ** why) {
    const char * reason = nullptr;
    llama_kv_cache * kv = compactable_cache(mem);

    if (!mem) {
        reason = "the model has no KV cache";
    } else if (!kv && dynamic_cast<llama_memory_recurrent *>(mem)) {
        reason = "the model is recurrent: it has no KV cache";
    } else if (!kv) {
        reason = "this model's kind of cache is not supported yet";
    }

    llama_compact_store * store = store_in(mem);
    if (store) {
        store->reachable = true;
    }
    if (store && store->unsupported()) {
        reason = store->unsupported();
        store  = nullptr;
    } else if (kv && !store) {
        reason = "this cache has no compacted store";
    }
    if (why) {
        *why = store ? nullptr : reason;
    }
    return store;
}

llama_compact_store * llama_compact_store_of(llama_context * lctx, const char ** why) {
    return find_store(lctx->get_memory(), why);
}

uint32_t llama_compact_extra_nodes(llama_memory_i * mem) {
    auto * store = store_in(mem);
    if (!store) {
        return 0;
    }
    store->reachable = true;
    return store->n_extra_nodes();
}

bool llama_compact_restore_stock(llama_context * lctx) {
    auto * store = store_in(lctx->get_memory());
    if (!store || store->blocks.any_carried() || store->stock.cells().get_used() > 0) {
        return true;
    }
    lctx->synchronize(); // the last batch may still read what is released
    return store->layouts.restore_stock();
}

void llama_compact_read_state(llama_memory_i * mem, llama_io_read_i & io, llama_seq_id seq, uint32_t flags) {
    auto * store = store_in(mem);
    try {
        mem->state_read(io, seq, flags);
    } catch (...) {
        if (store) {
            store->state_forget();
        }
        throw;
    }
    try {
        if (store) {
            store->state_commit();
        }
    } catch (...) {
        mem->seq_rm(seq, -1, -1); // the parts that are in their places already; a file's rows stay in cells that are free
        throw;
    }
}

void llama_compact_close(llama_memory_i * mem) {
    if (auto * store = store_in(mem)) {
        store->events.close();
        store->use(nullptr);
    }
}

// without memory for more it stays as large as it is: whether that does, the search for cells will tell
static void grow(llama_context * lctx, uint32_t n_tokens) {
    auto * store = store_in(lctx->get_memory());
    if (store && store->size.size_with(n_tokens) > store->size.n_cells()) {
        lctx->synchronize();
        store->size.make_room(n_tokens);
    }
}

bool llama_compact_prepare(llama_context * lctx, uint32_t n_tokens) {
    if (!llama_compact_restore_stock(lctx)) {
        return false;
    }
    grow(lctx, n_tokens);
    return true;
}

llama_compact_full_size::llama_compact_full_size(llama_context * lctx) : store(nullptr) {
    auto * kv = compactable_cache(lctx->get_memory());
    if (kv && kv->get_compact()) {
        kv->get_compact()->use(lctx);
    }
    if (kv && kv->get_compact() && kv->get_compact()->size.grows() && !kv->get_compact()->has_pool()) {
        store = kv->get_compact();
        store->size.show_limit(true);
    }
}

llama_compact_full_size::~llama_compact_full_size() {
    if (store) {
        store->size.show_limit(false);
    }
}

bool llama_compact_make_room(llama_context * lctx, llama_seq_id seq, uint32_t n_tokens) {
    auto * store = llama_compact_store_of(lctx);
    if (!store || !store->automatic.on) {
        return false;
    }
    const auto & automatic = store->automatic;

    const llama_pos end = store->end_of(seq);
    llama_pos p0 = std::max<llama_pos>((llama_pos) automatic.n_keep_first, store->pos_max(seq) + 1);
    llama_pos p1 = end - (llama_pos) automatic.n_keep_recent;
    if (p1 - p0 < 16) {
        return false;
    }
    llama_compact_params params = automatic.params;
    params.p0      = p0;
    params.p1      = p1;
    params.heads   = nullptr;
    params.n_heads = 0;
    params.n_rows  = std::max(4, (int32_t) ((float) (p1 - p0)/automatic.ratio));
    if (llama_kv_cache_compact(lctx, seq, &params, nullptr) != LLAMA_COMPACT_OK) {
        return false;
    }
    grow(lctx, n_tokens);
    return true;
}
