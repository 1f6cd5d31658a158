#include <algorithm>

#include "engine/rulesets/to_the_strongest/play.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::impossible;
using engine::Reason;
using engine::refuse;
using engine::Verdict;

namespace {

Worked no(Verdict verdict, Plan plan = {}) { return {std::move(verdict), std::move(plan)}; }

/// Adds to an allowed verdict what the card must be and why. TTS-DIF-03..05.
Worked with_need(const Board& board, Worked worked, const std::vector<const Unit*>& units) {
  Plan& plan = worked.plan;
  if (plan.free) return worked;
  int need = 0;
  for (const Unit* unit : units) {
    const std::vector<Reason> penalties = difficulties(board, *unit, plan);
    const int mine = card_needed(board, *unit, plan);
    need = std::max(need, mine);
    if (!worked.verdict.allowed()) continue;
    if (unit->activation > 0)
      worked.verdict.reasons.push_back(
          {"TTS-ACT-04", unit->id.text + " must beat its last card", static_cast<double>(unit->activation), {}, "card", {}});
    for (const Reason& reason : penalties) worked.verdict.reasons.push_back(reason);
    if (unit->formation == Formation::Testudo && pips(penalties) > 0)
      worked.verdict = refuse("TTS-TST-04", "a testudo makes no difficult activation");
  }
  plan.need = need;
  if (worked.verdict.allowed()) worked.verdict.reasons.push_back({"TTS-ACT-03", "card needed", static_cast<double>(need), {}, "card", {}});
  return worked;
}

/// Keeps the best of several candidates: allowed before refused, then the lowest card.
void keep_better(std::optional<Worked>& best, Worked candidate) {
  if (!best || (candidate.verdict.allowed() && !best->verdict.allowed()) ||
      (candidate.verdict.allowed() == best->verdict.allowed() && candidate.plan.need < best->plan.need))
    best = std::move(candidate);
}

bool route_fits(const Route& route, const Order& order, Box from) {
  if (order.off_table != route.leaves) return false;
  const Box end = route.path.empty() ? from : route.path.back();
  if (route.leaves) {
    if (order.to.somewhere()) return route.path.size() > 1 ? route.path[route.path.size() - 2] == order.to : from == order.to;
  } else if (end != (order.to.somewhere() ? order.to : from)) {
    return false;
  }
  if (order.facing && route.facing != *order.facing) return false;
  if (order.via.somewhere() && (route.path.size() < 2 || route.path.front() != order.via)) return false;
  if (order.kind == OrderKind::Turn && route.manoeuvre != Manoeuvre::Turn) return false;
  if (order.kind == OrderKind::Exchange && route.manoeuvre != Manoeuvre::Exchange) return false;
  if (order.kind == OrderKind::Move && route.manoeuvre == Manoeuvre::Exchange) return false;
  return true;
}

Plan in_place(const Order& order, const Unit& unit) {
  Plan plan;
  plan.order = order;
  plan.side = unit.side;
  plan.command = unit.command;
  plan.from = unit.box;
  plan.facing = unit.facing;
  plan.along = unit.along;
  return plan;
}

Worked work_out_move(const Board& board, const Order& order, const std::vector<const Unit*>& units) {
  const Unit& first = *units.front();
  if (first.type == Type::Artillery && !first.carts && ((order.to.somewhere() && order.to != first.box) || order.off_table)) {
    Plan still = in_place(order, first);
    return no(refuse("TTS-TYPE-01", "artillery only turns or exchanges places"), still);
  }
  std::optional<Worked> best;
  const std::vector<Route> all = routes(board, first);
  const auto meant = [&](const Route& route) {
    if (!route_fits(route, order, first.box)) return false;
    // Without a wish the facing is kept.
    return order.facing.has_value() || (route.facing == first.facing && route.manoeuvre != Manoeuvre::Turn);
  };
  // A box that a plain move leads to is not marched to, unless the player says so: the diagonal stays a diagonal.
  const bool marches =
      order.via.somewhere() || std::none_of(all.begin(), all.end(), [&](const Route& route) { return meant(route) && !route.march; });
  for (const Route& route : all) {
    if (!meant(route) || (route.march && !marches)) continue;
    Verdict verdict = allow();
    for (std::size_t i = 0; i < units.size() && verdict.allowed(); ++i) {
      const Unit* also = units.size() > 1 ? units[1 - i] : nullptr;
      Route mine = route;
      if (i == 1 && route.path.empty() == false && units[1]->facing != first.facing)
        verdict = refuse("TTS-AMB-31", "units that face apart do not move together");
      if (i == 1 && static_cast<int>(route.path.size()) > move_boxes(*units[1]) + (route.march ? 1 : 0))
        verdict = refuse("TTS-AMB-31", units[1]->id.text + " moves no further than " + std::to_string(move_boxes(*units[1])));
      if (verdict.allowed()) verdict = judge_route(board, *units[i], also, mine);
    }
    keep_better(best, with_need(board, {verdict, plan_of(board, units, order, route)}, units));
  }
  if (best) return *best;
  Plan plan;
  plan.order = order;
  plan.side = first.side;
  plan.command = first.command;
  plan.from = first.box;
  plan.facing = order.facing.value_or(first.facing);
  if (order.to.somewhere() && !order.off_table) plan.path = {order.to};
  return no(refuse("TTS-MOV-01", "no move of Figure VI leads to " + (order.off_table ? std::string("off the table") : name_of(order.to)), 0,
                   move_boxes(first), "boxes"),
            plan);
}

Worked work_out_charge(const Board& board, const Order& order, const Unit& charger) {
  const Unit* target = board.state().unit(order.target);
  std::vector<Box> boxes;
  if (order.to.somewhere())
    boxes.push_back(order.to);
  else if (target != nullptr) {
    boxes.push_back(target->box);
    if (target->second_box.somewhere()) boxes.push_back(target->second_box);
  }
  if (boxes.empty()) return no(impossible("a charge needs \"target\" or \"to\""));
  std::optional<Worked> best;
  for (const Box at : boxes) {
    for (const ChargeWay& way : charge_ways(charger, at)) {
      if (order.via.somewhere() && (way.path.empty() || way.path.front() != order.via)) continue;
      const std::vector<const Unit*> met = targets_in(board, charger.side, way.from, at);
      if (met.empty()) {
        keep_better(best, no(refuse("TTS-CHG-01", "no enemy unit in " + name_of(at)), charge_plan(board, charger, order, way)));
        continue;
      }
      const Unit* facing_it = met.front();
      for (const Unit* it : met)
        if (it->id == order.target) facing_it = it;
      Verdict verdict = judge_way(board, charger, way, *facing_it, true);
      if (verdict.allowed() && !order.target.empty() && facing_it->id != order.target)
        verdict = refuse(attack_on(*facing_it, way.from, at) == Attack::Rear ? "TTS-CHG-14" : "TTS-CHG-15",
                         "the charge meets " + facing_it->id.text + " first");
      Order named = order;
      named.target = facing_it->id;
      keep_better(best, with_need(board, {verdict, charge_plan(board, charger, named, way)}, {&charger}));
    }
  }
  if (best) return *best;
  Plan plan;
  plan.order = order;
  plan.order.to = boxes.front();
  plan.side = charger.side;
  plan.command = charger.command;
  plan.from = charger.box;
  plan.facing = charger.facing;
  const Step2 local = in_frame(charger.facing, boxes.front() - charger.box);
  if (adjacent(charger.box, boxes.front()) && local.dy <= 0)
    return no(refuse("TTS-CHG-18", "it must first turn towards " + name_of(boxes.front())), plan);
  return no(refuse("TTS-CHG-02", name_of(boxes.front()) + " is out of reach of a charge"), plan);
}

/// Names the target a shooter must take when the order leaves it out and only one is nearest.
void fill_target(const Board& board, Order& order, const Unit& shooter) {
  if (!order.target.empty()) return;
  const ShotCheck* only_one = nullptr;
  const std::vector<ShotCheck> all = shots(board, shooter);
  for (const ShotCheck& check : all) {
    if (!check.verdict.allowed() || check.target == nullptr) continue;
    if (order.to.somewhere() && check.at != order.to) continue;
    if (only_one != nullptr && check.half_distance == only_one->half_distance) return;
    if (only_one == nullptr) only_one = &check;
  }
  if (only_one != nullptr) order.target = only_one->target->id;
}

Verdict judge_shooting(const Board& board, const Unit& shooter, const Order& order) {
  const Unit* target = board.state().unit(order.target);
  if (target == nullptr) return impossible("shooting needs a \"target\" among the enemy");
  if (target->side == shooter.side) return impossible(target->id.text + " is a friend", "TTS-STR-11");
  if (!on_table(*target)) return impossible(target->id.text + " is not on the table");
  const bool throws = order.shock == true || (!has_shots(board, shooter) && shooter.shock > 0);
  if (const Verdict shot = judge_shot(board, shooter, *target, throws); !shot.allowed()) return shot;
  if (order.shots > 1 && order.shots > most_cards(board, shooter))
    return refuse(is_double_shooter(shooter) ? "TTS-SHT-07" : "TTS-SHT-05", "fewer to-hit cards", order.shots, most_cards(board, shooter),
                  "cards");
  return allow();
}

Worked work_out_shot(const Board& board, Order order, const Unit& shooter) {
  fill_target(board, order, shooter);
  const Verdict verdict = judge_shooting(board, shooter, order);
  return with_need(board, {verdict, in_place(order, shooter)}, {&shooter});
}

/// One box straight ahead, then shoot. TTS-MOV-09.
Worked work_out_move_and_shoot(const Board& board, Order order, const Unit& shooter) {
  if (!is_javelin_light(shooter))
    return no(refuse("TTS-MOV-09", "only javelin-armed light troops move and shoot"), in_place(order, shooter));
  const Route route{Manoeuvre::Straight, {shooter.box + ahead(shooter.facing)}, shooter.facing};
  if (order.to.somewhere() && order.to != route.path.front())
    return no(refuse("TTS-MOV-09", "exactly one box straight ahead"), in_place(order, shooter));
  Verdict verdict = board.holds(route.path.front()) ? judge_route(board, shooter, nullptr, route) : refuse("TTS-OFF-01", "off the table");
  if (verdict.allowed()) {
    // Shoot from where it will stand.
    State moved = board.state();
    moved.units.at(shooter.id).box = route.path.front();
    moved.units.at(shooter.id).along = place_at_end(board, shooter, nullptr, route, order.place);
    const Board after(moved);
    const Unit& there = moved.units.at(shooter.id);
    fill_target(after, order, there);
    verdict = judge_shooting(after, there, order);
  }
  order.to = route.path.front();
  return with_need(board, {verdict, plan_of(board, {&shooter}, order, route)}, {&shooter});
}

/// Shoot, then one box to the rear. TTS-MOV-10.
Worked work_out_shoot_and_move(const Board& board, Order order, const Unit& shooter) {
  const Weapons weapons = shooter.weapons.missiles().without(Weapon::Javelin);
  if (!is_light(shooter) || weapons.none())
    return no(refuse("TTS-MOV-10", "only bow, sling, crossbow or handgun lights shoot and move"), in_place(order, shooter));
  fill_target(board, order, shooter);
  Verdict verdict = judge_shooting(board, shooter, order);
  Route route{Manoeuvre::Back, {shooter.box + ahead(opposite(shooter.facing))}, order.facing.value_or(shooter.facing)};
  if (!same_axis(route.facing, shooter.facing)) verdict = refuse("TTS-MOV-06", "it ends with the same or the opposite facing");
  route.leaves = !board.holds(route.path.front());
  if (verdict.allowed()) verdict = judge_route(board, shooter, nullptr, route);
  return with_need(board, {verdict, plan_of(board, {&shooter}, order, route)}, {&shooter});
}

Worked work_out_rest(const Board& board, Viewer by, const Order& order, const Unit& unit);

}  // namespace

const BlunderStep* blunder_of(const State& state, const std::vector<UnitId>& units) {
  for (const auto& lane : state.agenda.lanes) {
    const auto* blunder = std::get_if<BlunderStep>(&lane.stack.back().step);
    if (blunder == nullptr) continue;
    const bool all = std::all_of(units.begin(), units.end(), [&](const UnitId& id) {
      return std::find(blunder->units.begin(), blunder->units.end(), id) != blunder->units.end();
    });
    if (all) return blunder;
  }
  return nullptr;
}

namespace {

/// Who may give the order at all, and when. TTS-SEQ, TTS-GEN-18, TTS-GEN-25.
std::optional<Verdict> out_of_turn(const Board& board, Viewer by, const Order& order, const std::vector<const Unit*>& units) {
  const State& state = board.state();
  const Unit& first = *units.front();
  if (state.phase == Phase::Over) return impossible("the battle is over");
  if (state.phase != Phase::Battle)
    return impossible("the battle has not begun: it is the time for " + std::string(kPhaseNames[static_cast<std::size_t>(state.phase)]));
  const BlunderStep* blunder = blunder_of(state, order.units);
  const Viewer owner = viewer_of(blunder != nullptr ? blunder->by : first.side);
  if (!engine::may_answer(by, owner)) return impossible(first.id.text + " is not yours to order", "TTS-SEQ-01");
  const bool waits_off_table = order.kind == OrderKind::Enter || order.kind == OrderKind::Reveal;
  for (const Unit* unit : units) {
    if (unit->where == Where::Lost) return impossible(unit->id.text + " is lost");
    if (!on_table(*unit) && !waits_off_table) return impossible(unit->id.text + " is not on the table");
  }
  if (blunder != nullptr) return std::nullopt;
  if (first.side != state.active) return refuse("TTS-SEQ-01", "side " + std::string(name_of(state.active)) + " is active");
  const Command* command = state.command(first.command);
  if (command != nullptr && command->status == CommandStatus::Ended)
    return refuse("TTS-SEQ-04", "the turn of command " + command->id.text + " is over");
  for (const auto& lane : state.agenda.lanes) {  // TTS-SEQ-08; commands of other players that share no box run side by side
    const Plan* running = nullptr;
    for (const auto& opened : lane.stack) {
      running = std::visit(
          [](const auto& step) -> const Plan* {
            if constexpr (requires { step.plan; }) return &step.plan;
            return nullptr;
          },
          opened.step);
      if (running != nullptr) break;
    }
    if (running == nullptr) return refuse("TTS-SEQ-08", "something is still being settled");
    const Command* busy = state.command(running->command);
    const bool apart = busy != nullptr && command != nullptr && busy->player != command->player && busy->id != command->id;
    std::vector<Box> theirs = running->path;
    theirs.push_back(running->from);
    theirs.push_back(running->order.to);
    const bool shares = std::any_of(theirs.begin(), theirs.end(), [&](Box box) {
      return box.somewhere() && (box == first.box || box == order.to || reach(box, first.box) <= 2);
    });
    if (!apart || shares) return refuse("TTS-SEQ-08", "the order of " + running->order.units.front().text + " comes first");
  }
  return std::nullopt;
}

std::optional<Verdict> bad_generals(const Board& board, const Order& order, const Unit& first) {
  for (const UnitId& id : order.generals) {
    const General* general = board.state().general(id);
    if (general == nullptr || general->side != first.side) return impossible("unknown general " + id.text);
    if (general->attached) {
      if (std::find(order.units.begin(), order.units.end(), general->unit) != order.units.end()) continue;
      return refuse("TTS-GEN-10", id.text + " stays with " + general->unit.text);
    }
    if (board.state().box_of(*general) != first.box) return refuse("TTS-GEN-18", id.text + " is not in " + name_of(first.box));
    if (general->command != first.command && !general->senior) return refuse("TTS-GEN-18", id.text + " leads another command");
  }
  return std::nullopt;
}

}  // namespace

Worked work_out(const Board& board, Viewer by, const Order& given) {
  const State& state = board.state();
  Order order = given;
  std::vector<const Unit*> units;
  for (const UnitId& id : order.units) {
    const Unit* unit = state.unit(id);
    if (unit == nullptr) return no(impossible("unknown unit " + id.text));
    if (!units.empty() && units.front()->id == id) return no(impossible(id.text + " is named twice"));
    units.push_back(unit);
  }
  if (units.empty()) return no(impossible("an order needs \"unit\""));
  if (units.size() > 2) return no(impossible("at most the two units of one box act together", "TTS-ACT-01"));
  const Unit& first = *units.front();
  if (const auto late = out_of_turn(board, by, order, units)) return no(*late, in_place(order, first));
  if (units.size() == 2) {
    if (units[1]->side != first.side || units[1]->box != first.box)
      return no(impossible("units that act together stand in one box", "TTS-ACT-01"));
    if (order.kind == OrderKind::Charge) return no(refuse("TTS-AMB-107", "a charge is made by one unit"), in_place(order, first));
    const bool together = order.kind == OrderKind::Move || order.kind == OrderKind::Turn || order.kind == OrderKind::Exchange;
    if (!together) return no(refuse("TTS-ACT-01", "one unit at a time for this activation"), in_place(order, first));
    if (units[1]->command != first.command)
      return no(refuse("TTS-SEQ-02", "units of two commands do not act together"), in_place(order, first));
  }
  if (const auto wrong = bad_generals(board, order, first)) return no(*wrong, in_place(order, first));
  std::erase_if(order.generals, [&](const UnitId& id) { return state.generals.at(id).attached; });
  if (!order.generals.empty() && order.kind != OrderKind::Move && order.kind != OrderKind::Charge &&
      order.kind != OrderKind::MoveAndShoot && order.kind != OrderKind::ShootAndMove && order.kind != OrderKind::Turn)
    order.generals.clear();

  Worked worked;
  switch (order.kind) {
    case OrderKind::Move:
    case OrderKind::Turn:
    case OrderKind::Exchange:
      if (order.kind == OrderKind::Exchange && units.size() == 2) units.pop_back();
      if (!order.to.somewhere() && !order.facing && !order.off_table && order.kind != OrderKind::Exchange)
        return no(impossible(std::string(name_of(order.kind)) + " needs \"to\" or \"facing\""));
      worked = work_out_move(board, order, units);
      break;
    case OrderKind::Charge:
      worked = work_out_charge(board, order, first);
      break;
    case OrderKind::Shoot:
      worked = work_out_shot(board, order, first);
      break;
    case OrderKind::MoveAndShoot:
      worked = work_out_move_and_shoot(board, order, first);
      break;
    case OrderKind::ShootAndMove:
      worked = work_out_shoot_and_move(board, order, first);
      break;
    default:
      worked = work_out_rest(board, by, order, first);
      break;
  }
  const auto boxes = static_cast<int>(worked.plan.path.size()) - (worked.plan.march ? 1 : 0) + (order.kind == OrderKind::Charge ? 1 : 0);
  for (const UnitId& id : order.generals)
    if (worked.verdict.allowed() && boxes > (state.generals.at(id).mounted ? 2 : 1))
      worked.verdict = refuse("TTS-GEN-41", id.text + " cannot keep up", state.generals.at(id).mounted ? 2 : 1, boxes, "boxes");
  if (worked.plan.order.units.size() != order.units.size() && order.kind == OrderKind::Exchange) worked.plan.order.units = order.units;
  return worked;
}

namespace {

Worked work_out_rest(const Board& board, Viewer by, const Order& order, const Unit& unit) {
  const State& state = board.state();
  Plan plan = in_place(order, unit);
  const auto done = [&](Verdict verdict) { return with_need(board, {std::move(verdict), plan}, {&unit}); };
  switch (order.kind) {
    case OrderKind::Resupply: {
      const int reserve = state.side(unit.side).reserve_ammo;
      if (!state.options.resupply) return done(refuse("TTS-BID-05", "this game is played without resupply"));
      if (unit.ammo_max == 0) return done(refuse("TTS-AMMO-05", unit.id.text + " has no ammunition to bring up"));
      if (unit.ammo >= unit.ammo_max) return done(refuse("TTS-AMMO-06", "it holds all it can", unit.ammo, unit.ammo_max, "chits"));
      if (reserve <= 0) return done(refuse("TTS-AMMO-07", "the reserve is empty", reserve, 1, "chits"));
      return done(allow());
    }
    case OrderKind::Rally:
      if (unit.disorder == 0) return done(refuse("TTS-RAL-01", unit.id.text + " is not disordered"));
      if (unit.rally_forbidden) return done(refuse("TTS-STR-19", unit.id.text + " may not rally any more"));
      return done(allow());
    case OrderKind::Form:
      return done(judge_form(board, unit, order.formation));
    case OrderKind::EmplaceStakes:
      if (unit.stakes != Stakes::None && unit.stakes == Stakes::Emplaced) return done(refuse("TTS-TER-17", "its stakes stand already"));
      if (unit.stakes == Stakes::None) return done(refuse("TTS-TER-15", unit.id.text + " has no stakes"));
      return done(allow());
    case OrderKind::Dismount: {
      const bool able =
          unit.type == Type::Cavalry || unit.type == Type::Camelry || unit.type == Type::Chariots || unit.type == Type::HeavyChariots;
      if (!state.options.plays("dismounting")) return done(refuse("TTS-SEQ-10", "dismounting is not played"));
      if (!able) return done(refuse("TTS-DSM-01", "only cavalry, camelry and chariots dismount"));
      if (unit.disorder > 0) return done(refuse("TTS-AMB-116", "a disordered unit may not dismount"));
      return done(allow());
    }
    case OrderKind::Straddle: {
      if (!state.options.plays("straddling")) return done(refuse("TTS-SEQ-10", "straddling is not played"));
      const Step2 local = in_frame(unit.facing, order.to - unit.box);
      if (local.dy != 0 || std::abs(local.dx) != 1) return done(refuse("TTS-STD-01", "it straddles with a box beside it"));
      plan.manoeuvre = Manoeuvre::Sideways;
      plan.path = {order.to};
      Verdict verdict = judge_route(board, unit, nullptr, {Manoeuvre::Sideways, {order.to}, unit.facing});
      return with_need(board, {std::move(verdict), plan}, {&unit});
    }
    case OrderKind::Board:
    case OrderKind::Land:
      return done(judge_boat(board, unit, order));
    case OrderKind::Enter:
    case OrderKind::Reveal: {
      Verdict verdict = judge_entry(board, unit, order, plan);
      return done(std::move(verdict));
    }
    default:
      (void)by;
      return done(impossible("unknown order"));
  }
}

}  // namespace

}  // namespace polemarch::to_the_strongest
