/// Makes a battle of the room; the only place where its JSON and core's Battle meet.
#include "engine/core/battle_of.hpp"
#include "engine/rulesets/hail_caesar/bounds.hpp"
#include "engine/rulesets/hail_caesar/invariants.hpp"
#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/text/json.hpp"

namespace polemarch::hail_caesar {

static_assert(engine::Ruleset<Rules>);

const engine::RulesetInfo& Rules::info() {
  static const engine::RulesetInfo info{
      "hail_caesar",
      "Hail Caesar (quick reference)",
      "Warlord Games",
      "quick reference sheet, 2026-11",
      3,
      "Only what the two-page sheet says: unit statistics, order tests, charge responses, formation changes and scenarios come from your "
      "rulebook as data, the shipped values are samples."};
  return info;
}

namespace {

/// The room with what older logs need: they have `order_tested`, whose consequences were worked out as it was folded.
struct RulesWithLogs : Rules {
  static Json upcast(Json event, const State& state) {
    if (event.value("event", "") != "order_tested") return event;
    const auto kind = event.at("test").at("kind").get<OrderKind>();
    const Json units = event.at("test").at("units"), none = Json::array();
    const bool courage = kind == OrderKind::Courage, rally = kind == OrderKind::Rally;
    const bool steadies = courage && event.value("success", false) && state.config.command.wiyc_effect == "unbreak";
    event["event"] = OrderResolved::kName;
    event["beside"] = courage || rally || kind == OrderKind::FollowMe;
    event["ordered"] = courage || rally ? none : units;
    event["rally_tried"] = rally ? units : none;
    event["steadied"] = steadies ? units : none;
    return event;
  }
};

}  // namespace

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name) {
  return engine::make_battle_of<RulesWithLogs, engine::NothingHidden, Showing>(setup_json, name);
}

}  // namespace polemarch::hail_caesar
