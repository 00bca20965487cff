// test-params MODEL: what cannot be done is refused with a code and a sentence, and changes nothing.
#include "compacting.h"

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const int  n     = 120;
    const auto past  = lt::random_tokens(29, n);

    const auto ctx = lt::make_compacting(model, lt::context_params());
    lt::decode(ctx.get(), past, 0, false);
    const int  n_heads = (int) lt::info_of(ctx.get()).n_heads;
    const auto state   = lt::full_state(ctx.get());
    std::vector<llama_compact_head> heads;

    const int32_t unknown = 99; // no enumerator: what a caller in another language may pass

    const auto refused = [&](const char * what, const std::function<void(llama_compact_params &)> & edit,
                             llama_seq_id seq = 0) {
        auto params = lt::small_params(4, n - 20, 12);
        edit(params);
        llama_compact_report report;
        const int32_t rc = llama_kv_cache_compact(ctx.get(), seq, &params, &report);
        LT_CHECK(rc < 0, "%s: returned %d", what, rc);
        LT_CHECK(std::strlen(llama_kv_compact_last_error(ctx.get())) > 10, "%s: no message", what);
        LT_CHECK(lt::full_state(ctx.get()) == state, "%s: the cache changed", what);
        return rc;
    };

    return lt::run_cases({
        { "defaults are valid", [&] {
            const auto p = llama_kv_compact_default_params();
            LT_CHECK(p.n_queries > 0 && p.n_iter > 0 && p.beta_max > 0.0f && p.ridge > 0.0f && p.future_span > 0, "zeros");
            LT_CHECK(p.heads == nullptr && p.progress == nullptr && p.fit == LLAMA_COMPACT_FIT_VALUES, "not the default");
            LT_CHECK(llama_kv_compact_unsupported_reason(ctx.get()) == nullptr, "%s",
                     llama_kv_compact_unsupported_reason(ctx.get()));
        } },
        { "ranges", [&] {
            refused("empty",          [](auto & p) { p.p0 = 50; p.p1 = 50; });
            refused("backwards",      [](auto & p) { p.p0 = 60; p.p1 = 50; });
            refused("negative start", [](auto & p) { p.p0 = -7; });
            refused("beyond the end", [](auto & p) { p.p0 = 5000; p.p1 = 6000; });
            refused("no such sequence", [](auto &) {}, 77);
            refused("negative sequence", [](auto &) {}, -1);
        } },
        { "numbers", [&] {
            refused("no rows",        [](auto & p) { p.n_rows = 0; });
            refused("rows below -1",  [](auto & p) { p.n_rows = -2; });
            refused("no queries",     [](auto & p) { p.n_queries = 0; });
            refused("negative held out", [](auto & p) { p.n_held_out = -1; });
            refused("held out of no position", [](auto & p) { p.p_held_out = -2; });
            refused("held out of what is not there yet", [&](auto & p) { p.p_held_out = n + 1; });
            refused("negative span",  [](auto & p) { p.future_span = -1; });
            refused("negative steps", [](auto & p) { p.n_iter = -1; });
            refused("beta_max nan",   [](auto & p) { p.beta_max = NAN; });
            refused("negative ridge", [](auto & p) { p.ridge = -1.0f; });
            refused("no ridge", [](auto & p) { p.ridge = 0.0f; });
            refused("query source",   [&](auto & p) { std::memcpy(&p.queries, &unknown, sizeof p.queries); });
            refused("selection",      [&](auto & p) { std::memcpy(&p.select, &unknown, sizeof p.select); });
            refused("fit",            [&](auto & p) { std::memcpy(&p.fit, &unknown, sizeof p.fit); });
        } },
        { "positions that no sequence has", [&] {
            refused("asked from too far", [&](auto & p) { p.future_span = std::numeric_limits<int32_t>::max(); });
            std::vector<float> out(4096);
            const auto lowest = std::numeric_limits<llama_pos>::min();
            LT_CHECK(llama_kv_compact_scores(ctx.get(), 0, lowest, 0, 0, n, LLAMA_COMPACT_REDUCE_MAX, out.data()) == LLAMA_COMPACT_ERR_INVALID, "scores");
            LT_CHECK(llama_kv_compact_keys(ctx.get(), 0, lowest, 0, 0, out.data()) == LLAMA_COMPACT_ERR_INVALID, "keys");
        } },
        { "positions without a token do not count", [&] {
            const auto gap = lt::make_compacting(model, lt::context_params());
            lt::decode(gap.get(), past, 0, false);
            llama_memory_seq_rm(llama_get_memory(gap.get()), 0, 10, 30);
            const auto report = lt::compact(gap.get(), lt::small_params(4, 50, 8));
            LT_CHECK(report.n_tokens == 26 && lt::info_of(gap.get()).n_tokens == (uint64_t) n - 20, "%d tokens in the block, %d in all", report.n_tokens,
                     (int) lt::info_of(gap.get()).n_tokens);
        } },
        { "a full cache that is to keep more than there is compacts nothing", [&] {
            for (const uint32_t most : { 1u << 31, (1u << 31) + 1, std::numeric_limits<uint32_t>::max() }) {
                for (const bool first : { true, false }) {
                    const auto full = lt::make_compacting(model, lt::context_params(256));
                    const auto with = lt::small_params(0, -1);
                    llama_kv_cache_set_auto_compact(full.get(), first ? most : 4, first ? 32 : most, 8.0f, &with);
                    int32_t rc = 0;
                    for (llama_pos pos = 0; rc == 0 && pos < 600; pos += 20) {
                        rc = lt::try_decode(full.get(), lt::random_tokens(26 + pos, 20), pos);
                    }
                    LT_CHECK(rc == 1 && lt::info_of(full.get()).n_blocks == 0, "returned %d, %u blocks", rc, lt::info_of(full.get()).n_blocks);
                }
            }
        } },
        { "tables of heads", [&] {
            heads.assign(n_heads, { 12, -1, -1 });
            LT_CHECK(refused("too short", [&](auto & p) { lt::set_heads(p, heads); p.n_heads = n_heads - 1; }) ==
                     LLAMA_COMPACT_ERR_INVALID, "code");
            refused("too long", [&](auto & p) { lt::set_heads(p, heads); p.n_heads = n_heads + 1; });
            heads[1].n_rows = 0;
            refused("no rows",  [&](auto & p) { lt::set_heads(p, heads); });
            heads[1] = { 12, 9999, -1 };
            refused("no such type", [&](auto & p) { lt::set_heads(p, heads); });
            heads[1] = { 12, -1, GGML_TYPE_I32 };
            refused("not a type for rows", [&](auto & p) { lt::set_heads(p, heads); });
        } },
        { "no parameters", [&] {
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, nullptr, nullptr) < 0, "NULL was taken");
        } },
        { "a context without sampled queries", [&] {
            const auto plain = lt::make_context(model, lt::context_params());
            lt::decode(plain.get(), past, 0, false);
            auto params = lt::small_params(4, n - 20, 12);
            const int32_t rc = llama_kv_cache_compact(plain.get(), 0, &params, nullptr);
            LT_CHECK(rc < 0 && llama_kv_compact_last_error(plain.get())[0] != 0, "returned %d", rc);
            lt::decode(plain.get(), { 1 }, n);
        } },
        { "sampling cannot start in the middle of a chat", [&] {
            const auto late = lt::make_context(model, lt::context_params());
            lt::decode(late.get(), past, 0, false);
            LT_CHECK(llama_kv_compact_enable(late.get(), 64, 16) < 0, "it can");
        } },
        { "without flash attention", [&] {
            auto params = lt::context_params();
            params.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
            const auto off = lt::make_context(model, params);
            LT_CHECK(llama_kv_compact_unsupported_reason(off.get()) != nullptr, "no reason");
            LT_CHECK(llama_kv_compact_enable(off.get(), 64, 16) == LLAMA_COMPACT_ERR_UNSUPPORTED, "enabled");
            lt::decode(off.get(), past, 0, false);
            auto cp = lt::small_params(4, n - 20, 12);
            LT_CHECK(llama_kv_cache_compact(off.get(), 0, &cp, nullptr) == LLAMA_COMPACT_ERR_UNSUPPORTED, "compacted");
            llama_compact_info info;
            LT_CHECK(!llama_kv_cache_compact_info(off.get(), 0, &info), "info of a cache that cannot be compacted");
            lt::decode(off.get(), { 1 }, n);
        } },
        { "separate streams per sequence work or are refused", [&] {
            auto params = lt::context_params(1024);
            params.kv_unified = false;
            params.n_seq_max  = 2;
            const auto streams = lt::make_context(model, params);
            if (llama_kv_compact_unsupported_reason(streams.get()) == nullptr) {
                LT_REQUIRE(llama_kv_compact_enable(streams.get(), 64, 16) == LLAMA_COMPACT_OK, "enable");
            }
            lt::decode(streams.get(), past, 0, false, 1);
            auto cp = lt::small_params(4, n - 20, -1);
            const int32_t rc = llama_kv_cache_compact(streams.get(), 1, &cp, nullptr);
            LT_CHECK(rc == (llama_kv_compact_unsupported_reason(streams.get()) ? LLAMA_COMPACT_ERR_UNSUPPORTED : 0),
                     "returned %d", rc);
            LT_CHECK(std::isfinite(lt::decode(streams.get(), { 1 }, n, true, 1)[0]), "not finite");
        } },
        { "a valid call after all those", [&] {
            lt::compact(ctx.get(), lt::small_params(4, n - 20, 12));
            // a block cannot be compacted again by a range inside it, and a message says so
            auto cp = lt::small_params(10, 40, 3);
            LT_CHECK(llama_kv_cache_compact(ctx.get(), 0, &cp, nullptr) < 0, "a range inside a block was taken");
            LT_CHECK(llama_kv_compact_last_error(ctx.get())[0] != 0, "no message");
            lt::decode(ctx.get(), { 1 }, n);
        } },
    });
}
