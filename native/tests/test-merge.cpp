// test-merge MODEL: older blocks merged into a new one, alone and together with live tokens.
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
    const auto next  = lt::random_tokens(43, 8);

    // two blocks, [4, 180) and [180, 290), and 40 live tokens
    const auto fill = [&](llama_context * ctx, const std::vector<int32_t> & types = { -1 }) {
        lt::decode(ctx, lt::random_tokens(41, n), 0, false);
        const auto heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, types);
        auto first = lt::small_params(4, 180);
        lt::set_heads(first, heads);
        lt::compact(ctx, first);
        lt::decode(ctx, lt::random_tokens(42, 130), n, false);
        lt::compact(ctx, lt::small_params(180, 290, 24));
    };
    const auto two_blocks = [&](llama_context_params params = lt::context_params(), const std::vector<int32_t> & types = { -1 }) {
        auto ctx = lt::make_compacting(model, params, 128);
        fill(ctx.get(), types);
        return ctx;
    };
    const auto all_rows = [&](llama_context * ctx) {
        std::vector<lt::head_rows> rows;
        for (size_t i = 0; i < lt::heads_of(ctx).size(); i++) {
            rows.push_back(lt::rows_of(ctx, (int) i, shape));
        }
        return rows;
    };

    return lt::run_cases({
        { "keeping all rows of two blocks changes nothing but their number", [&] {
            const auto ctx    = two_blocks();
            const auto rows   = all_rows(ctx.get());
            const auto before = lt::info_of(ctx.get());
            const lt::border end(ctx.get());
            const auto logits = lt::decode_single(ctx.get(), next, 330);
            end.cut();
            const auto report = lt::compact(ctx.get(), lt::small_params(4, 290, -1));
            LT_CHECK(report.n_tokens == 286 && report.bytes_after == report.bytes_before, "%d tokens", report.n_tokens);
            const auto info = lt::info_of(ctx.get());
            LT_CHECK(info.n_blocks == 1 && info.n_block_tokens == before.n_block_tokens && info.n_live == before.n_live &&
                     info.n_block_rows == before.n_block_rows && info.capacity == before.capacity, "%u blocks", info.n_blocks);
            const auto merged = all_rows(ctx.get());
            for (size_t i = 0; i < rows.size(); i++) {
                LT_CHECK(merged[i].k == rows[i].k && merged[i].v == rows[i].v && merged[i].beta == rows[i].beta,
                         "entry %zu: its rows changed", i);
            }
            const double diff = lt::max_abs_diff(logits, lt::decode_single(ctx.get(), next, 330));
            LT_CHECK(diff <= 1e-5, "logits differ by %g", diff);
        } },
        { "rows that stay are taken over to the bit, wherever they lie", [&] {
            const auto ctx    = two_blocks(lt::context_params(), { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0, GGML_TYPE_Q5_0 });
            const auto before = all_rows(ctx.get());
            const auto types  = lt::heads_of(ctx.get());
            lt::compact(ctx.get(), lt::small_params(290, 320, 7));
            const auto after = all_rows(ctx.get());
            const int  live  = 10; // [320, 330)
            for (size_t i = 0; i < before.size(); i++) {
                // how far block rows and live ones are from what they were
                const auto moved_by = [&](const std::vector<float> & a, const std::vector<float> & b, int d) {
                    const size_t n_block = (size_t) before[i].n_block*d, n_live = (size_t) live*d;
                    double res = 0.0;
                    for (size_t j = 0; j < n_block + n_live; ++j) {
                        const float was = j < n_block ? a[j] : a[a.size() - n_live + j - n_block];
                        const float is  = j < n_block ? b[j] : b[b.size() - n_live + j - n_block];
                        if (!(was == is)) { // what is no number has changed as well
                            const double by = std::fabs((double) was - is);
                            res = std::max(res, std::isnan(by) ? INFINITY : by);
                        }
                    }
                    return res;
                };
                LT_CHECK(after[i].n_block == before[i].n_block + 7, "entry %zu: %d rows", i, after[i].n_block);
                const double k = moved_by(before[i].k, after[i].k, shape.d), v = moved_by(before[i].v, after[i].v, shape.d_v);
                // cards round rows anew that are no whole number of 32 bits, as values beside keys are in this model
                const bool anew = lt::on_card() && shape.v_in_k() && ggml_row_size((ggml_type) types[i].type_v, shape.d_v) % 4 != 0;
                LT_CHECK(k == 0.0 && v <= (anew ? lt::ROUNDING : 0.0), "entry %zu (%s, %s): keys changed by %g, values by %g", i,
                         ggml_type_name((ggml_type) types[i].type_k), ggml_type_name((ggml_type) types[i].type_v), k, v);
            }
        } },
        { "blocks and the live tokens behind them: budgets count merged rows, attention is as executed", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx    = two_blocks(params, { GGML_TYPE_F16, GGML_TYPE_Q8_0 });
            const auto before = lt::heads_of(ctx.get());
            auto heads = lt::ragged_budgets((int) before.size());
            auto cp    = lt::small_params(4, 320);
            lt::set_heads(cp, heads);
            const auto report = lt::compact(ctx.get(), cp);
            LT_CHECK(report.n_tokens == 316 && std::isfinite(report.error) && report.n_fallback == 0, "%d tokens, error %g, %d fell back",
                     report.n_tokens, report.error, report.n_fallback);
            const auto info = lt::info_of(ctx.get());
            LT_CHECK(info.n_blocks == 1 && info.n_block_tokens == 316 && info.n_live == 14, "%u blocks, %u live", info.n_blocks,
                     info.n_live);
            const auto after = lt::heads_of(ctx.get());
            int64_t n_rows = 0;
            for (size_t i = 0; i < after.size(); i++) {
                const int32_t most = before[i].n_rows + 30; // with the live tokens [290, 320)
                const int32_t want = heads[i].n_rows < 0 ? most : std::min(heads[i].n_rows, most);
                LT_CHECK(after[i].n_rows == want, "entry %zu: %d rows, not %d", i, after[i].n_rows, want);
                n_rows += after[i].n_rows;
            }
            LT_CHECK(n_rows == report.n_rows, "%lld rows reported", (long long) report.n_rows);
            seen.clear();
            lt::decode(ctx.get(), { 5 }, 330);
            for (size_t i = 0; i < after.size(); i++) {
                const double error = lt::attention_error(ctx.get(), seen, shape, (int) i, 1);
                LT_CHECK(error < (after[i].type_k == GGML_TYPE_F16 ? 5e-3 : 3e-2), "entry %zu: relative error %g", i, error);
            }
        } },
        { "rows bring their weights: selected ones keep them, fitted ones start from them", [&] {
            const auto ctx     = two_blocks();
            const auto entries = lt::heads_of(ctx.get());
            for (size_t i = 0; i < entries.size(); i++) {
                const std::vector<float> beta(entries[i].n_rows, 1.5f);
                llama_kv_compact_set_beta(ctx.get(), (int) i, beta.data(), (int) beta.size());
            }
            auto cp = lt::small_params(4, 290, 12);
            cp.fit  = LLAMA_COMPACT_FIT_NONE;
            lt::compact(ctx.get(), cp);
            for (const auto & rows : all_rows(ctx.get())) {
                for (int i = 0; i < rows.n_block; i++) {
                    LT_CHECK(rows.beta[i] == 1.5f, "a weight became %g", rows.beta[i]);
                }
            }
            // a fit that may not change weights leaves them where they are
            cp.fit      = LLAMA_COMPACT_FIT_VALUES;
            cp.beta_max = 0.0f;
            cp.n_rows   = 8;
            lt::compact(ctx.get(), cp);
            for (const auto & rows : all_rows(ctx.get())) {
                for (int i = 0; i < rows.n_block; i++) {
                    LT_CHECK(std::fabs(rows.beta[i] - 1.5f) < 2e-3f, "a weight became %g", rows.beta[i]);
                }
            }
        } },
        { "the fit lowers the error of a thinned block", [&] {
            float error[2];
            for (const auto fit : { LLAMA_COMPACT_FIT_NONE, LLAMA_COMPACT_FIT_VALUES }) {
                const auto ctx = two_blocks();
                auto cp = lt::small_params(4, 290, 14);
                cp.n_queries = 192;
                cp.fit       = fit;
                error[fit == LLAMA_COMPACT_FIT_VALUES] = lt::compact(ctx.get(), cp).error;
            }
            LT_CHECK(error[1] < error[0] && error[1] > 0.0f, "fitted %g, copied %g", error[1], error[0]);
        } },
        { "ten rounds of appending and thinning stay finite", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params(), 128);
            llama_pos pos = 0;
            for (int round = 0; round < 10; round++) {
                lt::decode(ctx.get(), lt::random_tokens(50 + round, 120), pos, false);
                pos += 120;
                lt::compact(ctx.get(), lt::small_params(4, pos - 16, 40));
                const auto info = lt::info_of(ctx.get());
                LT_CHECK(info.n_blocks == 1 && info.n_tokens == (uint64_t) pos, "%u blocks, %llu tokens", info.n_blocks,
                         (unsigned long long) info.n_tokens);
            }
            for (const auto & rows : all_rows(ctx.get())) {
                for (int i = 0; i < rows.n_block * shape.d; i++) {
                    const int row = i / shape.d;
                    LT_REQUIRE(std::isfinite(rows.k[i]) && rows.beta[row] <= 10.0f, "key %d", row);
                    LT_REQUIRE(std::isfinite(rows.v[row * shape.d_v + i % shape.d_v]), "value %d", row);
                }
            }
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 5 }, pos)[0]), "not finite");
        } },
        { "a range that cuts a block is refused, and nothing changes", [&] {
            const auto ctx    = two_blocks();
            const auto before = all_rows(ctx.get());
            for (const auto & [p0, p1] : std::vector<std::pair<llama_pos, llama_pos>> { { 5, 290 }, { 4, 200 }, { 100, 330 }, { 4, 179 } }) {
                auto cp = lt::small_params(p0, p1, 12);
                LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &cp, nullptr) == LLAMA_COMPACT_ERR_INVALID, "[%d, %d) was taken", p0, p1);
                LT_CHECK(llama_kv_compact_last_error(ctx.get())[0] != 0, "no message");
            }
            // stopped on the way
            auto cp = lt::small_params(4, 290, 12);
            cp.progress = [](float share, void *) { return share > 0.4f; };
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &cp, nullptr) == LLAMA_COMPACT_ERR_ABORTED, "not stopped");
            const auto after = all_rows(ctx.get());
            for (size_t i = 0; i < before.size(); i++) {
                LT_CHECK(after[i].k == before[i].k && after[i].v == before[i].v && after[i].beta == before[i].beta, "entry %zu changed", i);
            }
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 2, "blocks");
        } },
        { "a copy of the sequence keeps the blocks as they were", [&] {
            auto params = lt::context_params(1024);
            params.n_seq_max = 2;
            const auto ctx    = two_blocks(params);
            const auto memory = llama_get_memory(ctx.get());
            llama_memory_seq_cp(memory, 0, 1, -1, -1);
            const auto before = lt::info_of(ctx.get(), 1);
            const lt::border end(ctx.get(), 1);
            const auto logits = lt::decode_single(ctx.get(), next, 330, 1);
            end.cut();
            // cards compute in half precision, batches in another order than single tokens
            const double noise = lt::max_abs_diff(logits, lt::decode(ctx.get(), next, 330, true, 1));
            end.cut();
            lt::compact(ctx.get(), lt::small_params(4, 320, 12));
            const auto after = lt::info_of(ctx.get(), 1);
            LT_CHECK(after.n_blocks == 2 && after.n_block_rows == before.n_block_rows && after.n_live == before.n_live,
                     "%u blocks, %u live", after.n_blocks, after.n_live);
            LT_CHECK(lt::info_of(ctx.get(), 0).n_blocks == 1 && lt::info_of(ctx.get(), 0).n_live == 14, "the merged one");
            const double diff = lt::max_abs_diff(logits, lt::decode_single(ctx.get(), next, 330, 1));
            LT_CHECK(diff <= std::max(2e-3, 2.0*noise), "the copy's logits differ by %g, batches by %g", diff, noise);
            LT_REQUIRE(llama_memory_seq_rm(memory, 1, -1, -1), "the copy was not removed");
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 5 }, 330)[0]), "not finite");
        } },
    });
}
