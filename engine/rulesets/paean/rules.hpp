#pragma once
/// Paean (Greek City State Wars): roster, places and measuring advice; no turn state. Rules PA-GEO, PA-MOV, PA-MIS, PA-CMD. Table mm. Pure.

#include "engine/core/battle.hpp"
#include "engine/core/measuring_room.hpp"

namespace polemarch::paean {

enum class Arm { Infantry, Cavalry, Commander, Hero };
enum class Weight { L, LM, M, LH, H };
enum class Weapon { Javelin, Bow, Sling, LightSpear, ThrustingSpear, LongThrustingSpear, ShortPike };

/// What a formation is. Distances in centimetres at 6 mm figures, times `k` on the table (PA-GEO-12, 13).
struct Card {
  Arm arm = Arm::Infantry;
  Weight weight = Weight::H;
  int ranks = 2;
  int k = 1;                    ///< 1, 2 or 3: 6, 15 or 25 mm figures
  std::vector<Weapon> weapons;  ///< PA-MIS: what decides the range
  bool army_commander = false;
  bool operator==(const Card&) const = default;
};

/// Base sizes. PA-GEO-T1, T2.
Footprint footprint_of(const Card& card);
/// Normal move in cm at k = 1. PA-GEO-T1, PA-MOV-T1.
int move_cm(const Card& card);
/// Half angle of the arc of fire off straight ahead, degrees. PA-MIS-03, 04.
int fire_half_arc_deg(const Card& card);
/// Range in cm at k = 1 of the longest missile weapon, 0 without one. PA-MIS-05, 24, 25.
int missile_range_cm(const Card& card);

struct Room {
  using Card = paean::Card;
  static const engine::RulesetInfo& info();
  static engine::Advice advise(const engine::MeasuringState<Card>& state, const engine::Selection& selection);
};
using Rules = engine::MeasuringRules<Room>;

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::paean
