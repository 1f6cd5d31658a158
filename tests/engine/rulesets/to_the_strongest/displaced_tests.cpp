// A lone general whose box an enemy enters: he is asked once, and before anything else comes of it.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace displaced_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const std::string kRest = "; A8 legionaries k2 N; A9 legionaries l2 N; B8 legionaries k7 S; B9 legionaries l7 S";
int medals(const Game& g) { return g.state().side(Side::B).medals; }

}  // namespace

TEST_CASE("two units that enter a general's box displace him once", "[tts][TTS-MOV-12][TTS-ADV-03][TTS-VIC-03]") {
  Game g("A1 legionaries d3 N; A2 legionaries d3 N; BG general d4 detached" + kRest);
  g.act("move A1+A2 to=d4", 5);
  CHECK(g.asks() == "TTS-ADV-03");
  g.say("B8");
  CHECK(g.idle());
  CHECK(g.general("BG").box == at("k7"));
  Game through("A1 knights d2 N; A2 knights d2 N; BG general d3 detached" + kRest);
  through.act("move A1+A2 to=d4", 5).say("B9");
  CHECK(through.idle());
}

TEST_CASE("who is displaced to a unit off the table costs his medals once", "[tts][TTS-ADV-03][TTS-LOSS-01]") {
  Game g(
      "A1 legionaries d3 N; A2 legionaries d3 N; B1 legionaries h7 S; B2 legionaries h8 S; "
      "B3 warriors i7 S; B4 warriors i8 S; BG general d4 detached" +
      kRest);
  g.give("end_turn").act("move B2 to=off", 9).give("end_turn");
  const int before = medals(g);
  g.act("move A1+A2 to=d4", 5).say("B2");
  CHECK(g.idle());
  CHECK(medals(g) == before - 2);
}

TEST_CASE("after a swap he is asked anew, once", "[tts][TTS-MOV-12][TTS-GEN-08]") {
  Game g("A1 legionaries d3 N; A2 legionaries d3 N; AG general with=A1; BG general d4 detached" + kRest);
  g.act("move A1+A2 to=d4", 9).give("replace AG").cards({3}).say("B8");
  CHECK(g.idle());
  CHECK(g.general("BG").box == at("k7"));
}

TEST_CASE("he joins before a blow falls on the charge that rides through his box", "[tts][TTS-MOV-12][TTS-ADV-03][TTS-MEL-09]") {
  Game g("A1 knights d2 N; B1 legionaries d4 S disorder=1; BG general d3 detached" + kRest);
  g.act("charge A1 target=B1 bonus=false", 5);
  CHECK(g.unit("A1").box == at("d3"));
  CHECK(g.asks() == "TTS-ADV-03");
  CHECK(g.asked() == Viewer::B);
  Game away = g;
  g.say("B1");  // he fights with them
  CHECK(g.asks() == "TTS-MEL-02");
  g.cards({9, 1});
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.question() == "BG saves on 2+");
  away.say("B8").cards({9, 1});
  CHECK(away.unit("B1").where == Where::Lost);
  CHECK(away.general("BG").box == at("k7"));
  CHECK(away.idle());
  CHECK(away.unit("A1").box == at("d4"));
}

TEST_CASE("he joins before the shot of lights that move into his box", "[tts][TTS-MOV-12][TTS-MOV-09]") {
  Game g("A1 light_infantry_javelin d2 N; B1 legionaries d4 S; BG general d3 detached" + kRest);
  g.act("move_and_shoot A1 target=B1", 5);
  CHECK(g.asks() == "TTS-ADV-03");
  g.say("B8");
  CHECK(g.question() == "A1 shoots at B1: 8+");
  g.cards({2});
  CHECK(g.idle());
  CHECK(g.unit("A1").box == at("d3"));
  CHECK(g.unit("A1").ammo == g.unit("A1").ammo_max - 1);
}

TEST_CASE("a unit lost while he is asked cannot be joined, and he is asked once whoever answers first",
          "[tts][TTS-GEN-11][TTS-SEQ-01][TTS-AMB-42]") {
  const auto struck = [](const std::string& more) {
    Game g(
        "A1 legionaries b3 N shock=0; A2 legionaries k6 N command=2 shock=0; AG general with=A1; AH general with=A2 command=2; "
        "B1 spearmen b4 S disorder=1; B5 spearmen k7 S disorder=1; B6 warriors h7 S; BG general with=B1" +
            more,
        12, 8, R"("sides":{"A":{"commands":[{"id":1,"player":"Ann"},{"id":2,"player":"Bob"}]},"B":{"medals":20}})");
    g.give("charge A1 target=B1").give("charge A2 target=B5");
    const auto answer = [&](const std::string& asked, int card) {
      for (const engine::Wait& wait : g.state().agenda.open_waits())
        if (wait.question.find(asked) != std::string::npos)
          return static_cast<void>(g.apply(engine::AnswerWait{wait.id, {.values = {card}}}, Viewer::Umpire));
      FAIL("not asked: " + asked);
    };
    for (const auto& [asked, card] : std::vector<std::pair<std::string, int>>{{"charge with A1", 5},
                                                                              {"charge with A2", 5},
                                                                              {"A1 strikes", 9},
                                                                              {"B1 saves", 1},
                                                                              {"BG saves", 9},
                                                                              {"A2 strikes", 9},
                                                                              {"B5 saves", 1}})
      answer(asked, card);
    return g;
  };
  Game g = struck("; B7 warriors i7 S");
  REQUIRE(g.unit("B5").where == Where::Lost);
  const auto joins = [&] {
    int asked = 0;
    for (const engine::Wait& wait : g.state().agenda.open_waits()) asked += wait.rule == "TTS-GEN-11" ? 1 : 0;
    return asked;
  };
  CHECK(joins() == 1);
  g.say("B5", Viewer::B);  // still among the answers, but gone
  CHECK(joins() == 1);
  CHECK(g.options() == std::vector<std::string>{"B6", "B7"});
  g.say("B7", Viewer::B);
  CHECK(g.general("BG").unit == UnitId{"B7"});
  CHECK(g.idle());
}

}  // namespace displaced_tests
