// Charges through friends, and what is asked before a pursuit.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace passing_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::line_up;

TEST_CASE("LM and single bases charge through friends who move this bound too: the friend comes apart, they do not",
          "[paean][PA-INT-04][PA-INT-05][PA-AMB-24][PA-AMB-82][PA-UNF-04]") {
  struct Case {
    Weight weight;
    int bases;
    bool before;  // the friend has gone through it before, or stands in its way
    bool allowed;
  };
  for (const Case& one : {Case{Weight::LM, 2, false, true}, Case{Weight::LM, 2, true, true}, Case{Weight::H, 1, false, true},
                          Case{Weight::H, 1, true, true}, Case{Weight::H, 2, false, false}, Case{Weight::H, 2, true, false}}) {
    CAPTURE(one.weight, one.bases, one.before);
    Field field;
    field.put("A1", Side::A, one.weight, {.x = 600, .y = 400, .bases = one.bases, .files = one.bases, .weapons = {Weapon::LightSpear}});
    field.put("A2", Side::A, Weight::H, {.x = 600, .y = one.before ? 370.0 : 422.0, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LM, {.x = 600, .y = 448, .bases = 2, .files = 2, .heading = 270, .weapons = {Weapon::LightSpear}});
    field.state.formations.at({"A2"}).status.moved = true;
    if (one.before) {
      field.state.formations.at({"A1"}).status.passed.push_back({"A2"});
      field.state.formations.at({"A2"}).status.passed.push_back({"A1"});
    }
    field.permit("A1");
    CHECK(field.rule(ChargeAt{{"A1"}, {"B1"}}) == (one.allowed ? "PA-CHG-22" : "PA-INT-05"));
    if (!one.allowed) continue;
    CHECK(field.judge(ChargeAt{{"A1"}, {"B1"}}).reasons.back().rule == "PA-INT-05");
    field.give(ChargeAt{{"A1"}, {"B1"}});
    CHECK(field.formation("A2.1").unformed());
    CHECK_FALSE(field.gone("A1"));
    CHECK(field.asked() == "PA-REA-02");
  }
}

TEST_CASE("a table that allows a feint after an evade asks for it before the pursuit, whether anybody stands behind or not",
          "[paean][PA-AMB-68][PA-EVA-06]") {
  for (const bool pursues : {false, true}) {
    Field field = line_up(Weight::LH, Weight::L, 30, {.bases = 2, .files = 2, .ranks = 1, .weapons = {Weapon::Javelin}});
    field.state.options.feint_after_evade = true;
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({3, 3});
    field.choose("evade");
    REQUIRE(field.asked() == "PA-CHG-09");
    CHECK(field.at("A1.1").y == Approx(400));
    field.choose(pursues ? "pursue" : "feint");
    CHECK(field.asked().empty());
    CHECK((field.at("A1.1").y > 450) == pursues);
  }
}

}  // namespace passing_tests
