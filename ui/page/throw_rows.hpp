#pragma once
/// A throw on a card: as it fell, and before it is thrown with what can come of it. Inside ui/page only.

#include <optional>

#include "ui/page/pen.hpp"
#include "ui/view_state.hpp"

namespace polemarch::ui::page {

inline constexpr double kThrow = 46;    ///< how high a throw stands, in pixels at the usual size of letters
inline constexpr double kNeedRow = 28;  ///< a row of what made up its need

/// How high a throw stands without what made up its need.
double throw_height(Pen& pen, const ThrowView& shown, double width);
/// One throw: who, what was needed, what fell; below it what made up the need, while there is room. `rolled_s`: since when it rolls.
/// Returns the height used.
double throw_rows(Pen& pen, const ThrowView& shown, Box box, std::optional<double> rolled_s = {});
/// What is about to be thrown: the need and what makes it up, and what can come of it. Returns the height used.
double odds_part(Pen& pen, const OddsView& odds, Box box);

}  // namespace polemarch::ui::page
