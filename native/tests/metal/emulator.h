// Metal on the processor: the backend's own host code encodes a graph, and its kernels, compiled as C++, compute it.
#pragma once

#include "ggml.h"

#include <memory>
#include <string>
#include <vector>

namespace lt::emulator {

struct options {
    int  gpu_family = 0;     // of Apple's: kernels are tuned for some; 0: for none
    bool backwards  = false; // of what may run in any order, the last first: dispatches between two barriers, threadgroups, lanes
    bool dry        = false; // only asks for the kernels
    bool has_parts  = true;  // kernels of rows in parts, which compiled
};

// Memory of tensors, full of bytes that make no numbers; what lies around a tensor's is not touched unnoticed.
class memory {
public:
    memory();
    ~memory();

    void allocate(ggml_tensor * t, bool filled = true); // not filled: nothing is to be computed
    void check() const; // throws where something was written behind a tensor

private:
    struct impl;
    std::unique_ptr<impl> self;
};

// what the backend says of a node
bool supports(const ggml_tensor * op, const options & how = {});

// Computes the nodes, and returns the names of the kernels that ran. Throws where a kernel is not there or not run properly.
std::vector<std::string> compute(ggml_cgraph * graph, const options & how);

} // namespace lt::emulator
