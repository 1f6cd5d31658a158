#include "vision/track/apparent_size.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

namespace {

constexpr double kEnoughShown = 0.8;   // of a print's pixels must show it for its size to count
constexpr double kMemory = 60;         // resting fits that the size of a print rests on
constexpr double kLengthStays = 0.66;  // part of a strip's lasting residual that its length takes
constexpr double kLiftedSds = 3;       // of a size on the move, from which a print may be carried
constexpr double kVaguelySds = 1.5;    // the same of a strip that fits badly
constexpr double kBadly = 1.5;         // times what plain strips leave over
constexpr double kEndsPull = 0.5;      // part of what a strip is too long by at its ends

}  // namespace

double rise_of(const Camera& camera, const Track& track, double larger) {
  const CameraPose& pose = camera.pose;
  const double depth =
      pose.rotation[6] * track.pose.x_mm + pose.rotation[7] * track.pose.y_mm + pose.rotation[8] * track.height_mm + pose.translation_mm[2];
  return larger / (1 + larger) * depth / std::max(0.2, std::abs(pose.rotation[8]));
}

void learn_size(Track& track, const PrintFit& fit, const Scatter& scatter) {
  if (fit.size_sd <= 0 || fit.share < kEnoughShown || is_border(track)) return;
  const double information = 1.0 / (fit.size_sd * fit.size_sd * std::max(1.0, scatter.place));
  // What of a strip's residuals stays in every frame is in its error; for squares the fit tells it.
  const double memory = track.own ? 1 / (1 / kMemory + kLengthStays * scatter.lasting_share()) : kMemory;
  track.size.information = std::min(track.size.information + information, memory * information);
  const double share = information / track.size.information;
  track.size.mean += share * (fit.size_change - track.size.mean);
  track.size.pulled += share * (fit.size_pulled - track.size.pulled);
}

std::array<double, 3> doubt_of_rise(const Camera& camera, const Track& track, double rise_mm) {
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  double x = 0, y = 0;
  if (!unproject(camera, at, track.height_mm + rise_mm, x, y)) return {};
  const double dx = x - track.pose.x_mm, dy = y - track.pose.y_mm;
  return {dx * dx, dx * dy, dy * dy};
}

void ask_whether_lifted(const Camera& camera, Track& track, const PrintFit& fit, const CommonSizes& sizes, const Noise& noise) {
  const bool undeclared = track.ground_undeclared;  // it may have hovered there
  if (is_border(track) || (track.ground_by_size && !undeclared)) return;
  if (fit.size_sd <= 0) return;  // not asked in this frame: what was said holds
  if (!undeclared) track.height_doubt = {};
  const CommonSize& common = sizes.of(track);
  if (!common.known || common.two_sheets) return;
  const double larger = fit.size_change - common.mean, scatter = track.own ? 1 : std::max(1.0, noise.squares().place);
  const double sd = std::sqrt(fit.size_sd * fit.size_sd * scatter + fit.size_pulled + common.finest * common.finest);
  // A strip that hangs in the air fits so badly that its length is vague; and what is too long at its ends pulls it any way.
  const bool badly = track.own && std::pow(fit.residual * fit.gain, 2) > kBadly * noise.own().plain_left;
  if ((undeclared ? std::abs(larger) : larger) < (badly ? kVaguelySds : kLiftedSds) * sd) return;
  track.height_doubt = doubt_of_rise(camera, track, rise_of(camera, track, larger));
  const double ends = track.own ? kEndsPull * larger * track.reach_mm() : 0;
  track.height_doubt[0] += ends * ends;
  track.height_doubt[2] += ends * ends;
}

}  // namespace polemarch::vision
