#include "engine/rulesets/to_the_strongest/topics/activation.hpp"

#include <algorithm>

namespace polemarch::to_the_strongest {
namespace {

engine::Reason penalty(const char* rule, std::string text, int pips) {
  return {rule, std::move(text) + " +" + std::to_string(pips), static_cast<double>(pips), {}, "pips", {}};
}

/// Pips of one ordinary difficulty. TTS-DIF-01, TTS-DIF-02, TTS-DIF-06.
int ordinary(const Unit& unit) { return is_light(unit) ? 0 : is_deep(unit) ? 2 : 1; }

bool wheels(const Unit& unit) { return is_chariot(unit.type) || unit.type == Type::WarWagons; }

/// Pips of the rough penalty. TTS-DIF-07, TTS-DIF-08, TTS-AMB-20.
int rough_pips(const Unit& unit) {
  if (wheels(unit)) return 2;
  return ordinary(unit);
}

bool moves_boxes(const Plan& plan) { return !plan.path.empty() || plan.order.kind == OrderKind::Charge; }

/// The manoeuvre itself: diagonal, sideways, back, turn, exchange. Figure VI.
void add_manoeuvre(std::vector<engine::Reason>& reasons, const Board& board, const Unit& unit, const Plan& plan) {
  const int pips = ordinary(unit);
  if (pips == 0 || drilled(unit) || unit.afloat) return;  // boats move as light infantry: TTS-BOAT-02
  const Options& options = board.state().options;
  const bool free_rhomboid = unit.formation == Formation::Rhomboid && options.plays("rhomboid");  // TTS-RHO-01, TTS-SEQ-10
  switch (plan.manoeuvre) {
    case Manoeuvre::Straight:
      if (unit.type == Type::WarWagons) reasons.push_back(penalty("TTS-TYPE-120", "wagons ahead", pips));
      return;
    case Manoeuvre::InPlace:
      return;
    case Manoeuvre::Diagonal: {
      const Box first = plan.path.empty() ? plan.order.to : plan.path.front();
      const Step2 local = in_frame(unit.facing, first - plan.from);
      if (unit.type == Type::Hoplites && local.dx > 0) return;                   // TTS-TYPE-63
      if (unit.formation == Formation::Wedge && options.plays("wedge")) return;  // TTS-WED-01, TTS-SEQ-10
      reasons.push_back(penalty("TTS-ACT-T1", "diagonal", pips));
      return;
    }
    case Manoeuvre::Sideways:
      if (unit.type == Type::WarWagons) {  // TTS-TYPE-119
        if (plan.march) reasons.push_back(penalty("TTS-TYPE-120", "wagons ahead", pips));
        return;
      }
      if (free_rhomboid) return;
      reasons.push_back(penalty("TTS-ACT-T1", "sideways", pips));
      return;
    case Manoeuvre::Back:
      reasons.push_back(penalty("TTS-ACT-T1", "to the rear", pips));
      return;
    case Manoeuvre::Turn:
      if (unit.size == Size::Small || free_rhomboid) return;                          // TTS-UNIT-07
      if (plan.path.empty() && wheels(unit) && stands_in_rough(board, unit)) return;  // TTS-AMB-105: 2 in all, see below
      reasons.push_back(penalty("TTS-DIF-10", "turn in the box", pips));
      return;
    case Manoeuvre::Exchange:
      if (unit.size == Size::Small) return;  // TTS-UNIT-07
      if (plan.path.empty() && wheels(unit) && stands_in_rough(board, unit)) return;
      reasons.push_back(penalty("TTS-ACT-T1", "exchange places", pips));
      return;
  }
}

/// Rough ground, streams, walls, stakes and fortifications of one step.
void add_step(std::vector<engine::Reason>& reasons, const Board& board, const Unit& unit, Box from, Box to) {
  const Crossing over = crossing(board, from, to);
  const int rough = rough_pips(unit);
  const bool leaves = !board.holds(to);  // out of the rough all the same, but for a road that leads off the table
  const auto going = facing_of(to - from);
  const bool by_road = over.road || (leaves && going && board.field().road(from, opposite(*going)));
  if (rough > 0 && !by_road && (rough_for(board, unit, from) || (!leaves && rough_for(board, unit, to))))
    reasons.push_back(penalty("TTS-ACT-T1", "rough ground " + name_of(from) + (leaves ? "" : "-" + name_of(to)), rough));
  if (rough > 0 && over.stream && !over.road) reasons.push_back(penalty("TTS-TER-21", "over a stream", rough));
  if (rough > 0 && over.wall) reasons.push_back(penalty("TTS-TER-23", "over a wall or hedge", rough));
  if (rough > 0 && over.against_stakes && is_mounted(unit)) reasons.push_back(penalty("TTS-TER-18", "over stakes", rough));
  if (over.into_fortification && ordinary(unit) > 0 && !drilled(unit))  // TTS-AMB-111
    reasons.push_back(penalty("TTS-FORT-02", "over a fortification", ordinary(unit)));
}

/// A straddling unit that steps out of `from` to `to` steps out of its other box too. TTS-STD-01.
void add_leaving_both(std::vector<engine::Reason>& reasons, const Board& board, const Unit& unit, Box from, Box to) {
  const int rough = rough_pips(unit);
  if (!unit.second_box.somewhere() || rough == 0 || rough_for(board, unit, from) || rough_for(board, unit, to)) return;
  const Box other = from == unit.box ? unit.second_box : unit.box;
  if (other != to && rough_for(board, unit, other)) reasons.push_back(penalty("TTS-ACT-T1", "rough ground " + name_of(other), rough));
}

/// Difficulties of the special activations of section 31.
void add_special(std::vector<engine::Reason>& reasons, const Unit& unit, const Plan& plan) {
  const int pips = ordinary(unit);
  if (pips == 0 || drilled(unit)) return;
  switch (plan.order.kind) {
    case OrderKind::Form:
      if (plan.order.formation == Formation::Testudo) return;  // TTS-TST-03: a move activation
      if (unit.formation == Formation::Testudo && plan.order.formation == Formation::Line) return;
      reasons.push_back(penalty("TTS-ACT-T1", "change of formation", pips));
      return;
    case OrderKind::EmplaceStakes:
      reasons.push_back(penalty("TTS-TER-16", "emplace stakes", pips));
      return;
    case OrderKind::Dismount:
      reasons.push_back(penalty("TTS-DSM-01", "dismount", pips));
      return;
    case OrderKind::Board:
    case OrderKind::Land:
      reasons.push_back(penalty("TTS-BOAT-03", "board or land", pips));
      return;
    case OrderKind::Charge:
      if (unit.afloat) reasons.push_back(penalty("TTS-BOAT-04", "charge from a boat", pips));
      return;
    default:
      return;
  }
}

/// The rough on land that it boards from or lands in, besides the boat. TTS-ACT-T1, TTS-DIF-03.
void add_shore(std::vector<engine::Reason>& reasons, const Board& board, const Unit& unit, const Plan& plan) {
  Unit ashore = unit;
  ashore.afloat = false;
  const Box land = plan.order.kind == OrderKind::Land ? plan.order.to : plan.from;
  const int rough = rough_pips(unit);
  if (rough > 0 && rough_for(board, ashore, land)) reasons.push_back(penalty("TTS-ACT-T1", "rough ground " + name_of(land), rough));
}

}  // namespace

std::optional<int> command_distance(const Board& board, const Unit& unit) {
  const State& state = board.state();
  std::optional<int> best;
  for (const auto& [id, general] : state.generals) {
    if (general.side != unit.side || general.status != Status::InPlay) continue;
    if (general.command != unit.command && !general.senior) continue;
    const Box box = state.box_of(general);
    if (!box.somewhere()) continue;
    int distance = reach(box, unit.box);
    if (unit.second_box.somewhere()) distance = std::min(distance, reach(box, unit.second_box));  // TTS-AMB-29
    if (!best || distance < *best) best = distance;
  }
  return best;
}

bool out_of_command(const Board& board, const Unit& unit) {
  if (is_light(unit)) return false;  // TTS-CMD-03
  if (!on_table(unit) || board.state().side(unit.side).general_never_listed) return false;
  const std::optional<int> distance = command_distance(board, unit);
  return !distance || *distance > kCommandReach;
}

std::vector<engine::Reason> difficulties(const Board& board, const Unit& unit, const Plan& plan) {
  std::vector<engine::Reason> reasons;
  if (plan.order.kind == OrderKind::Enter || plan.order.kind == OrderKind::Reveal) return reasons;  // TTS-AMB-74
  add_manoeuvre(reasons, board, unit, plan);
  add_special(reasons, unit, plan);
  const bool boats = plan.order.kind == OrderKind::Board || plan.order.kind == OrderKind::Land;
  if (boats) add_shore(reasons, board, unit, plan);
  if (moves_boxes(plan) && !boats) {
    const Box first = plan.path.empty() ? plan.order.to : plan.path.front();
    Box at = plan.from;
    if (unit.second_box.somewhere() && !orthogonal(first - at) && orthogonal(first - unit.second_box)) at = unit.second_box;
    add_leaving_both(reasons, board, unit, at, first);
    for (const Box box : plan.path) {
      add_step(reasons, board, unit, at, box);
      at = box;
    }
    if (plan.order.kind == OrderKind::Charge) add_step(reasons, board, unit, at, plan.order.to);
  }
  const bool in_place = plan.manoeuvre == Manoeuvre::Turn || plan.manoeuvre == Manoeuvre::Exchange;
  const int rough = rough_pips(unit);
  if (in_place && plan.path.empty() && rough > 0) {
    if (board.camp(plan.from) != nullptr) {
      reasons.push_back(penalty("TTS-CAMP-11", "in a camp", rough));
    } else if (wheels(unit) && stands_in_rough(board, unit)) {
      reasons.push_back(penalty("TTS-DIF-07", "in rough ground", rough));
    }
  }
  const bool shooting =
      plan.order.kind == OrderKind::Shoot || plan.order.kind == OrderKind::Rally || plan.order.kind == OrderKind::Resupply;
  if (shooting && board.state().options.rough_all_activations && wheels(unit) && stands_in_rough(board, unit))
    reasons.push_back(penalty("TTS-AMB-105", "in rough ground", rough));
  if (out_of_command(board, unit)) reasons.push_back(penalty("TTS-CMD-02", "out of command", is_deep(unit) ? 2 : 1));
  return reasons;
}

int pips(const std::vector<engine::Reason>& reasons) {
  int sum = 0;
  for (const engine::Reason& reason : reasons) sum += static_cast<int>(reason.value.value_or(0));
  return sum;
}

bool is_difficult(const Board& board, const Unit& unit, const Plan& plan) {
  Unit undrilled = unit;  // the drilled are spared the penalty, not the difficulty
  undrilled.triarii = false;
  if (undrilled.type == Type::Legionaries) undrilled.type = Type::Spearmen;
  return pips(difficulties(board, undrilled, plan)) > 0;
}

int card_needed(const Board& board, const Unit& unit, const Plan& plan) {
  if (plan.order.kind == OrderKind::Enter || plan.order.kind == OrderKind::Reveal) return kEntryCard;
  return need_before_penalties(unit.activation) + pips(difficulties(board, unit, plan));
}

}  // namespace polemarch::to_the_strongest
