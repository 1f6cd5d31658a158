#pragma once
/// What an offer still needs: a thing that is rolled, shown, placed or typed, told by its kind. Pure.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace polemarch::engine {

enum class NeedKind {
  Dice,
  Card,
  Pose,    ///< where bases stand
  Target,  ///< a unit
  Facing,
  Text,   ///< free words
  Names,  ///< names, one after the other: boxes, edges, bases
  Yes,    ///< the player's yes to what cannot be taken back
};

constexpr std::string_view name_of(NeedKind kind) {
  switch (kind) {
    case NeedKind::Dice:
      return "dice";
    case NeedKind::Card:
      return "card";
    case NeedKind::Pose:
      return "pose";
    case NeedKind::Target:
      return "target";
    case NeedKind::Facing:
      return "facing";
    case NeedKind::Text:
      return "text";
    case NeedKind::Names:
      return "names";
    case NeedKind::Yes:
      return "yes";
  }
  return "";
}

struct Need {
  NeedKind kind = NeedKind::Dice;
  std::string word;    ///< as a menu names it: "to-hit card", "boxes"
  std::string field;   ///< of the command, to be filled in before it is given; empty: asked afterwards, or a yes that no field keeps
  std::string prompt;  ///< what a player is asked who types it: "Which boxes? Such as c4 c5"; empty: it is not typed as words

  bool operator==(const Need&) const = default;
};
using Needs = std::vector<Need>;

/// Dice that are asked for once the command is given.
inline Need dice_after(std::string word = "dice") { return {NeedKind::Dice, std::move(word), {}, {}}; }
/// A card or chit that is asked for once the command is given.
inline Need card_after(std::string word = "card") { return {NeedKind::Card, std::move(word), {}, {}}; }
/// A field of the command that has to be filled in first; a menu names it by the field.
inline Need fill_in(NeedKind kind, std::string field, std::string prompt = {}) {
  std::string word = field;
  return {kind, std::move(word), std::move(field), std::move(prompt)};
}
/// A yes to what cannot be taken back, where the command has no field for it.
inline Need say_yes() { return {NeedKind::Yes, "yes", {}, "Type yes"}; }

}  // namespace polemarch::engine
