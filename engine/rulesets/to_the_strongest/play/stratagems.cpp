#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/facts.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"

namespace polemarch::to_the_strongest {

using engine::Secret;
using engine::Wait;
using engine::WaitKind;

static void all_drawn(Unfold& u);
static void take_high_ground(Unfold& u, const PlayStratagem& command);
static void this_way(Unfold& u, const PlayStratagem& command, Side player);
static void where_in_hades(Unfold& u, const PlayStratagem& command, Side player);
static void cry_havoc(Unfold& u, Side player);

namespace {
Secret<std::string> held(const State& state, Side side, std::optional<std::string> card) {
  const std::size_t drawn = drawn_by(state, side);  // of other players of the side too
  const std::string id = std::string(name_of(side)) + ".stratagem" + (drawn > 0 ? std::to_string(drawn + 1) : "");
  return {id, viewer_of(side), "one of 13 stratagems", false, std::move(card)};
}
}  // namespace

void carry_out(Unfold& u, const DrawStratagem& command) {
  const Side side = side_named(command.side).value_or(u.by() == Viewer::B ? Side::B : Side::A);
  if (command.unseen) u.emit(StratagemDrawn{side, held(u.state(), side, std::nullopt)});
  if (!command.unseen && !command.card.empty()) u.emit(StratagemDrawn{side, held(u.state(), side, command.card)});
  if (command.unseen || !command.card.empty()) return all_drawn(u);
  Wait wait = ask_deck(u, side, "TTS-STR-02", "stratagem card (1-24: J Q K of hearts, clubs, diamonds, spades, twice; 25, 26 jokers)");
  wait.kind = WaitKind::Sealed;
  wait.audience = viewer_of(side);
  wait.chance->highest = kStratagemCards;
  wait.chance->source = stratagem_deck(side);
  u.ask(StratagemStep{side}, std::move(wait));
}

void resume(Unfold& u, const StratagemStep& step, const engine::Answers& answers) {
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
    Wait wait = engine::ask_choice(step.side, "TTS-STR-29", "joker: which stratagem?", std::move(options));
    wait.kind = WaitKind::Sealed;
    wait.audience = viewer_of(step.side);
    u.ask(step, std::move(wait));
    return;
  }
  u.emit(StratagemDrawn{step.side, held(u.state(), step.side, card)});
  all_drawn(u);
}

void all_drawn(Unfold& u) {
  if (u.state().phase != Phase::Stratagems) return;
  for (const Side side : {Side::A, Side::B})
    if (!all_have_drawn(u.state(), side)) return;
  next_phase(u);
}

/// TTS-STR-03: the card is gone.
void spend_stratagem(Unfold& u, Side side, const std::string& card, std::vector<UnitId> units) {
  StratagemUsed used = stratagem_used(u.state(), side, card, std::move(units));
  int lane = 0;
  if (card == "JD") used.blundered.clear();
  if (card == "JD" && blundering_card(u.state(), side, &lane) != nullptr) used.blundered.push_back(lane);  // no other player's order
  u.emit(std::move(used));
}

/// A unit is noted off the table: where it was the last of its command to be put down and something of either side is still to stand, the
/// others of it stand now. TTS-DEP-02.
static void settle_without(Unfold& u, const UnitId& id) {
  const Unit* it = u.state().unit(id);
  if (it == nullptr) return;
  const bool camp_waits = std::any_of(u.state().camps.begin(), u.state().camps.end(), [&](const auto& e) {
    return e.second.command == it->command && !e.second.off_table && !e.second.box.somewhere();
  });
  if (camp_waits || next_to_deploy(u.state())) settle_deployed(u, it->command);
}

void carry_out(Unfold& u, const NoteUnit& command) {
  const Unit* noted = u.state().unit(command.unit);
  if (noted == nullptr && !u.state().commands.contains(command.unit)) return;  // overruled: there is nobody to note
  const Side side = noted != nullptr ? noted->side : u.state().commands.at(command.unit).side;
  const std::string id = std::string(name_of(side)) + ".note" + std::to_string(u.state().side(side).notes.size() + 1);
  NoteUnit told = command;
  told.keeps_medals = command.card == "reserve";
  u.emit(UnitNoted{side, Secret<NoteUnit>{id, viewer_of(side), "a note on the roster", false, told}});
  if (command.card == "QS") return;
  if (command.card == "give_up") {  // TTS-SCN-09
    u.emit(UnitLeft{command.unit, 0, "given_up"});
    return settle_without(u, command.unit);
  }
  const auto waits = [](Where where) { return where == Where::Reserve || where == Where::Hidden; };
  UnitId with = command.unit;  // with whom a detached general comes on
  std::vector<UnitId> away;
  for (const auto& [uid, it] : u.state().units) {
    if (uid != command.unit && it.command != command.unit) continue;
    if (with == command.unit) with = uid;
    if (!waits(it.where)) away.push_back(uid);
  }
  for (const UnitId& uid : away) {
    u.emit(UnitLeft{uid, 0, "reserve"});  // TTS-STR-23: an ambush looks like any other
    if (!told.keeps_medals) medals(u, side, -unit(u, uid).medals, uid.text + " starts off the table");  // TTS-VP-09
  }
  for (const auto& [gid, officer] : std::map<UnitId, General>(u.state().generals)) {
    const bool with_command = officer.command == command.unit && !officer.command.empty();
    const bool attached_to = officer.attached && officer.unit == command.unit;
    if (waits(officer.where) || (gid != command.general && !with_command && !attached_to)) continue;
    u.emit(GeneralMoved{gid, {}, officer.attached ? officer.unit : with, "reserve"});
    if (!told.keeps_medals) medals(u, side, -kGeneralMedals, gid.text + " starts off the table");
  }
  if (command.card == "reserve") return;
  const auto& hand = u.state().side(side).stratagems;
  auto spent = std::find_if(hand.begin(), hand.end(), [&](const auto& card) { return card.value == command.card; });
  if (spent == hand.end()) spent = std::find_if(hand.begin(), hand.end(), [](const auto& card) { return !card.value; });
  const auto place = spent == hand.end() ? 0 : static_cast<int>(spent - hand.begin());
  u.emit(StratagemUsed{side, "", {}, {}, place});  // TTS-STR-23: spent unseen; which one it was stays with the note
  settle_without(u, command.unit);
}

void carry_out(Unfold& u, const PlayStratagem& command) {
  Side side = u.by() == Viewer::B ? Side::B : Side::A;
  if (u.by() == Viewer::Umpire || u.by() == Viewer::Both)
    for (const Side each : {Side::A, Side::B})
      if (judge_stratagem(u.state(), viewer_of(each), command).allowed()) side = each;
  spend_stratagem(u, side, command.card, command.units);
  if (command.card == "JH") return take_high_ground(u, command);
  if (command.card == "JC") return this_way(u, command, side);
  if (command.card == "JS") {  // TTS-STR-13, TTS-AMB-70
    const UnitId general_id = u.state().save_remembered;
    const Box box = u.state().box_of(general(u, general_id));
    if (!u.state().agenda.idle()) u.take_up(u.state().agenda.lanes.back().id);
    u.emit(SaveRemembered{{}});
    open_saves(u, {3, SaveDue{.who = general_id, .general = true, .group = SaveGroup::None, .at = box}});
    return;
  }
  if (command.card == "QH") return where_in_hades(u, command, side);
  if (command.card == "QC") return cry_havoc(u, side);
  if (command.card == "QD") {  // TTS-STR-16
    int lane = 0;
    const auto own = [&](const WoundStep& it) { return general(u, it.general).side == side; };
    if (open_step_that<WoundStep>(u.state(), own, &lane) != nullptr) u.break_off(lane);  // overruled, nobody may be wounded
  }
}

/// A detached general goes with a unit of his box, alone two boxes ahead as units do. TTS-STR-06, TTS-AMB-67.
static void ride_to_high_ground(Unfold& u, const General& officer, const UnitId& companion) {
  Box to = officer.box;
  if (!companion.empty()) to = unit(u, companion).box;
  const Board now = board(u);
  for (int step = 0; step < 2 && companion.empty(); ++step) {
    const Box next = to + ahead(outward(officer.side));
    if (!now.holds(next) || now.impassable(next) || now.has_enemy_of(officer.side, next)) break;
    to = next;
  }
  if (to != officer.box) accompany(u, {officer.id}, to);
}

/// TTS-STR-06, TTS-AMB-67: two boxes straight ahead, no difficulty, not through enemies; stops before what bars it.
void take_high_ground(Unfold& u, const PlayStratagem& command) {
  const General* officer = u.state().general(command.general);
  const bool rides = officer != nullptr && !officer->attached && officer->status == Status::InPlay && officer->box.somewhere();
  UnitId companion;
  for (const UnitId& id : command.units)
    if (rides && companion.empty() && unit(u, id).box == officer->box) companion = id;
  for (const UnitId& id : command.units) {
    for (int step = 0; step < 2; ++step) {
      const Unit it = unit(u, id);
      const Box next = it.box + ahead(it.facing);
      const Board now = board(u);
      if (!now.holds(next) || !may_stand_on(now, it, next) || now.has_enemy_of(it.side, next) ||
          cannot_end_in(now, it, nullptr, next, it.facing))
        break;
      move_unit(u, id, next, it.facing, place_at_end(now, it, nullptr, {Manoeuvre::Straight, {next}, it.facing}, ""), "stratagem");
    }
    owe(u, id, "TTS-STR-06");
  }
  if (rides) ride_to_high_ground(u, General(general(u, command.general)), companion);
}

/// TTS-STR-07..09, TTS-AMB-68.
void this_way(Unfold& u, const PlayStratagem& command, Side player) {
  const Side enemy = other(player);
  const Step2 back = ahead(opposite(outward(enemy)));
  std::vector<UnitId> units;
  for (const auto& [id, it] : u.state().units)
    if (it.command == command.command && on_table(it)) units.push_back(id);
  // Rearmost first, so that those in front find the boxes behind them empty.
  std::stable_sort(units.begin(), units.end(),
                   [&](const UnitId& a, const UnitId& b) { return unit(u, a).box.row * back.dy > unit(u, b).box.row * back.dy; });
  for (const UnitId& id : units) {
    const Unit it = unit(u, id);
    const Box to = it.box + back;
    const Board now = board(u);
    if (!now.holds(to)) {
      const int zone = edge_zone_of(u.state().field, enemy, it.box, opposite(outward(enemy)));
      u.emit(UnitLeft{id, zone, "reserve"});
      owe(u, id, "TTS-STR-09", true);
      medals(u, enemy, -it.medals, id.text + " goes into reserve");
      for (const auto& [gid, officer] : std::map<UnitId, General>(u.state().generals))
        if (officer.attached && officer.unit == id && officer.status == Status::InPlay)
          medals(u, enemy, -kGeneralMedals, gid.text + " goes into reserve");
      continue;
    }
    if (!may_stand_on(now, it, to) || cannot_end_in(now, it, nullptr, to, it.facing)) continue;
    int along = 0;
    for (const Unit* mate : now.at(to)) along = -(-sign_of(mate->facing));
    move_unit(u, id, to, it.facing, along, "stratagem");
    owe(u, id, "TTS-STR-07");
  }
}

/// TTS-STR-14, TTS-AMB-71: broken ground appears; the order stands with the rough penalty, mounted halt in it.
void where_in_hades(Unfold& u, const PlayStratagem& command, Side player) {
  int lane = 0;
  const CardStep* asked = order_into(u.state(), player, command.box, &lane);
  if (asked == nullptr) asked = open_step_of<CardStep>(u.state(), &lane);
  if (asked == nullptr) {  // overruled: no order is under way, so the ground alone changes
    if (command.box.somewhere() && u.state().field.holds(command.box)) u.emit(GroundSet{command.box, Ground::Broken, "Where in Hades"});
    return;
  }
  u.take_up(lane);
  CardStep step = *asked;
  const std::vector<Box> boxes = boxes_of_order(u.state(), step.plan);
  if (!command.box.somewhere() && boxes.empty()) return;
  const Box box = command.box.somewhere() ? command.box : boxes.back();
  u.emit(GroundSet{box, Ground::Broken, "Where in Hades"});
  u.break_off(lane);
  const auto at = std::find(step.plan.path.begin(), step.plan.path.end(), box);
  const bool mounted = is_mounted(unit(u, step.plan.order.units.front()));
  if (at != step.plan.path.end() && mounted) {
    step.plan.boxes_declared = static_cast<int>(step.plan.path.size());
    step.plan.charge_declared = step.plan.order.kind == OrderKind::Charge;
    step.plan.path.erase(at + 1, step.plan.path.end());
    step.plan.leaves_table = step.plan.march = step.plan.order.off_table = false;  // what it costs goes by what it declared
    if (step.plan.order.kind == OrderKind::Charge) {
      step.plan.order.kind = OrderKind::Move;  // it must halt there, so it cannot charge on
    }
  }
  step.plan.need = 0;
  for (const UnitId& id : step.plan.order.units) step.plan.need = std::max(step.plan.need, card_needed(board(u), unit(u, id), step.plan));
  if (at != step.plan.path.end() && mounted) {  // at the ground's edge where friends fill the box
    halt_after(board(u), step.plan, step.plan.path.size());
    if (step.plan.charge_declared) step.plan.order.to = step.plan.path.empty() ? step.plan.from : step.plan.path.back();
  }
  ask_card(u, step.plan);
}

/// TTS-STR-15, TTS-STR-31, TTS-STR-32, TTS-AMB-72.
void cry_havoc(Unfold& u, Side player) {
  int lane = 0;
  const ChargeStep* fought = charge_on_foot(u.state(), player, &lane);
  if (fought == nullptr) fought = open_step_of<ChargeStep>(u.state(), &lane);
  if (fought == nullptr) return;  // overruled: there is no charge to cry havoc on
  const ChargeStep charge = *fought;
  u.break_off(lane);
  u.emit(CommandEnded{charge.plan.command, "cry havoc"});
  // The charge is called off: it stands where it stood, also when it has come up already.
  if (const Unit it = unit(u, charge.charger);
      on_table(it) && !charge.plan.path.empty() && it.box == charge.from && it.box != charge.plan.from) {
    int along = 0;
    const Board now = board(u);
    for (const Unit* mate : now.at(charge.plan.from)) along = sign_of(mate->facing);
    move_unit(u, it.id, charge.plan.from, it.facing, along, "called_off");
    accompany(u, charge.plan.order.generals, charge.plan.from);
  }
  const Unit charger = unit(u, charge.charger);
  open_saves(u, {SaveDue{.who = charge.charger, .group = SaveGroup::Melee, .by = charge.target, .from = charge.at, .at = charger.box}});
}

}  // namespace polemarch::to_the_strongest
