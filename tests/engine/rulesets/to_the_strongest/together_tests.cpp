// Both units of a box on one card, and several players of one side.
#include <algorithm>

#include "engine/core/groups.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace together_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

const std::string kRest = "; A9 spearmen a1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";

/// May the order be picked from the menu of the unit?
bool offered(const Game& g, const std::string& unit, const std::string& order) {
  const Command wanted = Game::command(order);
  const auto offers = Rules::offers(g.state(), Viewer::A, UnitId{unit});
  return std::any_of(offers.begin(), offers.end(), [&](const auto& offer) { return offer.verdict.allowed() && offer.command == wanted; });
}
/// A with Ann's and Bob's commands.
Game of_two(const std::string& units, const std::string& more = "") {
  return Game(units, 12, 8, R"("sides":{"A":{"commands":[{"id":1,"player":"Ann"},{"id":2,"player":"Bob"}]},"B":{}})" + more);
}

}  // namespace

TEST_CASE("both units of a box rally on one card, each by a save of its own", "[tts][TTS-ACT-01][TTS-ACT-08][TTS-ACT-09][TTS-RAL-01]") {
  Game g("A1 spearmen e3 N disorder=1; A2 spearmen e3 N disorder=1 rear activation=4; AG general e3 detached" + kRest);
  CHECK(g.need("rally A1+A2") == 5);  // enough for both
  CHECK(offered(g, "A1", "rally A1+A2"));
  CHECK(offered(g, "A2", "rally A2+A1"));
  g.act("rally A1+A2", 6);
  CHECK(g.question().find("rally A1") != std::string::npos);
  g.cards({9});
  CHECK(g.question().find("rally A2") != std::string::npos);
  g.cards({2});
  CHECK(g.idle());
  CHECK(g.unit("A1").disorder == 0);
  CHECK(g.unit("A2").disorder == 1);
  CHECK(g.unit("A1").activation == 6);
  CHECK(g.unit("A2").activation == 6);
  CHECK(g.rule("rally A1+A2") == "TTS-RAL-01");  // one is in good order
  CHECK_FALSE(offered(g, "A1", "rally A1+A2"));
  Game swapped("A1 spearmen e3 N disorder=1; A2 spearmen e3 N disorder=1 rear; AG general e3 detached" + kRest);
  swapped.act("rally A1+A2", 9).give("replace AG");
  CHECK(swapped.state().agenda.open_waits().size() == 1);  // neither save is asked any more
  CHECK(swapped.asks() == "TTS-GEN-08");
}

TEST_CASE("both units of a box bring up ammunition on one card, a chit each", "[tts][TTS-ACT-01][TTS-AMMO-05][TTS-AMMO-07]") {
  Game g("A1 light_infantry_sling e3 N ammo=1; A2 light_infantry_sling e3 N rear ammo=2; AG general e3 detached" + kRest);
  const int reserve = g.state().side(Side::A).reserve_ammo;
  REQUIRE(reserve == 2);
  CHECK(offered(g, "A1", "resupply A1+A2"));
  g.act("resupply A1+A2", 5);
  CHECK(g.unit("A1").ammo == 2);
  CHECK(g.unit("A2").ammo == 3);
  CHECK(g.state().side(Side::A).reserve_ammo == 0);
  Game one("A1 light_infantry_sling e3 N ammo=1; A2 light_infantry_sling e3 N rear ammo=2; AG general e3 detached" + kRest, 12, 8,
           R"("sides":{"A":{"reserve_ammo":1},"B":{}})");
  CHECK(one.rule("resupply A1+A2") == "TTS-AMMO-07");
  CHECK(one.may("resupply A1"));
}

TEST_CASE("both units of a box shoot on one card, the second once the first shot is settled",
          "[tts][TTS-ACT-01][TTS-ACT-08][TTS-SHT-03][TTS-AMMO-02]") {
  const std::string archers = "A1 bowmen e3 N; A2 longbowmen e3 N rear; AG general a1 detached; ";
  Game g(archers + "B1 spearmen e4 S" + kRest);
  CHECK(offered(g, "A1", "shoot A1+A2 target=B1"));
  CHECK(offered(g, "A1", R"({"do":"shoot","units":["A1","A2"],"target":"B1","shots":2})"));
  const int first = g.unit("A1").ammo, second = g.unit("A2").ammo;
  g.act("shoot A1+A2 target=B1", 5);
  CHECK(g.question().find("A1 shoots at B1") != std::string::npos);
  g.cards({9, 2});  // a hit that is not saved
  CHECK(g.question().find("A2 shoots at B1") != std::string::npos);
  g.cards({3});
  CHECK(g.idle());
  CHECK(g.unit("B1").disorder == 1);
  CHECK(g.unit("A1").ammo == first - 1);
  CHECK(g.unit("A2").ammo == second - 1);
  // Its target is gone: nothing is shot, no chit is spent.
  Game gone(archers + "B1 spearmen e4 S disorder=1" + kRest);
  gone.act("shoot A1+A2 target=B1", 5).cards({9, 2});
  CHECK(gone.unit("B1").where == Where::Lost);
  CHECK(gone.idle());
  CHECK(gone.unit("A2").ammo == second);
  // Who cannot hit it does not shoot along: overhead is one box straight ahead.
  CHECK(Game(archers + "B1 spearmen e5 S" + kRest).rule("shoot A1+A2 target=B1") != "");
  CHECK(Game(archers + "B1 spearmen e5 S" + kRest).may("shoot A1 target=B1"));
}

TEST_CASE("both lights of a box shoot and fall back together, keeping or reversing their facing",
          "[tts][TTS-ACT-08][TTS-ACT-14][TTS-MOV-10]") {
  const Game start("A1 light_infantry_sling e4 N; A2 light_infantry_sling e4 N rear; AG general a1 detached; B1 spearmen e5 S" + kRest);
  CHECK(offered(start, "A1", "shoot_and_move A1 target=B1"));
  CHECK(offered(start, "A1", "shoot_and_move A1 target=B1 facing=S"));
  CHECK(offered(start, "A1", "shoot_and_move A1+A2 target=B1"));
  CHECK(offered(start, "A1", "shoot_and_move A1+A2 target=B1 facing=S"));
  Game g = start;
  g.act("shoot_and_move A1+A2 target=B1", 5).cards({2, 3});
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.unit("A2").box == at("e3"));
  CHECK(g.unit("A1").along > g.unit("A2").along);
  Game about = start;
  about.act("shoot_and_move A1+A2 target=B1 facing=S", 5).cards({2, 3});
  CHECK(about.unit("A2").box == at("e3"));
  CHECK(about.unit("A2").facing == Facing::S);
  const Game javelins("A1 light_infantry_javelin e3 N; A2 light_infantry_javelin e3 N rear; AG general a1 detached; B1 spearmen e5 S" +
                      kRest);
  CHECK(javelins.rule("move_and_shoot A1+A2 target=B1") == "TTS-SHT-10");
}

TEST_CASE("the menu sends a detached general with both units of his box, with who turns and goes, and with who moves and shoots",
          "[tts][TTS-EX-33][TTS-GEN-18][TTS-ACT-13]") {
  const Game both("A1 legionaries e3 N; A2 legionaries e3 N rear; AG general e3 detached" + kRest);
  CHECK(offered(both, "A1", "move A1+A2 to=e4"));
  CHECK(offered(both, "A1", R"({"do":"move","units":["A1","A2"],"to":"e4","generals":["AG"]})"));
  const Game horse("A1 cavalry e3 N; AG general e3 detached mounted" + kRest);
  CHECK(offered(horse, "A1", R"({"do":"turn","unit":"A1","to":"d3","facing":"W","generals":["AG"]})"));
  const Game light("A1 light_infantry_javelin e3 N; AG general e3 detached; B1 spearmen e5 S" + kRest);
  CHECK(offered(light, "A1", R"({"do":"move_and_shoot","unit":"A1","target":"B1","generals":["AG"]})"));
}

TEST_CASE("hoplites go to their left front by a sideways move and a march, for no plain move leads there",
          "[tts][TTS-MAR-06][TTS-TYPE-64][TTS-MAR-01]") {
  Game g("A1 hoplites e2 N; AG general with=A1" + kRest);
  CHECK(g.need("move A1 to=d3") == 3);
  CHECK(g.need("move A1 to=f3") == 2);  // their right front stays a diagonal
  CHECK(offered(g, "A1", "move A1 to=d3"));
  g.act("move A1 to=d3", 3);
  CHECK(g.unit("A1").box == at("d3"));
  // Next to the enemy nobody marches, and the diagonal is named as what is refused.
  CHECK(Game("A1 hoplites e2 N; AG general with=A1; B1 warriors e4 S; B2 warriors c3 S" + kRest).rule("move A1 to=d3") == "TTS-TYPE-64");
}

TEST_CASE("horse that charge through their own skirmishers strike before them, or behind where their player says so",
          "[tts][TTS-ENT-06][TTS-INT-01][TTS-CHG-26]") {
  const Game start("A1 knights e2 N; A2 light_infantry_sling e3 N; AG general with=A1; B1 spearmen e4 S" + kRest);
  CHECK(offered(start, "A1", "charge A1 target=B1 place=behind"));
  CHECK_FALSE(offered(start, "A1", "charge A1 target=B1 place=front"));  // so they stand without a word
  const auto stands = [&](const std::string& place) {
    Game g = start;
    g.act("charge A1 target=B1 bonus=false" + place, 9).cards({2, 2});
    CHECK(g.unit("A1").box == at("e3"));
    return g.unit("A1").along;
  };
  CHECK(stands("") == 1);
  CHECK(stands(" place=front") == 1);
  CHECK(stands(" place=behind") == -1);
}

TEST_CASE("each camp holds its own share of the ammunition, the first ones what is over", "[tts][TTS-AMB-54][TTS-CAMP-10]") {
  const std::string archers = "A1 spearmen e3 N; A2 spearmen g3 N; B1 bowmen e6 S; B2 bowmen g8 S; B3 bowmen h8 S; AG general f3 detached";
  Game second(archers + "; BC camp e4; BD camp g4" + kRest);
  REQUIRE(second.state().side(Side::B).reserve_ammo == 3);
  second.act("move A2 to=g4", 9);
  CHECK(second.state().side(Side::B).reserve_ammo == 2);
  second.act("move A1 to=e4", 9);
  CHECK(second.state().side(Side::B).reserve_ammo == 0);
}

TEST_CASE("each player of a side plays from a deck of his own", "[tts][TTS-DECK-01][TTS-DECK-03][TTS-PTS-06][TTS-AMB-64]") {
  const std::string units =
      "A1 spearmen a1 N; A2 spearmen c1 N command=2; AG general with=A1; AH general with=A2 command=2; B1 spearmen l8 S";
  const auto after = [](const Game& g, const std::vector<std::string>& sevens, const char* order) {
    State s = g.state();
    for (const std::string& player : sevens) {
      CardTurned card{.side = Side::A, .purpose = "save", .card = 7, .need = 5, .success = true};
      if (!player.empty()) card.player = player;
      s = Rules::evolve(std::move(s), card);
    }
    for (const Event& event : Rules::decide(s, Viewer::A, Game::command(order))) s = Rules::evolve(std::move(s), event);
    CHECK_FALSE(Rules::broken_invariant(s).has_value());
    return s;
  };
  const auto rule = [](const State& s) {
    const engine::Verdict verdict = Rules::judge(s, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.values = {7}}});
    return verdict.allowed() ? std::string() : verdict.reasons.front().rule;
  };
  const Game two = of_two(units), one(units);  // one player leads both commands
  const std::vector<std::string> ann(8, "Ann"), joint(8, "");
  CHECK(rule(after(two, ann, "move A1 to=a2")) == "TTS-DECK-01");
  CHECK(rule(after(two, ann, "move A2 to=c2")).empty());
  CHECK(rule(after(one, joint, "move A2 to=c2")) == "TTS-DECK-01");
  const State s = after(two, {"Ann", "Ann", "Bob"}, "move A1 to=a2");
  const engine::Wait wait = s.agenda.open_waits().front();
  CHECK(wait.chance->source == "deck A of Ann");
  const auto pile = Rules::pile(s, wait);
  REQUIRE(pile);
  CHECK(pile->all == std::vector<int>(10, 8));
  CHECK(pile->left.at(6) == 6);
  CHECK(Showing::pending(s, wait)->thrown.source == "deck A of Ann");
  Game played = two;
  played.act("move A2 to=c2", 5);
  CHECK(played.state().side(Side::A).decks.at("Bob").on_units[5] == 1);
  CHECK(played.state().side(Side::A).deck.drawn() == 0);
  CHECK(played.state().side(Side::A).drawn() == 1);
  CHECK(Game::read(played.json()) == played.state());
  played.give("end_turn");
  CHECK(played.state().side(Side::A).decks.empty());
}

TEST_CASE("cards of an older log, in which nobody says whose they are, are counted together", "[tts][TTS-DECK-01][TTS-DECK-03]") {
  Game g = of_two("A1 spearmen a1 N; A2 spearmen c1 N command=2; AG general with=A1; AH general with=A2 command=2; B1 spearmen l8 S");
  const Event old = Game::event_from(Game::event_json(CardTurned{.side = Side::A, .purpose = "save", .card = 7, .need = 5}));
  State s = g.state();
  for (int i = 0; i < 9; ++i) s = Rules::evolve(std::move(s), old);
  CHECK_FALSE(Rules::broken_invariant(s).has_value());
  CHECK(s.side(Side::A).deck.out[7] == 9);
  const engine::Wait asked{.chance = engine::ChanceSpec{.count = 1, .lowest = 1, .highest = 10, .source = "deck A"}};
  CHECK(Rules::pile(s, asked)->left.at(6) == 7);
}

TEST_CASE("into a friend's box a general goes along to either place, and with who shoots and falls back facing about",
          "[tts][TTS-ENT-03][TTS-GEN-18][TTS-ACT-14]") {
  const Game beside("A1 light_infantry_javelin d3 N; A2 spearmen d4 N; AG general d3 detached; B1 spearmen h8 S" + kRest);
  CHECK(offered(beside, "A1", "move A1 to=d4 general=AG"));
  CHECK(offered(beside, "A1", "move A1 to=d4 place=front general=AG") != offered(beside, "A1", "move A1 to=d4 place=behind general=AG"));
  const Game shoots("A1 light_infantry_sling e3 N; AG general e3 detached; B1 spearmen e5 S" + kRest);
  CHECK(offered(shoots, "A1", "shoot_and_move A1 target=B1 general=AG"));
  CHECK(offered(shoots, "A1", "shoot_and_move A1 target=B1 facing=S general=AG"));
}

TEST_CASE("each player of a side draws a stratagem, and a king that is noted leaves the other card in hand",
          "[tts][TTS-STR-02][TTS-STR-20]") {
  Game g = of_two(
      "A1 spearmen; A2 spearmen command=2; A3 spearmen; AG general with=A1; AH general with=A2 command=2; B1 spearmen; BG "
      "general with=B1",
      R"(,"phase":"stratagems")");
  const std::string draw = R"({"do":"draw_stratagem","side":"A"})";
  g.give(draw).cards({4});  // J spades
  CHECK(g.may(draw));
  g.give(R"({"do":"draw_stratagem","side":"B"})").cards({8});
  CHECK(g.state().phase == Phase::Stratagems);
  CHECK(Rules::now(g.state()).who == Viewer::A);
  g.give(draw).cards({12});  // K spades
  CHECK(g.state().phase == Phase::Scouting);
  g.give(R"({"do":"note","card":"KS","unit":"A3"})", Viewer::A);
  REQUIRE(g.state().side(Side::A).stratagems.size() == 1);
  CHECK(g.state().side(Side::A).stratagems.at(0).value == "JS");
  // Of one player it is one card, also when he has noted it.
  Game one = before("stratagems", kUnplaced);
  one.give(draw).cards({12}).give(R"({"do":"note","card":"KS","unit":"A3"})", Viewer::A);
  CHECK(one.rule(draw) == "TTS-STR-02");
  one.give(R"({"do":"draw_stratagem","side":"B"})").cards({8});
  CHECK(one.state().phase == Phase::Scouting);
}

TEST_CASE("a pass names its command where more than one may be meant", "[tts][TTS-SEQ-02][TTS-SEQ-03][TTS-ACT-17]") {
  const std::string units =
      "A1 spearmen b2 N; A2 spearmen h2 N command=2; AG general a1 detached; AH general with=A2 command=2; B1 spearmen l8 S";
  Game g = of_two(units);
  CHECK(g.rule("pass") == "TTS-ACT-17");
  g.act("move A1 to=b3", 1);
  CHECK(g.state().active == Side::A);
  CHECK(g.rule("pass") == "TTS-ACT-17");  // Ann's has failed: Bob's is not passed by a word that names nobody
  g.act("move A2 to=h3", 5).give("pass");
  CHECK(g.state().active == Side::B);
  Game both = of_two(units);
  both.act("move A1 to=b3", 5).act("move A2 to=h3", 5);
  CHECK(both.rule("pass") == "TTS-ACT-17");  // both are under way
  both.give("pass A-1");
  CHECK(both.state().commands.at({"A-2"}).status == CommandStatus::Active);
  Game one("A1 spearmen b2 N; AG general with=A1; B1 spearmen l8 S");
  CHECK(one.give("pass").state().active == Side::B);
}

TEST_CASE("another player's general rides and a card may still be swapped", "[tts][TTS-GEN-08][TTS-SEQ-01]") {
  const std::string units =
      "A1 legionaries b2 N; A2 legionaries i2 N command=2; AG general with=A1; AH general i2 detached command=2; B1 spearmen l8 S";
  Game g = of_two(units);
  g.act("move A1 to=b3", 9).give("command_move AH to=j3");
  g.give("replace AG").cards({4});
  CHECK(g.unit("A1").activation == 4);
  CHECK(g.general("AH").box == at("j3"));
  Game own(units);  // one player leads both commands
  own.act("move A1 to=b3", 9).give("command_move AH to=j3");
  CHECK(own.rule("replace AG") == "TTS-GEN-08");
}

TEST_CASE("what two units of a box may do together is found by who acts in it", "[tts][TTS-ACT-01]") {
  const auto acting = [](const Command& command) { return std::visit([](const auto& one) { return engine::acting_in(one); }, command); };
  Command both = Game::command("move A1+A2 to=e4");
  CHECK(acting(both) == std::vector<UnitId>{{"A1"}, {"A2"}});
  CHECK(acting(Game::command("rally A1")) == std::vector<UnitId>{{"A1"}});
  CHECK(acting(Command{EndTurn{}}).empty());
  std::visit([](auto& one) { engine::keep_acting(one, {UnitId{"A2"}}); }, both);
  CHECK(acting(both) == std::vector<UnitId>{{"A2"}});
}

}  // namespace together_tests
