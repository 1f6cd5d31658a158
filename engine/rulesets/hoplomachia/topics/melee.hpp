#pragma once
/// Who fights whom in a Melee phase, in which order, with what. Rules HM-MEL, HM-ATK, HM-DEF, HM-GAP, HM-FLK, HM-MULT. Pure.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"

namespace polemarch::hoplomachia {

/// A pair of lochoi in contact: `first` strikes `second` on `on`; on Front both strike.
struct MeleePair {
  LochosRef first, second;
  Strikes on = Strikes::Front;
  bool othismos = false;
  bool operator==(const MeleePair&) const = default;
};
/// The contact of a lochos with another, or null.
const Contact* contact_with(const Lochos& lochos, const LochosRef& foe);
/// The enemy that counts as fighting to its front (HM-MULT-01), or null.
const Contact* front_contact(const Lochos& lochos);
/// From how many directions a lochos is contacted (HM-MULT-05).
int directions_of(const Lochos& lochos);

/// Pairs that still fight in this stage, along the line: from the unit's right when its side has precedence, else from its left
/// (HM-MEL-04); those of one unit only.
std::vector<MeleePair> pairs_to_fight(const State& state, const UnitId& unit, bool othismos);
bool has_fought(const State& state, const LochosRef& a, const LochosRef& b);

/// HM-GAP: a gap on the unshielded side of a lochos that fights to its front. Which id: type 1 HM-GAP-02, type 2 HM-GAP-04.
std::optional<std::string> gap_of(const State& state, const LochosRef& lochos);
/// Is `a` uphill of `b`; does it stand behind a wall or stockade against `b` (HM-DEF-03)?
bool uphill_of(const State& state, const LochosRef& a, const LochosRef& b);
/// The kind of the works between them: "wall", "stockade", or nothing.
std::optional<std::string> works_between(const State& state, const LochosRef& defender, const LochosRef& attacker);

/// The rows of both numbers as they would be now.
Arithmetic attack_of(const State& state, const LochosRef& attacker, bool othismos);
Arithmetic defence_of(const State& state, const LochosRef& defender, const LochosRef& attacker, Strikes on, bool othismos);
/// How far `first` gets into `second`, struck on `on`.
Penetration penetration_of(const State& state, const LochosRef& first, const LochosRef& second, Strikes on, bool othismos);
/// How far `second` gets into `first`: nothing against a flanker (HM-FLK-11, 14).
Penetration answer_of(const State& state, const MeleePair& pair);
/// A card that lacks what melee reads; its name for the question (HM-NIS-01).
bool can_fight(const UnitCard& card);

}  // namespace polemarch::hoplomachia
