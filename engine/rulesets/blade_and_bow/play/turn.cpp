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

bool draw_phase(Course& c) {
  const int done = c.state().turn.done;
  c.emit(PhaseWent{done + 1});
  if (done == 0) {
    for (const Side side : {Side::A, Side::B})  // BB-CARD-06: a new commander's size counts from the following turn
      if (const int size = hand_size(c.state(), side); size != c.state().army(side).hand_size) c.emit(HandSizeSet{side, size});
  }
  if (done < 2) {
    const Side side = done == 0 ? Side::A : Side::B;
    const Army& army = c.state().army(side);
    const int missing = army.hand_size - static_cast<int>(army.hand.size());
    // BB-SEQ-02: the first turn fills the hand, later turns give at most one card (BB-CARD-27).
    const bool first = c.state().turn.number == 1, paper = c.state().deck.empty();
    if (missing > 0 && paper && !first)
      c.later({OfferCard{side}});
    else if (missing > 0)
      c.later({TakeCards{side, first ? missing : 1}});
    return true;
  }
  c.emit(ImpulsesSet{impulses_due(c.state(), Side::A), impulses_due(c.state(), Side::B)});
  c.emit(PhaseBegan{Phase::Initiative, c.state().turn.number});
  return true;
}

bool initiative_phase(Course& c) {
  const State& state = c.state();
  const int done = state.turn.done;
  c.emit(PhaseWent{done + 1});
  if (done == 0) {
    c.later({RollInitiative{Side::A, 0}});
  } else if (done == 1) {
    const bool hidden = std::any_of(state.map.tracks.begin(), state.map.tracks.end(), [](const Track& t) { return !t.found; });
    if (state.scenario.goat_path_roller && hidden) c.later({RollGoatPath{}});
  } else if (done == 2) {
    if (state.scenario.reserve_side && state.scenario.reserve_state < 3) c.later({RollReserve{}});
  } else {
    c.emit(PhaseBegan{Phase::Impulses, state.turn.number});
  }
  return true;
}

bool impulse_phase(Course& c) {
  const State& state = c.state();
  if (state.action) return false;  // BB-SEQ-17: the player finishes his actions
  if (state.turn.actions > 0) return false;
  c.emit(EffectsEnded{"impulse"});
  const Side first = state.turn.initiative.value_or(state.scenario.tie_breaker);
  Side next = state.turn.active ? other(*state.turn.active) : first;
  if (state.army(next).impulses == 0) next = other(next);  // BB-SEQ-11
  if (state.army(next).impulses == 0) {
    c.emit(PhaseBegan{Phase::Rout, state.turn.number});  // BB-SEQ-10
    return true;
  }
  c.emit(ImpulseBegan{next, state.army(next).impulses - 1});
  c.later({DrawActions{next}});
  return true;
}

bool rout_phase(Course& c) {
  const State& state = c.state();
  const int done = state.turn.done;
  c.emit(PhaseWent{done + 1});
  std::vector<Step> steps;
  if (done == 0) {  // BB-ROUT-01: rallied units return first
    for (const auto& [id, unit] : state.units)
      if (unit.box == Box::Rallied) steps.emplace_back(ReturnUnit{id});
  } else if (done == 1) {
    for (const auto& [id, leader] : state.leaders)
      if (leader.box == Box::Routed || (leader.box == Box::Track && leader.return_turn <= state.turn.number))
        steps.emplace_back(ReturnLeader{id});
    for (const auto& [id, leader] : state.leaders)
      if (leader.box == Box::Rallied) steps.emplace_back(ReturnLeader{id});
  } else if (done == 2) {
    for (const Side side : {Side::A, Side::B}) {
      RollManagement roll{.side = side, .units = {}};
      for (const auto& [id, unit] : state.units)
        if (unit.side == side && unit.box == Box::Routed) roll.units.push_back(id);
      if (!roll.units.empty()) steps.emplace_back(std::move(roll));
    }
  } else {
    c.emit(PhaseBegan{Phase::Victory, state.turn.number});
  }
  c.later(std::move(steps));
  return true;
}

void next_turn(Course& c) {
  if (c.state().turn.number >= c.state().scenario.last_turn) {
    c.emit(BattleEnded{final_outcome(c.state())});  // BB-VIC-09
    return;
  }
  c.emit(EffectsEnded{"turn"});
  c.emit(PhaseBegan{Phase::Draw, c.state().turn.number + 1});  // BB-VIC-08
}

bool turn_end_phase(Course& c) {
  const State& state = c.state();
  if (state.turn.number >= state.scenario.last_turn || !state.scenario.end_icons.contains(state.turn.number)) {
    next_turn(c);
  } else {
    c.later({RollEnd{}});
  }
  return true;
}

}  // namespace

bool phase_goes_on(Course& c) {
  switch (c.state().turn.phase) {
    case Phase::Setup:
      return false;
    case Phase::Draw:
      return draw_phase(c);
    case Phase::Initiative:
      return initiative_phase(c);
    case Phase::Impulses:
      return impulse_phase(c);
    case Phase::Rout:
      return rout_phase(c);
    case Phase::Victory:
      if (const auto outcome = victory_step(c.state()))
        c.emit(BattleEnded{*outcome});
      else
        c.emit(PhaseBegan{Phase::TurnEnd, c.state().turn.number});  // BB-VIC-12
      return true;
    case Phase::TurnEnd:
      return turn_end_phase(c);
    case Phase::Over:
      return false;
  }
  return false;
}

void carry_out(Course& c, const OfferCard& s, Reply r) {
  if (r == nullptr) return c.ask(s, choice_wait(s.side, "BB-SEQ-02", "draw a card?", {{"draw", "draw a card"}, {"pass", "draw no card"}}));
  if (r->choices.front() == "draw") c.later({TakeCards{s.side, 1}});
}

void carry_out(Course& c, const TakeCards& s, Reply r) {
  if (r != nullptr && r->values.empty()) return;  // declined (BB-AMB-119)
  if (c.state().deck.empty()) {                   // paper cards: only counted
    for (int i = 0; i < s.count; ++i) c.emit(CardTaken{s.side, unknown_card(c.state(), s.side)});
    return;
  }
  if (r == nullptr) {
    if (cards_left(c.state()) < s.count) c.emit(DeckReshuffled{0});  // BB-CARD-13
    const int count = std::min(s.count, cards_left(c.state()));
    if (count == 0) return;
    engine::Wait wait = card_wait(c.state(), s.side, count, true);
    const bool turn_draw = c.state().turn.phase == Phase::Draw && c.state().turn.number > 1;
    if (turn_draw) wait.options.push_back({"pass", "draw no card"});  // BB-AMB-119
    c.ask(TakeCards{s.side, count}, std::move(wait));
    return;
  }
  int again = 0;
  for (const int number : r->values) {
    const Card* card = card_numbered(c.state(), number);
    if (card != nullptr && card->reshuffle) {  // BB-CARD-12, BB-AMB-13: it goes back and the draw is made again
      c.emit(DeckReshuffled{number});
      ++again;
      continue;
    }
    Secret<int> drawn = unknown_card(c.state(), s.side);
    if (number != 0) drawn.value = number;
    c.emit(CardTaken{s.side, std::move(drawn)});
  }
  if (again > 0) c.later({TakeCards{s.side, again}});
}

void carry_out(Course& c, const RollInitiative& s, Reply r) {
  if (r == nullptr) {
    c.ask(s, dice_wait(s.side, 1, "BB-SEQ-04", "initiative: the lower die goes first"));
    return;
  }
  const int die = r->values.front();
  if (s.side == Side::A) {
    c.later({RollInitiative{Side::B, die}});
    return;
  }
  const State& state = c.state();
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
  c.emit(std::move(won));
}

void carry_out(Course& c, const DrawActions& s, Reply r) {
  const Leader* leader = commander(c.state(), s.side);
  if (leader == nullptr) {  // BB-AMB-16
    c.emit(ActionsGained{s.side, 1});
    return;
  }
  if (r == nullptr) {
    if (c.state().deck.empty()) {
      engine::Wait wait = dice_wait(s.side, 1, "BB-SEQ-08", "actions on the card drawn");
      wait.chance->lowest = 1;
      wait.chance->highest = 3;
      wait.chance->source = "card";
      c.ask(s, std::move(wait));
      return;
    }
    if (cards_left(c.state()) < 1) c.emit(DeckReshuffled{0});
    c.ask(s, card_wait(c.state(), s.side, 1, false));
    return;
  }
  const int value = r->values.front();
  if (c.state().deck.empty()) {
    c.emit(ActionsGained{s.side, value});
    return;
  }
  const Card* card = card_numbered(c.state(), value);
  const int actions = card == nullptr ? 1 : card->actions[static_cast<std::size_t>(leader->colour)];  // BB-CARD-25
  c.emit(CardSpent{s.side, value, "actions", false});
  if (card != nullptr && card->reshuffle) c.emit(DeckReshuffled{value});
  if (actions == 0) {
    c.later({s});
    return;
  }
  c.emit(ActionsGained{s.side, actions});
}

void carry_out(Course& c, const ReturnUnit& s, Reply r) {
  const std::vector<Square> squares = return_squares(c.state(), c.state().units.at(s.unit));
  if (r == nullptr && squares.empty()) {
    c.emit(UnitBoxed{s.unit, Box::Routed, {}, "BB-ROUT-07"});
    return;
  }
  Square to = squares.empty() ? Square{} : squares.front();
  if (r == nullptr && squares.size() > 1) {
    c.ask(s, choice_wait(c.state().units.at(s.unit).side, "BB-ROUT-03", "where does " + s.unit.text + " return?", options_of(squares)));
    return;
  }
  if (r != nullptr) to = *square_named(r->choices.front());
  c.emit(UnitReturned{s.unit, to, c.state().units.at(s.unit).facing, false, "BB-ROUT-02"});
  c.emit(MayFace{s.unit, 4});  // BB-AMB-22
  owe_place(c, s.unit, "BB-ROUT-02");
}

void carry_out(Course& c, const ReturnLeader& s, Reply r) {
  const Leader& leader = c.state().leaders.at(s.leader);
  const std::vector<Square> squares = leader_return_squares(c.state(), leader);
  if (squares.empty()) return;  // BB-AMB-92: one turn later
  Square to = squares.front();
  if (r == nullptr && squares.size() > 1) {
    c.ask(s, choice_wait(leader.side, "BB-LDR-18", "where does " + s.leader.text + " return?", options_of(squares)));
    return;
  }
  if (r != nullptr) to = *square_named(r->choices.front());
  c.emit(LeaderMoved{s.leader, to});
  owe_leader(c, s.leader, "BB-LDR-18");
}

void carry_out(Course& c, const RollManagement& s, Reply r) {
  if (r == nullptr) {
    std::string names;
    for (const UnitId& id : s.units) names += (names.empty() ? "" : ", ") + id.text;
    c.ask(s, dice_wait(s.side, static_cast<int>(s.units.size()), "BB-ROUT-08", "rout check, a die each for " + names));
    return;
  }
  const Check check = management_check(c.state(), s.side);
  for (std::size_t i = 0; i < s.units.size(); ++i) {
    const bool passed = passes(check, {r->values[i]});
    c.emit(RoutChecked{s.units[i], {r->values[i]}, passed});
    if (passed) {
      c.emit(UnitBoxed{s.units[i], Box::Rallied, {}, "BB-ROUT-09"});
      continue;
    }
    const Unit& unit = c.state().units.at(s.units[i]);
    c.emit(UnitEliminated{s.units[i], 1 + (unit.has_ranks() ? unit.ranks.value.value_or(0) : 0), "BB-ROUT-10"});
  }
}

void carry_out(Course& c, const RollEnd& s, Reply r) {
  const int icon = c.state().scenario.end_icons.at(c.state().turn.number);
  if (r == nullptr) {
    c.ask(s,
          dice_wait(c.state().turn.initiative.value_or(Side::A), 1, "BB-VIC-07", "the game ends on " + std::to_string(icon) + " or less"));
    return;
  }
  if (r->values.front() <= icon)
    c.emit(BattleEnded{final_outcome(c.state())});
  else
    next_turn(c);
}

}  // namespace polemarch::blade_and_bow
