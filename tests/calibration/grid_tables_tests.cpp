// Grids on many simulated tables: other mats, colours, faint marks, parts covered by bases and terrain, cameras that lean.
#include <cmath>
#include <cstdlib>
#include <random>

#include "calibration/grid/grid_picture.hpp"
#include "tests/calibration/grid_mat.hpp"
#include "tests/support/catch.hpp"

namespace grid_tables_tests {

using namespace polemarch;
using namespace polemarch::calibration;
using namespace polemarch::test;

namespace {

constexpr double kRadPerDeg = 3.14159265358979 / 180;

struct GridTable {
  Camera camera;
  Mat mat;
  GridSpec guess;
  double middle_x = 0, middle_y = 0, turn_deg = 0;
};

/// A table of its own for every seed. Dots of 2 to 9 mm across, lines of 1 to 3 mm; up to 46 bases, most of them in their boxes.
GridTable grid_table(unsigned seed) {
  std::mt19937 random(seed * 7919 + 13);
  const auto between = [&](double a, double b) { return std::uniform_real_distribution<double>(a, b)(random); };
  std::normal_distribution<double> normal(0, 1);
  GridTable out;
  out.camera = true_camera();
  const double lean = between(0, 0.45), around = between(0, 6.28), far = between(1720, 1760);
  out.camera.pose = vision::looking_at(
      {900 + far * std::sin(lean) * std::cos(around), 600 + far * std::sin(lean) * std::sin(around), far * std::cos(lean) * 1.06},
      {900, 600, 0});
  out.camera.lens.fx = out.camera.lens.fy = 1450;
  out.camera.lens = vision::scaled(out.camera.lens, 960, 540);
  const bool wide = between(0, 1) < 0.5;
  const double declared = wide ? 150 : 100;
  GridSpec& g = out.mat.grid;
  g.columns = wide ? 10 : 16;
  g.rows = wide ? 7 : 10;
  g.box = Length::from_mm(declared * (1 + between(-0.018, 0.018)));
  out.guess = g;
  out.guess.box = Length::from_mm(declared);
  out.guess.origin = {Length::from_mm(900 - declared * g.columns / 2), Length::from_mm(600 - declared * g.rows / 2)};
  out.turn_deg = between(-2.5, 2.5);
  out.middle_x = 900 + between(-20, 20);
  out.middle_y = 600 + between(-20, 20);
  const double c = std::cos(out.turn_deg * kRadPerDeg), s = std::sin(out.turn_deg * kRadPerDeg), box = g.box.mm();
  const auto at = [&](double column, double row) {
    const double u = box * (column - g.columns / 2.0), v = box * (row - g.rows / 2.0);
    return std::array{out.middle_x + c * u - s * v, out.middle_y + s * u + c * v};
  };
  g.origin = {Length::from_mm(at(0, 0)[0]), Length::from_mm(at(0, 0)[1])};
  g.rotation = Angle::from_deg(out.turn_deg);
  out.mat.dots = between(0, 1) < 0.5;
  out.mat.thick_mm = out.mat.dots ? between(0.5, 2.2) : between(1, 3);
  out.mat.mark = between(12, 60) * (between(0, 1) < 0.5 ? 1 : -1) * (out.mat.dots ? 1.4 : 1);
  out.mat.clutter = between(4, 16);
  out.mat.slope = between(-25, 25);
  for (int i = static_cast<int>(between(0, 46)); i > 0; --i) {
    Mat::Thing base{between(80, 1720), between(80, 1120), 1, 0, between(40, 130) / 2, between(20, 60) / 2, between(20, 230)};
    if (between(0, 1) < 0.6) {  // in the middle of its box, as players put it
      const auto [x, y] = at(std::floor(between(0, g.columns)) + 0.5, std::floor(between(0, g.rows)) + 0.5);
      base.x = x + 3 * normal(random), base.y = y + 3 * normal(random), base.cos = c, base.sin = s;
    } else {
      const double turn = between(0, 3.1);
      base.cos = std::cos(turn), base.sin = std::sin(turn);
    }
    out.mat.things.push_back(base);
  }
  for (int i = static_cast<int>(between(0, 5)); i > 0; --i) {
    const double turn = between(0, 3.1);
    out.mat.things.push_back(
        {between(200, 1600), between(200, 1000), std::cos(turn), std::sin(turn), between(50, 125), between(40, 100), between(50, 150)});
  }
  return out;
}

}  // namespace

TEST_CASE("grids of many mats are found, small dots too, with errors as large as stated", "[grid]") {
  const bool all = std::getenv("POLEMARCH_LONG") != nullptr;
  const unsigned tables = all ? 120 : 4;
  int offsets = 0, turns = 0, boxes = 0, found_dots = 0;
  double worst = 0;
  for (unsigned seed = 0; seed < tables; ++seed) {
    const GridTable table = grid_table(seed);
    const Image picture = paint(table.camera, table.mat, seed);
    const auto found = find_grid(picture.view(), table.camera, table.guess, 1800, 1200);
    INFO("table " << seed << (table.mat.dots ? ", dots " : ", lines ") << table.mat.thick_mm << " mm, mark " << table.mat.mark);
    if (!found) FAIL(found.error().line);
    found_dots += table.mat.dots ? 1 : 0;
    const GridSpec& g = found->fit.grid;
    const double turn = g.rotation.signed_turn().deg(), c = std::cos(turn * kRadPerDeg), s = std::sin(turn * kRadPerDeg);
    const double u = g.box.mm() * g.columns / 2, v = g.box.mm() * g.rows / 2;
    const double x = g.origin.x.mm() + c * u - s * v - table.middle_x, y = g.origin.y.mm() + s * u + c * v - table.middle_y;
    CHECK(std::hypot(x, y) < std::max(0.1, 5 * g.sd_offset_mm));
    CHECK(std::abs(turn - table.turn_deg) < std::max(0.01, 5 * g.sd_rotation_deg));
    CHECK(g.sd_offset_mm < 0.5);
    worst = std::max(worst, std::hypot(x, y));
    offsets += (std::abs(x) < 1.96 * g.sd_offset_mm ? 1 : 0) + (std::abs(y) < 1.96 * g.sd_offset_mm ? 1 : 0);
    turns += std::abs(turn - table.turn_deg) < 1.96 * g.sd_rotation_deg ? 1 : 0;
    boxes += std::abs(g.box.mm() / table.mat.grid.box.mm() - 1) < 1.96 * found->fit.sd_box_scale ? 1 : 0;
  }
  CHECK(found_dots >= 2);
  WARN(tables << " tables, " << found_dots << " with dots: inside the stated 95 %: offsets " << offsets / (2.0 * tables) << ", turns "
              << turns / static_cast<double>(tables) << ", boxes " << boxes / static_cast<double>(tables) << "; worst offset " << worst
              << " mm");
  if (!all) return;
  CHECK(offsets >= 0.9 * 2 * tables);
  CHECK(turns >= 0.85 * tables);
}

TEST_CASE("what the camera's registration leaves open is in the grid's error", "[grid]") {
  Camera camera = small_camera();
  GridSpec grid;
  grid.columns = 10;
  grid.rows = 7;
  grid.box = Length::from_mm(150);
  grid.origin = {Length::from_mm(150), Length::from_mm(75)};
  const Image picture = paint(camera, {grid, false, 2.0, 40}, 4);
  const auto alone = find_grid(picture.view(), camera, grid, 1800, 1200);
  if (!alone) FAIL(alone.error().line);
  // The camera may be turned about its axis by 0.05 degrees: it looks nearly straight down, so the grid may be turned as much.
  std::array<double, 15> turned{};
  turned[11] = 0.05 * kRadPerDeg;
  camera.factors = {turned};
  const auto shared = find_grid(picture.view(), camera, grid, 1800, 1200);
  if (!shared) FAIL(shared.error().line);
  CHECK(shared->fit.grid.sd_rotation_deg == Approx(std::hypot(alone->fit.grid.sd_rotation_deg, 0.05)).epsilon(0.05));
}

}  // namespace grid_tables_tests
