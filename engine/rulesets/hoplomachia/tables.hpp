#pragma once
/// The tables that are printed in the rulebook's text: situations and battles, base arete, stance tests, epochs. What is on cards and
/// charts is data (card.hpp). Pure.

#include <optional>
#include <string>
#include <vector>

#include "engine/rulesets/hoplomachia/state.hpp"

namespace polemarch::hoplomachia {

/// HM-EPOCH-T1.
struct Epoch {
  std::string_view name;
  int from = 0, to = 0;  ///< years BC, the earlier first
};
const Epoch& epoch_of(int number);  ///< 1 to 5
/// HM-EPOCH-02.
constexpr bool before_371(int epoch) { return epoch <= 4; }

/// HM-GEN-T1: 2d6 on a situation's column.
BattleType battle_by_dice(Situation situation, int total);
/// HM-GEN-04: army sizes suggested for a situation.
std::string_view sizes_for(Situation situation);

enum class SizeRelation { Equal, DefenderOneLess };
/// A share of the board, in per cent, that these kinds of terrain cover together (HM-GEN-12).
struct TerrainShare {
  int percent = 0;
  bool at_most = false;
  std::vector<std::string_view> kinds;
  std::string_view where;  ///< empty: anywhere
};
/// HM-BATT-T1.
struct Battle {
  BattleType type = BattleType::H;
  std::string_view name;
  SizeRelation sizes = SizeRelation::Equal;
  std::vector<StartType> starts;
  std::vector<BoardShape> boards;
  std::vector<TerrainShare> terrain;
  bool road = false;
  std::string_view objective;  ///< beyond the standard victory
  bool hidden_dispositions = false;
};
const Battle& battle_of(BattleType type);

/// HM-GEN-09 to 11: home edges and neutral edges of a board of these sides.
struct Edges {
  Length home, neutral;
};
Edges edges_of(BoardShape shape, Length longer, Length shorter);
/// HM-GEN-15, HM-EX-11: depth of each set-up zone: what the metaichmion leaves.
Length zone_depth(Length between_home_edges, Length metaichmion);
/// HM-GEN-12, 13: how many squares of 12" a share of the board is.
int squares_for(int percent, Length width, Length depth);

/// HM-PAR-T1, by line and die.
enum class BaseAreteLine { FacingSpartans, Outnumber, Spartan, Outnumbered, None };
int base_arete(BaseAreteLine line, int die);
int lowest_base_arete(BaseAreteLine line);
std::string_view name_of(BaseAreteLine line);

/// HM-STANCE-T1: 2d6 of this or less obeys; nothing: no test.
std::optional<int> stance_number(Stance stance, Condition condition);

}  // namespace polemarch::hoplomachia
