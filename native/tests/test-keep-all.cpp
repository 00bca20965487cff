// test-keep-all MODEL: a compaction that keeps every row, in f16, changes logits by no more than rounding.
//
// On the CPU a batch of 64 accumulates in f32, a single token of the stock library in f16: there it is up to 0.03 from
// its own batches on these models. Over compacted rows single tokens accumulate in f32 too, as graphs in f16, so they
// are compared with the stock library's batch or its single tokens. Where some of the arithmetic is the other way's, in
// layers with a sliding window, which stay stock, and in graphs, they have to be much nearer to the one than the two are
// to each other: in the mean square, half as far was measured (0.41 to 0.53 in 8 drawings of each model).
#include "compacting.h"

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const int  n     = 200;
    const auto past  = lt::random_tokens(2, n);
    const auto next  = lt::random_tokens(3, 64);

    using edit_t = std::function<void(llama_compact_params &, int)>;
    const auto follow = [&](llama_context * ctx, bool single) {
        return single ? lt::decode_single(ctx, next, n) : lt::decode(ctx, next, n);
    };
    const auto full = [&](bool single) {
        const auto ctx = lt::make_context(model, lt::context_params());
        lt::decode(ctx.get(), past, 0, false);
        return follow(ctx.get(), single);
    };
    const auto after = [&](bool single, const edit_t & edit) {
        const auto ctx = lt::make_compacting(model, lt::context_params());
        lt::decode(ctx.get(), past, 0, false);
        auto params = lt::small_params(4, n - 32, -1);
        edit(params, (int) lt::info_of(ctx.get()).n_heads);
        const auto report = lt::compact(ctx.get(), params);
        LT_CHECK(report.n_tokens == n - 36, "block of %d tokens", report.n_tokens);
        LT_CHECK(report.error >= 0.0f && report.error < 1e-2f, "held-out error %g of a full copy", report.error);
        const auto info = lt::info_of(ctx.get());
        LT_CHECK(info.n_blocks == 1 && info.n_tokens == (uint64_t) n && info.n_block_tokens == (uint64_t) n - 36 &&
                 info.n_live == 36, "%u blocks, %llu tokens, %llu in blocks, %u live", info.n_blocks,
                 (unsigned long long) info.n_tokens, (unsigned long long) info.n_block_tokens, info.n_live);
        LT_CHECK(info.n_block_rows == (uint64_t) (n - 36) * info.n_heads, "%llu rows",
                 (unsigned long long) info.n_block_rows);
        return follow(ctx.get(), single);
    };
    const auto same = [&](const edit_t & edit) {
        const double diff = lt::max_abs_diff(full(false), after(false, edit));
        LT_CHECK(diff <= lt::ROUNDING, "logits differ by %g", diff);
    };
    std::vector<llama_compact_head> heads;

    return lt::run_cases({
        { "n_rows = -1", [&] { same([](llama_compact_params &, int) {}); } },
        { "n_rows of the block's length", [&] { same([&](llama_compact_params & p, int) { p.n_rows = n - 36; }); } },
        { "a table of heads, f16 by name", [&] {
            same([&](llama_compact_params & p, int n_heads) {
                heads.assign(n_heads, { -1, GGML_TYPE_F16, GGML_TYPE_F16 });
                lt::set_heads(p, heads);
            });
        } },
        { "single tokens", [&] {
            const auto wanted = full(lt::graphs_only());
            const auto other  = full(!lt::graphs_only());
            const auto kept   = after(true, [](llama_compact_params &, int) {});
            const bool   mixed = lt::graphs_only() || llama_model_n_swa(model.get()) > 0;
            const double noise = lt::rms_diff(wanted, other), mean = lt::rms_diff(wanted, kept), most = lt::max_abs_diff(wanted, kept);
            LT_REQUIRE(std::isfinite(noise), "the library says no numbers");
            LT_CHECK(most <= lt::ROUNDING || (mixed && mean <= (lt::on_card() ? 1.0 : 0.7) * noise && most <= lt::max_abs_diff(wanted, other)),
                     "logits differ by %g, in the mean square %g, noise %g", most, mean, noise);
        } },
        { "one row per head changes them (the check can fail)", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), past, 0, false);
            lt::compact(ctx.get(), lt::small_params(4, n - 32, 1));
            const double diff = lt::max_abs_diff(full(false), lt::decode(ctx.get(), next, n));
            LT_CHECK(diff > 0.1 && std::isfinite(diff), "logits differ by %g only", diff);
        } },
    });
}
