#include "engine/rulesets/paean/play/changes.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using engine::PlacedBase;

namespace {

/// What older placements say of these bases is overtaken, whosever bases they were then; their other bases stay owed.
void overtake(Unfold& u, const std::vector<BaseId>& bases) {
  for (const engine::OwedPlacement& old : std::vector<engine::OwedPlacement>(u.state().agenda.owed)) {
    engine::OwedPlacement rest = old;
    rest.bases.clear();
    rest.poses.clear();
    for (std::size_t i = 0; i < old.bases.size(); ++i) {
      if (std::find(bases.begin(), bases.end(), old.bases[i]) != bases.end()) continue;
      rest.bases.push_back(old.bases[i]);
      if (i < old.poses.size()) rest.poses.push_back(old.poses[i]);
    }
    if (rest.bases.size() == old.bases.size()) continue;
    u.emit(engine::Placed{old.id, old.unit, {}});
    if (!rest.bases.empty()) u.owe(std::move(rest));
  }
}

/// Bases have left the table: the table has yet to follow.
void owe_removal(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, Side side, const std::string& rule) {
  overtake(u, bases);
  u.owe({.unit = unit, .bases = bases, .removed = true, .who = viewer_of(side), .rule = rule});
}

void owe_poses(Unfold& u, const UnitId& unit, const std::vector<PlacedBase>& poses, const std::string& rule) {
  engine::OwedPlacement owed;
  owed.unit = unit;
  for (const PlacedBase& placed : poses) {
    owed.bases.push_back(placed.base);
    owed.poses.push_back(placed.at.pose);
  }
  if (owed.bases.empty()) return;
  overtake(u, owed.bases);
  owed.who = viewer_of(*side_of(u.state(), unit));
  owed.rule = rule;
  u.owe(std::move(owed));
}

void bring_leaders(Unfold& u, const UnitId& unit, const std::string& rule, bool owed) {
  for (const UnitId& leader : leaders_with(u.state(), unit)) {
    const std::vector<PlacedBase> poses{{leader_at(u.state(), leader).base, place_behind(u.state(), unit, leader)}};
    u.emit(BasesMoved{leader, poses, "goes with " + unit.text, rule, {}});
    if (owed) owe_poses(u, leader, poses, rule);
  }
}

/// Who backed a formation that has come apart backs the base that stays, and that base backs whom it backed (PA-CHG-16).
void keep_backings(Unfold& u, const UnitId& gone, const UnitId& stays) {
  CombatsSet combats = combats_now(u.state());
  for (Backing& backing : combats.backings) {
    if (backing.of == gone) backing.of = stays;
    if (backing.by == gone) backing.by = stays;
  }
  set_combats(u, std::move(combats));
}

}  // namespace

void move_bases(Unfold& u, const UnitId& unit, std::vector<PlacedBase> poses, const std::string& how, const std::string& rule,
                Length distance, bool owed) {
  u.emit(BasesMoved{unit, poses, how, rule, distance});
  if (owed) owe_poses(u, unit, poses, rule);
  if (u.state().formations.contains(unit)) bring_leaders(u, unit, rule, true);
}

void move_leader(Unfold& u, const UnitId& leader, const MeasuredPose& to, const std::string& how, const std::string& rule, Length distance,
                 bool owed) {
  const std::vector<PlacedBase> poses{{leader_at(u.state(), leader).base, to}};
  u.emit(BasesMoved{leader, poses, how, rule, distance});
  if (owed) owe_poses(u, leader, poses, rule);
}

void mark(Unfold& u, const UnitId& unit, const Status& status, const std::string& why, const std::string& rule) {
  if (formation_at(u.state(), unit).status == status) return;
  u.emit(Marked{unit, status, why, rule});
}

void set_leader(Unfold& u, const UnitId& id, const Leader& leader, const std::string& why, const std::string& rule) {
  if (leader_at(u.state(), id) == leader) return;
  u.emit(LeaderSet{id, leader, why, rule});
}

CombatsSet combats_now(const State& state) {
  const Fights& fights = state.fights;
  return {fights.backings, fights.covers, fights.duels, fights.lone, fights.distended};
}
void set_combats(Unfold& u, CombatsSet combats) {
  if (combats != combats_now(u.state())) u.emit(std::move(combats));
}

void backs_nobody(Unfold& u, const UnitId& unit) {
  CombatsSet combats = combats_now(u.state());
  std::erase_if(combats.backings, [&](const Backing& one) { return one.by == unit; });
  set_combats(u, std::move(combats));
}

std::vector<UnitId> unform(Unfold& u, const UnitId& unit, const std::string& rule, const BaseId& anchor,
                           const std::vector<PlacedBase>& where) {
  const Formation whole = formation_at(u.state(), unit);
  if (!whole.heavier()) return {unit};  // PA-UNF-05
  if (whole.bases.size() == 1) {
    if (!where.empty()) move_bases(u, unit, where, "is unformed", rule);
    return {unit};
  }
  const Spread spread = where.empty() ? spread_out(u.state(), unit, anchor) : Spread{where, {}};
  const std::vector<PlacedBase> poses = where.empty() ? set_apart(u.state(), unit, spread.poses, spread.stay) : where;
  std::vector<UnitId> pieces;
  const std::vector<UnitId> leaders = leaders_with(u.state(), unit);
  Formation none = whole;
  none.bases.clear();
  none.contacts.clear();
  std::vector<Flank> foes_sides;
  for (const Contact& contact : whole.contacts) {
    foes_sides.push_back(side_of_contact(u.state(), contact.foe, unit));
    u.emit(ContactEnded{unit, contact.foe});
  }
  u.emit(FormationSet{unit, none, "is unformed", rule});
  for (const BaseId& base : whole.bases) {
    Formation piece = whole;
    piece.bases = {base};
    piece.contacts.clear();
    piece.spread = true;
    const UnitId id = fresh_id(u.state(), whole.origin, piece.bases);
    pieces.push_back(id);
    u.emit(FormationSet{id, piece, {}, rule});
    for (const PlacedBase& placed : poses)
      if (placed.base == base && placed.at.pose != base_at(u.state(), base).at.pose) {
        u.emit(BasesMoved{id, {placed}, {}, rule, {}});
        owe_poses(u, id, {placed}, rule);
      }
  }
  // What still touches a foe is in contact with it, on the sides it was; leaders stay with a base in contact, else with the first.
  UnitId with = pieces.front();
  for (std::size_t i = 0; i < whole.contacts.size(); ++i) {
    const Contact& contact = whole.contacts[i];
    if (find_formation(u.state(), contact.foe) == nullptr) continue;
    for (const UnitId& piece : pieces)
      if (touching(u.state(), piece, contact.foe)) {
        make_contact(u, piece, contact.foe, contact.on, foes_sides[i]);
        with = piece;
      }
  }
  for (const UnitId& id : leaders) {
    Leader leader = leader_at(u.state(), id);
    leader.with = with;
    set_leader(u, id, leader);
  }
  bring_leaders(u, with, rule, true);
  keep_backings(u, unit, base_at(u.state(), spread.stay.empty() ? whole.bases.front() : spread.stay.front()).unit);
  return pieces;
}

void displace(Unfold& u, const UnitId& gone, const UnitId& stays) {
  using geometry::operator*;
  constexpr double kSlightGapMm = 5;  // PA-INT-11: more than what a camera takes for contact
  const bool both_heavy = formation_at(u.state(), gone).heavier() && formation_at(u.state(), stays).heavier();
  std::vector<PlacedBase> to = behind(u.state(), gone, stays);
  if (to.empty())  // not behind: wherever there is room
    to = room_for(u.state(), poses_of(u.state(), gone), -1.0 * body_of(u.state(), stays).ahead, kSlightGapMm, obstacles_to(u.state(), gone),
                  Search::AllRound)
             .value_or(std::vector<PlacedBase>{});
  if (!to.empty()) move_bases(u, gone, to, "is displaced", "PA-INT-07");
  backs_nobody(u, gone);
  if (both_heavy)
    for (const UnitId& id : {gone, stays}) unform(u, id, "PA-INT-09");
}

UnitId split(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const std::string& why, const std::string& rule) {
  const Formation whole = formation_at(u.state(), unit);
  Formation part = whole, rest = whole;
  part.bases = bases;
  part.contacts.clear();
  std::erase_if(rest.bases, [&](const BaseId& base) { return std::find(bases.begin(), bases.end(), base) != bases.end(); });
  const UnitId id = fresh_id(u.state(), whole.origin, bases);
  u.emit(FormationSet{unit, rest, why, rule});
  u.emit(FormationSet{id, part, {}, rule});
  for (const Contact& contact : whole.contacts)
    if (find_formation(u.state(), contact.foe) != nullptr && touching(u.state(), id, contact.foe))
      make_contact(u, id, contact.foe, side_faced(u.state(), id, contact.foe), side_faced(u.state(), contact.foe, id));
  drop_contacts(u, unit);
  return id;
}

void lose_bases(Unfold& u, const UnitId& unit, const std::vector<BaseId>& bases, const UnitId& by, const std::string& how,
                const std::string& rule) {
  if (bases.empty()) return;
  const Side side = *side_of(u.state(), unit);
  engine::Lost lost{
      .unit = unit, .bases = bases, .what = {}, .by = by, .how = how, .at = base_at(u.state(), bases.front()).at.pose, .rule = rule};
  lost.what = bases.size() == 1 ? "a base" : std::to_string(bases.size()) + " bases";
  u.emit(lost);
  owe_removal(u, unit, bases, side, rule);
  drop_contacts(u, unit);
  if (!formation_at(u.state(), unit).in_play())
    for (const UnitId& id : leaders_with(u.state(), unit)) {
      Leader leader = leader_at(u.state(), id);
      leader.with = {};
      if (!leader.hero() && side == u.state().turn.active) {  // he acts again in his side's next bound
        leader.command = Commanding::Lost;
        if (u.state().turn.commanding == id) u.emit(CommandPassed{});
      }
      set_leader(u, id, leader, "stands in the open", "PA-CMD-38");
    }
  check_end(u);
}

void lose_leader(Unfold& u, const UnitId& leader, const UnitId& by, const std::string& how, const std::string& rule) {
  const Leader lost = leader_at(u.state(), leader);
  if (!lost.alive) return;
  u.emit(engine::Lost{.unit = leader,
                      .bases = {lost.base},
                      .what = lost.hero() ? "the hero" : "the commander",
                      .by = by,
                      .how = how,
                      .at = base_at(u.state(), lost.base).at.pose,
                      .rule = rule});
  owe_removal(u, leader, {lost.base}, lost.side, rule);
  if (u.state().turn.commanding == leader) u.emit(CommandPassed{});
  if (u.state().turn.run && u.state().turn.run->unit == leader) u.emit(RunSet{{}, leader});
  if (u.state().turn.permit && u.state().turn.permit->unit == leader) u.emit(PermitSet{});
  check_end(u);
}

void make_contact(Unfold& u, const UnitId& unit, const UnitId& foe, Flank on_unit, Flank on_foe) {
  const Formation& formation = formation_at(u.state(), unit);
  for (const Contact& contact : formation.contacts)
    if (contact.foe == foe) return;
  u.emit(ContactMade{unit, foe, on_unit, on_foe});
}

void drop_contacts(Unfold& u, const UnitId& unit) {
  const Formation formation = formation_at(u.state(), unit);
  for (const Contact& contact : formation.contacts)
    if (!formation.in_play() || find_formation(u.state(), contact.foe) == nullptr ||
        touches(stands_of(u.state(), unit), stands_of(u.state(), contact.foe), u.state().k, Touching::Still).empty())
      u.emit(ContactEnded{unit, contact.foe});
}

void action_taken(Unfold& u, const UnitId& acted, Led how) {
  if (!u.state().turn.permit) return;
  const Permit permit = *u.state().turn.permit;
  u.emit(OrderCounted{acted.empty() ? permit.unit : acted});
  if (const Leader* hero = find_leader(u.state(), permit.unit); hero != nullptr && u.state().formations.contains(acted)) {
    Leader counted = *hero;
    ++(formation_at(u.state(), acted).hoplite() ? counted.heavy_orders : counted.medium_orders);
    if (how == Led::Moves && u.state().options.led_move_counts_twice) ++counted.moves;  // PA-AMB-40
    set_leader(u, permit.unit, counted);
  }
  u.emit(PermitSet{});
}

namespace {

/// How a side has lost: without its army commander, or without LH and H (PA-VIC-01, PA-VIC-03); no rule: it has not.
struct Defeat {
  std::string why, rule;
};
Defeat defeat_of(const State& state, Side side) {
  const std::string name(name_of(side));
  if (army_commander(state, side).empty()) return {"the army commander of " + name + " is lost", "PA-VIC-03"};
  const auto fields_hoplites = [&](const auto& entry) {
    return entry.second.side == side && !entry.second.card.leader() && entry.second.card.hoplite();
  };
  if (std::none_of(state.bases.begin(), state.bases.end(), fields_hoplites)) return {};  // an army without any cannot lose its last
  const std::vector<UnitId> left = formations_of(state, side);
  if (std::none_of(left.begin(), left.end(), [&](const UnitId& id) { return formation_at(state, id).hoplite(); }))
    return {"the last LH or H formation of " + name + " is dispersed", "PA-VIC-01"};
  return {};
}

/// Lighter formations do not fight on without hoplites (PA-VIC-02).
void disperse_the_rest(Unfold& u, Side side) {
  for (const UnitId& id : formations_of(u.state(), side)) {
    const std::vector<BaseId> bases = formation_at(u.state(), id).bases;
    u.emit(
        engine::Lost{.unit = id, .bases = bases, .what = "the unit", .by = {}, .how = "no LH or H is left", .at = {}, .rule = "PA-VIC-02"});
    owe_removal(u, id, bases, side, "PA-VIC-02");
  }
}

}  // namespace

void check_end(Unfold& u) {
  if (u.state().turn.phase == Phase::Over || u.state().turn.phase == Phase::Deployment) return;
  const Defeat a = defeat_of(u.state(), Side::A), b = defeat_of(u.state(), Side::B);
  for (const Side side : {Side::A, Side::B})
    if ((side == Side::A ? a : b).rule == "PA-VIC-01") disperse_the_rest(u, side);
  if (!a.rule.empty() && !b.rule.empty()) {
    u.emit(BattleEnded{{}, a.why + ", and " + b.why, "PA-AMB-64"});
  } else if (!a.rule.empty()) {
    u.emit(BattleEnded{Side::B, a.why, a.rule});
  } else if (!b.rule.empty()) {
    u.emit(BattleEnded{Side::A, b.why, b.rule});
  }
}

}  // namespace polemarch::paean
