#pragma once
/// Commands of a BattleOf: read, judged and carried out. Part of battle_of.hpp; nobody else includes it. Pure.

#include "engine/core/battle_of.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::engine {

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::parse(std::string_view text) const -> Result<Spoken> {
  return guarded("command", [&] {
    const Json j = parsed_message(text);
    Spoken spoken;
    if (!j.is_object()) throw FieldError("", "expected an object such as {\"by\":\"A\",\"do\":\"...\"}");
    get_field(j, "by", spoken.by);
    spoken.text = std::string(text);
    if (auto repair = repair_from_json(j)) {
      spoken.what = std::move(*repair);
    } else {
      spoken.what = variant_from_json<Command>(j, "do");
    }
    return spoken;
  });
}

template <Ruleset R, class Hidden, class Showing>
Outcome BattleOf<R, Hidden, Showing>::carried_out(const Spoken& spoken, std::string_view text) {
  Outcome outcome;
  outcome.seq = seq() + 1;
  outcome.verdict = judge_spoken(spoken);
  Record record = history_.begin();
  throws_.clear();
  happened_ = {};
  std::vector<Json> events;
  if (outcome.verdict.allowed()) {
    events = decide_spoken(spoken, outcome.ruled);
    if (const auto wrong = unreadable(events))
      outcome.verdict = impossible("that would break the battle: " + *wrong), outcome.ruled = false;
  }
  if (outcome.verdict.allowed()) {
    happened_ = openly_happened(events);
    const Veiled hidden = veiled(state_);
    for (const Json& event : events) {
      outcome.events.push_back(canonical(event));
      outcome.lines.push_back(tell_json(state_, event));
      add_throw(event);
      apply_json(event, record);
    }
    note_shown(hidden, record);
  } else if (outcome.verdict.may_be_overruled()) {
    overrulable_[outcome.seq] = refused_now(text);
  }
  history_.add(std::move(record), outcome.verdict.allowed());
  pass_waypoint();
  return outcome;
}

template <Ruleset R, class Hidden, class Showing>
template <class F>
auto BattleOf<R, Hidden, Showing>::holding_together(F&& f) -> Result<decltype(f())> {
  const auto lost = [] {
    return InputError(
        "command: the battle does not hold together here: its log has been changed by hand, or a fault of ours wrote it; undo leads back");
  };
  try {
    return f();
  } catch (const std::logic_error&) {
    return lost();
  } catch (const std::bad_optional_access&) {
    return lost();
  } catch (const std::bad_variant_access&) {
    return lost();
  } catch (const FieldError&) {  // an event beyond what can be written
    return lost();
  }
}

template <Ruleset R, class Hidden, class Showing>
std::optional<Verdict> BattleOf<R, Hidden, Showing>::held_up(Viewer by) const {
  if (!held_by_ || by == *held_by_ || by == Viewer::Umpire) return std::nullopt;
  return refuse("", std::string(name_of(*held_by_)) + " called Hold: nothing happens until they let it go on");
}

template <Ruleset R, class Hidden, class Showing>
Verdict BattleOf<R, Hidden, Showing>::judge_spoken(const Spoken& spoken) const {
  if (const auto* command = std::get_if<Command>(&spoken.what)) {
    Verdict verdict = judge_room(spoken.by, *command);
    return verdict.allowed() || verdict.may_be_overruled() ? held_up(spoken.by).value_or(std::move(verdict)) : verdict;
  }
  return std::visit(Overloaded{[&](const UndoCommand& undo) { return judge_undo(spoken.by, undo); },
                               [&](const RuleCommand& rule) { return judge_rule(spoken.by, rule); },
                               [&](const AmendCommand& amend) { return judge_amend(spoken.by, amend); },
                               [&](const TakeOffCommand& off) { return judge_take_off(spoken.by, off); },
                               [](const AgreeCommand& agree) { return agree.text.empty() ? impossible("agree needs \"text\"") : allow(); },
                               [&](const HoldCommand&) { return held_by_ ? impossible("the game is held already") : allow(); },
                               [&](const ReleaseCommand&) {
                                 if (!held_by_) return impossible("nobody holds the game");
                                 if (spoken.by != *held_by_ && spoken.by != Viewer::Umpire)
                                   return refuse("", "only who called Hold releases it");
                                 return allow();
                               }},
                    std::get<Repair>(spoken.what));
}

template <Ruleset R, class Hidden, class Showing>
Verdict BattleOf<R, Hidden, Showing>::judge_room(Viewer by, const Command& command) const {
  Verdict verdict = R::judge(state_, by, command);
  if (!verdict.may_be_overruled()) return verdict;
  try {
    State after = state_;
    for (const Event& event : R::decide(state_, by, command)) after = evolved_as_logged(std::move(after), event);
    if (Json(after) != Json(state_)) return verdict;
  } catch (const std::out_of_range&) {
    return impossible("names what is not in this battle");
  } catch (const std::bad_optional_access&) {  // a fight or an action that is not going on
    return impossible("names what is not in this battle");
  } catch (const FieldError&) {
    return impossible("names what is not in this battle");
  }
  verdict.ruling = Ruling::Refused;
  verdict.refusal = Refusal::Impossible;
  return verdict;
}

template <Ruleset R, class Hidden, class Showing>
std::vector<Json> BattleOf<R, Hidden, Showing>::decide_spoken(const Spoken& spoken, bool& ruled) const {
  if (const auto* command = std::get_if<Command>(&spoken.what)) return decide_room(spoken.by, *command);
  return std::visit(
      Overloaded{[&](const UndoCommand& undo) { return decide_undo(undo); },
                 [&](const RuleCommand& rule) {
                   const std::string& text = ruled_command(rule)->text;
                   std::vector<Json> events{
                       repair_event_json(CommandRuled{rule.allow, spoken.by, rule.reason, ruled_seq(rule), io::parsed(text)})};
                   if (!rule.allow) return events;
                   ruled = true;
                   bool inner = false;
                   for (Json& event : decide_spoken(*parse(text), inner)) events.push_back(std::move(event));
                   return events;
                 },
                 [&](const AmendCommand& amend) {
                   const Json before = Json(state_)[Json::json_pointer(amend.path)];
                   return std::vector<Json>{repair_event_json(Amended{amend.path, amend.value, before, amend.reason, spoken.by})};
                 },
                 [&](const TakeOffCommand& off) { return decide_take_off(spoken.by, off); },
                 [](const AgreeCommand& agree) { return std::vector<Json>{repair_event_json(Agreed{agree.text})}; },
                 [&](const HoldCommand&) { return std::vector<Json>{repair_event_json(Held{spoken.by})}; },
                 [&](const ReleaseCommand&) { return std::vector<Json>{repair_event_json(Released{spoken.by})}; }},
      std::get<Repair>(spoken.what));
}

template <Ruleset R, class Hidden, class Showing>
std::vector<Json> BattleOf<R, Hidden, Showing>::decide_room(Viewer by, const Command& command) const {
  std::vector<Event> decided = R::decide(state_, by, command);
  overtake_undone(decided);
  std::vector<Json> events;
  for (const Event& event : decided) events.push_back(variant_to_json(event, "event"));
  return events;
}

/// Where a step back left a unit's old place owed, and the rules have placed it anew since, the old one is overtaken: the miniature may
/// stand right already.
template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::overtake_undone(std::vector<Event>& decided) const {
  const auto of_undo = [](const OwedPlacement& owed) { return owed.rule.empty(); };  // what a rule owes names it
  const auto& owed_before = R::agenda(state_).owed;
  if (std::none_of(owed_before.begin(), owed_before.end(), of_undo)) return;
  State after = state_;
  for (const Event& event : decided) after = evolved_as_logged(std::move(after), event);
  const std::vector<Place> stood = R::places(state_), stands = R::places(after);
  for (const OwedPlacement& owed : R::agenda(after).owed) {
    const bool old = std::any_of(owed_before.begin(), owed_before.end(), [&](const OwedPlacement& one) { return one.id == owed.id; });
    if (old && of_undo(owed) && stand_elsewhere(stood, stands, owed.bases)) decided.push_back(Placed{owed.id, owed.unit, {}});
  }
}

}  // namespace polemarch::engine
