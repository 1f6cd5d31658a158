/// Presses and releases of the mouse that come faster than pictures are drawn.
#include "tests/support/catch.hpp"
#include "ui/mouse_queue.hpp"

namespace mouse_queue_tests {

using namespace polemarch;
using namespace polemarch::ui;

namespace {
bool same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }
}  // namespace

TEST_CASE("a click is released where it was made, though the pointer has gone on before the next picture", "[screen][mouse]") {
  MouseQueue mouse;
  mouse.went(0, true, {100, 200});
  mouse.went(0, false, {100, 200});
  const Vec2 elsewhere{500, 600};
  const MouseQueue::Moment pressed = mouse.next(elsewhere);
  CHECK(pressed.down[0]);
  CHECK(same(pressed.at, {100, 200}));
  const MouseQueue::Moment released = mouse.next(elsewhere);
  CHECK_FALSE(released.down[0]);
  CHECK(same(released.at, {100, 200}));
  CHECK_FALSE(mouse.waiting());
  CHECK(same(mouse.next(elsewhere).at, elsewhere));
}

TEST_CASE("two clicks during one picture are two clicks at two places", "[screen][mouse]") {
  MouseQueue mouse;
  for (const Vec2 at : {Vec2{10, 20}, Vec2{300, 40}}) {
    mouse.went(0, true, at);
    mouse.went(0, false, at);
  }
  for (const Vec2 at : {Vec2{10, 20}, Vec2{300, 40}}) {
    REQUIRE(mouse.waiting());
    const MouseQueue::Moment pressed = mouse.next({0, 0});
    CHECK(pressed.down[0]);
    CHECK(same(pressed.at, at));
    CHECK_FALSE(mouse.next({0, 0}).down[0]);
  }
  CHECK_FALSE(mouse.waiting());
}

TEST_CASE("a held button follows the pointer until it is let go", "[screen][mouse]") {
  MouseQueue mouse;
  mouse.went(0, true, {10, 10});
  CHECK(mouse.next({10, 10}).down[0]);
  CHECK(mouse.next({50, 60}).down[0]);
  CHECK(same(mouse.next({70, 80}).at, {70, 80}));
  mouse.went(1, true, {70, 80});  // another button beside it
  CHECK(mouse.next({70, 80}).down == std::array<bool, 3>{true, true, false});
  mouse.went(0, false, {90, 90});
  mouse.went(7, true, {1, 1});  // a button of no meaning
  const MouseQueue::Moment released = mouse.next({200, 200});
  CHECK(released.down == std::array<bool, 3>{false, true, false});
  CHECK(same(released.at, {90, 90}));
  CHECK_FALSE(mouse.waiting());
}

}  // namespace mouse_queue_tests
