#include "ui/typed_keys.hpp"

#include <GLFW/glfw3.h>

#include <string>
#include <string_view>
#include <utility>

#include "ui/key_names.hpp"

namespace polemarch::ui {

namespace {

/// Keys that may be held down: what they do once more does no harm.
bool may_repeat(int key) {
  return key == GLFW_KEY_BACKSPACE || key == GLFW_KEY_DELETE || (key >= GLFW_KEY_RIGHT && key <= GLFW_KEY_UP) || key == GLFW_KEY_PAGE_UP ||
         key == GLFW_KEY_PAGE_DOWN;
}
constexpr std::string_view kMayRepeat = "+-=";  // nearer, further

}  // namespace

bool TypedKeys::key(int key, int scancode, int action, int mods) {
  const bool shift = (mods & GLFW_MOD_SHIFT) != 0;
  shift_held_ = shift;
  repeats_ = action == GLFW_REPEAT;
  if (action == GLFW_RELEASE || (repeats_ && !may_repeat(key))) return false;
  if (key == GLFW_KEY_F1 || key == GLFW_KEY_F11) return true;
  swallow_character_ = false;
  if (const char* name = keypad_name(key)) {
    pressed_.press({name, false, false, true});
    swallow_character_ = true;
  } else if (const char* special = special_name(key)) {
    pressed_.press({special, false, shift, false});
    swallow_character_ = key == GLFW_KEY_SPACE;
  } else if ((mods & GLFW_MOD_CONTROL) != 0) {
    if (const char* letter = glfwGetKeyName(key, scancode)) pressed_.press({letter, true, shift, false});
  }
  return false;
}

void TypedKeys::character(unsigned code) {
  if (std::exchange(swallow_character_, false) || code > 126 || code < 32) return;
  const char c = static_cast<char>(code);
  if (repeats_ && kMayRepeat.find(c) == std::string_view::npos) return;  // a book on a key gives no orders
  const bool upper = c >= 'A' && c <= 'Z', letter = upper || (c >= 'a' && c <= 'z');
  pressed_.press({std::string(1, upper ? static_cast<char>(c - 'A' + 'a') : c), false, letter && shift_held_, false});
}

}  // namespace polemarch::ui
