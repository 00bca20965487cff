// test-pictures MODEL: pictures in a model with several positions per token (M-RoPE). Their rows stand at one position in
// time and at places of a grid, and the text behind goes on after its longer side.
#include "compacting.h"

namespace {

constexpr llama_pos START = 4;

struct picture {
    int rows, columns;
    int positions() const { return std::max(rows, columns); }
};

void see(llama_context * ctx, const picture & shown, int seed, llama_pos pos, llama_seq_id seq) {
    const int n      = shown.rows * shown.columns;
    const int n_embd = llama_model_n_embd_inp(llama_get_model(ctx));
    lt::rng r((uint64_t) seed);
    std::vector<float> embd((size_t) n * n_embd);
    for (float & x : embd) {
        x = (float) (r.below(2001) - 1000) / 1000.0f;
    }
    std::vector<llama_pos> places(4 * (size_t) n, 0); // time, row, column, nothing: as mtmd gives them
    std::vector<int32_t>   n_seq(n, 1);
    std::vector<llama_seq_id *> seqs(n, &seq);
    std::vector<int8_t>    outputs(n, 0);
    for (int i = 0; i < n; i++) {
        places[i]         = pos;
        places[i + n]     = pos + i / shown.columns;
        places[i + n * 2] = pos + i % shown.columns;
    }
    const llama_batch batch = { n, nullptr, embd.data(), places.data(), n_seq.data(), seqs.data(), outputs.data() };
    LT_REQUIRE(llama_decode(ctx, batch) == 0, "the picture is not decoded");
}

// Text, a picture, text, another one, text; returns where the next token stands
llama_pos tell(llama_context * ctx, llama_seq_id seq = 0, int seed = 91) {
    llama_pos pos = 0;
    const auto text = [&](int n) {
        lt::decode(ctx, lt::random_tokens((uint64_t) seed + pos, n), pos, false, seq);
        pos += n;
    };
    const auto show = [&](const picture & shown) {
        see(ctx, shown, seed + 1000 + pos, pos, seq);
        pos += shown.positions();
    };
    text(50);
    show({ 6, 8 });
    text(60);
    show({ 9, 5 });
    text(40);
    return pos;
}

lt::logits_t follow(llama_context * ctx, llama_pos end, llama_seq_id seq = 0) {
    return lt::decode(ctx, lt::random_tokens(92, 64), end, true, seq);
}

llama_context_params params() {
    auto res = lt::context_params(1024);
    res.n_seq_max = 2;
    return res;
}

} // namespace

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);

    const auto full = [&](int seed = 91) {
        const auto ctx = lt::make_context(model, params());
        return follow(ctx.get(), tell(ctx.get(), 0, seed));
    };
    const auto uneven = [&](llama_context * ctx, llama_pos end, llama_seq_id seq = 0) {
        const auto heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, { GGML_TYPE_F16, GGML_TYPE_Q8_0 });
        auto cp = lt::small_params(START, end - 20);
        lt::set_heads(cp, heads);
        return lt::compact(ctx, cp, seq);
    };
    const auto all_finite = [](const lt::logits_t & logits) {
        return std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); });
    };

    return lt::run_cases({
        { "keeping everything changes nothing", [&] {
            // up to behind both pictures, and between them
            for (const llama_pos before_end : { 20, 60 }) {
                const auto ctx = lt::make_compacting(model, params(), 256);
                const auto end = tell(ctx.get());
                const auto report = lt::compact(ctx.get(), lt::small_params(START, end - before_end, -1));
                LT_CHECK(report.error < 1e-2f, "held-out error %g of a full copy", report.error);
                const double diff = lt::max_abs_diff(full(), follow(ctx.get(), end));
                LT_CHECK(diff <= lt::ROUNDING, "logits differ by %g", diff);
            }
        } },
        { "every token of a picture counts", [&] {
            const auto ctx = lt::make_compacting(model, params(), 256);
            const auto end = tell(ctx.get());
            const auto report = uneven(ctx.get(), end);
            const auto info   = lt::info_of(ctx.get());
            const uint32_t n  = 50 + 48 + 60 + 45 + 40; // tokens; the pictures take 17 positions
            LT_CHECK(end == 50 + 8 + 60 + 9 + 40, "it ends at %d", end);
            LT_CHECK(report.n_tokens == (int) n - 20 - START && info.n_live == 20 + START, "%d tokens in the block, %u live",
                     report.n_tokens, info.n_live);
        } },
        { "uneven budgets", [&] {
            const auto ctx = lt::make_compacting(model, params(), 256);
            const auto end = tell(ctx.get());
            const auto report = uneven(ctx.get(), end);
            LT_CHECK(report.n_fallback == 0 && std::isfinite(report.error), "error %g, %d heads fell back", report.error, (int) report.n_fallback);
            float last = INFINITY; // the more rows, the less is lost
            for (const int n_rows : { 16, 64, 160 }) {
                const auto other = lt::make_compacting(model, params(), 256);
                const float error = lt::compact(other.get(), lt::small_params(START, tell(other.get()) - 20, n_rows)).error;
                LT_CHECK(error > 0.0f && error < last, "error %g with %d rows, %g with fewer", error, n_rows, last);
                last = error;
            }
            const auto   logits = follow(ctx.get(), end);
            const double diff   = lt::max_abs_diff(full(), logits);
            LT_CHECK(all_finite(logits) && diff > 0.0, "logits differ by %g", diff);
        } },
        { "saved and loaded, also beside another chat", [&] {
            const auto ctx = lt::make_compacting(model, params(), 512, 0);
            const auto end = tell(ctx.get());
            uneven(ctx.get(), end);
            std::vector<uint8_t> data(llama_state_seq_get_size(ctx.get(), 0));
            LT_REQUIRE(llama_state_seq_get_data(ctx.get(), data.data(), data.size(), 0) == data.size(), "not saved");
            const auto want = follow(ctx.get(), end);

            const auto again = lt::make_compacting(model, params(), 512, 0);
            LT_REQUIRE(llama_state_seq_set_data(again.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
            const double diff = lt::max_abs_diff(want, follow(again.get(), end));
            LT_CHECK(diff <= 1e-5, "logits differ by %g", diff);

            const auto beside = lt::make_compacting(model, params(), 512, 0);
            const auto other  = tell(beside.get(), 1, 93);
            LT_REQUIRE(llama_state_seq_set_data(beside.get(), data.data(), data.size(), 0) == data.size(), "not loaded beside");
            const double beside_diff = lt::max_abs_diff(want, follow(beside.get(), end));
            LT_CHECK(beside_diff <= 2 * lt::ROUNDING, "beside: logits differ by %g", beside_diff);
            const double other_diff = lt::max_abs_diff(full(93), follow(beside.get(), other, 1));
            LT_CHECK(other_diff <= 0.1, "logits of the other differ by %g", other_diff); // rows in q8_0 now
        } },
        { "a compacted picture moves with its text, a live one does not", [&] {
            const auto ctx = lt::make_compacting(model, params(), 256);
            const auto end = tell(ctx.get());
            uneven(ctx.get(), end);
            const llama_compact_span span = { START, end - 20, 60 };
            LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
            LT_CHECK(all_finite(follow(ctx.get(), START + 60 + 20)), "a logit is not finite");

            const auto live = lt::make_compacting(model, params(), 256);
            const auto last = tell(live.get());
            lt::compact(live.get(), lt::small_params(START, 90, 24)); // before the second picture
            const auto state = lt::full_state(live.get());
            const llama_compact_span first = { START, 90, 30 };
            LT_CHECK(llama_kv_compact_reposition(live.get(), 0, &first, 1) == LLAMA_COMPACT_ERR_UNSUPPORTED, "a live picture was moved");
            LT_CHECK(lt::full_state(live.get()) == state, "a refusal changed the cache");
            LT_CHECK(all_finite(follow(live.get(), last)), "a logit is not finite");
        } },
    });
}
