// What is wrong with the picture as a whole is said: mirrored, another size than before, too bright, too dark, markers of another size.
#include <algorithm>
#include <cmath>

#include "assistant/eye/picture_check.hpp"
#include "assistant/eye/table_eye.hpp"
#include "models/border_layout.hpp"
#include "tests/support/catch.hpp"
#include "vision/capture/simulator/scenes.hpp"
#include "vision/capture/simulator/simulated_table.hpp"

namespace eye_picture_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

vision::SceneSpec scene_with_bases() {
  vision::SceneSpec scene;
  scene.seed = scene.mat.seed = 31;
  scene.frames = 6;
  scene.table = table_with_border(Length::from_mm(1800), Length::from_mm(1200));
  for (int i = 0; i < 4; ++i) {
    vision::SceneBase base;
    base.spec.base = {"b" + std::to_string(i)};
    base.spec.footprint = {Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
    base.spec.mount.marker = {10 + i};
    vision::Keyframe k;
    k.x_mm = 500 + 200 * i;
    k.y_mm = 600;
    base.path = {k};
    scene.bases.push_back(base);
  }
  return scene;
}

std::vector<BaseSpec> specs(const vision::SceneSpec& scene) {
  std::vector<BaseSpec> out;
  for (const auto& b : scene.bases) out.push_back(b.spec);
  return out;
}

bool says(const TableState& state, const std::string& words) {
  return std::ranges::any_of(state.notices, [&](const TableNotice& n) { return n.text.find(words) != std::string::npos; });
}

long seen(const TableState& state) {
  return std::ranges::count_if(state.bases, [](const ObservedBase& b) { return b.state == Seen::Seen; });
}

/// The frame with every row changed by `change`.
template <typename Change>
Frame changed(const Frame& frame, int width, Change change) {
  auto image = std::make_shared<Image>(width, frame.gray->height, 1);
  for (int y = 0; y < image->height; ++y)
    for (int x = 0; x < width; ++x) image->row(y)[x] = change(frame.gray->row(y), x);
  Frame out = frame;
  out.gray = image;
  return out;
}

}  // namespace

TEST_CASE("a mirrored picture is called mirrored, not a border that is missing", "[eye][picture]") {
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  TableEye eye(scene.table, specs(scene));
  const Frame frame = table.render(0);
  const int w = frame.gray->width;
  const TableState& state = eye.see(changed(frame, w, [&](const std::uint8_t* row, int x) { return row[w - 1 - x]; }));
  CHECK_FALSE(state.registered);
  CHECK(says(state, "mirrored"));
}

TEST_CASE("two tables with one strip in the picture are called so, not a border that is missing", "[eye][picture]") {
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  TableEye eye(scene.table, specs(scene));
  const Frame frame = table.render(0);
  const int w = frame.gray->width;
  const TableState& state = eye.see(changed(frame, 2 * w, [&](const std::uint8_t* row, int x) { return row[x % w]; }));
  CHECK_FALSE(state.registered);
  CHECK(says(state, "second table"));
}

TEST_CASE("a picture of another size is another view: nothing of the one before stays seen", "[eye][picture]") {
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  TableEye eye(scene.table, specs(scene));
  for (int f = 0; f < 3; ++f) eye.see(table.render(f));
  REQUIRE(seen(eye.see(table.render(3))) == 4);
  const auto narrower = [](const std::uint8_t* row, int x) { return row[x + 40]; };
  const Frame fourth = table.render(4);
  const TableState& at_once = eye.see(changed(fourth, fourth.gray->width - 60, narrower));
  CHECK(says(at_once, "The picture changed"));
  CHECK(seen(at_once) == 0);
  CHECK(at_once.registered);
  Frame fifth = changed(table.render(5), fourth.gray->width - 60, narrower);
  const TableState& then = eye.see(fifth);
  CHECK(seen(then) == 4);
  for (const ObservedBase& b : then.bases) CHECK(b.y_mm == Approx(600).margin(0.6));
}

TEST_CASE("a camera turned up until paper is pure white, or down until nothing shows, is told so", "[eye][picture]") {
  CHECK_FALSE(light_complaint({230, 40}));
  CHECK_FALSE(light_complaint({120, 60}));
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  for (const double by : {1.0, 1.6, 0.12}) {
    TableEye eye(scene.table, specs(scene));
    for (int f = 0; f < 3; ++f) {
      const Frame frame = table.render(f);
      eye.see(changed(frame, frame.gray->width,
                      [&](const std::uint8_t* row, int x) { return static_cast<std::uint8_t>(std::min(255.0, by * row[x])); }));
    }
    Frame last = table.render(3);
    const TableState& state = eye.see(changed(
        last, last.gray->width, [&](const std::uint8_t* row, int x) { return static_cast<std::uint8_t>(std::min(255.0, by * row[x])); }));
    REQUIRE(state.registered);
    CHECK(says(state, "Too bright") == (by > 1));
    CHECK(says(state, "Too dark") == (by < 1));
  }
}

TEST_CASE("light that goes out, or a covered lens, is told as dark and no more once it is back", "[eye][picture]") {
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  TableEye eye(scene.table, specs(scene));
  const auto look = [&](double t, double by) -> const TableState& {
    const Frame frame = table.render(0);
    Frame shown = changed(frame, frame.gray->width, [&](const std::uint8_t* row, int x) { return static_cast<std::uint8_t>(by * row[x]); });
    shown.t = t;
    return eye.see(shown);
  };
  for (const double t : {0.0, 0.1, 0.2}) CHECK_FALSE(says(look(t, 1), "Too dark"));
  CHECK(eye.see(table.render(0)).registered);
  const TableState* dark = nullptr;
  for (const double t : {1.0, 1.6, 2.2, 2.8}) dark = &look(t, 0.05);
  CHECK(says(*dark, "Too dark: hardly anything in the picture is light"));
  const TableState* light = nullptr;
  for (const double t : {3.4, 4.0, 4.6}) light = &look(t, 1);
  CHECK_FALSE(says(*light, "Too dark"));
  TableEye fresh(scene.table, specs(scene));  // dark from the start
  Frame night =
      changed(table.render(0), scene.camera.width, [](const std::uint8_t* row, int x) { return static_cast<std::uint8_t>(0.05 * row[x]); });
  CHECK(says(fresh.see(night), "Too dark"));
}

TEST_CASE("a base whose marker is printed at another size than declared is named with both sizes", "[eye][picture]") {
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  auto declared = specs(scene);
  declared[1].mount.size_mm = 15;  // taken for high ground it would float half a metre over the table
  TableEye eye(scene.table, declared);
  for (int f = 0; f < 3; ++f) eye.see(table.render(f));
  const TableState& state = eye.see(table.render(3));
  CHECK(seen(state) == 3);
  CHECK(says(state, "marker 11 measures about 25 mm where 15 mm is declared"));
}

TEST_CASE("another table's file is asked about, in millimetres", "[eye][picture]") {
  const vision::SceneSpec scene = scene_with_bases();
  vision::SimulatedTable table(scene);
  TableEye eye(table_with_border(Length::from_mm(2400), Length::from_mm(1200)), specs(scene));
  CHECK(says(eye.see(table.render(0)), "do not lie where table.json says"));
  TableEye right(scene.table, specs(scene));
  CHECK_FALSE(says(right.see(table.render(1)), "table.json"));
}

TEST_CASE("no print is believed that would have to be brighter than any picture", "[eye][picture]") {
  // Seen at 40 degrees with figures over two thirds of it: pixels of one module alone fit any place well at a contrast of 2,000 levels.
  vision::SceneRequest request;
  request.seed = 32;
  request.frames = 7;
  const auto scene = vision::catalogue_scene("oblique_40", request);
  REQUIRE(scene);
  vision::SimulatedTable table(*scene);
  std::vector<BaseSpec> bases;
  for (const vision::SceneBase& b : scene->bases) bases.push_back(b.spec);
  TableEye eye(scene->table, bases);
  int seen = 0;
  for (int f = 0; f < request.frames; f += 3) {
    const TableState& state = eye.see(table.render(f));
    for (const vision::BaseTruth& t : table.truth(f).bases) {
      const auto at = std::ranges::find_if(state.bases, [&](const ObservedBase& b) { return b.base == t.base; });
      if (at == state.bases.end() || at->state != Seen::Seen) continue;
      ++seen;
      CHECK(std::hypot(at->x_mm - t.x_mm, at->y_mm - t.y_mm) < 1);  // 4.5 mm
    }
  }
  CHECK(seen > 100);
}

}  // namespace eye_picture_tests
