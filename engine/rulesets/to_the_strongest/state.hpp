#pragma once
/// All the rules know of a battle. A plain value; the catalogue's "State the engine must hold". Deck rules TTS-DECK.

#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/agenda.hpp"
#include "engine/core/checked.hpp"
#include "engine/rulesets/to_the_strongest/events.hpp"
#include "engine/rulesets/to_the_strongest/field.hpp"
#include "engine/rulesets/to_the_strongest/nouns.hpp"
#include "engine/rulesets/to_the_strongest/options.hpp"
#include "engine/rulesets/to_the_strongest/steps.hpp"

namespace polemarch::to_the_strongest {

enum class Phase { Terrain, Stratagems, Scouting, Deployment, Battle, Over };
constexpr std::array<std::string_view, 6> kPhaseNames{"terrain", "stratagems", "scouting", "deployment", "battle", "over"};

/// Activation cards of a player: how many of each value are out, and how many of those lie on units. TTS-DECK-01, TTS-AMB-64.
struct Deck {
  std::array<int, 11> out{};       ///< by value
  std::array<int, 11> on_units{};  ///< by value
  bool operator==(const Deck&) const = default;
  int drawn() const {
    int sum = 0;
    for (const int n : out) sum += n;
    return sum;
  }
};
/// The piles cards are drawn from, as a question names them.
inline std::string activation_deck(Side side, const std::string& player = {}) {
  return "deck " + std::string(name_of(side)) + (player.empty() ? "" : " of " + player);
}
inline std::string stratagem_deck(Side side) { return "stratagem deck " + std::string(name_of(side)); }
constexpr std::string_view kSuitedCards = "cards with suits";

/// All cards are out: before the next one the discard is shuffled in, the cards on units stay. TTS-AMB-64.
inline bool pile_is_out(const Deck& deck, int decks) { return deck.drawn() >= kDeckCards * decks; }

struct SideState {
  std::string army;
  bool elephants = false, camels = false;  ///< familiar with
  int medals = 0, starting_medals = 0;
  int extra_medals = 0;  ///< of the scenario, stratagem or bid, already in `medals`
  int reserve_ammo = 0;
  bool general_never_listed = false;                        ///< the roster has no generals: command distance is not played
  Deck deck;                                                ///< of its one player; in older logs of all its players together
  std::map<std::string, Deck> decks;                        ///< of several players, by name (TTS-DECK-03)
  engine::Checked<engine::Secret<std::string>> stratagems;  ///< held cards
  engine::Checked<std::string> played_stratagems;
  engine::Checked<engine::Secret<NoteUnit>> notes;
  int scouting = 0;
  engine::Checked<TerrainChoice> terrain_list;
  std::string list;                         ///< the army list it is held against
  engine::Checked<std::string> list_notes;  ///< where the army breaks its list (TTS-LST)
  bool operator==(const SideState&) const = default;
  /// Cards out of all its decks.
  int drawn() const {
    int sum = deck.drawn();
    for (const auto& [player, own] : decks) sum += own.drawn();
    return sum;
  }
};

/// A piece of the formal terrain method, before the cards are dealt.
struct PlacedPiece {
  Side side = Side::A;
  std::string kind;
  engine::Checked<Box> boxes;
  engine::Checked<std::string> edges;
  bool gone = false;
  bool operator==(const PlacedPiece&) const = default;
};

struct State {
  Field field;
  Length box_size{150000};
  Point origin;
  Options options;
  Phase phase = Phase::Battle;
  int scenario = 0;
  Side active = Side::A;
  int turn = 1;  ///< player turns, counted from 1
  std::array<SideState, 2> sides;
  std::map<UnitId, ArmyCommand> commands;
  std::map<UnitId, Unit> units;
  std::map<UnitId, General> generals;
  std::map<UnitId, Camp> camps;
  engine::Checked<PlacedPiece> pieces;
  engine::Checked<UnitId> demoralised;  ///< commands told to be demoralised
  engine::CheckedMaybe<ReplaceOpen> replace_open;
  UnitId save_remembered;
  std::string winner;
  std::optional<std::string> ended_by;  ///< who gave up, or that both agreed; nothing: the medals say it
  engine::Agenda<Step> agenda;

  // Made once, in made_once.cpp: every file that names a State would make its own.
  State();
  State(const State& other);
  State(State&& other) noexcept;
  State& operator=(const State& other);
  State& operator=(State&& other) noexcept;
  ~State();
  bool operator==(const State& other) const;

  SideState& side(Side s) { return sides[static_cast<std::size_t>(s)]; }
  const SideState& side(Side s) const { return sides[static_cast<std::size_t>(s)]; }
  const Unit* unit(const UnitId& id) const {
    const auto at = units.find(id);
    return at == units.end() ? nullptr : &at->second;
  }
  const General* general(const UnitId& id) const {
    const auto at = generals.find(id);
    return at == generals.end() ? nullptr : &at->second;
  }
  const ArmyCommand* command(const UnitId& id) const {
    const auto at = commands.find(id);
    return at == commands.end() ? nullptr : &at->second;
  }
  /// How many players lead the side's commands, one at least. Each brings a deck and draws a stratagem. TTS-DECK-03, TTS-STR-02.
  int players(Side s) const {
    std::set<std::string_view> names;
    for (const auto& [id, command] : commands)
      if (command.side == s) names.insert(command.player);
    return names.empty() ? 1 : static_cast<int>(names.size());
  }
  /// The box a general is in: his own stand's or his unit's.
  Box box_of(const General& general) const;
};

/// The way a side looks: A sits at row 1 and faces North.
constexpr Facing outward(Side side) { return side == Side::A ? Facing::N : Facing::S; }

}  // namespace polemarch::to_the_strongest
