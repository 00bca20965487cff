// test-hybrid MODEL: attention layers are compacted, the recurrent layers beside them stay what they were.
#include "compacting.h"

constexpr int N = 200; // tokens before what is compared

static std::vector<uint8_t> state_of(llama_context * ctx, llama_seq_id seq, uint32_t flags) {
    std::vector<uint8_t> data(llama_state_seq_get_size_ext(ctx, seq, flags));
    LT_REQUIRE(llama_state_seq_get_data_ext(ctx, data.data(), data.size(), seq, flags) == data.size(), "not written");
    return data;
}

// of the recurrent layers alone: what can be gone back to
static std::vector<uint8_t> checkpoint(llama_context * ctx, llama_seq_id seq = 0) {
    return state_of(ctx, seq, LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY);
}

static void ragged(llama_context * ctx, llama_pos p0, llama_pos p1, const std::vector<int32_t> & types = { GGML_TYPE_F16, GGML_TYPE_Q8_0 }) {
    auto params = lt::small_params(p0, p1);
    const auto heads = lt::ragged_budgets((int) lt::info_of(ctx).n_heads, types);
    lt::set_heads(params, heads);
    const auto report = lt::compact(ctx, params);
    LT_CHECK(report.error > 0.0f && std::isfinite(report.error) && report.bytes_after < report.bytes_before, "error %g, %llu bytes of %llu",
             report.error, (unsigned long long) report.bytes_after, (unsigned long long) report.bytes_before);
}

static void same(const lt::logits_t & a, const lt::logits_t & b, double most, const char * what) {
    LT_CHECK(lt::max_abs_diff(a, b) <= most, "%s: logits differ by %g", what, lt::max_abs_diff(a, b));
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto past  = lt::random_tokens(70, N);
    const auto next  = lt::random_tokens(71, 64);
    const std::vector<llama_token> head(past.begin(), past.begin() + 150), tail(past.begin() + 150, past.end());

    auto two = lt::context_params(1024);
    two.n_seq_max = 2;

    return lt::run_cases({
        { "only layers with attention have rows", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            LT_CHECK(llama_model_is_hybrid(model.get()), "not a hybrid model");
            LT_CHECK(lt::info_of(ctx.get()).n_layers == 2, "%u layers", lt::info_of(ctx.get()).n_layers);
            for (const auto & entry : lt::heads_of(ctx.get())) {
                LT_CHECK(entry.layer % 2 == 1, "layer %d", entry.layer);
            }
        } },
        { "a compaction leaves the recurrent states as they are", [&] {
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), past, 0, false);
            const auto before = checkpoint(ctx.get());
            ragged(ctx.get(), 4, N - 30);
            LT_CHECK(checkpoint(ctx.get()) == before, "they changed");
            const auto logits = lt::decode(ctx.get(), next, N);
            LT_CHECK(std::isfinite(*std::max_element(logits.begin(), logits.end())), "not finite");
            LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) == N + 63, "ends at %d",
                     llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0));
        } },
        { "a saved state resumes in another context, compacted or not", [&] {
            for (const bool compacted : { false, true }) {
                const auto ctx = lt::make_compacting(model, lt::context_params());
                lt::decode(ctx.get(), past, 0, false);
                if (compacted) {
                    ragged(ctx.get(), 4, N - 30);
                }
                const auto data  = state_of(ctx.get(), 0, 0);
                const auto again = lt::make_compacting(model, lt::context_params());
                LT_REQUIRE(llama_state_seq_set_data(again.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
                LT_CHECK(checkpoint(again.get()) == checkpoint(ctx.get()), "other recurrent states");
                LT_CHECK(state_of(again.get(), 0, 0) == data, "saved again it is another");
                same(lt::decode(ctx.get(), next, N), lt::decode(again.get(), next, N), 0.0, "resumed");
            }
        } },
        { "a state whose recurrent part is damaged is refused and leaves nothing", [&] {
            for (const bool compacted : { false, true }) {
                const auto ctx = lt::make_compacting(model, lt::context_params());
                lt::decode(ctx.get(), past, 0, false);
                if (compacted) {
                    ragged(ctx.get(), 4, N - 30);
                }
                const size_t n_recurrent = checkpoint(ctx.get()).size() - 8; // without magic and sequence
                for (const int damage : { 0, 1, 2, 3 }) {
                    auto data = state_of(ctx.get(), 0, 0);
                    if (damage == 0) {
                        data.resize(data.size() - 16); // cut
                    } else if (damage == 1) {
                        data[data.size() - n_recurrent] = 2; // two states of one sequence
                    } else if (damage == 2) {
                        data[data.size() - n_recurrent + 7] = 0x80; // a position below 0
                    } else {
                        std::memset(&data[data.size() - 4], 0xff, 4); // no number
                    }
                    const auto again = lt::make_compacting(model, lt::context_params());
                    LT_CHECK(llama_state_seq_set_data(again.get(), data.data(), data.size(), 0) == 0, "damage %d was loaded", damage);
                    LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(again.get()), 0) == -1 && lt::info_of(again.get()).n_tokens == 0,
                             "damage %d left %llu tokens", damage, (unsigned long long) lt::info_of(again.get()).n_tokens);
                    const auto fresh = lt::make_compacting(model, lt::context_params());
                    same(lt::decode(fresh.get(), past, 0), lt::decode(again.get(), past, 0), 0.0, "after a refusal");
                }
            }
        } },
        { "a cut without a checkpoint is refused and changes nothing", [&] {
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            const auto memory = llama_get_memory(ctx.get());
            lt::decode(ctx.get(), past, 0, false);
            ragged(ctx.get(), 4, N - 30);
            const auto before = state_of(ctx.get(), 0, 0);
            for (const llama_pos p0 : { N - 1, N - 30, 60, 1 }) {
                LT_CHECK(!llama_memory_seq_rm(memory, 0, p0, -1), "cut at %d", p0);
            }
            llama_memory_seq_add(memory, 0, 0, -1, 5);
            llama_memory_seq_div(memory, 0, 0, -1, 2);
            LT_CHECK(state_of(ctx.get(), 0, 0) == before, "something changed");
        } },
        { "with a checkpoint the text after it can be cut and written again", [&] {
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            const auto memory = llama_get_memory(ctx.get());
            lt::decode(ctx.get(), head, 0, false);
            const auto border = checkpoint(ctx.get());
            LT_CHECK(border.size() < state_of(ctx.get(), 0, 0).size()/2, "%zu bytes", border.size());
            ragged(ctx.get(), 4, 140);
            const auto first = lt::decode(ctx.get(), next, 150);
            LT_REQUIRE(llama_state_seq_set_data_ext(ctx.get(), border.data(), border.size(), 0, LLAMA_STATE_SEQ_FLAGS_PARTIAL_ONLY) == border.size(),
                       "not restored");
            LT_REQUIRE(llama_memory_seq_rm(memory, 0, 150, -1), "not cut");
            LT_CHECK(lt::info_of(ctx.get()).n_tokens == 150 && llama_memory_seq_pos_max(memory, 0) == 149, "%llu tokens, ends at %d",
                     (unsigned long long) lt::info_of(ctx.get()).n_tokens, llama_memory_seq_pos_max(memory, 0));
            same(first, lt::decode(ctx.get(), next, 150), 0.0, "written again");
        } },
        { "a fork shares the beginning, and each goes its way", [&] {
            const auto ctx   = lt::make_compacting(model, two);
            const auto alone = lt::make_compacting(model, two);
            for (auto * c : { ctx.get(), alone.get() }) {
                lt::decode(c, past, 0, false);
                ragged(c, 4, N - 30);
            }
            llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, -1, -1);
            LT_CHECK(checkpoint(ctx.get(), 1).size() == checkpoint(ctx.get(), 0).size(), "no state came along");
            const auto other = lt::decode(ctx.get(), tail, N, true, 1);
            same(lt::decode(alone.get(), next, N), lt::decode(ctx.get(), next, N), lt::ROUNDING, "the original");
            const auto again = lt::make_compacting(model, two);
            lt::decode(again.get(), past, 0, false);
            ragged(again.get(), 4, N - 30);
            same(lt::decode(again.get(), tail, N), other, lt::ROUNDING, "the fork");
            LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(ctx.get()), 0, -1, -1), "the original was not removed");
            LT_CHECK(lt::info_of(ctx.get(), 1).n_blocks == 1, "the fork lost its block");
        } },
        { "a copy whose range cuts a block copies no recurrent state either", [&] {
            const auto ctx = lt::make_compacting(model, two);
            lt::decode(ctx.get(), past, 0, false);
            ragged(ctx.get(), 4, N - 30);
            llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, 0, 60);
            LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 1) == -1, "ends at %d",
                     llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 1));
            LT_CHECK(checkpoint(ctx.get(), 1).size() < checkpoint(ctx.get(), 0).size(), "a state came along");
        } },
        { "a second sequence is untouched by compaction of the first", [&] {
            const auto walk = [&](bool compacting) {
                const auto ctx = lt::make_compacting(model, two);
                lt::decode(ctx.get(), past, 0, false, 0);
                lt::decode(ctx.get(), tail, 0, false, 1);
                if (compacting) {
                    ragged(ctx.get(), 4, N - 30, { -1 }); // a region's rows have one type, the other's live ones, too
                }
                return lt::decode(ctx.get(), next, (llama_pos) tail.size(), true, 1);
            };
            same(walk(false), walk(true), lt::ROUNDING, "the other");
        } },
        { "squeezed text takes the recurrent states' positions along", [&] {
            const auto ctx    = lt::make_compacting(model, lt::context_params());
            const auto memory = llama_get_memory(ctx.get());
            lt::decode(ctx.get(), past, 0, false);
            lt::compact(ctx.get(), lt::small_params(0, N - 30, 24));
            auto before = checkpoint(ctx.get());
            const llama_compact_span span = { 0, 120, 12 };
            LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
            LT_CHECK(llama_memory_seq_pos_max(memory, 0) == N - 109, "ends at %d", llama_memory_seq_pos_max(memory, 0));
            auto after = checkpoint(ctx.get());
            LT_REQUIRE(before.size() == after.size() && before != after, "it does not say where it stands");
            std::memset(&before[12], 0, 4); // the position
            std::memset(&after [12], 0, 4);
            LT_CHECK(before == after, "more than the position changed");
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), next, N - 108)[0]), "not finite");
        } },
        { "what moves as one keeps its logits", [&] {
            lt::logits_t logits[2];
            for (const bool moved : { false, true }) {
                const auto ctx = lt::make_compacting(model, lt::context_params(1024));
                lt::decode(ctx.get(), past, 300, false);
                lt::compact(ctx.get(), lt::small_params(300, 300 + N - 40, 24));
                const llama_compact_span span = { 0, 300, 1 };
                if (moved) {
                    LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
                }
                logits[moved] = lt::decode(ctx.get(), next, moved ? N + 1 : N + 300);
            }
            same(logits[0], logits[1], 2e-2, "moved");
        } },
        { "a shared recurrent state is not moved", [&] {
            const auto ctx = lt::make_compacting(model, two);
            lt::decode(ctx.get(), past, 0, false);
            lt::compact(ctx.get(), lt::small_params(0, N - 30, 24));
            llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, -1, -1);
            const llama_compact_span span = { 0, 120, 12 };
            LT_CHECK(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_ERR_INVALID, "moved");
            LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 1) == N - 1, "the other moved");
        } },
        { "a cache that grows gives the results of one of full size", [&] {
            const auto full = lt::make_compacting(model, lt::context_params(1024));
            const lt::context_ptr small(llama_kv_compact_init_from_model(model.get(), lt::context_params(1024), 256), llama_free);
            LT_REQUIRE(small && llama_kv_compact_enable(small.get(), 64, 16) == LLAMA_COMPACT_OK, "no context");
            LT_CHECK(lt::info_of(small.get()).n_cells == 256, "%u cells", lt::info_of(small.get()).n_cells);
            for (int i = 0; i < 3; ++i) {
                same(lt::decode(full.get(), past, i*N), lt::decode(small.get(), past, i*N), 0.0, "grown");
            }
            LT_CHECK(lt::info_of(small.get()).n_cells > 600 - 1, "%u cells", lt::info_of(small.get()).n_cells);
        } },
        { "a chat that a cut state was loaded over is gone, its recurrent states, too", [&] {
            const auto source = lt::make_compacting(model, lt::context_params());
            lt::decode(source.get(), past, 0, false);
            ragged(source.get(), 4, N - 30);
            auto data = state_of(source.get(), 0, 0);
            data.resize(400);
            const auto fresh = lt::make_compacting(model, lt::context_params());
            const auto ctx   = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), tail, 0, false);
            LT_CHECK(llama_state_seq_set_data(ctx.get(), data.data(), data.size(), 0) == 0, "it was taken");
            same(lt::decode(ctx.get(), head, 0), lt::decode(fresh.get(), head, 0), lt::ROUNDING, "it reads what was there");
        } },
        { "a batch that is stopped half way leaves nothing half done", [&] {
            if (lt::on_card()) {
                return; // which is asked nothing between the operations of a graph
            }
            auto params = lt::context_params();
            static int left;
            params.abort_callback = [](void *) { return --left == 0; };
            left = 0;
            const auto ctx = lt::make_compacting(model, params);
            lt::decode(ctx.get(), head, 0, false);
            left = 40;
            LT_CHECK(lt::try_decode(ctx.get(), tail, 150) == 2, "it was not stopped");
            left = 0;
            const auto fresh = lt::make_compacting(model, lt::context_params());
            const llama_pos at = llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) + 1;
            LT_REQUIRE(at == 0 || at == 150, "stopped at %d", at);
            if (at == 0) {
                lt::decode(ctx.get(), head, 0, false);
            }
            lt::decode(fresh.get(), head, 0, false);
            same(lt::decode(fresh.get(), tail, 150), lt::decode(ctx.get(), tail, 150), 0.0, "after a stop");
        } },
    });
}
