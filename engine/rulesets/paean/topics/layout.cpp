#include "engine/rulesets/paean/topics/layout.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

namespace {
constexpr double kGapHairMm = 0.05;  // poses are rounded
constexpr double kStaysMm = 0.5;     // less is no way
}  // namespace

std::vector<std::vector<BaseId>> rows_of(const State& state, const UnitId& unit, const geometry::Body& body) {
  const Formation& formation = formation_at(state, unit);
  std::vector<std::vector<BaseId>> rows;
  for (const auto& row : body.rows) {
    rows.emplace_back();
    for (const std::size_t i : row) rows.back().push_back(formation.bases[i]);
  }
  return rows;
}

MeasuredPose place_behind(const State& state, const UnitId& unit, const UnitId& leader) {
  using geometry::operator+;
  using geometry::operator*;
  const geometry::Body body = body_of(state, unit);
  const double radius = footprint_of(card_of(state, leader)).depth.mm() / 2;
  int before = 0;  // other leaders of the formation stand beside each other
  for (const UnitId& other : leaders_with(state, unit)) before += other < leader ? 1 : 0;
  const auto stands = [&](double x, double y) {
    const Vec2 at = body.on_table({x, y});
    return MeasuredPose{{geometry::rounded(at.x), geometry::rounded(at.y), body.heading}, {}};
  };
  const Footprint base = footprint_of(card_of(state, leader));
  const MeasuredPose behind = stands(body.rear - radius, (body.left + body.right) / 2 - 2 * radius * before);
  if (wholly_on_table(state, geometry::placed(base, behind.pose))) return behind;
  const double off = radius + 2 * radius * before;  // beside its rear where the table ends behind it
  for (const double y : {body.left + off, body.right - off})
    if (const MeasuredPose beside = stands(body.rear + radius, y); wholly_on_table(state, geometry::placed(base, beside.pose)))
      return beside;
  return stands(body.rear + radius, (body.left + body.right) / 2);
}

std::vector<PlacedBase> in_rows_from(const State& state, const std::vector<BaseId>& bases, Vec2 corner, Flank end, Angle heading,
                                     int files) {
  std::vector<PlacedBase> poses;
  if (bases.empty()) return poses;
  const Footprint base = footprint_of(base_at(state, bases.front()).card);
  const Vec2 ahead = geometry::unit_vector(heading);
  const double sign = end == Flank::Left ? -1 : 1;  // from the left end to the right, or the other way
  double depth = 0, deepest = 0;                    // of the rows before, of this row
  for (std::size_t i = 0; i < bases.size(); ++i) {
    const auto width = static_cast<std::size_t>(std::max(1, files));
    const std::size_t row = i / width, in_row = std::min(width, bases.size() - row * width);
    std::size_t file = i % width;
    const double mine = footprint_of(base_at(state, bases[i]).card).depth.mm();
    if (i > 0 && file == 0) depth += deepest, deepest = 0;
    deepest = std::max(deepest, mine);
    if (end == Flank::Right) file = in_row - 1 - file;  // the order is from the left, the count from the right end
    const Vec2 at =
        corner + (sign * (static_cast<double>(file) + 0.5) * base.frontage.mm()) * geometry::left_of(ahead) - (depth + mine / 2) * ahead;
    poses.push_back({bases[i], {{geometry::rounded(at.x), geometry::rounded(at.y), heading.normalised()}, {}}});
  }
  return poses;
}

std::vector<PlacedBase> in_rows(const State& state, const std::vector<BaseId>& bases, Vec2 front_centre, Angle heading, int files) {
  if (bases.empty()) return {};
  const double frontage = footprint_of(base_at(state, bases.front()).card).frontage.mm();
  const int width = std::min(std::max(1, files), static_cast<int>(bases.size()));
  const Vec2 corner = front_centre + (width * frontage / 2) * geometry::left_of(geometry::unit_vector(heading));
  return in_rows_from(state, bases, corner, Flank::Left, heading, files);
}

namespace {

/// Row and file of each base, in the formation's order.
std::vector<std::pair<int, int>> cells_of(const State& state, const UnitId& id) {
  const geometry::Body body = body_of(state, id);
  std::vector<std::pair<int, int>> slots(formation_at(state, id).bases.size());
  for (std::size_t row = 0; row < body.rows.size(); ++row)
    for (std::size_t file = 0; file < body.rows[row].size(); ++file)
      slots[body.rows[row][file]] = {static_cast<int>(row), static_cast<int>(file)};
  return slots;
}

/// The formation spread with the unformed gap; what stands in that row and file, or between two of them, stays.
std::vector<PlacedBase> spread_about(const State& state, const UnitId& id, double row, double file) {
  const Formation& formation = formation_at(state, id);
  const Vec2 ahead = body_of(state, id).ahead;
  const double gap = on_table(state, kUnformedGapCm).mm();
  const std::vector<std::pair<int, int>> slots = cells_of(state, id);
  std::vector<PlacedBase> poses;
  for (std::size_t i = 0; i < formation.bases.size(); ++i) {
    const Pose from = base_at(state, formation.bases[i]).at.pose;
    const Vec2 at =
        geometry::vec(from.centre()) - ((slots[i].first - row) * gap) * ahead - ((slots[i].second - file) * gap) * geometry::left_of(ahead);
    poses.push_back({formation.bases[i], {{geometry::rounded(at.x), geometry::rounded(at.y), from.heading}, {}}});
  }
  return poses;
}

/// A base that touches an enemy: along the side that shares the most edge.
struct Holder {
  std::size_t index = 0;
  Flank on = Flank::Front;
  double share_mm = -1;
};
std::vector<Holder> holders_of(const std::vector<BaseTouch>& touching_now) {
  std::vector<Holder> holders;
  for (const BaseTouch& touch : touching_now) {
    const auto known = std::find_if(holders.begin(), holders.end(), [&](const Holder& one) { return one.index == touch.ours; });
    Holder& holder = known != holders.end() ? *known : holders.emplace_back(Holder{touch.ours, touch.on_ours, -1});
    if (touch.share_mm <= holder.share_mm) continue;
    holder.on = touch.on_ours;
    holder.share_mm = touch.share_mm;
  }
  return holders;
}

/// Rows or files that may stay in place: those of the holders who may not leave their line; else any between the first and the last of
/// them, the middle first.
std::vector<double> places_to_stay(const std::vector<int>& fixed, const std::vector<int>& all) {
  constexpr double kStep = 0.125;
  std::vector<double> out(fixed.begin(), fixed.end());
  if (!out.empty()) return out;
  const auto [first, last] = std::minmax_element(all.begin(), all.end());
  const double middle = (*first + *last) / 2.0;
  out.push_back(middle);
  for (double off = kStep; off <= middle - *first; off += kStep) out.insert(out.end(), {middle - off, middle + off});
  return out;
}

/// How a formation in contact comes apart: nobody moves into whom it touches or away from him, those along a front spread to both sides,
/// those along a flank in depth, so that as many as can go on touching, and touch no more of the enemy than before.
Spread spread_in_contact(const State& state, const UnitId& id, const std::vector<Stand>& foes, const std::vector<BaseTouch>& before,
                         const Obstacles& others) {
  const std::vector<std::pair<int, int>> slots = cells_of(state, id);
  const std::vector<Holder> holders = holders_of(before);
  std::set<std::size_t> touched;
  for (const BaseTouch& touch : before) touched.insert(touch.theirs);
  std::vector<int> fixed_rows, fixed_files, rows, files;
  for (const Holder& holder : holders) {
    const auto [row, file] = slots[holder.index];
    const bool along_front = holder.on == Flank::Front || holder.on == Flank::Rear;
    (along_front ? fixed_rows : fixed_files).push_back(along_front ? row : file);
    rows.push_back(row);
    files.push_back(file);
  }
  Spread best;
  std::pair<std::size_t, std::size_t> least{holders.size() + foes.size() + 1, 0};
  for (const double row : places_to_stay(fixed_rows, rows))
    for (const double file : places_to_stay(fixed_files, files)) {
      Spread spread{spread_about(state, id, row, file), {}};
      std::set<std::size_t> touch_then;
      for (const Holder& holder : holders) {
        const PlacedBase& placed = spread.poses[holder.index];
        const Base& base = base_at(state, placed.base);
        const Stand stand{placed.base, id, base.side, &base.card, geometry::placed(footprint_of(base.card), placed.at.pose)};
        const bool stays = geometry::length_of(stand.shape.centre - geometry::vec(base.at.pose.centre())) < kStaysMm;
        if (!others.free(stand.shape, stays ? -kBrushMm : -kStandsOnMm)) continue;  // whom it brushes where it stands, it brushes still
        const std::vector<BaseTouch> then = touches({stand}, foes, state.k, Touching::Still);
        for (const BaseTouch& touch : then) touch_then.insert(touch.theirs);
        if (!then.empty()) spread.stay.push_back(placed.base);
      }
      const std::size_t lost = holders.size() - spread.stay.size();
      std::vector<std::size_t> changed;
      std::set_symmetric_difference(touched.begin(), touched.end(), touch_then.begin(), touch_then.end(), std::back_inserter(changed));
      const std::pair cost{lost + changed.size(), changed.size()};  // on either side of the edge
      if (cost >= least) continue;
      least = cost;
      best = std::move(spread);
      if (cost.first == 0) return best;
    }
  return best;
}

}  // namespace

Spread spread_out(const State& state, const UnitId& id, const BaseId& anchor) {
  const Formation& formation = formation_at(state, id);
  const std::vector<std::pair<int, int>> slots = cells_of(state, id);
  std::vector<Stand> foes;
  for (const Contact& contact : formation.contacts)
    for (Stand& stand : stands_of(state, contact.foe)) foes.push_back(std::move(stand));
  const Obstacles others = obstacles_but(state, formation.bases);
  if (const std::vector<BaseTouch> now = touches(stands_of(state, id), foes, state.k, Touching::Still); !now.empty())
    if (Spread spread = spread_in_contact(state, id, foes, now, others); !spread.stay.empty()) return spread;
  if (!anchor.empty()) {
    const auto at = std::find(formation.bases.begin(), formation.bases.end(), anchor);
    const auto [row, file] = slots.at(static_cast<std::size_t>(at - formation.bases.begin()));
    return {spread_about(state, id, row, file), {anchor}};
  }
  // From the corner that leaves the most of its bases where nobody stands in their way.
  const double gap = on_table(state, kUnformedGapCm).mm() - kGapHairMm;
  Spread best;
  std::ptrdiff_t most = -1;
  const geometry::Body body = body_of(state, id);
  for (const int row : {0, body.ranks() - 1})
    for (const int file : {0, body.files() - 1}) {
      std::vector<PlacedBase> poses = spread_about(state, id, row, file);
      const std::vector<geometry::Shape> there = shapes_at(state, poses);
      const auto free = std::count_if(there.begin(), there.end(), [&](const geometry::Shape& shape) { return others.free(shape, gap); });
      if (free <= most) continue;
      most = free;
      best.poses = std::move(poses);
    }
  return best;
}

std::vector<PlacedBase> spread_turned(const State& state, const UnitId& id, Angle turn) {
  const Formation& formation = formation_at(state, id);
  const geometry::Body body = body_of(state, id);
  const Footprint base = footprint_of(card_of(state, id));
  const double gap = on_table(state, kUnformedGapCm).mm(), across = base.depth.mm() + gap, along = base.frontage.mm() + gap;
  std::vector<PlacedBase> poses;
  for (std::size_t row = 0; row < body.rows.size(); ++row)
    for (std::size_t file = 0; file < body.rows[row].size(); ++file) {
      const double side = (static_cast<double>(body.rows[row].size() - 1) / 2 - static_cast<double>(file)) * across;
      const double ahead = (static_cast<double>(body.rows.size() - 1) / 2 - static_cast<double>(row)) * along;
      const Vec2 at = body.centre() + ahead * body.ahead + side * geometry::left_of(body.ahead);
      poses.push_back({formation.bases[body.rows[row][file]],
                       {{geometry::rounded(at.x), geometry::rounded(at.y), (body.heading + turn).normalised()}, {}}});
    }
  return poses;
}

std::vector<PlacedBase> set_apart(const State& state, const UnitId& id, std::vector<PlacedBase> poses, const std::vector<BaseId>& stay) {
  const std::vector<BaseId> own = formation_at(state, id).bases;
  const Vec2 back = -1.0 * body_of(state, id).ahead;
  const double gap = on_table(state, kUnformedGapCm).mm();
  Obstacles obstacles = obstacles_but(state, own);
  const auto stays = [&](const PlacedBase& placed) { return std::find(stay.begin(), stay.end(), placed.base) != stay.end(); };
  const auto keep = [&](const PlacedBase& placed) {
    const Base& base = base_at(state, placed.base);
    obstacles.stands.push_back({placed.base, id, base.side, &base.card, geometry::placed(footprint_of(base.card), placed.at.pose)});
  };
  for (const PlacedBase& placed : poses)
    if (stays(placed)) keep(placed);  // the others make way for it
  for (PlacedBase& placed : poses) {
    if (stays(placed)) continue;
    auto room = room_for(state, {placed}, back, gap, obstacles);
    if (!room) room = room_for(state, {placed}, back, gap, obstacles, Search::AllRound);
    if (!room) room = room_for(state, {placed}, back, 0, obstacles, Search::AllRound);
    if (room) placed = room->front();
    keep(placed);
  }
  return poses;
}

UnitId fresh_id(const State& state, const UnitId& origin, const std::vector<BaseId>& bases) {
  const auto taken = [&](const UnitId& id) {
    const auto at = state.formations.find(id);
    return state.leaders.contains(id) || (at != state.formations.end() && at->second.in_play());
  };
  if (bases.size() == 1)
    if (const UnitId one{bases.front().text}; !taken(one)) return one;
  for (int n = 2;; ++n)
    if (const UnitId next{origin.text + "-" + std::to_string(n)}; !taken(next) && !state.formations.contains(next)) return next;
}

}  // namespace polemarch::paean
