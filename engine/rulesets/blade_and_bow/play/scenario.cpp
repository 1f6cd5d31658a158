/// Rolls and arrivals of one battle: the goat path, the Spartans; an unclear facing. Rules BB-THE-10, BB-MYC-07..20, BB-AMB-01b.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/topics/planning.hpp"
#include "engine/rulesets/blade_and_bow/topics/returning.hpp"

namespace polemarch::blade_and_bow {

void resume(Unfold& u, const RollGoatPath& s, const engine::Answers& answers) {
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(*u.state().scenario.goat_path_roller, "BB-THE-10", "goat path: found on the turn number or less", 1));
    return;
  }
  if (answers.front().values.front() > u.state().turn.number) return;
  std::vector<std::string> names;
  for (const Track& track : u.state().map.tracks)
    if (!track.found) names.push_back(track.name);
  for (std::string& name : names) u.emit(TrackFound{std::move(name)});
}

void resume(Unfold& u, const RollReserve& s, const engine::Answers& answers) {
  const Scenario& scenario = u.state().scenario;
  if (scenario.reserve_state == 1) return u.later({ChooseEntry{}});
  if (scenario.reserve_state == 2) return u.later({PlaceReserve{}});
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(*scenario.reserve_side, "BB-MYC-07", "reinforcements: they come on the turn number or less", 1));
    return;
  }
  if (answers.front().values.front() <= u.state().turn.number) u.later({RollEntry{}});
}

void resume(Unfold& u, const RollEntry& s, const engine::Answers& answers) {
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(*u.state().scenario.reserve_side, "BB-MYC-08", "entry area of the reinforcements", 1));
    return;
  }
  u.emit(ReserveNoted{1, answers.front().values.front(), -1});
  u.later({ChooseEntry{}});
}

namespace {
/// The entry dice that so many turns of delay make of the one rolled: exactly that many points up or down, on the faces of a die
/// (BB-MYC-20, BB-AMB-117).
std::vector<int> shifted(int die, int delay) {
  std::vector<int> dice;
  for (const int shift : {-delay, delay})
    if (die + shift >= 1 && die + shift <= 6) dice.push_back(die + shift);
  return dice;
}
}  // namespace

/// Delay is counted from the turn of the roll: 0 then, one more each turn waited. Nobody may wait longer than some shift is left.
void resume(Unfold& u, const ChooseEntry& s, const engine::Answers& answers) {
  const Scenario& scenario = u.state().scenario;
  if (answers.empty()) {
    const int delay = scenario.entry_delay + 1;
    u.emit(ReserveNoted{1, scenario.entry_die, delay});
    std::vector<engine::Option> options;
    for (const int die : shifted(scenario.entry_die, delay)) {
      const std::string name = entry_name(die);
      if (std::none_of(options.begin(), options.end(), [&](const engine::Option& o) { return o.key == name; }))
        options.push_back({name, "enter at " + name});
    }
    if (!shifted(scenario.entry_die, delay + 1).empty()) options.push_back({"delay", "wait a turn"});
    u.ask(s, engine::ask_choice(*scenario.reserve_side, "BB-MYC-09", "where do they enter, or wait?", std::move(options)));
    return;
  }
  const std::string& choice = answers.front().choices.front();
  if (choice == "delay") return;
  int entry = scenario.entry_die;
  for (const int die : shifted(scenario.entry_die, scenario.entry_delay))
    if (entry_name(die) == choice) entry = die;
  u.emit(ReserveNoted{2, entry, scenario.entry_delay});
  u.later({PlaceReserve{}});
}

/// One hoplite on each free square of the area; who finds none waits (BB-AMB-76).
void resume(Unfold& u, const PlaceReserve& s, const engine::Answers& answers) {
  const State& state = u.state();
  const Side side = *state.scenario.reserve_side;
  if (!answers.empty()) {
    u.emit(LeaderMoved{s.unit, *square_named(answers.front().choices.front())});
    owe_leader(u, s.unit, "BB-MYC-18");
    return;
  }
  std::vector<UnitId> waiting;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && unit.box == Where::Reserve) waiting.push_back(id);
  std::vector<Square> placed;
  for (const Square square : entry_area(state.scenario.entry_die)) {
    if (waiting.empty()) break;
    if (!state.map.holds(square) || unit_at(u.state(), square) != nullptr) continue;
    const UnitId id = waiting.front();
    waiting.erase(waiting.begin());
    u.emit(UnitReturned{id, square, u.state().units.at(id).facing, true, "BB-MYC-11"});
    u.emit(MayFace{id, 4});
    owe_place(u, id, "BB-MYC-19");
    u.later(captures_at(u.state(), square, side));
    placed.push_back(square);
  }
  if (waiting.empty()) u.emit(ReserveNoted{3, state.scenario.entry_die, state.scenario.entry_delay});
  if (placed.empty()) return;
  for (const auto& [id, leader] : u.state().leaders) {
    if (leader.side != side || leader.box != Where::Reserve) continue;
    std::vector<engine::Option> options;
    options.reserve(placed.size());
    for (const Square square : placed) options.push_back({name_of(square), "with the unit in " + name_of(square)});
    if (options.size() == 1) {
      u.emit(LeaderMoved{id, placed.front()});
      owe_leader(u, id, "BB-MYC-18");
    } else {
      u.ask(PlaceReserve{id}, engine::ask_choice(side, "BB-MYC-18", "with whom does " + id.text + " come?", std::move(options)));
    }
    return;
  }
}

void resume(Unfold& u, const AskFacing& s, const engine::Answers& answers) {
  if (answers.empty()) {
    std::vector<engine::Option> options;
    for (std::size_t i = 0; i < s.between.size(); ++i) {
      const std::string name(name_of(s.between[i]));
      const int percent = i == 0 ? s.percent : 100 - s.percent;
      options.push_back({name, s.percent == 0 ? name : name + " (" + std::to_string(percent) + " %)"});
    }
    u.ask(s, engine::ask_choice(other(u.state().units.at(s.unit).side), "BB-POS-02", "which way does " + s.unit.text + " face?",
                                std::move(options)));
    return;
  }
  const Facing facing = *facing_named(answers.front().choices.front());
  if (s.move) return u.later({CarryMove{with_facing(*s.move, facing)}});
  face(u, s.unit, facing);
}

}  // namespace polemarch::blade_and_bow
