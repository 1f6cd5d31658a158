#pragma once
/// Which markers an army needs, from any file that names them: a battle.json (bases and mounts), a bases.json, or a roster (JSON or CSV).
/// Text in, values out. Pure.

#include <string_view>
#include <vector>

#include "calibration/sheets/marker_items.hpp"
#include "models/mounts.hpp"

namespace polemarch::calibration {

/// How markers of a roster are mounted where the file does not say.
struct ArmyDefaults {
  Footprint footprint{Outline::Rectangle, Length::from_mm(40), Length::from_mm(40)};
  std::string family = "DICT_APRILTAG_36h11";
  Mounting mounting = Mounting::TailTab;
  double tab_mm = 25;                     ///< side of a tail tab or tile, white rim included; 25 or 20
  double base_height_mm = kBaseHeightMm;  ///< of the bases' tops, for strips and rings
  int first_marker = 0;                   ///< first number for units that name none
};

/// The mount that goes with `defaults` on a base.
MarkerMount default_mount(const ArmyDefaults& defaults, MarkerId marker);

/// One marker a base (one a unit where the roster names just one). Errors: one line naming the file, place and mend; a number used twice
/// in the file is one.
Result<std::vector<UnitMarker>> army_markers(std::string_view text, std::string_view name, const ArmyDefaults& defaults);

/// bases.json of these markers, ready for `track --bases`.
std::string bases_text(const std::vector<UnitMarker>& markers);

}  // namespace polemarch::calibration
