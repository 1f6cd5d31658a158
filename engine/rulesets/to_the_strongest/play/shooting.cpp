#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/play.hpp"

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
  ShootStep shot = step;
  switch (step.stage) {
    case ShootStage::Saved:
      return after_shooting(step.plan);
    case ShootStage::ReplayAsked: {
      const std::string by = answers.at(0).choices.at(0);
      if (by == "no") return shots_fall(shot);
      shot.replay_by = {by};
      shot.stage = ShootStage::ReplayPlayed;
      open(shot, {card_wait(unit(shot.shooter).side, "TTS-AMB-39", "replay of a missed shot: 8+")});
      return;
    }
    case ShootStage::ReplayPlayed: {
      const int card = answers.at(0).values.at(0);
      if (shot.replay_by.text == "hero") {
        emit(HeroUsed{shot.shooter});
      } else {
        emit(AbilityUsed{shot.replay_by, "replay"});
      }
      play_card(unit(shot.shooter).side, "replay", {shot.shooter}, card, kToHitPoor, card >= kToHitPoor, false);
      shot.hits += card >= kToHitPoor ? 1 : 0;
      --shot.missed;
      return ask_shot_replay(std::move(shot));
    }
    case ShootStage::Played:
      break;
  }
  const Unit shooter = unit(shot.shooter);
  for (const int card : answers.at(0).values) {
    const bool hit = card >= kToHitPoor;
    (hit ? shot.hits : shot.missed) += 1;
    play_card(shooter.side, "to_hit", {shot.shooter}, card, kToHitPoor, hit, false);
  }
  const int spent = static_cast<int>(answers.at(0).values.size());
  if (shot.thrown) {
    emit(Spent{shot.shooter, "shock"});
  } else if (shooter.ammo > 0 &&
             !(defends_fortification(board(), shooter.box) && shooter.weapons.missiles().none() && shooter.extra.none())) {
    emit(AmmoSet{shot.shooter, std::max(0, shooter.ammo - spent)});  // TTS-AMMO-02
  }
  ask_shot_replay(std::move(shot));
}

/// Only where the table plays it so (option "replay_shooting", TTS-AMB-39).
void Play::ask_shot_replay(ShootStep shot) {
  const std::vector<std::string> able = replayers(board(), unit(shot.shooter));
  if (!state().options.replay_shooting || shot.missed <= 0 || able.empty()) return shots_fall(shot);
  std::vector<engine::Option> options{{"no", "leave it"}};
  for (const std::string& by : able) options.push_back({by, by == "hero" ? "replay by the hero" : "replay by " + by});
  shot.stage = ShootStage::ReplayAsked;
  const Side side = unit(shot.shooter).side;
  open(std::move(shot), {choice_wait(side, "TTS-AMB-39", "replay a missed shot?", std::move(options))});
}

/// The hits call for saves. TTS-SHT-04.
void Play::shots_fall(const ShootStep& shot) {
  if (shot.hits == 0) return after_shooting(shot.plan);
  const Unit target = unit(shot.target);
  const SaveDue due{
      .group = SaveGroup::Shooting, .by = shot.shooter, .from = unit(shot.shooter).box, .at = target.box, .weapon = shot.weapon};
  std::vector<SaveDue> queue = dues_for(due, shot.target, shot.hits);
  ShootStep next = shot;
  next.stage = ShootStage::Saved;
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
