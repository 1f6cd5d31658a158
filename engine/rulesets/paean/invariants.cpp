/// What is true of every state, whatever was amended.
#include <algorithm>
#include <set>
#include <variant>

#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {
namespace {

constexpr Length kFurthest = 100000_mm;  // off the table, as table.json has it

/// A throw stands at one of its volleys, and at one of that volley's dice.
bool in_hand(const Step& step) {
  return std::visit(
      [](const auto& s) {
        if constexpr (requires { s.rolling; }) {
          const Rolling& rolling = s.rolling;
          if (rolling.left < 0 || rolling.volley < 0 || rolling.hurdle < 0) return false;
          const auto volley = static_cast<std::size_t>(rolling.volley);
          if (volley >= rolling.volleys.size()) return volley == rolling.volleys.size();
          return rolling.hurdle <= std::max(1, static_cast<int>(rolling.volleys[volley].hurdles.size()));
        }
        return true;
      },
      step);
}

}  // namespace

std::optional<std::string> Rules::broken_invariant(const State& state) {
  if (state.k < 1 || state.k > 3) return "the scale is " + std::to_string(state.k) + ", not 1 to 3";
  if (state.width <= Length{} || state.depth <= Length{}) return "the table has no size";
  std::set<BaseId> seen;
  for (const auto& [id, formation] : state.formations) {
    for (const BaseId& base : formation.bases) {
      const auto at = state.bases.find(base);
      if (at == state.bases.end()) return id.text + " has a base " + base.text + " that is not there";
      if (!seen.insert(base).second) return "base " + base.text + " stands in two formations";
      if (at->second.unit != id) return "base " + base.text + " is in " + id.text + " but says " + at->second.unit.text;
      if (at->second.side != formation.side) return "base " + base.text + " is on the other side than " + id.text;
      if (at->second.card.leader()) return base.text + " is a leader's base";
      if (state.turn.phase != Phase::Deployment && !at->second.on_table) return base.text + " is in " + id.text + " but off the table";
    }
    for (const Contact& contact : formation.contacts) {
      const auto foe = state.formations.find(contact.foe);
      if (foe == state.formations.end() || foe->second.side == formation.side) return id.text + " is in contact with " + contact.foe.text;
      const UnitId& self = id;  // lambdas take no structured binding
      if (std::none_of(foe->second.contacts.begin(), foe->second.contacts.end(), [&](const Contact& back) { return back.foe == self; }))
        return contact.foe.text + " does not know that " + id.text + " touches it";
    }
  }
  for (const auto& [id, leader] : state.leaders) {
    const auto base = state.bases.find(leader.base);
    if (base == state.bases.end()) return id.text + " has no base";
    if (!base->second.card.leader()) return id.text + "'s base is a troop base";
    if (leader.value < 1 || leader.value > 12) return id.text + " has a value of " + std::to_string(leader.value);
    if (!leader.with.empty() && find_formation(state, leader.with) == nullptr)
      return id.text + " is with " + leader.with.text + ", which is not there";
  }
  for (const Piece& piece : state.terrain)
    if (piece.outline.size() < 3) return "terrain " + piece.id + " has fewer than three corners";
  const Turn& turn = state.turn;
  const auto known = [&](const UnitId& id) { return id.empty() || state.formations.contains(id) || state.leaders.contains(id); };
  if (turn.permit && !known(turn.permit->unit)) return "an action is in hand of " + turn.permit->unit.text + ", which is not there";
  if (turn.permit && find_formation(state, turn.permit->unit) == nullptr && find_leader(state, turn.permit->unit) == nullptr)
    return "an action is in hand of " + turn.permit->unit.text + ", which is lost";
  if (turn.run && !known(turn.run->unit)) return "a run is in hand of " + turn.run->unit.text + ", which is not there";
  if (!turn.commanding.empty() && find_leader(state, turn.commanding) == nullptr)
    return turn.commanding.text + " commands, who is not there";
  for (const auto& [id, base] : state.bases)
    if (base.card.k != state.k) return id.text + " has another scale than the battle";
  for (const auto& [id, base] : state.bases)
    for (const Length at : {base.at.pose.x, base.at.pose.y})
      if (at < -kFurthest || at > kFurthest)
        return id.text + " would stand " + std::to_string(at.um / 1000) + " mm from the table's corner";
  if (state.tolerance < Length{} || state.tolerance > 100_mm) return "the tolerance of the table is 0 to 100 mm";
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack)
      if (!in_hand(open.step)) return "the throw in hand is past its last die";
  return std::nullopt;
}

bool Rules::has(const State& state, const UnitId& id) { return id.empty() || state.formations.contains(id) || state.leaders.contains(id); }
bool Rules::has(const State& state, const BaseId& id) { return id.empty() || state.bases.contains(id); }

}  // namespace polemarch::paean
