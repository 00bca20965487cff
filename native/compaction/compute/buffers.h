// Tensors of a context into a buffer that is there already.
#pragma once

#include "ggml-alloc.h"
#include "ggml-backend.h"

namespace compaction {

// false: the backend refused one; the buffer has to be large enough
inline bool place_tensors(ggml_context * ctx, ggml_backend_buffer_t buf) {
    ggml_tallocr at = ggml_tallocr_new(buf);
    for (ggml_tensor * t = ggml_get_first_tensor(ctx); t; t = ggml_get_next_tensor(ctx, t)) {
        const auto status = t->view_src ? ggml_backend_view_init(t) : ggml_tallocr_alloc(&at, t);
        if (status != GGML_STATUS_SUCCESS) {
            return false;
        }
    }
    return true;
}

} // namespace compaction
