/// A charge from the charger's check to its contact (HM-EPI, HM-DRIFT, HM-MOM, HM-EPDIS).
#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

namespace {

/// The charge is over for the unit in turn.
void finish_charge(Unfold& u, const UnitId& id, std::string what) {
  keep_unit(u, id, [](TaxisFight& fight) {
    fight.must_charge = false;
    fight.answer.reset();
    fight.epidromos_die.reset();
  });
  acted(u, id, std::move(what));
}

/// The enemy's units in arete sequence, of these.
std::vector<UnitId> in_order(const State& state, Side side, const std::set<UnitId>& these) {
  std::vector<UnitId> out;
  for (const UnitId& id : in_sequence(state, side))
    if (these.contains(id)) out.push_back(id);
  return out;
}

/// Did its unit turn to run in answer to this charge? Its last flight then; who turned about before has an older one.
bool runs_from_charge(const State& state, const Flight& flight) {
  const auto& answer = taxis_at(state, flight.unit).fight.answer;
  const bool ran = answer ? answer == AndreiaCode::Routed || answer == AndreiaCode::Evade : state.at.reacted.contains(flight.unit);
  return ran && std::none_of(state.fight.flights.begin(), state.fight.flights.end(),
                             [&](const Flight& other) { return other.unit == flight.unit && other.id > flight.id; });
}

/// An evader that has made its move and is charged evades once more, away from this enemy (HM-EVA-01): all that is sound of its unit runs,
/// or it is what lies in the charger's lane.
bool evades_again(const State& state, const UnitId& charger, const Flight& flight) {
  if (has_run(state, flight.unit)) return true;
  const std::vector<InLane> lane = lane_of(state, charger);
  return std::any_of(lane.begin(), lane.end(), [&](const InLane& target) {
    const Flight* runs = flight_of(state, target.first);
    return target.unit == flight.unit && runs != nullptr && runs->id == flight.id;
  });
}

/// A target checks (HM-EPI-17), or evades from whom it may not charge (HM-EPI-13); nothing where none of what stands of it is charged.
void ask_target(Unfold& u, const UnitId& target, const UnitId& charger, const std::optional<LochosRef>& onto) {
  const Taxis& foe = taxis_at(u.state(), target);
  if (has_run(u.state(), target)) return;  // runs already (HM-AMB-114)
  keep_unit(u, target, [](TaxisFight& fight) { fight.answer.reset(); });
  Strikes on = Strikes::Front;
  for (const InLane& lane : lane_of(u.state(), charger)) {
    if (lane.unit != target) continue;
    if (!onto && runs_on(u.state(), lane.first)) return;  // none of what stands is charged (HM-AMB-114)
    on = lane.on;
  }
  if (onto) on = struck_from(u.state(), shapes_in_hand(u.state(), charger), *onto).side;
  if (!in_melee(foe) && foe.troop != TroopClass::Baggage && !may_answer_charge(u.state(), target, charger)) {  // HM-EPI-13
    evade_unit(u, target, charger);
    return reacted(u, target, "evades: it may not charge what charges it (HM-EPI-13)");
  }
  AndreiaCheck check{.unit = target, .line = AndreiaLine::Charging, .why = CheckFor::Target};
  check.foes = foes_of_check(u.state(), target, -1, charger);
  if (on != Strikes::Front) check.line = AndreiaLine::Katastrophe;  // HM-AND-05
  u.open(std::move(check));
}

/// Did it answer the charge with one of its own, and may still make it?
bool charges_back(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return unit.fight.answer == AndreiaCode::Charge && has_epidromos(card_of(state, unit)) && !in_melee(unit) && !in_hand(state, id).empty();
}

/// Whom a countercharge comes upon that nobody has asked yet, and whose countercharge it is (HM-AND-04).
struct Meeting {
  UnitId met, by;
};
std::optional<Meeting> next_met(const State& state, const EpidromosCharge& step) {
  std::set<UnitId> asked{step.unit};
  asked.insert(step.targets.begin(), step.targets.end());
  asked.insert(step.met.begin(), step.met.end());
  for (const auto& list : {std::vector<UnitId>(step.targets), std::vector<UnitId>(step.met)})
    for (const UnitId& by : list) {
      if (!charges_back(state, by) || !taxis_at(state, by).fight.epidromos_die) continue;
      const std::vector<UnitId> first = met_first(state, by, rolled_reach(state, by));
      const std::set<UnitId> upon(first.begin(), first.end());
      for (const UnitId& met : in_order(state, other(taxis_at(state, by).side), upon))
        if (!asked.contains(met)) return Meeting{met, by};
    }
  return std::nullopt;
}

/// Optional 6: Lakonian ekdromoi go for the lights before them (HM-OPT6-04).
void sally(Unfold& u, const UnitId& id) {
  const auto sally = sally_of(u.state(), id);
  if (!sally) return acted(u, id, "finds nobody");
  std::vector<engine::PlacedBase> poses = places_of(taxis_at(u.state(), id));
  for (engine::PlacedBase& placed : poses) placed.at = {ahead_of(placed.at.pose, sally->way), placed.at.error};
  move_stands(u, id, std::move(poses), sally->way, {}, charged_text(sally->way), "HM-OPT6-03");
  u.open(SallyFight{id, sally->at});
}

}  // namespace

void carry_out(Unfold& u, const ChargeAhead& c) {
  if (taxis_at(u.state(), c.unit).ekdromoi_of) return sally(u, c.unit);
  EpidromosCharge step{.unit = c.unit};
  step.limited = c.limited;
  if (!c.onto.empty()) step.onto = LochosRef{c.onto, c.onto_lochos};
  if (taxis_at(u.state(), c.unit).hidden) {
    const auto shown = out_of_hiding(u.state(), c.unit);
    std::set<UnitId> attacked;
    if (shown)
      for (const InLane& target : targets_of(*shown, c.unit).units) attacked.insert(target.unit);
    keep_unit(u, c.unit, [](TaxisFight& fight) { fight.must_charge = true; });  // the ambush is its order (HM-AMB-39)
    u.open(step);
    return surprise(u, break_cover(u, c.unit, attacked, "charges out of its ambush"));
  }
  keep_unit(u, c.unit, [](TaxisFight& fight) { fight.answer.reset(); });
  const Taxis& unit = taxis_at(u.state(), c.unit);
  if (unit.core && unit.order.type == OrderType::Charge) charge_made(u, unit.side);
  u.open(step);
}

void resume(Unfold& u, const EpidromosDie& step, const Answers& answers) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, step.unit);
  const UnitCard& card = card_of(state, unit);
  if (unit.fight.epidromos_die || !has_epidromos(card)) return;
  if (answers.empty()) {
    std::string question = step.unit.text + ": epidromos die";
    if (const std::vector<InLane> lane = lane_of(state, step.unit); !lane.empty())
      question += ", " + lane.front().unit.text + " stands " + geometry::inches_text(lane.front().way.value) + " ahead";
    return u.ask(step, engine::ask_dice(unit.side, "HM-EPI-16", std::move(question), 1));
  }
  const int by = take_epilektoi(u, step.unit);
  const int die = std::clamp(answers[0].values[0] + by, 1, 6);
  const bool momentum = gains_momentum(card, die, unit.approach_moves > 0, unit.arrangement == Arrangement::CF);
  Thrown thrown{.who = unit.side, .thrower = step.unit, .purpose = "epidromos", .rule = "HM-EPI-16", .values = answers[0].values};
  if (by != 0) thrown.dice.push_back({"HM-OPT7-01", "epilektoi", by, unit.side});
  thrown.counted = engine::Counted::Sum;
  const Length distance = less_for_files(unit, charge_distance(card, die));
  thrown.outcome = geometry::inches_text(distance) + (momentum ? ", momentum" : "");
  u.emit(std::move(thrown));
  u.emit(ChargeRolled{step.unit, die, distance, momentum});
}

void resume(Unfold& u, const EpidromosCharge& step, const Answers&) {
  const State& state = u.state();
  const UnitId id = step.unit;
  const Taxis& unit = taxis_at(state, id);
  EpidromosCharge next = step;
  switch (step.stage) {
    case ChargeStage::Check: {
      std::vector<UnitId> foes;
      if (step.onto) foes.push_back(step.onto->unit);
      if (!step.onto)
        for (const InLane& target : targets_of(state, id).units) foes.push_back(target.unit);
      next.stage = ChargeStage::Roll;
      AndreiaCheck check{.unit = id, .line = AndreiaLine::Charging, .why = CheckFor::Charge, .foes = std::move(foes)};
      return u.later({std::move(check), next});
    }
    case ChargeStage::Roll:
      if (unit.fight.answer != AndreiaCode::Charge || in_hand(state, id).empty()) return finish_charge(u, id, "does not charge");
      next.stage = ChargeStage::Doubts;
      u.open(next);
      return u.open(EpidromosDie{id});
    case ChargeStage::Doubts: {
      next.stage = ChargeStage::Targets;
      u.open(next);
      if (!step.onto)
        for (const UnitId& doubt : targets_of(state, id).doubts) u.open(EpidromosDie{doubt});
      return;
    }
    case ChargeStage::Targets: {
      if (step.next == 0) {
        std::set<UnitId> targets;
        if (step.onto) targets.insert(step.onto->unit);
        if (!step.onto)
          for (const InLane& target : targets_of(state, id).units)
            if (target.may.allowed()) targets.insert(target.unit);  // HM-AMB-48
        next.targets = in_order(state, other(unit.side), targets);
        u.emit(ChargeDeclared{id, next.targets});
      }
      if (static_cast<std::size_t>(step.next) >= next.targets.size()) {
        next.stage = ChargeStage::Reactions;
        return u.open(next);
      }
      const UnitId target = next.targets.at(static_cast<std::size_t>(step.next));
      next.next = step.next + 1;
      u.open(next);
      return ask_target(u, target, id, step.onto);
    }
    case ChargeStage::Reactions: {
      next.stage = step.onto ? ChargeStage::Runs : ChargeStage::Met;
      u.open(next);
      for (auto target = step.targets.rbegin(); target != step.targets.rend(); ++target)
        if (taxis_at(u.state(), *target).fight.answer == AndreiaCode::Charge) u.open(EpidromosDie{*target});
      return;
    }
    case ChargeStage::Met: {
      for (const UnitId& met : step.met)
        if (charges_back(state, met) && !taxis_at(state, met).fight.epidromos_die) {
          u.open(next);
          return u.open(EpidromosDie{met});
        }
      const auto meeting = next_met(state, step);
      if (!meeting) {
        next.stage = ChargeStage::Runs;
        return u.open(next);
      }
      next.met.push_back(meeting->met);
      u.open(next);
      u.emit(ChargeDeclared{meeting->by, {meeting->met}});
      return ask_target(u, meeting->met, meeting->by, {});
    }
    case ChargeStage::Runs: {
      next.stage = ChargeStage::Move;
      std::vector<Step> runs;
      std::vector<Flight> turned;
      std::vector<UnitId> charged = step.targets;
      charged.insert(charged.end(), step.met.begin(), step.met.end());
      for (const Mode mode : {Mode::Rout, Mode::Evade})  // routs before evades (HM-EPI-23)
        for (const UnitId& target : charged)
          for (const Flight& flight : state.fight.flights) {
            if (flight.unit != target || flight.mode != mode) continue;
            const bool again = flight.moves > 0 && mode == Mode::Evade && evades_again(state, id, flight);
            if (flight.moves > 0 && !again) continue;
            if (again || !runs_from_charge(state, flight)) turned.push_back(flight);
            runs.push_back(RunDie{flight.id});
          }
      runs.push_back(next);
      for (Flight& flight : turned) {
        if (flight.moves > 0)
          flight.foe = id;  // away from this one now
        else
          flight.early = true;  // HM-AMB-114
        u.emit(FlightKept{flight, "runs at once"});
      }
      return u.later(std::move(runs));
    }
    case ChargeStage::Move: {
      if (in_hand(state, id).empty()) return finish_charge(u, id, "charges");
      move_charge(u, step);
      for (const std::vector<UnitId>& charged : {std::vector<UnitId>(step.targets), std::vector<UnitId>(step.met)})
        for (const UnitId& target : charged)
          keep_unit(u, target, [](TaxisFight& fight) {
            if (fight.charging) fight.epidromos_die.reset();
            fight.answer.reset();
          });
      return finish_charge(u, id, "charges");
    }
  }
}

void resume(Unfold& u, const ChargePursuit& step, const Answers& answers) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, step.unit);
  const Length rate = run_rate(state, step.unit);
  if (answers.empty())
    return u.ask(step, engine::ask_dice(unit.side, "HM-EPI-32",
                                        step.unit.text + " goes after them: " + geometry::inches_text(rate) + " and a die", 1));
  const int by = take_epilektoi(u, step.unit);
  const int die = std::max(0, answers[0].values[0] + by);
  Thrown thrown{.who = unit.side,
                .thrower = step.unit,
                .purpose = "pursuit in place of the charge",
                .rule = "HM-EPI-32",
                .values = answers[0].values};
  if (by != 0) thrown.dice.push_back({"HM-OPT7-01", "epilektoi", by, unit.side});
  thrown.counted = engine::Counted::Sum;
  thrown.outcome = geometry::inches_text(rate + die * 1_in);
  u.emit(std::move(thrown));
  const Flight chase{.mode = Mode::Pursue, .unit = step.unit, .lochoi = in_hand(state, step.unit), .foe = step.quarry.front()};
  const Run run = run_of(state, chase, rate + die * 1_in);
  move_stands(u, step.unit, run.poses, run.moved, {}, "pursues " + geometry::inches_text(run.moved), "HM-EPI-32");
  if (const auto pace = hamippoi_pace(u.state(), taxis_at(u.state(), step.unit)); pace && run.moved > *pace + u.state().tolerance)
    for (const int at : chase.lochoi) lose_hamippoi(u, {step.unit, at}, "outpaces them", "HM-HAM-05");
  disarray(u, step.unit, "pursues", "HM-DIS-11");
  note_charge(u, step.unit, false);
  catch_runners(u, step.unit, run.caught);
}

}  // namespace polemarch::hoplomachia
