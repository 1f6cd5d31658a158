// Activations and moves: cards, difficulties, command distance, manoeuvres, marches, zones, passing through, table edges.
#include <algorithm>

#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

TEST_CASE("an order is named before its card and the card lies on the units",
          "[tts][TTS-ACT-01][TTS-ACT-02][TTS-ACT-11][TTS-DECK-05][TTS-DECK-06][TTS-DECK-08][TTS-ACT-10][TTS-ACT-12][TTS-MOV-01]"
          "[TTS-MOV-03][TTS-GRID-01]") {
  Game g("A1 spearmen e2 N; A2 cavalry g2 N; AG general with=A1; B1 warriors l8 S; B2 spearmen e5 S");
  g.give("move A1 to=e3");
  CHECK(g.asks() == "TTS-ACT-02");
  CHECK(g.unit("A1").box == at("e2"));
  g.cards({2});
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.state().side(Side::A).deck.on_units[2] == 1);
  g.act("move A1 to=e4", 4).act("charge A1 target=B2", 6).cards({7, 9, 2});
  CHECK(g.unit("A1").activation == 6);
  CHECK(g.state().side(Side::A).deck.out[7] == 1);
  CHECK(g.state().side(Side::A).deck.on_units[7] == 0);
  CHECK(g.state().side(Side::B).deck.out[9] == 1);
  CHECK(g.may("move A2 to=g4"));
  CHECK_FALSE(g.may("move A2 to=g6"));
  Game ace("A1 light_cavalry e2 N; A2 spearmen a1 N; B1 warriors l8 S");
  ace.act("move A1 to=e3", 1);
  CHECK(ace.unit("A1").box == at("e2"));
  CHECK(ace.state().active == Side::B);
}

TEST_CASE("turns go command by command",
          "[tts][TTS-SEQ-01][TTS-SEQ-02][TTS-SEQ-03][TTS-SEQ-05][TTS-SEQ-07][TTS-SEQ-08][TTS-SEQ-09][TTS-ACT-17][TTS-DECK-07]") {
  Game g(
      "A1 spearmen c2 N; A2 spearmen e2 N; A3 spearmen i2 N command=2; AG general with=A1; AH general with=A3 command=2; B1 warriors l8 S; "
      "B2 warriors a8 S");
  CHECK(g.rule("move B1 to=l7") == "TTS-SEQ-01");
  g.give("move A1 to=c3");
  CHECK(g.rule("move A2 to=e3") == "TTS-SEQ-08");
  g.cards({3});
  g.act("move A2 to=e3", 3).act("move A1 to=c4", 5);
  g.give("pass A-1");
  CHECK(g.rule("move A1 to=c5") == "TTS-SEQ-04");
  CHECK(g.state().active == Side::A);
  g.act("move A3 to=i3", 4);
  g.give("end_turn");
  CHECK(g.state().active == Side::B);
  CHECK(g.state().turn == 2);
  CHECK(g.unit("A1").activation == 0);
  CHECK(g.state().side(Side::A).deck.drawn() == 0);
  Game two("A1 spearmen c2 N; A3 spearmen i2 N command=2; AG general with=A1; AH general with=A3 command=2; B1 warriors l8 S");
  two.act("move A1 to=c3", 3).act("move A3 to=i3", 3);
  CHECK(two.rule("move A1 to=c4") == "TTS-SEQ-04");  // taking up another command ended the first
}

TEST_CASE("several players of a side act at once where they share no box", "[tts][TTS-SEQ-01][TTS-BID-05]") {
  Game g(
      "A1 spearmen c2 N; A2 spearmen k2 N command=2; A3 spearmen d2 N command=2; AG general with=A1; AH general with=A2 command=2; B1 "
      "warriors l8 S",
      12, 8, R"("sides":{"A":{"commands":[{"id":1,"player":"Ann"},{"id":2,"player":"Bob"}]}})");
  g.give("move A1 to=c3");
  CHECK(g.may("move A2 to=k3"));
  CHECK(g.rule("move A3 to=d3") == "TTS-SEQ-08");
  g.give("move A2 to=k3");
  CHECK(g.state().agenda.open_waits().size() == 2);
}

TEST_CASE("a deck has eight cards of each value and is shuffled when it runs out", "[tts][TTS-DECK-01][TTS-DECK-03][TTS-DECK-04]") {
  Game g("A1 light_cavalry e2 N; AG general with=A1; B1 warriors l8 S");
  State s = g.state();
  for (int i = 0; i < 8; ++i) s = Rules::evolve(std::move(s), CardPlayed{Side::A, "save", {}, 7, 5, true, false, {}, {}});
  const CommandText move = Game::command("move A1 to=e3");
  for (const Event& event : Rules::decide(s, Viewer::A, move)) s = Rules::evolve(std::move(s), event);
  engine::AnswerWait seven{.wait = {}, .answer = {.values = {7}}};
  CHECK(Rules::judge(s, Viewer::A, seven).reasons.front().rule == "TTS-DECK-01");
  State chits = s;
  chits.options.chits = true;
  CHECK(Rules::judge(chits, Viewer::A, seven).allowed());
  for (int value = 1; value <= 10; ++value)
    for (int i = 0; i < 8 && !(value == 7); ++i)
      s = Rules::evolve(std::move(s), CardPlayed{Side::A, "save", {}, value, 5, true, false, {}, {}});
  CHECK(s.side(Side::A).deck.drawn() == 80);
  CHECK(Rules::judge(s, Viewer::A, seven).allowed());
  CHECK(s.side(Side::B).deck.drawn() == 0);
}

TEST_CASE("out of command costs one difficulty beyond two boxes",
          "[tts][TTS-CMD-01][TTS-CMD-02][TTS-CMD-03][TTS-CMD-04][TTS-CMD-05][TTS-CMD-06][TTS-DX-23][TTS-GEN-23][TTS-GEN-40]") {
  Game g("A1 spearmen f6 N; A2 spearmen g5 N; A3 light_infantry_javelin l4 N; A4 spearmen d1 N; AG general d4 detached; B1 warriors a8 S");
  CHECK(command_distance(g.board(), g.unit("A1")) == 2);
  CHECK_FALSE(out_of_command(g.board(), g.unit("A1")));
  CHECK(command_distance(g.board(), g.unit("A2")) == 3);
  CHECK(out_of_command(g.board(), g.unit("A2")));
  CHECK(g.need("move A2 to=g6") == 3);
  CHECK(g.need("move A1 to=f7") == 2);
  CHECK(g.need("move A3 to=l5") == 2);
  Game senior(
      "A1 spearmen f6 N; A5 spearmen l1 N command=2; AG general a1 detached; AH general e6 detached senior command=2; B1 warriors a8 S");
  CHECK_FALSE(out_of_command(senior.board(), senior.unit("A1")));
  Game attached("A1 spearmen f6 N; A2 spearmen g8 N; AG general with=A1; B1 warriors a8 S");
  CHECK(command_distance(attached.board(), attached.unit("A2")) == 2);
  State lost = attached.state();
  lost.generals.at({"AG"}).status = Status::Killed;
  CHECK(out_of_command(Board(lost), lost.units.at({"A1"})));
}

TEST_CASE("each manoeuvre of Figure VI",
          "[tts][TTS-ACT-12][TTS-ACT-T1][TTS-MOV-04][TTS-MOV-05][TTS-MOV-06][TTS-MOV-07][TTS-DIF-10][TTS-DIF-11][TTS-GRID-02]") {
  Game g(
      "A1 spearmen e4 N; A2 cavalry h3 N; AG general with=A1; AH general with=A2 command=2; B1 warriors l8 S; A3 spearmen a8 N command=2");
  struct Case {
    const char* order;
    int need;  ///< 0 = illegal
  };
  const std::vector<Case> cases{
      {"move A1 to=e5", 2},    {"move A1 to=d5", 3},          {"move A1 to=f5", 3}, {"move A1 to=d4", 3}, {"move A1 to=f4", 3},
      {"move A1 to=e3", 3},    {"move A1 to=e3 facing=S", 3}, {"move A1 to=d3", 0}, {"move A1 to=f3", 0}, {"move A1 to=e3 facing=E", 0},
      {"turn A1 facing=E", 3}, {"turn A1 facing=S", 3},       {"move A1 to=e2", 0}, {"exchange A1", 0}};
  for (const Case& c : cases) {
    INFO(c.order);
    if (c.need == 0)
      CHECK_FALSE(g.may(c.order));
    else
      CHECK(g.need(c.order) == c.need);
  }
  State s = g.state();
  s.units.at({"A2"}).command = {"A-2"};
  const Board board(s);
  const auto need = [&](const char* order) {
    const CommandText command = Game::command(order);
    const Worked worked = work_out(board, Viewer::Umpire, *order_in(command));
    return worked.verdict.allowed() ? worked.plan.need : 0;
  };
  CHECK(need("move A2 to=h4") == 2);
  CHECK(need("move A2 to=h5") == 2);
  CHECK(need("move A2 to=g5") == 3);
  CHECK(need("move A2 to=i4") == 3);
  CHECK(need("move A2 to=h1") == 3);
  CHECK(need("move A2 to=h1 facing=S") == 3);
  CHECK(need("move A2 to=g3") == 3);
  CHECK(need("move A2 to=g3 facing=W") == 3);  // turn and go on
  CHECK(need("move A2 to=f3") == 0);
}

TEST_CASE("units sharing a box",
          "[tts][TTS-BOX-01][TTS-BOX-02][TTS-BOX-03][TTS-BOX-04][TTS-BOX-05][TTS-BOX-06][TTS-GRID-03][TTS-MOV-11][TTS-MOV-13]"
          "[TTS-MOV-16][TTS-TYPE-129]") {
  Game g(
      "A1 spearmen e3 N front; A2 spearmen e3 N rear; A3 spearmen e2 N; A4 spearmen h3 E; A5 spearmen h2 N; A6 warriors j3 N; A7 spearmen "
      "j2 N; A8 light_infantry_javelin k2 N; A9 spearmen k3 N small; "
      "AG general e3 detached; AH general h2 detached senior command=2; B1 warriors c4 S; AX spearmen c3 N; AY warriors l2 N; AZ "
      "war_wagons l3 N");
  CHECK(g.rule("move A3 to=e3") == "TTS-BOX-02");
  CHECK(g.rule("move A5 to=h3") == "TTS-MOV-13");
  CHECK(g.rule("move A7 to=j3") == "TTS-BOX-03");
  CHECK(g.may("move A8 to=j3"));
  CHECK(g.rule("move A7 to=k3") == "");  // beside a small friend
  CHECK(g.board().at(at("e3")).count == 2);
  CHECK(g.rule("move AX to=c4") != "");  // never with an enemy
  Game grid("A1 cavalry e3 N; B1 light_infantry_javelin e5 W; A2 spearmen a1 N; AG general with=A2");
  CHECK(grid.rule("move A1 to=e5") == "TTS-MOV-11");
  CHECK(grid.rule("turn A1 facing=N") != "");
}

TEST_CASE("the leading unit is the one in front", "[tts][TTS-BOX-05][TTS-WED-05]") {
  Game g("A1 spearmen e3 N front; A2 spearmen e3 N rear; B1 warriors l8 S");
  CHECK(g.board().lead(g.unit("A1")) > 0);
  CHECK(g.board().friend_ahead(g.unit("A2")) == &g.unit("A1"));
}

TEST_CASE("zones of control bind",
          "[tts][TTS-ZOC-01][TTS-ZOC-02][TTS-ZOC-03][TTS-ZOC-04][TTS-ZOC-05][TTS-ZOC-06][TTS-ZOC-07][TTS-ZOC-08][TTS-ZOC-10]"
          "[TTS-CHG-06]") {
  Game g("A1 cavalry e3 N disorder=1; B1 warriors e4 S; A2 cavalry h1 N; B2 spearmen i3 W; B3 spearmen h4 N; AG general e2 detached");
  CHECK(g.may("charge A1 target=B1"));
  CHECK(g.rule("move A1 to=d3") == "TTS-ZOC-06");
  CHECK(g.rule("move A1 to=d4") == "TTS-ZOC-06");
  CHECK(g.may("move A1 to=e2 facing=S"));
  CHECK(g.may("move A1 to=e1"));
  CHECK(g.may("rally A1"));
  CHECK(g.may("shoot A1 target=B1"));
  CHECK(g.rule("turn A1 facing=W") == "TTS-ZOC-04");
  CHECK(g.may("move A2 to=h2"));
  CHECK(g.may("move A2 to=h3"));  // ends in the zone of B2
  Game through("A2 cavalry h2 N; B2 spearmen i3 W; A3 spearmen a1 N; AG general with=A3; B9 warriors l8 S");
  CHECK(through.rule("move A2 to=h4") == "TTS-ZOC-02");
  Game light(
      "A2 cavalry h2 N; B2 light_infantry_javelin i3 W; A3 light_cavalry h1 N; A4 spearmen a1 N; AG general with=A4; B9 warriors l8 S");
  CHECK(light.may("move A2 to=h4"));
  CHECK_FALSE(light.may("move A3 to=h4"));
  Game side("A1 spearmen e3 N; B1 warriors f3 W; A3 spearmen a1 N; AG general with=A3; B9 warriors l8 S");
  CHECK(side.rule("charge A1 target=B1") == "TTS-CHG-18");
  CHECK(side.may("turn A1 facing=E"));
  Game many("A1 spearmen e3 N; B1 warriors f3 W; B2 warriors d3 E; A3 spearmen a1 N; AG general with=A3; B9 warriors l8 S");
  CHECK(many.may("turn A1 facing=E"));
  CHECK(many.may("turn A1 facing=W"));
  CHECK_FALSE(many.may("turn A1 facing=S"));
  CHECK(many.may("move A1 to=e2"));
}

TEST_CASE("marches keep away from the enemy",
          "[tts][TTS-MAR-01][TTS-MAR-02][TTS-MAR-03][TTS-MAR-04][TTS-MAR-05][TTS-MAR-06][TTS-MAR-07][TTS-MAR-08][TTS-TER-34]") {
  const auto rule = [](const std::string& enemy, const char* order) {
    Game g("A1 spearmen e2 N; AG general with=A1; B9 warriors l8 W; " + enemy);
    return g.rule(order);
  };
  CHECK(rule("", "move A1 to=e4") == "");
  CHECK(rule("B1 spearmen f5 N", "move A1 to=e4") == "TTS-MAR-02");
  CHECK(rule("B1 cavalry e6 S", "move A1 to=e4") == "TTS-MAR-03");
  CHECK(rule("B1 cavalry e6 N", "move A1 to=e4") == "");
  CHECK(rule("B1 crossbowmen e7 S", "move A1 to=e4") == "TTS-MAR-04");
  CHECK(rule("B1 crossbowmen e7 S ammo=0", "move A1 to=e4") == "");
  CHECK(rule("B1 light_infantry_other e6 S weapons=crossbow", "move A1 to=e4") == "");
  CHECK(rule("wood e3", "move A1 to=e4") == "TTS-MAR-05");
  CHECK(rule("wood e3; road e1,e2,e3,e4,e5", "move A1 to=e4") == "");
  CHECK(rule("stream e3/e4", "move A1 to=e4") == "");
  CHECK(rule("", "move A1 to=d4") == "");
  CHECK(rule("", "move A1 to=d3 via=d2") == "");  // sideways, then straight
  CHECK(rule("", "move A1 to=f2 facing=E") == "");
  Game horse("A1 cavalry e2 N; AG general with=A1 mounted; B1 warriors l8 W");
  CHECK(horse.may("move A1 to=e5"));
  CHECK_FALSE(horse.may("move A1 to=e6"));
  Game charge("A1 spearmen e2 N; AG general with=A1; B1 spearmen e4 N");
  CHECK(charge.rule("charge A1 target=B1") == "TTS-CHG-02");
}

TEST_CASE("lights pass and are passed, formed units are not", "[tts][TTS-INT-01][TTS-INT-02][TTS-INT-03][TTS-INT-04][TTS-ENT-06]") {
  Game g(
      "A1 cavalry e2 N; A2 light_infantry_javelin e3 N; A3 cavalry g2 N; A4 spearmen g3 N; A5 light_cavalry i2 N; A6 spearmen i3 N; A7 "
      "cavalry k2 N; A8 light_infantry_javelin k3 E; "
      "AG general f2 detached; B1 warriors l8 S; AX cavalry b2 N; AY scythed_chariots b3 N");
  CHECK(g.may("move A1 to=e4"));
  CHECK(g.rule("move A3 to=g4") == "TTS-INT-04");
  CHECK(g.may("move A5 to=i4"));
  CHECK(g.rule("move A7 to=k4") == "TTS-MOV-13");
  CHECK(g.rule("move AX to=b4") == "TTS-INT-04");
  Game full("A1 light_infantry_javelin e2 N; A2 spearmen e3 N front; A3 spearmen e3 N rear; B1 warriors l8 S");
  CHECK(full.rule("move A1 to=e3") == "TTS-BOX-02");
  Game choice("A1 spearmen e2 N; A2 light_infantry_javelin e3 N; B1 warriors l8 S; AG general with=A1");
  choice.act("move A1 to=e3 place=front", 5);
  CHECK(choice.board().lead(choice.unit("A1")) > 0);
}

TEST_CASE("a friend facing the other way comes in from the front diagonal", "[tts][TTS-ENT-07]") {
  Game g("A1 spearmen e5 N; A2 spearmen d6 S; B1 warriors l1 N; AG general with=A1");
  g.act("move A2 to=e5 place=behind", 5);
  CHECK(g.board().lead(g.unit("A1")) < 0);
}

TEST_CASE("leaving the table costs medals and returning by the same zone brings them back",
          "[tts][TTS-OFF-01][TTS-OFF-02][TTS-OFF-03][TTS-OFF-04][TTS-OFF-05][TTS-OFF-06][TTS-OFF-07][TTS-LOSS-01][TTS-LOSS-02]"
          "[TTS-OFF-T1]") {
  Game g("A1 spearmen a2 W; A2 spearmen e2 N; A3 spearmen f2 N; A4 spearmen g2 N; AG general e1 detached; B1 warriors l8 S");
  const int before = g.state().side(Side::A).medals;
  g.act("move A1 to=off", 5);
  CHECK(g.unit("A1").where == Where::Left);
  CHECK(g.unit("A1").edge_zone == 4);
  CHECK(g.state().side(Side::A).medals == before - 2);
  CHECK(g.rule("enter A1 to=e1") == "TTS-OFF-03");
  CHECK(g.rule("enter A1 to=a6") == "TTS-OFF-03");
  CHECK(g.rule("charge A1 target=B1") != "");
  CHECK(g.need("enter A1 to=a3") == 4);
  const engine::Verdict entry = Rules::judge(g.state(), Viewer::A, Game::command("enter A1 to=a3"));
  CHECK(std::none_of(entry.reasons.begin(), entry.reasons.end(), [](const engine::Reason& r) { return r.rule == "TTS-ACT-04"; }));
  g.act("enter A1 to=a3", 4);
  CHECK(g.unit("A1").box == at("a3"));
  CHECK(g.unit("A1").facing == Facing::E);
  CHECK(g.state().side(Side::A).medals == before);
  CHECK(g.may("move A1 to=b3"));
  Game fail("A1 spearmen a2 W; A2 spearmen e2 N; A3 spearmen f2 N; A4 spearmen g2 N; AG general e1 detached; B1 warriors l8 S");
  fail.act("move A1 to=off", 5).act("enter A1 to=a3", 3);
  CHECK(fail.unit("A1").where == Where::Left);
  CHECK(fail.state().active == Side::B);
  const Field field = Field::open_ground(12, 8);
  struct Edge {
    const char* box;
    Facing out;
    int zone;
  };
  for (const Edge& e : {Edge{"l1", Facing::S, 1},
                        {"f1", Facing::S, 2},
                        {"a1", Facing::S, 3},
                        {"a4", Facing::W, 4},
                        {"a5", Facing::W, 5},
                        {"a8", Facing::N, 6},
                        {"f8", Facing::N, 7},
                        {"l8", Facing::N, 8},
                        {"l5", Facing::E, 9},
                        {"l4", Facing::E, 10}}) {
    INFO(e.box);
    CHECK(edge_zone_of(field, Side::A, at(e.box), e.out) == e.zone);
  }
  CHECK(edge_zone_of(field, Side::B, at("a8"), Facing::N) == 1);
}

TEST_CASE("units acting together and parting", "[tts][TTS-ACT-08][TTS-ACT-09][TTS-DX-09]") {
  Game g("A1 auxiliaries e2 N front activation=2; A2 hoplites e2 N rear activation=4; B1 warriors l8 S; AG general e1 detached");
  State s = g.state();
  s.units.at({"A2"}).size = Size::Deep;  // the sheet's sum; such a pair never shares a box
  const CommandText turn = Game::command("turn A1+A2 facing=E");
  CHECK(work_out(Board(s), Viewer::Umpire, *order_in(turn)).plan.need == 7);
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
