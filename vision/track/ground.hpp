#pragma once
/// The declared ground: terrain and the table below it. Table frame, mm. Pure.

#include "models/table.hpp"
#include "vision/track/followed/track.hpp"

namespace polemarch::vision {

/// Whether the ground may be `ground_mm` high under a base at (x, y), outlines being as exact as they are.
bool ground_may_be(const Table& table, double ground_mm, double x, double y);

/// The marker's height: its mount's, on top of the ground the base was found to stand on.
double height_under(const Table& table, const Track& track, const PrintPose& pose);

}  // namespace polemarch::vision
