#include "assistant/session/unit_way.hpp"

#include <algorithm>
#include <cmath>

#include "engine/core/json_types.hpp"
#include "engine/geometry/body.hpp"
#include "engine/geometry/drill.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant {

using engine::Json;

namespace {

constexpr double kSlackMm = 3;     ///< named legs lead so near to where the unit stands
constexpr double kSlackDeg = 1;    ///< and so near to the way it faces
constexpr double kNothingMm = .5;  ///< a leg that is shorter is none

double distance_between(const Pose& a, const Pose& b) { return std::hypot((a.x - b.x).mm(), (a.y - b.y).mm()); }

std::optional<double> number_in(const Json& j, const std::string& name) {
  const auto at = j.find(name);
  return at != j.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
}

/// A leg as geometry walks it; nothing where it moves bases within the unit.
std::optional<geometry::Leg> leg_of(const engine::RouteLeg& leg) {
  switch (leg.kind) {
    case engine::RouteLeg::Kind::Ahead:
      return geometry::Advance{leg.distance};
    case engine::RouteLeg::Kind::Echelon:
      return geometry::Echelon{leg.angle, leg.distance};
    case engine::RouteLeg::Kind::Wheel:
      return geometry::Wheel{leg.angle};
    case engine::RouteLeg::Kind::Form:
      return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Pose> pose_in(const Json& j) {
  const auto x = number_in(j, "x_mm"), y = number_in(j, "y_mm"), heading = number_in(j, "heading_deg");
  if (!x || !y || !heading) return std::nullopt;
  return Pose{Length::from_mm(*x), Length::from_mm(*y), Angle::from_deg(*heading)};
}

/// The rectangle round bases that face as the first does.
geometry::Hull hull_at(std::span<const UnitStep> steps, Pose UnitStep::*where) {
  std::vector<geometry::Shape> shapes;
  for (const UnitStep& step : steps) shapes.push_back(geometry::placed(step.footprint, step.*where));
  return geometry::hull_of(shapes, (steps.front().*where).heading);
}

/// The way by the legs that the command names.
std::optional<UnitWay> by_legs(std::span<const UnitStep> steps, const SaidWay& said) {
  if (said.legs.empty()) return std::nullopt;
  const geometry::PathRules rules{.echelon = 180_deg, .backwards = true};
  const geometry::Hull ends = hull_at(steps, &UnitStep::to), begins = hull_at(steps, &UnitStep::from);
  const geometry::Walk walked = geometry::walk(ends.footprint, said.forms ? ends.pose : begins.pose, said.legs, rules);
  UnitWay way{said.legs, walked.stations, said.forms};
  if (said.forms) {  // from where the walk ends back to where it began
    way.stations = geometry::carried(walked.stations, walked.end, ends.pose);
    const double own_size = std::hypot(begins.footprint.frontage.mm(), begins.footprint.depth.mm());
    if (distance_between(way.stations.front(), begins.pose) > own_size) return std::nullopt;
    return way;
  }
  std::vector<Pose> from;
  for (const UnitStep& step : steps) from.push_back(step.from);
  const std::vector<Pose> led = geometry::carried(from, begins.pose, walked.end);
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (distance_between(led[i], steps[i].to) > kSlackMm ||
        std::abs((led[i].heading - steps[i].to.heading).signed_turn().deg()) > kSlackDeg)
      return std::nullopt;
  return way;
}

/// The cheapest manoeuvre of the whole block, without legs that are none.
std::optional<UnitWay> by_drill(std::span<const UnitStep> steps) {
  std::vector<geometry::BaseMove> moves;
  for (const UnitStep& step : steps) moves.push_back({step.footprint, step.from, step.to});
  const auto drill = geometry::drill_of(moves);
  if (!drill || drill->path.legs.empty()) return std::nullopt;
  if (distance_between(drill->from, drill->to) < kSlackMm && drill->from.heading != drill->to.heading)  // it turned where it stood
    return UnitWay{{geometry::Pivot{(drill->to.heading - drill->from.heading).signed_turn()}}, {drill->from, drill->to}, false};
  UnitWay way{drill->path.legs, geometry::walk(drill->block, drill->from, drill->path.legs, drill->rules).stations, false};
  std::erase_if(way.legs, [](const geometry::Leg& leg) {
    const auto* ahead = std::get_if<geometry::Advance>(&leg);
    return ahead != nullptr && std::abs(ahead->distance.mm()) < kNothingMm;
  });
  way.stations.front() = drill->from;
  way.stations.back() = drill->to;
  return way;
}

/// From stop to stop, where the events name several for the whole unit.
std::optional<UnitWay> by_stops(std::span<const UnitStep> steps, const SaidWay& said) {
  std::vector<const std::vector<Pose>*> stops;
  for (const UnitStep& step : steps) {
    const auto known = said.stops.find(step.base);
    if (known == said.stops.end() || known->second.size() < 2 || known->second.back() != step.to) return std::nullopt;
    if (!stops.empty() && known->second.size() != stops.front()->size()) return std::nullopt;
    stops.push_back(&known->second);
  }
  UnitWay way;
  std::vector<UnitStep> part(steps.begin(), steps.end());
  for (std::size_t stop = 0; stop < stops.front()->size(); ++stop) {
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (stop > 0) part[i].from = part[i].to;
      part[i].to = (*stops[i])[stop];
    }
    if (std::all_of(part.begin(), part.end(), [](const UnitStep& step) { return step.from == step.to; })) continue;
    const auto next = by_drill(part);
    if (!next) return std::nullopt;
    way.legs.insert(way.legs.end(), next->legs.begin(), next->legs.end());
    way.stations.insert(way.stations.end(), next->stations.begin() + (way.stations.empty() ? 0 : 1), next->stations.end());
  }
  return way.legs.empty() ? std::nullopt : std::optional(way);
}

}  // namespace

SaidWay said_way(const engine::Route& named, std::span<const std::string> events) {
  SaidWay said;
  said.unit = named.unit;
  for (const engine::RouteLeg& one : named.legs) {
    if (const auto leg = leg_of(one))
      said.legs.push_back(*leg);
    else
      said.legs.clear(), said.forms = true;
  }
  for (const std::string& text : events) {
    if (text.find("\"base\":") == std::string::npos) continue;
    const Json event = io::parsed_or_discarded(text);
    if (!event.is_object()) continue;
    for (const Json& field : event)
      if (field.is_array())
        for (const Json& one : field)
          if (one.is_object() && one.contains("base") && one["base"].is_string())
            if (const auto pose = pose_in(one)) said.stops[{one["base"].get<std::string>()}].push_back(*pose);
  }
  return said;
}

std::optional<UnitWay> unit_way(const UnitId& unit, std::span<const UnitStep> steps, const SaidWay& said) {
  if (steps.empty()) return std::nullopt;
  if (unit == said.unit)
    if (auto way = by_legs(steps, said)) return way;
  if (auto way = by_stops(steps, said)) return way;
  return by_drill(steps);
}

}  // namespace polemarch::assistant
