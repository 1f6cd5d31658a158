#include "engine/rulesets/hail_caesar/topics/deployment.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;

constexpr double kApart = 12;       ///< mm left between neighbours
constexpr double kRow = 127;        ///< mm between lines
constexpr double kStep = 12.7;      ///< mm between the places tried
constexpr double kLineShare = 0.2;  ///< of the table's depth: where the first line stands

/// What takes room, along the table's axes.
struct Rect {
  Vec2 at;
  double x = 0, y = 0;  ///< half its sides
};

Rect rect_of(const geo::Shape& body) {
  const Vec2 left = geo::left_of(body.ahead);
  return {body.centre, std::fabs(body.ahead.x) * body.half_depth + std::fabs(left.x) * body.half_front,
          std::fabs(body.ahead.y) * body.half_depth + std::fabs(left.y) * body.half_front};
}

bool meet(const Rect& a, const Rect& b, double apart) {
  return std::fabs(a.at.x - b.at.x) < a.x + b.x + apart && std::fabs(a.at.y - b.at.y) < a.y + b.y + apart;
}

/// The table with what stands on it.
class Room {
 public:
  explicit Room(const State& state, const UnitId& but = {}) : width_(state.table_width.mm()), depth_(state.table_depth.mm()) {
    for (const auto& [id, unit] : state.units)
      if (unit.in_play() && id != but) taken_.push_back(rect_of(body_of(unit)));
    for (const auto& [id, general] : state.generals)
      if (general.on_table && id != but) taken_.push_back(rect_of(shape_of(general)));
    for (const Terrain& terrain : state.terrain) {
      if (terrain.move_factor >= 1 || terrain.outline.empty()) continue;
      Rect box;
      double low_x = 1e9, high_x = -1e9, low_y = 1e9, high_y = -1e9;
      for (const Point& p : terrain.outline) {
        low_x = std::min(low_x, p.x.mm()), high_x = std::max(high_x, p.x.mm());
        low_y = std::min(low_y, p.y.mm()), high_y = std::max(high_y, p.y.mm());
      }
      box.at = {(low_x + high_x) / 2, (low_y + high_y) / 2}, box.x = (high_x - low_x) / 2, box.y = (high_y - low_y) / 2;
      ground_.push_back(box);
    }
  }

  void take(const Rect& rect) { taken_.push_back(rect); }

  bool free(const Rect& rect, bool any_ground) const {
    if (rect.at.x - rect.x < 0 || rect.at.x + rect.x > width_ || rect.at.y - rect.y < 0 || rect.at.y + rect.y > depth_) return false;
    const auto meets = [&](double apart) { return [&rect, apart](const Rect& other) { return meet(rect, other, apart); }; };
    if (std::any_of(taken_.begin(), taken_.end(), meets(kApart - 1))) return false;
    return any_ground || std::none_of(ground_.begin(), ground_.end(), meets(0));
  }

  /// The first free place on this line from `x` on, towards `way` (1 right, -1 left, 0 both alike); good ground first.
  std::optional<Vec2> along(Rect size, double x, double y, int way) const {
    for (const bool any_ground : {false, true})
      for (double off = 0; off < width_; off += kStep)
        for (const int side : {1, -1}) {
          if ((way != 0 && side != way) || (off == 0 && way == 0 && side < 0)) continue;
          size.at = {x + side * off, y};
          if (free(size, any_ground)) return size.at;
        }
    return std::nullopt;
  }

  double width() const { return width_; }
  double depth() const { return depth_; }

 private:
  double width_, depth_;
  std::vector<Rect> taken_, ground_;
};

double ahead_of(Side side) { return side == Side::A ? 1.0 : -1.0; }
Angle heading_of(Side side) { return side == Side::A ? 90_deg : 270_deg; }

/// The lines of a side, the first first.
std::vector<double> lines_of(const Room& room, Side side) {
  std::vector<double> lines;
  for (const double back : {0.0, 1.0, -1.0}) {
    const double deep = kLineShare * room.depth() - back * kRow;
    if (deep > 0) lines.push_back(side == Side::A ? deep : room.depth() - deep);
  }
  return lines;
}

MeasuredPose pose_at(Vec2 at, Side side) { return {{geo::rounded(at.x), geo::rounded(at.y), heading_of(side)}, {}}; }

/// Half the sides a unit takes when it faces away from its own edge.
Rect size_of(const Unit& unit) {
  const geo::Shape body = body_of(unit);
  return {{}, body.half_front, body.half_depth};
}
Rect size_of(const General& general) {
  const geo::Shape body = shape_of(general);
  return {{}, body.half_front, body.half_depth};
}

void add_new(std::vector<MeasuredPose>& places, const std::optional<Vec2>& at, Side side) {
  if (!at) return;
  const MeasuredPose place = pose_at(*at, side);
  if (std::none_of(places.begin(), places.end(), [&](const MeasuredPose& known) { return known.pose == place.pose; }))
    places.push_back(place);
}

/// The middle of a division's units on the table, and how deep it stands.
struct Middle {
  double x = 0, back = 0;
  int count = 0;
};
Middle middle_of(const State& state, Side side, const std::string& division) {
  Middle middle;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.in_play() || (!division.empty() && unit.profile.division != division)) continue;
    const Rect rect = rect_of(body_of(unit));
    const double back = rect.at.y - ahead_of(side) * rect.y;
    middle.back = middle.count == 0 ? back : side == Side::A ? std::min(middle.back, back) : std::max(middle.back, back);
    middle.x += rect.at.x;
    ++middle.count;
  }
  if (middle.count > 0) middle.x /= middle.count;
  return middle;
}

std::optional<Vec2> general_place(const Room& room, const State& state, const General& general, int way) {
  Middle middle = middle_of(state, general.side, general.division);
  if (middle.count == 0) middle = middle_of(state, general.side, {});
  const std::vector<double> lines = lines_of(room, general.side);
  if (middle.count == 0) middle = {room.width() / 2, lines.front(), 1};
  const Rect size = size_of(general);
  const double y = middle.back - ahead_of(general.side) * (size.y + kApart);
  if (const auto at = room.along(size, middle.x, std::clamp(y, size.y, room.depth() - size.y), way)) return at;
  for (const double line : lines)
    if (const auto at = room.along(size, middle.x, line, 0)) return at;
  return std::nullopt;
}

}  // namespace

std::vector<MeasuredPose> line_places(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  const Room room(state, id);
  const Rect size = size_of(unit);
  const std::vector<double> lines = lines_of(room, unit.side);
  std::vector<MeasuredPose> places;
  const Unit *leftmost = nullptr, *rightmost = nullptr;
  for (const auto& [other, mate] : state.units) {
    if (other == id || mate.side != unit.side || !mate.in_play() || mate.profile.division != unit.profile.division) continue;
    if (leftmost == nullptr || body_of(mate).centre.x < body_of(*leftmost).centre.x) leftmost = &mate;
    if (rightmost == nullptr || body_of(mate).centre.x > body_of(*rightmost).centre.x) rightmost = &mate;
  }
  if (leftmost != nullptr) {
    const Rect left = rect_of(body_of(*leftmost)), right = rect_of(body_of(*rightmost));
    add_new(places, room.along(size, right.at.x + right.x + size.x + kApart, right.at.y, 1), unit.side);
    add_new(places, room.along(size, left.at.x - left.x - size.x - kApart, left.at.y, -1), unit.side);
    const Middle middle = middle_of(state, unit.side, unit.profile.division);
    const double behind = middle.back - ahead_of(unit.side) * (size.y + 2 * kApart);
    add_new(places, room.along(size, middle.x, behind, 0), unit.side);
  } else {
    for (const double share : {0.5, 0.25, 0.75}) add_new(places, room.along(size, share * room.width(), lines.front(), 0), unit.side);
  }
  for (const double line : lines)
    if (places.empty()) add_new(places, room.along(size, 0.5 * room.width(), line, 0), unit.side);
  return places;
}

std::vector<MeasuredPose> general_places(const State& state, const UnitId& id) {
  const General& general = general_at(state, id);
  const Room room(state, id);
  std::vector<MeasuredPose> places;
  for (const int way : {0, -1, 1}) add_new(places, general_place(room, state, general, way), general.side);
  return places;
}

std::vector<std::pair<UnitId, std::vector<engine::PlacedBase>>> suggested_deployment(const State& state, Side side) {
  std::vector<std::pair<UnitId, std::vector<engine::PlacedBase>>> found;
  std::map<std::string, std::vector<UnitId>> divisions;
  double total = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && !unit.on_table) {
      divisions[unit.profile.division].push_back(id);
      total += 2 * size_of(unit).x + kApart;
    }
  State placed = state;
  Room room(state);
  const std::vector<double> lines = lines_of(room, side);
  total += 3 * kApart * static_cast<double>(divisions.size());
  double next = std::max(0.0, (room.width() - total) / 2);
  for (const auto& [name, units] : divisions) {
    for (const UnitId& id : units) {
      Unit& unit = placed.units.at(id);
      Rect size = size_of(unit);
      auto at = room.along(size, next + size.x, lines.front(), 1);
      if (at) next = at->x + size.x + kApart;
      for (const double line : lines)
        if (!at) at = room.along(size, room.width() / 2, line, 0);
      if (!at) continue;
      size.at = *at;
      room.take(size);
      std::vector<engine::PlacedBase> stands = carried(unit, pose_at(*at, side));
      unit = standing(std::move(unit), stands);
      unit.on_table = true;
      found.emplace_back(id, std::move(stands));
    }
    next += 3 * kApart;
  }
  for (auto& [id, general] : placed.generals) {
    if (general.side != side || general.on_table) continue;
    const auto at = general_place(room, placed, general, 0);
    if (!at) continue;
    Rect size = size_of(general);
    size.at = *at;
    room.take(size);
    found.emplace_back(id, std::vector<engine::PlacedBase>{{general.stand.base, pose_at(*at, side)}});
  }
  return found;
}

bool all_deployed(const State& state, Side side) {
  const auto waits = [&](const auto& entry) { return entry.second.side == side && !entry.second.on_table; };
  return std::none_of(state.units.begin(), state.units.end(), waits) && std::none_of(state.generals.begin(), state.generals.end(), waits);
}

std::vector<MeasuredPose> places_beside_units(const State& state, const UnitId& id) {
  constexpr std::size_t kMost = 4;
  constexpr double kTouch = 2;  // mm between a unit and a general beside it
  const General& general = general_at(state, id);
  const geo::Shape own = shape_of(general);
  std::vector<std::pair<double, const Unit*>> near;
  for (const auto& [other, unit] : state.units) {
    if (unit.side != general.side || !unit.in_play()) continue;
    if (!general.division.empty() && unit.profile.division != general.division) continue;
    near.emplace_back(geo::length_of(body_of(unit).centre - own.centre), &unit);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  const Room room(state, id);
  std::vector<MeasuredPose> places;
  const double r = std::max(own.half_front, own.half_depth);
  for (const auto& [far, unit] : near) {
    if (places.size() >= kMost) break;
    const geo::Shape body = body_of(*unit);
    const Vec2 left = geo::left_of(body.ahead);
    for (const Vec2 off : {-1.0 * (body.half_depth + r + kTouch) * body.ahead, (body.half_front + r + kTouch) * left,
                           -1.0 * (body.half_front + r + kTouch) * left}) {
      const Vec2 at = body.centre + off;
      if (geo::length_of(at - own.centre) < kStep || !room.free({at, r - kApart + kTouch, r - kApart + kTouch}, true)) continue;
      places.push_back({{geo::rounded(at.x), geo::rounded(at.y), pose_of(*unit).heading.normalised()}, {}});
      break;
    }
  }
  return places;
}

std::string beside_whom(const State& state, Side side, const UnitId& self, const Pose& at) {
  constexpr double kNear = 152.4;
  const Vec2 here = geo::vec(at.centre());
  const std::pair<const UnitId, Unit>* nearest = nullptr;
  double least = kNear;
  for (const auto& entry : state.units) {
    if (entry.second.side != side || entry.first == self || !entry.second.in_play()) continue;
    const geo::Shape body = body_of(entry.second);
    const Vec2 way = here - body.centre;
    const double along = std::max(0.0, std::fabs(geo::dot(way, body.ahead)) - body.half_depth),
                 across = std::max(0.0, std::fabs(geo::dot(way, geo::left_of(body.ahead))) - body.half_front);
    const double far = geo::length_of({along, across});
    if (far < least) least = far, nearest = &entry;
  }
  if (nearest == nullptr) return {};
  const geo::Shape body = body_of(nearest->second);
  const Vec2 way = here - body.centre;
  const double along = std::fabs(geo::dot(way, body.ahead)) - body.half_depth,
               across = std::fabs(geo::dot(way, geo::left_of(body.ahead))) - body.half_front;
  const bool left = geo::dot(way, geo::left_of(body.ahead)) > 0, before = geo::dot(way, body.ahead) > 0;
  if (across > along) return (left ? "left of " : "right of ") + nearest->first.text;
  return (before ? "before " : "behind ") + nearest->first.text;
}

}  // namespace polemarch::hail_caesar
