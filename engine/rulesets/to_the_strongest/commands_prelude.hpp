#pragma once
/// What players say before the first turn, and stratagem cards. Rules TTS-TCH, TTS-TPL, TTS-STR, TTS-SCT, TTS-DEP, TTS-SCN, TTS-BID. Pure
/// values.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/to_the_strongest/box.hpp"
#include "engine/rulesets/to_the_strongest/field.hpp"
#include "models/ids.hpp"

namespace polemarch::to_the_strongest {

/// Where one unit, general or camp starts.
struct Posting {
  UnitId unit;
  Box box;
  std::optional<Facing> facing;  ///< none: towards the enemy
  std::string place;             ///< "front" or "behind" of the mate already there
  bool operator==(const Posting&) const = default;
};
/// One whole command is deployed at once. TTS-DEP-01.
struct Deploy {
  static constexpr const char* kName = "deploy";
  static constexpr engine::Deed kDeed = engine::Deed::Place;
  UnitId command;
  std::vector<Posting> postings;
  std::vector<std::string> fortifications;  ///< "c1/c2": the first box is protected
  std::vector<UnitId> stakes;               ///< units that plant their stakes at once (TTS-TER-16)
  bool operator==(const Deploy&) const = default;
};
/// Deployment is over (after cards that must be played at its end).
struct DeploymentDone {
  static constexpr const char* kName = "deployment_done";
  static constexpr bool kEnds = true;
  bool operator==(const DeploymentDone&) const = default;
};

/// Take a stratagem card. `card` only for a brilliant general's free choice or a physical card shown to the engine. TTS-STR-02.
struct DrawStratagem {
  static constexpr const char* kName = "draw_stratagem";
  std::string side;     ///< "A" or "B"; empty = the speaker
  std::string card;     ///< "JH", "QC", "joker" ...
  bool unseen = false;  ///< held on paper, not told to the engine
  bool operator==(const DrawStratagem&) const = default;
};

/// Play a held card. Fields as the card needs them. TTS-STR.
struct PlayStratagem {
  static constexpr const char* kName = "play_stratagem";
  std::string card;
  std::vector<UnitId> units;
  UnitId general, command;
  Box box;
  bool operator==(const PlayStratagem&) const = default;
};

/// A secret note on the roster: the unit of Q spades, the delayed unit of a king, its zone. TTS-STR-17, TTS-STR-24..28.
struct NoteUnit {
  static constexpr const char* kName = "note";
  std::string card;
  UnitId unit, general;
  Box box;
  int zone = 0;
  std::string flank;  ///< "left" or "right", "centre" for reserves
  /// No medals are laid aside for who waits by this note: only stratagems (TTS-VP-09) and losses (TTS-LOSS-01) cost them, not scenarios.
  bool keeps_medals = false;
  bool operator==(const NoteUnit&) const = default;
};

/// TTS-SCT-01. The cards may be named here; else both are asked.
struct CutForScouting {
  static constexpr const char* kName = "scout";
  bool operator==(const CutForScouting&) const = default;
};

struct ChooseScenario {
  static constexpr const char* kName = "scenario";
  int number = 0;     ///< 1..10; 0 = draw a card
  std::string flank;  ///< scenario 3: where the coast is, "left" or "right" as A looks
  bool operator==(const ChooseScenario&) const = default;
};

/// One line of a terrain list. TTS-TCH.
struct TerrainChoice {
  std::string kind;
  int boxes = 1;  ///< 1 or 2; edges of a stream
  int count = 1;
  bool operator==(const TerrainChoice&) const = default;
};
struct ChooseTerrain {
  static constexpr const char* kName = "choose_terrain";
  std::string side;
  std::vector<TerrainChoice> pieces;
  bool operator==(const ChooseTerrain&) const = default;
};
struct PlaceTerrain {
  static constexpr const char* kName = "place_terrain";
  static constexpr engine::Deed kDeed = engine::Deed::Place;
  std::string side;
  std::string kind;
  std::vector<Box> boxes;
  std::vector<std::string> edges;  ///< "c3/c4"
  bool operator==(const PlaceTerrain&) const = default;
};
struct DealTerrain {
  static constexpr const char* kName = "deal_terrain";
  static constexpr bool kEnds = true;
  bool operator==(const DealTerrain&) const = default;
};

/// The secret bid of a club game, one card. TTS-BID-02.
struct Bid {
  static constexpr const char* kName = "bid";
  bool operator==(const Bid&) const = default;
};

}  // namespace polemarch::to_the_strongest
