/// Whom ekdromoi go for, and which lochoi may send them (HM-EKD-01 to 03, HM-EKD-10, HM-AMB-79).
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

std::optional<NearStand> nearest_stand(const State& state, const LochosRef& from, const UnitId& id) {
  const Facts facts(state);
  const Shapes own = shapes_of(lochos_at(state, from));
  std::optional<NearStand> best;
  if (own.empty()) return best;
  for (const Stood& stand : facts.stood(id)) {
    const geo::Measure gap = geo::gap_between(own, {&stand.shape, 1}).distance();
    if (!best || gap.value < best->gap.value) best = NearStand{stand.lochos, stand.base, gap};
  }
  return best;
}

std::optional<UnitId> tormentor_in_reach(const State& state, const LochosRef& ref) {
  std::optional<UnitId> best;
  Length least = kEkdromoiReach;
  for (const UnitId& tormentor : lochos_at(state, ref).fight.tormentors) {
    const auto near = nearest_stand(state, ref, tormentor);
    if (!near || near->gap.value > least) continue;  // HM-EKD-10
    least = near->gap.value;
    best = tormentor;
  }
  return best;
}

std::vector<LochosRef> ekdromoi_due(const State& state, const UnitId& id) {
  std::vector<LochosRef> forced, voluntary;
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (unit.troop != TroopClass::Hoplite || !card.ekdromoi || state.options.interactive_ekdromoi) return {};
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const LochosRef ref{id, static_cast<int>(i)};
    const LochosFight& fight = unit.lochoi[i].fight;
    if (!unit.lochoi[i].sound() || fight.ekdromoi_lost || fight.ekdromoi_sent || fight.ekdromoi_asked || !tormentor_in_reach(state, ref))
      continue;
    (fight.ekdromoi_forced ? forced : voluntary).push_back(ref);
  }
  forced.insert(forced.end(), voluntary.begin(), voluntary.end());
  return forced;
}

}  // namespace polemarch::hoplomachia
