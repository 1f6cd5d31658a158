#include "engine/rulesets/hail_caesar/topics/sight.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/ground.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;

/// Less than all of the target in view is "partly obscured"; a twentieth is nobody's quarrel.
constexpr double kWholeView = 0.95;

struct Hindrance {
  std::string rule, text;
};

/// A wood lets through a line that runs in it no further than the visibility depth from the viewer or the target (HC-AMB-16); other
/// terrain lets through whoever stands on it.
bool lets_through(const Terrain& terrain, const geo::Outline2& outline, const geo::Shape& viewer, const geo::Shape& target,
                  double depth_mm) {
  if (terrain.kind != "wood") return geo::contains(outline, viewer.centre) || geo::contains(outline, target.centre);
  const Vec2 eye = viewer.front_centre(), aim = target.centre;
  const double length = geo::length_of(aim - eye);
  bool ends_only = true;
  const auto inside = geo::stretches_inside(outline, eye, aim);
  for (const auto& [from, to] : inside) {
    const bool at_end = from <= 1e-6 || to >= 1.0 - 1e-6;
    if (!at_end || (to - from) * length > depth_mm) ends_only = false;
  }
  return !inside.empty() && ends_only;
}

/// Something that may stand in the way: whether it does is itself measured (who stands on the hill, how deep in the wood).
struct Obstacle {
  geo::Blocker blocker;
  Hindrance why;
  Condition blocks{true, false};
  const Terrain* ground = nullptr;
};

Hindrance hindrance(const Terrain& terrain) {
  if (terrain.kind == "hill") return {"HC-VIS-04", "hill " + terrain.id + " lies between"};
  if (terrain.kind == "wood") return {"HC-VIS-11", "wood " + terrain.id + " lies between"};
  if (terrain.kind == "building") return {"HC-VIS-12", "building " + terrain.id + " lies between"};
  return {"HC-VIS-05", terrain.kind + " " + terrain.id + " lies between"};
}

/// The part of the table a line of sight can touch: round the eye and the target, and what their errors leave open.
Extent sight_extent(const geo::Shape& viewer, const std::vector<geo::Shape>& target) {
  Extent box = extent_of(target);
  const Vec2 eye = viewer.front_centre();
  double more = 1;
  for (const geo::Shape* shape : {&viewer, &target.front()}) more = std::max(more, 8 * sd_of_place(*shape).mm());
  box.low_x = std::min(box.low_x, eye.x) - more, box.high_x = std::max(box.high_x, eye.x) + more;
  box.low_y = std::min(box.low_y, eye.y) - more, box.high_y = std::max(box.high_y, eye.y) + more;
  return box;
}

Extent extent_of(const geo::Outline2& outline) {
  Extent box{1e300, -1e300, 1e300, -1e300};
  for (const Vec2 p : outline) {
    box.low_x = std::min(box.low_x, p.x), box.high_x = std::max(box.high_x, p.x);
    box.low_y = std::min(box.low_y, p.y), box.high_y = std::max(box.high_y, p.y);
  }
  return box;
}

bool apart(const Extent& a, const Extent& b) {
  return a.low_x > b.high_x || b.low_x > a.high_x || a.low_y > b.high_y || b.low_y > a.high_y;
}

std::vector<Obstacle> terrain_between(const State& state, const Unit& from, const Unit& to, const geo::Shape& body,
                                      const geo::Shape& aim_body, const Extent& box) {
  std::vector<Obstacle> found;
  const double depth = state.config.shoot.sight_depth_in * 25.4;
  for (const Terrain& terrain : state.terrain) {
    if (!terrain.blocks_sight || terrain.id == from.in || terrain.id == to.in) continue;
    const geo::Outline2 outline = geo::outline_in_mm(terrain.outline);
    if (apart(box, extent_of(outline))) continue;
    const Condition through =
        looked_at({body, aim_body}, [&](const Bodies& b) { return lets_through(terrain, outline, b[0], b[1], depth); });
    if (through.holds && !through.doubtful) continue;
    found.push_back({geo::blocker_of(terrain.id, outline), hindrance(terrain), !through, &terrain});
  }
  return found;
}

std::vector<Obstacle> units_between(const State& state, const UnitId& viewer, const UnitId& target, const geo::Shape& body,
                                    const geo::Shape& aim_body, const Extent& box) {
  std::vector<Obstacle> found;
  const bool artillery = has_artillery(unit_at(state, viewer).profile);
  const std::string& over = state.config.shoot.artillery_over;
  if (artillery && over == "always") return found;
  for (const auto& [id, unit] : state.units) {
    if (id == viewer || id == target || !unit.in_play()) continue;
    if (apart(box, extent_of(unit))) continue;
    Condition blocks{true, false};
    if (artillery && over == "height") {
      const geo::Shape between = body_of(unit);
      blocks = !(stands_higher(state, body, between) || stands_higher(state, aim_body, between));
    }
    if (!blocks.holds && !blocks.doubtful) continue;
    for (const geo::Shape& shape : shapes_of(unit))
      found.push_back(
          {geo::blocker_of(id.text, shape), {unit.open_order() ? "HC-VIS-08" : "HC-VIS-06", id.text + " stands between"}, blocks, nullptr});
  }
  return found;
}

/// Is the line from the eye to the middle of the target clear of this?
Condition clear_of(const Obstacle& obstacle, const geo::Shape& viewer, const geo::Shape& target, double depth_mm) {
  const geo::Blocker& blocker = obstacle.blocker;
  if (blocker.base)
    return looked_at({viewer, target, *blocker.base},
                     [](const Bodies& b) { return !geo::runs_through(geo::outline_of(b[2]), b[0].front_centre(), b[1].centre); });
  const bool doubtful = obstacle.ground != nullptr && obstacle.blocks.doubtful;
  const geo::Outline2 outline = doubtful ? geo::outline_in_mm(obstacle.ground->outline) : geo::Outline2{};
  return looked_at({viewer, target}, [&](const Bodies& b) {
    if (doubtful && lets_through(*obstacle.ground, outline, b[0], b[1], depth_mm)) return true;
    return std::none_of(blocker.pieces.begin(), blocker.pieces.end(),
                        [&](const geo::Outline2& piece) { return geo::runs_through(piece, b[0].front_centre(), b[1].centre); });
  });
}

/// The view past these obstacles.
View view_past(const Options& config, const geo::Shape& body, const geo::Shape& aim_body, const std::vector<geo::Shape>& target,
               const std::vector<const Obstacle*>& obstacles) {
  View view;
  view.eye = body.front_centre();
  view.aim = aim_body.centre;
  std::vector<geo::Blocker> blockers;
  blockers.reserve(obstacles.size());
  for (const Obstacle* obstacle : obstacles) blockers.push_back(obstacle->blocker);
  const geo::Sight sight = geo::sight_from(body, {body.half_depth, 0}, 0, target, 0, blockers);
  view.share = sight.share;
  view.share_sd = sight.share_sd;
  view.least = config.shoot.sight_share;
  const double depth = config.shoot.sight_depth_in * 25.4;
  for (const Obstacle* obstacle : obstacles) view.centre_clear = view.centre_clear && clear_of(*obstacle, body, aim_body, depth);
  for (const std::size_t k : sight.in_the_way) {
    const Hindrance& why = obstacles[k]->why;
    const bool named = std::any_of(view.blockers.begin(), view.blockers.end(), [&](const engine::Reason& r) { return r.text == why.text; });
    if (!named) view.blockers.push_back({why.rule, why.text, {}, {}, {}, {}});
  }
  const Condition enough = is_at_least(view.share, view.share_sd, config.shoot.sight_share);
  view.obscured = !is_at_least(view.share, view.share_sd, kWholeView);
  using engine::Ruling;
  const auto ruled = [](bool clear, bool half) {
    if (clear == half) return clear ? Ruling::Allowed : Ruling::Refused;
    return Ruling::TooCloseToCall;  // HC-VIS-10
  };
  view.as_measured = view.share <= 1e-9 ? Ruling::Refused : ruled(view.centre_clear.holds, enough.holds);
  const bool unsure = view.centre_clear.doubtful || enough.doubtful;
  view.ruling = unsure ? Ruling::TooCloseToCall : view.as_measured;
  return view;
}

}  // namespace

View view_of(const State& state, const UnitId& viewer, const UnitId& target) {
  const Unit& from = unit_at(state, viewer);
  const Unit& to = unit_at(state, target);
  const geo::Shape body = body_of(from), aim_body = body_of(to);
  const std::vector<geo::Shape> shapes = shapes_of(to);
  const Extent box = sight_extent(body, shapes);
  std::vector<Obstacle> obstacles = terrain_between(state, from, to, body, aim_body, box);
  for (Obstacle& unit : units_between(state, viewer, target, body, aim_body, box)) obstacles.push_back(std::move(unit));
  std::vector<const Obstacle*> measured, all, sure;
  for (const Obstacle& obstacle : obstacles) {
    all.push_back(&obstacle);
    if (obstacle.blocks.holds) measured.push_back(&obstacle);
    if (obstacle.blocks.holds && !obstacle.blocks.doubtful) sure.push_back(&obstacle);
  }
  View view = view_past(state.config, body, aim_body, shapes, measured);
  if (all.size() == sure.size()) return view;
  // Whether something stands in the way at all is in doubt: with it and without it the answer has to be the same.
  for (const auto& others : {all, sure}) {
    const View other = view_past(state.config, body, aim_body, shapes, others);
    if (other.ruling != view.ruling) view.ruling = engine::Ruling::TooCloseToCall;
    if (other.obscured.doubtful || other.obscured.holds != view.obscured.holds) view.obscured.doubtful = true;
  }
  return view;
}

geo::SightView view_lines(const State& state, const UnitId& viewer, const UnitId& target) {
  const Unit &from = unit_at(state, viewer), &to = unit_at(state, target);
  const geo::Shape body = body_of(from), aim_body = body_of(to);
  const std::vector<geo::Shape> shapes = shapes_of(to);
  const Extent box = sight_extent(body, shapes);
  std::vector<geo::Blocker> blockers;
  for (const auto& found :
       {terrain_between(state, from, to, body, aim_body, box), units_between(state, viewer, target, body, aim_body, box)})
    for (const Obstacle& obstacle : found)
      if (obstacle.blocks.holds) blockers.push_back(obstacle.blocker);
  return geo::view_from(body, {body.half_depth, 0}, shapes, blockers);
}

engine::Verdict sight_verdict(const View& view) {
  const int percent = static_cast<int>(view.share * 100 + 0.5), least = static_cast<int>(view.least * 100 + 0.5);
  engine::Reason share{
      "HC-VIS-02", std::to_string(percent) + " % of the target seen from the centre front", static_cast<double>(percent), {}, "%", {}};
  if (view.ruling == engine::Ruling::Refused) {
    share.rule = "HC-VIS-03";
    if (percent < least) share.text += ", " + std::to_string(least) + " % needed";
  }
  if (view.ruling == engine::Ruling::TooCloseToCall) share.rule = "HC-VIS-10";
  if (view.share_sd > 0) share.value = view.share * 100, share.sd = view.share_sd * 100;
  engine::Verdict verdict{view.ruling, engine::Refusal::ByRule, {std::move(share)}};
  verdict.reasons.insert(verdict.reasons.end(), view.blockers.begin(), view.blockers.end());
  return verdict;
}

}  // namespace polemarch::hail_caesar
