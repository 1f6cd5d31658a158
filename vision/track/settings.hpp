#pragma once
/// Every number of the tracker that may be turned: unit, default, effect. Defaults work untouched. Pure.

#include "vision/detect/squares/detector.hpp"
#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

/// When a marker's place in the picture counts as changed.
struct GateSettings {
  double rise = 0.10;        ///< share by which the summed change must exceed its usual level; lower opens on smaller moves and more noise
  double spreads = 6.0;      ///< standard deviations of the usual level on top; lower opens more often by chance
  double lasting = 2.5;      ///< standard deviations that open it when the change exceeds them in every frame of `lasting_frames`
  int lasting_frames = 3;    ///< more waits longer for moves of a tenth of a millimetre
  double odd = 3.0;          ///< standard deviations that open it at once while `odd_per_frame` last; lower looks more often by chance
  int odd_per_frame = 8;     ///< such looks a frame: a base that starts off slowly is not said to rest where it lay. 0 = never
  int learn_frames = 4;      ///< frames before the usual level of a place is trusted; until then the picture's own noise is used
  double light_rise = 1.6;   ///< the whole picture's change over its usual level: exposure or lamp changed, every gate opens
  int refits_per_frame = 1;  ///< still markers fitted again a frame though nothing changed: averages and catches slow drift. 0 = never
};

/// When a fit is believed to be this marker.
struct BelieveSettings {
  double most_residual = 0.17;     ///< rms over gain of the kept pixels
  double least_share = 0.60;       ///< of pixels kept where the print has not moved (a tree, a sleeve, a spear over it)
  double moved_share = 0.72;       ///< the same where it moved
  double new_share = 0.70;         ///< the same for a place where it was not before
  double least_gain_share = 0.30;  ///< of the marker's usual gain; shadows and fading light lower it
  double still_mm = 0.35;          ///< a covered print within this of its last place has not moved
  double still_deg = 1.0;
};

/// When pixels of a print are looked through for what does not belong to it; FitSettings::trim_from at least.
struct TrimSettings {
  double noises = 1.6;         ///< of the picture's noise, rms; more leaves faint highlights in, less takes noise for highlights
  double pull_noises = 1.15;   ///< likewise, for FitSettings::pull_from
  double moving_from = 0.075;  ///< rms over gain of a moving print: its smear is no outlier
  double field_keeps = 0.5;    ///< as FitSettings::field_leaves, where the fit before was one: no flutter between the two
};

/// Averages, rest and motion.
struct RestSettings {
  double moved_sds = 4.5;       ///< standard deviations a fit must lie from the average to be a move
  double pull_changes = 0.15;   ///< part (variance) of a print's bias that changes from fit to fit; more misses small moves
  double least_move_mm = 0.03;  ///< and at least this far
  double least_move_deg = 0.12;
  int settle_frames = 3;        ///< frames without a move before a base counts as settled
  int most_averaged = 64;       ///< fits; more do not help because the remaining error does not average out
  double lasting_spread = 0.3;  ///< part of a lasting residual that moves a print: blur leaves residuals alike on both sides of an edge
  double raster_share = 0.003;  ///< of a step of the pattern's raster: what interpolating in it misplaces a print by, for good
  int first_refits = 4;         ///< resting prints fitted a frame while the noise is being learnt
  int learn_fits = 80;          ///< fits after which it is
  int halo_every = 16;          ///< frames between two resting prints asked for halos, once they are learnt
  double scatter_learning =
      0.004;  ///< share of each repeated fit that goes into the measured noise factor; larger follows light sooner, but restlessly
  double path_step_mm = 5.0;  ///< the carried path is kept in steps of this length
};

/// Looking for pieces that were put down.
struct WatchSettings {
  int tile_px = 32;               ///< multiple of 8; smaller tiles look at less around a change
  int block_spreads = 7;          ///< a block is changed when its sum exceeds the usual one by this many usual spreads
  int looks = 3;                  ///< times a quiet changed tile is read before it is taken as furniture
  int pixels_per_frame = 12000;   ///< budget of the reader a frame; the rest waits for the next frame
  int searches_per_frame = 12;    ///< lost markers searched round their last place a frame
  int search_frames = 8;          ///< frames after the loss during which that is tried
  double search_mm = 10.0;        ///< radius of that search
  double search_turn_deg = 7;     ///< turns tried to either side
  double gone_after_s = 1.0;      ///< quiet and bare for so long: lifted, not hidden
  double covered_share = 0.1;     ///< of the surroundings changed: something lies over the place, it is not bare
  double gone_covered_s = 21.0;   ///< and after so long it is taken as gone all the same
  double hidden_growth_mm = 0.5;  ///< standard deviation added to the pose of a hidden base
};

/// On which ground a base stands.
struct HeightSettings {
  double edge_mm = 12.0;  ///< terrain outlines are believed this far, mm: nearer to an edge the print's size decides; more asks it oftener
  int least_company = 6;  ///< resting prints whose common size a single one is compared with
  double size_sds = 6.0;  ///< standard deviations by which a print must look larger than they do to stand on ground nobody declared
  double least_rise_mm = 6;  ///< and at least so much higher must that be
};

/// When the table itself is in doubt: the camera or the table moved under all bases.
struct DoubtSettings {
  double border_mm = 0.3;   ///< middle offset of the border markers from where they were registered; lower doubts sooner, noise included
  double border_sds = 6.0;  ///< and at least so many standard deviations of one border fit
  double calm_share = 0.6;  ///< of these limits under which the doubt ends
  double lost_share = 0.6;  ///< of the border markers and of the bases lost within a frame: a jump too wide to follow
  int jump_frames = 4;      ///< frames within which that loss must happen
};

struct TrackSettings {
  FitSettings fit;
  GateSettings gate;
  TrimSettings trim;
  BelieveSettings believe;
  RestSettings rest;
  WatchSettings watch;
  DoubtSettings doubt;
  HeightSettings height;
  DetectSettings cold;                               ///< of the full-frame reader at the start
  bool follow_border = true;                         ///< also follow the border markers, to notice a bumped camera; false saves their fits
  double first_blur_px = 0.6;                        ///< standard deviation of the lens blur before it is measured
  double blur_learning = 0.1;                        ///< share of each still fit's blur that goes into the running estimate
  std::string loose_family = "DICT_APRILTAG_36h11";  ///< of markers no base is declared for; empty: none are looked for
  double loose_size_mm = 0;                          ///< their size; 0: measured from the picture, rounded to 0.5 mm
};

}  // namespace polemarch::vision
