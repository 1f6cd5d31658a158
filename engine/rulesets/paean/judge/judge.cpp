#include "engine/rulesets/paean/judge/judge.hpp"

#include "engine/core/unfold.hpp"

namespace polemarch::paean {

using namespace engine;

Verdict judge_own_formation(const State& state, Viewer by, const UnitId& unit) {
  const Formation* formation = find_formation(state, unit);
  if (formation == nullptr)
    return impossible(state.formations.contains(unit) ? unit.text + " is no longer on the table" : "unknown formation " + unit.text);
  if (!speaks_for(by, formation->side)) return impossible(unit.text + " is not yours");
  if (formation->side != state.turn.active) return impossible("it is " + std::string(name_of(state.turn.active)) + "'s bound", "PA-SEQ-02");
  return allow();
}

bool begun(const State& state) { return state.turn.phase != Phase::Deployment && state.turn.phase != Phase::Initiative; }

Verdict judge_action(const State& state, Viewer by, const UnitId& unit) {
  if (!begun(state)) return impossible("the battle has not begun");
  if (Verdict own = judge_own_formation(state, by, unit); !own.allowed()) return own;
  const auto& permit = state.turn.permit;
  if (permit) {
    const Leader* hero = find_leader(state, permit->unit);
    if (permit->unit == unit || (hero != nullptr && hero->hero() && hero->with == unit)) {
      // Who rallies does nothing, whoever leads it and whatever action he has won (PA-RAL-04, PA-ACT-06).
      if (rallying(formation_at(state, unit))) return refuse("PA-RAL-04", unit.text + " is rallying");
      return allow();
    }
    return impossible(permit->unit.text + " has an action in hand: take it or forgo it first");
  }
  return refuse("PA-ACT-01", unit.text + " has no order to act on");
}

Verdict Rules::judge(const State& state, Viewer by, const Command& command) {
  if (const auto* answer = std::get_if<AnswerWait>(&command)) return judge_answering(state.agenda, by, *answer);
  if (const auto* place = std::get_if<PlaceBases>(&command)) return judge_place(state, by, *place);
  if (state.turn.phase == Phase::Over) return impossible("the battle is over");
  if (!state.agenda.idle() && !std::holds_alternative<EndBattle>(command)) {  // to end it closes what is open
    const auto open = state.agenda.open_waits();
    return impossible("a question is open: " + (open.empty() ? std::string("go on") : open.front().question));
  }
  return std::visit(
      [&](const auto& c) -> Verdict {
        if constexpr (requires { judge_one(state, by, c); }) return judge_one(state, by, c);
        return impossible("unknown");
      },
      command);
}

}  // namespace polemarch::paean
