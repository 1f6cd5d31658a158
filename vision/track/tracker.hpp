#pragma once
/// From frames to the table's state: where every marked base stands, how sure that is, and whether it is seen, hidden or gone.
///
/// A frame costs one pass over its pixels (change map); only bases whose pixels changed are fitted again, the rest keep their averaged
/// pose. New pieces are read only where the picture changed and came to rest. Table frame, mm and degrees. Keeps its own state; no
/// clock, file or thread.

#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "models/camera.hpp"
#include "models/detection.hpp"
#include "models/footprint.hpp"
#include "models/image.hpp"
#include "models/table.hpp"
#include "models/table_state.hpp"
#include "vision/track/budget.hpp"
#include "vision/track/settings.hpp"

namespace polemarch::vision {

/// A border marker as followed: fitted on the declared height with the present camera, its corners back in the picture.
struct BorderSeen {
  MarkerId marker;
  bool seen = false;
  double x_mm = 0, y_mm = 0;            ///< where the present camera puts its centre
  std::array<PixelPoint, 4> corners{};  ///< pixels, OpenCV's order
  double contrast = 0;                  ///< grey levels from ink to paper, its blur taken off
};

class Tracker {
 public:
  /// `camera` is registered to the table. `bases` may be empty: then every marker of settings.loose_family that is no border marker is
  /// a base named by its number, lying on the table's plane with its centre and up as the base's centre and front.
  /// Families that cannot be read or printed are left out and named by a notice.
  Tracker(Camera camera, Table table, std::vector<BaseSpec> bases, TrackSettings settings = {});
  ~Tracker();
  Tracker(Tracker&&) noexcept;
  Tracker& operator=(Tracker&&) noexcept;

  /// Takes the next frame (grey) and returns the state after it. Frames must not go back in time; any may be left out.
  const TableState& update(const Frame& frame);

  /// update() in two halves, for somebody who registers the table between them: the border markers first (border() tells where this
  /// frame shows them), then the bases.
  void follow_border(const Frame& frame);
  /// Between the halves: those too whose pixels changed too little to be looked at. What is then known of the border is of this frame.
  void follow_whole_border(const Frame& frame);
  /// Between the halves: this very frame was taken with this camera, its pose known to `sd_mm` on the table. Bases still lie where they
  /// lay on the table; border markers show where they were just seen in the picture.
  void camera_is_now(const Camera& camera, double sd_mm);
  const TableState& follow_bases(const Frame& frame);

  /// The camera was registered anew (bumped, sagging, a better fit): poses are found again from the same pixels.
  void set_camera(const Camera& camera);

  /// The border was registered anew along with the camera: where it lies now is where it lies, and a doubt ends.
  void border_is_home();
  /// The table seems to creep: the border markers are fitted in each of the next frames, whether their pixels changed or not.
  void watch_border(int frames);

  const TableState& state() const;
  /// The table's border markers, followed like bases (settings.follow_border). In the table's order.
  std::vector<BorderSeen> border() const;
  const TrackCounts& counts() const;
  /// Markers on the table that no declared base bears, each as it is followed: its family, number and size.
  std::vector<BaseSpec> undeclared() const;
  /// The size its marker is followed with.
  std::optional<double> marker_size_mm(const BaseId& base) const;
  /// Measured noise factors (variance) of place and turn, for the health page.
  double place_scatter() const;
  double turn_scatter() const;
  /// Measured share of a fit's residual that is the same in every frame and averages never remove.
  double lasting_share() const;
  /// Bytes held over the frame itself.
  std::size_t memory_bytes() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace polemarch::vision
