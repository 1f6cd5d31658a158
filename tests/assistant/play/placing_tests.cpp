/// Who is put on the table when, before the battle, and how: by number, by touch, by drag; places no rule explains.
#include <algorithm>
#include <cmath>

#include "assistant/play/text_screen.hpp"
#include "tests/assistant/play/at_screen.hpp"

namespace placing_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

TEST_CASE("in deployment the screen says whose command is placed, how many are left and what comes next", "[screen][placing][TTS-DEP-01]") {
  json setup = sample_of("to_the_strongest");
  for (const char* side : {"A", "B"})
    for (json& unit : setup["sides"][side]["units"]) unit.erase("box");
  setup["phase"] = "deployment";
  At at(setup);
  ui::ViewState view = at.desk.view();
  REQUIRE(view.placing);
  CHECK(view.placing->way == "turn about, by commands");
  const auto count = [&](const auto& is) { return std::count_if(view.placing->rows.begin(), view.placing->rows.end(), is); };
  CHECK(count([](const ui::PlacingRow& row) { return row.now; }) == 1);
  CHECK(count([](const ui::PlacingRow& row) { return row.done; }) == 0);
  const std::size_t turns = view.placing->rows.size();
  CHECK(turns >= 3);
  CHECK(view.placing->rows[0].now);
  CHECK(view.placing->rows[0].side != view.placing->rows[1].side);
  CHECK(holds(view.call, "still to place"));
  CHECK(holds(view.now, "; then "));
  CHECK(std::any_of(view.counters.begin(), view.counters.end(),
                    [](const ui::CounterView& one) { return one.name == "on the table" && one.start && one.value < *one.start; }));
  // One of them is taken in hand and put down.
  const auto to_come = std::find_if(view.placing->units.begin(), view.placing->units.end(), [](const auto& row) { return !row.done; });
  REQUIRE(to_come != view.placing->units.end());
  const UnitId unit = to_come->unit;
  at.desk.wish(SelectUnit{unit});
  view = at.desk.view();
  CHECK(holds(view.call, "in a marked box, then "));
  CHECK(std::any_of(view.placing->units.begin(), view.placing->units.end(),
                    [&](const auto& row) { return row.unit == unit && row.state == "in the hand"; }));
  const auto order = std::find_if(view.offers.begin(), view.offers.end(), [](const auto& offer) { return offer.allowed; });
  REQUIRE(order != view.offers.end());
  at.desk.wish(order->intent);
  at.look();
  view = at.desk.view();
  const auto placed =
      std::find_if(view.placing->units.begin(), view.placing->units.end(), [&](const auto& row) { return row.unit == unit; });
  REQUIRE(placed != view.placing->units.end());
  CHECK(placed->done);
  CHECK(placed->state.size() == 2);  // its box
  CHECK(holds(words_of_page(view), "Who places when"));
  // Whole commands later the turn goes to the other side and comes back.
  std::vector<std::optional<Side>> order_of_turns;
  for (int i = 0; i < 60 && at.desk.view().placing; ++i) {
    view = at.desk.view();
    const auto now = std::find_if(view.placing->rows.begin(), view.placing->rows.end(), [](const ui::PlacingRow& row) { return row.now; });
    if (now == view.placing->rows.end()) break;
    CHECK(view.to_play == now->side);
    const UnitId next =
        std::find_if(view.placing->units.begin(), view.placing->units.end(), [](const auto& row) { return !row.done; })->unit;
    at.desk.wish(SelectUnit{next});
    const ui::ViewState shown = at.desk.view();
    const auto first = std::find_if(shown.offers.begin(), shown.offers.end(), [](const auto& offer) { return offer.allowed; });
    if (first == shown.offers.end()) break;
    order_of_turns.push_back(now->side);
    at.desk.wish(first->intent);
    at.look();
  }
  CHECK(std::count(order_of_turns.begin(), order_of_turns.end(), std::optional(Side::A)) > 0);
  CHECK(std::count(order_of_turns.begin(), order_of_turns.end(), std::optional(Side::B)) > 0);
}

TEST_CASE("who has been put down makes room in the hand for the next of its army, and the last leaves it empty", "[screen][placing]") {
  json setup = sample_of("blade_and_bow");
  setup.erase("setup");
  setup.erase("map");
  std::size_t all = 0;
  for (json& unit : setup["sides"]["A"]["units"]) unit.erase("square"), unit.erase("facing"), ++all;
  for (const char* side : {"A", "B"}) {
    setup["sides"][side].erase("camps");
    for (json& leader : setup["sides"][side]["leaders"]) leader.erase("square");
  }
  At at(setup);
  at.desk.wish(SelectUnit{{"A2"}});
  at.look();
  std::vector<std::string> in_hand;
  for (std::size_t i = 0; i < all; ++i) {
    in_hand.push_back(at.desk.view().selected);
    CHECK(at.desk.view().call.starts_with("Put "));
    at.press("1");
    at.look();
  }
  CHECK(at.desk.view().card->title.find(" stand in ") != std::string::npos);  // said once
  CHECK(at.desk.view().card->follows.empty());
  CHECK(in_hand.front() == "A2");
  CHECK(in_hand[1] == "A3");
  CHECK(in_hand.back() == "A1");
  CHECK(at.desk.view().selected.empty());
  // A leader is put with a unit by touching the unit, which stays where it is.
  for (const char* by : {"A", "B"}) at.desk.wish(GiveCommand{json{{"by", by}, {"do", "ready"}}.dump()});
  const std::string row = at.desk.view().placing->units.front().unit.text;
  at.desk.wish(SelectUnit{{row}});
  at.look();
  const ui::ViewState shown = at.desk.view();
  const auto mate = std::find_if(shown.units.begin(), shown.units.end(),
                                 [&](const ui::UnitView& unit) { return unit.on_table && unit.unit.text[0] == row[0]; });
  REQUIRE(mate != shown.units.end());
  at.desk.wish(SelectAt{mate->at, false});
  at.look();
  const ui::ViewState then = at.desk.view();
  CHECK(std::none_of(then.placing->units.begin(), then.placing->units.end(),
                     [&](const auto& one) { return one.unit.text == row && !one.done; }));
  for (const engine::OfferText& offer : at.desk.battle().offers(Viewer::Umpire, mate->unit))
    CHECK_FALSE((offer.verdict.allowed() && offer.command.find("\"place\"") != std::string::npos));
}

TEST_CASE("on an open table a unit is put down where the table is touched, or where it is dragged to, headed as it is told",
          "[screen][placing]") {
  json setup = sample_of("hail_caesar");
  setup.erase("deployment");
  At at(setup);
  const auto stands = [&](const char* id) {
    for (const engine::Place& place : at.desk.battle().places())
      if (place.unit.text == id && place.on_table) return std::optional(place.pose);
    return std::optional<Pose>();
  };
  REQUIRE_FALSE(stands("A1"));
  at.desk.wish(SelectUnit{{"A1"}});
  at.look();
  at.desk.wish(SelectAt{{700, 310}, false});
  at.look();
  REQUIRE(stands("A1"));
  CHECK(std::abs(stands("A1")->y.mm() - 310) < 60);
  CHECK(at.desk.view().selected != "A1");
  at.desk.wish(DragUnit{{"A2"}, {1100, 250}, 80.0});
  at.look();
  REQUIRE(stands("A2"));
  CHECK(std::abs(stands("A2")->heading.deg() - 80) < 1e-6);
}

TEST_CASE("the screen as text has the odds of what is pending and the card row by row", "[screen][text]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A2"}});
  at.look();
  REQUIRE(pick(at, "move to"));
  const json asked = json::parse(text_of_view(at.desk.view()));
  REQUIRE(asked.at("question").at("odds").is_object());
  CHECK_FALSE(asked.at("question").at("odds").at("need").get<std::string>().empty());
  at.desk.wish(TypeKey{"v"});
  at.look();
  const json thrown = json::parse(text_of_view(at.desk.view()));
  REQUIRE_FALSE(thrown.at("card").at("throws").empty());
  CHECK_FALSE(thrown.at("card").at("throws").back().at("values").empty());
}

TEST_CASE("what else may be done with a unit that stands comes before the places it might go to", "[screen][placing][hands]") {
  json setup = sample_of("blade_and_bow");
  setup.erase("setup");
  setup.erase("map");
  for (json& unit : setup["sides"]["A"]["units"]) unit.erase("square"), unit.erase("facing");
  At at(setup);
  at.desk.wish(SelectUnit{{"A2"}});
  at.look();
  CHECK(at.desk.view().offers.front().group == "Place");
  at.press("1");
  at.look();
  at.desk.wish(SelectUnit{{"A2"}});
  at.desk.wish(LookAtHand{Side::A});
  const ui::ViewState view = at.desk.view();
  CHECK(view.offers.front().text.starts_with("ranks: "));  // a digit away, not ten pages
  CHECK(view.offers.front().key == "1");
  CHECK(view.offers.back().group == "Place");
  // What was opened stands in the whole list, no fold is in the way.
  CHECK(std::any_of(view.menu.begin(), view.menu.end(), [](const auto& entry) { return holds(entry.text, "ready"); }));
}

TEST_CASE("once all cards are typed no other is named", "[screen][hands]") {
  At at(sample_of("blade_and_bow"));
  REQUIRE(at.desk.view().question);
  const int count = at.desk.view().question->count;
  REQUIRE(count > 1);
  for (int i = 0; i < count; ++i) {
    CHECK_FALSE(at.desk.view().question->options.empty());
    at.press("0");
  }
  REQUIRE(at.desk.view().question);
  CHECK(at.desk.view().question->options.empty());
  at.press("Backspace");
  CHECK_FALSE(at.desk.view().question->options.empty());
}

TEST_CASE("a set-up is told question by question: what was answered before heads no later answer and no throw", "[screen][HM-GEN-03]") {
  json setup = sample_of("hoplomachia");
  setup.erase("battle");
  for (const char* side : {"A", "B"})
    for (const char* field : {"arete", "plan", "formation"}) setup["sides"][side].erase(field);
  At at(setup);
  const auto answer = [&](std::size_t option) {
    REQUIRE(at.desk.view().question);
    at.desk.wish(at.desk.view().question->options.at(option).intent);
    at.look();
  };
  answer(3);
  REQUIRE(at.desk.view().card);
  CHECK(at.desk.view().card->title == "Which historical situation?");
  answer(0);  // the battle type is rolled
  REQUIRE(at.desk.view().question);
  CHECK(at.desk.view().question->takes_values);
  for (int die = 0; die < 2; ++die) {
    at.desk.wish(TypeKey{"v"});
    at.look();
  }
  CHECK(at.desk.view().card->title == "Battle type: a die each");
  CHECK(at.desk.view().card->throws.size() == 2);
  answer(0);
  CHECK(at.desk.view().card->title == "Which side is the Invader?");
  CHECK(at.desk.view().card->throws.empty());
}

TEST_CASE("a unit is put down by a click also where the place that is offered is taken", "[screen][placing]") {
  json setup = sample_of("paean");
  for (json& unit : setup["sides"]["A"]["units"]) unit.erase("poses");
  At at(setup);
  const auto middle_of_place = [&](const char* unit) {
    at.desk.wish(SelectUnit{{unit}});
    const ui::ViewState view = at.desk.view();
    for (const ui::OptionView& offer : view.offers)
      if (offer.allowed && offer.region.size() == 4)
        return Vec2{(offer.region[0].x + offer.region[2].x) / 2, (offer.region[0].y + offer.region[2].y) / 2};
    return Vec2{-1, -1};
  };
  const auto stands = [&](const char* unit) {
    const ui::ViewState view = at.desk.view();
    return std::any_of(view.units.begin(), view.units.end(), [&](const auto& one) { return one.unit.text == unit && one.on_table; });
  };
  const Vec2 taken = middle_of_place("A2");
  REQUIRE(taken.x > 0);
  at.desk.wish(SelectUnit{{"A1"}});
  at.desk.wish(SelectAt{taken});
  at.look();
  REQUIRE(stands("A1"));
  at.desk.wish(SelectUnit{{"A2"}});
  CHECK(holds(words_of_page(at.desk.view()), "or click where its middle stands"));
  at.desk.wish(SelectAt{{taken.x < 600 ? taken.x + 250 : taken.x - 250, taken.y - 60}});
  at.look();
  CHECK(stands("A2"));
}

TEST_CASE("what ends the deployment stands in NOW by itself, terrain behind one entry, and whoever is ready waits for the other",
          "[screen][placing][HM-DEPL-01]") {
  json setup = sample_of("hoplomachia");
  for (const char* side : {"A", "B"}) setup["sides"][side]["units"][0].erase("poses");
  At at(setup);
  for (const char* unit : {"A1", "B1"}) {
    at.desk.wish(SelectUnit{{unit}});
    at.press("1");
    at.look();
  }
  const auto entries = [&](const std::string& words) {
    const ui::ViewState view = at.desk.view();
    return std::count_if(view.menu.begin(), view.menu.end(), [&](const auto& entry) { return entry.allowed && holds(entry.text, words); });
  };
  CHECK(entries(": deployment is done") == 2);
  CHECK(entries("lay terrain ...") == 1);
  REQUIRE(pick(at, "Lakonians: deployment is done"));
  at.look();
  CHECK(at.desk.view().to_play == Side::B);
  CHECK(entries("deployment is done") == 1);
}

TEST_CASE("a click on a box where the unit in hand may not be deployed says why not, and it stays in hand",
          "[screen][placing][TTS-DEP-03][TTS-DEP-05]") {
  json setup = sample_of("to_the_strongest");
  setup["phase"] = "deployment";
  for (const char* side : {"A", "B"})
    for (json& unit : setup["sides"][side]["units"]) unit.erase("box");
  At at(setup);
  const ui::ViewState before = at.desk.view();
  REQUIRE(before.placing);
  const auto waiting = std::ranges::find_if(before.placing->units, [](const auto& row) { return !row.done; });
  REQUIRE(waiting != before.placing->units.end());
  const UnitId unit = waiting->unit;
  const auto& grid = at.stage.table.grid;
  REQUIRE(grid);
  for (const auto& [box, why] : {std::pair{BoxName{4, 4}, "far forward"}, {BoxName{0, 0}, "outermost column"}}) {
    CAPTURE(why);
    const auto place = polemarch::middle_of(*grid, box);
    REQUIRE(place);
    at.desk.wish(SelectUnit{unit});
    at.desk.wish(SelectAt{{place->x.mm(), place->y.mm()}});
    const ui::ViewState view = at.desk.view();
    CHECK(view.selected == unit.text);
    CHECK(holds(words_of_page(view), why));
  }
}

TEST_CASE("a touch where the unit in the hand may not be put says so and leaves it in the hand", "[screen][placing][TTS-DEP-01]") {
  json setup = sample_of("to_the_strongest");
  for (const char* side : {"A", "B"})
    for (const char* list : {"units", "camps"})
      for (json& unit : setup["sides"][side][list]) unit.erase("box");
  setup["phase"] = "deployment";
  At at(setup);
  const std::string unit = at.desk.view().to_play == Side::A ? "AC1" : "BC1";  // a camp
  at.desk.wish(SelectUnit{{unit}});
  at.desk.wish(SelectAt{{75, 675}, false});  // a5
  const ui::ViewState view = at.desk.view();
  CHECK(view.selected == unit);
  CHECK(std::any_of(view.notices.begin(), view.notices.end(), [](const auto& one) { return holds(one.text, " may not be put in a5"); }));
}

}  // namespace placing_tests
