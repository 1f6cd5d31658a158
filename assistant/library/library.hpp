#pragma once
/// All battles of a folder: an index made from the logs alone (SQLite), listed, searched, and told as one page of statistics. The index may
/// be removed at any time; the next look makes it anew. It holds nothing sealed.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "models/result.hpp"

namespace polemarch::assistant::library {

/// One battle of the folder.
struct Entry {
  std::string path;  ///< inside the folder
  std::string ruleset, title, created;
  std::array<std::string, 2> armies, players;
  std::string result;  ///< "A", "B", "draw", "open"
  std::string why;
  int turns = 0;
  std::string turn_word = "turn";  ///< "bound"
  std::int64_t commands = 0;
  double seconds = 0;
  struct Side {
    int lost = 0, thrown = 0, good = 0;
    double expected = 0, variance = 0, seconds = 0;
  };
  std::array<Side, 2> sides;
  std::vector<std::array<int, 2>> losses;  ///< units lost a turn, from turn 1
  struct PhaseTime {
    std::string phase;
    double seconds = 0;
  };
  std::vector<PhaseTime> phases;
  std::string problem;        ///< why it could not be read; then the rest is empty
  std::string start;          ///< hash of its first line: what was branched or copied from a battle has the same
  std::string of;             ///< the battle of the folder that this one branches off or copies; then no statistics count it
  bool is_beginning = false;  ///< its log was lost at the table: `of` goes on from it

  /// "what if of game.battle", "beginning of game.rescued-1.battle"; empty for a battle of its own.
  std::string origin() const { return of.empty() ? "" : (is_beginning ? "beginning of " : "what if of ") + of; }
  /// The army that won; empty where nobody has.
  std::string winner() const;
};

struct IndexEnd {
  std::size_t read = 0, kept = 0, gone = 0;  ///< logs read anew, taken from the index, no longer there
  std::vector<std::string> shut;             ///< folders below that may not be read
};

/// What may be asked for; empty means any. What cannot be read is found only where nothing is asked for. Texts match a part, large or small
/// letters alike.
struct Search {
  std::string army, ruleset, player, since, until;  ///< dates as "2026-11-21"
  std::string result;                               ///< won:ARMY, lost:ARMY, drawn, open, over
};

class Library {
 public:
  /// Opens the folder's index, or makes it: `battles.index` in the folder. A folder that cannot be written to is indexed in memory. Errors:
  /// no such folder.
  static Result<Library> open(const std::string& folder);
  Library(Library&& other) noexcept;
  Library& operator=(Library&&) = delete;
  ~Library();

  /// Reads every log that is new or changed. `progress` is told before each file; false stops it.
  Result<IndexEnd> refresh(const std::function<bool(const std::string& file)>& progress = {});
  /// Newest first. Errors: a search that means nothing.
  Result<std::vector<Entry>> find(const Search& search) const;

 private:
  Library() = default;
  /// From here on the index is in memory, empty. False where it was already, or cannot be.
  bool index_in_memory();
  void* db_ = nullptr;
  bool in_memory_ = false;
  std::string folder_;
};

/// Win rates, luck, losses a turn and time a phase over these battles: one HTML page without the network. What branches off another battle
/// or copies it is listed and not counted.
std::string statistics_page(const std::vector<Entry>& all, const std::string& title);

}  // namespace polemarch::assistant::library
