// What a compaction costs beyond computing where the cache is on a device: bytes that go to the host, and times that it
// waits, both bounded per head.
#include "compacting.h"

static const int N_PAST = 460;

struct cost {
    double to_host; // bytes per head
    double waits;
};

template <typename F>
static cost cost_of(int n_heads, F f) {
    const auto before = lt::counts();
    f();
    const auto & after = lt::counts();
    return { (double) (after.to_host - before.to_host)/n_heads, (double) (after.waits - before.waits)/n_heads };
}

static lt::context_ptr chat(const lt::model_ptr & model) {
    auto ctx = lt::make_compacting(model, lt::context_params(1024));
    lt::decode(ctx.get(), lt::random_tokens(5, N_PAST), 0, false);
    return ctx;
}

int main(int argc, char ** argv) {
    if (argc != 2 || !lt::on_device()) {
        std::fprintf(stderr, "usage: LT_DEVICE=1 test-device MODEL\n");
        return 2;
    }
    const lt::backend backend;
    const auto        model = lt::load_model(argv[1]);
    const auto        shape = lt::shape_of(model, argv[1]);

    const auto begin = [&](llama_context * ctx, int n_rows, enum llama_compact_select select) {
        auto params   = lt::small_params(4, 404, n_rows);
        params.select = select;
        int32_t status = 0;
        auto * job = llama_kv_compact_begin(ctx, 0, &params, &status);
        LT_REQUIRE(job != nullptr, "begin: %d", status);
        return job;
    };

    return lt::run_cases({
        { "fast pairs of row types are those that the backend was built for", [&] {
            const auto ctx  = lt::make_compacting(model, lt::context_params(1024));
            const auto fast = [&](ggml_type k, ggml_type v) { return llama_kv_compact_fast_types(ctx.get(), k, v); };
            LT_CHECK(fast(GGML_TYPE_Q8_0, GGML_TYPE_Q8_0) && !fast(GGML_TYPE_Q8_0, GGML_TYPE_Q4_0), "of a backend that does not tell");
            lt::set_pairs("f16-f16,q8_0-q4_0");
            LT_CHECK(fast(GGML_TYPE_Q8_0, GGML_TYPE_Q4_0), "a mixed pair is not used");
            LT_CHECK(fast(GGML_TYPE_F16, GGML_TYPE_F16), "f16 is not used");
            LT_CHECK(!fast(GGML_TYPE_Q8_0, GGML_TYPE_Q8_0) && !fast(GGML_TYPE_Q4_0, GGML_TYPE_Q8_0), "a pair that is not built counts as fast");
            lt::set_pairs(nullptr);
        } },
        { "a head is scored and fitted with few waits, and the host gets next to nothing of it", [&] {
            lt::compact(chat(model).get(), lt::small_params(4, 404, 64)); // what the device computes is looked at once

            for (const auto select : { LLAMA_COMPACT_SELECT_ATTENTION, LLAMA_COMPACT_SELECT_EXPECTED, LLAMA_COMPACT_SELECT_OMP }) {
                const int  n_rows  = 64;
                const auto ctx     = chat(model);
                const int  n_heads = (int) lt::heads_of(ctx.get()).size();
                auto     * job     = begin(ctx.get(), n_rows, select);
                const auto fitted  = cost_of(n_heads, [&] { LT_CHECK(llama_kv_compact_step(job, 0) == LLAMA_COMPACT_OK, "not done"); });
                const auto moved   = cost_of(n_heads, [&] { LT_CHECK(llama_kv_compact_commit(job, nullptr) == LLAMA_COMPACT_OK, "no commit"); });
                llama_kv_compact_free(job);

                // scores per key, weights, and values as they are stored; of heads that are fitted one by one two systems of equations with
                // their right sides, values and the held-out errors, and their selection's own numbers per key
                const bool   together = select == LLAMA_COMPACT_SELECT_ATTENTION;
                const double numbers  = together ? n_rows*(shape.d_v + 3.0) + 8 + 400
                                                 : 2.0*n_rows*n_rows + 3.0*n_rows*shape.d_v + 2.0*3*32*shape.d_v + 400*3.0*shape.d;
                LT_CHECK(fitted.to_host <= 4*numbers, "select %d: %.0f bytes per head", select, fitted.to_host);
                // gathered, scored, joined; and for those of a layer weights, equations, values and errors
                LT_CHECK(fitted.waits <= (together ? 3 + 4.0/shape.n_head_kv : 4), "select %d: the host waits %.1f times per head", select, fitted.waits);
                LT_CHECK(moved.to_host == 0 && moved.waits <= 2, "commit: %.0f bytes, %.1f waits per head", moved.to_host, moved.waits);
            }
        } },
        { "layers alike are solved by the same graphs, and the heads of a layer by the same nodes", [&] {
            const auto ctx    = chat(model);
            const int  layers = (int) lt::heads_of(ctx.get()).size()/shape.n_head_kv;
            auto     * job    = begin(ctx.get(), 64, LLAMA_COMPACT_SELECT_ATTENTION);
            const auto before = lt::counts();
            LT_CHECK(llama_kv_compact_step(job, 0) == LLAMA_COMPACT_OK, "not done");
            const uint64_t nodes = lt::counts().nodes - before.nodes, launches = lt::counts().launches - before.launches;
            llama_kv_compact_free(job);
            // steps of both solvers are some 750 of a layer's nodes; the first layer's are launched one by one
            LT_CHECK(nodes <= 800u*layers + 100u*layers*shape.n_head_kv, "%d nodes of %d layers", (int) nodes, layers);
            LT_CHECK(launches <= nodes - 700u*(layers - 1), "%d launches of %d nodes", (int) launches, (int) nodes);
        } },
        { "an appended block moves nothing to the host", [&] {
            const auto ctx     = chat(model);
            const int  n_heads = (int) lt::heads_of(ctx.get()).size();
            lt::compact(ctx.get(), lt::small_params(4, 204, 32));
            auto params = lt::small_params(204, 404, 32);
            int32_t status = 0;
            auto * job = llama_kv_compact_begin(ctx.get(), 0, &params, &status);
            LT_REQUIRE(job && llama_kv_compact_step(job, 0) == LLAMA_COMPACT_OK, "not fitted");
            const auto moved = cost_of(n_heads, [&] { LT_CHECK(llama_kv_compact_commit(job, nullptr) == LLAMA_COMPACT_OK, "no commit"); });
            llama_kv_compact_free(job);
            LT_CHECK(moved.to_host == 0 && moved.waits <= 2, "%.0f bytes, %.1f waits per head", moved.to_host, moved.waits);
        } },
        { "attention of heads is reduced on the device", [&] {
            const auto ctx     = chat(model);
            const int  n_heads = (int) lt::heads_of(ctx.get()).size();
            std::vector<float> scores((size_t) n_heads*400);
            const auto c = cost_of(n_heads, [&] {
                LT_CHECK(llama_kv_compact_scores(ctx.get(), 0, 0, 400, 0, N_PAST, LLAMA_COMPACT_REDUCE_RMS, scores.data()) == LLAMA_COMPACT_OK, "no scores");
            });
            LT_CHECK(c.to_host <= 4*400 && c.waits <= 3, "%.0f bytes, %.1f waits per head", c.to_host, c.waits);
        } },
    });
}
