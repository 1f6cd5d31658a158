#pragma once
/// Belos checks: intensity, the throw, the reaction. Rules HM-BCK, HM-BRX, HM-AMB-14. d6 thrown by the shooter, low is good for the
/// target. Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/card.hpp"
#include "engine/rulesets/hoplomachia/topics/penetration.hpp"

namespace polemarch::hoplomachia {

/// "M", "F", "C", "B", "K", "E", "D", "X" (HM-BRX-T1). Not the codes of andreia charts (HM-BRX-16).
char letter_of(BelosCode code);
std::optional<BelosCode> belos_code(char letter);
std::string text_of(BelosCode code);
/// F, C, B, E and D fall on the taxis; M, K and X on the lochos hit.
bool falls_on_taxis(BelosCode code);

/// The reaction of a card by intensity (1 or more) and condition. Nothing when the card has no chart.
std::optional<BelosCode> reaction_of(const UnitCard& card, bool passed, int intensity, Condition condition);

/// What an intensity is made of.
struct BelosFacts {
  int belos = 0;
  int second_rank = 0;  ///< +1 by a second rank of toxotes, or of an ile in a belos charge (HM-BEL-07, HM-BCH-08)
  int joined = 0;       ///< further stands at the same target
  bool belos_charge = false;
  bool sheltered = false;  ///< the target stands behind a wall or palisade
  int shield = 0;          ///< the target's belos shield
  int epilektoi = 0;       ///< optional rule 7, on the throw
};
/// HM-BCK-01 to 03.
Arithmetic intensity_of(const BelosFacts& facts);

/// The rows that sum up to what the d6 must show or less for the target to pass: its check number less the intensity (HM-BCK-04).
std::vector<engine::ThrowRow> belos_rows(int check_number, const Arithmetic& intensity, int epilektoi = 0);
/// Chance that a d6 shows `need` or less, in thousandths.
int per_mille_pass(int need);

}  // namespace polemarch::hoplomachia
