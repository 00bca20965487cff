// Attention over classes of heads on a device: how many calls and nodes a token takes, how often its graph is built anew, and
// that heads of any lengths and types attend as they should.
#include "compacting.h"

static const int N_CTX  = 4096;
static const int N_PAST = 600;

// launches of the graphs of a token
struct launches {
    int attention = 0;
    int other     = 0;
    int shared    = 0; // once for all layers
};

static launches of_token(llama_context * ctx, llama_pos pos) {
    launches res;
    lt::on_node([&](const ggml_tensor * t) {
        switch (t->op) {
            case GGML_OP_NONE:
            case GGML_OP_VIEW:
            case GGML_OP_RESHAPE:
            case GGML_OP_PERMUTE:
            case GGML_OP_TRANSPOSE:      break;
            case GGML_OP_FLASH_ATTN_EXT: res.attention++; break;
            case GGML_OP_REPEAT:         res.shared++;    break;
            default:                     res.other++;
        }
    });
    lt::decode(ctx, { 1 }, pos);
    lt::on_node(nullptr);
    return res;
}

static lt::context_ptr chat(const lt::model_ptr & model, int n_past = N_PAST) {
    auto ctx = lt::make_compacting(model, lt::context_params(N_CTX));
    lt::decode(ctx.get(), lt::random_tokens(5, std::min(n_past, 400)), 0, false);
    if (n_past > 400) {
        lt::decode(ctx.get(), lt::random_tokens(6, n_past - 400), 400, false);
    }
    return ctx;
}

// three lengths among the heads of each layer, in no order; types by length
static std::vector<llama_compact_head> three_lengths(int n_heads, const std::vector<int32_t> & types) {
    static const int kind[] = { 1, 0, 2, 2, 1, 2, 0, 1 };
    static const int rows[] = { -1, 120, 9 };
    std::vector<llama_compact_head> heads(n_heads);
    for (int i = 0; i < n_heads; i++) {
        const int c = kind[i % 8];
        heads[i] = { rows[c], types[c % types.size()], types[c % types.size()] };
    }
    return heads;
}

int main(int argc, char ** argv) {
    if (argc != 2 || !lt::on_device()) {
        std::fprintf(stderr, "usage: LT_DEVICE=1 test-classes MODEL\n");
        return 2;
    }
    const lt::backend backend;
    const auto        model   = lt::load_model(argv[1]);
    const int         n_layer = llama_model_n_layer(model.get());

    const auto compacted = [&](llama_context * ctx, const std::vector<int32_t> & types) {
        auto params = lt::small_params(4, 404);
        const auto heads = three_lengths((int) lt::heads_of(ctx).size(), types);
        lt::set_heads(params, heads);
        lt::compact(ctx, params);
    };

    return lt::run_cases({
        { "three attention calls and twelve nodes of ours per layer", [&] {
            for (const auto & types : std::vector<std::vector<int32_t>> { { GGML_TYPE_Q8_0 }, { GGML_TYPE_F16 } }) {
                const auto ctx    = chat(model);
                const auto before = of_token(ctx.get(), N_PAST);
                compacted(ctx.get(), types);
                const auto after  = of_token(ctx.get(), N_PAST + 1);
                LT_CHECK(before.attention == n_layer && after.attention <= 3*n_layer, "%d attention calls, then %d", before.attention, after.attention);
                LT_CHECK(after.other - before.other <= 12*n_layer, "type %d: %d nodes more in %d layers", types[0], after.other - before.other, n_layer);
                LT_CHECK(after.shared - before.shared <= 3, "%d nodes for all layers", after.shared - before.shared);
            }
        } },
        { "two more where four bits need a center and a balance", [&] {
            const auto ctx    = chat(model);
            const auto before = of_token(ctx.get(), N_PAST);
            compacted(ctx.get(), { GGML_TYPE_Q4_0, GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 });
            const auto after  = of_token(ctx.get(), N_PAST + 1);
            LT_CHECK(after.attention <= 3*n_layer, "%d attention calls", after.attention);
            LT_CHECK(after.other - before.other <= 14*n_layer, "%d nodes more in %d layers", after.other - before.other, n_layer);
        } },
        { "live rows have eight bits where attention takes them as a part of their own", [&] {
            const bool as_blocks = std::getenv("LT_ONE_PART") || std::getenv("LT_WRONG_PARTS");
            const auto ctx       = chat(model);
            compacted(ctx.get(), { GGML_TYPE_Q4_0 });
            int n_calls = 0, n_parts = 0, n_eight = 0;
            lt::on_node([&](const ggml_tensor * t) {
                if (t->op == GGML_OP_FLASH_ATTN_EXT) {
                    n_calls++;
                    n_parts += t->src[5] != nullptr;
                    n_eight += t->src[5] && t->src[5]->type == GGML_TYPE_Q8_0 && t->src[6]->type == GGML_TYPE_Q8_0 && t->src[1]->type == GGML_TYPE_Q4_0;
                }
            });
            lt::decode(ctx.get(), { 1 }, N_PAST);
            lt::on_node(nullptr);
            LT_CHECK(n_calls > 0 && n_parts == (as_blocks ? 0 : n_calls) && n_eight == n_parts, "%d calls, %d of two parts, %d over eight bits", n_calls, n_parts, n_eight);
            std::vector<int32_t> types(lt::heads_of(ctx.get()).size());
            llama_kv_compact_live_types(ctx.get(), types.data(), (int32_t) types.size());
            LT_CHECK(types[0] == (as_blocks ? -1 : GGML_TYPE_Q8_0), "live rows are said to be of type %d", types[0]);
        } },
        { "the graph of a token stays for 256 of them", [&] {
            const auto ctx = chat(model);
            compacted(ctx.get(), { GGML_TYPE_Q8_0 });
            lt::decode(ctx.get(), { 1 }, N_PAST);
            const int n_tokens = 1000;
            const int before   = llama_perf_context(ctx.get()).n_reused;
            for (int i = 0; i < n_tokens; i++) {
                lt::decode(ctx.get(), { 1 }, N_PAST + 1 + i);
            }
            const int reused = llama_perf_context(ctx.get()).n_reused - before;
            LT_CHECK(n_tokens - reused <= n_tokens/100, "%d of %d graphs were built anew", n_tokens - reused, n_tokens);
        } },
        { "lengths of attention are multiples of 256", [&] {
            const auto ctx = chat(model);
            compacted(ctx.get(), { GGML_TYPE_Q8_0 });
            int n_calls = 0;
            lt::on_node([&](const ggml_tensor * t) {
                if (t->op == GGML_OP_FLASH_ATTN_EXT) {
                    LT_CHECK(t->src[1]->ne[1] % 256 == 0, "%d rows", (int) t->src[1]->ne[1]);
                    n_calls++;
                }
            });
            for (int i = 0; i < 3; i++) {
                lt::decode(ctx.get(), { 1 }, N_PAST + i);
            }
            lt::decode(ctx.get(), lt::random_tokens(8, 40), N_PAST + 3); // one call per head
            lt::on_node(nullptr);
            LT_CHECK(n_calls > 0, "no attention");
        } },
        { "a long batch is one call for each class where attention takes two parts", [&] {
            const bool as_blocks = std::getenv("LT_ONE_PART") || std::getenv("LT_WRONG_PARTS");
            const auto ctx       = chat(model);
            compacted(ctx.get(), { GGML_TYPE_Q4_0, GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 });
            int n_calls = 0, n_one = 0;
            lt::on_node([&](const ggml_tensor * t) {
                if (t->op == GGML_OP_FLASH_ATTN_EXT) {
                    n_calls++;
                    n_one += t->src[5] && t->src[3]->ne[1] == 1;
                }
            });
            lt::decode(ctx.get(), lt::random_tokens(11, 100), N_PAST);
            lt::on_node(nullptr);
            LT_CHECK(as_blocks ? n_one == 0 : n_calls <= 3*n_layer && n_one == n_calls, "%d calls in %d layers, %d of log-weights for all tokens", n_calls, n_layer, n_one);
        } },
        { "short and long batches see the same", [&] {
            const auto tokens = lt::random_tokens(9, 48);
            lt::logits_t said[2];
            for (const int step : { 48, 6 }) {
                const auto ctx = chat(model);
                compacted(ctx.get(), { GGML_TYPE_Q4_0, GGML_TYPE_Q8_0, GGML_TYPE_Q8_0 });
                for (int i = 0; i < 48; i += step) {
                    const auto part = lt::decode(ctx.get(), { tokens.begin() + i, tokens.begin() + i + step }, N_PAST + i);
                    said[step == 6].insert(said[step == 6].end(), part.begin(), part.end());
                }
            }
            const double diff = lt::max_abs_diff(said[0], said[1]);
            LT_CHECK(diff < 0.2, "logits differ by %g", diff);
        } },
        { "what is decoded is kept in the rows of each head", [&] {
            const auto ctx = chat(model);
            compacted(ctx.get(), { GGML_TYPE_F16 });
            const auto plain = chat(model);
            auto params = lt::small_params(4, 404, -1);
            lt::compact(plain.get(), params);
            lt::decode(ctx.get(), lt::random_tokens(10, 20), N_PAST);
            lt::decode(plain.get(), lt::random_tokens(10, 20), N_PAST);
            lt::shape shape = lt::shape_of(model, argv[1]);
            shape.d = shape.d_v = 128;
            // the first layer's keys depend on tokens alone
            for (int h = 0; h < shape.n_head_kv; h++) {
                const auto a = lt::rows_of(ctx.get(), h, shape);
                const auto b = lt::rows_of(plain.get(), h, shape);
                const size_t n = (size_t) 20 * shape.d;
                const lt::logits_t of_a(a.k.end() - n, a.k.end()), of_b(b.k.end() - n, b.k.end());
                const double diff = lt::max_abs_diff(of_a, of_b);
                LT_CHECK(diff == 0.0, "head %d: keys differ by %g", h, diff);
            }
        } },
    });
}
