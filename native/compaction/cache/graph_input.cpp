#include "graph_input.h"

#include "region_graphs.h"

#include <cmath>

namespace compaction {

graph_input::graph_input(region_graphs & graphs)
    : graphs(graphs), epoch(graphs.events.epoch()), shape(graphs.layout.view_shape()) {
}

// A slot can be given away again within a batch; only its last token may write it, the others go to the extra row.
static void only_last(std::vector<int64_t> & rows, int64_t extra) {
    std::vector<bool> taken(extra + 1, false);
    for (size_t i = rows.size(); i-- > 0;) {
        if (rows[i] != extra && taken[rows[i]]) {
            rows[i] = extra;
        }
        taken[rows[i]] = true;
    }
}

void graph_input::set_input(const llama_ubatch * ubatch) {
    auto & res = graphs.queries;

    if (slots_uniform && slots_uniform->buffer) {
        std::vector<int64_t> data(ubatch->n_tokens);
        for (uint32_t i = 0; i < ubatch->n_tokens; ++i) {
            data[i] = res.take(ubatch->seq_id[i], ubatch->n_seq_id[i], ubatch->pos[i]);
        }
        only_last(data, res.extra());
        ggml_backend_tensor_set(slots_uniform, data.data(), 0, ggml_nbytes(slots_uniform));
    }

    if (slots_recent && slots_recent->buffer) {
        std::vector<int64_t> data(ubatch->n_tokens, res.extra());
        for (uint32_t i = 0; i < ubatch->n_tokens; ++i) {
            // of a batch longer than the ring only the last round is written, each row once
            if (i + res.n_recent() < ubatch->n_tokens) {
                continue;
            }
            data[i] = res.take_recent(ubatch->seq_id[i][0], ubatch->pos[i]);
        }
        only_last(data, res.extra());
        ggml_backend_tensor_set(slots_recent, data.data(), 0, ggml_nbytes(slots_recent));
    }

    if (block_mask && block_mask->buffer) {
        const auto groups = graphs.blocks.groups();
        std::vector<ggml_fp16_t> data(ggml_nelements(block_mask));
        const ggml_fp16_t keep = ggml_fp32_to_fp16(0.0f);
        const ggml_fp16_t drop = ggml_fp32_to_fp16(-INFINITY);
        for (uint32_t i = 0; i < ubatch->n_tokens; ++i) {
            for (size_t g = 0; g < groups.size(); ++g) {
                const bool carried = graphs.blocks.carriers(groups[g]).test(ubatch->seq_id[i][0]);
                data[i*groups.size() + g] = carried ? keep : drop;
            }
        }
        ggml_backend_tensor_set(block_mask, data.data(), 0, ggml_nbytes(block_mask));
    }

    if (block_seen && block_seen->buffer) {
        std::vector<float> data;
        for (const auto & b : graphs.blocks) {
            for (uint32_t i = 0; i < ubatch->n_tokens; ++i) {
                data.push_back(b.seqs.test(ubatch->seq_id[i][0]) ? 0.0f : -INFINITY);
            }
        }
        ggml_backend_tensor_set(block_seen, data.data(), 0, ggml_nbytes(block_seen));
    }
}

bool graph_input::can_reuse(const llm_graph_params & params) {
    bool res = epoch == graphs.events.epoch();

    res = res && (!slots_uniform || slots_uniform->ne[0] == params.ubatch.n_tokens);
    res = res && (!slots_recent  || slots_recent ->ne[0] == params.ubatch.n_tokens);
    if (graphs.layout.exists()) {
        res = res && shape == graphs.layout.view_shape();
        res = res && (block_mask != nullptr) == graphs.needs_block_mask(params.ubatch);
        res = res && (!block_mask || (block_mask->ne[1] == params.ubatch.n_tokens &&
                                      block_mask->ne[0] == (int64_t) graphs.blocks.groups().size()));
    }

    return res;
}

} // namespace compaction
