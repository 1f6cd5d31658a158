/// play --text says of a chosen unit what the window's card, its layers and the tip beside the pointer show, in every ruleset.
#include <algorithm>

#include "assistant/play/text_screen.hpp"
#include "tests/assistant/play/text_screens.hpp"

namespace advice_text_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::play;
using test_screen::after;
using test_screen::At;
using test_screen::json;
using test_screen::sample_of;
using test_screen::screens_of;

TEST_CASE("the text screen prints the advice of a chosen unit, drawn and said, in every ruleset", "[play][text]") {
  for (const std::string ruleset : {"blade_and_bow", "hail_caesar", "hoplomachia", "paean", "to_the_strongest"}) {
    INFO(ruleset);
    At at(sample_of(ruleset));
    std::string own, enemy;
    for (const ui::UnitView& unit : at.desk.view().units)
      if (unit.on_table) (unit.side == Side::A ? own : enemy) = unit.unit.text;
    const bool both = !own.empty() && !enemy.empty();  // some samples begin before anybody stands
    if (own.empty()) own = at.desk.view().units.front().unit.text;
    json asks{{"advise", own}};
    if (both) asks["at"] = enemy;
    const std::vector<json> screens = screens_of(at, {asks, {{"select", own}}});
    const json& asked = after(screens, 1);
    CHECK(asked.at("selected") == own);
    const json& advice = asked.at("advice");
    REQUIRE(advice.is_object());
    CHECK(advice.at("unit") == own);
    // Line by line what the window's card has, and everything that is drawn of it.
    at.desk.wish(SelectUnit{{own}});
    const ui::ViewState view = at.desk.view();
    REQUIRE(advice.at("lines").size() == view.advice.size());
    for (std::size_t i = 0; i < view.advice.size(); ++i) {
      CHECK(advice.at("lines")[i].at("text") == view.advice[i].text);
      CHECK(advice.at("lines")[i].at("rule") == view.advice[i].rule);
    }
    CHECK(advice.at("figures").size() == view.figures.size());
    std::size_t drawn = 0;
    for (const json& one : advice.at("drawn")) drawn += one.at("times").get<std::size_t>();
    CHECK(drawn == at.desk.advice().shapes.size());
    CHECK(advice.at("between").is_object() == both);
    if (both) CHECK(advice.at("between").at("at") == enemy);
    CHECK(after(screens, 0).at("advice").is_null());
    CHECK(after(screens, 2).at("advice").is_null());
  }
}

TEST_CASE("advice of a hoplite taxis holds reach, proximity, belos, its card and the gap to an enemy", "[play][text][hoplomachia]") {
  At at(sample_of("hoplomachia"));
  std::string own, enemy;
  for (const ui::UnitView& unit : at.desk.view().units)
    if (unit.on_table) (unit.side == Side::A ? own : enemy) = unit.unit.text;
  REQUIRE_FALSE(own.empty());
  REQUIRE_FALSE(enemy.empty());
  const std::vector<json> screens = screens_of(at, {{{"advise", own}, {"at", enemy}}});
  const json& advice = after(screens, 1).at("advice");
  const auto drawn = [&](const std::string& means) {
    return std::any_of(advice.at("drawn").begin(), advice.at("drawn").end(), [&](const json& one) { return one.at("means") == means; });
  };
  const auto said = [&](const std::string& rule) {
    return std::any_of(advice.at("lines").begin(), advice.at("lines").end(), [&](const json& one) { return one.at("rule") == rule; });
  };
  CHECK(drawn("legal_move"));
  CHECK(drawn("proximity"));
  CHECK(said("HM-ORD-16"));
  CHECK(said("HM-MOVE-01"));
  CHECK(said("HM-CARD-T1"));
  CHECK(advice.at("between").at("rows").at(0).at("text") == "gap");
}

TEST_CASE("advice of a unit that is not there is a notice", "[play][text]") {
  At at(sample_of("hoplomachia"));
  const std::string own = at.desk.view().units.front().unit.text;
  const std::vector<json> screens = screens_of(at, {{{"advise", "Z9"}}, {{"advise", own}, {"at", "Z9"}}, {{"advise", 3}}});
  for (const int line : {1, 2, 3}) CHECK(after(screens, line).at("advice").is_null());
  CHECK(after(screens, 1).at("notices").dump().find("no unit Z9 to advise on") != std::string::npos);
  CHECK(after(screens, 2).at("notices").dump().find(R"(no unit \"Z9\" to measure )") != std::string::npos);
  CHECK(after(screens, 3).at("notices").dump().find("expected one of") != std::string::npos);
}

}  // namespace advice_text_tests
