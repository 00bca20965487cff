// test-positions MODEL: compacted text squeezed to fewer positions, live text moved down behind it.
#include "compacting.h"

static const int N = 200;

static std::vector<int32_t> positions_of(llama_context * ctx, int32_t entry) {
    std::vector<llama_pos> pos(4096);
    const int32_t n = llama_kv_compact_get_positions(ctx, entry, pos.data(), (int32_t) pos.size());
    LT_REQUIRE(n >= 0, "entry %d: %d", entry, n);
    pos.resize(n);
    return pos;
}

static void move(llama_context * ctx, const std::vector<llama_compact_span> & spans, llama_seq_id seq = 0) {
    const int32_t rc = llama_kv_compact_reposition(ctx, seq, spans.data(), (int32_t) spans.size());
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "reposition: %d %s", rc, llama_kv_compact_last_error(ctx));
}

// a block [first, first + 160) and 40 live tokens
static lt::context_ptr chat(const lt::model_ptr & model, llama_context_params params, llama_pos first,
                            const std::vector<int32_t> & types = { -1 }, int32_t n_rows = 0, bool own_values = true) {
    auto ctx = lt::make_compacting(model, params, 128);
    lt::decode(ctx.get(), lt::random_tokens(61, N), first, false);
    auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads, types);
    if (n_rows != 0) {
        heads.assign(heads.size(), { n_rows, -1, -1 });
    }
    auto cp = lt::small_params(first, first + 160);
    cp.own_values = own_values;
    lt::set_heads(cp, heads);
    lt::compact(ctx.get(), cp);
    return ctx;
}

// Moving a block and everything behind it as one leaves all distances, and so all logits, as they were.
static void moved_as_one(const lt::model_ptr & model, const llama_context_params & params, const std::vector<int32_t> & types,
                         double tolerance) {
    const auto next = lt::random_tokens(62, 8);
    const auto ctx  = chat(model, params, 300, types);
    const lt::border end(ctx.get());
    const auto want = lt::decode_single(ctx.get(), next, 300 + N);
    end.cut();
    const auto before = positions_of(ctx.get(), 0);
    move(ctx.get(), { { 0, 300, 1 } });
    const auto after = positions_of(ctx.get(), 0);
    LT_REQUIRE(after.size() == before.size(), "%zu rows", after.size());
    for (size_t i = 0; i < after.size(); i++) {
        LT_CHECK(after[i] == before[i] - 299, "row %zu moved from %d to %d", i, before[i], after[i]);
    }
    LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) == N, "it ends at %d",
             llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0));
    llama_pos p0, p1;
    int32_t   n_tokens;
    LT_CHECK(llama_kv_compact_blocks(ctx.get(), 0, &p0, &p1, &n_tokens, 1) == 1 && p0 == 1 && p1 == 161 && n_tokens == 160,
             "the block is [%d, %d)", p0, p1);
    const double diff = lt::max_abs_diff(want, lt::decode_single(ctx.get(), next, 1 + N));
    LT_CHECK(diff <= std::max(tolerance, lt::on_card() ? lt::rounding_of(model) : 0.0), "logits differ by %g", diff);
}

// key of a token decoded at a position with nothing before it: in the first layer it depends on nothing else
static std::vector<float> key_at(const lt::model_ptr & model, llama_token token, llama_pos pos, int32_t entry, const lt::shape & shape) {
    const auto ctx = lt::make_compacting(model, lt::context_params());
    lt::decode(ctx.get(), { token, 1 }, pos, false);
    lt::compact(ctx.get(), lt::small_params(pos, pos + 2, -1));
    const auto rows = lt::rows_of(ctx.get(), entry, shape);
    return { rows.k.begin(), rows.k.begin() + shape.d };
}

static std::string model_arch(const lt::model_ptr & model) {
    char arch[64] = "";
    llama_model_meta_val_str(model.get(), "general.architecture", arch, sizeof arch);
    return arch;
}

// What was sampled moves with the text: after a shift a compaction does what it does where the text was read at once.
static void shifted_before(const lt::model_ptr & model) {
    const int  cut  = 160;
    const auto text = lt::random_tokens(64, N), more = lt::random_tokens(65, 40), next = lt::random_tokens(66, 8);
    struct outcome {
        float        error;
        lt::logits_t logits;
        uint32_t     n_queries;
    };
    const auto through = [&](llama_pos first) {
        const auto ctx = lt::make_compacting(model, lt::context_params(), 512); // room for every token's queries
        lt::decode(ctx.get(), text, first, false);
        const auto memory = llama_get_memory(ctx.get());
        llama_memory_seq_add(memory, 0, 0, -1, -first);
        LT_REQUIRE(llama_memory_seq_rm(memory, 0, cut, -1), "the end is not removed");
        lt::decode(ctx.get(), more, cut, false);
        const auto n      = lt::info_of(ctx.get()).n_queries;
        const auto report = lt::compact(ctx.get(), lt::small_params(4, 150, 24));
        return outcome { report.error, lt::decode(ctx.get(), next, cut + 40), n };
    };
    const auto full = [&] {
        const auto ctx = lt::make_context(model, lt::context_params());
        lt::decode(ctx.get(), { text.begin(), text.begin() + cut }, 0, false);
        lt::decode(ctx.get(), more, cut, false);
        return lt::decode(ctx.get(), next, cut + 40);
    };
    const auto want = through(0), got = through(250);
    LT_CHECK(got.n_queries == want.n_queries, "%u queries instead of %u", got.n_queries, want.n_queries);
    LT_CHECK(std::fabs(got.error - want.error) <= 0.02 * want.error, "error %g instead of %g", got.error, want.error);
    // keys are rounded once more when they are shifted, and of keys that score alike another one may stay
    const double diff = lt::max_abs_diff(got.logits, want.logits), lost = lt::max_abs_diff(full(), want.logits);
    LT_CHECK(diff < lost, "logits differ by %g, from those of the whole text by %g", diff, lost);
}

// A saved sequence as version 1 wrote it: without centers and positions of rows, and without where queries were sampled.
struct older_state {
    const std::vector<uint8_t> & from;
    std::vector<uint8_t>         to;
    size_t                       at = 0;

    explicit older_state(const std::vector<uint8_t> & data) : from(data) {}

    void     copy(size_t n)  { to.insert(to.end(), from.begin() + at, from.begin() + at + n); at += n; }
    uint32_t u32()           { uint32_t x; std::memcpy(&x, &from[at], 4); copy(4); return x; }
    void     seqs()          { copy(4*u32()); }

    std::vector<uint8_t> operator()() {
        const char mark[] = { 'L', 'T', 'C', '1' };
        copy(std::search(from.begin(), from.end(), mark, mark + 4) - from.begin() + 4);
        LT_REQUIRE(u32() == 2, "not of version 2");
        to[to.size() - 4] = 1;
        LT_REQUIRE(u32() == 1, "no blocks");
        const uint32_t n_heads = u32(), n_blocks = u32();
        for (uint32_t b = 0; b < n_blocks; b++) {
            copy(12);
            seqs();
        }
        std::vector<std::pair<size_t, size_t>> rows; // bytes of a K and V row, block rows
        for (uint32_t h = 0; h < n_heads; h++) {
            const auto type_k = (ggml_type) u32(), type_v = (ggml_type) u32();
            const uint32_t d_k = u32(), d_v = u32();
            copy(4);
            uint32_t n_center;
            std::memcpy(&n_center, &from[at], 4);
            LT_REQUIRE(n_center == 0, "version 1 knew no centers");
            at += 4;
            size_t n = 0;
            for (uint32_t b = 0; b < n_blocks; b++) {
                n += u32();
            }
            copy(2*n);
            at += 4*n; // positions
            rows.emplace_back(ggml_row_size(type_k, d_k) + ggml_row_size(type_v, d_v), n);
        }
        const uint32_t n_live = u32();
        for (uint32_t i = 0; i < n_live; i++) {
            copy(4 + 12);
            seqs();
        }
        for (const auto & [bytes, n] : rows) {
            copy(bytes*(n + n_live));
        }
        u32();
        copy(8);
        LT_REQUIRE(u32() == 1, "not one sequence");
        copy(8);
        at += 4; // moved by
        const uint32_t n_queries = u32();
        for (uint32_t i = 0; i < n_queries; i++) {
            copy(4);
            at += 8; // turned, index
            copy(4);
            seqs();
        }
        copy(from.size() - at);
        return to;
    }
};

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model  = lt::load_model(argv[1]);
    const auto shape  = lt::shape_of(model, argv[1]);
    const int  n_swa  = llama_model_n_swa(model.get());
    const auto next   = lt::random_tokens(63, 8);

    return lt::run_cases({
        { "a shift before the first compaction", [&] {
            // upstream shifts the keys of layers without RoPE, too, and refuses to with several positions per token
            if (model_arch(model) == "llama") {
                shifted_before(model);
            }
        } },
        { "what moves as one keeps its logits", [&] {
            moved_as_one(model, lt::context_params(), { -1 }, 2e-2);
        } },
        { "... in quantized rows", [&] {
            moved_as_one(model, lt::context_params(), { GGML_TYPE_F16, GGML_TYPE_Q8_0 }, 0.3);
        } },
        { "... in a quantized cache, which rotates by itself", [&] {
            auto params = lt::context_params();
            params.type_k = params.type_v = GGML_TYPE_Q8_0;
            moved_as_one(model, params, { -1 }, 0.3);
        } },
        { "... under YaRN, whose magnitude must not be applied twice", [&] {
            auto params = lt::context_params();
            params.rope_scaling_type = LLAMA_ROPE_SCALING_TYPE_YARN;
            params.rope_freq_scale   = 0.25f;
            params.yarn_ext_factor   = 1.0f;
            params.yarn_orig_ctx     = 256;
            moved_as_one(model, params, { -1 }, 2e-2);
        } },
        { "squeezed rows are the keys of those positions", [&] {
            const auto tokens = lt::random_tokens(61, N);
            const auto ctx    = chat(model, lt::context_params(), 0, { -1 }, -1); // all rows, as they are
            const auto entry  = (int32_t) 0;
            const bool first_layer = lt::heads_of(ctx.get())[entry].layer == 0;
            move(ctx.get(), { { 10, 110, 25 }, { 120, 140, 5 } });
            const auto pos  = positions_of(ctx.get(), entry);
            const auto rows = lt::rows_of(ctx.get(), entry, shape);
            LT_REQUIRE(pos.size() == (size_t) N, "%zu rows", pos.size());
            for (int i = 0; i < N; i++) {
                const int want = i < 10 ? i : i < 110 ? 10 + (i - 10)/4 : i < 120 ? i - 75 : i < 140 ? 45 + (i - 120)/4 : i - 90;
                LT_CHECK(pos[i] == want, "token %d is at %d, not %d", i, pos[i], want);
            }
            if (!first_layer) {
                return; // that one has a window or is recurrent, and deeper keys depend on what came before
            }
            for (const int i : { 0, 9, 13, 77, 109, 115, 131, 160, 199 }) {
                const auto key = key_at(model, tokens[i], pos[i], entry, shape);
                double diff = 0.0, norm = 0.0;
                for (int c = 0; c < shape.d; c++) {
                    diff += std::pow(key[c] - rows.k[(size_t) i * shape.d + c], 2);
                    norm += std::pow(key[c], 2);
                }
                LT_CHECK(std::sqrt(diff / norm) < 2e-3, "token %d: its key is off by %g", i, std::sqrt(diff / norm));
            }
        } },
        { "a chat goes on: decoding, compaction with the sample that followed, merging, squeezing again", [&] {
            lt::capture seen;
            auto params = lt::context_params();
            seen.attach(params);
            const auto ctx    = chat(model, params, 0, { GGML_TYPE_F16, GGML_TYPE_Q8_0 });
            const auto n_seen = lt::info_of(ctx.get()).n_queries;
            move(ctx.get(), { { 0, 100, 10 } });
            LT_CHECK(lt::info_of(ctx.get()).n_queries == n_seen && lt::info_of(ctx.get()).n_tokens == (uint64_t) N, "tokens or queries were lost");
            lt::decode(ctx.get(), lt::random_tokens(64, 100), N - 90, false);
            auto report = lt::compact(ctx.get(), lt::small_params(0, 190, 24)); // the block and what lies behind it
            LT_CHECK(report.n_tokens == N + 80 && std::isfinite(report.error), "%d tokens, error %g", report.n_tokens, report.error);
            const llama_pos hi = n_swa > 0 ? N + 10 - n_swa : 190; // of the block, behind the window
            move(ctx.get(), { { 0, hi, 40 } });
            const llama_pos pos = N + 10 - (hi - 40);
            LT_CHECK(llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0) == pos - 1, "it ends at %d",
                     llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0));
            seen.clear();
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 5 }, pos)[0]), "not finite");
            for (size_t i = 0; i < lt::heads_of(ctx.get()).size(); i++) {
                const double error = lt::attention_error(ctx.get(), seen, shape, (int) i, 1);
                LT_CHECK(error < (lt::heads_of(ctx.get())[i].type_k == GGML_TYPE_F16 ? 5e-3 : 3e-2), "entry %zu: relative error %g", i, error);
            }
        } },
        { "the sample's queries count from where they were sampled", [&] {
            // moved as one, a compaction finds the same rows to keep and fits them as well
            float error[2];
            for (const bool moved : { false, true }) {
                const auto ctx = chat(model, lt::context_params(), 300);
                lt::decode(ctx.get(), lt::random_tokens(64, 60), 300 + N, false);
                if (moved) {
                    move(ctx.get(), { { 0, 300, 1 } });
                }
                const llama_pos p = moved ? 1 : 300;
                error[moved] = lt::compact(ctx.get(), lt::small_params(p + 160, p + 250, 9)).error;
            }
            LT_CHECK(std::fabs(error[1] - error[0]) <= 0.05f * error[0] && error[0] > 0.0f, "held-out error %g, moved %g", error[0], error[1]);
        } },
        { "a saved state brings the positions", [&] {
            const auto ctx = chat(model, lt::context_params(), 0, { GGML_TYPE_F16, GGML_TYPE_Q8_0 });
            move(ctx.get(), { { 0, 120, 12 } });
            std::vector<uint8_t> data(llama_state_seq_get_size(ctx.get(), 0));
            LT_REQUIRE(llama_state_seq_get_data(ctx.get(), data.data(), data.size(), 0) == data.size(), "not written");
            const auto again = lt::make_compacting(model, lt::context_params(), 128);
            LT_REQUIRE(llama_state_seq_set_data(again.get(), data.data(), data.size(), 0) == data.size(), "not loaded");
            for (size_t i = 0; i < lt::heads_of(ctx.get()).size(); i++) {
                LT_CHECK(positions_of(again.get(), (int) i) == positions_of(ctx.get(), (int) i), "entry %zu", i);
            }
            for (auto * c : { ctx.get(), again.get() }) {
                move(c, { { 0, 30, 3 } });
            }
            const llama_pos pos = N - 108 - 27;
            const double diff = lt::max_abs_diff(lt::decode_single(ctx.get(), next, pos), lt::decode_single(again.get(), next, pos));
            LT_CHECK(diff <= (lt::on_card() ? lt::rounding_of(model) : 1e-5), "logits differ by %g", diff);
        } },
        { "a state of the version before loads and goes on; its blocks cannot be moved", [&] {
            const auto ctx = chat(model, lt::context_params(), 0, { GGML_TYPE_F16 }, 0, false); // there were no values beside keys either
            std::vector<uint8_t> data(llama_state_seq_get_size(ctx.get(), 0));
            LT_REQUIRE(llama_state_seq_get_data(ctx.get(), data.data(), data.size(), 0) == data.size(), "not written");
            const auto older = older_state(data)();
            const auto again = lt::make_compacting(model, lt::context_params(), 128);
            LT_REQUIRE(llama_state_seq_set_data(again.get(), older.data(), older.size(), 0) == older.size(), "not loaded");
            LT_CHECK(positions_of(again.get(), 0)[0] == -1, "positions it never had");
            const llama_compact_span span = { 0, 100, 10 };
            LT_CHECK(llama_kv_compact_reposition(again.get(), 0, &span, 1) == LLAMA_COMPACT_ERR_UNSUPPORTED, "moved");
            const auto merged = lt::compact(again.get(), lt::small_params(0, 180, 20));
            LT_CHECK(merged.error == lt::compact(ctx.get(), lt::small_params(0, 180, 20)).error, "its queries are others");
        } },
        { "what cannot be moved is refused, and nothing changes", [&] {
            auto params = lt::context_params(1024);
            params.n_seq_max = 2;
            const auto ctx    = chat(model, params, 0);
            const auto memory = llama_get_memory(ctx.get());
            const auto before = positions_of(ctx.get(), 0);
            const auto refused = [&](const char * what, const std::vector<llama_compact_span> & spans, llama_seq_id seq = 0) {
                LT_CHECK(llama_kv_compact_reposition(ctx.get(), seq, spans.data(), (int32_t) spans.size()) < 0, "%s was done", what);
                LT_CHECK(llama_kv_compact_last_error(ctx.get())[0] != 0, "%s: no message", what);
                LT_CHECK(positions_of(ctx.get(), 0) == before, "%s: positions changed", what);
            };
            refused("no span", {});
            refused("nothing to gain", { { 0, 100, 100 } });
            refused("more positions", { { 0, 100, 101 } });
            refused("no positions", { { 0, 100, 0 } });
            refused("an empty span", { { 50, 50, 1 } });
            refused("a negative position", { { -5, 100, 10 } });
            refused("an end beyond the text", { { 0, N + 1, 10 } });
            refused("spans out of order", { { 100, 150, 10 }, { 0, 50, 5 } });
            refused("spans that overlap", { { 0, 100, 10 }, { 90, 150, 10 } });
            refused("live text", { { 0, 180, 10 } });
            refused("a sequence with nothing in it", { { 0, 100, 10 } }, 1);
            refused("no such sequence", { { 0, 100, 10 } }, 7);
            LT_CHECK(llama_kv_compact_reposition(ctx.get(), 0, nullptr, 1) < 0, "no spans at all");
            llama_memory_seq_cp(memory, 0, 1, -1, -1);
            refused("a shared block", { { 0, 100, 10 } });
            LT_REQUIRE(llama_memory_seq_rm(memory, 1, -1, -1), "the copy was not removed");
            move(ctx.get(), { { 0, 100, 10 } });
            const auto fresh = lt::make_compacting(model, params);
            lt::decode(fresh.get(), lt::random_tokens(61, N), 0, false);
            const llama_compact_span span = { 0, 100, 10 };
            LT_CHECK(llama_kv_compact_reposition(fresh.get(), 0, &span, 1) == LLAMA_COMPACT_ERR_INVALID, "a chat without blocks was moved");
        } },
        { "distances inside a sliding window stay", [&] {
            if (n_swa == 0) {
                return;
            }
            const auto ctx = lt::make_compacting(model, lt::context_params());
            lt::decode(ctx.get(), lt::random_tokens(61, N), 0, false);
            lt::compact(ctx.get(), lt::small_params(0, N - 2, 20));
            const llama_compact_span inside = { 0, N - 2, 20 };
            LT_CHECK(llama_kv_compact_reposition(ctx.get(), 0, &inside, 1) == LLAMA_COMPACT_ERR_UNSUPPORTED, "the window was squeezed");
            move(ctx.get(), { { 0, N - n_swa - 1, 20 } });
            LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 5 }, 20 + n_swa + 1)[0]), "not finite");
        } },
    });
}
