/// A step back by other hands than those at a keyboard, and what was taken back as the history has it.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/assistant/play/moved_cohort.hpp"

namespace taken_back_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

TEST_CASE("a step back has an entry, a digit of the keypad and a place to touch, and each says what it takes back", "[screen][undo]") {
  const auto touched = [](const ui::ViewState& view) {
    const ui::page::Page page = ui::page::page_of(view, 1280, 800, wide);
    return std::count_if(page.hits.begin(), page.hits.end(),
                         [](const ui::page::Hit& hit) { return std::holds_alternative<UndoLast>(hit.intent); });
  };
  At fresh(sample_of("to_the_strongest"));
  CHECK(fresh.desk.view().undoes.empty());
  REQUIRE(pick(fresh, "give up, put right"));
  CHECK_FALSE(pick(fresh, "take back"));
  Moved at;
  at.desk.wish(SelectUnit{{}});
  CHECK(holds(at.desk.view().undoes, "8"));  // the card that was drawn
  CHECK(touched(at.desk.view()) == 1);
  CHECK(holds(words_of_page(at.desk.view()), "take back: " + at.desk.view().undoes.substr(0, 6)));
  REQUIRE(pick(at, "give up, put right, take back"));
  int digit = 0;
  for (const ui::OptionView& entry : at.desk.view().menu) {
    digit += entry.allowed;
    if (entry.text.starts_with("take back: ")) break;
  }
  const auto wish = ui::intent_of({.key = std::to_string(digit), .keypad = true}, at.desk.view());
  REQUIRE(wish);
  REQUIRE(std::holds_alternative<UndoLast>(*wish));
  at.desk.wish(*wish);
  at.settle();
  CHECK(at.asks());
  CHECK(at.desk.view().undoes == "First cohort moves to d3");  // while a card is asked for it can be touched
  CHECK(touched(at.desk.view()) == 1);
}

TEST_CASE("what a step back takes back is named as it was when it was said: the phase that ended, not the one that came",
          "[screen][undo]") {
  At at(sample_of("hail_caesar"));
  at.desk.wish(GiveCommand{R"({"by":"A","do":"end_phase"})"});
  at.look();
  REQUIRE(at.desk.view().result.find("initiative moves") != std::string::npos);
  CHECK(at.desk.view().undoes == "End of rally");
}

TEST_CASE("lines of what was taken back are struck out, those that hold are not, and so they stand when it is taken up again",
          "[screen][undo]") {
  Moved at;
  const auto held = [](const ui::ViewState& view) {
    std::vector<std::string> lines;
    for (const ui::LogLine& line : view.log)
      if (!line.taken_back) lines.push_back(line.text);
    return lines;
  };
  REQUIRE(held(at.desk.view()).size() == at.desk.view().log.size());
  at.desk.wish(UndoLast{});
  at.settle();
  std::vector<std::string> lines = held(at.desk.view());
  CHECK(lines.size() < at.desk.view().log.size());
  CHECK(std::ranges::none_of(lines, [](const auto& line) { return holds(line, "First cohort is in d3") || holds(line, "succeeds"); }));
  CHECK(lines.back().starts_with("Taken back: "));
  const auto struck = [](const ui::ViewState& view) {  // a line as long as its words, at their height
    int count = 0;
    const ui::page::Page page = ui::page::page_of(view, 1920, 1080, wide);
    for (const ui::page::Item& item : page.items)
      if (const auto* text = std::get_if<ui::page::TextItem>(&item))
        for (const ui::page::Item& other : page.items)
          if (const auto* line = std::get_if<ui::page::LineItem>(&other))
            count += std::abs(line->from.x - text->at.x) < 1 &&
                     std::abs(line->to.x - line->from.x - wide(text->text, text->size, text->face)) < 1 && line->from.y == line->to.y &&
                     line->from.y < text->at.y && line->from.y > text->at.y - text->size;
    return count;
  };
  CHECK(struck(at.desk.view()) > 0);
  at.press("7");
  at.settle();
  lines = held(at.desk.view());
  const Desk again(*at.stage.session, at.stage.table, at.stage.bases, {.seed = 3});
  std::vector<std::string> then;
  for (const ui::LogLine& line : again.view().log)
    if (!line.taken_back) then.push_back(line.text);
  const auto of_undo = [](const std::string& line) { return holds(line, "aken back"); };  // worded as the log has it
  std::erase_if(then, of_undo);
  std::erase_if(lines, of_undo);
  CHECK(then == lines);
}

}  // namespace taken_back_tests
