#pragma once
/// Pieces of the report's HTML. Pure.

#include <string>
#include <string_view>

namespace polemarch::assistant::report {

/// Safe between tags and inside double quotes.
std::string escaped(std::string_view text);
/// `places` digits behind the point; no "-0".
std::string fixed(double value, int places);
/// <tag class="..">inner</tag>; `attributes` as they stand, with a blank in front where there are any.
std::string element(std::string_view tag, std::string_view attributes, std::string_view inner);
/// Numbers of a drawing, rounded to the unit: "12", "12 -4".
std::string whole(double value);
std::string pair(double x, double y);

}  // namespace polemarch::assistant::report
