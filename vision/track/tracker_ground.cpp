// What a print's size says of its height: the declared ground it is read on, how its size is learnt, and whether a print on the move
// hangs in the air. What follows for a base at rest is in tracker_undeclared.cpp.
#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker_inside.hpp"

namespace polemarch::vision {

namespace {

constexpr double kHighest = 400;         // mm; beyond that it is no ground but somebody's hand
constexpr double kPlainlyLarger = 0.03;  // by its corners alone; less the fit bears, and tells better
constexpr double kMost = 0.8;            // of a print's pixels must show it for its size to count
constexpr double kMemory = 60;           // resting fits that the size of a print rests on
constexpr double kLengthStays = 0.66;    // as RestSettings::lasting_spread, of a strip's length
constexpr double kLiftedSds = 3;         // of a size on the move, from which a print may be carried
constexpr double kVaguelySds = 1.5;      // the same of a strip that fits badly
constexpr double kBadly = 1.5;           // times what plain strips leave over
constexpr double kEndsPull = 0.5;        // part of what a strip is too long by at its ends

}  // namespace

void Tracker::Inside::stand_on_declared_ground(Track& track) {
  track.ground_mm = -1;
  track.ground_undeclared = track.ground_rough = track.ground_by_size = false;
  track.height_doubt = {};
  track.size = {};
}

/// How much nearer to the camera than its plane a print lies that looks larger by `larger`, mm along the table's up.
double Tracker::Inside::rise_of(const Track& track, double larger) const {
  const CameraPose& pose = camera.pose;
  const double depth =
      pose.rotation[6] * track.pose.x_mm + pose.rotation[7] * track.pose.y_mm + pose.rotation[8] * track.height_mm + pose.translation_mm[2];
  return larger / (1 + larger) * depth / std::max(0.2, std::abs(pose.rotation[8]));
}

/// Mean length of a marker's sides on the plane at `height_mm`, by its corners; none where it is not in view.
std::optional<double> Tracker::Inside::side_of(const Detection& d, double height_mm) const {
  double perimeter = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    double x0 = 0, y0 = 0, x1 = 0, y1 = 0;
    if (!unproject(camera, d.corners[k], height_mm, x0, y0) || !unproject(camera, d.corners[(k + 1) % 4], height_mm, x1, y1))
      return std::nullopt;
    perimeter += std::hypot(x1 - x0, y1 - y0);
  }
  return perimeter / 4;
}

/// Share by which a marker is larger than declared on the plane at `height_mm`; a large number where it is not in view.
double Tracker::Inside::looks_larger(const Track& track, const Detection& d, double height_mm) const {
  const auto side = side_of(d, height_mm);
  return side ? *side / track.spec.mount.size_mm - 1 : 1e9;
}

/// The declared grounds that a marker just read may stand on, the likeliest by its size first: near an edge the place alone misleads.
std::vector<double> Tracker::Inside::other_grounds(const Track& track, const Detection& d) const {
  std::vector<double> grounds;
  if (track.own || is_border(track) || table.terrain.empty()) return grounds;
  const double mount = track.spec.mount.height_mm;
  const auto add = [&](double ground) {
    bool visible = false;
    const PrintPose pose = pose_of(d, ground + mount, visible);
    double x = 0, y = 0, heading = 0;
    base_from_print(track.spec.mount, pose, x, y, heading);
    if (visible && ground_may_be(ground, x, y) && std::find(grounds.begin(), grounds.end(), ground) == grounds.end())
      grounds.push_back(ground);
  };
  add(0);
  for (const TerrainPiece& piece : table.terrain) add(piece.height.mm());
  std::stable_sort(grounds.begin(), grounds.end(), [&](double a, double b) {
    return std::abs(looks_larger(track, d, a + mount)) < std::abs(looks_larger(track, d, b + mount));
  });
  return grounds;
}

/// A marker that was read but does not fit where it would lie on declared ground: `pose` on the ground that its corners' distances tell.
/// False when they tell none higher.
bool Tracker::Inside::guess_ground(Track& track, const Detection& d, PrintPose& pose) {
  if (track.own || is_border(track)) return false;
  stand_on_declared_ground(track);
  const double mount = track.spec.mount.height_mm, larger = looks_larger(track, d, mount);
  bool visible = false;
  track.pose = pose_of(d, mount, visible);
  track.height_mm = mount;
  if (!visible || larger < kPlainlyLarger || larger > 1) return false;
  const double rise = rise_of(track, larger);
  if (rise > kHighest) return false;
  track.ground_mm = rise;
  track.ground_undeclared = track.ground_rough = track.ground_by_size = true;
  pose = pose_of(d, mount + rise, visible);
  return visible;
}

void Tracker::Inside::learn_size(Track& track, const PrintFit& fit) {
  if (fit.size_sd <= 0 || fit.share < kMost || is_border(track)) return;
  const Scatter& scatters = scatter_of(track);
  const double information = 1.0 / (fit.size_sd * fit.size_sd * std::max(1.0, scatters.place));
  // What of a strip's residuals stays in every frame is in its error; for squares the fit tells it.
  const double memory = track.own ? 1 / (1 / kMemory + kLengthStays * scatters.lasting_share()) : kMemory;
  track.size.information = std::min(track.size.information + information, memory * information);
  const double share = information / track.size.information;
  track.size.mean += share * (fit.size_change - track.size.mean);
  track.size.pulled += share * (fit.size_pulled - track.size.pulled);
}

/// Mean square of where the print would lie, were it `rise_mm` higher, about where it lies now.
std::array<double, 3> Tracker::Inside::doubt_of_rise(const Track& track, double rise_mm) const {
  const PixelPoint at = track.plane->pixel(track.pose.x_mm, track.pose.y_mm);
  double x = 0, y = 0;
  if (!unproject(camera, at, track.height_mm + rise_mm, x, y)) return {};
  const double dx = x - track.pose.x_mm, dy = y - track.pose.y_mm;
  return {dx * dx, dx * dy, dy * dy};
}

/// A hand that moves a base may carry it: a print on the move that looks larger than those at rest is nearer to the camera by nobody knows
/// how much, and its place in doubt by as much.
void Tracker::Inside::ask_whether_lifted(Track& track, const PrintFit& fit) const {
  const bool undeclared = track.ground_undeclared;  // it may have hovered there
  if (is_border(track) || (track.ground_by_size && !undeclared)) return;
  if (fit.size_sd <= 0) return;  // not asked in this frame: what was said holds
  if (!undeclared) track.height_doubt = {};
  const CommonSize& common = track.own ? common_strip_size : common_size;
  if (!common.known || common.two_sheets) return;
  const double larger = fit.size_change - common.mean, noise = track.own ? 1 : std::max(1.0, scatter.place);
  const double sd = std::sqrt(fit.size_sd * fit.size_sd * noise + fit.size_pulled + common.finest * common.finest);
  // A strip that hangs in the air fits so badly that its length is vague; and what is too long at its ends pulls it any way.
  const bool badly = track.own && std::pow(fit.residual * fit.gain, 2) > kBadly * own_scatter.plain_left;
  if ((undeclared ? std::abs(larger) : larger) < (badly ? kVaguelySds : kLiftedSds) * sd) return;
  track.height_doubt = doubt_of_rise(track, rise_of(track, larger));
  const double ends = track.own ? kEndsPull * larger * track.reach_mm() : 0;
  track.height_doubt[0] += ends * ends;
  track.height_doubt[2] += ends * ends;
}

}  // namespace polemarch::vision
