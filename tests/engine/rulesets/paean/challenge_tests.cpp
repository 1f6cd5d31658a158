// Challenges and heroes alone.
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace challenge_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::gap;
using paean::test::two_fronts;

namespace {
Field heroes(LeaderKind kind, int value, double apart = 150) {
  Field field;
  field.leader("AH", Side::A, LeaderKind::Hero, 11, 600, 400);
  field.leader("BL", Side::B, kind, value, 600, 400 + apart);
  field.state.turn.phase = Phase::Heroic;
  field.state.turn.run = Run{{"AH"}, 1};
  field.permit("AH", Source::Heroic, "AH");
  return field;
}
}  // namespace

TEST_CASE("a hero goes straight at an enemy hero, who never refuses, D8 as many as their values against armour 5",
          "[paean][PA-HER-20][PA-CHL-01][PA-CHL-02][PA-CHL-06][PA-CHL-07][PA-CHL-T1][PA-HER-24]") {
  Field field = heroes(LeaderKind::Hero, 10);
  field.give(Challenge{{"AH"}, {"BL"}});
  CHECK(field.at("AH.1").y == Approx(520));
  REQUIRE(field.dice_asked() == 11);
  CHECK(field.faces_asked() == 8);
  field.dice({5, 5, 4, 1, 1, 1, 1, 1, 1, 1, 1});
  CHECK(field.throws().front().need == 5);
  CHECK(field.throws().front().good == 2);
  REQUIRE(field.dice_asked() == 10);
  field.dice({8, 1, 1, 1, 1, 1, 1, 1, 1, 1});
  CHECK_FALSE(field.state.leaders.at({"BL"}).alive);
  CHECK(field.state.leaders.at({"AH"}).alive);
}

TEST_CASE("army commanders have armour 4, subordinates 3, heroes 5 or 6 with the Shield of Zeus",
          "[paean][PA-CHL-T1][PA-HER-17][PA-AMB-51]") {
  Leader leader;
  leader.kind = LeaderKind::Army;
  CHECK(armour_of_leader(leader) == 4);
  leader.kind = LeaderKind::Subordinate;
  CHECK(armour_of_leader(leader) == 3);
  leader.kind = LeaderKind::Hero;
  CHECK(armour_of_leader(leader) == 5);
  leader.ability = Ability::Zeus;
  CHECK(armour_of_leader(leader) == 6);
  Field field = heroes(LeaderKind::Hero, 10);
  field.state.leaders.at({"AH"}).ability = Ability::Ares;
  CHECK(duel_volley(field.state, {"AH"}, {"BL"}).count() == 13);
}

TEST_CASE("a challenged commander within his value may decline: he evades and is worth one less, above it he must fight",
          "[paean][PA-DX-23][PA-CHL-03][PA-CHL-04][PA-CHL-10][PA-CHL-11]") {
  Field field = heroes(LeaderKind::Subordinate, 9);
  field.give(Challenge{{"AH"}, {"BL"}});
  REQUIRE(field.asked() == "PA-CHL-03");
  field.dice({4, 3});
  field.choose("n");
  CHECK(field.state.leaders.at({"BL"}).value == 8);
  CHECK(field.at("BL.1").y == Approx(750));
  CHECK(field.asked().empty());
  Field must = heroes(LeaderKind::Subordinate, 9);
  must.give(Challenge{{"AH"}, {"BL"}});
  must.dice({5, 5});
  CHECK(must.dice_asked() == 11);
}

TEST_CASE("a draw is fought again in the next compulsory combat and is no second challenge, nobody is challenged twice by the same",
          "[paean][PA-CHL-08][PA-CHL-09][PA-SEQ-04][PA-AMB-81]") {
  Field field = heroes(LeaderKind::Hero, 11);
  field.give(Challenge{{"AH"}, {"BL"}});
  field.dice(std::vector<int>(11, 1));
  field.dice(std::vector<int>(11, 1));
  REQUIRE(field.state.fights.duels.size() == 1);
  const std::string told = Rules::tell(field.state, Reacted{{"AH"}, {"BL"}, "fights on: a draw", "PA-CHL-08"});
  CHECK(told.ends_with(" draw: they fight again in the next compulsory combat"));
  field.permit("AH", Source::Heroic, "AH");
  CHECK(field.rule(Challenge{{"AH"}, {"BL"}}) == "PA-CHL-09");
  field.state.turn.permit.reset();
  field.give(EndPhase{});  // rallying, and B's bound begins with its compulsory combat
  REQUIRE(field.dice_asked() == 11);
  field.dice(std::vector<int>(11, 8));
  field.dice(std::vector<int>(11, 1));
  CHECK_FALSE(field.state.leaders.at({"BL"}).alive);
  CHECK(field.state.fights.duels.empty());
}

TEST_CASE("a leader with a formation cannot be reached alone, a challenge is 20 cm and no enemy stands in the way",
          "[paean][PA-CHL-05][PA-HER-39][PA-HER-19]") {
  Field field = heroes(LeaderKind::Subordinate, 9);
  field.put("B1", Side::B, Weight::LH, {.x = 700, .y = 480, .heading = 270});
  CHECK(field.judge(Challenge{{"AH"}, {"BL"}}).allowed());
  field.state.leaders.at({"BL"}).with = {"B1"};
  CHECK(field.rule(Challenge{{"AH"}, {"BL"}}) == "PA-CHL-05");
  field.state.leaders.at({"BL"}).with = {};
  field.stand("B1", 600, 480, 270, 1);
  CHECK(field.rule(Challenge{{"AH"}, {"BL"}}) == "PA-HER-39");
  Field far = heroes(LeaderKind::Hero, 10, 240);
  CHECK(far.rule(Challenge{{"AH"}, {"BL"}}) == "PA-HER-20");
  const engine::Verdict refused = far.judge(Challenge{{"AH"}, {"BL"}});
  CHECK(*refused.reasons.front().value ==
        Approx(gap(far, far.state.leaders.at({"AH"}).base.text, far.state.leaders.at({"BL"}).base.text) / 10).margin(0.02));
  CHECK(*refused.reasons.front().limit == Approx(20));
}

TEST_CASE("after a won combat the hero may challenge a leader of the losing formation, commander or hero",
          "[paean][PA-HER-31][PA-HER-32][PA-AMB-50]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.leader("AH", Side::A, LeaderKind::Hero, 11, 600, 360, "A1");
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 460, "B1");
  field.order(FightOn{{"A1"}}, "A1");
  field.fight(1, 0);
  REQUIRE(field.asked() == "PA-CMD-26");
  field.dice({2, 2});
  REQUIRE(field.asked() == "PA-HER-31");
  field.choose("y");
  CHECK(field.asked() == "PA-CHL-03");
}

TEST_CASE("a hero alone is fought with half his value, three hits of difference kill him, fewer leave both",
          "[paean][PA-AMB-36][PA-HER-22][PA-REA-18][PA-REA-25][PA-EVA-05][PA-EVA-10]") {
  for (const int hits : {2, 3}) {
    Field field;
    field.put("A1", Side::A, Weight::H, {.x = 600, .y = 400, .bases = 4, .files = 2});
    field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 440);
    field.order(ChargeAt{{"A1"}, {"BH"}}, "A1");
    REQUIRE(field.asked() == "PA-REA-02");
    field.dice({5, 6});
    CHECK(field.throws().front().need == 11);
    field.choose("counter");
    CHECK(field.at("BH.1").y == Approx(420));  // he comes the last two centimetres (PA-EVA-10)
    CHECK(field.at("A1.1").y == Approx(395));
    CHECK(field.dice_asked() == 4);  // 2 ranks, charging, a support
    std::vector<int> dice(4, 1);
    for (int i = 0; i < hits; ++i) dice[static_cast<std::size_t>(i)] = 5;
    field.dice(dice);
    CHECK(field.throws().front().need == 5);
    CHECK(field.dice_asked() == 6);  // half of 10, and one for his counter charge
    field.dice(std::vector<int>(6, 1));
    CHECK(field.state.leaders.at({"BH"}).alive == (hits < 3));
    CHECK(field.state.fights.lone.size() == 1);
  }
}

TEST_CASE("who fights a hero alone throws what the base before him throws, with its file, its training and its own hero",
          "[paean][PA-AMB-36][PA-CCD-T1][PA-HER-23][PA-UNF-17]") {
  const auto thrown = [](int bases, int files, Experience experience, bool led) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = bases, .files = files, .experience = experience});
    field.leader("BH", Side::B, LeaderKind::Hero, 10, files == 2 ? 580 : 600, 415);
    if (led) field.leader("AH", Side::A, LeaderKind::Hero, 11, 600, 300, "A1");
    std::vector<int> counts;
    for (const Volley& volley : against_lone(field.state, {"A1"}, {"BH"}, true)) counts.push_back(volley.count());
    return counts;
  };
  CHECK(thrown(4, 2, Experience::Seasoned, false) == std::vector<int>{4});  // two ranks, the charge, one behind it
  CHECK(thrown(4, 2, Experience::Veteran, false) == std::vector<int>{5});
  CHECK(thrown(4, 2, Experience::Elite, false) == std::vector<int>{6});
  CHECK(thrown(3, 1, Experience::Seasoned, false) == std::vector<int>{5});
  CHECK(thrown(1, 1, Experience::Seasoned, false) == std::vector<int>{2});
  CHECK(thrown(4, 2, Experience::Seasoned, true) == std::vector<int>{4, 6});  // half of 11, and the charge he leads
}

TEST_CASE(
    "what cannot be is no matter of ruling: no formation is challenged, no leader shot at, nobody joins what is no friend's formation",
    "[paean][PA-CHL-01][PA-MIS-23][PA-HER-12][PA-CMD-20]") {
  for (const Phase phase : {Phase::Skirmish, Phase::Orders, Phase::Heroic}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 900, .y = 300});
    field.put("B1", Side::B, Weight::LH, {.x = 900, .y = 700, .heading = 270});
    field.leader("AH", Side::A, LeaderKind::Hero, 12, 900, 200);
    field.leader("BH", Side::B, LeaderKind::Hero, 12, 700, 300);
    field.state.turn.phase = phase;
    const auto cannot = [&](const Command& command) {
      const engine::Verdict verdict = field.judge(command);
      return !verdict.allowed() && !verdict.may_be_overruled();
    };
    CHECK(cannot(Challenge{{"AH"}, {"B1"}}));
    CHECK(cannot(Challenge{{"AH"}, {"A1"}}));
    CHECK(cannot(Challenge{{"AH"}, {"ZZ"}}));
    for (const char* target : {"BH", "AC", "ZZ", "A1"}) CHECK(cannot(ShootBow{{"AH"}, {target}}));
    for (const char* join : {"ZZ", "AC", "AH", "B1"}) {
      CAPTURE(join);
      CHECK(cannot(MoveHero{{"AH"}, {}, {join}}));
      CHECK(cannot(Relinquish{{"AC"}, {}, {join}}));
    }
  }
}

TEST_CASE("a commander or hero who moves into contact with an enemy leader who stands alone challenges him",
          "[paean][PA-CHL-01][PA-CMD-17][PA-HER-20]") {
  const auto at = [](double x, double y) { return MeasuredPose{{Length::from_mm(x), Length::from_mm(y), 90_deg}, {}}; };
  for (const double gap : {0.0, 20.0}) {
    CAPTURE(gap);
    Field commander;
    commander.put("A1", Side::A, Weight::LH, {.x = 300, .y = 300});
    commander.leader("BS", Side::B, LeaderKind::Subordinate, 9, 40, 200);
    commander.state.turn.commanding = {"AC"};
    commander.give(Relinquish{{"AC"}, at(40, 170 - gap), {}});
    CHECK((commander.asked() == "PA-CHL-03") == (gap == 0));
    Field hero;
    hero.leader("AH", Side::A, LeaderKind::Hero, 12, 900, 200);
    hero.leader("BH", Side::B, LeaderKind::Hero, 12, 900, 330);
    hero.state.turn.phase = Phase::Heroic;
    hero.permit("AH", Source::Heroic, "AH");
    hero.give(MoveHero{{"AH"}, at(900, 300 - gap), {}});
    CHECK((hero.asked() == "PA-CHL-06") == (gap == 0));
  }
}

TEST_CASE("the straight way of a challenge goes through no enemy, not between two of his bases either", "[paean][PA-HER-20][PA-HER-39]") {
  for (const double x : {900.0, 910.0}) {
    Field field;
    field.put("B1", Side::B, Weight::LH, {.x = x, .y = 300, .bases = 2, .files = 2, .heading = 270});
    field.leader("AH", Side::A, LeaderKind::Hero, 12, 900, 250);
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 900, 400);
    field.state.turn.phase = Phase::Heroic;
    field.permit("AH", Source::Heroic, "AH");
    CHECK(field.rule(Challenge{{"AH"}, {"BS"}}) == "PA-HER-39");
  }
}

TEST_CASE("leaders join nobody through an enemy, and evade to nobody behind one", "[paean][PA-AMB-63][PA-HER-39][PA-EVA-04]") {
  for (const bool line : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LH, {.x = 900, .y = 400, .bases = 2, .files = 2});
    field.put("B1", Side::B, Weight::LH, {.x = line ? 900.0 : 1500.0, .y = 300, .bases = 8, .files = 8, .heading = 270});
    field.leader("AH", Side::A, LeaderKind::Hero, 12, 900, 230);
    field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 940, 230);
    field.state.turn.commanding = {"AS"};
    CHECK(field.rule(Relinquish{{"AS"}, {}, {"A1"}}) == (line ? "PA-AMB-63" : "PA-CMD-17"));
    field.state.turn.commanding = {};
    field.state.turn.phase = Phase::Heroic;
    field.permit("AH", Source::Heroic, "AH");
    CHECK(field.rule(MoveHero{{"AH"}, {}, {"A1"}}) == (line ? "PA-HER-39" : "PA-HER-19"));
  }
}

TEST_CASE("the bow of a hero shoots over heads as others do", "[paean][PA-MIS-17][PA-MIS-18][PA-AMB-39]") {
  for (const bool between : {true, false}) {
    Field field;
    field.leader("AH", Side::A, LeaderKind::Hero, 10, 900, 300);
    field.put("A1", Side::A, Weight::LH, {.x = between ? 907.0 : 1400.0, .y = 360, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LH, {.x = 900, .y = 450, .bases = 2, .files = 2, .heading = 270});
    CHECK(bow_volleys(field.state, {"AH"}, {"B1"}).front().hurdles.size() == (between ? 3 : 1));
  }
}

TEST_CASE("from a hill the bow shoots freely over others five centimetres from its target, not over nearer ones",
          "[paean][PA-MIS-20][PA-AMB-17]") {
  const auto throws = [](double between, bool hill) {  // B1's front is at 600
    Field field;
    field.leader("AH", Side::A, LeaderKind::Hero, 10, 900, 450);
    field.put("A1", Side::A, Weight::LH, {.x = 907, .y = between, .bases = 4, .files = 4});
    field.put("B1", Side::B, Weight::LH, {.x = 900, .y = 600, .bases = 2, .files = 2, .heading = 270});
    if (hill) field.terrain("mound", Ground::Hill, 850, 420, 950, 470, 30);
    return bow_volleys(field.state, {"AH"}, {"B1"}).front().hurdles.size();
  };
  CHECK(throws(540, false) == 3);
  CHECK(throws(540, true) == 1);
  CHECK(throws(560, true) == 3);
}

TEST_CASE("the bow of a hero needs one less against a flank or rear, as other missiles do", "[paean][PA-MIS-07][PA-MIS-T1][PA-AMB-39]") {
  const auto need = [](double x, double y) {  // B1 faces down the table: its front at 450, its rear at 470
    Field field;
    field.leader("AH", Side::A, LeaderKind::Hero, 10, x, y);
    field.put("B1", Side::B, Weight::LH, {.x = 900, .y = 450, .bases = 2, .files = 2, .heading = 270});
    return bow_volleys(field.state, {"AH"}, {"B1"}).front().hurdles.front().need;
  };
  CHECK(need(900, 400) == 3);
  CHECK(need(1000, 464) == 3);  // a part of his base before the front line
  CHECK(need(1000, 466) == 2);
  CHECK(need(900, 500) == 2);
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

TEST_CASE("a hero alone may stand though he has passed, is faced by a feint then, and tests two harder in the same bound",
          "[paean][PA-REA-18][PA-REA-03][PA-CHG-09]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 450);
  field.order(ChargeAt{{"A1"}, {"BH"}}, "A1");
  field.dice({5, 6});
  CHECK(field.options() == std::vector<std::string>{"counter", "stand"});
  field.choose("stand");
  CHECK(field.options() == std::vector<std::string>{"home", "feint"});
  field.choose("feint");
  CHECK(field.state.fights.lone.empty());
  field.order(ChargeAt{{"A1"}, {"BH"}}, "A1");
  field.dice({5, 5});
  CHECK(field.throws().front().need == 9);
  CHECK(field.options() == std::vector<std::string>{"home", "feint"});  // he has failed and stands
  field.choose("home");
  CHECK(field.state.fights.lone.size() == 1);
}

}  // namespace challenge_tests
