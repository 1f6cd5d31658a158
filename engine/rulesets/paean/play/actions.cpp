/// Formation actions carried out: bases go, change places, part and join.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/shapes.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

void note_moved(Unfold& u, const UnitId& unit) {
  Status status = formation_at(u.state(), unit).status;
  status.moved = true;
  mark(u, unit, status);
}

/// Friends it went through; when both of a pair move in the bound, both come apart at once (PA-INT-04, PA-INT-05, PA-AMB-24).
void interpenetrate(Unfold& u, const UnitId& unit, const std::vector<UnitId>& through) {
  std::vector<UnitId> apart;
  const auto both_move = [&](const UnitId& other) {
    if (std::find(apart.begin(), apart.end(), other) == apart.end()) apart.push_back(other);
    if (std::find(apart.begin(), apart.end(), unit) == apart.end()) apart.push_back(unit);
  };
  // Those that passed earlier and stood still until now.
  for (const UnitId& other : parts_with(u.state(), unit)) both_move(other);
  for (const UnitId& other : through) {
    const Formation mine = formation_at(u.state(), unit), theirs = formation_at(u.state(), other);
    if (pass_freely(mine.weight, theirs.weight)) continue;
    for (const auto& [one, two] : {std::pair{unit, other}, std::pair{other, unit}}) {
      Status status = formation_at(u.state(), one).status;
      if (std::find(status.passed.begin(), status.passed.end(), two) == status.passed.end()) status.passed.push_back(two);
      mark(u, one, status);
    }
    if (theirs.status.moved) both_move(other);
  }
  for (const UnitId& id : apart) unform(u, id, "PA-INT-05");
}

/// It has moved, by whatever action: what passed through it before comes apart with it (PA-INT-04, PA-AMB-24).
void has_moved(Unfold& u, const UnitId& unit, const std::vector<UnitId>& through = {}) {
  note_moved(u, unit);
  backs_nobody(u, unit);  // by ruling alone (PA-AMB-42)
  interpenetrate(u, unit, through);
  // Whatever has taken it there: M, LH and H come apart in ground that unforms (PA-MOV-05, PA-UNF-06).
  const Formation* formation = find_formation(u.state(), unit);
  if (formation == nullptr || formation->unformed()) return;
  if (in_bad_ground(u.state(), shapes_of(u.state(), unit))) unform(u, unit, "PA-MOV-05");
}

/// Bases stand in a new order; the formation is formed unless it has one base or no room.
void reshape(Unfold& u, const UnitId& unit, const NewShape& shape, bool owed = true) {
  Formation formation = formation_at(u.state(), unit);
  std::vector<BaseId> order;
  for (const PlacedBase& placed : shape.poses) order.push_back(placed.base);
  if (!order.empty() && order.size() == formation.bases.size()) formation.bases = order;
  move_bases(u, unit, shape.poses, shape.how, shape.rule, {}, owed);
  if (formation != formation_at(u.state(), unit)) u.emit(FormationSet{unit, formation, {}, shape.rule});
}

}  // namespace

void decide_one(Unfold& u, const MoveFormation& c) {
  const MovePlan plan = plan_move(u.state(), c);
  const bool measured = !c.poses.empty() || (c.to && c.to->error != PoseError{});
  std::vector<PlacedBase> poses = plan.poses;
  if (!measured)
    if (auto there = dressed_between(u.state(), poses, obstacles_to(u.state(), c.unit))) poses = std::move(*there);
  if (!poses.empty()) move_bases(u, c.unit, poses, plan.named.empty() ? "moves" : plan.named, "PA-MOV-T1", plan.cost.value, !measured);
  action_taken(u, c.unit, Led::Moves);
  drop_contacts(u, c.unit);
  has_moved(u, c.unit, plan.through);
  if (plan.into_bad_ground && find_formation(u.state(), c.unit) != nullptr && !formation_at(u.state(), c.unit).unformed())
    unform(u, c.unit, "PA-MOV-05");
}

void decide_one(Unfold& u, const AboutFace& c) {
  reshape(u, c.unit, about_faced(u.state(), c.unit));
  action_taken(u, c.unit);
  const std::vector<Contact> contacts = formation_at(u.state(), c.unit).contacts;
  for (const Contact& contact : contacts) {
    u.emit(ContactEnded{c.unit, contact.foe});
    make_contact(u, c.unit, contact.foe, side_faced(u.state(), c.unit, contact.foe), side_faced(u.state(), contact.foe, c.unit));
  }
}

void decide_one(Unfold& u, const ChangeFacing& c) {
  const NewShape shape = facing_changed(u.state(), c.unit, c.to);
  if (shape.unforms) {
    // No room: every base turns where it is, and they come apart (PA-FAC-04).
    const std::vector<PlacedBase> poses =
        set_apart(u.state(), c.unit, spread_turned(u.state(), c.unit, c.to == Flank::Left ? 90_deg : 270_deg));
    action_taken(u, c.unit);
    unform(u, c.unit, "PA-FAC-04", {}, poses);
    return;
  }
  reshape(u, c.unit, shape);
  action_taken(u, c.unit);
  has_moved(u, c.unit);
}

void decide_one(Unfold& u, const ChangeFormation& c) {
  reshape(u, c.unit, formed_wide(u.state(), c.unit, c.files));
  action_taken(u, c.unit);
  has_moved(u, c.unit);
}

void decide_one(Unfold& u, const Detach& c) {
  action_taken(u, c.unit);
  split(u, c.unit, c.bases, "parts with " + std::to_string(c.bases.size()) + (c.bases.size() == 1 ? " base" : " bases"), "PA-FAC-06");
}

void decide_one(Unfold& u, const FormUp& c) {
  const NewShape shape = joined(u.state(), c.unit, c.with, c.poses);
  const Formation smaller = formation_at(u.state(), c.unit);
  const std::vector<UnitId> leaders = leaders_with(u.state(), c.unit), passed = parts_with(u.state(), c.unit);
  action_taken(u, c.unit);
  Formation whole = formation_at(u.state(), c.with), gone = smaller;
  whole.bases.clear();
  for (const PlacedBase& placed : shape.poses) whole.bases.push_back(placed.base);
  whole.spread = false;                                                        // PA-FAC-09
  whole.status.orders = std::max(whole.status.orders, smaller.status.orders);  // PA-FAC-12
  whole.status.reactions = std::max(whole.status.reactions, smaller.status.reactions);
  whole.status.powered = whole.status.powered || smaller.status.powered;  // one free order a formation (PA-CMD-09, PA-HER-11)
  whole.status.mighty = whole.status.mighty || smaller.status.mighty;
  gone.bases.clear();
  gone.contacts.clear();
  std::vector<UnitId> among{c.with};
  for (const Contact& contact : smaller.contacts) {  // by ruling alone: what fights forms up with nobody (PA-AMB-42)
    among.push_back(contact.foe);
    u.emit(ContactEnded{c.unit, contact.foe});
  }
  u.emit(FormationSet{c.unit, gone, "joins " + c.with.text, "PA-FAC-08"});
  u.emit(FormationSet{c.with, whole, {}, "PA-FAC-08"});
  std::vector<PlacedBase> moved;
  for (const PlacedBase& placed : shape.poses)
    if (base_at(u.state(), placed.base).at.pose != placed.at.pose) moved.push_back(placed);
  if (!moved.empty()) move_bases(u, c.with, moved, "forms up", "PA-FAC-10", {}, c.poses.empty());
  for (const UnitId& id : leaders) {
    Leader leader = leader_at(u.state(), id);
    leader.with = c.with;
    set_leader(u, id, leader);
  }
  if (among.size() > 1) refresh_contacts(u, among);
  for (const UnitId& other : passed)  // the smaller has moved, the larger has not (PA-FAC-10)
    if (find_formation(u.state(), other) != nullptr) unform(u, other, "PA-INT-05");
}

void decide_one(Unfold& u, const ContractFlank& c) {
  reshape(u, c.unit, contracted(u.state(), c.unit, c.flank));
  action_taken(u, c.unit);
  has_moved(u, c.unit);
}
void decide_one(Unfold& u, const ExpandFlank& c) {
  reshape(u, c.unit, expanded(u.state(), c.unit, c.flank));
  action_taken(u, c.unit);
  has_moved(u, c.unit);
}
void decide_one(Unfold& u, const GiveGround& c) {
  reshape(u, c.unit, ground_given(u.state(), c.unit));
  action_taken(u, c.unit);
  has_moved(u, c.unit);
}
void decide_one(Unfold& u, const Traverse& c) {
  reshape(u, c.unit, traversed(u.state(), c.unit, c.to));
  action_taken(u, c.unit);
  has_moved(u, c.unit);
}
void decide_one(Unfold& u, const Reorder& c) {
  reshape(u, c.unit, reordered(u.state(), c.unit, c.bases));
  action_taken(u, c.unit);
}

}  // namespace polemarch::paean
