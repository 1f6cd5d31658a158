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
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// A sample battle at the screen, moved by hand.
struct Shown {
  explicit Shown(const std::string& name, play::DeskSettings settings = {.seed = 3})
      : stage(std::move(
            *play::set_stage({.battle = name.starts_with('/') ? name : test::source_dir() + "/models/data/battles/" + name + ".json",
                              .log = {},
                              .table_file = {},
                              .bases_file = {}}))),
        desk(*stage.session, stage.table, stage.bases, settings),
        feed([this] { return desk.battle().places(); }, [this] { return t; }) {
    look();
  }
  void look(double seconds = 1) {
    t += seconds;
    desk.see(*feed.next());
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
  }
  void key(const std::string& key) { desk.wish(TypeKey{key}); }
  /// Gives the first order of the selected unit that holds `words`.
  bool order(const std::string& words) {
    for (const ui::OptionView& offer : desk.view().offers)
      if (offer.allowed && offer.text.find(words) != std::string::npos) {
        desk.wish(offer.intent);
        return true;
      }
    return false;
  }
  std::size_t drawn(const std::string& meaning, const std::string& about = {}) const {
    const Scene scene = desk.view().scene;
    return static_cast<std::size_t>(std::count_if(scene.items.begin(), scene.items.end(), [&](const SceneItem& item) {
      return item.meaning == meaning && (about.empty() || item.about == about);
    }));
  }
  play::Stage stage;
  double t = 0;
  play::Desk desk;
  play::ManualFeed feed;
};

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
  for (const ui::OptionView& offer : shown.desk.view().offers)
    if (offer.allowed && (groups.empty() || groups.back() != offer.group)) groups.push_back(offer.group);
  INFO(unit.text);
  REQUIRE(groups.size() >= 2);
  const std::vector<std::string> order{"Move", "Charge", "Shoot", "Rally", "Other"};
  std::vector<std::ptrdiff_t> at;
  for (const std::string& group : groups) at.push_back(std::find(order.begin(), order.end(), group) - order.begin());
  CHECK(std::is_sorted(at.begin(), at.end()));
  CHECK(std::adjacent_find(at.begin(), at.end()) == at.end());
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
  look.source = "camera:0: the same picture again and again for 2 s; the camera hangs.";
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
  Shown shown("blade_and_bow_sample");
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

namespace {

/// The sample of To the Strongest! before its terrain, in a file that goes with it.
struct BeforeTerrain {
  std::string file = (std::filesystem::temp_directory_path() / ("terrain-" + std::to_string(getpid()) + ".json")).string();
  BeforeTerrain() {
    std::ifstream in(test::source_dir() + "/models/data/battles/to_the_strongest_sample.json");
    nlohmann::json battle = nlohmann::json::parse(in);
    battle["phase"] = "terrain";
    battle["table"].erase("terrain");
    for (auto& side : battle["sides"])
      for (const char* list : {"units", "camps"})
        for (auto& unit : side[list]) unit.erase("box");
    std::ofstream(file) << battle;
  }
  ~BeforeTerrain() { std::filesystem::remove(file); }
};

const ui::OptionView* entry(const ui::ViewState& view, const std::string& words) {
  for (const ui::OptionView& option : view.menu)
    if (option.allowed && option.text.find(words) != std::string::npos) return &option;
  return nullptr;
}

}  // namespace

TEST_CASE("a long menu folds what begins alike; opened, it stands alone, and Escape leads back", "[screen]") {
  const BeforeTerrain battle;
  Shown shown(battle.file);
  const ui::ViewState whole = shown.desk.view();
  CHECK(std::count_if(whole.menu.begin(), whole.menu.end(), [](const auto& option) { return option.allowed; }) <= 12);
  const auto open = [&](const std::string& words) {
    const ui::ViewState view = shown.desk.view();
    const ui::OptionView* fold = entry(view, words + " ...");
    REQUIRE(fold != nullptr);
    REQUIRE(std::holds_alternative<OpenMenu>(fold->intent));
    shown.desk.wish(fold->intent);
  };
  open("place");
  open("place a wood");
  const ui::ViewState woods = shown.desk.view();
  REQUIRE(woods.menu.size() >= 4);
  for (std::size_t i = 0; i + 1 < woods.menu.size(); ++i) CHECK(woods.menu[i].text.find("place a wood") != std::string::npos);
  CHECK(woods.menu.back().text == "back");
  for (const ui::OptionView& option : woods.menu) CHECK_FALSE(option.key.empty());
  shown.desk.wish(StepBack{});
  CHECK(entry(shown.desk.view(), "place ...") != nullptr);
}

TEST_CASE("a fold is called by all that its entries have in common, and no side's or list's name is taken for a verb", "[screen]") {
  const BeforeTerrain battle;
  Shown shown(battle.file);
  const auto open = [&](const std::string& words) {
    const ui::ViewState view = shown.desk.view();
    const ui::OptionView* fold = entry(view, words);
    REQUIRE(fold != nullptr);
    REQUIRE(std::holds_alternative<OpenMenu>(fold->intent));
    shown.desk.wish(fold->intent);
  };
  open("place ...");
  const ui::ViewState pieces = shown.desk.view();
  CHECK(entry(pieces, "place a low hill ...") != nullptr);
  CHECK(entry(pieces, "place a dense forest ...") != nullptr);
  for (const ui::OptionView& option : pieces.menu) CHECK(option.text.find("place a low ...") == std::string::npos);
  open("place a wood ...");
  for (const ui::OptionView& option : shown.desk.view().menu)  // one piece placed: the lists stay lists of terrain
    if (option.allowed && std::holds_alternative<GiveCommand>(option.intent)) {
      shown.desk.wish(option.intent);
      break;
    }
  for (const ui::OptionView& option : shown.desk.view().menu) {
    INFO(option.text);
    CHECK_FALSE((option.text[0] >= '0' && option.text[0] <= '9'));
  }
}

TEST_CASE("of a fold with more entries than a card holds the rest stand behind more, each once", "[screen]") {
  const BeforeTerrain battle;
  Shown shown(battle.file);
  for (const char* words : {"place ...", "place a"}) {
    const ui::ViewState view = shown.desk.view();
    const ui::OptionView* fold = entry(view, words);
    REQUIRE(fold != nullptr);
    shown.desk.wish(fold->intent);
  }
  std::set<std::string> told;
  for (int page = 0; page < 10; ++page) {
    const ui::ViewState view = shown.desk.view();
    CHECK(view.menu.size() <= 17);
    for (const ui::OptionView& option : view.menu)
      if (std::holds_alternative<GiveCommand>(option.intent)) CHECK(told.insert(option.text).second);
    const ui::OptionView* more = entry(view, "more ... (");
    if (more == nullptr) break;
    shown.desk.wish(more->intent);
  }
  CHECK(told.size() >= 6);
}

TEST_CASE("a game that is held says so, and which key lets it go on", "[screen]") {
  Shown shown("to_the_strongest_sample");
  const auto told = [&] {
    const ui::ViewState view = shown.desk.view();
    return std::count_if(view.windows.begin(), view.windows.end(),
                         [](const ui::TextLine& line) { return line.text.find("X lets it go on") != std::string::npos; });
  };
  CHECK(told() == 0);
  shown.desk.wish(Hold{});
  CHECK(told() == 1);
  shown.desk.wish(Hold{});
  CHECK(told() == 0);
}

TEST_CASE("a piece of terrain lies on the table as soon as it is placed, doubtful until its card is dealt", "[screen][TTS-TPL-01]") {
  const BeforeTerrain battle;
  Shown shown(battle.file);
  const auto terrain = [&] {
    std::vector<std::string> labels;
    for (const SceneItem& item : shown.desk.view().scene.items)
      if (item.meaning == "terrain") labels.push_back(item.label);
    return labels;
  };
  CHECK(terrain().empty());
  for (const char* words : {"place ...", "place a wood ...", "place a wood in e3 and f3"}) {
    const ui::ViewState view = shown.desk.view();
    const ui::OptionView* option = entry(view, words);
    INFO(words);
    REQUIRE(option != nullptr);
    shown.desk.wish(option->intent);
  }
  CHECK(terrain() == std::vector<std::string>{"wood?", "wood?"});
}

TEST_CASE("ground that the table's file does not have is drawn as the battle has it, and what it has is drawn once", "[screen]") {
  const auto woods = [](bool in_file) {
    auto stage = play::set_stage({.battle = test::source_dir() + "/models/data/battles/to_the_strongest_sample.json",
                                  .log = {},
                                  .table_file = {},
                                  .bases_file = {}});
    REQUIRE(stage);
    if (!in_file) stage->table.terrain.clear();
    const play::Desk desk(*stage->session, stage->table, stage->bases, {.seed = 3});
    std::multiset<std::string> kinds;
    for (const SceneItem& item : desk.view().scene.items)
      if (item.meaning == "terrain") kinds.insert(item.label);
    return kinds;
  };
  CHECK(woods(true) == woods(false));
  CHECK(woods(true).count("wood") == 2);
  CHECK(woods(true).count("low hill") == 2);
}

TEST_CASE("what needs the players' words is typed on the screen: a hedge along edges, an agreement; mended in place, left by Escape",
          "[screen]") {
  const BeforeTerrain battle;
  Shown shown(battle.file);
  const auto type = [&](const std::string& words) {
    for (const char c : words) shown.key(c == ' ' ? "Space" : std::string(1, c));
    shown.key("Enter");
  };
  const auto pick = [&](const std::string& words) {
    const ui::ViewState view = shown.desk.view();
    const ui::OptionView* option = entry(view, words);
    REQUIRE(option != nullptr);
    shown.desk.wish(option->intent);
  };
  pick("note an agreement");
  REQUIRE(shown.desk.view().question);
  CHECK(shown.desk.view().question->takes_text);
  shown.key("Enter");
  CHECK(shown.desk.view().question->hint.find("nothing is typed") != std::string::npos);
  const std::int64_t before = shown.desk.battle().seq();
  type("the pond is a lake");
  CHECK(shown.desk.battle().seq() == before + 1);
  CHECK(shown.desk.view().log.back().text == "Agreed: the pond is a lake");
  pick("place ...");
  pick("place a hedge");
  type("x99");
  REQUIRE(shown.desk.view().question);
  CHECK(shown.desk.battle().seq() == before + 1);
  for (int i = 0; i < 3; ++i) shown.key("Backspace");
  type("e4/e5");
  CHECK(shown.desk.battle().seq() == before + 2);
  CHECK_FALSE(shown.desk.view().question);
  shown.desk.wish(FillIn{"{}", "text", "words"});
  shown.key("Escape");
  CHECK_FALSE(shown.desk.view().question);
}

TEST_CASE("a side concedes on the screen once it has typed yes; another word changes nothing", "[screen]") {
  Shown shown("hoplomachia_sample");
  const ui::ViewState view = shown.desk.view();
  const auto herald = std::find_if(view.menu.begin(), view.menu.end(),
                                   [](const ui::OptionView& option) { return option.text.find("send the herald") != std::string::npos; });
  REQUIRE(herald != view.menu.end());
  REQUIRE(herald->allowed);
  const auto type = [&](const std::string& word) {
    for (const char c : word) shown.key(std::string(1, c));
    shown.key("Enter");
  };
  shown.desk.wish(herald->intent);
  REQUIRE(shown.desk.view().question);
  type("no");
  REQUIRE(shown.desk.view().question);
  CHECK(shown.desk.view().question->hint.find("only yes") != std::string::npos);
  CHECK_FALSE(shown.desk.battle().ending());
  for (int i = 0; i < 2; ++i) shown.key("Backspace");
  type("yes");
  REQUIRE(shown.desk.battle().ending());
  CHECK(shown.desk.battle().ending()->rule == "HM-NIKE-10");
}

TEST_CASE("on a shared screen the counter under the salpinx is picked out of the other side's sight", "[screen]") {
  Shown shown("hoplomachia_sample");
  const auto entry = [&](const std::string& words) -> const ui::OptionView* {
    static ui::ViewState view;
    view = shown.desk.view();
    for (const ui::OptionView& option : view.menu)
      if (option.text.find(words) != std::string::npos) return &option;
    return nullptr;
  };
  const auto open = [&] { return entry("March") != nullptr || entry("signal") != nullptr; };
  CHECK_FALSE(open());
  REQUIRE(entry("show the hand of Lakonians") != nullptr);
  REQUIRE(entry("show the hand of Athenians") != nullptr);
  shown.desk.wish(entry("show the hand of Lakonians")->intent);
  REQUIRE(entry("signal March") != nullptr);
  shown.desk.wish(entry("signal March")->intent);  // laid: covered again, and nothing told
  CHECK_FALSE(open());
  const ui::ViewState view = shown.desk.view();
  CHECK(view.result.find("March") == std::string::npos);
  for (const auto& line : view.log) CHECK(line.text.find("March") == std::string::npos);
  CHECK(shown.desk.battle().state_text(Viewer::A).find("march") != std::string::npos);
  // Whose screen it is sees its own list at once.
  Shown own("hoplomachia_sample", {.viewer = Viewer::B, .seed = 3});
  const ui::ViewState mine = own.desk.view();
  CHECK(std::any_of(mine.menu.begin(), mine.menu.end(), [](const auto& option) { return option.text.find("March") != std::string::npos; }));
}
