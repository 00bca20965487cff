// test-rows: the types of two and three bits, and keys that are stored times a balance, as the CPU backend's functions read them.
// test-rows save MODEL STATE EXPECTED: a chat in RAM whose rows have such types, saved, with what it says next.
// test-rows load MODEL STATE EXPECTED: the state on a device, which has neither, says nearly the same.
#include "compacting.h"

#include "compute/few_bits.h"
#include "compute/hadamard.h"
#include "cpu/host_functions.h"

#include "ggml-backend.h"

#include <cstring>
#include <fstream>
#include <random>

static const int N_PAST = 330;
static const int N_SAID = 16;

static std::vector<float> random_numbers(size_t n, float scale = 1.0f, int seed = 7) {
    std::mt19937 rng(seed);
    std::normal_distribution<float> normal(0.0f, scale);
    std::vector<float> res(n);
    for (auto & x : res) {
        x = normal(rng);
    }
    return res;
}

static double squares(const std::vector<float> & x) {
    double res = 0.0;
    for (const float y : x) {
        res += (double) y*y;
    }
    return res;
}

static double distance(const std::vector<float> & x, const std::vector<float> & y) {
    double res = 0.0;
    for (size_t i = 0; i < x.size(); ++i) {
        res += std::pow((double) x[i] - y[i], 2);
    }
    return res/squares(x);
}

static std::vector<char> stored(ggml_type type, const std::vector<float> & x, int64_t d) {
    std::vector<char> res(ggml_row_size(type, d)*(x.size()/d));
    ggml_quantize_chunk(type, x.data(), res.data(), 0, (int64_t) x.size()/d, d, nullptr);
    return res;
}

static std::vector<float> read_by_library(ggml_type type, const std::vector<char> & rows, size_t n) {
    std::vector<float> res(n);
    ggml_get_type_traits(type)->to_float(rows.data(), res.data(), (int64_t) n);
    return res;
}

// rows of `from` as those of `to` are stored, by the backend's function
static void move(const compaction::host_functions * fns, const compaction::host_rows & from, const compaction::host_rows & to, int64_t n) {
    std::vector<int32_t> idx(n);
    for (int32_t i = 0; i < n; ++i) {
        idx[i] = i;
    }
    const compaction::host_move m = { from, to, idx.data(), n, 0 };
    compaction::host_work work = { &m, 1, nullptr, 0, { 0 } };
    fns->move_rows(nullptr, 0, 1, &work);
}

static compaction::host_rows rows_at(void * data, ggml_type type, int64_t d, int32_t had = 0, const float * balance = nullptr) {
    return { (char *) data, ggml_row_size(type, d), type, had, nullptr, balance, d };
}

static int units() {
    ggml_backend_load_all();
    auto * reg = ggml_backend_dev_backend_reg(ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU));
    auto * get = (compaction::get_host_functions_t) ggml_backend_reg_get_proc_address(reg, COMPACTION_HOST_FUNCTIONS);
    LT_REQUIRE(get != nullptr, "the CPU backend lacks the functions");
    const auto * fns = get();

    struct kind { ggml_type type; size_t bytes; double error; };
    const kind kinds[] = { { GGML_TYPE_N2_0, 18, 0.13 }, { GGML_TYPE_N3_0, 26, 0.035 } };

    return lt::run_cases({
        { "normal numbers lose what their levels lose, and keep their length", [&] {
            for (const auto & [type, bytes, most] : kinds) {
                LT_CHECK(ggml_row_size(type, 64) == bytes, "%zu bytes", ggml_row_size(type, 64));
                for (const float scale : { 1e-3f, 1.0f, 200.0f }) {
                    const auto   x     = random_numbers(64*256, scale);
                    const auto   y     = read_by_library(type, stored(type, x, 64), x.size());
                    const double error = distance(x, y), length = squares(y)/squares(x);
                    LT_CHECK(error < most && error > most/2, "%s at %g: error %g", ggml_type_name(type), scale, error);
                    LT_CHECK(std::fabs(length - 1.0) < 2e-3, "%s at %g: length %g", ggml_type_name(type), scale, length);
                }
            }
        } },
        { "numbers that are none, or all the same, stay finite", [&] {
            for (const auto & [type, bytes, most] : kinds) {
                for (const float x : { 0.0f, 1.0f, -3e4f, 1e-30f, 1e30f, INFINITY, NAN }) {
                    auto row = std::vector<float>(64, 0.0f);
                    for (const bool all : { false, true }) {
                        std::fill(row.begin(), row.begin() + (all ? 64 : 1), x);
                        const auto rows = stored(type, row, 64);
                        const auto y    = read_by_library(type, rows, 64);
                        const bool fits = std::fabs(x) < 1e5f; // the scale has 16 bits, as that of q4_0
                        LT_CHECK(!fits || std::all_of(y.begin(), y.end(), [](float z) { return std::isfinite(z); }), "%g", x);
                        if (all && std::fabs(x) >= 1.0f && fits) {
                            LT_CHECK(std::fabs(y[5]/x - 1.0f) < 2e-3f, "%g is read as %g", x, y[5]);
                        }
                    }
                }
            }
        } },
        { "the backend reads rows as the library does, to the bit", [&] {
            for (const auto & [type, bytes, most] : kinds) {
                for (const int64_t d : { 64, 128, 256 }) {
                    const auto x    = random_numbers(d*65);
                    auto       rows = stored(type, x, d);
                    std::vector<float> y(x.size());
                    move(fns, rows_at(rows.data(), type, d), rows_at(y.data(), GGML_TYPE_F32, d), 65);
                    LT_CHECK(y == read_by_library(type, rows, x.size()), "%s, rows of %d", ggml_type_name(type), (int) d);
                }
            }
        } },
        { "a row that is more than its new type holds becomes none", [&] {
            const int64_t d = 64;
            auto rows = stored(GGML_TYPE_Q8_0, random_numbers(3*d), d);
            const uint16_t most = 0x7bff; // of a block's factor
            std::memcpy(&rows[rows.size()/3], &most, sizeof most);
            for (const auto type : { GGML_TYPE_F16, GGML_TYPE_Q4_0 }) {
                std::vector<float>  balance(d, 100.0f);
                std::vector<char>   to(ggml_row_size(type, d)*3);
                move(fns, rows_at(rows.data(), GGML_TYPE_Q8_0, d), rows_at(to.data(), type, d, 64, balance.data()), 3);
                const auto y = read_by_library(type, to, 3*d);
                LT_CHECK(std::all_of(y.begin(), y.end(), [](float x) { return std::isfinite(x); }), "%s: not finite", ggml_type_name(type));
                LT_CHECK(y[0] != 0.0f && y[d] == 0.0f && y[2*d] != 0.0f, "%s: %g, %g and %g", ggml_type_name(type), y[0], y[d], y[2*d]);
            }
        } },
        { "keys times a balance come back, and their logits lose less", [&] {
            const int64_t d = 64, n = 512;
            // keys are large where queries are small
            std::vector<float> balance(d);
            auto keys = random_numbers(d*n), queries = random_numbers(d*n, 1.0f, 8);
            for (int64_t c = 0; c < d; ++c) {
                balance[c] = std::pow(2.0f, (float) (c % 9) - 4.0f);
            }
            for (int64_t i = 0; i < d*n; ++i) {
                keys   [i] /= balance[i % d];
                queries[i] *= balance[i % d];
            }
            const auto lost = [&](const float * by) {
                std::vector<char>  rows(ggml_row_size(GGML_TYPE_Q4_0, d)*n);
                std::vector<float> back(d*n);
                const auto at = rows_at(rows.data(), GGML_TYPE_Q4_0, d, compaction::hadamard_size(d), by);
                move(fns, rows_at(keys.data(), GGML_TYPE_F32, d), at, n);
                move(fns, at, rows_at(back.data(), GGML_TYPE_F32, d), n);
                double off = 0.0, all = 0.0;
                for (int64_t i = 0; i < n; ++i) {
                    double was = 0.0, is = 0.0;
                    for (int64_t c = 0; c < d; ++c) {
                        was += (double) queries[i*d + c]*keys[i*d + c];
                        is  += (double) queries[i*d + c]*back[i*d + c];
                    }
                    off += (is - was)*(is - was);
                    all += was*was;
                }
                return off/all;
            };
            const double with = lost(balance.data()), without = lost(nullptr);
            LT_CHECK(with < 0.012, "%g of the logits are lost", with);
            LT_CHECK(without > 4*with, "%g without, %g with", without, with);
        } },
    });
}

// rows of three and two bits and of four, in heads of all lengths
static lt::context_ptr chat(const lt::model_ptr & model) {
    auto ctx = lt::make_compacting(model, lt::context_params());
    lt::decode(ctx.get(), lt::random_tokens(11, N_PAST), 0, false);
    return ctx;
}

static void compact_to_few_bits(llama_context * ctx) {
    const auto heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, { GGML_TYPE_N3_0, GGML_TYPE_Q4_0, GGML_TYPE_N2_0, GGML_TYPE_Q8_0 }, false);
    auto cp = lt::small_params(4, 300);
    lt::set_heads(cp, heads);
    lt::compact(ctx, cp);
}

static lt::logits_t say(llama_context * ctx) {
    return lt::decode(ctx, lt::random_tokens(3, N_SAID), N_PAST);
}

static std::vector<uint8_t> state_of(llama_context * ctx) {
    std::vector<uint8_t> data(llama_state_seq_get_size(ctx, 0));
    LT_REQUIRE(llama_state_seq_get_data(ctx, data.data(), data.size(), 0) == data.size(), "not written");
    return data;
}

static bool loads(llama_context * ctx, const std::vector<uint8_t> & data) {
    return llama_state_seq_set_data(ctx, data.data(), data.size(), 0) == data.size();
}

// where the balance of the first head of these types begins in a saved state: its length, then its numbers
static size_t balance_in(const std::vector<uint8_t> & data, const lt::shape & shape, ggml_type type_k, ggml_type type_v) {
    // a head: types, sizes, flags, the center with its length, the balance with its
    const int32_t first[] = { type_k, type_v, shape.d, shape.d_v };
    const auto * bytes = (const uint8_t *) first;
    const auto   found = std::search(data.begin(), data.end(), bytes, bytes + sizeof(first));
    LT_REQUIRE(found != data.end(), "no table of heads");
    size_t  at = (size_t) (found - data.begin()) + sizeof(first) + 4;
    int32_t n  = 0;
    std::memcpy(&n, &data[at], 4);
    at += 4 + 4*(size_t) n;
    std::memcpy(&n, &data[at], 4);
    LT_REQUIRE(n == shape.d, "a balance of %d numbers", n);
    return at;
}

template <typename T>
static void write(const char * path, const std::vector<T> & x) {
    std::ofstream file(path, std::ios::binary);
    file.write((const char *) x.data(), (std::streamsize) (x.size()*sizeof(T)));
    LT_REQUIRE(file.good(), "cannot write %s", path);
}

template <typename T>
static std::vector<T> read(const char * path) {
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    std::vector<T> res((size_t) file.tellg()/sizeof(T));
    file.seekg(0);
    file.read((char *) res.data(), (std::streamsize) (res.size()*sizeof(T)));
    LT_REQUIRE(file.good(), "cannot read %s", path);
    return res;
}

static int save(const char * path, const char * state, const char * expected) {
    const lt::backend backend;
    const auto model = lt::load_model(path);
    const auto shape = lt::shape_of(model, path);
    return lt::run_cases({
        { "attention is that to the rows as they are read", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx = lt::make_compacting(model, params);
            lt::decode(ctx.get(), lt::random_tokens(11, N_PAST), 0, false);
            compact_to_few_bits(ctx.get());
            int few = 0;
            for (const auto & e : lt::heads_of(ctx.get())) {
                few += (e.type_k == GGML_TYPE_N3_0 || e.type_k == GGML_TYPE_N2_0) + (e.type_v == GGML_TYPE_N3_0 || e.type_v == GGML_TYPE_N2_0);
            }
            LT_CHECK(few >= 4, "%d halves of heads have few bits", few);
            for (const int n : { 1, 9, 33 }) {
                seen.clear();
                lt::decode(ctx.get(), lt::random_tokens(20 + n, n), lt::info_of(ctx.get()).n_tokens);
                for (int i = 0; i < (int) lt::heads_of(ctx.get()).size(); ++i) {
                    const double error = lt::attention_error(ctx.get(), seen, shape, i, n);
                    LT_CHECK(error < 1e-3, "%d tokens, entry %d: relative error %g", n, i, error);
                }
            }
        } },
        { "a state says the same, and with wrong factors it is refused", [&] {
            const auto ctx = chat(model);
            compact_to_few_bits(ctx.get());
            const auto data = state_of(ctx.get());
            const auto want = say(ctx.get());
            const auto again = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(loads(again.get(), data), "not loaded");
            LT_CHECK(lt::max_abs_diff(say(again.get()), want) <= 1e-5, "other logits");
            write(state, data);
            write(expected, want);

            const size_t at = balance_in(data, shape, GGML_TYPE_N3_0, GGML_TYPE_Q4_0);
            for (const float x : { 0.0f, -1.0f, NAN, INFINITY, 1e30f }) {
                auto bad = data;
                std::memcpy(&bad[at + 4 + 4*5], &x, 4);
                LT_CHECK(!loads(again.get(), bad), "%g was taken", x);
            }
            auto bad = data;
            const int32_t less = shape.d - 1;
            std::memcpy(&bad[at], &less, 4);
            LT_CHECK(!loads(again.get(), bad), "a balance that is too short was taken");
            LT_REQUIRE(loads(again.get(), data), "the good state does not load");
        } },
        { "keys are read back in the cache's own space, however they are stored", [&] {
            const auto rows_in = [&](int32_t type) {
                const auto ctx = chat(model);
                const std::vector<llama_compact_head> heads(lt::info_of(ctx.get()).n_heads, { -1, type, type });
                auto cp = lt::small_params(4, 300, -1);
                lt::set_heads(cp, heads);
                lt::compact(ctx.get(), cp);
                return lt::rows_of(ctx.get(), 0, shape);
            };
            const auto want = rows_in(-1);
            for (const auto & [type, most] : { std::pair(GGML_TYPE_Q8_0, 2e-4), std::pair(GGML_TYPE_N3_0, 0.1) }) {
                const auto got = rows_in(type);
                LT_REQUIRE(got.n == want.n, "%d rows of %d", got.n, want.n);
                LT_CHECK(distance(want.k, got.k) < most && distance(want.v, got.v) < most, "%s: keys differ by %g, values by %g",
                         ggml_type_name(type), distance(want.k, got.k), distance(want.v, got.v));
            }
        } },
        { "blocks of few bits are merged, and move", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx = lt::make_compacting(model, params);
            lt::decode(ctx.get(), lt::random_tokens(11, N_PAST), 0, false);
            compact_to_few_bits(ctx.get());
            lt::decode(ctx.get(), lt::random_tokens(12, 60), N_PAST, false);
            const auto check = [&](llama_pos pos, const char * when) {
                seen.clear();
                lt::decode(ctx.get(), lt::random_tokens(13, 5), pos);
                for (int i = 0; i < (int) lt::heads_of(ctx.get()).size(); ++i) {
                    const double error = lt::attention_error(ctx.get(), seen, shape, i, 5);
                    LT_CHECK(error < 1e-3, "%s, entry %d: relative error %g", when, i, error);
                }
            };
            const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads, { GGML_TYPE_N2_0, GGML_TYPE_N3_0, GGML_TYPE_Q5_0 }, false);
            auto cp = lt::small_params(4, N_PAST + 40);
            lt::set_heads(cp, heads);
            lt::compact(ctx.get(), cp);
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 1, "not merged");
            check(N_PAST + 60, "merged");

            const llama_compact_span span = { 4, N_PAST + 40, 104 };
            LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "not moved: %s", llama_kv_compact_last_error(ctx.get()));
            check(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) + 1, "moved");
        } },
    });
}

static int load(const char * path, const char * state, const char * expected) {
    const lt::backend backend;
    const auto model = lt::load_model(path);
    return lt::run_cases({
        { "a state of RAM on a device", [&] {
            const auto data = read<uint8_t>(state);
            const auto want = read<float>(expected);
            const auto ctx  = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(loads(ctx.get(), data), "not loaded");
            for (const auto & e : lt::heads_of(ctx.get())) {
                LT_CHECK(e.type_k != GGML_TYPE_N3_0 && e.type_v != GGML_TYPE_N2_0 && e.type_v != GGML_TYPE_N3_0, "rows that nothing there reads");
            }
            const auto   got   = say(ctx.get());
            const auto   plain = lt::make_compacting(model, lt::context_params());
            const double off = lt::rms_diff(got, want);
            lt::decode(plain.get(), { 1 }, 0, false);
            // rounding once more moves logits less than half as far as the loss of the text does
            const double far = lt::rms_diff(lt::decode(plain.get(), lt::random_tokens(3, N_SAID), 1), want);
            LT_CHECK(off < 0.25*far, "logits differ by %g, without the text by %g", off, far);

            // beside another chat, whose rows stay as they are
            const auto both = lt::make_compacting(model, lt::context_params());
            lt::decode(both.get(), lt::random_tokens(4, 40), 0, false);
            llama_memory_seq_cp(llama_get_memory(both.get()), 0, 1, -1, -1);
            llama_memory_seq_rm(llama_get_memory(both.get()), 0, -1, -1);
            LT_REQUIRE(loads(both.get(), data), "not loaded beside another");
            LT_CHECK(lt::rms_diff(say(both.get()), want) < 0.25*far, "logits differ by %g", lt::rms_diff(say(both.get()), want));
        } },
        { "keys of four bits are balanced there as in RAM, and saved so", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx = lt::make_compacting(model, params);
            lt::decode(ctx.get(), lt::random_tokens(11, N_PAST), 0, false);
            auto cp = lt::small_params(4, 300);
            // one of eight bits among them, which has none
            const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads, { GGML_TYPE_Q4_0, GGML_TYPE_Q4_0, GGML_TYPE_Q8_0 });
            lt::set_heads(cp, heads);
            lt::compact(ctx.get(), cp);
            const auto   shape = lt::shape_of(model, path);
            const auto   saved = state_of(ctx.get());
            const size_t at    = balance_in(saved, shape, GGML_TYPE_Q4_0, GGML_TYPE_Q4_0);
            std::vector<float> balance(shape.d);
            std::memcpy(balance.data(), &saved[at + 4], balance.size()*sizeof(float));
            const auto [least, most] = std::minmax_element(balance.begin(), balance.end());
            LT_CHECK(*least > 0.0f && *most > 1.01f* *least, "factors from %g to %g", *least, *most);
            for (const int n : { 1, 9, 33 }) { // by classes, and head by head
                seen.clear();
                lt::decode(ctx.get(), lt::random_tokens(20 + n, n), lt::info_of(ctx.get()).n_tokens);
                for (int i = 0; i < (int) lt::heads_of(ctx.get()).size(); ++i) {
                    const double error = lt::attention_error(ctx.get(), seen, shape, i, n);
                    LT_CHECK(error < 5e-2, "%d tokens, entry %d: relative error %g", n, i, error); // queries are rounded, too
                }
            }
            const auto again = lt::make_compacting(model, lt::context_params());
            const auto same  = lt::make_compacting(model, lt::context_params());
            LT_REQUIRE(loads(again.get(), saved) && loads(same.get(), saved), "not loaded");
            LT_CHECK(state_of(again.get()) == saved, "a state of a state is another");
            LT_CHECK(lt::max_abs_diff(say(again.get()), say(same.get())) == 0.0, "two of one state differ");
        } },
        { "rows of few bits are refused there", [&] {
            const auto ctx = chat(model);
            const std::vector<llama_compact_head> heads(lt::info_of(ctx.get()).n_heads, { 16, GGML_TYPE_Q8_0, GGML_TYPE_N3_0 });
            auto cp = lt::small_params(4, 300);
            lt::set_heads(cp, heads);
            llama_compact_report report;
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &cp, &report) == LLAMA_COMPACT_ERR_INVALID, "not refused");
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 0, "something was compacted");
        } },
    });
}

int main(int argc, char ** argv) {
    if (argc == 1) {
        return units();
    }
    const std::string mode = argv[1];
    if (argc == 5 && mode == "save") {
        return save(argv[2], argv[3], argv[4]);
    }
    if (argc == 5 && mode == "load") {
        return load(argv[2], argv[3], argv[4]);
    }
    std::fprintf(stderr, "usage: %s [save|load MODEL STATE EXPECTED]\n", argv[0]);
    return 2;
}
