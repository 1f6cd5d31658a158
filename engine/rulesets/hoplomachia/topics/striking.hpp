#pragma once
/// Where a charge strikes and how stands come to stand: front, shielded flank, unshielded flank or rear; squared up corner to corner;
/// moved as one body. Rules HM-EPI-25, 26, HM-FLK-01, 04, HM-GAP-02 to 06, HM-AMB-118. Table frame. Pure.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/geometry/contact.hpp"
#include "engine/geometry/shape.hpp"
#include "engine/rulesets/hoplomachia/nouns.hpp"

namespace polemarch::hoplomachia {

using Shapes = std::vector<geometry::Shape>;
using geometry::operator+;
using geometry::operator-;
using geometry::operator*;

/// The side of a lochos an enemy strikes: the left is shielded, the right is not (HM-GAP-06).
std::string text_of(Strikes side);

struct StruckFrom {
  Strikes side = Strikes::Front;
  bool doubtful = false;  ///< not sure at 99 %
};
/// From where a body strikes a lochos (its stands, front one first): wholly beyond a side edge's line is a flank, predominantly behind
/// the line of the rear is the rear (HM-FLK-01, 04). Who is both strikes what its front would touch. A side that is not open cannot be
/// struck: who is beyond it strikes the front, or the rear.
struct OpenSides {
  bool left = true, right = true;
};
StruckFrom struck_from(const Shapes& striker, const Shapes& target, OpenSides open = {});
/// The rectangle round a lochos, with its front stand's error.
geometry::Shape column_of(const Shapes& lochos);

/// The pose in which a stand faces the given side of a target, edge to edge and corner to corner with the target's stand.
Pose squared_up(const Footprint& own, const geometry::Shape& target, Strikes side);
/// What takes `from` to `to`, applied to another stand of the body.
Pose carried(const Pose& stand, const Pose& from, const Pose& to);
Pose ahead_of(const Pose& stand, Length distance);                  ///< along its own heading
Pose shifted(const Pose& stand, Angle direction, Length distance);  ///< facing kept
Pose turned_about(const Pose& stand);                               ///< facing the other way, in place

/// Straight ahead until the first touch of any of the others; nothing when the course misses. Others touched already at the start are
/// left out.
std::optional<geometry::Charge> first_touch(const Shapes& body, Angle course, const Shapes& others);
/// Does a body that goes ahead push deeper into stands that it touches already (HM-PEN-01)?
bool runs_into(const Shapes& body, const Shapes& others);
/// Straight ahead until the first touch, where who is touched ahead already is met at once.
std::optional<geometry::Charge> first_met(const Shapes& body, const Shapes& others);
/// The same, of what lies in the body's lane: a stand that only touches the line of the lane's edge does not (HM-EPI-18).
std::optional<geometry::Charge> touch_in_lane(const Shapes& body, const Shapes& others);

/// Front-right corner to front-right corner: an enemy that overlaps on the unshielded side (HM-GAP-03).
bool overlaps_on_the_right(const geometry::Shape& own, const geometry::Shape& enemy, Length tolerance = 3_mm);
/// Right side to right side (HM-GAP-04).
bool right_sides_meet(const geometry::Shape& own, const geometry::Shape& enemy, Length tolerance = 3_mm);
/// Is there a stand of `friends` beside the right side, nearer than a base width? (HM-GAP-02) `error`: how far off stands may have been
/// measured; what is a base width or a depth away within it counts as that.
bool covered_on_the_right(const geometry::Shape& own, const Shapes& friends, Length error = {});
/// Is there a stand of `friends` beside that side with no room for a base between? Then nobody strikes it there.
bool covered_beside(const geometry::Shape& own, Strikes side, const Shapes& friends);
/// Does the front of `own` lie along a side of `other`, over more than half a base? Which side.
std::optional<Strikes> front_meets(const geometry::Shape& own, const geometry::Shape& other, Length tolerance = 3_mm);

/// Directly away from an enemy: from the closest points, or where they touch along the enemy's facing.
Angle away_from(const Shapes& own, const Shapes& enemy);

}  // namespace polemarch::hoplomachia
