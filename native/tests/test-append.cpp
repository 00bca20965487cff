// test-append MODEL: the block keeps its mass whatever is appended after it, and in whatever pieces.
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
    const auto next  = lt::random_tokens(8, 90);

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
        { "one token at a time, batches of 7 and one batch give the same logits", [&] {
            const auto a = compacted(lt::context_params(), 0);
            const auto b = compacted(lt::context_params(), 0);
            const auto c = compacted(lt::context_params(), 0);
            const auto single = lt::decode_single(a.get(), next, n);
            const auto whole  = lt::decode(b.get(), next, n);
            lt::logits_t sevens;
            for (size_t i = 0; i < next.size(); i += 7) {
                const auto rows = lt::decode(c.get(), { next.begin() + i, next.begin() + std::min(i + 7, next.size()) },
                                             n + (int) i);
                sevens.insert(sevens.end(), rows.begin(), rows.end());
            }
            LT_CHECK(lt::max_abs_diff(single, whole)  <= 1e-3, "one batch: %g", lt::max_abs_diff(single, whole));
            LT_CHECK(lt::max_abs_diff(single, sevens) <= 1e-3, "batches of 7: %g", lt::max_abs_diff(single, sevens));
        } },
        { "a block of log-weight c weighs e^c against the tokens after it", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx   = compacted(params, -1);
            const auto shape = lt::shape_of(model);
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
            LT_CHECK(diff <= 1e-3, "logits differ by %g", diff);
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
