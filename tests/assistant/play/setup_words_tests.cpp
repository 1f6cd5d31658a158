/// What is said while armies are set up: who comes next, what holds up who is ready, whose a list is, what the grid's cells are called.
#include <algorithm>
#include <string>
#include <vector>

#include "tests/assistant/play/at_screen.hpp"

namespace setup_words_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

namespace {

/// Blade & Bow with nobody on the map yet. `more` hoplites join A: more than nine units.
json unplaced(int more = 0) {
  json setup = sample_of("blade_and_bow");
  setup.erase("setup");
  setup.erase("map");
  for (const char* side : {"A", "B"}) {
    setup["sides"][side].erase("camps");
    for (json& unit : setup["sides"][side]["units"]) unit.erase("square"), unit.erase("facing");
    for (json& leader : setup["sides"][side]["leaders"]) leader.erase("square");
  }
  json& units = setup["sides"]["A"]["units"];
  while (more-- > 0) {
    json unit = units[0];
    const std::string id = "A" + std::to_string(units.size() + 1);
    unit["unit"] = id;
    unit["name"] = "Hoplites " + id;
    units.push_back(unit);
  }
  return setup;
}

std::size_t left_of(const ui::ViewState& view, const std::string& side) {
  std::size_t left = 0;
  for (const ui::PlacedRow& row : view.placing->units) left += row.unit.text.starts_with(side) && !row.done;
  return left;
}

}  // namespace

TEST_CASE("who is still to be placed stands by number, and is taken in hand so", "[screen][placing]") {
  At at(unplaced(4));
  const ui::ViewState view = at.desk.view();
  std::vector<std::string> ids;
  for (const ui::PlacedRow& row : view.placing->units)
    if (row.unit.text.starts_with("A")) ids.push_back(row.unit.text);
  REQUIRE(ids.size() > 10);
  const auto at_of = [&](const char* id) { return std::find(ids.begin(), ids.end(), id) - ids.begin(); };
  CHECK(at_of("A2") < at_of("A10"));
  CHECK(at_of("A9") < at_of("A10"));
  CHECK(at_of("A10") < at_of("A11"));
  at.desk.wish(SelectUnit{{"A1"}});
  for (int number = 1; number <= 11; ++number) {
    CHECK(at.desk.view().selected == "A" + std::to_string(number));
    at.press("1");
    at.look();
  }
}

TEST_CASE("who places the same at once is told apart by the side", "[screen][placing][BB-AMB-109]") {
  At at(unplaced());
  const ui::ViewState view = at.desk.view();
  CHECK(holds(view.now, "; Greeks have " + std::to_string(left_of(view, "A")) + " left, Persians have " +
                            std::to_string(left_of(view, "B")) + " left"));
}

TEST_CASE("a side is ready by the letter it had, never by the other's", "[screen][placing][BB-AMB-109]") {
  json setup = sample_of("blade_and_bow");
  setup["setup"] = "open";
  At at(setup);
  const auto key_of = [&](const std::string& words) {
    const ui::ViewState view = at.desk.view();
    for (const ui::OptionView& entry : view.menu)
      if (entry.allowed && entry.text == words) return entry.key;
    return std::string();
  };
  const std::string greek = key_of("Greeks: ready"), persian = key_of("Persians: ready");
  REQUIRE_FALSE(greek.empty());
  REQUIRE(persian != greek);
  at.press(greek), at.look();
  at.press(persian), at.look();
  CHECK(at.desk.view().to_play == Side::B);  // its leaders
  CHECK(key_of("ready") == persian);
  at.press(persian), at.look();
  CHECK(at.desk.view().to_play == Side::A);
  CHECK(key_of("ready") == greek);
}

TEST_CASE("who is ready waits for those of his stage, not for leaders who come later", "[screen][placing][BB-AMB-109]") {
  At at(unplaced());
  const auto said = [&](const char* whose) {
    const ui::ViewState view = at.desk.view();
    for (const ui::OptionView& entry : view.menu)
      if (holds(entry.text, std::string(whose) + ": ready")) return entry.allowed ? std::string("allowed") : entry.detail;
    return std::string("missing");
  };
  const std::size_t units = left_of(at.desk.view(), "A");
  REQUIRE(units > 2);
  CHECK(said("Greeks") == std::to_string(units) + " still to place");
  CHECK(said("Persians") == std::to_string(left_of(at.desk.view(), "B")) + " still to place");
  at.desk.wish(SelectUnit{{"A1"}});
  for (std::size_t i = 0; i < units; ++i) {
    if (i + 1 == units) CHECK(said("Greeks") == "1 still to place");
    at.press("1");
    at.look();
  }
  CHECK(said("Greeks") == "allowed");  // his leaders are beside the map yet
}

TEST_CASE("a cell of the grid is called as the rulebook calls it", "[screen][placing]") {
  At at(unplaced());
  at.desk.wish(SelectUnit{{"A1"}});
  CHECK(holds(at.desk.view().call, "in a marked square"));
  At tts(sample_of("to_the_strongest"));
  for (At* of : {&at, &tts}) {
    of->desk.wish(SelectUnit{{"A1"}});
    of->press("t");
    REQUIRE(of->desk.view().question);
    CHECK(holds(of->desk.view().question->hint, of == &at ? "a square such as c4" : "a box such as c4"));
    of->press("Escape");
  }
  At bb(sample_of("blade_and_bow"));
  const auto first_row = [](At& of) {
    of.desk.wish(SelectUnit{{"A1"}});
    of.desk.wish(PointAt{{"B1"}});
    return of.desk.view().tip->rows.front();
  };
  CHECK(first_row(bb).text == "squares");
  CHECK(first_row(tts).text == "boxes");
}

TEST_CASE("a list of terrain that is the other side's to say is named as theirs", "[screen][terrain][TTS-TCH-01]") {
  At at(before_terrain());
  const auto lists = [&] {  // the terrain that may be chosen, in the words of the opened menu
    for (const ui::OptionView& entry : at.desk.view().menu)
      if (entry.allowed && holds(entry.text, "choose terrain ...")) {
        at.desk.wish(entry.intent);
        break;
      }
    std::vector<ui::OptionView> out;
    for (const ui::OptionView& entry : at.desk.view().menu)
      if (entry.allowed && holds(entry.text, "choose terrain: ")) out.push_back(entry);
    return out;
  };
  const auto of = [](const std::vector<ui::OptionView>& entries, const char* side) {
    return std::count_if(entries.begin(), entries.end(), [&](const ui::OptionView& entry) { return entry.text.starts_with(side); });
  };
  const std::vector<ui::OptionView> all = lists();
  REQUIRE(all.size() > 2);
  CHECK(of(all, "Romans: ") + of(all, "Britons: ") == static_cast<std::ptrdiff_t>(all.size()));
  const auto mine = std::find_if(all.begin(), all.end(), [](const ui::OptionView& entry) { return entry.text.starts_with("Romans: "); });
  REQUIRE(mine != all.end());
  at.desk.wish(mine->intent);
  at.look();
  CHECK(at.desk.view().to_play == Side::A);  // it is still their turn
  const std::vector<ui::OptionView> left = lists();
  REQUIRE_FALSE(left.empty());
  CHECK(of(left, "Britons: ") == static_cast<std::ptrdiff_t>(left.size()));
}

TEST_CASE("the places offered for the armies of Paean lie opposite one another in the middle of the table", "[screen][placing]") {
  json setup = sample_of("paean");
  for (const char* side : {"A", "B"})
    for (json& unit : setup["sides"][side]["units"]) unit.erase("at"), unit.erase("poses");
  setup.erase("state");
  setup.erase("first");
  At at(setup);
  const double wide = at.desk.view().scene.width_mm;
  for (const Side side : {Side::A, Side::B}) {
    double left = 1e9, right = -1e9;
    for (const ui::UnitView& unit : at.desk.view().units) {
      if (unit.side != side) continue;
      at.desk.wish(SelectUnit{unit.unit});
      for (const ui::OptionView& offer : at.desk.view().offers)
        for (const Vec2 corner : offer.region) left = std::min(left, corner.x), right = std::max(right, corner.x);
    }
    CHECK(left + right == Approx(wide).margin(wide / 6));
  }
}

TEST_CASE("what a commander does with his command and then is one order", "[screen][orders]") {
  At at(sample_of("paean"));
  int joins = 0;
  at.until([&] {
    const std::vector<ui::UnitView> units = at.desk.view().units;
    for (const ui::UnitView& unit : units) {
      at.desk.wish(SelectUnit{unit.unit});
      for (const ui::OptionView& offer : at.desk.view().offers) {
        if (!holds(offer.text, "give up command")) continue;
        CHECK_FALSE((holds(offer.text, " and joins") || holds(offer.text, " and moves")));
        joins += holds(offer.text, " and join ") || holds(offer.text, " and move");
      }
    }
    return joins > 0;
  });
  CHECK(joins > 0);
}

TEST_CASE("bases may be typed in small letters", "[screen][orders]") {
  At at(sample_of("paean"));
  std::string unit, base;
  for (const engine::Place& place : at.desk.battle().places())
    if (place.unit.text != place.base.text && place.side == Side::A) unit = place.unit.text, base = place.base.text;
  REQUIRE_FALSE(base.empty());
  at.desk.wish(FillIn{R"({"by":"A","do":"detach","unit":")" + unit + R"("})", "bases", "which?", FillIn::As::Names});
  for (const char c : base) at.desk.wish(TypeKey{std::string(1, static_cast<char>(std::tolower(static_cast<unsigned char>(c))))});
  at.desk.wish(TypeKey{"Enter"});
  const ui::ViewState view = at.desk.view();
  CHECK_FALSE((view.question && holds(view.question->hint, "no base")));
  CHECK_FALSE(holds(view.result, "no base"));
}

TEST_CASE("a save that is spoken of beside a unit says whose it is", "[screen][orders]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A1"}});
  int saves = 0;
  for (const engine::AdviceLine& line : at.desk.advice().lines)
    if (holds(line.reason.text, "saves on")) {
      ++saves;
      CHECK_FALSE(line.reason.text.starts_with("saves"));
    }
  CHECK(saves > 0);
}

}  // namespace setup_words_tests
