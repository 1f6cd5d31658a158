#include "engine/geometry/path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {
namespace {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

/// A pose in doubles while it walks.
struct At {
  Vec2 centre;
  Angle heading;
};

At wheeled(const Footprint& f, const At& at, Angle angle) {
  const Vec2 ahead = unit_vector(at.heading);
  const double side = angle.mdeg >= 0 ? 1.0 : -1.0;
  const Vec2 hub = at.centre + (f.depth.mm() / 2) * ahead + (side * f.frontage.mm() / 2) * left_of(ahead);
  const double c = cos_of(angle), s = sin_of(angle);
  const Vec2 r = at.centre - hub;
  return {hub + Vec2{r.x * c - r.y * s, r.x * s + r.y * c}, (at.heading + angle).normalised()};
}

Length wheel_cost(const Footprint& f, Angle angle, WheelCost how) {
  const Angle size{std::llabs(angle.mdeg)};
  if (how == WheelCost::Chord) return rounded(2.0 * f.frontage.mm() * sin_of(Angle{size.mdeg / 2}));
  return rounded(f.frontage.mm() * static_cast<double>(size.mdeg) * kRadPerMdeg);
}

Length size_of(Length l) { return l < Length{0} ? -l : l; }

Pose pose_of(const At& at) { return {rounded(at.centre.x), rounded(at.centre.y), at.heading.normalised()}; }

/// Keeps the cheaper of two paths; equal cost keeps the earlier, simpler one.
struct Best {
  const Footprint& footprint;
  const Pose from, to;
  const PathRules& rules;
  Length slack;
  std::optional<Path> path;
  const Path* like = nullptr;  ///< only paths of the same legs count, and the one nearest in cost is kept

  bool alike(const std::vector<Leg>& legs) const {
    return std::equal(legs.begin(), legs.end(), like->legs.begin(), like->legs.end(),
                      [](const Leg& a, const Leg& b) { return a.index() == b.index(); });
  }

  void offer(std::vector<Leg> legs) {
    std::erase_if(legs, [](const Leg& leg) {
      return std::visit(Overloaded{[](const Advance& l) { return l.distance.um == 0; }, [](const Wheel& l) { return l.angle.mdeg == 0; },
                                   [](const Pivot& l) { return l.angle.mdeg == 0; }, [](const Echelon& l) { return l.distance.um == 0; }},
                        leg);
    });
    for (std::size_t i = 1; i < legs.size();) {  // two wheels on one corner are one
      auto* first = std::get_if<Wheel>(&legs[i - 1]);
      const auto* then = std::get_if<Wheel>(&legs[i]);
      if (first != nullptr && then != nullptr && (first->angle.mdeg > 0) == (then->angle.mdeg > 0)) {
        first->angle = first->angle + then->angle;
        legs.erase(legs.begin() + static_cast<std::ptrdiff_t>(i));
      } else {
        ++i;
      }
    }
    if (!rules.backwards)
      for (const Leg& leg : legs)
        if (const auto* a = std::get_if<Advance>(&leg); a != nullptr && a->distance < Length{0}) return;
    if (like != nullptr && !alike(legs)) return;
    const Walk done = walk(footprint, from, legs, rules);
    const Length miss = rounded(length_of(vec(done.end.centre()) - vec(to.centre())));
    const std::int64_t askew = std::llabs((done.end.heading - to.heading).signed_turn().mdeg);
    if (miss > slack || askew > 100) return;
    const auto rank = [&](Length cost) { return like != nullptr ? size_of(cost - like->cost) : cost; };
    if (!path || rank(done.cost) < rank(path->cost)) path = Path{std::move(legs), done.cost, miss};
  }
};

void offer_straight(Best& best, Angle turn) {
  if (turn.mdeg != 0 && std::llabs(turn.mdeg) > 100) return;
  const Vec2 d = vec(best.to.centre()) - vec(best.from.centre());
  best.offer({Advance{rounded(dot(d, unit_vector(best.from.heading)))}});
}

/// Advance, wheel by the whole turn, advance: two lengths for two coordinates.
void offer_one_wheel(Best& best, Angle turn) {
  if (!best.rules.wheels || turn.mdeg == 0) return;
  const At start{vec(best.from.centre()), best.from.heading};
  const Vec2 rest = vec(best.to.centre()) - wheeled(best.footprint, start, turn).centre;
  const Vec2 u = unit_vector(best.from.heading), v = unit_vector(best.from.heading + turn);
  const double d = cross(u, v);
  if (std::fabs(d) < 1e-9) return;
  best.offer({Advance{rounded(cross(rest, v) / d)}, Wheel{turn}, Advance{rounded(cross(u, rest) / d)}});
}

/// Wheel, advance, wheel: the first angle is found where the sideways miss changes sign.
void offer_two_wheels(Best& best, Angle turn) {
  if (!best.rules.wheels) return;
  const At start{vec(best.from.centre()), best.from.heading};
  const auto after = [&](Angle first) {
    const At one = wheeled(best.footprint, start, first);
    const At two = wheeled(best.footprint, one, turn - first);
    const Vec2 rest = vec(best.to.centre()) - two.centre;
    const Vec2 u = unit_vector(one.heading);
    return std::pair{cross(u, rest), dot(u, rest)};
  };
  constexpr std::int64_t kStep = 2000;
  for (std::int64_t low = -90000; low < 90000; low += kStep) {
    std::int64_t a = low, b = low + kStep;
    double fa = after(Angle{a}).first;
    const double fb = after(Angle{b}).first;
    if ((fa > 0) == (fb > 0) && fa != 0) continue;
    while (b - a > 1) {
      const std::int64_t mid = a + (b - a) / 2;
      const double fm = after(Angle{mid}).first;
      if ((fm > 0) == (fa > 0))
        a = mid, fa = fm;
      else
        b = mid;
    }
    for (const std::int64_t root : {a, b})
      best.offer({Wheel{Angle{root}}, Advance{rounded(after(Angle{root}).second)}, Wheel{turn - Angle{root}}});
  }
}

void offer_echelon(Best& best, Angle turn) {
  if (best.rules.echelon.mdeg == 0) return;
  const auto leg_to = [&](const At& at, Vec2 target) -> std::optional<Echelon> {
    const Vec2 d = target - at.centre;
    const double l = length_of(d);
    const Angle course = l > 0 ? (direction(d.x, d.y) - at.heading).signed_turn() : Angle{0};
    if (std::llabs(course.mdeg) > best.rules.echelon.mdeg) return std::nullopt;
    return Echelon{course, rounded(l)};
  };
  const At start{vec(best.from.centre()), best.from.heading};
  const Vec2 goal = vec(best.to.centre());
  const At wheel_first = wheeled(best.footprint, start, turn);
  if (const auto leg = leg_to(wheel_first, goal)) best.offer({Wheel{turn}, *leg});
  if (const auto leg = leg_to(start, goal - (wheel_first.centre - start.centre))) best.offer({*leg, Wheel{turn}});
}

void offer_pivots(Best& best, Angle turn) {
  if (!best.rules.pivots) return;
  const Vec2 d = vec(best.to.centre()) - vec(best.from.centre());
  const Angle first = length_of(d) > 0 ? (direction(d.x, d.y) - best.from.heading).signed_turn() : Angle{0};
  best.offer({Pivot{turn}});
  best.offer({Pivot{first}, Advance{rounded(length_of(d))}, Pivot{(turn - first).signed_turn()}});
}

}  // namespace

Walk walk(const Footprint& footprint, const Pose& start, std::span<const Leg> legs, const PathRules& rules) {
  At at{vec(start.centre()), start.heading};
  Walk result{start, {}, {start}};
  for (const Leg& leg : legs) {
    std::visit(Overloaded{[&](const Advance& l) {
                            at.centre = at.centre + l.distance.mm() * unit_vector(at.heading);
                            result.cost += size_of(l.distance);
                          },
                          [&](const Wheel& l) {
                            const At before = at;
                            const std::int64_t steps = std::llabs(l.angle.mdeg) / 5000 + 1;
                            for (std::int64_t i = 1; i < steps; ++i)
                              result.stations.push_back(pose_of(wheeled(footprint, before, Angle{l.angle.mdeg * i / steps})));
                            at = wheeled(footprint, before, l.angle);
                            result.cost += wheel_cost(footprint, l.angle, rules.wheel);
                          },
                          [&](const Pivot& l) {
                            at.heading = (at.heading + l.angle).normalised();
                            result.cost += rules.pivot_cost;
                          },
                          [&](const Echelon& l) {
                            at.centre = at.centre + l.distance.mm() * unit_vector(at.heading + l.course);
                            result.cost += size_of(l.distance);
                          }},
               leg);
    result.stations.push_back(pose_of(at));
  }
  result.end = pose_of(at);
  return result;
}

namespace {

std::optional<Path> best_path(Best best) {
  const Angle turn = (best.to.heading - best.from.heading).signed_turn();
  offer_straight(best, turn);
  offer_one_wheel(best, turn);
  offer_two_wheels(best, turn);
  offer_echelon(best, turn);
  offer_pivots(best, turn);
  return best.path;
}

Pose shifted(Pose pose, std::size_t axis, std::int64_t by) {
  if (axis == 0) pose.x.um += by;
  if (axis == 1) pose.y.um += by;
  if (axis == 2) pose.heading = (pose.heading + Angle{by}).normalised();
  return pose;
}

}  // namespace

std::optional<Path> cheapest_path(const Footprint& footprint, const Pose& from, const Pose& to, const PathRules& rules, Length slack) {
  return best_path({footprint, from, to, rules, slack, {}});
}

std::optional<MeasuredPath> cheapest_path(const Footprint& footprint, const MeasuredPose& from, const MeasuredPose& to,
                                          const PathRules& rules, Length slack) {
  auto path = cheapest_path(footprint, from.pose, to.pose, rules, slack);
  if (!path) return std::nullopt;
  const Shape start = placed(footprint, from), end = placed(footprint, to);
  if (start.error.none && end.error.none) return MeasuredPath{*path, {path->cost, {}}};
  constexpr std::array<std::int64_t, 3> kStep{200, 200, 50};  // 0.2 mm, 0.05 degree
  constexpr std::array<double, 3> kWidth{0.2, 0.2, 50 * kRadPerMdeg};
  const auto cost = [&](const Pose& a, const Pose& b) -> std::optional<double> {
    const auto near = best_path({footprint, a, b, rules, slack, {}, &*path});
    return near ? std::optional(near->cost.mm()) : std::nullopt;
  };
  const auto slope = [&](std::size_t axis, bool of_start) {
    const auto at = [&](std::int64_t sign) {
      const Pose a = of_start ? shifted(from.pose, axis, sign * kStep[axis]) : from.pose;
      const Pose b = of_start ? to.pose : shifted(to.pose, axis, sign * kStep[axis]);
      return cost(a, b);
    };
    const auto more = at(1), less = at(-1);
    if (more && less) return (*more - *less) / (2 * kWidth[axis]);
    if (more) return (*more - path->cost.mm()) / kWidth[axis];
    return less ? (path->cost.mm() - *less) / kWidth[axis] : 0.0;
  };
  Gradient by_start{}, by_end{};
  for (std::size_t axis = 0; axis < 3; ++axis) by_start[axis] = slope(axis, true), by_end[axis] = slope(axis, false);
  const Measure measured{path->cost, rounded(standard_deviation(start, by_start, end, by_end))};
  return MeasuredPath{std::move(*path), measured};
}

std::string named(const Path& path, const Footprint& footprint) {
  std::string text;
  const auto degrees = [](Angle a) { return std::to_string((std::llabs(a.mdeg) + 500) / 1000) + " deg"; };
  for (const Leg& leg : path.legs) {
    if (!text.empty()) text += ", ";
    text += std::visit(
        Overloaded{[](const Advance& l) { return (l.distance < Length{0} ? "back " : "advance ") + inches_text(size_of(l.distance)); },
                   [&](const Wheel& l) {
                     return "wheel " + inches_text(wheel_cost(footprint, l.angle, WheelCost::Arc)) +
                            (l.angle.mdeg > 0 ? " left" : " right");
                   },
                   [&](const Pivot& l) { return "turn " + degrees(l.angle) + (l.angle.mdeg > 0 ? " left" : " right"); },
                   [](const Echelon& l) { return "echelon " + inches_text(l.distance); }},
        leg);
  }
  return text.empty() ? "stay" : text;
}

}  // namespace polemarch::geometry
