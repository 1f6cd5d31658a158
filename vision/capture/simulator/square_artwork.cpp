// Square families by way of OpenCV's dictionaries; the bits are OpenCV's, the geometry is ours.
#include <map>
#include <opencv2/core.hpp>
#if __has_include(<opencv2/objdetect/aruco_dictionary.hpp>)
#include <opencv2/objdetect/aruco_dictionary.hpp>
#else
#include <opencv2/aruco.hpp>
#endif

#include "vision/capture/simulator/artwork.hpp"

namespace polemarch::vision {
namespace {

std::optional<int> dictionary_number(const std::string& family) {
  static const std::map<std::string, int> kNumbers{
      {"DICT_4X4_50", cv::aruco::DICT_4X4_50},
      {"DICT_4X4_100", cv::aruco::DICT_4X4_100},
      {"DICT_4X4_250", cv::aruco::DICT_4X4_250},
      {"DICT_4X4_1000", cv::aruco::DICT_4X4_1000},
      {"DICT_5X5_50", cv::aruco::DICT_5X5_50},
      {"DICT_5X5_100", cv::aruco::DICT_5X5_100},
      {"DICT_5X5_250", cv::aruco::DICT_5X5_250},
      {"DICT_5X5_1000", cv::aruco::DICT_5X5_1000},
      {"DICT_6X6_50", cv::aruco::DICT_6X6_50},
      {"DICT_6X6_100", cv::aruco::DICT_6X6_100},
      {"DICT_6X6_250", cv::aruco::DICT_6X6_250},
      {"DICT_6X6_1000", cv::aruco::DICT_6X6_1000},
      {"DICT_7X7_50", cv::aruco::DICT_7X7_50},
      {"DICT_7X7_100", cv::aruco::DICT_7X7_100},
      {"DICT_7X7_250", cv::aruco::DICT_7X7_250},
      {"DICT_7X7_1000", cv::aruco::DICT_7X7_1000},
      {"DICT_ARUCO_ORIGINAL", cv::aruco::DICT_ARUCO_ORIGINAL},
      {"DICT_APRILTAG_16h5", cv::aruco::DICT_APRILTAG_16h5},
      {"DICT_APRILTAG_25h9", cv::aruco::DICT_APRILTAG_25h9},
      {"DICT_APRILTAG_36h10", cv::aruco::DICT_APRILTAG_36h10},
      {"DICT_APRILTAG_36h11", cv::aruco::DICT_APRILTAG_36h11},
  };
  const auto found = kNumbers.find(family);
  if (found == kNumbers.end()) return std::nullopt;
  return found->second;
}

/// The upright bits of a marker, without its black border, row by row from the top; 1 is white. Empty for an unknown id.
cv::Mat bits_of(int dictionary_number, int id) {
#if __has_include(<opencv2/objdetect/aruco_dictionary.hpp>)
  const cv::aruco::Dictionary dictionary = cv::aruco::getPredefinedDictionary(dictionary_number);
  const cv::aruco::Dictionary* d = &dictionary;
#else
  const cv::Ptr<cv::aruco::Dictionary> d = cv::aruco::getPredefinedDictionary(dictionary_number);
#endif
  if (id < 0 || id >= d->bytesList.rows) return {};
  return cv::aruco::Dictionary::getBitsFromByteList(d->bytesList.rowRange(id, id + 1), d->markerSize);
}

}  // namespace

std::optional<Artwork> square_artwork(const std::string& family, int id, double size_mm) {
  const auto number = dictionary_number(family);
  if (!number) return std::nullopt;
  const cv::Mat bits = bits_of(*number, id);
  if (bits.empty()) return std::nullopt;
  const int n = bits.cols;
  const double module = size_mm / (n + 2), half = size_mm / 2;
  Artwork art;
  art.ground = rectangle_patch(-half - module, -half - module, half + module, half + module, 1.0);
  // The black square as four border bars and, row by row, runs of equal bits; nothing overlaps.
  art.patches.push_back(rectangle_patch(-half, half - module, half, half, 0));
  art.patches.push_back(rectangle_patch(-half, -half, half, -half + module, 0));
  for (int row = 0; row < n; ++row) {
    const double top = half - module * (row + 1), bottom = top - module;
    int start = -1;  // column before the first bit belongs to the black border
    for (int col = 0; col <= n + 1; ++col) {
      const bool black = col == n || (col < n && bits.at<std::uint8_t>(row, col) == 0);
      const bool open = start != -2;
      if (black && !open) start = col;
      if ((!black || col == n + 1) && open) {
        const double x0 = -half + module * (start + 1), x1 = -half + module * (col + 1);
        if (x1 > x0) art.patches.push_back(rectangle_patch(x0, bottom, x1, top, 0));
        start = -2;
      }
    }
  }
  return art;
}

}  // namespace polemarch::vision
