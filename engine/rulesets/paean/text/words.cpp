/// The doors of words: say, tell, describe.
#include "engine/rulesets/paean/text/words.hpp"

#include <set>

#include "engine/core/telling.hpp"
#include "engine/rulesets/paean/topics/army.hpp"
#include "engine/rulesets/paean/topics/mismatches.hpp"

namespace polemarch::paean {

using namespace engine;

std::string Rules::say(const State& state, const Command& command) {
  return std::visit(Overloaded{[](const AnswerWait& c) {
                                 std::string text = "answer";
                                 for (const std::string& choice : c.answer.choices) text += " " + choice;
                                 return text;
                               },
                               [&](const PlaceBases& c) {
                                 for (const OwedPlacement& owed : state.agenda.owed)
                                   if (c.owed == owed.id && c.poses.empty())
                                     return called(state, owed.unit) + (owed.removed ? " is off the table" : " stands in its place");
                                 return c.unit.empty() ? std::string("put it in its place") : "place " + called(state, c.unit);
                               },
                               [&](const auto& c) { return say_one(state, c); }},
                    command);
}

namespace {

/// A loss; of the last bases of a formation it says that they are.
std::string lost_words(const State& state, Lost lost) {
  if (lost.what == "the unit") return lost.unit.text + " is dispersed: " + lost.how;  // with the last of its heavier friends
  const Formation* formation = find_formation(state, lost.unit);
  const std::set<BaseId> gone(lost.bases.begin(), lost.bases.end());
  if (formation != nullptr && !gone.empty() && gone == std::set<BaseId>(formation->bases.begin(), formation->bases.end()))
    lost.what = gone.size() == 1 ? "its last base" : "all its " + std::to_string(gone.size()) + " bases";
  return engine::tell(lost);
}

}  // namespace

std::string Rules::tell(const State& state, const Event& event) {
  return std::visit(
      Overloaded{[](const StepOpened<Step>& e) { return e.waits.empty() ? std::string() : "Asked: " + e.waits.front().question; },
                 [](const WaitAnswered& e) { return e.answer.value ? "Answer " + typed(*e.answer.value) : "Answered"; },
                 [](const StepClosed&) { return std::string(); },
                 [&](const PlacementOwed& e) { return (e.owed.removed ? "Take off " : "Put in its place: ") + called(state, e.owed.unit); },
                 [&](const Placed& e) { return e.poses.empty() ? std::string() : called(state, e.unit) + " is in place"; },
                 [](const Thrown& e) { return engine::tell(e); }, [&](const Lost& e) { return lost_words(state, e); },
                 [&](const auto& e) { return tell_one(state, e); }},
      event);
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
    lines.push_back(std::string(name_of(side)) + ": " + plural(bases, "base") + ", " + plural(heavy, "LH or H formation"));
  }
  if (turn.phase == Phase::Deployment)
    for (const Side side : {Side::A, Side::B}) {
      const ArmySum sum = army_sum(state, side);
      lines.push_back(std::string(name_of(side)) + ": " + plural(sum.points(), "point") + ", " + std::to_string(sum.hoplite_percent()) +
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
