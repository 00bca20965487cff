// The inner loops of what is computed on the host.
#pragma once

#include <cstddef>

namespace compaction {

double dot(const double * a, const double * b, size_t n);
float  dot(const float  * a, const float  * b, size_t n);

// y += a*x
void axpy(double * y, const double * x, double a, size_t n);
void axpy(float  * y, const float  * x, float  a, size_t n);

} // namespace compaction
