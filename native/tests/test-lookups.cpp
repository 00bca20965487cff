// test-lookups MODEL: keys before RoPE are those of their tokens, and what they tell of look-ups counts in the choice of keys, their
// weights and their values, and in how far keys are moved.
#include "compacting.h"

#include <cmath>
#include <numeric>

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n = 200, first = 4, end = n - 20, target = 77;

    const auto filled = [&] {
        auto ctx = lt::make_compacting(model, lt::context_params(), 128);
        lt::decode(ctx.get(), lt::random_tokens(71, n), 0, false);
        return ctx;
    };
    const auto keys_of = [&](llama_context * ctx, llama_pos p0, llama_pos p1, int entry) {
        std::vector<float> keys((size_t) (p1 - p0)*shape.d);
        const int32_t rc = llama_kv_compact_keys(ctx, 0, p0, p1, entry, keys.data());
        LT_REQUIRE(rc == LLAMA_COMPACT_OK, "keys of entry %d: %d %s", entry, rc, llama_kv_compact_last_error(ctx));
        return keys;
    };
    // rows of all entries after a compaction to `n_rows` by these lines, one for each entry
    const auto compacted = [&](const std::vector<std::vector<float>> & lines, float n_lookups, int n_rows, llama_compact_fit fit, float ridge = 0.01f, bool refined = false) {
        const auto ctx = filled();
        std::vector<llama_compact_head> heads;
        for (size_t i = 0; i < lt::heads_of(ctx.get()).size(); i++) {
            heads.push_back({ n_rows, -1, -1, i < lines.size() ? lines[i].data() : nullptr });
        }
        auto cp = lt::small_params(first, end);
        cp.fit       = fit;
        cp.n_lookups = n_lookups;
        cp.ridge     = ridge;
        lt::set_heads(cp, heads);
        llama_compact_report report = {};
        const auto job = lt::begin(ctx.get(), cp);
        for (const auto work : { llama_kv_compact_step, llama_kv_compact_refine }) {
            const bool wanted = refined || work == llama_kv_compact_step;
            LT_REQUIRE(!wanted || work(job.get(), 0) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_job_message(job.get()));
        }
        LT_REQUIRE(llama_kv_compact_commit(job.get(), &report) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_job_message(job.get()));
        LT_CHECK(std::isfinite(report.error) && report.n_fallback == 0, "error %g, %d without a fit", report.error, report.n_fallback);
        std::vector<lt::head_rows> rows;
        for (size_t i = 0; i < heads.size(); i++) {
            rows.push_back(lt::rows_of(ctx.get(), (int) i, shape));
        }
        LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 1 }, n)[0]), "not finite");
        return rows;
    };
    // of each entry one by which the key of `target` is looked up
    const auto lines_to_target = [&](llama_context * ctx) {
        std::vector<std::vector<float>> lines;
        for (size_t i = 0; i < lt::heads_of(ctx).size(); i++) {
            auto line = keys_of(ctx, target, target + 1, (int) i);
            double square = 0.0;
            for (const float x : line) {
                square += (double) x*x;
            }
            for (float & x : line) {
                x = (float) (20.0*x/square);
            }
            line.push_back(-20.0f);
            lines.push_back(line);
        }
        return lines;
    };
    const auto has_key = [&](const lt::head_rows & rows, const float * key) {
        for (int i = 0; i < rows.n_block; i++) {
            if (std::equal(key, key + shape.d, &rows.k[(size_t) i*shape.d])) {
                return true;
            }
        }
        return false;
    };

    return lt::run_cases({
        { "keys before RoPE are alike wherever a token stands", [&] {
            auto tokens = lt::random_tokens(72, 60);
            const auto half = tokens;
            tokens.insert(tokens.end(), half.begin(), half.end());
            const auto ctx = lt::make_compacting(model, lt::context_params(), 128);
            lt::decode(ctx.get(), tokens, 0, false);
            const auto entries = lt::heads_of(ctx.get());
            for (size_t i = 0; i < entries.size(); i++) {
                if (entries[i].layer > 0) {
                    break; // they have seen other tokens
                }
                const auto once = keys_of(ctx.get(), 0, 60, (int) i), again = keys_of(ctx.get(), 60, 120, (int) i);
                double off = 0.0, all = 0.0;
                for (size_t c = 0; c < once.size(); c++) {
                    off += std::pow(once[c] - again[c], 2);
                    all += std::pow(once[c], 2);
                }
                LT_CHECK(all > 0.0 && off < 1e-4*all, "entry %zu: %g of %g apart", i, off, all);
            }
        } },
        { "a range that is not all there, or an entry that is none, is refused", [&] {
            const auto ctx = filled();
            std::vector<float> keys((size_t) 2*n*shape.d);
            const int n_heads = (int) lt::heads_of(ctx.get()).size();
            for (const auto & [p1, entry] : { std::pair(n + 1, 0), std::pair(0, 0), std::pair(n, -1), std::pair(n, n_heads) }) {
                LT_CHECK(llama_kv_compact_keys(ctx.get(), 0, 0, p1, entry, keys.data()) == LLAMA_COMPACT_ERR_INVALID, "[0, %d) of %d", p1, entry);
            }
            LT_CHECK(llama_kv_compact_keys(ctx.get(), 0, 0, n, 0, nullptr) == LLAMA_COMPACT_ERR_INVALID, "no room");
        } },
        { "keys that are still to be turned to where their cells say they are, are refused", [&] {
            const auto ctx    = filled();
            const auto memory = llama_get_memory(ctx.get());
            if (!llama_memory_can_shift(memory)) {
                return;
            }
            const auto before = keys_of(ctx.get(), first, end, 0);
            llama_memory_seq_add(memory, 0, 0, -1, 30);
            std::vector<float> keys(before.size()), scores(lt::heads_of(ctx.get()).size()*(end - first));
            LT_CHECK(llama_kv_compact_keys(ctx.get(), 0, first + 30, end + 30, 0, keys.data()) == LLAMA_COMPACT_ERR_INVALID, "keys");
            LT_CHECK(llama_kv_compact_scores(ctx.get(), 0, first + 30, end + 30, end + 30, n + 30, LLAMA_COMPACT_REDUCE_RMS, scores.data()) ==
                     LLAMA_COMPACT_ERR_INVALID, "scores");
            LT_CHECK(std::strstr(llama_kv_compact_last_error(ctx.get()), "shifted"), "%s", llama_kv_compact_last_error(ctx.get()));
            lt::decode(ctx.get(), { 1 }, n + 30); // they are turned now
            const auto after = keys_of(ctx.get(), first + 30, end + 30, 0);
            LT_CHECK(lt::max_abs_diff(before, after) < 0.05, "off by %g", lt::max_abs_diff(before, after));
        } },
        { "a key that is told to be looked up stays, whatever queries see of it", [&] {
            const auto ctx = filled();
            auto all = lt::small_params(first, end, -1);
            const auto entries = lt::heads_of(ctx.get());
            const auto lines   = lines_to_target(ctx.get());
            lt::compact(ctx.get(), all);
            const auto with = compacted(lines, 100.0f, 60, LLAMA_COMPACT_FIT_NONE), without = compacted({}, 100.0f, 60, LLAMA_COMPACT_FIT_NONE);
            int n_with = 0, n_without = 0;
            for (size_t i = 0; i < entries.size(); i++) {
                const auto stock = lt::rows_of(ctx.get(), (int) i, shape);
                const float * key = &stock.k[(size_t) (target - first)*shape.d];
                n_with    += has_key(with[i], key);
                n_without += has_key(without[i], key);
            }
            LT_CHECK(n_with == (int) entries.size(), "%d of %zu entries keep it", n_with, entries.size());
            LT_CHECK(n_without < n_with, "%d of them keep it anyway", n_without);
        } },
        { "look-ups hold weights and values where they are", [&] {
            const int n_heads = (int) compacted({}, 0.0f, 40, LLAMA_COMPACT_FIT_NONE).size();
            const std::vector<std::vector<float>> lines(n_heads, std::vector<float>(shape.d + 1, 0.0f)); // each key one
            const auto moved = [&](float n_lookups) {
                const auto fit = compacted(lines, n_lookups, 40, LLAMA_COMPACT_FIT_VALUES), own = compacted(lines, n_lookups, 40, LLAMA_COMPACT_FIT_NONE);
                double off = 0.0, all = 0.0, beta = 0.0;
                for (int i = 0; i < n_heads; i++) {
                    LT_REQUIRE(fit[i].k == own[i].k, "entry %d: other keys", i);
                    for (int j = 0; j < fit[i].n_block; j++) {
                        beta = std::max(beta, std::fabs((double) fit[i].beta[j]));
                        for (int c = 0; c < shape.d_v; c++) {
                            const size_t at = (size_t) j*shape.d_v + c;
                            off += std::pow(fit[i].v[at] - own[i].v[at], 2);
                            all += std::pow(own[i].v[at], 2);
                        }
                    }
                }
                return std::pair(std::sqrt(off/all), beta);
            };
            const auto free = moved(0.0f), held = moved(900.0f);
            LT_CHECK(free.second > 0.1 && held.second < 0.02*free.second, "log-weights %g, held %g", free.second, held.second);
            LT_CHECK(held.first <= 0.02*free.first, "values move by %g, held by %g", free.first, held.first);
        } },
        { "look-ups hold keys that are refined", [&] {
            const auto stock = compacted({}, 0.0f, -1, LLAMA_COMPACT_FIT_NONE);
            const std::vector<std::vector<float>> lines(stock.size(), std::vector<float>(shape.d + 1, 0.0f)); // each key one
            const auto rows = compacted(lines, 900.0f, 40, LLAMA_COMPACT_FIT_VALUES, 0.01f, true);
            double moved = 0.0, all = 0.0;
            for (size_t i = 0; i < rows.size(); i++) {
                for (int j = 0; j < rows[i].n_block; j++) {
                    const float * key = &rows[i].k[(size_t) j*shape.d];
                    double least = INFINITY; // from the nearest key of a token
                    for (int t = 0; t < stock[i].n_block; t++) {
                        const float * own = &stock[i].k[(size_t) t*shape.d];
                        least = std::min(least, std::inner_product(key, key + shape.d, own, 0.0, std::plus<>(), [](double x, double y) { return (x - y)*(x - y); }));
                    }
                    moved += least;
                    all   += std::inner_product(key, key + shape.d, key, 0.0);
                }
            }
            LT_CHECK(moved < 1e-5*all, "keys move by %g of %g", std::sqrt(moved), std::sqrt(all));
        } },
        { "the ridge goes by the mean diagonal, look-ups among it: one that is large holds all rows", [&] {
            const auto lines = lines_to_target(filled().get());
            const auto moved = [&](float n_lookups) {
                const auto fit = compacted(lines, n_lookups, 40, LLAMA_COMPACT_FIT_VALUES, 1.0f), own = compacted(lines, n_lookups, 40, LLAMA_COMPACT_FIT_NONE);
                double off = 0.0;
                for (size_t i = 0; i < fit.size(); i++) {
                    for (size_t c = 0; c < fit[i].v.size(); c++) {
                        off += std::pow(fit[i].v[c] - own[i].v[c], 2);
                    }
                }
                return std::sqrt(off);
            };
            const double free = moved(0.0f), held = moved(1000.0f);
            LT_CHECK(free > 0.0 && held < 0.2*free, "values move by %g, held by %g", free, held);
        } },
        { "lines that say no numbers tell nothing", [&] {
            const int n_heads = (int) compacted({}, 0.0f, 40, LLAMA_COMPACT_FIT_NONE).size();
            const auto none = compacted({}, 1.0f, 40, LLAMA_COMPACT_FIT_VALUES);
            for (const float x : { NAN, -INFINITY }) {
                const auto rows = compacted(std::vector<std::vector<float>>(n_heads, std::vector<float>(shape.d + 1, x)), 1.0f, 40, LLAMA_COMPACT_FIT_VALUES);
                for (int i = 0; i < n_heads; i++) {
                    // a card sums in another order where there is a diagonal to add, of zeros or not
                    const double off = std::max(lt::max_abs_diff(rows[i].v, none[i].v), lt::max_abs_diff(rows[i].beta, none[i].beta));
                    LT_CHECK(rows[i].k == none[i].k && off <= (lt::on_card() ? lt::ROUNDING : 0.0), "entry %d: %g: differs by %g", i, x, off);
                }
            }
        } },
    });
}
