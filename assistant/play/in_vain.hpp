#pragma once
/// What was ordered and did not come about, in words. Pure.

#include <optional>
#include <string>

#include "assistant/names/namer.hpp"
#include "engine/core/battle.hpp"

namespace polemarch::assistant::play {

/// What was not allowed: "First cohort cannot move to c5"; in its own words where no unit is named. `said`: the order as a sentence,
/// `plain`: as the room calls it.
std::string in_vain(const engine::Battle& battle, const names::Namer& namer, const std::string& said, const std::string& plain);

/// An order that was given and whose throw failed: "First cohort could not move to c5".
std::string came_to_nothing(const engine::Battle& battle, const names::Namer& namer, const std::string& said, const std::string& plain);

/// Where the rules have a unit now; nothing of one they do not place.
std::optional<Pose> stands_at(const engine::Battle& battle, const UnitId& unit);

/// An order that leads somewhere, until it is seen whether it was carried out: who was to go, from where, how its card is called, and how
/// where its throw fails.
struct Route {
  UnitId unit;
  std::optional<Pose> from;
  std::string title, in_vain;
};

}  // namespace polemarch::assistant::play
