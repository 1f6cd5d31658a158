/// What a click means to somebody who has not read the keys: whose turn it is picks the unit, boxes are named by touching them, a square in
/// which several orders end brings those to the front; and what the last result is called then.
#include <algorithm>
#include <cmath>
#include <map>

#include "tests/assistant/play/at_screen.hpp"
#include "ui/shapes.hpp"

namespace clicks_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

namespace {

Vec2 middle_of(const At& at, const std::string& unit) {
  for (const ui::UnitView& one : at.desk.view().units)
    if (one.unit.text == unit) return one.at;
  FAIL(unit);
  return {};
}

/// The middle of what an order leads to.
Vec2 middle_of(const ui::OptionView& offer) {
  Vec2 at;
  for (const Vec2 corner : offer.region) at.x += corner.x / 4, at.y += corner.y / 4;
  return at;
}

}  // namespace

TEST_CASE("a unit of the side to play is picked by a click, though one of the other side is selected", "[screen][click]") {
  At at(sample_of("hail_caesar"));
  REQUIRE(at.desk.view().to_play == Side::A);
  at.desk.wish(SelectUnit{{"B1"}});
  at.desk.wish(SelectAt{middle_of(at, "A1")});
  CHECK(at.desk.view().selected == "A1");
  at.desk.wish(SelectAt{middle_of(at, "B1")});  // of the other side: what lies between the two
  const ui::ViewState aimed = at.desk.view();
  CHECK(aimed.selected == "A1");
  REQUIRE(aimed.tip);
  CHECK(aimed.tip->at.text == "B1");
}

TEST_CASE("a click on a unit picks it, though its leader stands in the same square, and a click on his token picks him",
          "[screen][click]") {
  At at(sample_of("blade_and_bow"));
  std::map<std::string, Vec2> tokens;
  for (const SceneItem& item : at.desk.view().scene.items)
    if (const auto* circle = std::get_if<Circle>(&item.shape); circle != nullptr && item.meaning == "base")
      tokens[item.about.substr(0, item.about.find('.'))] = circle->centre;
  std::string known;
  for (const auto& [unit, middle] : tokens) known += unit + " ";
  INFO(known);
  int shared = 0;
  for (const ui::UnitView& leader : at.desk.view().units)
    for (const ui::UnitView& unit : at.desk.view().units) {
      if (!leader.round || !leader.on_table || unit.round || !unit.on_table ||
          std::hypot(leader.at.x - unit.at.x, leader.at.y - unit.at.y) > 1)
        continue;
      ++shared;
      at.desk.wish(SelectUnit{{}});
      at.desk.wish(SelectAt{unit.at});
      CHECK(at.desk.view().selected == unit.unit.text);
      at.desk.wish(SelectUnit{{}});
      INFO(leader.unit.text);
      REQUIRE(tokens.contains(leader.unit.text));
      at.desk.wish(SelectAt{tokens[leader.unit.text]});
      CHECK(at.desk.view().selected == leader.unit.text);
    }
  CHECK(shared >= 2);
}

TEST_CASE("boxes that are asked for by name are named by clicks, too", "[screen][click][TTS-TPL-01]") {
  At at(before_terrain());
  for (const char* words : {"place ...", "place a field ...", "place a field where we say"}) {
    const ui::ViewState view = at.desk.view();
    const auto entry = std::ranges::find_if(view.menu, [&](const auto& one) { return one.allowed && holds(one.text, words); });
    INFO(words);
    REQUIRE(entry != view.menu.end());
    at.desk.wish(entry->intent);
  }
  REQUIRE(at.desk.view().question);
  CHECK(holds(at.desk.view().question->hint, "click"));
  const auto& grid = at.stage.table.grid;
  REQUIRE(grid);
  for (const BoxName box : {BoxName{2, 2}, BoxName{2, 3}}) {
    const auto place = polemarch::middle_of(*grid, box);
    REQUIRE(place);
    at.desk.wish(SelectAt{{place->x.mm(), place->y.mm()}});
  }
  CHECK(at.desk.view().question->typed == "c3 c4");
  at.press("Enter");
  CHECK(holds(at.desk.view().log.back().text, "c3 and c4"));
}

TEST_CASE("a click in a square where several orders end puts these first, Escape lets them go", "[screen][click]") {
  At at(sample_of("to_the_strongest"));
  at.until([&] {
    const ui::ViewState view = at.desk.view();
    return !view.question && std::ranges::any_of(view.units, [](const ui::UnitView& unit) { return unit.can > 5; });
  });
  const ui::ViewState able = at.desk.view();
  for (const ui::UnitView& unit : able.units) {
    if (unit.can <= 5) continue;
    at.desk.wish(SelectUnit{unit.unit});
    const ui::ViewState view = at.desk.view();
    for (const ui::OptionView& offer : view.offers) {
      if (!offer.allowed || offer.region.size() != 4) continue;
      const Vec2 there = middle_of(offer);
      const auto ends_there = [&](const ui::OptionView& other) { return other.allowed && ui::contains(other.region, there); };
      const auto several = std::ranges::count_if(view.offers, ends_there);
      const bool taken =
          std::ranges::any_of(view.units, [&](const ui::UnitView& other) { return other.on_table && ui::contains(other.outline, there); });
      if (several < 2 || taken) continue;
      at.desk.wish(SelectAt{there});
      const ui::ViewState clicked = at.desk.view();
      CHECK(clicked.selected == unit.unit.text);
      for (std::ptrdiff_t i = 0; i < several; ++i) CHECK(ends_there(clicked.offers[static_cast<std::size_t>(i)]));
      at.press("Escape");
      CHECK(at.desk.view().selected == unit.unit.text);
      CHECK(at.desk.view().offers.front().text == view.offers.front().text);
      return;
    }
  }
  FAIL("no square with two orders");
}

TEST_CASE("the last result names the side that spoke, and what another phase asks has a card of its own", "[screen]") {
  json setup = sample_of("blade_and_bow");
  setup["setup"] = "open";
  At at(setup);
  const auto ready = [&](const char* by) {
    at.desk.wish(GiveCommand{json{{"by", by}, {"do", "ready"}}.dump()});
    return at.desk.view().card ? at.desk.view().card->title : std::string();
  };
  CHECK(ready("A") == at.desk.view().side_names[0] + " are ready");
  for (int i = 0; i < 4 && !at.desk.view().question; ++i) ready(i % 2 == 0 ? "B" : "A");
  REQUIRE(at.desk.view().question);  // the hands are drawn
  at.until([&] {
    const ui::ViewState view = at.desk.view();
    return view.card && view.card->throws.size() == 2;
  });
  const ui::ViewState thrown = at.desk.view();
  CHECK_FALSE(holds(thrown.card->title, "ready"));
  CHECK(holds(thrown.card->title, "nitiative"));
}

TEST_CASE("an order to both units of a box says with whom, whichever of them is selected", "[screen]") {
  json setup = sample_of("to_the_strongest");
  for (json& unit : setup["sides"]["A"]["units"])
    if (unit["unit"] == "A8") unit["box"] = "h2";  // where the Batavians stand
  At at(setup);
  for (const auto& [unit, other] : {std::pair{"A8", "Batavians"}, {"A6", "Cretan archers"}}) {
    CAPTURE(unit);
    at.desk.wish(SelectUnit{{unit}});
    const ui::ViewState view = at.desk.view();
    const auto has = [&](const std::string& words) {
      return std::any_of(view.offers.begin(), view.offers.end(), [&](const auto& offer) { return offer.allowed && offer.text == words; });
    };
    CHECK(has("move to h3, ahead"));
    CHECK(has(std::string("move to h3, with ") + other));
  }
}

TEST_CASE("a click on a plate picks its unit, one on a plate over a place gives the order that leads there", "[screen][click]") {
  At at(sample_of("paean"));
  at.desk.wish(SelectAt{{30, 30}, false, {"A1"}});
  CHECK(at.desk.view().selected == "A1");
  at.desk.wish(SelectAt{{30, 30}, false, {"B1"}});
  CHECK(at.desk.view().tip.has_value());  // of the other side: what lies between the two
}

TEST_CASE("a battle that is taken up again tells that cards were taken, though not which", "[screen][hands]") {
  const auto dir = std::filesystem::temp_directory_path() / ("taken-up-" + std::to_string(getpid()));
  std::filesystem::create_directories(dir);
  const std::string setup = (dir / "hands.json").string(), log = (dir / "hands.battle").string();
  REQUIRE_FALSE(write_text_file(setup, sample_of("blade_and_bow").dump()));
  const auto history = [](const Desk& desk) {
    std::string all;
    for (const ui::LogLine& line : desk.view().log) all += line.text + ". ";
    return all;
  };
  {
    Stage stage = std::move(*set_stage({setup, log, "", ""}));
    Desk desk(*stage.session, stage.table, stage.bases, {.seed = 3});
    ManualFeed feed([&] { return desk.battle().places(); }, [] { return 1.0; });
    desk.see(*feed.next());
    desk.wish(TypeKey{"v"});
    CHECK(holds(history(desk), "take 4 cards"));
  }
  const Stage stage = std::move(*set_stage({log, "", "", ""}));
  const Desk desk(*stage.session, stage.table, stage.bases, {.seed = 3});
  CHECK(holds(history(desk), "take 4 cards"));
  std::filesystem::remove_all(dir);
}

TEST_CASE("a second unit of the box picked beside the first shows what both do, told by whom they go with", "[screen][click]") {
  At at(json::parse(R"({"v":1,"ruleset":"to_the_strongest","table":{"size_mm":[1800,1200],"grid":{"columns":12,"rows":8,"box_mm":150}},
    "sides":{"A":{"units":[{"unit":"A1","type":"legionaries","box":"d3"},{"unit":"A2","type":"legionaries","box":"d3","place":"rear"}],
                  "generals":[{"general":"AG","detached":true,"box":"d3"}],"camps":[]},
             "B":{"units":[{"unit":"B1","type":"warriors","box":"d7"},{"unit":"B2","type":"warriors","box":"e7"}],
                  "generals":[{"general":"BG","with":"B1"}],"camps":[]}}})"));
  const auto offered = [&](const std::string& text) {
    const auto offers = at.desk.view().offers;
    return std::any_of(offers.begin(), offers.end(), [&](const ui::OptionView& offer) { return offer.text.starts_with(text); });
  };
  at.desk.wish(SelectUnit{{"A1"}});
  REQUIRE(offered("A1: move to d4"));
  at.desk.wish(AddUnit{{"A2"}});
  CHECK(offered("move to d4, with A2"));
  CHECK(offered("move to d4, with AG and A2"));
  CHECK_FALSE(offered("A1: "));
  CHECK_FALSE(offered("an "));
}

}  // namespace clicks_tests
