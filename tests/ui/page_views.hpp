/// Views for the tests of a page: one with something everywhere, one with an open question.
#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "tests/support/page_text.hpp"
#include "ui/page/page.hpp"

namespace polemarch::ui::page::test_views {

inline ViewState busy() {
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
  view.card = ResultView{.title = "Romans: charge Oak clan",
                         .whose = Side::A,
                         .rows = {{"uphill", "TTS-MOD-T1", "+1", Side::A}},
                         .follows = {{"Oak clan is disordered", {engine::News::Result, engine::Glyph::Disordered}}}};
  view.counters = {{Side::A, "medals", 7, {}, 8, true}, {Side::B, "medals", 6, {}, 8, true}, {Side::B, "Caradoc", 3, 10, {}, false}};
  for (int i = 0; i < 30; ++i) view.log.push_back({i, "First cohort moves to d" + std::to_string(i), Tone::Text});
  view.source = "manual: drag the bases, or select one and press T";
  return view;
}

inline ViewState asking() {
  ViewState view = busy();
  view.question = QuestionView{};
  view.question->who = "Rome";
  view.question->text = "First cohort strikes: play a card to hit";
  view.question->takes_values = true;
  view.question->typed = "7";
  view.question->hint = "one card, 1 to 10: type it";
  return view;
}

inline Box box_of(const TextItem& text) {
  return {text.at.x, text.at.y - 0.74 * text.size, test::text_width(text.text, text.size, text.face), 0.96 * text.size};
}

/// The first text of a page with just these words; null where there is none.
inline const TextItem* text_of(const Page& page, std::string_view words) {
  for (const Item& item : page.items)
    if (const auto* text = std::get_if<TextItem>(&item); text != nullptr && text->text == words) return text;
  return nullptr;
}

}  // namespace polemarch::ui::page::test_views
