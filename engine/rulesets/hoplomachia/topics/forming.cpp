#include "engine/rulesets/hoplomachia/topics/forming.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace {

/// `at` moved by (ahead, right) along a heading.
Point carried_point(Point at, Angle heading, double ahead_mm, double right_mm) {
  const Vec2 u = geometry::unit_vector(heading);
  return {at.x + geometry::rounded(u.x * ahead_mm + u.y * right_mm), at.y + geometry::rounded(u.y * ahead_mm - u.x * right_mm)};
}

template <class Each>
void each_stand(const Taxis& unit, const Each& each) {
  for (const Lochos& lochos : unit.lochoi) {
    if (lochos.fate == Fate::Gone) continue;
    for (const Stand& stand : lochos.stands)
      if (!stand.lost) each(lochos, stand);
  }
}

Point corner_of_line(const Taxis& unit, bool right) {
  const Lochos* found = nullptr;
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table() && (found == nullptr || !right)) found = &lochos;
  const Stand* front = found == nullptr ? nullptr : front_of(*found);
  if (front == nullptr) return {};
  const geometry::Shape shape = geometry::placed(front->footprint, front->at);
  return geometry::point(shape.corner(right ? geometry::Corner::FrontRight : geometry::Corner::FrontLeft));
}

}  // namespace

namespace {

/// How far apart, in base widths and depths from middle to middle (HM-ARR-10, 11).
struct Spacing {
  double aside = 1, behind = 1;
};
constexpr Spacing kOpenFiles{1.25, 2};

std::vector<engine::PlacedBase> formed_apart(const Taxis& unit, Spacing spacing, Point front, Angle heading) {
  std::vector<engine::PlacedBase> out;
  int files = 0;
  for (const Lochos& lochos : unit.lochoi) files += lochos.fate != Fate::Gone ? 1 : 0;
  int file = 0;
  for (const Lochos& lochos : unit.lochoi) {
    if (lochos.fate == Fate::Gone) continue;
    double behind = 0;
    for (const Stand& stand : lochos.stands) {
      if (stand.lost) continue;
      const double width = stand.footprint.frontage.mm(), depth = stand.footprint.depth.mm();
      const double right = (static_cast<double>(files - 1) / 2.0 - file) * width * spacing.aside;
      const Point at = carried_point(front, heading, -behind - depth / 2, right);
      out.push_back({stand.base, {{at.x, at.y, heading.normalised()}, {}}});
      behind += depth * spacing.behind;
    }
    ++file;
  }
  return out;
}

/// The reach of stands along a direction, mm.
std::pair<double, double> reach_along(const std::vector<geometry::Shape>& shapes, Vec2 along) {
  std::pair<double, double> reach{1e18, -1e18};
  for (const geometry::Shape& shape : shapes)
    for (const Vec2 corner : shape.corners) {
      reach.first = std::min(reach.first, geometry::dot(corner, along));
      reach.second = std::max(reach.second, geometry::dot(corner, along));
    }
  return reach;
}
double shared(std::pair<double, double> a, std::pair<double, double> b) {
  return std::min(a.second, b.second) - std::max(a.first, b.first);
}

/// Does it spread into the file of a friend who stands a move ahead of it or behind: of its line, gone on before it or yet to come?
bool spreads_into_files(const Taxis& before, const Taxis& after, const Taxis& friendly) {
  constexpr double kHair = 0.5;  // mm
  const Vec2 ahead = geometry::unit_vector(heading_of(before)), aside = geometry::left_of(ahead);
  const auto stood = shapes_of(before), stands = shapes_of(after), theirs = shapes_of(friendly);
  if (-shared(reach_along(stands, ahead), reach_along(theirs, ahead)) > (8_in).mm()) return false;
  const auto files = reach_along(theirs, aside);
  return shared(reach_along(stood, aside), files) <= kHair && shared(reach_along(stands, aside), files) > kHair;
}

/// Would it stand on others, deeper than it does now, or in a friend's files?
bool stands_on_others(const State& state, const UnitId& id, const Taxis& before, const Taxis& after) {
  constexpr Length kDeep{-500};
  const Round round = round_of(after);
  for (const auto& [other, unit] : state.units) {
    if (other == id || unit.hidden || !unit.on_table() || far_apart(round, round_of(unit), 8_in)) continue;
    if (unit.side == before.side && spreads_into_files(before, after, unit)) return true;
    const auto theirs = shapes_of(unit);
    const Length then = geometry::gap_between(shapes_of(after), theirs).signed_gap.value;
    if (then < kDeep && then < geometry::gap_between(shapes_of(before), theirs).signed_gap.value) return true;
  }
  return false;
}

}  // namespace

std::vector<engine::PlacedBase> formed(const Taxis& unit, Arrangement arrangement, Point front, Angle heading) {
  return formed_apart(unit, arrangement == Arrangement::OF ? kOpenFiles : Spacing{}, front, heading);
}

namespace {

/// A lochos by its front stand, along the heading of its unit and across it to the left, mm.
struct LochosFront {
  double ahead = 0, left = 0, width = 0;
  bool same_way = true, leads = true;
};
std::vector<LochosFront> fronts_of(const Taxis& unit) {
  constexpr std::int64_t kAskew = 10000;  // mdeg
  std::vector<LochosFront> out;
  const Angle heading = heading_of(unit);
  const Vec2 ahead = geometry::unit_vector(heading), left = geometry::left_of(ahead);
  for (const Lochos& lochos : unit.lochoi) {
    const Stand* front = lochos.on_table() ? front_of(lochos) : nullptr;
    if (front == nullptr) continue;
    const geometry::Shape shape = geometry::placed(front->footprint, front->at);
    out.push_back({geometry::dot(shape.front_centre(), ahead), geometry::dot(shape.front_centre(), left), front->footprint.frontage.mm(),
                   std::abs((front->at.pose.heading - heading).signed_turn().mdeg) <= kAskew, !lochos.fight.apart_in});
  }
  if (std::none_of(out.begin(), out.end(), [](const LochosFront& front) { return front.leads; }))
    for (LochosFront& front : out) front.leads = true;
  return out;
}

constexpr std::array kClosings{kOpenFiles, Spacing{1, kOpenFiles.behind}, Spacing{kOpenFiles.aside, 1}, Spacing{}};

/// Formed as a line there, closer where others leave no room.
std::vector<engine::PlacedBase> line_in_room(const State& state, const UnitId& id, const Taxis& unit, Arrangement arrangement,
                                             Point front) {
  const Angle heading = heading_of(unit);
  if (arrangement != Arrangement::OF) return formed(unit, arrangement, front, heading);
  std::vector<engine::PlacedBase> poses;
  for (const Spacing closer : kClosings) {
    poses = formed_apart(unit, closer, front, heading);
    if (!stands_on_others(state, id, unit, standing(unit, poses))) break;
  }
  return poses;
}

bool overlap(const std::vector<geometry::Shape>& a, const std::vector<geometry::Shape>& b) {
  constexpr Length kHair{-500};
  return !a.empty() && !b.empty() && geometry::gap_between(a, b).signed_gap.value < kHair;
}
bool overlaps_own(const Taxis& unit, std::size_t at) {
  const auto mine = shapes_of(unit.lochoi[at]);
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (i != at && overlap(mine, shapes_of(unit.lochoi[i]))) return true;
  return false;
}

/// The ranks of a lochos behind its front stand, which stays.
void close_ranks(Lochos& lochos, double spacing) {
  const Stand* front = front_of(lochos);
  if (front == nullptr) return;
  const Pose head = front->at.pose;
  double behind = -front->footprint.depth.mm() / 2;  // from the middle of the front stand
  for (Stand& stand : lochos.stands) {
    if (stand.lost) continue;
    const double depth = stand.footprint.depth.mm();
    const Point at = carried_point(head.centre(), head.heading, -behind - depth / 2, 0);
    if (&stand != front) stand.at = {{at.x, at.y, head.heading}, {}};
    behind += depth * spacing;
  }
}

/// The unit without what is not on the table.
Taxis on_table_of(Taxis unit) {
  for (Lochos& lochos : unit.lochoi)
    if (!lochos.on_table()) lochos.fate = Fate::Gone;
  return unit;
}

}  // namespace

bool in_line(const Taxis& unit) {
  constexpr double kLevel = 25.4, kNear = 0.6, kFar = 1.6;  // mm; base widths from middle to middle
  const std::vector<LochosFront> fronts = fronts_of(unit);
  for (std::size_t i = 1; i < fronts.size(); ++i) {
    const double aside = (fronts[i].left - fronts[i - 1].left) / fronts[i].width;
    if (!fronts[i].same_way || std::abs(fronts[i].ahead - fronts[i - 1].ahead) > kLevel || aside < kNear || aside > kFar) return false;
  }
  return true;
}

std::vector<engine::PlacedBase> in_files(const State& state, const UnitId& id, const Taxis& unit, Arrangement arrangement) {
  if (in_line(unit)) return line_in_room(state, id, on_table_of(unit), arrangement, front_middle(unit));
  Taxis body = unit;
  for (std::size_t i = 0; i < body.lochoi.size(); ++i) {
    if (!body.lochoi[i].on_table()) continue;
    close_ranks(body.lochoi[i], arrangement == Arrangement::OF ? kOpenFiles.behind : 1);
    if (arrangement == Arrangement::OF && (overlaps_own(body, i) || stands_on_others(state, id, unit, body)))
      close_ranks(body.lochoi[i], 1);
  }
  return places_of(body);
}

Lining lined_up(const State& state, const UnitId& id, const Taxis& unit, Length most) {
  Lining out{places_of(unit), {}, {}, {}};
  const std::vector<LochosFront> fronts = fronts_of(unit);
  if (fronts.size() < 2) return out;
  const Vec2 ahead = geometry::unit_vector(heading_of(unit)), left = geometry::left_of(ahead);
  // Level with the foremost that has not strayed, who stays; of several that are level the one that leaves the others the shortest ways.
  double level = -1e18;
  for (const LochosFront& front : fronts)
    if (front.leads) level = std::max(level, front.ahead);
  const double pitch = fronts.front().width * (unit.arrangement == Arrangement::OF ? kOpenFiles.aside : 1);
  const auto place = [&](std::size_t i) { return (static_cast<double>(i) - static_cast<double>(fronts.size() - 1) / 2) * pitch; };
  double middle = 0, shortest = 1e18;
  for (std::size_t stays = 0; stays < fronts.size(); ++stays) {
    if (!fronts[stays].leads || fronts[stays].ahead < level - 1) continue;
    double way = 0;
    for (std::size_t i = 0; i < fronts.size(); ++i)
      way = std::max(way, geometry::length_of({level - fronts[i].ahead, fronts[stays].left - place(stays) + place(i) - fronts[i].left}));
    if (way < shortest - 0.001) shortest = way, middle = fronts[stays].left - place(stays);
  }
  const Point front = geometry::point({level * ahead.x + middle * left.x, level * ahead.y + middle * left.y});
  const Taxis line = standing(unit, line_in_room(state, id, on_table_of(unit), unit.arrangement, front));

  struct Going {
    std::size_t lochos;
    double way;
  };
  std::vector<Going> going;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    if (!unit.lochoi[i].on_table()) continue;
    double way = 0;
    for (std::size_t k = 0; k < unit.lochoi[i].stands.size(); ++k) {
      const Point from = unit.lochoi[i].stands[k].at.pose.centre(), to = line.lochoi[i].stands[k].at.pose.centre();
      if (!unit.lochoi[i].stands[k].lost) way = std::max(way, geometry::length_of({(to.x - from.x).mm(), (to.y - from.y).mm()}));
    }
    going.push_back({i, way});
    out.furthest = std::max(out.furthest, Length::from_mm(way));
  }
  std::stable_sort(going.begin(), going.end(), [](const Going& a, const Going& b) { return a.way < b.way; });
  // The nearest first; who cannot come up goes as far as it may without standing on those who have.
  Taxis body = unit;
  std::vector<geometry::Shape> stood;
  for (const Going& one : going) {
    constexpr int kParts = 40;
    const Lochos& from = unit.lochoi[one.lochos];
    Lochos& now = body.lochoi[one.lochos];
    const double share = one.way <= most.mm() ? 1 : most.mm() / one.way;
    double part = share;
    for (int tries = kParts; tries >= 0; --tries) {
      part = share * tries / kParts;
      for (std::size_t k = 0; k < now.stands.size(); ++k) {
        const Pose a = from.stands[k].at.pose, b = line.lochoi[one.lochos].stands[k].at.pose;
        now.stands[k].at = {{a.x + geometry::rounded((b.x - a.x).mm() * part), a.y + geometry::rounded((b.y - a.y).mm() * part), b.heading},
                            {}};
      }
      if (!overlap(shapes_of(now), stood)) break;
    }
    add_shapes(now, stood);
    out.moved = std::max(out.moved, Length::from_mm(one.way * part));
    out.short_of = std::max(out.short_of, Length::from_mm(one.way * (1 - part)));
  }
  out.poses = places_of(body);
  return out;
}

std::vector<engine::PlacedBase> turned_in_place(const Taxis& unit, Angle by) {
  struct Turned {
    std::vector<engine::PlacedBase> stands;
    double front = -1e18, rear = 1e18, left = -1e18, right = 1e18;  ///< mm, as the turned unit looks
  };
  const Vec2 ahead = geometry::unit_vector(heading_of(unit) + by), aside = geometry::left_of(ahead);
  std::vector<Turned> lochoi;
  for (const Lochos& lochos : unit.lochoi) {
    if (!lochos.on_table()) continue;
    Taxis one;
    one.lochoi = {lochos};
    Turned now{swung(one, centre_of(lochos), by)};
    for (const geometry::Shape& shape : shapes_of(standing(one, now.stands)))
      for (const Vec2 corner : shape.corners) {
        now.front = std::max(now.front, geometry::dot(corner, ahead)), now.rear = std::min(now.rear, geometry::dot(corner, ahead));
        now.left = std::max(now.left, geometry::dot(corner, aside)), now.right = std::min(now.right, geometry::dot(corner, aside));
      }
    lochoi.push_back(std::move(now));
  }
  std::stable_sort(lochoi.begin(), lochoi.end(), [](const Turned& a, const Turned& b) { return a.front > b.front + 1; });
  std::vector<engine::PlacedBase> out;
  for (std::size_t i = 0; i < lochoi.size(); ++i) {
    double back = 0;
    for (std::size_t k = 0; k < i; ++k)
      if (std::min(lochoi[i].left, lochoi[k].left) - std::max(lochoi[i].right, lochoi[k].right) > 1 &&
          lochoi[k].front > lochoi[i].front + 1)
        back = std::max(back, lochoi[i].front - lochoi[k].rear);
    lochoi[i].front -= back, lochoi[i].rear -= back;
    for (engine::PlacedBase& placed : lochoi[i].stands) {
      placed.at.pose.x -= geometry::rounded(back * ahead.x);
      placed.at.pose.y -= geometry::rounded(back * ahead.y);
      out.push_back(std::move(placed));
    }
  }
  return out;
}

Point front_right(const Taxis& unit) { return corner_of_line(unit, true); }
Point front_left(const Taxis& unit) { return corner_of_line(unit, false); }
Point front_middle(const Taxis& unit) {
  const Point right = front_right(unit), left = front_left(unit);
  return {(right.x + left.x) / 2, (right.y + left.y) / 2};
}

std::vector<engine::PlacedBase> shifted(const Taxis& unit, Length ahead, Length right) {
  std::vector<engine::PlacedBase> out;
  const Angle heading = heading_of(unit);
  each_stand(unit, [&](const Lochos& lochos, const Stand& stand) {
    if (!lochos.on_table()) return;
    MeasuredPose to = stand.at;
    const Point at = carried_point(to.pose.centre(), heading, ahead.mm(), right.mm());
    to.pose.x = at.x, to.pose.y = at.y;
    out.push_back({stand.base, to});
  });
  return out;
}

std::vector<engine::PlacedBase> swung(const Taxis& unit, Point round, Angle by) {
  std::vector<engine::PlacedBase> out;
  const double c = geometry::cos_of(by), s = geometry::sin_of(by);
  each_stand(unit, [&](const Lochos& lochos, const Stand& stand) {
    if (!lochos.on_table()) return;
    MeasuredPose to = stand.at;
    const double dx = (to.pose.x - round.x).mm(), dy = (to.pose.y - round.y).mm();
    to.pose.x = round.x + geometry::rounded(c * dx - s * dy);
    to.pose.y = round.y + geometry::rounded(s * dx + c * dy);
    to.pose.heading = (to.pose.heading + by).normalised();
    out.push_back({stand.base, to});
  });
  return out;
}

Taxis standing(Taxis unit, const std::vector<engine::PlacedBase>& poses) {
  for (const engine::PlacedBase& placed : poses)
    for (Lochos& lochos : unit.lochoi)
      for (Stand& stand : lochos.stands)
        if (stand.base == placed.base) stand.at = placed.at;
  return unit;
}

}  // namespace polemarch::hoplomachia
