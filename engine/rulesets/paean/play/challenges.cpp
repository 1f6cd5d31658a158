/// Challenges: single combat of heroes and commanders; a hero alone against a formation. PA-CHL, PA-HER-20, PA-HER-31, PA-AMB-36.
#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

Side side_at(const Unfold& u, const UnitId& id) { return *side_of(u.state(), id); }

void remember(Unfold& u, const UnitId& challenger, const UnitId& challenged) {
  Leader leader = leader_at(u.state(), challenger);
  leader.challenged.push_back(challenged);
  set_leader(u, challenger, leader);
}

}  // namespace

void decide_one(Unfold& u, const Challenge& c) {
  Leader hero = leader_at(u.state(), c.hero);
  hero.moves += 1;
  if (!hero.with.empty()) hero.with = {};
  set_leader(u, c.hero, hero);
  const auto way = straight_to(u.state(), c.hero, c.target);
  action_taken(u);
  if (way) move_leader(u, c.hero, way->to, "goes straight at " + c.target.text, "PA-HER-20", way->distance);
  u.open(ChallengeIssued{c.hero, c.target});
}

void resume(Unfold& u, const ChallengeChoice& step, const Answers& answers) {
  if (!may_be_challenged(u.state(), step.hero, step.target)) return;
  const Formation* with = find_formation(u.state(), leader_at(u.state(), step.target).with);
  if (with != nullptr && with->status.stood) return;  // its hero has made the phase a draw (PA-HER-40)
  if (answers.empty())
    return u.ask(step, ask_yes_no(side_at(u, step.hero), "PA-HER-31", "does " + step.hero.text + " challenge " + step.target.text + "?",
                                  "challenge", "no"));
  if (said_yes(answers.front())) u.open(ChallengeIssued{step.hero, step.target});
}

void resume(Unfold& u, const ChallengeIssued& step, const Answers&) {
  const Leader* challenged = find_leader(u.state(), step.challenged);
  if (challenged == nullptr || find_leader(u.state(), step.challenger) == nullptr) return;
  remember(u, step.challenger, step.challenged);
  u.emit(Reacted{step.challenger, step.challenged, "challenges", "PA-CHL-01"});
  if (challenged->hero()) return u.open(DuelDice{step.challenger, step.challenged, {}});  // PA-CHL-02
  u.ask(ChallengeTest{step.challenger, step.challenged},
        ask_two(challenged->side, "PA-CHL-03", step.challenged.text + " is challenged by " + step.challenger.text, challenged->value));
}

void resume(Unfold& u, const ChallengeTest& step, const Answers& answers) {
  const Leader& challenged = leader_at(u.state(), step.challenged);
  const bool good = told_two(u, step.kAim, challenged.side, step.challenged, step.challenger, "challenge", "PA-CHL-03",
                             {challenged.value, {{"PA-CHL-03", "command value", challenged.value, challenged.side}}}, answers.front(),
                             "may decline", "has to accept");
  if (!good) return u.open(DuelDice{step.challenger, step.challenged, {}});  // PA-CHL-10
  u.ask(AcceptChoice{step.challenger, step.challenged},
        ask_yes_no(challenged.side, "PA-CHL-03", "does " + step.challenged.text + " accept the challenge?", "accept", "decline"));
}

void resume(Unfold& u, const AcceptChoice& step, const Answers& answers) {
  if (said_yes(answers.front())) return u.open(DuelDice{step.challenger, step.challenged, {}});
  Leader challenged = leader_at(u.state(), step.challenged);
  challenged.value -= 1;  // PA-CHL-11
  set_leader(u, step.challenged, challenged, "declines: his command value is one lower", "PA-CHL-11");
  commander_gets_away(u, step.challenged, straight_away(u.state(), step.challenged, step.challenger));
}

void resume(Unfold& u, const DuelDice& step, const Answers& answers) {
  DuelDice duel = step;
  if (find_leader(u.state(), step.challenger) == nullptr || find_leader(u.state(), step.challenged) == nullptr) return;
  if (answers.empty() && duel.rolling.volleys.empty())
    duel.rolling.volleys = {duel_volley(u.state(), step.challenger, step.challenged),
                            duel_volley(u.state(), step.challenged, step.challenger)};
  if (!thrown_out(u, duel, answers, "single combat")) return;
  const int one = duel.rolling.hits[0], two = duel.rolling.hits[1];
  CombatsSet combats = combats_now(u.state());
  std::erase_if(combats.duels,
                [&](const Duel& other) { return other.challenger == step.challenger && other.challenged == step.challenged; });
  if (one == two) combats.duels.push_back({step.challenger, step.challenged, u.state().turn.phase == Phase::Combat});  // PA-CHL-08
  set_combats(u, combats);
  if (one == two) {
    u.emit(Reacted{step.challenger, step.challenged, "fights on: a draw", "PA-CHL-08"});
    return;
  }
  lose_leader(u, one > two ? step.challenged : step.challenger, one > two ? step.challenger : step.challenged, "single combat",
              "PA-CHL-07");
}

void resume(Unfold& u, const LoneDice& step, const Answers& answers) {
  LoneDice fight = step;
  if (find_leader(u.state(), step.hero) == nullptr || find_formation(u.state(), step.foe) == nullptr) return;
  if (answers.empty() && fight.rolling.volleys.empty()) {
    if (!still_faces(u.state(), {step.hero, step.foe, false})) return;  // one of them has been driven off
    fight.rolling.volleys = against_lone(u.state(), step.foe, step.hero, step.charged);
    fight.rolling.volleys.push_back(lone_volley(u.state(), step.hero, step.foe, step.countered));
  }
  if (!thrown_out(u, fight, answers, "close combat")) return;
  const int his = hits_of_side(u.state(), fight.rolling, side_at(u, step.hero)), theirs = all_hits(fight.rolling) - his;
  if (theirs - his >= kHitsToKillAHero)
    lose_leader(u, step.hero, step.foe, "close combat", "PA-AMB-36");
  else
    u.emit(Reacted{step.hero, step.foe, "stands his ground", "PA-AMB-36"});
  stand_off(u, {step.foe});
}

}  // namespace polemarch::paean
