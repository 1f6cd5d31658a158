// Commanders and heroes whose formations fight.
#include "engine/rulesets/paean/topics/challenge.hpp"
#include "engine/rulesets/paean/topics/command.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/shooting.hpp"
#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace leader_tests {

using namespace polemarch;
using namespace polemarch::paean;
using paean::test::Field;
using paean::test::Fight;
using paean::test::pushed_column;
using paean::test::two_fronts;

TEST_CASE("a commander tests for his life when his side has fewer hits, not on a draw", "[paean][PA-AMB-79]") {
  for (const bool lost : {true, false}) {
    Field field = two_fronts();
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 450, "B1");
    field.order(FightOn{{"A1"}}, "A1");
    field.fight(1, lost ? 0 : 1);
    CHECK(field.asked() == (lost ? "PA-CMD-26" : ""));
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
  CHECK(engine::sum_of(hero_rows({"AH"}, hero, false)) == 5);
  CHECK(duel_volley(field.state, {"AH"}, {"BH"}).count() == 10);
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

TEST_CASE("a commander whose formation loses tests his value, he goes with the last base", "[paean][PA-CMD-26][PA-CMD-36][PA-CMD-37]") {
  Fight field = pushed_column();
  field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480, "B1");
  field.begin();
  field.fight(2, 0);
  REQUIRE(field.asked() == "PA-CMD-26");
  field.dice({5, 4});
  CHECK(field.state.leaders.at({"BS"}).with == UnitId{"B1"});  // with the base in contact
  Fight lost = pushed_column();
  lost.leader("BS", Side::B, LeaderKind::Subordinate, 9, 600, 480, "B1");
  lost.begin();
  lost.fight(3, 0);
  lost.dice({5, 5});
  CHECK_FALSE(lost.state.leaders.at({"BS"}).alive);
}

TEST_CASE("a hero may stop push backs: 2d6 at his value less the push backs, he stands or dies",
          "[paean][PA-DX-17][PA-HER-26][PA-HER-27][PA-HER-40][PA-AMB-60]") {
  for (const bool good : {true, false}) {
    Fight field = pushed_column();
    field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 480, "B1");
    field.begin();
    field.fight(3, 0);
    REQUIRE(field.asked() == "PA-HER-26");
    field.choose("y");
    field.dice(good ? std::vector<int>{4, 3} : std::vector<int>{4, 4});
    CHECK(field.throws().front().need == 7);
    CHECK(field.state.leaders.at({"BH"}).alive == good);
    CHECK(field.formation("B1").bases.size() == (good ? 3U : 1U));
    CHECK(field.at("A1.1").y == Approx(390));
    CHECK(field.touch("A1", "B1") == good);
  }
}

TEST_CASE("a commander leads from the bound that is named when he joins, no sooner", "[paean][PA-CMD-42]") {
  Field field;
  field.put("A1", Side::A, Weight::LH, {.x = 600, .y = 400});
  field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 600, 370, "A1");
  for (const int later : {0, 1}) {
    field.state.leaders.at({"AS"}).leads_from = field.state.turn.bound + later;
    CHECK(leads(field.state, {"AS"}) == (later == 0));
  }
}

TEST_CASE("who rallies does nothing, though a hero leads it and has won a heroic action", "[paean][PA-RAL-04][PA-ACT-06][PA-RES-16]") {
  for (const bool rallies : {true, false}) {
    CAPTURE(rallies);
    Field field;
    field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 440, .bases = 2, .files = 2, .heading = 270});
    field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 365, "A1");
    field.state.turn.phase = Phase::Heroic;
    if (rallies) field.state.formations.at({"A1"}).status.rallying = 1;
    field.permit("AH", Source::Heroic, "AH");
    CHECK(field.rule(ChargeAt{{"A1"}, {"B1"}}) == (rallies ? "PA-RAL-04" : "PA-CHG-22"));
    CHECK(field.rule(Shoot{{"A1"}, {"B1"}}) == (rallies ? "PA-RAL-04" : "PA-MIS-24"));
    field.stand("B1", 600, 400, 270, 2);
    field.contact("A1", Flank::Front, "B1", Flank::Front);
    CHECK(field.rule(FightOn{{"A1"}}) == (rallies ? "PA-RAL-04" : "PA-HER-08"));
  }
}

TEST_CASE("a hero never leaves his formation in close combat, to go or to challenge, a commander may relinquish and go",
          "[paean][PA-HER-29][PA-CMD-27]") {
  for (const bool fights : {true, false}) {
    CAPTURE(fights);
    Field field = two_fronts();
    if (!fights) field.stand("A1", 600, 380, 90, 2);
    if (!fights)
      for (const char* id : {"A1", "B1"}) field.state.formations.at({id}).contacts.clear();
    field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 345, "A1");
    field.leader("AS", Side::A, LeaderKind::Subordinate, 9, 570, 345, "A1");
    field.leader("BH", Side::B, LeaderKind::Hero, 10, 760, 345);
    field.state.turn.commanding = {"AS"};
    CHECK(field.judge(Relinquish{{"AS"}, MeasuredPose{{570_mm, 250_mm, 90_deg}, {}}, {}}).allowed());
    field.state.turn.phase = Phase::Heroic;
    field.permit("AH", Source::Heroic, "AH");
    CHECK(field.rule(MoveHero{{"AH"}, MeasuredPose{{600_mm, 250_mm, 90_deg}, {}}, {}}) == (fights ? "PA-HER-29" : "PA-HER-19"));
    CHECK(field.rule(Challenge{{"AH"}, {"BH"}}) == (fights ? "PA-HER-29" : "PA-HER-20"));
  }
}

TEST_CASE("a heroic action moves the led formation, shoots with it or fights, it changes no shape and no facing, a call of might does",
          "[paean][PA-HER-05][PA-HER-06][PA-HER-08][PA-HER-11]") {
  for (const Source source : {Source::Heroic, Source::Might}) {
    Field field;
    field.put("A1", Side::A, Weight::M, {.x = 600, .y = 400, .bases = 4, .files = 2, .weapons = {Weapon::Bow}});
    field.put("B1", Side::B, Weight::LH, {.x = 600, .y = 500, .bases = 2, .files = 2, .heading = 270});
    field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 345, "A1");
    const bool heroic = source == Source::Heroic;
    field.permit(heroic ? "AH" : "A1", source, "AH");
    for (const Command& shape :
         {Command{AboutFace{{"A1"}}}, Command{ChangeFacing{{"A1"}, Flank::Left}}, Command{ChangeFormation{{"A1"}, 1}},
          Command{ContractFlank{{"A1"}, Flank::Left}}, Command{GiveGround{{"A1"}}}, Command{Traverse{{"A1"}, Flank::Left}},
          Command{Detach{{"A1"}, {{"A1.3"}, {"A1.4"}}}}}) {
      CHECK(field.judge(shape).allowed() == !heroic);
      if (heroic) CHECK(field.rule(shape) == "PA-HER-05");
    }
    CHECK(field.judge(ChargeAt{{"A1"}, {"B1"}}).allowed());
    CHECK(field.judge(Shoot{{"A1"}, {"B1"}}).allowed());
    MoveFormation ahead{{"A1"}, {}, {}, {}, {}};
    ahead.ahead = 50_mm;
    CHECK(field.judge(ahead).allowed());
  }
}

TEST_CASE("a commander tests for his life only when the hero beside him has not made the phase a draw",
          "[paean][PA-CMD-26][PA-AMB-79][PA-HER-40]") {
  for (const bool stops : {true, false}) {
    Field field = two_fronts();
    field.leader("BH", Side::B, LeaderKind::Hero, 10, 600, 440, "B1");
    field.leader("BS", Side::B, LeaderKind::Subordinate, 9, 640, 440, "B1");
    field.order(FightOn{{"A1"}}, "A1");
    field.dice({8, 1, 1, 1});
    while (field.dice_asked() > 2) field.dice(std::vector<int>(static_cast<std::size_t>(field.dice_asked()), 1));
    REQUIRE(field.asked() == "PA-HER-26");
    field.choose("y");
    field.dice(stops ? std::vector<int>{1, 1} : std::vector<int>{6, 6});
    CHECK(field.asked() == (stops ? "" : "PA-CMD-26"));
  }
}

TEST_CASE("a run ends for him or for it, and how far somebody goes is told once", "[paean][PA-SKI-03][PA-HER-10]") {
  Field field = two_fronts();
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 380);
  CHECK(Rules::tell(field.state, RunSet{{}, {"AH"}}) == "AH has ended his actions");
  CHECK(Rules::tell(field.state, ChargeStopped{{"A1"}, {"gone"}, "stops", "PA-CHG-08"}) == "A1 stops: gone is gone");
  CHECK(Rules::tell(field.state, RunSet{{}, {"A1"}}) == "A1 has ended its actions");
  Status ordered;
  ordered.orders = 2;
  CHECK(Rules::tell(field.state, Marked{{"A1"}, ordered, "has its order 2", "PA-ACT-02"}) == "A1 has received 2 orders this bound");
  Status pushed;
  pushed.rallying = 1;
  CHECK(Rules::tell(field.state, Marked{{"A1"}, pushed, "rallies", "PA-RAL-01"}).starts_with("A1 rallies until the end of bound "));
  CHECK(Rules::tell(field.state, PhaseFought{{{"A1"}, {"B1"}}, 7, 14, Side::B, false}) == "close combat of A1, B1: B wins by 14 hits to 7");
  CHECK(Rules::tell(field.state, PhaseFought{{{"A1"}, {"B1"}}, 3, 3, {}, false}) == "close combat of A1, B1: a draw, 3 hits each");
  const auto told = [&](const char* how, Length far) { return Rules::tell(field.state, BasesMoved{{"A1"}, {}, how, "PA-MOV-T1", far}); };
  CHECK(told("goes 5.0 cm ahead", 50_mm) == "A1 goes 5.0 cm ahead");
  CHECK(told("wheels 24 degrees right, goes 0.1 cm ahead", 32_mm) == "A1 wheels 24 degrees right, goes 0.1 cm ahead, 3.2 cm in all");
  CHECK(told("follows up", 20_mm) == "A1 follows up, 2.0 cm");
}

TEST_CASE("hits of a run that disperse nobody are told when the run is over, those that are still kept are not told again",
          "[paean][PA-MIS-14][PA-SKI-08]") {
  Field field = two_fronts();
  const auto kept = [](const char* at, int hits) { return KeptHits{{"AL"}, {"AL"}, {at}, hits}; };
  field.state.fights.kept = {kept("B1", 1)};
  const int each = hits_per_base(field.state, {"B1"});
  REQUIRE(each > 1);
  CHECK(Rules::tell(field.state, KeptHitsSet{}) == "1 hit at B1 in all: no base lost, a base takes " + std::to_string(each));
  field.state.fights.kept = {kept("B1", each)};
  CHECK(Rules::tell(field.state, KeptHitsSet{}).empty());
  CHECK(Rules::tell(two_fronts().state, KeptHitsSet{}).empty());  // as a battle that is taken up again tells it
  CHECK(Rules::tell(field.state, KeptHitsSet{{kept("B1", each + 1)}}) == std::to_string(each + 1) + " hits at B1 so far in this run");
}

TEST_CASE("a formation that a hero leads shows the number it reacts on", "[paean][PA-REA-T1][PA-AMB-37]") {
  Field field = two_fronts();
  const auto reaction = [&] {
    for (const engine::Figure& figure : Rules::figures(field.state, {"A1"}, Viewer::Both))
      if (figure.label == "reaction") return figure.value;
    return std::string();
  };
  CHECK(reaction() == "8");
  field.leader("AH", Side::A, LeaderKind::Hero, 10, 600, 380, "A1");
  CHECK(reaction() == "11");
}

TEST_CASE("the first phase of a bound in which anybody may do anything names the bound", "[paean][PA-SEQ-01]") {
  Field field = two_fronts();
  field.state.turn.bound = 4;
  const auto told = [&](Phase phase) { return Rules::tell(field.state, PhaseBegan{4, Side::A, phase}); };
  CHECK(told(Phase::Combat) == "Bound 4, A: compulsory combat");
  CHECK(told(Phase::Skirmish) == "Bound 4, A: skirmish actions");
  CHECK(told(Phase::Power) == "Bound 4, A: call of power");  // no light formation could act before
  CHECK(told(Phase::Orders) == "A: command orders");
  field.state.formations.at({"A1"}).status.fought = true;
  CHECK(told(Phase::Skirmish) == "A: skirmish actions");
}

TEST_CASE("a formation that loses its last bases is told to, an evade once with its distance", "[paean][PA-RES-05][PA-EVA-01]") {
  Field field = two_fronts();
  const std::vector<BaseId> all = field.state.formations.at({"A1"}).bases;
  const auto lost = [&](std::size_t bases) {
    const std::vector<BaseId> gone(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(bases));
    return Rules::tell(field.state, engine::Lost{.unit = {"A1"}, .bases = gone, .what = "a base", .by = {"B1"}, .how = "close combat"});
  };
  REQUIRE(all.size() > 1);
  CHECK(lost(1) == "A1 loses a base to B1, close combat");
  CHECK(lost(all.size()) == "A1 loses all its " + std::to_string(all.size()) + " bases to B1, close combat");
  const engine::Lost last{.unit = {"A1"}, .bases = all, .what = "the unit", .how = "no LH or H is left"};
  CHECK(Rules::tell(field.state, last) == "A1 is dispersed: no LH or H is left");
  field.state.formations.at({"A1"}).bases.resize(1);
  CHECK(lost(1) == "A1 loses its last base to B1, close combat");
  CHECK(Rules::tell(field.state, Reacted{{"A1"}, {"B1"}, "evades", "PA-EVA-01"}).empty());
  CHECK(Rules::tell(field.state, Reacted{{"A1"}, {"B1"}, "stands", "PA-EVA-19"}) == "A1 stands");
}

}  // namespace leader_tests
