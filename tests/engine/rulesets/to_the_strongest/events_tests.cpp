// Events say all that changes; evolve writes it and works nothing out.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace events_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

const char* const kArmies = "A1 cavalry e2 N weapons=bow veteran hero; A2 warriors a1 N; B1 warriors l8 S";
State with_cards_out(State state, int cards) {
  for (int i = 0; i < cards; ++i)
    state =
        Rules::evolve(std::move(state), CardTurned{.side = Side::A, .purpose = "save", .card = 1 + i / 8, .need = 5, .on_units = i == 0});
  return state;
}

}  // namespace

TEST_CASE("a card says whether the pile was shuffled before it", "[tts][events][TTS-AMB-64]") {
  const State out = with_cards_out(Game(kArmies).state(), 80);
  CHECK(out.side(Side::A).deck.drawn() == 80);
  const State plain = Rules::evolve(State(out), CardTurned{.side = Side::A, .card = 3});
  CHECK(plain.side(Side::A).deck.drawn() == 81);  // nothing is shuffled unless the event says so
  const State shuffled = Rules::evolve(State(out), CardTurned{.side = Side::A, .card = 3, .reshuffled = true});
  CHECK(shuffled.side(Side::A).deck.drawn() == 2);
  CHECK(shuffled.side(Side::A).deck.out[1] == 1);
  CHECK(shuffled.side(Side::A).deck.out[3] == 1);
  for (const int cards : {79, 80}) {
    State state = with_cards_out(Game(kArmies).state(), cards);
    const Command order = Game::command("move A1 to=e3");
    for (const Event& event : Rules::decide(state, Viewer::A, order)) state = Rules::evolve(std::move(state), event);
    const engine::AnswerWait ten{.wait = {}, .answer = {.values = {10}}};
    bool said = false;
    for (const Event& event : Rules::decide(state, Viewer::A, ten))
      if (const auto* card = std::get_if<CardTurned>(&event)) said = card->reshuffled;
    CHECK(said == (cards == 80));
  }
}

TEST_CASE("dismounting says all that the unit becomes", "[tts][events][TTS-DSM-04][TTS-AMB-116]") {
  Game g(kArmies);
  g.act("dismount A1", 10);
  const Unit& archers = g.unit("A1");
  CHECK(archers.type == Type::LightInfantryOther);
  CHECK(archers.ammo_max == 4);
  CHECK(archers.ammo == 4);
  CHECK(archers.hits == 1);
  CHECK(archers.medals == 1);
  CHECK(archers.weapons == only(Weapon::Bow));
  const State as_told = Rules::evolve(State(Game(kArmies).state()), UnitDismounted{.unit = {"A1"},
                                                                                   .type = Type::LightInfantryJavelin,
                                                                                   .size = Size::Small,
                                                                                   .weapons = only(Weapon::Sling),
                                                                                   .hits = 3,
                                                                                   .medals = 2,
                                                                                   .chits = 5,
                                                                                   .chits_most = 6});
  const Unit& told = as_told.units.at({"A1"});
  CHECK(told.size == Size::Small);
  CHECK(told.weapons == only(Weapon::Sling));
  CHECK(told.hits == 3);
  CHECK(told.medals == 2);
  CHECK(told.ammo == 5);
  CHECK(told.ammo_max == 6);
}

TEST_CASE("the loss of a hero is said", "[tts][events][TTS-HERO-04]") {
  const State lost = Rules::evolve(State(Game(kArmies).state()), UnitLost{{"A1"}, "failed its save"});
  CHECK(lost.units.at({"A1"}).hero);
  CHECK_FALSE(Rules::evolve(State(lost), HeroLost{{"A1"}}).units.at({"A1"}).hero);
  Game g("A1 light_cavalry e4 N hero; A2 warriors a1 N; B1 light_infantry_javelin e5 S; B2 warriors l8 S");
  g.act("charge A1 target=B1", 9).say("stand").cards({1}).say("no").cards({10, 1});
  CHECK(g.unit("A1").where == Where::Lost);
  CHECK_FALSE(g.unit("A1").hero);
}

TEST_CASE("the ground that is laid is told", "[tts][events][TTS-TPL-13]") {
  Field field = Field::open_ground(12, 8);
  field.set_ground(at("c3"), Ground::Wood);
  const State told = Rules::evolve(State(Game(kArmies).state()), GroundLaid{field});
  CHECK(told.field == field);
}

}  // namespace events_tests
