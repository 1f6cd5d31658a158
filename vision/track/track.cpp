#include "vision/track/track.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "vision/detect/squares/quad.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

namespace {
constexpr double kDeg = 180.0 / 3.14159265358979323846;
constexpr int kStrongDistance = 9;  // bits between two words of a family that bears a cover over some modules
}  // namespace

bool is_strip(const Track& track) { return track.own && track.pattern.height_mm < 0.5 * track.pattern.width_mm; }

void base_from_print(const MarkerMount& mount, const PrintPose& print, double& x_mm, double& y_mm, double& heading_deg) {
  const double heading = print.up_rad - mount.rotation_deg / kDeg;
  const double c = std::cos(heading), s = std::sin(heading);
  x_mm = print.x_mm - (c * mount.offset_x_mm - s * mount.offset_y_mm);
  y_mm = print.y_mm - (s * mount.offset_x_mm + c * mount.offset_y_mm);
  heading_deg = std::fmod(std::fmod(heading * kDeg, 360.0) + 360.0, 360.0);
}

PrintPose print_from_base(const MarkerMount& mount, double x_mm, double y_mm, double heading_deg) {
  const double h = heading_deg / kDeg, c = std::cos(h), s = std::sin(h);
  return {x_mm + c * mount.offset_x_mm - s * mount.offset_y_mm, y_mm + s * mount.offset_x_mm + c * mount.offset_y_mm,
          h + mount.rotation_deg / kDeg};
}

std::array<double, 9> base_covariance(const MarkerMount& mount, const PrintPose& print, const std::array<double, 9>& cov) {
  const double heading = print.up_rad - mount.rotation_deg / kDeg;
  const double c = std::cos(heading), s = std::sin(heading);
  // The base's centre swings about the marker when the heading is off.
  const double lx = s * mount.offset_x_mm + c * mount.offset_y_mm, ly = -(c * mount.offset_x_mm - s * mount.offset_y_mm);
  const double j[3][3] = {{1, 0, lx}, {0, 1, ly}, {0, 0, kDeg}};
  std::array<double, 9> out{};
  for (std::size_t a = 0; a < 3; ++a)
    for (std::size_t b = 0; b < 3; ++b)
      for (std::size_t k = 0; k < 3; ++k)
        for (std::size_t l = 0; l < 3; ++l) out[a * 3 + b] += j[a][k] * cov[k * 3 + l] * j[b][l];
  return out;
}

std::vector<std::array<double, 3>> calibration_loadings(const Camera& camera, const MarkerMount& mount, const PrintPose& print,
                                                        double height_mm) {
  std::vector<std::array<double, 3>> loadings;
  if (camera.factors.empty()) return loadings;
  const double arm = 10.0;  // mm along the print's up, to see the turn
  const double ux = std::cos(print.up_rad), uy = std::sin(print.up_rad);
  TableJacobian point[2];
  CameraJacobian lens[2];
  project(camera, print.x_mm, print.y_mm, height_mm, point[0], lens[0]);
  project(camera, print.x_mm + arm * ux, print.y_mm + arm * uy, height_mm, point[1], lens[1]);
  loadings.reserve(camera.factors.size());
  for (const auto& factor : camera.factors) {
    double shift[2][2];
    for (int p = 0; p < 2; ++p) {
      double du = 0, dv = 0;  // the pixel stays; the table point under it moves
      for (std::size_t k = 0; k < 15; ++k) {
        du += lens[p][0][k] * factor[k];
        dv += lens[p][1][k] * factor[k];
      }
      const auto& a = point[p];
      const double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
      shift[p][0] = -(du * a[1][1] - dv * a[0][1]) / det;
      shift[p][1] = -(a[0][0] * dv - a[1][0] * du) / det;
    }
    const double turn = (-(shift[1][0] - shift[0][0]) * uy + (shift[1][1] - shift[0][1]) * ux) / arm;
    const double heading = print.up_rad - mount.rotation_deg / kDeg;
    const double c = std::cos(heading), s = std::sin(heading);
    loadings.push_back({shift[0][0] + turn * (s * mount.offset_x_mm + c * mount.offset_y_mm),
                        shift[0][1] - turn * (c * mount.offset_x_mm - s * mount.offset_y_mm), turn * kDeg});
  }
  return loadings;
}

namespace {

/// The pixels agree so well, all of them, that the nearest other word would stand out by several times the residual. Needed where blur
/// leaves the middles of single modules uncertain.
bool sure_by_fit(const Track& track, const PrintFit& fit) {
  constexpr double kNearlyAll = 0.98, kPart = 0.4;
  if (fit.share < kNearlyAll || fit.under_field) return false;
  const Dictionary& d = *track.dictionary;
  const double modules = d.side + 4.0, contrast = 2 * track.print.pattern_spread;  // rim included; 1 when sharp
  return fit.residual < kPart * contrast * std::sqrt(d.min_distance) / modules;
}

}  // namespace

bool reads_as_own(const ImageView& gray, const Track& track, const LocalPlane& plane, const PrintFit& fit) {
  if (track.own) return fit.reads_own;
  if (track.dictionary == nullptr || sure_by_fit(track, fit)) return true;
  const Dictionary& d = *track.dictionary;
  const double module = track.pattern.module_mm;
  const double rx = std::sin(fit.pose.up_rad), ry = -std::cos(fit.pose.up_rad), ux = std::cos(fit.pose.up_rad),
               uy = std::sin(fit.pose.up_rad);
  const double middle = fit.black + 0.5 * fit.gain;
  std::uint64_t seen = 0;
  for (int r = 0; r < d.side; ++r) {
    for (int c = 0; c < d.side; ++c) {
      const double u = (c + 0.5 - 0.5 * d.side) * module, v = (0.5 * d.side - r - 0.5) * module;
      const PixelPoint p = plane.pixel(fit.pose.x_mm + u * rx + v * ux, fit.pose.y_mm + u * ry + v * uy);
      seen = (seen << 1U) | (sample(gray, p.x, p.y) > middle ? 1U : 0U);
    }
  }
  const auto own_index = static_cast<std::size_t>(track.spec.mount.marker.number);
  const std::uint64_t word = d.words[own_index].bits;
  const int own = std::popcount(seen ^ word), own_covered = misfit_under_cover(seen, word);
  bool nearest = true, nearest_covered = d.min_distance >= kStrongDistance && own_covered <= kMostUnderCover;
  for (std::size_t i = 0; i < d.words.size() && (nearest || nearest_covered); ++i) {
    if (i == own_index) continue;
    nearest = nearest && std::popcount(seen ^ d.words[i].bits) > own;
    nearest_covered = nearest_covered && misfit_under_cover(seen, d.words[i].bits) - own_covered >= kLeadUnderCover;
  }
  return nearest || nearest_covered;
}

namespace {
constexpr double kLeastPairs = 8;
constexpr double kMostScatter = 12;  // of a single fit: a shadow that crosses is no noise
}  // namespace

double Scatter::noise() const { return pairs < kLeastPairs ? 0 : std::sqrt(std::max(0.0, fresh)); }

double Scatter::usual_left() const { return std::max(std::sqrt(least_left), noise()); }

void Scatter::take_left(double left) {
  if (left > 0 && (least_left <= 0 || left * left < least_left)) least_left = left * left;
}

void Scatter::take_first(const PrintFit& fit) {
  constexpr double kGuess = 4;  // fits the guess of before counts as
  if (!(fit.scatter_place > 0) || !(fit.scatter_turn > 0)) return;
  const double share = 1.0 / (kGuess + ++first_fits + fits);
  place += share * (std::min(fit.scatter_place, kMostScatter) - place);
  turn += share * (std::min(fit.scatter_turn, kMostScatter) - turn);
}

double Scatter::lasting_share() const {
  constexpr double kUsual = 0.1, kUsualOfStrip = 0.3;  // before it is measured
  if (pairs < kLeastPairs || left_over <= 0) return plain_left > 0 ? kUsualOfStrip : kUsual;
  return std::clamp(1.0 - fresh / (plain_left > 0 ? plain_left : left_over), 0.01, 0.95);
}

bool take_into_rest(Track& track, const PrintFit& fit, const RestSettings& settings, Scatter& scatter) {
  constexpr double kMuchVaguer = 4;     // times the variance of those before
  constexpr double kStillOnItsWay = 3;  // standard deviations
  Rest& rest = track.rest;
  const bool whole = !fit.partly;
  if (rest.count > 0) {
    const double dx = fit.pose.x_mm - rest.mean.x_mm, dy = fit.pose.y_mm - rest.mean.y_mm;
    const double turn = std::remainder(fit.pose.up_rad - rest.mean.up_rad, 2 * 3.14159265358979323846);
    const double widen = 1.0 + 1.0 / rest.count;
    // The bias of a print that has not moved is alike in both fits, so most of it falls out of the difference.
    const auto pulled_apart = [&](std::size_t k) {
      return std::abs(fit.pulled[k] - rest.pulled[k]) + settings.pull_changes * (fit.pulled[k] + rest.pulled[k]);
    };
    const auto variance = [&](std::size_t k, double noise) { return noise * widen * fit.cov[k] + pulled_apart(k); };
    const double sd = std::sqrt(std::max(variance(0, scatter.place), variance(4, scatter.place)) + rest.camera_mm2);
    const double sd_turn = std::sqrt(variance(8, scatter.turn));
    const double off = std::hypot(dx, dy);
    const bool moved = (off > settings.moved_sds * sd && off > settings.least_move_mm) ||
                       (std::abs(turn) > settings.moved_sds * sd_turn && std::abs(turn) * kDeg > settings.least_move_deg);
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
        const double share = std::max(settings.scatter_learning, 1.0 / (30.0 + scatter.fits++));  // quick at first
        scatter.place = std::clamp(scatter.place + share * (std::min(place, kMostScatter) - scatter.place), 0.1, 20.0);
        scatter.turn = std::clamp(scatter.turn + share * (std::min(around, kMostScatter) - scatter.turn), 0.1, 20.0);
      }
      rest.count = std::min(rest.count + 1, settings.most_averaged);
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
