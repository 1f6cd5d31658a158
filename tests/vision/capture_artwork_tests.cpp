#include <cmath>
#include <opencv2/aruco.hpp>

#include "tests/support/catch.hpp"
#include "vision/prints/artwork.hpp"

namespace capture_artwork_tests {

using namespace polemarch;

namespace {

bool inside(const std::vector<Vec2>& polygon, double x, double y) {
  bool in = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++)
    if ((polygon[i].y > y) != (polygon[j].y > y) &&
        x < (polygon[j].x - polygon[i].x) * (y - polygon[i].y) / (polygon[j].y - polygon[i].y) + polygon[i].x)
      in = !in;
  return in;
}

double reflectance_at(const vision::Artwork& art, double x, double y) {
  for (const auto& patch : art.patches)
    if (inside(patch.outline, x, y)) return patch.reflectance;
  return inside(art.ground.outline, x, y) ? art.ground.reflectance : -1;
}

}  // namespace

TEST_CASE("square artwork is what OpenCV draws, with a white rim", "[vision][capture]") {
  for (const int id : {0, 17, 311}) {
    const auto art = vision::marker_artwork("DICT_APRILTAG_36h11", id, 24.0);
    REQUIRE(art);
    cv::Mat drawn;
    cv::aruco::drawMarker(cv::aruco::getPredefinedDictionary(cv::aruco::DICT_APRILTAG_36h11), id, 8, drawn, 1);
    for (int row = 0; row < 8; ++row)
      for (int col = 0; col < 8; ++col)
        CHECK(reflectance_at(*art, -12 + 3 * (col + 0.5), 12 - 3 * (row + 0.5)) == drawn.at<std::uint8_t>(row, col) / 255.0);
    CHECK(reflectance_at(*art, 13.5, 0) == 1.0);
    CHECK(reflectance_at(*art, 15.5, 0) == -1.0);
  }
}

TEST_CASE("an unknown family or id has no artwork", "[vision][capture]") {
  CHECK_FALSE(vision::marker_artwork("DICT_9X9", 1, 20));
  CHECK_FALSE(vision::marker_artwork("DICT_4X4_50", 50, 20));
  CHECK_FALSE(vision::marker_artwork("DICT_4X4_50", -1, 20));
}

}  // namespace capture_artwork_tests
