// The pool of rows that the first compaction lays out: every layer gets a buffer in which each KV head has a region
// [ block rows | live rows ] of its own length and row types. Live cells keep one index for all heads: live cell j of
// head h is row n_block(h) + j of that head's region. What blocks do not use anywhere in the cache becomes live capacity
// for all heads. Until then there is no pool, and rows lie in the stock layout.
//
// Live rows can have eight bits where block rows have fewer (live_type): four and five bits cost block rows next to nothing, and the
// last tokens and those that come a good part of what a compaction loses. Both then lie in tensors of their own. So in host memory,
// and on devices whose attention takes rows of two parts.
//
// Outside host memory the regions of a layer lie in classes (row_classes.h), which graphs attend to with one call each, unless
// the cache is so small that what classes need beside the rows would take a good part of it.
#pragma once

#include "block_table.h"
#include "row_classes.h"
#include "row_support.h"
#include "stock_cache.h"

#include "ggml-cpp.h"

#include <functional>
#include <vector>

namespace compaction {

// types that the rows of a head may be given; a number from outside need not be a type at all
inline bool is_row_type(int32_t type) {
    return type == GGML_TYPE_F16 || type == GGML_TYPE_Q8_0 || type == GGML_TYPE_Q5_0 || type == GGML_TYPE_Q4_0 ||
            type == GGML_TYPE_N3_0 || type == GGML_TYPE_N2_0;
}

// three or two: types of our own (compute/few_bits.h), which not every backend reads
inline bool has_few_bits(int32_t type) {
    return type == GGML_TYPE_N3_0 || type == GGML_TYPE_N2_0;
}

// eight bits, at least: the type of live rows that lie apart from block rows of `type`
inline ggml_type live_type(ggml_type type) {
    const auto bytes = [](ggml_type t) { return 256*ggml_type_size(t)/ggml_blck_size(t); }; // of 256 numbers
    return bytes(type) < bytes(GGML_TYPE_Q8_0) ? GGML_TYPE_Q8_0 : type;
}

// have live rows other types than block rows of these, where they lie apart?
inline bool live_types_differ(ggml_type type_k, ggml_type type_v) {
    return live_type(type_k) != type_k || live_type(type_v) != type_v;
}

// how a head's rows are stored
struct row_format {
    ggml_type type_k = GGML_TYPE_COUNT;
    ggml_type type_v = GGML_TYPE_COUNT;

    // after a Hadamard rotation of our own (the cache does not rotate them itself)
    bool rot_k = false;
    bool rot_v = false;
};

// where a head's block rows and live rows lie
struct stored_rows {
    ggml_tensor * block;      // block row i is its row i; nullptr: there are none
    ggml_tensor * live;       // nullptr: live rows have none (values beside keys that hold values)
    uint32_t      first_live; // row of the live cell 0
};

// rows of one (layer, KV head); type_k and type_v are those of its block rows
struct region : row_format {
    // Quantized keys are stored without what they have in common: a constant that is taken off every key of a head
    // shifts all of a query's logits alike, which the softmax does not see, and what is left takes half the error. Not
    // where a sink's logit, which does not shift, is among them, nor where values are part of keys.
    std::vector<float> center;             // [d_k] in the cache's own space; empty: none
    ggml_tensor      * t_center = nullptr; // F32

    // Quantized keys are stored times these numbers, and queries divided by them, which changes no logit: dimensions in which keys are
    // small and queries large would else be rounded like those in which it is the other way round. After the center, before
    // the rotation.
    std::vector<float> balance;             // [d_k] in the cache's own space, positive; empty: none
    ggml_tensor      * t_balance = nullptr; // F32

    std::vector<uint32_t>    spans; // rows of each block, in the order of the block table
    std::vector<ggml_fp16_t> beta;  // log-weight of each block row (host copy)
    std::vector<llama_pos>   pos;   // position each block row's key is rotated to; -1: not known (an old saved state)

    ggml_tensor * k      = nullptr; // [d_k, n_block + n_cells]; [d_k, n_cells] where block rows lie apart
    ggml_tensor * v      = nullptr; // [d_v, the same]; a view of k where values are part of keys
    ggml_tensor * t_beta = nullptr; // F16 [n_block], nullptr if there are no block rows

    bool          apart   = false;   // live rows have their live_type
    ggml_tensor * block_k = nullptr; // [d_k, n_block] where they lie apart, if there are block rows; else nullptr
    ggml_tensor * block_v = nullptr; // [d_v, n_block]

    // Where values are part of keys, block rows may have fitted values beside them: of type_v, rotated as the keys are.
    bool          own   = false;
    ggml_tensor * t_own = nullptr; // [d_v, n_block]; nullptr: none

    uint32_t n_block() const { return (uint32_t) beta.size(); }

    bool v_in_k = false;

    stored_rows stored_k() const { return where(k, block_k); }
    stored_rows stored_v() const { return v_in_k ? stored_rows { t_own, nullptr, 0 } : where(v, block_v); }

    std::vector<stored_rows> stored() const; // of keys, and of values that have rows of their own

private:
    stored_rows where(ggml_tensor * t, ggml_tensor * block) const {
        return { block ? block : n_block() > 0 ? t : nullptr, t, block ? 0 : n_block() };
    }
};

// Regions of equal row types and length, one after another: [ unused | block rows | live rows ] each, the first two together
// n_block rows. A view of a head begins n_front rows earlier, in the rows of the head before it (or in rows that are left for
// it before the first one), which are masked: so its length is a multiple of VIEW_ROWS. Where live rows lie apart, those of
// all heads lie one after another as well.
struct region_class : class_members {
    row_format format;

    // rows of the class's heads among those of all classes of the same types
    struct run {
        ggml_tensor * t = nullptr; // [d, rows]; one tensor for keys and values where they are of one size
        uint32_t      first  = 0;  // row of the first head's
        uint32_t      stride = 0;  // rows from one head to the next
    };
    run k, v;           // block rows, and live ones behind them unless those lie apart; no tensor: there are none
    run live_k, live_v; // live rows

    bool apart = false;

    ggml_tensor * t_beta  = nullptr; // F16 [n_front + n_block, heads], -inf where there is no row; nullptr: no block rows
    ggml_tensor * t_block = nullptr; // I32, the same: index of the row's block
};

// the pool of one layer; its tensors live in one buffer
struct layer_pool {
    std::vector<region>     heads; // [n_head_kv]
    ggml_context_ptr        ctx;
    ggml_backend_buffer_ptr buf;

    std::vector<region_class> classes; // empty: each region lies on its own

    ggml_tensor * centers = nullptr; // F32 [d_k, n_head_kv] of all heads, in classes alone; nullptr: there are none

    // where graphs attend and a head has a balance: F32 [d_k, n_head + 2 n_head_kv] of [ q | k | v ], what each is multiplied by
    ggml_tensor * factors = nullptr;

    // heads class by class; nullptr where that is the order they have
    ggml_tensor * order   = nullptr; // I32 [n_head + 2 n_head_kv], of [ q | k | v ]: all q, then k and v of each class
    ggml_tensor * order_k = nullptr; // I32 [n_head_kv]
    ggml_tensor * back    = nullptr; // I32 [n_head_kv]: where each KV head is among them

    // bytes apart from cells, and of one cell
    uint64_t fixed = 0;
    uint64_t cell  = 0;

    ggml_tensor * had_k = nullptr; // F32 [n, n] Hadamard matrices, nullptr if no region needs one
    ggml_tensor * had_v = nullptr;
};

// Of what is added to keys, until the sums are stored: an eighth of what keys are (SmolLM2 at 16x), so it needs fewer bits than they
inline ggml_type added_type(int64_t d) { return d % ggml_blck_size(GGML_TYPE_Q4_0) == 0 ? GGML_TYPE_Q4_0 : GGML_TYPE_F16; }

// placement of a head's rows for a new layout of the pool
struct head_plan {
    ggml_type type_k;
    ggml_type type_v;
    bool      own = false; // see region; else rows whose values are part of keys have those of type_k
    bool      apart = false; // see region; taken to be false where the layer cannot have it

    std::vector<float> center;  // of the keys, see region; empty: none, or still to be found
    std::vector<float> balance; // the same; taken to be empty where the layer cannot have it

    // those of rows that arrive, which stay as they are where these become the head's: only if other rows lose little by it, see find_frames
    std::vector<float> lent_center;
    std::vector<float> lent_balance;

    // block rows taken over or new, in order: source row in the old layout, or -1 - row among those that arrive
    std::vector<int32_t>     src;
    std::vector<uint32_t>    spans;
    std::vector<ggml_fp16_t> beta;
    std::vector<llama_pos>   pos;
    std::vector<int32_t>     shift; // positions to move the keys of these rows by, then those of the live ones; empty: none

    // types of the rows of a saved state, where the cache cannot have these: they are converted as they are read
    ggml_type saved_k = GGML_TYPE_COUNT;
    ggml_type saved_v = GGML_TYPE_COUNT;

    // fitted values of the rows at fit_at, as they are stored (see pack_values); empty: copied
    uint32_t             fit_at = 0;
    std::vector<uint8_t> fit;

    // what is added to the keys of the same rows, in the cache's own space: [n, d_k] in added_type, each dimension times `times` [d_k];
    // empty: nothing
    std::vector<uint8_t> added;
    std::vector<float>   times;

    // block rows that arrive, behind those there are
    void append(const head_plan & arriving);

    size_t bytes() const { return src.size()*sizeof(src[0]) + beta.size()*sizeof(beta[0]) + fit.size() + added.size() + times.size()*sizeof(times[0]); }
};

head_plan empty_plan(const region & r); // as the region is, without its block rows

uint64_t row_size(const layer_info & l, ggml_type type_k, ggml_type type_v); // bytes of a row, K and V
uint64_t own_size(const layer_info & l, const head_plan & plan);              // ... of a block row's value beside its key

// rows of a saved state that join the cache: their own block rows, then their own live rows
struct arrivals {
    std::vector<layer_pool> layers;
    uint32_t                n_live = 0;
};

class pool_layout {
public:
    explicit pool_layout(stock_cache & stock);

    stock_cache & stock;
    row_support   support;

    bool exists() const { return !layers.empty(); }

    bool any_classed() const; // may the regions of a layer lie in classes?

    // so many cells, less what would leave a view shorter than VIEW_ROWS allow; large numbers lose next to nothing by it
    uint32_t whole(uint32_t n_cells) const;

    // -- entries: (layer, KV head) pairs, layer-major

    struct head_id {
        uint32_t ikv; // index of the layer in the cache
        uint32_t h;   // KV head
    };

    uint32_t        n_entries() const { return (uint32_t) ids.size(); }
    const head_id & id_of(uint32_t entry) const { return ids[entry]; }

    const layer_info & layer_of (uint32_t entry) const { return stock.layers()[ids[entry].ikv]; }
    const region     * region_of(uint32_t entry) const; // nullptr: there is no pool
    ggml_type          type_k(uint32_t entry) const;    // as its block rows are now
    ggml_type          type_v(uint32_t entry) const;
    uint32_t           n_block(uint32_t entry) const;   // block rows, those of dead blocks too

    const layer_pool & layer (uint32_t ikv) const { return layers[ikv]; }
    const region     & head  (uint32_t ikv, uint32_t h) const { return layers[ikv].heads[h]; }
    uint32_t           n_block(uint32_t ikv, uint32_t h) const { return exists() ? head(ikv, h).n_block() : 0; }

    void set_beta(uint32_t entry, const float * beta); // [n_block]
    void silence(size_t block); // its rows get no weight from here on

    // -- bytes

    uint64_t row_bytes(uint32_t entry) const;       // K and V of one live row
    uint64_t block_row_bytes(uint32_t entry) const; // ... of one block row, with its log-weight
    uint64_t bytes(uint32_t n_cells) const;         // of the pool with so many live cells
    uint64_t bytes_held() const;
    uint64_t bytes_in_use(const block_table & blocks) const; // of blocks that somebody carries and of live cells

    // rows of the blocks that somebody carries and that count
    uint32_t carried_rows(uint32_t entry, const block_table & blocks, const std::function<bool(const block &)> & counts) const;

    size_t buffer_size(uint32_t ikv) const; // of the layer's rows as they are now, in the pool or in the stock layout

    // -- views that graphs take

    // Rows of a region that a graph looks at: as many as stock would of a cache of that length, so that a block that keeps
    // everything is computed as stock computes it, to the bit
    uint32_t n_view(const region & r) const;

    // ... of the live part in classes: all heads of all layers cross to the next length with the same token
    uint32_t n_live_view() const;

    uint32_t n_mask() const;     // the longest live part of any head's view
    uint64_t view_shape() const; // differs when any view does

    // -- making it

    row_format format_of(const layer_info & l, ggml_type type_k, ggml_type type_v) const;

    // may keys of the layer be stored times a balance? In classes a launch per layer and token is too much for what eight bits gain
    bool may_balance(uint32_t ikv, ggml_type type_k) const;

    bool lies_apart(uint32_t ikv, const head_plan & plan) const; // have its live rows another type than block rows?

    // The way to lay out so many bytes for n_live live cells, beside the block rows of the plans [n_entries]. In classes, unless
    // their rows in front and their padding would leave fewer cells than that, or far fewer than there would be without.
    struct room {
        uint32_t n_cells;
        bool     in_classes;
    };
    room room_in(const std::vector<head_plan> & plans, uint64_t total, uint32_t n_live) const;

    // tensors of a layer without memory; memory and contents for them: a buffer of their own, or `in`, taken over. n_used: so
    // many live rows, and all block rows, will be written
    layer_pool make_layer(uint32_t ikv, const head_plan * plans, uint32_t n_cells, bool in_classes) const; // plans [n_head_kv]
    bool       fill_layer(uint32_t ikv, layer_pool & lp, ggml_backend_buffer_ptr * in = nullptr, uint32_t n_used = 0) const;

    bool resize(uint32_t ikv, uint32_t n_cells, uint32_t n_used); // keeps live rows [0, n_used). false: no memory

    void   replace(std::vector<layer_pool> by) { layers = std::move(by); }
    void   clear() { layers.clear(); }
    size_t release(uint32_t ikv, ggml_backend_buffer_ptr * keep); // of the layer's rows, wherever they are; their bytes

private:
    struct layer_bytes {
        uint64_t fixed;
        uint64_t cell;
    };
    layer_bytes bytes_of(uint32_t ikv, const head_plan * plans, bool in_classes) const;
    uint64_t    live_size(uint32_t ikv, const head_plan & plan) const; // bytes of a live row, K and V
    uint32_t    cells_that_fit(const std::vector<head_plan> & plans, uint64_t total, bool in_classes) const;
    bool        in_parts_of(uint32_t ikv, const head_plan & plan) const; // does attention take its rows as two parts?
    uint32_t    rows_in_front(uint32_t ikv, const std::vector<class_members> & classes, const head_plan * plans, size_t c) const;
    std::vector<class_members> classes_for(uint32_t ikv, const head_plan * plans) const;

    void make_regions(uint32_t ikv, layer_pool & lp, const head_plan * plans, uint32_t n_cells) const;
    void make_balances(const layer_info & l, layer_pool & lp) const;
    void make_classes(uint32_t ikv, layer_pool & lp, const head_plan * plans, uint32_t n_cells) const;
    void place_classes(const layer_info & l, layer_pool & lp, uint32_t n_cells) const;
    void fill_classes(layer_pool & lp, uint32_t n_group) const;

    std::vector<head_id>    ids;
    std::vector<layer_pool> layers; // empty until the first compaction
};

} // namespace compaction
