// Moving rotary position embeddings: a vector rotated for position p is turned to what it would be at p + delta.
#pragma once

#include "runner.h"
#include "store.h"

namespace compaction {

// Turns x [d, n, n_delta] (F32, in the cache's own space: still rotated where the cache rotates K itself) of layer ikv by
// delta [n_delta] positions. Lengths do not change, whatever the model's position scaling does to them.
ggml_tensor * turn(llama_compact_store & store, runner & run, uint32_t ikv, ggml_tensor * x, const std::vector<int32_t> & delta);

} // namespace compaction
