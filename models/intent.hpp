#pragma once
/// What the person at the screen wants: the only values that travel back from the ui. Pure.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "models/ids.hpp"
#include "models/scene.hpp"

namespace polemarch {

struct SelectAt {
  Vec2 at;
  bool add = false;  ///< beside the selected unit
  UnitId on = {};    ///< whose plate or name lies there; empty: the table itself
};                   ///< a click on the table
struct SelectUnit {
  UnitId unit;
};
struct AddUnit {
  UnitId unit;
};  ///< picked beside the selected one, for what several do together; again: left out
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
struct FillIn {
  enum class As { Text, Names, Yes };
  std::string json, field;  ///< the command, and the field the players' words go into
  std::string prompt;
  As as = As::Text;  ///< what the words become: one text, names split at blanks, or true once "yes" is typed
};                   ///< an offer that still needs words was picked
struct OpenMenu {
  std::string group;  ///< empty: back to the whole menu
};
struct LookAtHand {
  Side side = Side::A;
};  ///< this side asks to see what is only its own; again: it is hidden
struct PointAt {
  UnitId unit;  ///< empty: at nothing
};              ///< the mouse rests on a unit: what is measured between it and the selected one
struct MeasureFrom {
  Vec2 from, to;
};  ///< what lies under these points, edge to edge; the same point twice on a unit: to every enemy
struct ToggleLayer {
  std::string layer;
};  ///< of the overlay: "names", "zones" ...
struct OpenTold {
  std::int64_t seq = 0;
};  ///< a line of the history: the card it belongs to; again: closed
struct TurnTold {
  int by = 1;
};                       ///< cards of the history: the one before (-1) or after; the last where none is open; after the last: closed
struct StepBack {};      ///< a card of the history goes, the last measure, then the target, then the selection
struct CopyMeasures {};  ///< the measures kept, as text
struct TurnPage {
  int by = 1;
};  ///< of the selected unit's orders
struct SetHelpLevel {
  std::string level;
};  ///< measure, advise, umpire
struct RotateView {
  int quarter_turns = 0;
};
struct Zoom {
  double by = 1.0;         ///< closer (over 1), further; 0: the whole table
  std::optional<Vec2> at;  ///< stays where it is; nothing: the selected unit, else the middle
};
struct Pan {
  Vec2 by;
};  ///< of a closer look, table mm
struct ToggleMute {};
struct AskWhy {};  ///< explain the last ruling
struct DragBase {
  BaseId base;
  Vec2 to;
  double heading_deg = 0;
};
struct DragUnit {
  UnitId unit;
  Vec2 to;  ///< of the middle of its bases
  std::optional<double> heading_deg;
};                       ///< a whole unit, in its shape
struct PlaceAll {};      ///< all that is owed stands where it should
struct SettleNow {};     ///< the hand is off: close moves without waiting
struct NextQuestion {};  ///< put the open question at the end of the list
struct ToggleTouch {};   ///< rows large enough for fingers
struct ToggleLight {};   ///< the light or the dark screen
struct ScaleType {
  double by = 1.0;
};                        ///< larger or smaller letters
struct TogglePicture {};  ///< camera picture or drawn table
struct ToggleKeys {};     ///< the list of keys
struct TogglePause {};
struct Recalibrate {};  ///< register the table anew
struct SaveScreenshot {};
struct WriteReport {};  ///< the battle so far, told as a page
struct Hold {};
struct UndoLast {};
struct Quit {};

using Intent =
    std::variant<SelectAt, SelectUnit, AddUnit, TypeKey, ChooseOption, GiveCommand, FillIn, OpenMenu, LookAtHand, PointAt, MeasureFrom,
                 ToggleLayer, OpenTold, TurnTold, StepBack, CopyMeasures, TurnPage, SetHelpLevel, RotateView, Zoom, Pan, ToggleMute, AskWhy,
                 DragBase, DragUnit, PlaceAll, SettleNow, NextQuestion, ToggleTouch, ToggleLight, ScaleType, TogglePicture, ToggleKeys,
                 TogglePause, Recalibrate, SaveScreenshot, WriteReport, Hold, UndoLast, Quit>;

}  // namespace polemarch
