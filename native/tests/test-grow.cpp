// test-grow MODEL: a cache that follows the chat gives the results of one of full size, to the bit, while it holds no more
// than it needs.
#include "compacting.h"

static const uint32_t LIMIT = 8192;

static lt::context_ptr make_growing(const lt::model_ptr & model, const llama_context_params & params, uint32_t n_cells = 256) {
    lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), params, n_cells), llama_free);
    LT_REQUIRE(ctx != nullptr, "no context");
    const int32_t rc = llama_kv_compact_enable(ctx.get(), 64, 16);
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "enable: %d %s", rc, llama_kv_compact_last_error(ctx.get()));
    return ctx;
}

static bool same(const lt::logits_t & a, const lt::logits_t & b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}

// batches of many sizes and single tokens, each compared; returns the sizes that the growing cache went through
static std::vector<uint32_t> walk(llama_context * a, llama_context * b, const std::vector<llama_token> & tokens, int at, int end) {
    static const int lengths[] = { 100, 1, 1, 128, 37, 1, 200, 1 };
    std::vector<uint32_t> sizes = { lt::info_of(a).n_cells };
    for (int i = 0; at < end; i++) {
        const int n = std::min(lengths[i % 8], end - at);
        const std::vector<llama_token> batch(tokens.begin() + at, tokens.begin() + at + n);
        const auto x = lt::decode(a, batch, at, false);
        const auto y = lt::decode(b, batch, at, false);
        LT_REQUIRE(same(x, y), "logits after %d tokens differ by %g", at + n, lt::max_abs_diff(x, y));
        at += n;
        const uint32_t now = lt::info_of(a).n_cells;
        if (now != sizes.back()) {
            sizes.push_back(now);
        }
    }
    return sizes;
}

static void same_use(llama_context * a, llama_context * b) {
    auto x = lt::info_of(a), y = lt::info_of(b);
    x.bytes_held = y.bytes_held = 0;
    x.n_cells    = y.n_cells    = 0;
    LT_CHECK(x.capacity == y.capacity && x.capacity_used == y.capacity_used, "capacity %u and %u, used %u and %u", x.capacity,
             y.capacity, x.capacity_used, y.capacity_used);
    LT_CHECK(x.bytes_total == y.bytes_total && x.bytes_live == y.bytes_live && x.bytes_blocks == y.bytes_blocks,
             "%zu and %zu bytes in all", (size_t) x.bytes_total, (size_t) y.bytes_total);
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model  = lt::load_model(argv[1]);
    const auto tokens = lt::random_tokens(71, 3000);

    auto params = lt::context_params(LIMIT);
    params.swa_full = false;
    auto cp = lt::small_params(4, 1000, 60);
    cp.n_queries = 64;

    return lt::run_cases({
        { "growing in steps changes no bit", [&] {
            const auto small = make_growing(model, params);
            const auto full  = lt::make_compacting(model, params);
            const auto first = lt::info_of(small.get());
            LT_CHECK(first.n_cells == 256 && first.capacity == LIMIT, "%u cells of %u", first.n_cells, first.capacity);
            LT_CHECK(lt::info_of(full.get()).n_cells == LIMIT, "%u cells", lt::info_of(full.get()).n_cells);
            LT_CHECK(first.bytes_held < first.bytes_total / 16, "%zu of %zu bytes are held", (size_t) first.bytes_held,
                     (size_t) first.bytes_total);

            const auto sizes = walk(small.get(), full.get(), tokens, 0, 2500);
            LT_CHECK(sizes.size() >= 4, "only %zu sizes", sizes.size());
            const auto info = lt::info_of(small.get());
            LT_CHECK(info.n_cells >= 2500 && info.n_cells < 4096, "%u cells for 2500 tokens", info.n_cells);
            LT_CHECK(info.bytes_held < info.bytes_total / 2, "%zu of %zu bytes are held", (size_t) info.bytes_held,
                     (size_t) info.bytes_total);
            same_use(small.get(), full.get());
            LT_CHECK(lt::full_state(small.get()) == lt::full_state(full.get()), "the states differ");
        } },
        { "a cache that never samples grows as well", [&] {
            const lt::context_ptr small(llama_kv_compact_init_from_model(model.get(), params, 256), llama_free);
            const auto full = lt::make_context(model, params);
            LT_CHECK(walk(small.get(), full.get(), tokens, 0, 900).size() >= 3, "it did not grow");
        } },
        { "a compaction gives memory back, and the pool grows again without changing a bit", [&] {
            for (const auto & types : { std::vector<int32_t> { -1 }, { GGML_TYPE_F16, GGML_TYPE_Q8_0, GGML_TYPE_Q4_0 } }) {
                const auto small  = make_growing(model, params);
                const auto full   = lt::make_compacting(model, params);
                walk(small.get(), full.get(), tokens, 0, 1300);
                const auto before = lt::info_of(small.get());
                const auto heads  = lt::ragged_budgets((int) before.n_heads, types);
                lt::set_heads(cp, heads);
                const auto rs = lt::compact(small.get(), cp);
                const auto rf = lt::compact(full.get(), cp);
                LT_CHECK(rs.capacity_before == rf.capacity_before && rs.capacity_after == rf.capacity_after,
                         "capacity %u to %u, not %u to %u", rs.capacity_before, rs.capacity_after, rf.capacity_before,
                         rf.capacity_after);
                same_use(small.get(), full.get());
                const auto after = lt::info_of(small.get());
                LT_CHECK(after.n_live == 304 && after.n_cells >= 304 && after.n_cells < 1100, "%u cells for %u", after.n_cells,
                         after.n_live);
                LT_CHECK(after.bytes_held < before.bytes_held, "%zu bytes before, %zu after", (size_t) before.bytes_held,
                         (size_t) after.bytes_held);
                const auto sizes = walk(small.get(), full.get(), tokens, 1300, 2500);
                LT_CHECK(sizes.size() >= 3, "only %zu sizes", sizes.size());
                same_use(small.get(), full.get());
                LT_CHECK(lt::full_state(small.get()) == lt::full_state(full.get()), "the states differ");
            }
        } },
        { "it grows while a compaction is worked on in slices", [&] {
            const auto small = make_growing(model, params);
            const auto full  = lt::make_compacting(model, params);
            walk(small.get(), full.get(), tokens, 0, 600);
            auto part = lt::small_params(4, 450, 40);
            std::vector<llama_compact_job *> jobs;
            for (llama_context * ctx : { small.get(), full.get() }) {
                jobs.push_back(llama_kv_compact_begin(ctx, 0, &part, nullptr));
                LT_REQUIRE(jobs.back() != nullptr, "not begun: %s", llama_kv_compact_last_error(ctx));
            }
            int at = 600;
            std::vector<int32_t> rc(2, LLAMA_COMPACT_MORE);
            while (rc[0] == LLAMA_COMPACT_MORE) {
                for (int i = 0; i < 2; i++) {
                    rc[i] = llama_kv_compact_step(jobs[i], 1); // one piece
                    LT_REQUIRE(rc[i] >= 0, "step: %d %s", rc[i], llama_kv_compact_job_message(jobs[i]));
                }
                if (at < 1400) {
                    walk(small.get(), full.get(), tokens, at, at + 200);
                    at += 200;
                }
            }
            LT_CHECK(at > 600 && rc[0] == rc[1], "%d and %d at %d", rc[0], rc[1], at);
            for (llama_compact_job * job : jobs) {
                LT_REQUIRE(llama_kv_compact_commit(job, nullptr) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_job_message(job));
                llama_kv_compact_free(job);
            }
            walk(small.get(), full.get(), tokens, at, at + 500);
            same_use(small.get(), full.get());
        } },
        { "states load at any size", [&] {
            for (const bool blocks : { false, true }) {
                const auto small = make_growing(model, params);
                const auto full  = lt::make_compacting(model, params);
                walk(small.get(), full.get(), tokens, 0, 1300);
                if (blocks) {
                    const auto heads = lt::ragged_budgets((int) lt::info_of(full.get()).n_heads);
                    lt::set_heads(cp, heads);
                    cp.p1 = 500;
                    lt::compact(small.get(), cp);
                    lt::compact(full.get(), cp);
                    cp.p1 = 1000;
                }
                std::vector<uint8_t> seq(llama_state_seq_get_size(small.get(), 0));
                LT_REQUIRE(llama_state_seq_get_data(small.get(), seq.data(), seq.size(), 0) == seq.size(), "no state");
                const auto state = lt::full_state(small.get());
                LT_CHECK(state == lt::full_state(full.get()), "the states differ");

                const auto expected = lt::greedy(full.get(), 7, 1300, 8);
                for (const bool grows : { false, true }) {
                    for (const bool whole : { false, true }) {
                        const auto into = grows ? make_growing(model, params) : lt::make_compacting(model, params);
                        lt::decode(into.get(), { tokens.begin(), tokens.begin() + 50 }, 0, false); // something to be replaced
                        const auto & data = whole ? state : seq;
                        const size_t n = whole ? llama_state_set_data(into.get(), data.data(), data.size())
                                               : llama_state_seq_set_data(into.get(), data.data(), data.size(), 0);
                        LT_REQUIRE(n == data.size(), "%zu of %zu bytes taken", n, data.size());
                        const auto info = lt::info_of(into.get());
                        LT_CHECK(!grows || info.n_cells < 2048, "%u cells", info.n_cells);
                        LT_CHECK(lt::greedy(into.get(), 7, 1300, 8) == expected, "the continuation differs");
                    }
                }
                // what does not fit the limit is refused, and the context goes on
                auto tiny = params;
                tiny.n_ctx = 512;
                const auto into = make_growing(model, tiny);
                lt::decode(into.get(), { tokens.begin(), tokens.begin() + 50 }, 0, false);
                LT_CHECK(blocks || llama_state_seq_set_data(into.get(), seq.data(), seq.size(), 0) == 0, "a state too large was taken");
                llama_memory_clear(llama_get_memory(into.get()), true);
                lt::decode(into.get(), { tokens.begin(), tokens.begin() + 400 }, 0, false);
            }
        } },
        { "a full cache says so at its limit, and a compaction makes room", [&] {
            auto tiny = params;
            tiny.n_ctx = 1024;
            const auto small = make_growing(model, tiny);
            const auto full  = lt::make_compacting(model, tiny);
            walk(small.get(), full.get(), tokens, 0, 1000);
            const std::vector<llama_token> next(tokens.begin() + 1000, tokens.begin() + 1100);
            LT_CHECK(lt::try_decode(small.get(), next, 1000) == 1, "more was taken than fits");
            LT_CHECK(lt::info_of(small.get()).n_cells == 1024, "%u cells", lt::info_of(small.get()).n_cells);
            auto few = lt::small_params(4, 900, 30);
            lt::compact(small.get(), few);
            lt::compact(full.get(), few);
            walk(small.get(), full.get(), tokens, 1000, 1800);
            same_use(small.get(), full.get());

            llama_kv_cache_set_auto_compact(small.get(), 4, 64, 8.0f, &few);
            for (int at = 1800; at < 3000; at += 200) {
                lt::decode(small.get(), { tokens.begin() + at, tokens.begin() + at + 200 }, at, false);
            }
        } },
        { "resizing on request keeps what is in use", [&] {
            const auto small = make_growing(model, params);
            const auto full  = lt::make_compacting(model, params);
            const auto resized = [&](uint32_t n) {
                LT_REQUIRE(llama_kv_compact_resize(small.get(), n) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(small.get()));
                return lt::info_of(small.get()).n_cells;
            };
            LT_CHECK(resized(3000) == 3072, "not 3072 cells");
            walk(small.get(), full.get(), tokens, 0, 1250);
            LT_CHECK(resized(1) == 1280, "not 1280 cells");
            for (const uint32_t n : { 1u << 30, UINT32_MAX }) {
                LT_CHECK(resized(1) == 1280 && resized(n) == LIMIT, "%u cells of %u", lt::info_of(small.get()).n_cells, LIMIT);
            }
            for (llama_context * ctx : { small.get(), full.get() }) {
                LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(ctx), 0, 350, -1), "tail not removed");
            }
            LT_CHECK(resized(0) == 1024, "%u cells", lt::info_of(small.get()).n_cells); // a margin of 512
            walk(small.get(), full.get(), tokens, 350, 1250);
            const auto heads = lt::ragged_budgets((int) lt::info_of(full.get()).n_heads);
            auto few = cp;
            few.p1   = 900;
            lt::set_heads(few, heads);
            lt::compact(small.get(), few);
            lt::compact(full.get(), few);
            LT_CHECK(resized(1) == 512, "%u cells", lt::info_of(small.get()).n_cells);
            walk(small.get(), full.get(), tokens, 1250, 1400);
            resized(1u << 30);
            LT_CHECK(lt::info_of(small.get()).n_cells == lt::info_of(small.get()).capacity, "it is not full size");
            walk(small.get(), full.get(), tokens, 1400, 1700);
            LT_CHECK(llama_kv_compact_resize(full.get(), 512) == LLAMA_COMPACT_ERR_UNSUPPORTED, "a fixed size was changed");

            llama_memory_clear(llama_get_memory(small.get()), true);
            lt::decode(small.get(), { tokens.begin(), tokens.begin() + 100 }, 0, false);
            LT_CHECK(lt::info_of(small.get()).n_cells == 256, "%u cells when emptied", lt::info_of(small.get()).n_cells);
        } },
        { "several sequences share what grows", [&] {
            auto many = params;
            many.n_seq_max = 3;
            const auto small = make_growing(model, many);
            const auto full  = lt::make_compacting(model, many);
            for (int at = 0; at < 800; at += 100) {
                for (const llama_seq_id seq : { 0, 1 }) {
                    const std::vector<llama_token> batch(tokens.begin() + at + 7*seq, tokens.begin() + at + 7*seq + 100);
                    LT_REQUIRE(same(lt::decode(small.get(), batch, at, false, seq), lt::decode(full.get(), batch, at, false, seq)),
                               "logits of sequence %d differ at %d", seq, at);
                }
            }
            for (llama_context * ctx : { small.get(), full.get() }) {
                llama_memory_seq_cp(llama_get_memory(ctx), 0, 2, -1, -1);
                llama_memory_seq_rm(llama_get_memory(ctx), 1, -1, -1);
            }
            const auto a = lt::decode(small.get(), { 5, 6, 7 }, 800, true, 2);
            const auto b = lt::decode(full.get(), { 5, 6, 7 }, 800, true, 2);
            LT_CHECK(lt::max_abs_diff(a, b) <= lt::ROUNDING, "logits differ by %g", lt::max_abs_diff(a, b));
        } },
        { "a cache that cannot be compacted has its full size", [&] {
            auto plain = params;
            plain.flash_attn_type = LLAMA_FLASH_ATTN_TYPE_DISABLED;
            const lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), plain, 256), llama_free);
            LT_REQUIRE(ctx != nullptr, "no context");
            LT_CHECK(llama_kv_compact_resize(ctx.get(), 512) == LLAMA_COMPACT_ERR_UNSUPPORTED, "it was resized");
            for (int at = 0; at < 1000; at += 200) {
                lt::decode(ctx.get(), { tokens.begin() + at, tokens.begin() + at + 200 }, at, false);
            }
        } },
    });
}
