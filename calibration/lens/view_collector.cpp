#include "calibration/lens/view_collector.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "calibration/lens/lens.hpp"
#include "calibration/lens/lens_solve.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kSteadyShare = 0.002;  // of the picture's width that corners may move between two looks of a board held still
constexpr double kNewShare = 0.06;      // of the width that the corners of a new view lie from every kept one's,
constexpr double kNewTiltDeg = 12;      // or the board is turned by this much more

/// Mean distance between the corners two views share; infinite when they share fewer than six.
double moved_px(const BoardView& a, const BoardView& b) {
  std::map<int, PixelPoint> at;
  for (const BoardCorner& c : a.corners) at[c.index] = c.pixel;
  double sum = 0;
  int count = 0;
  for (const BoardCorner& c : b.corners) {
    const auto other = at.find(c.index);
    if (other == at.end()) continue;
    sum += std::hypot(c.pixel.x - other->second.x, c.pixel.y - other->second.y);
    ++count;
  }
  return count >= 6 ? sum / count : std::numeric_limits<double>::infinity();
}

/// Change of shape between two views when place and size are taken out, as a rough angle: a tilt squeezes the board.
double shape_change_deg(const BoardView& a, const BoardView& b) {
  const auto spread = [](const BoardView& v) {
    double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
    const auto n = static_cast<double>(v.corners.size());
    for (const BoardCorner& c : v.corners) mx += c.pixel.x / n, my += c.pixel.y / n;
    for (const BoardCorner& c : v.corners) {
      const double x = c.pixel.x - mx, y = c.pixel.y - my;
      xx += x * x, xy += x * y, yy += y * y;
    }
    return std::array{xx / (xx + yy), xy / (xx + yy)};
  };
  const auto p = spread(a), q = spread(b);
  return 100 * std::hypot(p[0] - q[0], p[1] - q[1]);
}

}  // namespace

bool ViewCollector::is_new(const BoardView& view) const {
  return std::ranges::all_of(kept_, [&](const BoardView& old) {
    return moved_px(old, view) > kNewShare * view.width || shape_change_deg(old, view) > kNewTiltDeg;
  });
}

std::vector<std::array<double, 3>> ViewCollector::normals() const {
  if (kept_.size() < 4) return {};
  std::vector<const BoardView*> views;
  for (const BoardView& view : kept_) views.push_back(&view);
  return solve_lens(views, false, true).normals;
}

CollectorStep ViewCollector::look(const BoardView& view) {
  CollectorStep step;
  if (view.corners.empty()) {
    last_.reset();
    step.hint = kept_.empty() ? "show the board to the camera, whole and well lit" : missing_.empty() ? "" : missing_.front();
    return step;
  }
  const bool steady = last_ && moved_px(*last_, view) < std::max(0.5, kSteadyShare * view.width);
  last_ = view;
  if (!steady) {
    step.hint = "hold the board still";
    return step;
  }
  if (is_new(view)) {
    kept_.push_back(view);
    step.kept = true;
    missing_ = missing_views(kept_, normals());
  }
  step.hint = missing_.empty() ? "" : missing_.front();
  return step;
}

bool ViewCollector::done() const { return static_cast<int>(kept_.size()) >= most_views_ || (kept_.size() >= 8 && missing_.empty()); }

}  // namespace polemarch::calibration
