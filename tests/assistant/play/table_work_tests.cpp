/// What a person does on the table of the screen: measures by hand, points at units, clicks places and enemies; result cards of real
/// battles.
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <regex>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/keys.hpp"

namespace table_work_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// A sample battle at the screen, with its first look taken.
struct At {
  explicit At(const std::string& name)
      : stage(std::move(
            *play::set_stage({.battle = name.starts_with('/') ? name : test::source_dir() + "/models/data/battles/" + name + ".json",
                              .log = {},
                              .table_file = {},
                              .bases_file = {}}))),
        desk(*stage.session, stage.table, stage.bases, {.seed = 3}),
        feed([this] { return desk.battle().places(); }, [this] { return t += 1; }) {
    look();
  }
  void look() {
    desk.see(*feed.next());
    for (const DragBase& move : desk.take_drags()) feed.drag(move);
  }
  ui::UnitView unit(const std::string& id) const {
    for (const ui::UnitView& one : desk.view().units)
      if (one.unit.text == id) return one;
    FAIL(id);
    return {};
  }
  play::Stage stage;
  double t = 0;
  play::Desk desk;
  play::ManualFeed feed;
};

}  // namespace

TEST_CASE("a line drawn between two units measures them edge to edge, Escape takes the last away first, then the selection", "[measure]") {
  At at("hail_caesar_sample");
  const ui::UnitView a = at.unit("A1"), b = at.unit("B1");
  at.desk.wish(SelectUnit{{"A1"}});
  at.desk.wish(MeasureFrom{a.at, b.at});
  REQUIRE(at.desk.view().measures.size() == 1);
  const ui::MeasureView measured = at.desk.view().measures.front();
  CHECK(measured.title == "A1 to B1");
  // From front edge to front edge, not from middle to middle.
  CHECK(std::hypot(measured.to.x - measured.from.x, measured.to.y - measured.from.y) < std::hypot(b.at.x - a.at.x, b.at.y - a.at.y) - 20);
  CHECK(measured.text.find(" in") != std::string::npos);
  at.desk.wish(MeasureFrom{{10, 10}, {10, 10 + 254}});
  REQUIRE(at.desk.view().measures.size() == 2);
  CHECK(at.desk.view().measures.back().text == "10.0 in");
  at.desk.wish(CopyMeasures{});
  CHECK(at.desk.view().clipboard.find("A1") != std::string::npos);
  CHECK(at.desk.view().clipboard_at == 1);
  at.desk.wish(StepBack{});
  CHECK(at.desk.view().measures.size() == 1);
  CHECK(at.desk.view().selected == "A1");
  at.desk.wish(StepBack{});
  at.desk.wish(StepBack{});
  CHECK(at.desk.view().selected.empty());
}

TEST_CASE("on a grid a measure is what the rules count, its length behind it", "[measure]") {
  const auto measured = [](const std::string& battle, bool table) {
    At at(battle);
    const ui::ViewState view = at.desk.view();
    const auto of = [&](Side side) {
      return *std::find_if(view.units.begin(), view.units.end(), [&](const ui::UnitView& one) { return one.on_table && one.side == side; });
    };
    at.desk.wish(MeasureFrom{of(Side::A).at, table ? Vec2{5, 5} : of(Side::B).at});
    at.desk.wish(CopyMeasures{});
    const ui::ViewState after = at.desk.view();
    CHECK(after.clipboard.find(after.measures.back().text) != std::string::npos);
    return after.measures.back().text;
  };
  CHECK(std::regex_match(measured("blade_and_bow_sample", false), std::regex("[0-9]+ points, [0-9]+ squares \\([0-9.]+ in\\)")));
  CHECK(std::regex_match(measured("blade_and_bow_sample", true), std::regex("[0-9]+ across, [0-9]+ along \\([0-9.]+ in\\)")));
  CHECK(std::regex_match(measured("to_the_strongest_sample", false), std::regex("[0-9]+ across, [0-9]+ along \\([0-9.]+ in\\)")));
}

TEST_CASE("a click with the right button on a unit measures to every enemy, the nearest first", "[measure]") {
  At at("hail_caesar_sample");
  const ui::UnitView a = at.unit("A1");
  at.desk.wish(MeasureFrom{a.at, a.at});
  const auto measures = at.desk.view().measures;
  REQUIRE(measures.size() >= 2);
  const auto length = [](const ui::MeasureView& m) { return std::hypot(m.to.x - m.from.x, m.to.y - m.from.y); };
  for (std::size_t i = 1; i < measures.size(); ++i) CHECK(length(measures[i - 1]) <= length(measures[i]) + 0.01);
}

TEST_CASE("the unit pointed at has a tip with the gap and what may be done to it", "[tip]") {
  At at("hail_caesar_sample");
  at.desk.wish(SelectUnit{{"A1"}});
  CHECK_FALSE(at.desk.view().tip);
  at.desk.wish(PointAt{{"B1"}});
  REQUIRE(at.desk.view().tip);
  const ui::TipView tip = *at.desk.view().tip;
  REQUIRE_FALSE(tip.rows.empty());
  CHECK(tip.rows.front().text == "gap");
  CHECK(tip.rows.front().value.find(" in") != std::string::npos);
  at.desk.wish(PointAt{});
  CHECK_FALSE(at.desk.view().tip);
}

TEST_CASE("a tip says each number once, in every ruleset", "[tip]") {
  for (const std::string ruleset : {"blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"}) {
    At at(ruleset + "_sample");
    const std::vector<ui::UnitView> units = at.desk.view().units;
    int numbers = 0;
    for (const ui::UnitView& of : units) {
      if (of.side != Side::A || !of.on_table) continue;
      at.desk.wish(SelectUnit{of.unit});
      for (const ui::UnitView& other : units) {
        if (other.side != Side::B || !other.on_table) continue;
        at.desk.wish(PointAt{other.unit});
        const auto tip = at.desk.view().tip;
        REQUIRE(tip);
        for (const ui::RowView& row : tip->rows) {
          INFO(ruleset << ": " << of.unit.text << " to " << other.unit.text << ": " << row.text << " | " << row.value);
          numbers += row.value.empty() ? 0 : 1;
          CHECK_FALSE((!row.value.empty() && row.text.ends_with(" " + row.value)));
        }
      }
      at.desk.wish(PointAt{});
    }
    CHECK(numbers > 0);
  }
}

TEST_CASE("a layer is put off and on by its key with Shift, and what it shows goes with it", "[layers]") {
  At at("blade_and_bow_sample");
  const auto zones = [&] {
    int count = 0;
    for (const SceneItem& item : at.desk.view().scene.items) count += item.meaning.starts_with("zoc_") ? 1 : 0;
    return count;
  };
  for (const ui::UnitView& unit : at.desk.view().units) {
    at.desk.wish(SelectUnit{unit.unit});
    if (zones() > 0) break;
  }
  REQUIRE(zones() > 0);
  const auto press = [&] {
    const auto intent = ui::intent_of({.key = "z", .shift = true}, at.desk.view());
    REQUIRE(intent);
    at.desk.wish(*intent);
  };
  press();
  CHECK(zones() == 0);
  press();
  CHECK(zones() > 0);
}

TEST_CASE("the selected unit's order to a place is given by a click on the place", "[click]") {
  At at("to_the_strongest_sample");
  const std::int64_t before = at.desk.battle().seq();
  bool given = false;
  for (const ui::UnitView& unit : at.desk.view().units) {
    at.desk.wish(SelectUnit{unit.unit});
    const ui::ViewState view = at.desk.view();
    for (const ui::OptionView& offer : view.offers) {
      if (!offer.allowed || offer.region.size() != 4) continue;
      const Vec2 middle{(offer.region[0].x + offer.region[2].x) / 2, (offer.region[0].y + offer.region[2].y) / 2};
      at.desk.wish(SelectAt{middle});
      if (at.desk.battle().seq() > before) given = true;
      break;
    }
    if (given) break;
  }
  CHECK(given);
}

TEST_CASE("an order, its card and what comes of it stand on one result card, thrown values with their needs", "[card]") {
  At at("to_the_strongest_sample");
  std::size_t throws = 0;
  bool needs = false, odds = false;
  for (int i = 0; i < 400 && throws < 2; ++i) {
    const ui::ViewState view = at.desk.view();
    if (view.card) throws = std::max(throws, view.card->throws.size());
    if (view.card)
      for (const ui::ThrowView& thrown : view.card->throws) needs = needs || (!thrown.need.empty() && !thrown.values.empty());
    if (view.question) {
      odds = odds || view.question->odds.has_value();
      at.desk.wish(view.question->takes_values ? Intent(TypeKey{"v"}) : view.question->options.front().intent);
      continue;
    }
    bool done = false;
    for (const ui::OptionView& offer : view.offers)
      if (!done && offer.allowed &&
          (offer.text.find("charge") != std::string::npos || offer.text.find("shoot") != std::string::npos || i % 3 == 0)) {
        at.desk.wish(offer.intent);
        done = true;
      }
    if (done) continue;
    if (!view.units.empty() && i % 4 != 3) {
      at.desk.wish(SelectUnit{view.units[static_cast<std::size_t>(i) % view.units.size()].unit});
      continue;
    }
    for (const ui::OptionView& entry : view.menu)
      if (entry.allowed) {
        at.desk.wish(entry.intent);
        break;
      }
  }
  CHECK(throws >= 1);
  CHECK(needs);
  CHECK(odds);
}

TEST_CASE("units picked beside the selected one are offered what these may do together, a part of a formation too", "[click][BB-FORM-01]") {
  At at("blade_and_bow_sample");
  const auto together = [&] {
    std::vector<ui::OptionView> found;
    for (const ui::OptionView& offer : at.desk.view().offers)
      if (offer.allowed && offer.text.find("together") != std::string::npos) found.push_back(offer);
    return found;
  };
  // Dice and cards by the program until units may act.
  for (int i = 0; i < 60; ++i) {
    const ui::ViewState view = at.desk.view();
    if (!view.question && std::any_of(view.units.begin(), view.units.end(), [](const auto& unit) { return unit.can > 0; })) break;
    if (view.question && view.question->takes_values)
      at.desk.wish(TypeKey{"v"});
    else if (view.question && view.question->veiled)
      at.desk.wish(TypeKey{"Enter"});
    else if (view.question)
      at.desk.wish(view.question->options.front().intent);
    at.look();
  }
  std::vector<UnitId> line;  // those that may move with others
  for (const ui::UnitView& unit : at.desk.view().units) {
    if (unit.can == 0) continue;
    at.desk.wish(SelectUnit{unit.unit});
    if (!together().empty()) line.push_back(unit.unit);
  }
  REQUIRE(line.size() > 2);
  at.desk.wish(SelectUnit{line[0]});
  std::optional<UnitId> mate;
  for (std::size_t i = 1; i < line.size() && !mate; ++i) {
    at.desk.wish(AddUnit{line[i]});
    if (!together().empty()) mate = line[i];
    if (!mate) at.desk.wish(AddUnit{line[i]});  // taken out again
  }
  REQUIRE(mate);
  const ui::ViewState view = at.desk.view();
  REQUIRE(view.group.size() == 1);
  for (const ui::OptionView& offer : view.offers) {  // of nobody else
    INFO(offer.text);
    const auto names = [&](const UnitId& unit) {
      const std::string name = at.unit(unit.text).name;  // leaders have none
      return !name.empty() && offer.text.find(name) != std::string::npos;
    };
    for (std::size_t i = 1; i < line.size(); ++i) CHECK((line[i] == *mate) == names(line[i]));
  }
  const std::int64_t before = at.desk.battle().seq();
  at.desk.wish(together().front().intent);
  CHECK(at.desk.battle().seq() == before + 1);
  CHECK_FALSE(at.desk.view().result.starts_with("refused"));
  CHECK(at.desk.view().group.empty());
}

TEST_CASE("the last result tells what came of a fight, and leaves the next phase to NOW", "[screen][PA-CCD-04]") {
  std::ifstream in(test::source_dir() + "/models/data/demo/demo_paean.json");
  const std::string battle =
      (std::filesystem::temp_directory_path() / ("polemarch_fight_" + std::to_string(::getpid()) + ".json")).string();
  std::ofstream(battle) << nlohmann::json::parse(in).at("battle").dump();
  At at(battle);
  std::filesystem::remove(battle);
  for (const char* thrown : {"854621", "612114"}) {
    for (const char* die = thrown; *die != 0; ++die) at.desk.wish(TypeKey{std::string(1, *die)});
    at.desk.wish(TypeKey{"Enter"});
    at.look();
  }
  const ui::ViewState view = at.desk.view();
  CHECK(view.phase == "skirmish actions");
  REQUIRE(view.card);
  REQUIRE_FALSE(view.card->follows.empty());
  std::string all;
  for (const ui::FollowView& line : view.card->follows) all += line.text + "|";
  INFO(all);
  CHECK(all.find("wins") != std::string::npos);
  CHECK(all.find("skirmish actions") == std::string::npos);
}

TEST_CASE("the last result names a side once, says what an answer picked, and stays in sight while the table follows",
          "[screen][PA-EVA-21][PA-CHG-09][PA-GEO-12]") {
  const auto troops = [](const char* id, double x, double y, double heading) {
    return nlohmann::json{
        {"unit", id}, {"type", "LM"}, {"bases", 2}, {"files", 2}, {"at", {{"x_mm", x}, {"y_mm", y}, {"heading_deg", heading}}}};
  };
  const auto commander = [](const char* id, double x, double y) {
    return nlohmann::json{{"unit", id}, {"arm", "commander"}, {"army_commander", true}, {"cv", 10}, {"at", {{"x_mm", x}, {"y_mm", y}}}};
  };
  const nlohmann::json battle{{"v", 1},
                              {"ruleset", "paean"},
                              {"scale", 2},
                              {"table", {{"size_mm", {1800, 1200}}}},
                              {"sides",
                               {{"A", {{"army", "Argos"}, {"units", {troops("A1", 900, 400, 90), commander("AC", 900, 200)}}}},
                                {"B", {{"army", "Sparta"}, {"units", {troops("B1", 900, 520, 270), commander("BC", 1700, 1100)}}}}}}};
  const std::string file = (std::filesystem::temp_directory_path() / ("polemarch_result_" + std::to_string(::getpid()) + ".json")).string();
  std::ofstream(file) << battle.dump();
  At at(file);
  std::filesystem::remove(file);
  const auto gives = [&](const std::string& command) {
    at.desk.wish(GiveCommand{command});
    return at.desk.view().result;
  };
  const auto throws = [&](std::vector<int> dice) {
    return gives(nlohmann::json{{"by", "umpire"}, {"do", "answer"}, {"dice", dice}}.dump());
  };
  const auto picks = [&](const std::string& key) {
    const auto wait = at.desk.battle().waits(Viewer::Umpire).front();
    at.desk.wish(ChooseOption{"w" + std::to_string(wait.id.number), key});
    return at.desk.view().result;
  };
  gives(R"({"by":"A","do":"begin"})");
  std::string told;
  for (const int die : {6, 2}) {
    const engine::Wait wait = at.desk.battle().waits(Viewer::Umpire).front();
    told =
        gives(nlohmann::json{{"by", name_of(wait.who)}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}, {"dice", {die}}}
                  .dump());
  }
  CHECK(told.starts_with("Sparta: one die for initiative"));
  for (int i = 0; i < 4 && at.desk.view().phase != "command orders"; ++i) gives(R"({"by":"A","do":"end_phase"})");
  gives(R"({"by":"A","do":"order","commander":"AC","unit":"A1"})");
  throws({1, 1});
  gives(R"({"by":"A","do":"charge","unit":"A1","target":"B1"})");
  throws({6, 6});
  CHECK(at.desk.battle().waits(Viewer::Umpire).front().question == "A1 stands four centimetres away: charge home?");
  const std::string closed = picks("home");
  CHECK(closed.find("charge home? A1 close") != std::string::npos);
  for (int i = 0; i < 8; ++i) at.look();  // the bases are put where they go
  CHECK(at.desk.battle().owed().empty());
  CHECK(at.desk.view().result == closed);
  for (int side = 0; side < 2; ++side)
    throws(std::vector<int>(static_cast<std::size_t>(at.desk.battle().waits(Viewer::Umpire).front().chance->count), 1));
  REQUIRE(at.desk.battle().waits(Viewer::Umpire).front().rule == "PA-EVA-21");
  CHECK(picks("n").ends_with("? Fight on"));
}

}  // namespace table_work_tests
