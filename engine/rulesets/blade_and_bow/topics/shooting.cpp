#include "engine/rulesets/blade_and_bow/topics/shooting.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

using engine::refuse;

ShotCheck shot_check(const State& state, const Unit& shooter, const Unit& target, const ZoneMap& enemy_zones) {
  ShotCheck check;
  const Profile& figures = shooter.profile();
  check.points = points_between(shooter.square, target.square);
  check.range = figures.range + terrain_at(state.map, shooter.square).range_change;  // BB-TER-08
  if (target.side == shooter.side) return check.verdict = engine::impossible(target.id.text + " is a friend"), check;
  if (!target.on_map()) return check.verdict = engine::impossible(target.id.text + " is not on the map"), check;
  if (figures.fire <= 0) return check.verdict = refuse("BB-RNG-01", shooter.id.text + " has no ranged box"), check;
  if (shooter.disrupted) return check.verdict = refuse("BB-RNG-03", shooter.id.text + " is disrupted"), check;
  if (enemy_zones.covers(shooter.square))
    return check.verdict = refuse("BB-RNG-02", shooter.id.text + " stands in an enemy zone of control"), check;
  if (check.points > check.range)
    return check.verdict = refuse("BB-RNG-04", "out of range of " + shooter.id.text, check.points, check.range, "points"), check;
  check.turn = turn_to_bring_into_arc(state.map, shooter.square, shooter.facing, target.square);
  if (check.turn.steps > 0 && shooter.wall)
    return check.verdict = refuse("BB-SW-06", shooter.id.text + " is in shield wall and may not turn (BB-AMB-70)"), check;
  const Sight sight = sight_between(state, shooter.square, target.square);
  if (!sight.clear)
    return check.verdict = refuse("BB-RNG-06", "no line of sight: " + sight.why + " in " + words_of(sight.blocking.front())), check;
  check.verdict = engine::allow();
  return check;
}

ShotDice shot_dice(const State& state, const std::vector<const Unit*>& shooters, const Unit& target, int rotation) {
  ShotDice dice;
  const auto line = [&](int amount, const char* rule, const std::string& text, bool of_attack = false) {
    dice.lines.push_back({rule, text, static_cast<double>(amount), {}, "dice", {}});
    dice.of_attack.push_back(of_attack);
  };
  for (const Unit* shooter : shooters) {
    dice.attack += shooter->profile().fire;
    line(shooter->profile().fire, "BB-RNG-13", shooter->id.text + " shoots", true);
  }
  const Side attacker = other(target.side);
  dice.defence = target.profile().missile_defence;
  line(dice.defence, "BB-RNG-16", target.id.text + " missile defence");
  if (const int ground = terrain_at(state.map, target.square).missile_dice; ground != 0) {
    dice.defence += ground;
    line(ground, "BB-TER-07", "terrain");
  }
  if (rotation > 0) {
    dice.defence += rotation;
    line(rotation, "BB-RNG-11", "shooters turned");
  }
  if (target.wall) {
    dice.defence += 1;
    line(1, "BB-RNG-17", "shield wall");
  }
  for (const ActiveEffect& effect : state.effects) {
    const bool mine = effect.side == attacker && (effect.unit.empty() || std::any_of(shooters.begin(), shooters.end(),
                                                                                     [&](const Unit* u) { return u->id == effect.unit; }));
    const bool his = effect.side == target.side && (effect.unit.empty() || effect.unit == target.id);
    const Card* card = card_numbered(state, effect.card);
    const std::string text = card == nullptr ? "card " + std::to_string(effect.card) : card->title;
    if (effect.kind == EffectKind::AttackDice && mine) {
      dice.attack += effect.amount;
      line(effect.amount, "BB-RNG-14", text, true);
    }
    if (effect.kind == EffectKind::DefenceDice && his) {
      dice.defence += effect.amount;
      line(effect.amount, "BB-RNG-16", text);
    }
    if (effect.kind == EffectKind::ShotModifier && mine) dice.attack_modifier += effect.amount;
    if (effect.kind == EffectKind::ShotModifier && his) dice.defence_modifier += effect.amount;
  }
  dice.attack = std::max(dice.attack, 0);
  dice.defence = std::max(dice.defence, 0);
  if (state.options.shot_dice_limit > 0) {  // BB-AMB-100
    dice.attack = std::min(dice.attack, state.options.shot_dice_limit);
    dice.defence = std::min(dice.defence, state.options.shot_dice_limit);
  }
  return dice;
}

std::optional<ShotDice> planned_shot(const State& state, const std::vector<UnitId>& units, const UnitId& target) {
  const Unit* at = find_unit(state, target);
  if (at == nullptr || !at->on_map() || units.empty()) return std::nullopt;
  const ZoneMap zones(state, at->side);
  std::vector<const Unit*> shooters;
  int rotation = 0;
  for (const UnitId& id : units) {
    const Unit* shooter = find_unit(state, id);
    if (shooter == nullptr || !shooter->on_map()) return std::nullopt;
    const ShotCheck check = shot_check(state, *shooter, *at, zones);
    if (!check.verdict.allowed()) return std::nullopt;
    rotation += check.turn.steps;
    shooters.push_back(shooter);
  }
  return shot_dice(state, shooters, *at, rotation);
}

HitEffects shot_effects(const Unit& unit, int ranks, int hits) {
  HitEffects effects;
  if (hits > 0 && !unit.disrupted) {
    effects.disrupted = true;  // BB-RNG-20
    --hits;
  }
  if (unit.has_ranks()) {
    effects.ranks = std::min(hits, ranks);  // BB-RNG-21; flexible units ignore nothing here (BB-RNG-22)
    hits -= effects.ranks;
  }
  effects.rout_dice = std::max(hits, 0);  // BB-RNG-23
  return effects;
}

HitEffects melee_effects(const Unit& unit, int ranks, int hits) {
  HitEffects effects;
  const Density density = unit.type.good.density;
  const int steps = density == Density::Open ? 0 : ranks;
  if (density == Density::Flexible) {
    effects.ignored = std::min(hits, 1 + steps);  // BB-HIT-10, BB-AMB-59
    hits -= effects.ignored;
  }
  if (hits > 0 && !unit.disrupted) {
    effects.disrupted = true;
    --hits;
  }
  effects.ranks = std::min(hits, steps);
  hits -= effects.ranks;
  if (hits > 0) {
    effects.recoil = true;
    --hits;
  }
  effects.rout_dice = std::max(hits, 0);
  return effects;
}

bool marker_decides(const Unit& unit, int hits, bool melee) {
  const auto effects = melee ? melee_effects : shot_effects;
  return unit.has_ranks() && effects(unit, 0, hits) != effects(unit, kHighestRanks, hits);
}

int count_hits(const std::vector<int>& dice, int modifier, int hits_up_to) {
  return static_cast<int>(std::count_if(dice.begin(), dice.end(), [&](int die) { return std::clamp(die + modifier, 1, 6) <= hits_up_to; }));
}

int count_cancels(const std::vector<int>& dice, int modifier) {
  return static_cast<int>(
      std::count_if(dice.begin(), dice.end(), [&](int die) { return std::clamp(die + modifier, 1, 6) >= kCancelsFrom; }));
}

}  // namespace polemarch::blade_and_bow
