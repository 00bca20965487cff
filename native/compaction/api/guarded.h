// What every C function does with an exception: none may leave it.
#pragma once

#include "../llama-compact.h"

#include <exception>
#include <new>

// calls f; exceptions become codes, which fail(code, message) takes note of
template <typename Fail, typename F>
int32_t guarded(Fail fail, F f) {
    try {
        return f();
    } catch (const std::bad_alloc &) {
        return fail(LLAMA_COMPACT_ERR_MEMORY, "out of memory");
    } catch (const std::exception & e) {
        return fail(LLAMA_COMPACT_ERR_COMPUTE, e.what());
    }
}

// ... on a context's store
template <typename Store, typename F>
int32_t guarded_by(Store & store, F f) {
    return guarded([&](int32_t code, const char * why) { return store.events.fail(code, why); }, f);
}
