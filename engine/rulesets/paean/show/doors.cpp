/// The small doors: info, places, windows, now, ending, counters, figures, invariants.
#include <algorithm>
#include <set>

#include "engine/rulesets/paean/text/words.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/counts.hpp"

namespace polemarch::paean {

using namespace engine;

const RulesetInfo& Rules::info() {
  static const RulesetInfo info{
      .key = "paean", .name = "Paean", .owner = "Martin Brierley and Wargame Shop", .catalogue = "2026-11", .state_v = 4, .missing = {}};
  return info;
}

namespace {
engine::Troops troops_of(const Card& card) {
  if (card.arm == Arm::Cavalry) return engine::Troops::Mounted;
  if (card.arm != Arm::Infantry) return engine::Troops::None;
  return card.weight == Weight::L || card.weight == Weight::LM ? engine::Troops::LightFoot : engine::Troops::Foot;
}
bool all_deployed(const State& state) {
  return std::all_of(state.bases.begin(), state.bases.end(), [](const auto& base) { return base.second.on_table; });
}
}  // namespace

std::vector<Place> Rules::places(const State& state) {
  std::vector<Place> places;
  for (const auto& [id, base] : state.bases)
    places.push_back({base.unit, id, base.side, footprint_of(base.card), base.at.pose, {}, base.on_table, troops_of(base.card)});
  return places;
}

std::vector<Window> Rules::windows(const State&, Viewer) { return {}; }

Now Rules::now(const State& state) {
  const Turn& turn = state.turn;
  Now now{turn.bound, viewer_of(turn.active), std::string(word_of(turn.phase)), {}};
  if (turn.permit) {
    now.todo = "act with " + turn.permit->unit.text + ", or forgo it";
    return now;
  }
  switch (turn.phase) {
    case Phase::Deployment:
      now.who = Viewer::Both;
      now.todo = all_deployed(state) ? "begin the battle" : "put the armies on the table, then begin";
      break;
    case Phase::Initiative:
      now.who = Viewer::Both;
      now.todo = "throw for initiative";
      break;
    case Phase::Combat:
      now.todo = "fight the combats";
      break;
    case Phase::Skirmish:
      now.todo = "test a light formation's initiative, or go on";
      break;
    case Phase::Power:
      now.todo = "give the call of power to a formation, or go on";
      break;
    case Phase::Orders:
      now.todo =
          turn.commanding.empty() ? "order with a commander, or go on" : "order with " + turn.commanding.text + ", or give up his command";
      break;
    case Phase::Might:
      now.todo = "give the call of might, or go on";
      break;
    case Phase::Heroic:
      now.todo = "test a hero, or go on";
      break;
    case Phase::Rallying:
      now.todo = "rally";
      break;
    case Phase::Over:
      now.who = Viewer::Both;
      now.todo = "the battle is over";
      break;
  }
  return now;
}

std::optional<Ending> Rules::ending(const State& state) {
  if (state.turn.phase != Phase::Over) return std::nullopt;
  return Ending{state.turn.winner, state.turn.why, state.turn.why_rule};
}

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
  out.push_back({std::to_string(training_number(experience_of(state, unit)) - 2 * formation->status.reactions), "reaction"});
  if (formation->status.orders > 0) out.push_back({std::to_string(formation->status.orders), "orders received"});
  if (rallying(*formation)) out.push_back({"rallying", "since bound " + std::to_string(*formation->status.rallying)});
  return out;
}

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
  return broken_count(state);
}

}  // namespace polemarch::paean
