#include "memory_parts.h"

#include "llama-kv-cache-iswa.h"
#include "llama-memory-hybrid-idx.h"
#include "llama-memory-hybrid-iswa.h"
#include "llama-memory-hybrid.h"

namespace compaction {

static llama_kv_cache_iswa * with_windows(llama_memory_i * mem) {
    if (auto * hybrid = dynamic_cast<llama_memory_hybrid_iswa *>(mem)) {
        return hybrid->get_mem_attn();
    }
    return dynamic_cast<llama_kv_cache_iswa *>(mem);
}

llama_kv_cache * compactable_cache(llama_memory_i * mem) {
    if (auto * iswa = with_windows(mem)) {
        return iswa->get_base();
    }
    if (dynamic_cast<llama_memory_hybrid_idx *>(mem)) {
        return nullptr; // an index of the keys goes beside them, cell for cell
    }
    if (auto * hybrid = dynamic_cast<llama_memory_hybrid *>(mem)) {
        return hybrid->get_mem_attn();
    }
    return dynamic_cast<llama_kv_cache *>(mem);
}

llama_kv_cache * window_cache(llama_memory_i * mem) {
    auto * iswa = with_windows(mem);
    return iswa ? iswa->get_swa() : nullptr;
}

llama_memory_recurrent * recurrent_states(llama_memory_i * mem) {
    if (auto * hybrid = dynamic_cast<llama_memory_hybrid_iswa *>(mem)) {
        return hybrid->get_mem_recr();
    }
    auto * hybrid = dynamic_cast<llama_memory_hybrid *>(mem);
    return hybrid ? hybrid->get_mem_recr() : nullptr;
}

} // namespace compaction
