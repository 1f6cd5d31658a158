// Stratagem cards that come between an order and what it brings about: what they leave spent, upset and declared.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace stratagem_effects_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

TEST_CASE("a lance is spent with the cards of the melee: cry havoc leaves it", "[tts][TTS-STR-15][TTS-AMB-72][TTS-BON-03][TTS-LAN-01]") {
  Game g("A1 knights e3 N; AG general a1 detached; A8 spearmen a1 N; B1 spearmen e4 S; B2 spearmen k8 S; BG general with=B1", 12, 8,
         R"("sides":{"B":{"stratagem":"QC"}})");
  g.act("charge A1 target=B1 bonus=true", 9);
  Game fought = g;
  g.give(R"({"do":"play_stratagem","card":"QC"})", Viewer::B);
  CHECK_FALSE(g.unit("A1").lance_used);
  CHECK_FALSE(g.happened("spent"));
  fought.cards({2, 2});
  CHECK(fought.unit("A1").lance_used);
}

TEST_CASE("the gun that dines in hell does not burst", "[tts][TTS-STR-17][TTS-STR-18][TTS-STR-19][TTS-TYPE-10][TTS-TYPE-11]") {
  Game g(
      "A1 artillery_cannon e2 N; A2 light_infantry_javelin e2 N rear; A8 spearmen a1 N; A9 spearmen b1 N; AG general e3 detached; B1 spearmen "
      "e5 S; B8 spearmen l8 S; B9 spearmen k8 S",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"QS"}})");
  g.give(R"({"do":"note","card":"QS","unit":"A1"})", Viewer::A).give(R"({"do":"deployment_done"})");
  g.act("shoot A1 target=B1", 1);
  CHECK(g.asks() == "TTS-TYPE-10");
  g.cards({1});
  CHECK(g.unit("A1").where == Where::OnTable);
  CHECK(g.unit("A1").disorder == 0);
  CHECK(g.unit("A1").hero);
  CHECK(g.unit("A1").rally_forbidden);
  CHECK(g.unit("A2").disorder == 0);
  CHECK(g.asks() != "TTS-SAV-01");
}

TEST_CASE("an Ace upsets camels on the blundering card too", "[tts][TTS-STR-10][TTS-TYPE-27][TTS-AMB-06][TTS-AMB-69]") {
  const auto blunder = [](const std::string& first, int card) {
    Game g("A1 camelry e3 N" + first +
               "; A2 spearmen a1 N; A3 spearmen b1 N; AG general with=A1; B1 spearmen e4 S; B2 spearmen k8 S; BG general "
               "with=B2",
           12, 8, R"("sides":{"B":{"stratagem":"JD"}})");
    g.act("charge A1 target=B1", card).say("AG").give(R"({"do":"play_stratagem","card":"JD"})", Viewer::B).cards({1});
    return g;
  };
  const Game twice = blunder("", 1);
  CHECK(twice.unit("A1").where == Where::Lost);
  for (const engine::Wait& wait : twice.state().agenda.open_waits()) CHECK(wait.rule != "TTS-STR-10");
  Game once = blunder(" activation=5", 3);
  CHECK(once.unit("A1").disorder == 1);
  CHECK(once.asks() == "TTS-STR-10");
  once.give("move A1 to=e2", Viewer::B);
  CHECK(once.unit("A1").box == at("e2"));
}

TEST_CASE("broken ground on the way takes nothing from what was declared, and comes before turns that go on too",
          "[tts][TTS-STR-14][TTS-AMB-71][TTS-TYPE-31][TTS-MOV-07]") {
  const std::string play = R"({"do":"play_stratagem","card":"QH","box":")";
  const auto army = [](const std::string& unit, const std::string& enemy) {
    return Game(
        "A1 " + unit + " e2 N; A8 spearmen a1 N; A9 spearmen b1 N; AG general e1 detached; B1 spearmen " + enemy + " S; B2 spearmen k8 S",
        12, 8, R"("sides":{"B":{"stratagem":"QH"}})");
  };
  Game charge = army("cataphracts", "e4");
  charge.give("charge A1 target=B1").give(play + "e3\"}", Viewer::B);
  CHECK(Game::read(charge.json()) == charge.state());
  Game goes = charge;
  charge.cards({1});
  CHECK(charge.unit("A1").disorder == 1);
  goes.cards({9});
  CHECK(goes.unit("A1").box == at("e3"));
  CHECK(goes.idle());
  Game move = army("cataphracts", "l7");
  move.give("move A1 to=e4").give(play + "e3\"}", Viewer::B);
  CHECK(Game::read(move.json()) == move.state());
  move.cards({1});
  CHECK(move.unit("A1").disorder == 1);
  Game turn = army("cavalry", "l7");
  turn.give("turn A1 facing=E to=f2");
  CHECK(turn.rule(play + "e3\"}", Viewer::B) == "TTS-STR-14");
  turn.give(play + "f2\"}", Viewer::B);
  CHECK(turn.question().find("4+") != std::string::npos);  // the turn and the rough
  turn.cards({9});
  CHECK(turn.unit("A1").box == at("f2"));
}

TEST_CASE("cry havoc puts horse that has come up back where it stood", "[tts][TTS-STR-15][TTS-STR-31][TTS-STR-32][TTS-AMB-72]") {
  Game g(
      "A1 knights d2 N; A2 light_infantry_javelin d2 N; AG general d2 detached mounted; A8 spearmen a1 N; B1 spearmen d4 S; B2 spearmen k8 "
      "S; BG general with=B1",
      12, 8, R"("sides":{"B":{"stratagem":"QC"}})");
  g.act("charge A1 target=B1 bonus=false general=AG", 9);
  REQUIRE(g.unit("A1").box == at("d3"));
  g.give(R"({"do":"play_stratagem","card":"QC"})", Viewer::B);
  CHECK(g.unit("A1").box == at("d2"));
  CHECK(g.general("AG").box == at("d2"));
  CHECK(g.asks() == "TTS-SAV-01");
  g.cards({9});
  CHECK(g.unit("A1").disorder == 0);
}

TEST_CASE("broken ground halts horse before a box that friends fill, and behind one who leaves room",
          "[tts][TTS-STR-14][TTS-AMB-71][TTS-BOX-02][TTS-MOV-16][TTS-INT-03]") {
  const auto halted = [](const std::string& order, const std::string& lights, const std::string& more = "") {
    Game g("A1 knights d2 N; AG general a1 detached; A8 spearmen a1 N; " + lights + "B2 spearmen k8 S; BG general with=B2" + more, 12, 8,
           R"("sides":{"B":{"stratagem":"QH"}})");
    g.give(order).give(R"({"do":"play_stratagem","card":"QH","box":"d3"})", Viewer::B).cards({9});
    return g;
  };
  const std::string one = "A2 light_infantry_javelin d3 N; ", both = one + "A3 light_infantry_javelin d3 N; ";
  const Game room = halted("move A1 to=d4", one);
  CHECK(room.unit("A1").box == at("d3"));
  CHECK(room.board().lead(room.unit("A1")) != 0);
  const Game full = halted("move A1 to=d4", both);
  CHECK(full.unit("A1").box == at("d2"));
  CHECK(full.unit("A1").activation == 9);
  const Game charge = halted("charge A1 target=B1", one, "; B1 spearmen d4 S");
  CHECK(charge.unit("A1").box == at("d3"));
}

}  // namespace stratagem_effects_tests
