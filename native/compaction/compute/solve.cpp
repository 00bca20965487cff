#include "solve.h"

#include "tiles.h"
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

    std::vector<double> w(t, 1.0);
    std::vector<float>  at(t);
    solve_weights([&](const std::vector<double> & x, std::vector<double> & y) {
        std::transform(x.begin(), x.end(), at.begin(), [](double value) { return (float) value; });
        for (size_t i = 0; i < t; ++i) {
            y[i] = dot(&gram[i*t], at.data(), t);
        }
    }, { rhs.begin(), rhs.end() }, n_iter, lo, hi, w);
    return w;
}

static constexpr size_t BLOCK = 48; // whole tiles both ways
static_assert(BLOCK % TILE_ROWS == 0 && BLOCK % TILE_COLS == 0);

bool ridge_solver::solve(const std::vector<float> & gram, const std::vector<float> & rhs, size_t n, double ridge) {
    const size_t t = gram.empty() ? 0 : rhs.size()/n;
    t_pad = (t + BLOCK - 1)/BLOCK*BLOCK;
    n_pad = (n + TILE_COLS - 1)/TILE_COLS*TILE_COLS;
    l .assign(t_pad*t_pad, 0.0f);
    lt.resize(t_pad*t_pad);
    d .assign(t_pad*n_pad, 0.0f);

    double mean = 0.0;
    for (size_t i = 0; i < t; ++i) {
        mean += gram[i*t + i];
    }
    const double lambda = ridge*mean/(double) std::max<size_t>(t, 1);
    for (size_t i = 0; i < t_pad; ++i) {
        if (i < t) {
            std::copy_n(&gram[i*t], i + 1, &l[i*t_pad]);
            std::copy_n(&rhs[i*n], n, &d[i*n_pad]);
        }
        l[i*t_pad + i] = i < t ? (float) (gram[i*t + i] + lambda) : 1.0f;
    }
    if (!factor()) {
        return false;
    }
    substitute();
    return true;
}

// left-looking, a block of columns at a time: less what the columns before explain, then by itself, transposed, where
// numbers that go through the same lie side by side
bool ridge_solver::factor() {
    for (size_t first = 0; first < t_pad; first += BLOCK) {
        for (size_t i = first; i < t_pad; i += TILE_ROWS) {
            for (size_t j = first; j < first + BLOCK; j += TILE_COLS) {
                subtract_product(&l[i*t_pad + j], t_pad, &l[i*t_pad], t_pad, &lt[j], t_pad, first);
            }
        }
        for (size_t j = first; j < first + BLOCK; ++j) {
            float * of_j = &lt[j*t_pad];
            for (size_t i = j; i < t_pad; ++i) {
                of_j[i] = l[i*t_pad + j];
            }
            for (size_t k = first; k < j; ++k) {
                axpy(&of_j[j], &lt[k*t_pad + j], -lt[k*t_pad + j], t_pad - j);
            }
            const float s = of_j[j];
            if (!(s > 0.0f) || !std::isfinite(s)) {
                return false;
            }
            const float by = 1.0f/std::sqrt(s);
            for (size_t i = j; i < t_pad; ++i) {
                of_j[i] *= by;
            }
        }
        for (size_t i = first; i < t_pad; ++i) {
            for (size_t j = first; j < std::min(first + BLOCK, i + 1); ++j) {
                l[i*t_pad + j] = lt[j*t_pad + i];
            }
        }
    }
    return true;
}

// L y = d, then L^T x = y
void ridge_solver::substitute() {
    for (size_t first = 0; first < t_pad; first += BLOCK) {
        for (size_t i = first; i < first + BLOCK; i += TILE_ROWS) {
            for (size_t c = 0; c < n_pad; c += TILE_COLS) {
                subtract_product(&d[i*n_pad + c], n_pad, &l[i*t_pad], t_pad, &d[c], n_pad, first);
            }
        }
        for (size_t i = first; i < first + BLOCK; ++i) {
            for (size_t k = first; k < i; ++k) {
                axpy(&d[i*n_pad], &d[k*n_pad], -l[i*t_pad + k], n_pad);
            }
            std::for_each(&d[i*n_pad], &d[i*n_pad] + n_pad, [by = 1.0f/l[i*t_pad + i]](float & x) { x *= by; });
        }
    }
    for (size_t first = t_pad; first > 0;) {
        const size_t last = first;
        first -= BLOCK;
        for (size_t i = first; i < last; i += TILE_ROWS) {
            for (size_t c = 0; c < n_pad && last < t_pad; c += TILE_COLS) {
                subtract_product(&d[i*n_pad + c], n_pad, &lt[i*t_pad + last], t_pad, &d[last*n_pad + c], n_pad, t_pad - last);
            }
        }
        for (size_t i = last; i-- > first;) {
            for (size_t k = i + 1; k < last; ++k) {
                axpy(&d[i*n_pad], &d[k*n_pad], -lt[i*t_pad + k], n_pad);
            }
            std::for_each(&d[i*n_pad], &d[i*n_pad] + n_pad, [by = 1.0f/l[i*t_pad + i]](float & x) { x *= by; });
        }
    }
}

} // namespace compaction
