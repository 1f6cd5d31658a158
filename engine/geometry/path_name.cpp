/// A path in words.
#include <cstdlib>

#include "engine/core/overloaded.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {

using engine::Overloaded;

namespace {

Length way_of(const Wheel& wheel, const Footprint& footprint) {
  return rounded(footprint.frontage.mm() * static_cast<double>(std::llabs(wheel.angle.mdeg)) * kRadPerMdeg);
}

/// Adds a leg of the same kind and direction to the one before it.
bool joined(Leg& before, const Leg& leg) {
  if (auto* wheel = std::get_if<Wheel>(&before))
    if (const auto* more = std::get_if<Wheel>(&leg); more != nullptr && (wheel->angle.mdeg > 0) == (more->angle.mdeg > 0)) {
      wheel->angle = wheel->angle + more->angle;
      return true;
    }
  if (auto* advance = std::get_if<Advance>(&before))
    if (const auto* more = std::get_if<Advance>(&leg); more != nullptr && (advance->distance < Length{0}) == (more->distance < Length{0})) {
      advance->distance += more->distance;
      return true;
    }
  return false;
}

/// What of a path is named: no leg that rounds to nothing, and what is alike with nothing between it as one.
std::vector<Leg> worth_naming(const Path& path, const Footprint& footprint) {
  const auto far_enough = [](Length l) { return inches_text(size_of(l)) != inches_text(Length{0}); };
  const auto counts = [&](const Leg& leg) {
    return std::visit(Overloaded{[&](const Advance& l) { return far_enough(l.distance); },
                                 [&](const Wheel& l) { return far_enough(way_of(l, footprint)); },
                                 [](const Pivot& l) { return std::llabs(l.angle.mdeg) >= 500; },
                                 [&](const Echelon& l) { return far_enough(l.distance); }},
                      leg);
  };
  std::vector<Leg> legs;
  for (const Leg& leg : path.legs)
    if (legs.empty() || !joined(legs.back(), leg))
      if (counts(leg)) legs.push_back(leg);
  return legs;
}

}  // namespace

std::string named(const Path& path, const Footprint& footprint) {
  std::string text;
  const auto degrees = [](Angle a) { return std::to_string((std::llabs(a.mdeg) + 500) / 1000) + " deg"; };
  for (const Leg& leg : worth_naming(path, footprint)) {
    if (!text.empty()) text += ", ";
    text += std::visit(
        Overloaded{[](const Advance& l) { return (l.distance < Length{0} ? "back " : "advance ") + inches_text(size_of(l.distance)); },
                   [&](const Wheel& l) { return "wheel " + inches_text(way_of(l, footprint)) + (l.angle.mdeg > 0 ? " left" : " right"); },
                   [&](const Pivot& l) { return "turn " + degrees(l.angle) + (l.angle.mdeg > 0 ? " left" : " right"); },
                   [](const Echelon& l) { return "echelon " + inches_text(size_of(l.distance)); }},
        leg);
  }
  return text.empty() ? "stay" : text;
}

}  // namespace polemarch::geometry
