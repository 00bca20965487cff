// The two small solves of a head's fit, in double precision on the host. Matrices are row-major.
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

// Solves (gram + ridge*mean(diag(gram))*I) D = rhs for D [t, n], rhs [t, n], by Cholesky. false: not positive definite
bool solve_ridge(const std::vector<float> & gram, const std::vector<float> & rhs, size_t n, double ridge, std::vector<double> & d);

} // namespace compaction
