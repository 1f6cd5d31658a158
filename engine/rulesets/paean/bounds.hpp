#pragma once
/// What a number of a state may be, in a set-up and by the umpire's hand; everything else keeps core's common bounds. Pure.

#include <array>
#include <span>

#include "engine/core/bounds.hpp"
#include "engine/rulesets/paean/state.hpp"

namespace polemarch::paean {

inline constexpr std::array kBounds{
    engine::Bound{"agenda/lanes/*/stack/*/waits/*/id", 1, 1000000},
    engine::Bound{"agenda/lanes/*/stack/**", -10000, 10000},  // dice, hits, points of contact
    engine::Bound{"agenda/**", 1, 1000000},                   // counted from one
    engine::Bound{"bases/*/card/k", 1, 3},
    engine::Bound{"bases/*/card/ranks", 1, 4},
    engine::Bound{"formations/*/status/orders", 0, 100},
    engine::Bound{"formations/*/status/reactions", 0, 100},
    engine::Bound{"fights/**", 0, 10000},
    engine::Bound{"k", 1, 3},
    engine::Bound{"leaders/*/leads_from", 0, 1000},  // a bound
    engine::Bound{"leaders/*/value", 1, 12},
    engine::Bound{"leaders/**", 0, 100},
    engine::Bound{"turn/orders_given", 0, 10000},
    engine::Bound{"turn/run/tests", 0, 100},
};
inline std::span<const engine::Bound> bounds_of(const State&) { return kBounds; }

}  // namespace polemarch::paean
