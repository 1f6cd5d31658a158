#include "tests/support/stock.hpp"

#include <apriltag/apriltag.h>
#include <apriltag/tag16h5.h>
#include <apriltag/tag25h9.h>
#include <apriltag/tag36h10.h>
#include <apriltag/tag36h11.h>

#include <filesystem>
#include <map>
#include <opencv2/core.hpp>
#include <opencv2/core/version.hpp>

#include "vision/prints/dictionary.hpp"

#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 7)
#define POLEMARCH_NEW_ARUCO 1
#include <opencv2/objdetect/aruco_detector.hpp>
#else
#define POLEMARCH_NEW_ARUCO 0
#include <opencv2/aruco.hpp>
#endif

namespace polemarch::vision {

namespace {

struct Family {
  apriltag_family_t* (*create)();
  void (*destroy)(apriltag_family_t*);
};
const std::map<std::string, Family>& families() {
  static const std::map<std::string, Family> all{{"DICT_APRILTAG_16h5", {tag16h5_create, tag16h5_destroy}},
                                                 {"DICT_APRILTAG_25h9", {tag25h9_create, tag25h9_destroy}},
                                                 {"DICT_APRILTAG_36h10", {tag36h10_create, tag36h10_destroy}},
                                                 {"DICT_APRILTAG_36h11", {tag36h11_create, tag36h11_destroy}}};
  return all;
}

/// Our bit matrices back into OpenCV's own dictionary type: one road for predefined families and for files.
cv::aruco::Dictionary to_opencv(const Dictionary& ours) {
  cv::aruco::Dictionary d;
  d.markerSize = ours.side;
  d.maxCorrectionBits = ours.max_correction;
  for (const CodeWord word : ours.words) {
    cv::Mat bits(ours.side, ours.side, CV_8UC1);
    for (int r = 0; r < ours.side; ++r)
      for (int c = 0; c < ours.side; ++c) bits.at<unsigned char>(r, c) = ours.bit(word, r, c);
    d.bytesList.push_back(cv::aruco::Dictionary::getByteListFromBits(bits));
  }
  return d;
}

void tune(cv::aruco::DetectorParameters& p, Stock stock) {
  if (stock == Stock::ArucoDefault) return;
  p.minMarkerPerimeterRate = 0.015;
  p.cornerRefinementMethod = stock == Stock::ArucoContour ? cv::aruco::CORNER_REFINE_CONTOUR : cv::aruco::CORNER_REFINE_SUBPIX;
  p.cornerRefinementWinSize = 2;
  if (stock == Stock::ArucoTunedFast) p.adaptiveThreshWinSizeMin = p.adaptiveThreshWinSizeMax = 13;
}

}  // namespace

struct StockDetector::Inside {
  Stock stock = Stock::ArucoDefault;
  std::string family;
  cv::aruco::Dictionary dictionary;
  apriltag_detector_t* detector = nullptr;
  apriltag_family_t* tags = nullptr;
  void (*destroy_tags)(apriltag_family_t*) = nullptr;

  Inside() = default;
  Inside(const Inside&) = delete;
  Inside& operator=(const Inside&) = delete;
  ~Inside() {
    if (detector != nullptr) apriltag_detector_destroy(detector);
    if (tags != nullptr) destroy_tags(tags);
  }
};

std::string name_of(Stock stock) {
  switch (stock) {
    case Stock::ArucoDefault:
      return "aruco default";
    case Stock::ArucoTuned:
      return "aruco tuned";
    case Stock::ArucoTunedFast:
      return "aruco tuned, one threshold";
    case Stock::ArucoContour:
      return "aruco contour";
    case Stock::AprilTag1:
      return "libapriltag decimate 1";
    case Stock::AprilTag2:
      return "libapriltag decimate 2";
  }
  return "?";
}

StockDetector::StockDetector(std::unique_ptr<Inside> inside) : inside_(std::move(inside)) {}
StockDetector::StockDetector(StockDetector&&) noexcept = default;
StockDetector& StockDetector::operator=(StockDetector&&) noexcept = default;
StockDetector::~StockDetector() = default;

Result<StockDetector> StockDetector::make(Stock stock, const std::string& family, const std::string& folder) {
  auto inside = std::make_unique<Inside>();
  inside->stock = stock;
  inside->family = family;
  if (stock == Stock::AprilTag1 || stock == Stock::AprilTag2) {
    const auto found = families().find(family);
    if (found == families().end()) return InputError{"libapriltag has no family " + family};
    inside->tags = found->second.create();
    inside->destroy_tags = found->second.destroy;
    inside->detector = apriltag_detector_create();
    inside->detector->quad_decimate = stock == Stock::AprilTag1 ? 1.0F : 2.0F;
    inside->detector->nthreads = 1;
    apriltag_detector_add_family(inside->detector, inside->tags);
  } else {
    const auto dictionary = load_dictionary(family, folder);
    if (!dictionary) return dictionary.error();
    inside->dictionary = to_opencv(*dictionary);
  }
  return StockDetector(std::move(inside));
}

Detections StockDetector::detect(const ImageView& gray) {
  Detections found{.family = inside_->family, .markers = {}};
  auto* pixels = const_cast<std::uint8_t*>(gray.data);  // both libraries take a non-const pointer and only read
  if (inside_->detector != nullptr) {
    image_u8_t picture{gray.width, gray.height, static_cast<std::int32_t>(gray.stride), pixels};
    zarray_t* tags = apriltag_detector_detect(inside_->detector, &picture);
    for (int i = 0; i < zarray_size(tags); ++i) {
      apriltag_detection_t* tag = nullptr;
      zarray_get(tags, i, &tag);
      Detection d;
      d.marker = {tag->id};
      d.margin = static_cast<double>(tag->decision_margin);
      constexpr std::array<int, 4> kOrder{1, 0, 3, 2};  // libapriltag's corner for each of OpenCV's, measured on real photographs
      for (std::size_t k = 0; k < 4; ++k) {
        const double* p = tag->p[kOrder[k]];
        d.corners[k] = {p[0] - 0.5, p[1] - 0.5};  // libapriltag's (0,0) is the corner of the first pixel
      }
      found.markers.push_back(d);
    }
    apriltag_detections_destroy(tags);
    return found;
  }
  const cv::Mat picture(gray.height, gray.width, CV_8UC1, pixels, static_cast<std::size_t>(gray.stride));
  std::vector<std::vector<cv::Point2f>> corners;
  std::vector<int> ids;
#if POLEMARCH_NEW_ARUCO
  cv::aruco::DetectorParameters parameters;
  tune(parameters, inside_->stock);
  cv::aruco::ArucoDetector(inside_->dictionary, parameters).detectMarkers(picture, corners, ids);
#else
  const auto parameters = cv::aruco::DetectorParameters::create();
  tune(*parameters, inside_->stock);
  cv::aruco::detectMarkers(picture, cv::makePtr<cv::aruco::Dictionary>(inside_->dictionary), corners, ids, parameters);
#endif
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Detection d;
    d.marker = {ids[i]};
    for (std::size_t k = 0; k < 4; ++k) d.corners[k] = {static_cast<double>(corners[i][k].x), static_cast<double>(corners[i][k].y)};
    found.markers.push_back(d);
  }
  return found;
}

}  // namespace polemarch::vision
