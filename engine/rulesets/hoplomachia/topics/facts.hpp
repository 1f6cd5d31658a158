#pragma once
/// What many questions about one state ask again and again, each worked out when it is first asked: rounds and shapes, charge lanes, who is
/// able to act, whose turn it is. The state has to outlive it and stay as it is. Rules stand with the questions (charging.hpp, able.hpp,
/// sequence.hpp). Answers are as pure as the state; not for two threads at once.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/striking.hpp"

namespace polemarch::hoplomachia {

struct VerbalOrder;

/// An enemy unit in the straight-ahead lane.
struct InLane {
  UnitId unit;
  LochosRef first;        ///< the lochos that would be touched first
  geometry::Measure way;  ///< straight ahead until it is touched
  Strikes on = Strikes::Front;
  bool side_doubtful = false;
  engine::Verdict may;  ///< eligible() of the first one
};

/// The way of a runner (HM-VERB-05): between the nearest edges, at least 3" from every enemy stand.
struct RunnersWay {
  std::vector<Point> path;
  Length length;
  int turns = 0;  ///< after the one in which it is sent (HM-VERB-04, HM-AMB-122)
};

/// A stand on the table and where it belongs.
struct Stood {
  LochosRef lochos;
  BaseId base;
  geometry::Shape shape;
};

class Facts {
 public:
  /// A state is as good as its facts: one question needs no more than a state.
  Facts(const State& state);
  Facts(const Facts&) = delete;
  Facts& operator=(const Facts&) = delete;

  const State& state() const { return state_; }
  /// Every unit of the state with a circle round its stands on the table, by id.
  struct Body {
    const UnitId* id;
    const Taxis* unit;
    Round round;
  };
  const std::vector<Body>& bodies() const;
  /// Those of them who are enemies of that side and in sight: on the table, not hidden, no scenery; by id.
  const std::vector<Body>& foes(Side of) const;
  const Round& round(const UnitId& unit) const;
  /// The stands of a lochos on the table.
  const Shapes& shapes(const LochosRef& lochos) const;
  /// The stands that go where the unit goes (in_hand of charging.hpp).
  const Shapes& in_hand(const UnitId& unit) const;
  /// The stands of a unit on the table; alone, or with whom they belong to.
  const Shapes& whole(const UnitId& unit) const;
  const std::vector<Stood>& stood(const UnitId& unit) const;
  /// lochoi_in_phalanx of orders.hpp.
  int lochoi_in_phalanx(const UnitId& unit) const;
  /// kept_off_by of runners_way.hpp, and the shortest way.
  const std::vector<std::vector<Vec2>>& kept_off(Side runners) const;
  const std::optional<RunnersWay>& shortest(const VerbalOrder& order) const;
  /// Was any stand measured, with an error to doubt by?
  bool measured() const;
  /// able_to_belos_charge of shooting.hpp.
  const engine::Verdict& belos_charger(const UnitId& unit) const;
  /// Does a wall or a ditch lie on the table (HM-EPI-06)?
  bool works() const;
  /// open_sides of charging.hpp.
  const OpenSides& open(const LochosRef& lochos) const;
  /// lane_of and wheel_targets of charging.hpp.
  const std::vector<InLane>& lane(const UnitId& charger) const;
  const std::vector<LochosRef>& wheel(const UnitId& charger) const;
  /// able_to_act and next_to_act of sequence.hpp.
  bool able(const UnitId& unit) const;
  bool able(const Body& body) const;
  const std::optional<UnitId>& next() const;

 private:
  /// Where a unit stands among the bodies.
  std::size_t index_of(const UnitId& unit) const;

  const State& state_;
  mutable std::vector<Body> bodies_;
  mutable std::vector<std::vector<Shapes>> shapes_;     ///< by body and lochos; empty: not asked for, or not there
  mutable std::vector<std::optional<Shapes>> in_hand_;  ///< by body
  mutable std::vector<std::optional<Shapes>> whole_;    ///< by body
  mutable std::vector<std::optional<std::vector<Stood>>> stood_;
  mutable std::map<Side, std::vector<Body>> foes_;
  mutable std::map<UnitId, int> in_phalanx_;
  mutable std::map<Side, std::vector<std::vector<Vec2>>> kept_off_;
  mutable std::map<std::array<std::string, 3>, std::optional<RunnersWay>> ways_;  ///< from whom, to which unit, to whom
  mutable std::optional<bool> measured_, works_;
  mutable std::map<LochosRef, OpenSides> open_;
  mutable std::map<UnitId, engine::Verdict> belos_chargers_;
  mutable std::map<UnitId, std::vector<InLane>> lanes_;
  mutable std::map<UnitId, std::vector<LochosRef>> wheels_;
  mutable std::vector<std::optional<bool>> able_;  ///< by body
  mutable std::optional<std::optional<UnitId>> next_;
};

}  // namespace polemarch::hoplomachia
