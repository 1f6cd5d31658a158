/// Initiative and the phases of the bound.
#include "engine/core/shows.hpp"
#include "tests/engine/rulesets/paean/field.hpp"

namespace bound_tests {

using namespace phalanx;

namespace {

json plain() {
  return setup({commander("AC", 300, 300, 10)}, {commander("BC", 300, 1000, 9), troops("B1", "H", 4, 600, 900, 270)}, {{"first", nullptr}});
}
json with_block() {
  json battle = plain();
  battle["sides"]["A"]["units"].push_back(troops("A1", "H", 4, 900, 300));
  return battle;
}

}  // namespace

TEST_CASE("each side throws a die and adds its army commander's value, the higher total plays the first bound",
          "[paean][PA-INI-02][PA-INI-04][PA-INI-05]") {
  for (const auto& [a, b, first] : std::vector<std::tuple<int, int, std::string>>{{3, 3, "A"}, {1, 3, "B"}, {6, 1, "A"}, {2, 4, "B"}}) {
    Field field(with_block());
    field.does({{"do", "begin"}});
    field.does({{"do", "answer"}, {"wait", "w1"}, {"dice", {a}}}, "A");
    const Outcome outcome = field.does({{"do", "answer"}, {"wait", "w2"}, {"dice", {b}}}, "B");
    CHECK(event_of(outcome, "initiative_won").at("side") == first);
    CHECK(field.at("/turn/active") == first);
    CHECK(field.at("/turn/bound") == 1);
  }
}

TEST_CASE("the odds of initiative count what the other side has thrown already", "[paean][odds][PA-INI-02]") {
  Field field(with_block());
  field.does({{"do", "begin"}});
  field.does({{"do", "answer"}, {"wait", "w1"}, {"dice", {3}}}, "A");  // 13 with its commander
  const auto odds = engine::shows(*field.battle)->pending(field.battle->waits(Viewer::Umpire).front().id);
  REQUIRE(odds);
  std::vector<int> chances;
  for (const engine::Outlook& outlook : odds->outlooks) chances.push_back(outlook.per_mille);
  CHECK(chances == std::vector{333, 167, 500});  // of B, whose commander is worth 9
}

TEST_CASE("a tie for initiative is thrown again by both", "[paean][PA-INI-03]") {
  Field field(with_block());
  field.does({{"do", "begin"}});
  field.does({{"do", "answer"}, {"wait", "w1"}, {"dice", {2}}}, "A");
  const Outcome tie = field.does({{"do", "answer"}, {"wait", "w2"}, {"dice", {3}}}, "B");  // 12 each
  CHECK(event_of(tie, "initiative_won").is_null());
  CHECK(field.battle->waits(Viewer::Umpire).size() == 2);
}

TEST_CASE("initiative is thrown once: afterwards the sides alternate", "[paean][PA-INI-01][PA-INI-04][PA-SEQ-18]") {
  Field field(with_block());
  field.does({{"do", "begin"}});
  field.does({{"do", "answer"}, {"wait", "w1"}, {"dice", {6}}}, "A");
  field.does({{"do", "answer"}, {"wait", "w2"}, {"dice", {1}}}, "B");
  CHECK(field.why_not({{"do", "begin"}}) == "impossible");
  for (const std::string side : {"B", "A", "B"}) {
    const json bound = field.at("/turn/bound");
    for (int i = 0; i < 9 && field.at("/turn/bound") == bound; ++i) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
    CHECK(field.at("/turn/active") == side);
    CHECK_FALSE(field.asks());
  }
}

TEST_CASE("the phases of a bound come in the book's order", "[paean][PA-SEQ-01]") {
  Field field(setup({commander("AC", 600, 220), troops("A1", "H", 4, 600, 330), troops("A2", "L", 2, 900, 300),
                     hero("AH", 600, 150, 10, {{"with", "A1"}})}));
  std::vector<std::string> seen{"compulsory_combat"};
  for (int i = 0; i < 8 && field.at("/turn/bound") == 1; ++i) {
    seen.push_back(field.phase());
    field.does({{"do", "end_phase"}});
  }
  CHECK(seen == std::vector<std::string>{"compulsory_combat", "skirmish_actions", "call_of_power", "command_orders", "call_of_might",
                                         "heroic_actions"});
  CHECK(field.at("/turn/active") == "B");
}

TEST_CASE("only the active side orders and acts in its bound", "[paean][PA-SEQ-02]") {
  Field field(setup({commander("AC", 600, 220), troops("A1", "H", 4, 600, 500)}));
  CHECK(field.why_not({{"do", "order"}, {"commander", "BC"}, {"unit", "BH"}}, "B") == "PA-SEQ-02");
  CHECK(field.why_not({{"do", "move"}, {"unit", "BH"}, {"ahead_cm", 2}}, "B") == "PA-SEQ-02");
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}).empty());
}

TEST_CASE("the call of power gives one free action to each formation near the army commander, without a roll",
          "[paean][PA-SEQ-07][PA-SEQ-08][PA-CMD-08][PA-CMD-09][PA-CMD-11][PA-ROL-04]") {
  Field field(setup({commander("AC", 600, 220), troops("A1", "H", 4, 600, 330), troops("A2", "M", 2, 600, 180)}));
  CHECK(field.phase() == "call_of_power");
  field.does({{"do", "call_of_power"}, {"unit", "A1"}});
  CHECK_FALSE(field.asks());
  field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 5}});
  CHECK(field.why_not({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 5}}) == "PA-ACT-01");
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}) == "PA-CMD-09");
  CHECK(field.status("A1").at("orders") == 0);
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}).empty());
}

TEST_CASE("the call of power reaches 10 cm from the commander's base edge, and any part of the formation is enough", "[paean][PA-CMD-07]") {
  // AC's edge is at y 315; the rear edge of A1 is 20 mm behind its front.
  for (const auto& [y, rule] : std::vector<std::pair<double, std::string>>{{434, ""}, {435, ""}, {437, "PA-CMD-07"}}) {
    Field field(setup({commander("AC", 600, 300), troops("A1", "H", 3, 640, y), troops("A2", "H", 1, 600, 250)}));
    CAPTURE(y);
    CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}) == rule);
  }
}

TEST_CASE("only the army commander has the call of power", "[paean][PA-CMD-10]") {
  Field field(setup({commander("AC", 30, 30), commander("AS", 600, 220, 9, false),
                     troops("A1", "H", 4, 600, 330, 90, 0, {{"commander", "AS"}}), troops("A2", "H", 2, 100, 100)}));
  CHECK(field.phase() == "call_of_power");
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A1"}}) == "PA-CMD-07");
  CHECK(field.why_not({{"do", "call_of_power"}, {"unit", "A2"}}).empty());
}

TEST_CASE("light formations and rallying ones hear no call of power", "[paean][PA-AMB-04][PA-SKI-01]") {
  Field field(setup({commander("AC", 600, 220), troops("A1", "H", 4, 600, 330), troops("A2", "L", 2, 500, 200)}, {},
                    {{"state", {{"formations", {{"A1", {{"status", {{"rallying", 1}}}}}}}}}}));
  field.go_to("skirmish_actions");
  field.does({{"do", "end_phase"}});
  CHECK(field.phase() != "call_of_power");  // nobody to call
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}) == "PA-RAL-04");
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A2"}}) == "PA-SKI-01");
}

TEST_CASE("rally markers go in the owner's rallying phase when they are from an earlier bound",
          "[paean][PA-SEQ-17][PA-RAL-02][PA-RAL-03][PA-DX-21][PA-AMB-67]") {
  // A plays bounds 1, 3, 5: pushed back in bound 3 or 4, it carries its marker through bound 5.
  for (const int since : {3, 4}) {
    Field field(setup({commander("AC", 600, 220), troops("A1", "H", 4, 600, 500), troops("A2", "H", 4, 900, 500)}, {},
                      {{"state",
                        {{"turn", {{"bound", since}, {"active", since == 3 ? "A" : "B"}}},
                         {"formations", {{"A1", {{"status", {{"rallying", since}}}}}}}}}}));
    CAPTURE(since);
    while (field.at("/turn/bound") == since) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
    if (since == 3) {
      CHECK(field.status("A1").contains("rallying"));
      while (field.at("/turn/bound") == 4) field.does({{"do", "end_phase"}}, "B");
    }
    REQUIRE(field.at("/turn/bound") == 5);
    CHECK(field.status("A1").contains("rallying"));
    field.go_to("command_orders");
    CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}) == "PA-RAL-04");
    while (field.at("/turn/bound") == 5) field.does({{"do", "end_phase"}}, "A");
    CHECK_FALSE(field.status("A1").contains("rallying"));
    while (field.at("/turn/bound") == 6) field.does({{"do", "end_phase"}}, "B");
    field.go_to("command_orders");
    CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}).empty());
  }
}

TEST_CASE("a formation pushed back in its own side's bound takes no orders and stays where it is",
          "[paean][PA-ACT-04][PA-ACT-06][PA-RAL-01][PA-RAL-04]") {
  json battle = setup({commander("AC", 600, 220), troops("A1", "H", 1, 600, 500), troops("A2", "H", 4, 900, 500)});
  battle["state"] = {{"turn", {{"bound", 3}, {"phase", "command_orders"}}}, {"formations", {{"A1", {{"status", {{"rallying", 3}}}}}}}};
  Field field(battle);
  CHECK(field.why_not({{"do", "order"}, {"commander", "AC"}, {"unit", "A1"}}) == "PA-RAL-04");
  battle["state"]["turn"]["permit"] = {{"unit", "A1"}, {"source", "order"}, {"by", "AC"}};
  Field ruled(battle);
  CHECK(ruled.why_not({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 2}}) == "PA-RAL-01");
  CHECK(ruled.why_not({{"do", "traverse"}, {"unit", "A1"}, {"to", "left"}}) == "PA-RAL-01");
}

TEST_CASE("an order is taken by any action of the list", "[paean][PA-ACT-03]") {
  const std::vector<json> actions{{{"do", "move"}, {"ahead_cm", 2}},
                                  {{"do", "about_face"}},
                                  {{"do", "change_facing"}, {"to", "left"}},
                                  {{"do", "change_formation"}, {"files", 2}},
                                  {{"do", "form"}, {"with", "A2"}},
                                  {{"do", "contract"}, {"flank", "left"}},
                                  {{"do", "give_ground"}},
                                  {{"do", "traverse"}, {"to", "left"}},
                                  {{"do", "reorder"}, {"bases", {"A1.4", "A1.1", "A1.2", "A1.3"}}}};
  for (const json& action : actions) {
    Field field(setup({commander("AC", 600, 220, 11), troops("A1", "H", 4, 600, 500), troops("A2", "H", 6, 600, 470)}));
    CAPTURE(action.dump());
    if (action.at("do") != "form" && action.at("do") != "contract" && action.at("do") != "change_formation" &&
        action.at("do") != "give_ground") {
      field.acts("A1", action);
    } else {
      Field clear(setup({commander("AC", 600, 220, 11), troops("A1", "H", 4, 600, 500),
                         troops("A2", "H", 6, 600, action.at("do") == "form" ? 470 : 430)}));
      clear.acts("A1", action);
      CHECK_FALSE(clear.at("/turn").contains("permit"));
      continue;
    }
    CHECK_FALSE(field.at("/turn").contains("permit"));
  }
}

TEST_CASE("rallying does not form the bases again", "[paean][PA-RAL-05][PA-UNF-16]") {
  Field field(setup({commander("AC", 600, 220), troops("A1", "H", 1, 600, 500), troops("A2", "H", 4, 900, 500)}, {},
                    {{"state", {{"turn", {{"bound", 3}}}, {"formations", {{"A1", {{"spread", true}, {"status", {{"rallying", 1}}}}}}}}}}));
  while (field.at("/turn/bound") == 3) field.does({{"do", "end_phase"}}, "A");
  CHECK_FALSE(field.status("A1").contains("rallying"));
  CHECK(field.at("/formations/A1/spread") == true);
}

TEST_CASE("the battle ends at the last bound the players agreed on", "[paean]") {
  Field field(setup({commander("AC", 600, 220), troops("A1", "H", 4, 600, 500)}, {}, {{"options", {{"bound_limit", 2}}}}));
  for (int i = 0; i < 30 && !field.battle->ending(); ++i) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
  REQUIRE(field.battle->ending());
  CHECK_FALSE(field.battle->ending()->winner);
}

TEST_CASE("who would be put down where somebody stands is offered the nearest place beside him", "[paean][PA-TBL-01]") {
  const auto offered = [](json more) {
    json battle = plain();
    json waiting = troops("A1", "H", 4, 0, 0);
    waiting.erase("at"), waiting.erase("poses");
    battle["sides"]["A"]["units"].push_back(waiting);
    if (!more.is_null()) battle["sides"]["B"]["units"].push_back(more);
    Field field(battle);
    std::vector<engine::OfferText> found;
    for (const engine::OfferText& offer : field.battle->offers(Viewer::A, UnitId{"A1"}))
      if (offer.whole) found.push_back(offer);
    REQUIRE(found.size() == 1);
    CHECK(found.front().verdict.allowed());
    return json::parse(found.front().command).at("poses").front();
  };
  const json free = offered(nullptr);
  const json beside = offered(troops("B2", "H", 4, free.at("x_mm").get<double>(), free.at("y_mm").get<double>()));
  CHECK(beside != free);
}

}  // namespace bound_tests
