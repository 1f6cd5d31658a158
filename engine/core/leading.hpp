#pragma once
/// The face of a Battle for who watches the table: where a command takes a unit, so that what was seen done can be told by the command
/// that does it. Pure.

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/battle.hpp"
#include "models/box_name.hpp"
#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::engine {

/// What a command can take from the table as measured, and the field it goes into.
enum class Blank {
  None,
  Poses,  ///< "poses": where every base stands
  Point,  ///< "to": where the one base stands
};

/// Where a command takes whom. All empty: nowhere.
struct Lead {
  std::vector<UnitId> who;
  std::vector<PlacedBase> poses;  ///< where bases come to stand; one without a name is the one base of the unit
  std::optional<BoxName> box;     ///< the box or square it comes to stand in
  UnitId against;                 ///< the unit it goes up to
  std::optional<Angle> facing;    ///< the way it faces then; alone: it turns where it stands
  Blank blank = Blank::None;
  std::string by_way;     ///< it says how to go, not where: this verb with "to" and "facing" says where
  bool set_down = false;  ///< it stands wherever it was put

  bool nowhere() const { return poses.empty() && !box && against.empty() && !facing; }
  bool takes(const UnitId& unit) const { return std::find(who.begin(), who.end(), unit) != who.end(); }
};

/// leading(battle) finds it. A room gives the door `lead(state, command)` in the struct it gives to make_battle_of.
class Leading {
 public:
  virtual ~Leading() = default;
  /// Of a command as it is spoken, with "by". All empty for malformed text and where the room does not say.
  virtual Lead lead(std::string_view command_json) const = 0;
};

/// Null where a battle does not say where its commands lead.
inline const Leading* leading(const Battle& battle) { return dynamic_cast<const Leading*>(&battle); }

}  // namespace polemarch::engine
