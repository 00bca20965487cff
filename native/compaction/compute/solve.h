// The two small solves of a head's fit, on the host. Matrices are row-major.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace compaction {

// y [t] = E^T E x [t]
using gram_product = std::function<void(const std::vector<double> & x, std::vector<double> & y)>;

// min_w ||E w - b||^2 with lo <= w <= hi, by FISTA on the normal equations (rhs = E^T b [t]), from the w given on.
// E has no negative entries. Beck & Teboulle, SIAM J. Imaging Sci. 2009.
void solve_weights(const gram_product & apply, const std::vector<double> & rhs, int n_iter, double lo, double hi, std::vector<double> & w);

// ... with gram = E^T E [t, t], starting from w = 1
std::vector<double> solve_weights(const std::vector<float> & gram, const std::vector<float> & rhs, int n_iter, double lo, double hi);

// Solves (gram + ridge*mean(diag(gram))*I) D = rhs for D [t, n], rhs [t, n], by Cholesky in single precision: the ridge
// bounds what rounding can do. Keeps what it works in for the next one.
class ridge_solver {
public:
    // false: not positive definite
    bool solve(const std::vector<float> & gram, const std::vector<float> & rhs, size_t n, double ridge);

    const float * row(size_t i) const { return &d[i*n_pad]; } // of D

private:
    bool factor();
    void substitute();

    size_t t_pad = 0; // whole blocks; what is added stands alone, with ones on the diagonal
    size_t n_pad = 0; // whole tiles

    std::vector<float> l;  // [t_pad, t_pad], lower triangle
    std::vector<float> lt; // ... transposed
    std::vector<float> d;  // [t_pad, n_pad]
};

} // namespace compaction
