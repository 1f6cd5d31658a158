/// May they shoot, charge, support, fight on, challenge?
#include <set>

#include "engine/rulesets/paean/judge/judge.hpp"
#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// An enemy formation in play; leaders are no target of missiles.
Verdict enemy_formation(const State& state, const UnitId& unit, const UnitId& target, const char* leader_rule) {
  if (state.leaders.contains(target)) return impossible("leaders are no target of missiles", leader_rule);
  const Formation* foe = find_formation(state, target);
  if (foe == nullptr) return impossible("unknown formation " + target.text);
  if (foe->side == *side_of(state, unit)) return impossible(target.text + " is a friend");
  return allow();
}

/// The hero has a heroic action in hand.
Verdict heroic_action(const State& state, Viewer by, const UnitId& id) {
  const Leader* hero = find_leader(state, id);
  if (hero == nullptr || !hero->hero()) return impossible("unknown hero " + id.text);
  if (!begun(state)) return impossible("the battle has not begun");
  if (!speaks_for(by, hero->side)) return impossible(id.text + " is not yours");
  if (hero->side != state.turn.active) return impossible("it is " + std::string(name_of(state.turn.active)) + "'s bound", "PA-SEQ-02");
  const auto& permit = state.turn.permit;
  if (permit && permit->unit == id && permit->source == Source::Heroic) return allow();
  if (permit) return impossible(permit->unit.text + " has an action in hand: take it or forgo it first");
  return refuse("PA-HER-03", id.text + " has passed no heroic action test");
}

}  // namespace

Verdict judge_one(const State& state, Viewer by, const Shoot& c) {
  const Verdict may = judge_action(state, by, c.unit);
  if (!may.allowed() && may.refusal == Refusal::Impossible) return may;
  if (Verdict foe = enemy_formation(state, c.unit, c.target, "PA-MIS-23"); !foe.allowed()) return foe;
  const Card& card = card_of(state, c.unit);
  if (!missile_armed(card)) return refuse("PA-MIS-02", c.unit.text + " has no javelin, bow or sling");
  if (!may.allowed()) return may;
  if (engaged(state, c.unit)) return refuse("PA-AMB-42", c.unit.text + " is in contact with the enemy");
  if (fights_from_behind(state, c.unit)) return refuse("PA-AMB-42", c.unit.text + " fights from behind a friend");
  return aims_at(state, c.unit, c.target).verdict();
}

Verdict judge_one(const State& state, Viewer by, const ChargeAt& c) {
  const Verdict may = judge_action(state, by, c.unit);
  if (!may.allowed() && may.refusal == Refusal::Impossible) return may;
  const Leader* leader = find_leader(state, c.target);
  const Formation* foe = find_formation(state, c.target);
  if (leader == nullptr && foe == nullptr) return impossible("unknown target " + c.target.text);
  if (leader != nullptr && !leader->with.empty())
    return impossible(c.target.text + " is with " + leader->with.text + ": charge the formation");
  if (*side_of(state, c.target) == *side_of(state, c.unit)) return impossible(c.target.text + " is a friend");
  if (!may.allowed()) return may;
  return may_charge(state, c.unit, c.target);
}

Verdict judge_one(const State& state, Viewer by, const SupportCharge& c) {
  const Verdict may = judge_action(state, by, c.unit);
  if (!may.allowed() && may.refusal == Refusal::Impossible) return may;
  if (find_formation(state, c.target) == nullptr || c.target == c.unit) return impossible("unknown formation " + c.target.text);
  if (!may.allowed()) return may;
  return may_support(state, c.unit, c.target);
}

Verdict judge_one(const State& state, Viewer by, const FightOn& c) {
  if (Verdict may = judge_action(state, by, c.unit); !may.allowed()) return may;
  if (!in_combat(state, c.unit)) return refuse("PA-CMD-25", c.unit.text + " is in no close combat");
  const bool heroic = state.turn.permit->source == Source::Heroic;
  const std::string rule = heroic ? "PA-HER-08" : "PA-CMD-25";
  const UnitId fighter = in_contact(formation_at(state, c.unit)) || !fights_from_behind(state, c.unit) ? c.unit : backed_by(state, c.unit);
  const Formation& formation = formation_at(state, fighter);
  Verdict verdict = allow({{rule, c.unit.text + " fights another phase", {}, {}, {}, {}}});
  for (const Contact& contact : formation.contacts) {
    if (find_formation(state, contact.foe) == nullptr) continue;
    std::set<std::size_t> fighting;
    for (const BaseTouch& touch : touches_in_contact(state, fighter, contact)) fighting.insert(touch.ours);
    verdict.reasons.push_back({rule,
                               "bases that touch " + contact.foe.text,
                               static_cast<double>(fighting.size()),
                               static_cast<double>(formation.bases.size()),
                               "bases",
                               {}});
  }
  return verdict;
}

Verdict judge_one(const State& state, Viewer by, const ShootBow& c) {
  const Verdict may = heroic_action(state, by, c.hero);
  if (!may.allowed() && may.refusal == Refusal::Impossible) return may;
  if (Verdict foe = enemy_formation(state, c.hero, c.target, "PA-MIS-23"); !foe.allowed()) return foe;
  if (leader_at(state, c.hero).ability != Ability::Artemis) return refuse("PA-HER-07", c.hero.text + " has no Bow of Artemis");
  if (!may.allowed()) return may;
  return may_bow(state, c.hero, c.target);
}

Verdict judge_one(const State& state, Viewer by, const Challenge& c) {
  const Verdict may = heroic_action(state, by, c.hero);
  if (!may.allowed() && may.refusal == Refusal::Impossible) return may;
  if (state.formations.contains(c.target)) return impossible(c.target.text + " is neither hero nor commander", "PA-CHL-01");
  const Leader* foe = find_leader(state, c.target);
  if (foe == nullptr || foe->side == leader_at(state, c.hero).side) return impossible("there is no such enemy leader: " + c.target.text);
  if (!may.allowed()) return may;
  return may_challenge(state, c.hero, c.target);
}

}  // namespace polemarch::paean
