/// What comes after blows and shots: follow-ups, tests of supports whose unit is gone, the last turn.
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

}  // namespace aftermath_tests
