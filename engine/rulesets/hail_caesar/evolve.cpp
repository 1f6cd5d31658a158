/// The evolve door: writes facts, holds no rule.
#include <algorithm>
#include <stdexcept>

#include "engine/rulesets/hail_caesar/rules.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

void put(Unit& unit, const std::vector<PlacedBase>& stands) {
  for (const PlacedBase& placed : stands)
    for (Stand& stand : unit.stands)
      if (stand.base == placed.base) stand.at = placed.at;
}

void begin_phase(State& state, const PhaseBegan& e) {
  state.phase = e.phase;
  state.turn = e.turn;
  state.active = e.side;
  if (e.first) state.first = *e.first;
  state.last_test.reset();
  state.may_follow.clear();
  state.gave_ground.clear();
  if (e.phase != Phase::Rally) return;
  state.reroll_used.clear();
  for (auto& [id, unit] : state.units) {
    unit.turn = {};
    unit.hit_by_artillery = false;
    for (Contact& contact : unit.contacts) contact.fresh = false;
    if (unit.contacts.empty()) unit.won_last_round = false;
  }
  for (auto& [id, general] : state.generals) {
    general.joined_this_turn = general.joined_order_used = general.gave_order = general.failed_order = general.moved = false;
  }
}

constexpr int kMostMoves = 100;  ///< of one order: one to three (HC-ORD-01), a blunder as its table says

void moved(State& state, const UnitId& id, MoveKind kind, int moves) {
  Unit& unit = state.units.at(id);
  switch (kind) {
    case MoveKind::Initiative:
      unit.turn.initiative_used = true;
      break;
    case MoveKind::Ordered:
      unit.turn.moves_left = std::max(0, unit.turn.moves_left - moves);
      unit.turn.moves_made += moves;
      break;
    case MoveKind::Free:
      unit.turn.free_move_used = true;
      break;
    case MoveKind::Retirement:
      unit.turn.retirement_used = true;
      break;
  }
  if (state.last_test &&
      std::find(state.last_test->test.units.begin(), state.last_test->test.units.end(), id) != state.last_test->test.units.end())
    state.last_test.reset();
}

void note_crossed(std::vector<UnitId>& known, const std::vector<UnitId>& crossed) {
  for (const UnitId& id : crossed)
    if (std::find(known.begin(), known.end(), id) == known.end()) known.push_back(id);
}

void touch(State& state, const UnitId& charger, const UnitId& target, Facing on, bool fresh) {
  const auto add = [&](const UnitId& of, const Contact& contact) {
    auto& contacts = state.units.at(of).contacts;
    std::erase_if(contacts, [&](const Contact& c) { return c.foe == contact.foe; });
    contacts.push_back(contact);
  };
  add(charger, {target, Facing::Front, fresh});
  add(target, {charger, on, fresh});
}

void order_resolved(State& state, const OrderResolved& e) {
  if (e.moves < 0 || e.moves > kMostMoves) throw std::out_of_range("an order for so many moves");
  General& general = state.generals.at(e.test.general);
  general.failed_order = !e.success;
  (e.beside ? general.joined_order_used : general.gave_order) = true;
  for (const UnitId& id : e.steadied) state.units.at(id).turn.steadied = true;
  for (const UnitId& id : e.rally_tried) state.units.at(id).turn.rally_tried = true;
  for (const UnitId& id : e.ordered) {
    TurnFlags& turn = state.units.at(id).turn;
    turn.ordered = true;
    turn.order_failed = !e.success;
    turn.follow_me_failed = !e.success && e.beside && e.test.kind == OrderKind::FollowMe;
    turn.moves_left = e.moves;
  }
  if (e.rallied) general.rallied = e.rallied;
  state.last_test = LastTest{e.test, e.roll, e.healed};
}

void order_reopened(State& state, const OrderReopened& e) {
  state.reroll_used[std::string(name_of(state.generals.at(e.by).side))] = true;
  state.last_test.reset();
  for (const UnitId& id : e.ordered.value_or(e.test.units)) {
    TurnFlags& turn = state.units.at(id).turn;
    turn.ordered = turn.order_failed = turn.follow_me_failed = false;
    turn.moves_left = 0;
  }
  for (const UnitId& id : e.steadied.value_or(e.test.units)) state.units.at(id).turn.steadied = false;
  for (const auto& [id, count] : e.restored) state.units.at(id).casualties += count;
}

void leaves_unit(General& general) {
  general.joined = {};
  general.rallied.reset();
}

void fired(State& state, const ShotFired& e) {
  TurnFlags& turn = state.units.at(e.unit).turn;
  if (e.kind != ShotKind::Shooting)
    turn.reaction_shots.push_back(e.target);
  else if (e.face)
    turn.faces_shot.push_back(*e.face);
  else
    turn.shot = true;
  if (e.charged) turn.closing_shots.push_back(*e.charged);
  const bool artillery = e.weapon && *e.weapon >= Weapon::LightArtillery;
  if (artillery && e.hits > 0) state.units.at(e.target).hit_by_artillery = true;
}

void end_contact(State& state, const ContactEnded& e) {
  const auto drop = [&](const UnitId& of, const UnitId& foe) {
    std::erase_if(state.units.at(of).contacts, [&](const Contact& c) { return c.foe == foe; });
  };
  drop(e.unit, e.foe);
  drop(e.foe, e.unit);
  if (e.stood) state.gave_ground[e.foe][e.unit] = *e.stood;
}

void broke(State& state, const UnitBroke& e) {
  Unit& unit = state.units.at(e.unit);
  (e.shattered ? unit.shattered : unit.broken) = true;
  state.lost_in_play = true;
  unit.on_table = false;
  unit.due.reset();
  unit.in.clear();
  unit.won_last_round = false;
  for (auto& [id, general] : state.generals)
    if (general.joined == e.unit) leaves_unit(general);
  state.gave_ground.erase(e.unit);
  for (auto& [winner, losers] : state.gave_ground) {
    losers.erase(e.unit);
    const auto follows = state.may_follow.find(winner);
    if (follows != state.may_follow.end() && follows->second == e.unit && !losers.empty()) follows->second = losers.begin()->first;
  }
  std::erase_if(state.gave_ground, [](const auto& pair) { return pair.second.empty(); });
  std::erase_if(state.may_follow, [&](const auto& pair) { return pair.first == e.unit || pair.second == e.unit; });
}

}  // namespace

State Rules::evolve(State&& state, const Event& event) {
  std::visit(Overloaded{[&](const StepOpened<Step>& e) { apply(state.agenda, e); },
                        [&](const WaitAnswered& e) { apply(state.agenda, e); },
                        [&](const StepClosed& e) { apply(state.agenda, e); },
                        [&](const PlacementOwed& e) { apply(state.agenda, e); },
                        [&](const Placed& e) {
                          apply(state.agenda, e);
                          if (const auto unit = state.units.find(e.unit); unit != state.units.end()) put(unit->second, e.poses);
                          if (const auto general = state.generals.find(e.unit); general != state.generals.end())
                            for (const PlacedBase& placed : e.poses) general->second.stand.at = placed.at;
                        },
                        [&](const PhaseBegan& e) { begin_phase(state, e); },
                        [&](const UnitPlaced& e) {
                          if (const auto unit = state.units.find(e.unit); unit != state.units.end()) {
                            put(unit->second, e.stands);
                            unit->second.on_table = !unit->second.broken && !unit->second.shattered;
                          } else {
                            General& general = state.generals.at(e.unit);
                            for (const PlacedBase& placed : e.stands) general.stand.at = placed.at;
                            general.on_table = true;
                          }
                        },
                        [&](const UnitMoved& e) {
                          Unit& unit = state.units.at(e.unit);
                          put(unit, e.stands);
                          unit.formation = e.formation;
                          unit.in = e.in;
                          note_crossed(unit.turn.crossed, e.crossed);
                          note_crossed(unit.turn.maybe_crossed, e.maybe_crossed);
                          moved(state, e.unit, e.kind, e.moves);
                        },
                        [&](const UnitCharged& e) {
                          Unit& unit = state.units.at(e.unit);
                          put(unit, e.stands);
                          unit.in.clear();
                          unit.turn.charged = true;
                          note_crossed(unit.turn.crossed, e.crossed);
                          note_crossed(unit.turn.maybe_crossed, e.maybe_crossed);
                          moved(state, e.unit, e.kind, e.moves);
                          unit.turn.moves_left = 0;
                          touch(state, e.unit, e.target, e.on, true);
                        },
                        [&](const OrderResolved& e) { order_resolved(state, e); },
                        [&](const OrderReopened& e) { order_reopened(state, e); },
                        [&](const GeneralJoined& e) {
                          General& general = state.generals.at(e.general);
                          if (general.joined != e.unit) leaves_unit(general);
                          general.joined = e.unit;
                          general.stand.at = e.at;
                          if (!e.fight) general.joined_this_turn = true;
                        },
                        [&](const GeneralMoved& e) {
                          General& general = state.generals.at(e.general);
                          general.stand.at = e.at;
                          if (e.carried) return;
                          general.moved = true;
                          leaves_unit(general);
                        },
                        [&](const DisorderSet& e) {
                          Unit& unit = state.units.at(e.unit);
                          unit.disordered = e.disordered;
                          if (e.rule == "HC-INI-01") unit.turn.rally_tried = true;
                        },
                        [&](const RallyFailed& e) { state.units.at(e.unit).turn.rally_tried = true; },
                        [&](const CasualtiesRemoved& e) { state.units.at(e.unit).casualties -= e.count; },
                        [&](const ShotFired& e) { fired(state, e); },
                        [&](const CasualtiesTaken& e) {
                          Unit& unit = state.units.at(e.unit);
                          unit.casualties = e.casualties;
                          unit.turn.casualties += e.lost;
                          if (e.by_six) unit.turn.hit_by_six = e.by_six;
                        },
                        [&](const TestBecameDue& e) { state.units.at(e.unit).due = e.due; },
                        [&](const BreakTested& e) {
                          Unit& unit = state.units.at(e.unit);
                          unit.due.reset();
                          unit.hit_by_artillery = false;
                          unit.casualties = e.casualties;
                        },
                        [&](const UnitDrivenBack& e) {
                          Unit& unit = state.units.at(e.unit);
                          put(unit, e.stands);
                          unit.in.clear();
                          if (e.with) unit.turn.taken_along = e.with;
                        },
                        [&](const UnitBroke& e) { broke(state, e); },
                        [&](const CombatResolved& e) {
                          for (const UnitId& id : e.units) {
                            Unit& unit = state.units.at(id);
                            unit.turn.fought = true;
                            unit.won_last_round = unit.in_play() && e.winner == name_of(unit.side);
                          }
                        },
                        [&](const ContactEnded& e) { end_contact(state, e); },
                        [&](const FollowUpOpened& e) { state.may_follow[e.unit] = e.foe; },
                        [&](const UnitFollowedUp& e) {
                          Unit& unit = state.units.at(e.unit);
                          put(unit, e.stands);
                          if (e.left) unit.in.clear();
                          touch(state, e.unit, e.foe, e.on, false);
                          state.may_follow.erase(e.unit);
                          state.gave_ground.erase(e.unit);
                        },
                        [&](const DivisionBroke& e) { state.divisions.at(e.division).broken = true; },
                        [&](const BattleEnded& e) {
                          state.phase = Phase::Ended;
                          state.winner = e.winner;
                          state.ended_by = e.ended_by;
                        },
                        [&](const SixHitsCounted& e) {
                          TurnFlags& turn = state.units.at(e.unit).turn;
                          (e.kind == ShotKind::Shooting ? turn.six_hits : turn.six_hits_by_reaction) = e.total;
                        },
                        [&](const UnitEvaded& e) {
                          Unit& unit = state.units.at(e.unit);
                          put(unit, e.stands);
                          unit.in.clear();
                          unit.turn.evaded = true;
                        },
                        [&](const UnitCountercharged& e) { state.units.at(e.unit).turn.charged = true; },
                        [&](const GeneralLost& e) {
                          General& general = state.generals.at(e.general);
                          general.on_table = false;
                          leaves_unit(general);
                          general.army_commander = false;
                        },
                        [&](const CommanderReplaced& e) {
                          General& general = state.generals.at(e.general);
                          general.army_commander = general.replacement = true;
                        }},
             event);
  return std::move(state);
}

}  // namespace polemarch::hail_caesar
