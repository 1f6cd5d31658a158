// Section 31, each rule switchable: boats, dismounting, formations, stakes, straddling, swimmers.
#include "engine/rulesets/to_the_strongest/topics/charge.hpp"
#include "engine/rulesets/to_the_strongest/topics/shooting.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace advanced_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kAdvancedRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
}

TEST_CASE("a boat carries one foot unit that is not deep, and goes on water only",
          "[tts][TTS-BOAT-01][TTS-BOAT-07][TTS-TER-12][TTS-TER-32]") {
  Game g(
      "A1 bowmen e2 N boat; A2 cavalry g2 N boat; A3 spearmen i2 N; A4 pikemen k2 N boat; AG general f2 detached; water e3,e4,e5,f3,g3,k3; bridge d3" +
      kAdvancedRest);
  CHECK(g.rule("move A1 to=e3") == "TTS-TER-12");
  CHECK(g.rule("board A2 to=g3") == "TTS-BOAT-07");
  CHECK(g.rule("board A3 to=i3") == "TTS-BOAT-07");
  CHECK(g.rule("board A4 to=k3") == "TTS-BOAT-07");
  CHECK(g.rule("board A1 to=e1") == "TTS-BOAT-01");
  g.act("board A1 to=e3", 4);
  CHECK(g.unit("A1").afloat);
  CHECK(g.rule("move A1 to=e2") == "TTS-BOAT-01");
  CHECK(g.rule("move A1 to=d3") == "TTS-BOAT-01");  // not into the bridge box
  CHECK(g.may("move A1 to=e4"));
  CHECK(g.may("move A1 to=f3"));
  Game off("A1 bowmen e2 N boat; AG general with=A1; water e3" + kAdvancedRest, 12, 8, R"("options":{"rules_off":["boats"]})");
  CHECK(off.rule("board A1 to=e3") == "TTS-SEQ-10");
}

TEST_CASE("boarding, landing and charging from a boat are difficult, shots go all round", "[tts][TTS-BOAT-03][TTS-BOAT-04][TTS-BOAT-05]") {
  const std::string army = "A1 bowmen e2 N boat; AG general f2 detached; water e3,e4,e5; bridge d3; B1 spearmen d5 E";
  Game g(army + kAdvancedRest);
  CHECK(g.need("board A1 to=e3") == 3);
  CHECK(g.rule("board A1 to=e4") == "TTS-BOAT-03");  // not next to it
  g.act("board A1 to=e3", 4);
  CHECK(g.need("land A1 to=d2") == 6);
  CHECK(g.rule("land A1 to=e4") == "TTS-BOAT-03");
  for (const char* box : {"e1", "g5", "c1", "f3", "e5"}) CHECK(weapon_reaching(g.board(), g.unit("A1"), at(box)).has_value());
  CHECK_FALSE(weapon_reaching(g.board(), g.unit("A1"), at("e6")).has_value());
  g.act("move A1 to=e4", 5);
  CHECK(g.need("charge A1 target=B1") == 7);  // five, one more, from the boat; diagonally as it likes
  Game afloat("A1 spearmen e3 N boat afloat; AG general e3 detached; water e3,e4; B1 spearmen e4 S boat afloat" + kAdvancedRest);
  CHECK(afloat.need("charge A1 target=B1") == 3);
}

TEST_CASE("who lands at a corner is stopped by rocks and formed units, not by open land", "[tts][TTS-BOAT-04][TTS-CHG-07]") {
  const auto landing = [&](const std::string& more) {
    return Game("A1 spearmen e3 N boat afloat; B1 spearmen f4 S; A9 spearmen l1 N; AG general with=A9; B9 spearmen l8 S; water e3,e2" +
                more)
        .rule("charge A1 target=B1");
  };
  CHECK(landing("") == "");
  CHECK(landing("; rocky_outcrop e4,f3") == "TTS-CHG-07");
  CHECK(landing("; rocky_outcrop e4") == "");
}

TEST_CASE("dismounting: a difficult activation into light infantry that keeps grade, facing and chits, for good",
          "[tts][TTS-DSM-01][TTS-DSM-02][TTS-DSM-03][TTS-DSM-04][TTS-SEQ-10][TTS-AMB-116]") {
  Game g("A1 cavalry e2 N veteran weapons=bow ammo=2; A2 knights g2 N; A3 cavalry i2 N disorder=1; AG general f2 detached" + kAdvancedRest);
  CHECK(g.need("dismount A1") == 3);
  CHECK(g.rule("dismount A2") == "TTS-DSM-01");
  CHECK(g.rule("dismount A3") == "TTS-AMB-116");  // disordered
  const int medals = g.state().side(Side::A).medals;
  g.act("dismount A1", 5);
  const Unit& foot = g.unit("A1");
  CHECK(foot.type == Type::LightInfantryOther);
  CHECK(foot.grade == Grade::Veteran);
  CHECK(base_save(foot) == 7);
  CHECK(foot.ammo == 2);
  CHECK(foot.facing == Facing::N);
  CHECK(foot.medals == 1);
  CHECK(foot.victory_points == 2);
  CHECK(g.state().side(Side::A).medals == medals);
  CHECK(g.rule("dismount A1") == "TTS-DSM-01");
  Game javelins("A1 camelry e2 N; AG general f2 detached" + kAdvancedRest);
  javelins.act("dismount A1", 5);
  CHECK(javelins.unit("A1").type == Type::LightInfantryJavelin);
  CHECK(javelins.unit("A1").ammo == 2);
  CHECK(javelins.unit("A1").hits == 1);
  Game off("A1 cavalry e2 N; AG general with=A1" + kAdvancedRest, 12, 8, R"("options":{"rules_off":["dismounting"]})");
  CHECK(off.rule("dismount A1") == "TTS-SEQ-10");
}

TEST_CASE("orbis: six types, formed and left by a difficult activation, without flanks and without charges",
          "[tts][TTS-ORB-01][TTS-ORB-02][TTS-ORB-03]") {
  const auto form = [](const std::string& unit, const std::string& formation) {
    const Game g("A1 " + unit + "; AG general e2 detached; B1 spearmen e8 S" + kAdvancedRest);
    return g.may("form A1 formation=" + formation) ? g.need("form A1 formation=" + formation) : 0;
  };
  for (const char* type : {"auxiliaries", "billmen", "hoplites", "shieldwall", "spearmen"}) {
    INFO(type);
    CHECK(form(std::string(type) + " e3 N", "orbis") == 3);
    CHECK(form(std::string(type) + " e3 N formation=orbis", "line") == 3);
  }
  CHECK(form("legionaries e3 N", "orbis") == 2);  // drill
  CHECK(form("billmen e3 N deep", "orbis") == 4);
  for (const char* type : {"warriors", "pikemen", "bowmen", "javelinmen", "cavalry", "light_infantry_javelin", "mobs"}) {
    INFO(type);
    CHECK(form(std::string(type) + " e3 N", "orbis") == 0);
  }
  Game ring("A1 legionaries e3 N formation=orbis; AG general e3 detached; B1 spearmen e4 S; B2 spearmen d3 E" + kAdvancedRest);
  CHECK(ring.rule("charge A1 target=B1") == "TTS-ORB-02");
  for (const char* from : {"d3", "f3", "d2", "e2", "f2", "e4"}) {
    CHECK(attack_on(ring.unit("A1"), at(from), at("e3")) == Attack::Front);
    CHECK_FALSE(from_behind_flank(ring.unit("A1"), at(from)));
  }
  Game off("A1 legionaries e3 N; AG general e3 detached; B1 spearmen e8 S" + kAdvancedRest, 12, 8, R"("options":{"rules_off":["orbis"]})");
  CHECK(off.rule("form A1 formation=orbis") == "TTS-SEQ-10");
}

TEST_CASE("only legionaries and the troops a list names form a testudo, and none begins the battle in it",
          "[tts][TTS-TST-01][TTS-TST-02]") {
  const auto rule = [](const std::string& unit) {
    return Game("A1 " + unit + " e3 N; AG general e2 detached; B1 spearmen e8 S" + kAdvancedRest).rule("form A1 formation=testudo");
  };
  CHECK(rule("legionaries") == "");
  CHECK(rule("auxiliaries") == "TTS-TST-01");
  CHECK(rule("warriors") == "TTS-TST-01");
  CHECK(Game("A1 auxiliaries e3 N testudo; AG general e2 detached; B1 spearmen e8 S" + kAdvancedRest).rule("form A1 formation=testudo") ==
        "");
  CHECK_THROWS(Game("A1 legionaries formation=testudo; B1 spearmen l8 S"));
  CHECK_NOTHROW(Game("A1 legionaries; B1 spearmen l8 S"));
}

TEST_CASE("a testudo is formed and left by a plain move activation, also by those who pay for difficulties", "[tts][TTS-TST-03]") {
  for (const char* unit : {"auxiliaries e3 N testudo", "legionaries e3 N"}) {
    INFO(unit);
    Game g("A1 " + std::string(unit) + "; AG general e2 detached; B1 spearmen e8 S" + kAdvancedRest);
    CHECK(g.need("form A1 formation=testudo") == 2);
    g.give("form A1 formation=testudo");
    CHECK(g.asks() == "TTS-ACT-02");  // an activation, with its card
    g.cards({2});
    CHECK(g.unit("A1").formation == Formation::Testudo);
    CHECK(g.unit("A1").activation == 2);
    CHECK(g.need("form A1 formation=line") == 3);  // the card to beat, no difficulty
    g.act("form A1 formation=line", 3);
    CHECK(g.unit("A1").formation == Formation::Line);
  }
}

TEST_CASE("in testudo no difficult activation, no march and no rough ground", "[tts][TTS-TST-04][TTS-TST-05][TTS-TST-06]") {
  const auto rule = [](const std::string& order, const std::string& more = "") {
    return Game("A1 auxiliaries e3 N formation=testudo testudo; AG general e3 detached" + more + kAdvancedRest).rule(order);
  };
  CHECK(rule("move A1 to=e4") == "");
  for (const char* order : {"move A1 to=d3", "move A1 to=d4", "move A1 to=e2", "turn A1 facing=E"}) CHECK(rule(order) == "TTS-TST-04");
  CHECK(rule("charge A1 target=B1", "; B1 spearmen f4 S") == "TTS-TST-04");
  CHECK(rule("charge A1 target=B1", "; B1 spearmen e4 S") == "");
  CHECK(rule("move A1 to=e4", "; stream e3/e4") == "TTS-TST-04");
  CHECK(rule("move A1 to=e5") == "TTS-TST-05");
  CHECK(rule("move A1 to=e4", "; broken e4") == "TTS-TST-06");
  CHECK(rule("charge A1 target=B1", "; B1 spearmen e4 S; wood e4") == "TTS-TST-06");
  CHECK(Game("A1 legionaries e3 N; AG general e3 detached; broken e3" + kAdvancedRest).rule("form A1 formation=testudo") == "TTS-TST-06");
}

TEST_CASE("legionaries in testudo make no difficult activation either, though they would pay nothing for it",
          "[tts][TTS-TST-03][TTS-TST-04][TTS-TYPE-76][TTS-UNIT-07]") {
  const auto rule = [](const std::string& order, const std::string& more = "", const std::string& unit = "legionaries e3 N") {
    return Game("A1 " + unit + " formation=testudo; AG general e3 detached" + more + kAdvancedRest).rule(order);
  };
  CHECK(rule("move A1 to=e4") == "");
  for (const char* order : {"move A1 to=d3", "move A1 to=d4", "move A1 to=e2", "turn A1 facing=E", "turn A1 facing=S",
                            "straddle A1 beside=f3", "form A1 formation=orbis"}) {
    INFO(order);
    CHECK(rule(order) == "TTS-TST-04");
  }
  CHECK(rule("exchange A1", "; A2 legionaries e3 N rear") == "TTS-TST-04");
  CHECK(rule("form A1 formation=line") == "");
  CHECK(rule("charge A1 target=B1", "; B1 spearmen e4 S") == "");
  CHECK(rule("turn A1 facing=E", "", "legionaries e3 N size=small") == "");  // easy for small units
}

TEST_CASE("a testudo is a line again when it is charged or enters melee", "[tts][TTS-TST-08]") {
  Game charged("A1 spearmen e3 N; AG general e3 detached; B1 legionaries e4 S formation=testudo shock=0" + kAdvancedRest);
  charged.act("charge A1 target=B1", 5);
  CHECK(charged.unit("B1").formation == Formation::Line);
  Game charges("A1 legionaries e3 N formation=testudo shock=0; AG general e3 detached; B1 spearmen e4 S" + kAdvancedRest);
  charges.act("charge A1 target=B1", 5);
  CHECK(charges.asks() == "TTS-MEL-02");
  CHECK(charges.unit("A1").formation == Formation::Line);
}

TEST_CASE("wedges and rhomboids", "[tts][TTS-WED-01][TTS-WED-02][TTS-WED-03][TTS-WED-04][TTS-RHO-01][TTS-RHO-02][TTS-RHO-03][TTS-RHO-04]") {
  Game g(
      "A1 cavalry e2 N formation=wedge formations=wedge; A2 cavalry g2 N formation=rhomboid formations=rhomboid; A3 cavalry i2 N; AG "
      "general g2 detached; B1 spearmen e4 S" +
      kAdvancedRest);
  CHECK(g.need("move A1 to=d3") == 2);
  CHECK(g.need("move A1 to=d2") == 3);
  CHECK(g.need("move A2 to=f2") == 2);
  CHECK(g.need("turn A2 facing=E") == 2);
  CHECK(g.need("turn A2 facing=S") == 2);
  CHECK(g.need("move A2 to=h3") == 3);
  CHECK(g.need("form A2 formation=line") == 3);
  CHECK(g.need("form A1 formation=line") == 3);
  CHECK(g.rule("form A3 formation=wedge") == "TTS-WED-04");
  CHECK(g.rule("form A3 formation=rhomboid") == "TTS-RHO-04");
  g.act("charge A1 target=B1", 9).cards({2, 2});
  CHECK(g.unit("A1").formation == Formation::Line);
  Game r("A2 cavalry e2 N formation=rhomboid formations=rhomboid; AG general e2 detached; B1 spearmen e4 S" + kAdvancedRest);
  r.act("charge A2 target=B1", 9).cards({2, 2});
  CHECK(r.unit("A2").formation == Formation::Line);
}

TEST_CASE("stakes are planted once and face one way", "[tts][TTS-TER-15][TTS-TER-16][TTS-TER-17]") {
  Game g("A1 longbowmen e2 N stakes; A2 longbowmen g2 N; AG general f2 detached" + kAdvancedRest);
  CHECK(g.need("emplace_stakes A1") == 3);
  CHECK(g.rule("emplace_stakes A2") == "TTS-TER-15");
  g.act("emplace_stakes A1", 5);
  CHECK(g.state().field.edge(at("e2"), Facing::N).stakes == Facing::N);
  CHECK(g.rule("emplace_stakes A1") == "TTS-TER-17");
  const Board board = g.board();
  CHECK(crossing(board, at("e3"), at("e2")).against_stakes);
  CHECK_FALSE(crossing(board, at("e2"), at("e3")).against_stakes);
}

TEST_CASE("by a sideways move a unit stands across a border and counts in both boxes", "[tts][TTS-STD-01][TTS-AMB-84]") {
  Game g("A1 spearmen e3 N; A2 spearmen f3 N; A3 spearmen f2 N; A4 spearmen d3 N; AG general e2 detached; B1 spearmen f5 S" +
         kAdvancedRest);
  CHECK(g.need("straddle A1 to=f3") == 3);
  CHECK(g.rule("straddle A1 to=e4") == "TTS-STD-01");
  CHECK(g.rule("straddle A1 to=g3") == "TTS-STD-01");
  g.act("straddle A1 to=f3", 5);
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.unit("A1").second_box == at("f3"));
  CHECK(g.board().at(at("e3")).count == 1);
  CHECK(g.board().at(at("f3")).count == 2);
  CHECK(g.rule("move A3 to=f3") == "TTS-BOX-02");  // its slot there is taken
  CHECK(g.rule("move A4 to=e3") == "");            // here one is left
  CHECK(g.board().in_zone(g.unit("B1"), at("e4")));
  CHECK(g.board().in_zone(g.unit("B1"), at("f4")));  // its front is two boxes wide
  Game off("A1 spearmen e3 N; AG general e3 detached; B1 spearmen f5 S" + kAdvancedRest, 12, 8,
           R"("options":{"rules_off":["straddling"]})");
  CHECK(off.rule("straddle A1 to=f3") == "TTS-SEQ-10");
}

TEST_CASE("a straddling unit goes and charges straight ahead from either box, not aside", "[tts][TTS-STD-02]") {
  const auto rule = [](const std::string& order, const std::string& mover = "spearmen", const std::string& more = "") {
    return Game("A1 " + mover + " e3 N second_box=f3; AG general e2 detached" + more + kAdvancedRest).rule(order);
  };
  for (const char* box : {"e4", "f4", "e2", "f2"}) CHECK(rule(std::string("move A1 to=") + box) == "");
  for (const char* box : {"d4", "g4", "d3", "g3"}) CHECK(rule(std::string("move A1 to=") + box) != "");
  CHECK(rule("turn A1 facing=E") == "TTS-STD-02");
  for (const char* target : {"e4", "f4"})
    CHECK(rule("charge A1 target=B1", "spearmen", "; B1 spearmen " + std::string(target) + " S") == "");
  for (const char* target : {"d4", "g4"})
    CHECK(rule("charge A1 target=B1", "spearmen", "; B1 spearmen " + std::string(target) + " S") == "TTS-CHG-02");
  for (const char* target : {"e5", "f5"})
    CHECK(rule("charge A1 target=B1", "cavalry", "; B1 spearmen " + std::string(target) + " S") == "");
}

TEST_CASE("a straddling unit evades to the rear of either box", "[tts][TTS-STD-03]") {
  const auto keys = [](const std::string& more) {
    const Game g("A1 spearmen a3 N; B2 light_cavalry h4 S second_box=i4; A2 spearmen h3 N" + more + kAdvancedRest);
    std::vector<std::string> out;
    for (const EvadeChoice& choice : evade_choices(g.board(), g.unit("B2"), at("h3"))) out.push_back(choice.key);
    return out;
  };
  CHECK(keys("") == std::vector<std::string>{"h5", "i5"});
  CHECK(keys("; rocky_outcrop h5") == std::vector<std::string>{"i5"});
}

TEST_CASE("swimmers take water as rough ground", "[tts][TTS-SWM-01][TTS-SWM-02]") {
  Game g("A1 auxiliaries e2 N swimmer; A2 auxiliaries g2 N; AG general f2 detached; water e3,g3" + kAdvancedRest);
  CHECK(g.need("move A1 to=e3") == 3);
  CHECK(g.rule("move A2 to=g3") == "TTS-TER-12");
}

TEST_CASE("fanatics and deep units", "[tts][TTS-FAN-02][TTS-FAN-03][TTS-XDP-01][TTS-AMB-82]") {
  Game g("A1 warriors e2 N fanatic disorder=1; A2 pikemen g2 N size=exceptionally_deep; A3 pikemen i2 N; AG general g1 detached" +
         kAdvancedRest);
  CHECK(melee_to_hit(g.board(), g.unit("A1")) == 6);
  CHECK(base_save(g.unit("A1")) == 8);
  CHECK(g.need("move A2 to=h3") == g.need("move A3 to=j3"));
}

TEST_CASE("nobody boards out of an enemy zone but to the rear, nor through a formed friend",
          "[tts][TTS-BOAT-03][TTS-ZOC-05][TTS-ZOC-06][TTS-INT-04]") {
  const auto rule = [](const std::string& order, const std::string& more) {
    return Game("A1 spearmen d3 N boat; AG general d3 detached; water e3,d2,d4" + more + kAdvancedRest).rule(order);
  };
  CHECK(rule("board A1 to=e3", "") == "");
  CHECK(rule("board A1 to=e3", "; B1 spearmen c3 E") == "TTS-ZOC-06");
  CHECK(rule("board A1 to=d2", "; B1 spearmen c3 E") == "");
  CHECK(rule("board A1 to=d4", "; A2 spearmen d3 N front") == "TTS-INT-04");
  CHECK(rule("board A1 to=e3", "; A2 spearmen d3 N front") == "");
}

TEST_CASE("a detached general goes aboard and ashore with his unit, and along where it exchanges places and goes on",
          "[tts][TTS-GEN-18][TTS-BOAT-03]") {
  Game g("A1 spearmen d3 N boat; AG general d3 detached; water e3" + kAdvancedRest);
  g.act("board A1 to=e3 general=AG", 9);
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.general("AG").box == at("e3"));
  g.act("land A1 to=d3 general=AG", 10);
  CHECK(g.general("AG").box == at("d3"));
  Game horse("A1 cavalry d2 N front; A2 light_cavalry d2 N rear; AG general d2 detached mounted" + kAdvancedRest);
  horse.act("exchange A2 to=d3 general=AG", 9);
  CHECK(horse.unit("A2").box == at("d3"));
  CHECK(horse.general("AG").box == at("d3"));
}

TEST_CASE("landing in the rough and boarding out of it cost both", "[tts][TTS-BOAT-03][TTS-DIF-03][TTS-ACT-T1][TTS-TYPE-76]") {
  const auto need = [](const std::string& unit, const std::string& order) {
    return Game("A1 " + unit + " N boat; AG general e4 detached; water e3; wood d3" + kAdvancedRest).need(order);
  };
  CHECK(need("spearmen e3 afloat", "land A1 to=d3") == 4);
  CHECK(need("spearmen e3 afloat", "land A1 to=f3") == 3);
  CHECK(need("spearmen d3", "board A1 to=e3") == 4);
  CHECK(need("legionaries e3 afloat", "land A1 to=d3") == 3);  // the rough alone
  CHECK(need("light_infantry_javelin e3 afloat", "land A1 to=d3") == 2);
}

}  // namespace advanced_tests
