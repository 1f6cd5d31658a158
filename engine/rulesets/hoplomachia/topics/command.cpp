#include "engine/rulesets/hoplomachia/topics/command.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

bool one_step_more(const State& state, Side side) {
  int all = 0, shoving = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || unit.troop != TroopClass::Hoplite) continue;
    for (const Lochos& lochos : unit.lochoi) {
      if (!lochos.on_table()) continue;
      ++all;
      shoving += lochos.fight.engaged == Engaged::Othismos ? 1 : 0;
    }
  }
  if (2 * shoving <= all) return false;
  return std::any_of(state.strategoi.begin(), state.strategoi.end(), [&](const auto& entry) {
    const Strategos& who = entry.second;
    return who.side == side && who.alive && who.character == Character::Crafty && state.units.contains(who.in.unit) &&
           in_melee(lochos_at(state, who.in));
  });
}

bool mantis_due(const State& state, Side side) {
  if (state.armies[side].sphagia_done) return false;
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& entry) {
    const Taxis& unit = entry.second;
    return unit.side == side && unit.core && unit.on_table() && unit.order.type == OrderType::Charge &&
           unit.order.source != OrderSource::None;
  });
}
bool sphagia_due(const State& state, Side side) { return mantis_due(state, side); }

GivenWay given_way(const State& state, Side side) {
  GivenWay given{0, state.armies[side].hoplites_at_start};
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || unit.troop != TroopClass::Hoplite) continue;
    int at = 0;
    for (const Lochos& lochos : unit.lochoi) {
      const LochosRef ref{id, at++};
      const Flight* flight = flight_of(state, ref);
      // What pursues, or stands apart, has not gone with it.
      const bool stands_with_it = flight != nullptr ? flight->mode == Mode::Evade : lochos.sound() && acts_with_unit(state, ref);
      const bool with_it = stands_with_it || lochos.fight.left_in == state.at.turn;  // it went with the others, off the board
      const bool unit_moved = (unit.turn.evaded || unit.turn.moved_away) && with_it;
      const bool routed = flight != nullptr && flight->mode == Mode::Rout;  // by a check too, and who runs on from earlier turns
      if (unit_moved || routed || lochos.fight.pushed_back || lochos.fight.routed_this_turn) ++given.lochoi;
    }
  }
  return given;
}

bool phalanx_under_belos(const State& state, Side side) {
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& entry) {
    const Taxis& unit = entry.second;
    return unit.side == side && unit.troop == TroopClass::Hoplite &&
           std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.fight.under_belos; });
  });
}

bool weak_missiles(const State& state, Side side) {
  if (!state.options.weak_missiles) return false;
  int lochoi = 0, attacked = 0, stands = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side == side && unit.troop == TroopClass::Hoplite)
      for (const Lochos& lochos : unit.lochoi)
        if (lochos.on_table()) ++lochoi, attacked += lochos.fight.under_belos ? 1 : 0;
    if (unit.side != side) stands += unit.fight.at_phalanx;
  }
  return 2 * (lochoi - attacked) >= lochoi || 2 * stands < lochoi;
}

namespace {

/// Surf counts for who stands still in it too (HM-TER-04).
bool stands_in_surf(const State& state, const Taxis& unit) {
  const UnitCard& card = card_of(state, unit);
  const std::vector<engine::PlacedBase> here = places_of(unit);
  for (const std::string& kind : crossed_between(state, here, here, unit)) {
    const TerrainKind* row = kind_named(state, kind);
    if (row != nullptr && row->surf && card.disarray_qualifier && row->disarray > *card.disarray_qualifier) return true;
  }
  return false;
}

}  // namespace

bool recovers(const State& state, const UnitId& id) {
  const Taxis unit = without_runners(state, id);  // a runaway of it is disarrayed as long as it runs (HM-DIS-02)
  if (!unit.on_table() || !unit.disarrayed() || unit.arrangement == Arrangement::NF || in_melee(unit)) return false;
  if (standing_lochoi(state, id).empty()) return false;
  if (stands_in_surf(state, unit)) return false;
  return unit.order.type == OrderType::Halt && unit.order.source != OrderSource::None && unit.mode == Mode::Halt && unit.turn.halted_all &&
         unit.turn.moved.um == 0;
}

std::optional<Danger> danger_of(const State& state, const Strategos& who) {
  if (!who.alive || !state.units.contains(who.in.unit)) return std::nullopt;
  const Lochos& lochos = lochos_at(state, who.in);
  const Charts& charts = state.charts;
  std::optional<Danger> danger;
  if (lochos.fight.fought)
    danger = who.character == Character::Promachos ? Danger{charts.promachos_killed, "Promachos", "melee"}
                                                   : Danger{charts.strategos_killed, "strategos", "melee"};
  const auto also = [&](std::optional<int> need, std::string_view row, std::string_view how) {
    if (need && (!danger || (danger->need && *need < *danger->need))) danger = Danger{need, row, how};
  };
  if (lochos.fight.under_belos) also(charts.strategos_under_belos, "under belos", "belos");
  if (lochos.fate == Fate::Routing) also(charts.strategos_routed, "routed", "rout");
  return danger;
}

std::vector<std::string> strategoi_in_danger(const State& state) {
  std::vector<std::string> out;
  for (const auto& [key, who] : state.strategoi)
    if (danger_of(state, who)) out.push_back(key);
  return out;
}

std::vector<engine::Option> places_for_hegemon(const State& state, Side side) {
  std::vector<engine::Option> options;
  std::string nation = state.armies[side].nation;  // of him who fell (HM-STRAT-16)
  for (const auto& [key, who] : state.strategoi)
    if (who.side == side && who.hegemon) nation = who.nation;
  for (const bool own_nation : {true, false}) {
    for (const auto& [id, unit] : state.units) {
      if (unit.side != side || unit.hidden || (own_nation && unit.nation != nation)) continue;
      const bool lochos_of_peltastes = unit.troop == TroopClass::Peltaste && card_of(state, unit).disciplined();  // HM-STRAT-13
      if (!unit.core && (state.battle.epoch < 4 || !(unit.troop == TroopClass::Hippeis || lochos_of_peltastes))) continue;
      for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
        if (unit.lochoi[i].sound() && !in_melee(unit.lochoi[i]))
          options.push_back({id.text + "/" + std::to_string(i), id.text + ", lochos " + std::to_string(i + 1) + " from the right"});
    }
    if (!options.empty()) break;
  }
  return options;
}

}  // namespace polemarch::hoplomachia
