/// The figures of a unit that matter in a step, and what decides the battle.
#include <algorithm>
#include <cmath>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// "18 in" as the sheet prints it: whole inches without a decimal.
std::string printed(Length length) {
  std::string text = geometry::inches_text(length);
  if (const std::size_t none = text.find(".0 "); none != std::string::npos) text.erase(none, 2);
  return text;
}

/// "7 / 5" for two values, "7" where they are one.
std::string two(int first, int second) {
  return first == second ? std::to_string(first) : std::to_string(first) + " / " + std::to_string(second);
}

std::string state_of(const State& state, const Unit& unit) {
  if (unit.shattered) return "shattered";
  if (unit.broken) return "broken";
  std::string text = is_shaken(unit, state.config) ? "shaken" : "";
  if (unit.disordered) text += text.empty() ? "disordered" : ", disordered";
  return text.empty() ? "in order" : text;
}

void add_shooting(const State& state, const Unit& unit, std::vector<Figure>& figures) {
  const auto weapon = weapon_of(unit.profile);
  if (!weapon) return figures.push_back({"none", "ranged weapon"});
  const auto dice = [&](int value) {
    return ranged_dice(value, unit.profile.size, unit.formation, in_buildings(state, unit), state.config);
  };
  figures.push_back({two(dice(unit.profile.short_ranged), dice(unit.profile.long_ranged)), "dice, short / long"});
  figures.push_back({printed(range_of(*weapon)), "range of " + std::string(word_of(*weapon))});
}

void add_fighting(const State& state, const Unit& unit, std::vector<Figure>& figures) {
  const auto dice = [&](int value) { return combat_dice(value, unit.profile.size, unit.formation, in_buildings(state, unit)); };
  figures.push_back({two(dice(unit.profile.clash), dice(unit.profile.sustained)), "clash / sustained"});
}

void add_moves(const State& state, const Unit& unit, std::vector<Figure>& figures) {
  figures.push_back({printed(move_row(unit.profile, unit.formation, state.config).distance), "a move"});
  if (state.phase == Phase::Orders) figures.push_back({std::to_string(unit.turn.moves_left), "moves left"});
}

std::vector<Figure> figures_of(const State& state, const Unit& unit) {
  std::vector<Figure> figures{
      {std::to_string(std::max(0, unit.profile.stamina - unit.casualties)) + " of " + std::to_string(unit.profile.stamina), "stamina left"},
      {state_of(state, unit), "state"}};
  switch (state.phase) {
    case Phase::Deployment:
    case Phase::Initiative:
    case Phase::Orders:
      add_moves(state, unit, figures);
      add_fighting(state, unit, figures);
      break;
    case Phase::Rally:
      figures.push_back({unit.profile.elite ? std::to_string(unit.profile.elite_number) + "+" : "none", "Elite rally"});
      add_fighting(state, unit, figures);
      break;
    case Phase::Shooting:
      add_shooting(state, unit, figures);
      break;
    case Phase::HandToHand:
    case Phase::Ended:
      add_fighting(state, unit, figures);
      figures.push_back({std::to_string(unit.turn.casualties), "casualties this turn"});
      break;
  }
  figures.push_back({unit.profile.morale_save >= 7 ? "none" : std::to_string(unit.profile.morale_save) + "+", "morale save"});
  return figures;
}

std::vector<Figure> figures_of(const State& state, const General& general) {
  std::vector<Figure> figures{{std::to_string(general.rating), "rating"},
                              {std::to_string(general.attack_dice), "attack dice"},
                              {general.army_commander ? "the army" : general.division, "commands"},
                              {general.joined.empty() ? "nobody" : general.joined.text, "is with"}};
  if (state.phase == Phase::Orders) figures.push_back({general.moved || general.joined_this_turn ? "no" : "yes", "may move"});
  return figures;
}

}  // namespace

std::vector<Figure> Rules::figures(const State& state, const UnitId& id, Viewer) {
  if (const auto unit = state.units.find(id); unit != state.units.end()) return figures_of(state, unit->second);
  if (const auto general = state.generals.find(id); general != state.generals.end()) return figures_of(state, general->second);
  return {};
}

std::vector<Counter> Rules::counters(const State& state) {
  std::vector<Counter> counters;
  for (const Side side : {Side::A, Side::B}) {
    std::vector<Counter> divisions;
    int all = 0, gone = 0;
    for (const auto& [key, division] : state.divisions) {
      if (division.side != side) continue;
      ++all, gone += division.broken ? 1 : 0;
      int units = 0, lost = 0;
      for (const auto& [id, unit] : state.units)
        if (unit.side == side && !unit.profile.division.empty() && division_key(side, unit.profile.division) == key)
          ++units, lost += unit.broken || unit.shattered ? 1 : 0;
      if (units == 0) continue;
      // More than this share breaks it.
      const int limit = static_cast<int>(std::floor(state.config.fight.division_broken_at * units)) + 1;
      divisions.push_back({side, division.name.empty() ? key.substr(2) : division.name, lost, limit, units, false, "HC-CFG-T1"});
    }
    if (all > 0) {
      // This share or more breaks the army.
      const int limit = std::max(1, static_cast<int>(std::ceil(state.config.fight.army_broken_at * all)));
      counters.push_back({side, "divisions broken", gone, limit, all, false, "HC-CFG-T1"});
    }
    counters.insert(counters.end(), divisions.begin(), divisions.end());
  }
  return counters;
}

}  // namespace polemarch::hail_caesar
