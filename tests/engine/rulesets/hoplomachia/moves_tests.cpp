/// Marches and approaches: how far, at what pace, in which files, the drift, and how files stand.
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include "tests/engine/rulesets/hoplomachia/moves_support.hpp"

namespace moves_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

TEST_CASE("a unit moves up to the inches of its card for its files", "[hoplomachia][HM-MOVE-01][HM-MARCH-01][HM-MARCH-03]") {
  Table table(alone(unit_at("A1", "hoplite", 4, 600, 280)));
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", ahead(4.25))) == "HM-MOVE-01");
  const double y = y_of(table, "A1.1");
  table.allowed("A", move("A1", ahead(4)));
  CHECK(y_of(table, "A1.1") == Approx(y + 4 * kIn));
}

TEST_CASE("a march is at least an inch or a change of files", "[hoplomachia][HM-MARCH-02][HM-ARR-08][HM-OTYP-04]") {
  const Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  Table table(setup);
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", ahead(0.5))) == "HM-MARCH-02");
  CHECK(table.refused("A", {{"do", "stand"}, {"unit", "A1"}}) == "HM-MARCH-02");
  table.allowed("A", move("A1", Json::array({{{"arrange", "OF"}}})));
  CHECK(table.at("/units/A1/arrangement") == "OF");
}

TEST_CASE("changing files costs an inch of the files moved into", "[hoplomachia][HM-ARR-06][HM-ARR-07][HM-AMB-68]") {
  Table table(alone(unit_at("A1", "hoplite", 4, 600, 280)));
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"arrange", "OF"}}, ahead(4.25)}))) == "HM-MOVE-01");
  CHECK(table.refused("A", move("A1", Json::array({ahead(1), {{"arrange", "OF"}}}))) == "HM-ARR-06");
  table.allowed("A", move("A1", Json::array({{{"arrange", "OF"}}, ahead(4)})));
}

TEST_CASE("files stand as the rules show them", "[hoplomachia][HM-ARR-10][HM-ARR-11][HM-ARR-12]") {
  Json unit = unit_at("A1", "hoplite", 4, 600, 280);
  const auto gaps = [&](const char* files, const std::string& type) {
    Json one = unit;
    one["type"] = type;
    one["arrangement"] = files;
    if (type == "psiloi") one["ranks"] = 2;
    Table table(alone(one));
    return std::pair{x_of(table, "A1.2") - x_of(table, "A1.1") - 40, y_of(table, "A1.1") - y_of(table, "A1.3") - 20};
  };
  CHECK(gaps("CF", "hoplite").first == Approx(0).margin(0.01));
  CHECK(gaps("CF", "hoplite").second == Approx(0).margin(0.01));
  CHECK(gaps("OF", "hoplite").first == Approx(10));
  CHECK(gaps("OF", "hoplite").second == Approx(20));
  CHECK(gaps("NF", "psiloi").second == Approx(0).margin(0.01));
}

TEST_CASE("a phalanx of nine lochoi drifts half an inch to the right after its move, one of eight does not",
          "[hoplomachia][HM-DX-19][HM-APPR-01][HM-APPR-04][HM-APPR-05][HM-APPR-06][HM-MAN-08][HM-AMB-31]") {
  for (const auto& [bases, drift] : {std::pair{18, 0.5}, {16, 0.0}}) {
    CAPTURE(bases);
    Table table(alone(unit_at("A1", "hoplite", bases, 700, 280)));
    to_marches(table, "begin_approach", "");
    const double x = x_of(table, "A1.1"), y = y_of(table, "A1.1");
    table.allowed("A", move("A1", ahead(4)));
    CHECK(y_of(table, "A1.1") == Approx(y + 4 * kIn));
    CHECK(x_of(table, "A1.1") == Approx(x + drift * kIn));
    CHECK(table.at("/units/A1/approach_moves") == 1);
  }
}

TEST_CASE("an approach is made in close files and a full move forward, at the pace of the slowest",
          "[hoplomachia][HM-APPR-02][HM-APPR-07][HM-APPR-08][HM-OTYP-21]") {
  Json open = unit_at("A1", "hoplite", 4, 700, 280);
  open["arrangement"] = "OF";
  Table table(alone(open));
  to_marches(table, "begin_approach", "");
  CHECK(table.refused("A", move("A1", ahead(4))) == "HM-APPR-02");
  CHECK(table.refused("A", move("A1", Json::array({{{"arrange", "CF"}}, ahead(1)}))) == "HM-APPR-07");
  table.allowed("A", move("A1", Json::array({{{"arrange", "CF"}}, ahead(3)})));
  Json slow = unit_at("A2", "hoplite", 4, 780, 280);
  slow["mov_cf"] = 3;
  slow["mov_of"] = 5;
  Json fast = unit_at("A1", "hoplite", 4, 700, 280, true);
  Table both(small_setup(Json::array({fast, slow}), Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)})));
  to_marches(both, "begin_approach", "");
  both.allowed("A", move("A2", ahead(3)));
  CHECK(both.refused("A", move("A1", ahead(2))) == "HM-APPR-07");
  both.allowed("A", move("A1", ahead(3)));
}

TEST_CASE("an army that had breakfast does not move in turn 1", "[hoplomachia][HM-PAR-05][HM-AMB-45]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["sides"]["A"]["breakfast"] = true;
  Table table(setup);
  table.signals("march", "");
  CHECK(table.at("/at/turn") == 2);  // nobody could act
}

TEST_CASE("a move that is allowed says its way against the card, and what its ground and wheels come to",
          "[hoplomachia][HM-MOVE-01][HM-DIS-07][HM-MAN-T1]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["table"]["terrain"] = {{{"kind", "farmland"}, {"outline_mm", {{400, 320}, {800, 320}, {800, 360}, {400, 360}}}}};
  Table table(setup);
  to_marches(table, "march", "");
  const engine::Outcome outcome = table.say("A", move("A1", Json::array({{{"wheel_deg", 20}}, ahead(2.5)})));
  REQUIRE(outcome.verdict.allowed());
  const auto& reasons = outcome.verdict.reasons;
  REQUIRE(reasons.size() == 3);
  CHECK(reasons[0].rule == "HM-MOVE-01");
  CHECK(*reasons[0].value == Approx(2.5 + 80 * 20 * 3.14159265 / 180 / kIn).epsilon(0.001));
  CHECK(reasons[0].limit == 4);
  CHECK(reasons[0].unit == "in");
  CHECK(reasons[1].rule == "HM-DIS-07");
  CHECK(reasons[1].value == 2);
  CHECK(reasons[1].limit == 4);
  CHECK(reasons[2].rule == "HM-MAN-T1");
  CHECK(reasons[2].value == 20);
  CHECK(reasons[2].limit == 45);
}

}  // namespace moves_tests
