#include <algorithm>

#include "engine/rulesets/to_the_strongest/play.hpp"

namespace polemarch::to_the_strongest {

void Play::start_shooting(const Plan& plan) {
  const Unit& shooter = unit(plan.order.units.front());
  const Unit* target = state().unit(plan.order.target);
  if (target == nullptr || !on_table(*target)) return after_shooting(plan);
  ShootStep step{.plan = plan, .shooter = shooter.id, .target = target->id};
  const Board now = board();
  const std::optional<Weapon> weapon = weapon_reaching(now, shooter, target->box);
  const bool chits = shooter.ammo > 0 && weapon.has_value();
  step.thrown = plan.order.shock == true || (!chits && shooter.shock > 0 && !defends_fortification(now, shooter.box));
  step.weapon = step.thrown ? Weapon::Javelin : weapon.value_or(Weapon::Javelin);
  const int cards = step.thrown ? 1 : std::max(1, std::min(plan.order.shots, most_cards(now, shooter)));
  const std::string question = shooter.id.text + " shoots at " + target->id.text + ": 8+";
  const Side side = shooter.side;
  open(std::move(step), {card_wait(side, "TTS-SHT-03", question, cards)});
}

void Play::resume(const ShootStep& step, const Answers& answers) {
  if (step.stage == ShootStage::Saved) return after_shooting(step.plan);
  const Unit shooter = unit(step.shooter);
  int hits = 0;
  for (const int card : answers.at(0).values) {
    const bool hit = card >= kToHitPoor;
    hits += hit ? 1 : 0;
    play_card(shooter.side, "to_hit", {step.shooter}, card, kToHitPoor, hit, false);
  }
  const int spent = static_cast<int>(answers.at(0).values.size());
  if (step.thrown) {
    emit(Spent{step.shooter, "shock"});
  } else if (shooter.ammo > 0 &&
             !(defends_fortification(board(), shooter.box) && shooter.weapons.missiles().none() && shooter.extra.none())) {
    emit(AmmoSet{step.shooter, std::max(0, shooter.ammo - spent)});  // TTS-AMMO-02
  }
  ShootStep next = step;
  next.stage = ShootStage::Saved;
  if (hits == 0) return after_shooting(step.plan);
  const Unit target = unit(step.target);
  const SaveDue due{.group = SaveGroup::Shooting, .by = step.shooter, .from = shooter.box, .at = target.box, .weapon = step.weapon};
  std::vector<SaveDue> queue = dues_for(due, step.target, hits);
  open(std::move(next));
  open_saves(std::move(queue));
}

/// Bow-armed lights fall back after their shot. TTS-MOV-10.
void Play::after_shooting(const Plan& plan) {
  if (plan.order.kind != OrderKind::ShootAndMove || plan.path.empty()) return;
  if (!on_table(unit(plan.order.units.front()))) return;
  move_units(plan);
}

/// TTS-AMMO-05.
void Play::resupply(const Plan& plan) {
  const Unit it = unit(plan.order.units.front());
  emit(AmmoSet{it.id, it.ammo + 1});
  emit(ReserveAmmoSet{it.side, state().side(it.side).reserve_ammo - 1, "resupplied " + it.id.text});
}

}  // namespace polemarch::to_the_strongest
