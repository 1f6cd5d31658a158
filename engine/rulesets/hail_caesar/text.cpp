/// Makes a battle of the room; the only place where its JSON and core's Battle meet.
#include "engine/core/battle_of.hpp"
#include "engine/rulesets/hail_caesar/invariants.hpp"
#include "engine/rulesets/hail_caesar/text_json.hpp"

namespace polemarch::hail_caesar {

static_assert(engine::Ruleset<Rules>);

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{
      "hail_caesar",
      "Hail Caesar (quick reference)",
      "Warlord Games",
      "quick reference sheet, 2026-11",
      2,
      "Only what the two-page sheet says: unit statistics, order tests, charge responses, formation changes and scenarios come from your "
      "rulebook as data, the shipped values are samples."};
  return info;
}

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<Rules>(setup_json, name);
}

}  // namespace polemarch::hail_caesar
