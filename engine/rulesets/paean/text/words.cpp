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

}  // namespace polemarch::paean
