#pragma once
/// The battle's own commands and events, the same in every ruleset: undo, rule, amend, take_off, agree, hold, release. JSON, for
/// battle_of.hpp.
/// Pure.

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
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
/// {"do":"take_off","unit":"A3","reason":"..."}: the players take a unit for lost that the rules have on the table.
struct TakeOffCommand {
  UnitId unit;
  std::string reason;
};
/// {"do":"agree","text":"the wood fills c4"}: the players settle what the book leaves open; written down, changes nothing else.
struct AgreeCommand {
  std::string text;
};
struct HoldCommand {};
struct ReleaseCommand {};
using Repair = std::variant<UndoCommand, RuleCommand, AmendCommand, TakeOffCommand, AgreeCommand, HoldCommand, ReleaseCommand>;

/// The repair command in `j`, or nothing when its "do" belongs to the room. Throws FieldError when malformed.
std::optional<Repair> repair_from_json(const nlohmann::json& j);

/// "command_ruled". Earlier logs say "players_ruled", with the command as the text that was typed and without the seq.
struct CommandRuled {
  bool allow = true;
  Viewer by = Viewer::Umpire;
  std::string reason;
  std::int64_t overrules = 0;  ///< seq of the command that was refused; 0: an earlier log does not say
  nlohmann::json command;      ///< what it said
};
struct Amended {
  std::string path;
  nlohmann::json value;
  nlohmann::json before = nlohmann::json::value_t::discarded;  ///< discarded: an earlier log does not say
  std::string reason;
  Viewer by = Viewer::Umpire;
};
/// What the room says of a lost unit follows it.
struct TakenOff {
  UnitId unit;
  std::string reason;
  Viewer by = Viewer::Umpire;
};
struct Undone {
  std::int64_t to_seq = 0;
  std::optional<std::vector<std::int64_t>> seqs;  ///< the commands taken back, in order; empty: an earlier log does not say
  std::string reason;
};
struct Agreed {
  std::string text;
};
struct Held {
  Viewer by = Viewer::Both;
};
struct Released {
  Viewer by = Viewer::Both;
};
using RepairEvent = std::variant<CommandRuled, Amended, TakenOff, Undone, Agreed, Held, Released>;

nlohmann::json repair_event_json(const RepairEvent& event);
/// The command with which both sides, or the umpire, take a unit for lost.
std::string take_off_command(Viewer by, const UnitId& unit);
/// The command that notes an agreement, its words still to be filled in.
std::string agree_command(Viewer by);
/// The repair event in `j`, or nothing when it is the room's. Throws FieldError when malformed.
std::optional<RepairEvent> repair_event_from_json(const nlohmann::json& j);
/// What an event of an earlier log leaves out, taken from `known`, the same event as it is written today; untouched when they are not the
/// same.
RepairEvent completed(RepairEvent event, const RepairEvent& known);
/// How `said` differs from `back`, what is written of it once it is read, in one line with its path; nothing when it reads back as it was
/// said. Empty lists and fields that are left out because they are empty do not count.
std::optional<std::string> misread(const nlohmann::json& said, const nlohmann::json& back, const std::string& path = {});
/// The place that an amendment names. Throws FieldError where it names none.
nlohmann::json::json_pointer pointer_of(const std::string& path);
/// What an amendment would do to the names everybody calls units and bases by, in one line: some would be gone, new or others. `was` and
/// `is`: bases by unit. Nothing when it leaves the names.
std::optional<std::string> renamed_in(const nlohmann::json& before, const nlohmann::json& after,
                                      const std::map<std::string, std::set<std::string>>& was,
                                      const std::map<std::string, std::set<std::string>>& is);
std::string tell_repair(const RepairEvent& event);
/// A repair command in plain words: "take back", "amend /units/A3/disorder".
std::string say_repair(const Repair& repair);
/// The same as a player writes it down afterwards: "agreed: the wood fills c4"; empty where its event tells it.
std::string clause_of_repair(const Repair& repair);

/// Is one of these bases elsewhere, come back or gone?
bool stand_elsewhere(const std::vector<Place>& before, const std::vector<Place>& after, const std::vector<BaseId>& bases);
/// What must be moved on the table so that it agrees with `after`: one placement a unit whose bases are elsewhere, came back or went.
/// Units in `already_owed` are left out.
std::vector<OwedPlacement> placements_between(const std::vector<Place>& before, const std::vector<Place>& after,
                                              const std::vector<OwedPlacement>& already_owed);

}  // namespace polemarch::engine
