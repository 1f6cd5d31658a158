/// The Melee phase: pair after pair, from the right of the unit in turn (HM-MEL).
#include "engine/rulesets/hoplomachia/topics/melee.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/play/fight.hpp"

namespace polemarch::hoplomachia {

namespace {

MeleeShare share_of(const LochosRef& ref, const Penetration& penetration, const Arithmetic& defence) {
  MeleeShare share{.lochos = ref, .attack = penetration.attack.rows, .defence = defence.rows, .level = static_cast<int>(penetration.level)};
  for (const engine::Reason& stage : penetration.stages) {
    std::string line = stage.text;
    if (stage.value && stage.limit)
      line += " (" + std::to_string(static_cast<int>(*stage.value)) + " against " + std::to_string(static_cast<int>(*stage.limit)) + ")";
    share.stages.push_back(std::move(line));
  }
  return share;
}

/// A pair as it is in contact now, whichever of the two is struck.
std::optional<MeleePair> pair_of(const State& state, const LochosRef& first, const LochosRef& second) {
  for (const bool othismos : {false, true})
    for (const MeleePair& pair : pairs_to_fight(state, first.unit, othismos))
      if ((pair.first == first && pair.second == second) || (pair.first == second && pair.second == first)) return pair;
  return std::nullopt;
}

MeleeFought told(const State& state, const MeleePair& pair, const Penetration& there, const Penetration& back) {
  MeleeFought fought{.on = pair.on, .othismos = pair.othismos};
  fought.first =
      share_of(pair.first, there, unshielded(pair.on) ? Arithmetic{} : defence_of(state, pair.second, pair.first, pair.on, pair.othismos));
  fought.second =
      share_of(pair.second, back,
               pair.on == Strikes::Front ? defence_of(state, pair.first, pair.second, Strikes::Front, pair.othismos) : Arithmetic{});
  fought.rule = pair.othismos ? "HM-MEL-02" : "HM-MEL-01";
  return fought;
}

void settle(Unfold& u, const MeleePair& pair, MeleeFought fought, MeleeResult line, Loser loser) {
  fought.result = line;
  if (loser == Loser::First || loser == Loser::Both) fought.losers.push_back(pair.first);
  if (loser == Loser::Second || loser == Loser::Both) fought.losers.push_back(pair.second);
  u.emit(std::move(fought));
  if (loser == Loser::First || loser == Loser::Second)  // who got further won (HM-MEL-06)
    melee_won(u, loser == Loser::First ? pair.second.unit : pair.first.unit);
  if (line == MeleeResult::BothDisarrayed) {
    disarray(u, pair.first.unit, "both disarrayed", "HM-RES-05", {pair.first.at});
    disarray(u, pair.second.unit, "both disarrayed", "HM-RES-05", {pair.second.at});
    return;
  }
  // From how many sides each is struck counts as they fight, before the other leaves (HM-PENL-07, HM-MULT-05).
  const bool both = loser == Loser::Both;
  const MeleeResult of_first = from_all_sides(line, directions_of(lochos_at(u.state(), pair.first)));
  const MeleeResult of_second = from_all_sides(line, directions_of(lochos_at(u.state(), pair.second)));
  if (both || loser == Loser::First) apply_result(u, pair.second, pair.first, of_first, both);
  if (both || loser == Loser::Second) apply_result(u, pair.first, pair.second, of_second, both);
}

void fight_pair(Unfold& u, const MeleePair& pair) {
  const State& state = u.state();
  const Penetration there = penetration_of(state, pair.first, pair.second, pair.on, pair.othismos);
  const Penetration back = answer_of(state, pair);
  const MeleeOutcome outcome = result_of(state.charts, there.level, back.level, state.options.level_four_by_chart);
  if (!outcome.line || !can_fight(card_of(state, pair.first.unit)) || !can_fight(card_of(state, pair.second.unit))) {
    u.open(ResultAsked{pair.first, pair.second});
    return;
  }
  settle(u, pair, told(state, pair, there, back), *outcome.line, outcome.loser);
}

}  // namespace

void resume(Unfold& u, const FightMelees& step, const Answers&) {
  const State& state = u.state();
  const bool othismos = state.at.stage == 1;
  const std::vector<MeleePair> pairs = pairs_to_fight(state, step.unit, othismos);
  if (pairs.empty()) return acted(u, step.unit, "fights");
  u.open(step);
  fight_pair(u, pairs.front());
}

void resume(Unfold& u, const ResultAsked& step, const Answers& answers) {
  const auto pair = pair_of(u.state(), step.first, step.second);
  if (!pair) return;
  const Side side = u.state().at.precedence;
  const std::string a = pair->first.unit.text + "." + std::to_string(pair->first.at + 1),
                    b = pair->second.unit.text + "." + std::to_string(pair->second.at + 1);
  if (answers.empty()) {
    std::vector<engine::Option> options{{"1", "no effect"}, {"2", "both disarrayed"}};
    for (int line = 3; line <= 6; ++line) {
      const std::string text(name_of(static_cast<MeleeResult>(line - 1)));
      options.push_back({std::to_string(line) + "a", a + " " + text});
      options.push_back({std::to_string(line) + "b", b + " " + text});
    }
    return u.ask(step,
                 engine::ask_choice(side, "HM-NIS-02", a + " against " + b + ": the line of your Melee Resolution chart, and who loses",
                                    std::move(options)));
  }
  const std::string key = engine::chosen(answers[0]);
  const auto line = static_cast<MeleeResult>(key.front() - '1');
  const Loser loser = key.size() < 2 ? Loser::Nobody : key[1] == 'a' ? Loser::First : Loser::Second;
  const State& state = u.state();
  settle(u, *pair, told(state, *pair, penetration_of(state, pair->first, pair->second, pair->on, pair->othismos), answer_of(state, *pair)),
         line, loser);
}

}  // namespace polemarch::hoplomachia
