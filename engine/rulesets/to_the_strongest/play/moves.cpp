#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"
#include "engine/rulesets/to_the_strongest/topics/ambush.hpp"
#include "engine/rulesets/to_the_strongest/topics/facts.hpp"
#include "engine/rulesets/to_the_strongest/topics/putting_down.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

static void reveal_ambushes(Unfold& u, Side mover);
static bool stopped_at(const Unfold& u, const Unit& mover, Box here, Box next);

void move_units(Unfold& u, const Plan& plan) {
  if (plan.manoeuvre == Manoeuvre::Exchange) {
    const Unit first = unit(u, plan.order.units.front());
    move_unit(u, first.id, first.box, first.facing, -first.along, "exchange");
    if (plan.path.empty()) return;
  }
  const Unit lead = unit(u, plan.order.units.front());
  const std::vector<UnitId> generals = plan.order.generals;
  if (plan.leaves_table) {
    const Box last_on = plan.path.size() > 1 ? plan.path[plan.path.size() - 2] : lead.box;
    const Step2 step = plan.path.back() - last_on;
    Facing out = facing_of(step).value_or(Facing::N);
    if (!orthogonal(step)) {  // over a corner or an edge diagonally: the edge that is crossed
      const bool past_side = plan.path.back().col < 1 || plan.path.back().col > u.state().field.columns;
      out = past_side ? (step.dx > 0 ? Facing::E : Facing::W) : (step.dy > 0 ? Facing::N : Facing::S);
    }
    const int zone = edge_zone_of(u.state().field, lead.side, last_on, out);
    for (const UnitId& id : plan.order.units) leave_table(u, id, zone, "move");
    for (const UnitId& id : generals) {
      u.emit(GeneralMoved{id, {}, lead.id, "left"});  // he comes back with that unit
      medals(u, general(u, id).side, -kGeneralMedals, id.text + " left the table");
    }
    return;
  }
  Plan going = plan;
  for (std::size_t i = 0; i + 1 < going.path.size(); ++i) {
    // An ambush it comes upon is revealed at once; where that stands in its way it halts (TTS-STR-25, TTS-AMB-122).
    if (reveal_ambushes_near(u, lead.side, going.path[i]) && stopped_at(u, lead, going.path[i], going.path[i + 1]))
      halt_after(board(u), going, i + 1);
  }
  const bool stays = going.path.empty() && !plan.path.empty();  // friends fill the boxes short of the ambush
  const char* how = going.march ? "march" : going.path.empty() ? "turn" : "move";
  const Box to = going.path.empty() ? lead.box : going.path.back();
  std::vector<Unit> movers;  // as they stood: a unit that leaves changes its mate's place
  for (const UnitId& id : plan.order.units) movers.push_back(unit(u, id));
  for (const Unit& it : movers) {
    const UnitId id = it.id;
    if (stays && it.facing == going.facing) continue;
    int along = going.along;
    if (plan.order.units.size() > 1) {
      along = along_together(it, going.facing);
    } else if (going.path.empty()) {
      along = it.along;
    }
    for (std::size_t i = 0; i + 1 < going.path.size(); ++i) enter_box(u, id, going.path[i]);
    move_unit(u, id, to, going.facing, along, how);
  }
  if (!stays) accompany(u, generals, to);
}

void halt_after(const Board& board, Plan& plan, std::size_t boxes) {
  const Unit& lead = *board.state().unit(plan.order.units.front());
  const Unit* also = plan.order.units.size() > 1 ? board.state().unit(plan.order.units[1]) : nullptr;
  const auto full = [&](Box box) {
    return cannot_end_in(board, lead, also, box, plan.facing) || (also != nullptr && cannot_end_in(board, *also, &lead, box, plan.facing));
  };
  plan.march = plan.leaves_table = plan.order.off_table = false;
  boxes = std::min(boxes, plan.path.size());
  while (boxes > 0 && full(plan.path[boxes - 1])) --boxes;
  plan.path.resize(boxes);
  if (plan.path.empty() && plan.manoeuvre != Manoeuvre::Turn) plan.facing = lead.facing;
  Route route{plan.manoeuvre, {}, plan.facing};
  for (const Box box : plan.path) route.path.push_back(box);
  plan.along = plan.path.empty() ? lead.along : place_at_end(board, lead, also, route, plan.order.place);
}

void move_unit(Unfold& u, const UnitId& id, Box to, Facing facing, int along, const std::string& how, Box second) {
  const Unit before = unit(u, id);
  u.emit(UnitMoved{id, before.box, to, facing, along, how, second});
  if (before.box != to) enter_box(u, id, to);
  if (second.somewhere()) enter_box(u, id, second);
  reveal_ambushes(u, before.side);
}

/// The chits stored in a camp: the pool split evenly among those the side still holds, what is over in the first ones. TTS-AMB-54.
static int share_of(const State& state, const Camp& camp) {
  if (camp.controller != camp.owner) return 0;
  int camps = 0, before = 0;
  for (const auto& [id, other] : state.camps) {
    if (other.owner != camp.owner || other.controller != camp.owner) continue;
    ++camps;
    if (id < camp.id) ++before;
  }
  const int pool = state.side(camp.owner).reserve_ammo;
  return pool / camps + (before < pool % camps ? 1 : 0);
}

/// Camps change hands and lone enemy generals make way. TTS-CAMP-08, TTS-MOV-12, TTS-ADV-03.
void enter_box(Unfold& u, const UnitId& id, Box box) {
  const Side side = unit(u, id).side;
  const Board now = board(u);
  if (const Camp* camp = now.camp(box); camp != nullptr && camp->controller != side) {
    const Camp before = *camp;
    const int share = share_of(u.state(), before);
    u.emit(CampTaken{before.id, side});
    if (side != before.owner) {
      medals(u, before.owner, -kCampMedals, "camp " + before.id.text + " lost");
      if (share > 0) u.emit(ReserveAmmoSet{before.owner, u.state().side(before.owner).reserve_ammo - share, "lost with the camp"});
    } else {
      medals(u, before.owner, kCampMedals, "camp " + before.id.text + " retaken");
    }
  }
  if (!lone_general_in(now, other(side), box)) return;
  for (const General* lone : now.generals_in(box, other(side))) join(u, lone->id, "TTS-ADV-03");
}
bool lone_general_in(const Board& board, Side side, Box box) {
  return !board.has_friend_of(side, box) && !board.generals_in(box, side).empty();
}

/// K hearts: at once when an enemy comes adjacent. TTS-STR-25, TTS-AMB-122.
void reveal_ambushes(Unfold& u, Side mover) {
  if (u.state().side(other(mover)).notes.empty()) return;
  for (const auto& [id, it] : std::map<UnitId, Unit>(u.state().units))
    if (it.side == mover && on_table(it)) reveal_ambushes_near(u, mover, it.box);
}
bool reveal_ambushes_near(Unfold& u, Side mover, Box near) {
  bool any = false;
  for (const auto& note : std::vector<engine::Secret<NoteUnit>>(u.state().side(other(mover)).notes)) {
    if (!note.value || note.value->card != "KH" || reach(note.value->box, near) > 1) continue;
    const Unit* hidden = u.state().unit(note.value->unit);
    if (hidden == nullptr || !in_ambush(u.state(), *hidden)) continue;
    any = come_out(u, hidden->id, note.value->box, std::nullopt, {}) || any;
  }
  return any;
}
bool come_out(Unfold& u, const UnitId& id, Box box, std::optional<Facing> wish, const std::string& place) {
  const ComesOut out = comes_out(board(u), unit(u, id), box, wish, place);
  if (out.barred) return false;
  come_on(u, UnitId(id), box, out.facing, out.along, "ambush");
  return true;
}
/// May the unit no longer go on from `here` to `next`?
bool stopped_at(const Unfold& u, const Unit& mover, Box here, Box next) {
  const Board now = board(u);
  return now.has_enemy_of(mover.side, next) || now.in_zone(mover, here);
}

void leave_table(Unfold& u, const UnitId& id, int zone, const std::string& how) {
  const Unit before = unit(u, id);
  u.emit(UnitLeft{id, zone, how});
  owe(u, id, "TTS-OFF-01", true);
  medals(u, before.side, -before.medals, id.text + " left the table");
  for (const auto& [gid, officer] : std::map<UnitId, General>(u.state().generals))
    if (officer.attached && officer.unit == id && officer.status == Status::InPlay)
      medals(u, before.side, -kGeneralMedals, gid.text + " left the table");
}

/// Onto the table: medals come back. TTS-OFF-07, TTS-LOSS-02, TTS-VP-09.
void come_on(Unfold& u, const UnitId& id, Box box, Facing facing, int along, const std::string& how) {
  const Unit before = unit(u, id);
  const bool kept = keeps_medals(u.state(), before);
  u.emit(UnitMoved{id, {}, box, facing, along, how, {}});
  owe(u, id, "TTS-OFF-04");
  if (!kept) medals(u, before.side, before.medals, id.text + " came on");
  for (const auto& [gid, officer] : std::map<UnitId, General>(u.state().generals)) {
    if (officer.status != Status::InPlay) continue;
    const bool with_it = officer.attached && officer.unit == id;
    const bool waits_with_it = !officer.attached && officer.where != Where::OnTable && officer.unit == id;
    if (!with_it && !waits_with_it) continue;
    if (waits_with_it) u.emit(GeneralMoved{gid, box, {}, "came_on"});
    if (!(kept && officer.where == Where::Reserve)) medals(u, before.side, kGeneralMedals, gid.text + " came on");
  }
  enter_box(u, id, box);
  reveal_ambushes(u, before.side);
}

void accompany(Unfold& u, const std::vector<UnitId>& generals, Box to) {
  for (const UnitId& id : generals)
    if (general(u, id).status == Status::InPlay) u.emit(GeneralMoved{id, to, {}, "accompany"});
}

int place_coming_on(const Board& board, Box box) {
  int along = 0;
  for (const Unit* mate : board.at(box)) along = -sign_of(mate->facing);
  return along;
}

/// TTS-OFF-04, TTS-STR-28.
void enter(Unfold& u, const Plan& plan, Box box) {
  come_on(u, plan.order.units.front(), box, plan.facing, place_coming_on(board(u), box), "enter");
}
static void enter_by_zone(Unfold& u, const UnitId& id, Box box, int zone) {
  const Facing facing = facing_onto(u.state().field, unit(u, id).side, box, zone);
  come_on(u, id, box, facing, place_coming_on(board(u), box), "enter");
}

void resume(Unfold& u, const ZoneStep& step, const engine::Answers& answers) {
  const UnitId id = step.plan.order.units.front();
  if (step.zone == 0) {
    const int zone = answers.at(0).values.at(0);
    play_card(u, unit(u, id).side, "zone", {id}, zone, 1, true, false);
    std::vector<engine::Option> options;
    const Board now = board(u);
    for (const auto& [box, facing] : boxes_of_zone(u.state().field, unit(u, id).side, zone)) {
      if (now.has_enemy_of(unit(u, id).side, box) || !may_stand_on(now, unit(u, id), box) ||
          cannot_end_in(now, unit(u, id), nullptr, box, facing))
        continue;
      options.push_back({name_of(box), "enter at " + name_of(box)});
    }
    if (options.empty()) return;  // TTS-AMB-75: stays off
    engine::Wait wait = engine::ask_choice(unit(u, id).side, "TTS-STR-28", "in which box?", options);
    if (options.size() == 1) return enter_by_zone(u, id, *box_named(options.front().key), zone);
    u.ask(ZoneStep{step.plan, zone}, std::move(wait));
    return;
  }
  enter_by_zone(u, id, *box_named(answers.at(0).choices.at(0)), step.zone);
}

/// TTS-GEN-14.
void carry_out(Unfold& u, const CommandMove& command) {
  const UnitId& own = general(u, command.general).command;
  if (!is_without_command(u.state(), general(u, command.general))) begin_command(u, own);  // TTS-GEN-24: while his own command is active
  if (const auto& swap = u.state().replace_open; swap) {  // a card is swapped before its player does anything else: TTS-GEN-08, TTS-SEQ-01
    const ArmyCommand *swaps = u.state().command(swap->plan.command), *rides = u.state().command(own);
    const auto his = [&](const std::vector<UnitId>& ids) { return std::find(ids.begin(), ids.end(), command.general) != ids.end(); };
    const bool apart = swaps != nullptr && rides != nullptr && swaps->player != rides->player;
    if (!apart || his(swap->able) || his(swap->plan.order.generals)) u.emit(ReplaceClosed{});
  }
  u.emit(GeneralMoved{command.general, command.to, {}, "command_move"});
}

/// Formation, stakes, dismounting, boats. Section 31.
void special(Unfold& u, const Plan& plan) {
  const UnitId id = plan.order.units.front();
  const Unit it = unit(u, id);
  switch (plan.order.kind) {
    case OrderKind::Form:
      u.emit(FormationSet{id, plan.order.formation});
      return;
    case OrderKind::EmplaceStakes:
      u.emit(StakesPlaced{it.box, it.facing});
      u.emit(Spent{id, "stakes"});
      return;
    case OrderKind::Dismount: {  // TTS-DSM-04, TTS-AMB-116
      u.emit(dismounted(it));
      return;
    }
    case OrderKind::Board:
    case OrderKind::Land:
      u.emit(BoatSet{id, plan.order.kind == OrderKind::Board});
      move_unit(u, id, plan.order.to, it.facing, 0, name_of(plan.order.kind));
      accompany(u, plan.order.generals, plan.order.to);
      return;
    default:
      return;
  }
}

}  // namespace polemarch::to_the_strongest
