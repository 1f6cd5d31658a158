#pragma once
/// Building blocks of the catalogue's scenes. Pure.

#include "vision/capture/simulator/random.hpp"
#include "vision/capture/simulator/scenes.hpp"

namespace polemarch::vision::sim {

/// The picture and sensor of the request over an 1800 x 1200 mm table, nothing on it yet.
SceneSpec empty_table(std::string_view name, const SceneRequest& request);

/// Adds `count` bases at random places at least `gap_mm` apart (as far as there is room), the marker in the middle, 3 mm high.
void scatter_bases(SceneSpec& scene, const SceneRequest& request, int count, double gap_mm, Random& random);

/// Adds units as at a real table: bases of 60 x 30 mm with two ranks of miniatures and the marker on a tail tab behind, units of four in
/// line, facing up and down the table.
void muster(SceneSpec& scene, const SceneRequest& request, int count, Random& random);

/// Clutter: cards, dice, tapes, dowels at random places.
void strew(SceneSpec& scene, int cards, int dice, int tapes, int dowels, Random& random);

/// Sets the share of bases moving to and fro at `speed_mm_s` for the whole scene.
void set_moving(SceneSpec& scene, double share, double speed_mm_s, double seconds, Random& random);

/// A hand that comes in from a side, works at a place from `from_s` to `to_s`, and leaves.
Thing reaching_hand(double x_mm, double y_mm, Vec2 from, double from_s, double to_s, double width_mm = 90, double height_mm = 80);

/// What a scene is made of besides itself.
struct Making {
  const SceneRequest& request;
  double seconds;  ///< that it lasts at least
  Random& random;
};
using Maker = void (*)(SceneSpec&, Making&);

/// The catalogue's two halves; nothing for a name they do not know.
std::optional<SceneSpec> bench_scene(std::string_view name, const SceneRequest& request);
std::optional<SceneSpec> evening_scene(std::string_view name, const SceneRequest& request);

}  // namespace polemarch::vision::sim
