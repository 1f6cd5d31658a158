#pragma once
/// The printed strips and rings: how wide what is, in millimetres. Written down for others in vision/detect/strips/README.md. Pure.
/// Marker frame of a strip: origin at its centre, u to the right and v up in its upright picture. Row 0 is the upper row of teeth,
/// columns count from the left; bit number = row * columns + column, so half a turn reverses the bits.
/// Marker frame of a ring: origin at its centre; tooth 0 is centred on the up direction and teeth count clockwise.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.hpp"

namespace polemarch::vision {

enum class StripKind {
  Spine,  ///< black all round, a white spine along the middle, a row of teeth on each side of it
  Ring,   ///< black outer edge, a white ring, one row of teeth inside it
};

/// One family of strips or rings. All lengths in mm.
struct StripLayout {
  std::string_view name;
  StripKind kind = StripKind::Spine;
  double length_mm = 0;   ///< along; a ring's outer diameter
  double depth_mm = 0;    ///< across; a ring's width
  int columns = 0;        ///< teeth in a row
  int rows = 0;           ///< rows of teeth
  double end_mm = 0;      ///< black at both ends; 0 for a ring
  double pitch_mm = 0;    ///< of the teeth; along the middle of the teeth for a ring
  double edge_mm = 0;     ///< black on the outer long side(s)
  double tooth_mm = 0;    ///< across one row of teeth
  double spine_mm = 0;    ///< across the spine or white ring
  std::string_view book;  ///< code book, models/data/families/<book>.json
  int bits() const { return rows * columns; }
  /// A row of teeth (or the spine, row -1) across: its v range, low then high; for a ring radii measured from the centre.
  struct Range {
    double low = 0, high = 0;
  };
  Range row_range(int row) const;
  /// Column c along: its u range. Not for rings.
  Range column_range(int column) const;
};

/// Every family, largest first.
std::span<const StripLayout> strip_layouts();

/// True when `family` looks like one of ours ("STRIP...", "BAR...", "RING..."), whether or not it exists.
bool is_strip_family(std::string_view family);

/// The layout called `family`. Error: one line that lists the families there are.
Result<StripLayout> strip_layout(std::string_view family);

/// `layout` as printed at `scale` of its size.
StripLayout printed(StripLayout layout, double scale);

}  // namespace polemarch::vision
