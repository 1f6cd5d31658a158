#include "ui/key_names.hpp"

#include <GLFW/glfw3.h>

namespace polemarch::ui {

const char* special_name(int key) {
  switch (key) {
    case GLFW_KEY_ENTER:
      return "Enter";
    case GLFW_KEY_BACKSPACE:
      return "Backspace";
    case GLFW_KEY_SPACE:
      return "Space";
    case GLFW_KEY_TAB:
      return "Tab";
    case GLFW_KEY_ESCAPE:
      return "Escape";
    case GLFW_KEY_LEFT:
      return "Left";
    case GLFW_KEY_RIGHT:
      return "Right";
    case GLFW_KEY_UP:
      return "Up";
    case GLFW_KEY_DOWN:
      return "Down";
    case GLFW_KEY_HOME:
      return "Home";
    case GLFW_KEY_END:
      return "End";
    case GLFW_KEY_PAGE_UP:
      return "PageUp";
    case GLFW_KEY_PAGE_DOWN:
      return "PageDown";
    case GLFW_KEY_F2:
      return "F2";
    case GLFW_KEY_F3:
      return "F3";
    case GLFW_KEY_F4:
      return "F4";
    case GLFW_KEY_F5:
      return "F5";
    case GLFW_KEY_F6:
      return "F6";
    case GLFW_KEY_F8:
      return "F8";
    case GLFW_KEY_F9:
      return "F9";
    case GLFW_KEY_F12:
      return "F12";
    default:
      return nullptr;
  }
}

const char* keypad_name(int key) {
  static constexpr const char* kDigits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  if (key >= GLFW_KEY_KP_0 && key <= GLFW_KEY_KP_9) return kDigits[key - GLFW_KEY_KP_0];
  switch (key) {
    case GLFW_KEY_KP_ENTER:
      return "Enter";
    case GLFW_KEY_KP_ADD:
      return "+";
    case GLFW_KEY_KP_SUBTRACT:
      return "-";
    case GLFW_KEY_KP_MULTIPLY:
      return "*";
    case GLFW_KEY_KP_DIVIDE:
      return "/";
    case GLFW_KEY_KP_DECIMAL:
      return ".";
    default:
      return nullptr;
  }
}

}  // namespace polemarch::ui
