// What the tests share: checks, a model and context in RAII, seeded tokens, decoding, comparison of logits.
// Public C API only (llama.h), so that the same code also runs on a stock library.
#pragma once

#include "device.h"
#include "worker.h"

#include "ggml-backend.h"
#include "llama.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace lt {

inline int & failures() {
    static int n = 0;
    return n;
}

// records a failure and goes on
#define LT_CHECK(cond, ...)                                                    \
    do {                                                                       \
        if (!(cond)) {                                                         \
            std::fprintf(stderr, "%s:%d: not true: %s: ", __FILE__, __LINE__, #cond); \
            std::fprintf(stderr, __VA_ARGS__);                                 \
            std::fprintf(stderr, "\n");                                        \
            lt::failures()++;                                                  \
        }                                                                      \
    } while (0)

// what follows makes no sense when this fails
#define LT_REQUIRE(cond, ...)                                                  \
    do {                                                                       \
        if (!(cond)) {                                                         \
            LT_CHECK(cond, __VA_ARGS__);                                       \
            throw std::runtime_error("the test cannot go on");                 \
        }                                                                      \
    } while (0)

// Runs the cases in order; a case that throws fails, the next one still runs. Returns the exit status.
struct test_case {
    const char *          name;
    std::function<void()> run;
};

inline int run_cases(const std::vector<test_case> & cases) {
    for (const auto & c : cases) {
        const int before = failures();
        try {
            c.run();
        } catch (const std::exception & e) {
            std::fprintf(stderr, "%s: %s\n", c.name, e.what());
            failures()++;
        }
        std::printf("%-6s %s\n", failures() == before ? "ok" : "FAILED", c.name);
        std::fflush(stdout);
    }
    if (on_device() && counts().graphs == 0) {
        std::fprintf(stderr, "nothing ran on the device\n");
        failures()++;
    }
    return failures() == 0 ? 0 : 1;
}

struct backend {
    backend() {
        // errors only: some tests provoke hundreds of warnings
        llama_log_set([](ggml_log_level level, const char * text, void *) {
            if (level == GGML_LOG_LEVEL_ERROR && std::getenv("LT_VERBOSE")) {
                std::fputs(text, stderr);
            }
        }, nullptr);
        if (const char * plugin = std::getenv("LT_PLUGIN"); plugin && *plugin) {
            if (ggml_backend_load(plugin) == nullptr) {
                std::fprintf(stderr, "%s was not loaded\n", plugin);
                std::exit(1);
            }
        } else if (plugin && ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_GPU) == nullptr) {
            std::fprintf(stderr, "there is no device\n");
            std::exit(1);
        }
        llama_backend_init();
        if (on_device()) {
            register_device();
        }
        if (on_worker()) {
            start_worker();
        }
    }
    ~backend() { llama_backend_free(); }
};

using model_ptr   = std::unique_ptr<llama_model,   decltype(&llama_model_free)>;
using context_ptr = std::unique_ptr<llama_context, decltype(&llama_free)>;

// true where LT_PLUGIN names the library of a backend, whose device then holds models and caches; empty: it is built in. Or a worker's
inline bool on_card() {
    return std::getenv("LT_PLUGIN") != nullptr || on_worker();
}

inline model_ptr load_model(const std::string & path) {
    llama_model_params params = llama_model_default_params();
    params.n_gpu_layers = on_device() || on_card() ? 99 : 0;
    model_ptr model(llama_model_load_from_file(path.c_str(), params), llama_model_free);
    LT_REQUIRE(model != nullptr, "cannot load %s", path.c_str());
    return model;
}

// Logits of two orders of summation: a difference in the last bit of a sum may round a new row's f16 the other way. The
// backends of cards multiply in half precision.
inline const double ROUNDING = on_card() ? 2e-2 : 3e-3;

// true where attention over compacted rows runs as graphs that every backend takes, as it does outside host memory
inline bool graphs_only() {
    return on_device() || on_card() || std::getenv("LLAMA_COMPACT_GRAPHS_ONLY") != nullptr;
}

// One thread: results do not depend on how the work was split. LT_THREADS asks for more, to look for races.
inline llama_context_params context_params(uint32_t n_ctx = 512) {
    const char * threads = std::getenv("LT_THREADS");
    llama_context_params params = llama_context_default_params();
    params.n_ctx           = n_ctx;
    params.n_batch         = 512;
    params.n_ubatch        = 128;
    params.n_seq_max       = 1;
    params.kv_unified      = true;
    params.n_threads       = threads ? std::atoi(threads) : 1;
    params.n_threads_batch = params.n_threads;
    params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_ENABLED;
    return params;
}

inline context_ptr make_context(const model_ptr & model, const llama_context_params & params) {
    context_ptr ctx(llama_init_from_model(model.get(), params), llama_free);
    LT_REQUIRE(ctx != nullptr, "no context");
    return ctx;
}

inline int32_t n_vocab(const llama_context * ctx) {
    return llama_vocab_n_tokens(llama_model_get_vocab(llama_get_model(ctx)));
}

// splitmix64: the same numbers on every platform
struct rng {
    uint64_t state;
    explicit rng(uint64_t seed) : state(seed) {}
    uint64_t next() {
        uint64_t z = (state += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }
    int32_t below(int32_t n) { return (int32_t) (next() % (uint64_t) n); }
};

inline std::vector<llama_token> random_tokens(uint64_t seed, int n, int32_t n_vocab = 256) {
    rng r(seed);
    std::vector<llama_token> tokens(n);
    for (auto & t : tokens) {
        t = r.below(n_vocab);
    }
    return tokens;
}

using logits_t = std::vector<float>; // rows of n_vocab

// Decodes tokens[i] at position pos + i in one batch, appending the logits of all of them (or of the last one only)
// to *out. Returns what llama_decode returned.
inline int32_t try_decode(llama_context * ctx, const std::vector<llama_token> & tokens, llama_pos pos,
                          logits_t * out = nullptr, bool all_logits = true, llama_seq_id seq = 0) {
    const int n = (int) tokens.size();
    llama_batch batch = llama_batch_init(n, 0, 1);
    for (int i = 0; i < n; i++) {
        batch.token[i]     = tokens[i];
        batch.pos[i]       = pos + i;
        batch.n_seq_id[i]  = 1;
        batch.seq_id[i][0] = seq;
        batch.logits[i]    = all_logits || i == n - 1;
    }
    batch.n_tokens = n;
    const int32_t rc = llama_decode(ctx, batch);
    if (rc == 0 && out != nullptr) {
        for (int i = all_logits ? 0 : n - 1; i < n; i++) {
            const float * row = llama_get_logits_ith(ctx, i);
            out->insert(out->end(), row, row + n_vocab(ctx));
        }
    }
    llama_batch_free(batch);
    return rc;
}

inline logits_t decode(llama_context * ctx, const std::vector<llama_token> & tokens, llama_pos pos,
                       bool all_logits = true, llama_seq_id seq = 0) {
    logits_t out;
    const int32_t rc = try_decode(ctx, tokens, pos, &out, all_logits, seq);
    LT_REQUIRE(rc == 0, "llama_decode of %zu tokens at %d returned %d", tokens.size(), pos, rc);
    return out;
}

// the same one by one
inline logits_t decode_single(llama_context * ctx, const std::vector<llama_token> & tokens, llama_pos pos,
                              llama_seq_id seq = 0) {
    logits_t out;
    for (size_t i = 0; i < tokens.size(); i++) {
        const logits_t row = decode(ctx, { tokens[i] }, pos + (llama_pos) i, true, seq);
        out.insert(out.end(), row.begin(), row.end());
    }
    return out;
}

// feeds `first` at `pos`, then what the model says; the n tokens it says
inline std::vector<llama_token> greedy(llama_context * ctx, llama_token first, llama_pos pos, int n) {
    std::vector<llama_token> said;
    llama_token token = first;
    for (int i = 0; i < n; i++) {
        const logits_t row = decode(ctx, { token }, pos + i);
        token = (llama_token) (std::max_element(row.begin(), row.end()) - row.begin());
        said.push_back(token);
    }
    return said;
}

// infinity when the sizes differ or a number is not finite
inline double max_abs_diff(const logits_t & a, const logits_t & b) {
    if (a.size() != b.size() || a.empty()) {
        return INFINITY;
    }
    double worst = 0.0;
    for (size_t i = 0; i < a.size(); i++) {
        const double diff = std::fabs((double) a[i] - (double) b[i]);
        if (!std::isfinite(diff)) {
            return INFINITY;
        }
        worst = std::max(worst, diff);
    }
    return worst;
}

// ROUNDING, and on a card where that is more, by how much a batch and its tokens one by one differ in a context that nothing
// is compacted in: models of random numbers can double a difference in every layer
inline double rounding_of(const model_ptr & model) {
    static std::map<const llama_model *, double> known;
    if (!on_card()) {
        return ROUNDING;
    }
    const auto found = known.find(model.get());
    if (found != known.end()) {
        return found->second;
    }
    const auto logits = [&](bool single) {
        auto params = context_params();
        params.swa_full = true;
        const auto ctx  = context_ptr(llama_init_from_model(model.get(), params), llama_free);
        LT_REQUIRE(ctx != nullptr, "no context");
        decode(ctx.get(), random_tokens(91, 200), 0, false);
        return single ? decode_single(ctx.get(), random_tokens(92, 16), 200) : decode(ctx.get(), random_tokens(92, 16), 200);
    };
    const double differ = max_abs_diff(logits(true), logits(false));
    LT_REQUIRE(std::isfinite(differ), "the library says no numbers");
    return known[model.get()] = std::max(ROUNDING, differ);
}

// The root of the mean square of the differences: of hundreds of roundings it says the same for each drawing of tokens,
// where the largest one varies by half. Infinity as above.
inline double rms_diff(const logits_t & a, const logits_t & b) {
    if (!std::isfinite(max_abs_diff(a, b))) {
        return INFINITY;
    }
    double sum = 0.0;
    for (size_t i = 0; i < a.size(); i++) {
        sum += std::pow((double) a[i] - (double) b[i], 2);
    }
    return std::sqrt(sum / (double) a.size());
}

// The end of a sequence, to go back to later: recurrent states cannot be cut, so they are kept.
class border {
public:
    explicit border(llama_context * ctx, llama_seq_id seq = 0)
        : ctx(ctx), seq(seq), pos(llama_memory_seq_pos_max(llama_get_memory(ctx), seq) + 1) {
        if (llama_model_is_hybrid(llama_get_model(ctx))) {
            state.resize(llama_state_seq_get_size_ext(ctx, seq, LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY));
            LT_REQUIRE(llama_state_seq_get_data_ext(ctx, state.data(), state.size(), seq, LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY) == state.size(),
                       "the recurrent states were not written");
        }
    }

    void cut() const {
        LT_REQUIRE(state.empty() || llama_state_seq_set_data_ext(ctx, state.data(), state.size(), seq, LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY) == state.size(),
                   "the recurrent states were not read");
        LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(ctx), seq, pos, -1), "the tail was not removed");
    }

private:
    llama_context *      ctx;
    llama_seq_id         seq;
    llama_pos            pos;
    std::vector<uint8_t> state;
};

inline std::vector<uint8_t> full_state(llama_context * ctx) {
    std::vector<uint8_t> data(llama_state_get_size(ctx));
    const size_t n = llama_state_get_data(ctx, data.data(), data.size());
    LT_REQUIRE(n > 0, "no state");
    data.resize(n);
    return data;
}

} // namespace lt
