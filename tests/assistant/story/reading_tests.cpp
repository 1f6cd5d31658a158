/// A story told while its log is read: the same story in the end, a screen before it.
#include <fcntl.h>
#include <unistd.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assistant/play/replay_loop.hpp"
#include "assistant/replay/screen.hpp"
#include "assistant/session/hash.hpp"
#include "assistant/session/line_fields.hpp"
#include "assistant/session/log_reader.hpp"
#include "assistant/story/build.hpp"
#include "assistant/story/cache.hpp"
#include "tests/assistant/story/told_battle.hpp"

namespace reading_tests {

using namespace polemarch;
using namespace polemarch::assistant;
using namespace polemarch::assistant::story;

namespace {

constexpr const char* kLogs[] = {"long_turn", "extended_example", "clash", "marathon", "courage", "rulings", "ambush", "tie_break"};

std::string text_of_log(const std::string& name) {
  const auto text = read_text_file(test::old_log(name));
  REQUIRE(text);
  return *text;
}

/// The log once more with blanks between its tokens: another program may have written it so.
std::string spaced(const std::string& log) {
  std::istringstream lines(log);
  std::string out, chain;
  for (std::string line; std::getline(lines, line);) {
    auto j = nlohmann::ordered_json::parse(line);
    j.erase("chain");
    const std::string wide = j.dump(1);
    std::string one;
    for (const char c : wide) one += c == '\n' ? ' ' : c;
    out += chained(one, std::string(chain), chain) + "\n";
  }
  return out;
}

}  // namespace

TEST_CASE("a log's lines are the same whether they are cut out of its text or taken apart", "[session][reader]") {
  for (const char* name : kLogs) {
    INFO(name);
    const std::string text = text_of_log(name), wide = spaced(text);
    const auto quick = read_log(text, "game.battle"), slow = read_log(wide, "game.battle");
    INFO((slow ? "" : slow.error().line));
    REQUIRE(quick);
    REQUIRE(slow);
    REQUIRE(quick->lines.size() == slow->lines.size());
    for (std::size_t i = 0; i < quick->lines.size(); ++i) {
      const LogLine &a = quick->lines[i], &b = slow->lines[i];
      CHECK(line_text(a) == line_text(b));
      CHECK(a.events == b.events);
      CHECK(a.old_seals == b.old_seals);
    }
  }
}

TEST_CASE("what a line's text is cut into is checked before it is believed", "[session][reader]") {
  CHECK(fields_of(R"({"a":1,"b":{"c":"}"},"d":[1,2]})")->size() == 3);
  CHECK((*fields_of(R"({"a":"x\"y","b":2})"))[0].value == R"("x\"y")");
  for (const char* otherwise : {R"({"a": 1})", R"({"a":1)", R"({"a":1}x)", R"({"a":"\u0041"})", R"({"a":})", R"({"a"})", "[]", ""}) {
    INFO(otherwise);
    CHECK_FALSE(fields_of(otherwise));
  }
  CHECK(elements_of("[]")->empty());
  CHECK(elements_of(R"([{"a":[1]},{}])")->size() == 2);
  CHECK_FALSE(elements_of(R"([{} ,{}])"));
  CHECK_FALSE(elements_of(R"([{},)"));
  // A command that is wrong though its chain fits is named where it is reached, the others are read.
  std::string text = text_of_log("clash"), chain, out;
  std::istringstream lines(text);
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    std::string object = line.substr(0, line.rfind(",\"chain\":\"")) + "}";
    if (number == 5) object.replace(object.find("\"events\":["), 10, "\"events\":[7,");
    out += chained(object, std::string(chain), chain) + "\n";
  }
  const auto reader = LogReader::open(out, "game.battle");
  REQUIRE(reader);
  CHECK(reader->line(0));
  const auto wrong = reader->line(4);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line == "game.battle: line 6 (seq 5): /events: expected objects {...}");
  CHECK_FALSE(read_log(out, "game.battle"));
}

TEST_CASE("story: told bit by bit it is the story told at once", "[story][reading]") {
  for (const char* name : kLogs) {
    INFO(name);
    const auto at_once = story_of(test::old_log(name));
    REQUIRE(at_once);
    auto telling = Telling::begin(test::old_log(name));
    REQUIRE(telling);
    CHECK((*telling)->commands() == at_once->moments.size());
    CHECK((*telling)->story().moments.empty());
    CHECK((*telling)->story().start == at_once->start);
    std::size_t steps = 0;
    while (!(*telling)->whole()) {
      REQUIRE_FALSE((*telling)->go_on(3));
      ++steps;
      const Story& so_far = (*telling)->story();
      for (const Moment& moment : so_far.moments) CHECK_FALSE(moment.sentence.empty());
      REQUIRE_FALSE(so_far.chapters.empty());
      CHECK(so_far.chapters.back().last + 1 == so_far.moments.size());
    }
    CHECK(steps > 1);
    CHECK(packed((*telling)->story()) == packed(*at_once));
  }
}

TEST_CASE("replay: a long log that came alone shows its first screen before it is read, and goes where it was sent", "[replay][reading]") {
  const test::LogFolder folder;
  const std::string log = folder / "game.battle", keys = folder / "keys.jsonl";
  std::filesystem::copy_file(test::old_log("long_turn"), log);
  auto telling = Telling::begin(log);
  REQUIRE(telling);
  const std::size_t all = (*telling)->commands();
  REQUIRE(all > 100);
  {
    replay::Reel reel((*telling)->story());
    reel.grow(all);
    CHECK(reel.end() == 0);
    CHECK(reel.commands() == all);
    ui::ViewState view = replay::view_of(reel, {});
    REQUIRE(view.replay);
    CHECK(view.replay->count == static_cast<std::int64_t>(all));
    CHECK(view.replay->read == 0);
    CHECK(view.now.find("0 of " + std::to_string(all)) != std::string::npos);
    CHECK(view.notices.back().text.find("reading the log") != std::string::npos);
    REQUIRE_FALSE((*telling)->go_on(70));
    reel.grow(all);
    CHECK(reel.end() == 70);
    reel.go(70);
    CHECK(reel.places(70) == (*telling)->story().places_after(70));
    reel.play(true);
    reel.tick(5);
    CHECK(reel.playing());  // waits for what is being read
    CHECK_FALSE(replay::view_of(reel, {}).ended);
    REQUIRE_FALSE((*telling)->go_on(70));
    reel.grow(all);
    reel.tick(1);
    CHECK(reel.at() > 70);
    view = replay::view_of(reel, {});
    CHECK_FALSE(view.replay->ahead.empty());
    CHECK(view.log.back().text.find(std::to_string(reel.seq()) + "  ") == 0);
  }
  // As text: a key that leads beyond what is read is answered from there.
  auto anew = Telling::begin(log);
  REQUIRE(anew);
  std::ofstream(keys) << "{\"key\":\"End\"}\n{\"key\":\"@" << all - 1 << "\"}\n{\"key\":\"Home\"}\n{\"key\":\"Tab\"}\n";
  const int in = ::open(keys.c_str(), O_RDONLY);
  REQUIRE(in >= 0);
  replay::Reel reel((*anew)->story());
  std::ostringstream out;
  REQUIRE(play::replay_as_text(reel, out, {.log = log, .in = in, .telling = anew->get()}));
  ::close(in);
  std::vector<nlohmann::json> screens;
  std::istringstream lines(out.str());
  for (std::string line; std::getline(lines, line);) screens.push_back(nlohmann::json::parse(line));
  REQUIRE(screens.size() >= 5);
  const auto now_after = [&](std::int64_t key) {
    for (const auto& screen : screens)
      if (screen["after"] == key) return screen["now"].get<std::string>();
    return std::string();
  };
  CHECK(now_after(1).find(std::to_string(all) + " of " + std::to_string(all)) != std::string::npos);
  CHECK(now_after(2).find(std::to_string(all - 1) + " of ") != std::string::npos);
  CHECK(now_after(3).find("the start") != std::string::npos);
}

TEST_CASE("replay: what does not fit in a log ends the reel there, and says why", "[replay][reading]") {
  const test::LogFolder folder;
  std::string chain, out;
  std::istringstream lines(text_of_log("clash"));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line); ++number) {
    std::string object = line.substr(0, line.rfind(",\"chain\":\"")) + "}";
    if (number == 9) object.replace(object.find("\"events\":["), 10, "\"events\":[{\"event\":\"no_such_thing\"},");
    out += chained(object, std::string(chain), chain) + "\n";
  }
  const std::string log = folder / "game.battle";
  std::ofstream(log) << out;
  CHECK_FALSE(story_of(log));
  auto telling = Telling::begin(log);
  REQUIRE(telling);
  const auto wrong = (*telling)->go_on(1000);
  REQUIRE(wrong);
  CHECK(wrong->line.find("seq 9") != std::string::npos);
  CHECK((*telling)->whole());
  const Story& story = (*telling)->story();
  CHECK(story.moments.size() == 8);
  CHECK(story.chapters.back().last == 7);
  CHECK_FALSE(story.acts.empty());
}

}  // namespace reading_tests
