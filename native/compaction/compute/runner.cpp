#include "runner.h"

#include <algorithm>
#include <new>

namespace compaction {

int32_t threads_for(size_t bytes) {
    constexpr size_t ENOUGH = 16u << 20; // for another one
    return (int32_t) std::min<size_t>(1 + bytes/ENOUGH, 1024);
}

runner::runner(llama_context * lctx, size_t max_nodes, bool abortable, int32_t n_threads)
    : lctx(lctx), max_nodes(max_nodes), abortable(abortable), n_threads(n_threads) {
    resume();
    make_sched();
    if (!abortable) { // last: whoever cannot be made does not give it back
        set_abort_callback(nullptr, nullptr);
    }
}

void runner::make_sched() {
    ggml_backend_sched_t ref = lctx->get_sched();

    std::vector<ggml_backend_t>             backends;
    std::vector<ggml_backend_buffer_type_t> bufts;
    for (int i = 0; i < ggml_backend_sched_get_n_backends(ref); ++i) {
        ggml_backend_t backend = ggml_backend_sched_get_backend(ref, i);
        backends.push_back(backend);
        bufts.push_back(ggml_backend_sched_get_buffer_type(ref, backend));
    }
    sched.reset(ggml_backend_sched_new(backends.data(), bufts.data(), (int) backends.size(), max_nodes, false, false));
}

void runner::resume() {
    ggml_backend_sched_t ref = lctx->get_sched();
    for (int i = 0; i < ggml_backend_sched_get_n_backends(ref); ++i) {
        ggml_backend_t     backend = ggml_backend_sched_get_backend(ref, i);
        ggml_backend_dev_t dev     = ggml_backend_get_device(backend);
        ggml_backend_reg_t reg     = dev ? ggml_backend_dev_backend_reg(dev) : nullptr;
        auto * set_n_threads = reg ? (ggml_backend_set_n_threads_t) ggml_backend_reg_get_proc_address(reg, "ggml_backend_set_n_threads") : nullptr;
        if (set_n_threads) {
            const int32_t all = lctx->get_cparams().n_threads_batch;
            set_n_threads(backend, n_threads > 0 ? std::min(n_threads, all) : all);
        }
    }
}

runner::~runner() {
    if (!abortable) {
        set_abort_callback(lctx->get_abort_callback(), lctx->get_abort_callback_data());
    }
}

void runner::set_abort_callback(ggml_abort_callback callback, void * data) {
    ggml_backend_sched_t ref = lctx->get_sched();
    for (int i = 0; i < ggml_backend_sched_get_n_backends(ref); ++i) {
        ggml_backend_t     backend = ggml_backend_sched_get_backend(ref, i);
        ggml_backend_dev_t dev     = ggml_backend_get_device(backend);
        ggml_backend_reg_t reg     = dev ? ggml_backend_dev_backend_reg(dev) : nullptr;
        auto * fct = reg ? (ggml_backend_set_abort_callback_t) ggml_backend_reg_get_proc_address(reg, "ggml_backend_set_abort_callback") : nullptr;
        if (fct) {
            fct(backend, callback, data);
        }
    }
}

void runner::begin(ggml_backend_buffer_type_t home, size_t room) {
    this->home = home;
    inputs.clear();
    data.clear();
    rooms.resize(std::max(rooms.size(), room + 1));
    auto & meta = rooms[room];
    meta.resize(max_nodes*ggml_tensor_overhead() + ggml_graph_overhead_custom(max_nodes, false));
    ggml_init_params params = { meta.size(), meta.data(), true };
    context.reset(ggml_init(params));
    graph = ggml_new_graph_custom(context.get(), max_nodes, false);
}

ggml_tensor * runner::input(ggml_type type, int64_t ne0, int64_t ne1, const void * data) {
    ggml_tensor * t = ggml_new_tensor_2d(context.get(), type, ne0, ne1);
    if (!home) {
        ggml_set_input(t);
    }
    const size_t first = home ? GGML_PAD(this->data.size(), ggml_backend_buft_get_alignment(home)) : this->data.size();
    this->data.resize(first + (home ? ggml_backend_buft_get_alloc_size(home, t) : ggml_nbytes(t)));
    memcpy(&this->data[first], data, ggml_nbytes(t));
    inputs.emplace_back(t, first);
    return t;
}

ggml_tensor * runner::output(ggml_tensor * t) {
    ggml_set_output(t);
    ggml_build_forward_expand(graph, t);
    return t;
}

void runner::note_peak() {
    size_t bytes = 0;
    for (int i = 0; i < ggml_backend_sched_get_n_backends(sched.get()); ++i) {
        bytes += ggml_backend_sched_get_buffer_size(sched.get(), ggml_backend_sched_get_backend(sched.get(), i));
    }
    bytes += data.size() + threads.n*threads.each*sizeof(float) + (at_home ? ggml_backend_buffer_get_size(at_home.get()) : 0);
    peak_bytes = std::max(peak_bytes, bytes);
}

const host_scratch * runner::scratch(size_t each) {
    const int n = std::max(lctx->get_cparams().n_threads_batch, 1);
    each = GGML_PAD(each, 16);
    if (n > threads.n || each > threads.each) {
        each    = std::max(each, threads.each);
        threads = {};
        numbers.reset(); // before there are others
        numbers.reset(new float[n*each + 16]); // without values: what no thread comes to use takes no memory
        threads = { (float *) GGML_PAD((uintptr_t) numbers.get(), 64), each, n };
    }
    return &threads;
}

bool runner::call(ggml_custom_op_t function, void * data) {
    begin();
    expand(host_node(function, data));
    return compute();
}

ggml_tensor * runner::host_node(ggml_custom_op_t function, void * data) {
    return ggml_custom_4d(context.get(), GGML_TYPE_F32, 1, 1, 1, 1, nullptr, 0, function, GGML_N_TASKS_MAX, data);
}

bool runner::allocate(bool reserve) {
    bool res = false;
    try {
        if (!sched) {
            make_sched();
        }
        ggml_backend_sched_reset(sched.get());
        if (home && !place_inputs()) {
            sched.reset(); // as below: there is no memory
            return false;
        }
        res = reserve ? ggml_backend_sched_reserve(sched.get(), graph) : ggml_backend_sched_alloc_graph(sched.get(), graph);
        note_peak();
        if (!res) {
            sched.reset(); // it takes no other graph after that
        }
    } catch (const std::bad_alloc &) {
        (void) sched.release(); // it is not made for exceptions: what it holds points anywhere
    }
    return res;
}

bool runner::reserve() {
    return allocate(true);
}

bool runner::place_inputs() {
    if (data.empty()) {
        return true;
    }
    if (!at_home || ggml_backend_buffer_get_type(at_home.get()) != home || ggml_backend_buffer_get_size(at_home.get()) < data.size()) {
        at_home.reset();
        at_home.reset(ggml_backend_buft_alloc_buffer(home, data.size() + data.size()/4));
        if (!at_home) {
            return false;
        }
    }
    char * base = (char *) ggml_backend_buffer_get_base(at_home.get());
    for (const auto & [t, first] : inputs) {
        if (ggml_backend_tensor_alloc(at_home.get(), t, base + first) != GGML_STATUS_SUCCESS) {
            return false;
        }
    }
    return true;
}

// The driver copies to memory that may be swapped out ten times slower, in pieces that it copies once more.
void runner::read_bytes(const ggml_tensor * t, char * to) {
    constexpr size_t WORTH = 64u << 10, PIECE = 4u << 20;

    const size_t       n   = ggml_nbytes(t);
    ggml_backend_dev_t dev = ggml_backend_buffer_is_host(t->buffer) ? nullptr : ggml_backend_buft_get_device(ggml_backend_buffer_get_type(t->buffer));
    if (!pinned && n >= WORTH && dev) {
        if (ggml_backend_buffer_type_t buft = ggml_backend_dev_host_buffer_type(dev)) {
            pinned.reset(ggml_backend_buft_alloc_buffer(buft, PIECE));
        }
    }
    if (!pinned || n < WORTH || !dev) {
        ggml_backend_tensor_get(t, to, 0, n);
        return;
    }
    char * piece = (char *) ggml_backend_buffer_get_base(pinned.get());
    for (size_t i = 0; i < n; i += PIECE) {
        const size_t more = std::min(PIECE, n - i);
        ggml_backend_tensor_get(t, piece, i, more);
        memcpy(to + i, piece, more);
    }
}

bool runner::compute() {
    if (!allocate(false)) {
        return false;
    }
    if (!home) {
        for (const auto & [t, first] : inputs) {
            if (t->buffer) {
                ggml_backend_tensor_set(t, &data[first], 0, ggml_nbytes(t));
            }
        }
    } else if (!data.empty()) {
        ggml_init_params params = { ggml_tensor_overhead(), nullptr, true };
        const ggml_context_ptr one(ggml_init(params));
        ggml_tensor * all = ggml_new_tensor_1d(one.get(), GGML_TYPE_I8, (int64_t) data.size());
        if (ggml_backend_tensor_alloc(at_home.get(), all, ggml_backend_buffer_get_base(at_home.get())) != GGML_STATUS_SUCCESS) {
            return false;
        }
        ggml_backend_tensor_set(all, data.data(), 0, data.size());
    }
    const int64_t t_start = ggml_time_us();
    if (ggml_backend_sched_graph_compute(sched.get(), graph) != GGML_STATUS_SUCCESS) {
        return false;
    }
    if (home) {
        constexpr int64_t SHORT = 5000, LONG = 30000, MOST = 16;
        const int64_t took = ggml_time_us() - t_start;
        home_pace = took < SHORT ? std::min(2*home_pace, MOST) : took > LONG ? std::max<int64_t>(home_pace/2, 1) : home_pace;
    }
    return true;
}

} // namespace compaction
