#pragma once
/// The table itself: size, border markers, terrain, grid. Table frame in mm (see pose.hpp). Pure.

#include <optional>
#include <string>
#include <vector>

#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch {

/// A marker fixed to the table, usually on its border. `place_known` false: only its size is known and the joint fit finds it.
struct BorderMarker {
  MarkerId marker;
  double x_mm = 0, y_mm = 0, z_mm = 0;  ///< centre
  double heading_deg = 90;              ///< direction of the marker's own up edge in the table frame
  double size_mm = 25;
  double sd_mm = 0.1;  ///< how well x and y were laid or measured
  bool place_known = true;
  bool operator==(const BorderMarker&) const = default;
};

/// A piece of terrain as a polygon with a level. `kind` is the ruleset's word ("hill", "wood", "marsh" ...).
struct TerrainPiece {
  std::string id;
  std::string kind;
  std::vector<Point> outline;  ///< closed polygon, counter-clockwise
  Length height;               ///< of its top above the table; bases on it stand this high
  bool operator==(const TerrainPiece&) const = default;
};

/// Boxes or squares. Columns along x (a, b, c ...), rows along y: row 1 at side A's edge, or (printed maps) at the far edge.
struct GridSpec {
  int columns = 0, rows = 0;
  Length box;               ///< side of a box
  Point origin;             ///< outer corner at side A's left hand in the table frame
  Angle rotation;           ///< of the columns' direction from +x, small after registration
  double sd_offset_mm = 0;  ///< error of the registration
  double sd_rotation_deg = 0;
  bool row_one_at_top = false;  ///< row 1 is the one furthest from side A
  bool operator==(const GridSpec&) const = default;
};

struct Table {
  Length width, depth;
  std::string border_family = "DICT_APRILTAG_36h11";
  std::vector<BorderMarker> border;
  std::vector<TerrainPiece> terrain;
  std::optional<GridSpec> grid;
  Length tolerance = {3000};  ///< 3 mm: allowance and contact tolerance agreed at this table
  bool operator==(const Table&) const = default;
};

}  // namespace polemarch
