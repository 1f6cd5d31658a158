#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/topics/ambush.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::allow;
using engine::refuse;
using engine::Verdict;

/// TTS-ORB-01, TTS-TST-01, TTS-WED-04, TTS-RHO-04.
Verdict judge_form(const Board& board, const Unit& unit, Formation formation) {
  const Options& options = board.state().options;
  const std::string name(kFormationNames[static_cast<std::size_t>(formation)]);
  if (unit.formation == formation) return refuse("TTS-ACT-01", unit.id.text + " is in " + name + " already");
  const bool testudo = formation == Formation::Testudo || unit.formation == Formation::Testudo;
  if (const auto zones = board.zones_holding(unit); testudo && !zones.empty())  // a move activation: TTS-TST-03
    return refuse("TTS-ZOC-06", "in the zone of " + zones.front()->id.text);
  if (formation == Formation::Line) return allow();
  if (!options.plays(name)) return refuse("TTS-SEQ-10", name + " is not played");
  const bool listed = std::find(unit.formations.begin(), unit.formations.end(), formation) != unit.formations.end();
  switch (formation) {
    case Formation::Orbis:
      switch (unit.type) {
        case Type::Auxiliaries:
        case Type::Billmen:
        case Type::Hoplites:
        case Type::Legionaries:
        case Type::Shieldwall:
        case Type::Spearmen:
          return allow();
        default:
          return refuse("TTS-ORB-01", "this type forms no orbis");
      }
    case Formation::Testudo:
      if (!unit.testudo_trained) return refuse("TTS-TST-01", "only legionaries form a testudo");
      if (stands_in_rough(board, unit)) return refuse("TTS-TST-06", "a testudo may not be in rough ground");
      return allow();
    case Formation::Wedge:
      return listed ? allow() : refuse("TTS-WED-04", "its list has no wedge");
    case Formation::Rhomboid:
      return listed ? allow() : refuse("TTS-RHO-04", "its list has no rhomboid");
    case Formation::Line:
      break;
  }
  return allow();
}

/// TTS-BOAT-03, TTS-BOAT-07.
Verdict judge_boat(const Board& board, const Unit& unit, const Order& order) {
  if (!board.state().options.plays("boats")) return refuse("TTS-SEQ-10", "boats are not played");
  if (unit.boat.empty()) return refuse("TTS-BOAT-07", unit.id.text + " has no boat");
  if (is_mounted(unit) || is_deep(unit)) return refuse("TTS-BOAT-07", "a boat carries one non-deep foot unit");
  if (!adjacent(unit.box, order.to)) return refuse("TTS-BOAT-03", name_of(order.to) + " is not adjacent");
  const bool boarding = order.kind == OrderKind::Board;
  if (boarding == unit.afloat) return refuse("TTS-BOAT-03", boarding ? "it is aboard already" : "it is ashore");
  const Ground ground = board.field().ground(order.to);
  if (boarding && ground != Ground::Water) return refuse("TTS-BOAT-01", name_of(order.to) + " is not water");
  if (!boarding && row_of(ground).impassable) return refuse("TTS-BOAT-03", name_of(order.to) + " cannot be landed on");
  if (board.has_enemy_of(unit.side, order.to)) return refuse("TTS-MOV-11", "enemy in " + name_of(order.to));
  const Step2 local = in_frame(unit.facing, order.to - unit.box);
  const std::vector<const to_the_strongest::Unit*> zones = board.zones_holding(unit);
  if (!zones.empty() && local != Step2{0, -1}) return refuse("TTS-ZOC-06", "in the zone of " + zones.front()->id.text);
  const int lead = board.lead(unit);
  if (local.dy * lead < 0 && !may_pass(unit, unit.facing, *board.mate(unit)))
    return refuse("TTS-INT-04", board.mate(unit)->id.text + " stands in the way in its own box");
  Unit other = unit;
  other.afloat = boarding;
  if (const auto full = cannot_end_in(board, other, nullptr, order.to, unit.facing))
    return {engine::Ruling::Refused, engine::Refusal::ByRule, {*full}};
  return allow();
}

/// Coming on from off the table or out of ambush. TTS-OFF-02..06, TTS-STR-22..28, TTS-STR-34, TTS-STR-36.
Verdict judge_entry(const Board& board, const Unit& unit, const Order& order, Plan& plan) {
  const State& state = board.state();
  plan.need = kEntryCard;
  if (order.kind == OrderKind::Reveal) {
    if (!in_ambush(state, unit)) return refuse("TTS-STR-24", unit.id.text + " is not in ambush");
    const NoteUnit* note = note_for(state.side(unit.side), "KH");
    if (note == nullptr) return refuse("TTS-STR-24", "no ambush was noted");
    // The plan tells no place: a lower card leaves it hidden (TTS-AMB-122).
    plan.facing = order.facing.value_or(unit.facing);
    if (const ComesOut out = comes_out(board, unit, note->box, order.facing, order.place); out.barred)
      return {engine::Ruling::Refused, engine::Refusal::ByRule, {*out.barred}};
    return allow();
  }
  if ((unit.where != Where::Left && unit.where != Where::Reserve) || in_ambush(state, unit))
    return refuse("TTS-OFF-02", unit.id.text + " is not waiting off the table");
  const int own_turn = (state.turn + 1) / 2;
  const NoteUnit* by_note = unit.where == Where::Reserve ? note_about(state, unit) : nullptr;
  const bool by_scenario = by_note != nullptr && by_note->card == "reserve";
  const bool usual_way = by_scenario && state.scenario == 9;  // TTS-SCN-14
  if (unit.where == Where::Reserve && !usual_way && own_turn < 2)
    return refuse(by_scenario ? "TTS-SCN-11" : "TTS-STR-27", "not in the first own turn", own_turn, 2, "turns");
  if (unit.tried_to_enter) return refuse("TTS-OFF-05", "it has tried this turn");
  if (comes_lost(state, unit)) return allow();  // the zone is drawn after the card (TTS-AMB-73)
  const Box box = order.to;
  if (!board.holds(box)) return engine::impossible("entering needs \"to\", an edge box");
  std::vector<int> zones{unit.edge_zone};
  if (const NoteUnit* note = by_note; note != nullptr) {
    if (note->card == "KC" ||
        (note->card == "reserve" && state.scenario == 7 && (note->flank == "left" || note->flank == "right") && note->zone == 0)) {
      zones = note->flank == "right" ? std::vector<int>{10, 9} : std::vector<int>{4, 5};  // TTS-AMB-110, TTS-STR-34
    } else {
      zones = {note->zone != 0 ? note->zone : note->flank == "left" ? 3 : note->flank == "right" ? 1 : 2};
    }
  }
  for (const int zone : zones) {
    for (const auto& [edge_box, facing] : boxes_of_zone(state.field, unit.side, zone)) {
      if (edge_box != box) continue;
      if (board.has_enemy_of(unit.side, box)) return refuse("TTS-STR-22", "enemy in " + name_of(box));
      if (!may_stand_on(board, unit, box)) return refuse("TTS-TER-10", name_of(box) + " is impassable");
      if (const auto full = cannot_end_in(board, unit, nullptr, box, facing))
        return {engine::Ruling::Refused, engine::Refusal::ByRule, {*full}};
      plan.facing = facing;
      plan.from = box;
      return allow();
    }
  }
  return refuse("TTS-OFF-03", name_of(box) + " is not in its edge zone", 0, zones.front(), "zone");
}

/// TTS-GEN-15, TTS-GEN-31.
int command_move_length(const General& general) { return general.brilliant ? 3 : general.mounted ? 2 : 1; }

/// Steps of one box any way, round impassable ground and enemies. TTS-GEN-15..17.
bool command_move_reaches(const Board& board, const General& general, Box to, int boxes) {
  std::vector<Box> reached{board.state().box_of(general)};
  for (int step = 0; step < boxes; ++step) {
    std::vector<Box> next = reached;
    for (const Box from : reached) {
      for (int dx = -1; dx <= 1; ++dx) {
        for (int dy = -1; dy <= 1; ++dy) {
          const Box box = from + Step2{dx, dy};
          if (!board.holds(box) || board.impassable(box) || board.has_enemy_of(general.side, box)) continue;
          if (std::find(next.begin(), next.end(), box) == next.end()) next.push_back(box);
        }
      }
    }
    reached = std::move(next);
  }
  return std::find(reached.begin(), reached.end(), to) != reached.end();
}

std::vector<Replacer> replacers(const Board& board, const std::vector<UnitId>& units, Side side) {
  std::vector<Replacer> out;
  const State& state = board.state();
  const Unit* first = state.unit(units.front());
  if (first == nullptr) return out;
  for (const auto& [id, general] : state.generals) {
    if (general.side != side || general.status != Status::InPlay || general.ability_used) continue;
    const bool commands = general.senior || general.command == first->command;
    const Box box = state.box_of(general);
    const bool off_with_it = general.unit == first->id && !on_table(*first);  // TTS-AMB-76
    if (commands && ((box.somewhere() && box == first->box) || off_with_it)) {
      out.push_back({id, false});
    } else if (general.brilliant && general.command == first->command && box.somewhere() && on_table(*first) &&
               command_move_reaches(board, general, first->box, command_move_length(general))) {
      out.push_back({id, true});  // TTS-GEN-32, TTS-AMB-128
    }
  }
  return out;
}

std::vector<std::string> replayers(const Board& board, const Unit& unit) {
  std::vector<std::string> out;
  const State& state = board.state();
  if (unit.side != state.active) return out;  // TTS-RPL-03
  if (unit.hero) out.push_back("hero");
  if (is_elephant(unit) || unit.type == Type::ScythedChariots) return out;  // TTS-RPL-02
  for (const auto& [id, general] : state.generals) {
    if (general.side != unit.side || !general.heroic || general.ability_used || general.status != Status::InPlay) continue;
    if (!general.senior && general.command != unit.command) continue;  // TTS-RPL-04
    const Box box = state.box_of(general);
    if (box.somewhere() && (box == unit.box || box == unit.second_box)) out.push_back(id.text);
  }
  return out;
}

bool can_act(const State& state, const UnitId& command) {
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& entry) {
    const Where where = entry.second.where;
    return entry.second.command == command && where != Where::Lost && where != Where::Undeployed;
  });
}

engine::Answer plain_answer(const engine::Wait& wait, engine::Answer answer) {
  if (wait.options.empty() || answer.choices.size() != 1) return answer;
  std::string& said = answer.choices.front();
  const auto known = [&](const std::string& key) {
    return std::any_of(wait.options.begin(), wait.options.end(), [&](const engine::Option& option) { return option.key == key; });
  };
  if (known(said)) return answer;
  const std::vector<std::string> refusals{"no", "keep", "stand", "nothing"};
  const auto is_refusal = [&](const std::string& key) { return std::find(refusals.begin(), refusals.end(), key) != refusals.end(); };
  std::string yes, no;
  int ways = 0;
  for (const engine::Option& option : wait.options) {
    if (is_refusal(option.key)) {
      no = option.key;
    } else {
      yes = option.key;
      ++ways;
    }
  }
  if (said == "n" || said == "no" || said == "keep" || said == "stand") {
    if (!no.empty()) said = no;
  } else if ((said == "y" || said == "yes" || said == "evade" || said == "use" || said == "throw" || said == "replace") && ways == 1) {
    said = yes;
  }
  return answer;
}

}  // namespace polemarch::to_the_strongest
