// Who fights from behind a friend is in that friend's combat, for all that comes of it and for no longer; a friend who fights keeps his
// place.
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/room.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace backing_tests {

using namespace polemarch;
using namespace polemarch::paean;
using namespace polemarch::paean::test;

namespace {

const std::vector<Weapon> kJavelin{Weapon::Javelin};

MoveFormation ahead(const std::string& unit, Length way) { return {.unit = {unit}, .ahead = way, .legs = {}, .to = {}, .poses = {}}; }

/// A1 and B1 fight, A2 from behind A1, B2 from behind B1.
Fight backed(Weight weight = Weight::LH) {
  Fight field;
  const auto put = [&](const std::string& id, Side side, double y, double heading) {
    field.put(id, side, weight, {.x = 600, .y = y, .bases = 2, .files = 2, .heading = heading});
  };
  put("A1", Side::A, 400, 90);
  put("A2", Side::A, 380, 90);
  put("B1", Side::B, 400, 270);
  put("B2", Side::B, 420, 270);
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.state.fights.backings = {{{"A2"}, {"A1"}}, {{"B2"}, {"B1"}}};
  return field;
}

}  // namespace

TEST_CASE("who fights from behind neither marches off nor charges, shoots, parts or forms up while its friend fights",
          "[paean][PA-AMB-42][PA-CHG-18]") {
  Fight field = backed(Weight::M);
  for (const BaseId& base : field.formation("A2").bases) field.state.bases.at(base).card.weapons = kJavelin;
  field.put("A3", Side::A, Weight::M, {.x = 680, .y = 380, .weapons = kJavelin});
  field.permit("A2");
  CHECK(field.rule(ahead("A2", 20_mm)) == "PA-AMB-42");
  CHECK(field.rule(ChargeAt{{"A2"}, {"BZ"}}) == "PA-AMB-42");
  CHECK(field.rule(Shoot{{"A2"}, {"B2"}}) == "PA-AMB-42");
  CHECK(field.rule(ContractFlank{{"A2"}, Flank::Left}) == "PA-AMB-42");
  CHECK(field.rule(Detach{{"A2"}, {{"A2.1"}}}) == "PA-AMB-42");
  CHECK(field.judge(AboutFace{{"A2"}}).allowed());
  field.permit("A3");
  CHECK(field.rule(FormUp{{"A3"}, {"A2"}, {}}) == "PA-AMB-42");
  field.state.formations.at({"A1"}).contacts.clear();
  field.state.formations.at({"B1"}).contacts.clear();
  field.permit("A2");
  CHECK(field.rule(ahead("A2", 20_mm)) != "PA-AMB-42");
}

TEST_CASE("a commander or hero with who fights from behind orders another phase of that combat", "[paean][PA-CMD-25][PA-HER-08]") {
  Fight field = backed();
  field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 600, 345, "A2");
  field.permit("A2");
  const auto verdict = field.judge(FightOn{{"A2"}});
  REQUIRE(verdict.allowed());
  CHECK(verdict.reasons.back().text == "bases that touch B1");
  bool offered = false;
  for (const auto& offer : Rules::offers(field.state, Viewer::A, UnitId{"A2"}))
    if (const auto* fight = std::get_if<FightOn>(&offer.command))
      offered = offered || (fight->unit == UnitId{"A2"} && offer.verdict.allowed());
  CHECK(offered);
  field.begin("A2");
  CHECK(field.dice_asked() == 4 + 2);
  field.fight(0, 0);
  CHECK(field.formation("A1").status.phases == 1);
  CHECK(field.formation("A2").status.no_orders);
}

TEST_CASE("a hero who leads the supporting formation adds his dice, and does not leave it", "[paean][PA-HER-23][PA-HER-29][PA-HER-08]") {
  Fight field = backed();
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 345, "A2");
  field.begin("A2");
  CHECK(field.dice_asked() == 4 + 2 + 5);
  field.fight(0, 0);
  field.state.turn.phase = Phase::Heroic;
  field.permit("AH", Source::Heroic, "AH");
  CHECK(field.rule(MoveHero{{"AH"}, MeasuredPose{{600_mm, 250_mm, 90_deg}, {}}, {}}) == "PA-HER-29");
}

TEST_CASE("who fights from behind and evades is in that combat no more", "[paean][PA-CHG-18][PA-AMB-42]") {
  Fight field = backed(Weight::M);
  field.state.turn.active = Side::A;
  field.put("A3", Side::A, Weight::H, {.x = 600, .y = 480, .bases = 2, .files = 2, .heading = 270});
  field.order(ChargeAt{{"A3"}, {"B2"}}, "A3");
  field.dice({1, 1});
  field.choose("evade");
  REQUIRE(field.asked().empty());
  CHECK(field.state.fights.backings == engine::Checked<Backing>{{{"A2"}, {"A1"}}});
  CHECK(melee_of(field.state, {"B1"}) == std::vector<UnitId>{{"A1"}, {"A2"}, {"B1"}});
}

TEST_CASE("who is ruled to march off from behind a fight is out of it", "[paean][PA-CHG-16][PA-AMB-42]") {
  Fight field = backed();
  field.permit("A2");
  for (const Event& event :
       Rules::decide(field.state, Viewer::Both,
                     MoveFormation{.unit = {"A2"}, .ahead = {}, .legs = {}, .to = MeasuredPose{{600_mm, 300_mm, 90_deg}, {}}, .poses = {}}))
    field.state = Rules::evolve(std::move(field.state), event);
  CHECK(field.at("A2.1").y == Approx(300));
  CHECK(melee_of(field.state, {"A1"}) == std::vector<UnitId>{{"A1"}, {"B1"}, {"B2"}});
}

TEST_CASE("of two commanders in a formation that loses a phase both test for their lives", "[paean][PA-CMD-26][PA-AMB-79]") {
  Fight field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400, .bases = 2, .files = 2});
  field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 400, .bases = 4, .files = 2, .heading = 270});
  field.contact("A1", Flank::Front, "B1", Flank::Front);
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 455, "B1");
  field.leader("BT", Side::B, LeaderKind::Subordinate, 8, 630, 455, "B1");
  field.begin();
  field.fight(1, 0);
  REQUIRE(field.asked() == "PA-CMD-26");
  field.dice({1, 1});
  REQUIRE(field.asked() == "PA-CMD-26");
  field.dice({6, 6});
  CHECK(field.state.leaders.at({"BS"}).alive);
  CHECK_FALSE(field.state.leaders.at({"BT"}).alive);
}

TEST_CASE("a friend who fights gives nobody his place", "[paean][PA-AMB-42][PA-INT-07][PA-INT-08]") {
  for (const bool behind : {false, true}) {
    Fight field = backed();
    if (!behind) field.state.fights.backings.clear();
    if (!behind) field.stand("A2", 600, 200, 90, 2);
    field.put("A3", Side::A, Weight::H, {.x = 600, .y = 345, .bases = 2, .files = 2});
    field.put("A4", Side::A, Weight::L, {.x = 700, .y = 395, .ranks = 1, .weapons = kJavelin});
    field.permit("A3");
    CHECK(field.rule(ahead("A3", behind ? 25_mm : 45_mm)) == "PA-AMB-42");
    field.permit("A4", Source::Skirmish);
    const MoveFormation onto{
        .unit = {"A4"}, .ahead = {}, .legs = {}, .to = MeasuredPose{{600_mm, behind ? 370_mm : 390_mm, 90_deg}, {}}, .poses = {}};
    CHECK(field.judge(onto).allowed());  // the light ones are displaced
  }
  Fight field = backed();
  field.put("A4", Side::A, Weight::H, {.x = 600, .y = 395, .bases = 4, .files = 2});
  CHECK(gives_place(field.state, {"A1"}, {"A4"}) == UnitId{"A4"});
  CHECK(gives_place(field.state, {"A4"}, {"A1"}) == UnitId{"A4"});
}

TEST_CASE("nobody is detached out of close combat", "[paean][PA-AMB-42][PA-FAC-06]") {
  Field field = two_fronts(4);
  field.permit("A1");
  CHECK(field.rule(Detach{{"A1"}, {{"A1.3"}, {"A1.4"}}}) == "PA-AMB-42");
}

TEST_CASE("whoever loses its enemy to missiles may be ordered again, and who backs it too", "[paean][PA-RES-10][PA-RES-09][PA-MRX-12]") {
  Fight field;
  const auto fight = [&](const std::string& front, const std::string& foe, double x) {
    field.put(front, Side::A, Weight::LH, {.x = x, .y = 400, .bases = 2, .files = 2});
    field.put(foe, Side::B, Weight::LH, {.x = x, .y = 400, .bases = 4, .files = 2, .heading = 270});
    field.contact(front, Flank::Front, foe, Flank::Front);
    field.begin(front);
    field.fight(0, 0);
  };
  fight("A5", "B3", 1200);
  fight("A1", "B1", 600);
  field.put("A2", Side::A, Weight::LH, {.x = 600, .y = 340, .bases = 2, .files = 2});
  field.order(SupportCharge{{"A2"}, {"A1"}}, "A2");
  field.fight(0, 0);
  for (const char* unit : {"A1", "A2", "A5"}) CHECK(field.formation(unit).status.no_orders);
  field.put("A4", Side::A, Weight::LM, {.x = 600, .y = 500, .bases = 2, .files = 2, .heading = 270, .weapons = {Weapon::Bow}});
  field.order(Shoot{{"A4"}, {"B1"}}, "A4");
  field.dice({6, 6, 6, 6});
  REQUIRE(field.asked() == "PA-MRX-02");
  for (const char* unit : {"A1", "A2"}) CHECK(field.formation(unit).status.no_orders);  // B1 fights on
  field.dice({4});
  REQUIRE(field.gone("B1"));
  for (const char* unit : {"A1", "A2"}) CHECK_FALSE(field.formation(unit).status.no_orders);
  CHECK(field.state.fights.backings.empty());
  CHECK(field.formation("A5").status.no_orders);
}

}  // namespace backing_tests
