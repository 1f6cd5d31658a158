#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

static void meet(Unfold& u, ChargeStep charge);
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
    case ChargeStage::EvadeAsked:
      return after_evade_answer(u, std::move(charge), chosen());
    case ChargeStage::EvadeTested:
      return after_evade_card(u, std::move(charge), card());
    case ChargeStage::DefenderThrowAsked:
      return chosen() == "throw" ? ask_throw(u, std::move(charge), ChargeStage::DefenderThrown) : charger_throws(u, std::move(charge));
    case ChargeStage::DefenderThrown:
    case ChargeStage::ChargerThrown:
      return after_throw(u, std::move(charge), card());
    case ChargeStage::DefenderThrowSaved:
      return charger_throws(u, std::move(charge));
    case ChargeStage::ChargerThrowAsked:
      return chosen() == "throw" ? ask_throw(u, std::move(charge), ChargeStage::ChargerThrown) : ask_bonus(u, std::move(charge));
    case ChargeStage::ChargerThrowSaved:
      return on_table(unit(u, charge.target)) ? ask_bonus(u, std::move(charge)) : after_hits(u, std::move(charge));
    case ChargeStage::BonusAsked:
      return after_bonus_answer(u, std::move(charge), chosen() == "use");
    case ChargeStage::HitPlayed:
      return after_hits_played(u, std::move(charge), answers.at(0).values);
    case ChargeStage::ReplayAsked:
      return after_replay_answer(u, std::move(charge), chosen());
    case ChargeStage::ReplayPlayed:
      return after_replay(u, std::move(charge), card());
    case ChargeStage::HitsSaved:
      return after_hits(u, std::move(charge));
    case ChargeStage::StrikePlayed:
      return after_strike(u, std::move(charge), card());
    case ChargeStage::StrikeSaved:
      return conclude(u, std::move(charge));
    case ChargeStage::Struck:
      return strike(u, std::move(charge));
    case ChargeStage::AdvanceAsked:
      return advance(u, charge, facing_named(chosen()).value_or(unit(u, charge.charger).facing));
  }
}

/// Names the next unit the charge meets and lets it evade. TTS-CHG-08, TTS-CHG-13..15, TTS-EVD.
static void meet(Unfold& u, ChargeStep charge) {
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
  charge.silenced = charge.lance = charge.beast = false;  // one melee a bonus card: TTS-BON-03, TTS-BON-04
  if (target->formation == Formation::Testudo) u.emit(FormationSet{target->id, Formation::Line});  // TTS-TST-08
  ask_evade(u, std::move(charge));
}

/// A round of melee is over: its two units leave wedge and rhomboid. TTS-RHO-02, TTS-WED-02.
void back_into_line(Unfold& u, ChargeStep& charge) {
  if (!charge.fought) return;
  charge.fought = false;  // who is met next has not fought yet
  for (const UnitId& id : {charge.charger, charge.target}) {
    const Unit* it = u.state().unit(id);
    if (it != nullptr && on_table(*it) && (it->formation == Formation::Wedge || it->formation == Formation::Rhomboid))
      u.emit(FormationSet{id, Formation::Line});
  }
}

/// Nobody is left: the charger goes in. Otherwise it stays whence it struck. TTS-CHG-10, TTS-CHG-26, TTS-ADV.
void conclude(Unfold& u, ChargeStep charge) {
  const bool fought = charge.fought;
  back_into_line(u, charge);
  const Unit charger = unit(u, charge.charger);
  if (!on_table(charger)) return;
  // What lies in ambush where it goes in is seen from the box before: who has not fought yet meets it. TTS-STR-25, TTS-EVD-15.
  const bool revealed = reveal_ambushes_near(u, charger.side, charge.from);
  const Board now = board(u);
  if (now.has_enemy_of(charger.side, charge.at)) {
    if (revealed && !fought) meet(u, std::move(charge));
    return;
  }
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

static void advance(Unfold& u, const ChargeStep& charge, Facing facing) {
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
