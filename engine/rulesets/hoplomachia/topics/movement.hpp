#pragma once
/// Moves: allowance, what each part costs, what disarrays, how near the enemy (HM-MOVE, HM-MAN, HM-ARR, HM-MARCH, HM-APPR, HM-PROX,
/// HM-PEN, HM-TER). Pure.

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

constexpr Length kTurnCost = 1_in;  ///< HM-MAN-04

/// HM-MOVE-01, HM-DIS-14, HM-HAM-02: inches on the card for the arrangement it moves in; nothing where the card has no number.
std::optional<Length> allowance(const State& state, const Taxis& unit, Arrangement arrangement);
/// HM-HAM-03, HM-AMB-20: beyond this pace a unit loses its hamippoi; nothing where it has none.
std::optional<Length> hamippoi_pace(const State& state, const Taxis& unit);
/// HM-BEL-15 to 17: who shot does not move any more in this turn, hippotoxotes apart.
bool shot_its_move_away(const Taxis& unit);
/// The rule that takes the move from such shooters (HM-BEL-15, HM-BEL-17).
std::string rule_of_shooters(const Taxis& unit);
/// What is left of it in this turn (HM-ARR-09: changes forced by reactions count).
Length left_of(const State& state, const Taxis& unit, Arrangement arrangement);

/// A unit another one passes through, and what comes of it (HM-PEN).
struct Passage {
  UnitId by, unit;
  bool disarrays_mover = false, disarrays_other = false;
  std::string rule;
};
/// Where a move leads and what it costs.
struct Course {
  std::map<UnitId, std::vector<engine::PlacedBase>> poses;  ///< of the unit and of those that move with it
  Length cost;                                              ///< most that a stand moves, arrangement changes included
  Length cost_sd;                                           ///< of `cost`, where the stands were measured
  Length ahead;                                             ///< straight on, in all
  Arrangement arrangement = Arrangement::CF;
  Angle wheeled;           ///< in all
  Length inclined;         ///< to the right by choice (HM-OPT2-01)
  bool lines_up = false;   ///< its lochoi form a line
  bool disarrays = false;  ///< all who go: how they wheel or turn
  std::string disarray_rule, disarray_why;
  std::map<UnitId, std::set<std::string>> crossed;  ///< kinds of terrain that each of them crosses
  std::map<UnitId, std::string> upset;              ///< whom the ground disarrays, and why (HM-DIS-07, HM-DIS-16)
  std::vector<Passage> passages;
  std::vector<engine::Reason> against;  ///< what the rules have against it
  std::optional<engine::Verdict> doubt;
  std::string how;
};
Course course_of(const State& state, const MoveUnit& move);
/// The error of what a move costs; nothing where it was not measured.
std::optional<double> sd_in_inches(const Course& course);

engine::Verdict may_move(const State& state, const MoveUnit& move);
/// As above, with the course already worked out.
engine::Verdict may_move(const State& state, const MoveUnit& move, const Course& course);
engine::Verdict may_arrange(const State& state, const UnitId& unit, Arrangement to, bool read);
/// May the unit let its move go by (HM-MARCH-02, HM-APPR-07)?
engine::Verdict may_stand(const State& state, const UnitId& unit);
/// What a unit that withdraws does first so as to face its own edge; nothing: it faces it (HM-OTYP-25).
std::vector<Leg> turn_home(const State& state, const UnitId& unit);
/// The longest straight advance the rules allow, in quarters of an inch, after these parts; nothing: none.
std::optional<MoveUnit> furthest_ahead(const State& state, const UnitId& unit, std::vector<Leg> first = {});
/// HM-APPR-08: the pace of the phalanx: that of its slowest taxis.
Length pace_of_phalanx(const State& state, const UnitId& unit);

/// HM-MAN-T1: the sum of wheels in a move beyond which it disarrays; nothing: no limit.
std::optional<Angle> wheel_limit(const UnitCard& card, Arrangement arrangement);
/// HM-MAN-04..15, HM-OPT3-01, HM-AMB-123.
struct TurnRule {
  bool allowed = true;
  Length cost;
  std::string rule;
};
TurnRule turn_rule(const State& state, const Taxis& unit, Angle by);
/// May it go up to an inch to the right on its approach (HM-OPT2-01, HM-AMB-112)?
bool may_incline(const State& state, const Taxis& unit);

/// HM-DIS-07, HM-TER-03: sum of the numbers of these kinds.
int disarray_sum(const State& state, const std::set<std::string>& kinds);
/// Kinds of terrain under the stands anywhere between two places (HM-TER-02).
std::set<std::string> crossed_between(const State& state, const std::vector<engine::PlacedBase>& from,
                                      const std::vector<engine::PlacedBase>& to, const Taxis& unit);
/// Impassable terrain on the way; empty: none.
std::string impassable_between(const State& state, const std::vector<engine::PlacedBase>& from, const std::vector<engine::PlacedBase>& to,
                               const Taxis& unit);
/// The kind's row of the terrain chart; null when the chart has none.
const TerrainKind* kind_named(const State& state, const std::string& kind);

/// Drift of an approach move: half an inch for 9 or more lochoi (HM-APPR-04, 06), up to an inch by choice with optional rule 2.
Length approach_drift(const State& state, const UnitId& unit);

}  // namespace polemarch::hoplomachia
