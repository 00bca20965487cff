// test-beside MODEL: saved compacted chats are loaded into a cache that holds other chats, and all say what they said before.
#include "compacting.h"

#include <filesystem>
#include <fstream>
#include <random>

static const int N = 200;

struct chat {
    int seed;
    std::vector<int32_t> types;
    std::vector<uint8_t> saved;
    lt::logits_t         says;
};

// Spoils what the first token of the second sequence has of a key or value in every layer, in batches of N_TOKENS
struct spoiler {
    static constexpr int N_TOKENS = 8;

    const char * name;
    float        with;
    bool         spoils;
    int          n_spoilt = 0;

    static bool callback(ggml_tensor * t, bool ask, void * data) {
        auto & self = *static_cast<spoiler *>(data);
        if (std::strncmp(t->name, self.name, std::strlen(self.name)) != 0 || t->type != GGML_TYPE_F32 || t->ne[2] != N_TOKENS) {
            return !ask;
        }
        if (!ask && self.spoils) {
            ggml_backend_tensor_set(t, &self.with, t->nb[2], sizeof(self.with));
            self.n_spoilt++;
        }
        return true;
    }
};

static llama_context_params params_for(uint32_t n_ctx) {
    auto params = lt::context_params(n_ctx);
    params.n_seq_max = 4;
    return params;
}

static std::vector<llama_token> next_of(const chat & c) {
    return lt::random_tokens(500 + c.seed, 6);
}

static lt::logits_t says(llama_context * ctx, const chat & c, llama_seq_id seq) {
    return lt::decode(ctx, next_of(c), N, true, seq);
}

// one chat with a block, saved, and what it says next where it is alone
static chat saved_chat(const lt::model_ptr & model, int seed, const std::vector<int32_t> & types, bool keep_all = false) {
    chat res = { seed, types, {}, {} };
    const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
    lt::decode(ctx.get(), lt::random_tokens(seed, N), 0, false);
    const auto n_heads = lt::info_of(ctx.get()).n_heads;
    const auto heads   = keep_all ? std::vector<llama_compact_head>(n_heads, { -1, -1, -1 }) : lt::ragged_budgets((int) n_heads, types);
    auto cp = lt::small_params(4, 160 + seed % 7);
    lt::set_heads(cp, heads);
    lt::compact(ctx.get(), cp);
    res.saved.resize(llama_state_seq_get_size(ctx.get(), 0));
    LT_REQUIRE(llama_state_seq_get_data(ctx.get(), res.saved.data(), res.saved.size(), 0) == res.saved.size(), "not saved");
    res.says = says(ctx.get(), res, 0);
    return res;
}

static void load(llama_context * ctx, const chat & c, llama_seq_id seq) {
    LT_REQUIRE(llama_state_seq_set_data(ctx, c.saved.data(), c.saved.size(), seq) == c.saved.size(), "not loaded: %s",
               llama_kv_compact_last_error(ctx));
}

static void expect(llama_context * ctx, const chat & c, llama_seq_id seq, double tolerance, const char * what) {
    const double diff = lt::max_abs_diff(says(ctx, c, seq), c.says);
    LT_CHECK(diff <= tolerance, "%s: logits differ by %g", what, diff);
}

static std::vector<uint8_t> state_of(llama_context * ctx, llama_seq_id seq) {
    std::vector<uint8_t> res(llama_state_seq_get_size(ctx, seq));
    LT_REQUIRE(llama_state_seq_get_data(ctx, res.data(), res.size(), seq) == res.size(), "not written");
    return res;
}

// the first bytes of a saved state as a file of its own
static size_t load_file(llama_context * ctx, const std::vector<uint8_t> & state, llama_seq_id seq) {
    const auto path = std::filesystem::temp_directory_path() / ("longthread-" + std::to_string(std::random_device()()) + ".state");
    const uint32_t head[] = { LLAMA_STATE_SEQ_MAGIC, LLAMA_STATE_SEQ_VERSION, 0 };
    std::ofstream(path, std::ios::binary).write((const char *) head, sizeof head).write((const char *) state.data() + 8, state.size() - 8);
    llama_token none;
    size_t      n_tokens = 0;
    const size_t res = llama_state_seq_load_file(ctx, path.string().c_str(), seq, &none, 1, &n_tokens);
    std::filesystem::remove(path);
    return res;
}

// The state cut behind each of many bytes, into sequence 1: it is refused, and sequence 0 stays what it is, by the bytes that are
// stored of it and by what it says. Then it is loaded whole. untouched: a context like this one
static void refuse_cuts(llama_context * ctx, llama_context * untouched, const chat & c, const chat & first) {
    const auto   before = state_of(ctx, 0);
    const size_t n      = c.saved.size();
    std::set<size_t> cuts;
    for (size_t i = 0; i < 100; i++) {
        cuts.insert(n * i / 100);
        cuts.insert(n - 1 - i);
    }
    for (const size_t size : cuts) {
        const std::vector<uint8_t> cut(c.saved.begin(), c.saved.begin() + size); // nothing behind it that could be read
        const bool in_file = size % 8 == 0 && size >= 8;
        LT_CHECK((in_file ? load_file(ctx, cut, 1) : llama_state_seq_set_data(ctx, cut.data(), cut.size(), 1)) == 0,
                 "%zu of %zu bytes were taken", size, n);
        LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx), 1) < 0, "%zu of %zu bytes left something", size, n);
        LT_REQUIRE(state_of(ctx, 0) == before, "%zu of %zu bytes%s changed the other's state", size, n, in_file ? " in a file" : "");
    }
    const auto says_now = says(ctx, first, 0);
    LT_CHECK(lt::max_abs_diff(says_now, says(untouched, first, 0)) == 0.0, "the other says something else");
    LT_CHECK(state_of(ctx, 0) == state_of(untouched, 0), "the other became something else");

    load(ctx, c, 1);
    LT_CHECK(load_file(untouched, c.saved, 1) > 0, "not loaded from a file");
    LT_CHECK(state_of(ctx, 0) == state_of(untouched, 0) && state_of(ctx, 1) == state_of(untouched, 1), "whole, it is loaded in another way");
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);

    const chat a = saved_chat(model, 81, { -1 });
    const chat b = saved_chat(model, 82, { -1 });
    // views are longer beside others, so that sums run in another order
    const double same = 2 * lt::ROUNDING;

    return lt::run_cases({
        { "two, one after the other", [&] {
            const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
            load(ctx.get(), a, 0);
            load(ctx.get(), b, 1);
            const auto info = lt::info_of(ctx.get(), 1);
            LT_CHECK(info.n_blocks == 1 && info.n_tokens == (uint32_t) N, "%u blocks, %zu tokens", info.n_blocks, (size_t) info.n_tokens);
            LT_CHECK(info.n_queries > 0, "its queries were left behind");
            expect(ctx.get(), a, 0, same, "the first");
            expect(ctx.get(), b, 1, same, "the second");
            // both go on as chats do
            lt::compact(ctx.get(), lt::small_params(4, N, 13), 1);
            lt::compact(ctx.get(), lt::small_params(4, N, 13), 0);
            for (const int seq : { 0, 1 }) {
                for (const float x : lt::decode(ctx.get(), { 7 }, N + 6, true, seq)) {
                    LT_REQUIRE(std::isfinite(x), "a logit is not finite");
                }
            }
        } },
        { "beside a chat that is not compacted", [&] {
            const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
            const auto alone = lt::make_compacting(model, params_for(1024), 512, 0);
            const auto past = lt::random_tokens(83, N);
            lt::decode(ctx.get(), past, 0, false, 2);
            lt::decode(alone.get(), past, 0, false, 2);
            load(ctx.get(), a, 1);
            expect(ctx.get(), a, 1, same, "the loaded one");
            const double diff = lt::max_abs_diff(lt::decode(ctx.get(), next_of(b), N, true, 2), lt::decode(alone.get(), next_of(b), N, true, 2));
            LT_CHECK(diff <= 0.03, "logits of the other differ by %g", diff); // its attention is no longer the stock one
        } },
        { "what is stored as it was loses nothing beside a chat that is not compacted", [&] {
            const chat few = saved_chat(model, 89, { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0, GGML_TYPE_Q5_0 });
            const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
            lt::decode(ctx.get(), lt::random_tokens(83, N), 0, false, 2);
            load(ctx.get(), few, 1);
            expect(ctx.get(), few, 1, same, "the loaded one");
        } },
        { "a center or balance that does not suit the rows there are is not taken for them", [&] {
            const chat few  = saved_chat(model, 89, { GGML_TYPE_Q4_0 });
            const auto past = lt::random_tokens(83, N);
            const auto beside = [&](const chat & c) {
                const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
                lt::decode(ctx.get(), past, 0, false, 2);
                load(ctx.get(), c, 1);
                return lt::decode(ctx.get(), next_of(b), N, true, 2);
            };
            if (shape.v_in_k()) {
                return; // which has neither
            }
            const auto alone = lt::make_compacting(model, params_for(1024), 512, 0);
            lt::decode(alone.get(), past, 0, false, 2);
            const auto   want = lt::decode(alone.get(), next_of(b), N, true, 2);
            const double lost = lt::rms_diff(beside(few), want); // new rows are rounded as those that are loaded
            for (const bool of_center : { true, false }) {
                chat bad = few;
                int  n   = 0;
                for (size_t i = 0; i + 24 < bad.saved.size(); i++) { // a head: types, sizes, flags, a center, a balance
                    const uint32_t d = (uint32_t) shape.d;
                    uint32_t head[6];
                    std::memcpy(head, &bad.saved[i], sizeof head);
                    if (head[0] != GGML_TYPE_Q4_0 || head[1] != GGML_TYPE_Q4_0 || head[2] != d || (head[3] != d && head[3] != (uint32_t) shape.d_v)) {
                        continue;
                    }
                    size_t at = i + 20;
                    for (const bool is_center : { true, false }) {
                        std::memcpy(head, &bad.saved[at], 4);
                        at += 4;
                        LT_REQUIRE(head[0] == 0 || head[0] == d, "%u numbers of a head", head[0]);
                        for (uint32_t c = 0; c < head[0]; c++, at += 4) {
                            const float x = is_center ? 60000.0f : c % 2 ? 100.0f : 0.01f;
                            if (is_center == of_center) {
                                std::memcpy(&bad.saved[at], &x, 4);
                                n++;
                            }
                        }
                    }
                }
                LT_CHECK(n > 0 || (of_center && !shape.sinks.empty()), "nothing to damage");
                const double diff = lt::rms_diff(beside(bad), want);
                LT_CHECK(diff <= 1.5*lost, "%s: logits differ by %g, beside the good one by %g", of_center ? "center" : "balance", diff, lost);
            }
        } },
        { "over a chat of its own, beside another", [&] {
            const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
            load(ctx.get(), a, 0);
            load(ctx.get(), b, 1);
            load(ctx.get(), a, 1);
            load(ctx.get(), b, 0);
            expect(ctx.get(), b, 0, same, "the first");
            expect(ctx.get(), a, 1, same, "the second");
        } },
        { "rows of other types", [&] {
            // the finer type stays: what was saved loses nothing, what is there gains no error but that of its own type
            const chat fine = saved_chat(model, 84, { GGML_TYPE_F16 }), coarse = saved_chat(model, 85, { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 });
            // twice as much as rounding the rows changes what is said
            const auto lost = [&](const chat & c) { return 2 * lt::max_abs_diff(c.says, saved_chat(model, c.seed, { GGML_TYPE_F16 }).says); };
            for (const bool fine_first : { true, false }) {
                const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
                load(ctx.get(), fine_first ? fine : coarse, 0);
                load(ctx.get(), fine_first ? coarse : fine, 1);
                for (const auto & e : lt::heads_of(ctx.get())) {
                    LT_CHECK(e.type_k == GGML_TYPE_F16 && e.type_v == GGML_TYPE_F16, "types %d and %d", e.type_k, e.type_v);
                }
                expect(ctx.get(), fine, fine_first ? 0 : 1, same, "f16");
                expect(ctx.get(), coarse, fine_first ? 1 : 0, lost(coarse), "quantized"); // new rows are stored in f16
            }
            // rows of the same type, which were stored without other means
            const chat other = saved_chat(model, 87, { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 });
            const auto ctx   = lt::make_compacting(model, params_for(1024), 512, 0);
            load(ctx.get(), coarse, 0);
            load(ctx.get(), other, 1);
            expect(ctx.get(), coarse, 0, std::max(same, lost(coarse)/8), "the first"); // a new row may be rounded the other way
            expect(ctx.get(), other, 1, lost(other), "the second"); // rounded twice
        } },
        { "cut and damaged states leave the others alone", [&] {
            const auto ctx = lt::make_compacting(model, params_for(1024), 512, 0);
            load(ctx.get(), a, 0);
            const auto before = state_of(ctx.get(), 0);
            for (size_t i = 0; i < 32; i++) {
                const std::vector<uint8_t> cut(b.saved.begin(), b.saved.begin() + b.saved.size() * i / 32);
                LT_CHECK(llama_state_seq_set_data(ctx.get(), cut.data(), cut.size(), 1) == 0, "%zu of 32 parts were taken", i);
                LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 1) < 0, "%zu of 32 parts: something is left", i);
            }
            lt::rng r(87);
            for (int i = 0; i < 40; i++) {
                auto bad = b.saved;
                bad[i % 2 == 0 ? (size_t) r.below(2048) : (size_t) (r.next() % bad.size())] ^= (uint8_t) (1 + r.below(255));
                llama_state_seq_set_data(ctx.get(), bad.data(), bad.size(), 1);
                llama_memory_seq_rm(llama_get_memory(ctx.get()), 1, -1, -1);
            }
            LT_CHECK(state_of(ctx.get(), 0) == before, "the other's state changed");
            load(ctx.get(), b, 1);
            expect(ctx.get(), a, 0, same, "the first");
            expect(ctx.get(), b, 1, same, "the second");
        } },
        { "a state cut anywhere leaves the others' samples, rows and logits as they are", [&] {
            const chat few = saved_chat(model, 89, { GGML_TYPE_Q4_0 });
            for (const bool compacted : { false, true }) {
                for (const uint32_t n_uniform : { 64, 512 }) { // slots for a part of one, or for both
                    const auto filled = [&](int seed) {
                        auto ctx = lt::make_compacting(model, params_for(1024), n_uniform, 16);
                        if (compacted) {
                            load(ctx.get(), a, 0);
                        } else {
                            lt::decode(ctx.get(), lt::random_tokens(seed, N), 0, false);
                        }
                        return ctx;
                    };
                    refuse_cuts(filled(a.seed).get(), filled(a.seed).get(), few, a);
                    if (!compacted) { // stock rows, and the sample behind them
                        const chat plain = { 90, {}, state_of(filled(90).get(), 0), {} };
                        refuse_cuts(filled(a.seed).get(), filled(a.seed).get(), plain, a);
                    }
                }
            }
        } },
        { "a sequence whose keys or values are no numbers leaves the others alone", [&] {
            // batches of recurrent layers go by sequences; graphs multiply all values that lie beside latent keys
            if (llama_model_is_hybrid(model.get()) || (shape.v_in_k() && lt::graphs_only())) {
                return;
            }
            const auto next = lt::random_tokens(91, 12);
            // what the first one says, in a batch with the other's tokens and after these
            const auto said = [&](const char * name, float with, bool spoils) {
                spoiler how = { name, with, spoils };
                auto params = params_for(1024);
                params.cb_eval           = spoiler::callback;
                params.cb_eval_user_data = &how;
                const auto ctx = lt::make_compacting(model, params, 512, 0);
                load(ctx.get(), a, 0);
                llama_batch batch = llama_batch_init(spoiler::N_TOKENS, 0, 1);
                for (int i = 0; i < spoiler::N_TOKENS; i++) {
                    const int seq = i % 2;
                    batch.token[i] = next[i/2];
                    batch.pos[i]   = seq == 0 ? N + i/2 : i/2;
                    batch.n_seq_id[i]  = 1;
                    batch.seq_id[i][0] = seq;
                    batch.logits[i]    = seq == 0;
                }
                batch.n_tokens = spoiler::N_TOKENS;
                LT_REQUIRE(llama_decode(ctx.get(), batch) == 0, "not decoded");
                lt::logits_t res;
                for (int i = 0; i < spoiler::N_TOKENS; i += 2) {
                    const float * row = llama_get_logits_ith(ctx.get(), i);
                    res.insert(res.end(), row, row + lt::n_vocab(ctx.get()));
                }
                llama_batch_free(batch);
                for (const int n : { 1, 6 }) {
                    const auto more = lt::decode(ctx.get(), { next.begin() + 5, next.begin() + 5 + n }, N + 4 + (n > 1));
                    res.insert(res.end(), more.begin(), more.end());
                }
                LT_REQUIRE(!spoils || how.n_spoilt > 0, "no %s was spoilt", name);
                return res;
            };
            for (const char * name : { "Kcur", "Vcur" }) {
                const auto want = said(name, 0.0f, false);
                for (const float with : { std::numeric_limits<float>::quiet_NaN(), 1e6f }) { // too large for f16
                    const double diff = lt::max_abs_diff(said(name, with, true), want);
                    LT_CHECK(diff <= lt::ROUNDING, "%s of %g: logits differ by %g", name, with, diff);
                }
            }
        } },
        { "where there is no room it is refused, and the others stay", [&] {
            const auto ctx = lt::make_compacting(model, params_for(256), 512, 0);
            load(ctx.get(), a, 0);
            const auto before = state_of(ctx.get(), 0);
            const chat large = saved_chat(model, 88, {}, true);
            LT_CHECK(llama_state_seq_set_data(ctx.get(), large.saved.data(), large.saved.size(), 1) == 0, "it was taken");
            LT_CHECK(state_of(ctx.get(), 0) == before, "the first one's state changed");
            LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 1) < 0, "something is left");
            expect(ctx.get(), a, 0, same, "the first");

            // which is found out before there is memory for its rows, of which a damaged state may tell any number
            static std::string log;
            llama_log_set([](ggml_log_level, const char * text, void *) { log += text; }, nullptr);
            LT_CHECK(llama_state_seq_set_data(ctx.get(), large.saved.data(), large.saved.size()/2, 1) == 0, "half of it was taken");
            llama_log_set([](ggml_log_level, const char *, void *) {}, nullptr);
            LT_CHECK(log.find("do not fit") != std::string::npos, "the log says: %s", log.c_str());
        } },
    });
}
