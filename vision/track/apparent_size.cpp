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

}  // namespace

double rise_of(const Camera& camera, const Track& track, double larger) {
  const CameraPose& pose = camera.pose;
  const double depth = pose.rotation[6] * track.newest.pose.x_mm + pose.rotation[7] * track.newest.pose.y_mm +
                       pose.rotation[8] * track.standing.height_mm + pose.translation_mm[2];
  return larger / (1 + larger) * depth / std::max(0.2, std::abs(pose.rotation[8]));
}

std::array<double, 3> doubt_of_rise(const Camera& camera, const Track& track, double rise_mm) {
  const PixelPoint at = track.picture.at(track.newest.pose);
  double x = 0, y = 0;
  if (!unproject(camera, at, track.standing.height_mm + rise_mm, x, y)) return {};
  const double dx = x - track.newest.pose.x_mm, dy = y - track.newest.pose.y_mm;
  return {dx * dx, dx * dy, dy * dy};
}

void ask_whether_lifted(const Camera& camera, Track& track, const PrintFit& fit, const CommonSizes& sizes, const Noise& noise) {
  Standing& standing = track.standing;
  const bool undeclared = standing.undeclared;  // it may have hovered there
  if (is_border(track) || (standing.by_size && !undeclared)) return;
  if (fit.size_sd <= 0) return;  // not asked in this frame: what was said holds
  if (!undeclared) standing.doubt = {};
  const CommonSize& common = sizes.of(track);
  if (!common.known || common.two_sheets) return;
  const double larger = fit.size_change - common.mean, scatter = track.print.own ? 1 : std::max(1.0, noise.squares().place);
  const double sd = std::sqrt(fit.size_sd * fit.size_sd * scatter + fit.size_pulled + common.finest * common.finest);
  // A strip that hangs in the air fits so badly that its length is vague; and what is too long at its ends pulls it any way.
  const bool badly = track.print.own && std::pow(fit.residual * fit.gain, 2) > kBadly * noise.own().plain_left;
  if ((undeclared ? std::abs(larger) : larger) < (badly ? kVaguelySds : kLiftedSds) * sd) return;
  standing.doubt = doubt_of_rise(camera, track, rise_of(camera, track, larger));
  const double ends = track.print.own ? kEndsPull * larger * track.print.reach_mm() : 0;
  standing.doubt[0] += ends * ends;
  standing.doubt[2] += ends * ends;
}

}  // namespace polemarch::vision
