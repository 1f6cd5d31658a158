/// Who is past the flank of a phalanx, and what that costs.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace enveloping_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::State;
using test::hoplomachia_room::Table;

TEST_CASE("a taxis past the flank and able to reach it envelops the phalanx",
          "[hoplomachia][HM-EVT-06][HM-EVT-07][HM-EVT-08][HM-AMB-32][HM-SEQ-14]") {
  Json flanker = unit_at("A3", "hoplite", 2, 700, 910);
  flanker["at"]["heading_deg"] = 0;
  Json setup = two_armies();
  setup["sides"]["A"]["units"].push_back(flanker);
  State state = in_state(setup);
  REQUIRE(hoplomachia::enveloped(state, Side::B));
  CHECK(hoplomachia::enveloped(state, Side::B)->first.text == "A3");
  CHECK_FALSE(hoplomachia::enveloped(state, Side::A));
  // Engaged elsewhere it does not.
  State busy = state;
  busy.units.at({"A3"}).lochoi[0].fight.engaged = hoplomachia::Engaged::Othismos;
  CHECK_FALSE(hoplomachia::enveloped(busy, Side::B));
  // Out of its reach it does not.
  setup["sides"]["A"]["units"].back()["at"]["x_mm"] = 400;
  CHECK_FALSE(hoplomachia::enveloped(in_state(setup), Side::B));
  // At the beginning of the Katastrophe phase: -2 and +2.
  setup["sides"]["A"]["units"].back()["at"]["x_mm"] = 700;
  Table table(setup);
  until(table, "salpinx");
  CHECK(arete_of(table, "b") == 10);
  CHECK(arete_of(table, "a") == 15);
}

TEST_CASE("lights on the unshielded flank envelop only where they may charge", "[hoplomachia][HM-AMB-32]") {
  Json lights = unit_at("A3", "psiloi", 1, 780, 910);
  lights["at"]["heading_deg"] = 0;
  Json setup = two_armies();
  setup["sides"]["A"]["units"].push_back(lights);
  CHECK_FALSE(hoplomachia::enveloped(in_state(setup), Side::B));  // close files
  setup["sides"]["B"]["units"][0]["arrangement"] = "OF";
  CHECK(hoplomachia::enveloped(in_state(setup), Side::B));
}

TEST_CASE("a lochos that pursues ahead is no flank of its phalanx", "[hoplomachia][HM-EVT-06][HM-AMB-28][HM-AMB-31]") {
  // A1's leftmost lochos has chased on past B2's line; B2 stands square before the other two.
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 6, 640, 559, true)}),
                           Json::array({unit_at("B2", "hoplite", 6, 700, 810, true), unit_at("B7", "hoplite", 2, 600, 1000)}), "marches");
  State state = in_state(setup);
  for (auto& stand : state.units.at({"A1"}).lochoi[2].stands) stand.at.pose.y += 229_mm;
  CHECK(hoplomachia::enveloped(state, Side::A));  // as long as it is part of the line
  hoplomachia::Flight chase{.id = 1, .mode = hoplomachia::Mode::Pursue, .unit = {"A1"}, .lochoi = {2}, .foe = {"B7"}};
  state.fight.flights.push_back(chase);
  CHECK_FALSE(hoplomachia::enveloped(state, Side::A));
}

}  // namespace enveloping_tests
