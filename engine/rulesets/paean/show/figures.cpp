/// Figures of a unit, and the counters that decide the battle.
#include <set>

#include "engine/rulesets/paean/text/words.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"

namespace polemarch::paean {

using namespace engine;

std::vector<Counter> Rules::counters(const State& state) {
  std::vector<Counter> out;
  for (const Side side : {Side::A, Side::B}) {
    int left = 0, start = 0;
    std::set<BaseId> standing;
    for (const auto& [id, formation] : state.formations)
      if (formation.side == side) standing.insert(formation.bases.begin(), formation.bases.end());
    for (const auto& [id, base] : state.bases)
      if (base.side == side && !base.card.leader() && base.card.hoplite()) {
        ++start;
        left += standing.contains(id) ? 1 : 0;
      }
    out.push_back({side, "hoplite bases", left, 0, start, true, "PA-VIC-01"});
  }
  return out;
}

std::vector<Figure> Rules::figures(const State& state, const UnitId& unit, Viewer) {
  std::vector<Figure> out;
  if (const Leader* leader = find_leader(state, unit)) {
    out.push_back({std::to_string(leader->value), leader->hero() ? "heroic value" : "command value"});
    if (leader->hero()) out.push_back({std::to_string(heroic_need(state, unit).need), "or less for a heroic action"});
    return out;
  }
  const Formation* formation = find_formation(state, unit);
  if (formation == nullptr) return out;
  const Card& card = card_of(state, unit);
  out.push_back({std::string(word_of(card.weight)) + ", AV " + std::to_string(armour_value(card.weight)),
                 std::string(word_of(experience_of(state, unit)))});
  out.push_back({std::to_string(move_cm(card) * state.k) + " cm", "move"});
  if (card.weight == Weight::L) out.push_back({std::to_string(skirmish_need(state, unit).need), "action"});
  out.push_back({std::to_string(reaction_need(state, unit).need), "reaction"});
  if (formation->status.orders > 0) out.push_back({std::to_string(formation->status.orders), "orders received"});
  if (rallying(*formation)) out.push_back({"rallying", "since bound " + std::to_string(*formation->status.rallying)});
  return out;
}

}  // namespace polemarch::paean
