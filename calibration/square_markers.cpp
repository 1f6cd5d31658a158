#include "calibration/square_markers.hpp"

#include <array>
#include <opencv2/aruco.hpp>
#include <opencv2/core/version.hpp>
#include <utility>

namespace polemarch::calibration {
namespace {

struct Named {
  const char* name;
  int id;
};
// Names and numbers of OpenCV's predefined dictionaries, the same in every version.
constexpr std::array kFamilies{Named{"DICT_4X4_50", 0},         Named{"DICT_4X4_100", 1},         Named{"DICT_4X4_250", 2},
                               Named{"DICT_4X4_1000", 3},       Named{"DICT_5X5_50", 4},          Named{"DICT_5X5_100", 5},
                               Named{"DICT_5X5_250", 6},        Named{"DICT_5X5_1000", 7},        Named{"DICT_6X6_50", 8},
                               Named{"DICT_6X6_100", 9},        Named{"DICT_6X6_250", 10},        Named{"DICT_6X6_1000", 11},
                               Named{"DICT_7X7_50", 12},        Named{"DICT_7X7_100", 13},        Named{"DICT_7X7_250", 14},
                               Named{"DICT_7X7_1000", 15},      Named{"DICT_ARUCO_ORIGINAL", 16}, Named{"DICT_APRILTAG_16h5", 17},
                               Named{"DICT_APRILTAG_25h9", 18}, Named{"DICT_APRILTAG_36h10", 19}, Named{"DICT_APRILTAG_36h11", 20}};

#if CV_VERSION_MAJOR > 4 || (CV_VERSION_MAJOR == 4 && CV_VERSION_MINOR >= 7)
cv::aruco::Dictionary dictionary(int id) { return cv::aruco::getPredefinedDictionary(id); }
cv::Mat bits_of(const cv::aruco::Dictionary& d, int number) {
  cv::Mat picture;
  cv::aruco::generateImageMarker(d, number, d.markerSize + 2, picture, 1);
  return picture;
}
void detect(const cv::Mat& gray, int id, std::vector<std::vector<cv::Point2f>>& corners, std::vector<int>& ids) {
  cv::aruco::DetectorParameters parameters;
  parameters.minMarkerPerimeterRate = 0.015;
  cv::aruco::ArucoDetector(dictionary(id), parameters).detectMarkers(gray, corners, ids);
}
int count_of(const cv::aruco::Dictionary& d) { return d.bytesList.rows; }
#else
cv::Ptr<cv::aruco::Dictionary> dictionary(int id) { return cv::aruco::getPredefinedDictionary(id); }
cv::Mat bits_of(const cv::Ptr<cv::aruco::Dictionary>& d, int number) {
  cv::Mat picture;
  d->drawMarker(number, d->markerSize + 2, picture, 1);
  return picture;
}
void detect(const cv::Mat& gray, int id, std::vector<std::vector<cv::Point2f>>& corners, std::vector<int>& ids) {
  const auto parameters = cv::aruco::DetectorParameters::create();
  parameters->minMarkerPerimeterRate = 0.015;
  cv::aruco::detectMarkers(gray, dictionary(id), corners, ids, parameters);
}
int count_of(const cv::Ptr<cv::aruco::Dictionary>& d) { return d->bytesList.rows; }
#endif

std::optional<int> id_of(const std::string& family) {
  for (const Named& known : kFamilies)
    if (family == known.name) return known.id;
  return std::nullopt;
}

}  // namespace

Result<int> family_size(const std::string& family) {
  const auto id = id_of(family);
  if (!id) {
    return InputError{"marker family \"" + family +
                      "\": expected an OpenCV name such as DICT_APRILTAG_36h11, DICT_APRILTAG_25h9, DICT_4X4_50 or DICT_5X5_250"};
  }
  return count_of(dictionary(*id));
}

Result<MarkerPattern> marker_pattern(const std::string& family, int number) {
  const auto size = family_size(family);
  if (!size) return size.error();
  if (number < 0 || number >= *size) {
    return InputError{"marker " + std::to_string(number) + ": " + family + " has the numbers 0 to " + std::to_string(*size - 1)};
  }
  const cv::Mat picture = bits_of(dictionary(*id_of(family)), number);
  MarkerPattern pattern{picture.cols, {}};
  for (int y = 0; y < picture.rows; ++y)
    for (int x = 0; x < picture.cols; ++x) pattern.black.push_back(picture.at<unsigned char>(y, x) < 128);
  return pattern;
}

std::vector<Detection> find_square_markers(const ImageView& gray, const std::string& family) {
  const auto id = id_of(family);
  if (!id) return {};
  // OpenCV only reads it.
  const cv::Mat picture(gray.height, gray.width, CV_8UC1, const_cast<unsigned char*>(gray.data), static_cast<std::size_t>(gray.stride));
  std::vector<std::vector<cv::Point2f>> corners;
  std::vector<int> ids;
  detect(picture, *id, corners, ids);
  std::vector<Detection> found;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    Detection marker;
    marker.marker = {ids[i]};
    for (std::size_t k = 0; k < 4; ++k) marker.corners[k] = {corners[i][k].x, corners[i][k].y};
    found.push_back(marker);
  }
  return found;
}

}  // namespace polemarch::calibration
