// test-state save MODEL STATE EXPECTED: fills, compacts, saves, writes what greedy decoding says next, and dies.
// test-state load MODEL STATE EXPECTED: a new process loads the state and must say the same.
// test-state refuse MODEL OTHER_MODEL: cut, foreign and oversized states are refused, and the context lives on.
#include "compacting.h"

#include <fstream>
#include <iterator>

static const int N_PAST = 330;
static const int N_SAID = 32;

// a chat as it lives: prompt, block, replies, another block, replies; rows of several types
static lt::context_ptr compacted_chat(const lt::model_ptr & model, uint32_t n_ctx = 512) {
    auto ctx = lt::make_compacting(model, lt::context_params(n_ctx));
    const auto past = lt::random_tokens(11, N_PAST);
    lt::decode(ctx.get(), { past.begin(), past.begin() + 200 }, 0, false);
    const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads,
                                          { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q5_0, GGML_TYPE_Q4_0 });
    auto first = lt::small_params(4, 180);
    lt::set_heads(first, heads);
    lt::compact(ctx.get(), first);
    lt::decode(ctx.get(), { past.begin() + 200, past.begin() + 310 }, 200, false);
    lt::compact(ctx.get(), lt::small_params(180, 290, 19));
    lt::decode(ctx.get(), { past.begin() + 310, past.end() }, 310, false);
    return ctx;
}

// The whole state of a model with sliding windows brings the window's cells back in another order (in the stock library
// too), and f16 sums then differ a little. The state of a sequence keeps the order, so there it must be exact.
static bool whole_state_is_exact(const lt::model_ptr & model) {
    return llama_model_n_swa(model.get()) == 0;
}

static std::vector<uint8_t> get_state(llama_context * ctx) {
    if (llama_model_n_swa(llama_get_model(ctx)) == 0) {
        return lt::full_state(ctx);
    }
    std::vector<uint8_t> data(llama_state_seq_get_size(ctx, 0));
    LT_REQUIRE(llama_state_seq_get_data(ctx, data.data(), data.size(), 0) == data.size(), "not written");
    return data;
}

static size_t set_state(llama_context * ctx, const std::vector<uint8_t> & data) {
    return llama_model_n_swa(llama_get_model(ctx)) == 0 ? llama_state_set_data(ctx, data.data(), data.size())
                                                        : llama_state_seq_set_data(ctx, data.data(), data.size(), 0);
}

// where these numbers stand one after another; -1: nowhere
static ptrdiff_t find_numbers(const std::vector<uint8_t> & data, const std::vector<int32_t> & numbers) {
    const auto * first = (const uint8_t *) numbers.data();
    const auto   at    = std::search(data.begin(), data.end(), first, first + numbers.size() * sizeof(int32_t));
    return at == data.end() ? -1 : at - data.begin();
}

static std::vector<uint8_t> with_number(std::vector<uint8_t> data, ptrdiff_t at, int32_t number) {
    std::memcpy(data.data() + at, &number, sizeof number);
    return data;
}

static lt::logits_t rows_to_file(const char * path, const lt::logits_t & logits) {
    std::ofstream file(path, std::ios::binary);
    file.write((const char *) logits.data(), (std::streamsize) (logits.size() * sizeof(float)));
    LT_REQUIRE(file.good(), "cannot write %s", path);
    return logits;
}

// logits of greedy decoding: enough to compare tokens and numbers
static lt::logits_t say(llama_context * ctx) {
    lt::logits_t all;
    llama_token token = 42;
    for (int i = 0; i < N_SAID; i++) {
        const auto row = lt::decode(ctx, { token }, N_PAST + i);
        all.insert(all.end(), row.begin(), row.end());
        token = (llama_token) (std::max_element(row.begin(), row.end()) - row.begin());
    }
    return all;
}

static std::vector<int> tokens_of(const lt::logits_t & logits, int n_vocab) {
    std::vector<int> tokens;
    for (size_t i = 0; i < logits.size(); i += n_vocab) {
        tokens.push_back((int) (std::max_element(logits.begin() + i, logits.begin() + i + n_vocab) - logits.begin() - i));
    }
    return tokens;
}

static int save(const char * model_path, const char * state, const char * expected) {
    const auto model = lt::load_model(model_path);
    const int status = lt::run_cases({ { "save", [&] {
        const auto ctx  = compacted_chat(model);
        const auto past = lt::random_tokens(11, N_PAST);
        const bool saved = whole_state_is_exact(model)
            ? llama_state_save_file(ctx.get(), state, past.data(), past.size())
            : llama_state_seq_save_file(ctx.get(), state, 0, past.data(), past.size()) > 0;
        LT_REQUIRE(saved, "not saved");
        rows_to_file(expected, say(ctx.get()));
    } } });
    std::fflush(nullptr);
    std::_Exit(status); // a kill: nothing is freed or flushed by the library
}

static int load(const char * model_path, const char * state, const char * expected) {
    const auto model = lt::load_model(model_path);
    lt::logits_t want;
    {
        std::ifstream file(expected, std::ios::binary | std::ios::ate);
        want.resize((size_t) file.tellg() / sizeof(float));
        file.seekg(0);
        file.read((char *) want.data(), (std::streamsize) (want.size() * sizeof(float)));
    }
    const auto check = [&](llama_context * ctx, const char * how) {
        const auto got = say(ctx);
        const int  nv  = lt::n_vocab(ctx);
        LT_CHECK(tokens_of(got, nv) == tokens_of(want, nv) && want.size() == (size_t) N_SAID * nv, "%s: other tokens", how);
        LT_CHECK(lt::max_abs_diff(got, want) <= 1e-5, "%s: logits differ by %g", how, lt::max_abs_diff(got, want));
    };
    return lt::run_cases({
        { "a file in a new process: 32 identical greedy tokens", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            std::vector<llama_token> tokens(1024);
            size_t n_tokens = 0;
            const bool loaded = whole_state_is_exact(model)
                ? llama_state_load_file(ctx.get(), state, tokens.data(), tokens.size(), &n_tokens)
                : llama_state_seq_load_file(ctx.get(), state, 0, tokens.data(), tokens.size(), &n_tokens) > 0;
            LT_REQUIRE(loaded, "not loaded");
            LT_CHECK(n_tokens == (size_t) N_PAST, "%zu tokens", n_tokens);
            const auto info  = lt::info_of(ctx.get());
            const auto fresh = compacted_chat(model);
            const auto want_info = lt::info_of(fresh.get());
            LT_CHECK(info.n_blocks == want_info.n_blocks && info.n_blocks == 2, "%u blocks", info.n_blocks);
            LT_CHECK(info.n_tokens == want_info.n_tokens && info.n_block_tokens == want_info.n_block_tokens &&
                     info.n_block_rows == want_info.n_block_rows && info.bytes_blocks == want_info.bytes_blocks &&
                     info.bytes_live == want_info.bytes_live && info.n_queries == want_info.n_queries,
                     "the counts differ from those before the save");
            // each layout on the way rounds the capacity down
            LT_CHECK(info.capacity == want_info.capacity || info.capacity == want_info.capacity + 1, "%u cells, %u before",
                     info.capacity, want_info.capacity);
            check(ctx.get(), "file");
        } },
        { "a file with a sampled query that is no number is refused", [&] {
            std::ifstream file(state, std::ios::binary);
            std::vector<char> bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
            std::vector<uint8_t> data(bytes.begin(), bytes.end());
            const auto shape = lt::shape_of(model, model_path);
            ptrdiff_t at = -1;
            for (int readers = 1; readers <= 3 && at < 0; readers++) {
                at = find_numbers(data, { GGML_TYPE_Q8_0, (int32_t) ggml_row_size(GGML_TYPE_Q8_0, (int64_t) readers*shape.n_head*shape.d), 0 });
            }
            LT_REQUIRE(at >= 0, "no queries");
            std::memset(&data[at + 12], 0xff, 2); // a block's factor
            const std::string damaged = std::string(state) + ".damaged";
            std::ofstream(damaged, std::ios::binary).write((const char *) data.data(), (std::streamsize) data.size());
            const auto ctx = lt::make_compacting(model, lt::context_params());
            std::vector<llama_token> tokens(1024);
            size_t n_tokens = 0;
            LT_CHECK(whole_state_is_exact(model) ? !llama_state_load_file(ctx.get(), damaged.c_str(), tokens.data(), tokens.size(), &n_tokens)
                                                 : llama_state_seq_load_file(ctx.get(), damaged.c_str(), 0, tokens.data(), tokens.size(), &n_tokens) == 0,
                     "it was taken");
            LT_CHECK(lt::info_of(ctx.get()).n_tokens == 0, "something is left");
        } },
        { "a used context takes the state over", [&] {
            const auto source = compacted_chat(model);
            const auto data   = get_state(source.get());
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), lt::random_tokens(12, 300), 0, false);
            lt::compact(ctx.get(), lt::small_params(4, 250, 31));
            LT_REQUIRE(set_state(ctx.get(), data) == data.size(), "not loaded");
            check(ctx.get(), "over another chat");
        } },
        { "a larger context takes the state", [&] {
            const auto source = compacted_chat(model);
            const auto data   = get_state(source.get());
            const auto ctx    = lt::make_compacting(model, lt::context_params(1024));
            LT_REQUIRE(set_state(ctx.get(), data) == data.size(), "not loaded");
            LT_CHECK(lt::info_of(ctx.get()).capacity > lt::info_of(source.get()).capacity, "no room was gained");
            check(ctx.get(), "larger");
        } },
        { "the whole state, whatever the order of its cells", [&] {
            const auto source = compacted_chat(model);
            const auto data   = lt::full_state(source.get());
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(llama_state_set_data(ctx.get(), data.data(), data.size()) == data.size(), "not loaded");
            const auto row  = lt::decode(ctx.get(), { 42 }, N_PAST);
            const auto diff = lt::max_abs_diff(row, { want.begin(), want.begin() + row.size() });
            LT_CHECK(diff <= (whole_state_is_exact(model) ? 1e-5 : 0.1), "logits differ by %g", diff);
        } },
        { "a sequence alone", [&] {
            const auto source = compacted_chat(model);
            std::vector<uint8_t> data(llama_state_seq_get_size(source.get(), 0));
            LT_REQUIRE(llama_state_seq_get_data(source.get(), data.data(), data.size(), 0) == data.size(), "not written");
            const auto ctx = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(llama_state_seq_set_data(ctx.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
            check(ctx.get(), "sequence");
        } },
        { "saving what was loaded gives the same bytes", [&] {
            const auto source = compacted_chat(model);
            const auto data   = get_state(source.get());
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(set_state(ctx.get(), data) == data.size(), "not loaded");
            LT_CHECK(get_state(ctx.get()) == data, "the states differ");
        } },
        { "a loaded chat can be compacted again", [&] {
            const auto source = compacted_chat(model);
            const auto data   = get_state(source.get());
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(set_state(ctx.get(), data) == data.size(), "not loaded");
            const auto a = lt::compact(ctx.get(), lt::small_params(290, N_PAST, 11));
            const auto b = lt::compact(source.get(), lt::small_params(290, N_PAST, 11));
            LT_CHECK(a.bytes_after == b.bytes_after && a.error == b.error, "the reports differ (error %g and %g)", a.error,
                     b.error);
            LT_CHECK(lt::max_abs_diff(say(ctx.get()), say(source.get())) <= 1e-5, "the logits differ");
        } },
    });
}

static int refuse(const char * model_path, const char * other_path) {
    const auto model  = lt::load_model(model_path);
    const auto source = compacted_chat(model);
    const auto data   = get_state(source.get());
    const auto expected = say(source.get());

    const auto still_alive = [&](llama_context * ctx) {
        LT_REQUIRE(set_state(ctx, data) == data.size(), "the good state does not load");
        LT_CHECK(lt::max_abs_diff(say(ctx), expected) <= 1e-5, "the good state was loaded wrongly");
    };
    return lt::run_cases({
        { "cut buffers", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            std::vector<size_t> sizes;
            for (size_t i = 0; i < 48; i++) {
                sizes.push_back(data.size() * i / 48);
                sizes.push_back(data.size() - 1 - i * i);
            }
            for (const size_t size : sizes) {
                // an exact copy, so that a sanitizer sees any read past its end
                const std::vector<uint8_t> cut(data.begin(), data.begin() + size);
                const size_t n = set_state(ctx.get(), cut);
                LT_CHECK(n == 0, "%zu of %zu bytes: %zu were taken", size, data.size(), n);
            }
            still_alive(ctx.get());
        } },
        { "a chat that a cut state was loaded over is gone, of all layers, and another begins there", [&] {
            const auto next  = lt::random_tokens(77, 30);
            const auto fresh = lt::make_compacting(model, lt::context_params());
            const auto wanted = lt::decode(fresh.get(), next, 0);
            for (const size_t size : { (size_t) 400, data.size()/2, data.size() - 4 }) {
                const auto ctx = lt::make_compacting(model, lt::context_params());
                lt::decode(ctx.get(), lt::random_tokens(6, 100), 0, false);
                LT_CHECK(set_state(ctx.get(), { data.begin(), data.begin() + size }) == 0, "%zu bytes were taken", size);
                LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) == -1 && lt::info_of(ctx.get()).n_tokens == 0, "something is left");
                LT_CHECK(lt::max_abs_diff(lt::decode(ctx.get(), next, 0), wanted) <= lt::ROUNDING, "it reads what was there");
            }
        } },
        { "rows that are no numbers: of every layer, of windows and of sampled queries", [&] {
            const auto shape = lt::shape_of(model, model_path);
            const auto plain = lt::make_compacting(model, lt::context_params());
            lt::decode(plain.get(), lt::random_tokens(11, 100), 0, false);
            const auto good = get_state(plain.get());
            const auto ctx  = lt::make_compacting(model, lt::context_params());
            const auto found = [&](int32_t type, size_t width) {
                int n = 0;
                const std::vector<int32_t> head = { type, (int32_t) width, 0 }; // in front of a layer's rows
                const auto * first = (const uint8_t *) head.data();
                for (auto at = good.begin(); (at = std::search(at, good.end(), first, first + 12)) != good.end(); at += 12, n++) {
                    auto bad = good;
                    const uint16_t x = n % 2 ? 0x7c00 : 0xfe00; // infinity, or none
                    std::memcpy(&bad[at - good.begin() + 12], &x, sizeof x);
                    LT_CHECK(set_state(ctx.get(), bad) == 0, "%s, rows %d were taken", ggml_type_name((ggml_type) type), n);
                    LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) == -1 && lt::info_of(ctx.get()).n_tokens == 0, "something is left");
                }
                return n;
            };
            const int n_kv = shape.v_in_k() ? 1 : shape.n_head_kv;
            LT_CHECK(found(GGML_TYPE_F16, 2*n_kv*shape.d) >= llama_model_n_layer(model.get())/2, "not every layer");
            int n_queries = 0;
            for (int readers = 1; readers <= 3; readers++) {
                n_queries += found(GGML_TYPE_Q8_0, ggml_row_size(GGML_TYPE_Q8_0, (int64_t) readers*shape.n_head*shape.d));
            }
            LT_CHECK(n_queries > 0, "no queries");
            LT_REQUIRE(set_state(ctx.get(), good) == good.size(), "the good state does not load");
            still_alive(ctx.get());
        } },
        { "cut sequence buffers", [&] {
            std::vector<uint8_t> whole(llama_state_seq_get_size(source.get(), 0));
            llama_state_seq_get_data(source.get(), whole.data(), whole.size(), 0);
            const auto ctx = lt::make_compacting(model, lt::context_params());
            for (size_t i = 1; i < 64; i++) {
                const std::vector<uint8_t> cut(whole.begin(), whole.begin() + whole.size() * i / 64);
                LT_CHECK(llama_state_seq_set_data(ctx.get(), cut.data(), cut.size(), 0) == 0, "%zu of 64 parts taken", i);
            }
            still_alive(ctx.get());
        } },
        { "damaged bytes do not crash", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::rng r(13);
            for (int i = 0; i < 90; i++) {
                auto bad = data;
                // counts and tables stand near the front and the end of sections; flip there and anywhere
                const size_t at = i % 3 == 0 ? (size_t) r.below(2048) : i % 3 == 1 ? data.size() - 1 - r.below(4096)
                                                                                   : (size_t) (r.next() % data.size());
                bad[at % data.size()] ^= (uint8_t) (1 + r.below(255));
                set_state(ctx.get(), bad);
            }
            llama_memory_clear(llama_get_memory(ctx.get()), true);
            still_alive(ctx.get());
        } },
        { "a damaged table of queries leaves nothing behind", [&] {
            const auto from = lt::make_compacting(model, lt::context_params());
            lt::decode(from.get(), lt::random_tokens(16, 60), 0, false);
            const auto plain = get_state(from.get());
            // layers, slots for recent tokens, no rotation, one sequence, its id; then its stride and how far it was moved
            const auto at = find_numbers(plain, { (int32_t) lt::info_of(from.get()).n_layers, 16, 0, 1, 0 });
            LT_REQUIRE(at > 0, "no table of queries");
            const auto ctx = lt::make_compacting(model, lt::context_params());
            for (const auto & [offset, number] : std::vector<std::pair<ptrdiff_t, int32_t>> { { 20, 0 }, { 24, -1 }, { 24, INT32_MAX } }) {
                LT_REQUIRE(set_state(ctx.get(), plain) == plain.size(), "the good state does not load");
                LT_CHECK(set_state(ctx.get(), with_number(plain, at + offset, number)) == 0, "%d was taken", number);
                const auto info = lt::info_of(ctx.get());
                LT_CHECK(info.n_live == 0 && info.capacity_used == 0 && info.n_queries == 0, "%d: %u cells and %u queries are left",
                         number, info.n_live, info.n_queries);
            }
            still_alive(ctx.get());
        } },
        { "the last positions there are, of a sequence that was moved", [&] {
            const llama_pos start = INT32_MAX - 100;
            const auto from = lt::make_compacting(model, lt::context_params());
            lt::decode(from.get(), lt::random_tokens(16, 60), start, false);
            const auto plain = get_state(from.get());
            const auto at    = find_numbers(plain, { (int32_t) lt::info_of(from.get()).n_layers, 16, 0, 1, 0 });
            LT_REQUIRE(at > 0, "no table of queries");
            const auto moved = with_number(plain, at + 24, 1 << 30);
            const auto ctx   = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(set_state(ctx.get(), moved) == moved.size(), "not loaded");
            lt::decode(ctx.get(), lt::random_tokens(17, 8), start + 60, false);
            const auto again = get_state(ctx.get());
            LT_CHECK(set_state(ctx.get(), again) == again.size(), "its own state does not load");
        } },
        { "row types that there are not", [&] {
            const auto at = find_numbers(data, { 0x3143544c }); // the section's mark
            LT_REQUIRE(at >= 0, "no section");
            const auto ctx = lt::make_compacting(model, lt::context_params());
            // mark, version, flags, heads, blocks; two blocks of one sequence; then the first head's types
            for (const int32_t type : { -1, (int32_t) GGML_TYPE_COUNT, 1000, INT32_MAX }) {
                for (const ptrdiff_t offset : { 60, 64 }) {
                    LT_CHECK(set_state(ctx.get(), with_number(data, at + offset, type)) == 0, "type %d was taken", type);
                }
            }
            still_alive(ctx.get());
        } },
        { "another model's state", [&] {
            const auto other = lt::load_model(other_path);
            const auto ctx   = lt::make_compacting(other, lt::context_params());
            LT_CHECK(set_state(ctx.get(), data) == 0, "a foreign state was taken");
            lt::decode(ctx.get(), lt::random_tokens(14, 20), 0);
        } },
        { "a context too small for it", [&] {
            const auto big = lt::make_compacting(model, lt::context_params(1024));
            lt::decode(big.get(), lt::random_tokens(15, 500), 0, false);
            lt::compact(big.get(), lt::small_params(4, 100, 20));
            const auto large = get_state(big.get());
            const auto ctx   = lt::make_compacting(model, lt::context_params(256));
            LT_CHECK(set_state(ctx.get(), large) == 0, "it was taken");
            lt::decode(ctx.get(), lt::random_tokens(14, 20), 0);
        } },
    });
}

int main(int argc, char ** argv) {
    const std::string mode = argc > 1 ? argv[1] : "";
    lt::backend backend;
    if (mode == "save" && argc == 5) {
        return save(argv[2], argv[3], argv[4]);
    }
    if (mode == "load" && argc == 5) {
        return load(argv[2], argv[3], argv[4]);
    }
    if (mode == "refuse" && argc == 4) {
        return refuse(argv[2], argv[3]);
    }
    std::fprintf(stderr, "usage: %s save|load MODEL STATE EXPECTED, or %s refuse MODEL OTHER_MODEL\n", argv[0], argv[0]);
    return 2;
}
