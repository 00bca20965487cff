// Blocks of one sequence joining another at a position of choice, their keys turned to it, without a token being read.
#pragma once

#include "../store.h"

namespace compaction {

constexpr llama_pos MAX_MOUNT_POS = 1 << 30; // what ends behind it would still have a position

// see llama_kv_compact_mount
int32_t mount(llama_context * lctx, llama_compact_store & store, llama_seq_id seq, llama_seq_id from, llama_pos pos);

} // namespace compaction
