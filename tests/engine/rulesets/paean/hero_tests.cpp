/// Heroes: call of might, heroic actions, joining and leading; grades and abilities thrown before the battle.
#include "engine/rulesets/paean/tables.hpp"
#include "tests/engine/rulesets/paean/field.hpp"

namespace hero_tests {

using namespace phalanx;

namespace {

int act_need(const Field& field, const std::string& id) {
  const auto verdict = field.battle->judge(json{{"by", "A"}, {"do", "heroic_action"}, {"hero", id}}.dump());
  REQUIRE(verdict);
  REQUIRE(verdict->allowed());
  return static_cast<int>(*verdict->reasons.front().value);
}

void passes(Field& field, const std::string& id) {
  field.does({{"do", "heroic_action"}, {"hero", id}});
  field.dice({1, 1});
}

json led(const std::string& type, int bases = 4, int hv = 10, json more = json::object()) {
  more["with"] = "A1";
  return setup({commander("AC", 300, 150), hero("AH", 600, 200, hv, more), troops("A1", type, bases, 600, 300, 90, 2),
                troops("A9", "H", 1, 1500, 300)});
}

}  // namespace

TEST_CASE("the call of might is one free action of the hero's formation, without a test", "[paean][PA-SEQ-15][PA-HER-11][PA-HER-37]") {
  Field field(led("H"));
  field.go_to("call_of_might");
  field.does({{"do", "call_of_might"}, {"hero", "AH"}});
  CHECK_FALSE(field.asks());
  field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 5}});
  CHECK(field.phase() == "heroic_actions");
  CHECK(field.why_not({{"do", "call_of_might"}, {"hero", "AH"}}) != "");
  CHECK(act_need(field, "AH") == 10);
}

TEST_CASE("a heroic action needs the hero's value or less, what he and his formation did this round makes it harder",
          "[paean][PA-SEQ-16][PA-HER-02][PA-HER-03][PA-HER-T1][PA-HER-05][PA-AMB-40]") {
  for (const auto& [type, each] : std::vector<std::pair<std::string, int>>{{"LH", 1}, {"H", 1}, {"M", 2}, {"LM", 2}}) {
    CAPTURE(type);
    Field field(led(type));
    field.go_to("heroic_actions");
    for (int done = 0; done < 3; ++done) {
      CHECK(act_need(field, "AH") == 10 - each * done);
      passes(field, "AH");
      field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 2}});
    }
  }
  json twice = led("H");
  twice["options"] = {{"led_move_counts_twice", true}};
  Field field(twice);
  field.go_to("heroic_actions");
  passes(field, "AH");
  field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 2}});
  CHECK(act_need(field, "AH") == 8);
  json shooters =
      setup({commander("AC", 300, 150), hero("AH", 600, 200, 10, {{"with", "A1"}}),
             troops("A1", "M", 2, 600, 300, 90, 2, {{"weapons", {"bow"}}}), troops("A9", "H", 1, 1500, 300)},
            {troops("B1", "H", 2, 600, 400, 270), troops("B2", "H", 2, 1500, 900, 270)}, {{"options", {{"led_move_counts_twice", true}}}});
  Field shoots(shooters);
  shoots.go_to("heroic_actions");
  passes(shoots, "AH");
  shoots.does({{"do", "shoot"}, {"unit", "A1"}, {"target", "B1"}});
  shoots.dice({1, 1, 1, 1});
  CHECK(act_need(shoots, "AH") == 8);  // two for M: shooting is no move
}

TEST_CASE("a hero alone moves up to 20 cm an action, over bad ground, not through enemies, every move is 1 harder",
          "[paean][PA-HER-04][PA-HER-19][PA-HER-38][PA-HER-39][PA-MOV-09]") {
  json battle = setup(
      {hero("AH", 600, 200, 10), troops("A1", "H", 4, 1000, 300)},
      {troops("B1", "H", 4, 600, 300, 270), troops("B2", "H", 2, 1500, 900, 270)},
      {{"table", {{"terrain", {{{"id", "W"}, {"kind", "wood"}, {"outline_mm", {{620, 100}, {900, 100}, {900, 300}, {620, 300}}}}}}}}});
  Field field(battle);
  field.go_to("heroic_actions");
  passes(field, "AH");
  const auto to = [](double x, double y) { return json{{"do", "move_hero"}, {"hero", "AH"}, {"to", {{"x_mm", x}, {"y_mm", y}}}}; };
  CHECK(field.why_not(to(600, 395)) == "PA-HER-39");
  CHECK(field.why_not(to(810, 200)) == "PA-HER-19");
  field.does(to(800, 200));
  CHECK(act_need(field, "AH") == 9);
}

TEST_CASE("a hero alone makes no contact with an enemy formation, who stands in contact already may stay or go",
          "[paean][PA-HER-22][PA-HER-04]") {
  for (const bool met : {false, true}) {
    CAPTURE(met);
    Field field(setup({hero("AH", 600, met ? 285 : 200), troops("A1", "H", 4, 1000, 300)},
                      {troops("B1", "H", 4, 600, 300, 270), troops("B2", "H", 2, 1500, 900, 270)}));
    field.go_to("heroic_actions");
    passes(field, "AH");
    const auto to = [](double x, double y) { return json{{"do", "move_hero"}, {"hero", "AH"}, {"to", {{"x_mm", x}, {"y_mm", y}}}}; };
    CHECK(field.why_not(to(600, 285)) == (met ? "" : "PA-HER-22"));  // flush with its front
    CHECK(field.why_not(to(600, 288)) == "PA-HER-22");
    CHECK(field.why_not(to(600, 280)).empty());
    CHECK(field.why_not(to(600, 200)).empty());
  }
}

TEST_CASE("who joins a formation at a place stands in contact with it there, a hero at its rear",
          "[paean][PA-HER-12][PA-HER-13][PA-CMD-20]") {
  for (const bool measured : {false, true}) {
    CAPTURE(measured);
    Field field(setup({commander("AC", 600, 200, 10), hero("AH", 640, 200), troops("A1", "H", 4, 600, 300, 90, 2)}));
    const auto to = [&](const char* what, const char* who, const char* id, double x, double y) {
      json command{{"do", what}, {who, id}, {"join", "A1"}, {"to", {{"x_mm", x}, {"y_mm", y}}}};
      if (measured) command["to"]["cov"] = {10000, 0, 0, 10000, 0, 100};
      return command;
    };
    field.go_to("command_orders");
    CHECK(field.why_not(to("relinquish", "commander", "AC", 500, 250)) == "PA-CMD-20");
    CHECK(field.why_not(to("relinquish", "commander", "AC", 545, 280)).empty());  // beside it
    field.go_to("heroic_actions");
    passes(field, "AH");
    CHECK(field.why_not(to("move_hero", "hero", "AH", 750, 350)) == "PA-HER-12");
    CHECK(field.why_not(to("move_hero", "hero", "AH", 620, 220)) == "PA-HER-12");
    CHECK(field.why_not(to("move_hero", "hero", "AH", 655, 280)) == "PA-HER-13");
    field.does(to("move_hero", "hero", "AH", 620, 245));
    CHECK(field.at("/leaders/AH/with") == "A1");
    CHECK(field.spot("AH.1").x == 620);
    CHECK(field.battle->owed().empty() == measured);  // said, not seen: the table follows
  }
}

TEST_CASE("a failed heroic action ends that hero's actions, after the last hero the armies rally", "[paean][PA-HER-10][PA-HER-41]") {
  Field field(setup({hero("AH", 600, 200), hero("AI", 700, 200), troops("A1", "H", 4, 1000, 300)}));
  field.go_to("heroic_actions");
  field.does({{"do", "heroic_action"}, {"hero", "AH"}});
  field.dice({6, 6});
  CHECK(field.why_not({{"do", "heroic_action"}, {"hero", "AH"}}) == "PA-HER-10");
  CHECK(field.phase() == "heroic_actions");
  field.does({{"do", "heroic_action"}, {"hero", "AI"}});
  field.dice({6, 6});
  CHECK(field.at("/turn/bound") == 2);
}

TEST_CASE("a hero joins a formation within a heroic move and leads it at once, to leave and to join are two actions",
          "[paean][PA-HER-12][PA-HER-13][PA-HER-21]") {
  Field field(
      setup({hero("AH", 600, 200), troops("A1", "H", 4, 600, 300, 90, 2), troops("A2", "H", 2, 800, 300), troops("A3", "H", 2, 600, 700)}));
  field.go_to("heroic_actions");
  passes(field, "AH");
  CHECK(field.why_not({{"do", "move_hero"}, {"hero", "AH"}, {"join", "A3"}}) == "PA-HER-19");
  field.does({{"do", "move_hero"}, {"hero", "AH"}, {"join", "A1"}});
  CHECK(field.spot("AH.1").y == Approx(300 - 40 - 15));  // at its rear, in contact
  passes(field, "AH");
  CHECK(field.why_not({{"do", "move_hero"}, {"hero", "AH"}, {"join", "A2"}}) == "PA-HER-21");
  field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 5}});
  CHECK(field.spot("AH.1").y == Approx(350 - 55));
}

TEST_CASE("how many bases a hero leads follows from his value", "[paean][PA-HER-14][PA-HER-34][PA-HER-35][PA-HER-36][PA-AMB-34]") {
  for (int hv = 9; hv <= 12; ++hv) {
    const int most = 4 + 2 * (hv - 9);
    Field field(setup({hero("AH", 600, 200, hv), troops("A1", "H", most, 600, 300, 90, 4), troops("A2", "H", most + 1, 800, 300, 90, 4)}));
    field.go_to("heroic_actions");
    passes(field, "AH");
    CAPTURE(hv);
    CHECK(field.why_not({{"do", "move_hero"}, {"hero", "AH"}, {"join", "A1"}}).empty());
    CHECK(field.why_not({{"do", "move_hero"}, {"hero", "AH"}, {"join", "A2"}}) == "PA-HER-14");
  }
}

TEST_CASE("a hero leads no light formation", "[paean][PA-AMB-35]") {
  Field field(setup({hero("AH", 600, 200), troops("A1", "L", 2, 600, 300), troops("A2", "H", 1, 900, 300)}));
  field.go_to("heroic_actions");
  passes(field, "AH");
  CHECK(field.why_not({{"do", "move_hero"}, {"hero", "AH"}, {"join", "A1"}}) == "PA-AMB-35");
}

TEST_CASE("a hero takes no orders, and commanders do not order his formation, the call of power reaches it",
          "[paean][PA-HER-01][PA-HER-15][PA-HER-16]") {
  Field field(setup({commander("AC", 600, 180, 10), commander("AS", 700, 200, 9, false), hero("AH", 560, 200, 10, {{"with", "A1"}}),
                     troops("A1", "H", 4, 600, 300, 90, 2, {{"commander", "AS"}}), troops("A9", "H", 1, 1500, 300)}));
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}).empty());
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}) == "PA-HER-16");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "AH"}}) == "impossible");
  field.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(field.why_not({{"do", "order"}, {"commander", "AS"}, {"unit", "A1"}}) == "PA-HER-15");
}

TEST_CASE("the Speed of Hermes adds 5 cm to the led formation's move in a heroic action", "[paean][PA-HER-T2]") {
  Field field(led("H", 4, 10, {{"ability", "speed_of_hermes"}}));
  field.go_to("heroic_actions");
  passes(field, "AH");
  CHECK(field.why_not({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 10}}).empty());
  CHECK(field.why_not({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 10.5}}) == "PA-MOV-T1");
}

TEST_CASE("the Light of Apollo rolls one failed test again a bound, the second result final", "[paean][PA-HER-T2][PA-AMB-38]") {
  Field field(setup({hero("AH", 600, 200, 9, {{"ability", "light_of_apollo"}}), troops("A1", "H", 4, 1000, 300)}));
  field.go_to("heroic_actions");
  field.does({{"do", "heroic_action"}, {"hero", "AH"}});
  field.dice({6, 6});
  REQUIRE(field.asks());
  field.choose("y");
  field.dice({1, 2});
  CHECK(field.at("/turn").contains("permit"));
  field.does({{"do", "forgo"}});
  field.does({{"do", "heroic_action"}, {"hero", "AH"}});
  field.dice({6, 6});
  CHECK_FALSE(field.asks());
  CHECK(field.at("/turn/bound") == 2);
}

TEST_CASE("the Wisdom of Athena makes a hero a commander too, by the lower of his value and the army commander's",
          "[paean][PA-HER-T2][PA-AMB-49]") {
  const std::vector<json> side{commander("AC", 600, 180, 9), hero("AH", 560, 200, 12, {{"with", "A1"}, {"ability", "wisdom_of_athena"}}),
                               troops("A1", "H", 4, 600, 300, 90, 2)};
  Field field(setup(side));
  field.go_to("command_orders");
  CHECK(field.at("/turn/commanding") == "AC");
  field.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(field.at("/turn/commanding") == "AH");
  field.does({{"do", "order"}, {"commander", "AH"}, {"unit", "A1"}});
  CHECK(event_of(field.dice({4, 5}), "thrown").at("need") == 9);
  Field off(setup(side, {}, {{"options", {{"athena_commands", false}}}}));
  off.go_to("command_orders");
  off.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(off.phase() == "call_of_might");
}

TEST_CASE("abilities are set or thrown for on a die", "[paean][PA-HER-33][PA-HER-T2]") {
  const std::vector<std::string> words{"speed_of_hermes", "light_of_apollo",  "bow_of_artemis",
                                       "spear_of_ares",   "wisdom_of_athena", "shield_of_zeus"};
  for (int die = 1; die <= 6; ++die) {
    Field field(setup({hero("AH", 600, 200, 10, {{"ability", "roll"}}), troops("A1", "H", 4, 1000, 300)}, {}, {{"first", nullptr}}));
    field.does({{"do", "begin"}});
    field.dice({die});
    CHECK(field.at("/leaders/AH/ability") == words[static_cast<std::size_t>(die - 1)]);
  }
}

TEST_CASE("grades are thrown for: 1 cautious, 2 to 5 normal, 6 exceptional, under a cautious army commander nobody is",
          "[paean][PA-CMD-04][PA-CMD-05][PA-CMD-06][PA-CMD-T1][PA-EX-26]") {
  for (const auto& [army, subordinate, cv, sub_cv] : std::vector<std::tuple<int, int, int, int>>{
           {1, 6, 9, 9}, {2, 6, 10, 10}, {5, 1, 10, 8}, {6, 3, 11, 9}, {6, 6, 11, 10}, {1, 1, 9, 8}}) {
    json battle =
        setup({commander("AS", 600, 200, 9, false), commander("AC", 300, 200), troops("A1", "H", 4, 1000, 300)}, {}, {{"first", nullptr}});
    for (std::size_t i : {0U, 1U}) battle["sides"]["A"]["units"][i]["cv"] = "roll";
    Field field(battle);
    field.does({{"do", "begin"}});
    field.dice({army});
    field.dice({subordinate});
    CAPTURE(army, subordinate);
    CHECK(field.at("/leaders/AC/value") == cv);
    CHECK(field.at("/leaders/AS/value") == sub_cv);
  }
  for (const bool army : {false, true}) {
    const int least = army ? 9 : 8;
    CHECK(paean::grade_of(least, army) == "cautious");
    CHECK(paean::grade_of(least + 1, army) == "normal");
    CHECK(paean::grade_of(least + 2, army) == "exceptional");
  }
}

TEST_CASE("a hero without a formation gives no call of might, in whatever phase", "[paean][PA-HER-11][PA-SEQ-15]") {
  Field field(setup({troops("A1", "LH", 2, 600, 300), hero("A8", 600, 265, 12, {{"with", "A1"}}), hero("A9", 400, 200, 12)}));
  for (const std::string phase : {"command_orders", "call_of_might", "heroic_actions"}) {
    CAPTURE(phase);
    field.go_to(phase);
    CHECK_FALSE(field.say({{"do", "call_of_might"}, {"hero", "A9"}}).verdict.allowed());
    CHECK(field.why_not({{"do", "call_of_might"}, {"hero", "A9"}}) == "PA-HER-11");
  }
}

}  // namespace hero_tests
