// test-repeat MODEL: compaction upon compaction, of nearly everything, by itself when the cache is full; scores.
#include "compacting.h"

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n     = 200;

    const auto check_attention = [&](llama_context * ctx, const lt::capture & seen) {
        for (size_t i = 0; i < lt::heads_of(ctx).size(); i++) {
            const double error = lt::attention_error(ctx, seen, shape, (int) i, 1);
            LT_CHECK(error < 5e-3, "entry %zu: relative error %g", i, error);
        }
    };

    return lt::run_cases({
        { "two compactions in a row append two blocks", [&] {
            lt::capture seen;
            auto cparams = lt::context_params();
            seen.attach(cparams);
            const auto ctx = lt::make_compacting(model, cparams);
            lt::decode(ctx.get(), lt::random_tokens(22, n), 0, false);
            const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads);
            auto params = lt::small_params(4, n - 20);
            lt::set_heads(params, heads);
            lt::compact(ctx.get(), params);
            const auto first = lt::heads_of(ctx.get());
            std::vector<lt::head_rows> kept;
            for (size_t i = 0; i < first.size(); i++) {
                kept.push_back(lt::rows_of(ctx.get(), (int) i, shape));
            }
            lt::decode(ctx.get(), lt::random_tokens(23, 120), n, false);
            const auto report = lt::compact(ctx.get(), lt::small_params(n - 20, n + 100, 13));
            LT_CHECK(report.n_tokens == 120, "%d tokens", report.n_tokens);
            const auto info = lt::info_of(ctx.get());
            LT_CHECK(info.n_blocks == 2 && info.n_block_tokens == (uint64_t) (n - 24 + 120) && info.n_live == 24,
                     "%u blocks, %llu tokens in them, %u live", info.n_blocks, (unsigned long long) info.n_block_tokens,
                     info.n_live);
            const auto second = lt::heads_of(ctx.get());
            for (size_t i = 0; i < second.size(); i++) {
                LT_CHECK(second[i].n_rows == first[i].n_rows + 13, "entry %zu: %d rows", i, second[i].n_rows);
                // an old block is frozen: its rows are the first ones and the same bit by bit
                const auto   rows = lt::rows_of(ctx.get(), (int) i, shape);
                const size_t size = (size_t) first[i].n_rows * sizeof(float);
                LT_CHECK(std::memcmp(rows.k.data(), kept[i].k.data(), size * shape.d) == 0 &&
                         std::memcmp(rows.v.data(), kept[i].v.data(), size * shape.d_v) == 0 &&
                         std::memcmp(rows.beta.data(), kept[i].beta.data(), size) == 0,
                         "entry %zu: the old block changed", i);
            }
            seen.clear();
            lt::decode(ctx.get(), { 5 }, n + 120);
            check_attention(ctx.get(), seen);
        } },
        { "everything but a few tokens", [&] {
            lt::capture seen;
            auto cparams = lt::context_params();
            seen.attach(cparams);
            const auto ctx = lt::make_compacting(model, cparams);
            lt::decode(ctx.get(), lt::random_tokens(24, n), 0, false);
            lt::compact(ctx.get(), lt::small_params(0, n - 1, 3));
            LT_CHECK(lt::info_of(ctx.get()).n_live == 1, "%u live", lt::info_of(ctx.get()).n_live);
            seen.clear();
            lt::decode(ctx.get(), { 5 }, n);
            check_attention(ctx.get(), seen);
        } },
        { "everything", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), lt::random_tokens(24, n), 0, false);
            lt::compact(ctx.get(), lt::small_params(0, -1, 3));
            const auto info = lt::info_of(ctx.get());
            LT_CHECK(info.n_live == 0 && info.n_tokens == (uint64_t) n, "%u live, %llu tokens", info.n_live,
                     (unsigned long long) info.n_tokens);
            LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) == n - 1, "last position %d",
                     llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0));
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 5 }, n)[0]), "not finite");
        } },
        { "two chats that alternate have as many blocks as they like", [&] {
            const auto next  = lt::random_tokens(31, 64);
            const auto walk  = [&](bool alternating, int32_t n_rows) {
                auto params = lt::context_params(1024);
                params.n_seq_max = 2;
                params.swa_full  = true;
                const auto ctx = lt::make_compacting(model, params, 128);
                for (llama_seq_id seq = 0; seq < 2; seq++) {
                    lt::decode(ctx.get(), lt::random_tokens(29 + seq, n), 0, false, seq);
                }
                for (int i = 0; i < 20 && n_rows != 0; i++) {
                    const llama_seq_id seq = alternating ? i % 2 : i / 10;
                    const llama_pos    p0  = 4 + 16*(alternating ? i / 2 : i % 10);
                    auto cp = lt::small_params(p0, p0 + 16, n_rows);
                    cp.n_queries = 32;
                    lt::compact(ctx.get(), cp, seq);
                }
                LT_CHECK(n_rows == 0 || lt::info_of(ctx.get(), 1).n_blocks == 10, "%u blocks", lt::info_of(ctx.get(), 1).n_blocks);
                auto logits = lt::decode(ctx.get(), next, n, true, 0);
                const auto more = lt::decode(ctx.get(), next, n, true, 1);
                logits.insert(logits.end(), more.begin(), more.end());
                return logits;
            };
            const double kept = lt::max_abs_diff(walk(true, 0), walk(true, -1));
            LT_CHECK(kept <= lt::ROUNDING, "with all rows kept the logits differ by %g", kept);
            const double fitted = lt::max_abs_diff(walk(false, 5), walk(true, 5));
            LT_CHECK(fitted <= lt::ROUNDING, "fitted in another order the logits differ by %g", fitted);
        } },
        { "what a layout leaves over is there for the next one", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params(8192));
            const auto all = lt::info_of(ctx.get()).bytes_total;
            auto params = lt::small_params(0, 0, 8);
            params.select = LLAMA_COMPACT_SELECT_RECENT;
            params.fit    = LLAMA_COMPACT_FIT_NONE;
            for (int at = 0; at < 1200; at += 100) {
                lt::decode(ctx.get(), lt::random_tokens(26, 100), at, false);
                params.p0 = std::max(at, 4);
                params.p1 = at + 96;
                lt::compact(ctx.get(), params);
            }
            const auto info = lt::info_of(ctx.get());
            const auto lost = (double) (all - info.bytes_total)/((double) info.bytes_live/info.capacity_used);
            const auto rest = llama_kv_compact_classes(ctx.get()) > 0 ? 256.0 : 1.0; // there, whole views alone
            LT_CHECK(lost < rest, "as much as %g cells take is lost", lost);
        } },
        { "the fit lowers the held-out error, and every head reports its own", [&] {
            float error[2];
            for (const auto fit : { LLAMA_COMPACT_FIT_NONE, LLAMA_COMPACT_FIT_VALUES }) {
                const auto ctx = lt::make_compacting(model, lt::context_params(), 128);
                lt::decode(ctx.get(), lt::random_tokens(25, n), 0, false);
                auto params = lt::small_params(4, n - 20, 24);
                params.fit  = fit;
                params.n_queries = 192;
                const auto report = lt::compact(ctx.get(), params);
                error[fit == LLAMA_COMPACT_FIT_VALUES] = report.error;
                const int32_t n_heads = (int32_t) lt::info_of(ctx.get()).n_heads;
                std::vector<float> errors(n_heads, -1.0f);
                LT_CHECK(llama_kv_compact_errors(ctx.get(), errors.data(), n_heads) == n_heads, "not one error per head");
                double sum = 0.0;
                float  top = 0.0f;
                for (const float e : errors) {
                    LT_CHECK(std::isfinite(e) && e >= 0.0f, "error %g", e);
                    sum += e;
                    top = std::max(top, e);
                }
                LT_CHECK(std::fabs(sum / n_heads - report.error) <= 1e-4 && std::fabs(top - report.error_max) <= 1e-5,
                         "mean %g and %g, worst %g and %g", sum / n_heads, report.error, top, report.error_max);
            }
            LT_CHECK(error[1] < error[0], "fitted %g, copied %g", error[1], error[0]);
        } },
        { "a full cache compacts itself when asked to", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params(256));
            auto params = lt::small_params(0, -1);
            llama_kv_cache_set_auto_compact(ctx.get(), 4, 32, 8.0f, &params);
            llama_pos pos = 0;
            for (; pos < 600; pos += 20) {
                const auto logits = lt::decode(ctx.get(), lt::random_tokens(26 + pos, 20), pos);
                LT_REQUIRE(std::isfinite(logits.back()), "not finite at %d", pos);
            }
            const auto info = lt::info_of(ctx.get());
            LT_CHECK(info.n_tokens == (uint64_t) pos && info.n_blocks >= 1, "%llu tokens, %u blocks",
                     (unsigned long long) info.n_tokens, info.n_blocks);
            llama_kv_cache_set_auto_compact(ctx.get(), 4, 32, 8.0f, nullptr);
            int32_t rc = 0;
            while (rc == 0 && pos < 4000) {
                rc = lt::try_decode(ctx.get(), lt::random_tokens(27, 20), pos);
                pos += 20;
            }
            LT_CHECK(rc == 1, "switched off, a full cache returned %d", rc);
        } },
        { "scores are attention of sampled queries", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params(), 128, 32);
            lt::decode(ctx.get(), lt::random_tokens(28, n), 0, false);
            const int n_heads = (int) lt::info_of(ctx.get()).n_heads;
            const int len = 90;
            std::vector<float> scores((size_t) n_heads * len, -1.0f);
            for (const auto reduce : { LLAMA_COMPACT_REDUCE_MAX, LLAMA_COMPACT_REDUCE_RMS }) {
                const int32_t rc = llama_kv_compact_scores(ctx.get(), 0, 10, 10 + len, 120, n, reduce, scores.data());
                LT_REQUIRE(rc == LLAMA_COMPACT_OK, "scores: %d %s", rc, llama_kv_compact_last_error(ctx.get()));
                for (int h = 0; h < n_heads; h++) {
                    double sum = 0.0, squares = 0.0;
                    for (int j = 0; j < len; j++) {
                        const double s = scores[(size_t) h * len + j];
                        LT_REQUIRE(s >= 0.0 && s <= 1.0 + 1e-3, "score %g", s);
                        sum     += s;
                        squares += s * s;
                    }
                    // each query's attention sums to one: the sum of the maxima is at least that, and so is, over
                    // the keys, the sum of root mean squares (at least the mean); squares sum to at most one
                    LT_CHECK(sum >= 1.0 - 1e-2, "entry %d: sum %g", h, sum);
                    LT_CHECK(reduce != LLAMA_COMPACT_REDUCE_RMS || squares <= 1.0 + 1e-2, "entry %d: squares %g", h, squares);
                }
            }
        } },
    });
}
