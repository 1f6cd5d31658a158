// Prints with something over them: spears, highlights on varnish, a phone's tone curve. Places stay good and say how good they are.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "tests/support/catch.hpp"
#include "tests/support/held.hpp"
#include "vision/capture/simulator/scenes.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

namespace covered_print_tests {

using namespace polemarch;
using namespace polemarch::vision;

namespace {

struct Evening {
  double bases = 0, seen = 0, squares = 0, worst = 0, within = 0;
  double rms() const { return std::sqrt(squares / std::max(1.0, seen)); }
  double held() const { return within / std::max(1.0, seen); }
};

/// 96 bases at rest, two seconds at ten frames a second, under the true camera; judged at the end.
Evening watched(const char* name, unsigned seed, double least_visible = 0.8) {
  SceneRequest request;
  request.seed = seed;
  request.frames = 60;
  const auto scene = catalogue_scene(name, request);
  REQUIRE(scene);
  SimulatedTable table(*scene);
  std::vector<BaseSpec> specs;
  for (const SceneBase& b : scene->bases) specs.push_back(b.spec);
  Tracker tracker(table.camera(0), scene->table, specs);
  for (int f = 0; f < request.frames; f += 3) tracker.update(table.render(f));
  Evening out;
  for (const BaseTruth& t : table.truth(request.frames - 3).bases) {
    if (t.visible < least_visible) continue;
    ++out.bases;
    const auto& bases = tracker.state().bases;
    const auto o = std::ranges::find_if(bases, [&](const ObservedBase& b) { return b.base == t.base; });
    if (o == bases.end() || o->state != Seen::Seen) continue;
    const double dx = o->x_mm - t.x_mm, dy = o->y_mm - t.y_mm;
    ++out.seen;
    out.squares += dx * dx + dy * dy;
    out.worst = std::max(out.worst, std::hypot(dx, dy));
    out.within += test::in_ellipse(*o, t) ? 1 : 0;
  }
  return out;
}

}  // namespace

TEST_CASE("spears across prints pull them little, and by how much is stated", "[vision][track][covered]") {
  const Evening spears = watched("spears", 71);
  INFO("RMS " << spears.rms() << ", worst " << spears.worst << ", held " << spears.held());
  CHECK(spears.seen == spears.bases);
  CHECK(spears.rms() < 0.075);  // 0.09 to 0.12 if the pixels beside a spear count
  CHECK(spears.held() > 0.9);   // 0.62 to 0.74 then
}

TEST_CASE("highlights on varnish pull prints little, what is left of them is stated, if not enough", "[vision][track][covered]") {
  const Evening varnish = watched("varnish", 71);
  INFO("RMS " << varnish.rms() << ", worst " << varnish.worst << ", held " << varnish.held());
  CHECK(varnish.rms() < 0.07);   // 0.10 to 0.11 with one offset and gain a print
  CHECK(varnish.held() > 0.85);  // 0.38 to 0.40 then; the goal is 0.95
}

TEST_CASE("a phone's tone curve moves no print", "[vision][track][covered]") {
  const Evening phone = watched("phone_hdr", 42);  // 0.033 mm, 0.52 inside with templates without a curve
  INFO("RMS " << phone.rms() << ", worst " << phone.worst << ", held " << phone.held());
  CHECK(phone.rms() < 0.028);
  CHECK(phone.held() > 0.85);
}

TEST_CASE("bases with a fifth of their marker covered are found from the first frame", "[vision][track][covered]") {
  const Evening covered = watched("covered", 72, 0.7);
  INFO("RMS " << covered.rms() << ", worst " << covered.worst << ", held " << covered.held());
  CHECK(covered.bases == 100);
  CHECK(covered.seen >= 0.99 * covered.bases);  // 65 to 72 of 100 if two good sides must span a quad
  CHECK(covered.worst < 0.3);
}

TEST_CASE("cards, dice, tapes and dowels are no half covered markers", "[vision][track][covered]") {
  std::vector<BaseSpec> specs;
  for (int i = 0; i < 100; ++i) {
    BaseSpec spec;
    spec.base = {"b" + std::to_string(i)};
    spec.mount.marker = {i};
    spec.mount.size_mm = 25;
    spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
    specs.push_back(spec);
  }
  const unsigned scenes = std::getenv("POLEMARCH_LONG") != nullptr ? 200 : 3;
  for (unsigned seed = 1; seed <= scenes; ++seed) {
    SceneRequest request;
    request.seed = 500 + seed;
    request.frames = 3;
    const auto scene = catalogue_scene("clutter", request);
    REQUIRE(scene);
    SimulatedTable table(*scene);
    Tracker declared(table.camera(0), scene->table, specs), loose(table.camera(0), scene->table, {});
    for (int f = 0; f < request.frames; ++f) {
      const Frame frame = table.render(f);
      declared.update(frame);
      loose.update(frame);
    }
    CAPTURE(request.seed);
    CHECK(declared.state().bases.empty());
    CHECK(loose.state().bases.empty());
  }
}

}  // namespace covered_print_tests
