// Leaving and entering the table; a base that stands near a grid line.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/movement.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace table_edge_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

const std::string kArmy =
    "A1 spearmen a2 W; A2 spearmen e2 N; A3 spearmen f2 N; A4 spearmen g2 N; AG general e1 detached; B1 warriors l8 S";
Game left(const std::string& more = "") {
  Game g(kArmy + more);
  g.act("move A1 to=off", 5);
  return g;
}

}  // namespace

TEST_CASE("units leave the table by a move and give up their medals until they return",
          "[tts][TTS-OFF-01][TTS-OFF-07][TTS-LOSS-01][TTS-LOSS-02][TTS-VIC-02]") {
  Game g(kArmy);
  const int before = g.state().side(Side::A).medals;
  g.act("move A1 to=off", 5);
  CHECK(g.unit("A1").where == Where::Left);
  CHECK(g.unit("A1").edge_zone == 4);
  CHECK(g.state().side(Side::A).medals == before - 2);
  g.act("enter A1 to=a3", 4);
  CHECK(g.unit("A1").where == Where::OnTable);
  CHECK(g.state().side(Side::A).medals == before);
}

TEST_CASE("only who left, is in reserve or by a scenario comes on", "[tts][TTS-OFF-02]") {
  const Game g(kArmy);
  CHECK(g.rule("enter A1 to=a3") == "TTS-OFF-02");
  CHECK(left().may("enter A1 to=a3"));
}

TEST_CASE("who left comes back in the same edge zone", "[tts][TTS-OFF-03]") {
  const Game g = left();
  for (const char* box : {"a1", "a2", "a3", "a4"}) CHECK(g.may(std::string("enter A1 to=") + box));
  for (const char* box : {"a5", "a6", "b1", "e1", "l4", "b3"}) CHECK(g.rule(std::string("enter A1 to=") + box) == "TTS-OFF-03");
}

TEST_CASE("a four brings it on, facing the table, without modifiers, and it may act again", "[tts][TTS-OFF-04][TTS-AMB-74]") {
  Game g = left("; broken a3; B2 warriors k8 S");
  CHECK(g.need("enter A1 to=a3") == 4);  // neither rough ground, nor its card count
  const engine::Verdict entry = Rules::judge(g.state(), Viewer::A, Game::command("enter A1 to=a3"));
  CHECK(std::none_of(entry.reasons.begin(), entry.reasons.end(), [](const engine::Reason& r) { return r.rule == "TTS-ACT-04"; }));
  g.act("enter A1 to=a3", 4);
  CHECK(g.unit("A1").box == at("a3"));
  CHECK(g.unit("A1").facing == Facing::E);
  CHECK(g.may("move A1 to=b3"));
}

TEST_CASE("a failed entry ends the command's turn", "[tts][TTS-OFF-05]") {
  Game fail = left();
  fail.act("enter A1 to=a3", 3);
  CHECK(fail.unit("A1").where == Where::Left);
  CHECK(fail.state().active == Side::B);
}

TEST_CASE("a general off the table with his unit replaces the entry card once", "[tts][TTS-AMB-76]") {
  Game g("A1 spearmen a2 W; A2 spearmen e2 N; A3 spearmen f2 N; A4 pikemen g2 N; A5 pikemen h2 N; AG general with=A1; B1 warriors l8 S");
  g.act("move A1 to=off", 5).act("enter A1 to=a3", 3);
  CHECK(g.options() == std::vector<std::string>{"AG", "no"});
  g.say("AG").cards({4});
  CHECK(g.unit("A1").box == at("a3"));
  CHECK(g.general("AG").ability_used);
}

TEST_CASE("full boxes are no way on: another of the zone, or nobody enters", "[tts][TTS-AMB-75]") {
  std::string full;
  for (int row = 1; row <= 4; ++row)
    for (const char* place : {"front", "rear"})
      full += "; AX" + std::to_string(row) + place[0] + " spearmen a" + std::to_string(row) + " E " + place + " command=2";
  Game g("A1 spearmen a5 W; A2 spearmen e2 N; AG general e1 detached; B1 warriors l8 S" + full);
  State s = g.state();
  s.units.at({"A1"}).where = Where::Left;
  s.units.at({"A1"}).box = {};
  s.units.at({"A1"}).edge_zone = 4;
  const auto rule = [&](const State& state, const char* order) {
    const engine::Verdict v = Rules::judge(state, Viewer::A, Game::command(order));
    return v.allowed() ? std::string() : v.reasons.front().rule;
  };
  for (const char* box : {"enter A1 to=a1", "enter A1 to=a2", "enter A1 to=a3", "enter A1 to=a4"}) CHECK(rule(s, box) == "TTS-BOX-02");
  s.units.at({"AX3f"}).box = at("c5");
  CHECK(rule(s, "enter A1 to=a3").empty());
}

TEST_CASE("nobody charges onto the table", "[tts][TTS-OFF-06]") {
  Game g("A1 spearmen a2 W; A2 pikemen e2 N; A3 pikemen f2 N; AG general e1 detached; B1 warriors a3 E; B2 warriors b2 E");
  g.act("move A1 to=off", 5);
  CHECK_FALSE(g.may("charge A1 target=B1"));
  CHECK_FALSE(g.may("charge A1 to=a3"));
  CHECK(g.rule("enter A1 to=a3") == "TTS-STR-22");  // nor by entering a box with an enemy
}

TEST_CASE("the ten edge zones, from the owner's seat", "[tts][TTS-OFF-T1]") {
  const Field field = Field::open_ground(12, 8);
  struct Edge {
    const char* box;
    Facing out;
    int zone;
  };
  for (const Edge& e : {Edge{"l1", Facing::S, 1}, Edge{"i1", Facing::S, 1}, Edge{"h1", Facing::S, 2},  Edge{"e1", Facing::S, 2},
                        Edge{"d1", Facing::S, 3}, Edge{"a1", Facing::S, 3}, Edge{"a1", Facing::W, 4},  Edge{"a4", Facing::W, 4},
                        Edge{"a5", Facing::W, 5}, Edge{"a8", Facing::W, 5}, Edge{"a8", Facing::N, 6},  Edge{"d8", Facing::N, 6},
                        Edge{"e8", Facing::N, 7}, Edge{"h8", Facing::N, 7}, Edge{"i8", Facing::N, 8},  Edge{"l8", Facing::N, 8},
                        Edge{"l8", Facing::E, 9}, Edge{"l5", Facing::E, 9}, Edge{"l4", Facing::E, 10}, Edge{"l1", Facing::E, 10}}) {
    INFO(e.box);
    CHECK(edge_zone_of(field, Side::A, at(e.box), e.out) == e.zone);
    const Box across{13 - at(e.box).col, 9 - at(e.box).row};  // the same zone from the other seat
    CHECK(edge_zone_of(field, Side::B, across, opposite(e.out)) == e.zone);
  }
}

TEST_CASE("a base near a line is asked about", "[tts][TTS-GRID-01]") {
  Game g("A1 spearmen e2 N; B1 warriors l8 S", 12, 8, R"("phase":"deployment")");
  engine::PlaceBases place{.owed = {}, .unit = {"A1"}, .poses = {}};
  engine::PlacedBase base{{"A1.1"}, {}};
  base.at.pose = {Length::from_mm(375), Length::from_mm(225), 90_deg};
  base.at.error.own = {1000000, 0, 0, 1000000, 0, 0};  // 1 mm
  place.poses = {base};
  g.apply(place, Viewer::A);
  CHECK(g.unit("A1").box == at("c2"));
  place.poses[0].at.pose.x = Length::from_mm(450.5);
  g.apply(place, Viewer::A);
  CHECK(g.asks() == "TTS-GRID-01");
  CHECK(g.options() == std::vector<std::string>{"d2", "c2"});
  g.say("c2");
  CHECK(g.unit("A1").box == at("c2"));
}

TEST_CASE("leaving the table out of the rough or a camp is a move out of it, but for a road that leads on",
          "[tts][TTS-OFF-01][TTS-ACT-T1][TTS-CAMP-05][TTS-TER-25]") {
  const Game g(
      "A1 spearmen d1 S; A2 spearmen f1 S; A3 spearmen g1 S; A4 spearmen e1 S; A5 light_infantry_javelin d1 S rear; A6 spearmen h1 S; AC camp "
      "g1; AG general e2 detached; wood d1,e1,h1; road e2,e1; road h1,g1; B1 spearmen l8 S");
  CHECK(g.need("move A1 to=off") == 3);
  CHECK(g.need("move A2 to=off") == 2);
  CHECK(g.need("move A3 to=off") == 3);
  CHECK(g.need("move A4 to=off") == 2);
  CHECK(g.need("move A5 to=off") == 2);
  CHECK(g.need("move A6 to=off") == 4);  // across the road, and out of command
}

TEST_CASE("hoplites leave the table to their left front no more than they go there, and nobody through a closed gap",
          "[tts][TTS-OFF-01][TTS-TYPE-64][TTS-MOV-14]") {
  const auto leaves = [](const Game& g, int dx) {
    const Board board = g.board();
    for (const Route& route : routes(board, g.unit("A1")))
      if (route.leaves && route.manoeuvre == Manoeuvre::Diagonal && !route.march &&
          in_frame(g.unit("A1").facing, route.path.front() - g.unit("A1").box).dx == dx) {
        const engine::Verdict verdict = judge_route(board, g.unit("A1"), nullptr, route);
        return verdict.allowed() ? std::string() : verdict.reasons.front().rule;
      }
    return std::string("no route");
  };
  const std::string rest = "; AG general b3 detached; A9 spearmen k1 N; B1 spearmen l8 S; A2 spearmen ";
  CHECK(leaves(Game("A1 hoplites a4 N" + rest + "a5 E"), -1) == "TTS-TYPE-64");
  CHECK(leaves(Game("A1 spearmen a4 N" + rest + "a5 E"), -1) == "");
  CHECK(leaves(Game("A1 hoplites a4 S" + rest + "a3 E"), 1) == "");  // the right front
}

}  // namespace table_edge_tests
