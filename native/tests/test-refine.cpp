// test-refine MODEL: heads that are fitted once more, with keys that move, are no worse on held-out queries; the commit may come
// at any time, and what it leaves behaves as any block does.
#include "compacting.h"

using lt::job_ptr;

static std::vector<float> errors_of(const job_ptr & job, llama_compact_report * report = nullptr) {
    std::vector<float> errors(std::max(0, llama_kv_compact_job_report(job.get(), report, nullptr, 0)));
    llama_kv_compact_job_report(job.get(), nullptr, errors.data(), (int32_t) errors.size());
    return errors;
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n     = 220;
    const auto past  = lt::random_tokens(61, n);
    const auto next  = lt::random_tokens(63, 8);

    const auto fresh = [&](llama_context_params params = lt::context_params()) {
        auto ctx = lt::make_compacting(model, params, 128);
        lt::decode(ctx.get(), past, 0, false);
        return ctx;
    };
    std::vector<llama_compact_head> heads;
    const auto params_for = [&](llama_context * ctx, llama_pos p1) {
        heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, { GGML_TYPE_Q8_0, -1 });
        auto params = lt::small_params(4, p1);
        lt::set_heads(params, heads);
        return params;
    };
    // all heads are fitted
    const auto begun = [&](llama_context * ctx, const llama_compact_params & params) {
        auto job = lt::begin(ctx, params);
        LT_CHECK(llama_kv_compact_refine(job.get(), 0) == LLAMA_COMPACT_ERR_INVALID, "refined what is not fitted");
        LT_REQUIRE(llama_kv_compact_step(job.get(), 0) == LLAMA_COMPACT_OK, "step: %s", llama_kv_compact_job_message(job.get()));
        return job;
    };
    const auto refine = [&](const job_ptr & job, int most, const std::function<void(int)> & between = nullptr) {
        for (int i = 1; i <= most; ++i) {
            const float share = llama_kv_compact_job_refined(job.get());
            const int32_t rc  = llama_kv_compact_refine(job.get(), 1);
            LT_REQUIRE(rc >= 0, "refine: %d %s", rc, llama_kv_compact_job_message(job.get()));
            LT_CHECK(llama_kv_compact_job_refined(job.get()) >= share, "less than before");
            if (rc == LLAMA_COMPACT_OK) {
                LT_CHECK(llama_kv_compact_job_refined(job.get()) == 1.0f, "not all");
                return;
            }
            if (between) {
                between(i);
            }
        }
        LT_REQUIRE(most < 10000, "no end");
    };
    const auto commit = [&](const job_ptr & job) {
        const int32_t rc = llama_kv_compact_commit(job.get(), nullptr);
        LT_REQUIRE(rc == LLAMA_COMPACT_OK, "commit: %d %s", rc, llama_kv_compact_job_message(job.get()));
    };
    // whether a key of a block is no token's own
    const auto n_moved = [&](llama_context * a, llama_context * plain) {
        int res = 0;
        for (int i = 0; i < (int) lt::heads_of(a).size(); i++) {
            const auto x = lt::rows_of(a, i, shape), y = lt::rows_of(plain, i, shape);
            LT_REQUIRE(x.n_block == y.n_block, "entry %d: %d rows and %d", i, x.n_block, y.n_block);
            double off = 0.0, all = 1e-30;
            for (int j = 0; j < x.n_block*shape.d; ++j) {
                off += pow(x.k[j] - y.k[j], 2);
                all += pow(y.k[j], 2);
            }
            res += off > 1e-6*all;
        }
        return res;
    };

    return lt::run_cases({
        { "no head is worse on held-out queries, and most that can be are better", [&] {
            lt::capture seen;
            auto cp = lt::context_params();
            seen.attach(cp);
            const auto ctx = fresh(cp), plain = fresh(cp);
            const auto params = params_for(ctx.get(), n - 20);
            commit(begun(plain.get(), params));

            const auto job = begun(ctx.get(), params);
            llama_compact_report before = {}, after = {};
            const auto had = errors_of(job, &before);
            const auto state = lt::full_state(ctx.get());
            refine(job, 10000);
            LT_CHECK(lt::full_state(ctx.get()) == state, "the cache changed");
            LT_CHECK(llama_kv_compact_refine(job.get(), 0) == LLAMA_COMPACT_OK, "more to do");
            const auto has = errors_of(job, &after);
            int better = 0, fitted = 0;
            for (size_t i = 0; i < has.size(); ++i) {
                LT_CHECK(has[i] <= had[i], "entry %zu: error %g, was %g", i, has[i], had[i]);
                better += has[i] < had[i];
                fitted += heads[i].n_rows >= 3 && had[i] > 1e-3f;
            }
            LT_CHECK(after.n_rows == before.n_rows && after.n_fallback <= before.n_fallback && after.error_max <= before.error_max, "reports");
            if (shape.v_in_k()) {
                LT_CHECK(better == 0, "keys that hold values moved");
            } else {
                LT_CHECK(2*better >= fitted && after.error < before.error, "%d of %d heads are better: %g, was %g", better, fitted, after.error, before.error);
            }
            commit(job);
            const int moved = n_moved(ctx.get(), plain.get());
            LT_CHECK(shape.v_in_k() ? moved == 0 : 2*moved >= fitted, "keys of %d heads of %d moved", moved, fitted);

            // attention goes by what was fitted
            seen.clear();
            lt::decode(ctx.get(), { next[0] }, n);
            for (int i = 0; i < (int) heads.size(); i++) {
                const double error = lt::attention_error(ctx.get(), seen, shape, i, 1);
                const bool   exact = heads[i].type_k < 0; // elsewhere queries have the type of the keys that they meet
                const double most  = lt::on_card() ? (exact ? 2e-2 : 1e-1) : exact ? (lt::graphs_only() ? 1e-2 : 5e-3) : 4e-2;
                LT_CHECK(error < most, "entry %d: relative error %g", i, error);
            }
        } },
        { "the commit may come in the middle", [&] {
            const auto plain = fresh(), ctx = fresh();
            const auto params = params_for(ctx.get(), n - 20);
            commit(begun(plain.get(), params));
            const auto job = begun(ctx.get(), params);
            const auto had = errors_of(job);
            refine(job, 3); // heads are at work
            const auto has = errors_of(job);
            commit(job);
            std::vector<float> errors(has.size());
            llama_kv_compact_errors(ctx.get(), errors.data(), (int32_t) errors.size());
            LT_CHECK(errors == has, "errors of the commit");
            if (has == had) {
                LT_CHECK(lt::full_state(ctx.get()) == lt::full_state(plain.get()), "nothing was refined, but the states differ");
            }
            const auto x = lt::decode_single(ctx.get(), next, n);
            LT_CHECK(std::all_of(x.begin(), x.end(), [](float y) { return std::isfinite(y); }), "logits");
        } },
        { "slices give what one call gives, with tokens decoded in between", [&] {
            const auto a = fresh(), b = fresh();
            const auto params = params_for(a.get(), n - 20);
            const auto whole = begun(a.get(), params), job = begun(b.get(), params);
            LT_CHECK(llama_kv_compact_refine(whole.get(), 0) == LLAMA_COMPACT_OK, "refine");
            size_t at = 0;
            refine(job, 10000, [&](int i) {
                if (i % 40 == 0 && at < next.size()) {
                    lt::decode(b.get(), { next[at] }, n + (llama_pos) at);
                    ++at;
                }
            });
            const auto x = errors_of(whole), y = errors_of(job);
            if (at == 0) {
                LT_CHECK(x == y, "errors differ");
            }
            commit(whole);
            commit(job);
            LT_CHECK(lt::info_of(a.get()).n_block_rows == lt::info_of(b.get()).n_block_rows, "rows");
        } },
        { "saved, loaded and compacted again", [&] {
            const auto ctx = fresh();
            const auto params = params_for(ctx.get(), 120);
            const auto job = begun(ctx.get(), params);
            refine(job, 10000);
            commit(job);
            const auto state = lt::full_state(ctx.get());
            const auto other = lt::make_compacting(model, lt::context_params(), 128);
            LT_REQUIRE(llama_state_set_data(other.get(), state.data(), state.size()) > 0, "not loaded");
            for (int i = 0; i < (int) heads.size(); i++) {
                const auto x = lt::rows_of(ctx.get(), i, shape), y = lt::rows_of(other.get(), i, shape);
                LT_CHECK(x.k == y.k && x.v == y.v && x.beta == y.beta, "rows of entry %d differ", i);
            }

            auto all = lt::small_params(4, n - 20); // merges the block, whose keys are moved once more
            const auto again = begun(ctx.get(), all);
            const auto had = errors_of(again);
            refine(again, 10000);
            const auto has = errors_of(again);
            for (size_t i = 0; i < has.size(); ++i) {
                LT_CHECK(has[i] <= had[i], "entry %zu: error %g, was %g", i, has[i], had[i]);
            }
            commit(again);
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 1, "blocks");
        } },
        { "what it works on is removed: refused, nothing changed", [&] {
            const auto ctx = fresh();
            const auto job = begun(ctx.get(), params_for(ctx.get(), n - 20));
            refine(job, 2);
            llama_memory_seq_rm(llama_get_memory(ctx.get()), 0, 100, -1);
            LT_CHECK(llama_kv_compact_refine(job.get(), 1) == LLAMA_COMPACT_ERR_CHANGED, "refined");
            LT_CHECK(llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_ERR_CHANGED, "committed");
        } },
        { "hardly any queries", [&] {
            const auto ctx = fresh();
            for (const int n_queries : { 1, 2, 5 }) {
                auto params = params_for(ctx.get(), n - 20);
                params.n_queries = n_queries;
                const auto job = begun(ctx.get(), params);
                LT_CHECK(llama_kv_compact_refine(job.get(), 0) == LLAMA_COMPACT_OK, "%d queries", n_queries);
                params.n_held_out = 0;
                const auto blind = begun(ctx.get(), params);
                const auto had   = errors_of(blind);
                LT_CHECK(llama_kv_compact_refine(blind.get(), 1) >= 0 && errors_of(blind) == had, "nothing says what is better");
            }
        } },
        { "a finished part is committed, with heads at work given up, and may be refined on after a dry run", [&] {
            const auto ctx = fresh();
            auto params = params_for(ctx.get(), n - 20);
            params.dry_run = true;
            const auto job = begun(ctx.get(), params);
            refine(job, 3);
            commit(job);
            refine(job, 10000);
            commit(job);
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 0, "a dry run");
        } },
        { "steps that there are not", [&] {
            const auto ctx = fresh();
            for (const int32_t bad : { -1, 100000 }) {
                auto params = params_for(ctx.get(), n - 20);
                params.n_moves = bad;
                LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &params, nullptr) == LLAMA_COMPACT_ERR_INVALID, "%d steps", bad);
                params.n_moves   = 0;
                params.n_query_positions = bad;
                LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &params, nullptr) == LLAMA_COMPACT_ERR_INVALID, "asked from %d positions", bad);
            }
        } },
    });
}
