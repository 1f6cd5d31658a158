/// What missile hits do: how many a base takes, which go first, what is carried on, how a formation bears them.
#include <algorithm>

#include "engine/geometry/arc.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

int hits_per_base(const State& state, const UnitId& unit) { return 2 * card_of(state, unit).ranks; }  // PA-MIS-T2

std::vector<BaseId> losses_first(const State& state, const UnitId& by, const UnitId& target) {
  const std::vector<geometry::Shape> from = shapes_of(state, by);
  struct At {
    BaseId base;
    double arc, mm;
  };
  std::vector<At> order;
  for (const BaseId& base : eligible_targets(state, target)) {
    const geometry::Shape at = geometry::placed(footprint_of(base_at(state, base).card), base_at(state, base).at);
    At one{base, 1, 1e12};
    for (const geometry::Shape& shooter : from) {
      const double mm = geometry::gap_between(shooter, at).distance().value.mm();
      bool in_arc = true;
      if (!shooter.circle()) {
        const int half = fire_half_arc_deg(card_of(state, by));
        in_arc =
            geometry::footprint_in_arc(shooter, {geometry::Edge::Front, Angle{1000 * std::int64_t{half}}, geometry::Apex::EdgeEnds}, at)
                .touched() != engine::Ruling::Refused;
      }
      if (in_arc) one.arc = 0;
      one.mm = std::min(one.mm, mm);
    }
    order.push_back(one);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const At& a, const At& b) { return a.arc < b.arc || (a.arc == b.arc && a.mm < b.mm - 0.5); });
  std::vector<BaseId> out;
  for (const At& at : order) out.push_back(at.base);
  return out;
}

int part_hits(const State& state, const UnitId& unit, const UnitId& target) {
  for (const PartHits& part : state.fights.parts)
    if (part.by == unit && part.at == target && part.order == state.turn.orders_given) return part.hits;
  return 0;
}

int missile_reaction_modifier(Experience experience) {
  switch (experience) {
    case Experience::Irregular:
      return 1;  // PA-MRX-03
    case Experience::Seasoned:
      return 0;  // PA-MRX-09
    case Experience::Veteran:
      return -1;  // PA-MRX-10
    case Experience::Elite:
      return -2;  // PA-MRX-11
  }
  return 0;
}

}  // namespace polemarch::paean
