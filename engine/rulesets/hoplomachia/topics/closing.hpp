#pragma once
/// How a charging body comes to stand: ahead, squared up, its lochoi in contact; drift; terrain crossed. Rules HM-EPI-24 to 28, HM-DRIFT,
/// HM-MULT-01, HM-AMB-17. Pure.

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

/// A contact to be made: a lochos of the body (by its number) strikes that enemy there.
struct Strike {
  int lochos = 0;
  LochosRef foe;
  Strikes on = Strikes::Front;
  bool operator==(const Strike&) const = default;
};
struct Closing {
  std::vector<engine::PlacedBase> poses;
  Length moved;          ///< straight ahead, before squaring up
  bool squared = false;  ///< the body stands squared up to what it struck
  std::vector<Strike> strikes;
  std::vector<UnitId> overlapped;  ///< friends drifted into (HM-DRIFT-06)
  std::set<std::string> crossed;   ///< kinds of terrain
};
/// The lochoi in hand go `way` ahead, square up to what they touch of `foes` where there is room, and single ones go on to contact within
/// `reach`; then the body drifts to its right.
Closing closing(const State& state, const UnitId& unit, Length way, Length reach, const std::set<UnitId>& foes, Length drift = {});
/// Where a friend lies a little across its way: the lane beside it, less than a base aside, in which the body comes to its place all the
/// same, the nearest that leads to one (HM-EPI-25, 26). `drift`: of a way ahead.
std::optional<Closing> closing_aside(const State& state, const UnitId& unit, Length reach, const std::set<UnitId>& foes,
                                     const std::function<Length(Length)>& drift);
/// After a charge met another half-way: the lochoi that touch nobody go on, each alone, to what they can reach within `most` (HM-EPI-25).
/// Those that do not get there stay.
Closing going_on(const State& state, const UnitId& unit, Length most);
/// How far a body may go, straight ahead or off it by `course`, before a stand of it enters impassable ground; `most` when none does.
Length way_to_impassable(const State& state, const Shapes& body, Angle course, Length most);
/// How far ahead it may go before a friend, or an enemy it may not touch, is in the way; an inch short of the enemy (HM-AMB-29, 48,
/// HM-AMB-72); or impassable ground.
Length free_way(const State& state, const UnitId& unit, Length most);
/// The leading lochos is put at `to`; the others keep their place beside it (HM-EPI-29).
Closing wheeled(const State& state, const UnitId& unit, const Pose& from, const Pose& to, const std::set<UnitId>& foes, Length moved);
/// What these stands, with everything else where it is, touch with their fronts.
std::vector<Strike> strikes_of(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& poses,
                               const std::set<UnitId>& foes);

/// Kinds of terrain that stands cross on the way, those they start in included, with their disarray numbers.
std::set<std::string> crossed_by(const State& state, const Shapes& from, const Shapes& to);
std::vector<std::pair<std::string, int>> disarray_numbers(const State& state, const std::set<std::string>& kinds);

/// A lochos put on a free side of an enemy one, nearest first: after a slaughter (HM-RES-15), or wheeling in (HM-FLK-06).
std::optional<std::pair<Pose, Strikes>> free_side(const State& state, const LochosRef& own, const LochosRef& foe);
/// May this lochos wheel into the flank of an enemy in othismos (HM-FLK-05 to 08)?
engine::Verdict may_wheel_in(const State& state, const LochosRef& own, const LochosRef& foe);
/// May any lochos of the unit, for all that was measured?
bool may_wheel_in_anywhere(const State& state, const UnitId& unit);
/// How far a lochos has to go for it in this turn.
Length wheel_reach(const State& state, const LochosRef& own);
/// The lochos as a column with its front stand there.
std::vector<engine::PlacedBase> column_at(const Lochos& lochos, const Pose& front);

}  // namespace polemarch::hoplomachia
