#pragma once
/// The doors of the Hail Caesar room (engine/core/room.hpp). Facts: the quick-reference catalogue, ids HC-*. Pure.

#include "engine/core/battle.hpp"
#include "engine/core/unfold.hpp"
#include "engine/rulesets/hail_caesar/commands.hpp"
#include "engine/rulesets/hail_caesar/events.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

namespace polemarch::hail_caesar {

struct Rules {
  using State = hail_caesar::State;
  using Command = hail_caesar::Command;
  using Event = hail_caesar::Event;
  using Step = hail_caesar::Step;
  static constexpr engine::Course kCourse{.side_by_side = true, .at_end = engine::AtEnd::GoOn};
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
  static std::optional<std::string> broken_invariant(const State& state);
  /// Options that the set-up would refuse: words that are none, shares beyond 1.
  static std::optional<std::string> odd_by_hand(const State& before, const State& after);
  static bool has(const State& state, const UnitId& id);  ///< by whatever name the rules order about; an empty one is nobody's
  /// Does the step name a unit for a general, a general for a unit, or nobody?
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
};

using Unfold = engine::Unfold<Rules>;

/// For the registry.
Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::hail_caesar
