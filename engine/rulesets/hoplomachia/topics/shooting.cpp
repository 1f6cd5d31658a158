#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/compare.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/belos_check.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "engine/rulesets/hoplomachia/topics/spreading.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;
using engine::Verdict;

namespace {

/// Right behind: the front of `back` lies along the rear of `front`.
bool right_behind(const geo::Shape& back, const geo::Shape& front, Length tolerance) {
  const double most = geo::length_of({back.half_depth, back.half_front}) + geo::length_of({front.half_depth, front.half_front});
  if (geo::length_of(back.centre - front.centre) > most + tolerance.mm() + 1) return false;  // they surely do not touch
  // Edges that touch over more than half of the one have their middles no further apart than half of the other, and what is askew.
  const Vec2 apart = back.front_centre() - (front.centre - front.half_depth * front.ahead);
  const double askew = 0.2 * (back.half_front + front.half_front);
  if (geo::length_of(apart) > back.half_front + askew + tolerance.mm() + 1) return false;
  for (const geo::EdgeContact& contact : geo::contacts_between(back, front, tolerance).edges)
    if (contact.edge_a == geo::Edge::Front && contact.edge_b == geo::Edge::Rear && contact.overlap.value.mm() > front.half_front)
      return true;
  return false;
}

/// How far ranks that touch may seem apart: of measured stands all that is nearer to contact than to the half base depth at which no files
/// stand apart (HM-ARR-12).
Length touch_of(const Facts& facts, const geo::Shape& stand) {
  const Length tolerance = facts.state().tolerance;
  return facts.measured() ? std::max(tolerance, Length::from_mm(stand.half_depth / 2)) : tolerance;
}

/// Toxotes and sphendonetes uphill behind a phalanx that stands still shoot over it (HM-BEL-12).
bool shoots_over(const State& state, const LochosRef& shooter, const LochosRef& between) {
  const Taxis& unit = taxis_at(state, shooter.unit);
  const Taxis& phalanx = taxis_at(state, between.unit);
  if (unit.troop != TroopClass::Toxotes && unit.troop != TroopClass::Sphendonetes) return false;
  return phalanx.side == unit.side && phalanx.troop == TroopClass::Hoplite && unit.turn.moved.um == 0 && phalanx.turn.moved.um == 0 &&
         uphill_of(state, shooter, between);
}

/// The part of a stand that lies in a convex lane (its corners counter-clockwise), in square mm.
double area_in(const std::vector<Vec2>& lane, const geo::Shape& stand) {
  std::vector<Vec2> part = geo::outline_of(stand);
  for (std::size_t i = 0; i < lane.size() && !part.empty(); ++i) {
    const Vec2 edge = lane[(i + 1) % lane.size()] - lane[i];
    part = geo::clipped(part, lane[i], geo::left_of(edge));
  }
  return part.size() < 3 ? 0 : std::fabs(geo::area_of(part));
}

/// A line of sight one stand wide (HM-BEL-11): from the shooter's front edge to as near as the target comes.
bool sees(const Facts& facts, const LochosRef& shooter, const geo::Shape& from, const BaseId& target, const geo::Shape& to) {
  const State& state = facts.state();
  const Vec2 start = from.front_centre(), d = to.centre - start;
  const double length = geo::length_of(d), gap = geo::gap_between(start, to).signed_gap.value.mm();
  if (length < 1 || gap <= 1) return true;
  const Vec2 way = ((gap - 0.5) / length) * d;
  const Vec2 left = from.corner(geo::Corner::FrontLeft), right = from.corner(geo::Corner::FrontRight);
  const std::vector<Vec2> lane{right, right + way, left + way, left};
  const Round reach{geo::point(from.centre), Length::from_mm(length + 2 * from.half_front)};
  for (const auto& [id, unit, round] : facts.bodies()) {
    if (far_apart(reach, round, {}) || unit->hidden || !unit->on_table()) continue;
    for (const Stood& other : facts.stood(*id)) {
      if (other.base == target || other.lochos == shooter || area_in(lane, other.shape) < 5) continue;
      if (!shoots_over(state, shooter, other.lochos)) return false;
    }
  }
  return clear_line(state, start, to.centre);
}

/// May this enemy lochos be shot at in this phase by that unit? HM-AMB-16, HM-AMB-110.
bool shootable(const State& state, const UnitId& shooter, const LochosRef& target) {
  if (taxis_at(state, target.unit).scenery) return false;  // HM-AMB-91
  const Lochos& lochos = lochos_at(state, target);
  const bool defensive = state.at.phase == Phase::DefensiveBelos;
  if (defensive && !taxis_at(state, target.unit).fight.charging) return false;
  if (lochos.fight.contacts.empty()) return true;
  return defensive &&
         std::all_of(lochos.fight.contacts.begin(), lochos.fight.contacts.end(), [&](const Contact& c) { return c.foe.unit == shooter; });
}

}  // namespace

namespace {

/// As measured: what is out by a hair is out.
bool misses_by_a_hair(const Aim& aim, Length range) {
  return aim.doubt && (aim.doubt->rule == "HM-BEL-05" ? aim.gap.value > range : aim.doubt->value.value_or(0) < 0);
}

/// All that may be aimed at; those that are out as measured, but not surely, too. With `one` the first that is found and is not out.
std::vector<Aim> all_aims(const Facts& facts, const LochosRef& shooter, const Stand& stand, Length range, const UnitId& only,
                          bool one = false) {
  const State& state = facts.state();
  std::vector<Aim> out;
  const geo::Shape from = geo::placed(stand.footprint, stand.at);
  const Side side = taxis_at(state, shooter.unit).side;
  const Round reach{geo::point(from.centre), range + stand.footprint.frontage + 1_in};
  const double least = (range + 1_in).mm() + geo::length_of({from.half_depth, from.half_front});
  for (const auto& [id, unit, round] : facts.foes(side)) {
    if (far_apart(reach, round, {}) || (!only.empty() && *id != only)) continue;
    for (const Stood& target : facts.stood(*id)) {
      // Their corners are never further from their middles: surely out of range, whatever they were measured to.
      const double corners = geo::length_of({target.shape.half_depth, target.shape.half_front});
      if (geo::length_of(target.shape.centre - from.centre) > least + corners) continue;
      if (!shootable(state, shooter.unit, target.lochos)) continue;
      const geo::Measure gap = geo::gap_between(from, target.shape).distance();
      const engine::Ruling near = geo::within(gap, range);
      if (near == engine::Ruling::Refused) continue;
      const geo::ArcMembership arc = geo::footprint_in_arc(from, {geo::Edge::Front, kBelosArc, geo::Apex::EdgeEnds}, target.shape);
      const engine::Ruling inside = geo::at_least(arc.any, Length{});
      if (inside == engine::Ruling::Refused || !sees(facts, shooter, from, target.base, target.shape)) continue;
      Aim aim{target.lochos, target.base, gap, target.shape.centre, std::nullopt};
      const std::string who = target.lochos.unit.text;
      if (near == engine::Ruling::TooCloseToCall)
        aim.doubt = engine::Reason{"HM-BEL-05", "range to " + who, gap.value.inches(), range.inches(), "in", gap.sd.inches()};
      else if (inside == engine::Ruling::TooCloseToCall)
        aim.doubt = engine::Reason{
            "HM-BEL-10", who + " within 22 degrees of the front, inside by", arc.any.value.inches(), 0.0, "in", arc.any.sd.inches()};
      if (one && !misses_by_a_hair(aim, range)) return {std::move(aim)};
      if (!one) out.push_back(std::move(aim));
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const Aim& a, const Aim& b) { return a.gap.value < b.gap.value; });
  return out;
}

/// A stand behind another of its unit does not shoot (HM-BEL-06, 08).
bool stands_behind(const Facts& facts, const std::vector<Stood>& own, const Stand& front, const geo::Shape& shape) {
  return std::any_of(own.begin(), own.end(), [&](const Stood& other) {
    return other.base != front.base && right_behind(shape, other.shape, touch_of(facts, shape));
  });
}

/// Does it stand, and has not stopped running in this turn (HM-AMB-77)?
bool may_act(const State& state, const LochosRef& ref) {
  const Lochos& lochos = lochos_at(state, ref);
  return lochos.sound() && flight_of(state, ref) == nullptr && lochos.fight.apart_in != state.at.turn;
}

/// Has any stand of it a target at all: what shots_of finds first.
bool has_a_shot(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const Length range = card_of(state, unit).range.value_or(Length{});
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const LochosRef ref{id, static_cast<int>(i)};
    const Stand* front = front_of(unit.lochoi[i]);
    if (front == nullptr || !may_act(state, ref)) continue;
    if (stands_behind(facts, facts.stood(id), *front, geo::placed(front->footprint, front->at))) continue;
    if (!all_aims(facts, ref, *front, range, {}, true).empty()) return true;
  }
  return false;
}

}  // namespace

std::vector<Aim> aims_of(const Facts& facts, const LochosRef& shooter, const Stand& stand, Length range, const UnitId& only) {
  std::vector<Aim> out = all_aims(facts, shooter, stand, range, only);
  std::erase_if(out, [&](const Aim& aim) { return misses_by_a_hair(aim, range); });
  return out;
}

std::optional<engine::Reason> doubt_of_shots(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  if (!facts.measured()) return std::nullopt;
  const Length range = card_of(state, unit).range.value_or(Length{});
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const LochosRef ref{id, static_cast<int>(i)};
    const Stand* front = front_of(unit.lochoi[i]);
    if (front == nullptr || !may_act(state, ref)) continue;
    for (const Aim& aim : all_aims(facts, ref, *front, range, {}))
      if (aim.doubt) return aim.doubt;
  }
  return std::nullopt;
}

std::vector<Shot> shots_of(const Facts& facts, const UnitId& id, bool belos_charge, const UnitId& only) {
  const State& state = facts.state();
  std::vector<Shot> shots;
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  const Length range = belos_charge ? kBelosChargeReach + state.tolerance : card.range.value_or(Length{});
  std::vector<Shooter> shooters;
  std::vector<const Shooter*> joining;
  std::set<BaseId> taken;
  std::vector<BaseId> target_bases;
  const std::vector<Stood>& own = facts.stood(id);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {  // from the right (HM-AMB-98)
    const LochosRef ref{id, static_cast<int>(i)};
    const Lochos& lochos = unit.lochoi[i];
    const Stand* front = front_of(lochos);
    if (front == nullptr || !may_act(state, ref)) continue;
    const geo::Shape shape = geo::placed(front->footprint, front->at);
    if (stands_behind(facts, own, *front, shape)) continue;
    std::vector<Aim> aims = aims_of(facts, ref, *front, range, only);
    if (aims.empty()) continue;
    // The second rank adds one: toxotes that shoot, right behind; both ranks of an ile in a belos charge, which is made in open files
    // (HM-BEL-07, HM-BCH-03, HM-BCH-08).
    bool adds = false;
    if (unit.troop == TroopClass::Toxotes && !belos_charge)
      adds = std::any_of(own.begin(), own.end(), [&](const Stood& other) {
        return other.base != front->base && right_behind(other.shape, shape, touch_of(facts, shape));
      });
    if (unit.troop == TroopClass::Hippeis && belos_charge)
      adds = std::count_if(lochos.stands.begin(), lochos.stands.end(), [](const Stand& stand) { return !stand.lost; }) > 1;
    shooters.push_back({ref, shape, std::move(aims), adds});
  }
  for (std::size_t i = 0; i < shooters.size(); ++i) {
    Shooter& shooter = shooters[i];
    const Aim* at = pick_target({shooters.begin() + static_cast<std::ptrdiff_t>(i), shooters.end()}, taken);
    if (at == nullptr) {
      joining.push_back(&shooter);
      continue;
    }
    taken.insert(at->base);
    target_bases.push_back(at->base);
    Shot shot{.shooter = shooter.lochos, .target = at->lochos};
    if (shooter.second_rank) shot.second_ranks.push_back(1);
    shots.push_back(std::move(shot));
  }
  for (const Shooter* extra : joining)
    for (std::size_t i = 0; i < shots.size(); ++i)
      if (target_bases[i] == extra->aims.front().base) shots[i].stands += 1;  // HM-BEL-14, HM-AMB-117
  for (Shot& shot : shots) {
    const Arithmetic intensity = intensity_of_shot(state, shot, belos_charge);
    shot.intensity = intensity.total;
    shot.need = card_of(state, shot.target.unit).belos_check.value_or(0) - intensity.total;
  }
  return shots;
}

int belos_number(const State& state, const UnitId& id, bool belos_charge) {
  const Taxis& unit = taxis_at(state, id);
  const int own = card_of(state, unit).belos.value_or(0);
  // Charges made before this one; shooting from works or terrain has no limit (HM-OPT10-05).
  const int made = unit.fight.belos_charges - (unit.fight.belos_charged ? 1 : 0);
  if (!state.options.ammunition || !belos_charge || unit.troop != TroopClass::Peltaste || made < 3) return own;
  for (const auto& [key, card] : state.cards)  // HM-AMB-43
    if (card.troop == TroopClass::Psiloi && card.belos && (card.nation == unit.nation || card.nation.empty()))
      return std::min(own, *card.belos);
  for (const auto& [key, card] : state.cards)
    if (card.troop == TroopClass::Psiloi && card.belos) return std::min(own, *card.belos);
  return own;
}

Arithmetic intensity_of_shot(const State& state, const Shot& shot, bool belos_charge) {
  BelosFacts facts;
  facts.belos = belos_number(state, shot.shooter.unit, belos_charge);
  facts.second_rank = static_cast<int>(shot.second_ranks.size());
  facts.joined = shot.stands - 1;
  facts.belos_charge = belos_charge;
  facts.sheltered = works_between(state, shot.target, shot.shooter).has_value();
  facts.shield = card_of(state, shot.target.unit).belos_shield;
  return intensity_of(facts);
}

Verdict may_shoot(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (!card.belos) return engine::refuse("HM-BEL-01", "its card has no belos number");
  if (!card.range) return engine::refuse("HM-BEL-05", "its card has no range: it throws in a belos charge only");
  if (unit.fight.shot || unit.fight.belos_charged) return engine::refuse("HM-BEL-18", "it has shot or made a belos charge this turn");
  if (unit.turn.recovered) return engine::refuse("HM-AMB-77", "it has just recovered");
  if (state.options.ammunition && unit.troop == TroopClass::Toxotes && unit.fight.shots >= 12)
    return engine::refuse("HM-OPT10-04", "no arrows left", unit.fight.shots, 12);
  if (in_melee(unit) && state.at.phase != Phase::DefensiveBelos) return engine::refuse("HM-AMB-110", "it is in melee");
  const std::optional<engine::Reason> doubt = doubt_of_shots(facts, id);
  if (doubt) return engine::Verdict{engine::Ruling::TooCloseToCall, engine::Refusal::ByRule, {*doubt}};
  if (!has_a_shot(facts, id)) return engine::refuse("HM-BEL-10", "no target in range, within 22 degrees, in sight");
  return engine::allow();
}

Verdict able_to_belos_charge(const Facts& facts, const UnitId& id) { return facts.belos_charger(id); }

Verdict look_at_belos_charger(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  const bool kind = unit.troop == TroopClass::Hippeis || unit.troop == TroopClass::Hippotoxotes || unit.troop == TroopClass::Peltaste ||
                    unit.troop == TroopClass::Psiloi;
  if (!kind || !card.belos)
    return engine::refuse("HM-BCH-01", "only hippeis, hippotoxotes, peltastes and psiloi with missiles make belos charges");
  if (unit.fight.shot) return engine::refuse("HM-BCH-02", "it shot this turn");
  if (unit.fight.belos_charged) return engine::refuse("HM-BCH-02", "it has made a belos charge this turn");
  if (unit.arrangement == Arrangement::CF) return engine::refuse("HM-BCH-03", "nobody makes a belos charge in close files");
  if (unit.turn.recovered) return engine::refuse("HM-AMB-77", "it has just recovered");
  if (in_melee(unit) || facts.in_hand(id).empty()) return engine::refuse("HM-BCH-01", "it is in melee or runs");
  if (state.options.ammunition && unit.troop == TroopClass::Hippeis && unit.fight.belos_charges >= 2)
    return engine::refuse("HM-OPT10-01", "no javelins left", unit.fight.belos_charges, 2);
  const int first = in_hand(state, id).front();
  for (const auto& [other, foe] : state.units)
    if (foe.side != unit.side && foe.on_table())
      if (const int at = rightmost(foe); at >= 0 && works_between(state, {id, first}, {other, at}))
        return engine::refuse("HM-BCH-01", "it defends works");
  return engine::allow();
}

Length belos_charge_move(const State& state, const UnitId& id) {
  const Taxis unit = body_of(state, id);
  const UnitCard& card = card_of(state, unit);
  const Arrangement moves_as = unit.disarrayed() && card.disciplined() ? Arrangement::OF : unit.arrangement;  // HM-DIS-14
  Length move = card.movement(moves_as).value_or(Length{});
  const bool turns_for_free = state.options.interactive_ekdromoi;                                    // HM-OPT12-05
  if (unit.troop == TroopClass::Hippeis && !turns_for_free) move = std::max(Length{}, move - 1_in);  // HM-BCH-09, HM-AMB-111
  if (const auto pace = hamippoi_pace(state, unit)) move = std::min(move, *pace);                    // HM-HAM-03, 04
  return std::max(Length{}, move - unit.turn.moved);
}

std::optional<Length> belos_charge_way(const Facts& facts, const UnitId& id, const UnitId& target) {
  const State& state = facts.state();
  const Shapes& body = facts.in_hand(id);
  if (body.empty()) return std::nullopt;
  Shapes theirs;
  const Taxis& foe = taxis_at(state, target);
  for (const Lochos& lochos : foe.lochoi)
    if (lochos.on_table() && lochos.fight.contacts.empty())
      for (geo::Shape& shape : shapes_of(lochos)) theirs.push_back(std::move(shape));
  if (theirs.empty() || Lane(body).misses(facts.round(target))) return std::nullopt;
  const auto touch = touch_in_lane(body, theirs);
  if (!touch) return std::nullopt;
  return std::max(Length{}, touch->travel.value - kBelosChargeReach);
}

Verdict may_belos_charge(const Facts& facts, const UnitId& id, const UnitId& target) {
  const State& state = facts.state();
  const Verdict& able = facts.belos_charger(id);
  if (!able.allowed()) return able;
  if (at_breakfast(state, taxis_at(state, id).side) && taxis_at(state, id).fight.must_belos.empty())
    return engine::refuse("HM-PAR-05", "the army had its breakfast: it does not move of its own will in turn 1");
  const auto way = belos_charge_way(facts, id, target);
  if (!way) return engine::refuse("HM-BCH-04", target.text + " is not straight ahead of any of its stands");
  const Shapes& body = facts.in_hand(id);
  const Round& round = facts.round(id);
  for (const auto& [other, unit, there] : facts.bodies()) {  // nothing else on the way
    if (far_apart(round, there, *way) || *other == id || *other == target || !unit->on_table() || unit->hidden) continue;
    const auto touch = touch_in_lane(body, shapes_of(*unit));
    if (touch && touch->travel.value < *way) return engine::refuse("HM-BCH-04", other->text + " is in the way");
  }
  if (way_to_impassable(state, body, Angle{}, *way) < *way)
    return engine::refuse("HM-TER-02", "impassable ground lies before " + target.text);
  const Length most = belos_charge_move(state, id);
  const geo::Gap gap = geo::gap_between(body, shapes_of(taxis_at(state, target)));
  const geo::Measure needed{*way, gap.signed_gap.sd};
  return geo::verdict_of(geo::allowance(needed, most, state.tolerance), "HM-BCH-05", "to within an inch of " + target.text, needed, most);
}

Length room_behind(const Facts& facts, const UnitId& id, Length most) {
  const State& state = facts.state();
  const Shapes& body = facts.in_hand(id);
  if (body.empty()) return {};
  Length room = way_to_impassable(state, body, 180_deg, most);
  const Round& round = facts.round(id);
  for (const auto& [other, unit] : state.units) {
    if (other == id || !unit.on_table() || far_apart(round, facts.round(other), most)) continue;
    const auto touch = first_touch(body, 180_deg, shapes_of(unit));
    if (touch && touch->travel.value < room) room = std::max(Length{}, touch->travel.value - 1_mm);
  }
  for (const geo::Shape& shape : body) {
    const Vec2 back = -1.0 * shape.ahead;
    for (const Vec2 p : shape.corners) {
      if (back.x < -1e-9) room = std::min(room, geo::rounded(std::max(0.0, p.x / -back.x)));
      if (back.x > 1e-9) room = std::min(room, geo::rounded(std::max(0.0, (state.width.mm() - p.x) / back.x)));
      if (back.y < -1e-9) room = std::min(room, geo::rounded(std::max(0.0, p.y / -back.y)));
      if (back.y > 1e-9) room = std::min(room, geo::rounded(std::max(0.0, (state.depth.mm() - p.y) / back.y)));
    }
  }
  return room;
}

}  // namespace polemarch::hoplomachia
