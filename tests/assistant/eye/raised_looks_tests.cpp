// Bases on hills tell the eye the focal length. A rendered table whose truth is known.
#include "assistant/eye/raised_looks.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

#include "assistant/eye/table_eye.hpp"
#include "models/border_layout.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace raised_looks_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

Point at(double x, double y) { return {Length::from_mm(x), Length::from_mm(y)}; }

/// A hill of 60 mm with a dozen bases, another dozen below, seen through a long lens.
vision::SceneSpec hill_scene(int frames) {
  vision::SceneSpec scene;
  scene.seed = scene.mat.seed = 340;
  scene.frames = frames;
  scene.table = polemarch::table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  scene.camera.field_of_view_deg = 46;  // what is believed without looking: 64
  scene.table.terrain = {{"H", "hill", {at(300, 500), at(1500, 500), at(1500, 1000), at(300, 1000)}, Length::from_mm(60)}};
  for (int i = 0; i < 12; ++i) {
    scene.bases.push_back(test::base_at("h" + std::to_string(i), i, 380 + 250 * (i % 4), 580 + 150 * (i / 4), 37 * i));
    scene.bases.push_back(test::base_at("l" + std::to_string(i), 20 + i, 200 + 120 * i, 200 + 80 * (i % 3), 71 * i));
  }
  return scene;
}

double worst_on_hill(const TableState& state, const vision::SimulatedTable& table, int frame) {
  double worst = 0;
  for (const auto& truth : table.truth(frame).bases) {
    if (truth.base.text[0] != 'h') continue;
    const ObservedBase* seen = test::find(state, truth.base.text);
    if (seen == nullptr || seen->state != Seen::Seen) return 1e9;
    worst = std::max(worst, std::hypot(seen->x_mm - truth.x_mm, seen->y_mm - truth.y_mm));
  }
  return worst;
}

}  // namespace

TEST_CASE("the eye asks bases on hills for the focal length, and has them right then", "[eye][looks]") {
  constexpr int kFrames = 220;
  vision::SceneSpec scene = hill_scene(kFrames);
  TableEye eye(scene.table, test::specs_of(scene));
  std::mt19937 random(scene.seed);
  std::normal_distribution<double> by_hand(0, 0.1);  // mm, and degrees
  for (BorderMarker& m : scene.table.border) {
    m.x_mm += by_hand(random);
    m.y_mm += by_hand(random);
    m.heading_deg += by_hand(random);
  }
  vision::SimulatedTable table(scene);
  double before = 0;
  for (int f = 0; f < kFrames; ++f) {
    const TableState& state = eye.see(table.render(f));
    if (f == 60) before = worst_on_hill(state, table, f);
  }
  const double focal = table.camera(0).lens.fx;
  const double after = worst_on_hill(eye.see(table.render(kFrames - 1)), table, kFrames - 1);
  INFO("worst base on the hill: " << before << " mm by the border alone, " << after << " with the prints");
  CHECK(std::abs(eye.camera()->lens.fx / focal - 1) < 0.06);
  CHECK(after < 1.0);
  CHECK(after < 0.5 * before);
}

TEST_CASE("only settled bases with square prints, clear of every edge, are asked", "[eye][looks]") {
  const vision::SceneSpec scene = hill_scene(1);
  vision::SimulatedTable table(scene);
  auto specs = test::specs_of(scene);
  TableState state;
  for (const BaseSpec& spec : specs) {
    ObservedBase base;
    base.base = spec.base;
    base.state = Seen::Seen;
    base.settled = true;
    const bool high = spec.base.text[0] == 'h';
    base.x_mm = 700;
    base.y_mm = high ? 700 : 200;
    base.height_mm = high ? 60 : 0;
    state.bases.push_back(base);
  }
  const auto asked = [&] { return print_places(state, specs, scene.table, table.camera(0), scene.table.border_family); };
  REQUIRE(asked().size() == 24);
  CHECK(std::ranges::count_if(asked(), [](const PrintPlace& p) { return p.raised && p.z_mm == 60; }) == 12);
  state.bases[0].settled = false;
  state.bases[2].state = Seen::Hidden;
  state.bases[4].y_mm = 510;  // 10 mm from the hill's edge
  specs[6].mount.family = "STRIP40x6";
  state.bases[1].height_fitted = true;  // stands on something nobody declared
  state.bases[8].height_fitted = true;  // on a declared hill the camera may be wrong
  CHECK(asked().size() == 19);
  specs[8].mount.height_mm = 3;
  specs[8].mount.print_scale = 0.98;
  const auto places = asked();
  const auto place = std::ranges::find_if(places, [&](const PrintPlace& p) { return p.expected.marker == specs[8].mount.marker; });
  REQUIRE(place != places.end());
  CHECK(place->z_mm == 63);
  CHECK(place->size_mm == Approx(24.5));
}

}  // namespace raised_looks_tests
