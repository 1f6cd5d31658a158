#include "engine/core/battle_of.hpp"
#include "engine/rulesets/to_the_strongest/invariants.hpp"
#include "engine/rulesets/to_the_strongest/text_types.hpp"
#include "engine/rulesets/to_the_strongest/text_upcast.hpp"

namespace polemarch::to_the_strongest {

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{"to_the_strongest",
                                        "To the Strongest!",
                                        "Simon Miller",
                                        "v1.1 / 2026-11",
                                        3,
                                        "Random events and campaigns are left out: the book only announces them."};
  return info;
}

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<RulesOfAllLogs>(setup_json, name);
}

}  // namespace polemarch::to_the_strongest
