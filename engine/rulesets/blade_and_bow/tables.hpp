#pragma once
/// The figures of the rulebook that are not on counters, with their ids. Pure.

#include <array>

#include "engine/rulesets/blade_and_bow/nouns.hpp"

namespace polemarch::blade_and_bow {

constexpr int kOrthogonalPoints = 2;                    // BB-DIST-01
constexpr int kDiagonalPoints = 3;                      // BB-DIST-02
constexpr int kTurnPoints = 1;                          // BB-DIST-03
constexpr int kReversePoints = 2;                       // BB-MOV-10
constexpr int kDropWallPoints = 1;                      // BB-SW-12
inline constexpr std::array kMeleeDiceBySize{1, 2, 3};  // BB-DICE-01: light, medium, heavy
constexpr int kMeleeDiceLimit = 8;                      // BB-DICE-03
constexpr int kCampDice = 3;                            // BB-CAMP-06
constexpr int kHitsUpTo = 2;                            // BB-DICE-20: 1 or 2 hits
constexpr int kCancelsFrom = 5;                         // BB-DICE-20: 5 or 6 cancels
constexpr int kFlankHitsUpTo = 1;                       // BB-DICE-05
constexpr int kLeaderAdjacent = -2;                     // BB-COM-11
constexpr int kLeaderNearby = -1;                       // BB-COM-12
constexpr int kBigAgainstLight = -1;                    // BB-COM-13
constexpr int kImmortalsMorale = -1;                    // BB-COM-14, BB-RAL-06
constexpr int kRallyLeader = -1;                        // BB-RAL-05
constexpr int kRallyInZone = 1;                         // BB-RAL-07
constexpr int kCampLeader = -1;                         // BB-ROUT-11
constexpr int kLostCamp = 1;                            // BB-MOR-08
constexpr int kWallMorale = 1;                          // BB-MOR-09
constexpr int kCasualtyThreat = 6;                      // BB-LDR-13
constexpr int kCaptureTurns = 2;                        // BB-LDR-21
constexpr int kTurns = 12;                              // BB-SET-18
constexpr int kFewestTurns = 6;
constexpr int kDeckSize = 60;           // BB-SET-17
constexpr int kHighestRanks = 6;        // BB-UNIT-17
constexpr int kRetreatSquares = 2;      // BB-RET-07
constexpr double kUnclearDegrees = 10;  // BB-AMB-01b

}  // namespace polemarch::blade_and_bow
