#include <algorithm>

#include "engine/rulesets/to_the_strongest/facts.hpp"
#include "engine/rulesets/to_the_strongest/play/play.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::Secret;
using engine::Wait;
using engine::WaitKind;

namespace {
Secret<std::string> held(Side side, std::optional<std::string> card) {
  return {std::string(name_of(side)) + ".stratagem", viewer_of(side), "one of 13 stratagems", false, std::move(card)};
}
}  // namespace

void Play::draw(const DrawStratagem& command) {
  const Side side = side_named(command.side).value_or(by_ == Viewer::B ? Side::B : Side::A);
  if (command.unseen) emit(StratagemDrawn{side, held(side, std::nullopt)});
  if (!command.unseen && !command.card.empty()) emit(StratagemDrawn{side, held(side, command.card)});
  if (command.unseen || !command.card.empty()) return all_drawn();
  Wait wait = card_wait(side, "TTS-STR-02", "stratagem card (1-24: J Q K of hearts, clubs, diamonds, spades, twice; 25, 26 jokers)");
  wait.kind = WaitKind::Sealed;
  wait.audience = viewer_of(side);
  wait.chance->highest = kStratagemCards;
  wait.chance->source = stratagem_deck(side);
  lane_ = 0;
  open(StratagemStep{side}, {std::move(wait)});
}

void Play::resume(const StratagemStep& step, const Answers& answers) {
  std::string card;
  if (!answers.at(0).choices.empty()) {
    card = answers.at(0).choices.at(0);
  } else {
    card = stratagem_of(answers.at(0).values.at(0));
  }
  if (card == "joker") {  // TTS-STR-29
    std::vector<engine::Option> options;
    for (const StratagemRow& row : kStratagems)
      if (row.card != "joker") options.push_back({std::string(row.card), std::string(row.name)});
    Wait wait = choice_wait(step.side, "TTS-STR-29", "joker: which stratagem?", std::move(options));
    wait.kind = WaitKind::Sealed;
    wait.audience = viewer_of(step.side);
    open(step, {std::move(wait)});
    return;
  }
  emit(StratagemDrawn{step.side, held(step.side, card)});
  all_drawn();
}

void Play::all_drawn() {
  if (state().phase != Phase::Stratagems) return;
  for (const SideState& side : state().sides)
    if (side.stratagems.empty()) return;
  next_phase();
}

/// TTS-STR-03: the card is gone.
void Play::spend_stratagem(Side side, const std::string& card, std::vector<UnitId> units) {
  emit(stratagem_used(state(), side, card, std::move(units)));
}

void Play::note(const NoteUnit& command) {
  const Unit* noted = state().unit(command.unit);
  if (noted == nullptr && !state().commands.contains(command.unit)) return;  // overruled: there is nobody to note
  const Side side = noted != nullptr ? noted->side : state().commands.at(command.unit).side;
  const std::string id = std::string(name_of(side)) + ".note" + std::to_string(state().side(side).notes.size() + 1);
  emit(UnitNoted{side, Secret<NoteUnit>{id, viewer_of(side), "a note on the roster", false, command}});
  if (command.card == "QS") return;
  if (command.card == "give_up") {  // TTS-SCN-09
    emit(UnitLeft{command.unit, 0, "given_up"});
    return;
  }
  std::vector<UnitId> away;
  for (const auto& [uid, it] : state().units)
    if (uid == command.unit || it.command == command.unit) away.push_back(uid);
  for (const UnitId& uid : away) {
    emit(UnitLeft{uid, 0, "reserve"});                                    // TTS-STR-23: an ambush looks like any other
    medals(side, -unit(uid).medals, uid.text + " starts off the table");  // TTS-VP-09
  }
  for (const auto& [gid, officer] : std::map<UnitId, General>(state().generals)) {
    const bool with_command = officer.command == command.unit && !officer.command.empty();
    const bool attached_to = officer.attached && officer.unit == command.unit;
    if (gid != command.general && !with_command && !attached_to) continue;
    emit(GeneralMoved{gid, {}, officer.attached ? officer.unit : away.front(), "reserve"});
    medals(side, -kGeneralMedals, gid.text + " starts off the table");
  }
  if (command.card != "reserve") spend_note(side, command.card);
}

void Play::spend_note(Side side, const std::string& card) {
  // TTS-STR-23: the card is spent unseen; which one it was stays with the note.
  (void)card;
  emit(StratagemUsed{side, "", {}, {}});
}

void Play::play(const PlayStratagem& command) {
  Side side = by_ == Viewer::B ? Side::B : Side::A;
  if (by_ == Viewer::Umpire || by_ == Viewer::Both)
    for (const Side each : {Side::A, Side::B})
      if (judge_stratagem(state(), viewer_of(each), command).allowed()) side = each;
  spend_stratagem(side, command.card, command.units);
  if (command.card == "JH") return take_high_ground(command);
  if (command.card == "JC") return this_way(command, side);
  if (command.card == "JS") {  // TTS-STR-13, TTS-AMB-70
    const UnitId general_id = state().save_remembered;
    const Box box = state().box_of(general(general_id));
    lane_ = state().agenda.idle() ? 0 : state().agenda.lanes.back().id;
    emit(SaveRemembered{{}});
    open_saves({3, SaveDue{.who = general_id, .general = true, .group = SaveGroup::None, .at = box}});
    return;
  }
  if (command.card == "QH") return where_in_hades(command);
  if (command.card == "QC") return cry_havoc();
  if (command.card == "QD") {  // TTS-STR-16
    open_step_of<WoundStep>(state(), &lane_);
    emit(engine::StepClosed{lane_, {}});
  }
}

/// TTS-STR-06, TTS-AMB-67: two boxes straight ahead, no difficulty, not through enemies; stops before what bars it.
void Play::take_high_ground(const PlayStratagem& command) {
  for (const UnitId& id : command.units) {
    for (int step = 0; step < 2; ++step) {
      const Unit it = unit(id);
      const Box next = it.box + ahead(it.facing);
      const Board now = board();
      if (!now.holds(next) || !may_stand_on(now, it, next) || now.has_enemy_of(it.side, next) ||
          cannot_end_in(now, it, nullptr, next, it.facing))
        break;
      move_unit(id, next, it.facing, place_at_end(now, it, nullptr, {Manoeuvre::Straight, {next}, it.facing}, ""), "stratagem");
    }
    owe(id, "TTS-STR-06");
  }
  if (const General* officer = state().general(command.general); officer != nullptr && !officer->attached)
    emit(GeneralMoved{officer->id, unit(command.units.front()).box, {}, "accompany"});
}

/// TTS-STR-07..09, TTS-AMB-68.
void Play::this_way(const PlayStratagem& command, Side player) {
  const Side enemy = other(player);
  const Step2 back = ahead(opposite(outward(enemy)));
  std::vector<UnitId> units;
  for (const auto& [id, it] : state().units)
    if (it.command == command.command && on_table(it)) units.push_back(id);
  // Rearmost first, so that those in front find the boxes behind them empty.
  std::stable_sort(units.begin(), units.end(),
                   [&](const UnitId& a, const UnitId& b) { return unit(a).box.row * back.dy > unit(b).box.row * back.dy; });
  for (const UnitId& id : units) {
    const Unit it = unit(id);
    const Box to = it.box + back;
    const Board now = board();
    if (!now.holds(to)) {
      const int zone = edge_zone_of(state().field, enemy, it.box, opposite(outward(enemy)));
      emit(UnitLeft{id, zone, "reserve"});
      owe(id, "TTS-STR-09", true);
      medals(enemy, -it.medals, id.text + " goes into reserve");
      continue;
    }
    if (!may_stand_on(now, it, to) || cannot_end_in(now, it, nullptr, to, it.facing)) continue;
    int along = 0;
    for (const Unit* mate : now.at(to)) along = -(-sign_of(mate->facing));
    move_unit(id, to, it.facing, along, "stratagem");
    owe(id, "TTS-STR-07");
  }
}

/// TTS-STR-14, TTS-AMB-71: broken ground appears; the order stands with the rough penalty, mounted halt in it.
void Play::where_in_hades(const PlayStratagem& command) {
  const CardStep* asked = open_step_of<CardStep>(state(), &lane_);
  if (asked == nullptr) {  // overruled: no order is under way, so the ground alone changes
    if (command.box.somewhere() && state().field.holds(command.box)) emit(GroundSet{command.box, Ground::Broken, "Where in Hades"});
    return;
  }
  CardStep step = *asked;
  std::vector<Box> boxes = step.plan.path;
  if (step.plan.order.kind == OrderKind::Charge) boxes.push_back(step.plan.order.to);
  std::erase_if(boxes, [&](Box entered) { return !state().field.holds(entered); });
  if (!command.box.somewhere() && boxes.empty()) return;
  const Box box = command.box.somewhere() ? command.box : boxes.back();
  emit(GroundSet{box, Ground::Broken, "Where in Hades"});
  emit(engine::StepClosed{lane_, {}});
  const auto at = std::find(step.plan.path.begin(), step.plan.path.end(), box);
  const bool mounted = is_mounted(unit(step.plan.order.units.front()));
  if (at != step.plan.path.end() && mounted) {
    step.plan.path.erase(at + 1, step.plan.path.end());
    step.plan.leaves_table = step.plan.march = step.plan.order.off_table = false;
    if (step.plan.order.kind == OrderKind::Charge) {
      step.plan.order.kind = OrderKind::Move;  // it must halt there, so it cannot charge on
      step.plan.order.to = box;
    }
  }
  step.plan.need = 0;
  for (const UnitId& id : step.plan.order.units) step.plan.need = std::max(step.plan.need, card_needed(board(), unit(id), step.plan));
  ask_card(step.plan);
}

/// TTS-STR-15, TTS-STR-31, TTS-STR-32, TTS-AMB-72.
void Play::cry_havoc() {
  const ChargeStep* fought = open_step_of<ChargeStep>(state(), &lane_);
  if (fought == nullptr) return;  // overruled: there is no charge to cry havoc on
  const ChargeStep charge = *fought;
  emit(engine::StepClosed{lane_, {}});
  emit(CommandEnded{charge.plan.command, "cry havoc"});
  const Unit charger = unit(charge.charger);
  open_saves({SaveDue{.who = charge.charger, .group = SaveGroup::Melee, .by = charge.target, .from = charge.at, .at = charger.box}});
}

}  // namespace polemarch::to_the_strongest
