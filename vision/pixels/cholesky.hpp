#pragma once
/// Small dense symmetric systems, row-major, lower triangle. Pure.

#include <cmath>
#include <cstddef>
#include <vector>

namespace polemarch::vision {

/// Factors `a` (n x n, lower triangle used) in place. False when it is not positive definite.
inline bool cholesky(std::vector<double>& a, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    double* ai = a.data() + i * n;
    for (std::size_t j = 0; j <= i; ++j) {
      const double* aj = a.data() + j * n;
      double sum = ai[j];
      for (std::size_t k = 0; k < j; ++k) sum -= ai[k] * aj[k];
      if (i == j) {
        if (!(sum > 1e-12)) return false;
        ai[i] = std::sqrt(sum);
      } else {
        ai[j] = sum / aj[j];
      }
    }
  }
  return true;
}

/// Solves with a factor from cholesky(); `b` becomes the solution.
inline void cholesky_solve(const std::vector<double>& l, std::size_t n, std::vector<double>& b) {
  for (std::size_t i = 0; i < n; ++i) {
    double sum = b[i];
    for (std::size_t k = 0; k < i; ++k) sum -= l[i * n + k] * b[k];
    b[i] = sum / l[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    double sum = b[i];
    for (std::size_t k = i + 1; k < n; ++k) sum -= l[k * n + i] * b[k];
    b[i] = sum / l[i * n + i];
  }
}

}  // namespace polemarch::vision
