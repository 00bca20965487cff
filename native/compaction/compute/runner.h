// Builds and runs one graph at a time on the context's backends, with a scheduler of its own, so that the memory it
// takes is returned afterwards and the context's own graphs are left alone.
#pragma once

#include "host_scratch.h"

#include "llama-context.h"

#include "ggml-cpp.h"

#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace compaction {

// Threads that are worth it for moving so many bytes: they wait for one another after each node, and where other programs
// keep the cores busy, each wait takes longer than a small node
int32_t threads_for(size_t bytes);

class runner {
public:
    // abortable: the context's abort callback ends computations too; n_threads: at most so many (0: the context's)
    runner(llama_context * lctx, size_t max_nodes, bool abortable = true, int32_t n_threads = 0);
    ~runner();

    // before graphs, when the context may have computed its own since
    void resume();

    // home: where the next graph computes, if that is one device; its inputs then go there in one piece, not each by itself
    // room: its tensors' memory. A graph that is built often in one of its own has the same addresses each time, by which CUDA's backend
    // knows it again: it is launched as one from the second time on
    void begin(ggml_backend_buffer_type_t home = nullptr, size_t room = 0);

    const llama_cparams & cparams() const { return lctx->get_cparams(); }

    ggml_context * ctx() { return context.get(); }
    ggml_cgraph  * gf()  { return graph; }

    // an input of the graph with its data
    ggml_tensor * input(ggml_type type, int64_t ne0, int64_t ne1, const void * data);

    template <typename T>
    ggml_tensor * input(ggml_type type, const std::vector<T> & data) {
        return input(type, data.size(), 1, data.data());
    }

    // computes the tensor and keeps it readable until the next begin()
    ggml_tensor * output(ggml_tensor * t);

    // computes the node for its effect
    void expand(ggml_tensor * t) { ggml_build_forward_expand(graph, t); }

    // false: the backend failed, or there is no memory
    bool compute();
    bool lacks_memory() const { return !sched; } // why the last one failed

    // a node that calls a host function on all threads
    ggml_tensor * host_node(ggml_custom_op_t function, void * data);

    // Room for the threads of a host function, so many numbers each, as long as nobody asks for more; to be asked for before each graph, as
    // there may be more threads by then
    const host_scratch * scratch(size_t each);

    // ... as a graph of its own; false: failure
    bool call(ggml_custom_op_t function, void * data);

    // takes the memory that compute() would, which then needs a new graph; false: there is none
    bool reserve();

    template <typename T>
    void read(const ggml_tensor * t, std::vector<T> & into) {
        into.resize(ggml_nbytes(t)/sizeof(T));
        read_bytes(t, (char *) into.data());
    }
    template <typename T>
    std::vector<T> read(const ggml_tensor * t) {
        std::vector<T> res;
        read(t, res);
        return res;
    }

    size_t peak() const { return peak_bytes; }

    // How many times as much as at first graphs at `home` may hold: 1 to 16, by how long the last ones took. Elsewhere 1
    int64_t pace() const { return steady ? 1 : home_pace; }
    void    hold_pace() { steady = true; } // graphs stay as small as the first ones

private:
    void make_sched();
    bool place_inputs();
    void read_bytes(const ggml_tensor * t, char * to);
    bool allocate(bool reserve); // false: no memory
    void note_peak();
    void set_abort_callback(ggml_abort_callback callback, void * data);

    llama_context                                          * lctx;
    size_t                                                   max_nodes;
    bool                                                     abortable;
    int32_t                                                  n_threads;
    ggml_backend_sched_ptr                                   sched;
    std::vector<std::vector<uint8_t>>                        rooms; // that contexts are in
    ggml_context_ptr                                         context;
    ggml_cgraph                                            * graph = nullptr;
    std::vector<std::pair<ggml_tensor *, size_t>>            inputs; // and where in `data` theirs begins
    std::vector<char>                                        data;
    ggml_backend_buffer_type_t                               home = nullptr;
    int64_t                                                  home_pace = 1;
    bool                                                     steady    = false;
    ggml_backend_buffer_ptr                                  at_home; // inputs of the graph
    ggml_backend_buffer_ptr                                  pinned;  // see read_bytes()
    std::unique_ptr<float[]>                                 numbers; // of threads
    host_scratch                                             threads; // where theirs are
    size_t                                                   peak_bytes = 0;
};

} // namespace compaction
