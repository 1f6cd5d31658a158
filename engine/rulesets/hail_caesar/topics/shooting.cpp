#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/topics/ground.hpp"
#include "engine/rulesets/hail_caesar/topics/lines.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::Reason;
using engine::Ruling;

bool covers_all_round(const State& state, const Unit& unit) { return in_buildings(state, unit) || unit.formation == Formation::Square; }

bool config_over_height(const State& state) { return state.config.shoot.artillery_over == "height"; }

}  // namespace

bool shoots_by_face(const State& state, const Unit& unit) {
  if (unit.profile.size == Size::Tiny) return false;
  return in_buildings(state, unit) || (unit.formation == Formation::Square && state.config.shoot.square_ranged_per_face);
}

Ruling in_arc(const State& state, const Unit& shooter, const Unit& target) {
  if (covers_all_round(state, shooter)) return Ruling::Allowed;
  const geo::ArcSpec arc{geo::Edge::Front, Angle::from_deg(state.config.shoot.shooting_arc_deg), geo::Apex::EdgeEnds};
  return geo::formation_in_arc(body_of(shooter), arc, shapes_of(target)).touched();
}

namespace {

View view_in(const State& state, const UnitId& id, const UnitId& target, Looks* looks) {
  if (looks == nullptr) return view_of(state, id, target);
  const auto known = looks->views.find(target);
  return known != looks->views.end() ? known->second : looks->views.emplace(target, view_of(state, id, target)).first->second;
}

Ruling arc_in(const State& state, const UnitId& id, const UnitId& target, Looks* looks) {
  if (looks == nullptr) return in_arc(state, unit_at(state, id), unit_at(state, target));
  const auto known = looks->arcs.find(target);
  if (known != looks->arcs.end()) return known->second;
  return looks->arcs.emplace(target, in_arc(state, unit_at(state, id), unit_at(state, target))).first->second;
}

void say_dice(ShotPlan& plan, const Unit& unit, bool garrison, bool near, int value) {
  plan.dice_lines.push_back(fact("HC-SHO-T2", (near ? "short ranged value " : "long ranged value ") + std::to_string(value), value));
  const Size size = unit.profile.size;
  if (size == Size::Tiny && plan.dice > 0)
    plan.dice_lines.push_back(fact("HC-SHO-T2", "tiny: 1 die in all", 1));
  else if (garrison)
    plan.dice_lines.push_back(fact("HC-SHO-T3", "garrison: 2 dice a face", plan.dice));
  else if (unit.formation == Formation::Square)
    plan.dice_lines.push_back(fact("HC-SHO-T3", "square: 1 die", plan.dice));
  else if (plan.dice == 0 && value > 0)
    plan.dice_lines.push_back(fact("HC-SHO-T3", std::string(word_of(unit.formation)) + ": none", 0));
  else if (size == Size::Large)
    plan.dice_lines.push_back(line("HC-SHO-T2", "large", 1));
  else if (size == Size::Small)
    plan.dice_lines.push_back(line("HC-SHO-T2", "small", -1));
}

}  // namespace

ShotPlan plan_shot(const State& state, const UnitId& id, const UnitId& target, ShotKind kind, const PlayersWord& word, Looks* looks) {
  const Unit& unit = unit_at(state, id);
  const Unit& foe = unit_at(state, target);
  const Options& config = state.config;
  ShotPlan plan;
  plan.weapon = weapon_of(unit.profile);
  plan.gap = gap_between(unit, foe);
  plan.view = view_in(state, id, target, looks);
  const bool garrison = in_buildings(state, unit);
  const bool reaction = kind != ShotKind::Shooting;
  const auto measured = [&](const std::string& rule, const std::string& text, Length limit) {
    return Reason{rule, text, plan.gap.value.inches(), limit.inches(), "in", plan.gap.sd.inches()};
  };

  const Length short_limit = inches(config.shoot.ranged_short_limit_in);
  const int near_value = unit.profile.short_ranged, far_value = unit.profile.long_ranged;
  bool near = reaction;
  if (!reaction && near_value == far_value)
    near = word.short_range.value_or(plan.gap.value <= short_limit);  // all one
  else if (!reaction)
    near = counts(state, is_within(plan.gap, short_limit), word.short_range, near_value > far_value ? unit.side : foe.side,
                  measured("HC-CFG-T1", "short ranged value (say \"short_range\")", short_limit), plan.doubts);
  const int value = near ? near_value : far_value;
  plan.dice = ranged_dice(value, unit.profile.size, unit.formation, garrison, config);
  say_dice(plan, unit, garrison, near, value);

  std::vector<Reason>& mods = plan.hit_lines;
  if (is_shaken(unit, config) || unit.disordered) mods.push_back(line("HC-SHO-02", "shooters shaken or disordered", -1));
  const std::size_t own = mods.size();
  const Reason partly{"HC-SHO-03", "partly obscured (say \"obscured\")", plan.view.share * 100, 95.0, "%", plan.view.share_sd * 100};
  // Closing shots are fired at contact: nobody stands between.
  if (kind != ShotKind::Closing && counts(state, plan.view.obscured, word.obscured, foe.side, partly, plan.doubts))
    mods.push_back(line("HC-SHO-03", "target partly obscured", -1));
  if (foe.open_order()) mods.push_back(line("HC-SHO-04", "target in open order", -1));
  if (has_artillery(foe.profile)) mods.push_back(line("HC-SHO-05", "target is artillery", -1));
  if (foe.formed() && foe.profile.shielded && foe.profile.heavy_infantry) {
    const Condition front =
        looked_at({body_of(foe), body_of(unit)}, [](const Bodies& b) { return quarter_facing(b[0], b[1]) == Facing::Front; });
    if (counts(state, front, {}, foe.side, {"HC-SHO-06", "in the front quarter", {}, {}, {}, {}}, plan.doubts))
      mods.push_back(line("HC-SHO-06", "shielded heavy infantry, front quarter", -1));
  }
  if (foe.formed() && foe.profile.cataphract) mods.push_back(line("HC-SHO-07", "formed cataphracts", -1));
  if (foe.profile.baggage) mods.push_back(line("HC-SHO-17", "target is baggage", -1));
  if (!config.shoot.target_mods_add && mods.size() > own + 1) mods.resize(own + 1);
  if (kind == ShotKind::Closing) mods.push_back(line("HC-SHO-08", "closing shots", -1));
  if (kind == ShotKind::Traversing) mods.push_back(line("HC-SHO-09", "traversing shots", -1));
  const bool can_be_extreme = config.shoot.extreme_range_for == "all" || (plan.weapon && is_artillery(*plan.weapon));
  if (!reaction && plan.weapon && can_be_extreme) {
    const Length limit = Length::from_mm(config.shoot.extreme_range_fraction * range_of(*plan.weapon).mm());
    if (counts(state, is_beyond(plan.gap, limit), word.extreme, foe.side, measured("HC-SHO-10", "extreme range (say \"extreme\")", limit),
               plan.doubts))
      mods.push_back(line("HC-SHO-10", "extreme range", -1));
  }
  int sum = 0;
  for (const Reason& r : mods) sum += static_cast<int>(*r.value);
  plan.needed = config.shoot.to_hit_base - sum;
  return plan;
}

namespace {

/// Another that is nearer and in sight is shot at first (HC-AMB-35), by each face that shoots by itself (HC-AMB-42). Nothing when there is
/// none.
std::optional<engine::Verdict> nearer_first(const State& state, const UnitId& id, const UnitId& target, Measure gap, Looks* looks) {
  const Unit& unit = unit_at(state, id);
  std::optional<engine::Verdict> doubtful;
  const std::optional<Facing> face =
      shoots_by_face(state, unit) ? std::optional(quarter_facing(unit, unit_at(state, target))) : std::nullopt;
  for (const Foe& other : enemies_by_distance(state, unit, gap.value)) {
    if (other.unit == target || (face && quarter_facing(unit, unit_at(state, other.unit)) != *face)) continue;
    const Condition nearer = is_beyond({gap.value - other.gap.value, {gap.sd.um + other.gap.sd.um}}, Length{0});
    if (!nearer.holds && !nearer.doubtful) continue;
    const Ruling arc = arc_in(state, id, other.unit, looks);
    if (arc == Ruling::Refused) continue;
    const View view = view_in(state, id, other.unit, looks);
    // Where the players have to judge its sight anyhow it does not bind the shooter; where the measuring leaves it open they are asked.
    const Condition seen{view.as_measured == Ruling::Allowed, view.doubtful()};
    const Condition first = nearer && Condition{arc == Ruling::Allowed, arc == Ruling::TooCloseToCall} && seen;
    if (!first.holds && !first.doubtful) continue;
    const std::string text = other.unit.text + (first.doubtful ? " may be nearer and in sight" : " is nearer and in sight");
    const Ruling ruling = first.doubtful ? Ruling::TooCloseToCall : Ruling::Refused;
    engine::Verdict verdict = settled(state, geo::verdict_of(ruling, "HC-VIS-14", text, other.gap, gap.value), unit.side);
    if (verdict.ruling == Ruling::Refused) return verdict;
    if (!doubtful) doubtful = std::move(verdict);
  }
  return doubtful;
}

}  // namespace

engine::Verdict judge_shot(const State& state, const UnitId& id, const UnitId& target, ShotKind kind, const PlayersWord& word,
                           Looks* looks) {
  const Unit& unit = unit_at(state, id);
  ShotPlan plan = plan_shot(state, id, target, kind, word, looks);
  const SavePlan save = plan_save(state, target, id, plan.weapon);
  plan.doubts.open.insert(plan.doubts.open.end(), save.doubts.open.begin(), save.doubts.open.end());
  plan.doubts.settled.insert(plan.doubts.settled.end(), save.doubts.settled.begin(), save.doubts.settled.end());
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
  // What the tie-break settled is told with the shot.
  const auto settle = [&](const engine::Verdict& verdict) {
    engine::Verdict result = settled(state, verdict, unit.side);
    if (result.allowed() && !verdict.allowed()) told.push_back(result.reasons.back());
    return result;
  };
  if (kind == ShotKind::Shooting) {
    const Length range = range_of(*plan.weapon);
    const engine::Verdict reaches = settle(
        geo::verdict_of(geo::within(plan.gap, range), "HC-SHO-T1", "range of " + std::string(word_of(*plan.weapon)), plan.gap, range));
    if (!reaches.allowed()) return with_told(reaches);
    engine::Verdict arc{
        arc_in(state, id, target, looks), engine::Refusal::ByRule, {{"HC-CFG-04", "is it in the front arc?", {}, {}, {}, {}}}};
    if (arc.ruling == Ruling::Refused) arc.reasons.front().text = target.text + " is outside the front arc";
    arc = settle(arc);
    if (!arc.allowed()) return with_told(arc);
  }
  engine::Verdict sight = word.seen || kind != ShotKind::Shooting ? sight_verdict(plan.view) : settle(sight_verdict(plan.view));
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
  if (kind == ShotKind::Shooting && state.config.shoot.target_priority == "nearest")
    if (auto nearer = nearer_first(state, id, target, plan.gap, looks)) {
      if (!nearer->allowed()) return with_told(std::move(*nearer));
      told.insert(told.end(), nearer->reasons.begin(), nearer->reasons.end());
    }
  return with_doubts(engine::allow(told), plan.doubts);
}

bool hits(int die, int needed, const Options& config) {
  if (die == 6 && config.shoot.six_always_hits) return true;
  if (die == 1 && config.shoot.one_always_misses) return false;
  return die >= needed;
}

std::string hits_on(int needed, const Options& config) {
  if (needed > 6 && !config.shoot.six_always_hits) return std::to_string(needed) + " or more: no die hits";
  return std::to_string(std::clamp(needed, config.shoot.one_always_misses ? 2 : 1, 6)) + " or more";
}

SavePlan plan_save(const State& state, const UnitId& id, const UnitId& attacker, std::optional<Weapon> hit_by) {
  const Unit& unit = unit_at(state, id);
  SavePlan plan;
  plan.save = unit.profile.morale_save;
  const auto add = [&](int value, const std::string& text) {
    if (value == 0) return;
    plan.modifier += value;
    plan.lines.push_back(line("HC-SAV-T1", id.text + " saves, " + text, value));
  };
  add(save_for_formation(unit.formation), std::string(word_of(unit.formation)));
  const CoverFound found = cover_against(state, unit, unit_at(state, attacker));
  Cover cover = found.cover;
  if (found.least != found.most) {
    const Reason reason{"HC-SAV-T1", id.text + " in cover", {}, {}, {}, {}};
    const Condition most{found.cover == found.most, true};
    cover = counts(state, most, {}, unit.side, reason, plan.doubts) ? found.most : found.least;
    if (state.config.move.tie_break != "active") cover = found.cover;
  }
  add(save_for_cover(cover), cover == Cover::Cover ? "cover" : cover == Cover::Buildings ? "buildings" : "fortifications");
  add(save_for_weapon(hit_by), hit_by ? "hit by " + std::string(word_of(*hit_by)) : "");
  return plan;
}

bool saves(int die, const SavePlan& plan, const Options& config) {
  if (plan.none()) return false;
  if (die == 1 && config.shoot.save_one_fails) return false;
  return die + plan.modifier >= plan.save;
}

}  // namespace polemarch::hail_caesar
