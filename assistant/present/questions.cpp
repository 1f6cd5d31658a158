/// What is asked: the open question with the keys of its answers, the rest of the list, what is owed.
#include <algorithm>

#include "assistant/present/parts.hpp"
#include "assistant/present/throws.hpp"

namespace polemarch::assistant::present {

namespace {

std::string chance_hint(const engine::ChanceSpec& chance) {
  const bool dice = chance.source == "dice";
  const std::string range = say_number(chance.lowest) + " to " + say_number(chance.highest);
  if (chance.count == 1)
    return std::string(dice ? "one die, " : "one card, ") + range + ": type it   (V: " + (dice ? "roll" : "draw") + " for me)";
  const std::string things = say_number(chance.count) + (dice ? " dice, " : " cards, "),
                    program = dice ? "V: roll for me)" : "V: draw for me)";
  if (chance.highest > 10) return things + range + ": numbers with Space between, then Enter   (" + program;
  return things + range + ": digits, then Enter   (. counts by face, " + program;
}

/// Cards that have names: the list to pick from while nothing is typed, and the name of the number typed so far.
void name_values(const Inputs& inputs, const engine::Wait& wait, ui::QuestionView& view) {
  const engine::Shows* room = engine::shows(*inputs.battle);
  const std::vector<std::string> names = room == nullptr ? std::vector<std::string>() : room->value_names(wait.id);
  if (names.empty()) return;
  const std::string typed = inputs.typed.wait == view.id ? inputs.typed.open : std::string();
  constexpr std::size_t kNamed = 8;  // more names than that are found by typing the first digit
  for (std::size_t i = 0; i < names.size() && view.options.size() < kNamed; ++i) {
    const std::string number = std::to_string(wait.chance->lowest + static_cast<int>(i));
    if (number.starts_with(typed) && !names[i].empty())
      view.options.push_back(
          {.key = {}, .text = number + "  " + names[i], .allowed = true, .detail = {}, .intent = ChooseOption{view.id, "#" + number}});
  }
}

ui::QuestionView question_of(const Inputs& inputs, const engine::Wait& wait) {
  ui::QuestionView view;
  view.id = "w" + std::to_string(wait.id.number);
  view.who = say_who(inputs, wait.who);
  view.text = wait.question;
  view.rule = wait.rule;
  view.sealed = wait.kind == engine::WaitKind::Sealed;
  const bool for_one = wait.audience == Viewer::A || wait.audience == Viewer::B;
  if (inputs.viewer == Viewer::Both && for_one && inputs.unveiled != view.id) {
    view.text = "for " + say_who(inputs, wait.audience) + "'s eyes only";
    view.rule.clear();
    view.hint = "the others look away; then Enter shows it";
    view.veiled = true;
    return view;
  }
  if (wait.chance) {
    view.takes_values = true;
    view.hint = chance_hint(*wait.chance);
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
  if (!wait.options.empty() && wait.most > 1)
    view.hint = "pick " + (wait.least == wait.most ? say_number(wait.most) : say_number(wait.least) + " to " + say_number(wait.most)) +
                ", then Enter";
  if (wait.kind == engine::WaitKind::Placement) view.hint = "put the bases down; Space when your hand is off";
  if (inputs.typed.wait == view.id) {
    view.typed = inputs.typed.text;
    if (!inputs.typed.complaint.empty()) view.hint = inputs.typed.complaint;
  }
  return view;
}

ui::TextLine line_of(const engine::OwedPlacement& owed) {
  const std::string what = owed.removed ? "Take " + owed.unit.text + " off the table" : "Put " + owed.unit.text + " where its ghost is";
  std::string bases;
  for (const BaseId& base : owed.bases) bases += (bases.empty() ? " (" : ", ") + base.text;
  if (owed.bases.size() < 2) bases.clear();
  return {what + (bases.empty() ? "" : bases + ")"), Tone::Ghost, owed.rule};
}

}  // namespace

std::string asked_id(const Inputs& inputs) {
  ui::ViewState view;
  fill_questions(inputs, view);
  return view.question ? view.question->id : std::string();
}

void fill_questions(const Inputs& inputs, ui::ViewState& view) {
  std::vector<ui::QuestionView> questions;
  if (inputs.help_level != ui::HelpLevel::Measure)
    for (const engine::Wait& wait : inputs.battle->waits(inputs.viewer == Viewer::Both ? Viewer::Umpire : inputs.viewer))
      questions.push_back(question_of(inputs, wait));
  for (const ui::QuestionView& question : inputs.table_questions) {
    questions.push_back(question);
    if (inputs.typed.wait == question.id) questions.back().typed = inputs.typed.text;
  }
  if (!questions.empty()) {
    const auto turn = static_cast<std::ptrdiff_t>(inputs.question_turn % questions.size());
    std::rotate(questions.begin(), questions.begin() + turn, questions.end());
    view.question = questions.front();
    // Letters that type court cards stay free where cards are typed.
    number_options(view.question->options, view.question->takes_values ? "0123456789ajqkv.*" : "");
    for (std::size_t i = 1; i < questions.size(); ++i)
      view.further.push_back({questions[i].who + ": " + questions[i].text, Tone::Text, questions[i].rule});
  }
  for (const engine::OwedPlacement& owed : inputs.battle->owed()) view.further.push_back(line_of(owed));
  if (inputs.muted) return;
  for (const ui::TextLine& line : inputs.table_lines) view.further.push_back(line);
  if (inputs.moving.size() == 1) view.further.push_back({inputs.moving.begin()->text + " is being moved", Tone::Faint, {}});
  if (inputs.moving.size() > 1) view.further.push_back({std::to_string(inputs.moving.size()) + " units are being moved", Tone::Faint, {}});
}

}  // namespace polemarch::assistant::present
