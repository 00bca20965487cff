// The C functions of llama-compact.h that look into blocks, and those that move them.
#include "guarded.h"

#include "../cache/row_access.h"
#include "../compute/runner.h"
#include "../pipeline/mounting.h"
#include "../pipeline/positions.h"
#include "../store.h"

#include "llama-context.h"

#include <algorithm>
#include <initializer_list>

using namespace compaction;

// calls f, which moves blocks of sequences that are to be valid
template <typename F>
static int32_t moving(llama_context * ctx, std::initializer_list<llama_seq_id> seqs, F f) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    store->events.clear_error();
    for (const llama_seq_id seq : seqs) {
        if (seq < 0 || (uint32_t) seq >= store->stock.n_seq_max()) {
            return store->events.fail(LLAMA_COMPACT_ERR_INVALID, "the sequence id is out of range");
        }
    }
    return guarded_by(*store, [&] { return f(*store); });
}

int32_t llama_kv_compact_reposition(llama_context * ctx, llama_seq_id seq_id, const llama_compact_span * spans, int32_t n_spans) {
    return moving(ctx, { seq_id }, [&](llama_compact_store & store) { return reposition(ctx, store, seq_id, spans, n_spans); });
}

int32_t llama_kv_compact_mount(llama_context * ctx, llama_seq_id seq_id, llama_seq_id from, llama_pos pos) {
    return moving(ctx, { seq_id, from }, [&](llama_compact_store & store) {
        if (seq_id == from || pos < 0 || pos > LAST_POSITION) {
            return store.events.fail(LLAMA_COMPACT_ERR_INVALID, "a sequence can only be mounted into another one, at a position that there is");
        }
        return mount(ctx, store, seq_id, from, pos);
    });
}

int32_t llama_kv_compact_blocks(llama_context * ctx, llama_seq_id seq_id, llama_pos * p0, llama_pos * p1, int32_t * n_tokens, int32_t n) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    return guarded_by(*store, [&] {
        std::vector<const block *> ours;
        for (const auto & b : store->blocks) {
            if (seq_id >= 0 && seq_id < LLAMA_MAX_SEQ && b.seqs.test(seq_id)) {
                ours.push_back(&b);
            }
        }
        std::sort(ours.begin(), ours.end(), [](const block * a, const block * b) { return a->p0 < b->p0; });
        for (int32_t i = 0; i < std::min(n, (int32_t) ours.size()); ++i) {
            if (p0)       { p0[i]       = ours[i]->p0; }
            if (p1)       { p1[i]       = ours[i]->p1; }
            if (n_tokens) { n_tokens[i] = (int32_t) ours[i]->n_tokens; }
        }
        return (int32_t) ours.size();
    });
}

int32_t llama_kv_compact_rows(llama_context * ctx, llama_seq_id seq_id, llama_pos p0, llama_pos p1, int32_t * n_rows, int32_t n) {
    auto * store = llama_compact_store_of(ctx);
    if (!store) {
        return LLAMA_COMPACT_ERR_UNSUPPORTED;
    }
    return guarded_by(*store, [&] {
        for (int32_t at = 0; n_rows && at < std::min(n, (int32_t) store->layout.n_entries()); ++at) {
            n_rows[at] = (int32_t) store->layout.carried_rows(at, store->blocks, [&](const block & b) {
                return seq_id < 0 || (seq_id < LLAMA_MAX_SEQ && b.seqs.test(seq_id) && b.p0 >= p0 && (p1 < 0 || b.p1 <= p1));
            });
        }
        return (int32_t) store->layout.n_entries();
    });
}

static const region * find_region(const llama_compact_store * store, int32_t entry) {
    return store && entry >= 0 && entry < (int32_t) store->layout.n_entries() ? store->layout.region_of(entry) : nullptr;
}

// rows of a region: its block rows, then its live rows in use
static std::vector<int32_t> rows_in_use(const llama_compact_store & store, const region & r) {
    const auto & cells = store.stock.cells();
    std::vector<int32_t> idx;
    for (uint32_t i = 0; i < r.n_block(); ++i) {
        idx.push_back((int32_t) i);
    }
    for (uint32_t i = 0; i < cells.size(); ++i) {
        if (!cells.is_empty(i)) {
            idx.push_back((int32_t) (r.n_block() + i));
        }
    }
    return idx;
}

int32_t llama_kv_compact_set_beta(llama_context * ctx, int32_t entry, const float * beta, int32_t n) {
    auto * store = llama_compact_store_of(ctx);
    const region * r = find_region(store, entry);
    if (!r || n != (int32_t) r->n_block()) {
        return LLAMA_COMPACT_ERR_INVALID;
    }
    return guarded_by(*store, [&] {
        store->events.all_changed("log-weights were set");
        store->layout.set_beta(entry, beta);
        return n;
    });
}

// the rows in use, if there is room for n
static int32_t get_rows(llama_context * ctx, llama_compact_store & store, int32_t entry, const region & r, float * k, float * v, float * beta, int32_t n) {
    const std::vector<int32_t> idx = rows_in_use(store, r);
    if ((int32_t) idx.size() > n) {
        return (int32_t) idx.size();
    }
    const auto & [ikv, h] = store.layout.id_of(entry);
    ctx->synchronize();
    runner run(ctx, 64);
    run.begin();
    ggml_tensor * t_k = run.output(gather_k(run, store.layout, ikv, h, idx));
    ggml_tensor * t_v = run.output(gather_v(run, store.layout, ikv, h, idx));
    if (!run.compute()) {
        return run.lacks_memory() ? LLAMA_COMPACT_ERR_MEMORY : LLAMA_COMPACT_ERR_COMPUTE;
    }
    ggml_backend_tensor_get(t_k, k, 0, ggml_nbytes(t_k));
    if (v) {
        ggml_backend_tensor_get(t_v, v, 0, ggml_nbytes(t_v));
    }
    for (size_t i = 0; i < idx.size(); ++i) {
        beta[i] = i < r.n_block() ? ggml_fp16_to_fp32(r.beta[i]) : 0.0f;
    }
    return (int32_t) idx.size();
}

int32_t llama_kv_compact_get_rows(llama_context * ctx, int32_t entry, float * k, float * v, float * beta, int32_t n) {
    auto * store = llama_compact_store_of(ctx);
    const region * r = find_region(store, entry);
    return r ? guarded_by(*store, [&] { return get_rows(ctx, *store, entry, *r, k, v, beta, n); }) : LLAMA_COMPACT_ERR_INVALID;
}

int32_t llama_kv_compact_get_positions(llama_context * ctx, int32_t entry, llama_pos * pos, int32_t n) {
    auto * store = llama_compact_store_of(ctx);
    const region * r = find_region(store, entry);
    if (!r) {
        return LLAMA_COMPACT_ERR_INVALID;
    }
    return guarded_by(*store, [&] {
        const std::vector<int32_t> idx = rows_in_use(*store, *r);
        for (size_t i = 0; i < idx.size() && (int32_t) idx.size() <= n; ++i) {
            pos[i] = i < r->n_block() ? r->pos[i] : store->stock.cells().pos_get((uint32_t) idx[i] - r->n_block());
        }
        return (int32_t) idx.size();
    });
}
