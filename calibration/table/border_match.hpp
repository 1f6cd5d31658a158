#pragma once
/// Which declared border marker each sighting is, and where it should lie. Internal to calibration. Pure.

#include <vector>

#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

constexpr std::size_t kLeastMarkers = 3;  ///< any three keep the table

/// A border marker that was seen, with what is declared about it.
struct Matched {
  BorderMarker declared;
  BorderSighting seen;
  bool place_known = true;
};

PixelPoint centre_of(const BorderSighting& sighting);

/// Declared markers that are seen. When no place is declared, the four outermost are taken to lie in the table's corners, upright in
/// the table frame: which corner is which follows from their own up direction.
Result<std::vector<Matched>> match_border(const Table& table, const std::vector<BorderSighting>& seen,
                                          const RegistrationSettings& settings);

}  // namespace polemarch::calibration
