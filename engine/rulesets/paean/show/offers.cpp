/// The offers door: what may be done, and what may not with the reasons.
#include "engine/rulesets/paean/show/offering.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/deployment.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

void offer_deployment(Offering& o, const UnitId& unit) {
  PlaceBases place;
  place.unit = unit;
  const std::vector<Stand> stands = stands_of(o.state, unit);
  for (const Stand& stand : stands) place.poses.push_back({stand.base, base_at(o.state, stand.base).at});
  if (!stands.empty()) return o.pattern(place, {fill_in(NeedKind::Pose, "poses")});
  place.poses = suggested_place(o.state, unit);
  o.add(place);
}

void offer_leader(Offering& o, const UnitId& id) {
  const State& state = o.state;
  if (state.turn.phase == Phase::Deployment) return offer_deployment(o, id);
  const Leader* leader = find_leader(state, id);
  if (leader == nullptr || leader->side != state.turn.active) return;
  if (state.turn.phase == Phase::Orders && command_value(state, id) > 0) {
    o.add(Relinquish{id, {}, {}});
    Relinquish move{id, base_at(state, leader->base).at, {}};
    o.pattern(move, {fill_in(NeedKind::Pose, "to")});
    for (const UnitId& formation : formations_of(state, leader->side)) {
      o.add(GiveOrder{id, formation}, {dice_after()});
      if (!leader->hero() && gap_between(state, id, formation).distance().value <= on_table(state, kRelinquishMoveCm))
        o.add(Relinquish{id, {}, formation});
    }
  }
  if (!leader->hero()) return;
  if (state.turn.phase == Phase::Might) o.add(CallOfMight{id});
  if (state.turn.phase == Phase::Heroic) {
    o.add(TestHero{id}, {dice_after()});
    o.add(StopRun{id});
    if (state.turn.permit && state.turn.permit->unit == id) {
      o.pattern(MoveHero{id, base_at(state, leader->base).at, {}}, {fill_in(NeedKind::Pose, "to")});
      for (const UnitId& formation : formations_of(state, leader->side))
        if (gap_between(state, id, formation).distance().value <= on_table(state, kHeroMoveCm)) o.add(MoveHero{id, {}, formation});
      if (!leader->with.empty()) offer_moves(o, leader->with);
    }
  }
}

void offer_unit(Offering& o, const UnitId& id) {
  const State& state = o.state;
  if (state.leaders.contains(id)) {
    offer_leader(o, id);
    return offer_fights(o, id);
  }
  if (state.turn.phase == Phase::Deployment) return offer_deployment(o, id);
  const Formation* formation = find_formation(state, id);
  if (formation == nullptr) return;
  if (formation->side == state.turn.active) {
    // In other phases these say why not.
    if (formation->weight == Weight::L) {
      o.add(TestSkirmishers{id}, {dice_after()});
      if (state.turn.phase == Phase::Skirmish) o.add(StopRun{id});
    } else {
      o.add(CallOfPower{id});
      for (const UnitId& leader : leaders_of(state, formation->side))
        if (command_value(state, leader) > 0) o.add(GiveOrder{leader, id}, {dice_after()});
    }
    if (const UnitId hero = hero_with(state, id); state.turn.phase == Phase::Might && !hero.empty()) o.add(CallOfMight{hero});
    offer_moves(o, id);
  }
  offer_fights(o, id);
}

void offer_wait(Offering& o, const Wait& wait) {
  for (const Option& option : wait.options) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.choices = {option.key};
    o.add(answer);
  }
  if (wait.chance) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.values.assign(static_cast<std::size_t>(wait.chance->count), wait.chance->lowest);
    o.add(answer, {dice_after()});
  }
}

void offer_general(Offering& o) {
  const Turn& turn = o.state.turn;
  if (turn.phase == Phase::Over || !o.state.agenda.idle()) return;
  if (turn.phase == Phase::Deployment) {
    for (const Side side : {Side::A, Side::B})
      if (engine::may_answer(o.viewer, viewer_of(side)) && !all_deployed(o.state, side)) o.add(DeployArmy{side});
    return o.add(BeginBattle{});
  }
  if (turn.permit) o.add(Forgo{});
  o.add(EndPhase{});
  EndBattle end;  // one side concedes; both agree that nobody has won
  if (o.viewer == Viewer::A || o.viewer == Viewer::B) end.winner = o.viewer == Viewer::A ? Side::B : Side::A;
  o.pattern(end, {engine::say_yes()});
}

}  // namespace

std::vector<Offer<Command>> Rules::offers(const State& state, Viewer viewer, const About& about) {
  Offering o{state, viewer};
  std::visit(Overloaded{[&](const AboutNothing&) { offer_general(o); },
                        [&](const AboutAll&) {
                          for (const Wait& wait : state.agenda.open_waits()) offer_wait(o, wait);
                          for (const OwedPlacement& owed : state.agenda.owed) o.add(PlaceBases{owed.id, owed.unit, {}});
                          offer_general(o);
                          if (!state.agenda.idle()) return;
                          for (const auto& [id, formation] : state.formations)
                            if (engine::may_answer(viewer, viewer_of(formation.side))) offer_unit(o, id);
                          for (const auto& [id, leader] : state.leaders)
                            if (engine::may_answer(viewer, viewer_of(leader.side))) offer_unit(o, id);
                        },
                        [&](const UnitId& id) {
                          if (state.agenda.idle() && side_of(state, id)) offer_unit(o, id);
                        },
                        [&](const WaitId& id) {
                          for (const Wait& wait : state.agenda.open_waits())
                            if (wait.id == id) offer_wait(o, wait);
                        }},
             about);
  return std::move(o.offers);
}

}  // namespace polemarch::paean
