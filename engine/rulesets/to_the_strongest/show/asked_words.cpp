/// Questions as the screen words them: what each way needs, how likely that is and what it costs.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/judge/judge.hpp"
#include "engine/rulesets/to_the_strongest/show/deck_now.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/command_names.hpp"

namespace polemarch::to_the_strongest {

namespace {

void word_replay(const State& state, engine::Wait& wait, const Unit& unit, int need) {
  for (engine::Option& option : wait.options) {
    if (option.key == "no") continue;
    option.text += need_words(state, unit.side, unit.id, need);
    option.text += option.key == "hero" ? ", the hero is then spent" : ", once a turn";
  }
}

/// A failed card: what a new one needs, and what it means to accept the failure (TTS-SEQ-04).
void word_replacement(const State& state, engine::Wait& wait, const ReplaceStep& step) {
  const Side side = wait.who == Viewer::B ? Side::B : Side::A;
  for (engine::Option& option : wait.options)
    option.text += option.key == "no" ? ": " + command_name(state, step.plan.command) + " ends"
                                      : need_words(state, side, {option.key}, step.plan.need) + ", once a turn";
}

/// "march with A1: 2+", "shoot and move with A4: 2+".
void word_order(engine::Wait& wait, const Step& step) {
  const auto* card = std::get_if<CardStep>(&step);
  if (card == nullptr) return;
  const std::string plain = "move with ";
  if (card->plan.march && wait.question.starts_with(plain)) wait.question.replace(0, plain.size(), "march with ");
  const auto order = wait.question.begin() + static_cast<std::ptrdiff_t>(std::min(wait.question.find(" with "), wait.question.size()));
  std::replace(wait.question.begin(), order, '_', ' ');
}

}  // namespace

void Showing::word(const State& state, engine::Wait& wait) {
  const Step* step = engine::asking_step(state.agenda, wait.id);
  if (step == nullptr) return;
  word_order(wait, *step);
  if (const std::string each = "a card on each piece"; std::holds_alternative<TerrainStep>(*step) && wait.question.starts_with(each))
    wait.question.insert(each.size(), ", in the order they were placed");
  if (wait.options.empty()) return;
  if (const auto* failed = std::get_if<ReplaceStep>(step)) return word_replacement(state, wait, *failed);
  if (const auto* shot = std::get_if<ShootStep>(step); shot != nullptr && shot->stage == ShootStage::ReplayAsked)
    if (const Unit* shooter = state.unit(shot->shooter)) word_replay(state, wait, *shooter, kToHitPoor);
  const auto* charge = std::get_if<ChargeStep>(step);
  const Unit *charger = charge == nullptr ? nullptr : state.unit(charge->charger),
             *target = charge == nullptr ? nullptr : state.unit(charge->target);
  if (charger == nullptr || target == nullptr) return;
  if (charge->stage == ChargeStage::ReplayAsked) word_replay(state, wait, *charger, melee_to_hit(Board(state), *charger));
  for (engine::Option& option : wait.options) {
    const bool defender = charge->stage == ChargeStage::DefenderThrowAsked;
    const Unit& thrower = defender ? *target : *charger;
    if (option.key == "throw") option.text += need_words(state, thrower.side, thrower.id, kToHitPoor);
    if (option.key == "use") option.text += ": one card more to hit";  // TTS-AMB-36
  }
  if (charge->stage != ChargeStage::EvadeAsked) return;
  const auto stands = [](const engine::Option& option) { return option.key == "stand"; };
  if (const std::string may = ": evade?"; std::none_of(wait.options.begin(), wait.options.end(), stands) && wait.question.ends_with(may))
    wait.question.replace(wait.question.size() - may.size(), may.size(), ", who must evade: where to?");
  const std::string needs = need_words(state, target->side, target->id, evade_card(Board(state), *target, *charger));
  for (engine::Option& option : wait.options)
    if (option.key != "stand") option.text += needs;
}

}  // namespace polemarch::to_the_strongest
