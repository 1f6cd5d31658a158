/// Ranged combat from the dice to the recoil. Rules BB-RNG.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/morale.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

namespace polemarch::blade_and_bow {
namespace {

ShotDice dice_now(const State& state) {
  std::vector<const Unit*> shooters;
  for (const UnitId& id : state.fight->attackers) shooters.push_back(&state.units.at(id));
  return shot_dice(state, shooters, state.units.at(state.fight->target), state.fight->rotation);
}

}  // namespace

void resume(Unfold& u, const ShotAttack& s, const engine::Answers& answers) {
  const ShotDice dice = dice_now(u.state());
  const Side side = u.state().units.at(u.state().fight->attackers.front()).side;
  if (answers.empty() && dice.attack > 0) {
    u.ask(s, engine::ask_dice(side, "BB-RNG-13", "shooting dice at " + u.state().fight->target.text, dice.attack));
    return;
  }
  u.emit(DiceThrown{true, answers.empty() ? engine::Checked<int>{} : answers.front().values, 0});
  u.later({ShotDefence{}});
}

void resume(Unfold& u, const ShotDefence& s, const engine::Answers& answers) {
  const ShotDice dice = dice_now(u.state());
  const Unit& target = u.state().units.at(u.state().fight->target);
  if (answers.empty() && dice.defence > 0) {
    u.ask(s, engine::ask_dice(target.side, "BB-RNG-16", "defence dice of " + target.id.text, dice.defence));
    return;
  }
  u.emit(DiceThrown{false, answers.empty() ? engine::Checked<int>{} : answers.front().values, 0});
  std::vector<Step> steps;
  const ShotDice now = dice_now(u.state());
  const int hits = count_hits(u.state().fight->attack_dice, now.attack_modifier, kHitsUpTo);
  const int cancels = count_cancels(u.state().fight->defence_dice, now.defence_modifier);
  if (!target.ranks.value && marker_decides(target, std::max(0, hits - cancels), false)) steps.emplace_back(AskRanks{target.id});
  steps.emplace_back(ShotEffect{});
  u.later(std::move(steps));
}

void resume(Unfold& u, const ShotEffect&, const engine::Answers&) {
  const Fight& fight = *u.state().fight;
  const Unit& target = u.state().units.at(fight.target);
  const UnitId id = target.id;
  const ShotDice dice = dice_now(u.state());
  const int hits = count_hits(fight.attack_dice, dice.attack_modifier, kHitsUpTo);  // BB-RNG-15
  const int cancels = count_cancels(fight.defence_dice, dice.defence_modifier);     // BB-RNG-18
  const int net = std::max(0, hits - cancels);                                      // BB-RNG-19
  u.emit(HitsCounted{hits, cancels, 0, 0, net, 0});
  const HitEffects effects = shot_effects(target, target.ranks.value.value_or(0), net);
  const bool walled = target.wall;
  u.emit(UnitHit{id, net, 0, Hurt{.recoil = false, .rout_dice = effects.rout_dice, .hit = effects.any()}});
  if (effects.disrupted) disrupt(u, id, "BB-RNG-20");
  if (walled && effects.any()) u.emit(WallLost{id, effects.rout_dice > 0});
  if (effects.ranks > 0) u.emit(RanksLost{id, effects.ranks});
  std::vector<Step> steps;
  if (effects.any()) steps = casualties_with(u.state(), id);
  if (effects.rout_dice > 0) {
    steps.emplace_back(RoutDice{id, 0});
    steps.emplace_back(ShotRecoil{id});
  }
  steps.emplace_back(EndFight{});
  u.later(std::move(steps));
}

void resume(Unfold& u, const ShotRecoil& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.unit);
  if (!unit.on_map()) return;
  const FallBackChoice choice = fire_recoil_ways(u.state(), unit);
  if (choice.ways.empty()) {
    if (choice.off_map)
      eliminate(u, s.unit, "BB-RNG-44");
    else
      rout(u, s.unit, "BB-RNG-29");
    return;
  }
  std::size_t chosen = 0;
  const auto index_of = [&](const std::string& name) {
    for (std::size_t i = 0; i < choice.ways.size(); ++i)
      if (name_of(choice.ways[i].path.back()) == name) return i;
    return std::size_t{0};
  };
  if (s.to) {
    chosen = index_of(name_of(*s.to));
  } else if (!answers.empty()) {
    chosen = index_of(answers.front().choices.front());
  } else if (choice.ways.size() > 1) {
    std::vector<engine::Option> options;
    for (const FallBack& way : choice.ways) options.push_back({name_of(way.path.back()), "falls back to " + name_of(way.path.back())});
    u.ask(s, engine::ask_choice(unit.side, "BB-RNG-25", "where does " + s.unit.text + " fall back?", std::move(options)));
    return;
  }
  const FallBack way = choice.ways[chosen];
  const std::vector<UnitId> leaders = ids_of(leaders_at(u.state(), unit.square, unit.side));
  const Side side = unit.side;
  const Square left = unit.square, to = way.path.back();
  const auto fall_back = [&] {
    u.emit(UnitFellBack{s.unit, way.path, way.facing, "fire", leaders});
    owe_place(u, s.unit, "BB-RNG-25");
    for (const UnitId& leader : leaders) owe_anew(u, leader);
  };
  if (const Unit* there = unit_at(u.state(), to); there != nullptr) {  // BB-AMB-40: it gives way, where the owner likes
    const UnitId pushed = there->id;
    const std::vector<UnitId> his_leaders = ids_of(leaders_at(u.state(), to, side));
    const std::vector<Square> free = displacement_squares(MoveGround(u.state(), side), to, left);
    std::optional<Square> gives_way_to;
    if (s.to && !answers.empty()) gives_way_to = square_named(answers.front().choices.front());
    if (free.size() == 1) gives_way_to = free.front();
    if (!gives_way_to) {
      u.ask(ShotRecoil{s.unit, to}, engine::ask_choice(side, "BB-INT-09", "where is " + pushed.text + " pushed?", options_of(free)));
      return;
    }
    const bool change_places = *gives_way_to == left;
    const bool unspoiled = !there->disrupted;
    if (change_places) fall_back();
    push_away(u, pushed, *gives_way_to, his_leaders);
    if (unspoiled) lose_wall(u, pushed);
    if (change_places) return;
  }
  fall_back();
  u.later(captures_at(u.state(), way.path.back(), side));
}

}  // namespace polemarch::blade_and_bow
