#include "assistant/names/said_measure.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace polemarch::assistant::names {

std::string measured_text(double value, double sd) {
  const double error = 1.96 * sd;
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(error))), 1, 3);
  char text[96];
  std::snprintf(text, sizeof text, "%.*f \u00b1 %.*f", decimals, value, decimals, std::max(error, std::pow(10.0, -decimals)));
  return text;
}

std::string without_measure(std::string text) {
  const auto at = text.rfind(": ");
  if (at == std::string::npos || (text.find(" of ", at) == std::string::npos && text.find(" +- ", at) == std::string::npos)) return text;
  if (text.find_first_of("0123456789", at) == at + 2) text.resize(at);
  return text;
}

}  // namespace polemarch::assistant::names
