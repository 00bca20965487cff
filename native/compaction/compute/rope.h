// Moving rotary position embeddings: a vector rotated for position p becomes what it would be at p + delta (K-shift).
#pragma once

#include "runner.h"

#include <vector>

struct llama_hparams;
struct llama_model;

namespace compaction {

// what vectors of a cache were rotated by
struct rope_source {
    const llama_model   & model;
    const llama_hparams & hparams;
    int32_t               il;
    bool                  rotated;    // at all
    const float         * rotation;   // F32 [n_rotation, n_rotation] that the cache applies after RoPE; nullptr: none
    int                   n_rotation;
};

// Shifts x [d, n, n_delta] (F32, as the cache holds it) by delta [n_delta] positions. Lengths do
// not change, whatever the model's position scaling does to them.
ggml_tensor * rope_shift(runner & run, const rope_source & from, ggml_tensor * x, const std::vector<int32_t> & delta);

} // namespace compaction
