#include "vectors.h"

// these loops take what vector units there are, whatever the library was built for
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COMPACT_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define COMPACT_CLONES
#endif

#if defined(__GNUC__)
#define COMPACT_INLINE inline __attribute__((always_inline)) // into each clone
#else
#define COMPACT_INLINE inline
#endif

namespace compaction {

namespace {

template <typename T>
COMPACT_INLINE T dot_of(const T * a, const T * b, size_t n) {
    T acc[16] = {};
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        for (size_t u = 0; u < 16; ++u) {
            acc[u] += a[i + u]*b[i + u];
        }
    }
    T res = 0;
    for (; i < n; ++i) {
        res += a[i]*b[i];
    }
    for (size_t u = 0; u < 16; ++u) {
        res += acc[u];
    }
    return res;
}

} // namespace

COMPACT_CLONES
double dot(const double * a, const double * b, size_t n) {
    return dot_of(a, b, n);
}

COMPACT_CLONES
float dot(const float * a, const float * b, size_t n) {
    return dot_of(a, b, n);
}

COMPACT_CLONES
void axpy(double * y, const double * x, double a, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        y[i] += a*x[i];
    }
}

COMPACT_CLONES
void axpy(float * y, const float * x, float a, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        y[i] += a*x[i];
    }
}

} // namespace compaction
