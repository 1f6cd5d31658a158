#pragma once
/// Rules agreed at this table; the defaults are the catalogue's decisions. Pure.

#include <string>
#include <string_view>
#include <vector>

namespace polemarch::to_the_strongest {

struct Options {
  bool three_column_arc = false;       ///< "arc": "three_columns" (TTS-AMB-01)
  bool one_wagon_bonus = false;        ///< M7 and M8 as a single +1 (TTS-AMB-13)
  bool scythed_as_lights = false;      ///< TTS-AMB-22
  bool scythed_hit_6 = false;          ///< TTS-AMB-23
  bool replay_shooting = false;        ///< TTS-AMB-39
  bool charge_on_after_loss = false;   ///< TTS-AMB-99
  bool rough_all_activations = false;  ///< TTS-AMB-105
  bool heroes_for_beasts = false;      ///< TTS-AMB-115
  bool chits = false;                  ///< numbered chits from a bag, or a shared deck: values are not counted (TTS-DECK-03, TTS-DECK-04)
  bool resupply = true;                ///< large games may drop it (TTS-BID-05)
  bool stratagems = true;              ///< TTS-STR-01
  bool table_markers = false;          ///< disorder and chits lie on the table: nothing is asked about them
  std::vector<std::string> rules_off;  ///< sections of TTS-SEQ-10 that are not played: "boats", "orbis" ...
  bool operator==(const Options&) const = default;
  bool plays(std::string_view section) const {
    for (const std::string& off : rules_off)
      if (off == section) return false;
    return true;
  }
};

}  // namespace polemarch::to_the_strongest
