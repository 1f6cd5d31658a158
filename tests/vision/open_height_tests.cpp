// Bases that stand higher than declared and are not put there: by many on a hill or on trays, by too few to compare, by a little. What is
// stated of their places covers it, it is said once, and a table that is declared as it is stays as sure as it was.
#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "tests/support/catch.hpp"
#include "tests/support/held.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/scenes.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/pixels/camera_model.hpp"
#include "vision/track/tracker.hpp"
#include "vision/track/two_sizes.hpp"

namespace open_height_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

constexpr double kDeclaredMm = 2;

/// Two rows of bases, the second half of them in the upper row.
SceneSpec two_rows(bool strips, int bases, int frames) {
  SceneSpec scene = small_table(frames);
  scene.camera.width = 1200;
  scene.camera.height = 800;
  const int row = (bases + 1) / 2;
  for (int i = 0; i < bases; ++i) {
    const double x = 80 + 740.0 * (i % row) / (row - 1), y = i < row ? 120 : 480;
    const std::string name = (i < row ? "a" : "b") + std::to_string(i % row);
    scene.bases.push_back(strips ? strip_base_at(name, "STRIP40x6", 7 * i + 3, x, y, 80 + 5.0 * i) : base_at(name, i, x, y, 40.0 * i));
    scene.bases.back().figures.clear();
    scene.bases.back().spec.mount.height_mm = kDeclaredMm;
  }
  return scene;
}

struct Outcome {
  double worst_mm = 0;         ///< of the bases in question
  bool all_held = true;        ///< their places lie in the stated ellipses
  double widest_other_mm = 0;  ///< stated of the others
  std::set<std::string> said;
};

Outcome look(const SceneSpec& scene, const std::vector<BaseSpec>& declared, const std::function<bool(const BaseTruth&)>& in_question) {
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, declared);
  Outcome out;
  for (int f = 0; f < scene.frames; ++f)
    for (const TableNotice& n : tracker.update(table.render(f)).notices)
      if (n.key == "open_heights") out.said.insert(n.text);
  for (const BaseTruth& t : table.truth(scene.frames - 1).bases) {
    const ObservedBase* o = find(tracker.state(), t.base.text);
    REQUIRE(o != nullptr);
    const double off = std::hypot(o->x_mm - t.x_mm, o->y_mm - t.y_mm), stated = std::sqrt(o->own_cov[0] + o->own_cov[4]);
    INFO(t.base.text << " off by " << off << ", stated " << stated << ", height " << o->height_mm);
    if (in_question(t)) {
      out.worst_mm = std::max(out.worst_mm, off);
      CHECK(in_ellipse(*o, t));
      out.all_held = out.all_held && in_ellipse(*o, t);
    } else {
      out.widest_other_mm = std::max(out.widest_other_mm, stated);
    }
  }
  return out;
}

bool is_upper(const BaseTruth& t) { return t.base.text[0] == 'b'; }

}  // namespace

TEST_CASE("half the bases on a hill or on trays that nobody declared: their places state it, and it is asked", "[vision][track][height]") {
  for (const bool strips : {true, false}) {
    for (const double rise : {5.0, 12.0, 30.0}) {
      SceneSpec scene = two_rows(strips, 14, 30);
      const std::vector<BaseSpec> declared = specs_of(scene);
      for (SceneBase& b : scene.bases)
        if (b.spec.base.text[0] == 'b') b.spec.mount.height_mm += rise;
      INFO((strips ? "strips " : "squares ") << rise << " mm higher");
      const Outcome out = look(scene, declared, is_upper);
      CHECK(out.worst_mm > 0.2 * rise);
      CHECK(out.all_held);
      CHECK(out.widest_other_mm < 0.2);
      REQUIRE(!out.said.empty());
      CHECK(
          std::ranges::all_of(out.said, [](const std::string& text) { return text.find("higher (a hill, a tray") != std::string::npos; }));
    }
  }
}

TEST_CASE("one of five bases on a hill that nobody declared is in doubt by it, and named", "[vision][track][height]") {
  for (const bool strips : {true, false}) {
    SceneSpec scene = two_rows(strips, 5, 20);
    const std::vector<BaseSpec> declared = specs_of(scene);
    scene.bases[3].spec.mount.height_mm += 30;
    const Outcome out = look(scene, declared, [](const BaseTruth& t) { return t.base.text == "b0"; });
    CHECK(out.worst_mm > 5);
    CHECK(out.widest_other_mm < 0.2);
    REQUIRE(out.said.size() == 1);
    CHECK(out.said.begin()->starts_with("b0 looks "));
  }
}

TEST_CASE("one strip on a book is in doubt by its height at the least", "[vision][track][height][strips]") {
  SceneSpec scene = two_rows(true, 14, 30);
  const std::vector<BaseSpec> declared = specs_of(scene);
  scene.bases[7].spec.mount.height_mm += 12;
  const Outcome out = look(scene, declared, [](const BaseTruth& t) { return t.base.text == "b0"; });
  CHECK(out.widest_other_mm < 0.2);
}

TEST_CASE("half an army printed at 97 %: nothing is asked, and no place is wider", "[vision][track][height]") {
  for (const bool strips : {true, false}) {
    for (const int bases : {5, 14}) {
      SceneSpec scene = two_rows(strips, bases, 20);
      const std::vector<BaseSpec> declared = specs_of(scene);
      for (SceneBase& b : scene.bases)
        if (b.spec.base.text[0] == 'b') b.spec.mount.print_scale = 0.97;
      INFO((strips ? "strips, " : "squares, ") << bases);
      const Outcome out = look(scene, declared, [](const BaseTruth&) { return false; });
      CHECK(out.said.empty());
      CHECK(out.widest_other_mm < 0.4);
    }
  }
}

TEST_CASE("sizes are two groups only where their own errors and the sheet's leave no other way", "[vision][track][height]") {
  const auto sizes = [](const std::vector<double>& shares) {
    std::vector<SizeOfOne> out;
    for (const double share : shares) out.push_back({share, 0.0007 * 0.0007});
    return out;
  };
  const auto trays =
      two_sizes(sizes({.0014, .0012, -.0003, -.0005, -.0009, .0005, .0007, .0023, .0031, .0033, .0029, .0030, .0028, .0021}), false);
  REQUIRE(trays);
  CHECK(trays->larger == 7);
  CHECK(trays->smaller_mean == Approx(0.0003).margin(0.0001));
  CHECK(trays->larger_mean == Approx(0.0028).margin(0.0001));
  CHECK(!two_sizes(sizes({.0006, .0012, -.0001, -.0008, -.0009, .0001, .0004, -.0007, .0008, -.0001, .0003, .0010, -.0001, .0007}), false));
  CHECK(!two_sizes(sizes({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .03, .03}), false));  // two are no group
  CHECK(!two_sizes(sizes({-.004, -.003, -.002, -.001, 0, .001, .002, .003, .004}), false));
}

TEST_CASE("a camera whose tilt is open lifts no base by its size", "[vision][track][height]") {
  SceneSpec scene = small_table(20);
  for (int i = 0; i < 9; ++i)
    scene.bases.push_back(base_at("b" + std::to_string(i), i, 90 + 90.0 * i, i == 8 ? 540 : 60 + 4.0 * i, 40.0 * i));
  SimulatedTable table(scene);
  for (const bool told : {true, false}) {
    // Tilted about the row of eight, so that only the ninth looks larger.
    const Camera camera = table.camera(0);
    const auto& r = camera.pose.rotation;
    std::array<double, 15> step{};
    step[9] = -0.04;
    const auto tilt = rotation_of({step[9], 0, 0});
    const std::array<double, 3> row{r[0] * 450 + r[1] * 75, r[3] * 450 + r[4] * 75, r[6] * 450 + r[7] * 75};
    for (std::size_t k = 0; k < 3; ++k)
      step[12 + k] = row[k] - (tilt[3 * k] * row[0] + tilt[3 * k + 1] * row[1] + tilt[3 * k + 2] * row[2]);
    Camera wrong = stepped(camera, step);
    if (told) wrong.factors.push_back(step);
    Tracker tracker(wrong, scene.table, specs_of(scene));
    bool lifted = false;
    for (int f = 0; f < scene.frames; ++f)
      for (const ObservedBase& base : tracker.update(table.render(f)).bases) lifted = lifted || base.height_fitted;
    CHECK(lifted != told);
  }
}

}  // namespace open_height_tests
