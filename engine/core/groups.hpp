#pragma once
/// The face of a Battle for who orders several units together: which units a command is given to, and the same command to fewer. Pure.

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/battle.hpp"
#include "models/ids.hpp"

namespace polemarch::engine {

/// groups(battle) finds it.
class Groups {
 public:
  virtual ~Groups() = default;
  /// The units that act by this command, where it may be given to several: its `units`, those of its `order`, or the unit of each of its
  /// `moves`. Empty otherwise and for malformed text.
  virtual std::vector<UnitId> acting(std::string_view command_json) const = 0;
  /// The command with none but these of its units, as JSON without "by"; empty where `acting` is.
  virtual std::string narrowed(std::string_view command_json, const std::set<UnitId>& kept) const = 0;
};

inline const Groups* groups(const Battle& battle) { return dynamic_cast<const Groups*>(&battle); }

/// `Groups::acting` of a room's command.
template <class C>
std::vector<UnitId> acting_in(const C& command) {
  if constexpr (requires(std::vector<UnitId> units) { units = command.units; }) {
    return command.units;
  } else if constexpr (requires(std::vector<UnitId> units) { units = command.order.units; }) {
    return command.order.units;
  } else if constexpr (requires { command.moves.front().unit; }) {
    std::vector<UnitId> units;
    for (const auto& move : command.moves) units.push_back(move.unit);
    return units;
  } else {
    return {};
  }
}

/// Takes every other unit out of a room's command.
template <class C>
void keep_acting(C& command, const std::set<UnitId>& kept) {
  if constexpr (requires(std::vector<UnitId> units) { units = command.units; }) {
    std::erase_if(command.units, [&](const UnitId& unit) { return !kept.contains(unit); });
  } else if constexpr (requires(std::vector<UnitId> units) { units = command.order.units; }) {
    std::erase_if(command.order.units, [&](const UnitId& unit) { return !kept.contains(unit); });
  } else if constexpr (requires { command.moves.front().unit; }) {
    std::erase_if(command.moves, [&](const auto& move) { return !kept.contains(move.unit); });
  }
}

}  // namespace polemarch::engine
