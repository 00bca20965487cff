// Attention of reference queries over one head's rows: what selection and fit go by.
#pragma once

#include "queries.h"

#include "../cache/row_access.h"
#include "../compute/runner.h"
#include "../compute/scratch.h"

#include <algorithm>

namespace compaction {

// Rows of one head that its queries attend to, the block's first. Both parts are padded to a multiple of 16 with rows
// that nobody sees: products that sum over them are several times faster on the CPU.
struct head_rows {
    std::vector<int32_t>   idx;  // row indices in the present layout
    std::vector<float>     bias; // added to the scaled logits
    std::vector<llama_pos> pos;  // position; -1: not known

    uint32_t n_block     = 0; // rows of the block
    uint32_t n_block_pad = 0; // ... and its padding

    void reserve(size_t n);
    void add(int32_t i, float b, llama_pos p) {
        idx .push_back(i);
        bias.push_back(b);
        pos .push_back(p);
    }
    void end_block();
    void pad();
};

// what a graph does at most before control goes back to the caller, in products of numbers: some ten milliseconds in RAM; slices_of() and
// runner::pace() say in how many times that on a device
constexpr int64_t MAX_WORK = 512*1024*1024;

// MAX_SLICE in times that, outside RAM: a device is slow with little. Fixed where sums depend on it
inline int64_t slices_of(const layer_info & l) { return ggml_backend_buft_is_host(l.buft) ? 1 : 16; }

// slices of a graph
inline int64_t slices_at_once(const layer_info & l, const runner & run) { return std::clamp<int64_t>(8*run.pace()/slices_of(l), 1, 8); }

// of graphs over its rows; see runner::begin
inline ggml_backend_buffer_type_t home_of(const layer_info & l) { return ggml_backend_buft_is_host(l.buft) ? nullptr : l.buft; }

// as ggml_mul_mat, of matrices
ggml_tensor * product(runner & run, const layer_info & l, ggml_tensor * a, ggml_tensor * b);

// of a query that attended to nothing that stays: it fits nothing, but what it divides has to stay finite
constexpr float LEAST_MASS = 1e-30f;

// Attention of a set of queries over a head's rows, for the graphs that follow. What it needs of the cache and of the
// sample is copied by begin(), so that either may change before it is done. In host memory a function of the CPU backend
// does it in one pass, and probabilities are there for the rows that keep() names; elsewhere it is graphs, and all of them
// stay on the device where they fit most_scores. Where they do not, slices of them are computed twice.
class head_scores {
public:
    // passing: holds what is needed until keep() alone; heads that are scored one after another may share it
    head_scores(const pool_layout & layout, const reservoir & sample, runner & run, scratch & passing)
        : layout(layout), sample(sample), run(run), passing(passing) {}

    // Softmax over rows.idx: begin, then step() until done(), then the scores. Mass and outputs are there for the held-out
    // queries alone unless something is `fitted` to them; `whole`: prob_t holds all rows. rows and qs have to stay.
    // false: failure
    bool begin(uint32_t ikv, uint32_t h, const head_rows & rows, const query_set & qs, bool squares, bool fitted, bool whole = false);
    bool step();
    bool done() const { return next == n_all; }
    std::vector<float> scores(); // [n_block]
    std::vector<float> summed(); // ... in their order: not yet divided by the number of queries, squares not yet drawn

    // prob_t has these rows of the block from here on, the i-th in row_of(i). false: failure
    bool    keep(const std::vector<uint32_t> & sel);
    int32_t row_of(size_t i) const { return kept_alone() ? (int32_t) i : (int32_t) kept[i]; }

    // no others, with room up to a multiple of 16
    bool kept_alone() const { return sums_only(); }

    // what begin() goes by
    bool    keeps_queries = false;
    int64_t most_scores   = MAX_SCORES; // probabilities of all rows that stay on a device

    // the queries as they are asked, those to fit on first: F32 [d_k, n_queries]; until keep(), unless it keeps them
    ggml_tensor * q = nullptr;

    // [n_queries, rows], [n_queries], [n_queries], [d_v, n_queries], [d_v, n_queries]
    ggml_tensor * prob_t = nullptr;
    ggml_tensor * mass   = nullptr; // of the block
    ggml_tensor * beside = nullptr; // of all else; where that is next to nothing, it is not what is left of one
    ggml_tensor * out_block = nullptr;
    ggml_tensor * out_fixed = nullptr;

    // for the fit: mass of the rows that stay, under the weights so far, and normalization of the compacted attention
    // [n_queries], what is left of the output [d_v, n_queries]
    ggml_tensor * have = nullptr;
    ggml_tensor * norm = nullptr;
    ggml_tensor * rest = nullptr;

    // so many bytes are taken on the host beside it, until keep()
    void note_host(size_t bytes) { host_bytes = std::max(host_bytes, bytes); }

    bool lacks_memory() const { return head.lacks_memory || selection.lacks_memory; }

    // of all that is taken now, but for what passes
    size_t bytes() const { return head.bytes() + selection.bytes() + host_bytes; }

private:
    const pool_layout & layout;
    const reservoir   & sample;
    runner            & run;
    scratch           & passing;

    scratch head;
    scratch selection;
    size_t  host_bytes = 0;

    // of the head: keys [d_k, n_rows], values of the block and of the rows beside it [n, d_v], sums for the scores
    ggml_tensor * k       = nullptr;
    ggml_tensor * v_block = nullptr;
    ggml_tensor * v_fixed = nullptr; // nullptr: there are none
    ggml_tensor * sum     = nullptr;

    uint32_t          ikv     = 0;
    uint32_t          h       = 0;
    const head_rows * rows    = nullptr;
    const query_set * qs      = nullptr;
    bool              squares = false;
    bool              fitted  = false;
    int64_t           next    = 0; // query that comes next
    int64_t           n_all   = 0; // queries
    bool              sliced  = false; // too many probabilities to hold: computed again for the rows that stay

    std::vector<uint32_t> kept;

    // in host memory
    const host_functions * host = nullptr;
    host_scores            table = {};
    std::vector<int32_t>   t_idx, t_pos;
    std::vector<float>     t_bias, t_sinks, sums;
    int64_t                queries_of_step = 0;

    const layer_info & info() const { return layout.stock.layers()[ikv]; }

    int64_t n_query_heads() const { return info().n_query_heads(); }
    int64_t n_fit()    const { return (int64_t) qs->n_fit*n_query_heads(); }

    // the passes over all rows leave no matrix of probabilities behind
    bool sums_only() const { return host || sliced; }

    int64_t slice() const; // queries of a graph's slice

    ggml_tensor * queries();
    ggml_tensor * probabilities(int64_t q0, int64_t n);
    ggml_tensor * sum_of(ggml_tensor * p_t, int64_t j0, int64_t n, int64_t n_sum);

    bool begin_host();
    bool step_host();
    bool keep_host();
    bool keep_again();
};

} // namespace compaction
