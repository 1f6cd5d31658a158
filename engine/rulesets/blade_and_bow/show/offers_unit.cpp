/// What a unit or a leader may do by itself.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/show/offering.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

using engine::Verdict;

namespace {

/// Offers of one unit's own actions, over ground computed once.
struct Orders {
  Maker& maker;
  const State& state = maker.state;

  void move_offer(const Unit& unit, std::vector<Manoeuvre> path, Verdict verdict, engine::Needs needed) {
    UnitMove move;
    move.unit = unit.id;
    move.path = std::move(path);
    MoveUnits command;
    command.moves.push_back(std::move(move));
    maker.list.push_back({std::move(command), std::move(verdict), std::move(needed)});
  }

  /// Judged with the ground at hand, once `act` lets anybody act.
  template <class Judge>
  void judged_with(const Verdict& act, Command command, engine::Needs needed, Judge&& judge) {
    Verdict verdict = act.allowed() ? judge() : act;
    maker.list.push_back({std::move(command), std::move(verdict), std::move(needed)});
  }
  void moved_with(const MoveGround& ground, const Verdict& act, UnitMove move, engine::Needs needed) {
    const MoveUnits command{{std::move(move)}, {}};
    judged_with(act, command, std::move(needed), [&] { return judge_move(state, ground.side, command, &ground); });
  }

  /// One offer a square, the best way there, and the turns in place; beside a way without a check the cheaper one with it. Any other facing
  /// may be asked for with "to" and "facing".
  void moves_of(const Unit& unit, const MoveGround& ground, const Verdict& act) {
    const Mover start = mover_of(state, unit);
    if (!act.allowed()) return move_offer(unit, {Manoeuvre::Advance}, act, {});
    const Roam roam(ground, unit, start);
    std::vector<Roam::End> ends = roam.by_square(Roam::Ways::All);
    const std::vector<Roam::End> turns = roam.ends(unit.square, Roam::Ways::All);
    ends.insert(ends.end(), turns.begin(), turns.end());
    maker.list.reserve(maker.list.size() + ends.size() + 32);
    const int good = allowance_of(state, unit, false), spoiled = allowance_of(state, unit, true);
    for (const Roam::End& end : ends) {
      Verdict verdict;
      verdict.reasons.push_back({"BB-MOV-01",
                                 unit.id.text + " spends points",
                                 static_cast<double>(end.mover.spent),
                                 static_cast<double>(std::max(end.mover.spent, end.mover.disrupted ? spoiled : good)),
                                 "points",
                                 {}});
      engine::Needs needed;
      if (end.checks) needed.push_back(engine::dice_after("morale die"));
      move_offer(unit, roam.path_to(end), std::move(verdict), std::move(needed));
    }
    if (!unit.disrupted && unit.type.good.density != Density::Open && !start.began)
      moved_with(ground, act, {.unit = unit.id, .path = {}, .to = {}, .facing = {}, .disrupt = true, .displace_to = {}}, {});
    if (start.wall) moved_with(ground, act, {.unit = unit.id, .path = {Manoeuvre::DropWall}, .to = {}, .facing = {}}, {});
    // Why not straight on?
    const Attempt ahead = attempt(ground, start, Manoeuvre::Advance);
    if (!ahead.allowed())
      move_offer(unit, {Manoeuvre::Advance},
                 {engine::Ruling::Refused, engine::Refusal::ByRule, {reason_of(ground, start, Manoeuvre::Advance, ahead)}}, {});
  }

  void fights_of(const Unit& unit, const MoveGround& ground, const Verdict& act) {
    for (const auto& [name, enemy] : state.units) {
      const UnitId& id = name;  // a lambda below needs it
      if (enemy.side == unit.side || !enemy.on_map()) continue;
      if (unit.profile().fire > 0 && points_between(unit.square, enemy.square) <= unit.profile().range + 4)
        judged_with(act, Shoot{{unit.id}, id, {}}, {engine::dice_after("shooting dice"), engine::dice_after("defence dice")}, [&] {
          return judge_shoot(state, unit.side, {{unit.id}, id, {}}, &ground.enemy_zones);
        });
      if (are_neighbours(unit.square, enemy.square)) maker.judged(Attack{{unit.id}, id, {}, {}}, melee_dice(state, {&unit}, &enemy));
    }
    for (const auto& [id, camp] : state.camps)
      if (camp.side != unit.side && !camp.sacked && are_neighbours(unit.square, camp.square))
        maker.judged(Attack{{unit.id}, id, {}, {}}, melee_dice(state, {&unit}, nullptr));
  }

  /// Markers it may look under: it sees the flank or rear, or holds the square (BB-UNIT-19, BB-UNIT-20).
  void looks_of(const Unit& unit) {
    if (state.turn.phase == Phase::Over) return;
    const std::vector<ZoneSquare> held = zone_of(state, unit);
    for (const auto& [id, enemy] : state.units) {
      if (enemy.side == unit.side || !enemy.on_map() || !enemy.has_ranks() || enemy.ranks.revealed || !enemy.ranks.value) continue;
      const bool in_zone = std::any_of(held.begin(), held.end(), [&at = enemy.square](const ZoneSquare& z) { return z.square == at; });
      const Square towards = neighbour(state.map, enemy.square, direction_to(state.map, enemy.square, unit.square));
      const bool in_front = aspect_of(state.map, enemy.square, enemy.facing, towards) == Aspect::Front;  // spares the search of paths
      if (in_zone || (!in_front && sees_flank_or_rear(state, unit, enemy))) maker.if_allowed(Look{id});
    }
  }
};

}  // namespace

void Maker::about_unit(const Unit& unit, const MoveGround& ground) {
  if (plays_other(unit.side)) {  // another's: only its marker may be looked at
    if (unit.on_map() && unit.has_ranks() && !unit.ranks.revealed) judged(Look{unit.id});
    return;
  }
  if (state.turn.phase == Phase::Setup) places_of(unit);
  if (!unit.on_map()) return;
  if (state.turn.phase == Phase::Setup) {
    if (state.army(unit.side).walls_allowed) judged(FormWall{{unit.id}, {}});  // BB-MYC-06
    return;
  }
  if (state.may_face.contains(unit.id))
    for (int f = 0; f < 8; ++f)
      if (turn_between(unit.facing, static_cast<Facing>(f)) <= state.may_face.at(unit.id) && static_cast<Facing>(f) != unit.facing)
        judged(Face{unit.id, static_cast<Facing>(f)});
  Orders orders{*this};
  orders.moves_of(unit, ground, action_of(unit, ActionKind::Move));
  orders.fights_of(unit, ground, action_of(unit, ActionKind::Shoot));
  if (unit.disrupted) judged(Rally{{unit.id}, {}, {}});
  formations_of(unit, ground);
  orders.looks_of(unit);
  if (!state.army(unit.side).walls_allowed) return;
  orders.judged_with(action_of(unit, ActionKind::Wall), FormWall{{unit.id}, {}}, {}, [&] {
    return judge_wall(state, unit.side, {{unit.id}, {}}, &ground.enemy_zones);
  });
}

void Maker::about_leader(const Leader& leader) {
  if (plays_other(leader.side)) return;
  if (state.turn.phase == Phase::Setup) return places_of(leader);
  if (!leader.on_map()) return;
  for (int f = 0; f < 8; ++f) {
    const Square to = neighbour(state.map, leader.square, static_cast<Facing>(f));
    if (state.map.holds(to)) judged(MoveLeader{leader.id, to});
  }
  for (const auto& [id, unit] : state.units)
    if (unit.side == leader.side && unit.on_map() && !are_neighbours(unit.square, leader.square) && unit.square != leader.square)
      judged(MoveLeader{leader.id, unit.square});
  formation_under(leader);
}

}  // namespace polemarch::blade_and_bow
