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

constexpr Length kLongestCharge = 20_in;  // the most a card may say (HM-CARD-T1)

bool runs_due(const State& state, const UnitId& unit, Mode mode) {
  return std::any_of(state.fight.flights.begin(), state.fight.flights.end(), [&](const Flight& flight) {
    return flight.unit == unit && flight.mode == mode && flight.since < state.at.turn && flight.moved_in < state.at.turn;
  });
}

/// Whichever side of it is struck: troops like these may charge that enemy (HM-EPI-06 to 12).
bool strikes_anywhere(const Facts& facts, const Taxis& charger, const UnitCard& card, const Taxis& foe) {
  switch (charger.troop) {
    case TroopClass::Hoplite:
    case TroopClass::Chariot:
      return true;
    case TroopClass::Peltaste:
      return card.long_spears || foe.troop != TroopClass::Hoplite;
    case TroopClass::Psiloi:
      return foe.troop != TroopClass::Hoplite && foe.arrangement != Arrangement::CF;
    case TroopClass::Hippeis:
      return foe.troop != TroopClass::Hoplite && !facts.works();
    case TroopClass::Hippotoxotes:
    case TroopClass::Toxotes:
    case TroopClass::Sphendonetes:
    case TroopClass::Baggage:
      return false;
  }
  return false;
}

/// A stand of the charger's: what a quick look ahead needs of it, along its course and across.
struct Front {
  double along = 0, aside = 0, half = 0;
};

/// A body that faces one way, looking straight ahead.
class LookAhead {
 public:
  LookAhead(const Facts& facts, const Facts::Body& body) : facts_(facts), anybody_runs_(!facts.state().fight.flights.empty()) {
    for (const int at : in_hand(facts.state(), *body.id)) {
      const Lochos& lochos = body.unit->lochoi[static_cast<std::size_t>(at)];
      for (const Stand& stand : lochos.stands) {
        if (stand.lost) continue;
        const Angle heading = stand.at.pose.heading.normalised();
        if (fronts_.empty()) heading_ = heading, ahead_ = geometry::unit_vector(heading), across_ = geometry::left_of(ahead_);
        if (heading != heading_) one_way_ = false;
        const Vec2 at = geometry::vec(stand.at.pose.centre());
        const double half = stand.footprint.frontage.mm() / 2;
        fronts_.push_back({geometry::dot(at, ahead_) + stand.footprint.depth.mm() / 2, geometry::dot(at, across_), half});
        foremost_ = std::max(foremost_, fronts_.back().along);
      }
    }
  }
  bool one_way() const { return !fronts_.empty() && one_way_; }
  /// Does the middle of a stand of theirs surely lie straight ahead, no further away than that? `face_to_face`: all of theirs look back.
  bool sees(const Facts::Body& foe, double most, bool face_to_face) const {
    const Angle back = (heading_ + 180_deg).normalised();
    bool any = false;
    for (std::size_t i = 0; i < foe.unit->lochoi.size(); ++i) {
      const Lochos& lochos = foe.unit->lochoi[i];
      if (!lochos.sound() || runs(*foe.id, i)) continue;
      for (const Stand& stand : lochos.stands) {
        if (stand.lost) continue;
        if (face_to_face && stand.at.pose.heading.normalised() != back) return false;
        any = any || lies_ahead(stand, most);
      }
    }
    return any;
  }

 private:
  bool runs(const UnitId& id, std::size_t at) const {
    return anybody_runs_ && flight_of(facts_.state(), {id, static_cast<int>(at)}) != nullptr;
  }
  bool lies_ahead(const Stand& stand, double most) const {
    constexpr double kHair = 0.1;  // mm
    const Vec2 at = geometry::vec(stand.at.pose.centre());
    const double along = geometry::dot(at, ahead_), aside = geometry::dot(at, across_);
    // Its nearest corner too lies before the whole front: it is touched by nobody yet.
    if (along - foremost_ - (stand.footprint.frontage + stand.footprint.depth).mm() / 2 < kHair) return false;
    return std::any_of(fronts_.begin(), fronts_.end(), [&](const Front& front) {
      return along - front.along <= most - kHair && std::fabs(aside - front.aside) < front.half - kHair;
    });
  }

  const Facts& facts_;
  bool anybody_runs_, one_way_ = true;
  Angle heading_;
  Vec2 ahead_, across_;
  std::vector<Front> fronts_;
  double foremost_ = -1e18;
};

/// How far an enemy that charges too surely comes itself (HM-EPI-19); nothing when it does not.
Length comes_at_least(const State& state, const Facts::Body& foe) {
  const UnitCard& card = card_of(state, *foe.unit);
  if (!under_charge(*foe.unit) || !has_epidromos(card) || in_melee(*foe.unit)) return {};
  if (state.at.acted.contains(*foe.id) || state.at.reacted.contains(*foe.id)) return {};
  return foe.unit->fight.epidromos_die ? rolled_reach(state, *foe.id) : *std::min_element(card.epi_charge.begin(), card.epi_charge.end());
}

/// Does an enemy surely stand straight ahead that it may charge? Most who charge see one at once, and nothing else has to be known then
/// (HM-EPI-18, 19); the others are asked more closely.
bool sees_a_target_at_once(const Facts& facts, const Facts::Body& body) {
  const State& state = facts.state();
  const Taxis& unit = *body.unit;
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card) || unit.turn.recovered) return false;
  if (at_breakfast(state, unit.side) && !unit.fight.must_charge) return false;
  const LookAhead look(facts, body);
  if (!look.one_way()) return false;
  const Length reach = target_reach(state, *body.id);
  const auto charged = [&](const Facts::Body& foe, Length near) {
    return !far_apart(body.round, foe.round, near) && strikes_anywhere(facts, unit, card, *foe.unit);
  };
  for (const Facts::Body& foe : facts.foes(unit.side))
    if (charged(foe, reach) && look.sees(foe, reach.mm(), false)) return true;
  for (const Facts::Body& foe : facts.foes(unit.side)) {
    if (!charged(foe, reach + kLongestCharge)) continue;
    const Length comes = comes_at_least(state, foe);
    if (comes > Length{} && look.sees(foe, (reach + comes).mm(), true)) return true;
  }
  return false;
}

/// Lights before whom nobody stands but hoplites in order, face to face: whatever their reach they may charge none of them (HM-EPI-07, 08,
/// 10), and nothing else has to be known. What was measured is asked more closely.
bool faces_hoplites_alone(const Facts& facts, const Facts::Body& body_of) {
  constexpr double kSure = 10;  // mm; as striking.cpp is sure of a front
  const State& state = facts.state();
  const Taxis& unit = *body_of.unit;
  const bool lights = unit.troop == TroopClass::Hippeis || unit.troop == TroopClass::Psiloi ||
                      (unit.troop == TroopClass::Peltaste && !card_of(state, unit).long_spears);
  if (!lights || facts.measured() || !state.fight.flights.empty()) return false;
  const Shapes& body = facts.in_hand(*body_of.id);
  if (body.empty()) return false;
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
  for (const auto& [other, foe, round] : facts.foes(unit.side)) {
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

bool has_belos_charge(const Facts& facts, const Facts::Body& body) {
  const State& state = facts.state();
  const UnitId& id = *body.id;
  if (!facts.belos_charger(id).allowed()) return false;
  const Length most = belos_charge_move(state, id) + kBelosChargeReach + state.tolerance;
  for (const auto& [other, unit, there] : facts.foes(body.unit->side))
    if (!far_apart(body.round, there, most) && may_belos_charge(facts, id, *other).ruling != engine::Ruling::Refused) return true;
  return false;
}

}  // namespace

bool able_in_fight(const Facts& facts, const Facts::Body& body) {
  const State& state = facts.state();
  const UnitId& id = *body.id;
  const Taxis& unit = *body.unit;
  switch (state.at.phase) {
    case Phase::Automatic: {
      static constexpr std::array kModes{Mode::Rout, Mode::Pursue, Mode::Evade};
      return runs_due(state, id, kModes[static_cast<std::size_t>(state.at.stage)]);
    }
    case Phase::OffensiveBelos:
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::Shooting)) return may_shoot(facts, id).ruling != engine::Ruling::Refused;
      if (in_stage(state, Phase::OffensiveBelos, BelosStage::BelosCharges)) return has_belos_charge(facts, body);
      return !ekdromoi_due(state, id).empty();
    case Phase::Epidromos:
      if (drives(state, id)) return true;  // HM-OPT9-04
      if (unit.ekdromoi_of) return may_sally(state, id).allowed();
      if (charges_lights(unit)) return may_charge(facts, id, {}).ruling != engine::Ruling::Refused;
      if (!under_charge(unit) || unit.turn.recovered || goes_back(unit)) return false;  // HM-AMB-77, HM-BRX-12
      if (sees_a_target_at_once(facts, body)) return true;
      if (faces_hoplites_alone(facts, body)) return !facts.wheel(id).empty();
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
