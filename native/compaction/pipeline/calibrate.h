// Attention that sampled queries pay to a range of keys, per head, and the keys: what head profiles are made of.
#pragma once

#include "../store.h"

namespace compaction {

// scores [n_entries, p1 - p0], see llama_kv_compact_scores
int32_t attention_scores(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_pos p0, llama_pos p1,
        llama_pos q0, llama_pos q1, llama_compact_reduce reduce, float * scores);

// keys [p1 - p0, d_k], see llama_kv_compact_keys
int32_t keys_before_rope(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_pos p0, llama_pos p1,
        uint32_t entry, float * keys);

} // namespace compaction
