#include "assistant/story/ways.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "engine/core/json_types.hpp"
#include "models/box_name.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::story {

namespace {

using engine::Json;

constexpr double kMmPerDegree = 1.5;       ///< a turn takes as long as so much of a march
constexpr double kWheelStepDeg = 15;       ///< stations of a wheel lie so far apart
constexpr std::size_t kMostStations = 24;  ///< a way with more is told without
constexpr double kFormingShare = 0.3;      ///< of the time of a way, for taking another shape before it

double turn_from(double from, double to) { return std::remainder(to - from, 360.0); }
double upright(double heading) { return std::fmod(std::fmod(heading, 360.0) + 360.0, 360.0); }

Pose pose_of(const Standing& at) { return {Length::from_mm(at.x), Length::from_mm(at.y), Angle::from_deg(at.heading)}; }
Standing standing_of(const Pose& pose) { return {true, pose.x.mm(), pose.y.mm(), upright(pose.heading.deg())}; }

double length_between(const Standing& a, const Standing& b) {
  return std::hypot(b.x - a.x, b.y - a.y) + kMmPerDegree * std::abs(turn_from(a.heading, b.heading));
}

/// The stations where something changes, and wheels in steps.
std::vector<Standing> thinned(const std::vector<Pose>& stations) {
  std::vector<Standing> out;
  for (std::size_t i = 0; i < stations.size(); ++i) {
    const Standing here = standing_of(stations[i]);
    if (i > 0 && i + 1 < stations.size()) {
      const Standing next = standing_of(stations[i + 1]);
      const bool wheels = turn_from(out.back().heading, here.heading) != 0 && turn_from(here.heading, next.heading) != 0;
      if (wheels && std::abs(turn_from(out.back().heading, next.heading)) <= kWheelStepDeg) continue;
    }
    out.push_back(here);
  }
  return out;
}

/// The way of a unit on a table without boxes; nothing where it goes straight on.
std::optional<Way> block_way(const UnitId& unit, const std::vector<UnitStep>& steps, const SaidWay& said) {
  const auto found = unit_way(unit, steps, said);
  if (!found || found->legs.empty()) return std::nullopt;
  const auto turns = [](const geometry::Leg& leg) {
    return std::holds_alternative<geometry::Wheel>(leg) || std::holds_alternative<geometry::Pivot>(leg);
  };
  if (!found->forms && found->legs.size() == 1 && !turns(found->legs.front())) return std::nullopt;
  Way way{unit, thinned(found->stations), found->forms};
  if (way.stations.size() > kMostStations) return std::nullopt;
  return way;
}

/// The way through boxes, from where the unit stood to where it stands.
std::optional<Way> box_way(const GridSpec& grid, const UnitId& unit, const Shift& shift, const std::vector<std::string>& boxes) {
  if (boxes.size() < 2 || boxes.size() > kMostStations) return std::nullopt;
  Way way{unit, {shift.from}, false};
  for (std::size_t i = 0; i + 1 < boxes.size(); ++i) {
    const auto box = box_named(boxes[i]);
    const auto middle = box ? middle_of(grid, *box) : std::nullopt;
    if (!middle) return std::nullopt;
    Standing here{true, middle->x.mm(), middle->y.mm(), 0};
    const double share = static_cast<double>(i + 1) / static_cast<double>(boxes.size());
    here.heading = upright(shift.from.heading + turn_from(shift.from.heading, shift.to.heading) * share);
    way.stations.push_back(here);
  }
  way.stations.push_back(shift.to);
  return way;
}

/// Where a base is that goes with its unit's middle from one place to another.
Standing carried(const Standing& base, const Standing& from, const Standing& to) {
  const double turn = turn_from(from.heading, to.heading) * std::numbers::pi / 180.0;
  const double c = std::cos(turn), s = std::sin(turn), dx = base.x - from.x, dy = base.y - from.y;
  return {true, to.x + c * dx - s * dy, to.y + s * dx + c * dy, upright(base.heading + to.heading - from.heading)};
}

/// Does the unit stand in that box?
bool stands_in(const GridSpec& grid, const Standing& here, const std::string& box) {
  const auto named = box_named(box);
  const auto at = box_at(grid, here.x, here.y);
  return named && at && named->column == at->column && named->row == at->row;
}

}  // namespace

void WayFinder::hear(const std::string& event_json) {
  if (event_json.find("\"path\":[") == std::string::npos) return;
  const Json event = io::parsed(event_json);
  const Json* tells = &event;
  if (const auto plan = event.find("plan"); plan != event.end() && plan->is_object()) tells = &*plan;
  const auto path = tells->find("path");
  if (path == tells->end() || !path->is_array()) return;
  std::string unit;
  for (const Json* at : {tells, &event})
    for (const Json& holder : {*at, at->value("order", Json::object())})
      if (const auto name = holder.is_object() ? holder.find("unit") : holder.end(); unit.empty() && name != holder.end())
        if (name->is_string()) unit = name->get<std::string>();
  if (unit.empty()) return;
  std::vector<std::string> boxes;
  for (const Json& box : *path) {
    if (!box.is_string()) return;
    boxes.push_back(box.get<std::string>());
  }
  boxes_[{unit}] = std::move(boxes);
}

std::string WayFinder::goal(const UnitId& unit) const {
  const auto known = boxes_.find(unit);
  return known == boxes_.end() || known->second.empty() ? std::string() : known->second.back();
}

std::vector<Way> WayFinder::ways(const Story& story, const std::vector<Shift>& shifts, const SaidWay& said) {
  std::map<UnitId, std::vector<const Shift*>> by_unit;
  for (const Shift& shift : shifts) by_unit[story.pieces[shift.piece].unit].push_back(&shift);
  std::vector<Way> out;
  for (const auto& [unit, mine] : by_unit) {
    if (!std::all_of(mine.begin(), mine.end(), [](const Shift* shift) { return shift->from.on_table && shift->to.on_table; })) continue;
    std::optional<Way> way;
    if (story.table.grid) {
      const auto known = boxes_.find(unit);
      if (known == boxes_.end() || known->second.empty() || !stands_in(*story.table.grid, mine.front()->to, known->second.back())) continue;
      way = box_way(*story.table.grid, unit, *mine.front(), known->second);
      boxes_.erase(known);
    } else {
      std::vector<UnitStep> steps;
      for (const Shift* shift : mine) {
        const Piece& piece = story.pieces[shift->piece];
        steps.push_back({piece.base, piece.footprint, pose_of(shift->from), pose_of(shift->to)});
      }
      way = block_way(unit, steps, said);
    }
    if (way) out.push_back(std::move(*way));
  }
  return out;
}

Standing on_way(const Way& way, double share) {
  double all = 0;
  for (std::size_t i = 1; i < way.stations.size(); ++i) all += length_between(way.stations[i - 1], way.stations[i]);
  double left = std::clamp(share, 0.0, 1.0) * all;
  for (std::size_t i = 1; i < way.stations.size(); ++i) {
    const Standing &from = way.stations[i - 1], &to = way.stations[i];
    const double length = length_between(from, to);
    if (left <= length && length > 0) {
      const double part = left / length;
      return {true, from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part,
              upright(from.heading + turn_from(from.heading, to.heading) * part)};
    }
    left -= length;
  }
  return way.stations.back();
}

Standing on_way(const Shift& base, const Way& way, double share) {
  if (way.forms && share < kFormingShare) {
    const Standing formed = carried(base.to, way.stations.back(), way.stations.front());
    const double part = share / kFormingShare;
    return {true, base.from.x + (formed.x - base.from.x) * part, base.from.y + (formed.y - base.from.y) * part,
            upright(base.from.heading + turn_from(base.from.heading, formed.heading) * part)};
  }
  if (way.forms) return carried(base.to, way.stations.back(), on_way(way, (share - kFormingShare) / (1 - kFormingShare)));
  return carried(base.from, way.stations.front(), on_way(way, share));
}

}  // namespace polemarch::assistant::story
