/// What stands where no rule lets it: its question, its answers and their keys, its marks on the table; and where an order leads.
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "tests/assistant/play/at_screen.hpp"

namespace refusal_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

TEST_CASE("what no ruling lets stand is put back, and the question says turn and rule", "[screen][observe]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(DragUnit{{"AC1"}, {975, 975}, {}});
  for (int i = 0; i < 30 && !at.desk.view().question; ++i) at.look();
  const ui::ViewState shown = at.desk.view();
  REQUIRE(shown.question);
  CHECK(shown.question->text.find("in turn 1, ") != std::string::npos);
  REQUIRE(shown.question->options.size() == 1);
  CHECK(shown.question->options.front().text == "put it back where the ghost is");
}

TEST_CASE("where the screen is the table, what is to be put back goes back by the answer", "[screen][observe]") {
  At at(sample_of("to_the_strongest"));
  const auto stands_at = [&] {
    for (const ui::UnitView& unit : at.desk.view().units)
      if (unit.unit.text == "A2") return unit.at;
    return Vec2{};
  };
  const Vec2 before = stands_at();
  at.desk.wish(DragUnit{{"A2"}, {975, 675}, {}});
  for (int i = 0; i < 30 && !at.desk.view().question; ++i) at.look();
  REQUIRE(at.desk.view().question);
  const ui::QuestionView question = *at.desk.view().question;
  const auto back = std::find_if(question.options.begin(), question.options.end(),
                                 [](const ui::OptionView& option) { return option.text == "put it back where the ghost is"; });
  REQUIRE(back != question.options.end());
  CHECK(stands_at().y > before.y + 100);
  at.desk.wish(back->intent);
  for (int i = 0; i < 8; ++i) at.look();
  const ui::ViewState after = at.desk.view();
  CHECK_FALSE(after.question);
  CHECK(std::abs(stands_at().x - before.x) < 1);
  CHECK(std::abs(stands_at().y - before.y) < 1);
  CHECK(std::none_of(after.scene.items.begin(), after.scene.items.end(),
                     [](const SceneItem& item) { return item.meaning == "ghost" && item.about == "A2"; }));
}

TEST_CASE("what is put down again just after it was put back is judged as soon as the first time", "[screen][observe]") {
  for (const auto& [ruleset, unit, to] : {std::tuple{"to_the_strongest", "A2", Vec2{975, 675}}, {"hail_caesar", "A1", Vec2{600, 900}}}) {
    INFO(ruleset);
    At at(sample_of(ruleset));
    const auto look = [&] {  // as the window does
      at.t += 0.1;
      for (const DragBase& move : at.desk.take_drags()) at.feed.drag(move);
      at.desk.see(*at.feed.next());
    };
    for (int i = 0; i < 30; ++i) look();
    const auto refused_after = [&] {
      at.desk.wish(DragUnit{{unit}, to, {}});
      int looks = 0;
      for (; looks < 400 && !(at.desk.view().question && at.desk.view().question->aside); ++looks) look();
      return looks;
    };
    const int first = refused_after();
    REQUIRE(first < 400);
    const auto options = at.desk.view().question->options;
    const auto back = std::ranges::find_if(options, [](const auto& option) { return option.text == "put it back where the ghost is"; });
    REQUIRE(back != options.end());
    at.desk.wish(back->intent);
    for (int i = 0; i < 3; ++i) look();
    REQUIRE_FALSE(at.desk.view().question);
    CHECK(refused_after() <= first + 2);
    CHECK(at.desk.view().question->options.size() == options.size());
  }
}

TEST_CASE("a unit carried too far is answered by the rule that keeps it from there, and may be ruled to stand", "[screen][observe]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(DragUnit{{"A2"}, {975, 675}, {}});
  for (int i = 0; i < 30 && !at.desk.view().question; ++i) at.look();
  const ui::ViewState shown = at.desk.view();
  REQUIRE(shown.question);
  INFO(shown.question->text);
  CHECK(shown.question->text.find("g5") != std::string::npos);
  CHECK(shown.question->text.find("No rule explains") == std::string::npos);
  REQUIRE(shown.question->options.size() == 3);
  CHECK(shown.question->options.front().text == "accept it, both agree");
  const auto drawn = [&](const std::string& meaning, const std::string& about) {
    return std::count_if(shown.scene.items.begin(), shown.scene.items.end(),
                         [&](const SceneItem& item) { return item.meaning == meaning && item.about == about; });
  };
  CHECK(drawn("refused", "A2") == 1);
  CHECK(drawn("trail", "A2") == 1);
  at.desk.wish(shown.question->options.front().intent);
  at.look();
  const auto next = at.desk.view().question;  // its doubt is closed; the move that stands has its card to play
  REQUIRE(next);
  CHECK(next->takes_values);
  CHECK(next->text == "move with Second cohort: 2+");
}

TEST_CASE("a card under NOW keeps its keys when a doubt comes up above it, which takes none of them, with a unit selected or not",
          "[screen][observe]") {
  for (const bool selected : {false, true}) {
    At at(sample_of("to_the_strongest"));
    Look look = good_look(at.desk.battle(), 100);
    at.desk.see(look);
    if (selected) at.desk.wish(SelectUnit{{"A3"}});
    const auto sees = [&] {
      ++look.table.t;
      at.desk.see(look);
      return at.desk.view();
    };
    look.frozen = true;
    std::map<std::string, std::string> keys, entries;
    const ui::ViewState still = sees();
    REQUIRE(still.trouble);
    for (const ui::OptionView& option : still.trouble->options) keys[option.text] = option.key;
    for (const ui::OptionView& entry : still.menu) entries[entry.text] = entry.key;
    for (ObservedBase& base : look.table.bases)
      if (base.unit.text == "A2") base.x_mm = 975, base.y_mm = 675, base.settled_since = look.table.t;
    ui::ViewState shown;
    for (int i = 0; i < 30 && !shown.question; ++i) shown = sees();
    REQUIRE(shown.question);
    REQUIRE(shown.question->aside);
    REQUIRE(shown.trouble);
    for (const ui::OptionView& option : shown.trouble->options) {
      CHECK(keys[option.text] == option.key);
      for (const ui::OptionView& answer : shown.question->options) CHECK(answer.key != option.key);
    }
    for (const ui::OptionView& entry : shown.menu) {
      CHECK(entries[entry.text] == entry.key);
      for (const ui::OptionView& answer : shown.question->options) CHECK(answer.key != entry.key);
    }
    look.frozen = false;  // the camera's card goes: the doubt keeps what it has
    std::vector<std::string> had;
    for (const ui::OptionView& answer : shown.question->options) had.push_back(answer.key);
    shown = sees();
    REQUIRE(shown.question);
    CHECK_FALSE(shown.trouble);
    for (std::size_t i = 0; i < had.size(); ++i) CHECK(shown.question->options[i].key == had[i]);
  }
}

TEST_CASE("with the keypad alone the battle goes on past a doubt, and the doubt is answered", "[screen][observe]") {
  At at(sample_of("to_the_strongest"));
  const auto by_keypad = [&](const std::string& key) { return ui::intent_of({.key = key, .keypad = true}, at.desk.view()); };
  const auto said = [](const std::optional<Intent>& intent) {
    const auto* command = intent ? std::get_if<GiveCommand>(&*intent) : nullptr;
    return command == nullptr ? std::string() : command->json;
  };
  std::vector<std::string> before;
  for (const char* key : {"1", "2"}) before.push_back(said(by_keypad(key)));
  REQUIRE_FALSE(before.front().empty());
  at.desk.wish(DragUnit{{"A2"}, {975, 675}, {}});
  for (int i = 0; i < 30 && !at.desk.view().question; ++i) at.look();
  REQUIRE(at.desk.view().question);
  for (std::size_t i = 0; i < before.size(); ++i) CHECK(said(by_keypad(std::to_string(i + 1))) == before[i]);
  const auto answers = at.desk.view().question->options;
  for (const ui::OptionView& answer : answers) {
    const auto wish = by_keypad(answer.key);
    REQUIRE(wish);
    CHECK(std::holds_alternative<ChooseOption>(*wish));
  }
}

TEST_CASE("whom the reason of a refusal names is framed, and nobody else", "[screen][observe]") {
  json setup = sample_of("to_the_strongest");
  for (json& unit : setup["sides"]["A"]["units"])
    if (unit["unit"] == "A3") unit["box"] = "f4";
  At at(setup);
  at.desk.wish(DragUnit{{"A3"}, {825, 825}, {}});  // two boxes, up to those who stand in f7
  for (int i = 0; i < 30 && !at.desk.view().question; ++i) at.look();
  const ui::ViewState shown = at.desk.view();
  REQUIRE(shown.question);
  INFO(shown.question->text);
  const std::string why = shown.question->text.substr(shown.question->text.rfind(": "));
  int framed = 0;
  for (const ui::UnitView& unit : shown.units) {
    INFO(unit.name);
    const bool named = unit.unit.text != "A3" && why.find(unit.name) != std::string::npos;
    const auto frames = std::ranges::count_if(
        shown.scene.items, [&](const SceneItem& item) { return item.meaning == "refused_by" && item.about == unit.unit.text; });
    CHECK(frames == (named ? 1 : 0));
    framed += named;
  }
  CHECK(framed > 0);
}

TEST_CASE("which way a unit will face is said in the sentence and seen on its ghost", "[screen][TTS-MOV-06]") {
  double turned = 0, kept = 0;
  for (const bool facing : {false, true}) {
    At at(sample_of("to_the_strongest"));
    const std::string words =
        facing ? R"({"by":"A","do":"move","unit":"A1","to":"d3","facing":"E"})" : R"({"by":"A","do":"move","unit":"A1","to":"d3"})";
    at.desk.wish(GiveCommand{words});
    const ui::ViewState view = at.desk.view();
    REQUIRE(view.question);
    REQUIRE(view.card);
    INFO(view.card->title);
    CHECK(holds(view.card->title, " facing E") == facing);
    for (const SceneItem& item : view.scene.items) {
      const auto* ghost = std::get_if<Polygon>(&item.shape);
      if (item.meaning != "ordered" || ghost == nullptr || ghost->points.size() != 4 || !ghost->closed || ghost->filled) continue;
      const Vec2 left = ghost->points[0], right = ghost->points[1];
      (facing ? turned : kept) = std::atan2(right.x - left.x, -(right.y - left.y));
    }
  }
  CHECK(std::abs(std::abs(turned - kept) - 1.5708) < 0.01);
}

TEST_CASE("what may not be done names the rule that bars it", "[screen]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A1"}});
  const ui::ViewState view = at.desk.view();
  std::size_t barred = 0, told = 0;
  for (const ui::OptionView& offer : view.offers)
    if (!offer.allowed) ++barred, told += offer.rule.starts_with("TTS-");
  CHECK(barred > 0);
  CHECK(told == barred);
}

}  // namespace refusal_tests
