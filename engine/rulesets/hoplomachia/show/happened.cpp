/// Losses and charges in the one shape of every room (engine/core/telling.hpp), read from the room's own events: who runs, which strategos
/// falls, who threw for a charge. Stands that leave the table are core's Lost already.
#include <algorithm>
#include <map>
#include <set>

#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {
namespace {

/// Of each unit the sub-units that rout in the events read so far.
using Running = std::map<UnitId, std::set<int>>;

/// A rout that begins; one that goes on is written anew by its id.
bool begins_rout(const State& state, const FlightKept& e) {
  const auto known = [&](const Flight& flight) { return flight.id == e.flight.id && flight.mode == Mode::Rout; };
  return e.flight.mode == Mode::Rout && e.flight.moves == 0 && std::none_of(state.fight.flights.begin(), state.fight.flights.end(), known);
}

/// The whole unit where nothing of it stands any more, else each sub-unit that runs.
void add_rout(const State& state, const Flight& flight, Running& running, std::vector<engine::Lost>& losses) {
  const auto at = state.units.find(flight.unit);
  if (at == state.units.end()) return;
  const Taxis& unit = at->second;
  std::set<int>& runs = running[flight.unit];
  runs.insert(flight.lochoi.begin(), flight.lochoi.end());
  bool whole = true;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    whole = whole && (runs.contains(static_cast<int>(i)) || !unit.lochoi[i].on_table() || unit.lochoi[i].fate == Fate::Routing);
  engine::Lost lost{.unit = flight.unit, .bases = {}, .by = flight.foe, .how = "routed", .at = {}, .rule = "HM-EVT-01"};
  if (whole) {
    const bool senior = state.armies[unit.side].senior == flight.unit;
    lost.what = senior ? "the senior taxis" : "the unit";
    if (senior) lost.rule = "HM-EVT-03";
    losses.push_back(std::move(lost));
    return;
  }
  lost.part = true;
  for (const int lochos : flight.lochoi) {
    lost.what = "the " + part_text(state, {flight.unit, lochos});
    losses.push_back(lost);
  }
}

/// He is told with the unit he stood in.
void add_strategos(const State& state, const StrategosLost& e, std::vector<engine::Lost>& losses) {
  const auto who = state.strategoi.find(e.strategos);
  if (who == state.strategoi.end() || who->second.in.unit.empty()) return;
  const bool named = !is_new_hegemon(e.strategos) && !e.strategos.ends_with("-strategos");
  losses.push_back({.unit = who->second.in.unit,
                    .bases = {},
                    .what = is_new_hegemon(e.strategos) ? "the new hegemon"
                            : named                     ? "the strategos " + e.strategos
                                                        : "the strategos",
                    .part = true,
                    .by = {},
                    .how = "killed",
                    .at = {},
                    .rule = e.rule});
}

}  // namespace

engine::Happened Rules::happened(const State& state, const std::vector<Event>& events) {
  engine::Happened out;
  Running running;
  for (const Event& event : events) {
    if (const auto* e = std::get_if<FlightKept>(&event); e != nullptr && begins_rout(state, *e))
      add_rout(state, e->flight, running, out.losses);
    if (const auto* e = std::get_if<StrategosLost>(&event)) add_strategos(state, *e, out.losses);
    if (const auto* e = std::get_if<ChargeRolled>(&event)) out.charges.push_back(e->unit);
  }
  return out;
}

}  // namespace polemarch::hoplomachia
