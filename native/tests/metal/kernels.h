// In front of each file of kernels that generate.cmake makes C++ of.
#pragma once

#include "registry.h"

#include <sstream>
#include <utility>

#include <metal_stdlib>

// its tables are constant twice
#undef  constant
#define constant
#define GGML_COMMON_DECL_METAL
#define GGML_COMMON_IMPL_METAL
#include "ggml-common.h"
#undef  constant
#define constant const

namespace lt::emulator {

inline size3 place_of(const std::string & attribute) {
    const lane_place & p = here();
    if (attribute == "threadgroup_position_in_grid")  { return p.group; }
    if (attribute == "threads_per_threadgroup")       { return p.size;  }
    if (attribute == "thread_position_in_threadgroup") { return p.at;   }
    if (attribute == "thread_index_in_threadgroup")   { return { p.index }; }
    if (attribute == "thread_index_in_simdgroup")     { return { p.index % SIMD_WIDTH }; }
    if (attribute == "simdgroup_index_in_threadgroup") { return { p.index / SIMD_WIDTH }; }
    if (attribute == "thread_position_in_grid") {
        return { p.group[0]*p.size[0] + p.at[0], p.group[1]*p.size[1] + p.at[1], p.group[2]*p.size[2] + p.at[2] };
    }
    throw std::runtime_error("what is [[" + attribute + "]]?");
}

inline void * find(const std::map<int, void *> & set, int index, const char * what) {
    const auto it = set.find(index);
    if (it == set.end()) {
        throw std::runtime_error(std::string(what) + " " + std::to_string(index) + " is not set");
    }
    return it->second;
}

// the value of parameter i of n: positions and threadgroup memory have attributes, buffers count up
template <typename T>
T parameter(const kernel_entry & k, const arguments & args, size_t i, size_t n) {
    const size_t first = n - k.attributes.size();
    if constexpr (std::is_reference_v<T>) {
        return *(std::remove_reference_t<T> *) find(args.pointers, (int) i, "the buffer of index");
    } else if constexpr (std::is_pointer_v<T>) {
        return i < first ? (T) find(args.pointers, (int) i, "the buffer of index") : (T) find(args.threadgroup_memory, 0, "threadgroup memory");
    } else {
        const size3 at = place_of(k.attributes.at(i - first));
        if constexpr (std::is_integral_v<T>) {
            return (T) at[0];
        } else {
            return T(at[0], at[1], at[2]);
        }
    }
}

template <typename... P>
struct caller {
    template <size_t... I>
    static void call(const kernel_entry & k, const arguments & args, std::index_sequence<I...>) {
        ((void (*)(P...)) k.function)(parameter<P>(k, args, I, sizeof...(P))...);
    }

    static void call(const kernel_entry & k, const arguments & args) {
        call(k, args, std::index_sequence_for<P...>());
    }
};

struct registration {
    // a name of the file that is not compiled
    registration(const char * file, const char * name) {
        kernels()[name].file = file;
    }

    template <typename... P>
    registration(const char * file, const char * name, const char * attributes, void (*function)(P...)) {
        kernel_entry & k = kernels()[name];
        k.file     = file;
        k.call     = caller<P...>::call;
        k.function = (void *) function;
        std::istringstream words(attributes);
        for (std::string word; words >> word; ) {
            k.attributes.push_back(word);
        }
    }
};

} // namespace lt::emulator

#define LT_CONCAT_(a, b) a##b
#define LT_CONCAT(a, b)  LT_CONCAT_(a, b)
#define LT_KERNEL(...)   static const lt::emulator::registration LT_CONCAT(lt_kernel_, __COUNTER__)(LT_FILE, __VA_ARGS__)
