// A printed chessboard whose outermost squares are cut short, seen at a slant.
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/board/board.hpp"
#include "tests/support/catch.hpp"
#include "vision/pixels/homography.hpp"

namespace cut_board_tests {

using namespace polemarch;

TEST_CASE("corners beside squares that are cut short stay where they are", "[lens]") {
  constexpr int kColumns = 9, kRows = 6, kFine = 4;
  constexpr double kCut = 0.3;  // squares: what is left of the outermost ones
  const auto board = calibration::parse_board("chessboard:9x6:25");
  REQUIRE(board);
  for (const double lean : {0.0, 40.0, 60.0}) {
    const vision::Homography map =
        vision::unit_square_to({{{90, 60 + lean / 3}, {560, 90 - lean / 3}, {560 - lean, 400}, {90 + lean, 380}}});
    const vision::Homography back = map.inverse();
    Image image(640, 480, 1);
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        int sum = 0;
        for (int k = 0; k < kFine * kFine; ++k) {
          // The unit square is the inner corners' rectangle.
          const PixelPoint uv = back.map(x + (k % kFine + 0.5) / kFine - 0.5, y + (k / kFine + 0.5) / kFine - 0.5);
          const double u = uv.x * (kColumns - 1), v = uv.y * (kRows - 1);
          const bool on = u > -kCut && v > -kCut && u < kColumns - 1 + kCut && v < kRows - 1 + kCut;
          const bool dark = on && (static_cast<int>(std::floor(u)) + static_cast<int>(std::floor(v))) % 2 == 0;
          sum += dark ? 30 : 210;
        }
        image.row(y)[x] = static_cast<std::uint8_t>(sum / (kFine * kFine));
      }
    cv::Mat view(image.height, image.width, CV_8U, image.bytes.data());
    cv::GaussianBlur(view, view, {}, 0.8);
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
