#include "calibration/table/registration.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "models/border_layout.hpp"
#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"

namespace registration_tests {

using namespace polemarch;
using namespace polemarch::calibration;
using namespace polemarch::test;

namespace {

struct Campaign {
  double rms = 0, worst_rms = 0, max = 0, inside_share = 0;
  int over_goal = 0;  ///< looks that are off by more than 0.3 mm somewhere
};

/// Many tables laid and looked at.
Campaign campaign(int looks, int markers, const BorderNoise& noise, double stated_sd_mm, const std::optional<Camera>& lens = std::nullopt,
                  double z_mm = 0) {
  Campaign out;
  int inside = 0, all = 0;
  const Camera truth = true_camera();
  const Table table = table_with_border(markers, stated_sd_mm);
  for (int i = 0; i < looks; ++i) {
    std::mt19937 random(static_cast<unsigned>(1000 + i));
    const auto result = register_table(table, see_border(truth, table, noise, random), 1920, 1080, lens, {.heading_sd_deg = 0.05});
    if (!result) FAIL(result.error().line);
    const TableErrors e = errors_over_table(truth, result->camera, table, z_mm);
    out.rms += e.rms * e.rms / looks;
    out.worst_rms = std::max(out.worst_rms, e.rms);
    out.max = std::max(out.max, e.max);
    out.over_goal += e.max > 0.3 ? 1 : 0;
    inside += e.inside;
    all += e.all;
  }
  out.rms = std::sqrt(out.rms);
  out.inside_share = static_cast<double>(inside) / all;
  return out;
}

bool long_run() { return std::getenv("POLEMARCH_LONG") != nullptr; }

}  // namespace

TEST_CASE("24 border markers known to .1 mm give the whole table to .12 mm RMS and .3 mm at most", "[registration]") {
  const Campaign c = campaign(long_run() ? 400 : 30, 24, {}, 0.1);
  WARN("24 markers at .1 mm, no camera.json: " << c.rms << " mm RMS, " << c.max << " mm at most, " << c.over_goal << " looks over .3, "
                                               << 100 * c.inside_share << " % in the 95 % ellipse");
  CHECK(c.rms <= 0.12);
  CHECK(c.over_goal <= (long_run() ? 2 : 0));  // 0.3 mm anywhere on the table: in 99.5 of 100 looks
  // 30 tables: each look's points hang together, so the share itself scatters by about 2.5 %; the long run narrows it.
  CHECK(c.inside_share > (long_run() ? 0.94 : 0.89));
  CHECK(c.inside_share < (long_run() ? 0.96 : 0.995));
}

TEST_CASE("a registration made a slice at a time is the same to the last digit, and no slice is long", "[registration]") {
  std::mt19937 random(5);
  const Table table = table_with_border(24, 0.1);
  const auto seen = see_border(true_camera(), table, {}, random);
  const auto at_once = register_table(table, seen, 1920, 1080, std::nullopt, {});
  REQUIRE(at_once);
  for (const int steps : {1, 12}) {
    RegistrationWork work(table, seen, 1920, 1080, std::nullopt, {});
    int slices = 1;
    while (!work.advance(steps)) ++slices;
    const auto sliced = work.take();
    REQUIRE(sliced);
    CHECK(sliced->camera.pose.translation_mm == at_once->camera.pose.translation_mm);
    CHECK(sliced->camera.lens.fx == at_once->camera.lens.fx);
    CHECK(sliced->camera.factors == at_once->camera.factors);
    CHECK(sliced->table_max_mm == at_once->table_max_mm);
    INFO(steps << " steps a slice, " << slices << " slices");
    CHECK(slices > (steps == 1 ? 40 : 10));
  }
  RegistrationWork dropped(table, seen, 1920, 1080, std::nullopt, {});  // what is not finished may be dropped
  CHECK_FALSE(dropped.advance(20));
}

TEST_CASE("a short focal length does not make strong lens terms look common", "[registration]") {
  // Tables whose laying looks like a sixth-order term: the focal length is open, and the term must not become cheap by shortening it.
  const Table table = table_with_border(24, 0.1);
  for (const unsigned seed : {1071U, 1267U, 1380U}) {
    std::mt19937 random(seed);
    const auto result =
        register_table(table, see_border(true_camera(), table, {}, random), 1920, 1080, std::nullopt, {.heading_sd_deg = 0.05});
    REQUIRE(result);
    CHECK(result->camera.lens.fx > 1250);  // 1500, believed to be 1536 by a fifth; 1075, 1008 and 1007 were found
    CHECK(errors_over_table(true_camera(), result->camera, table).rms < 0.2);
  }
}

TEST_CASE("border prints of another size than table.json says are taken as they measure, and it is said", "[registration]") {
  const Table printed = table_with_border(24, 0.1);
  const auto told = [](const Registration& r) {
    const auto at = std::ranges::find_if(r.notices, [](const auto& n) { return n.key == "border_size"; });
    return at == r.notices.end() ? std::string() : at->text;
  };
  for (const double declared : {20.0, 30.0}) {
    Table table = printed;
    for (BorderMarker& m : table.border) m.size_mm = declared;
    std::mt19937 random(77);
    const auto result = register_table(table, see_border(true_camera(), printed, {}, random), 1920, 1080, std::nullopt, {});
    REQUIRE(result);
    INFO(told(*result));
    CHECK(told(*result).find("measure 25.0 mm") != std::string::npos);
    CHECK(told(*result).find("says " + std::to_string(static_cast<int>(declared)) + ".0 mm") != std::string::npos);
    for (const FittedMarker& m : result->markers) {
      CHECK(m.used);
      CHECK(m.place.size_mm == Approx(25).epsilon(0.005));
    }
    CHECK(result->noise_px < 0.08);  // corners are good to 0.05
    CHECK(errors_over_table(true_camera(), result->camera, printed).rms < 0.2);
  }
  // A printer that shrinks the whole sheet is no other size: places and prints agree.
  std::mt19937 random(78);
  const auto right = register_table(printed, see_border(true_camera(), printed, {}, random), 1920, 1080, std::nullopt, {});
  REQUIRE(right);
  CHECK(told(*right).empty());
  const auto shrunk = register_table(printed, see_border(true_camera(), printed, {}, random, 0.982), 1920, 1080, std::nullopt, {});
  REQUIRE(shrunk);
  CHECK(told(*shrunk).empty());
}

TEST_CASE("twelve markers and badly laid markers still state a true error", "[registration]") {
  const Campaign twelve = campaign(20, 12, {}, 0.1);
  CHECK(twelve.rms < 0.2);
  const Campaign loose = campaign(20, 24, {.place_mm = 0.3}, 0.3);
  CHECK(loose.rms < 0.35);
  CHECK(loose.inside_share > 0.85);
  WARN("12 markers at .1 mm: " << twelve.rms << " RMS " << twelve.max << " max; 24 at .3 mm: " << loose.rms << " RMS " << loose.max
                               << " max");
}

TEST_CASE("markers laid worse than table.json says widen the stated error and are said", "[registration]") {
  const Table table = table_with_border(24, 0.1);
  std::mt19937 random(5);
  const auto result = register_table(table, see_border(true_camera(), table, {.place_mm = 0.6}, random), 1920, 1080, std::nullopt, {});
  REQUIRE(result);
  CHECK(result->laying_ratio > 3);
  const TableErrors e = errors_over_table(true_camera(), result->camera, table);
  CHECK(e.rms < 3 * result->table_rms_mm);
  bool said = false;
  for (const auto& notice : result->notices) said |= notice.key == "border_laid_badly";
  CHECK(said);
}

TEST_CASE("a tail tab 3 mm up is placed as well as the table without any camera.json", "[registration]") {
  const Campaign c = campaign(12, 24, {}, 0.1, std::nullopt, 3.0);
  WARN("3 mm above the border, no camera.json: " << c.rms << " mm RMS, " << c.max << " at most");
  CHECK(c.rms <= 0.12);
  CHECK(c.inside_share > 0.85);
}

TEST_CASE("a base on a hill is placed as well as one on the table once its height is known", "[registration]") {
  Camera lens = true_camera();
  for (std::size_t i : {0, 2, 3}) lens.factors.push_back({}), lens.factors.back()[i] = 1.0;
  const Campaign c = campaign(10, 24, {}, 0.1, lens, 50.0);
  CHECK(c.rms < 0.15);
}

TEST_CASE("three markers hold the table when the lens is known, two do not", "[registration]") {
  Camera lens = true_camera();
  for (std::size_t i : {0, 2, 3}) lens.factors.push_back({}), lens.factors.back()[i] = 0.5;
  const Table table = table_with_border(24, 0.1);
  std::mt19937 random(6);
  auto seen = see_border(true_camera(), table, {}, random);
  const std::vector<BorderSighting> three{seen[1], seen[9], seen[17]};
  const auto result = register_table(table, three, 1920, 1080, lens, {});
  REQUIRE(result);
  const TableErrors e = errors_over_table(true_camera(), result->camera, table);
  CHECK(e.max < 2.0);
  CHECK(e.inside > 0.6 * e.all);
  const auto two = register_table(table, {seen[1], seen[9]}, 1920, 1080, lens, {});
  REQUIRE_FALSE(two);
  CHECK(two.error().line.find("too few border markers: 2 of 24") == 0);
}

TEST_CASE("a marker that was moved, and a number that lies elsewhere, are named and left out", "[registration]") {
  const Table table = table_with_border(24, 0.1);
  std::mt19937 random(7);
  auto seen = see_border(true_camera(), table, {}, random);
  for (auto& p : seen[4].corners) p.x += 6;                                 // 7 mm
  for (auto& p : seen[11].corners) p = {p.x * 0.2 + 600, p.y * 0.2 + 500};  // an outlier in the middle of the table
  const auto result = register_table(table, seen, 1920, 1080, std::nullopt, {});
  REQUIRE(result);
  std::vector<int> left_out;
  for (const auto& m : result->markers)
    if (!m.used) left_out.push_back(m.place.marker.number);
  std::sort(left_out.begin(), left_out.end());
  CHECK(left_out == std::vector<int>{104, 111});
  CHECK(errors_over_table(true_camera(), result->camera, table).rms < 2.5 * result->table_rms_mm);
  CHECK(result->table_rms_mm < 0.12);
}

TEST_CASE("a print of another scale is recognised from one ruler measurement, and from the picture when it is not measured",
          "[registration]") {
  const Table table = table_with_border(24, 0.1);
  std::mt19937 random(8);
  const auto seen = see_border(true_camera(), table, {}, random, 0.97);
  const auto measured = register_table(table, seen, 1920, 1080, std::nullopt, {.print_scale = 0.97});
  REQUIRE(measured);
  CHECK(measured->print_scale == Approx(0.97).margin(0.001));
  const auto fitted = register_table(table, seen, 1920, 1080, std::nullopt, {.print_scale_sd = 0.05});
  REQUIRE(fitted);
  CHECK(fitted->print_scale == Approx(0.97).margin(0.002));
}

TEST_CASE("markers known only by their size are placed from the table's corners", "[registration]") {
  Table laid = table_with_border(24, 0.1);
  for (BorderMarker& m : laid.border) {  // corner tiles lie flush: 17.5 mm from both edges
    if (m.x_mm < 26) m.x_mm = 17.5;
    if (m.x_mm > 1774) m.x_mm = 1782.5;
    if (m.y_mm < 26) m.y_mm = 17.5;
    if (m.y_mm > 1174) m.y_mm = 1182.5;
  }
  // 24 markers a quarter of the round apart leave a corner bare: put four into the corners.
  for (const auto& [number, x, y] : {std::tuple{90, 17.5, 17.5}, {91, 1782.5, 17.5}, {92, 17.5, 1182.5}, {93, 1782.5, 1182.5}}) {
    BorderMarker m;
    m.marker = {number};
    m.x_mm = x;
    m.y_mm = y;
    laid.border.push_back(m);
  }
  std::erase_if(laid.border, [](const BorderMarker& m) {
    return m.marker.number >= 100 && (m.x_mm < 60 || m.x_mm > 1740) && (m.y_mm < 60 || m.y_mm > 1140);
  });
  std::mt19937 random(9);
  const auto seen = see_border(true_camera(), laid, {.place_mm = 0.5}, random);
  Table lengths_only = laid;
  for (BorderMarker& m : lengths_only.border) {
    m.place_known = false;
    m.x_mm = m.y_mm = 0;
  }
  const auto result = register_table(lengths_only, seen, 1920, 1080, std::nullopt, {});
  REQUIRE(result);
  const TableErrors e = errors_over_table(true_camera(), result->camera, laid);
  WARN("known only by size, corners laid to .5 mm: " << e.rms << " mm RMS, " << e.max << " max, stated " << result->table_rms_mm);
  CHECK(e.rms < 4 * result->table_rms_mm);
  CHECK(e.max < 8);
  for (const auto& m : result->markers) {
    const auto truth =
        std::find_if(laid.border.begin(), laid.border.end(), [&](const BorderMarker& b) { return b.marker == m.place.marker; });
    CHECK(std::hypot(m.place.x_mm - truth->x_mm, m.place.y_mm - truth->y_mm) < 8);
  }
}

TEST_CASE("a mirrored picture and a table seen edge on are refused in one line", "[registration]") {
  const Table table = table_with_border(24, 0.1);
  std::mt19937 random(10);
  auto seen = see_border(true_camera(), table, {}, random);
  for (auto& s : seen)
    for (auto& p : s.corners) p.x = 1919 - p.x;
  const auto result = register_table(table, seen, 1920, 1080, std::nullopt, {});
  REQUIRE_FALSE(result);
  CHECK(result.error().line.find("mirrored") != std::string::npos);
}

TEST_CASE("camera.json is reused at another resolution and refused for another shape", "[registration]") {
  const Camera camera = true_camera();
  const auto half = lens_for(camera, 960, 540);
  REQUIRE(half);
  CHECK(half->lens.fx == Approx(750));
  const auto cropped = lens_for(camera, 1440, 1080);
  REQUIRE_FALSE(cropped);
  CHECK(cropped.error().line.find("another shape") != std::string::npos);
}

TEST_CASE("a lens that was zoomed since its calibration is noticed", "[registration]") {
  Camera lens = true_camera();
  for (std::size_t i : {0, 2, 3}) lens.factors.push_back({}), lens.factors.back()[i] = 1.0;
  lens.lens.fx *= 1.25;
  lens.lens.fy *= 1.25;
  Camera truth = true_camera();
  truth.pose = vision::looking_at({900, -300, 1500}, {900, 600, 0});  // seen at a slant, focal length shows
  const Table table = table_with_border(24, 0.1);
  std::mt19937 random(11);
  const auto result = register_table(table, see_border(truth, table, {}, random), 1920, 1080, lens, {.refocus_sd_share = 0.002});
  REQUIRE(result);
  bool said = false;
  for (const auto& notice : result->notices) said |= notice.key == "zoom_changed";
  CHECK(said);
  CHECK(errors_over_table(truth, result->camera, table).rms < 0.5);
}

TEST_CASE("a table out of square is told as such, and the lens is not blamed", "[registration]") {
  const Camera truth = true_camera();
  Camera lens = truth;
  for (std::size_t i : {0, 2, 3}) lens.factors.push_back({}), lens.factors.back()[i] = 1.0;
  const Table declared = table_with_border(24, 0.3);
  for (const double aside : {3.0, -5.0}) {  // mm over the depth
    Table laid = declared;
    for (BorderMarker& m : laid.border) m.x_mm += aside * (m.y_mm - 600) / 1200;
    std::mt19937 random(11);
    const auto result = register_table(declared, see_border(truth, laid, {}, random), 1920, 1080, lens, {});
    REQUIRE(result);
    std::string said;
    for (const auto& notice : result->notices) said += notice.key + " ";
    CHECK(said == "out_of_square ");
    CHECK(std::abs(result->camera.lens.fx / lens.lens.fx - 1) < 0.005);
    const TableErrors errors = errors_over_table(truth, result->camera, declared);
    CHECK(errors.rms < 0.2);
    CHECK(errors.inside >= errors.all * 85 / 100);
  }
}

TEST_CASE("doubled border numbers are not used", "[registration]") {
  const Table table = table_with_border(6, 0.1);
  std::vector<Detection> found;
  for (const BorderMarker& m : table.border) found.push_back({m.marker, {}, 0});
  found.push_back(found[2]);
  found.push_back({MarkerId{7}, {}, 0});
  const auto seen = border_sightings(table, found);
  CHECK(seen.size() == 5);
  for (const auto& s : seen) CHECK(s.marker.number != 102);
}

TEST_CASE("corners that scatter beyond what their prints tell are called bent, others are not", "[registration]") {
  const Table table = polemarch::table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  const Camera truth = test::true_camera();
  for (const double noise_px : {0.04, 0.3}) {
    std::mt19937 random(97);
    auto seen = test::see_border(truth, table, {.place_mm = 0.1, .corner_px = noise_px}, random);
    for (BorderSighting& s : seen) {
      s.covariance.assign(64, 0.0);
      for (std::size_t a = 0; a < 8; ++a) s.covariance[9 * a] = 0.04 * 0.04;
    }
    const auto fitted = register_table(table, seen, 1920, 1080, std::nullopt, {});
    REQUIRE(fitted);
    const bool said = std::ranges::any_of(fitted->notices, [](const TableNotice& n) { return n.key == "picture_bent"; });
    CHECK(said == (noise_px > 0.2));
    if (noise_px > 0.2) {
      CHECK(fitted->camera.unexplained_px == Approx(0.29).epsilon(0.15));
    } else {
      CHECK(fitted->camera.unexplained_px == 0);
    }
  }
}

}  // namespace registration_tests
