/// The offers door: what may be done, and what may not with the reasons. Every offer is judged by judge() itself.
#include <algorithm>

#include "engine/rulesets/hail_caesar/judge.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

using Offers = std::vector<Offer<Command>>;

void add(const State& state, Viewer viewer, Offers& offers, Command command, std::vector<std::string> needed = {}) {
  Verdict verdict = Rules::judge(state, viewer, command);
  offers.push_back({std::move(command), std::move(verdict), std::move(needed)});
}

/// Foes worth naming: nearest first, at most this many.
constexpr std::size_t kFoes = 8;

void command_offers(const State& state, Viewer viewer, const UnitId& id, const Unit& unit, Offers& offers) {
  const UnitId own = general_of(state, unit), commander = army_commander(state, unit.side);
  for (const UnitId& general : {own, own == commander ? UnitId{} : commander}) {
    if (general.empty()) continue;
    add(state, viewer, offers, GiveOrder{general, id, {}}, {"dice"});
    add(state, viewer, offers, FollowMe{general, id}, {"dice"});
    add(state, viewer, offers, RallyUnit{id, general}, {"dice"});
    add(state, viewer, offers, JoinUnit{general, id});
  }
  if (!commander.empty() && of_broken_division(state, unit)) add(state, viewer, offers, WhereIsYourCourage{commander, id}, {"dice"});
}

void unit_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  if (state.phase == Phase::Deployment) {
    PlaceBases place;
    place.unit = id;
    for (const Stand& stand : unit.stands) place.poses.push_back({stand.base, stand.at});
    add(state, viewer, offers, place, {"poses"});
    return;
  }
  if (!unit.in_play()) return;
  const bool mine = unit.side == state.active;
  std::vector<Foe> foes = enemies_by_distance(state, id);
  if (foes.size() > kFoes) foes.resize(kFoes);
  if (state.phase == Phase::Rally && mine) add(state, viewer, offers, RallyUnit{id, {}}, {"dice"});
  if ((state.phase == Phase::Initiative || state.phase == Phase::Orders) && mine) {
    MoveUnit stay;
    stay.unit = id;
    add(state, viewer, offers, stay, {"poses"});
    for (const Foe& foe : foes) add(state, viewer, offers, ChargeUnit{id, foe.unit, {}, {}}, {"poses"});
    for (const Terrain& terrain : state.terrain) {
      if (terrain.cover < Cover::Buildings) continue;
      MoveUnit enter;
      enter.unit = id;
      enter.in = terrain.id;
      add(state, viewer, offers, enter);
    }
  }
  if (state.phase == Phase::Orders && mine) command_offers(state, viewer, id, unit, offers);
  if (state.phase == Phase::Shooting && mine)
    for (const Foe& foe : foes) add(state, viewer, offers, Shoot{id, foe.unit, {}, {}}, {"dice"});
  for (const Contact& contact : unit.contacts)
    if (unit.profile.can_closing_shot && state.units.at(contact.foe).turn.charged)
      add(state, viewer, offers, ClosingShot{id, contact.foe}, {"dice"});
  for (const auto& [other, mover] : state.units)
    if (std::find(mover.turn.crossed.begin(), mover.turn.crossed.end(), id) != mover.turn.crossed.end() && mover.in_play())
      add(state, viewer, offers, TraversingShot{id, other}, {"dice"});
  if (state.phase == Phase::HandToHand && in_combat(unit)) add(state, viewer, offers, FightCombat{id}, {"dice"});
  if (state.phase == Phase::HandToHand)
    for (const auto& [general, who] : state.generals)
      if (who.side == unit.side && who.on_table) add(state, viewer, offers, JoinUnit{general, id});
  if (state.may_follow.contains(id)) add(state, viewer, offers, FollowUp{id});
}

void general_offers(const State& state, Viewer viewer, const UnitId& id, const General& general, Offers& offers) {
  if (state.phase == Phase::Deployment) {
    PlaceBases place;
    place.unit = id;
    place.poses = {{general.stand.base, general.stand.at}};
    add(state, viewer, offers, place, {"poses"});
    return;
  }
  if (!general.on_table || state.phase != Phase::Orders) return;
  if (!general.division.empty()) add(state, viewer, offers, GiveOrder{id, {}, general.division}, {"dice"});
  if (general.army_commander) {
    add(state, viewer, offers, hail_caesar::GeneralAdvance{id}, {"dice"});
    if (state.last_test) add(state, viewer, offers, Reroll{id}, {"dice"});
  }
  add(state, viewer, offers, MoveGeneral{id, general.stand.at}, {"poses"});
}

void wait_offers(const State& state, Viewer viewer, const Wait& wait, Offers& offers) {
  for (const Option& option : wait.options) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.choices = {option.key};
    add(state, viewer, offers, answer);
  }
  if (wait.chance) {
    // Dice are brought from outside: the offer shows how many; it is whole once they are typed.
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.values.assign(static_cast<std::size_t>(wait.chance->count), wait.chance->lowest);
    add(state, viewer, offers, answer, {"dice"});
  }
}

}  // namespace

Offers Rules::offers(const State& state, Viewer viewer, const About& about) {
  Offers offers;
  std::visit(Overloaded{[&](const AboutNothing&) {
                          if (state.phase != Phase::Ended) add(state, viewer, offers, EndPhase{});
                        },
                        [&](const AboutAll&) {
                          for (const Wait& wait : state.agenda.open_waits()) wait_offers(state, viewer, wait, offers);
                          for (const OwedPlacement& owed : state.agenda.owed)
                            add(state, viewer, offers, PlaceBases{owed.id, owed.unit, {}});
                          if (state.phase != Phase::Ended) add(state, viewer, offers, EndPhase{});
                          for (const auto& [id, unit] : state.units)
                            if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(unit.side))
                              unit_offers(state, viewer, id, offers);
                          for (const auto& [id, general] : state.generals)
                            if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(general.side))
                              general_offers(state, viewer, id, general, offers);
                        },
                        [&](const UnitId& id) {
                          if (state.units.contains(id)) unit_offers(state, viewer, id, offers);
                          if (const auto general = state.generals.find(id); general != state.generals.end())
                            general_offers(state, viewer, id, general->second, offers);
                        },
                        [&](const WaitId& id) {
                          for (const Wait& wait : state.agenda.open_waits())
                            if (wait.id == id) wait_offers(state, viewer, wait, offers);
                        }},
             about);
  return offers;
}

}  // namespace polemarch::hail_caesar
