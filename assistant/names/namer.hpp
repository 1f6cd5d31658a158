#pragma once
/// One name a thing: a room's lines speak of units by id and of sides by letter, players of "First cohort" and "Persians". Pure.

#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "assistant/names/muster.hpp"

namespace polemarch::assistant::names {

/// Puts names where a line has ids and letters. "A1 First cohort", "First cohort (A1)" and "A1" are "First cohort"; a name that two units
/// share keeps its id behind it, "Slingers (A7)"; "B has 2 actions" is "Persians have 2 actions", "A1 shoots" is
/// "Archers shoot", "A1's" is "Archers'"; the article A is left alone, and so is a side's name with a letter in it, "Thebes A".
class Namer {
 public:
  /// Knows nobody: every line stays as it is.
  Namer() = default;
  explicit Namer(const Muster& muster) : Namer(muster.sides, muster.members) {}
  Namer(std::array<std::string, 2> sides, const std::vector<Member>& members);

  std::string operator()(const std::string& line) const;
  /// Detachments that are units of their own now, "A1-2" and "A1.3": they are told as "Archers (A1.3)" wherever their id stands.
  void know_parts(const std::vector<UnitId>& units);
  /// The side, or the unit's side, that a line begins with; nothing where it begins with another word.
  std::optional<Side> speaks_of(const std::string& line) const;
  /// The units a line speaks of.
  std::set<UnitId> units_in(const std::string& line) const;
  /// What its player calls it; empty where the roster has no name for it.
  const std::string& name(const UnitId& unit) const;

 private:
  /// Writes the name of the side whose letter ends at `end`, with its verb or possessive, and moves `end` behind it; false where the letter
  /// is an article.
  bool side_named(const std::string& line, std::size_t& end, std::string& out) const;
  /// Writes the name of the unit whose id ends at `end`, once with a name or brackets that stand beside it, and its verb or possessive.
  void unit_named(const std::string& line, const std::string& id, std::size_t& end, std::string& out) const;

  /// The side's name that the line has at `at` and that holds a word to be named, "Thebes A"; empty: none.
  const std::string& said_already(const std::string& line, std::size_t at) const;

  std::array<std::string, 2> sides_{"A", "B"};
  std::vector<std::string> holders_;                    ///< names of sides that hold the letter of one
  std::unordered_map<std::string, std::string> names_;  ///< by id
  std::unordered_map<std::string, Side> whose_;         ///< by id
  std::unordered_map<std::string, int> given_;          ///< how many units have that name
  std::unordered_set<std::string> parts_;               ///< ids of detachments
  std::unordered_set<std::string> single_;              ///< ids of leaders and camps: one, whatever the spelling of the name
};

}  // namespace polemarch::assistant::names
