#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/movement.hpp"
#include "engine/rulesets/blade_and_bow/topics/sight.hpp"

namespace polemarch::blade_and_bow {

using engine::allow;
using engine::refuse;
using engine::Verdict;

namespace {
const Unit* enemy_at(const State& state, Square square, Side side) {
  if (!state.map.holds(square)) return nullptr;
  const Unit* unit = unit_at(state, square);
  return unit != nullptr && unit->side != side ? unit : nullptr;
}
}  // namespace

Verdict melee_check(const State& state, const Unit& attacker, Square target) {
  if (attacker.disrupted) return refuse("BB-MEL-02", attacker.id.text + " is disrupted");
  const auto front = front_squares(state.map, attacker.square, attacker.facing);
  if (std::find(front.begin(), front.end(), target) == front.end())
    return refuse("BB-MEL-10", words_of(target) + " is not in a front square of " + attacker.id.text);
  const auto walled_off = [&](Square square) {
    const Edge* edge = edge_between(state.map, attacker.square, square);
    return edge != nullptr && edge->impassable;
  };
  if (walled_off(target)) return refuse("BB-MEL-10", "a wall stands between");
  // An enemy directly ahead binds, disrupted or not; an empty camp ahead binds who has no enemy unit in front (BB-AMB-88). Who stands
  // beyond a wall binds nobody.
  const auto faced_at = [&](Square square) { return walled_off(square) ? nullptr : enemy_at(state, square, attacker.side); };
  if (front[0] == target) return allow();
  if (const Unit* ahead = faced_at(front[0]); ahead != nullptr)
    return refuse("BB-MEL-03", "must attack " + ahead->id.text + ", directly ahead");
  const Camp* camp = standing_camp_at(state, front[0]);
  const bool within_reach = camp != nullptr && camp->side != attacker.side && !walled_off(front[0]);
  const bool faces_units = std::any_of(front.begin(), front.end(), [&](Square s) { return faced_at(s) != nullptr; });
  if (within_reach && !faces_units) return refuse("BB-MEL-03", "must attack the camp " + camp->id.text + ", directly ahead (BB-AMB-88)");
  return allow();
}

std::vector<UnitId> lead_candidates(const State& state, const std::vector<UnitId>& attackers, const Unit* target) {
  if (target == nullptr) return attackers;
  std::vector<UnitId> ahead, front;
  for (const UnitId& id : attackers) {
    const Unit& unit = state.units.at(id);
    if (neighbour(state.map, target->square, target->facing) == unit.square) ahead.push_back(id);
    if (aspect_of(state.map, target->square, target->facing, unit.square) == Aspect::Front) front.push_back(id);
  }
  return !ahead.empty() ? ahead : !front.empty() ? front : attackers;
}

MeleeCount melee_count(const State& state, const std::vector<UnitId>& attackers, const Unit* target, bool camp_target,
                       int extra_attack_ranks, RanksCounted counted) {
  const auto ranks_of = [&](const Unit& unit) {
    return counted == RanksCounted::Open && !unit.ranks.revealed ? 0 : unit.ranks.value.value_or(0);
  };
  MeleeCount count;
  count.defence_hits_up_to = kHitsUpTo;
  const auto line = [&](double amount, const char* rule, const std::string& text, bool of_attack = true) {
    count.lines.push_back({rule, text, amount, {}, "dice", {}});
    count.of_attack.push_back(of_attack);
  };
  std::vector<int> unit_dice;
  for (std::size_t i = 0; i < attackers.size(); ++i) {
    const Unit& unit = state.units.at(attackers[i]);
    int dice = kMeleeDiceBySize[static_cast<std::size_t>(unit.profile().size)];
    line(dice, i == 0 ? "BB-DICE-01" : "BB-DICE-15", unit.id.text + (i == 0 ? " leads" : " supports"));
    if (i == 0 && unit.has_ranks()) {
      const int ranks = ranks_of(unit) + extra_attack_ranks;
      if (ranks > 0) line(ranks, "BB-DICE-02", "ranks");
      dice += ranks;
    }
    if (i == 0 && unit.type.immortals) {
      dice += 1;
      line(1, "BB-DICE-10", "Immortals attack");
    }
    if (i == 0) count.lead_dice = dice;
    count.attack += dice;
    int modifier = terrain_at(state.map, unit.square).melee_modifier;
    if (unit.wall) modifier += 1;  // BB-SW-11, BB-AMB-115
    count.attack_modifiers.insert(count.attack_modifiers.end(), static_cast<std::size_t>(dice), modifier);
    if (target != nullptr) {
      const Aspect aspect = aspect_of(state.map, target->square, target->facing, unit.square);
      count.flank = count.flank || aspect == Aspect::LeftFlank || aspect == Aspect::RightFlank;
      count.rear = count.rear || aspect == Aspect::Rear;
    }
  }
  const auto more_attack = [&](int dice, const char* rule, const std::string& text) {
    count.attack += dice;
    if (dice > 0)
      count.attack_modifiers.insert(count.attack_modifiers.end(), static_cast<std::size_t>(dice),
                                    count.attack_modifiers.empty() ? 0 : count.attack_modifiers[0]);
    line(dice, rule, text);
  };
  if (count.rear)
    more_attack(1, "BB-DICE-06", "attacked from behind");
  else if (count.flank)
    more_attack(1, "BB-DICE-04", "attacked in the flank");
  if (target != nullptr) {
    count.defence = kMeleeDiceBySize[static_cast<std::size_t>(target->profile().size)];
    line(count.defence, "BB-DICE-01", target->id.text + " defends", false);
    if (target->has_ranks() && ranks_of(*target) > 0) {
      count.defence += ranks_of(*target);
      line(ranks_of(*target), "BB-DICE-27", "ranks", false);
    }
    if (target->wall) {
      count.defence += 1;
      count.defence_modifier += 1;
      line(1, "BB-DICE-18", "shield wall", false);
    }
    const TerrainKind& ground = terrain_at(state.map, target->square);
    if (ground.enemy_melee_dice != 0) more_attack(ground.enemy_melee_dice, "BB-TER-09", "the defender's ground");
    count.defence_modifier += ground.melee_modifier;
    if (count.flank) count.defence_hits_up_to = kFlankHitsUpTo;         // BB-DICE-05
    if (count.rear || target->disrupted) count.defence_hits_up_to = 0;  // BB-DICE-07, BB-DICE-16
  } else if (camp_target) {
    count.defence = kCampDice;
    line(kCampDice, "BB-CAMP-06", "camp", false);
  }
  if (!attackers.empty()) {
    const int ground = terrain_at(state.map, state.units.at(attackers[0]).square).enemy_melee_dice;
    if (ground != 0) {
      count.defence += ground;
      line(ground, "BB-TER-09", "the attacker's ground", false);
    }
  }
  if (!attackers.empty()) {
    const Side side = state.units.at(attackers[0]).side;
    for (const ActiveEffect& effect : state.effects) {
      const bool mine =
          effect.side == side && (effect.unit.empty() || std::find(attackers.begin(), attackers.end(), effect.unit) != attackers.end());
      const bool his = effect.side != side && (effect.unit.empty() || (target != nullptr && effect.unit == target->id));
      const Card* card = card_numbered(state, effect.card);
      const std::string text = card == nullptr ? "card " + std::to_string(effect.card) : card->title;
      if (mine && effect.kind == EffectKind::AttackDice) more_attack(effect.amount, "BB-DICE-17", text);
      if (his && (effect.kind == EffectKind::DefenceDice || effect.kind == EffectKind::AttackDice)) {
        count.defence += effect.amount;
        line(effect.amount, "BB-DICE-17", text, false);
      }
      if (mine && effect.kind == EffectKind::MeleeModifier)
        for (int& modifier : count.attack_modifiers) modifier += effect.amount;
      if (his && effect.kind == EffectKind::MeleeModifier) count.defence_modifier += effect.amount;
    }
  }
  count.attack = std::clamp(count.attack, 0, kMeleeDiceLimit);  // BB-AMB-56: the cap is last
  count.defence = std::clamp(count.defence, 0, kMeleeDiceLimit);
  count.attack_modifiers.resize(static_cast<std::size_t>(count.attack), 0);
  return count;
}

bool gives_reroll(const State& state, const ActiveEffect& effect) {
  if (effect.kind != EffectKind::Reroll || !state.fight) return false;
  const auto& attackers = state.fight->attackers;
  return effect.unit.empty() || effect.unit == state.fight->target ||
         std::find(attackers.begin(), attackers.end(), effect.unit) != attackers.end();
}

std::vector<UnitId> hit_sharers(const State& state, const Fight& fight) {
  if (fight.camp) return fight.attackers;  // BB-AMB-68: all are frontal
  const Unit& target = state.units.at(fight.target);
  std::vector<UnitId> sharers;
  bool any_front = false;
  for (std::size_t i = 0; i < fight.attackers.size(); ++i) {
    const bool front = aspect_of(state.map, fight.target_square, target.facing, fight.from.at(fight.attackers[i])) == Aspect::Front;
    any_front = any_front || front;
    if (i == 0 || front) sharers.push_back(fight.attackers[i]);
  }
  return any_front ? sharers : std::vector<UnitId>(fight.attackers);
}

std::vector<int> shared_hits(int hits, int sharers) {
  std::vector<int> share(static_cast<std::size_t>(sharers), 0);
  for (int hit = 0; hit < hits && sharers > 0; ++hit) ++share.at(static_cast<std::size_t>(hit % sharers));
  return share;
}

Verdict may_retreat(const State& state, const Unit& target, const std::vector<UnitId>& attackers) {
  if (target.profile().size != Size::Light) return refuse("BB-RET-12", "only light units retreat before melee");
  if (target.disrupted) return refuse("BB-RET-02", "disrupted units may not retreat");
  if (target.wall) return refuse("BB-RET-10", "a shield wall may not retreat");
  const bool cavalry = target.type.unit_class == UnitClass::Cavalry;
  for (const UnitId& id : attackers) {
    const Unit& attacker = state.units.at(id);
    const bool his_cavalry = attacker.type.unit_class == UnitClass::Cavalry, light = attacker.profile().size == Size::Light;
    if (cavalry && his_cavalry && light) return refuse("BB-RET-04", "light cavalry may not retreat from light cavalry");
    if (!cavalry && (his_cavalry || light)) return refuse("BB-RET-03", "light infantry may not retreat from cavalry or light infantry");
  }
  return allow();
}

std::vector<std::vector<Square>> retreat_paths(const State& state, const Unit& target, Square lead) {
  const MoveGround ground(state, target.side);
  std::vector<std::vector<Square>> paths;
  const auto open = [&](Square from, Square to) {
    if (!state.map.holds(to) || squares_apart(to, lead) <= squares_apart(from, lead)) return false;
    if (ground.enemy_zones.covers(to) || ground.unit_in(to) != nullptr) return false;
    const Camp* camp = standing_camp_at(state, to);
    return !barred(state, target.side, from, to) && (camp == nullptr || camp->side == target.side);
  };
  for (int f = 0; f < 8; ++f) {
    const Square first = neighbour(state.map, target.square, static_cast<Facing>(f));
    if (!open(target.square, first)) continue;
    for (int g = 0; g < 8; ++g) {
      const Square second = neighbour(state.map, first, static_cast<Facing>(g));
      if (open(first, second)) paths.push_back({first, second});
    }
  }
  return paths;
}

}  // namespace polemarch::blade_and_bow
