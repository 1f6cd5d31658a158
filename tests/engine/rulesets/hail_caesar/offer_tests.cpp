/// Whole moves among the offers: places inside the commands, judged as they stand, so that a battle can be played by keys alone.
#include <cmath>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace offer_tests {

using namespace field;
using polemarch::UnitId;
using polemarch::engine::About;
using polemarch::engine::OfferText;
using polemarch::engine::Refusal;

namespace {

std::vector<OfferText> offers(const Battle& b, const std::string& what, bool whole) {
  std::vector<OfferText> found;
  for (const OfferText& offer : b.offers(Viewer::A, About{UnitId{"A1"}}))
    if (const json j = json::parse(offer.command);
        j.at("do") == what && !j.contains("formation") && offer.still_needed.empty() == whole && offer.whole == whole)
      found.push_back(offer);
  return found;
}
std::unique_ptr<Battle> ordered(int moves, json a, json b, json more = json::object()) {
  more["state"]["units"]["A1"]["turn"] = {{"ordered", true}, {"moves_left", moves}};
  a.push_back(general("GA", 2, 2));
  return in_phase("orders", a, b, more);
}
/// Where the whole move ends, inches.
std::pair<double, double> end_of(const OfferText& offer) {
  const json to = json::parse(offer.command).at("to");
  return {to.at("x_mm").get<double>() / 25.4, to.at("y_mm").get<double>() / 25.4};
}

}  // namespace

TEST_CASE("a move that says no place is not offered as allowed, it says what is known", "[hc][HC-MOV-01][HC-PRX-04]") {
  auto b = ordered(2, {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  const auto open = offers(*b, "move", false);
  REQUIRE(open.size() == 1);
  CHECK_FALSE(open.front().verdict.allowed());
  CHECK(open.front().verdict.refusal == Refusal::Impossible);
  CHECK(open.front().verdict.reasons.front().text == "say where it goes: ordered move of up to 12.0 in");
  CHECK(open.front().still_needed == polemarch::engine::Needs{polemarch::engine::fill_in(polemarch::engine::NeedKind::Pose, "poses")});
  auto near = ordered(1, {unit("A1", 20, 20)}, {unit("B1", 20, 28, 270)});
  CHECK(names(offers(*near, "move", false).front().verdict, "HC-PRX-04"));
  auto none = ordered(0, {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  CHECK(offers(*none, "move", false).front().verdict.reasons.front().text == "its order leaves it no more moves");
  CHECK(offers(*none, "move", true).empty());
}

TEST_CASE("advance, turn and advance at the nearest enemy, fall back, and turn and fall back are offered whole", "[hc][HC-MOV-01]") {
  auto b = ordered(2, {unit("A1", 20, 20)}, {unit("B1", 36, 36, 270)});
  const auto whole = offers(*b, "move", true);
  REQUIRE(whole.size() == 4);
  for (const OfferText& offer : whole) {
    INFO(offer.command);
    CHECK(offer.verdict.allowed());
    json j = json::parse(offer.command);
    j["by"] = "A";
    CHECK(judged(*b, j).allowed());
  }
  CHECK(end_of(whole[0]).second == Approx(32));
  CHECK(whole[0].text == "move A1: 12.0 in ahead");
  CHECK(end_of(whole[1]).first == Approx(20 + 12 * std::sqrt(0.5)).margin(0.01));
  CHECK(whole[1].text == "move A1: turn 45 degrees right, 12.0 in ahead");
  CHECK(end_of(whole[2]).second == Approx(8));
  CHECK(whole[2].text == "move A1: 12.0 in back");
  CHECK(end_of(whole[3]).first == Approx(20 - 12 * std::sqrt(0.5)).margin(0.01));
  CHECK(whole[3].text == "move A1: turn 45 degrees right, 12.0 in back");
  json first = json::parse(whole[0].command);
  first["by"] = "A";
  go(*b, first);
  CHECK(unit_state(*b, "A1").at("stands")[0].at("at").at("y_mm") == Approx(32 * 25.4));
}

TEST_CASE("an enemy straight behind is backed away from, one straight ahead gone up to, by whole moves", "[hc][HC-PRX-04][HC-AMB-14]") {
  const auto ends = [](const Battle& b) {
    std::vector<double> found;
    for (const OfferText& offer : offers(b, "move", true))
      if (offer.verdict.allowed()) found.push_back(end_of(offer).second);
    return found;
  };
  const std::vector<double> behind = ends(*ordered(1, {unit("A1", 20, 20, 270)}, {unit("B1", 20, 24, 270)}));
  REQUIRE(behind.size() == 2);
  CHECK(behind[0] > 22.5);  // turned about and up to it
  CHECK(behind[1] == Approx(14));
  // Two moves would end beyond it.
  const std::vector<double> ahead =
      ends(*ordered(2, {unit("A1", 20, 20)}, {unit("B1", 20, 24, 270, {{"bases", 2}, {"base_mm", {25.4, 25.4}}})}));
  REQUIRE(ahead.size() == 2);
  CHECK(ahead[0] > 22.5);
  CHECK(ahead[0] < 23);
  CHECK(ahead[1] == Approx(8));
}

TEST_CASE("a whole move stops short of whom it would stand on, of slow ground's cost and of the table's edge", "[hc][HC-CFG-04]") {
  auto friend_ahead = ordered(1, {unit("A1", 20, 20), unit("A2", 20, 25.5)}, {unit("B1", 20, 70, 270)});
  auto whole = offers(*friend_ahead, "move", true);
  REQUIRE(whole.front().verdict.allowed());
  CHECK(end_of(whole.front()).second < 24.5);
  CHECK(end_of(whole.front()).second > 24.2);
  auto wood = ordered(1, {unit("A1", 20, 20)}, {unit("B1", 20, 70, 270)},
                      {{"terrain", {{{"id", "W"}, {"kind", "wood"}, {"box", {0, 22, 40, 40}}}}}});
  whole = offers(*wood, "move", true);
  REQUIRE(whole.front().verdict.allowed());
  CHECK(end_of(whole.front()).second == Approx(24).margin(0.01));
  auto edge = ordered(1, {unit("A1", 20, 2)}, {unit("B1", 20, 70, 270)});
  whole = offers(*edge, "move", true);
  CHECK(end_of(whole.back()).second == Approx(0.5).margin(0.01));  // with its rear edge at the table's
  CHECK(whole.back().verdict.allowed());
}

TEST_CASE("each charge that reaches is offered whole, with the place where it ends", "[hc][HC-ORD-24]") {
  auto b = ordered(1, {unit("A1", 20, 20)}, {unit("B1", 20, 26, 270), unit("B2", 20, 40, 270)});
  const auto whole = offers(*b, "charge", true);
  REQUIRE(whole.size() == 1);
  CHECK(json::parse(whole.front().command).at("target") == "B1");
  CHECK(end_of(whole.front()).second == Approx(25));
  json j = json::parse(whole.front().command);
  j["by"] = "A";
  go(*b, j);
  CHECK(unit_state(*b, "B1").at("contacts").size() == 1);
}

TEST_CASE("a unit that may move has a whole legal move, wherever it stands", "[hc][HC-PRX-04]") {
  // Enemies all round within the proximity distance, at any bearing.
  for (int degrees = 0; degrees < 360; degrees += 15) {
    const double x = 36 + 9 * std::cos(degrees * 0.017453292519943295), y = 36 + 9 * std::sin(degrees * 0.017453292519943295);
    auto b = ordered(1, {unit("A1", 36, 36)}, {unit("B1", x, y, 270)});
    int allowed_moves = 0;
    for (const OfferText& offer : offers(*b, "move", true)) allowed_moves += offer.verdict.allowed() ? 1 : 0;
    INFO(degrees);
    CHECK(allowed_moves >= 1);
  }
}

TEST_CASE("initiative, free and retirement moves are offered whole by their own measure", "[hc][HC-INI-03][HC-ORD-13][HC-ORD-16]") {
  auto initiative = in_phase("initiative", {unit("A1", 20, 20)}, {unit("B1", 20, 30, 270)});
  auto whole = offers(*initiative, "move", true);
  REQUIRE_FALSE(whole.empty());
  CHECK(end_of(whole.front()).second == Approx(26));
  auto free = in_phase("orders", {unit("A1", 20, 20, 90, {{"formation", "column"}}), general("GA", 2, 2)}, {unit("B1", 20, 60, 270)},
                       {{"state", {{"units", {{"A1", {{"turn", {{"ordered", true}, {"order_failed", true}}}}}}}}}});
  whole = offers(*free, "move", true);
  REQUIRE_FALSE(whole.empty());
  CHECK(end_of(whole.front()).second == Approx(26));
  auto retiring = in_phase("orders", {unit("A1", 20, 20), unit("A2", 60, 20, 90, {{"division", "Wing"}}), general("GA", 2, 2)},
                           {unit("B1", 20, 60, 270)}, {{"state", {{"divisions", {{"A.Centre", {{"broken", true}}}}}}}});
  whole = offers(*retiring, "move", true);
  CHECK_FALSE(whole.front().verdict.allowed());  // toward the enemy
  CHECK(whole.back().verdict.allowed());
  CHECK(end_of(whole.back()).second == Approx(14));
}

TEST_CASE("a side may give the battle up, and both may stop it, once yes is said", "[hc][HC-CFG-04]") {
  auto b = in_phase("orders", {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  const auto endings = [&](Viewer viewer) {
    std::vector<OfferText> found;
    for (const OfferText& offer : b->offers(viewer, polemarch::engine::AboutNothing{}))
      if (json::parse(offer.command).at("do") == "end_battle") found.push_back(offer);
    return found;
  };
  const auto own = endings(Viewer::A), both = endings(Viewer::Both);
  REQUIRE(own.size() == 1);
  CHECK(json::parse(own.front().command).at("winner") == "B");
  CHECK(own.front().text == "A gives up");
  CHECK(own.front().verdict.allowed());
  CHECK_FALSE(own.front().whole);
  CHECK(own.front().still_needed == polemarch::engine::Needs{polemarch::engine::say_yes()});
  REQUIRE(both.size() == 1);
  CHECK(both.front().text == "stop the battle as a draw");
}

TEST_CASE("open order is offered to men, riders and light chariots, not to wagons, engines and elephants", "[hc][HC-CFG-04]") {
  for (const auto& [kind, may] : {std::pair{"infantry", true},
                                  {"light_cavalry", true},
                                  {"baggage", false},
                                  {"wagons", false},
                                  {"portable_artillery", false},
                                  {"light_chariots", true},
                                  {"elephants", false}}) {
    INFO(kind);
    auto b = ordered(2, {unit("A1", 20, 20, 90, {{"move_class", kind}})}, {unit("B1", 20, 60, 270)});
    bool offered = false;
    for (const OfferText& offer : b->offers(Viewer::A, About{UnitId{"A1"}}))
      offered = offered || (offer.verdict.allowed() && json::parse(offer.command).value("formation", std::string()) == "open_order");
    CHECK(offered == may);
  }
}

}  // namespace offer_tests
