// A base that is said to be seen while it is wrong is the worst a measuring assistant can do: while the camera or the table moves, every
// frame is registered by itself or nothing is seen, and when it rests the table is found again quickly. Simulated tables whose truth is
// known.
#include <algorithm>
#include <cmath>
#include <string>

#include "assistant/eye/table_eye.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace eye_doubt_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::vision;

namespace {

/// 900 x 600 mm, sixteen border markers, fifteen bases, nearly a pixel and a half to a millimetre.
SceneSpec bordered_table(int frames) {
  SceneSpec s;
  s.frames = frames;
  s.table.width = Length::from_mm(900);
  s.table.depth = Length::from_mm(600);
  s.camera.width = 1280;
  s.camera.height = 880;
  s.camera.margin = 0.06;
  const auto add = [&](double x, double y) {
    BorderMarker m;
    m.marker = {560 + static_cast<int>(s.table.border.size())};
    m.x_mm = x;
    m.y_mm = y;
    s.table.border.push_back(m);
  };
  for (int i = 0; i < 5; ++i) add(20 + 215 * i, 20), add(20 + 215 * i, 580);
  for (int i = 1; i < 4; ++i) add(20, 20 + 140 * i), add(880, 20 + 140 * i);
  for (int i = 0; i < 15; ++i) {
    SceneBase b;
    b.spec.base = {"b" + std::to_string(i)};
    b.spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
    b.spec.mount.marker = {i};
    Keyframe k;
    k.x_mm = 130 + 160 * (i % 5);
    k.y_mm = 140 + 160 * (i / 5);
    k.heading_deg = 24 * i;
    b.path = {k};
    s.bases.push_back(b);
  }
  return s;
}

/// What a run showed of bases that were said to be seen.
struct Score {
  int seen = 0;           ///< base-frames said to be seen
  int wrong = 0;          ///< of these, beyond five stated standard deviations and 0.3 mm
  double worst_mm = 0;    ///< greatest error of a base said to be seen
  int last_blind = -1;    ///< last frame in which any base was not said to be seen
  int first_unsure = -1;  ///< first frame that was not registered
  int unsure = 0;         ///< frames that were not
  double rest_worst_mm = 0;
  std::string keys;
};

Score watch(const SceneSpec& scene, int from, int rest_from, std::optional<Camera> given = std::nullopt, EyeSettings settings = {}) {
  SimulatedTable table(scene);
  std::vector<BaseSpec> specs;
  for (const SceneBase& b : scene.bases) specs.push_back(b.spec);
  TableEye eye(scene.table, specs, std::move(given), settings);
  Score score;
  for (int f = 0; f < scene.frames; ++f) {
    const TableState& state = eye.see(table.render(f));
    if (f < from) continue;
    score.unsure += state.registered ? 0 : 1;
    if (!state.registered && score.first_unsure < 0) score.first_unsure = f;
    for (const TableNotice& n : state.notices)
      if (score.keys.find(n.key) == std::string::npos) score.keys += n.key + " ";
    for (const BaseTruth& t : table.truth(f).bases) {
      const auto at = std::ranges::find_if(state.bases, [&](const ObservedBase& b) { return b.base == t.base; });
      if (at == state.bases.end() || at->state != Seen::Seen) {
        score.last_blind = f;
        continue;
      }
      double variance = std::max(at->own_cov[0], at->own_cov[4]);
      for (const auto& factor : at->shared) variance += std::max(factor[0] * factor[0], factor[1] * factor[1]);
      const double off = std::hypot(at->x_mm - t.x_mm, at->y_mm - t.y_mm);
      ++score.seen;
      score.worst_mm = std::max(score.worst_mm, off);
      if (off > 0.3 && off > 5 * std::sqrt(variance)) {
        if (++score.wrong < 6)
          UNSCOPED_INFO("frame " << f << ": " << t.base.text << " said to be seen, off by " << off << " mm, sd " << std::sqrt(variance));
      }
      if (f >= rest_from) score.rest_worst_mm = std::max(score.rest_worst_mm, off);
    }
  }
  UNSCOPED_INFO("seen " << score.seen << " worst " << score.worst_mm << " mm, at rest " << score.rest_worst_mm << " mm, last blind frame "
                        << score.last_blind << ", first unsure " << score.first_unsure << ", in all " << score.unsure << ", notices "
                        << score.keys);
  return score;
}

}  // namespace

TEST_CASE("a bumped camera: every frame is measured with a camera of its own, and the bump is said when it rests", "[eye][doubt]") {
  SceneSpec scene = bordered_table(60);
  scene.camera.keys = {{0.5, {}, {}, 1.0}, {0.6, {14, -9, 2}, {0.25, -0.2, 0.7}, 1.0}, {0.75, {12, -8, 2}, {0.2, -0.2, 0.5}, 1.0}};
  const Score score = watch(scene, 5, 40);
  CHECK(score.wrong == 0);
  CHECK(score.unsure <= 8);
  CHECK(score.last_blind <= 23 + 2);  // frame 23 is the first at rest
  CHECK(score.rest_worst_mm < 0.4);
  CHECK(score.keys.find("bumped") != std::string::npos);
}

TEST_CASE("bases at an edge that a knocked camera no longer shows are hidden, not gone", "[eye][doubt]") {
  SceneSpec scene = bordered_table(150);
  scene.fps = 10;
  for (std::size_t i = 0; i < 5; ++i) scene.bases[i].path[0].y_mm = 45, scene.bases[10 + i].path[0].y_mm = 555;
  scene.camera.keys = {{2.0, {}, {}, 1.0}, {2.3, {0, 120, 0}, {}, 1.0}};
  SimulatedTable table(scene);
  std::vector<BaseSpec> specs;
  for (const SceneBase& b : scene.bases) specs.push_back(b.spec);
  TableEye eye(scene.table, specs, std::nullopt, {});
  int gone = 0, hidden = 0;
  for (int f = 0; f < scene.frames; ++f)
    for (const ObservedBase& base : eye.see(table.render(f)).bases) gone += base.state == Seen::Gone, hidden += base.state == Seen::Hidden;
  CHECK(hidden > 300);
  CHECK(gone == 0);
}

/// Twice a second and more, as a stand does when somebody leans on the table; and a focus that hunts.
SceneSpec breathing_table(double sway_mm, double zoom, double period_s) {
  SceneSpec scene = bordered_table(120);
  scene.camera.keys = {{0.5, {}, {}, 1.0}};
  for (int k = 1; k < 210; ++k) {
    const double since = k / 60.0, phase = 2 * 3.14159265 * since / period_s;
    scene.camera.keys.push_back({0.5 + since, {sway_mm * std::sin(phase), 0, 0}, {}, 1 + zoom * 0.5 * (1 - std::cos(phase))});
  }
  return scene;
}

TEST_CASE("a boom that sways and a focus that hunts are measured through", "[eye][doubt]") {
  struct Movement {
    double sway_mm, zoom, period_s;
  };
  for (const auto& [sway_mm, zoom, period_s] : {Movement{3, 0, 0.7}, {0, 0.004, 2}, {0, 0.001, 2}, {1, 0.003, 0.5}}) {
    CAPTURE(sway_mm, zoom, period_s);
    const Score score = watch(breathing_table(sway_mm, zoom, period_s), 5, 16);
    CHECK(score.wrong == 0);
    CHECK(score.unsure <= 3);
    CHECK(score.seen > 0.97 * 15 * 115);
    CHECK(score.rest_worst_mm < 0.4);
  }
}

TEST_CASE("a jump of the camera by 60 mm between two frames: blind at once, found again within a second", "[eye][doubt]") {
  SceneSpec scene = bordered_table(90);
  scene.camera.margin = 0.14;
  scene.camera.keys = {{0.5, {}, {}, 1.0}, {0.51, {60, 25, 0}, {0, 0, 2}, 1.0}};
  const Score score = watch(scene, 5, 80);
  CHECK(score.wrong == 0);
  CHECK(score.first_unsure >= 15);
  CHECK(score.first_unsure <= 16);
  CHECK(score.last_blind <= 16 + 30);
  CHECK(score.rest_worst_mm < 0.4);
}

TEST_CASE("auto-zoom: no base is said to be seen where it is not, then the lens is fitted again", "[eye][doubt]") {
  SceneSpec scene = bordered_table(75);
  scene.camera.keys = {{0, {}, {}, 1.0}, {0.5, {}, {}, 1.0}, {0.9, {}, {}, 1.03}};
  const Score score = watch(scene, 5, 45);
  CHECK(score.wrong == 0);
  CHECK(score.unsure <= 12);          // it zooms for as many frames
  CHECK(score.last_blind <= 27 + 2);  // frame 27 is the first at rest: three that agree, then all is seen
  CHECK(score.rest_worst_mm < 0.3);
  CHECK(score.keys.find("zoom_changed") != std::string::npos);
  CHECK(score.keys.find("bumped") == std::string::npos);
}

TEST_CASE("a zoom that creeps all the time is followed: the table stays registered and the bases right", "[eye][doubt]") {
  SceneSpec scene = bordered_table(150);
  scene.camera.keys = {{0, {}, {}, 1.0}, {0.5, {}, {}, 1.0}, {8.5, {}, {}, 1.02}};
  const Score score = watch(scene, 5, 30);
  CHECK(score.wrong == 0);
  CHECK(score.unsure <= 6);
  CHECK(score.rest_worst_mm < 0.3);
}

TEST_CASE("a hand's shadow, a lamp and moved bases do not put the table in doubt", "[eye][doubt]") {
  SceneSpec scene = bordered_table(60);
  scene.sensor.gain = {{0, 1}, {0.5, 1}, {0.6, 0.7}};
  for (int i = 0; i < 15; ++i) {  // all bases are pushed the same way, as in one great advance
    Keyframe k = scene.bases[static_cast<std::size_t>(i)].path[0];
    k.t = 1.0;
    scene.bases[static_cast<std::size_t>(i)].path.push_back(k);
    k.t = 1.5;
    k.y_mm += 30;
    scene.bases[static_cast<std::size_t>(i)].path.push_back(k);
  }
  const Score score = watch(scene, 5, 55);
  CHECK(score.wrong == 0);
  CHECK(score.first_unsure == -1);
  CHECK(score.rest_worst_mm < 0.3);
}

TEST_CASE("without anybody to register anew, a moved camera leaves every base in doubt", "[eye][doubt]") {
  SceneSpec scene = bordered_table(45);
  scene.camera.keys = {{0.5, {}, {}, 1.0}, {0.51, {4, 3, 0}, {}, 1.0}};
  const Score score = watch(scene, 5, 16, first_camera(scene.camera, 900, 600), {.trust_camera = true});
  CHECK(score.wrong == 0);
  CHECK(score.first_unsure >= 15);
  CHECK(score.first_unsure <= 16);
  CHECK(score.rest_worst_mm == 0);  // none was said to be seen any more
  CHECK(score.keys.find("table_moves") != std::string::npos);
}

}  // namespace eye_doubt_tests
