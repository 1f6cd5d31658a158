/// Option "table_markers": disorder, ammunition, medals and cards lie on the table. Nothing is asked about them; orders are judged, what
/// moves is moved, and what the players tell is counted.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/play.hpp"

namespace polemarch::to_the_strongest {

/// The order is carried out as far as it moves somebody: the card, the blows and the saves are the players'. A card told with the order is
/// counted; one that is too low ends the command's turn.
void Play::order_by_markers(const Plan& plan, std::vector<std::string> reasons) {
  emit(OrderGiven{plan, std::move(reasons)});
  if (plan.order.card != 0) {
    const bool enough = card_suffices(plan.order.card, plan.need);
    play_card(plan.side, "activation", plan.order.units, plan.order.card, plan.need, enough, true);
    if (!enough) {
      fail(plan);
      return run();
    }
    emit(ActivationSet{plan.order.units, plan.order.card});
  }
  switch (plan.order.kind) {
    case OrderKind::Shoot:
    case OrderKind::Resupply:
    case OrderKind::Rally:
      break;
    case OrderKind::Charge:
      if (!plan.path.empty()) {
        const Unit charger = unit(plan.order.units.front());
        int along = 0;
        const Board now = board();
        for (const Unit* mate : now.at(plan.path.back()))
          along = places_on_entering(charger, charger.box, plan.path.back(), charger.facing, *mate).front();
        move_unit(charger.id, plan.path.back(), charger.facing, along, "charge");
        accompany(plan.order.generals, plan.path.back());
      }
      break;
    case OrderKind::MoveAndShoot:
    case OrderKind::ShootAndMove:
      move_units(plan);
      break;
    default:
      carry_out(plan);
      break;
  }
  run();
}

void Play::mark(const Mark& told) {
  if (const Unit* named = state().unit(told.unit)) {
    const Unit before = *named;
    if (told.disorder && *told.disorder != before.disorder) emit(DisorderSet{before.id, *told.disorder, "as marked"});
    if (told.ammo && *told.ammo != before.ammo) emit(AmmoSet{before.id, *told.ammo});
    if (told.activation) emit(ActivationSet{{before.id}, *told.activation});
    if (told.shock && *told.shock == 0 && before.shock > 0) emit(Spent{before.id, "shock"});
    if (told.hero && !*told.hero && before.hero) emit(HeroUsed{before.id});
    if (told.hero && *told.hero && !before.hero) emit(HeroGained{before.id});
    if (told.box.somewhere() || told.facing) {
      const Box to = told.box.somewhere() ? told.box : before.box;
      const Facing facing = told.facing.value_or(before.facing);
      if (on_table(before)) {
        int along = to == before.box ? before.along : 0;
        const Board now = board();
        for (const Unit* mate : now.at(to))
          if (to != before.box && mate->id != before.id) along = -sign_of(mate->facing);
        move_unit(before.id, to, facing, along, "marked");
      } else {
        come_on(before.id, to, facing, 0, "marked");
      }
    }
    if (told.lost == true) lose_unit(before.id, "as marked");
  }
  if (const General* named = state().general(told.general)) {
    const UnitId id = named->id;
    if (told.light_wound == true) emit(GeneralWounded{id});
    if (told.ability_used == true) emit(AbilityUsed{id, "ability"});
    if (told.lost == true) lose_general(id, Status::Killed);
  }
  if (!told.side) return;
  const SideState& mine = state().side(*told.side);
  if (told.medals && *told.medals != mine.medals) medals(*told.side, *told.medals - mine.medals, "as marked", true);
  if (told.reserve && *told.reserve != mine.reserve_ammo) emit(ReserveAmmoSet{*told.side, *told.reserve, "as marked"});
}

}  // namespace polemarch::to_the_strongest
