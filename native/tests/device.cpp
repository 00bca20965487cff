#include "device.h"

#include "ggml-backend-impl.h"
#include "ggml-backend.h"
#include "ggml-cpu.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <vector>

namespace lt {

namespace {

// Addresses on the device are those of host memory with a bit set that no mapped address has (nor an ignored top byte).
constexpr uintptr_t FAR = (uintptr_t) 1 << 54;

constexpr size_t ALIGNMENT = 128;

device_counts                            g_counts;
std::function<void(const ggml_tensor *)> g_on_node;
bool (*g_supports)(const ggml_tensor *) = nullptr;
bool                                     g_pending = false; // work was submitted since the host last waited

void wait() {
    g_counts.waits += g_pending;
    g_pending = false;
}

char * near_address(const void * p) {
    return (char *) ((uintptr_t) p & ~FAR);
}

bool is_far(const void * p) {
    return ((uintptr_t) p & FAR) != 0;
}

ggml_backend_buffer_type_t buffer_type();

//
// buffers
//

void * host_block(ggml_backend_buffer_t buf) {
    return buf->context;
}

size_t padding_of(void * block) {
    return (ALIGNMENT - (uintptr_t) block % ALIGNMENT) % ALIGNMENT;
}

void buffer_free(ggml_backend_buffer_t buf) {
    std::free(host_block(buf));
}

void * buffer_base(ggml_backend_buffer_t buf) {
    char * block = (char *) host_block(buf);
    return (void *) ((uintptr_t) (block + padding_of(block)) | FAR);
}

// As Vulkan finds it: views by what they are views of and where they begin there, whatever their own data says
char * place_of(const ggml_tensor * t) {
    return near_address((const char *) (t->view_src ? t->view_src : t)->data + t->view_offs);
}

void buffer_memset(ggml_backend_buffer_t, ggml_tensor * t, uint8_t value, size_t offset, size_t size) {
    std::memset(place_of(t) + offset, value, size);
}

void buffer_set(ggml_backend_buffer_t, ggml_tensor * t, const void * data, size_t offset, size_t size) {
    g_counts.from_host += size;
    std::memcpy(place_of(t) + offset, data, size);
}

void buffer_get(ggml_backend_buffer_t, const ggml_tensor * t, void * data, size_t offset, size_t size) {
    wait();
    g_counts.to_host += size;
    std::memcpy(data, place_of(t) + offset, size);
}

bool buffer_copy(ggml_backend_buffer_t, const ggml_tensor * src, ggml_tensor * dst) {
    ggml_backend_buffer_t from = src->view_src ? src->view_src->buffer : src->buffer;
    if (ggml_backend_buffer_get_type(from) != buffer_type()) {
        return false;
    }
    g_counts.inside += ggml_nbytes(src);
    std::memcpy(place_of(dst), place_of(src), ggml_nbytes(src));
    return true;
}

void buffer_clear(ggml_backend_buffer_t buf, uint8_t value) {
    std::memset(near_address(buffer_base(buf)), value, buf->size);
}

ggml_backend_buffer_t type_alloc(ggml_backend_buffer_type_t buft, size_t size) {
    void * block = std::malloc(size + ALIGNMENT);
    if (!block) {
        return nullptr;
    }
    ggml_backend_buffer_i iface = {};
    iface.free_buffer   = buffer_free;
    iface.get_base      = buffer_base;
    iface.memset_tensor = buffer_memset;
    iface.set_tensor    = buffer_set;
    iface.get_tensor    = buffer_get;
    iface.cpy_tensor    = buffer_copy;
    iface.clear         = buffer_clear;
    return ggml_backend_buffer_init(buft, iface, block, size);
}

//
// backend
//

struct backend_state {
    ggml_backend_t cpu;

    std::vector<std::pair<ggml_tensor *, void *>> moved;
};

void backend_free(ggml_backend_t backend) {
    auto * state = (backend_state *) backend->context;
    ggml_backend_free(state->cpu);
    delete state;
    delete backend;
}

void backend_wait(ggml_backend_t) {
    wait();
}

bool is_view(const ggml_tensor * t) {
    return t->op == GGML_OP_NONE || t->op == GGML_OP_VIEW || t->op == GGML_OP_RESHAPE || t->op == GGML_OP_PERMUTE || t->op == GGML_OP_TRANSPOSE;
}

// rows of eight bits that begin at no whole number of 32 bits, which CUDA's attention reads them as (ggml-cuda/convert.cu,
// dequantize_block_q8_0_f16)
bool misread(const ggml_tensor * node) {
    const auto off = [](const ggml_tensor * t) { return t->type == GGML_TYPE_Q8_0 && (uintptr_t) t->data % 4 != 0; };
    if (node->op != GGML_OP_FLASH_ATTN_EXT) {
        return false;
    }
    return off(node->src[1]) || off(node->src[2]) || (node->src[5] && (off(node->src[5]) || off(node->src[6])));
}

// a copy of a transposed matrix, which CUDA writes as if its rows lay one after another (ggml-cuda/cpy.cu, cpy_scalar_transpose)
bool turns_elsewhere(const ggml_tensor * node) {
    const ggml_tensor * from = node->src[0];
    return node->op == GGML_OP_CPY && from->type == node->type && from->nb[1] == ggml_element_size(from) && from->ne[3] == 1 &&
           from->nb[2] == from->ne[0]*from->ne[1]*ggml_element_size(from) && from->ne[1] > 1 && !ggml_is_contiguous(from) && !ggml_is_contiguous(node);
}

// functions of single numbers, which CUDA's backend says it takes whatever they are of, and then asserts
bool wants_whole_rows(const ggml_tensor * node) {
    return node->op == GGML_OP_SQR || node->op == GGML_OP_SQRT || node->op == GGML_OP_LOG || node->op == GGML_OP_CLAMP ||
        node->op == GGML_OP_SIN || node->op == GGML_OP_COS;
}

// what CUDA's backend knows a graph again by: its first node, and then all that its nodes and their sources are (ggml_cuda_graph_update_required)
bool is_known(ggml_cgraph * graph) {
    static std::map<const ggml_tensor *, std::vector<char>> known;

    if (ggml_graph_n_nodes(graph) == 0) {
        return false;
    }
    std::vector<char> now;
    const auto add = [&](const void * data, size_t size) { now.insert(now.end(), (const char *) data, (const char *) data + size); };
    for (int i = 0; i < ggml_graph_n_nodes(graph); ++i) {
        const ggml_tensor * node = ggml_graph_node(graph, i);
        add(node, sizeof(*node));
        for (const ggml_tensor * src : node->src) {
            if (src) {
                add(&src->data, sizeof(src->data));
                add(src->ne, sizeof(src->ne));
                add(src->nb, sizeof(src->nb));
            }
        }
    }
    auto & last = known[ggml_graph_node(graph, 0)];
    const bool res = last == now;
    last = std::move(now);
    return res;
}

ggml_status backend_compute(ggml_backend_t backend, ggml_cgraph * graph) {
    auto & state = *(backend_state *) backend->context;

    const uint64_t nodes = g_counts.nodes;
    const bool     known = is_known(graph);
    g_counts.graphs++;
    g_pending = true;

    state.moved.clear();
    const auto bring = [&](ggml_tensor * t) {
        if (t && is_far(t->data)) {
            state.moved.emplace_back(t, t->data);
            t->data = near_address(t->data);
        }
    };
    for (int i = 0; i < ggml_graph_n_nodes(graph); ++i) {
        ggml_tensor * node = ggml_graph_node(graph, i);
        g_counts.nodes += !is_view(node);
        if (wants_whole_rows(node) && !ggml_is_contiguous(node->src[0])) {
            std::fprintf(stderr, "CUDA would end the program: %s of a view\n", ggml_op_name(node->op));
            return GGML_STATUS_FAILED;
        }
        if (turns_elsewhere(node)) {
            std::fprintf(stderr, "CUDA would write elsewhere: a matrix turned to a view\n");
            return GGML_STATUS_FAILED;
        }
        if (misread(node)) {
            std::fprintf(stderr, "CUDA would end the program: attention over rows of q8_0 at no multiple of 32 bits\n");
            return GGML_STATUS_FAILED;
        }
        if (g_on_node) {
            g_on_node(node);
        }
        bring(node);
        for (ggml_tensor * src : node->src) {
            bring(src);
        }
    }
    g_counts.launches += known ? 1 : g_counts.nodes - nodes;
    std::vector<std::pair<ggml_tensor *, ggml_tensor *>> left_out;
    for (int i = 0; i < ggml_graph_n_nodes(graph) && std::getenv("LT_WRONG_PARTS"); ++i) {
        ggml_tensor * node = ggml_graph_node(graph, i);
        if (node->op == GGML_OP_FLASH_ATTN_EXT && node->src[5]) {
            left_out.emplace_back(node, node->src[5]);
            node->src[5] = nullptr;
        }
    }
    const ggml_status res = ggml_backend_graph_compute(state.cpu, graph);
    for (const auto & [node, rows] : left_out) {
        node->src[5] = rows;
    }
    for (const auto & [t, data] : state.moved) {
        t->data = data;
    }
    return res;
}

void set_abort_callback(ggml_backend_t backend, ggml_abort_callback callback, void * data) {
    auto             * state = (backend_state *) backend->context;
    ggml_backend_reg_t cpu   = ggml_backend_dev_backend_reg(ggml_backend_get_device(state->cpu));
    auto * set = (ggml_backend_set_abort_callback_t) ggml_backend_reg_get_proc_address(cpu, "ggml_backend_set_abort_callback");
    set(state->cpu, callback, data);
}

ggml_backend_t device_backend(ggml_backend_dev_t dev, const char *) {
    static ggml_guid guid = { 'l', 't', '-', 'd', 'e', 'v', 'i', 'c', 'e' };

    auto * state = new backend_state { ggml_backend_init_by_type(GGML_BACKEND_DEVICE_TYPE_CPU, nullptr), {} };

    ggml_backend_reg_t cpu = ggml_backend_dev_backend_reg(ggml_backend_get_device(state->cpu));
    auto * set_n_threads = (ggml_backend_set_n_threads_t) ggml_backend_reg_get_proc_address(cpu, "ggml_backend_set_n_threads");
    const char * threads = std::getenv("LT_THREADS");
    set_n_threads(state->cpu, threads ? std::atoi(threads) : 1);

    ggml_backend_i iface = {};
    iface.get_name      = [](ggml_backend_t) { return "Test"; };
    iface.free          = backend_free;
    iface.synchronize   = backend_wait;
    iface.graph_compute = backend_compute;
    return new ggml_backend { &guid, iface, dev, state };
}

//
// device
//

bool device_supports(ggml_backend_dev_t, const ggml_tensor * op) {
    static const bool one_part = std::getenv("LT_ONE_PART") != nullptr;
    if (op->op == GGML_OP_FLASH_ATTN_EXT && op->src[5] && one_part) {
        return false;
    }
    // of the host alone
    if (op->op == GGML_OP_CUSTOM || op->op == GGML_OP_MAP_CUSTOM1 || op->op == GGML_OP_MAP_CUSTOM2 || op->op == GGML_OP_MAP_CUSTOM3) {
        return false;
    }
    return (!g_supports || g_supports(op)) && ggml_backend_dev_supports_op(ggml_backend_dev_by_type(GGML_BACKEND_DEVICE_TYPE_CPU), op);
}

ggml_backend_dev_t device() {
    static ggml_backend_device res = [] {
        ggml_backend_device dev = {};
        dev.iface.get_name        = [](ggml_backend_dev_t) { return "Test0"; };
        dev.iface.get_description = [](ggml_backend_dev_t) { return "a device of the tests"; };
        dev.iface.get_memory      = [](ggml_backend_dev_t, size_t * free, size_t * total) { *free = *total = (size_t) 8 << 30; };
        dev.iface.get_type        = [](ggml_backend_dev_t) { return GGML_BACKEND_DEVICE_TYPE_GPU; };
        dev.iface.get_props       = [](ggml_backend_dev_t dev, ggml_backend_dev_props * props) {
            *props             = {};
            props->name        = dev->iface.get_name(dev);
            props->description = dev->iface.get_description(dev);
            props->type        = dev->iface.get_type(dev);
            dev->iface.get_memory(dev, &props->memory_free, &props->memory_total);
        };
        dev.iface.init_backend    = device_backend;
        dev.iface.get_buffer_type = [](ggml_backend_dev_t) { return buffer_type(); };
        dev.iface.supports_op     = device_supports;
        dev.iface.supports_buft   = [](ggml_backend_dev_t, ggml_backend_buffer_type_t buft) { return buft == buffer_type(); };
        return dev;
    }();
    return &res;
}

const char * g_pairs = nullptr;

ggml_backend_feature * features(ggml_backend_reg_t) {
    static ggml_backend_feature res[2] = {};
    res[0] = { g_pairs ? "FA_QUANTS" : nullptr, g_pairs };
    return res;
}

ggml_backend_reg_t registry() {
    static ggml_backend_reg res = [] {
        ggml_backend_reg reg = {};
        reg.api_version            = GGML_BACKEND_API_VERSION;
        reg.iface.get_name         = [](ggml_backend_reg_t) { return "Test"; };
        reg.iface.get_device_count = [](ggml_backend_reg_t) { return (size_t) 1; };
        reg.iface.get_device       = [](ggml_backend_reg_t, size_t) { return device(); };
        reg.iface.get_proc_address = [](ggml_backend_reg_t, const char * name) {
            return std::strcmp(name, "ggml_backend_set_abort_callback") == 0 ? (void *) set_abort_callback :
                   std::strcmp(name, "ggml_backend_get_features")       == 0 ? (void *) features : nullptr;
        };
        return reg;
    }();
    return &res;
}

ggml_backend_buffer_type_t buffer_type() {
    static ggml_backend_buffer_type res = [] {
        ggml_backend_buffer_type buft = {};
        buft.iface.get_name      = [](ggml_backend_buffer_type_t) { return "Test0"; };
        buft.iface.alloc_buffer  = type_alloc;
        buft.iface.get_alignment = [](ggml_backend_buffer_type_t) { return ALIGNMENT; };
        buft.device              = device();
        return buft;
    }();
    return &res;
}

} // namespace

bool on_device() {
    return std::getenv("LT_DEVICE") != nullptr;
}

void register_device() {
    static bool done = false;
    if (!done) {
        done = true;
        device()->reg = registry();
        ggml_backend_register(registry());
    }
}

device_counts & counts() {
    return g_counts;
}

void on_node(std::function<void(const ggml_tensor *)> f) {
    g_on_node = std::move(f);
}

void set_support(bool (*supports)(const ggml_tensor * op)) {
    g_supports = supports;
}

void set_pairs(const char * pairs) {
    g_pairs = pairs;
}

} // namespace lt
