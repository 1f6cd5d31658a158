#include "calibration/table_keeper_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibration/dense.hpp"
#include "calibration/joint_fit.hpp"
#include "vision/camera_model.hpp"

namespace polemarch::calibration {

double mm_per_px(const Camera& camera, double x, double y, double z) {
  vision::TableJacobian j{};
  vision::project(camera, x, y, z, j);
  return 1.0 / std::sqrt(std::abs(j[0][0] * j[1][1] - j[0][1] * j[1][0]));
}

namespace {

constexpr std::size_t kLeast = 3;
constexpr std::size_t kLeastForLens = 6;
constexpr double kZoomSd = 0.1, kBendSd = 0.03;  // how far ln f and k1 may go from the lens as it rested
constexpr double kStaySdMm = 10;                 // how far a camera that zooms may have moved as well
constexpr double kDisagree = 1.15;               // times the usual residuals from which the markers are asked which of them agree
constexpr double kNearMm = 0.02;                 // nearer than that all agree alike
constexpr int kRobustRounds = 30;

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

/// A zoom does not move the camera, and over a flat border it can hardly be told from a nearer camera: the camera's centre is believed
/// to have stayed, within kStaySdMm.
void stay_near(const CameraPose& before, const CameraPose& now, Square& normal, std::vector<double>& gradient) {
  const auto was = vision::centre_of(before), is = vision::centre_of(now);
  const auto& t = now.translation_mm;
  // A step (turn w, shift d) moves the centre by -(d - w x t), in the camera's axes.
  const std::array<std::array<double, 6>, 3> by{{{0, t[2], -t[1], -1, 0, 0}, {-t[2], 0, t[0], 0, -1, 0}, {t[1], -t[0], 0, 0, 0, -1}}};
  for (std::size_t k = 0; k < 3; ++k) {
    double off = 0;
    for (std::size_t i = 0; i < 3; ++i) off += now.rotation[3 * k + i] * (is[i] - was[i]);
    for (std::size_t a = 0; a < 6; ++a) {
      gradient[a] -= by[k][a] * off / (kStaySdMm * kStaySdMm);
      for (std::size_t b = 0; b < 6; ++b) normal.at(a, b) += by[k][a] * by[k][b] / (kStaySdMm * kStaySdMm);
    }
  }
}

/// Moves of a marker's eight corner coordinates in the picture, each of unit length and square to the others: across, down, turned.
using MarkerMoves = std::array<std::array<double, 8>, 3>;
MarkerMoves moves_of(const Camera& camera, const BorderMarker& m, const std::array<std::array<double, 2>, 4>& corners) {
  MarkerMoves out{};
  double mean_x = 0, mean_y = 0, squares = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    vision::TableJacobian by_point{};
    vision::project(camera, corners[k][0], corners[k][1], m.z_mm, by_point);
    const double dx = corners[k][0] - m.x_mm, dy = corners[k][1] - m.y_mm;
    out[0][2 * k] = out[1][2 * k + 1] = 0.5;
    out[2][2 * k] = -by_point[0][0] * dy + by_point[0][1] * dx;
    out[2][2 * k + 1] = -by_point[1][0] * dy + by_point[1][1] * dx;
    mean_x += out[2][2 * k] / 4;
    mean_y += out[2][2 * k + 1] / 4;
  }
  for (std::size_t a = 0; a < 8; ++a) squares += std::pow(out[2][a] -= a % 2 == 0 ? mean_x : mean_y, 2);
  for (double& v : out[2]) v /= std::sqrt(squares);
  return out;
}

/// How far from its place a marker is seen; a long way where the camera does not see the table there.
double offset_mm(const Camera& camera, const FittedMarker& marker, const BorderSighting& seen) {
  constexpr double kFar = 1e6;
  const BorderMarker& m = marker.place;
  double x = 0, y = 0;
  PixelPoint centre;
  for (std::size_t k = 0; k < 4; ++k) {
    centre.x += (seen.corners[k].x - marker.offset_px[k].x) / 4;
    centre.y += (seen.corners[k].y - marker.offset_px[k].y) / 4;
  }
  return vision::unproject(camera, centre, m.z_mm, x, y) ? std::hypot(x - m.x_mm, y - m.y_mm) : kFar;
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
  std::vector<double> off;  // mm, of each pair's marker
  Square normal(unknowns);
  double squares = 0;
  // Least squares from where fit.camera is; `majority`: least distances, which a few that moved together do not draw along.
  const auto settle = [&](int rounds, bool majority) {
    for (int round = 0; round < rounds; ++round) {
      normal = Square(unknowns);
      std::vector<double> gradient(unknowns, 0.0);
      squares = 0;
      const auto direction = directions(fit.camera, unknowns);
      if (unknowns > 6) {  // what is believed of the lens: as it last rested, but for the zoom and the focus
        const double zoom = std::log(fit.camera.lens.fx / rested_.lens.fx), bend = fit.camera.lens.k1 - rested_.lens.k1;
        normal.at(6, 6) = 1 / (kZoomSd * kZoomSd);
        gradient[6] = -zoom / (kZoomSd * kZoomSd);
        normal.at(7, 7) = 1 / (kBendSd * kBendSd);
        gradient[7] = -bend / (kBendSd * kBendSd);
        stay_near(rested_.pose, fit.camera.pose, normal, gradient);
      }
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const BorderMarker& m = pairs[i].marker->place;
        const auto corners = corners_on_table(m.x_mm, m.y_mm, m.heading_deg, m.size_mm);
        // Three numbers a marker: where it lies and how it is turned. Its size in the picture is what the present camera says of it (prints
        // are followed at their known size), so it would speak for a lens that was zoomed since.
        const MarkerMoves moves = moves_of(fit.camera, m, corners);
        const double share = majority ? kNearMm / std::max(kNearMm, off[i]) : 1.0;
        double mx = 0, my = 0;
        std::array<double, 3> off_by{};
        std::array<std::array<double, 8>, 3> by{};
        for (std::size_t k = 0; k < 4; ++k) {
          vision::TableJacobian by_point{};
          vision::CameraJacobian j{};
          const PixelPoint p = vision::project(fit.camera, corners[k][0], corners[k][1], m.z_mm, by_point, j);
          const std::array<double, 2> r{pairs[i].sighting->corners[k].x - pairs[i].marker->offset_px[k].x - p.x,
                                        pairs[i].sighting->corners[k].y - pairs[i].marker->offset_px[k].y - p.y};
          mx += r[0] / 4;
          my += r[1] / 4;
          for (std::size_t row = 0; row < 2; ++row) {
            for (std::size_t a = 0; a < unknowns; ++a) {
              const double slope = a < 6 ? j[row][9 + a] : std::inner_product(j[row].begin(), j[row].end(), direction[a].begin(), 0.0);
              for (std::size_t n = 0; n < 3; ++n) by[n][a] += moves[n][2 * k + row] * slope;
            }
            for (std::size_t n = 0; n < 3; ++n) off_by[n] += moves[n][2 * k + row] * r[row];
          }
        }
        for (std::size_t n = 0; n < 3; ++n) {
          squares += off_by[n] * off_by[n];
          for (std::size_t a = 0; a < unknowns; ++a) {
            gradient[a] += share * by[n][a] * off_by[n] / (noise * noise);
            for (std::size_t b = 0; b < unknowns; ++b) normal.at(a, b) += share * by[n][a] * by[n][b] / (noise * noise);
          }
        }
        off[i] = std::hypot(mx, my) * mm_per_px(fit.camera, m.x_mm, m.y_mm, m.z_mm);
      }
      const auto lower = cholesky(normal);
      if (!lower) return false;
      const auto step = solve(*lower, gradient);
      std::array<double, 15> whole{};
      for (std::size_t a = 0; a < unknowns; ++a)
        for (std::size_t k = 0; k < 15; ++k) whole[k] += direction[a][k] * step[a];
      fit.camera = vision::stepped(fit.camera, whole);
      if (round > 1 && std::abs(step[3]) + std::abs(step[4]) + std::abs(step[5]) < 1e-5) break;
    }
    return true;
  };
  const auto ratio = [&] {
    const double freedom = std::max(2.0, 3.0 * static_cast<double>(pairs.size()) - static_cast<double>(unknowns));
    return std::sqrt(squares / freedom) / noise;
  };
  const auto middle_of = [](std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2));
    return values[values.size() / 2];
  };
  const std::size_t least = what == Unknowns::PoseAndLens ? kLeastForLens : kLeast;
  if (pairs.size() < least) return std::nullopt;
  fit.camera = start;
  off.assign(pairs.size(), 0);
  if (!settle(12, false)) return std::nullopt;
  if (pairs.size() > 2 * kLeast && ratio() > kDisagree) {  // several may have been pushed together: those that agree count
    const auto keep_near = [&](double far, std::size_t at_least) {
      std::vector<Pair> near;
      std::vector<double> near_off;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (off[i] > far) continue;
        near.push_back(pairs[i]);
        near_off.push_back(off[i]);
      }
      if (near.size() < at_least) return;
      pairs = std::move(near);
      off = std::move(near_off);
    };
    const double stray = settings_.stray_mm * 0.3;
    for (std::size_t i = 0; i < pairs.size(); ++i) off[i] = offset_mm(start, *pairs[i].marker, *pairs[i].sighting);
    keep_near(stray, std::max(least, pairs.size() / 2 + 1));  // most lie where they lay: the table did not move
    fit.camera = start;
    if (!settle(kRobustRounds, true)) return std::nullopt;
    keep_near(std::max(stray, 3 * middle_of(off)), least);
  }
  for (;;) {
    if (pairs.size() < least) return std::nullopt;
    fit.camera = start;
    off.assign(pairs.size(), 0);
    if (!settle(12, false)) return std::nullopt;
    // The one that fits worst is left out and the rest tried again, as long as it stands out.
    const auto worst = std::ranges::max_element(off);
    const double typical = middle_of(off);
    const bool stands_out = *worst > settings_.stray_mm * 0.3 && *worst > 3 * typical && pairs.size() > kLeast;
    if (!stands_out) {
      const auto covariance = inverse(*cholesky(normal));
      // Noise in this frame may be worse than at registration: scale by the residuals, never below.
      fit.used = pairs.size();
      fit.residual_ratio = ratio();
      const double widen = std::max(1.0, fit.residual_ratio * fit.residual_ratio);
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
    fit.strays_mm[s.marker.number] = offset_mm(fit.camera, it->second, s);
  }
  return fit;
}

}  // namespace polemarch::calibration
