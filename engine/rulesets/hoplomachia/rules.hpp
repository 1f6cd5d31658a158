#pragma once
/// The doors of the Hoplomachia room (engine/core/room.hpp). Facts: the rule catalogue, ids HM-*. Pure.

#include "engine/core/battle.hpp"
#include "engine/core/pending.hpp"
#include "engine/core/showing.hpp"
#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/events.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

struct Rules {
  using State = hoplomachia::State;
  using Command = hoplomachia::Command;
  using Event = hoplomachia::Event;
  using Step = hoplomachia::Step;
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
  static bool has(const State& state, const UnitId& id);  ///< by whatever name the rules order about; an empty one is nobody's
  static std::vector<std::string> describe(const State& state, Viewer viewer);
  static engine::Now now(const State& state);
  static std::optional<engine::Ending> ending(const State& state);
  static std::vector<engine::Figure> figures(const State& state, const UnitId& unit, Viewer viewer);
  static std::vector<engine::Counter> counters(const State& state);
  static std::optional<engine::Pending> pending(const State& state, const engine::Wait& wait);
  static std::vector<engine::StateMark> marks(const State& state, const UnitId& unit, Viewer viewer);
  static engine::OfferMark mark_of(const State& state, const Command& command);
  static std::optional<engine::Pile> pile(const State& state, const engine::Wait& wait);
  static engine::Happened happened(const State& state, const std::vector<Event>& events);
  static std::string say(const State& state, const Command& command);
  static std::string tell(const State& state, const Event& event);
  /// A command as a player writes it down, for report and replay; empty where the throw tells it (show/clause.cpp).
  static std::string clause(const State& state, const Command& command);
};

/// Every invariant that is broken, a sentence each.
std::vector<std::string> broken_invariants(const State& state);

/// For the registry.
Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::hoplomachia
