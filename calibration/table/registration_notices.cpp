#include "calibration/table/registration_notices.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

namespace polemarch::calibration {
namespace {

constexpr double kPlainlyBent = 0.2;  // px of corner noise that nothing explains: the player is told

/// A border that lies nowhere near its places is another table's, not a badly laid one.
std::string laying_complaint(const Registration& found) {
  constexpr double kOtherTable = 10;  // times the declared deviation
  std::vector<double> moved;
  for (const FittedMarker& m : found.markers)
    if (m.used) moved.push_back(m.moved_mm);
  if (moved.empty() || found.laying_ratio < kOtherTable)
    return "The border markers lie " + with_digits(found.laying_ratio, 1) + " times less exactly than table.json says.";
  const auto middle = moved.begin() + static_cast<std::ptrdiff_t>(moved.size() / 2);
  std::nth_element(moved.begin(), middle, moved.end());
  return "The border markers do not lie where table.json says (off by " + with_digits(*middle, 1) +
         " mm in the middle): is it this table's file, with its true size and the border laid in its order?";
}

}  // namespace

std::string with_digits(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

void say_what_is_odd(Registration& out, std::vector<FittedMarker>& left_out) {
  for (FittedMarker& m : left_out) {
    out.notices.push_back({"border:" + std::to_string(m.place.marker.number),
                           "Border marker " + std::to_string(m.place.marker.number) + " " + m.why_not + "; not used."});
    out.markers.push_back(std::move(m));
  }
  if (out.laying_ratio > 2) out.notices.push_back({"border_laid_badly", laying_complaint(out)});
  if (out.camera.unexplained_px > kPlainlyBent)
    out.notices.push_back(
        {"picture_bent", "Border prints look bent by " + with_digits(out.camera.unexplained_px, 1) +
                             " px: paper that is not flat, or a camera that bends its pictures. Measures are less sure."});
}

}  // namespace polemarch::calibration
