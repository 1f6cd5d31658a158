#include "engine/rulesets/paean/topics/room.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/gap.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {

constexpr double kEdgeHairMm = 0.5;   // of the table: what stands flush with it stands on it
constexpr double kSearchCm = 40;      // how far room is looked for, of the book
constexpr double kSearchStepMm = 5;   // at 6 mm figures
constexpr double kFarBack = 5;        // ways aside that a way back is worth to who flows round a friend
constexpr double kWayStepMm = 0.5;    // straight ways end at such a step
constexpr double kRoundingMm = 0.05;  // a gap kept is kept to this

geometry::Shape shape_of(const State& state, const PlacedBase& placed) {
  return geometry::placed(footprint_of(base_at(state, placed.base).card), placed.at.pose);
}
std::vector<geometry::Shape> shapes_of_poses(const State& state, const std::vector<PlacedBase>& poses) {
  std::vector<geometry::Shape> out;
  for (const PlacedBase& placed : poses) out.push_back(shape_of(state, placed));
  return out;
}
double mm_between(const geometry::Shape& a, const geometry::Shape& b) { return geometry::gap_between(a, b).signed_gap.value.mm(); }

}  // namespace

bool far_apart(const geometry::Shape& a, const geometry::Shape& b, double gap) {
  const auto size = [](const geometry::Shape& s) { return s.circle() ? s.radius() : s.half_depth + s.half_front; };
  const Vec2 apart = a.centre - b.centre;
  const double reach = size(a) + size(b) + gap;
  return apart.x > reach || apart.x < -reach || apart.y > reach || apart.y < -reach;
}

bool far_apart(const std::vector<geometry::Shape>& a, const std::vector<geometry::Shape>& b, double gap) {
  for (const geometry::Shape& one : a)
    for (const geometry::Shape& two : b)
      if (!far_apart(one, two, gap)) return false;
  return true;
}

geometry::Shape shifted_shape(geometry::Shape shape, Vec2 by) {
  shape.centre = shape.centre + by;
  for (Vec2& corner : shape.corners) corner = corner + by;
  return shape;
}

geometry::Shape lane_of(const geometry::Shape& base, Vec2 along, double brush_mm) {
  if (base.circle()) return base;
  constexpr double kForward = 0.7;  // up to an echelon of 45 degrees its sides pass others, else its front and rear
  const bool forward = std::abs(geometry::dot(base.ahead, along)) >= kForward * geometry::length_of(along);
  return forward ? drawn_in(base, 0, brush_mm) : drawn_in(base, brush_mm, 0);
}

std::vector<PlacedBase> shifted_poses(std::vector<PlacedBase> poses, Vec2 by) {
  for (PlacedBase& placed : poses) {
    placed.at.pose.x += geometry::rounded(by.x);
    placed.at.pose.y += geometry::rounded(by.y);
    placed.at.error = {};
  }
  return poses;
}

bool wholly_on_table(const State& state, const geometry::Shape& shape) {
  const double width = state.width.mm() + kEdgeHairMm, depth = state.depth.mm() + kEdgeHairMm;
  const auto inside = [&](double x, double y) { return x > -kEdgeHairMm && y > -kEdgeHairMm && x < width && y < depth; };
  if (shape.circle())
    return inside(shape.centre.x - shape.radius(), shape.centre.y - shape.radius()) &&
           inside(shape.centre.x + shape.radius(), shape.centre.y + shape.radius());
  return std::all_of(shape.corners.begin(), shape.corners.end(), [&](Vec2 corner) { return inside(corner.x, corner.y); });
}

bool Obstacles::free(const geometry::Shape& shape, double gap) const {
  return wholly_on_table(*state, shape) && std::none_of(stands.begin(), stands.end(), [&](const Stand& stand) {
           return !far_apart(shape, stand.shape, std::max(0.0, gap)) && mm_between(shape, stand.shape) < gap;
         });
}
bool Obstacles::free(const std::vector<geometry::Shape>& shapes, double gap) const {
  return std::all_of(shapes.begin(), shapes.end(), [&](const geometry::Shape& shape) { return free(shape, gap); });
}

Obstacles obstacles_but(const State& state, const std::vector<BaseId>& bases) {
  Obstacles out{&state, {}};
  for (Stand& stand : all_stands(state))
    if (!stand.card->leader() && std::find(bases.begin(), bases.end(), stand.base) == bases.end()) out.stands.push_back(std::move(stand));
  return out;
}
Obstacles obstacles_to(const State& state, const UnitId& unit) {
  const auto found = state.formations.find(unit);
  return obstacles_but(state, found == state.formations.end() ? std::vector<BaseId>{} : std::vector<BaseId>(found->second.bases));
}

Obstacles obstacles_near(const State& state, const UnitId& unit, const std::vector<PlacedBase>& poses) {
  Obstacles out{&state, stands_in(state, area_of(shapes_of_poses(state, poses), 2 * kBrushMm + 1))};
  std::erase_if(out.stands, [&](const Stand& stand) { return stand.unit == unit; });
  return out;
}

bool stand_on_each_other(const std::vector<geometry::Shape>& shapes) {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (!far_apart(shapes[i], shapes[j], 0) && mm_between(shapes[i], shapes[j]) < -kBrushMm) return true;
  return false;
}

namespace {

/// Whom the bases, shifted by `all`, stand on deepest, and the shortest way out of him.
struct Deepest {
  double gap = 0;
  Vec2 out{0, 0};
};
Deepest deepest_of(const std::vector<geometry::Shape>& shapes, Vec2 all, const Obstacles& obstacles) {
  Deepest deepest;
  for (const geometry::Shape& shape : shapes)
    for (const Stand& stand : obstacles.stands) {
      const geometry::Shape now = shifted_shape(shape, all);
      if (far_apart(now, stand.shape, 0)) continue;
      const geometry::Gap gap = geometry::gap_between(now, stand.shape);
      if (gap.signed_gap.value.mm() >= deepest.gap) continue;
      deepest = {gap.signed_gap.value.mm(), geometry::vec(gap.on_b) - geometry::vec(gap.on_a)};
    }
  return deepest;
}

std::optional<std::vector<PlacedBase>> shifted_on_table(const State& state, std::vector<PlacedBase> poses, Vec2 by) {
  poses = shifted_poses(std::move(poses), by);
  const std::vector<geometry::Shape> there = shapes_of_poses(state, poses);
  if (!std::all_of(there.begin(), there.end(), [&](const geometry::Shape& one) { return wholly_on_table(state, one); }))
    return std::nullopt;
  return poses;
}

constexpr int kDressings = 8;

}  // namespace

std::optional<std::vector<PlacedBase>> dressed(const State& state, std::vector<PlacedBase> poses, const Obstacles& obstacles, double most) {
  Vec2 all{0, 0};
  const std::vector<geometry::Shape> shapes = shapes_of_poses(state, poses);
  for (int i = 0; i < kDressings; ++i) {
    const Deepest deepest = deepest_of(shapes, all, obstacles);
    if (deepest.gap >= -kStandsOnMm) return i == 0 ? poses : shifted_on_table(state, std::move(poses), all);
    all = all + deepest.out;
    if (geometry::length_of(all) > most + kStandsOnMm) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<std::vector<PlacedBase>> dressed_between(const State& state, std::vector<PlacedBase> poses, const Obstacles& obstacles,
                                                       double most) {
  if (auto free = dressed(state, poses, obstacles, most)) return free;
  const std::vector<geometry::Shape> shapes = shapes_of_poses(state, poses);
  Vec2 all{0, 0}, best{0, 0};
  double least = -1e12;
  for (int i = 0; i < kDressings && geometry::length_of(all) <= most; ++i) {
    const Deepest deepest = deepest_of(shapes, all, obstacles);
    if (deepest.gap > least) {
      least = deepest.gap;
      best = all;
    }
    all = all + 0.5 * deepest.out;
  }
  if (least < -kBrushMm) return std::nullopt;
  return shifted_on_table(state, std::move(poses), best);
}

std::optional<std::vector<PlacedBase>> dressed_as_now(const State& state, const std::vector<PlacedBase>& poses,
                                                      const Obstacles& obstacles) {
  if (auto free = dressed(state, poses, obstacles)) return free;
  auto between = dressed_between(state, poses, obstacles);
  if (!between) return between;
  std::vector<PlacedBase> now;
  std::vector<BaseId> bases;
  for (const PlacedBase& placed : poses) {
    bases.push_back(placed.base);
    now.push_back({placed.base, base_at(state, placed.base).at});
  }
  const double stood = deepest_of(shapes_of_poses(state, now), {0, 0}, obstacles_but(state, bases)).gap;
  const double stands = deepest_of(shapes_of_poses(state, *between), {0, 0}, obstacles).gap;
  return stands >= stood - kStandsOnMm ? between : std::nullopt;
}

double swing_of(const State& state, const Footprint& hull) {
  const double width = hull.frontage.mm(), depth = hull.depth.mm();
  return std::clamp(std::sqrt(width * width + depth * depth) - width, kBrushMm, on_table(state, 1).mm());
}

std::vector<PlacedBase> clear_of_friends(const State& state, const UnitId& unit, const std::vector<PlacedBase>& poses, double swing) {
  Obstacles friends{&state, stands_in(state, area_of(shapes_of_poses(state, poses), 2 * swing))};
  const Side side = formation_at(state, unit).side;
  std::erase_if(friends.stands, [&](const Stand& stand) { return stand.unit == unit || stand.side != side; });
  return dressed_between(state, poses, friends, swing).value_or(poses);
}

std::optional<std::vector<PlacedBase>> room_for(const State& state, const std::vector<PlacedBase>& ideal, Vec2 away, double gap,
                                                const Obstacles& obstacles, Search search) {
  const std::vector<geometry::Shape> shapes = shapes_of_poses(state, ideal);
  const double wanted = gap - kRoundingMm, step = kSearchStepMm * state.k, most = on_table(state, kSearchCm).mm();
  if (gap <= 0 ? obstacles.free(shapes) : obstacles.free(shapes, wanted)) return ideal;
  struct Try {
    double cost, aside, back;
  };
  std::vector<Try> tries;
  for (double back = search == Search::AllRound ? -most / 2 : 0; back <= most / 2; back += step)
    for (double aside = 0; aside <= most; aside += step) {
      const double cost = aside + (back < 0 ? -3 * back : (search == Search::Aside ? kFarBack : 2) * back);
      tries.push_back({cost, aside, back});
      if (aside > 0) tries.push_back({cost + 0.1, -aside, back});
    }
  std::stable_sort(tries.begin(), tries.end(), [](const Try& a, const Try& b) { return a.cost < b.cost; });
  const Vec2 across = geometry::left_of(away);
  for (const Try& at : tries) {
    const Vec2 by = at.aside * across + at.back * away;
    const bool good = std::all_of(shapes.begin(), shapes.end(), [&](const geometry::Shape& shape) {
      return obstacles.free(shifted_shape(shape, by), gap <= 0 ? -kStandsOnMm : wanted);
    });
    if (good) return shifted_poses(ideal, by);
  }
  return std::nullopt;
}

WayOn way_on(const State& state, const UnitId& unit, Vec2 ahead, Length most, const std::vector<UnitId>& leave_out) {
  Obstacles obstacles = obstacles_to(state, unit);
  std::erase_if(obstacles.stands,
                [&](const Stand& stand) { return std::find(leave_out.begin(), leave_out.end(), stand.unit) != leave_out.end(); });
  const std::vector<PlacedBase> from = poses_of(state, unit);
  if (auto poses = dressed_between(state, shifted_poses(from, most.mm() * ahead), obstacles)) return {most, std::move(*poses)};
  const std::vector<geometry::Shape> shapes = shapes_of_poses(state, from);
  const auto free = [&](double way) {
    return std::all_of(shapes.begin(), shapes.end(), [&](const geometry::Shape& shape) {
      const geometry::Shape there = shifted_shape(shape, way * ahead);
      return wholly_on_table(state, there) && obstacles.free(lane_of(there, ahead));
    });
  };
  for (double way = most.mm() - kWayStepMm; way > 0; way -= kWayStepMm) {
    if (!free(way)) continue;
    std::vector<PlacedBase> poses = shifted_poses(from, way * ahead);
    return {geometry::rounded(way), dressed_between(state, poses, obstacles).value_or(poses)};
  }
  return {Length{0}, from};
}

Length clear_way(const State& state, const UnitId& unit, Angle course, Length limit, Length apart) {
  const Formation& formation = formation_at(state, unit);
  const std::vector<geometry::Shape> own = shapes_of(state, unit);
  const Vec2 u = geometry::unit_vector(geometry::direction(own.front().ahead.x, own.front().ahead.y) + course);
  std::vector<geometry::Shape> lane;
  for (const geometry::Shape& shape : own) lane.push_back(lane_of(shape, u));
  Length way = limit;
  for (const UnitId& id : formations_in(state, area_of(own, (limit + apart).mm()))) {
    if (id == unit) continue;
    const std::vector<geometry::Shape> theirs = shapes_of(state, id);
    if (far_apart(own, theirs, (limit + apart).mm())) continue;
    if (const auto hit = geometry::straight_charge(lane, course, theirs)) {
      const Length free = formation_at(state, id).side == formation.side ? Length{2000} : apart;
      way = std::min(way, hit->travel.value - free);
    }
  }
  for (const UnitId& id : leaders_alone(state, other(formation.side)))
    if (const auto hit = geometry::straight_charge(lane, course, shapes_of(state, id))) way = std::min(way, hit->travel.value - apart);
  for (const geometry::Shape& shape : own)
    for (const Vec2 corner : geometry::outline_of(shape)) {
      if (u.x > 1e-9) way = std::min(way, geometry::rounded((state.width.mm() - corner.x) / u.x));
      if (u.x < -1e-9) way = std::min(way, geometry::rounded(-corner.x / u.x));
      if (u.y > 1e-9) way = std::min(way, geometry::rounded((state.depth.mm() - corner.y) / u.y));
      if (u.y < -1e-9) way = std::min(way, geometry::rounded(-corner.y / u.y));
    }
  return std::max(Length{}, way);
}

UnitId gives_place(const State& state, const UnitId& one, const UnitId& two) {
  const Formation &a = formation_at(state, one), &b = formation_at(state, two);
  if (const bool fights = in_combat(state, one); fights != in_combat(state, two)) return fights ? two : one;  // PA-AMB-42
  return a.weight < b.weight || (a.weight == b.weight && a.bases.size() < b.bases.size()) ? one : two;
}

std::vector<PlacedBase> behind(const State& state, const UnitId& unit, const UnitId& other) {
  constexpr double kSlight = 5;  // mm: more than what a camera takes for contact
  const geometry::Body mine = body_of(state, unit), theirs = body_of(state, other);
  const Side side = *side_of(state, unit);
  // Its front line goes to just behind the other's rear line; further back while somebody stands there.
  const double first = mine.own_frame(theirs.on_table({theirs.rear, 0})).x - mine.front - kSlight;
  for (const double way : {-1.0, 1.0})
    for (int step = 0; step < 40; ++step) {
      const double along = way < 0 ? std::min(first, 0.0) - 10.0 * step * state.k : 10.0 * (step + 1) * state.k;
      std::vector<PlacedBase> poses = poses_of(state, unit);
      for (PlacedBase& placed : poses) {
        placed.at.pose.x += geometry::rounded(along * mine.ahead.x);
        placed.at.pose.y += geometry::rounded(along * mine.ahead.y);
        placed.at.error = {};
      }
      if (!on_table(state, poses)) break;
      const std::vector<geometry::Shape> there = shapes_at(state, poses);
      bool free = true;
      for (const auto& [id, formation] : state.formations)
        if (id != unit && formation.in_play())
          free = free && geometry::gap_between(there, shapes_of(state, id)).signed_gap.value >= (formation.side == side ? 3_mm : 6_mm);
      if (free) return poses;
    }
  return {};
}

Length common_way(const State& state, const std::vector<Goers>& goers, const std::vector<BaseId>& leave_out, Length most) {
  struct Goer {
    geometry::Shape shape;
    Vec2 along;
  };
  std::vector<Goer> going;
  std::vector<BaseId> gone = leave_out;
  for (const Goers& group : goers)
    for (const BaseId& base : group.bases) {
      going.push_back({shape_of(state, {base, base_at(state, base).at}), group.along});
      gone.push_back(base);
    }
  const Obstacles obstacles = obstacles_but(state, gone);
  const auto comes_onto = [&](const Goer& goer, const geometry::Shape& then, const geometry::Shape& other_now,
                              const geometry::Shape& other_then) {
    if (far_apart(then, other_then, 0)) return false;
    const double after = mm_between(lane_of(then, goer.along), other_then);
    return after < -kStandsOnMm && after < mm_between(lane_of(goer.shape, goer.along), other_now) - 0.01;  // what stood so may stay so
  };
  const auto good = [&](double way) {
    for (std::size_t i = 0; i < going.size(); ++i) {
      const geometry::Shape then = shifted_shape(going[i].shape, way * going[i].along);
      if (!wholly_on_table(state, then)) return false;
      for (const Stand& stand : obstacles.stands)
        if (comes_onto(going[i], then, stand.shape, stand.shape)) return false;
      for (std::size_t j = 0; j < i; ++j)
        if (comes_onto(going[i], then, going[j].shape, shifted_shape(going[j].shape, way * going[j].along))) return false;
    }
    return true;
  };
  double way = 0;
  while (way + kWayStepMm <= most.mm() + 1e-9 && good(way + kWayStepMm)) way += kWayStepMm;
  return way + kWayStepMm > most.mm() ? most : geometry::rounded(way);
}

}  // namespace polemarch::paean
