// test-keep-all MODEL: a compaction that keeps every row, in f16, changes no logit by more than 1e-3.
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

    lt::logits_t full;
    {
        const auto ctx = lt::make_context(model, lt::context_params());
        lt::decode(ctx.get(), past, 0, false);
        full = lt::decode_single(ctx.get(), next, n);
    }
    const auto after = [&](const std::function<void(llama_compact_params &, int)> & edit) {
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
        return lt::decode_single(ctx.get(), next, n);
    };
    std::vector<llama_compact_head> heads;

    return lt::run_cases({
        { "n_rows = -1", [&] {
            const double diff = lt::max_abs_diff(full, after([](llama_compact_params &, int) {}));
            LT_CHECK(diff <= 1e-3, "logits differ by %g", diff);
        } },
        { "n_rows of the block's length", [&] {
            const double diff = lt::max_abs_diff(full, after([&](llama_compact_params & p, int) { p.n_rows = n - 36; }));
            LT_CHECK(diff <= 1e-3, "logits differ by %g", diff);
        } },
        { "a table of heads, f16 by name", [&] {
            const double diff = lt::max_abs_diff(full, after([&](llama_compact_params & p, int n_heads) {
                heads.assign(n_heads, { -1, GGML_TYPE_F16 });
                lt::set_heads(p, heads);
            }));
            LT_CHECK(diff <= 1e-3, "logits differ by %g", diff);
        } },
        { "one row per head changes them (the check can fail)", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), past, 0, false);
            lt::compact(ctx.get(), lt::small_params(4, n - 32, 1));
            const double diff = lt::max_abs_diff(full, lt::decode_single(ctx.get(), next, n));
            LT_CHECK(diff > 1e-2 && std::isfinite(diff), "logits differ by %g only", diff);
        } },
    });
}
