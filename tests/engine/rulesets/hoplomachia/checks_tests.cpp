/// The numbers of andreia and belos checks and of the epidromos die.
#include "engine/rulesets/hoplomachia/topics/andreia.hpp"
#include "engine/rulesets/hoplomachia/topics/belos_check.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "tests/support/catch.hpp"

namespace checks_tests {

using namespace polemarch;
using namespace polemarch::hoplomachia;

namespace {

int need(const CheckFacts& facts, AndreiaLine line) { return engine::sum_of(check_rows(facts, line)); }

UnitCard sample_hoplites() {
  UnitCard card;
  card.troop = TroopClass::Hoplite;
  for (const int in : {4, 5, 6, 6, 7, 8}) card.epi_charge.push_back(in * 1_in);
  for (const double in : {0.0, 0.0, 0.5, 0.5, 1.0, 1.0}) card.epi_drift.push_back(inches(in));
  card.epi_mqual = {false, false, true, true, true, true};
  card.epi_disarray = {0, 0, 1, 1, 2, 3};
  card.disarray_qualifier = 4;
  return card;
}

}  // namespace

TEST_CASE("the andreia number takes arete, phobos and the strategos's character",
          "[hoplomachia][HM-AND-15][HM-AND-18][HM-AND-19][HM-AND-20]") {
  CheckFacts facts;
  facts.andreia = 7;
  CHECK(need(facts, AndreiaLine::Charging) == 7);
  facts.arete = -1;
  CHECK(need(facts, AndreiaLine::Charging) == 6);
  facts.phobos = 2;
  CHECK(need(facts, AndreiaLine::Charging) == 6);  // nobody to fear
  facts.enemy_phobos = 1;
  CHECK(need(facts, AndreiaLine::Charging) == 7);
  facts.enemy_phobos = 4;
  CHECK(need(facts, AndreiaLine::Charging) == 4);
}

TEST_CASE("charger and target of unlike phobos: one up, one down", "[hoplomachia][HM-EX-08]") {
  CheckFacts charger, target;
  charger.andreia = target.andreia = 7;
  charger.phobos = target.enemy_phobos = 2;
  target.phobos = charger.enemy_phobos = 1;
  CHECK(need(charger, AndreiaLine::Charging) == 8);
  CHECK(need(target, AndreiaLine::Charging) == 6);
}

TEST_CASE("of several enemies the highest phobos counts", "[hoplomachia][HM-AND-21][HM-EX-09]") {
  CheckFacts target;
  target.andreia = 7;
  target.phobos = 2;
  target.enemy_phobos = highest({1, 3});
  CHECK(need(target, AndreiaLine::Charging) == 6);
  CHECK_FALSE(highest({}));
}

TEST_CASE("a promachos helps charge checks, a demagogue hurts katastrophe checks",
          "[hoplomachia][HM-AND-22][HM-AND-23][HM-STRAT-09][HM-STRAT-11][HM-DX-13]") {
  CheckFacts facts;
  facts.andreia = 9;
  facts.promachos = true;
  CHECK(need(facts, AndreiaLine::Charging) == 10);  // 10 on the dice counts as 9
  CHECK(need(facts, AndreiaLine::Katastrophe) == 9);
  facts.promachos = false;
  facts.demagogue = true;
  CHECK(need(facts, AndreiaLine::Katastrophe) == 8);  // 9 on the dice counts as 10
  CHECK(need(facts, AndreiaLine::Charging) == 9);
  facts.promachos = true;
  for (const AndreiaLine line : {AndreiaLine::Melee, AndreiaLine::Recovering}) CHECK(need(facts, line) == 9);  // neither counts there
}

TEST_CASE("nemesis is added besides phobos", "[hoplomachia][HM-OPT8-01]") {
  CheckFacts facts;
  facts.andreia = 7, facts.phobos = 2, facts.enemy_phobos = 1, facts.nemesis = -2;
  CHECK(need(facts, AndreiaLine::Charging) == 6);
}

TEST_CASE("an andreia check's chance is that of 2d6 at the number or less", "[hoplomachia][HM-AND-15]") {
  CHECK(per_mille_check(7) == 583);
  CHECK(per_mille_check(12) == 1000);
  CHECK(per_mille_check(1) == 0);
}

TEST_CASE("pass and fail are read from their columns of the line", "[hoplomachia][HM-AND-16][HM-AND-17]") {
  const AndreiaRow row{AndreiaCode::Charge, {AndreiaCode::Charge, AndreiaCode::Halt, AndreiaCode::Evade, AndreiaCode::Routed}};
  CHECK(code_of(row, true, Condition::Shaken) == AndreiaCode::Charge);
  CHECK(code_of(row, false, Condition::Eager) == AndreiaCode::Charge);
  CHECK(code_of(row, false, Condition::Firm) == AndreiaCode::Halt);
  CHECK(code_of(row, false, Condition::Unsteady) == AndreiaCode::Evade);
  CHECK(code_of(row, false, Condition::Shaken) == AndreiaCode::Routed);
}

TEST_CASE("andreia and belos charts share letters but not codes", "[hoplomachia][HM-AND-T1][HM-BRX-T1][HM-BRX-16]") {
  std::string andreia, belos;
  for (int i = 0; i <= static_cast<int>(AndreiaCode::Worse); ++i) andreia += letter_of(static_cast<AndreiaCode>(i));
  for (int i = 0; i <= static_cast<int>(BelosCode::Routed); ++i) belos += letter_of(static_cast<BelosCode>(i));
  CHECK(andreia == "MRPCEHDXW");
  CHECK(belos == "MFCBKEDX");
  for (const char letter : andreia) CHECK(letter_of(*andreia_code(letter)) == letter);
  for (const char letter : belos) CHECK(letter_of(*belos_code(letter)) == letter);
  CHECK_FALSE(andreia_code('K'));
  CHECK_FALSE(belos_code('W'));
}

TEST_CASE("intensity is the belos number, stands that join, the charge, less shelter and shield",
          "[hoplomachia][HM-BCK-01][HM-BCK-02][HM-BCK-03][HM-BCK-09][HM-BCH-06][HM-DX-15]") {
  BelosFacts facts;
  facts.belos = 2, facts.joined = 1, facts.belos_charge = true, facts.shield = 1;
  CHECK(intensity_of(facts).total == 3);
  CHECK(engine::sum_of(belos_rows(6, intensity_of(facts))) == 3);  // die 3 passes, die 4 fails
  facts.sheltered = true;
  CHECK(intensity_of(facts).total == 2);
  facts.second_rank = 1;
  CHECK(intensity_of(facts).total == 3);
}

TEST_CASE("a die at the check number less the intensity or below passes", "[hoplomachia][HM-BCK-04][HM-BCK-05]") {
  CHECK(per_mille_pass(3) == 500);
  CHECK(per_mille_pass(0) == 0);
  CHECK(per_mille_pass(6) == 1000);
}

TEST_CASE("the reaction is read by intensity and condition, the last row is open upwards", "[hoplomachia][HM-BCK-06][HM-SMP-T3]") {
  UnitCard card;
  const auto row = [](const char* pass, const char* fail) {
    BelosRow codes;
    for (std::size_t i = 0; i < 4; ++i) codes.pass[i] = *belos_code(pass[i]), codes.fail[i] = *belos_code(fail[i]);
    return codes;
  };
  card.belos_reactions = {row("MMMM", "MMFF"), row("MMMF", "KFFD"), row("MMFD", "CKDE"), row("MFDD", "CDEX")};
  CHECK(reaction_of(card, false, 1, Condition::Unsteady) == BelosCode::Formation);
  CHECK(reaction_of(card, false, 2, Condition::Eager) == BelosCode::ReleaseEkdromoi);
  CHECK(reaction_of(card, true, 3, Condition::Shaken) == BelosCode::Disarrayed);
  CHECK(reaction_of(card, false, 4, Condition::Shaken) == BelosCode::Routed);
  CHECK(reaction_of(card, false, 9, Condition::Shaken) == BelosCode::Routed);
  CHECK_FALSE(reaction_of(card, false, 0, Condition::Shaken));
  CHECK_FALSE(reaction_of(UnitCard{}, false, 2, Condition::Firm));
}

TEST_CASE("taxis reactions and those of the lochos hit", "[hoplomachia][HM-BRX-01][HM-AMB-14]") {
  for (const char letter : std::string("FCBED")) CHECK(falls_on_taxis(*belos_code(letter)));
  for (const char letter : std::string("MKX")) CHECK_FALSE(falls_on_taxis(*belos_code(letter)));
  // Mildest to worst, as the codes are listed.
  const std::string order = "MFCBKEDX";
  for (std::size_t i = 1; i < order.size(); ++i) CHECK(*belos_code(order[i - 1]) < *belos_code(order[i]));
}

TEST_CASE("the epidromos die gives distance, drift, momentum and disarray", "[hoplomachia][HM-EPI-16][HM-EPDIS-01][HM-MOM-01][HM-SMP-T1]") {
  const UnitCard card = sample_hoplites();
  const std::vector<int> charge{4, 5, 6, 6, 7, 8}, disarray{0, 0, 1, 1, 2, 3};
  for (int die = 1; die <= 6; ++die) {
    const auto i = static_cast<std::size_t>(die - 1);
    CHECK(charge_distance(card, die) == charge[i] * 1_in);
    CHECK(disarray_sum(card, die, false, {}).total == disarray[i]);
    CHECK(gains_momentum(card, die, true, true) == (die >= 3));
  }
  CHECK(charge_reach(card) == 8_in);
}

TEST_CASE("momentum needs an approach move and close files", "[hoplomachia][HM-MOM-02][HM-AMB-35][HM-AMB-120]") {
  const UnitCard card = sample_hoplites();
  CHECK(gains_momentum(card, 6, true, true));
  CHECK_FALSE(gains_momentum(card, 6, false, true));
  CHECK_FALSE(gains_momentum(card, 6, true, false));
}

TEST_CASE("drift is read by the distance moved, the rolled column among equals", "[hoplomachia][HM-DRIFT-02][HM-AMB-18]") {
  UnitCard card = sample_hoplites();
  CHECK(drift_of(card, 8_in, 6) == 1_in);
  CHECK(drift_of(card, 4_in, 6) == Length{});
  CHECK(drift_of(card, 3_in, 6) == Length{});  // the smallest CHARGE not less than 3 is 4
  CHECK(drift_of(card, 5.5_in, 5) == 0.5_in);  // 6
  card.epi_drift[3] = 1_in;                    // dice 3 and 4 tie at 6": the rolled one counts
  CHECK(drift_of(card, 6_in, 3) == 0.5_in);
  CHECK(drift_of(card, 6_in, 4) == 1_in);
}

TEST_CASE("a missed charge adds three points and terrain its numbers, more than the qualifier disarrays",
          "[hoplomachia][HM-EPDIS-02][HM-EPDIS-03][HM-EPDIS-04][HM-EPDIS-05][HM-DIS-05][HM-DIS-08]") {
  const UnitCard card = sample_hoplites();
  CHECK(disarray_sum(card, 3, true, {}).total == 4);
  CHECK(disarray_sum(card, 1, false, {{"farmland", 2}, {"wood", 3}}).total == 5);
  CHECK_FALSE(disarrays(4, card.disarray_qualifier));
  CHECK(disarrays(5, card.disarray_qualifier));
  CHECK_FALSE(disarrays(99, {}));  // no qualifier: never
}

TEST_CASE("charger and countercharger share the gap by their movement numbers", "[hoplomachia][HM-EPI-27][HM-DX-21][HM-AMB-34]") {
  const Split way = split(5_in, 4_in, 6_in, 6_in, 6_in);
  CHECK(way.meet);
  CHECK(way.charger == 2_in);
  CHECK(way.target == 3_in);
  // Limited to its own distance: the other goes the rest.
  const Split short_one = split(9_in, 5_in, 4_in, 5_in, 6_in);
  CHECK(short_one.meet);
  CHECK(short_one.charger == 4_in);
  CHECK(short_one.target == 5_in);
  const Split short_target = split(9_in, 5_in, 8_in, 5_in, 2_in);
  CHECK(short_target.meet);
  CHECK(short_target.charger == 7_in);
  CHECK(short_target.target == 2_in);
  const Split apart = split(11_in, 4_in, 5_in, 4_in, 5_in);
  CHECK_FALSE(apart.meet);
  CHECK(apart.charger == 5_in);
}

}  // namespace checks_tests
