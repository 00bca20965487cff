// What comes of a head's fit, and what both ways of fitting (head_fit, layer_fit) judge it by.
#pragma once

#include "scores.h"

#include <cmath>
#include <cstdint>
#include <vector>

namespace compaction {

struct head_result {
    std::vector<uint32_t>    sel;  // of the block's keys, ascending
    std::vector<float>       lookups; // [sel], squared attention that look-ups are expected to pay them; empty: none
    std::vector<ggml_fp16_t> beta;
    std::vector<float>       values; // [sel, d_v]; empty: copied, unless they are
    std::vector<uint8_t>     packed; // here as they are to be stored
    std::vector<float>       added;  // [sel, d_k], to keys, each dimension times `times`; empty: nothing
    std::vector<float>       times;
    float error    = 0.0f;
    bool  fallback = false;
};

// Held-out error from which a fit may have gone wrong; outputs of zero have an error of 1.
constexpr float DOUBTFUL = 4.0f;

// numbers below it can be stored in 16 bits
constexpr float STORABLE = 6e4f;

// nor is it no number
inline bool storable(float x) { return std::fabs(x) < STORABLE; }

// by sums of squares, of what is left of outputs and of them; infinity also where the head itself says no numbers
float held_out_error(double left, double all);

// the log-weight, as it is stored, of a row that had one and now weighs w times as much; and how much that is
ggml_fp16_t stored_beta(float had, double w);
float       weight_of(ggml_fp16_t beta, float had);

// ... of the rows as they were
std::vector<ggml_fp16_t> betas_of(const head_rows & rows, const std::vector<uint32_t> & sel);

// whether values are fitted to the weights: not where they are part of keys, unless they get a place of their own
inline bool fits_values(const llama_compact_params & params, const layer_info & l) {
    return params.fit == LLAMA_COMPACT_FIT_VALUES && (!l.v_in_k || params.own_values);
}

} // namespace compaction
