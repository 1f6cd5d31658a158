#include "engine/rulesets/hoplomachia/topics/nike.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace geo = geometry;

namespace {

bool unbroken(const Taxis& unit) {
  return std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& lochos) { return lochos.sound(); });
}
bool core_in_the_field(const State& state, Side side) {
  return std::any_of(state.units.begin(), state.units.end(),
                     [&](const auto& entry) { return entry.second.side == side && entry.second.core && unbroken(entry.second); });
}
bool anybody_left(const State& state, Side side) {
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& entry) {
    if (entry.second.side != side || entry.second.baggage) return false;
    const auto& lochoi = entry.second.lochoi;
    return std::any_of(lochoi.begin(), lochoi.end(), [](const Lochos& l) { return l.fate == Fate::Sound || l.fate == Fate::Waiting; });
  });
}

}  // namespace

std::optional<Side> holder_of(const State& state, const DeadCounter& counter) {
  std::optional<Side> holder;
  Length least = 6_in + Length{1};
  for (const auto& [id, unit] : state.units) {
    if (!unit.core || unit.hidden || !unbroken(unit)) continue;
    for (const Lochos& lochos : unit.lochoi) {
      if (!lochos.sound()) continue;
      for (const geo::Shape& shape : shapes_of(lochos)) {
        const Length gap = geo::gap_between(geo::vec(counter.at), shape).distance().value;
        if (gap > 6_in) continue;
        if (gap < least) {
          least = gap;
          holder = unit.side;
        } else if (gap == least && holder && *holder != unit.side) {
          holder.reset();
        }
      }
    }
  }
  return holder;
}

std::optional<Side> holder_of_all(const State& state) {
  if (state.fight.dead.empty()) return std::nullopt;
  const std::optional<Side> first = holder_of(state, state.fight.dead.front());
  for (const DeadCounter& counter : state.fight.dead)
    if (holder_of(state, counter) != first) return std::nullopt;
  return first;
}

std::string aftermath(const State& state, Side winner) {
  std::string text = std::string(name_of(other(winner))) + " sends its herald for its dead and is granted them";
  if (state.battle.type != BattleType::E) text += "; " + std::string(name_of(winner)) + " sets up a trophy";  // HM-BATT-E7
  return text;
}

std::optional<Nike> nike(const State& state) {
  const bool a_below = state.armies.a.arete < 0, b_below = state.armies.b.arete < 0;
  if (a_below && b_below) return Nike{"draw", "both armies' arete is below zero", "HM-AMB-105"};
  const auto won = [&](Side side, const std::string& why, const char* rule) {
    return Nike{std::string(name_of(side)), why + "; " + aftermath(state, side), rule};
  };
  if (a_below) return won(Side::B, "A's arete is below zero", "HM-NIKE-02");
  if (b_below) return won(Side::A, "B's arete is below zero", "HM-NIKE-02");
  const bool a_left = anybody_left(state, Side::A), b_left = anybody_left(state, Side::B);
  if (!a_left && !b_left) return Nike{"draw", "nobody is left in the field", "HM-GEN-21"};
  if (!a_left) return won(Side::B, "nothing of A is left in the field", "HM-GEN-21");
  if (!b_left) return won(Side::A, "nothing of B is left in the field", "HM-GEN-21");
  const bool neither_willing = state.armies.a.willing_to_end && state.armies.b.willing_to_end;
  if (neither_willing) {
    const bool both_stand =
        state.armies.a.arete > 0 && state.armies.b.arete > 0 && core_in_the_field(state, Side::A) && core_in_the_field(state, Side::B);
    const auto holder = both_stand ? holder_of_all(state) : std::nullopt;
    if (holder)
      return won(*holder, "neither side fights on, and " + std::string(name_of(*holder)) + " holds all the honoured dead", "HM-NIKE-03");
    return Nike{"draw", "neither side fights on, and nobody holds all the honoured dead", "HM-NIKE-08"};
  }
  if (state.options.turns > 0 && state.at.turn >= state.options.turns) return Nike{"draw", "the time is up", "HM-NIKE-08"};
  return std::nullopt;
}

}  // namespace polemarch::hoplomachia
