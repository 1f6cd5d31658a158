// A printed chessboard seen at a slant: its outermost squares are cut short, its size is not said.
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>

#include "calibration/board/board.hpp"
#include "tests/support/catch.hpp"
#include "vision/pixels/homography.hpp"

namespace cut_board_tests {

using namespace polemarch;

namespace {

/// A board of so many inner corners. `cut`: what is left of the outermost squares. The unit square is the inner corners' rectangle.
Image picture_of(int columns, int rows, double cut, const vision::Homography& map) {
  constexpr int kFine = 4;
  const vision::Homography back = map.inverse();
  Image image(640, 480, 1);
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      int sum = 0;
      for (int k = 0; k < kFine * kFine; ++k) {
        const PixelPoint uv = back.map(x + (k % kFine + 0.5) / kFine - 0.5, y + (k / kFine + 0.5) / kFine - 0.5);
        const double u = uv.x * (columns - 1), v = uv.y * (rows - 1);
        const bool on = u > -cut && v > -cut && u < columns - 1 + cut && v < rows - 1 + cut;
        const bool dark = on && (static_cast<int>(std::floor(u)) + static_cast<int>(std::floor(v))) % 2 == 0;
        sum += dark ? 30 : 210;
      }
      image.row(y)[x] = static_cast<std::uint8_t>(sum / (kFine * kFine));
    }
  cv::Mat view(image.height, image.width, CV_8U, image.bytes.data());
  cv::GaussianBlur(view, view, {}, 0.8);
  return image;
}

vision::Homography leaning(double lean) {
  return vision::unit_square_to({{{90, 60 + lean / 3}, {560, 90 - lean / 3}, {560 - lean, 400}, {90 + lean, 380}}});
}

}  // namespace

TEST_CASE("a chessboard is recognised without its size, with whole squares or cut ones", "[lens]") {
  for (const auto& [columns, rows] : {std::pair{9, 6}, {11, 9}, {5, 4}, {12, 8}})
    for (const double lean : {0.0, 40.0}) {
      CAPTURE(columns, rows, lean);
      const auto board = calibration::recognise_board({picture_of(columns, rows, 1, leaning(lean))});
      REQUIRE(board);
      CHECK(calibration::text_of(*board) == "chessboard:" + std::to_string(columns) + "x" + std::to_string(rows) + ":25");
    }
  const auto cut = calibration::recognise_board({picture_of(9, 6, 0.3, leaning(40))});
  REQUIRE(cut);
  CHECK(calibration::text_of(*cut) == "chessboard:9x6:25");
}

TEST_CASE("corners beside squares that are cut short stay where they are", "[lens]") {
  constexpr int kColumns = 9, kRows = 6;
  constexpr double kCut = 0.3;  // squares: what is left of the outermost ones
  const auto board = calibration::parse_board("chessboard:9x6:25");
  REQUIRE(board);
  for (const double lean : {0.0, 40.0, 60.0}) {
    const vision::Homography map = leaning(lean);
    const Image image = picture_of(kColumns, kRows, kCut, map);
    const auto found = calibration::find_board(image.view(), *board, "cut");
    INFO("lean " << lean);
    REQUIRE(found.corners.size() == static_cast<std::size_t>(kColumns * kRows));
    double worst = 0;
    for (const auto& c : found.corners) {
      double nearest = 1e9;  // the board may be counted from either end
      for (int i = 0; i < kColumns * kRows; ++i) {
        const PixelPoint p = map.map((i % kColumns) / (kColumns - 1.0), (i / kColumns) / (kRows - 1.0));
        nearest = std::min(nearest, std::hypot(p.x - c.pixel.x, p.y - c.pixel.y));
      }
      worst = std::max(worst, nearest);
    }
    CHECK(worst < 0.4);
  }
}

}  // namespace cut_board_tests
