// The worked examples of the book, cards in their order.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace examples_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

TEST_CASE("legionaries activate, beat their own card and use the general's replacement",
          "[tts][TTS-EX-03][TTS-EX-04][TTS-EX-05][TTS-ACT-03][TTS-ACT-04][TTS-ACT-06][TTS-GEN-07]") {
  Game g("A1 legionaries e2 N; A2 legionaries a1 N; AG general with=A1; B1 warriors e5 S; B2 warriors l8 S; wood d4,f5");
  REQUIRE(g.need("move A1 to=e3") == 2);
  g.act("move A1 to=e3", 3);
  REQUIRE(g.unit("A1").box == at("e3"));
  REQUIRE(g.unit("A1").activation == 3);
  REQUIRE(g.need("move A1 to=e4") == 4);
  g.act("move A1 to=e4", 6);
  REQUIRE(g.unit("A1").activation == 6);
  REQUIRE(g.need("charge A1 target=B1") == 7);
  g.give("charge A1 target=B1 shock=false").cards({5});
  REQUIRE(g.asks() == "TTS-GEN-05");
  g.say("AG").cards({7});
  REQUIRE(g.general("AG").ability_used);
  REQUIRE(g.unit("A1").activation == 7);
  g.cards({6, 1, 2});  // hit, the warriors fail, they miss
  REQUIRE(g.unit("B1").disorder == 1);
  REQUIRE(g.state().active == Side::A);
  REQUIRE(g.state().commands.at({"A-1"}).status == CommandStatus::Active);
}

TEST_CASE("moving into a vineyard after a seven needs nine and a four ends the command", "[tts][TTS-EX-06][TTS-SEQ-04][TTS-SEQ-05]") {
  Game g("A1 legionaries e4 N activation=7; AG general with=A1 ability_used=true; B1 warriors l8 S; vines d5");
  REQUIRE(g.need("move A1 to=d5") == 9);  // the diagonal is free for legionaries, the rough is not
  g.act("move A1 to=d5", 4);
  REQUIRE(g.unit("A1").box == at("e4"));
  REQUIRE(g.state().active == Side::B);
}

TEST_CASE("difficulties add up", "[tts][TTS-EX-07][TTS-EX-08][TTS-DIF-01][TTS-DIF-02][TTS-DIF-03][TTS-DIF-04][TTS-DIF-T1][TTS-ACT-T1]") {
  Game g(
      "A1 javelinmen c2 N; A2 pikemen g2 N command=2; AG general with=A1; AH general with=A2 command=2; B1 warriors f3 S; B2 warriors h3 "
      "S; wood d3; broken h3");
  REQUIRE(g.need("move A1 to=d3") == 4);
  REQUIRE(g.need("charge A2 target=B1") == 4);
  REQUIRE(g.need("charge A2 target=B2") == 6);
}

TEST_CASE("two cohorts activated together need the higher card", "[tts][TTS-EX-09][TTS-ACT-08][TTS-ACT-09]") {
  Game g("A1 legionaries e2 N front activation=3; A2 legionaries e2 N rear activation=6; B1 warriors l8 S; AG general with=A1");
  REQUIRE(g.need("move A1+A2 to=e3") == 7);
  g.act("move A1+A2 to=e3", 7);
  REQUIRE(g.unit("A1").activation == 7);
  REQUIRE(g.unit("A2").activation == 7);
  REQUIRE(g.unit("A1").along == 1);
  REQUIRE(g.unit("A2").along == -1);
  g.act("move A1 to=e4", 9);
  REQUIRE(g.unit("A1").activation == 9);
  REQUIRE(g.unit("A2").activation == 7);
}

TEST_CASE("a foot unit marches straight or diagonally first", "[tts][TTS-EX-10][TTS-MAR-01][TTS-MAR-06][TTS-MAR-08]") {
  Game g("A1 spearmen e1 N; AG general with=A1; B1 warriors l8 S");
  REQUIRE(g.may("move A1 to=e3"));
  REQUIRE(g.may("move A1 to=d3"));
  REQUIRE(g.may("move A1 to=f3"));
  REQUIRE_FALSE(g.may("move A1 to=c3"));
  REQUIRE_FALSE(g.may("move A1 to=e4"));
}

TEST_CASE("a cohort behind another slips sideways out of a zone, never diagonally", "[tts][TTS-EX-11][TTS-ZOC-09]") {
  Game g("B1 warriors e5 S; A1 legionaries e4 N front; A2 legionaries e4 N rear; AG general with=A1");
  REQUIRE(g.may("move A2 to=d4"));
  REQUIRE(g.rule("move A2 to=d5") == "TTS-ZOC-06");
  REQUIRE(g.rule("move A1 to=d4") == "TTS-ZOC-06");
}

TEST_CASE("the gap between two friends is closed unless one can be passed", "[tts][TTS-EX-12][TTS-MOV-14][TTS-MOV-15]") {
  Game closed("A1 spearmen e2 N; A2 spearmen e3 N; A3 spearmen f2 N; B1 warriors l8 S; AG general with=A1");
  REQUIRE(closed.rule("move A1 to=f3") == "TTS-MOV-14");
  Game open("A1 spearmen e2 N; A2 light_infantry_javelin e3 N; A3 spearmen f2 N; B1 warriors l8 S; AG general with=A1");
  REQUIRE(open.may("move A1 to=f3"));
}

TEST_CASE("a unit entering an occupied box is placed by where it comes from",
          "[tts][TTS-EX-13][TTS-ENT-01][TTS-ENT-02][TTS-ENT-03][TTS-ENT-04][TTS-ENT-05]") {
  const auto lead_after = [](const std::string& mover, const std::string& order) {
    Game g("A1 spearmen e5 N; A2 " + mover + "; B1 warriors l8 S; AG general with=A1; AH general with=A2 command=2");
    g.act(order, 10);
    return g.board().lead(g.unit("A2"));
  };
  REQUIRE(lead_after("spearmen d4 N", "move A2 to=e5 place=front") < 0);
  REQUIRE(lead_after("spearmen e4 N", "move A2 to=e5 place=front") < 0);
  REQUIRE(lead_after("spearmen f4 N", "move A2 to=e5 place=front") < 0);
  REQUIRE(lead_after("spearmen e6 N", "move A2 to=e5 place=behind") > 0);
  REQUIRE(lead_after("spearmen d5 N", "move A2 to=e5 place=front") > 0);
  REQUIRE(lead_after("spearmen d5 N", "move A2 to=e5 place=behind") < 0);
  REQUIRE(lead_after("light_infantry_javelin e4 N", "move A2 to=e5 place=front") > 0);
  REQUIRE(lead_after("light_infantry_javelin e4 N", "move A2 to=e5 place=behind") < 0);
  Game g("A1 spearmen e5 N; A2 spearmen e6 N; B1 warriors l8 S; AG general with=A1");
  g.act("move A2 to=e5 facing=S", 10);
  REQUIRE(g.unit("A2").facing == Facing::S);
}

TEST_CASE("who may charge the Nervii",
          "[tts][TTS-EX-14][TTS-CHG-02][TTS-CHG-07][TTS-CHG-11][TTS-CHG-12][TTS-CHG-16][TTS-CHG-17][TTS-CHG-18]") {
  Game g(
      "B1 warriors c3 S; A1 legionaries c2 N front; A2 legionaries c2 N rear; A4 legionaries d3 N; A3 legionaries d2 N; A5 legionaries c4 "
      "S; A6 legionaries b4 E; "
      "A7 legionaries b2 N; AG general with=A1");
  REQUIRE(g.may("charge A1 target=B1"));
  REQUIRE(g.rule("charge A2 target=B1") == "TTS-CHG-17");
  REQUIRE(g.rule("charge A3 target=B1") == "TTS-CHG-07");
  REQUIRE(g.rule("charge A4 target=B1") == "TTS-CHG-18");
  REQUIRE(g.may("charge A5 target=B1"));
  REQUIRE(g.may("charge A6 target=B1"));
  REQUIRE(g.may("charge A7 target=B1"));
  const Unit& nervii = g.unit("B1");
  REQUIRE(attack_on(nervii, at("c2"), at("c3")) == Attack::Front);
  REQUIRE(attack_on(nervii, at("b2"), at("c3")) == Attack::Front);
  REQUIRE(attack_on(nervii, at("d3"), at("c3")) == Attack::Flank);
  REQUIRE(attack_on(nervii, at("b4"), at("c3")) == Attack::Flank);
  REQUIRE(attack_on(nervii, at("c4"), at("c3")) == Attack::Rear);
  g.act("turn A4 facing=W", 5);
  REQUIRE(g.may("charge A4 target=B1"));
}

TEST_CASE("six veteran longbow units and a javelin light infantry",
          "[tts][TTS-EX-15][TTS-AMMO-01][TTS-AMMO-07][TTS-AMMO-T1][TTS-UNIT-18]") {
  Game g(
      "A1 longbowmen a1 N veteran; A2 longbowmen b1 N veteran; A3 longbowmen c1 N veteran; A4 longbowmen d1 N veteran; A5 longbowmen e1 N "
      "veteran; "
      "A6 longbowmen f1 N veteran; A7 light_infantry_javelin g1 N; B1 warriors l8 S");
  REQUIRE(g.unit("A1").ammo == 7);
  REQUIRE(g.unit("A7").ammo == 2);
  REQUIRE(g.state().side(Side::A).reserve_ammo == 7);
}

TEST_CASE("the longbow of Figure XVI sees round the wood but not through it",
          "[tts][TTS-EX-16][TTS-LOS-01][TTS-LOS-02][TTS-PRI-02][TTS-PRI-03][TTS-SHT-14]") {
  Game g("A1 longbowmen c1 N; B2 spearmen d3 S; B3 spearmen b3 S; B1 spearmen c4 S; B4 spearmen b4 S; wood b3,c3");
  REQUIRE(g.may("shoot A1 target=B2"));
  REQUIRE(g.may("shoot A1 target=B3"));
  REQUIRE(half_distance(at("c1"), at("d3")) == 5);
  REQUIRE(half_distance(at("c1"), at("b3")) == 5);
  REQUIRE(g.rule("shoot A1 target=B1") == "TTS-LOS-02");
  REQUIRE(g.rule("shoot A1 target=B4") == "TTS-LOS-02");
}

TEST_CASE("no shot between two occupied boxes, and overhead fire goes straight ahead",
          "[tts][TTS-EX-17][TTS-EX-18][TTS-LOS-04][TTS-LOS-05][TTS-SHT-13]") {
  Game g("A2 bowmen e2 N front; A3 longbowmen e2 N rear; B5 spearmen e3 S; B6 spearmen f2 W; B7 spearmen f3 S");
  REQUIRE(g.may("shoot A2 target=B5"));
  REQUIRE(g.rule("shoot A2 target=B7") == "TTS-LOS-04");
  REQUIRE(g.may("shoot A3 target=B5"));
  REQUIRE(g.rule("shoot A3 target=B7") == "TTS-SHT-14");
}

TEST_CASE("the nearest enemy must be shot at", "[tts][TTS-EX-19][TTS-PRI-01][TTS-PRI-02]") {
  Game g("A1 bowmen c1 N; B1 spearmen c2 S; B2 spearmen c3 S; B3 spearmen e3 S");
  REQUIRE(g.may("shoot A1 target=B1"));
  REQUIRE_FALSE(g.may("shoot A1 target=B2"));
  REQUIRE(g.rule("shoot A1 target=B3") == "TTS-PRI-01");
  Game second("A1 bowmen c1 N; B2 spearmen c3 S; B3 spearmen e3 S");
  REQUIRE(second.may("shoot A1 target=B2"));
  REQUIRE(second.rule("shoot A1 target=B3") == "TTS-PRI-01");
  Game third("A1 bowmen c1 N; B3 spearmen e3 S");
  REQUIRE(third.may("shoot A1 target=B3"));
  REQUIRE(half_distance(at("c1"), at("e3")) == 6);
}

TEST_CASE("longbowmen spend two chits on crossbowmen, then bring one up",
          "[tts][TTS-EX-20][TTS-EX-21][TTS-AMMO-02][TTS-AMMO-03][TTS-AMMO-05][TTS-SHT-03][TTS-SHT-06]") {
  Game g("A1 longbowmen c1 N ammo=2; B1 crossbowmen c4 S; AG general with=A1");
  g.act("shoot A1 target=B1 cards=2", 2).cards({5, 9});
  REQUIRE(g.unit("A1").ammo == 0);
  REQUIRE(g.question().find("saves on 8+") != std::string::npos);
  g.cards({8});
  REQUIRE(g.unit("B1").disorder == 0);
  REQUIRE(g.idle());
  REQUIRE(g.need("resupply A1") == 3);
  const int reserve = g.state().side(Side::A).reserve_ammo;
  g.act("resupply A1", 3);
  REQUIRE(g.unit("A1").ammo == 1);
  REQUIRE(g.state().side(Side::A).reserve_ammo == reserve - 1);
}

TEST_CASE("Spartan hoplites charge Athenian hoplites",
          "[tts][TTS-EX-22][TTS-MEL-01][TTS-MEL-02][TTS-MEL-10][TTS-MEL-14][TTS-FAIL-02][TTS-UNIT-05]") {
  Game g("A1 hoplites e4 N; AG general a1 detached; B1 hoplites e5 S; B2 hoplites l8 S");
  g.act("charge A1 target=B1", 8).cards({9, 5});
  REQUIRE(g.unit("B1").disorder == 1);
  REQUIRE(g.question().find("8+") != std::string::npos);
  g.cards({7});
  REQUIRE(g.idle());
  REQUIRE(g.unit("A1").disorder == 0);
}

TEST_CASE("warriors strike a cohort in the flank, with hero and heroic general",
          "[tts][TTS-EX-23][TTS-EX-24][TTS-EX-25][TTS-MEL-09][TTS-HERO-07][TTS-GEN-26][TTS-FAIL-04]") {
  Game g(
      "A1 warriors d5 E hero; AG general with=A1 heroic; B1 legionaries e5 N; BG general with=B1; B2 legionaries l8 S; B3 legionaries k8 "
      "S");
  g.act("charge A1 target=B1", 3).cards({5, 7});
  REQUIRE(g.asks() == "TTS-RPL-01");
  g.say("AG").cards({8});
  REQUIRE(g.general("AG").ability_used);
  g.cards({2, 8, 4, 4});  // two saves of the cohort, two of its general
  REQUIRE(g.unit("B1").disorder == 1);
  REQUIRE(g.general("BG").status == Status::InPlay);
  REQUIRE(g.idle());  // no strike back
  g.act("charge A1 target=B1", 5).cards({2, 3});
  REQUIRE(g.asks() == "TTS-RPL-01");
  g.say("hero").cards({6, 1, 2});  // one hit, the cohort fails, its general saves
  REQUIRE(g.unit("B1").where == Where::Lost);
  REQUIRE(g.asks() == "TTS-GEN-11");
  g.say("B2");
  REQUIRE(g.general("BG").unit == UnitId{"B2"});
  REQUIRE_FALSE(g.unit("A1").hero);
  REQUIRE(g.unit("A1").box == at("e5"));
}

TEST_CASE("Picts on a hill save on four against cavalry and get nothing when they charge down",
          "[tts][TTS-EX-26][TTS-EX-27][TTS-SAV-06][TTS-SAV-07][TTS-TER-03][TTS-MOD-14][TTS-MOD-15][TTS-MOD-12]") {
  Game g("B1 spearmen e5 S; A1 cavalry e4 N; B2 spearmen l8 S; low_hill e5; AG general with=A1; BG general a8 detached", 12, 8);
  g.give("charge A1 target=B1").cards({3, 6});
  REQUIRE(g.question().find("saves on 4+") != std::string::npos);
  g.cards({6, 2});
  REQUIRE(g.unit("B1").disorder == 0);
  SaveDue due{.who = {"B1"}, .by = {"A1"}, .from = at("e4"), .at = at("e5"), .attack = Attack::Front, .charged = false};
  REQUIRE(save_need(g.board(), due).need() == 7);
}

TEST_CASE("a general's command is demoralised at half its points", "[tts][TTS-EX-28][TTS-DX-19][TTS-DEM-01][TTS-DEM-02][TTS-VP-05]") {
  Game g(
      "A1 hoplites a1 N small; A2 hoplites b1 N small; A3 legionaries c1 N small; A4 legionaries d1 N small; A5 legionaries e1 N small; A6 "
      "legionaries f1 N small; "
      "A7 light_infantry_javelin g1 N; A8 light_infantry_javelin h1 N; AG general with=A1; AC camp i1; B1 warriors l8 S");
  State s = g.state();
  REQUIRE(s.commands.at({"A-1"}).victory_points == 13);
  for (const char* id : {"A2", "A3", "A4", "A5", "A6", "A7"}) s.units.at({id}).where = Where::Lost;
  REQUIRE(points_lost(s, s.commands.at({"A-1"})) == 6);
  REQUIRE_FALSE(is_demoralised(s, {"A-1"}));
  s.units.at({"A8"}).where = Where::Lost;
  REQUIRE(is_demoralised(s, {"A-1"}));
}

TEST_CASE("veteran legionaries cost twelve and save on five", "[tts][TTS-EX-29][TTS-PTS-04][TTS-UNIT-16][TTS-TYPE-75]") {
  Unit cohort;
  cohort.type = Type::Legionaries;
  muster(cohort);
  REQUIRE(half_points_of(cohort) == 20);
  REQUIRE(base_save(cohort) == 6);
  cohort.grade = Grade::Veteran;
  REQUIRE(half_points_of(cohort) == 24);
  REQUIRE(base_save(cohort) == 5);
}

TEST_CASE("a war wagon slides easily and turns hard",
          "[tts][TTS-EX-30][TTS-TYPE-117][TTS-TYPE-118][TTS-TYPE-119][TTS-TYPE-120][TTS-TYPE-129]") {
  Game g("A1 war_wagons e2 N; A2 light_infantry_javelin e1 N; AG general with=A1; B1 warriors l8 S");
  REQUIRE(g.need("move A1 to=d2") == 2);
  REQUIRE(g.need("move A1 to=f2") == 2);
  REQUIRE(g.need("move A1 to=d3") == 4);
  REQUIRE(g.need("turn A1 facing=E") == 4);
  g.act("move A2 to=e2 place=behind", 5);
  REQUIRE(g.unit("A2").box == at("e2"));
  REQUIRE(weapon_reaching(g.board(), g.unit("A1"), at("e5")) == Weapon::Crossbow);
  REQUIRE_FALSE(weapon_reaching(g.board(), g.unit("A1"), at("e1")).has_value());
}

namespace {

/// Steps 1 to 4 of the extended example: the tribune rides over, two pairs of units move, the foederati shoot.
const std::string kExtended =
    "A3 legionaries b1 N front; A4 legionaries b1 N rear; A2 legionaries a2 N; AG general a2 detached mounted; AF light_infantry_javelin "
    "c1 N front; A5 legionaries c1 N rear; B0 light_infantry_javelin a3 S; B1 warriors b3 S; B2 warriors c3 S; wood a3; A9 legionaries l1 N "
    "command=2; AH general with=A9 command=2";

}  // namespace

TEST_CASE("the extended example, steps 1 to 4: command move, two pairs move, the foederati shoot",
          "[tts][TTS-EX-31][TTS-EX-32][TTS-EX-33][TTS-EX-34][TTS-EX-35][TTS-GEN-18][TTS-ZOC-02]") {
  Game g(kExtended);
  for (const auto& [id, unit] : g.state().units) REQUIRE(unit.activation == 0);
  REQUIRE(g.unit("AF").ammo == 2);
  g.give("command_move AG to=b1");
  REQUIRE(g.general("AG").box == at("b1"));
  REQUIRE(g.idle());
  REQUIRE(g.need("move A3+A4 to=b2 general=AG") == 2);
  REQUIRE(g.rule("move A3+A4 to=b3 general=AG") == "TTS-MOV-11");
  g.act("move A3+A4 to=b2 general=AG", 4);
  REQUIRE(g.unit("A3").activation == 4);
  REQUIRE(g.unit("A4").activation == 4);
  REQUIRE(g.general("AG").box == at("b2"));
  REQUIRE(g.board().in_zone(g.unit("A3"), at("b2")));
  REQUIRE(g.rule("move A3 to=a2") == "TTS-ZOC-06");
  REQUIRE(g.need("move AF+A5 to=c2") == 2);
  g.act("move AF+A5 to=c2", 2);
  REQUIRE(g.unit("AF").activation == 2);
  REQUIRE(g.unit("A5").activation == 2);
  REQUIRE(g.need("shoot AF target=B2") == 3);
  g.act("shoot AF target=B2", 3).cards({8, 3});
  REQUIRE(g.unit("AF").activation == 3);
  REQUIRE(g.unit("AF").ammo == 1);
  REQUIRE(g.unit("B2").disorder == 1);
  REQUIRE(g.unit("A5").activation == 2);
}

TEST_CASE("the extended example, steps 5 to 8: into the wood, the warriors hold, rally on the replacement, the last Ace",
          "[tts][TTS-EX-36][TTS-EX-37][TTS-EX-38][TTS-EX-39][TTS-EVD-16][TTS-GEN-06][TTS-RAL-05]") {
  Game g(kExtended);
  g.give("command_move AG to=b1")
      .act("move A3+A4 to=b2 general=AG", 4)
      .act("move AF+A5 to=c2", 2)
      .act("shoot AF target=B2", 3)
      .cards({8, 3});
  REQUIRE(g.need("charge A2 target=B0") == 3);
  g.act("charge A2 target=B0", 8);
  REQUIRE(g.asked() == Viewer::B);
  g.say("a4");
  REQUIRE(g.question().find("3+") != std::string::npos);
  g.cards({6});
  REQUIRE(g.unit("B0").box == at("a4"));
  REQUIRE(g.unit("B0").facing == Facing::S);
  REQUIRE(g.unit("A2").box == at("a3"));
  REQUIRE(g.need("charge A3 target=B1") == 5);
  g.act("charge A3 target=B1", 7);
  REQUIRE(g.asks() == "TTS-SHK-03");
  g.say("keep").cards({4, 7, 1, 2});
  REQUIRE(g.unit("A3").disorder == 1);
  REQUIRE(g.general("AG").status == Status::InPlay);
  REQUIRE_FALSE(g.general("AG").light_wound);
  REQUIRE(g.need("rally A3") == 8);
  g.act("rally A3", 4).say("AG").cards({10});
  REQUIRE(g.question().find("save on 6+") != std::string::npos);  // +1 tribune, -1 for the Chatti; the Cherusci are held
  g.cards({10});
  REQUIRE(g.unit("A3").disorder == 0);
  REQUIRE(g.unit("A3").activation == 10);
  REQUIRE(g.general("AG").ability_used);
  REQUIRE(g.need("charge A3 target=B1") == 11);
  g.act("charge A3 target=B1 shock=false", 1);
  REQUIRE(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);
  REQUIRE(g.state().active == Side::A);
  REQUIRE(g.may("move A9 to=l2"));
  REQUIRE(g.rule("move A4 to=b1") == "TTS-SEQ-04");
}

TEST_CASE("legionaries throw their pila at charging Gauls", "[tts][TTS-EX-40][TTS-SHK-01][TTS-SHK-04][TTS-TYPE-143]") {
  Game g("A1 warriors e4 N; AG general with=A1; B1 legionaries e5 S; B2 legionaries l8 S");
  g.act("charge A1 target=B1", 5);
  REQUIRE(g.asks() == "TTS-SHK-04");
  REQUIRE(g.asked() == Viewer::B);
  g.say("throw").cards({8, 3, 2});  // the pila hit, the Gauls fail, their general saves
  REQUIRE(g.unit("B1").shock == 0);
  REQUIRE(g.unit("A1").disorder == 1);
  REQUIRE(g.question().find("8+") != std::string::npos);
}

}  // namespace examples_tests
