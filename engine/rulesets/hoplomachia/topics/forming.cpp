#include "engine/rulesets/hoplomachia/topics/forming.hpp"

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

std::vector<engine::PlacedBase> formed(const Taxis& unit, Arrangement arrangement, Point front, Angle heading) {
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
      const double step = arrangement == Arrangement::OF ? width * 1.25 : width;
      const double right = (static_cast<double>(files - 1) / 2.0 - file) * step;
      const Point at = carried_point(front, heading, -behind - depth / 2, right);
      out.push_back({stand.base, {{at.x, at.y, heading.normalised()}, {}}});
      behind += arrangement == Arrangement::OF ? 2 * depth : depth;
    }
    ++file;
  }
  return out;
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
