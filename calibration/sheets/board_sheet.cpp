#include "calibration/sheets/board_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <opencv2/calib3d.hpp>

#include "calibration/board/board_layout.hpp"
#include "calibration/sheets/marker_items.hpp"

namespace polemarch::calibration {
namespace {

constexpr const char* kJigFamily = "DICT_APRILTAG_36h11";
constexpr double kJigLeft = 40, kJigTop = 40;  // of the stop's inner corner in the item

}  // namespace

Result<SheetItem> board_item(const BoardSpec& board) {
  const int columns = board.kind == BoardKind::Chessboard ? board.columns + 1 : board.columns;
  const int rows = board.kind == BoardKind::Chessboard ? board.rows + 1 : board.rows;
  const double square = board.square_mm;
  SheetItem item{text_of(board), columns * square, rows * square, {}, false};
  std::vector<bool> black;
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) black.push_back((row + column) % 2 == (board.first_square_white ? 1 : 0));
  item.drawing.fill_cells({0, 0}, square, square, columns, black);
  if (board.kind == BoardKind::Chessboard) return item;
  const double rim = (square - board.marker_mm) / 2;
  int number = 0;
  for (const BoardSquare& s : marker_squares(board)) {
    const auto pattern = marker_pattern(board.dictionary, number++);
    if (!pattern) return pattern.error();
    item.drawing.add(marker_drawing(*pattern, board.marker_mm), s.column * square + rim, s.row * square + rim);
  }
  return item;
}

Result<SheetItem> jig_item() {
  SheetItem item{"jig: base into the corner, front edge up", 180, 160, {}, true};
  for (std::size_t i = 0; i < kJigMarkers.size(); ++i) {
    const auto pattern = marker_pattern(kJigFamily, kJigMarkers[i]);
    if (!pattern) return pattern.error();
    item.drawing.add(marker_drawing(*pattern, kJigMarkerMm), kJigLeft + kJigPlaces[i].x_mm - kJigMarkerMm / 2,
                     kJigTop + kJigPlaces[i].y_mm - kJigMarkerMm / 2);
  }
  // The stop: thick on the outside, its inner edges are the zero lines. Kept clear of the markers' white rims.
  item.drawing.fill_rect(kJigLeft, kJigTop - 1, 120, 1);
  item.drawing.fill_rect(kJigLeft - 1, kJigTop - 1, 1, 100);
  for (int mm = 0; mm <= 120; mm += 5) {
    const double tick = mm % 10 == 0 ? 3.0 : 1.5;
    item.drawing.line({kJigLeft + mm, kJigTop - 1 - tick}, {kJigLeft + mm, kJigTop - 1}, 0.15);
    if (mm <= 100) item.drawing.line({kJigLeft - 1 - tick, kJigTop + mm}, {kJigLeft - 1, kJigTop + mm}, 0.15);
    if (mm % 10 == 0 && mm >= 10) item.drawing.text({kJigLeft + mm, kJigTop - 5}, std::to_string(mm), 2.0, TextAlign::Centre);
    if (mm % 10 == 0 && mm >= 10 && mm <= 80)
      item.drawing.text({kJigLeft - 5, kJigTop + mm + 0.7}, std::to_string(mm), 2.0, TextAlign::Right);
  }
  item.drawing.text({kJigLeft + 60, kJigTop - 12}, "front edge of the base against this line", 2.6, TextAlign::Centre);
  return item;
}

Result<MarkerMount> measure_mount(const std::vector<Detection>& found, const Footprint& footprint, MarkerId wanted, double height_mm) {
  std::vector<cv::Point2d> picture, jig;
  for (std::size_t i = 0; i < kJigMarkers.size(); ++i) {
    const auto marker = std::ranges::find_if(found, [&](const Detection& d) { return d.marker.number == kJigMarkers[i]; });
    if (marker == found.end()) return InputError{"jig marker " + std::to_string(kJigMarkers[i]) + " is not in sight"};
    for (std::size_t k = 0; k < 4; ++k) {
      picture.emplace_back(marker->corners[k].x, marker->corners[k].y);
      jig.emplace_back(kJigPlaces[i].x_mm + (k == 1 || k == 2 ? 0.5 : -0.5) * kJigMarkerMm,
                       kJigPlaces[i].y_mm + (k >= 2 ? 0.5 : -0.5) * kJigMarkerMm);
    }
  }
  const auto marker = std::ranges::find_if(found, [&](const Detection& d) { return d.marker == wanted; });
  if (marker == found.end()) return InputError{"marker " + std::to_string(wanted.number) + " is not in sight on the jig"};
  const cv::Mat h = cv::findHomography(picture, jig, 0);
  if (h.empty()) return InputError{"the jig's markers do not show a flat sheet"};
  std::vector<cv::Point2d> corners;
  for (const PixelPoint& p : marker->corners) corners.emplace_back(p.x, p.y);
  cv::perspectiveTransform(corners, corners, h);
  const cv::Point2d centre = (corners[0] + corners[1] + corners[2] + corners[3]) / 4.0;
  const cv::Point2d up = (corners[0] + corners[1] - corners[2] - corners[3]);
  MarkerMount mount;
  mount.marker = wanted;
  double side = 0;
  for (std::size_t k = 0; k < 4; ++k) side += cv::norm(corners[k] - corners[(k + 1) % 4]) / 4;
  mount.size_mm = side;
  // The base's heading is up the page; its left edge lies on x = 0, its front edge on y = 0.
  mount.offset_x_mm = footprint.depth.mm() / 2 - centre.y;
  mount.offset_y_mm = footprint.frontage.mm() / 2 - centre.x;
  mount.rotation_deg = std::atan2(-up.x, -up.y) * 180.0 / std::numbers::pi;
  mount.height_mm = height_mm;
  return mount;
}

}  // namespace polemarch::calibration
