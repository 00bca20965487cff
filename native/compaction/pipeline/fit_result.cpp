#include "fit_result.h"

#include <algorithm>

namespace compaction {

// a row that many compactions have made heavier stays below this log-weight
static constexpr float MAX_BETA = 10.0f;

float held_out_error(double left, double all) {
    const double error = left == 0.0 && all >= 0.0 ? 0.0 : sqrt(left/all);
    return std::isnan(error) ? INFINITY : (float) error;
}

ggml_fp16_t stored_beta(float had, double w) { return ggml_fp32_to_fp16(std::min(had + (float) log(w), MAX_BETA)); }

float weight_of(ggml_fp16_t beta, float had) { return expf(ggml_fp16_to_fp32(beta) - had); }

std::vector<ggml_fp16_t> betas_of(const head_rows & rows, const std::vector<uint32_t> & sel) {
    std::vector<ggml_fp16_t> res;
    res.reserve(sel.size());
    for (const uint32_t i : sel) {
        res.push_back(ggml_fp32_to_fp16(rows.bias[i]));
    }
    return res;
}

} // namespace compaction
