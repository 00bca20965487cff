// test-types MODEL: caches whose keys and values have other types than f16 from the start, each in its own.
//
// Where the cache does not rotate what it quantizes (LLAMA_ATTN_ROT_DISABLE), attention is compared with a reference, too:
// queries are seen before that rotation.
#include "compacting.h"

static const double TOLERANCE = lt::on_card() ? 1e-1 : lt::graphs_only() ? 4e-2 : 1e-4; // rows are read as they are stored

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n     = 210;
    const auto past  = lt::random_tokens(81, n);

    const auto checked = [&](ggml_type type_k, ggml_type type_v) {
        if (shape.v_in_k() && type_k != type_v) {
            return; // there are no such contexts
        }
        lt::capture seen;
        auto params = lt::context_params();
        params.type_k = type_k;
        params.type_v = type_v;
        seen.attach(params);

        const auto check_attention = [&](llama_context * ctx, const char * when) {
            const bool rotated = ggml_is_quantized(type_k) || ggml_is_quantized(type_v);
            for (size_t i = 0; i < lt::heads_of(ctx).size() && (!rotated || std::getenv("LLAMA_ATTN_ROT_DISABLE")); i++) {
                const double error = lt::attention_error(ctx, seen, shape, (int) i, 1);
                LT_CHECK(error <= TOLERANCE, "%s, %s and %s, entry %zu: relative error %g", when, ggml_type_name(type_k),
                         ggml_type_name(type_v), i, error);
            }
        };
        // rows that are all kept are the same bits: what differs is the order of summation, in f16 in stock attention
        const auto full = lt::make_compacting(model, params);
        const auto kept = lt::make_compacting(model, params);
        lt::decode(full.get(), past, 0, false);
        lt::decode(kept.get(), past, 0, false);
        lt::compact(kept.get(), lt::small_params(4, n - 32, -1));
        const auto   next  = lt::random_tokens(82, 64);
        const auto   want  = lt::decode(full.get(), next, n);
        const double range = *std::max_element(want.begin(), want.end()) - *std::min_element(want.begin(), want.end());
        const double diff  = lt::max_abs_diff(want, lt::decode(kept.get(), next, n));
        double rounding = 0.0; // what rows of these types differ by from those of f16; stock attention rounds its queries, too
        if (diff > 0.02*range) {
            const auto exact = lt::make_compacting(model, lt::context_params());
            lt::decode(exact.get(), past, 0, false);
            rounding = lt::max_abs_diff(want, lt::decode(exact.get(), next, n));
        }
        LT_CHECK(diff <= std::max(0.02*range, 0.25*rounding), "%s and %s, kept: logits differ by %g of %g, by %g from rows of f16",
                 ggml_type_name(type_k), ggml_type_name(type_v), diff, range, rounding);

        const auto ctx     = lt::make_compacting(model, params);
        const auto budgets = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads);
        lt::decode(ctx.get(), past, 0, false);
        auto cp = lt::small_params(4, n - 21);
        lt::set_heads(cp, budgets);
        const auto report = lt::compact(ctx.get(), cp);
        LT_CHECK(std::isfinite(report.error) && report.error > 0.0f, "held-out error %g", report.error);
        for (const auto & e : lt::heads_of(ctx.get())) {
            LT_CHECK(e.type_k == type_k && (shape.v_in_k() || e.type_v == type_v), "rows of other types");
        }
        seen.clear();
        const auto before = lt::decode(ctx.get(), { 5 }, n);
        check_attention(ctx.get(), "compacted");

        std::vector<uint8_t> data(llama_state_seq_get_size(ctx.get(), 0));
        LT_REQUIRE(llama_state_seq_get_data(ctx.get(), data.data(), data.size(), 0) == data.size(), "not written");
        const auto again = lt::make_compacting(model, params);
        LT_REQUIRE(llama_state_seq_set_data(again.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
        // a card shares out the rows of another cache in another way
        const double loaded = lt::max_abs_diff(lt::decode(ctx.get(), { 6 }, n + 1), lt::decode(again.get(), { 6 }, n + 1));
        LT_CHECK(loaded <= (lt::on_card() ? 0.02*range : 1e-5), "after loading: logits differ by %g of %g", loaded, range);
    };

    // positions moved as upstream does it, in a cache that is not compacted
    const auto shifted = [&](ggml_type type, bool & can) {
        auto params = lt::context_params();
        params.type_k = params.type_v = type;
        const auto ctx    = lt::make_context(model, params);
        const auto memory = llama_get_memory(ctx.get());
        lt::decode(ctx.get(), { past.begin(), past.begin() + 100 }, 0, false);
        can = llama_memory_can_shift(memory);
        if (!can) {
            return lt::logits_t();
        }
        LT_REQUIRE(llama_memory_seq_rm(memory, 0, 8, 20), "nothing was cut out");
        llama_memory_seq_add(memory, 0, 20, -1, -12);
        return lt::decode(ctx.get(), { 9 }, 88);
    };

    return lt::run_cases({
        { "a cache says whether it can shift its keys", [&] {
            bool can = false, can_q8 = false;
            const auto want = shifted(GGML_TYPE_F16, can), got = shifted(GGML_TYPE_Q8_0, can_q8);
            const bool partial = std::strstr(argv[1], "partial") != nullptr; // half of each head is turned
            const bool plain   = std::getenv("LLAMA_ATTN_ROT_DISABLE") != nullptr;
            LT_CHECK(can, "not even f16");
            LT_CHECK(can_q8 == (!plain && !partial && !shape.v_in_k()), "it says %d of quantized keys", can_q8);
            if (can && can_q8) {
                const double range = *std::max_element(want.begin(), want.end()) - *std::min_element(want.begin(), want.end());
                LT_CHECK(lt::max_abs_diff(want, got) <= 0.05*range, "logits differ by %g of %g", lt::max_abs_diff(want, got), range);
            }
        } },
        { "q8_0 keys, f16 values",  [&] { checked(GGML_TYPE_Q8_0, GGML_TYPE_F16); } },
        { "q8_0 keys, q4_0 values", [&] { checked(GGML_TYPE_Q8_0, GGML_TYPE_Q4_0); } },
        { "q5_0",                   [&] { checked(GGML_TYPE_Q5_0, GGML_TYPE_Q5_0); } },
        { "q4_0",                   [&] { checked(GGML_TYPE_Q4_0, GGML_TYPE_Q4_0); } },
        { "q5_1 keys, q4_1 values", [&] { checked(GGML_TYPE_Q5_1, GGML_TYPE_Q4_1); } },
        { "bf16",                   [&] { checked(GGML_TYPE_BF16, GGML_TYPE_BF16); } },
    });
}
