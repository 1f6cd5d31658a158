/// What the room is called, and its battle as text in and out.
#include <algorithm>

#include "engine/core/battle_of.hpp"
#include "engine/rulesets/blade_and_bow/bounds.hpp"
#include "engine/rulesets/blade_and_bow/invariants.hpp"
#include "engine/rulesets/blade_and_bow/judge/judge.hpp"
#include "engine/rulesets/blade_and_bow/show/viewing.hpp"
#include "engine/rulesets/blade_and_bow/text/json_commands.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

namespace polemarch::blade_and_bow {

static_assert(engine::Ruleset<Rules> && engine::DealsCards<Rules>);

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{.key = "blade_and_bow",
                                        .name = "Blade & Bow",
                                        .owner = "Mike Nagel",
                                        .catalogue = "Volume I, 2nd edition / 2026-11",
                                        .state_v = 4,
                                        .missing =
                                            "Counters, cards, terrain chart and maps are samples until you type in your own; card texts "
                                            "that fit no effect kind are applied by the players."};
  return info;
}

namespace {

/// What only its side may know, beyond the values of secrets.
struct Hidden {
  static constexpr std::string_view kSetup = "/sides/*/units/*/ranks /sides/*/hand/*";

  static Viewer audience(const State& state, Viewer by, const Command& command) {
    if (const auto* adjusted = std::get_if<AdjustRanks>(&command)) {  // BB-UNIT-24
      const auto unit = adjusted->ranks.empty() ? state.units.end() : state.units.find(adjusted->ranks.begin()->first);
      return unit == state.units.end() ? by : viewer_of(unit->second.side);
    }
    if (const auto* answer = std::get_if<engine::AnswerWait>(&command))  // cards drawn to a hand
      for (const engine::Wait& wait : state.agenda.open_waits())
        if (wait.chance && wait.chance->source == "deck" && wait.chance->lowest == 0 &&
            (answer->wait ? *answer->wait == wait.id : engine::may_answer(by, wait.who)))
          return wait.who;
    return Viewer::Both;
  }

  /// A card that was not played is still hidden, and so is what its holder named; one that lies in the discards everybody sees.
  static Viewer refused_audience(const State& state, Viewer by, const Command& command) {
    const auto spent = [&](int card) { return lies_in_discards(state, card); };
    if (const auto* play = std::get_if<PlayCard>(&command); play != nullptr && lies_in_discards(state, play->card)) return Viewer::Both;
    if (const auto* drop = std::get_if<DiscardCard>(&command); drop != nullptr && lies_in_discards(state, drop->card)) return Viewer::Both;
    const bool names_cards = std::holds_alternative<PlayCard>(command) || std::holds_alternative<DiscardCard>(command) ||
                             std::holds_alternative<Commit>(command);
    if (const auto* commit = std::get_if<Commit>(&command);
        commit != nullptr && !commit->cards.empty() && std::all_of(commit->cards.begin(), commit->cards.end(), spent))
      return Viewer::Both;
    return names_cards ? viewer_of(side_of_speaker(state, by)) : Viewer::Both;
  }

  /// Which units have another marker than their side begins with is part of what is hidden (BB-UNIT-24).
  static void write_out(const State& state, engine::Json& setup) {
    for (auto& [side, army] : setup.at("sides").items())
      for (engine::Json& unit : army.at("units")) {
        const auto found = state.units.find(UnitId{unit.at("unit").get<std::string>()});
        if (unit.contains("ranks") || found == state.units.end() || !found->second.has_ranks()) continue;
        unit["ranks"] = found->second.ranks.value ? engine::Json(*found->second.ranks.value) : engine::Json();
      }
  }

  static Viewer event_audience(const Event& event) {  // it names the units whose markers changed
    const auto* adjusted = std::get_if<RanksAdjusted>(&event);
    return adjusted == nullptr ? Viewer::Both : viewer_of(adjusted->side);
  }
};

}  // namespace

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<Rules, Hidden, Showing>(setup_json, name);
}

}  // namespace polemarch::blade_and_bow
