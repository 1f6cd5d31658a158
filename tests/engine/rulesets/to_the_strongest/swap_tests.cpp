// A success swapped for a new card: what it brought about is undone, camps, generals and losses too.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace swap_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

const std::string kRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general with=B9";
int medals(const Game& g, Side side) { return g.state().side(side).medals; }

}  // namespace

TEST_CASE("a swapped success gives back the camp it took, with medals, points and ammunition",
          "[tts][TTS-GEN-08][TTS-AMB-04][TTS-CAMP-08]") {
  Game g("A1 legionaries d7 N; AG general with=A1; B1 bowmen h8 S; BC camp d8" + kRest);
  const int before = medals(g, Side::B), chits = g.state().side(Side::B).reserve_ammo;
  REQUIRE(chits > 0);
  const int lost = points_lost(g.state(), g.state().commands.at({"B-1"}));
  g.act("move A1 to=d8", 9);
  CHECK(g.state().camps.at({"BC"}).controller == Side::A);
  CHECK(g.state().side(Side::B).reserve_ammo == 0);
  g.give("replace AG");
  CHECK(g.unit("A1").box == at("d7"));
  CHECK(g.state().camps.at({"BC"}).controller == Side::B);
  CHECK(medals(g, Side::B) == before);
  CHECK(g.state().side(Side::B).reserve_ammo == chits);
  CHECK(points_lost(g.state(), g.state().commands.at({"B-1"})) == lost);
  Game again = g;
  g.cards({1});  // the activation fails
  CHECK(g.state().camps.at({"BC"}).controller == Side::B);
  CHECK(g.happened("turn_ended"));
  again.cards({4});  // it succeeds anew: taken once
  CHECK(medals(again, Side::B) == before - 3);
  CHECK(again.state().side(Side::B).reserve_ammo == 0);
}

TEST_CASE("a retaken camp is the enemy's again when the move is taken back", "[tts][TTS-GEN-08][TTS-CAMP-08]") {
  Game g("A1 legionaries d2 S; AG general with=A1; AC camp d1; B1 spearmen f1 S" + kRest);
  State s = g.state();
  s.camps.at({"AC"}).controller = Side::B;
  const auto say = [&](const Command& command) {
    for (const Event& event : Rules::decide(s, Viewer::A, command)) s = Rules::evolve(std::move(s), event);
  };
  const auto card = [&](int value) {
    engine::AnswerWait answer;
    answer.answer.values = {value};
    say(answer);
  };
  const int before = s.side(Side::A).medals;
  say(Game::command("move A1 to=d1"));
  card(9);
  CHECK(s.camps.at({"AC"}).controller == Side::A);
  CHECK(s.side(Side::A).medals == before + 3);
  say(Game::command("replace AG"));
  CHECK(s.camps.at({"AC"}).controller == Side::B);
  CHECK(s.side(Side::A).medals == before);
}

TEST_CASE("a lone general who made way stands where he stood when the move is taken back", "[tts][TTS-GEN-08][TTS-ADV-03]") {
  Game g("A1 legionaries d4 N; AG general with=A1; BH general d5 detached command=2; B2 spearmen h7 S command=2" + kRest);
  g.act("move A1 to=d5", 9);
  CHECK(g.general("BH").box == at("h7"));  // the only unit of his command
  g.give("replace AG");
  CHECK(g.general("BH").box == at("d5"));
  CHECK(g.unit("A1").box == at("d4"));
}

TEST_CASE("who was lost because it could not evade is back when the charge is taken back", "[tts][TTS-GEN-08][TTS-EVD-12]") {
  Game g(
      "A1 spearmen e3 N; AG general with=A1; B1 light_infantry_javelin e4 S hero; A2 spearmen d5 N; A3 spearmen e5 N; A4 spearmen f5 N; A5 "
      "spearmen d4 N; A6 spearmen f4 N" +
      kRest);
  const int before = medals(g, Side::B);
  g.act("charge A1 target=B1", 9);
  CHECK(g.unit("B1").where == Where::Lost);
  CHECK(g.unit("A1").box == at("e4"));
  CHECK(medals(g, Side::B) == before - 1);
  g.give("replace AG");
  CHECK(g.unit("B1").where == Where::OnTable);
  CHECK(g.unit("B1").box == at("e4"));
  CHECK(g.unit("B1").hero);
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(medals(g, Side::B) == before);
}

TEST_CASE("formations, ammunition brought up, straddling and boats are swapped like any other success", "[tts][TTS-GEN-08]") {
  Game form("A1 legionaries d2 N; AG general with=A1; B1 spearmen h7 S" + kRest);
  form.act("form A1 formation=orbis", 9).give("replace AG");
  CHECK(form.unit("A1").formation == Formation::Line);
  form.cards({4});
  CHECK(form.unit("A1").formation == Formation::Orbis);
  Game fetch("A1 bowmen d2 N ammo=1; AG general with=A1; B1 spearmen h7 S" + kRest);
  const int reserve = fetch.state().side(Side::A).reserve_ammo;
  REQUIRE(reserve > 0);
  fetch.act("resupply A1", 9).give("replace AG");
  CHECK(fetch.unit("A1").ammo == 1);
  CHECK(fetch.state().side(Side::A).reserve_ammo == reserve);
  Game across("A1 spearmen d2 N; AG general with=A1; B1 spearmen h7 S" + kRest);
  across.act("straddle A1 to=e2", 9).give("replace AG");
  CHECK_FALSE(across.unit("A1").second_box.somewhere());
  across.cards({4});
  CHECK(across.unit("A1").second_box == at("e2"));
  Game boat("A1 bowmen e2 N boat; AG general with=A1; B1 spearmen h7 S; water e3" + kRest);
  boat.act("board A1 to=e3", 9).give("replace AG");
  CHECK_FALSE(boat.unit("A1").afloat);
  CHECK(boat.unit("A1").box == at("e2"));
}

TEST_CASE("a success that takes a unit off the table is not swapped", "[tts][TTS-GEN-08]") {
  Game g("A1 spearmen d8 N; AG general with=A1; B1 spearmen h7 S" + kRest);
  g.act("move A1 to=off", 9);
  CHECK(g.rule("replace AG") == "TTS-GEN-08");
}

TEST_CASE("a card is not swapped once the general has ridden on", "[tts][TTS-GEN-08][TTS-GEN-05][TTS-GEN-14]") {
  const auto ridden = [](const std::string& along, const std::string& to) {
    Game g("A1 legionaries d2 N; AG general d2 detached" + kRest);
    g.act("move A1 to=d3" + along, 9);
    REQUIRE(g.may("replace AG"));
    g.give("command_move AG to=" + to);
    CHECK(g.rule("replace AG") == "TTS-GEN-08");
    CHECK(g.general("AG").box == at(to.c_str()));
  };
  ridden(" general=AG", "e4");
  ridden("", "e3");
}

TEST_CASE("a swapped rally says nothing of units that never moved", "[tts][TTS-GEN-08]") {
  Game g("A1 legionaries d2 N disorder=1; AG general with=A1; B1 spearmen h7 S" + kRest);
  g.act("rally A1", 9);
  g.give("replace AG");
  CHECK_FALSE(g.happened("unit_moved"));
}

TEST_CASE("a swap that another player's card has closed is told to be closed", "[tts][TTS-GEN-08][TTS-SEQ-01]") {
  Game g("A1 legionaries b2 N; AG general with=A1; A6 legionaries i2 N command=2; AH general i2 detached command=2; B1 spearmen l8 S", 12,
         8, R"("sides":{"A":{"commands":[{"id":1,"player":"Ann"},{"id":2,"player":"Bob"}]}})");
  g.act("move A1 to=b3", 9);
  REQUIRE(g.may("replace AG"));
  CHECK(g.rule("replace AH") == "TTS-GEN-05");  // no card of his command yet
  g.act("move A6 to=i3", 4);
  CHECK(g.rule("replace AG") == "TTS-GEN-08");
  CHECK(g.may("replace AH"));
}

}  // namespace swap_tests
