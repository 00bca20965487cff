#include "solve.h"

#include "vectors.h"

#include <algorithm>
#include <cmath>

namespace compaction {

void solve_weights(const gram_product & apply, const std::vector<double> & rhs, int n_iter, double lo, double hi, std::vector<double> & w) {
    const size_t t = rhs.size();

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

    if (!(lambda > 0.0) || !std::isfinite(lambda)) {
        return;
    }
    const double step = 1.0/(1.02*lambda);

    std::vector<double> z = w, prev = w;
    double theta = 1.0;
    for (int it = 0; it < n_iter; ++it) {
        apply(z, y);
        prev = w;
        for (size_t i = 0; i < t; ++i) {
            w[i] = std::clamp(z[i] - step*(y[i] - rhs[i]), lo, hi);
        }
        const double next = 0.5*(1.0 + std::sqrt(1.0 + 4.0*theta*theta));
        for (size_t i = 0; i < t; ++i) {
            z[i] = w[i] + (theta - 1.0)/next*(w[i] - prev[i]);
        }
        theta = next;
    }
}

std::vector<double> solve_weights(const std::vector<float> & gram, const std::vector<float> & rhs, int n_iter, double lo, double hi) {
    const size_t t = rhs.size();
    const std::vector<double> g(gram.begin(), gram.end());

    std::vector<double> w(t, 1.0);
    solve_weights([&](const std::vector<double> & x, std::vector<double> & y) {
        for (size_t i = 0; i < t; ++i) {
            y[i] = dot(&g[i*t], x.data(), t);
        }
    }, { rhs.begin(), rhs.end() }, n_iter, lo, hi, w);
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
