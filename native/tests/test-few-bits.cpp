// test-few-bits MODEL: block rows of three and two bits on a device whose attention reads them, as CUDA's and Vulkan's.
// test-few-bits refuse MODEL: a device that says so, and cannot store them, gets none.
#include "compacting.h"

#include <cstring>

static const int    N_CTX     = 4096; // room for classes
static const int    N_PAST    = 380;
static const double TOLERANCE = lt::on_card() ? 1e-1 : 4e-2; // queries are rounded to eight bits

static const char * PAIRS = "q8_0-q8_0,q8_0-q4_0,q4_0-q4_0,q4_0-n3_0,q4_0-n2_0,n3_0-n3_0,n3_0-n2_0,n2_0-n2_0"; // those of CUDA's build

static const std::vector<int32_t> FEW_BITS = { GGML_TYPE_N3_0, GGML_TYPE_Q4_0, GGML_TYPE_N2_0 };

static lt::context_ptr chat(const lt::model_ptr & model, lt::capture * seen = nullptr, int n_ctx = N_CTX) {
    auto params = lt::context_params(n_ctx);
    if (seen) {
        seen->attach(params);
    }
    auto ctx = lt::make_compacting(model, params);
    lt::decode(ctx.get(), lt::random_tokens(11, N_PAST), 0, false);
    return ctx;
}

static llama_compact_params few_bits(llama_context * ctx, llama_pos p1, std::vector<llama_compact_head> & heads, const std::vector<int32_t> & types = FEW_BITS) {
    static const int rows[] = { 120, -1, 40 };
    heads.clear();
    for (int i = 0; i < (int) lt::info_of(ctx).n_heads; ++i) {
        const int32_t type = types[i % types.size()];
        heads.push_back({ rows[i % 3], type, type });
    }
    auto res = lt::small_params(4, p1);
    lt::set_heads(res, heads);
    return res;
}

static void compact(llama_context * ctx, llama_pos p1, const std::vector<int32_t> & types = FEW_BITS) {
    std::vector<llama_compact_head> heads;
    lt::compact(ctx, few_bits(ctx, p1, heads, types));
}

static int n_few(llama_context * ctx) {
    int res = 0;
    for (const auto & e : lt::heads_of(ctx)) {
        res += e.type_k == GGML_TYPE_N3_0 || e.type_k == GGML_TYPE_N2_0;
    }
    return res;
}

static bool is_fast(llama_context * ctx, ggml_type type_k, ggml_type type_v) {
    return llama_kv_compact_fast_types(ctx, type_k, type_v);
}

// the context takes no rows of few bits
static void check_refused(llama_context * ctx) {
    LT_CHECK(!is_fast(ctx, GGML_TYPE_N3_0, GGML_TYPE_N3_0) && is_fast(ctx, GGML_TYPE_Q4_0, GGML_TYPE_Q4_0), "rows of three bits are said to be read");
    std::vector<llama_compact_head> heads;
    const auto params = few_bits(ctx, 300, heads);
    int32_t status = LLAMA_COMPACT_OK;
    llama_kv_compact_free(llama_kv_compact_begin(ctx, 0, &params, &status));
    LT_CHECK(status == LLAMA_COMPACT_ERR_INVALID, "rows of three bits were taken");
    compact(ctx, 300, { GGML_TYPE_Q4_0 });
}

static int taken(const char * path) {
    const lt::backend backend;
    const auto model = lt::load_model(path);
    const auto shape = lt::shape_of(model, path);
    const auto check = [&](llama_context * ctx, lt::capture & seen, llama_pos pos, int n, const char * when) {
        seen.clear();
        lt::decode(ctx, lt::random_tokens(20 + n, n), pos);
        for (int i = 0; i < (int) lt::heads_of(ctx).size(); ++i) {
            const double error = lt::attention_error(ctx, seen, shape, i, n);
            LT_CHECK(error < TOLERANCE, "%s, %d tokens, entry %d: relative error %g", when, n, i, error);
        }
    };
    const auto check_state = [&](llama_context * ctx, llama_pos pos) {
        const auto state_of = [](llama_context * of) {
            std::vector<uint8_t> data(llama_state_seq_get_size(of, 0));
            LT_REQUIRE(llama_state_seq_get_data(of, data.data(), data.size(), 0) == data.size(), "not written");
            return data;
        };
        const auto data  = state_of(ctx);
        const auto again = lt::make_compacting(model, lt::context_params(N_CTX));
        LT_REQUIRE(llama_state_seq_set_data(again.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
        LT_CHECK(n_few(again.get()) == n_few(ctx) && state_of(again.get()) == data, "rows are others");
        const auto   next = lt::random_tokens(3, 5);
        const double diff = lt::max_abs_diff(lt::decode(again.get(), next, pos), lt::decode(ctx, next, pos));
        LT_CHECK(diff <= 1e-5, "logits differ by %g", diff);
    };
    return lt::run_cases({
        { "only pairs that attention was built for, of rows that are whole words", [&] {
            const auto ctx = chat(model);
            LT_CHECK(is_fast(ctx.get(), GGML_TYPE_N3_0, GGML_TYPE_N2_0), "not the pair that it lists");
            LT_CHECK(lt::on_card() || !is_fast(ctx.get(), GGML_TYPE_N2_0, GGML_TYPE_N3_0), "a pair that it does not list");
        } },
        { "attention is that to the rows as they are read, for one token, some and many", [&] {
            lt::capture seen;
            const auto ctx = chat(model, &seen);
            compact(ctx.get(), 300);
            LT_CHECK(n_few(ctx.get()) >= 2, "%d heads have few bits", n_few(ctx.get()));
            int n_parts = 0, n_joined = 0;
            lt::on_node([&](const ggml_tensor * t) {
                const bool few = t->op == GGML_OP_FLASH_ATTN_EXT && (t->src[1]->type == GGML_TYPE_N3_0 || t->src[1]->type == GGML_TYPE_N2_0);
                n_parts  += few && t->src[5];
                n_joined += few && !t->src[5];
            });
            for (const int n : { 1, 9, 100 }) {
                check(ctx.get(), seen, lt::info_of(ctx.get()).n_tokens, n, "compacted");
            }
            lt::on_node(nullptr);
            LT_CHECK(lt::on_card() || (n_parts > 0 && n_joined == 0), "%d calls of two parts, %d of one", n_parts, n_joined);
        } },
        { "... and in a cache that is too small for classes", [&] {
            lt::capture seen;
            const auto ctx = chat(model, &seen, 512);
            compact(ctx.get(), 300);
            LT_CHECK(n_few(ctx.get()) >= 2, "%d heads have few bits", n_few(ctx.get()));
            for (const int n : { 1, 9 }) {
                check(ctx.get(), seen, lt::info_of(ctx.get()).n_tokens, n, "small");
            }
        } },
        { "blocks of few bits are merged, and move", [&] {
            lt::capture seen;
            const auto ctx = chat(model, &seen);
            compact(ctx.get(), 300);
            lt::decode(ctx.get(), lt::random_tokens(12, 60), N_PAST, false);
            compact(ctx.get(), N_PAST + 40, { GGML_TYPE_N2_0, GGML_TYPE_N3_0, GGML_TYPE_Q4_0 });
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 1 && n_few(ctx.get()) >= 2, "not merged");
            check(ctx.get(), seen, N_PAST + 60, 5, "merged");

            const llama_compact_span span = { 4, N_PAST + 40, 104 };
            LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "not moved: %s", llama_kv_compact_last_error(ctx.get()));
            const llama_pos end = llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) + 1;
            check(ctx.get(), seen, end, 5, "moved");

            // heads keep their types, which moving made others
            auto params = lt::small_params(end - 20, end);
            lt::compact(ctx.get(), params);
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 2, "%d blocks", lt::info_of(ctx.get()).n_blocks);
            check(ctx.get(), seen, end + 5, 5, "a second block");
            check_state(ctx.get(), end + 10);
        } },
        { "rows of a block that stays are not rounded again", [&] {
            const auto ctx = chat(model);
            compact(ctx.get(), 300);
            std::vector<lt::head_rows> before;
            const int n_heads = (int) lt::heads_of(ctx.get()).size();
            for (int i = 0; i < n_heads; ++i) {
                before.push_back(lt::rows_of(ctx.get(), i, shape));
            }
            const auto heads = lt::heads_of(ctx.get());
            auto params = lt::small_params(300, N_PAST - 20);
            int64_t n_rounded = 0; // at a time
            lt::on_node([&](const ggml_tensor * t) {
                n_rounded = std::max(n_rounded, t->op == GGML_OP_CPY && (t->type == GGML_TYPE_N3_0 || t->type == GGML_TYPE_N2_0) ? t->ne[1] : 0);
            });
            lt::compact(ctx.get(), params);
            lt::on_node(nullptr);
            LT_CHECK(n_rounded < 40, "%d rows were rounded: more than the new block has", (int) n_rounded);
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 2, "%d blocks", lt::info_of(ctx.get()).n_blocks);
            for (int i = 0; i < n_heads; ++i) {
                const auto   after = lt::rows_of(ctx.get(), i, shape);
                const size_t n     = (size_t) heads[i].n_rows*shape.d;
                const bool   same  = std::equal(before[i].k.begin(), before[i].k.begin() + n, after.k.begin()) && std::equal(before[i].v.begin(), before[i].v.begin() + n, after.v.begin());
                LT_CHECK(same, "entry %d: rows of %s are others", i, ggml_type_name((ggml_type) heads[i].type_k));
            }
        } },
        { "a state keeps them, to the bit", [&] {
            const auto ctx = chat(model);
            compact(ctx.get(), 300);
            check_state(ctx.get(), N_PAST);
        } },
        { "none where it does not tell of them", [&] {
            if (lt::on_card()) {
                return;
            }
            lt::set_pairs("q8_0-q8_0,q8_0-q4_0,q4_0-q4_0");
            check_refused(chat(model).get());
            lt::set_pairs(PAIRS);
        } },
    });
}

static int refused(const char * path) {
    const lt::backend backend;
    lt::set_support([](const ggml_tensor * op) { return op->op != GGML_OP_CPY || op->type != GGML_TYPE_N2_0; });
    const auto model = lt::load_model(path);
    return lt::run_cases({
        { "a device that cannot round to two bits", [&] { check_refused(chat(model).get()); } },
    });
}

int main(int argc, char ** argv) {
    const bool refuses = argc == 3 && std::strcmp(argv[1], "refuse") == 0;
    if ((argc != 2 && !refuses) || !lt::on_device()) {
        std::fprintf(stderr, "usage: LT_DEVICE=1 test-few-bits [refuse] MODEL\n");
        return 2;
    }
    lt::set_pairs(PAIRS);
    return refuses ? refused(argv[2]) : taken(argv[1]);
}
