#include "vision/track/followed/rest.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/radian.hpp"

namespace polemarch::vision {

namespace {
constexpr double kMovedSds = 4.5;                            // standard deviations a fit must lie from the average to be a move
constexpr double kLeastMoveMm = 0.03, kLeastMoveDeg = 0.12;  // and at least so far
constexpr double kPullChanges = 0.15;  // part (variance) of a print's bias that changes from fit to fit; more misses small moves
constexpr int kMostAveraged = 64;      // fits; more do not help because the remaining error does not average out
constexpr double kMuchVaguer = 4;      // times the variance of those before
constexpr double kStillOnItsWay = 3;   // standard deviations

Rest begun_with(const PrintFit& fit) { return {1, fit.pose, fit.cov, fit.pulled, fit.under_field, !fit.partly && !fit.field_wanted}; }
}  // namespace

/// From the mean to a fit; `widen`: the variance of such a difference over one fit's.
struct Rest::Step {
  double dx = 0, dy = 0, turn = 0, widen = 1;
  double off() const { return std::hypot(dx, dy); }
};

Rest::Step Rest::step_to(const PrintFit& fit) const {
  return {fit.pose.x_mm - mean.x_mm, fit.pose.y_mm - mean.y_mm, std::remainder(fit.pose.up_rad - mean.up_rad, 2 * 3.14159265358979323846),
          1.0 + 1.0 / count};
}

bool Rest::shows_move(const PrintFit& fit, const Step& step, const Scatter& scatter) const {
  // The bias of a print that has not moved is alike in both fits, so most of it falls out of the difference.
  const auto pulled_apart = [&](std::size_t k) { return std::abs(fit.pulled[k] - pulled[k]) + kPullChanges * (fit.pulled[k] + pulled[k]); };
  const auto variance = [&](std::size_t k, double noise) { return noise * step.widen * fit.cov[k] + pulled_apart(k); };
  const double sd = std::sqrt(std::max(variance(0, scatter.place), variance(4, scatter.place)) + camera_mm2);
  const double sd_turn = std::sqrt(variance(8, scatter.turn));
  const double off = step.off(), turn = std::abs(step.turn);
  return (off > kMovedSds * sd && off > kLeastMoveMm) || (turn > kMovedSds * sd_turn && turn * kDeg > kLeastMoveDeg);
}

/// A fit that shows no move, but knows what those before did not.
bool Rest::begins_anew(const PrintFit& fit, const Step& step, bool moving, const Scatter& scatter) const {
  if (fit.under_field && !under_field) return true;                       // those before knew nothing of the highlight
  if (under_field && !fit.under_field && !fit.field_wanted) return true;  // no highlight: blur or tone were not known yet
  if (outdated) return true;
  // Bias hides the end of a print's way: a jump that noise alone would hardly make begins a new mean.
  const double noise = scatter.place * step.widen * std::max(fit.cov[0], fit.cov[4]), off = step.off();
  return moving && off * off > kStillOnItsWay * kStillOnItsWay * noise;
}

void Rest::average(const PrintFit& fit, const Step& step) {
  under_field = fit.under_field;
  count = std::min(count + 1, kMostAveraged);
  const double f = 1.0 / count;
  mean.x_mm += f * step.dx;
  mean.y_mm += f * step.dy;
  mean.up_rad += f * step.turn;
  for (std::size_t k = 0; k < 9; ++k) {
    cov[k] += f * (fit.cov[k] - cov[k]);
    pulled[k] += f * (fit.pulled[k] - pulled[k]);
  }
}

bool Rest::take(const PrintFit& fit, bool moving, Scatter& scatter) {
  const bool whole = !fit.partly;
  const bool first = count == 0;
  const Step step = first ? Step{} : step_to(fit);
  if (first || shows_move(fit, step, scatter)) {
    if (whole && fit.steady) scatter.take_first(fit);
    *this = begun_with(fit);
    return !first;
  }
  const double now = fit.cov[0] + fit.cov[4] + fit.pulled[0] + fit.pulled[4];
  const double before = cov[0] + cov[4] + pulled[0] + pulled[4];
  if (clean && !whole && now > kMuchVaguer * before) return false;  // a sleeve lies over half of it: it has not moved, that is all
  if (begins_anew(fit, step, moving, scatter)) {
    *this = begun_with(fit);
    return false;
  }
  if (whole && clean) {
    const double place = 0.5 * (step.dx * step.dx / fit.cov[0] + step.dy * step.dy / fit.cov[4]) / step.widen;
    scatter.take_repeated(place, step.turn * step.turn / fit.cov[8] / step.widen);
  }
  average(fit, step);
  return false;
}

}  // namespace polemarch::vision
