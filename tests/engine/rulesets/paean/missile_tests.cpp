// Missile fire: arcs, ranges, flanks, overhead, higher ground, sight, dispersals, reactions, consecutive fire.
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "tests/engine/rulesets/paean/range.hpp"

namespace missile_tests {

using namespace polemarch;
using namespace polemarch::paean;
using engine::Ruling;
using paean::test::Field;
using paean::test::range;
using paean::test::Stood;

namespace {

std::string refusal(const Field& field) {
  const engine::Verdict verdict = field.judge(Shoot{{"A1"}, {"B1"}});
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
Aim aim(const Field& field, std::size_t base = 0) { return aims_at(field.state, {"A1"}, {"B1"}).bases.at(base); }

}  // namespace

TEST_CASE("javelins reach 10 cm, bows 20, slings 30, times the scale", "[paean][PA-MIS-05][PA-MIS-24][PA-MIS-25][PA-AMB-53]") {
  const std::vector<std::tuple<Weapon, double, std::string>> rows{
      {Weapon::Javelin, 100, "PA-MIS-05"}, {Weapon::Bow, 200, "PA-MIS-24"}, {Weapon::Sling, 300, "PA-MIS-25"}};
  for (const auto& [weapon, mm, rule] : rows) {
    CHECK(refusal(range(Weight::L, {weapon}, mm)).empty());
    CHECK(refusal(range(Weight::L, {weapon}, mm + 0.1)) == rule);
  }
  Field field(2);
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .weapons = {Weapon::Javelin}});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 600, .heading = 270});
  field.permit("A1");
  CHECK(refusal(field).empty());
}

TEST_CASE("L shoots through 180 degrees, LM and M through 90", "[paean][PA-MIS-03][PA-MIS-04][PA-AMB-14]") {
  for (const Weight weight : {Weight::L, Weight::LM, Weight::M}) {
    Field field;
    field.put("A1", Side::A, weight, {.x = 600, .y = 400, .ranks = weight == Weight::L ? 1 : 2, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 720, .y = 450, .heading = 270});  // nearest corner 80 aside, 70 ahead
    field.permit("A1");
    CHECK(refusal(field) == (weight == Weight::L ? "" : "PA-MIS-04"));
    field.stand("B1", 720, 490, 270, 1);  // 80 aside, up to 110 ahead: partly in the arc
    CHECK(refusal(field).empty());
    field.stand("B1", 720, 395, 90, 1);  // wholly behind the front line
    CHECK(refusal(field) == (weight == Weight::L ? "PA-MIS-03" : "PA-MIS-04"));
  }
}

TEST_CASE("what lies within the error of its measuring is too close to call", "[paean][PA-MIS-05]") {
  Field field = range(Weight::L, {Weapon::Javelin}, 100.2);
  for (const char* base : {"A1.1", "B1.1"}) field.state.bases.at({base}).at.error.own = {250000, 0, 0, 250000, 0, 0};
  CHECK(field.judge(Shoot{{"A1"}, {"B1"}}).ruling == Ruling::TooCloseToCall);
  field.stand("B1", 600, 510, 270, 1);
  CHECK(field.judge(Shoot{{"A1"}, {"B1"}}).ruling == Ruling::Refused);
}

TEST_CASE("only a base wholly behind a target's front line shoots at its flank, wholly behind its rear, at its rear",
          "[paean][PA-MIS-07][PA-AMB-15]") {
  const auto from = [](double y) {
    Field field;
    field.put("A1", Side::A, Weight::L, {.x = 500, .y = y, .heading = 0, .ranks = 1, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 600, .bases = 4, .files = 2, .heading = 270});  // from y 600 to 640
    return aim(field).from;
  };
  CHECK(from(560) == Flank::Front);
  CHECK(from(610) == Flank::Front);  // partly before it
  CHECK(from(620) == Flank::Right);
  CHECK(from(650) == Flank::Right);
  CHECK(from(660) == Flank::Rear);
}

TEST_CASE("dice are as many as ranks, two ranks shoot freely, those behind as overhead fire",
          "[paean][PA-MIS-10][PA-MIS-11][PA-MIS-12][PA-MIS-26][PA-AMB-16]") {
  const Field lm = range(Weight::LM, {Weapon::Bow}, 100, {}, 3);
  const auto volleys = missile_volleys(lm.state, {"A1"}, {"B1"}, aims_at(lm.state, {"A1"}, {"B1"}));
  REQUIRE(volleys.size() == 3);
  for (const Volley& volley : volleys) CHECK(volley.faces == 6);
  for (const Volley& volley : volleys) CHECK(volley.count() == 2);
  CHECK(volleys[0].hurdles.size() == 1);
  CHECK(volleys[1].hurdles.size() == 3);
  CHECK(volleys[2].hurdles.size() == 5);
  CHECK(volleys[0].dice.front().text.find("over") == std::string::npos);
  CHECK(volleys[1].dice.front().text.ends_with(", over 2 of its own"));
  const Field light = range(Weight::L, {Weapon::Bow}, 100, {}, 3);
  const auto thin = missile_volleys(light.state, {"A1"}, {"B1"}, aims_at(light.state, {"A1"}, {"B1"}));
  REQUIRE(thin.size() == 2);
  CHECK(thin[0].faces == 4);
  CHECK(thin[0].count() == 2);  // two rows of one rank
  CHECK(thin[1].hurdles.size() == 3);
}

TEST_CASE("each rank of others in between asks for a reroll, leaders for none, higher ground spares it at five centimetres",
          "[paean][PA-MIS-17][PA-MIS-18][PA-MIS-19][PA-MIS-20][PA-TER-04][PA-AMB-17][PA-AMB-59]") {
  Field field = range(Weight::LM, {Weapon::Bow}, 180);
  CHECK(aim(field).over_ranks == 0);
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 430);
  CHECK(aim(field).over_ranks == 0);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 460, .bases = 2, .files = 1});
  CHECK(aim(field).over_ranks == 4);
  field.put("B2", Side::B, Weight::L, {.x = 600, .y = 510, .heading = 270, .ranks = 1, .weapons = {Weapon::Javelin}});
  CHECK(aim(field).over_ranks == 5);
  field.terrain("hill", Ground::Hill, 500, 300, 700, 405, 20);
  CHECK(aim(field).over_ranks == 0);
  CHECK(aim(field).high);
  field.stand("B2", 600, 540, 270, 1);  // within five centimetres of the target
  CHECK(aim(field).over_ranks == 5);
}

TEST_CASE("a shot at a supporting base goes over the ranks before it in its own formation", "[paean][PA-MIS-18][PA-MIS-22]") {
  Field field = range(Weight::LM, {Weapon::Bow}, 100, {.bases = 4, .files = 2});
  CHECK(aim(field).over_ranks == 0);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 500, .bases = 2, .files = 2});
  field.contact("A2", Flank::Front, "B1", Flank::Front);
  CHECK(aim(field).over_ranks == 2 + 2);  // A2's, and those of the front row of B1
  field.stand("A1", 600, 640, 270, 1);
  CHECK(aim(field).over_ranks == 0);  // from behind
}

TEST_CASE(
    "a row is passed over once, also along the joint of two of its bases or aslant across it, a line along a flank passes over nobody",
    "[paean][PA-MIS-18][PA-MIS-17]") {
  for (const double x : {600.0, 601.0, 610.0, 640.0}) {
    CAPTURE(x);
    Field field = range(Weight::LM, {Weapon::Bow}, 120);
    field.put("A2", Side::A, Weight::LH, {.x = x, .y = 440, .bases = 8, .files = 4});
    CHECK(aim(field).over_ranks == 4);  // two rows of two ranks
  }
  Field aslant = range(Weight::LM, {Weapon::Bow}, 120);
  aslant.put("A2", Side::A, Weight::LH, {.x = 601, .y = 430, .bases = 4, .files = 4});
  aslant.stand("B1", 630, 520, 270, 1);
  CHECK(aim(aslant).over_ranks == 2);
  Field flank = range(Weight::LM, {Weapon::Bow}, 120);
  flank.put("A2", Side::A, Weight::LH, {.x = 680, .y = 440, .bases = 4, .files = 4});
  CHECK(aim(flank).over_ranks == 0);
}

TEST_CASE("bases in contact or overlapping are no target, those behind and beside are",
          "[paean][PA-MIS-21][PA-MIS-22][PA-MIS-23][PA-AMB-18]") {
  Field field = range(Weight::L, {Weapon::Sling}, 100, {.bases = 3, .files = 2});
  field.put("A2", Side::A, Weight::LH, {.x = 620, .y = 500});
  field.contact("A2", Flank::Front, "B1", Flank::Front);
  CHECK(eligible_targets(field.state, {"B1"}) == std::vector<BaseId>{{"B1.3"}});  // one touches, one overlaps, one is behind
  field.state.formations.at({"B1"}).bases.pop_back();
  CHECK(refusal(field) == "PA-MIS-21");
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 460);
  CHECK(field.rule(Shoot{{"A1"}, {"BS"}}) == "PA-MIS-23");
}

TEST_CASE("only javelins, bows and slings shoot", "[paean][PA-MIS-02][PA-GEO-17]") {
  CHECK(refusal(range(Weight::M, {Weapon::ThrustingSpear}, 50)) == "PA-MIS-02");
  CHECK(refusal(range(Weight::M, {Weapon::LightSpear, Weapon::Javelin}, 50)).empty());
}

TEST_CASE("woods, hills and settlements block sight, inside it reaches five centimetres",
          "[paean][PA-TER-02][PA-TER-05][PA-TER-06][PA-AMB-75]") {
  for (const Ground ground : {Ground::Wood, Ground::Hill, Ground::Settlement}) {
    Field field = range(Weight::L, {Weapon::Bow}, 150);
    field.terrain("x", ground, 500, 450, 700, 500, 30);
    CHECK(refusal(field) == "PA-TER-02");
  }
  Field field = range(Weight::L, {Weapon::Bow}, 150);
  field.terrain("wood", Ground::Wood, 500, 520, 700, 700);  // the target stands 30 mm inside
  CHECK(refusal(field).empty());
  field.stand("B1", 600, 569.9, 270, 1);  // 49.9 mm inside
  CHECK(refusal(field).empty());
  field.stand("B1", 600, 570.1, 270, 1);
  CHECK(refusal(field) == "PA-TER-05");
  // Measured, the same is too close to call.
  for (Base* base : {&field.state.bases.at({"A1.1"}), &field.state.bases.at({"B1.1"})}) base->at.error.own = {1000000, 0, 0, 1000000, 0, 0};
  CHECK(field.judge(Shoot{{"A1"}, {"B1"}}).ruling == Ruling::TooCloseToCall);
}

TEST_CASE("hits disperse a base for twice its ranks, the closest first, and it tests",
          "[paean][PA-MIS-T2][PA-MIS-06][PA-MIS-13][PA-MRX-01][PA-MRX-02]") {
  for (int ranks = 2; ranks <= 4; ++ranks) {
    Field field = range(Weight::L, {Weapon::Bow}, 100, {.bases = 2, .files = 1, .ranks = ranks}, 2);
    CHECK(hits_per_base(field.state, {"B1"}) == 2 * ranks);
  }
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 3, .files = 3, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 2, .files = 1, .heading = 270});
  field.permit("A1");
  field.give(Shoot{{"A1"}, {"B1"}});
  field.dice({6, 6, 3, 3, 2, 1});
  CHECK_FALSE(field.on_table("B1.1"));
  CHECK(field.on_table("B1.2"));
  REQUIRE(field.asked() == "PA-MRX-02");
  CHECK(field.faces_asked() == 4);
  field.dice({1});
  CHECK(field.on_table("B1.2"));
}

TEST_CASE("the missile reaction adds for the irregular and takes off for veterans and elite, who fails is dispersed",
          "[paean][PA-MRX-03][PA-MRX-04][PA-MRX-09][PA-MRX-10][PA-MRX-11][PA-MRX-12]") {
  const auto need = [](Experience experience, int die, bool stays) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::M, {.x = 600, .y = 500, .bases = 3, .files = 3, .heading = 270, .experience = experience});
    field.permit("A1");
    field.give(Shoot{{"A1"}, {"B1"}});
    field.dice({6, 6, 6, 6});
    field.dice({die});
    CHECK(field.gone("B1") != stays);
    CHECK(engine::sum_of(field.throws().front().rows) == field.throws().front().need);
    return field.throws().front().need;
  };
  CHECK(need(Experience::Irregular, 1, true) == 1);
  CHECK(need(Experience::Irregular, 2, false) == 1);
  CHECK(need(Experience::Seasoned, 2, true) == 2);
  CHECK(need(Experience::Seasoned, 3, false) == 2);
  CHECK(need(Experience::Veteran, 3, true) == 3);
  CHECK(need(Experience::Veteran, 4, false) == 3);
  CHECK(need(Experience::Elite, 4, true) == 4);
}

TEST_CASE("part hits carry to the next order at the same target, and are lost when another formation is ordered",
          "[paean][PA-DX-09][PA-MIS-14][PA-MIS-15][PA-MIS-16][PA-AMB-72]") {
  Field field;
  field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Bow}});
  field.put("A2", Side::A, Weight::LM, {.x = 700, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 650, .y = 500, .bases = 4, .files = 4, .heading = 270, .ranks = 3});
  const auto shoot = [&](const char* unit, std::vector<int> dice) {
    field.permit(unit);
    field.give(Shoot{{unit}, {"B1"}});
    field.dice(std::move(dice));
  };
  shoot("A1", {6, 6, 6, 6});
  CHECK(field.formation("B1").bases.size() == 4);
  shoot("A1", {6, 6, 6, 1});  // 4 + 3
  CHECK(field.formation("B1").bases.size() == 3);
  field.dice({1});
  CHECK(field.state.fights.parts.front().hits == 1);
  shoot("A2", {1, 1, 1, 1});
  CHECK(field.state.fights.parts.empty());
  shoot("A1", {6, 6, 6, 6});
  shoot("A2", {1, 1, 1, 1});
  shoot("A1", {6, 6, 6, 1});
  CHECK(field.formation("B1").bases.size() == 3);
}

TEST_CASE("hits of a light formation's run are applied when the run ends",
          "[paean][PA-SKI-08][PA-SKI-16][PA-AMB-44][PA-AMB-65][PA-MIS-01]") {
  Field field;
  field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 3, .files = 3, .ranks = 1, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 4, .files = 4, .heading = 270});
  field.state.turn.phase = Phase::Skirmish;
  field.give(TestSkirmishers{{"A1"}});
  field.dice({4, 4});
  field.give(Shoot{{"A1"}, {"B1"}});
  field.dice({4, 4, 4});
  CHECK(field.state.fights.kept.front().hits == 3);
  field.give(TestSkirmishers{{"A1"}});
  field.dice({3, 3});
  field.give(Shoot{{"A1"}, {"B1"}});
  field.dice({4, 1, 1});
  CHECK(field.formation("B1").bases.size() == 4);
  field.give(TestSkirmishers{{"A1"}});
  field.dice({6, 6});
  CHECK(field.formation("B1").bases.size() == 3);
  CHECK(field.state.fights.kept.empty());
  CHECK(field.asked() == "PA-MRX-02");
}

TEST_CASE("a commander with a formation that loses a base to missiles tests for his life",
          "[paean][PA-CMD-29][PA-CMD-30][PA-AMB-19][PA-CMD-33]") {
  for (const bool good : {true, false}) {
    Field field;
    field.put("A1", Side::A, Weight::LM, {.x = 600, .y = 400, .bases = 2, .files = 2, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 4, .files = 4, .heading = 270});
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 540, "B1");
    field.permit("A1");
    field.give(Shoot{{"A1"}, {"B1"}});
    field.dice({6, 6, 6, 6});
    REQUIRE(field.asked() == "PA-CMD-30");
    field.dice(good ? std::vector<int>{5, 4} : std::vector<int>{5, 5});
    CHECK(field.state.leaders.at({"BS"}).alive == good);
    CHECK(field.on_table("BS.1") == good);
  }
}

TEST_CASE("the Bow of Artemis is one D8 at 20 cm all round, kept until the hero's run ends",
          "[paean][PA-HER-07][PA-HER-09][PA-AMB-39][PA-AMB-48][PA-HER-18]") {
  Field field;
  field.leader("AH", Side::A, LeaderKind::Hero, 11, 600, 400);
  field.put("B1", Side::B, Weight::H, {.x = 600, .y = 210, .heading = 90});  // behind his back: its front at 210
  field.state.turn.phase = Phase::Heroic;
  field.state.turn.run = Run{{"AH"}, 1};
  field.permit("AH", Source::Heroic, "AH");
  CHECK(field.rule(ShootBow{{"AH"}, {"B1"}}) == "PA-HER-07");
  field.state.leaders.at({"AH"}).ability = Ability::Artemis;
  field.give(ShootBow{{"AH"}, {"B1"}});
  CHECK(field.faces_asked() == 8);
  CHECK(field.dice_asked() == 1);
  field.dice({4});
  CHECK(field.state.leaders.at({"AH"}).bows == 1);
  CHECK(field.state.fights.kept.front().hits == 1);
  field.stand("B1", 600, 180, 90, 1);
  field.permit("AH", Source::Heroic, "AH");
  CHECK(field.judge(ShootBow{{"AH"}, {"B1"}}).ruling == Ruling::Refused);
}

TEST_CASE("a hill no higher than the ground of shooter or target hides nobody", "[paean][PA-TER-02][PA-MIS-20]") {
  for (const double between : {50.0, 60.0}) {
    CAPTURE(between);
    Field field;
    field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 2, .files = 2, .ranks = 1, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 550, .heading = 270});
    field.terrain("camp", Ground::Hill, 500, 350, 700, 420, 50);
    field.terrain("ridge", Ground::Hill, 500, 460, 700, 500, between);
    field.permit("A1", Source::Skirmish);
    CHECK(field.judge(Shoot{{"A1"}, {"B1"}}).allowed() == (between <= 50));
  }
}

TEST_CASE("a centimetre of wood in the line is enough to hide", "[paean][PA-TER-02]") {
  Field field;
  field.put("A1", Side::A, Weight::L, {.x = 600, .y = 400, .bases = 2, .files = 2, .ranks = 1, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 550, .heading = 270});
  field.permit("A1", Source::Skirmish);
  CHECK(field.judge(Shoot{{"A1"}, {"B1"}}).allowed());
  field.terrain("hedge", Ground::Wood, 400, 470, 800, 480);
  CHECK(field.rule(Shoot{{"A1"}, {"B1"}}) == "PA-TER-02");
}

TEST_CASE("the closest base in the arc of fire goes first, not a closer one beside it", "[paean][PA-MIS-06]") {
  Field field;
  field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .weapons = {Weapon::Bow}});
  field.put("B1", Side::B, Weight::LH, {.x = 675, .y = 410, .bases = 3, .files = 1, .heading = 270});
  // The arc's right edge runs at 45 degrees from (620, 400): it takes in nothing of B1.1, and a corner of B1.2.
  CHECK(losses_first(field.state, {"A1"}, {"B1"}) == std::vector<BaseId>{{"B1.2"}, {"B1.3"}, {"B1.1"}});
}

}  // namespace missile_tests
