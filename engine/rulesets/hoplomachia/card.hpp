#pragma once
/// What a unit card and the charts say (HM-CARD-T1, HM-CHART-T1). None of their values is in the rulebook: they are data that players type
/// from their own cards; the shipped ones are samples. An empty field disables the rule that reads it (HM-NIS-01). Pure.

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/nouns.hpp"

namespace polemarch::hoplomachia {

/// A value a condition: Eager, Firm, Unsteady, Shaken.
using ByCondition = std::array<int, 4>;
constexpr std::size_t at(Condition condition) { return static_cast<std::size_t>(condition); }

/// One line of the andreia chart: the code of a pass, and of a fail by condition.
struct AndreiaRow {
  AndreiaCode pass = AndreiaCode::Maintain;
  std::array<AndreiaCode, 4> fail{};
  bool operator==(const AndreiaRow&) const = default;
};
/// One intensity of the belos reaction chart, by condition.
struct BelosRow {
  std::array<BelosCode, 4> pass{}, fail{};
  bool operator==(const BelosRow&) const = default;
};

struct UnitCard {
  std::string id, name, nation;
  bool sample = false;
  std::array<bool, 5> epochs{true, true, true, true, true};  ///< Kimonean to Epaminondean (HM-EPOCH-01)
  TroopClass troop = TroopClass::Hoplite;
  std::optional<Length> mov_cf, mov_of, mov_nf;
  bool long_spears = false, rhomboid = false, wedge = false;
  std::optional<int> spear, shield, strength;
  std::optional<ByCondition> arete_threshold, arete_modifier;
  std::optional<int> phobos, andreia;
  std::array<std::optional<AndreiaRow>, 4> andreia_chart;  ///< by AndreiaLine
  std::optional<int> disarray_qualifier;
  std::optional<int> belos;
  std::optional<Length> range;  ///< empty with a belos number: belos charge only
  int belos_shield = 0;
  std::optional<int> belos_check;
  std::vector<BelosRow> belos_reactions;      ///< intensity 1, 2, ...; the last one is open upwards
  std::vector<Length> epi_charge, epi_drift;  ///< by die 1..6; empty: never charges
  std::vector<bool> epi_mqual;                ///< by die: momentum
  std::vector<int> epi_disarray;              ///< by die
  std::optional<int> mome, othism;
  int max_depth = 2;
  bool ekdromoi = false, hamippoi_allowed = false, core_allowed = false, mercenary = false;
  bool operator==(const UnitCard&) const = default;

  /// HM-TROOP-03, HM-AMB-88: CF and OF both present.
  bool disciplined() const { return mov_cf.has_value() && mov_of.has_value(); }
  std::optional<Length> movement(Arrangement arrangement) const {
    return arrangement == Arrangement::CF ? mov_cf : arrangement == Arrangement::OF ? mov_of : mov_nf;
  }
};

/// A chart read by one die: the arete points for 1..6.
using DieRow = std::array<int, 6>;

/// What a kind of terrain does (HM-CHART-T1 Terrain).
struct TerrainKind {
  std::string kind;
  int disarray = 0;
  bool impassable = false, blocks_sight = false, wall = false, uphill = false, surf = false, cliff = false, hill = false;
  bool operator==(const TerrainKind&) const = default;
};

/// One line of the hieres table: the target, what success on roll 1, 2, 3 brings, and what failure costs (HM-PAR-10).
struct HieresRow {
  int target = 5;
  std::array<int, 3> success{};
  int failure = 0;
  bool operator==(const HieresRow&) const = default;
};

/// Points at which a condition ends (HM-ARE-T1): up to `shaken` Shaken, up to `unsteady` Unsteady, up to `firm` Firm, above Eager.
struct AreteTrack {
  std::string name = "Panhellenic";
  int shaken = 5, unsteady = 10, firm = 15;
  bool operator==(const AreteTrack&) const = default;
};

/// The army-independent charts. An empty one is asked for at the table instead (HM-NIS-02).
struct Charts {
  bool sample = false;
  /// Melee Resolution: winner's level * 4 + loser's level, levels 0-3; empty cells where the winner is not ahead.
  std::vector<std::optional<MeleeResult>> melee;
  int uphill = 0, wall = 0, stockade = 0, gap = 0, ground_given = 0, third_rank = 0, fourth_rank = 0, hamippoi = 2;
  std::optional<int> ground_given_cap;
  /// Ekdromoi by target class, die 1..6.
  std::map<std::string, std::array<EkdromoiResult, 6>> ekdromoi;
  std::vector<TerrainKind> terrain;
  std::optional<DieRow> paean, grim_resolve, sphagia, one_step_more;
  std::map<std::string, DieRow> rhetoria;   ///< "normal", "crafty", "demagogue"
  std::map<std::string, HieresRow> hieres;  ///< "outnumber", "even", "outnumbered"
  std::vector<AreteTrack> tracks;
  std::map<std::string, std::map<std::string, int>> nemesis;  ///< own nation -> enemy nation -> added to andreia (optional 8)
  /// Strategos casualty by what happened to his lochos: 2d6, killed on this or more. In melee (Promachos apart), under belos, routed.
  std::optional<int> strategos_killed, promachos_killed, strategos_under_belos, strategos_routed;
  std::vector<Character> characters;  ///< by die 1..6: the strategos generator; empty: asked for
  std::vector<Stance> stances;        ///< by die 1..6: of allies
  bool operator==(const Charts&) const = default;
};

}  // namespace polemarch::hoplomachia
