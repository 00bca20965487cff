// Tensors of a context into a buffer that is there already.
#pragma once

#include "ggml-alloc.h"
#include "ggml-backend.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

#include <cstdint>

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

// Pages of 2 MB where there may be some: a cache is taken and given back in a fraction of the time. Before it is written to
inline void ask_for_large_pages(ggml_backend_buffer_t buf) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    constexpr uintptr_t PAGE = 4096, WORTH = 4u << 20;
    if (ggml_backend_buffer_is_host(buf) && ggml_backend_buffer_get_size(buf) >= WORTH) {
        const uintptr_t from = ((uintptr_t) ggml_backend_buffer_get_base(buf) + PAGE - 1)/PAGE*PAGE;
        const uintptr_t to   = ((uintptr_t) ggml_backend_buffer_get_base(buf) + ggml_backend_buffer_get_size(buf))/PAGE*PAGE;
        madvise((void *) from, to - from, MADV_HUGEPAGE); // a system that has none says so, and nothing is lost
    }
#else
    (void) buf;
#endif
}

} // namespace compaction
