#pragma once
/// The arete track: conditions, precedence, and the values of every event (HM-ARE, HM-EVT, HM-ASEQ). Pure.

#include <optional>
#include <string>

#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// HM-ARE-02, HM-AMB-10: below 1 is still Shaken.
Condition condition_of(const AreteTrack& track, int points);
Condition condition_of(const State& state, Side side);
/// What its card adds to andreia and attack while its army is in this condition; 0 where the card says nothing (HM-AND-18).
int arete_modifier(const State& state, const Taxis& unit);
/// HM-AMB-10: the track ends at 20.
constexpr int kAreteTop = 20;

/// Who acts first in a phase, and why. Nobody: they roll off (HM-ASEQ-05).
struct Precedence {
  std::optional<Side> side;
  std::string why, rule;
};
Precedence precedence(const State& state);
/// Optional rule 1: what a side adds to its die (HM-OPT1-01, 02).
int sequence_bonus(const State& state, Side side);

/// HM-EVT-T1: own army, enemy army.
struct EventPoints {
  int own = 0, enemy = 0;
};
inline constexpr EventPoints kLochosLost{-1, 1}, kSeniorLost{-5, 3}, kStrategosKilled{-2, 0}, kEnveloped{-2, 2}, kInRetreat{-2, 2},
    kApproachHalted{-1, 0}, kEkdromoiKilled{-1, 0}, kLakonianEkdromoiKilled{-2, 0};
/// HM-EVT-14 and HM-EVT-16, by die.
int under_belos_points(int die);
int surprise_points(int die);

}  // namespace polemarch::hoplomachia
