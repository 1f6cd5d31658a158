/// Light formations test their initiative for actions.
#include <algorithm>

#include "tests/engine/rulesets/paean/field.hpp"

namespace skirmish_tests {

using namespace phalanx;

namespace {

int test_need(const Field& field, const std::string& unit) {
  const auto verdict = field.battle->judge(json{{"by", "A"}, {"do", "skirmish"}, {"unit", unit}}.dump());
  REQUIRE(verdict);
  REQUIRE(verdict->allowed());
  return static_cast<int>(*verdict->reasons.front().value);
}

json light(const std::string& id, double x, const std::string& experience = "seasoned") {
  return troops(id, "L", 2, x, 400, 90, 0, {{"experience", experience}});
}

}  // namespace

TEST_CASE("a light formation needs 7, 8 or 9 by its training", "[paean][PA-SKI-04][PA-SKI-05][PA-SKI-14][PA-SKI-15]") {
  Field field(setup({light("A1", 300, "irregular"), light("A2", 600), light("A3", 900, "veteran"), troops("A4", "H", 2, 1200, 400)}));
  CHECK(test_need(field, "A1") == 7);
  CHECK(test_need(field, "A2") == 8);
  CHECK(test_need(field, "A3") == 9);
}

TEST_CASE("it tests until it fails, each further test 2 harder, then the next is tested",
          "[paean][PA-SKI-02][PA-SKI-03][PA-SKI-06][PA-SKI-07][PA-SKI-16][PA-DX-05][PA-SEQ-06]") {
  Field field(setup({light("A1", 300), light("A2", 900), troops("A4", "H", 2, 1200, 400)}));
  int actions = 0;
  for (const auto& [need, dice] : std::vector<std::pair<int, std::vector<int>>>{{8, {4, 4}}, {6, {3, 3}}, {4, {3, 2}}}) {
    CHECK(test_need(field, "A1") == need);
    field.does({{"do", "skirmish"}, {"unit", "A1"}});
    field.dice(dice);
    if (field.at("/turn").contains("permit")) {
      ++actions;
      CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A1"}}) == "impossible");  // one test, one action
      field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 5}});
    }
  }
  CHECK(actions == 2);
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A1"}}) == "PA-SKI-03");
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A2"}}).empty());
  field.does({{"do", "skirmish"}, {"unit", "A2"}});
  field.dice({6, 6});
  CHECK(field.phase() != "skirmish_actions");
}

TEST_CASE("a player may stop a light formation's tests", "[paean][PA-AMB-44]") {
  Field field(setup({light("A1", 300), light("A2", 900), troops("A4", "H", 2, 1200, 400)}));
  field.does({{"do", "skirmish"}, {"unit", "A1"}});
  field.dice({1, 1});
  field.does({{"do", "forgo"}});
  field.does({{"do", "stop"}, {"unit", "A1"}});
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A1"}}) == "PA-SKI-03");
}

TEST_CASE("light formations are neither split nor merged and take no formation actions", "[paean][PA-SKI-09][PA-ACT-05]") {
  Field field(setup({light("A1", 300), light("A2", 380), troops("A4", "H", 2, 1200, 400)}));
  field.does({{"do", "skirmish"}, {"unit", "A1"}});
  field.dice({1, 1});
  CHECK(field.why_not({{"do", "detach"}, {"unit", "A1"}, {"bases", {"A1.1"}}}) == "PA-SKI-09");
  CHECK(field.why_not({{"do", "form"}, {"unit", "A1"}, {"with", "A2"}}) == "PA-ACT-05");
  CHECK(field.why_not({{"do", "traverse"}, {"unit", "A1"}, {"to", "left"}}) == "PA-ACT-05");
  CHECK(field.why_not({{"do", "about_face"}, {"unit", "A1"}}) == "PA-ACT-05");
}

TEST_CASE("only light formations take skirmish actions, and only in their phase", "[paean][PA-SKI-01]") {
  Field field(setup({light("A1", 300), troops("A4", "LM", 2, 1200, 400), troops("A5", "H", 2, 900, 400)}));
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A4"}}) == "PA-SKI-01");
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "skirmish"}, {"unit", "A1"}}) == "PA-SEQ-06");
}

TEST_CASE("whole moves of a light formation say where they lead, so that no two read alike", "[paean][PA-MOV-01]") {
  Field field(setup({light("A1", 300), troops("A4", "H", 2, 1200, 400)}, {troops("B1", "H", 2, 500, 800, 270, 0, {{"name", "Thebans"}})}));
  field.does({{"do", "skirmish"}, {"unit", "A1"}});
  field.dice({1, 1});
  std::vector<std::string> texts;
  for (const engine::OfferText& offer : field.battle->offers(Viewer::A, UnitId{"A1"}))
    if (offer.verdict.allowed() && offer.whole) texts.push_back(offer.text);
  const auto says = [&](const std::string& words) {
    return std::count_if(texts.begin(), texts.end(), [&](const std::string& text) { return text.find(words) != std::string::npos; });
  };
  CHECK(says("cm towards B1 Thebans") == 1);
  CHECK(says("cm away from B1 Thebans") == 1);
  std::sort(texts.begin(), texts.end());
  CHECK(std::adjacent_find(texts.begin(), texts.end()) == texts.end());
  CHECK(field.battle->clause(R"({"do":"move","unit":"A1","to":{"x_mm":300,"y_mm":450}})").find("half") == std::string::npos);
}

TEST_CASE("a light formation, which cannot charge, is shown no lane of a charge, its fire is one shape", "[paean][PA-CHG-06][PA-MIS-03]") {
  Field field(setup({light("A1", 300), troops("A4", "H", 2, 1200, 400)}));
  int lanes = 0, fires = 0;
  for (const engine::AdviceShape& shape : field.battle->advise({{"A1"}, {}}, Viewer::A).shapes) {
    lanes += shape.meaning == engine::Meaning::ChargeReach;
    fires += shape.meaning == engine::Meaning::ArcOfFire;
  }
  CHECK(lanes == 0);
  CHECK(fires == 1);
  int heavy = 0;
  for (const engine::AdviceShape& shape : field.battle->advise({{"A4"}, {}}, Viewer::A).shapes) heavy += shape.rule == "PA-CHG-22";
  CHECK(heavy == 1);
}

}  // namespace skirmish_tests
