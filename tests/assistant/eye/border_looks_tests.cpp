// Looks at the border are averaged while the table rests. Rendered tables whose truth is known.
#include "assistant/eye/border_looks.hpp"

#include <algorithm>
#include <cmath>

#include "assistant/eye/table_eye.hpp"
#include "models/border_layout.hpp"
#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/detect/squares/detector.hpp"

namespace border_looks_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

const Table& declared() {
  static const Table table = polemarch::table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  return table;
}

vision::SimulatedTable laid_table(unsigned seed, int frames) {
  vision::SceneSpec scene;
  scene.seed = scene.mat.seed = seed;
  scene.frames = frames;
  scene.table = declared();
  return vision::SimulatedTable(scene);
}

}  // namespace

TEST_CASE("a border looked at again while the table rests scatters less, and one that is covered waits", "[eye][looks]") {
  vision::SimulatedTable table = laid_table(61, 12);
  vision::SquareDetector reader(*vision::load_dictionary(declared().border_family), vision::exact_corners());
  const auto once = calibration::border_sightings(declared(), reader.detect(table.render(0).gray->view()).markers);
  REQUIRE(once.size() == declared().border.size());
  BorderLooks looks(once, 12);
  bool done = false;
  for (int f = 1; f < 12; ++f) {
    CHECK_FALSE(done);
    done = looks.read(reader, table.render(f).gray->view(), static_cast<int>(once.size()));
  }
  CHECK(done);
  const auto truth = table.truth(0);
  // What all frames share (pixel grid, mat) stays: the scatter is taken against the mean of all.
  const auto variance = [](const calibration::BorderSighting& s) { return s.covariance[0]; };
  const auto mean = looks.sightings();
  REQUIRE(mean.size() == once.size());
  double one = 0, many = 0;
  for (std::size_t i = 0; i < mean.size(); ++i) {
    const auto real = std::ranges::find_if(truth.border, [&](const auto& b) { return b.marker == mean[i].marker; });
    REQUIRE(real != truth.border.end());
    CHECK(variance(mean[i]) < 0.2 * variance(once[i]));
    // The middle of a print: its size is another matter.
    double ox = 0, oy = 0, mx = 0, my = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      ox += (once[i].corners[k].x - real->corners[k].x) / 4;
      oy += (once[i].corners[k].y - real->corners[k].y) / 4;
      mx += (mean[i].corners[k].x - real->corners[k].x) / 4;
      my += (mean[i].corners[k].y - real->corners[k].y) / 4;
    }
    one += ox * ox + oy * oy;
    many += mx * mx + my * my;
  }
  INFO("middles off by " << std::sqrt(one / 24) << " px in one look, " << std::sqrt(many / 24) << " in twelve");
  CHECK(many < 0.5 * one);

  BorderLooks covered(once, 3);
  const Image blank(1920, 1080, 1);
  CHECK_FALSE(covered.read(reader, blank.view(), static_cast<int>(once.size())));
  CHECK(covered.read(reader, blank.view(), static_cast<int>(once.size())));
  for (const auto& s : covered.sightings()) CHECK(s.covariance.size() == 64);
  CHECK(covered.sightings()[3].corners[2].x == once[3].corners[2].x);  // the first look stands
}

TEST_CASE("the eye registers anew from twelve looks and says no less than it knows", "[eye][looks]") {
  double first = 0, later = 0;
  for (const unsigned seed : {71U, 72U, 73U}) {
    vision::SimulatedTable table = laid_table(seed, 90);
    TableEye eye(declared(), {});
    for (int f = 0; f < 90; ++f) {
      const TableState& state = eye.see(table.render(f));
      CHECK(state.registered);
      if (f == 0) first += eye.registration()->noise_px;
    }
    later += eye.registration()->noise_px;
    CHECK(test::errors_over_table(table.camera(89), *eye.camera(), declared()).max < 0.2);
  }
  CHECK(later < 0.5 * first);
}

}  // namespace border_looks_tests
