#pragma once
/// Where a known print lies: fits, searches, and whether what they find is believed to be this print.

#include <optional>

#include "vision/track/budget.hpp"
#include "vision/track/moment.hpp"
#include "vision/track/noise.hpp"
#include "vision/track/optics.hpp"

namespace polemarch::vision {

class Locator {
 public:
  static constexpr double kStillMm = 0.35, kStillDeg = 1;  ///< a covered print within this of its last place has not moved
  // Shares of a print's pixels that a fit must keep to be believed:
  static constexpr double kLeastShare = 0.60;  ///< where it has not moved (a tree, a sleeve, a spear over it)
  static constexpr double kMovedShare = 0.72;  ///< where it moved
  static constexpr double kNewShare = 0.70;    ///< at a place where it was not before
  static constexpr double kSearchMm = 10;      ///< radius of a search

  Locator(const Known& known, const Noise& noise, Optics& optics, Budget& budget)
      : known_(known), noise_(noise), optics_(optics), budget_(budget) {}

  /// Template and local plane for a fit near `around`. False where the camera does not see it.
  bool prepare(Track& track, const PrintPose& around);
  /// `fields`: a print that fits badly may be explained by a highlight over it. Not before its height and its place are known.
  std::optional<PrintFit> fit(const Moment& now, Track& track, const PrintPose& start, bool fields = false);
  static bool believable(const ImageView& gray, const Track& track, const PrintFit& fit, double least_share);
  /// Something with the print's pattern lies where it lay.
  static bool looks_like_it(const ImageView& gray, const Track& track);

  /// Where along its way a moving print is likeliest: hands speed up, stop and turn back. A look costs a hundredth of a fit.
  PrintPose along_the_way(const ImageView& gray, Track& track);
  /// Round the way of one that is lost.
  std::optional<PrintFit> search(const Moment& now, Track& track);
  /// A believable fit at `pose` that no other print takes, else one found by a search round it.
  std::optional<PrintFit> find_near(const Moment& now, Tracks& tracks, std::size_t index, const PrintPose& pose, double radius_mm);

 private:
  std::optional<PrintPose> seek(const ImageView& gray, const Track& track, const PrintPose& home, double radius_mm);

  const Known& known_;
  const Noise& noise_;
  Optics& optics_;
  Budget& budget_;
  PrintFitter fitter_;
};

/// Another base is already seen where this one claims to be.
bool taken_by_other(const Tracks& tracks, std::size_t index, const PrintPose& pose);

}  // namespace polemarch::vision
