/// The tables printed in the text: situations, battles, boards, base arete, stances, epochs, tracks.
#include "engine/rulesets/hoplomachia/tables.hpp"

#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "tests/support/catch.hpp"

namespace tables_tests {

using namespace polemarch;
using namespace polemarch::hoplomachia;

TEST_CASE("2d6 on a situation's column give the battle type", "[hoplomachia][HM-GEN-T1][HM-GEN-03][HM-GEN-05]") {
  const std::string border = "ABAHAABDDHF", civil = "ADGHAEFDHBF", anabasis = "FAHBCBHBCAF", war = "ABDGHHHEFCA";
  for (int total = 2; total <= 12; ++total) {
    const auto i = static_cast<std::size_t>(total - 2);
    CAPTURE(total);
    CHECK(static_cast<int>(battle_by_dice(Situation::BorderDispute, total)) == border[i] - 'A');
    CHECK(static_cast<int>(battle_by_dice(Situation::CivilWar, total)) == civil[i] - 'A');
    CHECK(static_cast<int>(battle_by_dice(Situation::Anabasis, total)) == anabasis[i] - 'A');
    CHECK(static_cast<int>(battle_by_dice(Situation::HegemonicWar, total)) == war[i] - 'A');
  }
}

TEST_CASE("situations suggest sizes of armies", "[hoplomachia][HM-GEN-04]") {
  CHECK(sizes_for(Situation::BorderDispute) == "small to medium");
  CHECK(sizes_for(Situation::CivilWar) == "small to medium");
  CHECK(sizes_for(Situation::Anabasis) == "small, medium or large");
  CHECK(sizes_for(Situation::HegemonicWar) == "medium or large");
}

TEST_CASE("each battle has its start, board and sizes: A to D",
          "[hoplomachia][HM-BATT-T1][HM-BATT-A1][HM-BATT-B1][HM-BATT-C1][HM-BATT-D1]") {
  const Battle &a = battle_of(BattleType::A), &b = battle_of(BattleType::B), &c = battle_of(BattleType::C), &d = battle_of(BattleType::D);
  CHECK(a.sizes == SizeRelation::DefenderOneLess);
  CHECK(a.starts == std::vector{StartType::Encounter});
  CHECK(a.boards == std::vector{BoardShape::Broad, BoardShape::Square});
  CHECK(b.sizes == SizeRelation::DefenderOneLess);
  CHECK(b.starts == std::vector{StartType::Encounter, StartType::Ambush});
  CHECK(b.boards == std::vector{BoardShape::Long, BoardShape::Square});
  CHECK(c.sizes == SizeRelation::Equal);
  CHECK(c.starts == std::vector{StartType::Ambush});
  CHECK(c.boards == std::vector{BoardShape::Long, BoardShape::Square});
  CHECK(d.starts == std::vector{StartType::Arrayed});
  CHECK(d.boards == std::vector{BoardShape::Broad});
  CHECK(d.sizes == SizeRelation::Equal);
}
TEST_CASE("each battle has its start, board and sizes: E to H", "[hoplomachia][HM-BATT-E1][HM-BATT-F1][HM-BATT-G1][HM-BATT-H1]") {
  const Battle &e = battle_of(BattleType::E), &f = battle_of(BattleType::F), &g = battle_of(BattleType::G), &h = battle_of(BattleType::H);
  CHECK(e.starts == std::vector{StartType::Arrayed});
  CHECK(e.boards == std::vector{BoardShape::Long, BoardShape::Square});
  CHECK(f.sizes == SizeRelation::DefenderOneLess);
  CHECK(f.hidden_dispositions);
  CHECK(f.starts == std::vector{StartType::Arrayed});
  CHECK(g.starts == std::vector{StartType::Encounter});
  CHECK(g.boards == std::vector{BoardShape::Broad});
  CHECK(h.starts == std::vector{StartType::Arrayed});
  CHECK(h.boards == std::vector{BoardShape::Broad});
  CHECK(h.sizes == SizeRelation::Equal);
}

TEST_CASE("each battle wants its shares of terrain",
          "[hoplomachia][HM-BATT-A5][HM-BATT-B2][HM-BATT-C2][HM-BATT-D2][HM-BATT-E2][HM-BATT-F3][HM-BATT-G2]"
          "[HM-BATT-H2]") {
  const auto percents = [](BattleType type) {
    std::vector<int> out;
    for (const TerrainShare& share : battle_of(type).terrain) out.push_back(share.percent);
    return out;
  };
  CHECK(percents(BattleType::A) == std::vector{25, 25});
  CHECK(percents(BattleType::B) == std::vector{50});
  CHECK(percents(BattleType::C) == std::vector{50});
  CHECK(percents(BattleType::D) == std::vector{25, 25});
  CHECK(battle_of(BattleType::D).terrain[1].at_most);
  CHECK(percents(BattleType::E) == std::vector{25, 25});
  CHECK(percents(BattleType::F) == std::vector{25, 10});
  CHECK(percents(BattleType::G) == std::vector{25});
  CHECK(percents(BattleType::H) == std::vector{25});
  CHECK(battle_of(BattleType::A).road);
  CHECK(battle_of(BattleType::B).road);
}

TEST_CASE("boards have their home edges, metaichmion and zones",
          "[hoplomachia][HM-EX-11][HM-GEN-09][HM-GEN-10][HM-GEN-11][HM-GEN-14][HM-GEN-15][HM-AMB-01]") {
  const Edges broad = edges_of(BoardShape::Broad, 72_in, 48_in), lengthy = edges_of(BoardShape::Long, 72_in, 48_in);
  CHECK(broad.home == 72_in);
  CHECK(broad.neutral == 48_in);
  CHECK(lengthy.home == 48_in);
  CHECK(lengthy.neutral == 72_in);
  CHECK(edges_of(BoardShape::Square, 48_in, 48_in).home == 48_in);
  CHECK(zone_depth(48_in, 24_in) == 12_in);
  CHECK(zone_depth(72_in, 24_in) == 24_in);
  CHECK(zone_depth(20_in, 24_in) == 0_in);
}

TEST_CASE("a quarter of 6 by 4 feet is six squares of a foot", "[hoplomachia][HM-EX-10][HM-GEN-12][HM-GEN-13]") {
  CHECK(squares_for(25, 72_in, 48_in) == 6);
  CHECK(squares_for(50, 72_in, 48_in) == 12);
  CHECK(squares_for(10, 72_in, 48_in) == 2);
}

TEST_CASE("base arete by line and die", "[hoplomachia][HM-PAR-T1][HM-PAR-01]") {
  const auto line = [](BaseAreteLine of) {
    std::vector<int> out;
    for (int die = 1; die <= 6; ++die) out.push_back(base_arete(of, die));
    return out;
  };
  CHECK(line(BaseAreteLine::FacingSpartans) == std::vector{5, 5, 5, 6, 6, 7});
  CHECK(line(BaseAreteLine::Outnumber) == std::vector{5, 6, 7, 7, 8, 9});
  CHECK(line(BaseAreteLine::Spartan) == std::vector{6, 7, 7, 8, 8, 8});
  CHECK(line(BaseAreteLine::Outnumbered) == std::vector{5, 5, 6, 6, 7, 7});
  CHECK(line(BaseAreteLine::None) == std::vector{5, 6, 6, 7, 7, 8});
}

TEST_CASE("stances test at these numbers by condition", "[hoplomachia][HM-STANCE-T1][HM-STANCE-02][HM-STANCE-07]") {
  using enum Condition;
  for (const Condition condition : kConditions) CHECK_FALSE(stance_number(Stance::Philos, condition));
  CHECK_FALSE(stance_number(Stance::Symmachos, Eager));
  CHECK_FALSE(stance_number(Stance::Symmachos, Firm));
  CHECK_FALSE(stance_number(Stance::Symmachos, Unsteady));
  CHECK(stance_number(Stance::Symmachos, Shaken) == 9);
  CHECK_FALSE(stance_number(Stance::Automolos, Eager));
  CHECK(stance_number(Stance::Automolos, Firm) == 10);
  CHECK(stance_number(Stance::Automolos, Unsteady) == 8);
  CHECK(stance_number(Stance::Automolos, Shaken) == 6);
}

TEST_CASE("five epochs, Sparta's army is the old one until 371", "[hoplomachia][HM-EPOCH-T1][HM-EPOCH-02]") {
  CHECK(epoch_of(1).name == "Kimonean");
  CHECK(epoch_of(1).from == 460);
  CHECK(epoch_of(2).to == 421);
  CHECK(epoch_of(3).name == "Alkibiadean");
  CHECK(epoch_of(4).from == 403);
  CHECK(epoch_of(5).to == 360);
  CHECK(before_371(4));
  CHECK_FALSE(before_371(5));
}

TEST_CASE("the same points are another condition on another track",
          "[hoplomachia][HM-EX-07][HM-ARE-01][HM-ARE-02][HM-ARE-T1][HM-AMB-04][HM-AMB-10]") {
  const AreteTrack pan{"Panhellenic", 5, 10, 15}, ata{"Ataktes", 7, 12, 17};
  using enum Condition;
  struct Row {
    int points;
    Condition pan, ata;
  };
  for (const Row& row : {Row{12, Firm, Unsteady},
                         {16, Eager, Firm},
                         {6, Unsteady, Shaken},
                         {17, Eager, Firm},
                         {18, Eager, Eager},
                         {5, Shaken, Shaken},
                         {10, Unsteady, Unsteady},
                         {11, Firm, Unsteady},
                         {15, Firm, Firm},
                         {0, Shaken, Shaken},
                         {-3, Shaken, Shaken},
                         {20, Eager, Eager}}) {
    CAPTURE(row.points);
    CHECK(condition_of(pan, row.points) == row.pan);
    CHECK(condition_of(ata, row.points) == row.ata);
  }
}

TEST_CASE("dice of the arete events", "[hoplomachia][HM-EVT-14][HM-EVT-16][HM-KAT-08]") {
  CHECK(under_belos_points(1) == 0);
  CHECK(under_belos_points(3) == 0);
  CHECK(under_belos_points(4) == -1);
  CHECK(under_belos_points(5) == -1);
  CHECK(under_belos_points(6) == -2);
  for (int die = 1; die <= 6; ++die) CHECK(surprise_points(die) == (die <= 2 ? -1 : die <= 4 ? -2 : -4));
}

}  // namespace tables_tests
