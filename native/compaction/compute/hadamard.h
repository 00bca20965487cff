// The normalized Hadamard rotation under which quantized rows are stored: it spreads outliers over a head's dimensions,
// and undoes itself.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
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

#ifdef HADAMARD_VECTORS // compilers find none of this in plain loops
#if defined(__AVX512F__)
constexpr int HADAMARD_LANES = 16;
#elif defined(__AVX__)
constexpr int HADAMARD_LANES = 8;
#else
constexpr int HADAMARD_LANES = 4;
#endif
typedef float   hadamard_vector __attribute__((vector_size(HADAMARD_LANES*sizeof(float))));

// Pairs of numbers S apart in a vector
template <int S, int... J>
static inline __attribute__((always_inline)) void hadamard_pairs(hadamard_vector & y, std::integer_sequence<int, J...>) {
    const hadamard_vector signs = { (J & S ? -1.0f : 1.0f)... };
    y = __builtin_shufflevector(y, y, (J ^ S)...) + signs*y;
}

template <int S>
static inline __attribute__((always_inline)) void hadamard_within(hadamard_vector & y) {
    if constexpr (S < HADAMARD_LANES) {
        hadamard_pairs<S>(y, std::make_integer_sequence<int, HADAMARD_LANES>());
        hadamard_within<2*S>(y);
    }
}

// Vectors S apart among N
template <int S, int N>
static inline __attribute__((always_inline)) void hadamard_across(hadamard_vector * y) {
    if constexpr (S < N) {
#pragma GCC unroll 32
        for (int i = 0; i < N; ++i) {
            if (!(i & S)) {
                const hadamard_vector a = y[i];
                const hadamard_vector b = y[i + S];
                y[i]     = a + b;
                y[i + S] = a - b;
            }
        }
        hadamard_across<2*S, N>(y);
    }
}

// D numbers, in registers from the first sum to the last
template <int D>
static inline void hadamard_of(float * x, float norm) {
    constexpr int N = D/HADAMARD_LANES;
    hadamard_vector y[N];
#pragma GCC unroll 32
    for (int i = 0; i < N; ++i) {
        memcpy(&y[i], x + HADAMARD_LANES*i, sizeof(y[i]));
        hadamard_within<1>(y[i]);
    }
    hadamard_across<1, N>(y);
#pragma GCC unroll 32
    for (int i = 0; i < N; ++i) {
        y[i] *= norm;
        memcpy(x + HADAMARD_LANES*i, &y[i], sizeof(y[i]));
    }
}
#endif

// Fast Walsh-Hadamard transform of every n of the `size` numbers, n a power of two from 16 on; n = 0: nothing. Static: the
// CPU backend is compiled for other vector units than the library, so each needs a copy of its own.
static inline void hadamard_rotate(float * x, int64_t size, int32_t n) {
    if (n == 0) {
        return;
    }
    const float norm = 1.0f/sqrtf((float) n);
    for (float * y = x; y < x + size; y += n) {
        int32_t s = 1;
#ifdef HADAMARD_VECTORS
        switch (n) {
            case 16:  hadamard_of<16> (y, norm); continue;
            case 32:  hadamard_of<32> (y, norm); continue;
            case 64:  hadamard_of<64> (y, norm); continue;
            case 128: hadamard_of<128>(y, norm); continue;
        }
        for (int32_t i = 0; i < n; i += 128) { // of the first 128 at a time
            hadamard_of<128>(y + i, 1.0f);
        }
        s = 128;
#endif
        for (; s < n; s *= 2) {
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
