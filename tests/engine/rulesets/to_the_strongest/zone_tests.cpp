// Zones of control, marches, passing through friends.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace zone_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

const std::string kRest =
    "; A8 spearmen a1 N; A9 spearmen b1 N; AG general e1 detached; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
std::string rule(const std::string& units, const std::string& order) { return Game(units + kRest).rule(order); }

}  // namespace

TEST_CASE("every unit's zone of control is the box before it", "[tts][TTS-ZOC-01]") {
  const Game g("A1 spearmen a3 N; B1 warriors e4 S; B2 light_infantry_javelin h4 E; B3 artillery k4 W" + kRest);
  const auto covered = [&](const char* box, const char* by) {
    for (const Unit* enemy : g.board().zones_on(g.unit("A1"), at(box)))
      if (enemy->id.text == by) return true;
    return false;
  };
  CHECK(covered("e3", "B1"));
  for (const char* box : {"d3", "f3", "e5", "d4", "f4", "e2"}) CHECK_FALSE(covered(box, "B1"));
  CHECK(covered("j4", "B3"));
  // Light troops have one too, for other lights.
  const Game light("A1 light_infantry_javelin a3 N; B2 light_infantry_javelin h4 E" + kRest);
  CHECK(light.board().in_zone(light.unit("A1"), at("i4")));
}

TEST_CASE("who enters an enemy zone halts there", "[tts][TTS-ZOC-02]") {
  CHECK(rule("A1 cavalry h2 N; B1 spearmen i3 W", "move A1 to=h4") == "TTS-ZOC-02");
  CHECK(rule("A1 cavalry h2 N; B1 spearmen i3 W", "move A1 to=h3") == "");
  CHECK(rule("A1 cavalry h2 N; B1 spearmen i3 E", "move A1 to=h4") == "");
  CHECK(rule("A1 cavalry h4 N; B1 spearmen i3 W", "move A1 to=h2") == "TTS-ZOC-02");  // to the rear as well
}

TEST_CASE("from a zone one may charge the enemy who exerts it", "[tts][TTS-ZOC-03][TTS-CHG-06]") {
  CHECK(rule("A1 spearmen e3 N; B1 warriors e4 S", "charge A1 target=B1") == "");
  CHECK(rule("A1 spearmen e3 N; B1 warriors e4 S; B2 warriors f4 N", "charge A1 target=B2") == "TTS-CHG-06");
  CHECK(rule("A1 cavalry e3 N; B1 warriors f3 W; B2 warriors e5 S", "charge A1 target=B2") == "TTS-CHG-06");
  CHECK(rule("A1 spearmen e3 N; B1 warriors f3 W", "charge A1 target=B1") == "TTS-CHG-18");  // it must turn first
}

TEST_CASE("from a zone one may turn to face the enemy who exerts it", "[tts][TTS-ZOC-04]") {
  CHECK(rule("A1 spearmen e3 N; B1 warriors f3 W", "turn A1 facing=E") == "");
  CHECK(rule("A1 spearmen e3 N; B1 warriors f3 W", "turn A1 facing=W") == "TTS-ZOC-04");
  CHECK(rule("A1 spearmen e3 N; B1 warriors f3 W", "turn A1 facing=S") == "TTS-ZOC-04");
}

TEST_CASE("from a zone one may retire to the rear, mounted one or two boxes", "[tts][TTS-ZOC-05][TTS-AMB-33]") {
  CHECK(rule("A1 spearmen e4 N; B1 warriors e5 S", "move A1 to=e3") == "");
  CHECK(rule("A1 spearmen e4 N; B1 warriors e5 S", "move A1 to=e3 facing=S") == "");
  CHECK(rule("A1 cavalry e4 N; B1 warriors e5 S", "move A1 to=e2") == "");
  CHECK(rule("A1 cavalry e4 N; B1 warriors e5 S", "move A1 to=e2 facing=S") == "");
  CHECK(rule("A1 spearmen e4 N; B1 warriors e5 S", "move A1 to=e2 facing=S via=e3") == "TTS-ZOC-06");  // no march
}

TEST_CASE("every other move from a zone is illegal", "[tts][TTS-ZOC-06]") {
  for (const char* box : {"d3", "f3", "d4", "f4"})
    CHECK(rule("A1 spearmen e3 N; B1 warriors e4 S", std::string("move A1 to=") + box) == "TTS-ZOC-06");
  CHECK(rule("A1 spearmen e3 N; B1 warriors f3 W", "move A1 to=e4") == "TTS-ZOC-06");
  CHECK(rule("A1 cavalry e3 N; B1 warriors f3 W", "move A1 to=d3 facing=W") == "TTS-ZOC-06");
  CHECK(rule("A1 spearmen e3 N front; A2 spearmen e3 N rear; B1 warriors e4 S", "exchange A1") == "TTS-ZOC-06");
}

TEST_CASE("in several zones one may charge one, face any, or retire", "[tts][TTS-ZOC-07]") {
  const std::string two = "A1 spearmen e3 N; B1 warriors f3 W; B2 warriors d3 E";
  CHECK(rule(two, "turn A1 facing=E") == "");
  CHECK(rule(two, "turn A1 facing=W") == "");
  CHECK(rule(two, "turn A1 facing=S") == "TTS-ZOC-04");
  CHECK(rule(two, "move A1 to=e2") == "");
  CHECK(rule(two, "move A1 to=e4") == "TTS-ZOC-06");
  const std::string ahead = "A1 spearmen e3 N; B1 warriors f3 W; B2 warriors e4 S";
  CHECK(rule(ahead, "charge A1 target=B2") == "");
  CHECK(rule(ahead, "turn A1 facing=E") == "");
}

TEST_CASE("formed units may ignore the zones of lights, lights may not", "[tts][TTS-ZOC-08]") {
  CHECK(rule("A1 cavalry h2 N; B1 light_infantry_javelin i3 W", "move A1 to=h4") == "");
  CHECK(rule("A1 light_cavalry h2 N; B1 light_infantry_javelin i3 W", "move A1 to=h4") == "TTS-ZOC-02");
  CHECK(rule("A1 spearmen e3 N; B1 light_cavalry e4 S", "move A1 to=d3") == "");
  CHECK(rule("A1 light_infantry_javelin e3 N; B1 light_cavalry e4 S", "move A1 to=d3") == "TTS-ZOC-06");
}

TEST_CASE("a follower slips sideways past the zone its formed leader faces", "[tts][TTS-ZOC-09][TTS-AMB-25]") {
  const auto slips = [](const std::string& leader, const char* to = "d4", const std::string& more = "") {
    return rule("A1 " + leader + " e4 N front; A2 spearmen e4 N rear; B1 warriors e5 S" + more, std::string("move A2 to=") + to);
  };
  CHECK(slips("spearmen") == "");
  CHECK(slips("spearmen", "d5") == "TTS-ZOC-06");
  CHECK(slips("light_infantry_javelin") == "TTS-ZOC-06");                // no formed friend before it
  CHECK(slips("spearmen", "d4", "; B2 warriors f4 W") == "TTS-ZOC-06");  // another zone besides
  CHECK(rule("A1 spearmen e4 N front; A2 spearmen e4 N rear; B1 warriors e5 S", "move A1 to=d4") == "TTS-ZOC-06");
}

TEST_CASE("inside a zone one may shoot, rally and bring up ammunition", "[tts][TTS-ZOC-10]") {
  const std::string held = "A1 bowmen e3 N disorder=1 ammo=4; B1 warriors e4 S";
  CHECK(rule(held, "rally A1") == "");
  CHECK(rule(held, "shoot A1 target=B1") == "");
  CHECK(rule(held, "resupply A1") == "");
}

TEST_CASE("a charge carries on into the zone it enters and is stopped by another's", "[tts][TTS-AMB-32][TTS-AMB-131]") {
  CHECK(rule("A1 cavalry e3 N; B1 warriors e5 S", "charge A1 target=B1") == "");
  CHECK(rule("A1 cavalry e3 N; B1 warriors e5 S; B2 warriors f4 W", "charge A1 target=B1") == "TTS-ZOC-02");
  CHECK(rule("A1 cavalry e3 N; B1 warriors e5 S; B2 light_infantry_javelin f4 W", "charge A1 target=B1") == "");
}

TEST_CASE("no march beside an enemy, diagonals included", "[tts][TTS-MAR-01][TTS-MAR-02][TTS-AMB-27]") {
  CHECK(rule("A1 spearmen e2 N", "move A1 to=e4") == "");
  CHECK(rule("A1 spearmen e2 N; B1 spearmen f5 N", "move A1 to=e4") == "TTS-MAR-02");  // next to its end
  CHECK(rule("A1 spearmen e2 N; B1 spearmen f4 N", "move A1 to=e4") == "TTS-MAR-02");
  CHECK(rule("A1 spearmen e2 N; B1 spearmen d1 S", "move A1 to=e4") == "TTS-MAR-02");  // next to its start
  CHECK(rule("A1 spearmen e2 N; B1 light_infantry_javelin g3 E", "move A1 to=e4") == "");
}

TEST_CASE("no march from or into a box an enemy can charge", "[tts][TTS-MAR-03][TTS-AMB-101]") {
  CHECK(rule("A1 spearmen e2 N; B1 cavalry e6 S", "move A1 to=e4") == "TTS-MAR-03");
  CHECK(rule("A1 spearmen e2 N; B1 cavalry e6 S activation=9", "move A1 to=e4") == "TTS-MAR-03");  // his card is not asked
  CHECK(rule("A1 spearmen e2 N; B1 cavalry e6 N", "move A1 to=e4") == "");
  CHECK(rule("A1 spearmen e2 N; B1 warriors e6 S", "move A1 to=e4") == "");
  CHECK(rule("A1 spearmen e2 N; B1 light_cavalry e6 S", "move A1 to=e4") == "");  // lights do not charge formed units frontally
  CHECK(rule("A1 spearmen e2 N; B1 cavalry c3 E", "move A1 to=e4") == "TTS-MAR-03");
}

TEST_CASE("no march from or into a box that formed archers can shoot into", "[tts][TTS-MAR-04][TTS-AMB-100]") {
  for (const char* archers : {"bowmen e6 S", "crossbowmen e7 S", "longbowmen e7 S"})
    CHECK(rule("A1 spearmen e2 N; B1 " + std::string(archers), "move A1 to=e4") == "TTS-MAR-04");
  CHECK(rule("A1 spearmen e2 N; B1 crossbowmen e8 S", "move A1 to=e4") == "");                          // out of range
  CHECK(rule("A1 spearmen e2 N; B1 crossbowmen e7 N", "move A1 to=e4") == "");                          // out of arc
  CHECK(rule("A1 spearmen e2 N; B1 crossbowmen e7 S; wood e5", "move A1 to=e4") == "");                 // out of sight
  CHECK(rule("A1 spearmen e2 N; B1 crossbowmen e7 S ammo=0", "move A1 to=e4") == "");                   // no chits
  CHECK(rule("A1 spearmen e2 N; B1 crossbowmen e7 S activation=10", "move A1 to=e4") == "TTS-MAR-04");  // its own card is not asked
  CHECK(rule("A1 spearmen e2 N; B1 light_infantry_crossbow e7 S", "move A1 to=e4") == "");              // lights do not count
  CHECK(rule("A1 spearmen e2 N; B1 artillery e7 S", "move A1 to=e4") == "");
}

TEST_CASE("no march through rough ground except along a road", "[tts][TTS-MAR-05][TTS-TER-34][TTS-AMB-113]") {
  for (const char* wood : {"wood e2", "wood e3", "wood e4"}) {
    INFO(wood);
    CHECK(rule(std::string("A1 spearmen e2 N; ") + wood, "move A1 to=e4") == "TTS-MAR-05");
    CHECK(rule(std::string("A1 spearmen e2 N; road e1,e2,e3,e4,e5; ") + wood, "move A1 to=e4") == "");
  }
  CHECK(rule("A1 spearmen e2 N; wood e3; road d3,e3,f3", "move A1 to=e4") == "TTS-MAR-05");  // not along it
  CHECK(rule("A1 spearmen e2 N; stream e3/e4; wall e2/e3", "move A1 to=e4") == "");          // edges do not forbid it
}

TEST_CASE("a march adds one box straight ahead to a move, difficult ones too, never to a charge",
          "[tts][TTS-MAR-06][TTS-MAR-07][TTS-MAR-08]") {
  CHECK(rule("A1 spearmen e2 N", "move A1 to=d4") == "");           // diagonal, then straight
  CHECK(rule("A1 spearmen e2 N", "move A1 to=d3 via=d2") == "");    // sideways, then straight
  CHECK(rule("A1 spearmen e2 N", "move A1 to=f2 facing=E") == "");  // turn, then straight
  CHECK(rule("A1 spearmen e2 N", "move A1 to=c4") == "TTS-MOV-01");
  CHECK(rule("A1 spearmen e2 N", "move A1 to=e5") == "TTS-MOV-01");
  CHECK(rule("A1 cavalry e2 N", "move A1 to=e5") == "");
  CHECK(rule("A1 cavalry e2 N", "move A1 to=e6") == "TTS-MOV-01");
  CHECK(Game("A1 spearmen e2 N" + kRest).need("move A1 to=d4") == 3);
  CHECK(rule("A1 spearmen e2 N; B1 spearmen e4 N", "charge A1 target=B1") == "TTS-CHG-02");
  CHECK(rule("A1 cavalry e2 N; B1 spearmen e5 N", "charge A1 target=B1") == "TTS-CHG-02");
}

TEST_CASE("friends may pass light troops that face the same way or the opposite", "[tts][TTS-INT-01][TTS-INT-03]") {
  for (const char* lights :
       {"light_infantry_javelin e3 N", "light_infantry_other e3 S", "light_cavalry e3 N", "light_camelry e3 S", "light_chariots e3 N"}) {
    INFO(lights);
    CHECK(rule("A1 cavalry e2 N; A2 " + std::string(lights), "move A1 to=e4") == "");
    CHECK(rule("A1 cavalry e2 N; B1 spearmen e4 S; A2 " + std::string(lights), "charge A1 target=B1") == "");
  }
  CHECK(rule("A1 cavalry e2 N; A2 light_infantry_javelin e3 E", "move A1 to=e4") == "TTS-MOV-13");
  CHECK(rule("A1 cavalry e2 N; A2 light_infantry_javelin e3 N; A3 spearmen e4 N front; A4 spearmen e4 N rear", "move A1 to=e4") ==
        "TTS-BOX-02");
}

TEST_CASE("light troops pass any friend that faces the same way or the opposite", "[tts][TTS-INT-02]") {
  for (const char* friends : {"spearmen e3 N", "pikemen e3 S", "cavalry e3 N", "indian_elephants e3 N"}) {
    INFO(friends);
    CHECK(rule("A1 light_cavalry e2 N; A2 " + std::string(friends), "move A1 to=e4") == "");
  }
  CHECK(rule("A1 light_cavalry e2 N; A2 spearmen e3 W", "move A1 to=e4") == "TTS-MOV-13");
}

TEST_CASE("formed units never pass formed friends, nor scythed chariots", "[tts][TTS-INT-04][TTS-AMB-134]") {
  CHECK(rule("A1 cavalry e2 N; A2 spearmen e3 N", "move A1 to=e4") == "TTS-INT-04");
  CHECK(rule("A1 cavalry e2 N; A2 spearmen e3 S", "move A1 to=e4") == "TTS-INT-04");
  CHECK(rule("A1 cavalry e2 N; A2 spearmen e3 N; B1 spearmen e4 S", "charge A1 target=B1") == "TTS-INT-04");
  CHECK(rule("A1 cavalry e2 N; A2 scythed_chariots e3 N", "move A1 to=e4") == "TTS-INT-04");
  CHECK(rule("A1 light_cavalry e2 N; A2 scythed_chariots e3 N", "move A1 to=e4") == "");
  CHECK(rule("A1 scythed_chariots e2 N; A2 spearmen e3 N", "move A1 to=e4") == "");  // they pass as lights do
  // Out of a shared box as well.
  CHECK(rule("A1 spearmen e2 N rear; A2 spearmen e2 N front", "move A1 to=e3") == "TTS-INT-04");
}

TEST_CASE("a follower does not leave its box diagonally past its formed leader", "[tts][TTS-AMB-130]") {
  CHECK(rule("A1 spearmen e3 N rear; A2 spearmen e3 N front; wood d3", "move A1 to=d4") == "TTS-INT-04");  // nor by a march round him
  CHECK(rule("A1 spearmen e3 N rear; A2 light_infantry_javelin e3 N front", "move A1 to=d4") == "");
  CHECK(rule("A1 light_infantry_javelin e3 N rear; A2 spearmen e3 N front", "move A1 to=d4") == "");
  CHECK(rule("A1 spearmen e3 N rear; A2 spearmen e3 N front", "move A1 to=d3") == "");
}

TEST_CASE("beside a light friend a formed unit may be placed in front or behind", "[tts][TTS-ENT-06]") {
  for (const char* wish : {"front", "behind"}) {
    Game g("A1 spearmen e2 N; A2 light_infantry_javelin e3 N" + kRest);
    g.act(std::string("move A1 to=e3 place=") + wish, 5);
    CHECK((g.board().lead(g.unit("A1")) > 0) == (std::string(wish) == "front"));
  }
}

TEST_CASE("a friend facing the other way comes in from the front diagonal and stands in front", "[tts][TTS-ENT-07][TTS-AMB-106]") {
  Game g("A1 spearmen e5 N; A2 spearmen d6 S; B1 warriors l1 N; AG general with=A1");
  g.act("move A2 to=e5 place=behind", 5);
  CHECK(g.board().lead(g.unit("A1")) < 0);
}

TEST_CASE("a march off the table is forbidden like any other", "[tts][TTS-MAR-02][TTS-MAR-05][TTS-OFF-01]") {
  CHECK(rule("A1 spearmen e2 S", "move A1 to=off") == "");
  CHECK(rule("A1 spearmen e2 S; B1 spearmen f3 N", "move A1 to=off") == "TTS-MAR-02");
  CHECK(rule("A1 spearmen e2 S; marsh d1,e1,f1", "move A1 to=off") == "TTS-MAR-05");
  CHECK(rule("A1 spearmen e1 S; B1 spearmen f2 N", "move A1 to=off") == "");  // a plain move
}

TEST_CASE("a straddling unit is held by the zones on either of its boxes", "[tts][TTS-ZOC-06][TTS-ZOC-07][TTS-CHG-06][TTS-STD-01]") {
  const std::string mover = "A1 spearmen e3 N second_box=f3";
  for (const char* zone : {"e4 S", "f4 S"}) {
    INFO(zone);
    const std::string held = mover + "; B1 spearmen " + zone;
    const bool left = std::string(zone) == "e4 S";
    CHECK(rule(held, left ? "move A1 to=f4" : "move A1 to=e4") == "TTS-ZOC-06");
    CHECK(rule(held, "charge A1 target=B1") == "");
    CHECK(rule(held + (left ? "; B2 spearmen f4 N" : "; B2 spearmen e4 N"), "charge A1 target=B2") == "TTS-CHG-06");
    CHECK(rule(held, "move A1 to=e2") == "");  // to its rear
  }
  CHECK(rule(mover + "; B1 spearmen f2 N", "turn A1 facing=S") == "");  // towards the one who holds it
  CHECK(rule(mover + "; B1 spearmen f4 S", "turn A1 facing=S") == "TTS-ZOC-04");
  CHECK(rule(mover + "; B1 light_infantry_javelin f4 S", "move A1 to=e4") == "");
}

TEST_CASE("a testudo is neither formed nor left in an enemy zone", "[tts][TTS-ZOC-06][TTS-TST-03]") {
  const auto rule = [](const std::string& more, const std::string& to, const char* enemy) {
    return Game("A1 legionaries e3 N" + more + "; AG general with=A1; B1 spearmen " + enemy + " S; B8 spearmen l8 S")
        .rule("form A1 formation=" + to);
  };
  CHECK(rule("", "testudo", "e4") == "TTS-ZOC-06");
  CHECK(rule(" formation=testudo", "line", "e4") == "TTS-ZOC-06");
  CHECK(rule("", "testudo", "e6") == "");
  CHECK(rule(" formation=testudo", "line", "e6") == "");
  CHECK(rule("", "orbis", "e4") == "");  // no move activation
}

}  // namespace zone_tests
