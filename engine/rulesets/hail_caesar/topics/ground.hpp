#pragma once
/// What the ground does to units: who stands higher, what covers whom, each with its doubt. Rules HC-HTH-05, HC-SAV-T1, HC-AMB-17. Pure.

#include "engine/rulesets/hail_caesar/topics/doubt.hpp"

namespace polemarch::hail_caesar {

/// Highest ground under a place, as the table has it.
Length ground_under(const State& state, Vec2 place);
Length ground_under(const State& state, const Unit& unit, Vec2 place);
/// Does the middle of the one stand on higher ground than that of the other?
Condition stands_higher(const State& state, const geometry::Shape& one, const geometry::Shape& other);
Condition stands_higher(const State& state, const Unit& one, const Unit& other);

/// Cover a unit has against an attacker: what it holds or stands in, or a wall between.
struct CoverFound {
  Cover cover = Cover::None;                      ///< as measured
  Cover least = Cover::None, most = Cover::None;  ///< what 99 % leave open
};
CoverFound cover_against(const State& state, const Unit& unit, const Unit& attacker);

}  // namespace polemarch::hail_caesar
