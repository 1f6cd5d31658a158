/// Flanks and rears: who strikes them, who fights on there, who wheels in.
#include <set>

#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"
#include "tests/engine/rulesets/hoplomachia/contact_support.hpp"

namespace flanks_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Level;
using hoplomachia::LochosRef;
using hoplomachia::State;
using hoplomachia::Strikes;
using test::hoplomachia_room::Table;

TEST_CASE("the charger predominantly behind the rear line strikes the rear, no enemy in front needed",
          "[hoplomachia][HM-FLK-04][HM-AMB-51]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 700, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 500, true)}), "epidromos");
  setup["sides"]["A"]["units"][0]["at"]["heading_deg"] = 270;
  charge_order(setup, "A1");
  State state = in_state(setup);
  const auto lane = hoplomachia::lane_of(state, {"A1"});
  REQUIRE(lane.size() == 1);
  CHECK(lane[0].on == Strikes::Rear);
}

TEST_CASE("a lochos that a friend fights in front fights on there, flanked or not", "[hoplomachia][HM-FLK-12][HM-FLK-15]") {
  for (const Strikes on : {Strikes::Shielded, Strikes::Unshielded}) {
    State state = clash_of(1, 1);
    state.units[{"A2"}] = state.units.at({"A1"});
    state.units.at({"A2"}).lochoi[0].fight = {};
    state.units.at({"A2"}).lochoi[0].stands[0].base = {"A2.1"};
    state.units.at({"A2"}).lochoi[0].stands[1].base = {"A2.2"};
    touch(state, {{"A2"}, 0}, {{"B1"}, 0}, on, true);
    const auto pairs = hoplomachia::pairs_to_fight(state, {"B1"}, true);
    REQUIRE(pairs.size() == 2);
    for (const auto& pair : pairs) {
      const auto back = hoplomachia::answer_of(state, pair);
      CHECK(back.level == (pair.on == Strikes::Front ? Level::ThresholdHit : Level::ZeroHit));
    }
  }
}

TEST_CASE("a free lochos wheels into the flank of an enemy in othismos: its own taxis's first, else the unshielded side",
          "[hoplomachia][HM-FLK-05][HM-FLK-06][HM-FLK-07][HM-FLK-08][HM-AMB-81]") {
  // A's line is one lochos wider on its right, beyond B's left (shielded) flank.
  Json setup = lines(3, 2, "marches", 0);
  setup["sides"]["A"]["units"][0]["at"]["x_mm"] = 920;
  State state = in_state(setup);
  touch(state, {{"A1"}, 1}, {{"B1"}, 1}, Strikes::Front, true);
  touch(state, {{"A1"}, 2}, {{"B1"}, 0}, Strikes::Front, true);
  state.at.phase = hoplomachia::Phase::Marches;
  const LochosRef free{{"A1"}, 0}, end{{"B1"}, 1};
  CHECK(hoplomachia::may_wheel_in(state, free, end).allowed());
  CHECK(hoplomachia::free_side(state, free, end)->second == Strikes::Shielded);
  // Who fights himself does not; an enemy that is in no othismos is not wheeled into.
  CHECK(hoplomachia::may_wheel_in(state, {{"A1"}, 1}, end).reasons.front().rule == "HM-FLK-05");
  State epidromos = state;
  epidromos.units.at({"B1"}).lochoi[1].fight.engaged = hoplomachia::Engaged::Epidromos;
  CHECK(hoplomachia::may_wheel_in(epidromos, free, end).reasons.front().rule == "HM-FLK-05");
  // With its own taxis fighting others it may not strike this one.
  State others = state;
  for (auto& contact : others.units.at({"B1"}).lochoi[1].fight.contacts) contact.foe = {{"A9"}, 0};
  CHECK(hoplomachia::may_wheel_in(others, free, end).reasons.front().rule == "HM-FLK-07");
  // With its taxis free it strikes the unshielded side, not this one.
  State loose = others;
  for (auto& lochos : loose.units.at({"A1"}).lochoi) lochos.fight = {};
  for (auto& lochos : loose.units.at({"B1"}).lochoi)
    for (auto& contact : lochos.fight.contacts) contact.foe = {{"A9"}, 0};
  CHECK(hoplomachia::may_wheel_in(loose, free, end).reasons.front().rule == "HM-FLK-08");
}

TEST_CASE("a lochos wheeled in is fought in the same turn, as othismos", "[hoplomachia][HM-FLK-06][HM-AMB-81]") {
  Json setup = lines(3, 2, "marches", 0);
  setup["sides"]["A"]["units"][0]["at"]["x_mm"] = 920;
  Table table(in_contact(setup, {{"A1", 1, "B1", 1, "front"}, {"A1", 2, "B1", 0, "front"}}, true));
  table.allowed("A", {{"do", "wheel_in"}, {"unit", "A1"}, {"lochos", 0}, {"target", "B1"}, {"target_lochos", 1}});
  const auto events = until(table, "katastrophe", {{"HM-AND-15", {1, 1}}});
  bool flank = false;
  for (const Json& melee : of_kind(events, "melee_fought")) flank = flank || (melee.at("on") == "shielded" && melee.at("othismos") == true);
  CHECK(flank);
}

namespace {

/// A's line of three is one lochos wider than B's, in othismos, in the marches of a turn in which nobody else has anything to do.
Json wider_line() {
  Json setup = lines(3, 2, "marches", 0);
  setup["sides"]["A"]["units"][0]["at"]["x_mm"] = 920;
  setup["state"]["units"]["A9"] = {{"mode", "halt"}};
  setup["state"]["units"]["A1"]["mode"] = "march";
  setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 2}, {"exempt", false}};
  return in_contact(setup, {{"A1", 1, "B1", 1, "front"}, {"A1", 2, "B1", 0, "front"}}, true);
}
const Json kWheel{{"do", "wheel_in"}, {"unit", "A1"}, {"lochos", 0}, {"target", "B1"}, {"target_lochos", 1}};

}  // namespace

TEST_CASE("the marches wait for a lochos that may wheel into a flank: it wheels or stands, and its taxis has acted",
          "[hoplomachia][HM-FLK-06][HM-ASEQ-11][HM-ORD-05]") {
  for (const bool wheels : {true, false}) {
    Table table(wider_line());
    REQUIRE(table.phase() == "marches");
    std::set<std::string> offered;
    for (const auto& offer : table.battle().offers(Viewer::A, engine::AboutAll{}))
      if (offer.verdict.allowed()) offered.insert(Json::parse(offer.command).at("do"));
    CHECK(offered.contains("wheel_in"));
    CHECK(offered.contains("stand"));
    CHECK_FALSE(offered.contains("move"));
    CHECK(table.refused("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 1}}}}}) == "HM-ORD-05");
    const auto events = table.allowed("A", wheels ? kWheel : Json{{"do", "stand"}, {"unit", "A1"}});
    CHECK(of_kind(events, "unit_acted").size() >= 1);
    REQUIRE_FALSE(of_kind(events, "phase_began").empty());
    CHECK(of_kind(events, "phase_began").front().at("phase") == "melee");
  }
}

TEST_CASE("a lochos wheels in when its taxis comes in the arete sequence", "[hoplomachia][HM-MOVE-04][HM-ASEQ-09]") {
  Json setup = wider_line();
  setup["state"]["at"]["precedence"] = setup["state"]["at"]["next"] = "B";
  setup["state"]["units"]["B2"]["mode"] = "march";
  setup["state"]["units"]["B2"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  Table table(setup);
  CHECK(table.refused("A", kWheel) == "HM-ASEQ-09");
  table.allowed("B", {{"do", "move"}, {"unit", "B2"}, {"legs", {{{"ahead_in", 2}}}}});
  table.allowed("A", kWheel);
}

TEST_CASE("a wheel into a flank is a move like others, by troops that may charge that side",
          "[hoplomachia][HM-FLK-06][HM-MOVE-01][HM-AMB-95][HM-BEL-17][HM-EPI-11][HM-ORD-16]") {
  Json setup = lines(2, 2, "marches", 0);
  setup["sides"]["A"]["units"].push_back(unit_at("A2", "hippeis", 4, 770, 287));
  State state = in_state(setup);
  touch(state, {{"A1"}, 0}, {{"B1"}, 1}, Strikes::Front, true);
  touch(state, {{"A1"}, 1}, {{"B1"}, 0}, Strikes::Front, true);
  hoplomachia::Taxis& horse = state.units.at({"A2"});
  horse.mode = hoplomachia::Mode::March;
  const LochosRef ile{{"A2"}, 0}, end{{"B1"}, 0};
  const auto rule = [&] {
    const auto verdict = hoplomachia::may_wheel_in(state, ile, end);
    return verdict.allowed() ? std::string("allowed") : verdict.reasons.front().rule;
  };
  const hoplomachia::Taxis fresh = horse;
  CHECK(rule() == "allowed");
  horse.turn.moved = 5_in;
  CHECK(rule() == "HM-FLK-06");
  horse = fresh;
  horse.fight.charging = true;
  CHECK(rule() == "HM-AMB-95");
  horse = fresh;
  horse.fight.belos_charged = true;
  CHECK(rule() == "HM-AMB-95");
  horse = fresh;
  horse.fight.shot = true;
  CHECK(rule() == "HM-BEL-17");
  horse = fresh;
  horse.mode = hoplomachia::Mode::Halt;
  CHECK(rule() == "HM-ORD-16");
  horse = fresh;
  horse.troop = hoplomachia::TroopClass::Toxotes;
  CHECK(rule() == "HM-EPI-11");
}

}  // namespace flanks_tests
