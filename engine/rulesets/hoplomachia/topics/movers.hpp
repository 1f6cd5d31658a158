#pragma once
/// The stands of a flight as one body that turns and goes straight on: what is in its way, how far it gets. Inside topics/ only. Pure.

#include <vector>

#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

/// A stand that moves with its body.
struct Mover {
  BaseId base;
  Footprint footprint;
  MeasuredPose at;
};
std::vector<Mover> movers_of(const State& state, const Flight& flight);
Shapes shapes_of_movers(const std::vector<Mover>& movers);
Vec2 middle_of(const std::vector<Mover>& movers);
/// The body turned as one so that it faces `course`.
void face(std::vector<Mover>& movers, Angle course);
void shift(std::vector<Mover>& movers, Angle course, Length distance);

/// Friends or enemies of a flight, without its own stands; `running`: those in flight too.
Shapes others_of(const State& state, const Flight& flight, bool friends, bool running);

/// How far a body goes before it enters impassable ground or the table ends; more than `most` when neither is met.
struct Stop {
  double at = 1e9;
  bool edge = false;
};
Stop first_stop(const State& state, const std::vector<Mover>& movers, Angle course, Length most);

bool overlaps_any(const std::vector<Mover>& movers, const Shapes& others);
std::vector<engine::PlacedBase> poses_of(const std::vector<Mover>& movers);

}  // namespace polemarch::hoplomachia
