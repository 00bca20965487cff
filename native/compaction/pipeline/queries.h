// Which of the sampled queries a compaction uses, and from where they are asked.
#pragma once

#include "../cache/reservoir.h"

#include "../llama-compact.h"

namespace compaction {

// the sampled queries a compaction uses, the same tokens for every head
struct query_set {
    std::vector<int32_t>   slots; // rows of the reservoir: those to fit on, then those held out
    std::vector<int32_t>   delta; // shift of position, per slot
    std::vector<llama_pos> pos;   // position they are asked from
    uint32_t               n_fit = 0;
    bool                   causal = false; // keys after the query's position are hidden from it
};

// bounds the memory of one head's scores: probabilities of all rows, if they fit (see head_scores::most_scores), else of those selected
constexpr int64_t MAX_SCORES = 8*1024*1024;
constexpr int64_t MAX_SLICE  = 512*1024; // ... of what a graph computes of them at once

// Drawn from even parts of the sequence's samples, some held out (or later ones, see llama_compact_params.p_held_out). end: the
// position after its last token; n_rows: rows whose probabilities for all queries are held at once.
query_set choose_queries(const reservoir & sample, llama_seq_id seq, llama_pos end, const llama_compact_params & params,
        uint32_t n_query_heads, int64_t n_rows);

} // namespace compaction
