// A part of a long strip has nearly the teeth of a short one, and by chance its word.
#include "tests/support/catch.hpp"
#include "tests/support/strip_scene.hpp"
#include "vision/detect/strips/strip_detect.hpp"

namespace strip_ends_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

TEST_CASE("short strips are hardly ever read out of long ones, whose spine goes on", "[vision][strips]") {
  int read = 0;
  for (const std::uint64_t seed : {2401, 2402, 2403, 2404, 2405, 2406}) {
    StripSceneSettings settings;
    settings.layout = *strip_layout("STRIP40x6");
    settings.seed = seed;
    settings.noise = 2;
    settings.cards = 0;
    settings.touching = seed % 2 == 0;
    const StripScene scene = render_strip_scene(settings);
    for (const char* family : {"STRIP25x6", "STRIP20x6"}) {
      const StripLayout layout = *strip_layout(family);
      StripDetector detector(layout, *load_book(layout.book));
      read += static_cast<int>(detector.find(scene.picture.view(), {scene.camera, 0, 0}).size());
    }
  }
  CHECK(read <= 3);  // of 1,200 looks; 29 if the ends are not asked
}

}  // namespace strip_ends_tests
