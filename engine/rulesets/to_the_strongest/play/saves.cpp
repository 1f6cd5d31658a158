#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/play.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

/// The unit's saves, then those of the generals who share its danger. TTS-SHT-04, TTS-MEL-09, TTS-AMB-40.
std::vector<SaveDue> Play::dues_for(const SaveDue& pattern, const UnitId& target, int hits) const {
  SaveDue due = pattern;
  due.who = target;
  std::vector<SaveDue> queue(static_cast<std::size_t>(std::max(0, hits)), due);
  const Unit& hit = unit(target);
  const Board now = board();
  for (const General* officer : now.generals_in(hit.box, hit.side)) {
    if (officer->attached && officer->unit != target) continue;
    due.who = officer->id;
    due.general = true;
    for (int i = 0; i < hits; ++i) queue.push_back(due);
  }
  return queue;
}

void Play::open_saves(std::vector<SaveDue> queue) {
  const auto stands = [&](const SaveDue& due) {
    if (due.general) return general(due.who).status == Status::InPlay;
    return on_table(unit(due.who));
  };
  while (!queue.empty() && !stands(queue.front())) queue.erase(queue.begin());
  if (queue.empty()) return;
  const SaveDue due = queue.front();
  const SaveNeed need = save_need(board(), due);
  const Side side = due.general ? general(due.who).side : unit(due.who).side;
  const std::string question = due.who.text + " saves on " + std::to_string(std::max(need.need(), 1)) + "+";
  open(SavesStep{std::move(queue)}, {card_wait(side, due.general ? "TTS-GEN-28" : "TTS-SAV-01", question)});
}

void Play::resume(const SavesStep& step, const Answers& answers) {
  if (answers.empty()) return open_saves(step.queue);
  const SaveDue due = step.queue.front();
  std::vector<SaveDue> rest(step.queue.begin() + 1, step.queue.end());
  const int card = answers.at(0).values.at(0);
  const SaveNeed need = save_need(board(), due);
  const bool saved = save_passes(card, need.need());
  const Side side = due.general ? general(due.who).side : unit(due.who).side;
  play_card(side, "save", {due.who}, card, need.need(), saved, false, need.modifiers);
  if (!rest.empty()) open(SavesStep{std::move(rest)});  // asked once what this save brought about is done
  if (saved) {
    if (due.general) emit(SaveRemembered{due.who});
    return;
  }
  if (!due.general) return fail_save(due.who, "failed its save");
  if (general(due.who).light_wound) return lose_general(due.who, Status::Killed);  // TTS-AMB-41
  open(WoundStep{due.who}, {card_wait(side, "TTS-FAIL-T1", "how badly is " + due.who.text + " wounded?")});
}

void Play::resume(const WoundStep& step, const Answers& answers) {
  if (general(step.general).status != Status::InPlay) return;  // killed meanwhile
  const int card = answers.at(0).values.at(0);
  play_card(general(step.general).side, "wound", {step.general}, card, 1, card <= 5, false);
  switch (wound_of(card)) {
    case Wound::Light:
      emit(GeneralWounded{step.general});
      return;
    case Wound::Serious:
      return lose_general(step.general, Status::Wounded);
    case Wound::Killed:
      return lose_general(step.general, Status::Killed);
  }
}

/// TTS-FAIL-01..06; Q spades saves the noted unit once (TTS-STR-17..19).
void Play::fail_save(const UnitId& id, const std::string& why) {
  const Unit it = unit(id);
  if (const NoteUnit* doomed = note_for(state().side(it.side), "QS");
      doomed != nullptr && doomed->unit == id && holds_card(state().side(it.side), "QS")) {
    spend_stratagem(it.side, "QS", {id});
    emit(RallyForbidden{id});
    if (it.type != Type::ScythedChariots && !is_elephant(it)) emit(HeroGained{id});
    return;
  }
  one_more_disorder(id, why);
}

void Play::one_more_disorder(const UnitId& id, const std::string& why) {
  const Unit it = unit(id);
  if (it.disorder + 1 < it.hits) {
    emit(DisorderSet{id, it.disorder + 1, why});
    return;
  }
  if (is_elephant(it) || it.type == Type::ScythedChariots) {  // TTS-RAM-01
    open(RampageStep{id, it.box, it.facing}, {card_wait(it.side, "TTS-RAM-02", id.text + " rampages: which way?")});
    return;
  }
  lose_unit(id, why);
}

/// TTS-RAM-01..04.
void Play::resume(const RampageStep& step, const Answers& answers) {
  if (answers.empty()) return lose_unit(step.unit, "rampaged");
  const int card = answers.at(0).values.at(0);
  const Unit beast = unit(step.unit);
  play_card(beast.side, "rampage", {step.unit}, card, 1, true, false);
  std::vector<Box> boxes{step.start};
  for (const Box box : rampage_path(step.start, step.facing, card)) {
    if (!state().field.holds(box)) break;  // TTS-AMB-50
    boxes.push_back(box);
  }
  std::vector<SaveDue> queue;
  const Board now = board();
  for (const Box box : boxes) {
    for (const Side side : {beast.side, other(beast.side)}) {
      for (const Unit* victim : now.at(box)) {
        const bool twice =
            victim->second_box.somewhere() && victim->box != box && std::find(boxes.begin(), boxes.end(), victim->box) != boxes.end();
        if (victim->side == side && victim->id != step.unit && !twice)
          queue.push_back({.who = victim->id, .group = SaveGroup::Melee, .by = step.unit, .from = step.start, .at = box, .rampage = true});
      }
      for (const General* officer : now.generals_in(box, side))
        queue.push_back({.who = officer->id,
                         .general = true,
                         .group = SaveGroup::Melee,
                         .by = step.unit,
                         .from = step.start,
                         .at = box,
                         .rampage = true});
    }
  }
  open(step);  // removed once all have saved
  open_saves(std::move(queue));
}

void Play::lose_unit(const UnitId& id, const std::string& why) {
  const Unit it = unit(id);
  if (it.where == Where::Lost) return;
  owe(id, "TTS-LOSS-01", true);
  if (it.hero) emit(HeroLost{id});
  emit(UnitLost{id, why});
  medals(it.side, -it.medals, id.text + " lost");
}

void Play::lose_general(const UnitId& id, Status status) {
  const General officer = general(id);
  if (officer.status != Status::InPlay) return;
  emit(GeneralLost{id, status});
  medals(officer.side, -kGeneralMedals, id.text + (status == Status::Captured ? " captured" : " lost"));
}

/// TTS-GEN-11..13, TTS-ADV-03: to any unit of his command (senior: of the army), on or off the table.
void Play::join(const UnitId& id, const std::string& rule) {
  const General officer = general(id);
  std::vector<Option> options;
  for (const auto& [uid, it] : state().units) {
    if (it.side != officer.side || (it.command != officer.command && !officer.senior)) continue;
    if (it.where == Where::Lost || it.where == Where::Undeployed || it.where == Where::GivenUp) continue;
    options.push_back({uid.text, "join " + uid.text + (on_table(it) ? " in " + name_of(it.box) : " off the table")});
  }
  if (options.empty()) return lose_general(id, Status::Captured);
  if (options.size() == 1) return put_general_with(id, {options.front().key}, "join");
  open(JoinStep{id, rule}, {choice_wait(officer.side, rule, "which unit does " + id.text + " join?", std::move(options))});
}

void Play::resume(const JoinStep& step, const Answers& answers) { put_general_with(step.general, {answers.at(0).choices.at(0)}, "join"); }

void Play::put_general_with(const UnitId& id, const UnitId& with, const char* how) {
  const Unit& it = unit(with);
  const General officer = general(id);
  emit(GeneralMoved{id, it.box, with, how});
  if (!on_table(it)) medals(officer.side, -kGeneralMedals, id.text + " left the table");
}

void Play::medals(Side side, int change, std::string why, bool extra) {
  if (change == 0) return;
  emit(MedalsSet{side, std::max(0, state().side(side).medals + change), change, std::move(why), extra});
}

}  // namespace polemarch::to_the_strongest
