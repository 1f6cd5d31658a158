/// Commands of the bound and of command, and where bases may be put.
#include <algorithm>

#include "engine/core/giving_up.hpp"
#include "engine/core/unfold.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/judge/judge.hpp"
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/deployment.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/refusals.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// The phase, nothing in hand, and a voice for the active side.
Verdict in_phase(const State& state, Viewer by, Phase phase, const std::string& rule) {
  if (!speaks_for(by, state.turn.active)) return impossible("it is " + std::string(name_of(state.turn.active)) + "'s bound", "PA-SEQ-02");
  if (state.turn.permit) return impossible(state.turn.permit->unit.text + " has an action in hand: take it or forgo it first");
  if (!begun(state)) return impossible("the battle has not begun");
  if (state.turn.phase != phase)
    return refuse(rule, "this belongs to " + std::string(word_of(phase)) + ", not " + std::string(word_of(state.turn.phase)));
  return allow();
}

bool on_the_table(const State& state, Point at) {
  return at.x >= Length{} && at.y >= Length{} && at.x <= state.width && at.y <= state.depth;
}

Verdict own_leader(const State& state, Viewer by, const UnitId& id, bool hero) {
  const Leader* leader = find_leader(state, id);
  if (leader == nullptr) return impossible(state.leaders.contains(id) ? id.text + " is not there" : "unknown leader " + id.text);
  if (leader->hero() != hero && (hero || command_value(state, id) == 0))
    return impossible(id.text + (hero ? " is no hero" : " is no commander"));
  if (!speaks_for(by, leader->side)) return impossible(id.text + " is not yours");
  if (leader->side != state.turn.active) return impossible("it is " + std::string(name_of(state.turn.active)) + "'s bound", "PA-SEQ-02");
  return allow();
}

/// There is such a formation for him to join.
Verdict can_join(const State& state, const UnitId& id, const UnitId& join) {
  if (join.empty()) return allow();
  const Formation* formation = find_formation(state, join);
  const Leader& leader = leader_at(state, id);
  if (formation == nullptr) return impossible("unknown formation " + join.text);
  if (formation->side != leader.side) return impossible(join.text + " is the enemy's");
  if (leader.with == join) return impossible(id.text + " is with " + join.text + " already");
  return allow();
}

/// Who joins a formation stands in contact with it, a hero at its rear (PA-CMD-20, PA-HER-12, PA-HER-13).
Verdict stands_with(const State& state, const UnitId& id, const MeasuredPose& to, const UnitId& join) {
  const bool hero = leader_at(state, id).hero();
  const geometry::Body body = body_of(state, join);
  const geometry::Hull hull = geometry::hull_of(body);
  const geometry::Shape there = geometry::placed(footprint_of(base_at(state, leader_at(state, id).base).card), to);
  const Length gap = geometry::gap_between(there, geometry::placed(hull.footprint, hull.pose)).signed_gap.value;
  if (gap > std::max(state.tolerance, 3_mm))
    return refuse(hero ? "PA-HER-12" : "PA-CMD-20", id.text + " would not stand with " + join.text, gap.mm() / 10, 0, "cm");
  if (hero && geometry::side_facing(body, there.centre) != geometry::Edge::Rear)
    return refuse("PA-HER-13", id.text + " would not stand at the rear of " + join.text);
  return allow();
}

/// Where a leader goes, and whom he joins: up to `limit`, on the table, enemies in the way (PA-CMD-17, PA-HER-39, PA-AMB-63).
Verdict may_go(const State& state, const UnitId& id, const std::optional<MeasuredPose>& to, const UnitId& join, int limit_cm,
               const std::string& rule) {
  using geometry::operator-;
  const Leader& leader = leader_at(state, id);
  std::vector<Reason> measures;
  if (!join.empty()) {
    const Formation* formation = find_formation(state, join);
    if (!leader.with.empty() && (leader.hero() || !state.options.commander_hop))
      return refuse(leader.hero() ? "PA-HER-21" : "PA-AMB-74", id.text + " has to leave " + leader.with.text + " first");
    if (leader.hero()) {
      if (formation->weight == Weight::L) return refuse("PA-AMB-35", "a hero leads no light formation");
      const int most = bases_a_hero_leads(leader.value), has = static_cast<int>(formation->bases.size());
      if (has > most) return refuse("PA-HER-14", join.text + " is too large for " + id.text, has, most, "bases");
    }
    for (const UnitId& other : leaders_with(state, join))
      if (leader_at(state, other).hero() == leader.hero()) return refuse(rule, other.text + " leads " + join.text);
    const geometry::Measure gap = gap_between(state, id, join).distance();
    const Length limit = on_table(state, limit_cm);
    if (geometry::allowance(gap, limit, state.tolerance) == Ruling::Refused)
      return refuse(rule, join.text + " is too far", gap.value.mm() / 10, limit.mm() / 10, "cm", gap.sd.mm() / 10);
    if (const UnitId foe = to ? UnitId{} : enemy_between(state, id, join); !foe.empty())
      return refuse(leader.hero() ? "PA-HER-39" : "PA-AMB-63", foe.text + " is in the way");
    measures.push_back({rule, id.text + " joins " + join.text, gap.value.mm() / 10, limit.mm() / 10, "cm", {}});
  }
  if (!to) return allow(std::move(measures));
  if (!on_the_table(state, to->pose.centre())) return off_the_table(state, rule, id.text, {{leader.base, *to}});
  const Base& base = base_at(state, leader.base);
  const Vec2 from = geometry::vec(base.at.pose.centre()), goal = geometry::vec(to->pose.centre());
  const Length way = geometry::rounded(geometry::length_of(goal - from)), limit = on_table(state, limit_cm);
  if (geometry::allowance({way, {}}, limit, state.tolerance) == Ruling::Refused)
    return refuse(rule, "too far", way.mm() / 10, limit.mm() / 10, "cm");
  const geometry::Shape there = geometry::placed(footprint_of(base.card), *to);
  const geometry::Shape here = geometry::placed(footprint_of(base.card), base.at);
  for (const UnitId& foe : formations_of(state, other(leader.side))) {
    const std::vector<geometry::Shape> theirs = shapes_of(state, foe);
    if (const Length gap = geometry::gap_between(std::span(&there, 1), theirs).signed_gap.value; gap < Length{})
      return refuse(leader.hero() ? "PA-HER-22" : "PA-AMB-63", id.text + " would stand on " + foe.text, -gap.mm(), 0, "mm");
    if (comes_through(here, there, theirs)) return refuse(leader.hero() ? "PA-HER-39" : "PA-AMB-63", foe.text + " is in the way");
    if (leader.hero() && join.empty() && would_touch(state, id, *to, foe) && !would_touch(state, id, base.at, foe))
      return refuse("PA-HER-22", id.text + " would touch " + foe.text + " and leads no formation");
  }
  if (!join.empty())
    if (Verdict with = stands_with(state, id, *to, join); !with.allowed()) return with;
  measures.push_back({rule, id.text + " goes", way.mm() / 10, limit.mm() / 10, "cm", {}});
  return allow(std::move(measures));
}

}  // namespace

Verdict judge_one(const State& state, Viewer, const BeginBattle&) {
  if (state.turn.phase != Phase::Deployment) return impossible("the battle has begun");
  for (const auto& [unit, formation] : state.formations)
    for (const BaseId& base : formation.bases)
      if (!state.bases.at(base).on_table) return impossible(unit.text + " is not on the table yet", "PA-INI-01");
  for (const auto& [id, base] : state.bases)
    if (!base.on_table) return impossible(base.unit.text + " is not on the table yet", "PA-INI-01");
  return allow();
}

Verdict judge_one(const State& state, Viewer by, const DeployArmy& c) {
  if (state.turn.phase != Phase::Deployment) return impossible("the armies are deployed");
  if (!speaks_for(by, c.side)) return impossible("each side deploys its own army");
  if (all_deployed(state, c.side)) return impossible("everybody has a place");
  if (suggested_deployment(state, c.side).empty()) return impossible("there is no room in line");
  return allow();
}

Verdict judge_one(const State& state, Viewer by, const EndPhase&) {
  if (state.turn.phase == Phase::Deployment) return judge_one(state, by, BeginBattle{});
  if (!speaks_for(by, state.turn.active)) return impossible("it is " + std::string(name_of(state.turn.active)) + "'s bound", "PA-SEQ-02");
  if (state.turn.permit) return impossible(state.turn.permit->unit.text + " has an action in hand: take it or forgo it first");
  if (state.turn.phase == Phase::Initiative) return impossible("initiative is not thrown yet");
  return allow();
}

Verdict judge_one(const State& state, Viewer by, const EndBattle& c) {
  if (state.turn.phase == Phase::Deployment) return impossible("the battle has not begun");
  return engine::judge_giving_up(by, c.winner);
}

Verdict judge_one(const State& state, Viewer by, const TestSkirmishers& c) {
  if (Verdict own = judge_own_formation(state, by, c.unit); !own.allowed()) return own;
  if (Verdict phase = in_phase(state, by, Phase::Skirmish, "PA-SEQ-06"); !phase.allowed()) return phase;
  if (formation_at(state, c.unit).weight != Weight::L) return refuse("PA-SKI-01", c.unit.text + " is not light");
  if (std::find(state.turn.done.begin(), state.turn.done.end(), c.unit) != state.turn.done.end())
    return refuse("PA-SKI-03", c.unit.text + " has ended its actions");
  return allow({{"PA-SKI-04", "needs this or less on two dice", static_cast<double>(skirmish_need(state, c.unit).need), {}, {}, {}}});
}

Verdict judge_one(const State& state, Viewer by, const CallOfPower& c) {
  if (Verdict own = judge_own_formation(state, by, c.unit); !own.allowed()) return own;
  if (Verdict phase = in_phase(state, by, Phase::Power, "PA-SEQ-07"); !phase.allowed()) return phase;
  return may_power(state, c.unit);
}

Verdict judge_one(const State& state, Viewer by, const GiveOrder& c) {
  if (Verdict own = judge_own_formation(state, by, c.unit); !own.allowed()) return own;
  if (Verdict own = own_leader(state, by, c.commander, false); !own.allowed()) return own;
  if (command_value(state, c.commander) == 0) return impossible(c.commander.text + " is no commander", "PA-HER-01");
  if (Verdict phase = in_phase(state, by, Phase::Orders, "PA-SEQ-09"); !phase.allowed()) return phase;
  const Leader& commander = leader_at(state, c.commander);
  if (commander.command == Commanding::Lost) return refuse("PA-CMD-14", c.commander.text + " has lost command for this bound");
  if (commander.command == Commanding::Relinquished) return refuse("PA-CMD-16", c.commander.text + " has given up command");
  if (!state.turn.commanding.empty() && state.turn.commanding != c.commander)
    return refuse("PA-SEQ-13", state.turn.commanding.text + " commands now");
  const std::vector<UnitId> next = next_commanders(state, state.turn.active);
  if (state.turn.commanding.empty() && std::find(next.begin(), next.end(), c.commander) == next.end())
    return refuse("PA-SEQ-13", next.front().text + " commands first");
  if (Verdict may = may_order(state, c.commander, c.unit); !may.allowed()) return may;
  const Need need = order_need(state, c.commander, c.unit);
  std::vector<Reason> reasons;
  for (const ThrowRow& row : need.rows) reasons.push_back({row.rule, row.text, static_cast<double>(row.value), {}, {}, {}});
  reasons.push_back({"PA-ROL-01", "needs this or less on two dice", static_cast<double>(need.need), {}, {}, {}});
  return allow(std::move(reasons));
}

Verdict judge_one(const State& state, Viewer by, const Relinquish& c) {
  if (Verdict own = own_leader(state, by, c.commander, false); !own.allowed()) return own;
  if (Verdict can = can_join(state, c.commander, c.join); !can.allowed()) return can;
  if (Verdict phase = in_phase(state, by, Phase::Orders, "PA-CMD-16"); !phase.allowed()) return phase;
  const Leader& commander = leader_at(state, c.commander);
  if (commander.command == Commanding::Lost) return refuse("PA-CMD-18", c.commander.text + " has lost command and cannot move");
  if (commander.command == Commanding::Relinquished) return refuse("PA-CMD-16", c.commander.text + " has given up command");
  const std::vector<UnitId> next = next_commanders(state, state.turn.active);
  if (state.turn.commanding != c.commander &&
      (!state.turn.commanding.empty() || std::find(next.begin(), next.end(), c.commander) == next.end()))
    return refuse("PA-SEQ-13", c.commander.text + " does not command now");
  const UnitId join = joined_by(state, c.commander, c.to, c.join);
  return may_go(state, c.commander, c.to, join == commander.with ? UnitId{} : join, kRelinquishMoveCm, "PA-CMD-17");
}

Verdict judge_one(const State& state, Viewer by, const CallOfMight& c) {
  if (Verdict own = own_leader(state, by, c.hero, true); !own.allowed()) return own;
  if (leader_at(state, c.hero).with.empty()) return impossible(c.hero.text + " leads no formation", "PA-HER-11");
  if (Verdict phase = in_phase(state, by, Phase::Might, "PA-SEQ-15"); !phase.allowed()) return phase;
  return may_might(state, c.hero);
}

Verdict judge_one(const State& state, Viewer by, const TestHero& c) {
  if (Verdict own = own_leader(state, by, c.hero, true); !own.allowed()) return own;
  if (Verdict phase = in_phase(state, by, Phase::Heroic, "PA-SEQ-16"); !phase.allowed()) return phase;
  if (leader_at(state, c.hero).run_over) return refuse("PA-HER-10", c.hero.text + " has ended his actions");
  return allow({{"PA-HER-03", "needs this or less on two dice", static_cast<double>(heroic_need(state, c.hero).need), {}, {}, {}}});
}

Verdict judge_one(const State& state, Viewer by, const MoveHero& c) {
  if (Verdict own = own_leader(state, by, c.hero, true); !own.allowed()) return own;
  if (!c.to && c.join.empty()) return impossible("say where: \"to\" or \"join\"");
  if (!begun(state)) return impossible("the battle has not begun");
  if (Verdict can = can_join(state, c.hero, c.join); !can.allowed()) return can;
  if (!state.turn.permit) return refuse("PA-HER-03", c.hero.text + " has no heroic action in hand");
  if (state.turn.permit->unit != c.hero) return impossible(state.turn.permit->unit.text + " has an action in hand");
  if (held_by_combat(state, c.hero)) return refuse("PA-HER-29", c.hero.text + " never leaves a formation in close combat");
  return may_go(state, c.hero, c.to, c.join, kHeroMoveCm, "PA-HER-19");
}

Verdict judge_one(const State& state, Viewer by, const StopRun& c) {
  const auto side = side_of(state, c.unit);
  if (!side) return impossible("unknown unit " + c.unit.text);
  if (*side != state.turn.active || !speaks_for(by, *side)) return impossible(c.unit.text + " is not yours to stop");
  const bool hero = find_leader(state, c.unit) != nullptr;
  const std::vector<UnitId> left = hero ? heroes_to_test(state) : skirmishers_to_test(state);
  if (state.turn.phase != (hero ? Phase::Heroic : Phase::Skirmish) || std::find(left.begin(), left.end(), c.unit) == left.end())
    return impossible(c.unit.text + " has nothing to stop");
  return allow();
}

Verdict judge_one(const State& state, Viewer by, const Forgo&) {
  if (!state.turn.permit) return impossible("no action is in hand");
  if (!speaks_for(by, state.turn.active)) return impossible("it is " + std::string(name_of(state.turn.active)) + "'s action");
  return allow();
}

namespace {

/// Two bases cannot stand in one place. What a camera sees does not, whatever its pose says, so that only places that are said are asked.
Verdict stands_on_nobody(const State& state, const std::vector<PlacedBase>& poses) {
  const auto under = stands_on(state, poses);
  if (!under) return allow();
  return refuse("PA-INT-07", under->base.text + " would stand on " + under->other.text, under->mm, kBrushMm, "mm");
}

/// Before the battle a leader who is with a formation stands with it (PA-HER-13, PA-CMD-20); it has no place yet: anywhere.
Verdict stays_with(const State& state, const std::vector<PlacedBase>& poses) {
  if (state.turn.phase != Phase::Deployment) return allow();
  for (const PlacedBase& placed : poses) {
    const auto leader = state.leaders.find(base_at(state, placed.base).unit);
    if (leader == state.leaders.end() || placed.at.error != PoseError{}) continue;
    const UnitId& with = leader->second.with;
    if (find_formation(state, with) == nullptr || !on_the_table(state, with)) continue;
    if (Verdict verdict = stands_with(state, leader->first, placed.at, with); !verdict.allowed()) return verdict;
  }
  return allow();
}

}  // namespace

Verdict judge_place(const State& state, Viewer by, const PlaceBases& c) {
  if (const OwedPlacement* owed = owed_by(state.agenda, c)) return engine::judge_place(*owed, c, on_table(state, 1));
  if (c.owed) return impossible("nothing is owed there");
  if (c.poses.empty()) return impossible("say where: \"poses\"");
  for (const PlacedBase& placed : c.poses) {
    const auto base = state.bases.find(placed.base);
    if (base == state.bases.end()) return impossible("unknown base " + placed.base.text);
    if (!c.unit.empty() && base->second.unit != c.unit)
      return impossible("base " + placed.base.text + " belongs to " + base->second.unit.text + ", not " + c.unit.text);
    if (!speaks_for(by, base->second.side)) return impossible(placed.base.text + " is not yours to place");
    if (!on_the_table(state, placed.at.pose.centre())) return refuse("", "base " + placed.base.text + " would stand off the table");
    if (state.turn.phase != Phase::Deployment && !base->second.on_table) return impossible(placed.base.text + " has left the battle");
  }
  if (state.turn.phase == Phase::Over) return impossible("the battle is over");
  if (Verdict room = stands_on_nobody(state, c.poses); !room.allowed()) return room;
  if (Verdict with = stays_with(state, c.poses); !with.allowed()) return with;
  if (state.turn.phase != Phase::Deployment && by != Viewer::Umpire && by != Viewer::Both) {
    // A nudge of what stands already is taken; a move is an order's.
    for (const PlacedBase& placed : c.poses) {
      using geometry::operator-;
      const double off =
          geometry::length_of(geometry::vec(placed.at.pose.centre()) - geometry::vec(base_at(state, placed.base).at.pose.centre()));
      if (off > 2 * state.tolerance.mm())
        return refuse("PA-ACT-01", placed.base.text + " moves only by an action", off, 2 * state.tolerance.mm(), "mm");
    }
  }
  return allow();
}

}  // namespace polemarch::paean
