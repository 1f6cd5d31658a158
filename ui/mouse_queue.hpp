#pragma once
/// What the buttons of the mouse did and where, taken one at a time: a click counts where it was made, however long the picture after it
/// takes, and two clicks are no drag. Window pixels. Pure.

#include <array>
#include <cstddef>
#include <deque>

#include "models/scene.hpp"

namespace polemarch::ui {

class MouseQueue {
 public:
  static constexpr std::size_t kButtons = 3;  ///< left, right, middle
  struct Moment {
    Vec2 at;
    std::array<bool, kButtons> down{};
  };

  /// `button` went down or up at that place; other buttons mean nothing here.
  void went(int button, bool down, Vec2 at) {
    if (button < 0 || static_cast<std::size_t>(button) >= kButtons) return;
    Moment moment = waiting_.empty() ? shown_ : waiting_.back();
    moment.down[static_cast<std::size_t>(button)] = down;
    moment.at = at;
    waiting_.push_back(moment);
  }
  bool waiting() const { return !waiting_.empty(); }

  /// The mouse as the next picture has it: the oldest press or release that no picture has had yet, else where the pointer is now.
  Moment next(Vec2 now) {
    if (waiting_.empty()) {
      shown_.at = now;
    } else {
      shown_ = waiting_.front();
      waiting_.pop_front();
    }
    return shown_;
  }

 private:
  Moment shown_;
  std::deque<Moment> waiting_;
};

}  // namespace polemarch::ui
