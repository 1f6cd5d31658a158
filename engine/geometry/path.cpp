#include "engine/geometry/path.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "engine/core/overloaded.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {

using engine::Overloaded;

namespace {

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

Pose pose_of(const At& at) { return {rounded(at.centre.x), rounded(at.centre.y), at.heading.normalised()}; }

/// Would the leg be lost in the slack?
bool is_small(const Leg& leg, Length slack, Angle askew) {
  return std::visit(Overloaded{[&](const Advance& l) { return size_of(l.distance) <= slack; },
                               [&](const Wheel& l) { return std::llabs(l.angle.mdeg) <= askew.mdeg; },
                               [&](const Pivot& l) { return std::llabs(l.angle.mdeg) <= askew.mdeg; },
                               [&](const Echelon& l) { return size_of(l.distance) <= slack; }},
                    leg);
}

/// Keeps the cheaper of two paths; equal cost keeps the earlier, simpler one. What a path misses counts double, so that a leg is left out
/// only where it may not be walked or costs more than its length.
struct Best {
  const Footprint& footprint;
  const Pose from, to;
  const PathRules& rules;
  Length slack;
  std::optional<Path> path;
  Length least;  ///< what `path` ranks as

  /// The path as it is, and without the legs that are lost in the slack: poses are rounded and measured, so such a leg may come out with
  /// either sign.
  void offer(std::vector<Leg> legs) {
    std::erase_if(legs, [](const Leg& leg) { return is_small(leg, Length{0}, Angle{0}); });
    std::vector<Leg> plain = legs;
    std::erase_if(plain, [&](const Leg& leg) { return is_small(leg, slack, rules.askew); });
    consider(legs);
    if (plain.size() == legs.size()) return;
    consider(plain);
    // One at a time as well: of two small legs one may be needed.
    for (std::size_t i = 0; i < legs.size() && legs.size() > plain.size() + 1; ++i) {
      if (!is_small(legs[i], slack, rules.askew)) continue;
      std::vector<Leg> without = legs;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      consider(std::move(without));
    }
  }

 private:
  void consider(std::vector<Leg> legs) {
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
    const Walk done = walk(footprint, from, legs, rules);
    const Length miss = rounded(length_of(vec(done.end.centre()) - vec(to.centre())));
    const std::int64_t askew = std::llabs((done.end.heading - to.heading).signed_turn().mdeg);
    if (miss > slack || askew > rules.askew.mdeg) return;
    const Length swung = rounded(footprint.frontage.mm() / 2 * static_cast<double>(askew) * kRadPerMdeg);
    const Length rank = done.cost + 2 * (miss + swung);
    if (!path || rank < least) path = Path{std::move(legs), done.cost, miss}, least = rank;
  }
};

void offer_straight(Best& best, Angle turn) {
  if (std::llabs(turn.mdeg) > best.rules.askew.mdeg) return;
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
  best.offer({Wheel{turn}});
  best.offer({Advance{rounded(dot(rest, u))}, Wheel{turn}});
  best.offer({Wheel{turn}, Advance{rounded(dot(rest, v))}});
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
  double next = after(Angle{-90000}).first;
  for (std::int64_t low = -90000; low < 90000; low += kStep) {
    std::int64_t a = low, b = low + kStep;
    double fa = next;
    const double fb = next = after(Angle{b}).first;
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

/// One number that says how far a leg goes, and what more of it costs a unit.
struct Handle {
  std::array<double, 3> by{};  ///< how the path's end moves: mm, mm, radians a unit
  double rate = 0;             ///< cost a unit, in the direction the leg goes
  bool small = false;          ///< its sign is in doubt
};

At end_of(const Footprint& footprint, const Pose& from, std::span<const Leg> legs) {
  At at{vec(from.centre()), from.heading};
  for (const Leg& leg : legs)
    std::visit(Overloaded{[&](const Advance& l) { at.centre = at.centre + l.distance.mm() * unit_vector(at.heading); },
                          [&](const Wheel& l) { at = wheeled(footprint, at, l.angle); },
                          [&](const Pivot& l) { at.heading = (at.heading + l.angle).normalised(); },
                          [&](const Echelon& l) { at.centre = at.centre + l.distance.mm() * unit_vector(at.heading + l.course); }},
               leg);
  return at;
}

/// The handles of a path's legs, by small steps on in the direction each leg goes (a wheel keeps its corner).
std::vector<Handle> handles_of(const Footprint& footprint, const Pose& from, const Path& path, const PathRules& rules) {
  constexpr std::int64_t kUm = 100, kMdeg = 100;
  const At end = end_of(footprint, from, path.legs);
  std::vector<Handle> handles;
  std::vector<Leg> legs = path.legs;
  const auto add = [&](std::size_t i, const Leg& more, double step, double rate) {
    const Leg kept = std::exchange(legs[i], more);
    const At there = end_of(footprint, from, legs);
    legs[i] = kept;
    const Vec2 d = there.centre - end.centre;
    const double turn = static_cast<double>((there.heading - end.heading).signed_turn().mdeg) * kRadPerMdeg;
    handles.push_back({{d.x / step, d.y / step, turn / step}, rate, false});
  };
  const double front = footprint.frontage.mm();
  for (std::size_t i = 0; i < path.legs.size(); ++i) {
    const double mm = kUm / 1000.0, radians = kMdeg * kRadPerMdeg;
    std::visit(Overloaded{[&](const Advance& l) {
                            const std::int64_t sign = l.distance < Length{0} ? -1 : 1;
                            add(i, Advance{l.distance + Length{sign * kUm}}, mm, 1);
                          },
                          [&](const Wheel& l) {
                            const std::int64_t sign = l.angle.mdeg < 0 ? -1 : 1;
                            const double rate = rules.wheel == WheelCost::Arc ? front : front * cos_of(Angle{l.angle.mdeg / 2});
                            add(i, Wheel{l.angle + Angle{sign * kMdeg}}, radians, rate);
                          },
                          [&](const Pivot& l) { add(i, Pivot{l.angle + Angle{kMdeg}}, radians, 0); },
                          [&](const Echelon& l) {
                            add(i, Echelon{l.course + Angle{kMdeg}, l.distance}, radians, 0);
                            add(i, Echelon{l.course, l.distance + Length{kUm}}, mm, 1);
                          }},
               path.legs[i]);
  }
  return handles;
}

/// How each handle follows the path's end: rows by (x, y, heading). Least squares where there are fewer handles than three; the heading
/// is kept first, as the search does.
std::vector<Gradient> follow(const std::vector<Handle>& handles) {
  const std::size_t n = handles.size();
  constexpr std::array<double, 3> kWeight{1.0, 1.0, 1e6};  // of squared misses; 1 mm against 0.001 radians
  std::vector<std::vector<double>> rows(n, std::vector<double>(n + 3, 0.0));
  for (std::size_t i = 0; i < n; ++i) {
    double size = 0;
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t a = 0; a < 3; ++a) rows[i][k] += handles[i].by[a] * kWeight[a] * handles[k].by[a];
    for (std::size_t a = 0; a < 3; ++a) rows[i][n + a] = handles[i].by[a] * kWeight[a];
    size = rows[i][i];
    rows[i][i] += 1e-9 * size + 1e-12;
  }
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < n; ++r)
      if (std::fabs(rows[r][c]) > std::fabs(rows[pivot][c])) pivot = r;
    std::swap(rows[c], rows[pivot]);
    for (std::size_t r = 0; r < n; ++r) {
      if (r == c) continue;
      const double k = rows[r][c] / rows[c][c];
      for (std::size_t m = c; m < n + 3; ++m) rows[r][m] -= k * rows[c][m];
    }
  }
  std::vector<Gradient> result(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t a = 0; a < 3; ++a) result[i][a] = rows[i][n + a] / rows[i][i];
  return result;
}

/// The signed way of a leg, in the units of its handle.
std::vector<double> ways_of(const Path& path) {
  std::vector<double> ways;
  for (const Leg& leg : path.legs)
    std::visit(Overloaded{[&](const Advance& l) { ways.push_back(size_of(l.distance).mm()); },
                          [&](const Wheel& l) { ways.push_back(static_cast<double>(std::llabs(l.angle.mdeg)) * kRadPerMdeg); },
                          [&](const Pivot&) { ways.push_back(1e9); },
                          [&](const Echelon& l) { ways.push_back(1e9), ways.push_back(size_of(l.distance).mm()); }},
               leg);
  return ways;
}

/// The error of a path's cost. A leg may have either sign where its way is within its error: stated is the
/// middle between the signs as found, which states too little there, and the worst signs, which state too much.
double error_of_cost(const Footprint& footprint, const Shape& start, const Shape& end, const Pose& from, const Path& path,
                     const PathRules& rules) {
  std::vector<Handle> handles = handles_of(footprint, from, path, rules);
  const std::vector<Gradient> rows = follow(handles);
  const Vec2 way = end.centre - start.centre;
  const auto sd_of = [&](const Gradient& by_end) {
    const auto& [x, y, turn] = by_end;
    // Moving the start moves the whole path: turned, it swings the end round the start.
    return standard_deviation(start, {-x, -y, -(turn + y * way.x - x * way.y)}, end, by_end);
  };
  const std::vector<double> ways = ways_of(path);
  std::size_t doubtful = 0;
  for (std::size_t i = 0; i < handles.size(); ++i) {
    handles[i].small = handles[i].rate > 0 && ways[i] < 2 * sd_of(rows[i]);
    doubtful += handles[i].small ? 1 : 0;
  }
  double as_found = 0, most = 0;
  for (unsigned signs = 0; signs < (1U << doubtful); ++signs) {
    Gradient by_end{};
    unsigned bit = 0;
    for (std::size_t i = 0; i < handles.size(); ++i) {
      const double sign = handles[i].small && (signs >> bit++ & 1U) != 0 ? -1 : 1;
      for (std::size_t a = 0; a < 3; ++a) by_end[a] += sign * handles[i].rate * rows[i][a];
    }
    const double sd = sd_of(by_end);
    if (signs == 0) as_found = sd;
    most = std::max(most, sd);
  }
  return 0.5 * (as_found + most);
}

}  // namespace

std::optional<Path> cheapest_path(const Footprint& footprint, const Pose& from, const Pose& to, const PathRules& rules, Length slack) {
  return best_path({footprint, from, to, rules, slack, {}, {}});
}

std::optional<MeasuredPath> cheapest_path(const Footprint& footprint, const MeasuredPose& from, const MeasuredPose& to,
                                          const PathRules& rules, Length slack) {
  const Shape start = placed(footprint, from), end = placed(footprint, to);
  // What the noise alone may leave of a leg counts as slack: three standard deviations of the way and of the turn.
  const double along = standard_deviation(start, {1, 0, 0}, end, {-1, 0, 0}),
               across = standard_deviation(start, {0, 1, 0}, end, {0, -1, 0});
  const double turn = standard_deviation(start, {0, 0, 1}, end, {0, 0, -1});
  PathRules wide = rules;
  wide.askew = std::max(rules.askew, Angle{std::llround(3 * turn / kRadPerMdeg)});
  const Length noise = rounded(3 * std::sqrt(along * along + across * across));
  auto path = cheapest_path(footprint, from.pose, to.pose, wide, std::max(slack, noise));
  if (!path) return std::nullopt;
  if (start.error.none && end.error.none) return MeasuredPath{*path, {path->cost, {}}};
  if (path->legs.empty()) return MeasuredPath{*path, {path->cost, rounded(std::sqrt(along * along + across * across))}};
  const Measure measured{path->cost, rounded(error_of_cost(footprint, start, end, from.pose, *path, rules))};
  return MeasuredPath{std::move(*path), measured};
}

}  // namespace polemarch::geometry
