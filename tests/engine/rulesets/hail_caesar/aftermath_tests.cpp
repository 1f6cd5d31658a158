/// What comes after blows and shots: follow-ups, tests of supports whose unit is gone, the last turn.
#include <map>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace aftermath_tests {

using namespace field;

namespace {

json touching(const std::string& foe, bool fresh) { return {{"foe", foe}, {"on", "front"}, {"fresh", fresh}}; }

/// A1 and B1 front to front; A2 behind A1, two others far off, so that a loss breaks nobody.
std::unique_ptr<Battle> clash(const std::string& step, json a1, json b1, json more = json::object(), bool charged = false) {
  json& units = more["state"]["units"];
  units["A1"]["contacts"] = {touching("B1", charged)};
  units["B1"]["contacts"] = {touching("A1", charged)};
  if (charged) units["A1"]["turn"]["charged"] = true;
  more["options"]["army_broken_at"] = 1;
  return in_phase(step, {unit("A1", 20, 20, 90, std::move(a1)), unit("A2", 20, 18), unit("A3", 60, 20), unit("A4", 64, 20)},
                  {unit("B1", 20, 21, 270, std::move(b1)), unit("B9", 60, 60, 270)}, more);
}
const json kFight = act("fight", {{"unit", "A1"}});
const json kClosing = act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B");
const json kFollow = act("follow_up", {{"unit", "A1"}});

/// The rules for which a test of the unit becomes due among the events.
json due_among(const json& events, const std::string& id) {
  json rules = json::array();
  for (const json& event : events)
    if (event.at("event") == "break_test_due" && event.at("unit") == id) rules = event.at("due").at("rules");
  return rules;
}

/// A garrison that has beaten its attacker back.
std::unique_ptr<Battle> garrison_wins() {
  json more{{"terrain", json::array({{{"id", "V"}, {"kind", "building"}, {"box", {16, 16, 24, 23.4}}, {"height_mm", 60}}})}};
  more["state"]["units"]["A1"]["in"] = "V";
  auto b = clash("hand_to_hand", json::object(), json::object(), more);
  CHECK(why(judged(*b, kFight)).find("A1 uphill") != std::string::npos);
  go(*b, kFight);
  CHECK(dice_asked(*b) == 2);
  go(*b, answer("A", {6, 6}));
  go(*b, answer("B", {1, 1, 1, 1, 1}));
  go(*b, answer("B", {1, 1}));
  go(*b, answer("B", {5, 4}));  // in good order
  return b;
}

}  // namespace

TEST_CASE("a garrison that follows up has left its building and fights in the open", "[hc][HC-HTH-T2][HC-SAV-T1][HC-HTH-05][HC-CFG-T1]") {
  auto b = garrison_wins();
  json events = go(*b, kFollow);
  CHECK(event_named(events, "unit_followed_up")->at("left") == "V");
  CHECK(unit_state(*b, "A1").at("in") == "");
  for (const char* by : {"A", "B", "B", "B", "B"}) go(*b, end_phase(by));
  const Verdict next = judged(*b, act("fight", {{"unit", "A1"}}, "B"));
  CHECK(why(next).find("A1 against B1: 5 dice") != std::string::npos);
  CHECK_FALSE(names(next, "HC-HTH-05"));  // its middle is within the outline still
  // An older log says nothing of the building: the unit holds it there as it did.
  auto old = garrison_wins();
  std::vector<std::string> said;
  for (json& event : events) event.erase("left"), said.push_back(event.dump());
  REQUIRE(old->fold(kFollow.dump(), said));
  CHECK(unit_state(*old, "A1").at("in") == "V");
}

TEST_CASE("artillery that does not move follows nobody up", "[hc][HC-AMB-36]") {
  auto b = clash("hand_to_hand", {{"move_class", "artillery"}}, json::object());
  go(*b, kFight);
  go(*b, answer("A", {6, 6, 1, 1, 1}));
  go(*b, answer("B", {1, 1, 1, 1, 1}));
  go(*b, answer("B", {1, 1}));
  const json events = go(*b, answer("B", {5, 4}));
  REQUIRE(event_named(events, "unit_driven_back"));
  CHECK(event_named(events, "follow_up_opened") == nullptr);
  CHECK(b->windows(Viewer::A).empty());
  const auto gun = [](double in) {
    return in_phase("hand_to_hand", {unit("A1", 20, 20, 90, {{"move_class", "artillery"}})}, {unit("B1", 20, 24, 270)},
                    {{"state", {{"may_follow", {{"A1", "B1"}}}}}, {"options", {{"move_other_artillery_in", in}}}});
  };
  CHECK(refusal(*gun(0), kFollow) == "HC-AMB-36");
  CHECK(allowed(*gun(3), kFollow));
}

TEST_CASE("an army that breaks in the tests which end the last turn has lost", "[hc][HC-CFG-T1][HC-AMB-38]") {
  const auto ends = [](std::vector<int> dice) {
    auto b = in_phase(
        "hand_to_hand", {unit("A1", 20, 20, 90, {{"casualties", 6}})}, {unit("B1", 20, 40, 270)},
        {{"first", "B"},
         {"options", {{"turn_limit", 1}}},
         {"state", {{"active", "A"}, {"units", {{"A1", {{"due", {{"table", "ranged"}, {"modifier", 0}, {"rules", {"HC-HTH-09"}}}}}}}}}}});
    go(*b, end_phase());
    CHECK(question(*b).find("A1: break test") == 0);
    const json events = go(*b, answer("A", std::move(dice)));
    REQUIRE(event_named(events, "battle_ended"));
    return event_named(events, "battle_ended")->at("winner").get<std::string>();
  };
  CHECK(ends({1, 1}) == "B");
  CHECK(ends({6, 6}) == "draw");  // it holds: the last turn is played
}

TEST_CASE("a unit that supports a charger which breaks under closing shots tests after the fighting", "[hc][HC-HTH-14][HC-HTH-17]") {
  auto b = clash("hand_to_hand", {{"casualties", 5}}, {{"can_closing_shot", true}}, json::object(), true);
  go(*b, kClosing);
  go(*b, answer("B", {5, 1, 1}));
  go(*b, answer("A", {1}));
  go(*b, kFight);
  CHECK(question(*b).find("A1: break test") == 0);
  const json events = go(*b, answer("A", {1, 1}));
  REQUIRE(event_named(events, "unit_broke"));
  CHECK(due_among(events, "A2") == json{"HC-HTH-14"});
  CHECK(question(*b).find("A2: break test") == 0);
  go(*b, answer("A", {6, 6}));
  CHECK(question(*b).empty());
  CHECK(allowed(*b, end_phase()));
}

TEST_CASE("a unit that supports a charger shattered by closing shots tests as the turn ends", "[hc][HC-HTH-16][HC-HTH-17]") {
  for (const std::string step : {"orders", "hand_to_hand"}) {
    INFO(step);
    auto b = clash(step, {{"casualties", 11}}, {{"can_closing_shot", true}}, json::object(), true);
    go(*b, kClosing);
    go(*b, answer("B", {5, 1, 1}));
    const json events = go(*b, answer("A", {1}));
    REQUIRE(event_named(events, "unit_broke"));
    CHECK(event_named(events, "unit_broke")->at("shattered") == true);
    CHECK(due_among(events, "A2") == json{"HC-HTH-16"});
    while (phase(*b) != "hand_to_hand") go(*b, end_phase());
    go(*b, end_phase());
    CHECK(question(*b).find("A2: break test") == 0);
  }
}

TEST_CASE("a unit in combat whose supported unit is gone tests after its own fighting", "[hc][HC-HTH-17]") {
  json more;
  more["state"]["units"]["A1"]["due"] = {{"table", "hand_to_hand"}, {"modifier", 0}, {"rules", {"HC-HTH-16"}}};
  auto b = clash("hand_to_hand", json::object(), json::object(), more);
  go(*b, kFight);
  CHECK(question(*b).find("A1 fights B1") == 0);
  go(*b, answer("A", {1, 1, 1, 1, 1}));
  go(*b, answer("B", {1, 1, 1, 1, 1}));
  CHECK(question(*b).find("A1: break test") == 0);
}

namespace {

json contact(const std::string& foe, const std::string& on) { return {{"foe", foe}, {"on", on}, {"fresh", false}}; }
/// B1, fought by A1 at one edge and by A2 at another, loses by a hit of each and has to test.
std::unique_ptr<Battle> beaten(double heading, const std::string& edge_a1, const std::string& edge_a2) {
  json units;
  units["A1"]["contacts"] = {contact("B1", "front")};
  units["B1"]["contacts"] = {contact("A1", edge_a1)};
  json a{unit("A1", 20, 20)};
  if (!edge_a2.empty()) {
    a.push_back(unit("A2", 20, 22, 270));
    units["A2"]["contacts"] = {contact("B1", "front")};
    units["B1"]["contacts"].push_back(contact("A2", edge_a2));
  }
  auto b = in_phase("hand_to_hand", a, {unit("B1", 20, 21, heading), unit("B9", 60, 60, 270), unit("B8", 64, 60, 270)},
                    {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", units}}}});
  go(*b, kFight);
  while (question(*b).find("saves") == std::string::npos)
    go(*b, answer(question(*b).substr(0, 1), question(*b)[0] == 'A' ? std::vector<int>{6, 1, 1, 1, 1} : std::vector<int>{1, 1, 1, 1, 1}));
  go(*b, answer("B", std::vector<int>(static_cast<std::size_t>(dice_asked(*b)), 1)));
  return b;
}
double stands_at(const Battle& b, const std::string& id) {
  return unit_state(b, id).at("stands")[0].at("at").at("y_mm").get<double>() / 25.4;
}

}  // namespace

TEST_CASE("a unit beaten from behind gives ground away from that foe, not through it", "[hc][HC-BRK-05][HC-AMB-32]") {
  auto front = beaten(270, "front", "");
  go(*front, answer("B", {4, 4}));
  CHECK(stands_at(*front, "B1") == Approx(24));  // straight back
  auto rear = beaten(90, "rear", "");
  go(*rear, answer("B", {4, 4}));
  CHECK(stands_at(*rear, "B1") == Approx(24));  // straight ahead
  const json events = go(*rear, kFollow);
  CHECK(event_named(events, "unit_followed_up")->at("on") == "rear");
  CHECK(stands_at(*rear, "A1") == Approx(23));
  // Between two foes it has nowhere to go and fights on.
  auto hemmed = beaten(270, "front", "rear");
  const auto before = hemmed->copy();
  const json stays = go(*hemmed, answer("B", {5, 4}));
  CHECK(before->tell(event_named(stays, "break_tested")->dump()) ==
        "B1 gives ground with its supports, but has nowhere to go (break test 9 - 2 = 7)");
  CHECK(event_named(stays, "unit_driven_back") == nullptr);
  CHECK(stands_at(*hemmed, "B1") == Approx(21));
  CHECK(unit_state(*hemmed, "B1").at("contacts").size() == 2);
  CHECK(allowed(*hemmed, end_phase()));
  CHECK_FALSE(hemmed->broken_invariant());
}

TEST_CASE("a unit between two foes has no choice but to hold, disordered", "[hc][HC-BRK-07][HC-AMB-41]") {
  const auto tested = [](bool between) {
    json units;
    units["A1"]["contacts"] = {contact("B1", "front")};
    units["B1"]["contacts"] = {contact("A1", "front")};
    units["B1"]["due"] = {{"table", "ranged"}, {"modifier", 0}, {"rules", {"HC-HTH-09"}}};
    json a{unit("A1", 20, 20), unit("A2", 20, 22, 270)};
    if (between) units["A2"]["contacts"] = {contact("B1", "front")}, units["B1"]["contacts"].push_back(contact("A2", "rear"));
    auto b = in_phase("hand_to_hand", a, {unit("B1", 20, 21, 270)}, {{"state", {{"units", units}}}});
    go(*b, kFight);
    go(*b, answer("B", {3, 3}));
    return std::pair{question(*b), unit_state(*b, "B1").at("disordered").get<bool>()};
  };
  CHECK(tested(false).first.find("retreat in good order?") != std::string::npos);
  CHECK(tested(true).first.find("A1 fights B1") == 0);
  CHECK(tested(true).second);
}

TEST_CASE("supports of a unit beaten from behind go the way it goes", "[hc][HC-BRK-05]") {
  json units;
  units["A1"]["contacts"] = {contact("B1", "front")};
  units["B1"]["contacts"] = {contact("A1", "rear")};
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20)}, {unit("B1", 20, 21, 90), unit("B2", 24, 21, 90), unit("B3", 16, 21, 270)},
                    {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", units}}}});
  go(*b, kFight);
  go(*b, answer("A", {6, 6, 6, 1, 1}));
  go(*b, answer("B", {1, 1, 1, 1, 1}));
  go(*b, answer("B", {1, 1, 1}));
  go(*b, answer("B", {4, 4}));  // 3 to 2 with its supports: 8 - 1
  for (const char* id : {"B1", "B2", "B3"}) CHECK(stands_at(*b, id) == Approx(24));
}

TEST_CASE("a unit beaten in its flank gives ground to the other side and parts from its foe, a support turned away comes along",
          "[hc][HC-BRK-05][HC-AMB-32]") {
  json units;
  units["A1"]["contacts"] = {contact("B1", "front")};
  units["B1"]["contacts"] = {contact("A1", "right")};
  auto b = in_phase("hand_to_hand", {unit("A1", 18.5, 21, 0)}, {unit("B1", 20, 21, 270), unit("B2", 20, 24, 90)},
                    {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", units}}}});
  go(*b, kFight);
  go(*b, answer("A", {6, 6, 6, 1, 1}));
  go(*b, answer("B", {1, 1, 1, 1, 1}));
  go(*b, answer("B", {1, 1, 1}));
  go(*b, answer("B", {4, 4}));
  for (const char* id : {"B1", "B2"}) {
    INFO(id);
    const json stand = unit_state(*b, id).at("stands")[0].at("at");
    CHECK(stand.at("x_mm").get<double>() / 25.4 == Approx(23));
    CHECK(stands_at(*b, id) == Approx(id == std::string("B1") ? 21 : 24));
  }
  // A support that faces the other way goes back with the unit, not forward to the foe.
  json fronts;
  fronts["A1"]["contacts"] = {contact("B1", "front")};
  fronts["B1"]["contacts"] = {contact("A1", "front")};
  auto back = in_phase("hand_to_hand", {unit("A1", 20, 20)}, {unit("B1", 20, 21, 270), unit("B2", 20, 24, 90)},
                       {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", fronts}}}});
  go(*back, kFight);
  go(*back, answer("A", {6, 6, 6, 1, 1}));
  go(*back, answer("B", {1, 1, 1, 1, 1}));
  go(*back, answer("B", {1, 1, 1}));
  go(*back, answer("B", {4, 4}));
  CHECK(stands_at(*back, "B1") == Approx(24));
  CHECK(stands_at(*back, "B2") == Approx(27));
}

TEST_CASE("a unit that supports in two combats is taken along once a turn", "[hc][HC-BRK-05]") {
  json units;
  for (const auto& [id, foe] : {std::pair{"A1", "B1"}, {"A3", "B3"}, {"B1", "A1"}, {"B3", "A3"}})
    units[id]["contacts"] = {contact(foe, "front")};
  auto b =
      in_phase("hand_to_hand", {unit("A1", 18, 20), unit("A2", 20, 18), unit("A3", 22, 20), unit("A9", 60, 10)},
               {unit("B1", 18, 21, 270), unit("B3", 22, 21, 270)}, {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", units}}}});
  for (const char* id : {"A1", "A3"}) {
    go(*b, act("fight", {{"unit", id}}));
    go(*b, answer("A", {1, 1, 1, 1, 1}));
    go(*b, answer("B", {6, 6, 6, 6, 1}));
    go(*b, answer("A", {1, 1, 1, 1}));
    REQUIRE(question(*b).find(std::string(id) + ": break test") == 0);
    // A1 has A2 beside it and loses by 3; A3 has both by then and loses by 2.
    go(*b, answer("A", id == std::string("A1") ? std::vector<int>{5, 5} : std::vector<int>{4, 5}));
  }
  CHECK(stands_at(*b, "A3") == Approx(17));
  CHECK(stands_at(*b, "A2") == Approx(15));
}

TEST_CASE("blows are saved with the cover against the first who hit, not against one who missed", "[hc][HC-SAV-T1]") {
  const auto saves_after = [](std::vector<int> a1, std::vector<int> a2) {
    json units;
    units["A1"]["contacts"] = {contact("B1", "front")};
    units["A2"]["contacts"] = {contact("B1", "front")};
    units["B1"]["contacts"] = {contact("A1", "front"), contact("A2", "rear")};
    auto b = in_phase(
        "hand_to_hand", {unit("A1", 20, 20), unit("A2", 20, 22, 270)}, {unit("B1", 20, 21, 270)},
        {{"terrain", json::array({{{"id", "L"}, {"kind", "wall"}, {"box", {16, 20.48, 24, 20.52}}}})}, {"state", {{"units", units}}}});
    go(*b, kFight);
    go(*b, answer("A", std::move(a1)));
    go(*b, answer("A", std::move(a2)));
    go(*b, answer("B", {1, 1, 1, 1, 1}));
    REQUIRE(question(*b).find("B1 saves") == 0);
    return question(*b);
  };
  CHECK(saves_after({6, 1, 1, 1, 1}, {6, 6, 1, 1, 1}).find("die +1") != std::string::npos);  // over the wall first
  CHECK(saves_after({1, 1, 1, 1, 1}, {6, 6, 1, 1, 1}).find("die +1") == std::string::npos);
}

TEST_CASE("a unit that supports two losers gives ground once and is disordered by either", "[hc][HC-BRK-05][HC-BRK-06][HC-BRK-T1]") {
  const auto lost = [](std::vector<int> first, std::vector<int> second) {
    json units;
    for (const char* id : {"A1", "A3"}) units[id]["contacts"] = {contact("B1", "front")};
    units["B1"]["contacts"] = {contact("A1", "front"), contact("A3", "front")};
    auto b = in_phase("hand_to_hand", {unit("A1", 19, 20), unit("A3", 21, 20), unit("A2", 20, 18), unit("A9", 60, 10), unit("A8", 64, 10)},
                      {unit("B1", 20, 21, 270)}, {{"options", {{"army_broken_at", 1}}}, {"state", {{"units", units}}}});
    go(*b, kFight);
    go(*b, answer("A", {1, 1, 1, 1, 1}));
    go(*b, answer("A", {1, 1, 1, 1, 1}));
    go(*b, answer("B", {6, 6, 1, 1, 1}));
    go(*b, answer("A", {1, 1}));
    json events = go(*b, answer("A", std::move(first)));
    REQUIRE(question(*b).find("A3: break test") == 0);
    for (const json& event : go(*b, answer("A", std::move(second)))) events.push_back(event);
    int times = 0;
    for (const json& event : events) times += event.at("event") == "unit_driven_back" && event.at("unit") == "A2" ? 1 : 0;
    CHECK(times == 1);
    CHECK(stands_at(*b, "A2") == Approx(15));
    CHECK(stands_at(*b, "A3") == Approx(17));
    return unit_state(*b, "A2").at("disordered").get<bool>();
  };
  CHECK_FALSE(lost({4, 4}, {4, 4}));  // 8 - 1: in good order
  CHECK(lost({4, 4}, {3, 3}));        // the second loser's result disorders it where it stands
}

namespace {
/// How the combat of this unit ends for A: A1 and A2 score so many hits, B1 and B2 so many, nobody saves, tests throw 1 and 1.
std::pair<int, int> score(Battle& b, const std::string& id, const std::map<std::string, int>& hits) {
  std::pair<int, int> scored;
  json all = go(b, act("fight", {{"unit", id}}));
  while (!question(b).empty()) {
    std::vector<int> dice(static_cast<std::size_t>(dice_asked(b)), 1);
    const auto mine = hits.find(question(b).substr(0, 2));
    if (question(b).find("fights") != std::string::npos && mine != hits.end())
      for (int i = 0; i < mine->second; ++i) dice.at(static_cast<std::size_t>(i)) = 6;
    for (json& event : go(b, answer("umpire", dice))) all.push_back(event);
  }
  const json* resolved = event_named(all, "combat_resolved");
  REQUIRE(resolved);
  return {resolved->at("score_a").get<int>(), resolved->at("score_b").get<int>()};
}
}  // namespace

TEST_CASE("who fought this turn supports no other combat, whichever is fought first", "[hc][HC-CFG-T1]") {
  const auto lines = [] {
    json units;
    for (const auto& [mine, foe] : {std::pair{"A1", "B1"}, {"B1", "A1"}, {"A2", "B2"}, {"B2", "A2"}})
      units[mine]["contacts"] = json::array({touching(foe, false)});
    return in_phase("hand_to_hand", {unit("A1", 20, 20), unit("A2", 25, 20)},
                    {unit("B1", 20, 21, 270), unit("B2", 25, 21, 270), unit("B9", 60, 60, 270)},
                    {{"state", {{"units", units}}}, {"options", {{"army_broken_at", 1}, {"division_broken_at", 1}}}});
  };
  const std::map<std::string, int> hits{{"A1", 5}, {"A2", 1}, {"B2", 1}};
  auto first = lines();
  CHECK(score(*first, "A1", hits) == std::pair(5, 0));
  REQUIRE(unit_state(*first, "B1").at("broken") == true);
  CHECK(score(*first, "A2", hits) == std::pair(1, 1));
  auto last = lines();
  CHECK(score(*last, "A2", hits) == std::pair(1, 1));
}

TEST_CASE("whom closing shots drove out of a combat supports nobody in it", "[hc][HC-CFG-T1][HC-AMB-38]") {
  json units{{"A1", {{"contacts", {touching("B1", true)}}, {"turn", {{"charged", true}}}}},
             {"A2", {{"contacts", {touching("B1", true)}}, {"turn", {{"charged", true}}}}},
             {"B1", {{"contacts", {touching("A1", true), touching("A2", true)}}}}};
  units["A1"]["due"] = {{"table", "ranged"}, {"modifier", 0}, {"rules", {"HC-HTH-09"}}};
  auto b = in_phase("hand_to_hand", {unit("A1", 19, 20), unit("A2", 21, 20)}, {unit("B1", 20, 21, 270)}, {{"state", {{"units", units}}}});
  go(*b, kFight);
  go(*b, answer("A", {2, 2}));  // it retreats 6 in
  REQUIRE_FALSE(unit_state(*b, "A1").contains("contacts"));
  for (int i = 0; i < 2; ++i) {
    REQUIRE(question(*b).find("fights") != std::string::npos);
    const json events = go(*b, answer("umpire", std::vector<int>(static_cast<std::size_t>(dice_asked(*b)), 1)));
    if (const json* resolved = event_named(events, "combat_resolved")) CHECK(resolved->at("score_a") == 0);
    if (i == 1) CHECK(event_named(events, "combat_resolved"));
  }
}

TEST_CASE("a unit that the rules drive onto another stands where both agree", "[hc][HC-CFG-04][HC-BRK-08]") {
  auto b = in_phase("shooting", {unit("A1", 60, 2)}, {unit("B1", 20, 30, 270), unit("B2", 20, 36.5, 270)},
                    {{"state", {{"units", {{"B1", {{"due", {{"table", "ranged"}, {"modifier", 0}, {"rules", {"HC-SHO-12"}}}}}}}}}}});
  go(*b, end_phase());
  go(*b, answer("B", {2, 2}));
  const auto put = [&](const std::string& by, double y) {
    json pose = at(20, y, 270);
    pose["base"] = unit_state(*b, "B1").at("stands")[0].at("base");
    json command = act("place", {{"unit", "B1"}}, by);
    command["poses"].push_back(pose);
    return command;
  };
  CHECK_FALSE(allowed(*b, put("B", 38.2)));              // 2.2 in from its ghost
  CHECK(refusal(*b, put("both", 37.2)) == "HC-CFG-04");  // on B2 still
  go(*b, put("both", 38.2));
  CHECK(unit_state(*b, "B1").at("stands")[0].at("at").at("y_mm") == Approx(38.2 * 25.4));
}

}  // namespace aftermath_tests
