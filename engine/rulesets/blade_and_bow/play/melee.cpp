/// Melee from the declaration to the last re-roll. Rules BB-RET, BB-COM, BB-DICE.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/play/play.hpp"
#include "engine/rulesets/blade_and_bow/topics/cards.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

namespace polemarch::blade_and_bow {
namespace {

const Unit* target_of(const State& state) { return state.fight->camp ? nullptr : &state.units.at(state.fight->target); }
const Camp* camp_of(const State& state) { return state.fight->camp ? &state.camps.at(state.fight->target) : nullptr; }
Side attacking_side(const State& state) { return state.units.at(state.fight->attackers.front()).side; }
Side second_side(const State& state) { return state.turn.initiative.value_or(state.scenario.tie_breaker); }

/// The lead first, the others in the order named.
std::vector<UnitId> led_by(std::vector<UnitId> attackers, const UnitId& lead) {
  const auto at = std::find(attackers.begin(), attackers.end(), lead);
  if (at != attackers.end()) std::rotate(attackers.begin(), at, at + 1);
  return attackers;
}

std::string way_key(const std::vector<Square>& path) {
  std::string key;
  for (const Square square : path) key += (key.empty() ? "" : "-") + name_of(square);
  return key;
}

int card_rerolls(const State& state, Side side) {
  int rerolls = 0;
  for (const ActiveEffect& effect : state.effects)
    if (effect.side == side && gives_reroll(state, effect)) rerolls += effect.amount;
  return rerolls;
}

/// A card of this side may still give it a re-roll in this melee, as far as everybody can tell (BB-AMB-57): the hand is not empty, not all
/// such cards lie in the discards, and one of its units here is helped by none yet (BB-CARD-20).
bool may_hold_reroll(const State& state, Side side) {
  if (state.army(side).hand.empty()) return false;
  const bool in_deck = std::any_of(state.deck.begin(), state.deck.end(), [&](const Card& card) {
    return card.effect == EffectKind::Reroll && (card.timing == "melee" || card.timing == "any") && !lies_in_discards(state, card.number);
  });
  if (!state.deck.empty() && !in_deck) return false;
  std::vector<UnitId> here = state.fight->attackers;
  if (!state.fight->camp) here.push_back(state.fight->target);
  return std::any_of(here.begin(), here.end(), [&](const UnitId& id) {
    return state.units.at(id).side == side && std::none_of(state.effects.begin(), state.effects.end(), [&](const ActiveEffect& effect) {
             return effect.side == side && helps_units(effect.kind) && works_on(effect.kind) && (effect.unit.empty() || effect.unit == id);
           });
  });
}

/// Dice modified by leader, unit and camp, ready for commitment points (BB-COM-20).
std::vector<CommitDice> modified(const State& state, const std::vector<CommitDice>& due, const std::vector<int>& values,
                                 bool continuation) {
  std::vector<CommitDice> rolled;
  std::size_t next = 0;
  for (const CommitDice& unit : due) {
    const Unit& attacker = state.units.at(unit.unit);
    const Check check =
        continuation ? continuation_check(state, attacker) : commitment_check(state, attacker, target_of(state), camp_of(state));
    CommitDice dice{unit.unit, {}};
    for (std::size_t i = 0; i < unit.dice.size(); ++i) dice.dice.push_back(values[next++] + check.modifier);
    rolled.push_back(std::move(dice));
  }
  return rolled;
}

bool all_pass(const State& state, const CommitDice& rolled) {
  const int value = plain_check(state, state.units.at(rolled.unit)).value;
  return std::all_of(rolled.dice.begin(), rolled.dice.end(), [&](int die) { return die <= value; });
}

}  // namespace

/// The dice of the lead and of the defender show their markers (BB-UNIT-23); any other is told to the engine and stays hidden.
void resume(Unfold& u, const AskRanks& s, const engine::Answers& answers) {
  const Unit& unit = u.state().units.at(s.unit);
  const Fight* fight = u.state().fight ? &*u.state().fight : nullptr;
  const bool shown = fight != nullptr && fight->melee && (s.unit == fight->attackers.front() || s.unit == fight->target);
  if (answers.empty()) {
    std::vector<engine::Option> options;
    for (int ranks = 0; ranks <= 6; ++ranks) options.push_back({std::to_string(ranks), "+" + std::to_string(ranks)});
    engine::Wait wait = engine::ask_choice(unit.side, "BB-UNIT-23", "which rank marker is under " + s.unit.text + "?", std::move(options));
    if (!shown) wait = engine::sealed(std::move(wait)), wait.audience = viewer_of(unit.side);
    return u.ask(s, std::move(wait));
  }
  const int ranks = std::stoi(answers.front().choices.front());
  if (shown) return u.emit(RanksShown{s.unit, ranks, "BB-UNIT-23"});
  Secret<int> marker = unit.ranks;
  marker.value = ranks;
  u.emit(RanksAdjusted{unit.side, {{s.unit, std::move(marker)}}});
}

void resume(Unfold& u, const MeleeRetreat& s, const engine::Answers& answers) {
  const Unit* target = target_of(u.state());
  const Fight& fight = *u.state().fight;
  if (target == nullptr || !may_retreat(u.state(), *target, fight.attackers).allowed()) return u.later({MeleeCommit{}});
  const std::vector<UnitId> leads = lead_candidates(u.state(), fight.attackers, target);
  const UnitId lead = std::find(leads.begin(), leads.end(), fight.wish_lead) != leads.end() ? fight.wish_lead : leads.front();
  const auto paths = retreat_paths(u.state(), *target, fight.from.at(lead));
  if (paths.empty()) return u.later({MeleeCommit{}});
  if (answers.empty()) {
    std::vector<engine::Option> options{{"stand", "stand and fight"}};
    for (const auto& path : paths) {
      const auto ends_there = [&](const auto& other) { return other.back() == path.back(); };
      const bool told_apart = std::count_if(paths.begin(), paths.end(), ends_there) == 1;
      options.push_back({way_key(path), "retreat to " + name_of(path.back()) + (told_apart ? "" : " over " + name_of(path.front()))});
    }
    u.ask(s, engine::ask_choice(target->side, "BB-RET-13", "does " + fight.target.text + " retreat before melee?", std::move(options)));
    return;
  }
  if (answers.front().choices.front() == "stand") return u.later({MeleeCommit{}});
  const auto path = *std::find_if(paths.begin(), paths.end(), [&](const auto& p) { return way_key(p) == answers.front().choices.front(); });
  const UnitId id = target->id;
  const Side side = target->side;
  const std::vector<UnitId> leaders = ids_of(leaders_at(u.state(), target->square, side));
  disrupt(u, id, "BB-RET-06");
  u.emit(UnitFellBack{id, path, direction_to(u.state().map, path[0], path[1]), "retreat", leaders});  // BB-RET-08
  for (const UnitId& leader : leaders) owe_anew(u, leader);
  owe_place(u, id, "BB-RET-07");
  u.emit(LeadChosen{led_by(u.state().fight->attackers, lead)});
  u.later({Advance{}, EndFight{}});                                                // BB-RET-09, BB-RET-11
  for (const Square square : path) u.later(captures_at(u.state(), square, side));  // at once (BB-LDR-19)
}

void resume(Unfold& u, const MeleeCommit&, const engine::Answers&) {
  const State& state = u.state();
  CommitRoll roll;
  int dice = 0;
  std::string names;
  for (const UnitId& id : state.fight->attackers) {
    const Unit& attacker = state.units.at(id);
    if (!commitment_of(state, attacker, target_of(state)).needs_dice) continue;
    const Check check = commitment_check(state, attacker, target_of(state), camp_of(state));
    roll.due.push_back({id, std::vector<int>(static_cast<std::size_t>(check.dice), 0)});
    dice += check.dice;
    names += (names.empty() ? "" : ", ") + id.text + " " + std::to_string(check.dice);
  }
  if (roll.due.empty()) return settle_commitment(u, {}, false);
  u.ask(roll, engine::ask_dice(attacking_side(state), "BB-COM-03", "commitment dice: " + names, dice));
}

void resume(Unfold& u, const CommitRoll& s, const engine::Answers& answers) {
  const std::vector<CommitDice> rolled = modified(u.state(), s.due, answers.front().values, s.continuation);
  u.later({CommitSpend{rolled, s.continuation}});
}

/// Points from cards may still lower the dice (BB-COM-15); asked only when that could help.
void resume(Unfold& u, const CommitSpend& s, const engine::Answers& answers) {
  const State& state = u.state();
  const Side side = attacking_side(state);
  const bool all = std::all_of(s.rolled.begin(), s.rolled.end(), [&](const CommitDice& dice) { return all_pass(state, dice); });
  if (!answers.empty() || all || state.army(side).hand.empty()) return settle_commitment(u, s.rolled, s.continuation);
  std::string shown;
  for (const CommitDice& dice : s.rolled) {
    shown += (shown.empty() ? "" : "; ") + dice.unit.text + ":";
    for (const int die : dice.dice) shown += " " + std::to_string(die);
  }
  u.ask(s, engine::ask_choice(side, "BB-COM-15", "commitment fails (" + shown + "): commit cards, or accept?", {{"accept", "accept it"}}));
}

void settle_commitment(Unfold& u, const std::vector<CommitDice>& rolled, bool continuation) {
  const State& state = u.state();
  if (continuation) {
    const UnitId cavalry = state.fight->attackers.front();
    u.emit(AttackGoesOn{cavalry, !all_pass(state, rolled.front())});  // BB-CAV-03: the attack goes in either way
    u.later({MeleeDice{}});
    return;
  }
  CommitmentDecided decided;
  for (const UnitId& id : state.fight->attackers) {
    const auto mine = std::find_if(rolled.begin(), rolled.end(), [&](const CommitDice& dice) { return dice.unit == id; });
    if (mine != rolled.end() && !all_pass(state, *mine)) {
      decided.failed.push_back(id);
      continue;
    }
    decided.passed.push_back(id);
    if (commitment_of(state, state.units.at(id), target_of(state)).gives_marker) decided.markers.push_back(id);
  }
  const bool none = decided.passed.empty();
  if (none) decided.spared = state.fight->target;
  u.emit(decided);
  if (none) return u.later({EndFight{}});  // BB-COM-07
  const std::vector<UnitId> leads = lead_candidates(u.state(), u.state().fight->attackers, target_of(u.state()));
  u.later({ChooseLead{leads}, MeleeDice{}});
}

void resume(Unfold& u, const ChooseLead& s, const engine::Answers& answers) {
  const Fight& fight = *u.state().fight;
  UnitId lead = s.among.front();
  if (!answers.empty()) {
    lead = UnitId{answers.front().choices.front()};
  } else if (std::find(s.among.begin(), s.among.end(), fight.wish_lead) != s.among.end()) {
    lead = fight.wish_lead;
  } else if (s.among.size() > 1) {
    std::vector<engine::Option> options;
    for (const UnitId& id : s.among) options.push_back({id.text, id.text});
    u.ask(s, engine::ask_choice(attacking_side(u.state()), "BB-DICE-14", "which unit leads?", std::move(options)));
    return;
  }
  u.emit(LeadChosen{led_by(fight.attackers, lead)});
}

void resume(Unfold& u, const MeleeDice&, const engine::Answers&) {
  const State& state = u.state();
  std::vector<UnitId> engaged{state.fight->attackers.front()};
  if (!state.fight->camp) engaged.push_back(state.fight->target);
  std::vector<Step> ask;
  for (const UnitId& id : engaged) {
    const Unit& unit = state.units.at(id);
    if (unit.has_ranks() && !unit.ranks.value) ask.emplace_back(AskRanks{id});
  }
  if (!ask.empty()) {
    ask.emplace_back(MeleeDice{});
    return u.later(std::move(ask));
  }
  for (const UnitId& id : engaged) {
    const Unit& unit = u.state().units.at(id);
    if (unit.has_ranks() && !unit.ranks.revealed) u.emit(RanksShown{id, *unit.ranks.value, "BB-UNIT-23"});
  }
  u.later({MeleeAttack{}});
}

void resume(Unfold& u, const MeleeAttack& s, const engine::Answers& answers) {
  const State& state = u.state();
  const Fight& fight = *state.fight;
  const Side side = attacking_side(state);
  const MeleeCount count = melee_count(state, fight.attackers, target_of(state), fight.camp);
  if (answers.empty() && count.attack > 0) {
    u.ask(s, engine::ask_dice(side, "BB-DICE-01", "attack dice against " + fight.target.text, count.attack));
    return;
  }
  int leaders = 0;
  for (const UnitId& id : fight.attackers) leaders += static_cast<int>(leaders_at(state, state.units.at(id).square, side).size());
  // BB-DICE-23, BB-DICE-24: one for each leader in the melee and always one for the attacker.
  u.emit(DiceThrown{true, answers.empty() ? engine::Checked<int>{} : answers.front().values, 1 + leaders + card_rerolls(state, side)});
  u.later({MeleeDefence{}});
}

void resume(Unfold& u, const MeleeDefence& s, const engine::Answers& answers) {
  const State& state = u.state();
  const Fight& fight = *state.fight;
  const Side side = other(attacking_side(state));
  const MeleeCount count = melee_count(state, fight.attackers, target_of(state), fight.camp);
  if (answers.empty() && count.defence > 0) {
    u.ask(s, engine::ask_dice(side, "BB-DICE-01", "defence dice of " + fight.target.text, count.defence));
    return;
  }
  const int leaders = fight.camp ? 0 : static_cast<int>(leaders_at(state, target_of(state)->square, side).size());
  u.emit(DiceThrown{false, answers.empty() ? engine::Checked<int>{} : answers.front().values, leaders + card_rerolls(state, side)});
  u.later({AskReroll{other(second_side(u.state()))}});  // BB-AMB-57: the side without the initiative first
}

void resume(Unfold& u, const AskReroll& s, const engine::Answers& answers) {
  const Fight& fight = *u.state().fight;
  const bool attack = attacking_side(u.state()) == s.side;
  const auto& dice = attack ? fight.attack_dice : fight.defence_dice;
  const int rerolls = std::min(attack ? fight.attack_rerolls : fight.defence_rerolls, static_cast<int>(dice.size()));
  if (answers.empty() && (rerolls > 0 || (s.thrown_anew && !dice.empty() && may_hold_reroll(u.state(), s.side)))) {
    std::string shown;
    std::vector<engine::Option> options{{"pass", "keep them"}};
    for (std::size_t i = 0; i < dice.size(); ++i) {
      if (rerolls > 0) options.push_back({std::to_string(i + 1), "die " + std::to_string(i + 1) + " showing " + std::to_string(dice[i])});
      shown += " " + std::to_string(dice[i]);
    }
    engine::Wait wait =
        rerolls > 0 ? engine::ask_choice(s.side, attack ? "BB-DICE-24" : "BB-DICE-23", "re-roll any of" + shown + "?", std::move(options))
                    : engine::ask_choice(s.side, "BB-AMB-57", "keep" + shown + ", or play a card that throws again?", std::move(options));
    wait.most = std::max(1, rerolls);
    u.ask(s, std::move(wait));
    return;
  }
  const bool keeps =
      answers.empty() || std::find(answers.front().choices.begin(), answers.front().choices.end(), "pass") != answers.front().choices.end();
  if (!keeps) {
    RollReroll roll{.side = s.side, .dice = {}};
    for (const std::string& choice : answers.front().choices) roll.dice.push_back(std::stoi(choice) - 1);
    u.later({roll});
    return;
  }
  u.emit(RerollPassed{s.side});
  if (u.state().fight->passes >= 2)
    u.later({MeleeEffect{}});
  else
    u.later({AskReroll{other(s.side)}});
}

void resume(Unfold& u, const RollReroll& s, const engine::Answers& answers) {
  if (answers.empty()) {
    u.ask(s, engine::ask_dice(s.side, "BB-DICE-21", "the new dice", static_cast<int>(s.dice.size())));
    return;
  }
  u.emit(RerollUsed{s.side, s.dice, answers.front().values});
  u.later({AskReroll{other(s.side), true}});
}

}  // namespace polemarch::blade_and_bow
