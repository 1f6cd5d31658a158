#pragma once
/// The border strip we print: where its markers lie on a table of a given size, and which numbers are kept for it. Table frame, mm. Pure.

#include "models/table.hpp"

namespace polemarch {

/// Numbers of DICT_APRILTAG_36h11 kept for borders; units are numbered below.
constexpr int kFirstBorderMarker = 560;
constexpr int kBorderMarkers = 24;
constexpr double kBorderMarkerMm = 25.0;
constexpr double kBorderInsetMm = 20.0;  ///< marker centres lie this far inside the table's edges

/// A table with 24 border markers: seven along A's edge (560 at the origin's corner, then along +x), seven along B's edge from A's left
/// hand, five more up each short side between them. Every marker's up edge points to +y.
Table table_with_border(Length width, Length depth);

/// How far a place lies beyond the table's edges, mm; 0 on the table.
double mm_off_table(const Table& table, double x_mm, double y_mm);

}  // namespace polemarch
