#include "tests/assistant/observe/field.hpp"
#include "tests/support/catch.hpp"

namespace quiet_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using polemarch::test::Field;
using Json = nlohmann::json;

TEST_CASE("a quiet table says nothing", "[observe]") {
  Field field;
  field.start();
  field.hands->wait(60);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
  CHECK(field.notices.empty());
  CHECK(field.last.lines.empty());
  CHECK(field.last.ghosts.empty());
}

TEST_CASE("a hand resting on the table for twenty seconds does not nag", "[observe]") {
  Field field;
  field.start();
  for (const char* id : {"A1.1", "A1.2", "A2"}) field.hands->hide(id);
  field.hands->wait(20);
  for (const char* id : {"A1.1", "A1.2", "A2"}) field.hands->show(id);
  field.hands->wait(5);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
  CHECK(field.notices.empty());
}

TEST_CASE("a hand over a moved unit keeps the move open", "[observe]") {
  Field field;
  field.offer_free("A1");
  field.start();
  field.hands->slide("A1.1", 0, 100);
  field.hands->hide("A1.2");
  field.hands->wait(30);
  CHECK(field.battle.spoken.empty());
  field.hands->show("A1.2");
  field.hands->wait(9);
  CHECK(field.battle.spoken.size() == 1);
}

TEST_CASE("nudges are absorbed and noted, and creeping is told once", "[observe]") {
  Field field;
  field.start();
  field.hands->shove("A2", 4, 0);
  field.hands->wait(5);
  CHECK(field.nudges.size() == 1);
  CHECK(field.nudges[0].mm == Approx(4));
  CHECK(field.notices.empty());
  for (int i = 0; i < 2; ++i) {
    field.hands->shove("A2", 4, 0);
    field.hands->wait(5);
  }
  CHECK(field.nudges.size() == 3);
  REQUIRE(field.notices.size() == 1);
  CHECK(field.notices[0].text.find("crept 8 mm") != std::string::npos);
  field.hands->wait(60);
  CHECK(field.notices.size() == 1);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
}

TEST_CASE("a turn of up to three degrees is a nudge, more is a move", "[observe]") {
  Field field;
  field.offer_free("A2");
  field.start();
  field.hands->slide("A2", 0, 0, 2.5);
  field.hands->wait(5);
  CHECK(field.battle.spoken.empty());
  field.hands->slide("A2", 0, 0, 12);
  field.hands->wait(5);
  CHECK(field.battle.spoken.size() == 1);
}

TEST_CASE("inside its box a base may be shoved about freely", "[observe][grid]") {
  Field field(true);
  field.start();
  field.hands->slide("A1", 40, -35, 15);
  field.hands->wait(20);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
  CHECK(field.last.ghosts.empty());
}

TEST_CASE("an elbow that shifts several units makes one question, and none when put right", "[observe]") {
  Field field;
  field.start();
  for (const char* id : {"A1.1", "A1.2", "A1.3", "A2", "A3"}) field.hands->shove(id, 14, 3);
  field.hands->wait(10);
  CHECK(field.asked.empty());
  field.hands->wait(12);
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].id == "shifted");
  CHECK(field.last.queries[0].text == "A1, A2, A3 were shifted, 14 mm at most");
  CHECK(field.last.ghosts.size() == 5);
  SECTION("as they stand") {
    field.observer.answer("shifted", "2");
    field.hands->wait(1);
    CHECK(field.battle.spoken.size() == 3);
    CHECK(field.last.queries.empty());
    field.hands->wait(1);
    CHECK(field.last.ghosts.empty());
  }
  SECTION("put back") {
    field.observer.answer("shifted", "1");
    field.hands->wait(1);
    CHECK(field.last.queries.empty());
    for (const char* id : {"A1.1", "A1.2", "A1.3", "A2", "A3"}) field.hands->shove(id, -14, -3);
    field.hands->wait(10);
    CHECK(field.last.ghosts.empty());
    CHECK(field.battle.spoken.empty());
  }
}

TEST_CASE("a bumped table is said and shows ghosts at once", "[observe]") {
  Field field;
  field.start();
  field.hands->table.notices = {{"bumped", "The table or the camera moved; registered anew"}};
  for (ObservedBase& base : field.hands->table.bases) base.x_mm += 9;
  field.hands->wait(1);
  field.hands->table.notices.clear();
  field.hands->wait(5);
  REQUIRE(field.notices.size() == 1);
  CHECK(field.notices[0].key == "bumped");
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].text.starts_with("The table was knocked"));
  CHECK(field.last.ghosts.size() == 11);
}

TEST_CASE("a base taken off without a rule is doubted only after long", "[observe]") {
  Field field;
  field.start();
  field.hands->lift("A2");
  field.hands->wait(14);
  CHECK(field.asked.empty());
  field.hands->wait(14);
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].text == "A2 left the table, and no rule took it off");
  field.hands->put("A2", 800, 200, 90);
  field.hands->wait(5);
  CHECK(field.last.queries.empty());
}

TEST_CASE("a unit that left the table without a rule may be taken for lost", "[observe]") {
  Field field;
  field.start();
  field.hands->lift("A2");
  field.hands->wait(28);
  REQUIRE(field.last.queries.size() == 1);
  REQUIRE(field.last.queries[0].options.size() == 3);
  CHECK(field.last.queries[0].options[2].second == "it is lost, both agree");
  field.observer.answer(field.last.queries[0].id, "3");
  field.hands->wait(1);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "take_off");
  CHECK(field.said(0)["unit"] == "A2");
  CHECK(field.said(0)["by"] == "both");
}

TEST_CASE("tracker notices are said once, and again when they come back", "[observe]") {
  Field field;
  field.start();
  field.hands->table.notices = {{"unknown:203", "marker 203 belongs to no base"}};
  field.hands->wait(10);
  CHECK(field.notices.size() == 1);
  field.hands->table.notices.clear();
  field.hands->wait(1);
  field.hands->table.notices = {{"unknown:203", "marker 203 belongs to no base"}};
  field.hands->wait(5);
  CHECK(field.notices.size() == 2);
}

TEST_CASE("without the border nothing is believed", "[observe]") {
  Field field;
  field.offer_free("A2");
  field.start();
  field.hands->table.registered = false;
  for (ObservedBase& base : field.hands->table.bases) base.x_mm += 200;
  field.hands->wait(30);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
}

TEST_CASE("what no rule explains is said with whose turn it is and what keeps the unit from going there", "[observe]") {
  Field field;
  engine::Verdict none = engine::refuse("X-MOV-1", "it has no moves: order it first");
  field.battle.menu.push_back({Json{{"do", "charge"}, {"unit", "A2"}}.dump(), "charge", none, {}});
  field.battle.menu.push_back({Json{{"do", "charge"}, {"unit", "B1"}}.dump(), "charge", none, {}});
  field.start();
  field.hands->slide("A2", 0, 150);
  field.hands->wait(40);
  CHECK(field.asked.contains("No rule explains the place of A2: in turn 1, it has no moves: order it first"));
  Field other;
  other.battle.menu.push_back({Json{{"do", "charge"}, {"unit", "B1"}}.dump(), "charge", none, {}});
  other.start();
  other.hands->slide("B1", 0, -150);
  other.hands->wait(40);
  CHECK(other.asked.contains("No rule explains the place of B1: it is A's turn, it has no moves: order it first"));
}

}  // namespace quiet_tests
