#include "engine/rulesets/paean/topics/charging.hpp"

#include <algorithm>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/refusals.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using engine::Verdict;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr double kGraze = 3;  // of width: less is passing by

bool listed(const std::vector<UnitId>& list, const UnitId& id) { return std::find(list.begin(), list.end(), id) != list.end(); }

/// Straight charge of many bases that ignores what is merely brushed past.
std::optional<geometry::Charge> straight_on(const std::vector<geometry::Shape>& ours, const std::vector<geometry::Shape>& theirs) {
  std::optional<geometry::Charge> best;
  for (const geometry::Shape& mine : ours)
    for (const geometry::Shape& foe : theirs) {
      const auto charge = geometry::straight_charge(mine, Angle{0}, foe);
      if (!charge || (best && best->travel.value <= charge->travel.value)) continue;
      double least = 1e12, most = -1e12;
      if (foe.circle()) {
        const double y = mine.own_frame(foe.centre).y;
        least = y - foe.radius();
        most = y + foe.radius();
      } else {
        for (const Vec2 corner : foe.corners) {
          least = std::min(least, mine.own_frame(corner).y);
          most = std::max(most, mine.own_frame(corner).y);
        }
      }
      if (std::min(most, mine.half_front) - std::max(least, -mine.half_front) < kGraze) continue;
      if (mine.own_frame(foe.centre).x < 0) continue;  // behind
      best = charge;
    }
  return best;
}

Flank side_at(const State& state, const UnitId& foe, Vec2 front_centre) {
  return flank_of(geometry::side_facing(body_of(state, foe), front_centre));
}

}  // namespace

Length move_of(const State& state, const UnitId& unit) { return move_allowance(state, unit); }

std::vector<PlacedBase> moved_along(const State& state, const UnitId& unit, Vec2 along, Length by) {
  std::vector<PlacedBase> poses = poses_of(state, unit);
  for (PlacedBase& placed : poses) {
    placed.at.pose.x += geometry::rounded(along.x * by.mm());
    placed.at.pose.y += geometry::rounded(along.y * by.mm());
  }
  return poses;
}

std::vector<PlacedBase> turned_by(const State& state, const UnitId& unit, Angle turn) {
  std::vector<PlacedBase> poses = poses_of(state, unit);
  if (turn == Angle{0}) return poses;
  const Vec2 middle = body_of(state, unit).centre();
  const double c = geometry::cos_of(turn), s = geometry::sin_of(turn);
  for (PlacedBase& placed : poses) {
    const Vec2 off = geometry::vec(placed.at.pose.centre()) - middle;
    const Vec2 at = middle + Vec2{off.x * c - off.y * s, off.x * s + off.y * c};
    placed.at.pose = {geometry::rounded(at.x), geometry::rounded(at.y), (placed.at.pose.heading + turn).normalised()};
  }
  return poses;
}

std::optional<Reached> reached_by(const State& state, const UnitId& unit, Angle turn, const UnitId& wanted) {
  const std::vector<geometry::Shape> ours = shapes_at(state, turned_by(state, unit, turn));
  if (ours.empty()) return std::nullopt;
  const Side side = *side_of(state, unit);
  const geometry::Body body = geometry::body_of(ours);
  std::optional<Reached> best, asked;
  // Whoever lies aside of the lane or behind is not reached.
  const double half_width = body.width() / 2, own_middle = (body.left + body.right) / 2;
  std::vector<UnitId> formations, leaders;
  for (const auto& [id, base] : state.bases) {
    if (base.side == side || !base.on_table) continue;
    const Footprint footprint = footprint_of(base.card);
    const Vec2 at = body.own_frame(geometry::vec(base.at.pose.centre()));
    const double size = (footprint.frontage + footprint.depth).mm() / 2, aside = at.y - own_middle;
    if (aside > half_width + size || -aside > half_width + size || at.x < body.rear - size) continue;
    std::vector<UnitId>& among = base.card.leader() ? leaders : formations;
    if (!listed(among, base.unit)) among.push_back(base.unit);
  }
  std::sort(formations.begin(), formations.end());
  std::sort(leaders.begin(), leaders.end());
  const auto consider = [&](const UnitId& id) {
    const auto charge = straight_on(ours, shapes_of(state, id));
    if (!charge) return;
    if (id == wanted) asked = Reached{id, charge->travel, Flank::Front};
    if (!best || charge->travel.value < best->travel.value) best = Reached{id, charge->travel, Flank::Front};
  };
  for (const UnitId& id : formations) consider(id);
  for (const UnitId& id : leaders)
    if (const Leader* leader = find_leader(state, id); leader != nullptr && leader->with.empty()) consider(id);
  // Where the first is met, whoever stands but a brush further on is met too.
  if (asked && (asked->travel.value - best->travel.value).mm() < kBrushMm - kStandsOnMm) best->foe = wanted;
  if (best && state.formations.contains(best->foe)) {
    const double stop = std::max(0.0, (best->travel.value - on_table(state, kChargeStopCm)).mm());
    best->side = side_at(state, best->foe, body.front_centre() + stop * body.ahead);
  }
  return best;
}

Angle turn_to_charge(const State& state, const UnitId& unit, const UnitId& target) {
  const Card& card = card_of(state, unit);
  if (card.weight != Weight::LM) return Angle{0};
  const geometry::Body body = body_of(state, unit);
  std::vector<Angle> turns{Angle{0}};
  if (state.formations.contains(target)) {
    const geometry::Body foe = body_of(state, target);
    const geometry::Edge side = geometry::side_facing(foe, body.centre());
    const Vec2 out = side == geometry::Edge::Front  ? foe.ahead
                     : side == geometry::Edge::Rear ? -1.0 * foe.ahead
                     : side == geometry::Edge::Left ? geometry::left_of(foe.ahead)
                                                    : -1.0 * geometry::left_of(foe.ahead);
    turns.push_back((geometry::direction(-out.x, -out.y) - body.heading).signed_turn());
    const Vec2 to = foe.centre() - body.centre();
    turns.push_back((geometry::direction(to.x, to.y) - body.heading).signed_turn());
  } else if (const std::vector<geometry::Shape> at = shapes_of(state, target); !at.empty()) {
    const Vec2 to = at.front().centre - body.centre();
    turns.push_back((geometry::direction(to.x, to.y) - body.heading).signed_turn());
  }
  // The first that comes to it within its move, and not upon a front it may not charge; else the first that comes to it at all.
  const Formation* foe = find_formation(state, target);
  std::optional<Angle> far;
  for (const Angle turn : turns) {
    if (turn != Angle{0})
      if (const auto turned = turned_by(state, unit, turn); !dressed_between(state, turned, obstacles_near(state, unit, turned)))
        continue;  // no room to turn
    const auto reached = reached_by(state, unit, turn, target);
    if (!reached || reached->foe != target) continue;
    if (reached->travel.value <= move_of(state, unit) && (foe == nullptr || !foe->heavier() || reached->side != Flank::Front)) return turn;
    if (!far) far = turn;
  }
  return far.value_or(Angle{0});
}

std::vector<UnitId> makes_way(const State& state, const UnitId& unit, const std::vector<PlacedBase>& poses) {
  const Formation& formation = formation_at(state, unit);
  std::vector<UnitId> out;
  for (const UnitId& id : stood_on(state, poses, unit, formation.side)) {
    const Formation& other = formation_at(state, id);
    if (pass_freely(formation.weight, other.weight) && other.weight <= formation.weight && !in_combat(state, id)) out.push_back(id);
  }
  return out;
}

namespace {

/// Enemies beside the target whom these bases would meet.
std::vector<UnitId> touched_at(const State& state, const UnitId& unit, const UnitId& target, const std::vector<PlacedBase>& ends) {
  std::vector<UnitId> out = enemies_met(state, unit, ends);
  std::erase(out, target);
  return out;
}

/// M, LH or H whose front these bases would touch beside the target; empty: none.
UnitId front_beside(const State& state, const UnitId& unit, const UnitId& target, const std::vector<PlacedBase>& ends) {
  const Vec2 front = geometry::body_of(shapes_at(state, ends)).front_centre();
  for (const UnitId& other : touched_at(state, unit, target, ends))
    if (formation_at(state, other).heavier() && side_at(state, other, front) == Flank::Front) return other;
  return {};
}

}  // namespace

std::vector<UnitId> touched_beside(const State& state, const UnitId& unit, const UnitId& target) {
  const auto reached = reached_by(state, unit, Angle{0}, target);
  if (!reached || reached->foe != target) return {};
  return touched_at(state, unit, target, moved_along(state, unit, body_of(state, unit).ahead, reached->travel.value));
}

UnitId front_beside(const State& state, const UnitId& unit, const UnitId& target) {
  const auto reached = reached_by(state, unit, Angle{0}, target);
  if (!reached || reached->foe != target) return {};
  return front_beside(state, unit, target, moved_along(state, unit, body_of(state, unit).ahead, reached->travel.value));
}

std::vector<UnitId> apart_by_charge(const State& state, const UnitId& unit, const std::vector<UnitId>& through) {
  std::vector<UnitId> out = parts_with(state, unit);
  for (const UnitId& other : through) {
    const Formation& friendly = formation_at(state, other);
    if (friendly.status.moved && !pass_freely(formation_at(state, unit).weight, friendly.weight) && !listed(out, other))
      out.push_back(other);
  }
  return out;
}

Verdict may_charge(const State& state, const UnitId& unit, const UnitId& target) {
  const Formation& formation = formation_at(state, unit);
  if (formation.weight == Weight::L) return engine::refuse("PA-CHG-06", "L formations never charge");
  if (engaged(state, unit)) return engine::refuse("PA-AMB-42", unit.text + " is in contact with the enemy");
  if (fights_from_behind(state, unit)) return engine::refuse("PA-AMB-42", unit.text + " fights from behind a friend");
  if (formation.weight == Weight::LM && !state.options.missile_only_lm_charge && missile_only(card_of(state, unit)))
    return engine::refuse("PA-AMB-11", "an LM formation with missiles only does not charge");
  const auto reached = reached_by(state, unit, turn_to_charge(state, unit, target), target);
  if (!reached) return not_straight_ahead(state, unit, turn_to_charge(state, unit, target), target);
  if (reached->foe != target) {
    const auto straight =
        straight_on(shapes_at(state, turned_by(state, unit, turn_to_charge(state, unit, target))), shapes_of(state, target));
    if (!straight) return not_straight_ahead(state, unit, turn_to_charge(state, unit, target), target);
    return engine::refuse("PA-CHG-01", reached->foe.text + " is reached first, straight ahead", straight->travel.value.mm() / 10,
                          reached->travel.value.mm() / 10, "cm");
  }
  geometry::Measure travel = reached->travel;
  const MovePlan plan = plan_move(state, {.unit = unit, .ahead = travel.value, .legs = {}, .to = {}, .poses = {}});
  if (formation.heavier()) travel.value = plan.cost.value;  // slow ground counts twice (PA-AMB-08)
  const std::vector<UnitId> apart = apart_by_charge(state, unit, plan.through);
  if (formation.heavier() && formation.bases.size() > 1 && !apart.empty())  // LM and single bases do not (PA-AMB-24, PA-UNF-04)
    return engine::refuse("PA-INT-05", "it would come apart: " + apart.front().text + " has gone through it or moved this bound");
  const Length most = move_of(state, unit);
  if (geometry::allowance(travel, most, state.tolerance) == engine::Ruling::Refused)
    return engine::refuse("PA-CHG-22", "further than one normal move", travel.value.mm() / 10, most.mm() / 10, "cm", travel.sd.mm() / 10);
  const Formation* foe = find_formation(state, target);
  if (foe != nullptr && formation.weight == Weight::LM && foe->heavier() && reached->side == Flank::Front)
    return engine::refuse("PA-CHG-03", "LM may not charge M, LH or H frontally");
  if (!shapes_of(state, unit).empty()) {
    const Vec2 ahead = geometry::body_of(shapes_at(state, turned_by(state, unit, turn_to_charge(state, unit, target)))).ahead;
    const std::vector<PlacedBase> ends = moved_along(state, unit, ahead, reached->travel.value);
    if (formation.weight == Weight::LM) {
      const Angle turn = turn_to_charge(state, unit, target);
      std::vector<PlacedBase> turned = turned_by(state, unit, turn);
      for (PlacedBase& placed : turned) {
        placed.at.pose.x += geometry::rounded(reached->travel.value.mm() * ahead.x);
        placed.at.pose.y += geometry::rounded(reached->travel.value.mm() * ahead.y);
      }
      if (const UnitId other = front_beside(state, unit, target, turned); !other.empty())
        return engine::refuse("PA-CHG-03", "LM would touch the front of " + other.text + " beside it");
    }
    const std::vector<UnitId> aside = makes_way(state, unit, ends);
    const std::vector<geometry::Shape> there = shapes_at(state, ends);
    const std::vector<UnitId> near = formations_in(state, area_of(there, 0));
    for (const geometry::Shape& shape : there)
      for (const UnitId& other : near) {
        if (other == unit || formation_at(state, other).side != formation.side || listed(aside, other)) continue;
        for (const geometry::Shape& own : shapes_of(state, other))
          if (const double gap = geometry::gap_between(shape, own).signed_gap.value.mm(); gap < -kBrushMm)
            return engine::refuse("PA-INT-07", "it would end its charge in the place of " + other.text, -gap, kBrushMm, "mm");
      }
  }
  Verdict verdict = engine::allow({{"PA-CHG-22", "charges the " + std::string(word_of(reached->side)) + " of " + target.text,
                                    travel.value.mm() / 10, most.mm() / 10, "cm", travel.sd.mm() / 10}});
  for (const UnitId& other : apart)
    if (const Formation& friendly = formation_at(state, other); friendly.heavier() && friendly.bases.size() > 1)
      verdict.reasons.push_back({"PA-INT-05", other.text + " comes apart: both move this bound", {}, {}, {}, {}});
  return verdict;
}

std::vector<PlacedBase> places_behind(const State& state, const UnitId& unit, const UnitId& friendly) {
  const geometry::Body front = body_of(state, friendly), own = body_of(state, unit);
  const Vec2 at = front.on_table({front.rear, (front.left + front.right) / 2});
  return in_rows(state, formation_at(state, unit).bases, at, front.heading, own.files());
}

Verdict may_support(const State& state, const UnitId& unit, const UnitId& target) {
  const Formation& formation = formation_at(state, unit);
  const Formation* other = find_formation(state, target);
  if (other == nullptr) return engine::impossible("unknown formation " + target.text);
  if (formation.weight == Weight::L) return engine::refuse("PA-CHG-24", "L formations make no support charge");
  if (engaged(state, unit)) return engine::refuse("PA-AMB-42", unit.text + " is in contact with the enemy");
  if (fights_from_behind(state, unit)) return engine::refuse("PA-AMB-42", unit.text + " fights from behind a friend");
  if (other->contacts.empty() && (other->side != formation.side || backed_by(state, target).empty()))
    return engine::refuse("PA-CHG-15", target.text + " is in no close combat");
  const Length most = move_of(state, unit);
  if (other->side == formation.side) {
    if (other->weight != formation.weight || other->arm != formation.arm)
      return engine::refuse("PA-CHG-16", "only the same formation type fights from behind " + target.text);
    Length longest{0};
    const std::vector<PlacedBase> now = poses_of(state, unit), then = places_behind(state, unit, target);
    for (std::size_t i = 0; i < now.size(); ++i)
      longest = std::max(longest, geometry::rounded(geometry::length_of(geometry::vec(then[i].at.pose.centre()) -
                                                                        geometry::vec(now[i].at.pose.centre()))));
    if (formation.heavier()) {  // ahead, wheels and echelons lead there, or nothing does
      const MovePlan plan = plan_move(state, {.unit = unit, .ahead = {}, .legs = {}, .to = {}, .poses = then});
      if (!plan.shape.allowed()) return engine::refuse("PA-CHG-15", "no normal move leads behind " + target.text);
      if (!plan.blocked.empty()) return engine::refuse("PA-CHG-15", plan.blocked.front().text + " is in the way");
      longest = plan.cost.value;
    }
    if (geometry::allowance({longest, Length{0}}, most, state.tolerance) == engine::Ruling::Refused)
      return engine::refuse("PA-CHG-15", "further than one normal move", longest.mm() / 10, most.mm() / 10, "cm");
    if (!dressed_between(state, then, obstacles_near(state, unit, then)))
      return engine::refuse("PA-CHG-15", "there is no room behind " + target.text);
    return engine::allow({{"PA-CHG-16", "fights from behind " + target.text, longest.mm() / 10, most.mm() / 10, "cm", {}}});
  }
  Verdict verdict = may_charge(state, unit, target);
  for (engine::Reason& reason : verdict.reasons)
    if (reason.rule == "PA-CHG-03") reason.rule = "PA-CHG-23";
  return verdict;
}

}  // namespace polemarch::paean
