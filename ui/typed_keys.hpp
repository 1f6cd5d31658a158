#pragma once
/// What the keyboard's events press. A key that is held down gives one order; letters mean the same with Caps Lock, and say which was
/// typed.

#include "ui/keys.hpp"

namespace polemarch::ui {

class TypedKeys {
 public:
  /// `pressed` takes what is pressed and has to outlive this.
  explicit TypedKeys(KeyQueue& pressed) : pressed_(pressed) {}

  /// As GLFW tells of a key (GLFW_KEY_*, GLFW_PRESS ..., GLFW_MOD_*); its character follows. True for the keys of the full screen.
  bool key(int key, int scancode, int action, int mods);
  void character(unsigned code);

 private:
  KeyQueue& pressed_;
  bool swallow_character_ = false;             ///< a keypad key types its character too
  bool shift_held_ = false, repeats_ = false;  ///< of the key that went last
};

}  // namespace polemarch::ui
