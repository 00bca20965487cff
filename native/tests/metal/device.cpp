// In place of ggml-metal-device.m: pipelines are functions, buffers are memory of the process, and what is dispatched runs at the
// next barrier.
#include "emulator.h"
#include "registry.h"

#include "ggml-backend-impl.h"
#include "ggml-impl.h"

#include "ggml-metal-common.h"
#include "ggml-metal-device.h"
#include "ggml-metal-fusion.h"
#include "ggml-metal-impl.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>

using namespace lt::emulator;

// --- memory

namespace {

constexpr uint8_t UNSET = 0xff; // no number, of 16 and of 32 bits

// what comes behind it ends the process: it ends where a page of its own does, but for some bytes
class guarded {
public:
    // of spilled bytes behind it some may become zero
    guarded(size_t size, bool filled, size_t spilled = 0) : n_bytes(size), n_spilled(spilled) {
        const size_t page  = (size_t) sysconf(_SC_PAGESIZE);
        const size_t used  = GGML_PAD(size + spilled, ALIGNMENT);
        const size_t inner = GGML_PAD(used, page);
        n_mapped = inner + 2*page;
        mapped   = (uint8_t *) mmap(nullptr, n_mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped == MAP_FAILED || mprotect(mapped + page, inner, PROT_READ | PROT_WRITE) != 0) {
            throw std::runtime_error("no memory");
        }
        end   = mapped + page + inner;
        begin = end - used;
        if (filled) {
            fill();
        }
    }
    guarded(const guarded &) = delete;
    guarded & operator=(const guarded &) = delete;
    ~guarded() { munmap(mapped, n_mapped); }

    uint8_t * data() const { return begin; }
    size_t    size() const { return n_bytes; }

    void fill() { memset(begin, UNSET, end - begin); }

    void check() const {
        for (const uint8_t * x = begin + n_bytes; x < end; ++x) {
            if (*x != UNSET && (*x != 0 || x >= begin + n_bytes + n_spilled)) {
                throw std::runtime_error("memory behind a buffer is written");
            }
        }
    }

private:
    static constexpr size_t ALIGNMENT = 32; // of the backend's buffers

    size_t    n_bytes, n_spilled, n_mapped;
    uint8_t * mapped;
    uint8_t * begin;
    uint8_t * end;
};

// Upstream's kernel_flash_attn_ext_vec sets its sums to zero from every lane, also those of which each NL lanes share one: of kernels
// with 2 or 4 rows at once up to 24 of the last ones write behind the memory they were given.
constexpr size_t SPILLED = 24*sizeof(float[4]);

const char * running = nullptr; // a kernel

void on_signal(int number) {
    if (!running) {
        signal(number, SIG_DFL); // and again
        return;
    }
    for (const char * text : { running, " touches memory that it was not given, or as what it is not aligned for\n" }) {
        if (write(STDERR_FILENO, text, strlen(text)) < 0) {
            break;
        }
    }
    _exit(1);
}

} // namespace

struct ggml_metal_buffer {
    guarded bytes;
};

ggml_metal_buffer_id ggml_metal_buffer_get_id(ggml_metal_buffer_t buf, const ggml_tensor * t) {
    return { buf, (size_t) ((uint8_t *) t->data - buf->bytes.data()) };
}

// --- function constants, pipelines

struct ggml_metal_cv {
    struct constant {
        char    type;
        int32_t value;
    };
    std::map<int, constant> values;
};

ggml_metal_cv_t ggml_metal_cv_init(void) {
    return new ggml_metal_cv;
}

void ggml_metal_cv_free(ggml_metal_cv_t cv) {
    delete cv;
}

void ggml_metal_cv_set_int16(ggml_metal_cv_t cv, int16_t value, int32_t idx) {
    cv->values[idx] = { 's', value };
}

void ggml_metal_cv_set_int32(ggml_metal_cv_t cv, int32_t value, int32_t idx) {
    cv->values[idx] = { 'i', value };
}

void ggml_metal_cv_set_bool(ggml_metal_cv_t cv, bool value, int32_t idx) {
    cv->values[idx] = { 'b', value };
}

struct ggml_metal_pipeline {
    std::string          name;
    const kernel_entry * kernel;
    ggml_metal_cv        constants;
};

void ggml_metal_pipeline_free(ggml_metal_pipeline_t pipeline) {
    delete pipeline;
}

int ggml_metal_pipeline_max_theads_per_threadgroup(ggml_metal_pipeline_with_params) {
    return 1024;
}

struct ggml_metal_library {
    ggml_metal_device_t    dev;
    ggml_metal_pipelines_t pipelines;
};

ggml_metal_device_t ggml_metal_library_get_device(ggml_metal_library_t lib) {
    return lib->dev;
}

ggml_metal_pipeline_with_params ggml_metal_library_get_pipeline(ggml_metal_library_t lib, const char * name) {
    ggml_metal_pipeline_with_params res = {};
    res.pipeline = ggml_metal_pipelines_get(lib->pipelines, name);
    return res;
}

ggml_metal_pipeline_with_params ggml_metal_library_compile_pipeline(ggml_metal_library_t lib, const char * base, const char * name, ggml_metal_cv_t cv) {
    const auto it = kernels().find(base);
    if (it == kernels().end()) {
        throw std::runtime_error(std::string("no file has a kernel ") + base);
    }
    ggml_metal_pipelines_add(lib->pipelines, name, new ggml_metal_pipeline{ base, &it->second, cv ? *cv : ggml_metal_cv() });
    return ggml_metal_library_get_pipeline(lib, name);
}

// --- device

struct ggml_metal_device {
    ggml_metal_device_props  props   = {};
    ggml_metal_library       library = { this, ggml_metal_pipelines_init() };
    ggml_metal_fusion_info * fusion  = ggml_metal_fusion_info_init(true, 0);

    ggml_metal_device(int gpu_family, bool has_parts) {
        props.max_theadgroup_memory_size = 32*1024;
        props.has_simdgroup_reduction    = true;
        props.has_simdgroup_mm           = true;
        props.has_unified_memory         = true;
        props.use_shared_buffers         = true;
        props.gpu_family                 = gpu_family;
        props.has_parts                  = has_parts;
    }
    ~ggml_metal_device() {
        ggml_metal_fusion_info_free(fusion);
        ggml_metal_pipelines_free(library.pipelines);
    }
};

ggml_metal_device_t ggml_metal_device_init(int, int) {
    return new ggml_metal_device(0, true);
}

void ggml_metal_device_free(ggml_metal_device_t dev) {
    delete dev;
}

ggml_metal_library_t ggml_metal_device_get_library(ggml_metal_device_t dev) {
    return &dev->library;
}

const ggml_metal_device_props * ggml_metal_device_get_props(ggml_metal_device_t dev) {
    return &dev->props;
}

#include "functions.inc"

// --- encoder

namespace {

struct dispatch {
    const ggml_metal_pipeline * pipeline = nullptr;

    std::map<int, std::vector<uint8_t>> bytes;
    std::map<int, void *>               buffers;
    std::map<int, size_t>               threadgroup_memory;

    size3 grid, size;

    void run(bool backwards) const {
        const kernel_entry & k = *pipeline->kernel;
        if (!k.call) {
            throw std::runtime_error(pipeline->name + " is not compiled for this test");
        }
        arguments args;
        args.pointers = buffers;
        for (const auto & [i, data] : bytes) {
            args.pointers[i] = (void *) data.data();
        }
        for (any_constant * c : constants()) {
            if (c->file != k.file) {
                continue;
            }
            const auto it = pipeline->constants.values.find(c->index);
            c->is_set = it != pipeline->constants.values.end();
            if (c->is_set && it->second.type != c->type) {
                throw std::runtime_error("function constant " + std::to_string(c->index) + " is set as another type");
            }
            c->value = c->is_set ? it->second.value : 0;
        }
        std::vector<std::unique_ptr<guarded>> shared;
        for (const auto & [index, n_bytes] : threadgroup_memory) {
            shared.push_back(std::make_unique<guarded>(n_bytes, true, SPILLED));
            args.threadgroup_memory[index] = shared.back()->data();
        }
        running = pipeline->name.c_str();
        const uint64_t n = (uint64_t) grid[0]*grid[1]*grid[2];
        for (uint64_t i = 0; i < n; ++i) {
            const uint64_t j = backwards ? n - 1 - i : i;
            for (const auto & m : shared) {
                m->fill();
            }
            const size3 group = { (uint32_t) (j%grid[0]), (uint32_t) (j/grid[0]%grid[1]), (uint32_t) (j/grid[0]/grid[1]) };
            run_threadgroup(group, size, backwards, [&] { k.call(k, args); });
            for (const auto & m : shared) {
                m->check();
            }
        }
        running = nullptr;
    }
};

// what compute asks of the encoder that the backend makes
options                  wanted;
std::vector<std::string> names;

} // namespace

struct ggml_metal_encoder {
    dispatch              next;
    std::vector<dispatch> waiting;

    void run() {
        if (wanted.backwards) {
            std::reverse(waiting.begin(), waiting.end());
        }
        const auto all = std::move(waiting);
        waiting.clear();
        for (const auto & d : all) {
            try {
                d.run(wanted.backwards);
            } catch (const std::exception & e) {
                running = nullptr;
                throw std::runtime_error(d.pipeline->name + ": " + e.what());
            }
        }
    }
};

ggml_metal_encoder_t ggml_metal_encoder_init(ggml_metal_cmd_buf_t cmd_buf, bool) {
    ggml_metal_encoder_t res = new ggml_metal_encoder;
    *(ggml_metal_encoder_t *) cmd_buf = res;
    return res;
}

void ggml_metal_encoder_free(ggml_metal_encoder_t encoder) {
    delete encoder;
}

void ggml_metal_encoder_debug_group_push(ggml_metal_encoder_t, const char *) {
}

void ggml_metal_encoder_debug_group_pop(ggml_metal_encoder_t) {
}

void ggml_metal_encoder_set_pipeline(ggml_metal_encoder_t encoder, ggml_metal_pipeline_with_params pipeline) {
    encoder->next          = {}; // what was set before is set again for each kernel
    encoder->next.pipeline = pipeline.pipeline;
}

void ggml_metal_encoder_set_bytes(ggml_metal_encoder_t encoder, void * data, size_t size, int idx) {
    encoder->next.bytes[idx].assign((uint8_t *) data, (uint8_t *) data + size);
}

void ggml_metal_encoder_set_buffer(ggml_metal_encoder_t encoder, ggml_metal_buffer_id buffer, int idx) {
    const auto * b = (const ggml_metal_buffer *) buffer.metal;
    if (b && buffer.offs >= b->bytes.size()) {
        throw std::runtime_error("buffer " + std::to_string(idx) + " of " + encoder->next.pipeline->name + " begins behind its memory");
    }
    encoder->next.buffers[idx] = b ? b->bytes.data() + buffer.offs : nullptr;
}

void ggml_metal_encoder_set_threadgroup_memory_size(ggml_metal_encoder_t encoder, size_t size, int idx) {
    if (size % 16 != 0 || size > 32*1024) {
        throw std::runtime_error("threadgroup memory of " + std::to_string(size) + " bytes");
    }
    encoder->next.threadgroup_memory[idx] = size;
}

void ggml_metal_encoder_dispatch_threadgroups(ggml_metal_encoder_t encoder, int tg0, int tg1, int tg2, int tptg0, int tptg1, int tptg2) {
    dispatch d = encoder->next;
    d.grid = { (uint32_t) tg0,   (uint32_t) tg1,   (uint32_t) tg2   };
    d.size = { (uint32_t) tptg0, (uint32_t) tptg1, (uint32_t) tptg2 };
    names.push_back(d.pipeline->name);
    if (!wanted.dry) {
        encoder->waiting.push_back(std::move(d));
    }
}

void ggml_metal_encoder_memory_barrier(ggml_metal_encoder_t encoder) {
    encoder->run();
}

void ggml_metal_encoder_end_encoding(ggml_metal_encoder_t) {
}

// --- what tests call

namespace lt::emulator {

struct memory::impl {
    ggml_backend_buffer_type type = {};

    struct tensor {
        ggml_metal_buffer   bytes;
        ggml_backend_buffer buffer = {};

        tensor(size_t size, bool filled) : bytes{ { size, filled, 0 } } {}
    };
    std::vector<std::unique_ptr<tensor>> tensors;
};

memory::memory() : self(new impl) {
    self->type.iface.get_alloc_size = ggml_backend_metal_buffer_type_get_alloc_size;
}

memory::~memory() = default;

void memory::allocate(ggml_tensor * t, bool filled) {
    if (t->view_src) {
        t->buffer = t->view_src->buffer;
        t->data   = (uint8_t *) t->view_src->data + t->view_offs;
        return;
    }
    const size_t size = ggml_backend_metal_buffer_type_get_alloc_size(&self->type, t);
    self->tensors.push_back(std::make_unique<impl::tensor>(size, filled));
    impl::tensor & m = *self->tensors.back();
    m.buffer.buft    = &self->type;
    m.buffer.context = &m.bytes;
    m.buffer.size    = size;
    t->buffer = &m.buffer;
    t->data   = m.bytes.bytes.data();
}

void memory::check() const {
    for (const auto & m : self->tensors) {
        m->bytes.bytes.check();
    }
}

bool supports(const ggml_tensor * op, const options & how) {
    ggml_metal_device dev(how.gpu_family, how.has_parts);
    return ggml_metal_device_supports_op(&dev, op);
}

std::vector<std::string> compute(ggml_cgraph * graph, const options & how) {
    signal(SIGSEGV, on_signal);
    signal(SIGBUS,  on_signal);
    wanted = how;
    names.clear();

    ggml_metal_device    dev(how.gpu_family, how.has_parts);
    ggml_metal_encoder_t encoder = nullptr;
    const std::unique_ptr<ggml_metal_op, decltype(&ggml_metal_op_free)> op(
        ggml_metal_op_init(&dev, &encoder, graph, dev.fusion, 0, ggml_graph_n_nodes(graph), true, false, 0), ggml_metal_op_free);
    for (int i = 0; i < ggml_metal_op_n_nodes(op.get()); ) {
        i += ggml_metal_op_encode(op.get(), i);
    }
    encoder->run();
    return std::move(names);
}

} // namespace lt::emulator
