#pragma once
/// Keeps the table registered while it is played on: fed the border markers of every frame, it follows a sagging boom, goes along with a
/// swinging one frame by frame, notices a bump when it rests elsewhere, names a single marker that moved, and holds the last pose with a
/// growing error when fewer than three are in sight. Border places stay as registered; the pose moves, and the lens (focal length, k1)
/// only when the markers no longer fit by moving the camera alone: a zoom, a focus that hunts. Time comes in with the frames; no clock.
/// Pure.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

enum class BorderUnknowns;

enum class HealthGrade { Good, Watch, Redo };

/// How well the calibration still fits.
struct TableHealth {
  HealthGrade grade = HealthGrade::Good;
  double residual_ratio = 1;  ///< corner residuals now over those at registration, smoothed
  double moved_mm = 0;        ///< the table's greatest move in the picture since registration, bumps included
  double unseen_s = 0;        ///< since three markers were last in sight
  std::string text;           ///< one plain sentence
};

/// What one frame brought.
struct KeeperReport {
  bool camera_changed = false;  ///< the camera below is a new one: refit what stands still
  bool lens_changed = false;    ///< focal length and k1 were fitted again: a full registration knows more
  bool bumped = false;          ///< it changed by a bump: show ghosts
  bool unsteady = false;        ///< the border moves right now: the camera below is this frame's own, or (unchanged) nobody's
  bool creeping = false;        ///< it changed by less than a bump, but by more than chance: look at every frame
  bool held = false;            ///< fewer than three markers in sight: the last pose, error growing
  int border_seen = 0;
  double sd_mm = 0;                  ///< of the new camera's pose from one frame to the next, at the worst table corner
  double shift_mm = 0;               ///< how far this frame's own pose is from the one given out, at the worst table corner
  std::vector<TableNotice> notices;  ///< each key once until it changes
};

class TableKeeper {
 public:
  TableKeeper(Registration registration, const Table& table);

  /// One frame's border markers, `t` in seconds (never running back).
  KeeperReport observe(double t, const std::vector<BorderSighting>& seen);

  /// The camera to measure with now; factors include the growth while held.
  const Camera& camera() const { return shown_; }
  TableHealth health() const;

 private:
  struct Fit;
  std::optional<Fit> fit(const std::vector<BorderSighting>& seen, const Camera& start, BorderUnknowns what) const;
  std::optional<Fit> better_lens(const std::vector<BorderSighting>& seen, const Fit& fit) const;
  bool sure(const Fit& fit) const;
  void take_lens(const Fit& with_lens, Fit& fit, KeeperReport& report);
  void say_zoom(bool fitted_badly, KeeperReport& report);
  void swing(const std::vector<BorderSighting>& seen, Fit& fit, KeeperReport& report);
  double shift_between(const Camera& a, const Camera& b) const;
  void publish(const Fit& fit, const Camera& camera, double share);
  void start_from(const Fit& fit);
  void hold(double t, KeeperReport& report);
  void follow(const std::vector<BorderSighting>& seen, Fit& fit, double dt, KeeperReport& report);
  void name_strays(const Fit& fit, KeeperReport& report);

  Registration registration_;
  std::map<int, FittedMarker> markers_;
  double width_mm_, depth_mm_;
  Camera shown_, smooth_, bump_candidate_;
  Camera rested_;                                                    ///< as it last rested: a lens is believed to be near this one's
  bool swings_ = false, swing_zoomed_ = false, swing_poor_ = false;  ///< poor: without another lens
  int bump_count_ = 0, unfit_frames_ = 0;
  int averaged_ = 1000000;      ///< frames behind the average since it was last started; at registration: as good as all
  bool lens_is_rough_ = false;  ///< fitted from markers that were followed through another lens
  double said_fx_ = 0;          ///< focal length when a zoom was last said
  double lens_ratio_ = 1;       ///< residual ratio that the last try of another lens left
  std::map<int, int> stray_frames_;
  double last_t_ = 0, last_fix_t_ = 0;
  bool started_ = false, held_said_ = false;
  double held_since_ = 0;  ///< the first of the looks running that showed too little of the border
  int held_looks_ = 0;
  double held_sd_mm_ = 0, residual_ratio_ = 1;
};

}  // namespace polemarch::calibration
