#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

static void meet(Unfold& u, ChargeStep charge);
static void test_evade(Unfold& u, ChargeStep charge);
static void advance(Unfold& u, const ChargeStep& charge, Facing facing);

void start_charge(Unfold& u, const Plan& plan) {
  ChargeStep charge{.plan = plan, .charger = plan.order.units.front()};
  charge.at = plan.order.to;
  charge.from = plan.path.empty() ? unit(u, charge.charger).box : plan.path.back();
  const Unit& charger = unit(u, charge.charger);
  if (plan.path.empty() && charger.second_box.somewhere() && charger.second_box + ahead(charger.facing) == charge.at)
    charge.from = charger.second_box;
  meet(u, std::move(charge));
}

void resume(Unfold& u, const ChargeStep& step, const engine::Answers& answers) {
  ChargeStep charge = step;
  const auto chosen = [&] { return answers.at(0).choices.at(0); };
  const auto card = [&] { return answers.at(0).values.at(0); };
  switch (charge.stage) {
    case ChargeStage::Meet:
      return meet(u, std::move(charge));
    case ChargeStage::EvadeAsked: {
      if (chosen() == "stand") return fight(u, std::move(charge));
      for (const EvadeChoice& choice : evade_choices(board(u), unit(u, charge.target), unit(u, charge.charger), charge.from)) {
        if (choice.key != chosen()) continue;
        charge.evade_to = choice.to;
        charge.evade_off = choice.off;
        charge.evade_behind = choice.behind;
      }
      return test_evade(u, std::move(charge));
    }
    case ChargeStage::EvadeTested: {
      const Unit target = unit(u, charge.target);
      const int need = evade_card(board(u), target, unit(u, charge.charger));
      const bool away = card() >= need;
      play_card(u, target.side, "evade", {charge.target}, card(), need, away, false);
      if (!away) {
        charge.caught = true;  // TTS-EVD-14
        return fight(u, std::move(charge));
      }
      evade(u, charge);
      charge.evaded.push_back(charge.target);
      charge.goes_on = true;
      charge.stage = ChargeStage::Meet;
      u.open(std::move(charge));  // TTS-EVD-15: the next one is met
      return;
    }
    case ChargeStage::DefenderThrowAsked:
      if (chosen() != "throw") return charger_throws(u, std::move(charge));
      charge.stage = ChargeStage::DefenderThrown;
      u.ask(charge, ask_deck(unit(u, charge.target).side, "TTS-SHK-04", charge.target.text + " throws: 8+"));
      return;
    case ChargeStage::DefenderThrown: {
      const bool hit = card() >= kToHitPoor;
      play_card(u, unit(u, charge.target).side, "to_hit", {charge.target}, card(), kToHitPoor, hit, false);
      u.emit(Spent{charge.target, "shock"});
      charge.stage = ChargeStage::DefenderThrowSaved;
      if (!hit) return charger_throws(u, std::move(charge));
      return throw_saves(u, charge, charge.target, charge.charger, charge.at);
    }
    case ChargeStage::DefenderThrowSaved:
      return charger_throws(u, std::move(charge));
    case ChargeStage::ChargerThrowAsked:
      if (chosen() != "throw") return ask_bonus(u, std::move(charge));
      charge.stage = ChargeStage::ChargerThrown;
      u.ask(charge, ask_deck(unit(u, charge.charger).side, "TTS-SHK-03", charge.charger.text + " throws: 8+"));
      return;
    case ChargeStage::ChargerThrown: {
      const bool hit = card() >= kToHitPoor;
      play_card(u, unit(u, charge.charger).side, "to_hit", {charge.charger}, card(), kToHitPoor, hit, false);
      u.emit(Spent{charge.charger, "shock"});
      charge.stage = ChargeStage::ChargerThrowSaved;
      if (!hit) return ask_bonus(u, std::move(charge));
      return throw_saves(u, charge, charge.charger, charge.target, charge.from);
    }
    case ChargeStage::ChargerThrowSaved:
      if (!on_table(unit(u, charge.target))) return conclude(u, std::move(charge));
      return ask_bonus(u, std::move(charge));
    case ChargeStage::BonusAsked: {
      const BonusCards may =
          bonus_cards(board(u), unit(u, charge.charger), unit(u, charge.target), charge.from, charge.at, !charge.plan.path.empty());
      if (chosen() == "use") {
        charge.lance = may.lance;
        charge.beast = may.beast;
      }
      return play_hits(u, std::move(charge));
    }
    case ChargeStage::HitPlayed: {
      const int need = melee_to_hit(board(u), unit(u, charge.charger));
      for (const int value : answers.at(0).values) {
        charge.played.push_back(value);
        if (value >= need) ++charge.hits;
        play_card(u, unit(u, charge.charger).side, "to_hit", {charge.charger}, value, need, value >= need, false);
      }
      return after_hit_cards(u, std::move(charge));
    }
    case ChargeStage::ReplayAsked:
      if (chosen() == "no") return take_hits(u, std::move(charge));
      charge.replay_by = {chosen()};
      charge.stage = ChargeStage::ReplayPlayed;
      u.ask(charge, ask_deck(unit(u, charge.charger).side, "TTS-RPL-01", "replay of a missed card"));
      return;
    case ChargeStage::ReplayPlayed: {
      const int need = melee_to_hit(board(u), unit(u, charge.charger));
      if (charge.replay_by.text == "hero") {
        u.emit(HeroUsed{charge.charger});
      } else {
        u.emit(AbilityUsed{charge.replay_by, "replay"});
      }
      ++charge.replayed;
      if (card() >= need) ++charge.hits;
      play_card(u, unit(u, charge.charger).side, "replay", {charge.charger}, card(), need, card() >= need, false);
      return after_hit_cards(u, std::move(charge));
    }
    case ChargeStage::HitsSaved:
      return after_hits(u, std::move(charge));
    case ChargeStage::StrikePlayed: {
      const Unit striker = unit(u, charge.target);
      const int need = melee_to_hit(board(u), striker);
      const bool hit = card() >= need;
      play_card(u, striker.side, "strike_back", {charge.target}, card(), need, hit, false);
      charge.stage = ChargeStage::StrikeSaved;
      if (!hit) return conclude(u, std::move(charge));
      const SaveDue due{.group = SaveGroup::Melee, .by = charge.target, .from = charge.at, .at = charge.from};
      std::vector<SaveDue> queue = dues_for(u, due, charge.charger, 1);
      u.open(charge);
      open_saves(u, std::move(queue));
      return;
    }
    case ChargeStage::StrikeSaved:
      return conclude(u, std::move(charge));
    case ChargeStage::AdvanceAsked: {
      const Facing facing = facing_named(chosen()).value_or(unit(u, charge.charger).facing);
      return advance(u, charge, facing);
    }
  }
}

/// Names the next unit the charge meets and lets it evade. TTS-CHG-08, TTS-CHG-13..15, TTS-EVD.
void meet(Unfold& u, ChargeStep charge) {
  const Board now = board(u);
  const Unit& charger = unit(u, charge.charger);
  if (!on_table(charger)) return;
  std::vector<const Unit*> met = targets_in(now, charger.side, charge.from, charge.at);
  std::erase_if(met, [&](const Unit* it) { return std::find(charge.evaded.begin(), charge.evaded.end(), it->id) != charge.evaded.end(); });
  if (met.empty())
    for (const Unit* it : now.at(charge.at))
      if (it->side != charger.side && std::find(charge.evaded.begin(), charge.evaded.end(), it->id) == charge.evaded.end())
        met.push_back(it);
  if (met.empty()) return conclude(u, std::move(charge));
  const Unit* target = met.front();
  for (const Unit* it : met)
    if (it->id == charge.plan.order.target) target = it;
  charge.target = target->id;
  charge.attack = attack_on(*target, charge.from, charge.at);
  charge.caught = charge.evade_off = charge.evade_behind = false;
  charge.hits = charge.replayed = 0;
  charge.played.clear();
  charge.silenced = false;
  if (target->formation == Formation::Testudo) u.emit(FormationSet{target->id, Formation::Line});  // TTS-TST-08
  const EvadeRight right = evade_right(now, *target, charger);
  if (right == EvadeRight::None) return fight(u, std::move(charge));
  const std::vector<EvadeChoice> choices = evade_choices(now, *target, charger, charge.from);
  if (choices.empty()) {
    if (right == EvadeRight::May) return fight(u, std::move(charge));  // TTS-EVD-21
    charge.evaded.push_back(target->id);
    charge.stage = ChargeStage::Meet;
    u.open(charge);
    lose_unit(u, charge.target, "TTS-EVD-12 nowhere to evade to");
    return;
  }
  if (right == EvadeRight::Must && choices.size() == 1) {
    charge.evade_to = choices.front().to;
    charge.evade_off = choices.front().off;
    charge.evade_behind = choices.front().behind;
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

void test_evade(Unfold& u, ChargeStep charge) {
  const Unit& target = unit(u, charge.target);
  const int need = evade_card(board(u), target, unit(u, charge.charger));
  charge.stage = ChargeStage::EvadeTested;
  const Side side = target.side;
  const std::string question = charge.target.text + " evades: " + std::to_string(need) + "+";
  u.ask(std::move(charge), ask_deck(side, "TTS-EVD-T1", question));
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

/// Nobody is left: the charger goes in. Otherwise it stays whence it struck. TTS-CHG-10, TTS-CHG-26, TTS-ADV.
void conclude(Unfold& u, ChargeStep charge) {
  const Unit charger = unit(u, charge.charger);
  if (charge.fought) {  // TTS-RHO-02, TTS-WED-02
    for (const UnitId& id : {charge.charger, charge.target}) {
      const Unit* it = u.state().unit(id);
      if (it != nullptr && on_table(*it) && (it->formation == Formation::Wedge || it->formation == Formation::Rhomboid))
        u.emit(FormationSet{id, Formation::Line});
    }
  }
  if (!on_table(charger)) return;
  const Board now = board(u);
  if (now.has_enemy_of(charger.side, charge.at)) return;
  std::vector<Option> options{{std::string(name_of(charger.facing)), "keep facing"}};
  for (const UnitId& id : charge.evaded) {  // TTS-ADV-02, TTS-AMB-138
    const Unit& enemy = unit(u, id);
    for (const Facing facing : {enemy.facing, opposite(enemy.facing)}) {
      const std::string key(name_of(facing));
      if (std::none_of(options.begin(), options.end(), [&](const Option& o) { return o.key == key; }))
        options.push_back({key, "face " + key});
    }
  }
  const bool crosswise = std::any_of(charge.evaded.begin(), charge.evaded.end(),
                                     [&](const UnitId& id) { return !same_axis(unit(u, id).facing, charger.facing); });
  if (const auto wish = charge.plan.order.facing)  // said with the order
    for (const Option& option : options)
      if (option.key == name_of(*wish)) return advance(u, charge, *wish);
  if (!crosswise) return advance(u, charge, charger.facing);
  charge.stage = ChargeStage::AdvanceAsked;
  u.ask(std::move(charge), engine::ask_choice(charger.side, "TTS-ADV-02", "facing after the advance?", std::move(options)));
}

void advance(Unfold& u, const ChargeStep& charge, Facing facing) {
  const Unit charger = unit(u, charge.charger);
  if (!on_table(charger)) return;
  if (charger.afloat && u.state().field.ground(charge.at) != Ground::Water) u.emit(BoatSet{charge.charger, false});
  if (charger.box != charge.from)  // through the box before the target: TTS-CAMP-08, TTS-MOV-12
    for (const Box box : charge.plan.path) enter_box(u, charge.charger, box);
  accompany(u, charge.plan.order.generals, charge.at);
  move_unit(u, charge.charger, charge.at, facing, 0, "advance");
  owe(u, charge.charger, "TTS-ADV-01");
}

}  // namespace polemarch::to_the_strongest
