#pragma once
/// The parts of NOW. Each draws from the top of its box and says how much of it was used. Inside ui/page only.

#include <string>

#include "ui/page/cards.hpp"

namespace polemarch::ui::page {

/// A button with a key; returns its width.
double key_button(Pen& pen, double x, double y, const std::string& key, const std::string& words, const Intent& intent, bool first);

/// What the cards or dice have to show, and what is typed where one value is: two large cards that end at `right`. Returns their width.
double value_cards(Pen& pen, const QuestionView& question, double right, double y);

/// The cards beside the sentence that asks.
struct BesideCall {
  double width = 0, top = 0;
};

/// What stands below the sentence: whom it asks, what is typed, the answers, the keys. `call`: the sentence.
double question_part(Pen& pen, const ViewState& view, const QuestionView& question, const std::string& call, BesideCall cards, Box box);

/// What is to be done by hand, a row each; a click says that it is done, Enter says so of all.
double owed_rows(Pen& pen, const ViewState& view, Box box);

/// The ways on, in rows of buttons. The likely one is filled where nothing else is left to do.
double buttons(Pen& pen, const ViewState& view, Box box);

}  // namespace polemarch::ui::page
