// A head's rows as they are stored (types, rotation, center: see region) and in the cache's own space, as graphs and as the
// CPU backend's functions take them.
#pragma once

#include "pool_layout.h"

#include "../compute/runner.h"
#include "../cpu/host_functions.h"

namespace compaction {

// For tests of the graphs that other backends run, on the CPU: the variable LLAMA_COMPACT_GRAPHS_ONLY; nullptr: not set.
// "f16": as if no flash attention took the types of rows.
const char * graphs_only();

// For comparisons: true where LLAMA_COMPACT_LAYOUT is "free", and regions lie on their own outside host memory, too
bool free_layout();

// For tests: true where it is "classes", and small caches have classes that would cost them many cells, too
bool class_layout();

// For comparisons: true where LLAMA_COMPACT_LIVE is "block", and live rows in host memory have the types of block rows, too, not eight bits
// where those have fewer
bool live_as_blocks();

// For comparisons: true where LLAMA_COMPACT_KEYS is "unbalanced", and keys are stored without a balance
bool keys_unbalanced();

// functions of the CPU backend for a layer's rows; nullptr where they are not in host memory
const host_functions * host_functions_of(const layer_info & l);

// -- graphs

// how keys of a region are stored; any may be nullptr
struct key_frame {
    ggml_tensor * center;
    ggml_tensor * balance;
    ggml_tensor * had;
};

key_frame frame_of(const layer_pool & lp, const region & r);

// F32 rows in the cache's own space to what is stored
ggml_tensor * to_stored(ggml_context * ctx, ggml_tensor * rows, const key_frame & frame);

// F32 rows of one head in the cache's own space, gathered by the row index
ggml_tensor * gather_k(runner & run, const pool_layout & layout, uint32_t ikv, uint32_t h, const std::vector<int32_t> & idx);
ggml_tensor * gather_v(runner & run, const pool_layout & layout, uint32_t ikv, uint32_t h, const std::vector<int32_t> & idx);

// ... of a layer's pool, which may not be in use yet
ggml_tensor * gather_k(runner & run, const layer_pool & lp, uint32_t h, const std::vector<int32_t> & idx);
ggml_tensor * gather_v(runner & run, const layer_pool & lp, uint32_t h, const std::vector<int32_t> & idx);

// values [d_v, n], F32 in the cache's own space, as rows of type_v beside keys of type_k are stored
ggml_tensor * pack_values(runner & run, const pool_layout & layout, const layer_info & l, ggml_type type_k, ggml_type type_v, ggml_tensor * values);

// Rows [first, first + n) of `rows` as the numbers of 32 bits [row size/4, n] that they take, whatever they hold; nullptr: that is no whole number
ggml_tensor * words_of(ggml_context * ctx, ggml_tensor * rows, int64_t first, int64_t n);

// -- host memory

// rows of a head where they are now
host_rows rows_k(const pool_layout & layout, uint32_t ikv, uint32_t h);
host_rows rows_v(const pool_layout & layout, uint32_t ikv, uint32_t h);

// ... in a layer's pool, which may not be in use yet
host_rows rows_k(const layer_info & l, const layer_pool & lp, uint32_t h);
host_rows rows_v(const layer_info & l, const layer_pool & lp, uint32_t h);

// values of block rows that lie beside keys which hold values
host_rows rows_own(const layer_info & l, const layer_pool & lp, uint32_t h);

// rows [0, n_block) alone, and the others, of which the first is number 0: in one place and of one type each
host_rows block_part(const host_rows & r);
host_rows live_part (const host_rows & r, uint32_t n_block);

// rows of a tensor that is no cache
host_rows plain_rows(const ggml_tensor * t);

// -- on the host

// as above, of values [n, d_v]
std::vector<uint8_t> pack_values(const pool_layout & layout, const layer_info & l, ggml_type type_k, ggml_type type_v, const std::vector<float> & values);

} // namespace compaction
