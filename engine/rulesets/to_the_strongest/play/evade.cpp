#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

static void test_evade(Unfold& u, ChargeStep charge);

static void take(ChargeStep& charge, const EvadeChoice& choice) {
  charge.evade_to = choice.to;
  charge.evade_off = choice.off;
  charge.evade_behind = choice.behind;
}

/// May the unit that is met evade, and does it? TTS-EVD.
void ask_evade(Unfold& u, ChargeStep charge) {
  const Board now = board(u);
  const Unit* target = &unit(u, charge.target);
  const EvadeRight right = evade_right(now, *target, unit(u, charge.charger));
  if (right == EvadeRight::None) return fight(u, std::move(charge));
  const std::vector<EvadeChoice> choices = evade_choices(now, *target, unit(u, charge.charger), charge.from);
  if (choices.empty()) {
    if (right == EvadeRight::May) return fight(u, std::move(charge));  // TTS-EVD-21
    charge.evaded.push_back(target->id);
    charge.stage = ChargeStage::Meet;
    u.open(charge);
    lose_unit(u, charge.target, "TTS-EVD-12 nowhere to evade to");
    return;
  }
  if (right == EvadeRight::Must && choices.size() == 1) {
    take(charge, choices.front());
    return test_evade(u, std::move(charge));
  }
  std::vector<Option> options;
  if (right == EvadeRight::May) options.push_back({"stand", "stand and fight"});
  for (const EvadeChoice& choice : choices)
    options.push_back({choice.key, choice.off      ? "evade off the table"
                                   : choice.behind ? "evade behind its mate"
                                                   : "evade to " + choice.key});
  charge.stage = ChargeStage::EvadeAsked;
  const Side side = target->side;
  const std::string question = charge.charger.text + " charges " + charge.target.text + ": evade?";
  u.ask(std::move(charge), engine::ask_choice(side, right == EvadeRight::Must ? "TTS-EVD-03" : "TTS-EVD-02", question, std::move(options)));
}

void after_evade_answer(Unfold& u, ChargeStep charge, const std::string& chosen) {
  if (chosen == "stand") return fight(u, std::move(charge));
  for (const EvadeChoice& choice : evade_choices(board(u), unit(u, charge.target), unit(u, charge.charger), charge.from))
    if (choice.key == chosen) take(charge, choice);
  test_evade(u, std::move(charge));
}

static void test_evade(Unfold& u, ChargeStep charge) {
  const Unit& target = unit(u, charge.target);
  const int need = evade_card(board(u), target, unit(u, charge.charger));
  charge.stage = ChargeStage::EvadeTested;
  const UnitId who = charge.target;
  const std::string question = charge.target.text + " evades: " + std::to_string(need) + "+";
  u.ask(std::move(charge), ask_deck(u, who, "TTS-EVD-T1", question));
}

void after_evade_card(Unfold& u, ChargeStep charge, int card) {
  const Unit target = unit(u, charge.target);
  const int need = evade_card(board(u), target, unit(u, charge.charger));
  const bool away = card >= need;
  play_card(u, target.side, "evade", {charge.target}, card, need, away, false);
  if (!away) {
    charge.caught = true;  // TTS-EVD-14
    return fight(u, std::move(charge));
  }
  evade(u, charge);
  charge.evaded.push_back(charge.target);
  charge.goes_on = true;
  charge.stage = ChargeStage::Meet;
  u.open(std::move(charge));  // TTS-EVD-15: the next one is met
}

/// TTS-EVD-06..08, TTS-EVD-13, TTS-AMB-46, TTS-AMB-108, TTS-AMB-109.
void evade(Unfold& u, ChargeStep& charge) {
  const Unit target = unit(u, charge.target);
  const Board before = board(u);
  std::vector<UnitId> lone;
  for (const General* officer : before.generals_in(target.box, target.side)) {
    const bool may_go = !officer->attached && (officer->command == target.command || officer->senior);
    if (may_go && !before.has_friend_of(target.side, target.box, before.state().unit(target.id))) lone.push_back(officer->id);
  }
  if (charge.evade_off) {
    const Step2 step = charge.evade_to - target.box;
    const Facing out = !u.state().field.holds({charge.evade_to.col, target.box.row}) ? (step.dx > 0 ? Facing::E : Facing::W)
                                                                                     : (step.dy > 0 ? Facing::N : Facing::S);
    leave_table(u, target.id, edge_zone_of(u.state().field, target.side, target.box, out), "evade");
    return;
  }
  if (charge.evade_behind) {
    const Unit* mate = before.mate(target);
    const Step2 towards = in_frame(mate->facing, charge.from - charge.at);
    const int front = sign_of(mate->facing);
    move_unit(u, target.id, target.box, target.facing, towards.dy < 0 ? front : -front, "evade");
    owe(u, target.id, "TTS-EVD-06");
    return;
  }
  int along = 0;
  for (const Unit* friendly : before.at(charge.evade_to))
    along = places_on_entering(target, target.box, charge.evade_to, target.facing, *friendly).front();
  for (const Unit* friendly : before.at(charge.evade_to)) {
    if (!is_light(target)) break;
    const int front = sign_of(friendly->facing);  // lights shelter behind a formed friend
    along = is_formed(*friendly) ? -front : front;
  }
  move_unit(u, target.id, charge.evade_to, target.facing, along, "evade");
  accompany(u, lone, charge.evade_to);
  owe(u, target.id, "TTS-EVD-13");
}

}  // namespace polemarch::to_the_strongest
