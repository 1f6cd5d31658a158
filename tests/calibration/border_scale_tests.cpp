/// The border's prints and their distances tell two sizes: what is said of it, and what is left open.
#include <algorithm>
#include <cmath>
#include <cstdio>

#include "calibration/table/registration.hpp"
#include "calibration/table/table_look.hpp"
#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"
#include "vision/pixels/camera_model.hpp"

namespace border_scale_tests {

using namespace polemarch;
using namespace polemarch::calibration;
using namespace polemarch::test;

namespace {

/// The table as it is where everything lies at `x` and `y` times its declared place.
Table stretched(Table table, double x, double y) {
  for (BorderMarker& m : table.border) {
    m.x_mm *= x;
    m.y_mm *= y;
  }
  return table;
}

std::string scale_words(const Registration& r) {
  const auto at = std::ranges::find_if(r.notices, [](const auto& n) { return n.key == "border_scale"; });
  return at == r.notices.end() ? std::string() : at->text;
}

/// What is stated of the distance between two far places, one standard deviation, and what it is off by, mm.
std::pair<double, double> stated_and_off(const Camera& truth, const Camera& found) {
  constexpr double kFromX = 100, kToX = 1700, kY = 600;
  double from_x = 0, from_y = 0, to_x = 0, to_y = 0;
  vision::unproject(found, vision::project(truth, kFromX, kY, 0), 0, from_x, from_y);
  vision::unproject(found, vision::project(truth, kToX, kY, 0), 0, to_x, to_y);
  double variance = 0;
  constexpr double kSmall = 1e-3;  // of a standard deviation: what is stated is of first order
  for (auto factor : found.factors) {
    for (double& v : factor) v *= kSmall;
    const Camera moved = vision::stepped(found, factor);
    double x[2], y[2];
    vision::unproject(moved, vision::project(found, from_x, from_y, 0), 0, x[0], y[0]);
    vision::unproject(moved, vision::project(found, to_x, to_y, 0), 0, x[1], y[1]);
    variance += std::pow((x[1] - x[0] - (to_x - from_x)) / kSmall, 2);
  }
  return {std::sqrt(variance), std::hypot(to_x - from_x, to_y - from_y) - (kToX - kFromX)};
}

}  // namespace

TEST_CASE("a table of another size than declared is said once, and the stated error covers it", "[registration]") {
  const Table declared = table_with_border(24, 0.1);
  struct Case {
    double x, y;
  };
  for (const Case& c : {Case{0.984, 0.984}, Case{1.01, 1.01}, Case{0.97, 0.97}, Case{0.98, 1.0}}) {
    std::mt19937 random(81);
    const auto r =
        register_table(declared, see_border(true_camera(), stretched(declared, c.x, c.y), {}, random), 1920, 1080, std::nullopt, {});
    REQUIRE(r);
    INFO(c.x << " " << c.y << ": " << scale_words(*r));
    const auto [sd, off] = stated_and_off(true_camera(), r->camera);
    INFO("off by " << off << " mm, stated " << sd);
    CHECK(std::abs(off) > 10);
    CHECK(std::abs(off) < 1.96 * sd);
    CHECK(sd < 2 * std::abs(off));
    CHECK(r->table_max_mm > 10);
    CHECK(std::ranges::count_if(r->notices, [](const auto& n) { return n.key == "border_scale"; }) == 1);
    int width = 0, depth = 0;
    REQUIRE(std::sscanf(scale_words(*r).c_str(), "%*[^:]: is the table about %d x %d mm", &width, &depth) == 2);
    CHECK(std::abs(width - 1800 * c.x) < 5);
    CHECK(std::abs(depth - 1200 * c.y) < 5);
    CHECK(r->open_scale == Approx(std::max(std::abs(1 / c.x - 1), std::abs(1 / c.y - 1))).margin(0.002));
    // What was found keeps the size as declared, so that the next to register with it is asked as well.
    for (const BorderMarker& m : table_as_found(declared, *r, std::nullopt).border) CHECK(m.size_mm == 25);
  }
}

TEST_CASE("prints of a declared scale, and a printer a little off, widen nothing and are not said", "[registration]") {
  const Table declared = table_with_border(24, 0.1);
  for (const double printed : {0.998, 1.0, 1.002, 0.982}) {
    std::mt19937 random(82);
    RegistrationSettings settings;
    if (printed == 0.982) settings.print_scale = 0.982;
    const auto r = register_table(declared, see_border(true_camera(), declared, {}, random, printed), 1920, 1080, std::nullopt, settings);
    REQUIRE(r);
    INFO(printed << ": " << scale_words(*r));
    CHECK(scale_words(*r).empty());
    CHECK(r->open_scale == 0);
    CHECK(stated_and_off(true_camera(), r->camera).first < 0.5);
  }
}

TEST_CASE("a sheet printed at a scale that nobody declared leaves distances open by it", "[registration]") {
  const Table declared = table_with_border(24, 0.1);
  std::mt19937 random(83);
  const auto r = register_table(declared, see_border(true_camera(), declared, {}, random, 0.982), 1920, 1080, std::nullopt, {});
  REQUIRE(r);
  CHECK(scale_words(*r).find("1.8 % smaller") != std::string::npos);
  CHECK(scale_words(*r).find("printed at 0.982") != std::string::npos);
  CHECK(stated_and_off(true_camera(), r->camera).first == Approx(0.018 * 1600).epsilon(0.1));
}

}  // namespace border_scale_tests
