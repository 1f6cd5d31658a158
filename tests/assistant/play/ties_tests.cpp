// Whose a marker is, said at the screen before the simulated camera: touched, picked from a list, logged, kept, changed and taken off.
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assistant/play/demo.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/screen.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/play/text_screen.hpp"
#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/keys.hpp"

namespace ties_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using nlohmann::json;

namespace {

const std::string kUnit = "A2";

/// The demo's table at rest before the camera, its battle without the marker of one unit.
struct AtTheTable {
  AtTheTable() {
    std::filesystem::create_directories(dir);
    json demo = json::parse(*read_text_file(test::source_dir() + "/models/data/demo/demo.json"));
    demo["seconds"] = 20;
    demo["hands"] = json::array(), demo["bumps"] = json::array(), demo["script"] = json::array();
    const auto files = demo_files(demo.dump());
    REQUIRE(files);
    json battle = json::parse(files->battle), kept = json::array();
    for (const json& base : battle["bases"])
      if (base["unit"] == kUnit) {
        marker = base["marker"];
      } else {
        kept.push_back(base);
      }
    battle["bases"] = kept;
    REQUIRE_FALSE(write_text_file((dir / "demo.json").string(), battle.dump()));
    REQUIRE_FALSE(write_text_file((dir / "scene.json").string(), files->scene));
    sit_down((dir / "demo.json").string(), (dir / "demo.battle").string());
  }
  ~AtTheTable() { std::filesystem::remove_all(dir); }
  void sit_down(const std::string& battle, const std::string& log) {
    feed.reset();
    desk.reset();
    stage.reset();  // its log is let go
    stage.emplace(std::move(*set_stage({battle, log, "", ""})));
    desk.emplace(*stage->session, stage->table, stage->bases, DeskSettings{.seed = 3});
    feed = std::move(*make_feed(std::move(*open_eye({"sim:" + (dir / "scene.json").string(), "", 30, false})), *stage));
    look(8);
  }
  void look(int pictures) {
    for (int i = 0; i < pictures; ++i) {
      desk->see(*feed->next());
      if (auto bases = desk->take_declared()) feed->declare(std::move(*bases));
    }
  }
  void press(const std::string& key) {
    const auto wish = ui::intent_of({.key = key}, desk->view());
    REQUIRE(wish);
    desk->wish(*wish);
  }
  const BaseSpec* base() const {
    for (const BaseSpec& spec : stage->bases)
      if (spec.unit.text == kUnit) return &spec;
    return nullptr;
  }
  ui::UnitView unit() const {
    for (const ui::UnitView& one : desk->view().units)
      if (one.unit.text == kUnit) return one;
    return {};
  }

  std::filesystem::path dir = std::filesystem::temp_directory_path() / ("polemarch_ties_" + std::to_string(::getpid()));
  int marker = -1;
  std::optional<Stage> stage;
  std::optional<Desk> desk;
  std::unique_ptr<Feed> feed;
};

}  // namespace

TEST_CASE("a marker no unit carries is touched and tied to its unit, the log keeps it, and it is taken off again", "[play][ties]") {
  AtTheTable at;
  const ui::ViewState before = at.desk->view();
  REQUIRE(before.loose.size() == 1);
  CHECK(before.loose.front().marker == at.marker);
  CHECK(std::any_of(before.scene.items.begin(), before.scene.items.end(),
                    [&](const SceneItem& item) { return item.meaning == "loose" && item.label == "marker " + std::to_string(at.marker); }));
  CHECK_FALSE(before.question);

  SECTION("by a touch and a digit") { at.desk->wish(SelectAt{before.loose.front().at}); }
  SECTION("by the letter of the menu") {
    const auto entry = std::find_if(before.menu.begin(), before.menu.end(),
                                    [](const ui::OptionView& option) { return option.text.starts_with("whose is marker"); });
    REQUIRE(entry != before.menu.end());
    at.press(entry->key);
  }
  SECTION("by a click in the text screen") {
    const Vec2 where = before.loose.front().at;
    const auto wish = wish_of_line(json{{"click", {where.x, where.y}}}.dump(), before);
    REQUIRE(wish);
    at.desk->wish(**wish);
    const json screen = json::parse(text_screen(at.desk->view(), 2, 1));
    CHECK(screen.at("loose").at(0).at("marker") == at.marker);
    CHECK(screen.at("question").at("options").at(0).at("key") == "1");
  }
  const ui::ViewState asked = at.desk->view();
  REQUIRE(asked.question);
  CHECK(asked.question->text == "Whose is marker " + std::to_string(at.marker) + "?");
  CHECK(asked.question->options.front().text == "this is Second cohort");  // the nearest by the rules
  CHECK(at.desk->public_view().question.has_value() == false);
  at.press("1");
  CHECK_FALSE(at.desk->view().question);
  at.look(1);  // the eye is told
  at.look(1);
  CHECK(at.desk->view().loose.empty());
  for (const ui::UnitView& unit : at.desk->view().units) CHECK(unit.on_table);  // nobody goes while the eye looks anew
  at.look(6);
  CHECK(at.desk->view().loose.empty());
  CHECK_FALSE(at.unit().hidden);
  for (const engine::Place& place : at.stage->session->battle().places())
    if (place.unit.text == kUnit) CHECK(std::hypot(at.unit().at.x - place.pose.x.mm(), at.unit().at.y - place.pose.y.mm()) < 30);

  // The battle goes on another evening: the unit has its marker.
  at.sit_down((at.dir / "demo.battle").string(), "");
  REQUIRE(at.base() != nullptr);
  CHECK(at.base()->mount.marker.number == at.marker);
  CHECK(at.desk->view().loose.empty());
  const auto verified = Session::verify((at.dir / "demo.battle").string());
  REQUIRE(verified);
  CHECK(verified->same);

  // From the selection it is taken off.
  at.desk->wish(SelectUnit{{kUnit}});
  const ui::ViewState selected = at.desk->view();
  const auto order = std::find_if(selected.offers.begin(), selected.offers.end(),
                                  [&](const auto& offer) { return offer.text == "its marker: " + std::to_string(at.marker); });
  REQUIRE(order != selected.offers.end());
  at.desk->wish(order->intent);
  REQUIRE(at.desk->view().question);
  CHECK(at.desk->view().question->options.front().text == "take marker " + std::to_string(at.marker) + " off");
  at.press("1");
  at.look(8);
  CHECK(at.desk->view().loose.size() == 1);
  at.sit_down((at.dir / "demo.battle").string(), "");
  CHECK(at.base() == nullptr);
}

TEST_CASE("the question whose a marker is can be left, and goes with its marker", "[play][ties]") {
  AtTheTable at;
  const Vec2 where = at.desk->view().loose.front().at;
  at.desk->wish(SelectAt{where});
  at.press("Escape");
  CHECK_FALSE(at.desk->view().question);
  at.desk->wish(SelectAt{where});
  REQUIRE(at.desk->view().question);
  CHECK(at.desk->view().question->options.back().text == "leave it");
  at.press(at.desk->view().question->options.back().key);
  CHECK_FALSE(at.desk->view().question);
  CHECK(at.stage->session->ties().empty());
  // A marker of the unit's own is replaced by the loose one.
  at.desk->wish(SelectUnit{{"A1"}});
  const ui::ViewState view = at.desk->view();
  const auto order =
      std::find_if(view.offers.begin(), view.offers.end(), [&](const auto& offer) { return offer.text.starts_with("its marker: "); });
  REQUIRE(order != view.offers.end());
  at.desk->wish(order->intent);
  REQUIRE(at.desk->view().question);
  CHECK(at.desk->view().question->options[1].text.starts_with("marker " + std::to_string(at.marker) + " instead of "));
}

}  // namespace ties_tests
