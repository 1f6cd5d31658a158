#pragma once
/// The border tells its size twice: by how far apart its prints lie, and by how large they are. Where the two differ, either may be
/// declared wrongly, and nothing in the picture says which. Internal to calibration. Pure.

#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

/// How large the border's prints look over what is declared of them, measured by their distances; along the table's axes.
struct PrintsByPlaces {
  double along_x = 1, along_y = 1;
  double sd_x = 0, sd_y = 0;  ///< by the prints' own scatter
  int prints = 0;

  /// Of the two the one that is off farther.
  double farther_off() const;
  double in_the_middle() const;
};

/// `declared`: the table as it was declared; `print_scale`: printed over nominal size, from a ruler.
PrintsByPlaces prints_by_places(const Registration& fitted, const Table& declared, double print_scale);

/// Share of all distances that is open since it is not known which is right; 0: prints and distances agree, or the prints are so far off
/// that no table is taken for such another one.
double open_scale(const PrintsByPlaces& seen, const RegistrationSettings& settings);

/// Widens what the registration leaves open: the table may be smaller or larger, about its origin, by so much.
void widen_by_scale(Registration& out, double share);

/// What the players are told of it.
TableNotice scale_notice(const PrintsByPlaces& seen, const Table& declared, double print_scale);

}  // namespace polemarch::calibration
