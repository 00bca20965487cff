// test-own MODEL: a model with latent attention, whose values are part of its keys. Block rows may have fitted values beside their
// keys, and these follow the rows wherever they go.
#include "compacting.h"

static const int N = 200;

// of every entry: numbers of such a value, and its type where there are some
static std::vector<std::pair<int32_t, int32_t>> own_of(llama_context * ctx) {
    std::vector<int32_t> size(lt::heads_of(ctx).size()), type(size.size());
    LT_REQUIRE(llama_kv_compact_own_values(ctx, size.data(), type.data(), (int32_t) size.size()) == (int32_t) size.size(), "no table");
    std::vector<std::pair<int32_t, int32_t>> res;
    for (size_t i = 0; i < size.size(); i++) {
        res.emplace_back(size[i], type[i]);
    }
    return res;
}

static std::vector<uint8_t> state_of(llama_context * ctx, llama_seq_id seq = 0) {
    std::vector<uint8_t> data(llama_state_seq_get_size(ctx, seq));
    LT_REQUIRE(llama_state_seq_get_data(ctx, data.data(), data.size(), seq) == data.size(), "not written");
    return data;
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const auto past  = lt::random_tokens(101, N);
    LT_REQUIRE(shape.v_in_k(), "values are not part of keys");

    lt::capture seen;
    auto watched = lt::context_params(512);
    watched.n_seq_max = 3;
    seen.attach(watched);

    struct types { int32_t k, v; };
    const auto compact = [&](llama_context * ctx, llama_pos p0, llama_pos p1, int n_rows, bool own, types t = { -1, -1 }) {
        const std::vector<llama_compact_head> heads(lt::heads_of(ctx).size(), { n_rows, t.k, t.v });
        auto cp = lt::small_params(p0, p1);
        cp.own_values = own;
        lt::set_heads(cp, heads);
        return lt::compact(ctx, cp);
    };
    const auto chat = [&](int n_rows, bool own, types t = { -1, -1 }) {
        auto ctx = lt::make_compacting(model, watched, 256);
        lt::decode(ctx.get(), past, 0, false);
        compact(ctx.get(), 4, 160, n_rows, own, t);
        return ctx;
    };
    // how far the values of block rows are from those in their keys, relative to these
    const auto apart = [&](llama_context * ctx, int entry, int from = 0, int to = 1 << 30) {
        const auto rows = lt::rows_of(ctx, entry, shape);
        double diff = 0.0, norm = 0.0;
        for (int i = from; i < std::min(to, rows.n); i++) {
            for (int c = 0; c < shape.d_v; c++) {
                const double k = rows.k[(size_t) i * shape.d + c], v = rows.v[(size_t) i * shape.d_v + c];
                diff += (k - v) * (k - v);
                norm += k * k;
            }
        }
        return std::sqrt(diff / norm);
    };
    const auto check_attention = [&](llama_context * ctx, llama_pos pos, const char * what, double tolerance = 5e-3) {
        for (const int n : { 1, 40 }) { // a token alone and a batch take ways of their own
            const lt::border end(ctx);
            seen.clear();
            lt::decode(ctx, lt::random_tokens(102, n), pos);
            for (size_t i = 0; i < lt::heads_of(ctx).size(); i++) {
                const double error = lt::attention_error(ctx, seen, shape, (int) i, n);
                LT_CHECK(error <= tolerance, "%s, %d tokens, entry %zu: relative error %g", what, n, i, error);
            }
            end.cut();
        }
    };

    return lt::run_cases({
        { "block rows have values of their own, live rows those in their keys", [&] {
            const auto ctx = chat(24, true);
            for (size_t i = 0; i < lt::heads_of(ctx.get()).size(); i++) {
                LT_CHECK(own_of(ctx.get())[i] == std::make_pair(shape.d_v, (int32_t) GGML_TYPE_F16), "entry %zu", i);
                LT_CHECK(apart(ctx.get(), (int) i, 0, 24) > 1e-2, "entry %zu: nothing was fitted", i);
                LT_CHECK(apart(ctx.get(), (int) i, 24) == 0.0, "entry %zu: live values are not those in their keys", i);
            }
            check_attention(ctx.get(), N, "compacted");
        } },
        { "without them values are those in the keys, and the error is larger", [&] {
            const auto with = chat(24, true), without = chat(24, false);
            for (size_t i = 0; i < lt::heads_of(without.get()).size(); i++) {
                LT_CHECK(own_of(without.get())[i] == std::make_pair(shape.d_v, -1), "entry %zu", i);
                LT_CHECK(apart(without.get(), (int) i) == 0.0, "entry %zu: values differ", i);
            }
            const auto a = lt::info_of(with.get()), b = lt::info_of(without.get());
            const uint64_t rows = 24 * lt::heads_of(with.get()).size();
            LT_CHECK(a.n_block_rows == rows && a.bytes_blocks - b.bytes_blocks == rows * shape.d_v * 2 && a.bytes_live == b.bytes_live,
                     "%llu bytes more", (unsigned long long) (a.bytes_blocks - b.bytes_blocks));
            const float e1 = compact(with.get(), 4, 190, 24, true).error, e0 = compact(without.get(), 4, 190, 24, false).error;
            LT_CHECK(e1 < e0, "error %g with, %g without", e1, e0);
        } },
        { "where all rows stay there are none", [&] {
            const auto ctx = chat(-1, true, { -1, GGML_TYPE_Q4_0 });
            LT_CHECK(own_of(ctx.get())[0].second == -1 && apart(ctx.get(), 0) == 0.0, "values beside keys");
            const auto full = lt::make_compacting(model, watched, 256);
            lt::decode(full.get(), past, 0, false);
            const auto want  = lt::decode(full.get(), lt::random_tokens(103, 8), N);
            const auto got   = lt::decode(ctx.get(), lt::random_tokens(103, 8), N);
            const double range = *std::max_element(want.begin(), want.end()) - *std::min_element(want.begin(), want.end());
            // stock attention sums in f16
            LT_CHECK(lt::max_abs_diff(want, got) <= 2e-3 * range, "logits differ by %g of %g", lt::max_abs_diff(want, got), range);
        } },
        { "rows and values of other types", [&] {
            for (const types t : { types { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 }, { GGML_TYPE_Q4_0, GGML_TYPE_F16 }, { GGML_TYPE_F16, GGML_TYPE_Q8_0 },
                                   { GGML_TYPE_Q5_0, GGML_TYPE_Q5_0 } }) {
                const auto ctx = chat(24, true, t);
                for (const auto & [size, type] : own_of(ctx.get())) {
                    LT_CHECK(type == t.v, "type %d instead of %d", type, t.v);
                }
                check_attention(ctx.get(), N, "types", 4e-2);
                const auto got = lt::rows_of(ctx.get(), 1, shape), want = lt::rows_of(chat(24, true, { t.k, GGML_TYPE_F16 }).get(), 1, shape);
                double diff = 0.0, norm = 0.0;
                for (int i = 0; i < 24 * shape.d_v; i++) {
                    diff += std::pow(got.v[i] - (double) want.v[i], 2);
                    norm += std::pow((double) want.v[i], 2);
                }
                LT_CHECK(std::sqrt(diff / norm) < 0.12, "values in type %d are off by %g", t.v, std::sqrt(diff / norm));
            }
        } },
        { "an older block without gets the values in its keys, one with keeps its own", [&] {
            for (const bool first : { false, true }) {
                const auto ctx = chat(20, first);
                lt::decode(ctx.get(), lt::random_tokens(104, 60), N, false);
                const auto before = lt::rows_of(ctx.get(), 2, shape);
                compact(ctx.get(), 160, 240, 16, !first);
                LT_CHECK(own_of(ctx.get())[2].second == GGML_TYPE_F16, "no values of their own");
                const auto after = lt::rows_of(ctx.get(), 2, shape);
                LT_CHECK(std::equal(before.v.begin(), before.v.begin() + 20 * shape.d_v, after.v.begin()), "values of the older block changed");
                LT_CHECK((apart(ctx.get(), 2, 0, 20) > 0.0) == first && (apart(ctx.get(), 2, 20, 36) > 0.0) == !first, "the wrong block");
                check_attention(ctx.get(), N + 60, "two blocks");

                compact(ctx.get(), 4, 250, 24, true); // both and what follows become one
                LT_CHECK(lt::info_of(ctx.get()).n_blocks == 1 && apart(ctx.get(), 2, 0, 24) > 1e-2, "not merged");
                check_attention(ctx.get(), N + 60, "merged");
            }
        } },
        { "a saved state holds them, alone and beside others, with and without", [&] {
            for (const types t : { types { -1, -1 }, { GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 } }) {
                const auto a = chat(24, true, t), b = chat(40, false, t);
                const auto state_a = state_of(a.get()), state_b = state_of(b.get());
                const auto next = lt::random_tokens(105, 6);
                const auto rows = lt::rows_of(a.get(), 1, shape);
                const auto want_a = lt::decode(a.get(), next, N), want_b = lt::decode(b.get(), next, N);

                const auto alone = lt::make_compacting(model, watched, 256);
                LT_REQUIRE(llama_state_seq_set_data(alone.get(), state_a.data(), state_a.size(), 0) == state_a.size(), "not loaded");
                LT_CHECK(lt::rows_of(alone.get(), 1, shape).v == rows.v, "values differ");
                LT_CHECK(lt::max_abs_diff(lt::decode(alone.get(), next, N), want_a) <= 1e-5, "alone");

                for (const bool first : { false, true }) {
                    const auto   ctx  = lt::make_compacting(model, watched, 256);
                    const auto & s0   = first ? state_a : state_b, & s1 = first ? state_b : state_a;
                    LT_REQUIRE(llama_state_seq_set_data(ctx.get(), s0.data(), s0.size(), 0) == s0.size(), "the first");
                    LT_REQUIRE(llama_state_seq_set_data(ctx.get(), s1.data(), s1.size(), 1) == s1.size(), "the second");
                    // those of rows without are stored once more, in few bits perhaps, and graphs attend to them in another way
                    const double same = t.v < 0 ? (lt::graphs_only() ? 5 : 2) * lt::ROUNDING : 0.5;
                    const double d0 = lt::max_abs_diff(lt::decode(ctx.get(), next, N, true, 0), first ? want_a : want_b);
                    const double d1 = lt::max_abs_diff(lt::decode(ctx.get(), next, N, true, 1), first ? want_b : want_a);
                    const double own = t.v < 0 ? 2 * lt::ROUNDING : 5e-2; // where new rows have eight bits, one may be rounded the other way
                    LT_CHECK((first ? d0 : d1) <= own && (first ? d1 : d0) <= same, "beside others: logits differ by %g and %g", d0, d1);
                    const auto again = state_of(ctx.get(), first ? 0 : 1);
                    LT_REQUIRE(llama_state_seq_set_data(alone.get(), again.data(), again.size(), 1) == again.size(), "not loaded again");
                }
            }
        } },
        { "a state that is cut off changes nothing", [&] {
            const auto state = state_of(chat(24, true).get());
            for (size_t n = state.size() - 1; n > state.size() / 4; n -= state.size() / 9) {
                const auto ctx = lt::make_compacting(model, watched, 256);
                LT_CHECK(llama_state_seq_set_data(ctx.get(), state.data(), n, 0) == 0, "%zu bytes were taken", n);
                lt::decode(ctx.get(), lt::random_tokens(106, 20), 0);
            }
        } },
        { "they do not turn with their keys", [&] {
            const auto ctx    = chat(24, true);
            const auto before = lt::rows_of(ctx.get(), 3, shape);
            const llama_compact_span span = { 4, 160, 60 };
            LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
            const auto after = lt::rows_of(ctx.get(), 3, shape);
            LT_CHECK(before.k != after.k, "keys did not turn");
            LT_CHECK(std::equal(before.v.begin(), before.v.begin() + 24 * shape.d_v, after.v.begin()), "values turned");
            check_attention(ctx.get(), N - 96, "moved");
        } },
        { "copies of the sequence share them, and they go with the last one", [&] {
            const auto ctx    = chat(24, true);
            const auto memory = llama_get_memory(ctx.get());
            llama_memory_seq_cp(memory, 0, 1, -1, -1);
            const auto next = lt::random_tokens(107, 6);
            const auto want = lt::decode(ctx.get(), next, N, true, 0);
            LT_CHECK(llama_memory_seq_rm(memory, 0, -1, -1), "not removed");
            LT_CHECK(lt::max_abs_diff(want, lt::decode(ctx.get(), next, N, true, 1)) <= 2 * lt::ROUNDING, "the copy says other things");
            LT_CHECK(llama_memory_seq_rm(memory, 1, -1, -1), "not removed");
            const auto fresh = lt::make_context(model, watched);
            LT_CHECK(lt::max_abs_diff(lt::decode(ctx.get(), past, 0, false), lt::decode(fresh.get(), past, 0, false)) <= 1e-3, "old rows are seen");
        } },
        { "a cache that grows takes them along", [&] {
            auto params = lt::context_params(4096);
            lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), params, 256), llama_free);
            LT_REQUIRE(ctx && llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_OK, "no context that grows");
            lt::decode(ctx.get(), past, 0, false);
            compact(ctx.get(), 4, 160, 24, true);
            const auto before = lt::rows_of(ctx.get(), 1, shape);
            const auto cells  = lt::info_of(ctx.get()).n_cells;
            for (llama_pos pos = N; pos < N + 900; pos += 100) {
                lt::decode(ctx.get(), lt::random_tokens(108 + pos, 100), pos, false);
            }
            LT_CHECK(lt::info_of(ctx.get()).n_cells > cells, "%u cells", lt::info_of(ctx.get()).n_cells);
            const auto after = lt::rows_of(ctx.get(), 1, shape);
            LT_CHECK(std::equal(before.v.begin(), before.v.begin() + 24 * shape.d_v, after.v.begin()), "values changed");
        } },
    });
}
