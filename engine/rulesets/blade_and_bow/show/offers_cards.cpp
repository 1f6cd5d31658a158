/// The cards of a hand: discarded, played for a unit, committed. For its holder's eyes alone. Rules BB-CARD, BB-COM-15.
#include <algorithm>
#include <set>

#include "engine/rulesets/blade_and_bow/show/offering.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

namespace polemarch::blade_and_bow {

using engine::fill_in;
using engine::NeedKind;

namespace {

constexpr int kPaperPoints = 5;  ///< commitment points of a paper card are told by its holder, at most so many

/// The units the open question is about: those who check, or both sides of a fight.
std::vector<UnitId> in_question(const State& state) {
  std::vector<UnitId> units;
  if (!state.agenda.idle()) {
    const Step& top = state.agenda.lanes.back().stack.back().step;
    if (const auto* s = std::get_if<RoutDice>(&top)) return {s->unit};
    if (const auto* s = std::get_if<RecoilCheck>(&top)) return {s->unit};
    if (const auto* s = std::get_if<LeaderLeaves>(&top)) return {s->unit};
    if (const auto* s = std::get_if<ReverseCheck>(&top)) return {s->move.unit};
    if (const auto* s = std::get_if<RollRally>(&top)) return s->units;
  }
  if (!state.fight) return units;
  units = state.fight->attackers;
  if (!state.fight->camp) units.push_back(state.fight->target);
  return units;
}

/// Whom a card may be played for; the empty name is the side as a whole.
std::vector<UnitId> may_name(const State& state, Side side, EffectKind kind) {
  if (!helps_units(kind)) return {{}};
  std::vector<UnitId> units;
  const std::vector<UnitId> asked = in_question(state);
  for (const UnitId& id : asked)
    if (const Unit* unit = find_unit(state, id); unit != nullptr && unit->side == side) units.push_back(id);
  if (!asked.empty() || !state.agenda.idle()) return units.empty() ? std::vector<UnitId>{{}} : units;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && unit.on_map() && (kind != EffectKind::Rally || unit.disrupted)) units.push_back(id);
  return units.empty() ? std::vector<UnitId>{{}} : units;
}

}  // namespace

void Maker::hand_of(Side side) {
  const Viewer holder = viewer_of(side);
  const bool commits = !state.agenda.idle() && std::holds_alternative<CommitSpend>(state.agenda.lanes.back().stack.back().step);
  const bool paper = state.deck.empty();
  std::set<int> shown;  // cards face down are alike
  for (const Secret<int>& held : state.army(side).hand) {
    if (!held.open_to(viewer) || !shown.insert(held.value.value_or(0)).second) continue;
    const int number = held.value.value_or(0);
    if (state.turn.phase == Phase::Impulses) judged(DiscardCard{number}, {}, holder);
    const Card* card = card_numbered(state, number);
    if (card == nullptr) {
      PlayCard told{number, {}, EffectKind::Text, {}, {}};
      if (paper) judged(told, {}, holder);  // the players apply what is printed on it
      told.effect.reset();
      if (!paper) to_fill_in(told, {fill_in(NeedKind::Card, "card")}, holder);
      if (paper) {  // for the side as a whole, and for each unit that may be named
        std::vector<UnitId> names = may_name(state, side, EffectKind::Movement);
        if (std::find(names.begin(), names.end(), UnitId{}) == names.end()) names.insert(names.begin(), UnitId{});
        for (const UnitId& unit : names) {
          told.unit = unit;
          to_fill_in(told, {fill_in(NeedKind::Text, "effect"), fill_in(NeedKind::Text, "amount")}, holder);
        }
      }
      for (int points = 1; commits && paper && points <= kPaperPoints; ++points) if_allowed(Commit{{number}, points, {}}, {}, holder);
      if (commits && !paper) to_fill_in(Commit{{number}, {}, {}}, {fill_in(NeedKind::Card, "card")}, holder);
      continue;
    }
    const std::vector<UnitId> names = may_name(state, side, card->effect);
    bool any = false;
    for (const UnitId& unit : names) any = if_allowed(PlayCard{number, unit, {}, {}, {}}, {}, holder) || any;
    if (!any) judged(PlayCard{number, {}, {}, {}, {}}, {}, holder);  // whoever it were for
    if (commits) judged(Commit{{number}, {}, {}}, {}, holder);
  }
}

}  // namespace polemarch::blade_and_bow
