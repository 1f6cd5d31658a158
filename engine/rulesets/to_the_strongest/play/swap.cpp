/// A success that a general replaces: what it brought about is undone. TTS-GEN-08, TTS-AMB-04.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"

namespace polemarch::to_the_strongest {
namespace {

constexpr const char* kTakenBack = "taken_back";

UnitMoved pose_of(const Unit& it) { return {it.id, it.box, it.box, it.facing, it.along, kTakenBack, it.second_box}; }

bool is_ordered(const Plan& plan, const UnitId& id) {
  return std::find(plan.order.units.begin(), plan.order.units.end(), id) != plan.order.units.end();
}

/// The boxes the order leads into.
std::vector<Box> boxes_entered(const State& state, const Plan& plan) {
  std::vector<Box> boxes = plan.path;
  if (std::find(boxes.begin(), boxes.end(), plan.order.to) == boxes.end()) boxes.push_back(plan.order.to);
  std::erase_if(boxes, [&](Box box) { return !state.field.holds(box); });
  return boxes;
}

/// Camps that change hands, with the ammunition in them, and lone enemy generals who make way.
void remember_box(const Board& now, Side side, Box box, ReplaceOpen& open) {
  const Side enemy = other(side);
  if (const Camp* camp = now.camp(box); camp != nullptr && camp->controller != side) {
    open.camps.push_back({camp->id, camp->controller});
    if (camp->owner == enemy) open.reserves.push_back({enemy, now.state().side(enemy).reserve_ammo, "back in the camp"});
  }
  if (now.has_friend_of(enemy, box)) return;
  for (const General* lone : now.generals_in(box, enemy)) open.generals.push_back({lone->id, box, {}, kTakenBack});
}

/// Those a charge may fall on: one that cannot evade is lost before anybody answers (TTS-EVD-12).
void remember_targets(const Board& now, Side side, Box box, ReplaceOpen& open) {
  for (const Unit* it : now.at(box)) {
    if (it->side == side) continue;
    open.before.push_back(pose_of(*it));
    if (it->formation != Formation::Line) open.formations.push_back({it->id, it->formation});
    if (it->hero) open.heroes.push_back(it->id);
    for (const General* officer : now.generals_in(box, it->side))
      if (officer->attached && officer->unit == it->id) open.generals.push_back({officer->id, box, it->id, kTakenBack});
  }
}

void give_back_camps(Unfold& u, const ReplaceOpen& swap) {
  for (const CampTaken& held : swap.camps) {
    const auto at = u.state().camps.find(held.camp);
    if (at == u.state().camps.end() || at->second.controller == held.by) continue;
    const Side owner = at->second.owner;
    u.emit(held);
    medals(u, owner, held.by == owner ? kCampMedals : -kCampMedals, "camp " + held.camp.text + " is as before");
  }
  for (const ReserveAmmoSet& reserve : swap.reserves)
    if (u.state().side(reserve.side).reserve_ammo != reserve.chits) u.emit(reserve);
}

void put_back_unit(Unfold& u, const ReplaceOpen& swap, const UnitMoved& back) {
  const Unit* now = u.state().unit(back.unit);
  if (now == nullptr) return;
  const bool was_lost = now->where == Where::Lost;
  const bool stays = on_table(*now) && now->box == back.to && now->second_box == back.second && now->facing == back.facing;
  if (stays && (!is_ordered(swap.plan, back.unit) || now->along == back.along)) return;
  u.emit(back);
  if (!was_lost) return;
  owe(u, back.unit, "TTS-GEN-08");
  medals(u, unit(u, back.unit).side, unit(u, back.unit).medals, back.unit.text + " is not lost");
}

void put_back_general(Unfold& u, const ReplaceOpen& swap, const GeneralMoved& back) {
  const General* now = u.state().general(back.general);
  if (now == nullptr) return;
  const bool went_along =
      std::find(swap.plan.order.generals.begin(), swap.plan.order.generals.end(), back.general) != swap.plan.order.generals.end();
  const bool in_play = now->status == Status::InPlay;
  const bool stays = in_play && (now->attached ? now->unit == back.unit : now->where == Where::OnTable && now->box == back.to);
  if (!went_along && stays) return;
  const bool gone = !in_play || now->where == Where::Left;
  u.emit(back);
  if (gone) medals(u, general(u, back.general).side, kGeneralMedals, back.general.text + " is not lost");
}

/// Is it the lane of the order that is swapped? Another player's order goes on beside it (TTS-SEQ-01).
bool brought_about_by(const ReplaceOpen& swap, const engine::Lane<Step>& lane) {
  return std::any_of(lane.stack.begin(), lane.stack.end(), [&](const auto& opened) {
    return std::visit(
        [&](const auto& step) {
          if constexpr (requires { step.plan; }) return step.plan.order.units == swap.plan.order.units;
          if constexpr (requires { step.unit; }) return is_ordered(swap.plan, step.unit);
          if constexpr (requires { step.general; })
            return std::any_of(swap.generals.begin(), swap.generals.end(),
                               [&](const auto& moved) { return moved.general == step.general; });
          return false;
        },
        opened.step);
  });
}

void break_off_what(Unfold& u, const ReplaceOpen& swap) {
  const auto lanes = u.state().agenda.lanes;
  for (auto lane = lanes.rbegin(); lane != lanes.rend(); ++lane)
    for (std::size_t i = 0; brought_about_by(swap, *lane) && i < lane->stack.size(); ++i) u.break_off(lane->id);
}

}  // namespace

bool may_be_swapped(const Plan& plan) {
  switch (plan.order.kind) {
    case OrderKind::EmplaceStakes:
    case OrderKind::Dismount:
    case OrderKind::Enter:
    case OrderKind::Reveal:
      return false;
    default:
      return !plan.leaves_table;
  }
}

ReplaceOpen as_it_stands(const Unfold& u, const Plan& plan, int card, std::vector<UnitId> able) {
  ReplaceOpen open{.plan = plan, .card = card, .able = std::move(able)};
  const OrderKind kind = plan.order.kind;
  const Side side = unit(u, plan.order.units.front()).side;
  for (const UnitId& id : plan.order.units) {
    const Unit& it = unit(u, id);
    open.before.push_back(pose_of(it));
    if (kind == OrderKind::Form || (kind == OrderKind::Charge && it.formation != Formation::Line))
      open.formations.push_back({id, it.formation});
    if (kind != OrderKind::Resupply) continue;
    open.ammo.push_back({id, it.ammo});
    open.reserves.push_back({side, u.state().side(side).reserve_ammo, "not brought up"});
  }
  for (const UnitId& id : plan.order.generals) open.generals.push_back({id, general(u, id).box, {}, kTakenBack});
  const Board now = board(u);
  for (const Box box : boxes_entered(u.state(), plan)) remember_box(now, side, box, open);
  if (kind == OrderKind::Charge) remember_targets(now, side, plan.order.to, open);
  return open;
}

void carry_out(Unfold& u, const ReplaceCard& command) {
  if (!u.state().replace_open) return;  // ruled in, nothing would come of it
  const ReplaceOpen swap = *u.state().replace_open;
  break_off_what(u, swap);
  const OrderKind kind = swap.plan.order.kind;
  if (kind == OrderKind::Board || kind == OrderKind::Land) u.emit(BoatSet{swap.plan.order.units.front(), kind == OrderKind::Land});
  for (const UnitMoved& back : swap.before) put_back_unit(u, swap, back);
  for (const GeneralMoved& back : swap.generals) put_back_general(u, swap, back);
  for (const UnitId& id : swap.heroes)
    if (const Unit* it = u.state().unit(id); it != nullptr && !it->hero) u.emit(HeroGained{id});
  for (const FormationSet& former : swap.formations)
    if (const Unit* it = u.state().unit(former.unit); it != nullptr && it->formation != former.formation) u.emit(former);
  for (const AmmoSet& former : swap.ammo)
    if (u.state().unit(former.unit) != nullptr) u.emit(former);
  give_back_camps(u, swap);
  CardStep next{.plan = swap.plan, .replacement = true, .general = command.general, .first_card = swap.card};
  u.open_beside(std::move(next), {ask_deck(u, command.general, "TTS-GEN-08",
                                           "new card of " + command.general.text + ": " + std::to_string(swap.plan.need) + "+")});
  u.run();  // a command may take heart again
}

}  // namespace polemarch::to_the_strongest
