/// The sequence of play: turn, phases, stages, and whose turn it is (HM-SEQ, HM-ASEQ).
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/idling.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

namespace {

void begin_phase_with(Unfold& u, Phase phase, int stage, Side precedence, std::string why, std::string rule) {
  u.emit(PhaseBegan{u.state().at.turn, phase, stage, precedence, std::move(why), std::move(rule)});
  begin_stage(u);
}

/// Precedence is worked out anew at the beginning of each Action phase (HM-ASEQ-06).
void begin_phase(Unfold& u, Phase phase) {
  const State& state = u.state();
  if (!is_action(phase) && phase != Phase::Commands && phase != Phase::Katastrophe) {
    std::string why, rule;
    if (phase == Phase::Mantis)
      for (const Side side : {Side::A, Side::B})
        if (mantis_due(state, side)) why += (why.empty() ? "" : "; ") + std::string(name_of(side)) + " lays its mantis", rule = "HM-SEQ-04";
    begin_phase_with(u, phase, 0, state.at.precedence, std::move(why), std::move(rule));
    return;
  }
  const Precedence first = precedence(state);
  if (first.side && !(state.options.competitive_sequence && is_action(phase))) {
    begin_phase_with(u, phase, 0, *first.side, first.why, first.rule);
    return;
  }
  const std::string rule = state.options.competitive_sequence && is_action(phase) ? "HM-OPT1-01" : "HM-ASEQ-05";
  const std::string question = "arete sequence of " + std::string(name_of(phase));
  u.open(RollOff{phase}, {engine::ask_dice(Side::A, rule, question, 1), engine::ask_dice(Side::B, rule, question, 1)});
}

/// Who halted by a check or after an evasion, or charged in answer to a charge, goes on under the order it has (HM-ORD-16); who pursued
/// waits for Muster or another word (HM-OTYP-01).
void resume_orders(Unfold& u) {
  std::vector<ModeChanged> on;
  for (const auto& [id, unit] : u.state().units) {
    if (unit.hidden || in_melee(unit) || standing_lochoi(u.state(), id).empty()) continue;
    const bool ordered = unit.order.source != OrderSource::None;
    const Mode then = ordered ? mode_under(unit.order.type, unit) : Mode::Halt;
    if (unit.mode == Mode::Charge && then != Mode::Charge) on.push_back({id, then, unit.approach_moves});
    const bool waits = unit.fight.pursued_in && unit.order.turn <= *unit.fight.pursued_in;
    if (unit.mode != Mode::Halt || then == Mode::Halt || waits) continue;
    if (unit.fight.halts_in) continue;  // by a check of the Katastrophe: it is felt in the turn that follows (HM-AND-32)
    on.push_back({id, then, unit.approach_moves});
  }
  for (ModeChanged& change : on) u.emit(std::move(change));
}

void begin_turn(Unfold& u) {
  const State& state = u.state();
  const std::vector<std::string> held = doors_to_hold(state);  // before the new turn shuts them
  u.emit(TurnBegan{state.at.turn + 1, hoplite_lochoi(state, Side::A), hoplite_lochoi(state, Side::B)});
  resume_orders(u);
  begin_phase(u, Phase::Salpinx);
  for (const std::string& gate : held) ask_gate(u, *u.state().battle.invader, gate);
}

Phase after(Phase phase) { return static_cast<Phase>(static_cast<int>(phase) + 1); }

/// The next stage, phase or turn.
void advance(Unfold& u) {
  const Sequence& at = u.state().at;
  if (at.stage + 1 < stages_of(at.phase)) {
    begin_phase_with(u, at.phase, at.stage + 1, at.precedence, "", "");
  } else if (at.phase == Phase::Katastrophe) {
    end_turn(u);
    if (u.state().at.phase != Phase::Ended) begin_turn(u);
  } else {
    begin_phase(u, after(at.phase));
  }
}

/// Nobody can signal, no word is on its way, and turn would follow turn with nothing asked and nothing thrown: the players say how it ends
/// (HM-NIKE-03). Where the turns have an agreed number they run to it.
bool would_run_on(const Unfold& u) {
  constexpr int kTurns = 20;
  State ahead = u.state();
  if (ahead.options.turns > 0 || !ahead.runners.empty() || may_signal_at_all(ahead, Side::A) || may_signal_at_all(ahead, Side::B))
    return false;
  const int last = ahead.at.turn + kTurns;
  ahead.options.turns = last;
  Unfold on(ahead, u.by());
  on.run();
  return on.state().at.phase == Phase::Ended && on.state().at.turn == last;
}

}  // namespace

void resume(Unfold& u, const RollOff& step, const Answers& answers) {
  const State& state = u.state();
  const bool competitive = state.options.competitive_sequence && is_action(step.phase);
  std::array<int, 2> total{};
  for (const Side side : {Side::A, Side::B}) {
    const std::size_t i = side == Side::A ? 0 : 1;
    const int die = answers[i].values[0], bonus = competitive ? sequence_bonus(state, side) : 0;
    total[i] = die + bonus;
    Thrown thrown{.who = side, .purpose = "arete sequence", .rule = competitive ? "HM-OPT1-01" : "HM-ASEQ-05", .values = {die}};
    thrown.counted = engine::Counted::Sum;
    if (bonus != 0) thrown.dice.push_back({"HM-OPT1-01", "better condition", bonus, side});
    thrown.outcome = std::to_string(total[i]);
    u.emit(thrown);
  }
  if (total[0] == total[1]) {  // HM-AMB-112
    const std::string question = "equal: arete sequence of " + std::string(name_of(step.phase)) + " again";
    u.open(step, {engine::ask_dice(Side::A, "HM-AMB-112", question, 1), engine::ask_dice(Side::B, "HM-AMB-112", question, 1)});
    return;
  }
  const Side first = total[0] > total[1] ? Side::A : Side::B;
  begin_phase_with(u, step.phase, 0, first, "won the roll", competitive ? "HM-OPT1-01" : "HM-ASEQ-05");
}

bool go_on(Unfold& u) {
  const State& state = u.state();
  switch (state.at.phase) {
    case Phase::PreGame:
      return pre_game(u);
    case Phase::Deployment:
      for (const Side side : {Side::A, Side::B})
        if (!state.armies[side].ready && marches_on(state, side)) {
          u.emit(SideReady{side});
          return true;
        }
      if (!state.armies.a.ready || !state.armies.b.ready) return false;
      for (const Side side : {Side::A, Side::B})
        if (UnitId senior = senior_taxis(state, side); senior != state.armies[side].senior) {
          u.emit(SeniorNamed{side, std::move(senior)});
          return true;
        }
      if (after_deployment(u) || man_the_walls(u) || draw_lots(u)) return true;
      begin_turn(u);
      return true;
    case Phase::Salpinx:
      if (would_run_on(u)) return false;
      for (const Side side : {Side::A, Side::B}) {
        if (state.armies[side].counter || may_signal_at_all(state, side)) continue;
        u.emit(SalpinxPlaced{side, engine::open_value(std::string("none"))});
        return true;
      }
      if (!state.armies.a.counter || !state.armies.b.counter) return false;
      advance(u);
      return true;
    case Phase::Commands:
      for (const Side side : {Side::A, Side::B}) {
        if (state.armies[side].commands_done || may_order_at_all(state, side)) continue;
        u.emit(CommandsDone{side});
        return true;
      }
      if (!state.armies.a.commands_done || !state.armies.b.commands_done) return false;
      if (!state.armies.a.counter->revealed || !state.armies.b.counter->revealed) {
        u.open(RevealSignals{});
        return true;
      }
      advance(u);
      return true;
    case Phase::Mantis:
      advance(u);
      return true;
    case Phase::Automatic:
    case Phase::OffensiveBelos:
    case Phase::Epidromos:
    case Phase::DefensiveBelos:
    case Phase::Marches:
    case Phase::Melee:
    case Phase::Katastrophe:
      if (const auto next = next_to_act(state)) return state.at.phase == Phase::Marches ? false : act_alone(u, *next);
      if (state.at.phase != Phase::Marches) end_fight_stage(u);
      if (!u.state().agenda.idle() || u.state().at.phase == Phase::Ended) return true;
      advance(u);
      return true;
    case Phase::Ended:
      return false;
  }
  return false;
}

void carry_out(Unfold& u, const StandStill& c) { acted(u, c.unit, "stands still"); }
void carry_out(Unfold& u, const StandAll&) {
  const State& state = u.state();
  const auto next = next_to_act(state);
  if (!next) return;
  for (const UnitId& id : may_all_idle(state, taxis_at(state, *next).side)) acted(u, id, "stands still");
}
void carry_out(Unfold& u, const CallUnit& c) { u.emit(UnitCalled{c.unit}); }

}  // namespace polemarch::hoplomachia
