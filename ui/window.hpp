#pragma once
/// The window: shows a ViewState, gives back what the person wants. GLFW and OpenGL live behind this header; no engine call, no file.
/// One thread (the one that made it). Use: while (window.open()) { intents = window.show(view); }

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "models/image.hpp"
#include "models/intent.hpp"
#include "models/result.hpp"
#include "ui/homography.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui {

struct WindowSettings {
  int width = 1600, height = 900;  ///< pixels at the start; less where the screen is smaller
  std::string title = "Polemarch";
  std::string font;        ///< path of a TrueType font; empty or unreadable: ImGui's own small one
  std::string bold_font;   ///< the same in bold, for names on the table; empty: `font`
  bool projector = false;  ///< a second window: the scene alone on black, for a projector over the table
  bool visible = true;     ///< false: draws off screen only (screenshots)
};

class Window {
 public:
  /// Errors: no display or no OpenGL 3, in one line with the mend.
  static Result<std::unique_ptr<Window>> make(const WindowSettings& settings);
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;
  ~Window();

  bool open() const;
  /// Draws one picture of `view` and returns what was wished since the last; waits for the display's rhythm.
  std::vector<Intent> show(const ViewState& view);
  /// Draws one picture of `view` while whoever takes wishes is at work: keys, clicks and the wheel wait for the next show(). Waits for
  /// nothing.
  void show_meanwhile(const ViewState& view);
  /// The picture last shown, BGR.
  Image screenshot();
  /// Where the projector's picture of the table lies: its corners in the projector's pixels, from (0,0) mm counter-clockwise. Dragged in
  /// the projector window with the mouse; kept by the caller between sessions. Nothing until one is dragged.
  std::optional<Corners> projector_corners() const;
  void set_projector_corners(const Corners& corners);

 private:
  struct Inner;
  class Event;
  enum class Takes { Wishes, Nothing };
  std::vector<Intent> draw(const ViewState& view, Takes takes);
  explicit Window(std::unique_ptr<Inner> inner);
  std::unique_ptr<Inner> inner_;
};

}  // namespace polemarch::ui
