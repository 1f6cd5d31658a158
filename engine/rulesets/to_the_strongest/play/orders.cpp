#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/play.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

/// TTS-ACT-01, TTS-ACT-02: everything is named, then the card is turned.
void Play::order(const Order& given, bool free_of_card) {
  const Board now = board();
  Worked worked = work_out(now, by_, given);
  Plan& plan = worked.plan;
  if (plan.order.units.empty()) return;
  const auto* blunder = blunder_of(state(), plan.order.units);
  if (blunder != nullptr || free_of_card) {
    plan.free = true;
    lane_ = state().agenda.lanes.back().id;
    emit(OrderGiven{plan, {}});
    emit(engine::StepClosed{lane_, {}});
    carry_out(plan);
    run();
    return;
  }
  begin_command(plan.command);
  std::vector<std::string> reasons;
  for (const UnitId& id : plan.order.units) {
    if (unit(id).activation > 0) reasons.push_back("TTS-ACT-04 " + id.text + " beat " + std::to_string(unit(id).activation));
    for (const engine::Reason& reason : difficulties(now, unit(id), plan))
      reasons.push_back(reason.rule + " " + id.text + " " + reason.text);
  }
  lane_ = 0;
  if (state().options.table_markers) return order_by_markers(plan, std::move(reasons));
  emit(OrderGiven{plan, std::move(reasons)});
  ask_card(plan);
}

void Play::ask_card(const Plan& plan) {
  const std::string who =
      plan.order.units.size() > 1 ? plan.order.units[0].text + " and " + plan.order.units[1].text : plan.order.units[0].text;
  const std::string need = plan.need > kHighestCard ? "only a 10" : std::to_string(plan.need) + "+";
  const Side deck = unit(plan.order.units.front()).side;
  open(CardStep{.plan = plan}, {card_wait(deck, "TTS-ACT-02", std::string(name_of(plan.order.kind)) + " with " + who + ": " + need)});
}

void Play::resume(const CardStep& step, const Answers& answers) {
  const int card = answers.at(0).values.at(0);
  const Plan& plan = step.plan;
  const bool success = card_suffices(card, plan.need);
  const Side deck = unit(plan.order.units.front()).side;
  if (step.replacement) emit(AbilityUsed{step.general, "replacement"});
  play_card(deck, step.replacement ? "replacement" : "activation", plan.order.units, card, plan.need, success, true, {}, step.general);
  if (step.blundered) {  // TTS-AMB-69
    emit(ActivationSet{plan.order.units, card});
    engine::Wait wait = choice_wait(other(deck), "TTS-STR-10", "order the blundering units, or nothing", {{"nothing", "they do nothing"}});
    const BlunderStep blunder{plan.order.units, other(deck)};
    const State asked = Rules::evolve(State(state()), engine::open_step(state().agenda, lane_, Step{blunder}, {wait}));
    for (const Order& possible : blunder_orders(asked))
      wait.options.push_back({"order" + std::to_string(wait.options.size()), Rules::say(asked, command_of(possible))});
    open(blunder, {std::move(wait)});
    return;
  }
  if (success) {
    if (step.remote) emit(GeneralMoved{step.general, unit(plan.order.units.front()).box, {}, "remote"});  // TTS-GEN-33
    emit(ActivationSet{plan.order.units, card});
    ReplaceOpen swap{plan, card, {}, {}, {}};
    const Board now = board();
    for (const Replacer& by : step.replacement ? std::vector<Replacer>{} : replacers(now, plan.order.units, deck))
      if (!by.remote) swap.able.push_back(by.general);
    const bool may_swap =
        !swap.able.empty() && plan.order.kind != OrderKind::Resupply && plan.order.kind <= OrderKind::Rally && !plan.leaves_table;
    for (const UnitId& id : plan.order.units) {
      const Unit& it = unit(id);
      swap.before.push_back({id, it.box, it.box, it.facing, it.along, "taken_back", it.second_box});
    }
    for (const UnitId& id : plan.order.generals) swap.generals.push_back({id, general(id).box, {}, "taken_back"});
    carry_out(plan);
    if (may_swap && state().phase == Phase::Battle) emit(std::move(swap));
    return;
  }
  if (step.replacement) {
    if (card == kLowestCard) ace_effects(plan);
    return fail(plan);
  }
  if (card != kLowestCard) return ask_replacement({plan, card});
  open(ReplaceStep{plan, card});  // asked once what the Ace brings about is settled
  ace_effects(plan);
}

/// TTS-GEN-05. Nobody replaces a card of units that its Ace took: TTS-TYPE-11, TTS-TYPE-31, TTS-TYPE-79.
void Play::ask_replacement(const ReplaceStep& failed) {
  ReplaceStep step = failed;
  std::vector<UnitId>& units = step.plan.order.units;
  const Side deck = unit(units.front()).side;
  const auto lost = std::erase_if(units, [&](const UnitId& id) { return unit(id).where == Where::Lost; });
  if (units.empty()) return fail(failed.plan);
  if (lost > 0) step.plan.along = step.plan.path.empty() ? unit(units.front()).along : 0;  // its mate goes on alone
  const std::vector<Replacer> generals = replacers(board(), units, deck);
  if (generals.empty()) return fail(step.plan);
  std::vector<Option> options;
  options.reserve(generals.size() + 1);
  for (const Replacer& by : generals)
    options.push_back({by.general.text, "replacement card by " + by.general.text + (by.remote ? " from afar" : "")});
  options.push_back({"no", "accept the failure"});
  const std::string question = std::to_string(step.card) + " fails: replace it?";
  open(std::move(step), {choice_wait(deck, "TTS-GEN-05", question, std::move(options))});
}

void Play::resume(const ReplaceStep& step, const Answers& answers) {
  if (answers.empty()) return ask_replacement(step);
  const std::string choice = answers.at(0).choices.at(0);
  const Side deck = unit(step.plan.order.units.front()).side;
  for (const Replacer& by : replacers(board(), step.plan.order.units, deck)) {
    if (by.general.text != choice) continue;
    CardStep next{.plan = step.plan, .replacement = true, .general = by.general, .remote = by.remote, .first_card = step.card};
    open(std::move(next), {card_wait(deck, "TTS-GEN-05",
                                     "replacement card of " + choice + ": " +
                                         (step.plan.need > kHighestCard ? "only a 10" : std::to_string(step.plan.need) + "+"))});
    return;
  }
  fail(step.plan);
}

void Play::resume(const BlunderStep&, const Answers&) {}

/// TTS-SEQ-04, TTS-ACT-07.
void Play::fail(const Plan& plan) {
  const Unit& it = unit(plan.order.units.front());
  const bool noted = it.where == Where::Reserve && note_about(state(), it) != nullptr;  // TTS-STR-27, TTS-STR-35
  if (plan.order.kind == OrderKind::Enter && noted) emit(UnitLeft{it.id, 0, "lost_way"});
  emit(CommandEnded{plan.command, "failed"});  // run() ends the turn, once what the card did is settled
}

/// Beasts and guns that an Ace upsets. TTS-TYPE-10, TTS-TYPE-27, TTS-TYPE-31, TTS-TYPE-79.
void Play::ace_effects(const Plan& plan) {
  for (const UnitId& id : plan.order.units) {
    const Unit it = unit(id);
    if (!on_table(it)) continue;
    const bool charge = plan.order.kind == OrderKind::Charge;
    if (it.type == Type::LightCamelry && charge) lose_unit(id, "TTS-TYPE-79 an Ace");
    if (it.type == Type::Camelry && charge) one_more_disorder(id, "TTS-TYPE-27 an Ace");
    if (it.type == Type::Cataphracts && (charge || plan.path.size() >= 2)) one_more_disorder(id, "TTS-TYPE-31 an Ace");
    const bool gun = it.weapons.has(Weapon::Cannon) || it.weapons.has(Weapon::OrganGun);
    if (gun && plan.order.kind == OrderKind::Shoot) {
      BurstStep burst{.plan = plan, .gun = id};
      SaveDue due{.who = id, .group = SaveGroup::Shooting, .by = id, .from = it.box, .at = it.box, .burst = true};
      const SaveNeed need = save_need(board(), due);
      open(std::move(burst), {card_wait(it.side, "TTS-TYPE-10", id.text + " may burst: save on " + std::to_string(need.need()) + "+")});
    }
  }
}

void Play::resume(const BurstStep& step, const Answers& answers) {
  const int card = answers.at(0).values.at(0);
  const Unit gun = unit(step.gun);
  const SaveNeed need =
      save_need(board(), {.who = step.gun, .group = SaveGroup::Shooting, .by = step.gun, .from = gun.box, .at = gun.box, .burst = true});
  const bool saved = save_passes(card, need.need());
  play_card(gun.side, "save", {step.gun}, card, need.need(), saved, false, need.modifiers);
  if (saved) return;
  std::vector<SaveDue> queue;
  const Board now = board();
  for (const Unit* neighbour : now.at(gun.box))
    if (neighbour->id != step.gun)
      queue.push_back({.who = neighbour->id, .group = SaveGroup::Shooting, .by = step.gun, .from = gun.box, .at = gun.box, .burst = true});
  for (const General* officer : now.generals_in(gun.box, gun.side))
    queue.push_back(
        {.who = officer->id, .general = true, .group = SaveGroup::Shooting, .by = step.gun, .from = gun.box, .at = gun.box, .burst = true});
  lose_unit(step.gun, "TTS-TYPE-11 burst");
  open_saves(std::move(queue));
}

void Play::carry_out(const Plan& plan) {
  for (const UnitId& id : plan.order.units) {
    const Where where = unit(id).where;
    if (where == Where::Lost) return;  // an Ace took it, the replacement saved the command's turn
  }
  switch (plan.order.kind) {
    case OrderKind::Move:
    case OrderKind::Turn:
    case OrderKind::Exchange:
      return move_units(plan);
    case OrderKind::Straddle: {
      move_unit(plan.order.units.front(), plan.from, plan.facing, 0, "straddle", plan.order.to);
      return;
    }
    case OrderKind::Charge:
      return start_charge(plan);
    case OrderKind::MoveAndShoot:
      move_units(plan);
      return start_shooting(plan);
    case OrderKind::Shoot:
    case OrderKind::ShootAndMove:
      return start_shooting(plan);
    case OrderKind::Resupply:
      return resupply(plan);
    case OrderKind::Rally: {
      const Unit& it = unit(plan.order.units.front());
      const SaveNeed need = save_need(board(), {.who = it.id, .group = SaveGroup::Rally, .at = it.box});
      open(RallyStep{it.id}, {card_wait(it.side, "TTS-RAL-01", "rally " + it.id.text + ": save on " + std::to_string(need.need()) + "+")});
      return;
    }
    case OrderKind::Form:
    case OrderKind::EmplaceStakes:
    case OrderKind::Dismount:
    case OrderKind::Board:
    case OrderKind::Land:
      return special(plan);
    case OrderKind::Enter: {
      if (comes_lost(state(), unit(plan.order.units.front()))) {  // TTS-AMB-73: the zone is drawn after the card
        const Side side = unit(plan.order.units.front()).side;
        open(ZoneStep{plan, 0}, {card_wait(side, "TTS-STR-28", "which edge zone? (1 to 10)")});
        return;
      }
      return enter(plan, plan.order.to);
    }
    case OrderKind::Reveal:
      come_on(plan.order.units.front(), plan.order.to, plan.facing, 0, "ambush");
      return;
  }
}

void Play::resume(const RallyStep& step, const Answers& answers) {
  const int card = answers.at(0).values.at(0);
  const Unit& it = unit(step.unit);
  const SaveNeed need = save_need(board(), {.who = step.unit, .group = SaveGroup::Rally, .at = it.box});
  const bool saved = save_passes(card, need.need());
  play_card(it.side, "rally", {step.unit}, card, need.need(), saved, false, need.modifiers);
  if (saved) emit(DisorderSet{step.unit, unit(step.unit).disorder - 1, "rallied"});  // TTS-RAL-07
}

/// TTS-GEN-08: the success is taken back and the new card is final (TTS-AMB-04).
void Play::replace(const ReplaceCard& command) {
  if (!state().replace_open) return;  // ruled in, nothing would come of it
  const ReplaceOpen swap = *state().replace_open;
  for (const auto& lane : state().agenda.lanes) lane_ = lane.id;
  while (!state().agenda.idle()) emit(engine::StepClosed{state().agenda.lanes.back().id, {}});
  for (const UnitMoved& back : swap.before) emit(back);
  for (const GeneralMoved& back : swap.generals) emit(back);
  lane_ = 0;
  const Side deck = unit(swap.plan.order.units.front()).side;
  CardStep next{.plan = swap.plan, .replacement = true, .general = command.general, .first_card = swap.card};
  open(std::move(next),
       {card_wait(deck, "TTS-GEN-08", "new card of " + command.general.text + ": " + std::to_string(swap.plan.need) + "+")});
}

}  // namespace polemarch::to_the_strongest
