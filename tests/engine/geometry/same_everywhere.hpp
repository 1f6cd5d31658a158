#pragma once
/// One hash over a few thousand measurements of random bases. Pure; no library randomness.

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/contact.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/reach.hpp"
#include "engine/geometry/sight.hpp"
#include "engine/geometry/trig.hpp"

namespace polemarch::geometry {

inline std::uint64_t hash_of_measurements() {
  std::uint64_t seed = 20261120, hash = 1469598103934665603ULL;
  const auto next = [&](std::int64_t below) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::int64_t>((seed >> 33) % static_cast<std::uint64_t>(below));
  };
  const auto mix = [&](std::int64_t value) { hash = (hash ^ static_cast<std::uint64_t>(value)) * 1099511628211ULL; };
  const auto base = [&] {
    MeasuredPose at{{Length{next(600000)}, Length{next(600000)}, Angle{next(360000)}}, {}};
    at.error.own = {next(90000), 0, 0, next(90000), 0, next(40000)};
    at.error.shared.push_back({next(300), next(300), next(50)});
    const bool round = next(4) == 0;
    const Length frontage{20000 + next(100000)};
    return placed({round ? Outline::Circle : Outline::Rectangle, frontage, round ? frontage : Length{15000 + next(40000)}}, at);
  };
  for (int i = 0; i < 1500; ++i) {
    const Shape a = base(), b = base(), c = base();
    const Gap gap = gap_between(a, b);
    mix(gap.signed_gap.value.um), mix(gap.signed_gap.sd.um), mix(gap.on_a.x.um), mix(static_cast<std::int64_t>(gap.feature_a));
    const ArcMembership arc = footprint_in_arc(a, {Edge::Front, Angle{45000}, Apex::EdgeEnds}, b);
    mix(arc.any.value.um), mix(arc.any.sd.um), mix(std::llround(arc.share * 1e6)), mix(std::llround(arc.share_sd * 1e6));
    const AngleMeasure turn = bearing(a, {}, b);
    mix(turn.value.mdeg), mix(turn.sd.mdeg);
    if (const auto charge = straight_charge(a, Angle{0}, b)) mix(charge->travel.value.um), mix(charge->travel.sd.um);
    const Blocker blocker = blocker_of("c", c);
    mix(std::llround(sight_to({a.front_centre(), 0}, b, 0, {&blocker, 1}).share * 1e6));
    if (i % 10 == 0) {
      const Sight sight = sight_from(a, {a.half_depth, 0}, 0, b, 0, std::array{blocker_of("c", c)});
      mix(std::llround(sight.share_sd * 1e6));
    }
    if (i % 50 == 0) {
      const Footprint footprint{Outline::Rectangle, Length{60000}, Length{30000}};
      const Pose from{Length{next(600000)}, Length{next(600000)}, Angle{next(360000)}},
          to{Length{next(600000)}, Length{next(600000)}, Angle{next(360000)}};
      if (const auto path = cheapest_path(footprint, from, to)) mix(path->cost.um);
      const PoseError error{{90000, 1000, 0, 40000, 0, 10000}, {}};
      if (const auto path = cheapest_path(footprint, MeasuredPose{from, error}, MeasuredPose{to, error})) mix(path->cost.sd.um);
      const double edge = static_cast<double>(next(200)) / 7.0;  // two pieces that abut, on no grid
      const std::vector<Outline2> walls{{{100, -edge}, {200, edge}, {200, 500}, {100, 500}},
                                        {{100, -400}, {200, -400}, {200, edge}, {100, -edge}}};
      if (const auto way = shortest_way({0, static_cast<double>(next(300))}, {300, edge}, walls)) mix(rounded(way->length_mm).um);
    }
  }
  return hash;
}

constexpr std::uint64_t kHashOfMeasurements = 12110384667873640275ULL;

}  // namespace polemarch::geometry
