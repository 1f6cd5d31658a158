#include "engine/rulesets/blade_and_bow/topics/cards.hpp"

#include <algorithm>

#include "engine/rulesets/blade_and_bow/rules.hpp"
#include "engine/rulesets/blade_and_bow/tables.hpp"

namespace polemarch::blade_and_bow {

using engine::allow;
using engine::refuse;
using engine::Verdict;

int cards_left(const State& state) {
  const std::size_t used = state.discards.size() + state.armies[0].hand.size() + state.armies[1].hand.size();
  return std::max(0, static_cast<int>(state.deck.size()) - static_cast<int>(used));
}

Secret<int> unknown_card(const State& state, Side side) {
  return {.id = "card." + std::string(name_of(side)) + "." + std::to_string(state.army(side).cards_taken + 1),
          .owner = viewer_of(side),
          .range = "a card",
          .revealed = false,
          .value = {}};
}

engine::Wait card_wait(const State& state, Side side, int count, bool to_hand) {
  engine::Wait wait{.id = {},
                    .who = viewer_of(side),
                    .kind = engine::WaitKind::Chance,
                    .rule = to_hand ? "BB-SEQ-02" : "BB-SEQ-08",
                    .question = to_hand
                                    ? "draw " + std::to_string(count) + (count == 1 ? " card" : " cards") + " to the hand (0 = face down)"
                                    : "draw a card for actions",
                    .options = {},
                    .chance = engine::ChanceSpec{},
                    .region = {},
                    .bases = {},
                    .answer = {}};
  wait.chance->count = count;
  wait.chance->lowest = to_hand ? 0 : 1;
  wait.chance->highest = static_cast<int>(state.deck.size());
  wait.chance->source = kDeck;
  return wait;
}

engine::Pile draw_pile(const State& state, const engine::ChanceSpec& chance) {
  engine::Pile pile{.all = std::vector<int>(static_cast<std::size_t>(chance.highest - chance.lowest) + 1, 0),
                    .shuffled = {engine::Reshuffle::OnCard, engine::Reshuffle::WhenEmpty}};
  const auto set = [&](std::vector<int>& counts, int number, int count) {
    if (number >= chance.lowest && number <= chance.highest) counts[static_cast<std::size_t>(number - chance.lowest)] = count;
  };
  for (const Card& card : state.deck) set(pile.all, card.number, 1);
  pile.refilled = pile.all;
  for (const Army& army : state.armies)
    for (const Secret<int>& card : army.hand) set(pile.refilled, card.value.value_or(0), 0);
  pile.left = pile.refilled;
  for (const int number : state.discards) set(pile.left, number, 0);
  return pile;
}

Verdict judge_draw(const State& state, Side drawer, const std::vector<int>& numbers, bool own_hand) {
  for (const int number : numbers) {
    if (number == 0) continue;  // kept face down
    if (std::count(numbers.begin(), numbers.end(), number) > 1)
      return engine::impossible("card " + std::to_string(number) + " is named twice", "BB-CARD-24");
    const bool gone = std::find(state.discards.begin(), state.discards.end(), number) != state.discards.end();
    const auto& hand = state.army(drawer).hand;
    const bool held = own_hand && std::any_of(hand.begin(), hand.end(), [&](const Secret<int>& card) { return card.value == number; });
    if (gone || held) return engine::impossible("card " + std::to_string(number) + " is not in the draw pile", "BB-SET-17");
  }
  return allow();
}

bool lies_in_discards(const State& state, int card) {
  return card_numbered(state, card) != nullptr && std::find(state.discards.begin(), state.discards.end(), card) != state.discards.end();
}

std::optional<Verdict> played_before(const State& state, int card) {
  if (!lies_in_discards(state, card)) return std::nullopt;
  return refuse("BB-CARD-24", "card " + std::to_string(card) + " lies in the discards: played already, or typed wrongly");
}

bool holds_card(const State& state, Side side, int card) {
  const auto& hand = state.army(side).hand;
  return std::any_of(hand.begin(), hand.end(), [&](const Secret<int>& held) { return !held.value || *held.value == card; });
}

int commitment_points(const State& state, const std::vector<int>& cards) {
  int points = 0;
  for (const int number : cards) {
    const Card* card = card_numbered(state, number);
    if (card != nullptr) points += card->commitment.value_or(0);
  }
  return points;
}

std::optional<engine::Pile> Rules::pile(const State& state, const engine::Wait& wait) {
  if (!wait.chance || wait.chance->source != kDeck || state.deck.empty()) return std::nullopt;  // paper cards are only counted
  return draw_pile(state, *wait.chance);
}

const char* occasion_now(const State& state) {
  if (!state.agenda.idle()) {
    const Step& top = state.agenda.lanes.back().stack.back().step;
    if (const auto* roll = std::get_if<RollInitiative>(&top); roll != nullptr && roll->side == Side::A) return "initiative";
    if (std::holds_alternative<MeleeAttack>(top)) return "melee";
    if (std::holds_alternative<ShotAttack>(top)) return "shot";
    if (std::holds_alternative<AskReroll>(top)) return "reroll";
    if (std::holds_alternative<CommitRoll>(top) || std::holds_alternative<RoutDice>(top) || std::holds_alternative<RecoilCheck>(top) ||
        std::holds_alternative<ReverseCheck>(top) || std::holds_alternative<RollRally>(top) || std::holds_alternative<LeaderLeaves>(top) ||
        std::holds_alternative<RollManagement>(top))
      return "morale";
    return "waiting";
  }
  return state.turn.phase == Phase::Impulses ? "action" : "other";
}

namespace {}  // namespace

bool works_on(EffectKind kind) { return kind != EffectKind::Rally; }

bool helps_units(EffectKind kind) {
  return kind != EffectKind::InitiativeModifier && kind != EffectKind::Cancel && kind != EffectKind::Text;
}

namespace {
/// The first of the two initiative dice has fallen: what it shows is known.
bool initiative_die_lies(const State& state) {
  if (state.agenda.idle()) return false;
  const auto* roll = std::get_if<RollInitiative>(&state.agenda.lanes.back().stack.back().step);
  return roll != nullptr && roll->side == Side::B;
}

bool fights_here(const Fight& fight, const UnitId& unit) {
  return unit == fight.target || std::find(fight.attackers.begin(), fight.attackers.end(), unit) != fight.attackers.end();
}

/// Dice of the attacked are of no use to who attacks, those of shooters none to whom they shoot at.
Verdict useful_to(const State& state, Side side, EffectKind kind, bool shot) {
  if (!state.fight || state.fight->attackers.empty()) return allow();
  const Unit* lead = find_unit(state, state.fight->attackers.front());
  if (lead == nullptr) return allow();
  const bool attacks = lead->side == side;
  if (kind == EffectKind::DefenceDice && attacks) return refuse("BB-CARD-17", "this card gives dice to the side attacked");
  if (kind == EffectKind::AttackDice && !attacks && shot) return refuse("BB-CARD-17", "this card gives dice to the shooters");
  return allow();
}

/// What a card may be played for, and until when.
std::string occasion_of(const std::string& timing) {
  if (timing == "move" || timing == "rally") return "a " + timing + ": before that action begins";
  const std::string what = timing == "shot"         ? "shooting"
                           : timing == "initiative" ? "the initiative"
                           : timing == "morale"     ? "a morale check"
                                                    : "a " + timing;
  return what + ": before its dice are rolled";
}

}  // namespace

Verdict judge_effect(const State& state, Side side, int card, const UnitId& unit, EffectKind kind, const std::string& timing) {
  const Card* known = card_numbered(state, card);
  if (known != nullptr && known->tough_luck) return refuse("BB-CARD-24", "Tough Luck: it can only be discarded");
  const std::string now = occasion_now(state);
  if (now == "other" && timing != "any") return refuse("BB-CARD-17", "not the moment for this card");
  const auto wants = [&](std::initializer_list<const char*> when) {
    return std::any_of(when.begin(), when.end(), [&](const char* w) { return now == w; });
  };
  bool moment = true;
  // Only what lets dice fall anew may wait until they lie (BB-CARD-21).
  if (timing == "melee") moment = now == "melee" || (now == "reroll" && kind == EffectKind::Reroll);
  if (timing == "shot") moment = wants({"shot"});
  if (timing == "morale") moment = wants({"morale"});
  if (timing == "initiative") moment = wants({"initiative"});
  if (timing == "move" || timing == "rally") moment = wants({"action"});
  if (!moment) return refuse(now == "waiting" || now == "reroll" ? "BB-CARD-21" : "BB-CARD-17", "this card is for " + occasion_of(timing));
  if (Verdict use = useful_to(state, side, kind, now == "shot"); !use.allowed()) return use;
  if (kind == EffectKind::InitiativeModifier && initiative_die_lies(state))
    return refuse("BB-CARD-21", "this card is for " + occasion_of("initiative"));
  if (now == "reroll" && state.fight && !unit.empty() && !fights_here(*state.fight, unit))
    return refuse("BB-CARD-17", unit.text + " does not fight here");
  if (kind == EffectKind::Rally) {
    const Unit* helped = find_unit(state, unit);
    if (helped == nullptr) return engine::impossible("name the unit to rally");
    if (!helped->disrupted || !helped->on_map()) return refuse("BB-RAL-08", unit.text + " is not disrupted on the map");
  }
  if (kind == EffectKind::Movement && unit.empty()) return refuse("BB-CARD-17", "name the unit that moves farther");
  if (!unit.empty() && find_unit(state, unit) == nullptr) return engine::impossible("unknown unit " + unit.text);
  if (helps_units(kind)) {
    for (const ActiveEffect& effect : state.effects) {  // BB-CARD-20, BB-AMB-18
      if (effect.side != side || !helps_units(effect.kind) || !works_on(effect.kind)) continue;
      if (effect.unit.empty() || unit.empty() || effect.unit == unit)
        return refuse("BB-CARD-20", "card " + std::to_string(effect.card) + " helps " + (unit.empty() ? "them" : unit.text) + " already");
    }
  }
  if (kind == EffectKind::Cancel && std::none_of(state.effects.begin(), state.effects.end(),
                                                 [&](const ActiveEffect& effect) { return effect.side != side && works_on(effect.kind); }))
    return refuse("BB-CARD-17", "no enemy card to cancel");
  if (now == "melee" && state.fight && state.fight->cards_second) {
    const Side holder = state.turn.initiative.value_or(state.scenario.tie_breaker);
    if (side != holder) return refuse("BB-CARD-23", "the side without the initiative declares its cards first");
  }
  return allow();
}

std::string_view name_of(EffectKind kind) {
  switch (kind) {
    case EffectKind::Text:
      return "text";
    case EffectKind::AttackDice:
      return "attack_dice";
    case EffectKind::DefenceDice:
      return "defence_dice";
    case EffectKind::Reroll:
      return "reroll";
    case EffectKind::MeleeModifier:
      return "melee_modifier";
    case EffectKind::ShotModifier:
      return "shot_modifier";
    case EffectKind::MoraleModifier:
      return "morale_modifier";
    case EffectKind::InitiativeModifier:
      return "initiative_modifier";
    case EffectKind::Movement:
      return "movement";
    case EffectKind::Rally:
      return "rally";
    case EffectKind::Cancel:
      return "cancel";
  }
  return "?";
}

}  // namespace polemarch::blade_and_bow
