// Tensors of one piece of work in a buffer of their own, which is used again as long as it is large enough.
#pragma once

#include "buffers.h"

#include "ggml-cpp.h"

#include <vector>

namespace compaction {

struct scratch {
    std::vector<uint8_t>    meta; // of the context's tensors
    ggml_context_ptr        ctx;
    ggml_backend_buffer_ptr buf;
    bool                    lacks_memory = false; // the last alloc() failed

    // forgets the tensors, of which there may be up to 16; the next ones have the same addresses, see runner::begin
    void begin() {
        meta.resize(16*ggml_tensor_overhead());
        ggml_init_params params = { meta.size(), meta.data(), true };
        ctx.reset(ggml_init(params));
    }

    // false: there is no memory
    bool alloc(ggml_backend_buffer_type_t buft) {
        const size_t size = ggml_backend_alloc_ctx_tensors_from_buft_size(ctx.get(), buft);
        if (!buf || ggml_backend_buffer_get_type(buf.get()) != buft || ggml_backend_buffer_get_size(buf.get()) < size) {
            buf.reset();
            buf.reset(ggml_backend_buft_alloc_buffer(buft, size));
            lacks_memory = !buf;
            if (!buf) {
                return false;
            }
            ggml_backend_buffer_clear(buf.get(), 0);
        }
        lacks_memory = false;
        return place_tensors(ctx.get(), buf.get());
    }

    // its memory goes, and the tensors with it
    void release() {
        ctx.reset();
        buf.reset();
    }

    size_t bytes() const { return buf ? ggml_backend_buffer_get_size(buf.get()) : 0; }
};

} // namespace compaction
