// test-archs [PATTERN] [--part I N] [--write FILE | --check FILE]: every architecture of the vendored llama.cpp in a tiny
// random model. What can be compacted has to go through all that a chat does to its cache; what cannot has to be refused
// with nothing touched.
//
//   --part   every Nth of them, from the Ith on
//   --write  what each is and holds, as JSON, for docs/ARCHITECTURES.md and for the tests of the header reader
//   --check  ... and whether FILE says the same
#include "archs.h"
#include "compacting.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

static const int N    = 96; // tokens before anything happens
static const int LIVE = 40; // ... of which so many are left alone: more than the window of the models that have one
static const int NEXT = 16;

static llama_context_params params_of(uint32_t n_ctx = 256, uint32_t n_seq_max = 2) {
    llama_context_params params = lt::context_params(n_ctx);
    params.n_batch   = std::min(n_ctx, 256u);
    params.n_ubatch  = 64;
    params.n_seq_max = n_seq_max;
    params.swa_full  = false; // as the program asks for it
    return params;
}

static double range_of(const lt::logits_t & logits) {
    const auto [low, high] = std::minmax_element(logits.begin(), logits.end());
    return *high - *low;
}

// largest difference relative to the range of the logits
static double distance(const lt::logits_t & want, const lt::logits_t & got) {
    return lt::max_abs_diff(want, got)/range_of(want);
}

static constexpr double SAME = 1e-3;

static bool finite(const lt::logits_t & logits) {
    return std::all_of(logits.begin(), logits.end(), [](float x) { return std::isfinite(x); });
}

static std::vector<uint8_t> saved(llama_context * ctx, llama_seq_id seq) {
    std::vector<uint8_t> data(llama_state_seq_get_size(ctx, seq));
    data.resize(llama_state_seq_get_data(ctx, data.data(), data.size(), seq));
    LT_REQUIRE(!data.empty(), "no state of sequence %d", seq);
    return data;
}

static void load(llama_context * ctx, const std::vector<uint8_t> & data, llama_seq_id seq) {
    LT_REQUIRE(llama_state_seq_set_data(ctx, data.data(), data.size(), seq) > 0, "the state was not loaded: %s",
               llama_kv_compact_last_error(ctx));
}

namespace {

// one model with what its tests share
struct chat {
    const lt::model_ptr & model;

    const int32_t                  n_vocab = llama_vocab_n_tokens(llama_model_get_vocab(model.get()));
    const std::vector<llama_token> past    = lt::random_tokens(2, N, n_vocab);
    const std::vector<llama_token> next    = lt::random_tokens(3, NEXT, n_vocab);
    const std::vector<llama_token> other   = lt::random_tokens(4, N, n_vocab);

    lt::context_ptr read(llama_seq_id seq = 0) const {
        auto ctx = lt::make_compacting(model, params_of());
        lt::decode(ctx.get(), past, 0, false, seq);
        return ctx;
    }

    lt::context_ptr compacted(int32_t n_rows = 0) const {
        auto ctx = read();
        compact(ctx.get(), n_rows);
        return ctx;
    }

    // n_rows 0: budgets that differ from head to head
    llama_compact_report compact(llama_context * ctx, int32_t n_rows, llama_seq_id seq = 0) const {
        auto       params = lt::small_params(4, N - LIVE, n_rows);
        const auto heads  = lt::ragged_budgets((int) lt::info_of(ctx, seq).n_heads);
        if (n_rows == 0) {
            lt::set_heads(params, heads);
        }
        return lt::compact(ctx, params, seq);
    }

    lt::logits_t follow(llama_context * ctx, llama_seq_id seq = 0, llama_pos pos = N) const {
        return lt::decode(ctx, next, pos, true, seq);
    }

    void cut(llama_context * ctx, llama_pos from, llama_seq_id seq = 0) const {
        LT_REQUIRE(llama_memory_seq_rm(llama_get_memory(ctx), seq, from, -1), "the tail from %d on was not removed", from);
    }
};

} // namespace

static void keeps_everything(const chat & c) {
    const auto plain = lt::make_context(c.model, params_of());
    lt::decode(plain.get(), c.past, 0, false);
    const auto   want = c.follow(plain.get());
    const auto   ctx  = c.compacted(-1);
    const double diff = distance(want, c.follow(ctx.get()));
    LT_CHECK(diff <= SAME, "keeping everything changes logits by %g of their range", diff);
}

static void budgets(const chat & c) {
    const auto ctx    = c.read();
    const auto report = c.compact(ctx.get(), 0);
    LT_CHECK(std::isfinite(report.error) && report.error > 0.0f, "held-out error %g", report.error);
    LT_CHECK(std::isfinite(report.error_max) && report.error_max >= report.error, "worst %g, mean %g", report.error_max, report.error);
    LT_CHECK(report.bytes_after < report.bytes_before, "%llu bytes of %llu", (unsigned long long) report.bytes_after,
             (unsigned long long) report.bytes_before);
    LT_CHECK(finite(c.follow(ctx.get())), "logits over uneven budgets are not finite");
}

static void saves_and_resumes(const chat & c) {
    const auto ctx  = c.compacted();
    const auto data = saved(ctx.get(), 0);
    const auto want = c.follow(ctx.get());
    const auto anew = lt::make_compacting(c.model, params_of());
    load(anew.get(), data, 0);
    const double diff = distance(want, c.follow(anew.get()));
    LT_CHECK(diff <= SAME, "resumed, logits differ by %g of their range", diff);
}

static void forks(const chat & c) {
    const auto ctx = c.compacted();
    llama_memory_seq_cp(llama_get_memory(ctx.get()), 0, 1, -1, -1);
    const auto   want = c.follow(ctx.get(), 0);
    const double diff = distance(want, c.follow(ctx.get(), 1));
    LT_CHECK(diff <= SAME, "the fork's logits differ by %g of their range", diff);
}

static void cuts(const chat & c, bool recurrent) {
    const auto ctx  = c.compacted();
    const auto mark = recurrent ? saved(ctx.get(), 0) : std::vector<uint8_t>();
    const auto want = c.follow(ctx.get());
    if (recurrent) { // a state cannot be cut, but one that was saved there can be gone back to
        llama_memory_seq_rm(llama_get_memory(ctx.get()), 0, -1, -1);
        load(ctx.get(), mark, 0);
    } else {
        c.cut(ctx.get(), N);
    }
    const double diff = distance(want, c.follow(ctx.get()));
    LT_CHECK(diff <= SAME, "after a cut, logits differ by %g of their range", diff);
}

static void undoes(const chat & c) {
    const auto ctx  = c.read();
    const auto data = saved(ctx.get(), 0);
    const auto all  = c.read();
    const auto want = c.follow(all.get());
    c.compact(ctx.get(), 0);
    llama_memory_seq_rm(llama_get_memory(ctx.get()), 0, -1, -1);
    load(ctx.get(), data, 0);
    const double diff = distance(want, c.follow(ctx.get()));
    LT_CHECK(diff <= SAME, "undone, logits differ by %g of their range", diff);
}

// whether its positions can be squeezed: not where the distances between them are counted in chunks
// why its positions cannot be squeezed, "" where they can; refused, nothing is touched
static std::string moves(const chat & c) {
    const auto ctx = c.compacted();
    const llama_compact_span span = { 4, N - LIVE, 20 };
    const int32_t   rc  = llama_kv_compact_reposition(ctx.get(), 0, &span, 1);
    const llama_pos end = llama_memory_seq_pos_max(llama_get_memory(ctx.get()), 0);
    if (rc == LLAMA_COMPACT_ERR_UNSUPPORTED) {
        const std::string why = llama_kv_compact_last_error(ctx.get());
        LT_CHECK(end == N - 1, "refused, it ends at %d", end);
        LT_CHECK(lt::max_abs_diff(c.follow(c.compacted().get()), c.follow(ctx.get())) == 0.0, "what was refused changed something");
        return why;
    }
    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "not moved: %d %s", rc, llama_kv_compact_last_error(ctx.get()));
    LT_CHECK(end == 4 + 20 + LIVE - 1, "it ends at %d", end);
    LT_CHECK(finite(c.follow(ctx.get(), 0, end + 1)), "logits at the new positions are not finite");
    return "";
}

static void shares_with_another(const chat & c) {
    const auto alone = lt::make_context(c.model, params_of());
    lt::decode(alone.get(), c.other, 0, false, 1);
    const auto want = c.follow(alone.get(), 1);
    const auto ctx  = c.compacted();
    lt::decode(ctx.get(), c.other, 0, false, 1);
    const double diff = distance(want, c.follow(ctx.get(), 1));
    LT_CHECK(diff <= SAME, "beside a compacted chat, logits differ by %g of their range", diff);
    c.compact(ctx.get(), 0, 1);
    LT_CHECK(finite(c.follow(ctx.get(), 0)) && finite(lt::decode(ctx.get(), c.next, N + NEXT, true, 1)),
             "logits of two compacted chats are not finite");
}

// nothing of the compaction works, and nothing of it changes what follows
static void refused(const chat & c) {
    const auto plain = lt::make_context(c.model, params_of());
    lt::decode(plain.get(), c.past, 0, false);
    const auto want = c.follow(plain.get());

    const auto ctx = lt::make_context(c.model, params_of());
    LT_CHECK(llama_kv_compact_enable(ctx.get(), 64, 16) == LLAMA_COMPACT_ERR_UNSUPPORTED, "enabled");
    lt::decode(ctx.get(), c.past, 0, false);
    llama_compact_report report;
    const auto           params = lt::small_params(4, N - LIVE);
    const int32_t        rc     = llama_kv_cache_compact(ctx.get(), 0, &params, &report);
    LT_CHECK(rc == LLAMA_COMPACT_ERR_UNSUPPORTED, "compact returned %d", rc);
    int32_t status = 0;
    LT_CHECK(llama_kv_compact_begin(ctx.get(), 0, &params, &status) == nullptr && status == LLAMA_COMPACT_ERR_UNSUPPORTED,
             "begin: %d", status);
    const llama_compact_span span = { 4, 40, 8 };
    LT_CHECK(llama_kv_compact_reposition(ctx.get(), 0, &span, 1) == LLAMA_COMPACT_ERR_UNSUPPORTED, "moved");
    LT_CHECK(lt::max_abs_diff(want, c.follow(ctx.get())) == 0.0, "what was refused changed something");
}

static const char * outcome_of(const lt::model_ptr & model, const lt::memory_facts & memory, const char * why) {
    const std::string kind = memory.kind;
    if (kind == "none" || kind == "recurrent" || !lt::generates(*model)) {
        return "nothing to compact";
    }
    return why ? "forgets the oldest turns" : "compacts";
}

// cells as the program asks for them: see cache_bytes in engine/sizing/estimate.py
static uint64_t bytes_of(const lt::model_ptr & model, uint32_t n_ctx) {
    llama_context_params params = params_of(n_ctx);
    params.n_ubatch = 256;
    return lt::memory_of(lt::make_context(model, params).get()).bytes;
}

// one architecture: its checks, and its entry in the list
static void walk(const lt::arch_variant & variant, std::ostream & out) {
    out << " {\"architecture\": \"" << variant.name << "\", \"experts\": " << (variant.moe ? "true" : "false");
    if (const char * why = lt::not_made(variant)) {
        out << ", \"not_made\": \"" << why << "\"}";
        return;
    }
    const auto model = lt::make_arch(variant);
    LT_REQUIRE(model != nullptr, "no model");

    std::string      why;
    lt::memory_facts memory;
    {
        const auto   ctx = lt::make_context(model, params_of());
        const char * said = llama_kv_compact_unsupported_reason(ctx.get());
        why    = said ? said : "";
        memory = lt::memory_of(ctx.get());
    }
    const std::string outcome = outcome_of(model, memory, why.empty() ? nullptr : why.c_str());

    const chat  c { model };
    std::string fixed; // why its positions stay as they are
    if (outcome == "compacts") {
        keeps_everything(c);
        budgets(c);
        saves_and_resumes(c);
        forks(c);
        cuts(c, std::string(memory.kind) == "hybrid");
        undoes(c);
        fixed = moves(c);
        shares_with_another(c);
    } else if (lt::generates(*model) && !llama_model_has_encoder(model.get()) && std::string(memory.kind) != "none") {
        refused(c);
    }

    out << ", \"outcome\": \"" << outcome << "\", \"why\": \"" << why << "\", \"memory\": \"" << memory.kind << "\"";
    if (!fixed.empty()) {
        out << ", \"why_not_squeezed\": \"" << fixed << "\"";
    }
    if (memory.bytes > 0) {
        out << ",\n  \"bytes\": {\"256\": " << bytes_of(model, 256) << ", \"1024\": " << bytes_of(model, 1024) << "}";
    }
    out << ",\n  \"metadata\": {\n";
    lt::write_metadata(variant, *model, out, "   ");
    out << "},\n  \"tensors\": {\n";
    lt::write_tensors(*model, out, "   ");
    out << "}}";
}

int main(int argc, char ** argv) {
    std::string pattern, written, checked;
    int         part = 0, n_parts = 1;
    for (int i = 1; i < argc; i++) {
        const std::string arg = argv[i];
        if (arg == "--write" && i + 1 < argc) {
            written = argv[++i];
        } else if (arg == "--check" && i + 1 < argc) {
            checked = argv[++i];
        } else if (arg == "--part" && i + 2 < argc) {
            part    = std::atoi(argv[++i]);
            n_parts = std::atoi(argv[++i]);
        } else {
            pattern = arg;
        }
    }
    lt::backend backend;

    std::vector<std::string>   entries;
    std::vector<lt::test_case> cases;
    std::vector<lt::arch_variant> archs;
    for (const auto & variant : lt::all_archs()) {
        if (pattern.empty() || std::regex_match(variant.name, std::regex(pattern))) {
            archs.push_back(variant);
        }
    }
    for (size_t i = part; i < archs.size(); i += n_parts) {
        cases.push_back({ archs[i].name.c_str(), [&entries, &archs, i] {
            std::ostringstream out;
            walk(archs[i], out);
            entries.push_back(out.str());
        } });
    }
    if (!checked.empty()) {
        cases.push_back({ "the list is current", [&] {
            std::ifstream      file(checked);
            std::ostringstream text;
            text << file.rdbuf();
            for (const auto & entry : entries) {
                LT_CHECK(text.str().find(entry) != std::string::npos, "%s does not hold:\n%s", checked.c_str(), entry.c_str());
            }
        } });
    }
    const int status = lt::run_cases(cases);
    if (!written.empty()) {
        std::ofstream file(written);
        file << "[\n";
        for (size_t i = 0; i < entries.size(); i++) {
            file << entries[i] << (i + 1 < entries.size() ? ",\n" : "\n");
        }
        file << "]\n";
    }
    return status;
}
