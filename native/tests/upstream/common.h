// What upstream's test-llama-archs.cpp asks of llama.cpp's "common" library, which this build does not have.
#pragma once

#include "llama.h"

#include <stdexcept>

inline void common_init() {}

inline const char * const LLM_FFN_EXPS_REGEX = ""; // of a function that is not called here; since llama.cpp 0.6

// declared for functions of that file that are never called here
struct common_batch {
    explicit common_batch(llama_context *) {}
    void              add(llama_token, llama_pos, llama_seq_id, bool) { throw std::logic_error("not to be called"); }
    void              clear() {}
    llama_batch_ext * get() { return nullptr; }
};
