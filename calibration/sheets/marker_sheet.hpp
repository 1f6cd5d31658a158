#pragma once
/// The whole of `polemarch markers`: what a player prints once to play. Pure: wishes in, pages out.

#include <optional>
#include <vector>

#include "calibration/board/board.hpp"
#include "calibration/sheets/marker_items.hpp"
#include "models/table.hpp"

namespace polemarch::calibration {

struct MarkerSheet {
  std::vector<UnitMarker> units;
  std::optional<Table> border;     ///< print this table's border strip
  std::optional<BoardSpec> board;  ///< print a calibration board
  bool jig = false;
  SheetSettings page;
};

/// Pages ready to print. Errors: one line naming the marker and what is wrong with it.
Result<std::vector<SheetPage>> marker_sheet(const MarkerSheet& wanted);

/// `count` unnamed markers of each usual kind, for a first try without an army: tail tabs of 25 and 20 mm, sabot tiles, discs for 25 mm
/// bases. Numbers run on from `first`.
std::vector<UnitMarker> sample_markers(const std::string& family, int first, int count);

}  // namespace polemarch::calibration
