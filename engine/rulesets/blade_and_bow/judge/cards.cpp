/// Setup, cards and looks.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

namespace {
Verdict in_setup(const State& state, Viewer by, Side owner) {
  if (state.turn.phase != Phase::Setup) return impossible("setup is over", "BB-SET-27");
  if ((by == Viewer::A || by == Viewer::B) && by != viewer_of(owner)) return impossible("not yours to set up");
  return allow();
}
/// Leaders are placed by the side without the tie-breaker first (BB-AMB-109).
std::optional<Side> leader_turn(const State& state) {
  if (state.turn.setup_stage == 1) return other(state.scenario.tie_breaker);
  if (state.turn.setup_stage == 2) return state.scenario.tie_breaker;
  return std::nullopt;
}
/// A square is free on which it may be set up.
bool finds_place(const State& state, const Unit& unit) {
  for (int i = 0; i < state.map.size(); ++i) {
    const Square square = state.map.at(i);
    if (unit_at(state, square) == nullptr && may_set_up(state.map, unit.side, unit.type.name, square)) return true;
  }
  return false;
}
/// "Hoplites 1 has no place yet", "3 units have no place yet"; nothing where all have one.
std::string without_place(const std::vector<UnitId>& who, const std::string& many) {
  if (who.empty()) return {};
  return who.size() == 1 ? who.front().text + " has no place yet" : std::to_string(who.size()) + " " + many + " have no place yet";
}
}  // namespace

Verdict judge_setup(const State& state, Viewer by, const AdjustRanks& command) {
  if (command.ranks.empty()) return impossible("name units and their ranks");
  const Unit* first = find_unit(state, command.ranks.begin()->first);
  if (first == nullptr) return impossible("unknown unit " + command.ranks.begin()->first.text);
  const Army& army = state.army(first->side);
  if (Verdict ok = in_setup(state, by, first->side); !ok.allowed()) return ok;
  if (state.turn.setup_stage != 0 || army.ready) return refuse("BB-SET-27", "ranks are placed already");
  if (army.ranks_fixed) return refuse("BB-SCN-05", "this side's ranks are fixed");
  int total = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != first->side || !unit.has_ranks() || unit.box == Where::Reserve) continue;
    const auto wished = command.ranks.find(id);
    total += wished == command.ranks.end() ? unit.ranks.value.value_or(0) : wished->second;
  }
  for (const auto& [id, ranks] : command.ranks) {
    const Unit* unit = find_unit(state, id);
    if (unit == nullptr) return impossible("unknown unit " + id.text);
    if (unit->side != first->side) return impossible(id.text + " is not of this side");
    if (!unit->has_ranks()) return impossible(id.text + " is open: no rank marker", "BB-UNIT-24");
    if (ranks < 0 || ranks > kHighestRanks) return impossible("ranks go from 0 to 6");
    if (ranks > army.rank_limit) return refuse("BB-SCN-03", id.text + " has too many ranks", ranks, army.rank_limit, "ranks");
  }
  if (total != army.rank_total) return refuse("BB-SCN-04", "the ranks must add up as before", total, army.rank_total, "ranks");
  return allow();
}

Verdict judge_setup(const State& state, Viewer by, const PlaceLeader& command) {
  const Leader* leader = find_leader(state, command.leader);
  if (leader == nullptr) return impossible("unknown leader " + command.leader.text);
  if (Verdict ok = in_setup(state, by, leader->side); !ok.allowed()) return ok;
  if (!state.map.holds(command.to)) return impossible("no square " + name_of(command.to));
  if (leader_turn(state) != leader->side) return refuse("BB-SET-27", "it is not this side's turn to place leaders");
  if (leader->box == Where::Reserve) return refuse("BB-MYC-18", command.leader.text + " comes later");
  const Unit* there = state.map.holds(command.to) ? unit_at(state, command.to) : nullptr;
  if (there == nullptr || there->side != leader->side) return refuse("BB-SET-07", "a leader starts with a friendly unit");
  return allow();
}

Verdict judge_setup(const State& state, Viewer by, const PlaceCamp& command) {
  const Camp* camp = find_camp(state, command.camp);
  if (camp == nullptr) return impossible("unknown camp " + command.camp.text);
  if (Verdict ok = in_setup(state, by, camp->side); !ok.allowed()) return ok;
  if (!state.map.holds(command.to)) return impossible("no square " + name_of(command.to));
  if (std::find(camp->choices.begin(), camp->choices.end(), command.to) == camp->choices.end())
    return refuse(camp->choices.empty() ? "BB-SET-09" : "BB-PLA-07", "the camp may not start in " + name_of(command.to));
  return allow();
}

Verdict judge_setup(const State& state, Viewer by, const Ready&) {
  const Side side = side_of_speaker(state, by);
  if (state.turn.phase != Phase::Setup) return impossible("setup is over", "BB-SET-27");
  if (const auto turn = leader_turn(state); turn && *turn != side) return refuse("BB-SET-27", "the other side is placing its leaders");
  if (state.turn.setup_stage == 0 && state.army(side).ready) return refuse("BB-SET-27", "this side is ready already");
  std::vector<UnitId> unplaced;
  if (state.turn.setup_stage == 0) {
    for (const auto& [id, unit] : state.units)
      if (unit.side == side && unit.box == Where::Undeployed && finds_place(state, unit)) unplaced.push_back(id);
    if (!unplaced.empty()) return refuse("BB-SET-06", without_place(unplaced, "units"));
  }
  if (leader_turn(state) == side) {
    const bool company = std::any_of(state.units.begin(), state.units.end(),
                                     [&](const auto& entry) { return entry.second.side == side && entry.second.on_map(); });
    for (const auto& [id, leader] : state.leaders) {
      if (leader.side == side && leader.box == Where::Undeployed && company) unplaced.push_back(id);
      if (leader.side != side || !leader.on_map()) continue;
      const Unit* with = unit_at(state, leader.square);
      if (with == nullptr || with->side != side) return refuse("BB-SET-07", id.text + " may not start alone");
    }
    if (!unplaced.empty()) return refuse("BB-SET-07", without_place(unplaced, "leaders"));
  }
  return allow();
}

namespace {

/// Whose dice a card for a shot or a melee helps when nobody is named: the lead's or the target's, for this fight alone.
UnitId helped_here(const State& state, Side side, EffectKind kind) {
  if (state.agenda.idle() || !state.fight || state.fight->attackers.empty()) return {};
  const Step& asked = state.agenda.lanes.back().stack.back().step;
  const bool dice = std::holds_alternative<MeleeAttack>(asked) || std::holds_alternative<ShotAttack>(asked) ||
                    std::holds_alternative<MeleeDefence>(asked) || std::holds_alternative<ShotDefence>(asked) ||
                    std::holds_alternative<AskReroll>(asked);
  const bool helps_dice = kind == EffectKind::AttackDice || kind == EffectKind::DefenceDice || kind == EffectKind::Reroll ||
                          kind == EffectKind::MeleeModifier || kind == EffectKind::ShotModifier;
  if (!dice || !helps_dice) return {};
  if (state.units.at(state.fight->attackers.front()).side == side) return state.fight->attackers.front();
  return state.fight->camp ? UnitId{} : state.fight->target;
}

}  // namespace

ActiveEffect effect_of(const State& state, Side side, const PlayCard& command) {
  ActiveEffect effect{.card = command.card, .side = side, .unit = command.unit};
  if (const Card* card = card_numbered(state, command.card)) {
    effect.kind = card->effect;
    effect.amount = card->amount;
    effect.lasts = card->lasts;
  }
  if (command.effect) effect.kind = *command.effect;
  if (command.amount) effect.amount = *command.amount;
  if (effect.unit.empty() && effect.lasts == "action") effect.unit = helped_here(state, side, effect.kind);
  return effect;
}

Verdict judge_play(const State& state, Side side, const PlayCard& command) {
  if (state.turn.phase == Phase::Over || state.turn.phase == Phase::Setup) return impossible("no cards are played now");
  const Card* card = card_numbered(state, command.card);
  if (card == nullptr && !state.deck.empty()) return impossible("no card " + std::to_string(command.card));
  if (const auto twice = played_before(state, command.card)) return *twice;
  if (state.army(side).hand.empty() || !holds_card(state, side, command.card))
    return refuse("BB-CARD-26", "card " + std::to_string(command.card) + " is not in this hand");
  const ActiveEffect effect = effect_of(state, side, command);
  return judge_effect(state, side, command.card, effect.unit, effect.kind, card == nullptr ? "any" : card->timing);
}

Verdict judge_commit(const State& state, Viewer by, const Commit& command) {
  const CommitSpend* spend = state.agenda.idle() ? nullptr : std::get_if<CommitSpend>(&state.agenda.lanes.back().stack.back().step);
  if (spend == nullptr) return impossible("commitment points follow the commitment dice", "BB-CARD-14");
  const Side side = state.units.at(spend->rolled.front().unit).side;
  if ((by == Viewer::A || by == Viewer::B) && by != viewer_of(side)) return refuse("BB-CARD-14", "only the attacker commits cards");
  if (command.cards.empty()) return impossible("name the cards");
  if (command.cards.size() > state.army(side).hand.size()) return refuse("BB-CARD-26", "the hand holds fewer cards");
  for (const int number : command.cards) {
    if (number != 0 && std::count(command.cards.begin(), command.cards.end(), number) > 1)
      return impossible("card " + std::to_string(number) + " is named twice");
    if (const auto twice = played_before(state, number)) return *twice;
    if (!holds_card(state, side, number)) return refuse("BB-CARD-26", "card " + std::to_string(number) + " is not in this hand");
    const Card* card = card_numbered(state, number);
    if (card == nullptr && !state.deck.empty()) return impossible("no card " + std::to_string(number));
    if (card != nullptr && card->reshuffle) return refuse("BB-CARD-11", "the reshuffle card gives no commitment");
    if (card != nullptr && !card->commitment) return refuse("BB-COM-21", "card " + std::to_string(number) + " gives no commitment");
  }
  const int points = command.points && state.deck.empty() ? *command.points : commitment_points(state, command.cards);
  int wished = 0;
  for (const auto& [id, dice] : command.spend) {
    const auto mine = std::find_if(spend->rolled.begin(), spend->rolled.end(), [&id = id](const CommitDice& d) { return d.unit == id; });
    if (mine == spend->rolled.end() || dice.size() > mine->dice.size()) return impossible(id.text + " has no such dice");
    for (const int amount : dice) {
      if (amount < 0) return impossible("points are whole and not negative");
      wished += amount;
    }
  }
  if (wished > points) return refuse("BB-CARD-16", "more points than the cards give", wished, points, "points");
  return allow({{"BB-CARD-14", "commitment points", static_cast<double>(points), {}, "points", {}}});
}

std::vector<CommitDice> after_points(const State& state, const std::vector<CommitDice>& rolled, int points,
                                     const std::map<UnitId, std::vector<int>>& spend) {
  std::vector<CommitDice> dice = rolled;
  if (!spend.empty()) {
    for (CommitDice& unit : dice)
      if (const auto wish = spend.find(unit.unit); wish != spend.end())
        for (std::size_t i = 0; i < wish->second.size(); ++i) unit.dice[i] -= wish->second[i];
    return dice;
  }
  for (CommitDice& unit : dice) {  // each unit that can be brought to pass, in order; what is left goes to the first that cannot
    const int value = plain_check(state, state.units.at(unit.unit)).value;
    int need = 0;
    for (const int die : unit.dice) need += std::max(0, die - value);
    if (need == 0 || need > points) continue;
    points -= need;
    for (int& die : unit.dice) die = std::min(die, value);
  }
  for (CommitDice& unit : dice) {
    const int value = plain_check(state, state.units.at(unit.unit)).value;
    for (int& die : unit.dice) {
      const int lowered = std::min(points, std::max(0, die - value));
      die -= lowered;
      points -= lowered;
    }
  }
  return dice;
}

Verdict judge_look(const State& state, Side side, const Look& command) {
  const Unit* unit = find_unit(state, command.unit);
  if (unit == nullptr || !unit->on_map()) return impossible("unknown unit " + command.unit.text);
  if (!unit->has_ranks()) return impossible(command.unit.text + " is open: no rank marker", "BB-UNIT-24");
  if (unit->side == side) return refuse("BB-UNIT-19", "your own marker needs no leave");
  if (!unit->ranks.value) return impossible("the engine was not told; look on the table", "BB-UNIT-19");
  if (unit->ranks.revealed) return allow();
  if (ZoneMap(state, side).covers(unit->square)) return allow({{"BB-UNIT-20", "it stands in your zone of control", {}, {}, {}, {}}});
  for (const auto& [id, watcher] : state.units)
    if (watcher.side == side && watcher.on_map() && sees_flank_or_rear(state, watcher, *unit))
      return allow({{"BB-UNIT-19", id.text + " sees its flank or rear", {}, {}, {}, {}}});
  return refuse("BB-UNIT-23", "nobody sees its flank or rear, and it is in no zone of yours");
}

}  // namespace polemarch::blade_and_bow
