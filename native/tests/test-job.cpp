// test-job MODEL: a compaction in slices gives what the blocking call gives, bears tokens decoded in between, and
// notices when what it works on has changed.
#include "compacting.h"

using lt::begin;
using lt::job_ptr;

// smallest slices, with something in between; their number
static int finish(const job_ptr & job, const std::function<void(int)> & between = nullptr) {
    int n = 0;
    while (true) {
        const int32_t rc = llama_kv_compact_step(job.get(), 1);
        n++;
        LT_REQUIRE(rc >= 0, "step %d: %d %s", n, rc, llama_kv_compact_job_message(job.get()));
        if (rc == LLAMA_COMPACT_OK) {
            return n;
        }
        LT_REQUIRE(rc == LLAMA_COMPACT_MORE && n < 10000, "no end");
        if (between) {
            between(n);
        }
    }
}

static llama_compact_report commit(const job_ptr & job) {
    llama_compact_report report = {};
    const int32_t rc = llama_kv_compact_commit(job.get(), &report);
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "commit: %d %s", rc, llama_kv_compact_job_message(job.get()));
    return report;
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
    const auto said  = lt::random_tokens(62, 24);
    const auto next  = lt::random_tokens(63, 8);

    const auto fresh = [&](llama_context_params params = lt::context_params()) {
        auto ctx = lt::make_compacting(model, params, 128);
        lt::decode(ctx.get(), past, 0, false);
        return ctx;
    };
    const auto two_sequences = [&] {
        auto params = lt::context_params();
        params.n_seq_max = 2;
        return params;
    };
    std::vector<llama_compact_head> heads;
    const auto ragged = [&](llama_context * ctx, llama_pos p0, llama_pos p1) {
        heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, { GGML_TYPE_Q8_0, -1 });
        auto params = lt::small_params(p0, p1);
        lt::set_heads(params, heads);
        return params;
    };
    const auto same_reports = [&](const llama_compact_report & a, const llama_compact_report & b) {
        LT_CHECK(a.n_tokens == b.n_tokens && a.n_rows == b.n_rows && a.bytes_before == b.bytes_before && a.bytes_after == b.bytes_after &&
                 a.capacity_before == b.capacity_before && a.capacity_after == b.capacity_after && a.error == b.error &&
                 a.error_max == b.error_max && a.n_fallback == b.n_fallback, "reports differ: errors %g and %g", a.error, b.error);
    };

    // refused from here on, at both calls, with nothing changed
    const auto refused = [&](llama_context * ctx, const job_ptr & job, const char * after) {
        const auto state = lt::full_state(ctx);
        LT_CHECK(llama_kv_compact_step(job.get(), 1) == LLAMA_COMPACT_ERR_CHANGED, "%s: step was taken", after);
        LT_CHECK(llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_ERR_CHANGED, "%s: commit was taken", after);
        LT_CHECK(llama_kv_compact_job_message(job.get())[0] != 0, "%s: no message", after);
        LT_CHECK(lt::full_state(ctx) == state, "%s: the state changed", after);
    };
    using change = std::function<void(llama_context *)>;

    return lt::run_cases({
        { "slices give what one call gives, to the bit", [&] {
            const auto a = fresh(), b = fresh();
            const auto params = ragged(a.get(), 4, n - 20);
            const auto whole  = lt::compact(a.get(), params);
            const auto job    = begin(b.get(), params);
            float last = 0.0f;
            const int steps = finish(job, [&](int) {
                const float now = llama_kv_compact_job_progress(job.get());
                LT_CHECK(now >= last && now <= 1.0f, "progress %g after %g", now, last);
                last = now;
            });
            LT_CHECK(steps > (int) heads.size(), "%d steps for %zu heads: a head is not divided", steps, heads.size());
            llama_compact_report known = {};
            std::vector<float> errors(heads.size()), final_errors(heads.size());
            LT_CHECK(llama_kv_compact_job_report(job.get(), &known, errors.data(), (int32_t) errors.size()) == (int32_t) heads.size(), "heads");
            LT_CHECK(known.error == whole.error && known.error > 0.0f, "errors %g and %g", known.error, whole.error);
            LT_CHECK(lt::info_of(b.get()).n_blocks == 0, "committed before the commit");
            same_reports(whole, commit(job));
            llama_kv_compact_errors(b.get(), final_errors.data(), (int32_t) final_errors.size());
            LT_CHECK(errors == final_errors, "the errors changed at the commit");
            LT_CHECK(lt::full_state(a.get()) == lt::full_state(b.get()), "the states differ");
            const auto x = lt::decode_single(a.get(), next, n), y = lt::decode_single(b.get(), next, n);
            LT_CHECK(std::memcmp(x.data(), y.data(), x.size()*sizeof(float)) == 0, "logits differ by %g", lt::max_abs_diff(x, y));
            LT_CHECK(llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_ERR_INVALID, "committed twice");
            LT_CHECK(llama_kv_compact_step(job.get(), 0) == LLAMA_COMPACT_ERR_INVALID, "a step after the commit");
        } },
        { "several heads at once, in groups of rows, give what one after another gives, to the bit", [&] {
            const auto with = [&](int n_threads) {
                auto ctx = lt::make_compacting(model, lt::context_params(2048));
                for (int i = 0; i < 4; ++i) {
                    lt::decode(ctx.get(), lt::random_tokens(11 + i, 325), 325*i, false);
                }
                llama_set_n_threads(ctx.get(), n_threads, n_threads); // as many heads at once
                auto p = lt::small_params(4, 1280, 900);
                LT_CHECK(lt::compact(ctx.get(), p).n_rows > 384, "one group of rows");
                return ctx;
            };
            const auto one = with(1), four = with(4);
            LT_CHECK(lt::full_state(one.get()) == lt::full_state(four.get()), "the states differ");
        } },
        { "a slice may be as long as any number says", [&] {
            const auto ctx = fresh();
            const auto job = begin(ctx.get(), lt::small_params(4, n - 20));
            LT_CHECK(llama_kv_compact_step(job.get(), INT64_MAX) == LLAMA_COMPACT_OK, "not done: %s", llama_kv_compact_job_message(job.get()));
        } },
        { "slices do not walk the cache: a head at most, and only when tokens came", [&] {
            const auto walks = [&](const std::function<void(llama_context *, int)> & between) {
                const auto ctx = fresh();
                const auto job = begin(ctx.get(), lt::small_params(4, n - 20, 90));
                const int  slices = finish(job, [&](int i) { between(ctx.get(), i); });
                const double cells = lt::info_of(ctx.get()).n_cells;
                commit(job);
                return std::pair(slices, (double) llama_kv_compact_job_walked(job.get())/cells);
            };
            const auto alone = walks([](llama_context *, int) {});
            LT_CHECK(alone.second == 2.0, "%d slices walked the cache %g times, not at begin and commit alone", alone.first, alone.second);

            size_t at = 0;
            const auto busy = walks([&](llama_context * ctx, int) {
                if (at < said.size()) {
                    lt::decode(ctx, { said[at] }, n + (llama_pos) at);
                    at++;
                }
            });
            const auto n_heads = lt::info_of(fresh().get()).n_heads;
            LT_CHECK(busy.first > (int) n_heads, "%d slices for %u heads", busy.first, n_heads);
            LT_CHECK(busy.second <= 2.0 + n_heads, "%d slices walked the cache %g times for %u heads", busy.first, busy.second, n_heads);
        } },
        { "tokens decoded between slices stay live, and the block is as good", [&] {
            lt::capture seen;
            auto cp = lt::context_params();
            seen.attach(cp);
            const auto a = fresh(cp), b = fresh(), full = fresh();
            auto params = lt::small_params(4, n - 20, 90);

            const auto job = begin(a.get(), params);
            size_t at = 0;
            finish(job, [&](int) {
                for (int i = 0; i < 2 && at < said.size(); i++, at++) {
                    lt::decode(a.get(), { said[at] }, n + (llama_pos) at);
                }
            });
            LT_REQUIRE(at == said.size(), "only %zu tokens found a place between steps", at);
            const auto ra = commit(job);

            const auto rb = lt::compact(b.get(), params);
            lt::decode_single(b.get(), said, n);
            lt::decode_single(full.get(), said, n);
            lt::compact(full.get(), lt::small_params(4, n - 20, -1)); // all rows

            const auto ia = lt::info_of(a.get()), ib = lt::info_of(b.get());
            LT_CHECK(ia.n_live == ib.n_live && ia.n_tokens == ib.n_tokens && ia.n_block_rows == ib.n_block_rows && ia.capacity == ib.capacity,
                     "%u live cells and %u", ia.n_live, ib.n_live);
            LT_CHECK(ra.error < 1.3f*rb.error && rb.error < 0.9f, "error %g in slices, %g at once", ra.error, rb.error);

            // what was decoded before the commit saw the full cache: its rows are those of the full cache
            for (int i = 0; i < (int) lt::heads_of(a.get()).size(); i++) {
                const auto got = lt::rows_of(a.get(), i, shape), want = lt::rows_of(full.get(), i, shape);
                const int  live = got.n - got.n_block;
                LT_REQUIRE(live == want.n - want.n_block && live == 20 + 4 + (int) said.size(), "%d live rows", live);
                LT_CHECK(std::equal(got.k.end() - live*shape.d, got.k.end(), want.k.end() - live*shape.d) &&
                         std::equal(got.v.end() - live*shape.d_v, got.v.end(), want.v.end() - live*shape.d_v), "live rows of entry %d differ", i);
            }
            seen.clear();
            const llama_pos end = n + (llama_pos) said.size();
            lt::decode(a.get(), { next[0] }, end);
            for (int i = 0; i < (int) lt::heads_of(a.get()).size(); i++) {
                const double error = lt::attention_error(a.get(), seen, shape, i, 1);
                LT_CHECK(error < 5e-3, "entry %d: relative error %g", i, error);
            }
        } },
        { "the error falls to nothing as rows are kept", [&] {
            const auto ctx = fresh();
            const auto error_of = [&](int32_t rows, llama_compact_fit fit) {
                auto params = lt::small_params(4, n - 20, rows);
                params.dry_run = true;
                params.fit     = fit;
                return lt::compact(ctx.get(), params).error;
            };
            const float none = error_of(195, LLAMA_COMPACT_FIT_NONE), few = error_of(20, LLAMA_COMPACT_FIT_NONE);
            LT_CHECK(none < 0.1f && none < 0.3f*few, "one of 196 rows left out: %g; 20 kept: %g", none, few);
            const float fitted = error_of(20, LLAMA_COMPACT_FIT_VALUES);
            LT_CHECK(fitted < few, "fitted %g, copied %g", fitted, few);
        } },
        { "what makes the work worthless is noticed", [&] {
            const auto loaded = [&] {
                const auto ctx = fresh();
                return lt::full_state(ctx.get());
            }();
            const std::vector<std::pair<const char *, change>> changes = {
                { "the end of the range removed", [&](llama_context * c) {
                    LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(c), 0, n - 30, -1), "not removed");
                } },
                { "... and decoded again", [&](llama_context * c) {
                    LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(c), 0, n - 30, -1), "not removed");
                    lt::decode(c, lt::random_tokens(70, 30), n - 30, false);
                } },
                { "cleared",  [&](llama_context * c) { llama_memory_clear(llama_get_memory(c), false); } },
                { "another sequence kept", [&](llama_context * c) { llama_memory_seq_keep(llama_get_memory(c), 1); } },
                { "the sequence removed", [&](llama_context * c) { llama_memory_seq_rm(llama_get_memory(c), 0, -1, -1); } },
                { "a state loaded", [&](llama_context * c) {
                    LT_REQUIRE(llama_state_set_data(c, loaded.data(), loaded.size()) > 0, "not loaded");
                } },
                { "compacted by another call", [&](llama_context * c) { lt::compact(c, lt::small_params(4, n - 20)); } },
                { "another range compacted", [&](llama_context * c) { lt::compact(c, lt::small_params(n - 20, n)); } },
                { "another sequence compacted", [&](llama_context * c) {
                    lt::decode(c, lt::random_tokens(71, 60), 0, false, 1);
                    lt::compact(c, lt::small_params(0, 50), 1);
                } },
            };
            for (const auto & [name, change] : changes) {
                for (const bool done : { false, true }) {
                    const auto ctx = fresh(two_sequences());
                    const auto job = begin(ctx.get(), lt::small_params(4, n - 20));
                    if (done) {
                        finish(job);
                    } else {
                        LT_REQUIRE(llama_kv_compact_step(job.get(), 1) == LLAMA_COMPACT_MORE, "done at once");
                    }
                    change(ctx.get());
                    refused(ctx.get(), job, name);
                }
            }
        } },
        { "positions moved are noticed", [&] {
            const auto ctx = fresh();
            const auto mem = llama_get_memory(ctx.get());
            if (llama_memory_can_shift(mem)) {
                const auto job = begin(ctx.get(), lt::small_params(4, n - 20));
                llama_memory_seq_add(mem, 0, 100, -1, 5);
                LT_CHECK(llama_kv_compact_step(job.get(), 1) == LLAMA_COMPACT_ERR_CHANGED, "a shift before the next batch");
            }
            const auto other = fresh();
            lt::compact(other.get(), lt::small_params(4, 120));
            const auto job = begin(other.get(), lt::small_params(120, n));
            const llama_compact_span span = { 4, 120, 60 };
            const int32_t rc = llama_kv_compact_reposition(other.get(), 0, &span, 1);
            if (rc == LLAMA_COMPACT_OK) {
                refused(other.get(), job, "moved");
            } else {
                LT_CHECK(rc == LLAMA_COMPACT_ERR_UNSUPPORTED, "reposition: %d", rc);
                finish(job);
                commit(job);
            }
        } },
        { "what does not concern the range is borne", [&] {
            const auto a   = fresh(two_sequences());
            const auto mem = llama_get_memory(a.get());
            lt::decode(a.get(), lt::random_tokens(72, 40), 0, false, 1);
            const auto job = begin(a.get(), lt::small_params(4, n - 20));
            finish(job, [&](int step) {
                if (step == 2) { // another chat ends, and one begins in its cells
                    LT_REQUIRE(llama_memory_seq_rm(mem, 1, -1, -1), "not removed");
                    lt::decode(a.get(), lt::random_tokens(73, 50), 0, false, 1);
                }
                if (step == 4) { // the end of the chat is said anew
                    LT_REQUIRE(llama_memory_seq_rm(mem, 0, n - 10, -1), "not removed");
                    lt::decode(a.get(), lt::random_tokens(74, 14), n - 10, false);
                }
            });
            commit(job);
            const auto mine = lt::info_of(a.get(), 0), other = lt::info_of(a.get(), 1);
            LT_CHECK(mine.n_blocks == 1 && mine.n_tokens == (uint64_t) n + 4 && mine.n_live == 28, "%u live", mine.n_live);
            LT_CHECK(other.n_blocks == 0 && other.n_live == 50, "the other: %u blocks, %u live", other.n_blocks, other.n_live);
            LT_CHECK(std::isfinite(lt::decode(a.get(), { 5 }, n + 4)[0]), "not finite");
        } },
        { "a sequence that shares the range keeps its tokens", [&] {
            const auto a = fresh(two_sequences());
            const auto job = begin(a.get(), lt::small_params(4, n - 20));
            finish(job, [&](int step) {
                if (step == 2) {
                    llama_memory_seq_cp(llama_get_memory(a.get()), 0, 1, -1, -1);
                }
            });
            commit(job);
            LT_CHECK(lt::info_of(a.get(), 0).n_live == 24 && lt::info_of(a.get(), 1).n_live == (uint32_t) n, "live cells");
            LT_CHECK(lt::info_of(a.get(), 1).n_blocks == 0, "the copy was compacted too");
        } },
        { "an abort stops a step; the job goes on after it", [&] {
            const auto a = fresh(), b = fresh();
            auto params = ragged(a.get(), 4, n - 20);
            struct { int calls = 0; } stop;
            params.progress_data = &stop;
            params.progress      = [](float, void * data) { return ++static_cast<decltype(stop) *>(data)->calls % 3 == 0; };
            const auto state = lt::full_state(a.get());
            const auto job   = begin(a.get(), params);
            int aborted = 0;
            while (true) {
                const int32_t rc = llama_kv_compact_step(job.get(), 1);
                LT_CHECK(lt::full_state(a.get()) == state, "a step changed the state");
                if (rc == LLAMA_COMPACT_OK) {
                    break;
                }
                LT_REQUIRE(rc == LLAMA_COMPACT_MORE || rc == LLAMA_COMPACT_ERR_ABORTED, "%d", rc);
                aborted += rc == LLAMA_COMPACT_ERR_ABORTED;
            }
            LT_CHECK(aborted > 1, "never aborted");
            commit(job);
            params.progress = nullptr;
            lt::compact(b.get(), params);
            LT_CHECK(lt::full_state(a.get()) == lt::full_state(b.get()), "the states differ");
        } },
        { "what is told of the progress may change the cache: the step says so", [&] {
            struct edit { llama_context * ctx; int left; };
            int noticed = 0;
            for (int at = 1;; at += 3) {
                const auto ctx = fresh();
                auto params = ragged(ctx.get(), 4, n - 20);
                edit cut { ctx.get(), at };
                params.progress_data = &cut;
                params.progress      = [](float, void * data) {
                    auto * e = static_cast<edit *>(data);
                    if (--e->left == 0) {
                        llama_memory_seq_rm(llama_get_memory(e->ctx), 0, 50, -1);
                    }
                    return false;
                };
                const auto    job = begin(ctx.get(), params);
                const int32_t rc  = llama_kv_compact_step(job.get(), 0);
                if (cut.left >= 0 && rc == LLAMA_COMPACT_OK) {
                    break; // it was asked less often, or last when all was done
                }
                LT_CHECK(rc == LLAMA_COMPACT_ERR_CHANGED, "changed at call %d: %d", at, rc);
                noticed++;
            }
            LT_CHECK(noticed > 2, "noticed %d times", noticed);
        } },
        { "given up half way, it leaves everything as it was", [&] {
            const auto ctx   = fresh();
            const auto state = lt::full_state(ctx.get());
            {
                const auto job = begin(ctx.get(), lt::small_params(4, n - 20));
                llama_kv_compact_step(job.get(), 1);
                LT_CHECK(llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_ERR_INVALID, "committed half a job");
                llama_kv_compact_step(job.get(), 1);
            }
            llama_kv_compact_free(nullptr);
            LT_CHECK(lt::full_state(ctx.get()) == state, "the state changed");
        } },
        { "a job outlives its context", [&] {
            for (const int steps : { 0, 1, 1000 }) {
                auto ctx = fresh();
                const auto job = begin(ctx.get(), lt::small_params(4, n - 20));
                for (int i = 0; i < steps && llama_kv_compact_step(job.get(), 1) == LLAMA_COMPACT_MORE; i++) {
                }
                ctx.reset();
                LT_CHECK(llama_kv_compact_step(job.get(), 1) == LLAMA_COMPACT_ERR_CHANGED, "a step without a context");
                LT_CHECK(llama_kv_compact_commit(job.get(), nullptr) == LLAMA_COMPACT_ERR_CHANGED, "a commit without a context");
                LT_CHECK(llama_kv_compact_job_progress(job.get()) <= 1.0f && llama_kv_compact_job_message(job.get())[0] != 0, "no message");
            }
        } },
        { "a dry run commits nothing but the errors", [&] {
            const auto ctx = fresh();
            const auto state  = lt::full_state(ctx.get());
            auto params = ragged(ctx.get(), 4, n - 20);
            params.dry_run = true;
            const auto job = begin(ctx.get(), params);
            finish(job);
            const auto report = commit(job);
            LT_CHECK(report.error > 0.0f && report.bytes_after == report.bytes_before, "error %g", report.error);
            LT_CHECK(llama_kv_compact_errors(ctx.get(), nullptr, 0) == (int32_t) heads.size(), "no errors");
            LT_CHECK(lt::full_state(ctx.get()) == state, "the state changed");
        } },
        { "older blocks are merged, with tokens decoded in between", [&] {
            const auto prepare = [&] {
                auto ctx = fresh();
                lt::compact(ctx.get(), ragged(ctx.get(), 4, 100));
                lt::compact(ctx.get(), lt::small_params(100, 180, 24));
                return ctx;
            };
            const auto a = prepare(), b = prepare(), c = prepare();
            const auto params = lt::small_params(4, n - 10, 30);
            const auto whole  = lt::compact(a.get(), params);
            const auto job    = begin(b.get(), params);
            finish(job);
            same_reports(whole, commit(job));
            LT_CHECK(lt::full_state(a.get()) == lt::full_state(b.get()), "the states differ");

            const auto other = begin(c.get(), params);
            size_t at = 0;
            finish(other, [&](int) {
                if (at < said.size()) {
                    lt::decode(c.get(), { said[at] }, n + (llama_pos) at);
                    at++;
                }
            });
            commit(other);
            const auto info = lt::info_of(c.get());
            LT_CHECK(info.n_blocks == 1 && info.n_tokens == n + at && info.n_live == 14 + at, "%u blocks, %u live", info.n_blocks, info.n_live);
            const auto again = begin(c.get(), lt::small_params(4, n - 10, 20));
            const std::vector<float> beta(lt::heads_of(c.get())[0].n_rows, 0.5f);
            llama_kv_compact_set_beta(c.get(), 0, beta.data(), (int32_t) beta.size());
            refused(c.get(), again, "log-weights set");
        } },
        { "two jobs of one cache: the first commit ends the other", [&] {
            const auto ctx = fresh();
            const auto a = begin(ctx.get(), lt::small_params(4, 100));
            const auto b = begin(ctx.get(), lt::small_params(100, n));
            finish(b, [&](int) { llama_kv_compact_step(a.get(), 1); });
            finish(a);
            commit(a);
            refused(ctx.get(), b, "the cache laid out anew");
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 1, "blocks");
        } },
        { "more threads in the middle of it", [&] {
            const auto ctx = fresh();
            const auto job = begin(ctx.get(), lt::small_params(4, n - 10, 16));
            finish(job);
            LT_CHECK(llama_kv_compact_refine(job.get(), 1) >= 0, "%s", llama_kv_compact_job_message(job.get()));
            llama_set_n_threads(ctx.get(), 16, 16);
            LT_CHECK(llama_kv_compact_refine(job.get(), 0) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_job_message(job.get()));
            commit(job);
        } },
        { "queries are held out however many heads ask", [&] {
            const auto ctx = fresh();
            auto params = lt::small_params(4, n - 10, 8);
            params.n_held_out = 1; // fewer than ask at one token
            const auto job = begin(ctx.get(), params);
            finish(job);
            llama_compact_report known {};
            llama_kv_compact_job_report(job.get(), &known, nullptr, 0);
            LT_CHECK(known.error > 0.0f, "an error of %g", known.error);
        } },
        { "queries are held out of what comes after a position, and fitted on before it", [&] {
            const auto ctx   = fresh();
            const auto known = [&](llama_pos from) {
                auto params = lt::small_params(4, 40, 8);
                params.p_held_out = from;
                const auto job = begin(ctx.get(), params);
                finish(job);
                llama_compact_report res {};
                llama_kv_compact_job_report(job.get(), &res, nullptr, 0);
                return res;
            };
            const auto any = known(-1), early = known(10), later = known(50), last = known(n - 1), none = known(n);
            LT_CHECK(any.error > 0.0f && later.error > 0.0f && last.error > 0.0f && none.error == 0.0f, "errors of %g, %g, %g and %g", any.error,
                     later.error, last.error, none.error);
            LT_CHECK(later.error != any.error && later.error != last.error, "the same queries");
            LT_CHECK(early.n_queries > 0 && early.n_queries < last.n_queries, "%d queries before position 10, %d before the last", early.n_queries,
                     last.n_queries);
        } },
        { "more sequences with blocks of their own than graphs can tell apart are refused before the work", [&] {
            auto params = lt::context_params(1024);
            params.n_seq_max = 10;
            const auto ctx = lt::make_compacting(model, params, 1024, 0);
            auto cp = lt::small_params(4, 50, 9);
            for (int seq = 0; seq < 8; seq++) {
                lt::decode(ctx.get(), lt::random_tokens(90 + seq, 60), 0, false, seq);
                lt::compact(ctx.get(), cp, seq);
            }
            lt::decode(ctx.get(), lt::random_tokens(98, 60), 0, false, 8);
            int32_t status = 0;
            LT_CHECK(!llama_kv_compact_begin(ctx.get(), 8, &cp, &status) && status == LLAMA_COMPACT_ERR_INVALID, "begun: %d", status);
            LT_CHECK(std::strstr(llama_kv_compact_last_error(ctx.get()), "too many sequences"), "%s", llama_kv_compact_last_error(ctx.get()));
            cp.dry_run = true; // which makes none
            lt::compact(ctx.get(), cp, 8);
            cp = lt::small_params(4, 60, 9); // nor do those that have one already
            lt::compact(ctx.get(), cp, 7);
        } },
        { "what cannot begin says why", [&] {
            const auto ctx = fresh();
            int32_t status = 0;
            auto params = lt::small_params(50, 40);
            LT_CHECK(!llama_kv_compact_begin(ctx.get(), 0, &params, &status) && status == LLAMA_COMPACT_ERR_INVALID, "%d", status);
            LT_CHECK(llama_kv_compact_last_error(ctx.get())[0] != 0, "no message");
            params = lt::small_params(4, 5);
            LT_CHECK(!llama_kv_compact_begin(ctx.get(), 0, &params, &status) && status == LLAMA_COMPACT_ERR_NOTHING, "%d", status);
            LT_CHECK(!llama_kv_compact_begin(ctx.get(), 7, &params, nullptr), "a sequence that there is not");
            LT_CHECK(!llama_kv_compact_begin(ctx.get(), 0, nullptr, &status) && status == LLAMA_COMPACT_ERR_INVALID, "%d", status);
            LT_CHECK(llama_kv_compact_step(nullptr, 0) == LLAMA_COMPACT_ERR_INVALID, "no job");
            LT_CHECK(llama_kv_compact_commit(nullptr, nullptr) == LLAMA_COMPACT_ERR_INVALID, "no job");
        } },
    });
}
