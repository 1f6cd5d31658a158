#include "engine/rulesets/hoplomachia/tables.hpp"

#include <array>

namespace polemarch::hoplomachia {

const Epoch& epoch_of(int number) {
  static constexpr std::array<Epoch, 5> kEpochs{
      {{"Kimonean", 460, 440}, {"Periklean", 439, 421}, {"Alkibiadean", 420, 404}, {"Agiselaian", 403, 372}, {"Epaminondean", 371, 360}}};
  return kEpochs.at(static_cast<std::size_t>(number - 1));
}

BattleType battle_by_dice(Situation situation, int total) {
  // HM-GEN-T1, a column a situation, 2 to 12.
  static constexpr std::array<std::string_view, 4> kColumns{"ABAHAABDDHF", "ADGHAEFDHBF", "FAHBCBHBCAF", "ABDGHHHEFCA"};
  const char letter = kColumns[static_cast<std::size_t>(situation)].at(static_cast<std::size_t>(total - 2));
  return static_cast<BattleType>(letter - 'A');
}

std::string_view sizes_for(Situation situation) {
  switch (situation) {
    case Situation::BorderDispute:
    case Situation::CivilWar:
      return "small to medium";
    case Situation::Anabasis:
      return "small, medium or large";
    case Situation::HegemonicWar:
      return "medium or large";
  }
  return {};
}

const Battle& battle_of(BattleType type) {
  using enum StartType;
  using enum BoardShape;
  static const std::vector<Battle> battles{
      {BattleType::A,
       "Raiders",
       SizeRelation::DefenderOneLess,
       {Encounter},
       {Broad, Square},
       {{25, false, {"farmland", "steep_hill", "woods"}, ""}, {25, false, {"gentle_hill"}, ""}},
       true,
       ""},
      {BattleType::B,
       "Forcing the Pass",
       SizeRelation::DefenderOneLess,
       {Encounter, Ambush},
       {Long, Square},
       {{50, false, {"gentle_hill", "steep_hill", "woods"}, "along the neutral edges"}},
       true,
       "the Invader wins with half of his core off by the enemy edge, else the Defender"},
      {BattleType::C,
       "Dead End",
       SizeRelation::Equal,
       {Ambush},
       {Long, Square},
       {{50, false, {"gentle_hill", "steep_hill", "woods"}, "along the Defender's and the neutral edges"}},
       false,
       "whoever clearly holds the town at the end"},
      {BattleType::D,
       "Sallying Forth",
       SizeRelation::Equal,
       {Arrayed},
       {Broad},
       {{25, false, {"farmland"}, ""}, {25, true, {"urban"}, ""}},
       true,
       "the Invader wins with four lochoi inside the gate"},
      {BattleType::E,
       "Inside the Walls",
       SizeRelation::Equal,
       {Arrayed},
       {Long, Square},
       {{25, false, {"farmland"}, ""}, {25, false, {"urban", "broken"}, "mostly on the Defender's side"}},
       false,
       ""},
      {BattleType::F,
       "The Fortified Camp",
       SizeRelation::DefenderOneLess,
       {Arrayed},
       {Long, Square},
       {{25, false, {"farmland"}, ""}, {10, false, {"gentle_hill", "steep_hill", "woods"}, ""}},
       false,
       "the side that controls the fort",
       true},
      {BattleType::G,
       "Amphibious Assault",
       SizeRelation::Equal,
       {Encounter},
       {Broad},
       {{25, false, {"gentle_hill", "steep_hill", "broken"}, "on the Defender's half"}},
       false,
       ""},
      {BattleType::H,
       "Phalanx Clash",
       SizeRelation::Equal,
       {Arrayed},
       {Broad},
       {{25, false, {"farmland", "woods", "gentle_hill"}, ""}},
       false,
       ""},
  };
  return battles[static_cast<std::size_t>(type)];
}

Edges edges_of(BoardShape shape, Length longer, Length shorter) {
  switch (shape) {
    case BoardShape::Broad:
      return {longer, shorter};
    case BoardShape::Long:
      return {shorter, longer};
    case BoardShape::Square:
      return {shorter, shorter};
  }
  return {};
}

Length zone_depth(Length between_home_edges, Length metaichmion) {
  const Length rest = between_home_edges - metaichmion;
  return rest.um > 0 ? rest / 2 : Length{};
}

int squares_for(int percent, Length width, Length depth) {
  const std::int64_t squares = (width.um * depth.um) / (304800LL * 304800LL);
  return static_cast<int>((squares * percent + 50) / 100);
}

namespace {

struct AreteLine {
  std::string_view name;
  std::array<int, 6> by_die;
};
// HM-PAR-T1.
constexpr std::array<AreteLine, 5> kBaseArete{{{"facing a Spartan army before 371", {5, 5, 5, 6, 6, 7}},
                                               {"outnumber the enemy 3-2 or more", {5, 6, 7, 7, 8, 9}},
                                               {"Spartan army before 371", {6, 7, 7, 8, 8, 8}},
                                               {"outnumbered 3-2 or more", {5, 5, 6, 6, 7, 7}},
                                               {"no advantages or disadvantages", {5, 6, 6, 7, 7, 8}}}};

}  // namespace

int base_arete(BaseAreteLine line, int die) {
  return kBaseArete[static_cast<std::size_t>(line)].by_die.at(static_cast<std::size_t>(die - 1));
}
int lowest_base_arete(BaseAreteLine line) { return base_arete(line, 1); }
std::string_view name_of(BaseAreteLine line) { return kBaseArete[static_cast<std::size_t>(line)].name; }

std::optional<int> stance_number(Stance stance, Condition condition) {
  if (stance == Stance::Philos) return std::nullopt;
  static constexpr std::array<int, 4> kSymmachos{0, 0, 0, 9}, kAutomolos{0, 10, 8, 6};  // HM-STANCE-T1; 0: none
  const int number = (stance == Stance::Symmachos ? kSymmachos : kAutomolos)[at(condition)];
  return number == 0 ? std::nullopt : std::optional(number);
}

}  // namespace polemarch::hoplomachia
