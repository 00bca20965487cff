#include "vectors.h"

#include "tiles.h"

#include <cstring>

// these loops take what vector units there are, whatever the library was built for
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if __GNUC__ >= 12
#define COMPACT_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define COMPACT_CLONES __attribute__((target_clones("avx512f", "avx2", "default"))) // knows no levels yet
#endif
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

#if defined(__GNUC__)

namespace {

// as wide as the registers of the narrowest set of instructions that fast machines have
constexpr size_t WIDTH = 8;
typedef float lanes __attribute__((vector_size(WIDTH*sizeof(float))));

COMPACT_INLINE void load(lanes & to, const float * from) {
    memcpy(&to, from, sizeof(to));
}

} // namespace

COMPACT_CLONES
void subtract_product(float * c, size_t ldc, const float * a, size_t lda, const float * b, size_t ldb, size_t k) {
    static_assert(TILE_ROWS == 6 && TILE_COLS == 2*WIDTH);
    lanes acc[TILE_ROWS][2] = {};
    for (size_t p = 0; p < k; ++p) {
        lanes b0, b1;
        load(b0, &b[p*ldb]);
        load(b1, &b[p*ldb + WIDTH]);
#pragma GCC unroll 6
        for (size_t r = 0; r < TILE_ROWS; ++r) {
            acc[r][0] += a[r*lda + p]*b0;
            acc[r][1] += a[r*lda + p]*b1;
        }
    }
    for (size_t r = 0; r < TILE_ROWS; ++r) {
        for (size_t half = 0; half < 2; ++half) {
            lanes x;
            load(x, &c[r*ldc + half*WIDTH]);
            x -= acc[r][half];
            memcpy(&c[r*ldc + half*WIDTH], &x, sizeof(x));
        }
    }
}

#else

void subtract_product(float * c, size_t ldc, const float * a, size_t lda, const float * b, size_t ldb, size_t k) {
    float acc[TILE_ROWS][TILE_COLS] = {};
    for (size_t p = 0; p < k; ++p) {
        for (size_t r = 0; r < TILE_ROWS; ++r) {
            for (size_t u = 0; u < TILE_COLS; ++u) {
                acc[r][u] += a[r*lda + p]*b[p*ldb + u];
            }
        }
    }
    for (size_t r = 0; r < TILE_ROWS; ++r) {
        for (size_t u = 0; u < TILE_COLS; ++u) {
            c[r*ldc + u] -= acc[r][u];
        }
    }
}

#endif

} // namespace compaction
