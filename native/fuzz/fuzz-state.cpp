// Damaged states into the state loader: it refuses them or takes them, and the context lives on either way.
//
//   fuzz-state [CORPUS ...]     with libFuzzer (LONGTHREAD_FUZZ): searches, keeping what reaches new code in CORPUS
//   fuzz-state FILE ...         without: the files, then LT_FUZZ_RUNS (400) damaged states of a fixed seed
//
// LT_FUZZ_MODEL names a model of make_models.py; LT_FUZZ_NO_DECODE leaves out decoding with what was loaded, which a
// library with assertions may refuse: saved rows may hold any number, NaN too. An input's first byte says how the rest is loaded: 0: as the state of
// a sequence, 2: beside a chat with blocks, from where it is mounted into it, else as the state of the context.
#include "compacting.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

const uint32_t N_CTX = 128;

struct subject {
    lt::backend     backend;
    lt::model_ptr   model;
    lt::context_ptr ctx;
    std::vector<std::vector<uint8_t>> seeds;

    subject() : model(nullptr, llama_model_free), ctx(nullptr, llama_free) {
        const char * path = std::getenv("LT_FUZZ_MODEL");
        LT_REQUIRE(path != nullptr, "LT_FUZZ_MODEL names no model");
        model = lt::load_model(path);
        ctx   = fresh();
        for (const bool blocks : { false, true }) {
            const auto chat = chatted(blocks);
            std::vector<uint8_t> one(llama_state_seq_get_size(chat.get(), 0));
            LT_REQUIRE(llama_state_seq_get_data(chat.get(), one.data(), one.size(), 0) == one.size(), "no state");
            keep(0, one);
            keep(1, lt::full_state(chat.get()));
            if (blocks) {
                keep(2, one);
            }
        }
    }

    lt::context_ptr fresh() {
        auto params = lt::context_params(N_CTX);
        params.n_seq_max = 2;
        return lt::make_compacting(model, params, 16, 8);
    }

    // a short chat: live rows and sampled queries, with blocks of several row types if asked
    lt::context_ptr chatted(bool blocks) {
        auto       chat = fresh();
        const auto past = lt::random_tokens(3, 48);
        lt::decode(chat.get(), { past.begin(), past.begin() + 40 }, 0, false);
        if (blocks) {
            std::vector<int32_t> types = { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 };
            const auto shape = lt::shape_of(model, std::getenv("LT_FUZZ_MODEL"));
            if (!lt::graphs_only() && shape.d % 64 == 0 && shape.d_v % 64 == 0) { // in blocks of as many, where the CPU attends
                types.push_back(GGML_TYPE_N3_0);
            }
            const auto heads = lt::ragged_budgets((int) lt::info_of(chat.get()).n_heads, types);
            auto params = lt::small_params(4, 30, 5);
            params.own_values = true; // where values are part of keys
            lt::set_heads(params, heads);
            lt::compact(chat.get(), params);
            lt::compact(chat.get(), lt::small_params(30, 38, 3));
        }
        lt::decode(chat.get(), { past.begin() + 40, past.end() }, 40, false);
        return chat;
    }

    void keep(uint8_t how, const std::vector<uint8_t> & state) {
        std::vector<uint8_t> seed = { how };
        seed.insert(seed.end(), state.begin(), state.end());
        seeds.push_back(std::move(seed));
    }

    void load(const uint8_t * data, size_t size) {
        if (size == 0) {
            return;
        }
        // an exact copy, so that a sanitizer sees any read past its end
        const std::vector<uint8_t> state(data + 1, data + size);
        const bool beside = data[0] == 2;
        if (beside) {
            const auto & good = seeds.back();
            LT_REQUIRE(llama_state_seq_set_data(ctx.get(), good.data() + 1, good.size() - 1, 0) > 0, "a good state does not load any more");
        }
        const size_t n = data[0] == 0 || beside ? llama_state_seq_set_data(ctx.get(), state.data(), state.size(), beside)
                                                : llama_state_set_data(ctx.get(), state.data(), state.size());
        llama_memory_t memory = llama_get_memory(ctx.get());
        if (beside) {
            LT_REQUIRE(llama_memory_seq_pos_max(memory, 0) == 47, "the chat beside it has changed");
            if (n > 0) {
                llama_kv_compact_mount(ctx.get(), 0, 1, 48);
            }
        }
        if (n > 0) { // taken: then it can be used, and saved again
            const llama_pos last = llama_memory_seq_pos_max(memory, 0);
            static const bool decodes = std::getenv("LT_FUZZ_NO_DECODE") == nullptr;
            if (decodes && last < (1 << 20)) {
                lt::try_decode(ctx.get(), { 7 }, last + 1);
            }
            std::vector<uint8_t> again(llama_state_seq_get_size(ctx.get(), 0));
            llama_state_seq_get_data(ctx.get(), again.data(), again.size(), 0);
        }
        llama_memory_clear(memory, true);
        llama_compact_info info;
        LT_REQUIRE(llama_kv_cache_compact_info(ctx.get(), 0, &info) && info.n_blocks == 0 && info.n_tokens == 0,
                   "the context is not empty after it was cleared");
        if (++loads % 64 == 0) {
            LT_REQUIRE(llama_state_seq_set_data(ctx.get(), seeds[0].data() + 1, seeds[0].size() - 1, 0) > 0,
                       "a good state does not load any more");
            llama_memory_clear(memory, true);
        }
    }

    uint64_t loads = 0;
};

subject & the_subject() {
    static subject one;
    return one;
}

// Counts and tables stand near the front and between the rows: numbers there are set to what breaks bounds; else any
// byte is flipped, or the end is cut off.
size_t damage(uint8_t * data, size_t size, lt::rng & chance) {
    static const uint64_t odd[] = { 0, 1, 2, 7, 0x7f, 0x80, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff,
                                    0x7fffffffffffffff, 0xffffffffffffffff };
    for (int edits = 1 + chance.below(3); edits > 0 && size > 1; edits--) {
        const size_t near = std::min<size_t>(size - 1, 2048);
        const size_t at   = 1 + (size_t) (chance.below(3) ? chance.next() % near : chance.next() % (size - 1));
        switch (chance.below(6)) {
            case 0: size = at; break;
            case 1: data[at] ^= (uint8_t) (1u << chance.below(8)); break;
            case 2: data[at] = (uint8_t) chance.next(); break;
            case 3: data[at] += chance.below(2) ? 1 : 255; break;
            default: {
                const uint64_t value = odd[chance.below(sizeof odd / sizeof odd[0])];
                const size_t   width = std::min<size_t>(chance.below(2) ? 4 : 8, size - at);
                std::memcpy(data + at, &value, width);
            }
        }
    }
    return size;
}

} // namespace

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
    if (const char * folder = std::getenv("LT_FUZZ_SEEDS")) {
        for (size_t i = 0; i < the_subject().seeds.size(); i++) {
            const auto &  seed = the_subject().seeds[i];
            std::ofstream file(std::filesystem::path(folder) / ("seed" + std::to_string(i)), std::ios::binary);
            file.write((const char *) seed.data(), (std::streamsize) seed.size());
        }
    }
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t * data, size_t size) {
    the_subject().load(data, size);
    return 0;
}

#ifdef LONGTHREAD_LIBFUZZER
extern "C" size_t LLVMFuzzerMutate(uint8_t * data, size_t size, size_t max_size);

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t * data, size_t size, size_t max_size, unsigned int seed) {
    lt::rng chance(seed);
    return chance.below(4) ? damage(data, size, chance) : LLVMFuzzerMutate(data, size, max_size);
}

#else
int main(int argc, char ** argv) {
    return lt::run_cases({
        { "states that broke it once", [&] {
            for (int i = 1; i < argc; i++) {
                std::ifstream file(argv[i], std::ios::binary);
                LT_REQUIRE(file.good(), "cannot read %s", argv[i]);
                const std::vector<char> data{ std::istreambuf_iterator<char>(file), {} };
                LLVMFuzzerTestOneInput((const uint8_t *) data.data(), data.size());
            }
        } },
        { "damaged states", [&] {
            const char * runs = std::getenv("LT_FUZZ_RUNS");
            lt::rng chance(17);
            for (int i = 0; i < (runs ? std::atoi(runs) : 400); i++) {
                const auto & seeds = the_subject().seeds;
                auto data = seeds[i % seeds.size()];
                const size_t size = damage(data.data(), data.size(), chance);
                LLVMFuzzerTestOneInput(data.data(), size);
            }
        } },
    });
}
#endif
