/// What a screen needs to play a whole battle by keys: places to deploy, a whole army in line, generals' moves, figures and counters.
#include <cmath>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

using namespace field;
using polemarch::UnitId;
using polemarch::engine::About;
using polemarch::engine::AboutNothing;
using polemarch::engine::OfferText;

namespace {

json nowhere(json unit) {
  unit.erase("at");
  return unit;
}
std::vector<OfferText> whole_offers(const Battle& b, const About& about, const std::string& what, Viewer viewer = Viewer::A) {
  std::vector<OfferText> found;
  for (const OfferText& offer : b.offers(viewer, about))
    if (json::parse(offer.command).at("do") == what && offer.whole) found.push_back(offer);
  return found;
}
std::unique_ptr<Battle> undeployed() {
  return battle({nowhere(unit("A1", 0, 0)), nowhere(unit("A2", 0, 0)), nowhere(general("GA", 0, 0))},
                {nowhere(unit("B1", 0, 0, 270)), nowhere(general("GB", 0, 0))});
}

}  // namespace

TEST_CASE("a unit without a place is offered whole places in line; the next one beside it", "[hc][HC-SEQ-01]") {
  auto b = undeployed();
  const auto first = whole_offers(*b, UnitId{"A1"}, "move");
  REQUIRE(first.size() == 3);
  json put = json::parse(first.front().command);
  put["by"] = "A";
  go(*b, put);
  CHECK(unit_state(*b, "A1").at("on_table") == true);
  const auto next = whole_offers(*b, UnitId{"A2"}, "move");
  REQUIRE_FALSE(next.empty());
  CHECK(next.front().text == "place A2 right of A1");
  for (const OfferText& offer : next) {
    INFO(offer.text);
    json beside = json::parse(offer.command);
    beside["by"] = "A";
    CHECK(allowed(*b, beside));
  }
}

TEST_CASE("a whole army is deployed in line at once, nobody on another; each side its own, and then the battle may begin",
          "[hc][HC-SEQ-01][HC-CFG-04]") {
  auto b = undeployed();
  const json begin = act("end_phase");
  CHECK_FALSE(allowed(*b, begin));
  CHECK(refusal(*b, {{"by", "B"}, {"do", "deploy_army"}, {"side", "A"}}) == "HC-SEQ-01");
  for (const char* side : {"A", "B"}) {
    const auto events = go(*b, {{"by", side}, {"do", "deploy_army"}, {"side", side}});
    CHECK(events.size() == (std::string(side) == "A" ? 3U : 2U));
  }
  const json a1 = unit_state(*b, "A1").at("stands")[0].at("at"), a2 = unit_state(*b, "A2").at("stands")[0].at("at");
  CHECK(std::abs(a1.at("x_mm").get<double>() - a2.at("x_mm").get<double>()) >= 50.8);
  CHECK(a1.at("heading_deg") == 90);
  CHECK(unit_state(*b, "B1").at("stands")[0].at("at").at("heading_deg") == 270);
  CHECK_FALSE(b->broken_invariant());
  CHECK(whole_offers(*b, AboutNothing{}, "deploy_army").empty());
  CHECK(allowed(*b, begin));
}

TEST_CASE("a general is offered whole moves to the units he commands, and one move a turn", "[hc]") {
  auto b = in_phase("orders", {unit("A1", 20, 20), unit("A2", 30, 20), general("GA", 25, 14)}, {unit("B1", 20, 60, 270)});
  const auto moves = whole_offers(*b, UnitId{"GA"}, "move_general");
  REQUIRE(moves.size() == 2);
  for (const OfferText& offer : moves) CHECK(offer.verdict.allowed());
  CHECK(moves.front().text.starts_with("move GA behind A1, "));
  json go_there = json::parse(moves.front().command);
  go_there["by"] = "A";
  go(*b, go_there);
  CHECK(whole_offers(*b, UnitId{"GA"}, "move_general").empty());
}

TEST_CASE("a unit's figures are those of the step: moves in orders, dice and range in shooting", "[hc]") {
  const auto labels = [](const Battle& b) {
    std::vector<std::string> found;
    for (const auto& figure : b.figures(UnitId{"A1"}, Viewer::A)) found.push_back(figure.value + " " + figure.label);
    return found;
  };
  auto orders = in_phase("orders", {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  CHECK(labels(*orders) == std::vector<std::string>{"6 of 6 stamina left", "in order state", "6.0 in a move", "0 moves left",
                                                    "6 / 5 dice, clash / sustained", "4+ morale save"});
  auto shooting = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  CHECK(labels(*shooting) == std::vector<std::string>{"6 of 6 stamina left", "in order state", "3 dice, short / long",
                                                      "18.0 in range of bows", "4+ morale save"});
}

TEST_CASE("what decides the battle is counted by divisions against where they break", "[hc][HC-CFG-T1]") {
  json state;
  state["units"]["A1"]["broken"] = true;
  auto b = in_phase("orders", {unit("A1", 20, 20), unit("A2", 30, 20), unit("A3", 40, 20)}, {unit("B1", 20, 60, 270)}, {{"state", state}});
  bool found = false;
  for (const auto& counter : b->counters())
    if (counter.name == "Centre" && counter.side == polemarch::Side::A) {
      found = true;
      CHECK(counter.value == 1);
      CHECK(counter.limit == 2);
      CHECK(counter.start == 3);
      CHECK_FALSE(counter.counts_down);
    }
  CHECK(found);
}
