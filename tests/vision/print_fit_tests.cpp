// One print fitted to the pixels of a simulated picture, without the tracker around it.
#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/fit/fit.hpp"
#include "vision/track/kinds/marker_kind.hpp"

namespace print_fit_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("a template of the wrong blur pulls no print aside", "[vision][track]") {
  constexpr double kRadians = 3.14159265358979323846 / 180;
  SceneSpec scene = small_table(1);
  scene.sensor.psf_sigma_px = 0.9;
  scene.sensor.noise_sigma = 1;
  scene.sensor.jpeg_quality = 0;
  for (int i = 0; i < 24; ++i) {
    const int row = i / 6;
    scene.bases.push_back(base_at("b" + std::to_string(i), 3 * i, 90 + 140 * (i % 6) + 0.37 * i, 80 + 140 * row + 0.61 * i, 53 * i));
  }
  SimulatedTable table(scene);
  const Frame frame = table.render(0);
  const auto kind = make_marker_kind("DICT_APRILTAG_36h11");
  REQUIRE(kind);
  for (const double blur_px : {0.7, 1.2}) {  // 0.94 with the pixel's own area
    double ahead = 0, left = 0;
    PrintFitter fitter;
    for (const BaseTruth& t : table.truth(0).bases) {
      const SceneBase& base = scene.bases[static_cast<std::size_t>(std::stoi(t.base.text.substr(1)))];
      const vision::Pattern pattern = kind->pattern(base.spec.mount.marker, base.spec.mount.size_mm);
      std::vector<std::uint8_t> ink;
      for (const float v : pattern.value) ink.push_back(static_cast<std::uint8_t>(kPaper * v + 0.5F));
      const auto plane = local_plane(table.camera(0), t.x_mm, t.y_mm, base.spec.mount.height_mm, 40);
      REQUIRE(plane);
      const double up = t.heading_deg * kRadians;
      const PrintLook look{.blur = pixel_on_print(*plane, std::cos(up), std::sin(up)).times(blur_px)};
      const auto fit = fitter.fit(frame.gray->view(), make_template(pattern, ink, look), *plane, {t.x_mm, t.y_mm, up}, {});
      REQUIRE(fit);
      const double dx = fit->pose.x_mm - t.x_mm, dy = fit->pose.y_mm - t.y_mm;
      ahead += (dx * std::cos(up) + dy * std::sin(up)) / 24;
      left += (dy * std::cos(up) - dx * std::sin(up)) / 24;
    }
    INFO("blur " << blur_px << ": ahead " << ahead << " mm, left " << left << " mm");
    CHECK(std::abs(ahead) < 0.002);
    CHECK(std::abs(left) < 0.002);
  }
}

}  // namespace print_fit_tests
