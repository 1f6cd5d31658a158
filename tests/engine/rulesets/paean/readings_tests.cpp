// How the book is read where it leaves something open, and what follows from its words in rarer cases.
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace readings_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;
using paean::test::two_fronts;

namespace {

const std::vector<Weapon> kBow{Weapon::Bow};
const std::vector<Weapon> kSpears{Weapon::Javelin, Weapon::LightSpear};

void drop(Field& field, const char* unit) {
  for (const BaseId& base : field.state.formations.at({unit}).bases) field.state.bases.at(base).on_table = false;
  field.state.formations.at({unit}).bases.clear();
}
bool has_row(const std::vector<engine::ThrowRow>& rows, const char* rule) {
  return std::any_of(rows.begin(), rows.end(), [&](const engine::ThrowRow& row) { return row.rule == rule; });
}

}  // namespace

TEST_CASE("orders, a commander's life and a challenge are two dice of six", "[paean][PA-AMB-01]") {
  Field order = two_fronts();
  drop(order, "B1");
  order.state.formations.at({"A1"}).contacts.clear();
  order.give(GiveOrder{{"AC"}, {"A1"}});
  CHECK(order.dice_asked() == 2);
  CHECK(order.faces_asked() == 6);
  Field life = two_fronts();
  life.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 450, "B1");
  life.order(FightOn{{"A1"}}, "A1");
  life.fight(1, 0);
  CHECK(life.asked() == "PA-CMD-26");
  CHECK(life.dice_asked() == 2);
  CHECK(life.faces_asked() == 6);
}

TEST_CASE("expert shots are bought for L with bow or sling, and change no contact reaction", "[paean][PA-AMB-20]") {
  Card card{.weight = Weight::L, .ranks = 1, .weapons = kBow, .expert = true};
  CHECK(points_of(card) == 5);
  card.weapons = {Weapon::Javelin};
  CHECK_FALSE(points_of(card));
  CHECK_FALSE(points_of(Card{.weight = Weight::LM, .ranks = 2, .weapons = kBow, .expert = true}));
  Field field;
  field.put("B1", Side::B, Weight::L, {.x = 600, .y = 500, .heading = 270, .ranks = 1, .weapons = kBow});
  const int before = reaction_need(field.state, {"B1"}).need;
  field.state.bases.at({"B1.1"}).card.expert = true;
  CHECK(reaction_need(field.state, {"B1"}).need == before);
}

TEST_CASE("LM caught in the flank fights with one die a base too, and its armour is not less", "[paean][PA-AMB-26]") {
  Field field;
  field.put("B1", Side::B, Weight::LM, {.x = 600, .y = 400, .heading = 90, .weapons = kSpears});
  field.put("A1", Side::A, Weight::LH, {.x = 580, .y = 390, .heading = 0});
  field.contact("A1", Flank::Front, "B1", Flank::Left);
  const auto caught = melee_volleys(field.state, {"B1"}), attack = melee_volleys(field.state, {"A1"});
  REQUIRE(caught.size() == 1);
  CHECK(caught.front().count() == 1);
  REQUIRE(attack.size() == 1);
  CHECK(attack.front().hurdles.front().need == 2);
  CHECK_FALSE(has_row(attack.front().hurdles.front().rows, "PA-FLR-02"));
}

TEST_CASE("an unformed enemy who does not rally gives ground before a push back, and gets no marker for it", "[paean][PA-AMB-31]") {
  Field field = two_fronts(4, 1);
  field.stand("B1", 600, 400, 270, 1);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 490});  // right behind the place B1 is pushed to
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);
  CHECK(field.at("B1.1").y == Approx(460));
  CHECK(field.at("A2.1").y == Approx(490));
  CHECK_FALSE(field.formation("A2").status.rallying);
}

TEST_CASE("after a draw the call of power and the call of might reach only a formation with a commander or hero", "[paean][PA-AMB-41]") {
  Field field = two_fronts();
  field.state.bases.at({"AC.1"}).at.pose = {600_mm, 340_mm, 90_deg};
  field.state.formations.at({"A1"}).status.no_orders = true;
  field.state.turn.phase = Phase::Power;
  CHECK(field.rule(CallOfPower{{"A1"}}) == "PA-RES-09");
  field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 600, 360, "A1");
  CHECK(field.judge(CallOfPower{{"A1"}}).allowed());
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 640, 360, "A1");
  field.state.turn.phase = Phase::Might;
  CHECK(field.judge(CallOfMight{{"AH"}}).allowed());
}

TEST_CASE("cover of five or more on a D4 is two throws in close combat too", "[paean][PA-AMB-55]") {
  Field field;
  field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .ranks = 1, .weapons = kBow});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.terrain("town wall", Ground::Fortification, 500, 395, 700, 500);
  field.state.fights.covers = {{{"B1"}, {"A1"}, Cover::Wall, true, false}};
  const auto volleys = melee_volleys(field.state, {"A1"});
  REQUIRE(volleys.size() == 1);
  CHECK(volleys.front().hurdles[0].need == 4);
  CHECK(volleys.front().hurdles[1].need == 2);
  CHECK(melee_cover(Cover::None) == 0);  // in the open nothing is thrown for it
  CHECK(missile_cover(Cover::None) == 0);
}

TEST_CASE("the side a charge meets is judged two centimetres away from the middle of the charger's front", "[paean][PA-AMB-58]") {
  // B1 faces down the table with its front at 500 and its rear at 520; A1, two wide, comes from the left.
  const auto side = [](double middle) {
    Field field;
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .heading = 270});
    field.put("A1", Side::A, Weight::LH, {.x = 500, .y = middle, .bases = 2, .files = 2, .heading = 0});
    return reached_by(field.state, {"A1"}, Angle{0})->side;
  };
  CHECK(side(495) == Flank::Front);
  CHECK(side(510) == Flank::Right);
  CHECK(side(525) == Flank::Rear);
}

TEST_CASE("the two centimetres of a charge are along its straight path", "[paean][PA-AMB-90]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.put("B1", Side::B, Weight::LH, {.x = 612, .y = 480, .heading = 240});
  const Length travel = reached_by(field.state, {"A1"}, Angle{0})->travel.value;
  const double from = field.at("A1.1").y;
  field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
  CHECK(field.at("A1.1").y - from == Approx((travel - 20_mm).mm()).margin(0.01));
  CHECK(gap(field, "A1.1", "B1.1") < 18);  // askew, the edges are nearer than the path is long
}

TEST_CASE("both sides lost at once is a draw", "[paean][PA-AMB-64]") {
  Field field = two_fronts(2, 1, Weight::LM);
  drop(field, "AZ");
  drop(field, "BZ");
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(2, 0);  // B's last hoplites are dispersed; A has none either
  CHECK(field.state.turn.phase == Phase::Over);
  CHECK_FALSE(field.state.turn.winner);
}

TEST_CASE("reaction fire is resolved at the stop: a charger shot away makes no contact, a smaller one goes on", "[paean][PA-AMB-71]") {
  for (const int bases : {1, 2}) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = bases, .files = bases, .weapons = kSpears});
    field.put("B1", Side::B, Weight::LM, {.x = 600, .y = 490, .bases = 2, .files = 2, .heading = 270, .weapons = kBow});
    field.order(ChargeAt{{"A1"}, {"B1"}}, "A1");
    field.dice({1, 1});
    field.choose("fire");
    field.dice({6, 6, 6, 6});  // four hits: a base of two ranks
    if (bases == 1) {
      CHECK(field.gone("A1"));
      CHECK(field.formation("B1").contacts.empty());
      CHECK(field.asked() == "");
      continue;
    }
    CHECK(field.asked() == "PA-MRX-02");
    field.dice({1});
    CHECK(field.asked() == "PA-REA-21");
    field.choose("n");
    field.choose("home");
    CHECK(field.formation("A1").bases.size() == 1);
    CHECK(field.touch("A1", "B1"));
  }
}

TEST_CASE("a settlement hides from missiles", "[paean][PA-AMB-76]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = kBow});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 580, .heading = 270});
  CHECK(aims_at(field.state, {"A1"}, {"B1"}).verdict().allowed());
  field.terrain("village", Ground::Settlement, 500, 450, 700, 480);
  const engine::Verdict verdict = aims_at(field.state, {"A1"}, {"B1"}).verdict();
  CHECK_FALSE(verdict.allowed());
  CHECK(verdict.reasons.front().rule == "PA-TER-02");
}

TEST_CASE("from higher ground others in between do not count, the shooters' own ranks do", "[paean][PA-AMB-91]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 3, .files = 1, .weapons = kBow});
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 440});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 520, .heading = 270});
  field.terrain("hill", Ground::Hill, 500, 300, 700, 405, 20);
  const Aims aims = aims_at(field.state, {"A1"}, {"B1"});
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(aims.bases[row].over_ranks == 0);
    CHECK(aims.bases[row].own_ranks == 2 * static_cast<int>(row));
  }
}

TEST_CASE("an attacker who stands in the cover keeps two or more once the defender is out of it", "[paean][PA-AMB-93]") {
  Field field = two_fronts();
  field.state.fights.covers = {{{"B1"}, {"A1"}, Cover::Wood, true, true}};
  field.state.formations.at({"A1"}).status.phases = field.state.formations.at({"B1"}).status.phases = 1;
  field.terrain("wood", Ground::Wood, 400, 300, 800, 400);
  CHECK(melee_cover_of(field.state, {"B1"}, {"A1"}).need == 0);
  CHECK(melee_cover_of(field.state, {"A1"}, {"B1"}).need == 2);
  field.state.terrain.clear();
  CHECK(melee_cover_of(field.state, {"A1"}, {"B1"}).need == 0);
  // Half of its bases do (PA-AMB-85), a third does not.
  field.terrain("wood", Ground::Wood, 560, 300, 600, 400);
  CHECK(melee_cover_of(field.state, {"A1"}, {"B1"}).need == 2);
  field.put("A1", Side::A, Weight::LH, {.x = 620, .y = 400, .bases = 3, .files = 3});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.state.formations.at({"A1"}).status.phases = 1;
  CHECK(melee_cover_of(field.state, {"A1"}, {"B1"}).need == 0);
}

TEST_CASE("between losers with as many points of contact the winner chooses, what one cannot take goes to the other",
          "[paean][PA-AMB-78]") {
  const auto won_by = [](int hits) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = 580, .y = 400, .heading = 270});
    field.put("B2", Side::B, Weight::LH, {.x = 620, .y = 400, .heading = 270});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.contact("A1", Flank::Front, "B2", Flank::Front);
    field.order(FightOn{{"A1"}}, "A1");
    while (field.dice_asked() > 0) {
      std::vector<int> values(static_cast<std::size_t>(field.dice_asked()), 1);
      for (int& value : values)
        if (field.state.agenda.open_waits().front().who == Viewer::A && hits > 0) value = 8, --hits;
      field.dice(values);
    }
    return field;
  };
  Field one = won_by(1);
  REQUIRE(one.asked() == "PA-AMB-78");
  CHECK(one.state.agenda.open_waits().front().who == Viewer::A);
  CHECK(one.options() == std::vector<std::string>{"B1", "B2"});
  one.choose("B2");
  CHECK(one.formation("B2").status.rallying);
  CHECK_FALSE(one.formation("B1").status.rallying);
  Field three = won_by(3);
  three.choose("B2");
  CHECK(three.gone("B2"));
  CHECK(three.formation("B1").status.rallying);
  Field four = won_by(4);  // enough for both: nothing to choose
  CHECK(four.gone("B1"));
  CHECK(four.gone("B2"));
}

TEST_CASE("part hits are lost when another formation is ordered in between, though it does nothing, and with the bound",
          "[paean][PA-MIS-16][PA-AMB-72]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = kBow});
  field.put("A2", Side::A, Weight::LH, {.x = 900, .y = 400});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .heading = 270});
  field.state.fights.parts = {{{"A1"}, {"B1"}, 1, field.state.turn.orders_given}};
  REQUIRE(part_hits(field.state, {"A1"}, {"B1"}) == 1);
  Field next_bound = field;
  field.permit("A2");
  field.give(Forgo{});
  CHECK(part_hits(field.state, {"A1"}, {"B1"}) == 0);
  const int bound = next_bound.state.turn.bound;
  for (int i = 0; i < 8 && next_bound.state.turn.bound == bound; ++i) next_bound.give(EndPhase{});
  REQUIRE(next_bound.state.turn.bound > bound);
  CHECK(part_hits(next_bound.state, {"A1"}, {"B1"}) == 0);
}

TEST_CASE("a formation that was passed through and then moves, by any action, comes apart with whoever passed",
          "[paean][PA-INT-04][PA-AMB-24]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 450, .bases = 2, .files = 2});
  field.permit("A1");
  field.give(MoveFormation{.unit = {"A1"}, .ahead = 100_mm, .legs = {}, .to = {}, .poses = {}});
  REQUIRE_FALSE(field.formation("A1").unformed());
  field.permit("A2");
  field.give(Traverse{{"A2"}, Flank::Left});
  CHECK(field.gone("A1"));
  CHECK(field.gone("A2"));
  CHECK(field.formation("A1.1").unformed());
  CHECK(field.formation("A2.1").unformed());
}

TEST_CASE("a formation that was passed through and forms up has moved, the one it joins has not",
          "[paean][PA-INT-04][PA-INT-05][PA-FAC-10][PA-AMB-24]") {
  const auto passed = [](int smaller, const std::string& through) {
    Field field;
    field.put("A1", Side::A, Weight::M, {.x = through == "A2" ? 580.0 : 700.0, .y = 400, .bases = 2, .files = 1});
    field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 450, .bases = 3, .files = 3});
    field.put("A3", Side::A, Weight::LH, {.x = 680.0 + 20 * smaller, .y = 450, .bases = smaller, .files = smaller});
    field.permit("A1");
    field.give(MoveFormation{.unit = {"A1"}, .ahead = 100_mm, .legs = {}, .to = {}, .poses = {}});
    REQUIRE(field.formation("A1").status.passed == engine::Checked<UnitId>{{through}});
    field.permit("A3");
    return field;
  };
  Field single = passed(1, "A3");
  single.give(FormUp{{"A3"}, {"A2"}, {}});
  CHECK(single.formation("A2").bases.size() == 4);
  CHECK(single.gone("A1"));
  CHECK(single.formation("A1.1").unformed());
  // Of several bases it would come apart before it joins.
  CHECK(passed(2, "A3").rule(FormUp{{"A3"}, {"A2"}, {}}) == "PA-INT-05");
  Field larger = passed(1, "A2");
  larger.give(FormUp{{"A3"}, {"A2"}, {}});
  CHECK_FALSE(larger.gone("A1"));
}

TEST_CASE("who turns about, changes its bases about or parts with some stands where it stood for those who passed through it",
          "[paean][PA-INT-04][PA-FAC-01][PA-FAC-18][PA-FAC-06]") {
  Field passed;
  passed.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  passed.put("A2", Side::A, Weight::LH, {.x = 600, .y = 450, .bases = 2, .files = 2});
  passed.permit("A1");
  passed.give(MoveFormation{.unit = {"A1"}, .ahead = 100_mm, .legs = {}, .to = {}, .poses = {}});
  for (const Command& stays :
       {Command{AboutFace{{"A2"}}}, Command{Reorder{{"A2"}, {{"A2.2"}, {"A2.1"}}}}, Command{Detach{{"A2"}, {{"A2.2"}}}}}) {
    Field field = passed;
    field.permit("A2");
    field.give(stays);
    CHECK_FALSE(field.gone("A1"));
    CHECK_FALSE(field.gone("A2"));
  }
}

TEST_CASE("whoever wins free in a later phase of his bound may be ordered again", "[paean][PA-RES-10]") {
  Field field = two_fronts(2, 1);
  field.state.formations.at({"A1"}).status.no_orders = true;  // a draw before
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);
  CHECK(field.formation("A1").contacts.empty());
  CHECK_FALSE(field.formation("A1").status.no_orders);
}

TEST_CASE("what is owed is where a base stands, once a base, also when its formation comes apart", "[paean][PA-UNF-01]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  field.permit("A1");
  field.give(MoveFormation{.unit = {"A1"}, .ahead = 50_mm, .legs = {}, .to = {}, .poses = {}});
  field.permit("A1");
  field.give(Detach{{"A1"}, {{"A1.3"}, {"A1.4"}}});
  field.permit("A1-2");
  field.give(Traverse{{"A1-2"}, Flank::Right});
  std::map<BaseId, int> owed;
  for (const engine::OwedPlacement& one : field.state.agenda.owed)
    for (std::size_t i = 0; i < one.bases.size(); ++i) {
      ++owed[one.bases[i]];
      CHECK(one.poses[i] == field.state.bases.at(one.bases[i]).at.pose);
    }
  CHECK(owed == std::map<BaseId, int>{{{"A1.1"}, 1}, {{"A1.2"}, 1}, {{"A1.3"}, 1}, {{"A1.4"}, 1}});
}

TEST_CASE("another light formation's run of tests makes the own test no harder", "[paean][PA-SKI-06]") {
  Field field;
  field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .ranks = 1, .weapons = kBow});
  field.put("A2", Side::A, Weight::L, {.x = 700, .y = 400, .ranks = 1, .weapons = kBow});
  CHECK(skirmish_need(field.state, {"A1"}).need == 8);
  field.state.turn.run = Run{{"A2"}, 1};
  CHECK(skirmish_need(field.state, {"A1"}).need == 8);
  CHECK(skirmish_need(field.state, {"A2"}).need == 6);
}

}  // namespace readings_tests
