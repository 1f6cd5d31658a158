#include "engine/rulesets/hail_caesar/invariants.hpp"

#include <algorithm>
#include <set>

#include "engine/rulesets/hail_caesar/rules.hpp"

namespace polemarch::hail_caesar {
namespace {

using Broken = std::vector<std::string>;

void check_contacts(const State& state, const UnitId& id, const Unit& unit, Broken& broken) {
  if (!unit.in_play() && !unit.contacts.empty()) broken.push_back(id.text + " is gone and still in contact");
  for (const Contact& contact : unit.contacts) {
    const auto foe = state.units.find(contact.foe);
    if (foe == state.units.end()) {
      broken.push_back(id.text + " touches an unknown unit");
      continue;
    }
    if (foe->second.side == unit.side) broken.push_back(id.text + " fights a friend");
    const auto& back = foe->second.contacts;
    if (std::none_of(back.begin(), back.end(), [&](const Contact& c) { return c.foe == id; }))
      broken.push_back(id.text + " touches " + contact.foe.text + ", which does not touch it");
  }
}

/// Every unit and general that a step names.
struct Named {
  std::vector<UnitId> units, generals;
  void operator()(const OrderTest& s) { units = s.units, generals = {s.general}; }
  void operator()(const BlunderRoll& s) { (*this)(s.test); }
  void operator()(const EliteRally& s) { units = {s.unit}; }
  void operator()(const Shot& s) { units = {s.unit, s.target}; }
  void operator()(const ShotSaves& s) { (*this)(s.shot); }
  void operator()(const TestsDue&) {}
  void operator()(const BreakTest& s) { units = {s.unit}; }
  void operator()(const BreakChoice& s) { units = {s.unit}; }
  void operator()(const Combat& s) {
    units = s.units;
    for (const Attack& attack : s.attacks) units.insert(units.end(), {attack.unit, attack.foe});
    for (const auto* some : {&s.saving, &s.shaken_before}) units.insert(units.end(), some->begin(), some->end());
    for (const auto* some : {&s.hits, &s.casualties})
      for (const auto& [unit, count] : *some) units.push_back(unit);
    for (const auto& [unit, foe] : s.struck_by) units.insert(units.end(), {unit, foe});
    for (const auto& [unit, others] : s.supports) units.push_back(unit), units.insert(units.end(), others.begin(), others.end());
  }
};

/// A unit or general that the step names and the battle has not.
std::optional<UnitId> stranger_in(const State& state, const Step& step) {
  Named named;
  std::visit(named, step);
  for (const UnitId& unit : named.units)
    if (!state.units.contains(unit)) return unit;
  for (const UnitId& general : named.generals)
    if (!state.generals.contains(general)) return general;
  return std::nullopt;
}

}  // namespace

std::vector<std::string> broken_invariants(const State& state) {
  Broken broken;
  if (state.table_width <= Length{} || state.table_depth <= Length{}) broken.emplace_back("the table has no size");
  std::set<BaseId> bases;
  for (const auto& [id, unit] : state.units) {
    if (unit.stands.empty()) broken.push_back(id.text + " has no bases");
    for (const Stand& stand : unit.stands)
      if (!bases.insert(stand.base).second) broken.push_back("base " + stand.base.text + " is there twice");
    if (unit.profile.stamina < 1) broken.push_back(id.text + " has no stamina");
    if (unit.casualties < 0) broken.push_back(id.text + " has casualties below 0");
    if (unit.turn.moves_left < 0) broken.push_back(id.text + " has moves left below 0");
    check_contacts(state, id, unit, broken);
  }
  for (const auto& [id, general] : state.generals) {
    if (!bases.insert(general.stand.base).second) broken.push_back("base " + general.stand.base.text + " is there twice");
    if (!general.joined.empty() && !state.units.contains(general.joined)) broken.push_back(id.text + " is with an unknown unit");
    if (general.rallied && !state.units.contains(*general.rallied)) broken.push_back(id.text + " rallied an unknown unit");
  }
  for (const auto& [key, division] : state.divisions)
    if (!division.general.empty() && !state.generals.contains(division.general))
      broken.push_back("division " + key + " has an unknown general");
  for (const auto& lane : state.agenda.lanes) {
    if (lane.stack.empty()) broken.emplace_back("an empty lane");
    for (const auto& open : lane.stack)
      if (const auto stranger = stranger_in(state, open.step)) broken.push_back("a step names " + stranger->text + ", which is not there");
  }
  if (state.last_test) {
    for (const UnitId& unit : state.last_test->test.units)
      if (!state.units.contains(unit)) broken.push_back("the last test names " + unit.text + ", which is not there");
    for (const auto& [unit, count] : state.last_test->healed)
      if (!state.units.contains(unit) || count < 0) broken.push_back("the last test healed " + unit.text + ", which cannot be");
  }
  for (const Terrain& piece : state.terrain)
    if (piece.outline.size() < 3) broken.push_back("terrain " + piece.id + " has fewer than three corners");
  if (state.turn < 1) broken.emplace_back("turn below 1");
  for (const auto& [winner, loser] : state.may_follow)
    if (!state.units.contains(winner) || !state.units.contains(loser)) broken.emplace_back("an unknown unit may follow");
  for (const auto& [winner, losers] : state.gave_ground) {
    if (!state.units.contains(winner)) broken.emplace_back("an unknown unit may follow");
    for (const auto& [loser, stood] : losers)
      if (!state.units.contains(loser)) broken.emplace_back("an unknown unit gave ground");
  }
  if ((state.phase == Phase::Ended) != !state.winner.empty()) broken.emplace_back("the winner and the end do not agree");
  return broken;
}

std::optional<std::string> Rules::broken_invariant(const State& state) {
  const std::vector<std::string> broken = broken_invariants(state);
  return broken.empty() ? std::nullopt : std::optional(broken.front());
}

bool Rules::has(const State& state, const UnitId& id) { return id.empty() || state.units.contains(id) || state.generals.contains(id); }
bool Rules::unsound(const State& state, const Step& step) { return stranger_in(state, step).has_value(); }

}  // namespace polemarch::hail_caesar
