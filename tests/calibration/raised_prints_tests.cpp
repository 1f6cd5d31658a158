// The focal length from prints on hills, on simulated tables whose truth is known.
#include "calibration/table/raised_prints.hpp"

#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <vector>

#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"

namespace raised_prints_tests {

using namespace polemarch;
using namespace polemarch::calibration;

namespace {

constexpr double kCornerPx = 0.03;

/// Seen from above, the table filling as much of the picture whatever the focal length.
Camera camera_of(double focal) {
  Camera camera = test::true_camera();
  camera.lens.fx = camera.lens.fy = focal;
  camera.pose = vision::looking_at({900, 560, 1720 * focal / 1500}, {900, 605, 0});
  return camera;
}

void with_covariance(std::vector<BorderSighting>& seen) {
  for (BorderSighting& s : seen) {
    s.covariance.assign(64, 0.0);
    for (std::size_t a = 0; a < 8; ++a) s.covariance[9 * a] = kCornerPx * kCornerPx;
  }
}

std::vector<RaisedPrint> prints_on(const Camera& camera, int raised, int low, double printed_scale, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0, 1);
  Table table;
  for (int i = 0; i < raised + low; ++i) {
    BorderMarker m;
    m.marker = {i};
    m.x_mm = 200 + 1400 * unit(random);
    m.y_mm = 200 + 800 * unit(random);
    m.z_mm = i < raised ? 40 + 40 * unit(random) : 2;
    m.heading_deg = 360 * unit(random);
    table.border.push_back(m);
  }
  auto seen = test::see_border(camera, table, {.place_mm = 0, .heading_deg = 0, .corner_px = kCornerPx}, random, printed_scale);
  with_covariance(seen);
  std::vector<RaisedPrint> out;
  for (std::size_t i = 0; i < seen.size(); ++i) out.push_back({seen[i].corners, seen[i].covariance, 25, table.border[i].z_mm});
  return out;
}

}  // namespace

TEST_CASE("prints on hills tell the focal length that a flat border leaves open", "[registration][raised]") {
  const int tables = std::getenv("POLEMARCH_LONG") ? 60 : 6;
  double before = 0, after = 0, strange = 0;
  for (int i = 0; i < tables; ++i) {
    std::mt19937 random(static_cast<unsigned>(4000 + i));
    const double focal = std::array{1150.0, 1500.0, 2000.0}[static_cast<std::size_t>(i % 3)];
    const Camera truth = camera_of(focal);
    const Table table = test::table_with_border(24, 0.1);
    auto seen = test::see_border(truth, table, {.place_mm = 0.1, .heading_deg = 0.1, .corner_px = kCornerPx}, random);
    with_covariance(seen);
    const auto prints = prints_on(truth, 16, 16, i % 2 == 0 ? 1.0 : 1.015, random);  // of another sheet than the border
    RegistrationSettings settings;
    const auto flat = register_table(table, seen, 1920, 1080, std::nullopt, settings);
    REQUIRE(flat);
    const auto told = focal_from_prints(flat->camera, prints, 0.02);
    REQUIRE(told);
    CHECK(told->sd_px < 0.06 * focal);
    strange += std::pow((told->focal_px - focal) / told->sd_px, 2);
    settings.focal = told;
    const auto registered = register_table(table, seen, 1920, 1080, std::nullopt, settings);
    REQUIRE(registered);
    const auto was = test::errors_over_table(truth, flat->camera, table, 60),
               is = test::errors_over_table(truth, registered->camera, table, 60);
    before += was.rms * was.rms;
    after += is.rms * is.rms;
    CHECK(is.inside > 0.9 * is.all);
    CHECK(test::errors_over_table(truth, registered->camera, table).rms < 0.15);  // the table itself stays as it was
  }
  WARN(tables << " tables, 60 mm above them: " << std::sqrt(before / tables) << " mm RMS by the border alone, " << std::sqrt(after / tables)
              << " with the prints; off over stated " << std::sqrt(strange / tables));
  CHECK(after < 0.04 * before);
  CHECK(strange < 2.5 * tables);  // mean square of errors in standard deviations
}

TEST_CASE("a hill declared wrongly does not carry the focal length away", "[registration][raised]") {
  std::mt19937 random(4100);
  const Camera truth = camera_of(1500);
  auto prints = prints_on(truth, 12, 12, 1.0, random);
  prints[3].z_mm += 60;  // stands on the table, said to stand on a tower
  const auto told = focal_from_prints(truth, prints, 0.02);
  REQUIRE(told);
  CHECK(std::abs(told->focal_px - 1500) < 3 * told->sd_px);
  CHECK(std::abs(told->focal_px - 1500) < 0.06 * 1500);
}

TEST_CASE("prints that stand low, or too few on hills, tell no focal length", "[registration][raised]") {
  std::mt19937 random(4200);
  const Camera truth = camera_of(1500);
  CHECK_FALSE(focal_from_prints(truth, prints_on(truth, 0, 30, 1.0, random), 0.02));
  CHECK_FALSE(focal_from_prints(truth, prints_on(truth, 3, 30, 1.0, random), 0.02));
  // None that is low, and nothing known of the printer: size and distance cannot be told apart as well.
  const auto alone = focal_from_prints(truth, prints_on(truth, 8, 0, 1.0, random), 0.02),
             ruled = focal_from_prints(truth, prints_on(truth, 8, 8, 1.0, random), 0.02);
  REQUIRE(ruled);
  CHECK((!alone || alone->sd_px > 1.5 * ruled->sd_px));
}

}  // namespace raised_prints_tests
