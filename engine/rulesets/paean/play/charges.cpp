/// Charges up to contact: the stop, reactions, feints, pursuit. PA-CHG, PA-REA, PA-EVA.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/movement.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// A straight way that was gone: what it took of the move, slow ground counted twice (PA-AMB-08), and whether it led through ground that
/// unforms.
struct Gone {
  Length cost;
  bool rough = false;
};
Gone straight_cost(const State& state, const UnitId& unit, Length way) {
  const MovePlan plan = plan_move(state, {.unit = unit, .ahead = way, .legs = {}, .to = {}, .poses = {}});
  return formation_at(state, unit).heavier() ? Gone{plan.cost.value, plan.into_bad_ground} : Gone{way, false};
}

/// Goes straight on to two centimetres before `travel` ends, or less far where it would stop on somebody; friends where it stops and where
/// it comes into contact make way behind it.
Gone stop_short(Unfold& u, const UnitId& charger, Length travel, const std::string& how, const char* rule) {
  const Length stop = on_table(u.state(), kChargeStopCm);
  const Vec2 ahead = body_of(u.state(), charger).ahead;
  std::vector<UnitId> aside = makes_way(u.state(), charger, moved_along(u.state(), charger, ahead, travel));
  for (const UnitId& id : makes_way(u.state(), charger, moved_along(u.state(), charger, ahead, std::max(Length{0}, travel - stop))))
    if (std::find(aside.begin(), aside.end(), id) == aside.end()) aside.push_back(id);
  const WayOn on = travel > stop ? way_on(u.state(), charger, ahead, travel - stop, aside) : WayOn{};
  const Gone gone = straight_cost(u.state(), charger, on.way);
  if (on.way > Length{0}) move_bases(u, charger, on.poses, how, rule, on.way);
  for (const UnitId& id : aside) displace(u, id, charger);
  return gone;
}

/// A charge that nobody called off comes upon nobody: said, so that no charge ends without a word.
void comes_upon_nobody(Unfold& u, const UnitId& charger, const UnitId& target) {
  if (find_formation(u.state(), charger) != nullptr) u.emit(ChargeStopped{charger, target, "stops", "PA-CHG-08"});
}

void begin_charge(Unfold& u, const UnitId& unit, const UnitId& target, bool support) {
  const Length move = move_of(u.state(), unit);
  const Angle turn = turn_to_charge(u.state(), unit, target);
  if (turn != Angle{0}) {
    const std::vector<PlacedBase> poses = turned_by(u.state(), unit, turn);
    move_bases(u, unit, dressed_between(u.state(), poses, obstacles_to(u.state(), unit)).value_or(poses), "turns to charge", "PA-AMB-10");
  }
  const auto reached = reached_by(u.state(), unit, Angle{0}, target);
  Status status = formation_at(u.state(), unit).status;
  status.moved = true;
  std::vector<UnitId> through;
  if (reached) through = plan_move(u.state(), {.unit = unit, .ahead = reached->travel.value, .legs = {}, .to = {}, .poses = {}}).through;
  const std::vector<UnitId> apart = apart_by_charge(u.state(), unit, through);
  if (reached)
    for (const UnitId& other : through) {
      if (pass_freely(formation_at(u.state(), unit).weight, formation_at(u.state(), other).weight)) continue;
      status.passed.push_back(other);  // it has to stand still for the rest of the bound (PA-INT-04)
      Status theirs = formation_at(u.state(), other).status;
      theirs.passed.push_back(unit);
      mark(u, other, theirs);
    }
  mark(u, unit, status);
  action_taken(u, unit, Led::Moves);
  if (!reached || reached->foe != target) return comes_upon_nobody(u, unit, target);  // overruled, or out of the straight way
  u.emit(ChargeDeclared{unit, target, reached->side, support});
  const Gone gone = stop_short(u, unit, reached->travel.value, "charges", "PA-CHG-07");
  drop_contacts(u, unit);
  backs_nobody(u, unit);                                            // by ruling alone (PA-AMB-42)
  for (const UnitId& other : apart) unform(u, other, "PA-INT-05");  // whoever would come apart itself does not charge
  u.open(Facing{{.charger = unit, .target = target, .left = move - gone.cost, .support = support, .rough = gone.rough}});
}

Side of(const Unfold& u, const UnitId& id) { return *side_of(u.state(), id); }

void stand(Unfold& u, const Charge& charge, const std::string& how, const char* rule) {
  u.emit(Reacted{charge.target, charge.charger, how, rule});
  if (!charge.second) u.open(FeintChoice{charge});
}

/// Away from the charger: the way it faces.
Vec2 away_from(const Unfold& u, const UnitId& charger) { return body_of(u.state(), charger).ahead; }

void leader_reacts(Unfold& u, Charge charge, bool good) {
  const UnitId id = charge.target;
  const bool hero = leader_at(u.state(), id).hero();
  if (!good && hero) return stand(u, charge, "stands", "PA-REA-25");
  if (!good) return lose_leader(u, id, charge.charger, "killed or captured", "PA-REA-24");
  Leader tired = leader_at(u.state(), id);
  tired.reactions += 1;  // PA-REA-03
  set_leader(u, id, tired);
  if (hero)
    return u.ask(ReactionChoice{charge}, ask_choice(of(u, id), "PA-REA-18", id.text + " has passed: his reaction?",
                                                    {{"counter", "counter charge"}, {"stand", "stand"}}));
  u.emit(Reacted{id, charge.charger, "evades", "PA-REA-17"});
  commander_gets_away(u, id, away_from(u, charge.charger));
  charge.evaded = true;
  if (!charge.second) u.open(Pursuit{charge});
}

/// The choice of a target that evades and would fire before it goes.
constexpr std::string_view kFireAndEvade = "fire_and_evade";

/// Those who turn to face are the ones behind the front row.
constexpr std::string_view kBehind = "behind";

void act(Unfold& u, Charge charge, Reaction reaction);

void react_again(Unfold& u, const Charge& charge) {
  const ReactionNeed need = reaction_need(u.state(), charge.target);
  u.ask(ReactionDice{charge}, ask_two(of(u, charge.target), "PA-REA-02", charge.target.text + " reacts again", need.need));
}

}  // namespace

void ends_without_contact(Unfold& u, const Charge& charge) {
  if (charge.rough) unformed_by_ground(u, charge.charger, true);
}

void decide_one(Unfold& u, const ChargeAt& c) { begin_charge(u, c.unit, c.target, false); }

void decide_one(Unfold& u, const SupportCharge& c) {
  if (of(u, c.unit) != of(u, c.target)) return begin_charge(u, c.unit, c.target, true);
  // Behind a friend of its type: it joins, and a phase is fought at once (PA-CHG-16, PA-CHG-18).
  const std::vector<PlacedBase> places = places_behind(u.state(), c.unit, c.target);
  const bool rough = formation_at(u.state(), c.unit).heavier() &&
                     plan_move(u.state(), {.unit = c.unit, .ahead = {}, .legs = {}, .to = {}, .poses = places}).into_bad_ground;
  move_bases(u, c.unit, dressed_between(u.state(), places, obstacles_to(u.state(), c.unit)).value_or(places),
             "goes in behind " + c.target.text, "PA-CHG-16");
  Status status = formation_at(u.state(), c.unit).status;
  status.moved = true;
  mark(u, c.unit, status);
  action_taken(u, c.unit, Led::Moves);
  CombatsSet combats = combats_now(u.state());
  // Behind one that backs another it backs that one too (PA-CCD-14, PA-CHG-18).
  const UnitId front = backed_by(u.state(), c.target).empty() ? c.target : backed_by(u.state(), c.target);
  combats.backings.push_back({c.unit, front});
  u.emit(combats);
  unformed_by_ground(u, c.unit, rough);
  u.open(FightBegins{front, false});
}

void resume(Unfold& u, const Facing& step, const Answers&) {
  const Charge& charge = step.charge;
  // A leader who was come upon beside another may have got away from somebody else by now.
  if (charge.second && u.state().leaders.contains(charge.target) && !comes_upon(u.state(), charge.charger, charge.target)) return;
  if (const Leader* leader = find_leader(u.state(), charge.target)) {
    const ReactionNeed need = reaction_need(u.state(), charge.target);
    return u.ask(ReactionDice{charge},
                 ask_two(leader->side, "PA-REA-02", charge.target.text + " reacts to " + charge.charger.text, need.need));
  }
  const Formation* target = find_formation(u.state(), charge.target);
  if (target == nullptr || find_formation(u.state(), charge.charger) == nullptr) return comes_upon_nobody(u, charge.charger, charge.target);
  const Flank side = side_faced(u.state(), charge.target, charge.charger);
  // Who fights already, or rallies, and has no reaction open takes no test; anybody else does, whatever is open to him (PA-REA-01).
  const bool tests = !rallying(*target) && !engaged(u.state(), charge.target);
  if (!tests && reactions_of(u.state(), charge.target, charge.charger, side, charge.fired).empty())
    return stand(u, charge, "stands",
                 rallying(*target)                                  ? "PA-REA-22"
                 : target->bases.size() == 1 && in_contact(*target) ? "PA-REA-23"
                                                                    : "PA-EVA-19");
  const ReactionNeed need = reaction_need(u.state(), charge.target);
  u.ask(ReactionDice{charge}, ask_two(target->side, "PA-REA-02", charge.target.text + " reacts to " + charge.charger.text, need.need));
}

void resume(Unfold& u, const ReactionDice& step, const Answers& answers) {
  const Charge& charge = step.charge;
  const ReactionNeed number = reaction_need(u.state(), charge.target);
  const Side side = of(u, charge.target);
  const bool good = told_two(u, ReactionDice::kAim, side, charge.target, charge.charger, "contact reaction", "PA-REA-02",
                             {number.need, number.rows}, answers.front());
  if (find_leader(u.state(), charge.target) != nullptr) return leader_reacts(u, charge, good);
  if (!good) return stand(u, charge, "stands", "PA-REA-05");
  Status status = formation_at(u.state(), charge.target).status;
  status.reactions += 1;  // PA-REA-03
  mark(u, charge.target, status);
  if (charge.fires_first) return act(u, charge, Reaction::Fire);
  const Flank flank = side_faced(u.state(), charge.target, charge.charger);
  const std::vector<Reaction> open = reactions_of(u.state(), charge.target, charge.charger, flank, charge.fired);
  const auto may = [&](Reaction reaction) { return std::find(open.begin(), open.end(), reaction) != open.end(); };
  std::vector<Option> options;
  for (const Reaction reaction : open) {
    const char* text = reaction == Reaction::Fire      ? "fire at the charger"
                       : reaction == Reaction::Evade   ? "evade"
                       : reaction == Reaction::Counter ? "counter charge"
                                                       : "turn to face";
    options.push_back({std::string(key_of(reaction)), text});
  }
  if (options.empty()) return stand(u, charge, "stands", "PA-EVA-19");
  if (may(Reaction::Fire) && may(Reaction::Evade)) options.push_back({std::string(kFireAndEvade), "evade, and test to fire before it"});
  options.push_back({"stand", "stand"});
  u.ask(ReactionChoice{charge}, ask_choice(side, "PA-REA-04", charge.target.text + " has passed: its reaction?", std::move(options)));
}

void resume(Unfold& u, const ReactionChoice& step, const Answers& answers) {
  const std::string key = chosen(answers.front());
  if (key == kFireAndEvade) {
    Charge charge = step.charge;
    charge.fires_first = true;
    return react_again(u, charge);
  }
  for (const Reaction reaction : {Reaction::Fire, Reaction::Evade, Reaction::Counter, Reaction::Turn, Reaction::Stand})
    if (key == key_of(reaction)) act(u, step.charge, reaction);
}

namespace {

void turn_to_face(Unfold& u, Charge charge, int files, int first_row = 0) {
  const Flank side = side_faced(u.state(), charge.target, charge.charger);
  const bool halts = formation_at(u.state(), charge.charger).weight == Weight::LM && formation_at(u.state(), charge.target).heavier();
  u.emit(Reacted{charge.target, charge.charger, "turns to face", "PA-EVA-15"});
  std::vector<UnitId> among{charge.target};
  for (const Contact& contact : formation_at(u.state(), charge.target).contacts) among.push_back(contact.foe);
  charge.target = turns(u, charge.target, side, files, "PA-EVA-17", first_row);
  among.push_back(charge.target);
  refresh_contacts(u, among);
  if (const auto reached = reached_by(u.state(), charge.charger, Angle{0}, charge.target);
      reached && find_formation(u.state(), reached->foe) != nullptr && !charge.second &&
      formation_at(u.state(), reached->foe).origin == formation_at(u.state(), charge.target).origin)
    charge.target = reached->foe;  // it came apart as it turned: the base that is reached
  if (charge.second) return;
  if (halts) {  // PA-CHG-12
    u.emit(ChargeStopped{charge.charger, charge.target, "halts", "PA-CHG-12"});
    return ends_without_contact(u, charge);
  }
  u.open(FeintChoice{charge});
}

void act(Unfold& u, Charge charge, Reaction reaction) {
  const UnitId target = charge.target, charger = charge.charger;
  switch (reaction) {
    case Reaction::Fire: {
      u.emit(Reacted{target, charger, "fires", "PA-REA-21"});
      charge.fired = true;
      ShotDice shot{.unit = target, .target = charger, .what = Hits::Reacts, .carried = 0, .rolling = {}};
      shot.rolling.volleys = missile_volleys(u.state(), target, charger, aims_at(u.state(), target, charger));
      u.later({std::move(shot), ReactAgain{charge}});
      return;
    }
    case Reaction::Evade:
      charge.evaded = true;
      u.emit(Reacted{target, charger, "evades", "PA-EVA-01"});
      gets_away(u, target, away_from(u, charger), charger);
      if (!charge.second) u.open(Pursuit{charge});
      won_free(u);
      return;
    case Reaction::Counter: {
      u.emit(Reacted{target, charger, "counter charges", "PA-EVA-10"});
      if (charge.second) return rushes(u, target, Rush::Countering);  // it comes into contact with the rest
      charge.countered = true;
      u.open(CloseIn{charge});
      return;
    }
    case Reaction::Turn: {
      const Flank side = side_faced(u.state(), target, charger);
      const int files = files_to_turn(u.state(), target, side);
      const bool behind = rows_behind_turn(u.state(), target, side);
      if ((files <= 1 && !behind) || !formation_at(u.state(), target).heavier())
        return turn_to_face(u, charge, files);  // L and LM never split
      std::vector<Option> options{{"all", "all its bases"}};
      if (behind) options.push_back({std::string(kBehind), "those behind its front row, which fights on"});
      for (int n = 1; n < files; ++n)
        options.push_back({std::to_string(n), std::to_string(n) + (side == Flank::Rear ? n == 1 ? " rank" : " ranks"
                                                                   : n == 1            ? " file"
                                                                                       : " files")});
      u.ask(TurnChoice{charge},
            ask_choice(of(u, target), "PA-EVA-15", "how much of " + target.text + " turns to face?", std::move(options)));
      return;
    }
    case Reaction::Stand:
      return stand(u, charge, "stands", "PA-EVA-19");
  }
}

}  // namespace

void resume(Unfold& u, const TurnChoice& step, const Answers& answers) {
  const std::string key = chosen(answers.front());
  const Flank side = side_faced(u.state(), step.charge.target, step.charge.charger);
  int files = files_to_turn(u.state(), step.charge.target, side);
  if (key == kBehind) return turn_to_face(u, step.charge, files, 1);
  if (key != "all") {
    files = 0;
    for (const char digit : key) files = 10 * files + (digit - '0');
  }
  turn_to_face(u, step.charge, files);
}

void resume(Unfold& u, const ReactAgain& step, const Answers& answers) {
  const Charge& charge = step.charge;
  if (find_formation(u.state(), charge.charger) == nullptr || find_formation(u.state(), charge.target) == nullptr)  // PA-AMB-71
    return comes_upon_nobody(u, charge.charger, charge.target);
  if (charge.fires_first) return act(u, charge, Reaction::Evade);
  const Flank side = side_faced(u.state(), charge.target, charge.charger);
  if (!step.asked) {
    if (reactions_of(u.state(), charge.target, charge.charger, side, true).empty()) return stand(u, charge, "stands", "PA-EVA-19");
    return u.ask(ReactAgain{charge, true}, ask_yes_no(of(u, charge.target), "PA-REA-21",
                                                      "does " + charge.target.text + " test for another reaction?", "test", "stand"));
  }
  if (!said_yes(answers.front())) return stand(u, charge, "stands", "PA-EVA-19");
  react_again(u, charge);
}

void resume(Unfold& u, const Pursuit& step, const Answers& answers) {
  Charge charge = step.charge;
  if (find_formation(u.state(), charge.charger) == nullptr || charge.left <= Length{0}) return;
  if (u.state().options.feint_after_evade && !charge.support) {  // PA-AMB-68
    if (answers.empty())
      return u.ask(step, ask_choice(of(u, charge.charger), "PA-CHG-09",
                                    charge.target.text + " has got away: does " + charge.charger.text + " pursue?",
                                    {{"pursue", "pursue"}, {"feint", "feint: stop here"}}));
    if (chosen(answers.front()) == "feint") {
      u.emit(ChargeStopped{charge.charger, charge.target, "feints", "PA-CHG-09"});
      return ends_without_contact(u, charge);
    }
  }
  const auto reached = reached_by(u.state(), charge.charger, Angle{0});
  const Vec2 ahead = body_of(u.state(), charge.charger).ahead;
  if (!reached || straight_cost(u.state(), charge.charger, reached->travel.value).cost > charge.left) {
    // Its full move, slow ground counted twice, or as far as friends let it (PA-EVA-06, PA-AMB-08).
    WayOn on = way_on(u.state(), charge.charger, ahead, charge.left);
    Length paid = on.way;
    while (paid > Length{0} && straight_cost(u.state(), charge.charger, paid).cost > charge.left) paid -= 1_mm;
    if (paid < on.way) on = way_on(u.state(), charge.charger, ahead, paid);
    charge.rough = charge.rough || (on.way > Length{0} && straight_cost(u.state(), charge.charger, on.way).rough);
    if (on.way > Length{0}) move_bases(u, charge.charger, on.poses, "pursues", "PA-EVA-06", on.way);
    if (on.way <= Length{0}) comes_upon_nobody(u, charge.charger, charge.target);
    return ends_without_contact(u, charge);
  }
  const Gone gone = stop_short(u, charge.charger, reached->travel.value, "pursues", "PA-EVA-07");
  charge.left -= gone.cost;
  charge.rough = charge.rough || gone.rough;
  charge.target = reached->foe;
  charge.fired = charge.countered = false;
  const Formation* foe = find_formation(u.state(), reached->foe);
  const Formation& own = formation_at(u.state(), charge.charger);
  if (foe != nullptr && own.weight == Weight::LM && foe->heavier() && reached->side == Flank::Front) {  // PA-CHG-03
    u.emit(ChargeStopped{charge.charger, charge.target, "halts", "PA-CHG-03"});
    return;
  }
  u.emit(ChargeDeclared{charge.charger, charge.target, reached->side, false});
  u.open(Facing{charge});
}

}  // namespace polemarch::paean
