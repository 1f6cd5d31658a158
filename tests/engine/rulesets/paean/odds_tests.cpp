// What the screen shows beside advice: exact odds before a throw, the state of units in glyphs, where offers point.
#include <random>

#include "engine/rulesets/paean/show/viewing.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace odds_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;

namespace {

engine::Pending odds_of(const Field& field) {
  const auto waits = field.state.agenda.open_waits();
  REQUIRE_FALSE(waits.empty());
  const auto pending = Showing::pending(field.state, waits.front());
  REQUIRE(pending);
  return *pending;
}
int chance_of(const engine::Pending& pending, const std::string& text) {
  for (const engine::Outlook& outlook : pending.outlooks)
    if (outlook.text == text) return outlook.per_mille;
  return -1;
}
Field two_pairs() {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  return field;
}
bool carries(const std::vector<engine::StateMark>& marks, engine::Glyph glyph) {
  return std::any_of(marks.begin(), marks.end(), [&](const engine::StateMark& mark) { return mark.glyph == glyph; });
}

}  // namespace

TEST_CASE("close combat dice: who wins and how likely, before the first throw and after it", "[paean][odds]") {
  Field field = two_pairs();
  field.order(FightOn{{"A1"}}, "A1");
  // Four D8 a side, three or more: the shares of 0 to 4 hits are 1, 12, 54, 108 and 81 of 256.
  const engine::Pending before = odds_of(field);
  CHECK(before.count == 4);
  CHECK(before.thrown.need == 3);
  CHECK(before.thrown.per_mille == 750);
  CHECK(before.expected == 300);
  CHECK(engine::sum_of(before.thrown.rows) == 3);
  CHECK(engine::sum_of(before.thrown.dice) == 4);
  CHECK(chance_of(before, "a draw") == 325);  // (1 + 144 + 2916 + 11664 + 6561) / 65536
  CHECK(chance_of(before, "A wins") == 338);
  CHECK(chance_of(before, "B wins") == 338);
  field.dice({8, 8, 8, 1});
  const engine::Pending after = odds_of(field);
  CHECK(after.thrown.thrower == UnitId{"B1"});
  CHECK(chance_of(after, "B wins") == 316);  // 81 / 256
  CHECK(chance_of(after, "a draw") == 422);
}

TEST_CASE("the dice told before a charge clear the cover of the target first", "[paean][PA-RES-34][PA-RES-T1]") {
  for (const bool covered : {false, true}) {
    CAPTURE(covered);
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 460, .bases = 2, .files = 2, .heading = 270});
    if (covered) field.terrain("village", Ground::Settlement, 500, 460, 700, 600);
    field.permit("A1");
    const engine::Advice advice = Rules::advise(field.state, {{"A1"}, UnitId{"B1"}}, Viewer::A);
    const auto told = [&](const std::string& words) {
      return std::any_of(advice.lines.begin(), advice.lines.end(),
                         [&](const engine::AdviceLine& line) { return line.reason.text.find(words) != std::string::npos; });
    };
    CHECK(told("A1 at B1: 6 D8, 3+, then 3+, ") == covered);
    CHECK(told("A1 at B1: 6 D8, 3+, 4.5 hits") == !covered);
    CHECK(told("B1 at A1: 4 D8, 3+, "));  // straight at the charger's armour
  }
}

TEST_CASE("initiative: a die each on top of the commanders' values, and a tie is thrown again", "[paean][odds][PA-INI-02][PA-INI-03]") {
  for (const int more : {0, 1}) {
    CAPTURE(more);
    Field field;
    field.state.turn = {};
    field.state.leaders.at({"AC"}).value = 10 + more;
    field.give(BeginBattle{});
    const engine::Pending odds = odds_of(field);
    CHECK(chance_of(odds, "has the initiative") == (more == 0 ? 417 : 583));  // 15 or 21 of 36
    CHECK(chance_of(odds, "both throw again") == (more == 0 ? 167 : 139));
    CHECK(chance_of(odds, "B has it") == (more == 0 ? 417 : 278));
  }
}

TEST_CASE("missile dice: how many bases are lost, with the part hits carried and through cover", "[paean][odds]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 2, .files = 2, .heading = 270});
  field.state.fights.parts = {{{"A1"}, {"B1"}, 2, field.state.turn.orders_given}};
  Field wood = field;
  field.order(Shoot{{"A1"}, {"B1"}}, "A1");
  CHECK(chance_of(odds_of(field), "1") == 444);  // both of two D6 three or more
  CHECK(chance_of(odds_of(field), "none") == 556);
  wood.terrain("wood", Ground::Wood, 500, 499, 700, 600);
  wood.order(Shoot{{"A1"}, {"B1"}}, "A1");
  CHECK(odds_of(wood).thrown.need == 3);
  CHECK(chance_of(odds_of(wood), "1") == 198);  // cover and armour: (4/6)^4
  wood.dice({6, 1});                            // one is stopped: two more hits are out of reach
  CHECK(chance_of(odds_of(wood), "none") == 1000);
}

TEST_CASE("tests on two dice and on a D4 say their number, its rows and the chance", "[paean][odds]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 200, .y = 40});
  field.state.formations.at({"A1"}).status.orders = 1;
  field.give(GiveOrder{{"AC"}, {"A1"}});
  const engine::Pending order = odds_of(field);
  CHECK(order.thrown.need == 8);  // CV 10, over 10 cm away, a second order
  CHECK(engine::sum_of(order.thrown.rows) == 8);
  CHECK(order.thrown.per_mille == 722);
  CHECK(chance_of(order, "passed") == 722);
  Field shot;
  shot.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Bow}});
  shot.put("B1", Side::B, Weight::LM, {.x = 600, .y = 500, .bases = 3, .files = 3, .heading = 270, .weapons = {Weapon::Bow}});
  shot.order(Shoot{{"A1"}, {"B1"}}, "A1");
  shot.dice({6, 6, 6, 6});
  REQUIRE(shot.asked() == "PA-MRX-02");
  CHECK(odds_of(shot).thrown.need == 2);
  CHECK(chance_of(odds_of(shot), "stays") == 500);
}

TEST_CASE("every throw of random fights has odds that add up, and its rows are those of the throw that follows", "[paean][odds][random]") {
  int throws = 0;
  for (unsigned seed = 1; seed <= 6; ++seed) {
    std::mt19937 random(seed);
    Field field = two_pairs();
    field.put("A2", Side::A, Weight::LM, {.x = 800, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Bow}});
    field.put("B2", Side::B, Weight::L,
              {.x = 800, .y = 470, .bases = 2, .files = 2, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
    field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 600, 360, "A1");
    for (int round = 0; round < 12; ++round) {
      if (field.state.agenda.idle()) {
        const bool fights = in_contact(field.formation("A1"));
        if (fights && !field.gone("A1")) {
          field.order(FightOn{{"A1"}}, "A1");
        } else {
          field.permit("A2");
          if (!field.judge(Shoot{{"A2"}, {"B2"}}).allowed()) break;
          field.give(Shoot{{"A2"}, {"B2"}});
        }
      }
      while (!field.state.agenda.open_waits().empty()) {
        const engine::Wait wait = field.state.agenda.open_waits().front();
        if (!wait.chance) {
          field.choose(wait.options.front().key);
          continue;
        }
        const engine::Pending pending = odds_of(field);
        int sum = 0;
        for (const engine::Outlook& outlook : pending.outlooks) sum += outlook.per_mille;
        CHECK(std::abs(sum - 1000) <= static_cast<int>(pending.outlooks.size()));
        std::vector<int> values;
        for (int i = 0; i < wait.chance->count; ++i)
          values.push_back(1 + static_cast<int>(random() % static_cast<unsigned>(wait.chance->highest)));
        field.dice(values);
        REQUIRE_FALSE(field.throws().empty());
        CHECK(field.throws().front().need == pending.thrown.need);
        CHECK(field.throws().front().rows == pending.thrown.rows);
        CHECK(field.throws().front().per_mille == pending.thrown.per_mille);
        ++throws;
      }
    }
  }
  CHECK(throws > 30);
}

TEST_CASE("glyphs: who leads, who rallies and until when, who is unformed, ranks of hoplites, hits against", "[paean][glyphs]") {
  Field field = two_pairs();
  using engine::Glyph;
  CHECK(carries(Showing::marks(field.state, {"AC"}, Viewer::Both), Glyph::SeniorGeneral));
  CHECK(carries(Showing::marks(field.state, {"A1"}, Viewer::Both), Glyph::TwoRanks));
  CHECK_FALSE(carries(Showing::marks(field.state, {"A1"}, Viewer::Both), Glyph::Unformed));
  CHECK(carries(Showing::marks(field.state, {"AZ"}, Viewer::Both), Glyph::Unformed));  // a single base
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 360, "A1");
  CHECK(carries(Showing::marks(field.state, {"A1"}, Viewer::Both), Glyph::Hero));
  // In A's bound 1: pushed back now, A rallies at the end of bound 3, B at the end of bound 2.
  field.state.formations.at({"A1"}).status.rallying = 1;
  field.state.formations.at({"B1"}).status.rallying = 1;
  CHECK(Showing::marks(field.state, {"A1"}, Viewer::Both).front() == engine::StateMark{Glyph::Rallying, 3});
  CHECK(Showing::marks(field.state, {"B1"}, Viewer::Both).front() == engine::StateMark{Glyph::Rallying, 2});
  field.state.fights.kept = {{{"A2"}, {"A2"}, {"B1"}, 3}};
  CHECK(carries(Showing::marks(field.state, {"B1"}, Viewer::Both), Glyph::Hits));
  CHECK(Showing::marks(field.state, {"nobody"}, Viewer::Both).empty());
}

TEST_CASE("offers point at their target, their number and the place they lead to, names that are not there point nowhere",
          "[paean][glyphs]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 480, .heading = 270});
  const engine::OfferMark order = Showing::mark_of(field.state, GiveOrder{{"AC"}, {"A1"}});
  CHECK(order.target == UnitId{"A1"});
  CHECK(order.or_less);
  CHECK(order.need == 7);  // CV 10 and over 30 cm away
  CHECK(order.per_mille == 583);
  CHECK(Showing::mark_of(field.state, ChargeAt{{"A1"}, {"B1"}}).target == UnitId{"B1"});
  const auto move = Showing::mark_of(field.state, MoveFormation{.unit = {"A1"}, .ahead = 50_mm, .legs = {}, .to = {}, .poses = {}});
  REQUIRE(move.pose);
  CHECK(move.pose->y.mm() == Approx(440));  // the middle: from 390
  const auto slide = Showing::mark_of(field.state, Traverse{{"A1"}, Flank::Left});
  REQUIRE(slide.pose);
  CHECK(slide.pose->x.mm() == Approx(580));
  for (const Command& command : std::vector<Command>{GiveOrder{{"AC"}, {"X"}}, Shoot{{"X"}, {"B1"}}, Traverse{{"X"}, Flank::Left},
                                                     TestSkirmishers{{"X"}}, TestHero{{"X"}}})
    CHECK_FALSE(Showing::mark_of(field.state, command).pose);
}

}  // namespace odds_tests
