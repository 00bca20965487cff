// Fit of several heads of one layer at once, where their rows lie on a device.
#pragma once

#include "fit_result.h"

#include <functional>
#include <future>
#include <numeric>
#include <system_error>
#include <vector>

namespace compaction {

// As fit_head, but nothing of a head's systems goes to the host, and all of its rows are fitted jointly: weights by FISTA, values by
// conjugate gradients on the smaller of the two matrices that products of the rows' probabilities make, [rows, rows] or [queries, queries].
// Both have the heads in the third dimension of their tensors: a device is as fast with eight of them as with one.
class layer_fit {
public:
    layer_fit(const pool_layout & layout, runner & run, const llama_compact_params & params)
        : layout(layout), run(run), params(params) {}

    // Room for up to n_heads heads of a layer, of up to n_rows rows that stay, which are all asked by these queries. false: there is no memory
    bool begin(uint32_t ikv, size_t n_heads, uint32_t n_rows, const query_set & qs);

    // whether this head may be added
    bool takes(uint32_t ikv, uint32_t n_rows) const;

    // A head that was scored, with its selected keys (res.sel), which `sc` was told to keep; copies what it needs of `sc` and of the cache.
    // rows and res have to stay; values are packed as rows of type_v beside keys of type_k. false: the backend failed
    bool add(const head_scores & sc, uint32_t h, const head_rows & rows, ggml_type type_k, ggml_type type_v, head_result & res);

    // a graph further; false: the backend failed
    bool step();

    bool   done()  const { return at == stage::done; } // every res is there

    size_t bytes() const {
        return std::accumulate(heads.begin(), heads.end(), held.bytes() + solved.bytes(), [](size_t sum, const member & one) { return sum + one.bytes; });
    }
    bool   lacks_memory() const { return held.lacks_memory || solved.lacks_memory; }

    // of begin(), for each of its heads
    static size_t bytes_for(const layer_info & l, int64_t n_rows, int64_t n_fit, int64_t n_queries);

private:
    // Sums of squares: over the held-out queries of the outputs, and of what is left of them by the rows as they were, weighted, and with values
    // fitted; and how far values are from what cannot be stored
    enum sum { FULL, LEFT, WEIGHTED, FITTED, SIZES, N_SUMS };

    enum class stage { start_weights, weights, start_values, values, results, done };

    struct member {
        const head_rows  * rows;
        ggml_type          type_k;
        ggml_type          type_v;
        head_result      * res;
        std::vector<float> w;           // that its rows weigh, times what they weighed
        std::vector<ggml_fp16_t> beta;  // ... as it is stored
        bool               bad = false; // a weight is no number

        ggml_tensor * values = nullptr; // as they are stored
        size_t        bytes  = 0;
        std::future<std::vector<uint8_t>> place; // for them
    };

    const layer_info & info() const { return layout.stock.layers()[ikv]; }

    bool fits_values() const { return compaction::fits_values(params, info()); }
    bool looked_up()   const; // any of the heads
    bool by_rows()     const { return n_rows <= n_fit; } // what the matrix goes by

    void start_weights();
    void more_weights(ggml_tensor * right, ggml_tensor * far, ggml_tensor * now, ggml_tensor * z);
    void read_weights();
    void start_values(size_t i, size_t k); // of heads [i, i + k)
    void more_values();
    void results(size_t i, size_t k);
    void some_heads(int64_t n, const std::function<void(size_t)> & build);
    void read_results();
    void take_result(member & one, const float * sums);

    int     n_weights() const; // steps
    int64_t fitting_at_once(int64_t work) const;

    // -- tensors of one head, or of all of them

    ggml_tensor * of(ggml_tensor * x, size_t i); // its matrix
    ggml_tensor * all(ggml_tensor * x, int64_t ne0, int64_t ne1);
    ggml_tensor * columns(ggml_tensor * x, int64_t first, int64_t n);
    ggml_tensor * seen_by_queries(ggml_tensor * weights);
    ggml_tensor * seen_by_rows(ggml_tensor * of_queries);
    ggml_tensor * some(ggml_tensor * x, size_t i, size_t k); // of heads [i, i + k)
    ggml_tensor * seen_rows (size_t i, size_t k); // probabilities times weights by the normalization, [n_fit, n_rows, k]
    ggml_tensor * asked_rows(size_t i, size_t k); // ... as values are fitted by: times what look-ups leave of them
    ggml_tensor * sum_of_squares(ggml_tensor * x); // [.., .., k] -> [1, 1, k]
    ggml_tensor * above_zero(ggml_tensor * x); // what divides
    ggml_tensor * put(ggml_tensor * x, ggml_tensor * dst);

    const pool_layout          & layout;
    runner                     & run;
    const llama_compact_params & params;

    uint32_t ikv       = 0;
    size_t   n_most    = 0; // heads
    int64_t  n_rows    = 0; // a multiple of 32; those that a head has not have no probability
    int64_t  n_fit     = 0; // queries
    int64_t  n_queries = 0;

    std::vector<member> heads;
    stage               at     = stage::start_weights;
    int                 n_done = 0; // steps of the solver
    double              theta  = 1.0; // of FISTA
    size_t              next   = 0; // head of a stage that goes through them
    size_t              first  = 0; // ... of the present graph

    scratch       held;
    ggml_tensor * e      = nullptr; // probabilities [n_queries, n_rows, heads]
    ggml_tensor * e_t    = nullptr; // [n_rows, n_queries, heads]
    ggml_tensor * v_t    = nullptr; // values as they were [n_rows, d_v, heads]
    ggml_tensor * mass   = nullptr; // [n_queries, 1, heads]
    ggml_tensor * beside = nullptr; // [1, n_queries, heads]
    ggml_tensor * fixed  = nullptr; // outputs of what is beside the block [d_v, n_queries, heads]
    ggml_tensor * full   = nullptr; // ... and of all

    scratch       solved;
    ggml_tensor * w      = nullptr; // [n_rows, 1, heads], and where FISTA looks next
    ggml_tensor * ahead  = nullptr;
    ggml_tensor * rhs    = nullptr;
    ggml_tensor * looks  = nullptr; // [n_rows, 1, heads] squared attention of look-ups, and what they leave of values' steps
    ggml_tensor * holds  = nullptr;
    ggml_tensor * size   = nullptr; // [1, 1, heads] of a step
    ggml_tensor * norm   = nullptr; // [1, n_queries, heads]
    ggml_tensor * rest   = nullptr; // [d_v, n_queries, heads]
    ggml_tensor * m      = nullptr; // [n, n, heads]
    ggml_tensor * x      = nullptr; // [n, d_v, heads], what is left of the right sides, and the direction
    ggml_tensor * r      = nullptr;
    ggml_tensor * p      = nullptr;
    ggml_tensor * rz     = nullptr; // [1, d_v, heads]
    ggml_tensor * by     = nullptr; // [n, 1, heads] one by the diagonal
    ggml_tensor * ridge  = nullptr; // [1, 1, heads]
    ggml_tensor * sums   = nullptr; // [N_SUMS, 1, heads]
};

} // namespace compaction
