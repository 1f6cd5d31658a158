/// What the system does to a program: a file that may grow no more, a terminal that is closed, a reader that has gone, a stream that was
/// never open.
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <thread>
#include <utility>

#include "assistant/cli/run.hpp"
#include "tests/assistant/cli/run_cli.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace signals_tests {

using namespace polemarch;
using namespace polemarch::test;

namespace {

std::string sample() { return source_dir() + "/models/data/battles/hail_caesar_sample.json"; }

/// No file grows beyond this many bytes while it lives, as `ulimit -f` has it.
struct Limit {
  rlimit old{};
  explicit Limit(rlim_t bytes) {
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &old) == 0);
    const rlimit tight{bytes, old.rlim_max};
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &tight) == 0);
  }
  ~Limit() { ::setrlimit(RLIMIT_FSIZE, &old); }
};

/// `play --text` as a process of its own, between two pipes.
struct AtTable {
  pid_t process = -1;
  int says = -1, hears = -1;  ///< what it is told, what it shows
  AtTable(const std::string& battle, bool goes_on) {
    std::array<int, 2> in{}, out{};
    REQUIRE(::pipe2(in.data(), O_CLOEXEC) == 0);
    REQUIRE(::pipe2(out.data(), O_CLOEXEC) == 0);
    std::cout.flush();  // else the child would show what the tests have said
    std::fflush(stdout);
    process = ::fork();
    REQUIRE(process >= 0);
    if (process == 0) {
      ::signal(SIGHUP, goes_on ? SIG_IGN : SIG_DFL);
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::dup2(::open("/dev/null", O_WRONLY), 2);
      for (const int not_mine : {in[1], out[0]}) ::close(not_mine);
      const char* words[] = {"polemarch", "play", battle.c_str(), "--text"};
      ::_exit(assistant::run_cli(4, const_cast<char**>(words)));
    }
    ::close(in[0]);
    ::close(out[1]);
    says = in[1], hears = out[0];
  }
  ~AtTable() {
    close_all();
    if (process > 0) ::kill(process, SIGKILL), ::waitpid(process, nullptr, 0);
  }
  void close_all() {
    for (int* end : {&says, &hears})
      if (*end >= 0) ::close(*end), *end = -1;
  }
  /// The next screen.
  std::string screen() const {
    std::string line;
    for (char c = 0; ::read(hears, &c, 1) == 1 && c != '\n';) line += c;
    return line;
  }
  void say(const std::string& line) const { REQUIRE(::write(says, (line + "\n").data(), line.size() + 1) > 0); }
  /// How it ended: its code, or -signal.
  int ended() {
    int status = 0;
    ::waitpid(process, &status, 0);
    process = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
};

}  // namespace

TEST_CASE("a file that may grow no more ends the command, not the program", "[cli][disk]") {
  const Folder dir("signals");
  std::string many;
  for (int i = 0; i < 60; ++i) many += "{\"by\":\"A\",\"do\":\"pass\"}\n";
  const std::string commands = dir.with("commands.jsonl", many), log = dir.at("game.battle");
  ::signal(SIGXFSZ, SIG_DFL);
  Run written, told;
  {
    const Limit limit(16'000);
    written = run({"adjudicate", sample(), "--commands", commands, "--log", log});
    told = run({"report", log, "--out", dir.at("report.html")});
  }
  CHECK(written.code == 2);
  CHECK(written.err.find("game.battle: cannot be written: File too large; free some space, nothing before it is lost") !=
        std::string::npos);
  CHECK(run({"replay", log, "--verify"}).code == 0);  // nothing torn
  CHECK(told.code == 2);
  CHECK(told.err.find("report.html: cannot be written: File too large") != std::string::npos);
  for (const char* kind : {"mp4", "gif", "png"}) {
    INFO(kind);
    const std::string out = dir.at(std::string("film.") + kind);
    Run film;
    {
      const Limit limit(12'000);
      film = run({"export", log, "--out", out, "--width", "480"});
    }
    CHECK(film.code == 2);
    CHECK(film.err.find(std::string("film.") + kind + ": ") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(out));
  }
  for (const auto& left : std::filesystem::directory_iterator(dir.path)) CHECK(left.path().string().find(".part-") == std::string::npos);
}

TEST_CASE("a terminal that is closed ends the table as Ctrl-C does, and not where nohup wants it to go on", "[cli][play]") {
  const Folder dir("signals");
  std::filesystem::copy_file(sample(), dir.at("game.json"));
  {
    AtTable table(dir.at("game.json"), false);
    REQUIRE(table.screen().starts_with("{"));
    ::kill(table.process, SIGHUP);
    CHECK(table.ended() == 0);
    CHECK_FALSE(std::filesystem::exists(dir.at("game.battle.lock")));  // left in order
  }
  AtTable table(dir.at("game.battle"), true);
  REQUIRE(table.screen().starts_with("{"));
  ::kill(table.process, SIGHUP);
  table.say(R"({"key":"h"})");
  CHECK(table.screen().starts_with("{"));
}

TEST_CASE("a table whose reader has gone is left in order", "[cli][play]") {
  const Folder dir("signals");
  std::filesystem::copy_file(sample(), dir.at("game.json"));
  AtTable table(dir.at("game.json"), false);
  REQUIRE(table.screen().starts_with("{"));
  ::close(std::exchange(table.hears, -1));
  table.say(R"({"key":"h"})");
  CHECK(table.ended() == 2);  // what it had to show reached nobody
  CHECK_FALSE(std::filesystem::exists(dir.at("game.battle.lock")));
}

TEST_CASE("what is printed never goes into a log, whichever stream was closed by whoever started the program", "[cli][session]") {
  const Folder dir("signals");
  const std::string log = dir.at("game.battle"), commands = dir.with("commands.jsonl", "{\"by\":\"A\",\"do\":\"pass\"}\n");
  REQUIRE(run({"adjudicate", sample(), "--commands", commands, "--log", log}).code == 0);
  const std::string no_command = dir.with("wrong.jsonl", "{\"by\":\"A\",\"do\":\"pass\"}\n{\"by\":\"A\",\"do\":\"sing\"}\n");
  for (const int closed : {0, 1, 2}) {
    INFO(closed);
    const std::string before = text_of_file(log);
    const pid_t process = ::fork();
    REQUIRE(process >= 0);
    if (process == 0) {
      const int nothing = ::open("/dev/null", O_RDWR);
      for (const int stream : {0, 1, 2}) ::dup2(nothing, stream);
      ::close(nothing);
      ::close(closed);
      const char* words[] = {"polemarch", "adjudicate", log.c_str(), "--commands", no_command.c_str()};
      ::_exit(assistant::run_cli(5, const_cast<char**>(words)));
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    CHECK(WIFEXITED(status));
    const std::string after = text_of_file(log);
    CHECK(after.starts_with(before));
    CHECK(after.size() > before.size());
    CHECK(run({"replay", log, "--verify"}).code == 0);
  }
}

TEST_CASE("a table whose reader is stuck ends when it is asked a second time", "[cli][play]") {
  const Folder dir("signals");
  std::filesystem::copy_file(sample(), dir.at("game.json"));
  AtTable table(dir.at("game.json"), false);
  REQUIRE(table.screen().starts_with("{"));
  for (int i = 0; i < 60; ++i) table.say(R"({"key":"h"})");  // more than a pipe holds, and nobody reads it
  std::this_thread::sleep_for(std::chrono::seconds(1));
  ::kill(table.process, SIGTERM);
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  ::kill(table.process, SIGTERM);
  CHECK(table.ended() == -SIGTERM);
  CHECK(run({"replay", dir.at("game.battle"), "--verify"}).code == 0);
}

}  // namespace signals_tests
