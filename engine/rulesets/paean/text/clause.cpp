/// Commands as a player writes them down: "Tribal hoplites I charge Allied hoplites".
#include "engine/core/telling.hpp"
#include "engine/rulesets/paean/rules.hpp"
#include "engine/rulesets/paean/text/words.hpp"
#include "models/counted.hpp"

namespace polemarch::paean {
namespace {

/// The name alone; the id where there is none.
std::string clause_name(const State& state, const UnitId& id) {
  if (const auto at = state.leaders.find(id); at != state.leaders.end() && !at->second.name.empty()) return at->second.name;
  if (const auto at = state.formations.find(id); at != state.formations.end() && !at->second.name.empty()) return at->second.name;
  return id.text;
}

/// Its verb and what comes behind it, for the one and for many: "draws in its left flank", "draw in their left flank".
struct ClauseVerb {
  std::string one, many;
};

std::string clause_with(const State& state, const UnitId& id, const ClauseVerb& verb, const std::string& rest = {}) {
  const std::string name = clause_name(state, id);
  return (state.leaders.contains(id) ? name + " " + verb.one : engine::with_verb(name, verb.one, verb.many)) + rest;  // a person is one
}

std::string flank_words(Flank flank) { return std::string(word_of(flank)); }

/// Where somebody goes who may join a formation.
std::string joining(const State& state, const UnitId& join, bool moves) {
  if (!join.empty()) return " and joins " + clause_name(state, join);
  return moves ? " and moves" : "";
}

std::string clause_of(const State&, const BeginBattle&) { return "the battle begins"; }
std::string clause_of(const State&, const DeployArmy& c) { return std::string(name_of(c.side)) + " deploys its army"; }
std::string clause_of(const State& state, const EndPhase&) {
  return state.turn.phase == Phase::Deployment ? "the battle begins" : "end of " + std::string(word_of(state.turn.phase));
}
std::string clause_of(const State& state, const TestSkirmishers& c) {
  return clause_with(state, c.unit, {"tests its initiative", "test their initiative"});
}
std::string clause_of(const State& state, const CallOfPower& c) { return "the call of power goes to " + clause_name(state, c.unit); }
std::string clause_of(const State& state, const GiveOrder& c) {
  return clause_with(state, c.commander, {"orders", "order"}, " " + clause_name(state, c.unit));
}
std::string clause_of(const State& state, const Relinquish& c) {
  return clause_name(state, c.commander) + " gives up command" + joining(state, c.join, c.to.has_value());
}
std::string clause_of(const State& state, const CallOfMight& c) {
  return clause_with(state, c.hero, {"gives", "give"}, " the call of might");
}
std::string clause_of(const State& state, const TestHero& c) { return clause_name(state, c.hero) + " tries a heroic action"; }
std::string clause_of(const State& state, const MoveHero& c) {
  return clause_name(state, c.hero) + (c.join.empty() ? std::string(" moves") : " joins " + clause_name(state, c.join));
}
std::string clause_of(const State& state, const StopRun& c) { return clause_with(state, c.unit, {"stops", "stop"}); }
std::string clause_of(const State& state, const Forgo&) {
  return state.turn.permit ? clause_with(state, state.turn.permit->unit, {"does nothing", "do nothing"}) : "nothing is done";
}
std::string clause_of(const State& state, const MoveFormation& c) {
  if (c.ahead) return clause_with(state, c.unit, {"advances", "advance"}, " " + cm_text(*c.ahead));
  if (c.to) return clause_with(state, c.unit, {"moves", "move"}, " " + way_text(state, c.unit, c.to->pose, true));
  if (c.legs.empty()) return clause_with(state, c.unit, {"moves", "move"});
  return clause_with(state, c.unit, {"moves", "move"}, ": " + legs_text(c.legs));
}
std::string clause_of(const State& state, const AboutFace& c) { return clause_with(state, c.unit, {"turns about", "turn about"}); }
std::string clause_of(const State& state, const ChangeFacing& c) {
  return clause_with(state, c.unit, {"faces", "face"}, " " + flank_words(c.to));
}
std::string clause_of(const State& state, const ChangeFormation& c) {
  return clause_with(state, c.unit, {"forms", "form"}, " " + std::to_string(c.files) + " wide");
}
std::string clause_of(const State& state, const Detach& c) {
  return counted(c.bases.size(), "base") + (c.bases.size() == 1 ? " leaves " : " leave ") + clause_name(state, c.unit);
}
std::string clause_of(const State& state, const FormUp& c) {
  return clause_with(state, c.unit, {"joins", "join"}, " " + clause_name(state, c.with));
}
std::string clause_of(const State& state, const ContractFlank& c) {
  return clause_with(state, c.unit, {"draws in its ", "draw in their "}, flank_words(c.flank) + " flank");
}
std::string clause_of(const State& state, const ExpandFlank& c) {
  return clause_with(state, c.unit, {"extends its ", "extend their "}, flank_words(c.flank) + " flank");
}
std::string clause_of(const State& state, const GiveGround& c) { return clause_with(state, c.unit, {"gives ground", "give ground"}); }
std::string clause_of(const State& state, const Traverse& c) {
  return clause_with(state, c.unit, {"slides", "slide"}, " half a base " + flank_words(c.to));
}
std::string clause_of(const State& state, const Reorder& c) {
  return clause_with(state, c.unit, {"changes the order of its bases", "change the order of their bases"});
}
std::string clause_of(const State&, const EndBattle& c) { return c.winner ? "the battle is given up" : "the battle is stopped as a draw"; }
std::string clause_of(const State& state, const Shoot& c) {
  return clause_with(state, c.unit, {"shoots at", "shoot at"}, " " + clause_name(state, c.target));
}
std::string clause_of(const State& state, const ChargeAt& c) {
  return clause_with(state, c.unit, {"charges", "charge"}, " " + clause_name(state, c.target));
}
std::string clause_of(const State& state, const SupportCharge& c) {
  const bool behind = side_of(state, c.unit) == side_of(state, c.target);
  return clause_with(
      state, c.unit,
      behind ? ClauseVerb{"fights from behind", "fight from behind"} : ClauseVerb{"joins the combat against", "join the combat against"},
      " " + clause_name(state, c.target));
}
std::string clause_of(const State& state, const FightOn& c) {
  return clause_with(state, c.unit, {"fights another phase", "fight another phase"});
}
std::string clause_of(const State& state, const ShootBow& c) {
  return clause_name(state, c.hero) + " shoots the Bow of Artemis at " + clause_name(state, c.target);
}
std::string clause_of(const State& state, const Challenge& c) {
  return clause_name(state, c.hero) + " challenges " + clause_name(state, c.target);
}

}  // namespace

std::string Rules::clause(const State& state, const Command& command) {
  return std::visit(
      engine::Overloaded{[](const engine::AnswerWait&) { return std::string(); }, [](const engine::PlaceBases&) { return std::string(); },
                         [&](const auto& c) { return clause_of(state, c); }},
      command);
}

}  // namespace polemarch::paean
