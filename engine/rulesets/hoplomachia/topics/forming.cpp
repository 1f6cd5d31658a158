#include "engine/rulesets/hoplomachia/topics/forming.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace {

/// `at` moved by (ahead, right) along a heading.
Point carried_point(Point at, Angle heading, double ahead_mm, double right_mm) {
  const Vec2 u = geometry::unit_vector(heading);
  return {at.x + geometry::rounded(u.x * ahead_mm + u.y * right_mm), at.y + geometry::rounded(u.y * ahead_mm - u.x * right_mm)};
}

template <class Each>
void each_stand(const Taxis& unit, const Each& each) {
  for (const Lochos& lochos : unit.lochoi) {
    if (lochos.fate == Fate::Gone) continue;
    for (const Stand& stand : lochos.stands)
      if (!stand.lost) each(lochos, stand);
  }
}

Point corner_of_line(const Taxis& unit, bool right) {
  const Lochos* found = nullptr;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table() && (found == nullptr || !right)) found = &lochos;
  const Stand* front = found == nullptr ? nullptr : front_of(*found);
  if (front == nullptr) return {};
  const geometry::Shape shape = geometry::placed(front->footprint, front->at);
  return geometry::point(shape.corner(right ? geometry::Corner::FrontRight : geometry::Corner::FrontLeft));
}

}  // namespace

namespace {

/// How far apart, in base widths and depths from middle to middle (HM-ARR-10, 11).
struct Spacing {
  double aside = 1, behind = 1;
};
constexpr Spacing kOpenFiles{1.25, 2};

std::vector<engine::PlacedBase> formed_apart(const Taxis& unit, Spacing spacing, Point front, Angle heading) {
  std::vector<engine::PlacedBase> out;
  int files = 0;
  for (const Lochos& lochos : unit.lochoi) files += lochos.fate != Fate::Gone ? 1 : 0;
  int file = 0;
  for (const Lochos& lochos : unit.lochoi) {
    if (lochos.fate == Fate::Gone) continue;
    double behind = 0;
    for (const Stand& stand : lochos.stands) {
      if (stand.lost) continue;
      const double width = stand.footprint.frontage.mm(), depth = stand.footprint.depth.mm();
      const double right = (static_cast<double>(files - 1) / 2.0 - file) * width * spacing.aside;
      const Point at = carried_point(front, heading, -behind - depth / 2, right);
      out.push_back({stand.base, {{at.x, at.y, heading.normalised()}, {}}});
      behind += depth * spacing.behind;
    }
    ++file;
  }
  return out;
}

/// The reach of stands along a direction, mm.
std::pair<double, double> reach_along(const std::vector<geometry::Shape>& shapes, Vec2 along) {
  std::pair<double, double> reach{1e18, -1e18};
  for (const geometry::Shape& shape : shapes)
    for (const Vec2 corner : shape.corners) {
      reach.first = std::min(reach.first, geometry::dot(corner, along));
      reach.second = std::max(reach.second, geometry::dot(corner, along));
    }
  return reach;
}
double shared(std::pair<double, double> a, std::pair<double, double> b) {
  return std::min(a.second, b.second) - std::max(a.first, b.first);
}

/// Does it spread into the file of a friend who stands a move ahead of it or behind: of its line, gone on before it or yet to come?
bool spreads_into_files(const Taxis& before, const Taxis& after, const Taxis& friendly) {
  constexpr double kHair = 0.5;  // mm
  const Vec2 ahead = geometry::unit_vector(heading_of(before)), aside = geometry::left_of(ahead);
  const auto stood = shapes_of(before), stands = shapes_of(after), theirs = shapes_of(friendly);
  if (-shared(reach_along(stands, ahead), reach_along(theirs, ahead)) > (8_in).mm()) return false;
  const auto files = reach_along(theirs, aside);
  return shared(reach_along(stood, aside), files) <= kHair && shared(reach_along(stands, aside), files) > kHair;
}

/// Would it stand on others, deeper than it does now, or in a friend's files?
bool stands_on_others(const State& state, const UnitId& id, const Taxis& before, const Taxis& after) {
  constexpr Length kDeep{-500};
  const Round round = round_of(after);
  for (const auto& [other, unit] : state.units) {
    if (other == id || unit.hidden || !unit.on_table() || far_apart(round, round_of(unit), 8_in)) continue;
    if (unit.side == before.side && spreads_into_files(before, after, unit)) return true;
    const auto theirs = shapes_of(unit);
    const Length then = geometry::gap_between(shapes_of(after), theirs).signed_gap.value;
    if (then < kDeep && then < geometry::gap_between(shapes_of(before), theirs).signed_gap.value) return true;
  }
  return false;
}

}  // namespace

std::vector<engine::PlacedBase> formed(const Taxis& unit, Arrangement arrangement, Point front, Angle heading) {
  return formed_apart(unit, arrangement == Arrangement::OF ? kOpenFiles : Spacing{}, front, heading);
}

std::vector<engine::PlacedBase> formed_in_room(const State& state, const UnitId& id, const Taxis& unit, Arrangement arrangement) {
  const Point front = front_middle(unit);
  const Angle heading = heading_of(unit);
  std::vector<engine::PlacedBase> poses = formed(unit, arrangement, front, heading);
  if (arrangement != Arrangement::OF) return poses;
  for (const Spacing closer : {Spacing{1, kOpenFiles.behind}, Spacing{kOpenFiles.aside, 1}, Spacing{}}) {
    if (!stands_on_others(state, id, unit, standing(unit, poses))) break;
    poses = formed_apart(unit, closer, front, heading);
  }
  return poses;
}

Point front_right(const Taxis& unit) { return corner_of_line(unit, true); }
Point front_left(const Taxis& unit) { return corner_of_line(unit, false); }
Point front_middle(const Taxis& unit) {
  const Point right = front_right(unit), left = front_left(unit);
  return {(right.x + left.x) / 2, (right.y + left.y) / 2};
}

std::vector<engine::PlacedBase> shifted(const Taxis& unit, Length ahead, Length right) {
  std::vector<engine::PlacedBase> out;
  const Angle heading = heading_of(unit);
  each_stand(unit, [&](const Lochos& lochos, const Stand& stand) {
    if (!lochos.on_table()) return;
    MeasuredPose to = stand.at;
    const Point at = carried_point(to.pose.centre(), heading, ahead.mm(), right.mm());
    to.pose.x = at.x, to.pose.y = at.y;
    out.push_back({stand.base, to});
  });
  return out;
}

std::vector<engine::PlacedBase> swung(const Taxis& unit, Point round, Angle by) {
  std::vector<engine::PlacedBase> out;
  const double c = geometry::cos_of(by), s = geometry::sin_of(by);
  each_stand(unit, [&](const Lochos& lochos, const Stand& stand) {
    if (!lochos.on_table()) return;
    MeasuredPose to = stand.at;
    const double dx = (to.pose.x - round.x).mm(), dy = (to.pose.y - round.y).mm();
    to.pose.x = round.x + geometry::rounded(c * dx - s * dy);
    to.pose.y = round.y + geometry::rounded(s * dx + c * dy);
    to.pose.heading = (to.pose.heading + by).normalised();
    out.push_back({stand.base, to});
  });
  return out;
}

Taxis standing(Taxis unit, const std::vector<engine::PlacedBase>& poses) {
  for (const engine::PlacedBase& placed : poses)
    for (Lochos& lochos : unit.lochoi)
      for (Stand& stand : lochos.stands)
        if (stand.base == placed.base) stand.at = placed.at;
  return unit;
}

}  // namespace polemarch::hoplomachia
