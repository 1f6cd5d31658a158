#include "engine/geometry/noise.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace polemarch::geometry {
namespace {

/// The upper half of the middles of 79 equally likely parts of a normal distribution, scaled to unit variance; 0 lies between the halves.
constexpr std::array<double, Draws::kCount / 2> kUpper{
    0.031992, 0.064016, 0.096105, 0.128291, 0.160609, 0.193093, 0.225779, 0.258704, 0.291907, 0.325430, 0.359317, 0.393614, 0.428374,
    0.463651, 0.499505, 0.536003, 0.573217, 0.611229, 0.650131, 0.690026, 0.731033, 0.773287, 0.816945, 0.862192, 0.909246, 0.958370,
    1.009882, 1.064177, 1.121747, 1.183230, 1.249460, 1.321573, 1.401166, 1.490602, 1.593604, 1.716582, 1.872184, 2.091937, 2.513439,
};

/// For each variable an order of its own in which it takes its values (shuffled from a fixed seed); further variables begin elsewhere.
constexpr std::size_t kOrders = 64;
using Order = std::array<std::uint8_t, Draws::kCount>;
constexpr std::array<Order, kOrders> shuffled_orders() {
  std::array<Order, kOrders> orders{};
  std::uint64_t seed = 20261122;
  for (Order& order : orders) {
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint8_t>(i);
    for (std::size_t i = order.size() - 1; i > 0; --i) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      const std::size_t k = static_cast<std::size_t>((seed >> 33) % (i + 1));
      const std::uint8_t kept = order[i];
      order[i] = order[k], order[k] = kept;
    }
  }
  return orders;
}
constexpr std::array<Order, kOrders> kOrder = shuffled_orders();

double normal(std::size_t variable, int draw) {
  const std::size_t shift = 37 * (variable / kOrders);
  const int rank = kOrder[variable % kOrders][(static_cast<std::size_t>(draw) + shift) % Draws::kCount] - Draws::kCount / 2;
  if (rank == 0) return 0;
  return rank > 0 ? kUpper[static_cast<std::size_t>(rank - 1)] : -kUpper[static_cast<std::size_t>(-rank - 1)];
}

constexpr std::size_t kMostFactors = 16;  ///< variables kept for the calibration factors before the bases' own begin

}  // namespace

Shape moved_by(const Shape& shape, double dx, double dy, double turn) {
  Shape moved;
  moved.outline = shape.outline;
  moved.half_depth = shape.half_depth, moved.half_front = shape.half_front;
  moved.centre = {shape.centre.x + dx, shape.centre.y + dy};
  const double z = turn * turn;
  const double c = 1.0 - z * (0.5 - z / 24.0), s = turn * (1.0 - z * (1.0 / 6.0 - z / 120.0));
  moved.ahead = {shape.ahead.x * c - shape.ahead.y * s, shape.ahead.x * s + shape.ahead.y * c};
  const Vec2 f = moved.half_depth * moved.ahead, l = moved.half_front * left_of(moved.ahead);
  moved.corners = {moved.centre + f + l, moved.centre + f - l, moved.centre - f - l, moved.centre - f + l};
  return moved;
}

double most_off_mm(const Shape& shape) {
  if (shape.error.none) return 0;
  const auto& o = shape.error.own;
  double place = o[0] + o[3], turn = o[5];
  for (const auto& loading : shape.error.shared) {
    place += loading[0] * loading[0] + loading[1] * loading[1];
    turn += loading[2] * loading[2];
  }
  const double reach = length_of({shape.half_depth, shape.half_front});
  return 4.5 * (std::sqrt(place) + reach * std::sqrt(turn));
}

Draws::Draws(std::span<const Shape* const> bases) {
  for (const Shape* base : bases) {
    const auto& o = base->error.own;
    Root root{base, {}};
    const double a = std::sqrt(std::max(o[0], 0.0));
    const double b = a > 0 ? o[1] / a : 0.0, d = a > 0 ? o[2] / a : 0.0;
    const double c = std::sqrt(std::max(o[3] - b * b, 0.0));
    const double e = c > 0 ? (o[4] - b * d) / c : 0.0;
    root.own = {a, b, c, d, e, std::sqrt(std::max(o[5] - d * d - e * e, 0.0))};
    roots_.push_back(root);
  }
}

Shape Draws::at(std::size_t k, int i, double times) const {
  const Root& root = roots_[k];
  if (root.base->error.none) return *root.base;
  const std::size_t first = kMostFactors + 3 * k;
  const double z0 = normal(first, i), z1 = normal(first + 1, i), z2 = normal(first + 2, i);
  const auto& r = root.own;
  double dx = r[0] * z0, dy = r[1] * z0 + r[2] * z1, turn = r[3] * z0 + r[4] * z1 + r[5] * z2;
  for (std::size_t f = 0; f < root.base->error.shared.size(); ++f) {
    const double z = normal(f < kMostFactors ? f : 3 * roots_.size() + f, i);
    const auto& loading = root.base->error.shared[f];
    dx += z * loading[0], dy += z * loading[1], turn += z * loading[2];
  }
  return moved_by(*root.base, times * dx, times * dy, times * turn);
}

double stated_sd(double value, std::span<double> under_draws) {
  double squares = 0;
  for (double& v : under_draws) {
    v = std::fabs(v - value);
    squares += v * v;
  }
  const std::size_t n = under_draws.size();
  const double spread = std::sqrt(squares / static_cast<double>(n));
  const std::size_t rank = (95 * (n + 1) + 99) / 100 - 1;
  std::nth_element(under_draws.begin(), under_draws.begin() + static_cast<std::ptrdiff_t>(rank), under_draws.end());
  const double covers = under_draws[rank] / 1.96;
  return covers > 0 ? covers : spread;
}

}  // namespace polemarch::geometry
