#include "vision/track/choose_ground.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/followed/mount.hpp"
#include "vision/track/ground.hpp"

namespace polemarch::vision {

PrintFit fit_on_likeliest_ground(const Moment& now, Track& track, const PrintFit& fit, Locator& locator, const Known& known,
                                 const Noise& noise) {
  Standing& standing = track.standing;
  const Table& table = known.table;
  if (standing.undeclared) return fit;
  standing.doubt = {};
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
  const double mount = track.spec.mount.height_mm, ground_now = standing.height_mm - mount;
  const PixelPoint middle = track.picture.plane->pixel(fit.pose.x_mm, fit.pose.y_mm);
  std::vector<Level> levels;
  for (const double ground : grounds) {
    Level level{ground, fit, ground == ground_now && !fit.under_field, 0};  // fields would explain a wrong size as well
    double x = 0, y = 0, heading = 0;
    if (!level.fitted && !unproject(known.camera, middle, ground + mount, level.fit.pose.x_mm, level.fit.pose.y_mm)) continue;
    base_from_print(track.spec.mount, level.fit.pose, x, y, heading);
    if (ground_may_be(table, ground, x, y)) levels.push_back(level);
  }
  if (levels.empty() || (levels.size() == 1 && levels[0].ground == ground_now)) {
    standing.ground_mm = ground_now;
    standing.by_size = false;
    return fit;
  }
  for (Level& level : levels) {
    if (level.fitted) continue;
    standing.ground_mm = level.ground;
    const auto again = locator.fit(now, track, level.fit.pose);
    level.fitted = again && again->steady;
    if (again) level.fit = *again;
  }
  std::erase_if(levels, [](const Level& level) { return !level.fitted; });
  if (levels.empty()) {
    standing.ground_mm = ground_now;
    locator.prepare(track, fit.pose);
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
    const double pixels = level.fit.samples * level.fit.share / std::max(1.0, noise.squares().place);
    const double likely = std::exp(-0.5 * pixels * (variance(level) / std::max(1e-6, variance(best)) - 1.0));
    const double dx = level.fit.pose.x_mm - best.fit.pose.x_mm, dy = level.fit.pose.y_mm - best.fit.pose.y_mm;
    total += likely;
    doubt[0] += likely * dx * dx;
    doubt[1] += likely * dx * dy;
    doubt[2] += likely * dy * dy;
  }
  for (std::size_t k = 0; k < 3; ++k) standing.doubt[k] = doubt[k] / total;
  standing.ground_mm = best.ground;
  standing.by_size = levels.size() > 1;
  const PrintFit chosen = best.fit;
  locator.prepare(track, chosen.pose);
  return chosen;
}

}  // namespace polemarch::vision
