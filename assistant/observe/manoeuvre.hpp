#pragma once
/// What a unit's carried move amounts to: the cheapest manoeuvre that leads from where the rules have it to where it now stands. Only the
/// two places count; the way the hand took is a hint at most. Knows no ruleset: what a manoeuvre costs is judged elsewhere. Pure.

#include <optional>
#include <string>
#include <vector>

#include "assistant/observe/explain.hpp"

namespace polemarch::assistant::observe {

/// "wheel 3.0 in left, advance 4.0 in" (lengths along the way the outer corner goes; inches to a tenth). A unit that kept its shape moves
/// as one block of its bases' width and depth; of one that changed shape nothing is said. Nothing either for units in boxes, for moves too
/// small to name, and when no simple manoeuvre ends there.
std::optional<std::string> manoeuvre_of(const Sighting& seen, const std::vector<engine::Place>& places);

}  // namespace polemarch::assistant::observe
