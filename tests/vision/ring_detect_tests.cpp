#include <cmath>

#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/rings/ring_detect.hpp"

namespace ring_detect_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

void check_rings(std::string_view family, double least_recall, double most_mm) {
  StripSceneSettings scene;
  scene.layout = *strip_layout(family);
  scene.seed = 500;
  scene.strips = 60;
  const StripScene rendered = render_strip_scene(scene);
  RingDetector detector(scene.layout, *load_book(scene.layout.book));
  const auto found = detector.find(rendered.picture.view(), {rendered.camera, 0, 0});
  int right = 0;
  double square = 0;
  for (const StripFound& f : found) {
    bool explained = false;
    for (const StripTruth& truth : rendered.strips) {
      const double d = std::hypot(f.pose.x_mm - truth.x_mm, f.pose.y_mm - truth.y_mm);
      if (d > 3) continue;
      explained = true;
      CHECK(f.id == truth.id);
      CHECK(std::abs(std::remainder(f.heading_deg - truth.heading_deg, 360.0)) < 1.5);
      ++right;
      square += d * d;
    }
    CHECK(explained);
  }
  CHECK(right >= least_recall * static_cast<double>(rendered.strips.size()));
  CHECK(std::sqrt(square / std::max(1, right)) < most_mm);
}

}  // namespace

TEST_CASE("rim rings of 32 mm are found and read", "[strip][ring]") { check_rings("RING32", 0.98, 0.045); }
TEST_CASE("rim rings of 25 mm are found and read", "[strip][ring]") { check_rings("RING25", 0.98, 0.055); }

TEST_CASE("clutter without rings gives no ring", "[strip][ring]") {
  StripSceneSettings scene;
  scene.layout = *strip_layout("RING32");
  scene.seed = 700;
  scene.strips = 0;
  const StripScene rendered = render_strip_scene(scene);
  RingDetector detector(scene.layout, *load_book(scene.layout.book));
  CHECK(detector.find(rendered.picture.view(), {rendered.camera, 0, 0}).empty());
}

}  // namespace ring_detect_tests
