#pragma once
/// Small dense symmetric systems for fits of up to some hundred unknowns. Row-major. Pure.

#include <cstddef>
#include <optional>
#include <vector>

namespace polemarch::calibration {

/// Square matrix of doubles, row by row.
struct Square {
  std::size_t size = 0;
  std::vector<double> values;

  explicit Square(std::size_t n) : size(n), values(n * n, 0.0) {}
  double& at(std::size_t row, std::size_t column) { return values[row * size + column]; }
  double at(std::size_t row, std::size_t column) const { return values[row * size + column]; }
};

/// Lower triangle L with L L' = m; nothing when m is not positive definite.
std::optional<Square> cholesky(const Square& m);
/// x with L L' x = b.
std::vector<double> solve(const Square& lower, std::vector<double> b);
/// (L L')^-1.
Square inverse(const Square& lower);

}  // namespace polemarch::calibration
