// What the screen shows beside advice: the odds of a card from the cards left, glyphs, where an order points.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/rules.hpp"
#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/places.hpp"
#include "tests/engine/rulesets/to_the_strongest/save_rows.hpp"
#include "tests/support/catch.hpp"

namespace screen_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

engine::Pending asked(const Game& g) {
  const auto waits = g.state().agenda.open_waits();
  REQUIRE_FALSE(waits.empty());
  const auto pending = Showing::pending(g.state(), waits.front());
  REQUIRE(pending);
  return *pending;
}

}  // namespace

TEST_CASE("an order's card has its need with what makes it up, and its chance from the cards left", "[tts][TTS-ACT-04][TTS-DECK-01]") {
  Game g("A1 spearmen e3 N; B1 spearmen e8 S" + kFarOff);
  g.give("move A1 to=e4");
  const engine::Pending first = asked(g);
  CHECK(first.thrown.need == 3);  // 2, and 1 more out of command
  CHECK(engine::sum_of(first.thrown.rows) == 3);
  CHECK(first.thrown.per_mille == 800);  // 64 of 80
  g.cards({5});
  g.give("move A1 to=e5");
  const engine::Pending second = asked(g);
  CHECK(second.thrown.need == 7);
  CHECK(second.thrown.per_mille == 406);  // 32 of the 79 that are left: a 5 is gone; 40.51 per cent are 41
}

TEST_CASE("a strike shows how many saves will fail, from both decks as they lie", "[tts][TTS-MEL-03][TTS-SAV-01]") {
  Game g("A1 spearmen e3 N; B1 spearmen e4 S" + kFarOff);
  g.act("charge A1 target=B1", 9);
  const engine::Pending strike = asked(g);
  CHECK(strike.thrown.purpose == "to hit");
  CHECK(strike.thrown.need == 6);
  CHECK(strike.thrown.per_mille == 494);  // 39 of 79
  REQUIRE(strike.outlooks.size() == 2);
  // The hit fails to be saved by the cards 1 to 6 of an untouched deck: 48 of 80.
  CHECK(strike.outlooks[1].per_mille == 296);
  CHECK(strike.outlooks[0].per_mille == 704);
  g.cards({9});
  const engine::Pending save = asked(g);
  CHECK(save.thrown.who == Side::B);
  CHECK(save.thrown.need == 7);
  CHECK(engine::settled(save, {7}).outcome == "saved");
  CHECK(engine::settled(save, {6}).outcome == "not saved");
}

TEST_CASE("who may replay a missed card is told what it needs, how likely that is and what it costs", "[tts][TTS-RPL-01][TTS-HERO-04]") {
  Game g("A1 spearmen e3 N hero; B1 spearmen e4 S" + kFarOff);
  g.act("charge A1 target=B1", 9);
  g.cards({2});
  REQUIRE(g.asks() == "TTS-RPL-01");
  engine::Wait wait = g.state().agenda.open_waits().front();
  CHECK(wait.options.back().text == "replay by the hero");  // as logs have it
  Showing::word(g.state(), wait);
  CHECK(wait.options.front().text == "leave it");
  CHECK(wait.options.back().text == "replay by the hero (6+, 50 %), the hero is then spent");  // 39 of the 78 that are left
}

TEST_CASE("saves are told by the side as the unit faces, and not from those who never charge there", "[tts][TTS-CHG-04][TTS-SAV-06]") {
  Game g("A1 spearmen e3 E; B1 spearmen e8 S; B2 light_cavalry h8 S; B3 artillery i8 S" + kFarOff);
  std::vector<std::string> front, left;
  for (const engine::AdviceLine& line : Rules::advise(g.state(), {{"A1"}, std::nullopt}, Viewer::A).lines) {
    CHECK(line.reason.text.find("artillery") == std::string::npos);
    if (line.reason.text.find("charged from the front by") != std::string::npos) front.push_back(line.reason.text);
    if (line.reason.text.find("charged from the left by") != std::string::npos) left.push_back(line.reason.text);
  }
  REQUIRE(front.size() == 1);
  CHECK(front.front().find("light cavalry") == std::string::npos);
  const auto by_lights = [](const std::string& text) { return text.find("light cavalry") != std::string::npos; };
  CHECK(std::any_of(left.begin(), left.end(), by_lights));
}

TEST_CASE("a camp lies at the rear of its box with its glyph, on the side of whoever holds it", "[tts][TTS-CAMP-01]") {
  Game g("A1 spearmen e3 N; AC camp e1; B1 light_infantry_javelin e4 S; BC camp e4; B2 spearmen h6 S" + kFarOff);
  const auto camp = [&](const char* id) {
    for (const engine::Place& place : Rules::places(g.state()))
      if (place.unit == UnitId{id}) return place;
    FAIL(id);
    return engine::Place{};
  };
  const Length box = g.state().box_size;
  CHECK(camp("AC").on_table);
  CHECK(camp("AC").side == Side::A);
  CHECK(camp("AC").pose.y < box / 2);      // behind the middle of row 1, as A looks
  CHECK(camp("BC").pose.y > box * 7 / 2);  // behind the middle of row 4, as B looks
  CHECK(camp("BC").region == region_of(g.state(), at("e4")));
  CHECK(Showing::marks(g.state(), {"BC"}, Viewer::Both) == std::vector<engine::StateMark>{{engine::Glyph::Camp, 0}});
}

TEST_CASE("disorder, the last card, generals and heroes stand on a unit as glyphs", "[tts]") {
  Game g("A1 spearmen e3 N disorder=1; A2 spearmen c3 N command=2; AH general with=A2 command=2; B1 spearmen e8 S" + kFarOff);
  using engine::Glyph;
  CHECK(Showing::marks(g.state(), {"A1"}, Viewer::Both) == std::vector<engine::StateMark>{{Glyph::Disordered, 0}});
  CHECK(Showing::marks(g.state(), {"A2"}, Viewer::Both) == std::vector<engine::StateMark>{{Glyph::General, 0}});
  g.act("move A2 to=c4", 7);
  CHECK(Showing::marks(g.state(), {"A2"}, Viewer::Both).front() == engine::StateMark{Glyph::ActivationCard, 7});
}

TEST_CASE("a move points at its box with the card it needs, a charge at whom it is made on", "[tts]") {
  Game g("A1 spearmen e3 N; B1 spearmen e4 S" + kFarOff);
  const auto move = Showing::mark_of(g.state(), Game::command("move A1 to=d3"));
  CHECK(move.region.size() == 4);
  CHECK(move.cards);
  CHECK(move.need >= 2);
  const auto charge = Showing::mark_of(g.state(), Game::command("charge A1 target=B1"));
  CHECK(charge.target.text == "B1");
  CHECK(charge.region.empty());
  CHECK(charge.need >= 2);
  CHECK(charge.per_mille.has_value());
}

TEST_CASE("a march is called one in the offer, the question and the history", "[tts][TTS-MAR-01][TTS-MAR-08]") {
  Game g("A1 spearmen e3 N command=2; AH general with=A1 command=2; A2 light_cavalry h3 N; B1 spearmen e8 S" + kFarOff);
  std::vector<std::string> words;
  for (const auto& offer : Rules::offers(g.state(), Viewer::A, UnitId{"A1"}))
    if (offer.verdict.allowed()) words.push_back(Rules::say(g.state(), offer.command));
  const auto has = [&](const std::string& text) { return std::find(words.begin(), words.end(), text) != words.end(); };
  CHECK(has("A1: move to e4"));
  CHECK(has("A1: march to e5"));
  CHECK(has("A1: move to f4"));
  CHECK(has("A1: march to f5"));  // after the diagonal
  words.clear();
  for (const auto& offer : Rules::offers(g.state(), Viewer::A, UnitId{"A2"}))
    if (offer.verdict.allowed()) words.push_back(Rules::say(g.state(), offer.command));
  CHECK(has("A2: move to h5"));
  CHECK(has("A2: march to h6"));
  const Command march = Game::command("move A1 to=e5");
  CHECK(Rules::clause(g.state(), march) == "A1 marches to e5");
  g.give("move A1 to=e5");
  engine::Wait wait = g.state().agenda.open_waits().front();
  CHECK(wait.question == "move with A1: 2+");  // as logs have it
  Showing::word(g.state(), wait);
  CHECK(wait.question == "march with A1: 2+");
}

TEST_CASE("an order of two words is asked for in words, and whoever turns on the spot is told by his verb", "[tts][TTS-ACT-02]") {
  Game g("A1 light_cavalry e3 N ammo=2; B1 spearmen e5 S" + kFarOff);
  engine::Wait wait{.id = {1}, .kind = engine::WaitKind::Chance, .question = "shoot_and_move with A_1: 2+"};
  State asked = g.state();
  asked.agenda.lanes = {{1, {{Step{CardStep{}}, {wait}}}}};
  Showing::word(asked, wait);
  CHECK(wait.question == "shoot and move with A_1: 2+");
  const UnitMoved turned{.unit = {"A1"}, .from = at("e3"), .to = at("e3"), .facing = Facing::E, .how = "turn"};
  CHECK(Rules::tell(g.state(), Event{turned}).ends_with(" faces E in e3"));
}

TEST_CASE("a card's odds say what a failure ends or does", "[tts][TTS-SEQ-04][TTS-SAV-01][TTS-FAIL-01]") {
  Game g("A1 spearmen e3 N command=2; AH general with=A1 command=2; B1 spearmen e4 S" + kFarOff);
  g.give("charge A1 target=B1");
  const engine::Pending order = asked(g);
  CHECK(order.of == "a failure ends command A-2; 80 cards left");
  REQUIRE(order.outlooks.size() == 2);
  CHECK(order.outlooks.front().text == "obeyed");
  CHECK(order.outlooks.front().per_mille + order.outlooks.back().per_mille == 1000);
  g.cards({9});
  g.cards({9});
  const engine::Pending save = asked(g);
  REQUIRE(save.outlooks.size() == 2);
  CHECK(save.outlooks.front().text == "saved");
  CHECK(save.outlooks.back().text == "disordered");
  g.cards({1});
  const engine::Pending again = Showing::pending(g.state(), g.state().agenda.open_waits().front()).value_or(engine::Pending());
  CHECK(again.thrown.purpose == "to strike back");
}

TEST_CASE("who may replace a failed card is told what a new one needs and what it means to accept the failure", "[tts][TTS-GEN-05]") {
  Game g("A1 spearmen e3 N command=2; AH general with=A1 command=2; B1 spearmen e8 S" + kFarOff);
  g.act("move A1 to=e4", 5);
  g.act("move A1 to=e5", 3);
  REQUIRE(g.asks() == "TTS-GEN-05");
  engine::Wait wait = g.state().agenda.open_waits().front();
  Showing::word(g.state(), wait);
  REQUIRE(wait.options.size() == 2);
  CHECK(wait.options.front().text == "replacement card by AH (6+, 51 %), once a turn");  // 40 of the 78 that are left
  CHECK(wait.options.back().text == "accept the failure: command A-2 ends");
}

TEST_CASE("who may throw a shock missile is told what it needs and how likely that is", "[tts][TTS-SHK-04]") {
  Game g("A1 warriors e3 N; B1 legionaries e4 S" + kFarOff);
  g.act("charge A1 target=B1", 9);
  REQUIRE(g.asks() == "TTS-SHK-04");
  engine::Wait wait = g.state().agenda.open_waits().front();
  Showing::word(g.state(), wait);
  CHECK(wait.options.front().text == "throw it now (8+, 30 %)");  // 24 of B's 80
  CHECK(wait.options.back().text == "keep it");
}

}  // namespace screen_tests
