#include "fit.h"

#include <algorithm>
#include <cmath>

// these loops take what vector units there are, whatever the library was built for
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__linux__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define COMPACT_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define COMPACT_CLONES
#endif

namespace compaction {

COMPACT_CLONES
static double dot(const double * a, const double * b, size_t n) {
    double acc[16] = {};
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
        for (size_t u = 0; u < 16; ++u) {
            acc[u] += a[i + u]*b[i + u];
        }
    }
    double res = 0.0;
    for (; i < n; ++i) {
        res += a[i]*b[i];
    }
    for (size_t u = 0; u < 16; ++u) {
        res += acc[u];
    }
    return res;
}

COMPACT_CLONES
static void axpy(double * y, const double * x, double a, size_t n) {
    for (size_t i = 0; i < n; ++i) {
        y[i] += a*x[i];
    }
}

std::vector<double> solve_weights(const std::vector<float> & gram, const std::vector<float> & rhs, int n_iter, double lo, double hi) {
    const size_t t = rhs.size();
    const std::vector<double> g(gram.begin(), gram.end());

    const auto apply = [&](const std::vector<double> & x, std::vector<double> & y) {
        for (size_t i = 0; i < t; ++i) {
            y[i] = dot(&g[i*t], x.data(), t);
        }
    };

    // largest eigenvalue by power iteration; gram has no negative entries, so the start is never orthogonal to it
    std::vector<double> x(t, 1.0), y(t);
    double lambda = 0.0;
    for (int i = 0; i < 12; ++i) {
        apply(x, y);
        const double norm = std::sqrt(dot(y.data(), y.data(), t));
        if (!(norm > 0.0) || !std::isfinite(norm)) {
            break;
        }
        lambda = norm/std::sqrt(dot(x.data(), x.data(), t));
        for (size_t j = 0; j < t; ++j) {
            x[j] = y[j]/norm;
        }
    }

    std::vector<double> w(t, 1.0);
    if (!(lambda > 0.0) || !std::isfinite(lambda)) {
        return w;
    }
    const double step = 1.0/(1.02*lambda);

    std::vector<double> z = w, prev = w;
    double theta = 1.0;
    for (int it = 0; it < n_iter; ++it) {
        apply(z, y);
        prev = w;
        for (size_t i = 0; i < t; ++i) {
            w[i] = std::clamp(z[i] - step*(y[i] - (double) rhs[i]), lo, hi);
        }
        const double next = 0.5*(1.0 + std::sqrt(1.0 + 4.0*theta*theta));
        for (size_t i = 0; i < t; ++i) {
            z[i] = w[i] + (theta - 1.0)/next*(w[i] - prev[i]);
        }
        theta = next;
    }
    return w;
}

bool solve_ridge(const std::vector<float> & gram, const std::vector<float> & rhs, size_t n, double ridge, std::vector<double> & d) {
    const size_t t = gram.empty() ? 0 : rhs.size()/n;
    std::vector<double> l(gram.begin(), gram.end());
    d.assign(rhs.begin(), rhs.end());

    double mean = 0.0;
    for (size_t i = 0; i < t; ++i) {
        mean += l[i*t + i];
    }
    mean /= (double) std::max<size_t>(t, 1);
    const double lambda = ridge*mean;

    for (size_t i = 0; i < t; ++i) {
        l[i*t + i] += lambda;
        for (size_t j = 0; j < i; ++j) {
            l[i*t + j] = (l[i*t + j] - dot(&l[i*t], &l[j*t], j))/l[j*t + j];
        }
        const double s = l[i*t + i] - dot(&l[i*t], &l[i*t], i);
        if (!(s > 0.0) || !std::isfinite(s)) {
            return false;
        }
        l[i*t + i] = std::sqrt(s);
    }
    for (size_t i = 0; i < t; ++i) {
        for (size_t j = 0; j < i; ++j) {
            axpy(&d[i*n], &d[j*n], -l[i*t + j], n);
        }
        for (size_t c = 0; c < n; ++c) {
            d[i*n + c] /= l[i*t + i];
        }
    }
    for (size_t i = t; i-- > 0;) {
        for (size_t c = 0; c < n; ++c) {
            d[i*n + c] /= l[i*t + i];
        }
        for (size_t j = 0; j < i; ++j) {
            axpy(&d[j*n], &d[i*n], -l[i*t + j], n);
        }
    }
    return true;
}

} // namespace compaction
