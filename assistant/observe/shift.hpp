#pragma once
/// How far bases stand from where the rules have them. Inside observe. Pure.

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "assistant/observe/explain.hpp"

namespace polemarch::assistant::observe {

inline std::string say_mm(double mm) {
  char text[24];
  std::snprintf(text, sizeof text, "%.0f mm", mm);
  return text;
}

inline const engine::Place* place_of(const std::vector<engine::Place>& places, const BaseId& base) {
  for (const engine::Place& place : places)
    if (place.base == base) return &place;
  return nullptr;
}

inline Side side_of(const std::vector<engine::Place>& places, const UnitId& unit) {
  for (const engine::Place& place : places)
    if (place.unit == unit) return place.side;
  return Side::A;
}

/// Largest shift between where the bases stand and where the rules have them.
inline double shift_of(const Sighting& seen, const std::vector<engine::Place>& places) {
  double worst = 0;
  for (const ObservedBase& base : seen.bases)
    if (const engine::Place* place = place_of(places, base.base); place != nullptr && place->on_table)
      worst = std::max(worst, distance(spot_of(base), spot_of(place->pose)));
  return worst;
}

}  // namespace polemarch::assistant::observe
