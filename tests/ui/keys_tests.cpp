#include "tests/support/catch.hpp"
#include "ui/keys.hpp"
#include "ui/seat.hpp"
#include "ui/shapes.hpp"

namespace keys_tests {

using namespace polemarch;
using namespace polemarch::ui;

namespace {

template <class T>
const T* as(const std::optional<Intent>& intent) {
  return intent ? std::get_if<T>(&*intent) : nullptr;
}

ViewState asking_for_dice(std::string typed = {}) {
  ViewState view;
  view.question = QuestionView{};
  view.question->id = "w1";
  view.question->takes_values = true;
  view.question->typed = std::move(typed);
  return view;
}

ViewState asking_to_choose() {
  ViewState view;
  view.question = QuestionView{};
  view.question->options = {{"y", "yes", true, {}, ChooseOption{"w2", "yes"}}, {"2", "no", true, {}, ChooseOption{"w2", "no"}}};
  return view;
}

}  // namespace

TEST_CASE("every key a numeric keypad has types dice", "[ui]") {
  for (const char* key : {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "Enter", "."}) {
    const auto intent = intent_of({.key = key, .keypad = true}, asking_for_dice());
    REQUIRE(as<TypeKey>(intent));
    CHECK(as<TypeKey>(intent)->key == key);
  }
  CHECK(as<TypeKey>(intent_of({.key = "-", .keypad = true}, asking_for_dice("3 5")))->key == "Backspace");
  CHECK(as<TypeKey>(intent_of({.key = "+", .keypad = true}, asking_for_dice("3 5")))->key == "Space");
  CHECK(as<TypeKey>(intent_of({.key = "*", .keypad = true}, asking_for_dice()))->key == "v");
}

TEST_CASE("a card that has just come up under NOW takes no key, what stood there before it does", "[ui]") {
  ViewState view;
  view.menu = {{"e", "end", true, {}, GiveCommand{"end"}}};
  view.trouble.emplace();
  view.trouble->title = "The picture stands still";
  view.trouble->options = {{"3", "find the table anew", true, {}, Recalibrate{}}};
  KeyQueue keys;
  const auto press = [&](const char* key, double now_s) {
    keys.press({.key = key});
    return keys.next(view, now_s);
  };
  CHECK_FALSE(keys.next(view, 10));
  CHECK_FALSE(press("3", 10.2));
  CHECK(as<Recalibrate>(press("3", 11)));
  view.question.emplace();
  view.question->id = "move A1", view.question->aside = true;
  view.question->options = {{"1", "it stands as it is", true, {}, ChooseOption{"move A1", "stands"}}};
  CHECK_FALSE(press("1", 12));
  CHECK_FALSE(press("Enter", 12.3));
  CHECK(as<Recalibrate>(press("3", 12.4)));
  CHECK(as<GiveCommand>(press("e", 12.5)));
  CHECK(as<ChooseOption>(press("1", 12.8)));
  view.question->id = "move B1";
  CHECK_FALSE(press("1", 13));
}

TEST_CASE("letters type cards of a pack that has them, and nothing else", "[ui]") {
  const auto types = [](bool cards, int highest, const char* key) {
    ViewState view = asking_for_dice();
    view.question->draws = cards, view.question->lowest = 1, view.question->highest = highest;
    return as<TypeKey>(intent_of({.key = key}, view)) != nullptr;
  };
  for (const char* key : {"a", "j", "q", "k"}) {
    CHECK(types(true, 13, key));
    CHECK_FALSE(types(true, 60, key));
    CHECK_FALSE(types(false, 6, key));
    CHECK(types(true, 10, key) == (std::string(key) == "a"));
  }
}

TEST_CASE("answers under letters alone are counted by the digits, of the keypad and above the letters", "[ui]") {
  ViewState view;
  view.question = QuestionView{};
  view.question->options = {{"Y", "yes", true, {}, ChooseOption{"w2", "yes"}}, {"N", "no", true, {}, ChooseOption{"w2", "no"}}};
  for (const bool keypad : {true, false}) {
    CHECK(as<ChooseOption>(intent_of({.key = "1", .keypad = keypad}, view))->option == "yes");
    CHECK(as<ChooseOption>(intent_of({.key = "2", .keypad = keypad}, view))->option == "no");
    CHECK_FALSE(as<ChooseOption>(intent_of({.key = "3", .keypad = keypad}, view)));
  }
  view.offers.resize(1);  // they have the digits
  view.offers[0].key = "2", view.offers[0].intent = GiveCommand{"move"};
  CHECK_FALSE(as<ChooseOption>(intent_of({.key = "1", .keypad = true}, view)));
  view.offers.clear();
  view.question->veiled = true;
  CHECK_FALSE(as<ChooseOption>(intent_of({.key = "1", .keypad = true}, view)));
}

TEST_CASE("the keypad alone picks what NOW offers, turns the pages of orders and steps back", "[ui]") {
  ViewState view;
  view.menu.resize(3);
  view.menu[0].allowed = false, view.menu[0].key = "-";
  view.menu[1].key = "e", view.menu[1].intent = GiveCommand{"end"};
  view.menu[2].key = "p", view.menu[2].intent = GiveCommand{"pass"};
  const auto keypad = [&](const char* key) { return intent_of({.key = key, .keypad = true}, view); };
  CHECK(as<GiveCommand>(keypad("1"))->json == "end");
  CHECK(as<GiveCommand>(keypad("2"))->json == "pass");
  CHECK_FALSE(keypad("3"));
  CHECK_FALSE(intent_of({.key = "1"}, view));  // the row of digits means orders alone
  CHECK(as<StepBack>(keypad(".")));
  view.offers.resize(1);
  view.offers[0].key = "1", view.offers[0].intent = GiveCommand{"move"};
  CHECK(as<GiveCommand>(keypad("1"))->json == "move");
  CHECK(as<TurnPage>(keypad("Enter")));
  view.question = asking_for_dice().question;
  CHECK(as<NextQuestion>(keypad(".")) == nullptr);  // dice are typed by it
}

TEST_CASE("the keypad goes on picking what NOW offers while a card below asks something, and answers that by its own digits", "[ui]") {
  ViewState view;
  view.menu = {{"e", "end", true, {}, GiveCommand{"end"}},
               {"p", "pass", true, {}, GiveCommand{"pass"}},
               {"d", "draw", true, {}, GiveCommand{"draw"}}};
  view.question.emplace();
  view.question->aside = true;
  view.question->options = {{"2", "accept it", true, {}, ChooseOption{"move A1", "accept"}},
                            {"4", "put it back", true, {}, ChooseOption{"move A1", "back"}}};
  const auto keypad = [&](const char* key) { return intent_of({.key = key, .keypad = true}, view); };
  CHECK(as<GiveCommand>(keypad("1"))->json == "end");
  CHECK(as<ChooseOption>(keypad("2"))->option == "accept");
  CHECK(as<GiveCommand>(keypad("3"))->json == "pass");
  CHECK(as<ChooseOption>(keypad("4"))->option == "back");
  CHECK(as<GiveCommand>(keypad("5"))->json == "draw");
  CHECK_FALSE(keypad("6"));
  CHECK_FALSE(intent_of({.key = "1"}, view));
  for (ui::OptionView& option : view.question->options) option.key = option.key == "2" ? "b" : "c";
  CHECK(as<GiveCommand>(keypad("2"))->json == "pass");  // letters are not counted beside what NOW offers
}

TEST_CASE("Escape puts the list of keys away before it does anything else", "[ui]") {
  ViewState view = asking_for_dice("3 5");
  view.show_keys = true;
  CHECK(as<ToggleKeys>(intent_of({.key = "Escape"}, view)));
  CHECK(as<ToggleKeys>(intent_of({.key = "4"}, view)));  // the question lies under it
  view.show_keys = false;
  CHECK(as<TypeKey>(intent_of({.key = "Escape"}, view)));
}

TEST_CASE("Space ends a move unless a number is being typed", "[ui]") {
  CHECK(as<SettleNow>(intent_of({.key = "Space"}, asking_for_dice())));
  CHECK(as<TypeKey>(intent_of({.key = "Space"}, asking_for_dice("3"))));
  CHECK(as<SettleNow>(intent_of({.key = "Space"}, ViewState{})));
  CHECK(as<SettleNow>(intent_of({.key = "0", .keypad = true}, ViewState{})));
}

TEST_CASE("a choice is picked by its letter, its number or Enter for the first", "[ui]") {
  CHECK(as<ChooseOption>(intent_of({.key = "y"}, asking_to_choose()))->option == "yes");
  CHECK(as<ChooseOption>(intent_of({.key = "2", .keypad = true}, asking_to_choose()))->option == "no");
  CHECK(as<ChooseOption>(intent_of({.key = "Enter", .keypad = true}, asking_to_choose()))->option == "yes");
  CHECK_FALSE(intent_of({.key = "3"}, asking_to_choose()));
}

TEST_CASE("an Enter too many tells nothing in secret", "[ui]") {
  ViewState view = asking_to_choose();
  view.question->sealed = true;
  CHECK_FALSE(intent_of({.key = "Enter"}, view));
  CHECK(as<ChooseOption>(intent_of({.key = "y"}, view))->option == "yes");
  view.question->options.resize(1);
  CHECK(as<ChooseOption>(intent_of({.key = "Enter"}, view))->option == "yes");
}

TEST_CASE("a choice with a side's letter is picked without Shift", "[ui]") {
  ViewState view;
  view.question = QuestionView{};
  view.question->options = {{"A", "Athenians", true, {}, ChooseOption{"w2", "A"}}, {"B", "Lakonians", true, {}, ChooseOption{"w2", "B"}}};
  for (const char* key : {"b", "B"}) {
    const auto intent = intent_of({.key = key}, view);
    REQUIRE(as<ChooseOption>(intent));
    CHECK(as<ChooseOption>(intent)->option == "B");
  }
}

TEST_CASE("with no question open a number picks from what the selected unit may do", "[ui]") {
  ViewState view;
  view.offers = {{"1", "advance", true, {}, GiveCommand{R"({"do":"move"})"}},
                 {"2", "charge", false, "too far", GiveCommand{R"({"do":"charge"})"}}};
  CHECK(as<GiveCommand>(intent_of({.key = "1"}, view))->json == R"({"do":"move"})");
  CHECK_FALSE(intent_of({.key = "2"}, view));  // what may not be done is not picked by a digit
  CHECK_FALSE(intent_of({.key = "3"}, view));
}

TEST_CASE("Tab takes the units that may act first, then the others", "[ui]") {
  ViewState view;
  view.units = {{.unit = {"A1"}}, {.unit = {"A2"}, .can = 2}, {.unit = {"B1"}}, {.unit = {"B2"}, .can = 1}};
  std::string walked;
  for (int i = 0; i < 5; ++i) {
    view.selected = as<SelectUnit>(intent_of({.key = "Tab"}, view))->unit.text;
    walked += view.selected + " ";
  }
  CHECK(walked == "A2 B2 A1 B1 A2 ");
  view.selected.clear();  // while units are placed, who still stands beside the table comes first
  view.placing.emplace();
  view.units[1].on_table = true;
  CHECK(as<SelectUnit>(intent_of({.key = "Tab"}, view))->unit.text == "B2");
}

TEST_CASE("Tab walks through the units both ways and round the ends", "[ui]") {
  ViewState view;
  view.units = {{.unit = {"A1"}}, {.unit = {"A2"}}, {.unit = {"B1"}}};
  CHECK(as<SelectUnit>(intent_of({.key = "Tab"}, view))->unit.text == "A1");
  view.selected = "B1";
  CHECK(as<SelectUnit>(intent_of({.key = "Tab"}, view))->unit.text == "A1");
  CHECK(as<SelectUnit>(intent_of({.key = "Tab", .shift = true}, view))->unit.text == "A2");
  CHECK(as<SelectUnit>(intent_of({.key = "+", .keypad = true}, view))->unit.text == "A1");
  CHECK(as<StepBack>(intent_of({.key = "Escape"}, view)));
}

TEST_CASE("one key walks through the three help levels", "[ui]") {
  ViewState view;
  CHECK(as<SetHelpLevel>(intent_of({.key = "l"}, view))->level == "umpire");
  view.help_level = HelpLevel::Umpire;
  CHECK(as<SetHelpLevel>(intent_of({.key = "l"}, view))->level == "measure");
  view.help_level = HelpLevel::Measure;
  CHECK(as<SetHelpLevel>(intent_of({.key = "l"}, view))->level == "advise");
}

TEST_CASE("while words are typed Ctrl-z takes back what is typed, never the battle", "[ui]") {
  ViewState view;
  view.question.emplace();
  view.question->takes_text = true;
  view.question->typed = "ab";
  CHECK(as<TypeKey>(intent_of({.key = "z", .control = true}, view))->key == "Backspace");
  view.question->typed.clear();
  CHECK(as<TypeKey>(intent_of({.key = "z", .control = true}, view))->key == "Escape");
}

TEST_CASE("hold, why, undo, mute, turn, picture, keys, pause, register and quit each have a key", "[ui]") {
  const ViewState view;
  CHECK(as<Hold>(intent_of({.key = "x"}, view)));
  CHECK(as<AskWhy>(intent_of({.key = "w"}, view)));
  CHECK(as<UndoLast>(intent_of({.key = "z", .control = true}, view)));
  CHECK(as<ToggleMute>(intent_of({.key = "m"}, view)));
  CHECK(as<RotateView>(intent_of({.key = "r"}, view))->quarter_turns == 1);
  CHECK(as<TogglePicture>(intent_of({.key = "g"}, view)));
  CHECK(as<ToggleKeys>(intent_of({.key = "h"}, view)));
  CHECK(as<WriteReport>(intent_of({.key = "F8"}, view)));
  CHECK(as<TogglePause>(intent_of({.key = "F9"}, view)));
  CHECK(as<Recalibrate>(intent_of({.key = "F5"}, view)));
  CHECK(as<NextQuestion>(intent_of({.key = "n"}, view)));
  CHECK(as<Quit>(intent_of({.key = "q", .control = true}, view)));
  CHECK_FALSE(intent_of({.key = "z"}, view));
}

TEST_CASE("each seat sees the table the right way round and unmirrored", "[ui]") {
  for (int turns = 0; turns < 4; ++turns) {
    const SeatView seat{1800, 1200, turns};
    const Vec2 back = seat.to_table(seat.from_table({310, 220}));
    CHECK(back.x == Approx(310));
    CHECK(back.y == Approx(220));
    // x then y turns left in the table; on a plane with y down a left turn is a negative cross product.
    const Vec2 o = seat.from_table({0, 0}), x = seat.from_table({1, 0}), y = seat.from_table({0, 1});
    CHECK((x.x - o.x) * (y.y - o.y) - (x.y - o.y) * (y.x - o.x) == Approx(-1));
  }
  CHECK(SeatView{1800, 1200, 0}.from_table({900, 0}).y == Approx(1200));     // side A sits below
  CHECK(SeatView{1800, 1200, 1}.from_table({1800, 600}).y == Approx(1800));  // then the right end
  CHECK(SeatView{1800, 1200, 2}.from_table({900, 1200}).y == Approx(1200));
  CHECK(SeatView{1800, 1200, 3}.from_table({0, 600}).y == Approx(1800));
}

TEST_CASE("hatching covers an area evenly and stays inside it", "[ui]") {
  const std::vector<Vec2> ell{{0, 0}, {100, 0}, {100, 50}, {50, 50}, {50, 100}, {0, 100}};
  double length = 0;
  for (const auto& [a, b] : hatching(ell, 5, 45)) {
    length += std::hypot(b.x - a.x, b.y - a.y);
    CHECK(contains(ell, {(a.x + b.x) / 2, (a.y + b.y) / 2}));
  }
  CHECK(length == Approx(7500.0 / 5).epsilon(0.05));  // area over spacing
}

TEST_CASE("keys pressed between two pictures are each read with what the one before has brought about", "[ui]") {
  KeyQueue keys;
  keys.press({.key = "4"});
  keys.press({.key = "Enter"});
  CHECK(as<TypeKey>(keys.next(asking_for_dice(), 1)) != nullptr);
  REQUIRE(keys.waiting() == 1);  // Enter waits for the next view
  const auto chosen = keys.next(asking_to_choose(), 1);
  REQUIRE(as<ChooseOption>(chosen));
  CHECK(as<ChooseOption>(chosen)->option == "yes");
  keys.press({.key = "F7"});  // means nothing and holds nothing up
  keys.press({.key = "2"});
  REQUIRE(as<ChooseOption>(keys.next(asking_to_choose(), 1)));
  CHECK(keys.waiting() == 0);
}

TEST_CASE("an Enter that was meant for the question before lifts no veil", "[ui]") {
  KeyQueue keys;
  CHECK_FALSE(keys.next(asking_for_dice(), 10.0));
  ViewState veiled = asking_to_choose();
  veiled.question->id = "w2", veiled.question->veiled = true;
  keys.press({.key = "Enter"});
  CHECK_FALSE(keys.next(veiled, 10.1));
  keys.press({.key = "Enter"});
  CHECK_FALSE(keys.next(veiled, 10.5));
  CHECK(keys.waiting() == 0);
  keys.press({.key = "Enter"});
  CHECK(as<TypeKey>(keys.next(veiled, 10.9)) != nullptr);
}

TEST_CASE("triangles fill a bent outline exactly, either way round", "[ui]") {
  std::vector<Vec2> ell{{0, 0}, {100, 0}, {100, 50}, {50, 50}, {50, 100}, {0, 100}};
  for (int pass = 0; pass < 2; ++pass) {
    double area = 0;
    for (const auto& t : triangles(ell)) area += ((t[1].x - t[0].x) * (t[2].y - t[0].y) - (t[1].y - t[0].y) * (t[2].x - t[0].x)) / 2;
    CHECK(area == Approx(7500));
    std::reverse(ell.begin(), ell.end());
  }
}

TEST_CASE("dashes leave gaps and run on round the corners", "[ui]") {
  const Outline square{{{0, 0}, {10, 0}, {10, 10}, {0, 10}}, true, false};
  double drawn = 0;
  for (const auto& [a, b] : dashes(square, 3, 2)) drawn += std::hypot(b.x - a.x, b.y - a.y);
  CHECK(drawn == Approx(24));
}

TEST_CASE("Escape takes one measure away, with Shift all of them", "[ui][keys]") {
  ViewState view;
  CHECK(std::holds_alternative<StepBack>(*intent_of({"Escape", false, true, false}, view)));  // none is there
  view.measures.resize(2);
  CHECK(std::holds_alternative<StepBack>(*intent_of({"Escape", false, false, false}, view)));
  CHECK(std::get<TypeKey>(*intent_of({"Escape", false, true, false}, view)).key == "Shift-Escape");
}

}  // namespace keys_tests
