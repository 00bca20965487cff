// The normalized Hadamard rotation under which quantized rows are stored: it spreads outliers over a head's dimensions,
// and undoes itself.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <vector>

#ifdef __has_builtin
#if __has_builtin(__builtin_shufflevector)
#define HADAMARD_VECTORS
#endif
#endif

namespace compaction {

// size of the rotation for heads of d dimensions: the largest power of two that divides d. 0: too small to help
inline int hadamard_size(uint32_t d) {
    int n = 1;
    while (d % (2*n) == 0) {
        n *= 2;
    }
    return n >= 16 ? n : 0;
}

// Pairs of numbers S apart among 16 of them
template <int S>
static inline void hadamard_pairs(float * x) {
#ifdef HADAMARD_VECTORS // which compilers do not find in the loop below
    typedef float vector __attribute__((vector_size(16*sizeof(float))));
    const vector signs = {
#define SIGN(j) ((j) & S) ? -1.0f : 1.0f
        SIGN(0), SIGN(1), SIGN(2), SIGN(3), SIGN(4), SIGN(5), SIGN(6), SIGN(7), SIGN(8), SIGN(9), SIGN(10), SIGN(11), SIGN(12), SIGN(13), SIGN(14), SIGN(15)
#undef SIGN
    };
    vector y;
    memcpy(&y, x, sizeof(y));
    y = __builtin_shufflevector(y, y, 0 ^ S, 1 ^ S, 2 ^ S, 3 ^ S, 4 ^ S, 5 ^ S, 6 ^ S, 7 ^ S, 8 ^ S, 9 ^ S, 10 ^ S, 11 ^ S, 12 ^ S, 13 ^ S, 14 ^ S, 15 ^ S)
            + signs*y;
    memcpy(x, &y, sizeof(y));
#else
    float y[16];
    for (int j = 0; j < 16; ++j) {
        y[j] = j & S ? x[j ^ S] - x[j] : x[j] + x[j ^ S];
    }
    memcpy(x, y, sizeof(y));
#endif
}

// Fast Walsh-Hadamard transform of every n of the `size` numbers, n a power of two from 16 on; n = 0: nothing. Static: the
// CPU backend is compiled for other vector units than the library, so each needs a copy of its own.
static inline void hadamard_rotate(float * x, int64_t size, int32_t n) {
    if (n == 0) {
        return;
    }
    const float norm = 1.0f/sqrtf((float) n);
    for (float * y = x; y < x + size; y += n) {
        for (int32_t i = 0; i < n; i += 16) {
            hadamard_pairs<1>(y + i);
            hadamard_pairs<2>(y + i);
            hadamard_pairs<4>(y + i);
            hadamard_pairs<8>(y + i);
        }
        for (int32_t s = 16; s < n; s *= 2) {
            for (int32_t i = 0; i < n; i += 2*s) {
                for (int32_t j = i; j < i + s; ++j) {
                    const float a = y[j];
                    const float b = y[j + s];
                    y[j]     = a + b;
                    y[j + s] = a - b;
                }
            }
        }
        for (int32_t i = 0; i < n; ++i) {
            y[i] *= norm;
        }
    }
}

// the same as matrices, for graphs
class hadamard_matrices {
public:
    // F32 [n, n], kept as long as this object
    const float * of(int n) {
        auto & h = kept[n];
        if (h.empty()) {
            h.assign((size_t) n*n, 0.0f);
            for (int i = 0; i < n; ++i) {
                h[(size_t) i*n + i] = 1.0f;
            }
            hadamard_rotate(h.data(), (int64_t) n*n, n);
        }
        return h.data();
    }

private:
    std::map<int, std::vector<float>> kept;
};

} // namespace compaction
