#pragma once
/// Moves in a small battle: on to the phase of marches, what is said there, where stands are then.

#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace polemarch::test::hoplomachia_room {

inline constexpr double kIn = 25.4;

/// Signals, then everybody who is asked first is passed until the phase of marches; what dice are asked for show 3.
inline void to_marches(Table& table, const std::string& a, const std::string& b) {
  table.signals(a, b);
  for (int i = 0; i < 60 && table.phase() != "marches"; ++i) {
    if (table.asked()) {
      table.wait().chance ? table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 3))
                          : table.choose(table.wait().options.back().key);
      continue;
    }
    bool said = false;
    for (const Viewer side : {Viewer::A, Viewer::B})
      for (const auto& offer : table.battle().offers(side, engine::AboutAll{})) {
        const Json command = Json::parse(offer.command);
        if (said || !offer.verdict.allowed() || command["do"] != "stand") continue;
        table.allowed(side == Viewer::A ? "A" : "B", command);
        said = true;
      }
    if (!said) break;
  }
  REQUIRE(table.phase() == "marches");
}
inline Json move(const std::string& unit, const Json& legs) {
  return {{"do", "move"}, {"unit", unit}, {"legs", legs.is_array() ? legs : Json::array({legs})}};
}
inline Json ahead(double in) { return {{"ahead_in", in}}; }

/// One unit against an enemy far off.
inline Json alone(Json unit, double enemy_y = 1190) {
  unit["strategos"] = true;
  return small_setup(Json::array({unit}), Json::array({unit_at("B1", "hoplite", 2, 900, enemy_y, true)}));
}
inline double x_of(const Table& table, const std::string& base) {
  for (const auto& place : const_cast<Table&>(table).battle().places())
    if (place.base.text == base) return place.pose.x.mm();
  return 0;
}
inline double y_of(Table& table, const std::string& base) {
  for (const auto& place : table.battle().places())
    if (place.base.text == base) return place.pose.y.mm();
  return 0;
}
inline bool disarrayed(const Table& table, const std::string& unit, int lochos = 0) {
  return table.at("/units/" + unit + "/lochoi/" + std::to_string(lochos) + "/disarrayed");
}

}  // namespace polemarch::test::hoplomachia_room
