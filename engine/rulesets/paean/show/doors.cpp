/// The small doors: info, places, windows, now, ending, counters, figures.
#include <algorithm>
#include <set>

#include "engine/rulesets/paean/text/words.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"

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
  out.push_back({std::to_string(reaction_need(state, unit).need), "reaction"});
  if (formation->status.orders > 0) out.push_back({std::to_string(formation->status.orders), "orders received"});
  if (rallying(*formation)) out.push_back({"rallying", "since bound " + std::to_string(*formation->status.rallying)});
  return out;
}

}  // namespace polemarch::paean
