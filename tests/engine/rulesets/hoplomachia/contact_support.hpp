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

}  // namespace polemarch::test::hoplomachia_room
