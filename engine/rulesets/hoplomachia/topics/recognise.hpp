#pragma once
/// What the stands of a body on the table look like: close, open, no files or disarrayed, lochoi and ranks, within the tracking error
/// (HM-ARR-10 to 14). The rules' own word stands in the state; this is what a camera would take it for. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// How the stands of one unit stand.
struct Reading {
  std::optional<Arrangement> arrangement;  ///< nothing: no arrangement stands like that
  bool disarrayed = false;                 ///< askew and touching (HM-ARR-13)
  bool fits = true;                        ///< it is what the rules have
  std::string text;                        ///< "open files", "disarray", "scattered"
  int files = 0, ranks = 0;
};
/// `slack`: how far stands may be off; a base's tracking error and the table's tolerance.
Reading read_stands(const std::vector<geometry::Shape>& stands, Length slack);
Reading read_arrangement(const State& state, const UnitId& unit);

/// A unit whose stands were put further apart than its files allow, and than they stood before (HM-ARR-10 to 12, HM-TROOP-10).
struct Torn {
  std::string rule, text;
  Length gap, most;
};
std::optional<Torn> torn_apart(const State& state, const Taxis& before, const Taxis& after);

/// Stands put together to lochoi and lochoi to a body, from their places alone: which stand behind which, from the right. Stands of one
/// side that face alike and stand near enough.
struct ReadBody {
  std::vector<std::vector<std::size_t>> lochoi;  ///< indices into the stands, front rank first; from the right
  std::vector<std::size_t> gaps;                 ///< a base width or more of room to the right of this lochos (HM-GAP-02)
};
ReadBody read_body(const std::vector<geometry::Shape>& stands, Length slack);

}  // namespace polemarch::hoplomachia
