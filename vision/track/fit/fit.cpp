#include "vision/track/fit/fit.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/fit/fit_field.hpp"
#include "vision/track/fit/fit_sums.hpp"

namespace polemarch::vision {

namespace {
constexpr double kOddSize = 2.5;      // standard deviations from which a print that fits well is asked too what pulls its size
constexpr double kWhole = 0.995;      // share of pixels kept above which nothing covers the print
constexpr double kLeastNoise = 0.02;  // of the gain: residuals are never taken as finer than that
constexpr int kSteps = 8;             // of Gauss-Newton at most
constexpr int kFieldSteps = 5;        // likewise, under fields
constexpr double kSteadyMm = 0.005;   // steps below this end the fit
constexpr double kMostStepMm = 2.5;   // a longer step is cut
constexpr double kMostTurn = 0.15;    // radians a step
constexpr double kEdgePx = 1.2;       // pixels nearer than this to the end of the print are not compared
constexpr double kEdgeBlurs = 2.3;    // nor those nearer than so many standard deviations of the blur: the mat shows through
constexpr double kTrimAt = 3.0;       // robust standard deviations; farther pixels are left out
constexpr double kLeastShare = 0.55;  // of the pixels that must be kept
constexpr double kLeastGain = 12.0;   // grey levels from ink to paper
constexpr double kMostGain = 400.0;   // no picture of 256 levels shows more: the print's modules were blurred away or left out
constexpr int kMostSamples = 1600;    // pixels compared; larger prints are sampled evenly
// What patches pull under noise that no two pixels share, over what the information matrix says (simulated, any blur). Part of what a
// patch pulls has gone into the fit itself.
constexpr double kWhitePlace = 0.89, kWhiteTurn = 0.86;

void stand_at(FitJob& job, const PrintPose& pose) {
  job.cx = static_cast<float>(pose.x_mm);
  job.cy = static_cast<float>(pose.y_mm);
  job.right_x = static_cast<float>(std::sin(pose.up_rad));
  job.right_y = static_cast<float>(-std::cos(pose.up_rad));
  job.up_x = static_cast<float>(std::cos(pose.up_rad));
  job.up_y = static_cast<float>(std::sin(pose.up_rad));
}

/// What the blur's column takes, in mm^2 of variance.
double blur_of(const PrintTemplate& print, double column) { return 2.0 * column * print.step_mm * print.step_mm; }

}  // namespace

/// Standard deviation of the residuals, by their middle.
double PrintFitter::robust_spread() {
  sorted_.assign(residual_.begin(), residual_.begin() + static_cast<std::ptrdiff_t>(count_));
  for (float& r : sorted_) r = std::abs(r);
  const auto middle = sorted_.begin() + static_cast<std::ptrdiff_t>(sorted_.size() / 2);
  std::nth_element(sorted_.begin(), middle, sorted_.end());
  return 1.4826 * static_cast<double>(*middle);
}

/// Weights from the residuals: pixels beyond the limit are left out, and those beside them, which show a little of the same thing.
/// Returns the share that agrees.
double PrintFitter::leave_out(double limit) {
  const std::size_t all = row_at_.back();
  std::fill(weight_.begin(), weight_.begin() + static_cast<std::ptrdiff_t>(all), 1.0F);
  std::size_t strays = 0;
  for (std::size_t r = 0; r + 1 < row_at_.size(); ++r) {
    const std::size_t begin = row_at_[r], end = row_at_[r + 1];
    for (std::size_t k = begin; k < end; ++k) {
      if (static_cast<double>(std::abs(residual_[k])) <= limit) continue;
      ++strays;
      weight_[k] = 0;
      if (k > begin) weight_[k - 1] = 0;
      if (k + 1 < end) weight_[k + 1] = 0;
      const int column = row_column_[r] + static_cast<int>(k - begin);
      for (const std::size_t other : {r - 1, r + 1}) {  // before row 0 comes a number far beyond the last
        if (other >= row_column_.size()) continue;
        const int at = column - row_column_[other];
        if (at >= 0 && at < static_cast<int>(row_at_[other + 1] - row_at_[other]))
          weight_[row_at_[other] + static_cast<std::size_t>(at)] = 0;
      }
    }
  }
  return 1.0 - static_cast<double>(strays) / static_cast<double>(all);
}

bool PrintFitter::gather(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& at) {
  const double margin = std::max(kEdgePx * plane.mm_per_px, kEdgeBlurs * std::max(print.blur_x_mm, print.blur_y_mm));
  const double hw = print.half_width_mm - margin, hh = print.half_height_mm - margin;
  if (hw <= 0 || hh <= 0) return false;
  const double rx = std::sin(at.up_rad), ry = -std::cos(at.up_rad), ux = std::cos(at.up_rad), uy = std::sin(at.up_rad);
  std::array<PixelPoint, 4> corner;
  double top = 1e9, bottom = -1e9, left = 1e9, right = -1e9;
  for (std::size_t k = 0; k < 4; ++k) {
    const double a = (k == 1 || k == 2 ? hw : -hw), b = (k < 2 ? hh : -hh);
    corner[k] = plane.pixel(at.x_mm + a * rx + b * ux, at.y_mm + a * ry + b * uy);
    top = std::min(top, corner[k].y), bottom = std::max(bottom, corner[k].y);
    left = std::min(left, corner[k].x), right = std::max(right, corner[k].x);
  }
  if (!(left >= 0 && top >= 0 && right <= gray.width - 1 && bottom <= gray.height - 1)) return false;
  const double area = std::abs(4 * hw * hh) / (plane.mm_per_px * plane.mm_per_px);
  const int stride = std::max(1, static_cast<int>(std::sqrt(area / kMostSamples) + 0.5));
  const auto room =
      static_cast<std::size_t>((bottom - top + 2) / stride + 1) * static_cast<std::size_t>((right - left + 2) / stride + 1) + 16;
  for (auto* v : {&x_, &y_, &grey_, &ramp_x_, &ramp_y_, &weight_, &residual_})
    if (v->size() < room) v->resize(room);
  count_ = 0;
  row_at_.clear();
  row_column_.clear();
  const double middle_x = 0.5 * (left + right), middle_y = 0.5 * (top + bottom), half = 0.5 * std::max(right - left, bottom - top);
  for (int y = static_cast<int>(std::ceil(top)); y <= static_cast<int>(std::floor(bottom)); y += stride) {
    double x0 = 1e9, x1 = -1e9;  // where this row crosses the print
    for (std::size_t k = 0; k < 4; ++k) {
      const PixelPoint a = corner[k], b = corner[(k + 1) % 4];
      if ((a.y <= y) == (b.y <= y)) continue;
      const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
      x0 = std::min(x0, x), x1 = std::max(x1, x);
    }
    const std::uint8_t* row = gray.row(y);
    const double v = y - plane.py;
    const double ax = plane.x[0] + plane.x[2] * v + plane.x[5] * v * v, bx = plane.x[1] + plane.x[4] * v;
    const double ay = plane.y[0] + plane.y[2] * v + plane.y[5] * v * v, by = plane.y[1] + plane.y[4] * v;
    const auto fy = static_cast<float>((y - middle_y) / half);
    row_at_.push_back(count_);
    row_column_.push_back(static_cast<int>(std::ceil(x0)) / stride);  // thinned rows may start between two columns: within one of them
    for (int x = static_cast<int>(std::ceil(x0)); x <= static_cast<int>(std::floor(x1)); x += stride) {
      const double u = x - plane.px;
      x_[count_] = static_cast<float>(ax + u * (bx + u * plane.x[3]) - at.x_mm);  // relative: single precision suffices
      y_[count_] = static_cast<float>(ay + u * (by + u * plane.y[3]) - at.y_mm);
      grey_[count_] = row[x];
      ramp_x_[count_] = static_cast<float>((x - middle_x) / half);
      ramp_y_[count_] = fy;
      weight_[count_] = 1;
      ++count_;
    }
  }
  row_at_.push_back(count_);
  while (count_ % 8 != 0) {
    x_[count_] = y_[count_] = grey_[count_] = ramp_x_[count_] = ramp_y_[count_] = weight_[count_] = 0;
    ++count_;
  }
  return count_ >= 40;
}

std::optional<PrintFit> PrintFitter::fit(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& start,
                                         const FitSettings& settings) {
  PrintPose from = start;
  int steps = 0;
  for (int round = 0; round < 4; ++round) {  // a round ends early when the print lies elsewhere: its pixels are gathered again there
    auto found = run(gray, print, plane, from, settings, round < 3);
    if (!found) return std::nullopt;
    steps += found->steps;
    found->steps = steps;
    if (found->settled_here) return found;
    from = found->pose;
  }
  return std::nullopt;
}

/// `plain` with the pose (relative to where the pixels were gathered) and the error that fields of offset and gain give; none when they do
/// not explain enough.
std::optional<PrintFit> PrintFitter::under_field(const PrintTemplate& print, const FitJob& from, const FitSolution& common,
                                                 const PrintPose& at, double prior_blur, const FitSettings& settings,
                                                 const PrintFit& plain) {
  PrintFit fit = plain;
  FitJob job = from;
  PrintPose pose = at;
  FieldFit field(job, row_at_.back(), common);
  const double noise = std::max(settings.noise, kLeastNoise * plain.gain);
  for (int step = 1;; ++step) {
    if (!field.step(job, noise, prior_blur, residual_.data())) return std::nullopt;
    const auto move = field.move();
    if (!(std::hypot(move[0], move[1]) < kMostStepMm) || !(std::abs(move[2]) < kMostTurn)) return std::nullopt;
    pose = {pose.x_mm + move[0], pose.y_mm + move[1], pose.up_rad + move[2]};
    fit.steady = plain.steady || std::hypot(move[0], move[1]) < kSteadyMm;
    if (step == kFieldSteps) break;
    stand_at(job, pose);
    fit.share = leave_out(kTrimAt * std::max(robust_spread(), noise));
    if (fit.share < kLeastShare) return std::nullopt;
  }
  fit.residual = field.residual() / plain.gain;
  if (fit.residual * fit.residual > settings.field_leaves * plain.residual * plain.residual) return std::nullopt;
  fit.under_field = fit.partly = true;
  fit.blur_change = blur_of(print, field.blur());
  if (settings.ask_more) {
    fit.tone_change = field.tone();
    fit.tone_sd = field.tone_sd();
  }
  fit.cov = field.covariance();
  fit.pulled = field.pulled(job, residual_.data());
  fit.pose = pose;
  return fit;
}

/// What the residuals of a fit say that was asked for, or that a print is asked which fits ill.
void PrintFitter::say_more(const FitJob& job, const FitSolution& found, double variance, const FitSettings& settings, PrintFit& fit) {
  const bool fits_ill = fit.partly || fit.residual > settings.pull_from;
  if (fits_ill || settings.ask_scatter) {
    residuals(job, found.value, residual_.data());
    const std::array<double, 9> pulled = pull_of_patches(job, found, residual_.data());
    if (fits_ill) fit.pulled = pulled;
    if (settings.ask_scatter) {
      fit.scatter_place = 0.5 / kWhitePlace * (pulled[0] / fit.cov[0] + pulled[4] / fit.cov[4]);
      fit.scatter_turn = pulled[8] / fit.cov[8] / kWhiteTurn;
    }
  }
  if (settings.halos != nullptr) fit.halo = halo_sums(job, found, *settings.halos, variance);
  if (!settings.ask_more) return;
  LeftOver left = left_over(job, found, fits_ill);
  if (!fits_ill && left.size * left.size * left.size_information > kOddSize * kOddSize * variance) left = left_over(job, found, true);
  fit.tone_change = left.tone;
  fit.tone_sd = left.tone_information > 0 ? std::sqrt(variance / left.tone_information) : 0;
  fit.size_change = left.size;
  fit.size_sd = left.size_information > 0 ? std::sqrt(variance / left.size_information) : 0;
  fit.size_pulled = std::max(0.0, left.size_pulled - fit.size_sd * fit.size_sd);
}

/// The job over the pixels gathered last, their mean taken off, which keeps the sums small; `mean` and the weights' sum `all` come out.
FitJob PrintFitter::job_of(const PrintTemplate& print, float& mean, double& all) {
  double sum = 0, n = 0;
  for (std::size_t i = 0; i < count_; ++i) {
    sum += static_cast<double>(grey_[i] * weight_[i]);
    n += static_cast<double>(weight_[i]);
  }
  mean = static_cast<float>(sum / n);
  all = n;
  for (std::size_t i = 0; i < count_; ++i) grey_[i] -= mean;
  return {.x = x_.data(),
          .y = y_.data(),
          .grey = grey_.data(),
          .ramp_x = ramp_x_.data(),
          .ramp_y = ramp_y_.data(),
          .weight = weight_.data(),
          .count = count_,
          .print = print.value.data(),
          .columns = print.columns,
          .rows = print.rows,
          .step = static_cast<float>(print.step_mm),
          .left = static_cast<float>(print.left_mm),
          .top = static_cast<float>(print.top_mm)};
}

std::optional<PrintFit> PrintFitter::run(const ImageView& gray, const PrintTemplate& print, const LocalPlane& plane, const PrintPose& start,
                                         const FitSettings& settings, bool may_stop) {
  if (!gather(gray, print, plane, start)) return std::nullopt;
  float mean = 0;
  double all = 0;
  FitJob job = job_of(print, mean, all);
  PrintFit fit;
  PrintPose pose{0, 0, start.up_rad};  // relative to start
  bool trimmed = false;
  FitSums sums{};
  FitSolution found;
  double prior[kFitUnknowns] = {};
  stand_at(job, pose);
  const double moved_limit = print.half_width_mm + print.half_height_mm;
  const double stray = 0.4 * plane.mm_per_px;
  for (int i = 0; i < kSteps; ++i) {
    sum_columns(job, sums);
    prior[7] = 0.02 * sums.pair[kFitPairs - 1] + 1e-6;  // of its own information: the blur may take only what it clearly explains
    if (!solve(sums, prior, found)) return std::nullopt;
    const double gain = found.value[4];
    if (!(gain > kLeastGain)) return std::nullopt;
    double dx = found.value[0] / gain, dy = found.value[1] / gain, turn = found.value[2] / gain;
    const double size = std::hypot(dx, dy);
    if (!std::isfinite(size) || !std::isfinite(turn)) return std::nullopt;
    if (size > kMostStepMm) dx *= kMostStepMm / size, dy *= kMostStepMm / size;
    turn = std::clamp(turn, -kMostTurn, kMostTurn);
    pose.x_mm += dx;
    pose.y_mm += dy;
    pose.up_rad += turn;
    stand_at(job, pose);
    fit.steps = i + 1;
    if (std::hypot(pose.x_mm, pose.y_mm) > moved_limit) return std::nullopt;
    fit.residual = std::sqrt(found.residual_squared / std::max(1.0, sums.weights - static_cast<double>(kFitUnknowns))) / gain;
    const double reach = print.half_width_mm;
    const bool steady = std::hypot(dx, dy) < kSteadyMm && std::abs(turn) * reach < kSteadyMm;
    const bool near = std::hypot(dx, dy) < 25 * kSteadyMm && std::abs(turn) * reach < 25 * kSteadyMm;
    if (near && !trimmed && fit.residual > settings.trim_from) {
      // Pixels that disagree are left out, by a robust spread; once more after the next step.
      const double shown[kFitUnknowns] = {0, 0, 0, found.value[3], gain, found.value[5], found.value[6], 0};  // the pose has just moved
      residuals(job, shown, residual_.data());
      fit.share = leave_out(kTrimAt * std::max(robust_spread(), kLeastNoise * gain));
      if (fit.share < kLeastShare) return std::nullopt;
      trimmed = i >= 3 || fit.share > kWhole;
      continue;
    }
    if (steady) {
      fit.steady = true;
      break;
    }
    if (may_stop && !trimmed && std::hypot(pose.x_mm, pose.y_mm) > stray) {
      fit.pose = {start.x_mm + pose.x_mm, start.y_mm + pose.y_mm, pose.up_rad};
      fit.settled_here = false;
      return fit;
    }
  }
  const double gain = found.value[4];
  if (gain > kMostGain) return std::nullopt;
  invert(found);
  const double variance = found.residual_squared / std::max(1.0, sums.weights - static_cast<double>(kFitUnknowns));
  for (std::size_t k = 0; k < 9; ++k) fit.cov[k] = found.inverse[k / 3][k % 3] * variance / (gain * gain);
  fit.pose = {start.x_mm + pose.x_mm, start.y_mm + pose.y_mm, pose.up_rad};
  fit.gain = gain;
  fit.black = found.value[3] + static_cast<double>(mean);
  fit.blur_change = blur_of(print, found.value[7] / gain);
  fit.samples = static_cast<int>(all);
  fit.partly = fit.share < kWhole;
  say_more(job, found, variance, settings, fit);
  const bool fits_badly = fit.share < kWhole || fit.residual > settings.trim_from;
  fit.field_wanted = fits_badly && !settings.ask_field;
  if (fits_badly && settings.ask_field) {
    if (auto better = under_field(print, job, found, pose, prior[7], settings, fit)) {
      better->pose.x_mm += start.x_mm;
      better->pose.y_mm += start.y_mm;
      return better;
    }
  }
  return fit;
}

}  // namespace polemarch::vision
