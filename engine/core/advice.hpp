#pragma once
/// What to show about a selected unit: shapes in table millimetres with a meaning, and lines of text. The meanings are the shared
/// vocabulary of all rulesets. Pure.

#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/core/verdict.hpp"
#include "models/ids.hpp"
#include "models/scene.hpp"

namespace polemarch::engine {

enum class Meaning {
  ZocStrong,
  ZocWeak,
  ZocBond,
  ArcOfFire,
  RangeBand,
  LegalMove,
  IllegalMove,
  ChargeReach,
  ChargeTarget,
  ShootTarget,
  NotATarget,
  EvadeTo,
  RoutPath,
  CommandRange,
  SightClear,
  SightBlocked,
  Proximity,
  Support,
  Ghost,
  Measure,
  Note,
};
/// The stable word for a meaning, as in "zoc_strong".
std::string_view name_of(Meaning meaning);

using Shape = std::variant<Polygon, Circle, ArcShape, TextShape>;

struct AdviceShape {
  Shape shape;
  Meaning meaning = Meaning::Note;
  std::string label;  ///< short, e.g. "6 in", "pip 4+"
  std::string rule;   ///< catalogue id
  std::string about;  ///< unit or base it concerns, may be empty
  std::string left;   ///< where a move costs points: what is left of them there, "3", "3!" where it is spoiled, "stop"
};

/// A line of the panel: a modifier, a chance, what stops the unit and why.
struct AdviceLine {
  Meaning meaning = Meaning::Note;
  Reason reason;
};

struct Advice {
  std::vector<AdviceShape> shapes;
  std::vector<AdviceLine> lines;
};

/// What is selected: one unit, and perhaps a second one (target).
struct Selection {
  UnitId unit;
  std::optional<UnitId> target;
};

}  // namespace polemarch::engine
