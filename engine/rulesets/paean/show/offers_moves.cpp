/// Whole formation actions that the screen can give: as far as it goes, towards the enemy, and every change of shape.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/show/offering.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/shapes.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using namespace engine;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

/// The nearest enemy formation, or empty.
UnitId nearest_enemy(const State& state, const UnitId& unit) {
  UnitId best;
  Length least{1'000'000'000};
  const std::vector<geometry::Shape> own = shapes_of(state, unit);
  for (const UnitId& foe : formations_of(state, other(*side_of(state, unit)))) {
    const Length gap = geometry::gap_between(own, shapes_of(state, foe)).distance().value;
    if (gap < least) least = gap, best = foe;
  }
  return best;
}

/// It ends on nobody: L may stand in a friend for the rest of the bound, but who would put it there?
bool ends_free(const Offering& o, const MoveFormation& move) {
  const std::vector<PlacedBase> poses = plan_move(o.state, move).poses;
  const Obstacles near = obstacles_near(o.state, move.unit, poses);
  return dressed_as_now(o.state, poses, near).has_value();
}

/// Offers the first of these moves that the rules allow and that ends on nobody; when none is allowed, the first with the reasons.
void offer_first(Offering& o, const std::vector<MoveFormation>& moves) {
  std::optional<Verdict> first;
  for (const MoveFormation& move : moves) {
    Verdict verdict = Rules::judge(o.state, o.viewer, move);
    if (verdict.allowed() && ends_free(o, move)) return o.add_judged(move, std::move(verdict));
    if (!first) first = std::move(verdict);
  }
  if (first && !first->allowed()) o.add_judged(moves.front(), std::move(*first));
}

/// The longest straight move of at most `most` that the rules allow, by halves: slow ground may shorten it.
void offer_straight(Offering& o, const UnitId& unit, std::vector<Leg> before, Length most) {
  const auto command = [&](Length way) {
    MoveFormation move;
    move.unit = unit;
    move.legs = before;
    if (way > Length{}) move.legs.push_back({Leg::Kind::Ahead, way, {}});
    return move;
  };
  std::vector<MoveFormation> moves;
  for (const int part : {4, 3, 2, 1, 0}) {
    const Length way = most * part / 4;
    if (way < 1_mm && before.empty()) continue;
    moves.push_back(command(way));
  }
  offer_first(o, moves);
}

/// L and LM go anywhere: towards or away from a place, facing it.
void offer_free(Offering& o, const UnitId& unit, const UnitId& foe, bool away) {
  const geometry::Hull hull = geometry::hull_of(body_of(o.state, unit));
  const Vec2 here = geometry::vec(hull.pose.centre()), there = body_of(o.state, foe).centre();
  const double apart = geometry::length_of(there - here);
  if (apart < 1) return;
  const Vec2 u = (away ? -1 / apart : 1 / apart) * (there - here);
  const double room = gap_between(o.state, unit, foe).distance().value.mm() - on_table(o.state, 3).mm();
  double way = move_allowance(o.state, unit).mm();
  if (!away) way = std::min(way, room);
  const Angle facing = geometry::direction(there.x - here.x, there.y - here.y);
  std::vector<MoveFormation> moves;
  for (const double part : {1.0, 0.75, 0.5, 0.25}) {
    if (way * part < 1) break;
    const Vec2 at = here + (way * part) * u;
    for (const Angle heading : {facing, hull.pose.heading}) {  // turning carries the outer bases further
      MoveFormation move;
      move.unit = unit;
      move.to = MeasuredPose{{geometry::rounded(at.x), geometry::rounded(at.y), heading}, {}};
      moves.push_back(std::move(move));
    }
  }
  offer_first(o, moves);
}

}  // namespace

void offer_moves(Offering& o, const UnitId& unit) {
  const State& state = o.state;
  const Formation& formation = formation_at(state, unit);
  const auto& permit = state.turn.permit;
  const bool mine =
      permit && (permit->unit == unit || (find_leader(state, permit->unit) != nullptr && leader_at(state, permit->unit).with == unit));
  if (!mine) {
    // Why not: one line is enough.
    MoveFormation move;
    move.unit = unit;
    move.ahead = move_allowance(state, unit);
    return o.add(move);
  }
  const UnitId foe = nearest_enemy(state, unit);
  const Length allowance = move_allowance(state, unit);
  MoveFormation measured;
  measured.unit = unit;
  measured.poses = poses_of(state, unit);
  o.pattern(measured, {fill_in(NeedKind::Pose, "poses")});
  offer_straight(o, unit, {}, std::min(allowance, clear_way(state, unit, {}, allowance, on_table(state, 0.5))));
  if (!formation.heavier() && !foe.empty()) {
    offer_free(o, unit, foe, false);
    offer_free(o, unit, foe, true);
  }
  if (formation.heavier() && !foe.empty()) {
    const geometry::Body body = body_of(state, unit);
    const Vec2 to = body_of(state, foe).centre() - body.front_centre();
    const Angle turn = (geometry::direction(to.x, to.y) - body.heading).signed_turn();
    const std::int64_t size = turn.mdeg < 0 ? -turn.mdeg : turn.mdeg;
    if (size > 3000) {
      // As far round as the move goes, then ahead with what is left.
      const double most_deg = allowance.mm() / (std::max(1.0, body.width()) * geometry::kRadPerDeg);
      const std::int64_t wheel = std::min(size, static_cast<std::int64_t>(most_deg * 990));
      const Length arc = geometry::rounded(body.width() * static_cast<double>(wheel) * geometry::kRadPerMdeg);
      offer_straight(o, unit, {Leg{turn.mdeg > 0 ? Leg::Kind::WheelLeft : Leg::Kind::WheelRight, {}, Angle{wheel}}},
                     std::max(Length{}, allowance - arc));
    }
    for (const Angle course : {45_deg, -45_deg}) {
      MoveFormation echelon;
      echelon.unit = unit;
      echelon.legs = {
          Leg{Leg::Kind::Echelon, std::min(allowance, clear_way(state, unit, course, allowance, on_table(state, 0.5))), course}};
      if (echelon.legs.front().distance > 1_mm) offer_first(o, {echelon});
    }
  }
  if (formation.weight == Weight::L) return;
  o.add(AboutFace{unit});
  if (!formation.heavier()) return;
  for (const Flank flank : {Flank::Left, Flank::Right}) o.add(ChangeFacing{unit, flank});
  const int files = files_of(state, unit), bases = static_cast<int>(formation.bases.size());
  if (bases > 1) {
    if (least_files(files) < files) o.add(ChangeFormation{unit, least_files(files)});
    if (most_files(files, bases) > files) o.add(ChangeFormation{unit, most_files(files, bases)});
    for (const Flank flank : {Flank::Left, Flank::Right}) {
      o.add(ContractFlank{unit, flank});
      o.add(ExpandFlank{unit, flank});
    }
    o.add(GiveGround{unit});
    o.pattern(Detach{unit, {formation.bases.back()}}, {fill_in(NeedKind::Names, "bases", "Which bases leave? Their names")});
    o.pattern(Reorder{unit, formation.bases},
              {fill_in(NeedKind::Names, "bases", "In which order? All its bases by name, the front rank first")});
  }
  for (const Flank flank : {Flank::Left, Flank::Right}) o.add(Traverse{unit, flank});
  for (const UnitId& with : formations_of(state, formation.side)) {
    const Formation& larger = formation_at(state, with);
    if (with == unit || larger.weight != formation.weight || larger.arm != formation.arm) continue;
    if (gap_between(state, unit, with).distance().value <= on_table(state, 2 * kFormingCm)) o.add(FormUp{unit, with, {}});
  }
}

}  // namespace polemarch::paean
