// test-abort MODEL: an abort at any point of a compaction leaves the cache as it was.
#include "compacting.h"

struct stopper {
    int   stop_at = -1;
    int   calls   = 0;
    float last    = 0.0f;
    bool  ordered = true;

    static bool callback(float progress, void * self_) {
        auto & self  = *static_cast<stopper *>(self_);
        self.ordered = self.ordered && progress >= self.last && progress <= 1.0f;
        self.last    = progress;
        return self.calls++ == self.stop_at;
    }
};

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const int  n     = 220;
    const auto past  = lt::random_tokens(19, n);

    // abort at every call in turn until one compaction goes through
    const auto run = [&](const std::function<void(llama_context *)> & prepare, llama_pos p0, llama_pos p1) {
        const auto ctx    = lt::make_compacting(model, lt::context_params());
        const auto memory = llama_get_memory(ctx.get());
        prepare(ctx.get());
        const llama_pos end   = llama_memory_seq_pos_max(memory, 0) + 1;
        const auto      state = lt::full_state(ctx.get());
        const auto      info  = lt::info_of(ctx.get());
        const auto      heads = lt::ragged_budgets((int) info.n_heads, { GGML_TYPE_Q8_0, -1 });

        auto params = lt::small_params(p0, p1);
        lt::set_heads(params, heads);
        params.progress = stopper::callback;
        int stop_at = 0;
        for (;; stop_at++) {
            stopper s;
            s.stop_at = stop_at;
            params.progress_data = &s;
            const int32_t rc = llama_kv_cache_compact(ctx.get(), 0, &params, nullptr);
            LT_CHECK(s.ordered, "progress goes back or beyond 1");
            if (rc == LLAMA_COMPACT_OK) {
                LT_CHECK(s.calls == stop_at, "%d calls, the abort of call %d was ignored", s.calls, stop_at);
                break;
            }
            LT_REQUIRE(rc == LLAMA_COMPACT_ERR_ABORTED, "abort at call %d: %d", stop_at, rc);
            LT_CHECK(llama_kv_compact_last_error(ctx.get())[0] != 0, "no message");
            const auto now = lt::info_of(ctx.get());
            LT_CHECK(std::memcmp(&now, &info, sizeof now) == 0, "abort at call %d changed the counts", stop_at);
            LT_CHECK(lt::full_state(ctx.get()) == state, "abort at call %d changed the state", stop_at);
            LT_REQUIRE(stop_at < 1000, "no end");
        }
        LT_CHECK(stop_at >= 2, "progress was called %d times only", stop_at);

        // the same logits as a context in which nothing was ever aborted
        const auto fresh = lt::make_compacting(model, lt::context_params());
        prepare(fresh.get());
        params.progress = nullptr;
        lt::compact(fresh.get(), params);
        const auto next = lt::random_tokens(20, 12);
        const auto a = lt::decode_single(ctx.get(), next, end);
        const auto b = lt::decode_single(fresh.get(), next, end);
        LT_CHECK(std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0, "logits differ by %g",
                 lt::max_abs_diff(a, b));
    };

    return lt::run_cases({
        { "first compaction", [&] {
            run([&](llama_context * ctx) { lt::decode(ctx, past, 0, false); }, 4, n - 20);
        } },
        { "second compaction", [&] {
            run([&](llama_context * ctx) {
                lt::decode(ctx, past, 0, false);
                const auto heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, { GGML_TYPE_Q8_0, -1 });
                auto params = lt::small_params(4, n - 20);
                lt::set_heads(params, heads);
                lt::compact(ctx, params);
                lt::decode(ctx, past, n, false);
            }, n - 20, 2 * n - 20);
        } },
        { "a dry run changes nothing and finds the same errors", [&] {
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), past, 0, false);
            const auto state  = lt::full_state(ctx.get());
            const auto heads  = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads);
            const auto errors = [&] {
                std::vector<float> res(heads.size());
                LT_REQUIRE(llama_kv_compact_errors(ctx.get(), res.data(), (int32_t) res.size()) == (int32_t) res.size(), "no errors");
                return res;
            };
            auto params = lt::small_params(4, n - 20);
            lt::set_heads(params, heads);
            params.dry_run = true;
            const auto dry = lt::compact(ctx.get(), params);
            const auto foretold = errors();
            LT_CHECK(lt::full_state(ctx.get()) == state, "the state changed");
            LT_CHECK(dry.bytes_after == dry.bytes_before && lt::info_of(ctx.get()).n_blocks == 0, "something was compacted");
            params.dry_run = false;
            const auto real = lt::compact(ctx.get(), params);
            LT_CHECK(real.error > 0.0f && real.error == dry.error && real.error_max == dry.error_max && errors() == foretold,
                     "errors %g and %g", dry.error, real.error);
        } },
        { "an abort changes no bit of the next logits", [&] {
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            const auto fresh  = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), past, 0, false);
            lt::decode(fresh.get(), past, 0, false);
            stopper s;
            s.stop_at   = 1;
            auto params = lt::small_params(4, n - 20);
            params.progress      = stopper::callback;
            params.progress_data = &s;
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &params, nullptr) == LLAMA_COMPACT_ERR_ABORTED, "not aborted");
            const auto next = lt::random_tokens(21, 12);
            const auto a = lt::decode_single(ctx.get(), next, n);
            const auto b = lt::decode_single(fresh.get(), next, n);
            LT_CHECK(std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0, "logits differ by %g",
                     lt::max_abs_diff(a, b));
        } },
    });
}
