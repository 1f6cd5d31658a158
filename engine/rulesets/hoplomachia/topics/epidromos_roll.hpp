#pragma once
/// What the epidromos die means: how far, how much drift, momentum, disarray; and how two charges share the way between them. Rules
/// HM-EPI-16 to 27, HM-DRIFT, HM-MOM, HM-EPDIS, HM-AMB-18, 34. Pure.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/rulesets/hoplomachia/card.hpp"
#include "engine/rulesets/hoplomachia/topics/penetration.hpp"
#include "models/units.hpp"

namespace polemarch::hoplomachia {

/// Has this card an Epidromos Chart? Without one it never charges (HM-NIS-01).
bool has_epidromos(const UnitCard& card);
/// HM-EPI-16. Dice are 1 to 6.
Length charge_distance(const UnitCard& card, int die);
/// The highest number of the CHARGE row: how far targets are looked for (HM-EPI-18, HM-AMB-74).
Length charge_reach(const UnitCard& card);
/// The DRIFT of the distance moved: the column with the smallest CHARGE not less than it, the rolled one among equals (HM-DRIFT-02,
/// HM-AMB-18).
Length drift_of(const UnitCard& card, Length moved, int rolled);

/// HM-MOM-01, 02, HM-AMB-35, 120.
bool gains_momentum(const UnitCard& card, int die, bool approached, bool close_files);

/// The rows of the disarray sum (HM-EPDIS-01 to 03): the die's number, a charge last turn that met nobody, terrain by name and number.
Arithmetic disarray_sum(const UnitCard& card, int die, bool missed_last_turn, const std::vector<std::pair<std::string, int>>& terrain);
/// More than the qualifier disarrays; without a qualifier nothing does (HM-EPDIS-04, 05).
bool disarrays(int sum, std::optional<int> qualifier);

/// How far either goes of the way between a charger and a target that charges too (HM-EPI-27, HM-AMB-34). Movement numbers are those of
/// the present arrangements. They meet when both together cover the gap.
struct Split {
  Length charger, target;
  bool meet = false;
};
Split split(Length gap, Length charger_move, Length charger_charge, Length target_move, Length target_charge);

}  // namespace polemarch::hoplomachia
