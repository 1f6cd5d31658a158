/// The dice of melees and shots with their odds.
#include "engine/rulesets/blade_and_bow/show/combat_odds.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/tables.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

namespace polemarch::blade_and_bow {

using engine::Better;
using engine::Pending;

namespace {

bool does_hit(int die, int modifier, int limit) { return std::clamp(die + modifier, 1, 6) <= limit; }
/// Faces at or under the limit once the modifier is on the die; they are the lowest ones.
int faces_up_to(int limit, int modifier) {
  int faces = 0;
  for (int die = 1; die <= 6; ++die) faces += does_hit(die, modifier, limit) ? 1 : 0;
  return faces;
}
/// Faces that cancel a hit; they are the highest ones.
int faces_that_cancel(int modifier) {
  int faces = 0;
  for (int die = 1; die <= 6; ++die) faces += count_cancels({die}, modifier);
  return faces;
}

/// "33 %": a chance of so many faces of a die.
std::string per_cent(int faces) { return std::to_string((engine::per_mille_of(faces, 6) + 5) / 10) + " %"; }

/// "a 5 or 6 cancels one": what a die of this modifier does beside hitting (BB-DICE-25).
std::string cancels_words(int modifier) {
  const int faces = faces_that_cancel(modifier);
  if (faces == 0) return "none cancels";
  return (faces == 1 ? "a 6" : faces == 2 ? "a 5 or 6" : std::to_string(7 - faces) + " or more") + std::string(" cancels one");
}

/// What the dice of one side are made of.
template <class Count>
void add_dice_rows(Pending& pending, const Count& count, bool attack) {
  for (std::size_t i = 0; i < count.lines.size(); ++i)
    if (count.of_attack[i] == attack) pending.thrown.dice.push_back(engine::row_of(count.lines[i]));
  if (engine::sum_of(pending.thrown.dice) != pending.count) pending.thrown.dice.clear();
}

/// Hits that the attack's fives and sixes do not cancel, as the dice lie now (BB-DICE-25).
void take_cancelled(Pending& pending, int ways, int cancelled) {
  std::vector<double> shares{1.0};
  for (int die = 0; die < pending.count; ++die) {
    std::vector<double> next(shares.size() + 1, 0.0);
    for (std::size_t k = 0; k < shares.size(); ++k) next[k] += shares[k] * (6 - ways) / 6, next[k + 1] += shares[k] * ways / 6;
    shares = std::move(next);
  }
  std::vector<double> net(1, 0.0);
  double expected = 0;
  for (int hits = 0; hits < static_cast<int>(shares.size()); ++hits) {
    const double share = shares.at(static_cast<std::size_t>(hits));
    expected += share * std::max(0, hits - cancelled);
    hits <= cancelled ? static_cast<void>(net.front() += share) : net.push_back(share);
  }
  pending.outlooks = engine::outlooks_of(net);
  pending.expected = static_cast<int>(expected * 100 + 0.5);
}

ShotDice shot_dice_now(const State& state) {
  std::vector<const Unit*> shooters;
  for (const UnitId& id : state.fight->attackers) shooters.push_back(&state.units.at(id));
  return shot_dice(state, shooters, state.units.at(state.fight->target), state.fight->rotation);
}

}  // namespace

const Unit* target_now(const State& state) {
  const auto found = state.units.find(state.fight->target);
  return state.fight->camp || found == state.units.end() ? nullptr : &found->second;
}

Pending each_low(Side who, UnitId thrower, UnitId at, std::string purpose, std::string rule, int limit, const std::vector<int>& modifiers) {
  Pending pending;
  pending.thrown.who = who;
  pending.thrown.thrower = std::move(thrower);
  pending.thrown.at = std::move(at);
  pending.thrown.purpose = std::move(purpose);
  pending.thrown.rule = std::move(rule);
  pending.thrown.better = Better::Low;
  const int first = modifiers.empty() ? 0 : modifiers.back();
  pending.thrown.need = faces_up_to(limit, first);
  pending.thrown.per_mille = engine::per_mille_of(pending.thrown.need, 6);
  pending.thrown.rows = {{pending.thrown.rule, "at or under", limit, {}}};
  if (first != 0) pending.thrown.rows.push_back({"BB-DICE-20", "ground and shield wall, on the die", pending.thrown.need - limit, {}});
  pending.count = static_cast<int>(modifiers.size());
  std::vector<int> ways;
  int sum = 0;
  for (const int modifier : modifiers) ways.push_back(faces_up_to(limit, modifier)), sum += ways.back();
  pending.needs = ways;
  pending.outlooks = engine::count_outlooks(ways, 6);
  pending.expected = (100 * sum + 3) / 6;
  return pending;
}

Pending attack_dice(const State& state) {
  const Fight& fight = *state.fight;
  const MeleeCount count = melee_count(state, fight.attackers, target_now(state), fight.camp);
  const Side side = state.units.at(fight.attackers.front()).side;
  Pending pending = each_low(side, fight.attackers.front(), fight.target, "attack dice", "BB-DICE-01", kHitsUpTo, count.attack_modifiers);
  pending.one = "hit", pending.many = "hits", pending.done = "a hit", pending.not_done = "a miss";
  pending.of = "hits; " + cancels_words(count.attack_modifiers.empty() ? 0 : count.attack_modifiers.front());
  add_dice_rows(pending, count, true);
  return pending;
}

Pending defence_dice(const State& state) {
  const Fight& fight = *state.fight;
  const MeleeCount count = melee_count(state, fight.attackers, target_now(state), fight.camp);
  const Side side = other(state.units.at(fight.attackers.front()).side);
  const std::vector<int> modifiers(static_cast<std::size_t>(std::max(0, count.defence)), count.defence_modifier);
  Pending pending =
      each_low(side, fight.target, fight.attackers.front(), "defence dice", "BB-DICE-01", count.defence_hits_up_to, modifiers);
  pending.one = "hit back", pending.many = "hits back", pending.done = "a hit", pending.not_done = "a miss";
  pending.of = "hits back; " + cancels_words(count.defence_modifier);
  if (const int cancelled = cancelled_by(state, MeleeAttack{}, fight.attack_dice, 0); cancelled > 0) {
    pending.of = "hits back past " + std::to_string(cancelled) + " cancelled; " + cancels_words(count.defence_modifier);
    take_cancelled(pending, pending.thrown.need, cancelled);
  }
  add_dice_rows(pending, count, false);
  return pending;
}

Pending shooting(const State& state, bool attack) {
  const Fight& fight = *state.fight;
  const ShotDice dice = shot_dice_now(state);
  const Side shooter = state.units.at(fight.attackers.front()).side, side = attack ? shooter : other(shooter);
  const std::vector<int> modifiers(static_cast<std::size_t>(std::max(0, attack ? dice.attack : dice.defence)),
                                   attack ? dice.attack_modifier : dice.defence_modifier);
  Pending pending = each_low(side, attack ? fight.attackers.front() : fight.target, attack ? fight.target : fight.attackers.front(),
                             attack ? "shooting dice" : "missile defence", attack ? "BB-RNG-13" : "BB-RNG-16", kHitsUpTo, modifiers);
  if (!attack) {
    const int faces = faces_that_cancel(dice.defence_modifier), count = pending.count;
    pending.thrown.better = Better::High;
    pending.thrown.need = 7 - faces;
    pending.thrown.per_mille = engine::per_mille_of(faces, 6);
    pending.thrown.rows = {{"BB-RNG-18", "cancels from", 7 - faces_that_cancel(0), {}}};
    if (dice.defence_modifier != 0) pending.thrown.rows.push_back({"BB-RNG-18", "modifier of the die", faces_that_cancel(0) - faces, {}});
    pending.needs.clear();
    pending.outlooks = engine::count_outlooks(count, faces, 6);
    pending.expected = engine::expected_hundredths(count, faces, 6);
  }
  pending.one = attack ? "hit" : "cancelled", pending.many = attack ? "hits" : "cancelled";
  pending.done = attack ? "a hit" : "cancelled", pending.not_done = attack ? "a miss" : "nothing";
  pending.of = attack ? "hits" : "hits cancelled";
  add_dice_rows(pending, dice, attack);
  return pending;
}

Pending again(const State& state, const RollReroll& step) {
  const Fight& fight = *state.fight;
  const MeleeCount count = melee_count(state, fight.attackers, target_now(state), fight.camp);
  const bool attack = state.units.at(fight.attackers.front()).side == step.side;
  std::vector<int> modifiers;
  for (const int die : step.dice) {
    const auto at = static_cast<std::size_t>(die);
    modifiers.push_back(!attack ? count.defence_modifier : at < count.attack_modifiers.size() ? count.attack_modifiers[at] : 0);
  }
  Pending pending =
      each_low(step.side, attack ? fight.attackers.front() : fight.target, attack ? fight.target : fight.attackers.front(),
               attack ? "attack dice again" : "defence dice again", "BB-DICE-21", attack ? kHitsUpTo : count.defence_hits_up_to, modifiers);
  pending.one = "hit", pending.many = "hits", pending.done = "a hit", pending.not_done = "a miss";
  pending.of = attack ? "hits" : "hits back";
  pending.thrown.aim = engine::Aim::Blow;
  return pending;
}

void word_reroll(const State& state, const AskReroll& step, engine::Wait& wait) {
  if (!state.fight || state.fight->attackers.empty()) return;
  const Fight& fight = *state.fight;
  const MeleeCount count = melee_count(state, fight.attackers, target_now(state), fight.camp);
  const bool attack = state.units.at(fight.attackers.front()).side == step.side;
  const std::vector<int>& dice = attack ? fight.attack_dice : fight.defence_dice;
  const int limit = attack ? kHitsUpTo : count.defence_hits_up_to;
  const auto modifier = [&](std::size_t die) {
    return !attack ? count.defence_modifier : die < count.attack_modifiers.size() ? count.attack_modifiers[die] : 0;
  };
  int hits = 0, cancels = 0;
  std::string shown;
  for (std::size_t i = 0; i < dice.size(); ++i) {
    hits += does_hit(dice[i], modifier(i), limit) ? 1 : 0, cancels += count_cancels({dice[i]}, modifier(i));
    shown += " " + std::to_string(dice[i]);
  }
  const std::string standing = (hits == 0 ? "no hit" : std::to_string(hits) + (hits == 1 ? " hit" : " hits")) +
                               (cancels == 0 ? "" : ", " + std::to_string(cancels) + (cancels == 1 ? " cancels" : " cancel"));
  const bool only_by_card = wait.options.size() == 1;
  wait.question = std::string(attack ? "attack dice" : "defence dice") + shown + ": " +
                  (only_by_card     ? "keep them, or play a card that throws again?"
                   : wait.most == 1 ? "throw one again?"
                                    : "throw up to " + std::to_string(wait.most) + " again?");
  for (engine::Option& option : wait.options) {
    if (option.key == "pass") {
      option.text = "keep them: " + standing;
      continue;
    }
    if (option.key.empty() || option.key.size() > 4 || option.key.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto die = static_cast<std::size_t>(std::stoi(option.key) - 1);
    if (die >= dice.size()) continue;
    option.text = "die " + option.key + ", a " + std::to_string(dice[die]) + " that " +
                  (does_hit(dice[die], modifier(die), limit)       ? "hits"
                   : count_cancels({dice[die]}, modifier(die)) > 0 ? "cancels"
                                                                   : "does nothing") +
                  "; anew " + per_cent(faces_up_to(limit, modifier(die))) + " hits, " + per_cent(faces_that_cancel(modifier(die))) +
                  " cancels";
  }
  if (wait.most < 2) return;
  wait.question += " (" + standing + ")";
  wait.least = 0;
  std::erase_if(wait.options, [](const engine::Option& option) { return option.key == "pass"; });
}

int cancelled_by(const State& state, const Step& step, const std::vector<int>& values, std::size_t first) {
  if (!state.fight || state.fight->attackers.empty()) return 0;
  const Fight& fight = *state.fight;
  const auto* thrown_again = std::get_if<RollReroll>(&step);
  const bool attack = thrown_again != nullptr ? state.units.at(fight.attackers.front()).side == thrown_again->side
                                              : std::holds_alternative<MeleeAttack>(step);
  if (thrown_again == nullptr && !attack && !std::holds_alternative<MeleeDefence>(step)) return 0;
  const MeleeCount count = melee_count(state, fight.attackers, target_now(state), fight.camp);
  int cancels = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t die = first + i;
    if (thrown_again != nullptr) die = die < thrown_again->dice.size() ? static_cast<std::size_t>(thrown_again->dice[die]) : 0;
    const int of_attack = die < count.attack_modifiers.size() ? count.attack_modifiers[die] : 0;
    cancels += count_cancels({values[i]}, attack ? of_attack : count.defence_modifier);
  }
  return cancels;
}

}  // namespace polemarch::blade_and_bow
