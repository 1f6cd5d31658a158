#pragma once
/// The eye: frames in, table out. Joins what vision and calibration do: finds the border markers, registers the table, follows the
/// bases, and keeps the registration while the boom sags or somebody bumps it. One per source, one thread, no clock.

#include <memory>
#include <optional>
#include <vector>

#include "calibration/table/registration.hpp"
#include "calibration/table/table_keeper.hpp"
#include "models/camera.hpp"
#include "models/footprint.hpp"
#include "models/image.hpp"
#include "models/table.hpp"
#include "models/table_state.hpp"
#include "vision/track/tracker.hpp"

namespace polemarch::assistant {

struct EyeSettings {
  vision::TrackSettings track;
  calibration::RegistrationSettings registration;
  double border_every_s = 0.25;  ///< how often the border is checked while nothing seems to move: as long a slow boom goes unnoticed; less
                                 ///< costs a fit of every border marker oftener. A border marker that is seen to move is checked at once
  double read_again_after_s = 0.7;  ///< of doubt that the keeper could not end: the border is read anew from the whole picture
  int looks = 12;             ///< at a border at rest, averaged a second or two after the first registration; 1: the first look counts
  int markers_per_frame = 4;  ///< read for that in a frame; more is sooner done and costs about half a millisecond each
  bool trust_camera = false;  ///< the camera given is already registered to this table (simulated truth): do not look for the border
};

class TableEye {
 public:
  /// `camera`: a camera.json (lens; pose not used unless trust_camera). Without it the lens is fitted along.
  TableEye(Table table, std::vector<BaseSpec> bases, std::optional<Camera> camera = std::nullopt, EyeSettings settings = {});
  ~TableEye();

  /// The state after this frame. While the table is not found: registered = false, a notice says why.
  const TableState& see(const Frame& frame);
  /// The camera the last state was measured with; null while the table is not found.
  const Camera* camera() const;
  /// The last registration; null while there is none, or where the camera was trusted.
  const calibration::Registration* registration() const;
  /// Forgets the registration; the next frame finds the table anew.
  void recalibrate();
  /// From the next frame on these are the bases; the registration stays. Those that were seen count as hidden until they are found again,
  /// two or three frames later.
  void declare(std::vector<BaseSpec> bases);
  /// Markers on the table that no base bears (settings.track.follow_unknown), each as it is followed.
  std::vector<BaseSpec> undeclared() const;
  const vision::TrackCounts& counts() const;
  /// The marker size of a base that was not declared; 25 mm when there is no such base.
  Length loose_size(const BaseId& base) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace polemarch::assistant
