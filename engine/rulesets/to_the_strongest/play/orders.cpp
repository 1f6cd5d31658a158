#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

static void ask_replacement(Unfold& u, const ReplaceStep& failed);
static void ask_blunder(Unfold& u, BlunderStep blunder);
static void ace_effects(Unfold& u, const Plan& plan);
static void ask_rally(Unfold& u, const UnitId& id);

/// TTS-ACT-01, TTS-ACT-02: everything is named, then the card is turned.
void order(Unfold& u, const Order& given) {
  const Board now = board(u);
  Worked worked = work_out(now, u.by(), given);
  Plan& plan = worked.plan;
  if (plan.order.units.empty()) return;
  int lane = 0;
  if (blunder_of(u.state(), plan.order.units, &lane) != nullptr) {
    plan.free = true;
    u.emit(OrderGiven{plan, {}});
    u.break_off(lane);
    carry_out(u, plan);
    u.run();
    return;
  }
  begin_command(u, plan.command);
  std::vector<std::string> reasons;
  for (const UnitId& id : plan.order.units) {
    if (unit(u, id).activation > 0) reasons.push_back("TTS-ACT-04 " + id.text + " beat " + std::to_string(unit(u, id).activation));
    for (const engine::Reason& reason : difficulties(now, unit(u, id), plan))
      reasons.push_back(reason.rule + " " + id.text + " " + reason.text);
  }
  if (u.state().options.table_markers) return order_by_markers(u, plan, std::move(reasons));
  u.emit(OrderGiven{plan, std::move(reasons)});
  ask_card(u, plan);
}

void ask_card(Unfold& u, const Plan& plan) {
  const std::string who =
      plan.order.units.size() > 1 ? plan.order.units[0].text + " and " + plan.order.units[1].text : plan.order.units[0].text;
  const std::string need = plan.need > kHighestCard ? "only a 10" : std::to_string(plan.need) + "+";
  u.ask(CardStep{.plan = plan},
        ask_deck(u, plan.order.units.front(), "TTS-ACT-02", std::string(name_of(plan.order.kind)) + " with " + who + ": " + need));
}

void resume(Unfold& u, const CardStep& step, const engine::Answers& answers) {
  const int card = answers.at(0).values.at(0);
  const Plan& plan = step.plan;
  const bool success = card_suffices(card, plan.need);
  const Side deck = unit(u, plan.order.units.front()).side;
  if (step.replacement) u.emit(AbilityUsed{step.general, "replacement"});
  play_card(u, deck, step.replacement ? "replacement" : "activation", plan.order.units, card, plan.need, success, true, {}, step.general);
  if (step.blundered) {  // TTS-AMB-69
    u.emit(ActivationSet{plan.order.units, card});
    BlunderStep blunder{plan.order.units, other(deck)};
    if (card != kLowestCard) return ask_blunder(u, std::move(blunder));
    u.open(std::move(blunder));  // asked once what the Ace brings about is settled: TTS-AMB-06 counts every card
    return ace_effects(u, plan);
  }
  if (success) {
    if (step.remote) u.emit(GeneralMoved{step.general, unit(u, plan.order.units.front()).box, {}, "remote"});  // TTS-GEN-33
    u.emit(ActivationSet{plan.order.units, card});
    std::vector<UnitId> able;  // generals who may still swap it
    const Board now = board(u);
    if (!step.replacement && may_be_swapped(plan))
      for (const Replacer& by : replacers(now, plan.order.units, deck))
        if (!by.remote) able.push_back(by.general);
    if (able.empty()) return carry_out(u, plan);
    ReplaceOpen swap = as_it_stands(u, plan, card, std::move(able));
    carry_out(u, plan);
    if (u.state().phase == Phase::Battle) u.emit(std::move(swap));
    return;
  }
  if (step.replacement) {
    if (card == kLowestCard) ace_effects(u, plan);
    return fail(u, plan);
  }
  if (card != kLowestCard) return ask_replacement(u, {plan, card});
  u.open(ReplaceStep{plan, card});  // asked once what the Ace brings about is settled
  ace_effects(u, plan);
}

/// TTS-GEN-05. Nobody replaces a card of units that its Ace took: TTS-TYPE-11, TTS-TYPE-31, TTS-TYPE-79.
void ask_replacement(Unfold& u, const ReplaceStep& failed) {
  ReplaceStep step = failed;
  std::vector<UnitId>& units = step.plan.order.units;
  const Side deck = unit(u, units.front()).side;
  const auto lost = std::erase_if(units, [&](const UnitId& id) { return unit(u, id).where == Where::Lost; });
  if (units.empty()) return fail(u, failed.plan);
  if (lost > 0) step.plan.along = step.plan.path.empty() ? unit(u, units.front()).along : 0;  // its mate goes on alone
  const std::vector<Replacer> generals = replacers(board(u), units, deck);
  if (generals.empty()) return fail(u, step.plan);
  std::vector<Option> options;
  options.reserve(generals.size() + 1);
  for (const Replacer& by : generals)
    options.push_back({by.general.text, "replacement card by " + by.general.text + (by.remote ? " from afar" : "")});
  options.push_back({"no", "accept the failure"});
  const std::string question = std::to_string(step.card) + " fails: replace it?";
  u.ask(std::move(step), engine::ask_choice(deck, "TTS-GEN-05", question, std::move(options)));
}

void resume(Unfold& u, const ReplaceStep& step, const engine::Answers& answers) {
  if (answers.empty()) return ask_replacement(u, step);
  const std::string choice = answers.at(0).choices.at(0);
  const Side deck = unit(u, step.plan.order.units.front()).side;
  for (const Replacer& by : replacers(board(u), step.plan.order.units, deck)) {
    if (by.general.text != choice) continue;
    CardStep next{.plan = step.plan, .replacement = true, .general = by.general, .remote = by.remote, .first_card = step.card};
    u.ask(std::move(next), ask_deck(u, by.general, "TTS-GEN-05",
                                    "replacement card of " + choice + ": " +
                                        (step.plan.need > kHighestCard ? "only a 10" : std::to_string(step.plan.need) + "+")));
    return;
  }
  fail(u, step.plan);
}

/// TTS-STR-10. Who is lost by an Ace is ordered by nobody.
void ask_blunder(Unfold& u, BlunderStep blunder) {
  std::erase_if(blunder.units, [&](const UnitId& id) { return unit(u, id).where == Where::Lost; });
  if (blunder.units.empty()) return;
  engine::Wait wait =
      engine::ask_choice(blunder.by, "TTS-STR-10", "order the blundering units, or nothing", {{"nothing", "they do nothing"}});
  const State asked = Rules::evolve(State(u.state()), u.opening(blunder, {wait}));
  for (const Order& possible : blunder_orders(asked))
    wait.options.push_back({"order" + std::to_string(wait.options.size()), Rules::say(asked, command_of(possible))});
  u.ask(std::move(blunder), std::move(wait));
}

void resume(Unfold& u, const BlunderStep& step, const engine::Answers& answers) {
  if (answers.empty()) ask_blunder(u, step);
}

/// TTS-SEQ-04, TTS-ACT-07.
void fail(Unfold& u, const Plan& plan) {
  const Unit& it = unit(u, plan.order.units.front());
  const NoteUnit* note = it.where == Where::Reserve ? note_about(u.state(), it) : nullptr;
  const bool usual_way = note != nullptr && note->card == "reserve" && u.state().scenario == 9;  // TTS-SCN-14
  const bool noted = note != nullptr && !usual_way;                                              // TTS-STR-27, TTS-STR-35
  if (plan.order.kind == OrderKind::Enter && noted) u.emit(UnitLeft{it.id, 0, "lost_way"});
  u.emit(CommandEnded{plan.command, "failed"});  // u.run() ends the turn, once what the card did is settled
}

/// Beasts and guns that an Ace upsets. TTS-TYPE-10, TTS-TYPE-27, TTS-TYPE-31, TTS-TYPE-79.
void ace_effects(Unfold& u, const Plan& plan) {
  for (const UnitId& id : plan.order.units) {
    const Unit it = unit(u, id);
    if (!on_table(it)) continue;
    const bool charge = plan.order.kind == OrderKind::Charge || plan.charge_declared;
    const bool far = std::max(static_cast<int>(plan.path.size()), plan.boxes_declared) >= 2;
    if (it.type == Type::LightCamelry && charge) lose_unit(u, id, "TTS-TYPE-79 an Ace");
    if (it.type == Type::Camelry && charge) one_more_disorder(u, id, "TTS-TYPE-27 an Ace");
    if (it.type == Type::Cataphracts && (charge || far)) one_more_disorder(u, id, "TTS-TYPE-31 an Ace");
    const bool gun = it.weapons.has(Weapon::Cannon) || it.weapons.has(Weapon::OrganGun);
    if (gun && plan.order.kind == OrderKind::Shoot) {
      BurstStep burst{.plan = plan, .gun = id};
      SaveDue due{.who = id, .group = SaveGroup::Shooting, .by = id, .from = it.box, .at = it.box, .burst = true};
      const SaveNeed need = save_need(board(u), due);
      u.ask(std::move(burst), ask_deck(u, id, "TTS-TYPE-10", id.text + " may burst: save on " + std::to_string(need.need()) + "+"));
    }
  }
}

void resume(Unfold& u, const BurstStep& step, const engine::Answers& answers) {
  const int card = answers.at(0).values.at(0);
  const Unit gun = unit(u, step.gun);
  const SaveNeed need =
      save_need(board(u), {.who = step.gun, .group = SaveGroup::Shooting, .by = step.gun, .from = gun.box, .at = gun.box, .burst = true});
  const bool saved = save_passes(card, need.need());
  play_card(u, gun.side, "save", {step.gun}, card, need.need(), saved, false, need.modifiers);
  if (saved || saved_by_hell(u, step.gun)) return;
  std::vector<SaveDue> queue;
  const Board now = board(u);
  for (const Unit* neighbour : now.at(gun.box))
    if (neighbour->id != step.gun)
      queue.push_back({.who = neighbour->id, .group = SaveGroup::Shooting, .by = step.gun, .from = gun.box, .at = gun.box, .burst = true});
  for (const General* officer : now.generals_in(gun.box, gun.side))
    queue.push_back(
        {.who = officer->id, .general = true, .group = SaveGroup::Shooting, .by = step.gun, .from = gun.box, .at = gun.box, .burst = true});
  lose_unit(u, step.gun, "TTS-TYPE-11 burst");
  open_saves(u, std::move(queue));
}

void carry_out(Unfold& u, const Plan& plan) {
  for (const UnitId& id : plan.order.units) {
    const Where where = unit(u, id).where;
    if (where == Where::Lost) return;  // an Ace took it, the replacement saved the command's turn
  }
  switch (plan.order.kind) {
    case OrderKind::Move:
    case OrderKind::Turn:
    case OrderKind::Exchange:
      return move_units(u, plan);
    case OrderKind::Straddle: {
      move_unit(u, plan.order.units.front(), plan.from, plan.facing, 0, "straddle", plan.order.to);
      return;
    }
    case OrderKind::Charge:
      return start_charge(u, plan);
    case OrderKind::MoveAndShoot: {
      const UnitId& shooter = plan.order.units.front();
      const bool makes_way = !plan.path.empty() && lone_general_in(board(u), other(unit(u, shooter).side), plan.path.back());
      if (makes_way)  // he joins at once, before the shot: TTS-MOV-12
        u.open(ShootStep{.plan = plan, .shooter = shooter, .target = plan.order.target, .stage = ShootStage::Moved});
      move_units(u, plan);
      if (!makes_way) start_shooting(u, plan);
      return;
    }
    case OrderKind::Shoot:
    case OrderKind::ShootAndMove:
      return start_shooting(u, plan);
    case OrderKind::Resupply:
      return resupply(u, plan);
    case OrderKind::Rally:
      if (plan.order.units.size() > 1) u.open(RallyStep{plan.order.units.back()});  // asked once the first has its save
      return ask_rally(u, plan.order.units.front());
    case OrderKind::Form:
    case OrderKind::EmplaceStakes:
    case OrderKind::Dismount:
    case OrderKind::Board:
    case OrderKind::Land:
      return special(u, plan);
    case OrderKind::Enter: {
      if (comes_lost(u.state(), unit(u, plan.order.units.front()))) {  // TTS-AMB-73: the zone is drawn after the card
        u.ask(ZoneStep{plan, 0}, ask_deck(u, plan.order.units.front(), "TTS-STR-28", "which edge zone? (1 to 10)"));
        return;
      }
      return enter(u, plan, plan.order.to);
    }
    case OrderKind::Reveal: {
      const UnitId& id = plan.order.units.front();
      if (const NoteUnit* note = note_for(u.state().side(unit(u, id).side), "KH"); note != nullptr)
        come_out(u, id, Box(note->box), plan.order.facing, plan.order.place);
      return;
    }
  }
}

void ask_rally(Unfold& u, const UnitId& id) {
  const SaveNeed need = save_need(board(u), {.who = id, .group = SaveGroup::Rally, .at = unit(u, id).box});
  u.ask(RallyStep{id}, ask_deck(u, id, "TTS-RAL-01", "rally " + id.text + ": save on " + std::to_string(need.need()) + "+"));
}

void resume(Unfold& u, const RallyStep& step, const engine::Answers& answers) {
  if (answers.empty()) return ask_rally(u, step.unit);
  const int card = answers.at(0).values.at(0);
  const Unit& it = unit(u, step.unit);
  const SaveNeed need = save_need(board(u), {.who = step.unit, .group = SaveGroup::Rally, .at = it.box});
  const bool saved = save_passes(card, need.need());
  play_card(u, it.side, "rally", {step.unit}, card, need.need(), saved, false, need.modifiers);
  if (saved) u.emit(DisorderSet{step.unit, unit(u, step.unit).disorder - 1, "rallied"});  // TTS-RAL-07
}

}  // namespace polemarch::to_the_strongest
