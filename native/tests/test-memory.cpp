// test-memory MODEL: a compaction under less and less memory either changes nothing or leaves a cache that works, and
// takes no more than it says.
//
// Linux, without sanitizers: the limit is one of address space. Large buffers get mappings of their own, everything
// small comes from a heap with room to spare.
#include "compacting.h"

#include <malloc.h>
#include <sys/resource.h>

#include <fstream>

static const size_t MB = 1024 * 1024;

static size_t address_space() {
    size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    return pages * 4096;
}

static void limit(rlim_t bytes) {
    rlimit l;
    getrlimit(RLIMIT_AS, &l);
    l.rlim_cur = bytes;
    LT_REQUIRE(setrlimit(RLIMIT_AS, &l) == 0, "no limit of the address space");
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    mallopt(M_MMAP_THRESHOLD, (int) MB);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    mallopt(M_TOP_PAD, 1 << 20);

    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const int  n     = 4000;
    const auto past  = lt::random_tokens(31, n);
    const auto next  = lt::random_tokens(32, 64);

    auto params = lt::context_params(32768);
    params.swa_full = false;
    const auto fresh = [&] {
        auto ctx = lt::make_compacting(model, params);
        for (int at = 0; at < n; at += 500) {
            lt::decode(ctx.get(), { past.begin() + at, past.begin() + at + 500 }, at, false);
        }
        return ctx;
    };
    auto cp = lt::small_params(4, 100, 16);
    cp.select = LLAMA_COMPACT_SELECT_RECENT;
    cp.fit    = LLAMA_COMPACT_FIT_NONE;

    return lt::run_cases({
        { "under every limit", [&] {
            const auto whole = fresh();
            const auto peak  = lt::compact(whole.get(), cp).peak_extra_bytes;
            const auto room  = lt::info_of(whole.get()).capacity;
            const auto free  = lt::decode(whole.get(), next, n);

            auto       ctx    = fresh();
            const auto state  = lt::full_state(ctx.get());
            const auto before = lt::info_of(ctx.get());
            int refused = 0, squeezed = 0;
            bool enough = false;
            for (size_t bytes = 0; !enough && bytes < 256 * MB; bytes += squeezed ? 8 * MB : MB / 2) {
                limit(address_space() + bytes);
                const int32_t rc = llama_kv_cache_compact(ctx.get(), 0, &cp, nullptr);
                limit(RLIM_INFINITY);
                if (rc != LLAMA_COMPACT_OK) {
                    LT_REQUIRE(rc == LLAMA_COMPACT_ERR_MEMORY, "%zu bytes: error %d", bytes, rc);
                    LT_REQUIRE(squeezed == 0, "refused with more memory than was enough before");
                    const auto now = lt::info_of(ctx.get());
                    LT_CHECK(std::memcmp(&now, &before, sizeof now) == 0, "a failure changed the counts");
                    LT_CHECK(lt::full_state(ctx.get()) == state, "a failure changed the state");
                    refused++;
                    continue;
                }
                const auto info = lt::info_of(ctx.get());
                enough = info.capacity == room;
                LT_CHECK(info.n_blocks == 1 && info.n_live == (uint32_t) n - 96, "%u blocks, %u live", info.n_blocks, info.n_live);
                if (enough) {
                    LT_CHECK(bytes <= peak + 10 * MB, "%zu bytes were needed, %zu reported", bytes, (size_t) peak);
                    const double diff = lt::max_abs_diff(free, lt::decode(ctx.get(), next, n));
                    LT_CHECK(diff <= lt::ROUNDING, "logits differ by %g", diff);
                } else {
                    // full, but intact: with its tail cut off it goes on
                    squeezed++;
                    const auto memory = llama_get_memory(ctx.get());
                    LT_CHECK(info.capacity == info.n_live, "%u cells for %u", info.capacity, info.n_live);
                    LT_REQUIRE(llama_memory_seq_rm(memory, 0, n - 64, -1), "tail not removed");
                    const std::vector<llama_token> tail(past.end() - 64, past.end());
                    const auto a = lt::decode(ctx.get(), tail, n - 64);
                    LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(whole.get()), 0, n - 64, -1), "tail not removed");
                    const auto b = lt::decode(whole.get(), tail, n - 64);
                    LT_CHECK(lt::max_abs_diff(a, b) <= lt::ROUNDING, "logits differ by %g", lt::max_abs_diff(a, b));
                    ctx = fresh();
                }
            }
            std::printf("refused %d times, squeezed %d times\n", refused, squeezed);
            LT_CHECK(enough && refused > 0 && squeezed > 0, "refused %d times, squeezed %d times, enough: %d", refused,
                     squeezed, enough);
        } },
        { "growing under every limit", [&] {
            const auto whole  = lt::make_context(model, params);
            const int  n_part = 3500;
            const auto feed   = [&](llama_context * ctx, int from, int to) {
                for (int at = from; at < to; at += 500) {
                    lt::decode(ctx, { past.begin() + at, past.begin() + at + 500 }, at, false);
                }
            };
            feed(whole.get(), 0, n);
            const auto expected = lt::decode(whole.get(), next, n);

            for (const bool pool : { false, true }) {
                lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), params, 512), llama_free);
                LT_REQUIRE(ctx != nullptr, "no context");
                LT_REQUIRE(llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_OK, "not enabled");
                feed(ctx.get(), 0, n_part);
                if (pool) {
                    auto keep_all = cp; // every row of the block stays, so that the logits do
                    const std::vector<llama_compact_head> heads(lt::info_of(ctx.get()).n_heads, { -1, -1, -1 });
                    lt::set_heads(keep_all, heads);
                    lt::compact(ctx.get(), keep_all);
                }
                LT_REQUIRE(llama_kv_compact_resize(ctx.get(), n_part) == LLAMA_COMPACT_OK, "not resized");
                const auto state  = lt::full_state(ctx.get());
                const auto before = lt::info_of(ctx.get());
                const auto tail   = std::vector<llama_token>(past.begin() + n_part, past.end());

                int refused = 0;
                bool grown  = false;
                for (size_t bytes = 0; !grown && bytes < 256 * MB; bytes += MB / 4) {
                    limit(address_space() + bytes);
                    const int32_t rc = llama_kv_compact_resize(ctx.get(), 16384);
                    limit(RLIM_INFINITY);
                    const auto now = lt::info_of(ctx.get());
                    grown = rc == LLAMA_COMPACT_OK;
                    if (!grown) {
                        LT_REQUIRE(rc == LLAMA_COMPACT_ERR_MEMORY, "%zu bytes: error %d", bytes, rc);
                        LT_CHECK(now.n_cells == before.n_cells && now.capacity == now.n_cells,
                                 "%u cells, room for %u after a failure at %u", now.n_cells, now.capacity, before.n_cells);
                        LT_CHECK(now.bytes_held <= before.bytes_held + before.bytes_held / 8, "%zu bytes are held instead of %zu",
                                 (size_t) now.bytes_held, (size_t) before.bytes_held);
                        LT_CHECK(lt::full_state(ctx.get()) == state, "a failure changed the state");
                        LT_CHECK(lt::try_decode(ctx.get(), tail, n_part) == 1, "a full cache took more");
                        LT_CHECK(lt::full_state(ctx.get()) == state, "a batch without room changed the state");
                        refused++;
                    }
                }
                LT_CHECK(grown && refused > 0, "refused %d times, grown: %d", refused, grown);
                LT_CHECK(lt::info_of(ctx.get()).capacity == before.capacity, "the limit is lost");
                lt::decode(ctx.get(), tail, n_part, false);
                const double diff = lt::max_abs_diff(expected, lt::decode(ctx.get(), next, n));
                LT_CHECK(diff <= lt::ROUNDING, "logits differ by %g", diff);
                std::printf("refused %d times\n", refused);
            }
        } },
        { "a batch that finds no memory to grow is refused, until a compaction made room", [&] {
            lt::context_ptr ctx(llama_kv_compact_init_from_model(model.get(), params, 512), llama_free);
            LT_REQUIRE(ctx != nullptr, "no context");
            LT_REQUIRE(llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_OK, "not enabled");
            for (int at = 0; at < n; at += 500) {
                lt::decode(ctx.get(), { past.begin() + at, past.begin() + at + 500 }, at, false);
            }
            LT_REQUIRE(llama_kv_compact_resize(ctx.get(), 1) == LLAMA_COMPACT_OK, "not resized");
            const auto state = lt::full_state(ctx.get());
            const auto limit_before = lt::info_of(ctx.get()).capacity;
            const auto batch = lt::random_tokens(33, 500);
            limit(address_space());
            const int32_t rc = lt::try_decode(ctx.get(), batch, n);
            limit(RLIM_INFINITY);
            LT_CHECK(rc == 1, "status %d instead of no room", rc);
            LT_CHECK(lt::full_state(ctx.get()) == state, "a batch without room changed the state");
            LT_CHECK(lt::info_of(ctx.get()).capacity < n + 500u, "room for %u is promised", lt::info_of(ctx.get()).capacity);
            cp.p1 = n - 500;
            lt::compact(ctx.get(), cp);
            cp.p1 = 100;
            lt::decode(ctx.get(), batch, n, false);
            LT_CHECK(lt::info_of(ctx.get()).capacity + 32 > limit_before, "the limit is lost");
        } },
    });
}
