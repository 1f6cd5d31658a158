#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

static void ask_shot_replay(Unfold& u, ShootStep shot);
static void shots_fall(Unfold& u, const ShootStep& shot);
static void shoot_with(Unfold& u, const Plan& plan, const UnitId& id);
static void after_shooting(Unfold& u, const Plan& plan, const UnitId& shooter);

void start_shooting(Unfold& u, const Plan& plan) { shoot_with(u, plan, plan.order.units.front()); }

/// Of two the second shoots once all is settled that the first one did; not where its target is gone. TTS-ACT-01, TTS-ACT-08.
void shoot_with(Unfold& u, const Plan& plan, const UnitId& id) {
  const Unit& shooter = unit(u, id);
  const Unit* target = u.state().unit(plan.order.target);
  if (target == nullptr || !on_table(*target) || !on_table(shooter)) return after_shooting(u, plan, id);
  ShootStep step{.plan = plan, .shooter = shooter.id, .target = target->id};
  const Board now = board(u);
  const std::optional<Weapon> weapon = weapon_reaching(now, shooter, shot_line(now, shooter, *target).at);
  const bool chits = shooter.ammo > 0 && weapon.has_value();
  step.thrown = plan.order.shock == true || (!chits && shooter.shock > 0 && !defends_fortification(now, shooter.box));
  step.weapon = step.thrown ? Weapon::Javelin : weapon.value_or(Weapon::Javelin);
  const int cards = step.thrown ? 1 : std::max(1, std::min(plan.order.shots, most_cards(now, shooter)));
  const std::string question = shooter.id.text + " shoots at " + target->id.text + ": 8+";
  u.ask(std::move(step), ask_deck(u, shooter.id, "TTS-SHT-03", question, cards));
}

void resume(Unfold& u, const ShootStep& step, const engine::Answers& answers) {
  ShootStep shot = step;
  switch (step.stage) {
    case ShootStage::Saved:
      return after_shooting(u, step.plan, step.shooter);
    case ShootStage::Moved:
      return start_shooting(u, step.plan);
    case ShootStage::ReplayAsked: {
      const std::string by = answers.at(0).choices.at(0);
      if (by == "no") return shots_fall(u, shot);
      shot.replay_by = {by};
      shot.stage = ShootStage::ReplayPlayed;
      u.ask(shot, ask_deck(u, shot.shooter, "TTS-AMB-39", "replay of a missed shot: 8+"));
      return;
    }
    case ShootStage::ReplayPlayed: {
      const int card = answers.at(0).values.at(0);
      if (shot.replay_by.text == "hero") {
        u.emit(HeroUsed{shot.shooter});
      } else {
        u.emit(AbilityUsed{shot.replay_by, "replay"});
      }
      play_card(u, unit(u, shot.shooter).side, "replay", {shot.shooter}, card, kToHitPoor, card >= kToHitPoor, false);
      shot.hits += card >= kToHitPoor ? 1 : 0;
      --shot.missed;
      return ask_shot_replay(u, std::move(shot));
    }
    case ShootStage::Played:
      break;
  }
  const Unit shooter = unit(u, shot.shooter);
  for (const int card : answers.at(0).values) {
    const bool hit = card >= kToHitPoor;
    (hit ? shot.hits : shot.missed) += 1;
    play_card(u, shooter.side, "to_hit", {shot.shooter}, card, kToHitPoor, hit, false);
  }
  const int spent = static_cast<int>(answers.at(0).values.size());
  if (shot.thrown) {
    u.emit(Spent{shot.shooter, "shock"});
  } else if (shooter.ammo > 0 && !(shot.weapon == Weapon::Javelin && throws_from_wall(board(u), shooter))) {  // TTS-FORT-08
    u.emit(AmmoSet{shot.shooter, std::max(0, shooter.ammo - spent)});                                         // TTS-AMMO-02
  }
  ask_shot_replay(u, std::move(shot));
}

/// Only where the table plays it so (option "replay_shooting", TTS-AMB-39).
void ask_shot_replay(Unfold& u, ShootStep shot) {
  const std::vector<std::string> able = replayers(board(u), unit(u, shot.shooter));
  if (!u.state().options.replay_shooting || shot.missed <= 0 || able.empty()) return shots_fall(u, shot);
  std::vector<engine::Option> options{{"no", "leave it"}};
  for (const std::string& by : able) options.push_back({by, by == "hero" ? "replay by the hero" : "replay by " + by});
  shot.stage = ShootStage::ReplayAsked;
  const Side side = unit(u, shot.shooter).side;
  u.ask(std::move(shot), engine::ask_choice(side, "TTS-AMB-39", "replay a missed shot?", std::move(options)));
}

/// The hits call for saves. TTS-SHT-04.
void shots_fall(Unfold& u, const ShootStep& shot) {
  if (shot.hits == 0) return after_shooting(u, shot.plan, shot.shooter);
  const Unit target = unit(u, shot.target);
  const ShotLine line = shot_line(board(u), unit(u, shot.shooter), unit(u, shot.target));
  const SaveDue due{.group = SaveGroup::Shooting, .by = shot.shooter, .from = line.from, .at = line.at, .weapon = shot.weapon};
  std::vector<SaveDue> queue = dues_for(u, due, shot.target, shot.hits);
  ShootStep next = shot;
  next.stage = ShootStage::Saved;
  u.open(std::move(next));
  open_saves(u, std::move(queue));
}

/// The other one shoots. Bow-armed lights fall back after their shots (TTS-MOV-10).
void after_shooting(Unfold& u, const Plan& plan, const UnitId& shooter) {
  const std::vector<UnitId>& units = plan.order.units;
  if (units.size() > 1 && shooter == units.front()) return shoot_with(u, plan, units.back());
  if (plan.order.kind != OrderKind::ShootAndMove || plan.path.empty()) return;
  Plan back = plan;
  const auto lost = std::erase_if(back.order.units, [&](const UnitId& id) { return !on_table(unit(u, id)); });
  if (back.order.units.empty()) return;
  if (lost > 0) back.along = 0;  // its mate goes alone
  move_units(u, back);
}

/// TTS-AMMO-05.
void resupply(Unfold& u, const Plan& plan) {
  for (const UnitId& id : plan.order.units) {
    const Unit it = unit(u, id);
    u.emit(AmmoSet{id, it.ammo + 1});
    u.emit(ReserveAmmoSet{it.side, u.state().side(it.side).reserve_ammo - 1, "resupplied " + id.text});
  }
}

}  // namespace polemarch::to_the_strongest
