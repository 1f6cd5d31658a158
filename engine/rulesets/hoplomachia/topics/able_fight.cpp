/// Which units have something to do in a stage of the fighting.
#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace {

bool runs_due(const State& state, const UnitId& unit, Mode mode) {
  return std::any_of(state.fight.flights.begin(), state.fight.flights.end(), [&](const Flight& flight) {
    return flight.unit == unit && flight.mode == mode && flight.since < state.at.turn && flight.moved_in < state.at.turn;
  });
}

/// Whichever side of it is struck: troops like these may charge that enemy (HM-EPI-06 to 12).
bool strikes_anywhere(const State& state, const Taxis& charger, const UnitCard& card, const Taxis& foe) {
  switch (charger.troop) {
    case TroopClass::Hoplite:
    case TroopClass::Chariot:
      return true;
    case TroopClass::Peltaste:
      return card.long_spears || foe.troop != TroopClass::Hoplite;
    case TroopClass::Psiloi:
      return foe.troop != TroopClass::Hoplite && foe.arrangement != Arrangement::CF;
    case TroopClass::Hippeis:  // where there is no ground there are no works either
      return foe.troop != TroopClass::Hoplite && state.terrain.empty();
    case TroopClass::Hippotoxotes:
    case TroopClass::Toxotes:
    case TroopClass::Sphendonetes:
    case TroopClass::Baggage:
      return false;
  }
  return false;
}

/// Does the middle of an enemy stand surely lie straight ahead within the charge? Most who charge see one at once, and nothing else has to
/// be known then (HM-EPI-18); the others are asked more closely.
bool sees_a_target_at_once(const Facts& facts, const UnitId& id) {
  constexpr double kHair = 0.1;  // mm
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  const Shapes& body = facts.in_hand(id);
  if (body.empty() || !has_epidromos(card) || unit.turn.recovered) return false;
  if (at_breakfast(state, unit.side) && !unit.fight.must_charge) return false;
  const Vec2 ahead = body.front().ahead, across = geometry::left_of(ahead);
  double front = -1e18;
  for (const geometry::Shape& own : body) {
    if (geometry::dot(own.ahead, ahead) < 0.9999999) return false;
    front = std::max(front, geometry::dot(own.centre, ahead) + own.half_depth);
  }
  const Length reach = target_reach(state, id);
  const double most = reach.mm() - kHair;
  const Round& own_round = facts.round(id);
  const bool anybody_runs = !state.fight.flights.empty();
  for (const auto& [other, foe, round] : facts.bodies()) {
    if (foe->side == unit.side || foe->hidden || foe->scenery || far_apart(own_round, round, reach) || !foe->on_table()) continue;
    if (!strikes_anywhere(state, unit, card, *foe)) continue;
    for (std::size_t i = 0; i < foe->lochoi.size(); ++i) {
      if (!foe->lochoi[i].sound() || (anybody_runs && flight_of(state, {*other, static_cast<int>(i)}) != nullptr)) continue;
      for (const Stand& stand : foe->lochoi[i].stands) {
        const Vec2 at = geometry::vec(stand.at.pose.centre());
        const double along = geometry::dot(at, ahead), aside = geometry::dot(at, across);
        // Its nearest corner too lies before the whole front: it is touched by nobody yet.
        if (stand.lost || along - front - (stand.footprint.frontage + stand.footprint.depth).mm() / 2 < kHair) continue;
        for (const geometry::Shape& own : body)
          if (along - geometry::dot(own.centre, ahead) - own.half_depth <= most &&
              std::fabs(aside - geometry::dot(own.centre, across)) < own.half_front - kHair)
            return true;
      }
    }
  }
  return false;
}

/// Lights before whom nobody stands but hoplites in order, face to face: whatever their reach they may charge none of them (HM-EPI-07, 08,
/// 10), and nothing else has to be known. What was measured is asked more closely.
bool faces_hoplites_alone(const Facts& facts, const UnitId& id) {
  constexpr double kSure = 10;  // mm; as striking.cpp is sure of a front
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const bool lights = unit.troop == TroopClass::Hippeis || unit.troop == TroopClass::Psiloi ||
                      (unit.troop == TroopClass::Peltaste && !card_of(state, unit).long_spears);
  const Shapes& body = facts.in_hand(id);
  if (!lights || body.empty() || facts.measured() || !state.fight.flights.empty()) return false;
  const Angle opposite = (heading_of(unit) + 180_deg).normalised();
  const Vec2 ahead = body.front().ahead, across = geometry::left_of(ahead);
  if (geometry::dot(geometry::unit_vector(heading_of(unit)), ahead) < 0.9999999) return false;
  double low = 1e18, high = -1e18, front = -1e18;
  for (const geometry::Shape& own : body) {
    if (geometry::dot(own.ahead, ahead) < 0.9999999) return false;
    for (const Vec2 corner : own.corners) {
      const double aside = geometry::dot(corner, across);
      low = std::min(low, aside), high = std::max(high, aside), front = std::max(front, geometry::dot(corner, ahead));
    }
  }
  for (const auto& [other, foe, round] : facts.bodies()) {
    if (foe->side == unit.side || foe->hidden || foe->scenery || !foe->on_table()) continue;
    const double r = round.radius.mm() + 1, middle = geometry::dot(geometry::vec(round.at), across);
    if (middle + r < low || middle - r > high) continue;
    if (foe->troop != TroopClass::Hoplite || foe->disarrayed()) return false;
    for (const Lochos& lochos : foe->lochoi)
      for (const Stand& stand : lochos.stands) {
        if (stand.lost || !lochos.on_table()) continue;
        const Vec2 at = geometry::vec(stand.at.pose.centre());
        const double aside = geometry::dot(at, across), half = stand.footprint.frontage.mm() / 2;
        if (aside + half < low || aside - half > high) continue;
        const bool sure = stand.at.pose.heading.normalised() == opposite && aside - half + kSure < high && aside + half - kSure > low &&
                          geometry::dot(at, ahead) - front > kSure;
        if (!sure) return false;
      }
  }
  return true;
}

bool has_belos_charge(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  if (!facts.belos_charger(id).allowed()) return false;
  const Side side = taxis_at(state, id).side;
  const Round& round = facts.round(id);
  const Length most = belos_charge_move(state, id) + kBelosChargeReach + state.tolerance;
  for (const auto& [other, unit, there] : facts.bodies())
    if (unit->side != side && !far_apart(round, there, most) && unit->on_table() && !unit->hidden && !unit->scenery &&
        may_belos_charge(facts, id, *other).ruling != engine::Ruling::Refused)
      return true;
  return false;
}

}  // namespace

bool able_in_fight(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  switch (state.at.phase) {
    case Phase::Automatic: {
      static constexpr std::array kModes{Mode::Rout, Mode::Pursue, Mode::Evade};
      return runs_due(state, id, kModes[static_cast<std::size_t>(state.at.stage)]);
    }
    case Phase::OffensiveBelos:
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting)) return may_shoot(facts, id).ruling != engine::Ruling::Refused;
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges)) return has_belos_charge(facts, id);
      return !ekdromoi_due(state, id).empty();
    case Phase::Epidromos:
      if (drives(state, id)) return true;  // HM-OPT9-04
      if (unit.ekdromoi_of) return may_sally(state, id).allowed();
      if (charges_lights(unit)) return may_charge(facts, id, {}).ruling != engine::Ruling::Refused;
      if (!under_charge(unit) || unit.turn.recovered) return false;  // HM-AMB-77
      if (sees_a_target_at_once(facts, id)) return true;
      if (faces_hoplites_alone(facts, id)) return !facts.wheel(id).empty();
      return may_charge(facts, id, {}).ruling != engine::Ruling::Refused || !facts.wheel(id).empty();
    case Phase::DefensiveBelos:
      return unit.mode != Mode::Evade && may_shoot(facts, id).ruling != engine::Ruling::Refused;
    case Phase::Melee:
      return !pairs_to_fight(state, id, state.at.stage == 1).empty();
    case Phase::Katastrophe:
      return in_stage(state, Phase::Katastrophe, KatastropheStage::Checks) && has_to_check(state, id);
    case Phase::PreGame:
    case Phase::Deployment:
    case Phase::Salpinx:
    case Phase::Commands:
    case Phase::Mantis:
    case Phase::Marches:
    case Phase::Ended:
      return false;
  }
  return false;
}

}  // namespace polemarch::hoplomachia
