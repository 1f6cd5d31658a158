/// The keyboard's events: keys that are held down, Caps Lock.
#include "ui/typed_keys.hpp"

#include <GLFW/glfw3.h>

#include "tests/support/catch.hpp"

namespace typed_keys_tests {

using namespace polemarch;
using namespace polemarch::ui;

TEST_CASE("a key that is held down gives one order, whichever it is, and arrows, Backspace and the zoom go on", "[ui][keys]") {
  const auto presses = [](int key, unsigned character) {
    KeyQueue pressed;
    TypedKeys typed(pressed);
    for (const int action : {GLFW_PRESS, GLFW_REPEAT, GLFW_REPEAT, GLFW_RELEASE}) {
      typed.key(key, 0, action, 0);
      if (character != 0 && action != GLFW_RELEASE) typed.character(character);
    }
    return pressed.waiting();
  };
  CHECK(presses(GLFW_KEY_E, 'e') == 1);
  CHECK(presses(GLFW_KEY_1, '1') == 1);
  CHECK(presses(GLFW_KEY_ENTER, 0) == 1);
  CHECK(presses(GLFW_KEY_ESCAPE, 0) == 1);
  CHECK(presses(GLFW_KEY_SPACE, ' ') == 1);
  CHECK(presses(GLFW_KEY_KP_1, '1') == 1);
  CHECK(presses(GLFW_KEY_DOWN, 0) == 3);
  CHECK(presses(GLFW_KEY_BACKSPACE, 0) == 3);
  CHECK(presses(GLFW_KEY_MINUS, '-') == 3);
}

TEST_CASE("with Caps Lock a letter is the same key, with Shift its other one", "[ui][keys]") {
  const auto types = [](int mods, unsigned character) {  // in a replay the key says whether Shift was held
    KeyQueue pressed;
    TypedKeys typed(pressed);
    typed.key(GLFW_KEY_V, 0, GLFW_PRESS, mods);
    typed.character(character);
    ViewState view;
    view.replay.emplace();
    const auto intent = pressed.next(view, 0);
    REQUIRE(intent);
    return std::get<TypeKey>(*intent).key;
  };
  CHECK(types(0, 'v') == "v");
  CHECK(types(GLFW_MOD_CAPS_LOCK, 'V') == "v");
  CHECK(types(GLFW_MOD_SHIFT, 'V') == "Shift-v");
}

}  // namespace typed_keys_tests
