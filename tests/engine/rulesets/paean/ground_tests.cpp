// Ground that unforms M, LH and H, whatever brings them there: charges, counter charges, turns, the push and who follows it.
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace ground_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;
using paean::test::line_up;

namespace {

const std::vector<Weapon> kJavelin{Weapon::Javelin};

/// A1 fights B1 front to front along y = 400.
Field fighting(Weight theirs, int their_bases, int their_files) {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, theirs, {.x = 600, .y = 400, .bases = their_bases, .files = their_files, .heading = 270, .weapons = kJavelin});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  return field;
}
void stream(Field& field, double low, double high) { field.terrain("T1", Ground::Stream, 0, low, 2000, high); }

}  // namespace

TEST_CASE("a charge across a stream comes apart: at contact, where both its bases go on touching, and after a feint",
          "[paean][PA-MOV-05][PA-UNF-06][PA-AMB-08]") {
  for (const bool feint : {false, true}) {
    CAPTURE(feint);
    Field field = line_up(Weight::LH, Weight::LH, 70);
    field.terrain("T1", Ground::Stream, 0, 410, 2000, 420);
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({6, 6});
    REQUIRE(field.asked() == "PA-CHG-09");
    field.choose(feint ? "feint" : "home");
    CHECK(field.gone("A1"));
    CHECK(field.formation("A1.1").unformed());
    for (const char* base : {"A1.1", "A1.2"}) CHECK(field.touch(base, "B1") != feint);
  }
  // Ten centimetres of move, one of stream: nine centimetres reach, more do not.
  Field near = line_up(Weight::LH, Weight::LH, 89), far = line_up(Weight::LH, Weight::LH, 96);
  for (Field* field : {&near, &far}) {
    field->terrain("T1", Ground::Stream, 0, 410, 2000, 420);
    field->permit("A1");
  }
  CHECK(near.rule(ChargeAt{{"A1"}, {"B1"}}) == "PA-CHG-22");
  CHECK(near.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
  CHECK_FALSE(far.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
}

TEST_CASE("who is pushed into ground that unforms comes apart and fights on, the winner outside it stays formed",
          "[paean][PA-UNF-06][PA-RES-11][PA-MOV-05]") {
  Field field = fighting(Weight::LH, 4, 2);
  stream(field, 450, 455);  // behind its second rank
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);  // one base goes back, three are pushed
  CHECK(field.at("A1.1").y == Approx(410));
  CHECK(field.formation("A1").bases.size() == 2);
  CHECK(field.gone("B1"));
  for (const char* base : {"B1.1", "B1.2"}) {
    CHECK(field.formation(base).unformed());
    CHECK_FALSE(field.formation(base).status.rallying);
  }
  for (const char* base : {"B1.1", "B1.2"}) CHECK(field.touch("A1", base));  // both go on touching, a centimetre apart
  CHECK(gap(field, "B1.1", "B1.2") == Approx(10).margin(0.1));
  CHECK(gap(field, "A1.1", "B1.3") >= 9.9);
  Field dry = fighting(Weight::LH, 4, 2);
  stream(dry, 465, 470);  // further back than the push goes
  dry.order(FightOn{{"A1"}}, "A1");
  dry.fight(1, 0);
  CHECK(dry.formation("B1").bases.size() == 3);
}

TEST_CASE("who follows a push into ground that unforms comes apart, LM that is pushed there does not",
          "[paean][PA-UNF-06][PA-RES-40][PA-UNF-05][PA-MOV-04]") {
  Field field = fighting(Weight::LM, 3, 3);
  stream(field, 405, 500);
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);
  CHECK(field.formation("B1").bases.size() == 2);
  CHECK(field.gone("A1"));
  CHECK(field.formation("A1.1").unformed());
  for (const char* base : {"A1.1", "A1.2"}) CHECK(field.touch(base, "B1"));
}

TEST_CASE("a counter charge into a stream comes apart and keeps its dice", "[paean][PA-UNF-06][PA-EVA-10][PA-EVA-11]") {
  Field field = line_up(Weight::LH, Weight::LH, 90);
  stream(field, 472, 478);
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  field.choose("counter");
  CHECK(field.formation("A1").bases.size() == 2);
  CHECK(field.gone("B1"));
  for (const char* base : {"B1.1", "B1.2"}) {
    CHECK(field.touch("A1", base));
    CHECK(field.formation(base).status.rush == Rush::Countering);
  }
  for (const int dice : {3, 3, 2 + 2}) {  // each base: its ranks and charging; its ranks, counter charging, a single base
    CHECK(field.dice_asked() == dice);
    field.dice(std::vector<int>(static_cast<std::size_t>(dice), 1));
  }
}

TEST_CASE("a formation that comes up behind a friend through a stream comes apart, the base behind the fight backs it",
          "[paean][PA-UNF-06][PA-CHG-16][PA-CCD-13]") {
  Field field = fighting(Weight::LH, 2, 2);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 330, .bases = 2, .files = 2});
  stream(field, 340, 350);
  field.order(SupportCharge{{"A2"}, {"A1"}}, "A2");
  CHECK(field.gone("A2"));
  CHECK(field.dice_asked() == 4 + 1);
  field.fight(1, 1);
  CHECK(field.state.fights.backings.size() == 1);
}

TEST_CASE("of a formation that comes apart behind a friend the base that backs him stays where it is",
          "[paean][PA-UNF-06][PA-CHG-16][PA-CCD-13]") {
  Field field = fighting(Weight::LH, 1, 1);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 330, .bases = 3, .files = 3});
  stream(field, 340, 350);
  field.order(SupportCharge{{"A2"}, {"A1"}}, "A2");
  CHECK(field.gone("A2"));
  CHECK(field.at("A2.2").x == Approx(600));
  CHECK(field.at("A2.1").x == Approx(550));
}

TEST_CASE("who turns to face into a stream comes apart, and the charge meets the base it reaches",
          "[paean][PA-UNF-06][PA-EVA-15][PA-EVA-18]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 4});
  field.put("A1", Side::A, Weight::LH, {.x = 480, .y = 390, .heading = 0});
  stream(field, 404, 408);  // beside the line, under the deeper column and the charger, whose way counts twice
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  field.dice({4, 4});
  field.choose("turn");
  field.choose("all");
  CHECK(field.gone("B1"));
  for (int i = 1; i <= 4; ++i) CHECK(field.heading("B1." + std::to_string(i)) == Approx(180));
  field.choose("home");
  CHECK(field.formation("A1").contacts.size() == 1);
  CHECK(field.formation("A1").contacts.front().on == Flank::Front);
}

TEST_CASE("whoever backs a formation that comes apart backs the base that stays", "[paean][PA-UNF-02][PA-CHG-16]") {
  Field field = fighting(Weight::LM, 3, 3);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 380, .bases = 2, .files = 2});
  field.state.fights.backings = {{{"A2"}, {"A1"}}};
  stream(field, 405, 500);
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);
  REQUIRE(field.state.fights.backings.size() == 1);
  const Backing& backing = field.state.fights.backings.front();
  CHECK(backing.by == UnitId{"A2"});
  CHECK(field.formation(backing.of.text).contacts.size() == 1);
  CHECK(field.at("A2.1").y == Approx(390));
}

TEST_CASE("the edge of a wood unforms nobody who stands on it, beside it or fights at it",
          "[paean][PA-TER-06][PA-MOV-05][PA-MOV-06][PA-RES-34]") {
  for (const double inside : {2.0, 5.0}) {
    CAPTURE(inside);
    const bool within = inside > 3;  // the table's tolerance
    Field into = line_up(Weight::LH, Weight::LH, 300), along = line_up(Weight::LH, Weight::LH, 300);
    into.terrain("T1", Ground::Wood, 400, 490 - inside, 800, 700);
    into.order(MoveFormation{.unit = {"A1"}, .ahead = 90_mm}, "A1");
    CHECK(into.gone("A1") == within);
    along.terrain("T1", Ground::Wood, 640 - inside, 300, 800, 550);
    along.permit("A1");
    CHECK(along.rule(MoveFormation{.unit = {"A1"}, .ahead = 100_mm}) == (within ? "PA-MOV-06" : "PA-MOV-T1"));

    Field fight = line_up(Weight::LH, Weight::LH, 70);
    fight.terrain("T1", Ground::Wood, 400, 470 - inside, 800, 600);
    fight.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    fight.dice({6, 6});
    fight.choose("home");
    CHECK(fight.gone("A1") == within);
    CHECK(fight.state.fights.covers.front().edge);
  }
}

}  // namespace ground_tests
