#include "engine/rulesets/blade_and_bow/invariants.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"

namespace polemarch::blade_and_bow {

std::vector<std::string> broken_invariants(const State& state) {
  std::vector<std::string> broken;
  const Map& map = state.map;
  if (map.columns < 3 || map.columns > 60 || map.rows < 3 || map.rows > 60 || map.box.um < 1000)
    return {"a map of " + std::to_string(map.columns) + " columns and " + std::to_string(map.rows) + " rows"};
  constexpr Length kFarthest{100'000'000};  // 100 m
  for (const Length corner : {map.origin_x, map.origin_y})
    if (corner > kFarthest || -kFarthest > corner) return {"a grid that lies on no table"};
  if (state.fight && state.fight->camp != state.camps.contains(state.fight->target))
    broken.emplace_back(state.fight->camp ? "a fight for a camp that is none" : "a fight against a unit that is a camp");
  if (state.fight && !state.fight->camp && !state.units.contains(state.fight->target))
    broken.emplace_back("a fight against a unit that is not there");
  if (state.fight)
    for (const UnitId& attacker : state.fight->attackers)
      if (!state.units.contains(attacker)) broken.push_back("a fight by " + attacker.text + ", which is not there");
  for (const Card& card : state.deck) {
    static constexpr std::array<std::string_view, 8> kTimings{"", "any", "melee", "shot", "morale", "initiative", "move", "rally"};
    static constexpr std::array<std::string_view, 3> kLasts{"action", "impulse", "turn"};
    if (std::find(kTimings.begin(), kTimings.end(), card.timing) == kTimings.end())
      broken.push_back("card " + std::to_string(card.number) + " is for no moment: \"" + card.timing + "\"");
    if (std::find(kLasts.begin(), kLasts.end(), card.lasts) == kLasts.end())
      broken.push_back("card " + std::to_string(card.number) + " lasts for no time: \"" + card.lasts + "\"");
  }
  for (const auto& [square, kind] : map.terrain)
    if (!map.kinds.contains(kind)) broken.push_back(name_of(square) + " is of an unknown kind of ground");
  std::map<Square, UnitId> held;
  for (const auto& [id, unit] : state.units) {
    if (id != unit.id) broken.push_back(id.text + " is filed under another name");
    if (unit.ranks.value && (*unit.ranks.value < 0 || *unit.ranks.value > kHighestRanks))
      broken.push_back(id.text + " has an impossible rank marker");
    if (!unit.has_ranks() && unit.ranks.value.value_or(0) != 0) broken.push_back(id.text + " is open and has ranks");
    if (!unit.on_map()) continue;
    if (!state.map.holds(unit.square)) broken.push_back(id.text + " stands off the grid");
    if (const auto [at, fresh] = held.emplace(unit.square, id); !fresh)
      broken.push_back(name_of(unit.square) + " holds " + at->second.text + " and " + id.text);
    if (const Camp* camp = standing_camp_at(state, unit.square); camp != nullptr && camp->side != unit.side)
      broken.push_back(id.text + " stands in the enemy camp");
  }
  for (const auto& [id, leader] : state.leaders) {
    if (!leader.on_map()) continue;
    if (!state.map.holds(leader.square)) broken.push_back(id.text + " stands off the grid");
    const auto unit = held.find(leader.square);
    const bool in_danger = !state.agenda.idle();  // a capture is being rolled for
    if (unit != held.end() && state.units.at(unit->second).side != leader.side && !in_danger)
      broken.push_back(id.text + " stands among the enemy");
  }
  for (const Army& army : state.armies) {
    if (army.losses < 0 || army.impulses < 0 || army.hand_size < 1) broken.emplace_back("a count below its least value");
    for (const Secret<int>& card : army.hand)
      if (card.value && (*card.value < 1 || *card.value > kDeckSize)) broken.emplace_back("a card number out of the deck");
  }
  if (state.turn.number < 1 || state.turn.number > kTurns) broken.push_back("turn " + std::to_string(state.turn.number));
  if (state.turn.actions < 0 || state.turn.actions > 3) broken.push_back("actions " + std::to_string(state.turn.actions));
  // A number in a hand and elsewhere too is a slip of the pen that only its holder may know of yet (judge_draw).
  const auto twice = [&](const std::vector<int>& pile, const std::string& where) {
    for (auto card = pile.begin(); card != pile.end(); ++card)
      if (std::find(pile.begin(), card, *card) != card) broken.push_back("card " + std::to_string(*card) + " is twice in " + where);
  };
  twice(state.discards, "the discards");
  for (const Army& army : state.armies) {
    std::vector<int> hand;
    for (const Secret<int>& card : army.hand)
      if (card.value) hand.push_back(*card.value);
    twice(hand, "one hand");
  }
  return broken;
}

std::optional<std::string> Rules::broken_invariant(const State& state) {
  const std::vector<std::string> broken = broken_invariants(state);
  return broken.empty() ? std::nullopt : std::optional(broken.front());
}

bool Rules::has(const State& state, const UnitId& id) {
  return id.empty() || state.units.contains(id) || state.leaders.contains(id) || state.camps.contains(id);
}
bool Rules::has(const State& state, Square square) { return state.map.holds(square); }

}  // namespace polemarch::blade_and_bow
