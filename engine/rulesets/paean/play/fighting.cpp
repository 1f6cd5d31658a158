#include "engine/rulesets/paean/play/fighting.hpp"

#include <algorithm>
#include <map>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

bool touches_foe(const Formation& formation, const UnitId& foe) {
  return std::any_of(formation.contacts.begin(), formation.contacts.end(), [&](const Contact& contact) { return contact.foe == foe; });
}

/// The sides that touch along the most of their edges.
std::pair<Flank, Flank> main_sides(const std::vector<BaseTouch>& touching_bases) {
  std::map<std::pair<Flank, Flank>, double> share;
  for (const BaseTouch& touch : touching_bases) share[{touch.on_ours, touch.on_theirs}] += touch.share_mm + 0.1;
  return std::max_element(share.begin(), share.end(), [](const auto& a, const auto& b) { return a.second < b.second; })->first;
}

void bring_together(Unfold& u, const UnitId& a, const UnitId& b) {
  const State& state = u.state();
  const bool before = touches_foe(formation_at(state, a), b);
  const auto found = touches(stands_of(state, a), stands_of(state, b), state.k, before ? Touching::Still : Touching::Now);
  if (found.empty()) {
    if (before) u.emit(ContactEnded{a, b});
    return;
  }
  const auto [on_a, on_b] = main_sides(found);
  const auto now = std::find_if(formation_at(state, a).contacts.begin(), formation_at(state, a).contacts.end(),
                                [&](const Contact& contact) { return contact.foe == b; });
  if (before && now->on == on_a) return;
  if (before) u.emit(ContactEnded{a, b});
  u.emit(ContactMade{a, b, on_a, on_b});
}

}  // namespace

CombatsSet combats_now(const State& state) {
  const Fights& fights = state.fights;
  return {fights.backings, fights.covers, fights.duels, fights.lone, fights.distended};
}
void set_combats(Unfold& u, CombatsSet combats) {
  if (combats != combats_now(u.state())) u.emit(std::move(combats));
}

void refresh_contacts(Unfold& u, const std::vector<UnitId>& among) {
  for (const UnitId& a : among)
    for (const UnitId& b : among) {
      if (!(a < b)) continue;
      const Formation *one = find_formation(u.state(), a), *two = find_formation(u.state(), b);
      if (one == nullptr || two == nullptr || one->side == two->side) continue;
      bring_together(u, a, b);
    }
}

bool touch_all(Unfold& u, const UnitId& unit) {
  const Side side = formation_at(u.state(), unit).side;
  for (const UnitId& foe : formations_of(u.state(), other(side))) bring_together(u, unit, foe);
  return !formation_at(u.state(), unit).contacts.empty();
}

UnitId break_off(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const std::string& why, const std::string& rule) {
  const Formation whole = formation_at(u.state(), unit);
  Formation part = whole, rest = whole;
  std::erase_if(rest.bases, [&](const BaseId& base) { return std::find(bases.begin(), bases.end(), base) != bases.end(); });
  if (rest.bases.empty()) return unit;
  part.bases = bases;
  part.contacts.clear();
  part.spread = true;
  const UnitId id = fresh_id(u.state(), whole.origin.empty() ? unit : whole.origin, bases);
  u.emit(FormationSet{unit, rest, why, rule});
  u.emit(FormationSet{id, part, {}, rule});
  return id;
}

std::vector<UnitId> comes_apart(Unfold& u, const UnitId& unit, const std::string& rule, const BaseId& anchor) {
  const Formation whole = formation_at(u.state(), unit);
  if (!whole.heavier() || whole.bases.size() < 2) return unform(u, unit, rule, anchor);
  const Vec2 ahead = body_of(u.state(), unit).ahead;
  const Length gap = on_table(u.state(), kUnformedGapCm);
  std::vector<PlacedBase> poses = spread_out(u.state(), unit, anchor);
  std::vector<geometry::Shape> taken;
  const auto keep = [&](const PlacedBase& placed) {
    taken.push_back(geometry::placed(footprint_of(base_at(u.state(), placed.base).card), placed.at.pose));
  };
  // The base that stays first, then from it outwards in their order.
  for (const PlacedBase& placed : poses)
    if (placed.base == anchor) keep(placed);
  for (PlacedBase& placed : poses) {
    if (placed.base == anchor) continue;
    if (const auto room = room_near(u.state(), placed.base, placed.at, {-ahead.x, -ahead.y}, gap, whole.bases, taken)) placed.at = *room;
    keep(placed);
  }
  return unform(u, unit, rule, anchor, poses);
}

UnitId turns(Unfold& u, const UnitId& unit, Flank side, int files, const std::string& rule) {
  const Turned turned = turned_to(u.state(), unit, side, files);
  UnitId id = unit;
  const Formation whole = formation_at(u.state(), unit);
  if (!turned.rest.empty()) {
    Formation rest = whole, part = whole;
    rest.bases = turned.rest;
    part.bases = turned.bases;
    part.contacts.clear();
    id = fresh_id(u.state(), whole.origin.empty() ? unit : whole.origin, turned.bases);
    u.emit(FormationSet{unit, rest, "splits: some of its bases turn to face", "PA-EVA-16"});
    u.emit(FormationSet{id, part, {}, rule});
  } else {
    Formation now = whole;
    now.bases = turned.bases;
    if (!(now == whole)) u.emit(FormationSet{unit, now, {}, rule});
  }
  move_bases(u, id, turned.poses, "turns to face", rule);
  Status status = formation_at(u.state(), id).status;
  status.turned = true;
  status.caught = false;
  mark(u, id, status, "has turned to face", rule);
  return id;
}

void gets_away(Unfold& u, const UnitId& unit, Vec2 away, const UnitId& from) {
  const Escape escape = escape_of(u.state(), unit, away);
  const std::vector<Contact> contacts = formation_at(u.state(), unit).contacts;
  for (const Contact& contact : contacts) u.emit(ContactEnded{unit, contact.foe});
  if (escape.no_ground) {
    lose_bases(u, unit, std::vector<BaseId>(formation_at(u.state(), unit).bases), from, "no open ground to evade to", "PA-EVA-09");
    return;
  }
  Status status = formation_at(u.state(), unit).status;
  status.moved = true;
  status.phases = 0;
  status.rush = Rush::None;
  mark(u, unit, status);
  move_bases(u, unit, escape.poses, "evades", "PA-EVA-01", move_of(u.state(), unit));
  if (formation_at(u.state(), unit).heavier() && (escape.bent || escape.through)) comes_apart(u, unit, "PA-EVA-03");
}

void commander_gets_away(Unfold& u, const UnitId& leader, Vec2 away) {
  const CommanderEscape escape = commander_escape(u.state(), leader, away);
  if (escape.joins.empty()) return move_leader(u, leader, escape.to, "evades", "PA-EVA-22", {});
  Leader who = leader_at(u.state(), leader);
  who.with = escape.joins;
  who.leads_from = u.state().turn.bound + 1;
  set_leader(u, leader, who, "evades to " + escape.joins.text, "PA-EVA-04");
  const geometry::Body body = body_of(u.state(), escape.joins);
  const double radius = footprint_of(card_of(u.state(), leader)).depth.mm() / 2;
  const Vec2 at = body.on_table({body.rear - radius, (body.left + body.right) / 2});
  move_leader(u, leader, {{geometry::rounded(at.x), geometry::rounded(at.y), body.heading}, {}}, "joins " + escape.joins.text, "PA-EVA-04",
              {});
}

Length free_way(const State& state, const UnitId& unit, Vec2 ahead, Length most) {
  // Friends may be passed, not stood on: the way ends where it stands on nobody.
  Length way = most;
  const auto stands_free = [&](Length by) {
    for (const PlacedBase& placed : moved_along(state, unit, ahead, by)) {
      const geometry::Shape shape = geometry::placed(footprint_of(base_at(state, placed.base).card), placed.at.pose);
      if (!wholly_on_table(state, shape)) return false;
      for (const Stand& stand : all_stands(state))
        if (stand.unit != unit && !stand.card->leader() && geometry::gap_between(shape, stand.shape).signed_gap.value < Length{-500})
          return false;
    }
    return true;
  };
  while (way > Length{0} && !stands_free(way)) way = way > 5_mm ? way - 5_mm : Length{0};
  return way;
}

}  // namespace polemarch::paean
