#include "engine/rulesets/paean/topics/charging.hpp"

#include <algorithm>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using engine::ThrowRow;
using engine::Verdict;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr int kConsecutive = 2;  // PA-REA-03
constexpr double kGraze = 3;     // of width: less is passing by

std::vector<geometry::Shape> charge_shapes_at(const State& state, const std::vector<PlacedBase>& poses) {
  std::vector<geometry::Shape> out;
  for (const PlacedBase& placed : poses) out.push_back(geometry::placed(footprint_of(base_at(state, placed.base).card), placed.at));
  return out;
}

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

std::optional<Reached> reached_by(const State& state, const UnitId& unit, Angle turn, const std::vector<UnitId>& leave_out) {
  const std::vector<geometry::Shape> ours = charge_shapes_at(state, turned_by(state, unit, turn));
  if (ours.empty()) return std::nullopt;
  const Side side = *side_of(state, unit);
  const geometry::Body body = geometry::body_of(ours);
  std::optional<Reached> best;
  const double half_width = body.width() / 2, own_middle = (body.left + body.right) / 2;
  const auto consider = [&](const UnitId& id) {
    if (listed(leave_out, id)) return;
    const std::vector<geometry::Shape> theirs = shapes_of(state, id);
    // Whoever lies aside of the lane or behind is not reached.
    const bool in_lane = std::any_of(theirs.begin(), theirs.end(), [&](const geometry::Shape& foe) {
      const Vec2 at = body.own_frame(foe.centre);
      const double size = foe.half_depth + foe.half_front, aside = at.y - own_middle;
      return aside < half_width + size && -aside < half_width + size && at.x > body.rear - size;
    });
    if (!in_lane) return;
    const auto charge = straight_on(ours, theirs);
    if (!charge || (best && best->travel.value <= charge->travel.value)) return;
    best = Reached{id, charge->travel, Flank::Front};
  };
  for (const auto& [id, formation] : state.formations)
    if (formation.side != side && formation.in_play()) consider(id);
  for (const auto& [id, leader] : state.leaders)
    if (leader.side != side && leader.alive && leader.with.empty()) consider(id);
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
  Angle best{0};
  std::optional<Length> travel;
  for (const Angle turn : turns) {
    const auto reached = reached_by(state, unit, turn);
    if (!reached || reached->foe != target || (travel && *travel <= reached->travel.value)) continue;
    best = turn;
    travel = reached->travel.value;
  }
  return best;
}

Verdict may_charge(const State& state, const UnitId& unit, const UnitId& target) {
  const Formation& formation = formation_at(state, unit);
  if (formation.weight == Weight::L) return engine::refuse("PA-CHG-06", "L formations never charge");
  if (in_contact(formation)) return engine::refuse("PA-AMB-42", unit.text + " is in contact with the enemy");
  if (formation.weight == Weight::LM && !state.options.missile_only_lm_charge && missile_only(card_of(state, unit)))
    return engine::refuse("PA-AMB-11", "an LM formation with missiles only does not charge");
  const auto reached = reached_by(state, unit, turn_to_charge(state, unit, target));
  if (!reached) return engine::refuse("PA-CHG-01", target.text + " is not straight ahead");
  if (reached->foe != target) return engine::refuse("PA-CHG-01", reached->foe.text + " is reached first, straight ahead");
  geometry::Measure travel = reached->travel;
  const MovePlan plan = plan_move(state, {.unit = unit, .ahead = travel.value, .legs = {}, .to = {}, .poses = {}});
  if (formation.heavier()) travel.value = plan.cost.value;  // slow ground counts twice (PA-AMB-08)
  for (const UnitId& other : plan.through)
    if (!pass_freely(formation.weight, formation_at(state, other).weight) && formation_at(state, other).status.moved)
      return engine::refuse("PA-INT-05", "it would come apart: " + other.text + " in its way has moved this bound");
  const Length most = move_of(state, unit);
  if (geometry::allowance(travel, most, state.tolerance) == engine::Ruling::Refused)
    return engine::refuse("PA-CHG-22", "further than one normal move", travel.value.mm() / 10, most.mm() / 10, "cm", travel.sd.mm() / 10);
  const Formation* foe = find_formation(state, target);
  if (foe != nullptr && formation.weight == Weight::LM && foe->heavier() && reached->side == Flank::Front)
    return engine::refuse("PA-CHG-03", "LM may not charge M, LH or H frontally");
  if (!shapes_of(state, unit).empty()) {
    const Vec2 ahead = geometry::body_of(charge_shapes_at(state, turned_by(state, unit, turn_to_charge(state, unit, target)))).ahead;
    const double stop = reached->travel.value.mm();
    for (const geometry::Shape& shape : charge_shapes_at(state, moved_along(state, unit, ahead, geometry::rounded(stop))))
      for (const UnitId& other : formations_of(state, formation.side)) {
        if (other == unit) continue;
        for (const geometry::Shape& own : shapes_of(state, other))
          if (geometry::gap_between(shape, own).signed_gap.value < -3_mm)
            return engine::refuse("PA-INT-07", "it would end its charge in the place of " + other.text);
      }
  }
  return engine::allow({{"PA-CHG-22", "charges the " + std::string(word_of(reached->side)) + " of " + target.text, travel.value.mm() / 10,
                         most.mm() / 10, "cm", travel.sd.mm() / 10}});
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
  if (in_contact(formation)) return engine::refuse("PA-AMB-42", unit.text + " is in contact with the enemy");
  if (other->contacts.empty()) return engine::refuse("PA-CHG-15", target.text + " is in no close combat");
  const Length most = move_of(state, unit);
  if (other->side == formation.side) {
    if (other->weight != formation.weight || other->arm != formation.arm)
      return engine::refuse("PA-CHG-16", "only the same formation type fights from behind " + target.text);
    Length longest{0};
    const std::vector<PlacedBase> now = poses_of(state, unit), then = places_behind(state, unit, target);
    for (std::size_t i = 0; i < now.size(); ++i)
      longest = std::max(longest, geometry::rounded(geometry::length_of(geometry::vec(then[i].at.pose.centre()) -
                                                                        geometry::vec(now[i].at.pose.centre()))));
    if (geometry::allowance({longest, Length{0}}, most, state.tolerance) == engine::Ruling::Refused)
      return engine::refuse("PA-CHG-15", "further than one normal move", longest.mm() / 10, most.mm() / 10, "cm");
    return engine::allow({{"PA-CHG-16", "fights from behind " + target.text, longest.mm() / 10, most.mm() / 10, "cm", {}}});
  }
  Verdict verdict = may_charge(state, unit, target);
  for (engine::Reason& reason : verdict.reasons)
    if (reason.rule == "PA-CHG-03") reason.rule = "PA-CHG-23";
  return verdict;
}

std::string_view key_of(Reaction reaction) {
  switch (reaction) {
    case Reaction::Fire:
      return "fire";
    case Reaction::Evade:
      return "evade";
    case Reaction::Counter:
      return "counter";
    case Reaction::Turn:
      return "turn";
    case Reaction::Stand:
      return "stand";
  }
  return "stand";
}

ReactionNeed reaction_need(const State& state, const UnitId& unit) {
  ReactionNeed out;
  const Side side = *side_of(state, unit);
  int earlier = 0;
  if (const Leader* leader = find_leader(state, unit)) {
    out.rows.push_back({"PA-REA-T1", leader->hero() ? "a hero" : "his command value", leader->hero() ? 11 : leader->value, side});
  } else {
    const UnitId hero = hero_with(state, unit);
    if (!hero.empty() && !state.options.hero_reacts_with_own_formation) {
      out.rows.push_back({"PA-REA-T1", "led by " + hero.text, 11, side});
    } else {
      const Experience experience = experience_of(state, unit);
      out.rows.push_back({"PA-REA-T1", std::string(word_of(experience)), training_number(experience), side});
    }
    earlier = formation_at(state, unit).status.reactions;
    if (earlier > 0)
      out.rows.push_back({"PA-REA-03", std::to_string(earlier) + (earlier == 1 ? " reaction" : " reactions") + " passed this bound",
                          -kConsecutive * earlier, side});
  }
  out.need = engine::sum_of(out.rows);
  return out;
}

std::vector<Reaction> reactions_of(const State& state, const UnitId& unit, const UnitId& charger, Flank side, bool fired) {
  const Formation& formation = formation_at(state, unit);
  if (rallying(formation)) return {};  // PA-REA-22
  const bool frontal = side == Flank::Front;
  if (formation.bases.size() == 1 && !frontal)  // PA-REA-23
    for (const BaseTouch& touch : [&] {
           std::vector<BaseTouch> all;
           for (const Contact& contact : formation.contacts)
             for (const BaseTouch& one : touches(stands_of(state, unit), stands_of(state, contact.foe), state.k, Touching::Still))
               all.push_back(one);
           return all;
         }())
      if (touch.on_ours == Flank::Front) return {};
  std::vector<Reaction> out;
  const Card& card = card_of(state, unit);
  const bool led = !hero_with(state, unit).empty();
  const bool fighting = in_contact(formation);
  if (!formation.hoplite() && missile_armed(card) && !fired && !fighting && state.formations.contains(charger) &&
      !aims_at(state, unit, charger).shooting().empty())
    out.push_back(Reaction::Fire);                                                // PA-REA-06, PA-REA-09, PA-REA-16, PA-REA-20, PA-REA-21
  if (!formation.hoplite() && !led && !fighting) out.push_back(Reaction::Evade);  // PA-REA-07, PA-REA-10, PA-AMB-37, PA-AMB-42
  const Card& enemy = card_of(state, charger);
  const bool on_horse = enemy.cavalry() && !card.cavalry();
  if ((formation.heavier() || led) && frontal && !formation.status.turned && !on_horse && !fighting)
    out.push_back(Reaction::Counter);                                            // PA-REA-11, PA-REA-14, PA-REA-18, PA-EVA-12..14
  if (!frontal && formation.weight != Weight::L) out.push_back(Reaction::Turn);  // PA-REA-12, PA-REA-15, PA-AMB-52
  return out;
}

int files_to_turn(const State& state, const UnitId& unit, Flank side) {
  const geometry::Body body = body_of(state, unit);
  return side == Flank::Rear ? body.ranks() : body.files();
}

Turned turned_to(const State& state, const UnitId& unit, Flank side, int files) {
  const geometry::Body body = body_of(state, unit);
  const Formation& formation = formation_at(state, unit);
  Turned out;
  std::vector<std::vector<BaseId>> rows;
  for (const auto& row : body.rows) {
    rows.emplace_back();
    for (const std::size_t index : row) rows.back().push_back(formation.bases[index]);
  }
  const auto ranks = rows.size();
  if (side == Flank::Rear) {
    const std::size_t turning = std::min<std::size_t>(ranks, static_cast<std::size_t>(std::max(1, files)));
    for (std::size_t row = ranks; row-- > ranks - turning;) {
      std::reverse(rows[row].begin(), rows[row].end());
      out.bases.insert(out.bases.end(), rows[row].begin(), rows[row].end());
    }
    for (const BaseId& base : out.bases) {
      MeasuredPose at = base_at(state, base).at;
      at.pose.heading = (at.pose.heading + 180_deg).normalised();
      out.poses.push_back({base, at});
    }
  } else {
    std::vector<std::vector<BaseId>> files_of;  // from the outer file inwards, each from the front
    const std::size_t widest = static_cast<std::size_t>(body.files());
    for (std::size_t n = 0; n < std::min<std::size_t>(widest, static_cast<std::size_t>(std::max(1, files))); ++n) {
      files_of.emplace_back();
      for (const auto& row : rows)
        if (n < row.size()) files_of.back().push_back(side == Flank::Left ? row[n] : row[row.size() - 1 - n]);
    }
    double front = -1e12, rear = 1e12;
    for (auto& file : files_of) {
      // Turned left, a base's left is the old rear: the new row runs from the old rear to the old front.
      if (side == Flank::Left) std::reverse(file.begin(), file.end());
      for (const BaseId& base : file) {
        out.bases.push_back(base);
        const geometry::Shape shape = geometry::placed(footprint_of(base_at(state, base).card), base_at(state, base).at);
        front = std::max(front, body.own_frame(shape.front_centre()).x);
        rear = std::min(rear, body.own_frame(shape.centre - shape.half_depth * shape.ahead).x);
      }
    }
    const double edge = side == Flank::Left ? body.left : body.right;
    const Angle heading = (body.heading + (side == Flank::Left ? 90_deg : -90_deg)).normalised();
    out.poses = in_rows(state, out.bases, body.on_table({(front + rear) / 2, edge}), heading, static_cast<int>(ranks));
  }
  for (const BaseId& base : formation.bases)
    if (std::find(out.bases.begin(), out.bases.end(), base) == out.bases.end()) out.rest.push_back(base);
  return out;
}

Escape escape_of(const State& state, const UnitId& unit, Vec2 away) {
  const Formation& formation = formation_at(state, unit);
  const Length move = move_of(state, unit);
  const geometry::Body body = body_of(state, unit);
  std::vector<PlacedBase> start = poses_of(state, unit);
  if (formation.heavier())  // ends facing away (PA-AMB-13)
    start = turned_by(state, unit, (geometry::direction(away.x, away.y) - body.heading).signed_turn());
  const auto shifted_by = [&](Vec2 by) {
    std::vector<PlacedBase> poses = start;
    for (PlacedBase& placed : poses) {
      placed.at.pose.x += geometry::rounded(by.x);
      placed.at.pose.y += geometry::rounded(by.y);
      placed.at.error = {};
    }
    return poses;
  };
  std::vector<Stand> others;
  for (Stand& stand : all_stands(state))
    if (stand.unit != unit && !stand.card->leader()) others.push_back(std::move(stand));
  const auto inside = [&](const std::vector<PlacedBase>& poses) {
    for (const geometry::Shape& shape : charge_shapes_at(state, poses))
      if (!wholly_on_table(state, shape)) return false;
    return true;
  };
  const auto free = [&](const std::vector<PlacedBase>& poses) {
    if (!inside(poses)) return false;
    for (const geometry::Shape& shape : charge_shapes_at(state, poses))
      for (const Stand& stand : others) {
        const Length near = stand.side == formation.side ? Length{0} : on_table(state, 0.1);
        if (geometry::gap_between(shape, stand.shape).signed_gap.value < near) return false;
      }
    return true;
  };
  Escape out;
  const auto take = [&](const std::vector<PlacedBase>& poses, bool bent) {
    out.poses = poses;
    out.bent = bent;
    for (std::size_t i = 0; i < start.size(); ++i) {
      const Vec2 from = geometry::vec(start[i].at.pose.centre()), to = geometry::vec(poses[i].at.pose.centre());
      for (const Stand& stand : others)
        if (geometry::runs_through(geometry::outline_of(stand.shape), from, to)) out.through = true;
      if (slow_stretch(state, from, to) > 1) out.through = true;
    }
  };
  // Straight away; round what stands there; along the table's edge; at last less far.
  const auto turned_way = [&](int deg) {
    const Angle by{1000 * std::int64_t{deg}};
    const double c = geometry::cos_of(by), s = geometry::sin_of(by);
    return Vec2{away.x * c - away.y * s, away.x * s + away.y * c};
  };
  constexpr int kStepDeg = 10, kMostDeg = 60;
  for (int deg = 0; deg <= kMostDeg; deg += kStepDeg)
    for (const int sign : {1, -1})
      if (const auto poses = shifted_by(move.mm() * turned_way(sign * deg)); free(poses)) {
        take(poses, deg != 0);
        return out;
      }
  double reach = move.mm();
  while (reach > 0 && !inside(shifted_by(reach * away))) reach -= 1;
  if (reach < move.mm())
    for (const int sign : {1, -1}) {
      // What is left of the move is spent along the edge.
      const Vec2 edges[] = {{1, 0}, {0, 1}};
      for (const Vec2 edge : edges) {
        if (geometry::dot(sign * edge, away) < -0.01) continue;  // back towards the charger
        const Vec2 by = reach * away + (sign * (move.mm() - reach)) * edge;
        if (const auto poses = shifted_by(by); free(poses)) {
          take(poses, true);
          return out;
        }
      }
    }
  for (double share = 0.9; share > 0.05; share -= 0.1)
    for (int deg = 0; deg <= kMostDeg; deg += kStepDeg)
      for (const int sign : {1, -1})
        if (const auto poses = shifted_by(share * move.mm() * turned_way(sign * deg)); free(poses)) {
          take(poses, true);
          return out;
        }
  out.no_ground = true;
  return out;
}

CommanderEscape commander_escape(const State& state, const UnitId& leader, Vec2 away) {
  const Leader& who = leader_at(state, leader);
  const Length most = on_table(state, kRelinquishMoveCm);
  const geometry::Shape base = shapes_of(state, leader).front();
  CommanderEscape out;
  Length best = most;
  for (const UnitId& id : formations_of(state, who.side)) {
    if (!formation_at(state, id).hoplite()) continue;
    const std::vector<geometry::Shape> bases = shapes_of(state, id);
    if (bases.empty()) continue;
    const Length gap = geometry::gap_between(std::vector<geometry::Shape>{base}, bases).distance().value;
    if (gap > most || (!out.joins.empty() && gap >= best)) continue;
    best = gap;
    out.joins = id;
  }
  const Pose now = base_at(state, who.base).at.pose;
  double reach = most.mm();
  const auto at = [&](double mm) {
    return MeasuredPose{{now.x + geometry::rounded(mm * away.x), now.y + geometry::rounded(mm * away.y), now.heading}, {}};
  };
  const Footprint footprint = footprint_of(base_at(state, who.base).card);
  while (reach > 0 && !wholly_on_table(state, geometry::placed(footprint, at(reach)))) reach -= 1;
  out.to = at(std::max(0.0, reach));
  return out;
}

}  // namespace polemarch::paean
