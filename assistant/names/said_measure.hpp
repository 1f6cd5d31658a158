#pragma once
/// How a measure with its error is written for people. Pure.

#include <string>

namespace polemarch::assistant::names {

/// "18.000 \u00b1 0.002": with as many decimals as the error leaves meaning; 95 % of measures lie inside it. `sd` above 0.
std::string measured_text(double value, double sd);
/// A verdict's words without the measure at their end, "range of bows: 18.0 in of 18.0 in": for who writes it with its error.
std::string without_measure(std::string text);

}  // namespace polemarch::assistant::names
