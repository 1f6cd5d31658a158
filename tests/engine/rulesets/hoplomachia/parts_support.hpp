#pragma once
/// Battles in which a part of a taxis runs, or has stopped running apart from it.

#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace polemarch::test::hoplomachia_room {

inline Json order_of(const std::string& type, int turn = 2) {
  return {{"type", type}, {"source", "salpinx"}, {"turn", turn}, {"exempt", false}};
}

/// These lochoi of a unit run, since turn 2, and have turned about.
inline void runs(Json& setup, const std::string& unit, const std::vector<int>& lochoi, const std::string& mode, const std::string& foe,
                 int moves, int moved_in) {
  Json parts = Table(setup).state().at("units").at(unit).at("lochoi");
  for (const int at : lochoi) {
    Json& lochos = parts.at(static_cast<std::size_t>(at));
    lochos["disarrayed"] = true;
    if (mode != "rout") continue;
    lochos["fate"] = "routing";
    lochos["scored"] = true;
    for (Json& stand : lochos["stands"]) {
      Json& pose = stand["at"].contains("pose") ? stand["at"]["pose"] : stand["at"];
      pose["heading_deg"] = 90;
    }
  }
  setup["state"]["units"][unit]["lochoi"] = parts;
  Json& fight = setup["state"]["fight"];
  if (fight.is_null()) fight = Json::object();
  const int id = fight.value("next_flight", 1);
  fight["flights"].push_back({{"id", id},
                              {"mode", mode},
                              {"unit", unit},
                              {"lochoi", lochoi},
                              {"foe", foe},
                              {"away", 90},
                              {"since", 2},
                              {"moves", moves},
                              {"moved_in", moved_in}});
  fight["next_flight"] = id + 1;
}

/// A1 of so many bases stands under Charge four inches before B1, in close files, in B3 of turn 3.
inline Json before_a_charge(int a, int b) {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", a, 640, 500), unit_at("A2", "hoplite", 2, 1200, 100, true)}),
                  Json::array({unit_at("B1", "hoplite", b, 620, 600), unit_at("B2", "hoplite", 4, 1300, 1000, true)}), "epidromos");
  setup["state"]["armies"] = {{"a", {{"sphagia_done", true}, {"hoplites_at_start", a / 2 + 1}}},
                              {"b", {{"sphagia_done", true}, {"hoplites_at_start", b / 2 + 2}}}};
  charge_order(setup, "A1");
  setup["state"]["units"]["A1"]["mode"] = "charge";
  return setup;
}

/// B1 of three lochoi, four inches and more before A1, the first of them routing with its back to A1.
inline Json with_a_runaway(const std::string& phase, int moves, int moved_in) {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 620, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 6, 620, 700), unit_at("B2", "hoplite", 2, 1300, 1000, true)}), phase);
  runs(setup, "B1", {0}, "rout", "A1", moves, moved_in);
  return setup;
}

/// B1 of three lochoi, B before A: the first of them has chased its enemy down and stands an inch ahead of the others, looking elsewhere.
inline Json with_a_straggler(const std::string& order) {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 4, 620, 200, true)}),
                  Json::array({unit_at("B1", "hoplite", 6, 620, 700), unit_at("B2", "hoplite", 2, 1300, 1000, true)}), "automatic", "B");
  setup["sides"]["A"]["arete"] = 12;
  setup["sides"]["B"]["arete"] = 13;
  runs(setup, "B1", {0}, "pursue", "A1", 1, 2);
  setup["state"]["fight"]["flights"][0]["caught"] = true;
  double back = 0;
  for (Json& stand : setup["state"]["units"]["B1"]["lochoi"][0]["stands"]) {
    Json& pose = stand["at"].contains("pose") ? stand["at"]["pose"] : stand["at"];
    pose["heading_deg"] = 180;
    pose["x_mm"] = 520 + back;
    pose["y_mm"] = 670;
    back += 20;
  }
  setup["state"]["units"]["B1"]["order"] = order_of(order);
  setup["state"]["units"]["B1"]["mode"] = order == "charge" ? "charge" : "march";
  return setup;
}

inline Json thrown_by(const std::vector<Json>& events, const std::string& unit, const std::string& rule) {
  Json found = Json::array();
  for (const Json& event : of_kind(events, "thrown"))
    if (event.at("rule") == rule && event.at("thrower") == unit) found.push_back(event);
  return found;
}

inline bool changed_by(const std::vector<Json>& events, const std::string& rule) {
  for (const Json& event : of_kind(events, "arete_changed"))
    if (event.at("entry").at("rule") == rule) return true;
  return false;
}

}  // namespace polemarch::test::hoplomachia_room
