// Storing rows, moving them and attending over all regions of a layer at once, for caches in host memory.
//
// The graph's own flash attention takes one region per call, walks it once per query head and converts every row each
// time; where the heads of a layer have lengths and types of their own, calls, masks and waiting threads cost more
// than the attention. These functions are compiled into the CPU backend (which has the vector units and is picked for
// the machine), are run by GGML_OP_CUSTOM, which no other backend takes, and are found through the backend's registry.
#pragma once

#include "ggml.h"

#include <cstddef>
#include <cstdint>

namespace compaction {

// one KV head; rows are [ block rows | live rows ]
struct host_region {
    char * k;
    char * v;

    ggml_type type_k;
    ggml_type type_v;

    // sizes of the Hadamard rotation that rows are stored under; 0: none
    int32_t had_k;
    int32_t had_v;

    const float * center; // [d_k], taken off keys before they are rotated and stored; nullptr: none

    int64_t n_block;
    int64_t n_rows;  // rows to look at, n_block included

    const ggml_fp16_t * beta;  // [n_block]
    const uint32_t    * ends;  // [n_ranges] end of each range of block rows that the same sequences carry
    int32_t             n_ranges;
};

struct host_layer {
    const host_region * heads;
    int64_t n_head_kv;
    int64_t n_group; // query heads per KV head
    int64_t d_k;
    int64_t d_v;
    float   scale;
    float   softcap; // 0: none

    // attend_parts cuts every head's rows into chunks of this length; they are numbered through the heads
    int64_t chunk;
    int64_t n_chunks;
};

// rows of one head, wherever they lie
struct host_rows {
    char  * data;
    size_t  stride; // bytes
    ggml_type type;
    int32_t had;    // as above
    const float * center;
    int64_t d;
};

// row base + idx[i] of `from` becomes row i of `to`
struct host_move {
    host_rows from;
    host_rows to;
    const int32_t * idx;
    int64_t n;
    int64_t base;
};

// mean [d] of the rows idx [n] in the cache's own space
struct host_mean {
    host_rows from;
    const int32_t * idx;
    int64_t n;
    float * mean;
};

// user data of move_rows and mean_rows
struct host_work {
    const host_move * moves;
    int64_t n_moves;
    const host_mean * means;
    int64_t n_means;
};

// The functions of attention take the layer as their user data. q is F32 [d_k, n_head, n_tokens]; mask F16 [>= live rows, n_tokens];
// block_mask F16 [ranges, n_tokens] or absent.
struct host_functions {
    // args: k, v F32 [d, n_head_kv, n_tokens]; indices I64 [n_tokens] of live rows. dst: of no meaning
    ggml_custom_op_t store;

    // args: q, mask, what store gave, block_mask. dst: F32 [d_v*n_head, n_tokens]
    ggml_custom_op_t attend;

    // the same for few tokens: threads share the rows instead of the queries.
    // dst: F32 [2 + d_v, n_group*n_tokens, n_chunks]: maximum, sum and unscaled output of each chunk
    ggml_custom_op_t attend_parts;

    // args: what attend_parts gave. dst: as attend
    ggml_custom_op_t merge_parts;

    // host_work; no args, dst of no meaning
    ggml_custom_op_t move_rows;
    ggml_custom_op_t mean_rows;
};

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
