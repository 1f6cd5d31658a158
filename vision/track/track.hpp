#pragma once
/// One base being followed. Inside of the tracker.

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "models/footprint.hpp"
#include "models/table_state.hpp"
#include "vision/prints/dictionary.hpp"
#include "vision/prints/pattern.hpp"
#include "vision/track/change/change_map.hpp"
#include "vision/track/change/surroundings.hpp"
#include "vision/track/fit/fit.hpp"
#include "vision/track/fit/own_fit.hpp"
#include "vision/track/footing.hpp"

namespace polemarch::vision {

/// Running mean of the fits of a base at rest.
struct Rest {
  int count = 0;
  PrintPose mean;
  std::array<double, 9> cov{};     ///< of one fit, running mean
  std::array<double, 9> pulled{};  ///< of PrintFit, running mean
  bool under_field = false;        ///< the newest fit is; the mean began anew with the first
  bool clean = true;               ///< nothing lay over the print when the mean began
  bool outdated = false;           ///< rests on a template known to be wrong, or on another camera;
  double camera_mm2 = 0;           ///< its variance on the table is this
};

/// How much larger than declared a resting print looks on its plane, share; the information (1 / variance) on that, and the variance that
/// no average removes: what lies or falls on the print.
struct SizeSeen {
  double mean = 0, information = 0, pulled = 0;
  double variance() const { return 1 / information + pulled; }
};

struct Track {
  BaseSpec spec;
  bool undeclared = false;                 ///< its marker belongs to no base that was declared
  Pattern pattern;                         ///< its raster is kept as `ink`
  std::vector<std::uint8_t> ink;           ///< the pattern's values, 0 ink to 240 paper
  const Dictionary* dictionary = nullptr;  ///< of square families, to read the code again; null for strips and rings
  std::shared_ptr<OwnFit> own;             ///< of strips and rings; null: PrintFitter
  PrintTemplate print;
  double blur_px = 0;        ///< what the template was made for
  double blur_seen_px2 = 0;  ///< running estimate of the variance in the picture
  int blur_fits = 0;         ///< fits it rests on
  double height_mm = 0;
  double ground_mm = -1;                 ///< height of the ground it was found to stand on; < 0: not yet, the terrain under it says
  bool ground_by_size = false;           ///< two grounds were possible, the print's size told
  bool ground_undeclared = false;        ///< that ground is no level of the terrain's: the print's size alone tells
  bool ground_rough = false;             ///< and so far only its corners, a few percent of its size
  SizeSeen size;                         ///< on the plane of now
  std::array<double, 3> height_doubt{};  ///< mm^2 xx, xy, yy that the other ground's likelihood adds

  Seen state = Seen::Gone;
  bool ever_seen = false;
  PrintPose pose;                  ///< newest belief
  PrintPose velocity;              ///< per frame
  double off_its_way_mm = 1e9;     ///< how far from there the newest fit found it
  double gain = 0;                 ///< running mean, grey levels
  double gain_now = 0;             ///< of the last fit
  double residual = 0;             ///< of the last fit, over its gain
  std::array<double, 9> cov{};     ///< of `pose` as one fit (x mm, y mm, up rad)
  std::array<double, 9> pulled{};  ///< of PrintFit
  bool shadowed = false;           ///< likewise
  Rest rest;
  PrintPose reported;  ///< what the state says; changes only on moves and at doublings of the average
  std::array<double, 9> reported_cov{};
  std::array<double, 9> reported_own{};  ///< of the base (x mm, y mm, heading deg), height_doubt not in it
  int next_report = 1;
  int still_frames = 0;
  long followed_in = 0;  ///< the update in which its gate last opened
  double settled_since = 0;
  static constexpr int kSettleFrames = 3;  ///< frames without a move before a base counts as settled
  bool settled = false;
  std::vector<Point> path;

  std::optional<LocalPlane> plane;
  PixelBox box;         ///< pixels that show the print, with a margin
  PixelBox body;        ///< pixels that may show the base itself, its figures leaning any way
  Footing footing;      ///< changes there need no explanation
  Surroundings around;  ///< as they were when it last stood there in peace
  double usual = 0, usual_spread = 0;
  static constexpr int kUsualKnown = 4;  ///< frames before the usual level is trusted; until then the picture's own noise is used
  int usual_seen = 0;                    ///< frames it rests on
  int change_now = 0;                    ///< over `box`, in this frame
  int raised_frames = 0;                 ///< in a row in which it was more than usual, too little to open the gate at once

  PrintPose home;     ///< of a border marker: where it lay when the table was registered
  int home_fits = 0;  ///< fits its mean rests on
  int lost_frames = 0;
  bool refit_wanted = false;  ///< once it rests: PrintFit::field_wanted, or its ground has just been found
  double bare_since = -1;     ///< t since which the place is quiet without the print; < 0: not
  bool moving = false;

  double reach_mm() const { return std::hypot(print.half_width_mm, print.half_height_mm); }
};

/// Border markers are followed like bases under names no base may have, which sort behind all bases.
BaseId border_id(MarkerId marker);
bool is_border(const Track& track);
/// Of a family of strips: no ring.
bool is_strip(const Track& track);

}  // namespace polemarch::vision
