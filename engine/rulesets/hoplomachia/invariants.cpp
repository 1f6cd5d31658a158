/// What is true of every state, whatever was amended.
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "engine/rulesets/hoplomachia/rules.hpp"

namespace polemarch::hoplomachia {

namespace {

constexpr int kTurns = 100000;  ///< nobody plays longer
constexpr int kPoints = 20;     ///< what a chart brings or costs at most

/// Numbers that no battle can have: below nothing, beyond what is printed, or more than anybody plays.
class Bounds {
 public:
  explicit Bounds(std::vector<std::string>& broken) : broken_(broken) {}

  void within(const std::string& what, std::int64_t value, std::int64_t least, std::int64_t most) {
    if (value < least || value > most)
      broken_.push_back(what + " is " + std::to_string(value) + ": expected " + std::to_string(least) + " to " + std::to_string(most));
  }
  void within(const std::string& what, const std::optional<int>& value, std::int64_t least, std::int64_t most) {
    if (value) within(what, std::int64_t{*value}, least, most);
  }
  void within(const std::string& what, Length value, Length least, Length most) {
    if (value < least || value > most)
      broken_.push_back(what + " is " + std::to_string(value.um / 1000) + " mm: expected " + std::to_string(least.um / 1000) + " to " +
                        std::to_string(most.um / 1000));
  }
  void track(const std::string& what, const AreteTrack& track) {
    within(what + " Shaken up to", track.shaken, 0, track.unsteady);
    within(what + " Unsteady up to", track.unsteady, track.shaken, track.firm);
    within(what + " Firm up to", track.firm, track.unsteady, 20);
  }
  template <class Row>
  void row(const std::string& what, const Row& points) {
    for (const int value : points) within(what, value, -kPoints, kPoints);
  }

 private:
  std::vector<std::string>& broken_;
};

void check_army(Bounds& bounds, const std::string& side, const Army& army) {
  bounds.within("the arete of " + side, army.arete, -99, 20);
  bounds.within("the base die of " + side, army.base_die, 0, 6);
  bounds.within("hieres rolls of " + side, army.hieres, 0, 3);
  bounds.within("lochoi of " + side + " that left by the enemy's edge", army.exited, 0, 1000);
  bounds.within("lochoi of " + side + " that may land", army.landing, 0, 1000);
  bounds.within("hoplite lochoi of " + side + " at the turn's start", army.hoplites_at_start, 0, 10000);
  bounds.within("stands of " + side + " at the start", army.stands_at_start, 0, 10000);
  bounds.within("the turn in which " + side + " used the gate", army.gate_used, 0, kTurns);
  bounds.track("the track of " + side, army.track);
}

void check_place(Bounds& bounds, const State& state, const std::string& what, const Pose& at) {
  bounds.within(what + " across", at.x, -10000_mm, state.width + 10000_mm);
  bounds.within(what + " along", at.y, -10000_mm, state.depth + 10000_mm);
}
void check_unit(Bounds& bounds, const State& state, const std::string& id, const Taxis& unit) {
  bounds.within("approach moves of " + id, unit.approach_moves, 0, kTurns);
  bounds.within("the turn in which " + id + " comes on", unit.enters, 0, kTurns);
  bounds.within("the turn of the order of " + id, unit.order.turn, 0, kTurns);
  bounds.within("the way of " + id + " in this turn", unit.turn.moved, {}, 10000_mm);
  bounds.within("belos charges of " + id, unit.fight.belos_charges, 0, kTurns);
  bounds.within("shots of " + id, unit.fight.shots, 0, kTurns);
  bounds.within("stands of " + id + " at the phalanx", unit.fight.at_phalanx, 0, 1000);
  bounds.within("the turn of the last charge of " + id, unit.fight.missed_in, 0, kTurns);
  bounds.within("the epidromos die of " + id, unit.fight.epidromos_die, 1, 6);
  for (const Lochos& lochos : unit.lochoi) {
    bounds.within("ground given by a lochos of " + id, lochos.fight.ground_given, 0, 100);
    bounds.within("the turn in which a lochos of " + id + " comes on", lochos.enters, 0, kTurns);
    bounds.within("the turn in which a lochos of " + id + " wheeled in", lochos.fight.moved_in, 0, kTurns);
    bounds.within("the turn of the epilektoi of " + id, lochos.fight.epilektoi_in, 0, kTurns);
    for (const Stand& stand : lochos.stands) {
      bounds.within("the frontage of " + stand.base.text, stand.footprint.frontage, {}, 1000_mm);
      bounds.within("the depth of " + stand.base.text, stand.footprint.depth, {}, 1000_mm);
      check_place(bounds, state, "the place of " + stand.base.text, stand.at.pose);
    }
  }
  for (const engine::PlacedBase& stood : unit.stood)
    check_place(bounds, state, "the place where " + stood.base.text + " stood", stood.at.pose);
}

void check_charts(Bounds& bounds, const Charts& charts) {
  for (const auto& [what, value] : {std::pair{"uphill", charts.uphill},
                                    {"wall", charts.wall},
                                    {"stockade", charts.stockade},
                                    {"gap", charts.gap},
                                    {"ground given", charts.ground_given},
                                    {"third rank", charts.third_rank},
                                    {"fourth rank", charts.fourth_rank},
                                    {"hamippoi", charts.hamippoi}})
    bounds.within("the chart's " + std::string(what), value, -kPoints, kPoints);
  bounds.within("the chart's limit of ground given", charts.ground_given_cap, -kPoints, kPoints);
  for (const auto& [what, row] : {std::pair{"paean", &charts.paean},
                                  {"grim resolve", &charts.grim_resolve},
                                  {"sphagia", &charts.sphagia},
                                  {"One Step More", &charts.one_step_more}})
    if (*row) bounds.row("the chart of the " + std::string(what), **row);
  for (const auto& [who, row] : charts.rhetoria) bounds.row("the chart of rhetoria, " + who, row);
  for (const auto& [line, row] : charts.hieres) {
    bounds.within("the target of hieres, " + line, row.target, 1, 7);
    bounds.row("the chart of hieres, " + line, row.success);
    bounds.within("the failure of hieres, " + line, row.failure, -kPoints, kPoints);
  }
  for (const TerrainKind& kind : charts.terrain) bounds.within("the disarray number of " + kind.kind, kind.disarray, 0, 20);
  for (const AreteTrack& track : charts.tracks) bounds.track("the track " + track.name, track);
  for (const auto& [own, row] : charts.nemesis)
    for (const auto& [enemy, points] : row) bounds.within("the nemesis of " + own + " and " + enemy, points, -kPoints, kPoints);
  bounds.within("the chart of strategos casualties", charts.strategos_killed, 2, 13);
  bounds.within("the chart of casualties, Promachos", charts.promachos_killed, 2, 13);
  bounds.within("the chart of casualties under belos", charts.strategos_under_belos, 2, 13);
  bounds.within("the chart of casualties in rout", charts.strategos_routed, 2, 13);
}

/// Numbers by which what is open is called: 1 and on.
void check_counting(Bounds& bounds, const State& state) {
  constexpr int kMost = 100000000;
  bounds.within("the number of the next runner", state.next_runner, 1, kMost);
  bounds.within("the number of the next flight", state.fight.next_flight, 1, kMost);
  bounds.within("the number of the next question", state.agenda.next_wait, 1, kMost);
  bounds.within("the number of the next placement", state.agenda.next_owed, 1, kMost);
  bounds.within("the number of the next lane", state.agenda.next_lane, 0, kMost);
  for (const Runner& runner : state.runners) {
    bounds.within("the turn a runner was sent", runner.sent, 0, kTurns);
    bounds.within("the turn a runner arrives", runner.arrives, 0, kTurns);
  }
  for (const Flight& flight : state.fight.flights) {
    bounds.within("the moves of what runs of " + flight.unit.text, flight.moves, 0, kTurns);
    bounds.within("the turn since which " + flight.unit.text + " runs", flight.since, -1, kTurns);
    bounds.within("the turn of the last move of " + flight.unit.text, flight.moved_in, -1, kTurns);
  }
}

}  // namespace

std::vector<std::string> broken_invariants(const State& state) {
  std::vector<std::string> broken;
  if (state.width <= Length{} || state.depth <= Length{}) broken.emplace_back("the table has no size");
  if (state.tolerance < Length{}) broken.emplace_back("the tolerance is negative");
  for (const Terrain& piece : state.terrain)
    if (piece.outline.size() < 3) broken.push_back("terrain " + piece.id + " has fewer than three corners");
  if (state.battle.epoch < 1 || state.battle.epoch > 5) broken.emplace_back("there are five epochs");
  if (state.at.stage < 0 || state.at.stage > 5) broken.emplace_back("the phase has no such stage");
  if (state.at.turn < 0 || state.at.turn > 100000) broken.emplace_back("no such turn");
  std::set<BaseId> bases;
  for (const auto& [id, unit] : state.units) {
    if (!state.cards.contains(unit.card)) broken.push_back(id.text + " has no card");
    if (unit.lochoi.empty()) broken.push_back(id.text + " has no lochoi");
    for (const Lochos& lochos : unit.lochoi) {
      if (lochos.stands.empty()) broken.push_back(id.text + " has a lochos without stands");
      for (const Stand& stand : lochos.stands) {
        if (stand.footprint.frontage <= Length{} || stand.footprint.depth <= Length{}) broken.push_back(stand.base.text + " has no size");
        if (!bases.insert(stand.base).second) broken.push_back("base " + stand.base.text + " is there twice");
      }
    }
  }
  for (const auto& [key, who] : state.strategoi) {
    const auto unit = state.units.find(who.in.unit);
    if (unit == state.units.end() || who.in.at < 0 || static_cast<std::size_t>(who.in.at) >= unit->second.lochoi.size())
      broken.push_back(key + " stands nowhere");
  }
  for (const auto& [key, card] : state.cards)
    for (const std::size_t size : {card.epi_charge.size(), card.epi_drift.size(), card.epi_mqual.size(), card.epi_disarray.size()})
      if (size != 0 && size != 6) broken.push_back("card " + key + " has a row that is not for six dice");
  if (!state.charts.melee.empty() && state.charts.melee.size() != 16) broken.emplace_back("the Melee Resolution chart has 16 cells");
  Bounds bounds(broken);
  bounds.within("the table's width", state.width, {}, 20000_mm);
  bounds.within("the table's depth", state.depth, {}, 20000_mm);
  bounds.within("the tolerance", state.tolerance, {}, 100_mm);
  bounds.within("the depth of the metaichmion", state.battle.metaichmion, {}, 20000_mm);
  bounds.within("the number of turns", state.options.turns, 0, kTurns);
  check_army(bounds, "A", state.armies.a);
  check_army(bounds, "B", state.armies.b);
  for (const auto& [id, unit] : state.units) check_unit(bounds, state, id.text, unit);
  for (const auto& [key, who] : state.strategoi) {
    bounds.within("the orders that " + key + " gave", who.orders_given, 0, 100);
    bounds.within("the turn in which " + key + " took over", who.arrived, 0, kTurns);
  }
  check_charts(bounds, state.charts);
  check_counting(bounds, state);
  return broken;
}

std::optional<std::string> Rules::broken_invariant(const State& state) {
  const std::vector<std::string> broken = broken_invariants(state);
  return broken.empty() ? std::nullopt : std::optional(broken.front());
}

bool Rules::has(const State& state, const UnitId& id) { return id.empty() || state.units.contains(id); }

}  // namespace polemarch::hoplomachia
