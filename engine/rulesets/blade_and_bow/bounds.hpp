#pragma once
/// What the umpire may set a number to; everything else keeps core's common bounds. Pure.

#include <array>
#include <span>

#include "engine/core/bounds.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"

namespace polemarch::blade_and_bow {

inline constexpr std::array kBounds{
    engine::Bound{"armies/*/hand_size", 1, 60},
    engine::Bound{"armies/*/impulses", 0, 20},
    engine::Bound{"armies/*/impulses_base", 0, 20},
    engine::Bound{"armies/*/losses", 0, 100},
    engine::Bound{"armies/*/rout_level", 1, 100},
    engine::Bound{"deck/*/amount", -20, 20},  // of a modifier
    engine::Bound{"deck/**", 0, 60},
    engine::Bound{"effects/*/amount", -20, 20},
    engine::Bound{"discards/*", 1, 60},
    engine::Bound{"fight/attack_dice/*", 1, 6},
    engine::Bound{"fight/defence_dice/*", 1, 6},
    engine::Bound{"fight/**", 0, 60},
    engine::Bound{"leaders/**", 0, 20},
    engine::Bound{"map/columns", 3, 60},
    engine::Bound{"map/rows", 3, 60},
    engine::Bound{"map/kinds/**", -20, 20},  // modifiers of the ground
    engine::Bound{"may_face/*", 0, 8},
    engine::Bound{"scenario/**", 0, 60},
    engine::Bound{"turn/**", 0, 60},
    engine::Bound{"units/*/ranks/value", 0, 6},
    engine::Bound{"units/*/type/**", 0, 60},
};
inline std::span<const engine::Bound> bounds_of(const State&) { return kBounds; }

}  // namespace polemarch::blade_and_bow
