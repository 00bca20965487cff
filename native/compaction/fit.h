// The two small solves of a head's fit, in double precision on the host. Matrices are row-major.
#pragma once

#include <cstddef>
#include <vector>

namespace compaction {

// min_w ||E w - b||^2 with lo <= w <= hi, by FISTA on the normal equations (gram = E^T E [t, t], rhs = E^T b [t]),
// starting from w = 1. Beck & Teboulle, SIAM J. Imaging Sci. 2009.
std::vector<double> solve_weights(const std::vector<float> & gram, const std::vector<float> & rhs, int n_iter, double lo, double hi);

// Solves (gram + ridge*mean(diag(gram))*I) D = rhs for D [t, n], rhs [t, n], by Cholesky. false: not positive definite
bool solve_ridge(const std::vector<float> & gram, const std::vector<float> & rhs, size_t n, double ridge, std::vector<double> & d);

} // namespace compaction
