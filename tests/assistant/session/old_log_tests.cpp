/// Logs written by earlier versions keep playing. A log here is never written anew; a change of events needs an upcaster in its room.

#include <algorithm>
#include <fstream>

#include "assistant/session/session.hpp"
#include "engine/core/json_types.hpp"
#include "engine/registry/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace old_log_tests {

using namespace polemarch;
using namespace polemarch::assistant;

TEST_CASE("every log of an earlier version folds to its end", "[session][replay]") {
  struct Old {
    const char* log;
    std::int64_t commands;
    const char* ends;  ///< a line of the last state
  };
  for (const Old& old :
       {Old{"marathon", 62, "Athenians and Plataeans: losses 0 of 7, impulses 0, cards 3 of 4"}, Old{"clash", 36, "B1: 4/5 break test due"},
        Old{"courage", 6, "Free or retirement moves left: A1, A2"}, Old{"courage_unbreak", 6, "Free or retirement moves left: A1, A2"},
        Old{"extended_example", 32, "B: 3 of 3 medals, reserve 1 chits, 80 cards"},
        Old{"long_turn", 153, "A: 3 of 3 medals, reserve 9 chits, 8 cards"}, Old{"ground", 9, "scouting"},
        Old{"blunder", 4, "A: 2 of 2 medals - close to defeat, reserve 0 chits, 79 cards"}}) {
    INFO(old.log);
    const std::string path = test::source_dir() + "/tests/assistant/session/old_logs/" + old.log + ".battle";
    const auto session = Session::open_read_only(path, std::nullopt);
    REQUIRE(session);
    CHECK((*session)->battle().seq() == old.commands);
    const auto lines = (*session)->battle().describe(Viewer::Umpire);
    CHECK(std::find(lines.begin(), lines.end(), old.ends) != lines.end());
    for (const LogLine& line : (*session)->lines())
      for (const std::string& event : line.events) {
        const std::string told = (*session)->battle().tell(event);
        INFO(line.seq << ": " << told);
        CHECK(told.find("expected") == std::string::npos);
      }
    CHECK_FALSE((*session)->battle().broken_invariant());
  }
}

TEST_CASE("a log of every ruleset, as it was written in November 2026, folds to its end with what its lines tell", "[session][replay]") {
  for (const auto& room : engine::rulesets()) {
    const std::string key(room.info().key);
    INFO(key);
    const std::string path = test::source_dir() + "/tests/assistant/session/old_logs/november_" + key + ".battle";
    const auto session = Session::open_read_only(path, std::nullopt);
    REQUIRE(session);
    CHECK((*session)->battle().seq() > 30);
    CHECK_FALSE((*session)->battle().broken_invariant());
    for (const LogLine& line : (*session)->lines())
      for (const std::string& event : line.events) CHECK((*session)->battle().tell(event).find("expected") == std::string::npos);
    std::ifstream file(path);
    int places = 0, counters = 0;
    for (std::string text; std::getline(file, text);) {
      const engine::Json told = engine::Json::parse(text).value("told", engine::Json::object());
      places += static_cast<int>(told.value("from", engine::Json::object()).size());
      counters += static_cast<int>(told.value("counters", engine::Json::array()).size());
    }
    CHECK(places > 2);
    CHECK(counters > 1);
  }
}

TEST_CASE("what older events left to be worked out is in the state they lead to", "[session][replay][TTS-AMB-64][TTS-DSM-04][TTS-STR-10]") {
  struct Old {
    const char* log;
    std::vector<const char*> holds;
  };
  for (const Old& old : std::vector<Old>{
           {"long_turn",  // eighty cards and one: what lies on units stays out, the rest was shuffled in; a rider became an archer on foot
            {R"("out":[0,1,8,8,8,8,8,8,8,8,7])", R"("type":"light_infantry_other")", R"("ammo_max":4)"}},
           {"ground",
            {R"("2,3":{"ground":"wood"})", R"("7,4":{"ground":"low_hill","north":{"shoreline":false,"stream":true,"wall":false}})"}},
           {"blunder", {R"("blundered":true)"}}}) {
    const std::string path = test::source_dir() + "/tests/assistant/session/old_logs/" + old.log + ".battle";
    const auto session = Session::open_read_only(path, std::nullopt);
    REQUIRE(session);
    const std::string state = (*session)->battle().state_text();
    INFO(state);
    for (const char* piece : old.holds) {
      INFO(piece);
      CHECK(state.find(piece) != std::string::npos);
    }
  }
}

TEST_CASE("an ambush of an older log waits as any other unit off the table, and is revealed", "[session][replay][TTS-STR-23][TTS-STR-25]") {
  const std::string path = test::source_dir() + "/tests/assistant/session/old_logs/ambush.battle";
  const auto where = [&](std::int64_t to) {
    const auto session = Session::open_read_only(path, to);
    REQUIRE(session);
    return engine::Json::parse((*session)->battle().state_text())["units"]["A1"]["where"].get<std::string>();
  };
  CHECK(where(1) == "reserve");
  CHECK(where(12) == "reserve");
  CHECK(where(13) == "on_table");
}

TEST_CASE("older logs are judged today as they were, but where the judge has changed on purpose", "[session][replay]") {
  struct Old {
    const char* log;
    std::int64_t seq;  ///< of the first difference; 0: none
    const char* what;
    std::int64_t differences = 0;  ///< commands judged otherwise in all
  };
  for (const Old& old :
       std::vector<Old>{{"ambush", 0, ""},
                        // HC-ORD-09: a Rally order says what it took off, so that a re-roll can give it back.
                        {"courage", 4, "(order_resolved): /healed was nothing", 1},
                        {"courage_unbreak", 4, "(order_resolved): /healed was nothing", 1},
                        {"ground", 0, ""},
                        {"rulings", 0, ""},
                        {"close_calls", 0, ""},
                        {"tie_break", 0, ""},
                        // TTS-HERO-04: the hero goes with his unit, in an event of his own.
                        {"long_turn", 6, "was unit_lost, is hero_lost", 3},
                        // TTS-GEN-05: nobody is asked to replace an Ace before all it brings about is settled (TTS-TYPE-11).
                        {"blunder", 2, "(step_opened): /waits was", 1},
                        // TTS-GEN-24: a general's own move takes up his command.
                        {"extended_example", 1, "was general_moved, is command_begun", 6},
                        // HC-ORD-19: a re-roll says what it takes back. HC-SHO-T2, at 15: the question says what hits. HC-CFG-T1: closing
                        // shots say from which edge they are fired.
                        {"clash", 12, "(order_reopened): /ordered was nothing", 8},
                        // BB-RET-13: two ways into one square are told apart. BB-AMB-119, at 62: the turn's card may be declined.
                        // BB-ADV-01, at 44: a place owed is overtaken when its unit moves on.
                        // BB-CARD-17, at 13: a card of movement names its unit. BB-AMB-57, four times from 24 on: who has no re-roll left
                        // is asked once more after the other side's.
                        {"marathon", 13, "today's rules say refused (BB-CARD-17", 8}}) {
    INFO(old.log);
    const auto found = Session::verify(test::source_dir() + "/tests/assistant/session/old_logs/" + old.log + ".battle");
    REQUIRE(found);
    INFO(found->first_difference << ": " << found->what);
    CHECK(found->same == (old.seq == 0));
    CHECK(found->first_difference == old.seq);
    CHECK(found->what.find(old.what) != std::string::npos);
    CHECK(found->differences == old.differences);
    CHECK(found->left_out.empty());
  }
}

}  // namespace old_log_tests
