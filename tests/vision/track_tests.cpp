// The tracker on simulated tables whose truth is known. Short forms; POLEMARCH_LONG=1 runs them at length.
#include <cmath>
#include <map>
#include <tuple>

#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/prints/square_pattern.hpp"
#include "vision/track/tracker.hpp"

namespace track_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {}  // namespace

TEST_CASE("bases at rest are found in two frames, to hundredths of a millimetre, and do not jitter", "[vision][track]") {
  SceneSpec scene = small_table(40);
  for (int i = 0; i < 24; ++i) scene.bases.push_back(base_at("b" + std::to_string(i), i, 90 + 140 * (i % 6), 80 + 140 * (i / 6), 15.0 * i));
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  tracker.update(table.render(0));
  CHECK(tracker.update(table.render(1)).bases.size() == 24);
  double squares = 0, turns = 0;
  int changes = 0;
  std::map<std::string, double> before;
  for (int f = 2; f < 40; ++f) {
    const TableState& state = tracker.update(table.render(f));
    REQUIRE(state.bases.size() == 24);
    for (const BaseTruth& t : table.truth(f).bases) {
      const ObservedBase* o = find(state, t.base.text);
      REQUIRE(o != nullptr);
      CHECK(o->state == Seen::Seen);
      const double turn = std::remainder(o->heading_deg - t.heading_deg, 360.0);
      squares += (o->x_mm - t.x_mm) * (o->x_mm - t.x_mm) + (o->y_mm - t.y_mm) * (o->y_mm - t.y_mm);
      turns += turn * turn;
      if (f >= 3) changes += before[t.base.text] != o->x_mm ? 1 : 0;
      before[t.base.text] = o->x_mm;
    }
  }
  CHECK(std::sqrt(squares / (24 * 38)) < 0.015);
  CHECK(std::sqrt(turns / (24 * 38)) < 0.06);
  CHECK(changes < 24 * 5);  // the reported place moves only when the average doubles: 1, 2, 4 ... fits
  for (const ObservedBase& b : tracker.state().bases) CHECK(b.settled);
}

TEST_CASE("a base carried across the table is followed and settles where it is put", "[vision][track]") {
  SceneSpec scene = small_table(60);
  scene.bases = {base_at("walker", 3, 120, 120, 30), base_at("still", 4, 600, 400, 200)};
  move_to(scene.bases[0], 0.3, 120, 120, 30);
  move_to(scene.bases[0], 1.3, 300, 160, 75);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  int lost = 0;
  bool moved = false;
  for (int f = 0; f < 60; ++f) {
    const TableState& state = tracker.update(table.render(f));
    if (f < 2) continue;
    const ObservedBase* walker = find(state, "walker");
    REQUIRE(walker != nullptr);
    lost += walker->state != Seen::Seen ? 1 : 0;
    moved = moved || !walker->settled;
    if (walker->state == Seen::Seen) {
      const BaseTruth t = table.truth(f).bases[0];
      CHECK(std::hypot(walker->x_mm - t.x_mm, walker->y_mm - t.y_mm) < 0.25);
      CHECK(std::abs(std::remainder(walker->heading_deg - t.heading_deg, 360.0)) < 2);
    }
  }
  CHECK(lost == 0);
  CHECK(moved);
  const ObservedBase* walker = find(tracker.state(), "walker");
  CHECK(walker->settled);
  CHECK(walker->settled_since > 1.2);
  CHECK(walker->settled_since < 1.7);
  CHECK(walker->path.size() > 10);
}

TEST_CASE("a move of a tenth of a millimetre is reported", "[vision][track]") {
  SceneSpec scene = small_table(90);
  scene.bases = {base_at("b", 3, 300, 300, 30)};
  move_to(scene.bases[0], 1.0, 300, 300, 30);
  move_to(scene.bases[0], 1.01, 300.1, 300, 30);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  double before = 0;
  for (int f = 0; f < 90; ++f) {
    tracker.update(table.render(f));
    if (f == 29) before = find(tracker.state(), "b")->x_mm;
  }
  CHECK(find(tracker.state(), "b")->x_mm - before == Approx(0.1).margin(0.03));
}

TEST_CASE("two bases that change places between two frames keep their names", "[vision][track]") {
  SceneSpec scene = small_table(20);
  scene.bases = {base_at("a", 3, 300, 300, 30), base_at("b", 8, 500, 300, 30)};
  for (SceneBase& b : scene.bases) move_to(b, 0.30, b.path[0].x_mm, 300, 30);
  move_to(scene.bases[0], 0.31, 500, 300, 30);
  move_to(scene.bases[1], 0.31, 300, 300, 30);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < 20; ++f) {
    const TableState& state = tracker.update(table.render(f));
    const Truth truth = table.truth(f);
    for (const BaseTruth& t : truth.bases) {
      const ObservedBase* o = find(state, t.base.text);
      if (o == nullptr || o->state != Seen::Seen) continue;
      INFO("frame " << f << " " << t.base.text);
      CHECK(std::hypot(o->x_mm - t.x_mm, o->y_mm - t.y_mm) < 1.0);  // never the other's place
    }
  }
  for (const char* name : {"a", "b"}) CHECK(find(tracker.state(), name)->state == Seen::Seen);
}

TEST_CASE("a lifted base is gone, and found again within two frames of coming to rest elsewhere", "[vision][track]") {
  SceneSpec scene = small_table(120);
  scene.bases = {base_at("a", 3, 300, 300, 30), base_at("b", 8, 500, 300, 30)};
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
  CHECK(gone);
  REQUIRE(found > 0);
  CHECK(found <= 75 + 2);  // frame 75 is the first at rest
  CHECK(find(tracker.state(), "a")->x_mm == Approx(650).margin(0.05));
  CHECK(find(tracker.state(), "b")->state == Seen::Seen);
}

TEST_CASE("a hand over a base hides it, its place is kept, and it is seen again when the hand goes", "[vision][track]") {
  SceneSpec scene = small_table(90);
  scene.bases = {base_at("a", 3, 300, 200, 30), base_at("b", 8, 700, 450, 30)};
  Thing hand;
  hand.kind = ThingKind::Hand;
  hand.from_mm = {300, -300};
  hand.height_mm = 60;
  Keyframe k;
  k.x_mm = 300;
  k.y_mm = -250;
  hand.path.push_back(k);
  k.t = 0.6;
  hand.path.push_back(k);
  k.t = 0.9;
  k.y_mm = 210;
  hand.path.push_back(k);
  k.t = 2.0;
  hand.path.push_back(k);
  k.t = 2.3;
  k.y_mm = -250;
  hand.path.push_back(k);
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
  CHECK(find(tracker.state(), "a")->x_mm == Approx(300).margin(0.05));
}

TEST_CASE("unknown and doubled markers are named, undeclared ones become bases when none are declared", "[vision][track]") {
  SceneSpec scene = small_table(6);
  scene.bases = {base_at("a", 3, 200, 200, 30), base_at("twin", 3, 600, 300, 100), base_at("stranger", 77, 400, 400, 10)};
  SimulatedTable table(scene);
  std::vector<BaseSpec> declared{scene.bases[0].spec};
  Tracker tracker(table.camera(0), scene.table, declared);
  for (int f = 0; f < 6; ++f) tracker.update(table.render(f));
  std::string keys;
  for (const TableNotice& n : tracker.state().notices) keys += n.key + " ";
  CHECK(keys.find("doubled:3") != std::string::npos);
  CHECK(keys.find("unknown:77") != std::string::npos);
  Tracker loose(table.camera(0), scene.table, {});
  for (int f = 0; f < 6; ++f) loose.update(table.render(f));
  REQUIRE(find(loose.state(), "77") != nullptr);
  CHECK(find(loose.state(), "77")->x_mm == Approx(400).margin(0.1));
  CHECK(loose.marker_size_mm({"77"}).value_or(0) == Approx(25).margin(0.3));
}

TEST_CASE("one that is slid under a hand is no second one of its number", "[vision][track]") {
  for (const double from : {0.55, 0.6, 0.65}) {
    SceneSpec scene = small_table(30);
    scene.fps = 10;
    scene.bases = {base_at("a", 3, 250, 250, 90), base_at("b", 8, 700, 450, 30)};
    scene.bases[0].spec.unit = {"A3"};
    move_to(scene.bases[0], from, 250, 250, 90);
    move_to(scene.bases[0], from + 0.9, 400, 250, 90);
    Thing hand;
    hand.kind = ThingKind::Hand;
    hand.from_mm = {320, -300};
    hand.height_mm = 60;
    for (const auto& [t, x, y] : {std::tuple{0.0, 250.0, -250.0},
                                  {from - 0.3, 250.0, -250.0},
                                  {from, 250.0, 215.0},
                                  {from + 0.5, 333.0, 190.0},
                                  {from + 0.9, 400.0, 190.0},
                                  {from + 1.2, 400.0, -250.0}}) {
      Keyframe k;
      k.t = t, k.x_mm = x, k.y_mm = y;
      hand.path.push_back(k);
    }
    scene.things.push_back(hand);
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < 30; ++f)
      for (const TableNotice& notice : tracker.update(table.render(f)).notices) {
        INFO(f << " " << notice.text);
        CHECK_FALSE(notice.key.starts_with("doubled"));
      }
    CHECK(find(tracker.state(), "a")->x_mm == Approx(400).margin(0.2));
  }
}

TEST_CASE("beside declared bases a marker nobody declared is followed under a name of its own when asked for", "[vision][track]") {
  SceneSpec scene = small_table(6);
  scene.bases = {base_at("a", 3, 200, 200, 30), base_at("stranger", 77, 400, 400, 10)};
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, {scene.bases[0].spec}, {.follow_unknown = true});
  for (int f = 0; f < 6; ++f) tracker.update(table.render(f));
  REQUIRE(tracker.undeclared().size() == 1);
  const BaseSpec found = tracker.undeclared().front();
  CHECK(found.base.text == "marker-77");
  CHECK(found.mount.marker.number == 77);
  CHECK(found.mount.size_mm == Approx(25).margin(0.3));
  REQUIRE(find(tracker.state(), "marker-77") != nullptr);
  CHECK(find(tracker.state(), "marker-77")->x_mm == Approx(400).margin(0.1));
  CHECK(find(tracker.state(), "a") != nullptr);
  Tracker strict(table.camera(0), scene.table, {scene.bases[0].spec});
  for (int f = 0; f < 6; ++f) strict.update(table.render(f));
  CHECK(strict.undeclared().empty());
  CHECK(find(strict.state(), "marker-77") == nullptr);
}

TEST_CASE("marker mounts, heights and tails give the base's centre, not the marker's", "[vision][track]") {
  SceneSpec scene = small_table(8);
  scene.bases = {base_at("tail", 3, 300, 300, 70)};
  MarkerMount& mount = scene.bases[0].spec.mount;
  mount.offset_x_mm = -35;
  mount.offset_y_mm = 4;
  mount.rotation_deg = 90;
  mount.height_mm = 12;
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < 8; ++f) tracker.update(table.render(f));
  const ObservedBase* b = find(tracker.state(), "tail");
  REQUIRE(b != nullptr);
  CHECK(b->x_mm == Approx(300).margin(0.06));
  CHECK(b->y_mm == Approx(300).margin(0.06));
  CHECK(b->heading_deg == Approx(70).margin(0.2));
}

TEST_CASE("lifted bases are gone a second and a half later, however noisy the picture", "[vision][track]") {
  int lifted = 0, gone = 0;
  for (int k = 0; k < 3; ++k) {
    SceneSpec scene = small_table(78);
    scene.seed = scene.mat.seed = static_cast<std::uint64_t>(400 + k);
    scene.mat.kind = k % 2 == 0 ? "plain" : "desert";
    for (int i = 0; i < 24; ++i) {
      SceneBase base = base_at("b" + std::to_string(i), 3 * i + k, 95 + 140 * (i % 6), 85 + 140 * (i / 6), 47 * i + 11 * k);
      Keyframe up = base.path[0];
      up.t = 1.0;
      up.present = i % 2 != 0;
      base.path.push_back(up);
      scene.bases.push_back(base);
    }
    SimulatedTable table(scene);
    Tracker tracker(table.camera(0), scene.table, specs_of(scene));
    for (int f = 0; f < scene.frames; ++f) tracker.update(table.render(f));
    for (const BaseTruth& t : table.truth(scene.frames - 1).bases) {
      const ObservedBase* o = find(tracker.state(), t.base.text);
      REQUIRE(o != nullptr);
      if (t.present) {
        CHECK(o->state == Seen::Seen);
      } else {
        ++lifted;
        gone += o->state == Seen::Gone ? 1 : 0;
      }
    }
  }
  CHECK(lifted == 36);
  CHECK(gone == lifted);
}

TEST_CASE("near a hill's edge the print's size tells which ground a base stands on", "[vision][track][height]") {
  // A hill of 25 mm far from the middle, where that height moves a base by up to 10 mm; bases every 4 mm across two of its edges.
  SceneSpec scene = small_table(8);
  scene.camera.tilt_x_deg = 12;
  TerrainPiece hill{"H", "hill", {}, Length::from_mm(25)};
  for (const auto& [x, y] : {std::pair{80.0, 80.0}, {260.0, 80.0}, {260.0, 520.0}, {80.0, 520.0}})
    hill.outline.push_back({Length::from_mm(x), Length::from_mm(y)});
  scene.table.terrain = {hill};
  for (int i = 0; i < 9; ++i) {
    scene.bases.push_back(base_at("l" + std::to_string(i), i, 64 + 4 * i, 100 + 46 * i, 40 * i));
    scene.bases.push_back(base_at("r" + std::to_string(i), 20 + i, 244 + 4 * i, 110 + 46 * i, 25 * i));
  }
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < 8; ++f) tracker.update(table.render(f));
  int by_size = 0;
  for (const BaseTruth& t : table.truth(7).bases) {
    const ObservedBase* o = find(tracker.state(), t.base.text);
    REQUIRE(o != nullptr);
    INFO(t.base.text << " at " << t.x_mm << ", height " << t.height_mm << ", said " << o->height_mm);
    CHECK(o->height_mm == Approx(t.height_mm));
    CHECK(std::hypot(o->x_mm - t.x_mm, o->y_mm - t.y_mm) < 0.1);
    by_size += o->height_fitted ? 1 : 0;
  }
  CHECK(by_size > 4);  // and it is shown
}

TEST_CASE("a base carried from the table up a hill and down again keeps its place at every height", "[vision][track][height]") {
  SceneSpec scene = small_table(70);
  TerrainPiece hill{"H", "hill", {}, Length::from_mm(20)};
  for (const auto& [x, y] : {std::pair{100.0, 200.0}, {260.0, 200.0}, {260.0, 400.0}, {100.0, 400.0}})
    hill.outline.push_back({Length::from_mm(x), Length::from_mm(y)});
  scene.table.terrain = {hill};
  scene.bases = {base_at("walker", 3, 60, 300, 30), base_at("still", 4, 700, 300, 200)};
  move_to(scene.bases[0], 0.3, 60, 300, 30);
  move_to(scene.bases[0], 0.9, 180, 310, 30);
  move_to(scene.bases[0], 1.3, 180, 310, 30);
  move_to(scene.bases[0], 1.9, 320, 300, 30);
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  int wrong = 0, seen = 0;
  for (int f = 0; f < 70; ++f) {
    tracker.update(table.render(f));
    const ObservedBase* o = find(tracker.state(), "walker");
    if (o == nullptr || o->state != Seen::Seen) continue;
    const BaseTruth t = table.truth(f).bases[0];
    ++seen;
    wrong += std::hypot(o->x_mm - t.x_mm, o->y_mm - t.y_mm) > 0.4 ? 1 : 0;
  }
  CHECK(seen > 60);
  CHECK(wrong == 0);
}

TEST_CASE("clutter without markers gives no base", "[vision][track]") {
  SceneSpec scene = small_table(6);
  for (int i = 0; i < 40; ++i) {
    Thing card;
    card.kind = i % 3 == 0 ? ThingKind::Die : ThingKind::Card;
    card.width_mm = i % 3 == 0 ? 16 : 63;
    card.depth_mm = i % 3 == 0 ? 16 : 88;
    card.height_mm = i % 3 == 0 ? 16 : 0;
    Keyframe k;
    k.x_mm = 60 + 20 * i;
    k.y_mm = 60 + (i * 137) % 480;
    k.heading_deg = 31 * i;
    card.path = {k};
    card.seed = static_cast<std::uint64_t>(i);
    scene.things.push_back(card);
  }
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, {});
  for (int f = 0; f < 6; ++f) CHECK(tracker.update(table.render(f)).bases.empty());
}

}  // namespace track_tests
