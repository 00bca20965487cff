// test-unused MODEL [STOCK_STATE]: with sampling on but no compaction, and with sampling off, nothing differs; a state
// of the stock library (or one without blocks) still loads.
#include "compacting.h"

#include <fstream>
#include <iterator>

int main(int argc, char ** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: %s MODEL [STOCK_STATE]\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model  = lt::load_model(argv[1]);
    const auto tokens = lt::random_tokens(1, 200);

    const auto walk = [&](llama_context * ctx) {
        lt::logits_t logits = lt::decode(ctx, { tokens.begin(), tokens.begin() + 150 }, 0);
        const auto rest = lt::decode_single(ctx, { tokens.begin() + 150, tokens.end() }, 150);
        logits.insert(logits.end(), rest.begin(), rest.end());
        return logits;
    };

    return lt::run_cases({
        { "sampling queries changes no bit of 200 logits", [&] {
            const auto plain    = lt::make_context(model, lt::context_params());
            const auto sampling = lt::make_compacting(model, lt::context_params());
            const auto a = walk(plain.get());
            const auto b = walk(sampling.get());
            LT_CHECK(a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0,
                     "logits differ by %g", lt::max_abs_diff(a, b));
            LT_CHECK(lt::info_of(sampling.get()).n_queries > 0, "no query was sampled");
        } },
        { "the head table lists the model's heads, layer-major", [&] {
            const auto ctx     = lt::make_compacting(model, lt::context_params());
            const auto entries = lt::heads_of(ctx.get());
            const auto info    = lt::info_of(ctx.get());
            const int  n_kv    = lt::shape_of(model, argv[1]).n_head_kv;
            LT_CHECK(entries.size() == info.n_heads && info.n_heads == info.n_layers * n_kv, "%zu entries, %u heads",
                     entries.size(), info.n_heads);
            for (size_t i = 0; i < entries.size(); i++) {
                LT_CHECK(entries[i].head == (int) i % n_kv, "entry %zu is head %d", i, entries[i].head);
                LT_CHECK(i == 0 || entries[i].layer >= entries[i - 1].layer, "layers are not in order at %zu", i);
                LT_CHECK(entries[i].n_rows == 0, "entry %zu has %d rows before any compaction", i, entries[i].n_rows);
            }
        } },
        { "a state without blocks loads into a context that samples", [&] {
            std::vector<uint8_t> state;
            if (argc > 2) {
                std::ifstream file(argv[2], std::ios::binary);
                state.assign(std::istreambuf_iterator<char>(file), {});
                LT_REQUIRE(!state.empty(), "cannot read %s", argv[2]);
            } else {
                const auto plain = lt::make_context(model, lt::context_params());
                walk(plain.get());
                state = lt::full_state(plain.get());
            }
            // as in a plain context: a state may order cells otherwise than the run that it was saved from
            const auto next = lt::random_tokens(7, 64);
            const auto said = [&](const lt::context_ptr & ctx) {
                LT_REQUIRE(llama_state_set_data(ctx.get(), state.data(), state.size()) == state.size(), "not loaded");
                return lt::decode_single(ctx.get(), next, 200);
            };
            const auto want = said(lt::make_context(model, lt::context_params()));
            const auto got  = said(lt::make_compacting(model, lt::context_params()));
            LT_CHECK(want.size() == got.size() && std::memcmp(want.data(), got.data(), got.size() * sizeof(float)) == 0,
                     "logits differ by %g", lt::max_abs_diff(want, got));
            // and where that run was: no further from it than rounding takes batches from single tokens
            const auto goes_on = [&](bool single) {
                const auto ctx = lt::make_context(model, lt::context_params());
                walk(ctx.get());
                return single ? lt::decode_single(ctx.get(), next, 200) : lt::decode(ctx.get(), next, 200);
            };
            const auto   single = goes_on(true);
            const double diff = lt::rms_diff(single, got), noise = lt::rms_diff(single, goes_on(false));
            LT_CHECK(std::isfinite(noise) && diff <= noise, "the continuation differs by %g in the mean square, noise %g", diff, noise);
        } },
        { "the state of a context that never sampled carries no extra section", [&] {
            const auto plain = lt::make_context(model, lt::context_params());
            walk(plain.get());
            const auto sampling = lt::make_compacting(model, lt::context_params());
            walk(sampling.get());
            const auto without = lt::full_state(plain.get());
            const auto with    = lt::full_state(sampling.get());
            LT_CHECK(with.size() > without.size(), "sampled queries are not saved");
        } },
    });
}
