// What the kernels' files say of themselves: their kernels and function constants.
#pragma once

#include "lanes.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace lt::emulator {

// what the host has set before it runs a kernel
struct arguments {
    std::map<int, void *> pointers;           // buffers, and bytes that are copied
    std::map<int, void *> threadgroup_memory;
};

struct kernel_entry {
    std::string file;
    void (*call)(const kernel_entry &, const arguments &) = nullptr; // as one lane; null: it is not compiled here
    std::vector<std::string> attributes; // of the last parameters
    void * function = nullptr;
};

// by its name on the host
inline std::map<std::string, kernel_entry> & kernels() {
    static std::map<std::string, kernel_entry> all;
    return all;
}

// a constant of a file, which the host sets when it makes a pipeline
struct any_constant {
    const char * file;
    int          index;
    char         type; // 'b'ool, 's'hort or 'i'nt
    bool         is_set = false;
    int32_t      value  = 0;
};

inline std::vector<any_constant *> & constants() {
    static std::vector<any_constant *> all;
    return all;
}

template <typename T>
struct function_constant : any_constant {
    function_constant(const char * file, int index) :
        any_constant{ file, index, sizeof(T) == 1 ? 'b' : sizeof(T) == 2 ? 's' : 'i' } {
        constants().push_back(this);
    }

    operator T() const {
        if (!is_set) {
            throw std::runtime_error("function constant " + std::to_string(index) + " is used and not set");
        }
        return (T) value;
    }
};

} // namespace lt::emulator
