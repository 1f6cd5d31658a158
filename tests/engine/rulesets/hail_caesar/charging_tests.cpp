/// Charges and follow-ups in lines of battle: neighbours, places nobody says, who stands in the way, garrisons.
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace charging_tests {

using namespace field;
using polemarch::UnitId;
using polemarch::engine::About;

namespace {

json charge(const std::string& id, const std::string& target) { return act("charge", {{"unit", id}, {"target", target}}); }
json charge_at(const std::string& id, const std::string& target, double x_in, double y_in, double heading = 90) {
  json j = charge(id, target);
  j["to"] = at(x_in, y_in, heading);
  return j;
}
json follow(const std::string& id, const std::string& target = "") {
  json j = act("follow_up", {{"unit", id}});
  if (!target.empty()) j["target"] = target;
  return j;
}
json touching(const std::string& foe, const std::string& on = "front") { return {{"foe", foe}, {"on", on}, {"fresh", false}}; }
json moves(const json& units, int n) {
  json state;
  for (const json& u : units) state["units"][u.at("unit").get<std::string>()]["turn"] = {{"ordered", true}, {"moves_left", n}};
  return state;
}
/// A's units have so many moves by their orders.
std::unique_ptr<Battle> ordered(int n, json a, json b, json more = json::object()) {
  more["state"].merge_patch(moves(a, n));
  a.push_back(general("GA", 2, 2));
  return in_phase("orders", a, b, more);
}
/// To a hundredth of an inch.
bool stands_at(const Battle& b, const std::string& id, double x_in, double y_in) {
  const json stand = unit_state(b, id).at("stands")[0].at("at");
  return stand.at("x_mm").get<double>() == Approx(x_in * 25.4).margin(0.25) &&
         stand.at("y_mm").get<double>() == Approx(y_in * 25.4).margin(0.25);
}
/// The combat of this unit: every unit of A scores two hits, nobody saves, B's break tests throw these dice one after the other.
json fought(Battle& b, const std::string& id, const std::vector<std::vector<int>>& tests) {
  json all = go(b, act("fight", {{"unit", id}}));
  std::size_t tested = 0;
  while (!question(b).empty()) {
    const std::string asked = question(b);
    std::vector<int> dice(static_cast<std::size_t>(dice_asked(b)), 1);
    if (asked.find("fights") != std::string::npos && asked[0] == 'A') dice[0] = dice[1] = 6;
    if (asked.find("break test") != std::string::npos) dice = tests.at(tested++);
    for (json& e : go(b, answer("umpire", dice))) all.push_back(e);
  }
  return all;
}
int follow_ups_offered(const Battle& b) {
  int found = 0;
  for (const auto& offer : b.offers(Viewer::A, About{UnitId{"A1"}}))
    found += offer.verdict.allowed() && json::parse(offer.command).at("do") == "follow_up" ? 1 : 0;
  return found;
}

}  // namespace

TEST_CASE("a closed line of battle is charged by a closed line, each told which neighbours it touches, too", "[hc][HC-ORD-24][HC-CFG-04]") {
  auto b = ordered(1, {unit("A1", 20, 20), unit("A2", 22, 20), unit("A3", 24, 20)},
                   {unit("B1", 20, 25, 270), unit("B2", 22, 25, 270), unit("B3", 24, 25, 270)});
  CHECK(why(judged(*b, charge("A2", "B2"))).find("it touches B1, too") != std::string::npos);
  CHECK(refusal(*b, charge_at("A2", "B2", 22, 24.5)) == "HC-CFG-04");
  for (const char* n : {"1", "2", "3"}) go(*b, charge(std::string("A") + n, std::string("B") + n));
  CHECK(unit_state(*b, "A2").at("contacts").size() == 1);  // it fights the unit it charged
  CHECK(stands_at(*b, "A2", 22.0, 24.0));
}

TEST_CASE("a charge beside a fight, or onto the front of two, is a charge, whatever the camera leaves open", "[hc][HC-ORD-24][HC-CFG-04]") {
  const json wide{{"base_mm", {152.4, 25.4}}};
  auto beside = ordered(1, {unit("A1", 20, 24), unit("A2", 22, 20)}, {unit("B1", 20, 25, 270), unit("B2", 22, 25, 270)},
                        {{"state", {{"units", {{"A1", {{"contacts", {touching("B1")}}}}, {"B1", {{"contacts", {touching("A1")}}}}}}}}});
  CHECK(allowed(*beside, charge("A2", "B2")));
  json blurred = unit("B1", 18.5, 25 + 2 / 25.4, 270);
  blurred["at"]["cov"] = {1000000, 0, 0, 1000000, 0, 0};  // 1 mm
  auto both = ordered(1, {unit("A1", 20, 20, 90, wide)}, {blurred, unit("B2", 21.5, 25, 270)});
  CHECK(judged(*both, charge("A1", "B2")).ruling == Ruling::Allowed);
}

TEST_CASE("who touches an enemy it does not fight may stay in touch with him", "[hc][HC-ORD-24]") {
  auto b = ordered(1, {unit("A1", 20, 24), unit("A2", 22, 24)}, {unit("B1", 20, 25, 270)},
                   {{"state", {{"units", {{"A1", {{"contacts", {touching("B1")}}}}, {"B1", {{"contacts", {touching("A1")}}}}}}}}});
  CHECK(allowed(*b, act("move", {{"unit", "A2"}, {"formation", "column"}})));
  CHECK(refusal(*b, move("A2", 21.5, 24)) == "HC-CFG-04");
}

TEST_CASE("in closed lines the winner follows past the neighbour of the loser", "[hc][HC-CFG-T1][HC-ORD-24]") {
  const json deep{{"base_mm", {50.8, 101.6}}};
  json contacts;
  for (const auto& [mine, foe] : {std::pair{"A1", "B1"}, {"A2", "B2"}})
    contacts[mine]["contacts"] = {touching(foe)}, contacts[foe]["contacts"] = {touching(mine)};
  auto b = in_phase("hand_to_hand", {unit("A1", 20, 20, 90, deep), unit("A2", 22, 20, 90, deep)},
                    {unit("B1", 20, 24, 270, deep), unit("B2", 22, 24, 270, deep)}, {{"state", {{"units", contacts}}}});
  fought(*b, "A1", {{5, 4}});
  CHECK(why(judged(*b, follow("A1"))).find("it touches B2, too") != std::string::npos);
  go(*b, follow("A1"));
  CHECK(stands_at(*b, "A1", 20.0, 23.0));
}

TEST_CASE("of two winners both follow, each before the part of the loser that it had", "[hc][HC-CFG-T1]") {
  const auto two = [](json a1, json a2, const std::string& edge) {
    return in_phase("hand_to_hand", {std::move(a1), std::move(a2)}, {unit("B1", 20, 21, 270)},
                    {{"state",
                      {{"units",
                        {{"A1", {{"contacts", {touching("B1")}}}},
                         {"A2", {{"contacts", {touching("B1")}}}},
                         {"B1", {{"contacts", {touching("A1"), touching("A2", edge)}}}}}}}}});
  };
  for (const bool first : {true, false}) {
    auto b = two(unit("A1", 19, 20), unit("A2", 21, 20), "front");
    fought(*b, "A1", {{6, 5}});
    for (const char* id : {first ? "A1" : "A2", first ? "A2" : "A1"}) go(*b, follow(id));
    CHECK(stands_at(*b, "A1", 19.0, 23.0));
    CHECK(stands_at(*b, "A2", 21.0, 23.0));
    auto flank = two(unit("A1", 20, 20), unit("A2", 18.5, 21, 0), "right");
    fought(*flank, "A1", {{6, 5}});
    for (const char* id : {first ? "A1" : "A2", first ? "A2" : "A1"}) go(*flank, follow(id));
    CHECK(stands_at(*flank, "A2", 18.5, 24.0));
    for (const json& contact : unit_state(*flank, "B1").at("contacts"))
      CHECK(contact.at("on") == (contact.at("foe") == "A1" ? "front" : "right"));
  }
}

namespace {
/// A1, a broad unit, against B1 and B2 side by side.
std::unique_ptr<Battle> one_against_two() {
  return in_phase("hand_to_hand", {unit("A1", 20, 20, 90, {{"base_mm", {152.4, 25.4}}})},
                  {unit("B1", 18.5, 21, 270), unit("B2", 21.5, 21, 270), unit("B9", 60, 60, 270), unit("B8", 64, 60, 270)},
                  {{"state",
                    {{"units",
                      {{"A1", {{"contacts", {touching("B1"), touching("B2")}}}},
                       {"B1", {{"contacts", {touching("A1")}}}},
                       {"B2", {{"contacts", {touching("A1")}}}}}}}}});
}
}  // namespace

TEST_CASE("the winner may follow a foe that gave ground, whatever became of the others and in whatever order", "[hc][HC-CFG-T1]") {
  auto first = one_against_two();
  fought(*first, "A1", {{5, 4}, {1, 1}});
  go(*first, follow("A1"));
  CHECK(unit_state(*first, "A1").at("contacts")[0].at("foe") == "B1");
  auto last = one_against_two();
  fought(*last, "A1", {{1, 1}, {5, 4}});
  go(*last, follow("A1"));
  CHECK(unit_state(*last, "A1").at("contacts")[0].at("foe") == "B2");
  auto held = one_against_two();
  fought(*held, "A1", {{5, 4}, {6, 6}});
  CHECK(refusal(*held, follow("A1")) == "HC-CFG-T1");  // it fights on
}

TEST_CASE("where several foes gave ground the winner names whom it follows", "[hc][HC-CFG-T1]") {
  for (const std::string loser : {"B1", "B2"}) {
    auto b = one_against_two();
    fought(*b, "A1", {{5, 4}, {5, 4}});
    CHECK(follow_ups_offered(*b) == 2);
    CHECK(judged(*b, follow("A1", "B9")).refusal == polemarch::engine::Refusal::Impossible);
    go(*b, follow("A1", loser));
    CHECK(unit_state(*b, "A1").at("contacts")[0].at("foe") == loser);
    CHECK(follow_ups_offered(*b) == 0);
  }
}

TEST_CASE("an older log that says not where the losers stood leaves the last of them to follow", "[hc][HC-CFG-T1]") {
  auto b = one_against_two();
  std::vector<std::string> said;
  for (json& event : fought(*b, "A1", {{5, 4}, {5, 4}})) {
    event.erase("stood");
    said.push_back(event.dump());
  }
  auto old = one_against_two();
  REQUIRE(old->fold(act("fight", {{"unit", "A1"}}).dump(), said));
  CHECK_FALSE(state(*old).contains("gave_ground"));
  CHECK(follow_ups_offered(*old) == 1);
  go(*old, follow("A1"));
  CHECK(unit_state(*old, "A1").at("contacts")[0].at("foe") == "B2");
}

TEST_CASE("a charge that says no place goes straight ahead where the fronts meet, else to the middle", "[hc][HC-ORD-24][HC-CFG-T1]") {
  auto straight = ordered(1, {unit("A1", 21.7, 20)}, {unit("B1", 20, 26.9, 270)});
  go(*straight, charge("A1", "B1"));
  CHECK(stands_at(*straight, "A1", 21.7, 25.9));
  auto middle = ordered(1, {unit("A1", 23, 20)}, {unit("B1", 20, 25, 270)});
  go(*middle, charge("A1", "B1"));
  CHECK(stands_at(*middle, "A1", 20.0, 24.0));
}

TEST_CASE("a charge that says no place finds room beside friends", "[hc][HC-ORD-24][HC-CFG-T1]") {
  auto two = ordered(1, {unit("A1", 19, 20), unit("A2", 21, 20)}, {unit("B1", 20, 25, 270)});
  go(*two, charge("A1", "B1"));
  go(*two, charge("A2", "B1"));
  CHECK(stands_at(*two, "A1", 19.0, 24));
  CHECK(stands_at(*two, "A2", 21.0, 24));
  auto behind = ordered(2, {unit("A1", 20, 24), unit("A2", 20, 15)}, {unit("B1", 20, 25, 270, {{"base_mm", {152.4, 25.4}}})},
                        {{"state", {{"units", {{"A1", {{"contacts", {touching("B1")}}}}, {"B1", {{"contacts", {touching("A1")}}}}}}}}});
  go(*behind, charge("A2", "B1"));
  CHECK((stands_at(*behind, "A2", 18, 24) || stands_at(*behind, "A2", 22, 24)));
}

TEST_CASE("friends let a unit through, enemies do not", "[hc][HC-PRX-03][HC-AMB-14][HC-CFG-04]") {
  const auto screen = [](json a, json b, json more = json::object()) { return ordered(3, std::move(a), std::move(b), std::move(more)); };
  auto b = screen({unit("A1", 20, 10)}, {unit("B1", 20, 14, 270), unit("B2", 20, 20, 270)});
  CHECK(refusal(*b, charge("A1", "B2")) == "HC-PRX-03");
  CHECK(allowed(*b, charge("A1", "B1")));
  CHECK(refusal(*b, move("A1", 20, 17, 270)) == "HC-PRX-03");
  CHECK(refusal(*b, charge_at("A1", "B1", 20, 15, 270)) == "HC-PRX-03");  // into its rear, through its ranks
  // Nor is there a way between bases side by side.
  auto seam = screen({unit("A1", 20, 10)}, {unit("B1", 20, 14, 270, {{"bases", 2}, {"base_mm", {25.4, 25.4}}}), unit("B2", 20, 20, 270)});
  CHECK(refusal(*seam, charge("A1", "B2")) == "HC-PRX-03");
  CHECK(allowed(*screen({unit("A1", 20, 10), unit("A2", 20, 14)}, {unit("B2", 20, 20, 270)}), charge("A1", "B2")));
  auto melee = screen({unit("A1", 20, 10), unit("A2", 20, 13)}, {unit("B1", 20, 14, 270), unit("B2", 20, 20, 270)},
                      {{"state", {{"units", {{"A2", {{"contacts", {touching("B1")}}}}, {"B1", {{"contacts", {touching("A2")}}}}}}}}});
  CHECK(refusal(*melee, charge("A1", "B2")) == "HC-CFG-04");
  // One that was driven on to it gets off it again.
  CHECK(allowed(*screen({unit("A1", 20, 13.8)}, {unit("B1", 20, 14, 270)}), move("A1", 20, 11)));
}

TEST_CASE("no way leads between two enemies who leave less room than the unit's least width", "[hc][HC-PRX-03][HC-AMB-14][HC-CFG-04]") {
  const auto two = [](double gap, json more = json::object(), json a2 = json::array()) {  // B3 stands behind the gap, inches
    json a{unit("A1", 20, 20)};
    for (const json& other : a2) a.push_back(other);
    return ordered(3, a, {unit("B1", 19 - gap / 2, 25, 270), unit("B2", 21 + gap / 2, 25, 270), unit("B3", 20, 31, 270)}, std::move(more));
  };
  for (const double gap : {0.0, 0.2, 0.8}) {
    INFO(gap);
    CHECK(refusal(*two(gap), charge("A1", "B3")) == "HC-PRX-03");
    CHECK(why(judged(*two(gap), charge("A1", "B3"))).find("between B1 and B2, too close for it") != std::string::npos);
    CHECK(allowed(*two(gap), charge("A1", "B1")));
  }
  CHECK(refusal(*two(0.2), move("A1", 20, 27.5, 270)) == "HC-PRX-03");  // to fall on their rear
  CHECK(allowed(*two(1.2), charge("A1", "B3")));
  json melee;
  for (const auto& [mine, foe] : {std::pair{"A2", "B1"}, {"A3", "B2"}})
    melee["state"]["units"][mine]["contacts"] = {touching(foe)}, melee["state"]["units"][foe]["contacts"] = {touching(mine)};
  CHECK(refusal(*two(0.2, melee, {unit("A2", 18.9, 24), unit("A3", 21.1, 24)}), charge("A1", "B3")) == "HC-CFG-04");
  // Aslant through a corner of one and the gap beside it.
  auto aslant = ordered(3, {unit("A1", 19.2, 20)}, {unit("B1", 18.9, 25, 270), unit("B2", 21.1, 25, 270), unit("B3", 20.8, 31, 270)});
  CHECK(refusal(*aslant, charge("A1", "B3")) == "HC-PRX-03");
}

TEST_CASE("a charger that touches its target already charges the edge it touches", "[hc][HC-ORD-24][HC-HTH-08]") {
  const json wide{{"base_mm", {152.4, 25.4}}};
  // Drawn out past the target's front, so that the charger's middle lies in the front quarter.
  auto b = ordered(1, {unit("A1", 18.5, 18.8, 0, wide)}, {unit("B1", 20, 21, 270)});
  const json events = go(*b, charge("A1", "B1"));
  CHECK(event_named(events, "unit_charged")->at("on") == "right");
  CHECK(event_named(events, "unit_charged")->at("distance") == Approx(0).margin(0.1));
}

TEST_CASE("a garrison is charged at the wall of its building", "[hc][HC-AMB-42][HC-HTH-T2][HC-ORD-24]") {
  const json town{{"terrain", {{{"id", "V"}, {"kind", "building"}, {"box", {18, 18, 22, 22}}}}}};
  const auto house = [&] { return ordered(1, {unit("A1", 20, 12)}, {unit("B1", 20, 20, 270, {{"in", "V"}})}, town); };
  auto b = house();
  CHECK(allowed(*b, charge_at("A1", "B1", 20, 17.5)));
  CHECK(refusal(*b, charge_at("A1", "B1", 20, 17)) == "HC-ORD-24");
  go(*b, charge("A1", "B1"));
  CHECK(stands_at(*b, "A1", 20.0, 17.5));
  CHECK(unit_state(*b, "B1").at("contacts")[0].at("on") == "front");
  // Where the building is smaller than its garrison, at the garrison.
  auto hut = ordered(1, {unit("A1", 20, 15)}, {unit("B1", 20, 20, 270, {{"in", "V"}})},
                     {{"terrain", {{{"id", "V"}, {"kind", "building"}, {"box", {19.5, 19.8, 20.5, 20.2}}}}}});
  go(*hut, charge("A1", "B1"));
  CHECK(stands_at(*hut, "A1", 20.0, 19.0));
}

}  // namespace charging_tests
