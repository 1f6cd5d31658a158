/// A single lochos on its own way into an enemy's flank or front: where it finds room, and whether it may (HM-FLK-05 to 08, HM-RES-15).
#include <algorithm>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/path.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

std::vector<engine::PlacedBase> column_at(const Lochos& lochos, const Pose& front) {
  std::vector<engine::PlacedBase> out;
  const Stand* first = front_of(lochos);
  if (first == nullptr) return out;
  for (const Stand& stand : lochos.stands)
    if (!stand.lost) out.push_back({stand.base, {carried(stand.at.pose, first->at.pose, front), {}}});
  return out;
}

namespace {

/// What has used up the move of its unit for this turn.
std::optional<engine::Verdict> has_no_move(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (at_breakfast(state, unit.side)) return engine::refuse("HM-PAR-05", "the army had its breakfast: it does not move in turn 1");
  if (unit.fight.charging || unit.fight.belos_charged) return engine::refuse("HM-AMB-95", id.text + " has made its move in this turn");
  if (shot_its_move_away(unit)) return engine::refuse(rule_of_shooters(unit), id.text + " shot in this turn");
  if (unit.turn.recovered) return engine::refuse("HM-AMB-77", id.text + " has just recovered");
  return std::nullopt;
}

}  // namespace

Length wheel_reach(const State& state, const LochosRef& own) {
  const Lochos& lochos = lochos_at(state, own);
  const Taxis& unit = taxis_at(state, own.unit);
  const UnitCard& card = card_of(state, unit);
  const Length most = card.movement(lochos.disarrayed && card.disciplined() ? Arrangement::OF : unit.arrangement).value_or(Length{});
  const Length gone = in_melee(unit) ? Length{} : unit.turn.moved;  // what comrades wheeled is no move of its own
  return std::max(Length{}, most - gone);
}

bool may_wheel_in_anywhere(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (has_no_move(state, id)) return false;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const LochosRef own{id, static_cast<int>(i)};
    if (!unit.lochoi[i].sound() || in_melee(unit.lochoi[i])) continue;
    const Length near = wheel_reach(state, own) + 1_in;  // a wheel goes at least as far as the gap, but for a corner
    for (const auto& [other, foe] : state.units) {
      if (foe.side == unit.side || foe.hidden || !in_melee(foe)) continue;
      for (std::size_t k = 0; k < foe.lochoi.size(); ++k) {
        const LochosRef at{other, static_cast<int>(k)};
        if (foe.lochoi[k].fight.engaged != Engaged::Othismos || far_apart(round_of(unit.lochoi[i]), round_of(foe.lochoi[k]), near))
          continue;
        if (may_wheel_in(state, own, at).ruling != engine::Ruling::Refused) return true;
      }
    }
  }
  return false;
}

engine::Verdict may_wheel_in(const State& state, const LochosRef& own, const LochosRef& foe) {
  const Lochos& lochos = lochos_at(state, own);
  const Lochos& target = lochos_at(state, foe);
  const Taxis& unit = taxis_at(state, own.unit);
  if (!lochos.sound() || in_melee(lochos)) return engine::refuse("HM-FLK-05", "the lochos is not free");
  if (flight_of(state, own) != nullptr || lochos.fight.apart_in == state.at.turn)
    return engine::refuse("HM-AMB-77", "the lochos runs, or has just stopped running");
  if (!acts_with_unit(state, own)) return engine::refuse("HM-OTYP-01", "the lochos gave up a chase and waits for a word");
  if (const auto problem = has_no_move(state, own.unit)) return *problem;
  if (lochos.fight.moved_in == state.at.turn) return engine::refuse("HM-FLK-06", "it has wheeled in this turn");
  if (!target.sound() || target.fight.engaged != Engaged::Othismos)
    return engine::refuse("HM-FLK-05", "it wheels into a lochos in othismos only");
  const Shapes mine = shapes_of(lochos);
  if (first_touch(mine, Angle{}, shapes_of(target)) && struck_from(state, mine, foe).side == Strikes::Front)
    for (const Contact& contact : target.fight.contacts)
      if (contact.on == Strikes::Front && contact.foe.unit != own.unit) return engine::refuse("HM-FLK-05", "an enemy stands in its front");
  // Its parent taxis' own enemy comes first (HM-FLK-07); else the unshielded side (HM-FLK-08).
  const auto fights_parent = [&](const Lochos& enemy) {
    return std::any_of(enemy.fight.contacts.begin(), enemy.fight.contacts.end(), [&](const Contact& c) { return c.foe.unit == own.unit; });
  };
  const auto side = free_side(state, own, foe);
  if (!side || side->second == Strikes::Front) return engine::refuse("HM-FLK-05", "there is no room on its flank");
  if (!fights_parent(target)) {
    if (in_melee(unit)) return engine::refuse("HM-FLK-07", "it has to strike an enemy that its own taxis fights");
    if (side->second == Strikes::Shielded) return engine::refuse("HM-FLK-08", "with its taxis free it strikes the unshielded side");
  }
  if (engine::Verdict may = eligible(state, own.unit, foe, side->second); !may.allowed()) return may;
  // Orders do not touch who is in melee (HM-ORD-05); a free taxis goes nowhere without one.
  const bool moves = unit.mode == Mode::March || unit.mode == Mode::Approach || unit.mode == Mode::Charge;
  if (!in_melee(unit) && !moves) return engine::refuse("HM-ORD-16", own.unit.text + " has no order to move");
  const Stand* front = front_of(lochos);
  const auto path = geo::cheapest_path(front->footprint, front->at.pose, side->first);
  const Length most = wheel_reach(state, own);
  if (!path) return engine::refuse("HM-FLK-06", "no way leads there");
  const geo::Measure way{path->cost, {}};
  return geo::verdict_of(geo::allowance(way, most, state.tolerance), "HM-FLK-06", "wheel into the flank", way, most);
}

std::optional<std::pair<Pose, Strikes>> free_side(const State& state, const LochosRef& own, const LochosRef& foe) {
  const Lochos& lochos = lochos_at(state, own);
  const Lochos& target = lochos_at(state, foe);
  const Stand* front = front_of(lochos);
  const Shapes theirs = shapes_of(target);
  if (front == nullptr || theirs.empty()) return std::nullopt;
  std::vector<std::pair<double, std::pair<Pose, Strikes>>> sides;
  for (const Strikes on : {Strikes::Front, Strikes::Unshielded, Strikes::Shielded, Strikes::Rear}) {
    if (std::any_of(target.fight.contacts.begin(), target.fight.contacts.end(), [&](const Contact& c) { return c.on == on; })) continue;
    const Pose to = squared_up(front->footprint, on == Strikes::Rear ? theirs.back() : theirs.front(), on);
    sides.push_back({geo::length_of(geo::vec(front->at.pose.centre()) - geo::vec(to.centre())), {to, on}});
  }
  std::stable_sort(sides.begin(), sides.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [far, side] : sides) {
    Shapes mine;
    for (const engine::PlacedBase& placed : column_at(lochos, side.first))
      for (const Stand& stand : lochos.stands)
        if (stand.base == placed.base) mine.push_back(geo::placed(stand.footprint, placed.at));
    bool free = true;
    for (const auto& [id, unit] : state.units)
      for (std::size_t i = 0; i < unit.lochoi.size() && free; ++i) {
        if (!unit.lochoi[i].on_table() || LochosRef{id, static_cast<int>(i)} == own) continue;
        const Shapes other = shapes_of(unit.lochoi[i]);
        free = other.empty() || geo::gap_between(mine, other).signed_gap.value >= Length{-1000};
      }
    if (free) return side;
  }
  return std::nullopt;
}

}  // namespace polemarch::hoplomachia
