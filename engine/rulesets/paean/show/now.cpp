/// What is to be done, how the battle stands in a few lines, and how it ended.
#include <algorithm>

#include "engine/rulesets/paean/text/words.hpp"
#include "engine/rulesets/paean/topics/army.hpp"
#include "engine/rulesets/paean/topics/mismatches.hpp"
#include "models/counted.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {
bool all_deployed(const State& state) {
  return std::all_of(state.bases.begin(), state.bases.end(), [](const auto& base) { return base.second.on_table; });
}
}  // namespace

Now Rules::now(const State& state) {
  const Turn& turn = state.turn;
  Now now{turn.bound, viewer_of(turn.active), std::string(word_of(turn.phase)), {}};
  if (turn.permit) {
    now.todo = "act with " + turn.permit->unit.text + ", or forgo it";
    return now;
  }
  switch (turn.phase) {
    case Phase::Deployment:
      now.who = Viewer::Both;
      now.todo = all_deployed(state) ? "begin the battle" : "put the armies on the table, then begin";
      break;
    case Phase::Initiative:
      now.who = Viewer::Both;
      now.todo = "throw for initiative";
      break;
    case Phase::Combat:
      now.todo = "fight the combats";
      break;
    case Phase::Skirmish:
      now.todo = "test a light formation's initiative, or go on";
      break;
    case Phase::Power:
      now.todo = "give the call of power to a formation, or go on";
      break;
    case Phase::Orders:
      now.todo =
          turn.commanding.empty() ? "order with a commander, or go on" : "order with " + turn.commanding.text + ", or give up his command";
      break;
    case Phase::Might:
      now.todo = "give the call of might, or go on";
      break;
    case Phase::Heroic:
      now.todo = "test a hero, or go on";
      break;
    case Phase::Rallying:
      now.todo = "rally";
      break;
    case Phase::Over:
      now.who = Viewer::Both;
      now.todo = "the battle is over";
      break;
  }
  return now;
}

std::optional<Ending> Rules::ending(const State& state) {
  if (state.turn.phase != Phase::Over) return std::nullopt;
  return Ending{state.turn.winner, state.turn.why, state.turn.why_rule};
}

std::vector<std::string> Rules::describe(const State& state, Viewer) {
  std::vector<std::string> lines;
  const Turn& turn = state.turn;
  if (turn.phase == Phase::Over) {
    lines.push_back((turn.winner ? std::string(name_of(*turn.winner)) + " has won: " : std::string("A draw: ")) + turn.why);
  } else if (turn.phase == Phase::Deployment || turn.phase == Phase::Initiative) {
    lines.push_back(turn.phase == Phase::Deployment ? "Deployment" : "Initiative");
  } else {
    lines.push_back("Bound " + std::to_string(turn.bound) + ", " + std::string(name_of(turn.active)) + ": " +
                    std::string(word_of(turn.phase)));
  }
  if (turn.permit) lines.push_back(called(state, turn.permit->unit) + " may act");
  for (const Side side : {Side::A, Side::B}) {
    int bases = 0, heavy = 0;
    for (const UnitId& id : formations_of(state, side)) {
      bases += static_cast<int>(formation_at(state, id).bases.size());
      heavy += formation_at(state, id).hoplite() ? 1 : 0;
    }
    lines.push_back(std::string(name_of(side)) + ": " + counted(bases, "base") + ", " + counted(heavy, "LH or H formation"));
  }
  if (turn.phase == Phase::Deployment)
    for (const Side side : {Side::A, Side::B}) {
      const ArmySum sum = army_sum(state, side);
      lines.push_back(std::string(name_of(side)) + ": " + counted(sum.points(), "point") + ", " + std::to_string(sum.hoplite_percent()) +
                      " % of the figures LH and H");
      for (const Reason& warning : sum.warnings)
        lines.push_back(std::string(name_of(side)) + ": " + warning.text + " (" + warning.rule + ")");
    }
  if (turn.phase != Phase::Over)
    for (const auto& [id, formation] : state.formations)
      for (const Reason& off : mismatches(state, id)) lines.push_back(off.text);
  for (const auto& [id, formation] : state.formations)
    if (formation.in_play() && rallying(formation))
      lines.push_back(called(state, id) + " is rallying since bound " + std::to_string(*formation.status.rallying));
  return lines;
}

}  // namespace polemarch::paean
