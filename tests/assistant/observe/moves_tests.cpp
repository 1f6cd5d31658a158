#include "tests/assistant/observe/field.hpp"
#include "tests/support/catch.hpp"

namespace moves_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using polemarch::test::Field;
using Json = nlohmann::json;

TEST_CASE("a move becomes its command three seconds after the hand is off", "[observe]") {
  Field field;
  field.offer_free("A2");
  field.start();
  field.hands->slide("A2", 30, 120);
  field.hands->wait(2.5);
  CHECK(field.battle.spoken.empty());
  CHECK(field.last.moving == std::vector<UnitId>{{"A2"}});
  field.hands->wait(1.5);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "move");
  CHECK(field.said(0)["by"] == "A");
  CHECK(field.said(0)["poses"][0]["y_mm"].get<double>() == Approx(320));
  CHECK(field.said(0)["poses"][0]["cov"][0].get<int>() == 40000);  // 0.2 mm squared, in square micrometres
  field.hands->wait(20);
  CHECK(field.battle.spoken.size() == 1);
  CHECK(field.asked.empty());
}

TEST_CASE("a unit set down where the rules have just placed it is in nobody's hand", "[observe]") {
  Field field;
  field.start();
  field.battle.at("A2").pose.y = 320_mm;  // a command placed it
  field.hands->slide("A2", 0, 120);
  field.hands->wait(0.7);
  CHECK(field.last.moving.empty());
  field.hands->slide("A3", 0, 120);
  field.hands->wait(0.7);
  CHECK(field.last.moving == std::vector<UnitId>{{"A3"}});
}

TEST_CASE("who goes to a point goes to where he is measured", "[observe]") {
  Field field;
  field.battle.menu.push_back(
      {Json{{"do", "ride"}, {"unit", "A2"}}.dump(), "ride", engine::allow(), {engine::fill_in(engine::NeedKind::Pose, "to")}});
  field.start();
  field.hands->slide("A2", 30, 120);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["to"]["y_mm"].get<double>() == Approx(320));
  CHECK_FALSE(field.said(0).contains("poses"));
}

TEST_CASE("a unit whose placing is offered is set down where it stands", "[observe]") {
  Field field;
  field.battle.menu.push_back(
      {Json{{"do", "place"}, {"unit", "A2"}}.dump(), "place", engine::allow(), {engine::fill_in(engine::NeedKind::Pose, "poses")}});
  field.start();
  field.hands->slide("A2", 30, 120);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "place");
}

TEST_CASE("Space closes a move at once", "[observe]") {
  Field field;
  field.offer_free("A2");
  field.start();
  field.hands->slide("A2", 0, 120);
  field.hands->wait(0.7);
  field.observer.settle_now();
  field.hands->frame();
  CHECK(field.battle.spoken.size() == 1);
}

TEST_CASE("eight bases moved one by one with pauses are one move", "[observe]") {
  Field field;
  field.offer_free("A1");
  field.start();
  for (int i = 1; i <= 8; ++i) {
    field.hands->slide("A1." + std::to_string(i), 0, 100);
    field.hands->wait(4);  // longer than a move takes to close, shorter than one that is under way
  }
  field.hands->wait(6);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["poses"].size() == 8);
  CHECK(field.asked.empty());
}

TEST_CASE("a unit that was put back is moved again base by base: one move", "[observe]") {
  Field field;
  field.offer_free("A1");
  field.refuse_moves("too far");
  field.start();
  const auto all = [&](double dy) {
    for (int i = 1; i <= 8; ++i) {
      const ObservedBase base = field.hands->base("A1." + std::to_string(i));
      field.hands->put(base.base.text, base.x_mm, base.y_mm + dy, base.heading_deg);
    }
  };
  all(160);
  field.hands->wait(6);
  all(-160);
  field.hands->wait(1);
  field.battle.rules = [](const Json&) { return engine::allow(); };
  const std::size_t before = field.battle.spoken.size();
  for (int i = 1; i <= 8; ++i) {
    field.hands->slide("A1." + std::to_string(i), 0, 100);
    field.hands->wait(4);
  }
  field.hands->wait(6);
  CHECK(field.battle.spoken.size() == before + 1);
}

TEST_CASE("a unit lifted over its neighbours is followed to where it is put down", "[observe]") {
  Field field;
  field.offer_free("A2");
  field.start();
  field.hands->lift("A2");
  field.hands->hide("A3");
  field.hands->wait(6);
  field.hands->show("A3");
  field.hands->put("A2", 1000, 400, 90);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["unit"] == "A2");
  CHECK(field.asked.empty());
}

TEST_CASE("a move to another box is explained by the offer that leads there", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.offer_box("A1", "d3");
  field.offer_box("A2", "d3");
  field.start();
  field.hands->slide("A1", 20, 160);
  field.hands->wait(4);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0) == Json{{"by", "A"}, {"do", "move"}, {"unit", "A1"}, {"to", "c3"}});
  field.hands->wait(20);
  CHECK(field.asked.empty());
  CHECK(field.last.ghosts.empty());
}

TEST_CASE("facing counts: a base put down askew is no plain move", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.battle.menu.push_back({R"({"do":"turn","unit":"A2","facing":"E"})", "turn east", engine::allow(), {}});
  field.battle.obeyed = [&](const Json& command) { field.battle.at(command["unit"].get<std::string>()).pose.heading = 0_deg; };
  field.start();
  field.hands->slide("A1", 0, 150, 90);
  field.hands->slide("A2", 0, 0, -88);
  field.hands->wait(5);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "turn");
}

TEST_CASE("two ways to explain a move are asked about, not guessed", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.offer_box("A1", "c3", engine::allow(), "charge");
  field.start();
  field.hands->slide("A1", 0, 150);
  field.hands->wait(4);
  CHECK(field.battle.spoken.empty());
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].options.size() == 3);
  field.observer.answer(field.last.queries[0].id, "2");
  field.hands->wait(0.2);
  REQUIRE(field.battle.spoken.size() == 1);
  CHECK(field.said(0)["do"] == "charge");
  field.hands->wait(1);
  CHECK(field.last.queries.empty());
}

TEST_CASE("where it stood is shown at once, nothing is doubted before ten seconds, then three answers are shown", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c5", engine::refuse("FK-MOV-2", "4 boxes, reach 2", 4, 2, "boxes"));
  field.refuse_moves("4 boxes, reach 2");
  field.start();
  field.hands->slide("A1", 0, 450);
  field.hands->wait(12);  // half a second to rest, three to close, ten to speak
  CHECK(field.last.queries.empty());
  REQUIRE(field.last.ghosts.size() == 1);
  CHECK(field.last.ghosts[0].stood);
  CHECK(field.last.lines.empty());  // nobody has to put it back yet
  field.hands->wait(3);
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].refused);
  CHECK(field.last.queries[0].text == "A1 cannot move to c5: 4 boxes, reach 2");
  CHECK(field.last.queries[0].rule == "FK-MOV-1");
  CHECK(field.last.queries[0].options.size() == 3);
  REQUIRE(field.last.ghosts.size() == 1);
  CHECK(field.last.ghosts[0].place.pose.y == 225_mm);

  SECTION("accept overrules in both names") {
    field.observer.answer("move:A1", "1");
    field.hands->wait(0.3);
    REQUIRE(field.battle.spoken.size() == 2);
    CHECK(field.said(1)["do"] == "rule");
    CHECK(field.said(1)["by"] == "both");
    field.hands->wait(30);
    CHECK(field.last.queries.empty());
    CHECK(field.last.ghosts.empty());
  }
  SECTION("a ruling given elsewhere closes the question") {
    const auto given = [&](const Json& command) { return field.battle.submit(command.dump())->verdict; };
    CHECK_FALSE(given({{"by", "A"}, {"do", "move"}, {"unit", "A1"}, {"to", "c5"}}).allowed());
    CHECK(given({{"by", "umpire"}, {"do", "rule"}, {"allow", true}, {"seq", 1}, {"reason", "so be it"}}).allowed());
    field.hands->wait(5);
    CHECK(field.last.queries.empty());
    CHECK(field.last.ghosts.empty());
    CHECK(field.battle.spoken.size() == 2);  // and nothing more is said of it
  }
  SECTION("put back leaves a ghost until it is done") {
    field.observer.answer("move:A1", "2");
    field.hands->wait(30);
    CHECK(field.last.queries.empty());
    CHECK(field.last.ghosts.size() == 1);
    CHECK(field.battle.spoken.empty());
    field.hands->slide("A1", 10, -440);
    field.hands->wait(5);
    CHECK(field.last.ghosts.empty());
    CHECK(field.last.lines.empty());
  }
  SECTION("the umpire chooses what it was") {
    field.observer.answer("move:A1", "3");
    field.hands->wait(0.3);
    REQUIRE(field.last.queries.size() == 1);
    CHECK(field.last.queries[0].options.size() == 3);
    field.observer.answer("move:A1", "2");  // it stands as it is
    field.hands->wait(0.3);
    REQUIRE(field.battle.spoken.size() == 1);
    CHECK(field.said(0)["do"] == "place");
    CHECK(field.said(0)["by"] == "umpire");
  }
  SECTION("putting it back without an answer ends the matter") {
    field.hands->slide("A1", 0, -450);
    field.hands->wait(4);
    CHECK(field.last.queries.empty());
    CHECK(field.battle.spoken.empty());
  }
}

TEST_CASE("a move of the first second is asked about as a move, with its reason, like any later one", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c5", engine::refuse("FK-MOV-2", "4 boxes, reach 2", 4, 2, "boxes"));
  field.refuse_moves("4 boxes, reach 2");
  field.hands.emplace(field.battle.standing);
  field.hands->each_frame = [&](const TableState& state) { field.look(state); };
  field.hands->wait(0.3);
  field.hands->slide("A1", 0, 450);
  field.hands->wait(15);
  REQUIRE(field.last.queries.size() == 1);
  CHECK(field.last.queries[0].text == "A1 cannot move to c5: 4 boxes, reach 2");
  CHECK(field.last.queries[0].options.front().second == "accept it, both agree");
}

TEST_CASE("once its command is given a moved unit has no ghost to be put back on, before the next look", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  field.start();
  field.hands->slide("A1", 20, 160);
  for (int i = 0; i < 60 && field.last.proposals.empty(); ++i) field.hands->frame();
  REQUIRE(field.last.proposals.size() == 1);
  CHECK(field.last.ghosts.size() == 1);  // it was looked at before the command was given
  field.observer.compare_again(field.last, field.hands->table, field.battle);
  CHECK(field.last.ghosts.empty());
  CHECK(field.last.lines.empty());
}

TEST_CASE("while a card is awaited no move is doubted", "[observe][grid]") {
  Field field(true);
  field.start();
  engine::Wait wait;
  wait.id = {1};
  wait.chance = engine::ChanceSpec{};
  field.battle.open = {wait};
  field.hands->slide("A1", 0, 450);
  field.hands->wait(60);
  CHECK(field.asked.empty());
  field.battle.open.clear();
  field.hands->wait(9);
  CHECK(field.asked.empty());
  field.hands->wait(3);
  CHECK(field.asked.size() == 1);
}

TEST_CASE("units moved together are split and put in an order that works", "[observe][grid]") {
  Field field(true);
  for (const auto& [unit, to] : {std::pair{"A1", "d2"}, {"A2", "e2"}, {"A3", "f2"}}) field.offer_box(unit, to);
  field.battle.rules = [&](const Json& command) {
    if (command["do"] != "move") return engine::allow();
    const auto to = box_named(command["to"].get<std::string>());
    for (const engine::Place& place : field.battle.standing)
      if (place.region == Field::box(to->column, to->row)) return engine::refuse("FK-BOX-1", "the box is full");
    return engine::allow();
  };
  field.start();
  for (const char* id : {"A1", "A2", "A3"}) field.hands->hide(id);
  field.hands->wait(1);
  for (const char* id : {"A1", "A2", "A3"}) field.hands->put(id, field.hands->base(id).x_mm + 150, 225, 90);
  field.hands->wait(5);
  REQUIRE(field.battle.spoken.size() == 3);
  CHECK(field.said(0)["unit"] == "A3");
  CHECK(field.said(1)["unit"] == "A2");
  CHECK(field.said(2)["unit"] == "A1");
  CHECK(field.asked.empty());
}

TEST_CASE("an order refused although it was judged allowed is not given again and again", "[observe][grid]") {
  Field field(true);
  field.offer_box("A1", "c3");
  int judged = 0;
  field.battle.rules = [&](const Json& command) {
    return command["do"] == "move" && ++judged % 2 == 0 ? engine::refuse("FK-1", "no") : engine::allow();  // judge says yes, submit says no
  };
  field.start();
  field.hands->slide("A1", 0, 150);
  field.hands->wait(30);
  CHECK(field.battle.spoken.size() == 1);
}

}  // namespace moves_tests
