#pragma once
/// The card an activation needs, and why. Rules TTS-ACT, TTS-DIF, TTS-CMD. Pure.

#include <vector>

#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"

namespace polemarch::to_the_strongest {

/// Boxes from the unit to its own or the senior general, the nearer one; empty when neither is on the table. TTS-CMD-01, TTS-GEN-23.
std::optional<int> command_distance(const Board& board, const Unit& unit);
/// TTS-CMD-01..06. False too where the roster lists no general at all.
bool out_of_command(const Board& board, const Unit& unit);

/// The penalties of one unit doing `plan`; each Reason's value is its pips.
std::vector<engine::Reason> difficulties(const Board& board, const Unit& unit, const Plan& plan);
int pips(const std::vector<engine::Reason>& reasons);
/// Is the activation one of the difficult ones, whether or not the unit pays for it? TTS-ACT-T1, TTS-TYPE-76.
bool is_difficult(const Board& board, const Unit& unit, const Plan& plan);
/// What the unit's own last card asks for: 2, or one more than that card. TTS-ACT-03, TTS-ACT-04.
constexpr int need_before_penalties(int activation) { return activation == 0 ? 2 : activation + 1; }
/// Card needed by one unit. TTS-DIF-T1.
int card_needed(const Board& board, const Unit& unit, const Plan& plan);
/// A 10 always succeeds. TTS-ACT-05.
constexpr bool card_suffices(int card, int need) { return card >= need || card == kHighestCard; }

/// Legionaries and triarii. TTS-TYPE-76, TTS-TYPE-77.
inline bool drilled(const Unit& unit) { return unit.type == Type::Legionaries || unit.triarii; }

}  // namespace polemarch::to_the_strongest
