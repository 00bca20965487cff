// Graph nodes of a context's own batches: sampling of queries, writing into regions, attention over them.
//
// Where the cache is in host memory, functions of the CPU backend store and attend for a whole layer at a time
// (cpu/host_functions.h). Elsewhere it is one flash-attention call per class of heads, whose KV heads are dimension 3, or, for
// long batches, whose masks would be large, one per KV head. Beta is added through the mask, that is after the scale, with
// the causal mask of the live cells behind it. Nothing but the stock inputs is uploaded per token.
#pragma once

#include "events.h"
#include "graph_input.h"
#include "reservoir.h"
#include "row_access.h"

#include "llama-graph.h"

#include <memory>
#include <vector>

namespace compaction {

class region_graphs {
public:
    region_graphs(stock_cache & stock, const pool_layout & layout, const block_table & blocks, reservoir & queries, const cache_events & events)
        : stock(stock), layout(layout), blocks(blocks), queries(queries), events(events) {}

    // attention input of a graph; added to it once per graph
    graph_input * build_input(llm_graph_result * res, ggml_context * ctx, const llama_ubatch & ubatch);

    // sample the queries [d_k, n_head, n_tokens] of layer il, note its scale and sinks (F32 [n_head] or nullptr). A layer
    // without K and V of its own has a place of its own in the sample of the layer that it reads
    void build_capture(ggml_context * ctx, ggml_cgraph * gf, const graph_input * inp, ggml_tensor * q, const ggml_tensor * sinks,
            float kq_scale, int il);

    // store k and v [d, n_head_kv, n_tokens] (k nullptr: il reads what another layer stored; v nullptr: it is part of k), attend over the regions; returns [d_v*n_head, n_tokens]
    ggml_tensor * build_attention(ggml_context * ctx, ggml_cgraph * gf, graph_input * inp,
            ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * k_idxs, ggml_tensor * kq_mask,
            ggml_tensor * sinks, float kq_scale, int il) const;

    // nodes a graph may need beyond the stock ones
    uint32_t n_extra_nodes() const;

private:
    friend class graph_input;

    bool needs_block_mask(const llama_ubatch & ubatch) const;

    host_table * make_table(graph_input * inp, int32_t il, float kq_scale) const;

    ggml_tensor * build_attention_host(ggml_context * ctx, ggml_cgraph * gf, graph_input * inp,
            const host_functions * fns, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v,
            ggml_tensor * k_idxs, ggml_tensor * kq_mask, float kq_scale, int32_t il) const;

    // where a class is one call
    bool          takes_classes(uint32_t ikv, const graph_input * inp, int64_t n_tokens, const ggml_tensor * sinks) const;
    ggml_tensor * live_mask(ggml_context * ctx, graph_input * inp, ggml_tensor * kq_mask, int64_t n_heads) const;
    ggml_tensor * attend(ggml_context * ctx, const layer_info & info, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * mask,
            float kq_scale, ggml_tensor * sinks = nullptr) const;
    ggml_tensor * attend_in_parts(ggml_context * ctx, const layer_info & info, ggml_tensor * q, ggml_tensor * k, ggml_tensor * v, ggml_tensor * beta,
            ggml_tensor * live_k, ggml_tensor * live_v, ggml_tensor * live_mask, float kq_scale) const;
    ggml_tensor * build_attention_classes(ggml_context * ctx, ggml_cgraph * gf, graph_input * inp, ggml_tensor * q, ggml_tensor * k,
            ggml_tensor * v, ggml_tensor * k_idxs, ggml_tensor * kq_mask, float kq_scale, int32_t il) const;

    // where a KV head is one call. Log-weights of a region's block rows for each token, F16 [n_block, n_tokens]; with rows in
    // front in a class
    ggml_tensor * build_beta(ggml_context * ctx, const graph_input * inp, const layer_pool & lp, uint32_t h, int64_t n_tokens) const;

    stock_cache        & stock;
    const pool_layout  & layout;
    const block_table  & blocks;
    reservoir          & queries;
    const cache_events & events;

    // of the threads that attend in host memory: in a graph, nobody could be told that there is none for it
    mutable std::unique_ptr<float[]> scratch;
    mutable int                      n_scratch = 0;
};

// where the block rows of each group end in a region
std::vector<uint32_t> group_ends(const region & r, const std::vector<block_group> & groups);

// Not every backend's flash attention takes every pair of types; where it does not, rows are converted on the device.
bool          needs_f16(ggml_backend_dev_t dev, const ggml_tensor * attention);
ggml_tensor * to_f16(ggml_context * ctx, ggml_tensor * rows);

} // namespace compaction
