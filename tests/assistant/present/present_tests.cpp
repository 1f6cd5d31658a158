#include "assistant/present/present.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "assistant/present/layers.hpp"
#include "assistant/present/parts.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/present/throws.hpp"
#include "engine/registry/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_battle.hpp"

namespace present_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

struct Stage {
  test::FakeBattle battle;
  Table table;
  present::Inputs inputs;
  Stage() {
    table.width = 1800_mm;
    table.depth = 1200_mm;
    battle.add("A1", Side::A, 4, {300_mm, 200_mm}, 90_deg);
    battle.add("B1", Side::B, 1, {900_mm, 900_mm}, 270_deg);
    inputs.battle = &battle;
    inputs.table = &table;
    inputs.side_names = {"Rome", "Carthage"};
  }
};

std::vector<SceneItem> items(const Scene& scene, const std::string& meaning) {
  std::vector<SceneItem> out;
  for (const SceneItem& item : scene.items)
    if (item.meaning == meaning) out.push_back(item);
  return out;
}

}  // namespace

TEST_CASE("where one thing both sides may say bears its side, so do the others of its kind", "[screen][menu]") {
  Stage stage;
  const auto says = [](const char* command, const char* text) {
    engine::OfferText offer;
    offer.command = command, offer.text = text;
    return offer;
  };
  stage.inputs.menu = {{.who = Viewer::A,
                        .offers = {says(R"({"do":"c","of":1})", "signal Charge"), says(R"({"do":"a","of":1})", "signal Begin Approach"),
                                   says(R"({"do":"r","of":1})", "rally")},
                        .cards = {}},
                       {.who = Viewer::B, .offers = {says(R"({"do":"a","of":2})", "signal Begin Approach")}, .cards = {}}};
  ui::ViewState view;
  present::fill_menu(stage.inputs, view);
  std::set<std::string> texts;
  for (const ui::OptionView& entry : view.menu) texts.insert(entry.text);
  for (const char* text : {"Rome: signal Charge", "Rome: signal Begin Approach", "Carthage: signal Begin Approach", "rally"})
    CHECK(texts.contains(text));
}

TEST_CASE("no answer takes the key of the help: where the book's letter is H, all have digits and the letter in words", "[screen][keys]") {
  std::vector<ui::OptionView> options;
  for (const std::string letter : {"A", "B", "C", "D", "E", "F", "G", "H"})
    options.push_back({.key = letter, .text = "Battle", .allowed = true, .detail = {}, .intent = ChooseOption{"w1", letter}});
  present::number_options(options, "");
  CHECK(options.front().key == "1");
  CHECK(options.back().key == "8");
  CHECK(options.back().text == "Battle (H)");
  options.assign(40, {.key = {}, .text = "Battle", .allowed = true, .detail = {}, .intent = ChooseOption{"w1", "x"}});
  present::number_options(options, "");
  CHECK(std::none_of(options.begin(), options.end(), [](const auto& option) { return option.key == "h"; }));
}

TEST_CASE("bases are drawn with their side's tone and units carry their name once", "[present]") {
  Stage stage;
  const Scene scene = present::scene_of(stage.inputs);
  const auto bases = items(scene, "base");
  REQUIRE(bases.size() == 5);
  CHECK(bases[0].tone == Tone::SideA);
  CHECK(bases[4].tone == Tone::SideB);
  const auto names = items(scene, "name");
  REQUIRE(names.size() == 2);
  CHECK(std::get<TextShape>(names[0].shape).at.x == Approx(360));  // the middle of four bases 40 mm apart from 300
}

TEST_CASE("the camera's pose is drawn, not the rules', and hidden bases are dotted", "[present]") {
  Stage stage;
  TableState seen;
  for (int i = 0; i < 2; ++i) {
    ObservedBase base;
    base.base = {i == 0 ? "A1.1" : "B1"};
    base.x_mm = 500 + 100 * i;
    base.y_mm = 400;
    base.state = i == 0 ? Seen::Seen : Seen::Hidden;
    seen.bases.push_back(base);
  }
  stage.inputs.seen = &seen;
  const Scene scene = present::scene_of(stage.inputs);
  REQUIRE(items(scene, "base").size() == 1);  // the three unseen bases of A1 are not drawn
  const auto hidden = items(scene, "base_hidden");
  REQUIRE(hidden.size() == 1);
  CHECK(hidden[0].pattern == Pattern::Dotted);
  const auto& corners = std::get<Polygon>(hidden[0].shape).points;
  CHECK(ui::HelpLevel::Advise == stage.inputs.help_level);
  CHECK((corners[0].x + corners[2].x) / 2 == Approx(600));
}

TEST_CASE("a base's front edge is the one its heading points through", "[present]") {
  const auto corners = present::corners_of({Outline::Rectangle, 60_mm, 20_mm}, {100, 100}, 90);
  CHECK(corners[0].x == Approx(70));  // front-left: facing +y, left is -x
  CHECK(corners[0].y == Approx(110));
  CHECK(corners[1].x == Approx(130));
  CHECK(corners[2].y == Approx(90));
}

TEST_CASE("no two meanings of advice look alike", "[present]") {
  engine::Advice advice;
  for (int i = 0; i <= static_cast<int>(engine::Meaning::Note); ++i)
    advice.shapes.push_back({Circle{{0, 0}, 10, false}, static_cast<engine::Meaning>(i), "", "", ""});
  Scene scene;
  present::add_advice(scene, advice);
  std::set<std::tuple<Tone, Pattern, double>> looks;
  for (const SceneItem& item : scene.items) looks.insert({item.tone, item.pattern, item.width_mm});
  CHECK(looks.size() == scene.items.size());
}

TEST_CASE("a grid has named boxes and open ground has a ruler in the ruleset's unit", "[present]") {
  Stage stage;
  CHECK(items(present::scene_of(stage.inputs), "ruler").size() > 100);
  stage.table.grid = GridSpec{12, 8, 150_mm, {0_mm, 0_mm}, 0_deg, 0, 0};
  const Scene scene = present::scene_of(stage.inputs);
  CHECK(items(scene, "ruler").empty());
  const auto names = items(scene, "box_name");
  REQUIRE(names.size() == 96);
  CHECK(std::get<TextShape>(names[0].shape).text == "a1");
  CHECK(std::get<TextShape>(names[95].shape).text == "l8");
  stage.table.grid->row_one_at_top = true;
  const Scene from_the_top = present::scene_of(stage.inputs);
  CHECK(std::get<TextShape>(items(from_the_top, "box_name")[0].shape).text == "a8");
}

TEST_CASE("one question is open and the rest wait in a list", "[present]") {
  Stage stage;
  for (int i = 1; i <= 3; ++i) {
    engine::Wait wait;
    wait.id = {i};
    wait.who = i == 2 ? Viewer::B : Viewer::A;
    wait.question = "question " + std::to_string(i);
    stage.battle.open.push_back(wait);
  }
  stage.battle.open[0].chance = engine::ChanceSpec{3, 1, 6, "dice"};
  stage.inputs.typed = {"w1", "3 5", ""};
  ui::ViewState view = present::view_of(stage.inputs);
  REQUIRE(view.question);
  CHECK(view.question->takes_values);
  CHECK(view.question->typed == "3 5");
  CHECK(view.question->who == "Rome");
  REQUIRE(view.further.size() == 2);
  CHECK(view.further[0].text == "Carthage: question 2");
  stage.inputs.question_turn = 1;
  view = present::view_of(stage.inputs);
  CHECK(view.question->id == "w2");
  stage.inputs.help_level = ui::HelpLevel::Measure;
  CHECK_FALSE(present::view_of(stage.inputs).question);
}

TEST_CASE("mute keeps the question and drops every hint", "[present]") {
  Stage stage;
  engine::Wait wait;
  wait.id = {1};
  stage.battle.open = {wait};
  stage.inputs.notices = {{"unknown marker 203", Tone::Warn, {}}};
  stage.inputs.table_lines = {{"A1 has crept 7 mm", Tone::Warn, {}}};
  CHECK(present::view_of(stage.inputs).notices.size() == 1);
  stage.inputs.muted = true;
  const ui::ViewState view = present::view_of(stage.inputs);
  CHECK(view.question);
  CHECK(view.notices.empty());
  CHECK(view.further.empty());
}

TEST_CASE("what a unit may do comes first, what it may not comes with the reason", "[present]") {
  Stage stage;
  stage.battle.menu = {{R"({"do":"charge","unit":"A1"})", "charge B1", engine::refuse("FK-1", "it is disordered"), {}},
                       {R"({"do":"move","unit":"A1"})", "move", engine::allow(), {engine::card_after("a card")}}};
  stage.inputs.selection.unit = {"A1"};
  const ui::ViewState view = present::view_of(stage.inputs);
  REQUIRE(view.offers.size() == 2);
  CHECK(view.offers[0].text == "move");
  CHECK(view.offers[0].detail == "then a card");
  CHECK_FALSE(view.offers[1].allowed);
  CHECK(view.offers[1].detail == "it is disordered");
}

TEST_CASE("what a unit itself does is an order to it, what another does with it is told whole", "[present]") {
  Stage stage;
  stage.battle.menu = {{R"({"do":"charge","unit":"A1"})", "A1 attacks B1, 3 dice against 2", engine::allow(), {}},
                       {R"({"do":"shout","unit":"A1"})", "GA orders A1", engine::allow(), {}}};
  stage.inputs.selection.unit = {"A1"};
  const ui::ViewState view = present::view_of(stage.inputs);
  REQUIRE(view.offers.size() == 2);
  const auto has = [&](const std::string& words) {
    return std::any_of(view.offers.begin(), view.offers.end(), [&](const ui::OptionView& offer) { return offer.text == words; });
  };
  CHECK(has("attack B1, 3 dice against 2"));
  CHECK(has("GA orders A1"));
}

TEST_CASE("one of a kind is told in the singular, and a measure of core in the rulebook's unit", "[present]") {
  CHECK(present::row_of({"X", "apart", 1.0, {}, "squares", {}}).value == "1 square");
  CHECK(present::row_of({"X", "apart", 2.0, {}, "squares", {}}).value == "2 squares");
  CHECK(present::say_reason({"X", "too far", 0.0, 1.0, "boxes", {}}) == "too far (0 of 1 box)");
  const engine::Reason off{"X", "base A1.1 stands away from its place", 50.8, 2.54, "mm", {}};
  CHECK(present::say_reason(present::in_unit_of(off, engine::LengthUnit{})) == "base A1.1 stands away from its place (2 of 0.1 in)");
  CHECK(present::in_unit_of(off, engine::measures_of("paean").length).unit == "cm");
}

TEST_CASE("reasons show the measured value, the limit and the 95 % error", "[present]") {
  CHECK(present::say_reason({"X", "too far", 6.31, 6.0, "in", 0.1}) == "too far (6.3 of 6 in +/- 0.2)");
  CHECK(present::say_reason({"X", "it lies aside", 7.0, 0.0, "cm", {}}) == "it lies aside (7 cm)");
  CHECK(present::say_reason({"X", "uphill", 1.0, {}, "", {}}) == "uphill (+1)");
  CHECK(present::say_reason({"X", "B1 saves on", 4.0, {}, "", {}}) == "B1 saves on 4+");
  CHECK(present::say_reason({"X", "to Horse 20.3 cm", 20.25, 30.0, "cm", {}}) == "to Horse 20.3 cm (limit 30 cm)");  // a half goes up
  CHECK(present::say_reason({"X", "needs 3 points, 2 left", 3.0, 2.0, "points", {}}) == "needs 3 points, 2 left");
  CHECK(present::say_length(254, engine::LengthUnit{}) == "10.0 in");
  CHECK(present::say_length(202.5, engine::measures_of("paean").length) == "20.3 cm");  // a half goes up, as the rooms write it
  CHECK(present::say_length(254, engine::measures_of("paean").length) == "25.4 cm");
}

TEST_CASE("a number of its own stands plain behind its words, a need that is said is not said again, per cent are whole", "[present]") {
  const auto row = [](const char* text, double value, const char* unit) { return present::row_of({"X", text, value, {}, unit, {}}); };
  CHECK(row("rating of Consul: 8", 8, "").text == "rating of Consul");
  CHECK(row("rating of Consul: 8", 8, "").value == "8");
  CHECK(row("needs 8 or less", 8, "").value.empty());
  CHECK(row("uphill +1", 1, "").text == "uphill");
  CHECK(row("uphill +1", 1, "").value == "+1");
  CHECK(row("chance of 1 move or more", 100.0 * 26 / 36, "%").value == "72 %");
  CHECK(row("chance of 3 moves", 100.0 * 10 / 23, "%").value == "43 %");
  CHECK(row("chance of 3 moves", 100.0 / 36, "%").value == "2.8 %");
}

TEST_CASE("a row that ends in its measure leaves it to the column of values, one whose measure is a band keeps it", "[present]") {
  const auto row = [](const char* text, double value, double limit) { return present::row_of({"X", text, value, limit, "in", {}}); };
  CHECK(row("nearest enemy Slingers: 8.7 in of 12.0 in", 8.66, 12.0).text == "nearest enemy Slingers");
  CHECK(row("nearest enemy Slingers: 8.7 in of 12.0 in", 8.66, 12.0).value == "8.7 of 12 in");
  CHECK(row("ordered move: 6.0 in", 6.0, 18.0).text == "ordered move");
  CHECK(row("ordered move: 6.0 in, going round", 6.0, 18.0).text == "ordered move: 6.0 in, going round");
  CHECK(row("too close: 7.9 to 8.1 in", 8.0, 8.0).text == "too close: 7.9 to 8.1 in");
}

TEST_CASE("pieces of one reach that overlap have one outline, and its words once", "[present]") {
  Scene scene;
  const auto piece = [&](double x) {
    Polygon round{{}, true, false};
    for (int i = 0; i < 12; ++i) round.points.push_back({x + 100 * std::cos(i * 0.5236), 300 + 100 * std::sin(i * 0.5236)});
    scene.items.push_back({round, Tone::Move, Pattern::Solid, 2, "1 move", "legal_move", "", "A1"});
  };
  piece(300), piece(380);
  present::join_rings(scene);
  int words = 0;
  for (const SceneItem& item : scene.items) {
    const auto& line = std::get<Polygon>(item.shape);
    CHECK_FALSE(line.closed);
    words += item.label.empty() ? 0 : 1;
    for (const Vec2 p : line.points) CHECK_FALSE((p.x > 310 && p.x < 370 && std::abs(p.y - 300) < 60));
  }
  CHECK(words == 1);
}

TEST_CASE("odds of dice that need different numbers say each unit's need, and no one number for all", "[present][throws]") {
  engine::Pending pending;
  pending.thrown.purpose = "rallies";
  pending.thrown.rule = "BB-RAL-03";
  pending.thrown.better = engine::Better::Low;
  pending.thrown.need = 4, pending.thrown.per_mille = 667;
  pending.count = 3;
  pending.needs = {4, 2, 2}, pending.throwers = {{"A2"}, {"A3"}, {"A3"}};
  const ui::OddsView odds = present::odds_view(pending);
  CHECK(odds.need.empty());
  CHECK(odds.chance.empty());
  REQUIRE(odds.rows.size() == 2);
  CHECK((odds.rows[0].text == "A2, 1 die" && odds.rows[0].value == "4 or less"));
  CHECK((odds.rows[1].text == "A3, 2 dice" && odds.rows[1].value == "2 or less"));
  CHECK(odds.about == std::vector<UnitId>{{"A2"}, {"A3"}, {"A3"}});
  pending.needs = {4, 4, 4}, pending.throwers.clear();
  CHECK(present::odds_view(pending).need == "4 or less");
  pending.needs = {4, 2};  // of one unit, its dice on different ground
  CHECK(present::odds_view(pending).rows[1].text == "1 die");
}

TEST_CASE("a table's dice with one modifier show it, with its sign and no sum", "[present][throws]") {
  engine::Pending pending;
  pending.thrown.counted = engine::Counted::Sum;
  pending.thrown.rows = {{"HC-BRK-05", "casualties", -2, {}}};
  pending.count = 2;
  const ui::OddsView odds = present::odds_view(pending);
  REQUIRE(odds.rows.size() == 1);
  CHECK(odds.rows.front().text == "casualties");
  CHECK(odds.rows.front().value == "-2");
  pending.thrown.rows.front().value = 0;  // nothing is changed: its word stands in the heading
  CHECK(present::odds_view(pending).rows.empty());
}

TEST_CASE("a room says what its turns are called, and everybody says it so", "[present]") {
  CHECK(engine::measures_of("paean").turn_word == "bound");
  for (const char* other : {"blade_and_bow", "hail_caesar", "hoplomachia", "to_the_strongest"})
    CHECK(engine::measures_of(other).turn_word == "turn");
}

TEST_CASE("bases to be put on their ghosts: the ghost in its side's colour, one arrow for those that go one way, a tick on what is there",
          "[present]") {
  Stage stage;
  for (const auto& [base, x, dy] :
       std::vector<std::tuple<std::string, double, double>>{{"A1.1", 300, 50}, {"A1.2", 340, 50}, {"A1.3", 380, 20}})
    stage.inputs.ghosts.push_back({{base}, {"A1"}, {Outline::Rectangle, 40_mm, 30_mm}, x, 200 + dy, 90, {}, {}});
  stage.inputs.in_place = {{"A1.4"}};
  const Scene scene = present::scene_of(stage.inputs);
  const auto ghosts = items(scene, "ghost");
  REQUIRE(ghosts.size() == 3);
  CHECK(ghosts[0].tone == Tone::SideA);
  const auto arrows = items(scene, "owed");
  REQUIRE(arrows.size() == 4);  // two arrows, a line and a head each
  CHECK(std::count_if(arrows.begin(), arrows.end(), [](const SceneItem& item) { return item.label == present::say_length(50, {}); }) == 1);
  const auto ticks = items(scene, "in_place");
  REQUIRE(ticks.size() == 1);
  CHECK(ticks[0].about == "A1.4");
}

TEST_CASE("a base that is to be taken off the table is crossed, corner to corner, until it is gone", "[present]") {
  Stage stage;
  CHECK(items(present::scene_of(stage.inputs), "to_remove").empty());
  stage.battle.owing = {{.id = 1, .unit = {"A1"}, .bases = {{"A1.1"}}, .removed = true}};
  const auto cross = items(present::scene_of(stage.inputs), "to_remove");
  REQUIRE(cross.size() == 2);
  CHECK(cross[0].about == "A1.1");
  stage.battle.owing.front().removed = false;
  CHECK(items(present::scene_of(stage.inputs), "to_remove").empty());
}

TEST_CASE("where a unit might stand lies beneath the bases, and is no ghost that is owed by hand", "[present]") {
  Scene scene;
  engine::Advice advice;
  advice.shapes.push_back(
      {Polygon{{{0, 0}, {40, 0}, {40, 20}, {0, 20}}, true, false}, engine::Meaning::Ghost, "face left", "PA-FAC-03", "A1"});
  present::add_advice(scene, advice);
  CHECK(items(scene, "ghost").empty());
  CHECK(items(scene, "might_stand").size() == 1);
  CHECK(present::layer_of("might_stand") == "moves");
}

TEST_CASE("a throw says how it concerns whom it is thrown at", "[present]") {
  const auto title = [](const char* purpose, engine::Aim aim) {
    engine::Thrown thrown;
    thrown.thrower = {"A1"}, thrown.at = {"B1"}, thrown.purpose = purpose, thrown.aim = aim;
    return present::throw_view(thrown).text;
  };
  CHECK(title("shooting", engine::Aim::Shot) == "A1 at B1, shooting");
  CHECK(title("hand-to-hand", engine::Aim::Blow) == "A1 against B1, hand-to-hand");
  CHECK(title("missile reaction", engine::Aim::Check) == "A1 against B1, missile reaction");
  CHECK(title("command roll", engine::Aim::Order) == "A1, command roll for B1");
  CHECK(title("evades", engine::Aim::Flight) == "A1 from B1, evades");
}

TEST_CASE("one of several has its word, and a short fact stands in the column of values", "[present]") {
  CHECK(present::row_of({"X", "base 1: 1 rank", 1.0, {}, "dice", {}}).value == "1 die");
  CHECK(present::row_of({"X", "base 1: 2 ranks", 2.0, {}, "dice", {}}).value == "2 dice");
}

}  // namespace present_tests
