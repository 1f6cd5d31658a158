#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::Reason;
using engine::Ruling;

Reason fact(std::string rule, std::string text, int value) {
  return {std::move(rule), std::move(text), static_cast<double>(value), {}, {}, {}};
}

/// "closing shots -1": the value stands in the text too, for plain print.
Reason line(std::string rule, std::string text, int value) {
  text += (value > 0 ? " +" : " ") + std::to_string(value);
  return {std::move(rule), std::move(text), static_cast<double>(value), {}, {}, {}};
}

bool covers_all_round(const State& state, const Unit& unit) { return in_buildings(state, unit) || unit.formation == Formation::Square; }

bool config_over_height(const State& state) { return state.config.shoot.artillery_over == "height"; }

}  // namespace

Ruling in_arc(const State& state, const Unit& shooter, const Unit& target) {
  if (covers_all_round(state, shooter)) return Ruling::Allowed;
  const geo::ArcSpec arc{geo::Edge::Front, Angle::from_deg(state.config.shoot.shooting_arc_deg), geo::Apex::EdgeEnds};
  return geo::formation_in_arc(body_of(shooter), arc, shapes_of(target)).touched();
}

ShotPlan plan_shot(const State& state, const UnitId& id, const UnitId& target, ShotKind kind, const PlayersWord& word) {
  const Unit& unit = unit_at(state, id);
  const Unit& foe = unit_at(state, target);
  const Config& config = state.config;
  ShotPlan plan;
  plan.weapon = weapon_of(unit.profile);
  plan.gap = gap_between(unit, foe);
  plan.face = quarter_facing(unit, foe);
  plan.view = view_of(state, id, target);
  const bool garrison = in_buildings(state, unit);

  const bool reaction = kind != ShotKind::Shooting;
  const bool near = reaction || plan.gap.value <= inches(config.shoot.ranged_short_limit_in);
  const int value = near ? unit.profile.short_ranged : unit.profile.long_ranged;
  plan.dice = ranged_dice(value, unit.profile.size, unit.formation, garrison, config);
  plan.dice_lines.push_back(fact("HC-SHO-T2", (near ? "short ranged value " : "long ranged value ") + std::to_string(value), value));
  const Size size = unit.profile.size;
  if (garrison)
    plan.dice_lines.push_back(fact("HC-SHO-T3", "garrison: 2 dice a face", plan.dice));
  else if (unit.formation == Formation::Square)
    plan.dice_lines.push_back(fact("HC-SHO-T3", "square: 1 die", plan.dice));
  else if (plan.dice == 0 && value > 0)
    plan.dice_lines.push_back(fact("HC-SHO-T3", std::string(word_of(unit.formation)) + ": none", 0));
  else if (size == Size::Large)
    plan.dice_lines.push_back(line("HC-SHO-T2", "large", 1));
  else if (size == Size::Small)
    plan.dice_lines.push_back(line("HC-SHO-T2", "small", -1));
  if (size == Size::Tiny && plan.dice > 0) plan.dice_lines.push_back(fact("HC-SHO-T2", "tiny: 1 die in all", 1));

  std::vector<Reason>& mods = plan.hit_lines;
  if (is_shaken(unit, config) || unit.disordered) mods.push_back(line("HC-SHO-02", "shooters shaken or disordered", -1));
  const std::size_t own = mods.size();
  if (word.obscured.value_or(plan.view.partly_obscured())) mods.push_back(line("HC-SHO-03", "target partly obscured", -1));
  if (foe.open_order()) mods.push_back(line("HC-SHO-04", "target in open order", -1));
  if (has_artillery(foe.profile)) mods.push_back(line("HC-SHO-05", "target is artillery", -1));
  if (foe.formed() && foe.profile.shielded && foe.profile.heavy_infantry && quarter_facing(foe, unit) == Facing::Front)
    mods.push_back(line("HC-SHO-06", "shielded heavy infantry, front quarter", -1));
  if (foe.formed() && foe.profile.cataphract) mods.push_back(line("HC-SHO-07", "formed cataphracts", -1));
  if (foe.profile.baggage) mods.push_back(line("HC-SHO-17", "target is baggage", -1));
  if (!config.shoot.target_mods_add && mods.size() > own + 1) mods.resize(own + 1);
  if (kind == ShotKind::Closing) mods.push_back(line("HC-SHO-08", "closing shots", -1));
  if (kind == ShotKind::Traversing) mods.push_back(line("HC-SHO-09", "traversing shots", -1));
  const bool can_be_extreme = config.shoot.extreme_range_for == "all" || (plan.weapon && is_artillery(*plan.weapon));
  if (!reaction && plan.weapon && can_be_extreme && plan.gap.value.mm() > config.shoot.extreme_range_fraction * range_of(*plan.weapon).mm())
    mods.push_back(line("HC-SHO-10", "extreme range", -1));
  int sum = 0;
  for (const Reason& r : mods) sum += static_cast<int>(*r.value);
  plan.needed = config.shoot.to_hit_base - sum;
  return plan;
}

engine::Verdict judge_shot(const State& state, const UnitId& id, const UnitId& target, ShotKind kind, const PlayersWord& word) {
  const Unit& unit = unit_at(state, id);
  const Unit& foe = unit_at(state, target);
  const ShotPlan plan = plan_shot(state, id, target, kind, word);
  std::vector<Reason> told = plan.dice_lines;
  told.insert(told.end(), plan.hit_lines.begin(), plan.hit_lines.end());
  const auto with_told = [&](engine::Verdict v) {
    v.reasons.insert(v.reasons.end(), told.begin(), told.end());
    return v;
  };
  if (unit.profile.short_ranged <= 0 && unit.profile.long_ranged <= 0) return engine::refuse("HC-SHO-T2", "it has no ranged value");
  if (!plan.weapon && kind == ShotKind::Shooting) return engine::refuse("HC-SHO-T1", "it has no ranged weapon");
  if (plan.dice <= 0) {
    const bool formation = unit.formation == Formation::Column || unit.formation == Formation::Testudo;
    if (formation) return engine::refuse("HC-SHO-T3", "a unit in " + std::string(word_of(unit.formation)) + " does not shoot");
    return engine::refuse("HC-SHO-T2", "it has no dice at this range");
  }
  if (kind == ShotKind::Shooting) {
    const Length range = range_of(*plan.weapon);
    const Ruling in_range = geo::within(plan.gap, range);
    const engine::Verdict too_far =
        settled(state, geo::verdict_of(in_range, "HC-SHO-T1", "range of " + std::string(word_of(*plan.weapon)), plan.gap, range));
    if (!too_far.allowed()) return with_told(too_far);
    engine::Verdict arc{in_arc(state, unit, foe), engine::Refusal::ByRule, {{"HC-CFG-04", "is it in the front arc?", {}, {}, {}, {}}}};
    if (arc.ruling == Ruling::Refused) arc.reasons.front().text = target.text + " is outside the front arc";
    arc = settled(state, arc);
    if (!arc.allowed()) return with_told(arc);
  }
  engine::Verdict sight = settled(state, sight_verdict(plan.view));
  if (word.seen) {
    sight.ruling = *word.seen ? Ruling::Allowed : Ruling::Refused;
    told.push_back({"HC-VIS-10", *word.seen ? "the players see it" : "the players do not see it", {}, {}, {}, {}});
  }
  if (!sight.allowed() && kind == ShotKind::Shooting) {
    sight.reasons.push_back({"HC-VIS-01", "a unit shoots only at what it sees", {}, {}, {}, {}});
    if (sight.ruling == Ruling::TooCloseToCall)
      sight.reasons.push_back({"HC-VIS-10", "the players judge: rule it, or say \"seen\": true or false", {}, {}, {}, {}});
    if (has_artillery(unit.profile) && config_over_height(state))
      sight.reasons.push_back({"HC-VIS-07", "artillery shoots over formations from or at higher ground", {}, {}, {}, {}});
    return with_told(sight);
  }
  if (kind == ShotKind::Shooting && state.config.shoot.target_priority == "nearest") {
    for (const Foe& nearer : enemies_by_distance(state, id)) {
      if (nearer.unit == target) break;
      const Measure further{plan.gap.value - nearer.gap.value, {plan.gap.sd.um + nearer.gap.sd.um}};
      if (geo::within(further, Length{0}) != Ruling::Refused) continue;  // as near, for all we can tell
      const Unit& other = unit_at(state, nearer.unit);
      if (in_arc(state, unit, other) != Ruling::Allowed) continue;
      if (view_of(state, id, nearer.unit).ruling != Ruling::Allowed) continue;
      return with_told(
          geo::verdict_of(Ruling::Refused, "HC-VIS-14", nearer.unit.text + " is nearer and in sight", plan.gap, nearer.gap.value));
    }
  }
  return engine::allow(told);
}

bool hits(int die, int needed, const Config& config) {
  if (die == 6 && config.shoot.six_always_hits) return true;
  if (die == 1 && config.shoot.one_always_misses) return false;
  return die >= needed;
}

SavePlan plan_save(const State& state, const UnitId& id, const UnitId& attacker, std::optional<Weapon> hit_by) {
  const Unit& unit = unit_at(state, id);
  SavePlan plan;
  plan.save = unit.profile.morale_save;
  const auto add = [&](int value, const std::string& text) {
    if (value == 0) return;
    plan.modifier += value;
    plan.lines.push_back(line("HC-SAV-T1", text, value));
  };
  add(save_for_formation(unit.formation), std::string(word_of(unit.formation)));
  const Cover cover = cover_against(state, unit, unit_at(state, attacker));
  add(save_for_cover(cover), cover == Cover::Cover ? "cover" : cover == Cover::Buildings ? "buildings" : "fortifications");
  add(save_for_weapon(hit_by), hit_by ? "hit by " + std::string(word_of(*hit_by)) : "");
  return plan;
}

bool saves(int die, const SavePlan& plan, const Config& config) {
  if (plan.none()) return false;
  if (die == 1 && config.shoot.save_one_fails) return false;
  return die + plan.modifier >= plan.save;
}

}  // namespace polemarch::hail_caesar
