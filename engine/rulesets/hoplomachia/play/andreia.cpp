/// Andreia checks: the number, the throw, and what its result does (HM-AND).
#include "engine/rulesets/hoplomachia/topics/andreia.hpp"

#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

namespace {

std::string question_of(const State& state, const AndreiaCheck& step) {
  const std::string who = step.lochos < 0 ? step.unit.text : name_of(state, {step.unit, step.lochos});
  std::string text = who + " checks andreia, " + std::string(name_of(step.line)) + " line";
  if (step.why != CheckFor::Katastrophe) return text;
  const char* comma = " (";
  for (const std::string& cause : taxis_at(state, step.unit).fight.katastrophe) text += comma + cause_text(cause), comma = ", ";
  return text + (text.ends_with("line") ? "" : ")");
}

/// R: what ran halts, or the unit halts where it stands; a whole unit in the files its owner likes (HM-AMB-77).
void halt_and_recover(Unfold& u, const AndreiaCheck& step) {
  std::vector<int> lochoi;
  const Flight* flight = step.flight == 0 ? nullptr : flight_at(u.state(), step.flight);
  const bool ran = flight != nullptr;
  if (ran) {
    lochoi = flight->lochoi;
    end_flight(u, step.flight, "halts and recovers", "HM-AND-26");
  }
  recover(u, step.unit, "HM-AND-26", lochoi);
  if (!ran) set_mode(u, step.unit, Mode::Halt);
  const Taxis& unit = taxis_at(u.state(), step.unit);
  if (unit.turn.recovered && card_of(u.state(), unit).disciplined() && !in_melee(unit)) u.open(FilesAsked{step.unit});
}

void of_recovery(Unfold& u, const AndreiaCheck& step, AndreiaCode code) {
  if (code == AndreiaCode::Recover) return halt_and_recover(u, step);
  if (flight_at(u.state(), step.flight) != nullptr) u.open(RunDie{step.flight});
}

void of_charge(Unfold& u, const AndreiaCheck& step, AndreiaCode code) {
  const UnitId foe = step.foes.empty() ? UnitId{} : step.foes.front();
  keep_unit(u, step.unit, [&](TaxisFight& fight) {
    fight.answer = code;
    fight.balked = code != AndreiaCode::Charge;
  });
  if (code == AndreiaCode::Disarrayed) disarray(u, step.unit, "its charge check", "HM-AND-33");
  if (code == AndreiaCode::Recover) halt_and_recover(u, step);
  if (code == AndreiaCode::Halt && taxis_at(u.state(), step.unit).mode != Mode::Halt)  // HM-AND-32; the approach it made still counts
    u.emit(ModeChanged{step.unit, Mode::Halt, taxis_at(u.state(), step.unit).approach_moves});
  if (code == AndreiaCode::Routed) {
    if (const int rout = rout_unit(u, step.unit, foe, "HM-AND-34"); rout != 0) u.open(RunDie{rout});  // HM-AMB-11
  }
}

void of_target(Unfold& u, const AndreiaCheck& step, AndreiaCode code) {
  const State& state = u.state();
  const UnitId foe = step.foes.empty() ? UnitId{} : step.foes.front();
  const Taxis& unit = taxis_at(state, step.unit);
  keep_unit(u, step.unit, [&](TaxisFight& fight) {
    fight.answer = code;
    if (code == AndreiaCode::Evade && unit.troop == TroopClass::Hoplite) {  // HM-AMB-12
      fight.march_back = true;
      fight.march_back_from = foe;
      fight.answer = AndreiaCode::Halt;
    }
  });
  if (code == AndreiaCode::Disarrayed) disarray(u, step.unit, "charged", "HM-AND-33");
  if (code == AndreiaCode::Routed) rout_unit(u, step.unit, foe, "HM-AND-34");
  if (code == AndreiaCode::Evade && unit.troop != TroopClass::Hoplite) evade_unit(u, step.unit, foe);
  if (code == AndreiaCode::Halt) set_mode(u, step.unit, Mode::Halt);
  if (code == AndreiaCode::Recover && !in_melee(unit)) halt_and_recover(u, step);
  if (code != AndreiaCode::Maintain) reacted(u, step.unit, text_of(code));
}

void of_melee(Unfold& u, const AndreiaCheck& step, AndreiaCode code) {
  const LochosRef loser{step.unit, step.lochos};
  if (code == AndreiaCode::Disarrayed) disarray(u, step.unit, "its melee check", "HM-AND-33");
  if (code == AndreiaCode::Routed) break_lochos(u, loser, step.winner, true);  // HM-AND-35
  if (code == AndreiaCode::Worse) {                                            // HM-AND-36, HM-AMB-36: no second check, no second step back
    const MeleeResult line = worse(step.result);
    keep_lochos(u, loser, [&](LochosFought& kept) { kept.fight.worst = std::max(kept.fight.worst.value_or(line), line); });
    if (line == MeleeResult::Broken) break_lochos(u, loser, step.winner, true);
  }
}

void of_katastrophe(Unfold& u, const AndreiaCheck& step, AndreiaCode code) {
  const State& state = u.state();
  const UnitId foe = nearest_foe(state, step.unit);
  const bool hoplites = taxis_at(state, step.unit).troop == TroopClass::Hoplite;
  if (code == AndreiaCode::Disarrayed) disarray(u, step.unit, "its katastrophe check", "HM-AND-33");
  if (code == AndreiaCode::Routed) rout_unit(u, step.unit, foe, "HM-AND-34");
  if (code == AndreiaCode::Halt) set_mode(u, step.unit, Mode::Halt);
  if (code == AndreiaCode::Halt && step.why == CheckFor::Katastrophe) {
    const int next = state.at.turn + 1;
    keep_unit(u, step.unit, [&](TaxisFight& fight) { fight.halts_in = next; });
  }
  if (code == AndreiaCode::Recover) halt_and_recover(u, step);
  if (code == AndreiaCode::Evade && !in_melee(taxis_at(state, step.unit))) {
    if (hoplites) {
      keep_unit(u, step.unit, [&](TaxisFight& fight) {
        fight.march_back = true;
        fight.march_back_from = foe;
      });
    } else {
      evade_unit(u, step.unit, foe);
    }
  }
}

/// The lochos a scythed chariot drove into checks: as in the Katastrophe for its taxis, but in melee it routs alone (HM-OPT9-03,
/// HM-AND-35).
void of_chariot(Unfold& u, const AndreiaCheck& step, AndreiaCode code) {
  if (code == AndreiaCode::Routed && in_melee(taxis_at(u.state(), step.unit)))
    return rout_lochos(u, {step.unit, step.lochos}, step.winner.unit, "HM-OPT9-03");
  of_katastrophe(u, step, code);
  if (code != AndreiaCode::Maintain && code != AndreiaCode::Routed) reacted(u, step.unit, text_of(code));
}

void carry_out_check(Unfold& u, const AndreiaCheck& step, AndreiaCode read) {
  const AndreiaCode code = able_to(u.state(), step, read);
  switch (step.why) {
    case CheckFor::Recovery:
      return of_recovery(u, step, code);
    case CheckFor::Charge:
      return of_charge(u, step, code);
    case CheckFor::Target:
      return of_target(u, step, code);
    case CheckFor::Melee:
      return of_melee(u, step, code);
    case CheckFor::ScythedChariot:
      return of_chariot(u, step, code);
    case CheckFor::Katastrophe:
      of_katastrophe(u, step, code);
      return acted(u, step.unit, "");
  }
}

}  // namespace

void resume(Unfold& u, const FilesAsked& step, const Answers& answers) {
  const Taxis& unit = taxis_at(u.state(), step.unit);
  if (answers.empty())
    return u.ask(step, engine::ask_choice(unit.side, "HM-AND-26", step.unit.text + " recovers: in which files?",
                                          {{"o", "open files"}, {"c", "close files"}}));
  const Arrangement files = engine::chosen(answers[0]) == "c" ? Arrangement::CF : Arrangement::OF;
  std::vector<engine::PlacedBase> poses = in_files(u.state(), step.unit, without_runners(u.state(), step.unit), files);
  if (files != unit.arrangement) u.emit(Rearranged{step.unit, files, "HM-AND-26"});
  move_stands(u, step.unit, std::move(poses), {}, {}, "recovers in " + std::string(name_of(files)), "HM-AND-26");
}

void resume(Unfold& u, const AndreiaCheck& step, const Answers& answers) {
  const State& state = u.state();
  const Taxis& unit = taxis_at(state, step.unit);
  const UnitCard& card = card_of(state, unit);
  const auto& row = card.andreia_chart[static_cast<std::size_t>(step.line)];
  if (!unit.on_table()) return;
  if (step.why == CheckFor::Katastrophe && !unit.fight.checked) keep_unit(u, step.unit, [](TaxisFight& fight) { fight.checked = true; });
  if (!card.andreia || !row) {
    // The card does not say: players read the result from their own (HM-NIS-01, HM-NIS-02).
    if (!answers.empty()) return carry_out_check(u, step, andreia_code(engine::chosen(answers[0]).front()).value_or(AndreiaCode::Maintain));
    std::vector<engine::Option> options;
    for (int i = 0; i <= static_cast<int>(AndreiaCode::Worse); ++i) {
      const auto code = static_cast<AndreiaCode>(i);
      options.push_back({std::string(1, letter_of(code)), text_of(code)});
    }
    return u.ask(step, engine::ask_choice(unit.side, "HM-NIS-01", question_of(state, step) + ": its card's result?", std::move(options)));
  }
  std::vector<engine::ThrowRow> rows = rows_of_check(state, step);
  if (answers.empty()) {
    AndreiaCheck asked = step;
    asked.need = engine::sum_of(rows);
    return u.ask(asked,
                 engine::ask_dice(unit.side, "HM-AND-15", question_of(state, step) + ": " + std::to_string(asked.need) + " or less", 2));
  }
  const int by = take_epilektoi(u, step.unit);
  if (by != 0) rows.push_back({"HM-OPT7-01", "epilektoi", -by, unit.side});
  const int need = step.need - by;
  const bool passed = engine::total(answers[0]) <= need;
  const AndreiaCode code = code_of(*row, passed, condition_of(state, unit.side));
  Thrown thrown{.who = unit.side,
                .thrower = step.unit,
                .purpose = "andreia, " + std::string(name_of(step.line)),
                .aim = step.kAim,
                .rule = "HM-AND-15"};
  thrown.at = step.foes.empty() ? UnitId{} : step.foes.front();
  thrown.values = answers[0].values;
  thrown.need = need;
  thrown.better = engine::Better::Low;
  thrown.counted = engine::Counted::Sum;
  thrown.good = passed ? 1 : 0;
  thrown.rows = rows;
  thrown.per_mille = per_mille_check(need);
  thrown.outcome = std::string(passed ? "passes" : "fails") + ": " + result_text(state, step, code);
  u.emit(std::move(thrown));
  carry_out_check(u, step, code);
}

}  // namespace polemarch::hoplomachia
