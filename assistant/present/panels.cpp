#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>

#include "assistant/present/present.hpp"
#include "assistant/present/table_scene.hpp"

namespace polemarch::assistant::present {

namespace {

std::string say_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, std::abs(value - std::round(value)) < 1e-6 ? "%.0f" : "%.1f", value);
  return text;
}

std::string say_who(const Inputs& inputs, Viewer who) {
  switch (who) {
    case Viewer::A:
      return inputs.side_names[0];
    case Viewer::B:
      return inputs.side_names[1];
    case Viewer::Both:
      return "both sides";
    case Viewer::Umpire:
      return "umpire";
  }
  return {};
}

std::string chance_hint(const engine::ChanceSpec& chance) {
  const bool dice = chance.source == "dice";
  const std::string range = say_number(chance.lowest) + " to " + say_number(chance.highest);
  if (chance.count == 1)
    return std::string(dice ? "one die, " : "one card, ") + range + ": type it   (V: " + (dice ? "roll" : "draw") + " for me)";
  const std::string things = say_number(chance.count) + (dice ? " dice, " : " cards, ");
  return things + range + ": digits, then Enter   (. counts by face, V: " + (dice ? "roll" : "draw") + " for me)";
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
    view.options = {{"", "show it", true, {}, TypeKey{"Enter"}}};
    return view;
  }
  if (wait.chance) {
    view.takes_values = true;
    view.hint = chance_hint(*wait.chance);
  }
  for (const engine::Option& option : wait.options)
    view.options.push_back({.key = option.key.size() == 1 ? option.key : "",
                            .text = option.text.empty() ? option.key : option.text,
                            .allowed = true,
                            .detail = {},
                            .intent = ChooseOption{view.id, option.key}});
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
    for (std::size_t i = 1; i < questions.size(); ++i)
      view.further.push_back({questions[i].who + ": " + questions[i].text, Tone::Text, questions[i].rule});
  }
  for (const engine::OwedPlacement& owed : inputs.battle->owed()) view.further.push_back(line_of(owed));
  if (!inputs.muted)
    for (const ui::TextLine& line : inputs.table_lines) view.further.push_back(line);
}

void fill_selection(const Inputs& inputs, ui::ViewState& view) {
  if (inputs.selection.unit.empty()) return;
  view.selected = inputs.selection.unit.text;
  view.selected_title = say_unit(inputs, inputs.selection.unit);
  const engine::Advice advice = inputs.advice != nullptr ? *inputs.advice : inputs.battle->advise(inputs.selection, inputs.viewer);
  for (const engine::AdviceLine& line : advice.lines) view.advice.push_back({say_reason(line.reason), Tone::Text, line.reason.rule});
  for (const engine::OwedPlacement& owed : inputs.battle->owed())
    if (owed.unit == inputs.selection.unit)
      view.offers.push_back({.key = {},
                             .text = "take it as standing on its ghost",
                             .allowed = true,
                             .detail = {},
                             .intent = GiveCommand{R"({"do":"place","owed":"p)" + std::to_string(owed.id) + "\"}"}});
  if (inputs.help_level == ui::HelpLevel::Measure) return;
  std::vector<engine::OfferText> offers =
      inputs.offers != nullptr ? *inputs.offers : inputs.battle->offers(inputs.viewer, inputs.selection.unit);
  const auto rank = [](const engine::OfferText& offer) { return offer.verdict.allowed() ? 0 : offer.verdict.may_be_overruled() ? 1 : 2; };
  std::stable_sort(offers.begin(), offers.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
  // While a card or die is awaited nothing else may be done: a list of refusals would only bury the question.
  const bool waiting = !inputs.battle->waits(Viewer::Umpire).empty();
  for (const engine::OfferText& offer : offers) {
    if (waiting && !offer.verdict.allowed()) continue;
    std::string detail;
    if (!offer.verdict.allowed() && !offer.verdict.reasons.empty()) detail = say_reason(offer.verdict.reasons.front());
    for (const std::string& need : offer.still_needed) detail += (detail.empty() ? "then " : ", ") + need;
    // The heading names the unit already.
    std::string text = offer.text;
    const std::string id = "(" + inputs.selection.unit.text + "): ";
    if (const auto at = text.find(id); at != std::string::npos && at < 40) text = text.substr(at + id.size());
    view.offers.push_back({.key = {},
                           .text = std::move(text),
                           .allowed = offer.verdict.allowed(),
                           .detail = std::move(detail),
                           .intent = GiveCommand{offer.command}});
  }
}

}  // namespace

std::string say_reason(const engine::Reason& reason) {
  std::string text = reason.text;
  const auto has = [&](double number) { return text.find(say_number(number)) != std::string::npos; };
  if (reason.value && !has(*reason.value)) {
    std::string value = say_number(*reason.value);
    if (reason.limit) {
      value += " of " + say_number(*reason.limit);
    } else if (reason.unit.empty() && *reason.value > 0) {
      value = "+" + value;  // a modifier of a roll
    }
    text += " (" + value + (reason.unit.empty() ? "" : " " + reason.unit);
    if (reason.sd && *reason.sd > 0) text += " +/- " + say_number(1.96 * *reason.sd);
    text += ")";
  }
  return text;
}

std::string say_unit(const Inputs& inputs, const UnitId& unit) {
  for (const auto& [id, name] : inputs.names)
    if (id == unit && !name.empty() && name != unit.text) return unit.text + "  " + name;
  return unit.text;
}

LengthWords words_of(std::string_view ruleset) {
  if (ruleset == "paean") return {"cm", 10.0, 1, 10};
  return {"in", 25.4, 1, 6};
}

std::string say_length(double mm, const LengthWords& words) {
  char text[48];
  std::snprintf(text, sizeof text, "%.*f %s", words.decimals, mm / words.mm, words.unit.c_str());
  return text;
}

ui::ViewState view_of(const Inputs& inputs) {
  ui::ViewState view;
  view.title = std::string(inputs.battle->info().name) + ":  " + inputs.side_names[0] + "  against  " + inputs.side_names[1];
  view.status = inputs.battle->describe(inputs.viewer);
  if (const auto holder = inputs.battle->held_by()) view.status.insert(view.status.begin(), "HOLD called by " + say_who(inputs, *holder));
  view.scene = scene_of(inputs);
  view.picture = inputs.picture;
  std::set<UnitId> listed;
  for (const engine::Place& place : inputs.battle->places())
    if (listed.insert(place.unit).second) view.units.push_back(place.unit);
  fill_selection(inputs, view);
  fill_questions(inputs, view);
  for (const engine::Window& window : inputs.battle->windows(inputs.viewer))
    view.windows.push_back({say_who(inputs, window.who) + " may: " + window.text + "   until " + window.until, Tone::Arc, window.rule});
  view.log = inputs.log;
  if (!inputs.muted) view.notices = inputs.notices;
  for (const engine::Reason& reason : inputs.last_ruling) view.why.push_back({say_reason(reason), Tone::Text, reason.rule});
  if (!inputs.last_ruling_title.empty()) view.why.insert(view.why.begin(), {inputs.last_ruling_title, Tone::Ink, {}});
  view.show_why = inputs.show_why;
  view.show_keys = inputs.show_keys;
  view.help_level = inputs.help_level;
  view.muted = inputs.muted;
  view.paused = inputs.paused;
  view.show_picture = inputs.show_picture;
  view.quarter_turns = ui::normal_turns(inputs.quarter_turns);
  view.type_scale = inputs.type_scale;
  view.can_drag = inputs.can_drag;
  view.ruler_unit = inputs.words.unit;
  view.ruler_mm = inputs.words.mm;
  view.source = inputs.source;
  view.source_lost = inputs.source_lost;
  return view;
}

}  // namespace polemarch::assistant::present
