// test-drafts MODEL DRAFT: DRAFT predicts further tokens from the rows of MODEL's cache, which must stay where they are. Beside a
// cache that grows or is compacted no context for it is made, the reason is in the log, and nothing has changed by then.
#include "compacting.h"

static std::string errors; // in the log

// a context for DRAFT that reads the cache of `of`
static lt::context_ptr draft_of(const lt::model_ptr & model, llama_context * of) {
    auto params = lt::context_params();
    params.ctx_other = of;
    errors.clear();
    llama_log_set([](ggml_log_level level, const char * text, void *) {
        if (level == GGML_LOG_LEVEL_ERROR) {
            errors += text;
        }
    }, nullptr);
    return { llama_init_from_model(model.get(), params), llama_free };
}

static void check_refused(const lt::model_ptr & draft, llama_context * ctx) {
    const auto before = lt::full_state(ctx);
    const auto held   = lt::info_of(ctx).bytes_held;
    LT_CHECK(draft_of(draft, ctx) == nullptr, "a context was made");
    LT_CHECK(errors.find("a KV cache that is compacted or grows cannot be shared with another context") != std::string::npos,
             "the log says: %s", errors.c_str());
    LT_CHECK(lt::full_state(ctx) == before && lt::info_of(ctx).bytes_held == held, "the cache has changed");
    LT_CHECK(llama_kv_compact_unsupported_reason(ctx) == nullptr, "refused since: %s", llama_kv_compact_unsupported_reason(ctx));
}

int main(int argc, char ** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s MODEL DRAFT\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model  = lt::load_model(argv[1]);
    const auto draft  = lt::load_model(argv[2]);
    const auto tokens = lt::random_tokens(91, 400);
    const auto first  = [&](int n) { return std::vector<llama_token>(tokens.begin(), tokens.begin() + n); };

    return lt::run_cases({
        { "beside a cache that grows", [&] {
            const auto make = [&] {
                lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), lt::context_params(2048), 256), llama_free);
                LT_REQUIRE(ctx && llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_OK, "no context that grows");
                lt::decode(ctx.get(), first(200), 0, false);
                return ctx;
            };
            const auto ctx   = make();
            const auto other = make();
            LT_REQUIRE(lt::info_of(ctx.get()).n_cells == 256, "%u cells", lt::info_of(ctx.get()).n_cells);
            check_refused(draft, ctx.get());

            const std::vector<llama_token> rest(tokens.begin() + 200, tokens.end());
            const auto x = lt::decode(ctx.get(), rest, 200), y = lt::decode(other.get(), rest, 200);
            LT_CHECK(x == y, "logits differ by %g", lt::max_abs_diff(x, y));
            LT_CHECK(lt::info_of(ctx.get()).n_cells > 256, "it does not grow any more");
        } },
        { "beside a cache that is compacted", [&] {
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            const auto params = lt::small_params(4, 160, 30);
            lt::decode(ctx.get(), first(200), 0, false);
            LT_REQUIRE(llama_kv_cache_compact(ctx.get(), 0, &params, nullptr) == LLAMA_COMPACT_OK, "not compacted");
            check_refused(draft, ctx.get());

            const auto again = lt::small_params(160, 190, 10);
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &again, nullptr) == LLAMA_COMPACT_OK, "not compacted again");
        } },
        { "beside any other one is made, and that cache is compacted no more", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), first(200), 0, false);
            const auto reader = draft_of(draft, ctx.get());
            LT_REQUIRE(reader != nullptr, "no context: %s", errors.c_str());

            const auto params = lt::small_params(4, 160, 30);
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &params, nullptr) == LLAMA_COMPACT_ERR_UNSUPPORTED, "compacted");
            const char * why = llama_kv_compact_unsupported_reason(ctx.get());
            LT_CHECK(why && std::strstr(why, "another context shares this KV cache"), "the reason is: %s", why ? why : "none");
        } },
    });
}
