#pragma once
/// Who may shoot or belos charge, at which stands, how hard. Rules HM-BEL, HM-BCH, HM-BCK, HM-AMB-16, 30, 98, 107, 110, 117. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"
#include "engine/rulesets/hoplomachia/topics/penetration.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

/// HM-BEL-10: each side of straight ahead, from the front corners.
constexpr Angle kBelosArc = 22_deg;
constexpr Length kBelosChargeReach = 1_in;  ///< HM-BCH-05
constexpr Length kEkdromoiReach = 6_in;     ///< HM-EKD-10

/// What one stand may shoot at, nearest first.
struct Aim {
  LochosRef lochos;
  BaseId base;
  geometry::Measure gap;
  Vec2 at;                              ///< the middle of the stand
  std::optional<engine::Reason> doubt;  ///< range or arc too close to call, by name
};
/// Targets of one front stand. `range`: of the weapon, or an inch in a belos charge. `only`: one enemy unit.
std::vector<Aim> aims_of(const Facts& facts, const LochosRef& shooter, const Stand& stand, Length range, const UnitId& only = {});
/// The shots of a unit: spread over targets, the rest joined to the nearest (HM-BEL-13, 14, HM-AMB-98). In B4 at chargers only.
std::vector<Shot> shots_of(const Facts& facts, const UnitId& unit, bool belos_charge, const UnitId& only = {});
/// The rows of a shot's intensity.
Arithmetic intensity_of_shot(const State& state, const Shot& shot, bool belos_charge);

/// Is a range or an arc too close to call, among the targets of a unit's shots or those just out of them? The first of them, named.
std::optional<engine::Reason> doubt_of_shots(const Facts& facts, const UnitId& unit);
/// May it shoot in this stage, and why not (whose turn it is the sequence says)?
engine::Verdict may_shoot(const Facts& facts, const UnitId& unit);
/// May it belos charge that enemy, and how far it goes for it?
engine::Verdict may_belos_charge(const Facts& facts, const UnitId& unit, const UnitId& target);
/// Its kind, card, files and this turn allow a belos charge at all.
engine::Verdict able_to_belos_charge(const Facts& facts, const UnitId& unit);
/// The same, worked out anew: facts keep it.
engine::Verdict look_at_belos_charger(const Facts& facts, const UnitId& unit);
/// Inches it may move in a belos charge (HM-BCH-09, HM-HAM-03).
Length belos_charge_move(const State& state, const UnitId& unit);
/// Straight ahead to an inch of the target; nothing when the way misses it.
std::optional<Length> belos_charge_way(const Facts& facts, const UnitId& unit, const UnitId& target);
/// How far it may fall back, straight, facing the target.
Length room_behind(const Facts& facts, const UnitId& unit, Length most);

/// The belos number of a unit now: optional rule 10 wears peltastes down (HM-OPT10-02).
int belos_number(const State& state, const UnitId& unit, bool belos_charge);
/// Lochoi with ekdromoi to send at a tormentor within reach (HM-EKD), forced ones first.
std::vector<LochosRef> ekdromoi_due(const State& state, const UnitId& unit);
/// The nearest stand of a unit from a lochos, and how far.
struct NearStand {
  LochosRef lochos;
  BaseId base;
  geometry::Measure gap;
};
std::optional<NearStand> nearest_stand(const State& state, const LochosRef& from, const UnitId& unit);
/// The tormentor it would go for: the nearest within 6".
std::optional<UnitId> tormentor_in_reach(const State& state, const LochosRef& lochos);

}  // namespace polemarch::hoplomachia
