#pragma once
/// What a room lets be shown on the table beside Advice: the state of a unit in glyphs, and where an offer points. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/glyph.hpp"
#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::engine {

/// One glyph on a unit; `count` stands beside it, 0: none.
struct StateMark {
  Glyph glyph = Glyph::Disordered;
  int count = 0;
  std::string word = {};  ///< as the rulebook calls it; empty: words_of(glyph)
  bool operator==(const StateMark&) const = default;
};

/// Valid as long as the mark is.
inline std::string_view words_of(const StateMark& mark) { return mark.word.empty() ? words_of(mark.glyph) : std::string_view(mark.word); }

/// Where an offer points on the table and what it would need. All empty: nowhere.
struct OfferMark {
  UnitId target;              ///< the unit it is done to
  std::vector<Point> region;  ///< the place it leads to: a box
  std::optional<Pose> pose;   ///< the pose it leads to
  int need = 0;               ///< what a card or die has to reach, 0: nothing is thrown
  bool cards = false;         ///< a card, else a die
  bool or_less = false;       ///< need or less, else or more
  std::optional<int> per_mille;
};

}  // namespace polemarch::engine
