// A camera that hunts for its focus while nothing moves.
#include <algorithm>
#include <cmath>
#include <vector>

#include "assistant/eye/table_eye.hpp"
#include "models/border_layout.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace focus_tests {

using namespace polemarch;
using namespace polemarch::assistant;

TEST_CASE("after a hunt for the focus all bases are seen again, none was called gone, and the blur is named", "[eye][focus]") {
  vision::SceneSpec scene;
  scene.frames = 3;
  scene.table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  for (int i = 0; i < 24; ++i)
    scene.bases.push_back(test::base_at("b" + std::to_string(i), i, 200 + 280 * (i % 6), 180 + 280 * (i / 6), 37.0 * i));
  const std::vector<double> optics{0.6, 1.0, 1.5, 2.0, 3.5};  // standard deviations, px; a module is three
  std::vector<std::vector<Frame>> pictures;
  for (const double psf : optics) {
    scene.sensor.psf_sigma_px = psf;
    vision::SimulatedTable table(scene);
    pictures.emplace_back();
    for (int f = 0; f < scene.frames; ++f) pictures.back().push_back(table.render(f));
  }
  const vision::Truth truth = vision::SimulatedTable(scene).truth(0);
  for (const std::size_t worst : {3U, 4U}) {  // indices of optics
    std::vector<std::size_t> hunt(12, 0);
    for (std::size_t i = 1; i < worst; ++i) hunt.insert(hunt.end(), 2, i);
    hunt.insert(hunt.end(), 50, worst);
    for (std::size_t i = worst - 1; i > 0; --i) hunt.insert(hunt.end(), 2, i);
    hunt.insert(hunt.end(), 10, 0);
    TableEye eye(scene.table, test::specs_of(scene));
    const TableState* state = nullptr;
    int gone = 0;
    bool named = false, dark = false;
    for (std::size_t f = 0; f < hunt.size(); ++f) {
      Frame frame = pictures[hunt[f]][f % 3];
      frame.index = static_cast<std::int64_t>(f);
      frame.t = static_cast<double>(f) / 30;
      state = &eye.see(frame);
      for (const ObservedBase& b : state->bases) gone += b.state == Seen::Gone ? 1 : 0;
      for (const TableNotice& n : state->notices) named |= n.key == "out_of_focus", dark |= n.key == "too_dark";
    }
    INFO("blurred by up to " << optics[worst] << " px");
    CHECK(gone == 0);
    CHECK(named == (optics[worst] > 3));  // two pixels are still measured through
    CHECK_FALSE(dark);
    CHECK(state->registered);
    for (const vision::BaseTruth& t : truth.bases) {
      const ObservedBase* b = test::find(*state, t.base.text);
      REQUIRE(b != nullptr);
      CHECK(b->state == Seen::Seen);
      CHECK(std::hypot(b->x_mm - t.x_mm, b->y_mm - t.y_mm) < 0.15);
    }
  }
}

TEST_CASE("bases taken off the table nearly all at once are gone: that is no camera's doing", "[eye][focus]") {
  vision::SceneSpec scene;
  scene.frames = 72;
  scene.table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  for (int i = 0; i < 48; ++i) {
    scene.bases.push_back(test::base_at("b" + std::to_string(i), i, 150 + 210 * (i % 8), 120 + 190 * (i / 8), 37.0 * i));
    if (i < 2) continue;
    vision::Keyframe away = scene.bases.back().path[0];
    away.t = 0.5;
    away.present = false;
    scene.bases.back().path.push_back(away);
  }
  vision::SimulatedTable table(scene);
  TableEye eye(scene.table, test::specs_of(scene));
  for (int f = 0; f < scene.frames; ++f) eye.see(table.render(f));
  const TableState& state = eye.see(table.render(scene.frames - 1));
  CHECK(state.bases.size() == 48);
  CHECK(std::ranges::count_if(state.bases, [](const ObservedBase& b) { return b.state == Seen::Gone; }) == 46);
}

}  // namespace focus_tests
