// test-append MODEL: the block keeps its mass whatever is appended after it, and in whatever pieces.
//
// The CPU computes batches of 64 and more in f32, smaller ones in f16 (see test-keep-all): pieces of either kind agree
// with each other, and the two kinds agree as well as they do without any compaction.
#include "compacting.h"

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const int  n     = 190;
    const auto past  = lt::random_tokens(7, n);
    const auto next  = lt::random_tokens(8, 128);

    const auto compacted = [&](llama_context_params params, int32_t n_rows) {
        auto ctx = lt::make_compacting(model, params);
        lt::decode(ctx.get(), past, 0, false);
        auto cp = lt::small_params(4, n - 16, n_rows);
        const auto budgets = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads);
        if (n_rows == 0) {
            lt::set_heads(cp, budgets);
        }
        lt::compact(ctx.get(), cp);
        return ctx;
    };
    const auto set_all_betas = [](llama_context * ctx, float value) {
        const auto entries = lt::heads_of(ctx);
        for (size_t i = 0; i < entries.size(); i++) {
            const std::vector<float> beta(entries[i].n_rows, value);
            LT_REQUIRE(llama_kv_compact_set_beta(ctx, (int) i, beta.data(), (int) beta.size()) >= 0, "set_beta");
        }
    };

    return lt::run_cases({
        { "one batch, two batches, batches of 7 and single tokens give the same logits", [&] {
            const auto pieces = [&](llama_context * ctx, size_t size) {
                lt::logits_t logits;
                for (size_t i = 0; i < next.size(); i += size) {
                    const auto end = next.begin() + std::min(i + size, next.size());
                    const auto rows = lt::decode(ctx, { next.begin() + i, end }, n + (int) i);
                    logits.insert(logits.end(), rows.begin(), rows.end());
                }
                return logits;
            };
            const auto run = [&](size_t size) { return pieces(compacted(lt::context_params(), 0).get(), size); };
            const auto run_full = [&](size_t size) {
                const auto ctx = lt::make_context(model, lt::context_params());
                lt::decode(ctx.get(), past, 0, false);
                return pieces(ctx.get(), size);
            };
            const auto   whole = run(128);
            const double two   = lt::max_abs_diff(whole, run(64));
            LT_CHECK(two <= (lt::on_card() ? lt::rounding_of(model) : 1e-3), "two batches: logits differ by %g", two);
            const auto full = run_full(128);
            for (const size_t size : { 7, 1 }) {
                const double diff  = lt::max_abs_diff(whole, run(size));
                const double noise = lt::max_abs_diff(full, run_full(size));
                LT_CHECK(diff <= std::max(1e-3, 2.0 * noise), "batches of %zu: logits differ by %g, without compaction by %g",
                         size, diff, noise);
            }
        } },
        { "a block of log-weight c weighs e^c against the tokens after it", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx   = compacted(params, -1);
            const auto shape = lt::shape_of(model, argv[1]);
            const auto check = [&](int n_tokens) {
                for (size_t i = 0; i < lt::heads_of(ctx.get()).size(); i++) {
                    // e^-1.3 of the mass: every row of the block scaled alike, in the reference by hand
                    const double error = lt::attention_error(ctx.get(), seen, shape, (int) i, n_tokens,
                        [](lt::head_rows & rows) { std::fill_n(rows.beta.begin(), rows.n_block, -1.3f); });
                    LT_CHECK(error < 5e-3, "entry %zu: relative error %g", i, error);
                }
            };
            set_all_betas(ctx.get(), -1.3f);
            seen.clear();
            lt::decode(ctx.get(), { next.begin(), next.begin() + 40 }, n);
            check(40);
            seen.clear();
            lt::decode(ctx.get(), { next[40] }, n + 40);
            check(1);
        } },
        { "rows without mass do not exist", [&] {
            // log-weight -60 on every row: what the rows hold must not matter, so two different blocks agree
            const auto a = compacted(lt::context_params(), 5);
            const auto b = compacted(lt::context_params(), 23);
            set_all_betas(a.get(), -60.0f);
            set_all_betas(b.get(), -60.0f);
            const double diff = lt::max_abs_diff(lt::decode(a.get(), next, n), lt::decode(b.get(), next, n));
            LT_CHECK(diff <= lt::ROUNDING, "logits differ by %g", diff);
        } },
        { "live tokens after the block are masked causally", [&] {
            // the logits of the first tokens of a batch do not depend on the later ones
            const auto a = compacted(lt::context_params(), 0);
            const auto b = compacted(lt::context_params(), 0);
            auto other = next;
            std::reverse(other.begin() + 20, other.end());
            auto x = lt::decode(a.get(), next, n);
            auto y = lt::decode(b.get(), other, n);
            const size_t head = (size_t) 20 * lt::n_vocab(a.get());
            LT_CHECK(lt::max_abs_diff({ x.begin(), x.begin() + head }, { y.begin(), y.begin() + head }) <= 1e-5,
                     "later tokens are seen");
            LT_CHECK(lt::max_abs_diff(x, y) > 1e-2, "the batches do not differ at all");
        } },
    });
}
