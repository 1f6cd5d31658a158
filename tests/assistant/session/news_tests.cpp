#include "assistant/session/news.hpp"

#include "tests/support/catch.hpp"

#include "assistant/session/hiding.hpp"

namespace polemarch::assistant::news_tests {

using engine::Gist;
using engine::News;
using Lines = std::vector<std::string>;

TEST_CASE("the agenda's events are no news, in whatever words a room tells them", "[session]") {
  const std::vector<Gist> gists{{News::Agenda, {}}, {News::Agenda, {}}, {News::Agenda, {}}, {}};
  CHECK(news_of(gists, {"Asked: what now?", "answered unseen", "Put in its place: A1", "A1 moves"}) == Lines{"A1 moves"});
}

TEST_CASE("a base put in its place is news", "[session]") {
  CHECK(news_of({{News::Aside, {}}}, {"A1 stands in its new place"}) == Lines{"A1 stands in its new place"});
}

TEST_CASE("sealed and empty lines are no news, and none is told twice running", "[session]") {
  const std::vector<Gist> gists(6);
  CHECK(news_of(gists, {"A1 moves", "A1 moves", "", kSealedLine, "A2 moves", "A1 moves"}) == Lines{"A1 moves", "A2 moves", "A1 moves"});
}

TEST_CASE("cards taken one after the other are counted", "[session]") {
  const Gist taken{News::Card, {}}, step{News::Agenda, {}};
  CHECK(news_of({taken, step, taken, taken, taken}, {"A takes a card", "", "A takes a card", "A takes a card", "B takes a card"}) ==
        Lines{"A takes 3 cards", "B takes a card"});
}

TEST_CASE("a phase in which nothing happened gives way to the next", "[session]") {
  const Gist phase{News::Course, {}}, moved, asked{News::Agenda, {}};
  CHECK(news_of({phase, asked, phase, moved, phase}, {"Routs", "", "Pursuits", "A1 pursues", "Charges"}) ==
        Lines{"Pursuits", "A1 pursues", "Charges"});
}

TEST_CASE("lines that no event stands behind are told", "[session]") {
  CHECK(news_of(std::vector<Gist>(), {"The keys are in the log"}) == Lines{"The keys are in the log"});
}

}  // namespace polemarch::assistant::news_tests
