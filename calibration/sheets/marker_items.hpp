#pragma once
/// The things to cut out of a marker sheet: square markers on tail tabs, sabot tiles and discs, each with its names. Item frame: mm,
/// right and down from the item's top left; a marker's own up edge is up on paper unless said otherwise. Pure.

#include <string>

#include "calibration/board/square_markers.hpp"
#include "calibration/sheets/sheet_page.hpp"
#include "models/footprint.hpp"

namespace polemarch::calibration {

/// How a marker goes onto a base.
enum class Mounting {
  TailTab,  ///< card that sticks out behind the base or sabot, its flap glued underneath
  Tile,     ///< square tile, glued on a sabot's corner or on the table
  Disc,     ///< round card for a round base
  Strip,    ///< strip on the rear edge of a base
  Ring,     ///< ring on the rim of a round base
};

/// A marker to print for one base.
struct UnitMarker {
  std::string base, unit, name;  ///< ids and the unit's name as the player knows it; any may be empty
  Footprint footprint;
  MarkerMount mount;         ///< family, number and size are printed as they stand here
  bool only_base = false;    ///< its unit has no other base: the unit's name says enough
  bool second_side = false;  ///< side B's: framed in dashes, so that two armies are told apart on one sheet
  bool id_known = true;      ///< false: `unit` only counts the file's units; a battle gives them ids of their own
};

/// The id that is printed: the base's, the unit's where it has but one; empty where a battle will give it.
std::string printed_id(const UnitMarker& marker);
/// The unit's name, with the number of the base where it has several and no id.
std::string printed_name(const UnitMarker& marker);

/// A white rim this many modules wide belongs round every square marker; a detector needs it.
constexpr double kRimModules = 1.0;

/// The black and white square alone, `size_mm` wide, top left at (0, 0).
Drawing marker_drawing(const MarkerPattern& pattern, double size_mm);

/// How this base's marker is to be mounted, from its mount and footprint.
Mounting mounting_of(const UnitMarker& marker);

/// The item to cut out. Errors: a family or number that is not a known square marker.
Result<SheetItem> marker_item(const UnitMarker& marker);

/// The printed name, e.g. "A3.2 Taxis of Leontis  #17".
std::string name_line(const UnitMarker& marker);

}  // namespace polemarch::calibration
