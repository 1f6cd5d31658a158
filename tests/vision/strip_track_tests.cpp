// Bases that carry strips and rings, followed by the same tracker as squares, on simulated tables whose truth is known.
#include <cmath>
#include <cstdlib>
#include <random>

#include "tests/support/catch.hpp"
#include "tests/support/held.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

namespace strip_track_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

bool at_length() { return std::getenv("POLEMARCH_LONG") != nullptr; }

/// Distance of every seen base from its truth, worst; the worst turn too.
struct Off {
  double mm = 0, deg = 0;
  int seen = 0;
};
Off worst_of(const TableState& state, const Truth& truth) {
  Off off;
  for (const BaseTruth& t : truth.bases) {
    const ObservedBase* o = find(state, t.base.text);
    if (o == nullptr || o->state != Seen::Seen) continue;
    ++off.seen;
    off.mm = std::max(off.mm, std::hypot(o->x_mm - t.x_mm, o->y_mm - t.y_mm));
    off.deg = std::max(off.deg, std::abs(std::remainder(o->heading_deg - t.heading_deg, 360.0)));
  }
  return off;
}

}  // namespace

TEST_CASE("strips and rings at rest are found in two frames, to hundredths of a millimetre, and do not jitter", "[vision][track][strips]") {
  const std::string family = GENERATE("STRIP40x6", "STRIP25x6", "RING32");
  SceneSpec scene = small_table(24);
  for (int i = 0; i < 24; ++i)
    scene.bases.push_back(strip_base_at("b" + std::to_string(i), family, 5 * i, 90 + 140 * (i % 6), 80 + 140 * (i / 6), 15.0 * i));
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  tracker.update(table.render(0));
  INFO(family);
  CHECK(tracker.update(table.render(1)).bases.size() == 24);
  double squares = 0, turns = 0;
  for (int f = 2; f < 24; ++f) {
    const TableState& state = tracker.update(table.render(f));
    REQUIRE(state.bases.size() == 24);
    for (const BaseTruth& t : table.truth(f).bases) {
      const ObservedBase* o = find(state, t.base.text);
      REQUIRE(o != nullptr);
      CHECK(o->state == Seen::Seen);
      const double turn = std::remainder(o->heading_deg - t.heading_deg, 360.0);
      squares += (o->x_mm - t.x_mm) * (o->x_mm - t.x_mm) + (o->y_mm - t.y_mm) * (o->y_mm - t.y_mm);
      turns += turn * turn;
    }
  }
  const double mm = std::sqrt(squares / (24 * 22)), deg = std::sqrt(turns / (24 * 22));
  INFO(mm << " mm, " << deg << " deg RMS of the bases' centres");
  CHECK(mm < 0.06);
  CHECK(deg < 0.25);
  for (const ObservedBase& b : tracker.state().bases) CHECK(b.settled);
}

TEST_CASE("what is stated of a resting strip's place holds after many looks too", "[vision][track][strips]") {
  const int scenes = at_length() ? 40 : 5;
  std::mt19937 random(at_length() ? 613 : 612);
  std::uniform_real_distribution<double> u(0, 1);
  Held held;
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(20);
    scene.seed = static_cast<std::uint64_t>(6100 + k);
    scene.mat.kind = k % 2 == 0 ? "desert" : "grass";
    scene.camera.tilt_x_deg = 20 * u(random);
    scene.sensor.psf_sigma_px = 0.6 + 0.5 * u(random);
    scene.sensor.noise_sigma = 2 + 3 * u(random);
    scene.sensor.jpeg_quality = 75 + static_cast<int>(20 * u(random));
    for (int i = 0; i < 24; ++i)
      scene.bases.push_back(strip_base_at("b" + std::to_string(i), "STRIP40x6", 5 * i + k, 90 + 140 * (i % 6) + 9 * u(random),
                                          80 + 140 * (i / 6) + 9 * u(random), 360 * u(random)));
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < scene.frames; ++f) tracker.update(table.render(f));
    for (const BaseTruth& t : table.truth(scene.frames - 1).bases) {
      const ObservedBase* o = find(tracker.state(), t.base.text);
      if (o == nullptr || o->state != Seen::Seen) continue;
      held.add(*o, t);
    }
  }
  const double share = held.place_share(), turns = held.turn_share(), chance = Held::chance(held.bases);
  INFO(share << " of places, " << turns << " of headings, " << held.bases << " bases");
  CHECK(held.bases > 0.95 * 24 * scenes);
  CHECK(share > 0.94 - chance);  // at length 0.90 if strips take their bias from the squares
  CHECK(turns > 0.94 - chance);
  if (at_length()) CHECK(share < 0.96 + chance);
}

TEST_CASE("a base with a strip carried across the table is followed and settles where it is put", "[vision][track][strips]") {
  SceneSpec scene = small_table(60);
  scene.bases = {strip_base_at("walker", "STRIP40x6", 3, 120, 120, 30), strip_base_at("still", "STRIP40x6", 4, 600, 400, 200),
                 strip_base_at("round", "RING32", 4, 120, 400, 10)};
  move_to(scene.bases[0], 0.3, 120, 120, 30);
  move_to(scene.bases[0], 1.3, 300, 160, 75);
  move_to(scene.bases[2], 0.3, 120, 400, 10);
  move_to(scene.bases[2], 1.3, 300, 440, 55);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  int lost = 0;
  for (int f = 0; f < 60; ++f) {
    const TableState& state = tracker.update(table.render(f));
    if (f < 2) continue;
    const Off off = worst_of(state, table.truth(f));
    INFO("frame " << f);
    CHECK(off.mm < 0.6);
    CHECK(off.deg < 2);
    lost += 3 - off.seen;
  }
  CHECK(lost == 0);
  for (const char* name : {"walker", "round"}) {
    const ObservedBase* walker = find(tracker.state(), name);
    CHECK(walker->settled);
    CHECK(walker->settled_since > 1.2);
    CHECK(walker->settled_since < 1.7);
  }
}

TEST_CASE("bases with strips that change places between two frames keep their names", "[vision][track][strips]") {
  const std::string family = GENERATE("STRIP40x6", "STRIP20x6", "RING25");
  SceneSpec scene = small_table(20);
  scene.bases = {strip_base_at("a", family, 3, 300, 300, 30), strip_base_at("b", family, 8, 500, 300, 30)};
  for (SceneBase& b : scene.bases) move_to(b, 0.30, b.path[0].x_mm, 300, 30);
  move_to(scene.bases[0], 0.31, 500, 300, 30);
  move_to(scene.bases[1], 0.31, 300, 300, 30);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < 20; ++f) {
    INFO(family << " frame " << f);
    CHECK(worst_of(tracker.update(table.render(f)), table.truth(f)).mm < 1.0);  // never the other's place
  }
  for (const char* name : {"a", "b"}) CHECK(find(tracker.state(), name)->state == Seen::Seen);
}

TEST_CASE("a lifted base with a strip is gone, and found again within two frames of coming to rest elsewhere", "[vision][track][strips]") {
  const std::string family = GENERATE("STRIP40x6", "RING32");
  SceneSpec scene = small_table(120);
  scene.bases = {strip_base_at("a", family, 3, 300, 300, 30), strip_base_at("b", family, 8, 500, 300, 30)};
  Keyframe away = scene.bases[0].path[0];
  away.t = 0.5;
  away.present = false;
  Keyframe back = away;
  back.t = 2.5;
  back.present = true;
  back.x_mm = 650;
  back.y_mm = 450;
  back.heading_deg = 250;
  scene.bases[0].path = {scene.bases[0].path[0], away, back};
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  bool hidden = false, gone = false;
  int found = -1;
  for (int f = 0; f < 90; ++f) {
    const ObservedBase* a = find(tracker.update(table.render(f)), "a");
    if (f < 2) continue;
    REQUIRE(a != nullptr);
    hidden = hidden || a->state == Seen::Hidden;
    gone = gone || a->state == Seen::Gone;
    if (f >= 75 && found < 0 && a->state == Seen::Seen) found = f;
  }
  INFO(family);
  CHECK(hidden);
  CHECK(gone);
  REQUIRE(found > 0);
  CHECK(found <= 75 + 2);  // frame 75 is the first at rest
  CHECK(find(tracker.state(), "a")->x_mm == Approx(650).margin(0.15));
  CHECK(find(tracker.state(), "b")->state == Seen::Seen);
}

TEST_CASE("a hand over a strip hides its base, the place is kept, and it is seen again when the hand goes", "[vision][track][strips]") {
  const std::string family = GENERATE("STRIP40x6", "RING32");
  SceneSpec scene = small_table(90);
  scene.bases = {strip_base_at("a", family, 3, 300, 200, 30), strip_base_at("b", family, 8, 700, 450, 30)};
  Thing hand;
  hand.kind = ThingKind::Hand;
  hand.from_mm = {300, -300};
  hand.height_mm = 60;
  Keyframe k;
  k.x_mm = 300;
  k.y_mm = -250;
  for (const auto& [t, y] : {std::pair{0.0, -250.0}, {0.6, -250.0}, {0.9, 210.0}, {2.0, 210.0}, {2.3, -250.0}}) {
    k.t = t;
    k.y_mm = y;
    hand.path.push_back(k);
  }
  scene.things.push_back(hand);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  int hidden = 0;
  for (int f = 0; f < 90; ++f) {
    const ObservedBase* a = find(tracker.update(table.render(f)), "a");
    if (f < 2) continue;
    REQUIRE(a != nullptr);
    CHECK(std::hypot(a->x_mm - 300, a->y_mm - 200) < 1.5);  // whatever its state, its place is kept
    hidden += a->state == Seen::Hidden ? 1 : 0;
    if (a->state == Seen::Hidden) CHECK(a->own_cov[0] > 0.2);  // and its error is wide
  }
  CHECK(hidden > 10);
  CHECK(find(tracker.state(), "a")->state == Seen::Seen);
  CHECK(find(tracker.state(), "a")->x_mm == Approx(300).margin(0.15));
}

TEST_CASE("squares, strips of two lengths and rings stand on one table, on a hill too", "[vision][track][strips]") {
  SceneSpec scene = small_table(8);
  TerrainPiece hill;
  hill.id = "hill";
  hill.kind = "hill";
  for (const auto& [x, y] : {std::pair{500.0, 100.0}, {850.0, 100.0}, {850.0, 500.0}, {500.0, 500.0}})
    hill.outline.push_back({Length::from_mm(x), Length::from_mm(y)});
  hill.height = Length::from_mm(40);
  scene.table.terrain = {hill};
  int k = 0;
  for (const char* family : {"STRIP40x6", "STRIP25x6", "RING32"})
    for (const double x : {150.0, 300.0, 600.0, 750.0}) {
      scene.bases.push_back(strip_base_at(family + std::to_string(k), family, k, x, 140 + 120 * (k / 4), 33.0 * k));
      if (k % 4 == 1) scene.bases.back().spec.mount.height_mm = 12;  // a thick sabot
      ++k;
    }
  SceneBase square = scene.bases.front();
  square.spec = {{"square"}, {}, {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)}, {}};
  square.spec.mount.marker = {7};
  square.figures.clear();
  square.path[0].x_mm = 420;
  square.path[0].y_mm = 520;
  scene.bases.push_back(square);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < 8; ++f) tracker.update(table.render(f));
  const Off off = worst_of(tracker.state(), table.truth(7));
  INFO(off.mm << " mm, " << off.deg << " deg at worst");
  CHECK(off.seen == 13);
  CHECK(off.mm < 0.3);
  CHECK(off.deg < 0.8);
}

TEST_CASE("undeclared strips become bases named by their number", "[vision][track][strips]") {
  SceneSpec scene = small_table(6);
  scene.bases = {strip_base_at("a", "STRIP40x6", 3, 200, 200, 30), strip_base_at("stranger", "STRIP40x6", 77, 400, 400, 10)};
  SimulatedTable table(scene);
  TrackSettings settings;
  settings.loose_family = "STRIP40x6";
  Tracker loose(table.camera(0), scene.table, {}, settings);
  for (int f = 0; f < 6; ++f) loose.update(table.render(f));
  REQUIRE(find(loose.state(), "77") != nullptr);
  CHECK(loose.marker_size_mm({"77"}).value_or(0) == 40);
  CHECK(find(loose.state(), "3") != nullptr);
  Tracker declared(table.camera(0), scene.table, {scene.bases[0].spec});
  for (int f = 0; f < 6; ++f) declared.update(table.render(f));
  std::string keys;
  for (const TableNotice& n : declared.state().notices) keys += n.key + " ";
  CHECK(keys.find("unknown:77") != std::string::npos);
}

TEST_CASE("stated errors of strips hold the truth: 95 % intervals, many scenes", "[vision][track][strips]") {
  int within[3] = {}, all = 0;
  double squares = 0;  // of errors in stated standard deviations
  const int scenes = at_length() ? 40 : 6;
  std::mt19937 random(5);
  std::uniform_real_distribution<double> u(0, 1);
  for (int k = 0; k < scenes; ++k) {
    SceneSpec scene = small_table(12);
    scene.seed = static_cast<std::uint64_t>(k + 1);
    for (int i = 0; i < 24; ++i)
      scene.bases.push_back(strip_base_at("b" + std::to_string(i), "STRIP40x6", i, 90 + 140 * (i % 6) + 9 * u(random),
                                          80 + 140 * (i / 6) + 9 * u(random), 360 * u(random)));
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < 12; ++f) tracker.update(table.render(f));
    const Truth truth = table.truth(11);
    for (const BaseTruth& t : truth.bases) {
      const ObservedBase* o = find(tracker.state(), t.base.text);
      if (o == nullptr) continue;
      ++all;
      squares += (std::pow(o->x_mm - t.x_mm, 2) / o->own_cov[0] + std::pow(o->y_mm - t.y_mm, 2) / o->own_cov[4]) / 2;
      within[0] += std::abs(o->x_mm - t.x_mm) < 1.96 * std::sqrt(o->own_cov[0]) ? 1 : 0;
      within[1] += std::abs(o->y_mm - t.y_mm) < 1.96 * std::sqrt(o->own_cov[4]) ? 1 : 0;
      within[2] += std::abs(std::remainder(o->heading_deg - t.heading_deg, 360.0)) < 1.96 * std::sqrt(o->own_cov[8]) ? 1 : 0;
    }
  }
  REQUIRE(all == scenes * 24);
  const double share = static_cast<double>(within[0] + within[1] + within[2]) / (3 * all);
  INFO("share within " << share << " of " << 3 * all << ": x " << within[0] << " y " << within[1] << " turn " << within[2]);
  CHECK(share > 0.94);          // never said too small
  CHECK(squares / all > 0.25);  // nor more than twice too large; detect/strips/FIGURES.md gives what is reached
}

}  // namespace strip_track_tests
