/// What is asked: the open question with the keys of its answers, the rest of the list, what is owed.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assistant/present/parts.hpp"
#include "assistant/present/throws.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/hidden.hpp"

namespace polemarch::assistant::present {

namespace {

std::string chance_hint(const engine::ChanceSpec& chance, const std::string& open) {
  const bool dice = chance.source == "dice";
  if (chance.count == 1 && chance.highest == 10 && open == "1") return "Enter: the 1; 0 makes it a ten";
  const std::string range = say_number(chance.lowest) + " to " + say_number(chance.highest);
  if (chance.count == 1)
    return std::string(dice ? "one die, " : "one card, ") + range + ": type it   (V: " + (dice ? "roll" : "draw") + " for me)";
  const std::string things = say_number(chance.count) + (dice ? " dice, " : " cards, "),
                    program = dice ? "V: roll for me)" : "V: draw for me)";
  if (chance.highest > 10) return things + range + ": numbers with Space between, then Enter   (" + program;
  return things + range + ": digits, then Enter   (. counts by face, " + program;
}

/// What is answered is for one side alone to know.
bool answered_in_secret(const Inputs& inputs, const engine::Wait& wait) {
  const engine::Hides* hidden = engine::hides(*inputs.battle);
  if (hidden == nullptr || !wait.chance) return false;
  const std::vector<int> values(static_cast<std::size_t>(wait.chance->count), wait.chance->lowest);
  const nlohmann::json answer{
      {"by", name_of(wait.who)}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}, {"cards", values}};
  return hidden->audience(answer.dump()) != Viewer::Both;
}

/// Cards that go unseen into a hand: which of them may be named on this screen depends on the hand, so that they are named only where it
/// lies open, without those it holds already.
void keep_hand_unseen(const Inputs& inputs, const engine::Wait& wait, std::vector<std::string>& names) {
  if (names.empty() || !answered_in_secret(inputs, wait)) return;
  const bool looks_alone = wait.audience == wait.who && inputs.unveiled == "w" + std::to_string(wait.id.number);  // the others look away
  if (inputs.viewer == Viewer::Both && inputs.hand_shown != wait.who && !looks_alone) {
    names.resize(wait.chance->lowest == 0 ? 1 : 0);
    return;
  }
  const engine::Beside* room = engine::beside(*inputs.battle);
  if (room == nullptr) return;
  for (const engine::Hand& hand : room->hands(wait.who))
    for (const engine::HeldCard& held : hand.cards)
      if (viewer_of(hand.side) == wait.who && !held.name.empty()) std::replace(names.begin(), names.end(), held.name, std::string());
}

/// Cards that have names: the list to pick from while nothing is typed, and the name of the number typed so far.
void name_values(const Inputs& inputs, const engine::Wait& wait, ui::QuestionView& view) {
  const engine::Shows* room = engine::shows(*inputs.battle);
  std::vector<std::string> names = room == nullptr ? std::vector<std::string>() : room->value_names(wait.id);
  keep_hand_unseen(inputs, wait, names);
  if (names.empty()) return;
  const bool mine = inputs.typed.wait == view.id;
  const std::string typed = mine ? inputs.typed.open : std::string();
  std::istringstream words(mine ? inputs.typed.text : std::string());
  const auto complete = std::distance(std::istream_iterator<std::string>(words), {}) - (typed.empty() ? 0 : 1);
  if (complete >= wait.chance->count) return;  // one more would not be taken
  constexpr std::size_t kNamed = 8;            // more names than that are found by typing the first digit
  for (std::size_t i = 0; i < names.size() && view.options.size() < kNamed; ++i) {
    const std::string number = std::to_string(wait.chance->lowest + static_cast<int>(i));
    const std::string words = names[i].starts_with(number + " ") ? names[i] : number + "  " + names[i];
    if (number.starts_with(typed) && !names[i].empty())
      view.options.push_back({.key = {}, .text = words, .allowed = true, .detail = {}, .intent = ChooseOption{view.id, "#" + number}});
  }
  if (typed.empty() && view.options.size() == kNamed) view.hint += "; a first digit narrows the list";
}

/// A question that a Hold keeps from being answered: who holds the game, and the way on.
ui::QuestionView held_back(const Inputs& inputs, Viewer holder, ui::QuestionView question) {
  ui::QuestionView view{.id = question.id, .who = question.who};
  view.text = engine::with_verb(say_who(inputs, holder), "holds", "hold") + " the game";
  view.hint = "waits: " + question.text;
  view.options.push_back({.key = "x", .text = "let it go on", .allowed = true, .detail = {}, .intent = Hold{}});
  return view;
}

ui::QuestionView question_of(const Inputs& inputs, const engine::Wait& wait) {
  ui::QuestionView view;
  view.id = "w" + std::to_string(wait.id.number);
  view.who = say_who(inputs, wait.who);
  view.text = wait.question;
  std::replace(view.text.begin(), view.text.end(), '_', ' ');  // "shoot_and_move with A3"
  if (wait.who == Viewer::A || wait.who == Viewer::B) {
    const std::string whose = std::string(name_of(wait.who)) + ": ";  // who is asked stands beside it
    if (view.text.starts_with(whose)) view.text.erase(0, whose.size());
  }
  view.rule = wait.rule;
  view.sealed = wait.kind == engine::WaitKind::Sealed || answered_in_secret(inputs, wait);
  const bool for_one = wait.audience == Viewer::A || wait.audience == Viewer::B;
  if (inputs.viewer == Viewer::Both && for_one && inputs.unveiled != view.id) {
    view.text = "for " + names::possessive(say_who(inputs, wait.audience)) + " eyes only";
    view.rule.clear();
    view.hint = "the others look away; then Enter shows it";
    view.veiled = true;
    return view;
  }
  if (wait.chance) {
    view.takes_values = true;
    view.draws = wait.chance->source != "dice";
    view.count = wait.chance->count, view.lowest = wait.chance->lowest, view.highest = wait.chance->highest;
    view.hint = chance_hint(*wait.chance, inputs.typed.wait == view.id ? inputs.typed.open : std::string());
    if (const engine::Shows* room = engine::shows(*inputs.battle))
      if (const auto pending = room->pending(wait.id)) view.odds = odds_view(*pending);
    name_values(inputs, wait, view);
  }
  view.most = wait.most;
  for (const engine::Option& option : wait.options) {
    const bool picked = inputs.typed.wait == view.id && inputs.typed.picked.contains(option.key);
    view.options.push_back({.key = option.key.size() == 1 ? option.key : "",
                            .text = option.text.empty() ? option.key : option.text,
                            .allowed = true,
                            .detail = {},
                            .intent = ChooseOption{view.id, option.key},
                            .picked = picked});
  }
  if (!wait.options.empty() && wait.most > 1) {
    const std::string most = say_number(wait.most), least = say_number(wait.least);
    view.hint = (wait.least == wait.most ? "pick " + most
                 : wait.least == 0       ? "pick up to " + most + ", or none"
                                         : "pick " + least + " to " + most) +
                ", then Enter";
  }
  if (wait.kind == engine::WaitKind::Placement) view.hint = "put the bases down; Space when your hand is off";
  if (inputs.typed.wait == view.id) {
    view.typed = inputs.typed.text;
    if (!inputs.typed.complaint.empty()) view.hint = inputs.typed.complaint;
  }
  return view;
}

constexpr const char* kStandsThere = "stands there";

/// How far its bases have still to go, at most; nothing where it goes into a place or nobody knows where it stands.
std::optional<double> still_to_go_mm(const Inputs& inputs, const engine::OwedPlacement& owed) {
  std::optional<double> most;
  for (std::size_t i = 0; i < owed.bases.size() && i < owed.poses.size(); ++i) {
    std::optional<Vec2> at;
    for (const engine::Place& place : inputs.battle->places())
      if (place.base == owed.bases[i]) at = {place.pose.x.mm(), place.pose.y.mm()};
    if (inputs.seen != nullptr)
      for (const ObservedBase& base : inputs.seen->bases)
        if (base.base == owed.bases[i]) at = {base.x_mm, base.y_mm};
    if (!at) continue;
    const double mm = std::hypot(owed.poses[i].x.mm() - at->x, owed.poses[i].y.mm() - at->y);
    most = std::max(most.value_or(0), mm);
  }
  return most;
}

ui::OwedView owed_view(const Inputs& inputs, const engine::OwedPlacement& owed) {
  ui::OwedView view{.unit = owed.unit, .side = {}, .text = owed.removed ? "take it off the table" : "put it on its ghost"};
  for (const engine::Place& place : inputs.battle->places())
    if (place.unit == owed.unit) view.side = place.side;
  std::size_t all = 0;
  for (const engine::Place& place : inputs.battle->places()) all += place.unit == owed.unit;
  if (owed.bases.size() < all) {
    view.text += ":";
    for (const BaseId& base : owed.bases) view.text += " " + base.text;
  }
  view.removed = owed.removed;
  const auto far = owed.removed ? std::nullopt : still_to_go_mm(inputs, owed);
  if (far) view.state = *far < 3 ? kStandsThere : say_length(*far, inputs.length) + " to go";
  view.intent = GiveCommand{R"({"by":"both","do":"place","owed":"p)" + std::to_string(owed.id) + "\"}"};
  return view;
}

}  // namespace

std::string asked_id(const Inputs& inputs) {
  ui::ViewState view;
  fill_questions(inputs, view);
  return view.question ? view.question->id : std::string();
}

void fill_questions(const Inputs& inputs, ui::ViewState& view) {
  std::vector<ui::QuestionView> questions;
  const auto holder = inputs.battle->held_by();
  if (inputs.help_level != ui::HelpLevel::Measure && !inputs.battle->ending())
    for (const engine::Wait& wait : inputs.battle->waits(inputs.viewer == Viewer::Both ? Viewer::Umpire : inputs.viewer)) {
      questions.push_back(question_of(inputs, wait));
      const bool may_answer = !holder || wait.who == *holder || wait.who == Viewer::Umpire;
      if (!may_answer) questions.back() = held_back(inputs, *holder, std::move(questions.back()));
    }
  for (const ui::QuestionView& question : inputs.table_questions) {
    questions.push_back(question);
    if (inputs.typed.wait == question.id) questions.back().typed = inputs.typed.text;
  }
  if (!questions.empty()) {
    const auto turn = static_cast<std::ptrdiff_t>(inputs.question_turn % questions.size());
    std::rotate(questions.begin(), questions.begin() + turn, questions.end());
  }
  if (const auto card = card_question(inputs)) questions.insert(questions.begin(), *card);
  if (inputs.own_question) questions.insert(questions.begin(), *inputs.own_question);
  if (!questions.empty()) {
    view.question = questions.front();
    view.answer_page = inputs.offer_page;
    // Letters that type court cards or show hands stay free where cards are typed.
    if (!view.question->aside)  // a card under NOW is given its keys once the menu has its own
      number_options(view.question->options, view.question->takes_values ? "0123456789ajqkv.*" : "");
    for (std::size_t i = 1; i < questions.size(); ++i)
      view.further.push_back({questions[i].veiled ? "then a question " + questions[i].text : questions[i].who + ": " + questions[i].text,
                              Tone::Text, questions[i].rule});
  }
  for (const engine::OwedPlacement& owed : inputs.battle->owed()) {
    ui::OwedView work = owed_view(inputs, owed);
    // Where the screen is the table, bases go by themselves where the rules have them.
    if (!inputs.can_drag || (!work.removed && work.state != kStandsThere)) view.owed.push_back(std::move(work));
  }
  if (inputs.muted) return;
  for (const ui::TextLine& line : inputs.table_lines) view.further.push_back(line);
  if (inputs.moving.size() == 1) view.further.push_back({inputs.moving.begin()->text + " is being moved", Tone::Faint, {}});
  if (inputs.moving.size() > 1) view.further.push_back({std::to_string(inputs.moving.size()) + " units are being moved", Tone::Faint, {}});
}

}  // namespace polemarch::assistant::present
