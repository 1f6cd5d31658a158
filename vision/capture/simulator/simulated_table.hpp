#pragma once
/// The simulated camera: a scene as a value in, frames and the exact truth out. A product feature (simulate, demo, sim: sources) and the
/// tests' source of pictures whose truth is known to rounding error.
///
/// Deterministic: the same scene gives the same bytes on the same OpenCV. Only what changed since the frame rendered last is painted
/// again, so streams are cheap. One object belongs to one thread. Frame n is taken at t = n / fps, the middle of its exposure.

#include <memory>
#include <vector>

#include "models/camera.hpp"
#include "models/detection.hpp"
#include "models/image.hpp"
#include "models/result.hpp"
#include "vision/capture/simulator/scene_spec.hpp"
#include "vision/prints/artwork.hpp"

namespace polemarch::vision {

/// Where a base really is in a frame. With a rolling shutter this is the instant at which its own rows were exposed.
struct BaseTruth {
  BaseId base;
  UnitId unit;
  MarkerId marker;
  double x_mm = 0, y_mm = 0, heading_deg = 0;  ///< centre of the footprint; heading in [0, 360)
  double height_mm = 0;                        ///< of the marker above the table
  double lift_mm = 0;                          ///< above the ground it would stand on
  bool present = true;                         ///< in the scene at all
  bool moving = false;                         ///< moves within a tenth of a second of this frame
  double visible = 1;                          ///< share of the black square (strip, ring) in the picture and under nothing, 0..1
  std::array<PixelPoint, 4> corners;           ///< of the print's bounding rectangle without its rim, in Detection's order
};

/// The same for a border marker.
struct BorderTruth {
  MarkerId marker;
  double visible = 1;
  std::array<PixelPoint, 4> corners;
};

struct Truth {
  int frame = 0;
  double t = 0;
  Camera camera;                    ///< as it stood for this frame
  std::vector<BaseTruth> bases;     ///< in the scene's order
  std::vector<BorderTruth> border;  ///< in the table's order
};

class SimulatedTable {
 public:
  explicit SimulatedTable(SceneSpec scene, MarkerArtwork artwork = marker_artwork);
  ~SimulatedTable();
  SimulatedTable(SimulatedTable&&) noexcept;
  SimulatedTable& operator=(SimulatedTable&&) noexcept;

  /// Frame number `frame`, any order; going forward is cheapest.
  Frame render(int frame);
  Truth truth(int frame) const;
  /// The camera at frame `frame`.
  Camera camera(int frame) const;
  const SceneSpec& scene() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// The camera a CameraSpec means for a table of this size, before any key or sagging.
Camera first_camera(const CameraSpec& spec, double table_width_mm, double table_depth_mm);

/// What cannot be rendered, as one line: unknown marker families or ids, sizes, a camera that does not see the table.
std::optional<InputError> flaw_in(const SceneSpec& scene, const MarkerArtwork& artwork = marker_artwork);

}  // namespace polemarch::vision
