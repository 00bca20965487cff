// What the threads of a graph compute in. It is taken before: in a graph, nobody could be told that there is none.
#pragma once

#include <cstddef>

namespace compaction {

struct host_scratch {
    float * data = nullptr; // at a multiple of 64 bytes
    size_t  each = 0;       // numbers of a thread, a multiple of 16
    int     n    = 0;       // threads; any more take their own
};

} // namespace compaction
