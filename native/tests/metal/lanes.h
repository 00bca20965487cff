// Lanes of a threadgroup as fibers of one thread: each runs until it waits for others, and the next one goes on.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>

namespace lt::emulator {

constexpr uint32_t SIMD_WIDTH = 32;

using size3 = std::array<uint32_t, 3>;

// where the lane that runs is
struct lane_place {
    size3    group;   // threadgroup in the grid
    size3    size;    // lanes of the threadgroup
    size3    at;      // the lane among them
    uint32_t index;   // the same in one number
};

const lane_place & here();

// Runs a threadgroup: body for each lane, the first or the last one first. Throws what a lane throws, and where lanes wait for others
// that wait elsewhere.
void run_threadgroup(const size3 & group, const size3 & size, bool backwards, const std::function<void()> & body);

// until every lane of the threadgroup, or of the simdgroup, has come here or ended
void wait_for_threadgroup();
void wait_for_simdgroup();

// What the lanes of the simdgroup brought to one operation, and what they make of it: whoever is first writes the result. Valid until
// the lane waits again.
constexpr uint32_t SLOT = 64; // bytes at most

struct gathered {
    alignas(SLOT) uint8_t of[SIMD_WIDTH][SLOT];
    alignas(SLOT) uint8_t result[SLOT];

    const char * operation;
    uint32_t     lanes;      // a bit for each that is there
    bool         has_result;

    bool has(uint32_t lane) const { return lane < SIMD_WIDTH && (lanes >> lane & 1); }
};

gathered & exchange(const char * operation, const void * bytes, uint32_t size);

template <typename T>
T value_of(const uint8_t * bytes) {
    static_assert(sizeof(T) <= SLOT);
    T res;
    memcpy(&res, bytes, sizeof(T));
    return res;
}

} // namespace lt::emulator
