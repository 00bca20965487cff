#include "selection.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <numeric>

namespace compaction {

std::vector<uint32_t> best_of(const std::vector<float> & scores, uint32_t n) {
    std::vector<uint32_t> order(scores.size());
    std::iota(order.begin(), order.end(), 0);
    std::nth_element(order.begin(), order.begin() + n, order.end(), [&](uint32_t a, uint32_t b) {
        const float x = std::isfinite(scores[a]) ? scores[a] : -FLT_MAX;
        const float y = std::isfinite(scores[b]) ? scores[b] : -FLT_MAX;
        return x != y ? x > y : a > b;
    });
    order.resize(n);
    std::sort(order.begin(), order.end());
    return order;
}

static std::vector<float> max_pool(const std::vector<float> & x, int width) {
    std::vector<float> res(x.size());
    for (int i = 0; i < (int) x.size(); ++i) {
        for (int j = std::max(0, i - width/2); j <= std::min((int) x.size() - 1, i + width/2); ++j) {
            res[i] = std::max(res[i], x[j]);
        }
    }
    return res;
}

bool needs_squares(const llama_compact_params & params) {
    return params.select == LLAMA_COMPACT_SELECT_ATTENTION || params.select == LLAMA_COMPACT_SELECT_OMP;
}

bool needs_outputs(const llama_compact_params & params) {
    return params.fit != LLAMA_COMPACT_FIT_NONE || params.select == LLAMA_COMPACT_SELECT_OMP;
}

uint32_t rows_held(const llama_compact_params & params, uint32_t n, uint32_t n_all) {
    return params.select == LLAMA_COMPACT_SELECT_OMP ? pursued(n, n_all) : n;
}

bool select_keys(const pool_layout & layout, runner & run, head_scores & sc, uint32_t ikv, uint32_t h,
        const head_rows & rows, const query_set & qs, const llama_compact_params & params, uint32_t n, std::vector<uint32_t> & sel) {
    std::vector<float> scores = sc.scores();
    switch (params.select) {
        case LLAMA_COMPACT_SELECT_ATTENTION:
            sel = best_of(scores, n);
            return true;
        case LLAMA_COMPACT_SELECT_RECENT:
            sel.resize(n);
            std::iota(sel.begin(), sel.end(), rows.n_block - n);
            return true;
        case LLAMA_COMPACT_SELECT_POOLED:
            sel = best_of(max_pool(scores, 7), n);
            return true;
        case LLAMA_COMPACT_SELECT_EXPECTED:
            if (!expected_attention(layout, run, sc, ikv, h, rows, qs, scores)) {
                return false;
            }
            sel = best_of(scores, n);
            return true;
        case LLAMA_COMPACT_SELECT_OMP:
            return matching_pursuit(sc, (size_t) qs.n_fit*layout.stock.layers()[ikv].n_asking(), scores, n, params, sel);
    }
    return false;
}

} // namespace compaction
