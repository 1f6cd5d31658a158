#pragma once
/// Logged events in a BattleOf: as today's room writes them, folded, applied, and told as throws and losses. Part of battle_of.hpp; nobody
/// else includes it.

#include <functional>

#include "engine/core/battle_of.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::engine {

template <Ruleset R, class Hidden, class Showing>
Result<std::string> BattleOf<R, Hidden, Showing>::todays(std::string_view event_json) const {
  return guarded("event", [&] {
    const Json j = io::parsed(event_json);
    auto repair = repair_event_from_json(j);
    if (!repair) return canonical(variant_to_json(fitting_event_of(j), "event"));
    if (const Record* last = history_.last())
      for (const std::string_view event : last->lines())
        if (const auto known = repair_event_from_json(io::parsed(event))) repair = completed(std::move(*repair), *known);
    return canonical(repair_event_json(*repair));
  });
}

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::fitting_event_of(const Json& j) const -> Event {
  try {
    return event_of(j, state_);
  } catch (const std::logic_error&) {  // it names a unit or a way that is not there
    throw FieldError("", kMisfit);
  }
}

template <Ruleset R, class Hidden, class Showing>
Result<std::vector<std::string>> BattleOf<R, Hidden, Showing>::fold(std::string_view command, std::span<const std::string> events,
                                                                    bool overrulable) {
  return guarded("event", [&] {
    Record record = history_.begin();
    std::vector<std::string> lines;
    const std::optional<Viewer> holder = held_by_;
    const Veiled hidden = veiled(state_);
    std::optional<State> before;  ///< where the players set something by hand
    const auto go_back = [&] {    // rarer by far than a copy of the state is dear
      state_ = refold(history_.head());
      held_by_ = holder;
    };
    try {
      for (const std::string& event : events) {
        const Json j = io::parsed(event);
        if (is_sealed(j)) {
          lines.emplace_back("(sealed)");
        } else if (auto repair = repair_event_from_json(j)) {
          lines.push_back(tell_repair(*repair));
          if (std::holds_alternative<Amended>(*repair) && !before) before = state_;
          apply_repair(std::move(*repair), record);
        } else {
          const Json todays = upcast<R>(j, state_);
          const Event known = variant_from_json<Event>(todays, "event");
          lines.push_back(R::tell(state_, known));
          keep(known, todays == j && event.find('\n') == std::string::npos ? event : canonical(todays), record);
          state_ = evolved_as_logged(std::move(state_), known);
        }
      }
      if (before)
        if (const auto broken = newly_broken(*before, state_)) throw FieldError("", std::string(kMisfit) + ": " + *broken);
    } catch (const std::logic_error&) {  // names a unit, a wait or a fight that is not there
      go_back();
      throw FieldError("", kMisfit);
    } catch (const std::bad_optional_access&) {
      go_back();
      throw FieldError("", kMisfit);
    } catch (const std::bad_variant_access&) {
      go_back();
      throw FieldError("", kMisfit);
    } catch (...) {
      go_back();
      throw;
    }
    if (events.empty() && overrulable) overrulable_[seq() + 1] = refused_now(command);
    note_shown(hidden, record);
    history_.add(std::move(record), !events.empty());
    pass_waypoint();
    return lines;
  });
}

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::evolved_as_logged(State state, const Event& event) -> State {
  const auto refuse_it = [](const std::string& what) { throw FieldError("", std::string(kMisfit) + ": " + what); };
  std::vector<Stranger> awaited;  // what is not there yet: the event may bring it
  std::visit(
      [&](const auto& one) {
        if (const auto wrong = misfit(R::agenda(state), one)) refuse_it(*wrong);
        awaited = strangers_in(state, one);
        if constexpr (requires { R::unsound(state, one.step); })
          if (R::unsound(state, one.step)) refuse_it("a step that cannot be taken");
      },
      event);
  state = R::evolve(std::move(state), event);
  for (const Stranger& stranger : awaited)
    if (!stranger.is_in(state)) refuse_it("there is no " + stranger.name);
  return state;
}

template <Ruleset R, class Hidden, class Showing>
std::optional<std::string> BattleOf<R, Hidden, Showing>::unreadable(const std::vector<Json>& events) const {
  State after = state_;
  bool by_hand = false;
  try {
    for (const Json& j : events) {
      const auto repair = repair_event_from_json(j);
      if (repair && std::holds_alternative<Undone>(*repair)) return std::nullopt;  // leads back to what has been read already
      by_hand = by_hand || (repair && std::holds_alternative<Amended>(*repair));
      if (repair) {
        after = evolve_repair(std::move(after), *repair);
        continue;
      }
      const Event event = event_of(j, after);
      after = evolved_as_logged(std::move(after), event);
    }
  } catch (const FieldError& error) {
    const std::string what = error.what(), misfit = std::string(kMisfit) + ": ";
    return what.starts_with(misfit) ? what.substr(misfit.size()) : what;
  }
  return by_hand ? newly_broken(state_, after) : std::nullopt;
}

template <Ruleset R, class Hidden, class Showing>
template <class T>
auto BattleOf<R, Hidden, Showing>::strangers_in(const State& state, const T& value) -> std::vector<Stranger> {
  std::vector<Stranger> strangers;
  const auto note = [&]<class Name>(const Name& name) requires Knows<R, Name> {
    if (!there_is<R>(state, name))
      strangers.push_back({canonical(Json(name)), [name](const State& later) { return there_is<R>(later, name); }});
  };
  each_name(value, note);
  return strangers;
}

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::veiled(const State& state) -> Veiled {
  Veiled names;
  each_name(state, [&]<class T>(const Secret<T>& secret) {
    if (secret.revealed) return;
    if (secret.owner == Viewer::A) names[0].insert(secret.id);
    if (secret.owner == Viewer::B) names[1].insert(secret.id);
  });
  return names;
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::note_shown(const Veiled& before, Record& record) const {
  if (record.undoes) return;
  if (R::ending(state_) && !(before[0].empty() && before[1].empty())) record.shows_hidden = {true, true};  // the keys may be opened now
  const Veiled after = veiled(state_);
  for (std::size_t side = 0; side < before.size(); ++side)
    if (!std::includes(after[side].begin(), after[side].end(), before[side].begin(), before[side].end())) record.shows_hidden[side] = true;
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::keep(const Event& event, std::string_view text, Record& record) {
  record.add(text);
  if (const auto* answered = std::get_if<WaitAnswered>(&event))
    record.shows_chance = record.shows_chance || !answered->answer.value || !answered->answer.value->values.empty();
  if (const auto* closed = std::get_if<StepClosed>(&event))  // what both chose unseen
    if (!closed->revealed.empty()) record.shows_hidden = {true, true};
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::apply_json(const Json& j, Record& record) {
  if (auto repair = repair_event_from_json(j)) return apply_repair(std::move(*repair), record);
  const Event event = event_of(j, state_);
  keep(event, canonical(variant_to_json(event, "event")), record);
  state_ = R::evolve(std::move(state_), event);
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::apply_repair(RepairEvent repair, Record& record) {
  if (auto* ruled = std::get_if<CommandRuled>(&repair); ruled != nullptr && ruled->overrules == 0)
    ruled->overrules = refused_as(ruled->command);
  if (auto* undone = std::get_if<Undone>(&repair)) {
    if (undone->to_seq < 0 || undone->to_seq > seq()) throw FieldError("/to_seq", "no such seq");
    if (!undone->seqs) undone->seqs = history_.taken_back(undone->to_seq);
    state_ = refold(undone->to_seq);
    record.parent = undone->to_seq;
    record.undoes = true;
  }
  if (const auto* ruled = std::get_if<CommandRuled>(&repair)) record.rules_on = ruled->overrules;
  if (auto* amended = std::get_if<Amended>(&repair); amended != nullptr && amended->before.is_discarded())
    amended->before = Json(state_)[Json::json_pointer(amended->path)];
  if (const auto* held = std::get_if<Held>(&repair)) held_by_ = held->by;
  if (std::holds_alternative<Released>(repair)) held_by_.reset();
  state_ = evolve_repair(std::move(state_), repair);
  record.add(canonical(repair_event_json(repair)));
}

template <Ruleset R, class Hidden, class Showing>
std::string BattleOf<R, Hidden, Showing>::tell(std::string_view event) const {
  auto line = guarded("event", [&] { return tell_json(state_, io::parsed(event)); });
  if (line) return *line;
  const bool sealed = event.find(R"({"seal":)") != std::string_view::npos || event.find(R"("sealed":)") != std::string_view::npos;
  return sealed ? "(sealed)" : line.error().line;
}

template <Ruleset R, class Hidden, class Showing>
Happened BattleOf<R, Hidden, Showing>::happened(std::span<const std::string> events) const {
  std::vector<Event> known;
  for (const std::string& text : events)
    (void)guarded("event", [&] {
      const Json j = io::parsed(text);
      if (!is_sealed(j) && !repair_event_from_json(j)) known.push_back(fitting_event_of(j));
      return true;
    });
  try {
    return happened_in(known);
  } catch (const std::logic_error&) {  // of a log that was meddled with: what it has of them is told by tell()
    return {};
  }
}

template <Ruleset R, class Hidden, class Showing>
Happened BattleOf<R, Hidden, Showing>::happened_in(const std::vector<Event>& known) const {
  Happened out;
  if constexpr (requires { R::happened(state_, known); }) out = R::happened(state_, known);
  for (const Event& event : known) {
    if constexpr (requires(Thrown t) { Event(t); }) {
      if (const auto* thrown = std::get_if<Thrown>(&event)) out.throws.push_back(*thrown);
    }
    if constexpr (requires(Lost l) { Event(l); }) {
      if (const auto* lost = std::get_if<Lost>(&event)) out.losses.push_back(*lost);
    }
  }
  return out;
}

template <Ruleset R, class Hidden, class Showing>
Happened BattleOf<R, Hidden, Showing>::openly_happened(const std::vector<Json>& events) const {
  std::vector<Event> open;
  for (const Json& j : events) {
    if (repair_event_from_json(j)) continue;
    Event event = event_of(j, state_);
    if (Hidden::event_audience(event) == Viewer::Both) open.push_back(std::move(event));
  }
  return happened_in(open);
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::add_fallen([[maybe_unused]] const Wait& wait, [[maybe_unused]] const std::vector<int>& values) {
  if constexpr (requires { Showing::fallen(state_, wait, values); }) {
    for (Thrown& thrown : Showing::fallen(state_, wait, values)) throws_.push_back(std::move(thrown));
  } else if constexpr (requires { Showing::pending(state_, wait); }) {
    if (const auto pending = Showing::pending(state_, wait)) throws_.push_back(settled(*pending, values));
  }
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::add_throw(const Json& j) {
  if (repair_event_from_json(j)) return;
  [[maybe_unused]] const Event event = event_of(j, state_);
  if constexpr (tells<Thrown>()) {
    if (const auto* thrown = std::get_if<Thrown>(&event); thrown != nullptr && Hidden::event_audience(event) == Viewer::Both)
      throws_.push_back(*thrown);
  } else if constexpr (requires(const Wait& wait) { Showing::pending(state_, wait); }) {
    const auto* answered = std::get_if<WaitAnswered>(&event);
    if (answered == nullptr || !answered->answer.revealed || !answered->answer.value || answered->answer.value->values.empty()) return;
    for (const Wait& wait : R::agenda(state_).open_waits())
      if (wait.id == answered->wait && wait.audience == Viewer::Both && wait.kind == WaitKind::Chance)
        add_fallen(wait, answered->answer.value->values);
  }
}

}  // namespace polemarch::engine
