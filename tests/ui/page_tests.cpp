/// The screen as a page of shapes: the same four places at every size, nothing cut off, nothing on top of another.
#include <algorithm>

#include "tests/support/catch.hpp"
#include "ui/page/page.hpp"

using namespace polemarch;
using namespace polemarch::ui;
using namespace polemarch::ui::page;

namespace {

double measure(std::string_view text, double size, Face face) {
  return static_cast<double>(text.size()) * size * (face == Face::Bold ? 0.58 : 0.54);
}

ViewState busy() {
  ViewState view;
  view.side_names = {"Romans of the Rhine", "Britons of the hills"};
  view.moment = "Turn 3";
  view.phase = "orders";
  view.to_play = Side::A;
  view.call = "Order a unit, pass a command, or end the turn";
  view.now = "Turn 3. Rome: order a unit";
  for (int i = 0; i < 4; ++i)
    view.menu.push_back(
        {std::string(1, static_cast<char>('a' + i)), "pass with command A-" + std::to_string(i), true, {}, GiveCommand{"{}"}});
  view.menu.push_back({"-", "deployment is done", false, "A3 is still to be deployed", GiveCommand{"{}"}});
  view.selected = "A1";
  view.selected_title = "A1  First cohort of the long name that no panel can hold";
  view.selected_side = Side::A;
  view.figures = {{"fresh", "no card yet"}, {"1 box", "moves"}, {"5+", "saves"}, {"6+", "strikes"}};
  for (int i = 1; i <= 20; ++i)
    view.offers.push_back(
        {i <= 9 ? std::to_string(i) : "#" + std::to_string(i), "move to d" + std::to_string(i), true, "then card", GiveCommand{"{}"}});
  view.offers.push_back({"-", "charge B2", false, "out of reach", GiveCommand{"{}"}});
  view.notices = {{"B3 does not stand where the rules have it", Tone::Warn, {}}};
  view.card = ResultView{"Romans: charge Oak clan", Side::A, {{"uphill", "TTS-MOD-T1", "+1", Side::A}}, {"Oak clan is disordered"}};
  view.counters = {{Side::A, "medals", 7, {}, 8, true}, {Side::B, "medals", 6, {}, 8, true}, {Side::B, "Caradoc", 3, 10, {}, false}};
  for (int i = 0; i < 30; ++i) view.log.push_back({i, "First cohort moves to d" + std::to_string(i), Tone::Text});
  view.source = "manual: drag the bases, or select one and press T";
  return view;
}

ViewState asking() {
  ViewState view = busy();
  view.question = QuestionView{};
  view.question->who = "Rome";
  view.question->text = "First cohort strikes: play a card to hit";
  view.question->takes_values = true;
  view.question->typed = "7";
  view.question->hint = "one card, 1 to 10: type it";
  return view;
}

Box box_of(const TextItem& text) {
  return {text.at.x, text.at.y - 0.74 * text.size, measure(text.text, text.size, text.face), 0.96 * text.size};
}

}  // namespace

TEST_CASE("a page fits every size from 1280x800 to 4K: nothing is cut off and no text is under 13 pixels", "[ui][page]") {
  for (const auto& [width, height] : {std::pair{1280.0, 800.0}, {1920.0, 1080.0}, {3840.0, 2160.0}, {1600.0, 1000.0}})
    for (const ViewState& view : {busy(), asking()}) {
      const Page page = page_of(view, width, height, measure);
      CAPTURE(width);
      CHECK(page.table.w > 0.6 * width);
      for (const Item& item : page.items)
        if (const auto* text = std::get_if<TextItem>(&item)) {
          INFO(text->text);
          CHECK(text->size >= 13.0);
          CHECK(text->at.x >= 0);
          CHECK(text->at.x + measure(text->text, text->size, text->face) <= width + 0.5);
          CHECK(text->at.y <= height);
        }
      for (const Hit& hit : page.hits) CHECK(hit.box.y + hit.box.h <= height);
    }
}

TEST_CASE("no two texts of a page lie on top of each other", "[ui][page]") {
  for (const ViewState& view : {busy(), asking()}) {
    const Page page = page_of(view, 1920, 1080, measure);
    std::vector<const TextItem*> texts;
    for (const Item& item : page.items)
      if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && !text->text.empty()) texts.push_back(text);
    REQUIRE(texts.size() > 30);
    for (std::size_t i = 0; i < texts.size(); ++i)
      for (std::size_t j = i + 1; j < texts.size(); ++j) {
        const Box a = box_of(*texts[i]), b = box_of(*texts[j]);
        const bool apart = a.x + a.w <= b.x + 0.5 || b.x + b.w <= a.x + 0.5 || a.y + a.h <= b.y + 0.5 || b.y + b.h <= a.y + 0.5;
        INFO(texts[i]->text << " / " << texts[j]->text);
        CHECK(apart);
      }
  }
}

TEST_CASE("every way on can be clicked, what may not be done cannot", "[ui][page]") {
  const Page page = page_of(busy(), 1920, 1080, measure);
  std::size_t buttons = 0;
  for (const Hit& hit : page.hits) {
    REQUIRE(std::holds_alternative<GiveCommand>(hit.intent));
    ++buttons;
    CHECK(hit.box.h >= 34);
  }
  CHECK(buttons >= 4 + 5);  // four passes, and orders as far as the card reaches; the rest are counted
}

TEST_CASE("letters of type twice as large still fit their cards", "[ui][page]") {
  ViewState view = busy();
  view.type_scale = 1.4;
  const Page page = page_of(view, 1920, 1080, measure);
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item)) {
      INFO(text->text);
      CHECK(text->at.x + measure(text->text, text->size, text->face) <= 1920.5);
    }
}
