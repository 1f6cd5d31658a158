#include "engine/rulesets/to_the_strongest/topics/ambush.hpp"

#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

ComesOut comes_out(const Board& board, const Unit& hidden, Box box, std::optional<Facing> wish, const std::string& place) {
  ComesOut out{.facing = wish.value_or(hidden.facing)};
  const auto& cell = board.at(box);
  for (const Unit* mate : cell)
    if (!wish && !same_axis(mate->facing, out.facing)) out.facing = mate->facing;
  out.barred = cannot_end_in(board, hidden, nullptr, box, out.facing);
  if (out.barred) return out;
  for (const Unit* mate : cell) {
    const int front = sign_of(mate->facing);
    out.along = place == "front"                       ? front
                : place == "behind" || place == "rear" ? -front
                                                       : places_on_entering(hidden, box, box, out.facing, *mate).front();
  }
  return out;
}

std::optional<engine::Reason> crowds_ambush(const Board& board, const Plan& plan) {
  const State& state = board.state();
  const auto& movers = plan.order.units;
  const Unit* first = movers.empty() ? nullptr : state.unit(movers.front());
  if (first == nullptr || plan.leaves_table) return std::nullopt;
  std::vector<Box> ends{plan.path.empty() ? plan.from : plan.path.back()};
  if (plan.order.kind == OrderKind::Straddle) ends = {plan.from, plan.order.to};
  if (plan.order.kind == OrderKind::Board || plan.order.kind == OrderKind::Land) ends = {plan.order.to};
  for (const auto& secret : state.side(first->side).notes) {
    if (!secret.value || secret.value->card != "KH") continue;
    const Box box = secret.value->box;
    const Unit* hidden = state.unit(secret.value->unit);
    if (hidden == nullptr || !in_ambush(state, *hidden) || std::find(ends.begin(), ends.end(), box) == ends.end()) continue;
    std::vector<const Unit*> there;
    for (const Unit* other : board.at(box))
      if (std::find(movers.begin(), movers.end(), other->id) == movers.end()) there.push_back(other);
    for (const UnitId& id : movers) there.push_back(&state.units.at(id));
    const bool deep = std::any_of(there.begin(), there.end(), [&](const Unit* other) { return !may_share(*hidden, *other); });
    if (there.size() < 2 && !deep) continue;
    engine::Reason reason;
    reason.rule = deep ? "TTS-BOX-03" : "TTS-BOX-02";
    reason.text = hidden->id.text + " lies in ambush in " + name_of(box) + " and would find no room";
    return reason;
  }
  return std::nullopt;
}

}  // namespace polemarch::to_the_strongest
