/// Menus of the screen that fold, a held game, ground that is laid in the battle, words that are typed, what is given up or picked in
/// secret.
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "assistant/play/page_state.hpp"
#include "tests/assistant/play/at_screen.hpp"
#include "tests/assistant/play/shown.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace menu_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using play::test_screen::Shown;

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

TEST_CASE("what moves nobody stands behind the ways a unit may go", "[screen][BB-MOV-15]") {
  play::test_screen::At at(play::test_screen::sample_of("blade_and_bow"));
  at.until([&] {  // the hoplites are A's
    const ui::ViewState view = at.desk.view();
    return view.to_play == Side::A && view.now.find("give a unit or formation an action") != std::string::npos;
  });
  std::vector<std::string> orders;
  for (const ui::UnitView& unit : at.desk.view().units) {
    if (unit.side != Side::A || !orders.empty()) continue;
    at.desk.wish(SelectUnit{unit.unit});
    at.look();
    for (const ui::OptionView& offer : at.desk.view().offers)
      if (offer.group == "Move") orders.push_back(offer.text);
    if (std::find(orders.begin(), orders.end(), "disrupt itself") == orders.end()) orders.clear();
  }
  REQUIRE(orders.size() > 3);
  CHECK(orders.front().find(": advance ") != std::string::npos);
  const auto spoils = std::find(orders.begin(), orders.end(), "disrupt itself"),
             wheel = std::find_if(orders.begin(), orders.end(),
                                  [](const std::string&order) { return order.find(": wheel right facing") != std::string::npos; });
  CHECK(wheel < spoils);
}

TEST_CASE("a long menu folds what begins alike, opened, it stands alone, and Escape leads back", "[screen]") {
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
  CHECK(woods.menu.back().key == "Escape");  // a key there is
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
    return view.call == "Both sides hold the game: X lets it go on";
  };
  CHECK_FALSE(told());
  shown.desk.wish(Hold{});
  CHECK(told());
  shown.desk.wish(Hold{});
  CHECK_FALSE(told());
}

TEST_CASE("a game that is held while something is asked says so, and offers nothing that would be refused", "[screen]") {
  Shown shown("to_the_strongest_sample");
  shown.desk.wish(SelectUnit{{"A3"}});
  const auto press = [&](const char* key) {
    if (const auto intent = ui::intent_of({.key = key}, shown.desk.view())) shown.desk.wish(*intent);
  };
  press("1");
  REQUIRE(shown.desk.view().question);
  REQUIRE(shown.desk.view().question->takes_values);
  const std::string asked = shown.desk.view().question->text;
  press("x");
  const ui::ViewState held = shown.desk.view();
  REQUIRE(held.question);
  CHECK(held.question->text == "both sides hold the game");
  CHECK(held.question->hint == "waits: " + asked);
  CHECK_FALSE(held.question->takes_values);
  for (const char* key : {"5", "v", "Enter"}) press(key);
  CHECK_FALSE(shown.desk.battle().held_by());  // Enter took the one way on
  press("x");
  REQUIRE(shown.desk.battle().held_by());
  press("x");
  CHECK_FALSE(shown.desk.battle().held_by());
  CHECK(shown.desk.view().question->text == asked);
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

TEST_CASE("what needs the players' words is typed on the screen: a hedge along edges, an agreement, mended in place, left by Escape",
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
  pick("put right, note");
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

TEST_CASE("a side concedes on the screen once it has typed yes, another word changes nothing", "[screen]") {
  Shown shown("hoplomachia_sample");
  const ui::ViewState whole = shown.desk.view();
  const ui::OptionView* fold = entry(whole, "give up");  // not beside the ways on, where a slip would end the battle
  REQUIRE(fold != nullptr);
  shown.desk.wish(fold->intent);
  const ui::ViewState view = shown.desk.view();
  const ui::OptionView* herald = entry(view, "send the herald");
  REQUIRE(herald != nullptr);
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

TEST_CASE("a battle that is over offers its report, and the screen says where it is or why it is not", "[screen]") {
  int written = 0;
  Result<std::string> outcome = std::string("salamis-report.html");
  Shown shown("hoplomachia_sample", {.seed = 3, .write_report = [&] { return ++written, outcome; }});
  const auto said = [&](const char* words) {
    const ui::ViewState view = shown.desk.view();
    return std::ranges::any_of(view.notices, [&](const auto& notice) { return notice.text.find(words) != std::string::npos; });
  };
  const auto offered = [](const ui::ViewState& view) { return entry(view, "write the report"); };
  CHECK(offered(shown.desk.view()) == nullptr);
  shown.desk.wish(WriteReport{});  // by its key, at any time
  CHECK(said("The report is in salamis-report.html"));
  const auto end = [](Shown& at) {
    for (const char* words : {"give up", "send the herald"}) {
      const ui::ViewState view = at.desk.view();
      at.desk.wish(entry(view, words)->intent);
    }
    for (const char* key : {"y", "e", "s", "Enter"}) at.key(key);
    REQUIRE(at.desk.battle().ending());
  };
  end(shown);
  const ui::ViewState over = shown.desk.view();
  REQUIRE(offered(over) != nullptr);
  CHECK(offered(over)->key == "F8");
  outcome = InputError{"salamis-report.html: the disk is full"};
  shown.desk.wish(offered(over)->intent);
  CHECK(written == 2);
  CHECK(said("the disk is full"));
  CHECK(offered(shown.desk.public_view()) == nullptr);  // spectators write nothing here
  Shown without("hoplomachia_sample");
  end(without);
  CHECK(offered(without.desk.view()) == nullptr);
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
  REQUIRE(entry("Lakonians: show what is secret") != nullptr);
  REQUIRE(entry("Athenians: show what is secret") != nullptr);
  shown.desk.wish(entry("Lakonians: show what is secret")->intent);
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

TEST_CASE("a right to interrupt has its key while a die is asked for, and is used", "[screen][HM-PUR-08]") {
  nlohmann::json setup = play::test_screen::sample_of("hoplomachia");
  setup["state"]["at"] = {{"turn", 3}, {"phase", "automatic"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
  for (nlohmann::json& unit : setup["sides"]["B"]["units"])
    if (unit["unit"] == "B3")  // it routs, a few inches before A4
      for (nlohmann::json& pose : unit["poses"])
        pose["x_mm"] = pose["x_mm"].get<double>() + 240, pose["y_mm"] = pose["y_mm"].get<double>() - 520;
  setup["state"]["fight"] = {
      {"flights", nlohmann::json::array(
                      {{{"id", 1}, {"mode", "rout"}, {"unit", "B3"}, {"lochoi", {0, 1}}, {"foe", "A1"}, {"away", 90}, {"since", 2}}})},
      {"next_flight", 2}};
  play::test_screen::At at(setup);
  const ui::ViewState asked = at.desk.view();
  REQUIRE(asked.question);
  const auto join = std::find_if(asked.menu.begin(), asked.menu.end(),
                                 [](const auto& entry) { return entry.text.find("the pursuit of") != std::string::npos; });
  REQUIRE(join != asked.menu.end());
  CHECK(join->allowed);
  CHECK_FALSE(join->key.empty());
  const std::string text = join->text;
  at.desk.wish(join->intent);
  const ui::ViewState after = at.desk.view();
  CHECK(std::none_of(after.menu.begin(), after.menu.end(), [&](const auto& entry) { return entry.text == text; }));
}

TEST_CASE("of several units one entry says who comes next, also in a short menu", "[screen][HM-ASEQ-08]") {
  nlohmann::json setup = play::test_screen::sample_of("hoplomachia");
  setup["state"]["at"] = {{"turn", 3}, {"phase", "marches"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
  for (const char* side : {"A", "B"})
    for (const nlohmann::json& unit : setup["sides"][side]["units"]) {
      nlohmann::json& state = setup["state"]["units"][unit["unit"].get<std::string>()];
      state["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
      state["mode"] = "march";
    }
  play::test_screen::At at(setup);
  const auto entries = [&](const std::string& words) {
    const ui::ViewState view = at.desk.view();
    return std::count_if(view.menu.begin(), view.menu.end(),
                         [&](const auto& entry) { return entry.allowed && entry.text.find(words) != std::string::npos; });
  };
  CHECK(entries("put first ... (") == 1);
  CHECK(entries("put first: ") == 0);
  CHECK(entries("let all the rest stand") == 1);
  CHECK(entries(" stand") == 2);  // and whoever comes next
  const ui::ViewState before = at.desk.view();
  REQUIRE(entry(before, "put first") != nullptr);
  at.desk.wish(entry(before, "put first")->intent);
  CHECK(entries("put first: ") >= 8);
}

}  // namespace menu_tests
