#pragma once
/// The deck, hands and effects. Rules BB-CARD. A card is its number; 0 = a card the engine was not told. Pure.

#include <optional>
#include <string_view>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"

namespace polemarch::blade_and_bow {

/// The pile's name in questions.
constexpr std::string_view kDeck = "deck";
/// Cards neither discarded nor in a hand.
int cards_left(const State& state);
/// A new card of this side's hand whose number is not told yet.
Secret<int> unknown_card(const State& state, Side side);
/// The wait for drawn cards; numbers may be kept face down (0) when they go to a hand.
engine::Wait card_wait(const State& state, Side side, int count, bool to_hand);
/// The draw pile as it lies: every card once; what is discarded or in a hand is out.
engine::Pile draw_pile(const State& state, const engine::ChanceSpec& chance);
/// Can these numbers have come from the draw pile, as far as `drawer` may know? What lies in the other hand is not asked: a number that is
/// in both shows when it is played twice (played_before). `own_hand`: what lies in the drawer's hand was not drawn either; a draw that
/// everybody sees is held against it only where the drawer himself says what he drew.
engine::Verdict judge_draw(const State& state, Side drawer, const std::vector<int>& numbers, bool own_hand);
/// Everybody sees it lie among the discards.
bool lies_in_discards(const State& state, int card);
/// The refusal of a card that lies in the discards and is to come from a hand all the same: the same whatever the hand holds.
std::optional<engine::Verdict> played_before(const State& state, int card);
/// Does this side hold it (known, or as one of its face-down cards)?
bool holds_card(const State& state, Side side, int card);
/// May the card be played for its text now, for this unit? `kind` as it will work.
engine::Verdict judge_effect(const State& state, Side side, int card, const UnitId& unit, EffectKind kind, const std::string& timing);
/// What a card could be played for now: "initiative", "melee", "shot", "reroll", "morale", "action"; "waiting" while something else is
/// asked, "other" where no card has its moment.
const char* occasion_now(const State& state);
/// Its effect goes on after it is played; a unit rallied by a card is rallied, and that is all.
bool works_on(EffectKind kind);
/// Such a card is played for units, one or all of a side.
bool helps_units(EffectKind kind);
/// Commitment points of these cards (BB-CARD-14, BB-COM-21).
int commitment_points(const State& state, const std::vector<int>& cards);
std::string_view name_of(EffectKind kind);

}  // namespace polemarch::blade_and_bow
