#pragma once
/// Push backs: which bases go first, where they stand, what they run into; the push of two centimetres and the fracture. PA-RES. Table mm.
/// Pure.

#include <optional>
#include <utility>
#include <vector>

#include "engine/rulesets/paean/topics/stands.hpp"

namespace polemarch::paean {

/// Least and most of a base along a direction, from the table's origin. mm.
std::pair<double, double> extent_along(const geometry::Shape& shape, Vec2 along);

/// Where a formation fights: the way it is pushed, and the contact line across it.
struct Fray {
  UnitId foe;          ///< whose front it faces
  Vec2 away;           ///< unit vector straight away from that front
  double line_mm = 0;  ///< the contact line: the foremost of the touching enemy fronts, along `away` from the table's origin
};
/// Nothing when it is in contact with nobody.
std::optional<Fray> fray_of(const State& state, const UnitId& unit);
/// The same against the nearest enemy, touching or not: straight away from where he faces.
std::optional<Fray> nearest_fray(const State& state, const UnitId& unit);

/// All bases in the order they are pushed back: rear supporting bases furthest from the enemy first, then the bases in contact, then the
/// others. PA-AMB-29.
std::vector<BaseId> push_order(const State& state, const UnitId& unit);
/// The same bases, closest to the enemy first: the order of dispersals. PA-RES-06.
std::vector<BaseId> nearest_first(const State& state, std::vector<BaseId> bases, const Fray& fray);

/// Where bases pushed back together stand: five centimetres behind the contact line, side by side with the gap, centred on their old
/// columns. PA-AMB-57.
std::vector<engine::PlacedBase> pushed_places(const State& state, const std::vector<BaseId>& bases, const Fray& fray);

/// What stands in the way of a base that goes straight back to its place.
struct InTheWay {
  std::vector<UnitId> friends;  ///< formed, M, LH or H: they close ranks or are unformed (PA-RES-26..32)
  bool formed_enemy = false;    ///< M, LH or H: the base is dispersed (PA-RES-21)
  bool around = false;          ///< friends stand there who do not give way: it goes to their side (PA-RES-29, PA-RES-42)
};
InTheWay in_the_way(const State& state, const BaseId& base, const engine::PlacedBase& to, Vec2 away, const std::vector<UnitId>& melee);

/// A pushed base and everything that gives way before it.
struct Shoved {
  UnitId unit;
  std::vector<engine::PlacedBase> poses;
  bool over_edge = false;  ///< it would leave the table: dispersed (PA-RES-25)
  bool friendly = false;   ///< to the pushed base: its rally starts again (PA-RES-24)
};
/// Single bases and enemy L and LM that a base standing there would come nearer than the gap to, moved on until the gap is kept, and those
/// they move in their turn. PA-RES-19, PA-RES-22, PA-RES-23, PA-AMB-31.
std::vector<Shoved> shoved_by(const State& state, const BaseId& base, const engine::PlacedBase& to, Vec2 away);

/// The bases that go with a push: those in contact with an enemy front and those directly behind them; the others fracture. PA-RES-17.
std::vector<BaseId> pushed_along(const State& state, const UnitId& unit);

}  // namespace polemarch::paean
