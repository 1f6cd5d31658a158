#include "engine/rulesets/paean/topics/joining.hpp"

#include <algorithm>
#include <cmath>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/layout.hpp"

namespace polemarch::paean {

using engine::PlacedBase;

namespace {

bool all_rows_full(const geometry::Body& body) {
  return std::all_of(body.rows.begin(), body.rows.end(), [&](const auto& row) { return row.size() == body.rows.front().size(); });
}

/// Both in one line, row by row, on the side it comes from.
Joining joined_beside(const State& state, const UnitId& unit, const UnitId& with) {
  const geometry::Body body = body_of(state, with), own = body_of(state, unit);
  const bool left = body.own_frame(own.centre()).y > (body.left + body.right) / 2;
  const auto theirs = rows_of(state, with, body), mine = rows_of(state, unit, own);
  std::vector<BaseId> order;
  for (std::size_t row = 0; row < theirs.size(); ++row)
    for (const auto* part : {left ? &mine[row] : &theirs[row], left ? &theirs[row] : &mine[row]})
      order.insert(order.end(), part->begin(), part->end());
  const Flank stays = left ? Flank::Right : Flank::Left;
  return {in_rows_from(state, order, left ? body.front_right() : body.front_left(), stays, body.heading, body.files() + own.files()), true};
}

/// Behind the last row, or in its open places, as one row: the nearest first. None where it is deeper or wider than that.
std::vector<Joining> joined_in_a_row(const State& state, const UnitId& unit, const UnitId& with) {
  const geometry::Body body = body_of(state, with), own = body_of(state, unit);
  const auto theirs = rows_of(state, with, body), mine = rows_of(state, unit, own);
  if (mine.size() != 1 || static_cast<int>(mine.front().size()) > body.files()) return {};
  const auto own_at = [&](const BaseId& base) { return body.own_frame(geometry::vec(base_at(state, base).at.pose.centre())); };
  const Footprint base = footprint_of(card_of(state, unit));
  const double wide = base.frontage.mm(), deep = base.depth.mm();
  const bool full = theirs.back().size() == theirs.front().size();
  const double x = full ? body.rear - deep / 2 : own_at(theirs.back().front()).x;
  const auto middle = [&](int file) { return body.left - (file + 0.5) * wide; };
  const auto taken = [&](int file) {
    return !full && std::any_of(theirs.back().begin(), theirs.back().end(),
                                [&](const BaseId& one) { return std::abs(own_at(one).y - middle(file)) < wide / 2; });
  };
  const Vec2 from = body.own_frame(own.centre());
  const int count = static_cast<int>(mine.front().size());
  std::vector<std::pair<double, Joining>> found;
  for (int first = 0; first + count <= body.files(); ++first) {
    Joining one;
    for (std::size_t row = 0; row + (full ? 0 : 1) < theirs.size(); ++row)
      for (const BaseId& id : theirs[row]) one.poses.push_back({id, base_at(state, id).at});
    std::vector<std::pair<double, PlacedBase>> last;
    if (!full)
      for (const BaseId& id : theirs.back()) last.emplace_back(-own_at(id).y, PlacedBase{id, base_at(state, id).at});
    bool open = true;
    for (int i = 0; i < count; ++i) {
      open = open && !taken(first + i);
      const Vec2 at = body.on_table({x, middle(first + i)});
      last.emplace_back(-middle(first + i), PlacedBase{mine.front()[static_cast<std::size_t>(i)],
                                                       {{geometry::rounded(at.x), geometry::rounded(at.y), body.heading}, {}}});
    }
    if (!open) continue;
    std::stable_sort(last.begin(), last.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [aside, placed] : last) one.poses.push_back(placed);
    const double off = from.y - (middle(first) + middle(first + count - 1)) / 2;
    found.emplace_back(std::abs(off), std::move(one));
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first - 0.5; });
  std::vector<Joining> out;
  for (auto& [off, one] : found) out.push_back(std::move(one));
  return out;
}

}  // namespace

std::vector<Joining> ways_to_join(const State& state, const UnitId& unit, const UnitId& with) {
  const geometry::Body body = body_of(state, with), own = body_of(state, unit);
  const Vec2 at = body.own_frame(own.centre());
  const bool may_beside = body.ranks() == own.ranks() && (body.ranks() == 1 || (all_rows_full(body) && all_rows_full(own)));
  const bool stands_beside = at.x > body.rear && (at.y > body.left || at.y < body.right);
  std::vector<Joining> out;
  if (may_beside && stands_beside) out.push_back(joined_beside(state, unit, with));
  for (Joining& one : joined_in_a_row(state, unit, with)) out.push_back(std::move(one));
  if (out.empty()) {  // row by row from the left
    std::vector<BaseId> order;
    for (const auto& rows : {rows_of(state, with, body), rows_of(state, unit, own)})
      for (const auto& row : rows) order.insert(order.end(), row.begin(), row.end());
    out.push_back({in_rows_from(state, order, body.front_left(), Flank::Left, body.heading, body.files())});
  }
  if (may_beside && !stands_beside) out.push_back(joined_beside(state, unit, with));
  return out;
}

}  // namespace polemarch::paean
