#include "vision/track/ground.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/followed/mount.hpp"

namespace polemarch::vision {

namespace {

constexpr double kEdgeMm =
    12.0;  // terrain outlines are believed this far: nearer to an edge the print's size decides; more asks it oftener

bool inside_polygon(const std::vector<Point>& outline, double x, double y) {
  bool in = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const double xi = outline[i].x.mm(), yi = outline[i].y.mm(), xj = outline[j].x.mm(), yj = outline[j].y.mm();
    if ((yi > y) != (yj > y) && x < (xj - xi) * (y - yi) / (yj - yi) + xi) in = !in;
  }
  return in;
}

/// Distance of a point from the outline, mm.
double from_edge(const std::vector<Point>& outline, double x, double y) {
  double least = 1e9;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const double ax = outline[j].x.mm(), ay = outline[j].y.mm(), dx = outline[i].x.mm() - ax, dy = outline[i].y.mm() - ay;
    const double f = std::clamp(((x - ax) * dx + (y - ay) * dy) / std::max(1e-9, dx * dx + dy * dy), 0.0, 1.0);
    least = std::min(least, std::hypot(x - ax - f * dx, y - ay - f * dy));
  }
  return least;
}

}  // namespace

bool ground_may_be(const Table& table, double ground_mm, double x, double y) {
  bool reached = ground_mm == 0;
  for (const TerrainPiece& piece : table.terrain) {
    const double top = piece.height.mm();
    const bool inside = inside_polygon(piece.outline, x, y);
    const bool near = from_edge(piece.outline, x, y) < kEdgeMm;
    if (inside && !near && top > ground_mm) return false;
    reached = reached || (top == ground_mm && (inside || near));
  }
  return reached;
}

double height_under(const Table& table, const Track& track, const PrintPose& pose) {
  if (is_border(track)) return track.spec.mount.height_mm;
  if (track.standing.ground_mm >= 0) return track.standing.ground_mm + track.spec.mount.height_mm;
  double x = 0, y = 0, heading = 0, ground = 0;
  base_from_print(track.spec.mount, pose, x, y, heading);
  for (const TerrainPiece& piece : table.terrain)
    if (inside_polygon(piece.outline, x, y)) ground = std::max(ground, piece.height.mm());
  return ground + track.spec.mount.height_mm;
}

}  // namespace polemarch::vision
