#pragma once
/// Blade & Bow, Volume I (2nd edition): the doors of the room. See README.md for commands and events, RULES.md for every rule id. Pure.

#include <memory>

#include "engine/core/battle.hpp"
#include "engine/core/unfold.hpp"
#include "engine/rulesets/blade_and_bow/commands.hpp"
#include "engine/rulesets/blade_and_bow/events.hpp"

namespace polemarch::blade_and_bow {

struct Rules {
  using State = blade_and_bow::State;
  using Command = blade_and_bow::Command;
  using Event = blade_and_bow::Event;
  using Step = blade_and_bow::Step;
  static constexpr engine::Course kCourse{.at_end = engine::AtEnd::Leave};

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
  static bool has(const State& state, Square square);
  static std::vector<std::string> describe(const State& state, Viewer viewer);
  static engine::Now now(const State& state);
  static std::optional<engine::Ending> ending(const State& state);
  /// What matters of a unit or leader now: state, points left of its allowance, ranks as the viewer may know them, morale, fire.
  static std::vector<engine::Figure> figures(const State& state, const UnitId& unit, Viewer viewer);
  /// What decides the battle, side by side: losses against the rout level, camps, impulses, units on the rout track, tracks.
  static std::vector<engine::Counter> counters(const State& state);
  static std::string say(const State& state, const Command& command);
  static std::string tell(const State& state, const Event& event);
  /// Throws and losses of one command's events, `state` being the state before them (show/happened.cpp).
  static engine::Happened happened(const State& state, const std::vector<Event>& events);
  /// A command as a player writes it down, for report and replay; empty where the throw or the losses tell it (text/clause.cpp).
  static std::string clause(const State& state, const Command& command);
};

using Unfold = engine::Unfold<Rules>;

/// The door of the registry.
Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::blade_and_bow
