#pragma once
/// Keys of GLFW by the names that KeyPress has. Inside ui only. Pure.

namespace polemarch::ui {

/// Of keys that type no character; null for all others.
const char* special_name(int key);
/// Of keypad keys, with NumLock on or off; null for all others.
const char* keypad_name(int key);

}  // namespace polemarch::ui
