#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::impossible;
using engine::Reason;
using engine::refuse;
using engine::Verdict;

Worked with_need(const Board& board, Worked worked, const std::vector<const Unit*>& units) {
  Plan& plan = worked.plan;
  if (plan.free) return worked;
  int need = 0;
  for (const Unit* unit : units) {
    const std::vector<Reason> penalties = difficulties(board, *unit, plan);
    const bool entry = plan.order.kind == OrderKind::Enter || plan.order.kind == OrderKind::Reveal;
    const int mine = entry ? kEntryCard : need_before_penalties(unit->activation) + pips(penalties);
    need = std::max(need, mine);
    if (!worked.verdict.allowed()) continue;
    if (unit->activation > 0 && !entry)  // TTS-AMB-74
      worked.verdict.reasons.push_back({"TTS-ACT-04",
                                        unit->id.text + " must beat its " + std::to_string(unit->activation),
                                        static_cast<double>(unit->activation),
                                        {},
                                        "card",
                                        {}});
    for (const Reason& reason : penalties) worked.verdict.reasons.push_back(reason);
    if (unit->formation == Formation::Testudo && is_difficult(board, *unit, plan))
      worked.verdict = refuse("TTS-TST-04", "a testudo makes no difficult activation");
  }
  plan.need = need;
  if (worked.verdict.allowed())
    worked.verdict.reasons.push_back({"TTS-ACT-03",
                                      need > kHighestCard ? "only a 10 will do" : "needs " + std::to_string(need) + "+",
                                      static_cast<double>(need),
                                      {},
                                      "card",
                                      {}});
  return worked;
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

const BlunderStep* blunder_of(const State& state, const std::vector<UnitId>& units, int* lane_id) {
  for (const auto& lane : state.agenda.lanes) {
    const auto* blunder = std::get_if<BlunderStep>(&lane.stack.back().step);
    if (blunder == nullptr) continue;
    const bool all = std::all_of(units.begin(), units.end(), [&](const UnitId& id) {
      return std::find(blunder->units.begin(), blunder->units.end(), id) != blunder->units.end();
    });
    if (!all) continue;
    if (lane_id != nullptr) *lane_id = lane.id;
    return blunder;
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
  const ArmyCommand* command = state.command(first.command);
  if (command != nullptr && command->status == CommandStatus::Ended)
    return refuse("TTS-SEQ-04", command_name(state, command->id) + " is done for this turn");
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
    if (running == nullptr) return unsettled(board.state());
    const ArmyCommand* busy = state.command(running->command);
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

Worked work_out(const Board& board, Viewer by, const Order& given, const Known& known) {
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
    if (order.kind == OrderKind::MoveAndShoot)
      return no(refuse("TTS-SHT-10", "the one behind may not throw past the one in front"), in_place(order, first));
    const bool moves = order.kind == OrderKind::Move || order.kind == OrderKind::Turn || order.kind == OrderKind::Exchange;
    const bool shoots = order.kind == OrderKind::Shoot || order.kind == OrderKind::ShootAndMove || order.kind == OrderKind::Resupply;
    if (!moves && !shoots && order.kind != OrderKind::Rally)
      return no(refuse("TTS-ACT-01", "one unit at a time for this activation"), in_place(order, first));
    if (units[1]->command != first.command)
      return no(refuse("TTS-SEQ-02", "units of two commands do not act together"), in_place(order, first));
  }
  if (const auto wrong = bad_generals(board, order, first)) return no(*wrong, in_place(order, first));
  std::erase_if(order.generals, [&](const UnitId& id) { return state.generals.at(id).attached; });
  const bool goes = order.kind == OrderKind::Move || order.kind == OrderKind::Charge || order.kind == OrderKind::MoveAndShoot ||
                    order.kind == OrderKind::ShootAndMove || order.kind == OrderKind::Turn || order.kind == OrderKind::Exchange ||
                    order.kind == OrderKind::Board || order.kind == OrderKind::Land;
  if (!goes) order.generals.clear();  // it stays in its box, and so do they

  Worked worked;
  switch (order.kind) {
    case OrderKind::Move:
    case OrderKind::Turn:
    case OrderKind::Exchange:
      if (!order.to.somewhere() && !order.facing && !order.off_table && order.kind != OrderKind::Exchange)
        return no(impossible(std::string(name_of(order.kind)) + " needs \"to\" or \"facing\""));
      worked = work_out_move(board, order, units, known);
      break;
    case OrderKind::Charge:
      worked = work_out_charge(board, order, first);
      break;
    case OrderKind::Shoot:
      worked = work_out_shot(board, order, units, known);
      break;
    case OrderKind::MoveAndShoot:
      worked = work_out_move_and_shoot(board, order, first);
      break;
    case OrderKind::ShootAndMove:
      worked = work_out_shoot_and_move(board, order, units, known);
      break;
    default:
      worked = work_out_rest(board, order, units);
      break;
  }
  const auto boxes = static_cast<int>(worked.plan.path.size()) - (worked.plan.march ? 1 : 0) + (order.kind == OrderKind::Charge ? 1 : 0);
  for (const UnitId& id : order.generals)
    if (worked.verdict.allowed() && boxes > (state.generals.at(id).mounted ? 2 : 1))
      worked.verdict = refuse("TTS-GEN-41", id.text + " cannot keep up", state.generals.at(id).mounted ? 2 : 1, boxes, "boxes");
  if (worked.verdict.allowed() && blunder_of(state, order.units) != nullptr) worked.verdict = allow();  // no card: TTS-AMB-69
  return worked;
}

bool is_march(const State& state, const Order& order) {
  const Unit* unit = order.units.empty() ? nullptr : state.unit(order.units.front());
  const bool moves = order.kind == OrderKind::Move || order.kind == OrderKind::Turn;
  if (!moves || unit == nullptr || !order.to.somewhere() || order.off_table || state.phase != Phase::Battle) return false;
  const int boxes = reach(unit->box, order.to);
  const Step2 way = order.to - unit->box;
  if (order.kind == OrderKind::Move && boxes < 2 && (way.dx == 0 || way.dy == 0)) return false;
  return work_out(Board(state), viewer_of(unit->side), order).plan.march;
}

}  // namespace polemarch::to_the_strongest
