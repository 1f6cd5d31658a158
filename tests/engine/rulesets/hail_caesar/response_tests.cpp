/// Parameters of HC-CFG-T1 that answer a charge, a failed order, casualties over stamina, a score; and generals who are lost.
#include <cmath>
#include <set>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace response_tests {

using namespace field;

namespace {

/// A1 has charged B1 in the orders step; B1 stands 5 inches of free way off.
std::unique_ptr<Battle> charged(json b1 = json::object(), json options = json::object(), double b_heading = 270,
                                json extra = json::array()) {
  json foes{unit("B1", 20, 26, b_heading, b1), general("GB", 50, 60)};
  for (const json& j : extra) foes.push_back(j);
  auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, foes,
                    {{"state", {{"units", {{"A1", {{"turn", {{"ordered", true}, {"moves_left", 2}}}}}}}}}, {"options", options}});
  go(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
  return b;
}
const json kEvade = act("evade", {{"unit", "B1"}}, "B");
const json kCounter = act("countercharge", {{"unit", "B1"}}, "B");
json contacts(const Battle& b, const std::string& id) { return unit_state(b, id).value("contacts", json::array()); }

/// A1 strikes B1 in the hand-to-hand step; all hits of A, none of B, nothing saved.
json strike(Battle& b, std::vector<int> a, std::vector<int> back) {
  json all = go(b, act("fight", {{"unit", "A1"}}));
  for (const json& e : go(b, answer("A", std::move(a)))) all.push_back(e);
  for (const json& e : go(b, answer("B", std::move(back)))) all.push_back(e);
  while (question(b).find("saves") != std::string::npos) {
    std::vector<int> ones(static_cast<std::size_t>(dice_asked(b)), 1);
    for (const json& e : go(b, answer(question(b).substr(0, 1), ones))) all.push_back(e);
  }
  return all;
}
std::unique_ptr<Battle> melee(json b1, json options, json extra_a = json::array(), json extra_b = json::array(),
                              json generals = json::object()) {
  json a{unit("A1", 20, 20)}, foes{unit("B1", 20, 21, 270, b1)};
  for (const json& j : extra_a) a.push_back(j);
  for (const json& j : extra_b) foes.push_back(j);
  options["army_broken_at"] = 1;
  json state{{"units",
              {{"A1", {{"contacts", json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", false}}})}}},
               {"B1", {{"contacts", json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", false}}})}}}}}};
  if (!generals.empty()) state["generals"] = generals;
  return in_phase("hand_to_hand", a, foes, {{"options", options}, {"state", state}});
}

}  // namespace

TEST_CASE("a unit charged may go out of the way by one move, as an ordered move", "[hc][HC-CFG-T1]") {
  auto b = charged();
  CHECK(refusal(*b, act("evade", {{"unit", "B1"}})) == "HC-SEQ-01");  // not A's to say
  json far = kEvade;
  far["to"] = at(20, 32.3, 90);
  CHECK(refusal(*b, far) == "HC-MOV-01");
  json still = kEvade;
  still["to"] = at(20, 26, 90);
  CHECK(refusal(*b, still) == "HC-CFG-T1");  // it does not get away
  const auto before = b->copy();
  const json events = go(*b, kEvade);
  CHECK(before->tell(event_named(events, "contact_ended")->dump()).empty());  // no blow has fallen: that it evades says all
  CHECK(event_named(events, "unit_evaded")->at("distance") == Approx(6 * 25.4));
  CHECK(unit_state(*b, "B1").at("stands")[0].at("at").at("y_mm") == Approx(32 * 25.4));
  CHECK(contacts(*b, "B1").empty());
  CHECK(contacts(*b, "A1").empty());
  REQUIRE(b->owed().size() == 1);
  CHECK(unit_state(*b, "A1").at("turn").at("moves_left") == 0);  // the charger has made its charge
  CHECK(judged(*b, kEvade).refusal == polemarch::engine::Refusal::Impossible);
  CHECK(allowed(*charged({}, {{"evade_moves", 2}}), far));
}

TEST_CASE("who evades is a parameter", "[hc][HC-CFG-T1]") {
  CHECK(refusal(*charged({}, {{"evade", "off"}}), kEvade) == "HC-CFG-T1");
  CHECK(refusal(*charged({}, {{"evade", "open_order"}}), kEvade) == "HC-CFG-T1");
  CHECK(allowed(*charged({{"formation", "open_order"}}, {{"evade", "open_order"}}), kEvade));
  CHECK(refusal(*charged({{"disordered", true}}), kEvade) == "HC-CFG-T1");
  CHECK(allowed(*charged({{"disordered", true}}, {{"disorder_blocks_orders", false}}), kEvade));
  json onto_friend = kEvade;
  onto_friend["to"] = at(20, 32, 90);
  CHECK(refusal(*charged({}, {}, 270, {unit("B2", 20, 32, 270)}), onto_friend) == "HC-CFG-04");
  auto none = in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, {unit("B1", 20, 26, 270)});
  CHECK(judged(*none, kEvade).refusal == polemarch::engine::Refusal::Impossible);
}

namespace {
/// A1 has charged B1, with A2 or ground behind it.
std::unique_ptr<Battle> charged_before(json a2, json more = json::object()) {
  more["state"]["units"]["A1"]["turn"] = {{"ordered", true}, {"moves_left", 2}};
  json a{unit("A1", 20, 20), general("GA", 2, 2)};
  if (!a2.is_null()) a.push_back(a2);
  auto b = in_phase("orders", a, {unit("B1", 20, 26, 270), general("GB", 50, 60)}, more);
  go(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
  return b;
}
std::pair<double, double> place(const Battle& b) {
  const json stand = unit_state(b, "B1").at("stands")[0].at("at");
  return {stand.at("x_mm").get<double>() / 25.4, stand.at("y_mm").get<double>() / 25.4};
}
}  // namespace

TEST_CASE("an evade leads through no enemy, not through the charger either", "[hc][HC-CFG-T1][HC-CFG-04]") {
  const auto to = [](double y) {
    json j = kEvade;
    j["to"] = at(20, y, 90);
    return j;
  };
  auto behind = charged_before(unit("A2", 20, 29, 270));
  CHECK(refusal(*behind, to(31.5)) == "HC-CFG-T1");
  CHECK(refusal(*behind, to(22.5)) == "HC-CFG-T1");
  CHECK(allowed(*charged_before({}), to(31.5)));
  // Without a place it goes aside.
  go(*behind, kEvade);
  CHECK(std::abs(place(*behind).first - 20) > 2);
}

TEST_CASE("an evade that says no place goes as far as it may, in slow ground too, and is offered so", "[hc][HC-CFG-T1][HC-MOV-T1]") {
  const auto wood = [] { return charged_before({}, {{"terrain", {{{"id", "W"}, {"kind", "wood"}, {"box", {5, 27, 35, 45}}}}}}); };
  auto b = wood();
  go(*b, kEvade);
  CHECK(place(*b).first == Approx(20));
  CHECK(place(*b).second == Approx(29.5).margin(0.01));  // an inch free, 2.5 in the wood
  int offered = 0;
  for (const auto& offer : wood()->offers(Viewer::B, polemarch::UnitId{"B1"}))
    if (json::parse(offer.command).at("do") == "evade" && offer.verdict.allowed()) ++offered;
  CHECK(offered == 1);
}

TEST_CASE("a unit charged to its front may charge too, and strikes as a charger", "[hc][HC-CFG-T1][HC-HTH-03]") {
  auto b = charged();
  const auto mods = [](const Battle& battle, const std::string& text) {
    for (const auto& reason : judged(battle, act("fight", {{"unit", "A1"}})).reasons)
      if (reason.text.find(text) == 0) return static_cast<int>(*reason.value);
    return 0;
  };
  go(*b, kCounter);
  CHECK(refusal(*b, kCounter) == "HC-CFG-T1");  // once
  CHECK(refusal(*b, kEvade) == "HC-CFG-T1");
  go(*b, end_phase());
  go(*b, end_phase());
  CHECK(mods(*b, "A1 charging") == 1);
  CHECK(mods(*b, "B1 charging") == 1);
  CHECK(refusal(*charged({}, {{"countercharge", "off"}}), kCounter) == "HC-CFG-T1");
  CHECK(refusal(*charged({}, {{"countercharge", "cavalry"}}), kCounter) == "HC-CFG-T1");
  CHECK(allowed(*charged({{"break_category", "cavalry"}}, {{"countercharge", "cavalry"}}), kCounter));
  CHECK(refusal(*charged({}, {}, 0), kCounter) == "HC-CFG-T1");  // charged in the flank
  CHECK(refusal(*charged({{"formation", "square"}}), kCounter) == "HC-CFG-T1");
  auto fired = charged({{"can_closing_shot", true}});
  go(*fired, act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B"));
  go(*fired, answer("B", {1, 1, 1}));
  CHECK(refusal(*fired, kCounter) == "HC-CFG-T1");
  CHECK(refusal(*fired, kEvade) == "HC-CFG-T1");
}

TEST_CASE("responses are offered to the unit charged, a whole evasion among them", "[hc][HC-CFG-T1]") {
  auto b = charged();
  bool whole = false, counter = false;
  for (const auto& offer : b->offers(Viewer::B, polemarch::engine::About{polemarch::UnitId{"B1"}})) {
    const json j = json::parse(offer.command);
    if (j.at("do") == "evade" && offer.still_needed.empty()) whole = offer.verdict.allowed() && j.contains("poses");
    if (j.at("do") == "countercharge") counter = offer.verdict.allowed();
  }
  CHECK(whole);
  CHECK(counter);
}

TEST_CASE("a charge goes as far as the moves in hand, or one move where the table plays it so", "[hc][HC-CFG-T1][HC-ORD-24]") {
  const auto at_distance = [](const std::string& range) {
    return in_phase("orders", {unit("A1", 20, 20), general("GA", 2, 2)}, {unit("B1", 20, 29, 270)},
                    {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 2}}}}}}}}}, {"options", {{"charge_range", range}}}});
  };
  const json charge = act("charge", {{"unit", "A1"}, {"target", "B1"}});
  CHECK(allowed(*at_distance("ordered_moves"), charge));
  CHECK(refusal(*at_distance("one_move"), charge) == "HC-MOV-01");
}

TEST_CASE("what a failed order leaves is a parameter", "[hc][HC-CFG-T1]") {
  const auto failed = [](const std::string& rule) {
    auto b = in_phase("orders", {unit("A1", 20, 10, 90, {{"formation", "column"}}), general("GA", 20, 8)}, {unit("B1", 20, 60, 270)},
                      {{"options", {{"order_fail", rule}}}});
    go(*b, act("order", {{"unit", "A1"}, {"general", "GA"}}));
    go(*b, answer("A", {6, 5}));
    return b;
  };
  CHECK(allowed(*failed("free_move"), move("A1", 20, 12)));
  CHECK(refusal(*failed("no_move"), move("A1", 20, 12)) == "HC-CFG-T1");
}

TEST_CASE("casualties above stamina count for the break test and then drop, drop at once, or stay", "[hc][HC-CFG-T1]") {
  struct Row {
    const char* rule;
    const char* question;
    int shot, kept;
  };
  // Stamina 6, five casualties, three hits unsaved: eight.
  for (const Row& row :
       {Row{"counted_then_dropped", "B1: break test for becoming shaken, modifier -2", 8, 6},
        Row{"dropped", "B1: break test for becoming shaken", 6, 6}, Row{"kept", "B1: break test for becoming shaken, modifier -2", 8, 8}}) {
    INFO(row.rule);
    auto b = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 31, 270, {{"casualties", 5}, {"morale_save", 7}})},
                      {{"options", {{"stamina_excess", row.rule}}}});
    go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
    go(*b, answer("A", {4, 4, 4}));
    CHECK(unit_state(*b, "B1").at("casualties") == row.shot);
    go(*b, end_phase());
    CHECK(question(*b) == row.question);
    go(*b, answer("B", {6, 6}));
    CHECK(unit_state(*b, "B1").at("casualties") == row.kept);
  }
  // In hand-to-hand they drop when the combat is over.
  for (const auto& [rule, kept] : {std::pair{"counted_then_dropped", 6}, {"dropped", 6}, {"kept", 8}}) {
    INFO(rule);
    auto b = melee({{"casualties", 5}}, {{"stamina_excess", rule}});
    strike(*b, {6, 6, 6, 1, 1}, {1, 1, 1, 1, 1});
    go(*b, answer("B", {6, 6}));
    CHECK(unit_state(*b, "B1").at("casualties") == kept);
  }
}

TEST_CASE("the score of a combat counts supports, or casualties alone", "[hc][HC-CFG-T1]") {
  const auto score_b = [](const std::string& rule) {
    auto b = melee({}, {{"combat_score", rule}}, {}, {unit("B2", 20, 24, 270)});
    return event_named(strike(*b, {1, 1, 1, 1, 1}, {1, 1, 1, 1, 1}), "combat_resolved")->at("score_b").get<int>();
  };
  CHECK(score_b("casualties_and_supports") == 1);
  CHECK(score_b("casualties") == 0);
}

TEST_CASE("a general is lost with the unit he was with, and another takes command of the army", "[hc][HC-CFG-T1][HC-ORD-23]") {
  const auto broken = [](const std::string& rule, double friend_y) {
    auto b = melee(
        {{"stamina", 2}}, {{"general_with_lost_unit", rule}}, {},
        {unit("B9", 30, friend_y, 270), unit("B8", 60, 60, 270, {{"division", "Wing"}}), general("GB", 20, 23, {{"army_commander", true}}),
         general("GC", 60, 62, {{"division", "Wing"}, {"rating", 6}}), general("GD", 50, 62, {{"division", "East"}, {"rating", 7}})},
        {{"GB", {{"joined", "B1"}}}});
    strike(*b, {6, 6, 6, 6, 6}, {1, 1, 1, 1, 1});
    REQUIRE(unit_state(*b, "B1").at("shattered") == true);
    return b;
  };
  auto lost = broken("lost", 23);
  json generals = state(*lost).at("generals");
  CHECK(generals.at("GB").at("on_table") == false);
  CHECK(generals.at("GB").at("joined") == "");
  CHECK(generals.at("GB").at("army_commander") == false);
  CHECK(generals.at("GD").at("army_commander") == true);
  CHECK(generals.at("GD").at("replacement") == true);
  CHECK(generals.at("GC").at("army_commander") == false);
  std::set<std::string> gone;
  for (const auto& owed : lost->owed())
    if (owed.removed) gone.insert(owed.unit.text);
  CHECK(gone == std::set<std::string>{"B1", "GB"});
  CHECK_FALSE(lost->broken_invariant());
  auto away = broken("to_nearest", 23);
  generals = state(*away).at("generals");
  CHECK(generals.at("GB").at("on_table") == true);
  CHECK(generals.at("GB").at("joined") == "B9");
  CHECK(generals.at("GB").at("army_commander") == true);
  CHECK(state(*broken("to_nearest", 45)).at("generals").at("GB").at("on_table") == false);  // nobody within 12 in
}

TEST_CASE("the army commander orders the units of a general who is lost", "[hc][HC-CFG-T1][HC-ORD-02]") {
  auto b =
      in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8), general("GC", 22, 8, {{"division", "Wing"}, {"army_commander", true}})},
               {unit("B1", 20, 60, 270)}, {{"state", {{"generals", {{"GA", {{"on_table", false}}}}}}}});
  const json order = act("order", {{"unit", "A1"}});
  CHECK(allowed(*b, order));
  go(*b, order);
  CHECK(question(*b).find("GC: order to A1") == 0);
}

TEST_CASE("a retirement is as long as its parameter says", "[hc][HC-CFG-T1][HC-ORD-26]") {
  const auto retiring = [](double moves) {
    return in_phase("orders", {unit("A1", 20, 20), unit("A2", 60, 20, 90, {{"division", "Wing"}}), general("GA", 20, 18)},
                    {unit("B1", 20, 60, 270)},
                    {{"state", {{"divisions", {{"A.Centre", {{"broken", true}}}}}}},
                     {"options", {{"army_broken_at", 1}, {"retirement_moves", moves}}}});
  };
  CHECK(allowed(*retiring(1), move("A1", 20, 14)));
  CHECK(refusal(*retiring(1), move("A1", 20, 13.8)) == "HC-MOV-01");
  CHECK(allowed(*retiring(0.5), move("A1", 20, 17)));
  CHECK(refusal(*retiring(0.5), move("A1", 20, 16.8)) == "HC-MOV-01");
  CHECK(allowed(*retiring(2), move("A1", 20, 8)));
}

TEST_CASE("what answers a charge is offered with what it brings: the way, the bonus, the dice and how often they hit",
          "[hc][HC-CFG-T1][HC-HTH-03][HC-SHO-08]") {
  auto b = charged({{"can_closing_shot", true}});
  std::vector<std::string> texts;
  for (const auto& offer : b->offers(Viewer::B, polemarch::UnitId{"B1"}))
    if (offer.verdict.allowed()) texts.push_back(offer.text);
  CHECK(texts ==
        std::vector<std::string>{"B1 evades, 6.0 in", "B1 countercharges, +1 to hit", "B1: closing shots at A1, 3 dice, 5+, 33 % each"});
}

TEST_CASE("who has a friend straight behind is offered a way out beside him", "[hc][HC-CFG-T1][HC-CFG-04]") {
  auto b = charged(json::object(), json::object(), 270, json::array({unit("B2", 20, 31, 270)}));
  std::string text;
  json evade;
  for (const auto& offer : b->offers(Viewer::B, polemarch::UnitId{"B1"}))
    if (offer.verdict.allowed() && json::parse(offer.command).at("do") == "evade") text = offer.text, evade = json::parse(offer.command);
  CHECK(text == "B1 evades, 6.0 in");
  REQUIRE_FALSE(evade.is_null());
  evade["by"] = "B";
  go(*b, evade);
  CHECK(contacts(*b, "B1").empty());
}

TEST_CASE("who won a round is told with what was inflicted and what the supports add", "[hc][HC-HTH-12][HC-CFG-T1]") {
  auto b = melee({{"morale_save", 7}}, {{"support_bonus", 1}}, json::array({unit("A2", 20, 19)}));
  std::string text;
  go(*b, act("fight", {{"unit", "A1"}}));
  go(*b, answer("A", {6, 6, 1, 1, 1}));
  const auto before = b->copy();
  for (const json& event : go(*b, answer("B", {1, 1, 1, 1, 1})))
    if (event.at("event") == "combat_resolved") text = before->tell(event.dump());
  CHECK(text == "A wins the combat of A1, B1: A 3 (2 and 1 support), B 0");
}

TEST_CASE("while a question is open the reason says it as the screen does", "[hc][HC-SEQ-03]") {
  auto b = melee({{"morale_save", 7}}, json::object());
  strike(*b, {6, 6, 1, 1, 1}, {1, 1, 1, 1, 1});
  CHECK(judged(*b, end_phase()).reasons.front().text == "answer first: B1: break test for the combat lost, modifier -2");
}

}  // namespace response_tests
