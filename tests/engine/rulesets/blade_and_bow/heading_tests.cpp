/// A heading the camera saw: snapped to the eight facings with its likelihood, and asked of the opponent where it is unclear.
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace heading_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

TEST_CASE("the likelihood of a facing is the share of the heading's error on its side of the boundary", "[bb][BB-POS-02]") {
  // Normal distribution, 22.5 degrees to either boundary: 2.25 sd = 97.56 %, on the boundary a half, 1 sd inside 84.13 %.
  CHECK(snap_facing(Angle::from_deg(90), 10).probability == Approx(0.9756).margin(0.002));
  CHECK(snap_facing(Angle::from_deg(67.6), 1).probability == Approx(0.54).margin(0.01));
  CHECK(snap_facing(Angle::from_deg(69.5), 2).probability == Approx(0.8413).margin(0.002));
  CHECK(snap_facing(Angle::from_deg(90), 0.5).probability == Approx(1.0));
}

TEST_CASE("a clear heading at the end of a move is the facing nearest to it, with its likelihood", "[bb][BB-POS-01]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"F8","heading_deg":95,"heading_sd_deg":2})"));
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").square == at(5, 7));
  CHECK(t.unit("A1").facing == Facing::N);
  bool told = false;
  for (const engine::Reason& reason : t.verdict.reasons)
    told = told || (reason.rule == "BB-POS-01" && reason.unit == "%" && reason.value == 100.0);
  CHECK(told);
}

TEST_CASE("a point the camera saw is the square it lies in, whichever way the rows are counted", "[bb][BB-SET-01]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.state.map.row_one_at_top = true;  // N is now towards row 1
  REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"A1","facing":"S","x_mm":220,"y_mm":300,"heading_deg":91})"));
  CHECK(t.unit("A1").square == at(5, 4));
  CHECK(t.unit("A1").facing == Facing::N);
}

TEST_CASE("an unclear heading in play is the opponent's to say, before the move is paid for", "[bb][BB-POS-02]") {
  for (const char* said : {"N", "NE"}) {
    TestTable t;
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.add("B1", "spears", at(11, 11), Facing::S);
    REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"F8","heading_deg":70,"heading_sd_deg":3})"));
    CHECK(t.verdict.reasons[1].rule == "BB-POS-02");
    REQUIRE(t.waiting() == "ask_facing");
    CHECK(t.wait().who == Viewer::B);
    CHECK(t.wait().options[0].text.find("%)") != std::string::npos);
    CHECK(t.unit("A1").square == at(5, 5));
    REQUIRE(t.choose(said));
    CHECK(t.unit("A1").square == at(5, 7));
    CHECK(t.unit("A1").facing == (std::string(said) == "N" ? Facing::N : Facing::NE));
    CHECK(t.waiting().empty());
    CHECK_FALSE(t.state.action.has_value());
  }
}

TEST_CASE("a facing the rules do not allow is no choice for the opponent", "[bb][BB-POS-02]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 8), Facing::S);
  // F8 lies in the enemy's zone: a medium unit stops there and may not turn, so it can only face N.
  REQUIRE(t.say(R"({"do":"move","unit":"A1","to":"F8","heading_deg":70,"heading_sd_deg":3})"));
  CHECK(t.waiting().empty());
  CHECK(t.unit("A1").facing == Facing::N);
}

TEST_CASE("a free turn seen unclearly is asked of the opponent too", "[bb][BB-POS-02]") {
  TestTable t;
  t.disrupted("A1", "spears", at(5, 5), Facing::N);
  REQUIRE(t.say(R"({"do":"rally","unit":"A1"})"));
  REQUIRE(t.say(R"({"do":"face","unit":"A1","heading_deg":112})"));
  REQUIRE(t.waiting() == "ask_facing");
  CHECK(t.wait().who == Viewer::B);
  REQUIRE(t.choose("NW"));
  CHECK(t.unit("A1").facing == Facing::NW);
  REQUIRE(t.say(R"({"do":"face","unit":"A1","heading_deg":181,"heading_sd_deg":1})"));
  CHECK(t.unit("A1").facing == Facing::W);
}

}  // namespace heading_tests
