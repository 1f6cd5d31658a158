#include "assistant/session/news.hpp"

#include "tests/support/catch.hpp"

#include <sstream>

#include "assistant/session/hiding.hpp"
#include "models/io/json_text.hpp"
#include "tests/assistant/session/log_support.hpp"

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

TEST_CASE("parts of one unit with one fate are told in one line", "[session]") {
  const std::vector<Gist> gists(8);
  CHECK(news_of(gists, {"A1.8 Athenians is pushed back", "A1.8 Athenians rallies until the end of bound 2", "A1.7 Athenians is pushed back",
                        "A1.7 Athenians rallies until the end of bound 2", "A1.6 Athenians is pushed back", "B1 Spartans follows up"}) ==
        Lines{"A1 (A1.6 to A1.8) are pushed back", "A1 (A1.7 and A1.8) rally until the end of bound 2", "B1 Spartans follows up"});
  CHECK(news_of(gists, {"A1.2 is pushed back", "A2.2 is pushed back", "A1.3 moves"}) ==
        Lines{"A1.2 is pushed back", "A2.2 is pushed back", "A1.3 moves"});
}

TEST_CASE("lines that no event stands behind are told", "[session]") {
  CHECK(news_of(std::vector<Gist>(), {"The keys are in the log"}) == Lines{"The keys are in the log"});
}

namespace {

/// A battle of six moves of one unit: each is one command.
std::vector<Told> undone_after_six(const std::string& log, const std::vector<std::string>& commands) {
  auto session = Session::open(test::measuring_setup(), log);
  REQUIRE(session);
  for (int i = 0; i < 6; ++i) REQUIRE((*session)->submit(test::place(300 + i), "typed", i)->verdict.allowed());
  std::vector<Told> told;
  for (const std::string& command : commands) {
    told.push_back(*(*session)->submit(command, "typed", 10));
    REQUIRE(told.back().verdict.allowed());
  }
  return told;
}

const std::string kBack = R"({"by":"both","do":"undo","agreed":true})";
std::string back_to(int seq) { return R"({"by":"umpire","do":"undo","agreed":true,"to":)" + std::to_string(seq) + "}"; }

/// What the log's lines say that their undo took back.
std::vector<std::vector<int>> undone_in(const std::string& log) {
  std::vector<std::vector<int>> undone;
  std::istringstream lines(*read_text_file(log));
  for (std::string line; std::getline(lines, line);) {
    const engine::Json j = io::parsed(line);
    if (j.value("command", engine::Json::object()).value("do", engine::Json()) != "undo") continue;
    undone.emplace_back();
    for (const engine::Json& one : j.at("told").value("undone", engine::Json::array())) undone.back().push_back(one.at("seq").get<int>());
  }
  return undone;
}

}  // namespace

TEST_CASE("an undo after an undo is told by the commands that it takes back, in answer, log and replay", "[session][undo]") {
  const test::LogFolder folder;
  const std::string log = folder / "back.battle";
  const std::string one = "The last command is taken back";
  // 7 takes back 6, 8 takes back 5, 9 takes back 3 and 4; 10 is a move; 11 takes back 10, and 12 command 2.
  const std::vector<Told> told = undone_after_six(log, {kBack, kBack, back_to(2), test::place(306), kBack, kBack});
  Lines answered;
  for (const Told& back : told)
    if (!back.events.empty() && back.events.front().find("undone") != std::string::npos) answered.push_back(back.lines.front());
  CHECK(answered == Lines{one, one, "The last 2 commands are taken back", one, one});
  CHECK(undone_in(log) == std::vector<std::vector<int>>{{6}, {5}, {3, 4}, {10}, {2}});

  struct Heard : Session::Visitor {
    Lines lines;
    void after(const engine::Battle&, const LogLine& line, const std::vector<std::string>& told) override {
      if (!line.events.empty() && line.events.front().find("undone") != std::string::npos) lines.push_back(told.front());
    }
  } heard;
  REQUIRE_FALSE(Session::walk(log, heard));
  CHECK(heard.lines == answered);
  const auto verified = Session::verify(log);
  REQUIRE(verified);
  CHECK(verified->same);
}

TEST_CASE("an undo that leads to what was taken back before names what stood until then", "[session][undo]") {
  const test::LogFolder folder;
  const std::string log = folder / "forth.battle";
  // 7 goes back to 2; 8 moves; 9 goes to 5, which was taken back: 8 is taken back, and nothing else that still stood.
  undone_after_six(log, {back_to(2), test::place(306), back_to(5)});
  CHECK(undone_in(log) == std::vector<std::vector<int>>{{3, 4, 5, 6}, {8}});
}

}  // namespace polemarch::assistant::news_tests
