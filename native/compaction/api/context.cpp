// The C functions of llama-compact.h on a context as a whole: what it supports, samples and holds.
#include "guarded.h"

#include "../pipeline/calibrate.h"
#include "../store.h"

#include <algorithm>

using namespace compaction;

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
    res.p_held_out  = -1;
    res.future_span = 512;
    res.seed        = 0;
    res.n_iter      = 60;
    res.beta_max    = 3.0f;
    res.ridge       = 1e-2f;
    res.n_lookups   = 0.3f;
    res.n_query_positions   = 2;
    res.n_moves     = 64;
    res.own_values  = false;
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
    return store ? store->events.last_error().c_str() : why;
}

int32_t llama_kv_compact_enable(llama_context * ctx, uint32_t n_uniform, uint32_t n_recent) {
    auto * store = llama_compact_store_of(ctx);
    return store ? guarded_by(*store, [&] { return store->enable(n_uniform, n_recent); }) : LLAMA_COMPACT_ERR_UNSUPPORTED;
}

static bool valid_seq(const llama_compact_store & store, llama_seq_id seq) {
    return seq >= 0 && (uint32_t) seq < store.stock.n_seq_max();
}

static void fill(llama_compact_info & info, const llama_compact_store & store, llama_seq_id seq_id) {
    info = {};
    const auto & cells = store.stock.cells();
    for (uint32_t i = 0; i < cells.size(); ++i) {
        info.n_live += !cells.is_empty(i) && cells.seq_has(i, seq_id);
    }
    for (const auto & b : store.blocks) {
        if (b.seqs.test(seq_id)) {
            info.n_blocks++;
            info.n_block_tokens += b.n_tokens;
        }
    }
    info.n_layers      = (uint32_t) store.stock.layers().size();
    info.n_heads       = store.layout.n_entries();
    info.n_tokens      = info.n_block_tokens + info.n_live;
    info.capacity      = store.size.capacity();
    info.capacity_used = cells.get_used();

    for (uint32_t i = 0; i < store.layout.n_entries(); ++i) {
        const uint64_t rb = store.layout.row_bytes(i);
        const uint32_t n  = store.layout.carried_rows(i, store.blocks, [&](const block & b) { return b.seqs.test(seq_id); });
        info.bytes_live   += cells.get_used()*rb;
        info.n_block_rows += n;
        info.bytes_blocks += n*store.layout.block_row_bytes(i);
    }
    info.bytes_total   = store.size.bytes_total();
    info.bytes_held    = store.size.bytes_held();
    info.n_cells       = store.size.n_cells();
    info.bytes_queries = store.queries.bytes();
    info.n_queries     = (uint32_t) store.queries.rows_of(seq_id, false).size();
}

bool llama_kv_cache_compact_info(llama_context * ctx, llama_seq_id seq_id, llama_compact_info * info) {
    auto * store = llama_compact_store_of(ctx);
    if (!store || !info || !valid_seq(*store, seq_id)) {
        return false;
    }

    return guarded_by(*store, [&] {
        llama_compact_restore_stock(ctx);
        fill(*info, *store, seq_id);
        return LLAMA_COMPACT_OK;
    }) == LLAMA_COMPACT_OK;
}

// calls row(layout, i) for the first n entries; their number, or a negative status
template <typename F>
static int32_t tabulate(llama_context * ctx, int32_t n, F row) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    const int32_t entries = (int32_t) store->layout.n_entries();
    const int32_t rc      = guarded_by(*store, [&] {
        for (int32_t i = 0; i < std::min(n, entries); ++i) {
            row(store->layout, i);
        }
        return LLAMA_COMPACT_OK;
    });
    return rc == LLAMA_COMPACT_OK ? entries : rc;
}

int32_t llama_kv_compact_own_values(llama_context * ctx, int32_t * size, int32_t * type, int32_t n) {
    return tabulate(ctx, n, [&](const pool_layout & layout, int32_t i) {
        const region * r = layout.region_of(i);
        if (size) { size[i] = layout.layer_of(i).v_in_k ? (int32_t) layout.layer_of(i).d_v : 0; }
        if (type) { type[i] = r && r->own ? r->type_v : -1; }
    });
}

int32_t llama_kv_compact_heads(llama_context * ctx, int32_t * layer, int32_t * head, int32_t * n_rows, int32_t * type_k, int32_t * type_v, int32_t n) {
    return tabulate(ctx, n, [&](const pool_layout & layout, int32_t i) {
        if (layer)  { layer [i] = layout.layer_of(i).il; }
        if (head)   { head  [i] = (int32_t) layout.id_of(i).h; }
        if (n_rows) { n_rows[i] = (int32_t) layout.n_block(i); }
        if (type_k) { type_k[i] = layout.type_k(i); }
        if (type_v) { type_v[i] = layout.type_v(i); }
    });
}

int32_t llama_kv_compact_live_types(llama_context * ctx, int32_t * type, int32_t n) {
    return tabulate(ctx, n, [&](const pool_layout & layout, int32_t i) {
        if (type) { type[i] = layout.support.may_lie_apart(layout.id_of(i).ikv) ? live_type(GGML_TYPE_Q4_0) : -1; }
    });
}

int32_t llama_kv_compact_classes(llama_context * ctx) {
    const auto * store = llama_compact_store_of(ctx);
    return store && store->layout.any_classed() ? (int32_t) MAX_CLASSES : 0;
}

bool llama_kv_compact_fast_types(llama_context * ctx, int32_t type_k, int32_t type_v) {
    auto * store = llama_compact_store_of(ctx);
    if (!store || !is_row_type(type_k) || !is_row_type(type_v)) {
        return false;
    }
    bool fast = true;
    const int32_t rc = guarded_by(*store, [&] {
        for (uint32_t ikv = 0; ikv < store->stock.layers().size() && fast; ++ikv) {
            fast = store->layout.support.is_fast(ikv, (ggml_type) type_k, (ggml_type) type_v);
        }
        return LLAMA_COMPACT_OK;
    });
    return rc == LLAMA_COMPACT_OK && fast;
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
    store->events.clear_error();
    if (!scores || !valid_seq(*store, seq_id)) {
        return store->events.fail(LLAMA_COMPACT_ERR_INVALID, "no room for the scores, or the sequence id is out of range");
    }
    return guarded_by(*store, [&] { return attention_scores(ctx, *store, seq_id, p0, p1, q0, q1, reduce, scores); });
}

int32_t llama_kv_compact_keys(llama_context * ctx, llama_seq_id seq_id, llama_pos p0, llama_pos p1, int32_t entry, float * keys) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    store->events.clear_error();
    if (!keys || !valid_seq(*store, seq_id) || entry < 0 || entry >= (int32_t) store->layout.n_entries()) {
        return store->events.fail(LLAMA_COMPACT_ERR_INVALID, "no room for the keys, or there is no such sequence or entry");
    }
    return guarded_by(*store, [&] { return keys_before_rope(ctx, *store, seq_id, p0, p1, (uint32_t) entry, keys); });
}

void llama_kv_cache_set_auto_compact(llama_context * ctx, uint32_t n_keep_first, uint32_t n_keep_recent, float ratio, const llama_compact_params * params) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return;
    }
    store->automatic = {};
    if (params && ratio > 1.0f) {
        store->automatic.on            = true;
        store->automatic.n_keep_first  = std::min<uint32_t>(n_keep_first,  LAST_POSITION);
        store->automatic.n_keep_recent = std::min<uint32_t>(n_keep_recent, LAST_POSITION);
        store->automatic.ratio         = ratio;
        store->automatic.params        = *params;
    }
}
