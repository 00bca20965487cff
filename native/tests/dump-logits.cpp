// dump-logits MODEL LOGITS STATE: the logits of 200 teacher-forced tokens, the saved state after them, and the logits of
// 16 more in a context that loads it, by the library that the loader finds. Uses llama.h alone: it runs on a stock library
// too (LD_LIBRARY_PATH), and ctest compares the files of both. LT_STOCK says that it has to be a stock library (Linux).
#include "support.h"

#ifdef __linux__
#include <dlfcn.h>
#endif

int main(int argc, char ** argv) {
    if (argc != 4) {
        std::fprintf(stderr, "usage: %s MODEL LOGITS STATE\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    return lt::run_cases({ { "dump", [&] {
#ifdef __linux__
        for (const char * name : { "llama_kv_compact_enable", "ggml_backend_cpu_compaction_functions" }) {
            const bool patched = dlsym(RTLD_DEFAULT, name) != nullptr;
            LT_REQUIRE(patched == (std::getenv("LT_STOCK") == nullptr), "%s is %s", name, patched ? "there" : "not there");
        }
#endif
        const auto model  = lt::load_model(argv[1]);
        const auto ctx    = lt::make_context(model, lt::context_params());
        const auto tokens = lt::random_tokens(1, 200);

        // a prompt in one batch, single tokens, small batches
        lt::logits_t logits = lt::decode(ctx.get(), { tokens.begin(), tokens.begin() + 150 }, 0);
        for (int i = 150; i < 200; i += i < 180 ? 1 : 5) {
            const auto rows = lt::decode(ctx.get(), { tokens.begin() + i, tokens.begin() + i + (i < 180 ? 1 : 5) }, i);
            logits.insert(logits.end(), rows.begin(), rows.end());
        }
        const auto state = lt::full_state(ctx.get());
        const auto again = lt::make_context(model, lt::context_params());
        LT_REQUIRE(llama_state_set_data(again.get(), state.data(), state.size()) == state.size(), "not loaded");
        const auto more = lt::decode_single(again.get(), lt::random_tokens(7, 16), 200);
        logits.insert(logits.end(), more.begin(), more.end());
        LT_CHECK(logits.size() == (size_t) 216 * lt::n_vocab(ctx.get()), "%zu logits", logits.size());
        for (const float x : logits) {
            LT_REQUIRE(std::isfinite(x), "a logit is not finite");
        }
        const auto write = [](const char * path, const void * data, size_t size) {
            std::FILE * file = std::fopen(path, "wb");
            LT_REQUIRE(file != nullptr, "cannot write %s", path);
            LT_CHECK(std::fwrite(data, 1, size, file) == size, "cannot write %s", path);
            std::fclose(file);
        };
        write(argv[2], logits.data(), logits.size() * sizeof(float));
        write(argv[3], state.data(), state.size());
    } } });
}
