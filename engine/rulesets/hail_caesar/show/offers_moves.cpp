/// Whole moves and charges among the offers: places inside the commands, judged as they stand.
#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/show/offering.hpp"
#include "engine/rulesets/hail_caesar/topics/charging.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/movement.hpp"
#include "engine/rulesets/hail_caesar/topics/reach.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// A turn on the spot of less is not worth a name.
constexpr std::int64_t kTurnMdeg = 2000;

/// Foes out of reach that are named all the same, so that it is said why they cannot be charged.
constexpr std::size_t kNamed = 2;

/// Further than what a camera takes for contact, mm.
constexpr double kNoContact = 6;

/// How far along `u` the middle of the unit gets before it is at an enemy in its way, `own` being half its breadth that way.
double before_enemies(const State& state, const Unit& unit, Vec2 u, double own, double length) {
  const Vec2 start = geometry::vec(pose_of(unit).centre());
  const std::vector<geometry::Shape> mine = shapes_of(unit);
  double far = length;
  for (const auto& [other, enemy] : state.units) {
    if (enemy.side == unit.side || !enemy.in_play()) continue;
    const auto inside = geometry::stretches_inside(geometry::outline_of(body_of(enemy)), start, start + far * u);
    if (inside.empty() || geometry::gap_between(mine, shapes_of(enemy)).signed_gap.value.mm() < -1) continue;  // driven on to it
    far = std::max(0.0, inside.front().first * far - own - kNoContact);
  }
  return far;
}

/// The longest way along `u` not above `length` at whose end the unit, facing `heading`, stands on nobody and touches no enemy; negative
/// when there is none.
double clear_way(const State& state, const Unit& unit, Angle heading, Vec2 u, double length) {
  const Pose from = pose_of(unit);
  const Vec2 start = geometry::vec(from.centre());
  const auto half_along = [&](const geometry::Shape& body) {
    return body.half_depth * std::fabs(geometry::dot(body.ahead, u)) +
           body.half_front * std::fabs(geometry::dot(geometry::left_of(body.ahead), u));
  };
  length = before_enemies(state, unit, u, half_along(body_of(standing(unit, carried(unit, {{from.x, from.y, heading}, {}})))), length);
  for (int tries = 0; tries < 8 && length > 0; ++tries) {
    const Vec2 at = start + length * u;
    const MeasuredPose end{{geometry::rounded(at.x), geometry::rounded(at.y), heading}, {}};
    const Unit there = standing(unit, carried(unit, end));
    const std::vector<geometry::Shape> mine = shapes_of(there);
    const Extent here = extent_of(there);
    const double own = half_along(body_of(there));
    double next = length;
    for (const auto& [other, blocker] : state.units) {
      if (&blocker == &unit || !blocker.in_play() || least_gap(here, extent_of(blocker)) > kNoContact) continue;
      const std::vector<geometry::Shape> shapes = shapes_of(blocker);
      if (geometry::gap_between(mine, shapes).signed_gap.value.mm() >= kNoContact - 1) continue;
      double nearest = length;
      for (const geometry::Shape& shape : shapes)
        for (const Vec2 corner : geometry::outline_of(shape)) nearest = std::min(nearest, geometry::dot(corner - start, u));
      next = std::min({next, nearest - own - kNoContact, length - 1});
    }
    if (next >= length) return length;
    length = next;
  }
  return -1;
}

/// One whole move along `u`, as far as may be by at most so many moves; refused only when no length of it is allowed.
void add_whole_move(const State& state, Viewer viewer, const UnitId& id, Angle heading, Vec2 u, int moves, const Ground& ground,
                    const KindOf& right, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const Pose from = pose_of(unit);
  const Vec2 start = geometry::vec(from.centre());
  const double one = move_row(unit.profile, unit.formation, state.config).distance.mm();
  const bool turns = heading != from.heading.normalised();
  // It ends whole on the table.
  const geometry::Shape body = body_of(unit);
  const Vec2 ahead = geometry::unit_vector(heading);
  const double wide = std::abs(ahead.x) * body.half_depth + std::abs(ahead.y) * body.half_front,
               deep = std::abs(ahead.y) * body.half_depth + std::abs(ahead.x) * body.half_front;
  const auto to_edge = [](double at, double step, double size, double own) {
    if (step > 1e-9) return (size - own - at) / step;
    return step < -1e-9 ? (own - at) / step : 1e9;
  };
  const double edge = std::min(to_edge(start.x, u.x, state.table_width.mm(), wide), to_edge(start.y, u.y, state.table_depth.mm(), deep));
  std::optional<Offer<Command>> refused;
  for (int n = moves; n >= 1; --n) {
    double length = clear_way(state, unit, heading, u, std::min(far_along(ground, start, u, one * n), edge));
    if (length < 1) {
      if (!turns) continue;
      length = 0;  // a turn on the spot
    }
    const Vec2 at = start + length * u;
    MoveUnit move;
    move.unit = id;
    move.to = MeasuredPose{{geometry::rounded(at.x), geometry::rounded(at.y), heading}, unit.stands.front().at.error};
    Verdict verdict = judge_move(state, viewer, move, &right);
    if (verdict.allowed()) return offers.push_back({std::move(move), std::move(verdict), {}});
    if (!refused) refused = Offer<Command>{std::move(move), std::move(verdict), {}};
  }
  if (refused) offers.push_back(std::move(*refused));
}

/// Advance, turn and advance at the nearest enemy, fall back, turn to him and fall back: so that a battle can be played by keys alone.
void add_whole_moves(const State& state, Viewer viewer, const UnitId& id, const std::vector<Foe>& foes, const KindOf& right,
                     Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const int moves = available_moves(state, id, *right.kind);
  const Angle heading = pose_of(unit).heading.normalised();
  const Vec2 ahead = geometry::unit_vector(heading);
  const geometry::Shape body = body_of(unit);
  const Ground ground = ground_of(state, 2 * std::min(body.half_depth, body.half_front), {&body.centre, 1});
  add_whole_move(state, viewer, id, heading, ahead, moves, ground, right, offers);
  std::optional<Angle> facing;  // the nearest enemy, where it does not face him yet
  if (!foes.empty()) {
    const Vec2 at = geometry::vec(pose_of(unit_at(state, foes.front().unit)).centre()) - geometry::vec(pose_of(unit).centre());
    const Angle to_foe = geometry::direction(at.x, at.y).normalised();
    const std::int64_t turn = (to_foe - heading).normalised().mdeg;
    if (geometry::length_of(at) > 1 && turn >= kTurnMdeg && turn <= 360'000 - kTurnMdeg) facing = to_foe;
  }
  if (facing) add_whole_move(state, viewer, id, *facing, geometry::unit_vector(*facing), moves, ground, right, offers);
  add_whole_move(state, viewer, id, heading, -1.0 * ahead, moves, ground, right, offers);
  if (facing) add_whole_move(state, viewer, id, *facing, -1.0 * geometry::unit_vector(*facing), moves, ground, right, offers);
}

/// Where the roster names no formations any may be taken (HC-CFG-04); those that no troops of the kind are known for are not named.
bool usual(const Profile& profile, Formation formation) {
  const bool foot = profile.move_class == MoveClass::Infantry;
  const bool horse = profile.break_category == BreakCategory::Cavalry && profile.move_class != MoveClass::HeavyChariots &&
                     profile.move_class != MoveClass::LightChariots && profile.move_class != MoveClass::Elephants;
  switch (formation) {
    case Formation::Square:
    case Formation::Testudo:
      return foot && profile.break_category == BreakCategory::Infantry;
    case Formation::Wedge:
      return (foot && profile.break_category == BreakCategory::Infantry) || horse;
    case Formation::OpenOrder:  // of men, riders and light chariots
      return !profile.baggage && (foot || profile.move_class >= MoveClass::LightChariots || profile.move_class == MoveClass::Cataphracts);
    case Formation::Line:
    case Formation::Column:
      return true;
  }
  return true;
}

/// Changes of formation on the spot; only those it may make now.
void add_formations(const State& state, Viewer viewer, const UnitId& id, const KindOf& right, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  if (unit.profile.always_open_order) return;
  for (const Formation formation :
       {Formation::Line, Formation::Column, Formation::Square, Formation::Wedge, Formation::Testudo, Formation::OpenOrder}) {
    const auto& known = unit.profile.allowed_formations;
    if (formation == unit.formation || (!known.empty() && std::find(known.begin(), known.end(), formation) == known.end())) continue;
    if (known.empty() && !usual(unit.profile, formation)) continue;
    MoveUnit change;
    change.unit = id;
    change.formation = formation;
    Verdict verdict = judge_move(state, viewer, change, &right);
    if (verdict.allowed()) offers.push_back({std::move(change), std::move(verdict), {}});
  }
}

/// Charges that reach, with the place where they end; of the others the nearest, to say why not.
void add_charges(const State& state, Viewer viewer, const UnitId& id, const std::vector<Foe>& foes, const KindOf& right, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const bool may = right.kind == MoveKind::Ordered || (right.kind == MoveKind::Initiative && state.config.command.initiative_charge);
  const double reach =
      may ? (move_row(unit.profile, unit.formation, state.config).distance * available_moves(state, id, *right.kind)).mm() + 50 +
                4 * geometry::length_of({extent_of(unit).high_x - extent_of(unit).low_x, 0})
          : 0;
  std::size_t named = 0;
  for (const Foe& foe : foes) {
    if (foe.gap.value.mm() > reach && named >= kNamed) break;
    ChargeUnit charge{id, foe.unit, {}, {}};
    Verdict verdict = judge_charge(state, viewer, charge, &right);
    if (!verdict.allowed()) {
      if (named++ < kNamed || verdict.ruling == Ruling::TooCloseToCall)
        offers.push_back({charge, std::move(verdict), {fill_in(NeedKind::Pose, "poses")}, false});
      if (!may) return;
      continue;
    }
    const auto stands = charge_stands(state, id, foe.unit);
    charge.to = MeasuredPose{pose_of(standing(unit, *stands)), unit.stands.front().at.error};
    offers.push_back({std::move(charge), std::move(verdict), {}});
  }
}

}  // namespace

void move_offers(const State& state, Viewer viewer, const UnitId& id, const std::vector<Foe>& foes, Offers& offers) {
  const Unit& unit = unit_at(state, id);
  const KindOf right = in_combat(unit) ? KindOf{{}, refuse("HC-CFG-04", "it is fighting hand-to-hand"), {}, {}} : move_kind(state, id, {});
  const bool may = right.kind && speaks_for(viewer, unit.side) && !question_open(state);
  if (may) add_whole_moves(state, viewer, id, foes, right, offers);
  MoveUnit measured;
  measured.unit = id;
  offers.push_back({measured, where_to(state, measured, &right), {fill_in(NeedKind::Pose, "poses")}, false});
  add_charges(state, viewer, id, foes, right, offers);
  if (!may) return;
  add_formations(state, viewer, id, right, offers);
  for (const Terrain& terrain : state.terrain) {
    if (terrain.cover < Cover::Buildings || unit.in == terrain.id) continue;
    MoveUnit enter;
    enter.unit = id;
    enter.in = terrain.id;
    Verdict verdict = judge_move(state, viewer, enter, &right);
    offers.push_back({std::move(enter), std::move(verdict), {}});
  }
}

}  // namespace polemarch::hail_caesar
