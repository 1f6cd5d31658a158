#include "engine/rulesets/hoplomachia/topics/proximity.hpp"

#include <algorithm>
#include <set>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/contact.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

using geometry::operator-;

namespace {

constexpr Length kHopliteLine = 3_in;  // HM-PROX-01
constexpr Length kBelosKeep = 1_in;    // HM-PROX-03
constexpr Length kMarchLine = 6_in;    // HM-OTYP-05

struct ProximityLine {
  Length limit;
  const char* rule;
};
std::vector<ProximityLine> lines_between(const State& state, const Taxis& mover, const Taxis& enemy) {
  std::vector<ProximityLine> lines;
  const bool hoplites = mover.troop == TroopClass::Hoplite;
  if (hoplites && enemy.troop == TroopClass::Hoplite) lines.push_back({kHopliteLine, "HM-PROX-01"});
  if (is_belos(state, mover)) lines.push_back({kBelosKeep, "HM-PROX-03"});
  if (mover.order.type == OrderType::March && mover.mode == Mode::March && enemy.core) lines.push_back({kMarchLine, "HM-OTYP-05"});
  // Hoplites push enemy belos troops before them (HM-PROX-04): those hinder nobody.
  if (lines.empty() && !(hoplites && is_belos(state, enemy))) lines.push_back({kBelosKeep, "HM-EPI-01"});
  return lines;
}

/// The unit without its routers, or these alone.
Taxis only_routing(Taxis unit, bool routing) {
  for (Lochos& lochos : unit.lochoi)
    if (lochos.on_table() && (lochos.fate == Fate::Routing) != routing) lochos.fate = Fate::Gone;
  return unit;
}

/// Routers hinder nobody but by their stands, on which nobody stands (HM-PEN-01); belos troops keep off them too (HM-PROX-03).
ProximityLine line_to_routers(const State& state, const Taxis& mover) {
  return is_belos(state, mover) ? ProximityLine{kBelosKeep, "HM-PROX-03"} : ProximityLine{1_mm, "HM-PEN-01"};
}

/// No Invader stands within an inch of a city wall, except at a gate (HM-AMB-91).
void keep_off_walls(const State& state, const Taxis& before, const Taxis& after, std::vector<engine::Reason>& reasons) {
  if (state.battle.invader != before.side) return;
  const auto nearest = [&](const Taxis& unit, const char* kind) {
    double least = 1e9;
    for (const Terrain& piece : state.terrain)
      if (piece.kind == kind)
        for (const geometry::Shape& shape : shapes_of(unit))
          least = std::min(least, geometry::distance_to(shape, geometry::outline_in_mm(piece.outline)));
    return least;
  };
  const double now = nearest(after, "city_wall");
  if (now >= kBelosKeep.mm() || now >= nearest(before, "city_wall") || nearest(after, "gate") <= kBelosKeep.mm()) return;
  reasons.push_back({"HM-AMB-91", "ends too near the city wall", now / 25.4, kBelosKeep.inches(), "in", {}});
}

}  // namespace

bool is_belos(const State& state, const Taxis& unit) {
  return is_belos_class(unit.troop) || (unit.troop == TroopClass::Hippeis && !unit.core && card_of(state, unit).belos);
}

void keep_off(const State& state, const MoveUnit& move, const Course& course, std::vector<engine::Reason>& reasons,
              std::optional<engine::Verdict>& doubt) {
  const Taxis before = body_of(state, move.unit);
  const Taxis after = standing(before, course.poses.at(move.unit));
  const auto mine = shapes_of(after), started = shapes_of(before);
  const bool hoplites = before.troop == TroopClass::Hoplite;
  keep_off_walls(state, before, after, reasons);
  const Round round = round_of(before);
  const auto keep_off_these = [&](const UnitId& id, const Taxis& enemy, const std::vector<ProximityLine>& lines, bool gives_way,
                                  bool routs) {
    if (lines.empty()) return;  // hoplites drive them on
    const auto theirs = shapes_of(enemy);
    const geometry::Gap now = geometry::gap_between(mine, theirs);
    const geometry::Gap was = geometry::gap_between(started, theirs);
    for (const ProximityLine& line : lines) {
      if (now.signed_gap.value >= line.limit) continue;
      if (now.signed_gap.value >= was.signed_gap.value) continue;  // HM-AMB-109
      const Measure gap = now.distance();
      const engine::Ruling ruling = geometry::at_least(gap, line.limit);
      const std::string text = "ends too near " + id.text;
      if (ruling == engine::Ruling::TooCloseToCall) {
        doubt = engine::too_close(line.rule, text, gap.value.inches(), line.limit.inches(), "in", gap.sd.inches());
      } else {
        reasons.push_back({line.rule, text, gap.value.inches(), line.limit.inches(), "in", gap.sd.inches()});
      }
    }
    // Straight through an enemy there is no way.
    if (course.ahead.um > 0 && reasons.empty() && !gives_way)
      if (const auto touch = geometry::straight_charge(started, Angle{}, theirs); touch && move.legs.size() == 1)
        if (touch->travel.value < course.ahead)
          reasons.push_back({routs ? "HM-PEN-01" : "HM-EPI-01", id.text + " is in the way", {}, {}, {}, {}});
  };
  for (const auto& [id, enemy] : state.units) {
    if (enemy.side == before.side || enemy.hidden || !enemy.on_table() || enemy.scenery) continue;
    if (far_apart(round, round_of(enemy), course.cost + course.ahead + 8_in)) continue;
    const bool gives_way = hoplites && is_belos(state, enemy) && !in_melee(enemy);
    if (std::none_of(enemy.lochoi.begin(), enemy.lochoi.end(), [](const Lochos& lochos) { return lochos.fate == Fate::Routing; })) {
      keep_off_these(id, enemy, lines_between(state, before, enemy), gives_way, false);
      continue;
    }
    if (const Taxis stands = only_routing(enemy, false); stands.on_table())
      keep_off_these(id, stands, lines_between(state, before, enemy), gives_way, false);
    keep_off_these(id, only_routing(enemy, true), {line_to_routers(state, before)}, false, true);
  }
}

namespace {

/// The enemy's stands straight back along the hoplites' course, facing them; evaders face where they run.
Taxis carried_back(const Taxis& enemy, Vec2 ahead, Angle facing, Length way, const std::set<std::size_t>& evaders) {
  Taxis moved = enemy;
  for (std::size_t i = 0; i < moved.lochoi.size(); ++i)
    for (Stand& stand : moved.lochoi[i].stands) {
      stand.at.pose.x += geometry::rounded(ahead.x * way.mm());
      stand.at.pose.y += geometry::rounded(ahead.y * way.mm());
      if (!evaders.contains(i)) stand.at.pose.heading = facing;
    }
  return moved;
}

/// What falls back of a unit: what stands of it and what evades. Where nothing does, pursuers do; routers never.
Taxis giving_way(const State& state, const UnitId& id) {
  Taxis unit = only_routing(taxis_at(state, id), false);
  const auto pursues = [&](std::size_t at) {
    const Flight* flight = flight_of(state, {id, static_cast<int>(at)});
    return flight != nullptr && flight->mode == Mode::Pursue;
  };
  Taxis others = unit;
  for (std::size_t i = 0; i < others.lochoi.size(); ++i)
    if (others.lochoi[i].on_table() && pursues(i)) others.lochoi[i].fate = Fate::Gone;
  return others.on_table() ? others : unit;
}

/// The unit part of the way from one place to another, so many of `parts`.
Taxis on_the_way(const Taxis& from, const Taxis& to, int part, int parts) {
  Taxis there = to;
  for (std::size_t i = 0; i < to.lochoi.size(); ++i)
    for (std::size_t k = 0; k < to.lochoi[i].stands.size(); ++k) {
      const Pose &a = from.lochoi[i].stands[k].at.pose, &b = to.lochoi[i].stands[k].at.pose;
      Pose& pose = there.lochoi[i].stands[k].at.pose;
      pose.x = a.x + (b.x - a.x) * part / parts;
      pose.y = a.y + (b.y - a.y) * part / parts;
      pose.heading = (a.heading + Angle{(b.heading - a.heading).signed_turn().mdeg * part / parts}).normalised();
    }
  return there;
}

/// Do hoplites come within three inches of it, before their front, anywhere on their way?
bool comes_before(const Taxis& before, const Taxis& after, const Taxis& enemy) {
  Length far{};
  for (std::size_t i = 0; i < after.lochoi.size(); ++i)
    for (std::size_t k = 0; k < after.lochoi[i].stands.size(); ++k) {
      const Point d = after.lochoi[i].stands[k].at.pose.centre() - before.lochoi[i].stands[k].at.pose.centre();
      far = std::max({far, d.x, -d.x, d.y, -d.y});
    }
  const int parts = static_cast<int>(far.um / (0.5_in).um) + 1;
  const auto theirs = shapes_of(enemy);
  const Vec2 at = geometry::vec(centre_of(enemy));
  for (int part = parts; part >= 0; --part) {
    const Taxis there = on_the_way(before, after, part, parts);
    if (geometry::dot(at - geometry::vec(centre_of(there)), geometry::unit_vector(heading_of(there))) <= 0) continue;
    if (geometry::gap_between(shapes_of(there), theirs).signed_gap.value < kHopliteLine) return true;
  }
  return false;
}

}  // namespace

std::vector<DrivenBack> falling_back(const State& state, const UnitId& hoplites) {
  return falling_back(state, hoplites, taxis_at(state, hoplites));
}

std::vector<DrivenBack> falling_back(const State& state, const UnitId& hoplites, const Taxis& before) {
  std::vector<DrivenBack> out;
  const Taxis unit = body_of(state, hoplites);
  if (unit.troop != TroopClass::Hoplite || !unit.on_table()) return out;
  const auto mine = shapes_of(unit);
  const Angle course = heading_of(unit);
  const Vec2 ahead = geometry::unit_vector(course);
  const Angle facing = (course + 180_deg).normalised();
  const Round round = round_of(unit), from = round_of(before);
  for (const auto& entry : state.units) {
    const UnitId& id = entry.first;
    if (entry.second.side == unit.side || !is_belos(state, entry.second) || !entry.second.on_table()) continue;
    const Taxis enemy = giving_way(state, id);
    if (!enemy.on_table() || enemy.hidden || enemy.scenery || in_melee(enemy)) continue;
    std::set<std::size_t> evaders;
    for (std::size_t i = 0; i < enemy.lochoi.size(); ++i)
      if (const Flight* flight = flight_of(state, {id, static_cast<int>(i)}); flight != nullptr && flight->mode == Mode::Evade)
        evaders.insert(i);
    const auto led = static_cast<std::size_t>(std::max(0, rightmost(unit)));
    const Point gone = unit.lochoi[led].stands.front().at.pose.centre() - before.lochoi[led].stands.front().at.pose.centre();
    const Length way_gone = std::max({gone.x, -gone.x, gone.y, -gone.y}) * 3 / 2;
    if (far_apart(round, round_of(enemy), kHopliteLine + way_gone) && far_apart(from, round_of(enemy), kHopliteLine + way_gone)) continue;
    if (!comes_before(before, unit, enemy)) continue;
    DrivenBack back{.unit = id};
    // Until three inches lie between, then on until clear of friends (HM-PROX-06, 07).
    Length way;
    Taxis moved = enemy;
    const auto clear = [&](const Taxis& there) {
      const Vec2 d = geometry::vec(centre_of(there)) - geometry::vec(centre_of(unit));
      return geometry::dot(d, ahead) > 0 && geometry::gap_between(mine, shapes_of(there)).signed_gap.value >= kHopliteLine;
    };
    // On a friend deeper than where it stood: who stood beside it, touching, is not in the way.
    const auto stacked = [&](const Taxis& there) {
      for (const auto& [other, friendly] : state.units) {
        if (other == id || friendly.side != enemy.side || !friendly.on_table() || friendly.hidden) continue;
        const Length now = geometry::gap_between(shapes_of(there), shapes_of(friendly)).signed_gap.value;
        if (now < Length{} && now < geometry::gap_between(shapes_of(enemy), shapes_of(friendly)).signed_gap.value - 0.1_mm) return true;
      }
      return false;
    };
    const auto stands_well = [&](Length at) {
      const Taxis there = carried_back(enemy, ahead, facing, at, evaders);
      return clear(there) && !stacked(there);
    };
    for (int step = 0; step < 160 && !stands_well(way); ++step) way += 0.25_in;
    for (Length low = std::max(Length{}, way - 0.25_in), high = way; high - low > Length{10};) {  // no further than it has to
      const Length middle = low + (high - low) / 2;
      (stands_well(middle) ? high : low) = middle;
      way = high;
    }
    moved = carried_back(enemy, ahead, facing, way, evaders);
    back.blocked = !clear(moved) || stacked(moved);
    back.poses = places_of(moved);
    for (const engine::PlacedBase& placed : back.poses) {
      const Point at = placed.at.pose.centre();
      if (at.x < Length{} || at.y < Length{} || at.x > state.width || at.y > state.depth) back.blocked = true;
    }
    if (!impassable_between(state, places_of(enemy), back.poses, enemy).empty()) back.blocked = true;
    for (const auto& [other_id, third] : state.units) {
      if (!third.on_table() || third.hidden || other_id == id || other_id == hoplites) continue;
      if (third.side == unit.side) {
        if (geometry::gap_between(shapes_of(moved), shapes_of(third)).signed_gap.value < -1_mm) back.blocked = true;
        continue;
      }
      // A friend on the way is passed through (HM-PEN-03 to 05).
      Taxis faced = carried_back(enemy, ahead, course, {}, {});
      const auto touch = geometry::straight_charge(shapes_of(faced), Angle{}, shapes_of(third));
      if (!touch || touch->travel.value >= way) continue;
      const bool psiloi =
          enemy.troop == TroopClass::Psiloi || enemy.troop == TroopClass::Toxotes || enemy.troop == TroopClass::Sphendonetes;
      const bool free = enemy.arrangement == Arrangement::NF, other_free = third.arrangement == Arrangement::NF;
      if (free && other_free) {
        back.passages.push_back({back.unit, other_id, false, false, "HM-PEN-02"});
      } else if (free && psiloi && third.arrangement == Arrangement::OF && !third.disarrayed()) {
        const bool enough = way <= left_of(state, enemy, Arrangement::NF);
        back.passages.push_back({back.unit, other_id, false, !enough, enough ? "HM-PEN-03" : "HM-PEN-04"});
      } else {
        back.passages.push_back({back.unit, other_id, !free, !other_free, "HM-PEN-05"});
      }
    }
    out.push_back(std::move(back));
  }
  return out;
}

}  // namespace polemarch::hoplomachia
