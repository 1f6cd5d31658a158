#pragma once
/// Andreia checks: the number, the throw and what the card's chart says of it. Rules HM-AND, HM-OPT8-01. 2d6, low is good. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/core/telling.hpp"
#include "engine/rulesets/hoplomachia/card.hpp"

namespace polemarch::hoplomachia {

/// "M", "R", "P", "C", "E", "H", "D", "X", "W" (HM-AND-T1). Not the codes of belos reactions, which share letters (HM-BRX-16).
char letter_of(AndreiaCode code);
std::optional<AndreiaCode> andreia_code(char letter);
/// "maintains", "routs" ...
std::string text_of(AndreiaCode code);

/// What a check's number is made of.
struct CheckFacts {
  int andreia = 0;
  int arete = 0;                            ///< the card's modifier for the army's condition
  std::optional<int> phobos, enemy_phobos;  ///< both where the check comes from direct interaction (HM-AND-19)
  bool promachos = false;                   ///< of his unit, Charging line (HM-AND-22)
  bool demagogue = false;                   ///< of his unit, Katastrophe line (HM-AND-23)
  int nemesis = 0;                          ///< optional rule 8
  int epilektoi = 0;                        ///< optional rule 7: what the player takes off or puts on the throw
};
/// The rows that sum up to the number to roll or less on 2d6. What changes the throw stands with its sign turned round.
std::vector<engine::ThrowRow> check_rows(const CheckFacts& facts, AndreiaLine line);
/// The highest of several enemies' phobos (HM-AND-21).
std::optional<int> highest(const std::vector<int>& phobos);

/// Chance of 2d6 at `need` or less, in thousandths.
int per_mille_check(int need);
/// HM-AND-15 to 17.
AndreiaCode code_of(const AndreiaRow& row, bool passed, Condition condition);

}  // namespace polemarch::hoplomachia
