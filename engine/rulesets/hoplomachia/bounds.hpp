#pragma once
/// What the umpire may set a number to; everything else keeps core's common bounds. Pure.

#include <array>
#include <span>

#include "engine/core/bounds.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

inline constexpr std::array kBounds{
    engine::Bound{"armies/*/arete", -99, 20},             // it may have lost
    engine::Bound{"armies/*/arete_log/**", -1000, 1000},  // by how much
    engine::Bound{"cards/**", -20, 100},                  // modifiers among them
    engine::Bound{"charts/**", -20, 100},
};
inline std::span<const engine::Bound> bounds_of(const State&) { return kBounds; }

}  // namespace polemarch::hoplomachia
