#pragma once
/// What the umpire may set a number to; everything else keeps core's common bounds. Pure.

#include <array>
#include <span>

#include "engine/core/bounds.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

inline constexpr std::array kBounds{
    engine::Bound{"turn", 1, 1000},
    engine::Bound{"config/turn_limit", 0, 1000},
    engine::Bound{"config/save_die_faces", 2, 20},
    engine::Bound{"config/**", -20, 20},  // modifiers among them
    engine::Bound{"generals/*/rating", 1, 12},
    engine::Bound{"generals/*/attack_dice", 0, 20},
    engine::Bound{"last_test/healed/*", 0, 20},
    engine::Bound{"last_test/**", -20, 20},
    engine::Bound{"units/*/casualties", 0, 100},
    engine::Bound{"units/*/profile/points", 0, 10000},
    engine::Bound{"units/*/profile/stamina", 1, 20},
    engine::Bound{"units/*/profile/**", 0, 20},
    engine::Bound{"units/*/turn/**", 0, 100},
};
inline std::span<const engine::Bound> bounds_of(const State&) { return kBounds; }

}  // namespace polemarch::hail_caesar
