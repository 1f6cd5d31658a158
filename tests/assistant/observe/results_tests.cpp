#include "tests/assistant/observe/field.hpp"
#include "tests/support/catch.hpp"

namespace results_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using polemarch::test::Field;
using Json = nlohmann::json;

TEST_CASE("a move whose card fails is to be put back, without a question", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.battle.obeyed = [&](const Json& command) {
    if (command["do"] != "move") return;
    engine::Wait wait;
    wait.id = {1};
    wait.chance = engine::ChanceSpec{};
    field.battle.open = {wait};
  };
  field.start();
  field.hands->slide("A1", 0, 150);
  field.hands->wait(30);
  CHECK(field.battle.spoken.size() == 1);
  CHECK(field.last.ghosts.empty());
  field.battle.open.clear();  // the card was an ace: the unit stays where it was
  field.hands->wait(1);
  CHECK(field.battle.spoken.size() == 1);
  CHECK(field.asked.empty());
  REQUIRE(field.last.ghosts.size() == 1);
  CHECK(field.last.lines[0].text == "put A1 where the ghost is");
}

TEST_CASE("a recoil is closed when the bases settle in their region", "[observe][grid]") {
  Field field(true);
  field.start();
  engine::OwedPlacement owed;
  owed.id = 3;
  owed.unit = {"B1"};
  owed.bases = {{"B1"}};
  owed.region = Field::box(3, 7);
  owed.who = Viewer::B;
  field.battle.owing = {owed};
  field.battle.at("B1").region = owed.region;
  field.battle.at("B1").pose.y = 1125_mm;
  field.hands->wait(30);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
  REQUIRE(field.last.ghosts.size() == 1);
  field.hands->slide("B1", 10, 140);
  field.hands->wait(5);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "place");
  CHECK(field.said(0)["owed"] == "p3");
  CHECK(field.said(0)["by"] == "B");
  CHECK(field.said(0)["poses"][0]["base"] == "B1");
  CHECK(field.battle.owing.empty());
}

TEST_CASE("what is owed and stands there already is closed at once", "[observe][grid]") {
  Field field(true);
  field.start();
  engine::OwedPlacement owed;
  owed.id = 9;
  owed.unit = {"A1"};
  owed.bases = {{"A1"}};
  owed.region = Field::box(2, 1);
  field.battle.owing = {owed};
  field.hands->wait(0.3);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["owed"] == "p9");
}

TEST_CASE("bases turned by a result close at their ghosts' heading only", "[observe]") {
  Field field;
  field.start();
  engine::OwedPlacement owed;
  owed.id = 4;
  owed.unit = {"A2"};
  owed.bases = {{"A2"}};
  owed.poses = {{800_mm, 200_mm, 270_deg}};
  field.battle.owing = {owed};
  field.battle.at("A2").pose.heading = 270_deg;
  field.hands->slide("A2", 0, 0, 100);
  field.hands->wait(6);
  CHECK(field.battle.spoken.empty());
  CHECK(field.asked.empty());
  field.hands->slide("A2", 3, 2, 82);
  field.hands->wait(6);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["owed"] == "p4");
}

TEST_CASE("casualties the rules took off are closed when they are gone", "[observe]") {
  Field field;
  field.start();
  engine::OwedPlacement owed;
  owed.id = 5;
  owed.unit = {"A1"};
  owed.bases = {{"A1.7"}, {"A1.8"}};
  owed.removed = true;
  field.battle.owing = {owed};
  field.battle.at("A1.7").on_table = field.battle.at("A1.8").on_table = false;
  field.hands->lift("A1.8");
  field.hands->wait(5);
  field.hands->lift("A1.7");
  field.hands->wait(5);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0) == Json{{"by", "A"}, {"do", "place"}, {"owed", "p5"}});
  field.hands->wait(30);
  CHECK(field.asked.empty());
}

TEST_CASE("deployment is read in one look", "[observe][grid]") {
  Field field(true);
  for (engine::Place& place : field.battle.standing) {
    place.on_table = false;
    place.region.clear();
  }
  for (const auto& [unit, to] : {std::pair{"A1", "c2"}, {"A2", "d2"}, {"A3", "e2"}, {"B1", "d7"}})
    field.offer_box(unit, to, engine::allow(), "deploy");
  field.hands.emplace(field.battle.standing);
  for (ObservedBase& base : field.hands->table.bases) {
    base.state = Seen::Seen;
    base.settled = true;
  }
  field.battle.obeyed = [&](const Json& command) {
    const auto box = box_named(command["to"].get<std::string>());
    engine::Place& place = field.battle.at(command["unit"].get<std::string>());
    place.on_table = true;
    place.region = Field::box(box->column, box->row);
  };
  field.hands->each_frame = [&](const TableState& state) { field.look(state); };
  field.hands->wait(4);
  CHECK(field.battle.spoken.size() == 4);
  CHECK(field.asked.empty());
}

TEST_CASE("taking a battle up again shows what no longer stands where it stood", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.battle.submit(R"({"by":"A","do":"pass"})").value();
  field.hands.emplace(field.battle.standing);
  field.hands->each_frame = [&](const TableState& state) { field.look(state); };
  field.hands->shove("A1", 0, 150);
  field.hands->wait(4);
  CHECK(field.battle.spoken.size() == 1);  // nothing was given: a look is no move
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].text == "A1 does not stand where the battle has it");
  CHECK(field.last.queries[0].options[0].second == "put it back on its ghost");
  CHECK(field.last.queries[0].options[1].second == "it stands as it is");
  CHECK(field.last.ghosts.size() == 1);
  field.observer.answer("shifted", "2");
  field.hands->wait(0.5);
  CHECK(field.said(1)["do"] == "place");
}

TEST_CASE("in Measure the table is taken as it stands and nothing is asked", "[observe]") {
  Field field;
  field.refuse_moves("no");
  field.start();
  field.observer.set_level(ui::HelpLevel::Measure);
  field.hands->slide("A2", 300, 300);
  field.hands->wait(30);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "place");
  CHECK(field.asked.empty());
  field.observer.set_level(ui::HelpLevel::Advise);
  field.hands->wait(30);
  CHECK(field.asked.empty());
  CHECK(field.last.ghosts.empty());
}

TEST_CASE("the Umpire level asks before it takes even a plain move", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.start();
  field.observer.set_level(ui::HelpLevel::Umpire);
  field.hands->slide("A1", 0, 150);
  field.hands->wait(5);
  CHECK(field.battle.spoken.empty());
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].text == "A1: move to c3?");
  field.observer.answer("move:A1", "1");
  field.hands->wait(0.5);
  CHECK(field.battle.spoken.size() == 1);
}

TEST_CASE("a command given by key before the bases move waits for them quietly", "[observe][grid]") {
  Field field(true);
  field.start();
  field.battle.at("A1").region = Field::box(2, 2);
  field.battle.at("A1").pose.y = 375_mm;
  field.hands->wait(9);
  CHECK(field.last.ghosts.empty());
  field.hands->wait(3);
  CHECK(field.last.ghosts.size() == 1);
  CHECK(field.asked.empty());
  field.hands->slide("A1", 0, 150);
  field.hands->wait(4);
  CHECK(field.last.ghosts.empty());
  CHECK(field.battle.spoken.empty());
}

TEST_CASE("an offer that says how to go is asked where it leads", "[observe][grid]") {
  Field field(true);
  field.battle.menu.push_back({R"({"do":"move","unit":"A1","path":["advance"]})", "advance", engine::allow(), {}});
  field.battle.rules = [](const Json& command) {
    if (command["do"] != "move") return engine::allow();
    if (command["facing"] == "NE") return engine::impossible("no such facing");
    return command["to"] == "c3" && command["facing"] == "N" ? engine::allow() : engine::refuse("FK-1", "too far");
  };
  field.start();
  field.hands->slide("A1", 10, 150, 24);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["facing"] == "N");
}

TEST_CASE("where an offer says how to go, the point and heading seen go with the box", "[observe][grid]") {
  Field field(true);
  field.battle.menu.push_back({R"({"do":"move","unit":"A1","path":["advance"]})", "advance", engine::allow(), {}});
  field.battle.rules = [](const Json& command) {
    if (command["do"] != "move" || command.contains("heading_deg")) return engine::allow();
    return engine::refuse("FK-1", "no heading");
  };
  field.start();
  field.hands->slide("A1", 0, 150, 24);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["heading_deg"].get<double>() == Approx(114).margin(1));
  CHECK(field.said(0)["heading_sd_deg"].get<double>() > 0);
  CHECK(field.said(0)["x_mm"].get<double>() == Approx(375).margin(1));
  CHECK(field.said(0)["y_mm"].get<double>() == Approx(375).margin(1));
}

TEST_CASE("a unit pushed against an enemy is a charge on him", "[observe][grid]") {
  Field field(true);
  field.battle.at("B1").region = Field::box(2, 2);
  field.battle.menu.push_back({R"({"do":"charge","unit":"A1","target":"B1"})", "charge B1", engine::allow(), {engine::card_after()}});
  field.battle.menu.push_back({R"({"do":"shoot","unit":"A1","target":"B1"})", "shoot at B1", engine::refuse("FK-1", "no bows"), {}});
  field.start();
  field.hands->slide("A1", 0, 120);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "charge");
}

TEST_CASE("box names are read both ways", "[observe][grid]") {
  const GridSpec grid{30, 8, 150_mm, {10_mm, 20_mm}, 2_deg, 0, 0};
  CHECK(say_box({0, 0}) == "a1");
  CHECK(say_box({26, 11}) == "aa12");
  const auto named = box_named("aa12");
  REQUIRE(named);
  CHECK(named->column == 26);
  CHECK(named->row == 11);
  for (const char* bad : {"", "a", "12", "a0", "c-3", "a1b", "c1234"}) CHECK_FALSE(box_named(bad));
  CHECK_FALSE(box_at(grid, 5, 100));
  const auto at = box_at(grid, 10 + 75, 20 + 80);
  REQUIRE(at);
  CHECK(at->column == 0);
}

}  // namespace results_tests
