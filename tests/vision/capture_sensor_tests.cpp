#include <cmath>
#include <cstdlib>
#include <map>
#include <opencv2/aruco.hpp>

#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"

namespace capture_sensor_tests {

using namespace polemarch;
using vision::SceneBase;
using vision::SceneSpec;
using vision::SimulatedTable;

namespace {

SceneBase base_at(int marker, double x, double y, double heading) {
  SceneBase base;
  base.spec.base = {"b" + std::to_string(marker)};
  base.spec.footprint = {Outline::Rectangle, Length{40000}, Length{40000}};
  base.spec.mount.marker = {marker};
  base.path = {{0, x, y, heading, 0, true}};
  return base;
}

SceneSpec plain_scene() {
  SceneSpec scene;
  scene.table.width = Length{600000};
  scene.table.depth = Length{340000};
  scene.camera.width = 960;
  scene.camera.height = 540;
  scene.mat.contrast = 0;
  scene.sensor.noise_sigma = 0;
  scene.sensor.jpeg_quality = 0;
  return scene;
}

double mean_row(const Frame& frame, int y) {
  double sum = 0;
  for (int x = 0; x < frame.gray->width; ++x) sum += frame.gray->row(y)[x];
  return sum / frame.gray->width;
}

}  // namespace

TEST_CASE("OpenCV finds the markers where truth has them, corner by corner", "[vision][capture]") {
  SceneSpec scene = plain_scene();
  for (int i = 0; i < 8; ++i) {
    scene.bases.push_back(base_at(10 + i, 80 + 140 * (i % 4), 90 + 150 * (i / 4), 37.0 * i));
    scene.bases.back().spec.mount.height_mm = 4.0 * i;
    scene.bases.back().spec.mount.rotation_deg = 90.0 * (i % 4);
    scene.bases.back().spec.mount.print_scale = 1.0 + 0.02 * (i % 2);
  }
  SimulatedTable table(scene);
  const Frame frame = table.render(0);
  const cv::Mat picture(frame.gray->height, frame.gray->width, CV_8U, const_cast<std::uint8_t*>(frame.gray->bytes.data()));
  std::vector<std::vector<cv::Point2f>> corners;
  std::vector<int> ids;
  auto settings = cv::aruco::DetectorParameters::create();
  settings->cornerRefinementMethod = cv::aruco::CORNER_REFINE_SUBPIX;
  settings->cornerRefinementWinSize = 2;
  cv::aruco::detectMarkers(picture, cv::aruco::getPredefinedDictionary(cv::aruco::DICT_APRILTAG_36h11), corners, ids, settings);
  REQUIRE(ids.size() == 8);
  const auto truth = table.truth(0);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    INFO("marker " << ids[i]);
    double dx = 0, dy = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const PixelPoint& t = truth.bases[static_cast<std::size_t>(ids[i] - 10)].corners[k];
      // OpenCV draws every blurred corner a quarter of a pixel inwards, the same on all sides; the centre is free of that.
      CHECK(std::hypot(corners[i][k].x - t.x, corners[i][k].y - t.y) < 0.45);
      dx += (corners[i][k].x - t.x) / 4;
      dy += (corners[i][k].y - t.y) / 4;
    }
    CHECK(std::hypot(dx, dy) < 0.06);
  }
}

TEST_CASE("a rolling shutter shows a mover where it was when its rows were exposed", "[vision][capture]") {
  SceneSpec scene = plain_scene();
  scene.sensor.rolling_shutter_s = 0.03;
  scene.bases = {base_at(3, 300, 60, 90), base_at(4, 300, 280, 90)};
  for (SceneBase& base : scene.bases) {
    const double y = base.path[0].y_mm;
    base.path = {{0, 200, y, 90, 0, true}, {2, 400, y, 90, 0, true}};  // 100 mm/s to the right; at 300 when t = 1
  }
  const auto truth = SimulatedTable(scene).truth(30);
  // Far from A is the top of the picture, exposed first.
  CHECK(truth.bases[1].x_mm < 300 - 0.5);
  CHECK(truth.bases[0].x_mm > 300 + 0.5);
  CHECK(truth.bases[0].x_mm - truth.bases[1].x_mm == Approx(0.03 * 100 * 220 / 356).margin(0.15));
  // The picture agrees: a standing base at the place truth names has its print's centre at the same pixel.
  SceneSpec still = scene;
  for (std::size_t i = 0; i < 2; ++i) still.bases[i].path = {{0, truth.bases[i].x_mm, truth.bases[i].y_mm, 90, 0, true}};
  SimulatedTable a(scene), b(still);
  const Frame moving = a.render(30), standing = b.render(0);
  for (const auto& base : truth.bases) {
    double shift = 0, slope = 0;
    for (int y = static_cast<int>(base.corners[0].y); y <= static_cast<int>(base.corners[2].y); ++y)
      for (int x = static_cast<int>(base.corners[0].x) - 3; x <= static_cast<int>(base.corners[1].x) + 3; ++x) {
        const double g = (standing.gray->row(y)[x + 1] - standing.gray->row(y)[x - 1]) / 2.0;
        shift += g * (standing.gray->row(y)[x] - moving.gray->row(y)[x]);
        slope += g * g;
      }
    CHECK(std::abs(shift / slope) < 0.02);  // px; the top and bottom of the print lean by 0.1 px each way
  }
}

TEST_CASE("gain, flicker, vignette and the tone curve change levels as they say", "[vision][capture]") {
  SceneSpec scene = plain_scene();
  SimulatedTable even(scene);
  const double before = mean_row(even.render(0), 270);
  scene.sensor.gain = {{0, 1.0}, {1, 0.5}};
  CHECK(mean_row(SimulatedTable(scene).render(15), 270) == Approx(0.75 * before).epsilon(0.01));
  scene.sensor.gain.clear();
  scene.sensor.flicker = 0.2;
  scene.sensor.rolling_shutter_s = 0.02;  // two periods of 100 Hz over the picture
  SimulatedTable flickering(scene);
  const Frame bands = flickering.render(0);
  double lowest = 1e9, highest = 0;
  for (int y = 0; y < 540; ++y) {
    const double ratio = mean_row(bands, y) / mean_row(even.render(0), y);
    lowest = std::min(lowest, ratio);
    highest = std::max(highest, ratio);
  }
  CHECK(lowest == Approx(0.8).margin(0.02));
  CHECK(highest == Approx(1.2).margin(0.02));
  scene.sensor.flicker = 0;
  scene.sensor.vignette = 0.4;
  const Frame dark = SimulatedTable(scene).render(0);
  CHECK(dark.gray->row(1)[1] == Approx(0.6 * even.render(0).gray->row(1)[1]).margin(1.5));
  CHECK(dark.gray->row(270)[480] == Approx(even.render(0).gray->row(270)[480]).margin(1.5));
  scene.sensor.vignette = 0;
  scene.sensor.hdr = 1;
  CHECK(mean_row(SimulatedTable(scene).render(0), 270) > before + 10);
}

TEST_CASE("grey frames show the luminance of the colour frames", "[vision][capture]") {
  SceneSpec scene = plain_scene();
  scene.mat = {"grass", 1.0, 4};
  scene.bases = {base_at(3, 300, 170, 30)};
  scene.bases[0].colour = {20, 60, 200};
  scene.bases[0].figures = {{-14, 10, 5, 28, {200, 30, 40}}};
  SimulatedTable grey(scene);
  scene.sensor.colour = true;
  SimulatedTable colour(scene);
  const Frame a = grey.render(0), b = colour.render(0);
  int worst = 0;
  for (std::size_t i = 0; i < a.gray->bytes.size(); ++i) worst = std::max(worst, std::abs(int{a.gray->bytes[i]} - int{b.gray->bytes[i]}));
  CHECK(worst <= 1);
}

TEST_CASE("a figure hides what lies behind it from the camera, not what lies before it", "[vision][capture]") {
  SceneSpec scene = plain_scene();
  scene.camera.tilt_x_deg = 40;  // the camera leans towards A: tall things fall away from A in the picture
  scene.bases = {base_at(3, 300, 170, 90), base_at(4, 300, 110, 90), base_at(5, 300, 230, 90)};
  scene.bases[0].figures = {{0, 0, 18, 60, {40, 40, 150}}};
  const auto truth = SimulatedTable(scene).truth(0);
  CHECK(truth.bases[1].visible == 1.0);
  CHECK(truth.bases[2].visible < 0.9);
}

}  // namespace capture_sensor_tests
