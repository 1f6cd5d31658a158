/// Break tests and their results. Rules HC-BRK-*, HC-HTH-14, 16.
#include <algorithm>

#include "engine/rulesets/hail_caesar/play/play.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void end_contacts(Unfold& u, const UnitId& unit, bool may_be_followed) {
  std::vector<UnitId> foes;
  for (const Contact& contact : u.state().units.at(unit).contacts) foes.push_back(contact.foe);
  for (const UnitId& foe : foes) u.emit(ContactEnded{unit, foe});
  if (!may_be_followed || !u.state().config.move.follow_up) return;
  for (const UnitId& foe : foes) {
    const Unit& winner = u.state().units.at(foe);
    if (winner.in_play() && winner.contacts.empty() && winner.won_last_round) u.emit(FollowUpOpened{foe, unit});
  }
}

namespace {

void drive_back(Unfold& u, const UnitId& unit, const std::string& how, double moves) {
  const std::vector<PlacedBase> stands = back_by(u.state(), unit, moves);
  settle_owed(u, unit);
  end_contacts(u, unit, how == "give_ground");
  u.emit(UnitDrivenBack{unit, how, stands, true});
  OwedPlacement owed;
  owed.unit = unit;
  for (const PlacedBase& placed : stands) owed.bases.push_back(placed.base), owed.poses.push_back(placed.at.pose);
  owed.who = viewer_of(u.state().units.at(unit).side);
  owed.rule = how == "give_ground" ? "HC-BRK-05" : "HC-BRK-08";
  u.emit(owe(u.state().agenda, std::move(owed)));
  carry_general(u, unit);
}

void disorder(Unfold& u, const UnitId& unit, const std::string& rule) {
  if (!u.state().units.at(unit).disordered) u.emit(DisorderSet{unit, true, rule});
}

void give_ground(Unfold& u, const UnitId& unit, bool with_supports, bool disordered) {
  std::vector<UnitId> all{unit};
  if (with_supports)
    for (const UnitId& supporter : carried_supports(u.state(), unit)) all.push_back(supporter);
  for (const UnitId& id : all) {
    if (disordered) disorder(u, id, "HC-BRK-06");
    drive_back(u, id, "give_ground", u.state().config.move.give_ground_moves);
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

/// A general does not stay standing where the unit he was with broke: he is lost with it, or goes to the nearest own unit.
void general_leaves(Unfold& u, const UnitId& unit) {
  const UnitId general = joined_general(u.state(), unit);
  if (general.empty()) return;
  if (u.state().config.fight.general_with_lost_unit == "to_nearest")
    if (const auto refuge = refuge_of(u.state(), general, unit)) return send_general(u, general, *refuge);
  settle_owed(u, general);
  const General lost = u.state().generals.at(general);
  OwedPlacement owed;
  owed.unit = general;
  owed.bases = {lost.stand.base};
  owed.removed = true;
  owed.who = viewer_of(lost.side);
  owed.rule = "HC-CFG-T1";
  u.emit(GeneralLost{general, unit});
  u.emit(owe(u.state().agenda, std::move(owed)));
  if (!lost.army_commander) return;
  // The best of the others commands from now on, the first by name of several.
  std::optional<UnitId> next;
  for (const auto& [id, other] : u.state().generals)
    if (other.side == lost.side && other.on_table && (!next || other.rating > u.state().generals.at(*next).rating)) next = id;
  if (next) u.emit(CommanderReplaced{*next});
}

}  // namespace

void break_unit(Unfold& u, const UnitId& unit, bool shattered, const std::vector<UnitId>& supports) {
  end_contacts(u, unit, false);
  general_leaves(u, unit);
  settle_owed(u, unit);
  OwedPlacement owed;
  owed.unit = unit;
  for (const Stand& stand : u.state().units.at(unit).stands) owed.bases.push_back(stand.base);
  owed.removed = true;
  owed.who = viewer_of(u.state().units.at(unit).side);
  owed.rule = shattered ? "HC-HTH-16" : "HC-BRK-08";
  u.emit(UnitBroke{unit, shattered});
  u.emit(owe(u.state().agenda, std::move(owed)));
  for (const UnitId& supporter : supports)
    if (u.state().units.at(supporter).in_play())
      make_due(u, supporter, {BreakTable::HandToHand, 0, {shattered ? "HC-HTH-16" : "HC-HTH-14"}});
}

void open_break_test(Unfold& u, int lane, const UnitId& id) {
  const Unit& unit = u.state().units.at(id);
  const TestDue due = *unit.due;
  const Dice dice = u.state().config.fight.break_dice;
  const int modifier = sum_of(break_lines(u.state(), unit, due.table, due.modifier));
  std::string question = id.text + ": break test, " + (due.table == BreakTable::Ranged ? "from ranged attacks" : "hand-to-hand");
  if (modifier != 0) question += ", roll " + std::to_string(modifier);
  const Side side = unit.side;
  open_step_on(u, lane, BreakTest{id, due.table, modifier, due.rules},
               {dice_wait(side, due.rules.front(), question, dice.count, dice.faces)});
}

void finish_break_test(Unfold& u, int lane, const BreakTest& step, int roll) {
  const Unit& unit = u.state().units.at(step.unit);
  const int score = roll + step.modifier;
  const Cell cell = break_cell(step.table, score, unit.profile.break_category, u.state().config.scan);
  const Outcome outcome = outcome_of(cell, is_shaken(unit, u.state().config), unit.casualties > 0);
  const bool all = u.state().config.fight.stamina_excess == "kept";
  const int kept = all ? unit.casualties : std::min(unit.casualties, unit.profile.stamina);
  const Side side = unit.side;
  u.emit(BreakTested{step.unit, step.table, roll, step.modifier, score, std::string(key_of(outcome)), kept});
  const MoveConfig& config = u.state().config.move;
  switch (outcome) {
    case Outcome::Hold:
      return;
    case Outcome::Choice: {
      Wait wait;
      wait.who = viewer_of(side);
      wait.kind = WaitKind::Choice;
      wait.rule = "HC-BRK-07";
      wait.question = step.unit.text + ": hold Disordered, or retreat in good order?";
      wait.options = {{"hold", "hold Disordered"}, {"retreat", "retreat in good order"}};
      return open_step_on(u, lane, BreakChoice{step.unit, score}, {std::move(wait)});
    }
    case Outcome::RetreatGood:
      return drive_back(u, step.unit, "retreat", config.retreat_moves);
    case Outcome::RetreatDisordered:
      disorder(u, step.unit, "HC-BRK-T2");
      return drive_back(u, step.unit, "retreat", config.retreat_moves);
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

void finish_break_choice(Unfold& u, const BreakChoice& step, const std::string& choice) {
  if (choice == "hold") return disorder(u, step.unit, "HC-BRK-07");
  drive_back(u, step.unit, "retreat", u.state().config.move.retreat_moves);
}

void count_losses(Unfold& u) {
  if (!u.state().lost_in_play || u.state().phase == Phase::Ended || u.state().phase == Phase::Deployment) return;
  for (const std::string& key : newly_broken(u.state())) u.emit(DivisionBroke{key});
  if (const auto winner = winner_by_breaking(u.state())) u.emit(BattleEnded{*winner, "an army is broken"});
}

}  // namespace polemarch::hail_caesar
