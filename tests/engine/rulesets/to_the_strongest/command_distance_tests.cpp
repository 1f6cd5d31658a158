// In and out of command.
#include "engine/rulesets/to_the_strongest/topics/activation.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace command_distance_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

TEST_CASE("a unit more than two boxes from its general is out of command, diagonals count one",
          "[tts][TTS-CMD-01][TTS-DX-23][TTS-AMB-28]") {
  const Game g("A1 spearmen f6 N; A2 spearmen g5 N; A3 spearmen d2 N; A4 spearmen d1 N; AG general d4 detached; B1 warriors a8 S");
  CHECK(command_distance(g.board(), g.unit("A1")) == 2);
  CHECK_FALSE(out_of_command(g.board(), g.unit("A1")));
  CHECK(command_distance(g.board(), g.unit("A2")) == 3);
  CHECK(out_of_command(g.board(), g.unit("A2")));
  CHECK_FALSE(out_of_command(g.board(), g.unit("A3")));
  CHECK(out_of_command(g.board(), g.unit("A4")));
}

TEST_CASE("out of command is one difficulty, two pips for a deep unit", "[tts][TTS-CMD-02]") {
  const Game g("A1 spearmen f7 N; A2 pikemen h7 N; A3 legionaries j7 N; A4 spearmen d5 N; AG general d4 detached; B1 warriors a8 S");
  CHECK(g.need("move A4 to=d6") == 2);
  CHECK(g.need("move A1 to=f8") == 3);
  CHECK(g.need("move A2 to=h8") == 4);
  CHECK(g.need("move A3 to=j8") == 3);
  CHECK(g.need("turn A1 facing=E") == 4);
}

TEST_CASE("light troops are never out of command", "[tts][TTS-CMD-03]") {
  const Game g("A1 light_infantry_javelin l4 N; A2 light_cavalry l1 N; A3 scythed_chariots l6 N; AG general a1 detached; B1 warriors a8 S");
  for (const char* id : {"A1", "A2", "A3"}) CHECK_FALSE(out_of_command(g.board(), g.unit(id)));
  CHECK(g.need("move A1 to=l5") == 2);
}

TEST_CASE("command distance is taken where the unit stands when it is ordered", "[tts][TTS-CMD-04]") {
  const Game g(
      "A1 cavalry d6 N; A2 cavalry h7 S; AG general d4 detached; AH general with=A3 command=2; A3 spearmen a1 N command=2; B1 warriors l1 S");
  CHECK(g.need("move A1 to=d8") == 2);           // it ends four boxes away
  CHECK(g.need("move A2 to=h5 facing=S") == 3);  // nearer the general, but it starts out of command
}

TEST_CASE("a command that lost its general is out of command unless the senior one is near", "[tts][TTS-CMD-05][TTS-GEN-40]") {
  const Game g(
      "A1 spearmen f6 N; A2 spearmen g8 N; A3 light_infantry_javelin h8 N; A5 spearmen l1 N command=2; AG general with=A1; AH general l1 detached "
      "senior command=2; B1 warriors a8 S");
  CHECK_FALSE(out_of_command(g.board(), g.unit("A2")));
  State lost = g.state();
  lost.generals.at({"AG"}).status = Status::Killed;
  CHECK(out_of_command(Board(lost), lost.units.at({"A1"})));
  CHECK(out_of_command(Board(lost), lost.units.at({"A2"})));
  CHECK_FALSE(out_of_command(Board(lost), lost.units.at({"A3"})));
  lost.generals.at({"AH"}).box = at("f7");
  CHECK_FALSE(out_of_command(Board(lost), lost.units.at({"A1"})));
  CHECK_FALSE(out_of_command(Board(lost), lost.units.at({"A2"})));
}

TEST_CASE("an attached general's distance is counted from his unit's box", "[tts][TTS-CMD-06]") {
  const Game g("A1 spearmen f6 N; A2 spearmen g8 N; A3 spearmen i8 N; AG general with=A1; B1 warriors a8 S");
  CHECK(command_distance(g.board(), g.unit("A2")) == 2);
  CHECK(command_distance(g.board(), g.unit("A3")) == 3);
  State s = g.state();
  s.units.at({"A1"}).box = at("i6");
  CHECK(command_distance(Board(s), s.units.at({"A3"})) == 2);
}

TEST_CASE("the senior general commands every unit of the army", "[tts][TTS-GEN-23]") {
  const std::string army =
      "A1 spearmen f6 N; A5 spearmen l1 N command=2; AG general a1 detached; B1 warriors a8 S; AH general e6 detached command=2";
  const Game senior(army + " senior"), plain(army);
  CHECK_FALSE(out_of_command(senior.board(), senior.unit("A1")));
  CHECK(out_of_command(plain.board(), plain.unit("A1")));
}

TEST_CASE("a straddling unit is as near as the nearer of its two boxes", "[tts][TTS-AMB-29]") {
  for (const auto& [box, second] : {std::pair{"f4", "g4"}, std::pair{"g4", "f4"}}) {
    INFO(box);
    const Game g("A1 spearmen " + std::string(box) + " N second_box=" + second + "; AG general d4 detached; B1 warriors a8 S");
    CHECK(command_distance(g.board(), g.unit("A1")) == 2);
    CHECK_FALSE(out_of_command(g.board(), g.unit("A1")));
    CHECK(g.need(std::string("move A1 to=") + box[0] + "5") == 2);
  }
  const Game far("A1 spearmen g4 N second_box=h4; AG general d4 detached; B1 warriors a8 S");
  CHECK(out_of_command(far.board(), far.unit("A1")));
}

}  // namespace command_distance_tests
