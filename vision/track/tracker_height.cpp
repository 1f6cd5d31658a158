// How high a base stands. Its mount's height is declared, the ground's comes from the terrain under it. Near an edge both the hill and the
// table below may explain the same pixels: 25 mm of height move a base by 10 mm at the picture's rim. The print is then fitted at each
// height and its size decides. What it leaves open goes into the stated error.
#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {

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

/// Whether the ground may be `ground_mm` high under a base at (x, y), outlines being as exact as they are.
bool Tracker::Inside::ground_may_be(double ground_mm, double x, double y) const {
  bool reached = ground_mm == 0;
  for (const TerrainPiece& piece : table.terrain) {
    const double top = piece.height.mm();
    const bool inside = inside_polygon(piece.outline, x, y);
    const bool near = from_edge(piece.outline, x, y) < settings.height.edge_mm;
    if (inside && !near && top > ground_mm) return false;
    reached = reached || (top == ground_mm && (inside || near));
  }
  return reached;
}

/// The marker's height: its mount's, on top of the ground the base was found to stand on.
double Tracker::Inside::height_under(const Track& track, const PrintPose& pose) const {
  if (is_border(track)) return track.spec.mount.height_mm;
  if (track.ground_mm >= 0) return track.ground_mm + track.spec.mount.height_mm;
  double x = 0, y = 0, heading = 0, ground = 0;
  base_from_print(track.spec.mount, pose, x, y, heading);
  for (const TerrainPiece& piece : table.terrain)
    if (inside_polygon(piece.outline, x, y)) ground = std::max(ground, piece.height.mm());
  return ground + track.spec.mount.height_mm;
}

/// The fit again on the ground that explains the print's place and size best. Leaves ground and doubt in the track.
PrintFit Tracker::Inside::at_its_height(const ImageView& gray, Track& track, const PrintFit& fit) {
  if (track.ground_undeclared) return fit;
  track.height_doubt = {};
  if (table.terrain.empty() || is_border(track)) return fit;
  struct Level {
    double ground = 0;
    PrintFit fit;
    bool fitted = false;
    double chi2 = 0;
  };
  std::vector<double> grounds{0};
  for (const TerrainPiece& piece : table.terrain) grounds.push_back(piece.height.mm());
  std::sort(grounds.begin(), grounds.end());
  grounds.erase(std::unique(grounds.begin(), grounds.end()), grounds.end());
  const double mount = track.spec.mount.height_mm, now = track.height_mm - mount;
  const PixelPoint middle = track.plane->pixel(fit.pose.x_mm, fit.pose.y_mm);
  std::vector<Level> levels;
  for (const double ground : grounds) {
    Level level{ground, fit, ground == now && !fit.under_field, 0};  // fields would explain a wrong size as well
    double x = 0, y = 0, heading = 0;
    if (!level.fitted && !unproject(camera, middle, ground + mount, level.fit.pose.x_mm, level.fit.pose.y_mm)) continue;
    base_from_print(track.spec.mount, level.fit.pose, x, y, heading);
    if (ground_may_be(ground, x, y)) levels.push_back(level);
  }
  if (levels.empty() || (levels.size() == 1 && levels[0].ground == now)) {
    track.ground_mm = now;
    track.ground_by_size = false;
    return fit;
  }
  for (Level& level : levels) {
    if (level.fitted) continue;
    track.ground_mm = level.ground;
    const auto again = try_at(gray, track, level.fit.pose);
    level.fitted = again && again->steady;
    if (again) level.fit = *again;
  }
  std::erase_if(levels, [](const Level& level) { return !level.fitted; });
  if (levels.empty()) {
    track.ground_mm = now;
    prepare(track, fit.pose);
    return fit;
  }
  const auto variance = [](const Level& level) {
    const double r = level.fit.residual * level.fit.gain;
    return r * r;
  };
  const Level& best = *std::min_element(
      levels.begin(), levels.end(), [&](const Level& a, const Level& b) { return variance(a) / a.fit.share < variance(b) / b.fit.share; });
  // How much less likely the others are; neighbouring pixels share noise, so they count for less than one each.
  double total = 0;
  std::array<double, 3> doubt{};
  for (const Level& level : levels) {
    const double pixels = level.fit.samples * level.fit.share / std::max(1.0, scatter.place);
    const double likely = std::exp(-0.5 * pixels * (variance(level) / std::max(1e-6, variance(best)) - 1.0));
    const double dx = level.fit.pose.x_mm - best.fit.pose.x_mm, dy = level.fit.pose.y_mm - best.fit.pose.y_mm;
    total += likely;
    doubt[0] += likely * dx * dx;
    doubt[1] += likely * dx * dy;
    doubt[2] += likely * dy * dy;
  }
  for (std::size_t k = 0; k < 3; ++k) track.height_doubt[k] = doubt[k] / total;
  track.ground_mm = best.ground;
  track.ground_by_size = levels.size() > 1;
  const PrintFit chosen = best.fit;
  prepare(track, chosen.pose);
  return chosen;
}

}  // namespace polemarch::vision
