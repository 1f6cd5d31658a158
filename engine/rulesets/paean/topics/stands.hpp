#pragma once
/// Bases as they stand, for measuring: those of a formation, of a side, of everybody. Table mm. Pure.

#include <utility>
#include <vector>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// A base on the table.
struct Stand {
  BaseId base;
  UnitId unit;
  Side side = Side::A;
  const Card* card = nullptr;
  geometry::Shape shape;
};

/// The bases of a formation from the front left, or the one base of a leader.
std::vector<Stand> stands_of(const State& state, const UnitId& unit);
/// Everybody's bases on the table; leaders too.
std::vector<Stand> all_stands(const State& state);
std::vector<geometry::Shape> shapes_of(const std::vector<Stand>& stands);

/// A rectangle along the table's edges, mm.
struct Area {
  Vec2 low{1e12, 1e12}, high{-1e12, -1e12};
};
/// The rectangle round these bases, and so much more on every side.
Area area_of(const std::vector<geometry::Shape>& shapes, double more);
/// Bases of formations that reach into it, formation by formation in the order they stand in; more may be named than do.
std::vector<Stand> stands_in(const State& state, const Area& area);
/// Formations with such a base, by id.
std::vector<UnitId> formations_in(const State& state, const Area& area);

/// A base of one side along a base of the other, as seen from both.
struct BaseTouch {
  std::size_t ours = 0, theirs = 0;
  Flank on_ours = Flank::Front, on_theirs = Flank::Front;
  double share_mm = 0;  ///< length of edge they share; 0 where they touch askew
};
/// What counts as touching: bases that are to come into contact, and bases that have been in contact (design: jitter does not break it).
enum class Touching { Now, Still };
/// Touching at a corner only, edges flush, is not contact (PA-GEO-16, PA-CCD-11).
std::vector<BaseTouch> touches(const std::vector<Stand>& ours, const std::vector<Stand>& theirs, int k, Touching how);

/// Those of them that are a meeting: the front of one of the two touches. Who comes to stand side by side with an enemy, or slides along
/// him, has not met him.
std::vector<BaseTouch> with_a_front(std::vector<BaseTouch> touches);
/// Enemy formations whom the formation would meet with its bases there, by id.
std::vector<UnitId> enemies_met(const State& state, const UnitId& unit, const std::vector<engine::PlacedBase>& there);

/// A leader's base would stand in contact with the formation there.
bool would_touch(const State& state, const UnitId& leader, const MeasuredPose& there, const UnitId& formation);

/// The sides that two formations touch with, which of `bases` are known to. Edges along each other say it themselves; where bases touch
/// askew, who touches with its front decides by where that front stands (PA-AMB-58).
std::pair<Flank, Flank> sides_that_touch(const State& state, const UnitId& ours, const UnitId& theirs, const std::vector<BaseTouch>& bases);

/// The hero and the formation still touch: neither has gone away (PA-AMB-36).
bool still_faces(const State& state, const LoneFight& lone);
/// The heroes alone whom the formation fights.
std::vector<UnitId> heroes_faced(const State& state, const UnitId& unit);
/// In close combat, with a formation or with a hero alone: it only fights, turns or, L and LM, evades (PA-AMB-42).
bool engaged(const State& state, const UnitId& unit);
/// A leader of that side who is alone and whom bases there would come upon; empty: none.
UnitId leader_met(const State& state, Side side, const std::vector<geometry::Shape>& there);
/// An enemy leader alone whom the formation has come upon: he is before the front of one of its bases, or under one.
bool comes_upon(const State& state, const UnitId& unit, const UnitId& leader);

/// The side of `of` on which a table point lies: ahead of its front line, behind its rear line, else left or right.
Flank flank_of(const geometry::Shape& of, Vec2 at);
constexpr Flank flank_of(geometry::Edge edge) {
  switch (edge) {
    case geometry::Edge::Front:
      return Flank::Front;
    case geometry::Edge::Right:
      return Flank::Right;
    case geometry::Edge::Rear:
      return Flank::Rear;
    case geometry::Edge::Left:
      return Flank::Left;
  }
  return Flank::Front;
}

}  // namespace polemarch::paean
