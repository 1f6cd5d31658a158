#include <sys/resource.h>
#include <unistd.h>
#include <csignal>
#include <filesystem>
#include <fstream>

#include "assistant/session/files.hpp"
#include "assistant/session/session.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace session_tests {

using namespace polemarch;
using namespace polemarch::assistant;
namespace fs = std::filesystem;

namespace {

/// A folder of its own for each test, gone afterwards.
struct Folder {
  fs::path path = fs::temp_directory_path() / ("polemarch_session_" + std::to_string(::getpid()) + "_" + std::to_string(next++));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string operator/(const std::string& name) const { return (path / name).string(); }
  static inline int next = 0;
};

const std::string kSetup = test::source_dir() + "/models/data/battles/paean_sample.json";

std::string place(double y) {
  return R"({"by":"A","do":"place","unit":"A1","poses":[{"base":"A1.1","x_mm":250,"heading_deg":90,"y_mm":)" + std::to_string(y) + "}]}";
}

/// Plays three commands, one of them refused, into `path`.
std::string play_three(const std::string& path) {
  auto session = Session::open(kSetup, path);
  REQUIRE(session);
  REQUIRE((*session)->submit(place(320), "typed", 1.0)->verdict.allowed());
  REQUIRE_FALSE((*session)->submit(place(9000), "camera", 2.5)->verdict.allowed());
  REQUIRE((*session)->submit(place(330), "typed", 4.0)->verdict.allowed());
  return (*session)->state_hash();
}

std::string text_of(const std::string& path) { return *read_text_file(path); }
void put(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

}  // namespace

TEST_CASE("a log replays to the state it was written from", "[session]") {
  const Folder folder;
  const std::string hash = play_three(folder / "game.battle");
  auto again = Session::open_read_only(folder / "game.battle");
  REQUIRE(again);
  CHECK((*again)->state_hash() == hash);
  CHECK((*again)->lines().size() == 3);
  CHECK((*again)->lines()[1].events.empty());
  CHECK((*again)->lines()[1].source == "camera");
  const auto verified = Session::verify(folder / "game.battle");
  REQUIRE(verified);
  CHECK(verified->same);
  CHECK(verified->states_compared);
}

TEST_CASE("the header names sides and units for who reads it without the rosters", "[session][log]") {
  const Folder folder;
  play_three(folder / "game.battle");
  const std::string log = text_of(folder / "game.battle");
  const auto header = nlohmann::json::parse(log.substr(0, log.find('\n')));
  const nlohmann::json& names = header.at("names");
  CHECK(names.at("sides").at("A").at("short") == "Athens");
  CHECK(names.at("units").at("A1").at("name") == "Tribal hoplites I");
  CHECK(names.at("units").at("A1").at("plural") == true);
}

TEST_CASE("a battle goes on where it stopped", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  {
    auto resumed = Session::open(folder / "game.battle");
    REQUIRE(resumed);
    REQUIRE((*resumed)->submit(place(340), "typed", 9.0)->verdict.allowed());
  }
  auto again = Session::open_read_only(folder / "game.battle");
  REQUIRE(again);
  CHECK((*again)->lines().size() == 4);
  CHECK((*again)->battle().seq() == 4);
}

TEST_CASE("the chain is the hash of the previous chain and the line's exact bytes without it", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  std::istringstream in(text_of(folder / "game.battle"));
  std::string line, chain;
  while (std::getline(in, line)) {
    const auto at = line.rfind(",\"chain\":\"");
    REQUIRE(at != std::string::npos);
    std::string expected;
    CHECK(chained(line.substr(0, at) + "}", chain, expected) == line);
    chain = expected;
  }
}

TEST_CASE("a torn last line is cut off with a warning at every byte, and play goes on", "[session][torn]") {
  const Folder folder;
  play_three(folder / "whole.battle");
  fs::copy_file(folder / "whole.keys", folder / "torn.keys");
  const std::string whole = text_of(folder / "whole.battle");
  const auto last_line = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t cut = last_line + 1; cut < whole.size(); cut += 37) {
    put(folder / "torn.battle", whole.substr(0, cut));
    auto session = Session::open(folder / "torn.battle");
    REQUIRE(session);
    CHECK((*session)->lines().size() == 2);
    REQUIRE((*session)->warning());
    CHECK((*session)->warning()->find("line 4") != std::string::npos);
    REQUIRE((*session)->submit(place(350), "typed", 9.0)->verdict.allowed());
    auto mended = Session::open_read_only(folder / "torn.battle");
    REQUIRE(mended);
    CHECK_FALSE((*mended)->warning());
    CHECK((*mended)->lines().size() == 3);
  }
}

TEST_CASE("other damage is located and refused", "[session][torn]") {
  const Folder folder;
  play_three(folder / "game.battle");
  const std::string whole = text_of(folder / "game.battle");
  const auto refusal = [&](const std::string& text) {
    put(folder / "bad.battle", text);
    const auto session = Session::open_read_only(folder / "bad.battle");
    REQUIRE_FALSE(session);
    return session.error().line;
  };
  std::string changed = whole;
  changed.replace(changed.find("\"y_mm\":320.0"), 12, "\"y_mm\":321.0");
  CHECK(refusal(changed).find("line 2 (seq 1): was changed") != std::string::npos);
  std::string broken = whole;
  broken[whole.find('\n') + 5] = '\x01';
  CHECK(refusal(broken).find("line 2 (seq 1): damaged") != std::string::npos);
  // A whole line taken out of the middle.
  const auto first = whole.find('\n') + 1, second = whole.find('\n', first) + 1;
  CHECK(refusal(whole.substr(0, first) + whole.substr(second)).find("line 2 (seq 1): was changed") != std::string::npos);
  CHECK(refusal("").find("not valid JSON") != std::string::npos);
}

TEST_CASE("a log from the future is refused in one line", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  std::string chain;
  const std::string text = text_of(folder / "game.battle");
  std::string header = text.substr(0, text.find('\n'));
  header = header.substr(0, header.rfind(",\"chain\"")) + "}";
  header.replace(header.find("\"polemarch_battle\":2"), 20, "\"polemarch_battle\":9");
  put(folder / "future.battle", chained(header, "", chain) + "\n");
  const auto session = Session::open_read_only(folder / "future.battle");
  REQUIRE_FALSE(session);
  CHECK(session.error().line.find("newer version (format 9") != std::string::npos);
}

TEST_CASE("an unknown field in a line is kept for the reader", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  const std::string text = text_of(folder / "game.battle");
  std::string out, chain;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::string object = line.substr(0, line.rfind(",\"chain\"")) + ",\"from_tomorrow\":true}";
    out += chained(object, chain, chain) + "\n";
  }
  put(folder / "tomorrow.battle", out);
  CHECK(Session::open_read_only(folder / "tomorrow.battle"));
}

TEST_CASE("when the disk is full the command is not acknowledged and nothing before it is lost", "[session][disk]") {
  const Folder folder;
  const std::string path = folder / "game.battle";
  auto session = Session::open(kSetup, path);
  REQUIRE(session);
  REQUIRE((*session)->submit(place(320), "typed", 1.0)->verdict.allowed());
  const auto size = fs::file_size(path);
  const std::string hash = (*session)->state_hash();
  // The kernel refuses the write half-way, as a full disk does.
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit old{}, tight{};
  REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
  tight = {size + 100, old.rlim_max};
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &tight) == 0);
  const auto outcome = (*session)->submit(place(330), "typed", 2.0);
  REQUIRE(::setrlimit(RLIMIT_FSIZE, &old) == 0);
  REQUIRE_FALSE(outcome);
  CHECK(outcome.error().line.find("cannot be written") != std::string::npos);
  CHECK(fs::file_size(path) == size);
  CHECK((*session)->state_hash() == hash);
  REQUIRE((*session)->submit(place(330), "typed", 3.0)->verdict.allowed());  // space again: play goes on
  CHECK((*Session::open_read_only(path))->lines().size() == 2);
}

TEST_CASE("a new battle never overwrites an old log", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  const auto again = Session::open(kSetup, folder / "game.battle");
  REQUIRE_FALSE(again);
  CHECK(again.error().line.find("exists already") != std::string::npos);
}

TEST_CASE("verify names the first command that today's rules judge otherwise", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  // The same lines on a smaller table: what was allowed is refused now.
  std::string text = text_of(folder / "game.battle"), out, chain;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::string object = line.substr(0, line.rfind(",\"chain\"")) + "}";
    const auto size = object.find("\"size_mm\":[1800,1200]");
    if (size != std::string::npos) object.replace(size, 21, "\"size_mm\":[1800,325]");
    out += chained(object, chain, chain) + "\n";
  }
  put(folder / "small.battle", out);
  fs::copy_file(folder / "game.keys", folder / "small.keys");
  const auto verified = Session::verify(folder / "small.battle");
  REQUIRE(verified);
  CHECK_FALSE(verified->same);
  CHECK(verified->first_difference == 1);  // the state differs from the first line on
}

TEST_CASE("verify goes on from what the log has: one command that was judged otherwise is one difference", "[session]") {
  const Folder folder;
  play_three(folder / "game.battle");
  std::string text = text_of(folder / "game.battle"), out, chain;
  std::istringstream in(text);
  int changed = 0;
  for (std::string line; std::getline(in, line);) {
    std::string object = line.substr(0, line.rfind(",\"chain\"")) + "}";
    // The first command is said to have been too close to call, though the log has what came of it.
    const auto verdict = object.find("\"verdict\":\"allowed\"");
    if (object.starts_with("{\"seq\":1,") && verdict != std::string::npos) {
      object.replace(verdict, 19, "\"verdict\":\"too_close\"");
      ++changed;
    }
    out += chained(object, chain, chain) + "\n";
  }
  REQUIRE(changed == 1);
  put(folder / "other.battle", out);
  fs::copy_file(folder / "game.keys", folder / "other.keys");
  const auto verified = Session::verify(folder / "other.battle");
  REQUIRE(verified);
  CHECK_FALSE(verified->same);
  CHECK(verified->first_difference == 1);
  CHECK(verified->what == "was too_close, today's rules say allowed");
  CHECK(verified->differences == 1);  // the others are judged from it as it was, and are the same
}

}  // namespace session_tests
