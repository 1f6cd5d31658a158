#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::Option;

static void fail_save(Unfold& u, const UnitId& id, const std::string& why);
static void put_general_with(Unfold& u, const UnitId& id, const UnitId& with, const char* how);

/// Lost already, and only to be removed once its rampage is over. TTS-RAM-01, TTS-RAM-04.
static bool rampages(const State& state, const UnitId& id) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& opened : lane.stack)
      if (const auto* step = std::get_if<RampageStep>(&opened.step); step != nullptr && step->unit == id) return true;
  return false;
}

/// The unit's saves, then those of the generals who share its danger. TTS-SHT-04, TTS-MEL-09, TTS-AMB-40.
std::vector<SaveDue> dues_for(const Unfold& u, const SaveDue& pattern, const UnitId& target, int hits) {
  SaveDue due = pattern;
  due.who = target;
  std::vector<SaveDue> queue(static_cast<std::size_t>(std::max(0, hits)), due);
  const Unit& hit = unit(u, target);
  const Board now = board(u);
  for (const General* officer : now.generals_in(hit.box, hit.side)) {
    if (officer->attached && officer->unit != target) continue;
    due.who = officer->id;
    due.general = true;
    for (int i = 0; i < hits; ++i) queue.push_back(due);
  }
  return queue;
}

void open_saves(Unfold& u, std::vector<SaveDue> queue) {
  const auto stands = [&](const SaveDue& due) {
    if (due.general) return general(u, due.who).status == Status::InPlay;
    return on_table(unit(u, due.who)) && !rampages(u.state(), due.who);
  };
  while (!queue.empty() && !stands(queue.front())) queue.erase(queue.begin());
  if (queue.empty()) return;
  const SaveDue due = queue.front();
  const SaveNeed need = save_need(board(u), due);
  const std::string question = due.who.text + " saves on " + std::to_string(std::max(need.need(), 1)) + "+";
  u.ask(SavesStep{std::move(queue)}, ask_deck(u, due.who, due.general ? "TTS-GEN-28" : "TTS-SAV-01", question));
}

void resume(Unfold& u, const SavesStep& step, const engine::Answers& answers) {
  if (answers.empty()) return open_saves(u, step.queue);
  const SaveDue due = step.queue.front();
  std::vector<SaveDue> rest(step.queue.begin() + 1, step.queue.end());
  const int card = answers.at(0).values.at(0);
  const SaveNeed need = save_need(board(u), due);
  const bool saved = save_passes(card, need.need());
  const Side side = due.general ? general(u, due.who).side : unit(u, due.who).side;
  play_card(u, side, "save", {due.who}, card, need.need(), saved, false, need.modifiers);
  if (!rest.empty()) u.open(SavesStep{std::move(rest)});  // asked once what this save brought about is done
  if (saved) {
    if (due.general) u.emit(SaveRemembered{due.who});
    return;
  }
  if (!due.general) return fail_save(u, due.who, "failed its save");
  if (general(u, due.who).light_wound) {  // TTS-AMB-41
    if (!may_hold(u.state().side(side), "QD")) return lose_general(u, due.who, Status::Killed);
    u.ask(WoundStep{due.who}, engine::ask_choice(side, "TTS-AMB-41", due.who.text + " has a second wound", {{"killed", "he is killed"}}));
    return;
  }
  u.ask(WoundStep{due.who}, ask_deck(u, due.who, "TTS-FAIL-T1", "how badly is " + due.who.text + " wounded?"));
}

void resume(Unfold& u, const WoundStep& step, const engine::Answers& answers) {
  if (general(u, step.general).status != Status::InPlay) return;                           // killed meanwhile
  if (answers.at(0).values.empty()) return lose_general(u, step.general, Status::Killed);  // TTS-AMB-41
  const int card = answers.at(0).values.at(0);
  play_card(u, general(u, step.general).side, "wound", {step.general}, card, 1, card <= 5, false);
  switch (wound_of(card)) {
    case Wound::Light:
      u.emit(GeneralWounded{step.general});
      return;
    case Wound::Serious:
      return lose_general(u, step.general, Status::Wounded);
    case Wound::Killed:
      return lose_general(u, step.general, Status::Killed);
  }
}

/// TTS-STR-17..19.
bool saved_by_hell(Unfold& u, const UnitId& id) {
  const Unit it = unit(u, id);
  const NoteUnit* doomed = note_for(u.state().side(it.side), "QS");
  if (doomed == nullptr || doomed->unit != id || !holds_card(u.state().side(it.side), "QS")) return false;
  spend_stratagem(u, it.side, "QS", {id});
  u.emit(RallyForbidden{id});
  if (it.type != Type::ScythedChariots && !is_elephant(it)) u.emit(HeroGained{id});
  return true;
}

/// TTS-FAIL-01..06.
void fail_save(Unfold& u, const UnitId& id, const std::string& why) {
  if (!saved_by_hell(u, id)) one_more_disorder(u, id, why);
}

void one_more_disorder(Unfold& u, const UnitId& id, const std::string& why) {
  const Unit it = unit(u, id);
  if (it.disorder + 1 < it.hits) {
    u.emit(DisorderSet{id, it.disorder + 1, why});
    return;
  }
  if (is_elephant(it) || it.type == Type::ScythedChariots) {  // TTS-RAM-01
    u.ask(RampageStep{id, it.box, it.facing}, ask_deck(u, id, "TTS-RAM-02", id.text + " rampages: which way?"));
    return;
  }
  lose_unit(u, id, why);
}

/// TTS-RAM-01..04.
void resume(Unfold& u, const RampageStep& step, const engine::Answers& answers) {
  if (answers.empty()) return lose_unit(u, step.unit, "rampaged");
  const int card = answers.at(0).values.at(0);
  const Unit beast = unit(u, step.unit);
  play_card(u, beast.side, "rampage", {step.unit}, card, 1, true, false);
  std::vector<Box> boxes{step.start};
  for (const Box box : rampage_path(step.start, step.facing, card)) {
    if (!u.state().field.holds(box)) break;  // TTS-AMB-50
    boxes.push_back(box);
  }
  std::vector<SaveDue> queue;
  const Board now = board(u);
  for (const Box box : boxes) {
    for (const Side side : {beast.side, other(beast.side)}) {
      for (const Unit* victim : now.at(box)) {
        const bool twice =
            victim->second_box.somewhere() && victim->box != box && std::find(boxes.begin(), boxes.end(), victim->box) != boxes.end();
        if (victim->side == side && victim->id != step.unit && !twice && !rampages(u.state(), victim->id))
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
  u.open(step);  // removed once all have saved
  open_saves(u, std::move(queue));
}

void lose_unit(Unfold& u, const UnitId& id, const std::string& why) {
  const Unit it = unit(u, id);
  if (it.where == Where::Lost) return;
  owe(u, id, "TTS-LOSS-01", true);
  if (it.hero) u.emit(HeroLost{id});
  u.emit(UnitLost{id, why});
  medals(u, it.side, -it.medals, id.text + " lost");
}

void lose_general(Unfold& u, const UnitId& id, Status status) {
  const General officer = general(u, id);
  if (officer.status != Status::InPlay) return;
  u.emit(GeneralLost{id, status});
  medals(u, officer.side, -kGeneralMedals, id.text + (status == Status::Captured ? " captured" : " lost"));
}

bool is_asked_to_join(const State& state, const UnitId& id) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& opened : lane.stack)
      if (const auto* step = std::get_if<JoinStep>(&opened.step); step != nullptr && step->general == id) return true;
  return false;
}

static bool may_be_joined(const Unit& it) { return it.where != Where::Lost && it.where != Where::Undeployed && it.where != Where::GivenUp; }

/// TTS-GEN-11..13, TTS-ADV-03: to any unit of his command (senior: of the army), on or off the table.
void join(Unfold& u, const UnitId& id, const std::string& rule, bool of_army) {
  if (is_asked_to_join(u.state(), id)) return;
  const General officer = general(u, id);
  const auto may_join = [&](bool any_command) {
    std::vector<Option> units;
    for (const auto& [uid, it] : u.state().units) {
      if (it.side != officer.side || (it.command != officer.command && !any_command) || !may_be_joined(it)) continue;
      units.push_back({uid.text, "join " + uid.text + (on_table(it) ? " in " + name_of(it.box) : " off the table")});
    }
    return units;
  };
  std::vector<Option> options = may_join(officer.senior);
  if (options.empty() && of_army) options = may_join(true);
  if (options.empty()) return lose_general(u, id, Status::Captured);
  if (options.size() == 1) return put_general_with(u, id, {options.front().key}, "join");
  u.ask(JoinStep{id, rule}, engine::ask_choice(officer.side, rule, "which unit does " + id.text + " join?", std::move(options)));
}

void resume(Unfold& u, const JoinStep& step, const engine::Answers& answers) {
  const UnitId with{answers.at(0).choices.at(0)};
  if (general(u, step.general).status != Status::InPlay) return;               // killed meanwhile
  if (!may_be_joined(unit(u, with))) return join(u, step.general, step.rule);  // lost meanwhile
  put_general_with(u, step.general, with, "join");
}

void put_general_with(Unfold& u, const UnitId& id, const UnitId& with, const char* how) {
  const Unit& it = unit(u, with);
  const General officer = general(u, id);
  u.emit(GeneralMoved{id, it.box, with, how});
  if (!on_table(it)) medals(u, officer.side, -kGeneralMedals, id.text + " left the table");
}

}  // namespace polemarch::to_the_strongest
