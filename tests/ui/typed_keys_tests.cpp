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

TEST_CASE("words are typed as the keyboard has them: capitals, umlauts, Greek, whatever Shift and Caps Lock say", "[ui][keys]") {
  KeyQueue pressed;
  TypedKeys typed(pressed);
  ViewState view;
  view.question.emplace();
  view.question->takes_text = true;
  const auto types = [&](int key, int mods, unsigned character) {
    typed.key(key, 0, GLFW_PRESS, mods);
    typed.character(character);
    const auto intent = pressed.next(view, 0);
    REQUIRE(intent);
    REQUIRE(std::holds_alternative<TypeKey>(*intent));
    return std::get<TypeKey>(*intent).key;
  };
  CHECK(types(GLFW_KEY_B, GLFW_MOD_SHIFT, 'B') == "B");
  CHECK(types(GLFW_KEY_B, GLFW_MOD_CAPS_LOCK, 'B') == "B");
  CHECK(types(GLFW_KEY_B, 0, 'b') == "b");
  CHECK(types(GLFW_KEY_MINUS, 0, 0xDF) == "\u00df");
  CHECK(types(GLFW_KEY_U, GLFW_MOD_SHIFT, 0xDC) == "\u00dc");
  CHECK(types(GLFW_KEY_P, 0, 0x3C0) == "\u03c0");
  CHECK(types(GLFW_KEY_P, 0, 0x1F3F9) == "\U0001f3f9");
  CHECK(types(GLFW_KEY_SPACE, 0, ' ') == "Space");
  typed.key(GLFW_KEY_A, 0, GLFW_PRESS, 0);
  typed.character(0x85);  // no character at all
  CHECK(pressed.waiting() == 0);
  const auto other = intent_of({.key = "\u00fc"}, view);  // as a script names it
  REQUIRE(other);
  CHECK(std::get<TypeKey>(*other).key == "\u00fc");
}

}  // namespace typed_keys_tests
