/// What the room is called, and its battle as text in and out.
#include "engine/core/battle_of.hpp"
#include "engine/rulesets/blade_and_bow/invariants.hpp"
#include "engine/rulesets/blade_and_bow/text_commands.hpp"

namespace polemarch::blade_and_bow {

static_assert(engine::Ruleset<Rules> && engine::DealsCards<Rules>);

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{.key = "blade_and_bow",
                                        .name = "Blade & Bow",
                                        .owner = "Mike Nagel",
                                        .catalogue = "Volume I, 2nd edition / 2026-11",
                                        .state_v = 1,
                                        .missing =
                                            "Counters, cards, terrain chart and maps are samples until you type in your own; card texts "
                                            "that fit no effect kind are applied by the players."};
  return info;
}

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<Rules>(setup_json, name);
}

}  // namespace polemarch::blade_and_bow
