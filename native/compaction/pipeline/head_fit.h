// Fit of one head's kept rows to what its reference queries see.
#pragma once

#include "fit_result.h"

#include <memory>

namespace compaction {

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
