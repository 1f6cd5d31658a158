#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"

namespace polemarch::to_the_strongest {
namespace {

/// A unit leaves its box: whoever stays stands in the middle.
void step_out(State& state, const Unit& unit) {
  for (auto& [id, mate] : state.units)
    if (id != unit.id && on_table(mate) && mate.box == unit.box && mate.side == unit.side) mate.along = 0;
}
/// A unit stands at `along`: its mate takes the other place.
void stand_beside(State& state, const Unit& unit) {
  if (unit.along == 0) return;
  for (auto& [id, mate] : state.units)
    if (id != unit.id && on_table(mate) && mate.box == unit.box && mate.side == unit.side) mate.along = -unit.along;
}

void write(State& state, const CommandBegun& e) { state.commands.at(e.command).status = CommandStatus::Active; }
void write(State& state, const CommandEnded& e) {
  state.commands.at(e.command).status = CommandStatus::Ended;
  state.replace_open.reset();
}
void write(State& state, const OrderGiven& e) {
  state.replace_open.reset();
  if (e.plan.order.kind == OrderKind::Enter)
    for (const UnitId& id : e.plan.order.units) state.units.at(id).tried_to_enter = true;
  state.save_remembered = {};
}
void write(State& state, const CardTurned& e) {
  SideState& side = state.side(e.side);
  Deck& deck = e.player ? side.decks[*e.player] : side.deck;
  if (e.reshuffled) deck.out = deck.on_units;
  const auto value = static_cast<std::size_t>(e.card);
  if (value >= deck.out.size()) return;
  ++deck.out[value];
  if (e.on_units) ++deck.on_units[value];
  state.save_remembered = {};
}
void write(State& state, const ActivationSet& e) {
  for (const UnitId& id : e.units) state.units.at(id).activation = e.value;
}
void write(State& state, const AbilityUsed& e) { state.generals.at(e.general).ability_used = true; }
void write(State& state, const HeroUsed& e) { state.units.at(e.unit).hero = false; }
void write(State& state, const HeroGained& e) { state.units.at(e.unit).hero = true; }
void write(State& state, const HeroLost& e) { state.units.at(e.unit).hero = false; }
void write(State& state, const UnitMoved& e) {
  Unit& unit = state.units.at(e.unit);
  if (on_table(unit) && unit.box != e.to) step_out(state, unit);
  unit.where = Where::OnTable;
  if (unit.edge_zone != 0) unit.edge_zone = 0;
  unit.box = e.to;
  unit.facing = e.facing;
  unit.along = e.along;
  unit.second_box = e.second;
  unit.lost_way = false;
  stand_beside(state, unit);
}
void write(State& state, const UnitLeft& e) {
  Unit& unit = state.units.at(e.unit);
  if (on_table(unit)) step_out(state, unit);
  if (e.how == "lost_way") {  // TTS-AMB-96: from now on the zone is random
    unit.lost_way = true;
    return;
  }
  unit.where = e.how == "reserve" ? Where::Reserve : e.how == "ambush" ? Where::Hidden : e.how == "given_up" ? Where::GivenUp : Where::Left;
  unit.box = unit.second_box = {};
  unit.along = 0;
  unit.edge_zone = e.zone;
}
void write(State& state, const UnitLost& e) {
  Unit& unit = state.units.at(e.unit);
  if (on_table(unit)) step_out(state, unit);
  unit.where = Where::Lost;
  unit.box = unit.second_box = {};
  unit.along = 0;
}
void write(State& state, const DisorderSet& e) { state.units.at(e.unit).disorder = e.level; }
void write(State& state, const AmmoSet& e) { state.units.at(e.unit).ammo = e.chits; }
void write(State& state, const ReserveAmmoSet& e) { state.side(e.side).reserve_ammo = e.chits; }
void write(State& state, const Spent& e) {
  Unit& unit = state.units.at(e.unit);
  if (e.what == "shock") unit.shock = 0;
  if (e.what == "lance") unit.lance_used = true;
  if (e.what == "beast") unit.charge_bonus_used = true;
  if (e.what == "stakes") unit.stakes = Stakes::Emplaced;
}
void write(State& state, const FormationSet& e) { state.units.at(e.unit).formation = e.formation; }
void write(State& state, const UnitDismounted& e) {
  Unit& unit = state.units.at(e.unit);
  unit.type = e.type;
  unit.size = e.size;
  unit.hits = e.hits;
  unit.medals = e.medals;
  unit.weapons = e.weapons;
  unit.extra = {};
  unit.ammo = e.chits;
  unit.ammo_max = e.chits_most;
  unit.dismounted = true;
  unit.save_as_listed.reset();
  unit.points_as_listed.reset();
}
// A log may come from another hand: what lies off the grid is nowhere.
void write(State& state, const StakesPlaced& e) {
  if (state.field.holds(e.box)) state.field.edge(e.box, e.facing).stakes = e.facing;
}
void write(State& state, const FortificationPlaced& e) {
  if (state.field.holds(e.box)) state.field.edge(e.box, e.facing).fortification = e.facing;
}
void write(State& state, const GroundSet& e) {
  if (state.field.holds(e.box)) state.field.set_ground(e.box, e.ground);
}
void write(State& state, const BoatSet& e) { state.units.at(e.unit).afloat = e.afloat; }
void write(State& state, const GeneralMoved& e) {
  General& general = state.generals.at(e.general);
  if (!e.unit.empty()) {
    general.unit = general.attached || !e.to.somewhere() ? e.unit : UnitId{};
  } else if (!general.attached) {
    general.unit = {};
  }
  general.box = e.to;
  general.where = e.to.somewhere() ? Where::OnTable : Where::Left;
  if (e.how == "reserve") general.where = Where::Reserve;
  if (e.how == "command_move") general.moved = true;
  if (e.how == "taken_back") general.status = Status::InPlay;  // captured by the move that is taken back
}
void write(State& state, const GeneralWounded& e) { state.generals.at(e.general).light_wound = true; }
void write(State& state, const GeneralLost& e) {
  General& general = state.generals.at(e.general);
  general.status = e.status;
  general.where = Where::Lost;
  general.box = {};
  general.unit = {};
}
void write(State& state, const CampTaken& e) { state.camps.at(e.camp).controller = e.by; }
void write(State& state, const MedalsSet& e) {
  SideState& side = state.side(e.side);
  side.medals = e.medals;
  if (e.extra) side.extra_medals += e.change;
}
void write(State& state, const CommandDemoralised& e) {
  std::erase(state.demoralised, e.command);
  if (e.demoralised) {
    state.demoralised.push_back(e.command);
    std::sort(state.demoralised.begin(), state.demoralised.end());
  }
}
/// TTS-DECK-05, TTS-DECK-07: all cards are gathered, everything that lasts a turn is over.
void write(State& state, const TurnEnded& e) {
  state.active = other(e.side);
  ++state.turn;
  for (auto& [id, unit] : state.units) {
    unit.activation = 0;
    unit.tried_to_enter = false;
  }
  for (auto& [id, general] : state.generals) general.ability_used = general.moved = false;
  for (auto& [id, command] : state.commands) command.status = CommandStatus::NotYet;
  for (SideState& side : state.sides) {
    side.deck = {};
    side.decks.clear();
  }
  state.replace_open.reset();
  state.save_remembered = {};
}
void write(State& state, const BattleEnded& e) {
  state.winner = e.winner;
  state.ended_by = e.why;
  state.phase = Phase::Over;
}
void write(State& state, const ReplaceOpen& e) {
  for (const UnitId& id : e.plan.order.units) static_cast<void>(state.units.at(id));  // of a log that was meddled with: nobody
  state.replace_open = e;
}
void write(State& state, const ReplaceClosed&) { state.replace_open.reset(); }
void write(State& state, const SaveRemembered& e) { state.save_remembered = e.general; }
void write(State& state, const PhaseSet& e) {
  for (std::size_t i = 0; i < kPhaseNames.size(); ++i)
    if (kPhaseNames[i] == e.phase) state.phase = static_cast<Phase>(i);
}
void write(State& state, const ScenarioSet& e) { state.scenario = e.number; }
void write(State& state, const TerrainListed& e) { state.side(e.side).terrain_list = e.pieces; }
void write(State& state, const TerrainPut& e) { state.pieces.push_back({e.side, e.kind, e.boxes, e.edges, false}); }
void write(State& state, const TerrainMoved& e) {
  PlacedPiece& piece = state.pieces.at(static_cast<std::size_t>(e.piece));
  if (e.gone) {
    piece.gone = true;
  } else {
    piece.boxes = e.boxes;
  }
}
void write(State& state, const GroundLaid& e) { state.field = e.field; }
void write(State& state, const StratagemDrawn& e) { state.side(e.side).stratagems.push_back(e.card); }
void write(State& state, const StratagemUsed& e) {
  SideState& side = state.side(e.side);
  for (std::size_t i = e.card.empty() && e.place > 0 ? static_cast<std::size_t>(e.place) : 0; i < side.stratagems.size(); ++i) {
    const auto& held = side.stratagems[i];
    if (!e.card.empty() && held.value && *held.value != e.card) continue;  // "": a king, spent by an unseen note
    side.stratagems.erase(side.stratagems.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  for (auto& lane : state.agenda.lanes)
    if (std::find(e.blundered.begin(), e.blundered.end(), lane.id) != e.blundered.end() && !lane.stack.empty())
      if (auto* card = std::get_if<CardStep>(&lane.stack.back().step)) card->blundered = true;
  if (e.card.empty()) return;
  side.played_stratagems.push_back(e.card);
}
void write(State& state, const UnitNoted& e) { state.side(e.side).notes.push_back(e.note); }
void write(State& state, const RallyForbidden& e) { state.units.at(e.unit).rally_forbidden = true; }
void write(State& state, const SidesReady& e) {
  state.active = e.active;
  state.side(Side::A).scouting = e.total_a;
  state.side(Side::B).scouting = e.total_b;
}
void write(State& state, const CommandDeployed& e) {
  ArmyCommand& command = state.commands.at(e.command);
  command.deployed = true;
  command.stood = e.stood;
}
void write(State& state, const CampPlaced& e) { state.camps.at(e.camp).box = e.box; }
void write(State&, const ArmyChosen&) {}
void write(State& state, const engine::StepOpened<Step>& e) { apply(state.agenda, e); }
void write(State& state, const engine::WaitAnswered& e) {
  apply(state.agenda, e);
  state.replace_open.reset();
}
void write(State& state, const engine::StepClosed& e) { apply(state.agenda, e); }
void write(State& state, const engine::PlacementOwed& e) { apply(state.agenda, e); }
void write(State& state, const engine::Placed& e) { apply(state.agenda, e); }

}  // namespace

State Rules::evolve(State&& state, const Event& event) {
  std::visit([&](const auto& e) { write(state, e); }, event);
  return std::move(state);
}

}  // namespace polemarch::to_the_strongest
