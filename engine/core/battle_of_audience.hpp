#pragma once
/// BattleOf: who may know of a command, an answer, a question, and what is asked and offered before those eyes. Included by battle_of.hpp.
/// Pure.

#include "engine/core/battle_of.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::engine {

template <Ruleset R, class Hidden, class Showing>
Viewer BattleOf<R, Hidden, Showing>::audience_of(const Spoken& spoken, bool refused) const {
  if (const auto* command = std::get_if<Command>(&spoken.what)) {
    if (const Viewer told = Hidden::audience(state_, spoken.by, *command); told != Viewer::Both) return told;
    if constexpr (requires { Hidden::refused_audience(state_, spoken.by, *command); })
      if (refused)
        if (const Viewer told = Hidden::refused_audience(state_, spoken.by, *command); told != Viewer::Both) return told;
    if (refused && (spoken.by == Viewer::A || spoken.by == Viewer::B) && depends_on_what_is_hidden(*command)) return spoken.by;
    const auto* answer = std::get_if<AnswerWait>(command);
    // An answer that was not taken may hold what was meant for another question: a hand of cards, a bid.
    if (refused && answer != nullptr && (spoken.by == Viewer::A || spoken.by == Viewer::B)) return spoken.by;
    return answer == nullptr ? Viewer::Both : audience_of_answer(spoken.by, *answer);
  }
  if (const auto* amend = std::get_if<AmendCommand>(&std::get<Repair>(spoken.what))) {
    const auto owner = guarded("amend", [&] { return owner_at(Json(state_), amend->path); });
    if (owner && *owner != Viewer::Both) return *owner;
    return owner_at(amend->value, "");  // a secret of its own, where none stands yet
  }
  if (const auto* rule = std::get_if<RuleCommand>(&std::get<Repair>(spoken.what)))
    if (const Refused* of = ruled_command(*rule)) {
      if (refused && !may_know(spoken.by, of->audience) && spoken.by != Viewer::Both) return Viewer::Both;  // its words say nothing of it
      return rule->allow && !refused ? audience(of->text) : of->audience;
    }
  return Viewer::Both;
}

template <Ruleset R, class Hidden, class Showing>
bool BattleOf<R, Hidden, Showing>::depends_on_what_is_hidden(const Command& command) const {
  const auto why = [](const Verdict& verdict) { return verdict.reasons.empty() ? std::string() : verdict.reasons.front().text; };
  try {
    const Verdict known = R::judge(state_, Viewer::Umpire, command), open = R::judge(state_, Viewer::Both, command);
    return !known.allowed() && (open.allowed() || why(open) != why(known));
  } catch (const std::exception&) {  // of a log that was meddled with: whoever judges it says so
    return false;
  }
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
    const Json j = io::parsed(event);
    return is_sealed(j) || repair_event_from_json(j) ? Viewer::Both : Hidden::event_audience(variant_from_json<Event>(j, "event"));
  });
  return who ? *who : Viewer::Both;
}

template <Ruleset R, class Hidden, class Showing>
std::vector<Wait> BattleOf<R, Hidden, Showing>::waits(Viewer viewer) const {
  std::vector<Wait> shown;
  for (Wait& wait : R::agenda(state_).open_waits())
    if (may_know(viewer, wait.audience)) shown.push_back(std::move(wait));
  if constexpr (DealsCards<R>) {
    for (Wait& wait : shown) {
      if (!wait.chance) continue;
      wait.chance->pile = R::pile(state_, wait);
      if (wait.chance->pile && viewer != Viewer::Umpire) wait.chance->pile->left.clear(), wait.chance->pile->refilled.clear();
    }
  }
  if constexpr (requires(Wait & wait) { Showing::word(state_, wait); })
    for (Wait& wait : shown) Showing::word(state_, wait);
  return shown;
}

template <Ruleset R, class Hidden, class Showing>
std::vector<OfferText> BattleOf<R, Hidden, Showing>::offers(Viewer viewer, const About& about) const {
  std::vector<OfferText> out;
  const auto* wait = std::get_if<WaitId>(&about);
  if (wait != nullptr && !may_know(viewer, audience_of_wait(*wait))) return out;
  for (const Offer<Command>& offer : R::offers(state_, viewer, about)) {
    if (!may_know(viewer, offer.audience)) continue;
    const auto* answer = std::get_if<AnswerWait>(&offer.command);
    if (answer != nullptr && answer->wait && !may_know(viewer, audience_of_wait(*answer->wait))) continue;
    const Verdict verdict = offer.verdict.allowed() ? held_up(viewer).value_or(offer.verdict) : offer.verdict;
    out.push_back({canonical(variant_to_json(offer.command, "do")), R::say(state_, offer.command), verdict, offer.still_needed, offer.whole,
                   offer.audience, std::visit([](const auto& one) { return ends_in(one); }, offer.command),
                   std::visit([](const auto& one) { return deed_in(one); }, offer.command)});
  }
  return out;
}

}  // namespace polemarch::engine
