#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

namespace {

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

}  // namespace

Worked work_out_move(const Board& board, const Order& order, const std::vector<const Unit*>& units, const Known& known) {
  // Of two the slower one's moves count: what is a plain move for horse may be a march for the foot beside it (TTS-AMB-31).
  const bool second_is_slower = units.size() > 1 && is_mounted(*units[0]) && !is_mounted(*units[1]);
  const Unit& first = second_is_slower ? *units[1] : *units[0];
  const Unit* second = units.size() < 2 ? nullptr : second_is_slower ? units[0] : units[1];
  if (first.type == Type::Artillery && !first.carts && ((order.to.somewhere() && order.to != first.box) || order.off_table)) {
    Plan still = in_place(order, first);
    return no(refuse("TTS-TYPE-01", "artillery only turns or exchanges places"), still);
  }
  std::optional<Worked> best;
  std::vector<Route> found;
  const bool worked_out = known.routes != nullptr && !second_is_slower;
  if (!worked_out) found = routes(board, first);
  const std::vector<Route>& all = worked_out ? *known.routes : found;
  const auto meant = [&](const Route& route) {
    if (!route_fits(route, order, first.box)) return false;
    // Without a wish the facing is kept.
    return order.facing.has_value() || (route.facing == first.facing && route.manoeuvre != Manoeuvre::Turn);
  };
  const auto consider = [&](const Route& route) {
    Verdict verdict = judge_route(board, first, second, route);
    if (second != nullptr && verdict.allowed()) {
      verdict = !route.path.empty() && second->facing != first.facing ? refuse("TTS-AMB-31", "units that face apart do not move together")
                                                                      : judge_route(board, *second, &first, route);
    }
    keep_better(best, with_need(board, {std::move(verdict), plan_of(board, units, order, route, false)}, units));
  };
  // Where a plain move may go nobody marches, unless the player says so: the diagonal stays a diagonal. Where none may, the march that may
  // is taken (TTS-MAR-06), and if none may either, why the plain one may not is told.
  for (const Route& route : all)
    if (meant(route) && (!route.march || order.via.somewhere())) consider(route);
  const bool plain = best.has_value();
  if (!plain || (!best->verdict.allowed() && !order.via.somewhere())) {
    std::optional<Worked> refused;
    best.swap(refused);
    for (const Route& route : all)
      if (meant(route) && route.march) consider(route);
    if (plain && (!best || !best->verdict.allowed())) best.swap(refused);
  }
  if (best) return std::move(*best);
  Plan plan;
  plan.order = order;
  plan.side = first.side;
  plan.command = first.command;
  plan.from = first.box;
  plan.facing = order.facing.value_or(first.facing);
  if (order.to.somewhere() && !order.off_table) plan.path = {order.to};
  const int boxes = move_boxes(first);
  return no(
      refuse("TTS-MOV-01", "no move leads " + (order.off_table ? std::string("off the table") : "to " + name_of(order.to)) + " from " +
                               name_of(first.box) + ": it moves " + std::to_string(boxes) + (boxes == 1 ? " box" : " boxes")),
      plan);
}

Worked work_out_charge(const Board& board, const Order& order, const Unit& charger) {
  const Unit* target = board.state().unit(order.target);
  std::vector<Box> boxes;
  if (target != nullptr && !on_table(*target)) return no(impossible(target->id.text + " is not on the table"));
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
      Verdict verdict = judge_way(board, charger, way, *facing_it);
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

}  // namespace polemarch::to_the_strongest
