#include "selection.h"

#include <algorithm>
#include <cfloat>
#include <cmath>
#include <functional>
#include <numeric>

namespace compaction {

std::vector<uint32_t> best_of(const std::vector<float> & scores, uint32_t n) {
    const auto value = [&](size_t i) { return std::isfinite(scores[i]) ? scores[i] : -FLT_MAX; };

    std::vector<float> order;
    order.reserve(scores.size());
    for (size_t i = 0; i < scores.size(); ++i) {
        order.push_back(value(i));
    }
    std::vector<uint32_t> res;
    if (n == 0) {
        return res;
    }
    std::nth_element(order.begin(), order.begin() + (n - 1), order.end(), std::greater<>());
    const float  last  = order[n - 1];
    const size_t equal = n - std::count_if(order.begin(), order.begin() + n, [&](float x) { return x > last; }); // that are chosen of these

    size_t skip = std::count(order.begin(), order.end(), last) - equal; // the first of them
    res.reserve(n);
    for (size_t i = 0; i < scores.size(); ++i) {
        const float x = value(i);
        if (x > last || (x == last && (skip == 0 || skip-- == 0))) {
            res.push_back((uint32_t) i);
        }
    }
    return res;
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

bool select_keys(const pool_layout & layout, runner & run, head_scores & sc, uint32_t ikv, uint32_t h, const head_rows & rows,
        const query_set & qs, const llama_compact_params & params, const std::vector<float> & lookups, uint32_t n, std::vector<uint32_t> & sel) {
    std::vector<float> scores = sc.summed(); // their order is all that counts
    switch (params.select) {
        case LLAMA_COMPACT_SELECT_ATTENTION:
            std::transform(lookups.begin(), lookups.end(), scores.begin(), scores.begin(), std::plus<>());
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
            return matching_pursuit(sc, (size_t) qs.n_fit*layout.stock.layers()[ikv].n_query_heads(), scores, n, params, sel);
    }
    return false;
}

} // namespace compaction
