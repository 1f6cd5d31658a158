/// A battle that ends before its last medal.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace ending_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

TEST_CASE("a side gives up while a card is asked for, and the ending says who", "[tts][TTS-VIC-03]") {
  Game game("A1 legionaries e3 N; B1 warriors e6 S; AG general with=A1; BG general with=B1");
  game.give("move A1 to=e4");
  REQUIRE_FALSE(game.asks().empty());
  CHECK_THROWS(game.give(R"({"do":"end_battle","winner":"A"})", Viewer::A));  // only B gives it to A
  CHECK_THROWS(game.give(R"({"do":"end_battle"})", Viewer::A));
  game.give(R"({"do":"end_battle","winner":"B"})", Viewer::A);
  CHECK(game.idle());
  CHECK(game.asks().empty());
  const auto ending = Rules::ending(game.state());
  REQUIRE(ending);
  CHECK(ending->winner == Side::B);
  CHECK(ending->text == "A gives up");
  CHECK(Rules::describe(game.state(), Viewer::Both).front() == "side B has won: A gives up");
  CHECK_THROWS(game.give(R"({"do":"end_battle"})", Viewer::Both));  // it is over
  CHECK(Game::read(game.json()).ended_by == "A gives up");
}

TEST_CASE("both sides agree to stop, and no medals are said to be lost", "[tts][TTS-VIC-03]") {
  Game game("A1 legionaries e3 N; B1 warriors e6 S");
  game.give(R"({"do":"end_battle"})", Viewer::Both);
  const auto ending = Rules::ending(game.state());
  REQUIRE(ending);
  CHECK_FALSE(ending->winner);
  CHECK(ending->text == "both sides agree to stop");
}

TEST_CASE("an ending of an earlier log, which says nothing but who won, is told by the medals", "[tts][TTS-VIC-03]") {
  Game game("A1 legionaries e3 N; B1 warriors e6 S");
  const State over = Rules::evolve(State(game.state()), Game::event_from(R"({"event":"battle_ended","winner":"draw"})"));
  CHECK(Rules::ending(over)->text == "both sides lost their last medal together");
  CHECK(Game::text_of(over).find("ended_by") == std::string::npos);
}

}  // namespace ending_tests
