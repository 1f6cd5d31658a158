/// The offers door: what may be done, and what may not with the reasons. Every offer is judged by judge() itself.
#include <algorithm>

#include "engine/rulesets/hail_caesar/show/offering.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void add_offer(const State& state, Viewer viewer, Offers& offers, Command command, Needs needed) {
  Verdict verdict = Rules::judge(state, viewer, command);
  const bool whole = std::all_of(needed.begin(), needed.end(), [](const Need& need) { return need.field.empty(); });
  offers.push_back({std::move(command), std::move(verdict), std::move(needed), whole});
}

namespace {

/// Foes worth naming: nearest first, at most this many.
constexpr std::size_t kFoes = 8;

/// Shots at the foes in range and at the nearest beyond it; a unit that does not shoot says so once.
void shot_offers(const State& state, Viewer viewer, const UnitId& id, const std::vector<Foe>& foes, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const auto weapon = weapon_of(unit.profile);
  const bool shoots = weapon && (unit.profile.short_ranged > 0 || unit.profile.long_ranged > 0) && !unit.turn.shot && !in_combat(unit);
  Looks looks;
  for (const Foe& foe : foes) {
    const bool beyond = !shoots || foe.gap.value.mm() > range_of(*weapon).mm() + 6 * foe.gap.sd.mm() + 1;
    Shoot shot{id, foe.unit, {}, {}, {}, {}};
    Verdict verdict = judge_shoot(state, viewer, shot, &looks);
    const bool open = verdict.ruling == Ruling::TooCloseToCall;
    offers.push_back({shot, std::move(verdict), {dice_after()}});
    if (open) {
      // The players' word on sight settles it where sight is the doubt.
      shot.seen = true;
      Verdict said = judge_shoot(state, viewer, shot, &looks);
      if (said.allowed()) offers.push_back({std::move(shot), std::move(said), {dice_after()}});
    }
    if (beyond) return;
  }
}

void unit_offers(const State& state, Viewer viewer, const UnitId& id, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  if (state.phase == Phase::Deployment) return deployment_offers(state, viewer, id, offers);
  if (!unit.in_play()) return;
  const bool mine = unit.side == state.active;
  if (state.phase == Phase::Rally && mine) add_offer(state, viewer, offers, RallyUnit{id, {}}, {dice_after()});
  if ((state.phase == Phase::Initiative || state.phase == Phase::Orders) && mine)
    move_offers(state, viewer, id, nearest_enemies(state, unit, kFoes), offers);
  if (state.phase == Phase::Orders && mine) command_offers(state, viewer, id, offers);
  if (state.phase == Phase::Shooting && mine) shot_offers(state, viewer, id, nearest_enemies(state, unit, kFoes), offers);
  response_offers(state, viewer, id, offers);
  if (state.phase != Phase::HandToHand) return;
  if (in_combat(unit)) add_offer(state, viewer, offers, FightCombat{id}, {dice_after()});
  for (const auto& [general, who] : state.generals)
    if (who.side == unit.side && who.on_table && who.joined != id) add_offer(state, viewer, offers, JoinUnit{general, id});
}

void wait_offers(const State& state, Viewer viewer, const Wait& wait, Offers& offers) {
  for (const Option& option : wait.options) {
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.choices = {option.key};
    add_offer(state, viewer, offers, answer);
  }
  if (wait.chance) {
    // Dice are brought from outside: the offer shows how many; it is whole once they are typed.
    AnswerWait answer;
    answer.wait = wait.id;
    answer.answer.values.assign(static_cast<std::size_t>(wait.chance->count), wait.chance->lowest);
    add_offer(state, viewer, offers, answer, {dice_after()});
  }
}

}  // namespace

Offers Rules::offers(const State& state, Viewer viewer, const About& about) {
  Offers offers;
  std::visit(Overloaded{[&](const AboutNothing&) { battle_offers(state, viewer, offers); },
                        [&](const AboutAll&) {
                          for (const Wait& wait : state.agenda.open_waits()) wait_offers(state, viewer, wait, offers);
                          for (const OwedPlacement& owed : state.agenda.owed)
                            add_offer(state, viewer, offers, PlaceBases{owed.id, owed.unit, {}});
                          battle_offers(state, viewer, offers);
                          for (const auto& [id, unit] : state.units)
                            if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(unit.side))
                              unit_offers(state, viewer, id, offers);
                          for (const auto& [id, general] : state.generals)
                            if (viewer == Viewer::Umpire || viewer == Viewer::Both || viewer == viewer_of(general.side))
                              general_offers(state, viewer, id, offers);
                        },
                        [&](const UnitId& id) {
                          if (state.units.contains(id)) unit_offers(state, viewer, id, offers);
                          if (const auto general = state.generals.find(id); general != state.generals.end())
                            general_offers(state, viewer, id, offers);
                        },
                        [&](const WaitId& id) {
                          for (const Wait& wait : state.agenda.open_waits())
                            if (wait.id == id) wait_offers(state, viewer, wait, offers);
                        }},
             about);
  return offers;
}

}  // namespace polemarch::hail_caesar
