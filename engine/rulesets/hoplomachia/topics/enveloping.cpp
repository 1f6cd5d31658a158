/// Who is past the flank of a phalanx and could strike it in the next epidromos (HM-EVT-06, HM-EVT-09, HM-AMB-32).
#include <algorithm>
#include <cmath>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

/// The middle of a body lies before the front and between the lines of the sides: it is surely neither past a flank nor behind.
bool before_the_front(const Round& round, const geo::Shape& target) {
  const Vec2 d = geo::vec(round.at) - target.front_centre();
  return geo::dot(d, target.ahead) > 0 && std::fabs(geo::dot(d, geo::left_of(target.ahead))) < target.half_front;
}

/// The baggage of a march square that a unit can get at: straight ahead of one of its lochoi with nobody in between, by epidromos or by a
/// belos charge (HM-EVT-09).
bool gets_at_baggage(const State& state, const UnitId& id, const UnitId& baggage) {
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (in_melee(unit) || unit.mode == Mode::Rout) return false;
  const bool belos = card.belos && unit.arrangement != Arrangement::CF &&
                     (unit.troop == TroopClass::Hippeis || unit.troop == TroopClass::Hippotoxotes || unit.troop == TroopClass::Peltaste ||
                      unit.troop == TroopClass::Psiloi);
  Length most;
  if (has_epidromos(card)) most = charge_reach(card);
  if (belos) {  // to within an inch; hippeis wheel to get away (HM-BCH-05, 09)
    const Length move = card.movement(unit.arrangement).value_or(Length{});
    most = std::max(most, unit.troop == TroopClass::Hippeis ? move : move + 1_in);
  }
  const Shapes goal = shapes_of(taxis_at(state, baggage));
  for (const int at : in_hand(state, id)) {
    const Shapes own = shapes_of(lochos_at(state, {id, at}));
    const auto way = touch_in_lane(own, goal);
    if (!way || way->travel.value > most) continue;
    const bool free = std::none_of(state.units.begin(), state.units.end(), [&](const auto& entry) {
      if (entry.first == id || entry.first == baggage || !entry.second.on_table() || entry.second.hidden) return false;
      const auto touch = touch_in_lane(own, shapes_of(entry.second));
      return touch && touch->travel.value < way->travel.value;
    });
    const bool by_charge = has_epidromos(card) && way->travel.value <= charge_reach(card) &&
                           eligible(state, id, {baggage, rightmost(taxis_at(state, baggage))}, Strikes::Front).allowed();
    if (free && (belos || by_charge)) return true;
  }
  return false;
}

}  // namespace

bool envelops(const Facts& facts, const UnitId& id, const UnitId& phalanx) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const Taxis& foe = taxis_at(state, phalanx);
  if (unit.hidden || unit.mode == Mode::Rout || unit.troop == TroopClass::Baggage || in_melee(unit)) return false;
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card)) return false;
  const Round& round = facts.round(id);
  if (far_apart(round, facts.round(phalanx), charge_reach(card) + 2_in)) return false;
  const Shapes& body = facts.in_hand(id);
  if (body.empty()) return false;
  // Who pursues or stands apart has left the line; where nobody else is left, they are it (HM-AMB-28).
  const std::vector<int> line = acting_lochoi(state, phalanx);
  for (std::size_t i = 0; i < foe.lochoi.size(); ++i) {
    const LochosRef ref{phalanx, static_cast<int>(i)};
    if (!foe.lochoi[i].sound() || (!line.empty() && std::find(line.begin(), line.end(), ref.at) == line.end())) continue;
    const Length most = charge_reach(card) + state.tolerance;
    if (far_apart(round, round_of(foe.lochoi[i]), most)) continue;
    const Shapes& theirs = facts.shapes(ref);
    if (before_the_front(round, theirs.front())) continue;
    if (const StruckFrom open = struck_from(body, theirs); open.side == Strikes::Front && !open.doubtful) continue;
    const StruckFrom from = struck_from(facts, body, ref);
    if (from.side == Strikes::Front || !eligible(state, id, ref, from.side).allowed()) continue;
    const auto way = wheel_way(facts, id, ref, most);
    if (way && way->cost <= charge_reach(card) + state.tolerance) return true;
  }
  return false;
}

std::optional<std::pair<UnitId, UnitId>> enveloped(const State& state, Side side) {
  if (state.armies[side].formation == ArmyFormation::MarchingColumn) {
    // A march square is enveloped only where its baggage can be charged (HM-EVT-09).
    for (const auto& [other, unit] : state.units) {
      if (unit.side == side || !unit.on_table() || unit.hidden || unit.scenery) continue;
      for (const auto& [id, baggage] : state.units)
        if (baggage.side == side && baggage.baggage && baggage.on_table() && gets_at_baggage(state, other, id)) return std::pair{other, id};
    }
    return std::nullopt;
  }
  const Facts facts(state);
  for (const auto& [id, foe] : state.units) {
    if (foe.side != side || !foe.core || foe.troop != TroopClass::Hoplite) continue;
    for (const auto& [other, unit] : state.units)
      if (unit.side != side && unit.on_table() && envelops(facts, other, id)) return std::pair{other, id};
  }
  return std::nullopt;
}

}  // namespace polemarch::hoplomachia
