// Activations: the card, what it must beat, the turn of a command, decks, command distance.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/activation.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace activation_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
}

TEST_CASE("the box, the units and what they do are named before the card is turned", "[tts][TTS-ACT-01][TTS-ACT-02]") {
  Game g("A1 spearmen e2 N; A2 spearmen f2 N; AG general with=A1" + kRest);
  CHECK_FALSE(g.may("move A1"));
  CHECK_FALSE(g.may("charge A1"));
  CHECK(g.rule("move A1+A2 to=e3") == "TTS-ACT-01");  // not of one box
  g.give("move A1 to=e3");
  CHECK(g.asks() == "TTS-ACT-02");
  CHECK(g.unit("A1").box == at("e2"));
  g.cards({2});
  CHECK(g.unit("A1").box == at("e3"));
}

TEST_CASE("an Ace fails every unit's first activation, a two does not", "[tts][TTS-ACT-03][TTS-ACT-11]") {
  for (const char* unit : {"light_cavalry e2 N", "light_infantry_javelin e2 N", "legionaries e2 N", "spearmen e2 N", "pikemen e2 N",
                           "knights e2 N", "scythed_chariots e2 N"}) {
    INFO(unit);
    const std::string army = "A1 " + std::string(unit) + "; AG general d2 detached" + kRest;
    CHECK(Game(army).need("move A1 to=e3") == 2);
    CHECK(Game(army).act("move A1 to=e3", 1).unit("A1").box == at("e2"));
    CHECK(Game(army).act("move A1 to=e3", 2).unit("A1").box == at("e3"));
  }
}

TEST_CASE("a later card must be greater than the last one, and takes its place", "[tts][TTS-ACT-04][TTS-ACT-06][TTS-DIF-05][TTS-AMB-05]") {
  Game g("A1 spearmen e2 N; AG general e2 detached" + kRest);
  g.act("move A1 to=e3", 4);
  CHECK(g.unit("A1").activation == 4);
  CHECK(g.need("move A1 to=e4") == 5);
  CHECK(g.need("move A1 to=d4") == 6);  // and one difficulty
  g.act("move A1 to=e4", 5);
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(g.unit("A1").activation == 5);
  Game equal("A1 spearmen e2 N activation=4; AG general d2 detached" + kRest);
  equal.act("move A1 to=e3", 4);
  CHECK(equal.unit("A1").box == at("e2"));
  // A card that failed and was replaced is not the card to beat.
  Game replaced("A1 spearmen e2 N activation=6; AG general e2 detached" + kRest);
  replaced.act("move A1 to=e3", 2).say("AG").cards({7});
  CHECK(replaced.unit("A1").activation == 7);
  CHECK(replaced.need("move A1 to=e4") == 8);
}

TEST_CASE("a ten always succeeds, over an earlier ten and over any difficulty", "[tts][TTS-ACT-05][TTS-DIF-09][TTS-DX-03][TTS-AMB-102]") {
  Game g("A1 spearmen e2 N activation=10; AG general d2 detached" + kRest);
  CHECK(g.need("move A1 to=e3") == 11);
  CHECK(g.may("move A1 to=e3"));  // it may be tried
  Game nine = g;
  nine.act("move A1 to=e3", 9);
  CHECK(nine.unit("A1").box == at("e2"));
  g.act("move A1 to=e3", 10);
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.unit("A1").activation == 10);
  Game far("A1 spearmen e2 N activation=8; AG general a8 detached" + kRest);
  CHECK(far.need("turn A1 facing=E") == 11);  // eight, one more, a turn, out of command
  far.give("turn A1 facing=E");
  CHECK(far.question().find("only a 10") != std::string::npos);
  far.cards({10});
  CHECK(far.unit("A1").facing == Facing::E);
}

TEST_CASE("a failed card ends the whole command's turn, others go on", "[tts][TTS-ACT-07][TTS-SEQ-04]") {
  Game g("A1 spearmen e2 N; A2 spearmen g2 N; A3 spearmen i2 N command=2; AG general c2 detached; AH general with=A3 command=2" + kRest);
  g.act("move A1 to=e3", 1);
  CHECK(g.unit("A1").activation == 0);
  CHECK(g.rule("move A2 to=g3") == "TTS-SEQ-04");
  CHECK(g.rule("rally A1") == "TTS-SEQ-04");
  CHECK(g.state().active == Side::A);
  CHECK(g.may("move A3 to=i3"));
}

TEST_CASE("activation cards lie on the units, all others on the baseline", "[tts][TTS-DECK-05][TTS-DECK-06][TTS-DECK-08]") {
  Game g("A1 spearmen e3 N; AG general d3 detached; B1 spearmen e4 S" + kRest);
  const auto& mine = [&]() -> const Deck& { return g.state().side(Side::A).deck; };
  const auto& theirs = [&]() -> const Deck& { return g.state().side(Side::B).deck; };
  g.act("charge A1 target=B1", 6);
  CHECK(mine().on_units[6] == 1);
  g.cards({7, 9, 8, 10});  // strikes home, saved, struck back, saved
  CHECK(mine().out[7] == 1);
  CHECK(mine().on_units[7] == 0);
  CHECK(theirs().out[9] == 1);
  CHECK(theirs().out[8] == 1);
  CHECK(theirs().on_units[9] == 0);
  CHECK(mine().out[10] == 1);
  CHECK(mine().drawn() == 3);
  Game ace("A1 light_cavalry e2 N; A2 spearmen a1 N; B1 warriors l8 S");
  ace.act("move A1 to=e3", 1);  // worth one: it fails
  CHECK(ace.unit("A1").box == at("e2"));
  CHECK(ace.state().active == Side::B);
}

TEST_CASE("blows, evades and shots at a unit leave its activation value", "[tts][TTS-ACT-10][TTS-EVD-18]") {
  Game g("A1 spearmen e3 N; A2 bowmen c2 N; AG general d3 detached; B1 light_cavalry e4 S activation=7; B2 spearmen c4 S activation=6" +
         kRest);
  g.act("charge A1 target=B1", 6);
  CHECK(g.asks() == "TTS-EVD-T1");
  g.cards({9});
  CHECK(g.unit("B1").box == at("e5"));
  CHECK(g.unit("B1").activation == 7);
  CHECK(g.state().side(Side::B).deck.on_units[9] == 0);
  CHECK(g.unit("A1").activation == 6);
  g.act("shoot A2 target=B2", 3).cards({9, 2});
  CHECK(g.unit("B2").disorder == 1);
  CHECK(g.unit("B2").activation == 6);
  Game blows("A1 spearmen e3 N; AG general d3 detached; B1 spearmen e4 S activation=4" + kRest);
  blows.act("charge A1 target=B1", 5).cards({9, 10, 9, 10});
  CHECK(blows.unit("A1").activation == 5);
  CHECK(blows.unit("B1").activation == 4);
}

TEST_CASE("turns go command by command", "[tts][TTS-SEQ-01][TTS-SEQ-02][TTS-SEQ-03]") {
  Game g("A1 spearmen c2 N; A2 spearmen e2 N; A3 spearmen i2 N command=2; AG general with=A1; AH general with=A3 command=2" + kRest);
  CHECK(g.rule("move B8 to=l7") == "TTS-SEQ-01");
  g.act("move A1 to=c3", 3);
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Active);
  g.act("move A2 to=e3", 3);
  g.act("move A3 to=i3", 3);  // another command is taken up: the first is done
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);
  CHECK(g.rule("move A1 to=c4") == "TTS-SEQ-04");
  CHECK(g.state().active == Side::A);
}

TEST_CASE("units act again and again, in any order, each action settled before the next", "[tts][TTS-SEQ-08][TTS-SEQ-09]") {
  Game g("A1 spearmen c2 N; A2 spearmen e2 N; AG general d2 detached" + kRest);
  g.give("move A1 to=c3");
  CHECK(g.rule("move A2 to=e3") == "TTS-SEQ-08");
  g.cards({3});
  g.act("move A2 to=e3", 3).act("move A1 to=c4", 5).act("turn A1 facing=E", 9).act("move A2 to=e4", 6);
  CHECK(g.unit("A1").facing == Facing::E);
  CHECK(g.unit("A2").box == at("e4"));
}

TEST_CASE("there are four kinds of activation: move, charge, shoot, rally", "[tts][TTS-SEQ-07]") {
  const Game g("A1 bowmen e2 N disorder=1; A2 spearmen c3 N; AG general d2 detached; B1 spearmen c4 S; B2 spearmen e4 S" + kRest);
  for (const char* order : {"move A1 to=e3", "charge A2 target=B1", "shoot A1 target=B2", "rally A1"}) {
    INFO(order);
    Game each = g;
    each.give(order);
    CHECK(each.asks() == "TTS-ACT-02");
    each.cards({5});
    CHECK(each.unit(order[order[0] == 'c' ? 8 : 6] == '2' || order[0] == 'c' ? "A2" : "A1").activation == 5);
  }
}

TEST_CASE("passing needs no card and is no failure", "[tts][TTS-ACT-17]") {
  Game g("A1 spearmen c2 N; A3 spearmen i2 N command=2; AG general with=A1; AH general with=A3 command=2" + kRest);
  g.act("move A1 to=c3", 3);
  g.give("pass A-1");
  CHECK(g.idle());
  for (const Event& event : g.events())
    if (const auto* ended = std::get_if<CommandEnded>(&event)) CHECK(ended->why == "passed");
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);
  CHECK(g.state().active == Side::A);
  CHECK(g.may("move A3 to=i3"));
}

TEST_CASE("when all commands are done the turn ends, cards are gathered and the sides swap", "[tts][TTS-SEQ-05][TTS-DECK-07][TTS-AMB-63]") {
  Game g("A1 spearmen e3 N; AG general with=A1; A8 spearmen a1 N; B1 spearmen e4 S; B8 spearmen l8 S");
  g.act("charge A1 target=B1", 6).cards({7, 9, 2});
  CHECK(g.state().side(Side::A).deck.drawn() == 2);
  CHECK(g.state().side(Side::B).deck.drawn() == 2);
  g.give("pass A-1");
  CHECK(g.state().active == Side::B);
  CHECK(g.state().turn == 2);
  CHECK(g.unit("A1").activation == 0);
  CHECK(g.state().side(Side::A).deck.drawn() == 0);
  CHECK(g.state().side(Side::B).deck.drawn() == 0);
  for (const auto& [id, command] : g.state().commands) CHECK(command.status == CommandStatus::NotYet);
}

TEST_CASE("five players of a side act at once where they share no box, each with several commands", "[tts][TTS-SEQ-01][TTS-BID-05]") {
  std::string units, commands;
  for (int i = 0; i < 5; ++i) {
    const std::string n = std::to_string(i + 1);
    units += "A" + n + " spearmen " + static_cast<char>('a' + 4 * i) + "2 N command=" + n + "; AG" + n + " general with=A" + n +
             " command=" + n + "; ";
    commands += (i > 0 ? "," : "") + std::string(R"({"id":)") + n + R"(,"player":"player )" + n + "\"}";
  }
  units += "A6 spearmen a5 N command=6; AG6 general with=A6 command=6; A7 spearmen f2 N command=2; ";
  commands += R"(,{"id":6,"player":"player 1"})";
  Game g(units + "B1 warriors t8 S", 20, 8, R"("sides":{"A":{"commands":[)" + commands + "]}}");
  g.give("move A1 to=a3").give("move A2 to=e3").give("move A3 to=i3").give("move A4 to=m3").give("move A5 to=q3");
  CHECK(g.state().agenda.open_waits().size() == 5);
  CHECK(g.rule("move A7 to=f3") == "TTS-SEQ-08");  // next to the order of its own command
  CHECK(g.rule("move A6 to=a6") == "TTS-SEQ-08");  // one player, one order at a time
  g.cards({5});
  CHECK(g.unit("A1").box == at("a3"));
  g.give("move A6 to=a6");  // his other command: his first is done, the others' go on
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Ended);
  for (const char* id : {"A-2", "A-3", "A-4", "A-5", "A-6"}) CHECK(g.state().commands.at({id}).status == CommandStatus::Active);
}

TEST_CASE("a deck has eight cards of each value and is shuffled when it runs out, chits from a bag are not counted",
          "[tts][TTS-DECK-01][TTS-DECK-03][TTS-DECK-04][TTS-AMB-64]") {
  Game g("A1 light_cavalry e2 N; AG general with=A1; B1 warriors l8 S");
  State s = g.state();
  for (int i = 0; i < 8; ++i) s = Rules::evolve(std::move(s), CardTurned{Side::A, "save", {}, 7, 5, true, i == 0, {}, {}});
  const Command move = Game::command("move A1 to=e3");
  for (const Event& event : Rules::decide(s, Viewer::A, move)) s = Rules::evolve(std::move(s), event);
  const engine::AnswerWait seven{.wait = {}, .answer = {.values = {7}}};
  CHECK(Rules::judge(s, Viewer::A, seven).reasons.front().rule == "TTS-DECK-01");
  State chits = s;
  chits.options.chits = true;
  CHECK(Rules::judge(chits, Viewer::A, seven).allowed());
  for (int value = 1; value <= 10; ++value)
    for (int i = 0; i < 8 && value != 7; ++i)
      s = Rules::evolve(std::move(s), CardTurned{Side::A, "save", {}, value, 5, true, false, {}, {}});
  CHECK(s.side(Side::A).deck.drawn() == 80);
  CHECK(s.side(Side::B).deck.drawn() == 0);  // each player has his own
  CHECK(Rules::judge(s, Viewer::A, seven).allowed());
  // Shuffled: the next card is drawn from all but those that lie on the table.
  for (const Event& event : Rules::decide(s, Viewer::A, seven)) s = Rules::evolve(std::move(s), event);
  CHECK(s.side(Side::A).deck.out[7] == 2);  // one lies on units since before, one is new
  CHECK(s.side(Side::A).deck.drawn() == 2);
}

}  // namespace activation_tests
