/// What several units may do together: the formation a leader commands, from a unit's place in it or from the leader's. Only what is
/// allowed is offered; why a formation may not act is said of its units. Rules BB-FORM, BB-MEL, BB-RNG, BB-RAL, BB-SW.
#include <algorithm>
#include <set>

#include "engine/rulesets/blade_and_bow/show/offering.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {

namespace {

using Units = std::vector<const Unit*>;

/// All units of one chain with `unit`, each linked to one before it, of those `fits` takes in.
template <class Fits>
Units chain_of(const State& state, const Unit& unit, bool touching, Fits&& fits) {
  Units chain{&unit};
  for (std::size_t i = 0; i < chain.size(); ++i)
    for (const auto& [id, mate] : state.units) {
      if (mate.side != unit.side || !mate.on_map() || std::find(chain.begin(), chain.end(), &mate) != chain.end() || !fits(mate)) continue;
      if (touching ? are_neighbours(chain[i]->square, mate.square) : linked(state, *chain[i], mate)) chain.push_back(&mate);
    }
  return chain;
}

bool reaches(const Leader& leader, const Unit& unit) { return points_between(leader.square, unit.square) <= leader.range; }

std::vector<UnitId> ids_of(const Units& units) {
  std::vector<UnitId> ids;
  for (const Unit* unit : units) ids.push_back(unit->id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// All the same way, the foremost first, so that each finds the ground the ones before it leave.
MoveUnits together(const State& state, Units units, const std::vector<Manoeuvre>& path, const UnitId& leader) {
  const auto ahead = [&](const Unit* unit) {
    const Square next = neighbour(state.map, unit->square, unit->facing);
    return (next.column - unit->square.column) * unit->square.column + (next.row - unit->square.row) * unit->square.row;
  };
  std::stable_sort(units.begin(), units.end(), [&](const Unit* a, const Unit* b) { return ahead(a) > ahead(b); });
  MoveUnits command;
  for (const Unit* unit : units) {
    UnitMove move;
    move.unit = unit->id;
    move.path = path;
    command.moves.push_back(std::move(move));
  }
  command.leader = leader;
  return command;
}

/// Squares straight ahead that the slowest has points for.
int most_ahead(const State& state, const Units& units) {
  int most = 8;
  for (const Unit* unit : units) {
    const Mover mover = mover_of(state, *unit);
    most = std::min(most, (allowance_of(state, *unit, unit->disrupted) - mover.spent) / step_points(unit->facing));
  }
  return most;
}

/// Straight ahead as far as all may go, and every shorter way. Where the first step is barred, the longer ways are too.
void ahead(Maker& maker, const Units& line, const UnitId& leader) {
  const int most = most_ahead(maker.state, line);
  for (int squares = 1; squares <= most; ++squares)
    if (!maker.if_allowed(
            together(maker.state, line, std::vector<Manoeuvre>(static_cast<std::size_t>(squares), Manoeuvre::Advance), leader)))
      return;
}

bool able(const Unit& unit) { return !unit.disrupted; }
bool may_disrupt(const State& state, const Unit& unit) {
  return !unit.disrupted && unit.type.good.density != Density::Open && !mover_of(state, unit).began;
}

}  // namespace

engine::Needs melee_dice(const State& state, const Units& attackers, const Unit* target) {
  engine::Needs needs;
  if (std::any_of(attackers.begin(), attackers.end(), [&](const Unit* unit) { return commitment_of(state, *unit, target).needs_dice; }))
    needs.push_back(engine::dice_after("commitment dice"));
  needs.push_back(engine::dice_after("melee dice"));
  return needs;
}

void Maker::formations_of(const Unit& unit, const MoveGround& ground) {
  if (state.turn.phase != Phase::Impulses || !state.agenda.open_waits().empty()) return;
  const Side side = side_of_speaker(state, viewer);
  if (unit.side != side || state.turn.active != side) return;
  std::vector<Units> offered;  // of two leaders who reach the same, one says it
  for (const Leader* leader : active_leaders(state, side)) {
    if (!reaches(*leader, unit)) continue;
    const Units chain = chain_of(state, unit, false, [&](const Unit& mate) { return reaches(*leader, mate); });
    if (chain.size() < 2 || std::find(offered.begin(), offered.end(), chain) != offered.end()) continue;
    formation_with(unit, *leader, chain, ground);
    offered.push_back(chain);
  }
}

void Maker::formation_with(const Unit& unit, const Leader& leader, const std::vector<const Unit*>& chain, const MoveGround& ground) {
  const Side side = unit.side;
  const auto once = [&](const Command& command, engine::Needs needed) {
    const auto same = [&](const engine::Offer<Command>& offer) { return offer.command == command; };
    if (std::none_of(list.begin(), list.end(), same)) if_allowed(command, std::move(needed));
  };
  for (const auto& [id, enemy] : state.units) {
    if (enemy.side == side || !enemy.on_map()) continue;
    if (are_neighbours(unit.square, enemy.square) && able(unit)) {
      Units fighters;
      for (const Unit* mate : chain)
        if (able(*mate) && are_neighbours(mate->square, enemy.square) && melee_check(state, *mate, enemy.square).allowed())
          fighters.push_back(mate);
      if (fighters.size() > 1 && fighters.front() == &unit) once(Attack{ids_of(fighters), id, {}, {}}, melee_dice(state, fighters, &enemy));
    }
    if (unit.profile().fire > 0 && able(unit) && shot_check(state, unit, enemy, ground.enemy_zones).verdict.allowed()) {
      Units shooters;
      for (const Unit* mate : chain)
        if (able(*mate) && mate->profile().fire > 0 && shot_check(state, *mate, enemy, ground.enemy_zones).verdict.allowed())
          shooters.push_back(mate);
      if (shooters.size() > 1)
        once(Shoot{ids_of(shooters), id, {}}, {engine::dice_after("shooting dice"), engine::dice_after("defence dice")});
    }
  }
  const bool acts = may_take_action(state, viewer, false).allowed();
  if (acts && unit.disrupted) {
    Units shaken;
    for (const Unit* mate : chain)
      if (mate->disrupted) shaken.push_back(mate);
    if (shaken.size() > 1) once(Rally{ids_of(shaken), {}, {}}, {engine::dice_after("morale dice")});
  }
  // The line it stands in: touching, facing the same way, within one leader's range.
  const Units line = chain_of(state, unit, true, [&](const Unit& mate) { return mate.facing == unit.facing && reaches(leader, mate); });
  if (line.size() < 2 || !(acts || goes_on(state, side, ActionKind::Move, ids_of(line)))) return;
  ahead(*this, line, leader.id);
  // All who may, for their longer ways (BB-MOV-15).
  Units hurried;
  for (const Unit* mate : line)
    if (may_disrupt(state, *mate)) hurried.push_back(mate);
  if (hurried.size() < 2 || !may_disrupt(state, unit)) return;
  MoveUnits command = together(state, hurried, {}, leader.id);
  for (UnitMove& move : command.moves) move.disrupt = true;
  once(command, {});
}

void Maker::formation_under(const Leader& leader) {
  if (state.turn.phase != Phase::Impulses || !may_take_action(state, viewer, false).allowed()) return;
  if (leader.side != side_of_speaker(state, viewer)) return;
  Units chain;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != leader.side || !unit.on_map() || !reaches(leader, unit)) continue;
    if (std::find(chain.begin(), chain.end(), &unit) != chain.end()) continue;
    Units his = chain_of(state, unit, false, [&](const Unit& mate) { return reaches(leader, mate); });
    if (his.size() > chain.size()) chain = std::move(his);
  }
  if (chain.size() < 2) return;
  if_allowed(Activate{ActionKind::Move, ids_of(chain), leader.id});
  Units good, shooters, shaken, bare;
  const ZoneMap enemy(state, other(leader.side));
  for (const Unit* unit : chain) {
    (unit->disrupted ? shaken : good).push_back(unit);
    if (able(*unit) && unit->profile().fire > 0) shooters.push_back(unit);
    if (able(*unit) && !unit->wall && !enemy.covers(unit->square)) bare.push_back(unit);
  }
  if (good.size() > 1) if_allowed(Activate{ActionKind::Melee, ids_of(good), leader.id});
  if (shooters.size() > 1) if_allowed(Activate{ActionKind::Shoot, ids_of(shooters), leader.id});
  if (shaken.size() > 1) if_allowed(Rally{ids_of(shaken), leader.id, {}}, {engine::dice_after("morale dice")});
  if (bare.size() > 1 && state.army(leader.side).walls_allowed) if_allowed(FormWall{ids_of(bare), leader.id});
  std::set<Facing> facings;
  for (const Unit* unit : chain)
    if (!unit->wall) facings.insert(unit->facing);
  for (const Facing facing : facings) {
    Units same;
    for (const Unit* unit : chain)
      if (unit->facing == facing && !unit->wall) same.push_back(unit);
    if (same.size() < 2) continue;
    ahead(*this, same, leader.id);
    for (const Manoeuvre turn : {Manoeuvre::WheelLeft, Manoeuvre::WheelRight}) if_allowed(together(state, same, {turn}, leader.id));
  }
}

}  // namespace polemarch::blade_and_bow
