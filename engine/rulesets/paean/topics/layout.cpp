#include "engine/rulesets/paean/topics/layout.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/room.hpp"

namespace polemarch::paean {

using engine::PlacedBase;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

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

std::vector<PlacedBase> spread_out(const State& state, const UnitId& id, const BaseId& anchor) {
  const Formation& formation = formation_at(state, id);
  const geometry::Body body = body_of(state, id);
  const double gap = on_table(state, kUnformedGapCm).mm();
  std::vector<std::pair<int, int>> slot(formation.bases.size());  // row, file
  for (std::size_t row = 0; row < body.rows.size(); ++row)
    for (std::size_t file = 0; file < body.rows[row].size(); ++file)
      slot[body.rows[row][file]] = {static_cast<int>(row), static_cast<int>(file)};
  std::size_t stays = body.rows.front().front();
  for (std::size_t i = 0; i < formation.bases.size(); ++i)
    if (formation.bases[i] == anchor) stays = i;
  std::vector<PlacedBase> poses;
  for (std::size_t i = 0; i < formation.bases.size(); ++i) {
    const Pose from = base_at(state, formation.bases[i]).at.pose;
    const double back = (slot[i].first - slot[stays].first) * gap, right = (slot[i].second - slot[stays].second) * gap;
    const Vec2 at = geometry::vec(from.centre()) - back * body.ahead - right * geometry::left_of(body.ahead);
    poses.push_back({formation.bases[i], {{geometry::rounded(at.x), geometry::rounded(at.y), from.heading}, {}}});
  }
  return poses;
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

std::vector<PlacedBase> set_apart(const State& state, const UnitId& id, std::vector<PlacedBase> poses, const BaseId& stays) {
  const std::vector<BaseId> own = formation_at(state, id).bases;
  const Vec2 back = -1.0 * body_of(state, id).ahead;
  const double gap = on_table(state, kUnformedGapCm).mm();
  Obstacles obstacles = obstacles_but(state, own);
  const auto keep = [&](const PlacedBase& placed) {
    const Base& base = base_at(state, placed.base);
    obstacles.stands.push_back({placed.base, id, base.side, &base.card, geometry::placed(footprint_of(base.card), placed.at.pose)});
  };
  for (const PlacedBase& placed : poses)
    if (placed.base == stays) keep(placed);  // the others make way for it
  for (PlacedBase& placed : poses) {
    if (placed.base == stays) continue;
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
