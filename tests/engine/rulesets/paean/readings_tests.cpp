// How the book is read where it leaves something open, and what follows from its words in rarer cases.
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

using namespace polemarch;
using namespace polemarch::paean;
using test::Field;
using test::gap;

namespace {

const std::vector<Weapon> kBow{Weapon::Bow};
const std::vector<Weapon> kSpears{Weapon::Javelin, Weapon::LightSpear};

Field two_fronts(int ours = 2, int theirs = 2, Weight weight = Weight::LH) {
  Field field;
  field.put("A1", Side::A, weight, {.x = 600, .y = 400, .bases = ours, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = theirs, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  return field;
}
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

TEST_CASE("a commander tests for his life when his side has fewer hits, not on a draw", "[paean][PA-AMB-79]") {
  for (const bool lost : {true, false}) {
    Field field = two_fronts();
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 450, "B1");
    field.order(FightOn{{"A1"}}, "A1");
    field.fight(1, lost ? 0 : 1);
    CHECK(field.asked() == (lost ? "PA-CMD-26" : ""));
  }
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

TEST_CASE("a support charge at the enemy has the charging dice of its own contacting bases, unless the table plays without",
          "[paean][PA-AMB-54]") {
  for (const bool without : {false, true}) {
    Field field;
    if (without) field.state.options.support_charges_have_charge_dice = false;
    field.put("A1", Side::A, Weight::LH, {.x = 580, .y = 400});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2, .heading = 270});
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    field.put("A2", Side::A, Weight::LH, {.x = 622, .y = 350});
    field.order(SupportCharge{{"A2"}, {"B1"}}, "A2");
    // One base each of two ranks, less one as a single base; A1 charges no more.
    CHECK(field.dice_asked() == (2 - 1) + (2 - 1) + (without ? 0 : 1));
  }
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

TEST_CASE("a hero's dice come from his base value, whatever he has done this bound", "[paean][PA-AMB-73]") {
  Field field;
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 380);
  field.leader("BH", Side::B, LeaderKind::Hero, 9, 600, 420);
  Leader& hero = field.state.leaders.at({"AH"});
  hero.moves = 2;
  hero.heavy_orders = 1;
  CHECK(heroic_need(field.state, {"AH"}).need == 7);
  CHECK(hero_dice(hero, false) == 5);
  CHECK(duel_volley(field.state, {"AH"}, {"BH"}).count() == 10);
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
}

TEST_CASE("between losers with as many points of contact the winner chooses; what one cannot take goes to the other",
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

TEST_CASE("a commander alone who is reached again tests at two less", "[paean][PA-REA-03][PA-AMB-84][PA-AMB-12]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .ranks = 1, .arm = Arm::Cavalry, .weapons = kSpears});
  field.commander("BS", Side::B, 9, 600, 445);
  field.order(ChargeAt{{"A1"}, {"BS"}}, "A1");
  field.dice({4, 4});
  REQUIRE(field.asked() == "PA-REA-02");  // he went 20 cm, the horse goes 25
  field.dice({4, 4});
  CHECK(field.throws().front().need == 7);
  CHECK_FALSE(field.state.leaders.at({"BS"}).alive);
}

TEST_CASE("whoever was challenged may challenge the other in his turn", "[paean][PA-CHL-09]") {
  Field field;
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 380);
  field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 480);
  field.permit("AH", Source::Heroic, "AH");
  field.give(Challenge{{"AH"}, {"BH"}});
  field.dice(std::vector<int>(10, 1));
  field.dice(std::vector<int>(10, 1));
  CHECK_FALSE(may_be_challenged(field.state, {"AH"}, {"BH"}));
  CHECK(may_be_challenged(field.state, {"BH"}, {"AH"}));
}

TEST_CASE("a commander who declines leaves the formation he is with, and joins another at most", "[paean][PA-CHL-04][PA-AMB-50]") {
  Field field = two_fronts(2, 2);
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 370, "A1");
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 440, "B1");
  field.order(FightOn{{"A1"}}, "A1");
  while (field.dice_asked() > 0 && field.asked() != "PA-CMD-26") {
    std::vector<int> values(static_cast<std::size_t>(field.dice_asked()), 1);
    if (field.state.agenda.open_waits().front().who == Viewer::A && field.throws().empty()) values.front() = 8;
    field.dice(values);
  }
  REQUIRE(field.asked() == "PA-CMD-26");
  field.dice({1, 1});
  REQUIRE(field.asked() == "PA-HER-31");
  field.choose("y");
  field.dice({1, 1});
  field.choose("n");
  const Leader& commander = field.state.leaders.at({"BS"});
  CHECK(commander.value == 8);
  CHECK(commander.with != UnitId{"B1"});
}

TEST_CASE("a hero who commands orders the formations under him, as a subordinate", "[paean][PA-AMB-49][PA-CMD-12]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.put("A2", Side::A, Weight::LH, {.x = 700, .y = 400});
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 350);
  field.state.leaders.at({"AH"}).ability = Ability::Athena;
  field.state.formations.at({"A1"}).commander = {"AH"};
  CHECK(may_order(field.state, {"AH"}, {"A1"}).allowed());
  CHECK(may_order(field.state, {"AH"}, {"A2"}).reasons.front().rule == "PA-CMD-12");
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

TEST_CASE("whoever wins free in a later phase of his bound may be ordered again", "[paean][PA-RES-10]") {
  Field field = two_fronts(2, 1);
  field.state.formations.at({"A1"}).status.no_orders = true;  // a draw before
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);
  CHECK(field.formation("A1").contacts.empty());
  CHECK_FALSE(field.formation("A1").status.no_orders);
}

TEST_CASE("a hero is not asked to stop push backs when nothing but dispersals is left, nor challenged once he has stopped them",
          "[paean][PA-HER-28][PA-HER-40]") {
  Field gone = two_fronts(4, 1);
  gone.stand("B1", 600, 400, 270, 1);
  gone.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 440, "B1");
  gone.order(FightOn{{"A1"}}, "A1");
  while (gone.dice_asked() > 0) {
    const bool ours = gone.state.agenda.open_waits().front().who == Viewer::A;
    std::vector<int> values(static_cast<std::size_t>(gone.dice_asked()), 1);
    if (ours) values[0] = values[1] = 8;
    gone.dice(values);
  }
  CHECK(gone.gone("B1"));
  CHECK(gone.asked() != "PA-HER-26");
  Field stood = two_fronts(2, 2);
  stood.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 370, "A1");
  stood.leader("BH", Side::B, LeaderKind::Hero, 12, 600, 440, "B1");
  stood.order(FightOn{{"A1"}}, "A1");
  bool hit = false;
  while (stood.dice_asked() > 0) {
    std::vector<int> values(static_cast<std::size_t>(stood.dice_asked()), 1);
    if (stood.state.agenda.open_waits().front().who == Viewer::A && !hit) values.front() = 8, hit = true;
    stood.dice(values);
  }
  REQUIRE(stood.asked() == "PA-HER-26");
  stood.choose("y");
  stood.dice({1, 1});
  CHECK(stood.asked() == "");
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

TEST_CASE("a block that turns to face keeps its layout, centred on the side it turns to; from the rear so many ranks turn",
          "[paean][PA-EVA-16][PA-EVA-17]") {
  Field field;
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2});
  const Turned left = turned_to(field.state, {"B1"}, Flank::Left, 2);
  REQUIRE(left.poses.size() == 4);
  for (const engine::PlacedBase& placed : left.poses) CHECK(placed.at.pose.heading.deg() == Approx(180));
  // 80 wide and 40 deep still: the front's middle is the middle of the old left side, at (560, 380).
  CHECK(left.poses[0].at.pose.x.mm() == Approx(570));
  CHECK(left.poses[0].at.pose.y.mm() == Approx(360));
  CHECK(left.poses[1].at.pose.y.mm() == Approx(400));
  CHECK(left.poses[2].at.pose.x.mm() == Approx(590));
  Field column;
  column.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 3, .files = 1});
  const Turned rear = turned_to(column.state, {"B1"}, Flank::Rear, 1);
  CHECK(rear.bases == std::vector<BaseId>{{"B1.3"}});
  CHECK(rear.rest.size() == 2);
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
