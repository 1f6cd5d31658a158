#include "engine/rulesets/hoplomachia/topics/striking.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

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
  if (lochos.empty()) throw std::out_of_range("a lochos without stands");
  if (lochos.size() == 1) return lochos.front();
  const geo::Hull hull = geo::hull_of(lochos, heading_of(lochos.front()));
  geo::Shape column = geo::placed(hull.footprint, hull.pose);
  column.error = lochos.front().error;
  return column;
}

namespace {

/// Where a body surely lies, whatever the error of a place: wholly before the line of a lochos' rear, and not wholly past either side.
struct Surely {
  bool not_behind = true, past_no_side = false;
};
Surely surely(const Shapes& striker, const geo::Shape& front) {
  constexpr double kSure = 10;  // mm
  const Vec2 across = geo::left_of(front.ahead);
  double rear = 1e18, left = -1e18, right = 1e18;  // of the body, as the lochos looks
  for (const geo::Shape& stand : striker)
    for (const Vec2 corner : stand.corners) {
      const Vec2 d = corner - front.centre;
      rear = std::min(rear, geo::dot(d, front.ahead));
      left = std::max(left, geo::dot(d, across)), right = std::min(right, geo::dot(d, across));
    }
  return {rear > kSure - front.half_depth, left > kSure - front.half_front && right < front.half_front - kSure};
}

}  // namespace

StruckFrom struck_from(const Shapes& striker, const Shapes& target, OpenSides open) {
  const Surely there = surely(striker, target.front());
  if (there.not_behind && (there.past_no_side || (!open.left && !open.right))) return {};
  const geo::Shape column = column_of(target);
  const auto half_plane = [](geo::Edge edge) { return geo::ArcSpec{edge, 90_deg, geo::Apex::EdgeEnds}; };
  using engine::Ruling;
  const geo::Measure past_right = geo::least_depth_in_arc(column, half_plane(geo::Edge::Right), striker),
                     past_left = geo::least_depth_in_arc(column, half_plane(geo::Edge::Left), striker);
  const geo::ArcMembership rear =
      there.not_behind ? geo::ArcMembership{} : geo::formation_in_arc(column, half_plane(geo::Edge::Rear), striker);
  const Ruling right = geo::at_least(past_right, Length{}), left = geo::at_least(past_left, Length{});
  const Ruling behind = rear.at_least_share(0.5);
  const bool doubtful =
      (open.right && right == Ruling::TooCloseToCall) || (open.left && left == Ruling::TooCloseToCall) || behind == Ruling::TooCloseToCall;
  // As measured: a depth of zero lies on the line and counts as beyond it; predominantly is more than half.
  const bool flank_right = open.right && past_right.value >= Length{-10}, flank_left = open.left && past_left.value >= Length{-10};
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
  const auto radius = [](const geo::Shape& shape) { return geo::length_of({shape.half_depth, shape.half_front}); };
  for (const geo::Shape& other : others) {
    const bool near = std::any_of(body.begin(), body.end(), [&](const geo::Shape& own) {
      return apart(own.centre, other.centre) <= radius(own) + radius(other) + 0.02;  // mm; beyond it they surely do not touch
    });
    if (!near || geo::gap_between(body, {&other, 1}).signed_gap.value > Length{10}) ahead.push_back(other);
  }
  if (ahead.empty() || body.empty()) return std::nullopt;
  return geo::straight_charge(body, course, ahead);
}

bool runs_into(const Shapes& body, const Shapes& others) {
  constexpr double kStep = 2;  // mm
  Shapes on = body;
  for (geo::Shape& shape : on) {
    const Vec2 d = kStep * shape.ahead;
    shape.centre = shape.centre + d;
    for (Vec2& corner : shape.corners) corner = corner + d;
  }
  for (const geo::Shape& other : others) {
    const Length now = geo::gap_between(body, {&other, 1}).signed_gap.value;
    if (now > Length{10}) continue;
    const Length then = geo::gap_between(on, {&other, 1}).signed_gap.value;
    if (then < Length{} && then < now - 0.1_mm) return true;
  }
  return false;
}

std::optional<geo::Charge> first_met(const Shapes& body, const Shapes& others) {
  for (const geo::Shape& other : others)
    if (runs_into(body, {other})) {
      const geo::Gap gap = geo::gap_between(body, {&other, 1});
      geo::Charge at;
      at.touch = gap.on_b;
      return at;
    }
  return first_touch(body, Angle{}, others);
}

std::optional<geo::Charge> touch_in_lane(const Shapes& body, const Shapes& others) {
  constexpr double kLine = 0.05;  // mm; no wider than a line
  if (body.empty()) return std::nullopt;
  const Vec2 across = geo::left_of(body.front().ahead);
  const auto span = [&](const geo::Shape& shape) {
    std::pair<double, double> low_high{1e18, -1e18};
    for (const Vec2 corner : shape.corners) {
      low_high.first = std::min(low_high.first, geo::dot(corner, across));
      low_high.second = std::max(low_high.second, geo::dot(corner, across));
    }
    return low_high;
  };
  Shapes inside;
  for (const geo::Shape& other : others) {
    const auto [low, high] = span(other);
    const bool in_lane = std::any_of(body.begin(), body.end(), [&, low = low, high = high](const geo::Shape& own) {
      const auto [own_low, own_high] = span(own);
      return std::min(high, own_high) - std::max(low, own_low) > kLine;
    });
    if (in_lane) inside.push_back(other);
  }
  return first_met(body, inside);
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

bool covered_on_the_right(const geo::Shape& own, const Shapes& friends, Length error) {
  const Vec2 right = -1.0 * geo::left_of(own.ahead);
  const double less = 0.01 + error.mm();
  return std::any_of(friends.begin(), friends.end(), [&](const geo::Shape& friendly) {
    const Vec2 d = friendly.centre - own.centre;
    const double beside = geo::dot(d, right) - own.half_front - friendly.half_front;
    return beside > -own.half_front && beside < 2 * own.half_front - less && std::fabs(geo::dot(d, own.ahead)) < 2 * own.half_depth - less;
  });
}

bool covered_beside(const geo::Shape& own, Strikes side, const Shapes& friends) {
  constexpr double kLine = 0.01;  // mm
  const Vec2 out = side == Strikes::Unshielded ? -1.0 * geo::left_of(own.ahead) : geo::left_of(own.ahead);
  return std::any_of(friends.begin(), friends.end(), [&](const geo::Shape& friendly) {
    const Vec2 d = friendly.centre - own.centre;
    const double beside = geo::dot(d, out) - own.half_front - friendly.half_front;
    return beside > -own.half_front && beside < 2 * own.half_front - kLine &&
           std::fabs(geo::dot(d, own.ahead)) < own.half_depth + friendly.half_depth - kLine;
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
  // Whose front lies along it drives it before him: of several that share an edge with it, the one that shares most.
  const geo::Shape* pushes = nullptr;
  std::int64_t most = 0;
  for (const geo::Shape& foe : enemy)
    for (const geo::Shape& mine : own) {
      if (!front_meets(foe, mine)) continue;
      for (const geo::EdgeContact& contact : geo::contacts_between(foe, mine, 3_mm).edges)
        if (contact.edge_a == geo::Edge::Front && contact.overlap.value.um > most) most = contact.overlap.value.um, pushes = &foe;
    }
  if (pushes != nullptr) return heading_of(*pushes);
  const geo::Gap gap = geo::gap_between(own, enemy);
  if (gap.signed_gap.value > 3_mm) {
    const Vec2 d = geo::vec(gap.on_a) - geo::vec(gap.on_b);
    return geo::direction(d.x, d.y);
  }
  // They touch otherwise: from the middle of those stands that touch, not of any one pair.
  const auto middle_of_touching = [](const Shapes& these, const Shapes& those) {
    Vec2 sum{};
    double count = 0;
    for (const geo::Shape& shape : these)
      if (geo::gap_between({&shape, 1}, those).signed_gap.value <= 3_mm) sum = sum + shape.centre, ++count;
    return count > 0 ? (1 / count) * sum : these.front().centre;
  };
  const Vec2 d = middle_of_touching(own, enemy) - middle_of_touching(enemy, own);
  return geo::direction(d.x, d.y);
}

}  // namespace polemarch::hoplomachia
