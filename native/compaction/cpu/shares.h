// How threads share attention over heads of very uneven lengths: in tasks of some queries over all rows of one head, the
// longest first, each to the thread that has the least to do so far. Every thread goes through the same list.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace compaction {

// Calls f(head, first query, queries, thread) for every task. rows [heads]; n_q: queries of each head
template <typename F>
void share_tasks(const std::vector<int64_t> & rows, int64_t n_q, int64_t tile, int n_threads, F f) {
    std::vector<size_t> heads(rows.size());
    std::iota(heads.begin(), heads.end(), 0);
    std::stable_sort(heads.begin(), heads.end(), [&](size_t a, size_t b) { return rows[a] > rows[b]; });

    std::vector<int64_t> load(n_threads, 0);
    for (const size_t h : heads) {
        for (int64_t first = 0; first < n_q; first += tile) {
            const int64_t n  = std::min(tile, n_q - first);
            const auto    to = std::min_element(load.begin(), load.end());
            *to += std::max<int64_t>(rows[h], 1)*n;
            f(h, first, n, (int) (to - load.begin()));
        }
    }
}

// Queries of a task, at most `most`: as many as leave no thread waiting for long. Rows are converted once per task, so more
// are better.
inline int64_t share_size(const std::vector<int64_t> & rows, int64_t n_q, int64_t most, int n_threads) {
    constexpr int64_t LEAST = 16;

    if (n_threads == 1) {
        return most;
    }
    const int64_t total = std::accumulate(rows.begin(), rows.end(), (int64_t) 0)*n_q;

    int64_t best     = most;
    int64_t shortest = INT64_MAX; // of the longest thread's work
    for (int64_t tile = most; tile >= LEAST; tile /= 2) {
        std::vector<int64_t> load(n_threads, 0);
        share_tasks(rows, n_q, tile, n_threads, [&](size_t h, int64_t, int64_t n, int thread) { load[thread] += rows[h]*n; });
        const int64_t longest = *std::max_element(load.begin(), load.end());
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
