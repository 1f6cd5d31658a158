/// Commands as a player writes them down: "Tribune Marcus orders the Tenth cohort".
#include "engine/rulesets/hail_caesar/rules.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {
namespace {

std::string told_name(const State& state, const UnitId& id) {
  if (const auto unit = state.units.find(id); unit != state.units.end() && !unit->second.profile.name.empty())
    return unit->second.profile.name;
  if (const auto general = state.generals.find(id); general != state.generals.end() && !general->second.name.empty())
    return general->second.name;
  return id.text;
}

std::string told_verb(const State& state, const UnitId& id, std::string_view one, std::string_view many) {
  if (state.generals.contains(id)) return told_name(state, id) + " " + std::string(one);  // a person is one
  return engine::with_verb(told_name(state, id), one, many);
}

}  // namespace

std::string Rules::clause(const State& state, const Command& command) {
  const auto name = [&](const UnitId& id) { return told_name(state, id); };
  const auto with = [&](const UnitId& id, std::string_view one, std::string_view many) { return told_verb(state, id, one, many); };
  const std::string said = std::visit(
      engine::Overloaded{
          [&](const EndPhase&) {
            return state.phase == Phase::Deployment ? std::string("the battle begins") : "end of " + std::string(word_of(state.phase));
          },
          [&](const RallyUnit& c) {
            return c.general.empty() ? with(c.unit, "rallies", "rally") : with(c.general, "rallies", "rally") + " " + name(c.unit);
          },
          [&](const MoveUnit& c) {
            if (state.phase == Phase::Deployment) return with(c.unit, "deploys", "deploy");
            if (c.formation && !c.to && c.poses.empty() && c.in.empty())
              return with(c.unit, "forms", "form") + " " + std::string(word_of(*c.formation));
            const Terrain* building = terrain_named(state, c.in);
            return with(c.unit, "moves", "move") + (c.in.empty() ? "" : " into the " + (building == nullptr ? "building" : building->kind));
          },
          [&](const ChargeUnit& c) { return with(c.unit, "charges", "charge") + " " + name(c.target); },
          [&](const EvadeCharge& c) { return with(c.unit, "evades", "evade"); },
          [&](const CounterCharge& c) { return with(c.unit, "countercharges", "countercharge"); },
          [&](const GiveOrder& c) { return with(c.general, "orders", "order") + " " + (c.unit.empty() ? "his division" : name(c.unit)); },
          [&](const hail_caesar::GeneralAdvance& c) { return with(c.general, "calls", "call") + " a General Advance"; },
          [&](const JoinUnit& c) { return with(c.general, "joins", "join") + " " + name(c.unit); },
          [&](const FollowMe& c) { return with(c.general, "calls", "call") + " Follow me to " + name(c.unit); },
          [&](const WhereIsYourCourage& c) { return with(c.general, "asks", "ask") + " " + name(c.unit) + " where its courage is"; },
          [&](const Reroll& c) { return with(c.general, "has", "have") + " the order dice rolled again"; },
          [&](const MoveGeneral& c) { return with(c.general, "rides", "ride") + " elsewhere"; },
          [&](const Shoot& c) { return with(c.unit, "shoots at", "shoot at") + " " + name(c.target); },
          [&](const ClosingShot& c) { return with(c.unit, "fires", "fire") + " closing shots at " + name(c.target); },
          [&](const TraversingShot& c) { return with(c.unit, "fires", "fire") + " traversing shots at " + name(c.target); },
          [&](const FightCombat& c) { return with(c.unit, "fights", "fight"); },
          [&](const FollowUp& c) { return with(c.unit, "follows up", "follow up"); },
          [](const EndBattle& c) { return std::string(c.winner ? "the battle is given up" : "the battle is stopped as a draw"); },
          [](const auto&) { return std::string(); }},
      command);
  return said.starts_with(' ') ? std::string() : said;  // a general whom nobody named
}

}  // namespace polemarch::hail_caesar
