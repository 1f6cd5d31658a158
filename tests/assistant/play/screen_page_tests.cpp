/// The page of every sample battle with every unit selected: labels lie apart, inside the table, and are large enough to read.
#include <nlohmann/json.hpp>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/page_text.hpp"
#include "tests/support/source_dir.hpp"
#include "ui/page/page.hpp"

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

}  // namespace

TEST_CASE("on every sample battle, whoever is selected, no two labels overlap and none is cut off or under 14 pixels", "[screen]") {
  const auto name = GENERATE(as<std::string>(), "to_the_strongest_sample", "blade_and_bow_sample", "hail_caesar_sample", "paean_sample",
                             "hoplomachia_sample", "blade_and_bow_marathon", "blade_and_bow_plataea", "blade_and_bow_mycale",
                             "blade_and_bow_thermopylae");
  auto stage = play::set_stage(
      {.battle = test::source_dir() + "/models/data/battles/" + name + ".json", .log = {}, .table_file = {}, .bases_file = {}});
  REQUIRE(stage);
  play::Desk desk(*stage->session, stage->table, stage->bases, {});
  play::ManualFeed feed([&] { return desk.battle().places(); }, [] { return 1.0; });
  desk.see(*feed.next());
  std::vector<UnitId> units;
  for (const ui::UnitView& unit : desk.view().units) units.push_back(unit.unit);
  REQUIRE_FALSE(units.empty());
  int labels = 0;
  for (const UnitId& unit : units) {
    desk.wish(SelectUnit{unit});
    const ui::ViewState view = desk.view();
    const Page page = page_of(view, 1920, 1080, test::text_width);
    std::vector<const TextItem*> texts;
    for (const Item& item : page.items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && !text->text.empty()) texts.push_back(text);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const Box box = box_of(*texts[i]);
      INFO(name << ", " << unit.text << ": " << texts[i]->text);
      CHECK(texts[i]->size >= 14.0);
      CHECK(box.x >= 0);
      CHECK(box.x + box.w <= 1920.5);
      CHECK(box.y >= 0);
      CHECK(box.y + box.h <= 1080.5);
      ++labels;
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        INFO("and " << texts[j]->text);
        CHECK(apart(box, box_of(*texts[j])));
      }
    }
  }
  CHECK(labels > 100);
}
