#pragma once
/// In what a rulebook measures, for whoever shows lengths or lays a grid. Each room that departs from inches on open ground says so in its
/// measures.hpp; the registry has it beside RulesetInfo. Pure.

#include <optional>
#include <string_view>

#include "models/units.hpp"

namespace polemarch::engine {

/// How a rulebook speaks of lengths.
struct LengthUnit {
  std::string_view name = "in";
  Length one = 1_in;
  int decimals = 1;   ///< shown
  int long_tick = 6;  ///< every so many units a ruler has a numbered tick
};

struct Measures {
  LengthUnit length;
  std::optional<Length> usual_box{};  ///< side of the grid box most tables use; empty: no grid
};

}  // namespace polemarch::engine
