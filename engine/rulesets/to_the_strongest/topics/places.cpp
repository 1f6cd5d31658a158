#include "engine/rulesets/to_the_strongest/topics/places.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/core/room.hpp"
#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::to_the_strongest {
namespace {

/// Standard normal distribution function (Abramowitz & Stegun 26.2.19), good to 1.5e-7; sums and products only, so that every machine
/// agrees.
double phi(double x) {
  const double a = std::fabs(x);
  double power =
      1 + a * (0.0498673470 + a * (0.0211410061 + a * (0.0032776263 + a * (0.0000380036 + a * (0.0000488906 + a * 0.0000053830)))));
  for (int i = 0; i < 4; ++i) power *= power;  // to the sixteenth
  const double tail = 0.5 / power;
  return x >= 0 ? 1 - tail : tail;
}

double sd_mm(const MeasuredPose& pose, std::size_t own, std::size_t axis) {
  double variance = static_cast<double>(pose.error.own[own]);
  for (const auto& factor : pose.error.shared) variance += static_cast<double>(factor[axis]) * static_cast<double>(factor[axis]);
  return std::sqrt(variance) / 1000.0;
}

/// Chance that a coordinate with this mean and error lies in [low, high].
double chance_within(double mean, double sd, double low, double high) {
  if (sd <= 0) return mean >= low && mean < high ? 1 : 0;
  return phi((high - mean) / sd) - phi((low - mean) / sd);
}

}  // namespace

std::vector<Point> region_of(const State& state, Box box) {
  const Length x = state.origin.x + (box.col - 1) * state.box_size, y = state.origin.y + (box.row - 1) * state.box_size;
  return {{x, y}, {x + state.box_size, y}, {x + state.box_size, y + state.box_size}, {x, y + state.box_size}};
}

Point centre_of(const State& state, Box box) {
  return {state.origin.x + (box.col - 1) * state.box_size + state.box_size / 2,
          state.origin.y + (box.row - 1) * state.box_size + state.box_size / 2};
}

Angle heading_of(Facing facing) {
  switch (facing) {
    case Facing::N:
      return 90_deg;
    case Facing::E:
      return {0};
    case Facing::S:
      return 270_deg;
    case Facing::W:
      return 180_deg;
  }
  return {};
}

Facing facing_near(Angle heading) {
  Facing best = Facing::N;
  std::int64_t least = 400000;
  for (const Facing facing : kFacings) {
    const std::int64_t off = std::abs((heading - heading_of(facing)).signed_turn().mdeg);
    if (off < least) {
      least = off;
      best = facing;
    }
  }
  return best;
}

Pose slot_pose(const State& state, const Unit& unit, std::size_t index) {
  Point at = centre_of(state, unit.box);
  const Step2 f = ahead(unit.facing), r = ahead(right_of(unit.facing));
  const Length along = (state.box_size / 4) * (unit.along * sign_of(unit.facing));
  const auto count = static_cast<std::int64_t>(std::max<std::size_t>(unit.bases.size(), 1));
  const Length width = unit.footprint.frontage.um > 0 ? unit.footprint.frontage : state.box_size * 8 / (10 * count);
  const Length aside = width * (2 * static_cast<std::int64_t>(index) - (count - 1)) / 2;
  at.x += along * f.dx + aside * r.dx;
  at.y += along * f.dy + aside * r.dy;
  return {at.x, at.y, heading_of(unit.facing)};
}

Pose camp_pose(const State& state, const Camp& camp) {
  const Point centre = centre_of(state, camp.box);
  const Step2 front = ahead(outward(camp.owner)), left = ahead(left_of(outward(camp.owner)));
  const Length off = state.box_size / 3;
  return {centre.x + off * (left.dx - front.dx), centre.y + off * (left.dy - front.dy), heading_of(outward(camp.owner))};
}

const Unit* mate_in(const State& state, const Unit& unit, Box box) {
  for (const auto& [id, other] : state.units)
    if (id != unit.id && other.side == unit.side && on_table(other) && other.box == box) return &other;
  return nullptr;
}

bool stands_before(const State& state, const Unit& mate, const Pose& pose) {
  const Point centre = centre_of(state, mate.box);
  const Step2 front = ahead(mate.facing);
  return (pose.x - centre.x) * front.dx + (pose.y - centre.y) * front.dy > state.box_size / 20;
}

std::vector<BoxChance> boxes_near(const State& state, const MeasuredPose& pose) {
  const double box = state.box_size.mm();
  const double x = (pose.pose.x - state.origin.x).mm(), y = (pose.pose.y - state.origin.y).mm();
  const double sx = sd_mm(pose, 0, 0), sy = sd_mm(pose, 3, 1);
  const int col = static_cast<int>(std::floor(x / box)) + 1, row = static_cast<int>(std::floor(y / box)) + 1;
  std::vector<BoxChance> out;
  for (int c = col - 1; c <= col + 1; ++c) {
    for (int r = row - 1; r <= row + 1; ++r) {
      const double chance = chance_within(x, sx, (c - 1) * box, c * box) * chance_within(y, sy, (r - 1) * box, r * box);
      if (chance > 0.01 && state.field.holds({c, r})) out.push_back({{c, r}, chance});
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const BoxChance& a, const BoxChance& b) { return a.chance > b.chance; });
  return out;
}

}  // namespace polemarch::to_the_strongest
