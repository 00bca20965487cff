// Storing rows, moving them and attending over all regions of a layer at once, for caches in host memory.
//
// The graph's own flash attention takes one region per call, walks it once per query head and converts every row each
// time; where the heads of a layer have lengths and types of their own, calls, masks and waiting threads cost more
// than the attention. These functions are compiled into the CPU backend (which has the vector units and is picked for
// the machine), are run by GGML_OP_CUSTOM, which no other backend takes, and are found through the backend's registry.
#pragma once

#include "../compute/host_scratch.h"

#include "ggml.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace compaction {

// rows of one head, wherever they lie
struct host_rows {
    char  * data;
    size_t  stride;       // bytes
    ggml_type type;
    int32_t had;          // size of the Hadamard rotation that rows are stored under; 0: none
    const float * center;  // [d], taken off rows before they are rotated and stored; nullptr: none
    const float * balance; // [d], what rows are multiplied by after that; queries are divided by it; nullptr: none
    int64_t d;

    // the first n_own rows lie elsewhere, in a type of their own: block rows beside live ones of more bits, values beside keys that hold values
    char    * own        = nullptr;
    size_t    own_stride = 0;
    ggml_type own_type   = GGML_TYPE_COUNT;
    int64_t   n_own      = 0;

    int64_t   first      = 0; // the row that data begins with
};

// one KV head; rows are [ block rows | live rows ], one after another
struct host_region {
    host_rows k;
    host_rows v;

    int64_t n_block;
    int64_t n_rows;  // rows to look at, n_block included

    const ggml_fp16_t * beta;  // [n_block]
    const uint32_t    * ends;  // [n_ranges] end of each range of block rows that the same sequences carry
    int32_t             n_ranges;
};

constexpr int64_t ATTEND_KV = 64; // rows that a thread attends to at once
constexpr int64_t ATTEND_Q  = 64; // ... with so many queries

// what a thread converts rows in while it stores and attends, with room to begin at multiples of 64 bytes
inline size_t attend_floats(int64_t d_k, int64_t d_v) {
    return (size_t) ((ATTEND_Q + ATTEND_KV + 1)*d_k + (ATTEND_Q + ATTEND_KV)*d_v + 2*ATTEND_Q*ATTEND_KV + 7*16);
}

struct host_layer {
    const host_region * heads;
    int64_t n_head_kv;
    int64_t n_group; // query heads per KV head
    int64_t d_k;
    int64_t d_v;
    float   scale;
    float   softcap; // 0: none
    const float * sinks; // [n_head] logits without a value; nullptr: none

    // of each thread, attend_floats() of them, for n_scratch threads; any more take their own
    float * scratch;
    int     n_scratch;

    const int64_t * rows;  // [n_head_kv] n_rows of each
    const size_t  * order; // [n_head_kv] the longest first, for attend

    // attend_parts cuts every head's rows into chunks of this length; they are numbered through the heads
    int64_t chunk;
    int64_t n_chunks;
};

// what is added to rows in the cache's own space: [n, d] of this type
struct host_added {
    const char  * data;  // nullptr: nothing
    ggml_type     type;
    const float * times; // [d], by which each dimension is multiplied
};

// row base + idx[i] of `from` becomes row i of `to`; without data and indices of `from` it becomes zeros, whatever its type
struct host_move {
    host_rows from;
    host_rows to;
    const int32_t * idx;
    int64_t n;
    int64_t base;
    host_added added;
};

// mean [d] of the rows idx [n] in the cache's own space, and their mean square
struct host_mean {
    host_rows from;
    const int32_t * idx;
    int64_t n;
    float       * mean;   // nullptr: not asked for
    const float * about;  // what squares are about, which may be the mean; nullptr: zero
    float       * square; // [d]; nullptr: not asked for
};

// user data of move_rows and mean_rows
struct host_work {
    const host_move * moves;
    int64_t n_moves;
    const host_mean * means;
    int64_t n_means;
    std::atomic<int64_t> next_chunk; // of rows to move
    const host_scratch * scratch = nullptr; // of as many numbers as a row has; nullptr: threads take their own
};

constexpr int64_t SCORE_TILE    = 64; // rows that are scored at once
constexpr int64_t SCORE_QUERIES = 32; // ... against so many queries by one thread, at most

// Reference queries against the rows of one head. Rows are the block's, then those beside it, each part padded to a
// multiple of SCORE_TILE by rows of index -1 and bias -INFINITY.
struct host_scores {
    host_rows rows_k;
    host_rows rows_v;
    const int32_t * idx;  // [n_rows]
    const float   * bias; // [n_rows]
    int64_t n_block;
    int64_t n_rows;

    const int32_t * pos;       // [n_rows] rows after a query's position are hidden from it; nullptr: none are
    const int32_t * query_pos; // [n_queries/n_group]

    int64_t d_k;
    int64_t d_v;
    int64_t n_group; // queries of one position
    int64_t n_fit;   // queries to fit on, which come first
    float   scale;
    float   softcap; // 0: none
    const float * sinks; // [n_group] logits without a value; nullptr: none
    bool    squares; // sums of squares, not of probabilities
    bool    outputs; // of all queries; else of those from n_fit on alone

    const float * q; // [n_queries, d_k]
    float * k;       // load: tiles of [d_k, SCORE_TILE], scaled
    float * v;       // load: [n_rows, d_v]

    int64_t q0; // queries of a call
    int64_t q1;
    int64_t part; // ... that a thread takes at once, with room for their logits over all rows
    std::atomic<int64_t> next_part;

    float * lse;       // [n_queries] logarithm of the sum over all rows
    float * mass;      // [n_queries] of the block
    float * beside;    // ... and of all else, which may be too little to be the rest of one
    float * out_block; // [n_queries, d_v]
    float * out_fixed;
    float * parts;     // [parts of the call, n_block] sums over the queries to fit on

    const host_scratch * scratch; // see score_floats(); nullptr: threads take their own
};

// numbers of a thread while it scores; n_rows: those that the queries of a part meet
inline size_t score_floats(int64_t d_k, int64_t n_rows, int64_t part) {
    return (size_t) std::max(part*n_rows, SCORE_TILE*(d_k + SCORE_TILE));
}

// probabilities of some rows of the block once they are scored
struct host_probabilities {
    const host_scores * scores;
    const float   * k;   // [n, d_k]
    const int32_t * idx; // [n] of the scored rows
    int64_t n;
    int64_t q0;
    int64_t q1;
    float * p;           // [n, stride]
    int64_t stride;
};

// The functions of attention take the layer as their user data. q is F32 [d_k, n_head, n_tokens]; mask F16 [>= live rows, n_tokens];
// block_mask F16 [ranges, n_tokens] or absent.
struct host_functions {
    // args: k, v F32 [d, n_head_kv, n_tokens]; indices I64 [n_tokens] of live rows. dst: of no meaning
    ggml_custom_op_t store;

    // args: q, mask, what store gave (or anything where nothing is to be stored), block_mask. dst: F32 [d_v*n_head, n_tokens]
    ggml_custom_op_t attend;

    // the same for few tokens: threads share the rows instead of the queries.
    // dst: F32 [2 + d_v, n_group*n_tokens, n_chunks]: maximum, sum and unscaled output of each chunk
    ggml_custom_op_t attend_parts;

    // args: what attend_parts gave. dst: as attend
    ggml_custom_op_t merge_parts;

    // host_work; no args, dst of no meaning
    ggml_custom_op_t move_rows;
    ggml_custom_op_t mean_rows;

    // host_scores: its rows converted once, then the queries of a call; host_probabilities. No args
    ggml_custom_op_t load_scores;
    ggml_custom_op_t score;
    ggml_custom_op_t score_rows;

    // args: a F32 [k, m], b F32 [k, n]. dst: F32 [m, n], as ggml_mul_mat; of a with itself half is computed. User data: the
    // host_scratch, of multiply_floats(), or nullptr. nullptr: ggml's own is quicker
    ggml_custom_op_t multiply;
};

constexpr int64_t MULTIPLY_WIDTH  = 64;  // numbers of a row of the result that are computed at once
constexpr int64_t MULTIPLY_HEIGHT = 64;  // ... and rows
constexpr int64_t MULTIPLY_DEPTH  = 512; // of what is summed over: what is packed stays in the second cache

// numbers of a thread while it computes n rows of a product
inline size_t multiply_floats(int64_t n) {
    return (size_t) (MULTIPLY_DEPTH*(MULTIPLY_WIDTH + MULTIPLY_HEIGHT) + n*MULTIPLY_WIDTH);
}

// queries that attend_parts takes per KV head
constexpr int64_t MAX_PART_QUERIES = 32;

// name in the CPU backend's registry of a function that returns a pointer to host_functions
#define COMPACTION_HOST_FUNCTIONS "ggml_backend_cpu_compaction_functions"
typedef const host_functions * (*get_host_functions_t)(void);

} // namespace compaction

#ifdef __cplusplus
extern "C"
#endif
const compaction::host_functions * ggml_backend_cpu_compaction_functions(void);
