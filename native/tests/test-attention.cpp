// test-attention MODEL: attention as executed over compacted rows against a reference softmax in double precision,
// with lengths, log-weights and row types that differ from head to head.
#include "compacting.h"

// as graphs: f16 products and accumulation, queries rounded to q8_0 for the product with quantized keys; over host
// memory everything but the stored rows is f32
static const double TOLERANCE_F16   = lt::graphs_only() ? 1e-2 : 1e-4;
static const double TOLERANCE_BETA  = TOLERANCE_F16 + 2e-4; // log-weights are stored in f16
// CUDA rounds queries to eight bits where keys are quantized; tempered logits differ by twice as much by that
static const double TOLERANCE_QUANT = lt::on_card() ? 1.5e-1 : lt::graphs_only() ? 5e-2 : 1e-4;

static std::vector<float> random_beta(lt::rng & r, int n) {
    std::vector<float> beta(n);
    for (auto & b : beta) {
        b = (float) (r.below(2001) - 1000) / 500.0f; // [-2, 2]
    }
    return beta;
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n     = 210;
    const auto past  = lt::random_tokens(4, n);

    lt::capture seen;
    const auto compacted = [&](const std::vector<int32_t> & types, llama_compact_fit fit, bool equal = true) {
        auto params = lt::context_params();
        seen.attach(params);
        auto ctx = lt::make_compacting(model, params);
        lt::decode(ctx.get(), past, 0, false);
        const auto budgets = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads, types, equal);
        auto cp = lt::small_params(4, n - 21);
        cp.fit  = fit;
        lt::set_heads(cp, budgets);
        lt::compact(ctx.get(), cp);
        const auto entries = lt::heads_of(ctx.get());
        for (size_t i = 0; i < entries.size(); i++) {
            const int want = budgets[i].n_rows < 0 ? n - 25 : budgets[i].n_rows;
            LT_CHECK(entries[i].n_rows == want, "entry %zu has %d rows instead of %d", i, entries[i].n_rows, want);
            LT_CHECK(budgets[i].type_k < 0 || entries[i].type_k == budgets[i].type_k, "entry %zu has keys of type %d", i, entries[i].type_k);
            LT_CHECK(budgets[i].type_v < 0 || shape.v_in_k() || entries[i].type_v == budgets[i].type_v, "entry %zu has values of type %d", i, entries[i].type_v);
        }
        return ctx;
    };
    const auto step = [&](llama_context * ctx, int n_tokens, llama_pos pos) {
        seen.clear();
        return lt::decode(ctx, lt::random_tokens(5, n_tokens), pos);
    };
    const auto check_all = [&](llama_context * ctx, int n_tokens, double tolerance) {
        const auto entries = lt::heads_of(ctx);
        for (size_t i = 0; i < entries.size(); i++) {
            const double error = lt::attention_error(ctx, seen, shape, (int) i, n_tokens);
            LT_CHECK(error <= tolerance, "entry %zu (layer %d, head %d, %d rows, type %d): relative error %g", i,
                     entries[i].layer, entries[i].head, entries[i].n_rows, entries[i].type_k, error);
        }
    };

    // two sequences, each with a block and live tokens of its own; every row of one is hidden from the other
    const auto two_sequences = [&](int n_tokens, int n_threads) {
        auto params = lt::context_params(1024);
        params.n_seq_max       = 2;
        params.swa_full        = true;
        params.n_threads       = n_threads;
        params.n_threads_batch = n_threads;
        seen.attach(params);
        const auto ctx     = lt::make_compacting(model, params);
        const auto budgets = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads, { GGML_TYPE_Q8_0, GGML_TYPE_F16 });
        for (llama_seq_id seq = 0; seq < 2; seq++) {
            lt::decode(ctx.get(), seq ? lt::random_tokens(7, n) : past, 0, false, seq);
        }
        auto cp = lt::small_params(4, n - 21);
        lt::set_heads(cp, budgets);
        lt::compact(ctx.get(), cp, 0);
        const auto first = lt::heads_of(ctx.get());
        lt::compact(ctx.get(), cp, 1);
        seen.clear();
        lt::decode(ctx.get(), lt::random_tokens(5, n_tokens), n, true, 1);

        const auto both = lt::heads_of(ctx.get());
        const int  live = n - (n - 25); // tokens of each sequence that stayed, those of the first one first
        for (size_t i = 0; i < both.size(); i++) {
            const auto own = [&](lt::head_rows & rows) {
                const auto drop = [&](int from, int count) {
                    rows.k.erase(rows.k.begin() + (size_t) from*shape.d, rows.k.begin() + (size_t) (from + count)*shape.d);
                    rows.v.erase(rows.v.begin() + (size_t) from*shape.d_v, rows.v.begin() + (size_t) (from + count)*shape.d_v);
                    rows.beta.erase(rows.beta.begin() + from, rows.beta.begin() + from + count);
                    rows.n -= count;
                };
                drop(rows.n_block, live);
                drop(0, first[i].n_rows);
            };
            const double error = lt::attention_error(ctx.get(), seen, shape, (int) i, n_tokens, own);
            LT_CHECK(error <= TOLERANCE_QUANT, "entry %zu: relative error %g", i, error);
            const double shown = lt::attention_error(ctx.get(), seen, shape, (int) i, n_tokens);
            LT_CHECK(shown > 10*error, "entry %zu: the other's rows change the reference by %g only", i, shown);
        }
        return seen.out;
    };

    return lt::run_cases({
        { "several sequences with blocks of their own", [&] {
            two_sequences(1, 1);
            two_sequences(5, 1);
            two_sequences(70, 1);
        } },
        { "the number of threads changes nothing", [&] {
            for (const int n_tokens : { 1, 3, 70 }) {
                const auto one  = two_sequences(n_tokens, 1);
                const auto five = two_sequences(n_tokens, 5);
                // the stock library's own attention may cut its work by threads
                const bool stock = lt::graphs_only() || llama_model_n_swa(model.get()) > 0;
                LT_CHECK(stock || one == five, "%d tokens: outputs differ", n_tokens);
            }
        } },
        { "copied rows of odd lengths", [&] {
            const auto ctx = compacted({ -1 }, LLAMA_COMPACT_FIT_NONE);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_F16);
        } },
        { "beta = ln 2 equals the row twice", [&] {
            const auto ctx     = compacted({ -1 }, LLAMA_COMPACT_FIT_NONE);
            const auto entries = lt::heads_of(ctx.get());

            const lt::border end(ctx.get());

            // the row that the first query head of the group attends to most, so that doubling it shows
            step(ctx.get(), 1, n);
            std::vector<int> chosen;
            for (size_t i = 0; i < entries.size(); i++) {
                const auto    rows = lt::rows_of(ctx.get(), (int) i, shape);
                const int     h    = entries[i].head * (shape.n_head / shape.n_head_kv);
                const float * q    = &seen.q.at(entries[i].layer)[(size_t) h * shape.d];
                int best = 0;
                double top = -INFINITY;
                for (int j = 0; j < rows.n_block; j++) {
                    double dot = 0.0;
                    for (int c = 0; c < shape.d; c++) {
                        dot += (double) q[c] * rows.k[(size_t) j * shape.d + c];
                    }
                    if (dot > top) {
                        top  = dot;
                        best = j;
                    }
                }
                chosen.push_back(best);
            }
            end.cut();
            for (size_t i = 0; i < entries.size(); i++) {
                std::vector<float> beta(entries[i].n_rows, 0.0f);
                beta[chosen[i]] = std::log(2.0f);
                const int32_t rc = llama_kv_compact_set_beta(ctx.get(), (int) i, beta.data(), (int) beta.size());
                LT_REQUIRE(rc >= 0, "set_beta: %d", rc);
            }
            step(ctx.get(), 1, n);
            double shown = 0.0;
            for (size_t i = 0; i < entries.size(); i++) {
                const auto twice = [&](lt::head_rows & rows) {
                    const size_t at = chosen[i];
                    LT_CHECK(std::fabs(rows.beta[chosen[i]] - std::log(2.0f)) < 1e-3f, "beta %f", rows.beta[chosen[i]]);
                    rows.beta[chosen[i]] = 0.0f;
                    const std::vector<float> k(rows.k.begin() + at * shape.d, rows.k.begin() + (at + 1) * shape.d);
                    const std::vector<float> v(rows.v.begin() + at * shape.d_v, rows.v.begin() + (at + 1) * shape.d_v);
                    rows.k.insert(rows.k.begin(), k.begin(), k.end());
                    rows.v.insert(rows.v.begin(), v.begin(), v.end());
                    rows.beta.insert(rows.beta.begin(), 0.0f);
                    rows.n++;
                };
                const auto once = [&](lt::head_rows & rows) { rows.beta[chosen[i]] = 0.0f; };
                const double error = lt::attention_error(ctx.get(), seen, shape, (int) i, 1, twice);
                LT_CHECK(error <= TOLERANCE_BETA, "entry %zu: relative error %g", i, error);
                shown = std::max(shown, lt::attention_error(ctx.get(), seen, shape, (int) i, 1, once));
            }
            LT_CHECK(shown > 10 * TOLERANCE_F16, "doubling the rows changes no output by more than %g", shown);
        } },
        { "random log-weights, one token and batches", [&] {
            const auto ctx     = compacted({ -1 }, LLAMA_COMPACT_FIT_NONE);
            const auto entries = lt::heads_of(ctx.get());
            lt::rng r(6);
            for (size_t i = 0; i < entries.size(); i++) {
                const auto beta = random_beta(r, entries[i].n_rows);
                LT_REQUIRE(llama_kv_compact_set_beta(ctx.get(), (int) i, beta.data(), (int) beta.size()) >= 0, "set_beta");
            }
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_F16);
            step(ctx.get(), 7, n + 1);
            check_all(ctx.get(), 7, TOLERANCE_F16);
            step(ctx.get(), 70, n + 8);
            check_all(ctx.get(), 70, TOLERANCE_F16);
            // without its log-weights the reference must be far off, or the checks above prove nothing
            double off = 0.0;
            for (size_t i = 0; i < entries.size(); i++) {
                off = std::max(off, lt::attention_error(ctx.get(), seen, shape, (int) i, 70, [](lt::head_rows & rows) {
                    std::fill(rows.beta.begin(), rows.beta.end(), 0.0f);
                }));
            }
            LT_CHECK(off > 5e-2, "without log-weights the error is %g only", off);
            // around the number of tokens for which threads share rows, and around the tiles of queries
            int at = n + 78;
            for (const int n_tokens : { 2, 3, 4, 5, 11, 32, 33 }) {
                step(ctx.get(), n_tokens, at);
                check_all(ctx.get(), n_tokens, TOLERANCE_F16);
                at += n_tokens;
            }
        } },
        { "fitted log-weights and values", [&] {
            const auto ctx = compacted({ -1 }, LLAMA_COMPACT_FIT_VALUES);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_F16);
            step(ctx.get(), 9, n + 1);
            check_all(ctx.get(), 9, TOLERANCE_F16);
        } },
        { "q8_0 rows", [&] {
            const auto ctx = compacted({ GGML_TYPE_Q8_0 }, LLAMA_COMPACT_FIT_VALUES);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_QUANT);
            step(ctx.get(), 9, n + 1);
            check_all(ctx.get(), 9, TOLERANCE_QUANT);
        } },
        { "q4_0 rows", [&] {
            const auto ctx = compacted({ GGML_TYPE_Q4_0 }, LLAMA_COMPACT_FIT_NONE);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_QUANT);
        } },
        { "q5_0 rows", [&] {
            const auto ctx = compacted({ GGML_TYPE_Q5_0 }, LLAMA_COMPACT_FIT_VALUES);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_QUANT);
            step(ctx.get(), 33, n + 1);
            check_all(ctx.get(), 33, TOLERANCE_QUANT);
        } },
        { "a mix of row types and lengths in one layer", [&] {
            const auto ctx = compacted({ GGML_TYPE_Q4_0, GGML_TYPE_F16, GGML_TYPE_Q8_0 }, LLAMA_COMPACT_FIT_VALUES);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_QUANT);
            step(ctx.get(), 33, n + 1);
            check_all(ctx.get(), 33, TOLERANCE_QUANT);
        } },
        { "keys and values of different types", [&] {
            const auto ctx = compacted({ GGML_TYPE_Q4_0, GGML_TYPE_F16, GGML_TYPE_Q8_0 }, LLAMA_COMPACT_FIT_VALUES, false);
            step(ctx.get(), 1, n);
            check_all(ctx.get(), 1, TOLERANCE_QUANT);
            step(ctx.get(), 33, n + 1);
            check_all(ctx.get(), 33, TOLERANCE_QUANT);
        } },
        { "quantized rows stand for the rows they were made of", [&] {
            // the same selection in f16 and in q8_0: stored rows must agree to the precision of q8_0
            const auto f16 = compacted({ GGML_TYPE_F16 }, LLAMA_COMPACT_FIT_NONE);
            const auto q8  = compacted({ GGML_TYPE_Q8_0 }, LLAMA_COMPACT_FIT_NONE);
            for (size_t i = 0; i < lt::heads_of(f16.get()).size(); i++) {
                const auto a = lt::rows_of(f16.get(), (int) i, shape);
                const auto b = lt::rows_of(q8.get(), (int) i, shape);
                LT_REQUIRE(a.n == b.n, "entry %zu: %d rows and %d", i, a.n, b.n);
                for (const auto & pair : { std::make_pair(&a.k, &b.k), std::make_pair(&a.v, &b.v) }) {
                    double diff = 0.0, norm = 0.0;
                    for (size_t j = 0; j < pair.first->size(); j++) {
                        diff += std::pow((double) (*pair.first)[j] - (*pair.second)[j], 2);
                        norm += std::pow((double) (*pair.first)[j], 2);
                    }
                    LT_CHECK(std::sqrt(diff / norm) < 1e-2, "entry %zu: rows differ by %g", i, std::sqrt(diff / norm));
                }
            }
        } },
    });
}
