#pragma once
/// Hoplomachia: roster, places and measuring advice; no turn state. Card values are data the player types from his own cards
/// (HM-CARD-T1). Rules HM-SCALE, HM-PROX, HM-BEL, HM-OTYP, HM-PUR. Inches on the table. Pure.

#include <map>
#include <optional>

#include "engine/core/battle.hpp"
#include "engine/core/measuring_room.hpp"

namespace polemarch::hoplomachia {

enum class TroopClass { Hoplite, Peltaste, Psiloi, Toxotes, Sphendonetes, Hippeis, Hippotoxotes, Chariot, Baggage };
enum class Arrangement { CF, OF, NF };

/// A unit: what it is, and the values of its card that measuring needs.
struct Card {
  TroopClass troop = TroopClass::Hoplite;
  int figure_mm = 15;                            ///< 25: 60 mm stands; 6, 10 or 15: 40 mm stands (HM-SCALE-03)
  std::optional<Length> depth;                   ///< of a stand; free (HM-SCALE-02), 20 mm when not given
  std::optional<double> mov_cf, mov_of, mov_nf;  ///< inches, from the unit's card
  std::optional<double> range;                   ///< inches, from the unit's card
  bool strategos = false;                        ///< a strategos stands in this unit
  bool operator==(const Card&) const = default;
};

/// HM-SCALE-02, 03.
Footprint footprint_of(const Card& card);
/// HM-TROOP-03: both CF and OF on the card.
bool disciplined(const Card& card);
/// Light troops: they keep within a stade of their core and off the hoplites.
bool is_belos_class(TroopClass troop);

struct Room {
  using Card = hoplomachia::Card;
  static const engine::RulesetInfo& info();
  static engine::Advice advise(const engine::MeasuringState<Card>& state, const engine::Selection& selection);
};
using Rules = engine::MeasuringRules<Room>;

Result<std::unique_ptr<engine::Battle>> make_battle(std::string_view setup_json, std::string_view name);

}  // namespace polemarch::hoplomachia
