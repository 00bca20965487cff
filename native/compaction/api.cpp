// The C functions of llama-compact.h.
#include "pipeline.h"

#include "llama-impl.h"
#include "llama-kv-cache-iswa.h"
#include "llama-memory-hybrid.h"
#include "llama-memory-recurrent.h"
#include "llama-model.h"

#include <algorithm>
#include <cmath>
#include <exception>

using namespace compaction;

// the cache whose graphs know about its store, nullptr for other kinds of memory
static llama_kv_cache * compactable_cache(llama_memory_i * mem) {
    if (auto * plain = dynamic_cast<llama_kv_cache *>(mem)) {
        return plain;
    }
    if (auto * iswa = dynamic_cast<llama_kv_cache_iswa *>(mem)) {
        return iswa->get_base();
    }
    return nullptr;
}

static llama_compact_store * find_store(llama_memory_i * mem, const char ** why) {
    const char * reason = nullptr;
    llama_kv_cache * kv = compactable_cache(mem);

    if (!mem) {
        reason = "the model has no KV cache";
    } else if (!kv && dynamic_cast<llama_memory_recurrent *>(mem)) {
        reason = "the model is recurrent: it has no KV cache";
    } else if (!kv && dynamic_cast<llama_memory_hybrid *>(mem)) {
        reason = "models that mix attention and recurrent layers are not supported yet";
    } else if (!kv) {
        reason = "this model's kind of cache is not supported yet";
    }

    llama_compact_store * store = kv ? kv->get_compact() : nullptr;
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
    auto * kv = compactable_cache(mem);
    if (!kv || !kv->get_compact()) {
        return 0;
    }
    kv->get_compact()->reachable = true;
    return kv->get_compact()->n_extra_nodes();
}

// a compacted cache that holds nothing any more goes back to the stock layout; false: out of memory
static bool settle(llama_context * lctx) {
    auto * kv    = compactable_cache(lctx->get_memory());
    auto * store = kv ? kv->get_compact() : nullptr;
    if (!store || store->has_blocks() || store->cells().get_used() > 0) {
        return true;
    }
    lctx->synchronize(); // the last batch may still read what is released
    return store->settle();
}

void llama_compact_close(llama_memory_i * mem) {
    auto * kv = compactable_cache(mem);
    if (kv && kv->get_compact()) {
        kv->get_compact()->detach_jobs();
    }
}

// without memory for more it stays as large as it is: whether that does, the search for cells will tell
static void grow(llama_context * lctx, uint32_t n_tokens) {
    auto * kv    = compactable_cache(lctx->get_memory());
    auto * store = kv ? kv->get_compact() : nullptr;
    if (store && store->size_with(n_tokens) > store->n_cells()) {
        lctx->synchronize();
        store->make_room(n_tokens);
    }
}

bool llama_compact_prepare(llama_context * lctx, uint32_t n_tokens) {
    if (!settle(lctx)) {
        return false;
    }
    grow(lctx, n_tokens);
    return true;
}

llama_compact_full_size::llama_compact_full_size(llama_memory_i * mem) : store(nullptr) {
    auto * kv = compactable_cache(mem);
    if (kv && kv->get_compact() && kv->get_compact()->grows() && !kv->get_compact()->has_pool()) {
        store = kv->get_compact();
        store->show_full(true);
    }
}

llama_compact_full_size::~llama_compact_full_size() {
    if (store) {
        store->show_full(false);
    }
}

bool llama_compact_make_room(llama_context * lctx, llama_seq_id seq, uint32_t n_tokens) {
    auto * store = llama_compact_store_of(lctx);
    if (!store || !store->automatic.on) {
        return false;
    }
    const auto & automatic = store->automatic;

    const llama_pos end = std::max(store->cells().seq_pos_max(seq), store->pos_max(seq)) + 1;
    llama_pos p0 = std::max<llama_pos>(automatic.n_keep_first, store->pos_max(seq) + 1);
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

llama_compact_params llama_kv_compact_default_params(void) {
    llama_compact_params res = {};
    res.p0          = 0;
    res.p1          = -1;
    res.n_rows      = 256;
    res.heads       = nullptr;
    res.n_heads     = 0;
    res.queries     = LLAMA_COMPACT_QUERIES_REROTATED;
    res.select      = LLAMA_COMPACT_SELECT_ATTENTION;
    res.fit         = LLAMA_COMPACT_FIT_VALUES;
    res.n_queries   = 1536;
    res.n_held_out  = 96;
    res.future_span = 512;
    res.seed        = 0;
    res.n_iter      = 60;
    res.beta_max    = 3.0f;
    res.ridge       = 1e-2f;
    res.progress      = nullptr;
    res.progress_data = nullptr;
    return res;
}

const char * llama_kv_compact_unsupported_reason(const llama_context * ctx) {
    const char * why = nullptr;
    llama_compact_store_of(const_cast<llama_context *>(ctx), &why);
    return why;
}

const char * llama_kv_compact_last_error(const llama_context * ctx) {
    const char * why = nullptr;
    const auto * store = llama_compact_store_of(const_cast<llama_context *>(ctx), &why);
    return store ? store->last_error.c_str() : why;
}

int32_t llama_kv_compact_enable(llama_context * ctx, uint32_t n_uniform, uint32_t n_recent) {
    auto * store = llama_compact_store_of(ctx);
    return store ? store->enable(n_uniform, n_recent) : LLAMA_COMPACT_ERR_UNSUPPORTED;
}

static bool valid_seq(const llama_compact_store & store, llama_seq_id seq) {
    return seq >= 0 && (uint32_t) seq < store.kv.get_n_seq_max();
}

bool llama_kv_cache_compact_info(llama_context * ctx, llama_seq_id seq_id, llama_compact_info * info) {
    auto * store = llama_compact_store_of(ctx);
    if (!store || !info || !valid_seq(*store, seq_id)) {
        return false;
    }

    settle(ctx);

    *info = {};
    const auto & cells = store->cells();
    for (uint32_t i = 0; i < cells.size(); ++i) {
        info->n_live += !cells.is_empty(i) && cells.seq_has(i, seq_id);
    }
    for (const auto & b : store->blocks) {
        if (b.seqs.test(seq_id)) {
            info->n_blocks++;
            info->n_block_tokens += b.n_tokens;
        }
    }
    info->n_layers      = (uint32_t) store->layers.size();
    info->n_heads       = store->n_heads();
    info->n_tokens      = info->n_block_tokens + info->n_live;
    info->capacity      = store->capacity();
    info->capacity_used = cells.get_used();

    uint32_t entry = 0;
    for (uint32_t ikv = 0; ikv < store->layers.size(); ++ikv) {
        for (uint32_t h = 0; h < store->layers[ikv].n_head_kv; ++h, ++entry) {
            const uint64_t rb = store->row_bytes(entry);
            info->bytes_live += cells.get_used()*rb;
            if (store->has_pool()) {
                for (size_t b = 0; b < store->blocks.size(); ++b) {
                    if (store->blocks[b].seqs.test(seq_id)) {
                        const uint32_t n = store->pool[ikv].heads[h].spans[b];
                        info->n_block_rows += n;
                        info->bytes_blocks += n*(rb + sizeof(ggml_fp16_t));
                    }
                }
            }
        }
    }
    info->bytes_total   = store->bytes_total();
    info->bytes_held    = store->bytes_held();
    info->n_cells       = store->n_cells();
    info->bytes_queries = store->queries.bytes();
    info->n_queries     = (uint32_t) store->queries.rows_of(seq_id, false).size();
    return true;
}

int32_t llama_kv_compact_heads(llama_context * ctx, int32_t * layer, int32_t * head, int32_t * n_rows, int32_t * type_k, int32_t * type_v, int32_t n) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    int32_t at = 0;
    for (uint32_t ikv = 0; ikv < store->layers.size(); ++ikv) {
        for (uint32_t h = 0; h < store->layers[ikv].n_head_kv; ++h, ++at) {
            if (at >= n) {
                continue;
            }
            if (layer)  { layer [at] = store->layers[ikv].il; }
            if (head)   { head  [at] = (int32_t) h; }
            if (n_rows) { n_rows[at] = (int32_t) store->block_rows(at); }
            if (type_k) { type_k[at] = store->has_pool() ? store->pool[ikv].heads[h].type_k : store->cache_type_k(); }
            if (type_v) { type_v[at] = store->has_pool() ? store->pool[ikv].heads[h].type_v : store->cache_type_v(); }
        }
    }
    return at;
}

int32_t llama_kv_compact_errors(const llama_context * ctx, float * errors, int32_t n) {
    const auto * store = llama_compact_store_of(const_cast<llama_context *>(ctx));
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    if (errors) {
        std::copy_n(store->errors.begin(), std::min<size_t>(std::max(n, 0), store->errors.size()), errors);
    }
    return (int32_t) store->errors.size();
}

int32_t llama_kv_compact_scores(llama_context * ctx, llama_seq_id seq_id, llama_pos p0, llama_pos p1, llama_pos q0, llama_pos q1,
        enum llama_compact_reduce reduce, float * scores) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    store->last_error.clear();
    if (!scores || !valid_seq(*store, seq_id)) {
        store->last_error = "no room for the scores, or the sequence id is out of range";
        return LLAMA_COMPACT_ERR_INVALID;
    }
    try {
        return attention_scores(ctx, *store, seq_id, p0, p1, q0, q1, reduce, scores);
    } catch (const std::exception & e) {
        store->last_error = e.what();
        return LLAMA_COMPACT_ERR_COMPUTE;
    }
}

void llama_kv_cache_set_auto_compact(llama_context * ctx, uint32_t n_keep_first, uint32_t n_keep_recent, float ratio, const llama_compact_params * params) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return;
    }
    store->automatic = {};
    if (params && ratio > 1.0f) {
        store->automatic.on            = true;
        store->automatic.n_keep_first  = n_keep_first;
        store->automatic.n_keep_recent = n_keep_recent;
        store->automatic.ratio         = ratio;
        store->automatic.params        = *params;
    }
}
