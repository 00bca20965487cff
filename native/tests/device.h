// A device of the tests' own: computes on the CPU, in memory that the host cannot read. What touches it without a copy
// crashes, what is copied and waited for is counted. No function of the CPU backend runs there: LT_DEVICE puts the models
// and their caches on it, and with them the graphs that a graphics card would run. LT_ONE_PART: its attention takes rows of one
// part, as that of backends without patch 0024. LT_WRONG_PARTS: it says that it takes two, and leaves out the second.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

struct ggml_tensor;

namespace lt {

// true where LT_DEVICE asks for the device
bool on_device();

// makes it known to the library, once; before a model is loaded
void register_device();

struct device_counts {
    uint64_t to_host   = 0; // bytes
    uint64_t from_host = 0;
    uint64_t inside    = 0; // copied from one of its buffers to another
    uint64_t waits     = 0; // times that the host waited for work that was not known to be done
    uint64_t graphs    = 0;
    uint64_t nodes     = 0; // of those graphs, without views
    uint64_t launches  = 0; // of nodes, where a graph that is the last one with its first node counts once: CUDA's backend keeps it
};

device_counts & counts();

// called with every node that it computes, views included; nullptr: not any more
void on_node(std::function<void(const ggml_tensor *)> f);

// a device that takes only what this says, beside what every device refuses; nullptr: all that the CPU takes
void set_support(bool (*supports)(const ggml_tensor * op));

// the pairs of row types that it tells its attention was built for, as CUDA does; nullptr: it tells none
void set_pairs(const char * pairs);

} // namespace lt
