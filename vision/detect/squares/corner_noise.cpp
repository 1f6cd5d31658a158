#include "vision/detect/squares/corner_noise.hpp"

#include <array>
#include <cmath>

namespace polemarch::vision {

std::vector<double> noise_of_crossings(const Quad& corners, double along_sd) {
  // Side k runs from corner k to k + 1; its two ends move across it by e[2k] and e[2k + 1], variance 4 / length, correlation -1/2.
  std::array<std::array<double, 8>, 8> by{};  // corner coordinates by those ends
  for (std::size_t k = 0; k < 4; ++k) {
    const std::size_t before = (k + 3) % 4;
    const auto across = [&](std::size_t side) {
      const PixelPoint d = corners[(side + 1) % 4] - corners[side];
      const double size = length(d);
      return PixelPoint{d.y / size, -d.x / size};
    };
    const PixelPoint p = across(before), q = across(k);  // p.move = e_p, q.move = e_q
    const double den = p.x * q.y - p.y * q.x;
    by[2 * k][2 * before + 1] = q.y / den;
    by[2 * k + 1][2 * before + 1] = -q.x / den;
    by[2 * k][2 * k] = -p.y / den;
    by[2 * k + 1][2 * k] = p.x / den;
  }
  std::vector<double> out(64, 0.0);
  for (std::size_t side = 0; side < 4; ++side) {
    const double end = 4 * along_sd * along_sd / length(corners[(side + 1) % 4] - corners[side]);
    for (std::size_t a = 0; a < 8; ++a) {
      for (std::size_t b = 0; b < 8; ++b) {
        const double a0 = by[a][2 * side], a1 = by[a][2 * side + 1], b0 = by[b][2 * side], b1 = by[b][2 * side + 1];
        out[8 * a + b] += end * (a0 * b0 + a1 * b1 - 0.5 * (a0 * b1 + a1 * b0));
      }
    }
  }
  return out;
}

std::vector<double> turned_covariance(const std::vector<double>& covariance, std::size_t turn) {
  if (covariance.size() != 64) return {};
  std::vector<double> out(64);
  const auto from = [&](std::size_t a) { return 2 * ((a / 2 + turn) % 4) + a % 2; };
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = 0; b < 8; ++b) out[8 * a + b] = covariance[8 * from(a) + from(b)];
  return out;
}

}  // namespace polemarch::vision
