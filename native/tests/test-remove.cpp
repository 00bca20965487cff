// test-remove MODEL: removing and copying tokens around blocks; other sequences stay as they are.
#include "compacting.h"

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const int  n     = 200;
    const auto past  = lt::random_tokens(16, n);
    const auto next  = lt::random_tokens(17, 24);

    const auto compacted = [&](llama_context_params params) {
        auto ctx = lt::make_compacting(model, params);
        lt::decode(ctx.get(), past, 0, false);
        auto cp = lt::small_params(4, n - 30);
        const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads);
        lt::set_heads(cp, heads);
        lt::compact(ctx.get(), cp);
        return ctx;
    };
    auto two = lt::context_params(1024);
    two.n_seq_max = 2;
    two.swa_full  = true;

    return lt::run_cases({
        { "the tail after a block can be cut and written again", [&] {
            const auto ctx    = compacted(lt::context_params());
            const auto memory = llama_get_memory(ctx.get());
            const auto first  = lt::decode_single(ctx.get(), next, n);
            LT_REQUIRE(llama_memory_seq_rm(memory, 0, n, -1), "tail not removed");
            LT_CHECK(llama_memory_seq_pos_max(memory, 0) == n - 1, "last position %d", llama_memory_seq_pos_max(memory, 0));
            const auto second = lt::decode_single(ctx.get(), next, n);
            LT_CHECK(lt::max_abs_diff(first, second) <= (lt::on_card() ? lt::rounding_of(model) : 1e-5), "logits differ by %g", lt::max_abs_diff(first, second));
            // down to the block itself
            LT_REQUIRE(llama_memory_seq_rm(memory, 0, n - 30, -1), "tail behind the block not removed");
            LT_CHECK(lt::info_of(ctx.get()).n_tokens == (uint64_t) n - 30, "%llu tokens",
                     (unsigned long long) lt::info_of(ctx.get()).n_tokens);
            LT_CHECK(llama_memory_seq_pos_max(memory, 0) == n - 31, "last position %d",
                     llama_memory_seq_pos_max(memory, 0));
            const auto again = lt::decode(ctx.get(), { past.end() - 30, past.end() }, n - 30, false);
            LT_CHECK(std::isfinite(again[0]), "not finite");
        } },
        { "removal inside a block is refused and changes nothing", [&] {
            const auto ctx    = compacted(lt::context_params());
            const auto memory = llama_get_memory(ctx.get());
            const auto first  = lt::decode_single(ctx.get(), next, n);
            LT_REQUIRE(llama_memory_seq_rm(memory, 0, n, -1), "tail not removed");
            const auto before = lt::info_of(ctx.get());
            for (const auto & range : std::vector<std::pair<llama_pos, llama_pos>> {
                     { 60, 80 }, { 60, -1 }, { 2, 60 }, { n - 40, n - 10 }, { 4, n - 31 }, { 5, n - 30 } }) {
                LT_CHECK(!llama_memory_seq_rm(memory, 0, range.first, range.second), "[%d, %d) was removed",
                         range.first, range.second);
                const auto info = lt::info_of(ctx.get());
                LT_CHECK(std::memcmp(&info, &before, sizeof info) == 0, "[%d, %d) changed the cache", range.first,
                         range.second);
            }
            const auto second = lt::decode_single(ctx.get(), next, n);
            LT_CHECK(lt::max_abs_diff(first, second) <= (lt::on_card() ? lt::rounding_of(model) : 1e-5), "logits differ by %g", lt::max_abs_diff(first, second));
        } },
        { "shifting positions is refused or leaves the logits as they were", [&] {
            const auto ctx = compacted(lt::context_params());
            const auto memory = llama_get_memory(ctx.get());
            LT_CHECK(!llama_memory_can_shift(memory), "a cache with blocks says that it can shift");
        } },
        { "a second sequence is untouched by compaction of the first", [&] {
            const auto other = lt::random_tokens(18, 120);
            const auto more  = lt::random_tokens(19, 64); // a batch that the stock library sums in f32
            const auto walk  = [&](bool compacting) {
                const auto ctx = lt::make_compacting(model, two);
                lt::decode(ctx.get(), past, 0, false, 0);
                lt::decode(ctx.get(), other, 0, false, 1);
                if (compacting) {
                    auto cp = lt::small_params(4, n - 30);
                    const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads);
                    lt::set_heads(cp, heads);
                    cp.own_values = !lt::graphs_only(); // graphs attend to all rows in another way where some have them
                    lt::compact(ctx.get(), cp, 0);
                    LT_CHECK(lt::info_of(ctx.get(), 1).n_blocks == 0, "the second sequence carries a block");
                    LT_CHECK(lt::info_of(ctx.get(), 1).n_live == 120, "%u live", lt::info_of(ctx.get(), 1).n_live);
                }
                return lt::decode(ctx.get(), more, 120, true, 1);
            };
            const double diff = lt::max_abs_diff(walk(false), walk(true));
            LT_CHECK(diff <= lt::rounding_of(model), "its logits differ by %g", diff);
        } },
        { "a copied sequence shares the block", [&] {
            const auto ctx    = compacted(two);
            const auto memory = llama_get_memory(ctx.get());
            const auto before = lt::info_of(ctx.get(), 0);
            llama_memory_seq_cp(memory, 0, 1, -1, -1);
            const auto copy   = lt::info_of(ctx.get(), 1);
            LT_CHECK(copy.n_blocks == 1 && copy.n_tokens == before.n_tokens && copy.n_block_rows == before.n_block_rows,
                     "%u blocks, %llu tokens", copy.n_blocks, (unsigned long long) copy.n_tokens);
            LT_CHECK(copy.capacity == before.capacity && copy.capacity_used == before.capacity_used,
                     "the copy took room: %u of %u", copy.capacity_used, copy.capacity);
            const auto a = lt::decode_single(ctx.get(), next, n, 0);
            const auto b = lt::decode_single(ctx.get(), next, n, 1);
            LT_CHECK(lt::max_abs_diff(a, b) <= lt::rounding_of(model), "the copies differ by %g", lt::max_abs_diff(a, b));
            LT_REQUIRE(llama_memory_seq_rm(memory, 0, -1, -1), "the original was not removed");
            LT_REQUIRE(llama_memory_seq_rm(memory, 1, n, -1), "the copy's tail was not removed");
            const auto c = lt::decode_single(ctx.get(), next, n, 1);
            LT_CHECK(lt::max_abs_diff(b, c) <= lt::rounding_of(model), "the copy changed by %g with the original gone", lt::max_abs_diff(b, c));
            LT_CHECK(lt::info_of(ctx.get(), 0).n_blocks == 0 && lt::info_of(ctx.get(), 1).n_blocks == 1, "blocks of both");
            LT_REQUIRE(llama_memory_seq_rm(memory, 1, -1, -1), "the copy was not removed");
            LT_CHECK(lt::info_of(ctx.get(), 1).n_block_rows == 0, "the block outlived its sequences");
        } },
        { "a token of two sequences sees the block that both carry, and neither a third one's", [&] {
            auto three = two;
            three.n_seq_max = 3;
            const auto alone = compacted(three);
            const auto ctx   = compacted(three);
            llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, -1, -1);
            lt::decode(ctx.get(), past, 0, false, 2);
            lt::compact(ctx.get(), lt::small_params(4, n - 30, -1), 2);
            llama_batch batch = llama_batch_init(1, 0, 2);
            batch.n_tokens     = 1;
            batch.token[0]     = next[0];
            batch.pos[0]       = n;
            batch.n_seq_id[0]  = 2;
            batch.seq_id[0][0] = 1;
            batch.seq_id[0][1] = 0;
            batch.logits[0]    = true;
            const int32_t rc = llama_decode(ctx.get(), batch);
            llama_batch_free(batch);
            LT_REQUIRE(rc == 0, "llama_decode returned %d", rc);
            const float * row = llama_get_logits_ith(ctx.get(), 0);
            const lt::logits_t both(row, row + lt::n_vocab(ctx.get()));
            const double diff = lt::max_abs_diff(lt::decode(alone.get(), { next[0] }, n), both);
            LT_CHECK(diff <= lt::rounding_of(model), "its logits differ by %g", diff);
            for (const llama_seq_id seq : { 0, 1 }) {
                LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), seq) == n, "it is not in %d", seq);
            }
        } },
        { "a copy whose range cuts a block copies nothing", [&] {
            const auto ctx    = compacted(two);
            const auto memory = llama_get_memory(ctx.get());
            const auto before = lt::info_of(ctx.get(), 0);
            for (const auto & range : std::vector<std::pair<llama_pos, llama_pos>> { { 0, 60 }, { 60, -1 }, { 0, n - 31 } }) {
                llama_memory_seq_cp(memory, 0, 1, range.first, range.second);
                const auto copy = lt::info_of(ctx.get(), 1);
                LT_CHECK(copy.n_tokens == 0 && copy.n_queries == 0 && llama_memory_seq_pos_max(memory, 1) == -1,
                         "[%d, %d): %llu tokens and %u queries came along", range.first, range.second,
                         (unsigned long long) copy.n_tokens, copy.n_queries);
            }
            const auto info = lt::info_of(ctx.get(), 0);
            LT_CHECK(std::memcmp(&info, &before, sizeof info) == 0, "the original changed");
        } },
        { "rows are told of the blocks that somebody carries", [&] {
            const auto ctx    = compacted(two);
            const auto memory = llama_get_memory(ctx.get());
            std::vector<int32_t> all;
            for (const auto & head : lt::heads_of(ctx.get())) {
                all.push_back(head.n_rows);
            }
            const std::vector<int32_t> none(all.size(), 0);
            LT_CHECK(lt::carried_rows(ctx.get(), 0) == all && lt::carried_rows(ctx.get(), -1) == all, "of the sequence, and of all");
            LT_CHECK(lt::carried_rows(ctx.get(), 0, 4, n - 30) == all, "of the block's own range");
            LT_CHECK(lt::carried_rows(ctx.get(), 0, 5) == none && lt::carried_rows(ctx.get(), 0, 0, n - 31) == none, "of a part of it");
            LT_CHECK(lt::carried_rows(ctx.get(), 1) == none && lt::carried_rows(ctx.get(), 9999) == none, "of others");
            lt::decode(ctx.get(), past, 0, false, 1);
            auto cp = lt::small_params(4, n - 30);
            LT_REQUIRE(llama_memory_seq_rm(memory, 0, -1, -1), "not removed");
            LT_CHECK(lt::carried_rows(ctx.get(), -1) == none, "a dead block counts");
            LT_CHECK(lt::heads_of(ctx.get())[0].n_rows == all[0], "it keeps its room");
            const uint64_t one = lt::info_of(ctx.get(), 1).bytes_live;
            llama_compact_report report {};
            LT_REQUIRE(llama_kv_cache_compact(ctx.get(), 1, &cp, &report) == LLAMA_COMPACT_OK, "not compacted");
            LT_CHECK(report.bytes_before == one, "%llu bytes before, %llu live", (unsigned long long) report.bytes_before,
                     (unsigned long long) one);
            std::vector<int32_t> left;
            for (const auto & head : lt::heads_of(ctx.get())) {
                left.push_back(head.n_rows);
            }
            LT_CHECK(lt::carried_rows(ctx.get(), 1) == left && lt::carried_rows(ctx.get(), -1) == left, "what is left is carried");
        } },
        { "blocks that sequences carry in turns are refused before graphs have no room for them", [&] {
            const int  each = 4, n_blocks = 40;
            const auto ctx    = lt::make_compacting(model, two);
            const auto memory = llama_get_memory(ctx.get());
            lt::decode(ctx.get(), past, 0, false);
            for (int b = 0; b < n_blocks; b++) {
                auto cp = lt::small_params(4 + b*each, 4 + (b + 1)*each, 2);
                cp.select = LLAMA_COMPACT_SELECT_RECENT;
                cp.fit    = LLAMA_COMPACT_FIT_NONE;
                lt::compact(ctx.get(), cp);
            }
            const auto scattered = [&] { return lt::info_of(ctx.get(), 1).n_blocks; };
            for (int b = 0; b < n_blocks; b += 2) {
                llama_memory_seq_cp(memory, 0, 1, 4 + b*each, 4 + (b + 1)*each);
            }
            LT_CHECK(scattered() > 4 && scattered() < n_blocks/2, "%u blocks in turns", scattered());
            LT_CHECK(llama_kv_compact_last_error(ctx.get())[0] != 0, "no message");
            llama_memory_seq_cp(memory, 0, 1, 4 + n_blocks*each, n);
            const auto logits = lt::decode(ctx.get(), lt::random_tokens(18, 48), n, true, 1);
            LT_CHECK(std::isfinite(logits[0]), "not finite");
            LT_REQUIRE(llama_memory_seq_rm(memory, 1, -1, -1), "a sequence is not removed");
            llama_memory_seq_cp(memory, 0, 1, 4, 4 + n_blocks*each); // all of them are no turns
            LT_CHECK(scattered() == n_blocks, "%u blocks", scattered());
            bool removed = true;
            for (int b = 0; b < n_blocks && removed; b += 2) {
                removed = llama_memory_seq_rm(memory, 1, 4 + b*each, 4 + (b + 1)*each);
            }
            LT_CHECK(!removed, "removed in turns");
            LT_CHECK(llama_memory_seq_rm(memory, 1, -1, -1) && scattered() == 0, "a sequence is not removed");
        } },
        { "seq_keep drops the others' blocks", [&] {
            const auto ctx    = compacted(two);
            const auto memory = llama_get_memory(ctx.get());
            lt::decode(ctx.get(), past, 0, false, 1);
            llama_memory_seq_keep(memory, 1);
            LT_CHECK(lt::info_of(ctx.get(), 0).n_blocks == 0 && lt::info_of(ctx.get(), 0).n_tokens == 0, "seq 0 is left");
            LT_CHECK(lt::info_of(ctx.get(), 1).n_tokens == (uint64_t) n, "seq 1 lost tokens");
        } },
    });
}
