/// Commanders: who orders whom, what the roll needs, failure, relinquishing, leading.
#include "tests/engine/rulesets/paean/field.hpp"

namespace command_tests {

using namespace phalanx;

namespace {

int need(const Field& field, const std::string& commander, const std::string& unit) {
  const auto verdict = field.battle->judge(json{{"by", "A"}, {"do", "order"}, {"commander", commander}, {"unit", unit}}.dump());
  REQUIRE(verdict);
  INFO((verdict->reasons.empty() ? "" : verdict->reasons.front().text));
  REQUIRE(verdict->allowed());
  return static_cast<int>(*verdict->reasons.back().value);
}

json piece(const std::string& kind, double x0, double y0, double x1, double y1) {
  return {{"id", kind}, {"kind", kind}, {"outline_mm", {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}};
}

}  // namespace

TEST_CASE("distance takes 0 to 3 off the commander's value, from his edge to the nearest edge of the formation",
          "[paean][PA-ROL-01][PA-ROL-T1][PA-ROL-09][PA-AMB-05]") {
  // AC's front edge is at y 315, the formation's rear edge 20 mm behind its front.
  for (const auto& [gap_mm, off] :
       std::vector<std::pair<double, int>>{{50, 0}, {100, 0}, {101, -1}, {200, -1}, {201, -2}, {300, -2}, {301, -3}, {700, -3}}) {
    Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 1, 600, 315 + gap_mm + 20)}));
    field.go_to("command_orders");
    CAPTURE(gap_mm);
    CHECK(need(field, "AC", "A1") == 10 + off);
  }
}

TEST_CASE("distances are multiplied by the scale", "[paean][PA-GEO-12][PA-GEO-13][PA-DX-01]") {
  for (const int k : {2, 3}) {
    Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 1, 600, 300 + 15 * k + 100 * k + 20 * k),
                       troops("A2", "H", 1, 900, 300 + 15 * k + 140 * k)},
                      {}, {{"scale", k}}));
    field.go_to("command_orders");
    CAPTURE(k);
    CHECK(need(field, "AC", "A1") == 10);
    CHECK(need(field, "AC", "A2") == 9);
  }
}

TEST_CASE("out of sight is 4 off instead of the distance, behind a wood, a hill or a settlement",
          "[paean][PA-ROL-02][PA-ROL-07][PA-ROL-08][PA-TER-01][PA-TER-02][PA-TER-03]") {
  for (const std::string kind : {"wood", "hill", "settlement"}) {
    for (const double far : {50.0, 250.0}) {
      Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 1, 600, 335 + far)}, {},
                        {{"table", {{"terrain", {piece(kind, 200, 330, 1000, 340)}}}}}));
      field.go_to("command_orders");
      CAPTURE(kind, far);
      CHECK(need(field, "AC", "A1") == 6);
    }
  }
}

TEST_CASE("streams and formations do not hide a formation from its commander", "[paean][PA-ROL-06][PA-TER-12][PA-TER-04]") {
  Field field(setup({commander("AC", 600, 300, 10), troops("A2", "H", 6, 600, 370), troops("A1", "H", 1, 600, 430)}, {},
                    {{"table", {{"terrain", {piece("stream", 200, 330, 1000, 340)}}}}}));
  field.go_to("command_orders");
  CHECK(need(field, "AC", "A1") == 10);
}

TEST_CASE("a commander sees 5 cm into a wood or settlement, and what stands on its edge", "[paean][PA-TER-05][PA-TER-06][PA-AMB-75]") {
  for (const std::string kind : {"wood", "settlement"})
    for (const auto& [deep, seen] : std::vector<std::pair<double, bool>>{{0, true}, {49, true}, {51, false}}) {
      // Its rear edge stands so deep in the wood that begins at y 330.
      Field field(setup({commander("AC", 600, 300, 10), troops("A1", "LM", 1, 600, 350 + deep), troops("A9", "H", 1, 1500, 300)}, {},
                        {{"table", {{"terrain", {piece(kind, 200, 330, 1000, 900)}}}}}));
      field.go_to("command_orders");
      CAPTURE(kind, deep);
      CHECK(need(field, "AC", "A1") == (seen ? 10 : 6));
    }
}

TEST_CASE("any free line is enough to see", "[paean][PA-TER-01]") {
  Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 4, 600, 420)}, {},
                    {{"table", {{"terrain", {piece("wood", 600, 330, 1000, 380)}}}}}));
  field.go_to("command_orders");
  CHECK(need(field, "AC", "A1") == 10);
}

TEST_CASE("every further rolled order this bound is 1 off for LH and H, 2 off for LM and M, beside distance and sight",
          "[paean][PA-ROL-03][PA-ROL-T1][PA-ACT-02][PA-DX-03]") {
  Field field(setup({commander("AC", 600, 300, 11), troops("A1", "H", 1, 560, 400), troops("A2", "M", 1, 640, 400),
                     troops("A3", "LH", 1, 560, 370), troops("A4", "LM", 1, 640, 370)}));
  field.go_to("command_orders");
  for (int orders = 0; orders < 3; ++orders) {
    CAPTURE(orders);
    CHECK(need(field, "AC", "A1") == 11 - orders);
    CHECK(need(field, "AC", "A3") == 11 - orders);
    CHECK(need(field, "AC", "A2") == 11 - 2 * orders);
    CHECK(need(field, "AC", "A4") == 11 - 2 * orders);
    for (const char* unit : {"A1", "A2", "A3", "A4"}) {
      field.order(unit);
      field.does({{"do", "forgo"}});
    }
  }
  // CV 9, an M formation out of sight with one order: 9 - 4 - 2 = 3.
  Field other(setup({commander("AC", 600, 300, 9), troops("A1", "M", 1, 600, 385)}, {},
                    {{"table", {{"terrain", {piece("wood", 200, 330, 1000, 340)}}}},
                     {"state", {{"formations", {{"A1", {{"status", {{"orders", 1}}}}}}}}}}));
  other.go_to("command_orders");
  CHECK(need(other, "AC", "A1") == 3);
  other.does({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}});
  CHECK(event_of(other.dice({2, 1}), "permit_set").contains("permit"));
}

TEST_CASE("orders of different commanders to one formation all count", "[paean][PA-ROL-05]") {
  Field field(setup(
      {commander("AC", 600, 300, 10), commander("AS", 650, 300, 9, false), troops("A1", "H", 1, 620, 400, 90, 0, {{"commander", "AS"}})}));
  field.go_to("command_orders");
  field.order("A1");
  field.does({{"do", "forgo"}});
  field.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(need(field, "AS", "A1") == 8);
}

TEST_CASE("a passed roll gives one action and lets the commander go on, he may come back to a formation",
          "[paean][PA-SEQ-10][PA-SEQ-11][PA-ACT-01][PA-CMD-15]") {
  Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 2, 560, 400), troops("A2", "H", 2, 760, 400)}));
  field.go_to("command_orders");
  for (const char* unit : {"A1", "A2", "A1"}) {
    field.acts(unit, {{"do", "move"}, {"ahead_cm", 1}});
    CHECK(field.why_not({{"do", "move"}, {"unit", unit}, {"ahead_cm", 1}}) == "PA-ACT-01");
    CHECK(field.phase() == "command_orders");
  }
  CHECK(field.status("A1").at("orders") == 2);
}

TEST_CASE("a failed roll ends the command of that commander for the bound, and the next takes over",
          "[paean][PA-SEQ-19][PA-CMD-14][PA-CMD-18][PA-CMD-19][PA-SEQ-12][PA-AMB-02]") {
  Field field(setup(
      {commander("AC", 600, 300, 10), commander("AS", 650, 300, 9, false), troops("A1", "H", 1, 620, 400, 90, 0, {{"commander", "AS"}})}));
  field.go_to("command_orders");
  field.does({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}});
  field.dice({6, 5});
  CHECK(field.at("/turn/commanding") == "AS");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}) == "PA-CMD-14");
  CHECK(field.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", 650}, {"y_mm", 250}}}}) == "PA-CMD-18");
  field.does({{"do", "order"}, {"commander", "AS"}, {"unit", "A1"}});
  field.dice({6, 6});
  CHECK(field.at("/turn/active") == "B");
}

TEST_CASE("commanders act in the order of their values, the army commander first among equals, equal subordinates as the owner likes",
          "[paean][PA-SEQ-13][PA-SEQ-14][PA-AMB-88][PA-CMD-13]") {
  Field field(
      setup({commander("AC", 600, 300, 9), commander("AS", 650, 300, 9, false), commander("AT", 700, 300, 8, false),
             commander("AU", 750, 300, 8, false), troops("A1", "H", 1, 620, 400, 90, 0, {{"commander", "AS"}}),
             troops("A2", "H", 1, 700, 400, 90, 0, {{"commander", "AT"}}), troops("A3", "H", 1, 780, 400, 90, 0, {{"commander", "AU"}})}));
  field.go_to("command_orders");
  CHECK(field.at("/turn/commanding") == "AC");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AS"}, {"unit", "A1"}}) == "PA-SEQ-13");
  field.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(field.at("/turn/commanding") == "AS");
  field.does({{"do", "relinquish"}, {"commander", "AS"}});
  CHECK(field.at("/turn/commanding") == "");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AT"}, {"unit", "A2"}}).empty());
  CHECK(field.why_not({{"do", "order"}, {"commander", "AU"}, {"unit", "A3"}}).empty());
  field.does({{"do", "order"}, {"commander", "AU"}, {"unit", "A3"}});
  field.dice({1, 1});
  field.does({{"do", "forgo"}});
  CHECK(field.why_not({{"do", "order"}, {"commander", "AT"}, {"unit", "A2"}}) == "PA-SEQ-13");
}

TEST_CASE("the army commander orders anybody, a subordinate only his own", "[paean][PA-CMD-11][PA-CMD-12][PA-SEQ-09]") {
  Field field(setup({commander("AC", 600, 300, 10), commander("AS", 650, 300, 9, false),
                     troops("A1", "H", 1, 620, 400, 90, 0, {{"commander", "AS"}}), troops("A2", "H", 1, 780, 400),
                     troops("A3", "L", 1, 500, 400)}));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}).empty());
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A2"}}).empty());
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A3"}}) == "PA-SKI-01");
  field.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(field.why_not({{"do", "order"}, {"commander", "AS"}, {"unit", "A1"}}).empty());
  CHECK(field.why_not({{"do", "order"}, {"commander", "AS"}, {"unit", "A2"}}) == "PA-CMD-12");
}

TEST_CASE("a commander who gives up command moves up to 20 cm, before any order too, and enemies are in the way",
          "[paean][PA-CMD-16][PA-CMD-17][PA-CMD-41][PA-CMD-39][PA-MOV-08][PA-AMB-63]") {
  Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 1, 900, 400)},
                    {troops("B1", "H", 4, 600, 400, 270), troops("B2", "H", 2, 1200, 900, 270)}));
  field.go_to("command_orders");
  const auto to = [](double x, double y) { return json{{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", x}, {"y_mm", y}}}}; };
  CHECK(field.why_not(to(400, 300)).empty());
  CHECK(field.why_not(to(390, 300)) == "PA-CMD-17");
  CHECK(field.why_not(to(600, 480)) == "PA-AMB-63");
  field.does(to(420, 300));
  CHECK(field.spot("AC.1").x == 420);
  CHECK(field.at("/turn/active") == "B");  // nobody commands any more
}

TEST_CASE("relinquishing, a commander joins a friend within reach and leads it from his next bound",
          "[paean][PA-CMD-20][PA-CMD-42][PA-CMD-21][PA-CMD-22][PA-CMD-23]") {
  Field field(setup(
      {commander("AC", 600, 300, 10), troops("A1", "H", 2, 600, 400), troops("A2", "H", 2, 800, 400), troops("A3", "H", 2, 600, 700)}));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"join", "A3"}}) == "PA-CMD-17");
  field.does({{"do", "relinquish"}, {"commander", "AC"}, {"join", "A1"}});
  CHECK(field.at("/leaders/AC/with") == "A1");
  CHECK(field.spot("AC.1").y == Approx(400 - 20 - 15));  // behind it, in contact
  while (field.at("/turn/bound") != 3) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A2"}}) == "PA-CMD-22");
  CHECK(need(field, "AC", "A1") == 10);
  field.acts("A1", {{"do", "move"}, {"ahead_cm", 5}});
  CHECK(field.spot("AC.1").y == Approx(450 - 35));
}

TEST_CASE("a formation led by a subordinate still takes the call of power", "[paean][PA-CMD-28]") {
  Field field(setup({commander("AC", 600, 220, 10), commander("AS", 600, 300, 9, false, {{"with", "A1"}}),
                     troops("A1", "H", 2, 600, 330, 90, 0, {{"commander", "AS"}})}));
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}).empty());
}

TEST_CASE("an army commander in a formation calls to that formation alone", "[paean][PA-AMB-03]") {
  const std::vector<json> side{commander("AC", 600, 300, 10, true, {{"with", "A1"}}), troops("A1", "H", 2, 600, 330),
                               troops("A2", "H", 2, 700, 330)};
  Field field(setup(side));
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}).empty());
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A2"}}) == "PA-CMD-22");
  Field all(setup(side, {}, {{"options", {{"power_from_formation_reaches_all", true}}}}));
  CHECK(all.why_not({{"do", "call_of_power"}, {"unit", "A2"}}).empty());
}

TEST_CASE("a commander leaves a formation by relinquishing into the open, to join another takes a second bound",
          "[paean][PA-CMD-27][PA-AMB-74]") {
  const std::vector<json> side{commander("AC", 600, 300, 10, true, {{"with", "A1"}}), troops("A1", "H", 2, 600, 330),
                               troops("A2", "H", 2, 700, 330)};
  Field field(setup(side));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"join", "A2"}}) == "PA-AMB-74");
  field.does({{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", 600}, {"y_mm", 200}}}});
  CHECK(field.at("/leaders/AC/with") == "");
  Field hop(setup(side, {}, {{"options", {{"commander_hop", true}}}}));
  hop.go_to("command_orders");
  CHECK(hop.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"join", "A2"}}).empty());
}

TEST_CASE("the formations of a lost subordinate take orders of the army commander only, and nobody takes his place",
          "[paean][PA-CMD-34][PA-CMD-40]") {
  Field field(
      setup({commander("AC", 600, 300, 10), commander("AS", 650, 300, 9, false), commander("AT", 700, 300, 8, false),
             troops("A1", "H", 1, 620, 400, 90, 0, {{"commander", "AS"}}), troops("A2", "H", 1, 780, 400, 90, 0, {{"commander", "AT"}})},
            {}, {{"state", {{"leaders", {{"AS", {{"alive", false}}}}}, {"bases", {{"AS.1", {{"on_table", false}}}}}}}}));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}).empty());
  field.does({{"do", "relinquish"}, {"commander", "AC"}});
  CHECK(field.at("/turn/commanding") == "AT");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AT"}, {"unit", "A1"}}) == "PA-CMD-12");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AS"}, {"unit", "A1"}}) == "impossible");
}

TEST_CASE("the roll is told with its rows and its chance", "[paean]") {
  Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 1, 600, 500)}));
  field.go_to("command_orders");
  field.does({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}});
  const json thrown = event_of(field.dice({4, 5}), "thrown");
  CHECK(thrown.at("need") == 9);
  int sum = 0;
  for (const json& row : thrown.at("rows")) sum += row.at("value").get<int>();
  CHECK(sum == 9);
  CHECK(thrown.at("per_mille") == 833);
  CHECK(thrown.at("good") == 1);
}

TEST_CASE("a commander who relinquishes into contact with a friend joins it, the nearest that no other commander is with",
          "[paean][PA-CMD-20][PA-CMD-42][PA-CMD-27][PA-AMB-74]") {
  const auto to = [](double x, double y) { return json{{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", x}, {"y_mm", y}}}}; };
  for (const auto& [y, with] : std::vector<std::pair<double, std::string>>{{365, "A1"}, {364, "A1"}, {355, ""}}) {
    CAPTURE(y);
    Field field(setup({commander("AC", 600, 250, 10), troops("A1", "H", 2, 600, 400), troops("A2", "H", 2, 800, 400)}));
    field.go_to("command_orders");
    field.does(to(600, y));
    CHECK(field.at("/leaders/AC/with") == with);
    CHECK(field.spot("AC.1").y == y);
    if (!with.empty()) CHECK(field.at("/leaders/AC/leads_from") == 2);
  }
  // Between two: A1 has its commander.
  Field taken(setup({commander("AC", 630, 250, 10), commander("AS", 600, 365, 9, false, {{"with", "A1"}}), troops("A1", "H", 2, 600, 400),
                     troops("A2", "H", 2, 710, 400)}));
  taken.go_to("command_orders");
  taken.does(to(655, 390));
  CHECK(taken.at("/leaders/AC/with") == "A2");
  // Out of one into another is two moves; who touches his own stays with it.
  Field led(setup({commander("AC", 600, 365, 10, true, {{"with", "A1"}}), troops("A1", "H", 2, 600, 400), troops("A2", "H", 2, 710, 400)}));
  led.go_to("command_orders");
  CHECK(led.why_not(to(710, 365)) == "PA-AMB-74");
  led.does(to(620, 365));
  CHECK(led.at("/leaders/AC/with") == "A1");
  CHECK(led.spot("AC.1").x == 620);
}

TEST_CASE("the army commander is first among equals whatever they are called", "[paean][PA-AMB-88][PA-SEQ-13]") {
  Field field(setup({commander("AA", 650, 300, 9, false), commander("AC", 600, 300, 9), troops("A1", "H", 1, 620, 400)}));
  field.go_to("command_orders");
  CHECK(field.at("/turn/commanding") == "AC");
}

TEST_CASE("a formation has one commander at a time: nobody joins one that another leads", "[paean][PA-CMD-20]") {
  Field field(setup({commander("AC", 700, 300, 10), commander("AS", 600, 260, 9, false, {{"with", "A1"}}), troops("A1", "H", 2, 600, 300),
                     troops("A2", "H", 2, 800, 300)}));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"join", "A1"}}) == "PA-CMD-17");
  CHECK(field.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"join", "A2"}}).empty());
}

}  // namespace command_tests
