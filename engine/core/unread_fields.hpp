#pragma once
/// Fields of a set-up that its room does not read, so that a misspelt name is told instead of lost without a word. For text/*.cpp of rooms
/// that read on (others refuse). Pure.

#include <string>
#include <string_view>
#include <vector>

#include "engine/core/json_fields.hpp"

namespace polemarch::engine {

/// What the objects at a place of a set-up may hold. `where` is their JSON path; "*" stands for any one name or index:
/// "/sides/*/units/*". The set-up itself is at "".
struct KnownFields {
  std::string_view where;
  std::vector<std::string> names;
};

/// What every set-up may hold whatever its ruleset: the set-up, its table, its bases and their markers. Rooms add their own.
std::vector<KnownFields> common_fields();

/// A line for every name that no list has, in the order of their paths: "name: /sides/A/units/2/rank: is not read; did you mean ranks?".
/// The same name in several objects of one place is told once, of the first, with how many there are. Objects at places that `known` does
/// not list are not looked into. Notes are always known: "note", "notes", "comment", and what begins with '_' or '$'.
std::vector<std::string> unread_fields(const Json& setup, std::string_view name, const std::vector<KnownFields>& known);

/// The same of a battle half-way: what `given` sets and the whole state, written out again in `kept`, does not have. Empty values are
/// not told, for a state leaves them out.
std::vector<std::string> unread_state(const Json& given, const Json& kept, std::string_view name);

/// What is wrong with reading a file is told by its reader; this gives no lines then.
template <class F>
std::vector<std::string> lines_or_none(F&& read) {
  const auto lines = guarded("", read);
  return lines ? *lines : std::vector<std::string>{};
}

}  // namespace polemarch::engine
