#pragma once
/// The cold detector of rim rings: pixels with a strong gradient vote for a centre at the known radius; places with many votes are read
/// round the ring and fitted. Plane frame of strip_plane.hpp; pixels as in OpenCV. Pure (keeps its memory between calls).

#include <vector>

#include "vision/detect/ring_fit.hpp"
#include "vision/detect/strip_detect.hpp"
#include "vision/detect/strip_word_search.hpp"

namespace polemarch::vision {

struct RingSettings {
  float least_gradient = 12;     ///< grey levels per pixel that votes; default 12; more is faster, less finds softer pictures
  float least_votes = 0.12F;     ///< of the circle's pixels that must agree on a centre; default .12
  double least_rays = 0.28;      ///< of 64 rays that must show the white ring's outer edge on one circle; default .28
  float most_residual = 0.085F;  ///< share of the gain; default .085
  float least_margin = 0.04F;    ///< lead over the runner-up word, share of the gain; default .04
  float least_gain = 30;         ///< grey levels; default 30
  double psf_px = 0.7;           ///< blur of the lens to begin with, px; default .7; learnt from what is found
};

class RingDetector {
 public:
  RingDetector(const StripLayout& layout, CodeBook book, RingSettings settings = {});
  /// Every ring in the picture. A found ring's `pose.along_rad` is the direction right of its up, as for strips.
  std::vector<StripFound> find(const ImageView& picture, const StripPlane& plane);
  /// The same in a part of it only; it must hold the whole ring. Learns nothing.
  std::vector<StripFound> find_in(const ImageView& picture, const StripPlane& plane, const PixelRect& tile);
  int candidates() const { return candidates_; }
  double psf_px() const { return psf_px_; }

 private:
  struct Peak {
    double x = 0, y = 0;
    int votes = 0;
  };
  std::vector<StripFound> find_once(const ImageView& picture, const PixelRect& tile, const StripPlane& plane, double scale);
  bool learn(const ImageView& picture, const StripPlane& plane, const std::vector<StripFound>& found, double scale);
  void measure_radii(const ImageView& sought, const PixelRect& tile, const StripPlane& plane, double factor, double usual);
  void vote(const ImageView& picture);
  std::vector<Peak> peaks(double radius_px) const;
  bool refine_centre(const ImageView& picture, const LocalMap& map, RingPose& pose) const;
  bool read(const ImageView& picture, const LocalMap& map, const RingProfiles& profiles, RingPose& pose, StripFound& found) const;

  StripLayout layout_;
  CodeBook book_;
  RingSettings settings_;
  StripWordSearch search_;
  std::vector<float> norm_;
  double norm_blur_ = 0;
  int width_ = 0, height_ = 0;
  std::vector<float> radii_;  // of the white ring's outer edge in px, by cell: the plane is not equally near everywhere
  int radii_columns_ = 0;
  std::vector<std::uint16_t> votes_;
  Image reduced_;
  int candidates_ = 0;
  double psf_px_;
};

}  // namespace polemarch::vision
