#pragma once
/// Strips and rings in any picture: with a camera's plane, with a known scale, or with neither (the scale is then searched). The one
/// door for the detect verb and for others who only want numbers and corners. Pixels as in OpenCV.

#include <memory>
#include <optional>
#include <string>

#include "models/camera.hpp"
#include "models/detection.hpp"
#include "models/image.hpp"
#include "models/result.hpp"
#include "vision/detect/rings/ring_detect.hpp"
#include "vision/detect/strips/strip_detect.hpp"

namespace polemarch::vision {

/// What is known about a picture. Nothing known: the scale is searched from 0.7 to 12 px per mm, which takes a second or more, and
/// a plane seen at a slant (beyond about 20 degrees) needs the camera.
struct PictureScale {
  std::optional<Camera> camera;     ///< registered to the table
  double height_mm = 0;             ///< of the markers over the table, with a camera
  std::optional<double> px_per_mm;  ///< without a camera
};

class StripReader {
 public:
  /// Errors: no such family.
  static Result<StripReader> open(const std::string& family);
  /// All markers of the family in the picture, sorted by number, then place.
  Detections read(const ImageView& picture, const PictureScale& scale);
  /// Scale of the last picture, px per mm: given, or as found (nothing found: 0).
  double px_per_mm() const { return px_per_mm_; }

 private:
  StripReader(const StripLayout& layout, CodeBook book) : layout_(layout), book_(std::move(book)) {}
  std::vector<StripFound> find(const ImageView& picture, const StripPlane& plane, bool thorough);
  std::vector<StripFound> search_scale(const ImageView& picture);

  StripLayout layout_;
  CodeBook book_;
  std::shared_ptr<StripDetector> detector_;  // kept while the plane stays, for what it learnt
  std::shared_ptr<RingDetector> rings_;
  double px_per_mm_ = 0;
};

}  // namespace polemarch::vision
