#include "engine/rulesets/paean/topics/ways_past.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"

namespace polemarch::paean {

using geometry::operator-;

namespace {

constexpr double kWayHairMm = 0.01;
constexpr double kOnWallMm = 1e-6;  // on the outline of a wall is beside it

double way_between(Vec2 a, Vec2 b) { return geometry::length_of(b - a); }

bool in_wall(const geometry::Outline2& wall, Vec2 at) { return geometry::depth_in(wall, at) > kOnWallMm; }

}  // namespace

bool walled_off(const Walls& walls, Vec2 from, Vec2 to) {
  return std::any_of(walls.begin(), walls.end(), [&](const geometry::Outline2& wall) { return geometry::runs_through(wall, from, to); });
}

WaysPast::WaysPast(Walls walls, Vec2 from, double most) : walls_(std::move(walls)), from_(from), most_(most) {
  std::erase_if(walls_, [&](const geometry::Outline2& wall) { return in_wall(wall, from); });
  std::vector<Corner> open;
  for (const geometry::Outline2& wall : walls_)
    for (const Vec2 corner : wall) {
      const bool hidden =
          std::any_of(walls_.begin(), walls_.end(), [&](const geometry::Outline2& other) { return in_wall(other, corner); });
      if (hidden || way_between(from, corner) > most) continue;
      open.push_back({corner, walled_off(walls_, from, corner) ? most + 1 : way_between(from, corner), 0});
    }
  // The nearest corner first: nothing leads to it any shorter.
  while (!open.empty()) {
    const auto next = std::min_element(open.begin(), open.end(), [](const Corner& a, const Corner& b) { return a.gone < b.gone; });
    if (next->gone > most) break;
    corners_.push_back(*next);
    open.erase(next);
    const Corner& here = corners_.back();
    for (Corner& corner : open)
      if (const double gone = here.gone + way_between(here.at, corner.at); gone < corner.gone && !walled_off(walls_, here.at, corner.at)) {
        corner.gone = gone;
        corner.before = corners_.size();
      }
  }
}

std::optional<std::vector<Vec2>> WaysPast::to(Vec2 there) const {
  if (!walled_off(walls_, from_, there)) {
    if (way_between(from_, there) > most_ + kWayHairMm) return std::nullopt;
    return std::vector<Vec2>{from_, there};
  }
  double least = most_ + kWayHairMm;
  std::size_t last = 0;
  for (std::size_t i = 0; i < corners_.size(); ++i) {
    const double gone = corners_[i].gone + way_between(corners_[i].at, there);
    if (gone >= least || walled_off(walls_, corners_[i].at, there)) continue;
    least = gone;
    last = i + 1;
  }
  if (last == 0) return std::nullopt;
  std::vector<Vec2> way{there};
  for (; last > 0; last = corners_[last - 1].before) way.push_back(corners_[last - 1].at);
  way.push_back(from_);
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace polemarch::paean
