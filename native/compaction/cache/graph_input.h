// What a graph over regions is given beside the stock inputs: which rows take the sampled queries, and who sees which blocks.
#pragma once

#include "../cpu/host_functions.h"

#include "llama-graph.h"

#include <map>
#include <memory>
#include <vector>

namespace compaction {

class region_graphs;

// what host functions are told of a layer; lives as long as the graph
struct host_table {
    host_layer               layer = {};
    std::vector<host_region> heads;
    std::vector<uint32_t>    ends;
    std::vector<int64_t>     rows;
    std::vector<size_t>      order;
};

class graph_input : public llm_graph_input_i {
public:
    explicit graph_input(region_graphs & graphs);

    void set_input(const llama_ubatch * ubatch) override;
    bool can_reuse(const llm_graph_params & params) override;

    ggml_tensor * slots_uniform = nullptr; // I64 [n_tokens]
    ggml_tensor * slots_recent  = nullptr; // I64 [n_tokens]
    ggml_tensor * block_mask    = nullptr; // F16 [n_groups, n_tokens], only if some token does not carry some block

    ggml_tensor * block_seen   = nullptr; // F32 [n_tokens, blocks], the same for classes: 0 or -inf

    std::vector<std::unique_ptr<host_table>> tables;

    std::map<int64_t, ggml_tensor *> live_masks; // of so many heads of a class, for all layers

private:
    region_graphs & graphs;

    const uint64_t epoch;
    const uint64_t shape; // of the views into the regions
};

} // namespace compaction
