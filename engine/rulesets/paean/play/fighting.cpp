#include "engine/rulesets/paean/play/fighting.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/escapes.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using namespace engine;
using geometry::operator*;

namespace {

bool touches_foe(const Formation& formation, const UnitId& foe) {
  return std::any_of(formation.contacts.begin(), formation.contacts.end(), [&](const Contact& contact) { return contact.foe == foe; });
}

/// Brings the contact of two formations up to date: one that is kept up keeps its sides. `how`: what makes a new one; of those who have not
/// been in contact the front of one touches, but where `charged` is true.
void bring_together(Unfold& u, const UnitId& a, const UnitId& b, Touching how, bool charged = false) {
  const State& state = u.state();
  const bool before = touches_foe(formation_at(state, a), b);
  std::vector<BaseTouch> found = touches(stands_of(state, a), stands_of(state, b), state.k, before ? Touching::Still : how);
  if (!before && how == Touching::Now && !charged) found = with_a_front(std::move(found));
  if (found.empty() && before) u.emit(ContactEnded{a, b});
  if (found.empty() || before) return;
  const auto [on_a, on_b] = sides_that_touch(state, a, b, found);
  u.emit(ContactMade{a, b, on_a, on_b});
}

/// The base that stays in place when a formation comes apart: one in contact, else one that fights from behind, else the first.
BaseId holding_base(const State& state, const UnitId& unit) {
  const std::vector<BaseId>& own = formation_at(state, unit).bases;
  const UnitId front = backed_by(state, unit);
  BaseId found = own.front();
  for (const Fighter& fighter : fighters_of(state, front.empty() || find_formation(state, front) == nullptr ? unit : front))
    if ((fighter.role == Role::Contacting || fighter.role == Role::Supporting) && base_at(state, fighter.base).unit == unit) {
      found = fighter.base;
      if (fighter.role == Role::Contacting) break;
    }
  return found;
}

}  // namespace

void refresh_contacts(Unfold& u, const std::vector<UnitId>& among, Touching how) {
  for (const UnitId& a : among)
    for (const UnitId& b : among) {
      if (!(a < b)) continue;
      const Formation *one = find_formation(u.state(), a), *two = find_formation(u.state(), b);
      if (one == nullptr || two == nullptr || one->side == two->side) continue;
      bring_together(u, a, b, how);
    }
}

void rushes(Unfold& u, const UnitId& unit, Rush how) {
  Status status = formation_at(u.state(), unit).status;
  status.rush = how;
  status.phases = 0;
  mark(u, unit, status);
}

void set_side(Unfold& u, const UnitId& on, const UnitId& foe, Flank side) {
  for (const Contact& contact : formation_at(u.state(), on).contacts) {
    if (contact.foe != foe || contact.on == side) continue;
    const Flank theirs = side_of_contact(u.state(), foe, on);
    u.emit(ContactEnded{on, foe});
    u.emit(ContactMade{on, foe, side, theirs});
    return;
  }
}

bool touch_all(Unfold& u, const UnitId& unit, const UnitId& target) {
  const Side side = formation_at(u.state(), unit).side;
  for (const UnitId& foe : formations_of(u.state(), other(side))) bring_together(u, unit, foe, Touching::Now, foe == target);
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

UnitId unformed_by_ground(Unfold& u, const UnitId& unit, bool through) {
  const Formation* formation = find_formation(u.state(), unit);
  if (formation == nullptr || !formation->heavier() || formation->bases.size() < 2) return unit;
  if (!through && !in_bad_ground(u.state(), shapes_of(u.state(), unit))) return unit;
  const BaseId anchor = holding_base(u.state(), unit);
  std::vector<UnitId> among;
  for (const Contact& contact : formation->contacts) among.push_back(contact.foe);
  const std::vector<UnitId> pieces = unform(u, unit, "PA-MOV-05", anchor);
  among.insert(among.end(), pieces.begin(), pieces.end());
  refresh_contacts(u, among, Touching::Still);
  const UnitId stays = base_at(u.state(), anchor).unit;
  if (in_contact(formation_at(u.state(), stays))) return stays;
  const auto fights = std::find_if(pieces.begin(), pieces.end(), [&](const UnitId& id) { return in_contact(formation_at(u.state(), id)); });
  return fights == pieces.end() ? stays : *fights;
}

UnitId turns(Unfold& u, const UnitId& unit, Flank side, int files, const std::string& rule, int first_row) {
  const Turned turned = turned_to(u.state(), unit, side, files, first_row);
  UnitId id = unit;
  std::vector<UnitId> among{unit};  // its sides are others now
  for (const Contact& contact : std::vector<Contact>(formation_at(u.state(), unit).contacts)) {
    among.push_back(contact.foe);
    u.emit(ContactEnded{unit, contact.foe});
  }
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
  // What turns may be deeper or wider than it was: it keeps off whoever stands beside it.
  const Obstacles others = obstacles_but(u.state(), turned.bases);
  const Vec2 back = -1.0 * geometry::unit_vector(turned.poses.front().at.pose.heading);
  const auto room = room_for(u.state(), turned.poses, back, 0, others, Search::AllRound);
  move_bases(u, id, room.value_or(turned.poses), "turns to face", rule);
  Status status = formation_at(u.state(), id).status;
  status.turned = true;
  status.caught = false;
  mark(u, id, status, "has turned to face", rule);
  if (id != unit) among.push_back(id);
  refresh_contacts(u, among, Touching::Still);
  return unformed_by_ground(u, id);
}

void gets_away(Unfold& u, const UnitId& unit, Vec2 away, const UnitId& from) {
  const Escape escape = escape_of(u.state(), unit, away);
  const std::vector<Contact> contacts = formation_at(u.state(), unit).contacts;
  for (const Contact& contact : contacts) u.emit(ContactEnded{unit, contact.foe});
  backs_nobody(u, unit);
  CombatsSet combats = combats_now(u.state());
  std::erase_if(combats.distended, [&](const Distended& one) { return one.unit == unit; });  // its front is whole
  set_combats(u, std::move(combats));
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
  Formation now = formation_at(u.state(), unit);
  for (std::size_t i = 0; i < now.bases.size(); ++i) now.bases[i] = escape.poses[i].base;  // who has turned about leads with its last row
  if (now.bases != formation_at(u.state(), unit).bases) u.emit(FormationSet{unit, now, {}, "PA-EVA-01"});
  if (formation_at(u.state(), unit).heavier() && (escape.bent || escape.through)) unform(u, unit, "PA-EVA-03");
}

void commander_gets_away(Unfold& u, const UnitId& leader, Vec2 away) {
  const CommanderEscape escape = commander_escape(u.state(), leader, away);
  Leader who = leader_at(u.state(), leader);
  who.with = {};
  if (escape.joins.empty()) {
    set_leader(u, leader, who);
    return move_leader(u, leader, escape.to, "evades", "PA-EVA-22", {});
  }
  who.with = escape.joins;
  who.leads_from = u.state().turn.bound + 1;
  set_leader(u, leader, who, "evades to " + escape.joins.text, "PA-EVA-04");
  move_leader(u, leader, place_behind(u.state(), escape.joins, leader), "joins " + escape.joins.text, "PA-EVA-04", {});
}

}  // namespace polemarch::paean
