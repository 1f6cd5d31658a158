// Bases that stand in contact, as units do: what is put down against others, or while others are on the move beside it, is seen.
#include <cmath>
#include <string>
#include <utility>

#include "tests/support/catch.hpp"
#include "tests/support/small_table.hpp"
#include "vision/capture/simulator/simulated_table.hpp"
#include "vision/track/tracker.hpp"

namespace contact_tests {

using namespace polemarch;
using namespace polemarch::test;
using namespace polemarch::vision;

namespace {

/// 60 mm wide, 40 deep: a square print in the middle or a strip along the rear edge.
SceneBase stand(const std::string& name, const std::string& family, int marker, double x, double y, double heading) {
  SceneBase base = base_at(name, marker, x, y, heading);
  base.spec.footprint = {Outline::Rectangle, Length::from_mm(60), Length::from_mm(40)};
  base.spec.mount.family = family;
  if (family == "STRIP40x6") {
    base.spec.mount.size_mm = 40;
    base.spec.mount.offset_x_mm = -17;
  }
  return base;
}

/// The frame in which `name` is seen within a millimetre of `x`, `y`, or -1.
int seen_at(SceneSpec& scene, const std::string& name, double x, double y, int from) {
  SimulatedTable table(scene);
  Tracker tracker(table.camera(0), scene.table, specs_of(scene));
  for (int f = 0; f < scene.frames; ++f) {
    const ObservedBase* base = find(tracker.update(table.render(f)), name);
    if (f >= from && base != nullptr && base->state == Seen::Seen && std::hypot(base->x_mm - x, base->y_mm - y) < 1) return f;
  }
  return -1;
}

}  // namespace

TEST_CASE("a base put down between others in contact is read", "[vision][track]") {
  for (const std::string family : {"DICT_APRILTAG_36h11", "STRIP40x6"}) {
    for (const double heading : {90.0, 35.0}) {
      CAPTURE(family, heading);
      const double ux = std::cos(heading * 0.0174532925), uy = std::sin(heading * 0.0174532925);
      SceneSpec scene = small_table(24);
      int marker = 5;
      for (int rank = -1; rank <= 1; ++rank)
        for (int file = -1; file <= 1; ++file)
          scene.bases.push_back(stand("b" + std::to_string(marker), family, marker, 450 + 40 * rank * ux - 60 * file * uy,
                                      300 + 40 * rank * uy + 60 * file * ux, heading)),
              marker += 3;
      Keyframe away = scene.bases[4].path[0], here = away;  // the middle one
      away.present = false;
      here.t = 8 / scene.fps;
      scene.bases[4].path = {away, here};
      const int seen = seen_at(scene, scene.bases[4].spec.base.text, 450, 300, 8);
      CHECK(seen >= 8);
      CHECK(seen <= 13);
    }
  }
}

TEST_CASE("a base put down against one that is pushed at that moment is read when both rest", "[vision][track]") {
  SceneSpec scene = small_table(40);
  scene.bases = {stand("pushed", "STRIP40x6", 5, 400, 300, 90), stand("late", "STRIP40x6", 9, 400, 269, 90)};  // behind it
  scene.bases[1].spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(20)};
  scene.bases[1].spec.mount.offset_x_mm = -7;
  Keyframe away = scene.bases[1].path[0], here = away;
  away.present = false;
  here.t = 10 / scene.fps;
  scene.bases[1].path = {away, here};
  Keyframe k = scene.bases[0].path[0];
  for (const auto& [frame, y] : {std::pair{4, 300.0}, std::pair{16, 306.0}}) {
    k.t = frame / scene.fps;
    k.y_mm = y;
    scene.bases[0].path.push_back(k);
  }
  const int seen = seen_at(scene, "late", 400, 269, 10);
  CHECK(seen >= 10);
  CHECK(seen <= 24);
}

}  // namespace contact_tests
