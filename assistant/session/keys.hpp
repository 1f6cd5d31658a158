#pragma once
/// The keys of one battle: 32 random bytes for each side and for what is neither side's. `<name>.keys` holds them as one line of JSON
/// (FORMAT.md); it is made once, mode 0600, and never written again. The log's header carries a hash of each.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/ids.hpp"
#include "models/result.hpp"

namespace polemarch::assistant {

/// Whose values a key seals, in the order of the file.
inline constexpr std::array kKeyOwners{Viewer::A, Viewer::B, Viewer::Umpire};

/// Owner's name ("A", "B", "umpire") -> hex. Keys have 64 digits, as have their hashes.
using HexOfOwner = std::map<std::string, std::string>;

struct Keys {
  HexOfOwner hex;
  bool operator==(const Keys&) const = default;

  static Keys random();
  /// What the header carries: BLAKE2b-256 of each key's 32 bytes.
  HexOfOwner hashes() const;
  /// The text of the file.
  std::string text() const;
};

/// Errors: one line naming the file and what is wrong with it.
Result<Keys> keys_from_text(std::string_view text, const std::string& name);

/// Where a link to a log leads: what belongs to the log stands beside the file itself. Other paths as they are.
std::string log_behind_link(const std::string& log_path);

/// game.battle -> game.keys.
std::string keys_path(const std::string& log_path);

/// What is read with a log and no output may take the place of: itself, its keys, the second file of format 1, kept pictures.
std::vector<std::string> files_of_log(const std::string& log_path);

/// The keys in the file at `path`; nothing when there is no such file. Errors: unreadable or damaged.
Result<std::optional<Keys>> read_keys(const std::string& path);

/// Closes a file of keys to everybody but its owner, where it is open to others and ours. What the players must know of it, one line;
/// nothing where nobody else may read it, or where there is no such file.
std::optional<std::string> close_to_others(const std::string& path);

/// Whether a new log may have this name: nothing has it, not even a link, and no other log lives by the keys it would have.
bool is_free_for_a_log(const std::string& log_path);

/// Keys of a battle that begins, and what the players must know of a file that had their name: where it went. Empty where none had.
struct NewKeys {
  Keys keys;
  std::string said;
};
/// Makes the file, whole and synced with its folder. Keys that are there already are never taken: whoever put them there could read what is
/// hidden with them. They are kept beside, as `game.unused-1.keys`. Errors: one line, also where a log beside them, of another ending,
/// lives by them.
Result<NewKeys> make_keys(const std::string& path);

}  // namespace polemarch::assistant
