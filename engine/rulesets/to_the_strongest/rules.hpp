#pragma once
/// The doors of To the Strongest! (engine/core/room.hpp). Pure.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/battle.hpp"
#include "engine/core/room.hpp"
#include "engine/core/unfold.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"

namespace polemarch::to_the_strongest {

struct Rules {
  using State = to_the_strongest::State;
  using Command = to_the_strongest::Command;
  using Event = to_the_strongest::Event;
  using Step = to_the_strongest::Step;
  static constexpr engine::Course kCourse{.side_by_side = true};
  static const engine::RulesetInfo& info();
  static Result<State> initial(std::string_view setup_json, std::string_view name);
  static engine::Verdict judge(const State& state, Viewer by, const Command& command);
  static std::vector<Event> decide(const State& state, Viewer by, const Command& command);
  /// Its loss, where the players take a unit for gone that the rules have on the table; nothing of what is no unit.
  static std::vector<Event> taken_off(const State& state, Viewer by, const UnitId& unit);
  static State evolve(State&& state, const Event& event);
  static std::vector<engine::Offer<Command>> offers(const State& state, Viewer viewer, const engine::About& about);
  static std::vector<engine::Window> windows(const State& state, Viewer viewer);
  static engine::Advice advise(const State& state, const engine::Selection& selection, Viewer viewer);
  static std::vector<engine::Place> places(const State& state);
  static const engine::Agenda<Step>& agenda(const State& state) { return state.agenda; }
  static std::optional<engine::Pile> pile(const State& state, const engine::Wait& wait);
  static std::optional<std::string> broken_invariant(const State& state);
  static bool has(const State& state, const UnitId& id);  ///< by whatever name the rules order about; an empty one is nobody's
  static bool has(const State& state, Box box);
  /// Does the step leave open what it goes on with: an order to nobody?
  static bool unsound(const State& state, const Step& step);
  static std::vector<std::string> describe(const State& state, Viewer viewer);
  static engine::Now now(const State& state);
  static std::optional<engine::Ending> ending(const State& state);
  static std::vector<engine::Figure> figures(const State& state, const UnitId& unit, Viewer viewer);
  static std::vector<engine::Counter> counters(const State& state);
  static std::string say(const State& state, const Command& command);
  static std::string tell(const State& state, const Event& event);
  /// Throws and losses of one command's events, `state` being the state before them (show/happened.cpp).
  static engine::Happened happened(const State& state, const std::vector<Event>& events);
  /// A command as a player writes it down, for report and replay; empty where the throw or the losses tell it (text/clause.cpp).
  static std::string clause(const State& state, const Command& command);
  /// Homeless generals, demoralisation and victory after something happened; true when it told or asked something.
  static bool interject(engine::Unfold<Rules>& u);
};
using Unfold = engine::Unfold<Rules>;
static_assert(engine::Ruleset<Rules> && engine::DealsCards<Rules>);

/// The registry's door (text/text.cpp).
Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::to_the_strongest
