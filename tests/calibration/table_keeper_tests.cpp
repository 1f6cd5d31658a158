#include "calibration/table/table_keeper.hpp"

#include <cmath>
#include <numeric>
#include <set>
#include <string>

#include "tests/calibration/simulated_border.hpp"
#include "tests/support/catch.hpp"

namespace table_keeper_tests {

using namespace polemarch;
using namespace polemarch::calibration;
using namespace polemarch::test;

namespace {

constexpr double kFrame = 1.0 / 30;

/// A table laid once; the camera looks at it again and again.
struct Watch {
  Camera truth = true_camera();
  Table table = table_with_border(24, 0.1);
  std::mt19937 random{3};  ///< before what is drawn from it
  Table laid;
  TableKeeper keeper;
  double t = 0;
  double registered_rms = 0;  ///< true error just after registration: what keeping may not make worse

  Watch() : laid(lay()), keeper(*register_table(table, look(), 1920, 1080, std::nullopt, {}), table) { registered_rms = errors().rms; }

  Table lay() {
    Table out = table;
    std::normal_distribution<double> noise(0, 0.1);
    for (BorderMarker& m : out.border) m.x_mm += noise(random), m.y_mm += noise(random);
    return out;
  }
  std::vector<BorderSighting> look() { return see_border(truth, laid, {.place_mm = 0, .heading_deg = 0, .corner_px = 0.05}, random); }
  KeeperReport frame() {
    t += kFrame;
    return keeper.observe(t, look());
  }
  TableErrors errors() const { return errors_over_table(truth, keeper.camera(), table); }
};

std::array<double, 15> nudge(double turn_x, double turn_y, double turn_z, double x, double y, double z) {
  return {0, 0, 0, 0, 0, 0, 0, 0, 0, turn_x, turn_y, turn_z, x, y, z};
}

}  // namespace

TEST_CASE("a quiet table keeps its camera to the last bit", "[keeper]") {
  Watch watch;
  const Camera before = watch.keeper.camera();
  int changes = 0;
  for (int i = 0; i < 300; ++i) {
    const auto report = watch.frame();
    changes += report.camera_changed ? 1 : 0;
    CHECK_FALSE(report.bumped);
    CHECK(report.notices.empty());
    CHECK(report.border_seen == 24);
  }
  CHECK(changes <= 1);
  CHECK(watch.errors().rms < watch.registered_rms + 0.03);
  CHECK(watch.keeper.health().grade == HealthGrade::Good);
  CHECK(before.lens.fx == watch.keeper.camera().lens.fx);
}

TEST_CASE("a bump is noticed within the settled frames, said once, and the table is right again", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 30; ++i) watch.frame();
  watch.truth = vision::stepped(watch.truth, nudge(0.003, -0.002, 0.004, 4, -7, 3));
  CHECK(watch.errors().rms > 3);
  int bumps = 0, frames = 0;
  for (int i = 0; i < 60; ++i) {
    const auto report = watch.frame();
    if (bumps == 0) ++frames;
    if (!report.bumped) continue;
    ++bumps;
    REQUIRE(report.notices.size() == 1);
    CHECK(report.notices[0].key == "bumped");
  }
  CHECK(bumps == 1);
  CHECK(frames == 3);
  CHECK(watch.errors().rms < watch.registered_rms + 0.05);
  CHECK(watch.keeper.health().moved_mm > 3);
}

TEST_CASE("while the boom swings every frame is registered by itself, and it is called unsteady, not bumped", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  const Camera rest = watch.truth;
  int unsteady = 0;
  for (int i = 0; i < 20; ++i) {
    watch.truth = vision::stepped(rest, nudge(0, 0, 0, 8 * std::sin(i * 0.9 + 0.5), 0, 0));
    const auto report = watch.frame();
    CHECK_FALSE(report.bumped);
    CHECK(watch.errors().rms < watch.registered_rms + 0.05);
    unsteady += report.unsteady ? 1 : 0;
  }
  CHECK(unsteady >= 15);
  watch.truth = rest;  // and nothing is said once it rests where it rested before
  for (int i = 0; i < 10; ++i) {
    const auto report = watch.frame();
    CHECK_FALSE(report.bumped);
    CHECK(report.notices.empty());
    CHECK((i < 3 || !report.unsteady));
  }
}

TEST_CASE("a swinging boom that shows only a few markers is not measured with until it rests", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  const Camera rest = watch.truth, before = watch.keeper.camera();
  for (int i = 0; i < 20; ++i) {
    watch.truth = vision::stepped(rest, nudge(0, 0, 0, 8 * std::sin(i * 0.9 + 0.5), 0, 0));
    const auto all = watch.look();
    watch.t += kFrame;
    const auto report = watch.keeper.observe(watch.t, {all[2], all[7], all[10], all[18]});
    CHECK((report.unsteady || !report.camera_changed));
    CHECK(watch.keeper.camera().pose.translation_mm[0] == before.pose.translation_mm[0]);
  }
}

TEST_CASE("a boom that sags by 1 mm a minute is followed without a bump", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 30 * 60; ++i) {
    watch.truth = vision::stepped(watch.truth, nudge(0, 0, 0, 0, 1.0 / (30 * 60), 0));
    const auto report = watch.frame();
    REQUIRE_FALSE(report.bumped);
  }
  CHECK(watch.keeper.health().moved_mm > 0.8);
  CHECK(watch.errors().rms < 0.16);
}

TEST_CASE("one marker that moves is named and does not move the table", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  watch.laid.border[5].x_mm += 4;
  int named = 0;
  for (int i = 0; i < 30; ++i) {
    const auto report = watch.frame();
    CHECK_FALSE(report.bumped);
    for (const auto& notice : report.notices) {
      CHECK(notice.key == "border:105");
      ++named;
    }
  }
  CHECK(named == 1);
  CHECK(watch.errors().rms < watch.registered_rms + 0.05);
}

TEST_CASE("a strip of several markers that is pushed is named and does not move the table", "[keeper]") {
  const auto [by_mm, share] = GENERATE(table<double, std::size_t>({{1.5, 5}, {4, 5}, {15, 5}, {1.5, 8}, {4, 9}, {15, 10}}));
  CAPTURE(by_mm, share);
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  std::vector<std::size_t> strip(watch.laid.border.size());
  std::iota(strip.begin(), strip.end(), std::size_t{0});
  const auto from_first = [&](std::size_t i) {
    return std::hypot(watch.table.border[i].x_mm - watch.table.border[0].x_mm, watch.table.border[i].y_mm - watch.table.border[0].y_mm);
  };
  std::ranges::sort(strip, {}, from_first);
  strip.resize(share);
  std::set<std::string> named, moved;
  for (const std::size_t i : strip) moved.insert("border:" + std::to_string(watch.table.border[i].marker.number));
  for (int i = 0; i < 40; ++i) {
    for (const std::size_t k : strip) watch.laid.border[k].y_mm += i < 10 ? by_mm / 10 : 0;
    const auto report = watch.frame();
    CHECK_FALSE(report.bumped);
    for (const auto& notice : report.notices) named.insert(notice.key);
  }
  CHECK(named == moved);
  CHECK(watch.errors().rms < watch.registered_rms + 0.1);
}

TEST_CASE("any three markers keep the table, with two the pose is held and its stated error grows", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  const auto only = [&](const std::vector<std::size_t>& which) {
    const auto all = watch.look();
    std::vector<BorderSighting> some;
    for (const std::size_t i : which) some.push_back(all[i]);
    watch.t += kFrame;
    return watch.keeper.observe(watch.t, some);
  };
  for (int i = 0; i < 30; ++i) CHECK_FALSE(only({2, 10, 18}).held);
  CHECK(watch.errors().rms < 0.2);
  // A bump seen through three markers only.
  watch.truth = vision::stepped(watch.truth, nudge(0, 0, 0.002, 3, 3, 0));
  for (int i = 0; i < 60; ++i) only({2, 10, 18});
  CHECK(watch.errors().rms < 0.5);

  const auto sd_mm = [&] {
    const auto c = point_covariance(watch.keeper.camera(), 900, 600, 0);
    return std::sqrt(c[0] + c[2]);
  };
  const double before = sd_mm();
  KeeperReport report;
  int said = 0;
  for (int i = 0; i < 30 * 60; ++i) {
    report = only({2, 10});
    for (const auto& notice : report.notices) said += notice.key == "border_hidden" ? 1 : 0;
  }
  CHECK(report.held);
  CHECK(said == 1);
  CHECK(sd_mm() > before + 0.5);
  CHECK(sd_mm() < before + 3);
  watch.frame();
  CHECK(sd_mm() < before + 0.1);
}

TEST_CASE("after a pause of the source two looks without the border are no hidden border", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  for (int i = 0; i < 2; ++i) {
    watch.t += 3;
    const auto report = watch.keeper.observe(watch.t, {});
    CHECK(report.held);
    CHECK(report.notices.empty());
  }
  CHECK_FALSE(watch.frame().held);
}

TEST_CASE("a lens that was refocused is said and fitted again from the border within half a second", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  watch.truth.lens.k1 += 0.02;
  watch.truth.lens.fx *= 1.004;
  watch.truth.lens.fy *= 1.004;
  CHECK(watch.errors().rms > 1);
  bool said = false;
  for (int i = 0; i < 15; ++i) {
    for (const auto& notice : watch.frame().notices) said |= notice.key == "zoom_changed";
  }
  CHECK(said);
  CHECK(watch.errors().rms < watch.registered_rms + 0.05);
  CHECK(watch.keeper.health().grade == HealthGrade::Good);
}

TEST_CASE("a zoom of three percent is fitted as a zoom, not taken for a nearer camera", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  const double before = watch.keeper.camera().lens.fx;  // over a flat border not better known than by some percent
  watch.truth.lens.fx *= 1.03;
  watch.truth.lens.fy *= 1.03;
  for (int i = 0; i < 15; ++i) watch.frame();
  CHECK(watch.keeper.camera().lens.fx / before == Approx(1.03).margin(0.01));
  CHECK(watch.errors().rms < watch.registered_rms + 0.05);
}

TEST_CASE("prints that were followed at the size of the lens before do not hide a zoom", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  const double before = watch.keeper.camera().lens.fx;
  watch.truth.lens.fx *= 1.03;
  watch.truth.lens.fy *= 1.03;
  int said = 0;
  for (int i = 0; i < 4; ++i) {
    auto seen = watch.look();
    if (i < 3) {  // until a new camera is given out: their true places, the size of before
      for (BorderSighting& s : seen) {
        PixelPoint centre;
        for (const PixelPoint& p : s.corners) centre.x += p.x / 4, centre.y += p.y / 4;
        for (PixelPoint& p : s.corners) p = {centre.x + (p.x - centre.x) / 1.03, centre.y + (p.y - centre.y) / 1.03};
      }
    }
    watch.t += kFrame;
    for (const auto& notice : watch.keeper.observe(watch.t, seen).notices) said += notice.key == "zoom_changed" ? 1 : 0;
  }
  CHECK(said == 1);
  CHECK(watch.keeper.camera().lens.fx / before == Approx(1.03).margin(0.01));
  CHECK(watch.errors().rms < watch.registered_rms + 0.05);
}

TEST_CASE("a zoom that creeps is followed frame by frame, without a bump", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  double worst = 0;
  for (int i = 0; i < 300; ++i) {
    watch.truth.lens.fx *= 1 + 5e-5;
    watch.truth.lens.fy *= 1 + 5e-5;
    CHECK_FALSE(watch.frame().bumped);
    worst = std::max(worst, watch.errors().rms);
  }
  CHECK(worst < watch.registered_rms + 0.06);
}

TEST_CASE("a border that no lens fits widens the stated error and is said", "[keeper]") {
  Watch watch;
  for (int i = 0; i < 10; ++i) watch.frame();
  const auto sd_mm = [&] {
    const auto c = point_covariance(watch.keeper.camera(), 900, 600, 0);
    return std::sqrt(c[0] + c[2]);
  };
  const double before = sd_mm();
  std::normal_distribution<double> noise(0, 0.5);
  for (BorderMarker& m : watch.laid.border) m.x_mm += noise(watch.random), m.y_mm += noise(watch.random);  // somebody moved them all
  bool said = false;
  for (int i = 0; i < 30 * 40; ++i)
    for (const auto& notice : watch.frame().notices) said |= notice.key == "calibration_health";
  CHECK(said);
  CHECK(watch.keeper.health().grade != HealthGrade::Good);
  CHECK(sd_mm() > 1.5 * before);
}

}  // namespace table_keeper_tests
