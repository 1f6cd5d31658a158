#include "engine/rulesets/paean/topics/challenge.hpp"

#include <algorithm>

#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"

namespace polemarch::paean {

using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

int armour_of_leader(const Leader& leader) {
  switch (leader.kind) {
    case LeaderKind::Hero:
      return leader.ability == Ability::Zeus ? 6 : 5;
    case LeaderKind::Army:
      return 4;
    case LeaderKind::Subordinate:
      return 3;
  }
  return 3;
}

bool may_be_challenged(const State& state, const UnitId& challenger, const UnitId& challenged) {
  const Leader *one = find_leader(state, challenger), *two = find_leader(state, challenged);
  if (one == nullptr || two == nullptr || one->side == two->side) return false;
  return std::find(one->challenged.begin(), one->challenged.end(), challenged) == one->challenged.end();
}

namespace {
const char* leader_word(const Leader& leader) {
  return leader.hero()                     ? leader.ability == Ability::Zeus ? "a hero with the Shield of Zeus" : "a hero"
         : leader.kind == LeaderKind::Army ? "an army commander"
                                           : "a subordinate commander";
}
}  // namespace

Volley duel_volley(const State& state, const UnitId& who, const UnitId& at) {
  const Leader &one = leader_at(state, who), &two = leader_at(state, at);
  Volley volley{who, at, 8, {{"PA-CHL-T1", one.hero() ? "heroic value" : "command value", one.value, one.side}}, {}};
  if (one.ability == Ability::Ares) volley.dice.push_back({"PA-HER-T2", "Spear of Ares", 2, one.side});  // PA-AMB-51
  volley.hurdles =
      hurdles_of("armour", "PA-CHL-06", volley.faces, melee_need(armour_of_leader(two), leader_word(two), Flank::Front, true, false));
  return volley;
}

Volley lone_volley(const State& state, const UnitId& hero, const UnitId& foe, bool countered) {
  const Leader& one = leader_at(state, hero);
  const Weight weight = formation_at(state, foe).weight;
  Volley volley{hero, foe, 8, {{"PA-HER-23", "half of " + std::to_string(one.value), one.value / 2, one.side}}, {}};
  if (one.ability == Ability::Ares) volley.dice.push_back({"PA-HER-T2", "Spear of Ares", 2, one.side});
  if (countered) volley.dice.push_back({"PA-HER-25", "counter charges", 1, one.side});
  volley.hurdles =
      hurdles_of("armour", "PA-CCD-04", volley.faces, melee_need(armour_value(weight), word_of(weight), Flank::Front, false, false));
  return volley;
}

namespace {

/// The base of the formation that is nearest to him, and how many stand behind it in its file.
struct Before {
  BaseId base;
  int behind = 0;
};
Before nearest_base(const State& state, const UnitId& unit, const UnitId& hero) {
  const geometry::Shape him = shapes_of(state, hero).front();
  const geometry::Body body = body_of(state, unit);
  double least = 1e12;
  std::size_t nearest = 0;
  for (std::size_t i = 0; i < body.bases.size(); ++i)
    if (const double mm = geometry::gap_between(body.bases[i], him).signed_gap.value.mm(); mm < least - 0.01) nearest = i, least = mm;
  const geometry::Shape& base = body.bases[nearest];
  const auto in_file = std::count_if(body.bases.begin(), body.bases.end(), [&](const geometry::Shape& other) {
    const Vec2 at = base.own_frame(other.centre);
    return at.x < -base.half_depth && at.y <= base.half_front + 0.5 && at.y >= -base.half_front - 0.5;
  });
  return {formation_at(state, unit).bases[nearest], static_cast<int>(in_file)};
}

}  // namespace

std::vector<Volley> against_lone(const State& state, const UnitId& unit, const UnitId& hero, bool charged) {
  const Formation& formation = formation_at(state, unit);
  const Leader& one = leader_at(state, hero);
  const Before before = nearest_base(state, unit, hero);
  const Card& card = base_at(state, before.base).card;
  const auto volley = [&](int faces, std::vector<engine::ThrowRow> dice, bool missiles) {
    Volley thrown{unit, hero, faces, std::move(dice), {}};
    thrown.hurdles =
        hurdles_of("armour", "PA-CCD-04", faces, melee_need(armour_of_leader(one), leader_word(one), Flank::Front, true, missiles));
    return thrown;
  };
  std::vector<engine::ThrowRow> dice{{"PA-CCD-16", unit.text + ": ranks of 1 base in contact", card.ranks, formation.side}};
  const auto row = [&](const char* rule, const char* text, int value) {
    if (value != 0) dice.push_back({rule, unit.text + ": " + text, value, formation.side});
  };
  row("PA-CHG-14", "charging", charged ? 1 : 0);
  row("PA-CCD-13", "in support", std::min(before.behind, most_supports(formation.weight)));
  row("PA-CCD-T1", "veterans", card.experience == Experience::Veteran ? 1 : 0);
  row("PA-CCD-T1", "elite", card.experience == Experience::Elite ? 2 : 0);
  if (formation.heavier() && formation.bases.size() == 1 && engine::sum_of(dice) > 1) row("PA-UNF-17", "a single base", -1);
  std::vector<Volley> out{volley(die_faces(formation.weight), std::move(dice), missile_only(card))};
  if (const UnitId leads = hero_with(state, unit); !leads.empty())
    out.push_back(volley(8, hero_rows(leads, leader_at(state, leads), charged), false));
  return out;
}

Vec2 straight_away(const State& state, const UnitId& who, const UnitId& from) {
  const Vec2 at = geometry::vec(base_at(state, leader_at(state, who).base).at.pose.centre());
  const Vec2 off = at - geometry::vec(base_at(state, leader_at(state, from).base).at.pose.centre());
  const double length = geometry::length_of(off);
  return length > 0 ? (1 / length) * off : Vec2{0, 1};
}

std::optional<StraightWay> straight_to(const State& state, const UnitId& hero, const UnitId& target) {
  const Base &one = base_at(state, leader_at(state, hero).base), &two = base_at(state, leader_at(state, target).base);
  const Vec2 from = geometry::vec(one.at.pose.centre()), to = geometry::vec(two.at.pose.centre());
  const double apart = geometry::length_of(to - from), radii = (footprint_of(one.card).depth + footprint_of(two.card).depth).mm() / 2;
  const double way = std::max(0.0, apart - radii);
  const Vec2 along = apart > 0 ? (1 / apart) * (to - from) : Vec2{1, 0};
  const Vec2 end = from + way * along;
  StraightWay out{
      {{geometry::rounded(end.x), geometry::rounded(end.y), geometry::direction(along.x, along.y)}, {}}, geometry::rounded(way), {}};
  const geometry::Shape here = geometry::placed(footprint_of(one.card), one.at.pose),
                        there = geometry::placed(footprint_of(one.card), out.to.pose);
  for (const UnitId& foe : formations_of(state, other(one.side)))
    if (comes_through(here, there, shapes_of(state, foe))) out.blocked_by = foe;
  return out;
}

bool held_by_combat(const State& state, const UnitId& hero) {
  const Formation* formation = find_formation(state, leader_at(state, hero).with);
  return formation != nullptr && in_combat(state, leader_at(state, hero).with);
}

engine::Verdict may_challenge(const State& state, const UnitId& hero, const UnitId& target) {
  const Leader* foe = find_leader(state, target);
  const Leader& one = leader_at(state, hero);
  if (foe == nullptr || foe->side == one.side) return engine::impossible("there is no such enemy leader: " + target.text);
  if (!foe->with.empty())
    return engine::refuse(foe->hero() ? "PA-CHL-01" : "PA-CHL-05",
                          target.text + " is with " + foe->with.text + " and cannot be reached alone");
  if (held_by_combat(state, hero)) return engine::refuse("PA-HER-29", hero.text + " never leaves a formation in close combat");
  if (!may_be_challenged(state, hero, target))
    return engine::refuse("PA-CHL-09", hero.text + " has challenged " + target.text + " before", 1, 1, "challenges");
  const auto way = straight_to(state, hero, target);
  const Length most = on_table(state, kHeroMoveCm);
  if (!way->blocked_by.empty()) return engine::refuse("PA-HER-39", way->blocked_by.text + " is in the straight way");
  if (geometry::allowance({way->distance, Length{0}}, most, state.tolerance) == engine::Ruling::Refused)
    return engine::refuse("PA-HER-20", "too far for one heroic move", way->distance.mm() / 10, most.mm() / 10, "cm");
  return engine::allow({{"PA-HER-20", "straight into contact", way->distance.mm() / 10, most.mm() / 10, "cm", {}}});
}

}  // namespace polemarch::paean
