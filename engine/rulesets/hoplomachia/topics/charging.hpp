#pragma once
/// Who may charge whom, what stands in the lane, and how far a charge reaches. Rules HM-EPI-06 to 22, HM-AMB-32, 48, 52, 74. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/facts.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

/// May troops like these strike a lochos on that side at all? HM-EPI-06 to 12.
engine::Verdict eligible(const State& state, const UnitId& charger, const LochosRef& target, Strikes on);
/// Would the target, charged, be allowed to charge this enemy's front (HM-EPI-13, HM-AMB-52)?
bool may_answer_charge(const State& state, const UnitId& target, const UnitId& charger);

/// A wall or a ditch: hippeis do not charge who defends it (HM-EPI-06).
bool is_works(const TerrainKind& kind);

/// From where a body strikes a lochos where it stands: a side that its own line covers is no flank (HM-FLK-01, 05).
StruckFrom struck_from(const State& state, const Shapes& striker, const LochosRef& target);
StruckFrom struck_from(const Facts& facts, const Shapes& striker, const LochosRef& target);
/// The sides of a lochos that its own line does not cover; facts keep it.
OpenSides open_sides(const State& state, const LochosRef& target);

/// Sub-units of a unit that go where the unit goes: sound, not engaged, not running on their own.
std::vector<int> in_hand(const State& state, const UnitId& unit);
Shapes shapes_in_hand(const State& state, const UnitId& unit);

/// The strip straight ahead of a body (at least one stand), for a quick look at who cannot be in it.
class Lane {
 public:
  explicit Lane(const Shapes& body);
  /// Surely neither touched nor ahead.
  bool misses(const Round& round) const;

 private:
  Vec2 ahead_, across_;
  double low_ = 1e18, high_ = -1e18, rear_ = 1e18;
  bool straight_ = true;
};
/// Enemies in the lane, nearest first, routers and hidden ones left out.
std::vector<InLane> lane_of(const Facts& facts, const UnitId& charger);
/// The same, worked out anew: facts keep it.
std::vector<InLane> look_down_lane(const Facts& facts, const UnitId& charger);
/// Has it turned to run: it routs or evades? Who pursues has not (HM-EPI-32).
bool runs_on(const State& state, const LochosRef& lochos);
/// Those of them that it may charge and that do not run.
std::vector<InLane> chargeable(const State& state, const UnitId& charger);
/// How far targets are looked for: the highest CHARGE number, or the rolled one with the option (HM-AMB-74); less 1" for files changed.
Length target_reach(const State& state, const UnitId& charger);
/// A charge less 1" where files were changed in this phase (HM-AMB-115).
Length less_for_files(const Taxis& unit, Length reach);
/// The distance its die gives it, less 1" for files changed in this phase (HM-AMB-115).
Length rolled_reach(const State& state, const UnitId& charger);

/// Those of the lane that are targets (HM-EPI-18, 19); `doubts`: enemies under Charge whose own die has to be known first (HM-EPI-20).
struct Targets {
  std::vector<InLane> units;
  std::vector<UnitId> doubts;
};
Targets targets_of(const Facts& facts, const UnitId& charger);

/// Enemies that the single lochoi of a charging unit come upon first, straight ahead within that distance, and may charge; nearest first.
/// Who runs is none of them.
std::vector<UnitId> met_first(const State& state, const UnitId& charger, Length most);

/// Is the unit under a charge order, or forced to charge (HM-EPI-35)?
bool under_charge(const Taxis& unit);
/// Does it stand by a check of the Katastrophe before this turn (HM-AND-32)?
bool halted_by_check(const Taxis& unit);
/// Hoplites whose E sends them back in the next B5: they receive charges and make none, but for a C that forces them (HM-AMB-12).
bool goes_back(const Taxis& unit);
/// Hippeis sent out with the psiloi: they may charge enemy lights without a further order (HM-OTYP-13).
bool charges_lights(const Taxis& unit);
/// May the unit in turn charge now, straight ahead or onto a lochos it wheels against? Whose turn it is the sequence says.
engine::Verdict may_charge(const Facts& facts, const UnitId& charger, const std::optional<LochosRef>& onto);
/// Lochoi it may wheel onto (HM-EPI-29): charged or engaged by a friend, on a flank or the rear, and within reach.
std::vector<LochosRef> wheel_targets(const Facts& facts, const UnitId& charger);
/// The same, worked out anew: facts keep it.
std::vector<LochosRef> look_for_wheels(const Facts& facts, const UnitId& charger);
/// What the wheel and the advance onto it cost, and where the leading lochos would stand.
struct WheelWay {
  Length cost;
  Pose from, to;  ///< of the lochos that leads
  int leading = 0;
};
/// `most`: ways that are surely longer are not looked for.
std::optional<WheelWay> wheel_way(const Facts& facts, const UnitId& charger, const LochosRef& onto, std::optional<Length> most = {});

/// Is the taxis past the flank line or behind an enemy taxis and able to strike it in the next epidromos (HM-EVT-06, HM-AMB-32)?
bool envelops(const Facts& facts, const UnitId& taxis, const UnitId& phalanx);
/// An enemy taxis that envelops the phalanx of a side, if any.
std::optional<std::pair<UnitId, UnitId>> enveloped(const State& state, Side side);

}  // namespace polemarch::hoplomachia
