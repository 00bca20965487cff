// The normalized Hadamard rotation under which quantized rows are stored: it spreads outliers over a head's dimensions,
// and undoes itself.
#pragma once

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace compaction {

// size of the rotation for heads of d dimensions: the largest power of two that divides d. 0: too small to help
inline int hadamard_size(uint32_t d) {
    int n = 1;
    while (d % (2*n) == 0) {
        n *= 2;
    }
    return n >= 16 ? n : 0;
}

// Fast Walsh-Hadamard transform of every n of the `size` numbers; n = 0: nothing. Static: the CPU backend is compiled
// for other vector units than the library, so each needs a copy of its own.
static inline void hadamard_rotate(float * x, int64_t size, int32_t n) {
    if (n == 0) {
        return;
    }
    const float norm = 1.0f/sqrtf((float) n);
    for (float * y = x; y < x + size; y += n) {
        for (int32_t s = 1; s < n; s *= 2) {
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
