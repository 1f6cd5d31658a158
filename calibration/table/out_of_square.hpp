#pragma once
/// A border laid along the edges of a table that is out of square. Internal to calibration. Pure.

#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

/// The table with its border's places sheared: x grows by `shear` a millimetre of y, about the middle.
Table sheared(const Table& table, double shear);

/// The shear that the fitted places of the used markers have against those of `table`; turns and moves of the whole do not count.
double shear_of(const Registration& fitted, const Table& table);

/// What the players are told: by how much the diagonals differ.
TableNotice out_of_square_notice(const Table& table, double shear);

}  // namespace polemarch::calibration
