#pragma once
/// In what a rulebook measures and counts, for whoever shows lengths and turns or lays a grid. Each room that departs from inches on open
/// ground and turns says so in its measures.hpp; the registry has it beside RulesetInfo. Pure.

#include <optional>
#include <string_view>

#include "models/units.hpp"

namespace polemarch::engine {

/// How a rulebook speaks of lengths.
struct LengthUnit {
  std::string_view name = "in";
  Length one = 1_in;
  int decimals = 1;               ///< shown
  int long_tick = 6;              ///< every so many units a ruler has a numbered tick
  std::string_view cell = "box";  ///< where the rules count on a grid: its cells, as the book calls them: "box", "square"
};

struct Measures {
  LengthUnit length;
  std::optional<Length> usual_box{};    ///< side of the grid box most tables use; empty: no grid
  std::string_view turn_word = "turn";  ///< what `Now::turn` counts, as the book calls it: "turn", "bound"
};

}  // namespace polemarch::engine
