#pragma once
/// The battle's own commands and events, the same in every ruleset: undo, rule, amend, hold, release. JSON, for battle_of.hpp. Pure.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/core/room.hpp"

namespace polemarch::engine {

/// {"do":"undo","to":12,"agreed":true}; without "to" the last command.
struct UndoCommand {
  std::optional<std::int64_t> to;
  bool agreed = false;
  std::string reason;
};
/// {"do":"rule","allow":true,"reason":"..."}: on the last command refused by a rule or too close to call, or the one named by "seq".
struct RuleCommand {
  bool allow = true;
  std::optional<std::int64_t> seq;
  std::string reason;
};
/// {"do":"amend","path":"/units/A3/disorder","value":1,"reason":"..."}
struct AmendCommand {
  std::string path;
  nlohmann::json value;
  std::string reason;
};
struct HoldCommand {};
struct ReleaseCommand {};
using Repair = std::variant<UndoCommand, RuleCommand, AmendCommand, HoldCommand, ReleaseCommand>;

/// The repair command in `j`, or nothing when its "do" belongs to the room. Throws FieldError when malformed.
std::optional<Repair> repair_from_json(const nlohmann::json& j);

struct PlayersRuled {
  bool allow = true;
  Viewer by = Viewer::Umpire;
  std::string reason;
  std::string command;  ///< the text that had been refused
};
struct Amended {
  std::string path;
  nlohmann::json value;
  std::string reason;
  Viewer by = Viewer::Umpire;
};
struct Undone {
  std::int64_t to_seq = 0;
  std::string reason;
};
struct Held {
  Viewer by = Viewer::Both;
};
struct Released {
  Viewer by = Viewer::Both;
};
using RepairEvent = std::variant<PlayersRuled, Amended, Undone, Held, Released>;

nlohmann::json repair_event_json(const RepairEvent& event);
/// The repair event in `j`, or nothing when it is the room's. Throws FieldError when malformed.
std::optional<RepairEvent> repair_event_from_json(const nlohmann::json& j);
std::string tell_repair(const RepairEvent& event);
/// A repair command in plain words: "take back", "amend /units/A3/disorder".
std::string say_repair(const Repair& repair);

/// What must be moved on the table so that it agrees with `after`: one placement a unit whose bases are elsewhere, came back or went.
/// Units in `already_owed` are left out.
std::vector<OwedPlacement> placements_between(const std::vector<Place>& before, const std::vector<Place>& after,
                                              const std::vector<OwedPlacement>& already_owed);

}  // namespace polemarch::engine
