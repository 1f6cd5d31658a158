#pragma once
/// The numbers of the book: base sizes, moves, values, dice, training, points. PA-GEO, PA-MOV, PA-MIS, PA-REA, PA-PTS. Pure.

#include <optional>
#include <string>
#include <string_view>

#include "engine/rulesets/paean/state.hpp"

namespace polemarch::paean {

/// Base sizes. PA-GEO-T1, T2.
Footprint footprint_of(const Card& card);
/// Normal move in cm at k = 1. PA-GEO-T1, PA-MOV-T1.
int move_cm(const Card& card);
/// Half angle of the arc of fire off straight ahead, degrees. PA-MIS-03, 04.
int fire_half_arc_deg(const Card& card);
/// Range in cm at k = 1 of the longest missile weapon, 0 without one. PA-MIS-05, 24, 25.
int missile_range_cm(const Card& card);

/// AV 2, 3 or 4. PA-GEO-T1.
int armour_value(Weight weight);
/// Faces of the offensive die: 4, 6 or 8. PA-GEO-T1.
int die_faces(Weight weight);
/// Figures on a base. PA-GEO-14.
int figures_on(const Card& card);
/// Javelin, bow or sling, with or without a melee weapon. PA-GEO-17.
bool missile_armed(const Card& card);
/// Missile weapon and no melee weapon. PA-GEO-15, PA-PTS-13.
bool missile_only(const Card& card);
/// Training number of initiative and contact reactions: 7, 8, 9, 10. PA-SKI-05, PA-REA-T1.
int training_number(Experience experience);
/// Bases a hero of this value may lead. PA-HER-14, 34 to 36.
int bases_a_hero_leads(int value);
/// A commander's grade for his CV, empty where there is none. PA-CMD-T1.
std::string_view grade_of(int value, bool army);
/// CV of a grade rolled on a d6; a cautious army commander caps his subordinates. PA-CMD-05, PA-CMD-06.
int rolled_value(int d6, bool army, bool army_commander_cautious);

/// Points of a base, or nothing when the list has no such base. PA-PTS-T1.
std::optional<int> points_of(const Card& card);
/// Points of a leader. PA-PTS-T2, PA-PTS-06.
std::optional<int> points_of(const Leader& leader);

constexpr int kChargeStopCm = 2;       // PA-CHG-07
constexpr int kCallOfPowerCm = 10;     // PA-CMD-07
constexpr int kRelinquishMoveCm = 20;  // PA-CMD-17
constexpr int kHeroMoveCm = 20;        // PA-MOV-09
constexpr int kUnformedGapCm = 1;      // PA-UNF-01
constexpr int kFormingCm = 2;          // PA-FAC-10
constexpr int kPushBackCm = 5;         // PA-RES-14
constexpr int kSightInCoverCm = 5;     // PA-TER-05
constexpr int kPushCm = 2;             // PA-RES-11

std::string_view word_of(Arm arm);
std::string_view word_of(Weight weight);  ///< "LM"
std::string_view word_of(Weapon weapon);
std::string_view word_of(Experience experience);
std::string_view word_of(Phase phase);
std::string_view word_of(Flank flank);
std::string_view word_of(Ground ground);
std::string_view word_of(Ability ability);

}  // namespace polemarch::paean
