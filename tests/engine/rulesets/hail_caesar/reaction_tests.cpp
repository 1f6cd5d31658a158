/// Closing and traversing shots: who may fire them, when, how often, and what they do to a unit that charges after them.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace reaction_tests {

using namespace field;

namespace {

const json kTraversing = act("traversing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B");
json closing(const std::string& at) { return act("closing_shot", {{"unit", "B1"}, {"target", at}}, "B"); }
json charge(const std::string& id, const std::string& target) { return act("charge", {{"unit", id}, {"target", target}}); }
json contact(const std::string& foe, const std::string& on, bool fresh) { return {{"foe", foe}, {"on", on}, {"fresh", fresh}}; }

/// The shot with its dice, and saves of 6.
void volley(Battle& b, const json& shot, std::vector<int> dice) {
  go(b, shot);
  go(b, answer("B", std::move(dice)));
  while (!question(b).empty()) go(b, answer(question(b).substr(0, 1), std::vector<int>(static_cast<std::size_t>(dice_asked(b)), 6)));
}
json due(const Battle& b, const std::string& id) {
  const json a = unit_state(b, id);
  return a.contains("due") && !a.at("due").is_null() ? a.at("due").at("rules") : json::array();
}

/// A1 has passed B1's front and stands before B2, with moves left.
std::unique_ptr<Battle> passed(json options = json::object(), json b1_state = json::object()) {
  options["proximity_formed_in"] = 0;
  json units{{"A1", {{"turn", {{"moves_left", 5}}}}}, {"B1", std::move(b1_state)}};
  json a{unit("A1", 10, 25, 0), general("GA", 2, 2)};
  for (const json& foe : units["B1"].value("contacts", json::array())) {
    a.push_back(unit("A2", 21.5, 30, 180));
    units["A2"]["contacts"] = {contact("B1", "front", foe.at("fresh"))};
  }
  auto b = in_phase("orders", a, {unit("B1", 20, 30, 270, {{"can_traversing_shot", true}}), unit("B2", 34, 25, 180)},
                    {{"options", options}, {"state", {{"units", units}}}});
  go(*b, move("A1", 26, 25, 0));
  return b;
}

/// A1 and A2 side by side may charge B1, a broad unit, in its front.
std::unique_ptr<Battle> two_chargers(json b1 = json::object(), json more = json::object()) {
  b1["can_closing_shot"] = true;
  for (const char* id : {"A1", "A2"}) more["state"]["units"][id]["turn"]["moves_left"] = 3;
  more["options"]["proximity_formed_in"] = 0;
  return in_phase("orders", {unit("A1", 18.9, 20), unit("A2", 21.1, 20), general("GA", 2, 2)}, {unit("B1", 20, 26, 270, b1)}, more);
}
json charge_at(const std::string& id, double x, double y) {
  json j = charge(id, "B1");
  j["to"] = at(x, y);
  return j;
}

}  // namespace

TEST_CASE("a unit hit by a 6 on its way tests when it charges, whether the shot is spoken before or after", "[hc][HC-HTH-11][HC-AMB-24]") {
  auto before = passed();
  volley(*before, kTraversing, {6, 1, 1});
  CHECK(due(*before, "A1").empty());  // no charger yet
  const json events = go(*before, charge("A1", "B2"));
  CHECK(due(*before, "A1") == json{"HC-HTH-11"});
  REQUIRE(event_named(events, "break_test_due"));
  CHECK(event_named(events, "break_test_due")->at("due").at("table") == "ranged");
  auto after = passed();
  go(*after, charge("A1", "B2"));
  volley(*after, kTraversing, {6, 1, 1});
  CHECK(due(*after, "A1") == json{"HC-HTH-11"});
  // Hits without a 6, or saved where only casualties count, are nothing.
  auto fives = passed();
  volley(*fives, kTraversing, {5, 5, 1});
  go(*fives, charge("A1", "B2"));
  CHECK(due(*fives, "A1").empty());
  auto saved = passed({{"break_on_six", "unsaved"}});
  volley(*saved, kTraversing, {6, 1, 1});
  go(*saved, charge("A1", "B2"));
  CHECK(due(*saved, "A1").empty());
  auto table = passed({{"shot_test_table", "hand_to_hand"}});
  volley(*table, kTraversing, {6, 1, 1});
  go(*table, charge("A1", "B2"));
  CHECK(unit_state(*table, "A1").at("due").at("table") == "hand_to_hand");
}

TEST_CASE("a unit hit twice on its way where only a 6 hits tests when it charges", "[hc][HC-HTH-10][HC-AMB-55]") {
  auto twice = passed({{"to_hit_base", 5}});
  volley(*twice, kTraversing, {6, 6, 1});
  go(*twice, charge("A1", "B2"));
  CHECK(due(*twice, "A1") == json{"HC-HTH-10"});
  auto once = passed({{"to_hit_base", 5}});
  volley(*once, kTraversing, {6, 1, 1});
  go(*once, charge("A1", "B2"));
  CHECK(due(*once, "A1").empty());
}

TEST_CASE("a unit that fights since an earlier turn fires no traversing shots", "[hc][HC-SHO-09][HC-CFG-04]") {
  CHECK(allowed(*passed(), kTraversing));
  auto fights = passed({}, {{"contacts", {contact("A2", "left", false)}}});
  CHECK(refusal(*fights, kTraversing) == "HC-CFG-04");
  for (const auto& window : fights->windows(Viewer::B)) CHECK(window.id.find("traversing") == std::string::npos);
  // Who was charged this turn has not begun to fight.
  CHECK(allowed(*passed({}, {{"contacts", {contact("A2", "left", true)}}}), kTraversing));
}

TEST_CASE("traversing shots answer a move until the shooting step", "[hc][HC-SHO-09][HC-CFG-T1]") {
  auto b = passed();
  CHECK(allowed(*b, kTraversing));
  for (const char* step : {"shooting", "hand_to_hand"}) {
    go(*b, end_phase());
    REQUIRE(phase(*b) == step);
    CHECK(refusal(*b, kTraversing) == "HC-SHO-09");
    CHECK(b->windows(Viewer::B).empty());
  }
}

TEST_CASE("a unit charged fires closing shots once, however many charge it", "[hc][HC-SHO-08][HC-CFG-T1]") {
  auto b = two_chargers();
  go(*b, charge_at("A1", 18.9, 25));
  go(*b, charge_at("A2", 21.1, 25));
  CHECK(allowed(*b, closing("A2")));
  volley(*b, closing("A1"), {1, 1, 1});
  CHECK(refusal(*b, closing("A2")) == "HC-CFG-T1");
  for (const auto& window : b->windows(Viewer::B)) CHECK(window.id.find("closing") == std::string::npos);
  // It fired before the second charge came.
  auto late = two_chargers();
  go(*late, charge_at("A1", 18.9, 25));
  volley(*late, closing("A1"), {1, 1, 1});
  go(*late, charge_at("A2", 21.1, 25));
  CHECK(refusal(*late, closing("A2")) == "HC-CFG-T1");
  while (phase(*late) != "orders" || state(*late).at("active") != "B") {
    if (phase(*late) == "hand_to_hand" && allowed(*late, act("fight", {{"unit", "A1"}}))) go(*late, act("fight", {{"unit", "A1"}}));
    while (!question(*late).empty())
      go(*late, answer(question(*late).substr(0, 1), std::vector<int>(static_cast<std::size_t>(dice_asked(*late)), 1)));
    go(*late, end_phase(state(*late).at("active")));
  }
  CHECK(unit_state(*late, "B1").at("turn").value("closing_shots", json::array()).empty());  // a new turn
}

TEST_CASE("a garrison fires closing shots once from each face charged", "[hc][HC-SHO-T3][HC-AMB-42]") {
  json more{{"terrain", json::array({{{"id", "V"}, {"kind", "building"}, {"box", {18, 25, 22, 27}}}})}};
  more["state"]["units"]["B1"] = {{"in", "V"},
                                  {"contacts", {contact("A1", "front", true), contact("A2", "front", true), contact("A3", "rear", true)}}};
  for (const char* id : {"A1", "A2", "A3"}) {
    more["state"]["units"][id]["contacts"] = {contact("B1", "front", true)};
    more["state"]["units"][id]["turn"]["charged"] = true;
  }
  auto b = in_phase("orders", {unit("A1", 18.9, 25), unit("A2", 21.1, 25), unit("A3", 20, 27, 270)},
                    {unit("B1", 20, 26, 270, {{"can_closing_shot", true}})}, more);
  volley(*b, closing("A1"), {1, 1});
  CHECK(refusal(*b, closing("A2")) == "HC-CFG-T1");
  CHECK(allowed(*b, closing("A3")));
}

TEST_CASE("traversing shots at a unit that then charges leave the charged unit its response", "[hc][HC-CFG-T1]") {
  json more{{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 6}}}}}}}}}, {"options", {{"proximity_formed_in", 0}}}};
  auto b = in_phase("orders", {unit("A1", 10, 25, 0), general("GA", 2, 2)},
                    {unit("B1", 20, 30, 270, {{"can_traversing_shot", true}, {"can_closing_shot", true}})}, more);
  go(*b, move("A1", 20, 25, 90));
  volley(*b, kTraversing, {1, 1, 1});
  go(*b, charge("A1", "B1"));
  CHECK(allowed(*b, act("evade", {{"unit", "B1"}}, "B")));
  CHECK(allowed(*b, act("countercharge", {{"unit", "B1"}}, "B")));
}

TEST_CASE("a unit that fights since an earlier turn fires no closing shots at a new charger", "[hc][HC-SHO-08][HC-CFG-04]") {
  const auto pinned = [](bool fresh) {
    json units{{"A1", {{"contacts", {contact("B1", "front", fresh)}}}},
               {"A2", {{"contacts", {contact("B1", "front", true)}}, {"turn", {{"charged", true}}}}},
               {"B1", {{"contacts", {contact("A1", "front", fresh), contact("A2", "front", true)}}}}};
    if (fresh) units["A1"]["turn"]["charged"] = true;
    return in_phase("orders", {unit("A1", 19, 20), unit("A2", 21, 20), general("GA", 2, 2)},
                    {unit("B1", 20, 21, 270, {{"can_closing_shot", true}})}, {{"state", {{"units", units}}}});
  };
  CHECK(refusal(*pinned(false), closing("A2")) == "HC-CFG-04");
  CHECK(allowed(*pinned(true), closing("A2")));
}

TEST_CASE("traversing shots at a unit leave the closing shots when it charges", "[hc][HC-SHO-08][HC-SHO-09][HC-CFG-T1]") {
  auto b = in_phase("orders", {unit("A1", 13, 22, 0), general("GA", 2, 2)},
                    {unit("B1", 20, 26, 270, {{"can_traversing_shot", true}, {"can_closing_shot", true}})},
                    {{"options", {{"proximity_formed_in", 0}}}, {"state", {{"units", {{"A1", {{"turn", {{"moves_left", 5}}}}}}}}}});
  go(*b, move("A1", 20, 22, 90));
  volley(*b, kTraversing, {1, 1, 1});
  CHECK(refusal(*b, kTraversing) == "HC-SHO-08");  // once
  go(*b, charge("A1", "B1"));
  volley(*b, closing("A1"), {1, 1, 1});
  CHECK(refusal(*b, closing("A1")) == "HC-CFG-T1");  // once
  CHECK(refusal(*b, kTraversing) == "HC-SHO-08");
}

TEST_CASE("closing shots are fired at contact, nobody standing between hides the charger", "[hc][HC-SHO-08][HC-SHO-03][HC-AMB-42]") {
  json units;
  for (const char* id : {"A1", "A2"}) {
    units[id]["turn"]["charged"] = true;
    units[id]["contacts"] = {contact("B1", "front", true)};
  }
  units["B1"]["contacts"] = {contact("A1", "right", true), contact("A2", "front", true)};
  // From the middle of the garrison's front A2, at the front wall, hides a corner of A1, at the right one.
  auto b = in_phase("orders", {unit("A1", 17.5, 18.5, 0), unit("A2", 19, 17.5), general("GA", 2, 2)},
                    {unit("B1", 20, 20, 270, {{"in", "V"}, {"can_closing_shot", true}})},
                    {{"terrain", {{{"id", "V"}, {"kind", "building"}, {"box", {18, 18, 22, 22}}}}}, {"state", {{"units", units}}}});
  const Verdict shot = judged(*b, closing("A1"));
  CHECK(shot.allowed());
  CHECK(names(shot, "HC-SHO-08"));
  CHECK_FALSE(names(shot, "HC-SHO-03"));
}

}  // namespace reaction_tests
