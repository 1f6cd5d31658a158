#pragma once
/// Boxes as table millimetres and back: regions, slot poses, and the box (or boxes) a measured pose may mean. TTS-GRID-01. Pure.

#include <utility>
#include <vector>

#include "engine/rulesets/to_the_strongest/state.hpp"
#include "models/pose.hpp"

namespace polemarch::to_the_strongest {

/// The four corners of a box, counter-clockwise.
std::vector<Point> region_of(const State& state, Box box);
Point centre_of(const State& state, Box box);
Angle heading_of(Facing facing);
/// The facing nearest to a heading.
Facing facing_near(Angle heading);
/// A camp lies in the rear left corner of its box, so that who stands in it has room.
Pose camp_pose(const State& state, const Camp& camp);
/// Where base `index` of the unit stands in its box: front slot, rear slot or middle; several bases side by side.
Pose slot_pose(const State& state, const Unit& unit, std::size_t index);

/// The friend of `unit` that stands in the box; null where none does.
const Unit* mate_in(const State& state, const Unit& unit, Box box);
/// Is the pose in the half of the box before `mate`, by more than a twentieth of the box?
bool stands_before(const State& state, const Unit& mate, const Pose& pose);

/// From this chance on nothing is asked about which box a base stands in.
constexpr double kSureOfBox = 0.99;

/// A box and how likely the base stands in it.
struct BoxChance {
  Box box;
  double chance = 0;
};
/// Boxes a measured pose may mean, likeliest first; only those above 1 %. The pose's error is taken as normal along each axis.
std::vector<BoxChance> boxes_near(const State& state, const MeasuredPose& pose);

}  // namespace polemarch::to_the_strongest
