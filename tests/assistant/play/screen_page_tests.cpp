/// The page of every sample battle with every unit selected: labels lie apart, inside the table, and are large enough to read.
#include <nlohmann/json.hpp>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/page/page.hpp"

namespace screen_page_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::ui::page;

namespace {

Box box_of(const TextItem& text) {
  return {text.at.x, text.at.y - 0.72 * text.size, test::text_width(text.text, text.size, text.face), 0.9 * text.size};
}

bool apart(const Box& a, const Box& b) {
  return a.x + a.w <= b.x + 0.5 || b.x + b.w <= a.x + 0.5 || a.y + a.h <= b.y + 0.5 || b.y + b.h <= a.y + 0.5;
}

/// What is wrong with the words of a page: two on top of each other, cut off by the edge, too small. Empty where nothing is.
std::string faults_of(const Page& page, double least) {
  std::vector<const TextItem*> texts;
  std::vector<Box> boxes;
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && !text->text.empty()) {
      texts.push_back(text);
      boxes.push_back(box_of(*text));
    }
  std::string faults;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const Box& box = boxes[i];
    if (texts[i]->size < least) faults += "small: " + texts[i]->text + "\n";
    if (box.x < 0 || box.y < 0 || box.x + box.w > page.width + 0.5 || box.y + box.h > page.height + 0.5)
      faults += "cut off: " + texts[i]->text + "\n";
    for (std::size_t j = i + 1; j < texts.size(); ++j)
      if (!apart(box, boxes[j])) faults += texts[i]->text + " lies on " + texts[j]->text + "\n";
  }
  return faults;
}

/// Half of the units out of sight for a while, every third one to be put elsewhere by hand.
void trouble(ui::ViewState& view) {
  std::size_t i = 0;
  for (ui::UnitView& unit : view.units) {
    if (!unit.on_table || unit.outline.size() != 4) continue;
    ++i;
    if (i % 2 == 0) unit.hidden = true, unit.unseen_s = 65;
    if (i % 3 != 0) continue;
    view.owed.push_back({unit.unit, unit.side, "put it on its ghost", "4.0 in to go", false, {}});
    const double step = unit.side == Side::A ? 100 : -100;
    const Vec2 to{unit.at.x, unit.at.y + step};
    Polygon ghost{unit.outline, true, false};
    for (Vec2& p : ghost.points) p.y += step;
    const auto add = [&](Polygon shape, const char* meaning, const char* label) {
      view.scene.items.push_back({std::move(shape), Tone::Text, Pattern::Dashed, 3, label, meaning, "", unit.unit.text});
    };
    add(ghost, "ghost", "");
    add({{unit.at, {to.x, to.y - step / 5}}, false, false}, "owed", "4.0 in");
    add({{to, {to.x - 9, to.y - step / 5}, {to.x + 9, to.y - step / 5}}, true, true}, "owed", "");
  }
}

constexpr const char* kBattles[] = {"to_the_strongest_sample",  "blade_and_bow_sample",   "hail_caesar_sample",    "paean_sample",
                                    "hoplomachia_sample",       "blade_and_bow_marathon", "blade_and_bow_plataea", "blade_and_bow_mycale",
                                    "blade_and_bow_thermopylae"};

/// A battle at its screen, moved by hand.
struct Screen {
  explicit Screen(const std::string& name)
      : stage(std::move(*play::set_stage(
            {.battle = test::source_dir() + "/models/data/battles/" + name + ".json", .log = {}, .table_file = {}, .bases_file = {}}))),
        desk(*stage.session, stage.table, stage.bases, {}),
        feed([this] { return desk.battle().places(); }, [] { return 1.0; }) {
    desk.see(*feed.next());
  }
  play::Stage stage;
  play::Desk desk;
  play::ManualFeed feed;
};

struct Size {
  int width, height;
  double least;
};
constexpr Size kSizes[] = {{1280, 800, 13}, {1920, 1080, 14}, {3840, 2160, 26}};

}  // namespace

TEST_CASE("on every sample battle, whoever is selected, no two labels overlap and none is cut off or too small, at every size",
          "[screen][labels]") {
  const std::string name = GENERATE(from_range(std::begin(kBattles), std::end(kBattles)));
  Screen at(name);
  const std::vector<ui::UnitView> units = at.desk.view().units;
  REQUIRE_FALSE(units.empty());
  for (const ui::UnitView& unit : units) {
    at.desk.wish(SelectUnit{unit.unit});
    const ui::ViewState view = at.desk.view();
    for (const Size& size : kSizes) {
      INFO(name << ", " << unit.unit.text << " selected, " << size.width << " wide");
      CHECK(faults_of(page_of(view, size.width, size.height, test::text_width), size.least) == "");
    }
  }
}

TEST_CASE("labels lie apart with units out of sight, bases to be moved, measures kept and every layer on", "[screen][labels]") {
  const std::string name = GENERATE(from_range(std::begin(kBattles), std::end(kBattles)));
  Screen at(name);
  const std::vector<ui::UnitView> units = at.desk.view().units;
  for (const ui::LayerView& layer : at.desk.view().layers)
    if (!layer.on) at.desk.wish(ToggleLayer{layer.id});
  const ui::UnitView* first = nullptr;
  int measured = 0;
  for (const ui::UnitView& unit : units) {
    if (!unit.on_table) continue;
    if (first == nullptr) first = &unit;
    if (unit.side != first->side && measured++ < 4) at.desk.wish(MeasureFrom{first->at, unit.at});
  }
  REQUIRE(at.desk.view().measures.size() >= 4);
  for (std::size_t i = 0; i < units.size(); i += 3) {
    at.desk.wish(SelectUnit{units[i].unit});
    ui::ViewState view = at.desk.view();
    trouble(view);
    REQUIRE_FALSE(view.owed.empty());
    for (const Size& size : kSizes) {
      INFO(name << ", " << units[i].unit.text << " selected, " << size.width << " wide");
      CHECK(faults_of(page_of(view, size.width, size.height, test::text_width), size.least) == "");
    }
  }
}

TEST_CASE("words lie apart from every seat, in rows for fingers, in larger and smaller letters", "[screen][labels]") {
  const std::string name =
      GENERATE("to_the_strongest_sample", "blade_and_bow_sample", "hail_caesar_sample", "paean_sample", "hoplomachia_sample");
  Screen at(name);
  for (const ui::UnitView& unit : at.desk.view().units)
    if (unit.can > 0) {
      at.desk.wish(SelectUnit{unit.unit});
      break;
    }
  const auto check = [&](const std::string& state) {
    for (const Size& size : kSizes) {
      INFO(name << ", " << state << ", " << size.width << " wide");
      CHECK(faults_of(page_of(at.desk.view(), size.width, size.height, test::text_width), 13) == "");
    }
  };
  for (const char* seat : {"far seat", "own seat"}) {
    at.desk.wish(RotateView{2});
    check(seat);
  }
  at.desk.wish(ToggleTouch{});
  check("for fingers");
  at.desk.wish(ToggleTouch{});
  for (int i = 0; i < 3; ++i) at.desk.wish(ScaleType{1.1});
  check("larger letters");
  for (int i = 0; i < 5; ++i) at.desk.wish(ScaleType{1 / 1.1});
  check("smaller letters");
}

}  // namespace screen_page_tests
