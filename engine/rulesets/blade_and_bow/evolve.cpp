/// Writes facts into the state; no rule stands here.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/rules.hpp"

namespace polemarch::blade_and_bow {
namespace {

void carry(State& state, const std::vector<UnitId>& leaders, Square to) {
  for (const UnitId& id : leaders) state.leaders.at(id).square = to;
}
void take_from_hand(Army& army, int card) {
  auto at = std::find_if(army.hand.begin(), army.hand.end(), [&](const Secret<int>& held) { return held.value && *held.value == card; });
  if (at == army.hand.end() || card == 0)
    at = std::find_if(army.hand.begin(), army.hand.end(), [](const Secret<int>& held) { return !held.value; });
  if (at == army.hand.end() && !army.hand.empty()) at = army.hand.end() - 1;
  if (at != army.hand.end()) army.hand.erase(at);
}
void drop_effects(State& state, const std::string& lasts) {
  std::erase_if(state.effects, [&](const ActiveEffect& effect) { return effect.lasts == lasts; });
}
void leaves_map(State& state, Unit& unit, Where box, const std::vector<UnitId>& leaders) {
  unit.box = box;
  unit.melee_marker = false;
  unit.wall = false;
  for (const UnitId& id : leaders) state.leaders.at(id).box = box;
  state.may_face.erase(unit.id);
  if (state.fight) state.fight.value().moved.insert(unit.id);
}
Hurt& hurt_of(State& state, const UnitId& unit) { return state.fight.value().hurt[unit]; }

struct Writer {
  State& state;
  Unit& unit(const UnitId& id) const { return state.units.at(id); }

  void operator()(const engine::StepOpened<Step>& e) const { apply(state.agenda, e); }
  void operator()(const engine::WaitAnswered& e) const { apply(state.agenda, e); }
  void operator()(const engine::StepClosed& e) const { apply(state.agenda, e); }
  void operator()(const engine::PlacementOwed& e) const { apply(state.agenda, e); }
  void operator()(const engine::Placed& e) const { apply(state.agenda, e); }

  void operator()(const RanksAdjusted& e) const {
    for (const auto& [id, ranks] : e.ranks) unit(id).ranks = ranks;
  }
  void operator()(const CampPlaced& e) const { state.camps.at(e.camp).square = e.at; }
  void operator()(const SideReady& e) const {
    state.army(e.side).ready = true;
    if (e.stage != state.turn.setup_stage) {
      state.turn.setup_stage = e.stage;
      for (Army& army : state.armies) army.ready = false;
    }
  }
  void operator()(const PhaseBegan& e) const {
    state.turn.phase = e.phase;
    state.turn.number = e.turn;
    state.turn.done = 0;
    if (e.phase == Phase::Draw || e.phase == Phase::Rout) {
      state.turn.active.reset();
      state.turn.actions = 0;
    }
  }
  void operator()(const PhaseWent& e) const { state.turn.done = e.done; }
  void operator()(const HandSizeSet& e) const { state.army(e.side).hand_size = e.size; }
  void operator()(const CardTaken& e) const {
    state.army(e.side).hand.push_back(e.card);
    ++state.army(e.side).cards_taken;
  }
  void operator()(const CardSpent& e) const {
    if (e.from_hand) take_from_hand(state.army(e.side), e.card);
    if (e.card != 0) state.discards.push_back(e.card);
  }
  void operator()(const DeckReshuffled&) const { state.discards.clear(); }
  void operator()(const ImpulsesSet& e) const {
    state.armies[0].impulses = e.a;
    state.armies[1].impulses = e.b;
  }
  void operator()(const InitiativeWon& e) const { state.turn.initiative = e.side; }
  void operator()(const ImpulseBegan& e) const {
    state.turn.active = e.side;
    state.army(e.side).impulses = e.impulses_left;
  }
  void operator()(const ActionsGained& e) const { state.turn.actions = e.actions; }
  void operator()(const TrackFound& e) const {
    for (Track& track : state.map.tracks)
      if (track.name == e.name) track.found = true;
  }
  void operator()(const ReserveNoted& e) const {
    state.scenario.reserve_state = e.state;
    state.scenario.entry_die = e.die;
    state.scenario.entry_delay = e.delay;
  }
  void operator()(const BattleEnded& e) const {
    state.outcome = e.outcome;
    state.turn.phase = Phase::Over;
    state.turn.actions = 0;
  }

  void operator()(const ActionOpened& e) const {
    state.action = Action{.kind = e.kind,
                          .side = e.side,
                          .units = e.units,
                          .leader = e.leader,
                          .closes_itself = e.closes_itself,
                          .moves = {},
                          .used = {},
                          .targets = {},
                          .fought = {},
                          .barred = {},
                          .walls_lost = {}};
    state.turn.actions = std::max(0, state.turn.actions - 1);
    state.may_face.clear();
  }
  void operator()(const ActionSpent&) const {
    state.turn.actions = std::max(0, state.turn.actions - 1);
    state.may_face.clear();
  }
  void operator()(const ActionClosed& e) const {
    for (const UnitId& id : e.markers_lost) unit(id).melee_marker = false;
    for (const UnitId& id : e.walls_lost) unit(id).wall = false;
    state.action.reset();
    drop_effects(state, "action");
  }
  void operator()(const MayFace& e) const {
    if (e.steps > 0)
      state.may_face[state.units.at(e.unit).id] = e.steps;
    else
      state.may_face.erase(e.unit);
  }
  void operator()(const EffectBegan& e) const {
    state.effects.push_back(e.effect);
    if (!e.aside && state.fight && state.turn.initiative && e.effect.side == *state.turn.initiative)
      state.fight.value().cards_second = true;
  }
  void operator()(const EffectsEnded& e) const { drop_effects(state, e.lasts); }
  void operator()(const EffectSpent& e) const {
    std::erase_if(state.effects, [&](const ActiveEffect& effect) {
      return effect.side == e.side && effect.kind == e.kind && effect.unit == e.unit && effect.lasts == "action";
    });
  }
  void operator()(const EffectCancelled& e) const {
    std::erase_if(state.effects, [&](const ActiveEffect& effect) { return effect.card == e.card; });
  }
  void operator()(const RanksShown& e) const {
    unit(e.unit).ranks.value = e.ranks;
    unit(e.unit).ranks.revealed = true;
  }

  void operator()(const UnitMoved& e) const {
    unit(e.unit).square = e.to;
    unit(e.unit).facing = e.facing;
    carry(state, e.leaders, e.to);
    if (state.action) state.action.value().moves[e.unit] = e.progress;
  }
  void operator()(const WayBarred&) const {}
  void operator()(const UnitDisplaced& e) const {
    unit(e.unit).square = e.to;
    carry(state, e.leaders, e.to);
  }
  void operator()(const UnitFaced& e) const { unit(e.unit).facing = e.facing; }
  void operator()(const UnitDisrupted& e) const {
    unit(e.unit).disrupted = true;
    if (state.fight) state.fight.value().disrupted_here.insert(e.unit);
  }
  void operator()(const UnitRallied& e) const { unit(e.unit).disrupted = false; }
  void operator()(const RallyFailed&) const {}
  void operator()(const RanksLost& e) const {
    Unit& loser = unit(e.unit);
    if (loser.ranks.value) loser.ranks.value = *loser.ranks.value - e.ranks;
    state.army(loser.side).losses += e.ranks;
  }
  void operator()(const UnitFellBack& e) const {
    unit(e.unit).square = e.path.at(e.path.size() - 1);
    unit(e.unit).facing = e.facing;
    carry(state, e.leaders, e.path.at(e.path.size() - 1));
    if (!state.fight) return;
    state.fight.value().moved.insert(e.unit);
    if (e.how == "recoil") hurt_of(state, e.unit).rout_dice += static_cast<int>(e.path.size()) - 1;
    hurt_of(state, e.unit).recoil = false;
    if (e.unit == state.fight.value().target && e.how == "recoil") state.fight.value().target_recoiled = true;
  }
  void operator()(const UnitAdvanced& e) const {
    unit(e.unit).square = e.to;
    unit(e.unit).facing = e.facing;
    carry(state, e.leaders, e.to);
  }
  void operator()(const UnitRouted& e) const { leaves_map(state, unit(e.unit), Where::Routed, e.leaders); }
  void operator()(const UnitEliminated& e) const {
    Unit& lost = unit(e.unit);
    leaves_map(state, lost, Where::Eliminated, {});
    state.army(lost.side).losses += e.losses;
    if (state.fight && e.unit == state.fight.value().target && (e.rule == "BB-REC-06" || e.rule == "BB-RNG-44"))
      state.fight.value().off_map = true;
  }
  void operator()(const UnitBoxed& e) const {
    leaves_map(state, unit(e.unit), e.box, e.leaders);
    if (e.box == Where::Removed)
      for (const UnitId& id : e.leaders) state.leaders.at(id).box = Where::Routed;  // BB-AMB-28
  }
  void operator()(const UnitReturned& e) const {
    Unit& back = unit(e.unit);
    back.box = Where::Map;
    back.square = e.at;
    back.facing = e.facing;
    back.disrupted = e.disrupted;
  }
  void operator()(const WallFormed& e) const {
    for (const UnitId& id : e.units) unit(id).wall = true;
  }
  void operator()(const WallLost& e) const {
    if (e.later && state.action)
      state.action.value().walls_lost.insert(e.unit);
    else
      unit(e.unit).wall = false;
  }
  void operator()(const CampSacked& e) const { state.camps.at(e.camp).sacked = true; }

  void operator()(const LeaderMoved& e) const {
    Leader& leader = state.leaders.at(e.leader);
    leader.box = Where::Map;
    leader.square = e.to;
    leader.return_turn = 0;
  }
  void operator()(const LeaderChecked& e) const {
    if (state.fight) state.fight.value().checked_leaders.insert(e.leader);
  }
  void operator()(const LeaderKilled& e) const { state.leaders.at(e.leader).box = Where::Eliminated; }
  void operator()(const LeaderCaptured& e) const {
    Leader& leader = state.leaders.at(e.leader);
    leader.box = Where::Track;
    leader.return_turn = e.return_turn;
  }
  void operator()(const LeaderHeld& e) const {
    if (state.fight) (e.side == Side::A ? state.fight.value().leader_spent_a : state.fight.value().leader_spent_b) = true;
  }

  void operator()(const FightBegan& e) const {
    state.fight = e.fight;
    state.may_face.clear();
    if (!state.action) return;
    state.action.value().targets.insert(e.fight.target);
    for (const UnitId& id : e.fight.attackers) state.action.value().used.insert(id);
  }
  void operator()(const CommitmentDecided& e) const {
    for (const UnitId& id : e.markers) unit(id).melee_marker = true;
    state.fight.value().attackers = e.passed;
    if (!state.action) return;
    for (const UnitId& id : e.passed) state.action.value().fought.insert(id);
    for (const UnitId& id : e.failed) state.action.value().barred.insert(id);
    if (e.spared) state.action.value().targets.erase(*e.spared);
  }
  void operator()(const LeadChosen& e) const { state.fight.value().attackers = e.attackers; }
  void operator()(const DiceThrown& e) const {
    (e.attack ? state.fight.value().attack_dice : state.fight.value().defence_dice) = e.dice;
    (e.attack ? state.fight.value().attack_rerolls : state.fight.value().defence_rerolls) = e.rerolls;
    state.fight.value().passes = 0;
  }
  void operator()(const RerollUsed& e) const {
    Fight& fight = state.fight.value();
    const bool attack = state.units.at(fight.attackers.front()).side == e.side;
    auto& dice = attack ? fight.attack_dice : fight.defence_dice;
    for (std::size_t i = 0; i < e.dice.size(); ++i) dice.at(static_cast<std::size_t>(e.dice[i])) = e.values[i];
    (attack ? fight.attack_rerolls : fight.defence_rerolls) -= static_cast<int>(e.dice.size());
    fight.passes = 0;
  }
  void operator()(const RerollPassed&) const { ++state.fight.value().passes; }
  void operator()(const HitsCounted&) const {}
  void operator()(const UnitHit& e) const { state.fight.value().hurt[e.unit] = e.hurt; }
  void operator()(const RecoilSpared& e) const { hurt_of(state, e.unit).recoil = false; }
  void operator()(const RoutChecked& e) const {
    if (state.fight) hurt_of(state, e.unit).rout_dice = 0;
  }
  void operator()(const AttackGoesOn& e) const {
    Fight& fight = state.fight.value();
    const Unit& cavalry = unit(e.unit);
    fight.attackers = {e.unit};
    fight.from = {{e.unit, cavalry.square}};
    fight.target_square = unit(fight.target).square;
    ++fight.continuation;
    fight.disrupt_after = e.disrupt_after;
    fight.attack_dice.clear();
    fight.defence_dice.clear();
    fight.hurt.clear();
    fight.moved.clear();
    fight.disrupted_here.clear();
    fight.checked_leaders.clear();
    fight.target_recoiled = false;
    fight.leader_spent_a = fight.leader_spent_b = false;
    fight.cards_second = false;
  }
  void operator()(const FightEnded&) const { state.fight.reset(); }
};

}  // namespace

State Rules::evolve(State&& state, const Event& event) {
  std::visit(Writer{state}, event);
  return std::move(state);
}

}  // namespace polemarch::blade_and_bow
