// Results of close combat: push backs, dispersals, draws, rallying, the table's edge. The book's figures as bases.
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace result_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Fight;
using paean::test::gap;
using paean::test::pushed_column;

TEST_CASE("two hits of difference push two supports back five centimetres with gaps, the push moves the rest two and the winner follows",
          "[paean][PA-RES-45][PA-EX-18][PA-EX-29][PA-RES-02][PA-RES-11][PA-RES-14][PA-RES-15][PA-RES-40]") {
  Fight field = pushed_column();
  field.begin();
  CHECK(field.dice_asked() == 6);
  field.dice({3, 3, 3, 2, 1, 1});
  CHECK(field.dice_asked() == 4);
  field.dice({3, 2, 1, 1});
  CHECK(field.formation("B1").bases == std::vector<BaseId>{{"B1.1"}});
  CHECK(field.at("B1.1").y == Approx(430));
  CHECK(field.at("A1.1").y == Approx(410));
  for (const char* base : {"B1.2", "B1.3"}) {
    CHECK(field.at(base).y == Approx(460));
    CHECK(field.formation(base).status.rallying == 1);
    CHECK(field.formation(base).unformed());
    CHECK(gap(field, base, "B1.1") >= 9.9);
  }
  CHECK(std::min(field.at("B1.2").x, field.at("B1.3").x) == Approx(575));
  CHECK(std::max(field.at("B1.2").x, field.at("B1.3").x) == Approx(625));
  CHECK(field.touch("A1", "B1"));
  CHECK(field.formation("A1").status.no_orders);  // some of the enemy stands in contact: a standoff
}

TEST_CASE("whoever keeps its front row in contact stays formed, whether it loses by one base, by some of the rear row or by all of it",
          "[paean][PA-RES-11][PA-RES-13][PA-RES-15]") {
  for (const int files : {3, 4, 6}) {
    for (int hits = 1; hits <= files; ++hits) {
      Fight field;
      field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2 * files, .files = files});
      field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2 * files, .files = files, .heading = 270});
      field.contact("A1", Flank::Front, "B1", Flank::Front);
      field.begin();
      field.fight(hits, 0);
      INFO(files << " files lose by " << hits);
      CHECK_FALSE(field.formation("B1").unformed());
      CHECK(field.formation("B1").bases.size() == static_cast<std::size_t>(2 * files - hits));
      CHECK(field.touch("A1", "B1"));
    }
  }
}

TEST_CASE("hits beyond all bases pushed back disperse those closest to the winner",
          "[paean][PA-EX-19][PA-RES-07][PA-AMB-30][PA-RES-05][PA-RES-06][PA-RES-10]") {
  Fight field = pushed_column();
  field.begin();
  field.fight(5, 0);
  CHECK_FALSE(field.on_table("B1.1"));
  CHECK_FALSE(field.on_table("B1.2"));
  CHECK(field.on_table("B1.3"));
  CHECK(field.at("B1.3").y == Approx(460));
  CHECK(field.at("A1.1").y == Approx(390));  // nobody is left to push
  CHECK(field.formation("A1").contacts.empty());
  CHECK_FALSE(field.formation("A1").status.no_orders);
}

TEST_CASE("equal hits are a draw without push backs, the attacker takes no more orders",
          "[paean][PA-CCD-04][PA-RES-01][PA-RES-09][PA-RES-46]") {
  Fight field = pushed_column();
  field.begin();
  field.fight(2, 2);
  CHECK(field.at("B1.1").y == Approx(410));
  CHECK(field.formation("B1").bases.size() == 3);
  CHECK(field.touch("A1", "B1"));
  CHECK(field.formation("A1").status.no_orders);
  CHECK_FALSE(field.formation("B1").status.no_orders);  // it is not its bound
}

TEST_CASE("a base pushed against a rallying friend moves it one centimetre more, both start to rally anew",
          "[paean][PA-EX-21][PA-RES-19][PA-RES-20][PA-RES-24]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 1, .heading = 270});
  field.put("B2", Side::B, Weight::LH, {.x = 600, .y = 470, .heading = 270});
  field.state.formations.at({"B2"}).status.rallying = 1;
  field.state.formations.at({"B2"}).spread = true;
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.state.turn.bound = 3;
  field.begin();
  field.fight(1, 0);
  CHECK(field.at("B1.2").y == Approx(460));
  CHECK(field.at("B2.1").y == Approx(490));
  CHECK(field.formation("B2").status.rallying == 3);
  CHECK(field.formation("B1.2").status.rallying == 3);
  CHECK(field.at("B1.1").y == Approx(430));
}

TEST_CASE("a base pushed into a formed enemy is dispersed, L and LM and the unformed give ground, and their rally is not delayed",
          "[paean][PA-RES-21][PA-RES-22][PA-RES-23]") {
  for (const Weight behind : {Weight::LH, Weight::LM}) {
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
    field.put("A2", Side::A, behind, {.x = 600, .y = 480, .bases = 2, .files = 2});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(1, 0);
    CHECK(field.on_table("B1.1") == (behind == Weight::LM));
    if (behind == Weight::LM) {
      CHECK(gap(field, "B1.1", "A2.1") >= 9.9);
      CHECK(field.at("A2.1").y == Approx(490));
    }
  }
  Fight field;  // a rallying enemy moves, and rallies when it would have
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 480});
  field.state.formations.at({"A2"}).status.rallying = 1;
  field.state.turn.bound = 2;
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(1, 0);
  CHECK(field.on_table("B1.1"));
  CHECK(field.at("A2.1").y == Approx(490));
  CHECK(field.formation("A2").status.rallying == 1);
}

TEST_CASE("a push back over the table's edge disperses the base", "[paean][PA-RES-25]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 1940, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 1940, .bases = 2, .files = 1, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(1, 0);
  CHECK_FALSE(field.on_table("B1.2"));
  CHECK(field.on_table("B1.1"));
}

TEST_CASE("L and LM bases are dispersed, one a hit, the nearest first, LM in contact are pushed and test to evade",
          "[paean][PA-DX-31][PA-AMB-69][PA-RES-04][PA-AMB-80][PA-EVA-21]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LM, {.x = 600, .y = 400, .bases = 3, .files = 3, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.dice({8, 8, 8, 8});
  field.dice({6, 6, 1, 1, 1, 1});
  REQUIRE(field.formation("B1").bases.size() == 1);
  CHECK(field.at(field.formation("B1").bases.front().text).y == Approx(430));
  REQUIRE(field.asked() == "PA-EVA-21");
  field.choose("y");
  field.dice({4, 4});
  CHECK(field.formation("B1").contacts.empty());
  CHECK(field.at(field.formation("B1").bases.front().text).y == Approx(580));
  CHECK_FALSE(field.formation("A1").status.no_orders);
}

TEST_CASE("an L in contact evades after its phase whatever came of it, a base goes for each hit it lost by",
          "[paean][PA-SKI-11][PA-SKI-12][PA-SKI-17][PA-EVA-20][PA-RES-03][PA-SKI-13]") {
  for (const int red : {0, 1}) {
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::L,
              {.x = 600, .y = 400, .bases = 3, .files = 3, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(1, red);
    if (red == 1) field.dice({4});  // javelins alone need 5 of LH: a 4, then 2 or more
    CHECK(field.formation("B1").bases.size() == (red == 0 ? 2U : 3U));
    CHECK(field.formation("B1").contacts.empty());
    CHECK(field.asked().empty());
    CHECK(field.at(field.formation("B1").bases.back().text).y > 500);
    CHECK_FALSE(field.formation("A1").status.no_orders);
  }
}

TEST_CASE("a formation pushed back in its own bound takes no more orders and rallies in its next one",
          "[paean][PA-UNF-07][PA-ACT-06][PA-ACT-04][PA-RES-08][PA-RAL-01][PA-RES-16]") {
  Fight field = pushed_column();
  field.begin();
  field.fight(0, 4);  // blue's four bases go back
  for (int i = 1; i <= 4; ++i) {
    const BaseId base{"A1." + std::to_string(i)};
    const Formation& one = field.formation(field.state.bases.at(base).unit.text);
    CHECK(one.bases == std::vector<BaseId>{base});
    CHECK(one.status.rallying == 1);
    CHECK(one.status.no_orders);
    CHECK(field.at(base.text).y == Approx(340));
  }
}

TEST_CASE("sizes and distances grow with the scale", "[paean][PA-DX-01]") {
  Fight field(3);
  field.put("A1", Side::A, Weight::LH, {.x = 900, .y = 600, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 900, .y = 600, .bases = 3, .files = 1, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(1, 0);
  CHECK(field.at("A1.1").y == Approx(600 - 30 + 60));
  CHECK(field.at("B1.1").y == Approx(660 + 30));
  CHECK(field.at("B1.2").y == Approx(660 + 60 + 30 + 30));  // apart, for it meets B1.3 as it is pushed
  CHECK(field.at("B1.3").y == Approx(660 + 60 + 30 + 60 + 30 + 30));
  CHECK(field.formation("B1.3").status.rallying);
}

TEST_CASE("bases pushed back in their own bound do not act in the next own bound either, only from the one after it",
          "[paean][PA-AMB-86][PA-RES-16][PA-RAL-02]") {
  // A loses in its own bound 3: the longer of the two periods the book names.
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.put("A3", Side::A, Weight::LH, {.x = 1200, .y = 400, .bases = 2, .files = 2});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.state.turn.bound = 3;
  field.begin();
  field.fight(0, 2);
  REQUIRE(field.formation("A1.2").status.rallying == 3);
  const auto pass = [&] {
    const int bound = field.state.turn.bound;
    while (field.state.turn.bound == bound) field.give(EndPhase{});
  };
  const auto ordered = [&] { return field.rule(GiveOrder{{"AC"}, {"A1.2"}}); };
  pass();
  CHECK(reactions_of(field.state, {"A1.2"}, {"B1"}, Flank::Front, false).empty());  // bound 4, the enemy's
  pass();
  REQUIRE(field.state.turn.bound == 5);
  while (field.state.turn.phase != Phase::Orders) field.give(EndPhase{});
  CHECK(ordered() == "PA-RAL-04");
  CHECK(reactions_of(field.state, {"A1.2"}, {"B1"}, Flank::Front, false).empty());
  pass();
  CHECK_FALSE(field.formation("A1.2").status.rallying);
  CHECK_FALSE(reactions_of(field.state, {"A1.2"}, {"B1"}, Flank::Front, false).empty());
  pass();
  while (field.state.turn.phase != Phase::Orders) field.give(EndPhase{});
  CHECK(ordered() != "PA-RAL-04");
}

TEST_CASE("the base in contact is dispersed first, not the first of its row", "[paean][PA-RES-04][PA-RES-06][PA-SKI-12]") {
  for (const Weight weight : {Weight::LM, Weight::L}) {
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 900, .y = 300});
    field.put(
        "B1", Side::B, weight,
        {.x = 900, .y = 300, .bases = 5, .files = 5, .heading = 270, .ranks = weight == Weight::L ? 1 : 2, .weapons = {Weapon::Javelin}});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(1, 0);
    CHECK_FALSE(field.on_table("B1.3"));
    CHECK(field.on_table("B1.1"));
  }
}

TEST_CASE("one push back on the end of a line that came apart leaves the others where they stand, and they do not rally",
          "[paean][PA-RES-02][PA-RES-19][PA-RES-24]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 880, .y = 300, .bases = 2, .files = 2});
  for (int i = 1; i <= 4; ++i)
    field.put("B1." + std::to_string(i), Side::B, Weight::LH, {.x = 890, .y = 320 + 50.0 * (i - 1), .heading = 0});
  field.contact("A1", Flank::Front, "B1.1", Flank::Right);
  field.begin();
  field.fight(1, 0);
  CHECK(field.formation("B1.1").status.rallying == 1);
  for (int i = 2; i <= 4; ++i) {
    CHECK_FALSE(field.formation("B1." + std::to_string(i)).status.rallying);
    CHECK(field.at("B1." + std::to_string(i) + ".1").y == Approx(320 + 50.0 * (i - 1)));
  }
}

TEST_CASE("a phase asks only those who fought it whether they break off, not LM in another combat", "[paean][PA-EVA-21]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.put("A2", Side::A, Weight::LH, {.x = 1200, .y = 400, .bases = 2, .files = 2});
  field.put("B2", Side::B, Weight::LM, {.x = 1200, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.contact("A2", Flank::Front, "B2", Flank::Front);
  field.begin();
  field.fight(1, 1);
  CHECK(field.asked().empty());
  CHECK(field.formation("A1").status.no_orders);
  CHECK_FALSE(field.formation("A2").status.no_orders);
}

}  // namespace result_tests
