// How threads share attention over heads of very uneven lengths: in tasks of some queries over all rows of one head, the
// longest first, each to the thread that has the least to do so far. Every thread goes through the same list.
//
// The threads take no memory for it: in a graph, nobody could be told that there is none.
#pragma once

#include "ggml.h"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace compaction {

// what is shared: heads, the longest first
struct shared_heads {
    const int64_t * rows;  // [n] of each head
    const size_t  * order; // [n]
    size_t          n;
};

inline std::vector<size_t> longest_first(const std::vector<int64_t> & rows) {
    std::vector<size_t> res(rows.size());
    std::iota(res.begin(), res.end(), 0);
    std::stable_sort(res.begin(), res.end(), [&](size_t a, size_t b) { return rows[a] > rows[b]; });
    return res;
}

// Calls f(head, first query, queries, thread) for every task. n_q: queries of each head
template <typename F>
void share_tasks(const shared_heads & heads, int64_t n_q, int64_t tile, int n_threads, F f) {
    int64_t load[GGML_MAX_N_THREADS] = {};
    for (size_t i = 0; i < heads.n; ++i) {
        const size_t h = heads.order[i];
        for (int64_t first = 0; first < n_q; first += tile) {
            const int64_t n  = std::min(tile, n_q - first);
            int64_t     * to = std::min_element(load, load + n_threads);
            *to += std::max<int64_t>(heads.rows[h], 1)*n;
            f(h, first, n, (int) (to - load));
        }
    }
}

// Queries of a task, at most `most`: as many as leave no thread waiting for long. Rows are converted once per task, so more
// are better.
inline int64_t share_size(const shared_heads & heads, int64_t n_q, int64_t most, int n_threads) {
    constexpr int64_t LEAST = 16;

    if (n_threads == 1) {
        return most;
    }
    const int64_t total = std::accumulate(heads.rows, heads.rows + heads.n, (int64_t) 0)*n_q;

    int64_t best     = most;
    int64_t shortest = INT64_MAX; // of the longest thread's work
    for (int64_t tile = most; tile >= LEAST; tile /= 2) {
        int64_t load[GGML_MAX_N_THREADS] = {};
        share_tasks(heads, n_q, tile, n_threads, [&](size_t h, int64_t, int64_t n, int thread) { load[thread] += heads.rows[h]*n; });
        const int64_t longest = *std::max_element(load, load + n_threads);
        if (longest < shortest) {
            shortest = longest;
            best     = tile;
        }
        if (longest*n_threads <= total + total/9) { // nine tenths of what is even
            break;
        }
    }
    return best;
}

} // namespace compaction
