#include <cmath>
#include <random>

#include "calibration/grid/grid_picture.hpp"
#include "tests/calibration/grid_mat.hpp"
#include "tests/support/catch.hpp"

namespace grid_tests {

using namespace polemarch;
using namespace polemarch::calibration;
using namespace polemarch::test;

namespace {

GridSpec true_grid() {
  GridSpec g;
  g.columns = 10;
  g.rows = 7;
  g.box = Length::from_mm(151.3);  // a mat of 150 mm boxes that stretched
  g.origin = {Length::from_mm(131), Length::from_mm(68)};
  g.rotation = Angle::from_deg(1.3);
  return g;
}

GridSpec guess() {
  GridSpec g = true_grid();
  g.box = Length::from_mm(150);
  g.origin = {Length::from_mm(150), Length::from_mm(75)};
  g.rotation = {};
  return g;
}

/// Worst distance of a grid corner from the truth.
double worst_corner(const GridSpec& a, const GridSpec& b) {
  const auto corner = [](const GridSpec& g, int i, int j) {
    const double t = g.rotation.signed_turn().deg() * 3.14159265358979 / 180, u = g.box.mm() * i, v = g.box.mm() * j;
    return std::pair{g.origin.x.mm() + std::cos(t) * u - std::sin(t) * v, g.origin.y.mm() + std::sin(t) * u + std::cos(t) * v};
  };
  double worst = 0;
  for (const int i : {0, a.columns})
    for (const int j : {0, a.rows}) {
      const auto [ax, ay] = corner(a, i, j);
      const auto [bx, by] = corner(b, i, j);
      worst = std::max(worst, std::hypot(ax - bx, ay - by));
    }
  return worst;
}

}  // namespace

TEST_CASE("a grid is laid through its corner markers with a true error", "[grid]") {
  const GridSpec truth = true_grid();
  int inside = 0, all = 0;
  for (unsigned seed = 0; seed < 200; ++seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.5);
    std::vector<GridPoint> corners;
    const double t = 1.3 * 3.14159265358979 / 180;
    for (const int i : {0, 10})
      for (const int j : {0, 7}) {
        const double u = 151.3 * i, v = 151.3 * j;
        corners.push_back({double(i), double(j), 131 + std::cos(t) * u - std::sin(t) * v + noise(random),
                           68 + std::sin(t) * u + std::cos(t) * v + noise(random), 0.5});
      }
    const auto fit = fit_grid(guess(), corners, {}, {.stray_sigmas = 20});
    REQUIRE(fit);
    CHECK(worst_corner(fit->grid, truth) < 4);
    // Four points leave four degrees of freedom: Student's t, 97.5 % at 2.776.
    ++all;
    if (std::abs(fit->grid.rotation.signed_turn().deg() - 1.3) < 2.776 * fit->grid.sd_rotation_deg) ++inside;
  }
  CHECK(inside > 0.90 * all);
  CHECK(inside < all);
}

TEST_CASE("lines of a mat give the grid, bright or dark, turned and stretched", "[grid]") {
  const double mark = GENERATE(45.0, -35.0);
  const Camera camera = small_camera();
  const Image picture = paint(camera, {true_grid(), false, 2.0, mark}, 1);
  const auto found = find_grid(picture.view(), camera, guess(), 1800, 1200);
  if (!found) FAIL(found.error().line);
  CHECK(found->marks == GridMarks::Lines);
  CHECK(found->bright == (mark > 0));
  CHECK(worst_corner(found->fit.grid, true_grid()) < 1.0);
  CHECK(found->fit.box_scale == Approx(151.3 / 150).margin(0.0005));
  CHECK(found->fit.grid.sd_offset_mm < 0.3);
  CHECK(found->fit.grid.sd_rotation_deg < 0.05);
  CHECK(std::abs(found->fit.grid.rotation.signed_turn().deg() - 1.3) < 4 * found->fit.grid.sd_rotation_deg);
}

TEST_CASE("dots at the corners of the boxes give the grid", "[grid]") {
  const Camera camera = small_camera();
  const Image picture = paint(camera, {true_grid(), true, 2.5, 70}, 2);
  const auto found = find_grid(picture.view(), camera, guess(), 1800, 1200);
  if (!found) FAIL(found.error().line);
  CHECK(found->marks == GridMarks::Dots);
  CHECK(worst_corner(found->fit.grid, true_grid()) < 1.5);
  CHECK(found->fit.grid.sd_offset_mm < 0.3);
}

TEST_CASE("a mat without a grid is said to have none", "[grid]") {
  const Camera camera = small_camera();
  const Image picture = paint(camera, {true_grid(), false, 2.0, 0.0}, 3);
  const auto found = find_grid(picture.view(), camera, guess(), 1800, 1200);
  REQUIRE_FALSE(found);
  CHECK(found.error().line.find("no grid of 150 mm boxes") == 0);
}

TEST_CASE("places that cannot fix a grid are refused", "[grid]") {
  const auto few = fit_grid(guess(), {{0, 0, 150, 75, 0.5}, {10, 0, 1650, 75, 0.5}}, {}, {});
  CHECK_FALSE(few);
  std::vector<GridStretch> one_way;
  for (int i = 0; i <= 10; ++i) one_way.push_back({true, double(i), 150.0 + 150 * i, 300, 0.3});
  CHECK_FALSE(fit_grid(guess(), {}, one_way, {}));
}

TEST_CASE("strays do not pull the grid", "[grid]") {
  std::vector<GridPoint> points;
  std::mt19937 random(5);
  std::normal_distribution<double> noise(0, 0.2);
  for (int i = 0; i <= 10; ++i)
    for (int j = 0; j <= 7; ++j) points.push_back({double(i), double(j), 150 + 150 * i + noise(random), 75 + 150 * j + noise(random), 0.3});
  for (std::size_t i = 0; i < points.size(); i += 9) points[i].x_mm += 25;
  GridSpec truth = guess();
  const auto fit = fit_grid(guess(), points, {}, {});
  REQUIRE(fit);
  CHECK(fit->left_out >= 10);
  CHECK(worst_corner(fit->grid, truth) < 0.3);
}

}  // namespace grid_tests
