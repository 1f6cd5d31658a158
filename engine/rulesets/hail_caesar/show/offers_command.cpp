/// Offers about generals, deployment and the battle as a whole.
#include <algorithm>
#include <set>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/show/offering.hpp"
#include "engine/rulesets/hail_caesar/topics/charging.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/deployment.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

MoveGeneral general_to(const UnitId& general, const MeasuredPose& to) { return {general, to}; }

/// Out of the way of a charge, with the place where the unit then stands.
void add_evade(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  add_offer(state, viewer, offers, EvadeCharge{id, {}, wanted_evade(state, {id, {}, {}}).stands});
}

/// The way on in the menu where a combat has to be fought first.
void add_combats(const State& state, Viewer viewer, Offers& offers) {
  std::set<UnitId> told;
  for (const auto& [id, unit] : state.units) {
    if (!in_combat(unit) || unit.turn.fought || unit.side != state.active || told.contains(id)) continue;
    for (const UnitId& other : combat_of(state, id)) told.insert(other);
    add_offer(state, viewer, offers, FightCombat{id}, {dice_after()});
  }
}

}  // namespace

void deployment_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  PlaceBases place;
  place.unit = id;
  if (const auto unit = state.units.find(id); unit != state.units.end()) {
    if (!unit->second.on_table)
      for (const MeasuredPose& to : line_places(state, id)) {
        MoveUnit move;
        move.unit = id;
        move.to = to;
        add_offer(state, viewer, offers, std::move(move));
      }
    for (const Stand& stand : unit->second.stands) place.poses.push_back({stand.base, stand.at});
  } else {
    const General& general = general_at(state, id);
    if (!general.on_table)
      for (const MeasuredPose& to : general_places(state, id)) add_offer(state, viewer, offers, general_to(id, to));
    place.poses = {{general.stand.base, general.stand.at}};
  }
  add_offer(state, viewer, offers, std::move(place), {fill_in(NeedKind::Pose, "poses")});
}

void command_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const UnitId own = general_of(state, unit), commander = army_commander(state, unit.side);
  if (own.empty() && commander.empty())
    return add_offer(state, viewer, offers, GiveOrder{{}, id, {}}, {dice_after()});  // refused, with why
  for (const UnitId& general : {own, own == commander ? UnitId{} : commander}) {
    if (general.empty()) continue;
    add_offer(state, viewer, offers, GiveOrder{general, id, {}}, {dice_after()});
    add_offer(state, viewer, offers, FollowMe{general, id}, {dice_after()});
    add_offer(state, viewer, offers, RallyUnit{id, general}, {dice_after()});
    add_offer(state, viewer, offers, JoinUnit{general, id});
  }
  if (!commander.empty() && of_broken_division(state, unit))
    add_offer(state, viewer, offers, WhereIsYourCourage{commander, id}, {dice_after()});
}

void general_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  const General& general = general_at(state, id);
  if (state.phase == Phase::Deployment) return deployment_offers(state, viewer, id, offers);
  if (!general.on_table || state.phase != Phase::Orders) return;
  if (!general.division.empty() || !general.army_commander)
    add_offer(state, viewer, offers, GiveOrder{id, {}, general.division}, {dice_after()});
  if (general.army_commander || army_commander(state, general.side).empty()) {
    add_offer(state, viewer, offers, hail_caesar::GeneralAdvance{id}, {dice_after()});
    if (state.last_test) add_offer(state, viewer, offers, Reroll{id}, {dice_after()});
    // He orders the divisions of lost generals.
    for (const auto& [key, division] : state.divisions)
      if (division.side == general.side && division.name != general.division && !led(state, division))
        add_offer(state, viewer, offers, GiveOrder{id, {}, division.name}, {dice_after()});
  }
  if (general.side == state.active && !general.moved && !general.joined_this_turn)
    for (const MeasuredPose& to : places_beside_units(state, id)) add_offer(state, viewer, offers, general_to(id, to));
  add_offer(state, viewer, offers, MoveGeneral{id, general.stand.at}, {fill_in(NeedKind::Pose, "poses")});
}

void response_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  if ((state.phase == Phase::Initiative || state.phase == Phase::Orders) && !chargers_of(state, id).empty()) {
    add_evade(state, viewer, id, offers);
    if (!offers.back().verdict.allowed()) add_offer(state, viewer, offers, EvadeCharge{id, {}, {}}, {fill_in(NeedKind::Pose, "poses")});
    add_offer(state, viewer, offers, CounterCharge{id});
  }
  for (const Contact& contact : unit.contacts)
    if (unit.profile.can_closing_shot && state.units.at(contact.foe).turn.charged)
      add_offer(state, viewer, offers, ClosingShot{id, contact.foe}, {dice_after()});
  const auto among = [&](const std::vector<UnitId>& units) { return std::find(units.begin(), units.end(), id) != units.end(); };
  for (const auto& [other, mover] : state.units)
    if (mover.in_play() && (among(mover.turn.crossed) || among(mover.turn.maybe_crossed)))
      add_offer(state, viewer, offers, TraversingShot{id, other}, {dice_after()});
  const std::vector<UnitId> losers = may_follow(state, id);
  for (const UnitId& loser : losers) add_offer(state, viewer, offers, FollowUp{id, losers.size() > 1 ? loser : UnitId{}});
}

void battle_offers(const State& state, Viewer viewer, Offers& offers) {
  if (state.phase == Phase::Ended) return;
  if (state.phase == Phase::Deployment)
    for (const Side side : {Side::A, Side::B})
      if (speaks_for(viewer, side) && !all_deployed(state, side)) add_offer(state, viewer, offers, DeployArmy{side});
  if (state.phase == Phase::HandToHand && speaks_for(viewer, state.active)) add_combats(state, viewer, offers);
  if (state.phase == Phase::Deployment) {
    for (const Side side : {Side::A, Side::B})
      if (speaks_for(viewer, side)) add_offer(state, viewer, offers, EndPhase{side});
  } else {
    add_offer(state, viewer, offers, EndPhase{});
  }
  Offers rights;
  for (const auto& [id, unit] : state.units)
    if (unit.in_play() && speaks_for(viewer, unit.side) && state.phase != Phase::Deployment) response_offers(state, viewer, id, rights);
  if (state.last_test && state.phase == Phase::Orders && speaks_for(viewer, state.active))
    if (const UnitId commander = army_commander(state, state.active); !commander.empty())
      add_offer(state, viewer, rights, Reroll{commander}, {dice_after()});
  for (Offer<Command>& offer : rights)
    if (offer.verdict.allowed() && offer.whole) offers.push_back(std::move(offer));
  if (nobody_commands(state) && (viewer == Viewer::A || viewer == Viewer::B)) add_offer(state, viewer, offers, EndBattle{});
  EndBattle end;  // one side concedes; both agree that nobody has won
  if (viewer == Viewer::A || viewer == Viewer::B) end.winner = viewer == Viewer::A ? Side::B : Side::A;
  Verdict verdict = Rules::judge(state, viewer, end);
  offers.push_back({end, std::move(verdict), {say_yes()}, false});
}

}  // namespace polemarch::hail_caesar
