// test-scores MODEL: attention scores, as head calibration asks for them, against a reference softmax in double precision.
#include "compacting.h"

#include <limits>

namespace {

// Spoils the key that one token has in a head: a number that is none. What is decoded later attends to it.
struct spoiler {
    int layer;
    int head;
    int n_head_kv;
    int token;
    int n_spoilt = 0;

    static bool callback(ggml_tensor * t, bool ask, void * data) {
        auto & self = *static_cast<spoiler *>(data);
        int  il   = -1;
        char tail = 0;
        if (std::sscanf(t->name, "Kcur-%d%c", &il, &tail) != 1 || il != self.layer || t->ne[1] != self.n_head_kv || t->type != GGML_TYPE_F32) {
            return !ask;
        }
        if (!ask && t->ne[2] > self.token) {
            const float none = std::numeric_limits<float>::quiet_NaN();
            ggml_backend_tensor_set(t, &none, self.head*t->nb[1] + self.token*t->nb[2], sizeof(none));
            self.n_spoilt++;
        }
        return true;
    }
};

} // namespace

int main(int argc, char ** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: %s MODEL\n", argv[0]);
        return 2;
    }
    lt::backend backend;
    const auto model = lt::load_model(argv[1]);
    const auto shape = lt::shape_of(model, argv[1]);
    const int  n     = 200;
    const int  n_key = 32; // the last tokens before those that ask; at most as many as a head is long
    const int  n_ask = 40;

    lt::capture seen;
    auto params = lt::context_params();
    seen.attach(params);
    const auto ctx = lt::make_compacting(model, params, 512);
    lt::decode(ctx.get(), lt::random_tokens(71, n), 0, false);
    lt::compact(ctx.get(), lt::small_params(4, n - n_key, -1)); // rows are read from a compacted cache only
    seen.clear();
    lt::decode(ctx.get(), lt::random_tokens(72, n_ask), n, false);

    const auto scores_by = [&](llama_compact_reduce reduce) {
        std::vector<float> scores(lt::heads_of(ctx.get()).size()*n_key);
        const int32_t rc = llama_kv_compact_scores(ctx.get(), 0, n - n_key, n, n, n + n_ask, reduce, scores.data());
        LT_REQUIRE(rc == LLAMA_COMPACT_OK, "scores: %d %s", rc, llama_kv_compact_last_error(ctx.get()));
        return scores;
    };
    // root mean square and maximum over all queries of the softmax over the keys, with or without sinks
    const auto reference = [&](int entry, bool sinks, std::vector<double> & rms, std::vector<double> & most) {
        const auto e     = lt::heads_of(ctx.get())[entry];
        const auto rows  = lt::rows_of(ctx.get(), entry, shape);
        const int  first = rows.n - n_ask - n_key;
        const int  group = shape.n_head/shape.n_head_kv;

        lt::head_rows keys;
        keys.k.assign(rows.k.begin() + (size_t) first*shape.d, rows.k.begin() + (size_t) (first + n_key)*shape.d);
        keys.beta.assign(n_key, 0.0f);
        keys.v.assign((size_t) n_key*shape.d_v, 0.0f);
        for (int j = 0; j < n_key; j++) { // the output is then the keys' weights
            keys.v[(size_t) j*shape.d_v + j] = 1.0f;
        }

        rms .assign(n_key, 0.0);
        most.assign(n_key, 0.0);
        for (const int layer : shape.readers.at(e.layer)) {
            for (int i = 0; i < n_ask; i++) {
                for (int h = e.head*group; h < (e.head + 1)*group; h++) {
                    const float * q = &seen.q.at(layer)[((size_t) i*shape.n_head + h)*shape.d];
                    const auto    p = lt::reference_attention(q, keys, n_key, shape, sinks ? shape.sink(layer, h) : -INFINITY);
                    for (int j = 0; j < n_key; j++) {
                        rms [j] += p[j]*p[j]/(n_ask*group*shape.readers.at(e.layer).size());
                        most[j]  = std::max(most[j], p[j]);
                    }
                }
            }
        }
        for (double & x : rms) {
            x = std::sqrt(x);
        }
    };
    const auto distance = [&](const float * got, const std::vector<double> & want) {
        double diff = 0.0, norm = 0.0;
        for (int j = 0; j < n_key; j++) {
            diff += std::pow(got[j] - want[j], 2);
            norm += want[j]*want[j];
        }
        return std::sqrt(diff/norm);
    };

    return lt::run_cases({
        { "root mean squares and maxima over queries", [&] {
            const auto rms  = scores_by(LLAMA_COMPACT_REDUCE_RMS);
            const auto most = scores_by(LLAMA_COMPACT_REDUCE_MAX);
            double without = 0.0;
            for (size_t i = 0; i < lt::heads_of(ctx.get()).size(); i++) {
                std::vector<double> want_rms, want_most;
                reference((int) i, false, want_rms, want_most);
                without = std::max(without, distance(&rms[i*n_key], want_rms));
                reference((int) i, true, want_rms, want_most);
                // queries are sampled in q8_0
                LT_CHECK(distance(&rms [i*n_key], want_rms)  < 2e-2, "entry %zu: rms is off by %g", i, distance(&rms[i*n_key], want_rms));
                LT_CHECK(distance(&most[i*n_key], want_most) < 4e-2, "entry %zu: maxima are off by %g", i, distance(&most[i*n_key], want_most));
            }
            LT_CHECK(shape.sinks.empty() || without > 0.1, "without sinks the reference is off by %g only", without);
        } },
        { "queries before all keys pay them no attention", [&] {
            for (const auto reduce : { LLAMA_COMPACT_REDUCE_RMS, LLAMA_COMPACT_REDUCE_MAX }) {
                const auto of = [&](llama_pos from) {
                    std::vector<float> scores(lt::heads_of(ctx.get()).size()*n_key);
                    const int32_t rc = llama_kv_compact_scores(ctx.get(), 0, n - n_key, n, from, n + n_ask, reduce, scores.data());
                    LT_REQUIRE(rc == LLAMA_COMPACT_OK, "scores: %d %s", rc, llama_kv_compact_last_error(ctx.get()));
                    return scores;
                };
                const auto all = of(n/2), those_that_see = of(n - n_key);
                double lost = 0.0;
                for (size_t i = 0; i < all.size(); i++) {
                    LT_REQUIRE(std::isfinite(all[i]), "no number");
                    lost = std::max(lost, reduce == LLAMA_COMPACT_REDUCE_MAX ? std::fabs((double) all[i] - those_that_see[i]) : all[i] > 0.0f ? 0.0 : 1.0);
                }
                LT_CHECK(lost < 1e-5, "off by %g", lost);
            }
        } },
        { "a head without numbers leaves those after it alone", [&] {
            // one of the last layer, whose outputs no other layer sees
            const auto entries = lt::heads_of(ctx.get());
            const int  last    = (int) entries.size() - 1;
            if (entries.size() < 2 || entries[last - 1].layer != entries[last].layer || shape.v_in_k() || shape.readers.at(entries[last].layer).size() > 1) {
                return;
            }
            spoiler how = { entries[last].layer, entries[last - 1].head, shape.n_head_kv, 5 };
            spoiler none = how; // the graph is computed in the same parts
            none.token = n;
            const auto errors_of = [&](bool spoilt) {
                auto settings = lt::context_params();
                settings.cb_eval           = spoiler::callback;
                settings.cb_eval_user_data = spoilt ? &how : &none;
                const auto of = lt::make_compacting(model, settings, 512);
                lt::decode(of.get(), lt::random_tokens(75, n), 0, false);
                auto small = lt::small_params(0, -1, 16);
                small.dry_run = true;
                lt::compact(of.get(), small);
                std::vector<float> errors(entries.size());
                LT_REQUIRE(llama_kv_compact_errors(of.get(), errors.data(), (int32_t) errors.size()) == (int32_t) errors.size(), "no errors");
                return errors;
            };
            const auto want = errors_of(false), got = errors_of(true);
            LT_REQUIRE(how.n_spoilt > 0, "no key was spoilt");
            for (int i = 0; i <= last; i++) {
                LT_CHECK(i == last - 1 || got[i] == want[i], "entry %d: an error of %g, without the spoilt head %g", i, got[i], want[i]);
            }
            LT_CHECK(got[last - 1] == INFINITY, "the spoilt head tells an error of %g", got[last - 1]);
        } },
        { "sampled queries of text that moved ask as its tokens would there", [&] {
            // of the first layer alone, whose queries and keys know nothing of other tokens
            const auto entries = lt::heads_of(ctx.get());
            if (entries[0].layer != 0) {
                return;
            }
            const auto scores_at = [&](llama_context * of, llama_pos p) {
                std::vector<float> scores(lt::heads_of(of).size()*n_key);
                const int32_t rc = llama_kv_compact_scores(of, 0, p, p + n_key, p + n_key, p + n_key + n_ask, LLAMA_COMPACT_REDUCE_RMS, scores.data());
                LT_REQUIRE(rc == LLAMA_COMPACT_OK, "scores: %d %s", rc, llama_kv_compact_last_error(of));
                return scores;
            };
            const auto text = lt::random_tokens(73, n_key + n_ask);
            const auto read = [&](llama_pos before) {
                auto res = lt::make_compacting(model, lt::context_params(), 512);
                lt::decode(res.get(), lt::random_tokens(74, before), 0, false);
                lt::decode(res.get(), text, before, false);
                return res;
            };
            const auto there = read(10), moved = read(160);
            lt::compact(there.get(), lt::small_params(0, 10, -1));
            lt::compact(moved.get(), lt::small_params(0, 160, -1));

            const llama_compact_span span = { 0, 160, 10 };
            LT_REQUIRE(llama_kv_compact_reposition(moved.get(), 0, &span, 1) == LLAMA_COMPACT_OK, "%s", llama_kv_compact_last_error(moved.get()));
            const auto want = scores_at(there.get(), 10), got = scores_at(moved.get(), 10);
            for (size_t i = 0; i < entries.size() && entries[i].layer == 0; i++) {
                const std::vector<double> reference(want.begin() + i*n_key, want.begin() + (i + 1)*n_key);
                LT_CHECK(distance(&got[i*n_key], reference) < 1e-2, "entry %zu: off by %g", i, distance(&got[i*n_key], reference));
            }
        } },
    });
}
