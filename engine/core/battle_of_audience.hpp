#pragma once
/// BattleOf: who may know of a command, an answer, a question. Included by battle_of.hpp. Pure.

#include "engine/core/battle_of.hpp"

namespace polemarch::engine {

template <Ruleset R, class Hidden, class Showing>
Viewer BattleOf<R, Hidden, Showing>::audience_of(const Spoken& spoken, bool refused) const {
  if (const auto* command = std::get_if<Command>(&spoken.what)) {
    if (const Viewer told = Hidden::audience(state_, spoken.by, *command); told != Viewer::Both) return told;
    if constexpr (requires { Hidden::refused_audience(state_, spoken.by, *command); })
      if (refused)
        if (const Viewer told = Hidden::refused_audience(state_, spoken.by, *command); told != Viewer::Both) return told;
    const auto* answer = std::get_if<AnswerWait>(command);
    // An answer that was not taken may hold what was meant for another question: a hand of cards, a bid.
    if (refused && answer != nullptr && (spoken.by == Viewer::A || spoken.by == Viewer::B)) return spoken.by;
    return answer == nullptr ? Viewer::Both : audience_of_answer(spoken.by, *answer);
  }
  if (const auto* amend = std::get_if<AmendCommand>(&std::get<Repair>(spoken.what))) {
    const auto owner = guarded("amend", [&] { return owner_at(Json(state_), amend->path); });
    return owner ? *owner : Viewer::Both;
  }
  if (const auto* rule = std::get_if<RuleCommand>(&std::get<Repair>(spoken.what)))
    if (const std::string* text = ruled_command(*rule)) return rule->allow && !refused ? audience(*text) : refused_audience(*text);
  return Viewer::Both;
}

template <Ruleset R, class Hidden, class Showing>
Viewer BattleOf<R, Hidden, Showing>::audience_of_wait(const WaitId& id) const {
  for (const Wait& wait : R::agenda(state_).open_waits())
    if (wait.id == id) return wait.audience;
  return Viewer::Both;
}

template <Ruleset R, class Hidden, class Showing>
Viewer BattleOf<R, Hidden, Showing>::audience_of_answer(Viewer by, const AnswerWait& answer) const {
  const auto meant = [](const Wait& wait) {
    return wait.audience != Viewer::Both ? wait.audience : wait.kind == WaitKind::Sealed ? wait.who : Viewer::Both;
  };
  const std::vector<Wait> open = R::agenda(state_).open_waits();
  for (const Wait& wait : open)
    if (answer.wait && wait.id == *answer.wait) return meant(wait);
  for (const Wait& wait : open)
    if (may_answer(by, wait.who) && meant(wait) != Viewer::Both) return meant(wait);
  return Viewer::Both;
}

template <Ruleset R, class Hidden, class Showing>
Viewer BattleOf<R, Hidden, Showing>::event_audience(std::string_view event) const {
  const auto who = guarded("event", [&] {
    const Json j = Json::parse(event);
    return is_sealed(j) || repair_event_from_json(j) ? Viewer::Both : Hidden::event_audience(variant_from_json<Event>(j, "event"));
  });
  return who ? *who : Viewer::Both;
}

}  // namespace polemarch::engine
