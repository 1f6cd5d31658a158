/// Hand-to-hand: dice, modifiers, who won, tests, give ground, supports, broken divisions.
#include "engine/core/shows.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace fight_tests {

using namespace field;

namespace {
json touching(const std::string& foe, const std::string& on = "front", bool fresh = false) {
  return {{"foe", foe}, {"on", on}, {"fresh", fresh}};
}

/// A1 and B1 front to front in the hand-to-hand step of A's turn. Supporters and generals can be added.
std::unique_ptr<Battle> melee(json a1 = json::object(), json b1 = json::object(), json more = json::object(), json extra_a = json::array(),
                              json extra_b = json::array(), bool fresh = false) {
  json a{unit("A1", 20, 20, 90, a1)}, b{unit("B1", 20, 21, 270, b1)};
  for (const json& j : extra_a) a.push_back(j);
  for (const json& j : extra_b) b.push_back(j);
  json& units = more["state"]["units"];
  if (!units.contains("A1") || !units["A1"].contains("contacts")) units["A1"]["contacts"] = {touching("B1", "front", fresh)};
  units["B1"]["contacts"] = {touching("A1", "front", fresh)};
  if (!more.contains("options")) more["options"] = json::object();
  if (!more["options"].contains("army_broken_at")) more["options"]["army_broken_at"] = 1;
  return in_phase("hand_to_hand", a, b, more);
}
const json kFight = act("fight", {{"unit", "A1"}});

int modifier(const Battle& battle, const std::string& rule) {
  int sum = 0;
  for (const auto& reason : judged(battle, kFight).reasons)
    if (reason.rule == rule) sum += static_cast<int>(reason.value.value_or(0));
  return sum;
}
std::vector<int> same(int n, int die) { return std::vector<int>(static_cast<std::size_t>(n), die); }

/// Fights a round: so many hits each way, nothing saved (saves of 1). Sustained 5 dice a side unless told.
json fight(Battle& b, int hits_by_a, int hits_by_b, int dice_a = 5, int dice_b = 5) {
  json all = go(b, kFight);
  const auto roll = [&](const std::string& by, int hits, int dice) {
    std::vector<int> values(static_cast<std::size_t>(dice), 1);
    for (int i = 0; i < hits; ++i) values[static_cast<std::size_t>(i)] = 6;
    for (const json& e : go(b, answer(by, values))) all.push_back(e);
  };
  roll("A", hits_by_a, dice_a);
  roll("B", hits_by_b, dice_b);
  while (question(b).find("saves") != std::string::npos) {
    const std::string by = question(b).substr(0, 1);
    for (const json& e : go(b, answer(by, same(dice_asked(b), 1)))) all.push_back(e);
  }
  return all;
}
}  // namespace

TEST_CASE("both sides fight whoever's turn it is, and all combats are fought", "[hc][HC-SEQ-02][HC-HTH-01]") {
  auto b = melee();
  CHECK(refusal(*b, end_phase()) == "HC-HTH-01");
  CHECK(b->now().todo == "fight a combat");
  CHECK(allowed(*b, act("fight", {{"unit", "B1"}}, "B")));
  go(*b, kFight);
  CHECK(question(*b).find("A1 fights B1") == 0);
  go(*b, answer("A", same(5, 1)));
  CHECK(question(*b).find("B1 fights A1") == 0);
  go(*b, answer("B", same(5, 1)));
  CHECK(refusal(*b, kFight) == "HC-HTH-01");
  CHECK(b->now().todo == "end the turn");
  CHECK(allowed(*b, end_phase()));
}

TEST_CASE("fresh contacts fight with clash, lasting ones with sustained, size, formation and generals change the dice",
          "[hc][HC-HTH-T1][HC-HTH-T2][HC-HTH-02]") {
  const auto asked = [](json a1, bool fresh = false, json more = json::object(), json extra = json::array()) {
    auto b = melee(std::move(a1), json::object(), std::move(more), std::move(extra), json::array(), fresh);
    go(*b, kFight);
    return dice_asked(*b);
  };
  CHECK(asked({}) == 5);
  CHECK(asked({}, true) == 6);
  CHECK(asked({{"size", "large"}}) == 7);
  CHECK(asked({{"size", "small"}}) == 3);
  CHECK(asked({{"size", "tiny"}}) == 1);
  CHECK(asked({{"formation", "column"}}) == 1);
  CHECK(asked({{"formation", "square"}}) == 2);
  CHECK(asked({}, false, {{"state", {{"generals", {{"GA", {{"joined", "A1"}}}}}}}}, {general("GA", 20, 18, {{"attack_dice", 2}})}) == 7);
}

TEST_CASE("a square rolls two dice for every face attacked", "[hc][HC-HTH-T2]") {
  const json two{{"A1", {{"contacts", {touching("B1"), touching("B2", "right")}}}}, {"B2", {{"contacts", {touching("A1")}}}}};
  auto b = melee({{"formation", "square"}}, {}, {{"state", {{"units", two}}}}, {}, {unit("B2", 22, 20, 180)});
  go(*b, kFight);
  CHECK(dice_asked(*b) == 2);
  go(*b, answer("A", {6, 6}));
  CHECK(question(*b).find("A1 fights B2") == 0);
  CHECK(dice_asked(*b) == 2);
}

TEST_CASE("modifiers to hit in hand-to-hand", "[hc][HC-HTH-T3][HC-HTH-03][HC-HTH-04][HC-HTH-05][HC-HTH-06][HC-HTH-07][HC-HTH-08]") {
  const auto with = [](json unit_state, json a1 = json::object(), json more = json::object()) {
    more["state"]["units"]["A1"] = std::move(unit_state);
    return melee(std::move(a1), json::object(), std::move(more));
  };
  auto plain = melee();
  for (const char* rule : {"HC-HTH-03", "HC-HTH-04", "HC-HTH-05", "HC-HTH-06", "HC-HTH-07", "HC-HTH-08"})
    CHECK(modifier(*plain, rule) == 0);
  CHECK(modifier(*with({{"turn", {{"charged", true}}}}), "HC-HTH-03") == 1);
  CHECK(modifier(*with({{"won_last_round", true}}), "HC-HTH-04") == 1);
  const json hill = {{"terrain", {{{"id", "H"}, {"kind", "hill"}, {"box", {10, 10, 30, 20.3}}, {"height_mm", 30}}}}};
  CHECK(modifier(*with(json::object(), {}, hill), "HC-HTH-05") == 1);
  CHECK(modifier(*with({{"disordered", true}}), "HC-HTH-06") == -1);
  CHECK(modifier(*with({{"casualties", 6}}), "HC-HTH-06") == -1);
  CHECK(modifier(*with({{"disordered", true}, {"casualties", 6}}), "HC-HTH-06") == -1);
  CHECK(modifier(*with(json::object(), {{"formation", "open_order"}}), "HC-HTH-07") == -1);
  auto flanked = melee();
  go(*flanked, act("amend", {{"path", "/units/B1/contacts/0/on"}, {"value", "left"}}, "umpire"));
  CHECK(modifier(*flanked, "HC-HTH-08") == -1);
  auto zero = melee({}, {}, {{"options", {{"scan_hth_flank", 0}}}});
  go(*zero, act("amend", {{"path", "/units/B1/contacts/0/on"}, {"value", "rear"}}, "umpire"));
  CHECK(modifier(*zero, "HC-HTH-08") == 0);
  // They make the number needed: charging and winning need 2 or more.
  auto both = with({{"turn", {{"charged", true}}}, {"won_last_round", true}});
  go(*both, kFight);
  CHECK(question(*both).find("2 or more") != std::string::npos);
}

TEST_CASE("only the unit fighting to its flank or rear is hampered", "[hc][HC-AMB-26][HC-HTH-08]") {
  auto b = melee();
  go(*b, act("amend", {{"path", "/units/B1/contacts/0/on"}, {"value", "left"}}, "umpire"));
  go(*b, kFight);
  CHECK(question(*b).find("4 or more") != std::string::npos);  // the attacker
  go(*b, answer("A", same(5, 1)));
  CHECK(question(*b).find("5 or more") != std::string::npos);
}

TEST_CASE("generals of both sides join a unit within 12 inches at the fighting", "[hc][HC-HTH-02][HC-HTH-15]") {
  auto b = melee({}, {}, json::object(), {general("GA", 20, 8)}, {general("GB", 20, 34), general("GF", 20, 36)});
  CHECK(allowed(*b, act("join", {{"general", "GA"}, {"unit", "A1"}})));
  CHECK(refusal(*b, act("join", {{"general", "GF"}, {"unit", "B1"}}, "B")) == "HC-ORD-07");
  go(*b, act("join", {{"general", "GB"}, {"unit", "B1"}}, "B"));
  CHECK(state(*b).at("generals").at("GB").at("joined") == "B1");
  auto early = in_phase("shooting", {unit("A1", 20, 20), general("GA", 20, 18)}, {unit("B1", 20, 60, 270)});
  CHECK(refusal(*early, act("join", {{"general", "GA"}, {"unit", "A1"}})) == "HC-HTH-02");
}

TEST_CASE("the side defeated tests after the fighting, less the difference", "[hc][HC-HTH-12][HC-HTH-17][HC-BRK-05][HC-DX-25][HC-CFG-02]") {
  const auto lost_by_two = [](json b1, std::vector<int> dice) {
    auto b = melee({}, std::move(b1));
    const json events = fight(*b, 3, 1);
    CHECK(event_named(events, "combat_resolved")->at("winner") == "A");
    CHECK(question(*b) == "B1: break test for the combat lost, modifier -2");
    const json result = go(*b, answer("B", std::move(dice)));
    CHECK(event_named(result, "break_tested")->at("score") == 6);
    return b;
  };
  auto foot = lost_by_two({}, {4, 4});
  CHECK(unit_state(*foot, "B1").at("disordered") == false);
  CHECK(unit_state(*foot, "B1").at("stands")[0].at("at").at("y_mm") == Approx((21 + 3) * 25.4));  // half a move
  CHECK(unit_state(*foot, "B1").value("contacts", json::array()).empty());
  REQUIRE(foot->owed().size() == 1);
  CHECK(foot->owed().front().rule == "HC-BRK-05");
  auto horse = lost_by_two({{"break_category", "cavalry"}}, {4, 4});
  CHECK(unit_state(*horse, "B1").at("disordered") == true);
  // Nobody tests before the blows are counted.
  auto b = melee();
  go(*b, kFight);
  go(*b, answer("A", {6, 6, 6, 6, 6}));
  CHECK(question(*b).find("fights") != std::string::npos);
}

TEST_CASE("in a draw only units shaken before it test", "[hc][HC-AMB-53][HC-HTH-13]") {
  auto b = melee({{"casualties", 6}}, {{"casualties", 5}});
  fight(*b, 1, 1);
  CHECK(question(*b).find("A1: break test") == 0);
  go(*b, answer("A", {6, 6}));
  CHECK(question(*b).empty());  // B1 became shaken in it only
  CHECK(unit_state(*b, "A1").at("casualties") == 6);
  CHECK(unit_state(*b, "B1").at("casualties") == 6);
}

TEST_CASE("supports add to the score, go along and test when the supported unit breaks",
          "[hc][HC-AMB-46][HC-AMB-47][HC-BRK-06][HC-BRK-09][HC-HTH-14][HC-CFG-T1]") {
  const json second = {unit("B2", 20, 24, 270), unit("B9", 60, 60, 270, {{"division", "Wing"}})};
  auto b = melee({}, {}, json::object(), {}, second);
  const json events = fight(*b, 3, 0);
  CHECK(event_named(events, "combat_resolved")->at("score_a") == 3);
  CHECK(event_named(events, "combat_resolved")->at("score_b") == 1);
  go(*b, answer("B", {3, 4}));  // 7 - 2 = 5: infantry give ground Disordered with supports
  CHECK(unit_state(*b, "B1").at("disordered") == true);
  CHECK(unit_state(*b, "B2").at("disordered") == true);
  CHECK(unit_state(*b, "B2").at("stands")[0].at("at").at("y_mm") == Approx(27 * 25.4));
  CHECK(b->owed().size() == 2);
  auto breaks = melee({}, {}, json::object(), {}, second);
  fight(*breaks, 3, 0);
  go(*breaks, answer("B", {1, 1}));
  CHECK(unit_state(*breaks, "B1").at("broken") == true);
  CHECK(question(*breaks).find("B2: break test for a supported unit that broke") == 0);
  CHECK(unit_state(*breaks, "B2").at("due").at("rules") == json{"HC-HTH-14"});
  // Skirmishers give ground alone.
  auto alone = melee({}, {{"break_category", "skirmishers"}}, json::object(), {}, second);
  fight(*alone, 3, 0);
  go(*alone, answer("B", {6, 5}));  // 11 - 2 = 9
  CHECK(unit_state(*alone, "B1").at("disordered") == true);
  CHECK(unit_state(*alone, "B2").at("disordered") == false);
  CHECK(alone->owed().size() == 1);
}

TEST_CASE("a unit behind, near and free supports, one in front, far off or fighting does not", "[hc][HC-CFG-T1]") {
  const auto score_b = [](double x, double y) {
    auto b = melee({}, {}, json::object(), {}, {unit("B2", x, y, 270)});
    const json events = fight(*b, 0, 0);
    return event_named(events, "combat_resolved")->at("score_b").get<int>();
  };
  CHECK(score_b(20, 24) == 1);
  CHECK(score_b(20, 27.9) == 1);
  CHECK(score_b(20, 28.1) == 0);
  CHECK(score_b(23, 21) == 1);
  CHECK(score_b(20, 17.5) == 0);
}

TEST_CASE("a unit supporting one that is shattered tests", "[hc][HC-HTH-16]") {
  auto b = melee({{"sustained", 12}}, {{"stamina", 2}}, json::object(), {},
                 {unit("B2", 20, 24, 270), unit("B9", 60, 60, 270, {{"division", "Wing"}})});
  fight(*b, 5, 0, 12, 5);
  CHECK(unit_state(*b, "B1").at("shattered") == true);
  CHECK(question(*b).find("B2: break test") == 0);
  CHECK(unit_state(*b, "B2").at("due").at("rules") == json{"HC-HTH-16"});
}

TEST_CASE("a general who had joined a unit that shatters is with no unit any more", "[hc][HC-HTH-16]") {
  auto b =
      melee({{"sustained", 12}}, {{"stamina", 2}}, {{"state", {{"generals", {{"GB", {{"joined", "B1"}}}, {"GC", {{"joined", "B9"}}}}}}}},
            {}, {unit("B9", 60, 60, 270), general("GB", 20, 23), general("GC", 60, 62)});
  fight(*b, 5, 0, 12, 5);
  REQUIRE(unit_state(*b, "B1").at("shattered") == true);
  CHECK(state(*b).at("generals").at("GB").at("joined") == "");
  CHECK(state(*b).at("generals").at("GC").at("joined") == "B9");
}

TEST_CASE("the window for closing shots is open to those who may shoot so at a fresh charge, and shut when used", "[hc][HC-SHO-08]") {
  const auto open = [](const Battle& battle) {
    for (const auto& window : battle.windows(Viewer::Umpire))
      if (window.id == "closing:B1") return window.text == "have B1 fire closing shots at A1";  // "Tribes may: ..."
    return false;
  };
  const json charged{{"state", {{"units", {{"A1", {{"turn", {{"charged", true}}}}}}}}}};
  auto b = melee({}, {{"can_closing_shot", true}}, charged, {}, {}, true);
  CHECK(open(*b));
  go(*b, act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B"));
  go(*b, answer("B", {1, 1, 1}));
  CHECK_FALSE(open(*b));
  CHECK_FALSE(open(*melee({}, {{"can_closing_shot", false}}, charged, {}, {}, true)));
  CHECK_FALSE(open(*melee({}, {{"can_closing_shot", true}})));  // nobody charged this turn
}

TEST_CASE("a unit shaken by closing shots tests before the fighting dice", "[hc][HC-HTH-09][HC-HTH-17]") {
  auto b = melee({{"casualties", 5}}, {{"can_closing_shot", true}}, {{"state", {{"units", {{"A1", {{"turn", {{"charged", true}}}}}}}}}}, {},
                 {}, true);
  go(*b, act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B"));
  go(*b, answer("B", {5, 1, 1}));
  go(*b, answer("A", {1}));
  CHECK(unit_state(*b, "A1").at("due").at("rules") == json{"HC-HTH-09"});
  go(*b, kFight);
  CHECK(question(*b).find("A1: break test") == 0);
  go(*b, answer("A", {6, 6}));
  CHECK(question(*b).find("A1 fights B1") == 0);
  auto after =
      melee({{"casualties", 5}}, {{"can_closing_shot", true}},
            {{"state", {{"units", {{"A1", {{"turn", {{"charged", true}}}}}}}}}, {"options", {{"shot_test_time", "after"}}}}, {}, {}, true);
  go(*after, act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B"));
  go(*after, answer("B", {5, 1, 1}));
  go(*after, answer("A", {1}));
  go(*after, kFight);
  CHECK(question(*after).find("A1 fights B1") == 0);
}

TEST_CASE("who tests for a combat lost is told what both sides scored", "[hc][HC-HTH-12][HC-CFG-T1]") {
  auto b = melee();
  fight(*b, 2, 0);
  const auto odds = polemarch::engine::shows(*b)->pending(b->waits(Viewer::Umpire).front().id);
  REQUIRE(odds);
  REQUIRE(odds->thrown.rows.size() == 1);
  CHECK(odds->thrown.rows.front().text == "combat lost, 0 to 2");
  CHECK(odds->thrown.rows.front().value == -2);
}

TEST_CASE("the winner may follow a foe that gave ground, and then fights on winning", "[hc][HC-AMB-25][HC-HTH-04][HC-CFG-T1]") {
  auto b = melee();
  fight(*b, 2, 0);
  go(*b, answer("B", {5, 4}));  // 9 - 2 = 7: in good order
  CHECK(b->windows(Viewer::A).size() == 1);
  go(*b, act("follow_up", {{"unit", "A1"}}));
  CHECK(unit_state(*b, "A1").at("stands")[0].at("at").at("y_mm") == Approx(23 * 25.4));
  CHECK(unit_state(*b, "A1").at("won_last_round") == true);
  CHECK(unit_state(*b, "B1").at("contacts").size() == 1);
  go(*b, end_phase());
  CHECK(unit_state(*b, "A1").at("won_last_round") == true);
  auto stays = melee();
  fight(*stays, 2, 0);
  go(*stays, answer("B", {5, 4}));
  go(*stays, end_phase());
  CHECK(unit_state(*stays, "A1").at("won_last_round") == false);
  CHECK(stays->windows(Viewer::A).empty());
}

TEST_CASE("more than half its units lost break a division, and half the divisions the army", "[hc][HC-CFG-T1]") {
  auto b = melee({}, {}, {{"options", {{"army_broken_at", 0.5}}}}, {},
                 {unit("B9", 60, 60, 270, {{"division", "Wing"}}), unit("B8", 50, 60, 270, {{"division", "East"}})});
  fight(*b, 3, 0);
  const json events = go(*b, answer("B", {1, 1}));
  REQUIRE(event_named(events, "division_broke"));
  CHECK(event_named(events, "division_broke")->at("division") == "B.Centre");
  CHECK(event_named(events, "battle_ended") == nullptr);  // one of three
  auto two = melee({}, {}, {{"options", {{"army_broken_at", 0.5}}}}, {}, {unit("B9", 60, 60, 270, {{"division", "Wing"}})});
  fight(*two, 3, 0);
  const json end = go(*two, answer("B", {1, 1}));
  REQUIRE(event_named(end, "battle_ended"));
  CHECK(event_named(end, "battle_ended")->at("winner") == "A");
  CHECK(phase(*two) == "ended");
  // A commander's own command, of nobody but him, is no division of the army.
  auto staff = melee({}, {}, {{"options", {{"army_broken_at", 0.5}}}}, {},
                     {unit("B9", 60, 60, 270, {{"division", "Wing"}}), general("GB", 50, 60, {{"division", "Staff"}})});
  fight(*staff, 3, 0);
  CHECK(event_named(go(*staff, answer("B", {1, 1})), "battle_ended"));
}

TEST_CASE("blows are saved with the same modifiers as shots", "[hc][HC-SAV-02]") {
  auto b = melee({}, {{"formation", "column"}});
  go(*b, kFight);
  go(*b, answer("A", {6, 1, 1, 1, 1}));
  go(*b, answer("B", {1}));
  CHECK(question(*b) == "B1 saves on 4 or more (die -2)");
  go(*b, answer("B", {5}));
  CHECK(unit_state(*b, "B1").at("casualties") == 1);
}

TEST_CASE("casualties of one round are counted for both before either is shaken by them", "[hc][HC-HTH-17]") {
  auto b = melee({{"casualties", 5}}, {{"casualties", 5}});
  go(*b, kFight);
  go(*b, answer("A", {4, 1, 1, 1, 1}));
  CHECK(question(*b).find("4 or more") != std::string::npos);  // B1 is not shaken yet
}

TEST_CASE("only follow-ups of the broken unit lapse", "[hc][HC-CFG-T1]") {
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20), unit("A2", 30, 20), unit("A3", 40, 20), general("GA", 2, 2)},
                    {unit("B1", 20, 23, 270), unit("B2", 30, 23, 270), unit("B3", 40, 23, 270)},
                    {{"state", {{"may_follow", {{"A1", "B1"}, {"A2", "B2"}, {"B3", "A3"}}}}}});
  REQUIRE(state(*b).at("may_follow").size() == 3);
  const std::vector<std::string> broke{R"({"event":"unit_broke","unit":"B2","shattered":false})"};
  REQUIRE(b->fold(R"({"by":"A","do":"fight","unit":"A2"})", broke));
  CHECK(state(*b).at("may_follow") == json{{"A1", "B1"}, {"B3", "A3"}});  // the pair it lost in
  const std::vector<std::string> winner_broke{R"({"event":"unit_broke","unit":"B3","shattered":true})"};
  REQUIRE(b->fold(R"({"by":"A","do":"fight","unit":"A3"})", winner_broke));
  CHECK(state(*b).at("may_follow") == json{{"A1", "B1"}});  // the pair it won in
}

TEST_CASE("of two foes at its front a unit strikes the one that it fights already", "[hc][HC-HTH-T1][HC-CFG-04]") {
  for (const std::string newcomer : {"B2", "B4"}) {
    auto b = in_phase(
        "hand_to_hand", {unit("A1", 20, 20)}, {unit("B3", 21, 21, 270), unit(newcomer, 19, 21, 270)},
        {{"state",
          {{"units",
            {{"A1",
              {{"contacts", {{{"foe", "B3"}, {"on", "front"}, {"fresh", false}}, {{"foe", newcomer}, {"on", "front"}, {"fresh", true}}}}}},
             {"B3", {{"contacts", {{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}}}}},
             {newcomer, {{"contacts", {{{"foe", "A1"}, {"on", "front"}, {"fresh", true}}}}}}}}}}});
    CHECK(why(judged(*b, act("fight", {{"unit", "A1"}}))).find("A1 against B3: 5 dice") != std::string::npos);
  }
}

TEST_CASE("what is said of a combat names its supports", "[hc][HC-CFG-T1][HC-HTH-01]") {
  json units{{"A1", {{"contacts", json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", false}}})}}},
             {"B1", {{"contacts", json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}})}}}};
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20), unit("A2", 20, 18), unit("A3", 20, 16)}, {unit("B1", 20, 21, 270)},
                    {{"state", {{"units", units}}}});
  const std::string told = why(judged(*b, act("fight", {{"unit", "A1"}})));
  CHECK(told.find("A1 is supported by A2, A3") != std::string::npos);
  CHECK(told.find("B1 is supported") == std::string::npos);
}

}  // namespace fight_tests
