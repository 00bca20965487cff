// test-worker: what the program keeps of the graphs that a worker was sent, when the worker forgets them (patch 0031)
#include "support.h"

#include "ggml.h"
#include "ggml-alloc.h"

#include "ggml-impl.h" // numbers of graphs

namespace {

using buffer_ptr  = std::unique_ptr<ggml_backend_buffer, decltype(&ggml_backend_buffer_free)>;
using backend_ptr = std::unique_ptr<ggml_backend, decltype(&ggml_backend_free)>;
using tensors_ptr = std::unique_ptr<ggml_context, decltype(&ggml_free)>;

constexpr int N = 64;

// doubles N ones
struct doubling {
    tensors_ptr   ctx;
    buffer_ptr    buffer { nullptr, ggml_backend_buffer_free };
    ggml_cgraph * graph;

    doubling(ggml_backend_t backend, uint64_t uid) : ctx(ggml_init({ 1 << 20, nullptr, true }), ggml_free) {
        ggml_tensor * ones = ggml_new_tensor_1d(ctx.get(), GGML_TYPE_F32, N);
        graph = ggml_new_graph(ctx.get());
        ggml_build_forward_expand(graph, ggml_scale(ctx.get(), ones, 2.0f));
        buffer.reset(ggml_backend_alloc_ctx_tensors(ctx.get(), backend));
        const std::vector<float> values(N, 1.0f);
        ggml_backend_tensor_set(ones, values.data(), 0, N*sizeof(float));
        graph->uid = uid;
    }

    void check(ggml_backend_t backend) {
        LT_REQUIRE(ggml_backend_graph_compute(backend, graph) == GGML_STATUS_SUCCESS, "it was not computed");
        std::vector<float> values(N);
        ggml_backend_tensor_get(ggml_graph_node(graph, -1), values.data(), 0, N*sizeof(float));
        LT_CHECK(std::all_of(values.begin(), values.end(), [](float x) { return x == 2.0f; }), "%g", values[0]);
    }
};

} // namespace

int main() {
    lt::backend       all;
    const backend_ptr backend(ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_GPU, nullptr), ggml_backend_free);
    if (!backend) {
        std::fprintf(stderr, "LT_WORKER asks for a worker\n");
        return 2;
    }
    return lt::run_cases({
        { "a graph is computed again", [&] {
            doubling graph(backend.get(), 1);
            graph.check(backend.get());
            graph.check(backend.get());
        } },
        { "also after a buffer that it does not need was freed", [&] {
            doubling graph(backend.get(), 2);
            graph.check(backend.get());
            doubling(backend.get(), 3);
            graph.check(backend.get());
            graph.check(backend.get());
        } },
        { "also after another one was computed and freed", [&] {
            doubling graph(backend.get(), 4);
            graph.check(backend.get());
            doubling(backend.get(), 5).check(backend.get());
            graph.check(backend.get());
        } },
    });
}
