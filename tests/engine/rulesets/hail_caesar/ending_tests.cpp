/// How a battle begins and ends: who has the first turn, who gave up, and which orders nobody can give.
#include <algorithm>

#include "engine/rulesets/hail_caesar/from_lists.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace ending_tests {

using namespace field;
using polemarch::Side;
using polemarch::UnitId;
using polemarch::engine::AboutNothing;
using polemarch::engine::OfferText;

namespace {

std::unique_ptr<Battle> in_orders(const json& more = json::object()) {
  return in_phase("orders", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 60, 270), general("GB", 20, 62)}, more);
}

/// A list of units and generals as a CSV makes it.
json listed(const json& a) {
  json setup{{"v", 1}, {"ruleset", "hail_caesar"}};
  setup["sides"]["A"]["units"] = a;
  setup["sides"]["B"]["units"] = json::parse(R"([{"type":"general"}])");
  return setup;
}
std::string missing(const json& a) {
  const auto made = polemarch::hail_caesar::from_lists(listed(a).dump(), "battle");
  return made ? "" : made.error().line;
}
json completed(const json& a) {
  const auto made = polemarch::hail_caesar::from_lists(listed(a).dump(), "battle");
  REQUIRE(made);
  return json::parse(*made).at("sides").at("A").at("units");
}

}  // namespace

TEST_CASE("a battle given up says who gave it up, though a question is open, and nothing is asked afterwards", "[hc][HC-CFG-04]") {
  auto b = in_orders();
  go(*b, act("order", {{"general", "GA"}, {"unit", "A1"}}));
  REQUIRE_FALSE(question(*b).empty());
  CHECK(refusal(*b, act("end_battle", {{"winner", "A"}})) == "HC-CFG-04");  // only B gives it to A
  go(*b, act("end_battle", {{"winner", "B"}}));
  REQUIRE(b->ending());
  CHECK(b->ending()->winner == Side::B);
  CHECK(b->ending()->text == "A gives up");
  CHECK(b->describe(Viewer::Both).front() == "B has won: A gives up");
  CHECK(question(*b).empty());
}

TEST_CASE("both sides stop a battle as a draw, the last turn ends one too, and each is told as it is", "[hc][HC-CFG-04]") {
  auto stopped = in_orders();
  const json events = go(*stopped, act("end_battle", json::object(), "both"));
  REQUIRE(stopped->ending());
  CHECK(stopped->ending()->text == "both sides agree to stop");
  CHECK(stopped->tell(event_named(events, "battle_ended")->dump()) == "A draw: both sides agree to stop");
  auto last = battle({unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 60, 270), general("GB", 20, 62)},
                     {{"options", {{"turn_limit", 1}}}, {"state", {{"phase", "hand_to_hand"}, {"active", "B"}, {"turn", 1}}}});
  go(*last, end_phase("B"));
  REQUIRE(last->ending());
  CHECK(last->ending()->text == "the last turn is played");
}

TEST_CASE("an ending of an earlier log is told by the losses: an army that stands is not called broken", "[hc][HC-CFG-T1]") {
  auto b = in_orders();
  const std::vector<std::string> events{R"({"event":"battle_ended","winner":"A","why":"the players ended it"})"};
  REQUIRE(b->fold(R"({"by":"B","do":"end_battle","winner":"A"})", events));
  REQUIRE(b->ending());
  CHECK(b->ending()->text == "the battle was given up");
  CHECK_FALSE(state(*b).contains("ended_by"));
}

TEST_CASE("either side may be the one that begins, and full turns are counted from it", "[hc][HC-SEQ-01]") {
  const auto deployed = [] {
    return in_phase("deployment", {unit("A1", 20, 10), general("GA", 20, 8)}, {unit("B1", 20, 60, 270), general("GB", 20, 62)});
  };
  for (const char* side : {"A", "B"}) {
    auto b = deployed();
    const auto offers = b->offers(side[0] == 'A' ? Viewer::A : Viewer::B, AboutNothing{});
    const auto begins = std::find_if(offers.begin(), offers.end(), [&](const OfferText& offer) {
      return offer.text == std::string(side) + " begins the battle" && offer.verdict.allowed();
    });
    REQUIRE(begins != offers.end());
    json command = json::parse(begins->command);
    command["by"] = side;
    go(*b, command);
    CHECK(state(*b).at("active") == side);
    CHECK(state(*b).at("first") == side);
    CHECK(state(*b).at("turn") == 1);
    CHECK_FALSE(allowed(*b, act("end_phase", {{"first", side}}, side)));  // it is settled
  }
  auto plain = deployed();
  go(*plain, end_phase("B"));  // whoever says it without a word on that: as the set-up has it
  CHECK(state(*plain).at("active") == "A");
}

TEST_CASE("an army without divisions is one, and its first general commands it", "[hc][HC-ORD-03][HC-ORD-04]") {
  const json units = completed(json::parse(R"([{"type":"horse"},{"type":"general","name":"Scipio"},{"type":"general"}])"));
  for (const json& one : units) CHECK(one.at("division") == units.front().at("division"));
  CHECK(units[1].at("army_commander") == true);
  CHECK_FALSE(units[2].contains("army_commander"));
  const json named = completed(json::parse(R"([{"type":"horse","division":"Left"},{"type":"general","division":"Left"}])"));
  CHECK(named[0].at("division") == "Left");
  CHECK(named[1].at("army_commander") == true);  // its only general
}

TEST_CASE("an army in which somebody could be ordered by nobody is told so in one line", "[hc][HC-ORD-02][HC-ORD-03]") {
  const json nobody = json::parse(R"([{"type":"horse"}])");
  CHECK(missing(nobody) == "battle: /sides/A/units: needs a general, who gives the orders: a line of type general");
  json loose = json::parse(R"([{"type":"general","division":"Left"},{"type":"general","division":"Right"},{"type":"horse"}])");
  CHECK(missing(loose).find("/units/2/division: is empty") != std::string::npos);
  json orphan = loose;
  orphan[2]["division"] = "Centre";
  CHECK(missing(orphan).find("/units/2/division: \"Centre\" has no general") != std::string::npos);
  loose[0]["army_commander"] = true;  // he orders everybody
  CHECK(missing(loose).empty());
}

TEST_CASE("a unit that nobody orders, and a general without a division, say why", "[hc][HC-ORD-02][HC-ORD-03][HC-ORD-04]") {
  json a1 = unit("A1", 20, 10), ga = general("GA", 20, 8);
  for (json* one : {&a1, &ga}) one->erase("division");
  auto b = in_phase("orders", {a1, ga}, {unit("B1", 20, 60, 270), general("GB", 20, 62)});
  const auto why_not = [&](const std::string& id, const std::string& what) {
    for (const OfferText& offer : b->offers(Viewer::A, UnitId{id}))
      if (json::parse(offer.command).at("do") == what && !offer.verdict.allowed()) return offer.verdict.reasons.front().text;
    return std::string();
  };
  CHECK(why_not("A1", "order") == "it is of no division, and no army commander stands on the table");
  CHECK(why_not("GA", "order") == "he has no division");
  CHECK(why_not("GA", "general_advance") == "General Advance is the army commander's order");
}

}  // namespace ending_tests
