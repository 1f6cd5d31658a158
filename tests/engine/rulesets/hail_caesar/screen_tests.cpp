/// What a screen needs to play a whole battle by keys: places to deploy, a whole army in line, generals' moves, figures and counters.
#include <algorithm>
#include <cmath>

#include "engine/core/shows.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace screen_tests {

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

TEST_CASE("a unit without a place is offered whole places in line, the next one beside it", "[hc][HC-SEQ-01]") {
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

TEST_CASE("a whole army is deployed in line at once, nobody on another, each side its own, and then the battle may begin",
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
  CHECK(b->now().todo == "begin the battle, or put units elsewhere");
  CHECK(undeployed()->now().todo == "put the units on the table, then begin");
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
  CHECK(labels(*orders) == std::vector<std::string>{"6 of 6 stamina left", "in order state", "6 in a move", "0 moves left",
                                                    "6 / 5 clash / sustained", "4+ morale save"});
  auto shooting = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 60, 270)});
  CHECK(labels(*shooting) ==
        std::vector<std::string>{"6 of 6 stamina left", "in order state", "3 dice, short / long", "18 in range of bows", "4+ morale save"});
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

namespace {

const polemarch::engine::Shows& shown(const Battle& b) { return *polemarch::engine::shows(b); }
polemarch::engine::Pending asked(const Battle& b) {
  const auto waits = b.waits(Viewer::Umpire);
  REQUIRE_FALSE(waits.empty());
  const auto pending = shown(b).pending(waits.front().id);
  REQUIRE(pending);
  return *pending;
}

}  // namespace

TEST_CASE("before a shot its odds stand: what hits, why, and how many casualties are likely, then the dice as they fell",
          "[hc][HC-SHO-T2][HC-SHO-11][HC-SAV-T1]") {
  auto b = in_phase("shooting", {unit("A1", 20, 20)}, {unit("B1", 20, 30, 270)});
  go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
  const auto hit = asked(*b);
  CHECK(hit.thrown.thrower.text == "A1");
  CHECK(hit.thrown.at.text == "B1");
  CHECK(hit.count == 3);
  CHECK(hit.thrown.need == 4);
  CHECK(polemarch::engine::sum_of(hit.thrown.rows) == 4);
  CHECK(polemarch::engine::sum_of(hit.thrown.dice) == 3);
  CHECK(hit.thrown.per_mille == 500);
  // A hit on 4 or more, saved on 4 or more: a die is a casualty in a quarter of all throws.
  REQUIRE(hit.outlooks.size() == 4);
  CHECK(hit.outlooks[0].per_mille == 422);  // 27 of 64
  CHECK(hit.outlooks[1].per_mille == 422);
  CHECK(hit.outlooks[2].per_mille == 141);
  CHECK(hit.outlooks[3].per_mille == 16);
  CHECK(hit.beside == std::vector{polemarch::engine::Outlook{"B1 saves each hit on 4+", 500},
                                  polemarch::engine::Outlook{"break test, if a die shows a 6", 421}});  // 1 - 125 of 216 (HC-SHO-15)
  CHECK(hit.expected == 75);
  go(*b, answer("A", {4, 6, 2}));
  REQUIRE(shown(*b).last_throws().size() == 1);
  CHECK(shown(*b).last_throws().front().good == 2);
  CHECK(shown(*b).last_throws().front().outcome == "2 hits");
  const auto save = asked(*b);
  CHECK(save.thrown.purpose == "to save");
  CHECK(save.thrown.who == polemarch::Side::B);
  CHECK(save.count == 2);
  CHECK(save.outlooks[0].per_mille == 250);
}

TEST_CASE("an order says what its roll would bring: each number of moves with its exact chance", "[hc][HC-CFG-01][HC-ORD-01]") {
  auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 20, 17)}, {unit("B1", 20, 60, 270)});
  go(*b, act("order", {{"general", "GA"}, {"unit", "A1"}}));
  const auto order = asked(*b);
  CHECK(order.thrown.need == 8);
  CHECK(order.thrown.better == polemarch::engine::Better::Low);
  int all = 0;
  for (const auto& outlook : order.outlooks) all += outlook.per_mille;
  CHECK(all >= 998);
  CHECK(all <= 1002);
  go(*b, answer("A", {6, 6}));
  CHECK(shown(*b).last_throws().front().good == 0);
}

TEST_CASE("a unit's casualties, shaken and disorder stand on it as glyphs, an offer of a shot points at its target", "[hc]") {
  json state;
  state["units"]["A1"] = {{"casualties", 2}, {"disordered", true}};
  auto b = in_phase("shooting", {unit("A1", 20, 20), general("GA", 10, 10)}, {unit("B1", 20, 30, 270)}, {{"state", state}});
  using polemarch::engine::Glyph;
  using polemarch::engine::StateMark;
  CHECK(shown(*b).marks({"A1"}, Viewer::Both) == std::vector<StateMark>{{Glyph::Casualties, 2}, {Glyph::Disordered, 0}});
  CHECK(shown(*b).marks({"B1"}, Viewer::Both).empty());
  const auto mark = shown(*b).mark_of(act("shoot", {{"unit", "A1"}, {"target", "B1"}}).dump());
  CHECK(mark.target.text == "B1");
  CHECK(mark.need == 5);  // disordered
  CHECK(mark.per_mille == 333);
}

TEST_CASE("an order to the division and beside a unit point with their number and chance, a blunder not among it",
          "[hc][HC-CFG-01][HC-ORD-03][HC-ORD-11]") {
  auto b = in_phase("orders", {unit("A1", 20, 20), unit("A2", 24, 20), general("GA", 20, 17, {{"army_commander", true}})},
                    {unit("B1", 20, 65, 270)}, {{"options", {{"blunder_roll", {2}}}}});
  for (const json& said : {act("order", {{"general", "GA"}, {"division", "Centre"}}), act("follow_me", {{"general", "GA"}, {"unit", "A1"}}),
                           act("order", {{"general", "GA"}, {"unit", "A1"}}), act("general_advance", {{"general", "GA"}})}) {
    INFO(said.dump());
    const auto mark = polemarch::engine::mark_of(*b, said.dump());
    CHECK(mark.need == 8);
    CHECK(mark.or_less);
    CHECK(mark.per_mille == 694);  // 25 of 36: the two is a blunder at this table
  }
  go(*b, act("order", {{"general", "GA"}, {"division", "Centre"}}));
  const auto waits = b->waits(Viewer::Both);
  const auto odds = polemarch::engine::shows(*b)->pending(waits.front().id);
  REQUIRE(odds);
  CHECK(odds->thrown.per_mille == 694);
}

TEST_CASE("a chance that no die can bring stands beside no throw", "[hc][HC-SHO-14]") {
  for (const int value : {1, 2}) {
    auto b = in_phase("shooting", {unit("A1", 20, 20, 90, {{"short_ranged", value}, {"long_ranged", value}}), general("GA", 60, 10)},
                      {unit("B1", 20, 30, 270, {{"formation", "open_order"}, {"baggage", true}})});
    go(*b, act("shoot", {{"unit", "A1"}, {"target", "B1"}}));
    const auto odds = polemarch::engine::shows(*b)->pending(b->waits(Viewer::Both).front().id);
    REQUIRE(odds);
    CHECK(odds->thrown.need == 6);
    const auto tests = std::count_if(odds->beside.begin(), odds->beside.end(),
                                     [](const auto& line) { return line.text.find("saves each hit") == std::string::npos; });
    CHECK(tests == (value == 1 ? 0 : 1));  // it takes two sixes
  }
}

TEST_CASE("a unit in combat is drawn no moves and no gap to whom it touches", "[hc][HC-MOV-01]") {
  json fight{{"units",
              {{"A1", {{"contacts", json::array({{{"foe", "B1"}, {"on", "front"}, {"fresh", true}}})}}},
               {"B1", {{"contacts", json::array({{{"foe", "A1"}, {"on", "front"}, {"fresh", true}}})}}}}}};
  auto b = in_phase("orders", {unit("A1", 20, 20), general("GA", 60, 10)}, {unit("B1", 20, 21, 270)}, {{"state", fight}});
  for (const auto& shape : b->advise({{"B1"}, std::nullopt}, Viewer::Both).shapes) {
    using polemarch::engine::Meaning;
    INFO(shape.label);
    CHECK(shape.meaning != Meaning::LegalMove);
    CHECK(shape.meaning != Meaning::ChargeTarget);
    CHECK(shape.meaning != Meaning::Measure);
  }
}

}  // namespace screen_tests
