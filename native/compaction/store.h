// The compacted side of one KV cache: the row pool, the block table and the query reservoir.
//
// Until the first compaction the cache is the stock one. The first compaction re-lays it: every layer gets a buffer
// of its own, in which each KV head has a region [ block rows | live rows ] of its own length and row type. Live
// cells keep one index for all heads: live cell j of head h is row n_block(h) + j of that head's region. What blocks
// do not use anywhere in the cache becomes live capacity for all heads.
#pragma once

#include "llama-graph.h"
#include "llama-io.h"
#include "llama-kv-cache.h"
#include "llama-compact.h"

#include "cpu/regions.h"

#include "ggml-cpp.h"

#include <bitset>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace compaction {

using seq_set_t = llama_kv_cells::seq_set_t;

class runner;

// one compacted block: the tokens it stands for and who carries it; its rows per head are in region::spans
struct block {
    seq_set_t seqs;
    llama_pos p0;
    llama_pos p1;
    uint32_t  n_tokens;
};

// types that the rows of a head may be given
inline bool row_type(ggml_type type) {
    return type == GGML_TYPE_F16 || type == GGML_TYPE_Q8_0 || type == GGML_TYPE_Q5_0 || type == GGML_TYPE_Q4_0;
}

// rows of one (layer, KV head)
struct region {
    ggml_type type_k = GGML_TYPE_COUNT;
    ggml_type type_v = GGML_TYPE_COUNT;

    // rows are stored after a Hadamard rotation of our own (the cache does not rotate them itself)
    bool rot_k = false;
    bool rot_v = false;

    // Quantized keys are stored without what they have in common: a constant that is taken off every key of a head
    // shifts all of a query's logits alike, which the softmax does not see, and what is left takes half the error.
    std::vector<float> center;             // [n_embd_head_k] in the cache's own space; empty: none
    ggml_tensor      * t_center = nullptr; // F32

    std::vector<uint32_t>    spans; // rows of each block, in the order of the block table
    std::vector<ggml_fp16_t> beta;  // log-weight of each block row (host copy)
    std::vector<llama_pos>   pos;   // position each block row's key is rotated to; -1: not known (an old saved state)

    ggml_tensor * k      = nullptr; // [n_embd_head_k, n_block + capacity]
    ggml_tensor * v      = nullptr; // [n_embd_head_v, n_block + capacity]
    ggml_tensor * t_beta = nullptr; // F16 [n_block], nullptr if there are no block rows

    uint32_t n_block() const { return (uint32_t) beta.size(); }
};

// the pool of one layer; its tensors live in one buffer
struct layer_pool {
    std::vector<region>     heads; // [n_head_kv]
    ggml_context_ptr        ctx;
    ggml_backend_buffer_ptr buf;

    ggml_tensor * had_k = nullptr; // F32 [n, n] Hadamard matrices, nullptr if no region needs one
    ggml_tensor * had_v = nullptr;
};

// what is constant about a layer
struct layer_info {
    int32_t  il      = -1;      // layer of the model
    uint32_t n_head    = 0;
    uint32_t n_head_kv = 0;
    uint32_t d_k       = 0;
    uint32_t d_v       = 0;
    float    kq_scale  = 0.0f;  // as the graph really applies it; recorded while building
    ggml_backend_buffer_type_t buft = nullptr;

    uint32_t n_group() const { return n_head/n_head_kv; }
};

// sampled queries, as attention consumes them
struct reservoir {
    struct slot {
        seq_set_t seqs;         // none: free
        llama_pos pos    = -1;  // of its token now
        llama_pos turned = -1;  // position the query was rotated for when it was sampled
        llama_pos index  = -1;  // what its token's position would be if none had ever been moved
    };

    uint32_t n_uniform = 0; // slots spread evenly over the history of the sequences
    uint32_t n_recent  = 0; // slots for the most recent tokens, a ring over positions

    std::vector<slot>                slots;  // [n_uniform + n_recent]; one more row takes what is not sampled
    std::map<llama_seq_id, uint32_t> stride; // every stride-th token of a sequence is sampled
    std::map<llama_seq_id, llama_pos> moved; // positions that a sequence's new tokens were moved down by so far

    std::vector<ggml_tensor *>                                        rows; // per layer [n_head*d_k, n_uniform + n_recent + 1]
    std::vector<std::pair<ggml_context_ptr, ggml_backend_buffer_ptr>> bufs;

    bool   enabled() const { return !rows.empty(); }
    size_t bytes()   const;

    // row to write the query of (seq, pos) to in the uniform part; the extra row if it is not sampled
    uint32_t take(llama_seq_id seq, llama_pos pos);
    uint32_t take_recent(llama_seq_id seq, llama_pos pos); // ... in the ring

    // slot for the token of that index in the uniform part, thinning what is there if need be; the extra row: none
    uint32_t place(llama_seq_id seq, llama_pos index);
    uint32_t ring(llama_pos index) const { return n_uniform + (uint32_t) index % n_recent; }
    void     put(uint32_t slot, llama_seq_id seq, llama_pos pos);
    uint32_t extra() const { return n_uniform + n_recent; }
    void     drop(llama_seq_id seq, llama_pos p0, llama_pos p1); // seq < 0: any
    void     share(llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1);
    void     clear();

    // sampled rows of a sequence, by position; uniform or recent part
    std::vector<std::pair<llama_pos, uint32_t>> rows_of(llama_seq_id seq, bool recent) const;
};

// placement of rows for a new layout of the pool, per head
struct head_plan {
    ggml_type type_k;
    ggml_type type_v;

    std::vector<float> center; // of the keys, see region; empty: none, or still to be found

    // block rows taken over or new, in order: source row in the old layout (>= 0)
    std::vector<int32_t>     src;
    std::vector<uint32_t>    spans;
    std::vector<ggml_fp16_t> beta;
    std::vector<llama_pos>   pos;
    std::vector<int32_t>     turn; // positions to turn the keys of these rows by, then those of the live ones; empty: none

    // fitted values of rows from fit_at on, as they are stored (see pack_values); empty: copied
    uint32_t             fit_at = 0;
    std::vector<uint8_t> fit;

    size_t bytes() const { return src.size()*sizeof(src[0]) + beta.size()*sizeof(beta[0]) + fit.size(); }
};

// ranges of adjacent blocks that the same sequences carry; dead blocks, which have no weight, join any
std::vector<std::pair<size_t, size_t>> block_groups(const std::vector<block> & blocks);

// what host functions are told of a layer; lives as long as the graph
struct host_table {
    host_layer               layer = {};
    std::vector<host_region> heads;
    std::vector<uint32_t>    ends;
};

class graph_input : public llm_graph_input_i {
public:
    explicit graph_input(class llama_compact_store * store);

    void set_input(const llama_ubatch * ubatch) override;
    bool can_reuse(const llm_graph_params & params) override;

    ggml_tensor * slots_uniform = nullptr; // I64 [n_tokens]
    ggml_tensor * slots_recent  = nullptr; // I64 [n_tokens]
    ggml_tensor * block_mask    = nullptr; // F16 [n_blocks, n_tokens], only if some token does not carry some block

    class llama_compact_store * store;

    uint64_t epoch;
    uint64_t shape; // of the views into the regions

    std::vector<std::unique_ptr<host_table>> tables;
};

} // namespace compaction

struct llama_compact_job;

class llama_compact_store {
public:
    // n_cells_max: cells of the stock layout; a cache that was made with fewer grows up to as many
    llama_compact_store(const llama_model & model, llama_kv_cache & kv, uint32_t n_cells_max);
    ~llama_compact_store();

    // nullptr if the cache can be compacted, else why not
    const char * unsupported() const { return reason.empty() ? nullptr : reason.c_str(); }
    void         refuse_late(const char * why); // found out while building a graph

    bool has_pool()   const { return !pool.empty(); }
    bool has_blocks() const; // carried by some sequence
    bool is_active()  const { return has_pool() || queries.enabled(); }

    // a graph without inputs of ours, built at that epoch, still fits
    bool can_reuse(uint64_t graph_epoch) const { return !is_active() && graph_epoch == epoch; }

    int32_t enable(uint32_t n_uniform, uint32_t n_recent);

    // -- graphs (attention.cpp)

    // attention input of a graph; added to it once per graph
    compaction::graph_input * build_input(llm_graph_result * res, ggml_context * ctx, const llama_ubatch & ubatch);

    // sample the queries [d, n_head, n_tokens] of layer il
    void build_capture(ggml_context * ctx, ggml_cgraph * gf, const compaction::graph_input * inp, ggml_tensor * q, float kq_scale, int il);

    // store k and v [d, n_head_kv, n_tokens], attend over the regions; returns [d_v*n_head, n_tokens]
    ggml_tensor * build_attention(ggml_context * ctx, ggml_cgraph * gf, compaction::graph_input * inp,
            ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * k_idxs, ggml_tensor * kq_mask,
            float kq_scale, int il);

    // width of the live mask: the longest live part of any head's view
    uint32_t n_mask() const;

    // nodes a graph may need beyond the stock ones
    uint32_t n_extra_nodes() const;

    // groups of blocks with the same carriers that graphs have room for
    static constexpr size_t MAX_GROUPS = 8;

    // -- sequences (store.cpp), called by the cache before its own work

    bool      seq_rm_allowed(llama_seq_id seq, llama_pos p0, llama_pos p1) const;
    void      seq_rm  (llama_seq_id seq, llama_pos p0, llama_pos p1);
    void      seq_cp  (llama_seq_id src, llama_seq_id dst, llama_pos p0, llama_pos p1);
    void      seq_keep(llama_seq_id seq);
    void      clear();
    llama_pos pos_min(llama_seq_id seq) const; // of the blocks it carries; -1: none
    llama_pos pos_max(llama_seq_id seq) const;

    // leave the pool for the stock layout when nothing is stored any more; false: out of memory
    bool settle();

    std::map<ggml_backend_buffer_type_t, size_t> memory_breakdown() const;

    // -- saved states (state.cpp)

    // writes all there is (true), or only what precedes the stock section (false); then the tail follows that section
    bool state_write     (llama_io_write_i & io, llama_seq_id seq) const;
    void state_write_tail(llama_io_write_i & io, llama_seq_id seq) const;

    // marker: the section's first word. true: it was ours and is fully read; false: the stock section follows and
    // marker is now its first word. Throws on bad data
    bool state_read     (llama_io_read_i & io, llama_seq_id seq, uint32_t & marker);
    void state_read_tail(llama_io_read_i & io, llama_seq_id seq);

    // -- layout (relay.cpp)

    // rows of d_v values, given in the cache's own space, as the plan stores them
    std::vector<uint8_t> pack_values(uint32_t ikv, const compaction::head_plan & plan, const std::vector<float> & values) const;

    // heads in layer-major order; plans [n_heads]; live: cells to keep, in their new order. peak: raised to the bytes
    // taken beyond the cache's own. Takes over on success. LLAMA_COMPACT_ERR_*: nothing changed
    int32_t relay(llama_context * lctx, std::vector<compaction::head_plan> & plans, std::vector<compaction::block> new_blocks,
            const std::vector<uint32_t> & live, size_t & peak);

    // the plan that keeps everything where it is: types, live cells and those blocks that somebody carries in `table`,
    // the block table with its carriers as they will be
    std::vector<compaction::head_plan> plan_current(const std::vector<compaction::block> & table) const;

    // lay out an empty pool for the given plans (no rows are moved)
    bool layout_empty(const std::vector<compaction::head_plan> & plans, std::vector<compaction::block> new_blocks, uint32_t n_live);

    // -- size (resize.cpp)

    bool     grows() const { return n_first > 0; }
    uint32_t n_cells() const { return cells().size(); } // live cells it holds now
    uint32_t capacity() const;    // live cells it can hold, grown to its limit
    uint64_t bytes_total() const; // bytes of the cache, grown to its limit
    uint64_t bytes_held() const;  // bytes of its buffers now

    // Live cells from now on: rounded up, at least those in use, at most its limit. Rows stay where they are. The last
    // batch must be finished. false: no memory, or a cache that does not grow; nothing changed
    bool resize(uint32_t n);

    // Cells it has to have for n more tokens, of a batch or of a state that replaces the sequence `instead` (-1: everything;
    // NONE: nothing); as many as now where they are enough, or where it cannot have so many
    static constexpr llama_seq_id NONE = -2;
    uint32_t size_with(uint32_t n, llama_seq_id instead = NONE) const;
    void     make_room(uint32_t n, llama_seq_id instead = NONE); // as far as there is memory

    // cells that graphs are reserved for; 0: those there are
    uint32_t n_reserved() const { return shape_was.empty() ? 0 : n_stock; }
    void     show_full(bool full); // the tensors' shapes as they will be at the limit, for graphs that nobody computes

    uint32_t n_heads() const { return n_entries; }
    uint64_t row_bytes(uint32_t entry) const; // K and V of one row
    uint32_t block_rows(uint32_t entry) const; // in the pool, those of dead blocks too
    uint32_t carried_rows(uint32_t entry, const std::function<bool(const compaction::block &)> & counts) const; // of blocks somebody carries

    const llama_model   & model;
    llama_kv_cache      & kv;
    const llama_hparams & hparams;

    std::vector<compaction::layer_info> layers; // indexed like kv.layers
    std::vector<compaction::layer_pool> pool;   // empty until the first compaction
    std::vector<compaction::block>      blocks;
    compaction::reservoir               queries;

    uint64_t epoch = 0; // changes whenever graphs have to be built anew

    std::vector<float> errors; // of the last compaction, per head
    mutable std::string last_error;

    // compactions that were begun; they are told of what they depend on
    std::vector<llama_compact_job *> jobs;
    void disturb(llama_seq_id seq, llama_pos p0, llama_pos p1, const char * reason) const; // seq < 0: all sequences
    void disturb_all(const char * reason) const;
    void detach_jobs();

    // automatic compaction inside llama_decode
    struct {
        bool     on = false;
        uint32_t n_keep_first  = 0;
        uint32_t n_keep_recent = 0;
        float    ratio         = 0.0f;
        llama_compact_params            params = {};
        std::vector<llama_compact_head> heads;
    } automatic;

    ggml_type  cache_type_k() const;
    ggml_type  cache_type_v() const;
    llama_kv_cells       & cells();
    const llama_kv_cells & cells() const;

    // F32 rows of one head in the cache's own space (own rotation undone), gathered by the row index `idx` (I32)
    ggml_tensor * gather_k(ggml_context * ctx, uint32_t ikv, uint32_t h, ggml_tensor * idx) const;
    ggml_tensor * gather_v(ggml_context * ctx, uint32_t ikv, uint32_t h, ggml_tensor * idx) const;

    // functions of the CPU backend for its rows; nullptr where they are not in host memory
    const compaction::host_functions * host_functions_of(uint32_t ikv) const;

    // rows of a head where they are now; in host memory
    compaction::host_rows rows_k(uint32_t ikv, uint32_t h) const;
    compaction::host_rows rows_v(uint32_t ikv, uint32_t h) const;

    // does the cache rotate K (queries) itself?
    bool          cache_rot_k() const;
    int           cache_rot_n() const; // size of its matrix
    const float * hadamard(int n);     // F32 [n, n], kept

    ggml_backend_buffer_type_t buft_of(uint32_t ikv) const { return layers[ikv].buft; }

private:
    friend class compaction::graph_input;

    std::string reason;
    uint32_t    n_entries = 0;

    std::map<int, std::vector<float>> hadamards;

    // rows of a region that a graph looks at: as many as stock would of a cache of that length, so that a block that
    // keeps everything is computed as stock computes it, to the bit
    uint32_t n_view(const compaction::region & r) const;
    uint64_t view_shape() const;

    compaction::host_table * make_table(compaction::graph_input * inp, uint32_t ikv, float kq_scale) const;

    ggml_tensor * build_attention_host(ggml_context * ctx, ggml_cgraph * gf, compaction::graph_input * inp,
            const compaction::host_functions * fns, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v,
            ggml_tensor * k_idxs, ggml_tensor * kq_mask, float kq_scale, uint32_t ikv) const;

    void     set_types(const compaction::layer_info & l, ggml_type type_k, ggml_type type_v, compaction::region & r) const;
    uint32_t rotations(const compaction::region & r) const;

    bool has_section(llama_seq_id seq) const;
    void state_write_queries(llama_io_write_i & io, llama_seq_id seq) const;
    void state_read_queries (llama_io_read_i  & io, llama_seq_id seq);
    uint32_t state_version = 0; // of the section being read

    bool tail_pending = false;

public:
    // this store's cache is one whose graphs know about it (found through llama_compact_store_of)
    bool reachable = false;

private:

    // tensors of a layer without memory; memory and contents for them: a buffer of their own, or `in`, taken over
    compaction::layer_pool pool_tensors(uint32_t ikv, const compaction::head_plan * plans, uint32_t capacity) const;
    bool                   fill_pool(uint32_t ikv, compaction::layer_pool & lp, ggml_backend_buffer_ptr * in = nullptr);

    // centers for the heads that are to have one; false: failure
    bool find_centers(compaction::runner & run, std::vector<compaction::head_plan> & plans, const std::vector<uint32_t> & live) const;

    // rows of a head in a layer's pool; in host memory
    static compaction::host_rows rows_k(const compaction::layer_info & l, const compaction::layer_pool & lp, uint32_t h);
    static compaction::host_rows rows_v(const compaction::layer_info & l, const compaction::layer_pool & lp, uint32_t h);

    bool move_on_host(compaction::runner & run, const compaction::host_functions * fns, uint32_t ikv, const compaction::head_plan * plans,
            const std::vector<uint32_t> & live, const compaction::layer_pool & next);

    bool gather_rows(compaction::runner & run, uint32_t ikv, const compaction::head_plan * plans,
            const std::vector<uint32_t> & live, const compaction::layer_pool & next, bool reserve);
    size_t release_layer(uint32_t ikv, ggml_backend_buffer_ptr * keep);
    void   abandon();

    uint32_t plan_capacity(const std::vector<compaction::head_plan> & plans, uint64_t total) const;
    uint32_t size_for(uint32_t n_live, uint32_t most) const; // cells to hold for so many in use
    uint64_t budget() const;                                 // bytes that a layout may take
    uint64_t stock_bytes(uint32_t n) const;                  // of n cells in the stock layout
    uint64_t region_bytes(uint32_t n_live) const;            // of the pool with so many live cells
    bool     resize_stock(uint32_t ikv, uint32_t n);
    bool     resize_pool (uint32_t ikv, uint32_t n);
    void     reshape_stock(uint32_t ikv, uint32_t n);
    void     trim() const; // let the system have what was freed
    void     drop_dead_blocks();
    void     release_stock(uint32_t ikv);
    uint32_t kv_layer_of(const ggml_context * ctx) const;

    std::vector<size_t> ctx_of_layer; // index into kv.ctxs_bufs
    uint32_t            n_stock = 0;  // cells of the stock layout, at its limit
    uint32_t            n_first = 0;  // cells a cache that grows starts with; 0: it does not grow
    bool                stuck   = false; // it could not grow: what it holds is all there is until it is laid out anew

    std::vector<std::pair<ggml_tensor *, ggml_tensor>> shape_was; // see show_full
    bool                stock_released = false;
};

// the store behind a context's memory; nullptr if it cannot be compacted, why (optional) says why
llama_compact_store * llama_compact_store_of(llama_context * lctx, const char ** why = nullptr);

// before a batch: a cache that holds nothing any more leaves the pool, one that grows makes room. false: out of memory
bool llama_compact_prepare(llama_context * lctx, uint32_t n_tokens);

// nodes that graphs over this memory may need beyond the stock ones
uint32_t llama_compact_extra_nodes(llama_memory_i * mem);

// before the context's backends go: compactions that were begun let go of them
void llama_compact_close(llama_memory_i * mem);

// automatic compaction inside llama_decode: true if cells were freed
bool llama_compact_make_room(llama_context * lctx, llama_seq_id seq, uint32_t n_tokens);

// cells that a cache of n_cells starts with; fewer while llama_kv_compact_init_from_model makes a context
uint32_t llama_compact_first_size(uint32_t n_cells, uint32_t n_pad);

// as long as it lives, graphs are built for the cache as it will be at its limit
class llama_compact_full_size {
public:
    explicit llama_compact_full_size(llama_memory_i * mem);
    ~llama_compact_full_size();
    llama_compact_full_size(const llama_compact_full_size &) = delete;

private:
    llama_compact_store * store;
};
