// test-offsets: how far after the context the reference queries are asked from. Needs no model.
#include "pipeline/offsets.h"
#include "support.h"

#include <climits>
#include <vector>

using compaction::future_offset;

int main() {
    return lt::run_cases({
        { "within the span, whatever it is", [&] {
            for (const int32_t span : { INT32_MIN, -1, 0, 1, 2, 3, 64, 512, 100000, INT32_MAX }) {
                for (size_t i = 0; i < 3000; i++) {
                    const int32_t at = future_offset(i, span);
                    LT_REQUIRE(at >= 0 && (at == 0 || at < span), "query %zu of a span of %d is asked from %d", i, span, at);
                }
            }
            LT_CHECK(future_offset(SIZE_MAX, 512) >= 0 && future_offset(SIZE_MAX, 512) < 512, "the last query is outside");
        } },
        { "evenly in logarithm, over any stretch of the queries", [&] {
            const int32_t span = 512;
            for (size_t first = 0; first < 2000; first += 125) {
                std::vector<int> octave(10);
                for (size_t i = first; i < first + 125; i++) {
                    octave[(size_t) std::log2(future_offset(i, span) + 1.0)]++; // of nine, the last one short of its end
                }
                for (int o = 0; o < 9; o++) {
                    LT_CHECK(octave[o] >= 9 && octave[o] <= 19, "%d of 125 queries from %zu on are asked from octave %d", octave[o], first, o);
                }
                LT_CHECK(octave[9] == 0, "%d queries beyond the span", octave[9]);
            }
        } },
    });
}
