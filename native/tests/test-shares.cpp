// Attention over heads of uneven lengths keeps all threads at work: counted in rows times queries per thread.
#include "cpu/shares.h"
#include "support.h"

#include <set>

// what the busiest thread of an even load would do, over what it does
static double evenness(const std::vector<int64_t> & rows, int64_t n_q, int n_threads) {
    std::vector<int64_t> load(n_threads, 0);
    int64_t total = 0;
    const auto    order = compaction::longest_first(rows);
    const compaction::shared_heads heads = { rows.data(), order.data(), rows.size() };
    const int64_t tile = compaction::share_size(heads, n_q, 64, n_threads);
    compaction::share_tasks(heads, n_q, tile, n_threads, [&](size_t h, int64_t, int64_t n, int thread) {
        load[thread] += rows[h]*n;
        total        += rows[h]*n;
    });
    return (double) total/n_threads/(double) *std::max_element(load.begin(), load.end());
}

int main() {
    const std::vector<std::vector<int64_t>> lengths = {
        { 32768, 300, 280, 260, 250, 240, 220, 200 },          // one head keeps everything
        { 32768, 32768, 4000, 300, 280, 260, 250, 240 },
        { 8192, 6000, 900, 800, 64, 32, 16, 8 },
        { 4096, 4096, 4096, 4096, 4096, 4096, 4096, 4096 },
        { 100, 7000, 100, 100, 7000, 100, 100, 7000 },
        { 9000 },
    };
    return lt::run_cases({
        { "every query of every head is done once", [&] {
            for (const auto & rows : lengths) {
                const auto order = compaction::longest_first(rows);
                const compaction::shared_heads heads = { rows.data(), order.data(), rows.size() };
                for (const int64_t n_q : { 33, 64, 500, 2048 }) {
                    for (const int n_threads : { 1, 3, 8 }) {
                        std::set<std::pair<size_t, int64_t>> seen;
                        const int64_t tile = compaction::share_size(heads, n_q, 64, n_threads);
                        compaction::share_tasks(heads, n_q, tile, n_threads, [&](size_t h, int64_t first, int64_t n, int thread) {
                            LT_CHECK(n > 0 && n <= 64 && thread >= 0 && thread < n_threads, "%d queries for thread %d", (int) n, thread);
                            for (int64_t i = first; i < first + n; i++) {
                                LT_CHECK(seen.insert({ h, i }).second, "query %d of head %d is done twice", (int) i, (int) h);
                            }
                        });
                        LT_CHECK(seen.size() == rows.size()*n_q, "%zu of %zu queries", seen.size(), rows.size()*(size_t) n_q);
                    }
                }
            }
        } },
        { "eight threads are at work for 85 of 100 rows", [&] {
            for (const auto & rows : lengths) {
                for (const int64_t n_q : { 512, 1024, 2048 }) { // 128 to 512 tokens of four query heads per KV head
                    const double even = evenness(rows, n_q, 8);
                    LT_CHECK(even >= 0.85, "%d rows in the first head, %d queries: %.2f", (int) rows[0], (int) n_q, even);
                }
            }
        } },
    });
}
