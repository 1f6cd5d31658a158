/// The sequence of play: cards, impulses, initiative, rout management, victory, turn end. Rules BB-SEQ, BB-CARD, BB-ROUT, BB-VIC.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"
#include "engine/rulesets/blade_and_bow/topics/victory.hpp"

namespace polemarch::blade_and_bow {
namespace {

bool draw_phase(Unfold& u) {
  const int done = u.state().turn.done;
  u.emit(PhaseWent{done + 1});
  if (done == 0) {
    for (const Side side : {Side::A, Side::B})  // BB-CARD-06: a new commander's size counts from the following turn
      if (const int size = hand_size(u.state(), side); size != u.state().army(side).hand_size) u.emit(HandSizeSet{side, size});
  }
  if (done < 2) {
    const Side side = done == 0 ? Side::A : Side::B;
    const Army& army = u.state().army(side);
    const int missing = army.hand_size - static_cast<int>(army.hand.size());
    // BB-SEQ-02: the first turn fills the hand, later turns give at most one card (BB-CARD-27).
    const bool first = u.state().turn.number == 1, paper = u.state().deck.empty();
    if (missing > 0 && paper && !first)
      u.later({OfferCard{side}});
    else if (missing > 0)
      u.later({TakeCards{side, first ? missing : 1}});
    return true;
  }
  u.emit(ImpulsesSet{impulses_due(u.state(), Side::A), impulses_due(u.state(), Side::B)});
  u.emit(PhaseBegan{Phase::Initiative, u.state().turn.number});
  return true;
}

/// Cards played for the throws of a phase without actions last no longer than those throws (BB-CARD-18).
void end_effects(Unfold& u) {
  for (const char* lasts : {"action", "impulse"})
    if (std::any_of(u.state().effects.begin(), u.state().effects.end(), [&](const ActiveEffect& effect) { return effect.lasts == lasts; }))
      u.emit(EffectsEnded{lasts});
}

bool initiative_phase(Unfold& u) {
  const State& state = u.state();
  const int done = state.turn.done;
  u.emit(PhaseWent{done + 1});
  if (done == 0) {
    u.later({RollInitiative{Side::A, 0}});
  } else if (done == 1) {
    const bool hidden = std::any_of(state.map.tracks.begin(), state.map.tracks.end(), [](const Track& t) { return !t.found; });
    if (state.scenario.goat_path_roller && hidden) u.later({RollGoatPath{}});
  } else if (done == 2) {
    if (state.scenario.reserve_side && state.scenario.reserve_state < 3) u.later({RollReserve{}});
  } else {
    end_effects(u);
    u.emit(PhaseBegan{Phase::Impulses, u.state().turn.number});
  }
  return true;
}

bool impulse_phase(Unfold& u) {
  const State& state = u.state();
  if (state.action) return false;  // BB-SEQ-17: the player finishes his actions
  if (state.turn.actions > 0) return false;
  u.emit(EffectsEnded{"impulse"});
  const Side first = state.turn.initiative.value_or(state.scenario.tie_breaker);
  Side next = state.turn.active ? other(*state.turn.active) : first;
  if (state.army(next).impulses == 0) next = other(next);  // BB-SEQ-11
  if (state.army(next).impulses == 0) {
    u.emit(PhaseBegan{Phase::Rout, state.turn.number});  // BB-SEQ-10
    return true;
  }
  u.emit(ImpulseBegan{next, state.army(next).impulses - 1});
  u.later({DrawActions{next}});
  return true;
}

bool rout_phase(Unfold& u) {
  const State& state = u.state();
  const int done = state.turn.done;
  u.emit(PhaseWent{done + 1});
  std::vector<Step> steps;
  if (done == 0) {  // BB-ROUT-01: rallied units return first
    for (const auto& [id, unit] : state.units)
      if (unit.box == Where::Rallied) steps.emplace_back(ReturnUnit{id});
  } else if (done == 1) {
    for (const auto& [id, leader] : state.leaders)
      if (leader.box == Where::Routed || (leader.box == Where::Track && leader.return_turn <= state.turn.number))
        steps.emplace_back(ReturnLeader{id});
    for (const auto& [id, leader] : state.leaders)
      if (leader.box == Where::Rallied) steps.emplace_back(ReturnLeader{id});
  } else if (done == 2) {
    for (const Side side : {Side::A, Side::B}) {
      RollManagement roll{.side = side, .units = {}};
      for (const auto& [id, unit] : state.units)
        if (unit.side == side && unit.box == Where::Routed) roll.units.push_back(id);
      if (!roll.units.empty()) steps.emplace_back(std::move(roll));
    }
  } else {
    end_effects(u);
    u.emit(PhaseBegan{Phase::Victory, u.state().turn.number});
  }
  u.later(std::move(steps));
  return true;
}

void next_turn(Unfold& u) {
  if (u.state().turn.number >= u.state().scenario.last_turn) {
    u.emit(BattleEnded{final_outcome(u.state())});  // BB-VIC-09
    return;
  }
  u.emit(EffectsEnded{"turn"});
  u.emit(PhaseBegan{Phase::Draw, u.state().turn.number + 1});  // BB-VIC-08
}

bool turn_end_phase(Unfold& u) {
  const State& state = u.state();
  if (state.turn.number >= state.scenario.last_turn || !state.scenario.end_icons.contains(state.turn.number)) {
    next_turn(u);
  } else {
    u.later({RollEnd{}});
  }
  return true;
}

}  // namespace

bool go_on(Unfold& u) {
  switch (u.state().turn.phase) {
    case Phase::Setup:
      return false;
    case Phase::Draw:
      return draw_phase(u);
    case Phase::Initiative:
      return initiative_phase(u);
    case Phase::Impulses:
      return impulse_phase(u);
    case Phase::Rout:
      return rout_phase(u);
    case Phase::Victory:
      if (const auto outcome = victory_step(u.state()))
        u.emit(BattleEnded{*outcome});
      else
        u.emit(PhaseBegan{Phase::TurnEnd, u.state().turn.number});  // BB-VIC-12
      return true;
    case Phase::TurnEnd:
      return turn_end_phase(u);
    case Phase::Over:
      return false;
  }
  return false;
}

void resume(Unfold& u, const OfferCard& s, const engine::Answers& answers) {
  if (answers.empty())
    return u.ask(s, engine::ask_choice(s.side, "BB-SEQ-02", "draw a card?", {{"draw", "draw a card"}, {"pass", "draw no card"}}));
  if (answers.front().choices.front() == "draw") u.later({TakeCards{s.side, 1}});
}

void resume(Unfold& u, const TakeCards& s, const engine::Answers& answers) {
  if (!answers.empty() && answers.front().values.empty()) return;  // declined (BB-AMB-119)
  if (u.state().deck.empty()) {                                    // paper cards: only counted
    for (int i = 0; i < s.count; ++i) u.emit(CardTaken{s.side, unknown_card(u.state(), s.side)});
    return;
  }
  if (answers.empty()) {
    if (cards_left(u.state()) < s.count) u.emit(DeckReshuffled{0});  // BB-CARD-13
    const int count = std::min(s.count, cards_left(u.state()));
    if (count == 0) return;
    engine::Wait wait = card_wait(u.state(), s.side, count, true);
    const bool turn_draw = u.state().turn.phase == Phase::Draw && u.state().turn.number > 1;
    if (turn_draw) wait.options.push_back({"pass", "draw no card"});  // BB-AMB-119
    u.ask(TakeCards{s.side, count}, std::move(wait));
    return;
  }
  int again = 0;
  for (const int number : answers.front().values) {
    const Card* card = card_numbered(u.state(), number);
    if (card != nullptr && card->reshuffle) {  // BB-CARD-12, BB-AMB-13: it goes back and the draw is made again
      u.emit(DeckReshuffled{number});
      ++again;
      continue;
    }
    Secret<int> drawn = unknown_card(u.state(), s.side);
    if (number != 0) drawn.value = number;
    u.emit(CardTaken{s.side, std::move(drawn)});
  }
  if (again > 0) u.later({TakeCards{s.side, again}});
}

void resume(Unfold& u, const RollInitiative& s, const engine::Answers& answers) {
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(s.side, "BB-SEQ-04", "initiative: the lower die goes first", 1));
    return;
  }
  const int die = answers.front().values.front();
  if (s.side == Side::A) {
    u.later({RollInitiative{Side::B, die}});
    return;
  }
  const State& state = u.state();
  int a = s.first, b = die;
  for (const ActiveEffect& effect : state.effects)
    if (effect.kind == EffectKind::InitiativeModifier) (effect.side == Side::A ? a : b) += effect.amount;  // BB-AMB-20: no clamping
  InitiativeWon won{.side = Side::A, .dice = {s.first, die}, .rule = "BB-SEQ-04"};
  if (a == b) {  // BB-SEQ-05, BB-SEQ-06
    won.rule = state.turn.initiative ? "BB-SEQ-05" : "BB-SEQ-06";
    won.side = state.turn.initiative.value_or(state.scenario.tie_breaker);
  } else {
    won.side = a < b ? Side::A : Side::B;
  }
  u.emit(std::move(won));
}

void resume(Unfold& u, const DrawActions& s, const engine::Answers& answers) {
  const Leader* leader = commander(u.state(), s.side);
  if (leader == nullptr) {  // BB-AMB-16
    u.emit(ActionsGained{s.side, 1});
    return;
  }
  if (answers.empty()) {
    if (u.state().deck.empty()) {
      engine::Wait wait = engine::ask_dice(s.side, "BB-SEQ-08", "actions on the card drawn", 1);
      wait.chance->lowest = 1;
      wait.chance->highest = 3;
      wait.chance->source = "card";
      u.ask(s, std::move(wait));
      return;
    }
    if (cards_left(u.state()) < 1) u.emit(DeckReshuffled{0});
    u.ask(s, card_wait(u.state(), s.side, 1, false));
    return;
  }
  const int value = answers.front().values.front();
  if (u.state().deck.empty()) {
    u.emit(ActionsGained{s.side, value});
    return;
  }
  const Card* card = card_numbered(u.state(), value);
  const int actions = card == nullptr ? 1 : card->actions.at(static_cast<std::size_t>(leader->colour));  // BB-CARD-25
  u.emit(CardSpent{s.side, value, "actions", false});
  if (card != nullptr && card->reshuffle) u.emit(DeckReshuffled{value});
  if (actions == 0) {
    u.later({s});
    return;
  }
  u.emit(ActionsGained{s.side, actions});
}

void resume(Unfold& u, const ReturnUnit& s, const engine::Answers& answers) {
  const std::vector<Square> squares = return_squares(u.state(), u.state().units.at(s.unit));
  if (answers.empty() && squares.empty()) {
    u.emit(UnitBoxed{s.unit, Where::Routed, {}, "BB-ROUT-07"});
    return;
  }
  Square to = squares.empty() ? Square{} : squares.front();
  if (answers.empty() && squares.size() > 1) {
    u.ask(s,
          engine::ask_choice(u.state().units.at(s.unit).side, "BB-ROUT-03", "where does " + s.unit.text + " return?", options_of(squares)));
    return;
  }
  if (!answers.empty()) to = *square_named(answers.front().choices.front());
  u.emit(UnitReturned{s.unit, to, u.state().units.at(s.unit).facing, false, "BB-ROUT-02"});
  u.emit(MayFace{s.unit, 4});  // BB-AMB-22
  owe_place(u, s.unit, "BB-ROUT-02");
  u.later(captures_at(u.state(), to, u.state().units.at(s.unit).side));
}

void resume(Unfold& u, const ReturnLeader& s, const engine::Answers& answers) {
  const Leader& leader = u.state().leaders.at(s.leader);
  const std::vector<Square> squares = leader_return_squares(u.state(), leader);
  if (squares.empty()) return;  // BB-AMB-92: one turn later
  Square to = squares.front();
  if (answers.empty() && squares.size() > 1) {
    u.ask(s, engine::ask_choice(leader.side, "BB-LDR-18", "where does " + s.leader.text + " return?", options_of(squares)));
    return;
  }
  if (!answers.empty()) to = *square_named(answers.front().choices.front());
  u.emit(LeaderMoved{s.leader, to});
  owe_leader(u, s.leader, "BB-LDR-18");
}

void resume(Unfold& u, const RollManagement& s, const engine::Answers& answers) {
  if (answers.empty()) {
    std::string names;
    for (const UnitId& id : s.units) names += (names.empty() ? "" : ", ") + id.text;
    u.ask(s, engine::ask_dice(s.side, "BB-ROUT-08", "rout check, a die each for " + names, static_cast<int>(s.units.size())));
    return;
  }
  for (std::size_t i = 0; i < s.units.size(); ++i) {
    const bool passed = passes(management_check(u.state(), s.side, s.units[i]), {answers.front().values[i]});
    u.emit(RoutChecked{s.units[i], {answers.front().values[i]}, passed});
    if (passed) {
      u.emit(UnitBoxed{s.units[i], Where::Rallied, {}, "BB-ROUT-09"});
      continue;
    }
    const Unit& unit = u.state().units.at(s.units[i]);
    u.emit(UnitEliminated{s.units[i], 1 + (unit.has_ranks() ? unit.ranks.value.value_or(0) : 0), "BB-ROUT-10"});
  }
}

void resume(Unfold& u, const RollEnd& s, const engine::Answers& answers) {
  const int icon = u.state().scenario.end_icons.at(u.state().turn.number);
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(u.state().turn.initiative.value_or(Side::A), "BB-VIC-07",
                              "the game ends on " + std::to_string(icon) + " or less", 1));
    return;
  }
  if (answers.front().values.front() <= icon)
    u.emit(BattleEnded{final_outcome(u.state())});
  else
    next_turn(u);
}

}  // namespace polemarch::blade_and_bow
