#include "engine/rulesets/hoplomachia/evolve.hpp"

#include <algorithm>

#include "engine/core/unfold.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

State Rules::evolve(State&& state, const Event& event) {
  engine::evolve_agenda(state.agenda, event);
  std::visit(
      [&](const auto& e) {
        using E = std::decay_t<decltype(e)>;
        constexpr bool kCores = std::is_same_v<E, StepOpened> || std::is_same_v<E, WaitAnswered> || std::is_same_v<E, StepClosed> ||
                                std::is_same_v<E, PlacementOwed> || std::is_same_v<E, Thrown>;
        if constexpr (!kCores) write(state, e);
      },
      event);
  return std::move(state);
}

namespace {

void stand_at(Taxis& unit, const std::vector<engine::PlacedBase>& poses, bool comes_on) {
  for (const engine::PlacedBase& placed : poses)
    for (Lochos& lochos : unit.lochoi)
      for (Stand& stand : lochos.stands)
        if (stand.base == placed.base) {
          stand.at = placed.at;
          if (comes_on && lochos.fate == Fate::Waiting) lochos.fate = Fate::Sound;
        }
}

}  // namespace

void write(State& state, const Placed& e) {
  if (const auto at = state.units.find(e.unit); at != state.units.end()) stand_at(at->second, e.poses, state.at.phase == Phase::Deployment);
}
void write(State& state, const Lost& e) {
  const auto at = state.units.find(e.unit);
  if (at == state.units.end()) return;
  for (Lochos& lochos : at->second.lochoi)
    for (Stand& stand : lochos.stands)
      if (std::find(e.bases.begin(), e.bases.end(), stand.base) != e.bases.end()) stand.lost = true;
}

void write(State& state, const BattleAgreed& e) { state.battle = e.battle; }
void write(State& state, const ArmySettled& e) {
  Army& army = state.armies[e.side];
  if (e.base_die) army.base_die = e.base_die;
  if (e.hieres) army.hieres = e.hieres;
  if (e.breakfast) army.breakfast = e.breakfast;
  if (e.rhetoria_asked) army.rhetoria_asked = true;
  if (e.plan) army.plan = e.plan;
  if (e.formation) army.formation = e.formation;
}
void write(State& state, const StrategosSettled& e) {
  Strategos& who = state.strategoi.at(e.strategos);
  if (e.character) who.character = e.character;
  if (e.stance) who.stance = e.stance;
  if (e.in) who.in = *e.in;
  if (e.rhetoria_done) who.rhetoria_done = *e.rhetoria_done;
  if (e.hegemon) who.hegemon = *e.hegemon;
}
void write(State& state, const StrategosArrived& e) { state.strategoi[e.key] = e.strategos; }
void write(State& state, const StrategosLost& e) {
  Strategos& who = state.strategoi.at(e.strategos);
  who.alive = false;
}
void write(State& state, const SideReady& e) { state.armies[e.side].ready = true; }
void write(State& state, const SeniorNamed& e) { state.armies[e.side].senior = e.unit; }

void write(State& state, const TurnBegan& e) {
  state.at.turn = e.turn;
  state.gates.clear();  // a door is held open for one turn (HM-BATT-D6)
  state.armies.a.hoplites_at_start = e.hoplites_a;
  state.armies.b.hoplites_at_start = e.hoplites_b;
  for (const Side side : {Side::A, Side::B}) {
    Army& army = state.armies[side];
    army.counter.reset();
    army.signal.reset();
    army.commands_done = false;
    army.landing = 0;
  }
  for (auto& [key, strategos] : state.strategoi) strategos.orders_given = 0;
  for (auto& [id, unit] : state.units) {
    unit.moved_last_turn = unit.turn.moved.um != 0;
    if (unit.order.type == OrderType::Halt) unit.order.exempt = false;  // who was told to halt has done so (HM-VERB-02)
    unit.turn = TurnFlags{};
    unit.stood.clear();
    TaxisFight& fight = unit.fight;
    fight.shot = fight.belos_charged = fight.charging = fight.balked = fight.checked = fight.must_charge = false;
    fight.must_belos = {};
    if (fight.halts_in && *fight.halts_in < e.turn) fight.halts_in.reset();
    fight.at_phalanx = 0;
    fight.epidromos_die.reset();
    fight.answer.reset();
    fight.katastrophe.clear();
    for (Lochos& lochos : unit.lochoi) {
      LochosFight& kept = lochos.fight;
      kept.ekdromoi_sent = kept.ekdromoi_asked = kept.ekdromoi_forced = kept.under_belos = kept.fought = false;
      kept.pushed_back = kept.routed_this_turn = false;
      kept.tormentors.clear();
      kept.worst.reset();
    }
  }
}
void write(State& state, const PhaseBegan& e) {
  if (e.phase != state.at.phase) state.at.reacted.clear();
  state.at.turn = e.turn;
  state.at.phase = e.phase;
  state.at.stage = e.stage;
  state.at.precedence = e.precedence;
  state.at.next = e.precedence;
  state.at.called = {};
  state.at.acted.clear();
}
void write(State& state, const UnitCalled& e) { state.at.called = e.unit; }
void write(State& state, const UnitActed& e) {
  state.at.acted.insert(e.unit);
  state.at.next = e.next;
  state.at.called = {};
}
void write(State& state, const UnitReacted& e) { state.at.reacted.insert(e.unit); }

void write(State& state, const SalpinxPlaced& e) { state.armies[e.side].counter = e.counter; }
void write(State& state, const SalpinxRevealed& e) {
  Army& army = state.armies[e.side];
  army.signal = e.order;
  if (e.order) army.standing = e.order;
  if (army.counter) army.counter->revealed = true;
}
void write(State& state, const RunnerSent& e) {
  state.runners.push_back(e.runner);
  state.next_runner = std::max(state.next_runner, e.runner.id + 1);
  if (const auto from = state.strategoi.find(e.runner.from); from != state.strategoi.end()) ++from->second.orders_given;
}
void write(State& state, const RunnerArrived& e) {
  std::erase_if(state.runners, [&](const Runner& runner) { return runner.id == e.id; });
}
void write(State& state, const CommandsDone& e) { state.armies[e.side].commands_done = true; }
void write(State& state, const OrderTaken& e) {
  Taxis& unit = state.units.at(e.unit);
  unit.order = e.order;
  unit.mode = e.mode;
  if (e.mode != Mode::Halt) unit.turn.halted_all = false;
}
void write(State& state, const ApproachKept& e) {
  Army& army = state.armies[e.side];
  army.approach_barred = e.barred;
  army.approach_halted = e.halted;
  army.charge_since_paean = e.charge_since_paean;
  army.sphagia_done = e.sphagia_done;
}

void write(State& state, const StandsMoved& e) {
  Taxis& unit = state.units.at(e.unit);
  if (unit.stood.empty()) unit.stood = places_of(unit);
  stand_at(unit, e.poses, false);
  if (e.moved.um != 0) unit.turn.halted_all = false;
  unit.turn.moved += e.moved;
  unit.turn.crossed.insert(e.crossed.begin(), e.crossed.end());
}
void write(State& state, const Rearranged& e) {
  Taxis& unit = state.units.at(e.unit);
  unit.arrangement = e.to;
  if (e.misread) return;
  unit.turn.rearranged = true;
  unit.turn.for_charge = unit.turn.for_charge || state.at.phase == Phase::Epidromos;
}
void write(State& state, const Disarrayed& e) {
  Taxis& unit = state.units.at(e.unit);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (e.lochoi.empty() || std::find(e.lochoi.begin(), e.lochoi.end(), static_cast<int>(i)) != e.lochoi.end())
      unit.lochoi[i].disarrayed = true;
}
void write(State& state, const Recovered& e) {
  Taxis& unit = state.units.at(e.unit);
  unit.arrangement = e.to;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (e.lochoi.empty() || std::find(e.lochoi.begin(), e.lochoi.end(), static_cast<int>(i)) != e.lochoi.end())
      unit.lochoi[i].disarrayed = false;
}
void write(State& state, const ModeChanged& e) {
  Taxis& unit = state.units.at(e.unit);
  unit.mode = e.mode;
  unit.approach_moves = e.approach_moves;
  if (e.mode != Mode::Halt) unit.turn.halted_all = false;
}
void write(State& state, const TurnFlagged& e) { state.units.at(e.unit).turn = e.flags; }
void write(State& state, const UnitRevealed& e) {
  Taxis& unit = state.units.at(e.unit);
  unit.hidden = false;
  if (!unit.hideout) return;
  unit.hideout.value().revealed = true;
  if (unit.hideout.value().value) stand_at(unit, *unit.hideout.value().value, true);
}
void write(State& state, const UnitHidden& e) {
  Taxis& unit = state.units.at(e.unit);
  unit.hidden = true;
  unit.hideout = e.hideout;
}
void write(State& state, const LandingAllowed& e) { state.armies[e.side].landing = e.lochoi; }
void write(State& state, const LotsDrawn& e) {
  for (const Lot& lot : e.lots) state.units.at(lot.lochos.unit).lochoi.at(static_cast<std::size_t>(lot.lochos.at)).enters = lot.turn;
}
void write(State& state, const GateTold& e) { state.gates[e.terrain] = e.open; }
void write(State& state, const CameOn& e) {
  Taxis& unit = state.units.at(e.unit);
  for (const int at : e.lochoi) unit.lochoi.at(static_cast<std::size_t>(at)).fate = Fate::Sound;
  if (state.armies[unit.side].landing > 0) state.armies[unit.side].landing -= static_cast<int>(e.lochoi.size());
}
void write(State& state, const SurpriseTold& e) { state.units.at(e.unit).surprised = true; }

void write(State& state, const UnitSignalWritten& e) { state.armies[e.side].unit_signal = e.signal; }
void write(State& state, const UnitSignalTold& e) {
  if (auto& written = state.armies[e.side].unit_signal) written->revealed = true;
}
void write(State& state, const TerrainLaid& e) {
  std::erase_if(state.terrain, [&](const Terrain& piece) { return piece.id == e.terrain.id; });
  state.terrain.push_back(e.terrain);
}
void write(State& state, const TerrainCleared& e) {
  std::erase_if(state.terrain, [&](const Terrain& piece) { return piece.id == e.id; });
}
void write(State& state, const UnitMade& e) { state.units[e.unit] = e.taxis; }
void write(State& state, const LochoiLeft& e) {
  Taxis& unit = state.units.at(e.unit);
  for (const int at : e.lochoi) {
    Lochos& lochos = unit.lochoi.at(static_cast<std::size_t>(at));
    lochos.fate = Fate::Gone;
    lochos.left = true;
  }
  // Core troops through the pass; any lochos or ile through the gate (HM-BATT-B5, HM-BATT-D7, HM-TROOP-40).
  const bool counts = unit.core || (state.battle.type == BattleType::D && card_of(state, unit).disciplined());
  if (e.by_enemy_edge && counts) state.armies[unit.side].exited += static_cast<int>(e.lochoi.size());
}
void write(State& state, const GateUsed& e) { state.armies[e.side].gate_used = state.at.turn; }

void write(State& state, const AreteChanged& e) {
  Army& army = state.armies[e.side];
  army.arete = e.entry.to;
  army.arete_log.push_back(e.entry);
}
void write(State& state, const LossScored& e) {
  Taxis& unit = state.units.at(e.unit);
  if (e.lochos >= 0) {
    unit.lochoi.at(static_cast<std::size_t>(e.lochos)).scored = true;
  } else {
    state.armies[unit.side].senior_scored = true;
  }
}
void write(State& state, const Unwilling& e) { state.armies[e.side].willing_to_end = true; }
void write(State& state, const BattleEnded& e) {
  state.winner = e.winner;
  state.ended_by = e.text;
  state.ended_rule = e.rule;
  state.at.phase = Phase::Ended;
}

}  // namespace polemarch::hoplomachia
