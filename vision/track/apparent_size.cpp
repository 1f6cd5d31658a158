#include "vision/track/apparent_size.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

namespace {

constexpr double kLiftedSds = 3;     // of a size on the move, from which a print may be carried
constexpr double kVaguelySds = 1.5;  // the same of a strip that fits badly
constexpr double kBadly = 1.5;       // times what plain strips leave over
constexpr double kEndsPull = 0.5;    // part of what a strip is too long by at its ends

constexpr double kProbeMm = 5;  // half a stretch whose length is asked for

/// Logarithm of how many pixels a print's length takes whose middle shows at `at`: a square's on both sides, a strip's along it.
double looks_long(const Camera& camera, const Track& track, PixelPoint at) {
  double x = 0, y = 0, out = 0;
  const double z = track.standing.height_mm;
  if (!unproject(camera, at, z, x, y)) return 0;
  const double dx = kProbeMm * std::sin(track.newest.pose.up_rad), dy = -kProbeMm * std::cos(track.newest.pose.up_rad);
  const auto length = [&](double ax, double ay) {
    const PixelPoint a = project(camera, x - ax, y - ay, z), b = project(camera, x + ax, y + ay, z);
    return std::log(std::max(1e-9, std::hypot(b.x - a.x, b.y - a.y)));
  };
  out = length(dx, dy);
  return track.print.own ? out : 0.5 * (out + length(-dy, dx));
}

/// Root of the sum of squares of what each of the camera's factors does to `looks` of it.
template <typename Looks>
double sd_by_factors(const Camera& camera, const Looks& looks) {
  const Camera bare{.lens = camera.lens, .pose = camera.pose, .factors = {}};
  const double now = looks(bare);
  double variance = 0;
  for (const auto& factor : camera.factors) {
    const double change = looks(stepped(bare, factor)) - now;
    variance += change * change;
  }
  return std::sqrt(variance);
}

}  // namespace

double rise_of(const Camera& camera, const Track& track, double larger) {
  const CameraPose& pose = camera.pose;
  const double depth = pose.rotation[6] * track.newest.pose.x_mm + pose.rotation[7] * track.newest.pose.y_mm +
                       pose.rotation[8] * track.standing.height_mm + pose.translation_mm[2];
  return larger / (1 + larger) * depth / std::max(0.2, std::abs(pose.rotation[8]));
}

double size_sd_by_camera(const Camera& camera, const Track& track) {
  const PixelPoint at = track.picture.at(track.newest.pose);
  return sd_by_factors(camera, [&](const Camera& other) { return looks_long(other, track, at); });
}

double size_sd_by_camera(const Camera& camera, const Track& track, double x_mm, double y_mm) {
  const PixelPoint at = track.picture.at(track.newest.pose), there = project(camera, x_mm, y_mm, track.standing.height_mm);
  return sd_by_factors(camera, [&](const Camera& other) { return looks_long(other, track, at) - looks_long(other, track, there); });
}

std::array<double, 3> doubt_of_rise(const Camera& camera, const Track& track, double rise_mm) {
  const PixelPoint at = track.picture.at(track.newest.pose);
  double x = 0, y = 0;
  if (!unproject(camera, at, track.standing.height_mm + rise_mm, x, y)) return {};
  const double dx = x - track.newest.pose.x_mm, dy = y - track.newest.pose.y_mm;
  return {dx * dx, dx * dy, dy * dy};
}

std::array<double, 3> doubt_of_size(const Camera& camera, const Track& track, double larger) {
  std::array<double, 3> doubt = doubt_of_rise(camera, track, rise_of(camera, track, larger));
  const double ends = track.print.own ? kEndsPull * larger * track.print.reach_mm() : 0;
  doubt[0] += ends * ends;
  doubt[2] += ends * ends;
  return doubt;
}

void ask_whether_lifted(const Camera& camera, Track& track, const PrintFit& fit, const CommonSizes& sizes, const Noise& noise) {
  Standing& standing = track.standing;
  const bool undeclared = standing.undeclared;  // it may have hovered there
  if (is_border(track) || (standing.by_size && !undeclared)) return;
  if (fit.size_sd <= 0) return;  // not asked in this frame: what was said holds
  if (!undeclared) standing.doubt = {};
  const CommonSize& common = sizes.of(track);
  const bool alone = !common.known || common.two_sheets;  // nothing but what is declared to compare it with
  if (alone && track.undeclared) return;
  const double larger = alone ? sizes.declared(track).larger(fit.size_change) : fit.size_change - common.mean;
  const double scatter = track.print.own ? 1 : std::max(1.0, noise.squares().place), spread = alone ? kPrintersSpread : common.finest;
  const double sd = std::sqrt(fit.size_sd * fit.size_sd * scatter + fit.size_pulled + spread * spread);
  // A strip that hangs in the air fits so badly that its length is vague; and what is too long at its ends pulls it any way.
  const bool badly = track.print.own && std::pow(fit.residual * fit.gain, 2) > kBadly * noise.own().plain_left;
  if ((undeclared ? std::abs(larger) : larger) < (badly ? kVaguelySds : kLiftedSds) * sd) return;
  standing.doubt = doubt_of_size(camera, track, larger);
}

}  // namespace polemarch::vision
