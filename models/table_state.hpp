#pragma once
/// What the camera says about the table at one instant: every base with its measured pose, error and how it was come by. Pure.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch {

enum class Seen {
  Seen,    ///< in this frame, or still under a closed change gate
  Hidden,  ///< a hand, a sleeve, a tree over it: last pose kept, error widened
  Gone,    ///< lifted or removed
};
constexpr std::string_view name_of(Seen seen) {
  switch (seen) {
    case Seen::Seen:
      return "seen";
    case Seen::Hidden:
      return "hidden";
    case Seen::Gone:
      return "gone";
  }
  return "?";
}

/// One base as observed. Doubles here; rounded to MeasuredPose when it enters a command.
struct ObservedBase {
  BaseId base;
  UnitId unit;  ///< empty when the marker belongs to no declared unit
  MarkerId marker;
  double x_mm = 0, y_mm = 0, heading_deg = 0;  ///< table frame, centre of the footprint
  std::array<double, 9> own_cov{};             ///< row-major (x mm, y mm, heading deg), noise of this base alone
  std::vector<std::array<double, 3>> shared;   ///< calibration loadings (mm, mm, deg) per unit-variance factor, see PoseError
  double height_mm = 0;                        ///< of the marker above the table, declared, from terrain or fitted
  bool height_fitted = false;
  Seen state = Seen::Gone;
  bool settled = false;      ///< stands still
  double settled_since = 0;  ///< t of the frame in which it came to rest
  std::vector<Point> path;   ///< where it was carried since it last stood still, oldest first
};

/// Something the tracker wants said, in plain words; `key` is stable so that it is said once.
struct TableNotice {
  std::string key;   ///< e.g. "doubled:17", "unknown:203", "bumped", "source_stalled"
  std::string text;  ///< short plain English
};

struct TableState {
  std::int64_t frame = 0;
  double t = 0;
  bool registered = false;            ///< the table frame is known in this frame
  std::vector<MarkerId> border_seen;  ///< border markers in view, in no order
  std::vector<ObservedBase> bases;    ///< sorted by base id
  std::vector<TableNotice> notices;
};

/// Rounds an observation to the engine's integers.
MeasuredPose measured_pose(const ObservedBase& base);

}  // namespace polemarch
