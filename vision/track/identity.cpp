#include "vision/track/identity.hpp"

#include <bit>
#include <cmath>

#include "vision/detect/squares/quad.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

namespace {

constexpr int kStrongDistance = 9;  // bits between two words of a family that bears a cover over some modules

/// The pixels agree so well, all of them, that the nearest other word would stand out by several times the residual. Needed where blur
/// leaves the middles of single modules uncertain.
bool sure_by_fit(const Track& track, const PrintFit& fit) {
  constexpr double kNearlyAll = 0.98, kPart = 0.4;
  if (fit.share < kNearlyAll || fit.under_field) return false;
  const Dictionary& d = *track.print.dictionary;
  const double modules = d.side + 4.0, contrast = 2 * track.print.shown.pattern_spread;  // rim included; 1 when sharp
  return fit.residual < kPart * contrast * std::sqrt(d.min_distance) / modules;
}

}  // namespace

bool reads_as_own(const ImageView& gray, const Track& track, const LocalPlane& plane, const PrintFit& fit) {
  if (track.print.own) return fit.reads_own;
  if (track.print.dictionary == nullptr || sure_by_fit(track, fit)) return true;
  const Dictionary& d = *track.print.dictionary;
  const double module = track.print.pattern.module_mm;
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
  const std::uint64_t word = d.words[own_index];
  const int own = std::popcount(seen ^ word), own_covered = misfit_under_cover(seen, word);
  bool nearest = true, nearest_covered = d.min_distance >= kStrongDistance && own_covered <= kMostUnderCover;
  for (std::size_t i = 0; i < d.words.size() && (nearest || nearest_covered); ++i) {
    if (i == own_index) continue;
    nearest = nearest && std::popcount(seen ^ d.words[i]) > own;
    nearest_covered = nearest_covered && misfit_under_cover(seen, d.words[i]) - own_covered >= kLeadUnderCover;
  }
  return nearest || nearest_covered;
}

}  // namespace polemarch::vision
