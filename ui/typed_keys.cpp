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

std::string utf8(unsigned code) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) return {static_cast<char>(code)};
  if (code < 0x800) return {static_cast<char>(0xC0U | (code >> 6)), tail(0)};
  if (code < 0x10000) return {static_cast<char>(0xE0U | (code >> 12)), tail(6), tail(0)};
  return {static_cast<char>(0xF0U | (code >> 18)), tail(12), tail(6), tail(0)};
}

}  // namespace

bool TypedKeys::key(int key, int scancode, int action, int mods) {
  const bool shift = (mods & GLFW_MOD_SHIFT) != 0;
  shift_held_ = shift;
  repeats_ = action == GLFW_REPEAT;
  if (action == GLFW_RELEASE || (repeats_ && !may_repeat(key))) return false;
  if (key == GLFW_KEY_F1 || key == GLFW_KEY_F11) return true;
  swallow_character_ = false;
  if (const char* name = keypad_name(key)) {
    pressed_.press({.key = name, .keypad = true});
    swallow_character_ = true;
  } else if (const char* special = special_name(key)) {
    pressed_.press({.key = special, .shift = shift});
    swallow_character_ = key == GLFW_KEY_SPACE;
  } else if ((mods & GLFW_MOD_CONTROL) != 0) {
    if (const char* letter = glfwGetKeyName(key, scancode)) pressed_.press({.key = letter, .control = true, .shift = shift});
  }
  return false;
}

void TypedKeys::character(unsigned code) {
  const bool control = code < 32 || (code >= 127 && code < 160), none = code > 0x10FFFF || (code >= 0xD800 && code < 0xE000);
  if (std::exchange(swallow_character_, false) || control || none) return;
  const std::string text = utf8(code);
  if (repeats_ && kMayRepeat.find(text) == std::string_view::npos) return;  // a book on a key gives no orders
  const bool upper = code >= 'A' && code <= 'Z', letter = upper || (code >= 'a' && code <= 'z');
  const std::string key = upper ? std::string(1, static_cast<char>(code - 'A' + 'a')) : text;
  pressed_.press({.key = key, .shift = letter && shift_held_, .text = text});
}

}  // namespace polemarch::ui
