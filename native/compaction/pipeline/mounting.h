// Blocks of one sequence joining another at a position of choice, their keys turned to it, without a token being read.
#pragma once

#include "../store.h"

namespace compaction {

// see llama_kv_compact_mount
int32_t mount(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_seq_id from, llama_pos pos);

} // namespace compaction
