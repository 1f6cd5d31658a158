#include "vision/track/first_ground.hpp"

#include <algorithm>
#include <cmath>

#include "vision/track/apparent_size.hpp"
#include "vision/track/followed/mount.hpp"
#include "vision/track/ground.hpp"
#include "vision/track/on_plane.hpp"

namespace polemarch::vision {

namespace {

constexpr double kHighest = 400;         // mm; beyond that it is no ground but somebody's hand
constexpr double kPlainlyLarger = 0.03;  // by its corners alone; less the fit bears, and tells better

/// Share by which a marker is larger than declared on the plane at `height_mm`; a large number where it is not in view.
double looks_larger(const Camera& camera, const Track& track, const Detection& d, double height_mm) {
  const auto side = side_on_plane(camera, d, height_mm);
  return side ? *side / track.spec.mount.size_mm - 1 : 1e9;
}

}  // namespace

std::vector<double> other_grounds(const Known& known, const Track& track, const Detection& d) {
  const Table& table = known.table;
  std::vector<double> grounds;
  if (track.print.own || is_border(track) || table.terrain.empty()) return grounds;
  const double mount = track.spec.mount.height_mm;
  const auto add = [&](double ground) {
    bool visible = false;
    const PrintPose pose = pose_on_plane(known.camera, d, ground + mount, visible);
    double x = 0, y = 0, heading = 0;
    base_from_print(track.spec.mount, pose, x, y, heading);
    if (visible && ground_may_be(table, ground, x, y) && std::find(grounds.begin(), grounds.end(), ground) == grounds.end())
      grounds.push_back(ground);
  };
  add(0);
  for (const TerrainPiece& piece : table.terrain) add(piece.height.mm());
  std::stable_sort(grounds.begin(), grounds.end(), [&](double a, double b) {
    return std::abs(looks_larger(known.camera, track, d, a + mount)) < std::abs(looks_larger(known.camera, track, d, b + mount));
  });
  return grounds;
}

bool guess_ground(const Camera& camera, Track& track, const Detection& d, PrintPose& pose) {
  if (track.print.own || is_border(track)) return false;
  track.standing.forget_ground();
  const double mount = track.spec.mount.height_mm, larger = looks_larger(camera, track, d, mount);
  bool visible = false;
  track.newest.pose = pose_on_plane(camera, d, mount, visible);
  track.standing.height_mm = mount;
  if (!visible || larger < kPlainlyLarger || larger > 1) return false;
  const double rise = rise_of(camera, track, larger);
  if (rise > kHighest) return false;
  track.standing.lift_to(rise, true);
  pose = pose_on_plane(camera, d, mount + rise, visible);
  return visible;
}

}  // namespace polemarch::vision
