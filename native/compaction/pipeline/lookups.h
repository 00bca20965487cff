// Which keys of a block will be looked up, by the keys alone.
//
// Queries of running text say little of what a question asks for later, a name or a number: heads that look it up pay it no attention
// until then. What a token gets when its text is read once more (KVzip, arXiv 2505.23416) is told well by its key, at position 0: its
// logarithm is close to linear in it. The line is measured once for each head (engine/heads), as KVzap (arXiv 2601.07891) has it of
// hidden states. So look-ups count like further queries, each of which sees one key: in the choice of keys, in their weights and in
// their values, which nothing else would hold where they are.
#pragma once

#include "scores.h"

#include "../llama-compact.h"

namespace compaction {

// keys [d_k, n] of the rows [first, first + n), turned to position 0; where a position is not known, as they are
ggml_tensor * before_rope(const pool_layout & layout, runner & run, uint32_t ikv, uint32_t h, const head_rows & rows, size_t first, size_t n);

// rows of a graph over them
size_t keys_at_once(const layer_info & l);

// Sums of squared attention by `times` look-ups of each token, in the units of head_scores::summed(): adds those of the next rows of the
// block to `sums`, which has all with n_block of them. line [d_k + 1]: the logarithm of that of one, linear in a key and a constant.
// false: the backend failed
bool looked_up(const pool_layout & layout, runner & run, uint32_t ikv, uint32_t h, const head_rows & rows,
        const float * line, float times, std::vector<float> & sums);

} // namespace compaction
