#include "engine/rulesets/hoplomachia/topics/striking.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

geo::Edge edge_of(Strikes side) {
  switch (side) {
    case Strikes::Front:
      return geo::Edge::Front;
    case Strikes::Shielded:
      return geo::Edge::Left;
    case Strikes::Unshielded:
      return geo::Edge::Right;
    case Strikes::Rear:
      return geo::Edge::Rear;
  }
  return geo::Edge::Front;
}
Strikes struck_on(geo::Edge edge) {
  switch (edge) {
    case geo::Edge::Front:
      return Strikes::Front;
    case geo::Edge::Left:
      return Strikes::Shielded;
    case geo::Edge::Right:
      return Strikes::Unshielded;
    case geo::Edge::Rear:
      return Strikes::Rear;
  }
  return Strikes::Front;
}

Angle heading_of(const geo::Shape& shape) { return geo::direction(shape.ahead.x, shape.ahead.y); }
Pose pose_at(Vec2 at, Angle heading) { return {geo::rounded(at.x), geo::rounded(at.y), heading.normalised()}; }
double apart(Vec2 a, Vec2 b) { return geo::length_of(a - b); }

}  // namespace

std::string text_of(Strikes side) {
  switch (side) {
    case Strikes::Front:
      return "front";
    case Strikes::Shielded:
      return "shielded flank";
    case Strikes::Unshielded:
      return "unshielded flank";
    case Strikes::Rear:
      return "rear";
  }
  return {};
}

geo::Shape column_of(const Shapes& lochos) {
  assert(!lochos.empty());
  if (lochos.size() == 1) return lochos.front();
  const geo::Hull hull = geo::hull_of(lochos, heading_of(lochos.front()));
  geo::Shape column = geo::placed(hull.footprint, hull.pose);
  column.error = lochos.front().error;
  return column;
}

StruckFrom struck_from(const Shapes& striker, const Shapes& target) {
  const geo::Shape column = column_of(target);
  const auto half_plane = [&](geo::Edge edge) { return geo::formation_in_arc(column, {edge, 90_deg, geo::Apex::EdgeEnds}, striker); };
  const auto beyond_side = [&](geo::Edge edge) { return half_plane(edge).wholly(); };
  using engine::Ruling;
  const Ruling right = beyond_side(geo::Edge::Right), left = beyond_side(geo::Edge::Left);
  const geo::ArcMembership rear = half_plane(geo::Edge::Rear);
  const Ruling behind = rear.at_least_share(0.5);
  const bool doubtful = right == Ruling::TooCloseToCall || left == Ruling::TooCloseToCall || behind == Ruling::TooCloseToCall;
  // As measured: a depth of zero lies on the line and counts as beyond it; predominantly is more than half.
  const bool flank_right = half_plane(geo::Edge::Right).whole.value >= Length{-10},
             flank_left = half_plane(geo::Edge::Left).whole.value >= Length{-10};
  const bool is_behind = rear.share > 0.5;
  if (is_behind && (flank_right || flank_left)) {
    const auto touch = first_touch(striker, Angle{}, {column});
    if (touch && touch->feature_b == geo::Feature::RightEdge) return {Strikes::Unshielded, doubtful};
    if (touch && touch->feature_b == geo::Feature::LeftEdge) return {Strikes::Shielded, doubtful};
    return {Strikes::Rear, doubtful};
  }
  if (is_behind) return {Strikes::Rear, doubtful};
  if (flank_right) return {Strikes::Unshielded, doubtful};
  if (flank_left) return {Strikes::Shielded, doubtful};
  return {Strikes::Front, doubtful};
}

Pose squared_up(const Footprint& own, const geo::Shape& target, Strikes side) {
  const geo::Edge edge = edge_of(side);
  const Vec2 out = geo::outward(target, edge);
  const double half_own = own.depth.mm() / 2, half_front = own.frontage.mm() / 2;
  const Angle heading = geo::direction(-out.x, -out.y);
  if (side == Strikes::Front || side == Strikes::Rear) return pose_at(target.centre + (target.half_depth + half_own) * out, heading);
  // Against a side the own front reaches from the target's front corner backwards.
  const Vec2 corner = target.corner(side == Strikes::Unshielded ? geo::Corner::FrontRight : geo::Corner::FrontLeft);
  return pose_at(corner + half_own * out - half_front * target.ahead, heading);
}

Pose carried(const Pose& stand, const Pose& from, const Pose& to) {
  const Angle turn = (to.heading - from.heading).normalised();
  const double c = geo::cos_of(turn), s = geo::sin_of(turn);
  const Vec2 d = geo::vec(stand.centre()) - geo::vec(from.centre());
  const Vec2 turned{c * d.x - s * d.y, s * d.x + c * d.y};
  return pose_at(geo::vec(to.centre()) + turned, stand.heading + turn);
}

Pose ahead_of(const Pose& stand, Length distance) { return shifted(stand, stand.heading, distance); }
Pose shifted(const Pose& stand, Angle direction, Length distance) {
  return pose_at(geo::vec(stand.centre()) + distance.mm() * geo::unit_vector(direction), stand.heading);
}
Pose turned_about(const Pose& stand) { return {stand.x, stand.y, (stand.heading + 180_deg).normalised()}; }

std::optional<geo::Charge> first_touch(const Shapes& body, Angle course, const Shapes& others) {
  Shapes ahead;
  if (body.empty()) return std::nullopt;
  for (const geo::Shape& other : others)
    if (geo::gap_between(body, {&other, 1}).signed_gap.value > Length{10}) ahead.push_back(other);
  if (ahead.empty() || body.empty()) return std::nullopt;
  return geo::straight_charge(body, course, ahead);
}

bool overlaps_on_the_right(const geo::Shape& own, const geo::Shape& enemy, Length tolerance) {
  if (geo::dot(own.ahead, enemy.ahead) > -0.7) return false;
  return apart(own.corner(geo::Corner::FrontRight), enemy.corner(geo::Corner::FrontRight)) <= tolerance.mm() * 1.5;
}

bool right_sides_meet(const geo::Shape& own, const geo::Shape& enemy, Length tolerance) {
  for (const geo::EdgeContact& contact : geo::contacts_between(own, enemy, tolerance).edges)
    if (contact.edge_a == geo::Edge::Right && contact.edge_b == geo::Edge::Right && contact.overlap.value > tolerance) return true;
  return false;
}

bool covered_on_the_right(const geo::Shape& own, const Shapes& friends) {
  const Vec2 right = -1.0 * geo::left_of(own.ahead);
  return std::any_of(friends.begin(), friends.end(), [&](const geo::Shape& friendly) {
    const Vec2 d = friendly.centre - own.centre;
    const double beside = geo::dot(d, right) - own.half_front - friendly.half_front;
    return beside > -own.half_front && beside < 2 * own.half_front - 0.01 && std::fabs(geo::dot(d, own.ahead)) < 2 * own.half_depth - 0.01;
  });
}

std::optional<Strikes> front_meets(const geo::Shape& own, const geo::Shape& other, Length tolerance) {
  for (const geo::EdgeContact& contact : geo::contacts_between(own, other, tolerance).edges)
    if (contact.edge_a == geo::Edge::Front) {
      const bool end = contact.edge_b == geo::Edge::Front || contact.edge_b == geo::Edge::Rear;
      if (contact.overlap.value.mm() > std::min(own.half_front, end ? other.half_front : other.half_depth))
        return struck_on(contact.edge_b);
    }
  return std::nullopt;
}

Angle away_from(const Shapes& own, const Shapes& enemy) {
  const geo::Gap gap = geo::gap_between(own, enemy);
  if (gap.signed_gap.value > 3_mm) {
    const Vec2 d = geo::vec(gap.on_a) - geo::vec(gap.on_b);
    return geo::direction(d.x, d.y);
  }
  // They touch: the enemy's front pushes, whichever side it strikes.
  const geo::Shape& foe = enemy[gap.base_b];
  if (front_meets(foe, own[gap.base_a])) return heading_of(foe);
  const Vec2 d = own[gap.base_a].centre - foe.centre;
  return geo::direction(d.x, d.y);
}

}  // namespace polemarch::hoplomachia
