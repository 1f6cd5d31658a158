// What a frame asks of the eye while nothing happens: a better registration is no reason to read the table anew. Rendered frames, shown to
// and fro.
#include <algorithm>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "models/border_layout.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace eye_cost_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

/// A table with its border and some bases, through 1280 pixels; `frames` of it.
vision::SceneSpec resting_table(int frames) {
  vision::SceneSpec scene;
  scene.seed = scene.mat.seed = 17;
  scene.frames = frames;
  scene.table = table_with_border(Length::from_mm(1200), Length::from_mm(800));
  scene.camera.width = 1280;
  scene.camera.height = 860;
  for (int i = 0; i < 8; ++i)
    scene.bases.push_back(test::base_at("b" + std::to_string(i), i, 200 + 220 * (i % 4), 250 + 260 * (i / 4), 25.0 * i));
  return scene;
}

}  // namespace

TEST_CASE("a better registration of a table at rest reads nothing anew and keeps every base", "[eye][cost]") {
  const vision::SceneSpec scene = resting_table(6);
  vision::SimulatedTable table(scene);
  std::vector<Frame> frames;
  for (int f = 0; f < scene.frames; ++f) frames.push_back(table.render(f));
  TableEye eye(scene.table, test::specs_of(scene));
  const int period = 2 * scene.frames - 2;
  int reads = 0, registrations = 0;
  double first_focal = 0;
  for (int n = 0; n < 160; ++n) {
    const int k = n % period;
    Frame frame = frames[static_cast<std::size_t>(k < scene.frames ? k : period - k)];
    frame.index = n;
    frame.t = n / 30.0;
    const TableState& state = eye.see(frame);
    REQUIRE(eye.registration() != nullptr);
    const double focal = eye.registration()->camera.lens.fx;
    registrations += focal != first_focal ? 1 : 0;
    first_focal = focal;
    if (n < 3) continue;
    reads += eye.counts().reads;
    INFO("frame " << n);
    REQUIRE(std::ranges::count_if(state.bases, [](const ObservedBase& b) { return b.state == Seen::Seen; }) == 8);
  }
  CHECK(registrations == 2);
  CHECK(reads < 8);  // chance lifts a tile over the limit now and then
}

}  // namespace eye_cost_tests
