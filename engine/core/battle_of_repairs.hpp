#pragma once
/// BattleOf: what players mend, judged and carried out: undo by refolding, rulings, amendments. Included by battle_of.hpp. Pure.

#include "engine/core/battle_of.hpp"

namespace polemarch::engine {

template <Ruleset R, class Hidden, class Showing>
Verdict BattleOf<R, Hidden, Showing>::judge_undo(Viewer by, const UndoCommand& undo) const {
  if (history_.head() == 0 || (!undo.to && !history_.one_back())) return impossible("nothing to undo");
  const std::int64_t to = undo.to ? *undo.to : *history_.one_back();
  if (to < 0 || to >= seq() + 1) return impossible("there is no seq " + std::to_string(to) + " to go back to");
  if (to == history_.head()) return impossible("the battle stands at seq " + std::to_string(to) + " already");
  if (by != Viewer::Umpire && by != Viewer::Both && !undo.agreed && history_.undoes_chance(to))
    return refuse("", "dice or cards were shown since: both must agree (\"agreed\": true)");
  if (!undo.agreed && (by == Viewer::A || by == Viewer::B) && history_.undoes_reveal(to, by == Viewer::A ? Side::A : Side::B))
    return refuse("", "something hidden was shown since: both must agree (\"agreed\": true)");
  return allow();
}

template <Ruleset R, class Hidden, class Showing>
Verdict BattleOf<R, Hidden, Showing>::judge_rule(Viewer by, const RuleCommand& rule) const {
  const Refused* refused = ruled_command(rule);
  if (refused == nullptr) {
    const std::int64_t seq = ruled_seq(rule);
    if (overrulable_.contains(seq)) return impossible("seq " + std::to_string(seq) + " is ruled on already");
    return impossible(rule.seq ? "seq " + std::to_string(seq) + " was not refused by a rule" : "nothing was refused");
  }
  if (!rule.allow) return allow();
  const bool alone = by != Viewer::Umpire && by != Viewer::Both;
  if (alone && !may_know(by, refused->audience))  // letting it stand would show it
    return impossible("it was said in secret: only its own side, both agreed, or the umpire may let that stand");
  const auto spoken = parse(refused->text);
  if (!spoken) return impossible("the refused command cannot be read any more");
  Spoken agreed = *spoken;
  if (std::holds_alternative<Repair>(agreed.what)) {  // what one side may not do alone is not let stand by it alone
    if (alone) return impossible("only the umpire, or both sides agreed, may let that stand");
    agreed.by = Viewer::Both;
  }
  Verdict now = judge_spoken(agreed);
  if (!now.allowed() && !now.may_be_overruled()) return now;  // the table moved on: no ruling makes it possible
  bool ruled = false;
  const std::vector<Json> events = decide_spoken(*spoken, ruled);
  if (events.empty()) return impossible("nothing would come of it");
  if (const auto wrong = unreadable(events)) return impossible("that would break the battle: " + *wrong);
  return allow();
}

template <Ruleset R, class Hidden, class Showing>
Verdict BattleOf<R, Hidden, Showing>::judge_amend(Viewer by, const AmendCommand& amend) const {
  if (by != Viewer::Umpire && by != Viewer::Both) return refuse("", "only the umpire, or both sides agreed, may amend");
  const auto set = set_by_hand(amend);
  if (!set) return impossible(set.error().line);
  auto changed = amended(*set);
  if (!changed) {
    if (amend.value.is_number_integer())  // one that no state can hold: its limit helps more than the reader's
      if (const auto nonsense = beyond_bounds(state_, *set)) return impossible(*nonsense);
    return impossible(changed.error().line);
  }
  if (const auto other = renamed(state_, *changed)) return impossible("that would break the battle: " + *other);
  if (const auto nonsense = beyond_bounds(state_, Json(*changed))) return impossible(*nonsense);
  if (const auto broken = newly_broken(state_, *changed)) return impossible("that would break the battle: " + *broken);
  if constexpr (requires { R::odd_by_hand(state_, *changed); })
    if (const auto odd = R::odd_by_hand(state_, *changed)) return impossible(*odd);
  return allow();
}

template <Ruleset R, class Hidden, class Showing>
std::optional<std::string> BattleOf<R, Hidden, Showing>::newly_broken(const State& before, const State& after) {
  // What the table has already, by a ruling or an earlier amendment, is not judged again.
  const std::vector<std::string> was = all_broken(before);
  for (std::string& broken : all_broken(after))
    if (std::find(was.begin(), was.end(), broken) == was.end()) return std::move(broken);
  std::multiset<std::string> known;
  for (const Stranger& stranger : strangers_in(before, before)) known.insert(stranger.name);
  for (const Stranger& stranger : strangers_in(after, after)) {
    const auto same = known.find(stranger.name);
    if (same == known.end()) return "there is no " + stranger.name;
    known.erase(same);
  }
  return std::nullopt;
}

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::taken_off([[maybe_unused]] Viewer by, [[maybe_unused]] const UnitId& unit) const -> std::vector<Event> {
  if constexpr (requires { R::taken_off(state_, by, unit); })
    return R::taken_off(state_, by, unit);
  else
    return {};
}

template <Ruleset R, class Hidden, class Showing>
Verdict BattleOf<R, Hidden, Showing>::judge_take_off(Viewer by, const TakeOffCommand& off) const {
  if (by != Viewer::Umpire && by != Viewer::Both) return refuse("", "only the umpire, or both sides agreed, may take a unit for lost");
  const auto stands = [&](const Place& place) { return place.unit == off.unit && place.on_table; };
  const std::vector<Place> places = R::places(state_);
  if (std::none_of(places.begin(), places.end(), stands)) return impossible(off.unit.text + " does not stand on the table");
  if (!R::agenda(state_).open_waits().empty()) return impossible("answer what is open first");
  const std::vector<Event> events = taken_off(by, off.unit);
  if (events.empty()) return impossible(off.unit.text + " is no unit that is lost by itself");
  State after = state_;
  for (const Event& event : events) after = R::evolve(std::move(after), event);
  if (const auto broken = newly_broken(state_, after)) return impossible("that would break the battle: " + *broken);
  return allow();
}

template <Ruleset R, class Hidden, class Showing>
std::vector<Json> BattleOf<R, Hidden, Showing>::decide_take_off(Viewer by, const TakeOffCommand& off) const {
  std::vector<Json> events{repair_event_json(TakenOff{off.unit, off.reason, by})};
  for (const Event& event : taken_off(by, off.unit)) events.push_back(variant_to_json(event, "event"));
  return events;
}

template <Ruleset R, class Hidden, class Showing>
std::vector<std::string> BattleOf<R, Hidden, Showing>::all_broken(const State& state) {
  if constexpr (requires { broken_invariants(state); }) {
    return broken_invariants(state);
  } else {
    const auto first = R::broken_invariant(state);
    return first ? std::vector<std::string>{*first} : std::vector<std::string>{};
  }
}

template <Ruleset R, class Hidden, class Showing>
std::optional<std::string> BattleOf<R, Hidden, Showing>::beyond_bounds(const State& before, const Json& after) {
  std::span<const Bound> bounds;
  if constexpr (requires { bounds_of(before); }) bounds = bounds_of(before);
  return out_of_bounds(Json(before), after, bounds);
}

template <Ruleset R, class Hidden, class Showing>
std::optional<std::string> BattleOf<R, Hidden, Showing>::renamed(const State& before, const State& after) {
  std::map<std::string, std::set<std::string>> was, is;
  for (const Place& place : R::places(before)) was[place.unit.text].insert(place.base.text);
  for (const Place& place : R::places(after)) is[place.unit.text].insert(place.base.text);
  return renamed_in(Json(before), Json(after), was, is);
}

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::set_by_hand(const AmendCommand& amend) const -> Result<Json> {
  return guarded("amend", [&] {
    const Json::json_pointer at = pointer_of(amend.path);
    Json j = state_;
    if (!j.contains(at)) throw FieldError(amend.path, "the state has no such field");
    j[at] = amend.value;
    return j;
  });
}

template <Ruleset R, class Hidden, class Showing>
auto BattleOf<R, Hidden, Showing>::amended(const Json& j) const -> Result<State> {
  return guarded("amend", [&] {
    State read = j.template get<State>();
    if (const auto wrong = misread(j, Json(read))) throw FieldError("", *wrong);
    return read;
  });
}

template <Ruleset R, class Hidden, class Showing>
std::vector<Json> BattleOf<R, Hidden, Showing>::decide_undo(const UndoCommand& undo) const {
  const std::int64_t to = undo.to ? *undo.to : *history_.one_back();
  std::vector<Json> events{repair_event_json(Undone{to, history_.taken_back(to), undo.reason})};
  State folded = refold(to);
  for (OwedPlacement& owed : placements_between(R::places(state_), R::places(folded), R::agenda(folded).owed)) {
    const Event event = owe(R::agenda(folded), std::move(owed));
    folded = R::evolve(std::move(folded), event);
    events.push_back(variant_to_json(event, "event"));
  }
  return events;
}

template <Ruleset R, class Hidden, class Showing>
typename BattleOf<R, Hidden, Showing>::State BattleOf<R, Hidden, Showing>::refold(std::int64_t to) const {
  const std::vector<std::int64_t> chain = history_.chain_to(to);
  State folded = initial_;
  std::int64_t from = 0;
  for (auto way = waypoints_.rbegin(); way != waypoints_.rend() && from == 0; ++way)
    if (std::binary_search(chain.begin(), chain.end(), way->first)) from = way->first, folded = *way->second;
  for (const std::int64_t seq : chain) {
    if (seq <= from) continue;
    for (const std::string_view event : history_.at(seq).lines()) folded = evolve_kept(std::move(folded), event);
  }
  return folded;
}

template <Ruleset R, class Hidden, class Showing>
void BattleOf<R, Hidden, Showing>::pass_waypoint() {
  constexpr std::size_t kWaypoints = 24;
  const std::int64_t seq = history_.seq();
  if (history_.head() != seq || seq % waypoint_every_ != 0) return;
  waypoints_.emplace_back(seq, std::make_shared<const State>(state_));
  if (waypoints_.size() <= kWaypoints) return;
  waypoint_every_ *= 2;
  std::erase_if(waypoints_, [&](const auto& way) { return way.first % waypoint_every_ != 0; });
}

}  // namespace polemarch::engine
