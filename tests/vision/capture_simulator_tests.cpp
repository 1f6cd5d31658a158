#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "tests/support/catch.hpp"
#include "vision/capture/simulator/coverage.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"

namespace capture_simulator_tests {

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

/// The largest difference of two pictures, grey levels.
int difference(const Frame& a, const Frame& b) {
  int worst = 0;
  for (std::size_t i = 0; i < a.gray->bytes.size(); ++i) worst = std::max(worst, std::abs(int{a.gray->bytes[i]} - int{b.gray->bytes[i]}));
  return worst;
}

SceneSpec clean_scene() {
  SceneSpec scene;
  scene.table.width = Length{600000};
  scene.table.depth = Length{340000};
  scene.camera.width = 640;
  scene.camera.height = 360;
  scene.sensor.noise_sigma = 0;
  scene.sensor.jpeg_quality = 0;
  return scene;
}

}  // namespace

TEST_CASE("flat terrain has the look of its kind, what stands up keeps its own", "[vision][capture]") {
  SceneSpec scene = clean_scene();
  scene.sensor.colour = true;
  scene.mat.contrast = 0;
  const auto square = [](double x) {
    return std::vector<Point>{{Length::from_mm(x), Length::from_mm(100)},
                              {Length::from_mm(x + 100), Length::from_mm(100)},
                              {Length::from_mm(x + 100), Length::from_mm(200)},
                              {Length::from_mm(x), Length::from_mm(200)}};
  };
  const auto looks = [&](const std::string& kind, double height_mm) {
    SceneSpec with = scene;
    with.table.terrain = {{"T1", kind, square(250), Length::from_mm(height_mm)}};
    SimulatedTable table(with);
    return table.render(0);
  };
  const Frame bare = looks("nothing known", 0);
  std::vector<Frame> seen;
  for (const char* kind : {"wood", "low_hill", "field", "marsh", "broken"}) {
    seen.push_back(looks(kind, 0));
    INFO(kind);
    CHECK(difference(seen.back(), bare) > 10);
    for (std::size_t i = 0; i + 1 < seen.size(); ++i) CHECK(difference(seen[i], seen.back()) > 10);
    CHECK(difference(looks(kind, 25), looks("nothing known", 25)) == 0);
  }
}

TEST_CASE("coverage is the exact area, also across the grid's edges", "[vision][capture]") {
  vision::sim::CoverageGrid grid;
  grid.reset(8, 6);
  grid.add({{-3, 1.25}, {4.5, 1.25}, {4.5, 9}, {-3, 9}}, 1.0);
  const float* row = grid.finish_row(1);
  CHECK(row[0] == Approx(0.75));
  CHECK(row[3] == Approx(0.75));
  CHECK(row[4] == Approx(0.375));
  CHECK(row[5] == Approx(0).margin(1e-6));
  CHECK(grid.finish_row(0)[2] == Approx(0).margin(1e-6));
  CHECK(grid.finish_row(5)[4] == Approx(0.5));
  // A slanted triangle, both windings: total area and a cell crossed by the long side.
  for (const bool turned : {false, true}) {
    grid.reset(8, 6);
    if (turned) {
      grid.add({{1, 1}, {1, 5}, {7, 1}}, 1.0);
    } else {
      grid.add({{1, 1}, {7, 1}, {1, 5}}, 1.0);
    }
    double sum = 0;
    for (int y = 0; y < 6; ++y) {
      const float* r = grid.finish_row(y);
      for (int x = 0; x < 8; ++x) sum += r[x];
      if (y == 1) CHECK(r[5] == Approx(1.0 - 0.5 * 0.5 * (1.0 / 3.0)));  // the long side leaves the cell's top edge half-way
    }
    CHECK(sum == Approx(12.0).epsilon(1e-5));
  }
}

TEST_CASE("the table is fitted into the picture and truth corners agree with the camera model", "[vision][capture]") {
  SceneSpec scene = clean_scene();
  scene.bases = {base_at(3, 300, 170, 90)};
  scene.bases[0].spec.mount.height_mm = 5;
  SimulatedTable table(scene);
  const vision::Truth truth = table.truth(0);
  for (const double x : {0.0, 600.0})
    for (const double y : {0.0, 340.0}) {
      const PixelPoint p = vision::project(truth.camera, x, y, 0);
      CHECK(p.x > 2);
      CHECK(p.x < 637);
      CHECK(p.y > 2);
      CHECK(p.y < 357);
    }
  // Heading 90: the marker's top-left corner lies at -x, +y.
  const PixelPoint expected = vision::project(truth.camera, 300 - 12.5, 170 + 12.5, 5);
  CHECK(truth.bases[0].corners[0].x == Approx(expected.x).margin(1e-9));
  CHECK(truth.bases[0].corners[0].y == Approx(expected.y).margin(1e-9));
  CHECK(truth.bases[0].visible == 1.0);
}

TEST_CASE("equal scenes give equal pictures, frames differ by fresh noise only", "[vision][capture]") {
  SceneSpec scene = clean_scene();
  scene.sensor.noise_sigma = 4;
  scene.bases = {base_at(3, 300, 170, 30)};
  SimulatedTable a(scene), b(scene);
  const Frame f0 = a.render(0);
  CHECK(difference(b.render(0), f0) == 0);
  const Frame f1 = a.render(1);
  double sum = 0, squares = 0;
  for (std::size_t i = 0; i < f0.gray->bytes.size(); ++i) {
    const double d = static_cast<double>(f0.gray->bytes[i]) - f1.gray->bytes[i];
    sum += d;
    squares += d * d;
  }
  const double n = static_cast<double>(f0.gray->bytes.size());
  CHECK(std::abs(sum / n) < 0.05);
  CHECK(std::sqrt(squares / n) == Approx(4 * std::sqrt(2.0)).epsilon(0.03));
}

TEST_CASE("an incremental frame equals the same frame painted from nothing", "[vision][capture]") {
  SceneSpec scene = clean_scene();
  scene.sensor.exposure_s = 0.02;
  scene.sensor.rolling_shutter_s = 0.01;
  scene.bases = {base_at(3, 100, 100, 30), base_at(4, 300, 200, 200)};
  scene.bases[0].path = {{0, 100, 100, 30, 0, true}, {0.5, 180, 120, 75, 40, true}, {1, 200, 120, 75, 0, true}};
  scene.bases[1].figures = {{5, 0, 8, 28, {40, 40, 150}}};
  SimulatedTable stream(scene);
  for (const int frame : {0, 3, 4, 9, 2, 30}) {
    SimulatedTable fresh(scene);
    INFO("frame " << frame);
    CHECK(difference(stream.render(frame), fresh.render(frame)) == 0);
  }
}

TEST_CASE("covered and out-of-picture prints say how much of them is visible", "[vision][capture]") {
  SceneSpec scene = clean_scene();
  scene.bases = {base_at(3, 100, 100, 30), base_at(4, 300, 200, 0), base_at(5, 450, 200, 0)};
  scene.bases[0].covered = 0.25;
  vision::Thing card;
  card.path = {{0, 300, 200, 0, 0, true}};
  card.width_mm = card.depth_mm = 90;
  card.height_mm = 10;
  scene.things = {card};
  scene.bases[2].path[0].present = false;
  const vision::Truth truth = SimulatedTable(scene).truth(0);
  CHECK(truth.bases[0].visible == Approx(0.75).margin(0.03));
  CHECK(truth.bases[1].visible == 0);
  CHECK(truth.bases[2].visible == 0);
  CHECK_FALSE(truth.bases[2].present);
}

TEST_CASE("motion blur is centred on the truth, whatever moves beside it", "[vision][capture]") {
  // Two bases near each other smear by different lengths; the brightness-weighted centre of each print's ink must stay where truth has it.
  SceneSpec scene = clean_scene();
  scene.mat.contrast = 0;
  scene.sensor.exposure_s = 0.02;
  const auto moment = [&](double speed_a, double speed_b) {
    SceneSpec s = scene;
    s.bases = {base_at(3, 250, 170, 90), base_at(4, 300, 170, 90)};
    for (std::size_t i = 0; i < 2; ++i) {
      const double v = i == 0 ? speed_a : speed_b, x = s.bases[i].path[0].x_mm;
      if (v > 0) s.bases[i].path = {{0, x - v, 170, 90, 0, true}, {2, x + v, 170, 90, 0, true}};
    }
    SimulatedTable table(s);
    const Frame frame = table.render(30);  // t = 1: both are at their places
    const auto truth = table.truth(30);
    const auto& c = truth.bases[0].corners;
    double sum = 0, sx = 0;
    for (int y = static_cast<int>(c[0].y) - 8; y < static_cast<int>(c[2].y) + 8; ++y)
      for (int x = static_cast<int>(c[0].x) - 8; x < static_cast<int>(c[1].x) + 8; ++x) {
        const double level = frame.gray->row(y)[x];
        sum += level;
        sx += level * x;
      }
    return sx / sum;
  };
  const double still = moment(0, 0);
  CHECK(std::abs(moment(20, 0) - still) < 0.01);
  CHECK(std::abs(moment(20, 120) - still) < 0.01);
  CHECK(std::abs(moment(55, 120) - still) < 0.01);
}

TEST_CASE("a camera that sees only part of the table, or past its horizon, still renders", "[vision][capture]") {
  SceneSpec scene = clean_scene();
  scene.bases = {base_at(3, 100, 30, 30), base_at(4, 300, 300, 200)};
  vision::Thing hand;
  hand.kind = vision::ThingKind::Hand;
  hand.path = {{0, 300, 150, 90, 0, true}};
  hand.width_mm = 90;
  hand.height_mm = 80;
  hand.from_mm = {300, -3000};
  scene.things = {hand};
  Camera camera;
  camera.lens = {640, 360, 400, 400, 319.5, 179.5, -0.35, 0, 0, 0, 0};
  camera.pose = vision::looking_at({300, -50, 200}, {300, 400, 60});
  scene.camera.given = camera;
  CHECK_FALSE(vision::flaw_in(scene));
  SimulatedTable table(scene);
  CHECK(table.render(0).gray->width == 640);
  const auto truth = table.truth(0);
  CHECK(truth.bases[0].visible == 0);  // beside and below the picture
  CHECK(truth.bases[1].visible >= 0);
}

}  // namespace capture_simulator_tests
