// test-mount MODEL: blocks of one sequence join another at other positions, and say what they say where the same rows came there
// by another way (llama_kv_compact_reposition, llama_memory_seq_cp).
#include "compacting.h"

static const int DOC  = 160; // tokens of a document
static const int CHAT = 40;  // ... of a chat before it

static llama_context_params params_for(uint32_t n_ctx = 1024) {
    auto params = lt::context_params(n_ctx);
    params.n_seq_max = 4;
    return params;
}

static llama_memory_t memory_of(const lt::context_ptr & ctx) {
    return llama_get_memory(ctx.get());
}

static std::vector<uint8_t> state_of(const lt::context_ptr & ctx, llama_seq_id seq) {
    std::vector<uint8_t> res(llama_state_seq_get_size(ctx.get(), seq));
    LT_REQUIRE(llama_state_seq_get_data(ctx.get(), res.data(), res.size(), seq) == res.size(), "not written");
    return res;
}

static void load(const lt::context_ptr & ctx, const std::vector<uint8_t> & state, llama_seq_id seq) {
    LT_REQUIRE(llama_state_seq_set_data(ctx.get(), state.data(), state.size(), seq) == state.size(), "not loaded: %s",
               llama_kv_compact_last_error(ctx.get()));
}

static void mount(const lt::context_ptr & ctx, llama_seq_id seq, llama_seq_id from, llama_pos pos) {
    const int32_t rc = llama_kv_compact_mount(ctx.get(), seq, from, pos);
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "mount at %d: %d %s", pos, rc, llama_kv_compact_last_error(ctx.get()));
    LT_CHECK(llama_memory_seq_pos_max(memory_of(ctx), from) < 0, "something is left of what was mounted");
}

static void unmount(const lt::context_ptr & ctx, llama_seq_id seq, llama_pos p0, llama_pos p1) {
    LT_REQUIRE(llama_memory_seq_rm(memory_of(ctx), seq, p0, p1), "not removed");
}

static int32_t total_rows(const lt::context_ptr & ctx, llama_seq_id seq) {
    int32_t res = 0;
    for (const int32_t n : lt::carried_rows(ctx.get(), seq)) {
        res += n;
    }
    return res;
}

// a document, compacted and saved; read at positions [first, first + DOC), so that it can come to lie below them
struct document {
    uint64_t             seed;
    llama_pos            first;
    std::vector<int32_t> types = { -1 };

    std::vector<uint8_t> saved;

    void read(const lt::context_ptr & ctx, llama_seq_id seq) const {
        lt::decode(ctx.get(), lt::random_tokens(seed, DOC), first, false, seq);
        const auto heads = lt::ragged_budgets((int) lt::info_of(ctx.get()).n_heads, types);
        auto cp = lt::small_params(first, first + DOC);
        cp.own_values = seed % 2 == 0; // where values are part of keys: documents with and without stand side by side
        lt::set_heads(cp, heads);
        lt::compact(ctx.get(), cp, seq);
    }
};

static document saved_document(const lt::model_ptr & model, const llama_context_params & params, uint64_t seed, llama_pos first,
                               const std::vector<int32_t> & types = { -1 }) {
    document res = { seed, first, types, {} };
    const auto ctx = lt::make_compacting(model, params, 512, 0);
    res.read(ctx, 0);
    res.saved = state_of(ctx, 0);
    return res;
}

// a chat of CHAT tokens, as it was read
static lt::context_ptr chat(const lt::model_ptr & model, const llama_context_params & params) {
    auto ctx = lt::make_compacting(model, params, 512, 0);
    lt::decode(ctx.get(), lt::random_tokens(71, CHAT), 0, false);
    return ctx;
}

// what it says next, and the end as before
static lt::logits_t says(const lt::context_ptr & ctx, llama_pos pos, llama_seq_id seq = 0) {
    const auto res = lt::decode(ctx.get(), lt::random_tokens(72, 6), pos, true, seq);
    unmount(ctx, seq, pos, -1);
    return res;
}

static double range_of(const lt::logits_t & x) {
    const auto ends = std::minmax_element(x.begin(), x.end());
    return *ends.second - *ends.first;
}

static void same(const lt::logits_t & got, const lt::logits_t & want, double tolerance, const char * what) {
    const double diff = lt::max_abs_diff(got, want);
    LT_CHECK(diff <= tolerance*range_of(want), "%s: logits differ by %g of their range", what, diff/range_of(want));
}

// the chat with documents one behind the other, each brought there by squeezing the empty positions in front of it
static lt::context_ptr by_another_way(const lt::model_ptr & model, const llama_context_params & params, const std::vector<document> & docs) {
    auto ctx = chat(model, params);
    llama_pos pos = CHAT;
    for (const auto & doc : docs) {
        load(ctx, doc.saved, 1);
        if (pos < doc.first) {
            const llama_compact_span span = { 0, doc.first, pos };
            LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 1, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
        }
        llama_memory_seq_cp(memory_of(ctx), 1, 0, pos, pos + DOC);
        llama_memory_seq_rm(memory_of(ctx), 1, -1, -1);
        pos += DOC;
    }
    return ctx;
}

static void as_by_another_way(const lt::model_ptr & model, const llama_context_params & params, const std::vector<int32_t> & types,
                              int n_docs, double tolerance) {
    std::vector<document> docs;
    for (int i = 0; i < n_docs; i++) {
        docs.push_back(saved_document(model, params, 60 + i, 600 + 10*i, types));
    }
    const auto there = by_another_way(model, params, docs), here = chat(model, params);
    llama_pos pos = CHAT;
    for (const auto & doc : docs) {
        load(here, doc.saved, 1);
        mount(here, 0, 1, pos);
        pos += DOC;
    }
    const auto info = lt::info_of(here.get());
    LT_CHECK(info.n_blocks == (uint32_t) n_docs && info.n_tokens == (uint64_t) pos, "%u blocks, %llu tokens", info.n_blocks,
             (unsigned long long) info.n_tokens);
    LT_CHECK(llama_memory_seq_pos_max(memory_of(here), 0) == pos - 1, "it ends at %d", llama_memory_seq_pos_max(memory_of(here), 0));
    same(says(here, pos), says(there, pos), tolerance, "mounted");
}

static void refused(const lt::context_ptr & ctx, llama_seq_id seq, llama_seq_id from, llama_pos pos, int32_t code, const char * why) {
    std::vector<std::vector<uint8_t>> before;
    for (llama_seq_id s = 0; s < 4; s++) {
        before.push_back(state_of(ctx, s));
    }
    const int32_t rc = llama_kv_compact_mount(ctx.get(), seq, from, pos);
    const std::string said = llama_kv_compact_last_error(ctx.get());
    LT_CHECK(rc == code && said.find(why) != std::string::npos, "%d (%s) instead of %d (%s)", rc, said.c_str(), code, why);
    for (llama_seq_id s = 0; s < 4; s++) {
        LT_CHECK(state_of(ctx, s) == before[s], "sequence %d changed (%s)", s, why);
    }
}

// where the rows of a saved document begin, which holds one block and nothing else
static size_t rows_of(const std::vector<uint8_t> & saved) {
    size_t at = 0;
    const auto number = [&] {
        uint32_t x;
        LT_REQUIRE(at + sizeof(x) <= saved.size(), "the state ends early");
        std::memcpy(&x, saved.data() + at, sizeof(x));
        at += sizeof(x);
        return x;
    };
    while (number() != 0x3143544c) { // the section's mark
        at -= 3;
    }
    at += 2*sizeof(uint32_t); // version, flags
    const uint32_t n_heads = number();
    LT_REQUIRE(number() == 1, "not one block");
    at += 5*sizeof(uint32_t); // its range, tokens, sequences
    for (uint32_t i = 0; i < n_heads; i++) {
        at += 5*sizeof(uint32_t); // types, sizes, flags
        at += number()*sizeof(float);
        at += number()*(sizeof(ggml_fp16_t) + sizeof(int32_t)); // log-weights, positions
    }
    LT_REQUIRE(number() == 0, "it has cells");
    return at;
}

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);

    if (llama_model_is_hybrid(model.get())) {
        return lt::run_cases({
            { "recurrent layers have to read a text themselves", [&] {
                const auto ctx = lt::make_compacting(model, params_for(), 512, 0);
                document { 60, 0, { -1 }, {} }.read(ctx, 1);
                refused(ctx, 0, 1, 0, LLAMA_COMPACT_ERR_UNSUPPORTED, "recurrent");
            } },
        });
    }
    const auto doc   = saved_document(model, params_for(), 60, 600);
    const auto other = saved_document(model, params_for(), 61, 610);
    const bool windows = llama_model_n_swa(model.get()) > 0;
    const llama_pos pos = CHAT;

    return lt::run_cases({
        { "rows that are not finite are refused, in an empty cache and beside others", [&] {
            const size_t rows = rows_of(doc.saved);
            const auto clean = chat(model, params_for());
            load(clean, doc.saved, 1);
            mount(clean, 0, 1, CHAT);
            const auto expected = says(clean, CHAT + DOC);
            for (const uint16_t odd : { 0x7e00, 0x7c00, 0xfc00 }) { // half precision: NaN and both infinities
                for (const size_t at : { rows, rows + 2, rows + 64, rows + 128 }) {
                    auto bad = doc.saved;
                    std::memcpy(bad.data() + at, &odd, sizeof(odd));
                    const auto empty = lt::make_compacting(model, params_for(), 512, 0), some = chat(model, params_for());
                    for (const auto * ctx : { &empty, &some }) {
                        LT_CHECK(llama_state_seq_set_data(ctx->get(), bad.data(), bad.size(), 1) == 0, "%x at %zu was taken", odd, at - rows);
                        const std::string said = llama_kv_compact_last_error(ctx->get());
                        LT_CHECK(said.find("not finite") != std::string::npos, "it says: %s", said.c_str());
                        LT_CHECK(llama_memory_seq_pos_max(memory_of(*ctx), 1) < 0, "something is left of it");
                        load(*ctx, doc.saved, 1);
                    }
                    mount(some, 0, 1, CHAT);
                    same(says(some, CHAT + DOC), expected, 1e-5, "the good one afterwards");
                }
            }
        } },
        { "rows mounted say what they say placed by another way", [&] {
            as_by_another_way(model, params_for(), { -1 }, 1, 1e-3);
        } },
        { "... several side by side", [&] {
            as_by_another_way(model, params_for(), { -1 }, 3, 1e-3);
        } },
        { "... in quantized rows", [&] {
            as_by_another_way(model, params_for(), { GGML_TYPE_F16, GGML_TYPE_Q8_0 }, 2, 1e-2); // centers differ, and so what is rounded
        } },
        { "... in a quantized cache, which rotates by itself", [&] {
            auto params = params_for();
            params.type_k = params.type_v = GGML_TYPE_Q8_0;
            as_by_another_way(model, params, { -1 }, 1, 1e-2);
        } },
        { "... under YaRN", [&] {
            auto params = params_for();
            params.rope_scaling_type = LLAMA_ROPE_SCALING_TYPE_YARN;
            params.rope_freq_scale   = 0.25f;
            params.yarn_ext_factor   = 1.0f;
            params.yarn_orig_ctx     = 256;
            as_by_another_way(model, params, { -1 }, 1, 1e-3);
        } },
        { "upwards and back, it says what it said", [&] {
            const auto ctx = chat(model, params_for());
            load(ctx, doc.saved, 1);
            mount(ctx, 2, 1, 3);
            mount(ctx, 1, 2, 800);
            mount(ctx, 3, 1, CHAT);
            mount(ctx, 0, 3, CHAT); // the same rows, taken over
            same(says(ctx, CHAT + DOC), says(by_another_way(model, params_for(), { doc }), CHAT + DOC), windows ? 5e-3 : 2e-3, "moved four times");
        } },
        { "in the middle of a chat, others undisturbed", [&] {
            const auto ctx = chat(model, params_for()), alone = chat(model, params_for());
            for (const auto & c : { ctx.get(), alone.get() }) {
                lt::decode(c, lt::random_tokens(73, 100), 0, false, 2);
                lt::compact(c, lt::small_params(4, 90, 9), 2);
                lt::decode(c, lt::random_tokens(74, 20), CHAT, false);
            }
            load(ctx, doc.saved, 1);
            mount(ctx, 0, 1, CHAT + 20);
            same(says(ctx, 100, 2), says(alone, 100, 2), 1e-3, "the other chat");
            lt::decode(ctx.get(), lt::random_tokens(75, 30), CHAT + 20 + DOC, false);
            load(ctx, other.saved, 1);
            mount(ctx, 0, 1, CHAT + 50 + DOC);
            // it goes on as chats do: what was mounted is compacted once more, together with what stands between
            const auto end = CHAT + 50 + 2*DOC;
            for (const float x : lt::decode(ctx.get(), lt::random_tokens(76, 30), end)) {
                LT_REQUIRE(std::isfinite(x), "a logit is not finite");
            }
            const auto report = lt::compact(ctx.get(), lt::small_params(4, end, 40));
            LT_CHECK(report.n_tokens == end - 4 && std::isfinite(report.error), "%d tokens, error %g", report.n_tokens, report.error);
            LT_REQUIRE(std::isfinite(lt::decode(ctx.get(), { 7 }, end + 30)[0]), "not finite");
        } },
        { "sequences at the same position share one copy, at others each has its own", [&] {
            const auto ctx = chat(model, params_for());
            lt::decode(ctx.get(), lt::random_tokens(71, CHAT), 0, false, 2); // another chat of the same beginning
            load(ctx, doc.saved, 1);
            const int32_t once = total_rows(ctx, 1);
            mount(ctx, 0, 1, pos);
            LT_CHECK(total_rows(ctx, -1) == once, "%d rows instead of %d", total_rows(ctx, -1), once);

            llama_memory_seq_cp(memory_of(ctx), 0, 1, pos, pos + DOC);
            mount(ctx, 2, 1, pos);
            LT_CHECK(total_rows(ctx, -1) == once && total_rows(ctx, 2) == once, "%d rows, of the second %d", total_rows(ctx, -1), total_rows(ctx, 2));
            const auto want = says(by_another_way(model, params_for(), { doc }), pos + DOC);
            same(says(ctx, pos + DOC, 0), want, 1e-3, "the first");
            same(says(ctx, pos + DOC, 2), want, 1e-3, "the second");

            if (windows) { // whose cells are shared, and cannot be both here and there
                llama_memory_seq_cp(memory_of(ctx), 0, 1, pos, pos + DOC);
                refused(ctx, 3, 1, pos + 100, LLAMA_COMPACT_ERR_UNSUPPORTED, "shares the sliding window");
            } else {
                llama_memory_seq_cp(memory_of(ctx), 0, 1, pos, pos + DOC);
                mount(ctx, 3, 1, pos + 100);
                LT_CHECK(total_rows(ctx, -1) == 2*once, "%d rows instead of two times %d", total_rows(ctx, -1), once);
                same(says(ctx, pos + DOC, 0), want, 1e-3, "the first, beside a copy");
            }
            unmount(ctx, 0, pos, pos + DOC);
            same(says(ctx, pos + DOC, 2), want, 1e-3, "the second, after the first let go");
        } },
        { "a chat that shares rows goes on sampling queries as it did", [&] {
            const auto ctx = lt::make_compacting(model, params_for(), 64, 0);
            lt::decode(ctx.get(), lt::random_tokens(77, 200), 0, false);
            lt::compact(ctx.get(), lt::small_params(4, 100, 10));
            if (!windows) {
                const llama_compact_span span = { 4, 100, 50 };
                LT_REQUIRE(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(ctx.get()));
            }
            load(ctx, doc.saved, 1);
            const auto before = state_of(ctx, 0);
            mount(ctx, 0, 1, doc.first);
            unmount(ctx, 0, doc.first, doc.first + DOC);
            LT_CHECK(state_of(ctx, 0) == before, "it samples in another way");
        } },
        { "a compaction that is under way goes on beside shared rows, and gives up where rows move or join its range", [&] {
            struct { llama_pos at, p1; int32_t rc; } const cases[] = {
                { doc.first, 30,         LLAMA_COMPACT_OK          },
                { doc.first, INT32_MAX,  LLAMA_COMPACT_ERR_CHANGED }, // with a gap, in which it is mounted
                { 100,       30,         LLAMA_COMPACT_ERR_CHANGED },
            };
            for (const auto & c : cases) {
                const auto ctx = lt::make_compacting(model, params_for(), 512, 0);
                lt::decode(ctx.get(), lt::random_tokens(71, CHAT), 0, false);
                if (c.p1 > doc.first) {
                    load(ctx, other.saved, 2);
                    mount(ctx, 0, 2, doc.first + DOC);
                }
                load(ctx, doc.saved, 1);
                const auto params = lt::small_params(4, c.p1, 10);
                int32_t rc = LLAMA_COMPACT_OK;
                const std::unique_ptr<llama_compact_job, decltype(&llama_kv_compact_free)>
                    job(llama_kv_compact_begin(ctx.get(), 0, &params, &rc), llama_kv_compact_free);
                LT_REQUIRE(job && llama_kv_compact_step(job.get(), 1) == LLAMA_COMPACT_MORE, "not begun: %d", rc);
                mount(ctx, 0, 1, c.at);
                rc = llama_kv_compact_step(job.get(), 0);
                LT_CHECK(rc == c.rc, "mounted at %d while [4, %d) is compacted: %d", c.at, c.p1, rc);
                rc = llama_kv_compact_commit(job.get(), nullptr);
                LT_CHECK(rc == c.rc, "mounted at %d while [4, %d) is compacted: commit %d", c.at, c.p1, rc);
                const uint32_t blocks = 1 + (c.rc == LLAMA_COMPACT_OK) + (c.p1 > doc.first);
                LT_CHECK(lt::info_of(ctx.get()).n_blocks == blocks, "%u blocks", lt::info_of(ctx.get()).n_blocks);
                LT_CHECK(std::isfinite(says(ctx, llama_memory_seq_pos_max(memory_of(ctx), 0) + 1)[0]), "not finite");
            }
        } },
        { "once more in the same sequence, behind itself", [&] {
            const auto ctx = lt::make_compacting(model, params_for(), 512, 0);
            load(ctx, doc.saved, 0);
            llama_memory_seq_cp(memory_of(ctx), 0, 1, -1, -1);
            if (windows) {
                refused(ctx, 0, 1, doc.first + DOC, LLAMA_COMPACT_ERR_UNSUPPORTED, "shares the sliding window");
                return;
            }
            const int32_t once = total_rows(ctx, 0);
            mount(ctx, 0, 1, doc.first + DOC);
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 2 && total_rows(ctx, 0) == 2*once, "%u blocks, %d rows instead of two times %d",
                     lt::info_of(ctx.get()).n_blocks, total_rows(ctx, 0), once);
        } },
        { "unmounted, the chat says what it said before", [&] {
            const auto ctx  = chat(model, params_for()), plain = chat(model, params_for());
            const auto want = says(plain, pos);
            load(ctx, doc.saved, 1);
            mount(ctx, 0, 1, pos);
            unmount(ctx, 0, pos, pos + DOC);
            same(says(ctx, pos), want, 5e-3, "unmounted"); // no longer by the stock cache's attention
            LT_CHECK(lt::info_of(ctx.get()).n_blocks == 0 && total_rows(ctx, -1) == 0, "blocks are left");
            lt::compact(ctx.get(), lt::small_params(4, 30, 20));
            for (const auto & e : lt::heads_of(ctx.get())) {
                LT_CHECK(e.n_rows == 20, "its rows were not given back: layer %d has %d in blocks", e.layer, e.n_rows);
            }
        } },
        { "unmounted from the middle, what follows keeps its positions, and another takes the place", [&] {
            const auto ctx = chat(model, params_for());
            load(ctx, doc.saved, 1);
            mount(ctx, 0, 1, pos);
            lt::decode(ctx.get(), lt::random_tokens(74, 20), pos + DOC, false);
            const auto with = says(ctx, pos + DOC + 20);
            unmount(ctx, 0, pos, pos + DOC);
            LT_CHECK(llama_memory_seq_pos_max(memory_of(ctx), 0) == pos + DOC + 19, "it ends at %d", llama_memory_seq_pos_max(memory_of(ctx), 0));
            LT_REQUIRE(std::isfinite(says(ctx, pos + DOC + 20)[0]), "not finite");
            load(ctx, doc.saved, 1);
            mount(ctx, 0, 1, pos);
            if (!windows || llama_model_n_swa(model.get()) <= 20) { // the window's cells do not come back
                same(says(ctx, pos + DOC + 20), with, 1e-3, "mounted again");
            }
        } },
        { "a saved chat brings what is mounted", [&] {
            const auto ctx = chat(model, params_for());
            load(ctx, doc.saved, 1);
            mount(ctx, 0, 1, pos);
            lt::decode(ctx.get(), lt::random_tokens(74, 20), pos + DOC, false);
            load(ctx, other.saved, 1);
            mount(ctx, 0, 1, pos + DOC + 20);
            const auto saved = state_of(ctx, 0);
            const auto again = lt::make_compacting(model, params_for(), 512, 0);
            load(again, saved, 2);
            const llama_pos end = pos + 2*DOC + 20;
            same(says(again, end, 2), says(ctx, end, 0), 1e-3, "resumed");
            LT_CHECK(lt::info_of(again.get(), 2).n_blocks == 2, "%u blocks", lt::info_of(again.get(), 2).n_blocks);
        } },
        { "what cannot be mounted is refused, and all stays as it was", [&] {
            const auto ctx = chat(model, params_for());
            refused(ctx, 0, 1, pos, LLAMA_COMPACT_ERR_NOTHING, "no blocks");
            load(ctx, doc.saved, 1);
            refused(ctx, 0, 0, pos, LLAMA_COMPACT_ERR_INVALID, "another one");
            refused(ctx, 0, 4, pos, LLAMA_COMPACT_ERR_INVALID, "out of range");
            refused(ctx, -1, 1, pos, LLAMA_COMPACT_ERR_INVALID, "out of range");
            refused(ctx, 0, 1, -1, LLAMA_COMPACT_ERR_INVALID, "position");
            refused(ctx, 0, 1, INT32_MAX - 3, LLAMA_COMPACT_ERR_INVALID, "position");
            refused(ctx, 0, 1, CHAT - 1, LLAMA_COMPACT_ERR_INVALID, "has text at these positions");
            load(ctx, other.saved, 2);
            mount(ctx, 0, 2, pos);
            refused(ctx, 0, 1, pos + DOC - 1, LLAMA_COMPACT_ERR_INVALID, "has text at these positions");
            lt::decode(ctx.get(), { 9 }, doc.first + DOC, false, 1);
            refused(ctx, 0, 1, pos + DOC, LLAMA_COMPACT_ERR_INVALID, "only compacted text");
        } },
        { "where positions end before it does it is refused", [&] {
            const auto ctx = chat(model, params_for());
            load(ctx, doc.saved, 1);
            mount(ctx, 3, 1, 0);
            load(ctx, other.saved, 2);
            refused(ctx, 3, 2, (1 << 30) - DOC + 1, LLAMA_COMPACT_ERR_INVALID, "fewer positions");
            mount(ctx, 3, 2, (1 << 30) - DOC);
            refused(ctx, 0, 3, 1 << 30, LLAMA_COMPACT_ERR_INVALID, "fewer positions");
            load(lt::make_compacting(model, params_for(), 512, 0), state_of(ctx, 3), 0); // saved states know as many
        } },
        { "where there is no room for a copy it is refused", [&] {
            const auto ctx = lt::make_compacting(model, params_for(256), 512, 0);
            auto cp = lt::small_params(0, DOC, -1); // all rows, as they are
            lt::decode(ctx.get(), lt::random_tokens(60, DOC), 0, false, 1);
            lt::compact(ctx.get(), cp, 1);
            llama_memory_seq_cp(memory_of(ctx), 1, 2, -1, -1);
            refused(ctx, 0, 2, 100, windows ? LLAMA_COMPACT_ERR_UNSUPPORTED : LLAMA_COMPACT_ERR_INVALID, windows ? "window" : "do not fit");
            mount(ctx, 0, 2, 0); // shared it needs none
        } },
    });
}
