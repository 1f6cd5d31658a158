/// Melee arithmetic: total attack, basic defence, penetration, results, line by line against the catalogue's numbers.
#include "engine/rulesets/hoplomachia/topics/melee_result.hpp"
#include "tests/support/catch.hpp"

namespace numbers_tests {

using namespace polemarch;
using namespace polemarch::hoplomachia;

namespace {

/// SAMPLE-HOP: spear 5, shield 4, strength 2, threshold 2, arete +2/+1/-1/-2, MOME 2, OTHISM 1.
AttackFacts hoplites(int arete) {
  AttackFacts facts;
  facts.spear = 5, facts.arete = arete, facts.mome = 2, facts.othism = 1;
  return facts;
}
DefenceFacts shields() {
  DefenceFacts facts;
  facts.shield = 4, facts.mome = 2;
  return facts;
}
Arithmetic plain(int total) {
  Arithmetic sum;
  sum.add("HM-ATK-02", "spear", total);
  return sum;
}

/// The sample Melee Resolution chart.
Charts sample_chart() {
  Charts charts;
  charts.melee.resize(16);
  const auto put = [&](std::size_t winner, std::size_t loser, MeleeResult line) { charts.melee[winner * 4 + loser] = line; };
  put(0, 0, MeleeResult::NoEffect), put(1, 1, MeleeResult::NoEffect);
  put(2, 2, MeleeResult::BothDisarrayed), put(3, 3, MeleeResult::BothDisarrayed);
  put(1, 0, MeleeResult::PushedBack), put(2, 1, MeleeResult::PushedBack), put(3, 2, MeleeResult::PushedBack);
  put(2, 0, MeleeResult::BrokenInto), put(3, 1, MeleeResult::Broken), put(3, 0, MeleeResult::Slaughtered);
  return charts;
}

}  // namespace

TEST_CASE("the total attack is spear, arete and what the kind of melee adds",
          "[hoplomachia][HM-ATK-02][HM-ATK-03][HM-ATK-04][HM-ATK-05][HM-ATK-06][HM-ATK-07][HM-ATK-10]") {
  AttackFacts facts = hoplites(1);
  CHECK(total_attack(facts).total == 6);
  facts.momentum = true;
  CHECK(total_attack(facts).total == 8);
  facts.othismos = true;  // momentum never counts there; shoving does
  CHECK(total_attack(facts).total == 7);
  facts.depth = 2;
  facts.hamippoi = 2;
  CHECK(total_attack(facts).total == 11);
  facts.othismos = false;
  CHECK(total_attack(facts).total == 8);
  for (const bool othismos : {false, true}) {
    facts.othismos = othismos;
    const Arithmetic sum = total_attack(facts);
    CHECK(engine::sum_of(sum.rows) == sum.total);
  }
}

TEST_CASE("disarray halves the total attack, rounded up", "[hoplomachia][HM-ATK-08][HM-DIS-15][HM-DX-03]") {
  AttackFacts facts = hoplites(1);
  facts.othismos = true;
  facts.disarrayed = true;
  CHECK(total_attack(facts).total == 4);  // 5 + 1 + 1 = 7, half is 3.5
  facts.arete = 2;
  CHECK(total_attack(facts).total == 4);  // 8
  CHECK(engine::sum_of(total_attack(facts).rows) == 4);
}

TEST_CASE("the basic defence is the shield with works, gap and what the kind of melee changes",
          "[hoplomachia][HM-DEF-02][HM-DEF-03][HM-DEF-04][HM-DEF-05][HM-DEF-06][HM-DEF-07]") {
  DefenceFacts facts = shields();
  CHECK(basic_defence(facts).total == 4);
  facts.momentum = true;
  CHECK(basic_defence(facts).total == 6);
  facts.uphill = 1, facts.wall = 2;
  CHECK(basic_defence(facts).total == 9);
  facts.gap = 2;
  CHECK(basic_defence(facts).total == 7);
  facts.othismos = true;
  CHECK(basic_defence(facts).total == 5);  // no momentum
  facts.ground_given = -1;
  CHECK(basic_defence(facts).total == 4);
  facts.ground_given = -2;
  CHECK(basic_defence(facts).total == 3);
}

TEST_CASE("on the shielded flank only what weakens the defence counts", "[hoplomachia][HM-FLK-10][HM-FLK-17]") {
  DefenceFacts facts = shields();
  facts.positive_count = false;
  facts.momentum = true, facts.uphill = 1, facts.wall = 2, facts.stockade = 2;
  CHECK(basic_defence(facts).total == 4);
  facts.gap = 2;
  CHECK(basic_defence(facts).total == 2);
  facts.othismos = true, facts.ground_given = -1;
  CHECK(basic_defence(facts).total == 1);
}

TEST_CASE("an attack goes through shield, strength and threshold while it exceeds them",
          "[hoplomachia][HM-PENL-01][HM-PENL-02][HM-PENL-03][HM-PENL-04][HM-PENL-05][HM-PENL-06][HM-AMB-19][HM-AMB-63]") {
  // Basic defence 4, strength 2, threshold 2: what stops each total attack.
  const std::vector<std::pair<int, Level>> rows{{1, Level::ShieldHit},   {4, Level::ShieldHit},    {5, Level::StrengthHit},
                                                {6, Level::StrengthHit}, {7, Level::ThresholdHit}, {8, Level::ThresholdHit},
                                                {9, Level::Exceeded}};
  for (const auto& [attack, level] : rows) {
    INFO("total attack " << attack);
    CHECK(penetration(plain(attack), plain(4), 2, 2).level == level);
  }
}

TEST_CASE("a total attack of 8 against 4, 2 and 2 stops at the threshold", "[hoplomachia][HM-EX-18]") {
  const Penetration hit = penetration(plain(8), plain(4), 2, 2);
  CHECK(hit.level == Level::ThresholdHit);
  REQUIRE(hit.stages.size() == 3);
  CHECK(*hit.stages[0].value == 8);
  CHECK(*hit.stages[1].value == 4);
  CHECK(*hit.stages[2].value == 2);
}

TEST_CASE("a total attack below one is a zero hit on the shield", "[hoplomachia][HM-ATK-09]") {
  CHECK(penetration(plain(0), plain(-3), 0, 0).level == Level::ZeroHit);
  CHECK(penetration(plain(1), plain(1), 0, 0).level == Level::ShieldHit);
  CHECK(penetration_unshielded(plain(0), 0).level == Level::ZeroHit);
}

TEST_CASE("an attack on the unshielded flank goes straight at the threshold", "[hoplomachia][HM-FLK-13][HM-DX-09]") {
  CHECK(penetration_unshielded(plain(8), 2).level == Level::Exceeded);
  CHECK(penetration_unshielded(plain(3), 2).level == Level::Exceeded);
  CHECK(penetration_unshielded(plain(2), 2).level == Level::ThresholdHit);
}

TEST_CASE("against a flanker there is nothing but a zero hit", "[hoplomachia][HM-FLK-11][HM-FLK-14]") {
  CHECK(no_penetration("HM-FLK-11").level == Level::ZeroHit);
  CHECK(no_penetration("HM-FLK-11").stages.front().rule == "HM-FLK-11");
}

TEST_CASE("Firm with momentum meets Unsteady without: level 3 against level 1, broken", "[hoplomachia][HM-DX-01][HM-MEL-06][HM-PENL-07]") {
  AttackFacts a = hoplites(1), b = hoplites(-1);
  a.momentum = true;
  DefenceFacts da = shields(), db = shields();
  da.momentum = true;
  const Penetration first = penetration(total_attack(a), basic_defence(db), 2, 2);
  const Penetration second = penetration(total_attack(b), basic_defence(da), 2, 2);
  CHECK(first.attack.total == 8);
  CHECK(first.level == Level::ThresholdHit);
  CHECK(second.attack.total == 4);
  CHECK(second.level == Level::ShieldHit);
  const MeleeOutcome outcome = result_of(sample_chart(), first.level, second.level);
  CHECK(outcome.line == MeleeResult::Broken);
  CHECK(outcome.loser == Loser::Second);
}

TEST_CASE("an exceeded threshold breaks whatever the loser achieved", "[hoplomachia][HM-DX-05][HM-RES-19][HM-AMB-119]") {
  AttackFacts a = hoplites(2), b = hoplites(1);
  a.momentum = true;
  DefenceFacts da = shields();
  da.momentum = true;
  const Penetration first = penetration(total_attack(a), basic_defence(shields()), 2, 2);
  const Penetration second = penetration(total_attack(b), basic_defence(da), 2, 2);
  CHECK(first.attack.total == 9);
  CHECK(first.level == Level::Exceeded);
  CHECK(second.level == Level::ShieldHit);
  const MeleeOutcome outcome = result_of(sample_chart(), first.level, second.level);
  CHECK(outcome.line == MeleeResult::Broken);
  CHECK(outcome.loser == Loser::Second);
  CHECK(outcome.automatic);
  // Broken even where the chart's pair would say slaughtered; the option looks it up.
  CHECK(result_of(sample_chart(), Level::Exceeded, Level::ZeroHit).line == MeleeResult::Broken);
  CHECK(result_of(sample_chart(), Level::Exceeded, Level::ZeroHit, true).line == MeleeResult::Slaughtered);
  CHECK(result_of(sample_chart(), Level::Exceeded, Level::ThresholdHit, true).line == MeleeResult::Broken);
}

TEST_CASE("when both thresholds are exceeded both are broken", "[hoplomachia][HM-AMB-37]") {
  const MeleeOutcome outcome = result_of(sample_chart(), Level::Exceeded, Level::Exceeded);
  CHECK(outcome.line == MeleeResult::Broken);
  CHECK(outcome.loser == Loser::Both);
}

TEST_CASE("ground given lets the same attack through", "[hoplomachia][HM-DX-07][HM-DEF-06]") {
  DefenceFacts facts = shields();
  facts.othismos = true;
  AttackFacts attack = hoplites(1);
  attack.othismos = true;
  REQUIRE(total_attack(attack).total == 7);
  facts.ground_given = -1;
  CHECK(penetration(total_attack(attack), basic_defence(facts), 2, 2).level == Level::ThresholdHit);
  facts.ground_given = -2;
  CHECK(penetration(total_attack(attack), basic_defence(facts), 2, 2).level == Level::Exceeded);
}

TEST_CASE("every pair of the chart is read with the winner first", "[hoplomachia][HM-RES-01][HM-RES-02][HM-RES-03][HM-SMP-T4]") {
  const Charts charts = sample_chart();
  const std::vector<std::tuple<int, int, MeleeResult>> rows{{0, 0, MeleeResult::NoEffect},       {1, 1, MeleeResult::NoEffect},
                                                            {2, 2, MeleeResult::BothDisarrayed}, {3, 3, MeleeResult::BothDisarrayed},
                                                            {1, 0, MeleeResult::PushedBack},     {2, 1, MeleeResult::PushedBack},
                                                            {3, 2, MeleeResult::PushedBack},     {2, 0, MeleeResult::BrokenInto},
                                                            {3, 1, MeleeResult::Broken},         {3, 0, MeleeResult::Slaughtered}};
  for (const auto& [winner, loser, line] : rows) {
    INFO(winner << ", " << loser);
    const MeleeOutcome there = result_of(charts, static_cast<Level>(winner), static_cast<Level>(loser));
    const MeleeOutcome back = result_of(charts, static_cast<Level>(loser), static_cast<Level>(winner));
    CHECK(there.line == line);
    CHECK(back.line == line);
    CHECK(there.loser == (winner == loser ? Loser::Nobody : Loser::Second));
    CHECK(back.loser == (winner == loser ? Loser::Nobody : Loser::First));
  }
  // A chart without the pair says nothing.
  CHECK_FALSE(result_of(Charts{}, Level::ThresholdHit, Level::ShieldHit).line);
}

TEST_CASE("worse is the next line, and slaughtered stays slaughtered", "[hoplomachia][HM-AND-36][HM-AMB-36]") {
  CHECK(worse(MeleeResult::PushedBack) == MeleeResult::BrokenInto);
  CHECK(worse(MeleeResult::BrokenInto) == MeleeResult::Broken);
  CHECK(worse(MeleeResult::Slaughtered) == MeleeResult::Slaughtered);
}

TEST_CASE("who is broken while contacted from more than one direction is slaughtered", "[hoplomachia][HM-MULT-05]") {
  CHECK(from_all_sides(MeleeResult::Broken, 2) == MeleeResult::Slaughtered);
  CHECK(from_all_sides(MeleeResult::Broken, 1) == MeleeResult::Broken);
  CHECK(from_all_sides(MeleeResult::BrokenInto, 3) == MeleeResult::BrokenInto);
}

}  // namespace numbers_tests
