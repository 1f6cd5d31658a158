/// Hands of cards beside the table: face down for everybody, open for their owner once he has asked, and what may be done with a card.
#include <algorithm>

#include "assistant/present/parts.hpp"
#include "engine/core/beside.hpp"

namespace polemarch::assistant::present {

namespace {

/// Whether this screen shows that side's hand open.
bool open_here(const Inputs& inputs, Side side) {
  const Viewer owner = viewer_of(side);
  if (inputs.viewer == Viewer::Both) return inputs.hand_shown == owner;
  return inputs.viewer == Viewer::Umpire || inputs.viewer == owner;
}

/// What may be done with a card now, as far as this screen may show it.
std::vector<ui::OptionView> plays_of(const Inputs& inputs, Side side, const std::string& card) {
  std::vector<ui::OptionView> plays;
  for (const SideOffers& mine : inputs.menu) {
    if (mine.who != viewer_of(side)) continue;
    for (std::size_t i = 0; i < mine.offers.size() && i < mine.cards.size(); ++i)
      if (mine.cards[i] == card && shown_here(inputs, mine.offers[i])) plays.push_back(entry_of(mine.who, mine.offers[i]));
  }
  std::stable_sort(plays.begin(), plays.end(), [](const auto& a, const auto& b) { return a.allowed > b.allowed; });
  return plays;
}

bool may(const std::vector<ui::OptionView>& plays) {
  return std::any_of(plays.begin(), plays.end(), [](const ui::OptionView& play) { return play.allowed; });
}

/// Of both sides, open where this screen shows them.
std::vector<engine::Hand> hands_here(const Inputs& inputs) {
  const engine::Beside* room = engine::beside(*inputs.battle);
  if (room == nullptr) return {};
  std::vector<engine::Hand> hands = room->hands(Viewer::Both);
  for (engine::Hand& hand : hands) {
    if (!open_here(inputs, hand.side)) continue;
    for (engine::Hand& own : room->hands(viewer_of(hand.side)))
      if (own.side == hand.side && own.what == hand.what) hand = std::move(own);
  }
  return hands;
}

}  // namespace

std::string card_name(const Inputs& inputs, Side side, const std::string& card) {
  for (const engine::Hand& hand : hands_here(inputs))
    for (const engine::HeldCard& held : hand.cards)
      if (hand.side == side && held.id == card && !held.name.empty()) return held.name;
  return "a card on paper";
}

void fill_hands(const Inputs& inputs, ui::ViewState& view) {
  for (const engine::Hand& hand : hands_here(inputs)) {
    ui::HandView shown{
        .side = hand.side, .title = {}, .note = {}, .open = open_here(inputs, hand.side), .cards = {}, .key = {}, .turn = {}};
    shown.title = say_who(inputs, viewer_of(hand.side)) + ": " + std::to_string(hand.cards.size()) +
                  (hand.most > 0 ? " of " + std::to_string(hand.most) : "") + " " + hand.what;
    if (hand.cards.size() == 1 && hand.most == 0 && shown.title.ends_with('s')) shown.title.pop_back();
    shown.note = shown.open ? "" : "hidden";
    shown.turn = LookAtHand{hand.side};
    for (const ui::OptionView& entry : view.menu)
      if (const auto* look = std::get_if<LookAtHand>(&entry.intent); look != nullptr && look->side == hand.side) shown.key = entry.key;
    for (const engine::HeldCard& card : hand.cards) {
      ui::CardView face{.name = card.name, .text = card.text, .playable = false, .intent = {}};
      if (shown.open && face.name.empty()) face.name = "a card on paper";
      if (shown.open && !card.id.empty()) {
        face.playable = may(plays_of(inputs, hand.side, card.id));
        face.intent = ChooseOption{"card", std::string(name_of(hand.side)) + ":" + card.id};
      }
      shown.cards.push_back(std::move(face));
    }
    view.hands.push_back(std::move(shown));
  }
}

std::optional<ui::QuestionView> card_question(const Inputs& inputs) {
  if (!inputs.touched_card || !open_here(inputs, inputs.touched_card->first)) return std::nullopt;
  const auto& [side, id] = *inputs.touched_card;
  ui::QuestionView question;
  question.id = "card";
  question.who = say_who(inputs, viewer_of(side));
  question.text = with_capital(card_name(inputs, side, id));
  for (const engine::Hand& hand : hands_here(inputs))
    for (const engine::HeldCard& card : hand.cards)
      if (hand.side == side && card.id == id) question.hint = card.text;
  std::string why;
  for (ui::OptionView& play : plays_of(inputs, side, id)) {
    if (play.allowed) {
      play.detail.clear();
      question.options.push_back(std::move(play));
    } else if (why.empty()) {
      why = play.detail;
    }
  }
  if (question.options.empty()) question.hint = "not now" + (why.empty() ? "" : ": " + why);
  question.options.push_back({.key = {}, .text = "leave it", .allowed = true, .detail = {}, .intent = ChooseOption{"card", ""}});
  return question;
}

}  // namespace polemarch::assistant::present
