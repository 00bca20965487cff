// llama.cpp's own KV cache as compaction sees it: layers, cells, buffers. Nothing else here reaches into llama_kv_cache,
// which names this class as its one friend.
//
// Every layer has a context and a buffer of its own (patch 0001), so that a layer can be released or replaced alone.
#pragma once

#include "../compute/hadamard.h"
#include "../compute/rope.h"

#include "llama-kv-cache.h"

#include <string>
#include <vector>

namespace compaction {

// a layer of the model that attends to a layer's rows; what its graph says is recorded while that is built
struct layer_reader {
    int32_t            il       = -1;
    float              kq_scale = 0.0f; // as the graph really applies it
    std::vector<float> sinks;           // [n_head] logits that each softmax counts without a value; empty: none
    bool               rotated  = false; // queries and keys know their positions by RoPE
    bool               tempered = false; // queries grow with their positions, see temperature_at
};

// what is constant about a layer of the cache
struct layer_info {
    int32_t  il        = -1; // layer of the model
    uint32_t n_head    = 0;  // query heads of each reader
    uint32_t n_head_kv = 0;
    uint32_t d_k       = 0;
    uint32_t d_v       = 0;
    bool     v_in_k    = false; // a row's value is the first d_v numbers of its key (multi-head latent attention)
    ggml_backend_buffer_type_t buft = nullptr;

    std::vector<layer_reader> readers; // the layer itself, then those without rows of their own

    uint32_t n_group()  const { return n_head/n_head_kv; }
    uint32_t n_query_heads() const { return (uint32_t) readers.size()*n_group(); } // query heads of all readers per KV head

    float kq_scale()  const { return readers[0].kq_scale; }
    bool  has_sinks() const;

    // of the query heads that ask KV head h, reader by reader, [n_query_heads]; empty: none
    std::vector<float> sinks_of(uint32_t h) const;
};

// a matrix's first n rows
ggml_tensor first_rows(const ggml_tensor & t, uint32_t n);
void        copy_rows(const ggml_tensor & from, const ggml_tensor & to, uint32_t n);

class stock_cache {
public:
    stock_cache(const llama_model & model, llama_kv_cache & kv);

    const llama_model   & model;
    const llama_hparams & hparams;

    // nullptr if the cache can be compacted, else why not
    const char * unsupported() const { return reason.empty() ? nullptr : reason.c_str(); }
    void         refuse(const char * why); // the first reason stays

    // the store of the context that this cache's tensors belong to; nullptr: they are its own
    llama_compact_store * shared_from() const;

    // -- layers

    const std::vector<layer_info> & layers() const { return infos; } // indexed like the cache's, ascending
    uint32_t index_of (int32_t il) const { return kv.map_layer_ids.at(il); }
    uint32_t reader_of(int32_t il) const; // index in its layer's readers

    // how layer il attends; q: its queries' node; sinks: F32 [n_head], a weight of the model; nullptr: none
    void note_attention(int32_t il, const ggml_tensor * q, float kq_scale, const ggml_tensor * sinks);

    ggml_tensor * k(uint32_t ikv) const { return kv.layers[ikv].k; } // [n_head_kv*d_k, n_cells]; no memory once released
    ggml_tensor * v(uint32_t ikv) const;                           // ... d_v; where values are part of keys, a view of them
    ggml_type     type_k() const { return kv.layers[0].k->type; }
    ggml_type     type_v() const { return kv.layers[0].v ? kv.layers[0].v->type : type_k(); }

    // does the cache rotate K (queries) and V itself? Graphs of latent attention do not
    bool rotates_k() const { return k_rotated(kv, 0) && kv.layers[0].v; }
    bool rotates_v() const { return v_rotated(kv, 0) && kv.layers[0].v; }

    float       softcap() const; // of logits; 0: none
    rope_source rope(const layer_reader & of) const;

    float temperature_at(llama_pos pos) const; // factor of queries in layers that are tempered

    const float * hadamard(int n) const { return matrices.of(n); } // F32 [n, n]

    // -- cells

    llama_kv_cells       & cells()       { return kv.v_cells[0]; }
    const llama_kv_cells & cells() const { return kv.v_cells[0]; }
    uint32_t n_cells()   const { return kv.v_cells.empty() ? 0 : cells().size(); }
    uint32_t n_seq_max() const { return kv.n_seq_max; }

    void     search_from(uint32_t cell) { kv.v_heads[0] = cell; } // for free cells, see llama_kv_cache::find_slot
    uint32_t searches_from() const      { return kv.v_heads[0]; }

    void remove(llama_seq_id seq); // all its tokens, blocks included; < 0: everybody's

    // -- buffers

    uint64_t bytes(uint32_t n_cells) const; // of so many cells
    uint64_t bytes_held() const;
    size_t   buffer_size(uint32_t ikv) const { return ggml_backend_buffer_get_size(buffer(ikv).get()); }

    bool released() const { return any_released; }

    // Gives a layer's memory back, or hands it to `keep`; its tensors' shapes stay for those who ask for types and sizes
    void release(uint32_t ikv, ggml_backend_buffer_ptr * keep = nullptr);

    // Memory for the layers that were released, or have fewer cells, with n_cells (0: as many as they had). false: there is none
    bool restore(uint32_t n_cells);

    void reshape(uint32_t ikv, uint32_t n_cells);
    bool resize (uint32_t ikv, uint32_t n_cells, uint32_t n_used); // keeps rows [0, n_used). false: no memory, nothing changed

    // the tensors of a layer that are as long as there are cells: K, then V if it has rows of its own, then their views
    std::vector<ggml_tensor *> tensors(uint32_t ikv) const;

private:
    const ggml_backend_buffer_ptr & buffer(uint32_t ikv) const { return kv.ctxs_bufs[ctx_of_layer[ikv]].second; }

    int rotation_size() const;

    // llama.cpp 0.5 has a flag, 0.6 the size of the rotation (0: none): the name that there is decides
    template <typename T> static auto k_rotated(const T & of, int)  -> decltype(of.n_rot_k != 0) { return of.n_rot_k != 0; }
    template <typename T> static auto k_rotated(const T & of, long) -> decltype(bool(of.attn_rot_k)) { return of.attn_rot_k; }
    template <typename T> static auto v_rotated(const T & of, int)  -> decltype(of.n_rot_v != 0) { return of.n_rot_v != 0; }
    template <typename T> static auto v_rotated(const T & of, long) -> decltype(bool(of.attn_rot_v)) { return of.attn_rot_v; }

    llama_kv_cache & kv;

    std::vector<layer_info> infos;
    mutable std::vector<ggml_tensor> v_views; // see v()
    std::vector<size_t>     ctx_of_layer; // index into kv.ctxs_bufs
    std::string             reason;
    bool                    any_released = false;

    mutable hadamard_matrices matrices;
};

} // namespace compaction
