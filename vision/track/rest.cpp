#include "vision/track/rest.hpp"
#include "vision/pixels/radian.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

namespace {
constexpr double kMovedSds = 4.5;                            // standard deviations a fit must lie from the average to be a move
constexpr double kLeastMoveMm = 0.03, kLeastMoveDeg = 0.12;  // and at least so far
constexpr double kPullChanges = 0.15;  // part (variance) of a print's bias that changes from fit to fit; more misses small moves
constexpr int kMostAveraged = 64;      // fits; more do not help because the remaining error does not average out
constexpr double kMuchVaguer = 4;      // times the variance of those before
constexpr double kStillOnItsWay = 3;   // standard deviations
}  // namespace

bool take_into_rest(Track& track, const PrintFit& fit, Scatter& scatter) {
  Rest& rest = track.rest;
  const bool whole = !fit.partly;
  if (rest.count > 0) {
    const double dx = fit.pose.x_mm - rest.mean.x_mm, dy = fit.pose.y_mm - rest.mean.y_mm;
    const double turn = std::remainder(fit.pose.up_rad - rest.mean.up_rad, 2 * 3.14159265358979323846);
    const double widen = 1.0 + 1.0 / rest.count;
    // The bias of a print that has not moved is alike in both fits, so most of it falls out of the difference.
    const auto pulled_apart = [&](std::size_t k) {
      return std::abs(fit.pulled[k] - rest.pulled[k]) + kPullChanges * (fit.pulled[k] + rest.pulled[k]);
    };
    const auto variance = [&](std::size_t k, double noise) { return noise * widen * fit.cov[k] + pulled_apart(k); };
    const double sd = std::sqrt(std::max(variance(0, scatter.place), variance(4, scatter.place)) + rest.camera_mm2);
    const double sd_turn = std::sqrt(variance(8, scatter.turn));
    const double off = std::hypot(dx, dy);
    const bool moved =
        (off > kMovedSds * sd && off > kLeastMoveMm) || (std::abs(turn) > kMovedSds * sd_turn && std::abs(turn) * kDeg > kLeastMoveDeg);
    if (!moved) {
      const double now = fit.cov[0] + fit.cov[4] + fit.pulled[0] + fit.pulled[4];
      const double before = rest.cov[0] + rest.cov[4] + rest.pulled[0] + rest.pulled[4];
      if (rest.clean && !whole && now > kMuchVaguer * before) return false;  // a sleeve lies over half of it: it has not moved, that is all
      if (fit.under_field && !rest.under_field) {                            // those before knew nothing of the highlight
        rest = {1, fit.pose, fit.cov, fit.pulled, true, false};
        return false;
      }
      if (rest.under_field && !fit.under_field && !fit.field_wanted) {  // no highlight: blur or tone were not known yet
        rest = {1, fit.pose, fit.cov, fit.pulled, false, whole};
        return false;
      }
      // Bias hides the end of a print's way: a jump that noise alone would hardly make begins a new mean.
      const double noise = scatter.place * widen * std::max(fit.cov[0], fit.cov[4]);
      if (rest.outdated || (track.moving && off * off > kStillOnItsWay * kStillOnItsWay * noise)) {
        rest = {1, fit.pose, fit.cov, fit.pulled, fit.under_field, whole && !fit.field_wanted};
        return false;
      }
      rest.under_field = fit.under_field;
      if (whole && rest.clean) {
        const double place = 0.5 * (dx * dx / fit.cov[0] + dy * dy / fit.cov[4]) / widen, around = turn * turn / fit.cov[8] / widen;
        scatter.take_repeated(place, around);
      }
      rest.count = std::min(rest.count + 1, kMostAveraged);
      const double f = 1.0 / rest.count;
      rest.mean.x_mm += f * dx;
      rest.mean.y_mm += f * dy;
      rest.mean.up_rad += f * turn;
      for (std::size_t k = 0; k < 9; ++k) {
        rest.cov[k] += f * (fit.cov[k] - rest.cov[k]);
        rest.pulled[k] += f * (fit.pulled[k] - rest.pulled[k]);
      }
      return false;
    }
  }
  const bool moved = rest.count > 0;
  if (whole && fit.steady) scatter.take_first(fit);
  rest = {1, fit.pose, fit.cov, fit.pulled, fit.under_field, whole && !fit.field_wanted};
  return moved;
}

}  // namespace polemarch::vision
