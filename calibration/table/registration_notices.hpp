#pragma once
/// What the players are told of a registration. Pure.

#include <string>
#include <vector>

#include "calibration/table/registration.hpp"

namespace polemarch::calibration {

/// A number with so many digits behind its point.
std::string with_digits(double value, int digits);
/// Names the markers that were left out, a border that is badly laid and prints that look bent. The markers go to the others.
void say_what_is_odd(Registration& out, std::vector<FittedMarker>& left_out);

}  // namespace polemarch::calibration
