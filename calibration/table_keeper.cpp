#include "calibration/table_keeper.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "calibration/dense.hpp"
#include "calibration/joint_fit.hpp"
#include "vision/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr std::size_t kLeast = 3;
constexpr int kStrayFrames = 3;
constexpr std::size_t kLeastForLens = 6;
constexpr double kZoomSd = 0.1, kBendSd = 0.03;  // how far ln f and k1 may go from the registered lens
constexpr double kBetter = 0.7;                  // a new lens must lower the residuals to this share

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

double mm_per_px(const Camera& camera, double x, double y, double z) {
  vision::TableJacobian j{};
  vision::project(camera, x, y, z, j);
  return 1.0 / std::sqrt(std::abs(j[0][0] * j[1][1] - j[0][1] * j[1][0]));
}

}  // namespace

/// One frame's pose with what it is worth.
struct TableKeeper::Fit {
  Camera camera;
  std::vector<std::array<double, 15>> factors;  ///< square root of the covariance of what was fitted
  double sd_mm = 0;                             ///< what that is at the worst table corner
  double residual_ratio = 1;                    ///< corner residuals over the registration's noise
  std::map<int, double> strays_mm;              ///< markers that do not go with the others
  std::size_t used = 0;
};

TableKeeper::TableKeeper(Registration registration, const Table& table, KeeperSettings settings)
    : settings_(settings),
      registration_(std::move(registration)),
      width_mm_(table.width.mm()),
      depth_mm_(table.depth.mm()),
      shown_(registration_.camera),
      smooth_(registration_.camera),
      bump_candidate_(registration_.camera) {
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

namespace {
/// Steps of the camera's fifteen numbers for the unknowns of a fit: the pose, then (with the lens) ln f and k1.
std::vector<std::array<double, 15>> directions(const Camera& camera, std::size_t unknowns) {
  std::vector<std::array<double, 15>> out(unknowns, std::array<double, 15>{});
  for (std::size_t a = 0; a < 6; ++a) out[a][9 + a] = 1;
  if (unknowns > 6) {
    out[6][0] = camera.lens.fx;
    out[6][1] = camera.lens.fy;
    out[7][4] = 1;
  }
  return out;
}
}  // namespace

std::optional<TableKeeper::Fit> TableKeeper::fit(const std::vector<BorderSighting>& seen, const Camera& start, Unknowns what) const {
  struct Pair {
    const FittedMarker* marker;
    const BorderSighting* sighting;
  };
  std::vector<Pair> pairs;
  for (const BorderSighting& s : seen)
    if (const auto it = markers_.find(s.marker.number); it != markers_.end()) pairs.push_back({&it->second, &s});
  Fit fit;
  const double noise = std::max(0.01, registration_.noise_px);
  const std::size_t unknowns = what == Unknowns::PoseAndLens ? 8 : 6;
  for (;;) {
    if (pairs.size() < (what == Unknowns::PoseAndLens ? kLeastForLens : kLeast)) return std::nullopt;
    fit.camera = start;
    Square normal(unknowns);
    std::vector<double> off(pairs.size());
    double squares = 0;
    for (int round = 0; round < 12; ++round) {
      normal = Square(unknowns);
      std::vector<double> gradient(unknowns, 0.0);
      squares = 0;
      const auto direction = directions(fit.camera, unknowns);
      if (unknowns > 6) {  // what is believed of the lens: as registered, but for the zoom and the focus
        const double zoom = std::log(fit.camera.lens.fx / registration_.camera.lens.fx),
                     bend = fit.camera.lens.k1 - registration_.camera.lens.k1;
        normal.at(6, 6) = 1 / (kZoomSd * kZoomSd);
        gradient[6] = -zoom / (kZoomSd * kZoomSd);
        normal.at(7, 7) = 1 / (kBendSd * kBendSd);
        gradient[7] = -bend / (kBendSd * kBendSd);
      }
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const BorderMarker& m = pairs[i].marker->place;
        const auto corners = corners_on_table(m.x_mm, m.y_mm, m.heading_deg, m.size_mm);
        double mx = 0, my = 0;
        for (std::size_t k = 0; k < 4; ++k) {
          vision::TableJacobian by_point{};
          vision::CameraJacobian j{};
          const PixelPoint p = vision::project(fit.camera, corners[k][0], corners[k][1], m.z_mm, by_point, j);
          const std::array<double, 2> r{pairs[i].sighting->corners[k].x - pairs[i].marker->offset_px[k].x - p.x,
                                        pairs[i].sighting->corners[k].y - pairs[i].marker->offset_px[k].y - p.y};
          mx += r[0] / 4;
          my += r[1] / 4;
          for (std::size_t row = 0; row < 2; ++row) {
            squares += r[row] * r[row];
            std::array<double, 8> by{};
            for (std::size_t a = 0; a < unknowns; ++a)
              by[a] = a < 6 ? j[row][9 + a] : std::inner_product(j[row].begin(), j[row].end(), direction[a].begin(), 0.0);
            for (std::size_t a = 0; a < unknowns; ++a) {
              gradient[a] += by[a] * r[row] / (noise * noise);
              for (std::size_t b = 0; b < unknowns; ++b) normal.at(a, b) += by[a] * by[b] / (noise * noise);
            }
          }
        }
        off[i] = std::hypot(mx, my) * mm_per_px(fit.camera, m.x_mm, m.y_mm, m.z_mm);
      }
      const auto lower = cholesky(normal);
      if (!lower) return std::nullopt;
      const auto step = solve(*lower, gradient);
      std::array<double, 15> whole{};
      for (std::size_t a = 0; a < unknowns; ++a)
        for (std::size_t k = 0; k < 15; ++k) whole[k] += direction[a][k] * step[a];
      fit.camera = vision::stepped(fit.camera, whole);
      if (round > 1 && std::abs(step[3]) + std::abs(step[4]) + std::abs(step[5]) < 1e-5) break;
    }
    // The one that fits worst is left out and the rest tried again, as long as it stands out.
    const auto worst = std::ranges::max_element(off);
    std::vector<double> sorted = off;
    std::ranges::sort(sorted);
    const double typical = sorted[sorted.size() / 2];
    const bool stands_out = *worst > settings_.stray_mm * 0.3 && *worst > 3 * typical && pairs.size() > kLeast;
    if (!stands_out) {
      const auto covariance = inverse(*cholesky(normal));
      // Noise in this frame may be worse than at registration: scale by the residuals, never below.
      fit.used = pairs.size();
      const double freedom = std::max(2.0, 8.0 * static_cast<double>(pairs.size()) - static_cast<double>(unknowns));
      fit.residual_ratio = std::sqrt(squares / freedom) / noise;
      // What does not fit is shared by a marker's four corners: a quarter as many numbers speak of it.
      const double widen = 1.0 + 4.0 * std::max(0.0, fit.residual_ratio * fit.residual_ratio - 1.0);
      Camera probe = fit.camera;
      probe.factors.clear();
      const auto direction = directions(fit.camera, unknowns);
      if (const auto root = cholesky(covariance)) {
        for (std::size_t c = 0; c < unknowns; ++c) {
          auto& column = probe.factors.emplace_back();
          for (std::size_t r = c; r < unknowns; ++r)
            for (std::size_t k = 0; k < 15; ++k) column[k] += direction[r][k] * root->at(r, c) * std::sqrt(widen);
        }
      }
      fit.factors = probe.factors;
      for (const auto& [x, y] : {std::pair{0.0, 0.0}, {width_mm_, 0.0}, {0.0, depth_mm_}, {width_mm_, depth_mm_}}) {
        const auto cov = point_covariance(probe, x, y, 0);
        fit.sd_mm = std::max(fit.sd_mm, std::sqrt(cov[0] + cov[2]));
      }
      break;
    }
    pairs.erase(pairs.begin() + (worst - off.begin()));
  }
  // How far the ones left out are from where they should be.
  for (const BorderSighting& s : seen) {
    const auto it = markers_.find(s.marker.number);
    if (it == markers_.end() || std::ranges::any_of(pairs, [&](const Pair& p) { return p.sighting == &s; })) continue;
    const BorderMarker& m = it->second.place;
    double x = 0, y = 0;
    PixelPoint centre;
    for (std::size_t k = 0; k < 4; ++k) {
      centre.x += (s.corners[k].x - it->second.offset_px[k].x) / 4;
      centre.y += (s.corners[k].y - it->second.offset_px[k].y) / 4;
    }
    if (vision::unproject(fit.camera, centre, m.z_mm, x, y)) fit.strays_mm[m.marker.number] = std::hypot(x - m.x_mm, y - m.y_mm);
  }
  return fit;
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
  shown_ratio_ = fit.residual_ratio;
}

/// The markers no longer fit by moving the camera alone: zoomed or refocused? Then the lens comes from the border. True when it does.
bool TableKeeper::refit_lens(const std::vector<BorderSighting>& seen, Fit& fit, KeeperReport& report) {
  const auto with_lens = this->fit(seen, fit.camera, Unknowns::PoseAndLens);
  if (!with_lens || with_lens->used + 1 < fit.used || with_lens->residual_ratio > kBetter * fit.residual_ratio) return false;
  const double percent = 100 * (with_lens->camera.lens.fx / fit.camera.lens.fx - 1);
  char text[120];
  std::snprintf(text, sizeof text, "The camera zoomed or refocused (%+.1f %%): its lens was fitted again from the border.", percent);
  report.notices.push_back({"zoom_changed", text});
  fit = *with_lens;
  registration_.camera.lens = fit.camera.lens;
  residual_ratio_ = fit.residual_ratio;
  unfit_frames_ = 0;
  return true;
}

void TableKeeper::hold(double t, KeeperReport& report) {
  report.held = true;
  const double sd = settings_.hold_mm_per_min * (t - last_fix_t_) / 60.0;
  if (sd > 0.05 && sd > 1.1 * held_sd_mm_) {  // in steps of a tenth, so that standing bases are not stirred every frame
    if (held_sd_mm_ > 0) shown_.factors.resize(shown_.factors.size() - 3);
    for (const std::size_t a : {std::size_t{11}, std::size_t{12}, std::size_t{13}}) {
      auto& column = shown_.factors.emplace_back();
      column[a] = a == 11 ? sd / std::hypot(width_mm_ / 2, depth_mm_ / 2) : sd;
    }
    held_sd_mm_ = sd;
    report.camera_changed = true;
  }
  if (!held_said_ && t - last_fix_t_ > 2.0) {
    held_said_ = true;
    report.notices.push_back(
        {"border_hidden", "Fewer than three border markers in sight: the last table position is held, its error grows."});
  }
}

void TableKeeper::name_strays(const Fit& fit, KeeperReport& report) {
  for (const auto& [number, mm] : fit.strays_mm) {
    if (mm < settings_.stray_mm) continue;
    if (++stray_frames_[number] != kStrayFrames) continue;
    report.notices.push_back({"border:" + std::to_string(number), "Border marker " + std::to_string(number) + " moved by " + in_mm(mm) +
                                                                      "; it is not used until it is put back."});
  }
  std::erase_if(stray_frames_, [&](const auto& entry) {
    return !fit.strays_mm.contains(entry.first) || fit.strays_mm.at(entry.first) < settings_.stray_mm;
  });
}

void TableKeeper::follow(const std::vector<BorderSighting>& seen, Fit& fit, double dt, KeeperReport& report) {
  const double shift = shift_between(shown_, fit.camera);
  report.shift_mm = shift;
  if (shift > std::max(settings_.bump_mm, 5 * fit.sd_mm)) {
    report.unsteady = true;
    const bool agrees = bump_count_ > 0 && shift_between(bump_candidate_, fit.camera) < std::max(0.3 * settings_.bump_mm, 5 * fit.sd_mm);
    bump_count_ = agrees ? bump_count_ + 1 : 1;
    bump_candidate_ = fit.camera;
    if (bump_count_ < settings_.bump_frames) return;
    const bool lens_changed = fit.residual_ratio > settings_.refit_ratio && refit_lens(seen, fit, report);
    publish(fit, fit.camera, 1.0);
    smooth_ = fit.camera;
    bump_count_ = 0;
    report.bumped = report.camera_changed = true;
    report.unsteady = false;
    if (!lens_changed)
      report.notices.push_back(
          {"bumped", "The camera or the table was bumped: everything moved by " + in_mm(shift) + ". Registered again."});
    return;
  }
  bump_count_ = 0;
  unfit_frames_ = fit.residual_ratio > settings_.refit_ratio * std::max(1.0, shown_ratio_) ? unfit_frames_ + 1 : 0;
  if (unfit_frames_ >= settings_.refit_frames) {  // refocused without a move: a new lens, or the error said plainly
    unfit_frames_ = 0;
    refit_lens(seen, fit, report);
    publish(fit, fit.camera, 1.0);
    smooth_ = fit.camera;
    report.camera_changed = true;
    return;
  }
  const double share = 1 - std::exp(-std::max(dt, 1e-3) / settings_.smooth_s);
  smooth_ = part_way(smooth_, fit.camera, share);
  const double averaged = share / (2 - share);
  const double moved = shift_between(shown_, smooth_);
  if (held_sd_mm_ > 0 || moved > std::max(settings_.publish_mm, 3 * fit.sd_mm * std::sqrt(averaged))) {
    publish(fit, smooth_, averaged);
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
  auto fit = this->fit(seen, bump_count_ > 0 ? bump_candidate_ : shown_, Unknowns::Pose);
  if (!fit) {
    hold(t, report);
    return report;
  }
  name_strays(*fit, report);
  follow(seen, *fit, dt, report);
  last_fix_t_ = t;
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
