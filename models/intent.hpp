#pragma once
/// What the person at the screen wants: the only values that travel back from the ui. Pure.

#include <string>
#include <variant>
#include <vector>

#include "models/ids.hpp"
#include "models/scene.hpp"

namespace polemarch {

struct SelectAt {
  Vec2 at;
};  ///< a click on the table
struct SelectUnit {
  UnitId unit;
};
struct TypeKey {
  std::string key;
};  ///< "3", "Enter", "Backspace", "Space", "q" ... one key as named by the window
struct ChooseOption {
  std::string wait;
  std::string option;
};
struct GiveCommand {
  std::string json;
};  ///< an offer that was picked
struct SetHelpLevel {
  std::string level;
};  ///< measure, advise, umpire
struct RotateView {
  int quarter_turns = 0;
};
struct ToggleMute {};
struct AskWhy {};  ///< explain the last ruling
struct DragBase {
  BaseId base;
  Vec2 to;
  double heading_deg = 0;
};
struct Hold {};
struct UndoLast {};
struct Quit {};

using Intent = std::variant<SelectAt, SelectUnit, TypeKey, ChooseOption, GiveCommand, SetHelpLevel, RotateView, ToggleMute, AskWhy,
                            DragBase, Hold, UndoLast, Quit>;

}  // namespace polemarch
