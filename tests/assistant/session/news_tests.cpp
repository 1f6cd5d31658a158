#include "assistant/session/news.hpp"

#include "tests/support/catch.hpp"

#include "assistant/session/hiding.hpp"

namespace polemarch::assistant::news_tests {

using Lines = std::vector<std::string>;

TEST_CASE("the agenda's events are no news, in whatever words a room tells them", "[session]") {
  const Lines events{R"({"event":"step_opened","step":{}})", R"({"answer":{},"event":"wait_answered","wait":1})",
                     R"({"event":"placement_owed"})", R"({"event":"unit_moved","unit":"A1"})"};
  CHECK(news_of(events, {"Asked: what now?", "answered unseen", "Put in its place: A1", "A1 moves"}) == Lines{"A1 moves"});
}

TEST_CASE("a base put in its place is news", "[session]") {
  CHECK(news_of({R"({"event":"placed","unit":"A1"})"}, {"A1 stands in its new place"}) == Lines{"A1 stands in its new place"});
}

TEST_CASE("sealed and empty lines are no news, and none is told twice running", "[session]") {
  const Lines events(6, R"({"event":"unit_moved"})");
  CHECK(news_of(events, {"A1 moves", "A1 moves", "", kSealedLine, "A2 moves", "A1 moves"}) == Lines{"A1 moves", "A2 moves", "A1 moves"});
}

TEST_CASE("cards taken one after the other are counted", "[session]") {
  const std::string taken = R"({"event":"card_taken"})", step = R"({"event":"step_closed"})";
  CHECK(news_of({taken, step, taken, taken, taken}, {"A takes a card", "", "A takes a card", "A takes a card", "B takes a card"}) ==
        Lines{"A takes 3 cards", "B takes a card"});
}

TEST_CASE("a phase in which nothing happened gives way to the next", "[session]") {
  const std::string phase = R"({"event":"phase_began"})", moved = R"({"event":"unit_moved"})", asked = R"({"event":"step_opened"})";
  CHECK(news_of({phase, asked, phase, moved, phase}, {"Routs", "", "Pursuits", "A1 pursues", "Charges"}) ==
        Lines{"Pursuits", "A1 pursues", "Charges"});
}

TEST_CASE("lines that no event stands behind are told", "[session]") {
  CHECK(news_of({}, {"The keys are in the log"}) == Lines{"The keys are in the log"});
}

}  // namespace polemarch::assistant::news_tests
