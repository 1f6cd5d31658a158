// Terrain that lies flat on the table, by its kind: felt with trees, furrows, stones or reeds on it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string_view>

#include "vision/capture/simulator/random.hpp"
#include "vision/capture/simulator/stage.hpp"

namespace polemarch::vision::sim {
namespace {

using Layers = std::vector<Layer>;

/// A piece seen from above, its own frame the table's.
struct Cover {
  const Subject::Map& map;
  double z_mm = 0, order = 0;
  Vec2 middle;
  double half_x = 0, half_y = 0;  ///< of its bounding box
  std::vector<Vec2> shape;        ///< its outline with the corners worn off
  Random random;
};

/// The corners cut twice; `share` of the way from the middle to the outline.
std::vector<Vec2> rounded(const std::vector<Vec2>& outline, Vec2 middle, double share) {
  std::vector<Vec2> points;
  for (const Vec2& p : outline) points.push_back({middle.x + share * (p.x - middle.x), middle.y + share * (p.y - middle.y)});
  for (int cut = 0; cut < 2; ++cut) {
    std::vector<Vec2> next;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vec2 a = points[i], b = points[(i + 1) % points.size()];
      next.push_back({a.x + 0.25 * (b.x - a.x), a.y + 0.25 * (b.y - a.y)});
      next.push_back({a.x + 0.75 * (b.x - a.x), a.y + 0.75 * (b.y - a.y)});
    }
    points = std::move(next);
  }
  return points;
}

bool inside(const std::vector<Vec2>& shape, Vec2 p) {
  bool in = false;
  for (std::size_t i = 0, k = shape.size() - 1; i < shape.size(); k = i++)
    if ((shape[i].y > p.y) != (shape[k].y > p.y) &&
        p.x < shape[i].x + (p.y - shape[i].y) * (shape[k].x - shape[i].x) / (shape[k].y - shape[i].y))
      in = !in;
  return in;
}

Layer sheet(const Cover& cover, const std::vector<Vec2>& outline, const Colour& colour, double alpha) {
  Layer layer;
  layer.outline = outline_of(cover.map, outline, cover.z_mm);
  layer.ground = colour;
  layer.alpha = alpha;
  layer.casts = false;
  layer.order = cover.order;
  return layer;
}

/// Places about `step_mm` apart, each shifted a little, those whose surroundings of `clear_mm` lie inside.
std::vector<Vec2> scattered(Cover& cover, double step_mm, double clear_mm) {
  std::vector<Vec2> places;
  const int columns = std::max(1, static_cast<int>(2 * cover.half_x / step_mm)),
            rows = std::max(1, static_cast<int>(2 * cover.half_y / step_mm));
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const double jitter_x = cover.random.between(-0.22, 0.22), jitter_y = cover.random.between(-0.22, 0.22);
      const Vec2 p{cover.middle.x + cover.half_x * (2 * (column + 0.5 + jitter_x) / columns - 1),
                   cover.middle.y + cover.half_y * (2 * (row + 0.5 + jitter_y) / rows - 1)};
      const bool clear = inside(cover.shape, {p.x - clear_mm, p.y}) && inside(cover.shape, {p.x + clear_mm, p.y}) &&
                         inside(cover.shape, {p.x, p.y - clear_mm}) && inside(cover.shape, {p.x, p.y + clear_mm});
      if (clear) places.push_back(p);
    }
  return places;
}

void paint_wood(Cover& cover, Layers& out) {
  out.push_back(sheet(cover, cover.shape, {24, 40, 38}, 0.75));
  for (const Vec2& p : scattered(cover, 34, 12)) {
    const double radius = cover.random.between(15, 21), light = cover.random.between(0.8, 1.25);
    out.push_back(sheet(cover, disc(p.x, p.y, radius, 14), shaded({22, 62, 30}, light), 0.95));
    out.push_back(sheet(cover, disc(p.x - 0.25 * radius, p.y + 0.25 * radius, 0.55 * radius, 10), shaded({36, 92, 48}, light), 0.8));
  }
}

void paint_hill(Cover& cover, const std::vector<Vec2>& outline, Layers& out) {
  for (const double share : {1.0, 0.78, 0.52}) out.push_back(sheet(cover, rounded(outline, cover.middle, share), {90, 150, 140}, 0.3));
}

void paint_field(Cover& cover, Layers& out) {
  Layer soil = sheet(cover, cover.shape, {55, 95, 125}, 0.85);
  soil.ink = {40, 70, 95};
  constexpr double kFurrow = 9;
  for (double y = cover.middle.y - cover.half_y + kFurrow; y + kFurrow / 2 < cover.middle.y + cover.half_y - kFurrow / 2; y += kFurrow) {
    double left = cover.middle.x - cover.half_x, right = cover.middle.x + cover.half_x;
    const double low = y, high = y + kFurrow / 2;
    while (left < right && !(inside(cover.shape, {left, low}) && inside(cover.shape, {left, high}))) left += 2;
    while (right > left && !(inside(cover.shape, {right, low}) && inside(cover.shape, {right, high}))) right -= 2;
    if (right - left > kFurrow)
      soil.marks.push_back({outline_of(cover.map, {{left, low}, {right, low}, {right, high}, {left, high}}, cover.z_mm), 1});
  }
  out.push_back(std::move(soil));
}

void paint_marsh(Cover& cover, Layers& out) {
  Layer water = sheet(cover, cover.shape, {72, 74, 46}, 0.8);
  water.ink = {70, 150, 135};
  for (const Vec2& p : scattered(cover, 17, 7)) {
    const double high = cover.random.between(5, 9);
    water.marks.push_back(
        {outline_of(cover.map, {{p.x - 1, p.y - high / 2}, {p.x + 1, p.y - high / 2}, {p.x + 2, p.y + high / 2}}, cover.z_mm), 1});
  }
  out.push_back(std::move(water));
}

void paint_broken(Cover& cover, Layers& out) {
  out.push_back(sheet(cover, cover.shape, {70, 105, 105}, 0.35));
  for (const Vec2& p : scattered(cover, 21, 6)) {
    if (cover.random.unit() < 0.35) continue;
    std::vector<Vec2> stone;
    const double radius = cover.random.between(4, 9), turn = cover.random.between(0, 2 * std::numbers::pi);
    for (int i = 0; i < 6; ++i) {
      const double angle = turn + i * std::numbers::pi / 3, reach = radius * cover.random.between(0.75, 1.0);
      stone.push_back({p.x + reach * std::cos(angle), p.y + reach * std::sin(angle)});
    }
    out.push_back(sheet(cover, stone, shaded({118, 124, 126}, cover.random.between(0.75, 1.15)), 0.95));
  }
}

}  // namespace

bool paint_ground_cover(const TerrainPiece& piece, const Subject::Map& map, double z_mm, std::vector<Layer>& out) {
  if (piece.height.um > 0 || piece.outline.size() < 3) return false;
  std::vector<Vec2> outline;
  Vec2 low{1e18, 1e18}, high{-1e18, -1e18};
  for (const Point& p : piece.outline) {
    outline.push_back({p.x.mm(), p.y.mm()});
    low = {std::min(low.x, p.x.mm()), std::min(low.y, p.y.mm())};
    high = {std::max(high.x, p.x.mm()), std::max(high.y, p.y.mm())};
  }
  const Vec2 middle{(low.x + high.x) / 2, (low.y + high.y) / 2};
  constexpr double kWithin = 0.96;  // of the box a piece lies in
  const auto seed = static_cast<std::uint64_t>(std::abs(middle.x) * 7 + std::abs(middle.y) * 13);
  Cover cover{map, z_mm, -1 + z_mm, middle, (high.x - low.x) / 2, (high.y - low.y) / 2, rounded(outline, middle, kWithin), Random(seed)};
  const auto is = [&](std::string_view word) { return piece.kind.find(word) != std::string::npos; };
  if (is("wood") || is("forest"))
    paint_wood(cover, out);
  else if (is("hill"))
    paint_hill(cover, outline, out);
  else if (is("field"))
    paint_field(cover, out);
  else if (is("marsh"))
    paint_marsh(cover, out);
  else if (is("broken") || is("rough"))
    paint_broken(cover, out);
  else
    return false;
  return true;
}

}  // namespace polemarch::vision::sim
