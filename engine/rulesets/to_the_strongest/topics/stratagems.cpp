#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

#include <algorithm>

#include "engine/core/commands.hpp"
#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"

namespace polemarch::to_the_strongest {
namespace {

using engine::allow;
using engine::impossible;
using engine::refuse;
using engine::Verdict;

/// The speaker's side, when he holds the card (or holds one the engine was not told).
std::optional<Side> holder(const State& state, Viewer by, const std::string& card) {
  for (const Side side : {Side::A, Side::B}) {
    if (by != viewer_of(side) && by != Viewer::Umpire) continue;
    for (const auto& held : state.side(side).stratagems)
      if (!held.value || *held.value == card) return side;
  }
  return std::nullopt;
}

/// The general who takes the high ground with units of `command`. TTS-STR-06, TTS-GEN-10.
Verdict judge_general_along(const State& state, Side side, const PlayStratagem& play, const UnitId& command) {
  if (play.general.empty()) return allow();
  const General* general = state.general(play.general);
  if (general == nullptr || general->side != side) return impossible(play.general.text + " is not an own general");
  if (general->command != command) return refuse("TTS-STR-06", general->id.text + " leads another command");
  if (general->status != Status::InPlay || !state.box_of(*general).somewhere())
    return refuse("TTS-STR-06", general->id.text + " is not on the table");
  const bool with_them = std::find(play.units.begin(), play.units.end(), general->unit) != play.units.end();
  if (general->attached && !with_them) return refuse("TTS-GEN-10", general->id.text + " stays with " + general->unit.text);
  return allow();
}

Verdict judge_high_ground(const State& state, Side side, const PlayStratagem& play) {
  if (play.units.empty() || play.units.size() > 3)
    return refuse("TTS-STR-06", "up to three units", static_cast<double>(play.units.size()), 3, "units");
  UnitId command;
  for (const UnitId& id : play.units) {
    const Unit* unit = state.unit(id);
    if (unit == nullptr || unit->side != side || !on_table(*unit)) return impossible(id.text + " is not an own unit on the table");
    if (!command.empty() && unit->command != command) return refuse("TTS-STR-06", "units of one command");
    if (std::count(play.units.begin(), play.units.end(), id) > 1) return impossible(id.text + " is named twice");
    command = unit->command;
  }
  return judge_general_along(state, side, play, command);
}

Verdict judge_blunder(const State& state, Side side) {
  if (blundering_card(state, side) == nullptr) return refuse("TTS-STR-10", "only on an enemy general's replacement card");
  return allow();
}

/// The box must be clear and one the enemy order goes into. TTS-STR-14, TTS-AMB-71.
Verdict judge_hades(const State& state, Side side, const PlayStratagem& play) {
  const CardStep* step = order_into(state, side, play.box);
  if (step == nullptr) step = order_into(state, side, {});
  if (step == nullptr) return refuse("TTS-STR-14", "only after an enemy order, before its card");
  bool moves = false;
  switch (step->plan.order.kind) {
    case OrderKind::Move:
    case OrderKind::Turn:  // TTS-MOV-07: mounted may go on
    case OrderKind::Exchange:
    case OrderKind::Charge:
    case OrderKind::MoveAndShoot:
    case OrderKind::ShootAndMove:
    case OrderKind::Straddle:
      moves = true;
      break;
    default:
      break;
  }
  const std::vector<Box> boxes = boxes_of_order(state, step->plan);
  if (!moves || boxes.empty()) return refuse("TTS-STR-14", "only on a move or charge");
  const Box box = play.box.somewhere() ? play.box : boxes.back();
  if (std::find(boxes.begin(), boxes.end(), box) == boxes.end()) return refuse("TTS-STR-14", "the order does not enter " + name_of(box));
  const Ground ground = state.field.ground(box);
  if ((ground != Ground::Open && ground != Ground::Field) || Board(state).camp(box) != nullptr)
    return refuse("TTS-STR-14", name_of(box) + " is not clear");
  return allow();
}

Verdict judge_havoc(const State& state, Side side) {
  if (charge_on_foot(state, side) != nullptr) return allow();
  const auto* step = open_step_that<ChargeStep>(state, [](const ChargeStep& it) { return it.stage <= ChargeStage::HitPlayed; });
  if (step == nullptr) return refuse("TTS-STR-15", "only on a charge, before the to-hit cards");
  const Unit& target = state.units.at(step->target);
  if (target.side != side || is_mounted(target)) return refuse("TTS-STR-15", "only when own foot is charged");
  return refuse("TTS-STR-15", "only against mounted, scythed chariots or elephants");
}

Verdict judge_infamy(const State& state, Side side) {
  const General* general = state.general(state.save_remembered);
  if (general == nullptr || general->side == side) return refuse("TTS-STR-13", "only when an enemy general has just passed a save");
  return allow();
}

Verdict judge_patroclus(const State& state, Side side) {
  const auto* step = open_step_that<WoundStep>(state, [&](const WoundStep& it) {
    const General* general = state.general(it.general);
    return general != nullptr && general->side == side;
  });
  if (step == nullptr) return refuse("TTS-STR-16", "only when an own general fails a save");
  return allow();
}

}  // namespace

const CardStep* blundering_card(const State& state, Side side, int* lane_id) {
  return open_step_that<CardStep>(
      state, [&](const CardStep& it) { return it.replacement && it.plan.side != side; }, lane_id);
}
std::vector<Box> boxes_of_order(const State& state, const Plan& plan) {
  std::vector<Box> boxes = plan.path;
  if (plan.order.kind == OrderKind::Charge) boxes.push_back(plan.order.to);
  std::erase_if(boxes, [&](Box box) { return !state.field.holds(box); });  // of a move off the table
  return boxes;
}
const CardStep* order_into(const State& state, Side side, Box box, int* lane_id) {
  const auto enters = [&](const CardStep& it) {
    const std::vector<Box> boxes = boxes_of_order(state, it.plan);
    return !it.replacement && it.plan.side != side && (!box.somewhere() || std::find(boxes.begin(), boxes.end(), box) != boxes.end());
  };
  return open_step_that<CardStep>(state, enters, lane_id);
}
const ChargeStep* charge_on_foot(const State& state, Side side, int* lane_id) {
  const auto fits = [&](const ChargeStep& it) {
    const Unit *charger = state.unit(it.charger), *target = state.unit(it.target);
    const bool foot = target != nullptr && target->side == side && !is_mounted(*target);
    const bool horse = charger != nullptr && (is_mounted(*charger) || is_elephant(*charger));
    return it.stage <= ChargeStage::HitPlayed && foot && horse;
  };
  return open_step_that<ChargeStep>(state, fits, lane_id);
}

const StratagemRow* stratagem_named(std::string_view card) {
  for (const StratagemRow& row : kStratagems)
    if (row.card == card) return &row;
  return nullptr;
}

bool holds_card(const SideState& side, const std::string& card) {
  return std::any_of(side.stratagems.begin(), side.stratagems.end(), [&](const auto& held) { return held.value == card; });
}
bool may_hold(const SideState& side, const std::string& card) {
  return std::any_of(side.stratagems.begin(), side.stratagems.end(),
                     [&](const auto& held) { return !held.revealed || held.value == card; });
}
std::size_t drawn_by(const State& state, Side side) {
  const SideState& mine = state.side(side);
  const auto by_king = [](const auto& note) { return note.value && note.value->card.starts_with('K'); };
  const auto spent = std::count_if(mine.notes.begin(), mine.notes.end(), by_king);
  return mine.stratagems.size() + mine.played_stratagems.size() + static_cast<std::size_t>(spent);
}
bool all_have_drawn(const State& state, Side side) { return static_cast<int>(drawn_by(state, side)) >= state.players(side); }
const NoteUnit* note_for(const SideState& side, const std::string& card) {
  for (const auto& note : side.notes)
    if (note.value && note.value->card == card) return &*note.value;
  return nullptr;
}
const NoteUnit* note_about(const State& state, const Unit& unit) {
  for (const auto& note : state.side(unit.side).notes)
    if (note.value && (note.value->unit == unit.id || note.value->unit == unit.command) && note.value->card != "QS") return &*note.value;
  return nullptr;
}
bool keeps_medals(const State& state, const Unit& unit) {
  const NoteUnit* note = unit.where == Where::Reserve ? note_about(state, unit) : nullptr;
  return note != nullptr && note->keeps_medals;
}
bool waits_by_note(const State& state, const Unit& unit) {
  return unit.where == Where::Hidden || (unit.where == Where::Reserve && note_about(state, unit) != nullptr);
}
bool in_ambush(const State& state, const Unit& unit) {
  if (unit.where == Where::Hidden) return true;
  const NoteUnit* note = unit.where == Where::Reserve ? note_about(state, unit) : nullptr;
  return note != nullptr && note->card == "KH";
}
bool comes_lost(const State& state, const Unit& unit) {
  if (unit.lost_way) return true;
  const NoteUnit* note = unit.where == Where::Reserve ? note_about(state, unit) : nullptr;
  return note != nullptr && note->card == "KS";
}

Verdict judge_stratagem(const State& state, Viewer by, const PlayStratagem& play) {
  if (stratagem_named(play.card) == nullptr)
    return impossible("no stratagem \"" + play.card + "\": JH, JC, JD, JS, QH, QC, QD, QS, KH, KC, KD or KS", "TTS-STR-T1");
  if (!state.options.stratagems) return refuse("TTS-STR-01", "stratagems are not played");
  const auto side = holder(state, by, play.card);
  if (!side) return refuse("TTS-STR-03", "that card is not held");
  if (play.card == "JH" || play.card == "JC") {
    if (state.phase != Phase::Deployment || next_to_deploy(state)) return refuse("TTS-STR-05", "only at the end of deployment");
    if (play.card == "JH") return judge_high_ground(state, *side, play);
    const ArmyCommand* command = state.command(play.command);
    if (command == nullptr || command->side == *side) return impossible("\"command\" must be an enemy command", "TTS-STR-07");
    return allow();
  }
  if (play.card == "JD") return judge_blunder(state, *side);
  if (play.card == "JS") return judge_infamy(state, *side);
  if (play.card == "QH") return judge_hades(state, *side, play);
  if (play.card == "QC") return judge_havoc(state, *side);
  if (play.card == "QD") return judge_patroclus(state, *side);
  return refuse("TTS-STR-T1", play.card + " works by a note made at set-up (\"note\")");
}

/// TTS-STR-02, TTS-GEN-36, TTS-STR-29.
Verdict judge_draw(const State& state, Viewer by, const DrawStratagem& draw) {
  if (!state.options.stratagems) return refuse("TTS-STR-01", "stratagems are not played");
  if (state.phase != Phase::Stratagems) return refuse("TTS-DEP-01", "stratagems are drawn before scouting");
  const Side side = side_named(draw.side).value_or(by == Viewer::B ? Side::B : Side::A);
  if (!engine::may_answer(by, viewer_of(side))) return impossible("each player draws his own card");
  if (all_have_drawn(state, side)) return refuse("TTS-STR-02", "one card each");
  if (draw.card.empty()) return allow();
  if (stratagem_named(draw.card) == nullptr || draw.card == "joker") return impossible("no stratagem \"" + draw.card + "\"");
  for (const auto& [id, general] : state.generals)
    if (general.side == side && general.brilliant) return allow();
  return refuse("TTS-GEN-36", "only an army with a brilliant general chooses its card");
}

/// A command kept back by its scenario. TTS-SCN-10, TTS-SCN-14, TTS-SCN-19.
static Verdict judge_reserve(const State& state, Side side, const ArmyCommand* command, const NoteUnit& note) {
  const bool active = side == state.active;
  if (command == nullptr) return impossible("\"unit\" must be a command");
  if (!(state.scenario == 7 && active) && !(state.scenario == 9 && !active))
    return refuse("TTS-SCN-10", "only by scenarios 7 (active side) and 9 (passive side)");
  if (note_for(state.side(side), "reserve") != nullptr) return refuse("TTS-SCN-10", "one command is kept back already");
  const bool flank = note.flank == "left" || note.flank == "centre" || note.flank == "right";
  const bool zone = note.zone >= 1 && note.zone <= 3;
  if (!flank && !zone)
    return impossible("needs \"flank\" (left, centre or right) or \"zone\" (1 right, 2 central, 3 left base edge)", "TTS-SCN-10");
  return allow();
}

/// Notes on the roster: the doomed unit, delayed units, given-up units, scenario reserves. TTS-STR-17, TTS-STR-20, TTS-STR-24..28.
Verdict judge_note(const State& state, Viewer by, const NoteUnit& note) {
  if (state.phase != Phase::Deployment && state.phase != Phase::Stratagems && state.phase != Phase::Scouting)
    return refuse("TTS-STR-20", "notes are made at set-up");
  const Unit* unit = state.unit(note.unit);
  const ArmyCommand* command = state.command(note.unit);
  const Side side = unit != nullptr ? unit->side : command != nullptr ? command->side : Side::A;
  if (unit == nullptr && command == nullptr) return impossible("unknown unit " + note.unit.text);
  if (!engine::may_answer(by, viewer_of(side))) return impossible(note.unit.text + " is not yours");
  if (note.card == "reserve") return judge_reserve(state, side, command, note);
  if (unit == nullptr) return impossible("\"unit\" must be a unit");
  if (note.card == "give_up") {
    if (state.scenario != 6 || side == state.active) return refuse("TTS-SCN-09", "only the passive side of scenario 6");
    if (unit->where != Where::Undeployed && !on_table(*unit)) return impossible(note.unit.text + " is away already", "TTS-SCN-09");
    return allow();
  }
  if (note_for(state.side(side), note.card) != nullptr) return refuse("TTS-STR-03", "that card is noted already");
  if (!holder(state, viewer_of(side), note.card)) return refuse("TTS-STR-03", "that card is not held");
  if (note.card == "QS") return allow();
  if (note.card.size() != 2 || note.card[0] != 'K') return refuse("TTS-STR-T1", note.card + " needs no note");
  if (is_elephant(*unit) || unit->type == Type::ScythedChariots) return refuse("TTS-STR-20", "not elephants or scythed chariots");
  if (unit->where != Where::Undeployed) return refuse("TTS-STR-20", note.unit.text + " stands already");
  if (!note.general.empty()) {
    const General* general = state.general(note.general);
    if (general == nullptr || general->command != unit->command) return refuse("TTS-STR-20", "only its command's general goes with it");
  }
  if (note.card == "KH") {
    if (!state.field.holds(note.box)) return impossible("an ambush needs \"box\"");
    if (own_row(state.field, side, note.box) * 2 > state.field.rows)
      return refuse("TTS-STR-24", name_of(note.box) + " is not in the own half");
    const GroundRow& ground = row_of(state.field.ground(note.box));
    const bool foot_in_broken = !is_mounted(*unit) && ground.ground == Ground::Broken;  // TTS-STR-33
    if (!foot_in_broken && !(is_passable_light(*unit) && ground.blocks_sight)) {
      if (!is_passable_light(*unit)) return refuse("TTS-STR-24", "light infantry, light cavalry, chariots or camelry hide");
      return refuse("TTS-STR-24", name_of(note.box) + " hides nobody");
    }
  }
  if (note.card == "KC" && note.flank != "left" && note.flank != "right")
    return impossible("a flank march needs \"flank\": left or right", "TTS-STR-26");
  if (note.card == "KD" && note.flank != "left" && note.flank != "centre" && note.flank != "right")
    return impossible("reserves need \"flank\": left, centre or right", "TTS-STR-27");
  return allow();
}

}  // namespace polemarch::to_the_strongest
