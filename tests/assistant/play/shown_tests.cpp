/// What the screen says of the table beside the rules: orders that wait for their throw, hands, camps, how far the camera can be trusted,
/// dice that roll, cards by name, and what it remembers of a person's choices.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/page_state.hpp"
#include "assistant/play/stage.hpp"
#include "tests/assistant/play/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace shown_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using play::test_screen::Shown;

namespace {

/// The first unit that may move now.
UnitId mover(Shown& shown) {
  for (const ui::UnitView& unit : shown.desk.view().units) {
    if (unit.can == 0) continue;
    shown.desk.wish(SelectUnit{unit.unit});
    for (const ui::OptionView& offer : shown.desk.view().offers)
      if (offer.allowed && offer.group == "Move") return unit.unit;
  }
  FAIL("nobody moves");
  return {};
}

}  // namespace

TEST_CASE("an order that waits for its card stands on the table as arrow and ghost, until the card is played", "[screen]") {
  Shown shown("to_the_strongest_sample");
  const UnitId unit = mover(shown);
  CHECK(shown.drawn("ordered") == 0);
  REQUIRE(shown.order("move"));
  REQUIRE(shown.desk.view().question);
  CHECK(shown.drawn("ordered", unit.text) == 2);  // shaft and head
  CHECK(shown.drawn("ordered") > 2);              // and its bases where they will stand
  shown.key("v");
  for (int i = 0; i < 20 && shown.desk.view().question; ++i) shown.key("v");
  CHECK(shown.drawn("ordered") == 0);
}

TEST_CASE("orders of one kind stand together: moves, charges, shooting, rallying, the rest", "[screen]") {
  Shown shown("to_the_strongest_sample");
  const UnitId unit = mover(shown);
  std::vector<std::string> groups;
  std::set<std::string> all;
  for (const ui::OptionView& offer : shown.desk.view().offers) {
    if (offer.allowed) all.insert(offer.group);
    if (offer.allowed && offer.key[0] != '#' && (groups.empty() || groups.back() != offer.group)) groups.push_back(offer.group);
  }
  INFO(unit.text);
  REQUIRE(groups.size() >= 2);
  CHECK(groups.size() == all.size());  // the first page has something of every kind
  const std::vector<std::string> order{"Move", "Charge", "Shoot", "Rally", "Other"};
  std::vector<std::ptrdiff_t> at;
  for (const std::string& group : groups) at.push_back(std::find(order.begin(), order.end(), group) - order.begin());
  CHECK(std::is_sorted(at.begin(), at.end()));
  CHECK(std::adjacent_find(at.begin(), at.end()) == at.end());
}

TEST_CASE("an order says on which side of its way ahead a box lies", "[screen]") {
  Shown shown("to_the_strongest_sample");
  shown.desk.wish(SelectUnit{{"A1"}});  // in d2, towards row 8
  std::string all;
  for (const ui::OptionView& offer : shown.desk.view().offers) all += offer.text + "\n";
  for (const char* words : {"move to d3, ahead\n", "move to c3, ahead left\n", "move to e3, ahead right\n", "move to c2, to the left\n"}) {
    INFO(all);
    CHECK(all.find(words) != std::string::npos);
  }
}

TEST_CASE("units that the program put down are in nobody's hand, those in hands are counted in one line", "[screen]") {
  Shown shown("to_the_strongest_sample");
  const auto lines = [&] {
    std::vector<std::string> found;
    for (const ui::TextLine& line : shown.desk.view().further)
      if (line.text.find("being moved") != std::string::npos) found.push_back(line.text);
    return found;
  };
  shown.look(5);
  shown.look(5);
  CHECK(lines().empty());
  std::vector<engine::Place> places = shown.desk.battle().places();
  std::erase_if(places, [](const engine::Place& place) { return !place.on_table; });
  for (std::size_t i = 0; i < 3; ++i)
    shown.desk.wish(DragBase{places[i].base, {places[i].pose.x.mm() + 400, places[i].pose.y.mm() + 160}, 0});
  shown.look(0.1);
  shown.look(0.1);
  CHECK(lines() == std::vector<std::string>{"3 units are being moved"});
}

TEST_CASE("the mean error over the table and what is hidden and since when stand beside the camera", "[screen]") {
  Shown shown("paean_sample");
  CHECK(shown.desk.view().trust.empty());  // no camera, nothing to trust
  play::Look look = *shown.feed.next();
  look.manual = false;
  for (ObservedBase& base : look.table.bases) {
    base.own_cov[0] = base.own_cov[4] = 0.09;  // 0.3 mm
    base.shared = {{0.4, 0, 0}, {0, 0.4, 0}};
  }
  look.table.t = 10;
  shown.desk.see(look);
  CHECK(shown.desk.view().trust == "0.50 mm on average");
  const UnitId unit = look.table.bases.front().unit;
  for (const double t : {12.0, 20.0}) {
    look.table.t = t;
    for (ObservedBase& base : look.table.bases)
      if (base.unit == unit) base.state = Seen::Hidden;
    shown.desk.see(look);
  }
  CHECK(shown.desk.view().trust == "0.50 mm on average, " + unit.text + " hidden for 8 s");
  look.frozen = true;
  look.source = "camera:0: the same picture again and again; the camera hangs.";
  shown.desk.see(look);
  CHECK(shown.desk.view().source_lost);
}

TEST_CASE("dice the program throws roll until any key ends it", "[screen]") {
  Shown shown("to_the_strongest_sample");
  mover(shown);
  REQUIRE(shown.order("move"));
  shown.key("v");
  REQUIRE(shown.desk.view().rolled_s);
  shown.look(0.3);
  CHECK(shown.desk.view().rolled_s == Approx(0.3));
  shown.desk.wish(PointAt{});  // the mouse is no key
  CHECK(shown.desk.view().rolled_s);
  shown.key("n");
  CHECK_FALSE(shown.desk.view().rolled_s);
}

TEST_CASE("cards that have names are picked from a list by name, several too, and typing narrows it", "[screen]") {
  Shown shown("blade_and_bow_sample", {.viewer = Viewer::A, .seed = 3});  // the hand they go to is his own
  REQUIRE(shown.desk.view().question);
  const ui::QuestionView asked = *shown.desk.view().question;
  REQUIRE(asked.takes_values);
  REQUIRE(asked.options.size() > 3);
  CHECK(asked.options.front().text.find("face down") != std::string::npos);
  shown.desk.wish(asked.options.front().intent);
  shown.desk.wish(asked.options[1].intent);
  CHECK(shown.desk.view().question->typed == "0  1");
  shown.key("3");
  const ui::QuestionView narrowed = *shown.desk.view().question;
  REQUIRE_FALSE(narrowed.options.empty());
  for (const ui::OptionView& option : narrowed.options) CHECK(option.text.starts_with("3"));
}

TEST_CASE("the page for spectators shows what is selected on a shared screen and the throws as cards, a side's own screen shows nothing",
          "[screen][page]") {
  Shown shown("to_the_strongest_sample");
  mover(shown);
  const auto meanings = [](const ui::ViewState& view) {
    return std::count_if(view.scene.items.begin(), view.scene.items.end(),
                         [](const SceneItem& item) { return item.meaning == "legal_move" || item.meaning == "command_range"; });
  };
  CHECK(meanings(shown.desk.public_view()) > 0);
  CHECK(shown.desk.public_view().offers.empty());
  REQUIRE(shown.order("move"));
  shown.key("v");
  const SpectatorView page = play::page_state(shown.desk.public_view());
  REQUIRE(page.fields.contains("card"));
  CHECK(page.fields.at("card").find("\"throws\":[{") != std::string::npos);
  CHECK(page.fields.at("card").find("\"cards\":true") != std::string::npos);
  Shown own("to_the_strongest_sample", {.viewer = Viewer::A, .seed = 3});
  mover(own);
  CHECK(meanings(own.desk.public_view()) == 0);
}

TEST_CASE("layers, light and the size of letters are kept for the next evening, layers for each ruleset", "[screen]") {
  const auto dir = std::filesystem::temp_directory_path() / ("choices-" + std::to_string(getpid()));
  const std::string file = (dir / "polemarch" / "screen.json").string();
  CHECK(play::read_choices(file, "paean") == play::Choices{});
  Shown shown("to_the_strongest_sample");
  shown.desk.wish(ToggleLayer{"zones"});
  shown.desk.wish(ToggleLight{});
  const play::Choices chosen = shown.desk.choices();
  CHECK(chosen.layers.contains("zones"));
  CHECK(chosen.light);
  play::keep_choices(file, "to_the_strongest", chosen);
  play::keep_choices(file, "paean", {{{"names", false}}, true, 1.0});
  CHECK(play::read_choices(file, "to_the_strongest") == chosen);
  CHECK(play::read_choices(file, "paean").layers == std::map<std::string, bool>{{"names", false}});
  Shown next("to_the_strongest_sample");
  next.desk.take_up(play::read_choices(file, "to_the_strongest"));
  CHECK(next.desk.view().light);
  CHECK(next.desk.choices() == chosen);
  std::ofstream(file) << "no JSON";
  CHECK(play::read_choices(file, "paean") == play::Choices{});
  std::filesystem::remove_all(dir);
}

}  // namespace shown_tests
