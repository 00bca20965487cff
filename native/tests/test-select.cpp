// test-select MODEL: every selection keeps the number of keys asked for, each once, and repeats itself.
#include "compacting.h"

#include <array>
#include <set>

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n     = 300;
    const int  first = 4;
    const int  end   = n - 20;

    constexpr std::array selections = {
        std::pair { LLAMA_COMPACT_SELECT_ATTENTION, "attention" }, std::pair { LLAMA_COMPACT_SELECT_RECENT, "recent" },
        std::pair { LLAMA_COMPACT_SELECT_POOLED, "pooled" }, std::pair { LLAMA_COMPACT_SELECT_EXPECTED, "expected" },
        std::pair { LLAMA_COMPACT_SELECT_OMP, "pursuit" },
    };

    struct outcome {
        llama_compact_report        report;
        std::vector<lt::head_rows>  rows;
    };

    const auto filled = [&] {
        auto ctx = lt::make_compacting(model, lt::context_params(), 128);
        lt::decode(ctx.get(), lt::random_tokens(61, n), 0, false);
        return ctx;
    };
    const auto all_rows = [&](llama_context * ctx) {
        std::vector<lt::head_rows> rows;
        for (size_t i = 0; i < lt::heads_of(ctx).size(); i++) {
            rows.push_back(lt::rows_of(ctx, (int) i, shape));
        }
        return rows;
    };
    const auto key_of = [&](const lt::head_rows & rows, int i) {
        return std::vector<float>(rows.k.begin() + (size_t) i * shape.d, rows.k.begin() + (size_t) (i + 1) * shape.d);
    };
    const auto params_of = [&](llama_compact_select select, llama_compact_fit fit, int n_rows) {
        auto cp = lt::small_params(first, end, n_rows);
        cp.n_queries = 256;
        cp.select    = select;
        cp.fit       = fit;
        return cp;
    };
    const auto chosen_by = [&](llama_compact_select select, llama_compact_fit fit, int n_rows) {
        const auto ctx = filled();
        outcome res;
        res.report = lt::compact(ctx.get(), params_of(select, fit, n_rows));
        res.rows   = all_rows(ctx.get());
        LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 1 }, n)[0]), "not finite");
        return res;
    };

    return lt::run_cases({
        { "as many keys as asked for, of the block, each once, in order", [&] {
            std::vector<lt::head_rows> stock;
            {
                const auto ctx = filled();
                lt::compact(ctx.get(), params_of(LLAMA_COMPACT_SELECT_RECENT, LLAMA_COMPACT_FIT_NONE, -1));
                stock = all_rows(ctx.get());
            }
            for (const auto & [select, name] : selections) {
                for (const int want : { 1, 5, 24, 250 }) {
                    const auto got = chosen_by(select, LLAMA_COMPACT_FIT_NONE, want);
                    LT_CHECK(std::isfinite(got.report.error) && got.report.n_fallback == 0, "%s: error %g", name, got.report.error);
                    for (size_t h = 0; h < stock.size(); h++) {
                        LT_REQUIRE(got.rows[h].n_block == want, "%s, entry %zu: %d rows, not %d", name, h, got.rows[h].n_block, want);
                        int at = 0; // the stock row after the last one found
                        for (int i = 0; i < want; i++) {
                            const auto key = key_of(got.rows[h], i);
                            while (at < end - first && key_of(stock[h], at) != key) {
                                at++;
                            }
                            LT_REQUIRE(at < end - first, "%s, entry %zu: row %d is none of the block's that follow", name, h, i);
                            at++;
                        }
                    }
                }
            }
        } },
        { "the same again, to the bit", [&] {
            for (const auto & [select, name] : selections) {
                const auto a = chosen_by(select, LLAMA_COMPACT_FIT_VALUES, 24);
                const auto b = chosen_by(select, LLAMA_COMPACT_FIT_VALUES, 24);
                LT_CHECK(a.report.error == b.report.error, "%s: errors %g and %g", name, a.report.error, b.report.error);
                for (size_t h = 0; h < a.rows.size(); h++) {
                    LT_CHECK(a.rows[h].k == b.rows[h].k && a.rows[h].v == b.rows[h].v && a.rows[h].beta == b.rows[h].beta,
                             "%s, entry %zu: not the same", name, h);
                }
            }
        } },
        { "selections differ, and those by attention are no worse than the most recent keys, fitted alike", [&] {
            std::map<llama_compact_select, outcome> by;
            for (const auto & [select, name] : selections) {
                by[select] = chosen_by(select, LLAMA_COMPACT_FIT_VALUES, 24);
                LT_CHECK(by[select].report.error > 0.0f && by[select].report.n_fallback == 0, "%s: error %g", name, by[select].report.error);
                for (const auto & [other, res] : by) {
                    bool differ = other == select;
                    for (size_t h = 0; h < res.rows.size(); h++) {
                        differ = differ || res.rows[h].k != by[select].rows[h].k;
                    }
                    LT_CHECK(differ, "%s: the keys of selection %d", name, (int) other);
                }
            }
            // models with random weights attend almost evenly, so that keys hardly differ in worth
            const float recent = 1.05f*by[LLAMA_COMPACT_SELECT_RECENT].report.error;
            for (const auto select : { LLAMA_COMPACT_SELECT_ATTENTION, LLAMA_COMPACT_SELECT_EXPECTED, LLAMA_COMPACT_SELECT_OMP }) {
                LT_CHECK(by[select].report.error <= recent, "selection %d: error %g, of the most recent keys and a twentieth %g", (int) select,
                         by[select].report.error, recent);
            }
        } },
        { "a seed draws other queries of those sampled, and the same ones again", [&] {
            const auto error_of = [&](uint32_t seed, int n_queries) {
                const auto ctx = filled();
                auto cp = params_of(LLAMA_COMPACT_SELECT_ATTENTION, LLAMA_COMPACT_FIT_VALUES, 24);
                cp.n_queries = n_queries;
                cp.seed      = seed;
                cp.dry_run   = true;
                return lt::compact(ctx.get(), cp).error;
            };
            LT_CHECK(error_of(1, 24) == error_of(1, 24), "the same seed does not repeat itself");
            LT_CHECK(error_of(0, 24) != error_of(1, 24) && error_of(1, 24) != error_of(2, 24), "a seed changes nothing");
        } },
        { "older blocks are merged by every selection", [&] {
            for (const auto & [select, name] : selections) {
                const auto ctx = filled();
                lt::compact(ctx.get(), params_of(select, LLAMA_COMPACT_FIT_VALUES, 40));
                const auto before = all_rows(ctx.get());
                lt::decode(ctx.get(), lt::random_tokens(62, 60), n, false);
                auto cp = params_of(select, LLAMA_COMPACT_FIT_VALUES, 30);
                cp.p1   = n + 40;
                const auto report = lt::compact(ctx.get(), cp);
                const auto info   = lt::info_of(ctx.get());
                LT_CHECK(info.n_blocks == 1 && info.n_block_tokens == (uint64_t) (n + 40 - first), "%s: %u blocks", name, info.n_blocks);
                LT_CHECK(std::isfinite(report.error) && report.n_fallback == 0, "%s: error %g", name, report.error);
                size_t n_old = 0;
                for (const auto & e : lt::heads_of(ctx.get())) {
                    LT_CHECK(e.n_rows == 30, "%s: %d rows", name, e.n_rows);
                }
                const auto after = all_rows(ctx.get());
                for (size_t h = 0; h < after.size(); h++) {
                    std::set<std::vector<float>> keys, old;
                    for (int i = 0; i < before[h].n_block; i++) {
                        old.insert(key_of(before[h], i));
                    }
                    for (int i = 0; i < after[h].n_block; i++) {
                        keys.insert(key_of(after[h], i));
                        n_old += old.count(key_of(after[h], i));
                    }
                    LT_CHECK(keys.size() == 30, "%s, entry %zu: %zu keys in 30 rows", name, h, keys.size());
                }
                LT_CHECK((n_old > 0) == (select != LLAMA_COMPACT_SELECT_RECENT), "%s: %zu old rows", name, n_old);
                LT_CHECK(std::isfinite(lt::decode(ctx.get(), { 1 }, n + 60)[0]), "%s: not finite", name);
            }
        } },
    });
}
