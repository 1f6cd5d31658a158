#include "calibration/table/border_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "calibration/table/joint_fit.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {

namespace {

constexpr std::size_t kLeast = 3;
constexpr std::size_t kLeastForLens = 6;
constexpr double kZoomSd = 0.1, kBendSd = 0.03;  // how far ln f and k1 may go from the lens as it rested
constexpr double kStaySdMm = 10;                 // how far a camera that zooms may have moved as well
constexpr double kDisagree = 1.15;               // times the usual residuals from which the markers are asked which of them agree
constexpr double kNearMm = 0.02;                 // nearer than that all agree alike
constexpr int kRounds = 12, kRobustRounds = 30;

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

double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::ranges::nth_element(values, middle);
  return *middle;
}

}  // namespace

double mm_per_px(const Camera& camera, double x, double y, double z) {
  vision::TableJacobian j{};
  vision::project(camera, x, y, z, j);
  return 1.0 / std::sqrt(std::abs(j[0][0] * j[1][1] - j[0][1] * j[1][0]));
}

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

BorderFit::BorderFit(std::vector<BorderPair> pairs, const Camera& start, const Camera& rested, double noise_px, BorderUnknowns what)
    : pairs_(std::move(pairs)),
      start_(start),
      rested_(rested),
      camera_(start),
      noise_(noise_px),
      unknowns_(what == BorderUnknowns::PoseAndLens ? 8 : 6),
      least_(what == BorderUnknowns::PoseAndLens ? kLeastForLens : kLeast),
      normal_(unknowns_) {}

/// What is believed of the lens: as it last rested, but for the zoom and the focus.
void BorderFit::believe_lens(std::vector<double>& gradient) {
  const double zoom = std::log(camera_.lens.fx / rested_.lens.fx), bend = camera_.lens.k1 - rested_.lens.k1;
  normal_.at(6, 6) = 1 / (kZoomSd * kZoomSd);
  gradient[6] = -zoom / (kZoomSd * kZoomSd);
  normal_.at(7, 7) = 1 / (kBendSd * kBendSd);
  gradient[7] = -bend / (kBendSd * kBendSd);
  stay_near(rested_.pose, camera_.pose, normal_, gradient);
}

/// What marker `i` says of the unknowns.
void BorderFit::add(std::size_t i, double share, const std::vector<std::array<double, 15>>& direction, std::vector<double>& gradient) {
  const BorderMarker& m = pairs_[i].marker->place;
  const auto corners = corners_on_table(m.x_mm, m.y_mm, m.heading_deg, m.size_mm);
  // Three numbers a marker: where it lies and how it is turned. Its size in the picture is what the present camera says of it (prints
  // are followed at their known size), so it would speak for a lens that was zoomed since.
  const MarkerMoves moves = moves_of(camera_, m, corners);
  double mx = 0, my = 0;
  std::array<double, 3> off_by{};
  std::array<std::array<double, 8>, 3> by{};
  for (std::size_t k = 0; k < 4; ++k) {
    vision::TableJacobian by_point{};
    vision::CameraJacobian j{};
    const PixelPoint p = vision::project(camera_, corners[k][0], corners[k][1], m.z_mm, by_point, j);
    const std::array<double, 2> r{pairs_[i].sighting->corners[k].x - pairs_[i].marker->offset_px[k].x - p.x,
                                  pairs_[i].sighting->corners[k].y - pairs_[i].marker->offset_px[k].y - p.y};
    mx += r[0] / 4;
    my += r[1] / 4;
    for (std::size_t row = 0; row < 2; ++row) {
      for (std::size_t a = 0; a < unknowns_; ++a) {
        const double slope = a < 6 ? j[row][9 + a] : std::inner_product(j[row].begin(), j[row].end(), direction[a].begin(), 0.0);
        for (std::size_t n = 0; n < 3; ++n) by[n][a] += moves[n][2 * k + row] * slope;
      }
      for (std::size_t n = 0; n < 3; ++n) off_by[n] += moves[n][2 * k + row] * r[row];
    }
  }
  for (std::size_t n = 0; n < 3; ++n) {
    squares_ += off_by[n] * off_by[n];
    for (std::size_t a = 0; a < unknowns_; ++a) {
      gradient[a] += share * by[n][a] * off_by[n] / (noise_ * noise_);
      for (std::size_t b = 0; b < unknowns_; ++b) normal_.at(a, b) += share * by[n][a] * by[n][b] / (noise_ * noise_);
    }
  }
  off_[i] = std::hypot(mx, my) * mm_per_px(camera_, m.x_mm, m.y_mm, m.z_mm);
}

/// Least squares from where the camera is; `majority`: least distances, which a few that moved together do not draw along.
bool BorderFit::settle(int rounds, bool majority) {
  for (int round = 0; round < rounds; ++round) {
    normal_ = Square(unknowns_);
    std::vector<double> gradient(unknowns_, 0.0);
    squares_ = 0;
    const auto direction = directions(camera_, unknowns_);
    if (unknowns_ > 6) believe_lens(gradient);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const double share = majority ? kNearMm / std::max(kNearMm, off_[i]) : 1.0;
      add(i, share, direction, gradient);
    }
    const auto lower = cholesky(normal_);
    if (!lower) return false;
    const auto step = solve(*lower, gradient);
    std::array<double, 15> whole{};
    for (std::size_t a = 0; a < unknowns_; ++a)
      for (std::size_t k = 0; k < 15; ++k) whole[k] += direction[a][k] * step[a];
    camera_ = vision::stepped(camera_, whole);
    if (round > 1 && std::abs(step[3]) + std::abs(step[4]) + std::abs(step[5]) < 1e-5) break;
  }
  return true;
}

double BorderFit::residual_ratio() const {
  const double freedom = std::max(2.0, 3.0 * static_cast<double>(pairs_.size()) - static_cast<double>(unknowns_));
  return std::sqrt(squares_ / freedom) / noise_;
}

void BorderFit::keep_near(double far_mm, std::size_t at_least) {
  std::vector<BorderPair> near;
  std::vector<double> near_off;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    if (off_[i] > far_mm) continue;
    near.push_back(pairs_[i]);
    near_off.push_back(off_[i]);
  }
  if (near.size() < at_least) return;
  pairs_ = std::move(near);
  off_ = std::move(near_off);
}

/// Several may have been pushed together: those that agree count.
bool BorderFit::leave_pushed_out(double stray_mm) {
  for (std::size_t i = 0; i < pairs_.size(); ++i) off_[i] = offset_mm(start_, *pairs_[i].marker, *pairs_[i].sighting);
  keep_near(stray_mm, std::max(least_, pairs_.size() / 2 + 1));  // most lie where they lay: the table did not move
  camera_ = start_;
  if (!settle(kRobustRounds, true)) return false;
  keep_near(std::max(stray_mm, 3 * middle_of(off_)), least_);
  camera_ = start_;
  return settle(kRounds, false);
}

bool BorderFit::run(double stray_mm) {
  if (pairs_.size() < least_) return false;
  off_.assign(pairs_.size(), 0);
  if (!settle(kRounds, false)) return false;
  if (pairs_.size() > 2 * kLeast && residual_ratio() > kDisagree && !leave_pushed_out(stray_mm)) return false;
  for (;;) {  // the one that fits worst is left out and the rest tried again, as long as it stands out
    const auto worst = std::ranges::max_element(off_);
    if (!(*worst > stray_mm && *worst > 3 * middle_of(off_) && pairs_.size() > kLeast)) return true;
    pairs_.erase(pairs_.begin() + (worst - off_.begin()));
    if (pairs_.size() < least_) return false;
    camera_ = start_;
    off_.assign(pairs_.size(), 0);
    if (!settle(kRounds, false)) return false;
  }
}

std::vector<std::array<double, 15>> BorderFit::factors() const {
  const double widen = std::max(1.0, residual_ratio());  // noise in this frame may be worse than at registration, never better
  const auto direction = directions(camera_, unknowns_);
  std::vector<std::array<double, 15>> out;
  const auto root = cholesky(inverse(*cholesky(normal_)));
  for (std::size_t c = 0; root && c < unknowns_; ++c) {
    auto& column = out.emplace_back();
    for (std::size_t r = c; r < unknowns_; ++r)
      for (std::size_t k = 0; k < 15; ++k) column[k] += direction[r][k] * root->at(r, c) * widen;
  }
  return out;
}

}  // namespace polemarch::calibration
