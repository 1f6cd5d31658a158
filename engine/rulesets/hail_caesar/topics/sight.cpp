#include "engine/rulesets/hail_caesar/topics/sight.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;

struct Hindrance {
  std::string rule, text;
};

/// A wood lets through a line that runs in it no further than the visibility depth from the viewer or the target (HC-AMB-16); other
/// terrain lets through whoever stands on it.
bool lets_through(const Terrain& terrain, const geo::Outline2& outline, Vec2 eye, Vec2 aim, Vec2 viewer, Vec2 target, double depth_mm) {
  if (terrain.kind != "wood") return geo::contains(outline, viewer) || geo::contains(outline, target);
  const double length = geo::length_of(aim - eye);
  bool ends_only = true;
  const auto inside = geo::stretches_inside(outline, eye, aim);
  for (const auto& [from, to] : inside) {
    const bool at_end = from <= 1e-6 || to >= 1.0 - 1e-6;
    if (!at_end || (to - from) * length > depth_mm) ends_only = false;
  }
  return !inside.empty() && ends_only;
}

Hindrance hindrance(const Terrain& terrain) {
  if (terrain.kind == "hill") return {"HC-VIS-04", "hill " + terrain.id + " lies between"};
  if (terrain.kind == "wood") return {"HC-VIS-11", "wood " + terrain.id + " lies between"};
  if (terrain.kind == "building") return {"HC-VIS-12", "building " + terrain.id + " lies between"};
  return {"HC-VIS-05", terrain.kind + " " + terrain.id + " lies between"};
}

}  // namespace

View view_of(const State& state, const UnitId& viewer, const UnitId& target) {
  const Unit& from = unit_at(state, viewer);
  const Unit& to = unit_at(state, target);
  const geo::Shape body = body_of(from), aim_body = body_of(to);
  View view;
  view.eye = body.front_centre();
  view.aim = aim_body.centre;
  std::vector<geo::Blocker> blockers;
  std::vector<Hindrance> why;
  for (const Terrain& terrain : state.terrain) {
    if (!terrain.blocks_sight || terrain.id == from.in || terrain.id == to.in) continue;
    const geo::Outline2 outline = geo::outline_in_mm(terrain.outline);
    const double depth = state.config.shoot.sight_depth_in * 25.4;
    if (lets_through(terrain, outline, view.eye, view.aim, body.centre, aim_body.centre, depth)) continue;
    blockers.push_back(geo::blocker_of(terrain.id, outline));
    why.push_back(hindrance(terrain));
  }
  const bool artillery = has_artillery(from.profile);
  for (const auto& [id, unit] : state.units) {
    if (id == viewer || id == target || !unit.in_play()) continue;
    if (artillery && state.config.shoot.artillery_over == "always") continue;
    if (artillery && state.config.shoot.artillery_over == "height") {
      const Length top = ground_under(state, unit);
      if (ground_under(state, from) > top || ground_under(state, to) > top) continue;
    }
    for (const geo::Shape& shape : shapes_of(unit)) {
      blockers.push_back(geo::blocker_of(id.text, shape));
      why.push_back({unit.open_order() ? "HC-VIS-08" : "HC-VIS-06", id.text + " stands between"});
    }
  }
  const geo::Sight sight = geo::sight_from(body, {body.half_depth, 0}, 0, shapes_of(to), 0, blockers);
  view.share = sight.share;
  view.share_sd = sight.share_sd;
  for (std::size_t k = 0; k < blockers.size(); ++k)
    for (const geo::Outline2& piece : blockers[k].pieces)
      if (geo::runs_through(piece, view.eye, view.aim)) view.centre_clear = false;
  for (const std::size_t k : sight.in_the_way) {
    const bool named =
        std::any_of(view.blockers.begin(), view.blockers.end(), [&](const engine::Reason& r) { return r.text == why[k].text; });
    if (!named) view.blockers.push_back({why[k].rule, why[k].text, {}, {}, {}, {}});
  }
  const bool enough = view.share >= state.config.shoot.sight_share;
  if (view.share <= 1e-9 || (!view.centre_clear && !enough))
    view.ruling = engine::Ruling::Refused;
  else if (!view.centre_clear || !enough)
    view.ruling = engine::Ruling::TooCloseToCall;  // HC-VIS-10
  return view;
}

engine::Verdict sight_verdict(const View& view) {
  engine::Reason share{view.ruling == engine::Ruling::Refused ? "HC-VIS-03" : "HC-VIS-02",
                       std::to_string(static_cast<int>(view.share * 100 + 0.5)) + " % of the target seen from the centre front",
                       view.share * 100,
                       {},
                       "%",
                       {}};
  if (view.ruling == engine::Ruling::TooCloseToCall) share.rule = "HC-VIS-10";
  if (view.share_sd > 0) share.sd = view.share_sd * 100;
  engine::Verdict verdict{view.ruling, engine::Refusal::ByRule, {std::move(share)}};
  verdict.reasons.insert(verdict.reasons.end(), view.blockers.begin(), view.blockers.end());
  return verdict;
}

}  // namespace polemarch::hail_caesar
