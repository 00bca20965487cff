// test-refused MODEL WORD: a model that cannot be compacted says why (WORD is in the reason), and is otherwise left alone.
#include "compacting.h"

int main(int argc, char ** argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s MODEL WORD\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);

    return lt::run_cases({
        { "the reason is there before anything was decoded, and nothing can be begun", [&] {
            const auto   ctx = lt::make_context(model, lt::context_params());
            const char * why = llama_kv_compact_unsupported_reason(ctx.get());
            LT_REQUIRE(why && std::strstr(why, argv[2]), "the reason is: %s", why ? why : "none");
            LT_CHECK(llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_ERR_UNSUPPORTED, "queries are sampled");
            const auto params = lt::small_params(4, 60);
            lt::decode(ctx.get(), lt::random_tokens(1, 80), 0, false);
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &params, nullptr) == LLAMA_COMPACT_ERR_UNSUPPORTED, "compacted");
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 1 }, 80)[0]), "not finite");
        } },
        { "a state is saved and loaded as ever", [&] {
            const auto ctx = lt::make_context(model, lt::context_params());
            lt::decode(ctx.get(), lt::random_tokens(1, 80), 0, false);
            const auto state = lt::full_state(ctx.get());
            const auto again = lt::make_context(model, lt::context_params());
            LT_REQUIRE(llama_state_set_data(again.get(), state.data(), state.size()) == state.size(), "not loaded");
            LT_CHECK(lt::max_abs_diff(lt::decode(ctx.get(), { 1 }, 80), lt::decode(again.get(), { 1 }, 80)) == 0.0, "logits differ");
        } },
    });
}
