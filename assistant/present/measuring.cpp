#include "assistant/present/measuring.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <numbers>

#include "assistant/present/parts.hpp"
#include "assistant/present/table_scene.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/sight_parts.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::present {

namespace {

struct Body {
  Side side = Side::A;
  std::vector<geometry::Shape> shapes;
};

/// Every unit on the table as it is seen, or as the rules have it.
std::map<UnitId, Body> bodies_of(const Inputs& inputs) {
  std::map<BaseId, const ObservedBase*> seen;
  if (inputs.seen != nullptr)
    for (const ObservedBase& base : inputs.seen->bases) seen[base.base] = &base;
  std::map<UnitId, Body> bodies;
  for (const engine::Place& place : inputs.battle->places()) {
    const auto found = seen.find(place.base);
    if (found == seen.end() ? !place.on_table : found->second->state == Seen::Gone) continue;
    Body& body = bodies[place.unit];
    body.side = place.side;
    body.shapes.push_back(found == seen.end() ? geometry::placed(place.footprint, place.pose)
                                              : geometry::placed(place.footprint, measured_pose(*found->second)));
  }
  return bodies;
}

std::vector<std::vector<Vec2>> outlines_of(const Body& body) {
  std::vector<std::vector<Vec2>> outlines;
  for (const geometry::Shape& shape : body.shapes) outlines.push_back(geometry::outline_of(shape));
  return outlines;
}

Vec2 body_middle(const Body& body) {
  Vec2 sum{0, 0};
  double count = 0;
  for (const std::vector<Vec2>& outline : outlines_of(body))
    for (const Vec2 point : outline) sum = {sum.x + point.x, sum.y + point.y}, ++count;
  return count > 0 ? Vec2{sum.x / count, sum.y / count} : sum;
}

/// What of `b` its front sees past everybody else.
void look(const std::map<UnitId, Body>& bodies, Measured& measured) {
  const Body &from = bodies.at(measured.a.unit), &to = bodies.at(measured.b.unit);
  std::vector<geometry::Blocker> blockers;
  for (const auto& [id, body] : bodies) {
    if (id == measured.a.unit || id == measured.b.unit) continue;
    geometry::Blocker blocker;
    blocker.name = id.text;
    for (const geometry::Shape& shape : body.shapes) blocker.pieces.push_back(geometry::blocker_of(id.text, shape).pieces.front());
    blockers.push_back(std::move(blocker));
  }
  constexpr int kSamples = 5;
  const std::span<const geometry::Shape> target(to.shapes);
  std::optional<geometry::Sight> best;
  const geometry::Shape* looks = nullptr;
  for (const geometry::Shape& eye : from.shapes) {
    const geometry::Sight sight = geometry::sight_from_front(eye, 0, target, 0, blockers, kSamples);
    if (!best || sight.share > best->share) best = sight, looks = &eye;
  }
  if (!best) return;
  if (!best->in_the_way.empty()) {
    const geometry::SightView view = geometry::view_from_front(*looks, target, blockers, kSamples);
    measured.eye = view.eye;
    for (const geometry::SightPart& part : view.parts) measured.stretches.push_back({part.right, part.left, part.seen});
  }
  measured.seen = best->share;
  for (const std::size_t i : best->in_the_way) measured.in_the_way.push_back(blockers[i].name);
}

std::optional<Measured> measure_bodies(const std::map<UnitId, Body>& bodies, const End& a, const End& b, bool sight) {
  Measured measured{.a = a,
                    .b = b,
                    .from = a.at,
                    .to = b.at,
                    .seen = {},
                    .in_the_way = {},
                    .eye = {},
                    .stretches = {},
                    .limit_mm = {},
                    .limit_name = {},
                    .counted = {}};
  const auto body_a = bodies.find(a.unit), body_b = bodies.find(b.unit);
  if ((!a.unit.empty() && body_a == bodies.end()) || (!b.unit.empty() && body_b == bodies.end())) return std::nullopt;
  if (!a.unit.empty() && a.unit == b.unit) return std::nullopt;
  if (!a.unit.empty() && !b.unit.empty()) {
    const geometry::Gap gap = geometry::gap_between(body_a->second.shapes, body_b->second.shapes);
    measured.from = geometry::vec(gap.on_a), measured.to = geometry::vec(gap.on_b);
    measured.mm = gap.distance().value.mm(), measured.sd_mm = gap.distance().sd.mm();
    measured.touching = gap.overlap() || gap.distance().value.um == 0;
    if (sight) look(bodies, measured);
  } else if (a.unit.empty() && b.unit.empty()) {
    measured.mm = std::hypot(b.at.x - a.at.x, b.at.y - a.at.y);
  } else {
    const bool first = !a.unit.empty();
    const Vec2 point = first ? b.at : a.at;
    std::optional<geometry::Gap> least;
    for (const geometry::Shape& shape : (first ? body_a : body_b)->second.shapes) {
      const geometry::Gap gap = geometry::gap_between(point, shape);
      if (!least || gap.signed_gap.value < least->signed_gap.value) least = gap;
    }
    (first ? measured.from : measured.to) = geometry::vec(least->on_b);
    measured.mm = least->distance().value.mm(), measured.sd_mm = least->distance().sd.mm();
    measured.touching = least->overlap();
  }
  return measured;
}

std::string name_of(const End& end, const Inputs& inputs) { return end.unit.empty() ? "a place on the table" : say_unit(inputs, end.unit); }

}  // namespace

UnitId unit_at(const Inputs& inputs, Vec2 at) {
  for (const auto& [id, body] : bodies_of(inputs))
    for (const std::vector<Vec2>& outline : outlines_of(body))
      if (ui::contains(outline, at)) return id;
  return {};
}

std::optional<Measured> measure(const Inputs& inputs, const End& a, const End& b) { return measure_bodies(bodies_of(inputs), a, b, true); }

std::vector<Measured> ranges_from(const Inputs& inputs, const UnitId& unit) {
  const std::map<UnitId, Body> bodies = bodies_of(inputs);
  std::vector<Measured> found;
  const auto own = bodies.find(unit);
  if (own == bodies.end()) return found;
  for (const auto& [id, body] : bodies)
    if (body.side != own->second.side)
      if (auto measured = measure_bodies(bodies, {unit, {}}, {id, {}}, false)) found.push_back(std::move(*measured));
  std::stable_sort(found.begin(), found.end(), [](const Measured& a, const Measured& b) { return a.mm < b.mm; });
  return found;
}

void find_limit(const Inputs& inputs, Measured& measured) {
  if (measured.a.unit.empty() || measured.b.unit.empty() || measured.touching) return;
  const std::map<UnitId, Body> bodies = bodies_of(inputs);
  constexpr double kSame = 1.0;  // mm: further apart the points of an outline are no limit
  for (const engine::AdviceShape& shape : inputs.battle->advise({measured.a.unit, std::nullopt}, inputs.viewer).shapes) {
    if (shape.meaning != engine::Meaning::RangeBand && shape.meaning != engine::Meaning::Proximity) continue;
    const auto* ring = std::get_if<Polygon>(&shape.shape);
    if (ring == nullptr || ring->points.size() < 8 || (!shape.about.empty() && shape.about != measured.a.unit.text)) continue;
    double least = 1e12, most = 0;
    for (std::size_t i = 0; i < ring->points.size(); i += ring->points.size() / 8) {
      const auto far = measure_bodies(bodies, {measured.a.unit, {}}, {{}, ring->points[i]}, false);
      if (!far) return;
      least = std::min(least, far->mm), most = std::max(most, far->mm);
    }
    if (most - least > kSame || most < kSame) continue;
    const double limit = (least + most) / 2;
    if (measured.limit_mm && std::abs(*measured.limit_mm - measured.mm) <= std::abs(limit - measured.mm)) continue;
    measured.limit_mm = limit;
    measured.limit_name = shape.label;
  }
}

std::string cells_between(const GridSpec& grid, Vec2 a, Vec2 b) {
  const double box = grid.box.mm();
  const auto cells = [&](double from, double to) {
    return std::abs(static_cast<int>(std::floor(to / box)) - static_cast<int>(std::floor(from / box)));
  };
  const int across = cells(a.x - grid.origin.x.mm(), b.x - grid.origin.x.mm()),
            along = cells(a.y - grid.origin.y.mm(), b.y - grid.origin.y.mm());
  return std::to_string(across) + " across, " + std::to_string(along) + " along";
}

void count_on_grid(const Inputs& inputs, Measured& measured) {
  if (!inputs.table->grid) return;
  if (!measured.a.unit.empty() && !measured.b.unit.empty())
    for (const engine::AdviceLine& line : inputs.battle->advise({measured.a.unit, measured.b.unit}, inputs.viewer).lines)
      if (line.meaning == engine::Meaning::Measure && line.reason.value && !line.reason.unit.empty())
        measured.counted += (measured.counted.empty() ? "" : ", ") + say_number(*line.reason.value) + " " + std::string(line.reason.unit);
  if (!measured.counted.empty()) return;
  const std::map<UnitId, Body> bodies = bodies_of(inputs);
  const auto at = [&](const End& end) {
    const auto body = bodies.find(end.unit);
    return body == bodies.end() ? end.at : body_middle(body->second);
  };
  measured.counted = cells_between(*inputs.table->grid, at(measured.a), at(measured.b));
}

double chance_within(const Measured& measured) {
  if (!measured.limit_mm) return 1;
  const double beyond = measured.mm - *measured.limit_mm;
  if (measured.sd_mm <= 0) return beyond <= 0 ? 1 : 0;
  return 0.5 * std::erfc(beyond / measured.sd_mm / std::numbers::sqrt2);
}

bool too_close(const Measured& measured) {
  constexpr double kSure = 0.99;
  const double within = chance_within(measured);
  return measured.limit_mm && within < kSure && within > 1 - kSure;
}

std::string say_measure(const Measured& measured, const engine::LengthUnit& unit) {
  if (measured.touching) return "touching";
  const double doubt = 1.96 * measured.sd_mm;
  char low[32], high[32];
  std::snprintf(low, sizeof low, "%.*f", unit.decimals, std::max(0.0, measured.mm - doubt) / unit.one.mm());
  std::snprintf(high, sizeof high, "%.*f", unit.decimals, (measured.mm + doubt) / unit.one.mm());
  if (std::string(low) == high) return say_length(measured.mm, unit);
  return std::string(low) + " to " + high + " " + std::string(unit.name);
}

std::string say_counted(const Measured& measured, const engine::LengthUnit& unit) {
  const std::string length = say_measure(measured, unit);
  return measured.counted.empty() ? length : measured.counted + " (" + length + ")";
}

std::string line_of(const Measured& measured, const Inputs& inputs) {
  std::string line = name_of(measured.a, inputs) + " to " + name_of(measured.b, inputs) + ": " + say_counted(measured, inputs.length);
  if (measured.seen && *measured.seen < 0.995) {
    line += ", " + std::to_string(static_cast<int>(*measured.seen * 100 + 0.5)) + " % seen";
    for (std::size_t i = 0; i < measured.in_the_way.size(); ++i) line += (i == 0 ? " past " : ", ") + measured.in_the_way[i];
  }
  return line;
}

bool is_sight_wedge(const engine::AdviceShape& shape) {
  const auto* wedge = std::get_if<Polygon>(&shape.shape);
  const bool sight = shape.meaning == engine::Meaning::SightClear || shape.meaning == engine::Meaning::SightBlocked;
  return sight && wedge != nullptr && wedge->closed && wedge->points.size() == 3;
}

void add_sight(Scene& scene, const Measured& measured) {
  for (const SightStretch& one : measured.stretches)
    scene.items.push_back({.shape = Polygon{{measured.eye, one.right, one.left}, true, false},
                           .tone = one.seen ? Tone::Clear : Tone::Blocked,
                           .pattern = one.seen ? Pattern::Solid : Pattern::HatchRight,
                           .width_mm = 2.0,
                           .label = {},
                           .meaning = std::string(engine::name_of(one.seen ? engine::Meaning::SightClear : engine::Meaning::SightBlocked)),
                           .rule = {},
                           .about = measured.b.unit.text});
}

}  // namespace polemarch::assistant::present
