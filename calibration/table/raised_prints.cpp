#include "calibration/table/raised_prints.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "calibration/table/border_match.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kRaisedMm = 8;  // lower ones tell the prints' scale rather than the distance
constexpr std::size_t kLeastRaised = 4;
constexpr double kOpenShare = 0.2;  // of the focal length; what is believed of it without looking is no worse
constexpr double kCauchy = 2.4;     // standard deviations
// By how much prints of one sheet differ in size, and what a soft picture leaves open of each, px a corner. What they share is their
// scale's.
constexpr double kSheetSpread = 0.001, kSoftPx = 0.01;

struct PlanePlace {
  double x = 0, y = 0;
};

/// How much larger than its true size a print looks through the registered camera, as a logarithm, and how that depends on the distance.
struct Size {
  double log_ratio = 0, variance = 0;
  double nearer = 0;  ///< share of its distance that its height takes away
};

std::optional<Size> size_of(const Camera& camera, const RaisedPrint& print) {
  if (print.covariance.size() != 64) return std::nullopt;
  std::array<PlanePlace, 4> place{};
  PlanePlace middle;
  for (std::size_t k = 0; k < 4; ++k) {
    if (!vision::unproject(camera, print.corners[k], print.z_mm, place[k].x, place[k].y)) return std::nullopt;
    middle.x += place[k].x / 4;
    middle.y += place[k].y / 4;
  }
  double squares = 0;
  for (PlanePlace& p : place) {
    p.x -= middle.x;
    p.y -= middle.y;
    squares += p.x * p.x + p.y * p.y;
  }
  Size out;
  out.log_ratio = 0.5 * std::log(squares / 2) - std::log(print.size_mm);
  // How the logarithm goes with each corner's pixels: through the plane, at the print's middle.
  vision::TableJacobian by_point{};
  vision::project(camera, middle.x, middle.y, print.z_mm, by_point);
  const double det = by_point[0][0] * by_point[1][1] - by_point[0][1] * by_point[1][0];
  std::array<double, 8> slope{}, outward{};
  const PixelPoint centre = centre_of(BorderSighting{{}, print.corners, {}});
  double outward_squares = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    slope[2 * k] = (by_point[1][1] * place[k].x - by_point[1][0] * place[k].y) / det / squares;
    slope[2 * k + 1] = (by_point[0][0] * place[k].y - by_point[0][1] * place[k].x) / det / squares;
    outward[2 * k] = print.corners[k].x - centre.x;
    outward[2 * k + 1] = print.corners[k].y - centre.y;
    outward_squares += (outward[2 * k] * outward[2 * k] + outward[2 * k + 1] * outward[2 * k + 1]) / 8;
  }
  double doubtful = 0;
  for (std::size_t a = 0; a < 8; ++a) {
    doubtful += slope[a] * outward[a];
    for (std::size_t b = 0; b < 8; ++b) out.variance += slope[a] * slope[b] * print.covariance[8 * a + b];
  }
  out.variance += kSheetSpread * kSheetSpread + kSoftPx * kSoftPx * doubtful * doubtful / outward_squares;
  const auto& r = camera.pose.rotation;
  const double depth = r[6] * middle.x + r[7] * middle.y + r[8] * print.z_mm + camera.pose.translation_mm[2];
  out.nearer = -r[8] * print.z_mm / depth;
  return out;
}

}  // namespace

std::optional<FocalEstimate> focal_from_prints(const Camera& camera, const std::vector<RaisedPrint>& prints, double print_scale_sd) {
  std::vector<Size> sizes;
  std::size_t raised = 0;
  for (const RaisedPrint& print : prints) {
    const auto size = size_of(camera, print);
    if (!size) continue;
    sizes.push_back(*size);
    raised += print.z_mm > kRaisedMm ? 1 : 0;
  }
  if (raised < kLeastRaised) return std::nullopt;
  // A camera whose focal length is 1 / (1 - g) times this one's stands as much farther off; a print then looks larger than through this
  // one by 1 / (1 + nearer g). Unknown: the prints' scale (logarithm) and g.
  double scale = 0, g = 0, excess = 1, variance = 0;
  for (int round = 0; round < 20; ++round) {
    double ss = 1 / (print_scale_sd * print_scale_sd), sg = 0, gg = 0, s = -scale * ss, t = 0, off_squares = 0, counted = 0;
    for (const Size& size : sizes) {
      const double far = 1 + size.nearer * g;
      if (!(far > 0)) return std::nullopt;
      const double off = size.log_ratio - (scale - std::log(far)), by_g = -size.nearer / far;
      const double strange = off * off / (size.variance * excess), weight = 1 / (1 + strange / (kCauchy * kCauchy));
      const double w = weight / size.variance;
      ss += w;
      sg += w * by_g;
      gg += w * by_g * by_g;
      s += w * off;
      t += w * by_g * off;
      off_squares += w * off * off;
      counted += weight;
    }
    const double det = ss * gg - sg * sg;
    if (!(det > 1e-12 * ss * gg)) return std::nullopt;
    scale += (gg * s - sg * t) / det;
    g = std::clamp(g + (ss * t - sg * s) / det, -1.0, 0.6);
    excess = std::max(1.0, off_squares / std::max(1.0, counted - 2));
    variance = excess * ss / det;
  }
  const double longer = 1 / (1 - g), focal = std::sqrt(camera.lens.fx * camera.lens.fy);
  const FocalEstimate out{focal * longer, focal * longer * longer * std::sqrt(variance)};
  if (!(out.sd_px < kOpenShare * out.focal_px)) return std::nullopt;
  return out;
}

}  // namespace polemarch::calibration
