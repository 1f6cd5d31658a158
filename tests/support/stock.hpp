#pragma once
/// The detectors everybody has, behind our own types, for side-by-side figures and as independent witnesses: OpenCV's ArUco (default
/// and tuned) and libapriltag. Not used to play.

#include <memory>
#include <string>

#include "models/detection.hpp"
#include "models/image.hpp"
#include "models/result.hpp"

namespace polemarch::vision {

enum class Stock {
  ArucoDefault,    ///< cv::aruco::detectMarkers, parameters untouched
  ArucoTuned,      ///< sub-pixel corners with a window of 2, minMarkerPerimeterRate 0.015
  ArucoTunedFast,  ///< the same with one threshold window (13): the fastest tuned peer
  ArucoContour,    ///< the tuned one with contour refinement: OpenCV's most accurate
  AprilTag1,       ///< libapriltag at full resolution
  AprilTag2,       ///< libapriltag, quad_decimate 2 (its default)
};
std::string name_of(Stock stock);

/// One stock detector for one family; keeps its buffers between pictures, one thread.
class StockDetector {
 public:
  /// Error: the family is unknown, or libapriltag does not have it.
  static Result<StockDetector> make(Stock stock, const std::string& family, const std::string& folder = "");
  StockDetector(StockDetector&&) noexcept;
  StockDetector& operator=(StockDetector&&) noexcept;
  ~StockDetector();

  /// Corners in OpenCV's order and pixels, whichever library found them.
  Detections detect(const ImageView& gray);

 private:
  struct Inside;
  explicit StockDetector(std::unique_ptr<Inside> inside);
  std::unique_ptr<Inside> inside_;
};

}  // namespace polemarch::vision
