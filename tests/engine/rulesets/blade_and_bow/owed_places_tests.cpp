/// Places owed to the table: how a base may be put down there, and what becomes of the debt when its unit goes on.
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace owed_places_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {

/// The piece put down in the middle of a square, so many degrees anticlockwise from east.
std::string put(const char* id, Square square, int heading) {
  return std::string(R"({"do":"place","unit":")") + id + R"(","poses":[{"base":")" + id + R"(.1","x_mm":)" +
         std::to_string(40 * square.column + 20) + R"(,"y_mm":)" + std::to_string(40 * square.row + 20) + R"(,"heading_deg":)" +
         std::to_string(heading) + "}]}";
}

/// The place the piece owes, or none.
const engine::OwedPlacement* debt(const TestTable& t, const char* id) {
  for (const engine::OwedPlacement& owed : t.state.agenda.owed)
    if (owed.unit == UnitId{id}) return &owed;
  return nullptr;
}

/// A1 has beaten B1 and advanced to (5,6), which it owes to the table, facing N.
TestTable advanced() {
  TestTable t = duel("spears", "spears");
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1}, {});
  REQUIRE(t.unit("A1").square == at(5, 6));
  REQUIRE(debt(t, "A1") != nullptr);
  REQUIRE(t.state.may_face.at({"A1"}) == 1);
  return t;
}

}  // namespace

TEST_CASE("a unit that advances may be put down turned by the step it has", "[bb][BB-ADV-01][BB-ADV-06][BB-POS-01]") {
  TestTable t = advanced();
  CHECK(t.refusal(put("A1", at(5, 6), 0)) == "BB-POS-01");  // two steps
  REQUIRE(t.say(put("A1", at(5, 6), 45)));
  CHECK(t.unit("A1").facing == Facing::NE);
  CHECK(debt(t, "A1") == nullptr);
  CHECK(t.refusal(R"({"do":"face","unit":"A1","facing":"N"})") == "BB-MOV-07");  // its one step is made
  TestTable straight = advanced();
  REQUIRE(straight.say(put("A1", at(5, 6), 90)));
  CHECK(straight.unit("A1").facing == Facing::N);
  CHECK(straight.refusal(R"({"do":"face","unit":"A1","facing":"NW"})").empty());
}

TEST_CASE("the step after an advance is left while the next of the formation fights", "[bb][BB-ADV-06][BB-MEL-11][BB-POS-01]") {
  TestTable t = duel("spears", "spears");
  t.state.leaders.at({"AL"}).square = at(6, 4);
  t.add("A2", "spears", at(7, 5), Facing::N).melee_marker = true;
  t.add("B2", "spears", at(7, 6), Facing::S).disrupted = true;
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2"]})"));
  REQUIRE(t.say(kMelee));
  fight(t, {1}, {});
  REQUIRE(t.unit("A1").square == at(5, 6));
  REQUIRE(t.say(R"({"do":"melee","unit":"A2","target":"B2"})"));
  REQUIRE(t.state.fight.has_value());
  TestTable turned = t;
  REQUIRE(turned.say(R"({"do":"face","unit":"A1","facing":"NE"})"));
  CHECK(turned.refusal(R"({"do":"face","unit":"A1","facing":"N"})") == "BB-MOV-07");
  fight(t, {1}, {});
  REQUIRE(t.say(put("A1", at(5, 6), 45)));
  CHECK(t.unit("A1").facing == Facing::NE);
  REQUIRE(t.say(R"({"do":"end_action"})"));
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.refusal(R"({"do":"face","unit":"A2","facing":"NE"})") == "BB-MOV-07");  // the next action
}

TEST_CASE("a unit that has turned owes its place as it faces now", "[bb][BB-ADV-06][BB-POS-01]") {
  TestTable t = advanced();
  REQUIRE(t.say(R"({"do":"face","unit":"A1","facing":"NE"})"));
  REQUIRE(debt(t, "A1") != nullptr);
  CHECK(debt(t, "A1")->poses.front() == pose_in(t.state.map, at(5, 6), Facing::NE));
  CHECK(t.refusal(put("A1", at(5, 6), 90)) == "BB-POS-01");
  REQUIRE(t.say(put("A1", at(5, 6), 45)));
  CHECK(t.unit("A1").facing == Facing::NE);
}

TEST_CASE("a unit that may face any way is put down any way", "[bb][BB-AMB-22][BB-RAL-08][BB-POS-01]") {
  TestTable t = advanced();
  t.state.may_face[{"A1"}] = 4;  // as on its return
  REQUIRE(t.say(put("A1", at(5, 6), 180)));
  CHECK(t.unit("A1").facing == Facing::W);
  REQUIRE(t.say(R"({"do":"face","unit":"A1","facing":"S"})"));
  CHECK(t.unit("A1").facing == Facing::S);
}

TEST_CASE("a place owed is overtaken when its unit moves on, and turns with it in its square", "[bb][BB-ADV-01][BB-MOV-10]") {
  TestTable gone = advanced();
  gone.state.units.erase({"B1"});
  REQUIRE(gone.say(move("A1", R"("advance")")));
  CHECK(debt(gone, "A1") == nullptr);
  TestTable turned = advanced();
  turned.state.units.erase({"B1"});
  REQUIRE(turned.say(move("A1", R"("left")")));
  REQUIRE(debt(turned, "A1") != nullptr);
  CHECK(debt(turned, "A1")->poses.front() == pose_in(turned.state.map, at(5, 6), Facing::NW));
}

TEST_CASE("a leader's place owed is overtaken when he moves, and goes along with a unit the rules move",
          "[bb][BB-LDR-18][BB-LDR-02][BB-ADV-01]") {
  const auto table = [] {
    TestTable t = duel("spears", "spears");
    t.state.units.at({"B1"}).disrupted = true;
    t.leader("AM", at(5, 5), 3, 6, 2);
    t.state.agenda.owed.push_back({.id = 90,
                                   .unit = {"AM"},
                                   .bases = {{"AM.1"}},
                                   .poses = {pose_in(t.state.map, at(5, 5), Facing::N)},
                                   .region = outline_of(t.state.map, at(5, 5)),
                                   .removed = false,
                                   .who = Viewer::A,
                                   .rule = "BB-LDR-18"});
    return t;
  };
  TestTable alone = table();
  alone.add("A2", "spears", at(4, 4), Facing::N);
  REQUIRE(alone.say(R"({"do":"move_leader","leader":"AM","to":"E5"})"));
  CHECK(debt(alone, "AM") == nullptr);
  TestTable carried = table();
  REQUIRE(carried.say(move("A1", R"("reverse","advance")")));
  CHECK(debt(carried, "AM") == nullptr);
  TestTable fought = table();
  REQUIRE(fought.say(kMelee));
  fight(fought, {1}, {});
  if (fought.waiting() == "advance") REQUIRE(fought.choose("yes"));
  REQUIRE(fought.unit("A1").square == at(5, 6));
  REQUIRE(debt(fought, "AM") != nullptr);
  CHECK(debt(fought, "AM")->poses.front() == pose_in(fought.state.map, at(5, 6), Facing::N));
}

}  // namespace owed_places_tests
