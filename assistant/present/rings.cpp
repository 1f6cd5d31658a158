/// Many rings of one kind are one ring: what of each lies inside another is left out.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "assistant/present/table_scene.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::present {

namespace {

constexpr double kStep = 4;           // mm between two looks along a ring
constexpr double kInside = 0.5;       // mm
constexpr std::size_t kMost = 24;     // of one kind; more stay as they are
constexpr std::size_t kCorners = 64;  // of an outline

bool ring(const SceneItem& item) {
  if (item.pattern != Pattern::Dashed && item.pattern != Pattern::Dotted && item.pattern != Pattern::Solid) return false;
  if (const auto* circle = std::get_if<Circle>(&item.shape)) return !circle->filled;
  const auto* polygon = std::get_if<Polygon>(&item.shape);
  return polygon != nullptr && polygon->closed && !polygon->filled && polygon->points.size() > 4 && polygon->points.size() <= kCorners;
}

bool inside(const SceneItem& item, Vec2 at) {
  if (const auto* circle = std::get_if<Circle>(&item.shape))
    return std::hypot(at.x - circle->centre.x, at.y - circle->centre.y) < circle->radius_mm - kInside;
  return ui::contains(std::get<Polygon>(item.shape).points, at);
}

/// A closed outline in steps, the first point once more at its end.
std::vector<Vec2> walked(const SceneItem& item) {
  const std::vector<Vec2> corners = ui::outline_of(item, 1.0).points;
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
    const int steps = std::max(1, static_cast<int>(std::hypot(b.x - a.x, b.y - a.y) / kStep));
    for (int k = 0; k < steps; ++k) points.push_back({a.x + (b.x - a.x) * k / steps, a.y + (b.y - a.y) * k / steps});
  }
  if (!points.empty()) points.push_back(points.front());
  return points;
}

/// What of the ring lies outside all others, as lines.
std::vector<Polygon> outside(const SceneItem& item, const std::vector<const SceneItem*>& others) {
  std::vector<Polygon> lines;
  Polygon line{{}, false, false};
  const auto close = [&] {
    if (line.points.size() > 1) lines.push_back(line);
    line.points.clear();
  };
  for (const Vec2 p : walked(item)) {
    const bool covered =
        std::any_of(others.begin(), others.end(), [&](const SceneItem* other) { return other != &item && inside(*other, p); });
    covered ? close() : line.points.push_back(p);
  }
  close();
  return lines;
}

}  // namespace

void join_rings(Scene& scene) {
  std::map<std::pair<std::string, std::string>, std::vector<const SceneItem*>> kinds;
  for (const SceneItem& item : scene.items)
    if (ring(item) && item.meaning != "base") kinds[{item.meaning, item.label}].push_back(&item);
  std::vector<SceneItem> joined;
  std::set<std::pair<std::string, std::string>> said;
  for (const SceneItem& item : scene.items) {
    const auto kind = kinds.find({item.meaning, item.label});
    const bool many = kind != kinds.end() && ring(item) && kind->second.size() > 1 && kind->second.size() <= kMost;
    if (!many) {
      joined.push_back(item);
      continue;
    }
    for (Polygon& line : outside(item, kind->second)) {
      SceneItem part = item;
      part.shape = std::move(line);
      if (!said.emplace(item.meaning, item.label).second) part.label.clear();
      joined.push_back(std::move(part));
    }
  }
  scene.items = std::move(joined);
}

}  // namespace polemarch::assistant::present
