#include "calibration/table/table_keeper.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "calibration/table/table_keeper_fit.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kBumpMm = 0.5;               // the table must seem to move this far to be a bump; less notices more and mistakes more
constexpr int kBumpFrames = 3;                // frames running that agree on it; more waits longer for a swinging boom to rest
constexpr double kSmoothS = 2.0;              // seconds over which the pose is averaged; more is steadier and lags a sagging boom more
constexpr double kPublishMm = 0.02;           // a move of the table, beyond 3 standard deviations, from which a new pose is given out
constexpr double kRefitRatio = 2.0;           // corner residuals over those last given out from which another lens is looked for (zoom,
constexpr int kRefitFrames = 10;              // focus), in so many frames running
constexpr double kHoldMmPerMin = 1.0;         // a sagging boom: how the error (one sd) grows while fewer than three markers are in sight
constexpr int kStrayFrames = 3;               // frames running in which a marker is off before it is named
constexpr double kCreeps = 2, kCreepSds = 5;  // times kPublishMm and the fit's own deviation that are no chance
constexpr double kAskLens = 1.15;             // times the usual residuals from which another lens is tried
constexpr double kGain = 30;                  // chi-square that its two numbers must take off
constexpr std::size_t kWonOver = 3;           // or so many markers that it brings to agree with the others
constexpr double kHeldSays = 2;               // seconds without enough of the border that are worth a word,
constexpr int kHeldLooks = 3;                 // and looks: at the start, and after a pause, the border is not read at once
constexpr double kWorthSaying = 0.5;          // percent of focal length
constexpr double kFigureSays = 0.1;           // percent that are worth the figure
constexpr std::size_t kSureOf = 6;            // markers from which a frame's own fit may be measured with while the table moves,
constexpr double kSureShare = 0.25;           // and share of kBumpMm that its standard deviation may be

std::string in_mm(double mm) {
  char text[32];
  std::snprintf(text, sizeof text, mm < 10 ? "%.1f mm" : "%.0f mm", mm);
  return text;
}

/// The step from one pose to another: rotation vector (left) and translation.
std::array<double, 15> step_between(const CameraPose& from, const CameraPose& to) {
  std::array<double, 9> back{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) back[3 * i + k] = from.rotation[3 * k + i];
  const auto turn = vision::vector_of(vision::multiply(to.rotation, back));
  std::array<double, 15> step{};
  for (std::size_t i = 0; i < 3; ++i) {
    step[9 + i] = turn[i];
    step[12 + i] = to.translation_mm[i] - from.translation_mm[i];
  }
  return step;
}

Camera part_way(const Camera& from, const Camera& to, double share) {
  auto step = step_between(from.pose, to.pose);
  for (double& v : step) v *= share;
  return vision::stepped(from, step);
}

}  // namespace

TableKeeper::TableKeeper(Registration registration, const Table& table)
    : registration_(std::move(registration)),
      width_mm_(table.width.mm()),
      depth_mm_(table.depth.mm()),
      shown_(registration_.camera),
      smooth_(registration_.camera),
      bump_candidate_(registration_.camera),
      rested_(registration_.camera),
      said_fx_(registration_.camera.lens.fx) {
  for (const FittedMarker& m : registration_.markers)
    if (m.used) markers_.emplace(m.place.marker.number, m);
}

double TableKeeper::shift_between(const Camera& a, const Camera& b) const {
  double worst = 0;
  for (const auto& [x, y] :
       {std::pair{0.0, 0.0}, {width_mm_, 0.0}, {0.0, depth_mm_}, {width_mm_, depth_mm_}, {width_mm_ / 2, depth_mm_ / 2}}) {
    const PixelPoint p = vision::project(a, x, y, 0), q = vision::project(b, x, y, 0);
    worst = std::max(worst, std::hypot(p.x - q.x, p.y - q.y) * mm_per_px(a, x, y, 0));
  }
  return worst;
}

void TableKeeper::publish(const Fit& fit, const Camera& camera, double share) {
  shown_ = camera;
  shown_.factors = registration_.camera.factors;
  held_sd_mm_ = 0;
  shown_.rms_px = registration_.camera.rms_px;
  shown_.rms_mm = registration_.camera.rms_mm;
  for (auto column : fit.factors) {
    for (double& v : column) v *= std::sqrt(share);
    shown_.factors.push_back(column);
  }
}

/// Gives out this frame's own fit and averages from there.
void TableKeeper::start_from(const Fit& fit) {
  publish(fit, fit.camera, 1.0);
  smooth_ = fit.camera;
  averaged_ = 1;
}

/// A lens (zoomed, refocused) through which the markers fit better than chance allows.
std::optional<TableKeeper::Fit> TableKeeper::better_lens(const std::vector<BorderSighting>& seen, const Fit& fit) const {
  auto with_lens = this->fit(seen, fit.camera, BorderUnknowns::PoseAndLens);
  if (!with_lens || with_lens->used + 1 < fit.used) return std::nullopt;
  if (with_lens->used >= fit.used + kWonOver) return with_lens;
  const double now = fit.residual_ratio * fit.residual_ratio, then = with_lens->residual_ratio * with_lens->residual_ratio;
  if (3.0 * static_cast<double>(fit.used) * (now - then) < kGain * std::max(1.0, then)) return std::nullopt;
  return with_lens;
}

/// A frame's own fit that bases may be measured with although the table moves.
bool TableKeeper::sure(const Fit& fit) const { return fit.used >= kSureOf && fit.sd_mm < kSureShare * kBumpMm; }

void TableKeeper::take_lens(const Fit& with_lens, Fit& fit, KeeperReport& report) {
  fit = with_lens;
  report.lens_changed = true;
  residual_ratio_ = fit.residual_ratio;
}

/// The lens as it is now, if it differs from the one last spoken of.
void TableKeeper::say_zoom(bool fitted_badly, KeeperReport& report) {
  const double percent = 100 * (shown_.lens.fx / said_fx_ - 1);
  if (!fitted_badly && std::abs(percent) <= kWorthSaying) return;
  char figure[32] = "";
  if (std::abs(percent) >= kFigureSays) std::snprintf(figure, sizeof figure, " (%+.1f %%)", percent);
  report.notices.push_back(
      {"zoom_changed", std::string("The camera zoomed or refocused") + figure + ": its lens was fitted again from the border."});
  said_fx_ = shown_.lens.fx;
}

void TableKeeper::hold(double t, KeeperReport& report) {
  report.held = true;
  const double sd = kHoldMmPerMin * (t - last_fix_t_) / 60.0;
  if (sd > 0.05 && sd > 1.1 * held_sd_mm_) {  // in steps of a tenth, so that standing bases are not stirred every frame
    if (held_sd_mm_ > 0) shown_.factors.resize(shown_.factors.size() - 3);
    for (const std::size_t a : {std::size_t{11}, std::size_t{12}, std::size_t{13}}) {
      auto& column = shown_.factors.emplace_back();
      column[a] = a == 11 ? sd / std::hypot(width_mm_ / 2, depth_mm_ / 2) : sd;
    }
    held_sd_mm_ = sd;
    report.camera_changed = true;
  }
  if (held_looks_++ == 0) held_since_ = t;  // not from the last fix: a source that paused shows no border that is hidden
  if (!held_said_ && held_looks_ >= kHeldLooks && t - held_since_ > kHeldSays) {
    held_said_ = true;
    report.notices.push_back(
        {"border_hidden", "Fewer than three border markers in sight: the last table position is held, its error grows."});
  }
}

void TableKeeper::name_strays(const Fit& fit, KeeperReport& report) {
  for (const auto& [number, mm] : fit.strays_mm) {
    if (mm < kStrayMm) continue;
    if (++stray_frames_[number] != kStrayFrames) continue;
    report.notices.push_back({"border:" + std::to_string(number), "Border marker " + std::to_string(number) + " moved by " + in_mm(mm) +
                                                                      "; it is not used until it is put back."});
  }
  std::erase_if(stray_frames_,
                [&](const auto& entry) { return !fit.strays_mm.contains(entry.first) || fit.strays_mm.at(entry.first) < kStrayMm; });
}

/// The table moves in the picture. A frame's own fit is good for that frame; once it rests it is known whether it was a bump.
void TableKeeper::swing(const std::vector<BorderSighting>& seen, Fit& fit, KeeperReport& report) {
  report.unsteady = true;
  if (!swings_) bump_count_ = 0, swing_zoomed_ = swing_poor_ = false;
  swings_ = true;
  const bool poor = fit.residual_ratio > kRefitRatio;
  const auto with_lens = fit.residual_ratio > kAskLens * std::max(1.0, lens_ratio_) ? better_lens(seen, fit) : std::nullopt;
  if (with_lens && (poor || sure(*with_lens))) {
    take_lens(*with_lens, fit, report);
    swing_zoomed_ = true;
    swing_poor_ = swing_poor_ || poor;
  }
  const bool agrees = bump_count_ > 0 && shift_between(bump_candidate_, fit.camera) < std::max(0.3 * kBumpMm, 5 * fit.sd_mm);
  bump_count_ = agrees ? bump_count_ + 1 : 1;
  bump_candidate_ = fit.camera;
  const bool rests = bump_count_ >= kBumpFrames;
  if (!rests && !sure(fit)) return;
  start_from(fit);
  report.camera_changed = true;
  if (!rests) return;
  report.unsteady = swings_ = false;
  bump_count_ = 0;
  lens_is_rough_ = swing_zoomed_;
  lens_ratio_ = fit.residual_ratio;
  const double moved = shift_between(rested_, shown_);
  rested_ = shown_;
  if (swing_zoomed_) {
    report.bumped = true;
    return say_zoom(swing_poor_, report);
  }
  if (moved <= std::max(kBumpMm, 5 * fit.sd_mm)) return;  // it came back
  report.bumped = true;
  report.notices.push_back({"bumped", "The camera or the table was bumped: everything moved by " + in_mm(moved) + ". Registered again."});
}

void TableKeeper::follow(const std::vector<BorderSighting>& seen, Fit& fit, double dt, KeeperReport& report) {
  const double shift = shift_between(shown_, fit.camera);
  report.shift_mm = shift;
  report.sd_mm = fit.sd_mm;
  if (swings_ || shift > std::max(kBumpMm, 5 * fit.sd_mm)) return swing(seen, fit, report);
  const double usual = std::max(1.0, lens_ratio_);
  const bool poor = fit.residual_ratio > kRefitRatio * usual;
  // This is no noise but a creep (a phone that breathes, a soft boom); an average would only lag behind.
  const bool creeps = shift > std::max(kCreeps * kPublishMm, kCreepSds * fit.sd_mm);
  const auto with_lens = fit.residual_ratio > kAskLens * usual ? better_lens(seen, fit) : std::nullopt;
  unfit_frames_ = with_lens || poor ? unfit_frames_ + 1 : 0;
  // Refocused without a move: a new lens, or the error said plainly. A lens fitted from markers that were followed through another one is
  // fitted once more, now that they are followed through it.
  const bool rests_unfit = unfit_frames_ >= kRefitFrames || (lens_is_rough_ && with_lens);
  if (rests_unfit || (creeps && with_lens && sure(*with_lens))) {
    if (with_lens) take_lens(*with_lens, fit, report);
    start_from(fit);
    if (rests_unfit) {
      unfit_frames_ = 0;
      lens_is_rough_ = false;
      lens_ratio_ = fit.residual_ratio;
      rested_ = shown_;
      if (with_lens) say_zoom(poor, report);
    }
    report.camera_changed = true;
    report.creeping = creeps;
    return;
  }
  lens_is_rough_ = false;
  if (creeps) {
    start_from(fit);
    report.camera_changed = report.creeping = true;
    return;
  }
  // A new start is averaged from, frame by frame, before the older ones fade.
  const double share = std::max(1 - std::exp(-std::max(dt, 1e-3) / kSmoothS), 1.0 / (1 + ++averaged_));
  smooth_ = part_way(smooth_, fit.camera, share);
  const double averaged = share / (2 - share);
  const double moved = shift_between(shown_, smooth_);
  if (held_sd_mm_ > 0 || moved > std::max(kPublishMm, 3 * fit.sd_mm * std::sqrt(averaged))) {
    publish(fit, smooth_, averaged);
    rested_ = shown_;
    report.camera_changed = true;
  }
}

KeeperReport TableKeeper::observe(double t, const std::vector<BorderSighting>& seen) {
  KeeperReport report;
  const double dt = started_ ? t - last_t_ : 0.0;
  if (!started_) last_fix_t_ = t;
  started_ = true;
  last_t_ = t;
  for (const BorderSighting& s : seen) report.border_seen += markers_.contains(s.marker.number) ? 1 : 0;
  auto fit = this->fit(seen, bump_count_ > 0 ? bump_candidate_ : shown_, BorderUnknowns::Pose);
  if (!fit) {
    hold(t, report);
    return report;
  }
  name_strays(*fit, report);
  follow(seen, *fit, dt, report);
  last_fix_t_ = t;
  held_looks_ = 0;
  held_said_ = false;
  const HealthGrade before = health().grade;
  const double weight = 1 - std::exp(-std::max(dt, 1e-3) / 10.0);
  if (!report.unsteady) residual_ratio_ += weight * (fit->residual_ratio - residual_ratio_);
  const TableHealth now = health();
  if (now.grade != before && now.grade != HealthGrade::Good) report.notices.push_back({"calibration_health", now.text});
  return report;
}

TableHealth TableKeeper::health() const {
  TableHealth health;
  health.residual_ratio = residual_ratio_;
  health.moved_mm = shift_between(registration_.camera, shown_);
  health.unseen_s = last_t_ - last_fix_t_;
  if (residual_ratio_ > 6) {
    health.grade = HealthGrade::Redo;
    health.text = "The border markers no longer fit: register the table again (did the focus change, did markers move?).";
  } else if (residual_ratio_ > 3) {
    health.grade = HealthGrade::Watch;
    health.text = "The border markers fit worse than at the start: look after light, focus and markers.";
  } else {
    health.text = "The calibration holds.";
  }
  return health;
}

}  // namespace polemarch::calibration
