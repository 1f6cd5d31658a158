// The push of two centimetres: who is pushed, who follows, what it fractures and whom it meets.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace push_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Fight;
using paean::test::gap;
using paean::test::pushed_column;

TEST_CASE("an M winner pushes nobody two centimetres, yet the push backs stand", "[paean][PA-RES-12]") {
  Fight field = pushed_column(Weight::M);
  field.begin();
  field.fight(2, 1);
  CHECK(field.at("B1.1").y == Approx(410));
  CHECK(field.at("A1.1").y == Approx(390));
  CHECK(field.at("B1.3").y == Approx(460));
}

TEST_CASE("the push fractures what was not in contact: it is unformed where it stands and does not rally",
          "[paean][PA-EX-20][PA-AMB-29][PA-AMB-57][PA-RES-17][PA-RES-18][PA-UNF-15]") {
  Fight field;
  field.put("A1", Side::A, Weight::H, {.x = 680, .y = 400, .bases = 3, .files = 3});
  field.put("B1", Side::B, Weight::LH, {.x = 620, .y = 400, .bases = 9, .files = 6, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(3, 0);
  for (const char* base : {"B1.7", "B1.8", "B1.9"}) CHECK(field.at(base).y == Approx(460));
  for (const char* base : {"B1.1", "B1.2", "B1.3"}) CHECK(field.at(base).y == Approx(430));
  CHECK(field.formation("B1").bases.size() == 3);
  for (const char* base : {"B1.4", "B1.5", "B1.6"}) {
    CHECK(field.at(base).y == Approx(410));
    CHECK(field.formation(base).unformed());
    CHECK_FALSE(field.formation(base).status.rallying);
  }
  CHECK(gap(field, "B1.4", "B1.5") >= 9.9);
  CHECK(gap(field, "B1.5", "B1.6") >= 9.9);
  CHECK(gap(field, "B1.3", "B1.4") >= 9.9);
}

TEST_CASE("pushed back bases keep the gap from those whom the push brings up beside them", "[paean][PA-RES-15][PA-RES-14]") {
  struct Case {
    int bases, files, ranks;
    double off;  // of the nearest edge from the contact line
  };
  for (const Case& one : {Case{4, 2, 2, 50}, Case{2, 2, 4, 50}, Case{2, 1, 4, 60}, Case{2, 1, 2, 50}, Case{2, 1, 3, 50}}) {
    CAPTURE(one.bases, one.files, one.ranks);
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = one.bases, .files = one.files, .heading = 270, .ranks = one.ranks});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(1, 0);
    const double depth = one.ranks == 2 ? 20 : one.ranks == 3 ? 25 : 30;
    for (const auto& [id, formation] : field.state.formations) {
      if (formation.side != Side::B || !formation.status.rallying) continue;
      const std::string pushed = formation.bases.front().text;
      CHECK_FALSE(formation.status.no_orders);  // its own bound is to come (PA-ACT-04)
      CHECK(field.at(pushed).y - depth / 2 - 400 == Approx(one.off).margin(0.2));
      for (int i = 1; i <= one.bases; ++i)
        if (const std::string other = "B1." + std::to_string(i); other != pushed)
          CHECK(gap(field, pushed, other) >= (one.ranks == 3 ? 4.9 : 9.9));
    }
    CHECK(field.at("A1.1").y == Approx(410));
    CHECK_FALSE(field.gone("B1"));
  }
}

TEST_CASE("a body two bases deep that loses by up to its rear row stays formed, and its pushed bases keep clear of all others",
          "[paean][PA-RES-13][PA-RES-15][PA-RES-11]") {
  for (const int ranks : {2, 3})
    for (const int files : {2, 3, 4, 6})
      for (int loss = 1; loss <= files; ++loss) {
        CAPTURE(ranks, files, loss);
        Fight field;
        const Weight weight = ranks == 3 ? Weight::H : Weight::LH;
        field.put("A1", Side::A, weight, {.x = 600, .y = 400, .bases = 2 * files, .files = files, .ranks = ranks});
        field.put("B1", Side::B, weight, {.x = 600, .y = 400, .bases = 2 * files, .files = files, .heading = 270, .ranks = ranks});
        field.contact("A1", Flank::Front, "B1", Flank::Front);
        field.begin();
        field.fight(loss, 0);
        CHECK(field.formation("B1").bases.size() == static_cast<std::size_t>(2 * files - loss));
        CHECK(field.touch("A1", "B1"));
        for (const auto& [id, formation] : field.state.formations) {
          if (formation.side != Side::B || !formation.status.rallying) continue;
          const std::string pushed = formation.bases.front().text;
          for (int i = 1; i <= 2 * files; ++i)
            if (const std::string other = "B1." + std::to_string(i); other != pushed)
              CHECK(gap(field, pushed, other) >= (ranks == 3 ? 4.9 : 9.9));
        }
      }
}

TEST_CASE("bases pushed back beside a neighbour who is pushed too leave him formed", "[paean][PA-RES-13][PA-RES-15][PA-AMB-78]") {
  for (int loss = 1; loss <= 6; ++loss)
    for (const char* first : {"B1", "B2"}) {
      CAPTURE(loss, first);
      Fight field;
      field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 16, .files = 8});
      field.put("B1", Side::B, Weight::LH, {.x = 520, .y = 400, .bases = 8, .files = 4, .heading = 270});
      field.put("B2", Side::B, Weight::LH, {.x = 680, .y = 400, .bases = 8, .files = 4, .heading = 270});
      for (const char* foe : {"B1", "B2"}) field.contact("A1", Flank::Front, foe, Flank::Front);
      field.begin();
      for (int left = loss; field.dice_asked() > 0;) {
        std::vector<int> values(static_cast<std::size_t>(field.dice_asked()), 1);
        for (std::size_t i = 0; i < values.size() && left > 0 && field.question().starts_with("A1"); ++i, --left)
          values[i] = field.faces_asked();
        field.dice(values);
      }
      REQUIRE(field.asked() == "PA-AMB-78");
      field.choose(first);
      const auto lost = [&](const char* unit) { return std::string(unit) == first ? std::min(loss, 8) : 0; };
      for (const char* unit : {"B1", "B2"})
        if (loss <= 4) CHECK(field.formation(unit).bases.size() == static_cast<std::size_t>(8 - lost(unit)));
    }
}

TEST_CASE("who is driven on before the push keeps its gap from everybody behind", "[paean][PA-RES-15][PA-RES-19]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 1, .heading = 270});
  field.put("B2", Side::B, Weight::L, {.x = 600, .y = 510, .bases = 3, .files = 3, .ranks = 1, .weapons = {Weapon::Javelin}});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(2, 0);  // two go back to y 450; the two in front come to 460 and drive them on to 470, five short of B2
  for (const char* base : {"B1.3", "B1.4"}) {
    CHECK(field.formation(base).status.rallying == field.state.turn.bound);
    for (const char* other : {"B2.1", "B2.2", "B2.3", "B1.1", "B1.2"}) CHECK(gap(field, base, other) >= 9.8);
  }
}

TEST_CASE("a push that meets a friend unforms who is pushed: a formed one stops it, a rallying one is driven on and rallies anew",
          "[paean][PA-RES-11][PA-RES-13][PA-RES-19][PA-RES-24][PA-UNF-14]") {
  for (const bool rallies : {true, false}) {
    CAPTURE(rallies);
    Fight field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 2, .heading = 270});
    field.put("B2", Side::B, Weight::LH, {.x = 545, .y = 432, .bases = rallies ? 1 : 2, .files = 1, .heading = 270});
    if (rallies) field.state.formations.at({"B2"}).status.rallying = 0;
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.begin();
    field.fight(1, 0);  // the support goes; the two in contact meet B2 after 12 mm
    for (const char* base : {"B1.1", "B1.2"}) {
      CHECK(field.formation(base).unformed());
      CHECK_FALSE(field.formation(base).status.rallying);
      CHECK(field.touch("A1", base));
    }
    CHECK(field.at("A1.1").y == Approx(rallies ? 410 : 402).margin(0.6));
    CHECK((field.at("B2.1").y == Approx(442)) != rallies);
    if (!rallies) continue;
    CHECK(gap(field, "B1.2", "B2.1") >= 9.9);
    CHECK(field.formation("B2").status.rallying == field.state.turn.bound);
  }
}

TEST_CASE("a deep formation that gives up its last base is pushed the whole two centimetres, and comes apart on it",
          "[paean][PA-RES-11][PA-RES-13][PA-RES-19]") {
  Fight field = pushed_column();
  field.begin();
  field.fight(1, 0);
  CHECK(field.at("A1.1").y == Approx(410));
  CHECK(field.at("B1.1").y == Approx(430));
  CHECK(field.formation("B1.1").unformed());
  CHECK(field.touch("A1", "B1.1"));
  CHECK(field.formation("B1.3").status.rallying == field.state.turn.bound);
  CHECK_FALSE(field.formation("B1.2").status.rallying);
  for (const char* base : {"B1.1", "B1.3"}) {
    CHECK(gap(field, base, "B1.2") == Approx(10).margin(0.2));
    CHECK(field.at(base).x == Approx(field.at("B1.2").x));
  }
}

TEST_CASE("a winner who touches from another side holds his place when the enemy is pushed", "[paean][PA-RES-11][PA-RES-40]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 3});
  field.put("B1", Side::B, Weight::LM, {.x = 600, .y = 400, .bases = 3, .files = 3, .heading = 270});
  field.put("A2", Side::A, Weight::LH, {.x = 660, .y = 410, .heading = 180});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.contact("A2", Flank::Front, "B1", Flank::Left);
  field.begin();
  for (bool hit = true; field.dice_asked() > 0; hit = false) {
    std::vector<int> values(static_cast<std::size_t>(field.dice_asked()), 1);
    if (hit) values.front() = 8;
    field.dice(values);
  }
  CHECK(field.at("A1.1").y > 390);
  CHECK(field.at("A2.1").x == Approx(670));
  CHECK(field.at("A2.1").y == Approx(410));
}

TEST_CASE("a winner who faces the way of the push follows it, one from another side holds his place", "[paean][PA-RES-11][PA-RES-40]") {
  const auto pushed = [](double askew) {
    Fight field;
    field.put("A1", Side::A, Weight::H, {.x = 540, .y = 400, .bases = 3, .files = 3});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 12, .files = 6, .heading = 270});
    // The left corner of A2's front touches the line.
    const double turn = askew * 3.14159265358979 / 180;
    field.put("A2", Side::A, Weight::H, {.x = 680, .y = 400 - 20 * std::sin(turn), .heading = 90 - askew});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.contact("A2", Flank::Front, "B1", Flank::Front);
    const double before = field.at("A2.1").y;
    field.begin();
    field.fight(2, 0);  // A1, then A2 by itself
    field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
    CHECK(field.at("A1.1").y == Approx(410));
    return field.at("A2.1").y - before;
  };
  CHECK(pushed(10) == Approx(20).margin(0.1));
  CHECK(pushed(20) == Approx(0).margin(0.1));
}

TEST_CASE("who comes apart in a push keeps a centimetre from the bases that rally beside it: they are driven on",
          "[paean][PA-RES-13][PA-RES-19][PA-UNF-01]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 3, .ranks = 4});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 9, .files = 3, .heading = 270, .ranks = 4});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(3, 0);
  CHECK(field.told<FormationSet>("PA-RES-13"));
  CHECK(field.at("B1.1").x == Approx(650));
  CHECK(field.at("B1.2").x == Approx(600));  // along the front to both sides
  CHECK(field.at("B1.3").x == Approx(550));
  for (int one = 1; one <= 9; ++one)
    for (int two = 1; two < one; ++two) {
      INFO(one << " and " << two);
      CHECK(gap(field, "B1." + std::to_string(one), "B1." + std::to_string(two)) >= 9.9);
    }
}

TEST_CASE("fractured files keep their rows: who stands ahead keeps his place, who stands behind goes a centimetre back",
          "[paean][PA-RES-17][PA-RES-18][PA-UNF-01]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 560, .y = 400, .bases = 4, .files = 4});
  field.put("B1", Side::B, Weight::M, {.x = 600, .y = 400, .bases = 8, .files = 4, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.begin();
  field.fight(3, 0);  // the three supports go back; B1.1 and B1.5 lie past A1's flank
  CHECK(field.at("B1.2").y == Approx(430));
  CHECK(field.at("B1.1").x == Approx(670));
  CHECK(field.at("B1.1").y == Approx(410));
  CHECK(field.at("B1.5").x == Approx(680));  // a centimetre from the support that went back, too
  CHECK(field.at("B1.5").y == Approx(440));
  for (const char* base : {"B1.1", "B1.5"}) CHECK_FALSE(field.formation(base).status.rallying);
}

}  // namespace push_tests
