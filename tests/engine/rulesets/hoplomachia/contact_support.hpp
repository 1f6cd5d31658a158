#pragma once
/// Lochoi that are in contact when a battle begins.

#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace polemarch::test::hoplomachia_room {

inline Json contact(const std::string& unit, int at, const std::string& on, bool othismos = true) {
  return {{"foe", {{"unit", unit}, {"at", at}}}, {"on", on}, {"othismos", othismos}};
}
/// Who is in contact, told to the set-up: the lochoi of the state with these contacts.
inline void touching(Json& setup, const std::map<std::pair<std::string, std::size_t>, Json>& contacts) {
  const Json state = Table(setup).state();
  for (const auto& [who, of] : contacts)
    if (!setup["state"]["units"][who.first].contains("lochoi"))
      setup["state"]["units"][who.first]["lochoi"] = state.at("units").at(who.first).at("lochoi");
  for (const auto& [who, of] : contacts) {
    Json& fight = setup["state"]["units"][who.first]["lochoi"][who.second]["fight"];
    fight["contacts"] = of;
    fight["engaged"] = of.at(0).at("othismos").get<bool>() ? "othismos" : "epidromos";
  }
}

/// Two lines in contact, lochos against lochos, so many of each; A faces up the table.
inline Json lines(int a, int b, const std::string& phase = "melee", int stage = 1, double aside = 0) {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2 * a, 900, 300, true)}),
                  Json::array({unit_at("B1", "hoplite", 2 * b, 900 + aside, 300), unit_at("B2", "hoplite", 2, 300, 1100, true)}), phase);
  setup["state"]["at"]["stage"] = stage;
  return setup;
}
inline void touch(hoplomachia::State& state, hoplomachia::LochosRef striker, hoplomachia::LochosRef target, hoplomachia::Strikes on,
                  bool othismos) {
  const auto engaged = othismos ? hoplomachia::Engaged::Othismos : hoplomachia::Engaged::Epidromos;
  auto& at = state.units.at(target.unit).lochoi[static_cast<std::size_t>(target.at)].fight;
  auto& by = state.units.at(striker.unit).lochoi[static_cast<std::size_t>(striker.at)].fight;
  at.contacts.push_back({striker, on, othismos});
  by.contacts.push_back({target, hoplomachia::Strikes::Front, othismos});
  at.engaged = by.engaged = engaged;
}
inline hoplomachia::State clash_of(int a, int b, bool othismos = true) {
  hoplomachia::State state = in_state(lines(a, b, "marches", 0));
  for (int i = 0; i < std::min(a, b); ++i) touch(state, {{"A1"}, i}, {{"B1"}, b - 1 - i}, hoplomachia::Strikes::Front, othismos);
  return state;
}
/// A setup whose melee stands in contact already, by the state's JSON.
inline Json in_contact(Json setup, const std::vector<std::tuple<std::string, int, std::string, int, std::string>>& strikes, bool othismos) {
  Json state = Table(setup).state();
  std::map<std::string, Json> lochoi;
  for (const auto& [by, by_at, on, on_at, side] : strikes)
    for (const std::string& unit : {by, on}) lochoi[unit] = state.at("units").at(unit).at("lochoi");
  const char* kind = othismos ? "othismos" : "epidromos";
  for (const auto& [by, by_at, on, on_at, side] : strikes) {
    Json& target = lochoi[on][static_cast<std::size_t>(on_at)]["fight"];
    Json& striker = lochoi[by][static_cast<std::size_t>(by_at)]["fight"];
    target["contacts"].push_back({{"foe", {{"unit", by}, {"at", by_at}}}, {"on", side}, {"othismos", othismos}});
    striker["contacts"].push_back({{"foe", {{"unit", on}, {"at", on_at}}}, {"on", "front"}, {"othismos", othismos}});
    target["engaged"] = striker["engaged"] = kind;
  }
  for (const auto& [unit, json] : lochoi) setup["state"]["units"][unit]["lochoi"] = json;
  return setup;
}

}  // namespace polemarch::test::hoplomachia_room
