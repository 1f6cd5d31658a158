/// What the players put right by hand: values, the card of a unit, a unit that is gone, the end of the battle by agreement.
#include <algorithm>

#include "tests/assistant/play/at_screen.hpp"

namespace put_right_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using namespace polemarch::assistant::play::test_screen;

namespace {

void type(At& at, const std::string& words) {
  for (const char letter : words) at.desk.wish(TypeKey{std::string(1, letter)});
  at.desk.wish(TypeKey{"Enter"});
  at.look();
}

}  // namespace

TEST_CASE("a value that the table has otherwise is picked from a list and typed", "[screen][amend]") {
  At at(sample_of("to_the_strongest"));
  at.desk.wish(SelectUnit{{"A2"}});
  at.look();
  REQUIRE(pick(at, "give up, put right"));
  REQUIRE(pick(at, "put a value right"));
  for (int pages = 0; pages < 8 && !pick(at, "disorder, now 0"); ++pages) REQUIRE(pick(at, "more"));
  REQUIRE(at.desk.view().question);
  CHECK(at.desk.view().question->takes_text);
  type(at, "many");  // no number: said in place, nothing is given
  REQUIRE(at.desk.view().question);
  CHECK_FALSE(at.desk.view().question->hint.empty());
  for (int i = 0; i < 4; ++i) at.desk.wish(TypeKey{"Backspace"});
  type(at, "1");
  const json state = json::parse(at.desk.battle().state_text());
  CHECK(state.at("units").at("A2").at("disorder") == 1);
  CHECK(at.desk.view().log.back().text == "Set by hand: disorder of Second cohort is now 1 (agreed at the table)");
}

TEST_CASE("whose turn it is and whose command a unit is in are put right by their names, in capitals or not",
          "[screen][amend][TTS-SEQ-01]") {
  const auto mend = [](At& at, const std::string& value, const std::string& typed) {
    REQUIRE(pick(at, "give up, put right"));
    REQUIRE(pick(at, "put a value right"));
    for (int pages = 0; pages < 8 && !pick(at, value); ++pages) REQUIRE(pick(at, "more"));
    type(at, typed);
    INFO(typed);
    if (const auto asked = at.desk.view().question) FAIL(asked->hint);
    return json::parse(at.desk.battle().state_text());
  };
  for (const char* side : {"B", "b", "Britons", "britons", "BRITONS"}) {
    At at(sample_of("to_the_strongest"));
    CHECK(mend(at, "active, now", side).at("active") == "B");
  }
  for (const char* command : {"A-2", "a-2"}) {
    At at(sample_of("to_the_strongest"));
    at.desk.wish(SelectUnit{{"A1"}});
    at.look();
    CHECK(mend(at, "command, now", command).at("units").at("A1").at("command") == "A-2");
  }
  At at(sample_of("to_the_strongest"));
  REQUIRE(pick(at, "give up, put right"));
  REQUIRE(pick(at, "put a value right"));
  for (int pages = 0; pages < 8 && !pick(at, "active, now"); ++pages) REQUIRE(pick(at, "more"));
  type(at, "Gauls");
  REQUIRE(at.desk.view().question);
  INFO(at.desk.view().question->hint);
  CHECK(holds(at.desk.view().question->hint, "Britons"));
  CHECK_FALSE(holds(at.desk.view().question->hint, "/active"));  // nobody at the table wrote a path
}

TEST_CASE("a unit that both take for lost is taken off by a key, and back by another", "[screen][amend]") {
  for (const char* key : {"to_the_strongest", "hail_caesar"}) {
    At at(sample_of(key));
    const auto there = [&] {
      const auto units = at.desk.view().units;
      return std::count_if(units.begin(), units.end(), [](const auto& unit) { return unit.unit.text == "A2" && unit.on_table; });
    };
    CAPTURE(key, at.desk.view().call);
    REQUIRE(there() == 1);
    at.desk.wish(SelectUnit{{"A2"}});
    at.look();
    REQUIRE(pick(at, "give up, put right"));
    const auto menu = at.desk.view().menu;
    const auto lost = std::ranges::find_if(menu, [](const auto& entry) { return entry.text.ends_with(" off the table, lost"); });
    REQUIRE(lost != menu.end());
    CHECK(lost->text.find("A2") == std::string::npos);  // it is called by its name
    at.desk.wish(lost->intent);
    at.look();
    CHECK(there() == 0);
    at.desk.wish(UndoLast{});
    at.look();
    CHECK(there() == 1);
  }
}

TEST_CASE("the card of a unit is typed at the screen, number by number and row by row, and printed back", "[screen][amend][HM-CARD-T1]") {
  At at(sample_of("hoplomachia"));
  at.desk.wish(SelectUnit{{"A1"}});
  at.look();
  const auto mend = [&](const std::string& value, const std::string& typed) {
    while (pick(at, "back")) {
    }
    REQUIRE(pick(at, "give up, put right"));
    REQUIRE(pick(at, "put a value right"));
    REQUIRE(pick(at, "its card"));
    for (int pages = 0; pages < 8 && !pick(at, value); ++pages) REQUIRE(pick(at, "more"));
    INFO(value);
    REQUIRE(at.desk.view().question);
    type(at, typed);
    REQUIRE_FALSE(at.desk.view().question);
    at.look();
  };
  mend("spear, now 5", "7");
  mend("epi charge, now 4.0 5.0 6.0 6.0 7.0 8.0", "3 4 5 6 7 9");
  mend("fail of charging of andreia chart, now C H H X", "C C H X");
  mend("epi mqual, now no no yes yes yes yes", "no yes yes yes yes yes");
  const json card = json::parse(at.desk.battle().state_text()).at("cards").at("SAMPLE-HOP");
  CHECK(card.at("spear") == 7);
  CHECK(card.at("epi_charge") == json({3, 4, 5, 6, 7, 9}));
  CHECK(card.at("andreia_chart").at("charging").at("fail") == json({"C", "C", "H", "X"}));
  CHECK(card.at("epi_mqual").at(1) == true);
  const ui::ViewState view = at.desk.view();
  for (const char* line : {"spear 7", "Charging: pass C, fail E/F/U/S C/C/H/X", "epidromos 6: charge 9"}) {
    INFO(line);
    CHECK(std::any_of(view.advice.begin(), view.advice.end(), [&](const auto& one) { return holds(one.text, line); }));
  }
}

TEST_CASE("both sides may end a battle as a draw, one may give it up, in every ruleset that has no word of its own for it",
          "[screen][ending]") {
  for (const char* key : {"hail_caesar", "to_the_strongest", "paean", "blade_and_bow"})
    for (const auto& [words, winner] : {std::pair{"both sides: stop the battle as a draw", "draw"}, std::pair{"A gives up", "B"}}) {
      At at(sample_of(key));
      const auto open = [&] { return pick(at, "give up, put right"); };
      at.until(open);  // past what is asked first
      std::string found;
      for (const ui::OptionView& option : at.desk.view().menu) found += option.text + "; ";
      INFO(key << ": " << found);
      const std::string side = at.desk.view().side_names[0];
      const std::string named = std::string(words) == "A gives up" ? side : words;
      REQUIRE(pick(at, named));
      REQUIRE(at.desk.view().question);
      if (std::string(winner) == "B") CHECK(at.desk.view().question->text.starts_with(side));  // by the army's name, not by its letter
      type(at, "yes");
      REQUIRE(at.desk.view().ended);
      CHECK(at.desk.view().ended->winner == winner);
      const std::string told = at.desk.view().ended->text;
      INFO(told);
      CHECK(told.ends_with(std::string(winner) == "B" ? " up" : "both sides agree to stop"));
    }
}

TEST_CASE("an agreement is noted in the midst of a battle of every ruleset, from the end of the menu", "[screen]") {
  for (const char* key : {"hail_caesar", "hoplomachia", "to_the_strongest", "paean", "blade_and_bow"}) {
    INFO(key);
    At at(sample_of(key));
    at.until([&] { return pick(at, "give up, put right"); });
    const std::string before = at.desk.battle().state_text();
    REQUIRE(pick(at, "note an agreement"));
    REQUIRE(at.desk.view().question);
    CHECK(at.desk.view().question->takes_text);
    type(at, "the wood is open");
    CHECK(at.desk.view().log.back().text == "Agreed: the wood is open");
    CHECK(at.desk.battle().state_text() == before);
    CHECK_FALSE(pick(at, "put a value right"));  // the fold is closed again
  }
}

TEST_CASE("an agreement is noted to its last letter, with its capitals and accents, or it is said that no more fit", "[screen][amend]") {
  At at(sample_of("to_the_strongest"));
  const auto letters = [&](const std::vector<std::string>& typed) {
    for (const std::string& letter : typed) at.desk.wish(TypeKey{letter});
  };
  REQUIRE(pick(at, "give up, put right"));
  REQUIRE(pick(at, "note an agreement"));
  letters({"W", "e", "i", "\u00df", "e", "Space", "H", "\u00fc", "Backspace", "\u00fc", "t", "t", "e"});
  CHECK(at.desk.view().question->typed == "Wei\u00dfe H\u00fctte");
  const std::string rest = ": who stands behind it is not seen, and archers in it count as in cover, but not if they are shot at from g7";
  for (const char letter : rest) letters({letter == ' ' ? std::string("Space") : std::string(1, letter)});
  CHECK(holds(words_of_page(at.desk.view()), "from g7"));  // the end, where the caret is
  type(at, "");
  const std::string agreed = "Agreed: Wei\u00dfe H\u00fctte" + rest;
  CHECK(at.desk.view().log.back().text == agreed);
  at.desk.wish(TurnTold{-1});
  CHECK(holds(words_of_page(at.desk.view()), "g7"));  // opened, its card tells all of it
  at.desk.wish(TurnTold{1});
  REQUIRE(pick(at, "give up, put right"));
  REQUIRE(pick(at, "note an agreement"));
  for (int i = 0; i < 300; ++i) letters({"\u00e9"});
  CHECK_FALSE(holds(at.desk.view().question->hint, "no more"));
  letters({"x"});
  CHECK(holds(at.desk.view().question->hint, "no more fit"));
  CHECK(at.desk.view().question->typed.back() != 'x');
}

}  // namespace put_right_tests
