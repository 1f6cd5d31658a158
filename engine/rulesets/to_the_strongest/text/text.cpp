#include "engine/core/battle_of.hpp"
#include "engine/rulesets/to_the_strongest/bounds.hpp"
#include "engine/rulesets/to_the_strongest/invariants.hpp"
#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/text/json.hpp"
#include "engine/rulesets/to_the_strongest/text/upcast.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{"to_the_strongest",
                                        "To the Strongest!",
                                        "Simon Miller",
                                        "v1.1 / 2026-11",
                                        4,
                                        "Random events and campaigns are left out: the book only announces them."};
  return info;
}

namespace {

/// What only its side may know, beyond the values of secrets.
struct Hidden : engine::NothingHidden {
  static constexpr std::string_view kSetup = "/sides/*/stratagem";

  static Viewer audience(const State& state, Viewer by, const Command& command) {
    if (const auto* note = std::get_if<NoteUnit>(&command)) {
      if (const Unit* noted = state.unit(note->unit)) return viewer_of(noted->side);
      const auto whole = state.commands.find(note->unit);
      return whole == state.commands.end() ? by : viewer_of(whole->second.side);
    }
    if (const auto* draw = std::get_if<DrawStratagem>(&command))
      if (!draw->card.empty()) return viewer_of(side_named(draw->side).value_or(by == Viewer::B ? Side::B : Side::A));
    return Viewer::Both;
  }

  /// Which card it holds, and where a unit waits by its note, is shown by what is done, not by what is refused. TTS-STR-23.
  static Viewer refused_audience(const State& state, Viewer by, const Command& command) {
    if (std::holds_alternative<PlayStratagem>(command) && by != Viewer::Both) return by;
    if (std::holds_alternative<DeploymentDone>(command) && by != Viewer::Both) {
      const bool a = !due_card(state, Side::A).empty(), b = !due_card(state, Side::B).empty();
      if (by == Viewer::Umpire && (a || b)) return a && b ? Viewer::Umpire : a ? Viewer::A : Viewer::B;
      if ((by == Viewer::A && a) || (by == Viewer::B && b)) return by;
    }
    if (const Order* order = order_in(command); order != nullptr && !order->units.empty())
      if (const Unit* unit = state.unit(order->units.front()); unit != nullptr) {
        const Board board(state);
        const bool of_ambush = by != Viewer::Both && crowds_own_ambush(board, by, work_out(board, by, *order)).has_value();
        if (of_ambush || waits_by_note(state, *unit)) return viewer_of(unit->side);
      }
    return Viewer::Both;
  }
};

}  // namespace

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<RulesOfAllLogs, Hidden, Showing>(setup_json, name);
}

}  // namespace polemarch::to_the_strongest
