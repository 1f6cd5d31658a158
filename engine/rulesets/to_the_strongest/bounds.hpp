#pragma once
/// What the umpire may set a number to; everything else keeps core's common bounds. Pure.

#include <array>
#include <span>

#include "engine/core/bounds.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

inline constexpr std::array kBounds{
    engine::Bound{"turn", 1, 1000},
    engine::Bound{"field/columns", 1, 60},
    engine::Bound{"field/rows", 1, 60},
    engine::Bound{"units/*/hits", 1, 9},
    engine::Bound{"units/*/disorder", 0, 9},
    engine::Bound{"units/*/ammo", 0, 20},
    engine::Bound{"units/*/ammo_max", 0, 20},
    engine::Bound{"units/*/along", -1, 1},  // nearer south or west
    engine::Bound{"units/*/edge_zone", 0, 10},
    engine::Bound{"units/*/medals", 0, 20},
    engine::Bound{"units/*/victory_points", 0, 50},
    engine::Bound{"generals/*/edge_zone", 0, 10},
    engine::Bound{"sides/*/medals", 0, 200},
    engine::Bound{"sides/*/starting_medals", 0, 200},
    engine::Bound{"sides/*/extra_medals", 0, 50},
    engine::Bound{"sides/*/reserve_ammo", 0, 100},
    engine::Bound{"sides/*/deck/**", 0, 200},
    engine::Bound{"sides/*/decks/**", 0, 200},
    engine::Bound{"replace_open/**", -1, 60},
};
inline std::span<const engine::Bound> bounds_of(const State&) { return kBounds; }

}  // namespace polemarch::to_the_strongest
