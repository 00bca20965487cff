// Which of a block's keys one head keeps.
#pragma once

#include "scores.h"

namespace compaction {

// What head_scores::begin is to be asked for.
bool needs_squares(const llama_compact_params & params);
bool needs_outputs(const llama_compact_params & params);

// rows whose probabilities are held to choose n of n_all keys
uint32_t rows_held(const llama_compact_params & params, uint32_t n, uint32_t n_all);

// Chooses n of the block's keys by params.select once a head is scored: sel [n], ascending. lookups: what look-ups add to their scores
// [n_block]; empty: nothing. false: the backend failed
bool select_keys(const pool_layout & layout, runner & run, head_scores & sc, uint32_t ikv, uint32_t h, const head_rows & rows,
        const query_set & qs, const llama_compact_params & params, const std::vector<float> & lookups, uint32_t n, std::vector<uint32_t> & sel);

uint32_t pursued(uint32_t n, uint32_t n_all); // keys that matching_pursuit chooses n from

// the n highest scores, ascending by index; what is not finite comes last, of equals the later one first
std::vector<uint32_t> best_of(const std::vector<float> & scores, uint32_t n);

// Expected Attention, a baseline: scores [n_block] under a normal distribution with the mean and covariance of each
// query head's reference queries, exp(s mu.k + s^2/2 k' S k), normalised over the block, averaged over the query heads
// of the group, times |v|. Devoto et al., arXiv 2510.00636. Rows beside the block, soft caps and the causal mask of
// recent queries do not enter. Queries, keys and values are read to the host. false: the backend failed
bool expected_attention(const pool_layout & layout, runner & run, head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, std::vector<float> & scores);

// Orthogonal matching pursuit: n keys whose probabilities, weighted, come closest to the block's mass for each of the
// n_fit queries, among those of the highest rms [n_block]. Zweiger et al., arXiv 2602.16284. On the host, once the
// head is scored with `fitted`. Ascending. false: the backend failed
bool matching_pursuit(head_scores & sc, size_t n_fit, const std::vector<float> & rms, uint32_t n,
        const llama_compact_params & params, std::vector<uint32_t> & sel);

} // namespace compaction
