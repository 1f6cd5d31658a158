#pragma once
/// What a save needs and each modifier with its row. Rules TTS-SAV, TTS-MOD-T1 (rows M1..M13, S1..S6, R1..R3), to-hit cards of melee
/// (TTS-MEL-03..07) and their bonus cards (TTS-BON). Pure.

#include <vector>

#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"

namespace polemarch::to_the_strongest {

struct SaveNeed {
  int base = 7;
  std::vector<engine::Reason> modifiers;  ///< value = modifier; positive helps the saver
  int modifier() const;
  /// The card needed; a 10 always saves (TTS-SAV-02).
  int need() const { return base - modifier(); }
};
SaveNeed save_need(const Board& board, const SaveDue& due);
/// A modifier as players say it: "M3 charged uphill" without the number of its row.
engine::Reason without_row_number(engine::Reason modifier);
constexpr bool save_passes(int card, int need) { return card >= need || card == kHighestCard; }

/// 6, or 8 for the poor and the disordered. TTS-MEL-03..07, TTS-FAN-02.
int melee_to_hit(const Board& board, const Unit& unit);

/// Bonus to-hit cards a charge would have. TTS-BON-01..10.
struct BonusCards {
  bool flank = false;    ///< flank or rear
  bool scythed = false;  ///< scythed chariots over two boxes
  bool lance = false;    ///< may be used now
  bool beast = false;    ///< elephants' once a battle
};
BonusCards bonus_cards(const Board& board, const Unit& charger, const Unit& target, Box from, Box at, bool two_boxes);

/// Pikes that hit a less deep enemy, both in the clear: it may not strike back. TTS-TYPE-104, TTS-MEL-20, TTS-AMB-24.
bool pikes_silence(const Board& board, const Unit& charger, Box charger_box, const Unit& target);

}  // namespace polemarch::to_the_strongest
