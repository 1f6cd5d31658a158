/// One name a thing: what rooms call by its id stands on the screen by the name its player gave it.
#include "assistant/present/parts.hpp"

namespace polemarch::assistant::present {

namespace {

void put(const names::Namer& namer, std::string& text) { text = namer(text); }

void put(const names::Namer& namer, std::vector<ui::RowView>& rows) {
  for (ui::RowView& row : rows) put(namer, row.text);
}

void put(const names::Namer& namer, std::vector<ui::OptionView>& options) {
  for (ui::OptionView& option : options) put(namer, option.text), put(namer, option.detail);
}

void put(const names::Namer& namer, std::vector<ui::TextLine>& lines) {
  for (ui::TextLine& line : lines) put(namer, line.text);
}

}  // namespace

void name_units(const Inputs& inputs, ui::ViewState& view) {
  if (inputs.namer == nullptr) return;
  const names::Namer& namer = *inputs.namer;
  for (std::string* text : {&view.call, &view.now, &view.result}) put(namer, *text);
  if (view.ended) put(namer, view.ended->text);
  if (view.question) {
    for (std::string* text : {&view.question->text, &view.question->hint, &view.question->tried, &view.question->why}) put(namer, *text);
    put(namer, view.question->options);
    if (view.question->odds) {
      put(namer, view.question->odds->title);
      put(namer, view.question->odds->of);
      put(namer, view.question->odds->rows);
      for (ui::OutlookView& outlook : view.question->odds->outlooks) put(namer, outlook.text);
    }
  }
  for (std::string& line : view.status) put(namer, line);
  put(namer, view.menu);
  view.undoes = namer(view.undoes);
  put(namer, view.offers);
  if (view.card) {
    put(namer, view.card->title);
    if (view.card->ruling == engine::Ruling::Allowed) view.card->title = with_capital(view.card->title);
    put(namer, view.card->rows);
    for (ui::FollowView& follow : view.card->follows) follow.text = with_capital(namer(follow.text));
    for (ui::ThrowView& thrown : view.card->throws) {
      put(namer, thrown.text);
      put(namer, thrown.rows);
    }
  }
  if (view.tip) {
    put(namer, view.tip->title);
    put(namer, view.tip->rows);
  }
  for (std::vector<ui::TextLine>* lines : {&view.advice, &view.further, &view.windows, &view.notices, &view.why}) put(namer, *lines);
  for (ui::TextLine& window : view.windows) put(namer, window.until);
  for (ui::LogLine& line : view.log) line.text = with_capital(namer(line.text));
}

}  // namespace polemarch::assistant::present
