#pragma once
/// How a whole unit went from where its bases stood to where they stand: by the legs its command names, by the stops its events name, else
/// by the cheapest manoeuvre of one block. What is said counts only where it leads to where the unit stands. Knows no ruleset. Table frame.
/// Pure.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/core/route.hpp"
#include "engine/geometry/path.hpp"
#include "models/footprint.hpp"
#include "models/ids.hpp"
#include "models/pose.hpp"

namespace polemarch::assistant {

/// What a command and its events say of ways.
struct SaidWay {
  UnitId unit;                                ///< whose legs these are
  std::vector<geometry::Leg> legs;            ///< those behind the last that gave it another shape
  bool forms = false;                         ///< before them it took another shape, or turned its bases where they stood
  std::map<BaseId, std::vector<Pose>> stops;  ///< where events put a base, one after the other
};
SaidWay said_way(const engine::Route& named, std::span<const std::string> events);

/// A base of the unit that stands elsewhere than before.
struct UnitStep {
  BaseId base;
  Footprint footprint;
  Pose from, to;
};

struct UnitWay {
  std::vector<geometry::Leg> legs;
  std::vector<Pose> stations;  ///< the block's middle, from where it set out to where it stands; wheels in steps
  bool forms = false;          ///< its bases took their places in the block first, where the first station is
};
/// Nothing for a unit that changed its shape without going anywhere after it, or in a way that nobody named.
std::optional<UnitWay> unit_way(const UnitId& unit, std::span<const UnitStep> steps, const SaidWay& said);

}  // namespace polemarch::assistant
