#include <algorithm>
#include <array>
#include <map>

#include "assistant/chance/typing.hpp"
#include "assistant/chance/virtual_chance.hpp"
#include "tests/support/catch.hpp"

namespace chance_tests {

using namespace polemarch;
using namespace polemarch::assistant::chance;

namespace {

using Values = std::vector<int>;

/// Presses keys given as single characters: E = Enter, < = Backspace, space = Space.
std::optional<Values> type(Typing& typing, const std::string& keys) {
  std::optional<Values> out;
  for (const char key : keys)
    out = typing.press(key == 'E' ? "Enter" : key == '<' ? "Backspace" : key == ' ' ? "Space" : std::string(1, key));
  return out;
}

}  // namespace

TEST_CASE("a 1 where a ten may follow waits for Enter, so that 10 is never taken for an ace", "[chance]") {
  const auto typed = [](const std::vector<std::string>& keys) {
    Typing typing(engine::ChanceSpec{1, 1, 10, "deck"});
    std::optional<std::vector<int>> values;
    for (const std::string& key : keys) {
      CHECK_FALSE(values);
      values = typing.press(key);
    }
    return values;
  };
  CHECK_FALSE(typed({"1"}));
  CHECK(typed({"1", "0"}) == std::vector{10});
  CHECK(typed({"1", "Enter"}) == std::vector{1});
  CHECK(typed({"1", "Space"}) == std::vector{1});
  CHECK(typed({"a"}) == std::vector{1});
  CHECK(typed({"0"}) == std::vector{10});
  CHECK(typed({"7"}) == std::vector{7});
  CHECK_FALSE(typed({"1", "2"}));
  CHECK(typed({"1", "2", "0"}) == std::vector{10});
  CHECK(typed({"1", "Backspace", "7"}) == std::vector{7});
  CHECK_FALSE(typed({"Space"}));
}

TEST_CASE("one card or die is one key", "[chance]") {
  Typing card({1, 1, 10, "deck A"});
  CHECK(type(card, "7") == Values{7});
  Typing ten({1, 1, 10, "deck A"});
  CHECK(type(ten, "0") == Values{10});
  Typing ace({1, 1, 10, "deck A"});
  CHECK(type(ace, "a") == Values{1});
  Typing zero({1, 0, 9, "dice"});
  CHECK(type(zero, "0") == Values{0});
}

TEST_CASE("a handful is digits then Enter, with or without spaces, and Backspace takes back", "[chance]") {
  Typing plain({4, 1, 6, "dice"});
  CHECK(type(plain, "3551E") == Values{3, 5, 5, 1});
  Typing spaced({4, 1, 6, "dice"});
  CHECK(type(spaced, "3 5 5 1E") == Values{3, 5, 5, 1});
  Typing mended({3, 1, 6, "dice"});
  CHECK(type(mended, "34<<25 6E") == Values{2, 5, 6});
  CHECK(mended.text() == "2  5  6");
}

TEST_CASE("counts by face give the same dice", "[chance]") {
  Typing counts({12, 1, 6, "dice"});
  CHECK_FALSE(type(counts, ".0 10"));
  CHECK(counts.text() == "1s:0  2s:10");
  CHECK(type(counts, " 2E") == Values{2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3});
  Typing wrong({5, 1, 6, "dice"});
  CHECK_FALSE(type(wrong, ".2 2E"));
  CHECK(wrong.complaint() == "that makes 4, there are 5 dice");
}

TEST_CASE("impossible dice are refused at the key, and too few or too many at Enter", "[chance]") {
  Typing dice({3, 1, 6, "dice"});
  CHECK_FALSE(type(dice, "7"));
  CHECK(dice.complaint() == "a die shows 1 to 6");
  CHECK(dice.text().empty());
  CHECK_FALSE(type(dice, "35E"));
  CHECK(dice.complaint() == "2 of 3 dice typed");
  CHECK_FALSE(type(dice, "16"));
  CHECK(dice.complaint() == "3 dice only: Enter, or Backspace to mend");
  CHECK(type(dice, "E") == Values{3, 5, 1});
}

TEST_CASE("values above ten are typed as numbers", "[chance]") {
  Typing twenty({1, 1, 20, "dice"});
  CHECK_FALSE(type(twenty, "17"));
  CHECK(type(twenty, "E") == Values{17});
  Typing two({2, 1, 20, "dice"});
  CHECK(type(two, "12 4E") == Values{12, 4});
  Typing over({1, 1, 20, "dice"});
  CHECK_FALSE(type(over, "21E"));
  CHECK(over.complaint() == "a die shows 1 to 20");
}

TEST_CASE("cards kept face down are one key each, cards picked from a list join what was typed", "[chance]") {
  Typing hand({4, 0, 60, "deck"});
  CHECK(type(hand, "0000E") == Values{0, 0, 0, 0});
  Typing mixed({3, 0, 60, "deck"});
  CHECK_FALSE(type(mixed, "012 3"));
  CHECK(mixed.open() == "3");
  CHECK_FALSE(mixed.add(37));  // the list had been narrowed by the 3
  CHECK(mixed.text() == "0  12  37");
  CHECK_FALSE(mixed.add(40));
  CHECK(mixed.complaint() == "3 cards only: Enter, or Backspace to mend");
  CHECK(type(mixed, "E") == Values{0, 12, 37});
  Typing one({1, 0, 60, "deck"});
  CHECK(one.add(17) == Values{17});
}

TEST_CASE("virtual dice are fair", "[chance]") {
  VirtualChance chance(7);
  std::map<int, int> fell;
  for (const int value : chance.draw({60000, 1, 6, "dice"})) ++fell[value];
  REQUIRE(fell.size() == 6);
  double chi2 = 0;
  for (const auto& [value, count] : fell) chi2 += (count - 10000.0) * (count - 10000.0) / 10000.0;
  CHECK(chi2 < 20.5);  // 5 degrees of freedom: 99.9 %
}

TEST_CASE("a pile runs out card by card, and then goes on as it is once shuffled", "[chance]") {
  VirtualChance chance(11);
  const engine::Pile pile{.all = {8, 8, 8}, .left = {1, 0, 2}, .refilled = {4, 0, 0}, .shuffled = {engine::Reshuffle::WhenEmpty}};
  for (int pass = 0; pass < 20; ++pass) {
    const Values drawn = chance.draw({7, 1, 3, "deck A", pile});
    CHECK(std::count(drawn.begin(), drawn.begin() + 3, 1) == 1);
    CHECK(std::count(drawn.begin(), drawn.begin() + 3, 3) == 2);
    CHECK(Values(drawn.begin() + 3, drawn.end()) == Values{1, 1, 1, 1});
  }
}

TEST_CASE("every card left in a pile is equally likely", "[chance]") {
  VirtualChance chance(13);
  const engine::Pile pile{.all = {8, 8, 8, 8}, .left = {5, 0, 2, 3}, .refilled = {8, 8, 8, 8}, .shuffled = {}};
  std::map<int, int> fell;
  for (int i = 0; i < 20000; ++i) ++fell[chance.draw({1, 0, 3, "deck A", pile}).front()];
  const std::array<double, 4> expected{10000, 0, 4000, 6000};
  double chi2 = 0;
  for (const int value : {0, 2, 3}) {
    const double off = fell[value] - expected[static_cast<std::size_t>(value)];
    chi2 += off * off / expected[static_cast<std::size_t>(value)];
  }
  CHECK(fell[1] == 0);
  CHECK(chi2 < 13.8);  // 2 degrees of freedom: 99.9 %
}

TEST_CASE("two throws from the system's seed differ", "[chance]") {
  VirtualChance one, two;
  CHECK(one.draw({40, 1, 10, "dice"}) != two.draw({40, 1, 10, "dice"}));
}

}  // namespace chance_tests
