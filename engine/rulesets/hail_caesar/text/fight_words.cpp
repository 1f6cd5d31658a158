/// Words of fighting: why a unit tests, where it is driven, how a combat stands.
#include "engine/rulesets/hail_caesar/text/fight_words.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "engine/geometry/compare.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/retreat.hpp"
#include "models/counted.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// " for a hit with a 6 and for becoming shaken"; empty where no rule of a test is among them.
std::string reason_of(const std::vector<std::string>& rules) {
  struct Why {
    std::string_view rule, words;
  };
  constexpr std::array kWhy{Why{"HC-SHO-12", "for becoming shaken"},
                            Why{"HC-SHO-13", "for casualties while shaken"},
                            Why{"HC-SHO-14", "for two hits by sixes alone"},
                            Why{"HC-SHO-15", "for a hit with a 6"},
                            Why{"HC-HTH-09", "for being shaken by shots"},
                            Why{"HC-HTH-10", "for two hits by sixes alone"},
                            Why{"HC-HTH-11", "for a hit with a 6"},
                            Why{"HC-HTH-12", "for the combat lost"},
                            Why{"HC-HTH-13", "for a draw while shaken"},
                            Why{"HC-HTH-14", "for a supported unit that broke"},
                            Why{"HC-HTH-16", "for a supported unit that was shattered"}};
  std::string text;
  for (const std::string& rule : rules)
    for (const Why& why : kWhy)
      if (why.rule == rule) text += (text.empty() ? " " : " and ") + std::string(why.words);
  return text;
}

}  // namespace

std::string called(const State& state, const UnitId& id) {
  if (const auto unit = state.units.find(id); unit != state.units.end()) return polemarch::called(id, unit->second.profile.name);
  const auto general = state.generals.find(id);
  return polemarch::called(id, general == state.generals.end() ? "" : general->second.name);
}

std::string names(const State& state, const std::vector<UnitId>& ids) {
  std::string text;
  for (const UnitId& id : ids) text += (text.empty() ? "" : ", ") + called(state, id);
  return text;
}

std::string test_title(const State& state, const BreakTest& test) {
  const auto of_shots_at_a_charger = [](const std::string& rule) {  // for these a config chooses the table (HC-AMB-38)
    return rule == "HC-HTH-09" || rule == "HC-HTH-10" || rule == "HC-HTH-11";
  };
  std::string text = called(state, test.unit) + ": break test" + reason_of(test.rules);
  if (std::any_of(test.rules.begin(), test.rules.end(), of_shots_at_a_charger))
    text += test.table == BreakTable::Ranged ? ", from ranged attacks" : ", hand-to-hand";
  return test.modifier == 0 ? text : text + ", modifier " + std::to_string(test.modifier);
}

std::string test_words(const State& state, const TestBecameDue& e) {
  const std::string text = reason_of(e.due.rules);
  if (state.phase == Phase::Shooting) return text + ", when the shooting ends";
  const auto unit = state.units.find(e.unit);
  const bool fights = state.phase == Phase::HandToHand || unit == state.units.end() || !in_combat(unit->second);
  return text + (fights ? "" : ", before it fights");
}

std::string driven_words(const State& state, const UnitDrivenBack& e) {
  std::string text = called(state, e.unit) + (e.how == "retreat" ? " retreats" : " gives ground");
  const auto unit = state.units.find(e.unit);
  if (unit == state.units.end() || e.stands.empty()) return text;
  const Unit there = standing(unit->second, e.stands);
  const Vec2 way = geometry::vec(pose_of(there).centre()) - geometry::vec(pose_of(unit->second).centre());
  const Length length = geometry::rounded(geometry::length_of(way));
  if (length.um > 500) text += " " + geometry::inches_text(length);
  std::vector<UnitId> under, carried;  // supports give ground along with it (HC-BRK-05)
  if (e.how == "give_ground") carried = supports_to_move(state, e.with.value_or(e.unit));
  for (const auto& [id, other] : state.units)
    if (id != e.unit && other.in_play() && std::find(carried.begin(), carried.end(), id) == carried.end() &&
        geometry::gap_between(shapes_of(there), shapes_of(other)).signed_gap.value.mm() < -1)
      under.push_back(id);
  return under.empty() ? text : text + ", onto " + names(state, under) + ": agree where it stands";
}

std::string result_words(const State& state, const BreakTested& e) {
  const auto unit = state.units.find(e.unit);
  const bool goes = e.result.starts_with("give_ground") || e.result.starts_with("retreat");
  const MoveOptions& config = state.config.move;
  const double moves = e.result.starts_with("retreat") ? config.retreat_moves : config.give_ground_moves;
  const bool stays = goes && unit != state.units.end() && unit->second.in_play() && !way_back(state, e.unit, moves);
  return tell_result(e.result) + (stays ? ", but has nowhere to go" : "");
}

std::string score_words(const State& state, const CombatResolved& e) {
  int supports[2] = {0, 0};
  if (state.config.fight.combat_score != "casualties") {
    std::set<UnitId> counted;
    for (const UnitId& id : e.units) {
      const auto unit = state.units.find(id);
      if (unit == state.units.end()) continue;
      for (const UnitId& supporter : supports_of(state, id))
        if (counted.insert(supporter).second) ++supports[unit->second.side == Side::A ? 0 : 1];
    }
  }
  const auto side = [&](const char* name, int score, int count) {
    std::string text = std::string(name) + " " + std::to_string(score);
    const int bonus = count * state.config.fight.support_bonus;
    if (bonus > 0 && bonus <= score) text += " (" + std::to_string(score - bonus) + " and " + counted(count, "support") + ")";
    return text;
  };
  const bool draw = e.winner == "draw";
  return (draw ? "A draw in the combat of " : e.winner + " wins the combat of ") + names(state, e.units) + ": " +
         side("A", e.score_a, supports[0]) + ", " + side("B", e.score_b, supports[1]);
}

std::string tell_result(const std::string& key) {
  constexpr std::array<std::array<std::string_view, 2>, 8> kWords{
      {{"hold", "holds"},
       {"hold_disordered_or_retreat", "holds disordered or retreats"},
       {"retreat", "retreats"},
       {"retreat_disordered", "retreats, disordered"},
       {"give_ground_with_supports", "gives ground with its supports"},
       {"give_ground_disordered", "gives ground, disordered"},
       {"give_ground_disordered_with_supports", "gives ground with its supports, disordered"},
       {"break", "breaks"}}};
  for (const auto& [result, words] : kWords)
    if (key == result) return std::string(words);
  std::string text = key;
  for (char& c : text)
    if (c == '_') c = ' ';
  return text;
}

}  // namespace polemarch::hail_caesar
