/// Routs, evasions and pursuits: they begin, they move with a die, they end (HM-ROUT, HM-EVA, HM-PUR).
#include "engine/rulesets/hoplomachia/topics/running.hpp"

#include <algorithm>
#include <set>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/andreia.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

namespace polemarch::hoplomachia {

namespace {

/// The rout move of a caught evader: made at once, and stopped by what another rout would be lost at (HM-AMB-97).
void run_till_stopped(Unfold& u, int id) {
  if (const Flight* flight = flight_at(u.state(), id)) {
    Flight stopped = *flight;
    stopped.stops = true;
    u.emit(FlightKept{stopped, verb_of(stopped.mode)});
  }
  u.open(RunDie{id});
}

}  // namespace

void catch_runners(Unfold& u, const UnitId& id, const std::vector<LochosRef>& caught) {
  std::set<UnitId> running_on;
  for (const LochosRef& ref : caught) {
    const Flight* flight = flight_of(u.state(), ref);
    if (flight == nullptr || !lochos_at(u.state(), ref).on_table() || running_on.contains(ref.unit)) continue;
    if (flight->mode == Mode::Rout) {
      destroy(u, ref, id, "caught by pursuers", "HM-ROUT-09");
    } else if (flight->mode == Mode::Evade) {
      // An evader that is touched routs at once and runs on from there (HM-EVA-05, HM-AMB-97).
      const Flight evade = *flight;
      run_till_stopped(u, rout_evaders(u, evade, id));
      running_on.insert(evade.unit);
    }
  }
}

namespace {

/// Cavalry and lights that are two stade behind after both have moved give up the chase (HM-PUR-07, HM-AMB-70).
void give_up_chase(Unfold& u, int id) {
  const Flight* flight = flight_at(u.state(), id);
  if (flight == nullptr || flight->mode != Mode::Pursue || flight->caught) return;
  const UnitId unit = flight->unit;
  if (taxis_at(u.state(), unit).troop == TroopClass::Hoplite) return;
  const auto gap = behind_quarry(u.state(), *flight);
  if (!gap || geometry::at_least(*gap, 12_in) == engine::Ruling::Refused) return;
  const std::vector<int> lochoi = flight->lochoi;
  end_flight(u, id, "halts and recovers", "HM-PUR-07");
  recover(u, unit, "HM-PUR-07", lochoi);
}

/// The lochos that runs, or the part of its unit.
std::string who_runs(const State& state, const Flight& flight) { return name_of(state, flight.unit, flight.lochoi); }

Thrown run_throw(const State& state, const Flight& flight, int die, Length distance) {
  const Taxis& unit = taxis_at(state, flight.unit);
  const std::string rule = flight.mode == Mode::Rout ? "HM-ROUT-02" : flight.mode == Mode::Evade ? "HM-EVA-02" : "HM-PUR-02";
  Thrown thrown{.who = unit.side, .thrower = flight.unit, .at = flight.foe, .purpose = verb_of(flight.mode), .rule = rule, .values = {die}};
  thrown.aim = flight.mode == Mode::Pursue ? engine::Aim::Pursuit : engine::Aim::Flight;
  thrown.counted = engine::Counted::Sum;
  thrown.outcome = geometry::inches_text(distance);
  return thrown;
}

void kept_after_move(Unfold& u, int id, bool caught) {
  if (const Flight* flight = flight_at(u.state(), id)) {
    Flight moved = *flight;
    moved.moves += 1;
    moved.moved_in = u.state().at.turn;
    moved.caught = caught;
    moved.stops = false;
    u.emit(FlightKept{moved, verb_of(moved.mode)});
  }
}

}  // namespace

void resume(Unfold& u, const RunDie& step, const Answers& answers) {
  const Flight* known = flight_at(u.state(), step.flight);
  if (known == nullptr) return;
  const Flight flight = *known;
  const Taxis& unit = taxis_at(u.state(), flight.unit);
  const Length rate = run_rate(u.state(), flight.unit);
  if (answers.empty()) {
    const std::string question =
        who_runs(u.state(), flight) + " " + verb_of(flight.mode) + ": " + geometry::inches_text(rate) + " and a die";
    const std::string rule = flight.mode == Mode::Rout ? "HM-ROUT-02" : flight.mode == Mode::Evade ? "HM-EVA-02" : "HM-PUR-02";
    return u.ask(step, engine::ask_dice(unit.side, rule, question, 1));
  }
  const int by = take_epilektoi(u, flight.unit);
  const int die = answers[0].values[0];
  const Length distance = rate + std::max(0, die + by) * 1_in;
  Thrown thrown = run_throw(u.state(), flight, die, distance);
  if (by != 0) thrown.dice.push_back({"HM-OPT7-01", "epilektoi", by, unit.side});
  u.emit(std::move(thrown));
  const Run run = run_of(u.state(), flight, distance);
  if (run.destroyed) {
    for (const int at : flight.lochoi) destroy(u, {flight.unit, at}, flight.foe, run.why, run.rule);
    return;
  }
  std::string how = verb_of(flight.mode) + " " + geometry::inches_text(run.moved);
  for (const UnitId& friendly : run.stacked) how += (friendly == run.stacked.front() ? ", put clear beyond " : " and ") + friendly.text;
  const std::string rule = flight.mode == Mode::Rout    ? flight.moves == 0 ? "HM-ROUT-04" : "HM-ROUT-07"
                           : flight.mode == Mode::Evade ? "HM-EVA-04"
                                                        : "HM-PUR-03";
  // What a part of it runs is no move of the others (HM-MOVE-02).
  const Length moved = standing_lochoi(u.state(), flight.unit).empty() ? run.moved : Length{};
  move_stands(u, flight.unit, run.poses, moved, {}, how, rule);
  if (const auto pace = hamippoi_pace(u.state(), unit); pace && run.moved > *pace + u.state().tolerance)
    for (const int at : flight.lochoi) lose_hamippoi(u, {flight.unit, at}, "outpaces them", "HM-HAM-05");
  kept_after_move(u, step.flight, !run.caught.empty());
  for (const UnitId& friendly : run.through) {
    // Psiloi leave open files in order if they have the way to clear them (HM-PEN-03, 04, HM-AMB-96).
    const Taxis& passed = taxis_at(u.state(), friendly);
    const bool psiloi = unit.troop == TroopClass::Psiloi || unit.troop == TroopClass::Toxotes || unit.troop == TroopClass::Sphendonetes;
    const bool stacked = std::find(run.stacked.begin(), run.stacked.end(), friendly) != run.stacked.end();
    if (!psiloi || passed.arrangement != Arrangement::OF || stacked || passed.disarrayed())
      disarray(u, friendly, flight.mode == Mode::Rout ? "routers move through it" : "evaders move through it",
               stacked && psiloi ? "HM-PEN-04" : "HM-ROUT-05");
    if (flight.mode != Mode::Rout || friendly == flight.unit) continue;
    TurnFlags flags = taxis_at(u.state(), friendly).turn;
    flags.routers_through = true;
    u.emit(TurnFlagged{friendly, flags});
    if (is_taxis(u.state(), friendly)) keep_unit(u, friendly, [](TaxisFight& fight) { fight.katastrophe.insert("HM-KAT-06"); });
  }
  if (run.into) {
    // Ran into an enemy: it routs from that one, where it stopped (HM-AMB-97).
    if (const int rout = rout_evaders(u, flight, *run.into); rout != 0) run_till_stopped(u, rout);
    return;
  }
  catch_runners(u, flight.unit, run.caught);
  give_up_chase(u, step.flight);
}

void resume(Unfold& u, const RecoverAsked& step, const Answers& answers) {
  const Flight* flight = flight_at(u.state(), step.flight);
  if (flight == nullptr) return;
  const Taxis& unit = taxis_at(u.state(), flight->unit);
  if (answers.empty())
    return u.ask(step,
                 engine::ask_yes_no(unit.side, "HM-PUR-06", who_runs(u.state(), *flight) + " is outdistanced: check to halt and recover?",
                                    "check on the Recovering line", "pursue on"));
  if (!engine::said_yes(answers[0])) return u.open(RunDie{step.flight});
  AndreiaCheck check{.unit = flight->unit, .line = AndreiaLine::Recovering, .why = CheckFor::Recovery};
  check.flight = step.flight;
  u.open(std::move(check));
}

void resume(Unfold& u, const RunsOf& step, const Answers&) {
  const State& state = u.state();
  const auto due = std::find_if(state.fight.flights.begin(), state.fight.flights.end(), [&](const Flight& flight) {
    return flight.unit == step.unit && flight.mode == step.mode && flight.moved_in < state.at.turn && flight.since < state.at.turn;
  });
  if (due == state.fight.flights.end()) {
    acted(u, step.unit, verb_of(step.mode));
    return;
  }
  const Flight flight = *due;
  const Taxis& unit = taxis_at(state, step.unit);
  u.open(step);  // the next one afterwards
  const bool mounted = is_mounted(unit.troop);
  if (flight.early) {  // it has made this move in B3 already (HM-AMB-114)
    Flight later = flight;
    later.early = false;
    if (!ahead_of_pursuers(state, flight) && flight.mode == Mode::Rout) {
      later.moved_in = state.at.turn;
      u.emit(FlightKept{later, "stands turned about"});
      return;
    }
    u.emit(FlightKept{later, verb_of(flight.mode)});
  }
  if (flight.mode == Mode::Rout) {
    // Cavalry two stade clear of all pursuers, or with none, tests to stop (HM-ROUT-12, HM-AMB-99); not on its first move.
    const auto ahead = ahead_of_pursuers(state, flight);
    const auto charger = ahead_of_charger(state, flight);
    const auto far = [](const std::optional<geometry::Measure>& gap) {
      return !gap || geometry::at_least(*gap, 12_in) != engine::Ruling::Refused;
    };
    const bool clear = far(ahead) && far(charger);
    if (mounted && flight.moves > 0 && clear) {
      Flight tried = flight;
      tried.moved_in = state.at.turn;
      u.emit(FlightKept{tried, "tries to recover"});
      AndreiaCheck check{.unit = step.unit, .line = AndreiaLine::Recovering, .why = CheckFor::Recovery};
      check.flight = flight.id;
      u.open(std::move(check));
      return;
    }
    u.open(RunDie{flight.id});
    return;
  }
  Flight tried = flight;
  tried.moved_in = state.at.turn;
  if (flight.mode == Mode::Evade) {                        // HM-EVA-07
    if (flight.moves == 0 || is_pursued(state, flight)) {  // who was turned about in B2 or C moves now (HM-AMB-41)
      u.open(RunDie{flight.id});
    } else {
      end_flight(u, flight.id, "halts and recovers", "HM-EVA-07");
      recover(u, step.unit, "HM-EVA-07", flight.lochoi);
    }
    return;
  }
  const auto gap = behind_quarry(state, flight);
  const bool hoplites = unit.troop == TroopClass::Hoplite;
  if (!gap || flight.caught) {  // nothing left to chase, or caught (HM-AMB-108); who is two stade behind gives up after its move
    end_flight(u, flight.id, "halts and recovers", "HM-AMB-108");
    recover(u, step.unit, "HM-PUR-07", flight.lochoi);
    return;
  }
  if (hoplites && flight.moves > 0) {  // outdistanced: its last move ended without contact (HM-AMB-70, 76)
    u.emit(FlightKept{tried, "is outdistanced"});
    u.open(RecoverAsked{flight.id});
    return;
  }
  u.open(RunDie{flight.id});
}

void carry_out(Unfold& u, const JoinPursuit& c) {
  std::vector<int> lochoi = sound_lochoi(taxis_at(u.state(), c.unit));
  std::erase_if(lochoi, [&](int at) { return lochos_at(u.state(), {c.unit, at}).fight.apart_in == u.state().at.turn; });  // HM-AMB-77
  const int id = begin_flight(u, Mode::Pursue, c.unit, std::move(lochoi), c.routers, {});
  if (const Flight* flight = flight_at(u.state(), id)) {
    Flight joined = *flight;
    joined.since -= 1;  // it moves with the pursuers of this turn
    u.emit(FlightKept{joined, "joins the pursuit of"});
  }
}

}  // namespace polemarch::hoplomachia
