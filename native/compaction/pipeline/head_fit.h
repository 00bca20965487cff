// Fit of one head's kept rows to what its reference queries see.
#pragma once

#include "scores.h"

#include <memory>

namespace compaction {

struct head_result {
    std::vector<uint32_t>    sel;  // of the block's keys, ascending
    std::vector<ggml_fp16_t> beta;
    std::vector<float>       values; // [sel, d_v]; empty: copied, unless they are
    std::vector<uint8_t>     packed; // here as they are to be stored
    std::vector<float>       keys;   // [sel, d_k]; empty: copied
    float error    = 0.0f;
    bool  fallback = false;
};

// Held-out error from which a fit may have gone wrong; outputs of zero have an error of 1.
constexpr float DOUBTFUL = 4.0f;

// numbers below it can be stored in 16 bits
constexpr float STORABLE = 6e4f;

// by sums of squares, of what is left of outputs and of them; infinity also where the head itself says no numbers
float held_out_error(double left, double all);

// the log-weight, as it is stored, of a row that had one and now weighs w times as much; and how much that is
ggml_fp16_t stored_beta(float had, double w);
float       weight_of(ggml_fp16_t beta, float had);

// ... of the rows as they were
std::vector<ggml_fp16_t> betas_of(const head_rows & rows, const std::vector<uint32_t> & sel);

// The fit of one head in parts, until done(). Each is either a graph (build, compute, take), which may hold the parts of
// other heads as well, or, where solves() says so, a system of equations for the host, which touches nothing but the head:
// those of several heads may be solved side by side.
class fit_steps {
public:
    virtual ~fit_steps() = default;
    virtual bool done()   const = 0;
    virtual bool solves() const = 0;

    virtual void build() = 0; // the nodes of the next part, in the runner's graph
    virtual void take()  = 0; // what they came to
    virtual void solve() = 0;

    virtual bool   lacks_memory() const = 0; // after take(): it cannot go on
    virtual size_t bytes()        const = 0; // where the head's rows are, beside its scores
};

// Fits log-weights and values of the selected keys (res.sel) and measures the error on the held-out queries, after the
// head was scored. All arguments have to stay until it is done.
std::unique_ptr<fit_steps> fit_head(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res);

// bytes on the host for a head of so many rows
size_t fit_bytes(size_t n_rows, size_t d_v);

} // namespace compaction
