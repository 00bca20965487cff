// Fit of one head's kept rows to what its reference queries see.
#pragma once

#include "scores.h"

#include <memory>

namespace compaction {

struct head_result {
    std::vector<uint32_t>    sel;  // of the block's keys, ascending
    std::vector<ggml_fp16_t> beta;
    std::vector<float>       values; // [sel, d_v]; empty: copied
    float error    = 0.0f;
    bool  fallback = false;
};

// The fit of one head in parts: step() until done. false: the backend failed
class fit_steps {
public:
    virtual ~fit_steps() = default;
    virtual bool step() = 0;
    virtual bool done() const = 0;
};

// Fits log-weights and values of the selected keys (res.sel) and measures the error on the held-out queries, after the
// head was scored. All arguments have to stay until it is done.
std::unique_ptr<fit_steps> fit_head(const pool_layout & layout, runner & run, const head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, const llama_compact_params & params, head_result & res);

} // namespace compaction
