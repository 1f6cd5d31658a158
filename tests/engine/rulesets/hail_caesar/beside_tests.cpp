/// Generals with a unit: several at one, their fate, Rally orders and what a re-roll of them takes back.
#include <algorithm>
#include <cmath>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace beside_tests {

using namespace field;

namespace {

const json kRally = act("rally", {{"general", "GA"}, {"unit", "A1"}});
json order(const std::string& id) { return act("order", {{"unit", id}, {"general", "GA"}}); }

/// A1 that lost men, its general beside it; A2 further off.
std::unique_ptr<Battle> tired(int casualties, json more = json::object()) {
  return in_phase(
      "orders",
      {unit("A1", 20, 10, 90, {{"casualties", casualties}}), unit("A2", 26, 10), general("GA", 20, 8, {{"army_commander", true}})},
      {unit("B1", 20, 60, 270)}, std::move(more));
}
int casualties(const Battle& b) { return unit_state(b, "A1").at("casualties").get<int>(); }
/// From the orders of one of A's turns to those of the next.
void next_orders(Battle& b) {
  for (const char* by : {"A", "A", "A", "B", "B", "B", "B", "B", "A", "A"}) go(b, end_phase(by));
}

/// A1 with two generals, fighting B1.
std::unique_ptr<Battle> two_generals(json a1, json options = json::object()) {
  options["army_broken_at"] = 1;
  const auto touching = [](const char* foe) { return json::array({{{"foe", foe}, {"on", "front"}, {"fresh", false}}}); };
  return in_phase(
      "hand_to_hand",
      {unit("A1", 20, 20, 90, std::move(a1)), unit("A2", 26, 20), unit("A3", 60, 10),
       general("GA", 20, 18, {{"army_commander", true}, {"attack_dice", 1}}),
       general("GC", 22, 18, {{"attack_dice", 2}, {"rating", 9}, {"division", "Wing"}}), general("GD", 60, 8, {{"division", "East"}})},
      {unit("B1", 20, 21, 270)},
      {{"options", options},
       {"state",
        {{"units", {{"A1", {{"contacts", touching("B1")}}}, {"B1", {{"contacts", touching("A1")}}}}},
         {"generals", {{"GA", {{"joined", "A1"}}}, {"GC", {{"joined", "A1"}}}}}}}});
}
const json* general_state(const json& all, const char* id) { return &all.at("generals").at(id); }

}  // namespace

TEST_CASE("every general who joined a unit goes where it goes, each beside the others", "[hc][HC-ORD-07][HC-ORD-11]") {
  auto b = in_phase("orders",
                    {unit("A1", 20, 20), unit("A2", 60, 10, 90, {{"division", "Wing"}}), general("GA", 20, 18, {{"army_commander", true}}),
                     general("GC", 22, 18, {{"division", "Wing"}})},
                    {unit("B1", 20, 60, 270)});
  go(*b, act("join", {{"general", "GC"}, {"unit", "A1"}}));
  go(*b, act("follow_me", {{"general", "GA"}, {"unit", "A1"}}));
  const auto place = [&](const char* id, const char* axis) {
    return state(*b).at("generals").at(id).at("stand").at("at").at(axis).get<double>() / 25.4;
  };
  CHECK(place("GC", "x_mm") == Approx(20));
  CHECK(std::abs(place("GA", "x_mm") - place("GC", "x_mm")) >= 0.99);
  go(*b, answer("A", {1, 1}));
  const json events = go(*b, move("A1", 20, 25));
  CHECK(std::count_if(events.begin(), events.end(), [](const json& e) { return e.at("event") == "general_moved"; }) == 2);
  CHECK(place("GA", "y_mm") == Approx(24));
  CHECK(place("GC", "y_mm") == Approx(24));
  CHECK(std::abs(place("GA", "x_mm") - place("GC", "x_mm")) >= 0.99);
}

TEST_CASE("all generals with a unit lend it their dice and are lost with it", "[hc][HC-HTH-02][HC-CFG-T1]") {
  const auto shatter = [](json options) {
    auto b = two_generals({{"stamina", 2}}, std::move(options));
    go(*b, act("fight", {{"unit", "A1"}}));
    CHECK(dice_asked(*b) == 5 + 1 + 2);
    go(*b, answer("A", {1, 1, 1, 1, 1, 1, 1, 1}));
    go(*b, answer("B", {6, 6, 6, 6, 6}));
    json events = go(*b, answer("A", {1, 1, 1, 1, 1}));
    REQUIRE(event_named(events, "unit_broke"));
    return std::pair{std::move(events), state(*b)};
  };
  const auto [lost, after] = shatter(json::object());
  for (const char* id : {"GA", "GC"}) {
    CHECK(general_state(after, id)->at("on_table") == false);
    CHECK(general_state(after, id)->at("joined") == "");
  }
  REQUIRE(event_named(lost, "commander_replaced"));
  CHECK(event_named(lost, "commander_replaced")->at("general") == "GD");  // GC is lost, too
  const auto [saved, refuge] = shatter({{"general_with_lost_unit", "to_nearest"}});
  for (const char* id : {"GA", "GC"}) CHECK(general_state(refuge, id)->at("joined") == "A2");
  CHECK(event_named(saved, "commander_replaced") == nullptr);
}

TEST_CASE("a Rally order rolled again gives back the casualties that the first roll took off", "[hc][HC-ORD-09][HC-ORD-19][HC-CFG-T1]") {
  const auto rolled_again = [](int begins, int heal, std::vector<int> dice) {
    auto b = tired(begins, {{"options", {{"rally_order_heal", heal}}}});
    go(*b, kRally);
    go(*b, answer("A", {2, 3}));
    CHECK(casualties(*b) == std::max(0, begins - heal));
    go(*b, act("reroll", {{"general", "GA"}}));
    CHECK(casualties(*b) == begins);
    go(*b, answer("A", std::move(dice)));
    return casualties(*b);
  };
  CHECK(rolled_again(4, 1, {1, 1}) == 3);
  CHECK(rolled_again(4, 1, {6, 5}) == 4);
  CHECK(rolled_again(2, 3, {6, 5}) == 2);  // no more than it had lost
  auto fails = tired(4);
  go(*fails, kRally);
  go(*fails, answer("A", {6, 5}));
  go(*fails, act("reroll", {{"general", "GA"}}));
  go(*fails, answer("A", {1, 1}));
  CHECK(casualties(*fails) == 3);
}

TEST_CASE("a general rallies a unit once on each join, in later turns too", "[hc][HC-AMB-10][HC-ORD-09]") {
  auto b = tired(5);
  go(*b, kRally);
  go(*b, answer("A", {1, 1}));
  next_orders(*b);
  CHECK(refusal(*b, kRally) == "HC-ORD-09");
  CHECK(allowed(*b, order("A2")));
  // He joins anew once he has left; where he stands already he does not.
  auto stays = tired(5);
  go(*stays, kRally);
  go(*stays, answer("A", {1, 1}));
  next_orders(*stays);
  go(*stays, act("join", {{"general", "GA"}, {"unit", "A1"}}));
  CHECK(refusal(*stays, kRally) == "HC-ORD-09");
  go(*b, act("move_general", {{"general", "GA"}, {"to", at(22, 8)}}));
  go(*b, kRally);
  go(*b, answer("A", {1, 1}));
  CHECK(casualties(*b) == 3);
  CHECK(refusal(*b, order("A2")) == "HC-ORD-08");
}

TEST_CASE("an order beside the unit a general is with already costs him his further orders", "[hc][HC-ORD-08][HC-ORD-11]") {
  for (const char* what : {"rally", "follow_me"}) {
    INFO(what);
    auto b = tired(5, {{"state", {{"generals", {{"GA", {{"joined", "A1"}}}}}}}});
    CHECK(allowed(*b, order("A2")));
    go(*b, act(what, {{"general", "GA"}, {"unit", "A1"}}));
    go(*b, answer("A", {1, 1}));
    CHECK(b->owed().empty());  // he stands where he stood
    CHECK(refusal(*b, order("A2")) == "HC-ORD-08");
  }
}

namespace {

/// A1 of a Broken Division; the army commander GA stands by it, its own general GC within reach.
std::unique_ptr<Battle> shaky(json options = json::object()) {
  options["army_broken_at"] = 1;
  return in_phase("orders",
                  {unit("A1", 20, 20, 90, {{"casualties", 3}}), unit("A2", 26, 20), unit("A3", 60, 10, 90, {{"division", "Wing"}}),
                   general("GC", 20, 17), general("GA", 22, 17, {{"division", "Wing"}, {"army_commander", true}})},
                  {unit("B1", 20, 60, 270)}, {{"options", options}, {"state", {{"divisions", {{"A.Centre", {{"broken", true}}}}}}}});
}
const json kOrder = act("order", {{"general", "GC"}, {"unit", "A1"}});
const json kCourage = act("where_is_your_courage", {{"general", "GA"}, {"unit", "A1"}});
const json kReroll = act("reroll", {{"general", "GA"}});
const json kRetire = act("retire", {{"unit", "A1"}, {"ahead_in", -3}});
/// The command with its dice; all events.
json rolled(Battle& b, const json& command, std::vector<int> dice) {
  json all = go(b, command);
  for (const json& event : go(b, answer("A", std::move(dice)))) all.push_back(event);
  return all;
}

}  // namespace

TEST_CASE("a re-roll takes back what that order gave and nothing of another", "[hc][HC-ORD-19][HC-ORD-01][HC-ORD-09][HC-ORD-10]") {
  // A Rally order beside another, as the players rule, and rolled again leaves the unit the order it has and the moves left of it.
  auto rally = in_phase("orders",
                        {unit("A1", 20, 20, 90, {{"casualties", 3}}), general("GA", 20, 17, {{"army_commander", true}}),
                         general("GC", 22, 17, {{"division", "Wing"}})},
                        {unit("B1", 20, 60, 270)});
  rolled(*rally, act("order", {{"general", "GA"}, {"unit", "A1"}}), {4, 2});  // 2 under: two moves
  go(*rally, move("A1", 20, 26));
  REQUIRE(rally->submit(act("rally", {{"general", "GC"}, {"unit", "A1"}}).dump()));
  rolled(*rally, act("rule", {{"allow", true}}, "both"), {6, 5});
  rolled(*rally, kReroll, {1, 1});
  CHECK(unit_state(*rally, "A1").at("casualties") == 2);
  CHECK(unit_state(*rally, "A1").at("turn").at("moves_left") == 1);
  CHECK(refusal(*rally, act("order", {{"general", "GA"}, {"unit", "A1"}})) == "HC-ORD-01");
  CHECK(allowed(*rally, move("A1", 20, 32)));
  // An order rolled again leaves the courage found before it.
  auto steady = shaky();
  rolled(*steady, kCourage, {1, 1});
  rolled(*steady, kOrder, {6, 5});
  json again = rolled(*steady, kReroll, {6, 5});
  CHECK(unit_state(*steady, "A1").at("turn").at("steadied") == true);
  CHECK(refusal(*steady, kRetire) == "HC-ORD-13");
  // Courage rolled again leaves the order that failed before it, and is itself lost.
  auto lost = shaky();
  rolled(*lost, kOrder, {6, 5});
  rolled(*lost, kCourage, {1, 1});
  rolled(*lost, kReroll, {6, 5});
  CHECK(unit_state(*lost, "A1").at("turn").at("steadied") == false);
  CHECK(unit_state(*lost, "A1").at("turn").at("order_failed") == true);
  CHECK(refusal(*lost, kOrder) == "HC-ORD-01");
  CHECK(allowed(*lost, kRetire));
}

TEST_CASE("a re-roll in an older log takes back orders and courage alike", "[hc][HC-ORD-19]") {
  auto b = shaky();
  rolled(*b, kCourage, {1, 1});
  rolled(*b, kOrder, {6, 5});
  auto old = b->copy();
  std::vector<std::string> said;
  for (json event : go(*b, kReroll)) {
    for (const char* field : {"ordered", "steadied"}) event.erase(field);
    said.push_back(event.dump());
  }
  REQUIRE(old->fold(kReroll.dump(), said));
  CHECK(unit_state(*b, "A1").at("turn").at("steadied") == true);
  CHECK(unit_state(*old, "A1").at("turn").at("steadied") == false);
  CHECK(unit_state(*old, "A1").at("turn").at("ordered") == false);
}

TEST_CASE("a blunder is no courage found and no rally, whatever moves its table gives", "[hc][HC-AMB-11][HC-CFG-01][HC-ORD-10]") {
  const json table{{"blunder_table", json::array({{{"d6", 3}, {"text", "forward"}, {"moves", 1}}})}};
  auto b = shaky(table);
  rolled(*b, kCourage, {6, 6});
  const json events = go(*b, answer("A", {3}));
  const json& resolved = *event_named(events, "order_resolved");
  CHECK(resolved.at("success") == false);
  CHECK(resolved.at("moves") == 0);
  CHECK(resolved.at("blunder") == "forward");
  CHECK(b->tell(resolved.dump()).find("forward, not obeyed") != std::string::npos);
  CHECK(unit_state(*b, "A1").at("turn").at("steadied") == false);
  CHECK(allowed(*b, kRetire));
  auto rally = shaky(table);
  rolled(*rally, act("rally", {{"general", "GC"}, {"unit", "A1"}}), {6, 6});
  CHECK(event_named(go(*rally, answer("A", {3})), "order_resolved")->at("success") == false);
  // An order to move is carried out as the table says.
  auto order = shaky(table);
  rolled(*order, kOrder, {6, 6});
  go(*order, answer("A", {3}));
  CHECK(unit_state(*order, "A1").at("turn").at("moves_left") == 1);
}

namespace {
/// A1, hurt, with the generals GA and GC near.
std::unique_ptr<Battle> hurt(json a1 = json::object()) {
  a1["casualties"] = 3;
  return in_phase(
      "orders",
      {unit("A1", 20, 10, 90, a1), general("GA", 20, 8, {{"army_commander", true}}), general("GC", 22, 8, {{"division", "Left"}})},
      {unit("B1", 20, 60, 270)});
}
const json kRallyByC = act("rally", {{"unit", "A1"}, {"general", "GC"}});
const json kOrderByA = act("order", {{"unit", "A1"}, {"general", "GA"}});
}  // namespace

TEST_CASE("a Rally order is the order of its unit this turn", "[hc][HC-ORD-06][HC-ORD-09]") {
  auto rallied = hurt();
  go(*rallied, kRallyByC);
  go(*rallied, answer("A", {2, 2}));
  CHECK(unit_state(*rallied, "A1").at("casualties") == 2);
  CHECK(refusal(*rallied, kOrderByA) == "HC-ORD-01");
  CHECK(refusal(*rallied, act("general_advance", {{"general", "GA"}})) == "HC-ORD-04");
  CHECK(refusal(*rallied, act("follow_me", {{"unit", "A1"}, {"general", "GA"}})) == "HC-ORD-01");
  auto ordered = hurt();
  go(*ordered, kOrderByA);
  go(*ordered, answer("A", {2, 2}));
  CHECK(refusal(*ordered, kRallyByC) == "HC-ORD-06");
  // A re-roll takes the order back with the casualties.
  auto again = hurt();
  go(*again, kRallyByC);
  go(*again, answer("A", {2, 2}));
  go(*again, act("reroll", {{"general", "GA"}}));
  CHECK(unit_state(*again, "A1").at("turn").at("ordered") == false);
  go(*again, answer("A", {6, 5}));
  CHECK(unit_state(*again, "A1").at("turn").at("order_failed") == true);
}

TEST_CASE("a Column whose Rally order failed has its Free Move", "[hc][HC-ORD-13][HC-AMB-40][HC-ORD-06]") {
  auto b = hurt({{"formation", "column"}});
  go(*b, kRallyByC);
  go(*b, answer("A", {5, 5}));
  go(*b, move("A1", 20, 16));
  CHECK(unit_state(*b, "A1").at("turn").at("free_move_used") == true);
  auto rallied = hurt({{"formation", "column"}});
  go(*rallied, kRallyByC);
  go(*rallied, answer("A", {2, 2}));
  CHECK(refusal(*rallied, move("A1", 20, 16)) == "HC-ORD-01");
}

TEST_CASE("a general whose unit fought joins no other in that step, so that he gives his dice once", "[hc][HC-HTH-02][HC-HTH-15]") {
  const auto touching = [](const char* foe) { return json::array({{{"foe", foe}, {"on", "front"}, {"fresh", false}}}); };
  json units;
  for (const auto& [mine, foe] : {std::pair{"A1", "B1"}, {"A2", "B2"}})
    units[mine]["contacts"] = touching(foe), units[foe]["contacts"] = touching(mine);
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20), unit("A2", 26, 20), general("GA", 20, 17, {{"attack_dice", 1}})},
                    {unit("B1", 20, 21, 270), unit("B2", 26, 21, 270)}, {{"state", {{"units", units}}}});
  const auto join = [](const char* id) { return act("join", {{"general", "GA"}, {"unit", id}}); };
  go(*b, join("A1"));
  CHECK(allowed(*b, join("A2")));  // before a blow has fallen
  go(*b, act("fight", {{"unit", "A1"}}));
  CHECK(dice_asked(*b) == 6);
  go(*b, answer("A", {1, 1, 1, 1, 1, 1}));
  go(*b, answer("B", {1, 1, 1, 1, 1}));
  CHECK(refusal(*b, join("A2")) == "HC-HTH-02");
  go(*b, act("fight", {{"unit", "A2"}}));
  CHECK(dice_asked(*b) == 5);
}

}  // namespace beside_tests
