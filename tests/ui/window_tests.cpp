#include "ui/beam_corners.hpp"
#include "ui/window.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <GLFW/glfw3.h>
#include "tests/support/catch.hpp"
#include "ui/table_canvas.hpp"

namespace window_tests {

using namespace polemarch;
using namespace polemarch::ui;

TEST_CASE("the window draws the table and the panels, and its screenshot shows them", "[ui]") {
  if (std::getenv("DISPLAY") == nullptr) {
    WARN("skipped: no display (run under xvfb-run)");
    return;
  }
  auto window = Window::make({.width = 1280, .height = 720, .visible = false});
  if (!window) {
    WARN("skipped: " << window.error().line);
    return;
  }
  ViewState view;
  view.title = "Fake Battle";
  view.moment = "Turn 3";
  view.call = "Order a unit";
  view.scene = {1200, 800, {}};
  view.scene.items.push_back(
      {Polygon{{{400, 300}, {800, 300}, {800, 500}, {400, 500}}, true, true}, Tone::SideA, Pattern::Solid, 2, "", "base", "", "A1"});
  view.scene.items.push_back(  // its front, as every base has one
      {Polygon{{{400, 400}, {390, 410}, {390, 390}}, true, true}, Tone::SideA, Pattern::Solid, 2, "", "base_front", "", "A1"});
  view.picture = {nullptr, 0, 0, 0, 1200, 800};
  for (int i = 0; i < 3; ++i) CHECK((*window)->show(view).empty());
  const Image shot = (*window)->screenshot();
  REQUIRE(shot.width == 1280);
  REQUIRE(shot.height == 720);
  const auto blue_less_red = [&](int x, int y) {
    const std::uint8_t* p = shot.row(y) + 3 * x;
    return static_cast<int>(p[0]) - static_cast<int>(p[2]);
  };
  CHECK(blue_less_red(460, 360) > 80);  // the base in the middle of the table
  CHECK(blue_less_red(100, 360) < 10);  // cloth
  int bright = 0;
  for (int y = 0; y < 60; ++y)
    for (int x = 930; x < 1280; ++x) bright += shot.row(y)[3 * x] > 180 ? 1 : 0;
  CHECK(bright > 100);  // what is to be done
}

TEST_CASE("a key reaches the window it is meant for while the projector looks for events", "[ui][projector]") {
  if (std::getenv("DISPLAY") == nullptr) {
    WARN("skipped: no display (run under xvfb-run)");
    return;
  }
  auto window = Window::make({.width = 1280, .height = 720, .visible = false});
  auto projector = Window::make({.width = 640, .height = 400, .projector = true, .visible = false});
  if (!window || !projector) {
    WARN("skipped: no window");
    return;
  }
  ViewState view;
  view.scene = {1200, 800, {}};
  CHECK((*window)->show(view).empty());
  GLFWwindow* shown = glfwGetCurrentContext();
  const GLFWkeyfun pressed = glfwSetKeyCallback(shown, nullptr);
  glfwSetKeyCallback(shown, pressed);
  REQUIRE(pressed != nullptr);
  (*projector)->show(view);
  REQUIRE(glfwGetCurrentContext() != shown);
  pressed(shown, GLFW_KEY_F2, 0, GLFW_PRESS, 0);  // as the projector's look for events gives it
  pressed(shown, GLFW_KEY_F6, 0, GLFW_PRESS, 0);
  (*window)->show_meanwhile(view);  // whoever takes wishes is at work: keys wait
  std::vector<Intent> wishes = (*window)->show(view);
  for (const Intent& wish : (*window)->show(view)) wishes.push_back(wish);
  REQUIRE(wishes.size() == 2);
  CHECK(std::holds_alternative<ToggleLight>(wishes[0]));
  CHECK(std::holds_alternative<ToggleTouch>(wishes[1]));
}

namespace {

/// The hand on the mouse, as GLFW tells of it.
struct Mouse {
  GLFWwindow* window = glfwGetCurrentContext();
  GLFWmousebuttonfun button = glfwSetMouseButtonCallback(window, nullptr);
  GLFWcursorposfun moved = glfwSetCursorPosCallback(window, nullptr);

  void click(double x, double y) const {
    moved(window, x, y);
    button(window, GLFW_MOUSE_BUTTON_LEFT, GLFW_PRESS, 0);
    button(window, GLFW_MOUSE_BUTTON_LEFT, GLFW_RELEASE, 0);
  }
};

int touches(const std::vector<Intent>& wishes) {
  return static_cast<int>(
      std::count_if(wishes.begin(), wishes.end(), [](const Intent& wish) { return std::holds_alternative<SelectAt>(wish); }));
}

}  // namespace

TEST_CASE("a click faster than a picture counts, while whoever takes wishes is at work and again where nothing changed", "[ui]") {
  if (std::getenv("DISPLAY") == nullptr) {
    WARN("skipped: no display (run under xvfb-run)");
    return;
  }
  auto window = Window::make({.width = 1280, .height = 720, .visible = false});
  if (!window) {
    WARN("skipped: " << window.error().line);
    return;
  }
  ViewState view;
  view.scene = {1200, 800, {}};
  for (int i = 0; i < 3; ++i) CHECK(touches((*window)->show(view)) == 0);
  const Mouse mouse;
  mouse.click(300, 300);
  for (int i = 0; i < 3; ++i) (*window)->show_meanwhile(view);
  mouse.moved(mouse.window, 900, 100);  // it has gone on when the click is taken
  const std::vector<Intent> wishes = (*window)->show(view);
  REQUIRE(touches(wishes) == 1);
  const auto at = std::find_if(wishes.begin(), wishes.end(), [](const Intent& wish) { return std::holds_alternative<SelectAt>(wish); });
  CHECK(std::get<SelectAt>(*at).at.x < 600);
  CHECK(touches((*window)->show(view)) == 0);
  for (int again = 0; again < 3; ++again) {
    mouse.click(310, 310);
    CHECK(touches((*window)->show(view)) == 1);
    CHECK(touches((*window)->show(view)) == 0);
  }
}

TEST_CASE("a picture of the table that is drawn larger than it is loses no block of it", "[ui]") {
  if (std::getenv("DISPLAY") == nullptr) {
    WARN("skipped: no display (run under xvfb-run)");
    return;
  }
  auto window = Window::make({.width = 1600, .height = 900, .visible = false});
  if (!window) {
    WARN("skipped: " << window.error().line);
    return;
  }
  auto image = std::make_shared<Image>(960, 640, 3);
  for (std::size_t i = 0; i < image->bytes.size(); ++i)
    image->bytes[i] = static_cast<std::uint8_t>(i % 3 == 1 ? 200 + i * 7919 % 50 : 40 + i * 104'729 % 30);
  ViewState view;
  view.now = "Turn 3";
  view.scene = {1800, 1200, {}};
  for (std::int64_t version = 1; version <= 4; ++version) {
    view.picture = {image, version, 0, 0, 1800, 1200};
    for (int i = 0; i < 2; ++i) (*window)->show(view);
    const Image shot = (*window)->screenshot();
    int lost = 0, seen = 0;
    for (int y = 100; y < 700; y += 8)
      for (int x = 100; x < 1100; x += 8) {
        const std::uint8_t* p = shot.row(y) + 3 * x;
        ++seen;
        lost += p[1] < 60 || p[1] < p[0] + 30 ? 1 : 0;
      }
    INFO(lost << " of " << seen << " places, picture " << version);
    CHECK(lost < seen / 100);
  }
}

TEST_CASE("a window in sight is no larger than its screen", "[ui]") {
  if (std::getenv("DISPLAY") == nullptr) {
    WARN("skipped: no display (run under xvfb-run)");
    return;
  }
  auto window = Window::make({.width = 9000, .height = 7000});
  if (!window) {
    WARN("skipped: " << window.error().line);
    return;
  }
  (*window)->show({});
  const Image shot = (*window)->screenshot();
  CHECK(shot.width < 9000);
  CHECK(shot.height < 7000);
}

TEST_CASE("a base is taken by its outline and its heading is read from its front edge", "[ui]") {
  Scene scene{1000, 1000, {}};
  // Facing +x: front-left (520, 530), front-right (520, 470).
  scene.items.push_back(
      {Polygon{{{520, 530}, {520, 470}, {480, 470}, {480, 530}}, true, true}, Tone::SideA, Pattern::Solid, 2, "", "base", "", "A1"});
  const auto taken = base_at(scene, {500, 500});
  REQUIRE(taken);
  CHECK(taken->base.text == "A1");
  CHECK(taken->centre.x == Approx(500));
  CHECK(taken->heading_deg == Approx(0).margin(1e-9));
  CHECK_FALSE(base_at(scene, {600, 500}));
}

TEST_CASE("a unit is dragged as a whole, and one only touched stays where it is", "[ui]") {
  ViewState view;
  UnitView unit;
  unit.unit = {"A1"}, unit.on_table = true, unit.at = {500, 500}, unit.heading_deg = 90;
  unit.outline = {{420, 520}, {580, 520}, {580, 480}, {420, 480}};
  view.units.push_back(unit);
  CHECK_FALSE(unit_at(view, {300, 500}));
  auto taken = unit_at(view, {440, 490});
  REQUIRE(taken);
  CHECK_FALSE(put_down(*taken));
  taken->centre = {500, 600};
  auto put = put_down(*taken);
  REQUIRE(put);
  CHECK(std::get<DragUnit>(*put).to.y == 600);
  CHECK_FALSE(std::get<DragUnit>(*put).heading_deg);
  taken->heading_deg += 5;
  put = put_down(*taken);
  CHECK(std::get<DragUnit>(*put).heading_deg == 95.0);
}

TEST_CASE("a projector's corners carry the table's corners and straight lines", "[ui]") {
  const Corners corners{Vec2{100, 700}, Vec2{1200, 680}, Vec2{1000, 90}, Vec2{220, 60}};
  const auto map = Homography::from_corners(1800, 1200, corners);
  REQUIRE(map);
  const Vec2 table[4] = {{0, 0}, {1800, 0}, {1800, 1200}, {0, 1200}};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK((*map)(table[i]).x == Approx(corners[i].x));
    CHECK((*map)(table[i]).y == Approx(corners[i].y));
  }
  const Vec2 a = (*map)({100, 100}), b = (*map)({900, 600}), c = (*map)({1700, 1100});
  CHECK((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x) == Approx(0).margin(1e-6));
  CHECK_FALSE(Homography::from_corners(1800, 1200, {Vec2{0, 0}, Vec2{10, 0}, Vec2{20, 0}, Vec2{0, 10}}));
}

TEST_CASE("the projector's table lies in the middle at any size of its window until a corner is dragged", "[ui]") {
  BeamCorners beam;
  for (const Vec2 size : {Vec2{1280, 800}, {1920, 1080}}) {
    const Corners corners = beam.in(size.x, size.y, 1800, 1200);
    const double wide = corners[1].x - corners[0].x, deep = corners[0].y - corners[3].y;
    CHECK(deep == Approx(size.y));
    CHECK(wide == Approx(1.5 * deep));
    CHECK(corners[0].x == Approx((size.x - wide) / 2));
    CHECK_FALSE(beam.dragged());
  }
  const Corners before = beam.in(1920, 1080, 1800, 1200);
  beam.mouse({before[2].x - 5, before[2].y + 5}, true, before, 1800, 1200);
  REQUIRE(beam.held());
  beam.mouse({1700, 40}, true, beam.in(1920, 1080, 1800, 1200), 1800, 1200);
  CHECK(beam.in(1920, 1080, 1800, 1200)[2].x == 1700);
  beam.mouse({1700, 40}, false, beam.in(1920, 1080, 1800, 1200), 1800, 1200);
  CHECK_FALSE(beam.held());
  beam.mouse({900, 500}, true, beam.in(1920, 1080, 1800, 1200), 1800, 1200);  // far from every corner
  CHECK(beam.in(1280, 800, 1800, 1200)[0].x == (*beam.dragged())[0].x);
  CHECK((*beam.dragged())[2].x == 1700);
}

TEST_CASE("every letter of NOW is on the screen, whatever lies under it", "[ui]") {
  if (std::getenv("DISPLAY") == nullptr) {
    WARN("skipped: no display (run under xvfb-run)");
    return;
  }
  auto window = Window::make({.width = 1920, .height = 1080, .visible = false});
  if (!window) {
    WARN("skipped: " << window.error().line);
    return;
  }
  ViewState view;
  view.moment = "Set-up";
  view.call = "mmmmmmmmmmmmmmmmmm mmmmmmmmmmmmmmmmmm";
  view.scene = {1800, 1200, {}};
  for (int i = 0; i < 3; ++i) (*window)->show(view);
  const Image shot = (*window)->screenshot();
  REQUIRE(shot.width == 1920);
  // Two lines of letters without a gap: light pixels in every 16 columns, from the first letter to the last.
  for (const int top : {64, 100}) {
    int from = shot.width, to = 0;
    std::vector<int> light(static_cast<std::size_t>(shot.width));
    for (int y = top; y < top + 28; ++y)
      for (int x = 1450; x < 1900; ++x)
        if (shot.row(y)[3 * x] > 180) ++light[static_cast<std::size_t>(x)], from = std::min(from, x), to = std::max(to, x);
    REQUIRE(to - from > 250);
    for (int x = from; x + 16 <= to; x += 16) {
      INFO("column " << x << ", row " << top);
      CHECK(std::accumulate(light.begin() + x, light.begin() + x + 16, 0) > 0);
    }
  }
}

}  // namespace window_tests
