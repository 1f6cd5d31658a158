#include "calibration/lens/dense.hpp"

#include <cmath>

namespace polemarch::calibration {

std::optional<Square> cholesky(const Square& m) {
  Square l(m.size);
  for (std::size_t i = 0; i < m.size; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = m.at(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= l.at(i, k) * l.at(j, k);
      if (i == j) {
        if (!(sum > 0)) return std::nullopt;
        l.at(i, i) = std::sqrt(sum);
      } else {
        l.at(i, j) = sum / l.at(j, j);
      }
    }
  }
  return l;
}

std::vector<double> solve(const Square& lower, std::vector<double> b) {
  for (std::size_t i = 0; i < lower.size; ++i) {
    for (std::size_t k = 0; k < i; ++k) b[i] -= lower.at(i, k) * b[k];
    b[i] /= lower.at(i, i);
  }
  for (std::size_t i = lower.size; i-- > 0;) {
    for (std::size_t k = i + 1; k < lower.size; ++k) b[i] -= lower.at(k, i) * b[k];
    b[i] /= lower.at(i, i);
  }
  return b;
}

Square inverse(const Square& lower) {
  Square out(lower.size);
  for (std::size_t column = 0; column < lower.size; ++column) {
    std::vector<double> unit(lower.size, 0.0);
    unit[column] = 1.0;
    const auto x = solve(lower, std::move(unit));
    for (std::size_t row = 0; row < lower.size; ++row) out.at(row, column) = x[row];
  }
  return out;
}

}  // namespace polemarch::calibration
