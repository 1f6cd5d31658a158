// The ground under foot: rough terrain, roads, obstacles, camps and fortifications in the card an order needs.
#include "engine/rulesets/to_the_strongest/topics/crossing.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace ground_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const std::string kOthers = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
/// Card that A1, at e3, needs for the order; 0 when it is not allowed.
int need(const std::string& field, const std::string& order, const std::string& mover = "auxiliaries e3 N") {
  const Game g("A1 " + mover + "; AG general e2 detached" + (field.empty() ? "" : "; " + field) + kOthers);
  return g.may(order) ? g.need(order) : 0;
}
std::string rule(const std::string& field, const std::string& order, const std::string& mover = "auxiliaries e3 N") {
  return Game("A1 " + mover + "; AG general e2 detached; " + field + kOthers).rule(order);
}

}  // namespace

TEST_CASE("rough ground costs into, out of and through, open ground nothing, impassable ground is closed",
          "[tts][TTS-TER-01][TTS-TER-05][TTS-TER-33]") {
  for (const char* kind : {"broken", "wood", "vines", "steep_hill", "marsh", "building", "bridge"}) {
    INFO(kind);
    CHECK(need(std::string(kind) + " e4", "move A1 to=e4") == 3);
    CHECK(need(std::string(kind) + " e3", "move A1 to=e4") == 3);
  }
  for (const char* kind : {"field", "meadow", "low_hill"}) CHECK(need(std::string(kind) + " e4", "move A1 to=e4") == 2);
  for (const char* kind : {"rocky_outcrop", "dense_forest", "small_lake", "water"})
    CHECK(need(std::string(kind) + " e4", "move A1 to=e4") == 0);
}

TEST_CASE("mounted must stop on entering rough ground", "[tts][TTS-MOV-02][TTS-TER-26][TTS-AMB-90]") {
  CHECK(rule("broken e4", "move A1 to=e5", "cavalry e3 N") == "TTS-MOV-02");
  CHECK(need("broken e4", "move A1 to=e4", "cavalry e3 N") == 3);
  CHECK(need("broken e3", "move A1 to=e5", "cavalry e3 N") == 3);  // out of it they go on
  CHECK(rule("broken e2", "move A1 to=e1", "cavalry e3 N") == "TTS-MOV-02");
  CHECK(rule("broken d4", "move A1 to=d5", "cavalry e3 N") == "TTS-MOV-02");
  CHECK(rule("broken d3", "move A1 to=c3 facing=W via=d3", "light_cavalry e3 N") == "TTS-MOV-02");
  CHECK(need("broken e4; road e2,e3,e4,e5,e6", "move A1 to=e5", "cavalry e3 N") == 2);  // along a road they need not
}

TEST_CASE("streams, walls and stakes are a penalty and no halt", "[tts][TTS-AMB-112]") {
  CHECK(need("stream e3/e4", "move A1 to=e5", "cavalry e3 N") == 3);
  CHECK(need("wall e3/e4", "move A1 to=e5", "cavalry e3 N") == 3);
  CHECK(need("stakes e4/e3", "move A1 to=e5", "cavalry e3 N") == 3);
}

TEST_CASE("crossing a stream, a wall or a hedge costs the rough penalty, over its corner too",
          "[tts][TTS-TER-21][TTS-TER-23][TTS-AMB-35]") {
  for (const char* kind : {"stream", "wall", "hedge"}) {
    INFO(kind);
    const std::string edge(kind);
    CHECK(need(edge + " e3/e4", "move A1 to=e4") == 3);
    CHECK(need(edge + " e4/e3", "move A1 to=e4") == 3);
    CHECK(need(edge + " e3/e4", "move A1 to=e4", "pikemen e3 N") == 4);
    CHECK(need(edge + " e3/e4", "move A1 to=e4", "light_infantry_javelin e3 N") == 2);
    CHECK(need(edge + " e4/e5", "move A1 to=e4") == 2);
    // The corner between e3 and d4 is touched by four edges.
    for (const char* at_corner : {" e3/e4", " d3/d4", " d3/e3", " d4/e4"}) CHECK(need(edge + at_corner, "move A1 to=d4") == 4);
    for (const char* elsewhere : {" e4/f4", " d4/d5", " e3/f3", " c4/d4"}) CHECK(need(edge + elsewhere, "move A1 to=d4") == 3);
    CHECK(need(edge + " e3/e4; B1 spearmen e4 S", "charge A1 target=B1") == 3);
  }
}

TEST_CASE("a road takes the rough and the stream penalty off, not the wall's or the rampart's",
          "[tts][TTS-TER-25][TTS-GRID-07][TTS-AMB-103]") {
  const std::string road = "; road e1,e2,e3,e4,e5";
  CHECK(need("wood e4" + road, "move A1 to=e4") == 2);
  CHECK(need("wood e3" + road, "move A1 to=e4") == 2);
  CHECK(need("wood e4" + road, "move A1 to=d4") == 3);
  CHECK(need("wood e4; road d4,e4,f4", "move A1 to=e4") == 3);  // it runs through the box, not this way
  CHECK(need("stream e3/e4" + road, "move A1 to=e4") == 2);
  CHECK(need("wall e3/e4" + road, "move A1 to=e4") == 3);
  CHECK(need("fortification e4/e3" + road, "move A1 to=e4") == 3);
}

TEST_CASE("rivers fill boxes, streams and ramparts run along edges", "[tts][TTS-GRID-07]") {
  const Game g("A1 spearmen a1 N; B1 spearmen l8 S; river e4,f4; stream c3/c4; fortification h3/h4; road b1,b2,b3");
  CHECK(g.state().field.ground(at("e4")) == Ground::Water);
  CHECK(g.state().field.ground(at("f4")) == Ground::Water);
  CHECK(g.state().field.edge(at("c3"), Facing::N).stream);
  CHECK(g.state().field.edge(at("c4"), Facing::S).stream);
  CHECK(g.state().field.edge(at("h4"), Facing::S).fortification == Facing::N);
  CHECK(g.state().field.road(at("b2"), Facing::N));
  CHECK(g.state().field.road(at("b1"), Facing::S));  // it runs off the table
  CHECK_FALSE(g.state().field.road(at("b2"), Facing::E));
}

TEST_CASE("only one unit stands on a bridge", "[tts][TTS-TER-24]") {
  CHECK(rule("bridge e4; A2 spearmen e4 N", "move A1 to=e4") == "TTS-TER-24");
  CHECK(rule("bridge e4; A2 light_infantry_javelin e4 N", "move A1 to=e4") == "TTS-TER-24");
  CHECK(need("bridge e4", "move A1 to=e4") == 3);
}

TEST_CASE("stakes and ditches cost mounted that come from the side they face", "[tts][TTS-TER-17][TTS-TER-18][TTS-TER-20][TTS-AMB-57]") {
  for (const char* kind : {"stakes", "ditch"}) {
    INFO(kind);
    const std::string edge(kind);
    CHECK(need(edge + " e4/e3", "move A1 to=e4") == 2);
    CHECK(need(edge + " e4/e3", "move A1 to=e4", "cavalry e3 N") == 3);
    CHECK(need(edge + " e4/e3; B1 spearmen e4 S", "charge A1 target=B1", "cavalry e3 N") == 3);
    CHECK(need(edge + " e3/e4", "move A1 to=e4", "cavalry e3 N") == 2);
  }
}

TEST_CASE("chariots pay two pips for rough, streams and stakes alike", "[tts][TTS-AMB-21]") {
  for (const char* wheels : {"chariots e3 N", "heavy_chariots e3 N"}) {
    CHECK(need("broken e4", "move A1 to=e4", wheels) == 4);
    CHECK(need("stream e3/e4", "move A1 to=e4", wheels) == 4);
    CHECK(need("stakes e4/e3", "move A1 to=e4", wheels) == 4);
    CHECK(need("stream e3/e4; broken e4", "move A1 to=e4", wheels) == 6);
  }
}

TEST_CASE("legionaries pay for streams, walls and hedges, not for stakes or ramparts", "[tts][TTS-AMB-111]") {
  const char* cohort = "legionaries e3 N";
  for (const char* edge : {"stream e3/e4", "wall e3/e4", "hedge e3/e4"}) CHECK(need(edge, "move A1 to=e4", cohort) == 3);
  CHECK(need("stakes e4/e3", "move A1 to=e4", cohort) == 2);
  CHECK(need("fortification e4/e3", "move A1 to=e4", cohort) == 2);
  CHECK(need("fortification e4/e3; AC camp e4", "move A1 to=e4", cohort) == 3);  // the rough camp behind it counts
}

TEST_CASE("a camp is terrain: rough into, out of and within", "[tts][TTS-CAMP-02][TTS-CAMP-05][TTS-CAMP-11]") {
  CHECK(need("AC camp e4", "move A1 to=e4") == 3);
  CHECK(need("AC camp e3", "move A1 to=e4") == 3);
  CHECK(need("BC camp e4; B1 spearmen e4 S", "charge A1 target=B1") == 3);
  CHECK(need("AC camp e3", "turn A1 facing=E") == 4);
  CHECK(need("broken e3", "turn A1 facing=E") == 3);  // ordinary rough ground costs no turn
  CHECK(need("AC camp e3", "turn A1 facing=E", "light_infantry_javelin e3 N") == 2);
  const Game g("A1 spearmen e3 N front; A2 spearmen e3 N rear; AC camp e3; AG general e2 detached" + kOthers);
  CHECK(g.board().at(at("e3")).count == 2);  // it takes no room
}

TEST_CASE("a camp adds three victory points to its command", "[tts][TTS-CAMP-03][TTS-VP-05]") {
  const auto points = [](const std::string& camps) {
    return Game("A1 spearmen e3 N; A2 spearmen g3 N command=2; AG general with=A1; AH general with=A2 command=2; B1 spearmen l8 S" + camps)
        .state()
        .commands.at({"A-1"})
        .victory_points;
  };
  CHECK(points("") == 4);
  CHECK(points("; AC camp e1") == 7);
  CHECK(points("; AC camp e1; AD camp f1") == 10);
  CHECK(points("; AC camp e1 command=2") == 4);
}

TEST_CASE("a rampart protects one edge: one difficulty in, none out, the camp's rough besides",
          "[tts][TTS-FORT-01][TTS-FORT-02][TTS-FORT-03][TTS-FORT-04]") {
  CHECK(need("AC camp e4; fortification e4/e3", "move A1 to=e4") == 4);
  CHECK(need("AC camp e4; fortification e4/e5", "move A1 to=e4") == 3);  // that side is open
  CHECK(need("AC camp e3; fortification e3/e4", "move A1 to=e4") == 3);  // the gates are free
  CHECK(need("fortification e4/e3", "move A1 to=e4") == 3);
  CHECK(need("fortification e3/e4", "move A1 to=e4") == 2);
  CHECK(need("fortification e4/e3", "move A1 to=e4", "pikemen e3 N") == 4);
  CHECK(need("BC camp e4; fortification e4/e3; B1 spearmen e4 S", "charge A1 target=B1") == 4);
}

TEST_CASE("a lost camp takes its share of the reserve with it, retaken camps bring none back",
          "[tts][TTS-CAMP-10][TTS-AMMO-09][TTS-AMB-54]") {
  const std::string archers = "A1 spearmen e3 N; A2 spearmen g3 N; B1 bowmen e6 S; B2 bowmen g8 S; B3 bowmen h8 S; AG general f3 detached";
  Game one(archers + "; BC camp e4" + kOthers);
  CHECK(one.state().side(Side::B).reserve_ammo == 3);
  one.act("move A1 to=e4", 9);
  CHECK(one.state().side(Side::B).reserve_ammo == 0);
  CHECK(one.state().side(Side::A).reserve_ammo == 0);
  Game two(archers + "; BC camp e4; BD camp g4" + kOthers);
  two.act("move A1 to=e4", 9);
  CHECK(two.state().side(Side::B).reserve_ammo == 1);  // half, rounded up to the first
  two.act("move A2 to=g4", 9);
  CHECK(two.state().side(Side::B).reserve_ammo == 0);
}

}  // namespace ground_tests
