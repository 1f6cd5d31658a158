#include "engine/rulesets/blade_and_bow/topics/morale.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"

namespace polemarch::blade_and_bow {
namespace {

void add(Check& check, int amount, const char* rule, std::string text) {
  check.modifier += amount;
  check.modifiers.push_back({rule, std::move(text), static_cast<double>(amount), {}, {}, {}});
}

void add_cards(Check& check, const State& state, Side side, const UnitId& unit) {
  for (const ActiveEffect& effect : state.effects)
    if (effect.kind == EffectKind::MoraleModifier && effect.side == side && (effect.unit.empty() || effect.unit == unit))
      add(check, effect.amount, "BB-CARD-03", "card " + std::to_string(effect.card));
}

}  // namespace

bool passes(const Check& check, const std::vector<int>& dice) {
  return std::all_of(dice.begin(), dice.end(), [&](int die) { return die + check.modifier <= check.value; });
}

double chance_to_pass(const Check& check) {
  const int good = std::clamp(check.value - check.modifier, 0, 6);
  double chance = 1;
  for (int die = 0; die < check.dice; ++die) chance *= good / 6.0;
  return chance;
}

Check plain_check(const State& state, const Unit& unit) {
  Check check{.value = army_value(state, unit.side), .modifiers = {}, .leaderless = commander(state, unit.side) == nullptr};
  const bool walled = unit.wall || (state.action && state.action->walls_lost.contains(unit.id));  // BB-AMB-71
  if (walled) check.value += kWallMorale;
  if (const int lost = camp_penalty(state, unit.side); lost != 0) add(check, lost, "BB-MOR-08", "camp lost");
  add_cards(check, state, unit.side, unit.id);
  return check;
}

Check management_check(const State& state, Side side, const UnitId& unit) {
  Check check{.value = army_value(state, side), .modifiers = {}, .leaderless = commander(state, side) == nullptr};
  if (const int lost = camp_penalty(state, side); lost != 0) add(check, lost, "BB-MOR-08", "camp lost");
  for (const auto& [id, camp] : state.camps) {
    if (camp.side != side || camp.sacked || leaders_at(state, camp.square, side).empty()) continue;
    add(check, kCampLeader, "BB-ROUT-11", "leader on the camp");  // once however many stand there (BB-ROUT-16)
    break;
  }
  add_cards(check, state, side, unit);
  return check;
}

int side_modifier(const State& state, const Unit& target, Square from) {
  switch (aspect_of(state.map, target.square, target.facing, from)) {
    case Aspect::Front:
      return target.type.good.front;
    case Aspect::LeftFlank:
      return target.type.good.left;
    case Aspect::RightFlank:
      return target.type.good.right;
    case Aspect::Rear:
      return 0;
  }
  return 0;
}

Check commitment_check(const State& state, const Unit& attacker, const Unit* target, const Camp* camp) {
  Check check = plain_check(state, attacker);
  if (target != nullptr) check.dice = 1 + side_modifier(state, *target, attacker.square);
  if (target == nullptr && camp != nullptr) check.dice = 1 + camp->front;
  const LeadersNear near = leaders_near(state, attacker.square, attacker.side);
  if (near.adjacent > 0) add(check, kLeaderAdjacent, "BB-COM-11", "next to a leader");
  if (near.two_away > 0) add(check, kLeaderNearby, "BB-COM-12", "leader two squares away");
  if (target != nullptr && target->profile().size == Size::Light && attacker.profile().size != Size::Light)
    add(check, kBigAgainstLight, "BB-COM-13", "attacking a light unit");
  if (attacker.type.immortals) add(check, kImmortalsMorale, "BB-COM-14", "Immortals");
  return check;
}

Commitment commitment_of(const State& state, const Unit& attacker, const Unit* target) {
  if (target != nullptr && target->disrupted) return {false, false, "BB-COM-19"};
  if (target != nullptr && aspect_of(state.map, target->square, target->facing, attacker.square) == Aspect::Rear)
    return {false, false, "BB-COM-02"};
  if (!leaders_at(state, attacker.square, attacker.side).empty()) return {false, true, "BB-COM-09"};
  if (attacker.melee_marker) return {false, true, "BB-COM-16"};
  return {true, true, "BB-COM-01"};
}

Check continuation_check(const State& state, const Unit& cavalry) { return plain_check(state, cavalry); }

Check rally_check(const State& state, const Unit& unit) {
  Check check = plain_check(state, unit);
  if (leaders_near(state, unit.square, unit.side).adjacent > 0) add(check, kRallyLeader, "BB-RAL-05", "next to a leader");
  if (unit.type.immortals) add(check, kImmortalsMorale, "BB-RAL-06", "Immortals");
  if (ZoneMap(state, other(unit.side)).covers(unit.square)) add(check, kRallyInZone, "BB-RAL-07", "in an enemy zone");
  return check;
}

}  // namespace polemarch::blade_and_bow
