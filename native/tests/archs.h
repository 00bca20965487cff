// Tiny random models of every architecture of the vendored llama.cpp, as upstream's own test-llama-archs.cpp describes them.
// That file is compiled in as it is: what upstream adds to it is walked here, too.
#pragma once

#include "support.h"

#include <optional>
#include <ostream>

namespace lt {

struct arch_variant {
    std::string name;     // of the architecture, as GGUF files have it
    bool        moe;
    int         index;    // into llama.cpp's list
};

// every architecture but "unknown": dense, with experts, or both, as upstream implements them
std::vector<arch_variant> all_archs();

// why there is no tiny model of it, nullptr where there is one
const char * not_made(const arch_variant & variant);

// the model with seeded random weights that make attention peaked; none: llama.cpp refused it
model_ptr make_arch(const arch_variant & variant);

// what a file of this model says in its header about its sizes: "key": value lines of JSON, in order of key. Keys that the
// architecture does not read are left out, as no converter writes them.
void write_metadata(const arch_variant & variant, const llama_model & model, std::ostream & out, const char * indent);

// shapes of the token embedding and of the tensors that tell attention and recurrent layers apart, as the above
void write_tensors(const llama_model & model, std::ostream & out, const char * indent);

// what the context's memory is, and how many bytes it takes
struct memory_facts {
    const char * kind; // "attention", "recurrent", "hybrid", "none" or "other"
    uint64_t     bytes;
};

memory_facts memory_of(const llama_context * ctx);

// whether it writes text token by token, as chats need
bool generates(const llama_model & model);

} // namespace lt
