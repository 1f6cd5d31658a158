#pragma once
/// How near units may come: the lines round enemies, and belos troops that fall back before hoplites (HM-PROX, HM-OTYP-05). Pure.

#include <optional>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

namespace polemarch::hoplomachia {

/// Troops that keep an inch off and give way to hoplites: the belos classes, and hippeis with a belos number who are no core (HM-PROX-03).
bool is_belos(const State& state, const Taxis& unit);

/// What nearness to the enemy forbids at the end of a move; a unit nearer already may not come nearer still (HM-AMB-109). `doubt`: a line
/// too close to call.
void keep_off(const State& state, const MoveUnit& move, const Course& course, std::vector<engine::Reason>& reasons,
              std::optional<engine::Verdict>& doubt);

/// HM-PROX-04: enemies that fall straight back before hoplites, and where to.
struct DrivenBack {
  UnitId unit;
  std::vector<engine::PlacedBase> poses;
  std::vector<Passage> passages;  ///< friends they pass through (HM-PROX-07)
  bool blocked = false;           ///< they cannot: they rout (HM-PROX-08)
};
/// `before`: where the hoplites stood before their move; whom they would have gone over falls back too.
std::vector<DrivenBack> falling_back(const State& state, const UnitId& hoplites, const Taxis& before);
/// Before hoplites that stand.
std::vector<DrivenBack> falling_back(const State& state, const UnitId& hoplites);

}  // namespace polemarch::hoplomachia
