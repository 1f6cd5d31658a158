/// Option "table_markers": disorder, ammunition, medals and cards lie on the table. Nothing is asked about them; orders are judged, what
/// moves is moved, and what the players tell is counted.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {

/// The order is carried out as far as it moves somebody: the card, the blows and the saves are the players'. A card told with the order is
/// counted; one that is too low ends the command's turn.
void order_by_markers(Unfold& u, const Plan& plan, std::vector<std::string> reasons) {
  u.emit(OrderGiven{plan, std::move(reasons)});
  if (plan.order.card != 0) {
    const bool enough = card_suffices(plan.order.card, plan.need);
    play_card(u, plan.side, "activation", plan.order.units, plan.order.card, plan.need, enough, true);
    if (!enough) {
      fail(u, plan);
      return u.run();
    }
    u.emit(ActivationSet{plan.order.units, plan.order.card});
  }
  switch (plan.order.kind) {
    case OrderKind::Shoot:
    case OrderKind::Resupply:
    case OrderKind::Rally:
      break;
    case OrderKind::Charge:
      if (!plan.path.empty()) {
        const Unit charger = unit(u, plan.order.units.front());
        const int along = place_to_strike(board(u), charger, plan.path.back(), plan.order.place);
        move_unit(u, charger.id, plan.path.back(), charger.facing, along, "charge");
        accompany(u, plan.order.generals, plan.path.back());
      }
      break;
    case OrderKind::MoveAndShoot:
    case OrderKind::ShootAndMove:
      move_units(u, plan);
      break;
    default:
      carry_out(u, plan);
      break;
  }
  u.run();
}

void carry_out(Unfold& u, const Mark& told) {
  if (const Unit* named = u.state().unit(told.unit)) {
    const Unit before = *named;
    if (told.disorder && *told.disorder != before.disorder) u.emit(DisorderSet{before.id, *told.disorder, "as marked"});
    if (told.ammo && *told.ammo != before.ammo) u.emit(AmmoSet{before.id, *told.ammo});
    if (told.activation) u.emit(ActivationSet{{before.id}, *told.activation});
    if (told.shock && *told.shock == 0 && before.shock > 0) u.emit(Spent{before.id, "shock"});
    if (told.hero && !*told.hero && before.hero) u.emit(HeroUsed{before.id});
    if (told.hero && *told.hero && !before.hero) u.emit(HeroGained{before.id});
    if (told.box.somewhere() || told.facing) {
      const Box to = told.box.somewhere() ? told.box : before.box;
      const Facing facing = told.facing.value_or(before.facing);
      if (on_table(before)) {
        int along = to == before.box ? before.along : 0;
        const Board now = board(u);
        for (const Unit* mate : now.at(to))
          if (to != before.box && mate->id != before.id) along = -sign_of(mate->facing);
        move_unit(u, before.id, to, facing, along, "marked");
      } else {
        come_on(u, before.id, to, facing, place_coming_on(board(u), to), "marked");
      }
    }
    if (told.lost == true) lose_unit(u, before.id, "as marked");
  }
  if (const General* named = u.state().general(told.general)) {
    const UnitId id = named->id;
    if (told.light_wound == true) u.emit(GeneralWounded{id});
    if (told.ability_used == true) u.emit(AbilityUsed{id, "ability"});
    if (told.lost == true) lose_general(u, id, Status::Killed);
  }
  if (!told.side) return;
  const SideState& mine = u.state().side(*told.side);
  if (told.medals && *told.medals != mine.medals) medals(u, *told.side, *told.medals - mine.medals, "as marked", true);
  if (told.reserve && *told.reserve != mine.reserve_ammo) u.emit(ReserveAmmoSet{*told.side, *told.reserve, "as marked"});
}

}  // namespace polemarch::to_the_strongest
