#pragma once
/// The cold detector of rim rings: likely places (ring_places.hpp) are centred, read and fitted (ring_read.hpp). Plane frame of
/// strip_plane.hpp; pixels as in OpenCV. Pure (keeps its memory between calls).

#include <optional>
#include <vector>

#include "vision/detect/rings/ring_places.hpp"
#include "vision/detect/rings/ring_read.hpp"
#include "vision/pixels/picture_light.hpp"
#include "vision/pixels/picture_tone.hpp"

namespace polemarch::vision {

struct RingSettings {
  double psf_px = 0.7;  ///< blur of the lens to begin with, px; default 0.7; learnt from what is found
  PictureTone tone;     ///< what the camera did to the picture, to begin with; default nothing; looked for where rings fit badly
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
  /// What is taken back of the picture before rings are sought.
  const PictureTone& tone() const { return tone_; }

 private:
  std::vector<StripFound> find_all(const ImageView& picture, const StripPlane& plane, double scale);
  /// The picture with its tone taken back, in `part` of it at least.
  ImageView toned(const ImageView& picture, const TonePart& part);
  bool tone_due(const std::vector<StripFound>& found);
  std::vector<StripFound> find_once(const ImageView& picture, const PixelRect& tile, const StripPlane& plane, double scale);
  bool learn(const ImageView& picture, const StripPlane& plane, const std::vector<StripFound>& found, double scale);

  StripLayout layout_;
  CodeBook book_;
  RingSettings settings_;
  RingPlaces finder_;
  std::vector<RingPlace> places_;
  std::optional<RingReader> reader_;
  PictureLight light_;
  Image reduced_;
  int candidates_ = 0;
  double psf_px_;
  PictureTone tone_;
  Image toned_;
  ToneWait tone_wait_;      // until another tone is tried
  int settled_frames_ = 0;  // whole pictures until the blur is looked at again
  float settled_residual_ = 0;
};

}  // namespace polemarch::vision
