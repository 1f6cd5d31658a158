/// The history opens to its cards; what is taken back is named; entries keep their letters.
#include <algorithm>
#include <string>
#include <vector>

#include "assistant/present/parts.hpp"
#include "tests/assistant/play/at_screen.hpp"
#include "tests/assistant/play/shown.hpp"
#include "tests/support/catch.hpp"

namespace history_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using play::test_screen::Shown;

namespace {

/// Answers what is asked: cards are drawn, else the first option is taken.
void answer_all(Shown& shown) {
  for (int i = 0; i < 50 && shown.desk.view().question; ++i) {
    const ui::QuestionView question = *shown.desk.view().question;
    if (question.takes_values)
      shown.key("v");
    else
      shown.desk.wish(question.options.front().intent);
  }
  REQUIRE_FALSE(shown.desk.view().question);
}

/// So many moves by whoever may move.
void play_on(Shown& shown, int orders) {
  for (int i = 0; i < orders; ++i) {
    bool given = false;
    for (const ui::UnitView& unit : shown.desk.view().units) {
      if (unit.can == 0 || given) continue;
      shown.desk.wish(SelectUnit{unit.unit});
      given = shown.order("move");
    }
    REQUIRE(given);
    answer_all(shown);
    shown.look();
  }
}

bool on_page(const ui::ViewState& view, const std::string& words) {
  return play::test_screen::words_of_page(view).find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("Up opens the last result with all the room there is, then the one before, Down and Escape lead back", "[screen]") {
  Shown shown("to_the_strongest_sample");
  play_on(shown, 3);
  const std::string last = shown.desk.view().card->title;
  CHECK_FALSE(shown.desk.view().opened);
  shown.desk.wish(TurnTold{1});  // there is none after the last
  CHECK_FALSE(shown.desk.view().opened);
  shown.desk.wish(TurnTold{-1});
  CHECK(shown.desk.view().card->title == last);
  const ui::ViewState newest = shown.desk.view();
  REQUIRE(newest.opened);
  CHECK_FALSE(newest.selected.empty());
  CHECK_FALSE(on_page(newest, newest.selected_title));  // the unit's card makes room
  CHECK(on_page(newest, "From the history"));
  shown.desk.wish(TurnTold{-1});
  const ui::ViewState before = shown.desk.view();
  REQUIRE(before.opened);
  CHECK(before.opened->end == newest.opened->first);
  CHECK_FALSE(before.card->throws.empty());  // the card that was drawn for it
  CHECK(before.card->title != last);
  shown.desk.wish(TurnTold{1});
  CHECK(shown.desk.view().card->title == last);
  shown.desk.wish(StepBack{});
  CHECK_FALSE(shown.desk.view().opened);
  CHECK_FALSE(shown.desk.view().selected.empty());  // one step back, no more
}

TEST_CASE("a click on a line of the history opens the card it belongs to, and play closes it", "[screen]") {
  Shown shown("to_the_strongest_sample");
  play_on(shown, 3);
  shown.desk.wish(SelectUnit{{}});
  const ui::ViewState view = shown.desk.view();
  const ui::page::Page page = ui::page::page_of(view, 1920, 1080, play::test_screen::wide);
  std::vector<std::int64_t> lines;
  for (const ui::page::Hit& hit : page.hits)
    if (const auto* line = std::get_if<OpenTold>(&hit.intent)) lines.push_back(line->seq);
  REQUIRE(lines.size() >= 3);
  CHECK(std::is_sorted(lines.rbegin(), lines.rend()));  // the newest first
  shown.desk.wish(OpenTold{lines.back()});
  const ui::ViewState opened = shown.desk.view();
  REQUIRE(opened.opened);
  CHECK(opened.opened->first <= lines.back());
  CHECK(opened.opened->end > lines.back());
  shown.desk.wish(OpenTold{lines.back()});
  CHECK_FALSE(shown.desk.view().opened);
  shown.desk.wish(OpenTold{lines.back()});
  shown.desk.wish(RotateView{2});
  CHECK(shown.desk.view().opened);
  shown.desk.wish(SelectUnit{view.units.front().unit});
  CHECK_FALSE(shown.desk.view().opened);
  CHECK_FALSE(shown.desk.public_view().opened);
}

TEST_CASE("a card with more than finds room says which key shows all of it", "[screen]") {
  Shown shown("to_the_strongest_sample");
  play_on(shown, 1);
  ui::ViewState view = shown.desk.view();
  view.card = ui::ResultView{.title = "Hastati charge Spear wall", .whose = {}, .rows = {}, .follows = {}, .throws = {}};
  const auto leads_up = [&] {
    const ui::page::Page page = ui::page::page_of(view, 1920, 1080, play::test_screen::wide);
    return std::any_of(page.hits.begin(), page.hits.end(), [](const ui::page::Hit& hit) {
      const auto* turn = std::get_if<TurnTold>(&hit.intent);
      return turn != nullptr && turn->by == -1;
    });
  };
  CHECK_FALSE(leads_up());
  for (int i = 1; i < 6; ++i) view.card->follows.push_back({"Spear wall is disordered, " + std::to_string(i), {}});
  CHECK(leads_up());
  view.opened = ui::ViewState::Told{1, 2};
  for (int i = 1; i < 6; ++i) CHECK(on_page(view, "Spear wall is disordered, " + std::to_string(i)));
}

TEST_CASE("what is taken back is named, on the card and in the history", "[screen]") {
  Shown shown("to_the_strongest_sample");
  play_on(shown, 2);
  const std::vector<ui::LogLine> log = shown.desk.view().log;
  const std::string last = std::find_if(log.begin(), log.end(), [&](const ui::LogLine& line) { return line.seq == log.back().seq; })->text;
  shown.desk.wish(UndoLast{});
  const ui::ViewState view = shown.desk.view();
  CHECK(view.card->title == "Taken back: " + last);
  CHECK(view.log.back().text == "Taken back: " + last);
  CHECK(shown.desk.public_view().log.back().text == "Taken back: " + last);
}

TEST_CASE("what is not allowed is told as what cannot be done", "[screen]") {
  Shown shown("to_the_strongest_sample");
  shown.desk.wish(SelectUnit{{"A1"}});
  const ui::ViewState before = shown.desk.view();
  const auto refused = std::find_if(before.offers.begin(), before.offers.end(),
                                    [](const auto& offer) { return !offer.allowed && offer.text.starts_with("march to "); });
  REQUIRE(refused != before.offers.end());
  shown.desk.wish(refused->intent);
  const ui::ViewState view = shown.desk.view();
  CHECK(view.question->text.starts_with("Romans: First cohort cannot march to "));
}

TEST_CASE("an entry of the menu keeps its letter, whatever stands beside it", "[screen]") {
  std::vector<ui::OptionView> menu(2);
  menu[0].text = "choose terrain", menu[1].text = "close the field";
  present::letter_options(menu, "", {});
  const std::string close = menu[1].key;
  CHECK(close != menu[0].key);
  std::vector<ui::OptionView> alone(1);
  alone[0].text = "close the field";
  present::letter_options(alone, "", {{"close the field", close}});
  CHECK(alone[0].key == close);
  alone[0].key.clear();
  present::letter_options(alone, close, {{"close the field", close}});  // taken by an answer
  CHECK(alone[0].key != close);
}

TEST_CASE("an entry keeps its letter when it no longer has to name its side", "[screen]") {
  const std::array<std::string, 2> sides{"Rome", "Veii"};
  std::vector<ui::OptionView> both(2);
  both[0].text = "Rome: ready", both[0].intent = GiveCommand{R"({"by":"A","do":"ready"})"};
  both[1].text = "Veii: ready", both[1].intent = GiveCommand{R"({"by":"B","do":"ready"})"};
  present::letter_options(both, "", {}, sides);
  const std::map<std::string, std::string> known{{both[0].text, both[0].key}, {both[1].text, both[1].key}};
  std::vector<ui::OptionView> alone{both[1]};
  alone[0].key.clear(), alone[0].text = "ready";
  present::letter_options(alone, "", known, sides);
  CHECK(alone[0].key == both[1].key);
  CHECK(alone[0].key != both[0].key);
}

TEST_CASE("what is chosen in secret is headed by what all may know of it, and is said once", "[screen][HM-ORD-01]") {
  play::test_screen::At at(play::test_screen::sample_of("hoplomachia"));
  const auto entry = [&](const auto& is) {
    const std::vector<ui::OptionView> menu = at.desk.view().menu;
    const auto found = std::find_if(menu.begin(), menu.end(), is);
    return found == menu.end() ? std::optional<Intent>() : found->intent;
  };
  const auto looks = [](const ui::OptionView& one) { return std::holds_alternative<LookAtHand>(one.intent); };
  at.until([&] { return entry(looks).has_value(); });
  at.desk.wish(*entry(looks));
  const auto signal = entry([](const ui::OptionView& one) { return one.allowed && one.text.starts_with("signal "); });
  REQUIRE(signal);
  at.desk.wish(*signal);
  const ui::ViewState view = at.desk.view();
  CHECK(view.card->title.ends_with(" lay a counter under the salpinx"));
  CHECK(view.card->follows.empty());
  CHECK_FALSE(on_page(view, "in secret"));
}

}  // namespace history_tests
