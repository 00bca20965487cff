// The compacted side of one KV cache: what the hooks in llama.cpp call (native/patches), handed on to the parts.
//
// Until the first compaction the cache is the stock one. The first compaction lays it out anew: see cache/pool_layout.h. The
// README says how one compaction goes.
#pragma once

#include "cache/cache_size.h"
#include "cache/events.h"
#include "cache/region_graphs.h"
#include "cache/relayout.h"
#include "cache/state_codec.h"

#include "llama-compact.h"

#include <map>
#include <vector>

class llama_compact_store {
public:
    // n_cells_max: cells of the stock layout; a cache that was made with fewer grows up to as many
    llama_compact_store(const llama_model & model, llama_kv_cache & kv, uint32_t n_cells_max);
    ~llama_compact_store();

    // -- the parts

    compaction::cache_events  events;
    compaction::stock_cache   stock;
    compaction::block_table   blocks;
    compaction::pool_layout   layout;
    compaction::reservoir     queries;
    compaction::cache_size    size;
    compaction::relayout      layouts;

    // nullptr if the cache can be compacted, else why not
    const char * unsupported() const { return stock.unsupported(); }
    void         refuse_late(const char * why) { stock.refuse(why); } // found out while building a graph

    // throws where a cache of another context must not read this one's rows; before that cache touches the cells they share
    void check_shareable() const;

    // start sampling queries; LLAMA_COMPACT_ERR_*
    int32_t enable(uint32_t n_uniform, uint32_t n_recent);

    bool      has_pool() const { return layout.exists(); }
    llama_pos end_of(llama_seq_id seq) const; // position of a sequence's next token

    // -- called by the cache before its own work on sequences

    bool      seq_rm_allowed(llama_seq_id seq, llama_pos p0, llama_pos p1) const;
    bool      seq_cp_allowed(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1) const;
    void      seq_rm  (llama_seq_id seq, llama_pos p0, llama_pos p1);
    void      seq_cp  (llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1);
    void      seq_keep(llama_seq_id seq);
    void      seq_add (llama_seq_id seq, llama_pos p0, llama_pos p1, llama_pos shift); // not in a pool
    void      seq_div (llama_seq_id seq, llama_pos p0, llama_pos p1, int d);
    void      clear();
    llama_pos pos_min(llama_seq_id seq) const { return blocks.pos_min(seq); } // of the blocks it carries; -1: none
    llama_pos pos_max(llama_seq_id seq) const { return blocks.pos_max(seq); }

    std::map<ggml_backend_buffer_type_t, size_t> memory_breakdown() const;

    void     make_room(uint32_t n_cells, llama_seq_id instead) { size.make_room(n_cells, instead); }
    uint32_t n_reserved() const { return size.n_reserved(); }

    // -- called while graphs are built

    bool     is_active() const { return has_pool() || queries.enabled(); }
    uint64_t epoch()     const { return events.epoch(); }

    // a graph without inputs of ours, built at that epoch, still fits
    bool can_reuse(uint64_t graph_epoch) const { return !is_active() && graph_epoch == epoch(); }

    // width of the live mask: the longest live part of any head's view
    uint32_t n_mask()        const { return layout.n_mask(); }
    uint32_t n_extra_nodes() const { return graphs.n_extra_nodes(); }

    compaction::graph_input * build_input(llm_graph_result * res, ggml_context * ctx, const llama_ubatch & ubatch) {
        return graphs.build_input(res, ctx, ubatch);
    }
    void build_capture(ggml_context * ctx, ggml_cgraph * gf, const compaction::graph_input * inp, ggml_tensor * q, ggml_tensor * sinks,
            float kq_scale, int il) {
        graphs.build_capture(ctx, gf, inp, q, sinks, kq_scale, il);
    }
    ggml_tensor * build_attention(ggml_context * ctx, ggml_cgraph * gf, compaction::graph_input * inp,
            ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * k_idxs, ggml_tensor * kq_mask,
            ggml_tensor * sinks, float kq_scale, int il) const {
        return graphs.build_attention(ctx, gf, inp, q, k, v, k_idxs, kq_mask, sinks, kq_scale, il);
    }

    // -- saved states, see cache/state_codec.h

    bool state_write     (llama_io_write_i & io, llama_seq_id seq) const;
    void state_write_tail(llama_io_write_i & io, llama_seq_id seq) const;
    bool state_read      (llama_io_read_i & io, llama_seq_id seq, uint32_t & marker);
    void state_read_tail (llama_io_read_i & io, llama_seq_id seq) { reader.read_tail(io, seq); }
    void state_commit() { reader.commit(); } // all parts of the memory were read
    void state_forget() { reader.forget(); } // ... or one was refused

    void use(llama_context * lctx) { reader.use(lctx); } // for what has no context at hand; nullptr: it goes

    // -- what the C API keeps here

    bool reachable = false; // this store's cache is one whose graphs know about it (found through llama_compact_store_of)

    std::vector<float> errors; // of the last compaction, per entry

    // automatic compaction inside llama_decode
    struct {
        bool     on = false;
        uint32_t n_keep_first  = 0;
        uint32_t n_keep_recent = 0;
        float    ratio         = 0.0f;
        llama_compact_params params = {};
    } automatic;

private:
    // Would graphs have no room for who carries what? Few blocks cannot come to that: sequences are removed without allocating
    // anything, as that comes last where blocks move
    bool may_scatter() const { return blocks.size() > compaction::MAX_GROUPS_LATER; }
    bool too_scattered(const compaction::block_table & then) const;

    void drop_dead_blocks();
    void move_queries(llama_seq_id seq, llama_pos p0, llama_pos p1, const std::function<llama_pos(llama_pos)> & map);

    compaction::region_graphs graphs;
    compaction::state_reader  reader;
};

// the store behind a context's memory; nullptr if it cannot be compacted, why (optional) says why
llama_compact_store * llama_compact_store_of(llama_context * lctx, const char ** why = nullptr);

// before a batch: a cache that holds nothing any more leaves the pool, one that grows makes room. false: out of memory
bool llama_compact_prepare(llama_context * lctx, uint32_t n_tokens);

// a compacted cache that holds nothing any more goes back to the stock layout; false: out of memory
bool llama_compact_restore_stock(llama_context * lctx);

// nodes that graphs over this memory may need beyond the stock ones
uint32_t llama_compact_extra_nodes(llama_memory_i * mem);

// reads a saved state of a context's memory: one that is refused, in whichever part, changes nothing of other sequences, but that rows
// behind their windows may be gone, whose cells any batch takes as well
void llama_compact_read_state(llama_memory_i * mem, llama_io_read_i & io, llama_seq_id seq, uint32_t flags);

// before the context's backends go: compactions that were begun let go of them
void llama_compact_close(llama_memory_i * mem);

// automatic compaction inside llama_decode: true if cells were freed
bool llama_compact_make_room(llama_context * lctx, llama_seq_id seq, uint32_t n_tokens);

// cells that a cache of n_cells starts with; fewer while llama_kv_compact_init_from_model makes a context
uint32_t llama_compact_first_size(uint32_t n_cells, uint32_t n_pad);

// As long as it lives, graphs are built for the cache as it will be at its limit. The store learns which context it is in
class llama_compact_full_size {
public:
    explicit llama_compact_full_size(llama_context * lctx);
    ~llama_compact_full_size();
    llama_compact_full_size(const llama_compact_full_size &) = delete;

private:
    llama_compact_store * store;
};
