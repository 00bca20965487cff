// Numbers next to nothing, which some processors take a hundred times as long for.
#pragma once

#if defined(__SSE2__) || defined(_M_X64)
#include <xmmintrin.h>
#define COMPACT_FLUSHES
#endif

namespace compaction {

// While it lives, this thread takes subnormal numbers (under 1e-38) for zeros. Products of small probabilities are such
// numbers, and Intel's processors compute with each of them in microcode.
class tiny_is_zero {
public:
#ifdef COMPACT_FLUSHES
    tiny_is_zero() : before(_mm_getcsr()) { _mm_setcsr(before | 0x8040); } // flush to zero, denormals are zeros
    ~tiny_is_zero() { _mm_setcsr(before); }
#else
    tiny_is_zero() {}
    ~tiny_is_zero() {}
#endif
    tiny_is_zero(const tiny_is_zero &) = delete;
    tiny_is_zero & operator=(const tiny_is_zero &) = delete;

#ifdef COMPACT_FLUSHES
private:
    unsigned before;
#endif
};

} // namespace compaction
