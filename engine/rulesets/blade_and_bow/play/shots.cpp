/// Ranged combat from the dice to the recoil. Rules BB-RNG.
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

void carry_out(Course& c, const ShotAttack& s, Reply r) {
  const ShotDice dice = dice_now(c.state());
  const Side side = c.state().units.at(c.state().fight->attackers.front()).side;
  if (r == nullptr && dice.attack > 0) {
    c.ask(s, dice_wait(side, dice.attack, "BB-RNG-13", "shooting dice at " + c.state().fight->target.text));
    return;
  }
  c.emit(DiceThrown{true, r == nullptr ? std::vector<int>{} : r->values, 0});
  c.later({ShotDefence{}});
}

void carry_out(Course& c, const ShotDefence& s, Reply r) {
  const ShotDice dice = dice_now(c.state());
  const Unit& target = c.state().units.at(c.state().fight->target);
  if (r == nullptr && dice.defence > 0) {
    c.ask(s, dice_wait(target.side, dice.defence, "BB-RNG-16", "defence dice of " + target.id.text));
    return;
  }
  c.emit(DiceThrown{false, r == nullptr ? std::vector<int>{} : r->values, 0});
  std::vector<Step> steps;
  const ShotDice now = dice_now(c.state());
  const int hits = count_hits(c.state().fight->attack_dice, now.attack_modifier, kHitsUpTo);
  const int cancels = count_cancels(c.state().fight->defence_dice, now.defence_modifier);
  if (hits > cancels && target.has_ranks() && !target.ranks.value) steps.emplace_back(AskRanks{target.id});
  steps.emplace_back(ShotEffect{});
  c.later(std::move(steps));
}

void carry_out(Course& c, const ShotEffect&, Reply) {
  const Fight& fight = *c.state().fight;
  const Unit& target = c.state().units.at(fight.target);
  const UnitId id = target.id;
  const ShotDice dice = dice_now(c.state());
  const int hits = count_hits(fight.attack_dice, dice.attack_modifier, kHitsUpTo);  // BB-RNG-15
  const int cancels = count_cancels(fight.defence_dice, dice.defence_modifier);     // BB-RNG-18
  const int net = std::max(0, hits - cancels);                                      // BB-RNG-19
  c.emit(HitsCounted{hits, cancels, 0, 0, net, 0});
  const HitEffects effects = shot_effects(target, target.ranks.value.value_or(0), net);
  const bool walled = target.wall;
  c.emit(UnitHit{id, net, 0, Hurt{.recoil = false, .rout_dice = effects.rout_dice, .hit = effects.any()}});
  if (effects.disrupted) disrupt(c, id, "BB-RNG-20");
  if (walled && effects.any()) c.emit(WallLost{id, effects.rout_dice > 0});
  if (effects.ranks > 0) c.emit(RanksLost{id, effects.ranks});
  std::vector<Step> steps;
  if (effects.any()) steps = casualties_with(c.state(), id);
  if (effects.rout_dice > 0) {
    steps.emplace_back(RoutDice{id, 0});
    steps.emplace_back(ShotRecoil{id});
  }
  steps.emplace_back(EndFight{});
  c.later(std::move(steps));
}

void carry_out(Course& c, const ShotRecoil& s, Reply r) {
  const Unit& unit = c.state().units.at(s.unit);
  if (!unit.on_map()) return;
  const FallBackChoice choice = fire_recoil_ways(c.state(), unit);
  if (choice.ways.empty()) {
    if (choice.off_map)
      eliminate(c, s.unit, "BB-RNG-44");
    else
      rout(c, s.unit, "BB-RNG-29");
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
  } else if (r != nullptr) {
    chosen = index_of(r->choices.front());
  } else if (choice.ways.size() > 1) {
    std::vector<engine::Option> options;
    for (const FallBack& way : choice.ways) options.push_back({name_of(way.path.back()), "falls back to " + name_of(way.path.back())});
    c.ask(s, choice_wait(unit.side, "BB-RNG-25", "where does " + s.unit.text + " fall back?", std::move(options)));
    return;
  }
  const FallBack way = choice.ways[chosen];
  const std::vector<UnitId> leaders = ids_of(leaders_at(c.state(), unit.square, unit.side));
  const Side side = unit.side;
  const Square left = unit.square, to = way.path.back();
  if (const Unit* there = unit_at(c.state(), to); there != nullptr) {  // BB-AMB-40: it gives way, where the owner likes
    const UnitId pushed = there->id;
    const std::vector<UnitId> his_leaders = ids_of(leaders_at(c.state(), to, side));
    const std::vector<Square> free = displacement_squares(MoveGround(c.state(), side), to, left);
    std::optional<Square> gives_way_to;
    if (s.to && r != nullptr) gives_way_to = square_named(r->choices.front());
    if (free.size() == 1) gives_way_to = free.front();
    if (!gives_way_to) {
      c.ask(ShotRecoil{s.unit, to}, choice_wait(side, "BB-INT-09", "where is " + pushed.text + " pushed?", options_of(free)));
      return;
    }
    const bool change_places = *gives_way_to == left;
    if (change_places) c.emit(UnitFellBack{s.unit, way.path, way.facing, "fire", leaders});
    c.emit(UnitDisplaced{pushed, *gives_way_to, his_leaders});
    disrupt(c, pushed, "BB-INT-11");
    owe_place(c, pushed, "BB-INT-09");
    if (change_places) return owe_place(c, s.unit, "BB-RNG-25");
  }
  c.emit(UnitFellBack{s.unit, way.path, way.facing, "fire", leaders});
  owe_place(c, s.unit, "BB-RNG-25");
  c.later(captures_at(c.state(), way.path.back(), side));
}

}  // namespace polemarch::blade_and_bow
