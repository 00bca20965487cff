// test-long MODEL: a block so long that the probabilities of all its rows are not held at once loses no queries by it.
#include "compacting.h"

#include <numeric>

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);

    const int     n         = 3600;
    const int32_t n_queries = 2400;
    const auto ctx = lt::make_compacting(model, lt::context_params(n + 64), 2560, 16);
    for (int i = 0; i < n; i += 400) {
        lt::decode(ctx.get(), lt::random_tokens(31 + i, 400), i, false);
    }
    LT_REQUIRE((int64_t) n_queries*n > 8*1024*1024, "too short to show anything");

    const auto measured = [&](int32_t queries, llama_compact_select select) {
        auto params = lt::small_params(4, n - 20, 32);
        params.n_queries = queries;
        params.select    = select;
        params.dry_run   = true;
        return lt::compact(ctx.get(), params);
    };
    return lt::run_cases({
        { "all queries that were asked for, in bounded memory", [&] {
            const auto report = measured(n_queries, LLAMA_COMPACT_SELECT_ATTENTION);
            LT_CHECK(report.n_queries >= n_queries - 8 && report.n_queries <= n_queries, "%d queries", report.n_queries);
            // on a device all heads of a layer are there at once, as long as they take no more than 64 MB
            LT_CHECK(report.peak_extra_bytes < (lt::graphs_only() ? 96u : 24u) << 20, "%llu bytes beside the cache", (unsigned long long) report.peak_extra_bytes);
        } },
        { "the fit is that of fewer queries, whose probabilities are held", [&] {
            for (const auto select : { LLAMA_COMPACT_SELECT_ATTENTION, LLAMA_COMPACT_SELECT_OMP }) {
                const auto all = measured(n_queries, select), some = measured(n_queries - 240, select);
                LT_CHECK(some.n_queries < n_queries - 200, "%d queries", some.n_queries);
                LT_CHECK(all.error > 0.0f && std::fabs(all.error - some.error) < 0.1f*some.error, "error %g, %g", all.error, some.error);
            }
        } },
        { "refining takes hardly more than the fit before it, with what waits for the commit", [&] {
            for (const int32_t positions : { 1, 2 }) {
                auto params = lt::small_params(4, n - 20, 1800);
                params.n_query_positions = positions; // fewer where they would take too much
                params.n_queries = 1536;
                params.n_moves   = 6;
                const auto job = lt::begin(ctx.get(), params);
                llama_compact_report fitted = {}, refined = {};
                LT_REQUIRE(llama_kv_compact_step(job.get(), 0) == LLAMA_COMPACT_OK, "step");
                llama_kv_compact_job_report(job.get(), &fitted, nullptr, 0);
                LT_REQUIRE(llama_kv_compact_refine(job.get(), 0) == LLAMA_COMPACT_OK, "refine");
                llama_kv_compact_job_report(job.get(), &refined, nullptr, 0);
                if (lt::graphs_only()) { // the fit before it is of all rows jointly, which moves from a fit in groups may not better
                    LT_CHECK(refined.error <= fitted.error, "error %g, was %g", refined.error, fitted.error);
                } else { // where probabilities of all rows are there, those of moved keys lie beside them
                    LT_CHECK(refined.error < fitted.error, "error %g, was %g", refined.error, fitted.error);
                    LT_CHECK(refined.peak_extra_bytes < fitted.peak_extra_bytes/8*9, "%llu bytes beside the cache, %llu before",
                             (unsigned long long) refined.peak_extra_bytes, (unsigned long long) fitted.peak_extra_bytes);
                }
            }
        } },
        { "none where nothing is chosen", [&] {
            auto params = lt::small_params(4, n - 20, -1);
            params.dry_run = true;
            LT_CHECK(lt::compact(ctx.get(), params).n_queries == 0, "queries were asked");
        } },
        { "look-ups are counted in steps, and in all of the block", [&] {
            const auto shape   = lt::shape_of(model, argv[1]);
            const int  n_heads = (int) lt::heads_of(ctx.get()).size(), target = n - 400;
            std::vector<std::vector<float>> keys, lines;
            std::vector<llama_compact_head> none(n_heads, { 32, -1, -1, nullptr }), told = none;
            for (int i = 0; i < n_heads; i++) { // this token is looked up
                std::vector<float> line(shape.d);
                LT_REQUIRE(llama_kv_compact_keys(ctx.get(), 0, target, target + 1, i, line.data()) == LLAMA_COMPACT_OK, "keys of %d", i);
                const double square = std::inner_product(line.begin(), line.end(), line.begin(), 0.0);
                std::transform(line.begin(), line.end(), line.begin(), [&](float x) { return (float) (40.0*x/square); });
                line.push_back(-40.0f);
                lines.push_back(line);
                told[i].lookups = lines.back().data();
            }
            lt::compact(ctx.get(), lt::small_params(4, n - 20, -1)); // a block of all rows
            for (int i = 0; i < n_heads; i++) {
                const auto rows = lt::rows_of(ctx.get(), i, shape);
                keys.emplace_back(&rows.k[(size_t) (target - 4)*shape.d], &rows.k[(size_t) (target - 3)*shape.d]);
            }
            int steps[2];
            for (const bool counted : { false, true }) {
                auto params = lt::small_params(4, n - 20);
                params.n_lookups = 1000.0f;
                lt::set_heads(params, counted ? told : none);
                const auto job = lt::begin(ctx.get(), params);
                int32_t rc = LLAMA_COMPACT_MORE;
                for (steps[counted] = 0; rc == LLAMA_COMPACT_MORE; steps[counted]++) {
                    rc = llama_kv_compact_step(job.get(), 1);
                }
                LT_REQUIRE(rc == LLAMA_COMPACT_OK, "step: %d", rc);
                LT_REQUIRE(!counted || llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_OK, "no commit");
            }
            // on a device a step has as much as its pace allows
            LT_CHECK(lt::graphs_only() || steps[1] >= steps[0] + 2*n_heads, "%d steps, %d without", steps[1], steps[0]);
            for (int i = 0; i < n_heads; i++) {
                const auto rows = lt::rows_of(ctx.get(), i, shape);
                bool there = false;
                for (int j = 0; j < rows.n_block; j++) {
                    there = there || std::equal(keys[i].begin(), keys[i].end(), &rows.k[(size_t) j*shape.d]);
                }
                LT_CHECK(there, "entry %d lacks the key", i);
            }
        } },
    });
}
