/// Break tests and their results. Rules HC-BRK-*, HC-HTH-14, 16.
#include <algorithm>

#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/retreat.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void end_contacts(Unfold& u, const UnitId& unit, bool may_be_followed) {
  std::vector<UnitId> foes;
  for (const Contact& contact : u.state().units.at(unit).contacts) foes.push_back(contact.foe);
  const bool follow_up = u.state().config.move.follow_up;
  std::optional<Pose> stood;
  if (may_be_followed && follow_up) stood = pose_of(u.state().units.at(unit));
  for (const UnitId& foe : foes) u.emit(ContactEnded{unit, foe, stood});
  if (!follow_up) return;
  // Who is rid of the last of its foes may follow those that gave ground.
  for (const UnitId& foe : foes) {
    const Unit& winner = u.state().units.at(foe);
    const bool moves = move_row(winner.profile, winner.formation, u.state().config).distance.um > 0;  // HC-AMB-36
    if (!winner.in_play() || !winner.contacts.empty() || !winner.won_last_round || !moves) continue;
    const auto losers = u.state().gave_ground.find(foe);
    if (losers == u.state().gave_ground.end()) continue;
    const std::map<UnitId, Pose> before = losers->second;
    for (const auto& [loser, place] : before)
      if (u.state().units.at(loser).in_play()) u.emit(FollowUpOpened{foe, loser});
  }
}

namespace {

/// Back, or along with the unit that it supports, in the direction of that.
void drive_back(Unfold& u, const UnitId& unit, const std::string& how, const std::optional<WayBack>& way, std::optional<UnitId> with = {}) {
  if (!way) return;  // it stays where it stands
  u.settle(unit);
  end_contacts(u, unit, how == "give_ground");
  u.emit(UnitDrivenBack{unit, how, way->stands, true, std::move(with)});
  owe_stands(u, unit, way->stands, how == "give_ground" ? "HC-BRK-05" : "HC-BRK-08");
  carry_generals(u, unit);
}

void retreat(Unfold& u, const UnitId& unit) {
  drive_back(u, unit, "retreat", way_back(u.state(), unit, u.state().config.move.retreat_moves));
}

void disorder(Unfold& u, const UnitId& unit, const std::string& rule) {
  if (!u.state().units.at(unit).disordered) u.emit(DisorderSet{unit, true, rule});
}

void give_ground(Unfold& u, const UnitId& unit, bool with_supports, bool disordered) {
  const double moves = u.state().config.move.give_ground_moves;
  const std::vector<UnitId> supports = with_supports ? carried_supports(u.state(), unit) : std::vector<UnitId>();
  const std::optional<WayBack> way = way_back(u.state(), unit, moves);
  const std::vector<UnitId> along = way ? supports_to_move(u.state(), unit) : std::vector<UnitId>();
  if (disordered) disorder(u, unit, "HC-BRK-06");
  drive_back(u, unit, "give_ground", way);
  for (const UnitId& id : supports) {
    if (disordered) disorder(u, id, "HC-BRK-06");
    if (std::find(along.begin(), along.end(), id) != along.end())
      drive_back(u, id, "give_ground", way_along(u.state(), id, moves, way->direction), unit);
  }
}

}  // namespace

void make_due(Unfold& u, const UnitId& unit, const TestDue& due) {
  TestDue merged = due;
  if (const auto& before = u.state().units.at(unit).due) {
    for (const std::string& rule : before->rules)
      if (std::find(merged.rules.begin(), merged.rules.end(), rule) == merged.rules.end()) merged.rules.push_back(rule);
    if (before->table == BreakTable::HandToHand)
      merged.table = before->table, merged.modifier = std::min(merged.modifier, before->modifier);
  }
  std::sort(merged.rules.begin(), merged.rules.end());
  u.emit(TestBecameDue{unit, std::move(merged)});
}

namespace {

/// The nearest own unit that a general may join, or nothing.
std::optional<UnitId> refuge_of(const State& state, const UnitId& general, const UnitId& left) {
  const General& who = state.generals.at(general);
  std::optional<UnitId> best;
  Length nearest;
  for (const auto& [id, unit] : state.units) {
    if (id == left || unit.side != who.side || !unit.in_play()) continue;
    const Length gap = gap_between(who, unit).value;
    if (best && gap >= nearest) continue;
    if (join_reach(state, general, id).ruling == Ruling::Refused) continue;
    best = id, nearest = gap;
  }
  return best;
}

/// Generals do not stay standing where the unit they were with broke: they are lost with it, or go to the nearest own unit.
void generals_leave(Unfold& u, const UnitId& unit) {
  std::optional<Side> without_commander;
  for (const UnitId& general : joined_generals(u.state(), unit)) {
    if (u.state().config.fight.general_with_lost_unit == "to_nearest")
      if (const auto refuge = refuge_of(u.state(), general, unit)) {
        send_general(u, general, *refuge);
        continue;
      }
    u.settle(general);
    const General lost = u.state().generals.at(general);
    u.emit(GeneralLost{general, unit});
    u.owe({.unit = general, .bases = {lost.stand.base}, .removed = true, .who = viewer_of(lost.side), .rule = "HC-CFG-T1"});
    if (lost.army_commander) without_commander = lost.side;
  }
  if (!without_commander) return;
  // The best of the others commands from now on, the first by name of several.
  std::optional<UnitId> next;
  for (const auto& [id, other] : u.state().generals)
    if (other.side == *without_commander && other.on_table && (!next || other.rating > u.state().generals.at(*next).rating)) next = id;
  if (next) u.emit(CommanderReplaced{*next});
}

}  // namespace

void break_unit(Unfold& u, const UnitId& unit, bool shattered, const std::vector<UnitId>& supports) {
  end_contacts(u, unit, false);
  generals_leave(u, unit);
  u.settle(unit);
  const Unit& lost = u.state().units.at(unit);
  OwedPlacement owed{.unit = unit, .removed = true, .who = viewer_of(lost.side), .rule = shattered ? "HC-HTH-16" : "HC-BRK-08"};
  for (const Stand& stand : lost.stands) owed.bases.push_back(stand.base);
  u.emit(UnitBroke{unit, shattered});
  u.owe(std::move(owed));
  for (const UnitId& supporter : supports)
    if (u.state().units.at(supporter).in_play())
      make_due(u, supporter, {BreakTable::HandToHand, 0, {shattered ? "HC-HTH-16" : "HC-HTH-14"}});
}

void open_break_test(Unfold& u, const UnitId& id) {
  const Unit& unit = u.state().units.at(id);
  const TestDue due = *unit.due;
  const Dice dice = u.state().config.fight.break_dice;
  const int modifier = sum_of(break_lines(u.state(), unit, due.table, due.modifier));
  std::string question = id.text + ": break test, " + (due.table == BreakTable::Ranged ? "from ranged attacks" : "hand-to-hand");
  if (modifier != 0) question += ", roll " + std::to_string(modifier);
  const Side side = unit.side;
  u.ask(BreakTest{id, due.table, modifier, due.rules}, ask_dice(side, due.rules.front(), question, dice.count, dice.faces));
}

void resume(Unfold& u, const BreakTest& step, const Answers& answers) {
  const int roll = total(answers[0]);
  const Unit& unit = u.state().units.at(step.unit);
  const int score = roll + step.modifier;
  const Cell cell = break_cell(step.table, score, unit.profile.break_category, u.state().config.scan);
  const Outcome outcome = outcome_of(cell, is_shaken(unit, u.state().config), unit.casualties > 0);
  const bool all = u.state().config.fight.stamina_excess == "kept";
  const int kept = all ? unit.casualties : std::min(unit.casualties, unit.profile.stamina);
  const Side side = unit.side;
  u.emit(BreakTested{step.unit, step.table, roll, step.modifier, score, std::string(key_of(outcome)), kept});
  const MoveOptions& config = u.state().config.move;
  switch (outcome) {
    case Outcome::Hold:
      return;
    case Outcome::Choice:
      if (!way_back(u.state(), step.unit, config.retreat_moves)) return disorder(u, step.unit, "HC-BRK-07");  // no choice is left
      return u.ask(BreakChoice{step.unit, score},
                   ask_choice(side, "HC-BRK-07", step.unit.text + ": hold Disordered, or retreat in good order?",
                              {{"hold", "hold Disordered"}, {"retreat", "retreat in good order"}}));
    case Outcome::RetreatGood:
      return retreat(u, step.unit);
    case Outcome::RetreatDisordered:
      disorder(u, step.unit, "HC-BRK-T2");
      return retreat(u, step.unit);
    case Outcome::GiveGroundWithSupports:
      return give_ground(u, step.unit, true, false);
    case Outcome::GiveGroundDisordered:
      return give_ground(u, step.unit, false, true);
    case Outcome::GiveGroundDisorderedWithSupports:
      return give_ground(u, step.unit, true, true);
    case Outcome::Break:
      return break_unit(u, step.unit, false, carried_supports(u.state(), step.unit));
  }
}

void resume(Unfold& u, const BreakChoice& step, const Answers& answers) {
  if (chosen(answers[0]) == "hold") return disorder(u, step.unit, "HC-BRK-07");
  retreat(u, step.unit);
}

}  // namespace polemarch::hail_caesar
