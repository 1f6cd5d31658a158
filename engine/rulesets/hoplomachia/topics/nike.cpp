#include "engine/rulesets/hoplomachia/topics/nike.hpp"

#include <algorithm>
#include <set>

#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"

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
    if (entry.second.side != side || entry.second.baggage || entry.second.scenery) return false;
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

std::optional<Side> holder_of_town(const State& state) {
  static constexpr std::array<std::string_view, 5> kNames{"town", "village", "fort", "camp", "acropolis"};
  std::set<Side> in;
  for (const Terrain& piece : state.terrain) {
    if (std::find(kNames.begin(), kNames.end(), piece.id) == kNames.end()) continue;
    const geo::Outline2 outline = geo::outline_in_mm(piece.outline);
    for (const auto& [id, unit] : state.units)
      for (const Lochos& lochos : unit.lochoi)
        if (unit.core && !unit.hidden && lochos.sound() && geo::contains(outline, geo::vec(centre_of(lochos)))) in.insert(unit.side);
  }
  return in.size() == 1 ? std::optional(*in.begin()) : std::nullopt;
}

bool gate_seized(const State& state) {
  return state.battle.type == BattleType::D && state.battle.invader && gate_won(state.armies[*state.battle.invader].exited);
}

namespace {

/// Core lochoi of a side's roster, wherever they are by now.
int core_lochoi(const State& state, Side side) {
  std::size_t count = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && unit.core) count += unit.lochoi.size();
  return static_cast<int>(count);
}

}  // namespace

std::optional<Nike> objective(const State& state) {
  const auto won = [&](Side side, const std::string& why, const char* rule) -> std::optional<Nike> {
    if (state.armies[side].arete <= 0) return std::nullopt;  // HM-NIKE-04, HM-AMB-105
    return Nike{std::string(name_of(side)), why + "; " + aftermath(state, side), rule};
  };
  if (!state.battle.invader) return std::nullopt;
  const Side invader = *state.battle.invader;
  const auto town = holder_of_town(state);
  if (state.battle.type == BattleType::B) {
    const bool through = 2 * state.armies[invader].exited >= core_lochoi(state, invader);
    return through ? won(invader, "half of its core is through the pass", "HM-BATT-B5")
                   : won(other(invader), "it has held the pass", "HM-BATT-B5");
  }
  if (state.battle.type == BattleType::C && town) return won(*town, "it holds the town", "HM-BATT-C4");
  if (state.battle.type == BattleType::F && town) return won(*town, "it controls the fort", "HM-BATT-F4");
  return std::nullopt;
}

Nike time_up(const State& state) {
  if (const auto won = objective(state)) return *won;
  return {"draw", "the time is up", "HM-NIKE-08"};
}

std::optional<Nike> nike(const State& state) {
  const bool a_below = state.armies.a.arete < 0, b_below = state.armies.b.arete < 0;
  if (a_below && b_below) return Nike{"draw", "both armies' arete is below zero", "HM-AMB-105"};
  const auto won = [&](Side side, const std::string& why, const char* rule) {
    return Nike{std::string(name_of(side)), why + "; " + aftermath(state, side), rule};
  };
  if (a_below) return won(Side::B, "A's arete is below zero", "HM-NIKE-02");
  if (b_below) return won(Side::A, "B's arete is below zero", "HM-NIKE-02");
  const bool through = state.battle.type == BattleType::B && state.battle.invader &&
                       2 * state.armies[*state.battle.invader].exited >= core_lochoi(state, *state.battle.invader);
  if (through && !anybody_left(state, *state.battle.invader))
    if (const auto fulfilled = objective(state)) return fulfilled;
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
    if (const auto fulfilled = objective(state)) return fulfilled;
    return Nike{"draw", "neither side fights on, and nobody holds all the honoured dead", "HM-NIKE-08"};
  }
  if (gate_seized(state) && state.armies[*state.battle.invader].arete > 0)  // HM-NIKE-04
    return won(*state.battle.invader, "four of its lochoi are inside the gate", "HM-BATT-D7");
  if (state.options.turns > 0 && state.at.turn >= state.options.turns) return time_up(state);
  return std::nullopt;
}

}  // namespace polemarch::hoplomachia
