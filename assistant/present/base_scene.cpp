/// Which bases stand where, and one base with its front and who stands on it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "assistant/present/base_scene.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::present {

std::map<BaseId, Drawn> bases_to_draw(const Inputs& inputs) {
  std::map<BaseId, Drawn> drawn;
  for (const BaseSpec& spec : inputs.bases) drawn[spec.base] = {spec.unit, Side::A, false, spec.footprint, {}, 0, Seen::Gone};
  for (const engine::Place& place : inputs.battle->places())
    drawn[place.base] = {place.unit,
                         place.side,
                         true,
                         place.footprint,
                         vec_of(place.pose.centre()),
                         place.pose.heading.deg(),
                         place.on_table ? Seen::Seen : Seen::Gone,
                         place.troops};
  if (inputs.seen == nullptr) return drawn;
  // What carries no marker cannot be seen: it stands where the rules have it.
  std::set<BaseId> marked;
  for (const BaseSpec& spec : inputs.bases) marked.insert(spec.base);
  for (auto& [id, base] : drawn)
    if (marked.empty() || marked.contains(id)) base.state = Seen::Gone;
  for (const ObservedBase& seen : inputs.seen->bases) {
    const auto found = drawn.find(seen.base);
    Drawn base =
        found == drawn.end() ? Drawn{seen.unit, Side::A, false, {Outline::Rectangle, 40_mm, 30_mm}, {}, 0, Seen::Gone} : found->second;
    base.centre = {seen.x_mm, seen.y_mm};
    base.heading = seen.heading_deg;
    base.state = seen.state;
    drawn[seen.base] = base;
  }
  return drawn;
}

Tone tone_of(const Drawn& base) {
  if (!base.sided) return Tone::Ink;
  return base.side == Side::A ? Tone::SideA : Tone::SideB;
}

void stand_aside(std::map<BaseId, Drawn>& drawn) {
  for (auto& [id, token] : drawn) {
    if (token.footprint.outline != Outline::Circle || token.state == Seen::Gone) continue;
    for (const auto& [other, base] : drawn) {
      if (other == id || base.state == Seen::Gone || base.side != token.side || base.footprint.outline == Outline::Circle) continue;
      const std::vector<Vec2> corners = corners_of(base.footprint, base.centre, base.heading);
      if (!ui::contains(corners, token.centre)) continue;
      const double out = token.footprint.frontage.mm() / 2, h = base.heading * std::numbers::pi / 180.0;
      const Vec2 rear_left = corners[3];
      token.centre = {rear_left.x - out * std::cos(h) - out * 0.4 * std::sin(h), rear_left.y - out * std::sin(h) + out * 0.4 * std::cos(h)};
      break;
    }
  }
}

UnitId unit_under(const Inputs& inputs, Vec2 at) {
  std::map<BaseId, Drawn> drawn = bases_to_draw(inputs);
  if (!inputs.picture.image) stand_aside(drawn);
  UnitId found;
  bool token = false;
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone || !base.sided || base.unit.empty()) continue;
    const bool round = base.footprint.outline == Outline::Circle;
    if (token && !round) continue;
    const bool under = round ? std::hypot(at.x - base.centre.x, at.y - base.centre.y) <= base.footprint.frontage.mm() / 2
                             : ui::contains(corners_of(base.footprint, base.centre, base.heading), at);
    if (under) found = base.unit, token = round;
  }
  return found;
}

std::vector<Vec2> corners_of(const Footprint& footprint, Vec2 centre, double heading_deg) {
  const double h = heading_deg * std::numbers::pi / 180.0, c = std::cos(h), s = std::sin(h);
  const double front = footprint.depth.mm() / 2, left = footprint.frontage.mm() / 2;
  const auto at = [&](double x, double y) { return Vec2{centre.x + x * c - y * s, centre.y + x * s + y * c}; };
  return {at(front, left), at(front, -left), at(-front, -left), at(-front, left)};
}

void add_base(Scene& scene, const BaseId& base, const UnitId& unit, const Footprint& footprint, Vec2 centre, double heading_deg, Tone tone,
              Pattern pattern, bool filled, const std::string& meaning) {
  const auto corners = corners_of(footprint, centre, heading_deg);
  SceneItem item;
  if (footprint.outline == Outline::Circle) {
    item.shape = Circle{centre, footprint.frontage.mm() / 2, filled};
  } else {
    item.shape = Polygon{corners, true, filled};
  }
  item.tone = tone;
  item.pattern = pattern;
  item.width_mm = 2.0;
  item.meaning = meaning;
  item.about = base.text;
  scene.items.push_back(item);
  // The front: a heavy edge and a small point, so that facing is read from any seat.
  const Vec2 a = corners[0], b = corners[1];
  const double h = heading_deg * std::numbers::pi / 180.0, reach = std::min(10.0, footprint.depth.mm() * 0.3);
  const Vec2 tip{(a.x + b.x) / 2 + reach * std::cos(h), (a.y + b.y) / 2 + reach * std::sin(h)};
  const auto along = [&](double t) { return Vec2{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; };
  item.shape = Polygon{{along(0.35), tip, along(0.65)}, true, true};
  item.pattern = Pattern::Solid;
  item.meaning = meaning + "_front";
  item.about = unit.empty() ? base.text : unit.text;
  scene.items.push_back(std::move(item));
}

void add_troops(Scene& scene, engine::Troops troops, Side side, const Footprint& footprint, Vec2 centre, double heading_deg, bool alone) {
  // A square base that stands alone bears its name.
  if (troops == engine::Troops::None || (alone && footprint.depth.um * 10 > footprint.frontage.um * 9)) return;
  const double h = heading_deg * std::numbers::pi / 180.0, c = std::cos(h), s = std::sin(h);
  const double depth = footprint.depth.mm(), width = footprint.frontage.mm();
  const double round = footprint.outline == Outline::Circle ? 0.7 : 1.0;
  const auto at = [&](double ahead, double left) {
    const double x = ahead * depth * round, y = left * width * round;
    return Vec2{centre.x + x * c - y * s, centre.y + x * s + y * c};
  };
  const auto line = [&](Vec2 from, Vec2 to, Pattern pattern, double width_mm) {
    scene.items.push_back({.shape = Polygon{{from, to}, false, false},
                           .tone = side == Side::A ? Tone::OnSideA : Tone::OnSideB,
                           .pattern = pattern,
                           .width_mm = width_mm,
                           .label = {},
                           .meaning = "troops",
                           .rule = {},
                           .about = {}});
  };
  const double dot = std::clamp(std::min(depth, width) * 0.1, 1.0, 4.0);
  if (troops == engine::Troops::Mounted) line(at(-0.22, 0.3), at(0.22, -0.3), Pattern::Solid, dot);
  if (troops == engine::Troops::LightFoot) line(at(0, 0.36), at(0, -0.36), Pattern::Dotted, 1.3 * dot);
  if (troops == engine::Troops::Foot)
    for (const double row : {0.17, -0.17}) line(at(row, 0.38), at(row, -0.38), Pattern::Dotted, dot);
}

}  // namespace polemarch::assistant::present
